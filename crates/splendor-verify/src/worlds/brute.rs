//! What a log leaves out, decided by trying everything: every order of the decks, every value of
//! every missing fact, each on a table of which all is known. No world, no merging, no matching.

use std::collections::BTreeSet;

use splendor_core::{
    Action, CardId, Freedom, Game, Level, NobleSet, Pass, Position, Setup, Source, Stalemate,
    Tokens, Turn,
};
use splendor_schema::{self as schema, After, Log, Omit};

use crate::lower::{self, Lists};
use crate::verdict::Verdict;

/// What was chosen for the facts that a turn leaves out.
type Choice = (Option<Tokens>, Option<Tokens>, Option<NobleSet>, Option<Source>);

/// The most ways to complete a log that are tried.
const MOST: usize = 30_000;

/// What trying everything comes to.
pub(super) struct Opinion {
    pub(super) verdict: Verdict,
    /// In how many ways the log can be completed.
    pub(super) completions: usize,
    /// The first turn before which some completion is legal and after which none is.
    pub(super) dies_at: Option<usize>,
    /// Whether a legal completion hangs on a card that is not told.
    pub(super) doubt: bool,
    /// Whether what is legal at its turn can lead nowhere.
    pub(super) died: bool,
}

/// The completions of the first turns that are legal, for each number of turns.
type Alive = Vec<BTreeSet<Vec<Choice>>>;

struct Brute<'b> {
    game: &'b Game<'b>,
    log: &'b Log,
    alive: Alive,
    tried: usize,
}

/// Judges a log; none if there is too much to try.
pub(super) fn judge(log: &Log, game: &Game<'_>) -> Option<Opinion> {
    let natures = natures(log, game);
    let alive = vec![BTreeSet::new(); log.turns.len() + 1];
    let mut brute = Brute { game, log, alive, tried: 0 };
    let mut legal = BTreeSet::new();
    for nature in &natures {
        brute.follow(nature, 0, &mut Vec::new(), &mut legal);
    }
    if brute.tried > MOST {
        return None;
    }
    let died = brute.died(&legal);
    let dies_at = brute.alive.iter().rposition(|alive| !alive.is_empty());
    let doubt = legal.iter().any(|whole| in_doubt(log, game, &natures, whole));
    let verdict = match legal.len() {
        0 => Verdict::Illegal,
        _ if doubt || (died && legal.len() > 1) => Verdict::Consistent,
        _ => Verdict::Legal,
    };
    let dies_at = dies_at.filter(|_| legal.is_empty());
    Some(Opinion { verdict, completions: legal.len(), dies_at, doubt, died })
}

impl Brute<'_> {
    /// Tries everything from a position on.
    fn follow(
        &mut self,
        position: &Position,
        at: usize,
        chosen: &mut Vec<Choice>,
        legal: &mut BTreeSet<Vec<Choice>>,
    ) {
        self.tried += 1;
        if self.tried > MOST {
            return;
        }
        self.alive[at].insert(chosen.clone());
        let Some(told) = self.log.turns.get(at) else {
            if ends_as_told(self.log, position) {
                legal.insert(chosen.clone());
            }
            return;
        };
        for (turn, mut choice) in completions(self.game, self.log, told, position) {
            let Ok((next, events)) = position.play(self.game, &turn) else { continue };
            if told.after().is_some_and(|after| !agrees(after, turn.seat, &next)) {
                continue;
            }
            choice.3 = events.source;
            chosen.push(choice);
            self.follow(&next, at + 1, chosen, legal);
            chosen.pop();
        }
    }

    /// Whether some completion of the first turns leads nowhere.
    fn died(&self, legal: &BTreeSet<Vec<Choice>>) -> bool {
        let leads = |first: &Vec<Choice>| legal.iter().any(|whole| whole.starts_with(first));
        self.alive.iter().flatten().any(|first| !leads(first))
    }
}

/// Every order of the decks that the setup allows.
fn natures(log: &Log, game: &Game<'_>) -> Vec<Position> {
    let lists = Lists::of(log, game.components, false).unwrap();
    let setup = lists.setup(log);
    let market: Vec<CardId> = setup.market.into_iter().flatten().copied().collect();
    let [one, two, three] = Level::ALL.map(|level| {
        let left = game.components.of_level(level).iter().filter(|card| !market.contains(card));
        let told = setup.decks[level.index()].map(|deck| vec![deck.to_vec()]);
        told.unwrap_or_else(|| orders(&left.collect::<Vec<_>>()))
    });
    let mut all = Vec::new();
    for a in &one {
        for b in &two {
            for c in &three {
                let decks = [Some(a.as_slice()), Some(b.as_slice()), Some(c.as_slice())];
                all.push(Position::deal(game, &Setup { decks, ..setup }).unwrap());
            }
        }
    }
    all
}

fn orders(cards: &[CardId]) -> Vec<Vec<CardId>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    let with_first = |at: usize| {
        let mut rest = cards.to_vec();
        let first = rest.remove(at);
        orders(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    (0..cards.len()).flat_map(with_first).collect()
}

/// Fills in everything that is left out, with everything that could stand there.
fn completions(
    game: &Game<'_>,
    log: &Log,
    told: &schema::Turn,
    position: &Position,
) -> Vec<(Turn, Choice)> {
    let turn = lower::turn(game.components, told, position.to_move(), false).unwrap().unwrap();
    let common = told.common().unwrap();
    let own = position.mover().tokens();
    let no_pay = matches!(told, schema::Turn::Purchase(turn) if turn.purchase.pay.is_none());
    let pays = if no_pay { heaps(own) } else { vec![Tokens::NONE] };
    let no_return = log.omits.contains(&Omit::Return) && common.returned.is_none();
    // What goes back may be what the turn brought.
    let returns = if no_return { heaps(game.tokens) } else { vec![turn.returned] };
    let no_noble = log.omits.contains(&Omit::Noble) && common.noble.is_none();
    let mut nobles = vec![turn.nobles];
    if no_noble {
        nobles = game.components.nobles().iter().map(NobleSet::one).collect();
        nobles.push(NobleSet::NONE);
    }
    let mut all = Vec::new();
    for &pay in &pays {
        for &returned in &returns {
            for &nobles in &nobles {
                let action = match turn.action {
                    Action::Purchase { card, from, .. } if no_pay => {
                        Action::Purchase { card, pay, from }
                    }
                    other => other,
                };
                let choice = (
                    no_pay.then_some(pay),
                    no_return.then_some(returned),
                    no_noble.then_some(nobles),
                    None,
                );
                all.push((Turn { action, returned, nobles, ..turn }, choice));
            }
        }
    }
    all
}

/// Every heap out of these tokens, of four at most.
fn heaps(tokens: Tokens) -> Vec<Tokens> {
    let mut heaps = vec![Tokens::NONE];
    for (token, count) in tokens.iter() {
        let with = |heap: Tokens| (0..=count).map(move |n| heap.with(token, n));
        heaps = heaps.into_iter().flat_map(with).filter(|heap| heap.total() <= 4).collect();
    }
    heaps
}

fn agrees(after: &After, seat: u8, next: &Position) -> bool {
    let seat = &next.seats()[usize::from(seat)];
    let same = |counts: Option<schema::TokenCounts>, tokens: Tokens| {
        counts.is_none_or(|counts| {
            counts.iter().all(|(kind, count)| tokens.get(lower::token(kind)) == count)
        })
    };
    same(after.tokens, seat.tokens())
        && same(after.supply, next.supply())
        && after.prestige.is_none_or(|prestige| prestige == seat.prestige())
}

fn ends_as_told(log: &Log, position: &Position) -> bool {
    let scores = log.result.as_ref().and_then(|result| result.scores.as_ref());
    scores.is_none_or(|scores| position.scores().eq(scores.iter().copied()))
}

/// Whether a completed log would be illegal with cards that it does not tell.
///
/// It is followed as if every pass were legal and none ended the game: a pass that was not forced
/// is noticed at the end, a card that does not lie in the market where it should.
fn in_doubt(log: &Log, game: &Game<'_>, natures: &[Position], whole: &[Choice]) -> bool {
    let mut relaxed = *game;
    relaxed.rules.rulings.pass = Pass::Always;
    relaxed.rules.rulings.stalemate = Stalemate::Continues;
    natures.iter().any(|nature| {
        let mut position = *nature;
        let mut not_forced = false;
        for (told, choice) in log.turns.iter().zip(whole) {
            let mut turn =
                lower::turn(game.components, told, position.to_move(), false).unwrap().unwrap();
            if let Action::Purchase { card, pay, .. } = turn.action {
                let pay = choice.0.unwrap_or(pay);
                turn.action = Action::Purchase { card, pay, from: choice.3 };
            }
            turn.returned = choice.1.unwrap_or(turn.returned);
            turn.nobles = choice.2.unwrap_or(turn.nobles);
            let from_market = match turn.action {
                Action::ReserveMarket(card)
                | Action::Purchase { card, from: Some(Source::Market), .. } => Some(card),
                _ => None,
            };
            if from_market.is_some_and(|card| !position.market().has(card)) {
                return true;
            }
            if turn.action == Action::Pass && game.rules.rulings.pass == Pass::WhenStuck {
                not_forced |= matches!(position.freedom(game), Freedom::Free(_));
            }
            match position.play(&relaxed, &turn) {
                Ok((next, _)) => position = next,
                Err(_) => return false,
            }
        }
        not_forced
    })
}
