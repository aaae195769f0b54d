//! Features of the language and of GNAT, one by one: what holds is proved, and the twin with one mistake is not.

mod common;

use common::run;

/// The lines of the output for a main program: `line: message`, without what is proved.
fn said(text: &str) -> Vec<String> {
    said_by("ada", text)
}

/// The same by another frontend.
fn said_by(frontend: &str, text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("main.adb").display().to_string();
    std::fs::write(&path, text).expect("a program");
    let output = run(&["--frontend", frontend, "--output=oneline", "--steps", "3000", &path]);
    assert_eq!(output.code, Some(0), "{output:?}");
    let both = output.stdout.lines().chain(output.stderr.lines());
    let lines = both.filter_map(|line| {
        let (place, text) = line.split_once(": ")?;
        let (place, _) = place.rsplit_once(':')?;
        let (_, line) = place.rsplit_once(':')?;
        Some(format!("{line}: {}", text.split(", cannot").next()?.split(" (e.g.").next()?.split(" [").next()?))
    });
    lines.collect()
}

const NONE: [&str; 0] = [];

fn holds_but(text: &str, right: &str, wrong: &str, message: &str) {
    assert_eq!(said(&text.replace('@', right)), NONE, "{text}");
    assert_eq!(said(&text.replace('@', wrong)), [message], "{text}");
}

#[test]
fn calls_through_access_values_have_the_contract_of_the_type() {
    let text = "procedure Main is
   type Fun is access function (X : Integer) return Integer
     with Pre => X > 0, Post => Fun'Result > X;
   function More (X : Integer) return Integer is (X + 1);
   F : Fun := More'Access;
   Y : Integer;
begin
   Y := F (@);
   pragma Assert (Y > 2);
end Main;
";
    holds_but(text, "2", "0", "8: high: precondition might fail");
    let text = "procedure Main is
   type Fun is access function (X : Integer) return Integer
     with Pre => X > 0, Post => Fun'Result > X;
   function More (X : Integer) return Integer is (X + @);
   F : Fun := More'Access;
   Y : Integer;
begin
   Y := F (2);
   pragma Assert (Y > 0);
end Main;
";
    holds_but(text, "1", "0", "3: high: postcondition might fail");
}

#[test]
fn objects_of_volatile_types_have_any_value_when_they_are_read() {
    let text = "procedure Main is
   type Word is mod 2 ** 8@;
   type Pair is record A, B : Integer; end record;
   R : Word := 3;
begin
   pragma Assert (R = 3);
end Main;
";
    holds_but(text, "", " with Volatile", "6: medium: assertion might fail");
    holds_but(text, "", " with Atomic", "6: medium: assertion might fail");
    let text = "procedure Main is
   type Items is array (1 .. 3) of Integer@;
   type Again is new Items;
   R : Again := (others => 3);
begin
   pragma Assert (R (2) = 3);
end Main;
";
    holds_but(text, "", " with Volatile_Components", "6: medium: assertion might fail");
    let text = "procedure Main is
   type Word is mod 2 ** 8;
   @
   R : Word := 3;
begin
   pragma Assert (R = 3);
end Main;
";
    holds_but(text, "", "pragma Volatile (Word);", "6: medium: assertion might fail");
    let text = "procedure Main is
   F : Boolean := True with Volatile@;
begin
   pragma Assert (F);
end Main;
";
    holds_but(text, ", No_Caching", "", "4: medium: assertion might fail");
}

#[test]
fn pragmas_say_what_aspects_say_of_packages_and_private_types() {
    let text = "procedure Main is
   package P is
      pragma Initial_Condition (Get = @);
      function Get return Integer;
      type T is private;
      pragma Default_Initial_Condition (Zero (T));
      function Zero (X : T) return Boolean;
   private
      type T is record V : Integer := 0; end record;
      function Zero (X : T) return Boolean is (X.V = 0);
   end P;
   package body P is
      N : Integer := 4;
      function Get return Integer is (N);
   end P;
   X : P.T;
begin
   pragma Assert (P.Get = 4 and P.Zero (X));
end Main;
";
    holds_but(text, "4", "5", "3: high: initial condition might fail");
}

#[test]
fn bit_operations_of_any_modulus() {
    let text = "procedure Main is
   type Ten is mod 10;
   type Big is mod 2 ** 128;
   A : Ten := 9;
   B : Ten := 6;
   C : Big := 2 ** 127 + 5;
begin
   pragma Assert ((A or B) = @);
   pragma Assert ((A and B) = 0 and (A xor B) = 5);
   pragma Assert ((C and 16#FFFF_FFFF_FFFF_FFFF#) = 5);
end Main;
";
    holds_but(text, "5", "6", "8: high: assertion might fail");
}

#[test]
fn aggregates_that_name_parts_and_concatenations_of_aggregates() {
    let text = "procedure Main is
   type Pt is record X, Y : Integer; end record;
   type Line is record A, B : Pt; end record;
   type Lines is array (1 .. 3) of Line;
   L : constant Line := ((1, 2), (3, 4));
   V : Lines := (others => L);
begin
   V := (V with delta (2).A.X => 5, (3).B => (0, 0));
   pragma Assert (V (2).A.X = 5 and V (2).A.Y = 2 and V (3).B.X = 0 and V (1) = L);
   pragma Assert (V (3).A.X = @);
end Main;
";
    holds_but(text, "1", "5", "10: high: assertion might fail");
    let text = "procedure Main is
   type A is array (Positive range <>) of Boolean;
   X : A := (1 => True) & (False, True) & True;
begin
   pragma Assert (X'Length = 4 and X (1) and not X (2) and X (3) and @);
end Main;
";
    holds_but(text, "X (4)", "X (2)", "5: high: assertion might fail");
}

#[test]
fn statements_with_conditions_and_continue() {
    let text = "procedure Main is
   pragma Extensions_Allowed (All_Extensions);
   N : Natural := 0;
   function Sign (X : Integer) return Integer is
   begin
      return -1 when X < 0;
      raise Program_Error when X > 100;
      return 1;
   end Sign;
begin
   for I in 1 .. 5 loop
      continue when I mod 2 = 0;
      N := N + 1;
   end loop;
   pragma Assert (N = @ and Sign (-3) = -1 and Sign (4) = 1);
end Main;
";
    holds_but(text, "3", "5", "15: high: assertion might fail");
}

#[test]
fn what_is_read_and_not_modelled_concerns_its_users() {
    let text = "procedure Main is
   procedure Last (X : in out Integer) is
   begin
      X := 1;
   finally
      X := 2;
   end Last;
   type Str is array (Positive range 1 .. <>) of Character;
   procedure Show (S : Str) is null;
   Y : Integer := 0;
begin
   pragma Assert (Y = 0);
end Main;
";
    let found = said(text);
    let named = ["not supported: finally part", "not supported: index with a fixed lower bound"];
    assert!(named.iter().all(|what| found.iter().any(|line| line.contains(what))), "{found:?}");
    assert!(!found.iter().any(|line| line.contains("error")), "{found:?}");
}

#[test]
fn an_unchecked_union_is_named() {
    let text = "procedure Main is
   type U (B : Boolean := False) is record
      case B is
         when True => I : Integer;
         when False => F : Float;
      end case;
   end record with Unchecked_Union;
   X : U;
begin
   X := (B => True, I => 3);
end Main;
";
    let found = said(text);
    assert!(found.iter().any(|line| line.contains("Unchecked_Union")), "{found:?}");
    assert!(!found.iter().any(|line| line.contains(": high:")), "{found:?}");
}

/// The name in front of an attribute is evaluated (RM 4.1.4), also where its subtype has the bounds already.
#[test]
fn prefixes_of_bounds_are_evaluated() {
    let text = "procedure Main is
   type Vec is array (Positive range <>) of Integer;
   subtype V3 is Vec (1 .. 3);
   type Nest is array (1 .. 2) of V3;
   type Pointer is access V3;
   type Variant (N : Boolean := False) is record
      case N is
         when True  => D : V3;
         when False => null;
      end case;
   end record;
   N : constant Nest := (others => (1, 2, 3));
   P : constant Pointer := new V3'(1, 2, 3);
   Q : constant Pointer := null;
   R : Variant := (True, (1, 2, 3));
   S : Variant; function Made (K : Integer) return Vec is (Vec'(1 .. K => K));
   B : constant Vec := (2 .. 4 => 1);
   C : constant Vec := (1 .. 3 => 1);
   I : constant Integer := C (1) + 1;
   Total : Natural := 0;
begin
   R := (R.N, R.D);
   S := (N => False);
   @
end Main;
";
    for (right, wrong, check) in [
        ("pragma Assert (N (I)'Length = 3);", "pragma Assert (N (I + 1)'Length = 3);", "array index check"),
        ("pragma Assert (N (I)'First = 1);", "pragma Assert (N (I + 1)'First = 1);", "array index check"),
        ("Total := P.all'Last;", "Total := Q.all'Last;", "pointer dereference check"),
        ("pragma Assert (R.D'Last = 3);", "pragma Assert (S.D'Last = 3);", "discriminant check"),
        ("pragma Assert (V3'(C)'First = 1);", "pragma Assert (V3'(B)'First = 1);", "range check"),
        ("pragma Assert (V3 (B)'Last = 3);", "pragma Assert (V3 (B (2 .. 3))'Last = 3);", "length check"),
        ("Total := V3'(Made (I + 1))'Last;", "Total := V3'(Made (I))'Last;", "range check"),
        ("Total := V3 (Made (3))'Length;", "Total := V3 (Made (4))'Length;", "length check"),
        ("for K in N (I)'Range loop null; end loop;", "for K in N (3)'Range loop null; end loop;", "array index check"),
    ] {
        holds_but(text, right, wrong, &format!("24: high: {check} might fail"));
    }
}

#[test]
fn names_of_declare_expressions_are_evaluated_once() {
    let text = "procedure Main is
   A : constant array (1 .. 3) of Integer := (1, 2, 3);
   I : constant Integer := A (2);
   Calls : Natural := 0;
   function Next return Integer is
   begin
      Calls := Calls + 1;
      return Calls;
   end Next;
   function Pairs (K : Integer) return Boolean is
     (declare W : Integer renames A (K); begin K > 0);
   Sum : Integer;
begin
   pragma Assert (Pairs (I@));
   Sum := (declare N : Integer renames Next; begin N + N);
   pragma Assert (Sum = 2);
end Main;
";
    holds_but(text, "", " + 2", "11: high: array index check might fail");
    let text = "procedure Main is
   type Row is array (1 .. 2) of Integer;
   N : constant array (1 .. 3) of Row := (others => (1, 2));
   I : constant Integer := N (1) (2);
begin
   pragma Assert (for some E of N (I@) => True);
end Main;
";
    holds_but(text, "", " + 2", "6: high: array index check might fail");
}

/// The operator of a formal type is none of others that have the same actual type.
#[test]
fn operators_of_formal_types_are_for_them_alone() {
    let text = "procedure Main is
   generic
      type Element is private;
      with function \"<\" (Left, Right : Element) return Boolean is <>;
   package Sorting is
      type Items is array (Positive range <>) of Element;
      procedure Sort (A : in out Items);
   end Sorting;
   package body Sorting is
      procedure Sort (A : in out Items) is
         Place : Natural;
         Kept  : Element;
      begin
         for I in A'First + 1 .. A'Last loop
            Kept := A (I);
            Place := I;
            while Place > A'First and then Kept < A (Place - 1) loop
               A (Place) := A (Place - 1);
               Place := Place - 1;
               exit when Place < 2;
            end loop;
            A (Place) := Kept;
         end loop;
      end Sort;
   end Sorting;
   package Down is new Sorting (Integer, \">\");
   X : Down.Items := (3, 1, 2);
begin
   Down.Sort (X);
   pragma Assert (X (@) = 3 and X (2) = 2);
end Main;
";
    holds_but(text, "1", "3", "30: high: assertion might fail");
}

#[test]
fn equality_of_extensions_is_that_of_the_parent_and_of_their_own_components() {
    let text = "procedure Main is
   package Points is
      type Point is tagged record X, Mark : Integer; end record;
      function \"=\" (L, R : Point) return Boolean is (L.X = R.X);
      type Solid is new Point with record Z : Integer; end record;
      type Named is new Solid with record Name : Integer; end record;
   end Points;
   use Points;
   A : constant Named := (1, 2, 3, 4);
begin
   pragma Assert (A = Named'(1, 9, 3, 4));
   pragma Assert (A /= Named'(1, 2, 3, 5) and A /= Named'(2, 2, 3, 4));
   pragma Assert (A = Named'(1, 2, @, 4));
end Main;
";
    holds_but(text, "3", "4", "13: high: assertion might fail");
}

#[test]
fn generic_functions_of_a_package_are_completed_by_expression_functions() {
    let text = "procedure Main is
   package Option is
      generic
         with function F (X : Integer) return Integer;
      function Map (X : Integer) return Integer;
      function Map (X : Integer) return Integer is (F (X));
   end Option;
   function Half (X : Integer) return Integer is (X / 2);
   function M is new Option.Map (Half);
begin
   pragma Assert (M (@) = 3);
end Main;
";
    holds_but(text, "7", "8", "11: high: assertion might fail");
}

#[test]
fn every_pattern_of_a_whole_type_is_valid() {
    let text = "with Interfaces; use Interfaces;
procedure Main is
   X : Unsigned_32 := 5;
   Y : Unsigned_32 with Import, Address => X'Address;
   Squares : constant Integer := [for I in 1 .. 5 when I mod 2 = 1 => I * I]'Reduce (\"+\", 0);
begin
   pragma Assert (X'Valid and Y'Valid);
   pragma Assert (Squares = @);
end Main;
";
    holds_but(text, "35", "55", "8: high: assertion might fail");
}

/// Extensions of GNAT: declarations among statements, calls where assertions are, shifts of types of one's own.
#[test]
fn extensions_of_gnat() {
    let text = "pragma Extensions_Allowed (On);
procedure Main is
   type Bits is mod 2 ** 8;
   pragma Provide_Shift_Operators (Bits);
   Total : Integer := 0;
   procedure Note (X : Integer) is null with Pre => X < 4;
begin
   for I in 1 .. 3 loop
      Twice : constant Integer := 2 * I;
      Half, Rest : Integer;
      Half := Twice / 2;
      Rest := Twice - Half;
      Total := Total + Rest;
      pragma Debug (Half > @, Note (Half));
   end loop;
   Sum : constant Integer := Total;
   pragma Assert (Sum = 6);
   pragma Assert (Shift_Left (Bits'(3), 7) = 128 and Rotate_Right (Bits'(3), 1) = 129);
end Main;
";
    assert_eq!(said(&text.replace('@', "0")), NONE);
    assert_eq!(said(&text.replace('@', "0").replace("Note (Half)", "Note (Half + 1)")).len(), 1);
    assert_eq!(said(&text.replace('@', "3").replace("Note (Half)", "Note (Half + 1)")), NONE);
    holds_but(
        &text.replace("Half > @", "True").replace("Sum = 6", "Sum = @"),
        "6",
        "7",
        "17: high: assertion might fail",
    );
}

#[test]
fn iterated_associations_over_arrays_have_a_component_for_each() {
    let text = "pragma Ada_2022;
procedure Main is
   type Vec is array (Positive range <>) of Integer;
   type Nat_Vec is array (Natural range <>) of Integer;
   A : constant Vec := (5, 6, 7);
   E : constant Vec (1 .. 0) := (others => 0);
   B : constant Vec := [for X of A => X * 2];
   C : constant Nat_Vec := [for X of A => X + 1];
   D : constant Vec := [for X of E => X];
   function Halves (V : Vec) return Vec is ([for X of V => X / 2]) with
     Pre => V'Length > 0, Post => Halves'Result'Length = V'Length;
begin
   pragma Assert (B = (10, 12, 14) and B'First = 1);
   pragma Assert (C'First = 0 and C (0) = 6 and C'Last = 2);
   pragma Assert (D'Length = 0);
   pragma Assert (Halves (A (2 .. 3)) (2) = 3);
   pragma Assert (Halves (A)'Last = @);
end Main;
";
    holds_but(text, "3", "4", "17: high: assertion might fail");
}

/// Elements of a container aggregate are evaluated where it stands, each once and in any order.
#[test]
fn elements_of_container_aggregates_are_evaluated_around_them() {
    let text = "with Ada.Containers.Vectors;
procedure Main is
   package Vectors is new Ada.Containers.Vectors (Positive, Integer);
   use type Vectors.Vector;
   function Twice (N : Positive) return Vectors.Vector is ([N * 2, (if N > 2 then N else 1)]);
   function From (N : Positive) return Vectors.Vector is ([for I in 1 .. 3 => I + N]);
   procedure Step (R : in out Integer) with
     Pre => R < 9, Post => Vectors.Vector'([R'Old, R]) = [R - 1, R'Old + @];
   procedure Step (R : in out Integer) is
   begin
      R := R + 1;
   end Step;
   X : Integer := 1;
begin
   pragma Assert (Twice (3).First_Element = 6 and From (3).Last_Element = 6);
   pragma Assert (for all I in 1 .. 3 => Twice (I).First_Element = 2 * I);
   Step (X);
   pragma Assert (X = 2);
end Main;
";
    holds_but(text, "1", "2", "8: high: postcondition might fail");
    let text = "with Ada.Containers.Vectors;
procedure Main is
   package Vectors is new Ada.Containers.Vectors (Positive, Integer);
   V : Vectors.Vector := [1, 2];
   W : Vectors.Vector;
   Calls : Integer := 0;
   function Next return Integer is
   begin
      Calls := Calls + 1;
      return Calls;
   end Next;
   function First (X : Vectors.Vector) return Integer is (X.First_Element);
begin
   W := [V (1), V (2)];
   pragma Assert (W (2) = 2);
   @
end Main;
";
    let in_use = said(&text.replace('@', "V := [V (1), 7];"));
    assert!(in_use.iter().any(|line| line.contains("one of whose elements is in use")), "{in_use:?}");
    // GNAT evaluates the inner aggregate first.
    let order = "W := [Next, First ([Next])]; pragma Assert (W.First_Element = 1);";
    let open = said(&text.replace('@', order));
    assert!(!open.is_empty() && !open.iter().any(|line| line.contains("high")), "{open:?}");
}

/// The parameter of a loop over a range is the index of its element, where a container has indices.
#[test]
fn loops_over_ranges_give_indices() {
    let text = "with Ada.Containers.Vectors;
procedure Main is
   package Vectors is new Ada.Containers.Vectors (Positive, Integer);
   use type Vectors.Vector;
   V : Vectors.Vector;
begin
   V := [for J in @ => J];
   pragma Assert (V.Is_Empty or else V = [1, 2, 3]);
end Main;
";
    assert_eq!(said(&text.replace('@', "1 .. 0")), NONE);
    holds_but(text, "1 .. 3", "0 .. 1", "7: high: range check might fail");
    holds_but(text, "1 .. 3", "2 .. 4", "7: high: precondition might fail");
}

/// How a subprogram ends follows from what holds when it begins, for it and for callers of what has no body.
#[test]
fn exit_cases_say_how_a_subprogram_ends() {
    let text = "procedure Main with SPARK_Mode is
   E, F : exception;
   procedure Q (X : Integer) with
     Exit_Cases => (X = 0 => Normal_Return, X > 0 => (Exception_Raised => E), others => Exception_Raised);
   procedure Q (X : Integer) is
   begin
      if X > 0 then
         raise E;
      elsif X < -50 then
         raise F;
      elsif X < 0 then
         raise E;
      end if;
   end Q;
   procedure Outside (X : Integer)
     with Import, Global => null, Exit_Cases => (X > 0 => (Exception_Raised => E), others => Normal_Return);
   Raised : Integer := 0;
begin
   for X in -60 .. 60 loop
      begin
         Q (X);
         pragma Assert (X = 0);
      exception
         when E => Raised := Raised + 1;
         when F => null;
      end;
   end loop;
   begin
      Outside (0);
   exception
      when E => pragma Assert (False);
   end;
end Main;
";
    let lines = |text: &str| -> Vec<String> {
        let mut lines = said_by("spark", text);
        lines.retain(|line| !line.contains("not known"));
        lines
    };
    assert_eq!(lines(text), NONE);
    let fails = |from: &str, to: &str, line: usize, message: &str| {
        assert!(text.contains(from), "{from}");
        let said = lines(&text.replacen(from, to, 1));
        let start = format!("{line}: ");
        assert!(said.iter().any(|one| one.starts_with(&start) && one.contains(message)), "{from}: {said:?}");
    };
    fails("if X > 0 then", "if X > 1 then", 4, "exit case might fail");
    fails("raise E;", "raise F;", 4, "exit case might fail");
    fails("elsif X < 0 then", "elsif X <= 0 then", 4, "exit case might fail");
    fails("X = 0 => Normal_Return", "X >= 0 => Normal_Return", 4, "exit cases might not be disjoint");
    fails("Outside (0)", "Outside (1)", 31, "assertion might fail");
}

/// What an unchecked conversion gives is known where its bits are a value; where they are none, nobody counts on it.
#[test]
fn unchecked_conversions_may_give_no_value() {
    let text = "with Ada.Unchecked_Conversion;
procedure Main is
   type Color is (Red, Green, Blue);
   for Color'Size use 8;
   type Byte is mod 256;
   function To_Color is new Ada.Unchecked_Conversion (Byte, Color);
   C : Color;
begin
   for B in Byte range 0 .. @ loop
      C := To_Color (B);
      pragma Assert (Color'Pos (C) = Integer (B));
   end loop;
end Main;
";
    assert_eq!(said(&text.replace('@', "2")), NONE);
    let wrong = said(&text.replace('@', "3"));
    let expected = ["6: medium: bits might be no value of the type", "11: medium: assertion might fail"];
    assert_eq!(wrong, expected);
    // The same through an access value.
    let text = "with Ada.Unchecked_Conversion;
procedure Main is
   type Color is (Red, Green, Blue);
   for Color'Size use 8;
   type Byte is mod 256;
   function To_Color is new Ada.Unchecked_Conversion (Byte, Color);
   type Fun is access function (B : Byte) return Color;
   F : Fun := To_Color'Access;
   C : Color := F (@);
begin
   pragma Assert (C >= Green);
end Main;
";
    assert_eq!(said(&text.replace('@', "2")), NONE);
    assert_eq!(said(&text.replace('@', "7")), ["6: medium: bits might be no value of the type", expected[1]]);
    // Whoever asks gets either answer, and no exception.
    let text = "with Ada.Unchecked_Conversion;
procedure Main is
   function To_Float is new Ada.Unchecked_Conversion (Integer, Float);
   F : Float;
begin
   F := To_Float (-1);
   if not F'Valid then
      F := @;
      pragma Assert (F = 1.0);
   end if;
exception
   when Constraint_Error => pragma Assert (False);
end Main;
";
    let message = "3: medium: bits might be no value of the type";
    assert_eq!(said(&text.replace('@', "1.0")), [message]);
    assert_eq!(said(&text.replace('@', "2.0")), [message, "9: medium: assertion might fail"]);
}

/// Objects that share their place have any of their values; that they have one is a check. One that lies where the
/// program computes shares the place of each whose address is a value.
#[test]
fn objects_at_the_place_of_others_have_any_value() {
    let text = "with System;
procedure Main is
   A : Positive := 5;
   B : Integer with Address => A'Address;
   X, Y : Integer := 3;
   procedure Poke (At_Place : System.Address; Value : Integer) is
      Z : Integer with Import, Address => At_Place;
   begin
      Z := Value;
   end Poke;
begin
   B := 0;
   pragma Assert (A > 0);
   pragma Assert (A = 5);
   Poke (X'Address, 4);
   pragma Assert (X = 3);
   pragma Assert (Y = 3);
end Main;
";
    let expected = [
        "4: medium: bits might be no value of the type",
        "14: medium: assertion might fail",
        "16: medium: assertion might fail",
    ];
    assert_eq!(said(text), expected);
}

/// An element of an indefinite container keeps its bounds where it is assigned to through a reference.
#[test]
fn elements_named_by_references_keep_their_length() {
    let text = "with Ada.Containers.Indefinite_Vectors;
procedure Main is
   package V is new Ada.Containers.Indefinite_Vectors (Positive, String);
   X : V.Vector;
begin
   X.Append (\"abc\");
   X (1) := \"@\";
   pragma Assert (X (1).Element'Length = 3 and X.Reference (1).Element (2) = 'w');
   X.Replace_Element (1, \"longer\");
   pragma Assert (X (1) = \"longer\");
end Main;
";
    holds_but(text, "two", "four", "7: high: length check might fail");
}

/// A value of an access type whose designated subtype has a constraint designates an object that satisfies it.
#[test]
fn access_values_are_checked_against_constrained_designated_subtypes() {
    let text = "procedure Main is
   type T (D : Positive) is record
      A : String (1 .. D);
   end record;
   type R is access all T;
   type Three is access all T (3);
   procedure Look (X : access T) is
      Q : constant Three := Three (X);
   begin
      pragma Assert (Q.D = 3);
   end Look;
begin
   Look (R'(new T'(@, (others => ' '))));
end Main;
";
    holds_but(text, "3", "2", "8: high: discriminant check might fail");
}

/// A character literal needs no visible declaration where its type is known (RM 4.2 (3)).
#[test]
fn character_literals_need_not_be_visible() {
    let text = "with Interfaces.C;
procedure Main is
   package P is
      type My is new Character;
      type Few is ('x', 'y', Zed);
   end P;
   use type P.Few;
   use type Interfaces.C.char;
   procedure Take (C : P.My) is null;
   S : constant Interfaces.C.char_array := ('a', '@', Interfaces.C.nul);
   N : P.Few := 'y';
begin
   Take ('a');
   pragma Assert (N > 'x' and 'y' = N);
   for C in P.My range 'a' .. 'c' loop
      Take (C);
   end loop;
   pragma Assert (S (1) < 'c' and S (1) in 'b' .. 'z');
end Main;
";
    holds_but(text, "b", "d", "18: high: assertion might fail");
}

/// A table of more components than expressions may be deep, with an index type whose bounds are no plain numbers.
#[test]
fn long_tables_have_modular_indices() {
    let values: Vec<String> = (0..256).map(|at| (at * 7 % 256).to_string()).collect();
    let text = format!(
        "procedure Main is
   type Byte is mod 256;
   Table : constant array (Byte) of Byte := ({});
begin
   pragma Assert (Table (255) = @);
end Main;
",
        values.join(", ")
    );
    holds_but(&text, "249", "248", "5: high: assertion might fail");
}

/// What completes a declaration in another way than by a body or a value where it stands.
#[test]
fn completions_are_found() {
    let text = "procedure Main is
   package P is
      type Session is limited private;
      function Current return not null access Session;
      procedure Set (S : not null access Session; V : Integer);
      function Val (S : Session) return Integer;
   private
      type Session is tagged limited record
         V : Integer := 0;
      end record;
   end P;
   package body P is
      Own : aliased Session;
      function Current return not null access Session is (Own'Access);
      procedure Set (S : not null access Session; V : Integer) is
      begin
         S.V := V;
      end Set;
      function Val (S : Session) return Integer is (S.V);
   end P;
   Page : constant Integer;
   pragma Import (C, Page, \"page\");
begin
   P.Set (P.Current, (if Page = 0 then 5 else 5));
   pragma Assert (P.Val (P.Current.all) = @);
end Main;
";
    holds_but(text, "5", "6", "25: high: assertion might fail");
}

/// Fixed point products whose smalls are no multiples of each other are rounded one way or another.
#[test]
fn interest_is_rounded_one_way_or_another() {
    let text = "procedure Main is
   type Money is delta 0.01 digits 12;
   Total, Interest : Money := 0.0;
begin
   for Month in 1 .. 4 loop
      Total := Total + 100.0;
      Interest := Money (Total * 0.0725);
      pragma Assert (Interest in 7.24 .. @);
   end loop;
end Main;
";
    assert_eq!(said(&text.replace('@', "29.01")), NONE);
    assert_eq!(said(&text.replace('@', "28.98")), ["8: medium: assertion might fail"]);
    assert_eq!(said(&text.replace('@', "29.00")), ["8: medium: assertion might fail"]);
}

/// An operator of a type that a generic unit declares is not the predefined one of an actual type.
#[test]
fn operators_of_types_of_a_generic_unit_are_theirs() {
    let text = "procedure Main is
   generic
      type T is private;
      One : T;
      with function \"+\" (L, R : T) return T is <>;
   package Towers is
      type Tower is record
         Top : T;
      end record;
      function \"**\" (Left : Tower; N : Natural) return Tower;
   end Towers;
   package body Towers is
      function \"**\" (Left : Tower; N : Natural) return Tower is
      begin
         if N = 0 then
            return (Top => One);
         end if;
         return (Top => Tower'(Left ** (N - 1)).Top + Left.Top);
      end \"**\";
   end Towers;
   package Numbers is new Towers (Integer, 1);
   use Numbers;
   A : constant Tower := (Top => 5);
begin
   pragma Assert (Tower'(A ** 3).Top = @);
end Main;
";
    holds_but(text, "16", "15", "25: high: assertion might fail");
}
