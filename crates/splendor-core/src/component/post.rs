//! The module The Trading Posts: five posts, their demands, and the powers that give a gem.

use core::fmt;

use crate::clause::Violation;
use crate::component::card::set_algebra;
use crate::game::Powers;
use crate::number::{Gems, Token, Tokens};
use crate::play::Draft;
use crate::turn::Action;

/// A trading post, named by its power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Post {
    /// After a purchase, before the refill, its seat takes a gem.
    GemAfterPurchase,
    /// After a pair its seat takes a gem of another color.
    ThirdGem,
    /// A gold of its seat pays for up to two gems of one color.
    DoubleGold,
    /// From a deck its seat draws two cards, keeps one and puts the other under the deck.
    DrawTwo,
    /// It brings a prestige for each post of its seat.
    PointPerPost,
}

impl Post {
    /// Every post.
    pub const ALL: [Self; 5] = [
        Self::GemAfterPurchase,
        Self::ThirdGem,
        Self::DoubleGold,
        Self::DrawTwo,
        Self::PointPerPost,
    ];

    /// Returns the name of the power, which is the id of the post.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GemAfterPurchase => "gem-after-purchase",
            Self::ThirdGem => "third-gem",
            Self::DoubleGold => "double-gold",
            Self::DrawTwo => "draw-two",
            Self::PointPerPost => "point-per-post",
        }
    }

    /// Returns the post of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|post| post.name() == name)
    }

    const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the bonuses that the post asks for.
    pub const fn demand(self) -> Gems {
        match self {
            Self::GemAfterPurchase => Gems::new([1, 0, 0, 3, 0]),
            Self::ThirdGem => Gems::new([2, 0, 0, 0, 0]),
            Self::DoubleGold => Gems::new([0, 3, 0, 0, 1]),
            Self::DrawTwo => Gems::new([0, 0, 0, 0, 3]),
            Self::PointPerPost => Gems::new([0, 0, 5, 0, 0]),
        }
    }
}

impl fmt::Display for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that should be the name of a post, of at most 24 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PostName([u8; 24]);

impl PostName {
    /// Returns a name, cut off where it is too long.
    pub fn new(name: &str) -> Self {
        let mut bytes = [0; 24];
        let mut end = name.len().min(bytes.len());
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        bytes[..end].copy_from_slice(&name.as_bytes()[..end]);
        Self(bytes)
    }

    fn as_str(&self) -> &str {
        let end = self.0.iter().position(|&byte| byte == 0).unwrap_or(self.0.len());
        core::str::from_utf8(&self.0[..end]).unwrap_or_default()
    }

    /// Returns the post whose name differs least, in letters put in, left out or changed.
    pub fn nearest(self) -> Post {
        let far = |post: &Post| letters_changed(self.as_str().as_bytes(), post.name().as_bytes());
        Post::ALL.into_iter().min_by_key(far).unwrap_or(Post::GemAfterPurchase)
    }
}

impl fmt::Display for PostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How many letters have to be put in, left out or changed to get from one word to another.
fn letters_changed(from: &[u8], to: &[u8]) -> usize {
    let mut row = [0; 25];
    for (at, cell) in row.iter_mut().enumerate() {
        *cell = at;
    }
    for (done, &letter) in from.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = done + 1;
        for (at, &other) in to.iter().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

/// A set of posts, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PostSet(u8);

set_algebra!(PostSet, Post);

impl PostSet {
    /// Returns the posts whose demand these bonuses meet.
    pub const fn met_by(bonuses: Gems) -> Self {
        let mut met = 0;
        let mut at = 0;
        while at < Post::ALL.len() {
            met |= (bonuses.covers(Post::ALL[at].demand()) as u8) << at;
            at += 1;
        }
        Self(met)
    }

    /// Returns the members, in the order of [`Post::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Post> {
        Post::ALL.into_iter().filter(move |&post| self.has(post))
    }

    /// Returns the bits.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the prestige that these posts bring: one for each, with the post that says so.
    pub const fn prestige(self) -> u8 {
        if self.has(Post::PointPerPost) { self.len() } else { 0 }
    }
}

/// After the action and before the refill: what the powers allow and ask for.
#[inline]
pub(crate) fn power(draft: &mut Draft<'_>) -> Result<(), Violation> {
    if !draft.game.rules.modules.trading_posts {
        return present(draft);
    }
    if let Some((card, price, paid)) = draft.split {
        return Err(Violation::PostDoubleGold { card, price, paid });
    }
    draw_two(draft)?;
    gem(draft)
}

fn present(draft: &Draft<'_>) -> Result<(), Violation> {
    let turn = draft.turn;
    let under = matches!(turn.action, Action::ReserveDeck { under: Some(_), .. });
    let what = match (turn.gem.is_some(), turn.posts.is_empty(), under) {
        (true, _, _) => "a power gem is taken",
        (_, false, _) => "a post is gained",
        (_, _, true) => "a card is put under a deck",
        (false, true, false) => return Ok(()),
    };
    Err(Violation::PostPresent { what })
}

/// A card goes under a deck only where two were drawn.
fn draw_two(draft: &Draft<'_>) -> Result<(), Violation> {
    let Action::ReserveDeck { level, under: Some(card), .. } = draft.turn.action else {
        return Ok(());
    };
    let card = draft.game.components.card(card);
    match (draft.below.is_some(), draft.before.seat.posts.has(Post::DrawTwo)) {
        (true, _) => Ok(()),
        (false, true) => {
            Err(Violation::PostDrawTwo { card, level, why: "the deck had one card left" })
        }
        (false, false) => {
            Err(Violation::PostDrawTwo { card, level, why: "the seat has no such power" })
        }
    }
}

/// The action that gives a gem, by the power that its seat has.
#[derive(Clone, Copy)]
enum Giver {
    Purchase,
    /// A pair, and what of the supply may follow it.
    Pair(Token),
}

impl Giver {
    fn of(draft: &Draft<'_>) -> Option<Self> {
        let posts = draft.before.seat.posts;
        match draft.turn.action {
            Action::Purchase { .. } if posts.has(Post::GemAfterPurchase) => Some(Self::Purchase),
            Action::Take(taken) if posts.has(Post::ThirdGem) => {
                taken.iter().find(|&(_, count)| count == 2).map(|(token, _)| Self::Pair(token))
            }
            _ => None,
        }
    }

    fn allows(self, token: Token) -> Result<(), Word> {
        match self {
            _ if token == Token::Gold => Err("a gold is taken"),
            Self::Pair(pair) if pair == token => Err("a third gem of the same color is taken"),
            Self::Pair(_) | Self::Purchase => Ok(()),
        }
    }

    fn refuse(self, supply: Tokens, why: Word) -> Violation {
        match self {
            Self::Purchase => Violation::PostGemAfterPurchase { supply, why },
            Self::Pair(pair) => Violation::PostThirdGem { pair, supply, why },
        }
    }
}

type Word = &'static str;

fn gem(draft: &mut Draft<'_>) -> Result<(), Violation> {
    let supply = draft.middle.supply;
    let possible = |giver: Giver| {
        let gems = supply.gems().iter().filter(|&(_, count)| count > 0);
        gems.map(|(color, _)| Token::Gem(color)).any(|token| giver.allows(token).is_ok())
    };
    let mandatory = draft.game.rules.rulings.powers == Powers::Mandatory;
    match (Giver::of(draft), draft.turn.gem) {
        (None, Some(gem)) => Err(Violation::PostGem { gem }),
        (Some(giver), None) if mandatory && possible(giver) => {
            Err(giver.refuse(supply, "no gem is taken"))
        }
        (None | Some(_), None) => Ok(()),
        (Some(giver), Some(gem)) => take(draft, giver, gem),
    }
}

fn take(draft: &mut Draft<'_>, giver: Giver, gem: Token) -> Result<(), Violation> {
    let supply = draft.middle.supply;
    giver.allows(gem).map_err(|why| giver.refuse(supply, why))?;
    if supply.get(gem) == 0 {
        return Err(giver.refuse(supply, "a gem is taken that the supply lacks"));
    }
    draft.middle.supply = supply.minus(Tokens::one(gem));
    draft.seat.tokens = draft.seat.tokens.plus(Tokens::one(gem));
    Ok(())
}

/// After the nobles: the post whose demand the seat newly meets.
#[inline]
pub(crate) fn gain(draft: &mut Draft<'_>) -> Result<(), Violation> {
    if draft.game.rules.modules.trading_posts { gain_one(draft) } else { Ok(()) }
}

fn gain_one(draft: &mut Draft<'_>) -> Result<(), Violation> {
    let named = draft.turn.posts;
    let (bonuses, owned) = (draft.seat.bonuses, draft.seat.posts);
    if named.is_empty() && bonuses == draft.before.seat.bonuses && !draft.middle.forced {
        return Ok(());
    }
    let met = PostSet::met_by(bonuses);
    if named.is_empty() && met.without(owned).is_empty() {
        return Ok(());
    }
    if named.len() > 1 {
        return Err(Violation::PostOne { posts: named.len() });
    }
    if let Some(post) = named.without(met).iter().next() {
        return Err(Violation::PostEarned { post, bonuses });
    }
    if let Some(post) = named.and(owned).iter().next() {
        return Err(Violation::PostOnce { post });
    }
    mandatory(named, met.without(owned), bonuses)?;
    let posts = owned.or(named);
    draft.seat.posts = posts;
    draft.seat.prestige = draft.seat.prestige.saturating_add(posts.prestige() - owned.prestige());
    draft.events.post = named.iter().next();
    Ok(())
}

fn mandatory(named: PostSet, new: PostSet, bonuses: Gems) -> Result<(), Violation> {
    match new.iter().next() {
        Some(post) if named.and(new).is_empty() => Err(Violation::PostMandatory { post, bonuses }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::letters_changed;

    #[test]
    fn letters_are_put_in_left_out_or_changed() {
        let changed = |from: &str, to: &str| letters_changed(from.as_bytes(), to.as_bytes());
        assert_eq!(changed("", ""), 0);
        assert_eq!(changed("gem", "gem"), 0);
        assert_eq!(changed("", "gem"), 3);
        assert_eq!(changed("gem", ""), 3);
        assert_eq!(changed("gem", "gems"), 1);
        assert_eq!(changed("gems", "gem"), 1);
        assert_eq!(changed("draw", "drew"), 1);
        assert_eq!(changed("ab", "ba"), 2);
        assert_eq!(changed("gold", "old"), 1);
        assert_eq!(changed("per-post", "post"), 4);
        assert_eq!(changed("ruby", "onyx"), 4);
    }
}
