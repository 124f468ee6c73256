//! The games that the arbiter of Nerdvana's contest saves: the decks, and the tokens of each turn.
//!
//! Cards are numbered from 1. The colors are in the order red, green, blue, white, black.
//! The arbiter replaces an invalid turn by one that takes nothing.

use splendor_core::{Card, Color, Level, Noble, Row, Token};
use splendor_schema::Turn;
use splendor_schema::json::tree::{Tree, Value};
use splendor_schema::log::{Decks, Market, Player, Setup, Source};
use splendor_schema::turn::{Purchase, Reserve};

use crate::fields::{Fields, expected, list, log_text, number, small};
use crate::log_builder::{self, LogBuilder, amounts, counts, one_noble};
use crate::numbers::{self, NERDVANA_CARDS, NERDVANA_NOBLES};
use crate::{Account, Conversion, ConvertError, Foreign, ForeignFormat, from_read};

pub(super) const FORMAT: ForeignFormat = ForeignFormat {
    name: "nerdvana",
    about: "the games that the arbiter of Nerdvana's contest saves",
    game_per_line: false,
    takes_setup: false,
    matches: |signs| signs.has(&["players", "rounds", "decks"]),
    import,
};

const TALK: &str = "the comments of a program are not part of the game";
const NOTE: &str = "the arbiter's message adds no fact";
const NOTHING: &str = "a turn that takes nothing is a pass";

/// The tokens, in the client's order.
const TOKENS: [Token; 6] = [
    Token::Gem(Color::Ruby),
    Token::Gem(Color::Emerald),
    Token::Gem(Color::Sapphire),
    Token::Gem(Color::Diamond),
    Token::Gem(Color::Onyx),
    Token::Gold,
];

fn import(foreign: &Foreign<'_>) -> Result<Conversion, ConvertError> {
    let whole = foreign.text;
    let tree = Tree::read(whole, 0..whole.len()).map_err(|error| from_read(whole, &error))?;
    let mut builder = LogBuilder::new(Account::default());
    let mut fields = Fields::of("the game", &tree)?;
    let players = read_players(fields.get("players")?)?;
    let setup = read_setup(&mut fields, &mut builder)?;
    for round in list("the rounds", fields.get("rounds")?)? {
        let turns = list("a round", round)?;
        if turns.len() != players.len() {
            return Err(expected(round, &format!("a round of {} turns", players.len())));
        }
        for (turn, seat) in turns.iter().zip(0..) {
            read_turn(turn, seat, &mut builder)?;
        }
    }
    fields.finish(&mut builder.account)?;
    let source = Source { client: Some("nerdvana".into()), ..Source::default() };
    builder.assemble(source, players, setup)
}

fn read_players(tree: &Tree<'_>) -> Result<Vec<Player>, ConvertError> {
    let names = list("the players", tree)?;
    if !(2..=4).contains(&names.len()) {
        return Err(expected(tree, "the names of 2 to 4 players"));
    }
    let player = |name| Ok(Player { name: Some(log_text("a name", name)?.into()), ext: None });
    names.iter().map(player).collect()
}

// ---- the table

fn read_setup(
    fields: &mut Fields<'_, '_>,
    builder: &mut LogBuilder,
) -> Result<Setup, ConvertError> {
    let (decks, nobles) = (fields.get("decks")?, fields.get("nobles")?);
    let (market, hidden) = read_decks(decks, &mut builder.account)?;
    let tiles = list("the nobles", nobles)?.iter();
    let tiles = tiles.map(|tile| read_noble(tile, &mut builder.account));
    let tiles = tiles.collect::<Result<_, _>>()?;
    builder.places.insert("/setup", decks.span.clone());
    builder.places.insert("/setup/nobles", nobles.span.clone());
    Ok(Setup { market, decks: Some(hidden), nobles: Some(tiles), ..Setup::default() })
}

/// Reads the decks; the first four cards of each are in the market.
fn read_decks(tree: &Tree<'_>, account: &mut Account) -> Result<(Market, Decks), ConvertError> {
    let [level1, level2, level3] = list("the decks", tree)? else {
        return Err(expected(tree, "the decks of three levels"));
    };
    let mut rows: [Vec<Card>; 3] = Default::default();
    for (row, deck) in rows.iter_mut().zip([level1, level2, level3]) {
        for card in list("a deck", deck)? {
            row.push(read_card(card, account)?);
        }
    }
    let decks = rows.each_mut().map(|row| Some(row.split_off(row.len().min(4))));
    Ok((Market::base(rows), Decks::base(decks)))
}

/// Reads a card: its number, in newer files with the facts of the card.
fn read_card(tree: &Tree<'_>, account: &mut Account) -> Result<Card, ConvertError> {
    let Value::Object(_) = tree.value else { return card(tree) };
    let mut fields = Fields::of("card", tree)?;
    let card = card(fields.get("id")?)?;
    let level = small("a level", fields.get("level")?, 3)?;
    let letter = ["?", "a", "b", "c"][usize::from(level)];
    let points = small("points", fields.get("points")?, 9)?;
    let color = TOKENS[usize::from(small("a color", fields.get("color")?, 4)?)];
    let cost = amounts(per_color(fields.get("cost")?)?);
    fields.finish(account)?;
    let stated = format!("{letter}{points}{}{cost}", &"dsero"[color.index()..=color.index()]);
    if stated != card.to_string() {
        let message = format!("the facts are those of {stated}, but the number is that of {card}");
        return Err(ConvertError::unknown(&tree.span, message));
    }
    Ok(card)
}

/// Reads a noble: its number, in newer files with its demand.
fn read_noble(tree: &Tree<'_>, account: &mut Account) -> Result<Noble, ConvertError> {
    let Value::Object(_) = tree.value else { return noble(tree) };
    let mut fields = Fields::of("noble", tree)?;
    let noble = noble(fields.get("id")?)?;
    let stated = format!("3:{}", amounts(per_color(fields.get("cost")?)?));
    fields.finish(account)?;
    if stated != noble.to_string() {
        let message = format!("the demand is that of {stated}, but the number is that of {noble}");
        return Err(ConvertError::unknown(&tree.span, message));
    }
    Ok(noble)
}

fn card(tree: &Tree<'_>) -> Result<Card, ConvertError> {
    let found = number("a card", tree, 90)?.checked_sub(1);
    let card = found.and_then(|index| numbers::card(NERDVANA_CARDS, index));
    card.ok_or_else(|| expected(tree, "a card from 1 to 90"))
}

fn noble(tree: &Tree<'_>) -> Result<Noble, ConvertError> {
    let found = number("a noble", tree, 10)?.checked_sub(1);
    let noble = found.and_then(|index| numbers::noble(NERDVANA_NOBLES, index));
    noble.ok_or_else(|| expected(tree, "a noble from 1 to 10"))
}

/// Reads an amount of each color.
fn per_color(tree: &Tree<'_>) -> Result<[u8; 6], ConvertError> {
    let amounts = list("amounts", tree)?;
    if amounts.len() != 5 {
        return Err(expected(tree, "five amounts"));
    }
    tokens(amounts)
}

/// Reads amounts in the client's order; absent ones are zero.
fn tokens(amounts: &[Tree<'_>]) -> Result<[u8; 6], ConvertError> {
    let mut counts = [0; 6];
    for (amount, token) in amounts.iter().zip(TOKENS) {
        counts[token.index()] = small("an amount", amount, 9)?;
    }
    Ok(counts)
}

// ---- the turns

fn read_turn(tree: &Tree<'_>, seat: u8, builder: &mut LogBuilder) -> Result<(), ConvertError> {
    let mut fields = Fields::of("turn", tree)?;
    let action = fields.get("tokens")?;
    let (made, visitor) = read_action(action, &mut builder.account)?;
    let mut turn = Turn { seat: Some(seat), ..made };
    // A number in a field of its own, in newer files.
    let own = fields.find("nobleId").filter(|id| id.value != Value::Number("0"));
    if let (Some(own), Some(_)) = (own, visitor) {
        return Err(expected(own, "one noble, not a second one next to that of the purchase"));
    }
    if let Some(id) = own.or(visitor) {
        turn.noble = Some(one_noble(noble(id)?));
    }
    if let Some(colors) = fields.find("returns") {
        turn.returned = log_builder::returned(read_returns(colors)?);
    }
    fields.ignore(&["kibitzes"], TALK);
    fields.ignore(&["arbiterMsg"], NOTE);
    fields.finish(&mut builder.account)?;
    builder.push(turn, &tree.span);
    Ok(())
}

/// Reads an action, and the number of the noble that older files have in it.
fn read_action<'a, 't>(
    tree: &'a Tree<'t>,
    account: &mut Account,
) -> Result<(Turn, Option<&'a Tree<'t>>), ConvertError> {
    let known = "1 or 2 and five amounts, 3 and a card, or 4, a card and the payment";
    let Some((kind, rest)) = list("the tokens of a turn", tree)?.split_first() else {
        return Err(expected(tree, known));
    };
    match (&kind.value, rest) {
        (Value::Number(number @ ("1" | "2")), [_, _, _, _, _]) => {
            let taken = tokens(rest)?;
            if taken == [0; 6] {
                account.inferred("pass", NOTHING);
                return Ok((Turn { pass: true, ..Turn::default() }, None));
            }
            if (*number == "2") != taken.contains(&2) {
                return Err(expected(&rest[0], "1 before different gems, 2 before a pair"));
            }
            let take = log_builder::take(taken);
            Ok((take.ok_or_else(|| expected(tree, "at most twelve tokens"))?, None))
        }
        (Value::Number("3"), [reserved]) => {
            Ok((Turn { reserve: Some(read_reserve(reserved)?), ..Turn::default() }, None))
        }
        (Value::Number("4"), [bought, payment @ ..]) => {
            let (visitor, payment) = match payment {
                [_, _, _, _, _, _] => (None, payment),
                [visitor, payment @ ..] if payment.len() == 6 => (Some(visitor), payment),
                _ => return Err(expected(tree, known)),
            };
            let purchase = Purchase::new(card(bought)?, Some(counts(tokens(payment)?)), None);
            let visitor = visitor.filter(|id| id.value != Value::Number("0"));
            Ok((Turn { purchase: Some(purchase), ..Turn::default() }, visitor))
        }
        _ => Err(expected(tree, known)),
    }
}

/// Reads a reserved card: its number, or the level of the deck below zero.
fn read_reserve(tree: &Tree<'_>) -> Result<Reserve, ConvertError> {
    let level = match tree.value {
        Value::Number("-1") => Level::One,
        Value::Number("-2") => Level::Two,
        Value::Number("-3") => Level::Three,
        _ => return card(tree).map(Reserve::Market),
    };
    Ok(Reserve::Deck { row: Row::from(level), card: None, under: None })
}

/// Reads the returned tokens: the numbers of their colors, as numbers or as texts.
fn read_returns(tree: &Tree<'_>) -> Result<[u8; 6], ConvertError> {
    let mut returned = [0_u8; 6];
    for color in list("the returned tokens", tree)? {
        let index = match &color.value {
            Value::Text(digit) => ["0", "1", "2", "3", "4", "5"].iter().position(|it| it == digit),
            _ => Some(usize::from(small("a color", color, 5)?)),
        };
        let index = index.ok_or_else(|| expected(color, "a color from 0 to 5"))?;
        let count = &mut returned[TOKENS[index].index()];
        *count = count.saturating_add(1);
    }
    Ok(returned)
}
