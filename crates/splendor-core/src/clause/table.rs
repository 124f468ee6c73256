//! How the table of clauses becomes types.

/// Turns the table into [`Clause`](crate::Clause) and [`Violation`](crate::Violation).
///
/// A row is the clause's sentence, its id, its name in Rust, the facts of a breach, where the
/// published rules say it, and the message of a breach.
macro_rules! clauses {
    ($(
        $(#[doc = $sentence:literal])+
        $id:literal => $name:ident {
            $( $(#[doc = $meaning:literal])+ $fact:ident: $ty:ty ),* $(,)?
        }
        from $source:literal
        says $message:literal $(, $argument:expr)* ;
    )+) => {
        /// A clause of the rules, in the order of the book.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Clause {$( $(#[doc = $sentence])+ $name, )+}

        /// A breach of one clause, with the facts that prove it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Violation {$(
            $(#[doc = $sentence])+
            $name { $( $(#[doc = $meaning])+ $fact: $ty ),* },
        )+}

        impl Clause {
            /// Every clause, in the order of the book.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Returns the id that never changes, like `take.pair-needs-four`.
            pub const fn id(self) -> &'static str {
                match self {$( Self::$name => $id, )+}
            }

            /// Returns the clause itself, in one sentence.
            pub const fn sentence(self) -> &'static str {
                match self {$( Self::$name => concat!($($sentence),+).trim_ascii(), )+}
            }

            /// Returns the rulebook and section that the clause comes from.
            pub const fn source(self) -> &'static str {
                match self {$( Self::$name => $source, )+}
            }
        }

        impl Violation {
            /// Returns the clause that was broken.
            pub const fn clause(&self) -> Clause {
                match self {$( Self::$name { .. } => Clause::$name, )+}
            }

            /// Calls `each` with the name and the value of every fact.
            pub fn facts<'f>(&'f self, mut each: impl FnMut(&'static str, Fact<'f>)) {
                match self {$( Self::$name { $($fact),* } => {
                    $( each(stringify!($fact), Fact::from($fact)); )*
                } )+}
            }
        }

        impl fmt::Display for Violation {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match *self {$(
                    Self::$name { $($fact),* } => {
                        $( let _ = $fact; )*
                        write!(f, $message $(, $argument)*)
                    }
                )+}
            }
        }

        impl core::error::Error for Violation {}
    };
}

pub(crate) use clauses;
