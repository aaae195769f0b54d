//! Measures of datatypes in obligations: replaced by integers about which only what holds of every measure is said.
//!
//! `size(t)` becomes a number `n` with `n ≥ 0`; for each constructor `c`, if `t` is built by `c` then `n` is what the
//! fields give, whose measures are such numbers again (a few levels deep; a deeper one that matters occurs in the
//! formula by itself); equal terms have equal numbers; and of Peano numbers equal numbers come from equal terms. All of
//! this is true of measures, so what it makes unsatisfiable is so. It needs no recursive function in the solver, hence
//! no luck with its unfolding.

use crate::term::{Measure, Op, Share, SortId, Store, Substitution, TermId, conjuncts, free_vars, postorder};

/// Beyond this many numbers of one sort the equations between them are left out.
const PAIRED: usize = 60;

/// How many constructors of a term are looked at.
const DEPTH: usize = 3;

/// Variables that a conjunct makes equal to a constructor term are replaced by it, so that their measures come apart.
fn put_together(store: &mut Store, mut formula: TermId) -> TermId {
    loop {
        let equation = conjuncts(store, formula).into_iter().find_map(|part| {
            let (Op::Eq, &[a, b]) = (store.op(part), store.args(part)) else { return None };
            [(a, b), (b, a)].into_iter().find(|&(var, built)| {
                store.as_var(var).is_some()
                    && matches!(store.op(built), Op::Construct(_))
                    && !free_vars(store, &[built]).contains(&var)
            })
        });
        let Some((var, built)) = equation else { return formula };
        // The variable is gone after this: there are fewer each time.
        formula = Substitution::new([(var, built)]).apply(store, formula);
    }
}

/// A consequence of the formula without measures, which is unsatisfiable only if the formula is. Fresh variables are
/// numbered from `first_fresh` on. Measures of terms with bound variables stay; the solver will refuse them.
pub(super) fn without_measures(store: &mut Store, formula: TermId, first_fresh: u32) -> TermId {
    if !postorder(store, &[formula]).iter().any(|&t| matches!(store.op(t), Op::Measure(_))) {
        return formula;
    }
    let formula = put_together(store, formula);
    let found: Vec<TermId> = postorder(store, &[formula])
        .into_iter()
        .filter(|&t| matches!(store.op(t), Op::Measure(_)) && !store.is_quantified(t))
        .collect();
    let mut numbers = Numbers { store, known: Vec::new(), facts: Vec::new(), next: first_fresh };
    for &term in &found {
        let Op::Measure(measure) = *numbers.store.op(term) else { continue };
        let data = numbers.store.args(term)[0];
        numbers.of(measure, data);
    }
    let mut at = 0;
    for _ in 0..DEPTH {
        let latest = numbers.known[at..].to_vec();
        for (_, measure, data, number) in latest {
            at += 1;
            if numbers.known.len() < PAIRED {
                numbers.unfold(measure, data, number);
            }
        }
    }
    numbers.compare();
    let Numbers { known, mut facts, .. } = numbers;
    facts.push(formula);
    let conjunction = store.and(&facts);
    // The data below a measure may contain no measure (measures are numbers, and data with a number inside is handled
    // by the outermost replacement): one substitution does it.
    let mut images: Vec<(TermId, TermId)> = Vec::with_capacity(known.len());
    for (term, _, _, number) in known {
        images.push((term, number));
    }
    Substitution::new(images).apply(store, conjunction)
}

struct Numbers<'a> {
    store: &'a mut Store,
    /// The term `measure(data)`, its parts, and its number.
    known: Vec<(TermId, Measure, TermId, TermId)>,
    facts: Vec<TermId>,
    next: u32,
}

impl Numbers<'_> {
    /// The number for a measure of a term that no constructor is the root of.
    fn of(&mut self, measure: Measure, data: TermId) -> TermId {
        if let Some(known) = self.known.iter().find(|k| k.1 == measure && k.2 == data) {
            return known.3;
        }
        let term = self.store.measure(measure, data);
        let number = self.store.var(self.next, SortId::INT);
        self.next += 1;
        self.known.push((term, measure, data, number));
        if measure == Measure::Size {
            let zero = self.store.int(0);
            let fact = self.store.ge(number, zero);
            self.facts.push(fact);
        }
        number
    }

    /// What each constructor says about the number.
    fn unfold(&mut self, measure: Measure, data: TermId, number: TermId) {
        let sort = self.store.sort_of(data);
        let Some(id) = self.store.datatype_of(sort) else { return };
        for c in 0..self.store.datatype(id).constructors.len() as u32 {
            let (weight, shares) = self.store.shares(measure, id, c);
            let mut parts = vec![self.store.int(weight)];
            for (f, share) in shares.into_iter().enumerate() {
                if share == Share::Nothing {
                    continue;
                }
                let field = self.store.project(c, f as u32, data);
                parts.push(match share {
                    Share::Measure(other) => self.measured(other, field),
                    _ => field,
                });
            }
            let sum = self.store.add(&parts);
            let (built, equal) = (self.store.test(c, data), self.store.eq(number, sum));
            let fact = self.store.implies(built, equal);
            self.facts.push(fact);
        }
    }

    /// A measure of any term: constructors on top are taken off by the store.
    fn measured(&mut self, measure: Measure, data: TermId) -> TermId {
        if !matches!(self.store.op(data), Op::Construct(_)) {
            return self.of(measure, data);
        }
        let sum = self.store.measure(measure, data);
        for term in postorder(self.store, &[sum]) {
            if let Op::Measure(inner) = *self.store.op(term) {
                let data = self.store.args(term)[0];
                self.of(inner, data);
            }
        }
        sum
    }

    /// Equal terms have equal numbers; the converse where it holds.
    fn compare(&mut self) {
        if self.known.len() > PAIRED {
            return;
        }
        for i in 0..self.known.len() {
            for j in 0..i {
                let ((_, m, a, x), (_, n, b, y)) = (self.known[i], self.known[j]);
                if m != n || self.store.sort_of(a) != self.store.sort_of(b) {
                    continue;
                }
                let (same, equal) = (self.store.eq(a, b), self.store.eq(x, y));
                let fact = self.store.implies(same, equal);
                self.facts.push(fact);
                if m == Measure::Size && self.store.is_counter(self.store.sort_of(a)) {
                    let fact = self.store.implies(equal, same);
                    self.facts.push(fact);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::{CancelToken, Purpose, SatResult, SmtConfig, SmtSolver};
    use crate::term::{Constructor, Field};

    fn list(s: &mut Store) -> SortId {
        let (id, list) = s.declare_datatype("List");
        let field = |name: &str, sort| Field { name: name.into(), sort };
        let cons = vec![field("head", SortId::INT), field("tail", list)];
        s.define_datatype(
            id,
            vec![Constructor { name: "nil".into(), fields: vec![] }, Constructor { name: "cons".into(), fields: cons }],
        );
        list
    }

    fn is_unsat(s: &Store, formula: TermId) -> bool {
        let config = SmtConfig::new(&crate::smt::testing::binary());
        let mut smt = SmtSolver::new(config, CancelToken::new());
        smt.assert(s, formula).expect("asserted");
        smt.check(Purpose::Certificate, &[]).expect("answered") == SatResult::Unsat
    }

    #[test]
    fn what_holds_of_all_lists_is_shown() {
        let mut s = Store::new();
        let list = list(&mut s);
        let (x, t, h) = (s.var(0, list), s.var(1, list), s.var(2, SortId::INT));
        let (size_x, size_t) = (s.measure(Measure::Size, x), s.measure(Measure::Size, t));
        let longer = s.construct(list, 1, &[h, t]);
        let is_longer = s.eq(x, longer);
        let zero = s.int(0);
        // x = cons h t and |x| <= |t|.
        let shorter = s.le(size_x, size_t);
        let formula = s.and2(is_longer, shorter);
        let plain = without_measures(&mut s, formula, 10);
        assert!(is_unsat(&s, plain));
        // |x| < 0.
        let negative = s.lt(size_x, zero);
        let plain = without_measures(&mut s, negative, 10);
        assert!(is_unsat(&s, plain));
        // Sums may be negative, and lists of one length may differ.
        let sum = s.measure(Measure::Sum, x);
        let (below, same, differ) = (s.lt(sum, zero), s.eq(size_x, size_t), s.neq(x, t));
        let formula = s.and(&[below, same, differ]);
        let plain = without_measures(&mut s, formula, 10);
        assert!(!is_unsat(&s, plain));
        assert!(!postorder(&s, &[plain]).iter().any(|&t| matches!(s.op(t), Op::Measure(_))));
    }
}
