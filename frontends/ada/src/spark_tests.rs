//! The annotations of SPARK 2005 and the aspects of SPARK 2014: each is read, its names are checked, and what has no
//! meaning here is named.

use crate::frontend::{Spark, lower};
use crate::units::InMemory;
use horn_frontend::{Lowered, Task};
use std::path::PathBuf;

fn spark(files: &[(&str, &str)]) -> Lowered {
    let task = Task { files: vec![PathBuf::from(files[0].0)], ..Task::default() };
    lower(&task, &InMemory::new(files.iter().copied()), Spark::options(&task))
}

/// The messages about one file.
fn said(text: &str) -> Vec<String> {
    spark(&[("p.adb", text)]).rendered()
}

/// The texts of the messages about a procedure with these declarations and statements, and their lines.
fn inside(declarations: &str, statements: &str) -> Vec<String> {
    let text = format!("procedure P (X : in out Integer) is\n{declarations}\nbegin\n{statements}\nend P;\n");
    said(&text)
}

const SPEC: &str = "package Q
--# own State, Count : Natural; Level : Grade;
--# initializes State, Count;
is
   type Grade is (Low, High);
   procedure Inc (X : in out Integer);
   --# global in out Count; in State; out Q.Level;
   --# derives Count, Level from *, X, State & X from X & null from State;
   function Get return Natural;
   --# global Count;
end Q;
";

const BODY: &str = "package body Q
--# own State is A, B;
is
   Count : Natural := 0;
   Level : Grade := Low;
   A, B : Boolean := False;
   procedure Inc (X : in out Integer)
   --# global in out Count; in A; in B; out Level;
   --# derives Count, Level from *, X, A, B & X from X;
   is
   begin
      Count := Count + 1; X := X + 0; Level := High;
   end Inc;
   function Get return Natural is
   begin
      return Count;
   end Get;
end Q;
";

#[test]
fn state_and_flow_of_a_package_are_read() {
    let user = "with Q;\n--# inherit Q;\n--# main_program;\nprocedure P\n--# global in out Q.Count, Q.State; out Q.Level;\n\
                --# derives Q.Count, Q.Level from *, Q.State & Q.State from *;\nis\n   X : Integer := 1;\nbegin\n   \
                Q.Inc (X);\nend P;\n";
    let files = [("p.adb", user), ("q.ads", SPEC), ("q.adb", BODY)];
    assert_eq!(spark(&files).rendered(), Vec::<String>::new());
}

#[test]
fn own_variables_of_a_body_have_no_value_in_the_specification() {
    let spec = SPEC.replace("--# global Count;", "--# global Count;\n   --# return Count;");
    let said = spark(&[("q.adb", BODY), ("q.ads", &spec)]).rendered();
    let expected =
        "q.ads:11:15: warning: not supported: own variable \"Count\" in a predicate outside of the body (SPARK 2005)";
    assert!(said.iter().any(|text| text.starts_with(expected)), "{said:?}");
}

#[test]
fn names_that_mean_nothing_are_errors_inside_the_comment() {
    let wrong = |part: &str, instead: &str, message: &str| {
        let changed = [SPEC.replacen(part, instead, 1), BODY.replacen(part, instead, 1)];
        assert!(changed[0] != SPEC || changed[1] != BODY, "{part}");
        let spec = if changed[0] == SPEC { SPEC } else { &changed[0] };
        let body = if changed[0] == SPEC { &changed[1] } else { BODY };
        let lowered = spark(&[("q.adb", body), ("q.ads", spec)]);
        let said = lowered.rendered();
        assert!(lowered.failed() && said.iter().any(|text| text == message), "{instead}: {said:?}");
    };
    wrong("in State; out", "in Stat; out", "q.ads:7:32: error: \"Stat\" is undefined");
    wrong("out Q.Level", "out Q.Lever", "q.ads:7:45: error: \"Lever\" is undefined");
    wrong("null from State", "null from Starte", "q.ads:8:69: error: \"Starte\" is undefined");
    wrong("X from X &", "X from Get &", "q.ads:8:55: error: \"Get\" is no variable");
    wrong("Level : Grade;", "Level : Grad;", "q.ads:2:41: error: \"Grad\" is undefined");
    wrong(
        "initializes State, Count",
        "initializes State, A",
        "q.ads:3:24: error: \"A\" is no own variable of this package",
    );
    wrong("State is A, B", "State is A, C", "q.adb:2:21: error: \"C\" is undefined");
    wrong("own State is", "own Stale is", "q.adb:2:9: error: \"Stale\" is no own variable of this package");
    wrong("--# global Count", "--# global X", "q.ads:10:15: error: \"X\" is undefined");
    let unknown = "--# inherit Nowhere;\nprocedure P is\nbegin\n   null;\nend P;\n";
    assert_eq!(said(unknown), ["p.adb:1:13: error: unit \"Nowhere\" is undefined"]);
}

#[test]
fn the_aspects_about_flow_are_checked_for_names() {
    let aspects = |aspects: &str| {
        said(&format!(
            "procedure P is\n   G, H : Integer := 0;\n   function F (X : Integer) return Integer\n     with {aspects};\n   \
             function F (X : Integer) return Integer is (X);\nbegin\n   G := F (H);\nend P;\n"
        ))
    };
    for good in [
        "Global => null",
        "Global => G",
        "Global => (G, H)",
        "Global => (Input => (G, H), Proof_In => P.G)",
        "Depends => (F'Result => X)",
        "Depends => (F'Result => (X, G), null => H)",
        "Global => (Input => G), Depends => (F'Result =>+ (X, G))",
        "Ghost, Global => null, Always_Terminates",
    ] {
        assert_eq!(aspects(good), Vec::<String>::new(), "{good}");
    }
    for (wrong, message) in [
        ("Global => K", "p.adb:4:21: error: \"K\" is undefined"),
        ("Global => (Input => (G, K))", "p.adb:4:35: error: \"K\" is undefined"),
        ("Global => (Inputs => G)", "p.adb:4:22: error: invalid mode selector"),
        ("Global => Integer", "p.adb:4:21: error: \"Integer\" is no variable"),
        ("Depends => (F'Result => Y)", "p.adb:4:35: error: \"Y\" is undefined"),
        ("Depends => (F'Result =>+ (X, Y))", "p.adb:4:40: error: \"Y\" is undefined"),
        ("Depends => (F'Result => 1)", "p.adb:4:35: error: name of a variable expected"),
        (
            "Exit_Cases => (X > 0 => Normal)",
            "p.adb:4:35: error: exit kind expected: Normal_Return, Exception_Raised or Program_Exit",
        ),
        ("Exit_Cases => (X > 0 => (Exception_Raised => G))", "p.adb:4:35: error: exception name expected in exit case"),
        ("Subprogram_Variant => (Grows => X)", "p.adb:4:34: error: expect name \"Increases\" or \"Decreases\""),
    ] {
        assert_eq!(aspects(wrong), [message], "{wrong}");
    }
    let unsupported = aspects("Program_Exit => X > 0");
    let expected = "p.adb:4:11: warning: not supported: aspect Program_Exit";
    assert!(unsupported.iter().any(|text| text.starts_with(expected)), "{unsupported:?}");
}

#[test]
fn a_relaxed_type_may_have_a_predicate() {
    let record = "is record\n      Top : Natural := 0;\n      Content : Numbers (1 .. 9);\n   end record";
    let said_of = |aspects: &str| {
        said(&format!(
            "procedure P is\n   type Numbers is array (Positive range <>) of Integer with Relaxed_Initialization;\n   \
             type Stack {record}\n     with {aspects};\n   S : Stack;\nbegin\n   S.Top := 1;\nend P;\n"
        ))
    };
    for aspects in [
        "Ghost_Predicate => Top <= 9 and then (for all K in 1 .. Top => Content (K)'Initialized)",
        "Relaxed_Initialization, Predicate => Top <= 9",
        "Predicate => Top <= 9, Relaxed_Initialization",
    ] {
        let messages = said_of(aspects);
        assert!(messages.is_empty(), "{aspects}: {messages:?}");
    }
}

#[test]
fn abstract_states_may_be_named() {
    let spec = "package Q with Abstract_State => (State, (Log with External)), Initializes => State is\n   \
                procedure Inc with Global => (In_Out => State, Output => Log);\nend Q;\n";
    let body = "package body Q with Refined_State => (State => (A, B), Log => C) is\n   A, B, C : Integer := 0;\n   \
                procedure Inc with Refined_Global => (In_Out => (A, B), Output => C) is\n   begin\n      C := 1;\n   end Inc;\n\
                end Q;\n";
    assert_eq!(spark(&[("q.adb", body), ("q.ads", spec)]).rendered(), Vec::<String>::new());
    let wrong = body.replace("(A, B), Log", "(A, D), Log");
    assert_eq!(spark(&[("q.adb", &wrong), ("q.ads", spec)]).rendered(), ["q.adb:1:52: error: \"D\" is undefined"]);
}

#[test]
fn annotations_of_statements_are_checked_for_names() {
    for (annotation, message) in [
        ("--# assert Y > 0;", "p.adb:4:12: error: \"Y\" is undefined"),
        ("--# check X > 0 -> Y~ > 0;", "p.adb:4:20: error: \"Y\" is undefined"),
        ("--# assume for all I in Integer range 1 .. Y => (I > 0);", "p.adb:4:44: error: \"Y\" is undefined"),
        ("--% assert Y > 0;", "p.adb:4:12: error: \"Y\" is undefined"),
        ("--% assume X > Z;", "p.adb:4:16: error: \"Z\" is undefined"),
        ("--% notOverflow (+, Integer, X, Y);", "p.adb:4:33: error: \"Y\" is undefined"),
        ("--# pre X > 0;", "p.adb:4:5: error: annotation stands where only those of statements may"),
    ] {
        assert_eq!(inside("", &format!("{annotation}\nX := 1;")), [message], "{annotation}");
    }
    for good in
        ["--# accept F, 10, X, \"never mind\";\nX := 1;\n--# end accept;", "--# check X = X~ <-> True;\nX := 1;"]
    {
        assert_eq!(inside("", good), Vec::<String>::new(), "{good}");
    }
}

#[test]
fn lists_of_only_annotations_are_bodies() {
    for statements in [
        "--% assert X > 0;",
        "if X > 0 then\n--% assert X > 0;\nelse\n--# check X <= 0;\nend if;",
        "for I in 1 .. 3 loop\n--% assert X > I;\n--% assert X > 0;\nend loop;",
        "loop\n--# assert X > 0;\nexit when X > 1;\nX := X + 1;\nend loop;",
    ] {
        assert_eq!(inside("", statements), Vec::<String>::new(), "{statements}");
    }
}

#[test]
fn declarations_of_annotations_have_their_places() {
    let none = "X := 1;";
    for (declaration, message) in [
        ("--# assert X > 0;", "p.adb:2:5: error: annotation stands where no statement may"),
        ("--# global in X;", "p.adb:2:5: error: annotation does not follow a subprogram"),
        (
            "type T is range 1 .. 9;\n--# assert T'Base is Short_Intger;",
            "p.adb:3:22: error: \"Short_Intger\" is undefined",
        ),
    ] {
        assert_eq!(inside(declaration, none), [message], "{declaration}");
    }
    let proof = "--# function Sorted (I : Integer) return Boolean;\n--# type T is abstract;\n--# constant C : T;";
    assert_eq!(inside(proof, none), Vec::<String>::new());
    let used = inside(proof, "--# assert Sorted (X);\nX := 1;");
    assert!(used.iter().any(|text| text.contains("not supported: proof function (SPARK 2005)")), "{used:?}");
    let base = "type T is range 1 .. 9;\n--# assert T'Base is Short_Integer;";
    assert_eq!(inside(base, none), Vec::<String>::new());
}

#[test]
fn hidden_bodies_are_not_analysed() {
    let text = |name: &str| {
        format!(
            "procedure P is\n   X : Integer := 1;\n   procedure Q (X : in out Integer)\n   --# post X > 5;\n   is\n   --# hide {name};\n   \
             begin\n      X := X / 0;\n   end Q;\nbegin\n   Q (X);\n   --# check X > 5;\nend P;\n"
        )
    };
    let lowered = spark(&[("p.adb", &text("Q"))]);
    assert_eq!(lowered.rendered(), Vec::<String>::new());
    let division = |check: &&horn_frontend::ir::Check| check.kind == horn_frontend::ir::CheckKind::Division;
    assert_eq!(lowered.program.checks.iter().filter(division).count(), 0);
    assert_eq!(said(&text("R")), ["p.adb:6:13: error: hidden part is of \"Q\""]);
}

#[test]
fn other_contracts_of_spark_2014() {
    let checks = |text: &str| {
        let lowered = spark(&[("p.adb", text)]);
        assert_eq!(lowered.rendered(), Vec::<String>::new(), "{text}");
        lowered.program.checks.iter().map(|check| check.kind.rule()).collect::<Vec<_>>()
    };
    let found = checks(
        "procedure P (X : in out Integer) is\n   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;\n   E : Even := 2;\n   \
         Start : constant Integer := X with Ghost;\nbegin\n   pragma Assert_And_Cut (Start = X);\n   while X < 0 loop\n      X := X + 1;\n      \
         pragma Loop_Invariant (X >= X'Loop_Entry);\n      pragma Loop_Variant (Increases => X);\n   end loop;\n   E := X;\nend P;\n",
    );
    for rule in
        ["VC_PREDICATE_CHECK", "VC_ASSERT", "VC_LOOP_INVARIANT_INIT", "VC_LOOP_INVARIANT_PRESERV", "VC_LOOP_VARIANT"]
    {
        assert!(found.contains(&rule), "{rule}: {found:?}");
    }
    let found = checks(
        "procedure P (X : in out Integer) is\n   function Down (N : Natural) return Natural\n     with Subprogram_Variant => (Decreases => N),\n     \
         Contract_Cases => (N = 0 => Down'Result = 0, others => Down'Result = Down'Result)\n   is\n   begin\n      \
         if N = 0 then\n         return 0;\n      end if;\n      return Down (N - 1);\n   end Down;\nbegin\n   if X > 0 then\n      X := Down (X);\n   \
         end if;\nend P;\n",
    );
    for rule in ["VC_SUBPROGRAM_VARIANT", "VC_CONTRACT_CASE"] {
        assert!(found.contains(&rule), "{rule}: {found:?}");
    }
}

#[test]
fn invariants_are_checked_at_the_boundary() {
    let spec = "package Q is\n   type T is private with Type_Invariant => Fine (T);\n   function Fine (X : T) return Boolean;\n   \
                procedure Change (X : in out T);\n   procedure Make (X : out T);\n   function Get (X : T) return Integer;\n   \
                function New_T return T;\nprivate\n   type T is record A : Integer := 0; end record;\n   \
                function Fine (X : T) return Boolean is (X.A >= 0);\n   procedure Inner (X : in out T);\nend Q;\n";
    let body = "package body Q is\n   procedure Inner (X : in out T) is\n   begin\n      X.A := -1;\n   end Inner;\n   \
                procedure Change (X : in out T) is\n   begin\n      Inner (X);\n   end Change;\n   procedure Make (X : out T) is\n      \
                Y : T;\n   begin\n      Change (Y);\n      X := Y;\n   end Make;\n   \
                function Get (X : T) return Integer is\n   begin\n      return X.A;\n   end Get;\n   function New_T return T is ((A => 1));\n\
                end Q;\n";
    let lowered = spark(&[("q.adb", body), ("q.ads", spec)]);
    assert_eq!(lowered.rendered(), Vec::<String>::new());
    let of_kind = |check: &&horn_frontend::ir::Check| check.kind == horn_frontend::ir::CheckKind::TypeInvariant;
    // Change, Make and New_T return something, Y has a default value, and Change is called; Inner is nobody's business.
    assert_eq!(lowered.program.checks.iter().filter(of_kind).count(), 5);
    let said = |spec: &str| spark(&[("q.ads", spec)]).rendered();
    let wrong = "package Q is\n   type T is new Integer with Type_Invariant => T > 0;\nend Q;\n";
    assert_eq!(said(wrong), ["q.ads:2:31: error: aspect Type_Invariant is only allowed for private types"]);
    let class = "package Q is\n   type T is private with Type_Invariant'Class => True;\nprivate\n   type T is new Integer;\nend Q;\n";
    assert_eq!(said(class), ["q.ads:2:27: warning: not supported: aspect Type_Invariant'Class (RM 7.3.2)"]);
    let parts = "package Q is\n   type T is private;\n   type U is array (1 .. 3) of T;\n   procedure P (X : out U) with Import;\nprivate\n   \
                 type T is record A : Integer := 0; end record\n     with Type_Invariant => T.A >= 0;\nend Q;\n";
    let warning = "q.ads:4:17: warning: not supported: value with parts of \"T\", which has an invariant (RM 7.3.2)";
    assert_eq!(said(parts), [warning]);
}
