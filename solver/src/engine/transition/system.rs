//! [`TransitionSystem`]: a linear system as one transition relation over one vector of state variables.
//!
//! A system with one predicate is one already. Several predicates are merged: the state has a truth value per predicate
//! that says which one is meant, and places for the arguments of each; those of other predicates hold the default
//! values of their sorts. (Shared places would be fewer, but a number that moves to another place looks like a change
//! to every lemma about either.) Since that only rewrites the arguments of atoms, every clause keeps its variables, and
//! a path is a refutation of the system itself. (The single-loop transformation of Golem and of many software model
//! checkers.)

use super::formulas::shift;
use crate::certificate::{Completion, complete};
use crate::engine::Context;
use crate::system::{Atom, Clause, ClauseId, Model, PartialStep, PredId, Reason, Refutation, System, Verdict};
use crate::term::{SortId, Store, TermId, Value};

/// A clause as a formula over states: the state before is `Var(0 .. k)`, the state after `Var(k .. 2k)`, other
/// variables follow. Facts and queries know the first state only.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The clause.
    pub clause: ClauseId,
    /// The formula.
    pub formula: TermId,
    /// The sorts of the variables beyond the two states.
    pub aux: Vec<SortId>,
    /// What stands for each variable of the clause.
    images: Vec<TermId>,
}

/// A linear system as a transition system.
#[derive(Clone, Debug)]
pub struct TransitionSystem {
    /// The sorts of the state variables.
    pub sorts: Vec<SortId>,
    /// The initial states.
    pub inits: Vec<Rule>,
    /// The transitions.
    pub steps: Vec<Rule>,
    /// The bad states.
    pub bads: Vec<Rule>,
    layout: Layout,
}

/// A path from an initial state to a bad one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The number of the fact.
    pub init: usize,
    /// The numbers of the transitions.
    pub steps: Vec<usize>,
    /// The number of the query.
    pub bad: usize,
    /// The states, one more than there are transitions.
    pub states: Vec<Vec<Value>>,
}

/// Where the arguments of each predicate are.
#[derive(Clone, Debug)]
struct Layout {
    /// How many predicates are told apart by truth values in front; 0 for a single predicate.
    locations: usize,
    /// For each predicate the place of each argument.
    places: Vec<Vec<usize>>,
    /// The default of each place.
    defaults: Vec<TermId>,
}

impl Layout {
    /// The state that says that a predicate holds of the arguments.
    fn state(&self, pred: PredId, args: &[TermId]) -> Vec<TermId> {
        let mut state = self.defaults.clone();
        if self.locations > 0 {
            state[pred.index()] = Store::TRUE;
        }
        for (&place, &arg) in self.places[pred.index()].iter().zip(args) {
            state[place] = arg;
        }
        state
    }
}

impl TransitionSystem {
    /// The transition system of a linear system; `Err` says why there is none.
    pub fn new(store: &mut Store, system: &System) -> Result<TransitionSystem, String> {
        if !system.is_linear() {
            return Err("a clause with more than one body atom".to_string());
        }
        let terms: Vec<TermId> = system.clauses.iter().flat_map(Clause::terms).collect();
        if terms.iter().any(|&t| store.is_quantified(t)) || store.has_aggregate(&terms) {
            return Err("a quantifier or an aggregate".to_string());
        }
        let (sorts, layout) = lay_out(store, system)?;
        let mut result = TransitionSystem { sorts, inits: Vec::new(), steps: Vec::new(), bads: Vec::new(), layout };
        for (id, clause) in system.clauses() {
            if clause.constraint == Store::FALSE {
                continue;
            }
            let rule = result.rule(store, id, clause);
            match (clause.body.is_empty(), &clause.head) {
                (true, Some(_)) => result.inits.push(rule),
                (false, Some(_)) => result.steps.push(rule),
                (false, None) => result.bads.push(rule),
                (true, None) => return Err("a query without a body atom".to_string()),
            }
        }
        Ok(result)
    }

    /// How many state variables there are.
    pub fn width(&self) -> u32 {
        self.sorts.len() as u32
    }

    fn rule(&self, store: &mut Store, id: ClauseId, clause: &Clause) -> Rule {
        let width = self.width();
        let mut images: Vec<Option<TermId>> = vec![None; clause.vars.len()];
        let mut equations = Vec::new();
        let mut first = 0;
        for Atom { pred, args } in clause.body.iter().chain(&clause.head) {
            for (place, term) in self.layout.state(*pred, args).into_iter().enumerate() {
                let variable = store.var(first + place as u32, self.sorts[place]);
                match store.as_var(term) {
                    Some(v) if images[v as usize].is_none() => images[v as usize] = Some(variable),
                    _ => equations.push((term, variable)),
                }
            }
            first += width;
        }
        let mut aux = Vec::new();
        let images: Vec<TermId> = images
            .into_iter()
            .zip(&clause.vars)
            .map(|(image, &sort)| {
                image.unwrap_or_else(|| {
                    aux.push(sort);
                    store.var(2 * width + aux.len() as u32 - 1, sort)
                })
            })
            .collect();
        let mut parts = vec![shift(store, clause.constraint, &images)];
        for (term, variable) in equations {
            let term = shift(store, term, &images);
            parts.push(store.eq(variable, term));
        }
        Rule { clause: id, formula: store.and(&parts), aux, images }
    }

    /// The model of the system that an inductive invariant over the state variables stands for.
    pub fn model(&self, store: &mut Store, system: &System, invariant: TermId) -> Model {
        let definitions = system
            .pred_ids()
            .map(|pred| {
                let args = store.vars(0, &system.pred(pred).sorts);
                let state = self.layout.state(pred, &args);
                shift(store, invariant, &state)
            })
            .collect();
        Model { definitions }
    }

    /// The refutation of the system that a path stands for. Variables beyond the states are looked for.
    pub fn refutation(&self, cx: &mut Context, system: &System, path: &Path) -> Result<Refutation, Reason> {
        let rules = std::iter::once(&self.inits[path.init])
            .chain(path.steps.iter().map(|&s| &self.steps[s]))
            .chain([&self.bads[path.bad]]);
        let width = self.width() as usize;
        let mut skeleton = Vec::with_capacity(path.steps.len() + 2);
        for (at, rule) in rules.enumerate() {
            // The first state a rule speaks about: facts have no state before.
            let before = at.saturating_sub(1);
            let value = |term: &TermId| {
                let index = cx.store.as_var(*term)? as usize;
                let state = path.states.get(before + index.checked_div(width)?)?;
                (index < 2 * width).then(|| state[index % width].clone())
            };
            let values: Vec<Option<Value>> = rule.images.iter().map(value).collect();
            let premises = if at == 0 { Vec::new() } else { vec![at - 1] };
            skeleton.push(PartialStep { clause: rule.clause, values, premises });
        }
        let (smt, cancel) = (cx.smt.clone(), cx.cancel.clone());
        match complete(&mut cx.store, system, &skeleton, &smt, &cancel, &mut cx.statistics)? {
            Completion::Complete(refutation) => Ok(refutation),
            Completion::Spurious => Err(Reason::Rejected("a path without values".to_string())),
            Completion::Unknown(why) => Err(Reason::Incomplete(why)),
        }
    }

    /// Verdict of a system whose bad states cannot be reached for want of facts or queries.
    pub fn trivial(&self, store: &mut Store, system: &System) -> Option<Verdict> {
        if self.bads.is_empty() {
            return Some(Verdict::Sat(self.model(store, system, Store::TRUE)));
        }
        self.inits.is_empty().then(|| Verdict::Sat(self.model(store, system, Store::FALSE)))
    }
}

/// The state variables and who uses which.
fn lay_out(store: &mut Store, system: &System) -> Result<(Vec<SortId>, Layout), String> {
    if let [pred] = &system.preds[..] {
        let defaults = vec![Store::FALSE; pred.sorts.len()];
        let layout = Layout { locations: 0, places: vec![(0..pred.sorts.len()).collect()], defaults };
        return Ok((pred.sorts.clone(), layout));
    }
    let locations = system.preds.len();
    let mut sorts = vec![SortId::BOOL; locations];
    let mut places = Vec::with_capacity(locations);
    for pred in &system.preds {
        places.push((sorts.len()..sorts.len() + pred.sorts.len()).collect());
        sorts.extend(&pred.sorts);
    }
    let mut defaults = Vec::with_capacity(sorts.len());
    for &sort in &sorts {
        let value = Value::default_of(store, sort).ok_or("a sort without a default value")?;
        defaults.push(value.to_term(store, sort));
    }
    Ok((sorts, Layout { locations, places, defaults }))
}
