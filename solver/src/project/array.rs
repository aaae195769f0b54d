//! Projection of array variables: by definitions, else by the finitely many cells that are read.
//!
//! After Komuravelli, Bjørner, Gurfinkel, McMillan (*Compositional verification of procedural programs using Horn
//! clauses over integers and arrays*, FMCAD 2015): reads over writes are resolved by the index equalities of the model;
//! an equality `store a i v = t` is solved for `a`, whose cell `i` becomes a fresh variable; disequalities get a
//! witness index; what is left of an array are reads, which become variables, one for each index value of the model.

use super::Projector;
use crate::num::{Int, Rat};
use crate::term::{Op, SortId, Store, TermId, Value, free_vars, postorder};

impl Projector<'_> {
    /// One step towards getting rid of an array variable; false if there is none to do.
    pub(super) fn array_step(&mut self) -> Option<bool> {
        let Some(var) = self.vars.iter().copied().find(|&v| self.store.array_sorts(self.store.sort_of(v)).is_some())
        else {
            return Some(false);
        };
        if self.read_over_write(var)? || self.relation(var)? {
            return Some(true);
        }
        if self.occurs_beside_reads(var) {
            self.substitute_value(var)?;
        } else {
            self.reads(var)?;
        }
        Some(true)
    }

    /// Resolves one `select (store a i v) j` with the variable inside.
    fn read_over_write(&mut self, var: TermId) -> Option<bool> {
        let mut found = None;
        for literal in self.literals.iter().filter(|l| l.mentions(var)) {
            found = postorder(self.store, &[literal.term]).into_iter().find(|&t| {
                let args = self.store.args(t);
                *self.store.op(t) == Op::Select && *self.store.op(args[0]) == Op::Store && !self.store.is_ground(t)
            });
            if found.is_some() {
                break;
            }
        }
        let Some(read) = found else { return Some(false) };
        let [written, index] = *self.store.args(read) else { return None };
        let [inner, at, value] = *self.store.args(written) else { return None };
        let same = self.value(at)? == self.value(index)?;
        let (image, side) = if same {
            (value, self.store.eq(at, index))
        } else {
            (self.store.select(inner, index), self.store.neq(at, index))
        };
        self.replace(&[(read, image)])?;
        self.add(side)?;
        Some(true)
    }

    /// Works off one equality or disequality of arrays with the variable inside.
    fn relation(&mut self, var: TermId) -> Option<bool> {
        let mut found = None;
        for (at, literal) in self.literals.iter().enumerate().filter(|(_, l)| l.mentions(var)) {
            let (atom, negated) = match self.store.op(literal.term) {
                Op::Not => (self.store.args(literal.term)[0], true),
                _ => (literal.term, false),
            };
            let [left, right] = *self.store.args(atom) else { continue };
            if *self.store.op(atom) == Op::Eq && self.store.array_sorts(self.store.sort_of(left)).is_some() {
                let (base, other) = (base_of(self.store, left), base_of(self.store, right));
                if negated || base == var || other == var {
                    found = Some((at, left, right, negated));
                    break;
                }
            }
        }
        let Some((at, left, right, negated)) = found else { return Some(false) };
        let old = self.literals.remove(at);
        self.present.remove(&old.term);
        if negated {
            self.witness(left, right)?;
        } else {
            self.solve_for_base(var, left, right)?;
        }
        Some(true)
    }

    /// Two arrays differ at an index that the model knows.
    fn witness(&mut self, left: TermId, right: TermId) -> Option<()> {
        let (Value::Array(a), Value::Array(b)) = (self.value(left)?, self.value(right)?) else { return None };
        let (index, _) = self.store.array_sorts(self.store.sort_of(left))?;
        let keys = a.entries.keys().chain(b.entries.keys());
        let known = keys.into_iter().find(|k| a.get(k) != b.get(k)).cloned();
        let value = match known {
            Some(value) => value,
            None => {
                // The defaults differ: any index beyond all exceptions.
                let mut next = Rat::ZERO;
                for key in a.entries.keys().chain(b.entries.keys()) {
                    let key = key.as_rat()?;
                    next = next.max(&Rat::from(key.floor()) + &Rat::ONE);
                }
                match index {
                    SortId::INT => Value::Int(next.to_int().unwrap_or(Int::ZERO)),
                    SortId::REAL => Value::Real(next),
                    _ => return None,
                }
            }
        };
        let at = self.fresh(index, value);
        let (read, other) = (self.store.select(left, at), self.store.select(right, at));
        let apart = self.store.neq(read, other);
        self.add(apart)
    }

    /// Solves `left = right`, both chains of writes, for the variable at the bottom of one of them.
    fn solve_for_base(&mut self, var: TermId, left: TermId, right: TermId) -> Option<()> {
        let (mut chain, mut target) = if base_of(self.store, left) == var { (left, right) } else { (right, left) };
        if base_of(self.store, target) == var {
            // One array written in two ways: equal wherever either was written.
            for side in [left, right] {
                let mut current = side;
                while let Op::Store = self.store.op(current) {
                    let [inner, at, _] = *self.store.args(current) else { return None };
                    let (a, b) = (self.store.select(left, at), self.store.select(right, at));
                    let equal = self.store.eq(a, b);
                    self.add(equal)?;
                    current = inner;
                }
            }
            return Some(());
        }
        while let Op::Store = self.store.op(chain) {
            let [inner, at, value] = *self.store.args(chain) else { return None };
            let read = self.store.select(target, at);
            let written = self.store.eq(read, value);
            let before = self.store.select(inner, at);
            let (sort, held) = (self.store.sort_of(before), self.value(before)?);
            let cell = self.fresh(sort, held);
            self.add(written)?;
            target = self.store.store(target, at, cell);
            chain = inner;
        }
        if free_vars(self.store, &[target]).contains(&var) {
            return self.substitute_value(var);
        }
        self.substitute(var, target)
    }

    /// Whether the variable occurs other than as the array of a read.
    fn occurs_beside_reads(&self, var: TermId) -> bool {
        self.literals.iter().filter(|l| l.mentions(var)).any(|literal| {
            postorder(self.store, &[literal.term]).into_iter().any(|t| {
                let args = self.store.args(t);
                let from = usize::from(*self.store.op(t) == Op::Select);
                args.iter().skip(from).any(|&a| a == var)
            })
        })
    }

    /// Replaces the reads of an array that is only read by variables, equal indices by one.
    fn reads(&mut self, var: TermId) -> Option<()> {
        let mut cells: Vec<(Value, TermId, TermId)> = Vec::new();
        loop {
            let mut found = None;
            for literal in self.literals.iter().filter(|l| l.mentions(var)) {
                // Arguments come first, so the first read found has none inside its index.
                found = postorder(self.store, &[literal.term])
                    .into_iter()
                    .find(|&t| *self.store.op(t) == Op::Select && self.store.args(t)[0] == var);
                if found.is_some() {
                    break;
                }
            }
            let Some(read) = found else { break };
            let index = self.store.args(read)[1];
            let at = self.value(index)?;
            let cell = match cells.iter().find(|(value, _, _)| *value == at) {
                Some(&(_, known, cell)) => {
                    let equal = self.store.eq(known, index);
                    self.add(equal)?;
                    cell
                }
                None => {
                    let (sort, value) = (self.store.sort_of(read), self.value(read)?);
                    let cell = self.fresh(sort, value);
                    cells.push((at, index, cell));
                    cell
                }
            };
            self.replace(&[(read, cell)])?;
        }
        self.vars.retain(|&v| v != var);
        // The indices stay apart; numbers in the order of the model, which takes fewer literals than all pairs.
        let number = cells.first().is_some_and(|(_, index, _)| self.store.sort_of(*index).is_arith());
        if number {
            cells.sort_by(|a, b| a.0.cmp(&b.0));
            for pair in cells.windows(2) {
                let below = self.store.lt(pair[0].1, pair[1].1);
                self.add(below)?;
            }
        } else {
            for (i, (_, a, _)) in cells.iter().enumerate() {
                for (_, b, _) in &cells[i + 1..] {
                    let apart = self.store.neq(*a, *b);
                    self.add(apart)?;
                }
            }
        }
        Some(())
    }
}

/// The array at the bottom of a chain of writes.
fn base_of(store: &Store, array: TermId) -> TermId {
    let mut current = array;
    while let Op::Store = store.op(current) {
        current = store.args(current)[0];
    }
    current
}
