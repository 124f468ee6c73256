//! Resolves the rules that a log declares, the rulings of the command line and required rules.

use splendor_core::{Boxes, Edition, Game, Modules, RULINGS, Rules, Rulings};
use splendor_schema::json::locate::{line_column, locate_member};
use splendor_schema::report::{AppliedRuling, RulingOrigin};
use splendor_schema::rules::Ruling;
use splendor_schema::{Log, ReadError, ReadErrorKind, text_of};

use crate::clients::Client;
use crate::objection::Objection;
use crate::{JudgeOptions, RequiredRules, Unsupported};

/// Returns the rules that a log declares, with the rulings of the command line in force.
///
/// # Errors
///
/// Returns the unknown edition, module, box, ruling or value.
pub fn resolve_rules(
    declared: &splendor_schema::Rules,
    overrides: &[(String, String)],
) -> Result<Rules, Unsupported> {
    let edition = match declared.edition.as_str() {
        "2014" => Edition::Y2014,
        "2024" => Edition::Y2024,
        other => return Err(Unsupported::Edition(other.into())),
    };
    let mut modules = Modules::default();
    for (place, name) in declared.modules.iter().enumerate() {
        match (name.as_str(), edition) {
            ("cities", Edition::Y2024) => modules.cities = true,
            ("trading-posts", Edition::Y2024) => modules.trading_posts = true,
            ("orient", Edition::Y2024) => modules.orient = true,
            ("strongholds", Edition::Y2024) => modules.strongholds = true,
            _ => return Err(Unsupported::Module { place, name: name.clone() }),
        }
    }
    let mut boxes = Boxes::default();
    for (place, name) in declared.boxes.iter().enumerate() {
        match (name.as_str(), edition) {
            ("silk-road", Edition::Y2024) => boxes.silk_road = true,
            ("sun-never-sets", Edition::Y2024) => boxes.sun_never_sets = true,
            _ => return Err(Unsupported::Box { place, name: name.clone() }),
        }
    }
    let mut rulings = Rulings::default();
    let overridden = |name: &str| overrides.iter().any(|(other, _)| other == name);
    for (name, value) in declared.rulings.iter().filter(|(name, _)| !overridden(name.as_str())) {
        set(&mut rulings, name.as_str(), &value.text())?;
    }
    for (name, value) in overrides {
        set(&mut rulings, name, value)?;
    }
    Ok(Rules { edition, modules, boxes, rulings })
}

/// Returns the game of a log, by the required rules or with the rulings of the caller in force.
pub(crate) fn game_of(log: &Log, options: &JudgeOptions) -> Result<Game<'static>, Unsupported> {
    game_under(&log.rules, log.players.len(), options)
}

/// Returns the game of a log that declares these rules, for a number of seats.
pub(crate) fn game_under(
    declared: &splendor_schema::Rules,
    seats: usize,
    options: &JudgeOptions,
) -> Result<Game<'static>, Unsupported> {
    let rules = match &options.required {
        Some(required) => resolve_rules(&required.rules(declared), &[])?,
        None => resolve_rules(declared, &options.rulings)?,
    };
    Ok(Game::published(rules, u8::try_from(seats).unwrap_or(u8::MAX)))
}

fn set(rulings: &mut Rulings, name: &str, value: &str) -> Result<(), Unsupported> {
    let unknown = |_| Unsupported::Ruling { name: name.into(), value: value.into() };
    rulings.set(name, value).map_err(unknown)
}

impl JudgeOptions {
    /// Returns the options for what a caller names: a client, rulings that override those of the
    /// client, or required rules.
    ///
    /// ```
    /// use splendor_verify::JudgeOptions;
    ///
    /// let options = JudgeOptions::named(Some("spender"), Vec::new(), None)?;
    /// assert_eq!(options.rulings[0], ("fewer".to_owned(), "up-to-three".to_owned()));
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Names the unknown ruling or client, and lists the known ones; or rules are required, so that
    /// there is no choice.
    pub fn named(
        client: Option<&str>,
        rulings: Vec<(String, String)>,
        required: Option<RequiredRules>,
    ) -> Result<Self, String> {
        if required.is_some() && (client.is_some() || !rulings.is_empty()) {
            return Err("required rules leave no choice of rulings or a client".to_owned());
        }
        let declared =
            splendor_schema::Rules { edition: "2024".into(), ..splendor_schema::Rules::default() };
        resolve_rules(&declared, &rulings).map_err(|unknown| unknown.to_string())?;
        let rulings = Client::with(client.map(Client::find).transpose()?, rulings);
        Ok(Self { rulings, required, ..Self::default() })
    }
}

impl RequiredRules {
    /// Reads required rules that have a file of their own, written like the `rules` of a log.
    ///
    /// ```
    /// use splendor_verify::RequiredRules;
    ///
    /// let error = RequiredRules::read(br#"{ "edition": "2025" }"#).unwrap_err();
    /// assert_eq!((error.line, error.column), (1, 14));
    /// assert_eq!(
    ///     error.message,
    ///     "the edition `2025` is unknown; the known editions are 2014 and 2024",
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the bytes are not rules, or name an edition, a
    /// module, a box, a ruling or a value that this version does not know.
    pub fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        let rules = splendor_schema::Rules::read(bytes)?;
        match resolve_rules(&rules, &[]) {
            Ok(_) => Ok(Self::Exactly(rules)),
            Err(unknown) => Err(unknown_rule(text_of(bytes)?, &unknown)),
        }
    }
}

/// Returns the error about an unknown name in a file of rules, at the name.
fn unknown_rule(text: &str, unknown: &Unsupported) -> ReadError {
    let pointer = unknown.pointer();
    let pointer = pointer.strip_prefix("/rules").unwrap_or(&pointer).to_owned();
    let place = locate_member(text, &pointer).map(|located| match (unknown, located.key) {
        (Unsupported::Ruling { name, .. }, Some(key)) if !is_ruling(name.as_str()) => key.start,
        _ => located.value.start,
    });
    let (line, column) = line_column(text, place.unwrap_or(0));
    let (kind, message) = (ReadErrorKind::Shape, unknown.to_string());
    ReadError { kind, message, line, column, pointer: Some(pointer) }
}

fn is_ruling(name: &str) -> bool {
    RULINGS.iter().any(|ruling| ruling.name == name)
}

/// Returns the declarations of a log that differ from the required rules, if rules are required.
pub(crate) fn differences(log: &Log, options: &JudgeOptions) -> Vec<Objection> {
    let required = options.required.as_ref();
    required.map_or_else(Vec::new, |required| required.differences(&log.rules))
}

/// Returns every ruling with its value and the origin of the value.
pub fn rulings_in_force(
    declared: &splendor_schema::Rules,
    overrides: &[(String, String)],
) -> Vec<AppliedRuling> {
    let value = |name: &str| {
        let over = overrides.iter().rev().find(|(other, _)| other == name);
        let over = over.map(|(_, value)| (typed(value), RulingOrigin::Override));
        let logged =
            declared.rulings.get(name).map(|value| (typed(&value.text()), RulingOrigin::Log));
        over.or(logged)
    };
    RULINGS
        .iter()
        .map(|ruling| {
            let default = || (typed(ruling.values[0]), RulingOrigin::Default);
            let (value, origin) = value(ruling.name).unwrap_or_else(default);
            AppliedRuling { name: ruling.name.to_owned(), value, origin }
        })
        .collect()
}

/// Returns every ruling with its value and the origin of the value, for a log that is judged with
/// these options.
pub(crate) fn rulings_of(log: &Log, options: &JudgeOptions) -> Vec<AppliedRuling> {
    let Some(required) = &options.required else {
        return rulings_in_force(&log.rules, &options.rulings);
    };
    let mut all = rulings_in_force(&required.rules(&log.rules), &[]);
    for ruling in all.iter_mut().filter(|ruling| ruling.origin == RulingOrigin::Log) {
        ruling.origin = RulingOrigin::Override;
    }
    all
}

/// Returns the rulings whose value in force is not the default, which is that of the published
/// rules. A ruling that this version does not know is not among them.
pub(crate) fn departures(log: &Log, options: &JudgeOptions) -> Vec<AppliedRuling> {
    // Most logs declare no ruling, and reports are made by the million.
    let silent = log.rules.rulings.is_empty() && options.rulings.is_empty();
    if silent && options.required.is_none() {
        return Vec::new();
    }
    let mut all = rulings_of(log, options);
    all.retain(|ruling| {
        let known = RULINGS.iter().find(|known| known.name == ruling.name);
        known.is_some_and(|known| ruling.value.text() != known.values[0])
    });
    all
}

/// Returns the value of a ruling as reports write it: a number if possible.
fn typed(value: &str) -> Ruling {
    value.parse().map_or_else(|_| Ruling::Word(value.into()), Ruling::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    fn rulings(
        client: Option<&str>,
        named: Vec<(String, String)>,
    ) -> Result<Vec<(String, String)>, String> {
        JudgeOptions::named(client, named, None).map(|options| options.rulings)
    }

    #[test]
    fn a_named_ruling_goes_before_that_of_a_client() {
        let preset = rulings(Some("spender"), Vec::new()).expect("spender is known");
        assert_eq!(preset, [pair("fewer", "up-to-three"), pair("noble-time", "after-purchase")]);
        let both = rulings(Some("spender"), vec![pair("fewer", "never")]);
        assert_eq!(both, Ok(vec![pair("noble-time", "after-purchase"), pair("fewer", "never")]));
        assert_eq!(rulings(None, Vec::new()), Ok(Vec::new()));
    }

    #[test]
    fn what_is_not_known_is_named_with_what_is() {
        let nobody = rulings(Some("nobody"), Vec::new());
        assert!(nobody.is_err_and(|said| said.contains("`nobody`") && said.contains("spender")));
        let sometimes = rulings(None, vec![pair("pass", "sometimes")]);
        assert!(sometimes.is_err_and(|said| said.contains("known values are when-stuck, always")));
    }

    #[test]
    fn required_rules_leave_no_choice() {
        let named =
            |client, rulings| JudgeOptions::named(client, rulings, Some(RequiredRules::Published));
        assert!(named(None, Vec::new()).is_ok());
        assert!(named(Some("spender"), Vec::new()).is_err());
        assert!(named(None, vec![pair("fewer", "never")]).is_err());
    }
}
