//! What SPARK asks for beyond Ada: checked with the frontend `spark`, and not of Ada programs, where no run fails.

mod common;

use common::run;

/// The lines of the output for a package body and its specification, each as `line: message`, without what is proved.
fn said(frontend: &str, spec: &str, body: &str) -> Vec<String> {
    said_within(&["--steps", "3000"], frontend, spec, body)
}

/// The same within these limits.
fn said_within(limits: &[&str], frontend: &str, spec: &str, body: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("p.ads"), spec).expect("a specification");
    std::fs::write(path("p.adb"), body).expect("a body");
    let file = path("p.adb");
    let output = run(&[&["--frontend", frontend, "--output=oneline", &file], limits].concat());
    assert_eq!(output.code, Some(0), "{output:?}");
    let lines = output.stdout.lines().filter_map(|line| {
        let (place, text) = line.split_once(": ")?;
        let (place, _) = place.rsplit_once(':')?;
        let (file, line) = place.rsplit_once(':')?;
        let text: String = text.split(", cannot").next()?.split(" (").next()?.split(" [").next()?.to_string();
        Some(format!("{}:{line}: {text}", file.rsplit('/').next()?))
    });
    lines.collect()
}

const NONE: [&str; 0] = [];

/// As every change of a part is checked, variables of the library and components satisfy their predicates where an
/// entry starts; in Ada nobody has looked at them.
#[test]
fn predicates_of_variables_and_parts_hold_on_entry() {
    let spec = "package P is
   type Ordered is record X, Y : Integer := 0; end record with Dynamic_Predicate => Ordered.X <= Ordered.Y;
   subtype Pair is String (1 .. 2) with Dynamic_Predicate => Pair (1) <= Pair (2);
   type Tab is array (1 .. 3) of Pair;
   type Rec is record P : Pair := (others => 'a'); end record;
   V : Ordered;
   procedure Look (T : Tab; R : Rec);
   procedure Spoil (T : in out Tab);
end P;
";
    let body = "package body P is
   procedure Look (T : Tab; R : Rec) is
   begin
      pragma Assert (V.X <= V.Y);
      pragma Assert (T (1) (1) <= T (1) (2));
      pragma Assert (R.P (1) <= R.P (2));
   end Look;
   procedure Spoil (T : in out Tab) is
   begin
      T (2) (1) := 'z';
      V.X := V.Y;
   end Spoil;
end P;
";
    assert_eq!(said("spark", spec, body), ["p.adb:10: high: predicate check might fail"]);
    let failing = [4, 5, 6].map(|line| format!("p.adb:{line}: high: assertion might fail"));
    assert_eq!(said("ada", spec, body), failing);
}

#[test]
fn predicates_hold_behind_assignments_to_parts() {
    let spec = "package P is
   type Rec is record A, B : Natural := 1; end record with Predicate => Rec.B <= Rec.A;
   type Arr is array (1 .. 3) of Integer with Predicate => (for all I in 1 .. 2 => Arr (I) <= Arr (I + 1));
   type Outer is record R : Rec; N : Integer := 0; end record;
   G : Rec;
   procedure Set (R : in out Rec; X : Natural);
   procedure Global (X : Natural);
   procedure First (X : in out Arr; V : Integer);
   procedure Deep (X : in out Outer; V : Natural);
   procedure Other (X : in out Outer; V : Integer);
end P;
";
    let body = |set: &str, global: &str, first: &str, deep: &str| {
        format!(
            "package body P is
   procedure Set (R : in out Rec; X : Natural) is
   begin
      {set}
   end Set;
   procedure Global (X : Natural) is
   begin
      {global}
   end Global;
   procedure First (X : in out Arr; V : Integer) is
   begin
      {first}
   end First;
   procedure Deep (X : in out Outer; V : Natural) is
   begin
      {deep}
   end Deep;
   procedure Other (X : in out Outer; V : Integer) is
   begin
      X.N := V;
   end Other;
end P;
"
        )
    };
    let right = body(
        "if X <= R.A then R.B := X; end if;",
        "G := (A => X, B => X); G.A := Integer'Max (X, 3); G.B := 0;",
        "if V <= X (2) then X (1) := V; end if;",
        "if V <= X.R.A then X.R.B := V; end if;",
    );
    assert_eq!(said("spark", spec, &right), NONE);
    let wrong = body("R.B := X;", "G := (A => X, B => X); G.A := 3;", "X (1) := V;", "X.R.B := V;");
    let fails = |line: u32| format!("p.adb:{line}: high: predicate check might fail");
    assert_eq!(said("spark", spec, &wrong), [4, 8, 12, 16].map(fails));
    // No run of the Ada program looks there.
    assert_eq!(said("ada", spec, &wrong), NONE);
}

#[test]
fn out_parameters_are_written_on_every_path() {
    let spec = "package P is
   type E is (A, B, D);
   type Rec is record X : Integer; Y : Positive; end record;
   type Arr is array (1 .. 4) of Integer;
   procedure Scalar (Y : out Positive; C : Boolean);
   procedure Whole (Y : out Integer; C : Boolean);
   procedure Letter (Y : out E; C : Boolean);
   procedure Parts (R : out Rec; C : Boolean);
   procedure Items (V : out Arr; N : Integer);
   procedure Leaves (Y : out Integer; C : Boolean);
   Bad : exception;
end P;
";
    let body = |otherwise: &str, y: &str, low: &str| {
        format!(
            "package body P is
   procedure Scalar (Y : out Positive; C : Boolean) is
   begin
      if C then Y := 1; {otherwise} end if;
   end Scalar;
   procedure Whole (Y : out Integer; C : Boolean) is
   begin
      if C then Y := 1; {otherwise} end if;
   end Whole;
   procedure Letter (Y : out E; C : Boolean) is
   begin
      if C then Y := B; {} end if;
   end Letter;
   procedure Parts (R : out Rec; C : Boolean) is
   begin
      R.X := 1;
      if C then R.Y := 2; {y} end if;
   end Parts;
   procedure Items (V : out Arr; N : Integer) is
   begin
      for I in {low} .. Arr'Last loop V (I) := N; end loop;
   end Items;
   procedure Leaves (Y : out Integer; C : Boolean) is
   begin
      if C then Y := 1; else raise Bad; end if;
   exception
      when Bad => Y := 0;
   end Leaves;
end P;
",
            otherwise.replace('2', "D")
        )
    };
    let right = body("else Y := 2;", "else R.Y := 3;", "Arr'First");
    assert_eq!(said("spark", spec, &right), NONE);
    let wrong = body("", "", "2");
    let fails = |(line, how): (u32, &str)| format!("p.ads:{line}: {how}: initialization check might fail");
    let places = [(5, "high"), (6, "high"), (7, "high"), (8, "high"), (9, "high")];
    assert_eq!(said("spark", spec, &wrong), places.map(fails));
    assert_eq!(said("ada", spec, &wrong), NONE);
}

#[test]
fn a_caller_in_ada_reads_what_a_callee_may_not_have_written() {
    let spec = "package P is
   procedure Perhaps (Y : out Positive; C : Boolean);
   procedure Always (Y : out Positive; C : Boolean);
   procedure Reads (C : Boolean; Z : out Integer);
   procedure Fine (C : Boolean; Z : out Integer);
end P;
";
    let body = "package body P is
   procedure Perhaps (Y : out Positive; C : Boolean) is
   begin
      if C then Y := 1; end if;
   end Perhaps;
   procedure Always (Y : out Positive; C : Boolean) is
   begin
      if C then Y := 1; else Y := 2; end if;
   end Always;
   procedure Reads (C : Boolean; Z : out Integer) is
      T : Positive;
   begin
      Perhaps (T, C);
      Z := T;
   end Reads;
   procedure Fine (C : Boolean; Z : out Integer) is
      T : Positive;
   begin
      Always (T, C);
      Z := T;
   end Fine;
end P;
";
    assert_eq!(said("ada", spec, body), ["p.adb:14: medium: initialization check might fail"]);
}

#[test]
fn annotated_modular_types_do_not_wrap_around() {
    let spec = "package P is
   type Word is mod 2 ** 16 with Annotate => (GNATprove, No_Wrap_Around);
   type Plain is mod 2 ** 16;
   type Late is mod 100;
   pragma Annotate (GNATprove, No_Wrap_Around, Late);
   type Child is new Word;
   function Add (A, B : Word) return Word;
   function Free (A, B : Plain) return Plain is (A + B - 1);
   function Less (A, B : Late) return Late;
   function Times (A, B : Child) return Child;
   function Minus (A : Word) return Word;
   function Square (A : Word) return Word;
end P;
";
    let body = |a: &str, b: &str, c: &str, d: &str, e: &str| {
        format!(
            "package body P is
   function Add (A, B : Word) return Word is ({a});
   function Less (A, B : Late) return Late is ({b});
   function Times (A, B : Child) return Child is ({c});
   function Minus (A : Word) return Word is ({d});
   function Square (A : Word) return Word is ({e});
end P;
"
        )
    };
    let right = body(
        "if A < 1000 and B < 1000 then A + B else A or B",
        "if A >= B then A - B else 0",
        "if A < 256 and B < 256 then A * B else 0",
        "if A = 0 then -A else A",
        "if A < 256 then A ** 2 else 0",
    );
    assert_eq!(said("spark", spec, &right), NONE);
    let wrong = body("A + B", "A - B", "A * B", "-A", "A ** 2");
    let fails = |line: u32| format!("p.adb:{line}: high: overflow check might fail");
    assert_eq!(said("spark", spec, &wrong), [2, 3, 4, 5, 6].map(fails));
    assert_eq!(said("ada", spec, &wrong), [2, 3, 4, 5, 6].map(fails));
}

#[test]
fn loops_of_what_always_terminates_end() {
    let spec = "package P is
   procedure Up (X : in out Integer) with Always_Terminates;
   procedure Down (X : in out Integer) with Always_Terminates;
   procedure Meets (X : in out Natural) with Always_Terminates;
   procedure Varies (X : in out Natural) with Always_Terminates;
   procedure Helper (X : in out Integer);
   procedure Calls (X : in out Integer) with Always_Terminates;
   procedure Free (X : in out Integer);
   procedure Again (X : in out Natural) with Always_Terminates, Subprogram_Variant => (Decreases => X);
end P;
";
    let body = |step: &str, bump: &str| {
        format!(
            "package body P is
   procedure Up (X : in out Integer) is
   begin
      while X < 10 loop
         {step}
      end loop;
   end Up;
   procedure Down (X : in out Integer) is
   begin
      loop
         exit when X <= 0;
         X := X - 2;
      end loop;
   end Down;
   procedure Meets (X : in out Natural) is
   begin
      while X /= 0 and X < 100 loop
         X := X - 1;
      end loop;
   end Meets;
   procedure Varies (X : in out Natural) is
      N : Natural := X;
   begin
      loop
         pragma Loop_Variant (Decreases => N);
         exit when N = 0;
         N := N - 1;
      end loop;
   end Varies;
   procedure Helper (X : in out Integer) is
   begin
      while X > 0 and X < 1000 loop
         {bump}
      end loop;
   end Helper;
   procedure Calls (X : in out Integer) is
   begin
      Helper (X);
   end Calls;
   procedure Free (X : in out Integer) is
   begin
      while X < 10 loop
         X := 0;
      end loop;
   end Free;
   procedure Again (X : in out Natural) is
   begin
      if X > 0 then X := X - 1; Again (X); end if;
   end Again;
end P;
"
        )
    };
    assert_eq!(said("spark", spec, &body("X := X + 1;", "X := X - 1;")), NONE);
    let fails = |line: u32| format!("p.adb:{line}: medium: aspect Always_Terminates could be incorrect");
    assert_eq!(said("spark", spec, &body("null;", "X := 5;")), [4, 32].map(fails));
    assert_eq!(said("ada", spec, &body("null;", "X := 5;")), NONE);
}

/// That the line of the body is not proved, by what is soon known: a run that fails is hard to find.
fn is_doubted(spec: &str, body: &str, line: usize) {
    let said = said_within(&["--timeout", "1", "--time-limit", "5"], "spark", spec, body);
    let place = format!("p.adb:{line}:");
    assert!(said.iter().any(|text| text.starts_with(&place)), "{said:?}\n{body}");
}

/// Innermost conditions that are the same but for a value have an index each, also where one stands inside of what was
/// beside another one.
#[test]
fn conditions_that_are_the_same_do_not_share_their_index() {
    let spec = "package P is
   subtype Place is Integer range 0 .. 9_000;
   type Arr is array (Place range <>) of Integer;
   procedure Two (A : Arr; Low, High, Rounds : Integer) with Pre => Low < High and then High < 2_000_000;
   procedure One (A : Arr; F, L, G : Place; T, N : Integer) with
     Pre => A'First = 0 and then A'Last = 9_000 and then F < L and then L < G and then N >= 1 and then T in 2 .. 500
       and then A (F) = 1
       and then (for all Round in 1 .. N =>
           (for all J in 1 .. T - 1 => (for all K in F .. L => A (K) /= J))
           or else (for some Z in T .. T => (for all K in F .. L => A (K) /= Z)));
end P;
";
    let body = "package body P is
   procedure Two (A : Arr; Low, High, Rounds : Integer) is
   begin
      pragma Assert
        (for all Round in 654_001 .. Rounds =>
           (for all W in 400_007 .. Low => (for all K in A'Range => A (K) /= W))
           or else (for all W in Low + 1 .. High => (for all K in A'Range => A (K) /= W)));
   end Two;
   procedure One (A : Arr; F, L, G : Place; T, N : Integer) is
   begin
      pragma Assert (if G > 6_543 then A (G) /= T);
   end One;
end P;
";
    is_doubted(spec, body, 5);
    is_doubted(spec, body, 11);
}

/// What is rounded at one index, or has no other name than that of an unknown value, is not what is at another one.
#[test]
fn values_at_an_index_are_not_those_at_another() {
    let spec = "package P is
   type Arr is array (Positive range <>) of Float;
   type Counts is array (Positive range <>) of Integer;
   procedure Look (A : Counts; K : Positive; S : out Integer) with
     Pre => A'First = 1 and then A'Last in 40 .. 900 and then K in A'Range
       and then (for all I in A'Range => Float (A (I)) <= 1.25 * Float (I));
   procedure Fill (N : Positive; X : Float; Y, Z : Integer) with
     Pre => N in 15 .. 20 and then X in 1.1 .. 2.0 and then Y in 0 .. 90_000 and then Z in 0 .. 90_000;
end P;
";
    let body = "package body P is
   procedure Look (A : Counts; K : Positive; S : out Integer) is
   begin
      S := A (K);
      pragma Assert (S <= 500);
   end Look;
   procedure Fill (N : Positive; X : Float; Y, Z : Integer) is
      B : Arr (1 .. N) := (others => 1.0);
   begin
      if Y * 3 + Z = 198_765 and then (Z * 5 + Y) mod 1_000 = 321 then
         B := (for I in 1 .. N => X ** I);
      end if;
      pragma Assert (for all I in 1 .. N => B (I) = B (1));
   end Fill;
end P;
";
    is_doubted(spec, body, 5);
    is_doubted(spec, body, 13);
}
