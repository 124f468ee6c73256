//! A report besides the output of a run.

use std::path::PathBuf;

use clap::ValueEnum;
use splendor_verify::words::closest_word;

use super::Format;

/// A report in another format, and the file for it.
#[derive(Clone, Debug)]
pub(crate) struct AlsoReport {
    pub(crate) format: Format,
    pub(crate) file: PathBuf,
}

impl AlsoReport {
    /// Reads a value like `sarif=games.sarif`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=').filter(|(_, file)| !file.is_empty());
        let (name, file) = parts.ok_or("expected a format and a file, like sarif=games.sarif")?;
        match Format::from_str(name, false) {
            Ok(format) => Ok(Self { format, file: file.into() }),
            Err(_) => Err(unknown_format(name)),
        }
    }
}

fn unknown_format(name: &str) -> String {
    let known = Format::value_variants().iter().filter_map(Format::to_possible_value);
    let known: Vec<_> = known.map(|value| value.get_name().to_owned()).collect();
    let next = match closest_word(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the formats are {}", known.join(", ")),
    };
    format!("`{name}` is no format of reports; {next}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_a_format_and_a_file() {
        let read = AlsoReport::read("sarif=a=b.sarif").expect("a format and a file");
        assert_eq!((read.format, read.file), (Format::Sarif, PathBuf::from("a=b.sarif")));
        for (text, expected) in [
            ("sarif", "expected a format and a file"),
            ("sarif=", "expected a format and a file"),
            ("sarfi=x", "did you mean `sarif`?"),
            ("pdf-document=x", "the formats are text, line, json, sarif, junit, github, gitlab"),
        ] {
            let error = AlsoReport::read(text).expect_err("refused");
            assert!(error.contains(expected), "{error}");
        }
    }
}
