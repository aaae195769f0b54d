//! Ada programs without inputs from a seed: every construct whose parts are evaluated in a certain order, or once, or
//! not at all, with a trace of what was evaluated as result.
//!
//! `Tick (K)` notes that it was called and returns `K`; a function returns a number made of all notes. Where the
//! language leaves the order of evaluation open only one operand notes something. What may raise stands on a line of
//! its own, and so does every other statement.

use crate::gnat::Unit;
use horn_solver::random::SplitMix;
use std::fmt::Write;

/// A package with functions without parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mains {
    /// The name of the package.
    pub unit: Unit,
    /// The text of its specification.
    pub spec: String,
    /// The text of its body.
    pub body: String,
    /// The functions.
    pub functions: Vec<String>,
}

/// What the specification declares besides the functions.
const SPEC: &str = "\
   Failed : exception;
   Trace : Integer := 0;
   procedure Note (K : Integer);
   function Tick (K : Integer) return Integer;
   function Yes (K : Integer) return Boolean;
   function No (K : Integer) return Boolean;

   subtype Idx is Integer range 1 .. 6;
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;
   type U3 is mod 5;
   type U8 is mod 256;
   type Vec is array (Integer range <>) of Integer;
   type Short is array (Idx range <>) of Integer;
   type Row is array (Idx) of Integer;
   type Grid is array (1 .. 2, 1 .. 3) of Integer;
   type Bits is array (1 .. 8) of Boolean with Pack;
   type Fresh is array (1 .. 3) of Integer with Default_Component_Value => 4;
   type Colour is (Red, Green, Blue);
   for Colour use (Red => 3, Green => 5, Blue => 9);
   type Rec (D : Idx := 2) is record
      Len  : Integer := 3;
      Data : Vec (1 .. D) := (others => 1);
   end record;
   type Box is limited record
      A, B : Integer := 0;
   end record;
   type Part is record
      A : Integer := Tick (2);
      B : Integer := 5;
   end record;
   for Part use record
      A at 4 range 0 .. 31;
      B at 0 range 0 .. 31;
   end record;
   type Fancy is record
      A, B : Integer;
   end record;
   function \"=\" (L, R : Fancy) return Boolean;
   type Holder is record
      F : Fancy;
      N : Integer;
   end record;
   type Fancies is array (1 .. 3) of Fancy;
";

/// What the body begins with.
const BODY: &str = "
   G : Integer := 1;
   GV : Vec (1 .. 4) := (others => 1);
   GB : Box;

   procedure Note (K : Integer) is
   begin
      Trace := (Trace * 7 + K) mod 1_000_003;
   end Note;

   function Tick (K : Integer) return Integer is
   begin
      Note (K);
      return K;
   end Tick;

   function Yes (K : Integer) return Boolean is
   begin
      Note (K + 10);
      return True;
   end Yes;

   function No (K : Integer) return Boolean is
   begin
      Note (K + 20);
      return False;
   end No;

   function \"=\" (L, R : Fancy) return Boolean is (L.A = R.A);

   procedure Two_Boxes (X, Y : in out Box) is
   begin
      X.A := X.A + 3;
      Y.B := X.A + Y.A;
      Note (X.A * 3 + Y.B);
   end Two_Boxes;

   procedure Box_And_Global (X : in out Box) is
   begin
      GB.A := GB.A + 2;
      Note (X.A);
      X.A := X.A * 2;
      Note (GB.A);
   end Box_And_Global;

   procedure Two_Numbers (X : in out Integer; Y : Integer) is
   begin
      X := X + 1;
      Note (Y);
      G := G + 5;
      Note (X);
   end Two_Numbers;

   procedure Read_After (V : Vec) is
   begin
      GV (1) := GV (1) + 6;
      Note (V (V'First));
   end Read_After;

   procedure Grow (X : in out Rec; To : Idx) is
   begin
      X := (D => To, Len => To, Data => (1 .. To => 7));
   end Grow;

   procedure Spoil (X : in out Integer; Y : in out Box) is
   begin
      X := 9;
      Y.B := 8;
      raise Failed with Integer'Image (Tick (3));
   end Spoil;

   procedure Given (X : Integer := Tick (4); Y : Integer := 2) is
   begin
      Note (X + Y);
   end Given;

   procedure Raised_By (X : in out Integer; N : Integer)
     with Pre => Yes (N), Post => X = Tick (X)'Old + N;

   procedure Raised_By (X : in out Integer; N : Integer) is
   begin
      Note (N);
      X := X + N;
   end Raised_By;

   function Extended (K : Integer) return Row is
   begin
      return R : Row := (others => Tick (K)) do
         R (1) := 5;
         Note (R (2));
      end return;
   end Extended;

   generic
      Limit : Integer;
   function Clamp (N : Integer) return Integer;

   function Clamp (N : Integer) return Integer is (if N > Limit then Limit else N);
";

/// Pieces of programs: declarations and statements. `#` is a small number, the same letter behind it the same number.
const PIECES: &[(&str, &str)] = &[
    // Renamings evaluate their names once.
    (
        "V : Row := (1, 2, 3, 4, 5, 6);\nI : Integer := #a;\nE : Integer renames V (I);",
        "I := #b;\nE := E + 10;\nNote (V (#a));\nNote (V (#b));",
    ),
    ("V : Row := (others => #a);\nE : Integer renames V (Tick (#b));", "E := E + 1;\nNote (E);\nNote (V (#b));"),
    ("W : Vec (1 .. 6) := (others => 2);\nS : Vec renames W (#a .. 6);", "S (6) := 9;\nNote (W (6));\nNote (S'First);"),
    ("R : Rec;\nL : Integer renames R.Len;", "R := (D => #a, Len => 8, Data => (1 .. #a => 2));\nNote (L);"),
    // Targets.
    ("V : Row := (others => 2);", "V (Tick (#a)) := @ + 5;\nNote (V (#a));"),
    ("V : Row := (others => 2);", "V (Tick (#a)) := V (#b) * 3;\nNote (V (#a));"),
    ("V : Row := (6, 5, 4, 3, 2, 1);", "V (V (#a)) := @ + @;\nNote (V (#b));"),
    (
        "G2 : Grid := (others => (others => 1));",
        "G2 (2, Tick (#a) mod 3 + 1) := @ - 4;\nNote (G2 (2, 1) + 2 * G2 (2, 2));",
    ),
    // Loops.
    ("N : Integer := #a;", "for I in 1 .. N loop\n   N := N + 1;\n   Note (I);\nend loop;\nNote (N);"),
    ("", "for I in Tick (#a) .. 4 loop\n   Note (I);\nend loop;"),
    ("", "for I in reverse 1 .. Tick (#a) loop\n   Note (I);\nend loop;"),
    ("", "for I in Idx range #a .. Tick (#b) loop\n   Note (I);\nend loop;"),
    ("V : Row := (others => 3);", "for I in V'First + Tick (#a) .. V'Last loop\n   Note (I);\nend loop;"),
    ("V : Row := (1, 2, 3, 4, 5, 6);", "for X of V loop\n   X := X + #a;\n   Note (X);\nend loop;\nNote (V (#b));"),
    ("N : Integer := #a;", "while Tick (N) < 5 loop\n   N := N + 1;\nend loop;\nNote (N);"),
    ("N : Integer := 0;", "loop\n   N := N + 1;\n   exit when Tick (N) > #a;\nend loop;\nNote (N);"),
    ("N : Integer := 0;", "while N < #a loop\n   pragma Loop_Invariant (Tick (N) < 7);\n   N := N + 1;\nend loop;"),
    // Choices.
    (
        "",
        "case Tick (#a) is\n   when 1 .. 2 =>\n      Note (1);\n   when 3 | 5 =>\n      Note (2);\n   when others =>\n      Note (3);\nend case;",
    ),
    ("", "if No (#a) and then Yes (#b) then\n   Note (1);\nelsif Yes (#b) or else No (#a) then\n   Note (2);\nend if;"),
    ("", "Note (if Yes (#a) then #b else Tick (#c));"),
    ("", "Note (case Tick (#a) is when 1 .. 3 => #b, when others => 5);"),
    // Expressions.
    ("V : Row := (1, 2, 3, 4, 5, 6);", "Note (Boolean'Pos (for some I in 1 .. 9 => V (I) = #a));"),
    ("V : Row := (1, 2, 3, 4, 5, 6);", "Note (Boolean'Pos (for all I in 1 .. 9 => V (I) /= #a));"),
    ("", "Note (Boolean'Pos (Tick (#a) in 2 .. 4));"),
    ("", "Note (Boolean'Pos (Tick (#a) in Even | 3));"),
    ("", "Note (Boolean'Pos (Tick (#a) not in 1 | #b .. 5));"),
    ("", "Note (Integer'Max (Tick (#a), #b));"),
    ("", "Note ((abs (Tick (#a) - 4)) ** 2);"),
    // The check of the divisor may come in front of the other operand.
    ("", "Note (#a / (Tick (#b) - 3));"),
    ("", "Note (Tick (#a) rem (#b + 2));"),
    ("", "Note (Integer (Float (Tick (#a)) * 0.5));"),
    ("", "Note (Idx'(Tick (#a) + #b));"),
    ("", "Note (Integer (U3 (Tick (#a))));"),
    ("", "Note (Integer (U8 (Tick (#a) * 60)));"),
    ("W : Vec (1 .. Tick (#a)) := (others => 1);", "Note (Integer (U3 (W'Length)));"),
    ("", "Note (Colour'Pos (Colour'Val (Tick (#a) mod 3)));"),
    ("C : Colour := Colour'Val (#a mod 3);", "Note (Colour'Pos (Colour'Succ (C)));"),
    ("", "Note ((declare Y : constant Integer := Tick (#a); begin Y + Y));"),
    ("S : String := \"ab\" & Character'Val (64 + Tick (#a));", "Note (Character'Pos (S (S'Last)));"),
    // Aggregates.
    ("V : Row;", "V := (1 => Tick (#a), others => #b);\nNote (V (2));"),
    ("V : Row;", "V := (2 | 4 => Tick (#a), others => #b);\nNote (V (4));"),
    ("V : Row;", "V := (3 .. 5 => Tick (#a), others => #b);\nNote (V (4));"),
    ("W : Vec := (Tick (#a) .. 6 => 3);", "Note (W'First);\nNote (W'Length);"),
    ("W : Vec := (5 .. 4 => Tick (#a));", "Note (W'First);\nNote (W'Length);"),
    ("Q : Short := (#a .. 4 + #b => 1);", "Note (Q'Last);"),
    ("Q : Short := (9 .. 8 => 1);", "Note (Q'Length);"),
    ("", "Note (Short'(#a + 2 .. #b + 3 => 4)'Length);"),
    ("V : Row := (others => 3);", "V := (V with delta Tick (#a) => 7, #b => 8);\nNote (V (#a));"),
    ("F : Fancy := (1, 2);", "F := (F with delta B => Tick (#a));\nNote (F.B + F.A);"),
    ("V : Row;", "V := (for I in Idx => I * #a);\nNote (V (#b));"),
    ("G2 : Grid := (1 => (others => #a), 2 => (1, 2, Tick (#b)));", "Note (G2 (2, 3) + G2 (1, 1));"),
    ("P : Part;\nQ : Part := (A => 1, others => <>);", "Note (P.A + Q.B);"),
    ("P : Part := (others => <>);", "Note (P.A);"),
    ("X : Fresh;\nY : Fresh := (2 => 1, others => <>);", "Note (X (1) + Y (3));"),
    // Slices, bounds, concatenation.
    (
        "W : Vec (1 .. 6) := (1, 2, 3, 4, 5, 6);\nX : Vec (#a .. #a + 3) := W (2 .. 5);",
        "Note (X'First);\nNote (X (X'First));",
    ),
    ("W : Vec (1 .. 6) := (1, 2, 3, 4, 5, 6);\nC : Vec := W (3 .. 2) & W (4 .. 5);", "Note (C'First);\nNote (C'Last);"),
    ("W : Vec (1 .. 6) := (1, 2, 3, 4, 5, 6);\nC : Vec := W (#a .. 5) & Tick (7);", "Note (C'First);\nNote (C'Last);"),
    ("W : Vec (1 .. 6) := (1, 2, 3, 4, 5, 6);\nC : Vec := W (5 .. 4) & 7;", "Note (C'First);\nNote (C'Last);"),
    ("W : Vec (1 .. 6) := (1, 2, 3, 4, 5, 6);\nC : Vec := 7 & W (#a .. 5);", "Note (C'First);\nNote (C'Last);"),
    ("W : Vec (1 .. 6) := (1, 2, 3, 4, 5, 6);", "W (2 .. 5) := W (1 .. 4);\nNote (W (#a));"),
    ("W : Vec (1 .. 6) := (1, 2, 3, 4, 5, 6);", "W (1 .. #a) := W (2 .. #b);\nNote (W (1));"),
    ("W : Vec (1 .. 6) := (1, 2, 3, 4, 5, 6);", "W (Tick (#a) .. 6) := (others => 1);\nNote (W (5));"),
    ("W : Vec (1 .. 6) := (1, 2, 3, 4, 5, 6);", "Note (Boolean'Pos (W (1 .. #a) < W (2 .. 4)));"),
    ("W : Vec (1 .. 6) := (1, 2, 3, 4, 5, 6);", "Note (Boolean'Pos (W (#a .. #a - 1) = W (6 .. 5)));"),
    ("B : Bits := (1 | 3 => True, others => False);", "B (Tick (#a)) := not B (#b);\nNote (Boolean'Pos (B (#a)));"),
    (
        "B : Bits := (others => False);\nC : Bits := (#a => True, others => False);",
        "B := (B or C) xor Bits'(#a => True, others => False);\nNote (Boolean'Pos (B (#b)));",
    ),
    // Discriminants.
    ("R : Rec;", "R := (D => #a, Len => 1, Data => (1 .. #a => 4));\nNote (R.Data'Last);\nNote (R.D);"),
    ("R : Rec;\nS : Rec (3);", "R := (D => #a, Len => 1, Data => (1 .. #a => 4));\nS := R;\nNote (S.Data (2));"),
    ("R : Rec;", "Grow (R, #a);\nNote (R.D);\nNote (R.Data'Length);"),
    ("R : Rec (#a);", "Grow (R, #b);\nNote (R.Len);"),
    ("R : Rec (Tick (#a));", "Note (R.Data'Last);"),
    ("R : Rec := (2, 1, (others => 5));", "Note (R.Data (#a));"),
    // Equality.
    (
        "X : Fancy := (#a, 1);\nY : Fancy := (#a, 2);",
        "Note (Boolean'Pos (X = Y));\nNote (Boolean'Pos (X in (#b, 1) | Y));",
    ),
    (
        "X : Holder := ((#a, 1), 3);\nY : Holder := ((#a, 2), 3);",
        "Note (Boolean'Pos (X = Y));\nNote (Boolean'Pos (X /= Y));",
    ),
    ("X : Fancies := (others => (#a, 1));\nY : Fancies := (others => (#a, 2));", "Note (Boolean'Pos (X = Y));"),
    // Names for one object.
    ("X : Box;", "Two_Boxes (X, X);\nNote (X.B);"),
    ("X, Y : Box;", "Two_Boxes (X, Y);\nTwo_Boxes (Y, X);\nNote (X.B);"),
    ("", "GB.A := #a;\nBox_And_Global (GB);\nNote (GB.A);"),
    ("", "G := #a;\nTwo_Numbers (G, G);\nNote (G);"),
    ("", "GV := (1, 2, 3, #a);\nRead_After (GV);\nNote (GV (1));"),
    ("", "GV := (1, 2, 3, #a);\nRead_After (GV (2 .. 4));\nNote (GV (1));"),
    // Calls.
    ("", "Given;\nGiven (#a);\nGiven (Y => #b);"),
    ("N : Integer := #a;", "Raised_By (N, #b);\nNote (N);"),
    ("V : Row := Extended (#a);", "Note (V (1) + V (2));"),
    ("function Lim is new Clamp (Tick (#a));", "Note (Lim (#b));\nNote (Lim (0));"),
    // Subtypes and types whose bounds are evaluated where they are declared.
    ("N : Integer := #a;\nsubtype Sub is Integer range 1 .. N;\nX : Sub := 1;", "N := 6;\nX := Sub (#b);\nNote (X);"),
    (
        "N : Integer := #a;\ntype Arr is array (1 .. Tick (N)) of Integer;\nA : Arr := (others => 1);",
        "N := 6;\nNote (A'Last);",
    ),
    ("N : Integer := #a;\nA : Vec (N .. N + 2) := (others => N);", "N := 6;\nNote (A'First);\nNote (A (A'Last));"),
    ("subtype Few is Vec (1 .. Tick (#a));\nA, B : Few := (others => 2);", "Note (A'Length + B'Length);"),
    // Predicates.
    ("X : Even := 2;", "X := Tick (#a) + 1;\nNote (X);"),
    (
        "type Pre is record\n   A : Integer := #a;\nend record\n  with Dynamic_Predicate => Pre.A > 2;\nX : Pre;",
        "Note (X.A);",
    ),
    (
        "type Pre is record\n   A : Integer := #a;\nend record\n  with Dynamic_Predicate => Pre.A > 2;",
        "declare\n   X : Pre := (A => #b);\nbegin\n   Note (X.A);\nend;",
    ),
    // Exceptions.
    (
        "N : Integer := 1;\nX : Box;",
        "begin\n   Spoil (N, X);\nexception\n   when Failed =>\n      Note (5);\nend;\nNote (N);\nNote (X.B);",
    ),
    (
        "V : Row := (others => 1);",
        "begin\n   V (Tick (#a) + 2) := 4;\n   Note (1);\nexception\n   when Constraint_Error =>\n      Note (2);\nend;\nNote (V (4));",
    ),
    (
        "",
        "begin\n   declare\n      X : Idx := Tick (#a) * 2;\n   begin\n      Note (X);\n   exception\n      when others =>\n         Note (1);\n   end;\nexception\n   when Constraint_Error =>\n      Note (2);\nend;",
    ),
    (
        "",
        "begin\n   begin\n      raise Failed;\n   exception\n      when others =>\n         Note (#a);\n         raise;\n   end;\nexception\n   when Failed =>\n      Note (#b);\nend;",
    ),
    ("", "pragma Assert (Tick (#a) < 7);"),
    ("", "pragma Assert (Tick (#a) /= #b);"),
    (
        "",
        "begin\n   raise Failed with Integer'Image (Tick (#a));\nexception\n   when Failed =>\n      Note (#b);\nend;",
    ),
];

/// Generates a package with `count` functions from a seed.
pub fn mains(seed: u64, count: usize) -> Mains {
    let mut random = SplitMix(seed);
    let name = format!("Mains_{seed}");
    let mut spec = format!("package {name} is\n\n{SPEC}");
    let mut body = format!("package body {name} is\n{BODY}");
    let mut functions = Vec::new();
    for number in 1..=count {
        // Writing to a string cannot fail.
        let _ = writeln!(spec, "   function M_{number} return Integer;");
        let _ = write!(body, "\n   function M_{number} return Integer is\n   begin\n      Trace := 0;\n");
        for _ in 0..1 + random.below(5) {
            piece(&mut body, &mut random, 0);
        }
        let _ = writeln!(body, "      return Trace;\n   end M_{number};");
        functions.push(format!("M_{number}"));
    }
    let _ = writeln!(spec, "\nend {name};");
    let _ = writeln!(body, "\nend {name};");
    Mains { unit: Unit { name, package: true }, spec, body, functions }
}

/// A block with one piece, sometimes with another one inside, or with a handler around it.
fn piece(text: &mut String, random: &mut SplitMix, depth: usize) {
    let (declarations, statements) = *random.pick(PIECES);
    let mut numbers = [0; 3];
    for number in &mut numbers {
        *number = random.within(1, 6);
    }
    let handled = random.one_in(4);
    let indent = 6 + 3 * depth;
    let line = |text: &mut String, inner: usize, line: &str| {
        let mut line = line.to_string();
        for (letter, number) in ["#a", "#b", "#c"].iter().zip(numbers) {
            line = line.replace(letter, &number.to_string());
        }
        let _ = writeln!(text, "{}{line}", " ".repeat(indent + inner));
    };
    line(text, 0, "declare");
    for one in declarations.lines() {
        line(text, 3, one);
    }
    line(text, 0, "begin");
    for one in statements.lines() {
        line(text, 3, one);
    }
    if depth < 2 && random.one_in(4) {
        piece(text, random, depth + 1);
    }
    if handled {
        line(text, 0, "exception");
        line(text, 3, "when Constraint_Error =>");
        line(text, 6, "Note (#c);");
    }
    line(text, 0, "end;");
}

/// Two packages whose elaboration notes what it does, and a function that makes a number of what it left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elaboration {
    /// File names and texts.
    pub files: Vec<(String, String)>,
    /// The unit with the function.
    pub unit: Unit,
    /// The function.
    pub function: String,
    /// The number at the end of the names.
    seed: u64,
}

impl Elaboration {
    /// A main program that asserts that the number is this one: its file name and its text.
    pub fn main(&self, value: &str) -> (String, String) {
        let (unit, seed) = (&self.unit.name, self.seed);
        let text = format!(
            "with {unit};\nprocedure Elab_Main_{seed} is\nbegin\n   pragma Assert ({unit}.{} = {value});\nend Elab_Main_{seed};\n",
            self.function
        );
        (format!("elab_main_{seed}.adb"), text)
    }
}

/// Packages from a seed: variables with initial values that call functions with effects, statements behind `begin`, and
/// what depends on both.
pub fn elaboration(seed: u64) -> Elaboration {
    let mut random = SplitMix(seed);
    let mut small = || random.within(1, 6);
    let (a, b, c, d) = (small(), small(), small(), small());
    let base = format!("Elab_Base_{seed}");
    let top = format!("Elab_Top_{seed}");
    let base_spec = format!(
        "package {base} is\n   pragma Elaborate_Body;\n   Trace : Integer := {a};\n   function Tick (K : Integer) return Integer;\n   \
         type Vec is array (Integer range <>) of Integer;\n   V : Vec (1 .. {b} + 2) := (others => Trace);\nend {base};\n"
    );
    let base_body = format!(
        "package body {base} is\n   function Tick (K : Integer) return Integer is\n   begin\n      \
         Trace := (Trace * 7 + K) mod 1_000_003;\n      return K;\n   end Tick;\n   Hidden : Integer := Tick ({c});\n   \
         W : Vec := (1 .. Tick ({d}) => Hidden);\nbegin\n   for I in V'Range loop\n      V (I) := Tick (I) + W'Length;\n   \
         end loop;\nexception\n   when Constraint_Error =>\n      Trace := 1;\nend {base};\n"
    );
    let (e, f) = (small(), small());
    let top_spec = format!(
        "with {base}; use {base};\npackage {top} is\n   X : Integer := Tick ({e});\n   Y : constant Integer := Trace;\n   \
         function Sum return Integer;\nend {top};\n"
    );
    let top_body = format!(
        "package body {top} is\n   Z : Integer := Tick (X + {f});\n   function Sum return Integer is\n     \
         (X + 3 * (Y mod 1_000) + 5 * Z + 7 * (Trace mod 1_000) + 11 * V (V'Last));\nbegin\n   X := X + Tick (Z);\n   \
         if Y > 50 then\n      V (1) := Tick (2);\n   end if;\nend {top};\n"
    );
    let file = |name: &str, extension: &str, text: String| (format!("{}.{extension}", name.to_lowercase()), text);
    Elaboration {
        files: vec![
            file(&base, "ads", base_spec),
            file(&base, "adb", base_body),
            file(&top, "ads", top_spec),
            file(&top, "adb", top_body),
        ],
        unit: Unit { name: top, package: true },
        function: "Sum".to_string(),
        seed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_programs_again() {
        let one = mains(3, 5);
        assert_eq!(one, mains(3, 5));
        assert_ne!(one.body, mains(4, 5).body);
        assert_eq!((one.functions.len(), one.body.matches("\n   function M_").count()), (5, 5));
        assert!(!one.body.contains('#'));
        assert_eq!(elaboration(3), elaboration(3));
    }

    #[test]
    fn every_piece_is_used() {
        let text: String = (0..40).map(|seed| mains(seed, 25).body).collect();
        for (declarations, statements) in PIECES {
            let first = declarations.lines().chain(statements.lines()).next().unwrap_or_default();
            let start = first.split('#').next().unwrap_or_default();
            assert!(text.contains(start), "{first}");
        }
    }
}
