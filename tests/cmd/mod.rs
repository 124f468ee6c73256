//! Runs the program as a user does: in its own folder, with files and pipes.

pub(crate) mod console;

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_splendor");

/// The exit status and the output of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    /// Returns standard output followed by standard error.
    pub(crate) fn all(&self) -> String {
        format!("{}{}", self.out, self.err)
    }
}

/// A temporary folder for one test, removed when the test ends.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Creates an empty folder of its own.
    pub(crate) fn new(name: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        // Neither two test runs nor two tests at the same time may share a folder.
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{name}-{}-{count}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _was_not_there = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file and creates its parent folders.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.0).env_remove("NO_COLOR").env_remove("COLUMNS");
        command.stdin(Stdio::null());
        command
    }

    /// Runs the program with arguments separated by blanks.
    pub(crate) fn run(&self, arguments: &str) -> Run {
        self.command(PROGRAM).args(arguments.split_whitespace()).output().unwrap().into()
    }

    /// Runs the program with each argument passed unchanged.
    pub(crate) fn run_with(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Run {
        self.command(PROGRAM).args(arguments).output().unwrap().into()
    }

    /// Runs the program with bytes on its standard input.
    pub(crate) fn run_on(&self, arguments: &str, input: &[u8]) -> Run {
        let mut command = self.command(PROGRAM);
        command.args(arguments.split_whitespace()).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // A program that needs only the beginning may close the pipe early.
        let _may_be_closed = child.stdin.take().unwrap().write_all(input);
        child.wait_with_output().unwrap().into()
    }

    /// Runs a shell command in which the program is available as `splendor`.
    #[cfg(unix)]
    pub(crate) fn shell(&self, line: &str) -> Run {
        let folder = Path::new(PROGRAM).parent().unwrap().to_owned();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = [folder].into_iter().chain(std::env::split_paths(&path));
        let mut command = self.command("sh");
        command.env("PATH", std::env::join_paths(path).unwrap()).env("LC_ALL", "C.UTF-8");
        command.args(["-c", line]).output().unwrap().into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _may_remain = fs::remove_dir_all(&self.0);
    }
}
