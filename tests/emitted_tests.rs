//! Test programs that `--emit-test` writes: each compiles with GNAT and fails at the line of its check, or none is
//! written and the reason is told. Every mode of parameters and every type that can be written down has a subprogram.
//! `HORNSOLVE_EMITTED=wide` does the same for all Ada programs of the project and for 250 generated functions;
//! `generated` for a hundred of those.

mod common;

use common::{run, write};
use horn_benchmarks::ada_generate::batch;
use horn_benchmarks::gnat::{Batch, Gnat, Run, Unit};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A type, declared so, with two values of it: the first one fails.
struct Kind {
    name: &'static str,
    declaration: &'static str,
    /// A condition about `X` that is false for some values.
    holds: &'static str,
    /// A value that it holds for.
    good: &'static str,
}

const fn kind(name: &'static str, declaration: &'static str, holds: &'static str, good: &'static str) -> Kind {
    Kind { name, declaration, holds, good }
}

const KINDS: &[Kind] = &[
    kind("Integer", "", "X < 1_000", "0"),
    kind("Natural", "", "X /= 7", "0"),
    kind("Long_Integer", "", "X > Long_Integer'First", "0"),
    kind("Boolean", "", "X", "True"),
    kind("Small", "type Small is range -3 .. 3;", "X /= -2", "0"),
    kind("Part", "subtype Part is Integer range 5 .. 9;", "X /= 9", "5"),
    kind("Word", "type Word is mod 2 ** 32;", "X < 4_000_000_000", "0"),
    kind("Few", "subtype Few is Word range 1 .. 6;", "X /= 4", "1"),
    kind("Colour", "type Colour is (Red, Green, Blue);", "X /= Blue", "Red"),
    kind("Letter", "type Letter is ('a', 'b', Other);", "X /= 'b'", "'a'"),
    kind("Other_Boolean", "type Other_Boolean is new Boolean;", "X = True", "True"),
    kind("Character", "", "X /= Character'Val (233)", "'x'"),
    kind("My_Character", "type My_Character is new Character;", "X /= My_Character'Val (200)", "'x'"),
    kind("Wide_Character", "", "Wide_Character'Pos (X) < 900", "Wide_Character'Val (120)"),
    kind("Float", "", "X < 10.0", "0.0"),
    kind("Last_Float", "subtype Last_Float is Float range 0.0 .. Float'Last;", "X < Float'Last", "0.0"),
    kind("Long_Float", "", "X > -1.0E10", "0.0"),
    kind("Digits_6", "type Digits_6 is digits 6 range -10.0 .. 10.0;", "X /= 10.0", "0.0"),
    kind("Money", "type Money is delta 0.01 digits 9;", "X /= 1.25", "0.0"),
    kind("Fixed", "type Fixed is delta 2.0 ** (-8) range -100.0 .. 100.0;", "X < 50.0", "0.0"),
    kind("Vector", "type Vector is array (1 .. 4) of Integer;", "X (3) < 5", "(others => 0)"),
    kind("By_Colour", "type By_Colour is array (Colour) of Boolean;", "X (Green)", "(others => True)"),
    kind("Matrix", "type Matrix is array (1 .. 2, 1 .. 3) of Small;", "X (2, 1) /= 3", "(others => (others => 0))"),
    kind("Rows", "type Rows is array (Positive range <>) of Natural;", "X'Length /= 3", "(1 .. 2 => 0)"),
    kind("String", "", "X'Length < 2 or else X (X'First) /= '\"'", "\"a\""),
    kind("Wide_String", "", "X'Length /= 2", "\"a\""),
    kind("Large", "type Large is array (1 .. 90_000) of Boolean;", "X (77_777)", "(others => True)"),
    kind("Point", "type Point is record\n      A, B : Integer;\n   end record;", "X.A <= X.B", "(0, 0)"),
    kind("One", "type One is record\n      Only : Colour;\n   end record;", "X.Only /= Green", "(Only => Red)"),
    kind(
        "Shape",
        "type Shape (Round : Boolean := False) is record\n      Name : Character;\n      case Round is\n         \
         when True => Radius : Natural;\n         when False => Width : Integer;\n      end case;\n   end record;",
        "not X.Round or else X.Radius /= 12",
        "(Round => False, Name => 'x', Width => 1)",
    ),
    kind(
        "Nested",
        "type Nested is record\n      Where : Point;\n      Values : Vector;\n      Text : String (1 .. 3);\
         \n   end record;",
        "X.Where.B + X.Values (1) /= 9",
        "(Where => (0, 0), Values => (others => 0), Text => \"abc\")",
    ),
];

/// A package with a subprogram of each mode for each type.
fn package() -> (String, String) {
    let (mut spec, mut body) = ("package Kinds is\n".to_string(), "package body Kinds is\n".to_string());
    for kind in KINDS.iter().filter(|kind| !kind.declaration.is_empty()) {
        spec += &format!("   {}\n", kind.declaration);
    }
    for Kind { name, holds, good, .. } in KINDS {
        let test = format!("      pragma Assert ({holds});\n");
        let bounded = matches!(*name, "Rows" | "String" | "Wide_String");
        let limit = if bounded { " with Pre => X'Last < 100" } else { "" };
        spec += &format!("   procedure In_{name} (X : {name}){limit};\n");
        body += &format!("   procedure In_{name} (X : {name}) is\n   begin\n{test}   end In_{name};\n");
        spec += &format!("   procedure In_Out_{name} (X : in out {name}){limit};\n");
        // An object whose discriminants may be constrained has no other ones given.
        let change = match *name {
            _ if bounded => "X := X".to_string(),
            "Shape" => "X.Name := 'x'".to_string(),
            _ => format!("X := {good}"),
        };
        body += &format!(
            "   procedure In_Out_{name} (X : in out {name}) is\n   begin\n{test}      {change};\
             \n   end In_Out_{name};\n"
        );
        let written = if bounded { "null" } else { &change };
        let more = if bounded { " with Pre => X'Last < 100" } else { "" };
        spec += &format!("   procedure Out_{name} (N : Integer; X : out {name}){more};\n");
        body += &format!(
            "   procedure Out_{name} (N : Integer; X : out {name}) is\n   begin\n      {written};\n      \
             pragma Assert (N < 100);\n   end Out_{name};\n"
        );
        spec += &format!("   function Of_{name} (X : {name}) return {name}{limit};\n");
        body += &format!(
            "   function Of_{name} (X : {name}) return {name} is\n   begin\n{test}      return X;\n   end Of_{name};\n"
        );
    }
    (spec + "end Kinds;\n", body + "end Kinds;\n")
}

/// Writes tests for a file, and says which checks fail, by line, and what is refused, by line.
fn emitted(folder: &Path, file: &str, options: &[&str]) -> (Vec<usize>, BTreeMap<usize, String>) {
    emitted_if_good(folder, file, options).unwrap_or_else(|error| panic!("{error}"))
}

/// The same; of a program with errors these.
fn emitted_if_good(
    folder: &Path,
    file: &str,
    options: &[&str],
) -> Result<(Vec<usize>, BTreeMap<usize, String>), String> {
    let out = folder.join("out").display().to_string();
    let file = folder.join(file).display().to_string();
    let all = [&["--frontend", "ada", "--output=brief", "--emit-test", &out][..], options, &[&file]].concat();
    let output = run(&all);
    if output.code != Some(0) {
        return Err(output.stderr);
    }
    let line =
        |text: &str| text.strip_prefix(&format!("{file}:")).and_then(|rest| rest.split(':').next()?.parse().ok());
    let high = output.stdout.lines().filter(|text| text.contains(": high: ")).filter_map(line).collect();
    let refused = output.stderr.lines().filter_map(|text| {
        let (place, why) = text.strip_prefix("warning: ")?.split_once(": no test written: ")?;
        Some((line(&format!("{place}:"))?, why.to_string()))
    });
    Ok((high, refused.collect()))
}

/// Compiles all tests, into one program, and runs them; what is wrong with those that do not fail at the line in their
/// first comment.
fn wrong(folder: &Path) -> (usize, Vec<String>) {
    let Some(gnat) = Gnat::find() else {
        eprintln!("SKIPPED: no gnatmake in PATH; `make gnat` installs it where apt-get can");
        return (0, Vec::new());
    };
    let out = folder.join("out");
    let Ok(entries) = std::fs::read_dir(&out) else { return (0, Vec::new()) };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut tests: Vec<String> = names.filter_map(|name| Some(name.strip_suffix(".adb")?.to_string())).collect();
    tests.sort();
    let units = tests.iter().map(|test| Unit { name: test.clone(), package: false }).collect();
    let batch = Batch { folders: vec![folder.to_path_buf(), out.clone()], units, calls: tests.clone() };
    let driver = tempfile::tempdir().expect("a folder");
    let runs = match gnat.run(driver.path(), &batch, Duration::from_secs(60)) {
        Ok(runs) => runs,
        // A program that GNAT itself does not compile has no tests.
        Err(error) if error.contains(" is too large") && !error.contains("test_") => {
            eprintln!("no program for GNAT: {error}");
            return (0, Vec::new());
        }
        Err(error) => panic!("{error}"),
    };
    let mut wrong = Vec::new();
    for (test, run) in tests.iter().zip(runs) {
        let text = std::fs::read_to_string(out.join(format!("{test}.adb"))).expect("a test");
        let mut place = text.lines().next().unwrap_or_default().trim_start_matches("--").trim().split(':');
        let (file, line) = (place.next().unwrap_or_default(), place.next().unwrap_or_default());
        let file = Path::new(file).file_name().expect("a name").to_string_lossy().into_owned();
        // GNAT names the contract, not the call.
        let of_contract = text.lines().next().is_some_and(|line| line.ends_with(" precondition might fail"));
        // Of an exception that nobody handles it names where that was raised.
        let anywhere = text.lines().next().is_some_and(|line| line.ends_with(" unexpected exception might be raised"));
        let fails = matches!(&run, Run::Raised { message, .. } if message.contains(&format!("{file}:{line}"))
            || anywhere || of_contract && message.contains("failed precondition from "));
        // What fails before the program begins ends all of them: those have one to themselves.
        let alone = run == Run::Missing && wrong_alone(folder, test, &format!("{file}:{line}")).is_none();
        if !fails && !alone {
            wrong.push(format!("{test}: {run:?}\n{text}"));
        }
    }
    (tests.len(), wrong)
}

/// What is wrong with a test that fails before it begins, or has a main program to itself.
fn wrong_alone(folder: &Path, test: &str, place: &str) -> Option<String> {
    let gnat = Gnat::find()?;
    let out = folder.join("out");
    gnat.make(&out, test, &[folder.to_path_buf()]).unwrap_or_else(|error| panic!("{error}"));
    let run = Command::new(out.join(test)).output().expect("the test runs");
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    (run.status.success() || !message.contains(place)).then_some(message)
}

#[test]
fn tests_of_every_mode_and_type_compile_and_fail_where_they_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let (spec, body) = package();
    write(folder.path(), "kinds.ads", spec);
    write(folder.path(), "kinds.adb", &body);
    let (high, refused) = emitted(folder.path(), "kinds.adb", &["--timeout=20"]);
    let text = |line: usize| body.lines().nth(line - 1).unwrap_or_default();
    let refused: Vec<String> = refused.iter().map(|(line, why)| format!("{}: {why}", text(*line))).collect();
    // Nothing of this package is out of reach.
    assert_eq!(refused, Vec::<String>::new());
    assert!(high.len() >= KINDS.len() * 7 / 2, "{} of {} checks fail", high.len(), KINDS.len() * 4);
    let (tests, wrong) = wrong(folder.path());
    eprintln!("{tests} tests compiled and run");
    assert!(wrong.is_empty(), "{} of {tests}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Literals and operators of types of other packages, and values of private types, which nobody outside can write down.
#[test]
fn types_of_other_packages_are_used_and_private_ones_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| drop(write(folder.path(), name, text));
    file(
        "kinds.ads",
        "package Kinds is
   type Colour is (Red, Green, 'z');
   type Item is record C : Colour := Red; N : Integer := -1; end record;
   type Steps is delta 0.25 range -10.0 .. 10.0;
   type Hidden is private;
   package Inner is
      type Level is (Low, High);
   end Inner;
private
   type Hidden is range 0 .. 9;
end Kinds;
",
    );
    file(
        "user.ads",
        "with Kinds;
package User is
   procedure Coloured (C : Kinds.Colour; R : Kinds.Item);
   procedure Stepped (F : Kinds.Steps);
   procedure Levelled (L : Kinds.Inner.Level);
   procedure Private_One (X : Kinds.Hidden; K : Integer);
end User;
",
    );
    file(
        "user.adb",
        "package body User is
   use Kinds, Kinds.Inner;
   procedure Coloured (C : Colour; R : Item) is
   begin
      pragma Assert (C /= 'z' or R.C /= Green or R.N /= 7);
   end Coloured;
   procedure Stepped (F : Steps) is
   begin
      pragma Assert (F /= -2.5);
   end Stepped;
   procedure Levelled (L : Level) is
   begin
      pragma Assert (L = Low);
   end Levelled;
   procedure Private_One (X : Hidden; K : Integer) is
   begin
      pragma Assert (K /= 77);
   end Private_One;
end User;
",
    );
    let (high, refused) = emitted(folder.path(), "user.adb", &["-u", "--timeout=20"]);
    assert_eq!(high.len(), 4);
    assert_eq!(refused, BTreeMap::from([(17, "`X`: a value of a private type cannot be written down".to_string())]));
    let (tests, wrong) = wrong(folder.path());
    assert!(tests == 3 || Gnat::find().is_none(), "{tests}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Names that need more than the package: other units, child units, nested packages, variables, a main program, types
/// whose names are hidden by those of others.
#[test]
fn tests_name_what_is_visible_from_outside() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| drop(write(folder.path(), name, text));
    file(
        "base.ads",
        "package Base is\n   type T is range 0 .. 9;\n   type U is record\n      F : T;\n   end record;\nend Base;\n",
    );
    file(
        "top.ads",
        "with Base; use Base;\npackage Top is\n   type T is (One, Two);\n   Count : Integer := 0;\
         \n   Limit : Integer := 5;\n   \
         package Inner is\n      type V is array (T) of Base.T;\n      procedure P (A : T; B : in out U; C : V);\
         \n   end Inner;\n   \
         procedure Step (By : Integer);\n   procedure Arg_X (X : T; Arg_X : Integer);\n   \
         function \"+\" (L, R : T) return T;\nend Top;\n",
    );
    file(
        "top.adb",
        "package body Top is\n   package body Inner is\n      procedure P (A : T; B : in out U; C : V) is\
         \n      begin\n         \
         pragma Assert (A = One or B.F /= 3 or C (Two) = 4);\n         B.F := 0;\n      end P;\n   end Inner;\n   \
         procedure Step (By : Integer) is\n   begin\n      pragma Assert (Count < Limit or By /= 3);\n   end Step;\n   \
         procedure Arg_X (X : T; Arg_X : Integer) is\n   begin\n      pragma Assert (X = One or Arg_X < 3);\
         \n   end Arg_X;\n   \
         function \"+\" (L, R : T) return T is\n   begin\n      pragma Assert (L = R);\n      return L;\
         \n   end \"+\";\nend Top;\n",
    );
    file("top-child.ads", "package Top.Child is\n   procedure Q (X : T; Y : U);\nend Top.Child;\n");
    file(
        "top-child.adb",
        "package body Top.Child is\n   procedure Q (X : T; Y : U) is\n   begin\
         \n      pragma Assert (X = One or Y.F = 0);\n   \
         end Q;\nend Top.Child;\n",
    );
    file("alone.adb", "procedure Alone (X : in out Integer) is\nbegin\n   X := X + 1;\nend Alone;\n");
    file("main.adb", "with Top;\nprocedure Main is\nbegin\n   pragma Assert (Top.Limit < 5);\nend Main;\n");
    for (name, count) in [("top.adb", 4), ("top-child.adb", 1), ("alone.adb", 1), ("main.adb", 1)] {
        let out = folder.path().join("out");
        let _ = std::fs::remove_dir_all(&out);
        let (high, refused) = emitted(folder.path(), name, &["-u", "--timeout=20"]);
        assert_eq!((high.len(), refused), (count, BTreeMap::new()), "{name}");
        let (_, wrong) = wrong(folder.path());
        assert!(wrong.is_empty(), "{name}: {}", wrong.join("\n"));
    }
}

#[test]
fn objects_that_the_subprogram_makes_itself_are_no_obstacle() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let spec = "package Chains is\n   type Node;\n   type Link is access Node;\n   \
                type Node is record\n      Val : Integer;\n      Next : Link;\n   end record;\n   \
                procedure Build (A : Integer);\nend Chains;\n";
    let body = "package body Chains is\n   procedure Build (A : Integer) is\n      \
                Head : constant Link := new Node'(3, null);\n   begin\n      Head.Next := new Node'(A, null);\n      \
                pragma Assert (Head.Next.Val /= 7);\n   end Build;\nend Chains;\n";
    for (name, text) in [("chains.ads", spec), ("chains.adb", body)] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let (high, refused) = emitted(folder.path(), "chains.adb", &["-u", "--timeout=20"]);
    assert_eq!((high, refused), (vec![6], BTreeMap::new()));
    let (tests, wrong) = wrong(folder.path());
    assert!(tests == 1 && wrong.is_empty(), "{tests} tests: {}", wrong.join("\n"));
}

#[test]
fn what_cannot_be_called_or_written_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = "package Refused is
   type Link is access Integer;
   type Huge is array (1 .. 1_000_000) of Boolean;
   procedure A (L : not null Link);
   procedure B (H : Huge);
   procedure E (X : Integer) with Ghost;
   generic package G is
      procedure P (X : Integer);
   end G;
private
   procedure H (X : Integer);
end Refused;
";
    let body = "package body Refused is
   procedure A (L : not null Link) is
   begin
      pragma Assert (L.all /= 5);
   end A;
   procedure B (H : Huge) is
   begin
      pragma Assert (H (77));
   end B;
   procedure E (X : Integer) is
   begin
      pragma Assert (X < 6);
   end E;
   package body G is
      procedure P (X : Integer) is
      begin
         pragma Assert (X < 7);
      end P;
   end G;
   package I is new G;
   procedure H (X : Integer) is
   begin
      pragma Assert (X < 8);
   end H;
   procedure K (X : Integer) is
   begin
      pragma Assert (X < 9);
   end K;
end Refused;
";
    write(folder.path(), "refused.ads", spec);
    write(folder.path(), "refused.adb", body);
    let (high, refused) = emitted(folder.path(), "refused.adb", &["--timeout=20"]);
    let (_, wrong) = wrong(folder.path());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let expected = [
        // Which of the two is told first depends on the run.
        (8, "too large|objects of Integer"),
        (12, "ghost"),
        (17, "cannot be called from outside"),
        (23, "private part"),
        (27, "declared in a body"),
    ];
    for (line, why) in expected {
        assert!(high.contains(&line), "line {line}: {high:?}");
        assert!(
            refused.get(&line).is_some_and(|said| why.split('|').any(|why| said.contains(why))),
            "line {line}: {refused:?}"
        );
    }
}

/// What a handler takes does not end a program: in the subprogram itself, or in one that has called it.
#[test]
fn what_is_handled_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let of = |handler: &str| {
        let text = format!(
            "procedure Caught (N : Integer) is\n   X : Integer := 1;\n   procedure Inner is\n   begin\n      \
             X := 10 / N;\n   end Inner;\nbegin\n   begin\n      Inner;\n   exception\n      \
             when {handler} => X := 0;\n   end;\nend Caught;\n"
        );
        write(folder.path(), "caught.adb", text);
        let _ = std::fs::remove_dir_all(folder.path().join("out"));
        let (high, refused) = emitted(folder.path(), "caught.adb", &["--timeout=20"]);
        (high, refused, wrong(folder.path()).1)
    };
    let (high, refused, _) = of("others");
    assert_eq!(high, [5]);
    assert!(refused.get(&5).is_some_and(|why| why.contains("a handler takes the exception at ")), "{refused:?}");
    // One that waits for something else takes nothing.
    let (high, refused, wrong) = of("Storage_Error");
    assert!(high.contains(&5) && refused.is_empty() && wrong.is_empty(), "{high:?} {refused:?} {wrong:?}");
}

#[test]
fn annotations_in_comments_and_elaboration() {
    let folder = tempfile::tempdir().expect("a folder");
    write(
        folder.path(),
        "early.ads",
        "package Early is\n   Y : Integer range 1 .. 5 := 5 + Integer'Size;\nend Early;\n",
    );
    let (high, refused) = emitted(folder.path(), "early.ads", &["--timeout=20"]);
    assert_eq!((high, refused), (vec![2], BTreeMap::new()));
    assert_eq!(wrong_alone(folder.path(), "test_1", "early.ads:2"), None);
    write(
        folder.path(),
        "note.adb",
        "procedure Note (X : Integer) is\nbegin\n   --% assert X < 5;\n   null;\nend Note;\n",
    );
    let (high, refused) =
        emitted(folder.path(), "note.adb", &["--frontend", "spark", "--debug-contracts=off", "--timeout=20"]);
    assert_eq!(high, [3]);
    assert!(refused.get(&3).is_some_and(|why| why.contains("comment")), "{refused:?}");
}

/// The Ada programs of a folder and those in it.
fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    for path in entries {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "adb") {
            found.push(path);
        }
    }
}

/// Writes tests for a program that stands beside others, compiles and runs them; how many checks fail, how many tests
/// there are, and what is wrong with them.
fn tested(
    frontend: &str,
    program: &Path,
    counts: &mut [usize; 3],
    reasons: &mut BTreeMap<String, usize>,
) -> Vec<String> {
    let work = tempfile::tempdir().expect("a folder");
    let sources = std::fs::read_dir(program.parent().expect("a folder")).expect("a folder");
    for source in sources.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()) {
        std::fs::copy(&source, work.path().join(source.file_name().expect("a name"))).expect("copied");
    }
    let name = program.file_name().expect("a name").to_string_lossy().into_owned();
    let options = ["--frontend", frontend, "--timeout=1", "--time-limit=30", "--debug-contracts=off"];
    let options = if frontend == "spark" { &options[..] } else { &options[..4] };
    // Some are wrong on purpose.
    let Ok((high, refused)) = emitted_if_good(work.path(), &name, options) else { return Vec::new() };
    let (tests, wrong) = wrong(work.path());
    counts[0] += high.len();
    counts[1] += tests;
    counts[2] += refused.len();
    for why in refused.into_values() {
        *reasons.entry(why.split([':', '`']).next().unwrap_or_default().trim().to_string()).or_default() += 1;
    }
    // Checks in other files, and several in one line, are not told apart here.
    assert!(tests <= high.len() || high.is_empty(), "{name}: {tests} tests of {} checks", high.len());
    wrong.into_iter().map(|what| format!("{}: {what}", program.display())).collect()
}

/// Programs that nobody wrote for this: those of the benchmarks, of other tests, and generated ones.
#[test]
fn tests_of_any_program_compile_and_fail_where_they_say() {
    let asked = std::env::var("HORNSOLVE_EMITTED").unwrap_or_default();
    let (wide, generated) = (asked == "wide", asked == "generated");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["horn-benchmarks/ada", "horn-benchmarks/spark", "tests/ada"] {
        programs(&root.join(folder), &mut found);
    }
    found.sort();
    assert!(found.len() > 250);
    // What fails does so in every fourth program.
    let every = if wide { 1 } else { 40 };
    let (mut counts, mut faults, mut reasons) = ([0; 3], Vec::new(), BTreeMap::new());
    for program in found.iter().step_by(every) {
        let spark = program.starts_with(root.join("horn-benchmarks/spark"));
        faults.extend(tested(if spark { "spark" } else { "ada" }, program, &mut counts, &mut reasons));
    }
    let (batches, functions) = match (wide, generated) {
        (true, _) => (10, 25),
        (_, true) => (4, 25),
        _ => (1, 8),
    };
    for seed in 0..batches {
        let folder = tempfile::tempdir().expect("a folder");
        let generated = batch(4_700 + seed, functions, 0);
        let name = generated.unit.name.to_lowercase();
        write(folder.path(), &format!("{name}.ads"), &generated.spec);
        let body = write(folder.path(), &format!("{name}.adb"), &generated.body);
        faults.extend(tested("ada", &body, &mut counts, &mut reasons));
    }
    let [high, tests, refused] = counts;
    eprintln!("{high} checks fail, {tests} tests compiled and run, {refused} refused: {reasons:#?}");
    assert!(faults.is_empty(), "{} of {tests}:\n{}", faults.len(), faults.join("\n"));
    assert!(tests >= if wide { 300 } else { 1 } || Gnat::find().is_none(), "{tests} tests");
}
