//! Reads a turn in one pass over its keys, in any order.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use super::{
    CommonFields, DeckReserve, ForeignTurn, IrregularTurn, PassTurn, PurchaseTurn, Reserve,
    ReserveTurn, TakeTurn, Turn,
};
use crate::formats::turn::sun_never_sets::FreeCards;
use crate::json::strict::object::{fill, read_object};
use crate::json::strict::scalar::SmallInteger;
use crate::json::suggest::unknown_name;
use crate::limits;
use crate::row::Row;
use crate::token::Level;

/// The keys of a turn, the actions first.
#[derive(Clone, Copy)]
enum Key {
    Take,
    Reserve,
    Purchase,
    Pass,
    Foreign,
    Seat,
    Refill,
    Gem,
    Return,
    Noble,
    Post,
    Copy,
    Free,
    Stronghold,
    Conquest,
    After,
    Ext,
}

const NAMES: [&str; 17] = [
    "take",
    "reserve",
    "purchase",
    "pass",
    "foreign",
    "seat",
    "refill",
    "gem",
    "return",
    "noble",
    "post",
    "copy",
    "free",
    "stronghold",
    "conquest",
    "after",
    "ext",
];

impl Key {
    fn parse(key: &str) -> Option<Key> {
        Some(match key {
            "seat" => Key::Seat,
            "take" => Key::Take,
            "reserve" => Key::Reserve,
            "purchase" => Key::Purchase,
            "pass" => Key::Pass,
            "foreign" => Key::Foreign,
            "refill" => Key::Refill,
            "gem" => Key::Gem,
            "return" => Key::Return,
            "noble" => Key::Noble,
            "post" => Key::Post,
            "copy" => Key::Copy,
            "free" => Key::Free,
            "stronghold" => Key::Stronghold,
            "conquest" => Key::Conquest,
            "after" => Key::After,
            "ext" => Key::Ext,
            _ => return None,
        })
    }

    const fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}

struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Key;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Key, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for KeySeed {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Key, E> {
        Key::parse(key).ok_or_else(|| E::custom(unknown_name("a turn", key, &NAMES)))
    }
}

impl<'de> Deserialize<'de> for Turn {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(TurnVisitor)
    }
}

struct TurnVisitor;

impl<'de> Visitor<'de> for TurnVisitor {
    type Value = Turn;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a turn")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Turn, A::Error> {
        let mut actions = Vec::new();
        let mut common = CommonFields::default();
        while let Some(key) = map.next_key_seed(KeySeed)? {
            match key {
                Key::Take | Key::Reserve | Key::Purchase | Key::Pass | Key::Foreign => {
                    check_action(&actions, key)?;
                    actions.push(Action::read(key, &mut map)?);
                }
                _ => read_common(&mut common, key, &mut map)?,
            }
        }
        match <[Action; 1]>::try_from(actions) {
            Ok([action]) => finish(action, common),
            Err(actions) => Ok(irregular(actions, common)),
        }
    }
}

/// The action of a turn, kept until the fields that all turns share are read too: the keys of an
/// object may come in any order.
pub(super) enum Action {
    Take(super::TokenList),
    Reserve(Reserve),
    Purchase(super::Purchase),
    Pass,
    Foreign(super::Json),
}

impl Action {
    fn read<'de, A: MapAccess<'de>>(key: Key, map: &mut A) -> Result<Action, A::Error> {
        Ok(match key {
            Key::Take => Action::Take(map.next_value()?),
            Key::Reserve => Action::Reserve(map.next_value()?),
            Key::Purchase => Action::Purchase(map.next_value()?),
            Key::Pass => map.next_value_seed(True).map(|()| Action::Pass)?,
            _ => Action::Foreign(map.next_value()?),
        })
    }

    const fn key(&self) -> Key {
        match self {
            Action::Take(_) => Key::Take,
            Action::Reserve(_) => Key::Reserve,
            Action::Purchase(_) => Key::Purchase,
            Action::Pass => Key::Pass,
            Action::Foreign(_) => Key::Foreign,
        }
    }
}

fn read_common<'de, A>(common: &mut CommonFields, key: Key, map: &mut A) -> Result<(), A::Error>
where
    A: MapAccess<'de>,
{
    use std::marker::PhantomData as Typed;
    let name = key.name();
    match key {
        Key::Seat => fill(&mut common.seat, SmallInteger::up_to(limits::SEAT), map, name),
        Key::Refill => fill(&mut common.refill, Typed, map, name),
        Key::Gem => fill(&mut common.gem, Typed, map, name),
        Key::Return => fill(&mut common.returned, Typed, map, name),
        Key::Noble => fill(&mut common.noble, Typed, map, name),
        Key::Post => fill(&mut common.post, Typed, map, name),
        Key::Copy => fill(&mut common.effects_mut().copy, Typed, map, name),
        Key::Free => fill(&mut common.effects_mut().free, FreeCards, map, name),
        Key::Stronghold => fill(&mut common.effects_mut().stronghold, Typed, map, name),
        Key::Conquest => fill(&mut common.effects_mut().conquest, Typed, map, name),
        Key::After => fill(&mut common.after, Typed, map, name),
        _ => fill(&mut common.ext, Typed, map, name),
    }
}

/// Rejects a repeated action, and an action next to `foreign`. Other actions may be combined: the
/// rules forbid that, so a clause reports it.
fn check_action<E: Error>(actions: &[Action], key: Key) -> Result<(), E> {
    let mut names = actions.iter().map(|action| action.key().name());
    let (Some(first), name) = (actions.first(), key.name()) else { return Ok(()) };
    if names.any(|other| other == name) {
        return Err(crate::json::strict::object::duplicate(name));
    }
    if matches!(key, Key::Foreign) || matches!(first, Action::Foreign(_)) {
        let first = first.key().name();
        let message = format_args!("a foreign turn has no action; this one has {first} and {name}");
        return Err(E::custom(message));
    }
    Ok(())
}

/// Returns the turn of an action and the shared fields.
pub(super) fn finish<E: Error>(action: Action, common: CommonFields) -> Result<Turn, E> {
    Ok(match action {
        Action::Take(take) => Turn::Take(TakeTurn { take, common }),
        Action::Reserve(reserve) => Turn::Reserve(ReserveTurn { reserve, common }),
        Action::Purchase(purchase) => Turn::Purchase(PurchaseTurn { purchase, common }),
        Action::Pass => Turn::Pass(PassTurn { common }),
        Action::Foreign(foreign) => {
            only_foreign(&common)?;
            let CommonFields { seat, after, ext, .. } = common;
            Turn::Foreign(ForeignTurn { seat, foreign, after, ext })
        }
    })
}

/// Returns the turn of no action or several, none of them foreign.
fn irregular(actions: Vec<Action>, common: CommonFields) -> Turn {
    let mut turn = IrregularTurn { take: None, reserve: None, purchase: None, pass: false, common };
    for action in actions {
        match action {
            Action::Take(take) => turn.take = Some(take),
            Action::Reserve(reserve) => turn.reserve = Some(reserve),
            Action::Purchase(purchase) => turn.purchase = Some(purchase),
            Action::Pass => turn.pass = true,
            Action::Foreign(_) => {}
        }
    }
    Turn::Irregular(Box::new(turn))
}

/// Rejects the fields of the game in a foreign turn.
fn only_foreign<E: Error>(common: &CommonFields) -> Result<(), E> {
    let CommonFields { refill, gem, returned, noble, post, .. } = common;
    let effects = common.effects.as_deref();
    let names = [
        (refill.is_some(), Key::Refill),
        (gem.is_some(), Key::Gem),
        (returned.is_some(), Key::Return),
        (noble.is_some(), Key::Noble),
        (post.is_some(), Key::Post),
        (effects.is_some_and(|effects| effects.copy.is_some()), Key::Copy),
        (effects.is_some_and(|effects| effects.free.is_some()), Key::Free),
        (effects.is_some_and(|effects| effects.stronghold.is_some()), Key::Stronghold),
        (common.conquest().is_some(), Key::Conquest),
    ];
    match names.iter().find(|(present, _)| *present) {
        None => Ok(()),
        Some((_, key)) => Err(E::custom(format_args!(
            "a foreign turn has only seat, foreign, after and ext; this one has {}",
            key.name()
        ))),
    }
}

/// A seed for `true`, the only value of `pass`.
struct True;

impl<'de> DeserializeSeed<'de> for True {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_bool(self)
    }
}

impl Visitor<'_> for True {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`true`")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        if value { Ok(()) } else { Err(E::custom("expected `true`, found `false`")) }
    }
}

/// The fields of both kinds of `reserve`.
pub(super) struct FlatReserve {
    pub(super) market: Option<super::CardId>,
    pub(super) deck: Option<Level>,
    pub(super) orient: Option<Level>,
    pub(super) card: Option<super::CardId>,
    pub(super) under: Option<super::CardId>,
}

read_object!(FlatReserve, "`reserve`" {
    optional market,
    optional deck,
    optional orient,
    optional card,
    optional under,
});

impl<'de> Deserialize<'de> for Reserve {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(ReserveVisitor)
    }
}

struct ReserveVisitor;

impl<'de> Visitor<'de> for ReserveVisitor {
    type Value = Reserve;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object (`reserve`) with `market`, `deck` or `orient`")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Reserve, A::Error> {
        FlatReserve::deserialize(MapAccessDeserializer::new(map))?.classify().map_err(Error::custom)
    }
}

impl FlatReserve {
    /// Returns the kind of `reserve` that the fields belong to.
    pub(super) fn classify(self) -> Result<Reserve, &'static str> {
        let FlatReserve { market, deck, orient, card, under } = self;
        let drawn = deck.is_some() || orient.is_some() || card.is_some() || under.is_some();
        match (market, Row::of_deck(deck, orient)) {
            (Some(market), None) if !drawn => Ok(Reserve::Market(market)),
            (None, Some(row)) => Ok(Reserve::Deck(DeckReserve { row, card, under })),
            (None, None) if deck.is_none() => Err("`reserve` needs `market`, `deck` or `orient`"),
            (None, None) => Err("`reserve` has either `deck` or `orient`"),
            (Some(_), _) => {
                Err("`reserve` has either `market` alone, or `deck` with `card` and `under`")
            }
        }
    }
}
