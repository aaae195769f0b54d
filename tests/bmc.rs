//! `--mode=bmc`: loops unwound to a bound. Failures come with the run that the interpreter has seen, complete
//! unwindings are proofs, and everything else says how far it went.

mod common;

use common::{Output, run, smt_binary};
use std::path::PathBuf;

/// A file with a program, in a folder of its own.
struct Sample {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

fn sample(name: &str, text: &str) -> Sample {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    Sample { _folder: folder, path }
}

impl Sample {
    fn check(&self, options: &[&str]) -> Output {
        let path = self.path.display().to_string();
        let mut all = vec!["--frontend", "spark", "--output=oneline", "--mode=bmc"];
        all.extend(options);
        all.push(&path);
        run(&all)
    }
}

const SEARCH: &str = "\
procedure Search (Key : Integer) is
   type Vector is array (1 .. 6) of Integer;
   A : constant Vector := (3, 1, 4, 1, 5, 9);
   I : Integer := 1;
begin
   while I <= LIMIT and then A (I) /= Key loop
      I := I + 1;
   end loop;
   --% assert I < 7 or Key /= 9;
end Search;
";

#[test]
fn a_failure_is_found_in_its_iteration_and_no_earlier() {
    let wrong = sample("search.adb", &SEARCH.replace("LIMIT", "7"));
    let output = wrong.check(&["--unwind=5"]);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.stdout.contains("Search: NO VIOLATION UP TO BOUND 5"), "{output:?}");
    assert!(output.stdout.contains("search.adb:6:4: medium: unwinding assertion might fail"), "{output:?}");
    assert!(output.stdout.contains("needs more than 5 iterations [possible fix: use --unwind=6"), "{output:?}");
    assert!(!output.stdout.contains("Success"), "a bound is no proof: {output:?}");
    for integers in ["--int=bv", "--int=math"] {
        let output = wrong.check(&["--unwind=10", integers]);
        assert!(output.stdout.contains("search.adb:6:29: high: array index check might fail"), "{output:?}");
        assert!(output.stdout.contains("I = 7"), "{output:?}");
        assert!(output.stdout.contains("Search: VERIFICATION FAILED"), "{output:?}");
    }
    // Without an assertion nobody looks for longer runs.
    let output = wrong.check(&["--unwind=5", "--unwinding-assertions=off"]);
    assert!(output.stdout.contains("NO VIOLATION UP TO BOUND 5"), "{output:?}");
    assert!(!output.stdout.contains("unwinding assertion"), "{output:?}");
}

#[test]
fn loops_that_end_are_proved() {
    let right = sample("search.adb", &SEARCH.replace("LIMIT", "6"));
    for options in [&["--unwind=6"][..], &[], &["--int=math"], &["--unwind=2", "--unwindset=search.adb:6:6"]] {
        let output = right.check(options);
        assert!(output.stdout.contains("Success: all checks proved"), "{options:?}: {output:?}");
        assert!(output.stdout.contains("VERIFICATION SUCCESSFUL (complete unwinding)"), "{output:?}");
    }
    let output = right.check(&["--unwindset=search.adb:5:6"]);
    assert_eq!(output.code, Some(1));
    assert!(output.stderr.contains("there is no loop at search.adb:5"), "{output:?}");
}

#[test]
fn nothing_follows_from_an_assertion_that_is_switched_off() {
    let text = "\
procedure Off (X : Integer; Z : out Integer) is
   pragma Assertion_Policy (Ignore);
begin
   pragma Assert (X /= 0);
   Z := 10 / X;
end Off;
";
    let output = sample("off.adb", text).check(&["--all-properties", "--report=all"]);
    assert!(!output.stdout.contains("off.adb:5:12: info: division check proved"), "{output:?}");
    assert!(output.stdout.contains("off.adb:5:12: info: overflow check proved"), "{output:?}");
}

#[test]
fn all_properties_goes_on_behind_a_failure() {
    let text = "\
procedure Two (X : Integer; Y : Integer) is
begin
   --% assert X /= 5;
   --% assert Y /= 7;
   --% assert X /= 5;
end Two;
";
    let two = sample("two.adb", text);
    let first = two.check(&["--unwind=1"]);
    assert_eq!(first.stdout.matches(": high:").count(), 1, "{first:?}");
    let all = two.check(&["--unwind=1", "--all-properties"]);
    assert_eq!(all.stdout.matches(": high:").count(), 2, "{all:?}");
    assert!(all.stdout.contains("two.adb:3:") && all.stdout.contains("two.adb:4:"), "{all:?}");
    assert!(all.stdout.contains("1/3 checks proved"), "the first check stops what the last one forbids: {all:?}");
}

#[test]
fn words_have_the_semantics_of_the_machine() {
    // Not a power of two, an enumeration, 64 bits, an array with two dimensions, a product.
    let text = "\
procedure Kinds (A, B : Long_Integer; X, Y : Integer) is
   type Digit is mod 10;
   type Colour is (Red, Green, Blue);
   type Board is array (Colour, Integer range 0 .. 3) of Boolean;
   D : Digit := 7;
   C : Colour := Red;
   All_Set : Board := (others => (others => False));
begin
   for I in 1 .. 4 loop
      D := D + 9;
      if C /= Colour'Last then
         C := Colour'Succ (C);
      end if;
      All_Set (C, Integer (D mod 4)) := True;
   end loop;
   --% assert D = 3;
   --% assert C = Blue;
   --% assert All_Set (Green, 2) and All_Set (Blue, 1);
   --% assume A in 1 .. 3_000_000_000 and B in 1 .. 2;
   --% assert A * B >= A;
   --% assume X in 2 .. 40 and Y in 2 .. 40;
   --% assert X * Y /= 41 and X * Y /= 37 * 41;
   --% assert A * 5 /= 14_999_999_995;
end Kinds;
";
    let kinds = sample("kinds.adb", text);
    let output = kinds.check(&["--unwind=4"]);
    assert_eq!(output.stdout.matches(": high:").count(), 1, "{output:?}");
    assert!(output.stdout.contains("kinds.adb:23:"), "{output:?}");
    assert!(!output.stdout.contains(": medium:"), "{output:?}");
}

#[test]
fn a_recursion_has_an_assertion_of_its_own() {
    let text = "\
procedure Deep (N : Integer) is
   function Down (X : Integer) return Integer is
   begin
      if X <= 0 then
         return 0;
      end if;
      return Down (X - 1) + 1;
   end Down;
   R : Integer;
begin
   --% assume N >= 0 and N <= 5;
   R := Down (N);
   --% assert R = N;
end Deep;
";
    let deep = sample("deep.adb", text);
    let output = deep.check(&["--recursion=2"]);
    assert!(output.stdout.contains("the recursion goes deeper than 2 calls"), "{output:?}");
    assert!(!output.stdout.contains("Success"), "{output:?}");
    let output = deep.check(&["--recursion=6"]);
    assert!(output.stdout.contains("Success: all checks proved"), "{output:?}");
}

#[test]
fn other_solvers_understand_what_is_sent() {
    let wrong = sample("search.adb", &SEARCH.replace("LIMIT", "7"));
    for solver in ["cvc5", "bitwuzla", "boolector"] {
        let found = std::env::var_os("PATH")
            .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(solver).is_file()));
        if !found {
            continue;
        }
        let output = wrong.check(&["--unwind=10", "--smt-solver", solver]);
        assert!(output.stdout.contains("search.adb:6:29: high: array index check might fail"), "{solver}: {output:?}");
        let right = sample("search.adb", &SEARCH.replace("LIMIT", "6"));
        let output = right.check(&["--unwind=6", "--smt-solver", solver]);
        assert!(output.stdout.contains("Success: all checks proved"), "{solver}: {output:?}");
    }
}

#[test]
fn the_formula_can_be_written_down() {
    let wrong = sample("search.adb", &SEARCH.replace("LIMIT", "7"));
    let file = wrong.path.with_extension("smt2");
    let option = format!("--dump-smt={}", file.display());
    wrong.check(&["--unwind=10", &option]);
    let text = std::fs::read_to_string(&file).expect("the formula");
    assert!(text.contains("(set-logic QF_BV)") && text.trim_end().ends_with("(check-sat)"), "{text}");
    let output = std::process::Command::new(&smt_binary().path).arg(&file).output().expect("a run of the solver");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "sat");
}

#[test]
fn floats_are_decided_bit_for_bit() {
    let program = |name: &str, body: &str| {
        sample(name, &format!("procedure P (Km : Float; N : Integer) is\n   S : Float := 0.0;\nbegin\n{body}end P;\n"))
    };
    // Adding 1.0 is lost in binary32 from 2.0 ** 24 on, though never over the reals.
    let lost = program("lost.adb", "   pragma Assume (Km in 0.0 .. 2.0E7);\n   pragma Assert (Km + 1.0 > Km);\n");
    let output = lost.check(&["--timeout=60"]);
    assert!(output.stdout.contains("lost.adb:5:28: high: assertion might fail"), "{output:?}");
    // Ten times a tenth is not one; loops are unwound, and no run needs more iterations.
    let tenths = "   pragma Assume (N in 0 .. 10);\n   for I in 1 .. N loop\n      S := S + 0.1;\n      pragma Assert (S /= 1.0);\n   end loop;\n";
    let output = program("tenths.adb", tenths).check(&["--unwind=12", "--timeout=60"]);
    assert!(output.stdout.contains("P: VERIFICATION SUCCESSFUL (complete unwinding)"), "{output:?}");
    // Up to a bound it is no proof.
    let endless = tenths.replace("0 .. 10", "0 .. 100_000");
    let output = program("endless.adb", &endless).check(&["--unwind=4", "--timeout=60"]);
    assert!(output.stdout.contains("P: NO VIOLATION UP TO BOUND 4"), "{output:?}");
    assert!(!output.stdout.contains("Success"), "{output:?}");
}

#[test]
fn what_a_check_does_not_depend_on_is_not_sent() {
    let text = "\
procedure Two_Parts (X : Integer; Y : Integer) is
   type Word is mod 2 ** 16;
   A : Word := 3;
   B : Integer := 1;
begin
   for I in 1 .. 3 loop
      A := A * A + 5;
      if X > I then
         A := A * 3;
      end if;
      if Y > 500 + I then
         B := B + I;
      end if;
   end loop;
   --% assert B /= 4;
   --% assert A /= 7;
end Two_Parts;
";
    let parts = sample("two_parts.adb", text);
    let file = parts.path.with_extension("smt2");
    let option = format!("--dump-smt={}", file.display());
    let dumped = |line: &str| {
        let output = parts.check(&["--int=math", "--unwind=3", "--limit-line", line, &option]);
        assert_eq!(output.code, Some(0), "{output:?}");
        std::fs::read_to_string(&file).expect("the formula")
    };
    let (first, second) = (dumped("two_parts.adb:15"), dumped("two_parts.adb:16"));
    // What is computed from the words is only sent where it matters.
    assert!(first.len() < second.len(), "{first}\n{second}");
}

#[test]
fn an_injection_of_a_range_into_itself_is_onto() {
    let text = "\
procedure Onto is
   subtype Index is Integer range 1 .. 9;
   type Vector is array (Index) of Index;
   function Nondet return Index with Import, Volatile_Function;
   A : Vector;
   Hit : Boolean := False;
begin
   for I in Index loop
      A (I) := Nondet;
      for J in Index range 1 .. I - 1 loop
         --% assume A (I) /= A (J);
      end loop;
   end loop;
   for I in Index loop
      Hit := Hit or A (I) = 5;
   end loop;
   --% assert Hit;
end Onto;
";
    let onto = sample("onto.adb", text);
    let output = onto.check(&["--timeout=20"]);
    assert!(output.stdout.contains("Onto: VERIFICATION SUCCESSFUL"), "{output:?}");
    // One value fewer that is different, and it is wrong.
    let wrong = sample("onto.adb", &text.replace("1 .. I - 1", "2 .. I - 1"));
    let output = wrong.check(&["--timeout=20"]);
    assert!(output.stdout.contains("onto.adb:17:") && output.stdout.contains(": high:"), "{output:?}");
}

#[test]
fn what_only_a_contract_admits_is_no_failure_of_the_program() {
    let body = "\
package body Calls is
   procedure Half (N : in Natural; H : out Natural) is
   begin
      H := N / 2;
   end Half;
   procedure Use_It (X : Natural) is
      Y : Natural;
   begin
      Half (X, Y);
      --% assert Y <= X / 2;
   end Use_It;
end Calls;
";
    let sample = sample("calls.adb", body);
    let spec = "\
package Calls is
   procedure Half (N : in Natural; H : out Natural) with Post => H <= N;
   procedure Use_It (X : Natural);
end Calls;
";
    std::fs::write(sample.path.with_extension("ads"), spec).expect("a file");
    let modular = sample.check(&["--unwind=3", "--contracts=modular"]);
    assert!(modular.stdout.contains("calls.adb:10:20: medium: assertion might fail"), "{modular:?}");
    assert!(modular.stdout.contains("Use_It: UNKNOWN"), "{modular:?}");
    let inlined = sample.check(&["--unwind=3"]);
    assert!(inlined.stdout.contains("Use_It: VERIFICATION SUCCESSFUL"), "{inlined:?}");
}

#[test]
fn an_interrupted_run_says_how_far_it_went() {
    let text = "\
procedure Slow (X, Y, N : Integer) is
   A : Long_Long_Integer := Long_Long_Integer (X);
begin
   --% assume X in 0 .. 1_000_000 and Y in 3 .. 1_000_000 and N >= 0;
   for I in 1 .. N loop
      A := (A * A + Long_Long_Integer (Y)) mod 1_000_003;
      --% assert A /= 5_000_000;
   end loop;
   --% assert A * A /= 999_999_999_989 or N < 3;
end Slow;
";
    let slow = sample("slow.adb", text);
    let path = slow.path.display().to_string();
    let all = ["--frontend", "spark", "--mode=bmc", "--unwind=100000", &path];
    let child = common::hornsolve(&all).spawn().expect("hornsolve starts");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT)
        .expect("it runs");
    let begin = std::time::Instant::now();
    let output = child.wait_with_output().expect("hornsolve ends");
    assert!(begin.elapsed() < std::time::Duration::from_secs(4), "{:?}", begin.elapsed());
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("Slow: NO VIOLATION UP TO BOUND") || text.contains("Slow: UNKNOWN"), "{text}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"), "{output:?}");
}

#[test]
fn only_what_the_user_writes_down_is_decided_if_that_is_asked() {
    let only = "--checks=annotations";
    // The index check fails with 7; the runs behind it do not count, and the assertion holds of the others.
    let wrong = sample("search.adb", &SEARCH.replace("LIMIT", "7"));
    let output = wrong.check(&["--unwind=10", only]);
    let said = format!("{output:?}");
    assert!(said.contains("assumed to hold (`--checks=annotations`): ") && said.contains("index check (1)"), "{said}");
    assert!(!said.contains("index check might fail") && said.contains("Success"), "{said}");
    // What is written down still fails.
    let text = SEARCH.replace("LIMIT", "6").replace("assert I < 7", "assert I < 6");
    let output = sample("search.adb", &text).check(&["--unwind=10", only]);
    assert!(output.stdout.contains("high: assertion might fail"), "{output:?}");
    // The same proofs without a bound.
    let path = wrong.path.display().to_string();
    let output = run(&["--frontend", "spark", "--output=oneline", "--report=all", only, &path]);
    assert!(output.stdout.contains("assertion proved") && !output.stdout.contains("index check"), "{output:?}");
}

/// Two counters whose slope stays between one half and three, by branches that are chosen in every iteration.
const SLOPE: &str = "\
procedure Slope is
   function Nondet return Boolean with Import, Volatile_Function;
   X, Y : Integer := 0;
begin
   while Nondet loop
      exit when X > LAST;
      if Nondet then
         if X >= 9 then
            X := X + 2;
            Y := Y + 1;
         end if;
      elsif Nondet then
         if X in 7 .. 9 then
            X := X + 1;
            Y := Y + 3;
         end if;
      elsif X <= 4 then
         X := X + 1;
         Y := Y + 2;
      end if;
   end loop;
   --% assert 2 * Y >= X and 3 * X >= Y;
end Slope;
";

#[test]
fn invariants_take_the_place_of_an_unwinding_that_takes_long() {
    let right = sample("slope.adb", &SLOPE.replace("LAST", "1_000_000"));
    let output = right.check(&["--unwind=1000", "--report=all"]);
    assert!(output.stdout.contains("Slope: VERIFICATION SUCCESSFUL (invariants, for all iterations)"), "{output:?}");
    assert!(output.stdout.contains("assertion proved") && output.code == Some(0), "{output:?}");
    // A bound that is reached soon is all that was asked about.
    let output = right.check(&["--unwind=8"]);
    assert!(output.stdout.contains("Slope: NO VIOLATION UP TO BOUND 8"), "{output:?}");
    assert!(!output.stdout.contains("Success"), "{output:?}");
    // What fails behind the bound is not proved, and not reported either.
    let late = SLOPE.replace("LAST", "1_000_000").replace("3 * X >= Y", "X <= 1_000_000");
    // Without this nothing gets beyond 5.
    let late = late.replace("X in 7 .. 9", "X in 5 .. 9");
    let output = sample("slope.adb", &late).check(&["--unwind=300", "--timeout=15"]);
    assert!(output.stdout.contains("Slope: NO VIOLATION UP TO BOUND"), "{output:?}");
    assert!(!output.stdout.contains("Success") && !output.stdout.contains(": assertion might fail"), "{output:?}");
}

#[test]
fn a_check_that_holds_from_one_entry_fails_from_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = folder.path().join("shared.ads");
    let specification = "package Shared is\n   procedure P;\n   procedure Q (X : Integer);\nend Shared;\n";
    std::fs::write(&spec, specification).expect("a file");
    let body = folder.path().join("shared.adb");
    let text = "package body Shared is
   procedure Helper (X : Integer) is
   begin
      pragma Assert (X < 10);
   end Helper;
   procedure P is
   begin
      Helper (3);
   end P;
   procedure Q (X : Integer) is
   begin
      Helper (X);
   end Q;
end Shared;
";
    std::fs::write(&body, text).expect("a file");
    let (spec, body) = (spec.display().to_string(), body.display().to_string());
    let output = run(&["--frontend", "spark", "--output=oneline", "--mode=bmc", &spec, &body]);
    assert!(output.stdout.contains("shared.adb:4:24: high: assertion might fail"), "{output:?}");
}

#[test]
fn conditions_that_are_long_when_written_out_end_with_the_time() {
    let body = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/ada/long/sorted_find.adb");
    let begin = std::time::Instant::now();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_hornsolve"))
        .args(["--frontend", "ada", "--mode=bmc", "--timeout=1"])
        .arg(body)
        .output()
        .expect("hornsolve starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Sorted_Find.Find: UNKNOWN"));
    let time = begin.elapsed();
    assert!(time < std::time::Duration::from_secs(20), "{time:?} in the place of 1 s");
}
