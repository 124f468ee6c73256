//! The differences between two tables.

use splendor_core::{CardId, Game, Phase, Position, Token, Turn};
use splendor_schema::report::Fact;
use splendor_schema::why::Change;

/// Lists the differences between the tables before and after a turn.
pub(super) fn changes(
    game: &Game<'_>,
    before: &Position,
    after: &Position,
    turn: Option<&Turn>,
) -> Vec<Change> {
    let mut all = Vec::new();
    for (number, (was, is)) in before.seats().iter().zip(after.seats()).enumerate() {
        let seat = u8::try_from(number).ok();
        let mut number = |what: &'static str, from: u32, to: u32| {
            let change = || Change { what: what.into(), seat, from: from.into(), to: to.into() };
            all.extend((from != to).then(change));
        };
        for token in Token::ALL {
            number(token.name(), was.tokens().get(token).into(), is.tokens().get(token).into());
        }
        number("cards", was.bought().len().into(), is.bought().len().into());
        number("hand", was.hand_size().into(), is.hand_size().into());
        number("nobles", was.nobles().len().into(), is.nobles().len().into());
        number("posts", was.posts().len().into(), is.posts().len().into());
        number("prestige", was.prestige().into(), is.prestige().into());
        if game.rules.modules.strongholds {
            let seat = seat.unwrap_or_default();
            let [from, to] = [before, after].map(|table| table.strongholds().in_stock(seat));
            number("strongholds", from.into(), to.into());
        }
    }
    all.extend(of_table(game, before, after, turn));
    all
}

fn of_table(
    game: &Game<'_>,
    before: &Position,
    after: &Position,
    turn: Option<&Turn>,
) -> Vec<Change> {
    let change = |what: &'static str, from: Fact, to: Fact| Change {
        what: what.into(),
        seat: None,
        from,
        to,
    };
    let mut all = Vec::new();
    for token in Token::ALL {
        let [from, to] = [before, after].map(|table| table.supply().get(token));
        all.extend((from != to).then(|| change(token.name(), from.into(), to.into())));
    }
    all.extend(
        of_market(game, before, after, turn).map(|[gone, come]| change("market", gone, come)),
    );
    let [from, to] = [before, after].map(|table| table.nobles().len());
    all.extend((from != to).then(|| change("nobles", from.into(), to.into())));
    let [from, to] = [phase(before), phase(after)];
    all.extend((from != to).then(|| change("phase", from.into(), to.into())));
    let [from, to] = [before.to_move(), after.to_move()];
    if !after.has_ended() {
        all.push(change("to act", format!("seat {from}").into(), format!("seat {to}").into()));
    }
    all
}

/// Returns each card that left the market, with the card that came into its place: the one that the
/// turn names, or else one of its row.
fn of_market(
    game: &Game<'_>,
    before: &Position,
    after: &Position,
    turn: Option<&Turn>,
) -> impl Iterator<Item = [Fact; 2]> {
    let row = |card: CardId| game.components.card(card).row();
    let name = |card: CardId| Fact::from(game.components.card(card).to_string());
    let came = |card: &CardId| !before.market().has(*card);
    let named: Vec<[CardId; 2]> = turn.map(refills).unwrap_or_default();
    let mut come: Vec<CardId> = after.market().iter().filter(came).collect();
    come.retain(|card| !named.iter().any(|[_, refill]| refill == card));
    let nothing =
        if before.market_hidden() == after.market_hidden() { "no card" } else { "an unknown card" };
    let gone: Vec<CardId> =
        before.market().iter().filter(|&card| !after.market().has(card)).collect();
    gone.into_iter().map(move |gone| {
        let refill = named.iter().find(|[place, _]| *place == gone).map(|[_, refill]| *refill);
        let refill = refill.or_else(|| {
            let place = come.iter().position(|&come| row(come) == row(gone))?;
            Some(come.remove(place))
        });
        [name(gone), refill.map_or_else(|| nothing.into(), name)]
    })
}

/// Returns the refills that a turn names, each after the card whose place it fills.
fn refills(turn: &Turn) -> Vec<[CardId; 2]> {
    turn.cards_taken().filter_map(|(card, refill)| Some([card, refill?])).collect()
}

const fn phase(position: &Position) -> &'static str {
    match position.phase() {
        Phase::Open => "open",
        Phase::LastRound => "last round",
        Phase::Ended(_) => "ended",
    }
}
