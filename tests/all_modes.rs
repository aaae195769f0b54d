//! `--bmc=beside`: a proof and loops unwound beside it. For each check the first answer counts, and what neither
//! decides is open.

mod common;

use common::{Output, run, schema};
use hornsolve::verify::Decider;
use serde_json::Value;
use std::collections::BTreeMap;

/// Runs on a program in a file of its own.
fn check(name: &str, text: &str, options: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    let path = path.display().to_string();
    let mut all = vec!["--frontend", "spark", "--bmc=beside"];
    all.extend(options);
    all.push(&path);
    run(&all)
}

/// Status and deciding party of the checks, by line and rule, from `--json -`.
fn verdicts(output: &Output) -> BTreeMap<(u64, String), (String, Decider)> {
    let value = schema::result(&output.stdout);
    let checks = value["checks"].as_array().expect("checks");
    let text = |check: &Value, key: &str| check[key].as_str().unwrap_or_default().to_string();
    let line = |check: &Value| check["line"].as_u64().expect("a line");
    checks
        .iter()
        .map(|check| {
            ((line(check), text(check, "rule")), (text(check, "status"), text(check, "by").parse().expect("somebody")))
        })
        .collect()
}

fn is_unwinding(by: &Decider) -> bool {
    matches!(by, Decider::Unwinding { .. })
}

/// No input is found by trying, and no invariant helps: bit by bit it is easy.
const BITS: &str = "\
procedure Bits (N : Integer) is
   type Word is mod 2 ** 16;
   W : Word := 1;
begin
   --% assume N in 0 .. 65_535;
   for I in 1 .. 4 loop
      W := (W xor Word (N)) * 40_503;
   end loop;
   --% assert W /= 3_085;
end Bits;
";

#[test]
fn unwinding_is_first_where_bits_matter() {
    let output = check("bits.adb", BITS, &["--timeout=60", "--debug-contracts=off", "--json", "-"]);
    let found = verdicts(&output);
    let (status, by) = &found[&(9, "VC_ASSERT".to_string())];
    assert_eq!(status, "fails", "{output:?}");
    assert!(is_unwinding(by), "{output:?}");
    assert_eq!(found[&(7, "VC_RANGE_CHECK".to_string())].0, "proved", "{output:?}");
}

const FOREVER: &str = "\
procedure Forever is
   function Nondet return Boolean with Import, Volatile_Function;
   X, Y : Integer := 0;
begin
   while Nondet loop
      exit when X > 1_000_000;
      X := X + 1;
      Y := Y + 2;
   end loop;
   --% assert Y = 2 * X;
end Forever;
";

#[test]
fn the_proof_is_first_where_loops_do_not_end() {
    // The unwinding goes on until it is told that nothing is left to do, not for all of the minute.
    let output = check("forever.adb", FOREVER, &["--timeout=60", "--json", "-"]);
    let found = verdicts(&output);
    assert!(output.time.as_secs() < 55, "{output:?}");
    assert!(found.len() >= 4, "{output:?}");
    for (check, (status, by)) in found {
        assert_eq!(status, "proved", "{check:?}");
        assert!(!is_unwinding(&by), "{check:?} {by}");
    }
}

#[test]
fn each_check_has_the_answer_of_whoever_is_first() {
    // The first mistake needs the bits; the loop behind it has no end, so only a proof decides what is behind.
    let text = "\
procedure Both (N : Integer) is
   function Nondet return Boolean with Import, Volatile_Function;
   type Word is mod 2 ** 16;
   W : Word := 1;
   X, Y : Integer := 0;
begin
   --% assume N in 0 .. 65_535;
   for I in 1 .. 4 loop
      W := (W xor Word (N)) * 40_503;
   end loop;
   --% assert W /= 3_085;
   while Nondet loop
      exit when X > 1_000_000;
      X := X + 1;
      Y := Y + 2;
   end loop;
   --% assert Y = 2 * X;
end Both;
";
    let options = ["--timeout=12", "--unwind=8", "--debug-contracts=off", "--json", "-"];
    let output = check("both.adb", text, &options);
    let found = verdicts(&output);
    let (status, by) = &found[&(11, "VC_ASSERT".to_string())];
    assert_eq!((status.as_str(), is_unwinding(by)), ("fails", true), "{output:?}");
    let (status, by) = &found[&(17, "VC_ASSERT".to_string())];
    assert_eq!((status.as_str(), is_unwinding(by)), ("proved", false), "{output:?}");
}

/// Nobody knows whether it ends.
const OPEN: &str = "\
procedure Open (N : Positive) is
   X : Long_Integer := Long_Integer (N);
   Steps : Integer := 0;
begin
   while X /= 1 loop
      exit when Steps = 100_000 or X > 1_000_000_000_000;
      if X mod 2 = 0 then
         X := X / 2;
      else
         X := 3 * X + 1;
      end if;
      Steps := Steps + 1;
      --% assert X /= 5 or Steps < 1_000;
   end loop;
end Open;
";

#[test]
fn what_neither_decides_is_open_and_shown() {
    let output = check("open.adb", OPEN, &["--timeout=3", "--output=oneline"]);
    assert_eq!(output.code, Some(0), "{output:?}");
    let line = output.stdout.lines().find(|line| line.contains("open.adb:13:")).expect("a message about the check");
    assert!(line.contains(": medium: assertion might fail"), "{line}");
    assert!(line.contains("not decided: ") && line.contains("no violation in runs with at most "), "{line}");
    let summary = output.stdout.lines().last().expect("a summary");
    assert!(summary.starts_with("Summary: ") && summary.ends_with("1 check remains."), "{summary}");
    assert!(!output.stdout.contains("BOUND"), "the bound was not the user's question: {output:?}");
    // The same for scripts, and as an error if that is wanted.
    let output = check("open.adb", OPEN, &["--timeout=3", "--json", "-", "--checks-as-errors"]);
    assert_eq!(output.code, Some(1), "{output:?}");
    assert_eq!(verdicts(&output)[&(13, "VC_ASSERT".to_string())].0, "unknown", "{output:?}");
}
