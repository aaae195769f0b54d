//! The C programs of `horn-benchmarks/c`, whose verdicts gcc confirms: the interpreter runs them as gcc does, with the
//! same values. A place that is not modelled may end a run, and says so.

use horn_c::lower::{LowerOptions, lower};
use horn_c::{DataModel, Options, read_text, sema};
use horn_frontend::encode::Site;
use horn_frontend::interp::{Choices, End, Inputs, Limits, Value, run};
use horn_frontend::ir::{self, CheckKind, Program, TypeId};
use horn_solver::num::Int;
use std::path::Path;

/// Gives these numbers to what the functions return that give any value, then zeros.
struct Given<'p> {
    program: &'p Program,
    values: Vec<i64>,
    next: usize,
}

impl Choices for Given<'_> {
    fn choose(&mut self, site: Site, ty: TypeId) -> Option<Value> {
        if !self.program.procedure(site.procedure).var(site.var).name.ends_with(" ()") {
            return None;
        }
        let value = self.values.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        let range = match &self.program.ty(ty).kind {
            ir::TypeKind::Modular(modular) => modular.modulus.clone(),
            _ => Int::ZERO,
        };
        let value = Int::from(value);
        Some(Value::Int(if value.is_negative() { value + range } else { value }))
    }
}

/// The kinds of our checks that a failure may be.
fn kinds(kind: &str) -> &'static [CheckKind] {
    use CheckKind::*;
    match kind {
        "assert" | "reach" => &[Assertion],
        "overflow" => &[Overflow],
        "division" => &[Division],
        "shift" => &[Shift],
        "bounds" => &[Index, Dereference],
        "vla" => &[ArraySize],
        _ => &[Dereference, Index],
    }
}

fn end(program: &Program, values: &str) -> End {
    let entry = program.procedures().find(|(_, procedure)| procedure.entry).expect("an entry").0;
    let values = values.split(',').filter_map(|value| value.trim().parse().ok()).collect();
    let limits = Limits { steps: 10_000_000, cancel: None, trace: false };
    run(program, entry, &Inputs::default(), &mut Given { program, values, next: 0 }, limits).end
}

#[test]
fn programs_end_as_gcc_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../horn-benchmarks/c");
    let manifest = std::fs::read_to_string(folder.join("manifest.tsv")).expect("the manifest");
    let (mut runs, mut not_modelled, mut wrong) = (0, Vec::new(), Vec::new());
    for line in manifest.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, _, verdict, place, kind, values, passing] = fields[..] else { panic!("{line}") };
        let text = std::fs::read_to_string(folder.join(file)).expect("a program");
        let read = read_text(file, &text, &Options::default());
        assert!(!read.failed(), "{:?}", read.rendered());
        let typed = sema::analyse(&read.tree, DataModel::Lp64);
        let mut program = lower(&typed.unit, &LowerOptions::default()).program;
        program.files = read.tree.sources.files.iter().map(|file| file.name.clone()).collect();
        let problems = ir::validate(&program);
        assert!(problems.is_empty(), "{file}: {problems:?}");
        ir::lift(&mut program);
        let refused = |end: &End| matches!(end, End::Failed(check) if program.checks[check.index()].kind == CheckKind::Unsupported);
        if verdict == "fails" {
            let end = end(&program, values);
            runs += 1;
            if refused(&end) {
                not_modelled.push(file);
            } else {
                let found = match &end {
                    End::Failed(check) => {
                        let check = &program.checks[check.index()];
                        let line = text[..check.loc.span.start as usize].matches('\n').count() + 1;
                        line.to_string() == place && kinds(kind).contains(&check.kind)
                    }
                    _ => false,
                };
                if !found {
                    wrong.push(format!("{file}: {kind} at line {place} is {end:?} with {values}"));
                }
            }
        }
        for values in passing.split(";;").filter(|values| values.trim() != "-") {
            let end = end(&program, values);
            runs += 1;
            if refused(&end) {
                not_modelled.push(file);
            } else if !matches!(end, End::Returned | End::Blocked) {
                wrong.push(format!("{file} with {values}: {end:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    not_modelled.dedup();
    eprintln!("not modelled: {not_modelled:?}");
    assert!(runs > 200 && not_modelled.len() <= NOT_MODELLED, "{runs} runs, not modelled: {not_modelled:?}");
}

/// So many programs use something that is not modelled on these runs.
const NOT_MODELLED: usize = 1;
