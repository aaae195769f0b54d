//! Places in options: `FILE:LINE` and what may stand around it.

use super::table::bound;
use crate::input;
use crate::report::baseline::Baseline;
use crate::verify::options::{Limit, Region, UnwindLimit};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest bound that can be asked for.
pub(super) const MOST_ITERATIONS: u32 = 1_000_000;

/// How many seconds the checks of each subprogram took, as a result in JSON has it.
pub(super) fn times(path: &Path) -> Result<BTreeMap<String, f64>, String> {
    let text = input::read_file(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let value: Value = serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let checks = value["checks"].as_array().ok_or_else(|| format!("{}: there are no checks", path.display()))?;
    let mut times = BTreeMap::new();
    for check in checks {
        let seconds = check["seconds"].as_f64().filter(|seconds| (0.0..=1e9).contains(seconds));
        let (Some(name), Some(seconds)) = (check["subprogram"].as_str(), seconds) else {
            return Err(format!("{}: a check without a subprogram or a time", path.display()));
        };
        *times.entry(name.to_string()).or_insert(0.0) += seconds;
    }
    Ok(times)
}

/// `NAME:FOLDER`.
pub(super) fn root(value: &OsStr) -> Result<(String, PathBuf), String> {
    let text = value.to_string_lossy();
    match text.split_once(':').filter(|(name, folder)| !name.is_empty() && !folder.is_empty()) {
        Some((name, folder)) => Ok((name.to_string(), PathBuf::from(folder))),
        None => Err(format!("`{text}` is not NAME:FOLDER")),
    }
}

/// An earlier result to compare with.
pub(super) fn baseline(path: &Path) -> Result<Arc<Baseline>, String> {
    let failed = |error: String| format!("{}: {error}", path.display());
    let text = input::read_file(path).map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8(text).map_err(|error| failed(error.to_string()))?;
    Baseline::read(&text).map(Arc::new).map_err(failed)
}

/// `FILE:LINE:K,…`.
pub(super) fn unwind_limits(value: &OsStr) -> Result<Vec<UnwindLimit>, String> {
    let text = value.to_string_lossy();
    let limits = text.split(',').map(|part| {
        let (file, line, count) = file_and_two(part).ok_or_else(|| format!("`{part}` is not FILE:LINE:K"))?;
        Ok(UnwindLimit { file: file.to_string(), line, bound: bound(OsStr::new(count), MOST_ITERATIONS)? })
    });
    limits.collect()
}

/// The parts of `FILE:NUMBER:REST`; the file's name may have colons.
fn file_and_two(text: &str) -> Option<(&str, usize, &str)> {
    let (front, rest) = text.rsplit_once(':')?;
    let (file, number) = front.rsplit_once(':')?;
    Some((file, number.parse().ok()?, rest)).filter(|_| !file.is_empty())
}

/// `FILE:LINE[:COLUMN[:KIND]]`. Pairs of a file and a line in front of it are where a generic unit is instantiated.
pub(super) fn limit(value: &OsStr) -> Result<Limit, String> {
    let text = value.to_string_lossy();
    let wrong = || format!("`{text}` is not FILE:LINE[:COLUMN[:KIND]]");
    let words: Vec<&str> = text.split(':').collect();
    let is_number = |at: usize| words.get(at).is_some_and(|word| word.parse::<usize>().is_ok());
    let mut at = 0;
    // `a.x:3:b.x:7:…`: behind a line there is another file, unless there is a column.
    while at + 3 < words.len() && is_number(at + 1) && !is_number(at + 2) && is_number(at + 3) {
        at += 2;
    }
    let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
    let (file, line, column, kind) = match words[at..] {
        [file, line] => (file, number(line)?, None, None),
        [file, line, column] => (file, number(line)?, Some(number(column)?), None),
        [file, line, column, kind] => (file, number(line)?, Some(number(column)?), Some(kind.to_string())),
        _ => return Err(wrong()),
    };
    if file.is_empty() {
        return Err(wrong());
    }
    Ok(Limit { file: file.to_string(), line, column, kind })
}

/// The places in a file, one a line.
pub(super) fn listed(path: &Path) -> Result<Vec<Limit>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let limits = lines.map(|line| limit(OsStr::new(line)).map_err(|what| format!("{}: {what}", path.display())));
    let limits: Vec<Limit> = limits.collect::<Result<_, String>>()?;
    if limits.is_empty() { Err(format!("{}: no places", path.display())) } else { Ok(limits) }
}

/// `FILE:FIRST:LAST`.
pub(super) fn region(value: &OsStr) -> Result<Region, String> {
    let text = value.to_string_lossy();
    let found = file_and_two(&text).and_then(|(file, first, last)| Some((file, first, last.parse().ok()?)));
    match found.filter(|(_, first, last)| first <= last) {
        Some((file, first, last)) => Ok(Region { file: file.to_string(), first, last }),
        None => Err(format!("`{text}` is not FILE:FIRST:LAST")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read() {
        let of = |text: &str| limit(OsStr::new(text)).map(|limit| (limit.file, limit.line, limit.column, limit.kind));
        let place =
            |file: &str, line, column, kind: Option<&str>| Ok((file.to_string(), line, column, kind.map(String::from)));
        assert_eq!(of("a.x:3"), place("a.x", 3, None, None));
        assert_eq!(of("a.x:3:4"), place("a.x", 3, Some(4), None));
        assert_eq!(of("a.x:3:4:VC_ASSERT"), place("a.x", 3, Some(4), Some("VC_ASSERT")));
        assert_eq!(of("a.x:3:b.x:7"), place("b.x", 7, None, None));
        assert_eq!(of("a.x:3:b.x:7:c.x:9:2:VC_ASSERT"), place("c.x", 9, Some(2), Some("VC_ASSERT")));
        for wrong in ["", ":", "a.x", "a.x:", "a.x:b", ":3", "a.x:3:b", "a.x:3:4:K:5", "a.x:99999999999999999999999"] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
        assert_eq!(region(OsStr::new("a.x:3:9")), Ok(Region { file: "a.x".to_string(), first: 3, last: 9 }));
        for wrong in ["", "a.x:3", "a.x:9:3", ":3:9", "a.x:a:b"] {
            assert!(region(OsStr::new(wrong)).is_err(), "{wrong}");
        }
    }
}
