//! Makes many variants of a JSON document, the same ones in every run.

use serde_json::{Value, json};

/// A small pseudo-random number generator (xorshift).
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// Returns every value in a document with its JSON pointer, outer ones first.
pub(crate) fn nodes(document: &Value) -> Vec<(String, &Value)> {
    let mut all = vec![(String::new(), document)];
    let mut next = 0;
    while let Some((pointer, value)) = all.get(next).cloned() {
        match value {
            Value::Object(object) => all.extend(object.iter().map(|(key, value)| {
                (format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")), value)
            })),
            Value::Array(array) => all.extend(
                array.iter().enumerate().map(|(index, v)| (format!("{pointer}/{index}"), v)),
            ),
            _ => {}
        }
        next += 1;
    }
    all
}

/// Returns variants of a document that differ from it in one value.
pub(crate) fn neighbors(document: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    for (pointer, node) in nodes(document) {
        let replaced = |value: Value| {
            let mut changed = document.clone();
            *changed.pointer_mut(&pointer).unwrap() = value;
            changed
        };
        all.extend(replacements(node).into_iter().map(replaced));
    }
    all
}

/// Returns a variant of a document with several changes at random places.
pub(crate) fn scramble(document: &Value, chance: &mut Chance) -> Value {
    let mut changed = document.clone();
    for _ in 0..=chance.below(3) {
        let pointers: Vec<String> = nodes(&changed).into_iter().map(|(p, _)| p).collect();
        let pointer = &pointers[chance.below(pointers.len())];
        let other = &pointers[chance.below(pointers.len())];
        let donor = changed.pointer(other).unwrap().clone();
        let node = changed.pointer_mut(pointer).unwrap();
        let mut choices = replacements(node);
        choices.push(donor);
        *node = choices.swap_remove(chance.below(choices.len()));
    }
    changed
}

/// Returns values to put in the place of a value.
fn replacements(value: &Value) -> Vec<Value> {
    let mut all = vec![
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(1),
        json!(3),
        json!(4),
        json!(15),
        json!(16),
        json!(99),
        json!(100),
        json!(120),
        json!(121),
        json!(255),
        json!(256),
        json!(-1),
        json!(1.5),
        json!(100_000),
        json!(100_001),
        json!(""),
        json!("x"),
        json!([]),
        json!({}),
        json!([[]]),
        json!([{}]),
        json!([0]),
        json!(["x"]),
        json!({ "x": 0 }),
    ];
    match value {
        Value::String(text) => all.extend(strings(text)),
        Value::Array(array) => all.extend(arrays(array)),
        Value::Object(object) => all.extend(objects(object)),
        _ => {}
    }
    all
}

fn strings(text: &str) -> Vec<Value> {
    let mut all: Vec<String> = [64, 65, 1000, 1001].map(|length| "é".repeat(length)).into();
    all.extend([24, 25].map(|length| "p".repeat(length)));
    all.extend([format!("{text}x"), format!("{text}1d"), format!("{text}\n"), text.to_uppercase()]);
    for (index, letter) in text.char_indices() {
        let (before, after) = (&text[..index], &text[index + letter.len_utf8()..]);
        all.extend(["", "0", "9", "d", "o", "-", ":", "+"].map(|c| format!("{before}{c}{after}")));
        all.push(format!("{before}{letter}{letter}{after}"));
    }
    all.into_iter().map(Value::from).collect()
}

fn arrays(array: &[Value]) -> Vec<Value> {
    let mut all = Vec::new();
    for index in 0..array.len() {
        let mut fewer = array.to_vec();
        fewer.remove(index);
        all.push(fewer.into());
    }
    if let Some(first) = array.first() {
        for length in [2, 8, 9, 12, 13, 16, 17, 32, 33, 120, 121] {
            all.push(vec![first.clone(); length].into());
        }
    }
    all.push([array, &[json!(null)]].concat().into());
    all.push([array, &[json!("x")]].concat().into());
    all
}

fn objects(object: &serde_json::Map<String, Value>) -> Vec<Value> {
    let mut all = Vec::new();
    for key in object.keys() {
        let mut fewer = object.clone();
        let value = fewer.remove(key).unwrap();
        all.push(fewer.clone().into());
        fewer.insert(format!("{key}x"), value);
        all.push(fewer.into());
    }
    let more = [
        ("x", json!(0)),
        ("take", json!(["ruby"])),
        ("pass", json!(true)),
        ("deck", json!(1)),
        ("market", json!("a0d3s")),
        ("card", json!("a0d3s")),
        ("gold", json!(1)),
        ("foreign", json!([1])),
        ("gem", json!("ruby")),
        ("ext", json!({})),
        ("seat", json!(0)),
        ("after", json!({})),
        ("return", json!({})),
        ("noble", json!("3:4d")),
        ("name", json!("")),
    ];
    for (key, value) in more {
        let mut changed = object.clone();
        changed.insert(key.to_owned(), value);
        all.push(changed.into());
    }
    for length in [64, 65] {
        let many = (0..length).map(|n| (format!("k{n}"), json!(n)));
        all.push(Value::Object(many.collect()));
        all.push(json!({ "k".repeat(length): "x" }));
    }
    all
}
