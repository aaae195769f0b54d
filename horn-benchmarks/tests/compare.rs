//! The comparison runner as a program, with shell scripts as solvers.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder with three files and their list. The first line of a file is what a good solver answers.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, text) in [("a.smt2", "sat\n"), ("b.smt2", "unsat\n"), ("c.smt2", "sat\n")] {
        fs::write(folder.path().join(name), text).expect("the folder can be written");
    }
    let list = "# track\tfile\texpected\nLIA\ta.smt2\tsat\nLIA\tb.smt2\tunsat\nLRA\tc.smt2\tunknown\n";
    fs::write(folder.path().join("list.tsv"), list).expect("the folder can be written");
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_horn-benchmarks"));
    command.args(["compare", "--list", "list.tsv", "--timeout", "10"]).args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the comparison; gives its exit code, standard output and standard error.
fn compare(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command(folder, arguments).output().expect("the runner starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// The cells of the row of a solver on a track.
fn row(table: &str, track: &str, solver: &str) -> Vec<String> {
    let mut current = String::new();
    for line in table.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<String> = line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect();
        if !cells[0].is_empty() {
            current.clone_from(&cells[0]);
        }
        if current == track && cells[2] == solver {
            return cells;
        }
    }
    panic!("no row for {solver} on {track} in\n{table}");
}

#[test]
fn right_answers_are_counted() {
    let folder = folder();
    let arguments = [
        "--solver",
        "good=head -n 1 {}",
        "--solver",
        "lazy=echo unknown {}",
        "--table",
        "t.md",
        "--tsv",
        "r.tsv",
        "--plot",
        "p.svg",
    ];
    // `echo unknown FILE` prints no line that is an answer: an error, not a lie.
    let (code, table, _) = compare(folder.path(), &arguments);
    assert_eq!(code, Some(0), "{table}");
    assert_eq!(row(&table, "LIA", "good")[1..9], ["2", "good", "2", "1", "1", "2", "0", "0"]);
    assert_eq!(row(&table, "total", "good")[3], "3");
    assert_eq!(row(&table, "total", "lazy")[3..9], ["0", "0", "0", "0", "0", "3"]);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("the file was written");
    assert_eq!(read("t.md"), table);
    assert_eq!(read("r.tsv").lines().filter(|line| !line.starts_with('#')).count(), 6);
    assert!(read("p.svg").contains("good (3)"));

    let output = Command::new(env!("CARGO_BIN_EXE_horn-benchmarks"))
        .args(["report", "r.tsv", "--reference", "good"])
        .current_dir(folder.path())
        .output()
        .expect("the runner starts");
    let again = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(row(&again, "total", "good")[..9], row(&table, "total", "good")[..9]);
}

#[test]
fn a_wrong_verdict_fails() {
    let folder = folder();
    let (code, table, complaints) = compare(folder.path(), &["--solver", "liar=sh -c 'echo sat' {}", "--colour"]);
    assert_eq!(code, Some(1));
    assert_eq!(row(&table, "LIA", "liar")[3..8], ["1", "1", "0", "1", "1"]);
    assert!(complaints.contains("\x1b[1;31mWRONG: liar says sat on b.smt2 (LIA), expected unsat"), "{complaints}");
}

#[test]
fn a_disagreement_fails() {
    let folder = folder();
    let solvers = ["--solver", "yes=sh -c 'echo sat' {}", "--solver", "no=sh -c 'echo unsat' {}", "--track", "LRA"];
    let (code, _, complaints) = compare(folder.path(), &solvers);
    assert_eq!(code, Some(1));
    assert!(complaints.contains("DISAGREEMENT: no says unsat on c.smt2 (LRA), yes says sat"), "{complaints}");
}

#[test]
fn a_hanging_solver_is_killed() {
    let folder = folder();
    let start = Instant::now();
    let arguments = ["--solver", "stuck=sh -c 'trap \"\" TERM; while true; do sleep 1; done' {}", "--timeout", "0.3"];
    let (code, table, _) = compare(folder.path(), &[&arguments[..], &["--filter", "a.smt2"]].concat());
    assert_eq!(code, Some(0));
    assert_eq!(row(&table, "LIA", "stuck")[3..9], ["0", "0", "0", "0", "0", "0"]);
    assert_eq!(row(&table, "LIA", "stuck")[9], "0.60");
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
}

#[test]
fn an_interruption_leaves_a_table_and_no_orphan() {
    let folder = folder();
    let script = "sh -c 'case {} in *a.smt2) echo sat;; *) echo $$ > pid; exec sleep 60;; esac'";
    let child = command(folder.path(), &["--solver", &format!("slow={script}"), "--timeout", "60"]).spawn();
    let child = child.expect("the runner starts");
    let pid_file = folder.path().join("pid");
    let pid = loop {
        match fs::read_to_string(&pid_file) {
            Ok(text) if text.ends_with('\n') => break text.trim().to_string(),
            _ => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let runner = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &runner]).status().expect("kill starts").success());
    let output = child.wait_with_output().expect("the runner ends");
    assert_eq!(output.status.code(), Some(130));
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(row(&table, "LIA", "slow")[3], "1");
    // The runner has reaped it, so nothing is left under this id.
    assert!(!Command::new("kill").args(["-0", &pid]).stderr(Stdio::null()).status().expect("kill starts").success());
}

#[test]
fn wrong_usage_is_reported() {
    let folder = folder();
    for (arguments, part) in [
        (&["--solver", "x=no-such-program-at-all {}"][..], "not found"),
        (&["--solver", "x=sh"], "where the file goes"),
        (&["--solver", "x=cat {}", "--solver", "x=sh {}"], "two solvers"),
        (&["--filter", "nothing has this name"], "no file"),
        (&["--list", "missing.tsv"], "missing.tsv"),
        (&["--nonsense"], "--nonsense"),
    ] {
        let (code, table, complaints) = compare(folder.path(), arguments);
        assert_eq!((code, table.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(complaints.contains(part), "{arguments:?}: {complaints}");
    }
}
