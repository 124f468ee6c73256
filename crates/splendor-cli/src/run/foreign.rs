//! Files of other clients on the command line, with their side files.

use splendor_convert::{ConvertError, ForeignFormat, SideSetup, setup_is_not_used, side_setups};
use splendor_schema::{FileName, text_of};

use crate::args::ForeignArgs;
use crate::error::{CliError, ExitStatus};
use crate::files::{self, LogPath};

/// Returns the format of this name, or that of the text where the name is `auto`.
pub(crate) fn format(from: &str, text: &str) -> Option<&'static ForeignFormat> {
    ForeignFormat::named(from).or_else(|| ForeignFormat::of(text))
}

/// Returns the setups that the command line gives for a file.
pub(crate) fn setups(
    args: &ForeignArgs,
    format: &ForeignFormat,
    log: &LogPath,
) -> Result<Vec<SideSetup>, CliError> {
    if !format.takes_setup {
        return Ok(Vec::new());
    }
    let beside = || args.setup_beside.then(|| files::setup_file(&log.path)).flatten();
    let (path, read) = match (&args.setup, beside()) {
        (Some(named), _) => (named.clone(), files::read_all(named)),
        (None, Some(side)) => (side.clone(), log.read_side_file(&side)),
        (None, None) => return Ok(Vec::new()),
    };
    let name = files::shown(&path);
    let bytes = read.map_err(|error| files::not_read(&path, &error, ExitStatus::NotJudged))?;
    let text = text_of(&bytes).map_err(|error| {
        CliError::not_judged(format!("{name}: {error}"))
            .help("docs/src/convert.md shows a setup file")
    })?;
    side_setups(text).map_err(|refusal| refusal_error(&name, 1, text, &refusal))
}

/// Rejects a setup for a format whose files describe the whole table.
pub(crate) fn check_takes_setup(
    args: &ForeignArgs,
    format: Option<&ForeignFormat>,
) -> Result<(), CliError> {
    let Some(option) = args.named() else { return Ok(()) };
    match format {
        Some(format) if !format.takes_setup => {
            let message = setup_is_not_used(option, format);
            Err(CliError::usage(message).help(format!("leave out {option}")))
        }
        _ => Ok(()),
    }
}

/// Fails if a named setup file is missing, even if no input needs it: the name may be mistyped.
pub(crate) fn check_setup(args: &ForeignArgs) -> Result<(), CliError> {
    let path = args.setup.as_ref().filter(|path| path.as_os_str() != "-");
    path.map_or(Ok(()), |path| files::check_is_file(path))
}

pub(crate) fn refusal_error(
    name: &FileName,
    first: u64,
    text: &str,
    refusal: &ConvertError,
) -> CliError {
    let (line, column) = refusal.line_column(text);
    let step = if refusal.needs_setup {
        "write its table to a side file; docs/src/convert.md shows one"
    } else if refusal.incomplete {
        "docs/src/convert.md lists what a file must contain to become a log"
    } else {
        "check that line; docs/src/convert.md lists what each importer reads"
    };
    let message = format!("{name}:{}:{column}: {refusal}", line as u64 + first - 1);
    CliError::not_judged(message).help(step)
}
