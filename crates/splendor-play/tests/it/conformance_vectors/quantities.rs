//! The quantities that the rules compare, and the conditions that can meet in a turn.

use std::ops::Range;
use std::sync::LazyLock;

use splendor_core::{
    Action, City, CityId, Color, Game, Gems, Phase, Position, Post, PostSet, Row, Seat,
    StrongholdStep, Tokens,
};

use super::moment::{Bought, Moment, count, kinds, most, number, small};

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

/// Quantities with a title and with the family of clauses that compare them.
type Family = (&'static str, &'static str, &'static [Quantity]);

/// The quantities of a turn. One that a turn does not have is absent.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a method of a moment with some lifetime is no function of a moment with any"
)]
pub(super) const FAMILIES: &[Family] = &[
    (
        "Passes",
        "turn",
        &[
            // A seat that must pass has none of these, so no value of them is legal.
            quantity("gems as the only way out", 0, 0, |it| it.gems_as_way_out()),
            quantity("a reservation as the only way out", 0, 0, |it| it.reservation_as_way_out()),
            quantity("place in the hand of the only way out", 0, 0, |it| it.place_of_way_out()),
            quantity("row in the hand of the only way out", 0, 0, |it| it.row_of_way_out(true)),
            quantity("row in the market of the only way out", 0, 0, |it| it.row_of_way_out(false)),
            quantity("gold for the only way out", 0, 0, |it| {
                Some(it.gold_for(it.open_of_way_out()?).min(it.seat().tokens().gold()))
            }),
            quantity("colors in gold for the only way out", 0, 0, |it| {
                it.open_of_way_out().and_then(|open| small(open.colors()))
            }),
            quantity("virtual gold for the only way out", 0, 0, |it| it.virtual_gold_of_way_out()),
            quantity("halves of gold for the only way out", 0, 0, |it| {
                let open = it.open_of_way_out()?;
                small(open.total() - u16::from(it.gold_for(open)))
            }),
            quantity("cards that pay for the only way out", 0, 0, |it| it.cards_of_way_out()),
            quantity("strongholds on the only way out", 0, 0, |it| it.strongholds_on_way_out()),
            quantity("gold short of a way out", 1, 3, |it| it.gold_short()),
            quantity("ways out by a wrong rule", 1, 5, |it| it.wrong_way_out()),
            quantity("seats after a pass of the last round", 0, 3, |it| it.seats_after_last_pass()),
            quantity("passes before a pass", 0, 3, |it| {
                it.passes().then(|| it.before.passes_in_a_row())
            }),
        ],
    ),
    (
        "Gems",
        "take",
        &[
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
            quantity("own gems of the color of a pair", 0, 3, |it| {
                Some(it.seat().tokens().get(it.pair()?))
            }),
            quantity("gems in the largest stack at a take of three colors", 1, 7, |it| {
                it.taken().filter(|taken| taken.total() == 3)?;
                Some(most(it.before.supply().gems()))
            }),
            quantity("gems in the largest stack at a take", 1, 7, |it| {
                it.taken().and(Some(most(it.before.supply().gems())))
            }),
        ],
    ),
    (
        "Reservations",
        "reserve",
        &[
            quantity("tokens held before a reservation", 0, 10, |it| {
                it.reserves().then_some(())?;
                small(it.seat().tokens().total())
            }),
            quantity("gold held before a reservation that brings gold", 0, 4, |it| {
                let brings = it.reserves() && it.before.supply().gold() > 0;
                brings.then(|| it.seat().tokens().gold())
            }),
            quantity("gold held before a reservation without gold", 0, 5, |it| {
                let brings_none = it.reserves() && it.before.supply().gold() == 0;
                brings_none.then(|| it.seat().tokens().gold())
            }),
            quantity("gold in the supply at a reservation", 0, 5, |it| {
                it.reserves().then(|| it.before.supply().gold())
            }),
            quantity("where a card lies that is reserved", 0, 0, |it| match it.turn.action {
                Action::ReserveMarket(card) => Some(it.place_of(card)),
                _ => None,
            }),
            quantity("passes before a reservation", 0, 2, |it| {
                it.reserves().then(|| it.before.passes_in_a_row())
            }),
            quantity("cards in hand before a reservation", 0, 2, |it| {
                it.reserves().then(|| it.seat().hand_size())
            }),
            quantity("cards in hand from decks before a reservation", 0, 2, |it| {
                it.reserves().then(|| it.seat().hand().and(it.before.secret()).len())
            }),
            quantity("Orient cards in hand before a reservation", 0, 2, |it| {
                it.reserves().then_some(())?;
                count(it.seat().hand().iter().filter(|&card| it.row(card) > 3))
            }),
            quantity("row of the deck whose last card is reserved", 1, 6, |it| {
                it.row_of_last_card().map(number)
            }),
            quantity("row without a deck from which a card is reserved", 1, 6, |it| {
                match it.turn.action {
                    Action::ReserveMarket(card) => it.empty_row(card),
                    _ => None,
                }
            }),
        ],
    ),
    (
        "Payments",
        "purchase",
        &[
            quantity("where a card lies that is bought", 0, 1, |it| {
                it.turn.action.card().filter(|_| it.buys()).map(|card| it.place_of(card))
            }),
            quantity("units short of the price", 0, 0, |it| it.most_bought(|one| it.short(one))),
            quantity("kind of token that a payment lacks", 0, 0, |it| {
                it.most_bought(|bought| {
                    it.lacking(bought).map_or(0, |token| small(token.index()).unwrap() + 1)
                })
            }),
            quantity("price of a card after bonuses", 0, 12, |it| {
                it.most_bought(|bought| small(bought.price.total()).unwrap())
            }),
            quantity("gold in a payment", 0, 5, |it| it.most_bought(|bought| bought.pay.gold())),
            quantity("gems of a color in a payment", 0, 7, |it| {
                it.most_bought(|bought| most(bought.pay.gems()))
            }),
            quantity("tokens in a payment", 0, 10, |it| {
                it.most_bought(|bought| small(bought.pay.total()).unwrap())
            }),
            quantity("kinds of tokens in a payment", 0, 5, |it| {
                it.most_bought(|bought| kinds(bought.pay))
            }),
            quantity("colors for which gold pays", 0, 4, |it| {
                it.most_bought(|bought| small(bought.rest().colors()).unwrap())
            }),
            quantity("gems for which gold pays", 0, 10, |it| {
                it.most_bought(|bought| small(bought.rest().total()).unwrap())
            }),
            quantity("posts of a seat whose gold pays twice", 1, 5, |it| {
                let pays_twice =
                    |bought: &Bought| u16::from(it.gold_for(bought.rest())) < bought.rest().total();
                let is_one = it.bought().iter().any(pays_twice);
                is_one.then(|| it.seat().posts().iter().count()).and_then(small)
            }),
            quantity("gems of a color for which doubled gold pays", 0, 7, |it| {
                it.seat().posts().has(Post::DoubleGold).then_some(())?;
                it.most_bought(|bought| most(bought.rest()))
            }),
            quantity("gold that virtual gold replaces", 0, 10, |it| {
                it.most_bought(|bought| it.replaced(bought))
            }),
            quantity("cards of virtual gold in a payment", 0, 5, |it| {
                it.most_bought(|bought| bought.cards.spent.len())
            }),
            quantity("cards of virtual gold that pay twice each", 0, 5, |it| {
                it.most_bought(|bought| {
                    let cards = bought.cards.spent.len();
                    if it.replaced(bought) == 2 * cards { cards } else { 0 }
                })
            }),
            quantity("gold that could pay for a second gem of its color", 0, 3, |it| {
                it.seat().posts().has(Post::DoubleGold).then_some(())?;
                it.most_bought(|bought| {
                    count(bought.rest().iter().filter(|(_, n)| n % 2 == 1)).unwrap()
                })
            }),
            quantity("gems in the supply of a color of which all are paid", 0, 6, |it| {
                let held = it.seat().tokens();
                let all = |bought: &Bought| {
                    let gems = bought
                        .pay
                        .iter()
                        .take(5)
                        .filter(|&(token, n)| n > 0 && n >= held.get(token));
                    gems.map(|(token, _)| it.before.supply().get(token)).min()
                };
                it.bought().iter().filter_map(all).min()
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
        ],
    ),
    (
        "Refills",
        "market",
        &[
            quantity("row whose last card fills a place", 1, 6, |it| {
                let rows = it.rows_left().into_iter();
                rows.filter(|row| it.before.deck(*row).len() == 1).map(number).next_back()
            }),
            quantity("row with a place that stays empty", 1, 6, |it| {
                let rows = it.rows_left().into_iter();
                rows.filter(|row| it.before.deck(*row).is_empty()).map(number).next_back()
            }),
            quantity("places that a turn empties", 0, 4, |it| small(it.rows_left().len())),
            quantity("places of one row that a turn empties", 0, 3, |it| {
                let rows = it.rows_left();
                rows.iter()
                    .map(|row| rows.iter().filter(|other| *other == row).count())
                    .max()
                    .map_or(Some(0), small)
            }),
            quantity("cards in the deck of a row that loses several at once", 0, 3, |it| {
                // The place of a reserved card is filled before a conquest.
                let rows = it.rows_left().into_iter().skip(usize::from(it.reserves()));
                let rows: Vec<Row> = rows.collect();
                let twice =
                    rows.iter().find(|row| rows.iter().filter(|other| other == row).count() > 1)?;
                Some(it.before.deck(*twice).len().min(3))
            }),
        ],
    ),
    (
        "Returns",
        "limit",
        &[
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
                let all =
                    it.turn.returned.iter().filter(|&(token, n)| it.numbers.held.get(token) == n);
                all.map(|(_, n)| n).max()
            }),
        ],
    ),
    (
        "Nobles",
        "noble",
        &[
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
                demand
                    .iter()
                    .map(|(color, n)| it.numbers.bonuses.get(color).saturating_sub(n))
                    .min()
            }),
            quantity("cards of a color beyond the demand of a noble", 0, 6, |it| {
                let demand = it.game.components.noble(it.turn.nobles.first_member()?).demand;
                demand
                    .iter()
                    .map(|(color, n)| it.numbers.bonuses.get(color).saturating_sub(n))
                    .max()
            }),
            quantity("cards short of a noble that does not come", 1, 2, |it| {
                let nobles = it.before.nobles().iter();
                it.nearest(nobles.map(|noble| it.game.components.noble(noble).demand))
            }),
            quantity("cards short of the noble that comes", 0, 0, |it| {
                let demand = it.game.components.noble(it.turn.nobles.first_member()?).demand;
                small(demand.minus(it.numbers.bonuses).total())
            }),
            quantity("nobles that come by a conquered card", 0, 1, |it| {
                let color = it.game.components.card(it.conquest()?.card).bonus()?;
                let demand = it.game.components.noble(it.turn.nobles.first_member()?).demand;
                let needs = demand.get(color) == it.numbers.bonuses.get(color);
                Some(u8::from(needs && demand.get(color) > 0))
            }),
            quantity("nobles that would come by other cards", 1, 6, |it| {
                it.wrong_cards(|cards| {
                    let mut nobles = it.before.nobles().iter();
                    nobles.any(|noble| cards.covers(it.game.components.noble(noble).demand))
                })
            }),
        ],
    ),
    (
        "Trading posts",
        "post",
        &[
            quantity("posts that could come", 0, 5, |it| Some(it.due_posts().len())),
            quantity("place of the post among those", 1, 5, |it| {
                let post = it.turn.posts.iter().next()?;
                small(it.due_posts().iter().position(|due| due == post)? + 1)
            }),
            quantity("post whose first color is just there", 1, 5, |it| {
                it.just_met_post(|demand| demand.iter().find(|&(_, n)| n > 0))
            }),
            quantity("post whose last color is just there", 1, 5, |it| {
                it.just_met_post(|demand| demand.iter().filter(|&(_, n)| n > 0).last())
            }),
            quantity("new post of four that could come", 1, 5, |it| {
                let post = it.turn.posts.iter().next().filter(|_| it.due_posts().len() > 3)?;
                small(Post::ALL.iter().position(|&one| one == post)? + 1)
            }),
            quantity("number of the new post", 1, 5, |it| {
                let post = it.turn.posts.iter().next()?;
                small(Post::ALL.iter().position(|&one| one == post)? + 1)
            }),
            quantity("posts of the seat before a new one", 0, 4, |it| {
                it.turn.posts.iter().next().map(|_| it.seat().posts().len())
            }),
            quantity("post that is one card short", 1, 5, |it| {
                let posts = Post::ALL.iter().filter(|_| it.game.rules.modules.trading_posts);
                let mut posts = posts.filter(|&&post| !it.seat().posts().has(post));
                let short = |post: Post| post.demand().minus(it.numbers.bonuses).total();
                posts.find(|&&post| short(post) == 1).map(|&post| {
                    small(Post::ALL.iter().position(|one| one == &post).unwrap()).unwrap() + 1
                })
            }),
            quantity("posts that would come by other cards", 1, 6, |it| {
                let own = it.seat().posts();
                it.game.rules.modules.trading_posts.then_some(())?;
                it.wrong_cards(|cards| PostSet::met_by(cards).iter().any(|post| !own.has(post)))
            }),
            quantity("tokens held before the gem of a post", 0, 12, |it| {
                it.brings_gem().then_some(())?;
                small(it.seat().tokens().plus(it.taken().unwrap_or(Tokens::NONE)).total())
            }),
            quantity("colors in the supply at the gem after a purchase", 0, 5, |it| {
                (it.brings_gem() && it.buys()).then_some(())?;
                small(it.before.supply().gems().colors())
            }),
            quantity("other colors in the supply at a third gem", 0, 4, |it| {
                let pair = it.pair().filter(|_| it.brings_gem())?;
                small(it.before.supply().with(pair, 0).gems().colors())
            }),
            quantity("row of a deck of two cards that are drawn", 1, 6, |it| {
                match it.turn.action {
                    Action::ReserveDeck { row, under: Some(_), .. } => {
                        (it.before.deck(row).len() == 2).then(|| number(row))
                    }
                    _ => None,
                }
            }),
            quantity("cards in a deck of which two are drawn", 2, 4, |it| match it.turn.action {
                Action::ReserveDeck { row, under: Some(_), .. } => {
                    Some(it.before.deck(row).len().min(4))
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
        ],
    ),
    (
        "Orient",
        "orient",
        &[
            quantity("where a free card lies", 0, 0, |it| {
                it.free_cards().iter().map(|free| it.place_of(free.card)).max()
            }),
            quantity("where a card of virtual gold lies", 3, 3, |it| {
                let bought = it.bought();
                let spent = bought.iter().flat_map(|bought| bought.cards.spent.iter());
                spent.map(|card| it.place_of(card)).max_by_key(|&at| at != 3)
            }),
            quantity("where a card lies that is given up", 3, 3, |it| {
                let cards = it.given_up()?;
                cards.iter().map(|&card| it.place_of(card)).max_by_key(|&at| at != 3)
            }),
            quantity("where the color lies that is copied", 3, 3, |it| it.place_of_color()),
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
                let splendor_core::Copied::Color(color) = it.turn.effects.copy? else {
                    return None;
                };
                Some(it.seat().colors().get(color))
            }),
            quantity("double cards among those of the copied color", 0, 1, |it| {
                let splendor_core::Copied::Color(color) = it.turn.effects.copy? else {
                    return None;
                };
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
        ],
    ),
    (
        "Strongholds",
        "stronghold",
        &[
            quantity("strongholds in stock at a step", 0, 3, |it| {
                it.step().map(|_| it.before.strongholds().in_stock(it.turn.seat))
            }),
            quantity("own strongholds where one comes", 0, 2, |it| {
                let (StrongholdStep::Place(to) | StrongholdStep::Move { to, .. }) = it.step()?
                else {
                    return None;
                };
                Some(it.before.strongholds().count(it.turn.seat, to))
            }),
            quantity("own strongholds in play at a move", 1, 3, |it| match it.step()? {
                StrongholdStep::Move { .. } => count(it.before.strongholds().of(it.turn.seat)),
                _ => None,
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
            quantity("colors of a conquest whose double card is given up", 0, 1, |it| {
                let price = it.conquest_price(&it.acted()?);
                let doubles = it.double_cards_given_up();
                count(price.iter().filter(|&(color, n)| n > 0 && doubles.get(color) > 0).take(1))
            }),
            quantity("row without a deck where a stronghold comes", 1, 6, |it| {
                match it.step()? {
                    StrongholdStep::Place(to) | StrongholdStep::Move { to, .. } => it.empty_row(to),
                    StrongholdStep::Remove { .. } => None,
                }
            }),
            quantity("gems that halves of gold pay for a conquest", 0, 3, |it| {
                let conquest = it.bought().pop().filter(|_| it.conquest().is_some())?;
                let gems = small(conquest.rest().total())?;
                Some((gems - it.gold_for(conquest.rest())).min(3))
            }),
            quantity("pairs of cards given up for a conquest", 0, 1, |it| {
                small(it.conquest()?.cards_paid.discarded.len() / 2)
            }),
            quantity("free cards of the action before a conquest", 0, 2, |it| {
                it.conquest()?;
                count(it.turn.effects.free_cards())
            }),
            quantity("free cards of a conquest", 0, 2, |it| {
                count(it.conquest()?.effects.free_cards())
            }),
            quantity("where a stronghold comes", 0, 0, |it| match it.step()? {
                StrongholdStep::Place(to) | StrongholdStep::Move { to, .. } => {
                    Some(it.place_of(to))
                }
                StrongholdStep::Remove { .. } => None,
            }),
            quantity("strongholds on the card of a conquest", 3, 3, |it| {
                let card = it.conquest()?.card;
                let comes = match it.step() {
                    Some(StrongholdStep::Place(to) | StrongholdStep::Move { to, .. }) => to == card,
                    _ => false,
                };
                Some(it.before.strongholds().count(it.turn.seat, card) + u8::from(comes))
            }),
            quantity("gems that the action takes off the price of a conquest", 0, 2, |it| {
                small(it.conquest_price(it.before).minus(it.conquest_price(&it.acted()?)).total())
            }),
            quantity("gems that the action adds to the price of a conquest", 0, 3, |it| {
                small(it.conquest_price(&it.acted()?).minus(it.conquest_price(it.before)).total())
            }),
            quantity("row of a conquest", 1, 6, |it| it.conquest().map(|won| it.row(won.card))),
            quantity("tokens in the payment of a conquest", 0, 10, |it| {
                small(it.conquest()?.pay.total())
            }),
            quantity("gold in the payment of a conquest", 0, 5, |it| {
                Some(it.conquest()?.pay.gold())
            }),
            quantity("virtual gold of a conquest", 0, 3, |it| {
                Some(it.conquest()?.cards_paid.spent.len())
            }),
            quantity("tokens held at a conquest", 0, 13, |it| {
                it.conquest()?;
                small(it.seat().tokens().plus(it.taken().unwrap_or(Tokens::NONE)).total())
            }),
        ],
    ),
    (
        "The end",
        "end",
        &[
            quantity("prestige that triggers the end", 15, 22, |it| {
                let triggers = it.events.triggered && !it.game.rules.modules.cities;
                Some(it.after_seat().filter(|_| triggers)?.prestige())
            }),
            quantity("seat that triggers the end", 0, 3, |it| {
                it.events.triggered.then_some(it.turn.seat)
            }),
            quantity("prestige in the last round", 0, 27, |it| {
                let is_last = it.before.phase() == Phase::LastRound;
                Some(it.after_seat().filter(|_| is_last)?.prestige())
            }),
            quantity("prestige short of the end", 1, 3, |it| {
                let short =
                    it.game.rules.rulings.target.checked_sub(it.after_seat()?.prestige())?;
                (!it.game.rules.modules.cities).then_some(short)
            }),
            quantity("cities that would be met by other cards", 1, 6, |it| {
                let prestige = it.after_seat()?.prestige();
                it.wrong_cards(|cards| {
                    let mut cities = it.before.cities().iter().map(CityId::facts);
                    cities.any(|city| city.is_met(prestige, cards))
                })
            }),
            quantity("part of a city that double cards would meet", 1, 2, |it| {
                let (colors, twice) = (it.numbers.bonuses, it.bonuses_after());
                let prestige = it.after_seat()?.prestige();
                let mut parts = it
                    .before
                    .cities()
                    .iter()
                    .filter_map(|city| double_part(&city.facts(), prestige, colors, twice));
                let seat = it.turn.seat;
                parts.next().filter(|_| it.after.as_ref().is_some_and(|at| !at.meets_a_city(seat)))
            }),
            quantity("city that is met with its least prestige", 1, 15, |it| {
                it.city_that(|city, seat| {
                    city.prestige == seat.prestige() && city.is_met(seat.prestige(), seat.colors())
                })
            }),
            quantity("city of which a prestige lacks", 1, 15, |it| {
                it.city_that(|city, seat| {
                    city.prestige == seat.prestige() + 1
                        && city.is_met(city.prestige, seat.colors())
                })
            }),
            quantity("city of which a card lacks", 1, 15, |it| {
                it.city_that(|city, seat| {
                    city.prestige <= seat.prestige()
                        && city.has_further(seat.colors())
                        && city.cards.minus(seat.colors()).total() == 1
                })
            }),
            quantity("city of which a card of a further color lacks", 9, 12, |it| {
                it.city_that(|city, seat| {
                    let rest = City { further: city.further.saturating_sub(1), ..city };
                    let is_near = rest.is_met(seat.prestige(), seat.colors());
                    is_near && !city.has_further(seat.colors())
                })
            }),
        ],
    ),
];

/// The quantities of all families, each with the family of clauses.
pub(super) static QUANTITIES: LazyLock<Vec<(&str, &Quantity)>> = LazyLock::new(|| {
    let all = |&(_, clauses, all): &Family| all.iter().map(move |one| (clauses, one));
    FAMILIES.iter().flat_map(all).collect()
});

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
        least: 0,
        largest: 4,
        of: |game, at| {
            let winners = u8::try_from(at.winners(game).iter().count()).unwrap();
            if at.has_ended() { vec![winners] } else { Vec::new() }
        },
    },
    TableQuantity {
        name: "set of the winning seats, as bits",
        least: 1,
        largest: 15,
        of: |game, at| {
            let winners = at.winners(game).iter().map(|seat| 1 << seat).sum();
            if at.has_ended() { vec![winners] } else { Vec::new() }
        },
    },
    TableQuantity {
        name: "seats that would meet a city if double cards counted twice",
        least: 1,
        largest: 1,
        of: |_, at| {
            let cities = || at.cities().iter().map(CityId::facts);
            let met = |seat: &Seat, cards| cities().any(|city| city.is_met(seat.prestige(), cards));
            let near = |seat: &&Seat| met(seat, seat.bonuses()) && !met(seat, seat.colors());
            let seats = at.seats().iter().filter(|_| at.has_ended()).filter(near);
            seats.map(|_| 1).collect()
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
    ("four gems of a color", |it| most(it.seat().tokens().gems()) > 3),
    ("a pass before", |it| it.before.passes_in_a_row() > 0),
    ("three nobles of the seat", |it| it.seat().nobles().len() > 2),
    ("four posts of the seat", |it| it.seat().posts().iter().count() > 3),
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
    ("a wrong token that the supply lacks", |it| {
        let wrong = |bought: &Bought| it.wrong_token(bought);
        it.bought().iter().filter_map(wrong).any(|token| it.before.supply().get(token) == 0)
    }),
    ("a card of virtual gold comes", |it| it.gains_virtual_gold()),
    ("a noble one card short", |it| {
        let mut nobles = it.before.nobles().iter();
        nobles.any(|noble| it.lacks_one(it.game.components.noble(noble).demand))
    }),
    ("a post one card short", |it| {
        let mut posts = Post::ALL.into_iter().filter(|&post| !it.seat().posts().has(post));
        it.game.rules.modules.trading_posts && posts.any(|post| it.lacks_one(post.demand()))
    }),
    ("virtual gold", |it| it.bought().iter().any(|bought| !bought.cards.spent.is_empty())),
    ("cards given up", |it| it.given_up().is_some()),
    ("the post that doubles gold", |it| it.buys() && it.seat().posts().has(Post::DoubleGold)),
    ("the gem of a post", |it| it.turn.gem.is_some()),
    ("two cards drawn", |it| matches!(it.turn.action, Action::ReserveDeck { under: Some(_), .. })),
    ("a copy", |it| {
        it.turn.effects.copy.is_some() || it.free_cards().iter().any(|free| free.copy.is_some())
    }),
    ("the copy of a free card", |it| it.free_cards().iter().any(|free| free.copy.is_some())),
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
    ("a conquest with the gem of the action", |it| it.conquers_with_gem()),
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
        let cards = it.after_seat().map(|seat| it.game.components.points(seat.bought()));
        it.events.triggered && cards < Some(15) && !it.game.rules.modules.cities
    }),
];

/// The conditions about the number of the seat and of all seats.
pub(super) const SEATS: Range<u8> = 0..5;

/// The conditions of the table before the turn, without the number of the seat.
pub(super) const STATES: Range<u8> = 5..16;

/// Returns which part of a city double cards would meet if they counted twice: 1 the named colors, 2
/// the further color.
fn double_part(city: &City, prestige: u8, colors: Gems, twice: Gems) -> Option<u8> {
    let parts = [
        twice.covers(city.cards) && city.has_further(colors),
        colors.covers(city.cards) && city.has_further(twice),
    ];
    let part = parts.iter().position(|&is_met| is_met && prestige >= city.prestige)?;
    small(part + 1)
}

fn each(position: &Position, of: impl Fn(&Seat) -> u8) -> Vec<u8> {
    position.seats().iter().map(of).collect()
}

/// Returns the seats with the most prestige.
fn leaders(position: &Position) -> Vec<&Seat> {
    let most = position.scores().max();
    position.seats().iter().filter(|seat| Some(seat.prestige()) == most).collect()
}
