//! What tests of this crate share: reading a text, running it, and the values that a run is given.

// Each test uses a part of it.
#![allow(dead_code)]

use horn_c::lower::{LowerOptions, lower};
use horn_c::{DataModel, Options, read_text, sema};
use horn_frontend::Severity;
use horn_frontend::encode::Site;
use horn_frontend::interp::{Choices, Inputs, Limits, Run, Value, run};
use horn_frontend::ir::{self, Program, TypeId};
use horn_solver::num::Int;

/// A program that can be run, and what was said about it.
pub struct Read {
    pub program: Program,
    /// By the reader and about types: warnings.
    pub warnings: Vec<String>,
    /// What is not modelled.
    pub refused: Vec<String>,
}

/// Reads and lowers a text; `Err` has all its errors. A program that is not valid is a failure of the test.
pub fn read(name: &str, text: &str, options: &Options) -> Result<Read, Vec<String>> {
    read_as(name, text, options, &LowerOptions::default())
}

/// The same, lowered in another way.
pub fn read_as(name: &str, text: &str, options: &Options, lowering: &LowerOptions) -> Result<Read, Vec<String>> {
    let translation = read_text(name, text, options);
    if translation.failed() {
        return Err(translation.rendered());
    }
    let texts = |messages: &[horn_frontend::Message]| -> Vec<String> {
        messages.iter().map(|message| message.diagnostic.message.clone()).collect()
    };
    let typed = sema::analyse(&translation.tree, DataModel::Lp64);
    let mut warnings = translation.rendered();
    warnings.extend(texts(&typed.messages));
    if typed.messages.iter().any(|message| message.diagnostic.severity == Severity::Error) {
        return Err(warnings);
    }
    let lowered = lower(&typed.unit, lowering);
    let mut program = lowered.program;
    program.files = translation.tree.sources.files.iter().map(|file| file.name.clone()).collect();
    let problems = ir::validate(&program);
    assert!(problems.is_empty(), "{name}: {problems:?}\n{text}");
    ir::lift(&mut program);
    Ok(Read { program, warnings, refused: texts(&lowered.messages) })
}

/// The same of a text that has neither errors nor warnings.
pub fn read_clean(text: &str, options: &Options) -> Read {
    let read = read("p.c", text, options).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    assert!(read.warnings.is_empty(), "{:?}\n{text}", read.warnings);
    read
}

/// A run of the first entry; `None` if there is none.
pub fn run_entry(program: &Program, choices: &mut dyn Choices, steps: u64) -> Option<Run> {
    let entry = program.procedures().find(|(_, procedure)| procedure.entry)?.0;
    let limits = Limits { steps, cancel: None, trace: false };
    Some(run(program, entry, &Inputs::default(), choices, limits))
}

/// Gives these numbers to what the functions return that give any value, then zeros.
pub struct Given<'p> {
    program: &'p Program,
    values: std::vec::IntoIter<i64>,
}

impl<'p> Given<'p> {
    /// In this order.
    pub fn new(program: &'p Program, values: Vec<i64>) -> Given<'p> {
        Given { program, values: values.into_iter() }
    }
}

impl Choices for Given<'_> {
    fn choose(&mut self, site: Site, ty: TypeId) -> Option<Value> {
        if !self.program.procedure(site.procedure).var(site.var).name.ends_with(" ()") {
            return None;
        }
        let value = self.values.next().unwrap_or(0);
        Some(match &self.program.ty(ty).kind {
            ir::TypeKind::Bool => Value::Bool(value != 0),
            ir::TypeKind::Float(_) => return None,
            ir::TypeKind::Modular(modular) if value < 0 => Value::Int(Int::from(value) + modular.modulus.clone()),
            _ => Value::Int(Int::from(value)),
        })
    }
}
