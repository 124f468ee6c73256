//! Judges a log with omitted facts by exhaustion: every order of the decks and every value of every
//! missing fact, each on a fully known table. It uses no worlds, no merging and no matching, so
//! that the tests can compare two independent judges.

use std::collections::BTreeSet;

use splendor_core::{
    Action, CardId, CardSet, Clause, Freedom, Game, Level, NobleSet, Pass, Place, Position, Post,
    PostSet, Setup, Source, Stalemate, Token, Tokens, Turn,
};
use splendor_schema::log::OmittedField;
use splendor_schema::turn::After;
use splendor_schema::{self as schema, Log};

use crate::from_log::{self, Lists};
use crate::verdict::Verdict;

/// The values chosen for the facts that a turn omits. `None` for facts that the turn names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Choice {
    pub(super) pay: Option<Tokens>,
    pub(super) returned: Option<Tokens>,
    pub(super) nobles: Option<NobleSet>,
    /// The gem of a power, or no token.
    pub(super) gem: Option<Tokens>,
    pub(super) posts: Option<PostSet>,
    source: Option<Source>,
    /// Of two drawn cards, the kept one and the one put under the deck, as far as earlier turns of
    /// the log reveal their places.
    pub(super) kept: Option<[Option<CardId>; 2]>,
}

/// The most positions that are tried, and the most turns.
const MOST: usize = 6_000;
const MOST_TURNS: usize = 200_000;

/// The result of the exhaustive search.
pub(super) struct Opinion {
    pub(super) verdict: Verdict,
    /// The ways in which the log can be completed.
    pub(super) legal: BTreeSet<Vec<Choice>>,
    /// The first turn before which some completion is legal and after which none is.
    pub(super) dies_at: Option<usize>,
    /// The clause that the furthest completion breaks there. `None` if its claim is false.
    pub(super) furthest: Option<Clause>,
    /// Whether a legal completion depends on a card that the log omits.
    pub(super) pass_undecided: bool,
    /// Whether a turn that is legal by itself can lead to a contradiction.
    pub(super) died: bool,
}

/// The completions of the first turns that are legal, for each number of turns.
type Alive = Vec<BTreeSet<Vec<Choice>>>;

struct ExhaustiveSearch<'b> {
    game: &'b Game<'b>,
    log: &'b Log,
    alive: Alive,
    /// The furthest clause that each turn breaks, and whether some completion breaks no clause but
    /// contradicts a claim.
    broken: Vec<(Option<Clause>, bool)>,
    tried: usize,
    turns: usize,
}

/// Judges a log. Returns `None` if there is too much to try.
pub(super) fn judge(log: &Log, game: &Game<'_>) -> Option<Opinion> {
    let natures = natures(log, game);
    let alive = vec![BTreeSet::new(); log.turns.len() + 1];
    let broken = vec![(None, false); log.turns.len() + 1];
    let mut search = ExhaustiveSearch { game, log, alive, broken, tried: 0, turns: 0 };
    let mut legal = BTreeSet::new();
    for nature in &natures {
        search.follow(nature, 0, &mut Vec::new(), &mut legal);
    }
    if search.tried > MOST || search.turns > MOST_TURNS {
        return None;
    }
    let died = search.died(&legal);
    let dies_at = search.alive.iter().rposition(|alive| !alive.is_empty());
    let pass_undecided = legal.iter().any(|whole| pass_undecided(log, game, &natures, whole));
    let verdict = match legal.len() {
        0 => Verdict::Illegal,
        _ if pass_undecided || (died && legal.len() > 1) => Verdict::Consistent,
        _ => Verdict::Legal,
    };
    let dies_at = dies_at.filter(|_| legal.is_empty());
    let furthest = dies_at.and_then(|at| search.broken[at].0.filter(|_| !search.broken[at].1));
    Some(Opinion { verdict, legal, dies_at, furthest, pass_undecided, died })
}

impl ExhaustiveSearch<'_> {
    /// Tries everything from a position on.
    fn follow(
        &mut self,
        position: &Position,
        at: usize,
        chosen: &mut Vec<Choice>,
        legal: &mut BTreeSet<Vec<Choice>>,
    ) {
        self.tried += 1;
        if self.tried > MOST || self.turns > MOST_TURNS {
            return;
        }
        self.alive[at].insert(chosen.clone());
        let Some(told) = self.log.turns.get(at) else {
            if ends_as_told(self.log, position) {
                legal.insert(chosen.clone());
            }
            return;
        };
        let all = completions(self.game, self.log, at, told, position);
        self.turns += all.len();
        for (turn, mut choice) in all {
            let (next, events) = match position.play(self.game, &turn) {
                Ok(played) => played,
                Err(violation) => {
                    self.broken[at].0 = self.broken[at].0.max(Some(violation.clause()));
                    continue;
                }
            };
            if told.after().is_some_and(|after| !agrees(after, turn.seat, &next)) {
                self.broken[at].1 = true;
                continue;
            }
            choice.source = events.source;
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

/// Returns every completion of a turn.
fn completions(
    game: &Game<'_>,
    log: &Log,
    at: usize,
    told: &schema::Turn,
    position: &Position,
) -> Vec<(Turn, Choice)> {
    let turn = from_log::turn(game.components, told, position.to_move(), false).unwrap().unwrap();
    let common = told.common().unwrap();
    let own = position.mover().tokens();
    let mut all = vec![(turn, Choice::default())];
    if matches!(told, schema::Turn::Purchase(turn) if turn.purchase.pay.is_none()) {
        all = with_each(&all, &heaps(own), |turn, choice, pay| {
            let Action::Purchase { card, from, .. } = turn.action else { panic!("a purchase") };
            turn.action = Action::Purchase { card, pay, from };
            choice.pay = Some(pay);
        });
    }
    let omits = |omit| log.omits.contains(&omit);
    if omits(OmittedField::Return) && common.returned.is_none() {
        // Returned tokens may include those that the turn brought.
        all = with_each(&all, &heaps(game.tokens), |turn, choice, returned| {
            turn.returned = returned;
            choice.returned = Some(returned);
        });
    }
    if omits(OmittedField::Noble) && common.noble.is_none() {
        let each = game.components.nobles().iter().map(NobleSet::one);
        let each: Vec<_> = each.chain([NobleSet::NONE]).collect();
        all = with_each(&all, &each, |turn, choice, nobles| {
            turn.nobles = nobles;
            choice.nobles = Some(nobles);
        });
    }
    if omits(OmittedField::Gem) && common.gem.is_none() {
        let each = game.tokens.iter().filter(|&(_, count)| count > 0);
        let each: Vec<_> = each.map(|(token, _)| Some(token)).chain([None]).collect();
        all = with_each(&all, &each, |turn, choice, gem| {
            turn.gem = gem;
            choice.gem = Some(gem.map_or(Tokens::NONE, Tokens::one));
        });
    }
    if omits(OmittedField::Post) && common.post.is_none() {
        let each = Post::ALL.into_iter().map(PostSet::one);
        let each: Vec<_> = each.chain([PostSet::NONE]).collect();
        all = with_each(&all, &each, |turn, choice, posts| {
            turn.posts = posts;
            choice.posts = Some(posts);
        });
    }
    match turn.action {
        Action::ReserveDeck { level, card, under } => {
            let known = known_before(game, log, at);
            with_each(&all, &two_of(game, position, level), |turn, choice, [kept, other]| {
                let fits = |told: Option<CardId>, card| told.is_none_or(|told| told == card);
                if fits(card, kept) && fits(under, other) {
                    let (card, under) = (Some(kept), Some(other));
                    turn.action = Action::ReserveDeck { level, card, under };
                }
                let told = |card| Some(card).filter(|&card| known.has(card));
                choice.kept =
                    (card.is_none() && under.is_none()).then(|| [told(kept), told(other)]);
            })
        }
        _ => all,
    }
}

/// Each completed turn with each value; as they are, if there is no value.
fn with_each<T: Copy>(
    all: &[(Turn, Choice)],
    values: &[T],
    set: impl Fn(&mut Turn, &mut Choice, T),
) -> Vec<(Turn, Choice)> {
    if values.is_empty() {
        return all.to_vec();
    }
    let with = |&(mut turn, mut choice): &(Turn, Choice), value| {
        set(&mut turn, &mut choice, value);
        (turn, choice)
    };
    all.iter().flat_map(|one| values.iter().map(move |&value| with(one, value))).collect()
}

/// Returns the two cards that a seat with the post draws, each of them kept once. Empty if the seat
/// draws one card.
fn two_of(game: &Game<'_>, position: &Position, level: Level) -> Vec<[CardId; 2]> {
    let draws = game.rules.modules.trading_posts && position.mover().posts().has(Post::DrawTwo);
    let card = |place| match place {
        Place::Card(card) => card,
        Place::Hidden => panic!("every deck is known"),
    };
    let upper: Vec<CardId> = position.deck(level).iter().take(2).map(card).collect();
    match upper[..] {
        [one, two] if draws => vec![[one, two], [two, one]],
        _ => Vec::new(),
    }
}

/// Returns the cards whose place in a deck the log reveals before a turn.
fn known_before(game: &Game<'_>, log: &Log, at: usize) -> CardSet {
    let lists = Lists::of(log, game.components, false).unwrap();
    let decks = lists.setup(log).decks.into_iter().flatten().flatten().copied();
    let under = log.turns[..at].iter().filter_map(|told| {
        match from_log::turn(game.components, told, 0, false).unwrap().unwrap().action {
            Action::ReserveDeck { under, .. } => under,
            _ => None,
        }
    });
    decks.chain(under).collect()
}

/// The token of a heap of one.
fn one_of(heap: Tokens) -> Option<Token> {
    heap.iter().find(|&(_, count)| count > 0).map(|(token, _)| token)
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
    let same = |counts: Option<schema::token::TokenCounts>, tokens: Tokens| {
        counts.is_none_or(|counts| {
            counts.iter().all(|(kind, count)| tokens.get(from_log::token(kind)) == count)
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

/// Returns whether a completed log would be illegal with other cards in place of those that it
/// omits.
///
/// The log is followed as if every pass were legal and no pass ended the game: an unforced pass is
/// noticed at the end, a card at its place in the market.
fn pass_undecided(log: &Log, game: &Game<'_>, natures: &[Position], whole: &[Choice]) -> bool {
    let mut relaxed = *game;
    relaxed.rules.rulings.pass = Pass::Always;
    relaxed.rules.rulings.stalemate = Stalemate::Continues;
    natures.iter().any(|nature| {
        let mut position = *nature;
        let mut not_forced = false;
        for (told, choice) in log.turns.iter().zip(whole) {
            let mut turn =
                from_log::turn(game.components, told, position.to_move(), false).unwrap().unwrap();
            match turn.action {
                Action::Purchase { card, pay, .. } => {
                    let (pay, from) = (choice.pay.unwrap_or(pay), choice.source);
                    turn.action = Action::Purchase { card, pay, from };
                }
                Action::ReserveDeck { level, card, under } => {
                    // Of two unknown cards, some deck order has the kept one first.
                    let [card, under] = choice.kept.unwrap_or([card, under]);
                    turn.action = Action::ReserveDeck { level, card, under };
                }
                Action::Take(_) | Action::ReserveMarket(_) | Action::Pass => {}
            }
            turn.returned = choice.returned.unwrap_or(turn.returned);
            turn.nobles = choice.nobles.unwrap_or(turn.nobles);
            turn.gem = choice.gem.map_or(turn.gem, one_of);
            turn.posts = choice.posts.unwrap_or(turn.posts);
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
