//! Who may know whom: the arrows of ARCHITECTURE.md between the crates, read off the manifests, and between the modules
//! of each crate, read off the code; and that no language is named where none is known.

use hornsolve::frontends::FRONTENDS;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The crates beneath the languages: folder, name, and the crates of the workspace that its library may use.
const CRATES: &[(&str, &str, &[&str])] = &[
    ("checker", "horn-checker", &[]),
    ("solver", "horn-solver", &[]),
    ("frontends/core", "horn-frontend", &["horn-solver"]),
];

/// What the crate of a language may use.
const BELOW_LANGUAGES: &[&str] = &["horn-frontend", "horn-solver"];

/// The crates of the languages: folder and name. Every folder of `frontends/` is one, but that of what they share.
fn languages() -> Vec<(String, String)> {
    let folders = std::fs::read_dir(root().join("frontends")).expect("a folder").map(|entry| entry.expect("an entry"));
    let names = folders.map(|folder| folder.file_name().to_string_lossy().to_string()).filter(|name| name != "core");
    let mut languages: Vec<(String, String)> = names
        .map(|name| {
            let folder = format!("frontends/{name}");
            let manifest = std::fs::read_to_string(root().join(&folder).join("Cargo.toml")).expect("a manifest");
            let line = manifest.lines().find_map(|line| line.strip_prefix("name = \"")).expect("a name");
            (folder, line.trim_end_matches('"').to_string())
        })
        .collect();
    languages.sort();
    languages
}

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
    let languages = languages();
    let below: Vec<(&str, &str, &[&str])> = languages
        .iter()
        .map(|(folder, name)| (folder.as_str(), name.as_str(), BELOW_LANGUAGES))
        .chain(CRATES.iter().copied())
        .collect();
    let all: Vec<&str> = below.iter().map(|c| c.1).collect();
    let ours: Vec<&str> = all.iter().copied().chain(["hornsolve", "horn-benchmarks"]).collect();
    for (folder, name, allowed) in below.into_iter().chain([(".", "hornsolve", all.as_slice())]) {
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

/// Whether a text has a name as a whole one.
fn names(text: &str, name: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(inside) && !text[at + name.len()..].starts_with(inside))
}

/// What belongs to a language is behind the trait of its frontend; `src/frontends.rs` is the one place that names it.
#[test]
fn no_language_is_named_outside_of_its_frontend() {
    let mut languages: Vec<&str> = Vec::new();
    for frontend in FRONTENDS {
        languages.extend([frontend.name()].iter().chain(frontend.extensions()));
    }
    // A letter says nothing, and SPARK is also what a prover and a paper are called.
    languages.retain(|word| word.len() > 1 && *word != "spark");
    let crates: Vec<String> = self::languages().into_iter().map(|(_, name)| name.replace('-', "_")).collect();
    assert!(languages.len() > 3 && crates.len() > 1);
    assert!(words("the AdaNotation of horn_ada::x").filter(|word| languages.contains(&word.as_str())).count() == 2);
    assert!(!words("a readable shadow adapts").any(|word| languages.contains(&word.as_str())));
    assert!(names("use horn_c::lower;", "horn_c") && !names("use horn_checker::x;", "horn_c"));
    let mut files = 0;
    for folder in ["src", "frontends/core", "solver"] {
        for (path, text) in texts(&root().join(folder)) {
            files += 1;
            let found = words(&text).find(|word| languages.contains(&word.as_str()));
            let found = found.or_else(|| crates.iter().find(|name| names(&text, name)).cloned());
            let may = path.ends_with("src/frontends.rs");
            assert!(may || found.is_none(), "{} says {found:?}", path.display());
        }
    }
    assert!(files > 300);
}

// ---------------------------------------------------------------------------------------------------------------------
// Modules
// ---------------------------------------------------------------------------------------------------------------------

/// A row: a module at the top of its crate, and the modules of the crate that it uses.
type Row = (&'static str, &'static [&'static str]);

/// The modules of each crate, from the bottom up: a row names only modules above it in its list, so there is no circle.
/// An arrow that nothing uses any more has to go, so the lists say what is so. Of a language without a list only this
/// much is asked, that there is no circle.
///
/// What counts is the code: comments and unit tests don't, since the tests of a part at the bottom may run the whole.
/// What the root of a crate defines itself (`lib.rs`) stands beneath all its modules; what it re-exports belongs to the
/// module that has it.
const MODULES: &[(&str, &[Row])] = &[
    ("solver", SOLVER),
    ("checker", CHECKER),
    ("frontends/core", CORE),
    ("frontends/ada", ADA),
    (".", FRONT),
    ("frontends/c", C),
    ("horn-benchmarks", BENCHMARKS),
];

/// The program IR on positions, what is made of it, the words for it; on top the trait of a frontend.
const CORE: &[Row] = &[
    ("diagnostic", &[]),
    ("dialect", &[]),
    ("ir", &["diagnostic"]),
    ("encode", &["ir"]),
    ("interp", &["encode", "ir"]),
    ("random", &["interp", "ir"]),
    ("explain", &["encode", "interp", "ir"]),
    ("boxes", &["encode", "interp", "ir"]),
    ("places", &["diagnostic", "ir"]),
    ("notation", &["interp", "ir"]),
    ("counterexample", &["interp", "ir"]),
    ("subject", &["counterexample", "interp", "ir", "notation", "places"]),
    ("outcome", &["counterexample", "ir", "subject"]),
    ("time", &[]),
    ("frontend", &["diagnostic", "dialect", "ir", "notation", "outcome", "places"]),
];

/// Answers as texts and their check beneath the pipeline; verification on it, reports about what it found, and the
/// command line on top. The table of frontends is used by the binary alone.
const FRONT: &[Row] = &[
    ("files", &[]),
    ("input", &[]),
    ("smt", &[]),
    ("answer", &[]),
    ("frontends", &[]),
    ("certificates", &["answer", "files"]),
    ("independent", &["answer", "smt"]),
    ("ahead", &["smt"]),
    ("pipeline", &["ahead", "certificates", "independent", "smt"]),
    ("cache", &["files"]),
    ("verify", &["cache", "certificates", "files", "independent", "pipeline", "smt"]),
    ("report", &["verify"]),
    (
        "cli",
        &["answer", "cache", "certificates", "files", "independent", "input", "pipeline", "report", "smt", "verify"],
    ),
    ("bin", &[]),
];

/// Terms and systems at the bottom; readers, the SMT processes and the certificates' checks on them; then passes, what
/// engines are made of, reductions, engines; on top the way from text to answer.
const SOLVER: &[Row] = &[
    ("num", &[]),
    ("random", &[]),
    ("term", &["num"]),
    ("system", &["term"]),
    ("linear", &["num", "term"]),
    ("project", &["num", "term"]),
    ("smt", &["num", "system", "term"]),
    ("smtlib", &["num", "system", "term"]),
    ("scan", &["smtlib", "term"]),
    ("nts", &["num", "scan", "smtlib", "system", "term"]),
    ("prolog", &["num", "scan", "smtlib", "system", "term"]),
    ("aggregate", &["num", "smt", "term"]),
    ("certificate", &["aggregate", "num", "smt", "system", "term"]),
    ("domain", &["linear", "num", "smt", "system", "term"]),
    ("preprocess", &["domain", "num", "smt", "system", "term"]),
    ("context", &["smt", "system", "term"]),
    ("interpolate", &["certificate", "context", "domain", "linear", "num", "preprocess", "smt", "system", "term"]),
    ("execute", &["num", "smt", "system", "term"]),
    ("rates", &["num", "system", "term"]),
    ("houdini", &["context", "smt", "system", "term"]),
    ("thin", &["smt", "system", "term"]),
    ("reduce", &["certificate", "context", "num", "preprocess", "smt", "smtlib", "system", "term"]),
    (
        "instrument",
        &[
            "context",
            "domain",
            "execute",
            "houdini",
            "linear",
            "num",
            "preprocess",
            "rates",
            "reduce",
            "smt",
            "system",
            "term",
        ],
    ),
    (
        "engine",
        &[
            "aggregate",
            "certificate",
            "context",
            "domain",
            "execute",
            "houdini",
            "instrument",
            "interpolate",
            "linear",
            "num",
            "preprocess",
            "project",
            "random",
            "rates",
            "reduce",
            "smt",
            "system",
            "term",
        ],
    ),
    (
        "solve",
        &[
            "aggregate",
            "certificate",
            "context",
            "engine",
            "interpolate",
            "nts",
            "preprocess",
            "prolog",
            "smt",
            "smtlib",
            "system",
            "term",
        ],
    ),
];

/// Texts to terms, then what is checked.
const CHECKER: &[Row] = &[
    ("sexpr", &[]),
    ("solver", &[]),
    ("term", &[]),
    ("print", &["term"]),
    ("read", &["sexpr", "term"]),
    ("sorts", &["read", "term"]),
    ("qualify", &["read", "sorts", "term"]),
    ("script", &["print", "qualify", "read", "sexpr", "sorts", "term"]),
    ("datatype", &["read", "script", "sexpr", "term"]),
    ("open", &["read", "sorts", "term"]),
    ("recursion", &["print", "read", "script", "solver", "term"]),
    ("formula", &["print", "solver", "term"]),
    ("modes", &["formula", "term"]),
    ("theory", &["formula", "read", "script", "solver", "sorts", "term"]),
    ("keys", &["open", "read", "sorts", "term", "theory"]),
    (
        "model",
        &[
            "formula",
            "keys",
            "modes",
            "open",
            "print",
            "read",
            "recursion",
            "script",
            "sexpr",
            "solver",
            "sorts",
            "term",
            "theory",
        ],
    ),
    (
        "refutation",
        &["formula", "model", "modes", "open", "print", "read", "recursion", "script", "sexpr", "solver", "term"],
    ),
];

/// Files to tokens to trees to names and types to programs.
const ADA: &[Row] = &[
    ("ast", &[]),
    ("files", &[]),
    ("target", &[]),
    ("gnatprove", &["target"]),
    ("notation", &[]),
    ("options", &["target"]),
    ("place", &[]),
    ("policy", &[]),
    ("supported", &[]),
    ("library", &[]),
    ("lexer", &["ast"]),
    ("edits", &["lexer"]),
    ("sema", &["ast", "library", "place", "policy", "supported"]),
    ("lower", &["place", "sema"]),
    ("parser", &["ast", "lexer"]),
    ("test_program", &["ast", "library", "lower", "notation", "parser", "sema"]),
    ("project", &["ast", "files", "lexer"]),
    ("program", &["ast", "library", "lower", "policy", "sema"]),
    (
        "units",
        &["ast", "files", "gnatprove", "lexer", "library", "options", "parser", "policy", "project", "supported"],
    ),
    ("justify", &["ast"]),
    ("annotate", &["ast", "justify", "lexer", "parser"]),
    ("coverage", &["ast", "library", "lower", "units"]),
    (
        "frontend",
        &[
            "annotate",
            "ast",
            "coverage",
            "edits",
            "gnatprove",
            "justify",
            "lexer",
            "library",
            "notation",
            "options",
            "parser",
            "program",
            "supported",
            "test_program",
            "units",
        ],
    ),
];

/// Text to tree, types, the typed tree, the program.
const C: &[Row] = &[
    ("library", &[]),
    ("math", &[]),
    ("notation", &[]),
    ("test_program", &[]),
    ("tree", &[]),
    ("lexer", &["tree"]),
    ("literal", &["tree"]),
    ("options", &["tree"]),
    ("ctype", &["options"]),
    ("preprocess", &["lexer", "library", "literal", "options", "tree"]),
    ("typed", &["ctype"]),
    ("containers", &["ctype", "typed"]),
    ("expand", &["containers", "ctype", "library", "typed"]),
    ("lower", &["containers", "ctype", "expand", "library", "math", "notation", "typed"]),
    ("property", &["lower"]),
    ("task_file", &["options", "property"]),
    ("witness", &["options", "property"]),
    ("parser", &["lexer", "literal", "options", "preprocess", "tree"]),
    ("sema", &["ctype", "library", "math", "options", "tree", "typed"]),
    ("reader", &["options", "parser", "preprocess"]),
    (
        "frontend",
        &["lower", "notation", "options", "property", "reader", "sema", "task_file", "test_program", "witness"],
    ),
];

/// Processes and lists of inputs, what is kept of runs, tables; then what is compared.
const BENCHMARKS: &[Row] = &[
    ("manifest", &[]),
    ("options", &[]),
    ("process", &[]),
    ("spark", &[]),
    ("statistics", &[]),
    ("verdict", &[]),
    ("crosscheck", &["process"]),
    ("gnat", &["process"]),
    ("list", &["verdict"]),
    ("load", &["process"]),
    ("run_crosschecks", &["options"]),
    ("run_load", &["options"]),
    ("run_oracles", &["options"]),
    ("run_programs", &["options"]),
    ("ada", &["gnat", "manifest"]),
    ("ada_generate", &["gnat"]),
    ("ada_project", &[]),
    ("c", &["manifest", "process"]),
    ("c_project", &[]),
    ("record", &["list", "statistics", "verdict"]),
    ("systems", &["list"]),
    ("command", &["systems"]),
    ("generate", &["record"]),
    ("summary", &["record"]),
    ("compare", &["command", "list", "process", "record", "statistics"]),
    ("plot", &["record", "summary"]),
    ("programs", &["ada", "command", "manifest", "process", "spark"]),
    ("table", &["summary"]),
    ("bounds", &["plot", "programs", "spark", "table"]),
    ("simulate", &["table"]),
    ("oracle", &["c", "command", "gnat", "process", "programs", "table"]),
    ("programs_table", &["programs", "table"]),
    ("statistics_table", &["record", "statistics", "summary", "table"]),
];

/// The files of a folder and the folders in it, with their modules: `a/b.rs` and `a/b/mod.rs` are `[a, b]`.
fn sources(folder: &Path) -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    let mut folders = vec![(folder.to_path_buf(), Vec::new())];
    while let Some((folder, place)) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy().to_string();
            let module: Vec<String> = place.iter().cloned().chain([name.clone()]).collect();
            match () {
                () if name == "testing" || name == "tests" || name.ends_with("_tests") => {}
                () if path.is_dir() => folders.push((path, module)),
                () if path.extension().is_none_or(|extension| extension != "rs") => {}
                () => {
                    let text = std::fs::read_to_string(&path).expect("a text");
                    let module = if matches!(name.as_str(), "mod" | "lib" | "main") { place.clone() } else { module };
                    found.push((module, text));
                }
            }
        }
    }
    found.sort();
    found
}

/// The code without comments and without the modules of unit tests, which stand at the end of a file.
fn code(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
    let tests = (0..lines.len()).find(|&i| {
        lines[i] == "#[cfg(test)]" && lines.get(i + 1).is_some_and(|next| next.contains("mod ") && next.ends_with('{'))
    });
    lines[..tests.unwrap_or(lines.len())].join("\n")
}

/// The first names of the paths in a tree of `use`, from just behind its `crate::`: `{a, b::{c, d}}` gives `a`, `b`.
fn first_names(tree: &str) -> Vec<String> {
    let name = |text: &str| text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(inner) = tree.strip_prefix('{') else { return vec![name(tree)] };
    let (mut depth, mut start, mut names) = (0, 0, Vec::new());
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                names.push(name(&inner[start..at]));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// The names at the root of the crate that the code of a module goes through: after `crate::`, and after as many
/// `super::` as lead to the root.
fn names_at_root(module: &[String], code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        found.extend(first_names(&code[at + "crate::".len()..]));
    }
    let mut at = 0;
    while let Some(next) = code[at..].find("super::") {
        let start = at + next;
        let mut rest = &code[start..];
        let mut up = 0;
        while let Some(further) = rest.strip_prefix("super::") {
            (rest, up) = (further, up + 1);
        }
        // Paths in modules written inside a file are deeper than the file's, and lead less far up.
        if up >= module.len() && !module.is_empty() {
            found.extend(first_names(rest));
        }
        at = code.len() - rest.len();
    }
    found
}

/// What the root of a crate re-exports: the name, and the module that has it.
fn exported(root: &str) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for statement in root.split(';') {
        let Some(path) = statement.trim().strip_prefix("pub use ") else { continue };
        let (module, names) = path.split_once("::").unwrap_or((path, ""));
        for name in first_names(names) {
            exports.insert(name, module.to_string());
        }
    }
    exports
}

/// The arrows between the modules at the top of a crate: who uses whom, with a file of whom that shows it.
fn arrows(files: &[(Vec<String>, String)]) -> BTreeMap<String, BTreeMap<String, String>> {
    let exports: BTreeMap<String, String> =
        files.iter().filter(|(module, _)| module.is_empty()).flat_map(|(_, text)| exported(&code(text))).collect();
    let modules: BTreeSet<&String> = files.iter().filter_map(|(module, _)| module.first()).collect();
    let mut arrows: BTreeMap<String, BTreeMap<String, String>> =
        modules.iter().map(|module| ((*module).clone(), BTreeMap::new())).collect();
    for (module, text) in files {
        let Some(top) = module.first() else { continue };
        for name in names_at_root(module, &code(text)) {
            let target = exports.get(&name).unwrap_or(&name);
            if target != top && modules.contains(target) {
                arrows.entry(top.clone()).or_default().entry(target.clone()).or_insert_with(|| module.join("/"));
            }
        }
    }
    arrows
}

/// What is wrong with the arrows of a crate, a line each.
fn faults(rows: &[Row], arrows: &BTreeMap<String, BTreeMap<String, String>>) -> Vec<String> {
    let mut faults = Vec::new();
    for (at, (module, allowed)) in rows.iter().enumerate() {
        let Some(used) = arrows.get(*module) else {
            faults.push(format!("there is no module `{module}`"));
            continue;
        };
        let above: Vec<&str> = rows[..at].iter().map(|row| row.0).collect();
        for name in *allowed {
            if !above.contains(name) {
                faults.push(format!("the row of `{module}` names `{name}`, which is no row above it"));
            }
            if !used.contains_key(*name) {
                faults.push(format!("`{module}` does not use `{name}` any more"));
            }
        }
        for (name, file) in used.iter().filter(|(name, _)| !allowed.contains(&name.as_str())) {
            faults.push(format!("`{module}` may not use `{name}`: {file}"));
        }
    }
    for module in arrows.keys().filter(|module| rows.iter().all(|row| row.0 != module.as_str())) {
        faults.push(format!("`{module}` has no row"));
    }
    faults
}

/// Modules that use each other, or some that use them; empty if the arrows go round nowhere.
fn circle(arrows: &BTreeMap<String, BTreeMap<String, String>>) -> Vec<&String> {
    let mut left: BTreeSet<&String> = arrows.keys().collect();
    loop {
        let before = left.len();
        // What uses nothing that is left stands at the bottom.
        let bottom: Vec<&String> =
            left.iter().copied().filter(|module| arrows[*module].keys().all(|used| !left.contains(used))).collect();
        for module in bottom {
            left.remove(module);
        }
        if left.len() == before {
            return left.into_iter().collect();
        }
    }
}

#[test]
fn modules_use_only_what_stands_below_them() {
    let mut wrong = Vec::new();
    for (folder, rows) in MODULES {
        let files = sources(&root().join(folder).join("src"));
        assert!(files.len() > 5, "{folder}");
        wrong.extend(faults(rows, &arrows(&files)).into_iter().map(|fault| format!("{folder}: {fault}")));
    }
    for (folder, _) in languages() {
        let arrows = arrows(&sources(&root().join(&folder).join("src")));
        let circle = circle(&arrows);
        if !circle.is_empty() {
            wrong.push(format!("{folder}: a circle among {circle:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The test above can fail: every kind of fault is found in a crate of three modules.
#[test]
fn faults_are_found() {
    let file = |module: &[&str], text: &str| (module.iter().map(|m| m.to_string()).collect(), text.to_string());
    let found = |rows: &[Row], top: &str, deep: &str| {
        let root = "pub mod low;\npub mod mid;\npub mod top;\npub use low::{Sort, Term};\n";
        let files = [
            file(&[], root),
            file(&["low"], "pub struct Term; // crate::top is nothing here\n#[cfg(test)]\nmod tests {\ncrate::top"),
            file(&["mid"], "use crate::low::Term;"),
            file(&["mid", "part"], deep),
            file(&["top"], top),
        ];
        faults(rows, &arrows(&files))
    };
    let round = [file(&["low"], ""), file(&["mid"], "use crate::{low, top};"), file(&["top"], "use crate::mid;")];
    assert_eq!(circle(&arrows(&round)), ["mid", "top"]);
    assert!(circle(&arrows(&round[..2])).is_empty());
    let rows: &[Row] = &[("low", &[]), ("mid", &["low"]), ("top", &["low", "mid"])];
    let good = "use crate::{low::{Term, Sort}, mid};";
    assert_eq!(found(rows, good, "use super::other::x;"), [""; 0]);
    // An arrow upwards, however it is written.
    for deep in ["use crate::top::x;", "use crate::{low, top};", "use super::super::top::x;", "crate::top::x()"] {
        assert_eq!(found(rows, good, deep), ["`mid` may not use `top`: mid/part"], "{deep}");
    }
    // What the root re-exports belongs to the module that has it.
    assert_eq!(found(rows, "use crate::{Term, mid};", ""), [""; 0]);
    assert_eq!(found(rows, "use crate::mid;", ""), ["`top` does not use `low` any more"]);
    // Rows: in the wrong order, of no module, missing.
    let circle: &[Row] = &[("low", &[]), ("mid", &["low", "top"]), ("top", &["low", "mid"])];
    assert_eq!(found(circle, good, "use crate::top::x;"), ["the row of `mid` names `top`, which is no row above it"]);
    let ghost: &[Row] = &[("low", &[]), ("mid", &["low"]), ("gone", &[])];
    assert_eq!(found(ghost, good, ""), ["there is no module `gone`", "`top` has no row"]);
}
