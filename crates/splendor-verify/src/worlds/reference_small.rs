//! Small boxes for the tests, random games played with them, and logs that omit facts.

use splendor_core::{
    Action, Card, CardId, Color, Components, Game, Modules, Noble, Pass, Place, Position, Post,
    Powers, Row, Rules, Rulings, Setup, Tokens, Turn,
};
use splendor_schema::log::{GameResult, OmittedField};
use splendor_schema::turn::{After, Reserve};
use splendor_schema::{self as schema, Log};

use crate::to_log::{counts, turn_to_log};
use splendor_play::generate::Dice;
use splendor_schema::EXAMPLE;

/// A box of a few cards.
pub(super) struct SmallBox {
    cards: &'static [&'static str],
    nobles: &'static [&'static str],
    tokens: [u8; 6],
    token_limit: u16,
    /// The number of face-up cards of each level.
    width: u8,
    /// Whether the game uses The Trading Posts.
    posts: bool,
    /// The largest number of turns of a game.
    turns: usize,
}

/// A box for payments with gold, returned tokens and nobles.
pub(super) const RICH: SmallBox = SmallBox {
    cards: &["a0d1s", "a0s1d1o", "a1o2d", "a0d1o", "b1s2o", "b1d1d1s1o", "c2o2s", "c2d1o"],
    nobles: &["3:1d", "2:1s", "3:1d1o"],
    tokens: [2, 2, 0, 0, 2, 2],
    token_limit: 4,
    width: 1,
    posts: false,
    turns: 9,
};

/// A box with few tokens, so that seats have to pass with hidden cards in hand.
pub(super) const POOR: SmallBox = SmallBox {
    cards: &["a0d1s", "a0s2o", "a1o3d", "a0d2d", "a0o1o", "b1s2s", "b1d2o", "b1o1d1s", "c2o3s"],
    nobles: &["3:3d", "2:3s", "3:3o"],
    tokens: [1, 1, 0, 0, 1, 1],
    token_limit: 4,
    width: 1,
    posts: false,
    turns: 16,
};

/// A box for one game: [`a_place_that_only_a_banned_card_could_fill_leaves_a_doubt`].
pub(super) const STORY: SmallBox = SmallBox {
    cards: &["a0d1d1s", "a0d1s1o", "a0s2d", "a0o1s", "b1s1d1s", "c2o3s", "c2s1o"],
    ..POOR
};

/// A box with onyx cards for the post `draw-two`, so that cards under a deck are drawn again.
pub(super) const DRAW: SmallBox = SmallBox {
    cards: &[
        "a0o1d", "a0d1o", "a1o2d", "a0d2o", "a0o1d1o", "a0d1d", "a0o1o", "b1o1d", "b0o1o", "c1o1o",
        "c2o2d",
    ],
    nobles: &["3:4d", "2:4s", "3:4o"],
    tokens: [3, 0, 0, 0, 3, 2],
    token_limit: 5,
    width: 2,
    posts: true,
    turns: 26,
};

/// A box with diamond and ruby cards for the posts that give a gem.
pub(super) const GEMS: SmallBox = SmallBox {
    cards: &["a0r1d", "a0d1r", "a0r2d", "b0r1r", "b0r1d", "b1d1r", "c2r1r", "c1d2d"],
    nobles: &["3:4d", "2:4s", "3:3r"],
    tokens: [5, 0, 0, 4, 0, 1],
    token_limit: 5,
    ..DRAW
};

impl SmallBox {
    pub(super) fn components(&self) -> Components {
        let cards: Vec<Card> = self.cards.iter().map(|id| Card::parse(id).unwrap()).collect();
        let nobles: Vec<Noble> = self.nobles.iter().map(|id| Noble::parse(id).unwrap()).collect();
        Components::of(&cards, &nobles).unwrap()
    }

    pub(super) fn game<'c>(&self, components: &'c Components, rulings: Rulings) -> Game<'c> {
        let modules = Modules { trading_posts: self.posts, ..Modules::default() };
        Game {
            rules: Rules { rulings, modules, ..Rules::default() },
            components,
            tokens: Tokens::new(self.tokens),
            token_limit: self.token_limit,
            market_width: self.width,
        }
    }
}

/// Plays a random game and returns a log that omits nothing.
pub(super) fn whole_log(small: &SmallBox, game: &Game<'_>, dice: &mut Dice) -> Log {
    let rows = Row::ALL.map(|level| {
        let mut cards: Vec<_> = game.components.of_row(level).iter().collect();
        dice.shuffle(&mut cards);
        cards
    });
    log_game(game, rows, |position| {
        let more = (position.turns() as usize) < small.turns;
        more.then(|| choose(game, position, dice)).flatten()
    })
}

/// Plays a game with the cards in this order, the market first, and returns a log that omits
/// nothing. `next` chooses each turn, and ends the game with `None`.
pub(super) fn log_game(
    game: &Game<'_>,
    mut rows: [Vec<CardId>; Row::COUNT],
    mut next: impl FnMut(&Position) -> Option<Turn>,
) -> Log {
    let width = usize::from(game.market_width);
    let market = rows.each_mut().map(|row| row.drain(..width.min(row.len())).collect::<Vec<_>>());
    let nobles: Vec<_> = game.components.nobles().iter().collect();
    let setup = Setup {
        seats: 2,
        nobles: &nobles,
        market: market.each_ref().map(Vec::as_slice),
        decks: rows.each_ref().map(|row| Some(row.as_slice())),
        ..Setup::default()
    };
    let mut position = Position::deal(game, &setup).unwrap();
    let mut turns = Vec::new();
    while let Some(turn) = next(&position) {
        let (after, logged) = log_turn(game, &position, &turn);
        position = after;
        turns.push(logged);
    }
    let ids =
        |row: &Vec<CardId>| row.iter().map(|&card| game.components.card(card)).collect::<Vec<_>>();
    let [level1, level2, level3, ..] = market.each_ref().map(ids);
    let market = [level1, level2, level3];
    let decks = rows.each_ref().map(ids);
    let mut log = Log::read(EXAMPLE.as_bytes()).unwrap();
    log.setup.nobles = Some(nobles.iter().map(|&noble| game.components.noble(noble)).collect());
    log.setup.market = schema::log::Market::base(market);
    let [level1, level2, level3, ..] = decks.map(Some);
    log.setup.decks = Some(schema::log::Decks::base([level1, level2, level3]));
    (log.turns, log.end) = (turns, None);
    let scores = Some(position.scores().collect());
    log.result = Some(GameResult { scores, winners: None });
    log
}

/// Chooses a turn, with purchases and reservations more often than a uniform choice would give. A
/// seat that can only buy a card that the others have not seen sometimes passes illegally.
fn choose(game: &Game<'_>, position: &Position, dice: &mut Dice) -> Option<Turn> {
    let legal = position.legal_turns(game);
    let from_hand = |turn: &Turn| {
        let Action::Purchase { card, .. } = turn.action else { return false };
        position.secret().has(card)
    };
    if !legal.is_empty() && legal.iter().all(from_hand) && dice.once_in(2) {
        return Some(Turn::new(position.to_move(), Action::Pass));
    }
    let has = |post| position.mover().posts().has(post);
    let wish = match dice.below(4) {
        _ if has(Post::DrawTwo) && !dice.once_in(4) => 2,
        wish if wish > 0 && game.rules.modules.trading_posts => 1,
        wish => wish,
    };
    let wished = legal.iter().filter(|turn| match turn.action {
        Action::Purchase { .. } => wish == 1,
        Action::ReserveDeck { .. } => wish == 2,
        Action::ReserveMarket(_) => wish == 3,
        Action::Take(_) | Action::Pass => wish == 0,
    });
    let wished = dice.pick(wished).copied();
    let mut turn = wished.or_else(|| dice.pick(legal))?;
    if let Action::ReserveDeck { row: level, .. } = turn.action {
        let must = match game.rules.rulings.powers {
            Powers::Mandatory => true,
            Powers::Optional => false,
        };
        let two = has(Post::DrawTwo) && (must || dice.once_in(2));
        let mut upper = position.deck(level).iter().filter_map(|place| match place {
            Place::Card(card) => Some(card),
            Place::Hidden => None,
        });
        let (card, under) = (upper.next(), upper.next().filter(|_| two));
        let [card, under] =
            if under.is_some() && dice.once_in(2) { [under, card] } else { [card, under] };
        turn.action = Action::ReserveDeck { row: level, card, under };
    }
    Some(turn)
}

/// Plays a turn; returns the position after it, and the turn as a log that omits nothing records
/// it.
fn log_turn(game: &Game<'_>, position: &Position, turn: &Turn) -> (Position, schema::Turn) {
    let mut anyhow = *game;
    anyhow.rules.rulings.pass = Pass::Always;
    let mut next = *position;
    let events = next.play(&anyhow, turn).unwrap();
    let id = |place| match place {
        Place::Card(card) => game.components.card(card),
        Place::Hidden => panic!("the log names every deck"),
    };
    let mut logged = turn_to_log(game, turn);
    if let Some(Reserve::Deck { row, card, under }) = &mut logged.reserve {
        // A turn that does not say which of two cards was kept keeps the first.
        *card = card.or_else(|| position.deck(*row).top().map(id));
        *under = events.under.map(id);
    }
    if let Some(purchase) = &mut logged.purchase {
        purchase.from = events.source;
    }
    logged.refill = events.refill.map(id);
    let seat = &next.seats()[usize::from(turn.seat)];
    let named = |tokens| {
        splendor_core::Token::ALL
            .iter()
            .copied()
            .fold(counts(tokens), |counts, kind| counts.with(kind, tokens.get(kind)))
    };
    logged.after = Some(After {
        prestige: Some(seat.prestige()),
        tokens: Some(named(seat.tokens())),
        supply: Some(named(next.supply())),
        ..After::default()
    });
    (next, logged)
}

/// Returns a box with a number of gems of each color that one seat can collect.
pub(super) fn rich_box(each: u8) -> SmallBox {
    SmallBox { tokens: [each, each, each, each, each, 1], token_limit: 10, ..RICH }
}

/// Returns the log of a game in which one seat takes every gem and keeps it. The log omits the
/// tokens that the seat returns in its last turn.
pub(super) fn hoard(game: &Game<'_>, each: u8) -> Log {
    let rows = Row::ALL.map(|level| game.components.of_row(level).iter().collect());
    let takes = u32::from(each) * 5 / 3;
    let mut log = log_game(game, rows, |position| {
        let (round, seat) = (position.turns() / 2, position.to_move());
        let take = (0..3).map(|next| Color::ALL[((round * 3 + next) % 5) as usize]);
        let take = take.fold(Tokens::NONE, |taken, gem| taken.plus(Tokens::one(gem.into())));
        let action = if seat == 0 { Action::Take(take) } else { Action::Pass };
        (round < takes && position.turns() + 1 < takes * 2).then(|| Turn::new(seat, action))
    });
    log.omits.push(OmittedField::Return);
    let last = log.turns.len() - 1;
    for (at, turn) in log.turns.iter_mut().enumerate() {
        turn.returned = (at < last).then(splendor_schema::token::TokenCounts::default);
        turn.after = None;
    }
    log.result = None;
    log
}

/// Removes facts from a log: for each kind of fact all, none, or about half.
pub(super) fn strip(log: &mut Log, small: &SmallBox, dice: &mut Dice) {
    let [pay, from, card, under, refill] = [0; 5].map(|_| dice.below(4));
    let [returned, noble, gem, post, after] = [0; 5].map(|_| dice.below(4));
    let mut leaves = |kind: usize| kind > 1 || (kind == 1 && dice.once_in(2));
    let omits = [
        (OmittedField::Return, returned),
        (OmittedField::Noble, noble),
        (OmittedField::Gem, gem),
        (OmittedField::Post, post),
    ];
    log.omits.extend(omits.into_iter().filter(|&(_, kind)| kind > 0).map(|(omit, _)| omit));
    for turn in &mut log.turns {
        if let Some(purchase) = &mut turn.purchase {
            purchase.pay = purchase.pay.filter(|_| !leaves(pay));
            purchase.from = purchase.from.filter(|_| !leaves(from));
        }
        if let Some(Reserve::Deck { card: drawn, under: left, .. }) = &mut turn.reserve {
            *drawn = drawn.filter(|_| !leaves(card));
            *left = left.filter(|_| !leaves(under));
        }
        turn.refill = turn.refill.filter(|_| !leaves(refill));
        turn.returned = turn.returned.filter(|_| !leaves(returned));
        turn.noble = turn.noble.take().filter(|_| !leaves(noble));
        turn.gem = turn.gem.filter(|_| !leaves(gem));
        turn.post = turn.post.take().filter(|_| !leaves(post));
        turn.after = turn.after.filter(|_| !leaves(after.max(1)));
    }
    // If the log names the decks, the open question is which of two known cards was kept.
    if dice.below(8) > 0 && !(small.posts && dice.once_in(2)) {
        log.setup.decks = None;
    }
    if dice.once_in(2) {
        log.result = None;
    }
}

/// Changes a fact in the log. The game may stay legal.
pub(super) fn perturb(log: &mut Log, dice: &mut Dice) {
    if log.turns.is_empty() {
        return;
    }
    let at = dice.below(log.turns.len());
    let other = log.turns[dice.below(log.turns.len())].clone();
    let seat = log.turns[at].seat;
    match dice.below(5) {
        0 => {
            log.turns.truncate(at);
            log.result = None;
        }
        1 => {
            log.turns[at] = other;
            log.turns[at].seat = seat;
        }
        2 => {
            let after = log.turns[at].after.get_or_insert_default();
            let count = u8::try_from(dice.below(3)).unwrap();
            let kind = splendor_core::Token::ALL[dice.below(6)];
            after.tokens = Some(splendor_schema::token::TokenCounts::default().with(kind, count));
        }
        3 => {
            let nobles = log.setup.nobles.as_deref().unwrap_or_default();
            let noble = dice.pick(nobles).copied();
            log.turns[at].noble = noble.map(schema::turn::OneOrMany::One);
        }
        _ => {
            log.result = Some(GameResult { scores: Some(vec![1, 2]), winners: None });
        }
    }
}
