//! Compares the claims of a log with the table: redundant facts such as scores, counts and winners.

use splendor_core::{
    Action, City, CityId, Color, End, Game, Phase, Position, Quantity, Tie, Token, Tokens, Turn,
    Violation, Winners,
};
use splendor_schema::Log;
use splendor_schema::log::EndReason;
use splendor_schema::token::{BonusCounts, TokenCounts};
use splendor_schema::turn::After;

use crate::verdict::Breach;

/// Returns the first false claim about the table after a turn.
pub fn of_turn(game: &Game<'_>, turn: &Turn, after: &After, next: &Position) -> Option<Breach> {
    let seat = next.seats().get(usize::from(turn.seat))?;
    let in_stock = next.strongholds().in_stock(turn.seat);
    let number = |what, claimed: Option<u8>, actual: u8| {
        let claimed = claimed.filter(|&claimed| claimed != actual)?;
        Some(Violation::ClaimAfter { what, claimed: claimed.into(), actual: actual.into() })
    };
    let false_claim = number(Quantity::Prestige, after.prestige, seat.prestige())
        .or_else(|| of_counts(Quantity::Tokens, after.tokens, seat.tokens()))
        .or_else(|| of_colors(Quantity::Bonuses, after.bonuses.as_ref(), seat.bonuses()))
        .or_else(|| number(Quantity::Hand, after.hand, seat.hand_size()))
        .or_else(|| of_colors(Quantity::Colors, after.colors.as_ref(), seat.colors()))
        .or_else(|| number(Quantity::Strongholds, after.strongholds, in_stock))
        .or_else(|| of_counts(Quantity::Supply, after.supply, next.supply()));
    if let Some(violation) = false_claim {
        return Some(Breach::Claim(violation, contradicted(game, turn, &violation, next)));
    }
    let claimed = after.digest.filter(|_| shows_all(next))?;
    let wrong = claimed != crate::digest(game, next);
    wrong.then_some(Breach::Claim(Violation::ClaimDigest {}, None))
}

/// Returns whether every claim about the table after a turn is true, or `None` if a claim depends
/// on a fact that the log omits.
pub(crate) fn are_true(
    game: &Game<'_>,
    turn: &Turn,
    after: Option<&After>,
    next: &Position,
) -> Option<bool> {
    let Some(after) = after else { return Some(true) };
    let can_check = after.digest.is_none() || shows_all(next);
    can_check.then(|| of_turn(game, turn, after, next).is_none())
}

/// Returns whether every face-up card and tile is known, so that the digest can be computed.
pub(crate) fn shows_all(position: &Position) -> bool {
    position.market_hidden() == [0; 6] && !position.hides_tiles()
}

/// Returns the first count of tokens that the log claims wrongly.
fn of_counts(
    quantity: fn(Token) -> Quantity,
    claimed: Option<TokenCounts>,
    actual: Tokens,
) -> Option<Violation> {
    let claimed = claimed?;
    let mut pairs = claimed.iter().map(|(kind, count)| (kind, count, actual.get(kind)));
    let (kind, claimed, actual) = pairs.find(|&(_, claimed, actual)| claimed != actual)?;
    let what = quantity(kind);
    Some(Violation::ClaimAfter { what, claimed: claimed.into(), actual: actual.into() })
}

/// Returns the first count of a color that the log claims wrongly.
fn of_colors(
    quantity: fn(Color) -> Quantity,
    claimed: Option<&BonusCounts>,
    actual: splendor_core::Gems,
) -> Option<Violation> {
    let mut pairs =
        claimed?.iter().map(|(kind, count)| (kind, count, actual.get(Color::ALL[kind.index()])));
    let (kind, claimed, actual) = pairs.find(|&(_, claimed, actual)| claimed != actual)?;
    let what = quantity(Color::ALL[kind.index()]);
    Some(Violation::ClaimAfter { what, claimed: claimed.into(), actual: actual.into() })
}

/// Returns the clause that a false claim about the table contradicts, if there is exactly one.
fn contradicted(
    game: &Game<'_>,
    turn: &Turn,
    claim: &Violation,
    next: &Position,
) -> Option<Violation> {
    let Violation::ClaimAfter { what, claimed, .. } = *claim else { return None };
    let seat = &next.seats()[usize::from(turn.seat)];
    let reserves = matches!(turn.action, Action::ReserveMarket(_) | Action::ReserveDeck { .. });
    match what {
        Quantity::Prestige => Some(of_prestige(game, next, turn.seat, claimed)),
        Quantity::Tokens(Token::Gold) if reserves => Some(Violation::ReserveGold {
            gold: u8::try_from(claimed).unwrap_or(u8::MAX),
            expected: seat.tokens().gold(),
        }),
        _ => None,
    }
}

/// Returns the breach of a turn, given the violation that the core found.
///
/// A seat that wrongly took no gold with a reservation may exceed ten tokens only because the core
/// counts that gold. Reporting the limit would mislead, so the false claim about the gold is
/// reported instead.
pub(crate) fn or_withheld_gold(
    position: &Position,
    turn: &Turn,
    after: Option<&After>,
    violation: Violation,
) -> Breach {
    let counts_gold = matches!(violation, Violation::LimitTen { why: "", .. });
    let after = after.filter(|_| counts_gold);
    let withheld = after.and_then(|after| withheld_gold(position, turn, after));
    withheld.unwrap_or(Breach::Rule(violation))
}

/// Returns the breach of `reserve.gold` if the log claims that a seat reserved a card and took no
/// gold although the supply had some.
fn withheld_gold(position: &Position, turn: &Turn, after: &After) -> Option<Breach> {
    let reserves = matches!(turn.action, Action::ReserveMarket(_) | Action::ReserveDeck { .. });
    let held = position.seats().get(usize::from(turn.seat))?.tokens();
    let gold = after.tokens?.get(Token::Gold)?;
    let due = reserves && position.supply().gold() > 0 && turn.returned.gold() == 0;
    if !due || gold != held.gold() {
        return None;
    }
    let expected = held.gold() + 1;
    let claim = Violation::ClaimAfter {
        what: Quantity::Tokens(Token::Gold),
        claimed: gold.into(),
        actual: expected.into(),
    };
    Some(Breach::Claim(claim, Some(Violation::ReserveGold { gold, expected })))
}

/// Returns the clause that a false prestige contradicts: `post.point-per-post` if the claim is
/// short by no more than the prestige from posts, otherwise `score.sum`.
fn of_prestige(game: &Game<'_>, position: &Position, seat: u8, claimed: u16) -> Violation {
    let holdings = &position.seats()[usize::from(seat)];
    let brought = holdings.posts().prestige();
    let lacks = u16::from(holdings.prestige()).checked_sub(claimed);
    if lacks.is_some_and(|lacks| lacks > 0 && lacks <= u16::from(brought)) {
        return Violation::PostPointPerPost { seat, posts: brought };
    }
    score_sum(game, position, seat)
}

/// Returns the breach of `score.sum` with the parts of the sum.
fn score_sum(game: &Game<'_>, position: &Position, seat: u8) -> Violation {
    let holdings = &position.seats()[usize::from(seat)];
    let small = |points: u16| u8::try_from(points).unwrap_or(u8::MAX);
    Violation::ScoreSum {
        seat,
        cards: small(game.components.points(holdings.bought())),
        nobles: small(game.components.noble_points(holdings.nobles())),
        posts: holdings.posts().prestige(),
        sum: holdings.prestige(),
    }
}

/// Returns the position with the claims of the log in place of the computed values.
///
/// After an illegal turn, the replay continues from the table that the log describes. Otherwise one
/// wrong turn would cause a false finding in every later turn.
pub(crate) fn adopted(position: &Position, seat: u8, after: &After) -> Position {
    let given = |counts: Option<TokenCounts>, old: Tokens| {
        let counts = counts?;
        Some(counts.iter().fold(old, |all, (kind, count)| all.with(kind, count)))
    };
    let Some(holdings) = position.seats().get(usize::from(seat)) else { return *position };
    let tokens = given(after.tokens, holdings.tokens());
    position.adopt(seat, tokens, given(after.supply, position.supply()), after.prestige)
}

/// A false claim of a log about its end or its result.
pub(crate) struct FalseClaim {
    pub(crate) breach: Breach,
    /// Whether the log alone shows it, so that it is false at every table.
    pub(crate) is_certain: bool,
}

/// Returns the false claims of a log about its end and its result.
pub(crate) fn of_end(log: &Log, game: &Game<'_>, position: &Position) -> Vec<FalseClaim> {
    let winners = || position.has_ended().then(|| of_winners(log, game, position)).flatten();
    let of_form =
        |breach: Option<Breach>| breach.map(|breach| FalseClaim { breach, is_certain: true });
    let of_table =
        |breach: Option<Breach>| breach.map(|breach| FalseClaim { breach, is_certain: false });
    let claims = [
        of_form(of_end_seats(log)).or_else(|| of_table(of_reason(log, game, position))),
        of_form(of_plies(log)),
        of_table(of_scores(log, game, position)),
        of_form(of_absent_winner(log)).or_else(|| of_table(winners())),
    ];
    claims.into_iter().flatten().collect()
}

/// Checks the claimed reason for the end.
fn of_reason(log: &Log, game: &Game<'_>, position: &Position) -> Option<Breach> {
    let end = log.end.as_ref()?;
    let ends_unseen = game.rules.modules.cities && position.hides_tiles();
    let (why, contradicted) = match (end.reason, position.phase()) {
        (EndReason::Completed, Phase::Open) if ends_unseen => return None,
        (EndReason::Completed, Phase::Open) => (
            "the log calls the game completed, but no seat has triggered the end",
            not_triggered(game, position),
        ),
        (EndReason::Completed, Phase::LastRound) => (
            "the log calls the game completed, but the last round is not complete",
            Violation::EndRound { seat: position.to_move() },
        ),
        (EndReason::Stalemate, phase) if phase != Phase::Ended(End::Stalemate) => {
            ("the log calls the game a stalemate, but it is not one", not_stale(game, position))
        }
        _ => return None,
    };
    Some(Breach::Claim(Violation::ClaimEnd { why }, Some(contradicted)))
}

/// Returns the breach of a game that is wrongly called a stalemate.
fn not_stale(game: &Game<'_>, position: &Position) -> Violation {
    let ruling = game.rules.rulings.stalemate.word();
    let needed = u8::try_from(position.seats().len()).unwrap_or(u8::MAX);
    Violation::EndStalemate { passes: position.passes_in_a_row(), needed, ruling }
}

/// Checks the claimed number of turns.
fn of_plies(log: &Log) -> Option<Breach> {
    let claimed = log.end.as_ref()?.plies?;
    let (claimed, actual) = (clamp(claimed), clamp(log.turns.len() as u64));
    let differs = claimed != actual;
    differs.then_some(Breach::Claim(Violation::ClaimPlies { claimed, actual }, None))
}

/// Returns a number, limited to 32 bits.
fn clamp(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Checks the claimed scores: their number, then each score.
fn of_scores(log: &Log, game: &Game<'_>, position: &Position) -> Option<Breach> {
    let claimed = log.result.as_ref()?.scores.as_ref()?;
    let small = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
    let seats = position.seats().len();
    if claimed.len() != seats {
        let (claimed, seats) = (small(claimed.len()), small(seats));
        return Some(Breach::Claim(Violation::ClaimScoreCount { claimed, seats }, None));
    }
    let pairs = claimed.iter().zip(position.scores()).enumerate();
    let (seat, (&claimed, actual)) =
        pairs.into_iter().find(|(_, (claimed, actual))| *claimed != actual)?;
    let violation = Violation::ClaimScore { seat: small(seat), claimed, actual };
    let contradicted = of_prestige(game, position, small(seat), claimed.into());
    Some(Breach::Claim(violation, Some(contradicted)))
}

/// Returns the false claims about the number of turns and the named seats, which need no table.
pub(crate) fn of_form(log: &Log) -> impl Iterator<Item = Breach> {
    [of_end_seats(log), of_plies(log), of_absent_winner(log)].into_iter().flatten()
}

/// Checks that each winner is at the table, and that no seat is listed twice.
fn of_absent_winner(log: &Log) -> Option<Breach> {
    let winners = log.result.as_ref()?.winners.as_ref()?;
    let absent = winners.iter().find(|&&seat| usize::from(seat) >= log.players.len());
    let mut pairs = winners.iter().enumerate();
    let twice = pairs.find(|&(at, seat)| winners[..at].contains(seat)).map(|(_, seat)| seat);
    let (&seat, why) = match (absent, twice) {
        (Some(seat), _) => (seat, "is not at the table, but is called a winner"),
        (None, Some(seat)) => (seat, "is called a winner twice"),
        (None, None) => return None,
    };
    Some(Breach::Claim(Violation::ClaimWinner { seat, why }, None))
}

/// Checks that the seats named in the end are at the table.
fn of_end_seats(log: &Log) -> Option<Breach> {
    let seats = &log.end.as_ref()?.seats;
    let why = "`end.seats` names a seat that is not at the table";
    let absent = seats.iter().any(|&seat| usize::from(seat) >= log.players.len());
    absent.then_some(Breach::Claim(Violation::ClaimEnd { why }, None))
}

/// Compares the claimed winners with the winners by the rules.
fn of_winners(log: &Log, game: &Game<'_>, position: &Position) -> Option<Breach> {
    let claimed = log.result.as_ref()?.winners.as_ref()?;
    let winners = position.winners(game);
    if let Some(&seat) = claimed.iter().find(|&&seat| !winners.has(seat)) {
        let contradicted = not_a_winner(game, position, winners, seat);
        let nobody_wins = winners == Winners::default();
        let why = if contradicted.is_some() || nobody_wins {
            "does not win by the rules, but is called a winner"
        } else {
            "ties with the winner, and the ruling `tie` decides against it, but is called a winner"
        };
        return Some(Breach::Claim(Violation::ClaimWinner { seat, why }, contradicted));
    }
    let seat = winners.iter().find(|seat| !claimed.contains(seat))?;
    let why = "wins by the rules, but is not called a winner";
    let prestige = position.seats()[usize::from(seat)].prestige();
    let contradicted = if winners.iter().count() > 1 {
        Violation::EndShared { seat }
    } else if game.rules.modules.cities {
        Violation::CityWinner { seat, prestige, most: prestige }
    } else {
        Violation::EndWinner { seat, prestige, most: prestige }
    };
    Some(Breach::Claim(Violation::ClaimWinner { seat, why }, Some(contradicted)))
}

/// Returns the breach of a game that is called completed although no seat triggered the end.
fn not_triggered(game: &Game<'_>, position: &Position) -> Violation {
    let prestige = position.scores().max().unwrap_or(0);
    if !game.rules.modules.cities {
        return Violation::EndTrigger { prestige, target: game.rules.rulings.target };
    }
    let mut seats = (0..).zip(position.seats()).map(|(seat, _)| seat);
    let nearly = seats.find_map(|seat| met_by_a_named_color(position, seat));
    nearly.unwrap_or(Violation::CityTrigger { prestige })
}

/// Returns the city that a seat would meet if the further cards could be of a color named on it.
fn met_by_a_named_color(position: &Position, seat: u8) -> Option<Violation> {
    let holdings = &position.seats()[usize::from(seat)];
    let cards = holdings.colors();
    let mut cities = position.cities().iter().map(CityId::facts);
    let city = cities.find(|city| {
        let any_color = cards.iter().any(|(_, count)| count >= city.further);
        let rest = City { further: 0, ..*city };
        !city.has_further(cards) && any_color && rest.is_met(holdings.prestige(), cards)
    })?;
    Some(Violation::CityFurtherColor { seat, city })
}

/// Returns the clause by which a seat does not win; none if the ruling `tie` decides by seats.
fn not_a_winner(
    game: &Game<'_>,
    position: &Position,
    winners: Winners,
    seat: u8,
) -> Option<Violation> {
    let holdings = position.seats().get(usize::from(seat))?;
    let prestige = holdings.prestige();
    let cities = game.rules.modules.cities;
    if cities && !position.meets_a_city(seat) {
        let nearly = met_by_a_named_color(position, seat);
        return nearly.or(Some(Violation::CityMet { seat, prestige }));
    }
    let first = winners.iter().next()?;
    let most = position.seats()[usize::from(first)].prestige();
    if prestige < most && cities {
        return Some(Violation::CityWinner { seat, prestige, most });
    }
    if prestige < most {
        return Some(Violation::EndWinner { seat, prestige, most });
    }
    let counted = |seat| position.cards_in_tie(game, seat);
    let (cards, fewest) = (counted(seat), counted(first));
    match game.rules.rulings.tie {
        Tie::FewestCardsThenShared | Tie::FewestCardsThenFirstSeat => {
            (cards > fewest).then_some(Violation::EndFewestCards { seat, cards, fewest })
        }
        Tie::MostPrestigeShared | Tie::LastSeat | Tie::FirstSeat => None,
    }
}

#[cfg(test)]
mod tests;
