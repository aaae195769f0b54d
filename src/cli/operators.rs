//! `--check-operators`: the obligations of the ghost operators, discharged one by one.

use super::{BROKEN, Options, complain, print_out};
use crate::smt::LazySmt;
use horn_solver::engine::Context;
use horn_solver::instrument::verify::{Outcome, discharge, obligations};
use horn_solver::smt::CancelToken;
use horn_solver::term::Store;
use std::fmt::Write;
use std::process::ExitCode;

/// Proves all obligations and prints a line for each. The exit code is 0 only if every one is proved.
pub fn check(options: &Options) -> ExitCode {
    let cancel = options.timeout.map_or_else(CancelToken::new, CancelToken::with_timeout);
    let smt = LazySmt::new(options.smt_solver.clone(), options.smt_log.clone(), &cancel);
    let config = match smt.get() {
        Ok(config) => config,
        Err(error) => {
            complain(&format!("error: {error}"));
            return ExitCode::from(BROKEN);
        }
    };
    let mut cx = Context::new(Store::new(), config, cancel);
    let obligations = obligations(&mut cx.store);
    let outcomes = match discharge(&mut cx, &obligations) {
        Ok(outcomes) => outcomes,
        Err(reason) => {
            complain(&format!("error: {reason}"));
            return ExitCode::from(BROKEN);
        }
    };
    let mut text = String::new();
    for (obligation, outcome) in obligations.iter().zip(&outcomes) {
        let word = match outcome {
            Outcome::Proved => "proved",
            Outcome::Refuted => "REFUTED",
            Outcome::Vacuous => "VACUOUS",
            Outcome::Unknown => "UNKNOWN",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{word:<8} {}: {}", obligation.operator, obligation.rule);
    }
    let proved = outcomes.iter().filter(|o| **o == Outcome::Proved).count();
    let _ = writeln!(text, "{proved} of {} obligations proved", outcomes.len());
    let printed = print_out(&text);
    if proved == outcomes.len() { printed } else { ExitCode::from(BROKEN) }
}
