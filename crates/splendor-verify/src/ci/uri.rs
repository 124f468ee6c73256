//! Names of files as URIs.

/// Returns a path without what stands before it and leads nowhere, like `.//`.
pub(super) fn plain(mut name: &str) -> &str {
    while let Some(rest) = name.strip_prefix("./") {
        name = rest.trim_start_matches('/');
    }
    name
}

/// Returns the URI of a file: relative as its name is, or with `file:` before an absolute one.
pub(super) fn of(name: &str) -> String {
    let name = if cfg!(windows) { name.replace('\\', "/") } else { name.to_owned() };
    let name = plain(&name);
    let drive = name.as_bytes().get(1) == Some(&b':') && cfg!(windows);
    let scheme = match name.starts_with('/') {
        true => "file://",
        false if drive => "file:///",
        false => "",
    };
    let encoded: String = name.bytes().map(|byte| encoded(byte, drive)).collect();
    format!("{scheme}{encoded}")
}

/// A colon stands for itself only behind the letter of a drive: elsewhere it could end a scheme.
fn encoded(byte: u8, drive: bool) -> String {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        b':' if drive => ":".to_owned(),
        byte => format!("%{byte:02X}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{of, plain};

    #[test]
    fn what_stands_before_a_path_and_leads_nowhere_is_left_out() {
        for name in ["a.json", "./a.json", ".//a.json", "././/./a.json"] {
            assert_eq!((plain(name), of(name).as_str()), ("a.json", "a.json"), "{name}");
        }
        assert_eq!((plain("/a.json"), plain("../a.json")), ("/a.json", "../a.json"));
    }

    #[test]
    fn names_become_uris_and_nothing_in_them_means_something_else() {
        assert_eq!(of("./games/a b#1.json"), "games/a%20b%231.json");
        assert_eq!(of("c:d/é%.json"), "c%3Ad/%C3%A9%25.json");
        assert_eq!(of("/tmp/x?.json"), "file:///tmp/x%3F.json");
        assert_eq!(of("../up.json"), "../up.json");
    }
}
