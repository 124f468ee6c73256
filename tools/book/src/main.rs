//! Adds the folded cases, the drawings of the worked examples and the rules of the logic program to
//! the book while `mdbook` builds it.
//!
//! `mdbook` first asks `splendor-book supports html`; then it writes the book as JSON, and reads it back
//! with the changes.
#![expect(clippy::disallowed_methods, reason = "a program of its own")]

use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use serde_json::Value;
use splendor_book::{Files, with_figures, with_formal_rules};

fn main() -> Result<ExitCode, String> {
    let mut args = env::args().skip(1);
    if args.next().as_deref() == Some("supports") {
        let html = args.next().as_deref() == Some("html");
        return Ok(if html { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).map_err(|error| error.to_string())?;
    // The input is the settings and the book; the output is the book.
    let (settings, mut book): (Value, Value) =
        serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let root = Path::new(settings["root"].as_str().unwrap_or("docs")).join("..");
    let program = root.join("evidence/logic-program/rules.lp");
    let program = fs::read_to_string(program).map_err(|error| error.to_string())?;
    let files = |path: &str| fs::read_to_string(root.join(path)).ok();
    extend(&mut book, &program, &files)?;
    serde_json::to_writer(io::stdout().lock(), &book).map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}

/// Extends each chapter, however deep it is.
fn extend(value: &mut Value, program: &str, files: &Files<'_>) -> Result<(), String> {
    match value {
        Value::Array(all) => all.iter_mut().try_for_each(|part| extend(part, program, files)),
        Value::Object(fields) => {
            if let Some(Value::String(content)) = fields.get_mut("content") {
                *content = with_formal_rules(&with_figures(content, files)?, program)?;
            }
            fields.values_mut().try_for_each(|part| extend(part, program, files))
        }
        _ => Ok(()),
    }
}
