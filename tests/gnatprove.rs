//! GNATprove's command line: what becomes of each of its options, and what the program does under its name.

mod common;

use common::{Output, hornsolve, schema, write};
use horn_frontend::{Dialect, Does};
use hornsolve::cli::program::{ProgramCommand, ProgramOptions, help, parse};
use hornsolve::frontends::FRONTENDS;
use std::ffi::OsString;
use std::fmt::Debug;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};

fn dialect() -> &'static Dialect {
    FRONTENDS.iter().find_map(|frontend| frontend.dialect()).expect("a frontend knows GNATprove")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What the options say that are of interest here, with names.
fn settings(options: &ProgramOptions) -> Vec<(&'static str, String)> {
    fn text(value: &dyn Debug) -> String {
        format!("{value:?}")
    }
    let (verify, report) = (&options.verify, &options.report);
    vec![
        ("own", text(&options.task.own)),
        ("only the files", text(&options.task.only_files)),
        ("modular", text(&options.task.modular)),
        ("depth", text(&verify.depth)),
        ("mode", text(&verify.mode)),
        ("limits", text(&verify.limits)),
        ("level", text(&verify.level)),
        ("budget", text(&verify.budget())),
        ("steps", text(&options.solving.steps)),
        ("jobs", text(&verify.jobs)),
        ("solver", text(&options.solving.smt_solver)),
        ("memory", text(&options.memory)),
        ("shown", text(&report.shown)),
        ("layout", text(&report.layout)),
        ("cwe", text(&report.cwe)),
        ("counterexamples", text(&report.counterexamples)),
        ("quiet", text(&report.quiet)),
        ("header", text(&report.header)),
        ("assumptions", text(&report.assumptions)),
        ("verbosity", text(&options.solving.verbosity)),
        ("checks as errors", text(&options.checks_as_errors)),
        ("warnings as errors", text(&options.warnings_as_errors)),
        ("progress lines", text(&options.progress_lines)),
        ("keeping", text(&options.keeping)),
        ("replays", text(&verify.replays)),
        ("clean", text(&options.clean)),
        ("tags", text(&options.tags)),
        ("proofs of warnings", text(&verify.reach)),
        ("SARIF's folders", text(&report.sarif_roots)),
        ("manifests", text(&options.manifests.rules)),
        ("folder for manifests", text(&options.manifest_folder)),
        ("ignored", text(&options.ignored)),
    ]
}

/// What a command line comes to.
fn effect(line: &str) -> String {
    let parsed = |line: &str| {
        let words = line.split_whitespace().map(OsString::from);
        parse(FRONTENDS, &["--frontend", "ada"].into_iter().map(OsString::from).chain(words).collect::<Vec<_>>())
    };
    let Ok(ProgramCommand::Verify(usual)) = parsed("a.adb") else { panic!("a good command line") };
    match parsed(&format!("a.adb {line}")) {
        Err(what) => format!("error: {what}"),
        Ok(ProgramCommand::Verify(options)) => {
            let usual = settings(&usual);
            let changed = settings(&options).into_iter().zip(usual).filter(|(now, before)| now != before);
            let changed: Vec<String> = changed.map(|((name, value), _)| format!("{name}: {value}")).collect();
            if changed.is_empty() { "no change".to_string() } else { changed.join("; ") }
        }
        Ok(ProgramCommand::Help) => "help".to_string(),
        Ok(ProgramCommand::Version) => "version".to_string(),
        Ok(ProgramCommand::Print(text)) => format!("prints {:?}", text.lines().next().unwrap_or_default()),
    }
}

/// `tests/gnatprove/options.txt` has a line for each option, and for each value that means something else:
/// `HORNSOLVE_WRITE_GOLDEN=1` writes what is so.
#[test]
fn every_option_does_what_the_list_says() {
    let path = root().join("tests/gnatprove/options.txt");
    let golden = std::fs::read_to_string(&path).expect("the list");
    let lines: Vec<&str> = golden.lines().filter_map(|line| Some(line.split_once(" => ")?.0)).collect();
    for option in dialect().options {
        for name in option.names {
            let named = |line: &&str| line.split(['=', ' ']).next() == Some(name);
            assert!(lines.iter().any(named), "`{name}` is not in {}", path.display());
        }
        let line = lines.iter().find(|line| line.split(['=', ' ']).next() == Some(option.names[0])).expect("a line");
        let effect = effect(line);
        match option.does {
            Does::Same => {
                assert!(!effect.contains("unknown option") && !effect.contains("ignored"), "{line}: {effect}")
            }
            Does::Means(_) | Does::Named(_) => assert!(!effect.contains("error"), "{line}: {effect}"),
            Does::Ignored => assert_eq!(effect, format!("ignored: [{line:?}]")),
            Does::Refused => {
                assert!(effect.contains("is refused: ") && effect.ends_with(option.note), "{line}: {effect}")
            }
        }
    }
    let found: String = lines.iter().map(|line| format!("{line} => {}\n", effect(line))).collect();
    if std::env::var_os("HORNSOLVE_WRITE_GOLDEN").is_some() {
        std::fs::write(&path, &found).expect("written");
    }
    for (found, golden) in found.lines().zip(golden.lines()) {
        assert_eq!(found, golden);
    }
}

#[test]
fn the_documents_have_the_table() {
    let text = std::fs::read_to_string(root().join("docs/gnatprove.md")).expect("the document");
    let (_, table) = text.split_once("| --- | --- | --- |\n").expect("the table");
    let rows: String =
        table.lines().take_while(|line| line.starts_with("| `")).map(|line| format!("{line}\n")).collect();
    assert_eq!(rows, dialect().rows(), "docs/gnatprove.md");
    let help = help(FRONTENDS);
    for option in dialect().options {
        assert!(option.names.iter().any(|name| help.contains(name)), "{} is not in the help", option.shown());
    }
}

/// Deterministic numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap_or(0)
    }
}

#[test]
fn any_soup_of_options_is_read_or_refused_with_a_reason() {
    let mut words: Vec<String> =
        dialect().options.iter().flat_map(|option| option.names).map(|name| name.to_string()).collect();
    let more = [
        "a.adb",
        "b.ads",
        "--",
        "-cargs",
        "-",
        "--frontend",
        "spark",
        "c",
        "ada",
        "--json",
        "--unwind",
        "--bmc",
        "-t",
        "-I",
        "--engine",
        "pdr",
        "=",
        "",
        "--=",
        "-=",
        "--limit-line",
        "a:1:b:2",
        "\u{e9}",
        "-j-1",
        "--emit-test",
        "--x=y",
        "-P=",
    ];
    words.extend(more.map(String::from));
    let values =
        ["", "0", "1", "on", "off", "all", "x:y", "a.adb:3", "99999999999999999999", "-1", "1e400", "NaN", "\u{1f600}"];
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..20_000 {
        let mut line: Vec<OsString> = Vec::new();
        for _ in 0..random.below(6) {
            let word = &words[random.below(words.len())];
            line.push(OsString::from(match random.below(3) {
                0 => word.clone(),
                1 => format!("{word}={}", values[random.below(values.len())]),
                _ => format!("{word}{}", values[random.below(values.len())]),
            }));
        }
        match parse(FRONTENDS, &line) {
            Ok(_) => good += 1,
            Err(what) => {
                assert!(!what.is_empty() && !what.contains('\n'), "{line:?}: {what:?}");
                bad += 1;
            }
        }
    }
    assert!(good > 300 && bad > 1_000, "{good} {bad}");
}

/// Runs in a folder under a name.
fn run_as(name: &str, folder: &Path, arguments: &[&str]) -> Output {
    let mut command = hornsolve(arguments);
    command.arg0(name).current_dir(folder);
    common::run_with_input(command, "")
}

/// A project of a main program, a package that it needs, and a package that nobody needs.
fn project() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    write(path, "p.gpr", "project P is\n   for Main use (\"main.adb\");\nend P;\n");
    write(path, "main.adb", "with Lib;\nprocedure Main is\nbegin\n   pragma Assert (Lib.Next (1) = 2);\nend Main;\n");
    write(
        path,
        "lib.ads",
        "package Lib is\n   function Next (X : Integer) return Integer;\
         \n   function Half (X, Y : Integer) return Integer;\nend Lib;\n",
    );
    write(
        path,
        "lib.adb",
        "package body Lib is\n   function Next (X : Integer) return Integer is (X + 1);\n   \
         function Half (X, Y : Integer) return Integer is\n   begin\n      return X / Y;\n   end Half;\nend Lib;\n",
    );
    write(path, "other.adb", "procedure Other (X : in out Integer) is\nbegin\n   X := X + 1;\nend Other;\n");
    let path = path.to_path_buf();
    (folder, path)
}

#[test]
fn under_its_name_the_program_takes_the_only_project_of_the_folder() {
    let (_guard, folder) = project();
    let output = run_as("gnatprove", &folder, &["--output=brief"]);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.stdout.contains("lib.adb:5:16: high: divide by zero might fail\n"), "{output:?}");
    assert!(!output.stdout.contains("other.adb:"), "{output:?}");
    let linked = run_as("/usr/local/bin/gnatprove", &folder, &["--output=brief", "-U"]);
    assert!(linked.stdout.contains("lib.adb:5:16:") && linked.stdout.contains("other.adb:3:11: high"), "{linked:?}");
    write(&folder, "q.gpr", "project Q is\nend Q;\n");
    let several = run_as("gnatprove", &folder, &[]);
    assert_eq!((several.code, several.stdout.as_str()), (Some(1), ""), "{several:?}");
    assert!(several.stderr.contains("several project files here (p.gpr, q.gpr)"), "{several:?}");
    let empty = tempfile::tempdir().expect("a folder");
    let none = run_as("gnatprove", empty.path(), &["--level=1"]);
    assert!(none.code == Some(1) && none.stderr.contains("no project file here; `-P` names one"), "{none:?}");
    assert_eq!(std::fs::read_dir(empty.path()).expect("a folder").count(), 0, "nothing is written");
    let version = run_as("gnatprove", empty.path(), &["--version"]);
    assert!(version.code == Some(0) && version.stdout.starts_with("hornsolve "), "{version:?}");
}

/// The call of GNAT Studio, and what editors append to it.
#[test]
fn the_call_of_gnat_studio_is_understood() {
    let (_guard, folder) = project();
    let studio = ["-Pp.gpr", "-j0", "--output=oneline", "--ide-progress-bar", "--level=1", "-u", "lib.adb"];
    let output = run_as("gnatprove", &folder, &studio);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.stdout.contains("lib.adb:5:16: high: divide by zero might fail"), "{output:?}");
    let progress: Vec<&str> = output.stdout.lines().filter(|line| line.starts_with("completed ")).collect();
    assert!(!progress.is_empty() && progress.iter().all(|line| line.ends_with("%)...")), "{output:?}");
    let appended = [&studio[..], &["-cargs", "-gnatef", "-O2", "--nothing-of-ours"]].concat();
    let output = run_as("gnatprove", &folder, &appended);
    assert_eq!(output.code, Some(0), "{output:?}");
    let changed = [&studio[..], &["-cargs", "-gnateDX=1"]].concat();
    let output = run_as("gnatprove", &folder, &changed);
    assert!(output.code == Some(1) && output.stderr.contains("the source is preprocessed"), "{output:?}");
}

#[test]
fn options_without_effect_are_named_in_one_warning() {
    let (_guard, folder) = project();
    write(
        &folder,
        "p.gpr",
        "project P is\n   package Prove is\n      for Proof_Switches (\"Ada\") use (\"-m\", \"-q\", \
         \"--level=1\");\n      \
         for Proof_Switches (\"main.adb\") use (\"--level=3\", \"--report=all\");\n   end Prove;\n   package Builder is\n      \
         for Global_Configuration_Pragmas use \"all.adc\";\n   end Builder;\nend P;\n",
    );
    let output = run_as("gnatprove", &folder, &["--ce-steps=3", "--proof=progressive", "other.adb"]);
    let warnings: Vec<&str> = output.stderr.lines().filter(|line| line.contains("without effect")).collect();
    let [warning] = warnings[..] else { panic!("{output:?}") };
    assert!(warning.starts_with("warning: accepted without effect: "), "{warning}");
    for name in ["-m", "--ce-steps=3", "--proof=progressive", "-q (of the project)", "--report=all (for main.adb)"] {
        assert!(warning.contains(name), "{name}: {warning}");
    }
    assert!(output.stderr.contains("warning: the configuration pragmas in \"all.adc\" are not read"), "{output:?}");
    assert!(output.stdout.contains("Summary: "), "a project makes nothing quiet: {output:?}");
    // What is without effect in any file is so in this one.
    write(&folder, "all.adc", "pragma SPARK_Mode (On); -- everywhere\npragma Profile (Jorvik);\n");
    assert!(!run_as("gnatprove", &folder, &["other.adb"]).stderr.contains("configuration pragmas"));
    write(&folder, "all.adc", "pragma Check_Policy (Proof_Only => Ignore, Costly => Check);\n");
    assert!(!run_as("gnatprove", &folder, &["other.adb"]).stderr.contains("configuration pragmas"));
    write(&folder, "all.adc", "pragma Check_Policy (Proof_Only => Ignore, Pre => Disable);\n");
    assert!(run_as("gnatprove", &folder, &["other.adb"]).stderr.contains("are not read: Check_Policy ("));
    write(&folder, "all.adc", "pragma SPARK_Mode (On);\npragma Assertion_Policy (Ignore);\n");
    let output = run_as("gnatprove", &folder, &["other.adb"]);
    assert!(output.stderr.contains("\"all.adc\" are not read: Assertion_Policy (Ignore)\n"), "{output:?}");
}

#[test]
fn a_project_for_another_machine_or_a_preprocessor_is_refused() {
    for (declaration, expected) in [
        ("for Target use \"arm-eabi\";", "attribute Target of the project: `arm-eabi` is not modelled"),
        ("for Runtime (\"Ada\") use \"zfp\";", "attribute Runtime of the project: `zfp` is not modelled"),
        (
            "package Compiler is\n      for Default_Switches (\"Ada\") use (\"-gnatep=prep.def\");\n   end Compiler;",
            "`-gnatep=prep.def` for the compiler: the source is preprocessed",
        ),
    ] {
        let (_guard, folder) = project();
        write(&folder, "p.gpr", format!("project P is\n   {declaration}\nend P;\n"));
        let output = run_as("gnatprove", &folder, &[]);
        assert!(output.code == Some(1) && output.stderr.contains(expected), "{output:?}");
        assert!(!output.stdout.contains("Success"), "{output:?}");
    }
    let (_guard, folder) = project();
    write(&folder, "p.gpr", "project P is\n   for Target use \"x86_64-linux\";\nend P;\n");
    assert_eq!(run_as("gnatprove", &folder, &["-q"]).code, Some(0));
}

#[test]
fn modes_that_do_not_prove_are_no_success() {
    let (_guard, folder) = project();
    for (mode, expected) in [
        ("check_all", "Summary: the program was read, and nothing was verified"),
        ("bronze", "Summary: there are no checks of initialization and aliasing"),
    ] {
        let mode = format!("--mode={mode}");
        let output = run_as("gnatprove", &folder, &[mode.as_str(), "--report=all"]);
        assert!(output.code == Some(0) && output.stdout.starts_with(expected), "{output:?}");
    }
    let quiet = run_as("gnatprove", &folder, &["-q", "--output=brief"]);
    let lines: Vec<&str> = quiet.stdout.lines().collect();
    assert_eq!(lines[0], "lib.adb:5:16: high: divide by zero might fail");
    assert!(lines.iter().all(|line| line.starts_with("lib.adb:5:16: high: ")), "{quiet:?}");
}

#[test]
fn limits_select_checks_and_nothing_selected_is_an_error() {
    let (_guard, folder) = project();
    write(&folder, "places.txt", "lib.adb:2\nlib.adb:5:16:VC_DIVISION_CHECK\n\n");
    let count = |arguments: &[&str]| {
        let output = run_as("gnatprove", &folder, &[arguments, &["--report=all", "--output=brief"]].concat());
        let shown = output.stdout.lines().filter(|line| line.starts_with("lib.adb:") || line.starts_with("main.adb:"));
        (output.code, shown.count(), output.stdout.contains("Success"))
    };
    assert_eq!(count(&["--limit-line=lib.adb:5:16:VC_DIVISION_CHECK"]), (Some(0), 1, false));
    assert_eq!(count(&["--limit-lines=places.txt"]), (Some(0), 2, false));
    assert_eq!(count(&["--limit-region=lib.adb:4:5"]), (Some(0), 2, false));
    assert_eq!(count(&["--limit-name=half"]), (Some(0), 2, false));
    assert_eq!(count(&["--limit-name=Lib.Half"]), (Some(0), 2, false));
    assert_eq!(count(&["--limit-name=alf"]), (Some(1), 0, false));
    assert_eq!(count(&["--limit-line=lib.adb:99"]), (Some(1), 0, false));
    assert_eq!(count(&["--limit-region=lib.adb:90:99"]), (Some(1), 0, false));
}

/// Which units are looked at, and which are known and not looked at.
fn units(folder: &Path, arguments: &[&str]) -> (Vec<String>, Vec<String>) {
    let output = run_as("gnatprove", folder, &[arguments, &["--mode=check", "--json=-"]].concat());
    assert_eq!(output.code, Some(0), "{arguments:?}: {output:?}");
    let value = schema::result(&output.stdout);
    let units = value["summary"]["units"].as_array().expect("units").iter();
    let (seen, unseen): (Vec<_>, Vec<_>) = units.partition(|unit| unit["lookedAt"] == true);
    let names = |units: Vec<&serde_json::Value>| {
        let mut names: Vec<String> =
            units.iter().map(|unit| unit["name"].as_str().unwrap_or_default().to_lowercase()).collect();
        names.sort();
        names
    };
    (names(seen), names(unseen))
}

/// A project with a main program that imports one of its own and one that is built elsewhere.
#[test]
fn the_units_of_a_project_are_those_that_gnatprove_analyses() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    for inner in ["sub", "ext", "far/away"] {
        std::fs::create_dir_all(path.join(inner)).expect("a folder");
    }
    let body = |name: &str, with: &str| {
        format!("{with}package body {name} is\n   procedure P is\n   begin\n      null;\n   end P;\nend {name};\n")
    };
    let spec = |name: &str| format!("package {name} is\n   procedure P;\nend {name};\n");
    write(
        path,
        "p.gpr",
        "with \"sub/s.gpr\";\nwith \"ext/e.gpr\";\nproject P is\n   for Main use (\"main.adb\");\nend P;\n",
    );
    write(path, "sub/s.gpr", "project S is\nend S;\n");
    write(path, "ext/e.gpr", "project E is\n   for Externally_Built use \"true\";\nend E;\n");
    write(path, "main.adb", "with A;\nprocedure Main is\nbegin\n   A.P;\nend Main;\n");
    write(path, "a.ads", spec("A"));
    write(
        path,
        "a.adb",
        "with S1;\nwith E1;\npackage body A is\n   procedure Part is separate;\n   procedure P is\n   begin\n      \
         S1.P;\n      E1.P;\n      Part;\n   end P;\nend A;\n",
    );
    write(path, "a-part.adb", "separate (A)\nprocedure Part is\nbegin\n   null;\nend Part;\n");
    for (inner, name) in [(".", "B"), ("sub", "S1"), ("sub", "S2"), ("ext", "E1"), ("ext", "E2")] {
        let file = format!("{inner}/{}", name.to_lowercase());
        write(path, &format!("{file}.ads"), spec(name));
        write(path, &format!("{file}.adb"), body(name, ""));
    }
    let expect = |arguments: &[&str], seen: &[&str], unseen: &[&str]| {
        let (ours, others) = units(path, arguments);
        assert_eq!(
            (ours, others),
            (seen.iter().map(|n| n.to_string()).collect(), unseen.iter().map(|n| n.to_string()).collect()),
            "{arguments:?}"
        );
    };
    // The main program and what it needs; what is built elsewhere is read where it is needed.
    expect(&["-P", "p"], &["a", "main", "s1"], &["b", "e1", "s2"]);
    expect(&["-U"], &["a", "b", "main", "s1", "s2"], &["e1"]);
    expect(&["--no-subprojects"], &["a", "main"], &["b", "e1", "s1"]);
    expect(&["-u"], &["a", "main"], &["b", "e1", "s1"]);
    // A file stands for its unit, and a unit's name for its files.
    for file in ["a.adb", "a.ads", "A", "a-part.adb"] {
        expect(&["-u", file], &["a"], &["e1", "s1"]);
    }
    expect(&["a.adb"], &["a", "s1"], &["e1"]);
    // A project that is imported from elsewhere.
    write(path, "q.gpr", "with \"far.gpr\";\nproject Q is\n   for Source_Dirs use (\"none\");\nend Q;\n");
    write(path, "far/away/far.gpr", "project Far is\nend Far;\n");
    write(path, "far/away/f.ads", spec("F"));
    write(path, "far/away/f.adb", body("F", ""));
    std::fs::create_dir(path.join("none")).expect("a folder");
    expect(&["-P", "q.gpr", "-aP=far/away"], &["f"], &[]);
    expect(&["-Pq", "-aP", "far/away"], &["f"], &[]);
    let missing = run_as("gnatprove", path, &["-Pq.gpr"]);
    assert!(
        missing.code == Some(1) && missing.stderr.contains("imported project file \"far.gpr\" not found"),
        "{missing:?}"
    );
}

/// Without a frontend's name the project says what language it is.
#[test]
fn a_unit_can_be_named_beside_a_project() {
    let (_guard, folder) = project();
    let output = run_as("hornsolve", &folder, &["-P", "p.gpr", "-u", "lib", "--output=brief", "--limit-name=Half"]);
    assert!(output.code == Some(0) && output.stdout.contains("lib.adb:5:16: high"), "{output:?}");
}
