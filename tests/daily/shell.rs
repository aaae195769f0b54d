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
