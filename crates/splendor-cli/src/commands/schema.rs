//! `splendor schema`: the JSON Schemas of the formats.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::args::values;
use crate::error::{CliError, ExitStatus};
use crate::files;

/// Arguments of `splendor schema`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Schema {
    /// Print the schema of this format: log, position, report, summary, manifest, vector, request,
    /// answer, why, diagnosis, impact, seal, deal or keys.
    #[arg(long, value_name = "FORMAT", value_parser = values::SCHEMA)]
    #[arg(hide_possible_values = true, conflicts_with = "folder")]
    pub(crate) print: Option<String>,
    /// In draft-07, the dialect that editors read, and not in draft 2020-12.
    #[arg(long = "draft-07")]
    pub(crate) draft_07: bool,
    /// The folder to write the schemas to.
    #[arg(default_value = "schema")]
    pub(crate) folder: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  splendor schema                               all, to the folder schema
  splendor schema --print log > log.schema.json
  splendor schema --draft-07 schema/draft-07    all, for editors";

/// Writes the schemas.
pub(crate) fn run(args: &Schema, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let all =
        if args.draft_07 { splendor_schema::draft_07_schemas } else { splendor_schema::schemas };
    let schemas = all();
    if let Some(format) = &args.print {
        let start = format!("splendor-{format}-");
        for (_, text) in schemas.iter().filter(|(name, _)| name.starts_with(&start)) {
            out.write_all(text.as_bytes())?;
        }
        return Ok(ExitStatus::Success);
    }
    let at = |path: &Path| {
        let path = path.to_owned();
        move |error: io::Error| files::not_written(&path, &error)
    };
    fs::create_dir_all(&args.folder).map_err(at(&args.folder))?;
    for (name, text) in schemas {
        let path = args.folder.join(name);
        fs::write(&path, text).map_err(at(&path))?;
        writeln!(out, "{}", files::shown(&path))?;
    }
    Ok(ExitStatus::Success)
}
