//! A generated game as a log tells it.

use splendor_core::{
    Action, CardId, CityId, Edition, Events, Fewer, Game, GoldUse, Modules, NobleChoice, NobleId,
    NobleSet, NobleTime, Overpay, Pass, Place, Position, Powers, Return, Rules, Rulings, Source,
    Stalemate, Tie, Token, Tokens, Turn,
};
use splendor_schema::{
    self as schema, After, CommonFields, DeckReserve, Name, OneOrMany, PassTurn, Player, Purchase,
    PurchaseOrigin, PurchaseTurn, Reserve, ReserveTurn, Ruling, TakeTurn, TokenCounts, TokenList,
};

use super::GenerateOptions;
use crate::lower::{card_id, city_ids, counts, noble_id, one_or_many, post_ids};

const NAMES: [&str; 4] = ["Ada", "Bo", "Cy", "Di"];

pub(super) fn players(seats: usize) -> Vec<Player> {
    let names = NAMES.into_iter().take(seats);
    names.map(|name| Player { name: Some(name.into()), ext: None }).collect()
}

pub(super) fn source(seed: u64) -> schema::Source {
    schema::Source {
        client: Some("splendor-generate".into()),
        game: Some(seed.to_string().into()),
        ..schema::Source::default()
    }
}

pub(super) fn cards(game: &Game<'_>, cards: &[CardId]) -> Vec<schema::CardId> {
    cards.iter().map(|&card| card_id(game.components.card(card))).collect()
}

pub(super) fn nobles(game: &Game<'_>, nobles: &[NobleId]) -> Vec<schema::NobleId> {
    nobles.iter().map(|&noble| noble_id(game.components.noble(noble))).collect()
}

pub(super) fn cities(cities: &[CityId]) -> Vec<schema::CityId> {
    city_ids(cities.iter().copied().collect())
}

/// Tells the rules: of the rulings those that depart from the default.
pub(crate) fn rules(rules: Rules) -> schema::Rules {
    let edition = match rules.edition {
        Edition::Y2014 => "2014",
        Edition::Y2024 => "2024",
    };
    let boxes = ["silk-road", "sun-never-sets"].into_iter();
    schema::Rules {
        edition: edition.into(),
        modules: modules(rules.modules),
        boxes: boxes.filter(|name| rules.boxes.declares(name)).map(Name::from).collect(),
        rulings: rulings(rules.rulings),
    }
}

fn modules(modules: Modules) -> Vec<Name> {
    let names = [("cities", modules.cities), ("trading-posts", modules.trading_posts)];
    names.into_iter().filter(|&(_, plays)| plays).map(|(name, _)| name.into()).collect()
}

fn rulings(rulings: Rulings) -> schema::Rulings {
    let usual = Rulings::default();
    let words = [
        ("fewer", fewer(rulings.fewer), fewer(usual.fewer)),
        ("pass", pass(rulings.pass), pass(usual.pass)),
        ("stalemate", stalemate(rulings.stalemate), stalemate(usual.stalemate)),
        ("gold", gold(rulings.gold), gold(usual.gold)),
        ("tie", tie(rulings.tie), tie(usual.tie)),
        ("return", returns(rulings.returns), returns(usual.returns)),
        ("noble-choice", choice(rulings.noble_choice), choice(usual.noble_choice)),
        ("noble-time", time(rulings.noble_time), time(usual.noble_time)),
        ("powers", powers(rulings.powers), powers(usual.powers)),
        ("overpay", overpay(rulings.overpay), overpay(usual.overpay)),
    ];
    let words = words.into_iter().filter(|(_, value, usual)| value != usual);
    let words = words.map(|(name, value, _)| (Name::from(name), Ruling::Word(value.into())));
    let target = (rulings.target != usual.target).then_some(Ruling::Number(rulings.target));
    schema::Rulings(words.chain(target.map(|number| ("target".into(), number))).collect())
}

const fn fewer(ruling: Fewer) -> &'static str {
    match ruling {
        Fewer::WhenShort => "when-short",
        Fewer::AllAvailable => "all-available",
        Fewer::UpToThree => "up-to-three",
        Fewer::ToTen => "to-ten",
        Fewer::Never => "never",
    }
}

const fn pass(ruling: Pass) -> &'static str {
    match ruling {
        Pass::WhenStuck => "when-stuck",
        Pass::Always => "always",
        Pass::Never => "never",
    }
}

/// Tells this ruling.
pub(crate) const fn stalemate(ruling: Stalemate) -> &'static str {
    match ruling {
        Stalemate::Ends => "ends",
        Stalemate::Continues => "continues",
        Stalemate::PassedRound => "passed-round",
    }
}

const fn gold(ruling: GoldUse) -> &'static str {
    match ruling {
        GoldUse::Free => "free",
        GoldUse::LastResort => "last-resort",
    }
}

const fn tie(ruling: Tie) -> &'static str {
    match ruling {
        Tie::FewestCardsThenShared => "fewest-cards-then-shared",
        Tie::MostPrestigeShared => "most-prestige-shared",
        Tie::LastSeat => "last-seat",
        Tie::FirstSeat => "first-seat",
        Tie::FewestCardsThenFirstSeat => "fewest-cards-then-first-seat",
    }
}

const fn returns(ruling: Return) -> &'static str {
    match ruling {
        Return::Exact => "exact",
        Return::UpTo => "up-to",
        Return::Anything => "anything",
    }
}

const fn choice(ruling: NobleChoice) -> &'static str {
    match ruling {
        NobleChoice::Seat => "seat",
        NobleChoice::FirstListed => "first-listed",
        NobleChoice::All => "all",
    }
}

const fn time(ruling: NobleTime) -> &'static str {
    match ruling {
        NobleTime::EveryTurn => "every-turn",
        NobleTime::AfterAction => "after-action",
        NobleTime::AfterPurchase => "after-purchase",
    }
}

const fn powers(ruling: Powers) -> &'static str {
    match ruling {
        Powers::Mandatory => "mandatory",
        Powers::Optional => "optional",
    }
}

const fn overpay(ruling: Overpay) -> &'static str {
    match ruling {
        Overpay::HalfGold => "half-gold",
        Overpay::Irredundant => "irredundant",
    }
}

/// Tells a turn that was played from `before` to `next`.
pub(super) fn turn(
    options: &GenerateOptions,
    game: &Game<'_>,
    before: &Position,
    turn: &Turn,
    events: &Events,
    next: &Position,
) -> schema::Turn {
    let after = (options.after || options.digest).then(|| after(options, game, turn, next));
    let common = CommonFields {
        seat: Some(turn.seat),
        refill: events.refill.and_then(|place| shown(game, place)),
        gem: turn.gem.map(|token| schema::Token::ALL[token.index()]),
        returned: (!turn.returned.is_empty()).then(|| counts(turn.returned)),
        noble: came(game, turn.nobles),
        post: one_or_many(post_ids(turn.posts)),
        after,
        ..CommonFields::default()
    };
    match turn.action {
        Action::Take(taken) => schema::Turn::Take(TakeTurn { take: list(taken), common }),
        Action::ReserveMarket(card) => {
            let reserve = Reserve::Market(card_id(game.components.card(card)));
            schema::Turn::Reserve(ReserveTurn { reserve, common })
        }
        Action::ReserveDeck { level, card, under } => {
            let deck = schema::Level::ALL[level.index()];
            let top = before.deck(level).top();
            let card = card.map(Place::Card).or(top).and_then(|place| shown(game, place));
            let under = under.map(|card| card_id(game.components.card(card)));
            let reserve = Reserve::Deck(DeckReserve { deck, card, under });
            schema::Turn::Reserve(ReserveTurn { reserve, common })
        }
        Action::Purchase { card, pay, .. } => {
            let hand = events.source == Some(Source::Hand);
            let from = hand.then_some(PurchaseOrigin::Hand);
            let card = card_id(game.components.card(card));
            let purchase = Purchase { card, pay: Some(counts(pay)), from };
            schema::Turn::Purchase(PurchaseTurn { purchase, common })
        }
        Action::Pass => schema::Turn::Pass(PassTurn { common }),
    }
}

fn came(game: &Game<'_>, came: NobleSet) -> Option<OneOrMany<schema::NobleId>> {
    let mut ids = nobles(game, &came.iter().collect::<Vec<_>>());
    match ids.len() {
        0 => None,
        1 => ids.pop().map(OneOrMany::One),
        _ => Some(OneOrMany::Many(ids)),
    }
}

fn shown(game: &Game<'_>, place: Place) -> Option<schema::CardId> {
    match place {
        Place::Hidden => None,
        Place::Card(card) => Some(card_id(game.components.card(card))),
    }
}

fn list(taken: Tokens) -> TokenList {
    let mut tokens = Vec::with_capacity(3);
    for (kind, count) in taken.iter() {
        tokens.extend(std::iter::repeat_n(schema::Token::ALL[kind.index()], count.into()));
    }
    TokenList::new(&tokens).expect("a take of at most three tokens")
}

fn after(options: &GenerateOptions, game: &Game<'_>, turn: &Turn, next: &Position) -> After {
    let seat = &next.seats()[usize::from(turn.seat)];
    let told = After {
        prestige: Some(seat.prestige()),
        tokens: Some(every_count(seat.tokens())),
        supply: Some(every_count(next.supply())),
        ..After::default()
    };
    After {
        digest: options.digest.then(|| crate::digest(game, next)),
        ..if options.after { told } else { After::default() }
    }
}

/// Counts that name every kind, so that a zero is claimed too.
fn every_count(tokens: Tokens) -> TokenCounts {
    Token::ALL.into_iter().fold(TokenCounts::default(), |counts, kind| {
        counts.with(schema::Token::ALL[kind.index()], tokens.get(kind))
    })
}
