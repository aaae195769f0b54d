//! The lists of what is supported: every name that the manuals of Ada, GNAT and SPARK know is on exactly one of them.

use horn_ada::frontend::Ada;
use horn_ada::supported::{Holder, Kind, Status, listing};
use horn_frontend::interp::{self, End, Inputs, Limits};
use horn_frontend::{Frontend, Lowered, Task, ir};
use std::collections::BTreeSet;

const HOLDERS: [Holder; 4] = [Holder::Object, Holder::Type, Holder::Subprogram, Holder::Package];

/// The names of the manuals, by kind; a line with `#` says whose the following ones are.
fn manual(kind: Kind) -> BTreeSet<&'static str> {
    let text = match kind {
        Kind::Aspect => include_str!("names/aspects.txt"),
        Kind::Pragma => include_str!("names/pragmas.txt"),
        Kind::Attribute => include_str!("names/attributes.txt"),
        Kind::Representation => include_str!("names/representation.txt"),
        Kind::Unit => include_str!("names/units.txt"),
    };
    text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).collect()
}

/// For whatever a name is given, one list has it.
#[test]
fn every_name_of_the_manuals_is_on_exactly_one_list() {
    let mut wrong = Vec::new();
    for kind in Kind::ALL {
        for name in manual(kind) {
            let lists = kind.lists(name);
            for holder in HOLDERS {
                let count = lists.iter().filter(|(_, of)| of.is_empty() || of.contains(&holder)).count();
                if count != 1 {
                    wrong.push(format!("{} {name} of {} is on {count} lists", kind.word(), holder.word()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_list_has_a_name_that_no_manual_has() {
    for kind in Kind::ALL {
        let manual = manual(kind);
        for (name, ..) in kind.names() {
            assert!(manual.contains(name), "{} {name}", kind.word());
        }
    }
}

/// The manuals have hundreds of names; a list that was cut short would say nothing of the rest.
#[test]
fn the_manuals_are_whole() {
    for (kind, least) in [
        (Kind::Aspect, 170),
        (Kind::Pragma, 260),
        (Kind::Attribute, 180),
        (Kind::Representation, 30),
        (Kind::Unit, 470),
    ] {
        assert!(manual(kind).len() >= least, "{} names of {}s", manual(kind).len(), kind.word());
    }
}

#[test]
fn what_is_on_no_list_is_not_supported() {
    for kind in Kind::ALL {
        assert_eq!(kind.status("No_Such_Name", Holder::Object), Status::NotSupported);
        assert_eq!(kind.status_anywhere("No_Such_Name"), Status::NotSupported);
    }
    assert_eq!(Kind::Aspect.status("pRE", Holder::Subprogram), Status::Modelled);
    assert_eq!(Kind::Aspect.status("Pre", Holder::Object), Status::NotSupported);
    assert_eq!(Kind::Aspect.status_anywhere("Pre"), Status::NotSupported);
}

#[test]
fn the_listing_has_every_name() {
    let text = listing();
    for kind in Kind::ALL {
        for name in manual(kind) {
            assert!(text.lines().any(|line| line.trim().split(' ').next() == Some(name)), "{name}");
        }
    }
}

/// The program in one file, lowered and lifted.
fn lowered(text: &str) -> Lowered {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("main.adb");
    std::fs::write(&path, text).expect("written");
    let mut lowered = Ada.lower(&Task { files: vec![path], ..Task::default() });
    ir::lift(&mut lowered.program);
    lowered
}

/// How the run of the main program ends.
fn end(text: &str) -> End {
    let lowered = lowered(text);
    assert_eq!(lowered.rendered(), Vec::<String>::new(), "{text}");
    let mut procedures = lowered.program.procedures();
    let (main, _) = procedures.find(|(_, procedure)| procedure.name.eq_ignore_ascii_case("main")).expect("a main");
    let limits = Limits { steps: 100_000, cancel: None, trace: false };
    interp::run(&lowered.program, main, &Inputs::default(), &mut (), limits).end
}

/// A condition for each modelled attribute that holds only if the attribute means what it should.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("Base", "Natural'Base'First < 0"),
    ("First", "W'First = 3"),
    ("Last", "W'Last = 7"),
    ("Length", "W'Length = 5"),
    ("Max", "Integer'Max (N, 9) = 9"),
    ("Min", "Integer'Min (N, 9) = 2"),
    ("Mod", "U8'Mod (-N) = 254"),
    ("Modulus", "U8'Modulus = 256"),
    ("Pos", "Colour'Pos (Blue) = N"),
    ("Pred", "Colour'Pred (Blue) = Green"),
    ("Range", "N + 1 in W'Range"),
    ("Succ", "Colour'Succ (Red) = Green"),
    ("Val", "Colour'Val (N) = Blue"),
    ("Aft", "Fix'Aft = 1"),
    ("Denorm", "Float'Denorm"),
    ("Fore", "Fix'Fore = 2"),
    ("Machine_Overflows", "not Float'Machine_Overflows"),
    ("Machine_Rounds", "Float'Machine_Rounds"),
    ("Signed_Zeros", "Float'Signed_Zeros"),
    ("Width", "Colour'Width = 5"),
    ("Wide_Width", "Colour'Wide_Width = 5"),
    ("Wide_Wide_Width", "Colour'Wide_Wide_Width = 5"),
    ("Ceiling", "Float'Ceiling (F) = 3.0"),
    ("Copy_Sign", "Float'Copy_Sign (F, -1.0) < 0.0"),
    ("Delta", "Fix'Delta = 0.25"),
    ("Digits", "Float'Digits = 6"),
    ("Epsilon", "Float'Epsilon = 2.0 ** (-20)"),
    ("Floor", "Float'Floor (F) = 2.0"),
    ("Machine_Emax", "Float'Machine_Emax = 128"),
    ("Machine_Emin", "Float'Machine_Emin = -125"),
    ("Machine_Mantissa", "Float'Machine_Mantissa = 24"),
    ("Machine_Radix", "Float'Machine_Radix = 2"),
    ("Machine_Rounding", "Float'Machine_Rounding (F) = 3.0"),
    ("Model_Epsilon", "Float'Model_Epsilon = 2.0 ** (-23)"),
    ("Model_Small", "Float'Model_Small = 2.0 ** (-126)"),
    ("Rounding", "Float'Rounding (F) = 3.0"),
    ("Safe_First", "Float'Safe_First = Float'First"),
    ("Safe_Last", "Float'Safe_Last = Float'Last"),
    ("Small", "Fix'Small = 0.25"),
    ("Truncation", "Float'Truncation (F) = 2.0"),
    ("Unbiased_Rounding", "Float'Unbiased_Rounding (F) = 2.0"),
    ("Loop_Entry", "Kept"),
    ("Old", "Kept"),
    ("Result", "Kept"),
    ("Reduce", "W'Reduce (\"+\", 0) = 5"),
    ("Update", "Vec'(W'Update (4 => N)) (4) = 2"),
    ("Enum_Rep", "Colour'Enum_Rep (Green) = 1"),
    ("Enum_Val", "Colour'Enum_Val (N) = Blue"),
    ("Constrained", "not C'Constrained"),
    ("Access", "Link'(G'Access).all = N"),
    ("Unchecked_Access", "Link'(G'Unchecked_Access).all = N"),
    ("Valid", "N'Valid"),
    ("Valid_Scalars", "N'Valid_Scalars"),
    ("Initialized", "N'Initialized"),
    ("Image", "N'Image'Length >= 0"),
    ("Img", "N'Img'Length >= 0"),
    ("Wide_Image", "Integer'Wide_Image (N)'Length >= 0"),
    ("Wide_Wide_Image", "Integer'Wide_Wide_Image (N)'Length >= 0"),
    ("Value", "Integer'Value (\" -1_2 \") = -12 and Colour'Value (\"green\") = Green"),
    ("Wide_Value", "Integer'Wide_Value (\"+7\") = 7"),
    ("Wide_Wide_Value", "Boolean'Wide_Wide_Value (\" TRUE\")"),
    ("Class", "Any in Root'Class"),
    ("Tag", "Any'Tag = Root'Tag"),
    ("Identity", "Constraint_Error'Identity = Constraint_Error'Identity"),
    ("Address", "N'Address = N'Address"),
    ("Address_Size", "Standard'Address_Size = 64"),
    ("Alignment", "C'Alignment >= 0"),
    ("Bit_Position", "C.Full'Bit_Position = C.Full'Bit_Position"),
    ("Component_Size", "W'Component_Size = 32"),
    ("Storage_Size", "Link'Storage_Size = Link'Storage_Size"),
    ("Descriptor_Size", "Vec'Descriptor_Size >= 0"),
    ("First_Bit", "C.Full'First_Bit >= 0"),
    ("Last_Bit", "C.Full'Last_Bit >= 0"),
    ("Max_Integer_Size", "Standard'Max_Integer_Size = 128"),
    ("Max_Size_In_Storage_Elements", "Cell'Max_Size_In_Storage_Elements >= 0"),
    ("Maximum_Alignment", "Standard'Maximum_Alignment = 16"),
    ("Object_Size", "U8'Object_Size = 8"),
    ("Position", "C.Full'Position >= 0"),
    ("Size", "Colour'Size = 2 and N'Size = 32"),
    ("Storage_Unit", "Standard'Storage_Unit = 8"),
    ("System_Allocator_Alignment", "Standard'System_Allocator_Alignment = 16"),
    ("Value_Size", "Natural'Value_Size = 31"),
    ("Wchar_T_Size", "Standard'Wchar_T_Size = 32"),
    ("Word_Size", "Standard'Word_Size = 64"),
    ("Definite", "not Vec'Definite"),
    ("First_Valid", "Colour'First_Valid = Red"),
    ("Has_Discriminants", "Cell'Has_Discriminants"),
    ("Last_Valid", "Colour'Last_Valid = Blue"),
    ("Machine", "Float'Machine (F) = F"),
    ("Model", "Float'Model (F) = F"),
    ("Model_Emin", "Float'Model_Emin = -125"),
    ("Model_Mantissa", "Float'Model_Mantissa = 24"),
    ("Parallel_Reduce", "W'Parallel_Reduce (\"+\", 0) = 5"),
    ("Range_Length", "Colour'Range_Length = 3"),
    ("Scale", "Money'Scale = 2"),
    ("Small_Denominator", "Fix'Small_Denominator = 4"),
    ("Small_Numerator", "Fix'Small_Numerator = 1"),
];

/// Attributes of tasks and entries: others decide what they are.
const OF_TASKS: &[&str] = &["Callable", "Count", "Terminated"];

/// A main program with a statement, among declarations for the conditions above.
fn around(statement: &str) -> String {
    format!(
        "procedure Main is
   type U8 is mod 256;
   type Colour is (Red, Green, Blue);
   type Fix is delta 0.25 range 0.0 .. 9.0;
   type Money is delta 0.01 digits 6;
   type Vec is array (Integer range <>) of Integer;
   type Cell (Full : Boolean := False) is null record;
   type Link is access all Integer;
   C : Cell;
   type Root is tagged null record;
   R : Root;
   Any : Root'Class := R;
   G : aliased Integer := 2;
   W : Vec (3 .. 7) := (others => 1);
   N : Integer := 2;
   F : Float := 2.5;
   Kept : Boolean := True;
   function Grown (X : in out Integer) return Integer
     with Post => Grown'Result = X'Old + 1 and X = Grown'Result;
   function Grown (X : in out Integer) return Integer is
   begin
      X := X + 1;
      return X;
   end Grown;
begin
   for I in 1 .. 2 loop
      F := F + 0.0;
      pragma Loop_Invariant (F'Loop_Entry = F);
   end loop;
   Kept := Grown (N) = 3;
   N := 2;
   {statement}
end Main;
"
    )
}

#[test]
fn modelled_attributes_have_their_values() {
    let modelled = Kind::Attribute.names().into_iter().filter(|(_, status, _)| *status == Status::Modelled);
    for (name, ..) in modelled.filter(|(name, ..)| !OF_TASKS.contains(name)) {
        let (_, condition) = ATTRIBUTES.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("{name}"));
        let holds = around(&format!("pragma Assert ({condition});"));
        assert_eq!(end(&holds), End::Returned, "{name}");
        let fails = around(&format!("pragma Assert (not ({condition}));"));
        assert!(matches!(end(&fails), End::Failed(_)), "{name}");
    }
}

/// Main programs that fail because of a modelled aspect or pragma, and only because of it.
const FAILING: &[(&str, &str)] = &[
    (
        "Aggregate",
        "package P is type T is record N : Natural := 0; end record with @ => (Empty => None, Add_Unnamed => Add);
         function None return T is (others => <>); procedure Add (C : in out T; X : Integer); end P;
         package body P is procedure Add (C : in out T; X : Integer) is begin C.N := C.N + X; end Add; end P;
         V : constant P.T := [3, 4]; begin pragma Assert (V.N /= 7);",
    ),
    ("Debug", "procedure P (X : Integer) is null with Pre => X > 0; begin pragma @ (P (0));"),
    (
        "Provide_Shift_Operators",
        "type Bits is mod 2 ** 8; pragma @ (Bits); X : constant Bits := 3;
         begin pragma Assert (Shift_Left (X, 7) /= 128);",
    ),
    (
        "Iterable",
        "package P is type T is record N : Natural := 0; end record
           with @ => (First => Start, Next => Behind, Has_Element => Inside, Element => Item);
         function Start (C : T) return Natural is (1);
         function Behind (C : T; Cu : Natural) return Natural is (Cu + 1);
         function Inside (C : T; Cu : Natural) return Boolean is (Cu <= C.N);
         function Item (C : T; Cu : Natural) return Integer is (Cu * 2); end P;
         V : P.T := (N => 2); Sum : Integer := 0;
         begin for E of V loop Sum := Sum + E; end loop; pragma Assert (Sum /= 6);",
    ),
    ("Pre", "procedure P (X : Integer) with @ => X > 0; procedure P (X : Integer) is null; begin P (0);"),
    ("Precondition", "procedure P (X : Integer) with @ => X > 0; procedure P (X : Integer) is null; begin P (0);"),
    ("Post", "procedure P (X : out Integer) with @ => X > 0 is begin X := 0; end P; Y : Integer; begin P (Y);"),
    (
        "Postcondition",
        "procedure P (X : out Integer) with @ => X > 0 is begin X := 0; end P; Y : Integer; begin P (Y);",
    ),
    ("Refined_Post", "procedure P (X : out Integer) with @ => X > 0 is begin X := 0; end P; Y : Integer; begin P (Y);"),
    (
        "Contract_Cases",
        "procedure P (X : Integer) with @ => (X > 0 => X > 1, others => True); procedure P (X : Integer) is null; \
         begin P (1);",
    ),
    (
        "Exceptional_Cases",
        "E : exception; procedure P (X : Integer) with @ => (E => X > 1); procedure P (X : Integer) is begin raise E; \
         end P; begin P (1); exception when E => null;",
    ),
    (
        "Exit_Cases",
        "E : exception; procedure P (X : Integer) with @ => (X > 1 => Normal_Return); procedure P (X : Integer) is \
         begin if X = 2 then raise E; end if; end P; begin P (2); exception when E => null;",
    ),
    (
        "Subprogram_Variant",
        "procedure P (X : Integer) with @ => (Decreases => X); procedure P (X : Integer) is begin if X < 9 then \
         P (X + 1); end if; end P; begin P (1);",
    ),
    ("No_Return", "procedure P with @; procedure P is begin null; end P; begin P;"),
    ("Predicate", "subtype S is Integer with @ => S > 0; X : S := 1; Y : Integer := 0; begin X := Y;"),
    ("Static_Predicate", "subtype S is Integer with @ => S > 0; X : S := 1; Y : Integer := 0; begin X := Y;"),
    ("Dynamic_Predicate", "subtype S is Integer with @ => S > 0; X : S := 1; Y : Integer := 0; begin X := Y;"),
    ("Ghost_Predicate", "subtype S is Integer with @ => S > 0; X : S := 1; Y : Integer := 0; begin X := Y;"),
    (
        "Default_Initial_Condition",
        "package Q is type T is private with @ => Get (T) > 0; function Get (X : T) return Integer; private type T is \
         record V : Integer := 0; end record; function Get (X : T) return Integer is (X.V); end Q; X : Q.T; begin null;",
    ),
    ("Default_Value", "type T is range 0 .. 9 with @ => 4; X : T; begin pragma Assert (X /= 4);"),
    (
        "Default_Component_Value",
        "type T is array (1 .. 3) of Integer with @ => 4; X : T; begin pragma Assert (X (2) /= 4);",
    ),
    ("Small", "type T is delta 0.1 range 0.0 .. 9.0 with @ => 0.1; X : T := 0.3; begin pragma Assert (X + X /= 0.6);"),
    ("Type_Invariant", INVARIANT),
    ("Initial_Condition", "package Q with @ => X > 0 is X : Integer := 0; end Q; begin null;"),
    ("Invariant", INVARIANT),
    ("Assert", "X : Integer := 0; begin pragma @ (X > 0);"),
    ("Assert_And_Cut", "X : Integer := 0; begin pragma @ (X > 0);"),
    ("Check", "X : Integer := 0; begin pragma @ (Assertion, X > 0);"),
    ("Loop_Invariant", "begin for I in 1 .. 3 loop pragma @ (I < 3); end loop;"),
    ("Loop_Variant", "X : Integer := 0; begin while X < 3 loop pragma @ (Decreases => X); X := X + 1; end loop;"),
];

const INVARIANT: &str = "package Q is type T is private; procedure Make (X : out T); private type T is new Integer \
                         with Default_Value => 1, @ => T > 0; end Q; package body Q is procedure Make (X : out T) is \
                         begin X := 0; end Make; end Q; X : Q.T; begin Q.Make (X);";

/// Modelled names whose effect no single run shows: any value at a read or as a result, parts that are not analysed,
/// the order of elaboration, the edition of the language.
const WITHOUT_RUN: &[&str] = &[
    "Address",
    "Async_Writers",
    "Atomic",
    "Atomic_Components",
    "Volatile",
    "Volatile_Components",
    "Volatile_Full_Access",
    "Export",
    "Import",
    "Interface",
    "SPARK_Mode",
    "Assume",
    "Relaxed_Initialization",
    "Elaborate",
    "Elaborate_All",
    "Elaborate_Body",
    "Ada_95",
    "Ada_05",
    "Ada_2005",
    "Ada_12",
    "Ada_2012",
    "Ada_2022",
    "Attach_Handler",
    "Interrupt_Handler",
];

#[test]
fn modelled_aspects_and_pragmas_are_checked() {
    for kind in [Kind::Aspect, Kind::Pragma] {
        let modelled = kind.names().into_iter().filter(|(_, status, _)| *status == Status::Modelled);
        for (name, ..) in modelled.filter(|(name, ..)| !WITHOUT_RUN.contains(name)) {
            let (_, text) = FAILING.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("{name}"));
            let text = format!("procedure Main is {} end Main;\n", text.replace('@', name));
            assert!(matches!(end(&text), End::Failed(_)), "{text}");
        }
    }
}

/// Wherever a name can stand that is not supported, a warning names it.
#[test]
fn what_is_not_supported_is_named() {
    let not_supported = |kind: Kind, holder: Holder| {
        let names: BTreeSet<&str> = kind.names().into_iter().map(|(name, ..)| name).collect();
        names.into_iter().filter(move |name| kind.status(name, holder) == Status::NotSupported).collect::<Vec<_>>()
    };
    let mut declarations = String::new();
    let mut expected = Vec::new();
    let mut add = |what: String, text: &str| {
        let number = expected.len();
        declarations +=
            &format!("   procedure P_{number} is\n      {text}\n   begin\n      null;\n   end P_{number};\n");
        expected.push((what, format!("\"Main.P_{number}\" is not analysed")));
    };
    for name in not_supported(Kind::Attribute, Holder::Object) {
        add(format!("attribute {name}"), &format!("N : Integer := 1; B : Boolean := N'{name} = 1;"));
    }
    for name in not_supported(Kind::Aspect, Holder::Object) {
        add(format!("aspect {name}"), &format!("N : Integer := 1 with {name};"));
    }
    for name in not_supported(Kind::Aspect, Holder::Type) {
        add(format!("aspect {name}"), &format!("type T is range 0 .. 9 with {name}; X : T := 1;"));
    }
    for name in not_supported(Kind::Pragma, Holder::Object) {
        if !["Initial_Condition"].contains(&name) {
            add(format!("pragma {name}"), &format!("pragma {name};"));
        }
    }
    for name in not_supported(Kind::Representation, Holder::Type) {
        if name != "at" {
            let what = format!("representation clause for {name}");
            add(what, &format!("type T is range 0 .. 9; for T'{name} use 1; X : T := 1;"));
        }
    }
    add("representation clause for at".to_string(), "N : Integer := 1; for N use at 16#10#;");
    add("aspect No_Such_Aspect".to_string(), "N : Integer := 1 with No_Such_Aspect;");
    add("pragma No_Such_Pragma".to_string(), "pragma No_Such_Pragma (1);");
    add("attribute No_Such_Attribute".to_string(), "B : Boolean := Integer'No_Such_Attribute = 1;");
    let text = format!("procedure Main is\n{declarations}begin\n   null;\nend Main;\n");
    let rendered = lowered(&text).rendered();
    let mut missing = Vec::new();
    for (what, left_out) in &expected {
        let named = |line: &&String| line.contains(&format!("not supported: {what}")) && line.contains(left_out);
        if !rendered.iter().any(|line| named(&line)) {
            let said: Vec<&String> = rendered.iter().filter(|line| line.contains(left_out.as_str())).collect();
            missing.push(format!("{what}: {left_out}: {said:?}"));
        }
    }
    let errors: Vec<&String> = rendered.iter().filter(|line| line.contains(": error: ")).collect();
    assert!(missing.is_empty() && errors.is_empty(), "{}\n{errors:?}", missing.join("\n"));
}

/// Of tasks and protected objects, what is not modelled is named where it stands, and costs only its users.
#[test]
fn what_is_not_modelled_of_tasks_is_named() {
    let others = "procedure Other is Y : Integer := 1; begin pragma Assert (Y = 1); end Other;";
    for (text, number, what) in [
        (
            "procedure Main is task T is entry E; end T; task body T is begin accept E; end T;\nprocedure P is begin\n\
             select T.E; then abort null; end select; end P;\n@\nbegin Other; end Main;",
            3,
            "asynchronous select statement (RM 9.7.4); \"Main.P\" is not analysed",
        ),
        (
            "procedure Main is type A is access procedure; task T is\nentry E (P : A); end T;\n\
             task body T is begin accept E (P : A); end T;\n@\nbegin Other; end Main;",
            2,
            "entry with parameters that designate subprograms (RM 9.5.2); \"Main.T.E\" is not analysed",
        ),
        (
            "procedure Main is type I is synchronized interface;\ntask T is new I with end T;\n\
             task body T is begin null; end T;\n@\nbegin Other; end Main;",
            2,
            "task derived from interfaces (RM 9.1)",
        ),
        (
            "procedure Main is\nprotected P is function Get return Integer;\n\
             procedure Set with Post => Get = 1;\nprivate V : Integer := 0; end P;\n\
             protected body P is function Get return Integer is (V); procedure Set is begin V := 1; end Set; end P;\n\
             @\nbegin Other; end Main;",
            3,
            "contract that speaks of the state of a protected object (RM 6.1.1); \"Main.P.Set\" is not analysed",
        ),
    ] {
        let rendered = lowered(&text.replace('@', others)).rendered();
        let (place, said) = (format!("main.adb:{number}:"), format!(": warning: not supported: {what}"));
        let named = rendered.iter().any(|line| line.contains(&place) && line.contains(&said));
        assert!(named, "{place} {said}: {rendered:#?}");
        let others = rendered.iter().filter(|line| line.contains("Other") || line.contains(": error: "));
        assert_eq!(others.count(), 0, "{rendered:#?}");
    }
}
