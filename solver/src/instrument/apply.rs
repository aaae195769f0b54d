//! Ghosts in clauses: the values of summaries become variables, and the rules of their operators relate them.
//!
//! [`Ghosts`] extends the cell abstraction ([`crate::reduce::cells`]). In each clause the summaries that occur, in the
//! constraint and as ghosts of the atoms, are grouped by family and scalar parameters; in a group every array in
//! question (with the arrays below its writes) gets a value for every interval in question. Writes relate the arrays of
//! a group at one interval (rules *outside* and *inside*), extension, merge and inclusion the intervals of one array.
//! Which case of a rule applies is left to the engine where the terms don't decide it.

use super::family::{Families, Use};
use super::limits::LIMITS;
use super::operators::Neighbours;
use crate::num::Rat;
use crate::reduce::cells::{Extension, Reads, Unsupported};
use crate::system::PredId;
use crate::term::{Op, SortId, Store, TermId, free_vars};
use hashbrown::HashMap;

/// The ghosts of a system's predicates, with the state for the clause at hand.
#[derive(Debug, Default)]
pub struct Ghosts {
    /// The families, shared with whoever chose the ghosts.
    pub families: Families,
    /// For each predicate terms over its arguments.
    pub ghosts: Vec<Vec<TermId>>,
    /// For each predicate terms over its arguments and the indices of its cells; none where the list is empty.
    pub cell_ghosts: Vec<Vec<TermId>>,
    /// Whether products are linearised.
    pub linearise: bool,
    /// Whether values other than those of quantifiers get their witnesses.
    pub witnesses: bool,
    /// The groups of the clause at hand.
    groups: Vec<Group>,
    /// Quantifiers of the clause that are no summaries: term and value.
    others: Vec<(TermId, TermId)>,
}

/// An interval, as the clause has it and with its reads replaced.
#[derive(Clone, Copy, Debug)]
struct Range {
    raw: (TermId, TermId),
    lo: TermId,
    hi: TermId,
}

/// Summaries of one family that differ in arrays and intervals only.
#[derive(Debug)]
struct Group {
    family: usize,
    /// All parameters; those that are arrays differ between states.
    scalars: Vec<Option<TermId>>,
    states: Vec<Vec<TermId>>,
    ranges: Vec<Range>,
    values: HashMap<(usize, usize), TermId>,
}

impl Ghosts {
    /// For these families and ghosts.
    pub fn new(families: Families, ghosts: Vec<Vec<TermId>>, linearise: bool) -> Ghosts {
        let (cell_ghosts, groups, others) = (Vec::new(), Vec::new(), Vec::new());
        Ghosts { families, ghosts, cell_ghosts, linearise, witnesses: true, groups, others }
    }

    /// Sorts the opaque terms from number `from` on into groups.
    fn collect(&mut self, store: &mut Store, reads: &mut Reads, from: usize) -> Result<Vec<TermId>, Unsupported> {
        let mut equal = Vec::new();
        for number in from..reads.opaque.len() {
            let opaque = reads.opaque[number];
            let Some(summary) = self.families.parse(store, opaque.term) else {
                self.others.push((opaque.term, opaque.value));
                continue;
            };
            let (group, state, range) = self.place(store, reads, &summary)?;
            let group = &mut self.groups[group];
            match group.values.get(&(state, range)) {
                Some(&value) if value != opaque.value => equal.push(store.eq(value, opaque.value)),
                Some(_) => {}
                None => {
                    group.values.insert((state, range), opaque.value);
                }
            }
        }
        Ok(equal)
    }

    /// Group, state and range of a summary; new ones where there are none yet.
    fn place(
        &mut self,
        store: &mut Store,
        reads: &mut Reads,
        summary: &Use,
    ) -> Result<(usize, usize, usize), Unsupported> {
        let mut scalars = Vec::with_capacity(summary.params.len());
        for &param in &summary.params {
            let is_array = store.array_sorts(store.sort_of(param)).is_some();
            scalars.push(if is_array { None } else { Some(reads.rewrite(store, param)?) });
        }
        let known = self.groups.iter().position(|g| g.family == summary.family && g.scalars == scalars);
        let group = known.unwrap_or_else(|| {
            let (states, ranges, values) = (Vec::new(), Vec::new(), HashMap::new());
            self.groups.push(Group { family: summary.family, scalars, states, ranges, values });
            self.groups.len() - 1
        });
        let range = Range {
            raw: (summary.lo, summary.hi),
            lo: reads.rewrite(store, summary.lo)?,
            hi: reads.rewrite(store, summary.hi)?,
        };
        let group_ref = &mut self.groups[group];
        let state = group_ref.state(store, &summary.params);
        let range = group_ref.range(range);
        Ok((group, state, range))
    }

    /// All rules between the values of one group.
    fn relate(&mut self, store: &mut Store, reads: &mut Reads, index: usize) -> Result<Vec<TermId>, Unsupported> {
        let mut group = std::mem::replace(
            &mut self.groups[index],
            Group { family: 0, scalars: vec![], states: vec![], ranges: vec![], values: HashMap::new() },
        );
        let ends = self.ends(store, reads, &group)?;
        group.close(store, &ends, &reads.equalities);
        let result = self.relate_group(store, reads, &mut group);
        self.groups[index] = group;
        result
    }

    /// The indices of mapped cells that the clause reads or writes: where an interval ends there it may grow over them.
    fn ends(&self, store: &mut Store, reads: &mut Reads, group: &Group) -> Result<Vec<TermId>, Unsupported> {
        let mut ends = Vec::new();
        let Some(params) = group.states.first().cloned() else { return Ok(ends) };
        let arrays: Vec<TermId> =
            params.iter().zip(&group.scalars).filter(|(_, s)| s.is_none()).map(|(&a, _)| a).collect();
        let variables = free_vars(store, &arrays);
        for &array in &arrays {
            let mut array = array;
            while let (Op::Store, &[below, index, _]) = (store.op(array), store.args(array)) {
                ends.push(reads.rewrite(store, index)?);
                array = below;
            }
        }
        for leaf in reads.leaves.clone() {
            if leaf.path.len() != 1 || !variables.contains(&leaf.array) {
                continue;
            }
            for (position, &param) in params.iter().enumerate() {
                if group.scalars[position].is_some() || !free_vars(store, &[param]).contains(&leaf.array) {
                    continue;
                }
                let touched = self.families.touched(store, group.family, &params, position, leaf.path[0]);
                for (_, index) in touched.into_iter().flatten().filter(|(guard, _)| *guard == Store::TRUE) {
                    let index = reads.rewrite(store, index)?;
                    if !ends.contains(&index) {
                        ends.push(index);
                    }
                }
            }
        }
        Ok(ends)
    }

    fn relate_group(
        &self,
        store: &mut Store,
        reads: &mut Reads,
        group: &mut Group,
    ) -> Result<Vec<TermId>, Unsupported> {
        let mut rules = Vec::new();
        for state in 0..group.states.len() {
            for range in 0..group.ranges.len() {
                self.value(store, reads, group, state, range)?;
            }
        }
        for state in 0..group.states.len() {
            for range in 0..group.ranges.len() {
                rules.extend(self.write_rules(store, reads, group, state, range)?);
                rules.extend(self.equality_rules(store, reads, group, state, range));
                rules.push(self.unary_rules(store, group, state, range));
            }
            for a in 0..group.ranges.len() {
                for b in 0..group.ranges.len() {
                    if a != b {
                        rules.extend(self.move_rules(store, reads, group, state, a, b)?);
                    }
                }
            }
            rules.extend(self.merge_rules(store, reads, group, state)?);
        }
        Ok(rules)
    }

    fn value(
        &self,
        store: &mut Store,
        reads: &mut Reads,
        group: &mut Group,
        state: usize,
        range: usize,
    ) -> Result<TermId, Unsupported> {
        if let Some(&value) = group.values.get(&(state, range)) {
            return Ok(value);
        }
        let (lo, hi) = group.ranges[range].raw;
        let summary = Use { family: group.family, params: group.states[state].clone(), lo, hi };
        let term = self.families.term(store, &summary);
        let value = reads.rewrite(store, term)?;
        group.values.insert((state, range), value);
        Ok(value)
    }

    fn cell(
        &self,
        store: &mut Store,
        reads: &mut Reads,
        group: &Group,
        state: usize,
        index: TermId,
    ) -> Result<TermId, Unsupported> {
        let cell = self.families.cell(store, group.family, &group.states[state], index);
        reads.rewrite(store, cell)
    }

    /// The values of two arrays that are equal under a condition.
    fn equality_rules(
        &self,
        store: &mut Store,
        reads: &Reads,
        group: &Group,
        state: usize,
        range: usize,
    ) -> Vec<TermId> {
        let mut rules = Vec::new();
        let value = group.values[&(state, range)];
        for (position, &array) in group.states[state].iter().enumerate() {
            for &(_, b, flag) in reads.equalities.iter().filter(|(a, _, _)| *a == array) {
                if let Some(other) = group.with_component(state, position, b) {
                    let same = store.eq(value, group.values[&(other, range)]);
                    rules.push(store.implies(flag, same));
                }
            }
        }
        rules
    }

    /// The value of a write in one of the arrays against the value before it, or of a choice of arrays against both.
    fn write_rules(
        &self,
        store: &mut Store,
        reads: &mut Reads,
        group: &Group,
        state: usize,
        range: usize,
    ) -> Result<Vec<TermId>, Unsupported> {
        let value = group.values[&(state, range)];
        let Range { lo, hi, .. } = group.ranges[range];
        let mut rules = Vec::new();
        for (position, &array) in group.states[state].iter().enumerate() {
            if group.scalars[position].is_some() {
                continue;
            }
            let args = store.args(array).to_vec();
            match store.op(array) {
                Op::Store => {
                    let Some(below) = group.with_component(state, position, args[0]) else { continue };
                    let before = group.values[&(below, range)];
                    let params = group.states[state].clone();
                    let touched = self.families.touched(store, group.family, &params, position, args[1]);
                    let Some(touched) = touched else { break };
                    let mut untouched = Vec::new();
                    for &(guard, index) in &touched {
                        let (guard, index) = (reads.rewrite(store, guard)?, reads.rewrite(store, index)?);
                        let (from, to) = (store.le(lo, index), store.lt(index, hi));
                        let inside = store.and(&[guard, from, to]);
                        untouched.push(store.not(inside));
                        // Where several mapped cells change at once, no rule says what becomes of the value.
                        if inside != Store::FALSE && touched.len() == 1 {
                            let old = self.cell(store, reads, group, below, index)?;
                            let new = self.cell(store, reads, group, state, index)?;
                            let beside = self.neighbours(store, reads, group, below, range, index)?;
                            let operator = self.families.operator(group.family);
                            let changed = operator.inside(store, before, old, new, beside, value);
                            let changed = reads.rewrite(store, changed)?;
                            rules.push(store.implies(inside, changed));
                        }
                    }
                    let (untouched, kept) = (store.and(&untouched), store.eq(value, before));
                    rules.push(store.implies(untouched, kept));
                    // One write at a time: the others are those of the array below.
                    break;
                }
                Op::Ite => {
                    let condition = reads.rewrite(store, args[0])?;
                    let not = store.not(condition);
                    for (guard, branch) in [(condition, args[1]), (not, args[2])] {
                        if let Some(below) = group.with_component(state, position, branch) {
                            let same = store.eq(value, group.values[&(below, range)]);
                            rules.push(store.implies(guard, same));
                        }
                    }
                    break;
                }
                _ => {}
            }
        }
        Ok(rules)
    }

    fn neighbours(
        &self,
        store: &mut Store,
        reads: &mut Reads,
        group: &Group,
        state: usize,
        range: usize,
        index: TermId,
    ) -> Result<Option<Neighbours>, Unsupported> {
        if !self.families.operator(group.family).wants_neighbours() {
            return Ok(None);
        }
        let Range { lo, hi, .. } = group.ranges[range];
        let one = store.int(1);
        let (previous, next) = (store.sub(index, one), store.add(&[index, one]));
        Ok(Some(Neighbours {
            is_first: store.eq(index, lo),
            before: self.cell(store, reads, group, state, previous)?,
            is_last: store.eq(next, hi),
            after: self.cell(store, reads, group, state, next)?,
        }))
    }

    /// Rule *empty*, and what a value says by itself.
    fn unary_rules(&self, store: &mut Store, group: &Group, state: usize, range: usize) -> TermId {
        let value = group.values[&(state, range)];
        let Range { lo, hi, .. } = group.ranges[range];
        let operator = self.families.operator(group.family);
        let empty = store.le(hi, lo);
        let sort = store.sort_of(value);
        let mut parts = Vec::new();
        if let Some(unit) = operator.unit(store, sort) {
            let is_unit = store.eq(value, unit);
            parts.push(store.implies(empty, is_unit));
        }
        let length = store.sub(hi, lo);
        let about = operator.about_length(store, value, length);
        parts.push(store.or2(empty, about));
        store.and(&parts)
    }

    /// Rules between two intervals of one array: *same*, *above*, *below*, and inclusion of `b` in `a`.
    fn move_rules(
        &self,
        store: &mut Store,
        reads: &mut Reads,
        group: &Group,
        state: usize,
        a: usize,
        b: usize,
    ) -> Result<Vec<TermId>, Unsupported> {
        let (from, to) = (group.ranges[a], group.ranges[b]);
        let (value, after) = (group.values[&(state, a)], group.values[&(state, b)]);
        let operator = self.families.operator(group.family);
        let mut rules = Vec::new();
        let (same_lo, same_hi) = (store.eq(from.lo, to.lo), store.eq(from.hi, to.hi));
        let not_empty_before = store.le(from.lo, from.hi);
        let empty = store.le(from.hi, from.lo);
        let one = store.int(1);
        if a < b {
            let same = store.and2(same_lo, same_hi);
            let equal = store.eq(value, after);
            rules.push(store.implies(same, equal));
        }
        // [lo, hi) to [lo, hi + 1)
        let next = store.add(&[from.hi, one]);
        let grows = store.eq(to.hi, next);
        let guard = store.and(&[same_lo, grows, not_empty_before]);
        if guard != Store::FALSE && plausible(store, from.lo, to.lo) {
            let new = self.cell(store, reads, group, state, from.hi)?;
            let last = if operator.wants_neighbours() {
                let last = store.sub(from.hi, one);
                self.cell(store, reads, group, state, last)?
            } else {
                new
            };
            let grown = operator.above(store, value, empty, last, new);
            let grown = reads.rewrite(store, grown)?;
            let equal = store.eq(after, grown);
            rules.push(store.implies(guard, equal));
        }
        // [lo, hi) to [lo - 1, hi)
        let previous = store.sub(from.lo, one);
        let grows = store.eq(to.lo, previous);
        let guard = store.and(&[same_hi, grows, not_empty_before]);
        if guard != Store::FALSE && plausible(store, from.hi, to.hi) {
            let new = self.cell(store, reads, group, state, to.lo)?;
            let first = if operator.wants_neighbours() { self.cell(store, reads, group, state, from.lo)? } else { new };
            let grown = operator.below(store, value, empty, first, new);
            let grown = reads.rewrite(store, grown)?;
            let equal = store.eq(after, grown);
            rules.push(store.implies(guard, equal));
        }
        let about = operator.about_part(store, value, after);
        if about != Store::TRUE {
            let (inner_lo, inner_hi) = (store.le(from.lo, to.lo), store.le(to.hi, from.hi));
            let some = store.lt(to.lo, to.hi);
            let inside = store.and(&[inner_lo, inner_hi, some]);
            rules.push(store.implies(inside, about));
        }
        Ok(rules)
    }

    /// Rule *merge*: `[l, m)` and `[m, h)` make up `[l, h)`.
    fn merge_rules(
        &self,
        store: &mut Store,
        reads: &mut Reads,
        group: &Group,
        state: usize,
    ) -> Result<Vec<TermId>, Unsupported> {
        let operator = self.families.operator(group.family);
        let mut rules = Vec::new();
        let count = group.ranges.len();
        for (left, right, whole) in
            (0..count).flat_map(|l| (0..count).flat_map(move |r| (0..count).map(move |w| (l, r, w))))
        {
            let (l, r, w) = (group.ranges[left], group.ranges[right], group.ranges[whole]);
            // The outer bounds must be the same terms; guessing equalities of all three would be too many rules.
            if left == whole || right == whole || left == right || l.lo != w.lo || r.hi != w.hi {
                continue;
            }
            let meet = store.eq(l.hi, r.lo);
            let (some_left, some_right) = (store.lt(l.lo, l.hi), store.lt(r.lo, r.hi));
            let guard = store.and(&[meet, some_left, some_right]);
            if guard == Store::FALSE {
                continue;
            }
            let values = [left, right, whole].map(|range| group.values[&(state, range)]);
            if let Some(combined) = operator.combine(store, values[0], values[1]) {
                let combined = reads.rewrite(store, combined)?;
                let equal = store.eq(values[2], combined);
                rules.push(store.implies(guard, equal));
            }
        }
        Ok(rules)
    }

    /// The groups of one family get each other's intervals, where they speak about a common array: aliens that move are
    /// compared interval by interval.
    fn share_ranges(&mut self) {
        for a in 0..self.groups.len() {
            for b in 0..self.groups.len() {
                if a == b || !self.groups[a].comparable(&self.groups[b]) {
                    continue;
                }
                for range in self.groups[a].ranges.clone() {
                    if self.groups[b].ranges.len() < LIMITS.apply_range {
                        self.groups[b].range(range);
                    }
                }
            }
        }
    }

    /// Rule *alien*: summaries of one interval whose cell maps have different parameters.
    fn alien_rules(&self, store: &mut Store, reads: &mut Reads) -> Result<Vec<TermId>, Unsupported> {
        let mut rules = Vec::new();
        for (number, from) in self.groups.iter().enumerate() {
            for (other, to) in self.groups.iter().enumerate() {
                if number == other || !from.comparable(to) {
                    continue;
                }
                let operator = self.families.operator(from.family);
                for (p, before) in from.states.iter().enumerate() {
                    let Some(q) = to.states.iter().position(|s| from.same_arrays(s, before)) else { continue };
                    let Some(condition) = self.families.moves(store, from.family, before, &to.states[q]) else {
                        continue;
                    };
                    let condition = reads.rewrite(store, condition)?;
                    for (r, &Range { lo, hi, .. }) in from.ranges.iter().enumerate() {
                        let Some(s) = to.ranges.iter().position(|other| other.lo == lo && other.hi == hi) else {
                            continue;
                        };
                        let (Some(&value), Some(&moved)) = (from.values.get(&(p, r)), to.values.get(&(q, s))) else {
                            continue;
                        };
                        let about = operator.about_alien(store, value, moved);
                        let some = store.lt(lo, hi);
                        let guard = store.and2(condition, some);
                        if about != Store::TRUE {
                            rules.push(store.implies(guard, about));
                        }
                    }
                }
            }
        }
        Ok(rules)
    }

    /// Witnesses of the values in the clause: a false universal quantifier has one, a true existential one, and the
    /// greatest cell is somewhere.
    fn witnesses(&self, store: &mut Store, reads: &mut Reads) -> Result<Vec<TermId>, Unsupported> {
        let mut rules = Vec::new();
        for group in &self.groups {
            let operator = self.families.operator(group.family);
            let quantifier = self.families.quantifier(group.family).is_some();
            // Other values need no witness where their interval alone tells what they are.
            if !quantifier && (!self.witnesses || group.ranges.len() + group.states.len() < 3) {
                continue;
            }
            let mut places: Vec<(usize, usize)> = Vec::new();
            for state in 0..group.states.len() {
                places.extend((0..group.ranges.len()).map(|range| (state, range)));
            }
            for (state, range) in places {
                let Some(&value) = group.values.get(&(state, range)) else { continue };
                let asked = reads.opaque.iter().any(|o| o.value == value);
                if !asked || places_limit(reads) {
                    continue;
                }
                let Range { lo, hi, .. } = group.ranges[range];
                if operator.witness(store, value, value).is_none() {
                    break;
                }
                let witness = reads.fresh(store, SortId::INT);
                let cell = self.cell(store, reads, group, state, witness)?;
                let Some(holds) = operator.witness(store, value, cell) else { break };
                let (low, high) = (store.le(lo, witness), store.lt(witness, hi));
                let is_witness = store.and(&[low, high, holds]);
                let empty = store.le(hi, lo);
                rules.push(store.or2(empty, is_witness));
            }
        }
        Ok(rules)
    }
}

/// Whether two bounds may be equal, as far as their difference tells: a constant difference decides.
fn plausible(store: &mut Store, a: TermId, b: TermId) -> bool {
    let difference = store.sub(a, b);
    store.as_num(difference).is_none_or(Rat::is_zero)
}

/// Whether the clause has so many variables that more witnesses would only slow it down.
fn places_limit(reads: &Reads) -> bool {
    reads.vars.len() > 400
}

impl Group {
    /// The number of the state with these arrays.
    fn state(&mut self, _store: &Store, params: &[TermId]) -> usize {
        if let Some(known) = self.states.iter().position(|s| self.same_arrays(s, params)) {
            return known;
        }
        self.states.push(params.to_vec());
        self.states.len() - 1
    }

    fn same_arrays(&self, a: &[TermId], b: &[TermId]) -> bool {
        a.iter().zip(b).zip(&self.scalars).all(|((x, y), scalar)| scalar.is_some() || x == y)
    }

    /// Whether two groups differ in their scalar parameters only, in a way that states of one correspond to states of
    /// the other.
    fn comparable(&self, other: &Group) -> bool {
        self.family == other.family
            && self.scalars.iter().zip(&other.scalars).all(|(a, b)| a.is_none() == b.is_none())
            && self.states.iter().any(|a| other.states.iter().any(|b| self.same_arrays(a, b)))
    }

    /// The number of the range with these bounds.
    fn range(&mut self, range: Range) -> usize {
        if let Some(known) = self.ranges.iter().position(|r| r.lo == range.lo && r.hi == range.hi) {
            return known;
        }
        self.ranges.push(range);
        self.ranges.len() - 1
    }

    /// The state that differs from another one in one array.
    fn with_component(&self, state: usize, position: usize, array: TermId) -> Option<usize> {
        let mut params = self.states[state].clone();
        params[position] = array;
        self.states.iter().position(|s| self.same_arrays(s, &params))
    }

    /// Adds the arrays below writes and choices, and the intervals between two that differ by a few cells.
    fn close(&mut self, store: &mut Store, ends: &[TermId], equalities: &[(TermId, TermId, TermId)]) {
        let mut next = 0;
        while next < self.states.len() && self.states.len() < LIMITS.apply_state {
            let params = self.states[next].clone();
            for (position, &array) in params.iter().enumerate() {
                if self.scalars[position].is_some() {
                    continue;
                }
                let mut below: Vec<TermId> = match (store.op(array), store.args(array)) {
                    (Op::Store, args) => vec![args[0]],
                    (Op::Ite, args) => vec![args[1], args[2]],
                    _ => Vec::new(),
                };
                // An array that no write leads to may be known by an equation.
                let known = below.len();
                below.extend(equalities.iter().filter_map(|&(a, b, _)| match array {
                    _ if array == a => Some(b),
                    _ if array == b => Some(a),
                    _ => None,
                }));
                let built = known > 0;
                for array in below {
                    let mut other = params.clone();
                    other[position] = array;
                    self.state(store, &other);
                }
                // One write at a time.
                if built {
                    break;
                }
            }
            next += 1;
        }
        let mut next = 0;
        while next < self.ranges.len() && self.ranges.len() < LIMITS.apply_range {
            let a = self.ranges[next];
            for b in self.ranges.clone() {
                let (d_lo, d_hi) = (store.sub(b.lo, a.lo), store.sub(b.hi, a.hi));
                let step = |store: &Store, d: TermId| store.as_num(d).and_then(small);
                match (step(store, d_lo), step(store, d_hi)) {
                    (Some(0), Some(0)) | (None, _) | (_, None) => {}
                    (Some(0), Some(n)) if n.abs() == 1 => {}
                    (Some(n), Some(0)) if n.abs() == 1 => {}
                    (Some(0), Some(n)) => {
                        let one = store.int(n.signum());
                        let (raw_hi, hi) = (store.add(&[a.raw.1, one]), store.add(&[a.hi, one]));
                        self.range(Range { raw: (a.raw.0, raw_hi), lo: a.lo, hi });
                    }
                    (Some(n), Some(0)) => {
                        let one = store.int(n.signum());
                        let (raw_lo, lo) = (store.add(&[a.raw.0, one]), store.add(&[a.lo, one]));
                        self.range(Range { raw: (raw_lo, a.raw.1), lo, hi: a.hi });
                    }
                    (Some(_), Some(_)) => {
                        self.range(Range { raw: (a.raw.0, b.raw.1), lo: a.lo, hi: b.hi });
                    }
                }
            }
            next += 1;
        }
        let one = store.int(1);
        for next in 0..self.ranges.len() {
            let a = self.ranges[next];
            if ends.contains(&a.hi) && self.ranges.len() < LIMITS.apply_range {
                let (raw_hi, hi) = (store.add(&[a.raw.1, one]), store.add(&[a.hi, one]));
                self.range(Range { raw: (a.raw.0, raw_hi), lo: a.lo, hi });
            }
            let (raw_lo, lo) = (store.sub(a.raw.0, one), store.sub(a.lo, one));
            if ends.contains(&lo) && self.ranges.len() < LIMITS.apply_range {
                self.range(Range { raw: (raw_lo, a.raw.1), lo, hi: a.hi });
            }
        }
    }
}

/// A small integer.
fn small(value: &Rat) -> Option<i64> {
    (-LIMITS.apply_step..=LIMITS.apply_step).find(|&n| *value == Rat::from(n))
}

impl Extension for Ghosts {
    fn ghosts(&self, pred: PredId) -> &[TermId] {
        self.ghosts.get(pred.index()).map_or(&[], Vec::as_slice)
    }

    fn cell_ghosts(&self, pred: PredId) -> &[TermId] {
        self.cell_ghosts.get(pred.index()).map_or(&[], Vec::as_slice)
    }

    fn linearise(&self) -> bool {
        self.linearise
    }

    fn lemmas(&mut self, store: &mut Store, reads: &mut Reads) -> Result<Vec<TermId>, Unsupported> {
        self.groups.clear();
        self.others.clear();
        let mut rules = self.collect(store, reads, 0)?;
        let asked = reads.opaque.len();
        self.share_ranges();
        for group in 0..self.groups.len() {
            rules.extend(self.relate(store, reads, group)?);
        }
        rules.extend(self.alien_rules(store, reads)?);
        let made = reads.opaque.split_off(asked);
        rules.extend(self.witnesses(store, reads)?);
        reads.opaque.extend(made);
        Ok(rules)
    }

    fn facts(&mut self, store: &mut Store, reads: &mut Reads) -> Result<Vec<TermId>, Unsupported> {
        let mut facts = Vec::new();
        for group in &self.groups {
            let operator = self.families.operator(group.family);
            for (state, params) in group.states.iter().enumerate() {
                let arrays: Vec<TermId> =
                    params.iter().zip(&group.scalars).filter(|(_, s)| s.is_none()).map(|(&a, _)| a).collect();
                let variables = free_vars(store, &arrays);
                let mut indices: Vec<TermId> = Vec::new();
                for leaf in reads.leaves.clone() {
                    if leaf.path.len() == 1 && variables.contains(&leaf.array) && !indices.contains(&leaf.path[0]) {
                        indices.push(leaf.path[0]);
                    }
                }
                for (number, &index) in indices.iter().enumerate() {
                    let cell = self.cell(store, reads, group, state, index)?;
                    let guard = operator.cell_guard(store, cell);
                    if guard != Store::TRUE {
                        facts.push(guard);
                    }
                    for (range, &Range { lo, hi, .. }) in group.ranges.iter().enumerate() {
                        let Some(&value) = group.values.get(&(state, range)) else { continue };
                        let (from, to) = (store.le(lo, index), store.lt(index, hi));
                        let inside = store.and2(from, to);
                        for &second in indices.iter().enumerate().filter(|(n, _)| *n != number).map(|(_, i)| i) {
                            if !operator.wants_neighbours() || facts.len() >= LIMITS.apply_fact {
                                break;
                            }
                            let behind = self.cell(store, reads, group, state, second)?;
                            let about = operator.about_pair(store, value, cell, behind);
                            let about = reads.rewrite(store, about)?;
                            let (order, to) = (store.le(index, second), store.lt(second, hi));
                            let both = store.and(&[inside, order, to]);
                            facts.push(store.implies(both, about));
                        }
                        let about = operator.about_cell(store, value, cell);
                        if about == Store::TRUE || facts.len() >= LIMITS.apply_fact {
                            continue;
                        }
                        let about = reads.rewrite(store, about)?;
                        facts.push(store.implies(inside, about));
                    }
                }
            }
        }
        Ok(facts)
    }
}
