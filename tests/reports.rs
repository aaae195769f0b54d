//! The formats that teams read: the page, GNATprove's summary file, tests for continuous integration, code quality;
//! and what sources say about checks that are not proved.

mod common;

use common::{hornsolve, run, schema, write};
use horn_frontend::interp::{Event, EventKind};
use horn_frontend::ir::{self, Loc};
use horn_frontend::{Counterexample, Lowered, Subject};
use hornsolve::cli::program::{ProgramCommand, parse};
use hornsolve::cli::verify::{Ending, output};
use hornsolve::frontends::FRONTENDS;
use hornsolve::report::formats::Signal;
use hornsolve::verify::Decider;
use hornsolve::verify::report::{Finding, Outcome, Report, checks_of};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::time::Duration;

/// Every status, on checks of `tests/reports/work.adb`: line, rule, what is known, who decided, seconds.
fn known(line: usize, rule: &str, example: Counterexample) -> (Outcome, &'static str, u64) {
    match (line, rule) {
        (5, "VC_DIVISION_CHECK") => (Outcome::Unknown("by hand".to_string()), "none", 2),
        (5, _) => (Outcome::UpTo(7), "bmc, bound 7, bit-vectors", 0),
        (11, _) => (Outcome::Fails(Box::new(example)), "interpreter", 0),
        (17, _) => (Outcome::Fails(Box::new(example)), "interpreter", 0),
        (25, "VC_OVERFLOW_CHECK") => (Outcome::Proved, "templates", 3),
        (25, _) => (Outcome::Proved, "trivial", 0),
        (33, _) => (Outcome::Proved, "pdr", 0),
        (34, _) => (Outcome::Unknown("too hard".to_string()), "none", 4),
        other => panic!("a check that the table does not have: {other:?}"),
    }
}

/// The program with a report that is made by hand, written in a format.
fn by_hand(option: &str, signal: Option<Signal>) -> String {
    let option = format!("{option}=-");
    let fixed = ["--frontend", "ada", "--report=all", "--sarif-content=all", "tests/reports/work.adb", &option];
    let arguments = fixed.map(OsString::from);
    let Ok(ProgramCommand::Verify(options)) = parse(FRONTENDS, &arguments) else { panic!("good options") };
    let frontend = options.frontend().expect("a frontend");
    let mut lowered: Lowered = frontend.lower(&options.task);
    ir::lift(&mut lowered.program);
    let report = {
        let (program, places) = (&lowered.program, lowered.places());
        let subject = Subject { program, places: &places, notation: frontend.notation() };
        let mut checks = checks_of(program, program.reached());
        checks.sort_by_key(|(check, _)| program.checks[check.index()].loc.span.start);
        let findings = checks.into_iter().map(|(id, procedure)| {
            let check = &program.checks[id.index()];
            let mut example = Counterexample::new(procedure);
            let step = |loc: Loc| Event { loc, kind: EventKind::Returned(procedure) };
            example.steps = vec![step(check.loc), step(program.procedure(procedure).loc)];
            let (outcome, by, seconds) = known(places.position(check.loc).line, check.kind.rule(), example);
            let (by, time) = (by.parse::<Decider>().expect("a decider"), Duration::from_secs(seconds));
            Finding::new(id, procedure, outcome, by, time)
        });
        let cut_short = signal.is_some();
        let mut report = Report { findings: findings.collect(), cut_short, steps: 7, ..Report::default() };
        report.justify(&subject);
        report
    };
    output(&options, &lowered, &report, &Ending { signal, ..Ending::default() }).text
}

/// `HORNSOLVE_WRITE_GOLDEN=1` writes what is so.
#[test]
fn the_summary_file_has_every_status() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports/gnatprove.out");
    let found = by_hand("--summary", None);
    if std::env::var_os("HORNSOLVE_WRITE_GOLDEN").is_some() {
        std::fs::write(&path, &found).expect("written");
    }
    assert_eq!(found, std::fs::read_to_string(&path).expect("the example"));
}

/// What is between a mark and the next quotation mark, each time.
fn values<'t>(text: &'t str, mark: &str) -> Vec<&'t str> {
    text.split(mark).skip(1).map(|rest| rest.split('"').next().unwrap_or_default()).collect()
}

/// Whatever the sources say, a page has one script and one style, its own, no address of anybody else, each name of a
/// place once, and each link leads to one.
fn is_closed(page: &str) {
    assert_eq!((page.matches("<script").count(), page.matches("<style").count()), (1, 1));
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains(" src="));
    let policy = values(page, "http-equiv=\"Content-Security-Policy\" content=\"");
    assert!(policy.len() == 1 && policy[0].starts_with("default-src 'none'; style-src 'sha256-"), "{policy:?}");
    let names = values(page, " id=\"");
    let all: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(names.len(), all.len());
    let links = values(page, " href=\"");
    assert!(links.len() > 6);
    for link in links {
        assert!(link.strip_prefix('#').is_some_and(|name| all.contains(name)), "{link}");
    }
}

#[test]
fn the_page_shows_every_status_and_keeps_hostile_texts_texts() {
    let page = by_hand("--html", None);
    is_closed(&page);
    for (class, word) in
        [("p", "✓ proved"), ("j", "§ justified"), ("b", "≤ bounded"), ("u", "? not decided"), ("f", "✗ fails")]
    {
        assert!(page.contains(&format!("<details class=\"v {class} ")), "{word}");
        assert!(page.contains(&format!("<b>{word}</b>")), "{word}");
    }
    for expected in [
        "--  &quot;&gt;&lt;script&gt;alert (1)&lt;/script&gt; &amp; 'text'",
        "the caller knows &quot;&gt;&lt;script&gt;alert (2)&lt;/script&gt;",
        "line 18 says that this cannot fail, and a run of it fails",
        "attribute",
        "&quot;Work.Left_Out&quot;",
        "X &lt; 10",
        "The run that fails: 4 steps",
        "no violation up to bound 7",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    assert!(!page.contains("The run was ended before"));
    let cut = by_hand("--html", Some(Signal { number: 15, name: "SIGTERM" }));
    is_closed(&cut);
    assert!(cut.contains("The run was ended before all checks were tried, by SIGTERM"), "{cut}");
    assert!(cut.contains("<dt>Complete</dt><dd>no</dd>") && cut.contains("Interrupted: "), "{cut}");
}

/// A file whose name tries to leave the text, in another language.
#[test]
fn hostile_names_of_files_are_texts() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("x\"><script>alert(1)<");
    std::fs::create_dir(&inner).expect("a folder");
    let source = write(&inner, "script>.c", "int main(void) { int x = 0; /* \u{202e}*/ return 10 / x; }\n");
    let page = folder.path().join("page.html");
    let quality = folder.path().join("quality.json");
    let tests = folder.path().join("tests.xml");
    let arguments = ["--frontend".into(), "c".into(), "--html".into(), page.clone().into_os_string()];
    let more = ["--junit".into(), tests.clone().into_os_string(), "--code-quality".into(), quality.clone().into()];
    let all: Vec<OsString> = arguments.into_iter().chain(more).chain([source.into_os_string()]).collect();
    let output = run(&all);
    assert_eq!(output.code, Some(0), "{output:?}");
    let read = |path: &Path| std::fs::read_to_string(path).expect("written");
    let page = read(&page);
    is_closed(&page);
    assert!(page.contains("x&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;.c"), "{page}");
    assert!(page.contains("/* ⟨U+202E⟩*/") && page.contains("✗ fails"), "{page}");
    assert!(!read(&tests).contains("<script"), "{}", read(&tests));
    let list: Value = serde_json::from_str(&read(&quality)).expect("JSON");
    assert!(list[0]["location"]["path"].as_str().is_some_and(|path| path.ends_with("alert(1)</script>.c")), "{list}");
}

#[test]
fn continuous_integration_sees_what_is_open() {
    let tests = by_hand("--junit", None);
    assert!(
        tests.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hornsolve\" tests=\"9\" ")
    );
    let count = |part: &str| tests.matches(part).count();
    assert_eq!(
        (count("<testcase "), count("<failure "), count("<error "), count("<skipped ")),
        (9, 1, 3, 2),
        "{tests}"
    );
    for tag in ["testsuites", "testsuite", "testcase", "failure", "error", "skipped"] {
        let open = count(&format!("<{tag} "));
        assert_eq!(open, count(&format!("</{tag}>")), "{tag}");
    }
    let list: Value = serde_json::from_str(&by_hand("--code-quality", None)).expect("JSON");
    let list = list.as_array().expect("a list");
    let severities: Vec<&str> = list.iter().filter_map(|one| one["severity"].as_str()).collect();
    assert_eq!(severities, ["minor", "critical", "major", "info"]);
    let fingerprints: BTreeSet<&str> = list.iter().filter_map(|one| one["fingerprint"].as_str()).collect();
    assert_eq!(fingerprints.len(), list.len());
    assert!(list.iter().all(|one| one["location"]["path"] == "tests/reports/work.adb"));
}

#[test]
fn scripts_and_review_tools_see_justifications() {
    let value = schema::result(&by_hand("--json", None));
    assert_eq!(value["summary"]["justified"], 2);
    let texts = |check: &Value| check["justification"]["text"].as_str().map(str::to_string);
    let justified: Vec<String> = value["checks"].as_array().expect("checks").iter().filter_map(texts).collect();
    assert_eq!(justified.len(), 2);
    assert_eq!(justified[1], "small numbers only");
    let sarif: Value = serde_json::from_str(&by_hand("--sarif", None)).expect("JSON");
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().expect("results");
    let suppressed: Vec<&Value> = results.iter().filter(|one| one["suppressions"][0]["kind"] == "inSource").collect();
    assert_eq!(suppressed.len(), 2);
    assert_eq!(suppressed[1]["suppressions"][0]["justification"], "intentional: small numbers only");
    let prints: BTreeSet<String> = results.iter().map(|one| one["partialFingerprints"].to_string()).collect();
    assert_eq!(prints.len(), 9, "eight checks, and what has no check");
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    assert!(rules.iter().all(|rule| rule["help"]["text"].as_str().is_some_and(|text| text.len() > 40)));
    let numbers: BTreeSet<String> =
        run["taxonomies"][0]["taxa"].as_array().expect("taxa").iter().map(|one| one["id"].to_string()).collect();
    for taxon in results.iter().filter_map(|one| one["taxa"].as_array()).flatten() {
        assert!(numbers.contains(&taxon["id"].to_string()), "{taxon}");
    }
}

/// The name of a check survives twenty lines in front of it, and other checks there.
#[test]
fn checks_keep_their_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let ids = |lines: &str, more: &str| -> BTreeMap<String, String> {
        let text = format!(
            "{lines}procedure Work (X : Integer; Y : in out Integer) is\nbegin\n{more}   Y := Y / X;\n   Y := Y + X;\
             \nend Work;\n"
        );
        let path = write(folder.path(), "work.adb", text).display().to_string();
        let value = schema::result(&run(&["--frontend", "ada", "--timeout=1", "--json=-", &path]).stdout);
        let text = |check: &Value, key: &str| check[key].as_str().unwrap_or_default().to_string();
        let name = |check: &Value| text(check, "rule") + " " + &text(check, "condition");
        value["checks"].as_array().expect("checks").iter().map(|check| (name(check), text(check, "id"))).collect()
    };
    let before = ids("", "");
    assert!(before.len() >= 3 && before.values().collect::<BTreeSet<_>>().len() == before.len());
    let after = ids(&"--  a line\n".repeat(20), "   Y := Y * 2;\n");
    for (name, id) in &before {
        assert_eq!(after.get(name), Some(id), "{name}");
    }
    assert!(after.len() > before.len());
}

/// Twelve places of an annotation, each with the lines in which a check is justified. The checks are additions; a line
/// `--  A` is an annotation.
#[test]
fn an_annotation_is_about_what_stands_in_front_of_it_or_around_it() {
    let annotation = "pragma Annotate (GNATprove, Intentional, \"overflow\", \"tested\");";
    let aspect = "Annotate => (GNATprove, Intentional, \"overflow\", \"tested\")";
    let cases: [(&str, &str, &[u64]); 12] = [
        ("behind a statement", "begin\n   X := X + 1;\n   A\n   Y := Y + 1;\nend Work;", &[3]),
        ("in a row", "begin\n   X := X + 1;\n   B\n   A\n   Y := Y + 1;\nend Work;", &[3]),
        (
            "behind an if statement",
            "begin\n   if X > 0 then\n      X := X + 1;\n   else\n      Y := Y + 1;\n   end if;\n   A\n   X := X + 2;\
             \nend Work;",
            &[4, 6],
        ),
        (
            "behind a loop",
            "begin\n   for I in 1 .. 2 loop\n      X := X + 1;\n   end loop;\n   A\n   Y := Y + 1;\nend Work;",
            &[4],
        ),
        (
            "first in a loop",
            "begin\n   Y := Y + 1;\n   while X + 1 < Y loop\n      A\n      X := X + 2;\n   end loop;\nend Work;",
            &[4],
        ),
        ("first among the statements", "   Z : Integer := X + 1;\nbegin\n   A\n   Y := Z + 1;\nend Work;", &[2]),
        (
            "behind a declaration",
            "   Z : Integer := X + 1;\n   A\n   V : Integer := Y + 1;\nbegin\n   Y := Z - V;\nend Work;",
            &[2],
        ),
        (
            "behind a body",
            "   procedure Inner is\n   begin\n      X := X + 1;\n   end Inner;\n   A\nbegin\n   Y := Y + 1;\
             \n   Inner;\nend Work;",
            &[4],
        ),
        (
            "behind a body with a declaration",
            "   procedure Inner (V : Integer) with\n      Pre => V + 1 > 0;\n   procedure Inner (V : Integer) is\
             \n   begin\n      X := X + V;\n   end Inner;\n   A\nbegin\n   Y := Y + 1;\n   Inner (Y);\nend Work;",
            &[3, 6],
        ),
        (
            "as an aspect of a body",
            "   procedure Inner with C is\n   begin\n      X := X + 1;\n   end Inner;\nbegin\n   Y := Y + 1;\
             \n   Inner;\nend Work;",
            &[4],
        ),
        (
            "in a handler",
            "begin\n   X := X + 1;\nexception\n   when others =>\n      Y := Y + 1;\n      A\n      X := Y + 2;\
             \nend Work;",
            &[6],
        ),
        (
            "in a block",
            "begin\n   X := X + 1;\n   declare\n      Z : Integer := X + 2;\n   begin\n      A\n      Y := Y + Z;\
             \n   end;\nend Work;",
            &[5],
        ),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (name, body, expected) in cases {
        let head = "procedure Work (X, Y : in out Integer) is\n";
        let text = head.to_string() + body;
        let line = |line: &str| match line.trim() {
            "A" => annotation.to_string(),
            "B" => annotation.replace("overflow", "range"),
            _ => line.replace("with C is", &format!("with {aspect} is")),
        };
        let text: String = text.lines().map(|one| line(one) + "\n").collect();
        let path = write(folder.path(), "work.adb", &text).display().to_string();
        let output = run(&["--frontend", "ada", "--timeout=1", "--json=-", &path]);
        let value = schema::result(&output.stdout);
        let checks = value["checks"].as_array().expect("checks");
        let justified = checks.iter().filter(|check| check["justification"]["text"] == "tested");
        let lines: BTreeSet<u64> = justified.filter_map(|check| check["line"].as_u64()).collect();
        assert_eq!(lines, expected.iter().copied().collect(), "{name}: {output:?}\n{text}");
        let open = checks.iter().filter(|check| check["rule"] == "VC_OVERFLOW_CHECK" && check["status"] != "proved");
        assert!(open.count() > expected.len(), "{name}: a check that is not meant fails too: {value:#}");
        assert_eq!(output.stderr.contains("no check message justified"), name == "in a row", "{name}: {output:?}");
    }
}

#[test]
fn annotations_that_say_nothing_or_too_much_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let verify = |annotation: &str, options: &[&str]| {
        let text = format!(
            "procedure Work (X : in out Integer; Y : Natural) is\nbegin\n   X := X + 1;\n   {annotation}\
             \n   X := X / (Y + 1);\nend Work;\n"
        );
        let path = write(folder.path(), "work.adb", text).display().to_string();
        let arguments = [&["--frontend", "ada", "--timeout=1", "--output=oneline"], options, &[&path]].concat();
        run(&arguments)
    };
    let of = |kind: &str, pattern: &str| format!("pragma Annotate (GNATprove, {kind}, \"{pattern}\", \"why\");");
    // A run that fails is no false positive; what is meant to fail is.
    let claimed = verify(&of("False_Positive", "overflow"), &["--checks-as-errors"]);
    assert!(claimed.stdout.contains("work.adb:3:11: high: overflow check might fail"), "{claimed:?}");
    assert!(claimed.stdout.contains("[not justified: line 4 says that this cannot fail, and a run of it fails]"));
    assert_eq!(claimed.code, Some(1));
    let meant = verify(&of("Intentional", "overflow"), &["--report=all"]);
    assert!(meant.stdout.contains("work.adb:3:11: info: overflow check justified [intentional: why]"), "{meant:?}");
    // What is said in vain, unless the options select checks.
    let vain = verify(&of("Intentional", "range"), &[]);
    let said = "work.adb:4:4: warning: no check message justified by this pragma [no-check-message-justified]";
    assert!(vain.stderr.contains(said), "{vain:?}");
    assert!(!verify(&of("Intentional", "range"), &["--limit-line=work.adb:5"]).stderr.contains("justified by"));
    // Wrong numbers and kinds of arguments.
    for wrong in [
        "pragma Annotate (GNATprove, Intentional, \"overflow\");",
        "pragma Annotate (GNATprove, Intentional, \"overflow\", \"why\", \"more\");",
        "pragma Annotate (GNATprove, False_Positive, Overflow, \"why\");",
        "pragma Annotate (GNATprove, False_Positive, \"overflow\", 1);",
    ] {
        let output = verify(wrong, &[]);
        assert!(output.stderr.contains("work.adb:4:4: error: annotation \""), "{wrong}: {output:?}");
        assert!(output.stdout.contains("work.adb:3:11: high: overflow"), "{wrong}: {output:?}");
        assert_eq!(output.code, Some(1), "{wrong}");
    }
    // Those for others are none of ours.
    for other in ["pragma Annotate (Other, Intentional);", "pragma Annotate (GNATprove, Might_Not_Return, Work);"] {
        assert_eq!(verify(other, &[]).stderr, "", "{other}");
    }
    // Misspelt kinds, and annotations that name nothing.
    for (wrong, said) in [
        ("pragma Annotate (GNATprove, Intentionnal, \"overflow\", \"why\");", "annotation \"intentionnal\" is no kind"),
        ("pragma Annotate (GNATprove);", "annotation is no kind"),
        ("pragma Annotate (GNATprove, 3);", "annotation is no kind"),
    ] {
        let output = verify(wrong, &[]);
        assert!(output.stderr.contains(&format!("work.adb:4:4: error: {said}")), "{wrong}: {output:?}");
        assert_eq!(output.code, Some(1), "{wrong}");
    }
}

/// What the source says is not to be verified is not, with its body, and is named; what calls it is.
#[test]
fn what_the_source_withholds_is_named_and_not_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    // Names, of which those are verified whose names begin with `On`.
    let spec = "package Work is
   procedure On_First (X : in out Integer);
   procedure A (X : in out Integer) with SPARK_Mode => Off;
   procedure B (X : in out Integer);
   pragma SPARK_Mode (Off);
   procedure C (X : in out Integer);
   pragma Annotate (GNATprove, Skip_Proof, C);
   procedure D (X : in out Integer) with Annotate => (GNATprove, Skip_Flow_And_Proof);
   procedure E (X : in out Integer);
   package Inner is
      procedure F (X : in out Integer);
   end Inner;
   pragma Annotate (GNATprove, Skip_Proof, Inner);
   package Half is
      procedure On_Visible (X : in out Integer);
   private
      pragma SPARK_Mode (Off);
      Y : Integer := 0;
   end Half;
   generic
   procedure G (X : in out Integer) with SPARK_Mode => Off;
   procedure On_Last (X : in out Integer);
   procedure Part (X : in out Integer);
   protected Cell with SPARK_Mode => Off is
      procedure Set (Y : Integer);
   private
      X : Integer := 0;
   end Cell;
end Work;
";
    let body = |name: &str| {
        format!("   procedure {name} (X : in out Integer) is\n   begin\n      X := X + 1;\n   end {name};\n")
    };
    let all: String = ["On_First", "A", "B", "C", "D"].map(body).concat();
    let text = format!(
        "package body Work is\n{all}   procedure E (X : in out Integer) is\n      pragma SPARK_Mode (Off);\n   begin\n      X := X + 1;\
         \n   end E;\n   package body Inner is\n{}   end Inner;\n   package body Half is\n{}   end Half;\n{}   \
         procedure I is new G;\n   procedure On_Last (X : in out Integer) is\n   begin\n      C (X);\n      I (X);\
         \n      X := X + 1;\n   end On_Last;\n   procedure Part (X : in out Integer) is separate;\n   \
         pragma SPARK_Mode (Off);\n   protected body Cell is\n      procedure Set (Y : Integer) is\n      begin\
         \n         X := Y + 1;\n      end Set;\n   end Cell;\nbegin\n   pragma SPARK_Mode (Off);\
         \n   On_First (Half.Z);\nend Work;\n",
        body("F"),
        body("On_Visible"),
        body("G")
    );
    let text = text.replace("On_First (Half.Z)", "null");
    write(folder.path(), "work.ads", spec);
    write(folder.path(), "work-part.adb", format!("separate (Work)\n{}", body("Part")));
    let path = write(folder.path(), "work.adb", text).display().to_string();
    let output = run(&["--frontend", "ada", "--timeout=1", "--json=-", &path]);
    let value = schema::result(&output.stdout);
    let of = |check: &Value| check["subprogram"].as_str().unwrap_or_default().to_string();
    let names: BTreeSet<String> = value["checks"].as_array().expect("checks").iter().map(of).collect();
    // What `Half` is said to hide is its private part and its body.
    assert_eq!(names, ["Work.On_First", "Work.On_Last"].map(String::from).into(), "{output:?}");
    for what in ["A", "B", "C", "D", "E", "Inner", "Half", "G", "Part", "Cell"] {
        let note = format!("not verified, as the source says: \"{what}\" (");
        assert!(output.stderr.contains(&note), "{what}: {}", output.stderr);
    }
    assert!(output.stderr.contains("the statements of \"Work\" (SPARK_Mode => Off)"), "{}", output.stderr);
    assert!(!value["summary"]["text"].as_str().expect("a text").contains("Success"), "{}", value["summary"]);
    assert!(
        value["summary"]["text"].as_str().expect("a text").contains("not analysed: Work ("),
        "{}",
        value["summary"]
    );
    // A name that is not there, or none.
    for wrong in ["Skip_Proof", "Skip_Proof, Nothing", "Skip_Proof, X, X"] {
        let text = format!(
            "procedure Main (X : in out Integer) is\n   pragma Annotate (GNATprove, {wrong});\nbegin\n   X := X / 2;\nend Main;\n"
        );
        let path = write(folder.path(), "main.adb", text).display().to_string();
        let output = run(&["--frontend", "ada", "--timeout=1", &path]);
        assert!(
            output.stderr.contains("main.adb:2:4: error: annotation Skip_Proof needs a third argument"),
            "{output:?}"
        );
    }
}

/// Among statements there is nothing that it could be about, and that is said; a justification there is about the
/// statement in front of it.
#[test]
fn nothing_is_skipped_among_statements() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "procedure Main (X : in out Integer) is\nbegin\n   X := X / 2;\n   \
                pragma Annotate (GNATprove, Skip_Proof, Main);\n   X := 3 / X;\n   \
                pragma Annotate (GNATprove, Intentional, \"divide by zero\", \"callers know\");\n   if X > 0 then\n      \
                pragma Annotate (GNATprove, Skip_Flow_And_Proof, Main);\n      X := 1;\n   end if;\nend Main;\n";
    let path = write(folder.path(), "main.adb", text).display().to_string();
    let output = run(&["--frontend", "ada", "--timeout=1", "--report=all", &path]);
    for (place, kind) in [("main.adb:4:4", "Skip_Proof"), ("main.adb:8:7", "Skip_Flow_And_Proof")] {
        let said = format!("{place}: error: annotation {kind} belongs behind the declaration that it names");
        assert!(output.stderr.contains(&said), "{output:?}");
    }
    assert_eq!(output.code, Some(1), "{output:?}");
    assert!(output.stdout.contains("callers know") && output.stdout.contains("(3 and 1)"), "{output:?}");
}

/// SARIF says when the run has ended, how files are named, and which change of the sources excludes a failure.
#[test]
fn sarif_has_times_folders_and_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "function Ratio (X, Y : Integer) return Integer is\nbegin\n   if X in 1 .. 9 then\n      \
                return X / Y;\n   end if;\n   return 0;\nend Ratio;\n";
    let path = write(folder.path(), "ratio.adb", text).display().to_string();
    let root = format!("--sarif-base-uri=MINE:{}", folder.path().display());
    let output = run(&["--frontend", "ada", "--timeout=2", "--sarif=-", &root, &path]);
    let log: Value = serde_json::from_str(&output.stdout).expect("JSON");
    let run = &log["runs"][0];
    let time = run["invocations"][0]["endTimeUtc"].as_str().expect("a time");
    assert!(time.len() == 20 && time.starts_with("20") && time.ends_with('Z') && &time[10..11] == "T", "{time}");
    let bases = &run["originalUriBaseIds"];
    assert!(bases["MINE"]["uri"].as_str().is_some_and(|uri| uri.starts_with("file:///") && uri.ends_with('/')));
    assert!(bases["%SRCROOT%"].is_object(), "{bases}");
    let result = &run["results"][0];
    let file = &result["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!((&file["uri"], &file["uriBaseId"]), (&json!("ratio.adb"), &json!("MINE")));
    let fix = &result["fixes"][0];
    assert_eq!(fix["description"]["text"], "demand `Y /= 0` of the callers");
    let change = &fix["artifactChanges"][0];
    assert_eq!(change["artifactLocation"], *file);
    let replaced = &change["replacements"][0];
    assert_eq!(replaced["deletedRegion"], json!({ "startLine": 1, "startColumn": 48, "endColumn": 48 }));
    assert_eq!(replaced["insertedContent"]["text"], "with Pre => Y /= 0 ");
}

/// What a run has needed is written as manifests, with which another one proves the same.
#[test]
fn manifests_say_how_much_subprograms_may_take() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "package body Pack is\n   function Half (X : Natural) return Natural is\n   begin\n      \
                return X / 2;\n   end Half;\n   function Ratio (X, Y : Integer) return Integer is\n   begin\n      \
                if X in 1 .. 9 then\n         return X / Y;\n      end if;\n      return 0;\n   end Ratio;\nend Pack;\n";
    let spec = "package Pack is\n   function Half (X : Natural) return Natural with Post => Half'Result <= X;\n   \
                function Ratio (X, Y : Integer) return Integer;\nend Pack;\n";
    write(folder.path(), "pack.ads", spec);
    let path = write(folder.path(), "pack.adb", text).display().to_string();
    let made = folder.path().join("made");
    let option = |name: &str| format!("--{name}={}", made.display());
    let first = run(&["--frontend", "ada", "--timeout=5", &option("generate-manifest-dir"), &path]);
    let text = std::fs::read_to_string(made.join("pack.toml")).expect("a manifest");
    assert!(
        text.starts_with("version = 1\n\n[[rule]]\npath = \"Pack.Half\"\nhierarchical = false\nlevel = "),
        "{text}"
    );
    assert!(!text.contains("Ratio"), "{text}");
    let again = run(&["--frontend", "ada", &option("proof-manifest-dir"), &path]);
    assert_eq!((&again.stdout, &again.stderr), (&first.stdout, &first.stderr));
    // What is about nothing is said; what is no manifest is an error.
    write(&made, "more.toml", "version = 1\n[[rule]]\npath = \"Pack.Third\"\nsteps = 9\nmemlimit = 100\n");
    let idle = run(&["--frontend", "ada", &option("proof-manifest-dir"), &path]);
    assert!(idle.stderr.contains("more.toml:2: no subprogram that is analysed is `pack.third`, or in it"), "{idle:?}");
    assert!(idle.stderr.contains("accepted without effect: memlimit (of manifests)"), "{idle:?}");
    write(&made, "more.toml", "version = 1\n[[rule]]\npath = \"Pack.Third\"\nstep = 9\n");
    let wrong = run(&["--frontend", "ada", &option("proof-manifest-dir"), &path]);
    assert!(wrong.code == Some(1) && wrong.stderr.contains("more.toml:4: `step` is none of path, "), "{wrong:?}");
}

/// Code that no run reaches is told of on request, and assumptions that no run satisfies; each kind of warning can be
/// asked for, hidden, or made an error.
#[test]
fn what_is_never_reached_is_told_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "procedure Main (X : in out Integer; Y : Natural) is\n\
                \x20  function Never (Z : Integer) return Integer is (Z / 2) with Pre => Z > 1 and Z < 1;\n\
                begin\n   if Y < 0 then\n      X := 1;\n      if X = 2 then\n         X := 3;\n      end if;\n   \
                elsif X > 5 then\n      X := X - 1;\n   end if;\n   for I in 1 .. Y loop\n      X := 4;\n      \
                exit when X = 4;\n      X := 7;\n   end loop;\n   if Y = 9 then\n      pragma Assume (X > Y and X < Y);\n      \
                X := 8;\n   end if;\n   if X = 10 then\n      X := Never (X);\n   end if;\nend Main;\n";
    let path = write(folder.path(), "main.adb", text).display().to_string();
    let places = |options: &[&str]| {
        let output = run(&[&["--frontend", "ada", "--level=1"], options, &[path.as_str()]].concat());
        let lines =
            output.stderr.lines().filter(|line| line.ends_with("[unreachable-code]") || line.ends_with("-true]"));
        let places = lines.map(|line| line.rsplit_once("main.adb:").expect("a place").1.to_string());
        (places.collect::<Vec<String>>(), output.code)
    };
    let (all, code) = places(&["--proof-warnings"]);
    let unreached = |line: &str| format!("{line}: warning: this is never reached [unreachable-code]");
    let never = "18:7: warning: no run satisfies what is assumed here [assumption-never-true]";
    assert_eq!(all, [unreached("5:7"), unreached("15:7"), never.to_string()]);
    assert_eq!(code, Some(0));
    assert_eq!(places(&[]), (Vec::new(), Some(0)));
    assert_eq!(places(&["--proof-warnings", "--allow=unreachable-code"]).0, [never]);
    let denied = places(&["--deny=assumption-never-true"]);
    assert_eq!(denied, (vec![never.replace("warning", "error")], Some(1)));
    let output = run(&["--frontend", "ada", "--level=1", "--proof-warnings", "--json=-", &path]);
    let value: Value = serde_json::from_str(&output.stdout).expect("JSON");
    let messages = value["messages"].as_array().expect("a list");
    assert!(messages.iter().any(|line| line.as_str().is_some_and(|line| line.ends_with(never))), "{messages:?}");
    for format in ["--html=-", "--sarif=-", "--code-quality=-"] {
        let output = run(&["--frontend", "ada", "--level=1", "--proof-warnings", format, &path]);
        assert_eq!(output.stdout.matches("this is never reached [unreachable-code]").count(), 2, "{format}");
    }
}

/// What is found out about a loop is explained on request: what is needed where it begins, and by its iterations.
#[test]
fn invariants_are_explained_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "function Sum (N : Natural) return Natural is\n   T : Natural := 0;\n   I : Natural := 0;\nbegin\n   \
                while I < N and I < 100 loop\n      T := T + 2;\n      I := I + 1;\n   end loop;\n   \
                pragma Assert (T <= 200);\n   return T;\nend Sum;\n";
    let path = write(folder.path(), "sum.adb", text).display().to_string();
    let run_with = |options: &[&str]| {
        run(&[&["--frontend", "ada", "--level=3", "--output=brief"], options, &[path.as_str()]].concat())
    };
    let plain = run_with(&["--report=all"]).stdout;
    assert!(plain.contains("sum.adb:5:4: info: loop invariant found: "), "{plain}");
    assert!(!plain.contains("where the loop begins"), "{plain}");
    let explained = run_with(&["--explain-invariants"]).stdout;
    let lines: Vec<&str> = explained.lines().filter(|line| line.starts_with("   ")).collect();
    assert!(
        !lines.is_empty() && lines.iter().all(|line| line.contains(": holds where the loop begins")),
        "{explained}"
    );
    assert!(lines.iter().any(|line| line.contains("; an iteration keeps it, given ")), "{explained}");
    let value: Value = serde_json::from_str(&run_with(&["--explain-invariants", "--json=-"]).stdout).expect("JSON");
    assert_eq!(value["facts"][0]["why"].as_array().map(Vec::len), Some(lines.len()), "{}", value["facts"]);
    assert!(run_with(&["--explain-invariants", "--html=-"]).stdout.contains("holds where the loop begins"));
}

/// One place takes one result.
#[test]
fn two_results_do_not_share_a_file() {
    let file = "tests/reports/work.adb";
    for (options, place) in [
        (["--json=-", "--html=-"], "standard output"),
        (["--sarif=x.out", "--json-stream=x.out"], "x.out"),
        (["--summary=-", "--json-stream=-"], "standard output"),
    ] {
        let output = run(&[&["--frontend", "ada", file][..], &options].concat());
        let said = format!("two results cannot go to {place}");
        assert!(output.code == Some(1) && output.stdout.is_empty() && output.stderr.contains(&said), "{output:?}");
    }
}

/// What a body gives that is left out on purpose is what its contract says, and that is told; the summary names what
/// the claims about others depend on.
#[test]
fn contracts_stand_for_bodies_that_are_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = "package M is\n   function Read return Integer with Post => Read'Result in 0 .. 10;\n   \
                function Ratio return Integer;\n   function Alone (X : Natural) return Natural is (X / 2);\nend M;\n";
    let body = "with Ada.Numerics.Complex_Types;\npackage body M is\n   \
                function Read return Integer with SPARK_Mode => Off is\
                \n      F : Ada.Numerics.Complex_Types.Complex;\n   begin\n      return 0;\n   end Read;\n   \
                function Ratio return Integer is (100 / (Read + 1));\nend M;\n";
    write(folder.path(), "m.ads", spec);
    let path = write(folder.path(), "m.adb", body).display().to_string();
    let verify = |body: &str| {
        write(folder.path(), "m.adb", body);
        let output = run(&["--frontend", "ada", "--timeout=2", "--report=all", "--assumptions", "--summary=-", &path]);
        let shown = run(&["--frontend", "ada", "--timeout=2", "--report=all", "--output=brief", &path]);
        (output.stdout, shown)
    };
    let (summary, shown) = verify(body);
    assert!(
        shown.stdout.contains("division check proved") || shown.stdout.contains("divide by zero check proved"),
        "{shown:?}"
    );
    assert!(shown.stderr.contains("assumed, not proved: the postcondition of \"M.Read\""), "{shown:?}");
    assert!(!shown.stdout.contains("Success") && shown.stdout.contains("1 condition is assumed"), "{shown:?}");
    assert!(
        summary.contains("   absence of run-time errors of M.Ratio depends on\n    the condition assumed at "),
        "{summary}"
    );
    assert!(summary.contains("    what \"M.Read\" does, which is not analysed\n"), "{summary}");
    assert!(summary.contains("   absence of run-time errors of M.Alone fully established\n"), "{summary}");
    // Where nobody says that it is meant so, nothing is believed.
    let (_, shown) = verify(&body.replace("with SPARK_Mode => Off ", ""));
    assert!(
        shown.stdout.contains("medium: divide by zero might fail") && !shown.stderr.contains("assumed"),
        "{shown:?}"
    );
}

#[test]
fn only_what_is_justified_makes_a_success_that_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "procedure Work (X : in out Integer) is\nbegin\n   X := X + 1;\
                \n   pragma Annotate (GNATprove, Intentional, \"*\", \"so\");\nend Work;\n";
    let path = write(folder.path(), "work.adb", text).display().to_string();
    let output = run(&["--frontend", "ada", "--timeout=1", "--checks-as-errors", &path]);
    assert_eq!(
        (output.code, output.stdout.as_str()),
        (Some(0), "Success: all checks proved or justified (0 and 1).\n")
    );
}

/// Under GNATprove's name a project has its summary file, and the sources say nothing about files.
#[test]
fn a_project_has_its_summary_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    write(
        path,
        "p.gpr",
        "project P is\n   for Object_Dir use \"obj\";\n   package Prove is\n      for Proof_Switches (\"Ada\") use \
         (\"--html=evil.html\", \"--summary=evil.out\");\n   end Prove;\nend P;\n",
    );
    write(path, "work.adb", "procedure Work (X : in out Integer) is\nbegin\n   X := X / 2;\nend Work;\n");
    let verify = |arguments: &[&str]| {
        let mut command = hornsolve(arguments);
        command.arg0("gnatprove").current_dir(path);
        common::run_with_input(command, "")
    };
    let output = verify(&[]);
    assert!(output.stdout.ends_with("Summary logged in obj/gnatprove/gnatprove.out\n"), "{output:?}");
    assert!(output.stderr.contains("--html=evil.html (of the project)"), "{output:?}");
    let names = || {
        let mut names: Vec<OsString> =
            std::fs::read_dir(path).expect("a folder").map(|one| one.expect("an entry").file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["obj", "p.gpr", "work.adb"]);
    let text = std::fs::read_to_string(path.join("obj/gnatprove/gnatprove.out")).expect("the summary");
    assert!(text.starts_with("=========================\nSummary of SPARK analysis\n"), "{text}");
    let quiet = verify(&["-q", "--subdirs=inner", "--output-header"]);
    assert!(!quiet.stdout.contains("Summary"), "{quiet:?}");
    let text = std::fs::read_to_string(path.join("obj/inner/gnatprove/gnatprove.out")).expect("the summary");
    assert!(text.starts_with("date ") && text.contains("\ncommand line "), "{text}");
    // What can't be written is told, and nothing else comes of it.
    std::fs::remove_dir_all(path.join("obj")).expect("removed");
    write(path, "obj", "no folder");
    let blocked = verify(&[]);
    assert!(blocked.code == Some(0) && blocked.stderr.contains("warning: no summary is written: obj/"), "{blocked:?}");
    let unknown = verify(&["--nonsense"]);
    assert!(unknown.stderr.ends_with("`gnatprove --help` lists the options\n"), "{unknown:?}");
}

/// The schema says what is wrong: a test of the tests.
#[test]
fn the_schema_refuses_what_is_not_so() {
    let good = schema::result(&by_hand("--json", None));
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut value = good.clone();
        change(&mut value);
        std::panic::catch_unwind(|| schema::result(&value.to_string())).is_err()
    };
    assert!(!refused(&|_| {}));
    assert!(refused(&|value| value["more"] = Value::Null));
    assert!(refused(&|value| value["complete"] = Value::Null));
    assert!(refused(&|value| value["checks"][0]["line"] = 0.into()));
    assert!(refused(&|value| value["checks"][0]["status"] = "good".into()));
    assert!(refused(&|value| drop(value["summary"].as_object_mut().map(|all| all.remove("text")))));
    let end = serde_json::json!({ "event": "end", "complete": true, "signal": null, "summary": good["summary"] });
    assert_eq!(schema::event(&end.to_string()), end);
}

/// What a browser would have to do with one page of many megabytes is done by pages of their own.
#[test]
fn a_page_that_would_be_too_large_is_divided() {
    let folder = tempfile::tempdir().expect("a folder");
    let comment = format!("--  {}\n", "x".repeat(90)).repeat(60_000);
    let long = "procedure Long (X : in out Integer) is\nbegin\n   Short (X);\n   X := X + 1;\nend Long;\n";
    write(folder.path(), "long.adb", format!("with Short;\n{comment}{long}"));
    write(folder.path(), "short.adb", "procedure Short (X : in out Integer) is\nbegin\n   X := X * 2;\nend Short;\n");
    let path = |name: &str| folder.path().join(name);
    let program = [path("long.adb"), path("short.adb")].map(|path| path.display().to_string());
    let page = path("my report.html").display().to_string();
    let output = run(&["--frontend", "ada", "--level=0", "--html", &page, &program[0], &program[1]]);
    assert_eq!(output.code, Some(0), "{output:?}");
    let index = std::fs::read_to_string(&page).expect("a page");
    assert!(index.len() < 100_000 && index.contains("Units") && !index.contains("xxxxxxxx"));
    let inner: Vec<std::path::PathBuf> =
        std::fs::read_dir(path("my report.files")).expect("a folder").flatten().map(|entry| entry.path()).collect();
    assert_eq!(inner.len(), 2);
    let text = |path: &Path| std::fs::read_to_string(path).expect("a page");
    let names = |text: &str| values(text, " id=\"").into_iter().map(str::to_string).collect::<BTreeSet<String>>();
    let mut links = 0;
    for page in inner.iter().chain([&path("my report.html")]) {
        let whole = text(page);
        assert!(!whole.contains("http://") && !whole.contains("https://") && whole.matches("<script").count() == 1);
        for link in values(&text(page), " href=\"") {
            let (file, name) = link.split_once('#').unwrap_or((link, ""));
            let file = file.replace("%20", " ");
            let target = if file.is_empty() { page.clone() } else { page.parent().expect("a folder").join(&file) };
            assert!(target.is_file(), "{link} in {}", page.display());
            assert!(name.is_empty() || names(&text(&target)).contains(name), "{link} in {}", page.display());
            links += 1;
        }
    }
    assert!(links > 20, "{links}");
    // Standard output is one text.
    let output = run(&["--frontend", "ada", "--level=0", "--html=-", &program[0], &program[1]]);
    assert!(output.stdout.len() > 5_000_000 && output.stdout.contains("xxxxxxxx"));
}

/// What was open before is no news, wherever its line is now; what is new is, and so is what has become worse.
#[test]
fn only_what_is_new_is_told_beside_a_baseline() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("old.adb").display().to_string();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (before, sarif) = (path("before.json"), path("new.sarif"));
    let one = "procedure Old (X : Integer; Y : out Integer) is\nbegin\n   Y := X + 1;\nend Old;\n";
    write(folder.path(), "old.adb", one);
    let run_it = |more: &[&str]| run(&[&["--frontend", "ada", "--output=brief", file.as_str()], more].concat());
    assert_eq!(run_it(&["--json", &before]).stdout.matches("high").count(), 1);
    let baseline = format!("--baseline={before}");
    let same = run_it(&[&baseline, "--checks-as-errors"]);
    assert_eq!((same.code, same.stdout.matches("high").count()), (Some(0), 0), "{same:?}");
    assert!(same.stdout.contains("Compared with the baseline: 0 new, 1 known before."), "{same:?}");
    assert!(same.stdout.contains("Summary: 0/1 check proved"), "what is open stays no success: {same:?}");
    write(folder.path(), "old.adb", format!("\n\n{}", one.replace("   Y := X + 1;", "   Y := X + 1;\n   Y := Y / X;")));
    let more = run_it(&[&baseline, "--checks-as-errors", "--sarif", &sarif]);
    assert_eq!(more.code, Some(1), "{more:?}");
    assert!(more.stdout.contains(":6:") && !more.stdout.contains(":5:"), "{more:?}");
    let value: Value = serde_json::from_str(&std::fs::read_to_string(&sarif).expect("written")).expect("JSON");
    let results = value["runs"][0]["results"].as_array().expect("results");
    let states: BTreeSet<&str> = results.iter().filter_map(|one| one["baselineState"].as_str()).collect();
    assert_eq!(states, BTreeSet::from(["new", "unchanged"]));
    assert!(results.iter().all(|one| one["kind"] != "pass"), "what is proved is no problem");
    let stated = schema::result(&run_it(&[&baseline, "--json=-"]).stdout);
    assert!(stated["checks"].as_array().expect("checks").iter().all(|check| check["baseline"].is_string()));
    // What was not decided and fails now is told.
    let text = std::fs::read_to_string(&before).expect("text").replace("\"fails\"", "\"unknown\"");
    std::fs::write(&before, text).expect("written");
    assert!(run_it(&[&baseline]).stdout.contains(":5:"));
    for (text, why) in [("{}", "no result of the schema"), ("x", "no JSON")] {
        std::fs::write(&before, text).expect("written");
        let wrong = run_it(&[&baseline]);
        assert!(wrong.code == Some(1) && wrong.stderr.contains(why), "{wrong:?}");
    }
}
