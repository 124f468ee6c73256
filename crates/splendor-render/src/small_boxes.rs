//! Formats small boxes and the results of their search, as text or as JSON.

use std::fmt::Write;

use serde_json::{Map, Value};
use splendor_explore::{Found, KINDS, SCOPES, Scope, Stop};

use splendor_schema::json::layout::lines_of;
use splendor_schema::visible;

/// Returns the boxes with a name; `small`, `large` and `all` name groups of boxes.
///
/// # Errors
///
/// Returns a message with the known names.
pub fn scopes_named(name: &str) -> Result<Vec<&'static Scope>, String> {
    let of = |is: fn(&Scope) -> bool| Ok(SCOPES.iter().filter(|scope| is(scope)).collect());
    match name {
        "all" => of(|_| true),
        "small" => of(Scope::is_small),
        "large" => of(|scope| !scope.is_small()),
        _ => {
            let shown = visible::line(name);
            let none = || format!("there is no box `{shown}`; `splendor explore` lists them");
            Scope::named(name).map(|scope| vec![scope]).ok_or_else(none)
        }
    }
}

/// Lists the boxes as text.
pub fn scopes_text() -> String {
    let wide = SCOPES.iter().map(|scope| scope.name.len()).max().unwrap_or(0);
    let line = |scope: &Scope| format!("{:wide$}  {}\n", scope.name, scope.about);
    SCOPES.iter().map(line).collect()
}

/// Lists the boxes with their contents, as JSON.
pub fn scopes_json() -> String {
    lines_of(SCOPES.iter().map(|scope| {
        let bought = &scope.bought[..usize::from(scope.seats)];
        let mut row = head(scope);
        row.insert("about".into(), scope.about.into());
        row.insert("cards".into(), scope.cards.into());
        row.insert("face-up".into(), scope.width.into());
        row.insert("bought".into(), bought.iter().map(|cards| Value::from(*cards)).collect());
        row.insert("nobles".into(), scope.nobles.into());
        row.insert("cities".into(), scope.cities.into());
        row.insert("tokens".into(), scope.tokens.into());
        row.insert("limit".into(), scope.token_limit.into());
        Value::Object(row)
    }))
}

fn head(scope: &Scope) -> Map<String, Value> {
    let modules =
        [(scope.modules.cities, "cities"), (scope.modules.trading_posts, "trading-posts")];
    let modules = modules.into_iter().filter(|(on, _)| *on).map(|(_, name)| Value::from(name));
    let mut row = Map::new();
    row.insert("box".into(), scope.name.into());
    row.insert("seats".into(), scope.seats.into());
    row.insert("modules".into(), modules.collect());
    row
}

/// Returns the results of a search as one line of JSON; `whole` says whether the search was
/// complete.
pub fn found_json(scope: &Scope, found: &Found, whole: bool) -> String {
    let mut row = head(scope);
    row.insert("whole".into(), whole.into());
    for (name, count) in counts(found) {
        row.insert(name.into(), count.into());
    }
    let kinds = KINDS.iter().zip(found.kinds).filter(|(_, count)| *count > 0);
    let kinds: Map<String, Value> =
        kinds.map(|(name, count)| ((*name).to_owned(), count.into())).collect();
    row.insert("kinds".into(), Value::Object(kinds));
    let clauses = found.clauses().map(|clause| Value::from(clause.id()));
    row.insert("clauses".into(), clauses.collect());
    Value::Object(row).to_string() + "\n"
}

const fn counts(found: &Found) -> [(&'static str, u64); 6] {
    [
        ("positions", found.positions),
        ("completed", found.completed),
        ("stalemates", found.stalemates),
        ("turns", found.turns),
        ("judged", found.judged),
        ("illegal", found.illegal),
    ]
}

/// Returns the results of a search as text.
pub fn found_text(scope: &Scope, found: &Found, whole: bool) -> String {
    let all = if whole { "all" } else { "the first" };
    let mut text = format!(
        "{}: {all} {} positions, {} completed, {} stalemates\n",
        scope.name, found.positions, found.completed, found.stalemates
    );
    let legal = found.judged - found.illegal;
    let (turns, judged, illegal) = (found.turns, found.judged, found.illegal);
    let _infallible = writeln!(text, "  {turns} legal turns played: {}", kinds_in_words(found));
    let _infallible =
        writeln!(text, "  {judged} turns judged: {legal} legal, {illegal} illegal, all agreed on");
    let clauses = found.clauses().count();
    let _infallible = writeln!(text, "  {clauses} clauses broken, every invariant held");
    text
}

fn kinds_in_words(found: &Found) -> String {
    let some = KINDS.iter().zip(found.kinds).filter(|(_, count)| *count > 0);
    some.map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}

/// Returns the reason why a search stopped early.
pub fn stop_text(scope: &Scope, stop: &Stop) -> String {
    match stop {
        Stop::Full(found) => {
            format!("{}: more than {} positions", scope.name, found.positions)
        }
        Stop::Defect(_) => format!("{}: a defect of this program: {stop}", scope.name),
    }
}
