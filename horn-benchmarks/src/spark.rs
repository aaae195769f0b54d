//! SPARK programs: the problems of SPARK-BMC's paper, made into plain Ada for GNAT, and in other sizes.
//!
//! `spark/set1` has its manifest in the form of [`crate::ada`]. Annotations are comments to GNAT, so [`executable`]
//! makes pragmas of them; a problem of another size is the same text with another constant ([`resized`]).

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of problem set I.
pub fn set1() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("spark/set1")
}

/// The program with its annotations of statements as pragmas, on the same lines. Annotations of declarations stay
/// comments, and an overflow is left to GNAT's own check.
pub fn executable(text: &str) -> String {
    let line = |line: &str| {
        let start = line.len() - line.trim_start().len();
        let (indent, rest) = line.split_at(start);
        let Some(annotation) = rest.strip_prefix("--%").or_else(|| rest.strip_prefix("--#")) else {
            return line.to_string();
        };
        let Some((word, condition)) = annotation.trim().split_once(' ') else { return line.to_string() };
        match (word, condition.strip_suffix(';')) {
            ("assert" | "check" | "assume", Some(condition)) => format!("{indent}pragma Assert ({condition});"),
            ("notOverflow", _) => format!("{indent}null;"),
            _ => line.to_string(),
        }
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

/// The specification of a problem with another bound: the number behind `Size : constant :=`.
pub fn resized(text: &str, size: u32) -> String {
    let line = |line: &str| match line.split_once("Size : constant := ") {
        Some((before, _)) => format!("{before}Size : constant := {size};"),
        None => line.to_string(),
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

/// Writes the programs of a folder into another one, changed file by file; files are told apart by their extension.
///
/// # Errors
/// A file cannot be read or written.
pub fn copy(from: &Path, to: &Path, change: impl Fn(&str, &str) -> String) -> Result<(), String> {
    let text = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    for entry in fs::read_dir(from).map_err(|error| text(from, error))? {
        let path = entry.map_err(|error| text(from, error))?.path();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if !matches!(extension, "adb" | "ads" | "tsv") {
            continue;
        }
        let source = fs::read_to_string(&path).map_err(|error| text(&path, error))?;
        let target = to.join(path.file_name().unwrap_or_default());
        fs::write(&target, change(extension, &source)).map_err(|error| text(&target, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_become_pragmas_on_their_lines() {
        let text = "procedure P\n--# derives X from Y;\nis\nbegin\n   --% assume A (I) > 0;\n   --# assert X > 0;\n   \
                    --% notOverflow (+, Integer, I, 1);\nend P;\n";
        let expected = "procedure P\n--# derives X from Y;\nis\nbegin\n   pragma Assert (A (I) > 0);\n   \
                        pragma Assert (X > 0);\n   null;\nend P;\n";
        assert_eq!(executable(text), expected);
    }

    #[test]
    fn a_problem_gets_another_size() {
        assert_eq!(
            resized("   Array_Size : constant := 10;\n   X : Size;\n", 5),
            "   Array_Size : constant := 5;\n   X : Size;\n"
        );
    }
}
