//! The Ada frontend as the front layer knows it: files in, program and messages out.

use crate::coverage;
use crate::lexer::AnnotationMarks;
use crate::notation::AdaNotation;
use crate::parser::ParseOptions;
use crate::program::{self, File};
use crate::test_program;
use crate::units::{self, Disk, Files};
use horn_frontend::ir::FileId;
use horn_frontend::{Failing, Frontend, Lowered, Notation, OwnOption, Role, Task, TestProgram};
use std::ffi::OsStr;

/// The project file.
pub(crate) const PROJECT: &str = "-P";
/// External variables of project files.
pub(crate) const EXTERNAL: &str = "-X";
/// The character behind `--` that opens SPARK-BMC's annotations.
const ANNOTATION_CHAR: &str = "--annotation-char";

/// The options of both frontends, and last the one of [`Spark`] alone.
static OPTIONS: [OwnOption; 3] = [
    OwnOption {
        names: &[PROJECT],
        value: Some("PROJECT.gpr"),
        help: "analyse the project of this file",
        role: Role::Input,
        check: |_| Ok(()),
    },
    OwnOption {
        names: &[EXTERNAL],
        value: Some("NAME=VALUE"),
        help: "an external variable of the project; may be repeated; also -XNAME=VALUE",
        role: Role::What,
        check: |value| external(value).map(|_| ()),
    },
    OwnOption {
        names: &[ANNOTATION_CHAR],
        value: Some("C"),
        help: "the character behind `--` of SPARK-BMC annotations, for `--frontend spark` (`%`)",
        role: Role::How,
        check: |value| single_character(value).map(|_| ()),
    },
];

/// `NAME=VALUE` as two texts.
pub(crate) fn external(value: &OsStr) -> Result<(String, String), String> {
    let text = value.to_string_lossy();
    let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}` is not NAME=VALUE"))?;
    Ok((name.to_string(), value.to_string()))
}

/// The character that marks annotations: it must not make ordinary comments or SPARK's annotations of them.
fn single_character(value: &OsStr) -> Result<char, String> {
    let text = value.to_string_lossy();
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(mark), None) if mark.is_ascii_punctuation() && !matches!(mark, '-' | '#') => Ok(mark),
        _ => Err(format!("`{text}` is no character for annotations: one punctuation mark other than `-` and `#`")),
    }
}

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
        &OPTIONS[..2]
    }

    fn test_program(&self, failing: &Failing<'_>) -> Result<TestProgram, String> {
        test_program::test(failing)
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
        ParseOptions { marks: AnnotationMarks { spark: Some('#'), bmc: Some(chosen.unwrap_or('%')) } }
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

    fn debugs_contracts(&self) -> bool {
        true
    }

    fn test_program(&self, failing: &Failing<'_>) -> Result<TestProgram, String> {
        test_program::test(failing)
    }

    fn supported(&self) -> Option<String> {
        Some(crate::supported::listing())
    }
}

/// Loads what a task names and lowers it.
pub(crate) fn lower(task: &Task, files: &dyn Files, options: ParseOptions) -> Lowered {
    let mut loaded = units::load(task, files, options);
    let mut names = std::mem::take(&mut loaded.names);
    let mut lowered = Lowered {
        texts: loaded.files.iter().map(|file| file.text.clone()).collect(),
        messages: loaded.messages.clone(),
        switches: std::mem::take(&mut loaded.switches),
        ..Lowered::default()
    };
    if loaded.failed() {
        for file in &loaded.files {
            lowered.program.add_file(file.name.clone());
        }
        return lowered;
    }
    let sources: Vec<File<'_>> =
        loaded.files.iter().map(|file| File { name: &file.name, text: &file.text, analysed: file.analysed }).collect();
    let units: Vec<(FileId, &crate::ast::CompilationUnit)> =
        loaded.units.iter().map(|unit| (unit.file, &unit.unit)).collect();
    let result = program::lower(&sources, &units, &mut names, &task.entries, task.modular);
    lowered.units = coverage::units(&loaded, &names, &result.covered);
    lowered.program = result.program;
    lowered.left_out = result.unsupported.len();
    if lowered.program.files.is_empty() {
        for file in &loaded.files {
            lowered.program.add_file(file.name.clone());
        }
    }
    lowered.messages.extend(result.messages);
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
    fn only_punctuation_marks_annotations() {
        assert_eq!(single_character(OsStr::new("!")), Ok('!'));
        for wrong in ["", "-", "#", "a", "!!", " "] {
            assert!(single_character(OsStr::new(wrong)).is_err(), "{wrong:?}");
        }
        assert!(external(OsStr::new("A")).is_err());
        assert_eq!(external(OsStr::new("MODE=a=b")), Ok(("MODE".to_string(), "a=b".to_string())));
    }

    #[test]
    fn mistakes_come_back_as_messages() {
        let result = lowered(ParseOptions::default(), &[("main.adb", "procedure Main is begin X := 1 end Main;")]);
        assert_eq!(result.rendered(), ["main.adb:1:31: error: missing \";\""]);
        assert!(result.failed());
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
        assert_eq!(checks(&around("--# assume X > 0;")), none);
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
