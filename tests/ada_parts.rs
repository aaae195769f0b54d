//! What is wrong, and what is not supported, concerns its users and nothing else: the rest of a program is analysed.

#[path = "common/schema.rs"]
mod schema;

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// What a run said.
struct Said {
    code: Option<i32>,
    messages: Vec<String>,
    /// Line, rule and status of each check.
    checks: Vec<(u64, String, String)>,
    summary: Value,
}

impl Said {
    fn status(&self, line: u64, rule: &str) -> Vec<&str> {
        let found = self.checks.iter().filter(|check| check.0 == line && check.1 == rule);
        found.map(|check| check.2.as_str()).collect()
    }

    fn says(&self, part: &str) -> bool {
        self.messages.iter().any(|message| message.contains(part))
    }
}

/// Verifies the files, which are written into a folder of their own; the first one is given.
fn verify(files: &[(&str, &str)]) -> Said {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let json = folder.path().join("out.json");
    let path = |name: &str| Path::new(folder.path()).join(name).display().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_hornsolve"))
        .args(["--frontend", "ada", "--steps", "3000", "--json", &json.display().to_string(), &path(files[0].0)])
        .output()
        .expect("hornsolve starts");
    // Where nothing is left to be verified there is no JSON.
    let nothing = || serde_json::json!({ "messages": [String::from_utf8_lossy(&output.stderr)] });
    let value = std::fs::read_to_string(&json).map_or_else(|_| nothing(), |text| schema::result(&text));
    let word = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let checks = value["checks"].as_array().cloned().unwrap_or_default();
    Said {
        code: output.status.code(),
        messages: value["messages"].as_array().into_iter().flatten().map(word).collect(),
        checks: checks
            .iter()
            .map(|check| (check["line"].as_u64().unwrap_or(0), word(&check["rule"]), word(&check["status"])))
            .collect(),
        summary: value["summary"].clone(),
    }
}

fn never_a_success(said: &Said) {
    assert_ne!(said.summary["success"], Value::Bool(true), "{}", said.summary);
    assert!(said.summary["leftOut"].as_u64().unwrap_or(0) > 0, "{}", said.summary);
}

#[test]
fn errors_concern_their_users_alone() {
    let spec = "package Wrong is
   procedure Bad (X : Integer);
   procedure User (X : out Integer);
   procedure Other (X : out Integer);
   procedure Good (A : Integer; X : out Integer);
   procedure Also (X : out Integer);
end Wrong;
";
    let body = "package body Wrong is
   procedure Bad (X : Integer) is
   begin
      Y := X;
   end Bad;
   function F (X : Integer) return Integer is (X);
   function F (X : Missing) return Integer is (0);
   Late : Absent := 1;
   State : Integer := 1;
   procedure User (X : out Integer) is
   begin
      X := F (3);
      pragma Assert (X = 3);
   end User;
   procedure Other (X : out Integer) is
   begin
      State := 2;
      Bad (1);
      X := 2;
      pragma Assert (State = 2);
   end Other;
   procedure Good (A : Integer; X : out Integer) is
   begin
      X := 3;
      pragma Assert (X = 3);
      X := X / A;
   end Good;
   procedure Also (X : out Integer) is
   begin
      X := Late;
      pragma Assert (X = 1);
   end Also;
end Wrong;
";
    let said = verify(&[("wrong.adb", body), ("wrong.ads", spec)]);
    assert_eq!(said.code, Some(1));
    assert!(said.says("wrong.adb:4:7: error: \"Y\" is undefined"), "{:?}", said.messages);
    assert!(said.says("wrong.adb:7:20: error: \"Missing\" is undefined"), "{:?}", said.messages);
    // What may mean another `F`, and what uses a wrong declaration.
    for line in [13, 31] {
        assert!(!said.checks.iter().any(|check| check.0 == line), "{:?}", said.checks);
    }
    // What calls the wrong one.
    assert_eq!(said.status(20, "VC_ASSERT"), ["unknown"]);
    assert_eq!(said.status(25, "VC_ASSERT"), ["proved"]);
    assert_eq!(said.status(26, "VC_DIVISION_CHECK"), ["fails"]);
    never_a_success(&said);
}

#[test]
fn a_file_with_syntax_errors_leaves_the_others() {
    let main = "with Broken; with Fine;
procedure Main (X : in out Integer) is
   procedure Uses is
   begin
      X := Broken.Value;
      pragma Assert (X = 1);
   end Uses;
   procedure Does_Not is
   begin
      X := Fine.Value;
      pragma Assert (X = 2);
   end Does_Not;
begin
   Does_Not;
end Main;
";
    let broken = "package Broken is
   function Value return Integer is (1)
   end;
";
    let fine = "package Fine is
   function Value return Integer is (2);
end Fine;
";
    let said = verify(&[("main.adb", main), ("broken.ads", broken), ("fine.ads", fine)]);
    assert_eq!(said.code, Some(1));
    assert!(said.says("broken.ads:"), "{:?}", said.messages);
    assert_eq!(said.status(6, "VC_ASSERT"), [""; 0]);
    assert_eq!(said.status(11, "VC_ASSERT"), ["proved"]);
    never_a_success(&said);
    // The same where the unit is not there at all.
    let said = verify(&[("main.adb", main), ("fine.ads", fine)]);
    assert_eq!(said.code, Some(1));
    assert!(said.says("file \"broken.ads\" not found"), "{:?}", said.messages);
    assert_eq!(said.status(6, "VC_ASSERT"), [""; 0]);
    assert_eq!(said.status(11, "VC_ASSERT"), ["proved"]);
    // A body with an error is not what its contract says.
    let spec = "package Fine is
   function Value return Integer with Post => Value'Result = 2;
end Fine;
";
    let body = "package body Fine is
   function Value return Integer is begin return 3 end;
end Fine;
";
    let said = verify(&[("main.adb", main), ("fine.ads", spec), ("fine.adb", body)]);
    assert_eq!(said.status(11, "VC_ASSERT"), [""; 0]);
}

#[test]
fn a_condition_that_is_not_supported_is_never_decided() {
    let said = verify(&[(
        "part.adb",
        "procedure Part (X : Integer; Y : out Integer)
   with Pre => X'Has_Same_Storage (X) and then X > 0, Post => Y'Has_Same_Storage (Y) is
   Z : Integer := 5;
begin
   pragma Assert (Z'Has_Same_Storage (Z));
   pragma Assert (Z = 5);
   Y := 100 / X;
   if X = 3 then
      Y := 100 / (Z - 5);
   end if;
end Part;
",
    )]);
    assert_eq!(said.code, Some(0));
    assert!(said.says("not supported: attribute Has_Same_Storage"), "{:?}", said.messages);
    assert_eq!(said.status(5, "VC_ASSERT"), ["unknown"]);
    assert_eq!(said.status(2, "VC_POSTCONDITION"), ["unknown"]);
    assert_eq!(said.status(6, "VC_ASSERT"), ["proved"]);
    // Nothing is concluded from the precondition, and what rests on its absence is no failure.
    assert_eq!(said.status(7, "VC_DIVISION_CHECK"), ["unknown"]);
    assert_eq!(said.status(9, "VC_DIVISION_CHECK"), ["unknown"]);
    never_a_success(&said);
}

#[test]
fn a_condition_that_may_matter_elsewhere_concerns_the_subprogram() {
    // The function counts its calls.
    let said = verify(&[(
        "effect.adb",
        "procedure Effect (X : Integer) is
   Count : Integer := 0;
   function Next return Boolean is
   begin
      Count := Count + 1;
      return True;
   end Next;
   Z : Integer := X;
begin
   pragma Assert (Z'Has_Same_Storage (Z) and then Next);
   pragma Assert (Count = 0);
end Effect;
",
    )]);
    assert_eq!(said.status(11, "VC_ASSERT"), [""; 0]);
    // Somebody waits for what its evaluation raises.
    let said = verify(&[(
        "handled.adb",
        "procedure Handled (X : Integer) is
   Z : Integer := X;
   C : Integer := 0;
begin
   begin
      pragma Assert (Z'Has_Same_Storage (Z) and then 10 / X > 0);
   exception
      when others => C := 1;
   end;
   pragma Assert (C = 0);
end Handled;
",
    )]);
    assert_eq!(said.status(10, "VC_ASSERT"), [""; 0]);
    // Also where it is called from.
    let said = verify(&[(
        "called.adb",
        "procedure Called (X : Integer) is
   C : Integer := 0;
   procedure Inner (Z : Integer) is
   begin
      pragma Assert (Z'Has_Same_Storage (Z) and then 10 / X > 0);
   end Inner;
begin
   begin
      Inner (X);
   exception
      when Constraint_Error => C := 1;
   end;
   pragma Assert (C = 0);
end Called;
",
    )]);
    assert_ne!(said.status(13, "VC_ASSERT"), ["proved"]);
}

#[test]
fn conditions_of_all_levels_hold() {
    let said = verify(&[(
        "levels.adb",
        "procedure Levels (X, Y : Integer; Z : out Integer)
  with Pre => (Static => X > 0, Runtime => Y > 0), Post => (Static => Z > 0, Runtime => Z > 1)
is
begin
   Z := (if X > Y then Y else X);
   pragma Assert (Static => Z > 0, Runtime => Z > 5);
   pragma Assert (Message => \"text\", Check => Z > 5);
end Levels;
",
    )]);
    assert_eq!(said.status(6, "VC_ASSERT"), ["proved", "fails"]);
    assert_eq!(said.status(7, "VC_ASSERT"), ["proved"]);
    // Behind an assertion that fails runs have got past it.
    assert_eq!(said.status(2, "VC_POSTCONDITION"), ["proved", "proved"]);
}

#[test]
fn deep_delta_aggregates_are_assignments_one_by_one() {
    let said = verify(&[(
        "deep.adb",
        "procedure Deep (I, J, K, X : Integer) is
   type R1 is record F1, F2, F3 : Integer := 0; end record;
   type Arr is array (1 .. 5) of R1;
   type R2 is record G1, G2 : R1; H : Arr; end record;
   type R3 is record A : R2; B : Integer := 7; end record;
   V : constant R3 := (A => (H => (others => (others => 1)), others => (others => 2)), B => 3);
begin
   if I in 1 .. 5 and J in 1 .. 5 then
      declare
         Y : constant R3 := (V with delta A.G1.F1 => X, A.H (I).F2 => 8, A.H (J).F2 => 9, B => 4);
         Z : R3 := V;
      begin
         Z.A.G1.F1 := X;
         Z.A.H (I).F2 := 8;
         Z.A.H (J).F2 := 9;
         Z.B := 4;
         pragma Assert (Y.A.G1 = Z.A.G1 and Y.A.G2 = Z.A.G2 and Y.B = Z.B);
         pragma Assert (for all N in Arr'Range => Y.A.H (N) = Z.A.H (N));
         pragma Assert (if I /= J then Y.A.H (I).F2 = 8);
         pragma Assert (Y.A.H (I).F2 = 8);
      end;
   end if;
   if I = 0 then
      declare
         Y : constant R3 := (V with delta A.H (K).F2 => 8);
      begin
         pragma Assert (Y.B = 3);
      end;
   end if;
end Deep;
",
    )]);
    assert!(said.messages.is_empty(), "{:?}", said.messages);
    for line in [17, 18, 19] {
        assert!(said.checks.iter().any(|check| check.0 == line), "{line}: {:?}", said.checks);
        assert!(said.checks.iter().all(|check| check.0 != line || check.2 == "proved"), "{line}: {:?}", said.checks);
    }
    assert_eq!(said.status(20, "VC_ASSERT"), ["fails"]);
    assert_eq!(said.status(25, "VC_INDEX_CHECK"), ["fails"]);
    assert_eq!(said.status(27, "VC_ASSERT"), ["proved"]);
}

#[test]
fn numbers_without_bounds_have_none() {
    let said = verify(&[(
        "big.adb",
        "with Ada.Numerics.Big_Numbers.Big_Integers; use Ada.Numerics.Big_Numbers.Big_Integers;
with Ada.Containers;
procedure Big (X, Y : Integer; B : out Big_Integer; C : out Ada.Containers.Count_Type) is
   N : Big_Natural := 0;
   package Conversions is new Signed_Conversions (Long_Integer);
begin
   C := 0;
   B := To_Big_Integer (X) * To_Big_Integer (Y) + 1;
   pragma Assert (B - 1 = To_Big_Integer (Y) * To_Big_Integer (X));
   pragma Assert (To_Big_Integer (Integer'Last) + 1 > To_Big_Integer (Integer'Last));
   if X > 0 then
      N := To_Big_Integer (X);
      pragma Assert (Conversions.From_Big_Integer (N + N) > 0);
      pragma Assert (To_Integer (N + N) > 0);
   elsif Y = 7 then
      N := To_Big_Integer (X) / 2;
   elsif Y = 8 then
      B := B / N;
   end if;
end Big;
",
    )]);
    assert!(said.messages.is_empty(), "{:?}", said.messages);
    for line in [9, 10, 12, 13] {
        assert!(said.checks.iter().all(|check| check.0 != line || check.2 == "proved"), "{line}: {:?}", said.checks);
    }
    assert_eq!(said.status(10, "VC_ASSERT"), ["proved"]);
    assert_eq!(said.status(12, "VC_PREDICATE_CHECK"), ["proved"]);
    assert!(said.checks.iter().any(|check| check.0 == 14 && check.2 == "fails"), "{:?}", said.checks);
    let natural = said.status(16, "VC_PREDICATE_CHECK");
    assert!(natural.contains(&"fails") && !natural.contains(&"open"), "{natural:?}");
    assert_eq!(said.status(18, "VC_DIVISION_CHECK"), ["fails"]);
    assert!(!said.checks.iter().any(|check| check.1 == "VC_OVERFLOW_CHECK"), "{:?}", said.checks);
}

#[test]
fn nobody_waits_for_what_a_contract_of_the_library_raises() {
    let said = verify(&[(
        "waits.adb",
        "with Ada.Numerics.Big_Numbers.Big_Integers; use Ada.Numerics.Big_Numbers.Big_Integers;
procedure Waits (X : Integer) is
   N : constant Big_Integer := To_Big_Integer (X) + 1;
   Caught : Boolean := False;
   Y : Integer := 0;
begin
   begin
      Y := To_Integer (N);
   exception
      when Constraint_Error => Caught := True;
   end;
   pragma Assert (not Caught);
end Waits;
",
    )]);
    assert!(said.says("contract of the library"), "{:?}", said.messages);
    assert_eq!(said.status(12, "VC_ASSERT"), [""; 0]);
}

#[test]
fn default_initial_conditions_are_checked_for_a_type_and_for_its_objects() {
    let said = verify(&[(
        "counters.ads",
        "package Counters is
   type Counter is private with Default_Initial_Condition => Value (Counter) = 1;
   function Value (C : Counter) return Integer;
   procedure Reset (C : out Counter);
private
   type Counter is record
      N : Integer := 0;
   end record;
   function Value (C : Counter) return Integer is (C.N);
   procedure Reset (C : out Counter) is null;
   D : Counter;
   One : constant Integer := 10 / D.N;
end Counters;
",
    )]);
    assert!(said.messages.is_empty(), "{:?}", said.messages);
    for line in [2, 11] {
        assert_eq!(said.status(line, "VC_DEFAULT_INITIAL_CONDITION"), ["fails"], "{:?}", said.checks);
    }
    // No run comes there.
    assert_eq!(said.status(12, "VC_DIVISION_CHECK"), ["proved"]);
}

#[test]
fn no_failure_behind_a_call_of_what_is_not_analysed_is_one_of_the_program() {
    let main = "with Stacks; use Stacks;
procedure Main is
   S : aliased Stack;
   X : Integer := 1;
begin
   pragma Assert (X = 1);
   Push (S'Access);
   pragma Assert (X = 2);
end Main;
";
    let spec = "package Stacks is
   type Stack is tagged record N : Natural := 0; end record;
   procedure Push (S : access Stack) with Pre'Class => S.N > 0;
end Stacks;
";
    let body = "package body Stacks is
   procedure Push (S : access Stack) is
   begin
      S.N := S.N - 1;
   end Push;
end Stacks;
";
    // The call raises Assertion_Error: nobody comes behind it.
    let said = verify(&[("main.adb", main), ("stacks.ads", spec), ("stacks.adb", body)]);
    assert_eq!(said.status(6, "VC_ASSERT"), ["proved"]);
    assert_eq!(said.status(8, "VC_ASSERT"), ["unknown"]);
    never_a_success(&said);
}

#[test]
fn clients_call_what_a_library_itself_calls_too() {
    let spec = "package Sums is
   function Next (X : Integer) return Integer is (X + 1);
   function Same (X : Integer) return Integer with Pre => X > 0;
   Two : constant Integer := Next (1);
   procedure Use_Them (X : out Integer);
private
   function Half (X : Integer) return Integer is (100 / X);
end Sums;
";
    let body = "
package body Sums is
   function Same (X : Integer) return Integer is (X / X);
   procedure Use_Them (X : out Integer) is
   begin
      X := Half (Next (1)) + Same (3);
   end Use_Them;
end Sums;
";
    let library = verify(&[("sums.adb", body), ("sums.ads", spec)]);
    assert_eq!(library.status(2, "VC_OVERFLOW_CHECK"), ["fails"]);
    assert_eq!(library.status(3, "VC_DIVISION_CHECK"), ["proved"]);
    assert_eq!(library.status(7, "VC_DIVISION_CHECK"), ["proved"]);
    // A program is what its main program does.
    let main = "with Sums;\nprocedure Main is\n   X : Integer;\nbegin\n   Sums.Use_Them (X);\nend Main;\n";
    let program = verify(&[("main.adb", main), ("sums.adb", body), ("sums.ads", spec)]);
    assert_eq!(program.status(2, "VC_OVERFLOW_CHECK"), ["proved"]);
    assert!(program.summary["success"] == Value::Bool(true), "{}", program.summary);
}

#[test]
fn assertions_that_are_switched_off_change_nothing_elsewhere() {
    let main = |policy: &str| {
        format!(
            "procedure Main is
   pragma Assertion_Policy ({policy});
   X : Integer := 0;
   function Counted return Boolean is
   begin
      X := X + 1;
      return True;
   end Counted;
   procedure Waits (Y : in out Integer) is
   begin
      pragma Assert (Y = 0);
      Y := 10 / Y;
   exception
      when others => Y := 7;
   end Waits;
   procedure Plain (Y : Integer) is
   begin
      pragma Assert (Y = 1);
   end Plain;
   procedure Effects is
   begin
      pragma Assert (Counted);
      X := 10 / X;
   end Effects;
   Z : Integer := 1;
begin
   Plain (1);
   Waits (Z);
   Effects;
end Main;
"
        )
    };
    let on = verify(&[("main.adb", &main("Check"))]);
    assert_eq!(on.status(23, "VC_DIVISION_CHECK"), ["proved"]);
    // GNAT raises Constraint_Error there.
    let off = verify(&[("main.adb", &main("Ignore"))]);
    assert_ne!(off.status(23, "VC_DIVISION_CHECK"), ["proved"]);
    assert!(off.says("policy switches assertions off"), "{:?}", off.messages);
    never_a_success(&off);
}

#[test]
fn a_check_that_may_be_suppressed_is_no_exception_for_sure() {
    let main = |pragma: &str| {
        format!(
            "procedure Main is
   {pragma}
   subtype Small is Integer range 1 .. 5;
   X : Integer := 7;
   Y : Small := 1;
begin
   begin
      Y := X;
      X := 1;
   exception
      when Constraint_Error => X := 2;
   end;
   if X = 1 then
      raise Program_Error;
   end if;
end Main;
"
        )
    };
    let made = verify(&[("main.adb", &main(""))]);
    assert!(made.summary["success"] == Value::Bool(true), "{}", made.summary);
    // GNAT raises Program_Error there.
    let suppressed = verify(&[("main.adb", &main("pragma Suppress (Range_Check);"))]);
    assert_eq!(suppressed.status(8, "VC_RANGE_CHECK"), ["unknown"]);
    assert!(suppressed.summary["success"] == Value::Bool(false), "{}", suppressed.summary);
}

/// A run makes what a pragma switches off no error: it is stated, and never said to fail.
#[test]
fn what_a_pragma_switches_off_does_not_fail_for_sure() {
    let main = |pragma: &str| {
        format!(
            "{pragma}
with Halves;
procedure Main is
   X : Integer := 0;
begin
   X := Halves.Half (X);
   pragma Assert (X = 1);
   X := 1 / (X - 1);
   X := 1 / (X + 1);
end Main;
"
        )
    };
    let spec = |pragma: &str| {
        format!("package Halves is\n   {pragma}\n   function Half (X : Integer) return Integer;\nend Halves;\n")
    };
    let body = |pragma: &str| {
        format!(
            "package body Halves is
   {pragma}
   function Half (X : Integer) return Integer is (X / 2);
end Halves;
"
        )
    };
    let statuses = |in_main: &str, in_spec: &str, in_body: &str| {
        let files = [("main.adb", &*main(in_main)), ("halves.ads", &spec(in_spec)), ("halves.adb", &body(in_body))];
        let said = verify(&files);
        let of = |line, rule| said.status(line, rule).join(" ");
        (of(7, "VC_ASSERT"), of(9, "VC_DIVISION_CHECK"))
    };
    let both = |assertion: &str, division: &str| (assertion.to_string(), division.to_string());
    assert_eq!(statuses("", "", ""), both("fails", "proved"));
    assert_eq!(statuses("pragma Assertion_Policy (Check);", "", ""), both("fails", "proved"));
    // The division fails where the assertion is not made.
    assert_eq!(statuses("pragma Assertion_Policy (Ignore);", "", ""), both("unknown", "unknown"));
    // The region of a pragma in a body is that body; that of one in a specification is not only this file.
    assert_eq!(statuses("", "", "pragma Assertion_Policy (Ignore);"), both("fails", "proved"));
    assert_eq!(statuses("", "pragma Assertion_Policy (Assert => Ignore);", ""), both("unknown", "unknown"));
}

/// A component that is given to a call is named before it; what a loop has not come to is as it was all the same. Where
/// the index is from the iteration before, or from in front of the loop, it is not.
#[test]
fn components_that_a_loop_has_not_come_to_stay() {
    let statuses = |statements: &str| {
        let main = format!(
            "procedure Main is
   Wrong : exception;
   type Vector is array (1 .. 100) of Integer;
   procedure Increment (X : in out Integer) with Exceptional_Cases => (Wrong => True);
   procedure Increment (X : in out Integer) is
   begin
      if X > 1_000 then
         raise Wrong;
      end if;
      X := X + 1;
   end Increment;
   procedure All_Of (A : in out Vector; J : in out Positive) with Pre => J in A'Range is
   begin
      for I in A'Range loop
         begin
            {statements}
         exception
            when Wrong => null;
         end;
         pragma Loop_Invariant (J in A'Range);
         pragma Loop_Invariant (for all K in A'First .. I => A (K) >= A'Loop_Entry (K));
      end loop;
   end All_Of;
   V : Vector := (others => 0);
   J : Positive := 50;
begin
   All_Of (V, J);
end Main;
"
        );
        let said = verify(&[("main.adb", &*main)]);
        said.status(21, "VC_LOOP_INVARIANT_PRESERV").join(" ")
    };
    assert_eq!(statuses("Increment (A (I));"), "proved");
    assert_eq!(statuses("if J > I then Increment (A (I)); end if;"), "proved");
    assert_ne!(statuses("if I > 1 then A (J) := -7; end if; J := I;"), "proved");
    assert_ne!(statuses("if I = 1 then A (J) := -7; end if; J := I;"), "proved");
}

/// A kind of pragma `Check` that is none of assertions is the user's own: where it is switched off nothing is proved by
/// it, and nothing else is switched off (GNAT RM, pragma `Check_Policy`).
#[test]
fn kinds_of_checks_are_switched_off_by_themselves() {
    let statuses = |pragma: &str, kind: &str| {
        let main = format!(
            "procedure Main (A : Integer) is
   {pragma}
   B : Integer := 0;
begin
   pragma Check ({kind}, A > 0);
   pragma Assert (A > 0);
   if A > 5 then
      B := 1;
   end if;
   pragma Assert (A > 0 or B = 0);
   pragma Assert (B = 0);
end Main;
"
        );
        let said = verify(&[("main.adb", &*main)]);
        [5, 6, 10, 11].map(|line| said.status(line, "VC_ASSERT").join(" "))
    };
    assert_eq!(statuses("", "Costly"), ["fails", "proved", "proved", "fails"]);
    assert_eq!(statuses("pragma Check_Policy (Costly => Ignore);", "Dear"), ["fails", "proved", "proved", "fails"]);
    // No run fails for sure, as one may go on behind it.
    assert_eq!(
        statuses("pragma Check_Policy (Costly => Ignore);", "Costly"),
        ["unknown", "unknown", "proved", "fails"]
    );
    // That of all assertions is another matter.
    assert_eq!(
        statuses("pragma Check_Policy (Assert => Ignore);", "Costly"),
        ["unknown", "unknown", "proved", "unknown"]
    );
}

/// What a policy applies to may stand in another file: the subunits of a unit, and the generic units of which it has
/// instances (RM 11.4.2 (10)).
#[test]
fn policies_reach_subunits_and_instances() {
    let of = |files: &[(&str, &str)], lines: (u64, u64)| {
        let said = verify(files);
        (said.status(lines.0, "VC_ASSERT").join(" "), said.status(lines.1, "VC_DIVISION_CHECK").join(" "))
    };
    let both = |assertion: &str, division: &str| (assertion.to_string(), division.to_string());
    for (pragma, wanted) in
        [("", both("fails", "proved")), ("pragma Assertion_Policy (Ignore);", both("unknown", "unknown"))]
    {
        let main = format!(
            "procedure Main is
   {pragma}
   procedure Divide (X : Integer) is separate;
begin
   Divide (0);
end Main;
"
        );
        let subunit = "separate (Main)
procedure Divide (X : Integer) is
   Y : Integer;
begin
   pragma Assert (X > 0);
   Y := 5 / X;
end Divide;
";
        assert_eq!(of(&[("main.adb", &main), ("main-divide.adb", subunit)], (5, 6)), wanted, "{pragma}");
        let main = format!(
            "with Dividing;
procedure Main is
   {pragma}
   procedure Divide is new Dividing (5);
begin
   Divide (0);
end Main;
"
        );
        let spec = "generic
   N : Integer;
procedure Dividing (X : Integer);
";
        let body = "procedure Dividing (X : Integer) is
   Y : Integer;
begin

   pragma Assert (X > 0);
   Y := N / X;
end Dividing;
";
        let files = [("main.adb", &*main), ("dividing.ads", spec), ("dividing.adb", body)];
        assert_eq!(of(&files, (5, 6)), wanted, "{pragma}");
    }
}

/// Ghost code that a policy removes checks nothing (SPARK RM 6.9): it is not analysed.
#[test]
fn ghost_code_that_a_policy_removes_is_not_analysed() {
    let main = |pragma: &str| {
        format!(
            "procedure Main is
   {pragma}
   procedure Bump with Ghost;
   procedure Bump is
   begin
      raise Program_Error;
   end Bump;
   Z : Integer := 0;
begin
   Bump;
   Z := 10 / Z;
end Main;
"
        )
    };
    let kept = verify(&[("main.adb", &main("pragma Assertion_Policy (Assert => Ignore);"))]);
    assert_eq!(kept.status(11, "VC_DIVISION_CHECK"), ["proved"]);
    for pragma in ["pragma Assertion_Policy (Ghost => Ignore);", "pragma Assertion_Policy (Ignore);"] {
        let removed = verify(&[("main.adb", &main(pragma))]);
        assert!(removed.says("where an assertion policy may remove ghost code"), "{:?}", removed.messages);
        assert_ne!(removed.status(11, "VC_DIVISION_CHECK"), ["proved"], "{pragma}");
    }
}

/// Runs get past a check that a policy switches off: what is behind it is not proved by it, and what nothing but
/// itself says is not proved.
#[test]
fn what_a_pragma_switches_off_proves_nothing() {
    // GNAT raises Program_Error in all of them.
    let word = "pragma Assertion_Policy (Assert => Ignore);
procedure Main (X : Integer) with Pre => X in 0 .. 100 is
begin
   pragma Assert (X > 5);
   if X <= 5 then
      raise Program_Error;
   end if;
end Main;
";
    let floats = "pragma Assertion_Policy (Assert => Ignore);
procedure Main (X, Y : Float) with Pre => X in 0.0 .. 1.0 and Y in 0.0 .. 1.0 is
   Z : constant Float := X * Y + X;
begin
   pragma Assert (Z > 0.5);
   if Z <= 0.25 then
      raise Program_Error;
   end if;
end Main;
";
    let closed = "pragma Assertion_Policy (Assert => Ignore);
procedure Main is
   Z : Integer := 3;
begin
   for I in 1 .. 5 loop
      Z := (Z * 5) mod 13;
   end loop;
   pragma Assert (Z > 50);
   if Z <= 50 then
      raise Program_Error;
   end if;
end Main;
";
    let invariant = "pragma Assertion_Policy (Loop_Invariant => Ignore);
procedure Main (N : Positive) with Pre => N <= 1000 is
   X : Integer := 0;
begin
   for I in 1 .. N loop
      pragma Loop_Invariant (X > 10);
      X := X + 1;
   end loop;
   if X < 10 then
      raise Program_Error;
   end if;
end Main;
";
    let predicate = "pragma Assertion_Policy (Dynamic_Predicate => Ignore);
procedure Main (N : Integer) with Pre => N in 0 .. 10 is
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;
   procedure Half (X : Even) is
   begin
      if X mod 2 = 1 then
         raise Program_Error;
      end if;
   end Half;
begin
   Half (N);
end Main;
";
    let all = [(word, 4, 6), (floats, 5, 7), (closed, 8, 10), (invariant, 6, 10), (predicate, 11, 7)];
    for (text, assertion, raise) in all {
        let said = verify(&[("main.adb", text)]);
        let of_line = |line| said.checks.iter().filter(move |check| check.0 == line).map(|check| check.2.as_str());
        assert_ne!(of_line(raise).collect::<Vec<_>>(), ["proved"], "{text}{:?}", said.checks);
        let switched_off: Vec<&str> = of_line(assertion).collect();
        assert!(!switched_off.is_empty() && switched_off.iter().all(|status| *status == "unknown"), "{switched_off:?}");
    }
    // Too hard to decide, with a pragma or without one.
    let product = |policy: &str| {
        format!(
            "{policy}
procedure Main (X, Y : Long_Long_Integer) with
   Pre => X in 2 .. 2_000_000_000 and Y in 2 .. 2_000_000_000 is
begin
   pragma Assert (X * Y /= 1_000_000_007 * 998_244_353);
end Main;
"
        )
    };
    for policy in ["", "pragma Assertion_Policy (Assert => Ignore);", "pragma Assertion_Policy (Assert => Check);"] {
        let said = verify(&[("main.adb", &product(policy))]);
        assert_ne!(said.status(5, "VC_ASSERT"), ["proved"], "{policy}");
    }
}

/// Which function a call in a generic unit is of is decided there, by formal types; where they have the same actual
/// type the instance does not tell (RM 12.3 (18), (22)).
#[test]
fn what_formal_types_tell_apart_is_not_chosen_by_actual_ones() {
    let program = "procedure Told is
   function Times (L, R : Integer) return Integer is (L * R);
   generic
      type T is private;
      with function \"+\" (L, R : T) return T;
   function Combined (X : T) return Integer;
   function Combined (X : T) return Integer is
      Y : T := X;
      I : Integer := 5;
   begin
      I := I + 3;
      Y := Y + X;
      return I;
   end Combined;
   function Combined_Times is new Combined (Integer, Times);
   function Combined_Plus is new Combined (Integer, \"+\");
   generic
      type T is private;
      type T1 is private;
   function Both (X : T; Y : T1) return Integer;
   function Both (X : T; Y : T1) return Integer is
      function F (A : T) return Integer is (1);
      function F (A : T1) return Integer is (2);
   begin
      return F (X) * 10 + F (Y);
   end Both;
   function Same is new Both (Integer, Integer);
   function Different is new Both (Integer, Float);
   function G (A : Integer) return Integer is (5);
   generic
      type T is private;
   function Outer (X : T) return Integer;
   function Outer (X : T) return Integer is
      function G (A : T) return Integer is (1);
      K : Integer := 3;
   begin
      return G (K) + G (X);
   end Outer;
   function Outer_One is new Outer (Integer);
begin
   pragma Assert (Combined_Plus (3) = 8);
   pragma Assert (Different (1, 2.0) = 12);
   pragma Assert (Combined_Times (3) = 8);
   pragma Assert (Same (1, 2) = 12);
   pragma Assert (Outer_One (1) = 6);
end Told;
";
    let said = verify(&[("told.adb", program)]);
    never_a_success(&said);
    for line in [41, 42, 44] {
        assert_eq!(said.status(line, "VC_ASSERT"), ["proved"], "{line}: {:?}", said.messages);
    }
    for line in [43, 45] {
        assert_eq!(said.status(line, "VC_ASSERT"), ["unknown"], "{line}: {:?}", said.messages);
    }
    assert!(said.says("operator \"+\" for a type that may be a formal or an actual one"), "{:?}", said.messages);
    assert!(said.says("homographs in an instance"), "{:?}", said.messages);
}

/// Those of a null array are, too (RM 3.6.1 (3)): a variable of the index type can hold them.
#[test]
fn bounds_of_null_arrays_are_in_the_base_type() {
    let spec = "package Bounds is
   type Numbers is array (Integer range <>) of Integer;
   procedure Look (A : in out Numbers) with Post => A'Last = A'Last'Old;
   procedure Step (A : Numbers; Next : out Integer) with Pre => A'First > Integer'First;
end Bounds;
";
    let body = "package body Bounds is
   procedure Look (A : in out Numbers) is
   begin
      for I in A'Range loop
         A (I) := 3;
      end loop;
   end Look;
   procedure Step (A : Numbers; Next : out Integer) is
   begin
      Next := A'Last;
      pragma Assert (A'Last >= Integer'First and A'First <= Integer'Last);
      pragma Assert (A'Last >= A'First - 1);
   end Step;
end Bounds;
";
    let said = verify(&[("bounds.adb", body), ("bounds.ads", spec)]);
    assert!(!said.says("internal error"), "{:?}", said.messages);
    assert_eq!(said.status(3, "VC_POSTCONDITION"), ["proved"], "{:?}", said.checks);
    assert_eq!(said.status(11, "VC_ASSERT"), ["proved", "proved"], "{:?}", said.checks);
    // A null array may end anywhere in front of its first index.
    assert_eq!(said.status(12, "VC_ASSERT"), ["fails"], "{:?}", said.checks);
}

/// Where no call says which of two homographs of an instance is meant: renamings, actual subprograms and access values.
/// So are variables that are read behind calls in front of which their indices are evaluated. An instance in front of
/// the body of its generic package raises.
#[test]
fn what_is_not_known_of_instances_and_orders_is_not_analysed() {
    let generic = |inside: &str, uses: &str| {
        format!(
            "procedure Apart is
   generic
      type A is private;
      type B is private;
   package G is
      function F (X : A) return Integer is (1);
      function F (X : B) return Integer is (2);
      generic
         with function Z (X : A) return Integer;
      package C is
         function Y (X : A) return Integer is (Z (X));
      end C;
      {inside}
   end G;
   package I is new G (Integer, Integer);
begin
   pragma Assert ({uses} /= 1);
end Apart;
"
        )
    };
    for (inside, uses) in [
        ("function FN (X : A) return Integer renames F;", "I.FN (3)"),
        ("package CC is new C (F);", "I.CC.Y (3)"),
        ("type P is access function (X : A) return Integer; V : P := F'Access;", "I.V (3)"),
    ] {
        let said = verify(&[("apart.adb", &generic(inside, uses))]);
        assert_ne!(said.status(17, "VC_ASSERT"), ["proved"], "{inside}: {:?}", said.messages);
        assert!(said.says("not supported: "), "{inside}: {:?}", said.messages);
        assert_ne!(said.summary["success"], Value::Bool(true), "{}", said.summary);
    }
    let early = "procedure Early is
   R : Integer := 0;
   package P is
      generic
      package G is
         procedure Q;
      end G;
      package I is new G;
   end P;
   package body P is
      package body G is
         procedure Q is null;
      begin
         R := 1;
      end G;
   end P;
begin
   pragma Assert (R = 1);
end Early;
";
    let said = verify(&[("early.adb", early)]);
    let raises = said.checks.iter().any(|check| check.0 == 8 && check.1 == "VC_RAISE" && check.2 == "fails");
    assert!(raises, "{:?} {:?}", said.checks, said.messages);
    let order = "procedure Order is
   A, R : Integer := 1;
   Arr : array (1 .. 9) of Integer := (others => 4);
   function F return Integer is begin A := A + 1; return A; end F;
   function G return Integer is begin if A = 2 then Arr (2) := 7; end if; return 0; end G;
   function Two (X, Y : Integer) return Integer is (X * 10 + Y);
   procedure Three (X, Y : Integer) is begin R := X * 10 + Y; end Three;
begin
   R := Two (Arr (F), G);
   pragma Assert (R /= 70);
   A := 1;
   Three (Arr (F), G);
   pragma Assert (R /= 70);
end Order;
";
    let said = verify(&[("order.adb", order)]);
    assert!(said.says("evaluation whose result depends on its order"), "{:?}", said.messages);
    let obsolescent = "procedure Old is
begin
   raise Numeric_Error;
exception
   when Constraint_Error => null;
end Old;
";
    let said = verify(&[("old.adb", obsolescent)]);
    assert!(!said.says("undefined"), "{:?}", said.messages);
}

/// The size of an array of arrays of arrays … is computed once for each of them.
#[test]
fn sizes_of_deeply_nested_arrays_are_found_at_once() {
    let types: String =
        (1..40).map(|level| format!("   type A{level} is array (1 .. 1) of A{};\n", level - 1)).collect();
    let program = format!(
        "procedure Nested is\n   type A0 is array (1 .. 1) of Integer;\n{types}   X : A39;\n\
         begin\n   pragma Assert (X'Size = 32);\nend Nested;\n"
    );
    let said = verify(&[("nested.adb", &program)]);
    assert_eq!(said.status(44, "VC_ASSERT"), ["proved"], "{:?} {:?}", said.checks, said.messages);
}

/// What has no body may raise an exception in a state where its postcondition does not hold: that speaks of returns.
#[test]
fn a_postcondition_says_nothing_of_what_ends_with_an_exception() {
    let spec = "package Outside is
   V : Integer := 0;
   E : exception;
   procedure Plain with Import, Global => (In_Out => V), Post => V > 0;
   procedure Told with Import, Global => (In_Out => V), Post => V > 0, Exceptional_Cases => (E => V = 0);
end Outside;
";
    let main = "with Outside; use Outside;
procedure Main is
begin
   begin
      Plain;
      pragma Assert (V > 0);
   exception
      when others => pragma Assert (V > 0);
   end;
   begin
      Told;
      pragma Assert (V > 0);
   exception
      when E => pragma Assert (V > 0);
   end;
   begin
      Told;
   exception
      when E => pragma Assert (V = 0);
   end;
end Main;
";
    let said = verify(&[("main.adb", main), ("outside.ads", spec)]);
    let of = |line: u64| said.status(line, "VC_ASSERT").join(" ");
    assert_eq!([6, 8, 12, 14, 19].map(of), ["proved", "unknown", "proved", "unknown", "proved"]);
}

/// What a program says of `Par.D.F = 2` and `Par.D.F = 7`, whose value a name gives that two declarations have.
fn named(files: &[(&str, &str)]) -> [String; 2] {
    [2, 7].map(|expected| {
        let main =
            format!("with Par.D;\nprocedure Main is\nbegin\n   pragma Assert (Par.D.F = {expected});\nend Main;\n");
        let all: Vec<(&str, &str)> = [("main.adb", main.as_str())].into_iter().chain(files.iter().copied()).collect();
        verify(&all).status(4, "VC_ASSERT").join(" ")
    })
}

const OTHER: (&str, &str) = ("other.ads", "package Other is\n   function It return Integer is (2);\nend Other;\n");
const CHILD: (&str, &str) = ("par-d.ads", "package Par.D is\n   function F return Integer;\nend Par.D;\n");

/// A child that is a subprogram, an instance or a renaming is visible in its siblings where a with clause names it (RM
/// 10.1.6 (2)); elsewhere its name means what a use clause makes visible. The same holds of root units.
#[test]
fn siblings_are_visible_where_they_are_named() {
    let seven = ("seven.ads", "function Seven return Integer;\n");
    let body = ("seven.adb", "function Seven return Integer is\nbegin\n   return 7;\nend Seven;\n");
    let par = ("par.ads", "package Par is\nend Par;\n");
    let renaming = ("par-it.ads", "with Seven;\nfunction Par.It return Integer renames Seven;\n");
    let without =
        "with Other;\npackage body Par.D is\n   use Other;\n   function F return Integer is (It);\nend Par.D;\n";
    let files = |text| [par, OTHER, CHILD, seven, body, renaming, ("par-d.adb", text)];
    let unused = ("par.adb", "with Par.It;\npackage body Par is\n   X : Integer := Par.It;\nend Par;\n");
    let main = |text| named(&files(text).into_iter().chain([unused]).collect::<Vec<_>>());
    assert_eq!(main(without), ["proved", "fails"]);
    let with = format!("with Par.It;\n{without}");
    assert_eq!(main(&with), ["fails", "proved"]);
}

/// Declarations and use clauses of a private part are not visible in the visible part of a public child (RM 8.2 (4)),
/// nor is what a private with clause names (RM 10.1.2 (12)); behind that they are.
#[test]
fn private_parts_are_not_visible_in_the_visible_parts_of_children() {
    let par = ("par.ads", "package Par is\nprivate\n   function It return Integer is (7);\nend Par;\n");
    let visible = "with Other; use Other;\npackage Par.D is\n   function F return Integer is (It);\nend Par.D;\n";
    assert_eq!(named(&[par, OTHER, ("par-d.ads", visible)]), ["proved", "fails"]);
    let private = "with Other; use Other;\npackage Par.D is\n   function F return Integer;\nprivate\n   \
                   function F return Integer is (It);\nend Par.D;\n";
    assert_eq!(named(&[par, OTHER, ("par-d.ads", private)]), ["fails", "proved"]);
    let body = "with Other; use Other;\npackage body Par.D is\n   function F return Integer is (It);\nend Par.D;\n";
    assert_eq!(named(&[par, OTHER, CHILD, ("par-d.adb", body)]), ["fails", "proved"]);
    let uses = "with Other;\npackage Par is\n   function It return Integer is (7);\nprivate\n   use Other;\nend Par;\n";
    let child = "package Par.D is\n   function F return Integer is (It);\nend Par.D;\n";
    assert_eq!(named(&[("par.ads", uses), OTHER, ("par-d.ads", child)]), ["fails", "proved"]);
    let seven = ("it.ads", "function It return Integer;\n");
    let text = ("it.adb", "function It return Integer is\nbegin\n   return 7;\nend It;\n");
    let with = "private with It;\nwith Other;\npackage Par.D is\n   package Inner is\n      use Other;\n      \
                X : constant Integer := It;\n   end Inner;\n   function F return Integer is (Inner.X);\nend Par.D;\n";
    let par = ("par.ads", "package Par is\nend Par;\n");
    assert_eq!(named(&[par, OTHER, seven, text, ("par-d.ads", with)]), ["proved", "fails"]);
}
