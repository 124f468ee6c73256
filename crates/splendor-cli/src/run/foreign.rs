//! `JudgeOptions` and conversion for files of other clients.

use std::path::Path;

use splendor_convert::{Conversion, ConvertError, ForeignFormat, Places, SideSetup, side_setups};
use splendor_schema::{FileName, InputFile, Report, text_of};
use splendor_verify::{JudgeOptions, Original, Text};

use crate::args::Foreign;
use crate::error::{CliError, ExitStatus};
use crate::files;

/// Returns the format with this name; `auto` detects the format from the text.
pub(crate) fn format(from: &str, text: &str) -> Option<&'static ForeignFormat> {
    ForeignFormat::named(from).or_else(|| ForeignFormat::of(text))
}

/// Returns the setups that the command line gives for a file.
pub(crate) fn setups(
    told: &Foreign,
    format: &ForeignFormat,
    path: &Path,
) -> Result<Vec<SideSetup>, CliError> {
    if !format.takes_setup {
        return Ok(Vec::new());
    }
    let beside = if told.setup_beside { files::setup_beside(path) } else { None };
    let Some(path) = told.setup.clone().or(beside) else { return Ok(Vec::new()) };
    let name = files::shown(&path);
    let bytes = files::read_whole(&path)
        .map_err(|error| files::not_read(&path, &error, ExitStatus::NotJudged))?;
    let text = text_of(&bytes).map_err(|error| {
        CliError::not_judged(format!("{name}: {error}"))
            .help("the page on convert shows a setup file")
    })?;
    side_setups(text).map_err(|refusal| refused(&name, 1, text, &refusal))
}

/// Rejects a setup for a format whose files describe the whole table.
pub(crate) fn takes_setup(told: &Foreign, format: Option<&ForeignFormat>) -> Result<(), CliError> {
    let Some(option) = told.named() else { return Ok(()) };
    match format {
        Some(format) if !format.takes_setup => {
            let message =
                format!("{option} is not read: a file of {} tells its table", format.name);
            Err(CliError::usage(message).help(format!("leave out {option}")))
        }
        _ => Ok(()),
    }
}

/// Fails if a named setup file is missing, even if no input needs it: the name may be mistyped.
pub(crate) fn setup_there(told: &Foreign) -> Result<(), CliError> {
    let path = told.setup.as_ref().filter(|path| path.as_os_str() != "-");
    path.map_or(Ok(()), |path| files::there(path))
}

pub(crate) fn refused(name: &FileName, first: u64, text: &str, refusal: &ConvertError) -> CliError {
    let (line, column) = refusal.line_column(text);
    let step = if refusal.needs_setup {
        "write its table to a side file; the page on convert shows one"
    } else if refusal.incomplete {
        "the page on convert says what a file has to tell to become a log"
    } else {
        "check that line; what an importer reads is listed on the page on convert"
    };
    let message = format!("{name}:{}:{column}: {refusal}", line as u64 + first - 1);
    CliError::not_judged(message).help(step)
}

/// Converts and judges a game; `whole` requests a full report.
pub(crate) fn one(
    format: &ForeignFormat,
    input: InputFile,
    text: &str,
    setups: &[SideSetup],
    options: &JudgeOptions,
    whole: bool,
) -> (Report, Places) {
    let stem = files::stem(Path::new(&*input.name.text()));
    match format.convert_file(stem.as_deref(), text, setups) {
        Ok(Conversion { log, places, .. }) => {
            let judgment = splendor_verify::judge(&log, options);
            let source = Text { input, text: Original::foreign(text, &places) };
            let told = if whole { splendor_verify::report } else { splendor_verify::brief_report };
            (told(&source, &log, &judgment, options), places)
        }
        Err(refusal) => (splendor_verify::report_refused(input, text, &refusal), refusal.places()),
    }
}
