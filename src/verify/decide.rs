//! Deciding checks: groups of them go to the solver as one system with all their queries.
//!
//! A model proves the whole group. A refutation names one check; it is a candidate, since the clauses may admit more
//! runs than the program has, and counts only when the interpreter has seen the check fail on its inputs. Then the
//! group goes on without that check: behind it its condition holds, because a run in which it fails has ended there.

use super::channel::Channel;
use super::decider::Decider;
use super::report::Outcome;
use super::slice::Clauses;
use crate::pipeline::{self, Failure, Problem, Request};
use horn_frontend::Counterexample;
use horn_frontend::encode::{ClauseKind, Encoded};
use horn_frontend::ir::CheckId;
use horn_solver::smt::{CancelToken, Steps};
use horn_solver::solve::Statistics;
use horn_solver::system::{ClauseId, Model, Refutation, System, Verdict};
use horn_solver::term::Store;
use std::time::{Duration, Instant};

/// Runs the interpreter along a refutation.
pub trait Replay: Sync {
    /// What the program does on the inputs of the refutation, whose clauses are those of the whole encoding. The
    /// candidate is the check whose query it ends with.
    fn replay(&self, store: &mut Store, refutation: &Refutation, candidate: CheckId) -> Replayed;
}

/// What a replay has shown.
pub enum Replayed {
    /// That check fails, which need not be the candidate.
    Fails(CheckId, Box<Counterexample>),
    /// Nothing fails; says why.
    Nothing(String),
}

/// What is known of a group after a try.
pub struct Tried {
    /// The checks that are settled: proved or failing.
    pub settled: Vec<(CheckId, Outcome, Decider)>,
    /// The checks that are not, and why. The reason of the first one is about it alone if `blamed` is set.
    pub open: Vec<(CheckId, String)>,
    /// The model that proves the settled ones, with its store: of all clauses of the program, where `true` stands for
    /// what they do not depend on.
    pub model: Option<(Store, Model)>,
    /// How long it took.
    pub time: Duration,
    /// The most work that a proof among it took.
    pub steps: Steps,
}

impl Tried {
    /// Nothing was tried.
    pub fn nothing() -> Tried {
        Tried { settled: Vec::new(), open: Vec::new(), model: None, time: Duration::ZERO, steps: Steps::default() }
    }
}

/// Tries to decide a group within `budget`, without the checks that runs find to fail in the meantime.
///
/// # Errors
/// The SMT solver is missing or broken.
pub fn group(
    clauses: &Clauses,
    replay: &dyn Replay,
    request: &Request<'_>,
    budget: Option<Steps>,
    checks: &[CheckId],
    channel: &Channel,
) -> Result<Tried, Failure> {
    let begin = Instant::now();
    let whole = budget.map_or_else(|| request.cancel.fork(), |budget| request.cancel.fork().limited(budget));
    let mut tried = Tried::nothing();
    let mut rest = checks.to_vec();
    loop {
        let cancel: CancelToken = channel.work(&mut rest, &whole);
        if rest.is_empty() {
            break;
        }
        let mut slice = clauses.slice(&rest);
        let request = Request { cancel: &cancel, ..*request };
        let (store, system) = (std::mem::take(&mut slice.store), std::mem::take(&mut slice.system));
        let problem = Problem::of_system(store, system);
        let mut answer = pipeline::decide(problem, &request, Statistics::start(), &mut ())?;
        let by = Decider::of_solver(answer.statistics.winner());
        match answer.verdict {
            Verdict::Sat(model) => {
                tried.settled.extend(rest.drain(..).map(|check| (check, Outcome::Proved, by)));
                tried.steps = tried.steps.max(answer.statistics.steps());
                tried.model = Some((answer.problem.store, slice.of_program(&model, clauses)));
            }
            Verdict::Unsat(refutation) => {
                let refutation = rename(refutation, &slice.clauses);
                let Some(candidate) = candidate(&clauses.encoded, &refutation) else {
                    return Err(Failure::Tool("a refutation without a query".to_string()));
                };
                match replay.replay(&mut answer.problem.store, &refutation, candidate) {
                    Replayed::Fails(check, example) if rest.contains(&check) => {
                        rest.retain(|other| *other != check);
                        tried.settled.push((check, Outcome::Fails(example), by));
                    }
                    // The run fails at a check that is settled already; nothing was learned about the candidate.
                    Replayed::Fails(..) => {
                        rest.retain(|other| *other != candidate);
                        tried.open.push((candidate, "the counterexample fails at another check".to_string()));
                    }
                    Replayed::Nothing(why) => {
                        rest.retain(|other| *other != candidate);
                        tried.open.push((candidate, why));
                    }
                }
            }
            Verdict::Unknown(_) if channel.any(&rest) => {}
            Verdict::Unknown(reason) => {
                let why = reason.to_string();
                tried.open.extend(rest.drain(..).map(|check| (check, why.clone())));
            }
        }
    }
    tried.time = begin.elapsed();
    Ok(tried)
}

/// The refutation with the clauses of the whole encoding.
pub(super) fn rename(mut refutation: Refutation, origins: &[ClauseId]) -> Refutation {
    for step in &mut refutation.steps {
        step.clause = origins[step.clause.index()];
    }
    refutation
}

/// The check whose query ends the refutation.
pub(super) fn candidate(encoded: &Encoded, refutation: &Refutation) -> Option<CheckId> {
    let clause = refutation.steps.last()?.clause;
    match encoded.clauses.get(clause.index())?.kind {
        ClauseKind::Query(check) => Some(check),
        _ => None,
    }
}

/// The system that decides the checks, for `--dump-smt`.
pub fn system(encoded: &Encoded, checks: &[CheckId]) -> System {
    encoded.only(checks).0
}
