//! What a set of literals says natively: ranges of linear sums and truth values of atoms, and what follows for other
//! formulas.
//!
//! A linear sum is kept under its *key*: the sum without constant, its first coefficient positive. The range of a sum
//! is the intersection of what is known of the sum itself and what the ranges of its atoms add up to.

use crate::num::Rat;
use crate::term::{Op, Relation, SortId, Store, Substitution, TermId, conjuncts, disjuncts, postorder};
use hashbrown::HashMap;

/// One end of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    value: Rat,
    strict: bool,
}

/// Which values a sum may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Range {
    low: Option<Bound>,
    high: Option<Bound>,
}

impl Range {
    fn raise(&mut self, bound: Bound) {
        let tighter =
            |old: &Bound| bound.value > old.value || (bound.value == old.value && bound.strict && !old.strict);
        if self.low.as_ref().is_none_or(tighter) {
            self.low = Some(bound);
        }
    }

    fn lower(&mut self, bound: Bound) {
        let tighter =
            |old: &Bound| bound.value < old.value || (bound.value == old.value && bound.strict && !old.strict);
        if self.high.as_ref().is_none_or(tighter) {
            self.high = Some(bound);
        }
    }

    fn meet(&mut self, other: &Range) {
        if let Some(low) = &other.low {
            self.raise(low.clone());
        }
        if let Some(high) = &other.high {
            self.lower(high.clone());
        }
    }

    fn is_empty(&self) -> bool {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) => {
                low.value > high.value || (low.value == high.value && (low.strict || high.strict))
            }
            _ => false,
        }
    }

    fn point(&self) -> Option<&Rat> {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) if low.value == high.value && !low.strict && !high.strict => Some(&low.value),
            _ => None,
        }
    }

    fn excludes(&self, value: &Rat) -> bool {
        self.low.as_ref().is_some_and(|low| *value < low.value || (*value == low.value && low.strict))
            || self.high.as_ref().is_some_and(|high| *value > high.value || (*value == high.value && high.strict))
    }
}

/// An arithmetic literal as a statement about a key.
struct Statement {
    key: TermId,
    sort: SortId,
    relation: Relation,
    /// The literal is `key <= value`, `key < value`, `key = value` or `key != value`; or, if `flipped`, `key >= value`
    /// …
    value: Rat,
    flipped: bool,
}

fn statement(store: &mut Store, literal: TermId) -> Option<Statement> {
    let (mut form, relation) = store.as_linear_literal(literal)?;
    if form.is_constant() {
        return None;
    }
    let atom = if *store.op(literal) == Op::Not { store.args(literal)[0] } else { literal };
    let sort = store.sort_of(store.args(atom)[0]);
    // Canonical literals have coprime coefficients, so only the sign can differ.
    let flipped = form.terms[0].1.is_negative();
    if flipped {
        form.scale(&Rat::from(-1));
    }
    let value = -&form.constant;
    form.constant = Rat::ZERO;
    Some(Statement { key: store.from_linear(&form, sort), sort, relation, value, flipped })
}

/// A set of literals, understood; on top of an outer set that holds as well.
#[derive(Default)]
pub(super) struct Facts<'a> {
    outer: Option<&'a Facts<'a>>,
    ranges: HashMap<TermId, Range>,
    keys: Vec<(TermId, SortId)>,
    differs: Vec<(TermId, Rat)>,
    truth: HashMap<TermId, bool>,
    /// The other literals in order of addition.
    atoms: Vec<TermId>,
    contradictory: bool,
}

impl<'a> Facts<'a> {
    /// No facts but the outer ones.
    pub(super) fn inside(outer: Option<&'a Facts<'a>>) -> Facts<'a> {
        Facts { outer, ..Facts::default() }
    }

    /// Adds a literal.
    pub(super) fn add(&mut self, store: &mut Store, literal: TermId) {
        let Some(s) = statement(store, literal) else {
            let (atom, value) = match store.op(literal) {
                Op::Not => (store.args(literal)[0], false),
                Op::Bool(value) => {
                    self.contradictory |= !value;
                    return;
                }
                _ => (literal, true),
            };
            if let Some(known) = self.truth.insert(atom, value) {
                self.contradictory |= known != value;
            } else {
                self.atoms.push(literal);
            }
            return;
        };
        if !self.ranges.contains_key(&s.key) {
            self.ranges.insert(s.key, Range::default());
            self.keys.push((s.key, s.sort));
        }
        let Some(range) = self.ranges.get_mut(&s.key) else { return };
        let strict = s.relation == Relation::LtZero;
        let bound = Bound { value: s.value, strict };
        match (s.relation, s.flipped) {
            (Relation::NeZero, _) => self.differs.push((s.key, bound.value)),
            (Relation::EqZero, _) => {
                range.raise(bound.clone());
                range.lower(bound);
            }
            (_, false) => range.lower(bound),
            (_, true) => range.raise(bound),
        }
        self.contradictory |= range.is_empty();
    }

    /// Uses the disequalities to tighten ranges; to be called once all literals are added.
    pub(super) fn close(&mut self, store: &Store) {
        self.differs.sort();
        self.differs.dedup();
        let mut changed = true;
        while changed && !self.contradictory {
            changed = false;
            let mut rest = Vec::with_capacity(self.differs.len());
            for (key, value) in std::mem::take(&mut self.differs) {
                let Some(range) = self.ranges.get_mut(&key) else { continue };
                if range.excludes(&value) {
                    continue;
                }
                let at_low = range.low.as_ref().is_some_and(|b| b.value == value);
                let at_high = range.high.as_ref().is_some_and(|b| b.value == value);
                if !at_low && !at_high {
                    rest.push((key, value));
                    continue;
                }
                changed = true;
                let int = store.sort_of(key) == SortId::INT;
                let step = if int { Rat::ONE } else { Rat::ZERO };
                if at_low {
                    range.raise(Bound { value: &value + &step, strict: !int });
                }
                if at_high {
                    range.lower(Bound { value: &value - &step, strict: !int });
                }
                self.contradictory |= range.is_empty();
            }
            self.differs = rest;
        }
    }

    /// Whether the literals were found to contradict each other (or, once asked, the outer ones).
    pub(super) fn is_contradictory(&self) -> bool {
        self.contradictory
    }

    fn range_of_key(&self, key: TermId) -> Range {
        let mut range = self.ranges.get(&key).cloned().unwrap_or_default();
        let mut outer = self.outer;
        while let Some(facts) = outer {
            if let Some(known) = facts.ranges.get(&key) {
                range.meet(known);
            }
            outer = facts.outer;
        }
        range
    }

    /// What the ranges of the atoms of a key add up to.
    fn range_of_atoms(&self, store: &Store, key: TermId) -> Range {
        let form = store.linear(key);
        let zero = || Some(Bound { value: Rat::ZERO, strict: false });
        let (mut low, mut high) = (zero(), zero());
        for (atom, coefficient) in &form.terms {
            if low.is_none() && high.is_none() {
                break;
            }
            let range = self.range_of_key(*atom);
            let (from, to) = if coefficient.is_negative() { (range.high, range.low) } else { (range.low, range.high) };
            let add = |sum: Option<Bound>, end: Option<Bound>| {
                let (sum, end) = (sum?, end?);
                Some(Bound { value: &sum.value + &(coefficient * &end.value), strict: sum.strict || end.strict })
            };
            low = add(low, from);
            high = add(high, to);
        }
        Range { low, high }
    }

    fn truth_of(&self, atom: TermId) -> Option<bool> {
        let mut facts = Some(self);
        while let Some(level) = facts {
            if let Some(&value) = level.truth.get(&atom) {
                return Some(value);
            }
            facts = level.outer;
        }
        None
    }

    fn differs(&self, key: TermId, value: &Rat) -> bool {
        let mut facts = Some(self);
        while let Some(level) = facts {
            if level.differs.iter().any(|(k, v)| *k == key && v == value) {
                return true;
            }
            facts = level.outer;
        }
        false
    }

    /// The truth value of an atom, as far as the facts show it.
    fn decide_atom(&self, store: &mut Store, atom: TermId) -> Option<bool> {
        let Some(s) = statement(store, atom) else { return self.decide_other(store, atom) };
        let mut range = self.range_of_key(s.key);
        if store.as_var(s.key).is_none() {
            range.meet(&self.range_of_atoms(store, s.key));
        }
        match (s.relation, s.flipped) {
            (Relation::EqZero, _) => {
                if range.excludes(&s.value) || self.differs(s.key, &s.value) {
                    return Some(false);
                }
                (range.point() == Some(&s.value)).then_some(true)
            }
            // A positive atom is never strict: strict inequalities are negations.
            (_, false) => {
                if range.high.as_ref().is_some_and(|b| b.value <= s.value) {
                    return Some(true);
                }
                let above = |b: &Bound| b.value > s.value || (b.value == s.value && b.strict);
                range.low.as_ref().is_some_and(above).then_some(false)
            }
            (_, true) => {
                if range.low.as_ref().is_some_and(|b| b.value >= s.value) {
                    return Some(true);
                }
                let below = |b: &Bound| b.value < s.value || (b.value == s.value && b.strict);
                range.high.as_ref().is_some_and(below).then_some(false)
            }
        }
    }

    fn decide_other(&self, store: &mut Store, atom: TermId) -> Option<bool> {
        if let Some(value) = self.truth_of(atom) {
            return Some(value);
        }
        let Op::Test(constructor) = *store.op(atom) else { return None };
        let data = store.args(atom)[0];
        let count = store.datatype_of(store.sort_of(data)).map_or(0, |id| store.datatype(id).constructors.len()) as u32;
        let others: Vec<Option<bool>> = (0..count)
            .filter(|&other| other != constructor)
            .map(|other| {
                let test = store.test(other, data);
                self.truth_of(test)
            })
            .collect();
        if others.contains(&Some(true)) {
            return Some(false);
        }
        (!others.is_empty() && others.iter().all(|o| *o == Some(false))).then_some(true)
    }

    /// The literals again, without those the others make redundant.
    pub(super) fn literals(&self, store: &mut Store) -> Vec<TermId> {
        if self.contradictory {
            return vec![Store::FALSE];
        }
        let mut literals = self.atoms.clone();
        for &(key, sort) in &self.keys {
            let own = self.ranges.get(&key).cloned().unwrap_or_default();
            if own == Range::default() {
                continue;
            }
            let mut implied = Range::default();
            // Bounds on single atoms are what sums are compared with, so they stay themselves.
            if store.linear(key).terms.len() > 1 {
                implied = self.range_of_atoms(store, key);
            }
            let mut whole = own.clone();
            whole.meet(&implied);
            if whole.is_empty() {
                return vec![Store::FALSE];
            }
            if let Some(value) = own.point().or(whole.point()).cloned() {
                let value = store.num(value, sort);
                literals.push(store.eq(key, value));
                continue;
            }
            if let Some(low) = own.low.as_ref().filter(|_| whole.low != implied.low) {
                let value = store.num(low.value.clone(), sort);
                literals.push(if low.strict { store.gt(key, value) } else { store.ge(key, value) });
            }
            if let Some(high) = own.high.as_ref().filter(|_| whole.high != implied.high) {
                let value = store.num(high.value.clone(), sort);
                literals.push(if high.strict { store.lt(key, value) } else { store.le(key, value) });
            }
        }
        for (key, value) in &self.differs {
            if self.range_of_atoms(store, *key).excludes(value) {
                continue;
            }
            let value = store.num(value.clone(), store.sort_of(*key));
            literals.push(store.neq(*key, value));
        }
        literals
    }

    /// The formula or term with the atoms strictly inside (and, if `root` is set, itself) replaced by their known truth
    /// values. `fuel` counts down the terms looked at; nothing is done once it is used up.
    pub(super) fn rewrite(&self, store: &mut Store, term: TermId, root: bool, fuel: &mut usize) -> TermId {
        let order = postorder(store, &[term]);
        *fuel = fuel.saturating_sub(order.len());
        if *fuel == 0 {
            return term;
        }
        let mut pairs = Vec::new();
        // A literal must not be replaced by what it says itself.
        let core = if *store.op(term) == Op::Not { store.args(term)[0] } else { term };
        for sub in order {
            let atom = store.sort_of(sub) == SortId::BOOL
                && !matches!(store.op(sub), Op::Bool(_) | Op::Not | Op::And | Op::Or | Op::Forall(_) | Op::Exists(_));
            if atom
                && (root || (sub != term && sub != core))
                && let Some(value) = self.decide_atom(store, sub)
            {
                pairs.push((sub, store.bool(value)));
            }
        }
        if pairs.is_empty() { term } else { Substitution::new(pairs).apply(store, term) }
    }

    /// A formula that holds beside the facts, simplified under them: disjuncts that contradict them go, and within a
    /// disjunct its own literals count as facts for the rest. At most `depth` alternations deep.
    pub(super) fn simplify(&self, store: &mut Store, formula: TermId, depth: u32, fuel: &mut usize) -> TermId {
        let formula = self.rewrite(store, formula, true, fuel);
        if depth == 0 || *fuel == 0 || *store.op(formula) != Op::Or {
            return formula;
        }
        let mut parts = Vec::new();
        for disjunct in disjuncts(store, formula) {
            let mut inner = Facts::inside(Some(self));
            let mut rest = Vec::new();
            for conjunct in conjuncts(store, disjunct) {
                if is_literal(store, conjunct) {
                    inner.add(store, conjunct);
                } else {
                    rest.push(conjunct);
                }
            }
            inner.close(store);
            let mut all = inner.literals(store);
            for conjunct in rest {
                all.push(inner.simplify(store, conjunct, depth - 1, fuel));
            }
            parts.push(store.and(&all));
        }
        let parts = absorb(store, parts);
        factor(store, &parts)
    }
}

/// Removes disjuncts that another one makes superfluous: `a` absorbs `a and b`. Only looks at few disjuncts.
fn absorb(store: &Store, parts: Vec<TermId>) -> Vec<TermId> {
    if parts.len() > 16 {
        return parts;
    }
    let sets: Vec<Vec<TermId>> = parts.iter().map(|&p| conjuncts(store, p)).collect();
    let subset = |a: &[TermId], b: &[TermId]| a.len() < b.len() && a.iter().all(|t| b.contains(t));
    let kept = (0..parts.len()).filter(|&i| !sets.iter().any(|other| subset(other, &sets[i])));
    kept.map(|i| parts[i]).collect()
}

/// match: (a and b) or (a and c)      gives: a and (b or c)
fn factor(store: &mut Store, parts: &[TermId]) -> TermId {
    let or = store.or(parts);
    if *store.op(or) != Op::Or {
        return or;
    }
    let sets: Vec<Vec<TermId>> = disjuncts(store, or).iter().map(|&d| conjuncts(store, d)).collect();
    let Some((first, rest)) = sets.split_first() else { return or };
    // The arguments of a conjunction are sorted by id.
    let mut common: Vec<TermId> = first.clone();
    for set in rest {
        common.retain(|t| set.binary_search(t).is_ok());
    }
    if common.is_empty() {
        return or;
    }
    let stripped: Vec<TermId> = sets
        .iter()
        .map(|set| {
            let left: Vec<TermId> = set.iter().copied().filter(|t| !common.contains(t)).collect();
            store.and(&left)
        })
        .collect();
    common.push(store.or(&stripped));
    store.and(&common)
}

/// Whether a formula is an atom or a negated atom: no connective at its root.
pub(super) fn is_literal(store: &Store, formula: TermId) -> bool {
    let atom = if *store.op(formula) == Op::Not { store.args(formula)[0] } else { formula };
    match store.op(atom) {
        Op::And | Op::Or | Op::Ite | Op::Not | Op::Forall(_) | Op::Exists(_) => false,
        Op::Eq => store.sort_of(store.args(atom)[0]) != SortId::BOOL,
        _ => true,
    }
}
