//! The cities that a log without them may have been played with.

use splendor_core::{CITIES_ON_TABLE, City, CityId, FACE_COUNT, Position};
use splendor_schema::Log;
use splendor_schema::log::EndReason;

/// The largest number of choices of cities that are tried.
const MOST_CHOICES: usize = 64;

/// When a seat first met each city of the box, by turn from 0.
#[derive(Default)]
pub(super) struct MetCities([Option<usize>; FACE_COUNT]);

impl MetCities {
    /// Looks for cities that a seat meets after a turn.
    pub(super) fn look_at(&mut self, turn: usize, after: &Position) {
        for (first, face) in self.0.iter_mut().zip(CityId::all()) {
            let city = face.facts();
            let mut seats = after.seats().iter();
            if first.is_none() && seats.any(|seat| city.is_met(seat.prestige(), seat.colors())) {
                *first = Some(turn);
            }
        }
    }

    /// Returns three cities that may have been on the table, in some of the ways to choose them.
    /// Nobody met one before the last round. In a game that the log calls completed, each choice has
    /// some that were met in the last round, and others that nobody met.
    pub(super) fn choices(&self, log: &Log) -> Vec<Vec<City>> {
        let completed =
            log.end.as_ref().is_some_and(|end| matches!(end.reason, EndReason::Completed));
        let last_round = log.turns.len().saturating_sub(log.players.len());
        let (mut late, mut never) = (Vec::new(), Vec::new());
        for (face, first) in CityId::all().zip(self.0) {
            match first {
                None => never.push(face),
                Some(turn) if completed && turn >= last_round => late.push(face),
                Some(_) => {}
            }
        }
        let sets = if completed { 1..1_u32 << late.len() } else { 0..1 };
        let choices = sets.filter_map(|set| {
            let is_met = |&(at, _): &(usize, &CityId)| set >> at & 1 == 1;
            let met: Vec<CityId> =
                late.iter().enumerate().filter(is_met).map(|(_, &face)| face).collect();
            let mut chosen: Vec<CityId> = Vec::new();
            for &face in met.iter().chain(&never) {
                let is_new = chosen.iter().all(|other| other.tile() != face.tile());
                if is_new && chosen.len() < usize::from(CITIES_ON_TABLE) {
                    chosen.push(face);
                }
            }
            let is_whole = chosen.len() == usize::from(CITIES_ON_TABLE);
            (is_whole && chosen.starts_with(&met))
                .then(|| chosen.into_iter().map(CityId::facts).collect())
        });
        choices.take(MOST_CHOICES).collect()
    }
}
