//! Programs that break a rule of legality are told so, and those that are like them and legal are not. All were
//! confirmed with GNAT 12 (`gcc -c -gnatc -gnat2022`).

use horn_ada::frontend::Ada;
use horn_frontend::{Frontend, Task};
use std::path::Path;

/// What is said of a procedure with these declarations and statements.
fn said(folder: &Path, declarations: &str, statements: &str) -> Vec<String> {
    said_with("", folder, declarations, statements)
}

/// The same behind a context clause.
fn said_with(context: &str, folder: &Path, declarations: &str, statements: &str) -> Vec<String> {
    let file = folder.join("main.adb");
    let text = format!("{context}\nprocedure Main is\n   {declarations}\nbegin\n   {statements}\nend Main;\n");
    std::fs::write(&file, text).expect("a file");
    Ada.lower(&Task { files: vec![file], ..Task::default() }).rendered()
}

#[test]
fn rules_of_legality_are_looked_at() {
    let rows = include_str!("legality.tsv").lines().filter(|row| !row.starts_with('#'));
    let folder = tempfile::tempdir().expect("a folder");
    let mut wrong = Vec::new();
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        let [declarations, statements, message, legal_declarations, legal_statements] = fields.as_slice() else {
            panic!("{row}");
        };
        let messages = said(folder.path(), declarations, statements);
        if !messages.iter().any(|said| said.contains("error: ") && said.contains(message)) {
            wrong.push(format!("{declarations} {statements}: {messages:?}"));
        }
        let messages = said(folder.path(), legal_declarations, legal_statements);
        if messages.iter().any(|said| said.contains("error: ")) {
            wrong.push(format!("{legal_declarations} {legal_statements}: {messages:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Context clause, declarations, statements, and a part of what must be said.
type Case = (&'static str, &'static str, &'static str, &'static str);

/// Operations of predefined units where they are not visible, or do not exist.
const NOT_VISIBLE: &[Case] = &[
    (
        "with Interfaces; use Interfaces;",
        "type Reg is mod 2 ** 32; R : Reg := 3;",
        "R := Shift_Left (R, 4);",
        "no candidate interpretations match the actuals of \"Shift_Left\"",
    ),
    (
        "with Interfaces;",
        "package P is type W is new Interfaces.Unsigned_8; end P; X : P.W := 1;",
        "X := Shift_Left (X, 1);",
        "\"Shift_Left\" is undefined",
    ),
    (
        "with Interfaces; use Interfaces;",
        "generic with function F (X : Unsigned_8; N : Natural) return Unsigned_16; procedure Q; procedure Q is null; \
         procedure R is new Q (Shift_Left);",
        "R;",
        "no visible subprogram matches the generic formal \"F\"",
    ),
    (
        "with Ada.Numerics.Elementary_Functions, Ada.Numerics.Long_Elementary_Functions; \
         use Ada.Numerics.Elementary_Functions, Ada.Numerics.Long_Elementary_Functions;",
        "X : Float := 1.0; Y : Long_Float := 1.0;",
        "Y := Sqrt (X);",
        "expected type \"Standard.Long_Float\", found type \"Standard.Float\"",
    ),
    (
        "with Ada.Text_IO;",
        "package IO is new Ada.Text_IO.Integer_IO (Integer); X : IO.Num := 1;",
        "null;",
        "\"Num\" not declared in",
    ),
];

#[test]
fn operations_of_predefined_units_are_where_they_are_declared() {
    let folder = tempfile::tempdir().expect("a folder");
    for (context, declarations, statements, message) in NOT_VISIBLE {
        let messages = said_with(context, folder.path(), declarations, statements);
        assert!(messages.iter().any(|said| said.contains("error: ") && said.contains(message)), "{messages:?}");
    }
}

/// Legal programs that are not modelled.
const NOT_MODELLED: &[Case] = &[
    // The instances call what the generic units can name: here the shift of Unsigned_16, there that of Unsigned_8.
    (
        "with Interfaces;",
        "type Own is new Interfaces.Unsigned_16; \
         function Shift_Left (Value : Own; Amount : Natural) return Own is (Value + Own (Amount)); \
         generic type T is new Interfaces.Unsigned_16; function Twice (X : T) return T; \
         function Twice (X : T) return T is (Shift_Left (X, 1)); \
         function Twice_Own is new Twice (Own);",
        "pragma Assert (Twice_Own (3) = 6);",
        "",
    ),
    (
        "with Interfaces; use Interfaces;",
        "generic type T is private; with function Shift_Left (Value : T; Amount : Natural) return T; \
         function Plain (X : Unsigned_8) return Unsigned_8; \
         function Plain (X : Unsigned_8) return Unsigned_8 is (Shift_Left (X, 1)); \
         function Same (Value : Unsigned_8; Amount : Natural) return Unsigned_8 is (Value); \
         function Plain_8 is new Plain (Unsigned_8, Same);",
        "pragma Assert (Plain_8 (3) = 6);",
        "",
    ),
    (
        "with Ada.Text_IO;",
        "type Color is (Red, Green); package Color_IO is new Ada.Text_IO.Enumeration_IO (Color);",
        "Color_IO.Default_Setting := Ada.Text_IO.Lower_Case; Color_IO.Put (Red);",
        "format of text output",
    ),
    (
        "with Ada.Text_IO, Ada.Integer_Text_IO;",
        "generic with package IO is new Ada.Text_IO.Integer_IO (<>); procedure Show (X : IO.Num); \
         procedure Show (X : IO.Num) is begin IO.Put (X); end Show; procedure Put is new Show (Ada.Integer_Text_IO);",
        "Put (1);",
        "no instance by the manual",
    ),
    (
        "",
        "V : aliased Integer := 1; \
         procedure Ali (A : aliased in out Integer) is begin V := 70; pragma Assert (A = 70); end Ali;",
        "Ali (V);",
        "aliased parameter of an elementary type",
    ),
];

#[test]
fn legal_programs_that_are_not_modelled_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    for (context, declarations, statements, message) in NOT_MODELLED {
        let messages = said_with(context, folder.path(), declarations, statements);
        assert!(!messages.iter().any(|said| said.contains("error: ")), "{messages:?}");
        assert!(messages.iter().any(|said| said.contains("not supported: ") && said.contains(message)), "{messages:?}");
    }
}
