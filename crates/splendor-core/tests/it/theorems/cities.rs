//! Whether all 90 cards can be bought while no seat meets a city: for every three faces that can be
//! on the table.

use splendor_core::{CardId, CardSet, City, CityId, Color, Components, Post, PostSet};

use super::says;

/// The most that a seat may have so that it meets none of some faces: cards of each color, and
/// prestige, if the cap limits it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cap {
    cards: [usize; 5],
    prestige: Option<u32>,
}

/// The cards of each color.
const ALL: usize = 18;

/// Each way not to meet a face: too little prestige, too few cards of a color that it names, or too
/// few of every other color.
fn reasons(face: City) -> Vec<Cap> {
    let free = Cap { cards: [ALL; 5], prestige: None };
    let mut all = vec![Cap { prestige: Some(u32::from(face.prestige) - 1), ..free }];
    for (at, color) in Color::ALL.into_iter().enumerate() {
        if face.cards.get(color) > 0 {
            let mut cards = free.cards;
            cards[at] = usize::from(face.cards.get(color)) - 1;
            all.push(Cap { cards, ..free });
        }
    }
    if face.further > 0 {
        let other = |color| if face.cards.get(color) > 0 { ALL } else { face.further.into() };
        let cards = Color::ALL.map(other).map(|most| if most == ALL { ALL } else { most - 1 });
        all.push(Cap { cards, ..free });
    }
    all
}

fn both(one: Cap, other: Cap) -> Cap {
    let cards = core::array::from_fn(|at| one.cards[at].min(other.cards[at]));
    let prestige = one.prestige.into_iter().chain(other.prestige).min();
    Cap { cards, prestige }
}

/// Whether one cap allows everything that the other allows.
fn within(one: &Cap, other: &Cap) -> bool {
    let cards = one.cards.iter().zip(other.cards).all(|(a, b)| *a <= b);
    cards && other.prestige.is_none_or(|most| one.prestige.is_some_and(|least| least <= most))
}

/// Every way not to meet any of three faces, except those that allow less than another.
fn caps(faces: [City; 3]) -> Vec<Cap> {
    let [first, second, third] = faces.map(reasons);
    let pairs = first.iter().flat_map(|&a| second.iter().map(move |&b| both(a, b)));
    widest(pairs.flat_map(|pair| third.iter().map(move |&c| both(pair, c))))
}

/// The caps that allow no less than another.
fn widest(caps: impl Iterator<Item = Cap>) -> Vec<Cap> {
    let mut all: Vec<Cap> = Vec::new();
    for cap in caps {
        if !all.iter().any(|other| within(&cap, other)) {
            all.retain(|other| !within(other, &cap));
            all.push(cap);
        }
    }
    all
}

/// Each way to stay within a cap if posts bring prestige too: without the post that counts them, or
/// with it and without some of the other posts, each of which leaves room for one more point.
fn with_posts(cap: Cap) -> Vec<Cap> {
    let less = |cap: Cap| Cap { prestige: cap.prestige.map(|most| most - 1), ..cap };
    if cap.prestige.is_none() {
        return vec![cap];
    }
    let mut all = vec![less(cap)];
    for post in Post::ALL.into_iter().filter(|&post| post != Post::PointPerPost) {
        let each = |&cap: &Cap| without(cap, post).into_iter().chain([less(cap)]);
        all = all.iter().flat_map(each).collect();
    }
    widest(all.into_iter().chain(without(cap, Post::PointPerPost)))
}

/// Each way not to meet the demand of a post within a cap.
fn without(cap: Cap, post: Post) -> Vec<Cap> {
    let fewer = |(color, count): (Color, u8)| {
        let mut cards = [ALL; 5];
        cards[color.index()] = usize::from(count) - 1;
        both(cap, Cap { cards, prestige: None })
    };
    post.demand().iter().filter(|&(_, count)| count > 0).map(fewer).collect()
}

/// The cards that make a color, those with the most prestige first.
fn of_color(color: Color) -> Vec<CardId> {
    let all = Components::published();
    let mut cards: Vec<CardId> =
        all.cards().iter().filter(|&card| all.card(card).bonus() == Some(color)).collect();
    cards.sort_by_key(|&card| core::cmp::Reverse(all.card(card).points()));
    cards
}

/// The box: the cards of each color and their prestige.
struct Colors([Vec<CardId>; 5]);

impl Colors {
    fn points(card: CardId) -> u32 {
        Components::published().card(card).points().into()
    }

    /// Whether the seats have room for all cards, by sums alone: the cards of each color that the
    /// seats without a cap on prestige cannot take must fit into the other seats, at best the
    /// cheapest of the color.
    fn may_fit(&self, seats: &[Cap]) -> bool {
        let room = |at: usize, capped: bool| -> usize {
            let of = seats.iter().filter(|cap| cap.prestige.is_some() == capped);
            of.map(|cap| cap.cards[at]).sum()
        };
        let mut least = 0;
        for (at, cards) in self.0.iter().enumerate() {
            let rest = cards.len().saturating_sub(room(at, false));
            if rest > room(at, true) {
                return false;
            }
            least += cards.iter().rev().take(rest).copied().map(Self::points).sum::<u32>();
        }
        least <= seats.iter().filter_map(|cap| cap.prestige).sum()
    }

    /// Deals all cards to the seats within their caps, if it finds a way.
    fn dealt(&self, seats: &[Cap]) -> Option<Vec<CardSet>> {
        let mut hands = vec![CardSet::NONE; seats.len()];
        let mut room = seats.to_vec();
        let mut rest = Vec::new();
        for (at, cards) in self.0.iter().enumerate() {
            for &card in cards {
                let open = |cap: &Cap| cap.prestige.is_none() && cap.cards[at] > 0;
                match room.iter().position(open) {
                    Some(seat) => hand(&mut hands[seat], &mut room[seat], at, card),
                    None => rest.push((at, card)),
                }
            }
        }
        rest.sort_by_key(|&(_, card)| core::cmp::Reverse(Self::points(card)));
        for (at, card) in rest {
            let open = (0..room.len()).filter(|&seat| {
                let most = room[seat].prestige;
                room[seat].cards[at] > 0 && most.is_some_and(|most| most >= Self::points(card))
            });
            let seat = open.max_by_key(|&seat| room[seat].prestige)?;
            hand(&mut hands[seat], &mut room[seat], at, card);
        }
        Some(hands)
    }
}

fn hand(hand: &mut CardSet, room: &mut Cap, color: usize, card: CardId) {
    hand.insert(card);
    room.cards[color] -= 1;
    room.prestige = room.prestige.map(|most| most - Colors::points(card));
}

/// Every choice of a cap for each seat, in no order of seats.
fn choices(count: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..seats {
        let more = |some: Vec<usize>| {
            let from = some.last().copied().unwrap_or(0);
            (from..count).map(move |next| [some.as_slice(), &[next]].concat())
        };
        all = all.into_iter().flat_map(more).collect();
    }
    all
}

/// Whether so many seats can hold 90 cards and none meets a face: either a distribution is
/// constructed, or the sums rule it out.
fn can_be_bought_out(colors: &Colors, faces: [City; 3], seats: usize, posts: bool) -> bool {
    let caps = caps(faces);
    let mut open = false;
    for choice in choices(caps.len(), seats) {
        let some: Vec<Cap> = choice.into_iter().map(|at| caps[at]).collect();
        // A distribution that is impossible without the posts is impossible with them.
        if !colors.may_fit(&some) {
            continue;
        }
        for some in if posts { each_with_posts(&some) } else { vec![some] } {
            if !colors.may_fit(&some) {
                continue;
            }
            open = true;
            if let Some(hands) = colors.dealt(&some) {
                meets_none(&hands, faces, posts);
                return true;
            }
        }
    }
    assert!(!open, "{faces:?} with {seats} seats: the sums leave room, and no way is found");
    false
}

/// Every choice of posts that the seats do without.
fn each_with_posts(seats: &[Cap]) -> Vec<Vec<Cap>> {
    let mut all = vec![Vec::new()];
    for ways in seats.iter().map(|&cap| with_posts(cap)) {
        let more = |some: Vec<Cap>| {
            ways.iter().map(move |&way| [some.as_slice(), &[way]].concat()).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(more).collect();
    }
    all
}

/// Asserts that the hands are the whole box and none meets a face.
fn meets_none(hands: &[CardSet], faces: [City; 3], posts: bool) {
    let all = Components::published();
    let count: u8 = hands.iter().map(|hand| hand.len()).sum();
    let union = hands.iter().fold(CardSet::NONE, |sum, &hand| sum.or(hand));
    assert_eq!((count, union), (90, all.cards()));
    for &hand in hands {
        let bonuses = all.bonuses(hand);
        let more = if posts { PostSet::met_by(bonuses).prestige() } else { 0 };
        let prestige = u8::try_from(all.points(hand)).unwrap() + more;
        assert!(faces.iter().all(|face| !face.is_met(prestige, bonuses)));
    }
}

/// Every three faces of three tiles.
fn tables() -> Vec<[CityId; 3]> {
    let all: Vec<CityId> = CityId::all().collect();
    let mut tables = Vec::new();
    for choice in choices(all.len(), 3) {
        let faces = [all[choice[0]], all[choice[1]], all[choice[2]]];
        let [a, b, c] = faces.map(CityId::tile);
        if a != b && b != c && a != c {
            tables.push(faces);
        }
    }
    tables
}

#[test]
fn whether_all_cards_can_lie_with_seats_that_meet_no_city() {
    let colors = Colors(Color::ALL.map(of_color));
    let tables = tables();
    says(&format!("{} sets of three faces", tables.len()));
    for seats in 2..=4 {
        let (mut count, mut with_posts) = (0, 0);
        for &table in &tables {
            let faces = table.map(CityId::facts);
            let can = can_be_bought_out(&colors, faces, seats, false);
            let names = faces.map(|face| face.to_string());
            let has = |name| names.iter().any(|face| face == name);
            let never = has("17:") || seats < 4 && has("15:+5") || seats < 3 && has("13:+6");
            assert!(!(never && can), "{names:?} with {seats} seats");
            assert!(seats < 4 || can != never, "{names:?} with four seats");
            count += usize::from(can);
            with_posts += usize::from(can && can_be_bought_out(&colors, faces, seats, true));
        }
        let none = [count, with_posts].map(|some| tables.len() - some);
        says(&format!("| {seats} | {count} | {} | {with_posts} | {} |", none[0], none[1]));
    }
}
