//! Known clients: the rulings that each plays by, and where it departs from the rules otherwise.
//!
//! What is said here was found in the sources of each client, as they stood in 2026, or in games
//! that it played. The table is data: `tests/cli/known_clients.rs` holds it to the clauses and rulings that
//! exist.

use std::fmt::Write;

use crate::words::wrapped;
use splendor_schema::layout::lines_of;
use splendor_schema::visible;

/// A client: where it is found, the rulings that it plays by, and what else it does otherwise.
#[derive(Debug)]
pub struct Client {
    /// The name on the command line.
    pub name: &'static str,
    /// The repository or the site.
    pub repository: &'static str,
    /// How it is known.
    pub known: Known,
    /// What `source.client` of its logs begins with, where that is known.
    pub log_name: Option<&'static str>,
    /// The rulings that it plays by, where they are not the default.
    pub rulings: &'static [(&'static str, &'static str)],
    /// What it does otherwise than the rules by default.
    pub deviations: &'static [Deviation],
}

/// How a client is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It was run, and its games were judged.
    Run,
    /// Its source was read.
    Read,
    /// Somebody else reported it.
    Reported,
}

/// One thing that a client does otherwise than the rules by default.
#[derive(Debug)]
pub struct Deviation {
    /// The clause that it is about, or another id of a report.
    pub clause: &'static str,
    /// What the client does.
    pub what: &'static str,
    /// The file and the function that do it, where they are known.
    pub place: &'static str,
    /// What becomes of a log in which it happens.
    pub cover: Cover,
}

/// What becomes of a log in which a deviation happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// It is legal by default: the client forbids what the rules allow.
    Legal,
    /// It is legal under a ruling.
    Ruling(&'static str),
    /// It is not legal under any ruling.
    Nothing,
}

impl Known {
    /// Returns the word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Read => "read",
            Self::Reported => "reported",
        }
    }
}

impl Client {
    /// Returns the client of this name.
    ///
    /// # Errors
    ///
    /// Which clients are known.
    pub fn find(name: &str) -> Result<&'static Self, String> {
        let known =
            || KNOWN_CLIENTS.iter().map(|client| client.name).collect::<Vec<_>>().join(", ");
        let found = KNOWN_CLIENTS.iter().find(|client| client.name == name);
        found.ok_or_else(|| {
            let name = visible::line(name);
            format!("the client `{name}` is not known; known are {}", known())
        })
    }

    /// Returns the client that a log names as its source.
    pub fn of_log(source: &str) -> Option<&'static Self> {
        let named = |client: &&Self| client.log_name.is_some_and(|name| source.starts_with(name));
        KNOWN_CLIENTS.iter().filter(named).max_by_key(|client| client.log_name.map(str::len))
    }

    /// Returns its rulings as the command line has them, by name and value.
    pub fn overrides(&self) -> Vec<(String, String)> {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        self.rulings.iter().map(owned).collect()
    }

    /// Returns the rulings to judge by: those that are named go before those of the client.
    pub fn with(client: Option<&Self>, named: Vec<(String, String)>) -> Vec<(String, String)> {
        let mut rulings = client.map(Self::overrides).unwrap_or_default();
        rulings.retain(|(name, _)| named.iter().all(|(other, _)| other != name));
        rulings.extend(named);
        rulings
    }

    /// Returns what it does otherwise about a clause and no ruling covers.
    pub fn bug(&self, clause: &str) -> Option<&'static Deviation> {
        let mut all = self.deviations.iter();
        all.find(|one| one.clause == clause && one.cover == Cover::Nothing)
    }
}

/// Returns every client, or one, with its rulings and its deviations.
pub fn clients_text(only: Option<&Client>) -> String {
    let listed = |client: &&Client| only.is_none_or(|one| one.name == client.name);
    let texts: Vec<String> = KNOWN_CLIENTS.iter().filter(listed).map(in_words).collect();
    texts.join("\n")
}

fn in_words(client: &Client) -> String {
    let mut text = format!("{}: {} ({})\n", client.name, client.repository, client.known.word());
    let rulings: Vec<String> =
        client.rulings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let rulings = if rulings.is_empty() { "none".to_owned() } else { rulings.join(" ") };
    let _never_fails = writeln!(text, "  rulings: {}", wrapped(&rulings, 11));
    for Deviation { clause, what, place, cover } in client.deviations {
        let cover = match cover {
            Cover::Legal => "legal".to_owned(),
            Cover::Ruling(name) => format!("ruling `{name}`"),
            Cover::Nothing => "no ruling".to_owned(),
        };
        let place = if place.is_empty() { String::new() } else { format!("; {place}") };
        let line = wrapped(&format!("{clause}: {what} [{cover}{place}]"), 4);
        let _never_fails = writeln!(text, "  - {line}");
    }
    text
}

/// Returns every client, or one, as JSON.
pub fn clients_json(only: Option<&Client>) -> String {
    let listed = |client: &&Client| only.is_none_or(|one| one.name == client.name);
    lines_of(KNOWN_CLIENTS.iter().filter(listed).map(|client| {
        let rulings = client.rulings.iter().map(|&(name, value)| (name.to_owned(), value.into()));
        let rulings: serde_json::Map<String, serde_json::Value> = rulings.collect();
        let deviations = client.deviations.iter().map(|one| {
            let ruling = if let Cover::Ruling(name) = one.cover { Some(name) } else { None };
            serde_json::json!({
                "clause": one.clause,
                "what": one.what,
                "place": one.place,
                "legal": one.cover == Cover::Legal,
                "ruling": ruling,
            })
        });
        serde_json::json!({
            "name": client.name,
            "repository": client.repository,
            "known": client.known.word(),
            "rulings": rulings,
            "deviations": deviations.collect::<Vec<_>>(),
        })
    }))
}

const fn legal(clause: &'static str, what: &'static str, place: &'static str) -> Deviation {
    Deviation { clause, what, place, cover: Cover::Legal }
}

const fn ruled(
    clause: &'static str,
    ruling: &'static str,
    what: &'static str,
    place: &'static str,
) -> Deviation {
    Deviation { clause, what, place, cover: Cover::Ruling(ruling) }
}

const fn bug(clause: &'static str, what: &'static str, place: &'static str) -> Deviation {
    Deviation { clause, what, place, cover: Cover::Nothing }
}

/// Gems first, gold only for what is missing: the habit of most engines.
const GEMS_FIRST: (&str, &str) = ("gold", "last-resort");

/// Every client that is known, such as were run first.
pub const KNOWN_CLIENTS: &[Client] = &[
    Client {
        name: "splendorust",
        repository: "paytonjjones/splendorust",
        known: Known::Run,
        log_name: Some("splendorust"),
        rulings: &[("pass", "never")],
        deviations: &[legal(
            "turn.pass",
            "no pass: a game in which the seat to act is stuck stops there",
            "splendorust-core, lib.rs",
        )],
    },
    Client {
        name: "csplendor",
        repository: "kuboyoo/csplendor",
        known: Known::Run,
        log_name: Some("csplendor"),
        rulings: &[("pass", "never")],
        deviations: &[
            legal(
                "turn.pass",
                "no pass: a game in which the seat to act is stuck stops there, and so does one \
                 of 2,048 moves",
                "src/move_generator.h",
            ),
            legal("setup.noble-box", "the nobles of three boxes are mixed", "src/game.h"),
        ],
    },
    Client {
        name: "collection",
        repository: "babeltimeus-fu-rayjo/Collection",
        known: Known::Run,
        log_name: Some("collection"),
        rulings: &[GEMS_FIRST, ("noble-time", "after-action")],
        deviations: &[
            ruled("purchase.payment", "gold", "pays with gems first", "splendor/game.js payPlan"),
            ruled(
                "noble.mandatory",
                "noble-time",
                "looks for no noble after a pass",
                "splendor/game.js beginTurn",
            ),
        ],
    },
    Client {
        name: "effective-splendor",
        repository: "zxjAiLun/effective-splendor",
        known: Known::Run,
        log_name: Some("effective-splendor"),
        rulings: &[GEMS_FIRST, ("noble-time", "after-purchase")],
        deviations: &[
            ruled(
                "purchase.payment",
                "gold",
                "pays with gems first",
                "splendor-core/src/state.rs payment_for",
            ),
            ruled(
                "noble.mandatory",
                "noble-time",
                "looks for nobles after a purchase only",
                "splendor-core/src/state.rs after_purchase",
            ),
        ],
    },
    Client {
        name: "ahinlendor",
        repository: "inhabae/AhinLendor",
        known: Known::Run,
        log_name: Some("ahinlendor"),
        rulings: &[GEMS_FIRST, ("stalemate", "continues")],
        deviations: &[
            legal(
                "limit.ten",
                "gold cannot be given back",
                "game_logic.cpp validateSingleReturnGem",
            ),
            ruled("purchase.payment", "gold", "pays with gems first", "game_logic.cpp"),
            ruled(
                "end.stalemate",
                "stalemate",
                "seats that are stuck pass without end",
                "game_logic.cpp",
            ),
            bug(
                "turn.pass",
                "a pass is listed only where it is forced, but applied unasked",
                "game_logic.cpp",
            ),
            bug("end.fewest-cards", "a tie has no winner", "game_logic.cpp"),
        ],
    },
    Client {
        name: "roeey777",
        repository: "roeey777/Splendor-AI",
        known: Known::Run,
        log_name: Some("roeey777"),
        rulings: &[("fewer", "to-ten"), GEMS_FIRST],
        deviations: &[
            ruled(
                "take.fewer",
                "fewer",
                "two gems are enough with eight tokens, one with nine or ten",
                "splendor_model.py getLegalActions",
            ),
            legal(
                "limit.ten",
                "a gem of a color just taken cannot be given back",
                "splendor_model.py generate_return_combos",
            ),
            legal("reserve.deck", "no reservation from a deck", "splendor_model.py"),
            ruled("purchase.payment", "gold", "pays with gems first", "splendor_model.py"),
            legal(
                "purchase.price",
                "no eighth card of a color is bought",
                "splendor_model.py resources_sufficient",
            ),
            bug(
                "end.fewest-cards",
                "the fewest cards are looked for among all seats, not only among those that lead",
                "splendor_model.py calScore",
            ),
        ],
    },
    Client {
        name: "seal256",
        repository: "seal256/splendor",
        known: Known::Run,
        log_name: Some("seal256"),
        rulings: &[
            ("fewer", "never"),
            ("pass", "always"),
            ("stalemate", "passed-round"),
            GEMS_FIRST,
            ("return", "up-to"),
            ("noble-time", "after-purchase"),
        ],
        deviations: &[
            legal(
                "take.fewer",
                "three different gems or a pair, and none that would lead to ten or beyond",
                "src/splendor.cpp get_actions",
            ),
            ruled("turn.pass", "pass", "a pass is always legal", "src/splendor.cpp get_actions"),
            ruled(
                "limit.ten",
                "return",
                "nothing is given back: a gold may be the eleventh token",
                "src/splendor.cpp apply_action",
            ),
            legal("reserve.deck", "no reservation from a deck", "src/splendor.cpp get_actions"),
            ruled(
                "purchase.payment",
                "gold",
                "pays with gems first",
                "src/splendor.cpp purchase_card",
            ),
            ruled(
                "noble.mandatory",
                "noble-time",
                "looks for nobles after a purchase only",
                "src/splendor.cpp get_noble",
            ),
            legal(
                "noble.choice",
                "the first noble of its list comes, the seat is not asked",
                "src/splendor.cpp get_noble",
            ),
            ruled(
                "end.stalemate",
                "stalemate",
                "a round of passes ends the game, and nobody wins",
                "src/splendor.cpp apply_action",
            ),
        ],
    },
    Client {
        name: "alpha-zero-general",
        repository: "cestpasphoto/alpha-zero-general",
        known: Known::Run,
        log_name: Some("alpha-zero-general"),
        rulings: &[
            ("fewer", "up-to-three"),
            ("pass", "always"),
            GEMS_FIRST,
            ("noble-choice", "all"),
            ("noble-time", "after-purchase"),
        ],
        deviations: &[
            ruled(
                "take.fewer",
                "fewer",
                "one or two different gems at will",
                "SplendorLogicNumba.py np_different_gems_up_to_3",
            ),
            ruled(
                "turn.pass",
                "pass",
                "a pass is always legal",
                "SplendorLogicNumba.py valid_moves",
            ),
            legal("limit.ten", "no take leads beyond ten tokens", "SplendorLogicNumba.py"),
            bug(
                "unsupported.foreign",
                "gems are given back as a turn of their own",
                "SplendorLogicNumba.py _give_gems",
            ),
            bug(
                "reserve.gold",
                "a seat with ten tokens gets no gold",
                "SplendorLogicNumba.py _reserve",
            ),
            ruled(
                "purchase.payment",
                "gold",
                "pays with gems first",
                "SplendorLogicNumba.py _buy_card",
            ),
            ruled(
                "noble.one",
                "noble-choice",
                "all nobles that are met come at once",
                "SplendorLogicNumba.py _give_nobles_if_earned",
            ),
            bug(
                "noble.choice",
                "the traces that were made of it name one noble of a turn that brought several",
                "",
            ),
            ruled(
                "noble.mandatory",
                "noble-time",
                "looks for nobles after a purchase only",
                "SplendorLogicNumba.py _give_nobles_if_earned",
            ),
            bug(
                "end.round",
                "a game ends after 62 rounds at the latest",
                "SplendorLogicNumba.py check_end_game",
            ),
        ],
    },
    Client {
        name: "boardgamers",
        repository: "boardgamers/splendor",
        known: Known::Run,
        log_name: Some("boardgamers"),
        rulings: &[("fewer", "all-available"), ("pass", "never"), GEMS_FIRST],
        deviations: &[
            bug(
                "component.unknown",
                "46 of the 90 cards and one noble are not those of the box",
                "packages/engine/src/data.ts",
            ),
            ruled(
                "take.fewer",
                "fewer",
                "with two colors left both are taken",
                "packages/engine/src/moves.ts",
            ),
            legal(
                "limit.ten",
                "no take and no reservation leads beyond ten tokens",
                "packages/engine/src/moves.ts",
            ),
            ruled(
                "purchase.payment",
                "gold",
                "pays with gems first",
                "packages/engine/src/moves.ts doBuy",
            ),
            bug(
                "noble.earned",
                "after a choice of two nobles the other one goes to the next seat, as its turn",
                "packages/engine/src/moves.ts doNoble, postAction",
            ),
            bug(
                "unsupported.foreign",
                "a seat that is stuck swaps tokens, which no rule knows",
                "packages/engine/src/moves.ts",
            ),
        ],
    },
    Client {
        name: "hexanome-08",
        repository: "COMP361/f2022-hexanome-08",
        known: Known::Run,
        log_name: Some("hexanome08"),
        rulings: &[("fewer", "never"), ("pass", "never"), GEMS_FIRST, ("return", "up-to")],
        deviations: &[
            bug(
                "component.unknown",
                "twenty nobles, one of two prestige, and the cities and posts of 2017",
                "BaseBoard",
            ),
            bug("setup.nobles", "nobles stay on the table with The Cities", "BaseBoard"),
            legal("take.fewer", "no take with fewer than three colors left", "ActionInterpreter"),
            ruled(
                "limit.ten",
                "return",
                "the token of a post comes after the limit was looked at",
                "ActionInterpreter",
            ),
            ruled("purchase.payment", "gold", "pays with gems first", "ActionInterpreter"),
            legal("turn.pass", "no pass: the game stops", "ActionInterpreter"),
            bug(
                "city.further-color",
                "the further cards of a city may be of a color that it names",
                "CityCard canUnlock",
            ),
            bug("post.earned", "the posts of 2017 ask for other cards", ""),
            bug("city.trigger", "the prestige for a city comes with the posts of 2017", ""),
            bug("post.mandatory", "the posts of 2017 come for other cards", ""),
            bug("city.winner", "a city is taken by the first seat that meets it, as in 2017", ""),
        ],
    },
    Client {
        name: "gym-splendor",
        repository: "TomaszOdrzygozdz/gym-splendor",
        known: Known::Read,
        log_name: None,
        rulings: &[
            ("pass", "never"),
            GEMS_FIRST,
            ("noble-choice", "all"),
            ("noble-time", "after-purchase"),
        ],
        deviations: &[
            bug(
                "take.fewer",
                "a take is a net trade: with eight tokens or more fewer gems come",
                "action_space_generator",
            ),
            legal("reserve.deck", "no reservation from a deck", "action_space_generator"),
            ruled("purchase.payment", "gold", "pays with gems first", "state"),
            ruled(
                "noble.one",
                "noble-choice",
                "all nobles that are met come at once",
                "give_nobles",
            ),
            ruled(
                "noble.mandatory",
                "noble-time",
                "looks for nobles after a purchase only",
                "give_nobles",
            ),
            bug("end.round", "the game ends as soon as a seat has 15 prestige", ""),
        ],
    },
    Client {
        name: "pysplendor",
        repository: "Tesla2000/PySplendor",
        known: Known::Read,
        log_name: None,
        rulings: &[("fewer", "never"), ("noble-choice", "all"), ("tie", "first-seat")],
        deviations: &[
            legal("take.fewer", "three different gems or a pair, within ten tokens", "moves/"),
            ruled(
                "noble.one",
                "noble-choice",
                "all nobles that are met come, but for such as the loop skips",
                "src/Game.py next_turn",
            ),
            bug(
                "end.round",
                "the game ends when each other seat has moved once more",
                "src/Game.py",
            ),
            ruled("end.shared", "tie", "of seats that lead the first wins", "src/Game.py"),
        ],
    },
    Client {
        name: "splendor-rust",
        repository: "Tesla2000/splendor-rust",
        known: Known::Read,
        log_name: None,
        rulings: &[("tie", "first-seat")],
        deviations: &[
            bug(
                "purchase.payment",
                "the supply gets the printed price, not what was paid",
                "moves/build_card.rs",
            ),
            bug(
                "noble.mandatory",
                "nobles are looked for before the card is counted, so one purchase late",
                "moves/build_card.rs",
            ),
            legal("reserve.gold", "no reservation once the gold is gone", "moves/reserve.rs"),
            legal("limit.ten", "nothing is given back", "moves/"),
            bug("end.round", "the game ends as soon as a seat has 15 prestige", "lib.rs"),
            ruled(
                "end.shared",
                "tie",
                "of seats with the most prestige the first wins",
                "lib.rs get_winner",
            ),
        ],
    },
    Client {
        name: "simonmaeldev",
        repository: "simonmaeldev/splendor_ia",
        known: Known::Read,
        log_name: None,
        rulings: &[],
        deviations: &[
            legal(
                "turn.one-action",
                "a reservation only where nothing can be taken or bought",
                "board.py getMoves",
            ),
            legal(
                "limit.ten",
                "a gold just taken cannot be given back",
                "board.py makeMovesReserve",
            ),
            bug("noble.mandatory", "a second noble does not come in a later turn", "board.py"),
        ],
    },
    Client {
        name: "spender",
        repository: "forry4/forry4.github.io",
        known: Known::Read,
        log_name: None,
        rulings: &[("fewer", "up-to-three"), ("noble-time", "after-purchase")],
        deviations: &[
            ruled("take.fewer", "fewer", "one or two different gems at will", "engine.py"),
            ruled(
                "noble.mandatory",
                "noble-time",
                "looks for nobles after a purchase only",
                "engine.py _after_buy_nobles",
            ),
            ruled("end.trigger", "target", "15 or 21 prestige, as the table chose", "engine.py"),
            bug("component.unknown", "one card differs from that of the box", "engine.py"),
        ],
    },
    Client {
        name: "spendee",
        repository: "spendee.mattle.online",
        known: Known::Reported,
        log_name: None,
        rulings: &[],
        deviations: &[ruled("end.trigger", "target", "15 or 21 prestige, as the table chose", "")],
    },
    Client {
        name: "boardgamearena",
        repository: "boardgamearena.com",
        known: Known::Read,
        log_name: Some("boardgamearena"),
        rulings: &[],
        deviations: &[legal(
            "setup.noble-box",
            "the nobles of three boxes are mixed: a log declares the boxes",
            "",
        )],
    },
    Client {
        name: "ai-splendor",
        repository: "SabbraCadabra11/AI-Splendor",
        known: Known::Read,
        log_name: None,
        rulings: &[("return", "anything")],
        deviations: &[ruled(
            "limit.excess",
            "return",
            "what is given back is only asked to leave ten tokens or fewer",
            "GameEngine.java",
        )],
    },
    Client {
        name: "zomis",
        repository: "Zomis/Games",
        known: Known::Read,
        log_name: None,
        rulings: &[("noble-choice", "first-listed")],
        deviations: &[ruled(
            "noble.choice",
            "noble-choice",
            "the first noble comes, the seat is not asked",
            "DslSplendor.kt endTurnCheck",
        )],
    },
    Client {
        name: "csmith",
        repository: "csmith/splendid",
        known: Known::Read,
        log_name: None,
        rulings: &[("return", "up-to")],
        deviations: &[
            bug("setup.cards", "89 cards, twenty nobles", ""),
            bug(
                "take.fewer",
                "how many gems are taken hangs on the tokens that are left, not on the colors",
                "TakeTokens.js",
            ),
            bug("end.trigger", "the last round is called before the noble comes", "EndTurn.js"),
            ruled("limit.ten", "return", "the last seat may end above ten", "EndTurn.js"),
        ],
    },
    Client {
        name: "splendor-arena",
        repository: "pashneal/splendor_arena",
        known: Known::Read,
        log_name: None,
        rulings: &[("fewer", "all-available"), ("tie", "fewest-cards-then-first-seat")],
        deviations: &[
            ruled(
                "take.fewer",
                "fewer",
                "with two colors left both are taken",
                "src/game_logic/game.rs get_legal_actions",
            ),
            ruled(
                "end.shared",
                "tie",
                "of seats that are equal in prestige and cards the first wins",
                "src/game_logic/game.rs get_winner",
            ),
            bug(
                "end.stalemate",
                "nobody wins a stalemate in which no seat has 15 prestige",
                "src/game_logic/game.rs get_winner",
            ),
        ],
    },
    Client {
        name: "wire-board",
        repository: "k0ngk0ng/wire-board",
        known: Known::Read,
        log_name: None,
        rulings: &[("fewer", "all-available")],
        deviations: &[
            ruled(
                "take.fewer",
                "fewer",
                "with two colors left both are taken",
                "internal/game/splendor.go",
            ),
            bug(
                "reveal.unseen",
                "the reserved cards of a seat that was timed out go back into the decks",
                "internal/game/splendor.go EliminateSplendor",
            ),
        ],
    },
    Client {
        name: "splendimax",
        repository: "bouk/splendimax",
        known: Known::Reported,
        log_name: None,
        rulings: &[],
        deviations: &[bug("end.round", "the game ends as soon as a seat has 15 prestige", "")],
    },
    Client {
        name: "averagestardust",
        repository: "AverageStardust",
        known: Known::Reported,
        log_name: None,
        rulings: &[("target", "16")],
        deviations: &[
            bug("take.supply", "gems are taken of which the supply has none", ""),
            legal("purchase.source", "no purchase from the hand", ""),
            ruled("end.trigger", "target", "more than 15 prestige are needed", ""),
        ],
    },
    Client {
        name: "lapidary",
        repository: "inclement/lapidary",
        known: Known::Reported,
        log_name: None,
        rulings: &[],
        deviations: &[legal("noble.choice", "a noble comes without asking the seat", "")],
    },
    Client {
        name: "rinascimento",
        repository: "ivanbravi/Rinascimento",
        known: Known::Reported,
        log_name: None,
        rulings: &[],
        deviations: &[bug(
            "component.unknown",
            "21 of the 90 cards of its default set are those of the box",
            "",
        )],
    },
];
