//! Names of files as URIs.

/// Returns a path without a redundant prefix like `.//`.
pub(super) fn plain(mut name: &str) -> &str {
    while let Some(rest) = name.strip_prefix("./") {
        name = rest.trim_start_matches('/');
    }
    name
}

/// The same of the bytes of a path.
fn plain_bytes(mut name: &[u8]) -> &[u8] {
    while let Some(rest) = name.strip_prefix(b"./") {
        let slashes = rest.iter().take_while(|&&byte| byte == b'/').count();
        name = &rest[slashes..];
    }
    name
}

/// Returns the URI of a file: relative for a relative name, or with `file:` before an absolute one.
/// Every byte is encoded, so that different names have different URIs.
pub(super) fn of(name: &[u8]) -> String {
    let slash = |&byte: &u8| if cfg!(windows) && byte == b'\\' { b'/' } else { byte };
    let name: Vec<u8> = name.iter().map(slash).collect();
    let name = plain_bytes(&name);
    let drive = name.get(1) == Some(&b':') && cfg!(windows);
    let scheme = match name.starts_with(b"/") {
        true => "file://",
        false if drive => "file:///",
        false => "",
    };
    let encoded: String = name.iter().map(|&byte| encoded(byte, drive)).collect();
    format!("{scheme}{encoded}")
}

/// A colon stays as it is only after the letter of a drive; elsewhere it could end a scheme.
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
            assert_eq!((plain(name), of(name.as_bytes()).as_str()), ("a.json", "a.json"), "{name}");
        }
        assert_eq!((plain("/a.json"), plain("../a.json")), ("/a.json", "../a.json"));
    }

    #[test]
    fn names_become_uris_and_nothing_in_them_means_something_else() {
        assert_eq!(of(b"./games/a b#1.json"), "games/a%20b%231.json");
        assert_eq!(of("c:d/é%.json".as_bytes()), "c%3Ad/%C3%A9%25.json");
        assert_eq!(of(b"/tmp/x?.json"), "file:///tmp/x%3F.json");
        assert_eq!(of(b"../up.json"), "../up.json");
        assert_eq!(of(b"./a\xff\xfe\n.json"), "a%FF%FE%0A.json");
    }
}
