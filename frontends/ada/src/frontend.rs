//! The Ada frontend as the front layer knows it: files in, program and messages out.

use crate::annotate;
use crate::ast::CompilationUnit;
use crate::coverage;
use crate::edits;
use crate::gnatprove::GNATPROVE;
use crate::justify;
use crate::lexer::AnnotationMarks;
use crate::library;
use crate::notation::AdaNotation;
use crate::options::{ANNOTATION_CHAR, OPTIONS, single_character};
use crate::parser::ParseOptions;
use crate::program::{self, File, Switches};
use crate::test_program;
use crate::units::{self, Disk, Files, Loaded};
use horn_frontend::ir::{FileId, WITHHELD, Withheld};
use horn_frontend::{
    Diagnostic, Dialect, Failing, Frontend, Insertion, Lowered, Message, Notation, OwnOption, Severity, Task,
    TestProgram,
};
use std::collections::BTreeSet;
use std::path::Path;

/// Ada 2012 with the expressions of Ada 2022, and the contracts of SPARK.
#[derive(Clone, Copy, Debug)]
pub struct Ada;

impl Frontend for Ada {
    fn name(&self) -> &'static str {
        "ada"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["adb", "ads", "ada", "gpr"]
    }

    fn lower(&self, task: &Task) -> Lowered {
        lower(task, &Disk, ParseOptions::default())
    }

    fn notation(&self) -> &dyn Notation {
        &AdaNotation
    }

    fn options(&self) -> &'static [OwnOption] {
        &OPTIONS[..OPTIONS.len() - 1]
    }

    fn dialect(&self) -> Option<&'static Dialect> {
        Some(&GNATPROVE)
    }

    fn test_program(&self, failing: &Failing<'_>) -> Result<TestProgram, String> {
        test_program::test(failing)
    }

    fn invariant(&self, text: &str, at: usize, conditions: &[String]) -> Option<Insertion> {
        edits::invariant(text, at, conditions)
    }

    fn precondition(&self, text: &str, at: usize, condition: &str) -> Option<Insertion> {
        edits::precondition(text, at, condition)
    }

    fn justification(&self, text: &str, at: usize, message: &str, fails: bool, reason: &str) -> Option<Insertion> {
        annotate::justification(text, at, message, fails, reason, ParseOptions::default())
    }

    fn supported(&self) -> Option<String> {
        Some(crate::supported::listing())
    }
}

/// Ada as [`Ada`] reads it, and annotations in comments: SPARK 2005's `--#`, and SPARK-BMC's `--%` with the
/// character that the task chooses. No extension selects it: the same files are Ada without annotations.
#[derive(Clone, Copy, Debug)]
pub struct Spark;

impl Spark {
    pub(crate) fn options(task: &Task) -> ParseOptions {
        let chosen = task.value(ANNOTATION_CHAR).and_then(|value| single_character(value).ok());
        ParseOptions {
            marks: AnnotationMarks { spark: Some('#'), bmc: Some(chosen.unwrap_or('%')) },
            ..ParseOptions::default()
        }
    }
}

impl Frontend for Spark {
    fn name(&self) -> &'static str {
        "spark"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    fn lower(&self, task: &Task) -> Lowered {
        lower(task, &Disk, Spark::options(task))
    }

    fn notation(&self) -> &dyn Notation {
        &AdaNotation
    }

    fn options(&self) -> &'static [OwnOption] {
        &OPTIONS
    }

    fn dialect(&self) -> Option<&'static Dialect> {
        Some(&GNATPROVE)
    }

    fn debugs_contracts(&self) -> bool {
        true
    }

    fn test_program(&self, failing: &Failing<'_>) -> Result<TestProgram, String> {
        test_program::test(failing)
    }

    fn invariant(&self, text: &str, at: usize, conditions: &[String]) -> Option<Insertion> {
        edits::invariant(text, at, conditions)
    }

    fn precondition(&self, text: &str, at: usize, condition: &str) -> Option<Insertion> {
        edits::precondition(text, at, condition)
    }

    fn justification(&self, text: &str, at: usize, message: &str, fails: bool, reason: &str) -> Option<Insertion> {
        annotate::justification(text, at, message, fails, reason, Spark::options(&Task::default()))
    }

    fn supported(&self) -> Option<String> {
        Some(crate::supported::listing())
    }
}

/// Leaves out the units of files with syntax errors, with their other parts and their children: what they declare, and
/// what their bodies do, is not known.
fn leave_out_broken(loaded: &mut Loaded) -> BTreeSet<String> {
    let of_files = loaded.broken.iter().filter_map(|file| {
        let name = &loaded.files.get(file.0 as usize)?.name;
        Some(Path::new(name).file_stem()?.to_string_lossy().to_lowercase().replace('-', "."))
    });
    let of_units = loaded.units.iter().filter(|unit| loaded.broken.contains(&unit.file)).map(|unit| unit.name.clone());
    let names: BTreeSet<String> = of_files.chain(of_units).collect();
    loaded.units.retain(|unit| {
        let mut name = unit.name.as_str();
        loop {
            if names.contains(name) {
                return false;
            }
            match name.rsplit_once('.') {
                Some((parent, _)) => name = parent,
                None => return true,
            }
        }
    });
    names
}

/// That something is not verified, as the source says.
fn not_verified(said: &Withheld) -> Message {
    let text = format!("{WITHHELD}{} ({})", said.what, said.why);
    let diagnostic = Diagnostic { severity: Severity::Note, span: said.loc.span, message: text };
    Message { file: Some(said.loc.file), diagnostic }
}

fn is_error(message: &Message) -> bool {
    message.diagnostic.severity == Severity::Error
}

/// Loads what a task names and lowers it.
pub(crate) fn lower(task: &Task, files: &dyn Files, options: ParseOptions) -> Lowered {
    let mut loaded = units::load(task, files, options);
    let mut names = std::mem::take(&mut loaded.names);
    let mut lowered = Lowered {
        texts: loaded.files.iter().map(|file| file.text.clone()).collect(),
        messages: loaded.messages.clone(),
        switches: std::mem::take(&mut loaded.switches),
        file_switches: std::mem::take(&mut loaded.file_switches),
        objects: loaded.objects.take(),
        results: loaded.results.clone(),
        ..Lowered::default()
    };
    let left_out = leave_out_broken(&mut loaded);
    let unreadable = |message: &Message| message.file.is_none() && is_error(message);
    if loaded.messages.iter().any(unreadable) || loaded.units.is_empty() {
        for file in &loaded.files {
            lowered.program.add_file(file.name.clone());
        }
        return lowered;
    }
    let sources: Vec<File<'_>> =
        loaded.files.iter().map(|file| File { name: &file.name, text: &file.text, analysed: file.analysed }).collect();
    let units: Vec<(FileId, &CompilationUnit)> = loaded.units.iter().map(|unit| (unit.file, &unit.unit)).collect();
    let of_user = |unit: &&(FileId, &CompilationUnit)| {
        loaded.files.get(unit.0.0 as usize).is_some_and(|file| !library::is_file(&file.name))
    };
    let users: Vec<(FileId, &CompilationUnit)> = units.iter().filter(of_user).copied().collect();
    let remarks = justify::remarks(&users, &names);
    let spark = options.marks.spark.is_some();
    let switches = Switches { modular: task.modular, spark, policies: &loaded.policies };
    let result = program::lower(&sources, &units, &mut names, &task.entries, switches, &remarks.withheld);
    lowered.units = coverage::units(&loaded, &names, &result.covered);
    lowered.program = result.program;
    lowered.program.justifications = remarks.justifications;
    lowered.messages.extend(remarks.wrong);
    lowered.messages.extend(remarks.withheld.iter().map(not_verified));
    lowered.program.withheld = remarks.withheld;
    lowered.left_out = result.unsupported.len() + loaded.broken.len();
    if !loaded.broken.is_empty() || loaded.messages.iter().chain(&result.messages).any(is_error) {
        // What the wrong parts do with packages is not known.
        lowered.program.clients.clear();
    }
    lowered.assumptions = result.assumptions;
    if lowered.program.files.is_empty() {
        for file in &loaded.files {
            lowered.program.add_file(file.name.clone());
        }
    }
    for message in result.messages {
        // The units of files with errors are there, and what is missing was said when it was looked for.
        let text =
            message.diagnostic.message.strip_prefix("file \"").and_then(|rest| rest.strip_suffix("\" not found"));
        let unit = text.and_then(|file| file.rsplit_once('.')).map(|(stem, _)| stem.replace('-', "."));
        if unit.is_none_or(|unit| !left_out.contains(&unit)) && !lowered.messages.contains(&message) {
            lowered.messages.push(message);
        }
    }
    lowered.messages.sort_by_key(|message| (message.file, message.diagnostic.span.start));
    lowered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::InMemory;
    use std::path::PathBuf;

    fn lowered(options: ParseOptions, files: &[(&str, &str)]) -> Lowered {
        let task = Task { files: vec![PathBuf::from(files[0].0)], ..Task::default() };
        lower(&task, &InMemory::new(files.iter().copied()), options)
    }

    fn spark(text: &str) -> Lowered {
        lowered(Spark::options(&Task::default()), &[("main.adb", text)])
    }

    #[test]
    fn a_program_of_several_files_is_lowered() {
        let main = "with P; procedure Main is X : Integer := 1; begin P.Inc (X); pragma Assert (X = 2); end Main;";
        let spec = "package P is procedure Inc (X : in out Integer); end P;";
        let body = "package body P is procedure Inc (X : in out Integer) is begin X := X + 1; end Inc; end P;";
        let result = lowered(ParseOptions::default(), &[("main.adb", main), ("p.ads", spec), ("p.adb", body)]);
        assert_eq!(result.rendered(), Vec::<String>::new());
        assert_eq!(result.program.files, ["main.adb", "p.ads", "p.adb"]);
        assert_eq!(result.texts, [main, spec, body]);
        assert!(result.program.procedures.len() >= 2);
    }

    #[test]
    fn mistakes_come_back_as_messages() {
        let result = lowered(ParseOptions::default(), &[("main.adb", "procedure Main is begin X := 1 end Main;")]);
        assert_eq!(result.rendered(), ["main.adb:1:31: error: missing \";\""]);
        assert!(result.failed());
    }

    #[test]
    fn without_a_main_program_classes_are_assumed_to_be_whole() {
        let spec = "package P is\n   type T is tagged record X : Integer := 0; end record;\n   \
                    procedure Set (V : in out T);\n   \
                    procedure Twice (V : in out T'Class);\nend P;";
        let body = "package body P is\n   procedure Set (V : in out T) is begin V.X := 1; end Set;\n   \
                    procedure Twice (V : in out T'Class) is begin Set (V); Set (V); end Twice;\nend P;";
        let library = lowered(ParseOptions::default(), &[("p.ads", spec), ("p.adb", body)]);
        let note = "p.ads:2:9: note: assumed, not proved: no other unit extends \"T\" (RM 3.9)";
        assert_eq!((library.rendered(), library.assumptions), (vec![note.to_string()], 1));
        let main = "with P; procedure Main is V : P.T; begin P.Twice (V); end Main;";
        let program = lowered(ParseOptions::default(), &[("main.adb", main), ("p.ads", spec), ("p.adb", body)]);
        assert_eq!((program.rendered(), program.assumptions), (Vec::new(), 0));
    }

    #[test]
    fn annotations_are_read_if_they_are_asked_for() {
        let text = "procedure Main (X : in out Integer) is begin\n--# check Y > ;\nX := 1; end Main;";
        assert_eq!(lowered(ParseOptions::default(), &[("main.adb", text)]).rendered(), Vec::<String>::new());
        assert_eq!(spark(text).rendered(), ["main.adb:2:15: error: missing operand"]);
        let text = "procedure Main (X : in out Integer) is begin\n--# check Y > 1;\nX := 1; end Main;";
        assert_eq!(spark(text).rendered(), ["main.adb:2:11: error: \"Y\" is undefined"]);
    }

    #[test]
    fn annotations_become_checks() {
        let checks = |text: &str| {
            let lowered = spark(text);
            assert_eq!(lowered.rendered(), Vec::<String>::new(), "{text}");
            lowered.program.to_string().matches("check ").count()
        };
        let around =
            |annotation: &str| format!("procedure Main (X : in out Integer) is begin\n{annotation}\nX := 1; end Main;");
        let none = checks(&around(""));
        assert_eq!(checks(&around("--# assert X > 0 -> X /= 0;")), none + 1);
        assert_eq!(checks(&around("--# check X = X~;")), none + 1);
        let assumed = spark(&around("--# assume X > 0;"));
        assert_eq!(assumed.rendered(), ["main.adb:2:14: note: assumed, not proved: X > 0"]);
        assert_eq!((assumed.assumptions, assumed.program.to_string().matches("check ").count()), (1, none));
        assert_eq!(checks(&around("--% assert X > 0;")), none + 1);
        assert_eq!(checks(&around("--% notOverflow (+, Integer, X, 1);")), none + 1);
        assert_eq!(checks(&around("--% notOverflow (-, Natural, X);")), none + 1);
    }

    #[test]
    fn what_cannot_be_an_overflow_is_reported() {
        let of = |annotation: &str| {
            spark(&format!("procedure Main (X : Float) is begin\n--% {annotation}\nnull; end Main;")).rendered()
        };
        assert_eq!(of("notOverflow (+, Nowhere, 1, 2);"), ["main.adb:2:21: error: \"Nowhere\" is undefined"]);
        assert!(of("notOverflow (+, Float, X, X);")[0].contains("not supported: notOverflow"));
    }
}
