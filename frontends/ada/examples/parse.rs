//! Parses the files given and prints their diagnostics, or with `--time` the speed.
#![allow(clippy::print_stdout)]
use horn_ada::{
    ast::Interner,
    lexer::{AnnotationMarks, decode},
    parser::{ParseOptions, parse_file},
};
use horn_frontend::Source;

fn main() {
    let (mut bytes, mut bad, mut files) = (0, 0, 0);
    let mut spark = false;
    let mut texts = Vec::new();
    for file in std::env::args().skip(1) {
        if file == "--spark" {
            spark = true;
            continue;
        }
        if let Ok(content) = std::fs::read(&file) {
            texts.push((file, decode(&content)));
        }
    }
    let marks = if spark { AnnotationMarks { spark: Some('#'), bmc: Some('%') } } else { AnnotationMarks::default() };
    let start = std::time::Instant::now();
    let mut names = Interner::new();
    for (file, text) in &texts {
        let parsed = parse_file(text, &mut names, ParseOptions { marks, ..ParseOptions::default() });
        bytes += text.len();
        files += 1;
        bad += usize::from(parsed.has_errors());
        if parsed.diagnostics.is_empty() {
            continue;
        }
        let source = Source::new(file, text);
        for diagnostic in parsed.diagnostics {
            println!("{}", diagnostic.render(&source));
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{files} files, {bad} with errors, {bytes} bytes, {:.1} MB/s", bytes as f64 / 1e6 / seconds);
}
