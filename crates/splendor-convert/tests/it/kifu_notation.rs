//! The whole published notation of a KIFU.

use splendor_verify::Verdict;

use super::{convert, made, verdict};

const GRAMMAR: &str = include_str!("../files/position-as-in-the-grammar.kifu");

/// Returns the error about a text, and what stands at its place.
fn refused(text: &str) -> (String, String) {
    let refusal = convert("kifu", text, None).unwrap_err();
    (refusal.message, text[refusal.span].to_owned())
}

#[test]
fn a_position_has_two_spellings() {
    let with_space = made("kifu", GRAMMAR, None);
    let with_bar = GRAMMAR.replace("bought:[] 0\n", "bought:[] | 0\n");
    assert_ne!(with_bar, GRAMMAR);
    assert_eq!(made("kifu", &with_bar, None).log, with_space.log);
    assert_eq!(verdict(&with_space.log), Verdict::Consistent);
    assert_eq!(with_space.log.turns.len(), 11);
    for (to, message, place) in [
        ("bought:[] 1\n", "seat 0 to begin", "1"),
        ("bought:[] 0 | 0\n", "expected the end of the position", "0"),
        ("bought:[]\n", "the position ends", ""),
        (
            "bought:[4] 0\n",
            "seat 1 already owns something",
            "gems:W0U0G0R0K0D0;bonuses:W0U0G0R0K0;points:0;reserved:[];bought:[4]",
        ),
    ] {
        let (found, at) = refused(&GRAMMAR.replace("bought:[] 0\n", to));
        assert!(found.contains(message), "{found}");
        assert_eq!(at, place);
    }
}
