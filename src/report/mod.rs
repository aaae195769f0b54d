//! Printing: verdicts, models, refutations and statistics. The text is made here and written by the caller.

pub mod alethe;
pub mod eld;
pub mod gnatprove;
pub mod model;
pub mod progress;
pub mod refutation;
pub mod sarif;
pub mod statistics;

use horn_solver::system::Verdict;

/// The word for a verdict, the first line of the output.
pub fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Sat(_) => "sat",
        Verdict::Unsat(_) => "unsat",
        Verdict::Unknown(_) => "unknown",
    }
}
