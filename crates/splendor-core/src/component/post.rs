//! The module The Trading Posts: five posts with their demands, and sets of them.

use core::fmt;

use crate::number::Gems;
use crate::number::bit_set::set_algebra;

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
            Self::GemAfterPurchase => const { Gems::new([1, 0, 0, 3, 0]) },
            Self::ThirdGem => const { Gems::new([2, 0, 0, 0, 0]) },
            Self::DoubleGold => const { Gems::new([0, 3, 0, 0, 1]) },
            Self::DrawTwo => const { Gems::new([0, 0, 0, 0, 3]) },
            Self::PointPerPost => const { Gems::new([0, 0, 5, 0, 0]) },
        }
    }
}

impl fmt::Display for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name of a post, whether there is such a post or not: at most 24 small letters and hyphens,
/// the first a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PostName([u8; Self::LENGTH]);

impl PostName {
    /// The most bytes of a name.
    pub const LENGTH: usize = 24;

    /// Returns the name that an id spells, whether there is such a post or not.
    pub const fn parse(id: &str) -> Option<Self> {
        let id = id.as_bytes();
        if id.is_empty() || id.len() > Self::LENGTH || !id[0].is_ascii_lowercase() {
            return None;
        }
        let mut name = [0; Self::LENGTH];
        let mut at = 0;
        while at < id.len() {
            if !id[at].is_ascii_lowercase() && id[at] != b'-' {
                return None;
            }
            name[at] = id[at];
            at += 1;
        }
        Some(Self(name))
    }

    fn as_str(&self) -> &str {
        let end = self.0.iter().position(|&byte| byte == 0).unwrap_or(self.0.len());
        core::str::from_utf8(&self.0[..end]).unwrap_or_default()
    }

    /// Returns the post of this name; `None` if there is no such post.
    pub fn post(self) -> Option<Post> {
        Post::of_name(self.as_str())
    }

    /// Returns the post whose name differs least, in letters put in, left out or changed.
    pub fn nearest(self) -> Post {
        let far = |post: &Post| letters_changed(self.as_str().as_bytes(), post.name().as_bytes());
        Post::ALL.into_iter().min_by_key(far).unwrap_or(Post::GemAfterPurchase)
    }
}

impl From<Post> for PostName {
    fn from(post: Post) -> Self {
        Self::parse(post.name()).expect("the name of a post has letters and hyphens")
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

    /// Returns the prestige that these posts bring: one for each, with the post that says so.
    pub const fn prestige(self) -> u8 {
        if self.has(Post::PointPerPost) { self.len() } else { 0 }
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
