//! All runs of an entry at once: what nothing determines stays open, and so does what is computed from it.
//!
//! Most programs without inputs have many runs for one reason only: somewhere a variable is declared without a value,
//! and written before anybody reads it. What a run does is then the same in all of them. Where the way itself depends
//! on what is open, both ways are looked at, one after the other; open values of a condition that was decided are what
//! it says, if it says that much. So the ways are more than there are runs, never fewer: a check that none of them
//! doubts holds.

use super::value::{Array, Value};
use super::{Inputs, Limits, Machine, Stop};
use crate::ir::{BinaryOp, CheckId, ExprId, ExprKind, Loc, Mode, ProcId, Program, TypeKind, UnaryOp, VarId, VarKind};
use horn_solver::num::Int;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Ways that are looked at, at most.
const WAYS: usize = 64;
/// Decisions on one way that rest on open values, at most.
const DECISIONS: usize = 24;

/// What is known of the bounds of an array.
type Known = Vec<(Option<Int>, Option<Int>)>;

/// One way through an entry.
#[derive(Debug, Default)]
pub(super) struct Way {
    /// What was decided where a condition was open, first to last.
    decisions: Vec<bool>,
    /// How many of them have been met.
    met: usize,
    /// Checks that may fail on the ways so far.
    doubtful: BTreeSet<CheckId>,
    /// What assumptions have said of the bounds of open arrays: parts of variables, by their fields.
    bounds: BTreeMap<(VarId, Vec<u32>), Known>,
}

/// What all runs of an entry have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    /// The checks that may fail in some run; all others hold.
    pub doubtful: BTreeSet<CheckId>,
    /// Where the last way ended, if all of them ended at assumptions that the source does not state. The program has a
    /// run, so such an assumption is wrong, and what is said of the entry is about no run at all.
    pub dead_end: Option<Loc>,
}

/// What all runs of an entry have in common; `None` if not every way could be followed to its end. `given` has
/// the values of its parameters that are known, in order without `Out` parameters; others are open, and so are globals.
pub fn every_run(program: &Program, entry: ProcId, given: &[Option<Value>], limits: Limits<'_>) -> Option<Ways> {
    let procedure = program.procedure(entry);
    let params = procedure.params().filter(|(_, mode)| *mode != Mode::Out);
    let mut given = given.iter().cloned();
    let params = params.map(|(var, _)| {
        let known = given.next().flatten();
        known.unwrap_or_else(|| Value::open(program, procedure.var(var).ty))
    });
    let inputs = Inputs { params: params.collect(), globals: Vec::new() };
    let (mut way, mut steps, mut dead_ends) = (Way::default(), 0, Some(procedure.loc));
    for _ in 0..WAYS {
        let limits = Limits { steps: limits.steps.saturating_sub(steps), trace: false, ..limits };
        let mut choices = ();
        let mut machine = Machine::new(program, entry, &inputs, &mut choices, limits);
        machine.open = Some(way);
        let ended = machine.entry(entry, &inputs);
        machine.charge();
        steps += machine.steps;
        way = machine.open.take()?;
        match ended {
            Err(Stop::Blocked) => dead_ends = dead_ends.and(machine.dead_end),
            Ok(()) => dead_ends = None,
            Err(Stop::Failed { check, .. }) => {
                way.doubtful.insert(check);
                dead_ends = None;
            }
            Err(Stop::Limit(_) | Stop::Broken(_) | Stop::Open) => return None,
        }
        // The other way at the last decision that has one.
        way.decisions.truncate(way.met);
        while way.decisions.pop_if(|yes| !*yes).is_some() {}
        match way.decisions.last_mut() {
            None => return Some(Ways { doubtful: way.doubtful, dead_end: dead_ends }),
            Some(last) => *last = false,
        }
        way = Way { met: 0, bounds: BTreeMap::new(), ..way };
    }
    None
}

impl Machine<'_, '_> {
    /// The truth of an assumption; one that is open holds.
    pub(super) fn or_assumed(&mut self, truth: Result<bool, Stop>, condition: ExprId) -> Result<bool, Stop> {
        match truth {
            Err(Stop::Open) if self.open.is_some() => {
                self.learn(condition, true);
                Ok(true)
            }
            truth => truth,
        }
    }

    /// The truth of a check; one that is open may fail, and what follows is judged by the runs in which it holds. Where
    /// a run may leave the check out it is judged by those in which it fails, too.
    pub(super) fn or_doubtful(
        &mut self,
        truth: Result<bool, Stop>,
        check: CheckId,
        condition: ExprId,
    ) -> Result<bool, Stop> {
        let always = self.program.is_always_made(check);
        match (truth, &mut self.open) {
            (Err(Stop::Open), Some(way)) => {
                way.doubtful.insert(check);
                if always {
                    self.learn(condition, true);
                }
                Ok(true)
            }
            (Ok(false), Some(way)) if !always => {
                way.doubtful.insert(check);
                Ok(true)
            }
            (truth, _) => truth,
        }
    }

    /// The truth of the condition of a branch; one that is open is decided both ways, one after the other.
    pub(super) fn or_decided(&mut self, truth: Result<bool, Stop>, condition: ExprId) -> Result<bool, Stop> {
        match (truth, &mut self.open) {
            (Err(Stop::Open), Some(way)) => {
                let decided = match way.decisions.get(way.met) {
                    Some(decided) => *decided,
                    None if way.decisions.len() >= DECISIONS => {
                        return Err(Stop::Limit("too many decisions".to_string()));
                    }
                    None => {
                        way.decisions.push(true);
                        true
                    }
                };
                way.met += 1;
                self.learn(condition, decided);
                Ok(decided)
            }
            (truth, _) => truth,
        }
    }

    /// Whether a variable says of a value that it has been written, and all of it is known: so it has been.
    pub(super) fn is_written(&mut self, var: VarId) -> bool {
        if self.open.is_none() {
            return false;
        }
        let value = self.procedure().origins.written.get(&var).copied();
        value.is_some_and(|value| self.eval(value).is_ok_and(|value| value.is_known()))
    }

    /// Open values are what a condition says that is known to hold, or not to.
    fn learn(&mut self, condition: ExprId, holds: bool) {
        let mut todo = vec![(condition, holds)];
        while let Some((at, holds)) = todo.pop() {
            match &self.procedure().exprs[at].kind {
                ExprKind::And(a, b) if holds => todo.extend([(*a, true), (*b, true)]),
                ExprKind::Or(a, b) if !holds => todo.extend([(*a, false), (*b, false)]),
                ExprKind::Unary(UnaryOp::Not, a) => todo.push((*a, !holds)),
                ExprKind::Implies(a, b) if holds && matches!(self.truth(*a), Ok(true)) => todo.push((*b, true)),
                ExprKind::Var(_) | ExprKind::Field(..) => self.set_open(at, Value::Bool(holds)),
                ExprKind::Binary(BinaryOp::Eq, a, b) if holds => {
                    for (left, right) in [(*a, *b), (*b, *a)] {
                        match self.eval(right) {
                            Ok(Value::Int(number)) => self.set_number(left, number),
                            Ok(value @ Value::Bool(_)) => self.set_open(left, value),
                            // Equal floats are not the same where they are zeros, nor equal arrays with other bounds.
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// The same for a number: a variable, or a bound of one.
    fn set_number(&mut self, at: ExprId, number: Int) {
        let (array, dimension, is_first) = match &self.procedure().exprs[at].kind {
            ExprKind::First(array, dimension) => (*array, *dimension as usize, true),
            ExprKind::Last(array, dimension) => (*array, *dimension as usize, false),
            _ => return self.set_open(at, Value::Int(number)),
        };
        let Some((var, fields)) = self.part(array) else { return };
        let TypeKind::Array(ty) = &self.program.ty(self.procedure().exprs[array].ty).kind else { return };
        let Some(way) = &mut self.open else { return };
        let known = way.bounds.entry((var, fields)).or_insert_with(|| vec![(None, None); ty.index.len()]);
        let Some(pair) = known.get_mut(dimension) else { return };
        *(if is_first { &mut pair.0 } else { &mut pair.1 }) = Some(number);
        let whole: Option<Vec<(Int, Int)>> = known.iter().map(|(a, b)| Some((a.clone()?, b.clone()?))).collect();
        if let Some(bounds) = whole {
            let made = Array::open(self.program, bounds, ty.component);
            self.set_open(array, Value::Array(Arc::new(made)));
        }
    }

    /// Gives a part of a variable this value, if it is open.
    fn set_open(&mut self, at: ExprId, value: Value) {
        let Some((var, fields)) = self.part(at) else { return };
        let Some(mut place) = self.slot(var).as_mut() else { return };
        for field in fields {
            let Value::Record(parts) = place else { return };
            let Some(part) = Arc::make_mut(parts).get_mut(field as usize) else { return };
            place = part;
        }
        if *place == Value::Open {
            *place = value;
        }
    }

    /// The variable and the fields that an expression names.
    fn part(&self, at: ExprId) -> Option<(VarId, Vec<u32>)> {
        let (mut at, mut fields) = (at, Vec::new());
        loop {
            match &self.procedure().exprs[at].kind {
                ExprKind::Field(inner, field) => {
                    fields.push(*field);
                    at = *inner;
                }
                ExprKind::Var(var) if !matches!(self.procedure().var(*var).kind, VarKind::Outer(..)) => {
                    fields.reverse();
                    return Some((*var, fields));
                }
                _ => return None,
            }
        }
    }

    /// What is known of bounds is forgotten: only assumptions that follow one another speak of the same arrays.
    pub(super) fn forget_bounds(&mut self) {
        if let Some(way) = &mut self.open {
            way.bounds.clear();
        }
    }
}
