//! Tests of the options for programs, with languages that exist only here.

use super::*;
use crate::report::options::{Layout, Shown};
use crate::verify::options::{Bounded, Integers, Limit, Mode};
use horn_frontend::{Lowered, Notation};
use std::ffi::OsStr;

/// A language that nobody can read, with two options of its own.
struct Scrawl;

static OPTIONS: [OwnOption; 2] = [
    OwnOption { names: &["-P", "--pad"], value: Some("PAD"), help: "all of it", role: Role::Input, check: |_| Ok(()) },
    OwnOption {
        names: &["--ink"],
        value: Some("COLOUR"),
        help: "what it is written with",
        role: Role::How,
        check: |value| if value == "blue" { Ok(()) } else { Err("it is blue".to_string()) },
    },
];

impl Frontend for Scrawl {
    fn name(&self) -> &'static str {
        "scrawl"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["txt"]
    }

    fn lower(&self, _: &Task) -> Lowered {
        Lowered::default()
    }

    fn notation(&self) -> &dyn Notation {
        unreachable!("nothing is written here")
    }

    fn options(&self) -> &'static [OwnOption] {
        &OPTIONS
    }
}

/// Print: without options of its own.
struct Print;

impl Frontend for Print {
    fn name(&self) -> &'static str {
        "print"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["md"]
    }

    fn lower(&self, _: &Task) -> Lowered {
        Lowered::default()
    }

    fn notation(&self) -> &dyn Notation {
        unreachable!("nothing is written here")
    }
}

const TABLE: Table = &[&Print, &Scrawl];

#[test]
fn the_command_line_has_precedence_over_the_project() {
    let arguments = ["-Pp.pad", "--level=1"].map(OsString::from);
    let Ok(ProgramCommand::Verify(options)) = parse(TABLE, &arguments) else { panic!("a good command line") };
    let switches =
        ["--level=4", "--report=all", "--prover=z3", "--entry=P", "other.txt", "-Pq", "--ink=blue", "--quiet"];
    let switches = [&switches[..], &["--limit-line=a.txt:3"]].concat();
    let (options, ignored) = options.with_switches(&texts(&switches), &[]);
    assert_eq!((options.verify.level, options.report.shown), (1, Shown::All));
    assert_eq!(ignored, ["--entry=P", "other.txt", "-Pq", "--quiet", "--limit-line=a.txt:3"]);
    assert!(options.task.files.is_empty() && options.task.entries.is_empty());
    assert_eq!(options.task.own, [("--ink", OsString::from("blue")), ("-P", OsString::from("p.pad"))]);
    assert_eq!(options.report.command_line, "hornsolve -Pp.pad --level=1");
}

fn texts(switches: &[&str]) -> Vec<String> {
    switches.iter().copied().map(String::from).collect()
}

#[test]
fn what_is_said_of_a_file_is_between_the_command_line_and_what_is_said_of_all() {
    let of = |line: &[&str], general: &[&str], files: &[(&str, &[&str])]| {
        let line: Vec<OsString> = ["-Pp.pad"].iter().chain(line).map(OsString::from).collect();
        let Ok(ProgramCommand::Verify(options)) = parse(TABLE, &line) else { panic!("a good command line") };
        let files: Vec<_> = files.iter().map(|(file, list)| ((*file).to_string(), texts(list))).collect();
        options.with_switches(&texts(general), &files)
    };
    let files: &[(&str, &[&str])] = &[("hard.toy", &["--level=4"]), ("more.toy", &["--steps=7", "--report=all"])];
    let (options, ignored) = of(&[], &["--timeout=3", "--level=0"], files);
    let budget = |options: &ProgramOptions, file: &str| options.verify.budget_in(file, "");
    assert_eq!(options.verify.budget(), Some(Steps::seconds(3)));
    assert_eq!(budget(&options, "src/other.toy"), Some(Steps::seconds(3)));
    assert_eq!(budget(&options, "src/hard.toy"), Some(Steps::seconds(60)));
    assert_eq!(budget(&options, "Hard.toy"), Some(Steps::seconds(60)));
    assert_eq!(budget(&options, "more.toy"), Some(Steps::new(7)));
    assert_eq!(ignored, ["--report=all (for more.toy)"]);
    // A level on the command line replaces the time that the project says, and whatever it says of files.
    let (options, _) = of(&["--level=1"], &["--timeout=3"], files);
    assert_eq!(
        (budget(&options, "hard.toy"), options.verify.budget()),
        (Some(Steps::seconds(2)), Some(Steps::seconds(2)))
    );
    let (options, _) = of(&["--timeout", "9"], &["--steps=3", "--level=4"], files);
    assert_eq!(
        (budget(&options, "more.toy"), options.verify.budget()),
        (Some(Steps::seconds(9)), Some(Steps::seconds(9)))
    );
}

#[test]
fn who_asks_as_for_clauses_is_told_what_does_it_for_programs() {
    for (asked, hint) in [
        ("--cex", "`--trace`"),
        ("-cex", "`--trace`"),
        ("--ssol", "`--report=all`"),
        ("-model", "`--report=all`"),
        ("--statistics=json", "`--report=statistics`"),
        ("--cpu-limit=3", "`--time-limit SECONDS`"),
    ] {
        let refused = verify(&format!("a.txt {asked}")).map(|_| ());
        assert!(refused.is_err_and(|why| why.contains(asked) && why.contains(hint)), "{asked}");
    }
    assert!(verify("a.txt --cache=http:/a").map(|_| ()).is_err_and(|why| why.contains("`http://a`")));
}

#[test]
fn options_of_a_frontend_are_for_it_alone() {
    let options = verify("a.txt --pad=x --ink blue").expect("good");
    assert_eq!(options.task.value("-P"), Some(OsStr::new("x")));
    assert_eq!(options.frontend().map(Frontend::name), Some("scrawl"));
    let error = |line: &str| verify(line).err().unwrap_or_default();
    assert_eq!(error("a.md --ink=blue"), "option `--ink` is not for the frontend `print`");
    assert_eq!(error("a.txt --ink=red"), "option `--ink`: it is blue");
    assert!(error("a.txt --ink").contains("needs a value: COLOUR"));
    let help = help(TABLE);
    assert!(help.contains("hornsolve -P PAD [options] [FILE...]"), "{help}");
    assert!(help.contains("scrawl: what it is written with"), "{help}");
}

fn verify(line: &str) -> Result<ProgramOptions, String> {
    let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
    assert!(wanted(TABLE, &arguments), "{line}");
    match parse(TABLE, &arguments)? {
        ProgramCommand::Verify(options) => Ok(*options),
        _ => Err("no verification".to_string()),
    }
}

#[test]
fn the_options_of_gnatprove_are_read() {
    let line = "--frontend scrawl a.txt b.txt -Iinc -Pp.pad --level=3 -j4 --report all --output=oneline \
                --limit-line=a.txt:3:4:VC_ASSERT --checks-as-errors=on --engine pdr -vv";
    let options = verify(line).expect("good");
    assert_eq!(options.task.files, [PathBuf::from("a.txt"), PathBuf::from("b.txt")]);
    assert_eq!(options.task.value("-P"), Some(OsStr::new("p.pad")));
    assert_eq!(options.task.folders, [PathBuf::from("inc")]);
    assert_eq!(options.verify.budget(), Some(Steps::seconds(20)));
    assert_eq!(
        (options.verify.jobs, options.report.shown, options.report.layout),
        (Some(4), Shown::All, Layout::Oneline)
    );
    let place = Limit { file: "a.txt".to_string(), line: 3, column: Some(4), kind: Some("VC_ASSERT".to_string()) };
    assert_eq!(options.verify.limits.lines, [place]);
    assert!(options.checks_as_errors && options.report.counterexamples);
    assert_eq!((options.solving.engines.len(), options.solving.verbosity), (1, 2));
    assert_eq!(verify("x.txt --timeout=0").expect("good").verify.budget(), None);
    assert_eq!(verify("x.txt --timeout=0.5").expect("good").verify.budget(), Some(Steps::millis(500)));
    assert_eq!(verify("x.txt --steps=100 --timeout=0").expect("good").verify.budget(), Some(Steps::new(100)));
    let both = verify("x.txt --steps=100 --timeout=5").expect("good");
    assert_eq!((both.verify.budget(), both.ignored.len()), (Some(Steps::new(100)), 1));
    assert_eq!(verify("x.txt --steps=0").expect("good").verify.budget(), None);
}

#[test]
fn mistakes_are_named() {
    for (line, expected) in [
        ("--frontend scrawl", "no input file"),
        ("--frontend cobol a.cob", "no frontend `cobol`"),
        ("--frontend scrawl --model a.txt", "not for programs"),
        ("a.txt --level 7", "none of 0, 1"),
        ("a.txt --limit-line=a.txt", "not FILE:LINE"),
        ("a.txt --limit-line=a.txt:x", "not FILE:LINE"),
        ("a.txt --nonsense", "unknown option `--nonsense`"),
        ("a.txt --proof=x", "is for clauses, not for programs"),
        ("a.txt -P", "needs a value"),
        ("a.txt -", "standard input"),
        ("a.txt --checks-as-errors=maybe", "none of"),
        ("a.txt --unwind 5", "`--unwind` needs `--mode=bmc`"),
        ("a.txt --all-properties", "`--all-properties` needs `--mode=bmc`"),
        ("a.txt --mode=bmc --unwind", "needs a value"),
        ("a.txt --mode=bmc --unwind=", "no number from 1 to"),
        ("a.txt --mode=bmc --unwind=0", "no number from 1 to"),
        ("a.txt --mode=bmc --unwind=-3", "no number from 1 to"),
        ("a.txt --mode=bmc --unwind=99999999999", "no number from 1 to"),
        ("a.txt --mode=bmc --unwind=ten", "`ten` is no number"),
        ("a.txt --mode=bmc --recursion=1000", "no number from 1 to 50"),
        ("a.txt --mode=bmc --unwindset=a.txt:5", "not FILE:LINE:K"),
        ("a.txt --mode=bmc --unwindset=a.txt:5:0", "no number from 1 to"),
        ("a.txt --mode=bmc --int=nat", "none of bv, math"),
        ("a.txt --mode=cbmc", "none of prove, all, silver"),
        ("a.txt --bmc=on", "none of off, only, beside"),
        ("a.txt --limit-line=a:1 --limit-name=P", "only one of the options"),
        ("a.txt --limit-region=a:9:3", "not FILE:FIRST:LAST"),
        ("a.txt --levle=2", "did you mean `--level`?"),
        ("a.txt --ikn=blue", "did you mean `--ink`?"),
        ("a.txt --memlimit=much", "no number of megabytes"),
    ] {
        let error = verify(line).err().unwrap_or_default();
        assert!(error.contains(expected), "{line}: {error}");
    }
}

#[test]
fn the_options_of_bounded_model_checking_are_read() {
    let line = "a.txt --mode=bmc --unwind 12 --unwindset=a.txt:14:20,b.txt:3:1 --recursion=3 --all-properties \
                --unwinding-assertions=off --int=math --trace";
    let options = verify(line).expect("good");
    assert_eq!((options.verify.mode, options.report.trace), (Mode::Bmc, true));
    let Bounded { unwind, unwindset, recursion, unwinding_assertions, all_properties, integers, .. } =
        options.verify.bounded;
    assert_eq!((unwind, recursion, unwinding_assertions, all_properties), (Some(12), 3, false, true));
    assert_eq!(integers, Integers::Math);
    let places: Vec<(&str, usize, u32)> =
        unwindset.iter().map(|limit| (limit.file.as_str(), limit.line, limit.bound)).collect();
    assert_eq!(places, [("a.txt", 14, 20), ("b.txt", 3, 1)]);
    assert_eq!(verify("a.txt").expect("good").verify.mode, Mode::Prove);
}

#[test]
fn clauses_are_no_programs() {
    for line in ["a.smt2", "-t 3 -", "-- a.txt", "--engine pdr a.smt2"] {
        let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        assert!(!wanted(TABLE, &arguments), "{line}");
    }
}
