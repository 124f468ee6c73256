//! `splendor schema`: the JSON Schemas of the formats.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::args::values;
use crate::error::{CliError, ExitStatus};
use crate::files;

/// Arguments of `splendor schema`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Schema {
    /// Print the schema of this format: log, position, report, summary, manifest, vector, request,
    /// answer, why, diagnosis, seal, deal or keys.
    #[arg(long, value_name = "FORMAT", value_parser = values::SCHEMA)]
    #[arg(hide_possible_values = true, conflicts_with = "folder")]
    pub(crate) print: Option<String>,
    /// The draft of JSON Schema: 2020-12, or 7 for editors.
    #[arg(long, value_enum, default_value_t = Draft::D2020, value_name = "DRAFT")]
    #[arg(hide_possible_values = true)]
    pub(crate) draft: Draft,
    /// The folder to write the schemas to.
    #[arg(default_value = "schema")]
    pub(crate) folder: PathBuf,
}

/// A draft of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Draft {
    /// Draft 2020-12.
    #[value(name = "2020-12")]
    D2020,
    /// Draft-07, the dialect that editors read.
    #[value(name = "7")]
    D7,
}

const EXAMPLES: &str = "\
Examples:
  splendor schema                               all, to the folder schema
  splendor schema --print log > log.schema.json
  splendor schema --print log --draft 7 > log.schema.json    for an editor";

/// Writes the schemas.
pub(crate) fn run(args: &Schema, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let schemas = match args.draft {
        Draft::D2020 => splendor_schema::schemas(),
        Draft::D7 => splendor_schema::draft_07_schemas(),
    };
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
