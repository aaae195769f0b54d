//! Runs of a program on a box of inputs: all of them at once, with sets of values.
//!
//! Where a branch may go both ways the exploration forks, and each side learns what the condition says about variables.
//! Copies of one value are narrowed together. A run ends where it ends in the program; what is found out is which
//! checks may fail, and for which part of the box.

use super::floats::Floats;
use super::forms::{Form, FormId};
use super::symbols::{Commands, Cut, Question};
use super::value::{Cells, Set};
use crate::bounded::Bounds;
use crate::interp::eval::float_format;
use crate::ir::{
    Arg, BinaryOp, BlockId, Call, CheckId, ExprId, ExprKind, Mode, ProcId, Procedure, Program, Stmt, StmtKind,
    Terminator, TypeId, UnaryOp, VarId, VarKind, ieee,
};
use horn_solver::num::Int;
use horn_solver::smt::{CancelToken, Steps};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Calls nested deeper than this end an exploration.
const DEPTH: usize = 200;
/// Ticks between two looks whether the exploration is over; each is a unit of work.
const TICKS: u64 = 1024;
/// Forks that wait at the same time.
const FORKS: usize = 20_000;
/// Forms of a box, at most.
const FORM_COUNT: usize = 100_000;
/// Components of arrays with forms, at most.
const COMPONENTS: i128 = 64;
/// Choices of a run that are dimensions of the box.
const CHOICES: usize = 16;

/// A variable: its values, and the number of the computation that they come from.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    set: Set,
    origin: u64,
    /// The term of the value, if formulas are made and it has one.
    pub(super) term: Option<Rc<str>>,
}

/// How a run goes on behind a statement or at the end of a block.
enum Next {
    Goes,
    /// It is at its end.
    Ends,
    /// Nothing is known of it.
    GivesUp,
    /// Both ways at a branch: to the first block where the condition holds, else to the second one.
    Forks(ExprId, (BlockId, BlockId)),
}

/// A running procedure.
#[derive(Clone, Debug)]
struct Frame {
    procedure: ProcId,
    vars: Rc<Vec<Option<Slot>>>,
    /// Where the caller goes on.
    back: (BlockId, usize),
    /// The loops that are open, and the number of the iteration; only with bounds.
    loops: Vec<(BlockId, u32)>,
}

/// A state of the exploration.
#[derive(Clone, Debug)]
pub(super) struct State {
    frames: Vec<Frame>,
    globals: Vec<Option<Slot>>,
    at: (BlockId, usize),
    /// Values that were chosen.
    chosen: usize,
    /// The formula of the path, if formulas are made.
    pub(super) commands: Commands,
    /// Inputs and choices with a term: which, and the constant with its bits.
    pub(super) named: Vec<(usize, String)>,
}

impl State {
    pub(super) fn slot(&self, program: &Program, var: VarId) -> Option<&Slot> {
        let frame = self.frames.last()?;
        match program.procedure(frame.procedure).var(var).kind {
            VarKind::Global(global) => self.globals.get(global.index())?.as_ref(),
            _ => frame.vars.get(var.index())?.as_ref(),
        }
    }

    /// The values of a variable; all of its type if it was not written.
    pub(super) fn read(&self, program: &Program, var: VarId) -> Set {
        match self.slot(program, var) {
            Some(slot) => slot.set.clone(),
            None => {
                let procedure = self.frames.last().map_or(ProcId(0), |frame| frame.procedure);
                Set::of_type(program, program.procedure(procedure).var(var).ty)
            }
        }
    }

    fn write(&mut self, program: &Program, var: VarId, slot: Slot) {
        let Some(frame) = self.frames.last_mut() else { return };
        match program.procedure(frame.procedure).var(var).kind {
            VarKind::Global(global) => self.globals[global.index()] = Some(slot),
            _ => Rc::make_mut(&mut frame.vars)[var.index()] = Some(slot),
        }
    }

    /// Narrows all copies of a value. `false` if nothing is left.
    fn narrow(&mut self, origin: u64, by: &Set) -> bool {
        let mut left = true;
        let mut narrow = |slot: &mut Option<Slot>| {
            if let Some(slot) = slot.as_mut().filter(|slot| slot.origin == origin) {
                slot.set = slot.set.meet(by);
                left &= !slot.set.is_empty();
            }
        };
        self.globals.iter_mut().for_each(&mut narrow);
        for frame in &mut self.frames {
            if frame.vars.iter().flatten().any(|slot| slot.origin == origin) {
                Rc::make_mut(&mut frame.vars).iter_mut().for_each(&mut narrow);
            }
        }
        left
    }
}

/// What is found out on a box.
#[derive(Debug, Default)]
pub(super) struct Explored {
    /// Checks that may fail, and the part of the box where they may: the inputs in order, then the choices.
    pub open: BTreeMap<CheckId, Vec<Set>>,
    /// Not everything was explored: any check may fail.
    pub given_up: bool,
}

/// Explores one entry.
pub(super) struct Explorer<'p> {
    pub program: &'p Program,
    entry: ProcId,
    cancel: &'p CancelToken,
    /// Steps that are left for this box.
    steps: u64,
    taken: u64,
    next_origin: u64,
    /// Whether formulas are made.
    symbolic: bool,
    /// Names that were given.
    pub(super) names: u64,
    /// How many inputs there are: parameters and globals.
    fixed: usize,
    /// The types of the first choices of runs, as far as they are known: dimensions of the box behind the inputs. The
    /// same number means different choices on different paths, which shares no values between them, as each has a run
    /// of its own.
    pub(super) choices: Vec<TypeId>,
    /// What intervals could not decide.
    pub(super) questions: Vec<Question>,
    /// How far loops and recursions go.
    bounds: Option<&'p Bounds>,
    /// The loops of procedures, once they are needed.
    loops: BTreeMap<ProcId, Rc<BTreeMap<BlockId, Vec<bool>>>>,
    /// Paths beyond the bounds.
    pub(super) cuts: Vec<Cut>,
    /// The forms of floats on this box, from number 1.
    pub(super) forms: Vec<Rc<Form>>,
    /// Numbers of forms that are taken.
    symbols: u32,
}

impl<'p> Explorer<'p> {
    pub fn new(program: &'p Program, entry: ProcId, cancel: &'p CancelToken) -> Explorer<'p> {
        Explorer {
            program,
            entry,
            cancel,
            steps: 0,
            taken: 0,
            next_origin: 0,
            symbolic: false,
            names: 0,
            fixed: 0,
            choices: Vec::new(),
            questions: Vec::new(),
            bounds: None,
            loops: BTreeMap::new(),
            cuts: Vec::new(),
            forms: Vec::new(),
            symbols: 0,
        }
    }

    /// Makes formulas of what intervals do not decide within some bounds.
    pub fn bounded(program: &'p Program, entry: ProcId, bounds: &'p Bounds, cancel: &'p CancelToken) -> Explorer<'p> {
        Explorer { symbolic: true, bounds: Some(bounds), ..Explorer::new(program, entry, cancel) }
    }

    /// Goes to a block. `false` if that is beyond the bounds.
    fn goto(&mut self, state: &mut State, target: BlockId) -> bool {
        state.at = (target, 0);
        let Some(bounds) = self.bounds else { return true };
        let Some(frame) = state.frames.last_mut() else { return true };
        let procedure = self.program.procedure(frame.procedure);
        let loops = self.loops.entry(frame.procedure).or_insert_with(|| Rc::new(crate::ir::loops(procedure)));
        let inside = |head: &BlockId| loops.get(head).is_some_and(|body| body[target.index()]);
        frame.loops.retain(|(head, _)| inside(head));
        if !loops.contains_key(&target) {
            return true;
        }
        let Some((_, iteration)) = frame.loops.iter_mut().find(|(head, _)| *head == target) else {
            frame.loops.push((target, 1));
            return true;
        };
        *iteration += 1;
        let iteration = *iteration;
        let block = procedure.block(target);
        let loc = block.loop_head.as_ref().map_or(block.loc, |info| info.loc);
        // The test of the last iteration may end the loop.
        if iteration <= bounds.limit(loc, false).saturating_add(1) {
            return true;
        }
        self.cut(state, loc, false);
        false
    }

    /// Makes formulas of what intervals do not decide.
    pub fn symbolic(program: &'p Program, entry: ProcId, cancel: &'p CancelToken) -> Explorer<'p> {
        Explorer { symbolic: true, ..Explorer::new(program, entry, cancel) }
    }

    pub(super) fn procedure(&self, state: &State) -> &'p Procedure {
        self.program.procedure(state.frames.last().map_or(self.entry, |frame| frame.procedure))
    }

    /// `false` if the exploration is over.
    pub(super) fn tick(&mut self) -> bool {
        self.taken += 1;
        if self.taken.is_multiple_of(TICKS) {
            self.cancel.charge(Steps::units(TICKS));
            if self.cancel.is_cancelled() {
                self.steps = 0;
            }
        }
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0
    }

    fn origin(&mut self) -> u64 {
        self.next_origin += 1;
        self.next_origin
    }

    /// Explores all runs whose inputs (parameters in order, then globals) and choices lie in a box. Choices that it has
    /// no set for are any of their type.
    pub fn explore(&mut self, inputs: &[Set], goals: &BTreeSet<CheckId>, steps: u64) -> Explored {
        self.steps = steps;
        self.forms.clear();
        self.symbols = 0;
        let procedure = self.program.procedure(self.entry);
        let mut vars: Vec<Option<Slot>> = vec![None; procedure.vars.len()];
        let mut given = inputs.iter();
        let (mut commands, mut named) = (Commands::default(), Vec::new());
        // The origins of the inputs are their numbers, from 1.
        let mut origin = 0;
        let mut slot = |explorer: &mut Self, set: &Set, ty: TypeId| {
            let at = origin;
            origin += 1;
            let term =
                if explorer.symbolic { explorer.input_term(at, ty, set, &mut commands, &mut named) } else { None };
            Slot { set: explorer.symbolized(set), origin: origin as u64, term }
        };
        for (var, mode) in procedure.params() {
            if mode != Mode::Out {
                let ty = procedure.var(var).ty;
                vars[var.index()] = given.next().map(|set| slot(self, set, ty));
            }
        }
        let mut globals: Vec<Option<Slot>> = Vec::new();
        for global in &self.program.globals {
            globals.push(given.next().map(|set| slot(self, set, global.ty)));
        }
        self.fixed = origin;
        self.next_origin = (origin + CHOICES) as u64;
        let frame = Frame { procedure: self.entry, vars: Rc::new(vars), back: (BlockId::ENTRY, 0), loops: Vec::new() };
        let mut states =
            vec![State { frames: vec![frame], globals, at: (BlockId::ENTRY, 0), chosen: 0, commands, named }];
        let mut explored = Explored::default();
        while let Some(state) = states.pop() {
            if states.len() > FORKS || !self.run(state, inputs, goals, &mut states, &mut explored) {
                explored.given_up = true;
                break;
            }
        }
        for part in explored.open.values_mut() {
            self.pad(part);
        }
        explored
    }

    /// The same values, each float of them an input of its own for forms.
    fn symbolized(&mut self, set: &Set) -> Set {
        match set {
            Set::Float(floats) if floats.is_finite() && floats.low < floats.high => {
                self.symbols += 1;
                let form = self.form(Form::between(floats.low, floats.high, Some(self.symbols)));
                Set::Float(Floats { form, ..*floats })
            }
            Set::Record(fields) => Set::Record(Rc::new(fields.iter().map(|field| self.symbolized(field)).collect())),
            Set::Array(cells) if cells.has_floats() && cells.shape().size().is_some_and(|size| size <= COMPONENTS) => {
                let size = cells.shape().size().unwrap_or(0);
                let made = (0..size).map(|offset| (offset, self.symbolized(cells.at(offset)))).collect();
                Set::Array(Rc::new(Cells { cells: made, ..(**cells).clone() }))
            }
            _ => set.clone(),
        }
    }

    /// The number of a new form; none if there are too many.
    pub(super) fn form(&mut self, form: Form) -> FormId {
        let number = u32::try_from(self.forms.len() + 1).unwrap_or(0);
        if number as usize > FORM_COUNT {
            return FormId::NONE;
        }
        self.forms.push(Rc::new(form));
        FormId(number)
    }

    /// Adds the choices that a box has no sets for yet.
    pub fn pad(&self, part: &mut Vec<Set>) {
        let known = part.len().saturating_sub(self.fixed);
        part.extend(self.choices.iter().skip(known).map(|ty| Set::of_type(self.program, *ty)));
    }

    /// A value that the program leaves open.
    fn choice(&mut self, state: &mut State, ty: TypeId, inputs: &[Set]) -> Slot {
        let at = state.chosen;
        state.chosen += 1;
        if at == self.choices.len() && at < CHOICES {
            self.choices.push(ty);
        }
        let set = Set::of_type(self.program, ty);
        if self.choices.get(at) != Some(&ty) {
            return self.fresh(state, ty, set);
        }
        let number = self.fixed + at;
        let set = inputs.get(number).cloned().unwrap_or(set);
        let State { commands, named, .. } = state;
        let term = if self.symbolic { self.input_term(number, ty, &set, commands, named) } else { None };
        Slot { set: self.symbolized(&set), origin: number as u64 + 1, term }
    }

    /// Runs a state to its end or to a fork. `false` if it must be given up.
    fn run(
        &mut self,
        mut state: State,
        inputs: &[Set],
        goals: &BTreeSet<CheckId>,
        states: &mut Vec<State>,
        explored: &mut Explored,
    ) -> bool {
        loop {
            if !self.tick() {
                return false;
            }
            let code = self.procedure(&state).block(state.at.0);
            let next = match code.statements.get(state.at.1) {
                Some(statement) => {
                    state.at.1 += 1;
                    self.statement(&mut state, statement, inputs, goals, explored)
                }
                None => self.terminator(&mut state, &code.terminator),
            };
            match next {
                Next::Goes => {}
                Next::Ends => return true,
                Next::GivesUp => return false,
                Next::Forks(condition, targets) => {
                    self.fork(state, condition, targets, states);
                    return true;
                }
            }
        }
    }

    fn statement(
        &mut self,
        state: &mut State,
        statement: &Stmt,
        inputs: &[Set],
        goals: &BTreeSet<CheckId>,
        explored: &mut Explored,
    ) -> Next {
        match &statement.kind {
            StmtKind::Assign(var, value) => self.assign(state, *var, *value),
            StmtKind::Havoc(var) => {
                let ty = self.procedure(state).var(*var).ty;
                let slot = self.choice(state, ty, inputs);
                state.write(self.program, *var, slot);
            }
            StmtKind::Assume(condition) => {
                let truth = self.truth(state, *condition, &mut Vec::new());
                return self.suppose(state, *condition, truth);
            }
            StmtKind::Check(check, condition) => {
                let truth = self.truth(state, *condition, &mut Vec::new());
                if truth.0 && goals.contains(check) {
                    self.may_fail(state, (*check, *condition), truth.1, inputs, explored);
                }
                if self.program.is_always_made(*check) {
                    return self.suppose(state, *condition, truth);
                }
            }
            StmtKind::Call(call) => {
                let active = state.frames.iter().filter(|frame| frame.procedure == call.callee).count();
                if self.bounds.is_some_and(|bounds| active > bounds.recursion as usize) {
                    self.cut(state, statement.loc, true);
                    return Next::Ends;
                }
                if state.frames.len() >= DEPTH || !self.enter(state, call) {
                    return Next::GivesUp;
                }
            }
        }
        Next::Goes
    }

    /// Only the part of the box goes on in which the condition may hold.
    fn suppose(&mut self, state: &mut State, condition: ExprId, (no, yes): (bool, bool)) -> Next {
        if no && yes && self.symbolic {
            self.assert_term(state, condition, true);
        }
        if !yes || no && !self.learn(state, condition, true) { Next::Ends } else { Next::Goes }
    }

    /// Notes the part of the box that leads to a check and may fail it; it may hold there, too, or never.
    fn may_fail(
        &mut self,
        state: &State,
        (check, condition): (CheckId, ExprId),
        may_hold: bool,
        inputs: &[Set],
        explored: &mut Explored,
    ) {
        let mut failing = state.clone();
        if !may_hold || self.learn(&mut failing, condition, false) {
            let part = self.part(&failing, inputs);
            let merge = |old: &mut Vec<Set>| {
                old.iter_mut().zip(&part).for_each(|(old, new)| *old = old.hull(new));
            };
            explored.open.entry(check).and_modify(merge).or_insert(part);
            if self.symbolic {
                self.ask(state, check, condition);
            }
        }
    }

    fn terminator(&mut self, state: &mut State, terminator: &Terminator) -> Next {
        let goes = match terminator {
            Terminator::Goto(target) => self.goto(state, *target),
            Terminator::Branch(condition, yes, no) => match self.truth(state, *condition, &mut Vec::new()) {
                (false, true) => self.goto(state, *yes),
                (true, false) => self.goto(state, *no),
                _ => return Next::Forks(*condition, (*yes, *no)),
            },
            Terminator::Return if state.frames.len() <= 1 => false,
            Terminator::Return if !self.leave(state) => return Next::GivesUp,
            Terminator::Return => true,
            Terminator::Stop => false,
            // Lifted programs have none.
            Terminator::Raise(_) => return Next::GivesUp,
        };
        if goes { Next::Goes } else { Next::Ends }
    }

    /// Both ways at a branch, as far as they are there.
    fn fork(&mut self, mut state: State, condition: ExprId, (yes, no): (BlockId, BlockId), states: &mut Vec<State>) {
        let mut other = state.clone();
        if self.symbolic {
            self.assert_term(&mut other, condition, true);
            self.assert_term(&mut state, condition, false);
        }
        if self.learn(&mut other, condition, true) && self.goto(&mut other, yes) {
            states.push(other);
        }
        if self.learn(&mut state, condition, false) && self.goto(&mut state, no) {
            states.push(state);
        }
    }

    fn assign(&mut self, state: &mut State, var: VarId, value: ExprId) {
        let slot = self.slot_of(state, value);
        self.store(state, var, slot);
    }

    /// The value of an expression; that of a variable keeps its origin.
    fn slot_of(&mut self, state: &mut State, value: ExprId) -> Slot {
        if let ExprKind::Var(var) = self.procedure(state).exprs[value].kind
            && let Some(slot) = state.slot(self.program, var)
        {
            return slot.clone();
        }
        let set = self.eval(state, value, &mut Vec::new());
        let term = if self.symbolic { self.value_term(state, value, &set) } else { None };
        Slot { set, origin: self.origin(), term }
    }

    /// A value that nothing determines.
    fn fresh(&mut self, state: &mut State, ty: TypeId, set: Set) -> Slot {
        let term = if self.symbolic { self.fresh_term(state, ty, &set) } else { None };
        Slot { set, origin: self.origin(), term }
    }

    /// The value of a variable, which is arbitrary from here on if it was not written.
    fn current(&mut self, state: &mut State, var: VarId) -> Slot {
        match state.slot(self.program, var) {
            Some(slot) => slot.clone(),
            None => {
                let (set, ty) = (state.read(self.program, var), self.procedure(state).var(var).ty);
                self.fresh(state, ty, set)
            }
        }
    }

    /// Checks in front have made sure that the value is in the range of the variable.
    fn store(&self, state: &mut State, var: VarId, slot: Slot) {
        let ty = self.procedure(state).var(var).ty;
        let set = slot.set.meet(&Set::of_type(self.program, ty));
        state.write(self.program, var, Slot { set, ..slot });
    }

    fn enter(&mut self, state: &mut State, call: &Call) -> bool {
        let callee = self.program.procedure(call.callee);
        if callee.blocks.is_empty() {
            return false;
        }
        let mut vars: Vec<Option<Slot>> = vec![None; callee.vars.len()];
        for ((param, _), arg) in callee.params().zip(&call.args) {
            let slot = match arg {
                Arg::In(value) => self.slot_of(state, *value),
                Arg::InOut(var) => self.current(state, *var),
                Arg::Out(_) => continue,
            };
            let set = slot.set.meet(&Set::of_type(self.program, callee.var(param).ty));
            vars[param.index()] = Some(Slot { set, ..slot });
        }
        state.frames.push(Frame { procedure: call.callee, vars: Rc::new(vars), back: state.at, loops: Vec::new() });
        state.at = (BlockId::ENTRY, 0);
        true
    }

    /// Copies results out, the last parameter first.
    fn leave(&mut self, state: &mut State) -> bool {
        let callee = self.procedure(state);
        let Some(frame) = state.frames.last() else { return false };
        let back = frame.back;
        let caller = &state.frames[state.frames.len() - 2];
        let code = self.program.procedure(caller.procedure).block(back.0);
        let Some(StmtKind::Call(call)) = back.1.checked_sub(1).map(|at| &code.statements[at].kind) else {
            return false;
        };
        let mut outputs = Vec::new();
        for ((param, _), arg) in callee.params().zip(&call.args) {
            if let Arg::Out(target) | Arg::InOut(target) = arg {
                outputs.push((*target, self.current(state, param)));
            }
        }
        let result = call.result.zip(callee.result());
        if let Some((target, result)) = result {
            outputs.push((target, self.current(state, result)));
        }
        if result.is_some() {
            let last = outputs.len() - 1;
            outputs[..last].reverse();
        } else {
            outputs.reverse();
        }
        state.frames.pop();
        state.at = back;
        for (target, slot) in outputs {
            self.store(state, target, slot);
        }
        true
    }

    /// Narrows variables by a condition that is true, or false. `false` if that cannot be.
    fn learn(&mut self, state: &mut State, condition: ExprId, truth: bool) -> bool {
        let procedure = self.procedure(state);
        match (&procedure.exprs[condition].kind, truth) {
            (ExprKind::Bool(value), _) => *value == truth,
            (ExprKind::Var(var), _) => self.narrow_var(state, *var, &Set::bool(truth)),
            (ExprKind::Unary(UnaryOp::Not, a), _) => self.learn(state, *a, !truth),
            (ExprKind::And(a, b), true) => self.learn(state, *a, true) && self.learn(state, *b, true),
            (ExprKind::Or(a, b), false) => self.learn(state, *a, false) && self.learn(state, *b, false),
            (ExprKind::Implies(a, b), false) => self.learn(state, *a, true) && self.learn(state, *b, false),
            (ExprKind::And(a, b), false) => self.either(state, (*a, false), (*b, false)),
            (ExprKind::Or(a, b), true) => self.either(state, (*a, true), (*b, true)),
            (ExprKind::Implies(a, b), true) => self.either(state, (*a, false), (*b, true)),
            (ExprKind::Binary(op, a, b), _) if op.is_comparison() => self.learn_comparison(state, (*op, *a, *b), truth),
            _ => true,
        }
    }

    /// One of two conditions holds: the other one if one cannot.
    fn either(&mut self, state: &mut State, a: (ExprId, bool), b: (ExprId, bool)) -> bool {
        let can = |(no, yes): (bool, bool), truth: bool| if truth { yes } else { no };
        let first = can(self.truth(state, a.0, &mut Vec::new()), a.1);
        // The right side has a value only where the left one does not decide.
        if !first {
            return self.learn(state, b.0, b.1);
        }
        let second = can(self.truth(state, b.0, &mut Vec::new()), b.1);
        second || self.learn(state, a.0, a.1)
    }

    fn learn_comparison(&mut self, state: &mut State, (op, a, b): (BinaryOp, ExprId, ExprId), truth: bool) -> bool {
        use BinaryOp::*;
        let op = match (op, truth) {
            (_, true) => op,
            (Lt, _) => Ge,
            (Le, _) => Gt,
            (Gt, _) => Le,
            (Ge, _) => Lt,
            (Eq, _) => Ne,
            _ => Eq,
        };
        let ty = self.procedure(state).exprs[a].ty;
        let (left, right) = (self.eval(state, a, &mut Vec::new()), self.eval(state, b, &mut Vec::new()));
        if left == Set::Any || right == Set::Any {
            return true;
        }
        // The opposite of a comparison says nothing where an operand may be NaN.
        let may_be_nan = |set: &Set| matches!(set, Set::Float(floats) if floats.nan);
        if !truth && (may_be_nan(&left) || may_be_nan(&right)) && op != Eq {
            return true;
        }
        let turned = match op {
            Lt => Gt,
            Le => Ge,
            Gt => Lt,
            Ge => Le,
            other => other,
        };
        let (for_left, for_right) = (self.bound(op, &right, &left, ty), self.bound(turned, &left, &right, ty));
        self.narrow(state, a, &for_left) && self.narrow(state, b, &for_right)
    }

    /// The values `x` from `of` with `x op y` for some `y` of the other side.
    fn bound(&self, op: BinaryOp, other: &Set, of: &Set, ty: TypeId) -> Set {
        use BinaryOp::*;
        match other {
            Set::Int(low, high) => match op {
                Lt => Set::Int(None, high.clone().map(|n| n - Int::ONE)),
                Le => Set::Int(None, high.clone()),
                Gt => Set::Int(low.clone().map(|n| n + Int::ONE), None),
                Ge => Set::Int(low.clone(), None),
                Eq => other.clone(),
                _ => match (low, high, of.ints()) {
                    (Some(low), Some(high), (first, last)) if low == high => {
                        if first == Some(low) {
                            Set::Int(Some(low.clone() + Int::ONE), None)
                        } else if last == Some(low) {
                            Set::Int(None, Some(low.clone() - Int::ONE))
                        } else {
                            Set::Int(None, None)
                        }
                    }
                    _ => Set::Int(None, None),
                },
            },
            Set::Float(floats) => {
                let Some(format) = float_format(self.program, ty) else { return Set::Any };
                let (least, most) = (f64::NEG_INFINITY, f64::INFINITY);
                Set::Float(match op {
                    Ne => Floats::ALL,
                    _ if floats.no_number() => Floats::NUMBERS,
                    Lt => Floats::between(least, ieee::next_down(floats.high, format)),
                    Le => Floats::between(least, floats.high),
                    Gt => Floats::between(ieee::next_up(floats.low, format), most),
                    Ge => Floats::between(floats.low, most),
                    _ => Floats::between(floats.low, floats.high),
                })
            }
            Set::Bool(..) if op == Eq => other.clone(),
            Set::Bool(no, yes) if op == Ne => Set::Bool(*yes, *no),
            _ => Set::Any,
        }
    }

    /// Narrows what an expression is made of.
    fn narrow(&mut self, state: &mut State, id: ExprId, by: &Set) -> bool {
        if *by == Set::Any {
            return true;
        }
        let procedure = self.procedure(state);
        let node = &procedure.exprs[id];
        let integer = matches!(self.program.ty(node.ty).kind, crate::ir::TypeKind::Int(_));
        match (&node.kind, by) {
            (ExprKind::Var(var), _) => self.narrow_var(state, *var, by),
            (ExprKind::Unary(UnaryOp::Neg, a), Set::Int(low, high)) if integer => {
                let by = Set::Int(high.clone().map(|n| -n), low.clone().map(|n| -n));
                self.narrow(state, *a, &by)
            }
            (ExprKind::Unary(UnaryOp::Neg, a), Set::Float(floats)) => self.narrow(state, *a, &Set::Float(floats.neg())),
            (ExprKind::Unary(UnaryOp::Abs, a), Set::Float(floats)) => {
                let by = Floats { low: -floats.high, form: FormId::NONE, ..*floats };
                self.narrow(state, *a, &Set::Float(by))
            }
            (ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b), Set::Int(low, high)) if integer => {
                let add = matches!(node.kind, ExprKind::Binary(BinaryOp::Add, ..));
                let (left, right) = (self.eval(state, *a, &mut Vec::new()), self.eval(state, *b, &mut Vec::new()));
                let ((a_low, a_high), (b_low, b_high)) = (left.ints(), right.ints());
                let minus = |x: Option<&Int>, y: Option<&Int>| Some(x?.clone() - y?.clone());
                let plus = |x: Option<&Int>, y: Option<&Int>| Some(x?.clone() + y?.clone());
                let (low, high) = (low.as_ref(), high.as_ref());
                let (for_a, for_b) = if add {
                    (Set::Int(minus(low, b_high), minus(high, b_low)), Set::Int(minus(low, a_high), minus(high, a_low)))
                } else {
                    (Set::Int(plus(low, b_low), plus(high, b_high)), Set::Int(minus(a_low, high), minus(a_high, low)))
                };
                self.narrow(state, *a, &for_a) && self.narrow(state, *b, &for_b)
            }
            _ => true,
        }
    }

    fn narrow_var(&mut self, state: &mut State, var: VarId, by: &Set) -> bool {
        match state.slot(self.program, var) {
            Some(slot) => {
                let origin = slot.origin;
                state.narrow(origin, by)
            }
            None => true,
        }
    }

    /// The inputs and choices of a state as far as they are still there, else those of the box.
    fn part(&self, state: &State, inputs: &[Set]) -> Vec<Set> {
        let mut part = inputs.to_vec();
        self.pad(&mut part);
        let slots = state.frames.iter().flat_map(|frame| frame.vars.iter()).chain(&state.globals).flatten();
        for slot in slots {
            let number = usize::try_from(slot.origin).unwrap_or(usize::MAX);
            if let Some(input) = number.checked_sub(1).and_then(|at| part.get_mut(at)) {
                *input = input.meet(&slot.set);
            }
        }
        part
    }
}
