//! Counterexamples from runs: a refutation of the solver gives inputs, the interpreter says what happens on them.

use super::decide::{Replay, Replayed};
use super::inputs;
use horn_frontend::Counterexample;
use horn_frontend::encode::Encoded;
use horn_frontend::explain;
use horn_frontend::interp::{self, End, Limits};
use horn_frontend::ir::{CheckId, Program};
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
                return Replayed::Fails(*check, Box::new(Counterexample::of(self.program, entry, &inputs, run)));
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
                return Replayed::Fails(candidate, Box::new(Counterexample::of(self.program, entry, &inputs, run)));
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
