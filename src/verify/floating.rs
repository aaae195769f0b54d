//! The last try for checks of programs with floats: paths as formulas over floating point numbers, bit for bit.
//!
//! Only programs that end by themselves on few paths have such formulas. A check holds if on every path of every entry
//! that leads to it no value makes it fail; a model is replayed by the interpreter before anything is said about it.

use super::boxes::{Boxed, replay};
use super::states;
use crate::pipeline::Failure;
use crate::smt::LazySmt;
use horn_frontend::boxes;
use horn_frontend::ir::{CheckId, Program};
use horn_solver::smt::{CancelToken, Purpose, SmtConfig, SmtStatistics, Steps, run_script};
use std::collections::{BTreeMap, BTreeSet};

/// What the solver says about a path.
pub enum Values {
    /// No values lead along it.
    None,
    /// These do, as the solver printed them.
    Some(String),
    /// No answer; says why.
    Unknown(String),
}

/// Asks about a path, within the limits of the token: `script` ends with `(check-sat)`, `values` asks for the values of
/// a model.
pub fn ask(config: &SmtConfig, cancel: &CancelToken, script: &str, values: &str) -> Values {
    let parts = [script.as_bytes(), values.as_bytes()];
    let mut statistics = SmtStatistics::default();
    // An answer `unsat` makes the second part an error, which is no matter.
    match run_script(config, cancel, &mut statistics, Purpose::Reachability, &parts, None).as_deref() {
        Ok([answer, ..]) if answer.trim() == "unsat" => Values::None,
        Ok([answer, values @ ..]) if answer.trim() == "sat" => Values::Some(values.concat()),
        other => Values::Unknown(format!("not decided over floating point numbers: {other:?}")),
    }
}

/// Tries to decide the open checks, `budget` for each of them.
///
/// # Errors
/// The SMT solver is missing.
pub fn settle(
    program: &Program,
    open: &[CheckId],
    budget: Option<Steps>,
    smt: &LazySmt,
    cancel: &CancelToken,
) -> Result<Boxed, Failure> {
    let config = smt.get().map_err(|error| Failure::Tool(error.to_string()))?;
    let open: BTreeSet<CheckId> = open.iter().copied().collect();
    let mut boxed = Boxed::default();
    let mut failing = BTreeMap::new();
    let mut undecided: BTreeSet<CheckId> = BTreeSet::new();
    for (entry, _) in program.procedures().filter(|(_, procedure)| procedure.entry) {
        let goals: BTreeSet<CheckId> = states(program, entry).intersection(&open).copied().collect();
        if goals.is_empty() {
            continue;
        }
        let limited = || budget.map_or_else(|| cancel.fork(), |budget| cancel.fork().limited(budget));
        let whole = limited();
        let Some(questions) = boxes::questions(program, entry, &goals, &whole) else {
            undecided.extend(goals);
            continue;
        };
        let mut tokens: BTreeMap<CheckId, CancelToken> = BTreeMap::new();
        for question in &questions {
            if undecided.contains(&question.check) || cancel.is_cancelled() {
                undecided.insert(question.check);
                continue;
            }
            let token = tokens.entry(question.check).or_insert_with(limited);
            match ask(&config, token, &question.script, &question.values) {
                Values::None => {}
                Values::Some(values) => {
                    undecided.insert(question.check);
                    if let Some((check, counterexample)) = boxes::answered(program, entry, question, &values)
                        .and_then(|point| replay(program, entry, &point, cancel))
                    {
                        failing.entry(check).or_insert(counterexample);
                    }
                }
                Values::Unknown(why) => {
                    log::info!("check {}: {why}", question.check.0);
                    undecided.insert(question.check);
                }
            }
        }
    }
    boxed.proved = open.iter().copied().filter(|check| !undecided.contains(check)).collect();
    boxed.failing = failing.into_iter().filter(|(check, _)| open.contains(check)).collect();
    Ok(boxed)
}
