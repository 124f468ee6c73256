//! The rules that an organizer requires, whatever a log declares.

use std::collections::BTreeSet;

use splendor_core::RULINGS;
use splendor_schema::rules::{Ruling, Rulings};
use splendor_schema::{Name, Rules, Verdict};

use crate::objection::Objection;
use crate::unsupported::ruling_pointer;

/// The rules to judge by, whatever a log declares.
///
/// ```
/// use splendor_schema::{EXAMPLE, Log};
/// use splendor_verify::{JudgeOptions, RequiredRules, judge};
///
/// let rules = r#""edition": "2024""#;
/// let log = EXAMPLE.replace(rules, &format!(r#"{rules}, "rulings": {{ "target": 1 }}"#));
/// let required = Some(RequiredRules::Published);
/// let options = JudgeOptions { required, ..JudgeOptions::default() };
/// let judgment = judge(&Log::read(log.as_bytes())?, &options);
/// assert_eq!(judgment.last().expect("a table").0.rules.rulings.target, 15);
/// # Ok::<(), splendor_schema::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequiredRules {
    /// The published rules of the edition, with the modules and boxes that the log declares: every
    /// ruling has its default.
    Published,
    /// These rules. Modules and boxes that they do not name are not in play, and rulings that they
    /// do not name have their defaults.
    Exactly(Rules),
}

impl RequiredRules {
    /// Returns the required rules that a caller names, if there are any. `rules` is the name and
    /// the text of a file that is written like the `rules` of a log.
    ///
    /// # Errors
    ///
    /// Names the place of an unknown name, and lists the known ones; or there are two sets of
    /// rules.
    pub fn named(published: bool, rules: Option<(&str, &[u8])>) -> Result<Option<Self>, String> {
        let Some((name, text)) = rules else {
            return Ok(published.then_some(Self::Published));
        };
        if published {
            return Err("the published rules and other rules cannot both be required".to_owned());
        }
        Self::read(text).map(Some).map_err(|error| error.in_file(name))
    }

    /// Returns the rules to judge a log by.
    pub(crate) fn rules(&self, declared: &Rules) -> Rules {
        match self {
            Self::Published => Rules { rulings: Rulings::default(), ..declared.clone() },
            Self::Exactly(rules) => rules.clone(),
        }
    }

    /// Returns the declarations that differ from the required rules, in the order of a log.
    pub(crate) fn differences(&self, declared: &Rules) -> Vec<Objection> {
        let required = self.rules(declared);
        let mut all = Vec::new();
        if declared.edition != required.edition {
            let (is, due) = (declared.edition.as_str(), required.edition.as_str());
            let message = format!("the log declares edition {is}, where edition {due} is required");
            all.push(Objection::new("rules.edition", "/rules/edition", message));
        }
        all.extend(of_names("modules", &declared.modules, &required.modules));
        all.extend(of_names("boxes", &declared.boxes, &required.boxes));
        all.extend(of_rulings(&declared.rulings, &required.rulings));
        all
    }
}

/// Returns the verdict to report. A log that declares other rules than the required ones does not
/// pass, although the game may be legal by the required rules.
pub(crate) const fn verdict_with(verdict: Verdict, differences: &[Objection]) -> Verdict {
    match verdict {
        Verdict::Legal | Verdict::Consistent | Verdict::Undecided if !differences.is_empty() => {
            Verdict::Illegal
        }
        verdict => verdict,
    }
}

/// Returns the difference between two lists of modules or boxes, in any order.
fn of_names(kind: &str, declared: &[Name], required: &[Name]) -> Option<Objection> {
    let set = |names: &[Name]| names.iter().map(|name| name.as_str().to_owned()).collect();
    let (is, due): (BTreeSet<String>, BTreeSet<String>) = (set(declared), set(required));
    let words = |names: &BTreeSet<String>| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if names.is_empty() { format!("no {kind}") } else { format!("{kind} {}", names.join(", ")) }
    };
    let id = if kind == "modules" { "rules.modules" } else { "rules.boxes" };
    let pointer = if declared.is_empty() { "/rules".into() } else { format!("/rules/{kind}") };
    let message = format!(
        "the log declares {}, where {} required",
        words(&is),
        match due.len() {
            0 => format!("no {kind} are"),
            _ => format!("{} are", words(&due)),
        }
    );
    (is != due).then(|| Objection::new(id, &pointer, message))
}

/// Returns the rulings whose declared value differs from the required one. A ruling that is not
/// named has its default.
fn of_rulings(declared: &Rulings, required: &Rulings) -> Vec<Objection> {
    let names = RULINGS.iter().map(|ruling| ruling.name);
    let named = declared.iter().chain(required.iter()).map(|(name, _)| name.as_str());
    let mut seen = BTreeSet::new();
    let names = names.chain(named).filter(|name| seen.insert(*name));
    let value = |rulings: &Rulings, name: &str| {
        let default = RULINGS.iter().find(|ruling| ruling.name == name);
        let default = || default.map_or(String::new(), |ruling| ruling.values[0].to_owned());
        rulings.get(name).map_or_else(default, |value: &Ruling| value.text().into_owned())
    };
    let differs = |name: &str| {
        let (is, due) = (value(declared, name), value(required, name));
        let is_named = declared.get(name).is_some();
        let pointer = match (is_named, declared.is_empty()) {
            (true, _) => ruling_pointer(name),
            (false, false) => "/rules/rulings".to_owned(),
            (false, true) => "/rules".to_owned(),
        };
        let message = match due.as_str() {
            "" => format!("the log declares the ruling {name}={is}, which no rules have"),
            _ if is_named => {
                format!("the log declares the ruling {name}={is}, where {name}={due} is required")
            }
            _ => format!("the log does not declare the ruling {name}={due}, which is required"),
        };
        (is != due).then(|| Objection::new("rules.rulings", &pointer, message))
    };
    names.filter_map(differs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn required_rules_are_read_and_errors_name_the_place() {
        assert_eq!(RequiredRules::named(false, None), Ok(None));
        assert_eq!(RequiredRules::named(true, None), Ok(Some(RequiredRules::Published)));
        let read = |text: &str| RequiredRules::named(false, Some(("rules", text.as_bytes())));
        assert!(read(r#"{ "edition": "2014" }"#).is_ok_and(|rules| rules.is_some()));
        let unknown = read(r#"{ "edition": "2025" }"#);
        let due = "rules:1:14: the edition `2025` is unknown; the known editions are 2014 and 2024";
        assert_eq!(unknown, Err(due.to_owned()));
        assert!(RequiredRules::named(true, Some(("rules", b"{}"))).is_err());
    }
}
