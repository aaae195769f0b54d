//! The preprocessor against `gcc -E -P`, token by token, under both data models: on the texts in `tests/preprocess`,
//! and on the development set of SV-COMP programs if it lies beside the repository. gcc gets our headers and our
//! predefined macros in place of its own.

use horn_c::lexer::{Kind, Lexer, Token};
use horn_c::preprocess::{HEADERS, Preprocessed, predefined, preprocess_file};
use horn_c::tree::Symbols;
use horn_c::{DataModel, Options};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders with the C files below a folder, sorted.
fn c_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(extension) if extension == "c" || extension == "i" => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

/// The development set, if it is there.
fn development_set() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/svcomp-dev");
    let files = c_files(&folder);
    if files.is_empty() {
        // Past what the test harness keeps to itself.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no programs of SV-COMP in {}", folder.display());
    }
    files
}

/// The tokens of a text without directives, without the lines that begin with `#`.
fn tokens(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let text = lines.join("\n");
    let (mut lexer, mut symbols, mut tokens) = (Lexer::new(0, &text), Symbols::default(), Vec::new());
    loop {
        let token = lexer.next(&text, &mut symbols);
        match token.kind {
            Kind::Eof => return tokens,
            _ if token.kind == Kind::Name || token.has(Token::TEXT) => {
                tokens.push(symbols.name(token.symbol).to_owned());
            }
            _ => tokens.push(text[token.start as usize..token.end as usize].to_owned()),
        }
    }
}

fn ours(unit: &Preprocessed) -> Vec<String> {
    unit.tokens[..unit.tokens.len() - 1].iter().map(|token| unit.spelling(*token).to_owned()).collect()
}

#[test]
fn the_preprocessor_agrees_with_gcc() {
    if Command::new("gcc").arg("--version").output().is_err() {
        eprintln!("skipped: no gcc");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in HEADERS {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let own = c_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/preprocess"));
    assert!(own.len() >= 3);
    let mut files = own;
    files.extend(development_set());
    for (data_model, width) in [(DataModel::Lp64, "-m64"), (DataModel::Ilp32, "-m32")] {
        let macros = folder.path().join("predefined");
        std::fs::write(&macros, predefined(data_model)).expect("written");
        let options = Options { data_model, ..Options::default() };
        for file in &files {
            let mut gcc = Command::new("gcc");
            gcc.args(["-E", "-P", "-w", width, "-std=gnu11", "-undef", "-nostdinc", "-imacros"]).arg(&macros);
            let output = gcc.arg("-isystem").arg(folder.path()).arg(file).output().expect("gcc runs");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let theirs = tokens(&String::from_utf8_lossy(&output.stdout));
            let unit = preprocess_file(file, &options);
            let ours = ours(&unit);
            let differs = ours.iter().zip(&theirs).position(|(ours, theirs)| ours != theirs);
            let at = differs.unwrap_or(ours.len().min(theirs.len()));
            let around = |tokens: &[String]| tokens[at.saturating_sub(5)..(at + 5).min(tokens.len())].join(" ");
            let name = file.display();
            assert!(ours == theirs, "{name}, token {at}\nours: {}\ngcc:  {}", around(&ours), around(&theirs));
        }
    }
}

#[test]
fn the_development_set_is_read_without_errors() {
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        for file in development_set() {
            let unit = horn_c::read(&file, &Options { data_model, ..Options::default() });
            assert!(!unit.failed(), "{}: {:?}", file.display(), unit.rendered());
        }
    }
}

#[test]
fn predefined_macros_are_those_of_gcc() {
    // What the documentation of `predefined` says is different on purpose.
    let different = ["__FLT_EVAL_METHOD__", "__WCHAR_TYPE__", "__WCHAR_MAX__", "__GNUC__", "__GNUC_MINOR__"];
    for (data_model, width) in [(DataModel::Lp64, "-m64"), (DataModel::Ilp32, "-m32")] {
        let output = Command::new("gcc").args(["-E", "-dM", "-std=gnu11", width, "-xc", "/dev/null"]).output();
        let Some(output) = output.ok().filter(|output| output.status.success()) else {
            eprintln!("skipped: no gcc with {width}");
            return;
        };
        let gcc = String::from_utf8_lossy(&output.stdout).into_owned();
        for line in predefined(data_model).lines() {
            let name = line.split([' ', '(']).nth(1).unwrap_or_default();
            let theirs = gcc.lines().find(|gcc| gcc.split([' ', '(']).nth(1) == Some(name));
            let same = theirs == Some(line)
                // A `double` is written as one, and not as a `long double` that is converted.
                || theirs.is_some_and(|theirs| theirs.replace("((double)", "").replace("L)", "") == line)
                // Other versions of gcc count further.
                || different.contains(&name)
                || name.contains("PATCHLEVEL");
            assert!(same, "{line}\n{theirs:?}");
        }
    }
}
