//! The drawings of the book: the table before and after the turns of a worked example, as SVG in
//! HTML.
//!
//! The pages in the repository show the table as text; the build of the book adds the drawings.

use std::collections::BTreeSet;
use std::fmt::Write;

use splendor_core::{CardSet, Game, NobleSet, Position, Turn};
use splendor_schema::Log;

use crate::cases::{with_folded_cases, with_linked_questions};
use crate::example::{Example, ExampleTurn, ReplayedExample};
use crate::files::Files;
use splendor_render::svg::escaped;
use splendor_render::svg::{self, Marks, Slots};
use splendor_verify::{JudgeOptions, judge, position_at};

/// The first line of an example in a page.
const OPENING: &str = "```json,example\n";
/// The first lines of the table as text, after an example.
const LETTERS: &str = "\n```text\n";
const CLOSING: &str = "```\n";
/// The beginning of the section of a clause.
const HEADING: &str = "\n### ";

/// The names of classes begin with this, so that no other part of a page takes them for its own.
const PREFIX: &str = "position-";

/// Adds the folded cases to each table of cases of a page, links to the cases of questions, and
/// drawings. Each section gets drawings of its examples, or of its replays if it has no examples.
///
/// # Errors
///
/// The reason why an example or a replay cannot be drawn.
pub fn with_figures(page: &str, files: &Files<'_>) -> Result<String, String> {
    let mut seen = Seen::default();
    let page = with_linked_questions(&with_folded_cases(page, files)?);
    let sections = page.split(HEADING).map(|section| {
        if section.contains(OPENING) {
            with_examples(section, &mut seen)
        } else {
            with_replays(section, &mut seen, files)
        }
    });
    Ok(sections.collect::<Result<Vec<_>, _>>()?.join(HEADING))
}

/// Adds the drawings of the examples in a section.
fn with_examples(section: &str, seen: &mut Seen) -> Result<String, String> {
    let mut parts = section.split(OPENING);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (json, rest) = part.split_once(CLOSING).ok_or("an example is not closed")?;
        let replayed = Example::read(json).and_then(|example| example.run());
        let replayed = replayed.map_err(|why| format!("{why}, in\n{json}"))?;
        let (letters, rest) = letters(rest);
        let after = replayed.steps.iter().filter_map(|step| step.after.as_ref());
        let faces = seen.faces(&replayed.game, std::iter::once(&replayed.start).chain(after));
        let figures = classed(&format!("<div>{faces}{}</div>", figures(&replayed)));
        let _ = write!(text, "{OPENING}{json}{CLOSING}{letters}\n{figures}\n{rest}");
    }
    Ok(text)
}

/// Adds the tables of the replays that a section names: of a setup as it is dealt, of a claim as it
/// is at the end.
fn with_replays(section: &str, seen: &mut Seen, files: &Files<'_>) -> Result<String, String> {
    let named =
        section.split_once("\nReplays: [`illegal/").and_then(|(_, rest)| rest.split_once('`'));
    let Some((name, _)) = named else { return Ok(section.to_owned()) };
    let mut drawn = String::new();
    for path in [format!("illegal/{name}"), format!("legal/{name}")] {
        let text = files(&format!("replays/{path}"))
            .ok_or_else(|| format!("there is no replay {path}"))?;
        let log = Log::read(text.as_bytes()).map_err(|error| format!("{path}: {error}"))?;
        drawn += &replay(&path, &log, seen);
    }
    if drawn.is_empty() {
        return Err(format!("neither replay of {name} has a table"));
    }
    Ok(format!("{}\n\n{}\n", section.trim_end(), classed(&format!("<div>{drawn}</div>"))))
}

/// Draws the table of a replay, if it can be followed there.
fn replay(path: &str, log: &Log, seen: &mut Seen) -> String {
    let options = JudgeOptions::default();
    let judgment = judge(log, &options);
    let breach = judgment.findings.first().map(|finding| finding.breach.violation());
    let dealt = path.contains("/setup-");
    let turn = if dealt { 0 } else { log.turns.len() };
    let Some((game, position)) = position_at(log, &options, turn) else {
        return String::new();
    };
    let game = game.as_game();
    let place = if dealt { "As it is dealt in" } else { "At the end of" };
    let why = breach.map_or("which is legal".to_owned(), |violation| {
        format!("which breaks {}: {violation}", violation.clause().id())
    });
    let mut slots = Slots::default();
    slots.follow(&game, &position);
    let faces = seen.faces(&game, std::iter::once(&position));
    faces + &figure(&game, &position, &slots, None, &format!("{place} {path}, {why}."))
}

/// Splits the table in letters off.
fn letters(rest: &str) -> (&str, &str) {
    let end = rest.strip_prefix(LETTERS).and_then(|letters| letters.find(CLOSING));
    end.map_or(("", rest), |end| rest.split_at(LETTERS.len() + end + CLOSING.len()))
}

/// The faces that the page already defines. Each face is drawn once and referenced afterwards.
#[derive(Default)]
struct Seen {
    /// Whether the page already has the shared style and shapes.
    begun: bool,
    faces: BTreeSet<String>,
}

impl Seen {
    /// Draws the faces that are new on the page. The first drawing also gets the shared style and
    /// shapes.
    fn faces<'p>(
        &mut self,
        game: &Game<'_>,
        positions: impl Iterator<Item = &'p Position>,
    ) -> String {
        let (mut cards, mut nobles) = (CardSet::default(), NobleSet::default());
        for position in positions {
            let seats = position.seats();
            let hands = seats.iter().fold(position.market(), |all, seat| all.or(seat.hand()));
            let held = seats.iter().fold(position.nobles(), |all, seat| all.or(seat.nobles()));
            (cards, nobles) = (cards.or(hands), nobles.or(held));
        }
        let shared = if self.begun { String::new() } else { shared() };
        self.begun = true;
        let components = game.components;
        for id in cards.iter().filter(|id| self.has(&components.card(*id))).collect::<Vec<_>>() {
            cards.remove(id);
        }
        for id in nobles.iter().filter(|id| self.has(&components.noble(*id))).collect::<Vec<_>>() {
            nobles = nobles.without(NobleSet::one(id));
        }
        let faces = svg::faces(game, cards, nobles);
        format!("<svg width=\"0\" height=\"0\" aria-hidden=\"true\">{shared}{faces}</svg>")
    }

    /// Notes a face; returns whether the page had it.
    fn has(&mut self, face: &impl ToString) -> bool {
        !self.faces.insert(face.to_string())
    }
}

/// Returns the parts that all drawings of a page share: the style, and the shapes of the tokens.
fn shared() -> String {
    let drawing = svg::STYLE.lines().map(|rule| {
        let (classes, look) = rule.split_once('{').unwrap_or((rule, ""));
        format!("{}{{{look}", classes.replace('.', &format!(".{PREFIX}")))
    });
    let around = STYLE.replace("{}", PREFIX);
    // A blank line, or one in the middle, would end the HTML in a page of Markdown.
    let shapes = svg::SHAPES.replace('\n', "");
    format!("<style>{}{around}</style>{shapes}", drawing.collect::<String>())
}

/// The layout of the parts of a drawing: in a row, or in a column on a phone.
const STYLE: &str = ".{}figure{margin:1rem 0}\
     .{}table{display:flex;flex-wrap:wrap;gap:6px;align-items:flex-start}\
     .{}board,.{}seats{flex:1 1 300px;max-width:388px;min-width:0}\
     .{}part{display:block;width:100%;height:auto;background:#fffdf8;border-radius:6px}\
     .{}board .{}part{box-sizing:border-box;border:1px solid #b9b2a4}";

/// Returns a drawing with every class under the name that it has on a page of the book.
fn classed(drawing: &str) -> String {
    let mut parts = drawing.split("class=\"");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (classes, rest) = part.split_once('"').unwrap_or((part, ""));
        let classes = classes.split(' ').map(|class| format!("{PREFIX}{class}"));
        let _ = write!(text, "class=\"{}\"{rest}", classes.collect::<Vec<_>>().join(" "));
    }
    text
}

/// Draws where an example begins, the table before its last turn if that is another, and the one
/// after it.
fn figures(replayed: &ReplayedExample) -> String {
    let mut slots = Slots::default();
    let mut drawn = String::new();
    let Some((last, earlier)) = replayed.steps.split_last() else {
        slots.follow(&replayed.game, &replayed.start);
        return figure(&replayed.game, &replayed.start, &slots, None, "The table.");
    };
    for (at, step) in replayed.steps.iter().enumerate() {
        slots.follow(&replayed.game, &step.before);
        let caption = match at {
            _ if at == earlier.len() => before(replayed, last),
            0 => format!("Where it begins, before {}.", named(step)),
            _ => continue,
        };
        drawn += &figure(&replayed.game, &step.before, &slots, step.turn.as_ref(), &caption);
    }
    if let Some(position) = &last.after {
        slots.follow(&replayed.game, position);
        drawn += &figure(&replayed.game, position, &slots, None, &after(replayed));
    }
    drawn
}

/// Returns the caption of the table before the last turn.
fn before(replayed: &ReplayedExample, last: &ExampleTurn) -> String {
    let turn = format!("Before {}.", named(last));
    match (&last.after, reproach(replayed)) {
        (None, Some(reproach)) => format!("{turn} That breaks {reproach}."),
        _ => turn,
    }
}

/// Returns a turn in a sentence.
fn named(step: &ExampleTurn) -> String {
    if step.turn.is_some() { format!("the turn of {}", step.words) } else { step.words.clone() }
}

/// Returns the caption of the table after the last turn.
fn after(replayed: &ReplayedExample) -> String {
    match reproach(replayed) {
        Some(reproach) => format!("After it, by the rules. What the log claims breaks {reproach}."),
        None => format!("After it: {}.", replayed.state_of_play()),
    }
}

/// Returns the clause that is broken, and the facts.
fn reproach(replayed: &ReplayedExample) -> Option<String> {
    let violation = replayed.breach.as_ref()?.violation();
    Some(format!("{}: {violation}", violation.clause().id()))
}

/// Draws a table: the board, the components of each seat, and a caption.
fn figure(
    game: &Game<'_>,
    position: &Position,
    slots: &Slots,
    turn: Option<&Turn>,
    caption: &str,
) -> String {
    // Without a turn, only the seat to move is marked.
    let marks = turn.map(Marks::of).unwrap_or_default();
    let board = svg::board(game, position, slots, &marks);
    // Without nobles and cities there is nothing above the market.
    let bare =
        position.nobles().iter().next().is_none() && position.cities().iter().next().is_none();
    let top = if bare { svg::TILES_TALL - 4 } else { 0 };
    let board = part(&svg::label(game, position), (top, svg::board_tall(game) - top), &board);
    let seats = (0..position.seats().len()).map(|seat| {
        let label = svg::seat_label(game, position, seat, "");
        part(&label, (0, svg::seat_tall(game)), &svg::before_seat(game, position, seat, "", &marks))
    });
    format!(
        "<figure class=\"figure\"><div class=\"table\"><div class=\"board\">{board}</div>\
         <div class=\"seats\">{}</div></div><figcaption>{}</figcaption></figure>",
        seats.collect::<String>(),
        escaped(caption)
    )
}

/// Returns a part of a drawing, with a sentence for visitors who cannot see the drawing.
fn part(label: &str, (top, tall): (i32, i32), drawing: &str) -> String {
    let (label, wide) = (escaped(label), svg::WIDTH);
    format!(
        "<svg class=\"part\" viewBox=\"0 {top} {wide} {tall}\" role=\"img\" aria-label=\"{label}\">\
         {drawing}</svg>"
    )
}
