//! The proofs of the operators: the conditions of the paper's Definition 1, as obligations without quantifiers.
//!
//! A summary of `[lo, hi)` is defined by recursion over its upper end: that of the empty interval is the unit (open
//! where there is none), and one more cell behind is rule *above*. Every other rule is a statement about this
//! definition, proved by induction over the cells behind the place it speaks about; base and step relate values only,
//! so that a step is a formula over the values of summaries before and after one more cell:
//!
//! * `unit`: the rule for the empty interval holds of the definition (condition 1, the initial ghost);
//! * `below`, `outside`, `inside`, `merge`: the ghost after the rule is the summary of the new interval or array
//!   (condition 2c, the invariant `v = summary(a, lo, hi)` is preserved);
//! * `cell`, `pair`, `witness`, `part`, `length`: what a rule lets a read assume, or lets a query conclude, is true
//!   (condition 2d);
//! * `alien`: how the summary compares when a parameter of the cell map moves.
//!
//! Conditions 2a and 2b are syntactic: rules are terms. An obligation is proved when its negation is unsatisfiable, and
//! refused otherwise; hypotheses are tested to be satisfiable together, so that nothing is proved from a contradiction.

use super::limits::LIMITS;
use super::operators::{self, Neighbours, Operator, map};
use crate::context::Context;
use crate::reduce::cells::laws::{division, product};
use crate::smt::{Purpose, SatResult, SmtConfig, SmtSolver};
use crate::system::Reason;
use crate::term::{SortId, Store, TermId};

/// A statement that must be valid.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// The operator.
    pub operator: String,
    /// The rule and the part of its proof.
    pub rule: String,
    /// What may be assumed.
    pub hypothesis: TermId,
    /// What must follow.
    pub claim: TermId,
}

/// What became of an obligation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The claim follows from the hypothesis, which is satisfiable.
    Proved,
    /// The claim doesn't follow.
    Refuted,
    /// The hypothesis is contradictory: the proof says nothing.
    Vacuous,
    /// The SMT process does not know.
    Unknown,
}

/// The obligations of all operators.
pub fn obligations(store: &mut Store) -> Vec<Obligation> {
    let mut all = Vec::new();
    for operator in operators::library() {
        let cell = match operator.name() {
            "forall" | "exists" => SortId::BOOL,
            _ => SortId::INT,
        };
        all.extend(of_operator(store, operator.as_ref(), cell));
    }
    all.extend(of_scalars(store));
    all.extend(of_aliens(store));
    all.extend(of_maps(store));
    all
}

/// The inverses of index maps.
fn of_maps(store: &mut Store) -> Vec<Obligation> {
    let [k, rest, written] = [0, 1, 2].map(|i| store.var(i, SortId::INT));
    let offset = store.sub(written, rest);
    let mut all = Vec::new();
    for number in [1, -1, 2, -2, 3, 10] {
        let factor = crate::num::Rat::from(number);
        let inverse = map::inverse(store, &factor, offset);
        let claim = map::is_inverse(store, &factor, [k, rest, written], inverse);
        let rule = format!("{number} k + c");
        all.push(Obligation { operator: "map".into(), rule, hypothesis: Store::TRUE, claim });
    }
    all
}

/// Discharges obligations with one SMT process.
pub fn discharge(cx: &mut Context, obligations: &[Obligation]) -> Result<Vec<Outcome>, Reason> {
    let limit = cx.smt.query_limit.unwrap_or(LIMITS.verify_query);
    let config = SmtConfig { query_limit: Some(limit), ..cx.smt.clone() };
    let mut solver = SmtSolver::new(config, cx.cancel.clone());
    let mut outcomes = Vec::with_capacity(obligations.len());
    for obligation in obligations {
        cx.check()?;
        solver.push();
        solver.assert(&cx.store, obligation.hypothesis)?;
        let possible = solver.check(Purpose::Other, &[])?;
        let denied = cx.store.not(obligation.claim);
        solver.assert(&cx.store, denied)?;
        let outcome = match (possible, solver.check(Purpose::Other, &[])?) {
            (SatResult::Unsat, _) => Outcome::Vacuous,
            (SatResult::Sat, SatResult::Unsat) => Outcome::Proved,
            (_, SatResult::Sat) => Outcome::Refuted,
            _ => Outcome::Unknown,
        };
        solver.pop(1);
        outcomes.push(outcome);
    }
    cx.statistics.add(&solver.take_statistics());
    Ok(outcomes)
}

/// Makes variables for an operator's obligations.
struct Schema<'a> {
    store: &'a mut Store,
    operator: &'a dyn Operator,
    cell: SortId,
    value: SortId,
    next: u32,
    out: Vec<Obligation>,
}

/// What is known of an interval: its summary, whether it is empty, its first and last cell.
#[derive(Clone, Copy)]
struct Summary {
    value: TermId,
    empty: TermId,
    first: TermId,
    last: TermId,
}

/// The obligations of one operator over intervals, for mapped cells of a sort.
pub fn of_operator(store: &mut Store, operator: &dyn Operator, cell: SortId) -> Vec<Obligation> {
    let value = operator.value_sort(cell);
    let mut schema = Schema { store, operator, cell, value, next: 0, out: Vec::new() };
    schema.below();
    schema.outside();
    schema.inside();
    schema.merge();
    schema.about_cell();
    schema.about_pair();
    schema.witness();
    schema.about_alien();
    schema.about_part();
    schema.about_length();
    schema.out
}

impl Schema<'_> {
    fn fresh(&mut self, sort: SortId) -> TermId {
        self.next += 1;
        self.store.var(self.next - 1, sort)
    }

    /// A cell with what is known of it; the guard goes into `hypotheses`.
    fn fresh_cell(&mut self, hypotheses: &mut Vec<TermId>) -> TermId {
        let cell = self.fresh(self.cell);
        hypotheses.push(self.operator.cell_guard(self.store, cell));
        cell
    }

    /// An interval that may be empty, or not.
    fn fresh_summary(&mut self, hypotheses: &mut Vec<TermId>) -> Summary {
        let (value, empty) = (self.fresh(self.value), self.fresh(SortId::BOOL));
        let (first, last) = (self.fresh_cell(hypotheses), self.fresh_cell(hypotheses));
        if let Some(unit) = self.operator.unit(self.store, self.value) {
            let is_unit = self.store.eq(value, unit);
            hypotheses.push(self.store.implies(empty, is_unit));
        }
        Summary { value, empty, first, last }
    }

    /// The empty interval.
    fn nothing(&mut self, hypotheses: &mut Vec<TermId>) -> Summary {
        let summary = self.fresh_summary(hypotheses);
        hypotheses.push(summary.empty);
        summary
    }

    /// The definition: one more cell behind.
    fn grow(&mut self, s: Summary, cell: TermId) -> Summary {
        let value = self.operator.above(self.store, s.value, s.empty, s.last, cell);
        let first = self.store.ite(s.empty, cell, s.first);
        Summary { value, empty: Store::FALSE, first, last: cell }
    }

    fn prove(&mut self, rule: &str, hypotheses: &[TermId], claim: TermId) {
        let hypothesis = self.store.and(hypotheses);
        let operator = self.operator.name().to_string();
        self.out.push(Obligation { operator, rule: rule.to_string(), hypothesis, claim });
        self.next = 0;
    }

    /// Rule *below*: by induction over the cells behind.
    fn below(&mut self) {
        let mut h = Vec::new();
        let s = self.nothing(&mut h);
        let new = self.fresh_cell(&mut h);
        let defined = self.grow(s, new).value;
        let ruled = self.operator.below(self.store, s.value, s.empty, s.first, new);
        let claim = self.store.eq(defined, ruled);
        self.prove("below: no cell", &h, claim);

        let mut h = Vec::new();
        let s = self.fresh_summary(&mut h);
        let (new, next) = (self.fresh_cell(&mut h), self.fresh_cell(&mut h));
        let ruled = self.operator.below(self.store, s.value, s.empty, s.first, new);
        let last = self.store.ite(s.empty, new, s.last);
        let longer = Summary { value: ruled, empty: Store::FALSE, first: new, last };
        let defined = self.grow(longer, next).value;
        let after = self.grow(s, next);
        let ruled = self.operator.below(self.store, after.value, after.empty, after.first, new);
        let claim = self.store.eq(defined, ruled);
        self.prove("below: one more cell", &h, claim);
    }

    /// Rule *outside*: equal cells, equal summaries.
    fn outside(&mut self) {
        let mut h = Vec::new();
        let (a, b) = (self.fresh_summary(&mut h), self.fresh_summary(&mut h));
        let cell = self.fresh_cell(&mut h);
        for (x, y) in [(a.value, b.value), (a.empty, b.empty), (a.first, b.first), (a.last, b.last)] {
            h.push(self.store.eq(x, y));
        }
        let (p, q) = (self.grow(a, cell).value, self.grow(b, cell).value);
        let claim = self.store.eq(p, q);
        self.prove("outside", &h, claim);
    }

    /// Rule *inside*: the cell is the last one, or there is one more behind it.
    fn inside(&mut self) {
        let neighbours = self.operator.wants_neighbours();
        let mut h = Vec::new();
        let s = self.fresh_summary(&mut h);
        let (old, new, after) = (self.fresh_cell(&mut h), self.fresh_cell(&mut h), self.fresh_cell(&mut h));
        let (before, written) = (self.grow(s, old).value, self.grow(s, new).value);
        let beside = Neighbours { is_first: s.empty, before: s.last, is_last: Store::TRUE, after };
        let claim = self.operator.inside(self.store, before, old, new, neighbours.then_some(beside), written);
        self.prove("inside: the last cell", &h, claim);

        // One more cell: the summaries before and after the write are related, and the cells are the same behind it.
        let mut h = Vec::new();
        let (a, b) = (self.fresh_summary(&mut h), self.fresh_summary(&mut h));
        let (old, new) = (self.fresh_cell(&mut h), self.fresh_cell(&mut h));
        let next = self.fresh_cell(&mut h);
        let (is_first, before) = (self.fresh(SortId::BOOL), self.fresh_cell(&mut h));
        let (is_last, after) = (self.fresh(SortId::BOOL), self.fresh_cell(&mut h));
        for empty in [a.empty, b.empty] {
            h.push(self.store.not(empty));
        }
        // The last cell is the written one, or the same in both.
        let (old_last, new_last) = (self.store.eq(a.last, old), self.store.eq(b.last, new));
        let written_last = self.store.and2(old_last, new_last);
        let same_last = self.store.eq(a.last, b.last);
        let last = self.store.ite(is_last, written_last, same_last);
        h.push(last);
        let beside = Neighbours { is_first, before, is_last, after };
        h.push(self.operator.inside(self.store, a.value, old, new, neighbours.then_some(beside), b.value));
        let (p, q) = (self.grow(a, next).value, self.grow(b, next).value);
        // The cell behind the written one is the next one now, if it was the last.
        let after = self.store.ite(is_last, next, after);
        let beside = Neighbours { is_first, before, is_last: Store::FALSE, after };
        let claim = self.operator.inside(self.store, p, old, new, neighbours.then_some(beside), q);
        self.prove("inside: one more cell", &h, claim);
    }

    /// Rule *merge*: by induction over the right part.
    fn merge(&mut self) {
        let mut h = Vec::new();
        let left = self.fresh_summary(&mut h);
        h.push(self.store.not(left.empty));
        let nothing = self.nothing(&mut h);
        let cell = self.fresh_cell(&mut h);
        let right = self.grow(nothing, cell).value;
        let Some(ruled) = self.operator.combine(self.store, left.value, right) else {
            self.next = 0;
            return;
        };
        let defined = self.grow(left, cell).value;
        let claim = self.store.eq(defined, ruled);
        self.prove("merge: one cell", &h, claim);

        let mut h = Vec::new();
        let (left, right) = (self.fresh_summary(&mut h), self.fresh_summary(&mut h));
        for empty in [left.empty, right.empty] {
            h.push(self.store.not(empty));
        }
        let next = self.fresh_cell(&mut h);
        let Some(whole) = self.operator.combine(self.store, left.value, right.value) else { return };
        let both = Summary { value: whole, empty: Store::FALSE, first: left.first, last: right.last };
        let defined = self.grow(both, next).value;
        let grown = self.grow(right, next).value;
        let Some(ruled) = self.operator.combine(self.store, left.value, grown) else { return };
        let claim = self.store.eq(defined, ruled);
        self.prove("merge: one more cell", &h, claim);
    }

    /// Assume on read: the cell is the last one, or there is one more behind it.
    fn about_cell(&mut self) {
        let mut h = Vec::new();
        let s = self.fresh_summary(&mut h);
        // A count is never negative, which is a fact about lengths proved below.
        h.push(self.known(s));
        let cell = self.fresh_cell(&mut h);
        let value = self.grow(s, cell).value;
        let claim = self.operator.about_cell(self.store, value, cell);
        self.prove("cell: the last one", &h, claim);

        let mut h = Vec::new();
        let s = self.fresh_summary(&mut h);
        h.push(self.store.not(s.empty));
        let (cell, next) = (self.fresh_cell(&mut h), self.fresh_cell(&mut h));
        h.push(self.operator.about_cell(self.store, s.value, cell));
        let value = self.grow(s, next).value;
        let claim = self.operator.about_cell(self.store, value, cell);
        self.prove("cell: one more", &h, claim);
    }

    /// Assume on two reads: both cells are old ones, or the second is the last.
    fn about_pair(&mut self) {
        let mut h = Vec::new();
        let s = self.fresh_summary(&mut h);
        h.push(self.store.not(s.empty));
        let (first, second, next) = (self.fresh_cell(&mut h), self.fresh_cell(&mut h), self.fresh_cell(&mut h));
        h.push(self.operator.about_pair(self.store, s.value, first, second));
        let value = self.grow(s, next).value;
        let claim = self.operator.about_pair(self.store, value, first, second);
        self.prove("pair: one more cell", &h, claim);

        // The first is the cell before the last, or one before that.
        let mut h = Vec::new();
        let s = self.fresh_summary(&mut h);
        h.push(self.store.not(s.empty));
        let (first, next) = (self.fresh_cell(&mut h), self.fresh_cell(&mut h));
        let (is_last, before) =
            (self.store.eq(first, s.last), self.operator.about_pair(self.store, s.value, first, s.last));
        h.push(self.store.or2(is_last, before));
        let value = self.grow(s, next).value;
        let claim = self.operator.about_pair(self.store, value, first, next);
        self.prove("pair: with the last cell", &h, claim);
    }

    /// The witness of the value of one cell is that cell; that of a longer interval is the old one or the new cell.
    fn witness(&mut self) {
        let mut h = Vec::new();
        let s = self.nothing(&mut h);
        let cell = self.fresh_cell(&mut h);
        let value = self.grow(s, cell).value;
        let Some(claim) = self.operator.witness(self.store, value, cell) else {
            self.next = 0;
            return;
        };
        self.prove("witness: one cell", &h, claim);

        let mut h = Vec::new();
        let s = self.fresh_summary(&mut h);
        h.push(self.store.not(s.empty));
        h.push(self.known(s));
        let (old, next) = (self.fresh_cell(&mut h), self.fresh_cell(&mut h));
        h.extend(self.operator.witness(self.store, s.value, old));
        let value = self.grow(s, next).value;
        let claims: Vec<TermId> =
            [old, next].into_iter().filter_map(|cell| self.operator.witness(self.store, value, cell)).collect();
        let claim = self.store.or(&claims);
        self.prove("witness: one more cell", &h, claim);
    }

    /// Aliens that move: cells that become at most larger.
    fn about_alien(&mut self) {
        let mut h = Vec::new();
        let (s, t) = (self.nothing(&mut h), self.nothing(&mut h));
        let (old, new) = self.growing_cells(&mut h);
        let (p, q) = (self.grow(s, old).value, self.grow(t, new).value);
        let claim = self.operator.about_alien(self.store, p, q);
        self.prove("alien: one cell", &h, claim);

        let mut h = Vec::new();
        let (s, t) = (self.fresh_summary(&mut h), self.fresh_summary(&mut h));
        for empty in [s.empty, t.empty] {
            h.push(self.store.not(empty));
        }
        h.push(self.operator.about_alien(self.store, s.value, t.value));
        let (old, new) = self.growing_cells(&mut h);
        let (p, q) = (self.grow(s, old).value, self.grow(t, new).value);
        let claim = self.operator.about_alien(self.store, p, q);
        self.prove("alien: one more cell", &h, claim);
    }

    /// A cell before and after an alien moved.
    fn growing_cells(&mut self, hypotheses: &mut Vec<TermId>) -> (TermId, TermId) {
        let (old, new) = (self.fresh_cell(hypotheses), self.fresh_cell(hypotheses));
        hypotheses.push(match self.cell {
            SortId::BOOL => self.store.implies(old, new),
            _ => self.store.le(old, new),
        });
        (old, new)
    }

    /// What the length rule says of a summary of unknown length, empty or not.
    fn known(&mut self, s: Summary) -> TermId {
        let length = self.fresh(SortId::INT);
        let zero = self.store.int(0);
        let positive = self.store.lt(zero, length);
        let about = self.operator.about_length(self.store, s.value, length);
        let fact = self.store.and2(positive, about);
        self.store.or2(s.empty, fact)
    }

    /// Inclusion: parts at the end, growing together with the whole, and parts that stay behind it.
    fn about_part(&mut self) {
        // The part is the whole.
        let mut h = Vec::new();
        let s = self.fresh_summary(&mut h);
        h.push(self.store.not(s.empty));
        let claim = self.operator.about_part(self.store, s.value, s.value);
        self.prove("part: the whole", &h, claim);

        // One more cell in front of the whole.
        let mut h = Vec::new();
        let (whole, part) = (self.fresh_summary(&mut h), self.fresh_summary(&mut h));
        for empty in [whole.empty, part.empty] {
            h.push(self.store.not(empty));
        }
        h.push(self.known(whole));
        h.push(self.operator.about_part(self.store, whole.value, part.value));
        let new = self.fresh_cell(&mut h);
        let value = self.operator.below(self.store, whole.value, whole.empty, whole.first, new);
        let claim = self.operator.about_part(self.store, value, part.value);
        self.prove("part: one more cell in front", &h, claim);

        // One more cell behind the whole.
        let mut h = Vec::new();
        let (whole, part) = (self.fresh_summary(&mut h), self.fresh_summary(&mut h));
        for empty in [whole.empty, part.empty] {
            h.push(self.store.not(empty));
        }
        h.push(self.known(whole));
        h.push(self.operator.about_part(self.store, whole.value, part.value));
        let next = self.fresh_cell(&mut h);
        let value = self.grow(whole, next).value;
        let claim = self.operator.about_part(self.store, value, part.value);
        self.prove("part: one more cell behind", &h, claim);
    }

    /// What a value says given the number of cells.
    fn about_length(&mut self) {
        let one = self.store.int(1);
        let mut h = Vec::new();
        let s = self.nothing(&mut h);
        let cell = self.fresh_cell(&mut h);
        let value = self.grow(s, cell).value;
        let claim = self.operator.about_length(self.store, value, one);
        self.prove("length: one cell", &h, claim);

        let mut h = Vec::new();
        let s = self.fresh_summary(&mut h);
        h.push(self.store.not(s.empty));
        let length = self.fresh(SortId::INT);
        h.push(self.operator.about_length(self.store, s.value, length));
        let cell = self.fresh_cell(&mut h);
        let value = self.grow(s, cell).value;
        let longer = self.store.add(&[length, one]);
        let claim = self.operator.about_length(self.store, value, longer);
        self.prove("length: one more cell", &h, claim);
    }
}

/// The obligations of the operators on scalars: their facts, of the products and quotients themselves.
fn of_scalars(store: &mut Store) -> Vec<Obligation> {
    let mut all = Vec::new();
    let mut add = |operator: &str, rule: String, hypothesis: TermId, claim: TermId| {
        all.push(Obligation { operator: operator.to_string(), rule, hypothesis, claim });
    };
    for (sort, of) in [(SortId::INT, "Int"), (SortId::REAL, "Real")] {
        let [x, y, a] = [0, 1, 2].map(|i| store.var(i, sort));
        let (xx, xy) = (store.mul(x, x), store.mul(x, y));
        for (n, fact) in product::facts(store, x, x, xx).into_iter().enumerate() {
            add("square", format!("fact {} over {of}", n + 1), Store::TRUE, fact);
        }
        for (n, fact) in product::facts(store, x, y, xy).into_iter().enumerate() {
            add("product", format!("fact {} over {of}", n + 1), Store::TRUE, fact);
        }
        let ax = store.mul(a, x);
        for (n, fact) in product::congruence(store, [a, x, ax], [x, y, xy]).into_iter().enumerate() {
            add("product", format!("common factor {} over {of}", n + 1), Store::TRUE, fact);
        }
        let ay = store.mul(a, y);
        for (n, fact) in product::congruence(store, [a, x, ax], [a, y, ay]).into_iter().enumerate() {
            add("product", format!("common first factor {} over {of}", n + 1), Store::TRUE, fact);
        }
        let [d, e] = [4, 5].map(|i| store.var(i, sort));
        for (n, (left, right)) in
            [([x, y, a], [x, y, d]), ([x, y, a], [x, d, e]), ([x, x, x], [d, d, d])].into_iter().enumerate()
        {
            let [p, q] = [left, right].map(|[u, v, w]| {
                let product = store.mul(u, v);
                store.mul(product, w)
            });
            for fact in product::equal_factors(store, (&left, p), (&right, q)) {
                add("product", format!("equal factors {} over {of}", n + 1), Store::TRUE, fact);
            }
        }
        // Figure 2, R2 and R3: what multiplying out does.
        let c = store.var(3, sort);
        let sum = store.add(&[x, c]);
        let squared = store.mul(sum, sum);
        let (cx, cc) = (store.mul(c, x), store.mul(c, c));
        let expected = store.add(&[xx, cx, cx, cc]);
        let claim = store.eq(squared, expected);
        add("square", format!("rule x + c over {of}"), Store::TRUE, claim);
        let squared = store.mul(cx, cx);
        let expected = store.mul(cc, xx);
        let claim = store.eq(squared, expected);
        add("square", format!("rule c · x over {of}"), Store::TRUE, claim);
    }
    // Division: over results that satisfy the defining equation.
    let [x, m, q, r, y, s, d, w, u] = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|i| store.var(i, SortId::INT));
    let first = euclid(store, x, m, q, r);
    for (n, fact) in division::facts(store, x, m, q, r).into_iter().enumerate() {
        add("division", format!("fact {}", n + 1), first, fact);
    }
    // The other quotient is q + d. What is needed of the product m · d is proved of it first; the step itself is then
    // linear, with w for m · d and u for m · q, so that m · (q + d) = u + w.
    let zero = store.int(0);
    let positive = store.gt(m, zero);
    let product = store.mul(m, d);
    for (n, fact) in multiples(store, m, d, product).into_iter().enumerate() {
        add("division", format!("multiple {}", n + 1), positive, fact);
    }
    let mut hypotheses = multiples(store, m, d, w);
    let (left, right) = (store.add(&[u, r]), store.add(&[u, w, s]));
    hypotheses.extend([positive, store.eq(x, left), store.eq(y, right)]);
    for remainder in [r, s] {
        hypotheses.extend([store.le(zero, remainder), store.lt(remainder, m)]);
    }
    let hypothesis = store.and(&hypotheses);
    let p = store.add(&[q, d]);
    let claim = division::step(store, [x, m, q, r], [y, m, p, s]);
    add("division", "step".to_string(), hypothesis, claim);
    all
}

/// The conditions under which alien terms may move, for the shapes of cell maps they distinguish: the condition lets a
/// cell before the move be at most the cell after it.
fn of_aliens(store: &mut Store) -> Vec<Obligation> {
    let [x, k, c, d] = [0, 1, 2, 3].map(|i| store.var(i, SortId::INT));
    let (one, zero) = (store.int(1), store.int(0));
    let two_k = store.scale(&crate::num::Rat::from(2), k);
    let moved = store.add(&[c, d, two_k]);
    let (below, above, equal) = (store.le(x, c), store.lt(moved, x), store.eq(x, moved));
    let (both, either) = (store.and2(below, above), store.or2(above, equal));
    let differs = store.not(equal);
    let counted = store.ite(below, one, zero);
    let dropped = store.ite(above, zero, one);
    let weighted = store.add(&[x, moved]);
    let capped = store.ite(differs, x, k);
    let capped = store.sub(capped, c);
    let mut all = Vec::new();
    for (number, template) in
        [below, above, equal, differs, both, either, counted, dropped, weighted, capped].into_iter().enumerate()
    {
        let (from, to) = ([4, 5].map(|i| store.var(i, SortId::INT)), [6, 7].map(|i| store.var(i, SortId::INT)));
        let Some(hypothesis) = operators::alien::moves(store, template, 2, &from, &to) else { continue };
        let before = store.instantiate(template, &[x, k, from[0], from[1]]);
        let after = store.instantiate(template, &[x, k, to[0], to[1]]);
        let claim = if store.sort_of(template) == SortId::BOOL {
            store.implies(before, after)
        } else {
            store.le(before, after)
        };
        all.push(Obligation { operator: "alien".into(), rule: format!("cell map {}", number + 1), hypothesis, claim });
    }
    all
}

/// How large `product = m · d` is for a positive m, by the size of d.
fn multiples(store: &mut Store, m: TermId, d: TermId, product: TermId) -> Vec<TermId> {
    let [minus, zero, one, two] = [-1, 0, 1, 2].map(|n| store.int(n));
    let (negative, double) = (store.neg(m), store.add(&[m, m]));
    let mut facts = Vec::new();
    for (number, size) in [(zero, zero), (one, m), (minus, negative)] {
        let (is, equal) = (store.eq(d, number), store.eq(product, size));
        facts.push(store.implies(is, equal));
    }
    let (large, at_least) = (store.ge(d, two), store.ge(product, double));
    facts.push(store.implies(large, at_least));
    let (small, twice) = (store.lt(d, minus), store.neg(double));
    let at_most = store.le(product, twice);
    facts.push(store.implies(small, at_most));
    facts
}

/// `x = m·q + r` with `0 <= r < m`, where m is positive.
fn euclid(store: &mut Store, x: TermId, m: TermId, q: TermId, r: TermId) -> TermId {
    let zero = store.int(0);
    let product = store.mul(m, q);
    let total = store.add(&[product, r]);
    let (equal, positive) = (store.eq(x, total), store.gt(m, zero));
    let (low, high) = (store.le(zero, r), store.lt(r, m));
    store.and(&[positive, equal, low, high])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::testing::binary;
    use crate::smt::{CancelToken, Steps};

    fn context() -> Context {
        let config = SmtConfig { query_limit: Some(Steps::seconds(20)), ..SmtConfig::new(&binary()) };
        Context::new(Store::new(), config, CancelToken::with_timeout(std::time::Duration::from_secs(60)))
    }

    #[test]
    fn every_operator_is_proved() {
        let mut cx = context();
        let obligations = obligations(&mut cx.store);
        assert!(obligations.len() > 80);
        let outcomes = discharge(&mut cx, &obligations).expect("a working solver");
        for (obligation, outcome) in obligations.iter().zip(outcomes) {
            assert_eq!(outcome, Outcome::Proved, "{} {}", obligation.operator, obligation.rule);
        }
    }

    /// An operator that differs from a correct one in one rule.
    #[derive(Debug)]
    struct Wrong<O: Operator> {
        right: O,
        mistake: Mistake,
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Mistake {
        /// Truth of the whole gives truth of a part, as if it were universal.
        PartLikeForall,
        /// The value of a part is that of the whole.
        PartIsWhole,
        /// A write inside changes nothing.
        WriteIsNothing,
        /// A write inside adds the new cell, the old one stays.
        WriteForgetsOld,
        /// Some cell has the value, whatever the operator.
        WitnessLikeMax,
        /// Of two cells the one behind is the smaller one.
        PairDescends,
        /// Cells that grow let the value shrink.
        AlienBackwards,
    }

    impl<O: Operator> Operator for Wrong<O> {
        fn name(&self) -> &'static str {
            self.right.name()
        }
        fn unit(&self, store: &mut Store, sort: SortId) -> Option<TermId> {
            self.right.unit(store, sort)
        }
        fn combine(&self, store: &mut Store, left: TermId, right: TermId) -> Option<TermId> {
            self.right.combine(store, left, right)
        }
        fn inside(
            &self,
            store: &mut Store,
            value: TermId,
            old: TermId,
            new: TermId,
            beside: Option<Neighbours>,
            after: TermId,
        ) -> TermId {
            match self.mistake {
                Mistake::WriteIsNothing => store.eq(value, after),
                Mistake::WriteForgetsOld => match self.right.combine(store, value, new) {
                    Some(combined) => store.eq(after, combined),
                    None => Store::TRUE,
                },
                _ => self.right.inside(store, value, old, new, beside, after),
            }
        }
        fn wants_neighbours(&self) -> bool {
            self.right.wants_neighbours()
        }
        fn value_sort(&self, cell: SortId) -> SortId {
            self.right.value_sort(cell)
        }
        fn cell_guard(&self, store: &mut Store, cell: TermId) -> TermId {
            self.right.cell_guard(store, cell)
        }
        fn above(&self, store: &mut Store, value: TermId, empty: TermId, last: TermId, new: TermId) -> TermId {
            self.right.above(store, value, empty, last, new)
        }
        fn below(&self, store: &mut Store, value: TermId, empty: TermId, first: TermId, new: TermId) -> TermId {
            self.right.below(store, value, empty, first, new)
        }
        fn witness(&self, store: &mut Store, value: TermId, cell: TermId) -> Option<TermId> {
            match self.mistake {
                Mistake::WitnessLikeMax => Some(store.eq(value, cell)),
                _ => self.right.witness(store, value, cell),
            }
        }
        fn about_pair(&self, store: &mut Store, value: TermId, first: TermId, second: TermId) -> TermId {
            match self.mistake {
                Mistake::PairDescends => self.right.about_pair(store, value, second, first),
                _ => self.right.about_pair(store, value, first, second),
            }
        }
        fn about_alien(&self, store: &mut Store, value: TermId, moved: TermId) -> TermId {
            match self.mistake {
                Mistake::AlienBackwards => self.right.about_alien(store, moved, value),
                _ => self.right.about_alien(store, value, moved),
            }
        }
        fn about_part(&self, store: &mut Store, whole: TermId, part: TermId) -> TermId {
            match self.mistake {
                Mistake::PartLikeForall => store.implies(whole, part),
                Mistake::PartIsWhole => store.eq(whole, part),
                _ => self.right.about_part(store, whole, part),
            }
        }
    }

    fn refused<O: Operator>(right: O, mistake: Mistake, cell: SortId) {
        let mut cx = context();
        let obligations = of_operator(&mut cx.store, &Wrong { right, mistake }, cell);
        let outcomes = discharge(&mut cx, &obligations).expect("a working solver");
        assert!(outcomes.contains(&Outcome::Refuted), "{mistake:?} must be refused");
    }

    #[test]
    fn wrong_operators_are_refused() {
        refused(operators::any::Any, Mistake::PartLikeForall, SortId::BOOL);
        refused(operators::sum::Sum, Mistake::PartIsWhole, SortId::INT);
        refused(operators::sum::Sum, Mistake::WriteIsNothing, SortId::INT);
        refused(operators::sum::Sum, Mistake::WriteForgetsOld, SortId::INT);
        refused(operators::all::All, Mistake::WriteForgetsOld, SortId::BOOL);
        refused(operators::extremum::Extremum { greatest: true }, Mistake::PartIsWhole, SortId::INT);
        refused(operators::extremum::Extremum { greatest: true }, Mistake::WriteForgetsOld, SortId::INT);
        refused(operators::multiple::Multiple, Mistake::WriteIsNothing, SortId::INT);
        refused(operators::sum::Sum, Mistake::WitnessLikeMax, SortId::INT);
        refused(operators::extremum::Extremum { greatest: false }, Mistake::AlienBackwards, SortId::INT);
        refused(operators::first::First, Mistake::PartIsWhole, SortId::INT);
        refused(operators::first::First, Mistake::WriteIsNothing, SortId::INT);
        refused(operators::sorted::Sorted, Mistake::PairDescends, SortId::INT);
        refused(operators::all::All, Mistake::AlienBackwards, SortId::BOOL);
    }

    /// An index map that is taken for the identity: `n - 1 - k` written at i does not concern the cell i.
    #[test]
    fn a_wrong_index_map_is_refused() {
        let mut cx = context();
        let [k, rest, written] = [0, 1, 2].map(|i| cx.store.var(i, SortId::INT));
        let offset = cx.store.sub(written, rest);
        let identity = map::inverse(&mut cx.store, &crate::num::Rat::ONE, offset);
        let mirrored = crate::num::Rat::from(-1);
        let claim = map::is_inverse(&mut cx.store, &mirrored, [k, rest, written], identity);
        // Every k, without asking whether the division is exact.
        let (_, index) = map::inverse(&mut cx.store, &crate::num::Rat::from(2), offset);
        let double = crate::num::Rat::from(2);
        let careless = map::is_inverse(&mut cx.store, &double, [k, rest, written], (Store::TRUE, index));
        let wrong: Vec<Obligation> = [claim, careless]
            .into_iter()
            .map(|claim| Obligation { operator: "map".into(), rule: String::new(), hypothesis: Store::TRUE, claim })
            .collect();
        let outcomes = discharge(&mut cx, &wrong).expect("a working solver");
        assert_eq!(outcomes, [Outcome::Refuted, Outcome::Refuted]);
    }

    /// An alien that moves the wrong way: the condition for growing cells must not let them shrink.
    #[test]
    fn a_wrong_move_is_refused() {
        let mut cx = context();
        let mut wrong: Vec<Obligation> = of_aliens(&mut cx.store);
        assert!(wrong.len() >= 8, "most shapes of cell maps may move");
        for obligation in &mut wrong {
            let swapped: Vec<TermId> = [0, 1, 2, 3, 6, 7, 4, 5].map(|i| cx.store.var(i, SortId::INT)).to_vec();
            obligation.hypothesis = cx.store.instantiate(obligation.hypothesis, &swapped);
        }
        let outcomes = discharge(&mut cx, &wrong).expect("a working solver");
        // Where the cells must stay what they are both directions are one.
        assert!(outcomes.iter().filter(|o| **o == Outcome::Refuted).count() >= 5, "{outcomes:?}");
    }
}
