//! When a level of transition power abstraction proves safety, and the invariant it then gives.
//!
//! Among the lemmas of a level those are kept that, together and for paths from an initial state, hold after one more
//! step (the others are dropped until the rest is closed). All of them hold of standing still. If they exclude bad
//! states, what they allow to be reached from the initial states is an inductive invariant. The mirror image, paths to
//! a bad state with one more step in front, gives the complement of what may reach a bad state. Both have a quantifier
//! over the other state, which projection eliminates.

use super::formulas::{choice, eliminate, shift};
use super::limits::LIMITS;
use super::tpa::Search;
use crate::engine::Context;
use crate::smt::{Lit, Purpose, SmtSolver};
use crate::system::Reason;
use crate::term::{Store, TermId};

/// The invariant that the lemmas of a level give, if they are closed one way or the other.
pub(super) fn invariant(search: &mut Search<'_>, level: usize) -> Result<Option<TermId>, Reason> {
    for forward in [true, false] {
        let mut solver = search.cx.solver();
        let result = closed(search, &mut solver, level, forward);
        search.cx.statistics.add(&solver.take_statistics());
        let Some(kept) = result? else { continue };
        log::debug!("tpa: {} lemmas of level {level} are closed ({forward})", kept.len());
        if let Some(found) = without_other_state(search, &kept, forward)? {
            return Ok(Some(found));
        }
        log::debug!("tpa: no invariant without quantifier");
    }
    Ok(None)
}

/// The lemmas that are closed, if they exclude bad states. Forward, a path leads from the first state to the second and
/// a step to the third; backward, a step leads from the first to the second and a path to the third.
fn closed(
    search: &mut Search<'_>,
    solver: &mut SmtSolver,
    level: usize,
    forward: bool,
) -> Result<Option<Vec<TermId>>, Reason> {
    let mut next = search.fresh();
    let ends = if forward { (1, 2) } else { (0, 1) };
    let (from, to) = (search.states[ends.0].clone(), search.states[ends.1].clone());
    let step = choice(&mut search.cx.store, &search.ts.steps, &from, &to, &mut next);
    let bad = search.bad.formula;
    let end = if forward { search.init.formula } else { search.at(bad, 2) };
    solver.assert(&search.cx.store, step.formula)?;
    solver.assert(&search.cx.store, end)?;
    let mut whole = search.states[0].clone();
    whole.extend(search.states[2].clone());
    // Each lemma as hypothesis about the path and its negation as claim about the longer one.
    let mut lemmas: Vec<(TermId, Lit, Lit)> = Vec::new();
    for lemma in search.lemmas[level].clone() {
        let path = if forward { lemma } else { search.shifted(lemma) };
        let longer = shift(&mut search.cx.store, lemma, &whole);
        let broken = search.cx.store.not(longer);
        let (hypothesis, claim) = (solver.new_literal(), solver.new_literal());
        solver.assert_implied(&search.cx.store, hypothesis, path)?;
        solver.assert_implied(&search.cx.store, claim, broken)?;
        lemmas.push((lemma, hypothesis, claim));
    }
    loop {
        search.cx.check()?;
        let hypotheses: Vec<Lit> = lemmas.iter().map(|l| l.1).collect();
        let queries: Vec<Vec<Lit>> = lemmas.iter().map(|l| [hypotheses.clone(), vec![l.2]].concat()).collect();
        let answers = solver.check_batch(Purpose::Consecution, &queries)?;
        let before = lemmas.len();
        let mut holds = answers.iter().map(|a| a.is_unsat());
        lemmas.retain(|_| holds.next() == Some(true));
        if lemmas.len() == before {
            break;
        }
    }
    let kept: Vec<TermId> = lemmas.into_iter().map(|l| l.0).collect();
    let mut parts = kept.clone();
    parts.extend([search.init.formula, search.at(bad, 1)]);
    Ok(search.ask(&[], &parts)?.is_none().then_some(kept))
}

/// What the lemmas allow to be reached from an initial state, or the complement of what they allow to reach a bad one,
/// as a formula over the first state.
fn without_other_state(search: &mut Search<'_>, kept: &[TermId], forward: bool) -> Result<Option<TermId>, Reason> {
    let width = search.ts.width();
    let relation = search.cx.store.and(kept);
    let found = if forward {
        // From the second state to the first.
        let images = [search.states[1].clone(), search.states[0].clone()].concat();
        let relation = shift(&mut search.cx.store, relation, &images);
        let init = search.at(search.init.formula, 1);
        quantified(search.cx, &[relation, init], width)?
    } else {
        let bad = search.at(search.bad.formula, 1);
        let found = quantified(search.cx, &[relation, bad], width)?;
        found.map(|found| search.cx.store.not(found))
    };
    Ok(found)
}

fn quantified(cx: &mut Context, parts: &[TermId], width: u32) -> Result<Option<TermId>, Reason> {
    let formula = cx.store.and(parts);
    if formula == Store::FALSE {
        return Ok(Some(formula));
    }
    eliminate(cx, formula, |v| v >= width, LIMITS.closed_projections)
}
