//! Tables in the middle of a game, made of choices; some decks may be unknown.

use splendor_core::{
    Boxes, CITIES_ON_TABLE, CardId, CardSet, CityId, CitySet, Deck, EndTime, Fewer, Game,
    GoldAtTen, GoldUse, Modules, NobleChoice, NobleId, NobleTime, Overpay, Pass, Phase, Position,
    PostSet, Powers, Return, Row, Rules, Rulings, SeatDescription, Stalemate, TableDescription,
    Tie, Tokens,
};

use super::agree::token;
use super::choices::Choices;

macro_rules! one_of {
    ($choices:expr, $($value:expr),+) => { $choices.pick(&[$($value),+]).unwrap_or_default() };
}

/// Returns any rules.
pub(super) fn rules(choices: &mut Choices<'_>) -> Rules {
    let kind = choices.below(256);
    let modules = Modules { cities: kind & 3 == 3, trading_posts: kind & 4 != 0, ..Modules::NONE };
    let boxes = Boxes { silk_road: kind & 8 != 0, sun_never_sets: kind & 16 != 0 };
    let rulings = if kind & 32 == 0 { Rulings::default() } else { rulings(choices) };
    Rules { rulings, modules, boxes, ..Rules::default() }
}

fn rulings(choices: &mut Choices<'_>) -> Rulings {
    use Fewer::{AllAvailable, Never, ToTen, UpToThree, WhenShort};
    Rulings {
        fewer: one_of!(choices, WhenShort, AllAvailable, UpToThree, ToTen, Never),
        pass: one_of!(choices, Pass::WhenStuck, Pass::Always, Pass::Never),
        stalemate: one_of!(choices, Stalemate::Ends, Stalemate::Continues, Stalemate::PassedRound),
        end_time: one_of!(choices, EndTime::Round, EndTime::AtOnce, EndTime::OthersOnce),
        gold: one_of!(choices, GoldUse::Free, GoldUse::LastResort),
        tie: one_of!(
            choices,
            Tie::FewestCardsThenShared,
            Tie::MostPrestigeShared,
            Tie::LastSeat,
            Tie::FirstSeat,
            Tie::FewestCardsThenFirstSeat
        ),
        powers: one_of!(choices, Powers::Mandatory, Powers::Optional),
        overpay: one_of!(choices, Overpay::HalfGold, Overpay::Irredundant, Overpay::SpareGold),
        target: choices.pick(&[15, 21, 8, 1, 255]).unwrap_or(15),
        returns: one_of!(choices, Return::Exact, Return::UpTo, Return::Anything),
        noble_choice: one_of!(
            choices,
            NobleChoice::Seat,
            NobleChoice::FirstListed,
            NobleChoice::All
        ),
        noble_time: one_of!(
            choices,
            NobleTime::EveryTurn,
            NobleTime::AfterAction,
            NobleTime::AfterPurchase
        ),
        gold_at_ten: one_of!(choices, GoldAtTen::Taken, GoldAtTen::Withheld, GoldAtTen::Forbidden),
        ..Rulings::DEFAULT
    }
}

/// Returns a game and a table; `None` if the choices make no position.
///
/// With `known_decks`, the order of every deck is known.
pub(super) fn table(
    choices: &mut Choices<'_>,
    known_decks: bool,
) -> Option<(Game<'static>, Position)> {
    let rules = rules(choices);
    let count = 2 + choices.small(3);
    let game = Game::published(rules, count);
    let mut decks = [const { Vec::new() }; Row::COUNT];
    for &row in game.rows() {
        decks[row.index()] = shuffled(choices, &game, row);
    }
    let market: CardSet =
        decks.iter_mut().flat_map(|deck| deck.split_off(deck.len().saturating_sub(4))).collect();
    let mut supply = game.tokens;
    let seats: Vec<SeatDescription> =
        (0..count).map(|_| seat(choices, &game, &mut decks, &mut supply)).collect();
    let decks = decks.map(|deck| {
        let unknown = Deck::unknown(u8::try_from(deck.len()).unwrap_or(0));
        if !known_decks && choices.once_in(2) { unknown } else { Deck::known(&deck) }
    });
    let mut pool: Vec<NobleId> = game.noble_pool().iter().collect();
    let laid = if rules.modules.cities { 0 } else { count + 1 };
    let nobles: Vec<NobleId> = (0..laid).filter_map(|_| choices.draw(&mut pool)).collect();
    let to_move = choices.small(count);
    let last = TableDescription {
        seats: &seats,
        supply: Some(supply),
        market,
        market_hidden: [0; 6],
        decks,
        nobles: nobles.iter().copied().collect(),
        cities: cities(choices, rules.modules.cities),
        to_move,
        turns: u32::from(to_move) + u32::from(count) * u32::from(choices.small(40)),
        passes_in_a_row: 0,
        phase: Phase::LastRound,
        modules: splendor_core::ModuleTable::default(),
    };
    let open = Position::of(&game, &TableDescription { phase: Phase::Open, ..last });
    let position = open.or_else(|_| Position::of(&game, &last)).ok()?;
    Some((game, position.with_nobles_listed(&nobles)))
}

/// Returns the cards of a row: one byte rotates them, and some pairs are swapped.
fn shuffled(choices: &mut Choices<'_>, game: &Game<'_>, row: Row) -> Vec<CardId> {
    let mut cards: Vec<CardId> = game.components.of_row(row).iter().collect();
    let start = choices.below(cards.len());
    cards.rotate_left(start);
    for _ in 0..choices.small(12) {
        let (one, other) = (choices.below(cards.len()), choices.below(cards.len()));
        cards.swap(one, other);
    }
    cards
}

fn seat(
    choices: &mut Choices<'_>,
    game: &Game<'_>,
    decks: &mut [Vec<CardId>; Row::COUNT],
    supply: &mut Tokens,
) -> SeatDescription {
    let mut seat = SeatDescription::default();
    for _ in 0..choices.small(18) {
        seat.bought = seat.bought.or(drawn(choices, decks));
    }
    for _ in 0..choices.small(4) {
        let card = drawn(choices, decks);
        seat.hand = seat.hand.or(card);
        if choices.once_in(2) {
            seat.secret = seat.secret.or(card);
        }
    }
    for _ in 0..choices.small(11) {
        let token = token(choices);
        if supply.get(token) > 0 {
            *supply = supply.minus(Tokens::one(token));
            seat.tokens = seat.tokens.plus(Tokens::one(token));
        }
    }
    if game.rules.modules.trading_posts {
        seat.posts = PostSet::met_by(game.components.bonuses(seat.bought));
    }
    seat
}

fn drawn(choices: &mut Choices<'_>, decks: &mut [Vec<CardId>; Row::COUNT]) -> CardSet {
    let level = choices.below(3);
    choices.draw(&mut decks[level]).map_or(CardSet::NONE, CardSet::one)
}

fn cities(choices: &mut Choices<'_>, played: bool) -> CitySet {
    let mut faces: Vec<CityId> = if played { CityId::all().collect() } else { Vec::new() };
    let mut cities = CitySet::NONE;
    for _ in 0..CITIES_ON_TABLE {
        let Some(face) = choices.draw(&mut faces) else { break };
        faces.retain(|other| other.tile() != face.tile());
        cities.insert(face);
    }
    cities
}
