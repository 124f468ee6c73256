//! The roots of a client: the folders that its user has opened to servers.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

/// The roots of a client, which the server asks for.
#[derive(Debug, Default)]
pub(crate) struct Roots {
    /// Whether the client can list its roots.
    pub(crate) are_listed: bool,
    /// The number of the last question, which is its id.
    asked: u64,
    folders: Vec<PathBuf>,
}

/// The answer of a client to a request of the server.
#[derive(Deserialize)]
pub(crate) struct ClientAnswer<'m> {
    #[serde(borrow)]
    id: &'m RawValue,
    #[serde(borrow)]
    result: Option<&'m RawValue>,
    #[serde(borrow)]
    error: Option<&'m RawValue>,
}

impl<'m> ClientAnswer<'m> {
    /// Reads an answer; `None` if the message is none.
    pub(crate) fn read(message: &'m RawValue) -> Option<Self> {
        let answer: Self = serde_json::from_str(message.get()).ok()?;
        (answer.result.is_some() || answer.error.is_some()).then_some(answer)
    }
}

#[derive(Deserialize)]
struct ListedRoots {
    roots: Vec<Root>,
}

#[derive(Deserialize)]
struct Root {
    uri: String,
}

impl Roots {
    /// Returns the folders that the client has named last.
    pub(crate) fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Forgets the folders and returns the request for the new ones, if the client can list them.
    pub(crate) fn ask(&mut self) -> Option<String> {
        self.folders.clear();
        self.asked += 1;
        let request = json!({ "jsonrpc": "2.0", "id": self.asked, "method": "roots/list" });
        self.are_listed.then(|| request.to_string())
    }

    /// Takes the folders from the answer to the last question.
    pub(crate) fn take(&mut self, answer: &ClientAnswer<'_>) {
        if answer.id.get() != self.asked.to_string() {
            return;
        }
        let listed = answer.result.and_then(|list| serde_json::from_str(list.get()).ok());
        let listed = listed.map_or_else(Vec::new, |list: ListedRoots| list.roots);
        self.folders = listed.iter().filter_map(|root| path_of(&root.uri)).collect();
    }
}

/// Returns the path of a `file://` URI of this machine.
fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    // Another host would be before the slash.
    let path = path.starts_with('/').then(|| percent_decoded(path))??;
    // On Windows, the path begins with its drive.
    let drive = path.strip_prefix('/').filter(|_| cfg!(windows));
    Some(PathBuf::from(drive.unwrap_or(&path)))
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut decoded = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        decoded.push(if byte == b'%' {
            16 * hexadecimal(bytes.next()?)? + hexadecimal(bytes.next()?)?
        } else {
            byte
        });
    }
    String::from_utf8(decoded).ok()
}

fn hexadecimal(digit: u8) -> Option<u8> {
    u8::try_from(char::from(digit).to_digit(16)?).ok()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    #[cfg(not(windows))]
    fn a_root_is_a_path_of_this_machine() {
        for (uri, path) in [
            ("file:///games", Some("/games")),
            ("file://localhost/games", Some("/games")),
            ("file:///Zo%C3%AB%20%25/a", Some("/Zoë %/a")),
            ("file:///a%2", None),
            ("file:///a%+1", None),
            ("file:///a%ff", None),
            ("file://server/games", None),
            ("file:games", None),
            ("https://example.org/", None),
        ] {
            assert_eq!(path_of(uri).as_deref(), path.map(Path::new), "{uri}");
        }
    }
}
