//! Counterexamples from runs: a refutation of the solver gives inputs, the interpreter says what happens on them.

use super::decide::{Replay, Replayed};
use super::inputs;
use super::report::{Counterexample, TraceStep};
use horn_frontend::encode::Encoded;
use horn_frontend::explain;
use horn_frontend::interp::{self, End, Event, EventKind, Inputs, Limits, Run, Value, text};
use horn_frontend::ir::{CheckId, Mode, ProcId, Program};
use horn_solver::smt::CancelToken;
use horn_solver::system::Refutation;
use horn_solver::term::Store;

/// Steps of a replay: as many as a user waits for.
pub const STEPS: u64 = 20_000_000;
/// Variations of a candidate's inputs that are tried when it does not fail itself.
const VARIATIONS: usize = 300;

/// Replays refutations of an encoded program.
pub struct Replayer<'a> {
    /// The program, lifted.
    pub program: &'a Program,
    /// Its encoding.
    pub encoded: &'a Encoded,
    /// Ends long runs.
    pub cancel: &'a CancelToken,
}

impl Replay for Replayer<'_> {
    fn replay(&self, _: &mut Store, refutation: &Refutation, candidate: CheckId) -> Replayed {
        let Some(mut found) = explain::candidate(self.program, self.encoded, refutation) else {
            return Replayed::Nothing("a possible failure was found, but no inputs for it".to_string());
        };
        let (entry, inputs) = (found.entry, found.inputs.clone());
        let run = interp::run(self.program, entry, &inputs, &mut found, self.limits(true));
        match &run.end {
            End::Failed(check) => {
                return Replayed::Fails(*check, Box::new(example(self.program, entry, &inputs, &run)));
            }
            End::Broken(what) => log::error!("the interpreter: {what}"),
            _ => {}
        }
        let why = run.end.no_failure();
        log::info!("replay of check {}: {why}", candidate.0);
        // Values next to the candidate's may do it: a float's rounding is not known to the solver.
        let variations = inputs::variations(self.program, entry, &inputs, VARIATIONS);
        for inputs in variations {
            if self.cancel.is_cancelled() {
                break;
            }
            let run =
                interp::run(self.program, entry, &inputs, &mut (), Limits { steps: 100_000, ..self.limits(false) });
            if run.end == End::Failed(candidate) {
                let run = interp::run(self.program, entry, &inputs, &mut (), self.limits(true));
                return Replayed::Fails(candidate, Box::new(example(self.program, entry, &inputs, &run)));
            }
        }
        Replayed::Nothing(why)
    }
}

impl Replayer<'_> {
    fn limits(&self, trace: bool) -> Limits<'_> {
        Limits { steps: STEPS, cancel: Some(self.cancel), trace }
    }
}

/// A failing run, kept with its trace, as a counterexample.
pub fn example(program: &Program, entry: ProcId, inputs: &Inputs, run: &Run) -> Counterexample {
    let procedure = program.procedure(entry);
    let params = procedure.params().filter(|(_, mode)| *mode != Mode::Out).map(|(var, _)| procedure.var(var));
    let shown = params.zip(&inputs.params).filter(|(var, _)| !var.synthetic);
    let globals = program.globals.iter().zip(&inputs.globals);
    Counterexample {
        entry: procedure.name.clone(),
        inputs: shown.map(|(var, value)| (var.name.clone(), text(program, var.ty, value))).collect(),
        globals: globals
            .filter_map(|(global, value)| Some((global.name.clone(), text(program, global.ty, value.as_ref()?))))
            .collect(),
        choices: run.choices,
        values: run.values.iter().map(|(name, ty, value)| (name.clone(), text(program, *ty, value))).collect(),
        iterations: run.iterations.clone(),
        steps: run.events.iter().map(|event| step(program, event)).collect(),
        omitted: run.omitted,
        by_contract: by_contract(program, run),
        origins: run.origins.clone(),
    }
}

/// The subprograms whose contracts the run follows instead of their bodies; all there are if a part of the run is not
/// known.
fn by_contract(program: &Program, run: &Run) -> Vec<String> {
    let all = program.procedures().filter(|(_, procedure)| procedure.by_contract);
    let called = |id: ProcId| {
        run.omitted > 0
            || run.events.iter().any(|event| matches!(event.kind, EventKind::Called(callee, _) if callee == id))
    };
    all.filter(|(id, _)| called(*id)).map(|(_, procedure)| procedure.name.clone()).collect()
}

fn step(program: &Program, event: &Event) -> TraceStep {
    let text = match &event.kind {
        EventKind::Assigned { procedure, var, index, value } => {
            let var = program.procedure(*procedure).var(*var);
            match (index, &program.ty(var.ty).kind) {
                (Some(index), horn_frontend::ir::TypeKind::Array(array)) => {
                    let places: Vec<String> = index
                        .iter()
                        .zip(&array.index)
                        .map(|(at, ty)| text(program, *ty, &Value::Int(at.clone())))
                        .collect();
                    format!("{} ({}) := {}", var.name, places.join(", "), text(program, array.component, value))
                }
                _ => format!("{} := {}", var.name, text(program, var.ty, value)),
            }
        }
        EventKind::Called(callee, params) => {
            let callee = program.procedure(*callee);
            let params: Vec<String> = params
                .iter()
                .map(|(var, value)| {
                    let var = callee.var(*var);
                    format!("{} => {}", var.name, text(program, var.ty, value))
                })
                .collect();
            let params = if params.is_empty() { String::new() } else { format!(" ({})", params.join(", ")) };
            format!("{}{params} is called", callee.name)
        }
        EventKind::Returned(callee) => format!("{} returns", program.procedure(*callee).name),
    };
    TraceStep { loc: event.loc, text }
}
