//! Text for people: tables, turns and pages in words, for any input.

use splendor_play::generate::Policy;
use splendor_render::{TableStyle, explain as page, table_text as drawn};
use splendor_schema::Name;
use splendor_verify::clients::Client;
use splendor_verify::words::turn_in_words;

use super::agree::any_turn;
use super::choices::Choices;
use super::table::table;

/// Bytes → a table and turns of it, in words.
pub(super) fn show(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let Some((game, position)) = table(&mut choices, false) else { return };
    let names = [String::from_utf8_lossy(bytes), "\u{1f600}\u{301}\n".into(), "".into()];
    let names = names.each_ref().map(|name| Name::from(&**name));
    for color in [false, true] {
        for count in 0..=names.len() {
            let text = drawn(&game, &position, &TableStyle { color, names: &names[..count] });
            let widest = text.lines().map(|line| line.chars().count()).max();
            assert!(widest.is_some_and(|columns| color || columns <= 100), "{text}");
        }
    }
    let legal = position.legal_turns(&game);
    for _ in 0..8 {
        let turn = any_turn(&mut choices, &game, &position, &legal);
        let words = turn_in_words(&game, &turn);
        assert!(!words.is_empty() && !words.contains('\n'), "{words}");
        for breach in position.violations(&game, &turn) {
            assert!(!breach.to_string().is_empty());
            assert!(page(breach.clause().id()).is_ok());
        }
    }
}

/// Text → a page of the book, a client, a policy.
pub(super) fn explain(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let found = page(&text);
    assert!(!found.unwrap_or_else(|unknown| unknown).is_empty());
    let client = Client::find(&text);
    assert!(client.is_ok_and(|client| client.name == text) || Client::find(&text).is_err());
    let _client = Client::of_log(&text);
    assert!(
        text.parse::<Policy>().is_ok_and(|p| p.name() == text) || text.parse::<Policy>().is_err()
    );
}
