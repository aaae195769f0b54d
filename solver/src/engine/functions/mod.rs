//! Relations that are functions: a predicate like `append` means that its last argument is a recursive function of the
//! others, and a query is a theorem about such functions, shown by induction.
//!
//! Predicates are read as functions (`read`, `define`), queries are refuted as they are or by induction over one of
//! their variables (`prove`), with claims that are found among equations between small terms (`explore`); executing the
//! predicates refutes false guesses, and queries that can be violated (`run`). The engine proposes: what it calls a
//! function must go down, and claims and clauses are shown by `certificate`.
//!
//! After Claessen, Johansson, Rosén, Smallbone (*Automating inductive proofs using theory exploration*, CADE 2013) and
//! Reynolds, Kuncak (*Induction for SMT solvers*, VMCAI 2015).

mod define;
mod explore;
mod limits;
mod prove;
mod read;
mod run;
#[cfg(test)]
mod tests;

use super::{Context, Engine};
use crate::certificate::{check_functions, model_obligations};
use crate::reduce::has_recursive_data;
use crate::system::{Clause, ClauseId, Model, Reason, System, Verdict};
use crate::term::{Store, TermId};
use define::{define, violated};
use explore::Explorer;
use limits::LIMITS;
use prove::{Outcome, Prover};
use read::Mode;
use run::Runner;

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Functions;

impl Engine for Functions {
    fn name(&self) -> &'static str {
        "functions"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        if !has_recursive_data(&cx.store, system) {
            return Verdict::Unknown(Reason::Incomplete("no recursive datatypes in predicates".to_string()));
        }
        let terms: Vec<TermId> = system.clauses.iter().flat_map(|clause| clause.terms()).collect();
        let foreign = terms.iter().any(|&term| cx.store.is_quantified(term)) || cx.store.has_aggregate(&terms);
        if system.clauses.len() > LIMITS.clauses || foreign {
            return Verdict::Unknown(Reason::Incomplete("too many clauses for functions, or quantifiers".to_string()));
        }
        let mut prover = Prover::new(cx);
        let verdict = solve(cx, system, &mut prover);
        prover.finish(cx);
        verdict.unwrap_or_else(Verdict::Unknown)
    }
}

fn solve(cx: &mut Context, system: &System, prover: &mut Prover) -> Result<Verdict, Reason> {
    let modes = define(cx, system, prover)?;
    // A predicate without arguments is false: its clauses are queries, before those that use it.
    let derives_nothing = |clause: &Clause| clause.head.as_ref().is_none_or(|head| head.args.is_empty());
    let mut queries: Vec<ClauseId> =
        system.clauses().filter(|(_, clause)| derives_nothing(clause)).map(|(id, _)| id).collect();
    queries.sort_by_key(|&id| (system.clause(id).is_query(), id));
    let mut runner = Runner::new(&cx.store, system, &modes);
    if let Some(verdict) = violate(cx, &queries, 1..=LIMITS.first_levels, &mut runner)? {
        return Ok(verdict);
    }
    let mut open: Vec<(ClauseId, TermId)> = Vec::new();
    for query in queries {
        let formula = violated(&mut cx.store, system, query, &modes);
        open.push((query, formula));
    }
    // First without sizes and conditions, which bring many guesses.
    let mut phases = [false, true].into_iter();
    let mut explorer: Option<Explorer> = None;
    loop {
        let mut left = Vec::new();
        for (query, formula) in open {
            cx.check()?;
            let claims = cx.store.claims().to_vec();
            match prover.refute(cx, formula, &claims)? {
                Outcome::Direct => {}
                Outcome::Claim(claim) => cx.store.add_claim(claim),
                Outcome::Open => left.push((query, formula)),
            }
        }
        open = left;
        if open.is_empty() {
            return model(cx, system, &modes, prover);
        }
        loop {
            if let Some(explorer) = &mut explorer
                && explorer.next(cx, prover)?
            {
                break;
            }
            let Some(further) = phases.next() else {
                let open: Vec<ClauseId> = open.iter().map(|(query, _)| *query).collect();
                if let Some(verdict) = violate(cx, &open, LIMITS.first_levels + 1..=LIMITS.levels, &mut runner)? {
                    return Ok(verdict);
                }
                return Err(Reason::Incomplete(format!("{} queries are not shown by induction", open.len())));
            };
            explorer = Some(Explorer::new(cx, system, &modes, &open, &mut runner, prover, further)?);
        }
    }
}

/// A refutation that violates one of the queries with values of these levels.
fn violate(
    cx: &Context,
    queries: &[ClauseId],
    levels: std::ops::RangeInclusive<usize>,
    runner: &mut Runner<'_>,
) -> Result<Option<Verdict>, Reason> {
    for level in levels {
        for &query in queries {
            cx.check()?;
            if let Some(refutation) = runner.violate(&cx.store, query, level, &cx.cancel) {
                return Ok(Some(Verdict::Unsat(refutation)));
            }
        }
    }
    Ok(None)
}

/// The model, if the check inside will accept it.
fn model(cx: &mut Context, system: &System, modes: &[Option<Mode>], prover: &mut Prover) -> Result<Verdict, Reason> {
    let mut definitions = Vec::with_capacity(system.preds.len());
    for (pred, mode) in system.preds.iter().zip(modes) {
        let args = cx.store.vars(0, &pred.sorts);
        definitions.push(match mode {
            Some(mode) => mode.meaning(&mut cx.store, &args),
            None => Store::TRUE,
        });
    }
    let about = check_functions(&cx.store, &definitions)
        .map_err(|rejection| Reason::Incomplete(format!("no functions: {rejection}")))?;
    let kept: Vec<bool> = cx.store.claims().iter().map(|claim| about.contains(claim)).collect();
    cx.store.retain_claims(&kept);
    let model = Model { definitions };
    let obligations = model_obligations(&mut cx.store, system, &model)
        .map_err(|rejection| Reason::Incomplete(format!("no model: {rejection}")))?;
    for obligation in obligations {
        if !prover.is_unsat(cx, obligation.formula)? {
            let what = match obligation.claim {
                Some(claim) => format!("claim {claim}"),
                None => format!("clause {}", obligation.clause.0),
            };
            return Err(Reason::Incomplete(format!("{what} is not shown for the model")));
        }
    }
    Ok(Verdict::Sat(model))
}
