//! All options as rows of one list: from it come the manual page, the completions of shells, and suggestions.

use super::options::{self, SPECS, Spec, Takes};
use super::program;
use horn_frontend::Table;

/// Whether a value belongs to an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// None.
    None,
    /// One behind `=` or in the next argument.
    Needed(&'static str),
    /// One behind `=`, or none.
    Optional(&'static str),
}

/// An option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// How it is written.
    pub names: Vec<&'static str>,
    /// Its value.
    pub value: Value,
    /// A line about it.
    pub help: String,
}

impl Row {
    /// One with a name.
    pub fn new(name: &'static str, value: Value, help: impl Into<String>) -> Row {
        Row { names: vec![name], value, help: help.into() }
    }

    /// `--level 0..4`, all names.
    pub fn shown(&self) -> String {
        let names = self.names.join(", ");
        match self.value {
            Value::None => names,
            Value::Needed(kind) => format!("{names} {kind}"),
            Value::Optional(kind) => format!("{names}[={kind}]"),
        }
    }

    /// The words that its value can be; none if it is not one of a few.
    pub fn words(&self) -> Vec<&'static str> {
        let (Value::Needed(kind) | Value::Optional(kind)) = self.value else { return Vec::new() };
        let is_word = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase());
        kind.split('|').filter(|_| kind.contains('|')).filter(is_word).collect()
    }
}

/// The rows of a table.
pub fn rows<T>(specs: &[Spec<T>]) -> Vec<Row> {
    let row = |spec: &Spec<T>| Row {
        names: spec.names.to_vec(),
        value: match spec.takes {
            Takes::Nothing => Value::None,
            Takes::Value(kind) => Value::Needed(kind),
            Takes::Optional(kind) => Value::Optional(kind),
        },
        help: spec.help.to_string(),
    };
    specs.iter().filter(|spec| !spec.help.is_empty()).map(row).collect()
}

/// A word in the place of options, with what it does.
pub const COMMANDS: &[(&str, &str)] = &[
    ("cache", "looks after what is kept from one run to the next"),
    ("merge", "puts the results of shards together"),
    ("lsp", "is a language server for editors"),
    ("completions", "prints what bash, zsh or fish need to complete options"),
    ("man", "prints the manual page"),
];

/// The groups in which options are listed, with the names of those in each; the others are about a language.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "What is analysed",
        &[
            "--frontend",
            "-I",
            "-u",
            "--entry",
            "--contracts",
            "--checks",
            "--mode",
            "--limit-line",
            "--limit-lines",
            "--limit-region",
            "--limit-subp",
            "--limit-name",
        ],
    ),
    (
        "Effort",
        &[
            "--level",
            "--timeout",
            "--cpu-limit",
            "--memory-limit",
            "--steps",
            "--time-limit",
            "--jobs",
            "--prover",
            "--memlimit",
            "--arrays",
            "--proof-manifest-dir",
            "--proof-warnings-timeout",
        ],
    ),
    (
        "What is printed",
        &[
            "--model",
            "--refutation",
            "--report",
            "--output",
            "--output-order",
            "--color",
            "--counterexamples",
            "--cwe",
            "--trace",
            "--debug-contracts",
            "--explain-invariants",
            "--proof-warnings",
            "--warn",
            "--allow",
            "--deny",
            "--quiet",
            "--ide-progress-bar",
            "--baseline",
            "--checks-as-errors",
            "--warnings",
            "--statistics",
            "--verbose",
        ],
    ),
    (
        "Files that are written",
        &[
            "--json",
            "--json-stream",
            "--sarif",
            "--sarif-content",
            "--sarif-base-uri",
            "--html",
            "--summary",
            "--project-summary",
            "--output-header",
            "--assumptions",
            "--junit",
            "--code-quality",
            "--emit-test",
            "--generate-manifest-dir",
            "--proof",
            "--dump-smt",
            "--dump-preprocessed",
            "--smt-log",
        ],
    ),
    (
        "The next run, and other machines",
        &[
            "--cache",
            "--cache-read",
            "--cache-size",
            "--replay",
            "--memcached-server",
            "--clean",
            "--shard",
            "--timings",
            "--emit-tasks",
        ],
    ),
    (
        "Bounded model checking",
        &["--bmc", "--unwind", "--unwindset", "--unwinding-assertions", "--recursion", "--all-properties", "--int"],
    ),
    (
        "How answers are found and checked",
        &[
            "--engine",
            "--smt-solver",
            "--check",
            "--check-solver",
            "--no-certify",
            "--no-preprocess",
            "--instrument",
            "--instrument-ranges",
            "--check-operators",
        ],
    ),
    (
        "About the program itself",
        &["--help", "--version", "--doctor", "--list-categories", "--explain", "--list-supported"],
    ),
];
/// The heading of the others.
const LANGUAGES: &str = "Languages";

/// Options in their groups, those that have any, under their headings.
pub fn grouped<T>(rows: Vec<T>, names: impl Fn(&T) -> &[&'static str]) -> Vec<(&'static str, Vec<T>)> {
    let place = |row: &T| {
        let found = GROUPS.iter().position(|(_, listed)| names(row).iter().any(|name| listed.contains(name)));
        found.unwrap_or(GROUPS.len())
    };
    let headings = GROUPS.iter().map(|(heading, _)| *heading).chain([LANGUAGES]);
    let mut groups: Vec<(&str, Vec<T>)> = headings.map(|heading| (heading, Vec::new())).collect();
    for row in rows {
        let at = place(&row);
        groups[at].1.push(row);
    }
    groups.retain(|(_, rows)| !rows.is_empty());
    groups
}

/// The options for clauses.
pub fn for_clauses() -> Vec<Row> {
    let mut all = rows(SPECS);
    all.extend(options::common());
    all
}

/// Every option that there is, each name once: those for programs first.
pub fn all(table: Table) -> Vec<Row> {
    let mut all: Vec<Row> = Vec::new();
    for mut row in program::rows(table).into_iter().chain(for_clauses()) {
        row.names.retain(|name| !all.iter().any(|known| known.names.contains(name)));
        if !row.names.is_empty() {
            all.push(row);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_one_group_and_every_group_its_options() {
        let rows = all(&[]);
        for (heading, names) in GROUPS {
            for name in *names {
                let at = rows.iter().filter(|row| row.names.contains(name)).count();
                assert_eq!(at, 1, "{heading}: {name}");
                let groups = GROUPS.iter().filter(|(_, names)| names.contains(name)).count();
                assert_eq!(groups, 1, "{name}");
            }
        }
        // Without languages nothing is left over.
        let count = rows.len();
        let groups = grouped(rows, |row| &row.names);
        assert!(groups.iter().all(|(heading, _)| *heading != LANGUAGES), "{groups:?}");
        assert_eq!(groups.iter().map(|(_, rows)| rows.len()).sum::<usize>(), count);
        assert_eq!(groups.len(), GROUPS.len());
    }
}
