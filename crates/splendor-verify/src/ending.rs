//! Who won, and why; or why the game goes on.

use splendor_core::{City, CityId, Clause, End, EndTime, Game, Gems, Phase, Position, Seat};
use splendor_core::{Stalemate, Tie, TieCards, Winners};
use splendor_schema::why::{Condition, Standing};

use crate::conditions::{Stated, as_listed};
use crate::words::{cards_by_color, count_with_noun, listed};

/// Returns what decides whether the game has ended, and if it has, who wins. `name` names a seat.
pub fn conditions_of_the_end(
    game: &Game<'_>,
    position: &Position,
    name: &dyn Fn(u8) -> String,
) -> Vec<Condition> {
    let said = Ending { game, position, name };
    let stated = match position.phase() {
        Phase::Open => said.trigger(),
        Phase::LastRound => [said.trigger(), vec![said.last_turns()]].concat(),
        Phase::Ended(End::Completed) => [said.trigger(), vec![said.end()], said.winners()].concat(),
        Phase::Ended(End::Stalemate) => [vec![said.stalemate()], said.winners()].concat(),
    };
    as_listed(stated)
}

/// A position, and how its seats are named.
struct Ending<'a> {
    game: &'a Game<'a>,
    position: &'a Position,
    name: &'a dyn Fn(u8) -> String,
}

impl Ending<'_> {
    fn seats(&self) -> impl Iterator<Item = (u8, &Seat)> {
        (0..).zip(self.position.seats())
    }

    fn names(&self, seats: &[u8]) -> String {
        listed(&seats.iter().map(|&seat| (self.name)(seat)).collect::<Vec<_>>())
    }

    /// Which seat has what triggers the end; if none has, how much is missing.
    fn trigger(&self) -> Vec<Stated> {
        if self.game.rules.modules.cities {
            return self.cities();
        }
        let target = self.game.rules.rulings.target;
        let prestige = |(seat, held): (u8, &Seat)| {
            format!("{} has {} prestige", (self.name)(seat), held.prestige())
        };
        let can = |&(seat, _): &(u8, &Seat)| self.position.can_trigger_the_end(self.game, seat);
        let met: Vec<String> = self.seats().filter(can).map(prestige).collect();
        if !met.is_empty() {
            let fact = format!("{}; the target is {target}", listed(&met));
            return vec![(Clause::EndTrigger, Standing::Met, fact)];
        }
        let most = self.position.scores().max().unwrap_or(0);
        let nearest =
            self.seats().filter(|(_, held)| held.prestige() == most).map(|(seat, _)| seat);
        let fact = if most == 0 {
            format!("no seat has any prestige; the target is {target}")
        } else {
            let nearest: Vec<u8> = nearest.collect();
            let have = if nearest.len() == 1 { "has" } else { "have" };
            format!(
                "{} {have} the most prestige, {most}; the target is {target}",
                self.names(&nearest)
            )
        };
        vec![(Clause::EndTrigger, Standing::NotMet, fact)]
    }

    /// Which seat meets which city; if none meets one, what each lacks for each city.
    fn cities(&self) -> Vec<Stated> {
        let cities = self.position.cities();
        let faces = || cities.iter().map(CityId::facts);
        let met = faces().flat_map(|city| {
            let is_met = move |(_, held): &(u8, &Seat)| city.is_met(held.prestige(), held.colors());
            let says = move |(seat, _)| {
                let fact = format!("{} meets the city of {}", (self.name)(seat), demand(city));
                (Clause::CityTrigger, Standing::Met, fact)
            };
            self.seats().filter(is_met).map(says)
        });
        let met: Vec<Stated> = met.collect();
        if !met.is_empty() {
            return met;
        }
        let not_met = faces().map(|city| {
            let lacks = |(seat, held): (u8, &Seat)| {
                format!("{} lacks {}", (self.name)(seat), listed(&missing(city, held)))
            };
            let lacks: Vec<String> = self.seats().map(lacks).collect();
            let fact = format!("the city of {}: {}", demand(city), lacks.join("; "));
            (Clause::CityTrigger, Standing::NotMet, fact)
        });
        not_met.collect()
    }

    fn last_turns(&self) -> Stated {
        let left: Vec<u8> = self.position.seats_with_a_last_turn(self.game).collect();
        let turns = if left.len() == 1 { "has one more turn" } else { "have one more turn each" };
        (Clause::EndRound, Standing::NotMet, format!("{} {turns}", self.names(&left)))
    }

    /// That no turn is left.
    fn end(&self) -> Stated {
        let fact = match self.game.rules.rulings.end_time {
            EndTime::Round => "the last round is complete, so every seat had equally many turns",
            EndTime::AtOnce => "the game ended at once, by the ruling end-time=at-once",
            EndTime::OthersOnce => {
                "every other seat had one more turn, by the ruling end-time=others-once"
            }
        };
        (Clause::EndRound, Standing::Met, fact.to_owned())
    }

    fn stalemate(&self) -> Stated {
        let passes = self.position.passes_in_a_row();
        let fact = match self.game.rules.rulings.stalemate {
            Stalemate::PassedRound => "every seat passed in one round".to_owned(),
            Stalemate::Ends | Stalemate::Continues => format!(
                "{passes} seats in a row had to pass, and no pass brought a noble or a trading post"
            ),
        };
        (Clause::EndStalemate, Standing::Met, fact)
    }

    /// Who wins: by prestige, then by the ruling `tie`.
    fn winners(&self) -> Vec<Stated> {
        let (game, position) = (self.game, self.position);
        let winners = position.winners(game);
        let cities = game.rules.modules.cities;
        let clause = if cities { Clause::CityWinner } else { Clause::EndWinner };
        let Some(first) = winners.iter().next() else {
            let fact = if cities && self.seats().all(|(seat, _)| !position.meets_a_city(seat)) {
                "no seat meets a city, so no seat wins"
            } else {
                "no seat wins after a round of passes, by the ruling stalemate=passed-round"
            };
            return vec![(clause, Standing::Met, fact.to_owned())];
        };
        let prestige = |seat: u8| position.seats()[usize::from(seat)].prestige();
        let most = prestige(first);
        let (can, cannot): (Vec<u8>, Vec<u8>) = self
            .seats()
            .map(|(seat, _)| seat)
            .partition(|&seat| !cities || position.meets_a_city(seat));
        let (leaders, behind): (Vec<u8>, Vec<u8>) =
            can.into_iter().partition(|&seat| prestige(seat) == most);
        let has = |&seat: &u8| format!("{} has {}", (self.name)(seat), prestige(seat));
        let mut others: Vec<String> = behind.iter().map(has).collect();
        if !cannot.is_empty() {
            let meet = if cannot.len() == 1 { "meets" } else { "meet" };
            others.push(format!("{} {meet} no city", self.names(&cannot)));
        }
        let others =
            if others.is_empty() { String::new() } else { format!("; {}", listed(&others)) };
        if let [winner] = leaders[..] {
            let fact = format!("{} wins with {most} prestige{others}", (self.name)(winner));
            return vec![(clause, Standing::Met, fact)];
        }
        let fact = format!("{} have {most} prestige each{others}", self.names(&leaders));
        vec![(clause, Standing::Met, fact), self.tie(&leaders, winners)]
    }

    /// How a tie for the most prestige is decided.
    fn tie(&self, leaders: &[u8], winners: Winners) -> Stated {
        let (game, position) = (self.game, self.position);
        let held = match game.rules.rulings.tie_cards {
            TieCards::Gained => "bought",
            TieCards::InPlay => "has",
        };
        let cards = |&seat: &u8| {
            let count = count_with_noun(position.cards_in_tie(game, seat), "card", "cards");
            format!("{} {held} {count}", (self.name)(seat))
        };
        let cards = listed(&leaders.iter().map(cards).collect::<Vec<_>>());
        let all: Vec<u8> = winners.iter().collect();
        let names = self.names(&all);
        let share = |fact: String| (Clause::EndShared, Standing::Met, fact);
        let fewest = |fact: String| (Clause::EndFewestCards, Standing::Met, fact);
        match (game.rules.rulings.tie, &all[..]) {
            (Tie::FewestCardsThenShared, [_]) => fewest(format!("{cards}: {names} wins")),
            (Tie::FewestCardsThenShared, _) => share(format!("{cards}: {names} share the victory")),
            (Tie::FewestCardsThenFirstSeat, _) => fewest(format!(
                "{cards}: of the seats with the fewest, {names} is the first and wins, by the \
                 ruling tie=fewest-cards-then-first-seat"
            )),
            (Tie::MostPrestigeShared, _) => {
                share(format!("{names} share the victory, by the ruling tie=most-prestige-shared"))
            }
            (Tie::LastSeat, _) => {
                share(format!("{names} is the last of them and wins, by the ruling tie=last-seat"))
            }
            (Tie::FirstSeat, _) => share(format!(
                "{names} is the first of them and wins, by the ruling tie=first-seat"
            )),
        }
    }
}

/// What a city asks for, like `14 prestige, 4 diamond cards and 4 cards of one other color`.
fn demand(city: City) -> String {
    let mut parts = vec![format!("{} prestige", city.prestige)];
    parts.extend(cards_by_color(city.cards));
    parts.extend(further(city, city.further));
    listed(&parts)
}

/// What a seat lacks for a city that it does not meet.
fn missing(city: City, held: &Seat) -> Vec<String> {
    let prestige = city.prestige.saturating_sub(held.prestige());
    let mut parts = Vec::new();
    parts.extend((prestige > 0).then(|| format!("{prestige} prestige")));
    parts.extend(cards_by_color(city.cards.minus(held.colors())));
    let free = held.colors().iter().filter(|&(color, _)| city.cards.get(color) == 0);
    let most = free.map(|(_, count)| count).max().unwrap_or(0);
    parts.extend(further(city, city.further.saturating_sub(most)));
    parts
}

fn further(city: City, count: u8) -> Option<String> {
    let other = if city.cards == Gems::NONE { "" } else { "other " };
    let cards = count_with_noun(count, "card", "cards");
    (count > 0).then(|| format!("{cards} of one {other}color"))
}
