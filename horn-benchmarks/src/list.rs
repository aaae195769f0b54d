//! Lists of benchmark files: tab-separated lines that give a track, a file and the expected verdict.
//!
//! Lines that start with `#` are comments. A comment that holds the column names `file` and
//! `expected`, separated by tabs, fixes the order of the columns below it; without one it is `track`,
//! `file`, `expected`. Columns of other names are ignored. Files are relative to the folder of the list.

use crate::verdict::Verdict;
use std::fs;
use std::path::{Path, PathBuf};

/// One line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The group under which the table counts the file.
    pub track: String,
    /// The file as the list writes it.
    pub file: String,
    /// The file as it can be opened.
    pub path: PathBuf,
    /// The verdict that is known to be right, if one is.
    pub expected: Option<Verdict>,
}

/// The positions of the columns that matter.
struct Columns {
    track: Option<usize>,
    file: usize,
    expected: Option<usize>,
}

impl Columns {
    /// The columns a comment names, or `None` if it is an ordinary comment.
    fn from_comment(comment: &str) -> Option<Columns> {
        let names: Vec<&str> = comment.trim_start_matches('#').split('\t').map(str::trim).collect();
        let find = |name: &str| names.iter().position(|found| *found == name);
        let (file, expected) = (find("file")?, find("expected")?);
        Some(Columns { track: find("track"), file, expected: Some(expected) })
    }
}

/// Reads a list. Every file in it must exist.
///
/// # Errors
/// The list cannot be read, a line is malformed, or a file is missing; the message names the line.
pub fn read(path: &Path) -> Result<Vec<Entry>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let entries = parse(&text, path.parent().unwrap_or(Path::new("")))
        .map_err(|(line, message)| format!("{}:{line}: {message}", path.display()))?;
    if let Some(missing) = entries.iter().find(|entry| !entry.path.is_file()) {
        return Err(format!("{}: no such file: {}", path.display(), missing.path.display()));
    }
    Ok(entries)
}

/// Reads the text of a list whose files are relative to `folder`. An error has its line, from 1.
fn parse(text: &str, folder: &Path) -> Result<Vec<Entry>, (usize, String)> {
    let mut columns = Columns { track: Some(0), file: 1, expected: Some(2) };
    let mut entries = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.starts_with('#') {
            columns = Columns::from_comment(line).unwrap_or(columns);
            continue;
        }
        if line.trim().is_empty() {
            continue;
        }
        let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
        let cell = |column: Option<usize>| column.and_then(|at| cells.get(at).copied());
        let file = cell(Some(columns.file))
            .filter(|file| !file.is_empty())
            .ok_or_else(|| (index + 1, "expected track, file and verdict, separated by tabs".to_string()))?;
        let expected = match cell(columns.expected) {
            None | Some("" | "unknown" | "?") => None,
            Some(word) => Some(
                Verdict::from_word(word)
                    .ok_or_else(|| (index + 1, format!("expected sat, unsat or unknown, found \"{word}\"")))?,
            ),
        };
        entries.push(Entry {
            track: cell(columns.track).unwrap_or_default().to_string(),
            file: file.to_string(),
            path: folder.join(file),
            expected,
        });
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(String, String, Option<Verdict>)> {
        let entries = parse(text, Path::new("dir")).expect("a good list");
        assert!(entries.iter().all(|entry| entry.path == Path::new("dir").join(&entry.file)));
        entries.into_iter().map(|entry| (entry.track, entry.file, entry.expected)).collect()
    }

    #[test]
    fn the_default_order_is_track_file_expected() {
        let found = rows("# a comment\nLIA\ta.smt2\tsat\n\nLIA\tb.smt2\tunsat\r\nLRA\tc.smt2\tunknown\nLRA\td.smt2\n");
        let expected = [
            ("LIA", "a.smt2", Some(Verdict::Sat)),
            ("LIA", "b.smt2", Some(Verdict::Unsat)),
            ("LRA", "c.smt2", None),
            ("LRA", "d.smt2", None),
        ];
        assert_eq!(found, expected.map(|(track, file, verdict)| (track.into(), file.into(), verdict)));
    }

    #[test]
    fn a_header_sets_the_order() {
        let found = rows("# file\tgroup\ttrack\texpected\na.smt2\tg\tLIA\tsat\n");
        assert_eq!(found, [("LIA".into(), "a.smt2".into(), Some(Verdict::Sat))]);
    }

    #[test]
    fn mistakes_have_a_line() {
        assert_eq!(parse("LIA\ta.smt2\tmaybe\n", Path::new("")).map_err(|(line, _)| line), Err(1));
        assert_eq!(parse("# x\nLIA a.smt2 sat\n", Path::new("")).map_err(|(line, _)| line), Err(2));
    }
}
