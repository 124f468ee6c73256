//! The rules, clause by clause, and the rules played against themselves: the checks, the list of
//! legal turns and the list of violations are written apart and must agree on every turn.

#![expect(
    clippy::disallowed_methods,
    reason = "tests read the book, and the size of samples from the environment"
)]
#![expect(clippy::unwrap_used, reason = "what a test lays out is there, or the test fails")]

mod base_game_edge_cases;
mod clauses;
mod consulted_rulings;
mod drawing_two_cards;
mod every_price_on_the_real_box;
mod every_rule_on_the_real_box;
mod following_a_log_moves_what_it_names;
mod following_a_log_never_panics;
mod games_of_sun_never_sets;
mod games_without_moves;
mod hidden_cards;
mod ids_are_read_as_written;
mod perft_counts;
mod play_violations_and_legal_agree;
mod played;
mod post_demands_and_payments;
mod prices_and_holdings;
mod random_game;
mod reveals_from_hidden_places;
mod rule_corner_cases;
mod sun_never_sets_parts;
mod table_builder;
mod table_case;
mod theorems;
mod trading_post_edge_cases;

#[expect(dead_code, reason = "the tests of the rules read and write few files")]
#[path = "../../../../tests/support/mod.rs"]
mod support;

use support::sample;
