//! Which crates may know which: the arrows of ARCHITECTURE.md, read off the manifests; and that no language is named
//! where none is known.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The crates of the workspace: folder, name, and the crates of the workspace that its library may use.
const CRATES: &[(&str, &str, &[&str])] = &[
    ("checker", "horn-checker", &[]),
    ("solver", "horn-solver", &[]),
    ("frontends/core", "horn-frontend", &["horn-solver"]),
    ("frontends/ada", "horn-ada", &["horn-frontend", "horn-solver"]),
    ("frontends/c", "horn-c", &["horn-frontend", "horn-solver"]),
    (".", "hornsolve", &["horn-ada", "horn-c", "horn-checker", "horn-frontend", "horn-solver"]),
];

/// The names in a table of a manifest.
fn entries(manifest: &str, table: &str) -> BTreeSet<String> {
    let lines = manifest.lines().skip_while(|line| *line != format!("[{table}]")).skip(1);
    lines
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|name| !name.is_empty() && !name.starts_with('#'))
        .map(str::to_string)
        .collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn crates_use_only_what_stands_below_them() {
    let ours: Vec<&str> = CRATES.iter().map(|c| c.1).chain(["horn-benchmarks"]).collect();
    for (folder, name, allowed) in CRATES {
        let manifest = std::fs::read_to_string(root().join(folder).join("Cargo.toml")).expect("a manifest");
        let used: Vec<String> =
            entries(&manifest, "dependencies").into_iter().filter(|entry| ours.contains(&entry.as_str())).collect();
        let wrong: Vec<&String> = used.iter().filter(|used| !allowed.contains(&used.as_str())).collect();
        assert!(wrong.is_empty(), "{name} may not use {wrong:?}");
    }
}

/// The checker shares no code with what it checks, in its tests neither.
#[test]
fn the_checker_names_none_of_our_crates() {
    let manifest = std::fs::read_to_string(root().join("checker/Cargo.toml")).expect("a manifest");
    for table in ["dependencies", "dev-dependencies", "build-dependencies"] {
        let used = entries(&manifest, table);
        assert!(used.iter().all(|name| !name.starts_with("horn")), "{table}: {used:?}");
    }
    let mut files = 0;
    for (path, text) in texts(&root().join("checker/src")) {
        files += 1;
        for name in ["horn_solver", "horn_frontend", "horn_ada", "hornsolve::", "horn_benchmarks"] {
            assert!(!text.contains(name), "{} names {name}", path.display());
        }
    }
    assert!(files > 5);
}

/// The files under a folder.
fn texts(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut folders = vec![folder.to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = std::fs::read_to_string(&path).expect("a text");
                found.push((path, text));
            }
        }
    }
    found
}

/// The words of a text: names are taken apart at underscores, and where a capital letter follows a small one.
fn words(text: &str) -> impl Iterator<Item = String> {
    let mut spread = String::new();
    let mut small = false;
    for c in text.chars() {
        if !c.is_alphabetic() || (small && c.is_uppercase()) {
            spread.push(' ');
        }
        small = c.is_lowercase();
        spread.extend(c.to_lowercase());
    }
    let words: Vec<String> = spread.split(|c: char| !c.is_alphabetic()).map(str::to_string).collect();
    words.into_iter()
}

/// What belongs to a language is behind the trait of its frontend; `src/frontends.rs` is the one place that names it.
#[test]
fn no_language_is_named_outside_of_its_frontend() {
    let languages = ["ada", "adb", "ads", "gpr"];
    assert!(words("the AdaNotation of horn_ada::x").filter(|word| languages.contains(&word.as_str())).count() == 2);
    assert!(!words("a readable shadow adapts").any(|word| languages.contains(&word.as_str())));
    let mut files = 0;
    for folder in ["src", "frontends/core", "solver"] {
        for (path, text) in texts(&root().join(folder)) {
            files += 1;
            let found = words(&text).find(|word| languages.contains(&word.as_str()));
            let may = path.ends_with("src/frontends.rs");
            assert!(may || found.is_none(), "{} says {found:?}", path.display());
        }
    }
    assert!(files > 300);
}
