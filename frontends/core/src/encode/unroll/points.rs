//! States of a bounded run, and which of them become one.
//!
//! States with the same integer and Boolean constants in the variables that still matter are joined, others go on side
//! by side: a cursor that is a constant in each of them makes indexes and tests evident, which conditional terms would
//! hide. An input of few values that decides how long a loop goes on becomes a case for each of them. Both is limited:
//! beyond so many states all are joined.

use super::{Exits, Plan, Point, Unroller};
use crate::encode::known::{Known, Look};
use crate::encode::procedure::Slots;
use crate::ir::BlockId;
use horn_solver::num::Int;
use horn_solver::term::{Op, SortId, TermId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// States of a case side by side in front of a block.
const STATES: usize = 64;

/// The same where no loop follows: the states that left a loop after different numbers of iterations.
const TAILS: usize = 2048;

/// Cases of inputs at the same time.
const CASES: usize = 64;

/// What states of a case have in common that are joined: the iteration in which they left a loop, constants.
type Kind = (Option<(u32, u32)>, Vec<Option<TermId>>);

impl<'p> Unroller<'p> {
    /// For looking into terms with what is known.
    pub(super) fn look(&mut self) -> Look<'_> {
        Look { store: &mut self.encoder.store, intervals: &mut self.intervals, vars: &self.region.ranges }
    }

    /// Takes a condition as true at a point, whose guard has it; `false` if no run comes there then.
    pub(super) fn learn(&mut self, point: &mut Point, condition: TermId) -> bool {
        let mut changed = Vec::new();
        if !self.look().learn(&mut point.known, condition, &mut changed) {
            return false;
        }
        self.distinct(point, &changed);
        true
    }

    /// A state that a run only comes to where this holds, too.
    pub(super) fn pass(&mut self, point: &mut Point, guard: TermId) {
        point.guard = self.named(guard);
        let before = point.passed;
        if self.guards[before as usize].0 != point.guard {
            point.passed = u32::try_from(self.guards.len()).unwrap_or(0);
            self.guards.push((point.guard, before));
        }
    }

    /// What all runs have passed that come to one of two states. Later guards have greater numbers.
    fn passed_by_both(&self, mut a: u32, mut b: u32) -> u32 {
        while a != b {
            if a > b {
                a = self.guards[a as usize].1;
            } else {
                b = self.guards[b as usize].1;
            }
        }
        a
    }

    /// Replaces integers that can only have one value by it.
    fn sweep(&mut self, point: &mut Point) {
        // Where states are joined a name is better than a choice of constants.
        if point.swept == point.known.fixed || !self.bounds.apart {
            return;
        }
        point.swept = point.known.fixed;
        for at in 0..point.values.len() {
            let Some(slots) = point.values[at].clone() else { continue };
            let mut new: Option<Vec<TermId>> = None;
            for (place, slot) in slots.iter().enumerate() {
                if self.encoder.store.sort_of(*slot) != SortId::INT || self.encoder.store.is_value(*slot) {
                    continue;
                }
                if let Some(value) = self.look().range(&point.known, *slot).constant() {
                    new.get_or_insert_with(|| slots.to_vec())[place] = self.encoder.store.int_big(value.clone());
                }
            }
            if let Some(new) = new {
                Rc::make_mut(&mut point.values)[at] = Some(new.into());
            }
        }
    }

    /// The states in front of a block, or at the return; those that become one are joined.
    pub(super) fn merged(&mut self, plan: &Plan<'p>, at: Option<BlockId>, points: Vec<Point>) -> Vec<Point> {
        let no = self.encoder.store.bool(false);
        let live = at.map_or(&plan.at_exit, |block| &plan.live[block.index()]);
        let tail = self.active.len() == 1 && at.is_none_or(|block| plan.straight[block.index()]);
        let mut all: Vec<Point> = points.into_iter().filter(|point| point.guard != no).collect();
        for point in &mut all {
            self.sweep(point);
            if !tail {
                point.left = None;
            }
            if point.values.iter().zip(live).any(|(value, live)| value.is_some() && !live) {
                Rc::make_mut(&mut point.values)
                    .iter_mut()
                    .zip(live)
                    .filter(|(_, live)| !**live)
                    .for_each(|(value, _)| *value = None);
            }
        }
        if all.len() < 2 {
            return all;
        }
        let mut kinds: BTreeMap<Vec<(TermId, Int)>, BTreeMap<Kind, Vec<usize>>> = BTreeMap::new();
        for (index, point) in all.iter().enumerate() {
            let cases = if self.bounds.apart { point.cases.to_vec() } else { Vec::new() };
            let kind = (point.left, self.constants(point));
            kinds.entry(cases).or_default().entry(kind).or_default().push(index);
        }
        let most = if tail { TAILS } else { STATES };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for kinds in kinds.into_values() {
            let many = kinds.len() > most || !self.bounds.apart;
            let mut all: Vec<Vec<usize>> = kinds.into_values().collect();
            if many {
                let mut one = all.concat();
                one.sort_unstable();
                all = vec![one];
            }
            groups.append(&mut all);
        }
        // In the order in which they came.
        groups.sort_unstable();
        let mut all: Vec<Option<Point>> = all.into_iter().map(Some).collect();
        let mut result = Vec::with_capacity(groups.len());
        for group in groups {
            let points = group.into_iter().filter_map(|index| all[index].take()).collect();
            result.extend(self.join(points));
        }
        result
    }

    fn constants(&self, point: &Point) -> Vec<Option<TermId>> {
        let store = &self.encoder.store;
        let constant = |slot: &TermId| {
            let sort = store.sort_of(*slot);
            (matches!(sort, SortId::INT | SortId::BOOL) && store.is_value(*slot)).then_some(*slot)
        };
        point.values.iter().flatten().flat_map(|slots| slots.iter().map(constant)).collect()
    }

    /// Joins states; `None` if there is none.
    fn join(&mut self, points: Vec<Point>) -> Option<Point> {
        let mut points = points.into_iter();
        let mut all = points.next()?;
        for other in points {
            let test = other.guard;
            let mut known = all.known.clone();
            known.join(&other.known);
            let values = Rc::make_mut(&mut all.values);
            for (value, right) in values.iter_mut().zip(other.values.iter()) {
                match (&*value, right) {
                    (Some(a), Some(b)) if a != b => {
                        let mut joined = Vec::with_capacity(a.len());
                        for (a, b) in a.iter().zip(&**b) {
                            let both = self.encoder.store.ite(test, *b, *a);
                            if *self.encoder.store.op(both) == Op::Ite {
                                let look = Look {
                                    store: &mut self.encoder.store,
                                    intervals: &mut self.intervals,
                                    vars: &self.region.ranges,
                                };
                                range_of_choice(look, (&all.known, *a), (&other.known, *b), both, &mut known);
                            }
                            joined.push(both);
                        }
                        *value = Some(Slots::from(joined));
                    }
                    (None, Some(b)) => *value = Some(b.clone()),
                    _ => {}
                }
            }
            all.known = known;
            all.swept = all.known.fixed;
            if all.left != other.left {
                all.left = None;
            }
            if all.cases != other.cases {
                all.cases = all.cases.iter().filter(|case| other.cases.contains(case)).cloned().collect();
            }
            let guard = self.encoder.disjunction(all.guard, other.guard);
            all.passed = self.passed_by_both(all.passed, other.passed);
            self.pass(&mut all, guard);
        }
        Some(all)
    }

    /// The cases of an input of few values on which a condition depends, as states; `None` if there is none.
    pub(super) fn cases(&mut self, point: &Point, condition: TermId) -> Option<Vec<Point>> {
        let (form, _) = self.encoder.store.as_linear_literal(condition)?;
        let [(atom, _)] = form.terms[..] else { return None };
        let store = &self.encoder.store;
        if !matches!(store.op(atom), Op::Var(_)) || store.sort_of(atom) != SortId::INT {
            return None;
        }
        let bound = self.look().range(&point.known, atom);
        let (first, last) = bound.ends()?;
        let (first, last) = (first.to_i64()?, last.to_i64()?);
        let count = last.checked_sub(first).and_then(|count| usize::try_from(count).ok())?.checked_add(1)?;
        if count.checked_mul(point.weight)? > CASES {
            return None;
        }
        let mut cases = Vec::new();
        for value in first..=last {
            let mut case = point.clone();
            let number = self.encoder.store.int(value);
            let here = self.encoder.store.eq(atom, number);
            let guard = self.encoder.store.and2(point.guard, here);
            self.pass(&mut case, guard);
            if !self.learn(&mut case, here) {
                continue;
            }
            case.weight *= count;
            case.cases = case.cases.iter().cloned().chain([(atom, Int::from(value))]).collect();
            self.sweep(&mut case);
            cases.push(case);
        }
        Some(cases)
    }
}

/// States that leave a loop remember when.
pub(super) fn leave(exits: &mut Exits, head: BlockId, iteration: u32) {
    for (_, point) in exits {
        point.left = Some((head.0, iteration));
    }
}

/// A conditional integer is within the ranges that its values have where they come from.
fn range_of_choice(mut look: Look<'_>, a: (&Known, TermId), b: (&Known, TermId), both: TermId, known: &mut Known) {
    if look.store.sort_of(both) != SortId::INT {
        return;
    }
    let (x, y) = (look.range(a.0, a.1), look.range(b.0, b.1));
    known.bind(both, x.hull(&y));
}
