//! The requirement of a broken clause in a few words: the label beneath the underlined part.

use splendor_core::{CardCounts, Elsewhere, Gems, PassObstacle, Spelled, Token, Tokens, Violation};

/// Returns the requirement, if a few words suffice.
pub(super) fn of(violation: &Violation) -> Option<String> {
    of_setup(violation).or_else(|| of_turn(violation)).or_else(|| of_end(violation))
}

/// Returns the requirement of a clause on the setup.
fn of_setup(violation: &Violation) -> Option<String> {
    Some(match *violation {
        Violation::ComponentUnknown { component: it, .. } => {
            format!("no box has this {}", it.kind())
        }
        Violation::SetupSeats { .. } => "needs two to four players".to_owned(),
        Violation::SetupCards { times: 0, card } => format!("needs {card}"),
        Violation::SetupCards { .. } => "needs each card once".to_owned(),
        Violation::SetupLevel { card, .. } => format!("belongs to {}", card.level()),
        Violation::SetupMarket { .. } => "needs four cards".to_owned(),
        Violation::SetupNobles { needed, .. } => format!("needs {} nobles", n(needed)),
        Violation::SetupNobleOnce { .. } => "needs different nobles".to_owned(),
        Violation::SetupNobleBox { boxed, .. } => {
            format!("needs `\"boxes\": [\"{boxed}\"]` in the rules")
        }
        Violation::SetupCities { needed: 0, .. } => "needs the module `cities`".to_owned(),
        Violation::SetupCities { needed, .. } => format!("needs {} cities", n(needed)),
        Violation::SetupCityTiles { .. } => "needs faces of different tiles".to_owned(),
        _ => return None,
    })
}

/// Returns the requirement of a clause on a turn.
fn of_turn(violation: &Violation) -> Option<String> {
    Some(match *violation {
        Violation::TurnOrder { expected, .. } => format!("seat {expected} is next"),
        Violation::TurnAfterEnd { .. } => "nothing may follow the end".to_owned(),
        Violation::TurnOneAction {} => "needs at least one token".to_owned(),
        Violation::TurnPass { possible: PassObstacle::Ruling } => "needs an action".to_owned(),
        Violation::TurnPass { .. } => "the seat can act".to_owned(),
        Violation::TakeNoGold { .. } => "gold comes only with a reserved card".to_owned(),
        Violation::TakeSupply { token, taken, .. } => supplied(token, taken),
        Violation::TakeDifferent { .. } => "take at most three".to_owned(),
        Violation::TakeFewer { needed, .. } => format!("needs {} different gems", n(needed)),
        Violation::TakePair { .. } => "needs two of one color and nothing else".to_owned(),
        Violation::TakePairNeedsFour { token, .. } => supplied(token, 4),
        Violation::ReserveHandLimit { .. } => "needs fewer than three cards in hand".to_owned(),
        Violation::ReserveFaceUp { .. } => "needs a card in the market".to_owned(),
        Violation::ReserveDeck { .. } => "needs a card in the deck".to_owned(),
        Violation::PurchaseSource { place: Elsewhere::Market, .. } => {
            "needs `\"from\": \"market\"`".to_owned()
        }
        Violation::PurchaseSource { place: Elsewhere::Hand, .. } => {
            "needs `\"from\": \"hand\"`".to_owned()
        }
        Violation::PurchaseSource { .. } => "needs a card in the market or in the hand".to_owned(),
        Violation::PurchasePrice { price, .. } => format!("needs {price}"),
        Violation::PurchasePayment { price, .. } if price == Gems::NONE => {
            "the card is free".to_owned()
        }
        Violation::PurchasePayment { price, .. } => format!("needs {price} and no more"),
        Violation::PurchaseTokens { token, owned: held, .. }
        | Violation::LimitOwned { token, held, .. } => owned(token, held),
        Violation::PostPresent { .. } => "needs the module `trading-posts`".to_owned(),
        Violation::PostDoubleGold { .. } => {
            "needs one gold for every two gems of a color".to_owned()
        }
        Violation::PostDrawTwo { .. } => "needs the post `draw-two` and two cards".to_owned(),
        Violation::PostGem { .. } => "needs a post that gives a gem here".to_owned(),
        Violation::PostGemAfterPurchase { .. } => "needs one gem from the supply".to_owned(),
        Violation::PostThirdGem { .. } => {
            "needs one gem of another color from the supply".to_owned()
        }
        Violation::MarketRefill { why, .. } => why.to_owned(),
        Violation::RevealUnseen { .. } => "needs a card not seen before".to_owned(),
        Violation::RevealLevel { level, .. } => format!("needs a card of {level}"),
        Violation::RevealDeck { next, .. } => format!("needs {next}"),
        Violation::LimitTen { why, .. } if !why.is_empty() => "reserve nothing".to_owned(),
        Violation::LimitTen { held: 11, returned: 0, .. } => "return one token".to_owned(),
        Violation::LimitTen { held, returned: 0, .. } => {
            format!("return {} tokens", above_ten(held))
        }
        Violation::LimitTen { held, .. } => format!("return {} more", above_ten(held)),
        Violation::LimitExcess { excess: 0, .. } => "return nothing".to_owned(),
        Violation::LimitExcess { excess, .. } => format!("return only {}", Spelled(excess)),
        Violation::NoblePresent { .. } => "choose a noble on the table".to_owned(),
        Violation::NobleEarned { noble, .. } => format!("needs {}", CardCounts(noble.demand)),
        Violation::NobleOne { .. } => "take at most one noble".to_owned(),
        Violation::NobleTime { .. } => "no noble is taken in this turn".to_owned(),
        Violation::NobleChoice { noble, .. } => format!("needs {noble}"),
        Violation::NobleMandatory { noble, .. } => format!("needs `\"noble\": \"{noble}\"`"),
        Violation::PostOne { .. } => "gain at most one post".to_owned(),
        Violation::PostEarned { post, .. } => format!("needs {}", CardCounts(post.demand())),
        Violation::PostOnce { .. } => "the seat already has this post".to_owned(),
        Violation::PostMandatory { post, .. } => format!("needs `\"post\": \"{post}\"`"),
        _ => return None,
    })
}

/// Returns the requirement that the supply has some tokens of a kind.
fn supplied(token: Token, count: u8) -> String {
    format!("needs {} in the supply", Tokens::NONE.with(token, count))
}

/// Returns how many tokens of a kind a seat has that uses more.
fn owned(token: Token, count: u8) -> String {
    match count {
        0 => format!("the seat has no {token}"),
        _ => format!("the seat has only {}", Tokens::NONE.with(token, count)),
    }
}

/// Returns how many of these tokens are above ten.
fn above_ten(held: u16) -> Spelled {
    Spelled(held.saturating_sub(10))
}

fn n(number: u8) -> Spelled {
    Spelled(u16::from(number))
}

/// Returns the requirement of a clause on the end, the winners or a claim.
fn of_end(violation: &Violation) -> Option<String> {
    Some(match *violation {
        Violation::CityMet { .. } | Violation::CityFurtherColor { .. } => {
            "the seat meets no city".to_owned()
        }
        Violation::CityTrigger { .. } => "no seat meets a city".to_owned(),
        Violation::EndTrigger { target, .. } => format!("a seat must have {target} prestige first"),
        Violation::EndRound { seat } => format!("seat {seat} must play first"),
        Violation::EndStalemate { ruling: "continues", .. } => {
            "passes never end this game".to_owned()
        }
        Violation::EndStalemate { needed, ruling: "passed-round", .. } => {
            format!("needs {} passes in one round", n(needed))
        }
        Violation::EndStalemate { needed, .. } => {
            format!("needs {} forced passes in a row", n(needed))
        }
        Violation::CityWinner { seat, prestige, most }
        | Violation::EndWinner { seat, prestige, most }
            if prestige == most =>
        {
            format!("seat {seat} wins")
        }
        Violation::EndFewestCards { cards, fewest, .. } if cards <= fewest => {
            "another seat wins".to_owned()
        }
        Violation::CityWinner { most, .. } | Violation::EndWinner { most, .. } => {
            format!("needs {most} prestige")
        }
        Violation::EndFewestCards { fewest: 1, .. } => "needs at most 1 card".to_owned(),
        Violation::EndFewestCards { fewest, .. } => format!("needs at most {fewest} cards"),
        Violation::EndShared { seat } => format!("seat {seat} wins too"),
        Violation::PostPointPerPost { posts, .. } => {
            format!("needs {} prestige from posts", n(posts))
        }
        Violation::ScoreSum { sum, .. } => format!("needs {sum}"),
        Violation::ReserveGold { expected, .. } => format!("needs {expected}"),
        Violation::ClaimAfter { actual, .. } => format!("needs {actual}"),
        Violation::ClaimPlies { actual, .. } => format!("needs {actual}"),
        Violation::ClaimScoreCount { seats, .. } => format!("needs {} scores", n(seats)),
        Violation::ClaimScore { actual, .. } => format!("needs {actual}"),
        _ => return None,
    })
}
