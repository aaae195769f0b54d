//! Ada programs with known verdicts: what a manifest says of them, and whether GNAT agrees.
//!
//! A manifest lists the programs of its folder, one a line, with fields between tabs: the file; its category; the
//! expected verdict, `proved` or `fails`; the line and the kind of the one check that fails (`-` if none does); a call
//! that makes it fail (`-` if GNAT raises nothing, as for variables without a value); and calls that don't, separated
//! by `;;`. Kinds have the names of the rules in GNATprove's SARIF files.

use crate::gnat::{Batch, Gnat, Run, Unit};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// One program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its main file.
    pub file: PathBuf,
    /// Its category.
    pub category: String,
    /// The check that fails, if one does.
    pub failure: Option<Failure>,
    /// Calls that come back.
    pub passing: Vec<String>,
}

/// A check that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line that GNAT names.
    pub line: u32,
    /// The kind, such as `VC_ASSERT`.
    pub kind: String,
    /// A call that fails there; none if GNAT raises nothing for such a failure.
    pub call: Option<String>,
}

/// The folder of our own Ada programs.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ada")
}

/// Reads `manifest.tsv` of a folder.
///
/// # Errors
/// The file cannot be read or a line of it is wrong.
pub fn manifest(folder: &Path) -> Result<Vec<Program>, String> {
    let path = folder.join("manifest.tsv");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            program(folder, line).map_err(|what| format!("{}:{}: {what}", path.display(), number + 1))
        })
        .collect()
}

fn program(folder: &Path, line: &str) -> Result<Program, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [file, category, verdict, place, kind, failing, passing] = fields[..] else {
        return Err(format!("{} fields instead of 7", fields.len()));
    };
    let failure = match verdict {
        "proved" if (place, kind, failing) == ("-", "-", "-") => None,
        "fails" => Some(Failure {
            line: place.parse().map_err(|_| format!("`{place}` is no line"))?,
            kind: message(kind).map(|_| kind.to_string()).ok_or_else(|| format!("unknown kind `{kind}`"))?,
            call: Some(failing.to_string()).filter(|call| call != "-"),
        }),
        _ => return Err(format!("verdict `{verdict}` does not fit the other fields")),
    };
    let passing = passing.split(";;").map(|call| call.trim().to_string()).filter(|call| call != "-").collect();
    Ok(Program { file: folder.join(file), category: category.to_string(), failure, passing })
}

/// What GNAT's message contains when a check of that kind fails, one of several texts; `None` if there is no such kind.
pub fn message(kind: &str) -> Option<&'static [&'static str]> {
    Some(match kind {
        "VC_ASSERT" | "VC_RAISE" => &[""],
        "VC_OVERFLOW_CHECK" | "VC_FP_OVERFLOW_CHECK" => &["overflow check failed"],
        // The successor of the last value of an enumeration is out of range for GNATprove, an overflow for GNAT.
        "VC_RANGE_CHECK" => &["range check failed", "overflow check failed"],
        "VC_INDEX_CHECK" => &["index check failed"],
        "VC_LENGTH_CHECK" => &["length check failed"],
        "VC_DIVISION_CHECK" => &["divide by zero"],
        "VC_INITIALIZATION_CHECK" => &[""],
        "VC_DISCRIMINANT_CHECK" => &["discriminant check failed"],
        "VC_PRECONDITION" => &["failed precondition"],
        "VC_POSTCONDITION" => &["failed postcondition"],
        "VC_CONTRACT_CASE" => &["failed contract case"],
        "VC_PREDICATE_CHECK" => &["predicate failed"],
        "VC_LOOP_INVARIANT_INIT" | "VC_LOOP_INVARIANT_PRESERV" => &["failed invariant"],
        "VC_LOOP_VARIANT" => &["failed variant"],
        _ => return None,
    })
}

/// The library units in the files of a folder, by GNAT's naming scheme.
///
/// # Errors
/// The folder cannot be read.
pub fn units(folder: &Path) -> Result<Vec<Unit>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files = BTreeSet::new();
    for entry in entries {
        files.insert(entry.map_err(|error| error.to_string())?.path());
    }
    let mut units = BTreeSet::new();
    for file in files {
        let extension = file.extension().and_then(|extension| extension.to_str());
        let stem = file.file_stem().and_then(|stem| stem.to_str());
        let (Some(stem), Some("adb" | "ads")) = (stem, extension) else { continue };
        let text = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let text = String::from_utf8_lossy(&text).to_lowercase();
        let package = text.lines().any(|line| line.starts_with("package "));
        units.insert(Unit { name: stem.replace('-', "."), package });
    }
    Ok(units.into_iter().collect())
}

/// Makes all calls of the manifest with GNAT. The result has a line for everything that is not as it says.
///
/// # Errors
/// GNAT does not compile the programs.
pub fn confirm(gnat: &Gnat, programs: &[Program], work: &Path) -> Result<Vec<String>, String> {
    let folders: BTreeSet<PathBuf> =
        programs.iter().filter_map(|program| program.file.parent().map(Path::to_path_buf)).collect();
    let mut batch = Batch::default();
    for folder in folders {
        batch.units.extend(units(&folder)?);
        batch.folders.push(folder);
    }
    for program in programs {
        batch.calls.extend(program.failure.iter().filter_map(|failure| failure.call.clone()));
        batch.calls.extend(program.passing.iter().cloned());
    }
    let runs = gnat.run(work, &batch, Duration::from_secs(120))?;
    let mut runs = batch.calls.iter().zip(&runs);
    let mut wrong = Vec::new();
    for program in programs {
        let name = program.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(failure) = &program.failure
            && failure.call.is_some()
            && let Some((call, run)) = runs.next()
        {
            let as_expected = match run {
                Run::Raised { exception, place, message: text } => {
                    let expected = message(&failure.kind).unwrap_or_default();
                    let assertion = exception == "ADA.ASSERTIONS.ASSERTION_ERROR" && !text.starts_with("failed ");
                    *place == Some((name.clone(), failure.line))
                        && expected.iter().any(|part| text.contains(part))
                        && (failure.kind != "VC_ASSERT" || assertion)
                }
                _ => false,
            };
            if !as_expected {
                wrong.push(format!("{name}:{}: {} by `{call}` expected, not {run:?}", failure.line, failure.kind));
            }
        }
        for (call, run) in runs.by_ref().take(program.passing.len()) {
            if !matches!(run, Run::Returned(_)) {
                wrong.push(format!("{name}: `{call}` should come back, not {run:?}"));
            }
        }
    }
    Ok(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_manifest_are_read() {
        let folder = Path::new("x");
        let good = program(folder, "a/p.adb\ta\tfails\t7\tVC_ASSERT\tP (1)\tP (2) ;; P (3)").expect("good");
        assert_eq!(good.file, Path::new("x/a/p.adb"));
        assert_eq!(good.passing, ["P (2)", "P (3)"]);
        assert_eq!(good.failure.map(|failure| failure.line), Some(7));
        let safe = program(folder, "a/p.adb\ta\tproved\t-\t-\t-\tP").expect("good");
        assert_eq!(safe.failure, None);
        for (line, expected) in [
            ("p.adb\ta\tproved", "3 fields"),
            ("p.adb\ta\tproved\t7\t-\t-\tP", "does not fit"),
            ("p.adb\ta\tfails\tx\tVC_ASSERT\tP\tP", "no line"),
            ("p.adb\ta\tfails\t3\tVC_OOPS\tP\tP", "unknown kind"),
        ] {
            let error = program(folder, line).expect_err("bad");
            assert!(error.contains(expected), "{error}");
        }
    }
}
