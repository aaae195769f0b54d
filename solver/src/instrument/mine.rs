//! Properties of cells and counters mined from clauses: what a quantified invariant may be made of.
//!
//! An invariant over cells usually says `∀k. guard(k) → property(a[k], k)`: which part of an array has been processed,
//! and what holds of the cells there. *Guards* are the comparisons of the cell's index with counters that the clauses
//! write down; *properties* are what queries ask for, what writes put into cells, and what follows from these backwards
//! (the condition under which a write gives the property) and forwards. The candidates are all
//! `guard ∧ guard → property`.

use super::counters::counters;
use super::family::Families;
use super::fit;
use super::limits::LIMITS;
use super::space::{Space, express};
use crate::num::Rat;
use crate::rates::{changing, steps};
use crate::reduce::cells::{Cells, Role};
use crate::system::{Atom, PredId, System};
use crate::term::{Op, SortId, Store, Substitution, TermId, Value, conjuncts, free_vars, postorder};
use std::collections::BTreeSet;

/// Bounds of this size are those of machine types, which hold of all cells anyway.
const MACHINE: i64 = (1 << 31) - 2;

/// What was found for one predicate, as terms over its arguments.
#[derive(Clone, Debug, Default)]
struct Found {
    properties: Vec<TermId>,
    guards: Vec<TermId>,
    /// Equations between an index and a counter: one single cell.
    places: Vec<TermId>,
    scalars: Vec<TermId>,
    /// Those of the counters that queries ask for.
    asked: Vec<TermId>,
    /// Equations between indices of different cells.
    relations: Vec<TermId>,
    /// Constant bounds on indices between which cells are looked at.
    regions: Vec<TermId>,
}

/// What kind of statement a term is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Property,
    Guard,
    Scalar,
}

/// How many candidates are made of what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// What executions show, and facts about counters.
    Shown,
    /// Properties of cells as well, under one guard.
    Narrow,
    /// Under two guards together: the expensive part.
    Wide,
}

/// The miner.
struct Miner<'a> {
    store: &'a mut Store,
    system: &'a System,
    roles: &'a [Vec<Role>],
    found: Vec<Found>,
    /// For each predicate its integers that are no ghosts: first those that a loop changes.
    counters: Vec<Vec<usize>>,
    /// For each predicate which of its arguments a loop changes.
    changing: Vec<Vec<bool>>,
}

/// What is known about the ghosts of a predicate, over its arguments in the system over cells.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// Ghosts whose value is open under a condition (the extremum of nothing): the ghost, and when it means something.
    pub open: Vec<(TermId, TermId)>,
    /// Further facts to try.
    pub facts: Vec<TermId>,
    /// What executions have found the arguments to be, at some cells.
    pub samples: Vec<Vec<Value>>,
}

/// The hints for a predicate of `original`, whose ghosts are those of `space`.
pub fn hints(
    store: &mut Store,
    original: &System,
    families: &Families,
    space: &Space,
    reduction: &Cells,
    pred: PredId,
) -> Hints {
    let terms = reduction.argument_terms(store, original, pred);
    let sorts = reduction.system.pred(pred).sorts.clone();
    let args = store.vars(0, &sorts);
    // Original arguments as arguments over cells; a term that needs another one is no use.
    let moved: Vec<(TermId, TermId)> =
        terms.iter().zip(&args).filter(|(t, _)| store.as_var(**t).is_some()).map(|(&t, &a)| (t, a)).collect();
    let move_over = |store: &mut Store, term: TermId| -> Option<TermId> {
        let all = free_vars(store, &[term]).iter().all(|var| moved.iter().any(|(from, _)| from == var));
        all.then(|| Substitution::new(moved.iter().copied()).apply(store, term))
    };
    let mut result = Hints::default();
    for summary in &space.summaries[pred.index()] {
        let term = families.term(store, summary);
        let Some(place) = terms.iter().position(|&t| t == term) else { continue };
        if families.operator(summary.family).unit(store, sorts[place]).is_some() {
            continue;
        }
        let some = store.lt(summary.lo, summary.hi);
        if let Some(condition) = move_over(store, some) {
            result.open.push((args[place], condition));
        }
    }
    for &scalar in &space.scalars[pred.index()] {
        let Some(place) = terms.iter().position(|&t| t == scalar) else { continue };
        let modulus = match (store.op(scalar), store.args(scalar)) {
            (Op::IntMod, &[_, divisor]) => {
                (2..=LIMITS.mine_modulus).find(|&m| store.as_num(divisor) == Some(&Rat::from(m)))
            }
            _ => None,
        };
        for residue in 0..modulus.unwrap_or(0) {
            let residue = store.int(residue);
            let equal = store.eq(args[place], residue);
            result.facts.push(equal);
            for (flag, _) in args.iter().zip(&sorts).filter(|(_, sort)| **sort == SortId::BOOL) {
                result.facts.push(store.eq(*flag, equal));
            }
        }
    }
    result
}

/// The candidate properties of each predicate of a system over cells; `roles` are those of its arguments.
pub fn mine(
    store: &mut Store,
    system: &System,
    roles: &[Vec<Role>],
    hints: &[Hints],
    width: Width,
) -> Vec<Vec<TermId>> {
    let found = vec![Found::default(); system.preds.len()];
    let counters = counters(system, roles);
    let mut miner = Miner { store, system, roles, found, counters, changing: changing(system) };
    miner.defaults();
    miner.queries();
    miner.relations();
    miner.writes();
    miner.literals();
    miner.counted();
    miner.resets();
    miner.spread();
    (0..system.preds.len()).map(|pred| miner.candidates(pred, &hints[pred], width)).collect()
}

impl Miner<'_> {
    fn kind(&self, pred: usize, term: TermId) -> Kind {
        let mut kind = Kind::Scalar;
        for var in free_vars(self.store, &[term]) {
            let Some(index) = self.store.as_var(var) else { continue };
            match self.roles[pred].get(index as usize) {
                Some(Role::Value) => return Kind::Property,
                Some(Role::Index) => kind = Kind::Guard,
                _ => {}
            }
        }
        kind
    }

    /// Adds a statement where it belongs. Returns whether it is new.
    fn add(&mut self, pred: usize, term: TermId) -> bool {
        if term == Store::TRUE || term == Store::FALSE {
            return false;
        }
        let kind = self.kind(pred, term);
        let useless = match kind {
            Kind::Property => machine_bound(self.store, term),
            Kind::Guard => far(self.store, term),
            Kind::Scalar => false,
        };
        if useless {
            return false;
        }
        let found = &mut self.found[pred];
        let (list, limit) = match kind {
            Kind::Property => (&mut found.properties, LIMITS.mine_property),
            Kind::Guard => (&mut found.guards, LIMITS.mine_guard),
            Kind::Scalar => (&mut found.scalars, LIMITS.mine_scalar),
        };
        if list.len() >= limit || list.contains(&term) {
            return false;
        }
        list.push(term);
        true
    }

    /// Both truth values of a literal; an equation over indices as four half-spaces.
    fn add_literal(&mut self, pred: usize, literal: TermId) {
        let negated = self.store.not(literal);
        if self.kind(pred, literal) == Kind::Guard
            && let Some((form, crate::term::Relation::EqZero)) = self.store.as_linear_literal(literal)
        {
            let places = &mut self.found[pred].places;
            if places.len() < LIMITS.mine_guard && !places.contains(&literal) {
                places.push(literal);
            }
            let term = self.store.from_linear(&form, SortId::INT);
            let zero = self.store.int(0);
            for guard in [self.store.lt(term, zero), self.store.ge(term, zero)] {
                self.add(pred, guard);
            }
            for guard in [self.store.le(term, zero), self.store.gt(term, zero)] {
                self.add(pred, guard);
            }
            return;
        }
        self.add(pred, literal);
        self.add(pred, negated);
    }

    /// Comparisons that need no clause to suggest them.
    fn defaults(&mut self) {
        for pred in 0..self.system.preds.len() {
            let sorts = self.system.preds[pred].sorts.clone();
            let vars = self.store.vars(0, &sorts);
            let zero = self.store.int(0);
            let of = |role: fn(&Role) -> bool, roles: &[Role]| -> Vec<TermId> {
                (0..sorts.len()).filter(|&i| sorts[i] == SortId::INT && role(&roles[i])).map(|i| vars[i]).collect()
            };
            let indices = of(|r| *r == Role::Index, &self.roles[pred]);
            let scalars: Vec<TermId> = self.counters[pred].iter().map(|&i| vars[i]).collect();
            let ghosts = of(|r| *r == Role::Ghost, &self.roles[pred]);
            for &k in &indices {
                let low = self.store.ge(k, zero);
                self.add(pred, low);
                for &s in scalars.iter().take(4) {
                    let (below, above) = (self.store.lt(k, s), self.store.ge(k, s));
                    self.add(pred, below);
                    self.add(pred, above);
                }
                for &other in indices.iter().filter(|&&o| o != k) {
                    let less = self.store.lt(k, other);
                    self.add(pred, less);
                }
            }
            let numbers: Vec<TermId> = scalars.iter().chain(&ghosts).copied().take(7).collect();
            for (n, &x) in numbers.iter().enumerate() {
                for term in [self.store.ge(x, zero), self.store.le(x, zero)] {
                    self.add(pred, term);
                }
                for &y in &numbers[n + 1..] {
                    for term in [self.store.eq(x, y), self.store.le(x, y), self.store.ge(x, y)] {
                        self.add(pred, term);
                    }
                }
            }
            // Truth values: flags that say what a ghost says, and ghosts that become true or false when a counter
            // passes another.
            let truths: Vec<TermId> = (0..sorts.len())
                .filter(|&i| sorts[i] == SortId::BOOL && matches!(self.roles[pred][i], Role::Scalar | Role::Ghost))
                .map(|i| vars[i])
                .take(6)
                .collect();
            for (n, &x) in truths.iter().enumerate() {
                let not = self.store.not(x);
                self.add(pred, x);
                self.add(pred, not);
                for &y in &truths[n + 1..] {
                    for term in [self.store.eq(x, y), self.store.implies(x, y), self.store.implies(y, x)] {
                        self.add(pred, term);
                    }
                }
            }
            for (n, &x) in scalars.iter().enumerate().take(4) {
                for &y in scalars[n + 1..].iter().take(3) {
                    for guard in [self.store.lt(x, y), self.store.lt(y, x)] {
                        for &truth in truths.iter().take(3) {
                            let not = self.store.not(truth);
                            for term in [self.store.implies(guard, truth), self.store.implies(guard, not)] {
                                self.add(pred, term);
                            }
                        }
                    }
                }
            }
        }
    }

    /// What queries ask for: the negation of each part of their constraint.
    fn queries(&mut self) {
        let system = self.system;
        for clause in system.clauses.iter().filter(|c| c.is_query()) {
            for part in conjuncts(self.store, clause.constraint) {
                let negated = self.store.not(part);
                for atom in &clause.body {
                    for term in self.express(negated, atom) {
                        // The rules of ghosts are in the constraint too: what is written must have its place.
                        let full = self.found[atom.pred.index()].properties.len() >= LIMITS.mine_asked;
                        if full && self.kind(atom.pred.index(), term) == Kind::Property {
                            continue;
                        }
                        self.add(atom.pred.index(), term);
                        if self.kind(atom.pred.index(), term) == Kind::Scalar {
                            self.found[atom.pred.index()].asked.push(term);
                        }
                        if self.kind(atom.pred.index(), term) != Kind::Property {
                            let other = self.store.not(term);
                            self.add(atom.pred.index(), other);
                        }
                    }
                }
            }
        }
    }

    /// How the indices go together at which a clause reads several cells of a predicate, such as `i` and `n - i`.
    fn relations(&mut self) {
        let system = self.system;
        for clause in &system.clauses {
            for atom in &clause.body {
                let pred = atom.pred.index();
                let indices: Vec<usize> = (0..atom.args.len())
                    .filter(|&i| self.roles[pred][i] == Role::Index && self.store.sort_of(atom.args[i]) == SortId::INT)
                    .collect();
                for (n, &i) in indices.iter().enumerate() {
                    for &j in &indices[n + 1..] {
                        let (first, second) = (self.store.linear(atom.args[i]), self.store.linear(atom.args[j]));
                        let Some(&(shared, _)) = first.terms.first() else { continue };
                        let (a, b) = (first.coefficient(shared), second.coefficient(shared));
                        // b·first - a·second, where the variable they share is gone.
                        let scaled = |store: &mut Store, x: TermId, y: TermId| {
                            let (x, y) = (store.scale(&b, x), store.scale(&a, y));
                            store.sub(x, y)
                        };
                        let value = scaled(self.store, atom.args[i], atom.args[j]);
                        if b.is_zero() || self.store.as_num(value).is_none() {
                            continue;
                        }
                        let (x, y) = (self.store.var(i as u32, SortId::INT), self.store.var(j as u32, SortId::INT));
                        let difference = scaled(self.store, x, y);
                        let relation = self.store.eq(difference, value);
                        self.keep(pred, relation, false);
                    }
                }
            }
        }
        self.regions();
        // What a loop is asked for, the loops before it are asked for too.
        for _ in 0..system.preds.len() {
            let mut changed = false;
            for clause in &system.clauses {
                let Some(head) = &clause.head else { continue };
                let found = self.found[head.pred.index()].clone();
                let relations = found.relations.into_iter().map(|relation| (relation, false));
                for (wanted, region) in relations.chain(found.regions.into_iter().map(|region| (region, true))) {
                    let at_head = self.store.instantiate(wanted, &head.args);
                    for atom in &clause.body {
                        for term in self.express(at_head, atom) {
                            let pred = atom.pred.index();
                            changed |= self.indices_only(pred, term) && self.keep(pred, term, region);
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// The constant bounds on the indices of cells that a query looks at.
    fn regions(&mut self) {
        let system = self.system;
        for clause in system.clauses.iter().filter(|clause| clause.is_query()) {
            let parts = conjuncts(self.store, clause.constraint);
            for atom in &clause.body {
                let pred = atom.pred.index();
                let mut bounds = Vec::new();
                for &part in &parts {
                    for term in self.express(part, atom) {
                        let single = self.store.as_linear_literal(term).is_some_and(|(form, _)| form.terms.len() == 1);
                        if single && !far(self.store, term) && self.indices_only(pred, term) && !bounds.contains(&term)
                        {
                            bounds.push(term);
                        }
                    }
                }
                let region = self.store.and(&bounds);
                self.keep(pred, region, true);
            }
        }
    }

    /// Whether a term speaks about indices of cells and about nothing else.
    fn indices_only(&self, pred: usize, term: TermId) -> bool {
        let vars = free_vars(self.store, &[term]);
        let roles = vars.iter().map(|&var| self.store.as_var(var).and_then(|v| self.roles[pred].get(v as usize)));
        !vars.is_empty() && roles.into_iter().all(|role| role == Some(&Role::Index))
    }

    /// Keeps a relation or a region; whether it is new.
    fn keep(&mut self, pred: usize, term: TermId, region: bool) -> bool {
        let found = &mut self.found[pred];
        let list = if region { &mut found.regions } else { &mut found.relations };
        if term == Store::TRUE || term == Store::FALSE {
            return false;
        }
        let new = list.len() < LIMITS.mine_relation && !list.contains(&term);
        if new {
            list.push(term);
        }
        new
    }

    /// What clauses write into cells, and under which conditions on the index.
    fn writes(&mut self) {
        let system = self.system;
        // Twice, so that what one loop writes is known where another one writes it on.
        for _ in 0..2 {
            for clause in &system.clauses {
                let Some(head) = &clause.head else { continue };
                let pred = head.pred.index();
                for (position, &arg) in head.args.iter().enumerate() {
                    if self.roles[pred][position] != Role::Value {
                        continue;
                    }
                    let cell = self.store.var(position as u32, self.store.sort_of(arg));
                    for (conditions, leaf) in branches(self.store, arg) {
                        self.kinds_of_places(&conditions, head);
                        let mut values = self.move_to_index(&conditions, leaf, head);
                        for value in values.clone() {
                            values.extend(self.compose(value, &clause.body));
                        }
                        for value in values {
                            for value in self.express(value, head) {
                                let equal = self.store.eq(cell, value);
                                self.add(pred, equal);
                            }
                            self.bounds(clause.constraint, cell, value, &conditions, head);
                        }
                    }
                }
            }
        }
    }

    /// What conditions of a write say about the counter that is the index of the cell, and the opposite, said about the
    /// index: odd and even places, the first half.
    fn kinds_of_places(&mut self, conditions: &[TermId], head: &Atom) {
        let pred = head.pred.index();
        for &condition in conditions {
            for moved in self.move_to_index(conditions, condition, head) {
                for term in self.express(moved, head) {
                    if self.indices_only(pred, term) {
                        let not = self.store.not(term);
                        self.add(pred, term);
                        self.add(pred, not);
                    }
                }
            }
        }
    }

    /// A written value with the loop's counter replaced by the index of the cell, where a condition says they are
    /// equal.
    fn move_to_index(&mut self, conditions: &[TermId], value: TermId, head: &Atom) -> Vec<TermId> {
        let mut values = vec![value];
        let equations = self.equations(conditions, head);
        let mut ways: Vec<Vec<(TermId, TermId)>> = equations.iter().map(|equation| vec![*equation]).collect();
        // In a matrix there is one for the row and one for the column.
        ways.push(equations);
        for way in ways {
            let moved = Substitution::new(way).apply(self.store, value);
            if !values.contains(&moved) {
                values.insert(0, moved);
            }
        }
        values
    }

    /// Variables with what they are equal to under the conditions, in terms of the head's index where possible.
    fn equations(&mut self, conditions: &[TermId], head: &Atom) -> Vec<(TermId, TermId)> {
        let pred = head.pred.index();
        let indices: Vec<TermId> =
            head.args.iter().zip(&self.roles[pred]).filter(|(_, r)| **r == Role::Index).map(|(&a, _)| a).collect();
        let mut result = Vec::new();
        for &condition in conditions {
            let Some((form, crate::term::Relation::EqZero)) = self.store.as_linear_literal(condition) else { continue };
            if !form.terms.iter().any(|(atom, _)| indices.contains(atom)) {
                continue;
            }
            for (atom, coefficient) in &form.terms {
                if indices.contains(atom) || self.store.as_var(*atom).is_none() || !coefficient.abs().is_one() {
                    continue;
                }
                // atom = -(rest) / coefficient
                let mut rest = form.clone();
                rest.terms.retain(|(a, _)| a != atom);
                let factor = if coefficient.is_negative() { 1 } else { -1 };
                rest.scale(&crate::num::Rat::from(factor));
                result.push((*atom, self.store.from_linear(&rest, SortId::INT)));
            }
        }
        result
    }

    /// A value written in terms of old cells, with what is known of the old cells put in.
    fn compose(&mut self, value: TermId, body: &[Atom]) -> Vec<TermId> {
        let mut result = Vec::new();
        for atom in body {
            let pred = atom.pred.index();
            for (position, &arg) in atom.args.iter().enumerate() {
                if self.roles[pred][position] != Role::Value || !free_vars(self.store, &[value]).contains(&arg) {
                    continue;
                }
                let cell = self.store.var(position as u32, self.store.sort_of(arg));
                for property in self.found[pred].properties.clone() {
                    let Some(known) = solved(self.store, property, cell) else { continue };
                    let known = self.store.instantiate(known, &atom.args);
                    let composed = Substitution::new([(arg, known)]).apply(self.store, value);
                    if result.len() < LIMITS.mine_split && !result.contains(&composed) {
                        result.push(composed);
                    }
                }
            }
        }
        result
    }

    /// Where a written variable is bounded by the constraint: the same bounds for the cell.
    fn bounds(&mut self, constraint: TermId, cell: TermId, value: TermId, conditions: &[TermId], head: &Atom) {
        let form = match self.store.sort_of(value).is_arith() {
            true => self.store.linear(value),
            false => return,
        };
        for (var, coefficient) in &form.terms {
            if head.args.contains(var) || self.store.as_var(*var).is_none() || !coefficient.abs().is_one() {
                continue;
            }
            // value = coefficient·var + rest, so var = coefficient·(cell - rest)
            let mut rest = form.clone();
            rest.terms.retain(|(a, _)| a != var);
            let sort = self.store.sort_of(value);
            let rest = self.store.from_linear(&rest, sort);
            // The cell as a variable that is no variable of the clause.
            let outside = self.store.var(1_000_000, sort);
            let difference = self.store.sub(outside, rest);
            let image = self.store.scale(coefficient, difference);
            for literal in postorder(self.store, &[constraint]) {
                if !matches!(self.store.op(literal), Op::Le | Op::Eq)
                    || !free_vars(self.store, &[literal]).contains(var)
                {
                    continue;
                }
                let moved = Substitution::new([(*var, image)]).apply(self.store, literal);
                for moved in self.move_to_index(conditions, moved, head) {
                    let mut extended = head.clone();
                    extended.args.push(outside);
                    for term in express(self.store, moved, &extended) {
                        let parameter = self.store.var(head.args.len() as u32, sort);
                        let term = Substitution::new([(parameter, cell)]).apply(self.store, term);
                        self.add(head.pred.index(), term);
                    }
                }
            }
        }
    }

    /// Comparisons in constraints and in the conditions of writes, over the arguments of every atom they fit.
    fn literals(&mut self) {
        let system = self.system;
        for clause in &system.clauses {
            let mut roots = vec![clause.constraint];
            roots.extend(clause.head.iter().flat_map(|h| h.args.iter().copied()));
            for literal in postorder(self.store, &roots) {
                if !matches!(self.store.op(literal), Op::Le | Op::Eq) {
                    continue;
                }
                let arith = self.store.sort_of(self.store.args(literal)[0]).is_arith();
                for atom in clause.body.iter().chain(&clause.head) {
                    for term in self.express(literal, atom) {
                        match self.kind(atom.pred.index(), term) {
                            Kind::Property => {}
                            _ if arith => self.add_literal(atom.pred.index(), term),
                            _ => {}
                        }
                    }
                }
            }
        }
    }

    /// What queries ask of counters at the end, asked on the way: with the counter in the place of its limit.
    fn counted(&mut self) {
        let system = self.system;
        for (clause, atom, head) in system.self_loops() {
            let pred = atom.pred.index();
            for literal in conjuncts(self.store, clause.constraint) {
                let Some((form, _)) = self.store.as_linear_literal(literal) else { continue };
                let [(x, _), (y, _)] = form.terms[..] else { continue };
                let place = |var: TermId| atom.args.iter().position(|&arg| arg == var);
                let (Some(i), Some(j)) = (place(x), place(y)) else { continue };
                let moves = |position: usize| atom.args[position] != head.args[position];
                let (counter, limit) = match (moves(i), moves(j)) {
                    (true, false) => (i, j),
                    (false, true) => (j, i),
                    _ => continue,
                };
                let sorts = [counter, limit].map(|position| self.store.sort_of(atom.args[position]));
                if sorts[0] != sorts[1] || [counter, limit].iter().any(|&p| self.roles[pred][p] != Role::Scalar) {
                    continue;
                }
                let [counter, limit] = [counter, limit].map(|position| self.store.var(position as u32, sorts[0]));
                for fact in self.found[pred].asked.clone() {
                    let vars = free_vars(self.store, &[fact]);
                    if vars.contains(&limit) && !vars.contains(&counter) {
                        let image = Substitution::new([(limit, counter)]).apply(self.store, fact);
                        self.add(pred, image);
                    }
                }
            }
        }
    }

    /// A variable that a loop sets in one iteration, whatever it was, means something behind that iteration only.
    fn resets(&mut self) {
        let system = self.system;
        for (_, atom, head) in system.self_loops() {
            let pred = atom.pred.index();
            for position in 0..atom.args.len() {
                let (before, after) = (atom.args[position], head.args[position]);
                if before == after || self.roles[pred][position] != Role::Scalar {
                    continue;
                }
                let cases = branches(self.store, after);
                let (set, kept): (Vec<_>, Vec<_>) =
                    cases.into_iter().partition(|(_, value)| !free_vars(self.store, &[*value]).contains(&before));
                let variable = self.store.var(position as u32, self.store.sort_of(before));
                for (conditions, _) in set.into_iter().filter(|_| !kept.is_empty()) {
                    for condition in conditions {
                        for condition in self.express(condition, atom) {
                            if self.kind(pred, condition) == Kind::Scalar {
                                self.behind(pred, condition, variable);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Facts about a variable where a condition does not hold.
    fn behind(&mut self, pred: usize, condition: TermId, variable: TermId) {
        for fact in self.found[pred].scalars.clone() {
            let vars = free_vars(self.store, &[fact]);
            if vars.contains(&variable) && *self.store.op(fact) != Op::Or {
                let either = self.store.or(&[condition, fact]);
                self.add(pred, either);
            }
        }
    }

    /// Properties and guards carried along the clauses, backwards and forwards, until nothing new comes.
    fn spread(&mut self) {
        let system = self.system;
        for _ in 0..4 {
            let mut changed = false;
            for pred in 0..system.preds.len() {
                changed |= self.combine_equations(pred);
            }
            for clause in &system.clauses {
                if let Some(head) = &clause.head {
                    let found = self.found[head.pred.index()].clone();
                    for &term in found.properties.iter().chain(&found.guards) {
                        let at_head = self.store.instantiate(term, &head.args);
                        for (conditions, branch) in branches(self.store, at_head) {
                            let mut variants = vec![branch];
                            for (from, to) in self.equations(&conditions, head) {
                                variants.push(Substitution::new([(from, to)]).apply(self.store, branch));
                                if let Some(back) = self.store.as_var(to).map(|_| to) {
                                    variants.push(Substitution::new([(back, from)]).apply(self.store, branch));
                                }
                            }
                            for variant in variants {
                                for atom in &clause.body {
                                    for term in self.express(variant, atom) {
                                        changed |= self.add(atom.pred.index(), term);
                                    }
                                }
                            }
                        }
                    }
                    for atom in &clause.body {
                        let found = self.found[atom.pred.index()].clone();
                        for &term in found.properties.iter().chain(&found.guards) {
                            let at_body = self.store.instantiate(term, &atom.args);
                            for term in self.express(at_body, head) {
                                changed |= self.add(head.pred.index(), term);
                            }
                        }
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Equations between cells with what is known of one of them.
    fn combine_equations(&mut self, pred: usize) -> bool {
        let properties = self.found[pred].properties.clone();
        let mut changed = false;
        for &equation in properties.iter().filter(|&&p| *self.store.op(p) == Op::Eq).collect::<Vec<_>>() {
            for var in free_vars(self.store, &[equation]) {
                let index = self.store.as_var(var).unwrap_or(u32::MAX) as usize;
                if self.roles[pred].get(index) != Some(&Role::Value) {
                    continue;
                }
                let Some(value) = solved(self.store, equation, var) else { continue };
                for &other in properties.iter().filter(|&&p| p != equation) {
                    if free_vars(self.store, &[other]).contains(&var) {
                        let image = Substitution::new([(var, value)]).apply(self.store, other);
                        if self.kind(pred, image) == Kind::Property {
                            changed |= self.add(pred, image);
                        }
                    }
                }
            }
        }
        changed
    }

    /// A term over an atom's arguments, those that speak about the cell first.
    fn express(&mut self, term: TermId, atom: &Atom) -> Vec<TermId> {
        let pred = atom.pred.index();
        let mut terms = express(self.store, term, atom);
        terms.sort_by_key(|&t| match self.kind(pred, t) {
            Kind::Property | Kind::Guard => {
                let vars = free_vars(self.store, &[t]);
                vars.iter()
                    .filter_map(|&v| self.store.as_var(v))
                    .filter(|&v| self.roles[pred].get(v as usize) == Some(&Role::Scalar))
                    .count()
            }
            Kind::Scalar => usize::MAX,
        });
        terms
    }

    /// All candidates of a predicate.
    fn candidates(&mut self, pred: usize, hints: &Hints, width: Width) -> Vec<TermId> {
        let mut found = std::mem::take(&mut self.found[pred]);
        let mut result = std::mem::take(&mut found.scalars);
        result.extend_from_slice(&hints.facts);
        // What is said about the greatest cell may be true only where there is a cell.
        for &(ghost, condition) in &hints.open {
            for &fact in &result.clone() {
                if free_vars(self.store, &[fact]).contains(&ghost) {
                    let conditional = self.store.implies(condition, fact);
                    if conditional != Store::TRUE && !result.contains(&conditional) {
                        result.push(conditional);
                    }
                }
            }
        }
        result.extend(self.fitted(pred, &found, hints));
        if width == Width::Shown {
            return result;
        }
        let wide = width == Width::Wide;
        let limit =
            if wide { LIMITS.mine_candidate } else { LIMITS.mine_candidate.min(result.len() + LIMITS.mine_narrow) };
        let mut singles = vec![Store::TRUE];
        singles.extend_from_slice(&found.guards);
        singles.extend_from_slice(&found.places);
        singles.extend(self.closed(pred));
        let mut pairs = Vec::new();
        for (n, &a) in found.guards.iter().enumerate().filter(|_| wide) {
            for &b in &found.guards[n + 1..] {
                let both = self.store.and2(a, b);
                if both != Store::FALSE {
                    pairs.push(both);
                }
            }
        }
        // All indices from 0 on: together with two more bounds that makes a half-open interval in a region.
        let sorts = self.system.preds[pred].sorts.clone();
        let zero = self.store.int(0);
        let mut low = Vec::new();
        for (position, role) in self.roles[pred].iter().enumerate() {
            if *role == Role::Index && sorts[position] == SortId::INT {
                let k = self.store.var(position as u32, SortId::INT);
                low.push(self.store.ge(k, zero));
            }
        }
        let base = self.store.and(&low);
        // Cells at related indices: what relates their contents.
        let several: Vec<TermId> = found
            .properties
            .iter()
            .copied()
            .filter(|&property| {
                let vars = free_vars(self.store, &[property]);
                let values = vars.iter().filter_map(|&v| self.store.as_var(v));
                values.filter(|&v| self.roles[pred].get(v as usize) == Some(&Role::Value)).count() > 1
            })
            .collect();
        // The likelier ones first: they are tried alone.
        let all = &found.properties;
        let rectangles = self.rectangles(pred, &found.guards);
        self.implications(base, &rectangles, all, limit, &mut result);
        for &relation in &found.relations {
            for &region in &found.regions {
                let inside = self.store.and2(relation, region);
                self.implications(inside, &singles, &several, limit, &mut result);
            }
            self.implications(relation, &singles, &several, limit, &mut result);
        }
        for &region in &found.regions {
            self.implications(region, &singles, all, limit, &mut result);
        }
        self.implications(Store::TRUE, &singles, all, limit, &mut result);
        self.implications(base, &singles, all, limit, &mut result);
        for &relation in &found.relations {
            self.implications(relation, &pairs, &several, limit, &mut result);
        }
        for &region in &found.regions {
            self.implications(region, &pairs, all, limit, &mut result);
        }
        self.implications(Store::TRUE, &pairs, all, limit, &mut result);
        self.implications(base, &pairs, all, limit, &mut result);
        result
    }

    /// Equations that executions show: of counters, and of cells under each guard.
    fn fitted(&mut self, pred: usize, found: &Found, hints: &Hints) -> Vec<TermId> {
        let sorts = self.system.preds[pred].sorts.clone();
        let mut result = fit::of_counters(self.store, &self.counters[pred], &hints.samples);
        let steps = steps(self.store, &self.system.clauses);
        let changing = |&&position: &&usize| self.changing[pred][position];
        let counters: Vec<usize> = self.counters[pred].iter().filter(changing).copied().collect();
        result.extend(fit::rates_of(self.store, &counters, &hints.samples, &steps));
        let Some(index) = self.roles[pred].iter().position(|role| *role == Role::Index) else { return result };
        if sorts[index] != SortId::INT {
            return result;
        }
        let k = self.store.var(index as u32, SortId::INT);
        let mut guards = found.guards.clone();
        for guard in found.places.iter().copied().chain(self.closed(pred)) {
            if !guards.contains(&guard) {
                guards.push(guard);
            }
        }
        let places = fit::Places::new(&self.roles[pred], &sorts, &self.counters[pred]);
        for start in self.starts() {
            let start = self.store.int(start);
            let base = self.store.ge(k, start);
            result.extend(fit::equations(self.store, &places, &hints.samples, base, &guards, &steps));
        }
        result
    }

    /// Zero, and small numbers that a loop starts to count with.
    fn starts(&self) -> Vec<i64> {
        let mut found = BTreeSet::new();
        for head in self.system.clauses.iter().filter_map(|clause| clause.head.as_ref()) {
            for &position in &self.counters[head.pred.index()] {
                let number = self.store.as_num(head.args[position]).and_then(|number| number.to_int());
                found.extend(number.and_then(|number| number.to_i64()).filter(|number| (1..8).contains(number)));
            }
        }
        std::iter::once(0).chain(found).take(LIMITS.fit_start).collect()
    }

    /// Parts of a matrix that two nested loops have been to: the whole rows in front, and the beginning of the row that
    /// they are at.
    fn rectangles(&mut self, pred: usize, guards: &[TermId]) -> Vec<TermId> {
        let sorts = self.system.preds[pred].sorts.clone();
        let vars = self.store.vars(0, &sorts);
        let place = |position: usize| sorts[position] == SortId::INT && self.roles[pred][position] == Role::Index;
        let indices: Vec<usize> = (0..sorts.len()).filter(|&position| place(position)).collect();
        let [first, second] = indices[..] else { return Vec::new() };
        let counters: Vec<TermId> = self.counters[pred].iter().map(|&i| vars[i]).take(LIMITS.mine_sides).collect();
        let [ends, at] = [true, false].map(|below| {
            [first, second].map(|index| {
                let k = vars[index];
                let mut sides: Vec<TermId> = Vec::new();
                for &counter in &counters {
                    sides.push(if below { self.store.lt(k, counter) } else { self.store.eq(k, counter) });
                }
                // Lengths that are constants.
                let only = |guard: &&TermId| free_vars(self.store, &[**guard]) == [k];
                if below {
                    sides.extend(guards.iter().filter(only).take(LIMITS.mine_sides));
                }
                sides
            })
        });
        let mut result = Vec::new();
        for (rows, columns) in [(&ends[0], &ends[1]), (&at[0], &ends[1]), (&at[1], &ends[0])] {
            for &row in rows {
                for &column in columns {
                    let both = self.store.and2(row, column);
                    if both != Store::FALSE && !result.contains(&both) {
                        result.push(both);
                    }
                }
            }
        }
        result
    }

    /// Comparisons of indices and counters with equality.
    fn closed(&mut self, pred: usize) -> Vec<TermId> {
        let sorts = self.system.preds[pred].sorts.clone();
        let vars = self.store.vars(0, &sorts);
        let of = |role: Role| -> Vec<TermId> {
            (0..sorts.len())
                .filter(|&i| sorts[i] == SortId::INT && self.roles[pred][i] == role)
                .map(|i| vars[i])
                .collect()
        };
        let indices = of(Role::Index);
        let scalars: Vec<TermId> = self.counters[pred].iter().map(|&i| vars[i]).collect();
        let pairs = indices.iter().flat_map(|&k| scalars.iter().take(4).map(move |&s| (k, s)));
        pairs.flat_map(|(k, s)| [(k, s), (s, k)]).map(|(a, b)| self.store.le(a, b)).collect()
    }

    /// Adds, for all contexts, that a property holds there and under the condition.
    fn implications(
        &mut self,
        condition: TermId,
        contexts: &[TermId],
        properties: &[TermId],
        limit: usize,
        to: &mut Vec<TermId>,
    ) {
        for &context in contexts {
            let guard = self.store.and2(condition, context);
            if guard == Store::FALSE || to.len() >= limit {
                continue;
            }
            for &property in properties {
                let candidate = self.store.implies(guard, property);
                if candidate != Store::TRUE && to.len() < limit && !to.contains(&candidate) {
                    to.push(candidate);
                }
            }
        }
    }
}

/// Whether this bounds one variable by the end of a machine type.
fn machine_bound(store: &mut Store, term: TermId) -> bool {
    let Some((form, _)) = store.as_linear_literal(term) else { return false };
    form.terms.len() == 1 && form.constant.abs() >= crate::num::Rat::from(MACHINE)
}

/// Whether a comparison of indices is with a number that no array is as long as.
fn far(store: &mut Store, term: TermId) -> bool {
    let form = store.as_linear_literal(term);
    form.is_some_and(|(form, _)| form.constant.abs() >= Rat::from(LIMITS.mine_length))
}

/// What an equation says a variable is equal to.
fn solved(store: &mut Store, equation: TermId, variable: TermId) -> Option<TermId> {
    if *store.op(equation) != Op::Eq {
        return None;
    }
    let args = store.args(equation).to_vec();
    if !store.sort_of(args[0]).is_arith() {
        return if args[0] == variable {
            Some(args[1])
        } else if args[1] == variable {
            Some(args[0])
        } else {
            None
        };
    }
    let (mut form, _) = store.as_linear_literal(equation)?;
    let coefficient = form.coefficient(variable);
    if !coefficient.abs().is_one() {
        return None;
    }
    form.terms.retain(|(atom, _)| *atom != variable);
    form.scale(&crate::num::Rat::from(if coefficient.is_negative() { 1 } else { -1 }));
    Some(store.from_linear(&form, store.sort_of(variable)))
}

/// The branches of a term with choices inside: the conditions taken and what the term is then.
pub(super) fn branches(store: &mut Store, term: TermId) -> Vec<(Vec<TermId>, TermId)> {
    let mut done = Vec::new();
    let mut work = vec![(Vec::new(), term)];
    while let Some((conditions, term)) = work.pop() {
        let choice = postorder(store, &[term]).into_iter().find(|&t| *store.op(t) == Op::Ite);
        let Some(choice) = choice.filter(|_| conditions.len() < LIMITS.mine_split) else {
            if choice.is_none() {
                done.push((conditions, term));
            }
            continue;
        };
        let args = store.args(choice).to_vec();
        let not = store.not(args[0]);
        for (condition, branch) in [(not, args[2]), (args[0], args[1])] {
            let branch = Substitution::new([(choice, branch)]).apply(store, term);
            let mut longer: Vec<TermId> = conditions.clone();
            longer.extend(conjuncts(store, condition));
            work.push((longer, branch));
        }
    }
    done
}
