//! Containers and strings of the tool's own library (`frontends/ada/library`): programs that use them have the verdicts
//! that their comments name, and the texts do what the units of GNAT's library do, operation by operation.

mod common;

use common::{run, schema};
use horn_benchmarks::gnat::Gnat;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The rule that the comment `--  fails: RULE` of a line names, or `open`.
fn announced(text: &str, line: u64) -> Option<&str> {
    let line = text.lines().nth(usize::try_from(line).ok()?.checked_sub(1)?)?;
    line.split_once("--  fails: ").map(|(_, rule)| rule.trim()).or(line.contains("--  open").then_some("open"))
}

/// The text of a program, its checks with as many seconds for each as `seconds` says of the text, and how many messages
/// there are about what is not supported.
fn checks(program: &str, seconds: impl Fn(&str) -> &'static str) -> (String, Vec<Value>, usize) {
    let path = folder("tests/ada/containers/programs").join(program);
    let text = fs::read_to_string(&path).expect("a program");
    let seconds = seconds(&text);
    let output = run(&["--frontend", "ada", "--timeout", seconds, "--json", "-", &path.to_string_lossy()]);
    let value = schema::result(&output.stdout);
    let messages = value["messages"].as_array().map_or(0, Vec::len);
    (text, value["checks"].as_array().cloned().unwrap_or_default(), messages)
}

/// Where checks stay open, all the others take less.
const SECONDS: &str = "4";

/// What is announced fails or stays open, and everything else is proved.
fn exactly_as_announced(program: &str) {
    let (text, checks, messages) = checks(program, |text| if text.contains("--  open") { SECONDS } else { "20" });
    assert!(messages == 0 && checks.len() > 5, "{program}: {messages} messages, {} checks", checks.len());
    let mut failing = 0;
    for check in &checks {
        let (line, rule) = (check["line"].as_u64().unwrap_or(0), check["rule"].as_str().unwrap_or(""));
        let own = check["file"].as_str().is_some_and(|file| file.ends_with(program));
        let said = announced(&text, line).filter(|said| own && (*said == rule || *said == "open"));
        let status = check["status"].as_str().unwrap_or("");
        match said {
            Some("open") => assert!(status != "fails", "{program}:{line}: {check}"),
            Some(_) => {
                failing += 1;
                assert_eq!(status, "fails", "{program}:{line}: {check}");
            }
            None => assert_eq!(status, "proved", "{program}:{line}: {check}"),
        }
    }
    assert_eq!(failing, text.matches("--  fails: ").count(), "{program}");
}

#[test]
fn functional_containers_are_values() {
    exactly_as_announced("functional_values.adb");
}

#[test]
fn vectors_have_a_capacity_and_an_order() {
    exactly_as_announced("formal_vectors.adb");
}

#[test]
fn models_say_what_containers_have_and_where() {
    exactly_as_announced("models.adb");
    exactly_as_announced("vector_models.adb");
}

#[test]
fn models_of_sets_and_maps_are_functional_ones() {
    exactly_as_announced("set_models.adb");
    exactly_as_announced("map_models.adb");
    exactly_as_announced("set_operations.adb");
}

#[test]
fn what_is_known_in_front_of_recursive_functions_stays_known() {
    exactly_as_announced("reachable_cells.adb");
}

#[test]
fn unbounded_containers_have_no_capacity() {
    exactly_as_announced("unbounded_containers.adb");
}

#[test]
fn elements_of_indefinite_types_have_their_own_bounds() {
    exactly_as_announced("indefinite_elements.adb");
}

#[test]
fn aggregates_of_containers_add_their_elements() {
    exactly_as_announced("container_aggregates.adb");
    exactly_as_announced("functional_aggregates.adb");
    exactly_as_announced("aggregates_in_expressions.adb");
}

#[test]
fn multisets_count_their_elements() {
    exactly_as_announced("multisets.adb");
}

#[test]
fn lemmas_say_what_is_true_and_ask_for_what_they_need() {
    exactly_as_announced("lemmas.adb");
    exactly_as_announced("big_conversions.adb");
}

/// Nothing is called failing that a choice of the library decides, and nothing proved that depends on it.
#[test]
fn choices_of_the_library_decide_nothing() {
    for (program, seconds, all_else) in [("formal_maps.adb", "1", false), ("map_orders.adb", SECONDS, true)] {
        let (text, checks, messages) = checks(program, |_| seconds);
        assert_eq!(messages, 0);
        let mut open = 0;
        for check in &checks {
            let (line, status) = (check["line"].as_u64().unwrap_or(0), check["status"].as_str().unwrap_or(""));
            assert_ne!(status, "fails", "line {line}: {check}");
            let own = check["file"].as_str().is_some_and(|file| file.ends_with(program));
            if own && check["rule"] == "VC_ASSERT" && announced(&text, line) == Some("open") {
                assert_ne!(status, "proved", "line {line}: {check}");
                open += 1;
            } else if all_else {
                assert_eq!(status, "proved", "line {line}: {check}");
            }
        }
        assert_eq!(open, text.matches("--  open").count(), "{program}");
    }
}

/// What all maps have in common is known of parameters, and nothing else is: the one check that may fail is not proved.
#[test]
fn maps_have_no_key_twice() {
    let (text, checks, messages) = checks("any_maps.adb", |_| SECONDS);
    assert_eq!(messages, 0);
    for check in &checks {
        let (line, status) = (check["line"].as_u64().unwrap_or(0), check["status"].as_str().unwrap_or(""));
        let own = check["file"].as_str().is_some_and(|file| file.ends_with("any_maps.adb"));
        let open = own && announced(&text, line) == Some("open");
        assert_eq!(status, if open { "unknown" } else { "proved" }, "line {line}: {check}");
    }
    assert_eq!(text.matches("--  open").count(), 1);
}

#[test]
fn relations_that_are_none_leave_nothing_proved() {
    let equalities = ["broken_equality.adb", "broken_default.adb", "broken_part.adb", "broken_map.adb"];
    let others =
        ["broken_order.adb", "broken_hash.adb", "broken_transitive.adb", "broken_keys.adb", "borrowed_container.adb"];
    for program in equalities.into_iter().chain(others) {
        let (_, checks, messages) = checks(program, |_| "2");
        assert!(messages > 0, "{program}: nothing is left out");
        let own = |check: &&Value| check["rule"] == "VC_ASSERT";
        assert!(checks.iter().filter(own).all(|check| check["status"] != "proved"), "{program}: {checks:?}");
    }
}

/// The checks of a program that are not proved. A run that takes a choice of the library is none that is shown.
fn open_checks(file: &Path) -> Vec<Value> {
    let output = run(&["--frontend", "ada", "--timeout", "6", "--json", "-", &file.to_string_lossy()]);
    let value = schema::result(&output.stdout);
    let checks = value["checks"].as_array().expect("checks");
    checks.iter().filter(|check| check["status"] != "proved").cloned().collect()
}

/// Nothing is known of what pointers of C designate, but that the null one designates nothing.
#[test]
fn pointers_of_c_designate_any_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = [
        ("declare T : constant String := Value (P); begin pragma Assert (T'First = 1); end;", None),
        ("Free (P); pragma Assert (P = Null_Ptr);", None),
        ("pragma Assert (Value (P) = Value (P));", Some(("VC_ASSERT", "unknown"))),
        ("pragma Assert (Value (Null_Ptr) = \"\");", Some(("VC_RAISE", "unknown"))),
    ];
    for (number, (statements, expected)) in cases.into_iter().enumerate() {
        let file = folder.path().join(format!("pointer_{number}.adb"));
        let text = format!(
            "with Interfaces.C.Strings; use Interfaces.C.Strings;\nprocedure Pointer_{number} is\n   \
             P : chars_ptr := New_String (\"ada\");\nbegin\n   {statements}\nend Pointer_{number};\n"
        );
        fs::write(&file, text).expect("a program");
        let open = open_checks(&file);
        let first =
            open.first().map(|check| (check["rule"].as_str().unwrap_or(""), check["status"].as_str().unwrap_or("")));
        assert_eq!(first, expected, "{statements}: {open:?}");
    }
}

/// What is inserted is hashed, and what is looked for in a container that has something: the function's precondition
/// and the types of its parameter hold there, and there are buckets.
#[test]
fn keys_are_hashed() {
    let folder = tempfile::tempdir().expect("a folder");
    let hash = "function Hash (X : Integer) return Hash_Type is (Hash_Type (X)) with Pre => X > 0;";
    let narrow = "function Hash (X : Positive) return Hash_Type is (Hash_Type (X));";
    let cases = [
        (hash, "M : Map (4, 7);", "Insert (M, -1, 1);", Some("VC_PRECONDITION")),
        (narrow, "M : Map (4, 7);", "Insert (M, 0, 1);", Some("VC_RANGE_CHECK")),
        (hash, "M : Map (4, 7);", "Insert (M, 1, 1); if Contains (M, -1) then null; end if;", Some("VC_PRECONDITION")),
        (hash, "M : Map (4, 7);", "if Contains (M, -1) then null; end if; Insert (M, 1, 1);", None),
        (hash, "M : Map (4, 0);", "Insert (M, 1, 1);", Some("VC_DIVISION_CHECK")),
        (hash, "M : Map (4, 7);", "Insert (M, 1, 1); Insert (M, 2, 1); pragma Assert (Contains (M, 1));", None),
    ];
    for (number, (function, object, statements, open_rule)) in cases.into_iter().enumerate() {
        let unit = format!("Hashed_{number}");
        let file = folder.path().join(format!("hashed_{number}.adb"));
        let text = format!(
            "with Ada.Containers; use Ada.Containers;\nwith SPARK.Containers.Formal.Hashed_Maps;\n\
             procedure {unit} is\n   {function}\n   package Maps is new SPARK.Containers.Formal.Hashed_Maps \
             (Integer, Integer, Hash);\n   use Maps;\n   {object}\nbegin\n   {statements}\nend {unit};\n"
        );
        fs::write(&file, text).expect("a program");
        let open = open_checks(&file);
        assert_eq!(open.first().and_then(|check| check["rule"].as_str()), open_rule, "{statements}: {open:?}");
    }
}

/// The text of a unit as GNAT compiles it: without what only the tool understands, and with bodies for what is open.
fn for_gnat(text: &str) -> String {
    let mut text = text.replace(" (<>) is private", " is private");
    if let Some(at) = text.find("     Aggregate =>") {
        // GNAT wants procedures in it.
        let end = at + text[at..].find('\n').expect("the end of the line") + 1;
        text.replace_range(at..end, "");
    }
    while let Some(count) = text.find("Count       =>").or_else(|| text.find("Low         =>")) {
        let at = text[..count].rfind(',').expect("what stands in front of it");
        let end = at + text[at..].find(");").expect("the end of the aspect");
        text.replace_range(at..end, "");
    }
    // Objects of records with default discriminants are as large as they can get.
    for (whole, small) in [("Natural", "Small"), ("Count_Type", "Small_Count"), ("Iter_Number", "Small_Number")] {
        if text.contains(&format!("(Last : {whole} := 0)")) {
            text = text.replace(&format!("(Last : {whole} := 0)"), &format!("(Last : {small} := 0)"));
            let subtype = format!("   subtype {small} is {whole} range 0 .. 60;\n");
            let private = || text.find("private\n   type").map(|at| at + "private\n".len());
            let at = text.find("   type Iter_Elements is").or_else(private).expect("where types begin");
            text.insert_str(at, &subtype);
        }
    }
    text = text.replace("Big_Integer (Extended_Index", "To_Big_Integer (Extended_Index");
    if text.contains("is (Big_Integer (Number))") {
        // Numbers of positions that are larger than Integer.
        text = text.replace("is (Big_Integer (Number))", "is (Conversions.To_Big_Integer (Number))");
        text = text.replace("is (Long_Long_Integer (Number))", "is (Conversions.From_Big_Integer (Number))");
        let own = "private\n   package Conversions is new Signed_Conversions (Long_Long_Integer);\n";
        text = text.replacen("private\n", own, 1);
    }
    text = text.replace("Long_Long_Integer (Number)", "To_Integer (Number)");
    // In the declarations of a package there is no place for a body.
    let nodes = "SPARK.Containers.Formal.Iter_Nodes";
    if text.contains(&format!("package {nodes} ")) {
        text = text.replace("     Import,\n", "");
    }
    text = text
        .replace(&format!("package body {nodes} with SPARK_Mode is"), &format!("package body {nodes} is{OTHER_NODE}"));
    while let Some(import) = text.find("Import,") {
        let start = text[..import].rfind("   function ").expect("an imported function");
        let end = import + text[import..].find(";\n").expect("its end") + 1;
        let header = text[start..import].trim_end().trim_end_matches("with").trim_end().to_string();
        let body = match header {
            _ if header.contains("Reference (") => String::new(),
            _ if header.contains("return Content") => format!("{header} is (Left.Self);"),
            _ if header.contains("Any_Item") => format!("{header} is (Element_Type'First);"),
            _ if header.contains("Any_Key") => format!("{header} is (Key_Type'First);"),
            _ if header.contains("Any_Entry") => format!("{header} is (if Container.Self.Last = 0 then 0 else 1);"),
            _ => format!("{header} is (1);"),
        };
        text.replace_range(start..end, &body);
    }
    text
}

const OTHER_NODE: &str = "
   function Other_Node (Nodes : Node_Array; Last : Count_Type; Capacity : Count_Type) return Integer is
   begin
      for N in 1 .. Integer (Capacity) loop
         if (for all I in 1 .. Last => Nodes (I) /= N) then
            return N;
         end if;
      end loop;
      raise Program_Error;
   end Other_Node;";

#[test]
fn texts_do_what_the_units_of_gnat_do() {
    let Some(gnat) = Gnat::find() else { return };
    let work = tempfile::tempdir().expect("a folder");
    let parents = ["spark", "spark-containers", "spark-containers-functional", "spark-containers-formal"];
    for unit in parents {
        let name = unit.replace('-', ".");
        let text = format!("package {name} is end {name};\n");
        fs::write(work.path().join(format!("{unit}.ads")), text).expect("written");
    }
    for entry in fs::read_dir(folder("frontends/ada/library")).expect("the library") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Lemmas have no bodies.
        if name.starts_with("spark-") && !name.starts_with("spark-lemmas-") {
            let text = for_gnat(&fs::read_to_string(&path).expect("a text"));
            fs::write(work.path().join(name), text).expect("written");
        }
    }
    for program in ["drive", "drive_discrete", "drive_sequences", "drive_trees"] {
        let file = if program == "drive_discrete" { "drive" } else { program };
        let path = folder("tests/ada/containers").join(format!("{file}.adb"));
        let mut text = fs::read_to_string(path).expect("the program");
        if program == "drive_discrete" {
            // What instances for discrete types are.
            text = text
                .replace("Drive", "Drive_Discrete")
                .replace("Functional.Sets (Integer)", "Functional.Sets (Number)");
            for unit in ["Sets", "Maps"] {
                let (unit, discrete) = (format!("SPARK.Containers.Functional.{unit}"), format!("Discrete_{unit}"));
                text = text.replace(&unit, &format!("SPARK.Containers.Functional.{discrete}"));
            }
        }
        fs::write(work.path().join(format!("{program}.adb")), text).expect("written");
        gnat.make(work.path(), program, &[]).unwrap_or_else(|error| panic!("{error}"));
        let output = Command::new(work.path().join(program)).output().expect("it runs");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert_eq!(printed.trim(), "done, 0 differ", "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn strings_are_searched_cut_and_joined() {
    exactly_as_announced("../../strings/texts.adb");
    exactly_as_announced("../../strings/names.adb");
    exactly_as_announced("../../strings/lines.adb");
}

#[test]
fn characters_are_in_sets_and_become_others() {
    exactly_as_announced("../../strings/sets.adb");
    exactly_as_announced("../../strings/mappings.adb");
}

/// Neither what arguments are nor what a hash is decides anything; how many arguments there are stays the same.
#[test]
fn arguments_and_hashes_are_open() {
    exactly_as_announced("../../strings/arguments.adb");
}

/// What files, processes and encoded texts are decides nothing; what their units say of results is known.
#[test]
fn what_the_system_has_is_open() {
    exactly_as_announced("../../library/files.adb");
    exactly_as_announced("../../library/matters.adb");
}

#[test]
fn letters_become_others() {
    exactly_as_announced("../../library/letters.adb");
    let Some(gnat) = Gnat::find() else { return };
    let work = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string(folder("tests/ada/library/letters.adb")).expect("a program");
    let holding: String =
        text.lines().filter(|line| !line.contains("--  fails")).map(|line| format!("{line}\n")).collect();
    let holding = holding.replace("if Name'Length = 16 then", "if Name'Length = 16 then null;");
    fs::write(work.path().join("letters.adb"), holding).expect("written");
    gnat.make(work.path(), "letters", &[]).unwrap_or_else(|error| panic!("{error}"));
    assert!(Command::new(work.path().join("letters")).status().expect("it runs").success());
}

#[test]
fn characters_have_the_names_of_latin_1() {
    let Some(gnat) = Gnat::find() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let source = fs::read_to_string(self::folder("frontends/ada/src/sema/standard.rs")).expect("the table");
    let table = source.split_once("const LATIN_1: &[(&str, u32)] = &[").and_then(|(_, rest)| rest.split_once("];"));
    let rows = table.expect("the table").0.split('(').filter_map(|row| row.split_once(')')?.0.split_once(", "));
    let named = rows.map(|(name, code)| (name.trim_matches('"').to_string(), code.to_string())).collect::<Vec<_>>();
    assert!(named.len() > 160);
    let asserts = named.iter().map(|(name, code)| format!("   pragma Assert (Character'Pos ({name}) = {code});\n"));
    let text = format!(
        "with Ada.Characters.Latin_1; use Ada.Characters.Latin_1;\nprocedure Characters is\nbegin\n{}end Characters;\n",
        asserts.collect::<String>()
    );
    fs::write(folder.path().join("characters.adb"), text).expect("written");
    gnat.make(folder.path(), "characters", &[]).unwrap_or_else(|error| panic!("{error}"));
    let status = Command::new(folder.path().join("characters")).status().expect("it runs");
    assert!(status.success());
    let file = folder.path().join("characters.adb");
    let output = run(&["--frontend", "ada", "--json", "-", &file.to_string_lossy()]);
    let value = schema::result(&output.stdout);
    let checks = value["checks"].as_array().expect("checks");
    assert_eq!(value["messages"].as_array().map_or(0, Vec::len), 0);
    assert!(checks.iter().all(|check| check["status"] == "proved"), "{checks:?}");
}

/// The name that a unit has in a program that compares it with GNAT's.
fn own_name(unit: &str) -> String {
    let parents = ["Ada.Strings.", "Ada.Characters.", "Ada.Containers.", "Interfaces."];
    format!("Own_{}", parents.iter().find_map(|parent| unit.strip_prefix(parent)).unwrap_or(unit))
}

/// A text with the names of our own units in place of GNAT's.
fn with_own_units(text: &str, units: &[&str]) -> String {
    units.iter().fold(text.to_string(), |text, unit| text.replace(unit, &own_name(unit)))
}

/// A text with a body for a function that is imported, which stands in front of a place.
fn without_import(text: &str, aspect: usize) -> String {
    let start = text[..aspect].rfind("   function ").expect("an imported function");
    let end = aspect + text[aspect..].find(";\n").expect("the end of the declaration");
    let header = text[start..aspect].trim_end().trim_end_matches("with").trim_end();
    let name = header.trim_start().trim_start_matches("function ").split([' ', '(']).next().unwrap_or_default();
    let body = match name {
        "Room" => "(Length)",
        "Any_Order" => "([for I in 1 .. Last => Last + 1 - I])",
        "Any_Element" | "Any_Key" => "(raise Program_Error)",
        "Any_Place" => "(Last)",
        _ => "(True)",
    };
    format!("{}{header} is {body}{}", &text[..start], &text[end..])
}

/// The text of a unit under a name that is not GNAT's, as GNAT compiles it.
fn own_text(text: &str, units: &[&str], declaration: bool) -> String {
    let mut text = with_own_units(text, units).replace(" Strings.Left", " Ada.Strings.Left");
    // Short names of siblings.
    let siblings = units.iter().map(|unit| own_name(unit)).filter(|own| text.contains(&format!("with {own};")));
    let renamed = siblings.map(|own| format!("   package {} renames {own};\n", own.trim_start_matches("Own_")));
    let renamed: String = renamed.filter(|line| !line.contains('.')).collect();
    let package = text.find("package ").unwrap_or(text.len());
    if let Some(at) = text[package..].find(" is\n").map(|at| package + at) {
        text.insert_str(at + " is\n".len(), &renamed);
    }
    text = text.replace(" with Pure is\n", " is\n").replace("(Last : Natural := 0)", "(Last : Small := 0)");
    let small = "   subtype Small is Natural range 0 .. 100;\n   subtype Small_Count is Count_Type range 0 .. 60;\n";
    text = text.replace("\nprivate\n", &format!("\nprivate\n{small}"));
    // What only the tool understands, and what has no body.
    let aspects = text.find(" with\n     Aggregate =>").or_else(|| text.find(" with\n     Iterable =>"));
    if let Some(at) = aspects.or_else(|| text.find(" with Iterable => (")) {
        let end = at + text[at..].find(";\n").expect("the end of the declaration");
        text.replace_range(at..end, "");
    }
    text = text.replace("procedure May_Be_Foreign with Import;", "procedure May_Be_Foreign is null;");
    while let Some(aspect) = text.find(" Import") {
        text = without_import(&text, aspect);
    }
    text = text.replace("(Last : Count_Type := 0)", "(Last : Small_Count := 0)");
    let parents = "with Ada.Strings; use Ada.Strings;\nwith Ada.Containers; use Ada.Containers;\n";
    if declaration { format!("{parents}{text}") } else { text }
}

/// A program for one kind of containers: those lines that begin with another kind are left out.
fn of_kind(text: &str, kind: &str) -> String {
    let others = |line: &&str| ["--Hashed: ", "--Ordered: "].iter().any(|other| line.trim_start().starts_with(other));
    let mark = format!("--{kind}: ");
    let own = text.lines().filter(|line| line.contains(&mark) || !others(line));
    own.map(|line| line.replace(&mark, "").replace("Kind_", &format!("{kind}_")) + "\n").collect()
}

/// Runs programs that compare units of the library with GNAT's; the units come with the longer names first. A program
/// `NAME:KIND` is one for several kinds of containers.
fn compare_with_gnat(programs: &[(&str, &[&str])]) {
    let Some(gnat) = Gnat::find() else { return };
    for (program, units) in programs {
        let (program, kind) = program.split_once(':').unwrap_or((program, ""));
        let work = tempfile::tempdir().expect("a folder");
        for unit in *units {
            for (ending, declaration) in [("ads", true), ("adb", false)] {
                let file = |name: &str| format!("{}.{ending}", name.to_lowercase().replace('.', "-"));
                let Ok(text) = fs::read_to_string(folder("frontends/ada/library").join(file(unit))) else {
                    assert!(!declaration, "{unit}");
                    continue;
                };
                let text = own_text(&text, units, declaration);
                fs::write(work.path().join(file(&own_name(unit))), text).expect("written");
            }
        }
        let text = fs::read_to_string(folder("tests/ada").join(format!("{program}.adb"))).expect("a text");
        let mut text = of_kind(&text, kind);
        // The operations once more, of the other package.
        if let Some((before, rest)) = text.split_once("   --OPERATIONS")
            && let Some((operations, after)) = rest.split_once("   --END\n")
        {
            let ours = with_own_units(operations, units).replace("Theirs", "Ours").replace("use F;", "use O;");
            text = format!("{before}   --{operations}   --{ours}{after}");
        }
        let (area, program) = program.split_once('/').expect("a folder and a name");
        for file in ["scripts.ads", "scripts.adb"] {
            let shared = folder("tests/ada").join(area).join(file);
            if shared.exists() {
                fs::copy(shared, work.path().join(file)).expect("copied");
            }
        }
        fs::write(work.path().join(format!("{program}.adb")), text).expect("written");
        gnat.make(work.path(), program, &[]).unwrap_or_else(|error| panic!("{error}"));
        let output = Command::new(work.path().join(program)).output().expect("it runs");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.trim().starts_with("done, 0 of"), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn strings_do_what_the_units_of_gnat_do() {
    compare_with_gnat(&[
        ("strings/drive_c", &["Interfaces.C"]),
        ("strings/drive_fixed", &["Ada.Strings.Fixed"]),
        ("strings/drive_unbounded", &["Ada.Strings.Unbounded", "Ada.Strings.Fixed"]),
        ("strings/drive_bounded", &["Ada.Strings.Bounded", "Ada.Strings.Fixed"]),
        (
            "strings/drive_sets",
            &[
                "Ada.Strings.Equal_Case_Insensitive",
                "Ada.Strings.Less_Case_Insensitive",
                "Ada.Strings.Maps.Constants",
                "Ada.Strings.Maps",
                "Ada.Strings.Fixed",
                "Ada.Characters.Handling",
            ],
        ),
    ]);
}

#[test]
fn containers_of_ada_do_what_the_units_of_gnat_do() {
    compare_with_gnat(&[
        ("containers/drive_vectors", &["Ada.Containers.Vectors"]),
        ("containers/drive_maps:Hashed", &["Ada.Containers.Hashed_Maps"]),
        ("containers/drive_maps:Ordered", &["Ada.Containers.Ordered_Maps"]),
        ("containers/drive_sets:Hashed", &["Ada.Containers.Hashed_Sets"]),
        ("containers/drive_sets:Ordered", &["Ada.Containers.Ordered_Sets"]),
        ("containers/drive_doubly_linked_lists", &["Ada.Containers.Doubly_Linked_Lists"]),
    ]);
}

#[test]
fn containers_of_ada_are_arrays() {
    exactly_as_announced("vectors.adb");
    exactly_as_announced("maps.adb");
    exactly_as_announced("sets.adb");
    exactly_as_announced("lists.adb");
}

#[test]
fn cursors_are_places() {
    exactly_as_announced("cursors.adb");
}

#[test]
fn elements_without_a_size_are_counted() {
    exactly_as_announced("indefinite.adb");
}

#[test]
fn strings_in_containers_are_followed() {
    exactly_as_announced("indefinite_followed.adb");
    exactly_as_announced("string_lists.adb");
}

#[test]
fn arrays_are_sorted() {
    exactly_as_announced("sorts.adb");
    exactly_as_announced("container_sorts.adb");
    exactly_as_announced("container_merges.adb");
}

/// Where an element of a container is in use, a change of the container raises Program_Error, and is not analysed.
#[test]
fn containers_stay_while_elements_are_in_use() {
    let path = folder("tests/ada/containers/programs/held_elements.adb");
    let text = fs::read_to_string(&path).expect("a program");
    let output = run(&["--frontend", "ada", "--timeout", "5", "--json", "-", &path.to_string_lossy()]);
    let value = schema::result(&output.stdout);
    let messages = value["messages"].as_array().expect("messages");
    let messages: Vec<&str> = messages.iter().filter_map(Value::as_str).collect();
    let line = |message: &str| message.split(':').nth(1).and_then(|line| line.parse::<u64>().ok());
    let found: Vec<u64> = messages.iter().filter_map(|message| line(message)).collect();
    let named = |line: &str| line.contains("--  held") || line.contains("--  open");
    let wanted: Vec<u64> = text.lines().zip(1..).filter(|(line, _)| named(line)).map(|(_, number)| number).collect();
    assert_eq!(found, wanted, "{messages:?}");
    assert!(messages.iter().all(|message| message.contains("held_elements.adb") && message.contains("not supported")));
    let checks = value["checks"].as_array().expect("checks");
    let own = |check: &&Value| check["file"].as_str().is_some_and(|file| file.ends_with("held_elements.adb"));
    assert!(checks.iter().filter(own).count() > 5);
    assert!(checks.iter().filter(own).all(|check| check["status"] == "proved"), "{checks:?}");
    let Some(gnat) = Gnat::find() else { return };
    let work = tempfile::tempdir().expect("a folder");
    let parts = ["hold.adb", "programs/held_elements.ads", "programs/held_elements.adb"];
    for part in parts.map(|part| folder("tests/ada/containers").join(part)) {
        fs::copy(&part, work.path().join(part.file_name().unwrap_or_default())).expect("copied");
    }
    gnat.make(work.path(), "hold", &[]).unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(work.path().join("hold")).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "done, 0 return");
}
