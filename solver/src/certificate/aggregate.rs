//! Facts about the aggregates of an obligation, added to it so that the SMT process, to which aggregates are
//! uninterpreted functions, can refute it.
//!
//! Every fact is true of every aggregate whose laws hold (a user's were checked at the start), whatever the values of
//! the variables. So the strengthened formula has a model exactly if the original has one in which aggregates mean what
//! they are defined to mean; too few facts make a check fail, never succeed. Fresh constants name witnesses: an index
//! where a maximum is attained, where two slices differ, where a bound on the cells is broken. The facts:
//!
//! * the empty interval; one cell taken off either end; a split at a bound that occurs elsewhere;
//! * an interval of a written array is that of the array itself if the write is outside, else its parts around the
//!   write;
//! * minimum and maximum: a bound for every cell in sight, attained at a witness;
//! * sorted: ordered wherever it is looked at, or a witness where not;
//! * counts between 0 and the length; sums bounded by the length if the cells are, or a witness; slices that agree cell
//!   by cell.

use crate::num::Rat;
use crate::term::{AggregateId, AggregateKind, Op, SortId, Store, TermId, postorder};
use hashbrown::HashSet;

/// The most facts for one obligation.
const MAX_FACTS: usize = 1500;
/// The most indices that are looked at.
const MAX_POINTS: usize = 24;
/// The most pairs of slices that are compared.
const MAX_PAIRS: usize = 24;
/// The most numerals tried as bounds on the cells of a sum.
const MAX_NUMERALS: usize = 7;

/// The formula with facts about its aggregates; itself if it has none.
pub fn with_facts(store: &mut Store, formula: TermId) -> TermId {
    if !store.has_aggregate(&[formula]) {
        return formula;
    }
    let mut facts = Facts {
        fresh: store.var_bound(formula),
        store,
        facts: vec![formula],
        seen: HashSet::new(),
        points: Vec::new(),
        stores: Vec::new(),
        numerals: Vec::new(),
    };
    facts.collect(formula);
    facts.store.and(&facts.facts)
}

/// An application of an aggregate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Slice {
    id: AggregateId,
    array: TermId,
    lo: TermId,
    hi: TermId,
    aliens: Vec<TermId>,
}

struct Facts<'a> {
    store: &'a mut Store,
    fresh: u32,
    facts: Vec<TermId>,
    /// Slices that have been dealt with.
    seen: HashSet<Slice>,
    /// Indices of interest.
    points: Vec<TermId>,
    /// The writes of the formula.
    stores: Vec<TermId>,
    numerals: Vec<Rat>,
}

impl Facts<'_> {
    fn collect(&mut self, formula: TermId) {
        let mut slices = Vec::new();
        for term in postorder(self.store, &[formula]) {
            if let Op::Num(value) = self.store.op(term).clone() {
                // A canonical inequality may hide a bound's sign.
                self.numeral(value.clone());
                self.numeral(&Rat::ZERO - &value);
            }
            if self.store.is_quantified(term) {
                continue;
            }
            match *self.store.op(term) {
                Op::Aggregate(id) => {
                    let args = self.store.args(term);
                    let (array, lo, hi, aliens) = (args[0], args[1], args[2], args[3..].to_vec());
                    slices.push(Slice { id, array, lo, hi, aliens });
                }
                Op::Store => {
                    self.stores.push(term);
                    self.point(self.store.args(term)[1]);
                }
                Op::Select => self.point(self.store.args(term)[1]),
                _ => {}
            }
        }
        let one = self.store.int(1);
        for slice in &slices {
            let last = self.store.sub(slice.hi, one);
            self.point(slice.lo);
            self.point(last);
            self.seen.insert(slice.clone());
        }
        // Witnesses come first: they are further points for what follows.
        for slice in &slices {
            self.witness(slice);
        }
        for (i, a) in slices.iter().enumerate().take(MAX_PAIRS) {
            for b in slices[i + 1..].iter().take(MAX_PAIRS) {
                self.compare(a, b);
            }
        }
        for slice in &slices {
            self.at_points(slice);
        }
        // Three generations: what is in the formula, its parts, and those over the arrays before a write.
        let mut parts = Vec::new();
        for slice in &slices {
            self.empty(slice);
            self.ends(slice, &mut parts);
            self.writes(slice, &mut parts);
        }
        for slice in &slices {
            for other in &slices {
                if slice != other {
                    for at in [other.lo, other.hi] {
                        self.split(slice, at, &mut parts);
                    }
                }
            }
        }
        let mut older = Vec::new();
        for slice in &parts {
            self.empty(slice);
            self.writes(slice, &mut older);
        }
        let mut last = Vec::new();
        for slice in &older {
            self.empty(slice);
            self.writes(slice, &mut last);
        }
    }

    fn numeral(&mut self, value: Rat) {
        if value.is_integer() && self.numerals.len() < MAX_NUMERALS && !self.numerals.contains(&value) {
            self.numerals.push(value);
        }
    }

    fn point(&mut self, index: TermId) {
        let fits = self.store.sort_of(index) == SortId::INT && !self.store.is_quantified(index);
        if fits && self.points.len() < MAX_POINTS && !self.points.contains(&index) {
            self.points.push(index);
        }
    }

    fn fact(&mut self, fact: TermId) {
        if self.facts.len() < MAX_FACTS {
            self.facts.push(fact);
        }
    }

    fn term(&mut self, slice: &Slice) -> TermId {
        let mut args = vec![slice.array, slice.lo, slice.hi];
        args.extend(&slice.aliens);
        self.store.apply_aggregate(slice.id, &args)
    }

    /// A part of a slice as a term. It is noted if it is new.
    fn part(&mut self, slice: &Slice, lo: TermId, hi: TermId, array: TermId, new: &mut Vec<Slice>) -> TermId {
        let part = Slice { lo, hi, array, ..slice.clone() };
        if self.seen.insert(part.clone()) {
            new.push(part.clone());
        }
        self.term(&part)
    }

    fn cell(&mut self, slice: &Slice, index: TermId) -> TermId {
        self.store.aggregate_cell(slice.id, slice.array, index, &slice.aliens)
    }

    fn kind(&self, slice: &Slice) -> AggregateKind {
        self.store.aggregate(slice.id).kind.clone()
    }

    /// Whether the fold is best described by its parts; the others are by their cells.
    fn by_parts(&self, slice: &Slice) -> bool {
        !matches!(self.kind(slice), AggregateKind::Min | AggregateKind::Max | AggregateKind::Sorted)
    }

    fn inside(&mut self, slice: &Slice, index: TermId) -> TermId {
        let (from, to) = (self.store.le(slice.lo, index), self.store.lt(index, slice.hi));
        self.store.and2(from, to)
    }

    /// A fresh index in the slice, as far as `facts` that need one assert it.
    fn fresh_index(&mut self) -> TermId {
        self.fresh += 1;
        self.store.var(self.fresh - 1, SortId::INT)
    }

    fn imply(&mut self, condition: TermId, conclusion: TermId) {
        let fact = self.store.implies(condition, conclusion);
        self.fact(fact);
    }

    fn empty(&mut self, slice: &Slice) {
        if let Some(unit) = self.store.aggregate_unit(slice.id) {
            let (nothing, value) = (self.store.le(slice.hi, slice.lo), self.term(slice));
            let same = self.store.eq(value, unit);
            self.imply(nothing, same);
            if self.kind(slice) == AggregateKind::Count {
                let length = self.store.sub(slice.hi, slice.lo);
                let (nonnegative, at_most) = (self.store.ge(value, unit), self.store.le(value, length));
                self.fact(nonnegative);
                let fact = self.store.or2(nothing, at_most);
                self.fact(fact);
            }
        }
    }

    /// One cell off the upper and the lower end.
    fn ends(&mut self, slice: &Slice, new: &mut Vec<Slice>) {
        if !self.by_parts(slice) {
            return;
        }
        let one = self.store.int(1);
        let some = self.store.lt(slice.lo, slice.hi);
        let value = self.term(slice);
        let (last, second) = (self.store.sub(slice.hi, one), self.store.add(&[slice.lo, one]));
        let (front, at_end) = (self.part(slice, slice.lo, last, slice.array, new), self.cell(slice, last));
        let (back, at_start) = (self.part(slice, second, slice.hi, slice.array, new), self.cell(slice, slice.lo));
        for (left, right) in [(front, at_end), (at_start, back)] {
            if let Some(both) = self.store.aggregate_combine(slice.id, left, right) {
                let same = self.store.eq(value, both);
                self.imply(some, same);
            }
        }
    }

    /// match: lo <= at <= hi      gives: agg a lo hi = agg a lo at ∘ agg a at hi
    fn split(&mut self, slice: &Slice, at: TermId, new: &mut Vec<Slice>) {
        if !self.by_parts(slice) || at == slice.lo || at == slice.hi {
            return;
        }
        let (from, to) = (self.store.le(slice.lo, at), self.store.le(at, slice.hi));
        let between = self.store.and2(from, to);
        if between == Store::FALSE {
            return;
        }
        let value = self.term(slice);
        let left = self.part(slice, slice.lo, at, slice.array, new);
        let right = self.part(slice, at, slice.hi, slice.array, new);
        if let Some(both) = self.store.aggregate_combine(slice.id, left, right) {
            let same = self.store.eq(value, both);
            self.imply(between, same);
        }
    }

    /// For every write of the formula to an array of that sort: the same interval of what was written.
    fn writes(&mut self, slice: &Slice, new: &mut Vec<Slice>) {
        if !self.by_parts(slice) {
            return;
        }
        let sort = self.store.sort_of(slice.array);
        for write in self.stores.clone() {
            if self.store.sort_of(write) != sort || self.facts.len() >= MAX_FACTS {
                continue;
            }
            let [base, at, written] = *self.store.args(write) else { continue };
            let over = Slice { array: write, ..slice.clone() };
            let value = self.term(&over);
            let inside = self.inside(slice, at);
            let outside = self.store.not(inside);
            let whole = self.part(slice, slice.lo, slice.hi, base, new);
            let same = self.store.eq(value, whole);
            self.imply(outside, same);
            if inside == Store::FALSE {
                continue;
            }
            let one = self.store.int(1);
            let next = self.store.add(&[at, one]);
            let left = self.part(slice, slice.lo, at, base, new);
            let right = self.part(slice, next, slice.hi, base, new);
            let cell = self.store.aggregate_map(slice.id, written, at, &slice.aliens);
            let both = self.store.aggregate_combine(slice.id, left, cell);
            if let Some(both) = both.and_then(|both| self.store.aggregate_combine(slice.id, both, right)) {
                let same = self.store.eq(value, both);
                self.imply(inside, same);
            }
            // What was there before the write: the whole of the old array has the same parts.
            let old = self.store.aggregate_cell(slice.id, base, at, &slice.aliens);
            let both = self.store.aggregate_combine(slice.id, left, old);
            if let Some(both) = both.and_then(|both| self.store.aggregate_combine(slice.id, both, right)) {
                let same = self.store.eq(whole, both);
                self.imply(inside, same);
            }
        }
    }

    /// Facts with a witness.
    fn witness(&mut self, slice: &Slice) {
        let value = self.term(slice);
        let some = self.store.lt(slice.lo, slice.hi);
        let one = self.store.int(1);
        match self.kind(slice) {
            AggregateKind::Min | AggregateKind::Max => {
                let at = self.fresh_index();
                self.point(at);
                let (inside, cell) = (self.inside(slice, at), self.cell(slice, at));
                let attained = self.store.eq(value, cell);
                let both = self.store.and2(inside, attained);
                self.imply(some, both);
            }
            AggregateKind::Sorted => {
                let at = self.fresh_index();
                let next = self.store.add(&[at, one]);
                self.point(at);
                self.point(next);
                let (from, to) = (self.store.le(slice.lo, at), self.store.lt(next, slice.hi));
                let (here, there) = (self.cell(slice, at), self.cell(slice, next));
                let descends = self.store.gt(here, there);
                let found = self.store.and(&[from, to, descends]);
                let fact = self.store.or2(value, found);
                self.fact(fact);
            }
            AggregateKind::Count => {
                let zero = self.store.int(0);
                let length = self.store.sub(slice.hi, slice.lo);
                for (extreme, other) in [(zero, one), (length, zero)] {
                    let at = self.fresh_index();
                    self.point(at);
                    let (inside, cell) = (self.inside(slice, at), self.cell(slice, at));
                    let (same, differs) = (self.store.eq(value, extreme), self.store.eq(cell, other));
                    let found = self.store.and2(inside, differs);
                    let either = self.store.or2(same, found);
                    self.imply(some, either);
                }
            }
            AggregateKind::Sum => {
                let sort = self.store.sort_of(value);
                if sort != SortId::INT {
                    return;
                }
                let mut numerals = self.numerals.clone();
                if !numerals.contains(&Rat::ZERO) {
                    numerals.push(Rat::ZERO);
                }
                let length = self.store.sub(slice.hi, slice.lo);
                for numeral in numerals {
                    let (bound, all) = (self.store.num(numeral.clone(), sort), self.store.scale(&numeral, length));
                    for lower in [true, false] {
                        let at = self.fresh_index();
                        self.point(at);
                        let (inside, cell) = (self.inside(slice, at), self.cell(slice, at));
                        let (holds, broken) = if lower {
                            (self.store.ge(value, all), self.store.lt(cell, bound))
                        } else {
                            (self.store.le(value, all), self.store.gt(cell, bound))
                        };
                        let found = self.store.and2(inside, broken);
                        let either = self.store.or2(holds, found);
                        self.imply(some, either);
                    }
                }
            }
            AggregateKind::Product | AggregateKind::Monoid { .. } => {}
        }
    }

    /// Two slices of one kind over the same interval: the values agree, or some cells don't; for sums, are ordered as
    /// the cells are.
    fn compare(&mut self, a: &Slice, b: &Slice) {
        if self.kind(a) != self.kind(b) || (a.id == b.id && a.array == b.array && a.aliens == b.aliens) {
            return;
        }
        let (x, y) = (self.term(a), self.term(b));
        if self.store.sort_of(x) != self.store.sort_of(y) {
            return;
        }
        let (lo, hi) = (self.store.eq(a.lo, b.lo), self.store.eq(a.hi, b.hi));
        let aligned = self.store.and2(lo, hi);
        if aligned == Store::FALSE {
            return;
        }
        let additive = matches!(self.kind(a), AggregateKind::Sum | AggregateKind::Count);
        let open_when_empty = matches!(self.kind(a), AggregateKind::Min | AggregateKind::Max);
        let condition = if open_when_empty {
            let some = self.store.lt(a.lo, a.hi);
            self.store.and2(aligned, some)
        } else {
            aligned
        };
        let directions: &[u8] = if additive { &[0, 1] } else { &[2] };
        for direction in directions {
            let at = self.fresh_index();
            self.point(at);
            let inside = self.inside(a, at);
            let (p, q) = (self.cell(a, at), self.cell(b, at));
            let (holds, differs) = match direction {
                0 => (self.store.le(x, y), self.store.gt(p, q)),
                1 => (self.store.ge(x, y), self.store.lt(p, q)),
                _ => (self.store.eq(x, y), self.store.neq(p, q)),
            };
            let found = self.store.and2(inside, differs);
            let either = self.store.or2(holds, found);
            self.imply(condition, either);
        }
    }

    /// What a value says about each cell in sight.
    fn at_points(&mut self, slice: &Slice) {
        let value = self.term(slice);
        let points = self.points.clone();
        match self.kind(slice) {
            kind @ (AggregateKind::Min | AggregateKind::Max) => {
                for at in points {
                    let (inside, cell) = (self.inside(slice, at), self.cell(slice, at));
                    let bounded = if kind == AggregateKind::Min {
                        self.store.le(value, cell)
                    } else {
                        self.store.ge(value, cell)
                    };
                    self.imply(inside, bounded);
                }
            }
            AggregateKind::Sorted => {
                for &at in &points {
                    for &later in &points {
                        if at == later {
                            continue;
                        }
                        let (from, order) = (self.store.le(slice.lo, at), self.store.le(at, later));
                        let to = self.store.lt(later, slice.hi);
                        let (here, there) = (self.cell(slice, at), self.cell(slice, later));
                        let ascends = self.store.le(here, there);
                        let condition = self.store.and(&[value, from, order, to]);
                        self.imply(condition, ascends);
                    }
                }
            }
            AggregateKind::Count => {
                let (one, length) = (self.store.int(1), self.store.sub(slice.hi, slice.lo));
                for at in points {
                    let (inside, cell) = (self.inside(slice, at), self.cell(slice, at));
                    let counted = self.store.eq(cell, one);
                    let (some, all_but) = (self.store.ge(value, one), self.store.sub(length, one));
                    let not_all = self.store.le(value, all_but);
                    let fact = self.store.ite(counted, some, not_all);
                    self.imply(inside, fact);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::model_obligations;
    use super::super::{discharge, testing};
    use super::*;
    use crate::smt::testing::binary;
    use crate::smt::{CancelToken, SmtConfig, SmtStatistics};
    use crate::system::Model;
    use crate::term::{ArrayValue, Assignment, Evaluator, Value};
    use std::time::Duration;

    /// A script, and the definition of each predicate as the constraint of a fact for it, in order.
    fn accepted(script: &str, definitions: &[&str]) -> bool {
        let read = |text: &str| crate::smtlib::read(text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let head: String =
            script.lines().filter(|line| line.starts_with("(declare") || line.starts_with("(define")).collect();
        let facts: String = definitions.iter().map(|d| format!("(assert {d})")).collect();
        let plain = read(&format!("{script}\n(check-sat)"));
        let mut store = plain.store.clone();
        let model = read(&format!("{head}{facts}(check-sat)"));
        let bodies: Vec<TermId> = model
            .system
            .clauses
            .iter()
            .map(|clause| {
                // The head's arguments are variables; their order is that of the definition.
                let args = clause.head.as_ref().expect("a fact").args.clone();
                assert!(args.iter().enumerate().all(|(i, &a)| model.store.as_var(a) == Some(i as u32)), "{args:?}");
                clause.constraint
            })
            .collect();
        let definitions = crate::term::import(&mut store, &model.store, &bodies);
        let system = plain.system;
        let obligations = match model_obligations(&mut store, &system, &Model { definitions }) {
            Ok(obligations) => obligations,
            Err(error) => panic!("{error}"),
        };
        let cancel = CancelToken::with_timeout(Duration::from_secs(20));
        let mut statistics = SmtStatistics::default();
        discharge(&store, &system, &obligations, &SmtConfig::new(&binary()), &cancel, &mut statistics).is_ok()
    }

    const VARS: &str = "((a (Array Int Int)) (i Int) (n Int) (s Int))";

    /// A loop that reads `a[0..n)` and updates `s`, with what is claimed at the end.
    fn reading(start: &str, step: &str, claim: &str) -> String {
        format!(
            "(declare-fun p ((Array Int Int) Int Int Int) Bool)
(assert (forall {VARS} (=> (and (= i 0) (= s {start})) (p a i n s))))
(assert (forall {VARS} (=> (and (p a i n s) (< i n)) (p a (+ i 1) n {step}))))
(assert (forall {VARS} (=> (and (p a i n s) (>= i n) (>= n 1) (not {claim})) false)))"
        )
    }

    /// A loop that writes `a[0..n)`.
    fn writing(value: &str, claim: &str) -> String {
        format!(
            "(declare-fun p ((Array Int Int) Int Int Int) Bool)
(assert (forall {VARS} (=> (= i 0) (p a i n s))))
(assert (forall {VARS} (=> (and (p a i n s) (< i n)) (p (store a i {value}) (+ i 1) n s))))
(assert (forall {VARS} (=> (and (p a i n s) (>= i n) (>= n 1) (not {claim})) false)))"
        )
    }

    fn model(body: &str) -> String {
        format!("(forall {VARS} (=> (and (or (= i n) (= n s) (= a a) true) {body}) (p a i n s)))")
    }

    fn check(script: &str, body: &str, expected: bool) {
        assert_eq!(accepted(script, &[&model(body)]), expected, "{script}\n{body}");
    }

    const RANGE: &str = "(<= 0 i) (or (< n 0) (<= i n))";

    #[test]
    fn folds_by_reading() {
        let sum = reading("0", "(+ s (select a i))", "(= s (agg.sum a 0 n))");
        check(&sum, &format!("(and {RANGE} (= s (agg.sum a 0 i)))"), true);
        check(&sum, &format!("(and {RANGE} (= s (agg.sum a 1 i)))"), false);
        check(&sum, &format!("(and {RANGE} (= s (agg.sum a 0 n)))"), false);
        check(&sum, "(= s (agg.sum a 0 i))", false);
        let weighted = reading(
            "0",
            "(+ s (* 2 (select a i)) i)",
            "(= s (agg.sum a 0 n (lambda ((x Int) (k Int)) (+ (* 2 x) k))))",
        );
        let cells = "(lambda ((x Int) (k Int)) (+ (* 2 x) k))";
        check(&weighted, &format!("(and {RANGE} (= s (agg.sum a 0 i {cells})))"), true);
        let count = "(lambda ((x Int)) (> x n))";
        let script = reading("0", "(ite (> (select a i) n) (+ s 1) s)", &format!("(= s (agg.count a 0 n {count}))"));
        check(&script, &format!("(and {RANGE} (= s (agg.count a 0 i {count})))"), true);
        check(&script, &format!("(and {RANGE} (= s (agg.count a 0 i (lambda ((x Int)) (>= x n)))))"), false);
        let further = format!("(<= s (agg.count a 0 n {count}))");
        check(&script, &format!("(and {RANGE} (= s (agg.count a 0 i {count})) {further})"), true);
        let last = "(define-aggregate last Int :operation (lambda ((x Int) (y Int)) (ite (= y 0) x y)) :unit 0)\n";
        let script = reading("0", "(ite (= (select a i) 0) s (select a i))", "(= s (last a 0 n))");
        check(&format!("{last}{script}"), &format!("(and {RANGE} (= s (last a 0 i)))"), true);
        let product = reading("1", "(* s (select a i))", "(= s (agg.product a 0 n))");
        check(&product, &format!("(and {RANGE} (= s (agg.product a 0 i)))"), true);
    }

    #[test]
    fn extrema() {
        let largest = reading("(select a 0)", "(ite (> (select a i) s) (select a i) s)", "(= s (agg.max a 0 n))");
        check(&largest, &format!("(and {RANGE} (ite (= i 0) (= s (select a 0)) (= s (agg.max a 0 i))))"), true);
        check(&largest, &format!("(and {RANGE} (= s (agg.max a 0 i)))"), false);
        let smallest = reading("(select a 0)", "(ite (< (select a i) s) (select a i) s)", "(<= s (agg.min a 0 n))");
        check(&smallest, &format!("(and {RANGE} (ite (= i 0) (= s (select a 0)) (= s (agg.min a 0 i))))"), true);
        check(&smallest, &format!("(and {RANGE} (ite (= i 0) (= s (select a 0)) (<= s (agg.max a 0 i))))"), false);
    }

    #[test]
    fn folds_by_writing() {
        let ones = writing("1", "(= (agg.sum a 0 n) n)");
        check(&ones, &format!("(and {RANGE} (= (agg.sum a 0 i) i))"), true);
        check(&ones, &format!("(and {RANGE} (>= (agg.sum a 0 i) i))"), false);
        // From what is known about each cell.
        let every = "(forall ((k Int)) (=> (and (<= 0 k) (< k i)) (= (select a k) 1)))";
        check(&ones, &format!("(and {RANGE} {every})"), true);
        let most = writing("1", "(>= (agg.sum a 0 n) n)");
        let at_least = "(forall ((k Int)) (=> (and (<= 0 k) (< k i)) (>= (select a k) 1)))";
        check(&most, &format!("(and {RANGE} {at_least})"), true);
        let indices = writing("i", "(agg.sorted a 0 n)");
        let below = "(or (= i 0) (<= (select a (- i 1)) i))";
        check(&indices, &format!("(and {RANGE} (agg.sorted a 0 i) {below})"), true);
        check(&indices, &format!("(and {RANGE} (agg.sorted a 0 i))"), false);
        let counted = "(lambda ((x Int)) (> x 0))";
        let positive = writing("1", &format!("(= (agg.count a 0 n {counted}) n)"));
        check(&positive, &format!("(and {RANGE} (= (agg.count a 0 i {counted}) i))"), true);
        check(&positive, &format!("(and {RANGE} {every})"), true);
    }

    /// No fact excludes an assignment: all of them evaluate to true, with the witnesses chosen well.
    #[test]
    fn facts_hold_for_concrete_arrays() {
        let text = "(declare-fun p ((Array Int Int) (Array Int Int) Int Int Int) Bool)
            (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (l Int) (u Int) (c Int))
              (=> (and (= (agg.sum a l u) c) (= (agg.sum (store a c 4) l c) (agg.sum b l u))
                  (= c (agg.product a l u)) (= b (store a l 3))
                  (= (agg.fold a l u (lambda ((x Int)) x) (lambda ((x Int) (y Int)) (ite (= y 0) x y)) 0) 3)) (p a b l u c))))";
        let script = crate::smtlib::read(text.as_bytes()).expect("readable");
        let (mut store, formula) = (script.store, script.system.clauses[0].constraint);
        let strengthened = with_facts(&mut store, formula);
        let facts: Vec<TermId> = store.args(strengthened).to_vec();
        assert!(facts.len() > 50, "{}", facts.len());
        let bound = store.var_bound(formula);
        let mut checked = 0;
        for (cells, l, u, c) in [(&[1, 2, 3, 4], 0, 3, 1), (&[5, 0, 0, 7], 1, 4, 2), (&[0, 0, 1, 1], 2, 2, 5)] {
            let array = |cells: &[i64]| {
                let entries = cells.iter().enumerate().map(|(i, &e)| (int(i as i64), int(e))).collect();
                Value::Array(std::sync::Arc::new(ArrayValue::new(&store, SortId::INT, int(0), entries)))
            };
            let values = [array(cells), array(&[3, 1, 4, 1]), int(l), int(u), int(c)];
            let assignment = Assignment::from_values(values);
            let mut evaluator = Evaluator::new(&store, &assignment);
            for &fact in &facts {
                // Facts with witnesses are left to the tests above; the formula itself need not hold.
                if store.var_bound(fact) <= bound && !crate::term::conjuncts(&store, formula).contains(&fact) {
                    assert_eq!(evaluator.eval(fact), Some(Value::Bool(true)));
                    checked += 1;
                }
            }
        }
        assert!(checked > 100, "{checked}");
    }

    fn int(value: i64) -> Value {
        Value::Int(crate::num::Int::from(value))
    }

    #[test]
    fn formulas_without_aggregates_stay() {
        let mut s = Store::new();
        let system = testing::counter(&mut s, 3, 4);
        let constraint = system.clauses[1].constraint;
        assert_eq!(with_facts(&mut s, constraint), constraint);
    }
}
