//! Programs that break a rule of legality are told so, and those that are like them and legal are not. All were
//! confirmed with GNAT 12 (`gcc -c -gnatc -gnat2022`).

use horn_ada::frontend::Ada;
use horn_frontend::{Frontend, Task};
use std::path::Path;

/// What is said of a procedure with these declarations and statements.
fn said(folder: &Path, declarations: &str, statements: &str) -> Vec<String> {
    let file = folder.join("main.adb");
    let text = format!("procedure Main is\n   {declarations}\nbegin\n   {statements}\nend Main;\n");
    std::fs::write(&file, text).expect("a file");
    Ada.lower(&Task { files: vec![file], ..Task::default() }).rendered()
}

#[test]
fn rules_of_legality_are_looked_at() {
    let rows = include_str!("legality.tsv").lines().filter(|row| !row.starts_with('#'));
    let folder = tempfile::tempdir().expect("a folder");
    let mut wrong = Vec::new();
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        let [declarations, statements, message, legal_declarations, legal_statements] = fields.as_slice() else {
            panic!("{row}");
        };
        let messages = said(folder.path(), declarations, statements);
        if !messages.iter().any(|said| said.contains("error: ") && said.contains(message)) {
            wrong.push(format!("{declarations} {statements}: {messages:?}"));
        }
        let messages = said(folder.path(), legal_declarations, legal_statements);
        if messages.iter().any(|said| said.contains("error: ")) {
            wrong.push(format!("{legal_declarations} {legal_statements}: {messages:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
