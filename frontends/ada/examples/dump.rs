//! Prints the program representation of Ada files: a development aid.
#![allow(clippy::print_stdout)]

use horn_ada::ast::Interner;
use horn_ada::parser::{ParseOptions, parse_file};
use horn_ada::program::{File, lower};
use horn_frontend::Source;
use horn_frontend::ir::FileId;

fn main() {
    let mut names = Interner::new();
    let mut parsed = Vec::new();
    let mut entries = Vec::new();
    let mut quiet = false;
    for path in std::env::args().skip(1) {
        if let Some(entry) = path.strip_prefix("--entry=") {
            entries.push(entry.to_string());
            continue;
        }
        if path == "-q" {
            quiet = true;
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let tree = parse_file(&text, &mut names, ParseOptions::default());
        let source = Source::new(&path, &text);
        for diagnostic in &tree.diagnostics {
            println!("{}", diagnostic.render(&source));
        }
        parsed.push((path.clone(), text, tree.tree));
    }
    let files: Vec<File<'_>> = parsed.iter().map(|(name, text, _)| File { name, text, analysed: true }).collect();
    let units: Vec<_> = parsed
        .iter()
        .zip(0..)
        .flat_map(|((_, _, compilation), at)| compilation.units.iter().map(move |unit| (FileId(at), unit)))
        .collect();
    let lowering = lower(&files, &units, &mut names, &entries);
    for message in &lowering.messages {
        match message.file.and_then(|file| files.get(file.0 as usize)) {
            Some(file) => println!("{}", message.diagnostic.render(&Source::new(file.name, file.text))),
            None => println!("{}: {}", message.diagnostic.severity, message.diagnostic.message),
        }
    }
    if !quiet {
        println!("{}", lowering.program);
    }
}
