//! Entries with few inputs: the runs of all of them.
//!
//! Two bytes, a word of sixteen bits, a handful of flags or of values of an enumeration: a program that computes with
//! such inputs and ends soon has no more runs than a computer makes in a second, and what it does with bits is hard for
//! every formula. Where a precondition begins with bounds of parameters, these count. A check that is not doubtful in
//! any of the runs holds (see [`interp::every_run`]: what else is open, as globals are, has any value); one that fails
//! has a run with these inputs.

use super::channel::Failing;
use super::states;
use horn_frontend::Counterexample;
use horn_frontend::interp::{self, Array, End, Inputs, Limits, Value, from_i128, length, to_i128};
use horn_frontend::ir::{
    BinaryOp, BlockId, CheckId, ExprId, ExprKind, Mode, ProcId, Procedure, Program, StmtKind, Terminator, TypeId,
    TypeKind, VarId,
};
use horn_solver::num::Int;
use horn_solver::smt::{CancelToken, Steps};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Combinations of inputs of an entry, at most.
const INPUTS: i128 = 1 << 17;
/// Steps of a run.
const STEPS: u64 = 20_000;
/// Runs that tell how long all of them will take.
const PROBES: i128 = 32;
/// Blocks in front of an entry's first statement that may fail or call, at most.
const BLOCKS: usize = 16;

/// What was found out.
#[derive(Default)]
pub struct Exhausted {
    /// Checks that fail.
    pub failing: Vec<Failing>,
    /// Checks that hold.
    pub proved: Vec<CheckId>,
}

/// The values of a parameter.
struct Domain {
    ty: TypeId,
    /// Bounds of a number.
    range: Option<(Int, Int)>,
    /// How many there are.
    count: i128,
}

/// Decides what can be decided by the runs of all inputs within `work`.
pub fn decide(program: &Program, open: &[CheckId], work: Steps, cancel: &CancelToken) -> Exhausted {
    let open: BTreeSet<CheckId> = open.iter().copied().collect();
    let mut undecided: BTreeSet<CheckId> = BTreeSet::new();
    let mut failing: BTreeMap<CheckId, Box<Counterexample>> = BTreeMap::new();
    let limited = cancel.fork().within(work);
    let entries = program.procedures().filter(|(_, procedure)| procedure.entry);
    let entries: Vec<(ProcId, BTreeSet<CheckId>)> = entries
        .map(|(id, _)| (id, states(program, id).intersection(&open).copied().collect::<BTreeSet<CheckId>>()))
        .filter(|(_, goals)| !goals.is_empty())
        .collect();
    let domains: Vec<Option<Vec<Domain>>> = entries.iter().map(|(id, _)| domains(program, *id)).collect();
    let small = u32::try_from(domains.iter().flatten().count()).unwrap_or(u32::MAX).max(1);
    for ((id, goals), domains) in entries.iter().zip(&domains) {
        // What another entry leaves open is not decided here.
        let worth = goals.iter().any(|goal| !undecided.contains(goal));
        let doubtful = domains.as_ref().filter(|_| worth).and_then(|domains| {
            let all = All { program, entry: *id, domains, work: work / small, cancel: &limited };
            all.run(goals, &mut failing)
        });
        undecided.extend(doubtful.as_ref().unwrap_or(goals));
    }
    let failing: Vec<Failing> = failing.into_iter().filter(|(check, _)| open.contains(check)).collect();
    let proved = open.into_iter().filter(|check| !undecided.contains(check)).collect();
    Exhausted { failing, proved }
}

/// The runs of an entry with all its inputs.
struct All<'a> {
    program: &'a Program,
    entry: ProcId,
    domains: &'a [Domain],
    work: Steps,
    cancel: &'a CancelToken,
}

impl All<'_> {
    /// The goals that are not proved; `None` if not all runs were looked at.
    fn run(
        &self,
        goals: &BTreeSet<CheckId>,
        failing: &mut BTreeMap<CheckId, Box<Counterexample>>,
    ) -> Option<BTreeSet<CheckId>> {
        let total: i128 = self.domains.iter().map(|domain| domain.count).product();
        let before = self.cancel.used();
        for probe in 0..PROBES.min(total) {
            self.ways(probe * total / PROBES.min(total))?;
        }
        // Far apart: what they took is what the others take, about.
        let took = self.cancel.used().saturating_sub(before) / u32::try_from(PROBES.min(total)).ok()?;
        if took * u32::try_from(total).ok()? > self.work {
            return None;
        }
        let (mut doubtful, mut runs_on) = (BTreeSet::new(), total == 0);
        for number in 0..total {
            let (ways, given) = self.ways(number)?;
            runs_on |= ways.dead_end.is_none();
            for check in ways.doubtful {
                if !goals.contains(&check) || !doubtful.insert(check) || !self.program.globals.is_empty() {
                    continue;
                }
                let params = given.iter().flatten().cloned().collect();
                let inputs = Inputs { params, globals: Vec::new() };
                let limits = Limits { steps: STEPS, cancel: Some(self.cancel), trace: true };
                let run = interp::run(self.program, self.entry, &inputs, &mut (), limits);
                if let End::Failed(check) = run.end {
                    let example = Counterexample::of(self.program, self.entry, &inputs, run);
                    if example.is_confirmed() {
                        failing.entry(check).or_insert_with(|| Box::new(example));
                    }
                }
            }
        }
        log::info!(
            "all {total} inputs: {} of {} checks hold: {}",
            goals.len() - doubtful.len(),
            goals.len(),
            self.program.procedure(self.entry).name
        );
        // Where every run ends at an assumption of ours, that is not what decides.
        runs_on.then_some(doubtful)
    }

    /// What the runs with the inputs of a number have in common.
    fn ways(&self, number: i128) -> Option<(interp::Ways, Vec<Option<Value>>)> {
        if self.cancel.is_cancelled() {
            return None;
        }
        let mut rest = number;
        let mut given = Vec::with_capacity(self.domains.len());
        for domain in self.domains {
            given.push(Some(nth(self.program, domain.ty, domain.range.as_ref(), rest % domain.count)));
            rest /= domain.count;
        }
        let limits = Limits { steps: STEPS, cancel: Some(self.cancel), trace: false };
        Some((interp::every_run(self.program, self.entry, &given, limits)?, given))
    }
}

/// The values of the parameters, if these are few and there is one.
fn domains(program: &Program, entry: ProcId) -> Option<Vec<Domain>> {
    let procedure = program.procedure(entry);
    let params = procedure.params().filter(|(_, mode)| *mode != Mode::Out).map(|(var, _)| var);
    let params: Vec<VarId> = params.collect();
    let ranges = params.iter().filter_map(|var| Some((*var, range(program, procedure.var(*var).ty)?)));
    let mut bounds: BTreeMap<VarId, (Int, Int)> = ranges.collect();
    assumed(procedure, &mut bounds);
    let (mut all, mut total) = (Vec::new(), 1i128);
    for var in params {
        let (ty, range) = (procedure.var(var).ty, bounds.remove(&var));
        let count = match &range {
            Some((first, last)) => to_i128(&length(first, last))?,
            None => count(program, ty)?,
        };
        total = total.checked_mul(count).filter(|total| *total <= INPUTS)?;
        all.push(Domain { ty, range, count });
    }
    (!all.is_empty()).then_some(all)
}

/// The range of a type of integers.
fn range(program: &Program, ty: TypeId) -> Option<(Int, Int)> {
    match &program.ty(ty).kind {
        TypeKind::Int(int) => int.range.as_ref().map(|range| (range.first.clone(), range.last.clone())),
        TypeKind::Modular(modular) => Some(match &modular.range {
            Some(range) => (range.first.clone(), range.last.clone()),
            None => (Int::ZERO, modular.modulus.clone() - Int::ONE),
        }),
        _ => None,
    }
}

/// How many values a type has, if these are few. Records with variants are left out: their values are not all
/// combinations.
fn count(program: &Program, ty: TypeId) -> Option<i128> {
    let few = |count: i128| Some(count).filter(|count| *count <= INPUTS);
    match &program.ty(ty).kind {
        TypeKind::Bool => Some(2),
        TypeKind::Int(_) | TypeKind::Modular(_) => {
            let (first, last) = range(program, ty)?;
            few(to_i128(&length(&first, &last))?)
        }
        TypeKind::Float(_) => None,
        TypeKind::Array(array) => {
            let component = count(program, array.component)?;
            let bounds = array.bounds.as_ref()?.iter().map(|range| to_i128(&length(&range.first, &range.last)));
            let size = bounds.collect::<Option<Vec<i128>>>()?.into_iter().try_fold(1i128, i128::checked_mul)?;
            if component <= 1 && size > INPUTS {
                return None;
            }
            (0..size).try_fold(1i128, |all, _| few(all.checked_mul(component)?))
        }
        TypeKind::Record(record) => record.fields.iter().try_fold(1i128, |all, field| {
            let own = if field.guard.is_empty() { count(program, field.ty)? } else { return None };
            few(all.checked_mul(own)?)
        }),
    }
}

/// One of the values that are counted, by its number from 0.
fn nth(program: &Program, ty: TypeId, bounds: Option<&(Int, Int)>, number: i128) -> Value {
    match &program.ty(ty).kind {
        TypeKind::Bool => Value::Bool(number == 1),
        TypeKind::Array(array) => {
            let Value::Array(mut value) = Value::zero(program, ty) else { return Value::zero(program, ty) };
            let (own, size) = (count(program, array.component).unwrap_or(1), value.size().unwrap_or(0));
            let made: &mut Array = Arc::make_mut(&mut value);
            let mut rest = number;
            for offset in 0..size {
                made.set(offset, nth(program, array.component, None, rest % own));
                rest /= own;
            }
            Value::Array(value)
        }
        TypeKind::Record(record) => {
            let mut rest = number;
            let fields = record.fields.iter().map(|field| {
                let own = count(program, field.ty).unwrap_or(1);
                let value = nth(program, field.ty, None, rest % own);
                rest /= own;
                value
            });
            Value::Record(Arc::new(fields.collect()))
        }
        _ => {
            let first = bounds.cloned().or_else(|| range(program, ty)).map_or(Int::ZERO, |(first, _)| first);
            Value::Int(first + from_i128(number))
        }
    }
}

/// Narrows bounds of parameters by what is assumed before anything can fail: no run goes on with other values.
fn assumed(procedure: &Procedure, bounds: &mut BTreeMap<VarId, (Int, Int)>) {
    let mut known: BTreeSet<VarId> = bounds.keys().copied().collect();
    let mut at = BlockId::ENTRY;
    for _ in 0..BLOCKS {
        let block = procedure.block(at);
        for statement in &block.statements {
            match &statement.kind {
                StmtKind::Assume(condition) => learn(procedure, *condition, &known, bounds),
                StmtKind::Assign(var, _) | StmtKind::Havoc(var) => {
                    known.remove(var);
                }
                StmtKind::Check(..) | StmtKind::Call(_) => return,
            }
        }
        let Terminator::Goto(next) = &block.terminator else { return };
        at = *next;
    }
}

fn learn(procedure: &Procedure, condition: ExprId, known: &BTreeSet<VarId>, bounds: &mut BTreeMap<VarId, (Int, Int)>) {
    let mut todo = vec![condition];
    while let Some(condition) = todo.pop() {
        let (op, a, b) = match &procedure.exprs[condition].kind {
            ExprKind::And(a, b) => {
                todo.extend([*a, *b]);
                continue;
            }
            ExprKind::Binary(op, a, b) => (*op, *a, *b),
            _ => continue,
        };
        use BinaryOp::{Eq, Ge, Gt, Le, Lt};
        let turned = match op {
            Lt => Gt,
            Le => Ge,
            Gt => Lt,
            Ge => Le,
            other => other,
        };
        for (op, var, number) in [(op, a, b), (turned, b, a)] {
            let (ExprKind::Var(var), ExprKind::Int(number)) =
                (&procedure.exprs[var].kind, &procedure.exprs[number].kind)
            else {
                continue;
            };
            let Some((first, last)) = bounds.get_mut(var).filter(|_| known.contains(var)) else { continue };
            let (low, high) = match op {
                Lt => (None, Some(number.clone() - Int::ONE)),
                Le => (None, Some(number.clone())),
                Gt => (Some(number.clone() + Int::ONE), None),
                Ge => (Some(number.clone()), None),
                Eq => (Some(number.clone()), Some(number.clone())),
                _ => continue,
            };
            if let Some(low) = low {
                *first = first.clone().max(low);
            }
            if let Some(high) = high {
                *last = last.clone().min(high);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use horn_frontend::ir::{Builder, Check, CheckKind, Loc, Range, Type, lift};

    /// `P (X, Y : range 0 .. 99999)`, `assume X <= 200`, or the same behind a check, `assume Y = 3`; then two checks:
    /// `X * Y /= 597`, which 199 violates, and `X * Y <= 600`.
    fn decided(hidden: bool) -> Exhausted {
        let l = Loc::NONE;
        let mut program = Program::new();
        let ty = program.add_type(Type::int("T", Range::new(0, 99_999), Range::signed(64)));
        let checks: Vec<CheckId> = (0..3).map(|_| program.add_check(Check::new(CheckKind::Assertion, l))).collect();
        let id = program.declare("P", l);
        let mut b = Builder::new("P", l);
        b.set_entry(true);
        let (x, y) = (b.param("X", ty, Mode::In, l), b.param("Y", ty, Mode::In, l));
        let (x, y) = (b.var(x, l), b.var(y, l));
        let number = |b: &mut Builder, value: i64| b.int(value, ty, l);
        if hidden {
            // What is behind a check says nothing of the runs that come to the check.
            let most = number(&mut b, 90_000);
            let small = b.compare(BinaryOp::Le, x, most, l);
            b.check(checks[2], small, l);
        }
        let (limit, three) = (number(&mut b, 200), number(&mut b, 3));
        let (low, same) = (b.compare(BinaryOp::Ge, limit, x, l), b.compare(BinaryOp::Eq, y, three, l));
        b.assume(low, l);
        b.assume(same, l);
        let product = b.binary(BinaryOp::Mul, x, y, ty, l);
        let (hit, most) = (number(&mut b, 597), number(&mut b, 600));
        let (first, second) = (b.compare(BinaryOp::Ne, product, hit, l), b.compare(BinaryOp::Le, product, most, l));
        b.check(checks[0], first, l);
        b.check(checks[1], second, l);
        b.return_(l);
        b.finish(&mut program, id);
        lift(&mut program);
        decide(&program, &checks, Steps::seconds(2), &CancelToken::default())
    }

    #[test]
    fn all_inputs_that_a_precondition_admits_are_run() {
        let Exhausted { failing, proved } = decided(false);
        assert_eq!(failing.iter().map(|(check, _)| *check).collect::<Vec<CheckId>>(), [CheckId(0)]);
        // The check that is not there holds.
        assert_eq!(proved, [CheckId(1), CheckId(2)]);
    }

    #[test]
    fn what_is_assumed_behind_a_check_makes_no_input_impossible() {
        let Exhausted { failing, proved } = decided(true);
        assert!(failing.is_empty() && proved.is_empty(), "10^10 inputs");
    }
}
