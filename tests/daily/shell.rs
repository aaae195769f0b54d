//! What the command line says of itself: suggestions, the manual page, completions, the examination.

use crate::common::{hornsolve, run, write};
use std::process::Command;

#[test]
fn what_was_meant_is_suggested() {
    for (given, meant) in
        [("--cex", "-cex"), ("--modle", "--model"), ("--tiemout=3", "--timeout"), ("--statistic", "--statistics")]
    {
        let output = run(&[given, "x.smt2"]);
        assert_eq!(output.code, Some(1));
        assert!(output.stderr.contains(&format!("did you mean `{meant}`?")), "{given}: {}", output.stderr);
    }
    assert!(!run(&["--nonsense", "x.smt2"]).stderr.contains("did you mean"));
    assert!(run(&["x.adb", "--shards=1/2"]).stderr.contains("did you mean `--shard`?"));
}

/// Tools that are there say nothing against what they read.
#[test]
fn shells_and_man_read_what_is_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = |arguments: &[&str]| {
        let output = run(arguments);
        assert!(output.code == Some(0) && output.stderr.is_empty(), "{output:?}");
        output.stdout
    };
    for shell in ["bash", "zsh", "fish"] {
        let path = write(folder.path(), shell, text(&["completions", shell]));
        if let Ok(output) = Command::new(shell).arg("-n").arg(&path).output() {
            assert!(output.status.success() && output.stderr.is_empty(), "{shell}: {output:?}");
        }
    }
    let script = format!(
        "source {}; COMP_LINE='hornsolve --repo'; COMP_POINT=16; COMP_WORDS=(hornsolve --repo); COMP_CWORD=1; \
         _hornsolve; echo \"${{COMPREPLY[0]}}\"; COMP_LINE='hornsolve --report=f'; COMP_POINT=20; \
         COMP_WORDS=(hornsolve --report = f); COMP_CWORD=3; _hornsolve; echo \"${{COMPREPLY[*]}}\"; \
         COMP_LINE='hornsolve mer'; COMP_POINT=13; COMP_WORDS=(hornsolve mer); COMP_CWORD=1; _hornsolve; \
         echo \"${{COMPREPLY[*]}}\"",
        folder.path().join("bash").display()
    );
    let output = Command::new("bash").args(["-c", &script]).current_dir(folder.path()).output().expect("bash runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "--report\nfail\nmerge\n", "{output:?}");
    let page = write(folder.path(), "hornsolve.1", text(&["man"]));
    let man = Command::new("man").args(["--warnings", "-E", "UTF-8", "-l"]).arg(&page).env("MANWIDTH", "80").output();
    if let Ok(output) = man {
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(shown.is_empty() || shown.contains("--frontend"), "{shown}");
    }
    let wrong = run(&["completions", "tcsh"]);
    assert!(wrong.code == Some(1) && wrong.stderr.contains("bash|zsh|fish"), "{wrong:?}");
}

#[test]
fn the_examination_names_the_solver_and_tries_it() {
    let output = run(&["--doctor"]);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(
        output.stdout.contains("SMT solver      ") && output.stdout.contains("its model confirmed"),
        "{}",
        output.stdout
    );
    let none = run(&["--doctor", "--smt-solver", "/none"]);
    assert!(none.code == Some(2) && none.stdout.contains("none: "), "{none:?}");
    assert_eq!(run(&["--doctor", "x.smt2"]).code, Some(1));
    // cvc5 is named where it is used.
    if let Ok(found) = Command::new("sh").args(["-c", "command -v cvc5"]).output()
        && found.status.success()
    {
        let mut command = hornsolve(&["--doctor"]);
        let path = String::from_utf8_lossy(&found.stdout).trim().to_string();
        let output = command.env("HORNSOLVE_SMT", path).output().expect("hornsolve runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("from HORNSOLVE_SMT") && text.contains("cvc5 does the work"), "{text}");
    }
}

/// Every option is under one heading, in the order of the headings, for clauses and for programs.
#[test]
fn options_are_in_groups() {
    let headings = |text: &str| {
        let found = text.lines().filter(|line| line.ends_with(':') && !line.starts_with(' '));
        found.map(str::to_string).collect::<Vec<String>>()
    };
    let clauses = run(&["--help"]).stdout;
    let found = headings(&clauses);
    assert_eq!(found[..2], ["Effort:", "What is printed:"], "{clauses}");
    assert!(found.ends_with(&["Commands:".to_string(), "Engines:".to_string()]), "{found:?}");
    assert!(clauses.contains("  -t:SECONDS, --timeout SECONDS ") && clauses.contains("  --cpu-limit SECONDS "));
    let programs = run(&["--frontend", "ada", "--help"]).stdout;
    let found = headings(&programs);
    assert_eq!(found[0], "What is analysed:");
    for heading in ["Bounded model checking:", "The next run, and other machines:", "Languages:"] {
        assert!(found.iter().any(|one| one == heading), "{found:?}");
    }
    let (_, languages) = programs.split_once("\nLanguages:\n").expect("a heading");
    assert!(languages.contains("-P PROJECT.gpr") && !languages.contains("--level 0..4"));
}

#[test]
fn colours_are_for_terminals() {
    let folder = tempfile::tempdir().expect("a folder");
    let body = "function Half (X, Y : Integer) return Integer is\nbegin\n   return X / Y;\nend Half;\n";
    let path = write(folder.path(), "half.adb", body).display().to_string();
    let plain = run(&[path.as_str(), "--level=0"]).stdout;
    assert!(plain.contains(" high: ") && !plain.contains('\x1b'), "{plain}");
    let coloured = run(&[path.as_str(), "--level=0", "--color=always"]).stdout;
    assert!(coloured.contains(" \x1b[1;31mhigh\x1b[0m: "), "{coloured}");
    assert_eq!(coloured.replace("\x1b[1;31m", "").replace("\x1b[0m", ""), plain);
    // What scripts read has none.
    let line = run(&[path.as_str(), "--level=0", "--color=always", "--output=oneline"]).stdout;
    assert!(line.contains(": high: ") && !line.contains('\x1b'), "{line}");
    // On a terminal, unless the user does not want them.
    let on_terminal = |variable: &str| {
        let inner = format!("{} {path} --level=0", env!("CARGO_BIN_EXE_hornsolve"));
        let mut command = Command::new("script");
        command.args(["-qec", &inner, "/dev/null"]).env("TERM", "xterm").env("NO_COLOR", variable);
        command.output().ok().filter(|output| output.status.success())
    };
    if let (Some(with), Some(without)) = (on_terminal(""), on_terminal("1")) {
        assert!(String::from_utf8_lossy(&with.stdout).contains("\x1b[1;31mhigh"), "{with:?}");
        assert!(!String::from_utf8_lossy(&without.stdout).contains("\x1b[1;"), "{without:?}");
    }
}

/// All threads and solver processes together: a system that nobody decides ends by it, in about that time.
#[test]
fn processor_time_is_limited() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "(set-logic HORN)\n(declare-fun p (Int Int Int) Bool)\n(assert (p 1 1 1))\n\
                (assert (forall ((x Int) (y Int) (z Int)) (=> (p x y z) (p (+ (* x x) y) (* y (+ z x)) (+ z (* x y))))))\n\
                (assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (= (* x x x) (+ (* y y y) 7))) false)))\n\
                (check-sat)\n";
    let path = write(folder.path(), "hard.smt2", text).display().to_string();
    let output = run(&["--cpu-limit", "2", path.as_str()]);
    assert!(output.code == Some(0) && output.stdout == "unknown\n", "{output:?}");
    assert!(output.stderr.contains("processor time") && output.time.as_secs() < 120, "{output:?}");
    assert!(run(&["--cpu-limit", "x", path.as_str()]).stderr.contains("no number of seconds"));
}
