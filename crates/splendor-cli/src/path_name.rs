//! The names of paths in reports and messages.

use std::path::Path;

use splendor_schema::FileName;

/// Returns a path as reports and messages show it.
pub(crate) fn shown(path: &Path) -> FileName {
    let bytes = path.as_os_str().as_encoded_bytes();
    FileName::from_bytes(if cfg!(windows) { with_slashes(bytes) } else { bytes.to_owned() })
}

/// Writes a path of Windows with slashes, which Windows reads too. So a report does not depend on
/// the system, and the services that read it find the file.
fn with_slashes(path: &[u8]) -> Vec<u8> {
    // Such a path goes to the file system as it is, and a slash would be a letter of a name.
    if path.starts_with(br"\\?\") {
        return path.to_owned();
    }
    path.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect()
}

#[cfg(test)]
mod tests {
    use super::with_slashes;

    #[test]
    fn only_a_path_that_is_passed_on_as_it_is_keeps_its_backslashes() {
        for (path, expected) in [
            (r"games\may\a.json", "games/may/a.json"),
            (r"C:\games\a.json", "C:/games/a.json"),
            (r"\\server\games", "//server/games"),
            (r"\\?\C:\games", r"\\?\C:\games"),
        ] {
            assert_eq!(with_slashes(path.as_bytes()), expected.as_bytes());
        }
    }
}
