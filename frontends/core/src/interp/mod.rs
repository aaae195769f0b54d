//! The interpreter of lifted programs: what really happens on given inputs, bit for bit.
//!
//! It is what a claimed failure is replayed with, so it shares no code with the encoding. Values that the inputs do not
//! determine (variables that are read before they are written, havocs) come from a [`Choices`]; a run that asked for
//! none is the only one with its inputs. [`every_run`] leaves such values open and says what all runs have in common.

mod decisive;
pub(crate) mod eval;
mod open;
mod origin;
mod value;

#[cfg(test)]
mod tests;

pub use open::{Ways, every_run};
pub use value::{Array, Value, exists, from_i128, length, to_i128};

use crate::encode::Site;
use crate::ir::{
    Arg, BlockId, Call, CheckId, ExprId, ExprKind, Loc, Mode, OfText, ProcId, Procedure, Program, Stmt, StmtKind,
    Terminator, TypeId, TypeKind, Var, VarId, VarKind,
};
use horn_solver::num::Int;
use horn_solver::smt::{CancelToken, Steps};
use origin::{Origins, Taint};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// What longer texts are images of is not computed.
const LONGEST_IMAGE: i128 = 10_000;
/// Events of a trace that are kept: the last ones.
const KEPT_EVENTS: usize = 10_000;
/// Chosen values that are kept: the first ones, since a run is repeated from its start.
const KEPT_CHOICES: usize = 100_000;
/// Choices of procedures that are determined of which a run keeps what they were given.
const TOLD: usize = 1_000;
/// Calls nested deeper than this end a run.
const DEPTH: usize = 2_000;
/// Steps between two looks whether the run is cancelled.
const LOOK: u64 = 4096;
/// How many steps are as much work as a unit of [`Steps`].
const STEPS_PER_UNIT: u64 = 8;
/// What a run costs besides.
const RUN: Steps = Steps::units(200);

/// What a run starts with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// A value for each parameter that has one at the start, in order; `Out` parameters have none.
    pub params: Vec<Value>,
    /// Values of globals, in the order of the program; missing ones are chosen when they are read.
    pub globals: Vec<Option<Value>>,
}

/// Where values come from that nothing determines.
pub trait Choices {
    /// A value of that type for that place, or none if any will do.
    fn choose(&mut self, site: Site, ty: TypeId) -> Option<Value>;
}

/// Any value will do.
impl Choices for () {
    fn choose(&mut self, _: Site, _: TypeId) -> Option<Value> {
        None
    }
}

/// When a run is given up.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Steps: statements and operations.
    pub steps: u64,
    /// Asked now and then.
    pub cancel: Option<&'a CancelToken>,
    /// Whether events are kept.
    pub trace: bool,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// The entry returned.
    Returned,
    /// A check failed.
    Failed(CheckId),
    /// An assumption is false: the run does not exist.
    Blocked,
    /// The run was given up; says why.
    GivenUp(String),
    /// Something happened that a valid program cannot do; says what.
    Broken(String),
}

impl End {
    /// What to say of a possible failure whose run ended like this, without a failure.
    pub fn no_failure(&self) -> String {
        let but = match self {
            End::Returned => "the program does not fail on its inputs",
            End::Failed(_) => "another check fails before",
            End::Blocked => "its inputs are excluded",
            End::GivenUp(why) => &format!("its run was given up: {why}"),
            End::Broken(what) => &format!("the interpreter stopped: {what}"),
        };
        format!("a possible failure was found, but {but}")
    }
}

/// A run.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// Where it ended.
    pub loc: Loc,
    /// The result of a function that returned.
    pub result: Option<Value>,
    /// The values of the user's variables in the condition of the check that failed: name, type, value.
    pub values: Vec<(String, TypeId, Value)>,
    /// The loops that were open where a kept run ended, outermost first, also those of callers: the loop statement, and
    /// the number of its iteration, from 1.
    pub iterations: Vec<(Loc, u64)>,
    /// The last events, if they were kept.
    pub events: Vec<Event>,
    /// How many events came before these.
    pub omitted: usize,
    /// How many values were asked of the choices.
    pub choices: usize,
    /// The values that a kept run was given, in its order: the first ones.
    pub chosen: Vec<Chosen>,
    /// Where the values come from that the end of a kept run depends on and that the program does not compute.
    pub origins: Vec<String>,
    /// The checks that a kept run got past and that depend on such values, with where these come from.
    pub passed: Vec<(CheckId, Vec<String>)>,
    /// The assumption that it is excluded by, if the source does not state it: then there is another run.
    pub dead_end: Option<Loc>,
}

/// A value that nothing determines, as a run has met it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// Where it was asked for.
    pub site: Site,
    /// The statement that asks, or the declaration of the variable whose start value it is.
    pub loc: Loc,
    /// The value.
    pub value: Value,
}

/// Something that happened in a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Where.
    pub loc: Loc,
    /// What.
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// A variable of the user, or a component of it, got a value.
    Assigned {
        /// Its procedure.
        procedure: ProcId,
        /// The variable.
        var: VarId,
        /// The index of the component.
        index: Option<Vec<Int>>,
        /// The value.
        value: Value,
    },
    /// A procedure was called with these parameters.
    Called(ProcId, Vec<(VarId, Value)>),
    /// A procedure returned.
    Returned(ProcId),
}

/// Why a run stops before its end.
pub(crate) enum Stop {
    Failed {
        check: CheckId,
        loc: Loc,
        values: Vec<(String, TypeId, Value)>,
    },
    Blocked,
    Limit(String),
    Broken(String),
    /// An operand is open, in a look at all runs at once.
    Open,
}

impl Stop {
    fn internal(what: &str) -> Stop {
        Stop::Broken(what.to_string())
    }

    /// The frontend should have put a check in front of this.
    fn undefined(what: &str) -> Stop {
        Stop::Broken(format!("{what} without a check"))
    }
}

/// A running procedure.
struct Frame {
    procedure: ProcId,
    vars: Vec<Option<Value>>,
    /// The heads of the loops that are open, outermost first, with the number of the iteration.
    loops: Vec<(BlockId, u64)>,
    /// What the values of the variables depend on; shorter than the table of variables where nothing is known of the
    /// rest.
    taint: Vec<Taint>,
}

impl Frame {
    fn new(procedure: ProcId, vars: Vec<Option<Value>>) -> Frame {
        Frame { procedure, vars, loops: Vec::new(), taint: Vec::new() }
    }
}

/// The state of a run.
pub(crate) struct Machine<'p, 'c> {
    program: &'p Program,
    choices: &'c mut dyn Choices,
    limits: Limits<'c>,
    frames: Vec<Frame>,
    globals: Vec<Option<Value>>,
    steps: u64,
    /// The step from which on to ask whether the run is cancelled.
    next_look: u64,
    /// The steps that were charged to the token.
    charged: u64,
    asked: usize,
    chosen: Vec<Chosen>,
    events: VecDeque<Event>,
    omitted: usize,
    loc: Loc,
    /// What the way of a kept run depends on besides its inputs.
    origins: Origins<'p>,
    /// The loops of the procedures that have been looked at, for kept runs.
    loops: BTreeMap<ProcId, BTreeMap<BlockId, Vec<bool>>>,
    /// In a look at all runs at once: what nothing determines is open, and this says how it goes on there.
    open: Option<open::Way>,
    /// The assumption that ended the run, if the source does not state it.
    dead_end: Option<Loc>,
    /// What was chosen in procedures that are determined, with what they were given.
    told: Vec<(Given, Value)>,
}

/// A variable of a procedure that is determined, and the values of parameters and globals there.
type Given = (ProcId, VarId, Vec<Option<Value>>);

/// Runs an entry of a lifted program.
pub fn run(program: &Program, entry: ProcId, inputs: &Inputs, choices: &mut dyn Choices, limits: Limits<'_>) -> Run {
    let mut machine = Machine::new(program, entry, inputs, choices, limits);
    let ended = machine.entry(entry, inputs);
    machine.charge();
    if let Some(cancel) = limits.cancel {
        cancel.charge(RUN);
    }
    let result = match (&ended, program.procedure(entry).result()) {
        (Ok(()), Some(result)) => machine.frames.first().and_then(|frame| frame.vars[result.index()].clone()),
        _ => None,
    };
    let mut values = Vec::new();
    let mut loc = machine.loc;
    let end = match ended {
        Ok(()) => End::Returned,
        Err(Stop::Failed { check, loc: place, values: found }) => {
            values = found;
            loc = place;
            End::Failed(check)
        }
        Err(Stop::Blocked) => End::Blocked,
        Err(Stop::Limit(why)) => End::GivenUp(why),
        Err(Stop::Broken(what)) => End::Broken(what),
        Err(Stop::Open) => End::Broken("an open value".to_string()),
    };
    let iterations = machine.iterations();
    let (events, omitted, choices) = (machine.events.into(), machine.omitted, machine.asked);
    let (origins, passed, dead_end) = (machine.origins.names(), machine.origins.passed(), machine.dead_end);
    let chosen = machine.chosen;
    Run { end, loc, result, values, iterations, events, omitted, choices, chosen, origins, passed, dead_end }
}

impl<'p, 'c> Machine<'p, 'c> {
    fn new(
        program: &'p Program,
        entry: ProcId,
        inputs: &Inputs,
        choices: &'c mut dyn Choices,
        limits: Limits<'c>,
    ) -> Machine<'p, 'c> {
        let mut globals = inputs.globals.clone();
        globals.resize(program.globals.len(), None);
        Machine {
            program,
            choices,
            limits,
            frames: Vec::new(),
            globals,
            steps: 0,
            next_look: LOOK,
            charged: 0,
            asked: 0,
            chosen: Vec::new(),
            events: VecDeque::new(),
            omitted: 0,
            loc: program.procedure(entry).loc,
            origins: Origins::new(program),
            loops: BTreeMap::new(),
            open: None,
            dead_end: None,
            told: Vec::new(),
        }
    }

    fn entry(&mut self, entry: ProcId, inputs: &Inputs) -> Result<(), Stop> {
        let procedure = self.program.procedure(entry);
        let mut vars: Vec<Option<Value>> = vec![None; procedure.vars.len()];
        let mut given = inputs.params.iter();
        for (var, mode) in procedure.params() {
            if mode != Mode::Out {
                let value = given.next().ok_or_else(|| Stop::internal("too few inputs"))?;
                if !value.fits(self.program, procedure.var(var).ty) {
                    return Err(Stop::internal("an input outside of its type"));
                }
                vars[var.index()] = Some(value.clone());
            }
        }
        self.frames.push(Frame::new(entry, vars));
        for (var, _) in procedure.params() {
            self.mark(var, procedure.origins.vars.get(&var).map(String::as_str));
        }
        self.body()
    }

    pub(crate) fn procedure(&self) -> &'p Procedure {
        // There is a frame whenever something is executed.
        let id = self.frames.last().map_or(ProcId(0), |frame| frame.procedure);
        self.program.procedure(id)
    }

    pub(crate) fn tick(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(Stop::Limit("too many steps".to_string()));
        }
        // Steps are counted elsewhere too, so that this does not see each of them.
        if self.steps >= self.next_look {
            self.next_look = self.steps + LOOK;
            self.charge();
            if self.limits.cancel.is_some_and(CancelToken::is_cancelled) {
                return Err(Stop::Limit("cancelled".to_string()));
            }
        }
        Ok(())
    }

    /// Charges what was done since the last time.
    fn charge(&mut self) {
        if let Some(cancel) = self.limits.cancel {
            cancel.charge(Steps::units((self.steps - self.charged) / STEPS_PER_UNIT));
        }
        self.charged = self.steps;
    }

    /// A value is to be computed that is not determined to its last digit.
    pub(crate) fn arbitrary(&mut self) -> Result<(), Stop> {
        self.asked += 1;
        if self.open.is_some() { Err(Stop::Open) } else { Ok(()) }
    }

    fn event(&mut self, loc: Loc, kind: EventKind) {
        if self.limits.trace {
            if self.events.len() == KEPT_EVENTS {
                self.events.pop_front();
                self.omitted += 1;
            }
            self.events.push_back(Event { loc, kind });
        }
    }

    /// Runs the procedure of the last frame to its end; the frame stays.
    fn body(&mut self) -> Result<(), Stop> {
        // Calls are on a stack of our own: the place to go on with when the callee has returned.
        let base = self.frames.len();
        let mut waiting: Vec<(BlockId, usize)> = Vec::new();
        let (mut block, mut next) = (BlockId::ENTRY, 0);
        // Why a condition about all indices could not be evaluated: what an operand is supposed to be at an earlier
        // index has a check of its own behind, which fails if nothing else is wrong.
        let mut put_off: Option<Stop> = None;
        loop {
            let procedure = self.procedure();
            let code = procedure.block(block);
            let is_check = |next: &Stmt| matches!(next.kind, StmtKind::Check(..));
            if let Some(broken) = put_off.take_if(|_| !code.statements.get(next).is_some_and(is_check)) {
                return Err(broken);
            }
            if let Some(statement) = code.statements.get(next) {
                self.tick()?;
                self.loc = statement.loc;
                next += 1;
                if !matches!(statement.kind, StmtKind::Assume(_)) {
                    self.forget_bounds();
                }
                match &statement.kind {
                    StmtKind::Assign(var, value) => self.assign(statement.loc, *var, *value)?,
                    StmtKind::Havoc(var) if self.is_written(*var) => self.write(*var, Value::Bool(true)),
                    StmtKind::Havoc(var) => {
                        if let Some((value, taint)) = self.of_text(*var) {
                            self.write(*var, value);
                            self.set_taint(*var, taint);
                            continue;
                        }
                        let value = self.choose(Some((block, next - 1)), *var);
                        // Nothing depends on what is open: a run that asks for it ends.
                        let origin = procedure.origins.of(*var).filter(|_| value.is_known());
                        self.write(*var, value.clone());
                        self.mark(*var, origin);
                        if !procedure.var(*var).synthetic {
                            let procedure = self.frame().procedure;
                            let kind = EventKind::Assigned { procedure, var: *var, index: None, value };
                            self.event(statement.loc, kind);
                        }
                    }
                    StmtKind::Assume(condition) => {
                        let truth = self.truth(*condition);
                        if !self.or_assumed(truth, *condition)? {
                            let believed = procedure.origins.believed.contains(condition);
                            self.dead_end = (!believed).then_some(statement.loc);
                            return Err(Stop::Blocked);
                        }
                        // What is believed of the results of a body that is not there says which results there are.
                        if procedure.origins.all.is_none() && procedure.origins.believed.contains(condition) {
                            self.depends(*condition);
                        }
                    }
                    StmtKind::Check(check, condition) => {
                        let truth = self.truth(*condition);
                        if matches!(truth, Err(Stop::Broken(_))) && procedure.has_quantifier(*condition) {
                            put_off = put_off.or(truth.err());
                            continue;
                        }
                        if !self.or_doubtful(truth, *check, *condition)? {
                            let values = self.values_in(*condition);
                            self.depends(*condition);
                            return Err(Stop::Failed { check: *check, loc: statement.loc, values });
                        }
                        self.passes(*check, *condition);
                    }
                    StmtKind::Call(call) => {
                        if self.frames.len() >= DEPTH {
                            return Err(Stop::Limit("calls nested too deeply".to_string()));
                        }
                        self.enter(statement.loc, call)?;
                        waiting.push((block, next));
                        (block, next) = (BlockId::ENTRY, 0);
                    }
                }
                continue;
            }
            self.tick()?;
            self.loc = code.loc;
            match &code.terminator {
                Terminator::Goto(target) => {
                    self.moved(*target);
                    (block, next) = (*target, 0);
                }
                Terminator::Branch(condition, yes, no) => {
                    let truth = self.truth(*condition);
                    let target = if self.or_decided(truth, *condition)? { *yes } else { *no };
                    self.depends(*condition);
                    self.moved(target);
                    (block, next) = (target, 0);
                }
                Terminator::Return => {
                    if self.frames.len() == base {
                        return Ok(());
                    }
                    let Some((caller_block, caller_next)) = waiting.pop() else {
                        return Err(Stop::internal("a return to nowhere"));
                    };
                    let statement =
                        &self.program.procedure(self.frames[self.frames.len() - 2].procedure).block(caller_block);
                    let StmtKind::Call(call) = &statement.statements[caller_next - 1].kind else {
                        return Err(Stop::internal("a return to no call"));
                    };
                    let loc = statement.statements[caller_next - 1].loc;
                    self.leave(loc, call)?;
                    (block, next) = (caller_block, caller_next);
                }
                Terminator::Raise(_) => return Err(Stop::internal("the program is not lifted")),
                Terminator::Stop => return Err(Stop::Blocked),
            }
        }
    }

    /// Keeps count of iterations: control goes to this block.
    fn moved(&mut self, target: BlockId) {
        if !self.limits.trace {
            return;
        }
        let program = self.program;
        let Some(frame) = self.frames.last_mut() else { return };
        let id = frame.procedure;
        let loops = self.loops.entry(id).or_insert_with(|| crate::ir::loops(program.procedure(id)));
        while let Some((head, _)) = frame.loops.last()
            && !loops.get(head).is_some_and(|body| body[target.index()])
        {
            frame.loops.pop();
        }
        match frame.loops.last_mut() {
            Some((head, iteration)) if *head == target => *iteration += 1,
            _ if loops.contains_key(&target) => frame.loops.push((target, 1)),
            _ => {}
        }
    }

    /// The open loops of all frames.
    fn iterations(&self) -> Vec<(Loc, u64)> {
        let of = |frame: &Frame| {
            let procedure = self.program.procedure(frame.procedure);
            let open = frame.loops.iter();
            open.filter_map(|(head, iteration)| Some((procedure.block(*head).loop_head.as_ref()?.loc, *iteration)))
                .collect::<Vec<_>>()
        };
        self.frames.iter().flat_map(of).collect()
    }

    /// Makes the frame of a callee.
    fn enter(&mut self, loc: Loc, call: &Call) -> Result<(), Stop> {
        let callee = self.program.procedure(call.callee);
        if callee.blocks.is_empty() {
            return Err(Stop::internal("a procedure without a body"));
        }
        let mut vars: Vec<Option<Value>> = vec![None; callee.vars.len()];
        let mut shown = Vec::new();
        for ((param, _), arg) in callee.params().zip(&call.args) {
            let value = match arg {
                Arg::In(value) => Some(self.eval(*value)?),
                Arg::InOut(var) => Some(self.read(*var)?),
                Arg::Out(_) => None,
            };
            if let Some(value) = &value {
                self.in_range(value, callee.var(param).ty)?;
                if self.limits.trace && !callee.var(param).synthetic {
                    shown.push((param, value.clone()));
                }
            }
            vars[param.index()] = value;
        }
        let taints = self.taints_of(call);
        self.event(loc, EventKind::Called(call.callee, shown));
        self.frames.push(Frame::new(call.callee, vars));
        for ((param, _), taint) in callee.params().zip(taints) {
            self.set_taint(param, taint);
        }
        Ok(())
    }

    /// Takes the frame of a callee away and copies its results out, the last parameter first.
    fn leave(&mut self, loc: Loc, call: &Call) -> Result<(), Stop> {
        let callee = self.procedure();
        let id = self.frame().procedure;
        let mut outputs = Vec::new();
        for ((param, _), arg) in callee.params().zip(&call.args) {
            if let Arg::Out(target) | Arg::InOut(target) = arg {
                outputs.push((*target, self.read(param)?, self.taint_of_var(param)));
            }
        }
        outputs.reverse();
        if let Some(target) = call.result {
            let result = callee.result().ok_or_else(|| Stop::internal("a procedure without a result"))?;
            outputs.push((target, self.read(result)?, self.taint_of_var(result)));
        }
        self.frames.pop();
        self.event(loc, EventKind::Returned(id));
        for (target, value, taint) in outputs {
            self.store(loc, target, value)?;
            self.set_taint(target, taint);
        }
        Ok(())
    }

    fn assign(&mut self, loc: Loc, var: VarId, whole: ExprId) -> Result<(), Stop> {
        let taint = self.taint(whole);
        self.set_taint(var, taint);
        let procedure = self.procedure();
        // One component of the variable itself changes in place: the array is not copied.
        if let ExprKind::Update(array, at, value) = &procedure.exprs[whole].kind
            && procedure.exprs[*array].kind == ExprKind::Var(var)
        {
            let (offset, index, value) = match self.component_change(var, at, *value) {
                // Nothing changes in place where it is open which component it is.
                Err(Stop::Open) => {
                    let value = self.eval(whole)?;
                    return self.store(loc, var, value);
                }
                change => change?,
            };
            let slot = self.slot(var);
            let Some(Value::Array(array)) = slot else { return Err(Stop::internal("no array")) };
            Arc::make_mut(array).set(offset, value.clone());
            if let crate::ir::TypeKind::Array(ty) = &self.program.ty(procedure.var(var).ty).kind {
                self.in_range(&value, ty.component)?;
            }
            if self.limits.trace && !procedure.var(var).synthetic {
                let procedure = self.frame().procedure;
                self.event(loc, EventKind::Assigned { procedure, var, index: Some(index), value });
            }
            return Ok(());
        }
        let value = self.eval(whole)?;
        self.store(loc, var, value)
    }

    /// Gives a variable a value that it may have.
    fn store(&mut self, loc: Loc, var: VarId, value: Value) -> Result<(), Stop> {
        let procedure = self.procedure();
        self.in_range(&value, procedure.var(var).ty)?;
        if self.limits.trace && !procedure.var(var).synthetic {
            let procedure = self.frame().procedure;
            self.event(loc, EventKind::Assigned { procedure, var, index: None, value: value.clone() });
        }
        self.write(var, value);
        Ok(())
    }

    /// The rule of the representation: no variable ever holds a value outside of its type.
    fn in_range(&self, value: &Value, ty: TypeId) -> Result<(), Stop> {
        // Large arrays are looked at where their components are assigned.
        let large = matches!(value, Value::Array(array) if array.cells.len() > 64);
        if large || value.fits(self.program, ty) {
            return Ok(());
        }
        let name = &self.program.ty(ty).name;
        let value = match value {
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => value.to_string(),
            Value::Float(value) => value.to_string(),
            Value::Array(_) | Value::Record(_) | Value::Open => "(…)".to_string(),
        };
        Err(Stop::undefined(&format!("the value {value} outside of {name}")))
    }

    fn frame(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(ProcId(0), Vec::new()));
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn slot(&mut self, var: VarId) -> &mut Option<Value> {
        match self.procedure().var(var).kind {
            VarKind::Global(global) => &mut self.globals[global.index()],
            _ => &mut self.frame().vars[var.index()],
        }
    }

    /// The value of a variable, if it has one.
    pub(crate) fn held(&self, var: VarId) -> Option<&Value> {
        match self.procedure().var(var).kind {
            VarKind::Global(global) => self.globals.get(global.index())?.as_ref(),
            VarKind::Outer(..) => None,
            _ => self.frames.last()?.vars.get(var.index())?.as_ref(),
        }
    }

    /// The value of a variable; chosen now if it has none.
    pub(crate) fn read(&mut self, var: VarId) -> Result<Value, Stop> {
        if let VarKind::Outer(..) = self.procedure().var(var).kind {
            return Err(Stop::internal("the program is not lifted"));
        }
        if let Some(value) = self.slot(var) {
            return Ok(value.clone());
        }
        let value = self.choose(None, var);
        self.write(var, value.clone());
        Ok(value)
    }

    fn write(&mut self, var: VarId, value: Value) {
        *self.slot(var) = Some(value);
    }

    /// What a variable gets of a text, if that is known, and what that rests on.
    fn of_text(&mut self, var: VarId) -> Option<(Value, Taint)> {
        let procedure = self.procedure();
        let OfText { text, images, valid } = procedure.origins.texts.get(&var)?;
        let (text, is_bool) = (*text, matches!(self.program.ty(procedure.var(var).ty).kind, TypeKind::Bool));
        let taint = self.taint(text);
        let Ok(Value::Array(array)) = self.eval(text) else { return None };
        let characters = array.size().filter(|size| *size <= LONGEST_IMAGE)?;
        let character = |at: i128| match array.cells.get(&at).unwrap_or(&array.default) {
            Value::Int(number) => number.to_i64().and_then(|code| u32::try_from(code).ok()).and_then(char::from_u32),
            _ => None,
        };
        let text: String = (0..characters).map(character).collect::<Option<String>>()?;
        let value = images.value(&text);
        let value = match (valid, value) {
            (true, value) => Value::Bool(value.is_some()),
            (false, Some(number)) if is_bool => Value::Bool(!number.is_zero()),
            (false, value) => Value::Int(value?),
        };
        Some((value, taint))
    }

    fn choose(&mut self, at: Option<(BlockId, usize)>, var: VarId) -> Value {
        self.asked += 1;
        let ty = self.procedure().var(var).ty;
        if self.open.is_some() {
            return Value::open(self.program, ty);
        }
        let site = Site { procedure: self.frame().procedure, at, var };
        let chosen = self.choices.choose(site, ty).filter(|value| value.fits(self.program, ty));
        // That something has not been written is never seen for sure: a run that may go on shows more.
        let goes_on = at.is_some() && self.procedure().origins.written.contains_key(&var);
        let value = chosen.unwrap_or_else(|| if goes_on { Value::Bool(true) } else { Value::zero(self.program, ty) });
        let value = if at.is_some() { self.as_before(var, value) } else { value };
        if self.limits.trace && self.chosen.len() < KEPT_CHOICES {
            let procedure = self.procedure();
            let loc = match at {
                Some((block, statement)) => procedure.block(block).statements.get(statement).map(|stmt| stmt.loc),
                None => None,
            };
            let loc = loc.unwrap_or(procedure.var(var).loc);
            self.chosen.push(Chosen { site, loc, value: value.clone() });
        }
        value
    }

    /// What was chosen before in a procedure that was given the same, if that decides what it chooses.
    fn as_before(&mut self, var: VarId, value: Value) -> Value {
        let procedure = self.procedure();
        if !procedure.determined || self.told.len() >= TOLD {
            return value;
        }
        let Some(frame) = self.frames.last() else { return value };
        let read = |(id, entry): (VarId, &Var)| match entry.kind {
            VarKind::Param(Mode::In) => Some(frame.vars[id.index()].clone()),
            VarKind::Global(global) => Some(self.globals.get(global.index()).cloned().flatten()),
            _ => None,
        };
        let given: Vec<Option<Value>> = procedure.vars().filter_map(read).collect();
        let key = (frame.procedure, var, given);
        match self.told.iter().find(|(other, _)| *other == key) {
            Some((_, known)) => known.clone(),
            None => {
                self.told.push((key, value.clone()));
                value
            }
        }
    }

    /// The values of the user's variables in a condition, in the order of their first use.
    fn values_in(&mut self, condition: ExprId) -> Vec<(String, TypeId, Value)> {
        let procedure = self.procedure();
        let mut found: BTreeMap<VarId, ()> = BTreeMap::new();
        let mut values = Vec::new();
        let mut stack = vec![condition];
        while let Some(id) = stack.pop() {
            if let ExprKind::Var(var) = procedure.exprs[id].kind
                && found.insert(var, ()).is_none()
                && !procedure.var(var).synthetic
                && let Some(value) = self.slot(var).clone()
            {
                values.push((procedure.var(var).name.clone(), procedure.var(var).ty, value));
            }
            let start = stack.len();
            procedure.exprs[id].kind.operands(|operand| stack.push(operand));
            stack[start..].reverse();
        }
        values
    }
}
