//! Causes in which the client counts a claim differently, so that it is off by a constant.

use splendor_core::{Quantity, Token, Violation, published_tokens};

use super::input::{Candidate, DiagnosisInput};
use super::patch::{Edit, replace};
use splendor_schema::diagnosis::CauseKind;

/// The gems, as a log names them.
const GEMS: [&str; 5] = ["diamond", "sapphire", "emerald", "ruby", "onyx"];

/// Corrects claims that are off by the same amount from the finding on.
pub(super) fn alike(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let Some(&Violation::ClaimAfter { what, claimed, actual }) = input.violation() else {
        return Vec::new();
    };
    let by = i64::from(actual) - i64::from(claimed);
    let all = [
        gold_not_noted(input, what, by),
        supply_of_seats(input, what, by),
        from_here(input, what, by),
    ];
    all.into_iter().flatten().collect()
}

/// Shifts one count in all claims from the finding on.
fn from_here(input: &DiagnosisInput<'_>, what: Quantity, by: i64) -> Option<Candidate> {
    let seat = actor(input, input.at)?;
    let whose = Some(seat).filter(|_| !matches!(what, Quantity::Supply(_)));
    let edit = shifted(input, input.at, whose, &what.to_string().replace('.', "/"), by)?;
    let off = by.abs();
    let how = if by > 0 { "low" } else { "high" };
    let of = whose.map_or_else(String::new, |seat| format!(" of seat {seat}"));
    let message =
        format!("from turn {} on, the claims about `{what}`{of} are {off} too {how}", input.at + 1);
    Some(Candidate::of_turn(CauseKind::ClaimsAfterShifted, input.at, message, edit))
}

/// Adds the gold of a reservation that the claims about seat and supply both leave out.
fn gold_not_noted(input: &DiagnosisInput<'_>, what: Quantity, by: i64) -> Option<Candidate> {
    let reserves = input.turn_value(input.at).get("reserve").is_some();
    let off = matches!(
        (what, by),
        (Quantity::Tokens(Token::Gold), 1) | (Quantity::Supply(Token::Gold), -1)
    );
    let seat = actor(input, input.at).filter(|_| reserves && off)?;
    let mut edit = shifted(input, input.at, Some(seat), "tokens/gold", 1)?;
    edit.extend(shifted(input, input.at, None, "supply/gold", -1)?);
    let message = format!(
        "the claims lack the gold that came with the card reserved at turn {}",
        input.at + 1
    );
    Some(Candidate::of_turn(CauseKind::GoldNotNoted, input.at, message, edit))
}

/// Shifts all gem stacks of the supply to those of a game with this number of seats.
fn supply_of_seats(input: &DiagnosisInput<'_>, what: Quantity, by: i64) -> Option<Candidate> {
    let Quantity::Supply(Token::Gem(_)) = what else { return None };
    let gems = |seats: u8| i64::from(published_tokens(seats).get(Token::ALL[0]));
    let due = gems(u8::try_from(input.seats()).ok()?);
    let seats = (2..=4).find(|&seats| gems(seats) - due == -by)?;
    let paths = GEMS.map(|gem| shifted(input, 0, None, &format!("supply/{gem}"), by));
    let edit: Option<Vec<Vec<Edit>>> = paths.into_iter().collect();
    let message = format!("the supply is counted as for {seats} seats");
    Some(Candidate::of_log(CauseKind::SupplyOfSeats, message, edit?.concat()))
}

/// Adds `by` to a claim of every turn from `from` on, or only of the turns of `seat`. `None` if a
/// claim would leave the range of a count.
fn shifted(
    input: &DiagnosisInput<'_>,
    from: usize,
    seat: Option<u8>,
    field: &str,
    by: i64,
) -> Option<Vec<Edit>> {
    let turns = from..input.log.turns.len();
    let turns = turns.filter(|&at| seat.is_none() || actor(input, at) == seat);
    let claims = turns.filter_map(|at| {
        let path = format!("/turns/{at}/after/{field}");
        let claimed = input.value.pointer(&path)?.as_i64()?;
        Some((path, claimed + by))
    });
    let edit = |(path, count)| u8::try_from(count).ok().map(|count| replace(path, count));
    claims.map(edit).collect()
}

/// Returns the seat that acts at a turn: the logged seat, or the one due if the seats take turns.
fn actor(input: &DiagnosisInput<'_>, at: usize) -> Option<u8> {
    let seats = input.seats().max(1);
    let round = u8::try_from(at % seats).ok();
    input.log.turns.get(at)?.seat.or(round)
}
