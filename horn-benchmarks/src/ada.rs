//! Ada programs with known verdicts: whether GNAT agrees with what their manifest says.
//!
//! A run is a call in the manifest ([`crate::manifest`]), and the kinds of checks have the names of the rules in
//! GNATprove's SARIF files.

use crate::gnat::{Batch, Gnat, Run, Unit};
use crate::manifest::{self, Program};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder of our own Ada programs.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ada")
}

/// Reads `manifest.tsv` of a folder, whose runs are calls.
///
/// # Errors
/// The file cannot be read or a line of it is wrong.
pub fn manifest(folder: &Path) -> Result<Vec<Program>, String> {
    manifest::read(folder, |kind| message(kind).is_some())
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
        "VC_TAG_CHECK" => &["tag check failed"],
        "VC_PRECONDITION" => &["failed precondition"],
        "VC_POSTCONDITION" => &["failed postcondition"],
        "VC_CONTRACT_CASE" => &["failed contract case"],
        "VC_PREDICATE_CHECK" => &["predicate failed", "Dynamic_Predicate failed"],
        "VC_LOOP_INVARIANT_INIT" | "VC_LOOP_INVARIANT_PRESERV" => &["failed invariant", "Loop_Invariant failed"],
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
        batch.calls.extend(program.failure.iter().filter_map(|failure| failure.run.clone()));
        batch.calls.extend(program.passing.iter().cloned());
    }
    let runs = gnat.run(work, &batch, Duration::from_secs(120))?;
    let mut runs = batch.calls.iter().zip(&runs);
    let mut wrong = Vec::new();
    for program in programs {
        let name = program.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(failure) = &program.failure
            && failure.run.is_some()
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
