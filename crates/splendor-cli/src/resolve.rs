//! Paths without links.

#[cfg(not(target_os = "wasi"))]
pub(crate) use std::fs::canonicalize as resolve;

#[cfg(target_os = "wasi")]
pub(crate) use walk::resolve;

/// The standard library resolves no path in WebAssembly, so this follows each link itself.
#[cfg(any(test, target_os = "wasi"))]
mod walk {
    use std::ffi::OsString;
    use std::path::{Component, Path, PathBuf};
    use std::{env, fs, io};

    /// The most links on the way, as in Linux.
    const MOST_LINKS: usize = 40;

    /// Returns the path of an existing file or folder that leads through no link.
    pub(crate) fn resolve(path: impl AsRef<Path>) -> io::Result<PathBuf> {
        let mut resolved = PathBuf::from("/");
        let mut left: Vec<OsString> = Vec::new();
        push(&mut left, &env::current_dir()?.join(path));
        let mut links = 0;
        while let Some(name) = left.pop() {
            if name == ".." {
                resolved.pop();
                continue;
            }
            let next = resolved.join(&name);
            if !fs::symlink_metadata(&next)?.is_symlink() {
                resolved = next;
                continue;
            }
            links += 1;
            if links > MOST_LINKS {
                return Err(io::Error::other("too many links"));
            }
            let target = fs::read_link(&next)?;
            if target.is_absolute() {
                resolved = PathBuf::from("/");
            }
            push(&mut left, &target);
        }
        Ok(resolved)
    }

    /// Puts the names of a path on a stack, the first on top.
    fn push(stack: &mut Vec<OsString>, path: &Path) {
        for part in path.components().rev() {
            match part {
                Component::Normal(name) => stack.push(name.to_owned()),
                Component::ParentDir => stack.push("..".into()),
                Component::RootDir | Component::CurDir | Component::Prefix(_) => {}
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::walk;

    #[test]
    fn the_walk_agrees_with_the_system() {
        let folder = std::env::temp_dir().join(format!("splendor-resolve-{}", std::process::id()));
        fs::create_dir_all(folder.join("inner/deep")).unwrap();
        fs::write(folder.join("inner/log.json"), "{}").unwrap();
        symlink("inner/deep", folder.join("down")).unwrap();
        symlink(folder.join("inner"), folder.join("whole")).unwrap();
        symlink("../../whole/log.json", folder.join("inner/deep/up")).unwrap();
        symlink("round", folder.join("round")).unwrap();
        let paths = ["", ".", "inner", "inner/./deep/..", "down", "down/../log.json", "whole/deep"];
        for path in paths.into_iter().chain(["down/up", "none", "inner/log.json/x", "../.."]) {
            let path = folder.join(path);
            let (walked, system) = (walk::resolve(&path), fs::canonicalize(&path));
            assert_eq!(walked.ok(), system.ok(), "{path:?}");
        }
        assert!(walk::resolve(folder.join("round")).is_err());
        assert_eq!(walk::resolve(".").unwrap(), fs::canonicalize(".").unwrap());
        fs::remove_dir_all(folder).unwrap();
    }
}
