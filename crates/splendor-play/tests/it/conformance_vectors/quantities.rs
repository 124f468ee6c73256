//! The quantities that the rules compare, and the conditions that can meet in a turn.

use splendor_core::{
    Action, CardId, CardSet, CardsPaid, Color, Conquest, Effects, Events, FreeCard, Game, Gems,
    NobleSet, Phase, Position, Post, PostSet, Row, Seat, StrongholdStep, Token, Tokens, Turn,
    TurnNumbers,
};

/// A turn at a table.
pub(super) struct Moment<'m> {
    pub(super) game: &'m Game<'m>,
    pub(super) before: &'m Position,
    pub(super) turn: &'m Turn,
    /// The table after the turn; before it, if the turn is illegal.
    after: Position,
    events: Events,
    numbers: TurnNumbers,
}

/// A purchase of a turn: that of the action, or the conquest.
struct Bought {
    card: CardId,
    pay: Tokens,
    cards: CardsPaid,
    price: Gems,
}

/// A quantity with its values from the least to the largest that a game can reach.
pub(super) struct Quantity {
    pub(super) name: &'static str,
    pub(super) least: u8,
    pub(super) largest: u8,
    pub(super) of: fn(&Moment<'_>) -> Option<u8>,
}

/// A quantity of a table.
pub(super) struct TableQuantity {
    pub(super) name: &'static str,
    pub(super) least: u8,
    pub(super) largest: u8,
    pub(super) of: fn(&Game<'_>, &Position) -> Vec<u8>,
}

/// A condition that can meet another one in a turn.
pub(super) type Condition = (&'static str, fn(&Moment<'_>) -> bool);

const fn quantity(
    name: &'static str,
    least: u8,
    largest: u8,
    of: fn(&Moment<'_>) -> Option<u8>,
) -> Quantity {
    Quantity { name, least, largest, of }
}

fn small(number: impl TryInto<u8>) -> Option<u8> {
    number.try_into().ok()
}

fn count<T>(all: impl Iterator<Item = T>) -> Option<u8> {
    small(all.count())
}

/// The quantities of a turn. One that a turn does not have is absent.
pub(super) const QUANTITIES: &[Quantity] = &[
    quantity("colors in the supply at a pass", 0, 0, |it| {
        it.passes().then(|| small(it.before.supply().gems().colors().min(2)).unwrap())
    }),
    quantity("cards that can be reserved at a pass", 0, 0, |it| {
        it.passes().then(|| it.reservable().min(2))
    }),
    quantity("ways out of a pass: the first card in hand only", 0, 0, |it| it.is_only_way_out(0)),
    quantity("ways out of a pass: the second card in hand only", 0, 0, |it| it.is_only_way_out(1)),
    quantity("ways out of a pass: the third card in hand only", 0, 0, |it| it.is_only_way_out(2)),
    quantity("cards of the market as ways out of a pass", 0, 0, |it| {
        it.is_stuck_but_for_cards()
            .then(|| it.before.affordable(it.game).and(it.before.market()).len().min(2))
    }),
    quantity("tokens held before a take", 0, 10, |it| {
        it.taken().and(small(it.seat().tokens().total()))
    }),
    quantity("gems taken", 1, 3, |it| small(it.taken()?.total())),
    quantity("colors in the supply at a take", 1, 5, |it| {
        it.taken().and(small(it.before.supply().gems().colors()))
    }),
    quantity("colors in the supply at a pair", 1, 5, |it| {
        it.pair().and(small(it.before.supply().gems().colors()))
    }),
    quantity("gems of the color of a pair in the supply", 4, 7, |it| {
        Some(it.before.supply().get(it.pair()?))
    }),
    quantity("tokens held before a reservation", 0, 10, |it| {
        it.reserves().then_some(())?;
        small(it.seat().tokens().total())
    }),
    quantity("gold held before a reservation", 0, 5, |it| {
        it.reserves().then(|| it.seat().tokens().gold())
    }),
    quantity("gold in the supply at a reservation", 0, 5, |it| {
        it.reserves().then(|| it.before.supply().gold())
    }),
    quantity("cards in hand before a reservation", 0, 2, |it| {
        it.reserves().then(|| it.seat().hand_size())
    }),
    quantity("row of the deck whose last card is reserved", 1, 6, |it| {
        it.row_of_last_card().map(number)
    }),
    quantity("row without a deck from which a card is reserved", 1, 6, |it| match it.turn.action {
        Action::ReserveMarket(card) => it.empty_row(card),
        _ => None,
    }),
    quantity("gold in a payment", 0, 5, |it| it.most_bought(|bought| bought.pay.gold())),
    quantity("gems of a color in a payment", 0, 7, |it| {
        it.most_bought(|bought| most(bought.pay.gems()))
    }),
    quantity("tokens in a payment", 0, 10, |it| {
        it.most_bought(|bought| small(bought.pay.total()).unwrap())
    }),
    quantity("kinds of tokens in a payment", 0, 5, |it| it.most_bought(|bought| kinds(bought.pay))),
    quantity("colors for which gold pays", 0, 4, |it| {
        it.most_bought(|bought| small(bought.rest().colors()).unwrap())
    }),
    quantity("gems for which gold pays", 0, 10, |it| {
        it.most_bought(|bought| small(bought.rest().total()).unwrap())
    }),
    quantity("gems for which virtual gold pays", 0, 10, |it| {
        it.most_bought(|bought| {
            if bought.cards.spent.is_empty() { 0 } else { small(bought.rest().total()).unwrap() }
        })
    }),
    quantity("cards of virtual gold in a payment", 0, 5, |it| {
        it.most_bought(|bought| bought.cards.spent.len())
    }),
    quantity("bonuses of a color that lower a price", 0, 7, |it| {
        let card = it.turn.action.card().filter(|_| it.buys())?;
        let (cost, bonuses) = (it.game.components.card(card).cost(), it.seat().bonuses());
        Color::ALL.into_iter().map(|color| cost.get(color).min(bonuses.get(color))).max()
    }),
    quantity("bonuses of a color beyond a cost", 0, 7, |it| {
        let card = it.turn.action.card().filter(|_| it.buys())?;
        let (cost, bonuses) = (it.game.components.card(card).cost(), it.seat().bonuses());
        cost.iter().map(|(color, n)| bonuses.get(color).saturating_sub(n)).max()
    }),
    quantity("place in the hand of a bought card", 1, 3, |it| {
        let card = it.card_of_hand()?;
        small(it.seat().hand().iter().position(|held| held == card)? + 1)
    }),
    quantity("cards in hand at a purchase from it", 1, 3, |it| {
        it.card_of_hand().map(|_| it.seat().hand_size())
    }),
    quantity("row of a card bought from the hand", 1, 6, |it| {
        it.card_of_hand().map(|card| it.row(card))
    }),
    quantity("row of a card bought for nothing", 1, 6, |it| {
        let free = it
            .bought()
            .into_iter()
            .find(|bought| bought.pay.is_empty() && bought.cards.is_empty())?;
        Some(it.row(free.card))
    }),
    quantity("row whose last card fills a place", 1, 6, |it| {
        let rows = it.rows_left().into_iter();
        rows.filter(|row| it.before.deck(*row).len() == 1).map(number).next_back()
    }),
    quantity("row with a place that stays empty", 1, 6, |it| {
        let rows = it.rows_left().into_iter();
        rows.filter(|row| it.before.deck(*row).is_empty()).map(number).next_back()
    }),
    quantity("places that a turn empties", 0, 4, |it| small(it.rows_left().len())),
    quantity("tokens held before the return", 0, 13, |it| small(it.numbers.held.total())),
    quantity("tokens returned", 0, 3, |it| small(it.turn.returned.total())),
    quantity("kinds of tokens returned", 0, 3, |it| Some(kinds(it.turn.returned))),
    quantity("gems of a color returned", 0, 3, |it| Some(most(it.turn.returned.gems()))),
    quantity("gold returned", 0, 3, |it| Some(it.turn.returned.gold())),
    quantity("gems returned of those just taken", 0, 3, |it| {
        let taken = it.taken()?;
        small(it.turn.returned.minus(it.turn.returned.minus(taken)).total())
    }),
    quantity("tokens of a kind of which all are returned", 1, 3, |it| {
        let all = it.turn.returned.iter().filter(|&(token, n)| it.numbers.held.get(token) == n);
        all.map(|(_, n)| n).max()
    }),
    quantity("nobles that could visit", 0, 5, |it| Some(it.due_nobles().len())),
    quantity("place of the noble among those", 1, 5, |it| {
        let noble = it.turn.nobles.first_member()?;
        small(it.due_nobles().iter().position(|due| due == noble)? + 1)
    }),
    quantity("place of the noble on the table", 1, 5, |it| {
        let noble = it.turn.nobles.first_member()?;
        small(it.before.nobles().iter().position(|due| due == noble)? + 1)
    }),
    quantity("nobles of the seat before a visit", 0, 4, |it| {
        it.turn.nobles.first_member().map(|_| it.seat().nobles().len())
    }),
    quantity("nobles on the table at a visit", 1, 5, |it| {
        it.turn.nobles.first_member().map(|_| it.before.nobles().len())
    }),
    quantity("cards beyond the demand of a noble", 0, 4, |it| {
        let demand = it.game.components.noble(it.turn.nobles.first_member()?).demand;
        demand.iter().map(|(color, n)| it.numbers.bonuses.get(color).saturating_sub(n)).min()
    }),
    quantity("cards of a color beyond the demand of a noble", 0, 6, |it| {
        let demand = it.game.components.noble(it.turn.nobles.first_member()?).demand;
        demand.iter().map(|(color, n)| it.numbers.bonuses.get(color).saturating_sub(n)).max()
    }),
    quantity("posts that could come", 0, 5, |it| Some(it.due_posts().len())),
    quantity("place of the post among those", 1, 5, |it| {
        let post = it.turn.posts.iter().next()?;
        small(it.due_posts().iter().position(|due| due == post)? + 1)
    }),
    quantity("number of the new post", 1, 5, |it| {
        let post = it.turn.posts.iter().next()?;
        small(Post::ALL.iter().position(|&one| one == post)? + 1)
    }),
    quantity("posts of the seat before a new one", 0, 4, |it| {
        it.turn.posts.iter().next().map(|_| it.seat().posts().len())
    }),
    quantity("tokens held before the gem of a post", 0, 12, |it| {
        it.turn.gem?;
        small(it.seat().tokens().plus(it.taken().unwrap_or(Tokens::NONE)).total())
    }),
    quantity("colors in the supply at the gem of a post", 0, 5, |it| {
        it.turn.gem?;
        small(it.before.supply().gems().colors())
    }),
    quantity("row of a deck of two cards that are drawn", 1, 6, |it| match it.turn.action {
        Action::ReserveDeck { row, under: Some(_), .. } => {
            (it.before.deck(row).len() == 2).then(|| number(row))
        }
        _ => None,
    }),
    quantity("card of two that is kept", 1, 2, |it| match it.turn.action {
        Action::ReserveDeck { row, under: Some(under), .. } => {
            let top = it.before.deck(row).top()?;
            Some(if top == splendor_core::Place::Card(under) { 2 } else { 1 })
        }
        _ => None,
    }),
    quantity("cards that come free in a turn", 0, 4, |it| small(it.free_cards().len())),
    quantity("cards that lie there to come free", 1, 6, |it| {
        let level = it.game.components.card(it.free_cards().first()?.card).level();
        let lying = it.before.market().iter();
        count(lying.filter(|&card| it.game.components.card(card).level() == level))
    }),
    quantity("row of a free card, without those of level 3", 1, 4, |it| {
        let row = it.row(it.free_cards().last()?.card);
        Some(if row > 3 { row - 1 } else { row })
    }),
    quantity("colors that could be copied", 1, 5, |it| {
        it.turn.effects.copy?;
        small(it.seat().colors().colors())
    }),
    quantity("cards of the color that is copied", 1, 6, |it| {
        let splendor_core::Copied::Color(color) = it.turn.effects.copy? else { return None };
        Some(it.seat().colors().get(color))
    }),
    quantity("double cards among those of the copied color", 0, 1, |it| {
        let splendor_core::Copied::Color(color) = it.turn.effects.copy? else { return None };
        Some(it.seat().bonuses().get(color) - it.seat().colors().get(color))
    }),
    quantity("cards of the color that is given up", 2, 8, |it| {
        let color = it.game.components.card(it.turn.action.card()?).discard()?;
        it.buys().then(|| it.seat().colors().get(color))
    }),
    quantity("double cards among two given up", 0, 1, |it| {
        it.given_up().map(|cards| it.with_bonuses(&cards, 2))
    }),
    quantity("copies among two given up", 0, 2, |it| {
        it.given_up().map(|cards| it.with_bonuses(&cards, 0))
    }),
    quantity("strongholds in stock at a step", 0, 3, |it| {
        it.step().map(|_| it.before.strongholds().in_stock(it.turn.seat))
    }),
    quantity("own strongholds where one comes", 0, 2, |it| {
        let (StrongholdStep::Place(to) | StrongholdStep::Move { to, .. }) = it.step()? else {
            return None;
        };
        Some(it.before.strongholds().count(it.turn.seat, to))
    }),
    quantity("own strongholds where one leaves", 1, 3, |it| {
        let StrongholdStep::Move { from, .. } = it.step()? else { return None };
        Some(it.before.strongholds().count(it.turn.seat, from))
    }),
    quantity("strongholds in play of a seat that loses one", 1, 3, |it| {
        let StrongholdStep::Remove { card, .. } = it.step()? else { return None };
        let (rival, _) = it.before.strongholds().rival(it.turn.seat, card)?;
        count(it.before.strongholds().of(rival))
    }),
    quantity("strongholds of the seat that loses one on its card", 1, 1, |it| {
        let StrongholdStep::Remove { card, .. } = it.step()? else { return None };
        Some(it.before.strongholds().rival(it.turn.seat, card)?.1)
    }),
    quantity("cards free for a stronghold after a purchase", 0, 3, |it| {
        it.steps_are_due().then(|| it.free_for_a_stronghold().min(3))
    }),
    quantity("strongholds that can be removed after a purchase", 0, 9, |it| {
        it.steps_are_due().then(|| it.lone_strongholds())
    }),
    quantity("own strongholds that come back", 0, 3, |it| {
        Some(it.before.strongholds().count(it.turn.seat, it.turn.action.card()?))
    }),
    quantity("gems that the action takes off the price of a conquest", 0, 2, |it| {
        small(it.conquest_price(it.before).minus(it.conquest_price(&it.acted()?)).total())
    }),
    quantity("gems that the action adds to the price of a conquest", 0, 3, |it| {
        small(it.conquest_price(&it.acted()?).minus(it.conquest_price(it.before)).total())
    }),
    quantity("row of a conquest", 1, 6, |it| it.conquest().map(|won| it.row(won.card))),
    quantity("tokens in the payment of a conquest", 0, 10, |it| small(it.conquest()?.pay.total())),
    quantity("gold in the payment of a conquest", 0, 5, |it| Some(it.conquest()?.pay.gold())),
    quantity("virtual gold of a conquest", 0, 3, |it| Some(it.conquest()?.cards_paid.spent.len())),
    quantity("tokens held at a conquest", 0, 13, |it| {
        it.conquest()?;
        small(it.seat().tokens().plus(it.taken().unwrap_or(Tokens::NONE)).total())
    }),
    quantity("prestige that triggers the end", 15, 22, |it| {
        let triggers = it.events.triggered && !it.game.rules.modules.cities;
        triggers.then(|| it.after_seat().prestige())
    }),
    quantity("seat that triggers the end", 0, 3, |it| it.events.triggered.then_some(it.turn.seat)),
    quantity("prestige in the last round", 0, 27, |it| {
        (it.before.phase() == Phase::LastRound).then(|| it.after_seat().prestige())
    }),
];

/// The quantities of tables, over their seats.
pub(super) const TABLE_QUANTITIES: &[TableQuantity] = &[
    TableQuantity {
        name: "prestige of a seat",
        least: 0,
        largest: 30,
        of: |_, at| at.scores().collect(),
    },
    TableQuantity {
        name: "cards of a seat",
        least: 0,
        largest: 20,
        of: |_, at| each(at, |seat| seat.bought().len()),
    },
    TableQuantity {
        name: "nobles of a seat",
        least: 0,
        largest: 5,
        of: |_, at| each(at, |seat| seat.nobles().len()),
    },
    TableQuantity {
        name: "posts of a seat",
        least: 0,
        largest: 5,
        of: |_, at| each(at, |seat| seat.posts().len()),
    },
    TableQuantity {
        name: "posts of a seat with a point for each",
        least: 1,
        largest: 5,
        of: |_, at| {
            let seats = at.seats().iter().filter(|seat| seat.posts().has(Post::PointPerPost));
            seats.map(|seat| seat.posts().len()).collect()
        },
    },
    TableQuantity {
        name: "winners of a game",
        least: 1,
        largest: 4,
        of: |game, at| {
            let winners = u8::try_from(at.winners(game).iter().count()).unwrap();
            if at.has_ended() { vec![winners] } else { Vec::new() }
        },
    },
    TableQuantity {
        name: "seats with the most prestige at the end",
        least: 1,
        largest: 4,
        of: |_, at| {
            if at.has_ended() { vec![u8::try_from(leaders(at).len()).unwrap()] } else { Vec::new() }
        },
    },
    TableQuantity {
        name: "fewest cards in a tie",
        least: 3,
        largest: 20,
        of: |_, at| {
            let tied = leaders(at);
            let fewest = tied.iter().map(|seat| seat.bought().len()).min();
            if at.has_ended() && tied.len() > 1 { fewest.into_iter().collect() } else { Vec::new() }
        },
    },
    TableQuantity {
        name: "distance in cards of two tied seats",
        least: 0,
        largest: 3,
        of: |_, at| {
            let cards: Vec<u8> = leaders(at).iter().map(|seat| seat.bought().len()).collect();
            if !at.has_ended() || cards.len() < 2 {
                return Vec::new();
            }
            vec![cards.iter().max().unwrap() - cards.iter().min().unwrap()]
        },
    },
    TableQuantity {
        name: "distance in prestige of the best two seats",
        least: 0,
        largest: 3,
        of: |_, at| {
            let mut scores: Vec<u8> = at.scores().collect();
            scores.sort_unstable();
            if at.has_ended() {
                vec![scores[scores.len() - 1] - scores[scores.len() - 2]]
            } else {
                Vec::new()
            }
        },
    },
    TableQuantity {
        name: "seats that meet a city at the end",
        least: 1,
        largest: 4,
        of: |_, at| {
            let seats = u8::try_from(at.seats().len()).unwrap();
            let met = count((0..seats).filter(|&seat| at.meets_a_city(seat)));
            if at.has_ended() { met.into_iter().collect() } else { Vec::new() }
        },
    },
];

/// The conditions of a turn; every pair of them that meets in a turn is covered.
pub(super) const CONDITIONS: &[Condition] = &[
    ("two seats", |it| it.before.seats().len() == 2),
    ("three seats", |it| it.before.seats().len() == 3),
    ("four seats", |it| it.before.seats().len() == 4),
    ("the first seat", |it| it.turn.seat == 0),
    ("the last seat", |it| usize::from(it.turn.seat) + 1 == it.before.seats().len()),
    ("the last round", |it| it.before.phase() == Phase::LastRound),
    ("ten tokens", |it| it.seat().tokens().total() == 10),
    ("three cards in hand", |it| it.seat().hand_size() == 3),
    ("no gold in the supply", |it| it.before.supply().gold() == 0),
    ("one color in the supply", |it| it.before.supply().gems().colors() == 1),
    ("two colors in the supply", |it| it.before.supply().gems().colors() == 2),
    ("a color without gems", |it| it.before.supply().gems().colors() < 5),
    ("a take of different gems", |it| it.taken().is_some() && it.pair().is_none()),
    ("a pair", |it| it.pair().is_some()),
    ("a reservation from the market", |it| matches!(it.turn.action, Action::ReserveMarket(_))),
    ("a reservation from a deck", |it| matches!(it.turn.action, Action::ReserveDeck { .. })),
    ("a purchase from the market", |it| it.buys() && it.card_of_hand().is_none()),
    ("a purchase from the hand", |it| it.card_of_hand().is_some()),
    ("a pass", |it| it.turn.action == Action::Pass),
    ("a payment with gold", |it| it.most_bought(|bought| bought.pay.gold()) > Some(0)),
    ("a purchase for nothing", |it| {
        it.bought().iter().any(|bought| bought.pay.is_empty() && bought.cards.is_empty())
    }),
    ("virtual gold", |it| it.bought().iter().any(|bought| !bought.cards.spent.is_empty())),
    ("cards given up", |it| it.given_up().is_some()),
    ("the post that doubles gold", |it| it.buys() && it.seat().posts().has(Post::DoubleGold)),
    ("the gem of a post", |it| it.turn.gem.is_some()),
    ("two cards drawn", |it| matches!(it.turn.action, Action::ReserveDeck { under: Some(_), .. })),
    ("a copy", |it| {
        it.turn.effects.copy.is_some() || it.free_cards().iter().any(|free| free.copy.is_some())
    }),
    ("a free card", |it| it.free_cards().len() == 1),
    ("two free cards", |it| it.free_cards().len() > 1),
    ("a double card", |it| it.seat().bonuses() != it.seat().colors()),
    ("a stronghold placed", |it| matches!(it.step(), Some(StrongholdStep::Place(_)))),
    ("a stronghold moved", |it| matches!(it.step(), Some(StrongholdStep::Move { .. }))),
    ("a stronghold removed", |it| matches!(it.step(), Some(StrongholdStep::Remove { .. }))),
    ("strongholds of another seat", |it| {
        !it.before.strongholds().rival_cards(it.turn.seat).is_empty()
    }),
    ("no card free for a stronghold", |it| it.steps_are_due() && it.free_for_a_stronghold() == 0),
    ("own strongholds come back", |it| {
        it.turn
            .action
            .card()
            .is_some_and(|card| it.before.strongholds().count(it.turn.seat, card) > 0)
    }),
    ("a conquest", |it| it.turn.conquest.is_some()),
    ("an Orient card", |it| {
        it.turn.action.card().is_some_and(|card| it.game.components.card(card).is_orient())
    }),
    ("the last card of a deck", |it| {
        it.row_of_last_card().is_some()
            || it.rows_left().iter().any(|row| it.before.deck(*row).len() == 1)
    }),
    ("an empty deck", |it| it.rows_left().iter().any(|row| it.before.deck(*row).is_empty())),
    ("a return", |it| !it.turn.returned.is_empty()),
    ("gold returned", |it| it.turn.returned.gold() > 0),
    ("a noble", |it| it.turn.nobles.first_member().is_some()),
    ("a choice of nobles", |it| it.due_nobles().len() > 1),
    ("a post", |it| it.turn.posts.iter().next().is_some()),
    ("a choice of posts", |it| it.due_posts().len() > 1),
    ("the end triggered", |it| it.events.triggered),
    ("the end of the game", |it| it.events.ended.is_some()),
    ("the target reached by a noble or a post", |it| {
        let cards = it.game.components.points(it.after_seat().bought());
        it.events.triggered && cards < 15 && !it.game.rules.modules.cities
    }),
];

fn each(position: &Position, of: impl Fn(&Seat) -> u8) -> Vec<u8> {
    position.seats().iter().map(of).collect()
}

/// Returns the seats with the most prestige.
fn leaders(position: &Position) -> Vec<&Seat> {
    let most = position.scores().max();
    position.seats().iter().filter(|seat| Some(seat.prestige()) == most).collect()
}

fn most(gems: Gems) -> u8 {
    gems.iter().map(|(_, count)| count).max().unwrap_or(0)
}

fn kinds(tokens: Tokens) -> u8 {
    small(tokens.iter().filter(|&(_, count)| count > 0).count()).unwrap()
}

fn number(row: Row) -> u8 {
    small(row.index() + 1).unwrap()
}

impl Bought {
    /// Returns the gems that the paid gems leave open.
    fn rest(&self) -> Gems {
        if self.cards.discarded.is_empty() { self.price.minus(self.pay.gems()) } else { Gems::NONE }
    }
}

impl<'m> Moment<'m> {
    pub(super) fn new(game: &'m Game<'m>, before: &'m Position, turn: &'m Turn) -> Self {
        let mut after = *before;
        let events = after.play(game, turn).unwrap_or_default();
        let numbers = before.turn_numbers(game, turn);
        Self { game, before, turn, after, events, numbers }
    }

    fn seat(&self) -> &Seat {
        self.before.mover()
    }

    fn after_seat(&self) -> &Seat {
        self.after.acting_seat(self.turn)
    }

    fn row(&self, card: CardId) -> u8 {
        number(self.game.components.card(card).row())
    }

    fn taken(&self) -> Option<Tokens> {
        match self.turn.action {
            Action::Take(taken) => Some(taken),
            _ => None,
        }
    }

    fn pair(&self) -> Option<Token> {
        self.taken()?.iter().find(|&(_, count)| count == 2).map(|(token, _)| token)
    }

    fn reserves(&self) -> bool {
        matches!(self.turn.action, Action::ReserveMarket(_) | Action::ReserveDeck { .. })
    }

    fn buys(&self) -> bool {
        matches!(self.turn.action, Action::Purchase { .. })
    }

    fn conquest(&self) -> Option<Conquest> {
        self.turn.conquest
    }

    fn passes(&self) -> bool {
        self.turn.action == Action::Pass
    }

    /// Returns how many cards and decks the seat could reserve from.
    fn reservable(&self) -> u8 {
        if self.seat().hand_size() == 3 {
            return 0;
        }
        let lying =
            self.before.market().without(self.before.strongholds().rival_cards(self.turn.seat));
        let decks = Row::ALL.iter().filter(|&&row| !self.before.deck(row).is_empty()).count();
        lying.len() + u8::try_from(decks).unwrap()
    }

    fn is_stuck_but_for_cards(&self) -> bool {
        self.passes() && self.before.supply().gems() == Gems::NONE && self.reservable() == 0
    }

    /// Returns 1 if the seat has no action but to buy the card at this place in its hand.
    fn is_only_way_out(&self, place: usize) -> Option<u8> {
        let affordable = self.before.affordable(self.game);
        let only = affordable.len() == 1
            && affordable.first_member() == self.seat().hand().iter().nth(place);
        self.is_stuck_but_for_cards().then_some(u8::from(only))
    }

    fn steps_are_due(&self) -> bool {
        self.buys() && self.game.rules.modules.strongholds
    }

    /// Returns how many cards lie in the market after the action that no other seat holds.
    fn free_for_a_stronghold(&self) -> u8 {
        let gone: CardSet = self.turn.cards_taken().map(|(card, _)| card).collect();
        let lying = self.before.market().without(gone);
        lying.without(self.before.strongholds().rival_cards(self.turn.seat)).len()
    }

    fn lone_strongholds(&self) -> u8 {
        let strongholds = self.before.strongholds();
        let rivals = strongholds.rival_cards(self.turn.seat).iter();
        let lone =
            |&card: &CardId| strongholds.rival(self.turn.seat, card).is_some_and(|(_, n)| n == 1);
        small(rivals.filter(lone).count()).unwrap()
    }

    /// Returns the bonuses of the seat after its action alone, where a conquest follows.
    fn acted(&self) -> Option<Position> {
        self.conquest()?;
        Some(self.before.follow_log(self.game, &Turn { conquest: None, ..*self.turn }))
    }

    fn conquest_price(&self, table: &Position) -> Gems {
        let cost =
            self.conquest().map_or(Gems::NONE, |won| self.game.components.card(won.card).cost());
        cost.minus(table.acting_seat(self.turn).bonuses())
    }

    fn card_of_hand(&self) -> Option<CardId> {
        self.turn.action.card().filter(|&card| self.buys() && self.seat().hand().has(card))
    }

    /// Returns the purchases of the turn. The price of a conquest is that before the turn.
    fn bought(&self) -> Vec<Bought> {
        let price = |card| self.game.components.card(card).cost().minus(self.seat().bonuses());
        let first = match self.turn.action {
            Action::Purchase { card, pay, .. } => {
                Some(Bought { card, pay, cards: self.turn.cards_paid, price: price(card) })
            }
            _ => None,
        };
        let second = self.conquest().map(|won| Bought {
            card: won.card,
            pay: won.pay,
            cards: won.cards_paid,
            price: price(won.card),
        });
        first.into_iter().chain(second).collect()
    }

    fn most_bought(&self, of: impl Fn(&Bought) -> u8) -> Option<u8> {
        self.bought().iter().map(of).max()
    }

    fn given_up(&self) -> Option<Vec<CardId>> {
        let cards: Vec<CardId> =
            self.bought().iter().flat_map(|bought| bought.cards.discarded.iter()).collect();
        (!cards.is_empty()).then_some(cards)
    }

    /// Returns how many cards have so many bonuses of their own; a copy has none.
    fn with_bonuses(&self, cards: &[CardId], bonuses: u16) -> u8 {
        let own = |card: CardId| self.game.components.card(card).bonuses().total();
        small(cards.iter().filter(|&&card| own(card) == bonuses).count()).unwrap()
    }

    fn free_cards(&self) -> Vec<FreeCard> {
        let second = self.conquest().map_or(Effects::NONE, |won| won.effects);
        self.turn.effects.free_cards().chain(second.free_cards()).collect()
    }

    fn step(&self) -> Option<StrongholdStep> {
        self.turn.effects.stronghold
    }

    /// Returns the row of each card that leaves the market.
    fn rows_left(&self) -> Vec<Row> {
        let cards = self.turn.cards_taken().map(|(card, _)| card);
        let lying = cards.filter(|&card| self.before.market().has(card));
        lying.map(|card| self.game.components.card(card).row()).collect()
    }

    fn row_of_last_card(&self) -> Option<Row> {
        match self.turn.action {
            Action::ReserveDeck { row, .. } => {
                Some(row).filter(|row| self.before.deck(*row).len() == 1)
            }
            _ => None,
        }
    }

    fn empty_row(&self, card: CardId) -> Option<u8> {
        let row = self.game.components.card(card).row();
        self.before.deck(row).is_empty().then(|| number(row))
    }

    fn due_nobles(&self) -> NobleSet {
        let met =
            |&noble: &_| self.numbers.bonuses.covers(self.game.components.noble(noble).demand);
        self.before.nobles().iter().filter(met).collect()
    }

    fn due_posts(&self) -> PostSet {
        if !self.game.rules.modules.trading_posts {
            return PostSet::NONE;
        }
        let met = PostSet::met_by(self.numbers.bonuses).iter();
        let new = met.filter(|&post| !self.seat().posts().has(post));
        new.fold(PostSet::NONE, |all, post| all.or(PostSet::one(post)))
    }
}
