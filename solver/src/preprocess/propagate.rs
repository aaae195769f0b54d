//! Constants and equalities through predicates: an argument that has the same constant, or the same value as an earlier
//! argument, in every derivable fact is removed and the bodies are told what it is.
//!
//! The analysis is a greatest fixpoint: a predicate starts with what the first clause that derives it says, and every
//! clause can only take equalities away.

use super::slice::Kept;
use super::{Derivations, ModelBack, Pass, PassContext, Transformed};
use crate::system::{Clause, Model, PredId, System};
use crate::term::{Store, Substitution, TermId};
use hashbrown::HashMap;

/// The pass.
pub struct Propagate;

/// What is known of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It always is this value.
    Is(TermId),
    /// It always equals this earlier argument.
    Same(usize),
    /// Nothing.
    Any,
}

impl Pass for Propagate {
    fn name(&self) -> &'static str {
        "propagate"
    }

    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        let (known, derived) = analyse(cx.store, system)?;
        let kept = Kept::new(known.iter().map(|args| args.iter().map(|k| *k == Known::Any).collect()).collect());
        let mut output = System { preds: kept.preds(system), clauses: Vec::new() };
        let mut clauses = Vec::with_capacity(system.clauses.len());
        for (id, clause) in system.clauses() {
            // A clause whose body cannot hold was not looked at by the analysis.
            if clause.body.iter().any(|a| !derived[a.pred.index()]) {
                continue;
            }
            clauses.push(id);
            let mut parts = vec![clause.constraint];
            for atom in &clause.body {
                parts.extend(equations(cx.store, &known[atom.pred.index()], &atom.args));
            }
            let mut clause = clause.clone();
            clause.constraint = cx.store.and(&parts);
            for atom in clause.body.iter_mut().chain(&mut clause.head) {
                *atom = kept.atom(atom);
            }
            output.add_clause(clause);
        }
        let derivations = Derivations::subset(clauses);
        Some(Transformed { system: output, derivations, model: Box::new(Back { known, derived, kept }) })
    }
}

struct Back {
    known: Vec<Vec<Known>>,
    /// Whether any fact of the predicate is derivable; what is known of the others relies on their having none.
    derived: Vec<bool>,
    kept: Kept,
}

impl ModelBack for Back {
    fn model(&self, cx: &mut PassContext<'_>, input: &System, model: Model) -> Result<Model, String> {
        let mut definitions = Vec::with_capacity(input.preds.len());
        for pred in input.pred_ids() {
            if !self.derived[pred.index()] {
                definitions.push(Store::FALSE);
                continue;
            }
            let wide = self.kept.widen(cx.store, input, pred, model.definition(pred));
            let args = cx.store.vars(0, &input.pred(pred).sorts);
            let mut parts = equations(cx.store, &self.known[pred.index()], &args);
            parts.push(wide);
            definitions.push(cx.store.and(&parts));
        }
        Ok(Model { definitions })
    }
}

/// What is known of the arguments of an atom as equations.
fn equations(store: &mut Store, known: &[Known], args: &[TermId]) -> Vec<TermId> {
    let mut parts = Vec::new();
    for (&known, &arg) in known.iter().zip(args) {
        match known {
            Known::Is(value) => parts.push(store.eq(arg, value)),
            Known::Same(earlier) => parts.push(store.eq(arg, args[earlier])),
            Known::Any => {}
        }
    }
    parts
}

/// What is known of the arguments of every predicate, and whether it is derivable at all; `None` if nothing is known of
/// any.
fn analyse(store: &mut Store, system: &System) -> Option<(Vec<Vec<Known>>, Vec<bool>)> {
    let count = system.preds.len();
    let mut using: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (c, clause) in system.clauses.iter().enumerate() {
        for atom in &clause.body {
            using[atom.pred.index()].push(c);
        }
    }
    let mut state: Vec<Option<Vec<Known>>> = vec![None; count];
    let mut queued = vec![true; system.clauses.len()];
    let mut pending: std::collections::VecDeque<usize> = (0..system.clauses.len()).collect();
    while let Some(c) = pending.pop_front() {
        queued[c] = false;
        let clause = &system.clauses[c];
        let Some(head) = &clause.head else { continue };
        let Some(terms) = head_terms(store, clause, &state) else { continue };
        let old = &state[head.pred.index()];
        let joined = join(store, old.as_deref(), &terms);
        if old.as_ref() != Some(&joined) {
            state[head.pred.index()] = Some(joined);
            for &user in &using[head.pred.index()] {
                if !std::mem::replace(&mut queued[user], true) {
                    pending.push_back(user);
                }
            }
        }
    }
    let derived: Vec<bool> = state.iter().map(Option::is_some).collect();
    let known: Vec<Vec<Known>> = system
        .pred_ids()
        .map(|p: PredId| state[p.index()].take().unwrap_or_else(|| vec![Known::Any; system.pred(p).sorts.len()]))
        .collect();
    known.iter().flatten().any(|k| *k != Known::Any).then_some((known, derived))
}

/// The head's arguments after what is known of the body's arguments was put in; `None` if the body cannot hold yet.
fn head_terms(store: &mut Store, clause: &Clause, state: &[Option<Vec<Known>>]) -> Option<Vec<TermId>> {
    let mut images = clause.var_terms(store);
    let mut bound = false;
    // Bindings go from variables to values or to variables that are bound no further.
    let resolve = |images: &[TermId], store: &Store, mut term: TermId| {
        while let Some(var) = store.as_var(term) {
            let next = images[var as usize];
            if next == term {
                break;
            }
            term = next;
        }
        term
    };
    for atom in &clause.body {
        let known = state[atom.pred.index()].as_ref()?;
        for (known, &arg) in known.iter().zip(&atom.args) {
            let other = match *known {
                Known::Is(value) => value,
                Known::Same(earlier) => resolve(&images, store, atom.args[earlier]),
                Known::Any => continue,
            };
            let arg = resolve(&images, store, arg);
            if arg == other {
                continue;
            }
            if let Some(var) = store.as_var(arg)
                && (store.is_value(other) || store.as_var(other).is_some())
            {
                images[var as usize] = other;
                bound = true;
            } else if let Some(var) = store.as_var(other)
                && store.is_value(arg)
            {
                images[var as usize] = arg;
                bound = true;
            } else if store.eq(arg, other) == Store::FALSE {
                return None;
            }
        }
    }
    let head = clause.head.as_ref()?;
    if !bound {
        return Some(head.args.to_vec());
    }
    for i in 0..images.len() {
        images[i] = resolve(&images, store, images[i]);
    }
    let mut substitution = Substitution::by_index(&images);
    Some(head.args.iter().map(|&arg| substitution.apply(store, arg)).collect())
}

/// What the old facts and the new one have in common.
fn join(store: &Store, old: Option<&[Known]>, terms: &[TermId]) -> Vec<Known> {
    // Two arguments are equal in both if they agree in the old class and in the new term.
    let mut classes: HashMap<(usize, TermId), usize> = HashMap::new();
    (0..terms.len())
        .map(|i| {
            let (class, constant) = match old.map(|known| known[i]) {
                None => (0, store.is_value(terms[i])),
                Some(Known::Is(value)) => (usize::MAX, value == terms[i]),
                Some(Known::Same(earlier)) => (earlier, false),
                Some(Known::Any) => (i, false),
            };
            if constant {
                return Known::Is(terms[i]);
            }
            // Constants of the old facts are equal to each other only if they are the same constant.
            let class = match old.map(|known| known[i]) {
                Some(Known::Is(value)) => usize::MAX - value.index(),
                _ => class,
            };
            match classes.entry((class, terms[i])) {
                hashbrown::hash_map::Entry::Occupied(first) => Known::Same(*first.get()),
                hashbrown::hash_map::Entry::Vacant(slot) => {
                    slot.insert(i);
                    Known::Any
                }
            }
        })
        .collect()
}
