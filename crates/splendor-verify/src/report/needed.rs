//! The requirement of a broken clause in a few words: the label beneath the underlined part.

use splendor_core::{Elsewhere, PassObstacle, Token, Tokens, Violation};

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
        Violation::SetupCards { times: 0, card } => format!("needs {card} somewhere"),
        Violation::SetupCards { .. } => "needs each card once".to_owned(),
        Violation::SetupLevel { card, .. } => format!("belongs to {}", card.level),
        Violation::SetupMarket { .. } => "needs four cards".to_owned(),
        Violation::SetupNobles { needed, .. } => format!("needs {needed} nobles"),
        Violation::SetupNobleOnce { .. } => "needs different nobles".to_owned(),
        Violation::SetupNobleBox { boxed, .. } => {
            format!("needs `\"boxes\": [\"{boxed}\"]` in the rules")
        }
        Violation::SetupCities { needed: 0, .. } => "needs the module `cities`".to_owned(),
        Violation::SetupCities { needed, .. } => format!("needs {needed} cities"),
        Violation::SetupCityTiles { .. } => "needs faces of different tiles".to_owned(),
        _ => return None,
    })
}

/// Returns the requirement of a clause on a turn.
fn of_turn(violation: &Violation) -> Option<String> {
    Some(match *violation {
        Violation::TurnOrder { expected, .. } => format!("needs seat {expected}"),
        Violation::TurnAfterEnd { .. } => "nothing may follow the end".to_owned(),
        Violation::TurnOneAction {} => "needs at least one token".to_owned(),
        Violation::TurnPass { possible: PassObstacle::Ruling } => "needs an action".to_owned(),
        Violation::TurnPass { .. } => "needs a seat without an action".to_owned(),
        Violation::TakeNoGold { .. } => "gold comes only with a reserved card".to_owned(),
        Violation::TakeSupply { token, taken, .. } => supplied(token, taken),
        Violation::TakeDifferent { .. } => "needs three at most".to_owned(),
        Violation::TakeFewer { needed, .. } => format!("needs {needed} different gems"),
        Violation::TakePair { .. } => "needs two of one color and nothing else".to_owned(),
        Violation::TakePairNeedsFour { token, .. } => supplied(token, 4),
        Violation::ReserveHandLimit { .. } => "needs fewer than three cards in hand".to_owned(),
        Violation::ReserveFaceUp { .. } => "needs a card of the market".to_owned(),
        Violation::ReserveDeck { .. } => "needs a card in the deck".to_owned(),
        Violation::PurchaseSource { place: Elsewhere::Market, .. } => {
            "needs `\"from\": \"market\"`".to_owned()
        }
        Violation::PurchaseSource { place: Elsewhere::Hand, .. } => {
            "needs `\"from\": \"hand\"`".to_owned()
        }
        Violation::PurchaseSource { .. } => "needs a card of the market or of the hand".to_owned(),
        Violation::PurchasePrice { price, .. } => format!("needs {price}"),
        Violation::PurchasePayment { price, .. } => format!("needs {price} and no more"),
        Violation::PurchaseTokens { token, owned, .. } => {
            format!("needs no more {} than the {owned} held", token.plural())
        }
        Violation::PostPresent { .. } => "needs the module `trading-posts`".to_owned(),
        Violation::PostDoubleGold { .. } => "needs a gold for every two of a color".to_owned(),
        Violation::PostDrawTwo { .. } => "needs the post `draw-two` and two cards".to_owned(),
        Violation::PostGem { .. } => "needs a post that gives a gem here".to_owned(),
        Violation::PostGemAfterPurchase { .. } => "needs one gem of the supply".to_owned(),
        Violation::PostThirdGem { pair, .. } => {
            format!("needs one gem of the supply that is no {pair}")
        }
        Violation::MarketRefill { why, .. } => why.to_owned(),
        Violation::RevealUnseen { .. } => "needs a card not seen before".to_owned(),
        Violation::RevealLevel { level, .. } => format!("needs a card of {level}"),
        Violation::RevealDeck { next, .. } => format!("needs {next}"),
        Violation::LimitOwned { held, .. } => format!("needs no more than the {held} held"),
        Violation::LimitTen { held, .. } => {
            format!("needs {} more to go back", held.saturating_sub(10))
        }
        Violation::LimitExcess { excess: 0, .. } => "nothing goes back".to_owned(),
        Violation::LimitExcess { excess, .. } => format!("needs {excess} and no more"),
        Violation::NoblePresent { .. } => "needs a noble of the table".to_owned(),
        Violation::NobleEarned { noble, .. } => format!("needs {}", noble.demand),
        Violation::NobleOne { .. } => "needs one noble at most".to_owned(),
        Violation::NobleTime { .. } => "needs a turn in which nobles come".to_owned(),
        Violation::NobleChoice { noble, .. } => format!("needs {noble}"),
        Violation::NobleMandatory { noble, .. } => format!("needs `\"noble\": \"{noble}\"`"),
        Violation::PostOne { .. } => "needs one post at most".to_owned(),
        Violation::PostEarned { post, .. } => format!("needs {}", post.demand()),
        Violation::PostOnce { .. } => "needs another post".to_owned(),
        Violation::PostMandatory { post, .. } => format!("needs `\"post\": \"{post}\"`"),
        _ => return None,
    })
}

/// Returns the requirement that the supply has some tokens of a kind.
fn supplied(token: Token, count: u8) -> String {
    format!("needs {} in the supply", Tokens::NONE.with(token, count))
}

/// Returns the requirement of a clause on the end, the winners or a claim.
fn of_end(violation: &Violation) -> Option<String> {
    Some(match *violation {
        Violation::CityMet { .. }
        | Violation::CityFurtherColor { .. }
        | Violation::CityTrigger { .. } => "needs a city that is met".to_owned(),
        Violation::EndTrigger { target, .. } => format!("needs a seat with {target} prestige"),
        Violation::EndRound { seat } => format!("needs the turn of seat {seat}"),
        Violation::EndStalemate { ruling: "continues", .. } => {
            "needs a ruling by which it ends the game".to_owned()
        }
        Violation::EndStalemate { needed, ruling: "passed-round", .. } => {
            format!("needs {needed} passes in one round")
        }
        Violation::EndStalemate { needed, .. } => format!("needs {needed} forced passes in a row"),
        Violation::EndWinner { seat, prestige, most } if prestige == most => {
            format!("needs seat {seat}")
        }
        Violation::EndFewestCards { seat, cards, fewest } if cards == fewest => {
            format!("needs seat {seat}")
        }
        Violation::CityWinner { most, .. } | Violation::EndWinner { most, .. } => {
            format!("needs {most} prestige")
        }
        Violation::EndFewestCards { fewest: 1, .. } => "needs 1 card at most".to_owned(),
        Violation::EndFewestCards { fewest, .. } => format!("needs {fewest} cards at most"),
        Violation::EndShared { seat } => format!("needs seat {seat} too"),
        Violation::PostPointPerPost { posts, .. } => format!("needs {posts} from posts"),
        Violation::ScoreSum { sum, .. } => format!("needs {sum}"),
        Violation::ReserveGold { expected, .. } => format!("needs {expected}"),
        Violation::ClaimAfter { actual, .. } => format!("needs {actual}"),
        Violation::ClaimPlies { actual, .. } => format!("needs {actual}"),
        Violation::ClaimScoreCount { seats, .. } => format!("needs {seats} scores"),
        Violation::ClaimScore { actual, .. } => format!("needs {actual}"),
        _ => return None,
    })
}
