//! [`Conjunction`]: a constraint with the terms around it, from which variables are eliminated.
//!
//! This is the workhorse of the stage. A clause's constraint is simplified with the arguments of its atoms as the terms
//! that have to keep their meaning; the definition of an inlined predicate is a constraint whose first variables are
//! its arguments and must stay. Every variable that goes leaves its *image* behind, a term over the remaining variables
//! with which the original constraint holds whenever the simplified one does; refutations are translated back by it.

use super::facts::{Facts, is_literal};
use super::flatten::is_record;
use crate::num::Rat;
use crate::term::{Op, Relation, SortId, Store, Substitution, TermId, Value, conjuncts, free_vars, tree_size};
use hashbrown::HashSet;

/// How many rounds of simplification a conjunction gets at most.
const ROUNDS: usize = 24;
/// How many subterms are looked at for context simplification in one round.
const FUEL: usize = 200_000;

/// A conjunction of formulas under simplification.
#[derive(Clone, Debug)]
pub(super) struct Conjunction {
    /// What has to hold.
    pub conjuncts: Vec<TermId>,
    /// Other terms over the same variables; variables in them may be replaced but not dropped.
    pub terms: Vec<TermId>,
    /// How many of the terms, from the first, are better left variables (arguments of body atoms).
    pub reluctant: usize,
    /// The sorts of all variables; grows as fields of datatypes become variables.
    pub vars: Vec<SortId>,
    /// How many variables, from the first, must not be replaced.
    pub fixed: usize,
    /// Whether to eliminate variables even where that makes the constraint larger.
    pub exhaustive: bool,
    /// The variables the conjunction started with as terms over the ones it has now.
    pub images: Vec<TermId>,
}

/// A way to get rid of a variable by an equation.
pub(super) enum Solution {
    /// It is this term.
    Term(u32, TermId),
    /// It is the negation of this formula.
    Negation(u32, TermId),
    /// The linear conjunct can be solved for it.
    Linear(u32),
    /// It is built by that constructor.
    Built(u32, u32),
    /// It is the array that a `store` makes the other side of the equation of: variable, the `store`, the other side.
    Overwritten(u32, TermId, TermId),
}

impl Solution {
    pub(super) fn var(&self) -> u32 {
        match self {
            Solution::Term(v, _)
            | Solution::Negation(v, _)
            | Solution::Linear(v)
            | Solution::Built(v, _)
            | Solution::Overwritten(v, ..) => *v,
        }
    }
}

impl Conjunction {
    /// A conjunction over the variables of these sorts.
    pub(super) fn new(store: &mut Store, vars: &[SortId], constraint: TermId, terms: Vec<TermId>) -> Conjunction {
        let images = store.vars(0, vars);
        let conjuncts = conjuncts(store, constraint);
        Conjunction { conjuncts, terms, reluctant: 0, vars: vars.to_vec(), fixed: 0, exhaustive: false, images }
    }

    /// Whether the conjunction is known to be false.
    pub(super) fn is_false(&self) -> bool {
        self.conjuncts.first() == Some(&Store::FALSE)
    }

    /// A variable that did not exist before.
    pub(super) fn fresh(&mut self, store: &mut Store, sort: SortId) -> TermId {
        self.vars.push(sort);
        store.var(self.vars.len() as u32 - 1, sort)
    }

    /// Simplifies to a fixpoint.
    pub(super) fn simplify(&mut self, store: &mut Store) {
        self.flatten(store);
        for _ in 0..ROUNDS {
            let mut changed = self.solve_equations(store);
            changed |= self.expand_records(store);
            if !self.is_false() {
                changed |= self.use_facts(store);
            }
            if !self.is_false() {
                changed |= self.drop_variables(store);
            }
            if self.is_false() || !changed {
                break;
            }
        }
    }

    /// Brings the list of conjuncts in normal form: flat, sorted, none twice, `[false]` on contradiction.
    pub(super) fn flatten(&mut self, store: &mut Store) {
        let all = store.and(&self.conjuncts);
        self.conjuncts = conjuncts(store, all);
    }

    /// Replaces variables by number. The sorts of the terms are those of the variables.
    pub(super) fn substitute(&mut self, store: &mut Store, by: &[(u32, TermId)]) {
        let mut all = store.vars(0, &self.vars);
        for &(var, term) in by {
            all[var as usize] = term;
        }
        let mut substitution = Substitution::by_index(&all);
        for list in [&mut self.conjuncts, &mut self.terms, &mut self.images] {
            for term in list.iter_mut() {
                *term = substitution.apply(store, *term);
            }
        }
        self.flatten(store);
    }

    /// Eliminates variables by equations until none applies; whether any did.
    fn solve_equations(&mut self, store: &mut Store) -> bool {
        let mut any = false;
        for _ in 0..ROUNDS {
            if self.is_false() || !self.solve_independent(store) {
                break;
            }
            any = true;
        }
        any
    }

    /// Finds variables with solutions such that no solution mentions another solved variable, and eliminates them at
    /// once. A chain of n equations takes log n such rounds.
    fn solve_independent(&mut self, store: &mut Store) -> bool {
        const OPEN: u8 = 0;
        const SOLVED: u8 = 1;
        const USED: u8 = 2;
        let mut state = vec![OPEN; self.vars.len()];
        let cost = self.replacement_costs(store);
        let occurrences = self.occurrences(store);
        let mut by = Vec::new();
        let mut extra = Vec::new();
        for i in 0..self.conjuncts.len() {
            let conjunct = self.conjuncts[i];
            let candidates = solutions(store, conjunct);
            if candidates.is_empty() {
                continue;
            }
            let free: Vec<u32> = free_vars(store, &[conjunct]).iter().filter_map(|&v| store.as_var(v)).collect();
            let solved = free.iter().filter(|&&v| state[v as usize] == SOLVED).count();
            let best = candidates
                .into_iter()
                .filter(|s| {
                    let var = s.var() as usize;
                    var >= self.fixed && state[var] == OPEN && solved == 0
                })
                .min_by_key(|s| {
                    let indirect = matches!(s, Solution::Overwritten(..));
                    (indirect, cost[s.var() as usize], std::cmp::Reverse(s.var()))
                });
            let Some(solution) = best else { continue };
            let var = solution.var();
            let term = match solution {
                Solution::Term(_, term) => term,
                Solution::Negation(_, term) => store.not(term),
                Solution::Linear(var) => {
                    let atom = store.var(var, self.vars[var as usize]);
                    let Some(term) = solved_for(store, atom, conjunct) else { continue };
                    term
                }
                Solution::Built(var, constructor) => {
                    let sort = self.vars[var as usize];
                    let Some(id) = store.datatype_of(sort) else { continue };
                    let fields: Vec<SortId> =
                        store.datatype(id).constructors[constructor as usize].fields.iter().map(|f| f.sort).collect();
                    let fields: Vec<TermId> = fields.into_iter().map(|s| self.fresh(store, s)).collect();
                    store.construct(sort, constructor, &fields)
                }
                // match: b = store(a, i, v)      gives: a = store(b, i, w) and b[i] = v for some w
                Solution::Overwritten(_, write, result) => {
                    let [_, index, value] = *store.args(write) else { continue };
                    let read = store.select(result, index);
                    extra.push(store.eq(read, value));
                    let lost = self.fresh(store, store.sort_of(value));
                    store.store(result, index, lost)
                }
            };
            // A large term copied to many places costs more than the equation.
            if !self.exhaustive && occurrences[var as usize] > 2 && tree_size(store, term, LARGE) >= LARGE {
                continue;
            }
            for v in free {
                state[v as usize] = USED;
            }
            state[var as usize] = SOLVED;
            by.push((var, term));
            self.conjuncts[i] = Store::TRUE;
        }
        if by.is_empty() {
            return false;
        }
        self.conjuncts.append(&mut extra);
        self.substitute(store, &by);
        true
    }

    /// Replaces variables of record sorts by their fields, and equations between records by equations between their
    /// fields.
    fn expand_records(&mut self, store: &mut Store) -> bool {
        let mut roots = self.conjuncts.clone();
        roots.extend_from_slice(&self.terms);
        let mut by = Vec::new();
        for var in free_vars(store, &roots) {
            let sort = store.sort_of(var);
            let Some(number) = store.as_var(var).filter(|&v| v as usize >= self.fixed) else { continue };
            if store.datatype_of(sort).is_none() || !is_record(store, sort) {
                continue;
            }
            let Some(id) = store.datatype_of(sort) else { continue };
            let fields: Vec<SortId> = store.datatype(id).constructors[0].fields.iter().map(|f| f.sort).collect();
            let fields: Vec<TermId> = fields.into_iter().map(|s| self.fresh(store, s)).collect();
            by.push((number, store.construct(sort, 0, &fields)));
        }
        let mut split = false;
        for i in 0..self.conjuncts.len() {
            let conjunct = self.conjuncts[i];
            if *store.op(conjunct) != Op::Eq {
                continue;
            }
            let [a, b] = *store.args(conjunct) else { continue };
            let sort = store.sort_of(a);
            if store.datatype_of(sort).is_none() || !is_record(store, sort) {
                continue;
            }
            let count = store.datatype_of(sort).map_or(0, |id| store.datatype(id).constructors[0].fields.len()) as u32;
            let mut parts = Vec::new();
            for field in 0..count {
                let (x, y) = (store.project(0, field, a), store.project(0, field, b));
                parts.push(store.eq(x, y));
            }
            self.conjuncts[i] = store.and(&parts);
            split = true;
        }
        if by.is_empty() && !split {
            return false;
        }
        self.substitute(store, &by);
        true
    }

    /// For each variable how reluctant we are to replace it: 0 if it occurs in the conjuncts only.
    fn replacement_costs(&self, store: &Store) -> Vec<u8> {
        let mut cost = vec![0u8; self.vars.len()];
        let (body, head) = self.terms.split_at(self.reluctant.min(self.terms.len()));
        for (terms, price) in [(head, 1), (body, 2)] {
            for var in free_vars(store, terms).into_iter().filter_map(|v| store.as_var(v)) {
                cost[var as usize] = price;
            }
        }
        cost
    }

    /// In how many conjuncts and other terms each variable occurs.
    fn occurrences(&self, store: &Store) -> Vec<u32> {
        let mut count = vec![0u32; self.vars.len()];
        for &term in self.conjuncts.iter().chain(&self.terms) {
            for var in free_vars(store, &[term]).into_iter().filter_map(|v| store.as_var(v)) {
                count[var as usize] += 1;
            }
        }
        count
    }

    /// Understands the literals and simplifies everything else under them; whether something changed.
    fn use_facts(&mut self, store: &mut Store) -> bool {
        let mut facts = Facts::inside(None);
        let mut rest = Vec::new();
        for &conjunct in &self.conjuncts {
            if is_literal(store, conjunct) {
                facts.add(store, conjunct);
            } else {
                rest.push(conjunct);
            }
        }
        facts.close(store);
        if facts.is_contradictory() {
            self.conjuncts = vec![Store::FALSE];
            return true;
        }
        let before = self.conjuncts.clone();
        let terms_before = self.terms.clone();
        let mut fuel = FUEL;
        let mut all = facts.literals(store);
        for literal in &mut all {
            *literal = facts.rewrite(store, *literal, false, &mut fuel);
        }
        for formula in rest {
            all.push(facts.simplify(store, formula, 3, &mut fuel));
        }
        self.conjuncts = all;
        for term in &mut self.terms {
            *term = facts.rewrite(store, *term, true, &mut fuel);
        }
        self.flatten(store);
        self.conjuncts != before || self.terms != terms_before
    }

    /// Renumbers the variables that occur, from 0 and in order, and gives every variable that does not occur a default
    /// value. Returns the sorts of the variables that are left, and the images (`None` only where a sort has no
    /// finite value). The fixed variables always stay.
    pub(super) fn compact(&mut self, store: &mut Store) -> (Vec<SortId>, Vec<Option<TermId>>) {
        let mut roots = self.conjuncts.clone();
        roots.extend_from_slice(&self.terms);
        let mut used = vec![false; self.vars.len()];
        used[..self.fixed].fill(true);
        for var in free_vars(store, &roots).into_iter().filter_map(|v| store.as_var(v)) {
            used[var as usize] = true;
        }
        let mut sorts = Vec::new();
        let mut by = Vec::with_capacity(self.vars.len());
        let mut homeless = HashSet::new();
        for (var, used) in used.into_iter().enumerate() {
            let sort = self.vars[var];
            by.push(if used {
                sorts.push(sort);
                store.var(sorts.len() as u32 - 1, sort)
            } else if let Some(value) = Value::default_of(store, sort) {
                value.to_term(store, sort)
            } else {
                homeless.insert(var as u32);
                store.var(var as u32, sort)
            });
        }
        let open: Vec<bool> = self
            .images
            .iter()
            .map(|&t| {
                !homeless.is_empty()
                    && free_vars(store, &[t]).iter().any(|&v| store.as_var(v).is_some_and(|v| homeless.contains(&v)))
            })
            .collect();
        if by.iter().enumerate().any(|(i, &t)| store.as_var(t) != Some(i as u32)) {
            let mut substitution = Substitution::by_index(&by);
            for list in [&mut self.conjuncts, &mut self.terms, &mut self.images] {
                for term in list.iter_mut() {
                    *term = substitution.apply(store, *term);
                }
            }
            self.flatten(store);
        }
        self.vars.clone_from(&sorts);
        (sorts, self.images.iter().zip(open).map(|(&t, open)| (!open).then_some(t)).collect())
    }
}

/// From which tree size on a term is not copied to several places.
const LARGE: usize = 60;

/// The variables a conjunct gives a value, see [`Solution`].
pub(super) fn solutions(store: &mut Store, conjunct: TermId) -> Vec<Solution> {
    let mut found = Vec::new();
    match store.op(conjunct) {
        Op::Var(v) => found.push(Solution::Term(*v, Store::TRUE)),
        Op::Test(constructor) => {
            if let Some(var) = store.as_var(store.args(conjunct)[0]) {
                found.push(Solution::Built(var, *constructor));
            }
        }
        Op::Not => {
            let inner = store.args(conjunct)[0];
            match store.op(inner) {
                Op::Var(v) => found.push(Solution::Term(*v, Store::FALSE)),
                Op::Test(constructor) => {
                    let data = store.args(inner)[0];
                    let count =
                        store.datatype_of(store.sort_of(data)).map_or(0, |id| store.datatype(id).constructors.len());
                    if let (Some(var), 2) = (store.as_var(data), count) {
                        found.push(Solution::Built(var, 1 - *constructor));
                    }
                }
                Op::Eq if store.sort_of(store.args(inner)[0]) == SortId::BOOL => {
                    let [a, b] = *store.args(inner) else { return found };
                    for (x, t) in [(a, b), (b, a)] {
                        if let Some(var) = store.as_var(x)
                            && !occurs(store, x, t)
                        {
                            found.push(Solution::Negation(var, t));
                        }
                    }
                }
                _ => {}
            }
        }
        Op::Eq => {
            let [a, b] = *store.args(conjunct) else { return found };
            if !store.sort_of(a).is_arith() {
                for (x, t) in [(a, b), (b, a)] {
                    if let Some(var) = store.as_var(x)
                        && !occurs(store, x, t)
                    {
                        found.push(Solution::Term(var, t));
                    }
                    if *store.op(x) == Op::Store
                        && let Some(var) = store.as_var(store.args(x)[0])
                        && !occurs(store, store.args(x)[0], t)
                        && !store.args(x)[1..].iter().any(|&arg| occurs(store, store.args(x)[0], arg))
                    {
                        found.push(Solution::Overwritten(var, x, t));
                    }
                }
                return found;
            }
            let Some((form, Relation::EqZero)) = store.as_linear_literal(conjunct) else { return found };
            let others: Vec<TermId> =
                form.terms.iter().map(|(t, _)| *t).filter(|&t| store.as_var(t).is_none()).collect();
            let nested = free_vars(store, &others);
            let minus_one = Rat::from(-1);
            for (atom, coefficient) in &form.terms {
                let unit = store.sort_of(*atom) == SortId::REAL || coefficient.is_one() || *coefficient == minus_one;
                if let Some(var) = store.as_var(*atom)
                    && unit
                    && !nested.contains(atom)
                {
                    found.push(Solution::Linear(var));
                }
            }
        }
        _ => {}
    }
    found
}

/// A linear equation solved for a variable in it.
pub(super) fn solved_for(store: &mut Store, var: TermId, equation: TermId) -> Option<TermId> {
    let (mut form, _) = store.as_linear_literal(equation)?;
    let coefficient = form.coefficient(var);
    form.terms.retain(|(atom, _)| *atom != var);
    form.scale(&-&coefficient.recip());
    Some(store.from_linear(&form, store.sort_of(var)))
}

fn occurs(store: &Store, var: TermId, term: TermId) -> bool {
    free_vars(store, &[term]).contains(&var)
}
