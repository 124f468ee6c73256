//! The options of a question.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use splendor_verify::{JudgeOptions, RequiredRules};

/// The options of a question, which JSON can name: all of them have a default.
#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct Options {
    /// The name of the input in the answer.
    pub(crate) name: String,
    /// The number of a turn, from 1.
    pub(crate) turn: Option<usize>,
    /// A hypothetical turn.
    proposal: Option<Box<RawValue>>,
    client: Option<String>,
    rulings: Rulings,
    published: bool,
    /// The required rules.
    rules: Option<Box<RawValue>>,
    /// Whether a report goes on past the first breach.
    pub(crate) keep_going: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            name: "<log>".to_owned(),
            turn: None,
            proposal: None,
            client: None,
            rulings: Rulings::default(),
            published: false,
            rules: None,
            keep_going: false,
        }
    }
}

impl Options {
    /// Reads options like `{ "client": "spender", "rulings": { "target": 21 }, "turn": 2 }`.
    ///
    /// `rules` and `proposal` are JSON, or the text of it in a string, in which the places of an
    /// error then count.
    ///
    /// # Errors
    ///
    /// A message if the text is not an object of JSON, or if an option is not known.
    pub fn read(text: &[u8]) -> Result<Self, String> {
        // Serde would read an array as the options without their names.
        if !text.trim_ascii_start().starts_with(b"{") {
            return Err("the options: not an object of JSON".to_owned());
        }
        serde_json::from_slice(text).map_err(|error| format!("the options: {error}"))
    }

    pub(crate) fn judge_options(&self) -> Result<JudgeOptions, String> {
        let rules = self.rules.as_deref().map(json_text);
        let rules = rules.as_deref().map(|text| ("rules", text.as_bytes()));
        let required = RequiredRules::named(self.published, rules)?;
        let rulings = self.rulings.0.clone();
        JudgeOptions::named(self.client.as_deref(), rulings, required)
    }

    pub(crate) fn proposal(&self) -> Option<Cow<'_, str>> {
        self.proposal.as_deref().map(json_text)
    }
}

/// Returns the content of a string, or the text of another value.
fn json_text(raw: &RawValue) -> Cow<'_, str> {
    serde_json::from_str(raw.get()).map_or(Cow::Borrowed(raw.get()), Cow::Owned)
}

/// Rulings with their values, in the given order.
#[derive(Debug, Default)]
struct Rulings(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Rulings {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Rulings;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of rulings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Rulings, A::Error> {
                let mut pairs = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, serde_json::Value>()? {
                    let value = match value {
                        serde_json::Value::String(word) => word,
                        serde_json::Value::Number(number) => number.to_string(),
                        _ => {
                            return Err(A::Error::custom(format_args!(
                                "the value of the ruling `{name}` is neither a word nor a number"
                            )));
                        }
                    };
                    pairs.push((name, value));
                }
                Ok(Rulings(pairs))
            }
        }
        from.deserialize_map(Pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_proposals_are_json_or_its_text() {
        for proposal in [r#"{ "take": [] }"#, r#""{ \"take\": [] }""#] {
            let options = Options::read(format!(r#"{{ "proposal": {proposal} }}"#).as_bytes());
            let options = options.expect("the options are known");
            assert_eq!(options.proposal().as_deref(), Some(r#"{ "take": [] }"#));
        }
        let rules = Options::read(br#"{ "rules": { "edition": "2025" } }"#).expect("they are read");
        let error = rules.judge_options().expect_err("there is no such edition");
        assert!(error.starts_with("rules:1:14: the edition `2025`"), "{error}");
    }

    #[test]
    fn rulings_have_words_or_numbers() {
        let options = Options::read(br#"{ "rulings": { "target": 21, "pass": "always" } }"#);
        let rulings = options.expect("they are read").rulings.0;
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(rulings, [pair("target", "21"), pair("pass", "always")]);
    }

    #[test]
    fn options_are_an_object_with_known_names() {
        for wrong in
            ["", "[]", "3", "{", "{} {}", r#"{ "keep_going": true }"#, r#"{ "turn": 0.5 }"#]
        {
            let error = Options::read(wrong.as_bytes()).expect_err("it is wrong");
            assert!(error.starts_with("the options: "), "{error}");
        }
        for wrong in [r#"{ "rulings": [] }"#, r#"{ "rulings": { "pass": true } }"#] {
            let error = Options::read(wrong.as_bytes()).expect_err("it is no ruling");
            assert!(error.contains("ruling"), "{error}");
        }
    }
}
