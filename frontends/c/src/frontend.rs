//! The C frontend as the front layer knows it: a file in, program and messages out, and the verdict about a property.

use crate::lower::{self, Integers, Leaks, LowerOptions};
use crate::notation::CNotation;
use crate::options::{DataModel, Options, Translation};
use crate::property::{self, Property};
use crate::task_file::TaskFile;
use crate::witness::{self, About};
use crate::{reader, sema, test_program};
use horn_frontend::ir::{self, CheckKind};
use horn_frontend::{
    Closing, Diagnostic, Failing, Frontend, Lowered, Message, Notation, OwnOption, Results, Role, Severity,
};
use horn_frontend::{Span, Task, TestProgram, Unit};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

const PROPERTY: &str = "--property";
const DATA_MODEL: &str = "--data-model";
const INTEGERS: &str = "--integers";
const DEFINE: &str = "-D";
const WITNESS: &str = "--witness";

static OPTIONS: [OwnOption; 5] = [
    OwnOption {
        names: &[PROPERTY],
        value: Some("FILE.prp"),
        help: "decide only this property (SV-COMP); other undefined behaviour is assumed not to occur; \
               the last line is TRUE, FALSE(…) or UNKNOWN; else that of a task definition (.yml) beside the program",
        role: Role::What,
        check: |value| match std::fs::read_to_string(value) {
            Ok(_) => Ok(()),
            Err(error) => Err(format!("{}: {error}", value.to_string_lossy())),
        },
    },
    OwnOption {
        names: &[DATA_MODEL],
        value: Some("ILP32|LP64"),
        help: "sizes of `long` and of pointers: 4 bytes, or 8 (default, unless a task definition says otherwise)",
        role: Role::What,
        check: |value| model(value).map(|_| ()),
    },
    OwnOption {
        names: &[INTEGERS],
        value: Some("ub|wrap|math"),
        help: "signed overflow is a failing check (default), wraps, or integers are mathematical",
        role: Role::What,
        check: |value| integers(value).map(|_| ()),
    },
    OwnOption {
        names: &[WITNESS],
        value: Some("FILE"),
        help: "write a witness for the verdict about the property (SV-COMP's format 2.0)",
        role: Role::How,
        check: |_| Ok(()),
    },
    OwnOption {
        names: &[DEFINE],
        value: Some("NAME[=TEXT]"),
        help: "a macro that is defined; may be repeated; also -DNAME",
        role: Role::What,
        check: |_| Ok(()),
    },
];

fn model(value: &OsStr) -> Result<DataModel, String> {
    match value.to_string_lossy().to_ascii_uppercase().as_str() {
        "ILP32" => Ok(DataModel::Ilp32),
        "LP64" => Ok(DataModel::Lp64),
        _ => Err(format!("`{}` is neither ILP32 nor LP64", value.to_string_lossy())),
    }
}

fn integers(value: &OsStr) -> Result<Integers, String> {
    match value.to_string_lossy().as_ref() {
        "ub" => Ok(Integers::Undefined),
        "wrap" => Ok(Integers::Wrap),
        "math" => Ok(Integers::Math),
        other => Err(format!("`{other}` is none of ub, wrap, math")),
    }
}

/// The task definition beside the only file; one that cannot be read has been complained of.
fn definition(task: &Task) -> Option<TaskFile> {
    let [path] = task.files.as_slice() else { return None };
    TaskFile::beside(path).ok().flatten()
}

/// The property that a task asks for, if it names one, and its text.
fn asked(task: &Task) -> Option<(Property, String)> {
    let path = match task.value(PROPERTY) {
        Some(path) => PathBuf::from(path),
        None => definition(task)?.property()?.to_path_buf(),
    };
    Some(std::fs::read_to_string(path).map_or((Property::Other, String::new()), |text| (property::read(&text), text)))
}

fn property(task: &Task) -> Option<Property> {
    asked(task).map(|(property, _)| property)
}

/// C11 with the extensions of GNU C.
#[derive(Clone, Copy, Debug)]
pub struct C;

impl Frontend for C {
    fn name(&self) -> &'static str {
        "c"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["c", "i"]
    }

    fn lower(&self, task: &Task) -> Lowered {
        let options = reading(task);
        let read = |path: &Path| reader::read(path, &options);
        match task.files.as_slice() {
            [path] => {
                let mut lowered = lowered(task, &options, read(path));
                lowered.messages.extend(about_definition(task, path));
                lowered
            }
            _ => {
                let message = "C programs are verified one file at a time: several translation units are not supported";
                Lowered { messages: vec![plain(Severity::Error, message)], ..Lowered::default() }
            }
        }
    }

    fn notation(&self) -> &dyn Notation {
        &CNotation
    }

    fn options(&self) -> &'static [OwnOption] {
        &OPTIONS
    }

    fn one_failure(&self, task: &Task) -> Vec<CheckKind> {
        property(task).map_or(Vec::new(), Property::kinds)
    }

    fn tells_of_loops(&self, task: &Task) -> bool {
        task.value(WITNESS).is_some()
    }

    fn test_program(&self, failing: &Failing<'_>) -> Result<TestProgram, String> {
        test_program::test(failing)
    }

    fn conclude(&self, task: &Task, results: &Results<'_>) -> Closing {
        let Some((property, specification)) = asked(task) else { return Closing::default() };
        let verdict = property.verdict(results.subject.program, &results.checks, results.whole);
        let mut files = Vec::new();
        if let (Some(path), [file]) = (task.value(WITNESS), task.files.as_slice()) {
            let data_model = reading(task).data_model;
            let about = About { file, data_model, property, specification: &specification, verdict: &verdict };
            files.extend(witness::witness(&about, results).map(|text| (PathBuf::from(path), text)));
        }
        Closing { line: Some(verdict), files }
    }
}

/// What is taken from the task definition beside a program, or why it is not read.
fn about_definition(task: &Task, path: &Path) -> Option<Message> {
    let definition = match TaskFile::beside(path) {
        Ok(found) => found?,
        Err(why) => return Some(plain(Severity::Warning, &format!("the task definition is not used: {why}"))),
    };
    let mut taken = Vec::new();
    if let (None, Some(model)) = (task.value(DATA_MODEL), definition.data_model) {
        taken.push(format!("the data model {}", if model == DataModel::Ilp32 { "ILP32" } else { "LP64" }));
    }
    if let (None, Some(path)) = (task.value(PROPERTY), definition.property()) {
        taken.push(format!("the property {}", path.display()));
    }
    let text = format!("{} says {}", definition.path.display(), taken.join(" and "));
    (!taken.is_empty()).then(|| plain(Severity::Note, &text))
}

fn plain(severity: Severity, message: &str) -> Message {
    Message { file: None, diagnostic: Diagnostic { severity, span: Span::new(0, 0), message: message.to_string() } }
}

/// How the files of a task are read.
fn reading(task: &Task) -> Options {
    let define = |value: &OsStr| {
        let text = value.to_string_lossy();
        match text.split_once('=') {
            Some((name, body)) => (name.to_string(), Some(body.to_string())),
            None => (text.to_string(), None),
        }
    };
    Options {
        data_model: match task.value(DATA_MODEL) {
            Some(value) => model(value).unwrap_or_default(),
            None => definition(task).and_then(|task| task.data_model).unwrap_or_default(),
        },
        folders: task.folders.clone(),
        defines: task.values(DEFINE).map(define).collect(),
        library: true,
    }
}

/// What is made of a file that was read.
pub(crate) fn lowered(task: &Task, options: &Options, read: Translation) -> Lowered {
    let mut result = Lowered { messages: read.messages.clone(), ..Lowered::default() };
    let files: Vec<String> = read.tree.sources.files.iter().map(|file| file.name.clone()).collect();
    result.texts = read.tree.sources.files.iter().map(|file| file.text.clone()).collect();
    result.program.files = files.clone();
    if read.failed() {
        return result;
    }
    let typed = sema::analyse(&read.tree, options.data_model);
    result.messages.extend(typed.messages);
    if result.failed() {
        return result;
    }
    let has_body =
        |name: &String| typed.unit.functions.iter().any(|function| function.body.is_some() && function.name == *name);
    for missing in task.entries.iter().filter(|name| !has_body(name)) {
        let text = format!("there is no function `{missing}` with a body to start from");
        result.messages.push(plain(Severity::Error, &text));
    }
    if result.failed() {
        return result;
    }
    let integers = task.value(INTEGERS).and_then(|value| integers(value).ok()).unwrap_or_default();
    let asked = property(task);
    if let Some(Property::Unsupported(name)) = asked {
        let text = format!("the property {name} is not supported; nothing is analysed");
        result.messages.push(plain(Severity::Warning, &text));
        return result;
    }
    let lowering = LowerOptions {
        integers,
        entries: task.entries.clone(),
        leaks: asked.map_or_else(Leaks::default, Property::leaks),
        accesses: matches!(asked, Some(Property::Memory(_))),
        errors_run: asked.is_some_and(|property| property != Property::UnreachCall),
        asserts_end: asked == Some(Property::UnreachCall) && lower::calls_the_error(&typed.unit),
        shifts: asked == Some(Property::NoOverflow),
    };
    let made = lower::lower(&typed.unit, &lowering);
    result.program = made.program;
    result.program.files = files;
    result.messages.extend(made.messages);
    result.left_out = made.left_out;
    let bodies = typed.unit.functions.iter().filter(|function| function.body.is_some()).count();
    let name = task.files.first().map_or(String::new(), |path| path.display().to_string());
    result.units =
        vec![Unit { name, subprograms: bodies, analysed: bodies - made.left_out.min(bodies), looked_at: true }];
    if let Some(property) = asked {
        let assumed = property.assumed();
        let named = ir::assumed(&result.program, &assumed);
        ir::assume(&mut result.program, &assumed);
        if !named.is_empty() {
            let text = format!("assumed to hold for the property {}: {}", property.name(), named.join(", "));
            result.messages.push(plain(Severity::Note, &text));
        }
    }
    result
}
