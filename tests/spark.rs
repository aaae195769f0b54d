//! The frontend `spark`: annotations in comments are checks, and the programs of SPARK-BMC's problem set II get
//! the verdicts of their manifest. The quick ones run here; docs/results.md has all of them.

mod common;

use common::{Output, run};
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

/// Runs the frontend on files that are written first; the first is analysed.
fn analysed(options: &[&str], files: &[(&str, &str)]) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let path = folder.path().join(files[0].0).display().to_string();
    let mut args = vec!["--frontend", "spark", "--output=oneline"];
    args.extend(options);
    args.push(&path);
    run(&args)
}

/// The lines of the output that speak of this line of the program, without their paths.
fn about(output: &Output, place: &str) -> Vec<String> {
    let parts = output.stdout.lines().filter_map(|line| line.split_once(place));
    parts.map(|(_, rest)| rest.to_string()).collect()
}

#[test]
fn the_example_of_the_paper_is_proved_and_its_mistake_found_in_the_tenth_iteration() {
    let set1 = folder().join("set1");
    let text = |name: &str| set1.join(name).display().to_string();
    // The quantified invariant takes a while in an unoptimised build.
    let output = run(&["--frontend", "spark", "--output=oneline", "--timeout=20", &text("max_array.adb")]);
    assert!(output.stdout.ends_with("Success: all checks proved (21 checks).\n"), "{output:?}");
    let output = run(&["--frontend", "spark", "--output=oneline", &text("max_array_bug.adb")]);
    let found = about(&output, "max_array_bug.adb:13:16: ");
    assert!(
        found[0].starts_with("high: array index check might fail, cannot prove ")
            && found[0].contains("(e.g. when I = 11 and "),
        "{output:?}"
    );
    assert!(found[0].contains("), in iteration 10 of the loop at line 11 "), "{output:?}");
    assert!(output.stdout.ends_with("Summary: 8/9 checks proved, 1 check remains.\n"), "{output:?}");
}

/// The programs of problem set I without any annotation, in a folder of their own.
fn bare() -> tempfile::TempDir {
    let bare = tempfile::tempdir().expect("a temporary folder");
    for entry in std::fs::read_dir(folder().join("set1")).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "adb" || extension == "ads") {
            let text = std::fs::read_to_string(&path).expect("a program");
            // A loop with nothing but an annotation gets a statement for it.
            let bare_line = |line: &str| match line.trim_start() {
                annotation if annotation.starts_with("--%") && !annotation.contains("notOverflow") => {
                    "null;".to_string()
                }
                annotation if annotation.starts_with("--#") || annotation.starts_with("--%") => String::new(),
                _ => line.to_string(),
            };
            let text: String = text.lines().map(|line| bare_line(line) + "\n").collect();
            assert!(!text.contains("--#") && !text.contains("--%"));
            std::fs::write(bare.path().join(path.file_name().expect("a name")), text).expect("a file");
        }
    }
    bare
}

#[test]
fn bounds_need_no_annotations() {
    let bare = bare();
    let of = |file: &str| {
        let path = bare.path().join(file).display().to_string();
        run(&["--frontend", "spark", "--output=oneline", "--report=all", "--timeout=20", &path])
    };
    // Without an assumption the length is anything: the specification says what it is.
    for (file, low) in [("maximum", 1), ("binary_search", 0)] {
        for extension in ["adb", "ads"] {
            let path = bare.path().join(file).with_extension(extension);
            let text = std::fs::read_to_string(&path).expect("a program");
            let length = format!("   subtype Length is Integer range {low} .. Size;\n   subtype Index is");
            let text = text.replace("N : in Integer", "N : in Length").replace("   subtype Index is", &length);
            std::fs::write(&path, text).expect("a file");
        }
    }
    for (file, proved) in [
        ("max_array.adb", &["index check", "index check", "range check", "overflow check"][..]),
        ("maximum.adb", &["index check", "index check", "overflow check", "overflow check"]),
        ("binary_search.adb", &["index check", "index check", "overflow check", "range check"]),
    ] {
        let output = of(file);
        assert!(output.stdout.contains("Success: all checks proved"), "{output:?}");
        for kind in proved {
            let wanted = proved.iter().filter(|other| *other == kind).count();
            let found = output.stdout.matches(&format!("info: {kind} proved")).count();
            assert!(found >= wanted, "{file}: {found} of {wanted} {kind}: {output:?}");
        }
    }
}

const CALLS: (&str, &str) = (
    "calls.ads",
    "package Calls is
   function Half (N : Natural) return Natural with Post => Half'Result <= N;
   Count : Natural := 0;
   procedure Bump with Pre => Count < 10, Post => Count = Count'Old + 1;
   procedure Halves (N : in Natural);
   procedure Twice (Big : in Boolean);
end Calls;
",
);

const BODIES: (&str, &str) = (
    "calls.adb",
    "package body Calls is
   function Half (N : Natural) return Natural is
   begin
      return N / 2;
   end Half;
   procedure Bump is
   begin
      Count := Count + 1;
   end Bump;
   procedure Halves (N : in Natural) is
   begin
      pragma Assert (Half (N) <= N);
      pragma Assert (Half (N) <= N / 2);
   end Halves;
   procedure Twice (Big : in Boolean) is
      Before : constant Natural := Count;
   begin
      if Big or Count < 9 then
         Bump;
         pragma Assert (Count = Before + 1);
      end if;
   end Twice;
end Calls;
",
);

#[test]
fn contracts_are_inlined_or_modular() {
    let inlined = analysed(&["--report=all"], &[BODIES, CALLS]);
    assert_eq!(about(&inlined, "calls.adb:13:31: "), ["info: assertion proved"], "{inlined:?}");
    let modular =
        analysed(&["--report=all", "--contracts=modular", "--debug-contracts=off", "--timeout=2"], &[BODIES, CALLS]);
    // The contract says what the first assertion needs, and not what the second one does.
    assert_eq!(about(&modular, "calls.adb:12:31: "), ["info: assertion proved"], "{modular:?}");
    let open = &about(&modular, "calls.adb:13:31: ")[0];
    assert!(open.starts_with("medium: assertion might fail"), "{modular:?}");
    assert!(open.contains("the contract of Calls.Half admits a run in which it fails (e.g. when "), "{modular:?}");
    assert_eq!(about(&modular, "calls.adb:20:31: "), ["info: assertion proved"], "{modular:?}");
    for output in [&inlined, &modular] {
        let precondition = about(output, "calls.adb:19:10: ");
        assert!(precondition[0].starts_with("high: precondition might fail"), "{output:?}");
        assert!(output.stdout.contains("info: postcondition proved"), "{output:?}");
    }
    // What the body does wrong is found in the body, not at the calls.
    let wrong = (BODIES.0, BODIES.1.replace("return N / 2", "return N / 2 + 1"));
    let modular = analysed(&["--contracts=modular", "--timeout=2"], &[(wrong.0, &wrong.1), CALLS]);
    assert!(about(&modular, "calls.ads:2:").iter().any(|text| text.contains("high: postcondition")), "{modular:?}");
    assert_eq!(about(&modular, "calls.adb:12:31: "), Vec::<String>::new(), "{modular:?}");
}

/// A call by contract changes no variable of the body that a nested subprogram writes.
#[test]
fn nested_subprograms_write_what_contracts_do_not_know() {
    let outer = (
        "outer.adb",
        "procedure Outer (A : in Integer; R : out Integer) with Pre => A in 0 .. 2, Post => R > A is
   C : Integer := A;
   procedure Step with Post => C = C'Old + 1, Pre => C < 100 is
   begin
      C := C + 1;
   end Step;
begin
   Step;
   R := C;
end Outer;
",
    );
    let caller = (
        "caller.adb",
        "with Outer;
procedure Caller is
   R : Integer;
begin
   Outer (1, R);
   pragma Assert (R > 1);
   pragma Assert (R = 2);
end Caller;
",
    );
    let modular = analysed(&["--report=all", "--contracts=modular", "--timeout=2"], &[caller, outer]);
    assert_eq!(about(&modular, "caller.adb:6:21: "), ["info: assertion proved"], "{modular:?}");
    let open = about(&modular, "caller.adb:7:21: ");
    assert!(open.len() == 1 && open[0].starts_with("medium: assertion might fail"), "{modular:?}");
    assert!(modular.stdout.contains("outer.adb:1:") && modular.stdout.contains("info: postcondition proved"));
}

/// What an expression function gives is known beside its postcondition.
#[test]
fn expressions_of_functions_are_contracts_too() {
    let levels = (
        "levels.ads",
        "package Levels is
   function Twice (N : Natural) return Natural is (2 * N) with Pre => N <= 50, Post => Twice'Result <= 100;
   function Half (N : Natural) return Natural with Post => Half'Result <= N;
   procedure Step (A : Natural; R : out Natural) with Pre => A = 21, Post => R = 42;
end Levels;
",
    );
    let bodies = (
        "levels.adb",
        "package body Levels is
   function Half (N : Natural) return Natural is
   begin
      return N / 2;
   end Half;
   procedure Step (A : Natural; R : out Natural) is
   begin
      R := Twice (A);
      pragma Assert (Half (R) = 21);
   end Step;
end Levels;
",
    );
    let modular = analysed(&["--report=all", "--contracts=modular", "--timeout=2"], &[bodies, levels]);
    assert_eq!(about(&modular, "levels.ads:4:80: "), ["info: postcondition proved"], "{modular:?}");
    assert_eq!(about(&modular, "levels.ads:2:101: "), ["info: postcondition proved"], "{modular:?}");
    assert!(about(&modular, "levels.adb:9:31: ")[0].starts_with("medium: assertion might fail"), "{modular:?}");
}

const BLAME: (&str, &str) = (
    "blame.ads",
    "package Blame is
   procedure P (N : in Natural; S : out Natural) with Pre => N <= 50, Post => S = N;
   procedure Q (N : in Natural; S : out Natural) with Pre => N <= 50, Post => S = N;
   procedure R (N : in Natural; S : out Natural) with Pre => N <= 50, Post => S = N + 1;
   procedure T (N : in Natural; S : out Natural) with Pre => N <= 50, Post => S <= 49;
end Blame;
",
);

const BLAMED: (&str, &str) = (
    "blame.adb",
    "package body Blame is
   procedure P (N : in Natural; S : out Natural) is
   begin
      S := 0;
      while S < N loop
         --# assert S < 10;
         S := S + 1;
      end loop;
   end P;
   procedure Q (N : in Natural; S : out Natural) is
   begin
      S := 0;
      while S <= N loop
         --# assert S < N;
         S := S + 1;
      end loop;
   end Q;
   procedure R (N : in Natural; S : out Natural) is
   begin
      S := N;
   end R;
   procedure T (N : in Natural; S : out Natural) is
   begin
      S := N;
   end T;
end Blame;
",
);

#[test]
fn the_program_or_the_annotation_is_at_fault() {
    let output = analysed(&[], &[BLAMED, BLAME]);
    let explained = |place: &str, text: &str| {
        assert!(about(&output, place).iter().any(|line| line.contains(text)), "{place} {text}: {output:?}");
    };
    explained("blame.adb:6:", "without it every other check of the subprogram is proved: the annotation is at fault");
    explained("blame.adb:14:", "without it the postcondition at line 3 fails: the program is at fault");
    explained("blame.ads:4:", "it fails in every run that reaches it: the annotation contradicts the program");
    explained("blame.ads:5:", "it holds in other runs (e.g. when ");
    assert!(output.stdout.contains("high: loop invariant might"), "{output:?}");
}

#[test]
fn invariants_that_hold_but_are_not_inductive_are_named() {
    let program = |invariant: &str| {
        format!(
            "procedure Steps (N : in Natural) is\n   X, Y : Integer := 0;\nbegin\n   --% assume N <= 1_000;\n   \
             while Y < N loop\n      --# assert {invariant};\n      X := X + 2;\n      Y := Y + 1;\n      \
             if X > 2 * Y + 5 then\n         X := 0;\n      end if;\n   end loop;\n   --% assert X >= Y;\nend Steps;\n"
        )
    };
    let weak = analysed(&[], &[("steps.adb", &program("X >= Y and Y <= N"))]);
    let said = about(&weak, "steps.adb:6:");
    assert!(said[0].contains("info: the loop invariant holds in all runs, but it is not inductive"), "{weak:?}");
    assert!(
        said[0].contains("(from a state with X = ")
            && said[0].contains("; strengthening found for the iterations behind the first: "),
        "{weak:?}"
    );
    assert!(weak.stdout.contains("Success"), "{weak:?}");
    let strong = analysed(&[], &[("steps.adb", &program("X = 2 * Y and Y <= N and N <= 1_000 and Y >= 0"))]);
    assert!(strong.stdout.starts_with("Success"), "{strong:?}");
}

#[test]
fn invariants_of_types_hold_outside_of_their_packages() {
    let spec = "package Stacks is
   type Stack is private with Type_Invariant => Fine (Stack);
   function Fine (S : Stack) return Boolean;
   procedure Push (S : in out Stack);
   procedure Push_Blindly (S : in out Stack);
   function Room (S : Stack) return Natural with Post => Room'Result <= 10;
private
   type Stack is record
      Top : Natural := 0;
   end record;
   function Fine (S : Stack) return Boolean is (S.Top <= 10);
end Stacks;
";
    let body = "package body Stacks is
   procedure Push (S : in out Stack) is
   begin
      if S.Top < 10 then
         S.Top := S.Top + 1;
      end if;
   end Push;
   procedure Push_Blindly (S : in out Stack) is
   begin
      S.Top := S.Top + 1;
   end Push_Blindly;
   function Room (S : Stack) return Natural is
   begin
      return 10 - S.Top;
   end Room;
end Stacks;
";
    let output = analysed(&["--report=all"], &[("stacks.adb", body), ("stacks.ads", spec)]);
    // What comes in satisfies it: no overflow, and room for the rest.
    assert_eq!(about(&output, "stacks.adb:10:22: "), ["info: overflow check proved"], "{output:?}");
    assert!(output.stdout.contains("info: postcondition proved"), "{output:?}");
    assert_eq!(about(&output, "stacks.ads:4:14: "), ["info: invariant check proved"], "{output:?}");
    let wrong = about(&output, "stacks.ads:5:14: ");
    // Whether a stack ever has that value, its clients decide.
    assert!(wrong[0].starts_with("medium: invariant check might fail "), "{output:?}");
    assert!(wrong[0].contains("Top => 10"), "{output:?}");
    assert!(wrong[0].contains("takes a value of \"S\" that nobody has shown reachable"), "{output:?}");
}

#[test]
fn mistakes_in_annotations_are_shown_inside_of_the_comment() {
    let program = |annotations: &str| {
        format!(
            "procedure P (X : in Integer; Y : out Integer)\n{annotations}is\nbegin\n   Y := X;\n   --% assert Y = V;\nend P;\n"
        )
    };
    for (annotations, expected) in [
        ("--# global in Nowhere;\n", "p.adb:2:15: error: \"Nowhere\" is undefined"),
        ("--# derives Y from X, Zed;\n", "p.adb:2:23: error: \"Zed\" is undefined"),
        ("--# post Y = X + ;\n", "p.adb:2:18: error: missing operand"),
        ("--# pre X > 0\n--#   and Q;\n", "p.adb:3:11: error: \"Q\" is undefined"),
        ("--# wish X;\n", "p.adb:2:5: error: unknown annotation \"wish\""),
        ("", "p.adb:5:19: error: \"V\" is undefined"),
    ] {
        let output = analysed(&[], &[("p.adb", &program(annotations))]);
        assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""), "{annotations}");
        assert!(output.stderr.lines().any(|line| line.ends_with(expected)), "{expected}: {}", output.stderr);
    }
}
