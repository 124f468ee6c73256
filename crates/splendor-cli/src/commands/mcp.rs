//! `splendor mcp`: the verifier as a server of tools for an agent.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use splendor_mcp::{LogBytes, LogFile, Server, too_long};
use splendor_schema::limits::LOG_BYTES;

use crate::error::{CliError, ExitStatus};
use crate::files::{self, shown};
use crate::folder::Root;
use crate::lines::{Line, for_each_line};

/// Arguments of `splendor mcp`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Mcp {
    /// The folder with the files that the agent may name; a relative path begins there.
    #[arg(default_value = ".")]
    pub(crate) folder: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  splendor mcp games                            what an agent starts
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}' | splendor mcp";

/// The most bytes of a message: twice the limit of a log, because a text in JSON has two bytes for
/// some characters of a log, plus the rest of the message.
const MESSAGE_BYTES: usize = 2 * LOG_BYTES + 65_536;

/// Answers line by line until the input ends.
pub(crate) fn run(args: &Mcp, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let folder = open_folder(&args.folder)
        .map_err(|error| files::not_read(&args.folder, &error, ExitStatus::NoResult))?;
    let mut server = Server::new(move |file, roots| read_file(file, &folder, roots));
    for_each_line(io::stdin().lock(), MESSAGE_BYTES, &mut |line| {
        let answer = match line {
            Line::Whole(message) => server.answer(message),
            Line::TooLong(_) => Some(too_long(MESSAGE_BYTES)),
        };
        if let Some(answer) = answer {
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
        Ok(())
    })?;
    Ok(ExitStatus::Success)
}

fn open_folder(path: &Path) -> io::Result<Root> {
    let folder = Root::new(path)?;
    if folder.resolved().is_dir() { Ok(folder) } else { Err(io::ErrorKind::NotADirectory.into()) }
}

/// Reads a log in a file below the folder of the server or a root of the client.
fn read_file(file: &LogFile, folder: &Root, roots: &[PathBuf]) -> Result<LogBytes, String> {
    // Standard input carries the messages.
    if file.path == "-" {
        return Err("`-` is not a file: give the log as `log`".to_owned());
    }
    let named = Path::new(&file.path);
    let path = folder.resolved().join(named);
    let roots = roots.iter().filter_map(|root| Root::new(root).ok());
    let allowed: Vec<Root> = std::iter::once(folder.clone()).chain(roots).collect();
    let around = allowed.iter().find(|root| root.contains(&path));
    let around = around.ok_or_else(|| outside(named, &allowed))?;
    let opened = around.open_target(&path);
    if opened.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        let (named, begin) = (shown(named), shown(folder.resolved()));
        return Err(format!("{named}: there is no such file; a relative path begins in {begin}"));
    }
    let game = files::game_of(named, opened, file.game);
    let game = game.map_err(|error| error.message.to_string())?;
    Ok(LogBytes { bytes: game.bytes, line: game.line })
}

/// Returns the error about a file outside of the allowed folders.
fn outside(named: &Path, allowed: &[Root]) -> String {
    let allowed: Vec<String> =
        allowed.iter().map(|root| shown(root.resolved()).to_string()).collect();
    format!(
        "{}: the file is outside of {}; `splendor mcp FOLDER` or a root of the client allows \
         another folder",
        shown(named),
        allowed.join(", ")
    )
}
