//! Searches small boxes to the last position, and prints what each search finds.

#![expect(clippy::disallowed_methods, reason = "a program writes to its streams")]

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use splendor_boxes::{SMALL_BOXES, SmallBox, Stop, explore, found_json, found_text};

/// Searches small boxes to the last position: every turn, every draw.
#[derive(Debug, Parser)]
#[command(
    name = "splendor-boxes",
    after_help = "\
Exit status: 0 if every search is complete, 1 if a check failed, 2 if
--positions stopped a search, or for wrong usage."
)]
struct Arguments {
    /// The boxes to search, or `small`, `large` or `all`. Without one, the program lists the boxes.
    #[arg(value_name = "BOX", value_parser = boxes_named)]
    boxes: Vec<Vec<&'static SmallBox>>,
    /// Write a line of JSON for each box.
    #[arg(long)]
    json: bool,
    /// Stop a search after this many positions. Each takes up to 64 bytes of memory.
    #[arg(long, value_name = "COUNT", default_value_t = 50_000_000)]
    positions: u64,
}

/// Returns the box of a name, or the boxes of a group.
fn boxes_named(name: &str) -> Result<Vec<&'static SmallBox>, String> {
    let of = |is: fn(&&SmallBox) -> bool| Ok(SMALL_BOXES.iter().filter(is).collect());
    match name {
        "all" => of(|_| true),
        "small" => of(|small_box| small_box.is_small()),
        "large" => of(|small_box| !small_box.is_small()),
        _ => SmallBox::named(name).map(|small_box| vec![small_box]).ok_or_else(|| {
            "there is no such box; without arguments, the program lists them".into()
        }),
    }
}

fn main() -> io::Result<ExitCode> {
    let arguments = Arguments::parse();
    let mut out = io::stdout().lock();
    if arguments.boxes.is_empty() {
        for SmallBox { name, about, .. } in SMALL_BOXES {
            writeln!(out, "{name:20}{about}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut status = ExitCode::SUCCESS;
    for small_box in arguments.boxes.iter().flatten() {
        let (found, is_whole) = match explore(small_box, arguments.positions, &mut |_| ()) {
            Ok(found) => (found, true),
            Err(stop) => {
                writeln!(io::stderr(), "error: {}: {stop}", small_box.name)?;
                let Stop::Full(found) = stop else { return Ok(ExitCode::FAILURE) };
                status = ExitCode::from(2);
                (*found, false)
            }
        };
        if arguments.json {
            writeln!(out, "{}", found_json(small_box, &found, is_whole))?;
        } else {
            write!(out, "{}", found_text(small_box, &found, is_whole))?;
        }
    }
    Ok(status)
}
