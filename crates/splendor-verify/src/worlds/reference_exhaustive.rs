//! Judges a log with missing facts by exhaustive search, as a reference for the tests.
//!
//! The search tries every order of the decks and every value of every missing fact, each on a table
//! without hidden cards. It shares no worlds, no merging and no matching with the tested code.

use std::collections::BTreeSet;

use splendor_core::{
    Action, CardId, CardSet, Clause, Freedom, Game, NobleSet, Pass, Place, Position, Post, PostSet,
    PurchaseOrigin, Row, Setup, Stalemate, Token, Tokens, Turn,
};
use splendor_schema::log::OmittedField;
use splendor_schema::turn::After;
use splendor_schema::{self as schema, Log};

use crate::from_log::{self, Lists};
use crate::verdict::Verdict;

/// The values chosen for the facts that a turn omits; `None` for facts that the log contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Choice {
    pub(super) pay: Option<Tokens>,
    pub(super) returned: Option<Tokens>,
    pub(super) nobles: Option<NobleSet>,
    /// The gem of a power, or no token.
    pub(super) gem: Option<Tokens>,
    pub(super) posts: Option<PostSet>,
    source: Option<PurchaseOrigin>,
    /// The card that was kept and the card that went under the deck, if two were drawn. Each is
    /// `None` unless an earlier part of the log shows its place in the deck.
    pub(super) kept: Option<[Option<CardId>; 2]>,
}

/// The limits of the search: positions, and completed turns.
const MOST: usize = 6_000;
const MOST_TURNS: usize = 200_000;

/// The result of the exhaustive search.
pub(super) struct Opinion {
    pub(super) verdict: Verdict,
    /// The legal completions of the log.
    pub(super) legal: BTreeSet<Vec<Choice>>,
    /// The turn that no completion survives, from 0; `None` if some completion is legal.
    pub(super) dies_at: Option<usize>,
    /// The last clause that a completion of that turn breaks; `None` if some completion breaks no
    /// clause but contradicts a claim.
    pub(super) furthest: Option<Clause>,
    /// Whether hidden cards decide if a legal completion is legal.
    pub(super) pass_undecided: bool,
    /// Whether some completion of the first turns is legal so far and illegal later.
    pub(super) died: bool,
}

/// For each number of turns, the legal completions of that many first turns.
type Alive = Vec<BTreeSet<Vec<Choice>>>;

struct ExhaustiveSearch<'b> {
    game: &'b Game<'b>,
    log: &'b Log,
    alive: Alive,
    /// For each turn, the last clause that a completion breaks, and whether some completion breaks
    /// no clause but contradicts a claim.
    broken: Vec<(Option<Clause>, bool)>,
    tried: usize,
    turns: usize,
}

/// Judges a log. Returns `None` if there is too much to try.
pub(super) fn judge(log: &Log, game: &Game<'_>) -> Option<Opinion> {
    let deck_orders = deck_orders(log, game);
    let alive = vec![BTreeSet::new(); log.turns.len() + 1];
    let broken = vec![(None, false); log.turns.len() + 1];
    let mut search = ExhaustiveSearch { game, log, alive, broken, tried: 0, turns: 0 };
    let mut legal = BTreeSet::new();
    for deck_order in &deck_orders {
        search.follow(deck_order, 0, &mut Vec::new(), &mut legal);
    }
    if search.tried > MOST || search.turns > MOST_TURNS {
        return None;
    }
    let died = search.died(&legal);
    let dies_at = search.alive.iter().rposition(|alive| !alive.is_empty());
    let pass_undecided = legal.iter().any(|whole| pass_undecided(log, game, &deck_orders, whole));
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
    /// Tries every completion of turn `at` and of the turns after it.
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
        let Some(logged) = self.log.turns.get(at) else {
            if scores_agree(self.log, position) {
                legal.insert(chosen.clone());
            }
            return;
        };
        let all = completions(self.game, self.log, at, logged, position);
        self.turns += all.len();
        for (turn, mut choice) in all {
            let mut next = *position;
            let events = match next.play(self.game, &turn) {
                Ok(events) => events,
                Err(violation) => {
                    self.broken[at].0 = self.broken[at].0.max(Some(violation.clause()));
                    continue;
                }
            };
            if logged.after.as_ref().is_some_and(|after| !agrees(after, turn.seat, &next)) {
                self.broken[at].1 = true;
                continue;
            }
            choice.source = events.source;
            chosen.push(choice);
            self.follow(&next, at + 1, chosen, legal);
            chosen.pop();
        }
    }

    /// Returns whether some completion of the first turns leads to no legal completion.
    fn died(&self, legal: &BTreeSet<Vec<Choice>>) -> bool {
        let leads = |first: &Vec<Choice>| legal.iter().any(|whole| whole.starts_with(first));
        self.alive.iter().flatten().any(|first| !leads(first))
    }
}

/// Returns the first position for every order of the decks that the setup allows.
fn deck_orders(log: &Log, game: &Game<'_>) -> Vec<Position> {
    let lists = Lists::of(log, game, false).unwrap();
    let setup = lists.setup();
    let market: Vec<CardId> = setup.market.into_iter().flatten().copied().collect();
    let [one, two, three] = Row::BASE.map(|level| {
        let left = game.components.of_row(level).iter().filter(|card| !market.contains(card));
        let named = setup.decks[level.index()].map(|deck| vec![deck.to_vec()]);
        named.unwrap_or_else(|| orders(&left.collect::<Vec<_>>()))
    });
    let mut all = Vec::new();
    for a in &one {
        for b in &two {
            for c in &three {
                let decks = Row::each([a, b, c].map(|deck| Some(deck.as_slice())), None);
                all.push(Position::deal(game, &Setup { decks, ..setup }).unwrap());
            }
        }
    }
    all
}

/// Returns all permutations of the cards.
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

/// Returns the turn with every combination of values for its omitted facts, legal or not.
fn completions(
    game: &Game<'_>,
    log: &Log,
    at: usize,
    logged: &schema::Turn,
    position: &Position,
) -> Vec<(Turn, Choice)> {
    let turn = from_log::turn(game.components, logged, position.to_move(), false).unwrap().unwrap();
    let own = position.mover().tokens();
    let mut all = vec![(turn, Choice::default())];
    if logged.leaves_out_payment() {
        all = with_each(&all, &token_choices(own), |turn, choice, pay| {
            let Action::Purchase { card, from, .. } = turn.action else { panic!("a purchase") };
            turn.action = Action::Purchase { card, pay, from };
            choice.pay = Some(pay);
        });
    }
    let omits = |omit| log.omits.contains(&omit);
    if omits(OmittedField::Return) && logged.returned.is_none() {
        // A seat may return tokens that it took in this turn, so its tokens before are no limit.
        all = with_each(&all, &token_choices(game.tokens), |turn, choice, returned| {
            turn.returned = returned;
            choice.returned = Some(returned);
        });
    }
    if omits(OmittedField::Noble) && logged.noble.is_none() {
        let each = game.components.nobles().iter().map(NobleSet::one);
        let each: Vec<_> = each.chain([NobleSet::NONE]).collect();
        all = with_each(&all, &each, |turn, choice, nobles| {
            turn.nobles = nobles;
            choice.nobles = Some(nobles);
        });
    }
    if omits(OmittedField::Gem) && logged.gem.is_none() {
        let each = game.tokens.iter().filter(|&(_, count)| count > 0);
        let each: Vec<_> = each.map(|(token, _)| Some(token)).chain([None]).collect();
        all = with_each(&all, &each, |turn, choice, gem| {
            turn.gem = gem;
            choice.gem = Some(gem.map_or(Tokens::NONE, Tokens::one));
        });
    }
    if omits(OmittedField::Post) && logged.post.is_none() {
        let each = Post::ALL.into_iter().map(PostSet::one);
        let each: Vec<_> = each.chain([PostSet::NONE]).collect();
        all = with_each(&all, &each, |turn, choice, posts| {
            turn.posts = posts;
            choice.posts = Some(posts);
        });
    }
    match turn.action {
        Action::ReserveDeck { row: level, card, under } => {
            let known = known_before(game, log, at);
            with_each(&all, &two_of(game, position, level), |turn, choice, [kept, other]| {
                let fits = |named: Option<CardId>, card| named.is_none_or(|named| named == card);
                if fits(card, kept) && fits(under, other) {
                    let (card, under) = (Some(kept), Some(other));
                    turn.action = Action::ReserveDeck { row: level, card, under };
                }
                let if_known = |card| Some(card).filter(|&card| known.has(card));
                choice.kept =
                    (card.is_none() && under.is_none()).then(|| [if_known(kept), if_known(other)]);
            })
        }
        _ => all,
    }
}

/// Returns each completed turn with each value, or unchanged turns if there are no values.
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

/// Returns the two cards that a seat with the post `draw-two` draws, in both orders of kept and
/// returned. Empty if the seat draws one card.
fn two_of(game: &Game<'_>, position: &Position, level: Row) -> Vec<[CardId; 2]> {
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

/// Returns the cards whose place in a deck the log shows before a turn.
fn known_before(game: &Game<'_>, log: &Log, at: usize) -> CardSet {
    let lists = Lists::of(log, game, false).unwrap();
    let decks = lists.setup().decks.into_iter().flatten().flatten().copied();
    let under = log.turns[..at].iter().filter_map(|logged| {
        match from_log::turn(game.components, logged, 0, false).unwrap().unwrap().action {
            Action::ReserveDeck { under, .. } => under,
            _ => None,
        }
    });
    decks.chain(under).collect()
}

/// Returns the token of a set of one token, if there is one.
fn one_of(tokens: Tokens) -> Option<Token> {
    tokens.iter().find(|&(_, count)| count > 0).map(|(token, _)| token)
}

/// Returns every selection of up to four of these tokens.
fn token_choices(tokens: Tokens) -> Vec<Tokens> {
    let mut choices = vec![Tokens::NONE];
    for (token, count) in tokens.iter() {
        let with = |chosen: Tokens| (0..=count).map(move |n| chosen.with(token, n));
        choices = choices.into_iter().flat_map(with).filter(|chosen| chosen.total() <= 4).collect();
    }
    choices
}

/// Returns whether the position agrees with the claims of a log about it.
fn agrees(after: &After, seat: u8, next: &Position) -> bool {
    let seat = &next.seats()[usize::from(seat)];
    let same = |counts: Option<splendor_schema::token::TokenCounts>, tokens: Tokens| {
        counts.is_none_or(|counts| counts.iter().all(|(kind, count)| tokens.get(kind) == count))
    };
    same(after.tokens, seat.tokens())
        && same(after.supply, next.supply())
        && after.prestige.is_none_or(|prestige| prestige == seat.prestige())
}

/// Returns whether the final scores are those that the log claims, if it claims any.
fn scores_agree(log: &Log, position: &Position) -> bool {
    let scores = log.result.as_ref().and_then(|result| result.scores.as_ref());
    scores.is_none_or(|scores| position.scores().eq(scores.iter().copied()))
}

/// Returns whether some order of the decks would make a completed log illegal, because a pass was
/// not forced or because a card was not in the market.
///
/// The replay accepts every pass and ignores stalemates. An unforced pass counts only if the rest
/// of the log agrees with the order of the decks; a card missing from the market counts at once.
fn pass_undecided(log: &Log, game: &Game<'_>, deck_orders: &[Position], whole: &[Choice]) -> bool {
    let mut relaxed = *game;
    relaxed.rules.rulings.pass = Pass::Always;
    relaxed.rules.rulings.stalemate = Stalemate::Continues;
    deck_orders.iter().any(|deck_order| {
        let mut position = *deck_order;
        let mut not_forced = false;
        for (logged, choice) in log.turns.iter().zip(whole) {
            let mut turn = from_log::turn(game.components, logged, position.to_move(), false)
                .unwrap()
                .unwrap();
            match turn.action {
                Action::Purchase { card, pay, .. } => {
                    let (pay, from) = (choice.pay.unwrap_or(pay), choice.source);
                    turn.action = Action::Purchase { card, pay, from };
                }
                Action::ReserveDeck { row: level, card, under } => {
                    // If both cards are unknown, some order of the deck has the kept card first.
                    let [card, under] = choice.kept.unwrap_or([card, under]);
                    turn.action = Action::ReserveDeck { row: level, card, under };
                }
                Action::Take(_) | Action::ReserveMarket(_) | Action::Pass => {}
            }
            turn.returned = choice.returned.unwrap_or(turn.returned);
            turn.nobles = choice.nobles.unwrap_or(turn.nobles);
            turn.gem = choice.gem.map_or(turn.gem, one_of);
            turn.posts = choice.posts.unwrap_or(turn.posts);
            let from_market = match turn.action {
                Action::ReserveMarket(card)
                | Action::Purchase { card, from: Some(PurchaseOrigin::Market), .. } => Some(card),
                _ => None,
            };
            if from_market.is_some_and(|card| !position.market().has(card)) {
                return true;
            }
            match (turn.action, game.rules.rulings.pass) {
                (Action::Pass, Pass::WhenStuck) => {
                    not_forced |= matches!(position.freedom(game), Freedom::Free(_));
                }
                (_, Pass::WhenStuck | Pass::Always | Pass::Never) => {}
            }
            if position.play(&relaxed, &turn).is_err() {
                return false;
            }
        }
        not_forced
    })
}
