//! Conversions from the log format to the core.

mod position;
mod setup;
mod sun_never_sets;

use std::collections::BTreeSet;

use splendor_core::{
    Action, Card, CardId, City, CityId, Component, Components, Game, Noble, NobleId, NobleSet,
    Post, PostName, PostSet, Tokens, Turn, Violation,
};
use splendor_schema as schema;
use splendor_schema::token::TokenCounts;
use splendor_schema::turn::{OneOrMany, Reserve, TurnKind};

pub use position::{log_at_position, position_by, position_from_log};
pub(crate) use setup::Lists;

/// A component that is in no box, and the first turn that names it.
#[derive(Clone, Debug)]
pub(crate) struct Stray {
    pub(crate) component: Component,
    pub(crate) violation: Violation,
    /// The turn, from 0. `None` in the setup.
    pub(crate) turn: Option<usize>,
}

/// Returns the number of a card in the box.
///
/// # Errors
///
/// The breach of `component.unknown` if there is no such card, and that of `orient.cards` for a
/// card of Orient in a game without it.
pub(crate) fn card(all: &Components, card: Card) -> Result<CardId, Violation> {
    all.find_card(card).ok_or_else(|| unknown_card(card))
}

/// Returns the breach for a card that is not in the game. It is not inlined into
/// [`card`], because almost every card is in the game.
#[cold]
fn unknown_card(card: Card) -> Violation {
    let known = Components::with_orient();
    if known.find_card(card).is_some_and(|_| card.is_orient()) {
        let why = "is in the game without the module Orient";
        return Violation::OrientCards { card, why };
    }
    let nearest = known.nearest_card(card).unwrap_or(card);
    let (component, nearest) = (Component::Card(card), Component::Card(nearest));
    Violation::ComponentUnknown { component, nearest }
}

/// Returns the number of a noble in the box.
///
/// # Errors
///
/// The breach of `component.unknown` if there is no such noble.
pub(crate) fn noble(all: &Components, noble: Noble) -> Result<NobleId, Violation> {
    all.find_noble(noble).ok_or_else(|| {
        let nearest = Components::published().nearest_noble(noble).unwrap_or(noble);
        let (component, nearest) = (Component::Noble(noble), Component::Noble(nearest));
        Violation::ComponentUnknown { component, nearest }
    })
}

/// Returns the number of the face of a city tile.
///
/// # Errors
///
/// The breach of `component.unknown` if there is no such face.
pub(crate) fn city(city: City) -> Result<CityId, Violation> {
    CityId::find(city).ok_or_else(|| {
        let nearest = Component::City(CityId::nearest(city));
        Violation::ComponentUnknown { component: Component::City(city), nearest }
    })
}

/// Returns the trading post of a name.
///
/// # Errors
///
/// The breach of `component.unknown` if there is no such post.
pub(crate) fn post(name: PostName) -> Result<Post, Violation> {
    name.post().ok_or_else(|| {
        let nearest = Component::Post(name.nearest().into());
        Violation::ComponentUnknown { component: Component::Post(name), nearest }
    })
}

/// Returns counts as tokens. Kinds without a count are zero.
pub(crate) fn tokens(counts: TokenCounts) -> Tokens {
    Tokens::new(counts.counts())
}

/// Returns the tokens of a list.
fn tokens_of_list(list: &[splendor_core::Token]) -> Tokens {
    list.iter().fold(Tokens::NONE, |sum, &one| sum.plus(Tokens::one(one)))
}

/// Returns a turn as the core understands it. The seat is `seat` unless the turn names one. `None`
/// if the turn is foreign or names a component that does not exist.
pub fn turn_from_log(game: &Game<'_>, logged: &schema::Turn, seat: u8) -> Option<Turn> {
    turn(game.components, logged, seat, false).ok().flatten()
}

/// Returns a turn as the core understands it. Omitted facts become empty, and the seat is `seat`
/// unless the turn names one. Posts that do not exist are skipped if `skip_unknown` is set. A turn
/// without an action, or with several, becomes an empty take.
///
/// # Errors
///
/// The violation of `component.unknown` if the turn names a component that does not exist.
pub fn turn(
    all: &Components,
    logged: &schema::Turn,
    seat: u8,
    skip_unknown: bool,
) -> Result<Option<Turn>, Violation> {
    let seat = logged.seat.unwrap_or(seat);
    let action = match logged.kind() {
        TurnKind::Take(take) => Action::Take(tokens_of_list(take)),
        TurnKind::Reserve(Reserve::Market(id)) => Action::ReserveMarket(card(all, id)?),
        TurnKind::Reserve(Reserve::Deck { row, card: drawn, under }) => {
            let under = under.map(|id| card(all, id)).transpose()?;
            let card = drawn.map(|id| card(all, id)).transpose()?;
            Action::ReserveDeck { row, card, under }
        }
        TurnKind::Purchase(purchase) => Action::Purchase {
            card: card(all, purchase.card)?,
            pay: purchase.pay.map_or(Tokens::NONE, tokens),
            from: purchase.from,
        },
        TurnKind::Pass => Action::Pass,
        TurnKind::Foreign(_) => return Ok(None),
        // The core has no such turn. An empty take breaks the same clause and moves nothing.
        TurnKind::Irregular => return Ok(Some(Turn::new(seat, Action::Take(Tokens::NONE)))),
    };
    let mut turn = Turn::new(seat, action);
    turn.gem = logged.gem;
    turn.refill = logged.refill.map(|id| card(all, id)).transpose()?;
    turn.returned = logged.returned.map_or(Tokens::NONE, tokens);
    turn.nobles = nobles(all, logged.noble.as_ref())?;
    turn.posts = posts(logged.post.as_ref(), skip_unknown)?;
    if sun_never_sets::names_parts(logged) {
        sun_never_sets::add_parts(all, logged, &mut turn)?;
    }
    Ok(Some(turn))
}

/// Returns the posts that a turn names. Skips posts that do not exist if `skip_unknown` is set.
fn posts(logged: Option<&OneOrMany<PostName>>, skip_unknown: bool) -> Result<PostSet, Violation> {
    let Some(logged) = logged else { return Ok(PostSet::NONE) };
    let posts = logged.as_slice().iter().map(|&id| post(id));
    posts.filter(|post| !skip_unknown || post.is_ok()).collect()
}

/// Returns the nobles that a turn names.
fn nobles(all: &Components, logged: Option<&OneOrMany<Noble>>) -> Result<NobleSet, Violation> {
    let Some(logged) = logged else { return Ok(NobleSet::NONE) };
    logged.as_slice().iter().map(|&id| noble(all, id)).collect()
}

/// Returns the components that the log names and that are not among these, each once.
pub(crate) fn strays(log: &schema::Log, all: &Components) -> Vec<Stray> {
    let (mut strays, mut seen) = (Vec::new(), BTreeSet::new());
    crate::place::each_component(log, |component, turn, _| {
        let unknown = match component {
            Component::Card(id) => card(all, id).err(),
            Component::Noble(id) => noble(all, id).err(),
            Component::City(id) => city(id).err(),
            Component::Post(id) => post(id).err(),
        };
        let Some(violation) = unknown else { return };
        strays.extend(seen.insert(component).then_some(Stray { component, violation, turn }));
    });
    strays
}
