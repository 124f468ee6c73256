//! An exporter: logs as the arbiter of Nerdvana's contest saves games.

use serde_json::{Value, json};
use splendor_core::{Card, Level, Row};
use splendor_schema::turn::{Reserve, TurnKind};
use splendor_schema::{Log, Turn};

use super::write::{amounts, given, level, noble, taken};

/// The cards of the client from 1: the cost in its order of the colors, the color, the points.
const CARDS: &str = "\
     0003000 3000010 0000320 0030030 0300040 0120000 0012010 0001220 2000130 1200040 0004001 \
     0000411 4000021 0400031 0040041 2002000 2020010 0200220 0020230 0202040 0111100 1011110 \
     1101120 1110130 1111040 0112100 1011210 2101120 1210130 1121040 0102200 2010210 2201020 \
     0220130 1022040 1001300 0131010 1310020 0013130 3100140 0000502 0500012 0050022 5000032 \
     0005042 6000003 0600013 0060023 0006033 0000643 0003502 0350012 0035022 5000332 3500042 \
     0241002 0024112 1002422 4100232 2410042 2002301 0032211 3220021 2300231 0223041 2030301 \
     3203011 0320321 3032031 0303241 0700004 0070014 0007024 0000734 7000044 3700005 0370015 \
     0037025 0003735 7000345 3630004 0363014 0036324 3003634 6300344 0353303 3035313 3303523 \
     5330333 3533043";

/// The nobles of the client from 1: the demand.
const NOBLES: &str = "44000 04400 00440 00044 40004 33300 03330 00333 30033 33003";

/// For each color of the client, and for gold, its index in the log.
const ORDER: [usize; 6] = [3, 2, 1, 0, 4, 5];

/// The two forms of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Age {
    /// Cards are numbers; only a purchase brings a noble.
    Old,
    /// Cards and nobles have their facts, and each turn has a field for a noble.
    New,
}

fn ordered(counts: [u8; 6]) -> [u8; 6] {
    ORDER.map(|index| counts[index])
}

fn digits(counts: &[u8]) -> String {
    counts.iter().map(u8::to_string).collect()
}

/// Returns a cost or a demand like `2d1o` in the client's order.
fn gems(text: &str) -> [u8; 5] {
    ordered(amounts(text))[..5].try_into().unwrap()
}

fn number(list: &str, entry: &str) -> usize {
    list.split(' ').position(|other| other == entry).unwrap() + 1
}

fn card_number(card: Card) -> usize {
    number(CARDS, &(digits(&gems(&card.to_string()[3..])) + &color_and_points(card)))
}

fn color_and_points(card: Card) -> String {
    let text = card.to_string();
    let bytes = text.as_bytes();
    let color = "resdo".find(char::from(bytes[2])).unwrap();
    format!("{color}{}", bytes[1] - b'0')
}

fn card(card: Card, age: Age) -> Value {
    let (id, cost) = (card_number(card), gems(&card.to_string()[3..]));
    if age == Age::Old {
        return id.into();
    }
    let numbers = color_and_points(card);
    let (color, points) = (&numbers[..1], &numbers[1..]);
    json!({
        "id": id, "cost": cost, "color": color.parse::<u8>().unwrap(),
        "points": points.parse::<u8>().unwrap(), "level": level(card) + 1,
    })
}

/// Returns a game as the client saves it; the log has whole rounds.
pub(super) fn game(log: &Log, age: Age) -> String {
    let setup = &log.setup;
    let decks = Level::ALL.map(|level| {
        let row = Row::from(level);
        let hidden = setup.decks.as_ref().unwrap().row(row).unwrap();
        let all = setup.market.row(row).unwrap().iter().chain(hidden);
        all.map(|&id| card(id, age)).collect::<Vec<_>>()
    });
    let nobles = setup.nobles.iter().flatten().map(|id| {
        let demand = gems(&id.to_string()[2..]);
        let number = number(NOBLES, &digits(&demand));
        if age == Age::Old { number.into() } else { json!({ "id": number, "cost": demand }) }
    });
    let turns: Vec<Value> = log.turns.iter().map(|each| turn(each, age)).collect();
    let game = json!({
        "decks": decks, "nobles": nobles.collect::<Vec<_>>(),
        "rounds": turns.chunks(log.players.len()).collect::<Vec<_>>(),
    });
    let names: Vec<String> = (1..=log.players.len()).map(|seat| format!("p{seat}")).collect();
    format!("{{\"players\":{},{}\n", json!(names), &game.to_string()[1..])
}

fn turn(turn: &Turn, age: Age) -> Value {
    let visitor = noble(turn).map_or(0, |id| number(NOBLES, &digits(&gems(&id.to_string()[2..]))));
    let tokens: Vec<Value> = match turn.kind() {
        TurnKind::Take(take) => {
            let counts = ordered(taken(take));
            let kind = if counts.contains(&2) { 2 } else { 1 };
            [kind].into_iter().chain(counts[..5].iter().copied()).map(Value::from).collect()
        }
        TurnKind::Reserve(Reserve::Market(id)) => vec![3.into(), card_number(id).into()],
        TurnKind::Reserve(Reserve::Deck { row, .. }) => {
            vec![3.into(), [-1, -2, -3][row.index()].into()]
        }
        TurnKind::Purchase(purchase) => {
            let start = [4, card_number(purchase.card)].into_iter();
            let visitor = (age == Age::Old).then_some(visitor);
            let payment = ordered(purchase.pay.unwrap().counts()).map(usize::from);
            start.chain(visitor).chain(payment).map(Value::from).collect()
        }
        TurnKind::Pass => [1, 0, 0, 0, 0, 0].map(Value::from).to_vec(),
        TurnKind::Foreign(_) | TurnKind::Irregular => panic!("not in this format"),
    };
    let colors = ordered(given(turn)).into_iter().enumerate();
    let colors = colors.flat_map(|(color, count)| std::iter::repeat_n(color, count.into()));
    // The client writes the words of a program, which are texts, and numbers of its own.
    let returns: Vec<Value> = match age {
        Age::Old => colors.map(|color| color.to_string().into()).collect(),
        Age::New => colors.map(Value::from).collect(),
    };
    let mut value = json!({ "returns": returns, "kibitzes": ["so"], "arbiterMsg": "" });
    if age == Age::New {
        value["nobleId"] = visitor.into();
    }
    let rest = value.to_string();
    serde_json::from_str(&format!("{{\"tokens\":{},{}", json!(tokens), &rest[1..])).unwrap()
}
