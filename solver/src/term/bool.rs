//! Simplifying constructors for the core theory: connectives, equality, if-then-else, quantifiers.

use super::{Op, Sort, SortId, Store, TermId};
use smallvec::SmallVec;

impl Store {
    /// `true` or `false`.
    pub fn bool(&self, value: bool) -> TermId {
        if value { Store::TRUE } else { Store::FALSE }
    }

    /// `not t`. An Int inequality is complemented in place, so that negation never hides a bound.
    pub fn not(&mut self, t: TermId) -> TermId {
        match self.op(t) {
            Op::Bool(value) => self.bool(!value),
            Op::Not => self.args(t)[0],
            Op::Le if self.sort_of(self.args(t)[0]) == SortId::INT => self.complement_le(t),
            _ => self.intern(Op::Not, &[t], SortId::BOOL),
        }
    }

    /// Conjunction of any number of terms.
    pub fn and(&mut self, terms: &[TermId]) -> TermId {
        self.connective(terms, true)
    }

    /// Disjunction of any number of terms.
    pub fn or(&mut self, terms: &[TermId]) -> TermId {
        self.connective(terms, false)
    }

    /// Conjunction of two terms.
    pub fn and2(&mut self, a: TermId, b: TermId) -> TermId {
        self.and(&[a, b])
    }

    /// Disjunction of two terms.
    pub fn or2(&mut self, a: TermId, b: TermId) -> TermId {
        self.or(&[a, b])
    }

    /// `a => b`.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(&[not_a, b])
    }

    /// Flattens, sorts, removes repetitions and units, and detects a complementary pair.
    fn connective(&mut self, terms: &[TermId], conjunction: bool) -> TermId {
        let (unit, zero) = (self.bool(conjunction), self.bool(!conjunction));
        let op = if conjunction { Op::And } else { Op::Or };
        // The longest list among the arguments is sorted and free of complementary pairs already, so a chain of
        // connectives, each adding a little to the one before, costs a merge per link and no more.
        let longest =
            terms.iter().copied().filter(|&term| *self.op(term) == op).max_by_key(|&term| self.args(term).len());
        let mut fresh: SmallVec<[TermId; 8]> = SmallVec::new();
        let mut skipped = false;
        for &term in terms {
            if term == zero {
                return zero;
            }
            if Some(term) == longest && !skipped {
                skipped = true;
            } else if *self.op(term) == op {
                fresh.extend_from_slice(self.args(term));
            } else if term != unit {
                fresh.push(term);
            }
        }
        fresh.sort_unstable();
        fresh.dedup();
        let flat = match longest {
            Some(longest) => merge(self.args(longest), &fresh),
            None => fresh.clone(),
        };
        for &term in &fresh {
            let complement = match self.op(term) {
                Op::Not => self.args(term)[0],
                // An Int inequality and its complement are both `Le`.
                Op::Le if self.sort_of(self.args(term)[0]) == SortId::INT => self.complement_le(term),
                _ => continue,
            };
            if flat.binary_search(&complement).is_ok() {
                return zero;
            }
        }
        // What is new may also be what a negation in the longest list negates.
        for &term in longest.map_or(&[][..], |longest| self.args(longest)) {
            if *self.op(term) == Op::Not && fresh.binary_search(&self.args(term)[0]).is_ok() {
                return zero;
            }
        }
        match flat.len() {
            0 => unit,
            1 => flat[0],
            _ => self.intern(op, &flat, SortId::BOOL),
        }
    }

    /// `a = b`, of one sort (equivalence on Bool).
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort_of(a), self.sort_of(b), "equality between sorts");
        if a == b {
            return Store::TRUE;
        }
        match *self.sort(self.sort_of(a)) {
            Sort::Bool => self.eq_bool(a, b),
            Sort::Int | Sort::Real => self.eq_arith(a, b),
            // Values are in normal form.
            Sort::BitVec(_) | Sort::Array(..) => {
                if self.is_value(a) && self.is_value(b) {
                    Store::FALSE
                } else {
                    self.eq_plain(a, b)
                }
            }
            Sort::Datatype(_) => self.eq_data(a, b),
        }
    }

    /// Equality with ordered arguments and no further simplification.
    pub(super) fn eq_plain(&mut self, a: TermId, b: TermId) -> TermId {
        self.intern(Op::Eq, &[a.min(b), a.max(b)], SortId::BOOL)
    }

    fn eq_bool(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (a.min(b), a.max(b));
        // Truth values have the smallest ids.
        if a == Store::TRUE {
            return b;
        }
        if a == Store::FALSE {
            return self.not(b);
        }
        let not_b = self.not(b);
        if a == not_b {
            return Store::FALSE;
        }
        // match: (not a) = b      gives: not (a = b)
        let (a_neg, a_core) = self.strip_not(a);
        let (b_neg, b_core) = self.strip_not(b);
        let core = self.eq_plain(a_core, b_core);
        if a_neg != b_neg { self.not(core) } else { core }
    }

    fn strip_not(&self, t: TermId) -> (bool, TermId) {
        if *self.op(t) == Op::Not { (true, self.args(t)[0]) } else { (false, t) }
    }

    /// `a` and `b` differ.
    pub fn neq(&mut self, a: TermId, b: TermId) -> TermId {
        let eq = self.eq(a, b);
        self.not(eq)
    }

    /// Pairwise different.
    pub fn distinct(&mut self, terms: &[TermId]) -> TermId {
        let mut parts = Vec::new();
        for (i, &a) in terms.iter().enumerate() {
            for &b in &terms[i + 1..] {
                parts.push(self.neq(a, b));
            }
        }
        self.and(&parts)
    }

    /// `ite c a b`.
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort_of(a), self.sort_of(b), "branches of different sorts");
        if c == Store::TRUE || a == b {
            return a;
        }
        if c == Store::FALSE {
            return b;
        }
        if *self.op(c) == Op::Not {
            let c = self.args(c)[0];
            return self.ite(c, b, a);
        }
        if self.sort_of(a) == SortId::BOOL {
            // match: ite c true b     gives: c or b     (and the three like it)
            if a == Store::TRUE || a == c {
                return self.or(&[c, b]);
            }
            if b == Store::FALSE || b == c {
                return self.and(&[c, a]);
            }
            let not_c = self.not(c);
            if a == Store::FALSE || a == not_c {
                return self.and(&[not_c, b]);
            }
            if b == Store::TRUE || b == not_c {
                return self.or(&[not_c, a]);
            }
        }
        let sort = self.sort_of(a);
        self.intern(Op::Ite, &[c, a, b], sort)
    }

    /// `forall vars. body`; `vars` are numbers from [`Store::fresh_bound`] with their sorts. Variables that do not
    /// occur are dropped.
    pub fn forall(&mut self, vars: &[(u32, SortId)], body: TermId) -> TermId {
        self.quantifier(vars, body, true)
    }

    /// `exists vars. body`.
    pub fn exists(&mut self, vars: &[(u32, SortId)], body: TermId) -> TermId {
        self.quantifier(vars, body, false)
    }

    fn quantifier(&mut self, vars: &[(u32, SortId)], body: TermId, universal: bool) -> TermId {
        let mut used = hashbrown::HashSet::new();
        for term in super::postorder(self, &[body]) {
            if let Op::Bound(index) = self.op(term) {
                used.insert((*index, self.sort_of(term)));
            }
        }
        let kept: Box<[(u32, SortId)]> = vars.iter().copied().filter(|v| used.contains(v)).collect();
        if kept.is_empty() {
            // Sound because every sort is inhabited.
            return body;
        }
        let op = if universal { Op::Forall(kept) } else { Op::Exists(kept) };
        self.intern(op, &[body], SortId::BOOL)
    }
}

/// The union of two sorted lists without repetitions.
fn merge(a: &[TermId], b: &[TermId]) -> SmallVec<[TermId; 8]> {
    let mut union = SmallVec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while let (Some(&x), Some(&y)) = (a.get(i), b.get(j)) {
        union.push(x.min(y));
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    union.extend_from_slice(&a[i..]);
    union.extend_from_slice(&b[j..]);
    union
}
