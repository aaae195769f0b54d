//! Model-based projection: from a formula, a model of it and variables to get rid of, a cube over the other variables.
//!
//! The cube is true in the model and implies `∃ variables. formula`. Over all models only finitely many cubes come out
//! for Bool, linear arithmetic and one level of datatypes, which is what makes property-directed search converge
//! (Komuravelli, Gurfinkel, Chaki: *SMT-based model checking for recursive programs*, CAV 2014; Bjørner, Janota:
//! *Playing with quantified satisfaction*, LPAR 2015). First the formula is reduced to a cube of literals that the
//! model satisfies ([`implicant`]); then each variable goes by the means of its sort: truth values by their value, any
//! sort by an equality that defines the variable, linear arithmetic by virtual substitution (`arith`), arrays by their
//! reads (`array`), datatypes by their fields (`data`). Where nothing else applies the variable is replaced by its
//! value, which is always sound.

mod arith;
mod array;
mod data;
mod implicant;

#[cfg(test)]
mod tests;

pub use implicant::implicant;

use crate::term::{Assignment, Op, SortId, Store, Substitution, TermId, Value, evaluate, free_vars};
use hashbrown::HashSet;
use smallvec::SmallVec;

/// Projects the conjunction of `formulas` onto the variables that are not in `eliminate`.
///
/// `model` must give a value to every variable of the formulas and make all of them true. The result is a cube: its
/// literals are true in the model and imply `∃ eliminate. formulas`. `None` if the formulas are not true in the model,
/// or not defined there (a quantifier, a division by zero).
pub fn project(
    store: &mut Store,
    formulas: &[TermId],
    eliminate: &[TermId],
    model: &Assignment,
) -> Option<Vec<TermId>> {
    let literals = implicant(store, formulas, model)?;
    let bound = formulas.iter().chain(eliminate).map(|&f| store.var_bound(f)).max().unwrap_or(0);
    let mut projector = Projector {
        store,
        model: model.clone(),
        literals: Vec::new(),
        present: HashSet::new(),
        vars: eliminate.to_vec(),
        next_var: bound.max(model.bound()),
    };
    for literal in literals {
        projector.push(literal);
    }
    projector.run()?;
    let mut cube: Vec<TermId> = projector.literals.into_iter().map(|l| l.term).collect();
    arith::drop_weaker_bounds(store, &mut cube);
    Some(cube)
}

/// A literal with the numbers of its variables.
#[derive(Clone, Debug)]
struct Literal {
    term: TermId,
    /// The variables that occur, sorted by number; numbers are unique across sorts within one projection.
    vars: SmallVec<[TermId; 4]>,
}

impl Literal {
    fn mentions(&self, var: TermId) -> bool {
        self.vars.contains(&var)
    }
}

/// The state of one projection. Every literal is true in the model at every time.
struct Projector<'a> {
    store: &'a mut Store,
    model: Assignment,
    literals: Vec<Literal>,
    present: HashSet<TermId>,
    /// The variables still to be eliminated.
    vars: Vec<TermId>,
    next_var: u32,
}

impl Projector<'_> {
    /// Eliminates variable after variable. Every round removes a variable, or replaces it by strictly smaller parts of
    /// its value.
    fn run(&mut self) -> Option<()> {
        loop {
            let used: HashSet<TermId> = self.literals.iter().flat_map(|l| l.vars.iter().copied()).collect();
            self.vars.retain(|v| used.contains(v));
            if self.vars.is_empty() {
                return Some(());
            }
            if let Some(&var) = self.vars.iter().find(|&&v| self.store.sort_of(v) == SortId::BOOL) {
                self.substitute_value(var)?;
                continue;
            }
            if self.substitute_by_equality()? {
                continue;
            }
            if self.data_step()? || self.array_step()? {
                continue;
            }
            self.last_resort()?;
        }
    }

    /// Arithmetic variables are eliminated after all others, when only numbers are left; what no rule covers goes by
    /// value.
    fn last_resort(&mut self) -> Option<()> {
        let other = self.vars.iter().copied().find(|&v| !self.store.sort_of(v).is_arith());
        if let Some(var) = other {
            return self.substitute_value(var);
        }
        // Few occurrences first: the fewer bounds meet, the smaller the result.
        let mut best: Option<(usize, TermId)> = None;
        for &var in &self.vars {
            let count = self.literals.iter().filter(|l| l.mentions(var)).count();
            if best.is_none_or(|(least, _)| count < least) {
                best = Some((count, var));
            }
        }
        let (_, var) = best?;
        self.eliminate_number(var)
    }

    /// Adds a formula that is true in the model, as literals.
    fn add(&mut self, formula: TermId) -> Option<()> {
        if formula == Store::TRUE {
            return Some(());
        }
        for literal in implicant(self.store, &[formula], &self.model)? {
            self.push(literal);
        }
        Some(())
    }

    fn push(&mut self, term: TermId) {
        if term != Store::TRUE && self.present.insert(term) {
            let vars = free_vars(self.store, &[term]).into();
            self.literals.push(Literal { term, vars });
        }
    }

    /// Removes and returns the literals that satisfy the condition, in order.
    fn take(&mut self, mut condition: impl FnMut(&Literal) -> bool) -> Vec<Literal> {
        let (taken, kept) = std::mem::take(&mut self.literals).into_iter().partition(|l| condition(l));
        self.literals = kept;
        for literal in &taken {
            let literal: &Literal = literal;
            self.present.remove(&literal.term);
        }
        taken
    }

    /// Replaces terms everywhere.
    fn replace(&mut self, pairs: &[(TermId, TermId)]) -> Option<()> {
        let mut touched: HashSet<TermId> = HashSet::new();
        for (from, _) in pairs {
            touched.extend(free_vars(self.store, &[*from]));
        }
        let taken = self.take(|l| l.vars.iter().any(|v| touched.contains(v)));
        let mut substitution = Substitution::new(pairs.iter().copied());
        for literal in taken {
            let image = substitution.apply(self.store, literal.term);
            if image == literal.term { self.push(image) } else { self.add(image)? }
        }
        Some(())
    }

    /// Replaces a variable by a term of equal value and forgets it.
    fn substitute(&mut self, var: TermId, by: TermId) -> Option<()> {
        self.vars.retain(|&v| v != var);
        self.replace(&[(var, by)])
    }

    fn substitute_value(&mut self, var: TermId) -> Option<()> {
        let value = self.value(var)?;
        let sort = self.store.sort_of(var);
        let by = value.to_term(self.store, sort);
        self.substitute(var, by)
    }

    /// The value of a term in the model.
    fn value(&self, term: TermId) -> Option<Value> {
        evaluate(self.store, term, &self.model)
    }

    fn eliminable(&self, term: TermId) -> bool {
        self.store.as_var(term).is_some() && self.vars.contains(&term)
    }

    /// A new variable with the given value, to be eliminated later.
    fn fresh(&mut self, sort: SortId, value: Value) -> TermId {
        let number = self.next_var;
        self.next_var += 1;
        self.model.set(number, value);
        let var = self.store.var(number, sort);
        self.vars.push(var);
        var
    }

    /// Finds one literal `x = t` with `x` to be eliminated and not in `t`, and substitutes.
    fn substitute_by_equality(&mut self) -> Option<bool> {
        for at in 0..self.literals.len() {
            if *self.store.op(self.literals[at].term) != Op::Eq {
                continue;
            }
            if let Some((var, by)) = self.solve(&self.literals[at].clone()) {
                self.substitute(var, by)?;
                return Some(true);
            }
        }
        Some(false)
    }

    /// Solves an equality for one of its variables that are to be eliminated.
    fn solve(&mut self, literal: &Literal) -> Option<(TermId, TermId)> {
        let [left, right] = *self.store.args(literal.term) else { return None };
        let sort = self.store.sort_of(left);
        if !sort.is_arith() {
            for (var, by) in [(left, right), (right, left)] {
                if self.eliminable(var) && !free_vars(self.store, &[by]).contains(&var) {
                    return Some((var, by));
                }
            }
            return None;
        }
        let (form, _) = self.store.as_linear_literal(literal.term)?;
        for (atom, coefficient) in &form.terms {
            if !self.eliminable(*atom) || (sort == SortId::INT && !coefficient.abs().is_one()) {
                continue;
            }
            let elsewhere = form.terms.iter().any(|(other, _)| {
                other != atom && self.store.as_var(*other).is_none() && free_vars(self.store, &[*other]).contains(atom)
            });
            if elsewhere {
                continue;
            }
            let mut rest = form.clone();
            rest.terms.retain(|(other, _)| other != atom);
            rest.scale(&-coefficient.recip());
            let by = self.store.from_linear(&rest, sort);
            return Some((*atom, by));
        }
        None
    }
}
