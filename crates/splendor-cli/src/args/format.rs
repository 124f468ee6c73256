//! The format of reports.

use clap::ValueEnum;
use splendor_render::CiFormat;

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text, with the source underlined.
    Text,
    /// One line per log.
    Line,
    /// One JSON object per log, as in schema/splendor-report-1.schema.json.
    Json,
    /// SARIF 2.1.0, for code scanning and editors.
    Sarif,
    /// `JUnit` XML, one case per log.
    Junit,
    /// Annotations of GitHub Actions.
    Github,
    /// Code Quality of GitLab.
    Gitlab,
}

impl Format {
    /// Returns the format if it is that of another tool.
    pub(crate) const fn of_ci(self) -> Option<CiFormat> {
        Some(match self {
            Self::Text | Self::Line | Self::Json => return None,
            Self::Sarif => CiFormat::Sarif,
            Self::Junit => CiFormat::Junit,
            Self::Github => CiFormat::Github,
            Self::Gitlab => CiFormat::Gitlab,
        })
    }
}
