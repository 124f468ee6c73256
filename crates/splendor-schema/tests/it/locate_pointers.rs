//! JSON pointers are found in texts, with their lines and columns.

use splendor_schema::json::locate::{line_column, line_columns, locate, locate_all, locate_member};

const TEXT: &str = r#"{
  "a": [10, { "b/c": true, "d~e": "x\"]", "\u0066": {} }],
  "é": "ü", "last": -1.5e3
}"#;

fn found(pointer: &str) -> Option<&'static str> {
    locate(TEXT, pointer).map(|range| &TEXT[range])
}

#[test]
fn values_are_found() {
    assert_eq!(found(""), Some(TEXT));
    assert_eq!(found("/a/0"), Some("10"));
    assert_eq!(found("/a/1/b~1c"), Some("true"));
    assert_eq!(found("/a/1/d~0e"), Some(r#""x\"]""#));
    assert_eq!(found("/a/1/f"), Some("{}"));
    assert_eq!(found("/é"), Some("\"ü\""));
    assert_eq!(found("/last"), Some("-1.5e3"));
    for miss in ["/b", "/a/2", "/a/x", "/a/00", "/a/1/b/c", "a", "/a/"] {
        assert_eq!(found(miss), None, "{miss}");
    }
}

#[test]
fn keys_are_found() {
    let member = locate_member(TEXT, "/a/1/f").unwrap();
    assert_eq!(&TEXT[member.key.unwrap()], r#""\u0066""#);
    assert_eq!(locate_member(TEXT, "/a/1").unwrap().key, None);
}

#[test]
fn several_are_found_in_one_pass() {
    let found = locate_all(TEXT, &["/last", "/none", "/a/0"]);
    let texts: Vec<Option<&str>> =
        found.into_iter().map(|place| place.map(|place| &TEXT[place.value])).collect();
    assert_eq!(texts, [Some("-1.5e3"), None, Some("10")]);
}

#[test]
fn columns_count_characters() {
    let range = locate(TEXT, "/last").unwrap();
    assert_eq!(line_column(TEXT, range.start), (3, 21));
    assert_eq!(line_column(TEXT, 0), (1, 1));
    assert_eq!(line_column(TEXT, TEXT.len() + 5), (4, 2));
    let inside = TEXT.find('ü').unwrap() + 1;
    assert_eq!(line_column(TEXT, inside), (3, 9));
}

#[test]
fn values_before_an_error_are_found() {
    assert_eq!(locate("{ \"a\": 1, \"b\": ?", "/a"), Some(7..8));
}

#[test]
fn many_pointers_are_found_as_few_are() {
    let pointers = ["/last", "/none", "/a/0", "/a/1", "/a", "", "/a/01", "/b", "/last", "/a/2"];
    let many = locate_all(TEXT, &pointers);
    let single: Vec<_> = pointers.iter().map(|pointer| locate_member(TEXT, pointer)).collect();
    assert_eq!(many, single);
}

#[test]
fn lines_of_several_bytes_are_those_of_each() {
    let offsets: Vec<usize> = (0..TEXT.len()).rev().step_by(3).collect();
    let each: Vec<_> = offsets.iter().map(|&offset| line_column(TEXT, offset)).collect();
    assert_eq!(line_columns(TEXT, &offsets), each);
}
