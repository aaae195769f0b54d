//! The frontend `spark`: annotations in comments are checks, and the programs of SPARK-BMC's problem set II get
//! the verdicts of their manifest. The quick ones run here; docs/results.md has all of them.

mod common;

use common::run;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("horn-benchmarks/spark")
}

/// File, expected verdict, and the line of the annotation that fails.
fn manifest() -> Vec<(String, bool, Option<usize>)> {
    let text = std::fs::read_to_string(folder().join("manifest.tsv")).expect("a manifest");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            (fields[0].to_string(), fields[1] == "proved", fields[2].parse().ok())
        })
        .collect()
}

#[test]
fn the_manifest_lists_every_program_and_its_annotation() {
    let mut files: Vec<String> = std::fs::read_dir(folder())
        .expect("the folder")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".adb"))
        .collect();
    files.sort();
    let mut listed: Vec<String> = manifest().into_iter().map(|(file, ..)| file).collect();
    listed.sort();
    assert_eq!(files, listed);
    for (file, proved, line) in manifest() {
        let text = std::fs::read_to_string(folder().join(&file)).expect("a program");
        assert_eq!(line.is_none(), proved, "{file}");
        if let Some(line) = line {
            assert!(text.lines().nth(line - 1).is_some_and(|line| line.contains("--% assert")), "{file}:{line}");
        }
    }
}

#[test]
fn quick_programs_get_their_verdicts() {
    const QUICK: &[&str] = &["two_values", "do_while", "lock", "substring_bounds.adb"];
    let mut ran = 0;
    for (file, proved, line) in manifest() {
        if !QUICK.iter().any(|name| file.starts_with(name)) {
            continue;
        }
        ran += 1;
        let path = folder().join(&file).display().to_string();
        let output = run(&["--frontend", "spark", "--output=oneline", "--timeout", "60", &path]);
        assert_eq!(output.code, Some(0), "{output:?}");
        match line {
            None => {
                assert!(proved && output.stdout.contains("Success: all checks proved"), "{file}: {output:?}");
            }
            Some(line) => {
                let place = format!("{path}:{line}:");
                let found = output.stdout.lines().find(|text| text.starts_with(&place));
                assert!(found.is_some_and(|text| text.contains(": high: assertion")), "{file}: {output:?}");
            }
        }
    }
    assert_eq!(ran, 7);
}

#[test]
fn the_character_of_annotations_can_be_chosen() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("p.adb").display().to_string();
    let text = "procedure P is\n   X : Integer := 1;\nbegin\n   --! assert X = 2;\n   --% assert X = 3;\nend P;\n";
    std::fs::write(&path, text).expect("a file");
    let lines = |options: &[&str]| {
        let mut args = options.to_vec();
        args.extend(["--output=oneline", path.as_str()]);
        let output = run(&args);
        let at = |line: &str| line.strip_prefix(&path)?.split(':').nth(1)?.parse::<u32>().ok();
        (output.code, output.stdout.lines().filter_map(at).collect::<Vec<_>>())
    };
    assert_eq!(lines(&["--frontend", "spark"]), (Some(0), vec![5]));
    assert_eq!(lines(&["--frontend", "spark", "--annotation-char", "!"]), (Some(0), vec![4]));
    assert_eq!(lines(&["--frontend", "spark", "--annotation-char", "x"]).0, Some(1));
}
