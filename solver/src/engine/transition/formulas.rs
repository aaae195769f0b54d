//! Rules put to states of one's choice, their disjunction with selectors, and elimination of variables.

use super::system::Rule;
use crate::engine::Context;
use crate::project::project;
use crate::smt::{Lit, Purpose, SatResult, SmtSolver};
use crate::system::Reason;
use crate::term::{Assignment, SortId, Store, TermId, Value, free_vars};

/// The disjunction of rules over given states, with a truth value per rule that says which one is taken.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// Holds if one of the rules does.
    pub formula: TermId,
    /// True only for rules that hold; one of them is.
    pub selectors: Vec<TermId>,
    /// What there is to choose from, without selectors.
    pub formulas: Vec<TermId>,
}

/// The rule over the states `before` and `after`, its other variables numbered from `aux`.
pub(super) fn place(store: &mut Store, rule: &Rule, before: &[TermId], after: &[TermId], aux: u32) -> TermId {
    let mut images = before.to_vec();
    images.extend(after);
    // Facts and queries have no second state, but their other variables come after it all the same.
    for (i, &term) in before.iter().enumerate().skip(after.len()) {
        let sort = store.sort_of(term);
        images.push(store.var((before.len() + i) as u32, sort));
    }
    images.extend(store.vars(aux, &rule.aux));
    shift(store, rule.formula, &images)
}

/// The formula with the first variables replaced.
pub(super) fn shift(store: &mut Store, formula: TermId, images: &[TermId]) -> TermId {
    if images.is_empty() { formula } else { store.instantiate(formula, images) }
}

/// The choice among rules over the states `before` and `after`; selectors and other variables are numbered from `next`,
/// which is moved.
pub(super) fn choice(store: &mut Store, rules: &[Rule], before: &[TermId], after: &[TermId], next: &mut u32) -> Choice {
    // Every rule has variables of its own: an assignment knows variables by number.
    let mut placed = Vec::with_capacity(rules.len());
    for rule in rules {
        placed.push(place(store, rule, before, after, *next));
        *next += rule.aux.len() as u32;
    }
    choose(store, placed, next)
}

/// The choice among formulas; selectors are numbered from `next`, which is moved.
pub(super) fn choose(store: &mut Store, formulas: Vec<TermId>, next: &mut u32) -> Choice {
    if let [formula] = formulas[..] {
        return Choice { formula, selectors: vec![Store::TRUE], formulas };
    }
    let selectors = store.vars(*next, &vec![SortId::BOOL; formulas.len()]);
    *next += formulas.len() as u32;
    let mut parts = vec![store.or(&selectors)];
    for (&selector, &formula) in selectors.iter().zip(&formulas) {
        parts.push(store.implies(selector, formula));
    }
    Choice { formula: store.and(&parts), selectors, formulas }
}

impl Choice {
    /// The rule that a model takes.
    pub(super) fn taken(&self, store: &Store, model: &Assignment) -> Option<usize> {
        let holds = |term: &TermId| {
            *term == Store::TRUE
                || store.as_var(*term).and_then(|i| model.get(i)).is_some_and(|v| *v == Value::Bool(true))
        };
        self.selectors.iter().position(holds)
    }
}

/// The values of the variables of the terms in the solver's model.
pub(super) fn read_model(store: &Store, solver: &mut SmtSolver, terms: &[TermId]) -> Result<Assignment, Reason> {
    let vars = free_vars(store, terms);
    let values = solver.model(store, &vars)?;
    let mut model = Assignment::default();
    for (&var, value) in vars.iter().zip(values) {
        if let Some(index) = store.as_var(var) {
            model.set(index, value);
        }
    }
    Ok(model)
}

/// A model of assumptions and formulas, of the variables of the terms.
pub(super) fn model_of(
    store: &Store,
    solver: &mut SmtSolver,
    purpose: Purpose,
    assumptions: &[Lit],
    formulas: &[TermId],
    terms: &[TermId],
) -> Result<Option<Assignment>, Reason> {
    solver.push();
    for &formula in formulas {
        solver.assert(store, formula)?;
    }
    let model = match solver.check(purpose, assumptions)? {
        SatResult::Sat => Some(read_model(store, solver, terms)?),
        SatResult::Unsat => None,
        SatResult::Unknown(why) => return Err(Reason::Incomplete(why)),
    };
    solver.pop(1);
    Ok(model)
}

/// The solver does not find again what it has found.
pub(super) fn vanished() -> Reason {
    Reason::Incomplete("a model that was there is not found again".to_string())
}

/// A formula without the variables of `eliminate` that is equivalent to `∃ eliminate. formula`: the projections of its
/// models, one after the other. `None` if `limit` of them are not enough.
pub(super) fn eliminate(
    cx: &mut Context,
    formula: TermId,
    eliminate: impl Fn(u32) -> bool,
    limit: usize,
) -> Result<Option<TermId>, Reason> {
    let vars = free_vars(&cx.store, &[formula]);
    let gone: Vec<TermId> = vars.iter().copied().filter(|&v| cx.store.as_var(v).is_some_and(&eliminate)).collect();
    if gone.is_empty() {
        return Ok(Some(formula));
    }
    let mut solver = cx.solver();
    solver.assert(&cx.store, formula)?;
    let mut cubes = Vec::new();
    let mut complete = false;
    while cubes.len() < limit {
        cx.check()?;
        match solver.check(Purpose::Projection, &[])? {
            SatResult::Unsat => {
                complete = true;
                break;
            }
            SatResult::Unknown(_) => break,
            SatResult::Sat => {}
        }
        let model = read_model(&cx.store, &mut solver, &[formula])?;
        let Some(cube) = project(&mut cx.store, &[formula], &gone, &model) else { break };
        let cube = cx.store.and(&cube);
        let excluded = cx.store.not(cube);
        solver.assert(&cx.store, excluded)?;
        cubes.push(cube);
    }
    cx.statistics.add(&solver.take_statistics());
    Ok(complete.then(|| cx.store.or(&cubes)))
}
