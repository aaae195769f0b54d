//! Predicates under a universal quantifier in a body, `∀q. p(i, q, select a q) → …`: no Horn clauses, but between two
//! systems of them.
//!
//! [`Quantified::Instances`] puts finitely many instances in the place of the quantified formula: for each index of an
//! array and each variable among the head's arguments in the clause. The body gets weaker, the clause stronger, so a
//! model of that system is one of the script. A refutation that uses none of these clauses is one of the script, too.
//!
//! [`Quantified::Whole`] puts a predicate over arrays there: `∀q. p(i, q, select a q)` becomes `all(i, a)`. The clauses
//! of `all` are those of p whose head is p(s, r, select b r) with a variable r that occurs nowhere else: what they
//! derive, they derive for every r, hence `all(s, b)`. The predicate that says `∀q. p(i, q, select a q)` satisfies
//! these clauses wherever p satisfies those of the script. So a refutation of that system refutes the script; a model
//! says nothing.

use super::clause::Partial;
use super::diagnostic::{Diagnostic, Fault};
use super::formula::{FormulaId, Shape, Value};
use super::provenance::Name;
use super::reader::State;
use crate::system::{Atom, Clause, PredId};
use crate::term::{Op, SortId, Store, TermId, free_vars, postorder};

/// What becomes of universal quantifiers around predicates in bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quantified {
    /// They are an error: not Horn.
    #[default]
    Refused,
    /// Instances: a stronger system.
    Instances,
    /// Predicates over arrays: a weaker system.
    Whole,
}

/// At most this many terms are tried for a variable, and this many instances made of a formula.
const MAX_TERMS: usize = 8;
const MAX_INSTANCES: usize = 64;

/// What an argument of a quantified atom is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A term without the quantifier's variables.
    Plain,
    /// The quantifier's variable of that number.
    Index(usize),
    /// A cell, at the variable of that number, of an array of that sort.
    Cell(usize, SortId),
}

/// A predicate made for all instances of another one.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    pred: PredId,
    kinds: Vec<Kind>,
    all: PredId,
}

impl State<'_> {
    /// Takes the quantified formulas out of a clause that is complete otherwise.
    pub(super) fn replace_quantified(&mut self, mut partial: Partial) -> Result<Partial, Diagnostic> {
        let formulas = std::mem::take(&mut partial.foralls);
        match self.quantified {
            Quantified::Whole => {
                for formula in formulas {
                    let atom = self.whole_atom(formula)?;
                    partial.aux_body.push(atom);
                }
            }
            _ => {
                let candidates = self.candidates(&partial);
                for formula in formulas {
                    self.add_instances(formula, &candidates, &mut partial);
                }
                partial.instanced = true;
            }
        }
        Ok(partial)
    }

    /// The terms that stand for a quantifier's variables: indices of arrays, and variables that are arguments of the
    /// head.
    fn candidates(&self, partial: &Partial) -> Vec<TermId> {
        let mut roots = partial.constraint.clone();
        let head = partial.head.map(|head| self.formulas.args(head).to_vec()).unwrap_or_default();
        roots.extend(&head);
        roots.extend(partial.body.iter().flat_map(|&atom| self.formulas.args(atom)));
        let mut found: Vec<TermId> = Vec::new();
        let indices = postorder(&self.store, &roots).into_iter().filter_map(|term| match self.store.op(term) {
            Op::Select | Op::Store => Some(self.store.args(term)[1]),
            _ => None,
        });
        for term in head.iter().copied().filter(|&arg| self.store.as_var(arg).is_some()).chain(indices) {
            let closed = postorder(&self.store, &[term]).iter().all(|&t| !matches!(self.store.op(t), Op::Bound(_)));
            if closed && !found.contains(&term) {
                found.push(term);
            }
        }
        found
    }

    fn add_instances(&mut self, formula: FormulaId, candidates: &[TermId], partial: &mut Partial) {
        let Shape::Quant { body, .. } = self.formulas.shape(formula) else { return };
        let span = self.formulas.span(formula);
        let vars = self.formulas.vars(formula).to_vec();
        let mut tuples: Vec<Vec<(TermId, Value)>> = vec![Vec::new()];
        for var in vars {
            let sort = self.store.sort_of(var);
            let mut terms: Vec<TermId> =
                candidates.iter().copied().filter(|&term| self.store.sort_of(term) == sort).take(MAX_TERMS).collect();
            if terms.is_empty() {
                terms.push(self.variables.fresh(&mut self.store, sort, Name::None));
            }
            tuples = tuples
                .iter()
                .flat_map(|tuple| {
                    terms.iter().map(|&term| {
                        let mut longer = tuple.clone();
                        longer.push((var, Value::Term(term)));
                        longer
                    })
                })
                .take(MAX_INSTANCES)
                .collect();
        }
        for tuple in tuples {
            let body = Value::Formula(body);
            let instance = self.formulas.instantiate(&mut self.store, body, &tuple, &mut self.variables, None);
            // Replacing variables by terms without atoms puts no atom into a term.
            if let Ok(instance) = instance {
                let instance = self.formulas.of(instance, span);
                partial.pending.push((instance, false));
            }
        }
    }

    /// `all(…)` for a quantified atom.
    fn whole_atom(&mut self, formula: FormulaId) -> Result<Atom, Diagnostic> {
        let span = self.formulas.span(formula);
        let refused = |state: &Self| {
            let message = "not a Horn clause: only one predicate with cells of arrays may be under a universal quantifier in the body";
            state.error_at(span, message).of(Fault::NotHorn)
        };
        let Shape::Quant { body, .. } = self.formulas.shape(formula) else { return Err(refused(self)) };
        let Shape::Atom(pred) = self.formulas.shape(body) else { return Err(refused(self)) };
        let vars = self.formulas.vars(formula).to_vec();
        let args = self.formulas.args(body).to_vec();
        let Some(kinds) = kinds(&self.store, &vars, &args) else { return Err(refused(self)) };
        let terms = kinds.iter().zip(&args).filter_map(|(kind, &arg)| match kind {
            Kind::Plain => Some(arg),
            Kind::Index(_) => None,
            Kind::Cell(..) => Some(self.store.args(arg)[0]),
        });
        let terms: Vec<TermId> = terms.collect();
        let known = self.wholes.iter().find(|whole| whole.pred == pred && whole.kinds == kinds);
        let all = match known {
            Some(whole) => whole.all,
            None => {
                let sorts = terms.iter().map(|&term| self.store.sort_of(term)).collect();
                let all = self.system.add_pred(String::new(), sorts);
                self.auxiliary.push(all);
                self.wholes.push(Whole { pred, kinds, all });
                all
            }
        };
        Ok(Atom::new(all, terms))
    }

    /// The clauses of the predicates that [`Quantified::Whole`] has made.
    pub(super) fn define_wholes(&mut self) {
        for whole in self.wholes.clone() {
            for index in 0..self.system.clauses.len() {
                let clause = &self.system.clauses[index];
                if clause.head.as_ref().is_some_and(|head| head.pred == whole.pred)
                    && let Some(clause) = generic(&mut self.store, &clause.clone(), &whole)
                {
                    self.system.add_clause(clause);
                }
            }
        }
    }
}

/// What the arguments of an atom under a quantifier are; `None` if they have no array form. Each variable is exactly
/// one argument.
fn kinds(store: &Store, vars: &[TermId], args: &[TermId]) -> Option<Vec<Kind>> {
    let place = |term: TermId| vars.iter().position(|&var| var == term);
    let mut met = vec![false; vars.len()];
    let mut kinds = Vec::with_capacity(args.len());
    for &arg in args {
        let kind = if let Some(number) = place(arg) {
            if std::mem::replace(&mut met[number], true) {
                return None;
            }
            Kind::Index(number)
        } else if !mentions(store, arg, vars) {
            Kind::Plain
        } else if *store.op(arg) == Op::Select
            && let Some(number) = place(store.args(arg)[1])
            && !mentions(store, store.args(arg)[0], vars)
        {
            Kind::Cell(number, store.sort_of(store.args(arg)[0]))
        } else {
            return None;
        };
        kinds.push(kind);
    }
    met.iter().all(|&met| met).then_some(kinds)
}

fn mentions(store: &Store, term: TermId, vars: &[TermId]) -> bool {
    free_vars(store, &[term]).iter().any(|var| vars.contains(var))
}

/// The clause for all instances, if it derives its head for all values of the variables that are the indices.
fn generic(store: &mut Store, clause: &Clause, whole: &Whole) -> Option<Clause> {
    let head = clause.head.as_ref()?;
    let count = whole.kinds.iter().filter(|kind| matches!(kind, Kind::Index(_))).count();
    let mut indices: Vec<Option<TermId>> = vec![None; count];
    for (kind, &arg) in whole.kinds.iter().zip(&head.args) {
        if let Kind::Index(number) = kind {
            store.as_var(arg)?;
            indices[*number] = Some(arg);
        }
    }
    let indices: Vec<TermId> = indices.into_iter().collect::<Option<_>>()?;
    if (1..indices.len()).any(|at| indices[..at].contains(&indices[at])) {
        return None;
    }
    let mut args = Vec::new();
    for (kind, &arg) in whole.kinds.iter().zip(&head.args) {
        let term = match *kind {
            Kind::Index(_) => continue,
            Kind::Plain => arg,
            // match: select b r      gives: b      match: c without r      gives: the array that is c everywhere
            Kind::Cell(number, sort) => match *store.op(arg) {
                Op::Select if store.args(arg)[1] == indices[number] && store.sort_of(store.args(arg)[0]) == sort => {
                    store.args(arg)[0]
                }
                _ => store.const_array(sort, arg),
            },
        };
        args.push(term);
    }
    let mut rest = vec![clause.constraint];
    rest.extend(clause.body.iter().flat_map(|atom| atom.args.iter().copied()));
    rest.extend(&args);
    if rest.iter().any(|&term| mentions(store, term, &indices)) {
        return None;
    }
    Some(Clause { head: Some(Atom::new(whole.all, args)), ..clause.clone() })
}

#[cfg(test)]
mod tests {
    use super::super::{Dialect, Script, read_as, read_quantified};
    use super::*;

    const LOOP: &str = "(declare-fun p (Int Int Int) Bool)\
        (assert (forall ((q Int) (v Int)) (p 0 q 0)))\
        (assert (forall ((i Int) (a (Array Int Int)) (b (Array Int Int)) (r Int)) \
          (=> (and (forall ((q Int)) (p i q (select a q))) (= b (store a i 1))) (p (+ i 1) r (select b r)))))\
        (assert (forall ((i Int) (q Int)) (=> (p i q 5) (p i 7 q))))\
        (assert (forall ((i Int) (a (Array Int Int))) (=> (forall ((q Int)) (p i q (select a q))) (= (select a 3) 0))))";

    fn read(quantified: Quantified) -> Script {
        read_quantified(LOOP.as_bytes(), Dialect::Eldarica, quantified).expect("it can be read")
    }

    #[test]
    fn refused_unless_asked_for() {
        assert_eq!(read_as(LOOP.as_bytes(), Dialect::Standard).map(|_| ()).map_err(|e| e.fault), Err(Fault::NotHorn));
    }

    #[test]
    fn instances_at_indices_and_variables_of_the_head() {
        let script = read(Quantified::Instances);
        // The step: at the cell written and at the head's variable.
        assert_eq!(script.system.clauses[1].body.len(), 2);
        // The query: at the cell read.
        assert_eq!(script.system.clauses[3].body.len(), 1);
        let marked: Vec<usize> = script.instances.iter().map(|id| id.index()).collect();
        assert_eq!(marked, [1, 3]);
        assert!(script.auxiliary.is_empty());
    }

    #[test]
    fn predicates_over_arrays_from_generic_clauses() {
        let script = read(Quantified::Whole);
        assert!(script.instances.is_empty());
        let [all] = script.auxiliary[..] else { panic!("one predicate is made") };
        assert_eq!(script.system.pred(all).sorts.len(), 2);
        // From the first two clauses; the third derives p for one cell only.
        let defining: Vec<&Clause> =
            script.system.clauses.iter().filter(|c| c.head.as_ref().is_some_and(|h| h.pred == all)).collect();
        assert_eq!(defining.len(), 2);
        assert!(defining[0].body.is_empty());
        assert_eq!(*script.store.op(defining[0].head.as_ref().expect("it has one").args[1]), Op::ConstArray);
        assert_eq!(defining[1].body[0].pred, all);
        assert_eq!(script.system.clauses.len(), 6);
    }
}
