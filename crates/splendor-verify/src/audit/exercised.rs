//! The clauses that a log exercises: those that it had an opportunity to break.

use std::collections::BTreeSet;

use splendor_core::{Clause, Game, Position, Post, Row, Token, Winners};
use splendor_schema::log::EndReason;
use splendor_schema::turn::{After, OneOrMany, Reserve, TurnKind};
use splendor_schema::{Log, Turn};

use super::exercised_sun_never_sets;

/// The clauses that at least one log exercises.
pub type Exercised = BTreeSet<Clause>;

/// Adds the clauses that the setup and the claims about the end exercise.
pub(super) fn of_log(all: &mut Exercised, log: &Log, last: Option<(Game<'_>, &Position)>) {
    use Clause::{ComponentUnknown, SetupCards, SetupLevel, SetupMarket, SetupSeats};
    all.extend([ComponentUnknown, SetupSeats, SetupCards, SetupLevel, SetupMarket]);
    if let Some(nobles) = &log.setup.nobles {
        all.extend([Clause::SetupNobles, Clause::SetupNobleOnce]);
        let boxed = nobles.iter().any(|&noble| splendor_core::box_of_noble(noble).is_some());
        all.extend(boxed.then_some(Clause::SetupNobleBox));
    }
    exercised_sun_never_sets::of_setup(all, log);
    if log.setup.cities.is_some() {
        all.extend([Clause::SetupCities, Clause::SetupCityTiles]);
    }
    if let Some((ref game, position)) = last {
        of_end(all, log, game, position);
    }
}

fn of_end(all: &mut Exercised, log: &Log, game: &Game<'_>, position: &Position) {
    let cities = game.rules.modules.cities;
    if let Some(end) = &log.end {
        all.insert(Clause::ClaimEnd);
        all.extend(end.plies.map(|_| Clause::ClaimPlies));
        match end.reason {
            EndReason::Completed if cities => {
                all.extend([Clause::CityTrigger, Clause::CityFurtherColor, Clause::EndRound]);
            }
            EndReason::Completed => all.extend([Clause::EndTrigger, Clause::EndRound]),
            EndReason::Stalemate => all.extend([Clause::EndStalemate]),
            _ => {}
        }
    }
    let Some(result) = &log.result else { return };
    if result.scores.is_some() {
        all.extend([Clause::ClaimScoreCount, Clause::ClaimScore, Clause::ScoreSum]);
        let counted = position.seats().iter().any(|seat| seat.posts().prestige() > 0);
        all.extend(counted.then_some(Clause::PostPointPerPost));
    }
    if result.winners.is_some() && position.has_ended() {
        all.insert(Clause::ClaimWinner);
        of_winners(all, cities, position, position.winners(game));
    }
}

/// Adds the clauses that decide the winner: prestige first, then the number of cards.
fn of_winners(all: &mut Exercised, cities: bool, position: &Position, winners: Winners) {
    if cities {
        all.extend([Clause::CityMet, Clause::CityWinner]);
    } else {
        all.insert(Clause::EndWinner);
    }
    let Some(winner) = winners.iter().next() else { return };
    let most = position.seats()[usize::from(winner)].prestige();
    let leaders = position.scores().filter(|&prestige| prestige == most).count();
    all.extend((leaders > 1).then_some(Clause::EndFewestCards));
    all.extend((winners.iter().count() > 1).then_some(Clause::EndShared));
}

/// Adds the clauses that a turn exercises; `after` is the position after the turn.
pub(super) fn of_turn(
    all: &mut Exercised,
    log: &Log,
    turn: &Turn,
    game: &Game<'_>,
    [before, after]: [&Position; 2],
) {
    all.insert(Clause::TurnOneAction);
    all.extend(after.has_ended().then_some(Clause::TurnAfterEnd));
    of_action(all, log, turn);
    if turn.is_foreign() {
        return;
    }
    all.extend(turn.seat.map(|_| Clause::TurnOrder));
    let under = matches!(turn.reserve, Some(Reserve::Deck { under: Some(_), .. }));
    let power = turn.gem.is_some() || turn.post.is_some() || under;
    all.extend(power.then_some(Clause::PostPresent));
    if let Some(refill) = turn.refill {
        all.insert(Clause::MarketRefill);
        of_reveal(all, log, refill.row());
    }
    if turn.returned.is_some() {
        all.extend([Clause::LimitOwned, Clause::LimitTen, Clause::LimitExcess]);
    }
    let seat = usize::from(turn.seat.unwrap_or(before.to_move()));
    of_posts(all, turn, before, seat);
    let posts = before.seats().get(seat).map(splendor_core::Seat::posts);
    exercised_sun_never_sets::of_turn(all, log, turn, posts.unwrap_or_default());
    of_nobles(all, turn, game, after, seat);
    if let Some(claims) = &turn.after {
        of_claims(all, turn, claims);
    }
}

fn of_action(all: &mut Exercised, log: &Log, turn: &Turn) {
    match turn.kind() {
        TurnKind::Take(take) => {
            all.extend([Clause::TakeNoGold, Clause::TakeSupply, Clause::TakeDifferent]);
            let mut tokens: Vec<Token> = take.iter().copied().collect();
            let taken = tokens.len();
            tokens.sort_unstable_by_key(|token| token.index());
            tokens.dedup();
            if tokens.len() < taken {
                all.extend([Clause::TakePair, Clause::TakePairNeedsFour]);
            } else if taken < 3 {
                all.insert(Clause::TakeFewer);
            }
        }
        TurnKind::Reserve(reserve) => {
            all.insert(Clause::ReserveHandLimit);
            match reserve {
                Reserve::Market(_) => all.extend([Clause::ReserveFaceUp]),
                Reserve::Deck { row, card, .. } => {
                    all.insert(Clause::ReserveDeck);
                    if card.is_some() {
                        of_reveal(all, log, row);
                    }
                }
            }
        }
        TurnKind::Purchase(_) => all.extend([
            Clause::PurchaseSource,
            Clause::PurchasePrice,
            Clause::PurchasePayment,
            Clause::PurchaseTokens,
        ]),
        TurnKind::Pass => all.extend([Clause::TurnPass]),
        TurnKind::Foreign(_) | TurnKind::Irregular => {}
    }
}

/// Adds the clauses on a revealed card. They differ with a known and an unknown deck order.
fn of_reveal(all: &mut Exercised, log: &Log, row: Row) {
    all.extend([Clause::RevealUnseen, Clause::RevealLevel]);
    let deck = log.setup.decks.as_ref().and_then(|decks| decks.row(row));
    all.extend(deck.map(|_| Clause::RevealDeck));
}

fn of_nobles(all: &mut Exercised, turn: &Turn, game: &Game<'_>, after: &Position, seat: usize) {
    let named = turn.noble.as_ref().map_or(0, |nobles| OneOrMany::as_slice(nobles).len());
    if named > 0 {
        all.extend([Clause::NoblePresent, Clause::NobleEarned, Clause::NobleOne]);
    }
    let Some(holdings) = after.seats().get(seat) else { return };
    let met = |&id: &_| holdings.colors().covers(game.components.noble(id).demand);
    let met = named + after.nobles().iter().filter(met).count();
    if met > 0 {
        all.insert(Clause::NobleMandatory);
        all.extend((turn.purchase.is_none()).then_some(Clause::NobleTime));
    }
    all.extend((met > 1).then_some(Clause::NobleChoice));
}

/// Adds the clauses on the posts that the turn earns, and on the posts of the seat that it uses.
fn of_posts(all: &mut Exercised, turn: &Turn, before: &Position, seat: usize) {
    if turn.post.is_some() {
        all.extend([Clause::PostEarned, Clause::PostOne, Clause::PostMandatory, Clause::PostOnce]);
    }
    all.extend(turn.gem.map(|_| Clause::PostGem));
    let Some(posts) = before.seats().get(seat).map(splendor_core::Seat::posts) else { return };
    let clause = match turn.kind() {
        TurnKind::Purchase(_) if posts.has(Post::GemAfterPurchase) => {
            Some(Clause::PostGemAfterPurchase)
        }
        TurnKind::Take(take) if posts.has(Post::ThirdGem) && take.len() == 2 => {
            Some(Clause::PostThirdGem)
        }
        TurnKind::Reserve(Reserve::Deck { .. }) if posts.has(Post::DrawTwo) => {
            Some(Clause::PostDrawTwo)
        }
        _ => None,
    };
    all.extend(clause);
    let doubled = turn.purchase.is_some() && posts.has(Post::DoubleGold);
    all.extend(doubled.then_some(Clause::PostDoubleGold));
    let claims_points = turn.after.as_ref().is_some_and(|after| after.prestige.is_some());
    let named = turn.post.iter().flat_map(OneOrMany::as_slice);
    let mut gained = named.filter_map(|name| name.post());
    let counts = posts.has(Post::PointPerPost) || gained.any(|post| post == Post::PointPerPost);
    all.extend((counts && claims_points).then_some(Clause::PostPointPerPost));
}

fn of_claims(all: &mut Exercised, turn: &Turn, claims: &After) {
    all.insert(Clause::ClaimAfter);
    all.extend(claims.digest.map(|_| Clause::ClaimDigest));
    all.extend(claims.prestige.map(|_| Clause::ScoreSum));
    let gold = claims.tokens.is_some_and(|tokens| tokens.get(Token::Gold).is_some());
    all.extend((gold && turn.reserve.is_some()).then_some(Clause::ReserveGold));
}
