//! Answers as texts: verdicts, models and refutations as they are printed, and as checkers read them.

pub mod model;
pub mod refutation;

use horn_solver::solve::Problem;
use horn_solver::system::Verdict;

/// The word for a verdict, the first line of the output.
pub fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Sat(_) => "sat",
        Verdict::Unsat(_) => "unsat",
        Verdict::Unknown(_) => "unknown",
    }
}

/// The answer as `--model` and `--refutation` print it.
pub fn text(problem: &mut Problem, verdict: &Verdict) -> String {
    let mut text = format!("{}\n", word(verdict));
    match verdict {
        Verdict::Sat(model) => text += &model::text(problem, model),
        Verdict::Unsat(refutation) => text += &refutation::text(problem, refutation),
        Verdict::Unknown(_) => {}
    }
    text
}
