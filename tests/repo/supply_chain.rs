//! Checks the record of dependencies, and that workflows name actions by hash.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::tidy::{File, assert_no_complaints, files};
use crate::root;

const TABLE: &str = "supply-chain/packages.tsv";
const COLUMNS: [&str; 8] =
    ["package", "version", "part", "through", "license", "build", "unsafe", "use"];

/// The only registry.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Returns the rows of the table, without the names of its columns.
fn rows() -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join(TABLE)).unwrap();
    let mut rows = text.lines().map(|line| line.split('\t').map(str::to_owned).collect());
    assert_eq!(rows.next(), Some(COLUMNS.map(str::to_owned).to_vec()));
    rows.collect()
}

/// Returns the lock files of all workspaces.
fn lock_files() -> Vec<PathBuf> {
    let manifests = files("").into_iter().filter(|file| file.path.ends_with("Cargo.toml"));
    let folders = manifests.filter_map(|file| root().join(file.path).parent().map(PathBuf::from));
    folders.map(|folder| folder.join("Cargo.lock")).filter(|path| path.is_file()).collect()
}

/// Returns the value of a field of a package in a lock file.
fn field<'a>(package: &'a str, name: &str) -> Option<&'a str> {
    let value = |line: &'a str| line.strip_prefix(name)?.strip_prefix(" = \"")?.strip_suffix('"');
    package.lines().find_map(value)
}

/// Returns the name and the version of every foreign package of a lock file, and complaints about
/// its sources.
fn locked(lock: &str) -> (BTreeSet<(String, String)>, Vec<String>) {
    let mut names = BTreeSet::new();
    let mut complaints = Vec::new();
    for package in lock.split("[[package]]").skip(1) {
        let [Some(name), Some(version)] = ["name", "version"].map(|name| field(package, name))
        else {
            panic!("a package without name or version: {package}");
        };
        let Some(source) = field(package, "source") else { continue };
        if source != REGISTRY || field(package, "checksum").is_none_or(|sum| sum.len() != 64) {
            complaints.push(format!("{name} {version} is from {source}, or has no checksum"));
        }
        names.insert((name.to_owned(), version.to_owned()));
    }
    (names, complaints)
}

#[test]
fn the_record_names_exactly_the_packages_of_the_lock_files() {
    let mut expected = BTreeSet::new();
    let locks = lock_files();
    assert_eq!(locks.len(), 2, "{locks:?}");
    for lock in locks {
        let (names, complaints) = locked(&fs::read_to_string(lock).unwrap());
        assert_no_complaints(complaints);
        expected.extend(names);
    }
    let recorded: Vec<_> = rows().iter().map(|row| (row[0].clone(), row[1].clone())).collect();
    let expected: Vec<_> = expected.into_iter().collect();
    let next = format!("tools/supply-chain/packages.py --write completes {TABLE}");
    assert_eq!(recorded, expected, "{next}; then fill in the column `use`");
}

/// Returns complaints about the packages of a lock file of npm.
fn npm_complaints(lock: &str) -> Vec<String> {
    let lock: serde_json::Value = serde_json::from_str(lock).unwrap();
    let packages = lock["packages"].as_object().unwrap().iter();
    let complaints = packages.filter(|(path, _)| !path.is_empty()).filter_map(|(path, package)| {
        let hash = package["integrity"].as_str().unwrap_or_default();
        let elsewhere = package["resolved"]
            .as_str()
            .is_some_and(|from| !from.starts_with("https://registry.npmjs.org/"));
        let fixed = hash.starts_with("sha512-") && package["version"].is_string();
        (!fixed || elsewhere).then(|| format!("{path} has no hash, or is from another registry"))
    });
    complaints.collect()
}

#[test]
fn every_npm_package_has_a_fixed_hash() {
    let manifests = files("").into_iter().filter(|file| file.path.ends_with("/package.json"));
    let locks: Vec<_> = manifests
        .map(|file| fs::read_to_string(root().join(file.path).with_file_name("package-lock.json")))
        .collect();
    assert_eq!(locks.len(), 8, "VS Code, example, npm, web, browser, ci, mcp and schemas");
    assert_no_complaints(locks.iter().flat_map(|lock| npm_complaints(lock.as_ref().unwrap())));
    let package =
        |rest: &str| format!(r#"{{"packages":{{"":{{}},"a":{{"version":"1.0.0"{rest}}}}}}}"#);
    let hash = r#","integrity":"sha512-AAAA""#;
    assert_eq!(npm_complaints(&package(hash)), Vec::<String>::new());
    let elsewhere = format!(r#"{hash},"resolved":"https://example.org/a.tgz""#);
    for rest in ["", r#","integrity":"sha1-AAAA""#, &elsewhere] {
        assert_eq!(npm_complaints(&package(rest)).len(), 1, "{rest}");
    }
}

#[test]
fn a_lock_file_with_another_source_is_noticed() {
    let package = |source: &str, sum: &str| {
        format!(
            "version = 4\n\n[[package]]\nname = \"own\"\nversion = \"0.1.0\"\n\n\
             [[package]]\nname = \"far\"\nversion = \"2.0.0\"\nsource = \"{source}\"\n{sum}"
        )
    };
    let sum = format!("checksum = \"{}\"\n", "0".repeat(64));
    let (names, complaints) = locked(&package(REGISTRY, &sum));
    assert_eq!(Vec::from_iter(names), [("far".to_owned(), "2.0.0".to_owned())]);
    assert_eq!(complaints, Vec::<String>::new());
    assert_eq!(locked(&package(REGISTRY, "")).1.len(), 1);
    assert_eq!(locked(&package("git+https://example.org/far", &sum)).1.len(), 1);
}

#[test]
fn every_package_has_a_part_and_a_use() {
    let parts = ["program", "python", "web", "c", "tests", "fuzz"];
    let builds = ["-", "script", "macro", "script+macro"];
    assert_no_complaints(rows().iter().filter_map(|row| {
        let complete = row.len() == COLUMNS.len() && row.iter().all(|cell| !cell.is_empty());
        let known = complete
            && parts.contains(&row[2].as_str())
            && builds.contains(&row[5].as_str())
            && ["yes", "no"].contains(&row[6].as_str());
        (!known).then(|| format!("{TABLE}: {row:?}"))
    }));
}

#[test]
fn only_recorded_packages_may_have_a_build_script() {
    let settings = fs::read_to_string(root().join("deny.toml")).unwrap();
    let (_, list) = settings.split_once("allow-build-scripts = [\n").unwrap();
    let (list, _) = list.split_once("\n]").unwrap();
    let allowed: Vec<_> = list.lines().map(|line| line.trim_matches([' ', '"', ','])).collect();
    let rows = rows();
    let recorded: BTreeSet<_> =
        rows.iter().filter(|row| row[5].starts_with("script")).map(|row| row[0].as_str()).collect();
    assert_eq!(allowed, Vec::from_iter(recorded), "deny.toml and {TABLE} list the same packages");
}

/// Returns a complaint for each action that a workflow does not name by hash and release.
fn unpinned(file: &File) -> Vec<String> {
    let action = |text: &str| {
        let text = text.trim_start().trim_start_matches("- ");
        text.strip_prefix("uses: ").map(str::to_owned)
    };
    let actions = file.lines().filter_map(|(line, text)| Some((line, action(text)?)));
    let loose = actions.filter(|(_, action)| {
        let (_, version) = action.split_once('@').unwrap_or_default();
        let (hash, release) = version.split_once(" # v").unwrap_or_default();
        let hexadecimal = hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        hash.len() != 40 || !hexadecimal || release.is_empty()
    });
    loose.map(|(line, action)| format!("{}:{line}: {action} has no hash", file.path)).collect()
}

#[test]
fn workflows_name_actions_by_hash() {
    let shown = |file: &File| [".yml", ".yaml", ".md"].iter().any(|end| file.path.ends_with(end));
    let shown: Vec<File> = files("").into_iter().filter(shown).collect();
    assert!(shown.iter().any(|file| file.text.contains("uses: ")));
    assert_no_complaints(shown.iter().flat_map(unpinned));
}

/// Returns how many lines of a file begin with a word after spaces.
fn count_lines(path: &str, start: &str) -> usize {
    let text = fs::read_to_string(root().join(path)).unwrap();
    text.lines().filter(|line| line.trim_start().starts_with(start)).count()
}

#[test]
fn every_job_and_every_hook_has_a_time_limit() {
    let workflows = [".github/workflows/", "examples/ci/github.yml"];
    let is_workflow = |file: &File| workflows.iter().any(|start| file.path.starts_with(start));
    let paths = || files("").into_iter().filter(is_workflow).map(|file| file.path);
    assert!(paths().count() >= 3);
    assert_no_complaints(paths().filter_map(|path| {
        let (jobs, limits) =
            (count_lines(&path, "runs-on:"), count_lines(&path, "timeout-minutes:"));
        (jobs != limits).then(|| format!("{path}: {jobs} jobs and {limits} time limits"))
    }));
    assert_eq!(count_lines("examples/ci/gitlab.yml", "timeout:"), 1);
    let program = ["action.yml", "examples/ci/gitlab.yml", ".pre-commit-hooks.yaml"];
    for path in program {
        let text = fs::read_to_string(root().join(path)).unwrap();
        assert!(text.contains("--time-limit"), "{path}: the program has no time limit");
    }
    let hooks = count_lines(".pre-commit-hooks.yaml", "entry:");
    assert_eq!(count_lines(".pre-commit-hooks.yaml", "args:"), hooks);
}

#[test]
fn an_action_without_hash_is_noticed() {
    let count = |action: &str| {
        let text = format!("steps:\n  - uses: {action}\n    uses: {action}\n");
        unpinned(&File { path: "a.yml".to_owned(), text }).len()
    };
    let hash = "0123456789abcdef".repeat(3)[..40].to_owned();
    assert_eq!(count(&format!("a/b@{hash} # v5.0.0")), 0);
    assert_eq!(["a/b@v5", "a/b", &format!("a/b@{hash}")].map(count), [2, 2, 2]);
}

/// The page on threats names tests; each of them exists.
#[test]
fn the_page_on_threats_names_tests_that_exist() {
    let page = fs::read_to_string(root().join("docs/src/threats.md")).unwrap();
    let words = page.split('`').skip(1).step_by(2);
    let tests: Vec<&str> = words.filter(|word| word.matches('_').count() >= 3).collect();
    assert!(tests.len() >= 15, "{tests:?}");
    let code = files("")
        .into_iter()
        .filter(|file| [".rs", ".py"].iter().any(|end| file.path.ends_with(end)));
    let code: Vec<File> = code.collect();
    assert_no_complaints(tests.into_iter().filter_map(|test| {
        let starts = [format!("fn {test}("), format!("def {test}(")];
        let exists = code.iter().any(|file| starts.iter().any(|start| file.text.contains(start)));
        (!exists).then(|| format!("docs/src/threats.md: no test is named {test}"))
    }));
}
