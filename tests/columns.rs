//! No comment, document or script has lines longer than 120 characters. Code is held to them by rustfmt; what stands in
//! a string, an input for a test for instance, is left as it is.

use std::path::{Path, PathBuf};

/// The longest line.
const COLUMNS: usize = 120;

/// Folders that are not ours to format: what is built, what is fetched, and what others have written or printed.
const LEFT_OUT: &[&str] = &["target", ".git", ".tools"];

/// The files whose lines count.
fn is_text_of_ours(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let script = path.starts_with("scripts") || path.starts_with(".ci") || name == "Makefile";
    script || ["rs", "md", "toml", "py"].contains(&extension)
}

/// Whether a line is held to the limit: in Rust every comment, in Markdown all but the rows of tables, which can't be
/// broken.
fn counts(path: &Path, line: &str) -> bool {
    let start = line.trim_start();
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("rs") => start.starts_with("//"),
        Some("md") => !start.starts_with('|'),
        _ => true,
    }
}

fn too_long(path: &Path, text: &str) -> Vec<usize> {
    let long = |line: &str| line.chars().count() > COLUMNS && counts(path, line);
    text.lines().enumerate().filter(|(_, line)| long(line)).map(|(number, _)| number + 1).collect()
}

#[test]
fn lines_fit() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open: Vec<PathBuf> = vec![root.to_path_buf()];
    let (mut found, mut files) = (Vec::new(), 0);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let inside = path.strip_prefix(root).expect("a path of ours");
            if LEFT_OUT.iter().any(|left_out| inside == Path::new(left_out)) {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else if is_text_of_ours(inside)
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                files += 1;
                found.extend(too_long(inside, &text).into_iter().map(|n| format!("{}:{n}", inside.display())));
            }
        }
    }
    found.sort();
    assert!(files > 500, "{files} files looked at");
    assert!(found.is_empty(), "longer than {COLUMNS} characters:\n{}", found.join("\n"));
}

#[test]
fn long_lines_are_found() {
    let long = "é".repeat(COLUMNS + 1);
    assert_eq!(too_long(Path::new("a.rs"), &format!("short\n  // {long}\n// {}", "é".repeat(COLUMNS - 3))), [2]);
    assert_eq!(too_long(Path::new("a.rs"), &format!("\"{long}\"")), [0; 0]);
    assert_eq!(too_long(Path::new("a.md"), &format!("| {long}\n{long}")), [2]);
}
