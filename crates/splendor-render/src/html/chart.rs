//! The prestige over time, drawn as steps.

use std::fmt::Write;

use splendor_core::{Game, Rules};

use super::Followed;
use crate::svg::ink::escaped;

/// How wide and tall the chart is, without its margins.
const WIDE: usize = 320;
const TALL: usize = 160;
/// The margins.
const LEFT: usize = 28;
const TOP: usize = 10;

/// Returns the chart; nothing if there is no table.
pub(super) fn chart(followed: &Followed<'_, '_>) -> String {
    let tables = followed.tables.len();
    let Some((game, first)) = followed.tables.first() else { return String::new() };
    let target = target(game);
    let scores = followed.tables.iter().flat_map(|(_, position)| position.scores());
    let most = scores.map(usize::from).max().unwrap_or(0).max(target.unwrap_or(0)) + 1;
    let x = |turn: usize| LEFT + turn * WIDE / tables.max(2).saturating_sub(1);
    let y = |score: usize| TOP + TALL - score * TALL / most;
    let mut text = format!(
        "<svg id=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">",
        LEFT + WIDE + 84,
        TOP + TALL + 20,
        escaped(&label(followed)),
    );
    for score in (0..=most).step_by(5) {
        let (y, end) = (y(score), LEFT + WIDE);
        let _ = write!(text, "<path class=\"rule\" d=\"M{LEFT} {y}H{end}\"/>");
        let _ = write!(text, "<text class=\"tick\" x=\"2\" y=\"{}\">{score}</text>", y + 4);
    }
    if let Some(target) = target {
        let (y, end) = (y(target), LEFT + WIDE);
        let _ = write!(text, "<path class=\"target\" d=\"M{LEFT} {y}H{end}\"/>");
    }
    for seat in 0..first.seats().len() {
        let line = line(followed, seat, &x, &y);
        let _ = write!(text, "<path class=\"score seat-{seat}\" d=\"{line}\"/>");
    }
    text += &names(followed, &y);
    let _ = write!(
        text,
        "<path id=\"cursor\" data-left=\"{LEFT}\" data-wide=\"{WIDE}\" d=\"M0 {TOP}V{}\"/></svg>",
        TOP + TALL
    );
    text
}

/// Returns the prestige that calls the end, if it is prestige that does: with The Cities, a city.
fn target(game: &Game<'_>) -> Option<usize> {
    let Rules { modules, rulings, .. } = game.rules;
    (!modules.cities).then_some(usize::from(rulings.target))
}

fn line(
    followed: &Followed<'_, '_>,
    seat: usize,
    x: &impl Fn(usize) -> usize,
    y: &impl Fn(usize) -> usize,
) -> String {
    let mut line = String::new();
    let mut last = None;
    for (turn, (_, position)) in followed.tables.iter().enumerate() {
        let score = usize::from(position.seats()[seat].prestige());
        if last.is_none() {
            let _ = write!(line, "M{} {}", x(turn), y(score));
        } else if last != Some(score) {
            let _ = write!(line, "H{}V{}", x(turn), y(score));
        }
        last = Some(score);
    }
    let _ = write!(line, "H{}", x(followed.tables.len().saturating_sub(1)));
    line
}

/// Returns the names of the seats at the ends of their lines, spread so that no name covers
/// another.
fn names(followed: &Followed<'_, '_>, y: &impl Fn(usize) -> usize) -> String {
    let Some((_, last)) = followed.tables.last() else { return String::new() };
    let mut ends: Vec<_> = last.scores().enumerate().collect();
    ends.sort_by_key(|&(seat, score)| (std::cmp::Reverse(score), seat));
    let mut lowest = 0;
    let mut text = String::new();
    for (seat, score) in ends {
        let place = (y(usize::from(score)) + 4).max(lowest + 16);
        lowest = place;
        let x = LEFT + WIDE + 6;
        let _ = write!(
            text,
            "<text class=\"tick seat-{seat}\" x=\"{x}\" y=\"{place}\">seat {seat}: {score}</text>"
        );
    }
    text
}

/// Returns the chart as a sentence.
fn label(followed: &Followed<'_, '_>) -> String {
    let Some((_, last)) = followed.tables.last() else { return String::new() };
    let scores = last.scores().enumerate().map(|(seat, score)| format!("seat {seat} has {score}"));
    let scores: Vec<_> = scores.collect();
    let target = followed.tables.first().and_then(|(game, _)| target(game));
    let target = target.map_or(String::new(), |target| format!("; {target} call the end"));
    format!("prestige over time; at the end {}{target}", scores.join(", "))
}
