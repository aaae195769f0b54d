//! The semantics that are easily wrong, by programs that run: each ends in the failure its comment names, at that
//! line, or does not fail. The comments were confirmed with GNAT 12 (`gnatmake -gnata -gnato -gnat2022 -gnatX`).

use horn_frontend::interp::{self, End, Inputs, Limits};
use horn_frontend::ir::{lift, validate};
use horn_frontend::{Frontend, Source, Task};
use std::path::Path;

/// How a program ended: line and rule of the check that failed.
fn run(path: &Path) -> Result<Option<(usize, String)>, String> {
    let lowered = horn_ada::frontend::Ada.lower(&Task { files: vec![path.to_path_buf()], ..Task::default() });
    let messages = lowered.rendered();
    if !messages.is_empty() {
        return Err(messages.join("\n"));
    }
    let mut program = lowered.program;
    lift(&mut program);
    if let Some(problem) = validate(&program).first() {
        return Err(format!("after lifting: {}", problem.message));
    }
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_lowercase();
    let entry = program
        .procedures()
        .find(|(_, procedure)| procedure.entry && procedure.name.to_lowercase() == name)
        .map(|(id, _)| id)
        .ok_or("the main program is no entry")?;
    let run = interp::run(
        &program,
        entry,
        &Inputs::default(),
        &mut (),
        Limits { steps: 1_000_000, cancel: None, trace: false },
    );
    match run.end {
        End::Returned => Ok(None),
        End::Failed(check) => {
            let check = &program.checks[check.index()];
            let text = &lowered.texts[check.loc.file.0 as usize];
            let line = Source::new("", text).position(check.loc.span.start).0;
            Ok(Some((line, check.kind.rule().to_string())))
        }
        other => Err(format!("{other:?} at {:?}", run.loc)),
    }
}

#[test]
fn programs_end_as_their_comments_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traps");
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of the programs")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "adb"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 28, "programs are missing");
    let mut wrong = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).expect("a program");
        let expected = text.lines().zip(1..).find_map(|(line, number)| {
            line.split_once("--  fails: ").map(|(_, rule)| (number, rule.trim().to_string()))
        });
        match run(path) {
            Ok(found) if found == expected => {}
            Ok(found) => wrong.push(format!("{}: expected {expected:?}, found {found:?}", path.display())),
            Err(message) => wrong.push(format!("{}: {message}", path.display())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Programs of several units, checked with `gcc -c -gnatc -gnat2022`: nothing in them is illegal or unsupported.
#[test]
fn programs_of_the_subset_lower_without_a_message() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    for main in [
        "stacks/main.adb",
        "generic/use_maths.adb",
        "many/many.adb",
        "types/p2.adb",
        "texts/texts.adb",
        "state/levels.adb",
        "views/views.adb",
    ] {
        let lowered = horn_ada::frontend::Ada.lower(&Task { files: vec![folder.join(main)], ..Task::default() });
        assert_eq!(lowered.rendered(), Vec::<String>::new(), "{main}");
        assert!(lowered.program.procedures.iter().any(|procedure| procedure.entry), "{main} has no entry");
        assert!(validate(&lowered.program).is_empty());
    }
}

/// What is outside the subset is said, and the rest is still analysed.
#[test]
fn a_subprogram_outside_the_subset_leaves_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mixed.adb");
    let text = "procedure Mixed is\n   type Link is access protected procedure;\n   X : Integer := 1;\
                \n   procedure Inner (N : Integer) is\n   begin\n      X := X + N;\n   end Inner;\nbegin\
                \n   Inner (2);\nend Mixed;\n";
    std::fs::write(&path, text).expect("a file");
    let lowered = horn_ada::frontend::Ada.lower(&Task { files: vec![path], ..Task::default() });
    assert!(!lowered.failed(), "{:?}", lowered.rendered());
    let path = folder.path().join("uses.adb");
    let text = "package body Uses is\n   type Link is access protected procedure;\n   Count : Natural := 0;\
                \n   procedure Helper is\n   begin\n      Count := Count + 1;\n   end Helper;\
                \n   procedure Bad (L : Link) is\n   begin\n      Helper;\n      L.all;\n   end Bad;\
                \n   procedure Good (X : in out Integer) is\n   begin\n      X := X + 1;\n   end Good;\nend Uses;\n";
    std::fs::write(&path, text).expect("a file");
    std::fs::write(folder.path().join("uses.ads"), "package Uses is\n   pragma Elaborate_Body;\nend Uses;\n")
        .expect("a file");
    let lowered = horn_ada::frontend::Ada.lower(&Task { files: vec![path], ..Task::default() });
    let messages = lowered.rendered();
    assert!(!lowered.failed(), "{messages:?}");
    assert!(
        messages.iter().any(|line| line
            .contains("uses.adb:8:19: warning: not supported: access-to-protected-subprogram type (RM 3.10)")),
        "{messages:?}"
    );
    let entry = |name: &str| {
        lowered.program.procedures.iter().any(|one| one.entry && one.name == name && !one.blocks.is_empty())
    };
    assert!(entry("Uses.Good"));
    // Only the unsupported one calls it.
    assert!(entry("Uses.Helper"));
    assert!(!entry("Uses.Bad"));
}

/// What of controlled types is not modelled is said where it stands, and the rest is analysed.
#[test]
fn what_controlled_types_lack_is_named() {
    let cases = [
        ("if N = 1 and then Made (1).Id = 2 then null; end if;", "in an expression that is not always evaluated"),
        ("if Made (1).Id = Made (2).Id then null; end if;", "operands with finalization of which one changes"),
        ("R (1 .. 2) := R (2 .. 3);", "assignment with finalization that checks bounds"),
        ("R := (others => Made (3));", "in an expression that is not always evaluated"),
        ("A := new Cell;", "allocator of objects that end with their access type"),
        ("Q (C);", "object of the class of all controlled types"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (statement, expected) in cases {
        let path = folder.path().join("p.adb");
        let text = format!(
            "with Ada.Finalization;\nprocedure P (N : Integer) is\n   Count : Integer := 0;\n   package Cells is\
             \n      type Cell is new Ada.Finalization.Controlled with record Id : Integer := 0; end record;\
             \n      procedure Initialize (C : in out Cell);\n      procedure Finalize (C : in out Cell);\
             \n   end Cells;\n   use Cells;\n   package body Cells is\
             \n      procedure Initialize (C : in out Cell) is begin Count := Count + 1; end Initialize;\
             \n      procedure Finalize (C : in out Cell) is begin Count := Count - 1; end Finalize;\
             \n   end Cells;\n   function Made (K : Integer) return Cell is\n      C : Cell;\n   begin\
             \n      C.Id := K; return C;\n   end Made;\
             \n   procedure Q (X : Ada.Finalization.Controlled'Class) is null;\
             \n   procedure Other (K : in out Integer) is begin K := K / 2; end Other;\
             \n   R : array (1 .. 3) of Cell;\n   C : Cell;\n   type Link is access Cell;\n   A : Link;\nbegin\
             \n   {statement}\nend P;\n"
        );
        std::fs::write(&path, text).expect("a file");
        let lowered = horn_ada::frontend::Ada.lower(&Task { files: vec![path], ..Task::default() });
        let messages = lowered.rendered();
        assert!(!lowered.failed(), "{statement}: {messages:?}");
        assert!(messages.iter().any(|line| line.contains(expected)), "{statement}: {messages:?}");
        let other = |one: &&horn_frontend::ir::Procedure| one.name == "P.Other" && !one.blocks.is_empty();
        assert!(lowered.program.procedures.iter().any(|one| other(&one)), "{statement}");
    }
}

/// A clause for the small of a type that has another one, as that of its parent, is not left out silently.
#[test]
fn a_small_that_a_type_has_not_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.adb");
    for (small, named) in [("0.5", false), ("0.25", true)] {
        let text = format!(
            "procedure P is\n   type F is delta 0.5 range 0.0 .. 10.0;\n   type D is new F;\
             \n   for D'Small use {small};\nbegin\n   pragma Assert (D'Small = 0.5);\nend P;\n"
        );
        std::fs::write(&path, text).expect("a file");
        let lowered = horn_ada::frontend::Ada.lower(&Task { files: vec![path.clone()], ..Task::default() });
        let messages = lowered.rendered();
        let found = messages.iter().any(|line| line.contains("not supported: representation clause for Small"));
        assert_eq!(found, named, "{small}: {messages:?}");
    }
}

/// Initial values with finalization whose order or checks are not followed are named.
#[test]
fn initial_values_that_are_not_followed_are_named() {
    let cases = [
        (
            "type Big is new Ada.Finalization.Controlled with record C : Cell; end record;\
             \n      overriding procedure Initialize (B : in out Big);",
            "procedure Initialize (B : in out Big) is begin null; Count := Count + 1; end Initialize;",
            "B : array (1 .. 2) of Big;",
            "array of controlled objects with parts that are initialised, too",
        ),
        (
            "subtype Good is Cell with Dynamic_Predicate => Good.Id > 0;",
            "",
            "C : Cell; D : Good := C;",
            "initial value with finalization and predicates",
        ),
        (
            "type Even is new Ada.Finalization.Controlled with record Id : Integer := 0; end record\
             \n         with Dynamic_Predicate => Even.Id mod 2 = 0;\
             \n      overriding procedure Initialize (E : in out Even);",
            "procedure Initialize (E : in out Even) is begin E.Id := 2; end Initialize;",
            "E : Even;",
            "predicate of a controlled type",
        ),
        (
            "type Bound is new Ada.Finalization.Limited_Controlled with null record;\
             \n      overriding procedure Finalize (B : in out Bound);\n      function Made (N : Integer) return Bound;",
            "procedure Finalize (B : in out Bound) is begin Count := Count - 1; end Finalize;\
             \n      function Made (N : Integer) return Bound is\n      begin\n         return B : Bound do\
             \n            if N = 1 then return; end if;\n         end return;\n      end Made;",
            "B : Bound := Made (1);",
            "\"return\" inside of the return of a limited object with finalization",
        ),
        (
            "type Sized (N : Integer) is record C : Cell; S : String (1 .. N); I : Integer := Count; end record;",
            "",
            "S : Sized (2);",
            "component behind one with finalization that depends on a discriminant",
        ),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (specification, body, declaration, expected) in cases {
        let path = folder.path().join("p.adb");
        let text = format!(
            "with Ada.Finalization;\nprocedure P is\n   Count : Integer := 0;\n   package Cells is\
             \n      type Cell is new Ada.Finalization.Controlled with record Id : Integer := 0; end record;\
             \n      overriding procedure Initialize (C : in out Cell);\
             \n      overriding procedure Adjust (C : in out Cell);\n      {specification}\n   end Cells;\
             \n   package body Cells is\
             \n      procedure Initialize (C : in out Cell) is begin Count := Count + 1; end Initialize;\
             \n      procedure Adjust (C : in out Cell) is begin C.Id := C.Id + 1; end Adjust;\n      {body}\
             \n   end Cells;\n   use Cells;\nbegin\n   declare\n      {declaration}\n   begin\n      null;\
             \n   end;\nend P;\n"
        );
        std::fs::write(&path, text).expect("a file");
        let lowered = horn_ada::frontend::Ada.lower(&Task { files: vec![path], ..Task::default() });
        let messages = lowered.rendered();
        assert!(!lowered.failed(), "{declaration}: {messages:?}");
        assert!(messages.iter().any(|line| line.contains(expected)), "{declaration}: {messages:?}");
    }
}

/// Mistakes are reported in GNAT's words, once each.
#[test]
fn mistakes_are_reported_once() {
    let cases = [
        ("X := Y;", "4:9: error: \"Y\" is undefined"),
        ("X := True;", "4:9: error: expected type \"Standard.Integer\", found type \"Standard.Boolean\""),
        ("C := 2;", "4:4: error: left hand of assignment must be a variable"),
        ("N := 2;", "4:4: error: assignment to \"in\" mode parameter not allowed"),
        ("if X then null; end if;", "4:7: error: expected type \"Standard.Boolean\", found type \"Standard.Integer\""),
        ("X := 3_000_000_000;", "4:9: error: value not in range of type \"Standard.Integer\""),
        ("exit;", "4:4: error: exit statement must appear within a loop"),
        ("return 1;", "4:11: error: procedure cannot return a value"),
        ("X.A := 1;", "4:6: error: invalid prefix in selected component \"A\""),
        ("Missing (X);", "4:4: error: \"Missing\" is undefined"),
        (
            "X := X + 1.0;",
            "4:11: error: invalid operand types for operator \"+\": left operand has type \"Standard.Integer\", right \
             operand has type universal real",
        ),
        ("case X is when 1 => null; end case;", "4:4: error: missing case value: -2147483648"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (statement, expected) in cases {
        let path = folder.path().join("p.adb");
        let text = format!(
            "procedure P (N : Integer) is\n   X : Integer := 0; C : constant Integer := N;\nbegin\n   {statement}\
             \nend P;\n"
        );
        std::fs::write(&path, text).expect("a file");
        let lowered = horn_ada::frontend::Ada.lower(&Task { files: vec![path], ..Task::default() });
        let messages = lowered.rendered();
        assert_eq!(messages.len(), 1, "{statement}: {messages:?}");
        assert!(messages[0].ends_with(expected), "{statement}: {messages:?}");
    }
}

/// Chains of operators longer than any tree may be high, as tools write them.
#[test]
fn long_chains_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long_chains.adb");
    let write = |links: usize, terms: usize| {
        let (text, sum) = (vec!["\"ab\" & X"; links].join(" &\n"), vec!["N"; terms].join(" +\n"));
        let program = format!(
            "procedure Long_Chains is\nX : constant Character := 'x';\nN : Integer := 2;\n\
             Text : constant String := {text};\nbegin\nN := {sum};\npragma Assert (N = {});\n\
             pragma Assert (Text'Length = {} and Text (4 .. 6) = \"abx\");\npragma Assert (N = 0);\n\
             end Long_Chains;\n",
            2 * terms,
            3 * links
        );
        std::fs::write(&path, &program).expect("a file");
        program.lines().count() - 1
    };
    let last = write(130, 300);
    assert_eq!(run(&path), Ok(Some((last, "VC_ASSERT".to_string()))));
    write(10, 1_200);
    let lowered = horn_ada::frontend::Ada.lower(&Task { files: vec![path], ..Task::default() });
    assert_eq!(lowered.rendered(), Vec::<String>::new());
}
