//! The values of rulings, and the words that a log writes for them.

use core::fmt;

/// A value of one ruling.
pub(super) trait RulingValue: Copy + Sized + 'static {
    /// The words for the values, the default first.
    const WORDS: &'static [&'static str];
    /// The value that the rulebooks, or the most clients, have.
    const DEFAULT: Self;

    /// Returns the value of a word.
    fn of_word(word: &str) -> Option<Self>;

    /// Returns the word or the number for the value.
    fn setting(self) -> Setting;
}

/// A value of a ruling as a log writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// One of the words of the ruling.
    Word(&'static str),
    /// A number, 1 to 255.
    Number(u8),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// Declares the type of a ruling: a word for each value, the default first.
macro_rules! ruling_values {
    (
        $(#[doc = $about:literal])+
        $name:ident {
            $(#[doc = $default_meaning:literal])+
            $default:ident = $default_word:literal,
            $( $(#[doc = $meaning:literal])+ $value:ident = $word:literal, )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(#[doc = $default_meaning])+
            #[default]
            $default,
            $( $(#[doc = $meaning])+ $value, )+
        }

        impl RulingValue for $name {
            const WORDS: &'static [&'static str] = &[$default_word, $($word),+];
            const DEFAULT: Self = Self::$default;

            fn of_word(word: &str) -> Option<Self> {
                match word {
                    $default_word => Some(Self::$default),
                    $( $word => Some(Self::$value), )+
                    _ => None,
                }
            }

            fn setting(self) -> Setting {
                Setting::Word(self.word())
            }
        }

        impl $name {
            /// Returns the word that a log writes for the value.
            pub const fn word(self) -> &'static str {
                match self {
                    Self::$default => $default_word,
                    $( Self::$value => $word, )+
                }
            }
        }
    };
}
pub(super) use ruling_values;
