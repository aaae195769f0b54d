//! Manifests of programs with known verdicts.
//!
//! A manifest lists the programs of its folder, one a line, with fields between tabs: the file; its category; the
//! expected verdict, `proved` or `fails`; the line and the kind of the one check that fails (`-` if none does); a run
//! that makes it fail (`-` if no run shows it, as for variables without a value); and runs that end well, separated by
//! `;;`. What stands for a run, and which kinds there are, is a matter of the language: [`crate::ada`], [`crate::c`].

use std::fs;
use std::path::{Path, PathBuf};

/// One program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its main file.
    pub file: PathBuf,
    /// Its category.
    pub category: String,
    /// The check that fails, if one does.
    pub failure: Option<Failure>,
    /// Runs that end well.
    pub passing: Vec<String>,
}

/// A check that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line that the compiled program names.
    pub line: u32,
    /// The kind, a name that the language knows.
    pub kind: String,
    /// A run that fails there; none if the compiled program does not notice such a failure.
    pub run: Option<String>,
}

/// Reads `manifest.tsv` of a folder; `known` says which kinds of checks there are.
///
/// # Errors
/// The file cannot be read or a line of it is wrong.
pub fn read(folder: &Path, known: impl Fn(&str) -> bool) -> Result<Vec<Program>, String> {
    lines(&folder.join("manifest.tsv"), |line| program(folder, line, &known))
}

/// Reads the lines of a file that are neither empty nor comments (`#`), one by one.
///
/// # Errors
/// The file cannot be read, or what `read` says of a line, behind the line's number.
pub fn lines<T>(path: &Path, read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|(number, line)| read(line).map_err(|what| format!("{}:{}: {what}", path.display(), number + 1)))
        .collect()
}

fn program(folder: &Path, line: &str, known: impl Fn(&str) -> bool) -> Result<Program, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [file, category, verdict, place, kind, failing, passing] = fields[..] else {
        return Err(format!("{} fields instead of 7", fields.len()));
    };
    let failure = match verdict {
        "proved" if (place, kind, failing) == ("-", "-", "-") => None,
        "fails" if !known(kind) => return Err(format!("unknown kind `{kind}`")),
        "fails" => Some(Failure {
            line: place.parse().map_err(|_| format!("`{place}` is no line"))?,
            kind: kind.to_string(),
            run: Some(failing.to_string()).filter(|run| run != "-"),
        }),
        _ => return Err(format!("verdict `{verdict}` does not fit the other fields")),
    };
    let passing = passing.split(";;").map(|run| run.trim().to_string()).filter(|run| run != "-").collect();
    Ok(Program { file: folder.join(file), category: category.to_string(), failure, passing })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let program = |line| program(Path::new("x"), line, |kind| kind == "VC_ASSERT");
        let good = program("a/p.adb\ta\tfails\t7\tVC_ASSERT\tP (1)\tP (2) ;; P (3)").expect("good");
        assert_eq!(good.file, Path::new("x/a/p.adb"));
        assert_eq!(good.passing, ["P (2)", "P (3)"]);
        assert_eq!(good.failure.map(|failure| (failure.line, failure.run)), Some((7, Some("P (1)".into()))));
        let safe = program("a/p.adb\ta\tproved\t-\t-\t-\tP").expect("good");
        assert_eq!(safe.failure, None);
        for (line, expected) in [
            ("p.adb\ta\tproved", "3 fields"),
            ("p.adb\ta\tproved\t7\t-\t-\tP", "does not fit"),
            ("p.adb\ta\tfails\tx\tVC_ASSERT\tP\tP", "no line"),
            ("p.adb\ta\tfails\t3\tVC_OOPS\tP\tP", "unknown kind"),
        ] {
            let error = program(line).expect_err("bad");
            assert!(error.contains(expected), "{error}");
        }
    }
}
