//! Access to the files of the repository from which the book is made.

/// Returns the text of a file of the repository, by its path below the root.
pub type Files<'f> = dyn Fn(&str) -> Option<String> + 'f;

/// Returns the text of a file.
///
/// # Errors
///
/// Returns a message if there is no such file.
pub(super) fn read(path: &str, files: &Files<'_>) -> Result<String, String> {
    files(path).ok_or_else(|| format!("there is no file {path}"))
}
