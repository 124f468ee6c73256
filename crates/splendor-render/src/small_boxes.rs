//! Formats small boxes and the results of their search, as text or as JSON.

use std::fmt::Write;

use serde_json::{Map, Value};
use splendor_explore::{Found, KINDS, SMALL_BOXES, SmallBox, Stop};

use splendor_schema::json::layout::lines_of;
use splendor_schema::visible;

/// Returns the boxes with a name; `small`, `large` and `all` name groups of boxes.
///
/// # Errors
///
/// Returns a message with the known names.
pub fn small_boxes_named(name: &str) -> Result<Vec<&'static SmallBox>, String> {
    let of = |is: fn(&SmallBox) -> bool| {
        Ok(SMALL_BOXES.iter().filter(|small_box| is(small_box)).collect())
    };
    match name {
        "all" => of(|_| true),
        "small" => of(SmallBox::is_small),
        "large" => of(|small_box| !small_box.is_small()),
        _ => {
            let shown = visible::line(name);
            let none = || format!("there is no box `{shown}`; `splendor explore` lists them");
            SmallBox::named(name).map(|small_box| vec![small_box]).ok_or_else(none)
        }
    }
}

/// Lists the boxes as text.
pub fn small_boxes_text() -> String {
    let wide = SMALL_BOXES.iter().map(|small_box| small_box.name.len()).max().unwrap_or(0);
    let line = |small_box: &SmallBox| format!("{:wide$}  {}\n", small_box.name, small_box.about);
    SMALL_BOXES.iter().map(line).collect()
}

/// Lists the boxes with their contents, as JSON.
pub fn small_boxes_json() -> String {
    lines_of(SMALL_BOXES.iter().map(|small_box| {
        let bought = &small_box.bought[..usize::from(small_box.seats)];
        let mut row = head(small_box);
        row.insert("about".into(), small_box.about.into());
        row.insert("cards".into(), small_box.cards.into());
        row.insert("face-up".into(), small_box.width.into());
        row.insert("bought".into(), bought.iter().map(|cards| Value::from(*cards)).collect());
        row.insert("nobles".into(), small_box.nobles.into());
        row.insert("cities".into(), small_box.cities.into());
        row.insert("tokens".into(), small_box.tokens.into());
        row.insert("limit".into(), small_box.token_limit.into());
        Value::Object(row)
    }))
}

fn head(small_box: &SmallBox) -> Map<String, Value> {
    let modules =
        [(small_box.modules.cities, "cities"), (small_box.modules.trading_posts, "trading-posts")];
    let modules = modules.into_iter().filter(|(on, _)| *on).map(|(_, name)| Value::from(name));
    let mut row = Map::new();
    row.insert("box".into(), small_box.name.into());
    row.insert("seats".into(), small_box.seats.into());
    row.insert("modules".into(), modules.collect());
    row
}

/// Returns the results of a search as one line of JSON; `is_complete` says whether the search was
/// complete.
pub fn found_json(small_box: &SmallBox, found: &Found, is_complete: bool) -> String {
    let mut row = head(small_box);
    row.insert("whole".into(), is_complete.into());
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
pub fn found_text(small_box: &SmallBox, found: &Found, is_complete: bool) -> String {
    let all = if is_complete { "all" } else { "the first" };
    let mut text = format!(
        "{}: {all} {} positions, {} completed, {} stalemates\n",
        small_box.name, found.positions, found.completed, found.stalemates
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
pub fn stop_text(small_box: &SmallBox, stop: &Stop) -> String {
    match stop {
        Stop::Full(found) => {
            format!("{}: more than {} positions", small_box.name, found.positions)
        }
        Stop::Defect(_) => format!("{}: a defect of this program: {stop}", small_box.name),
    }
}
