//! Symbolic execution of one entry with calls inlined and loops unwound; see [`super::bounded`].
//!
//! Blocks are executed in reverse postorder, so that all states that join are there when a block is reached; a loop is
//! a piece of that order that is executed again and again. What a value's computation assumes (ranges of components,
//! errors of roundings) is only true while no check has failed, and where the run comes, so it is asserted under the
//! guard and `ok`, which says the former; a property is violated if it fails under `ok`.

use super::bounded::{About, Bounds, Choice, Formula, Property};
use super::expr::{Certain, Context};
use super::interval::Intervals;
use super::known::Known;
use super::layout::around;
use super::live::{Interface, Place, Places, Set, live};
use super::procedure::{Region, Slots, Values, unsupported};
use super::quant::{Fact, Home};
use super::{Encoder, OVER, Options, Site, Unsupported};
use crate::ir::{
    Arg, BlockId, Call, ExprId, Loc, LoopInfo, Mode, ProcId, Procedure, Program, Range, Stmt, StmtKind, Terminator,
    TypeId, VarId, VarKind, loops, reverse_postorder,
};
use horn_solver::num::Int;
use horn_solver::term::{Op, SortId, Store, TermId};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

mod distinct;
mod functions;
mod points;

/// Calls nested deeper than this are refused: the execution recurses.
const MAX_CALLS: usize = 60;

/// Conjunctions and disjunctions with more parts get a name.
const LONG: usize = 4;

/// What does not change between the activations of a procedure.
struct Plan<'p> {
    id: ProcId,
    procedure: &'p Procedure,
    places: Rc<Places>,
    interface: Interface,
    /// Live in front of each block, and at the return.
    live: Vec<Set>,
    at_exit: Set,
    /// The blocks behind which there is no loop.
    straight: Vec<bool>,
    position: Vec<usize>,
    /// For each loop head the blocks of its loop.
    bodies: BTreeMap<BlockId, Vec<bool>>,
}

/// A state: the guard says whether the run comes here.
#[derive(Clone)]
struct Point {
    guard: TermId,
    /// The guards that every run has passed which comes here: the last of [`Unroller::guards`], and what it follows.
    passed: u32,
    values: Values,
    /// What is certain there.
    known: Known,
    /// What was known when integers were replaced by their only value.
    swept: u32,
    /// Inputs of which this is one case, and the number of cases beside it.
    cases: Rc<[(TermId, Int)]>,
    weight: usize,
    /// The loop that was left last, and the iteration.
    left: Option<(u32, u32)>,
}

impl Point {
    /// A state with this guard of which nothing else is known.
    fn with(guard: TermId) -> Point {
        let (values, known) = (Values::default(), Known::default());
        Point { guard, passed: 0, values, known, swept: 0, cases: Rc::new([]), weight: 1, left: None }
    }
}

/// Where a piece of execution ends: at a block outside, or at the return.
type Exits = Vec<(Option<BlockId>, Point)>;

/// A place in a run: calls and loops around it, the number of the iteration for each of these.
type Path = Vec<(u32, u32, u32)>;

/// The variables of what is chosen at a place, in the order of the states that come there, and how many of them the
/// last pass has used.
#[derive(Default)]
struct Chosen {
    slots: Vec<Slots>,
    pass: u32,
    used: usize,
}

struct Unroller<'p> {
    encoder: Encoder<'p>,
    bounds: Bounds,
    region: Region,
    intervals: Intervals,
    /// The names of terms.
    names: HashMap<TermId, TermId>,
    /// The names of values that are in range while the second term holds.
    ranged: HashMap<(TermId, TermId, TypeId), TermId>,
    chosen: HashMap<(Path, Site), Chosen>,
    pass: u32,
    path: Path,
    extents: HashMap<TermId, Arc<[Range]>>,
    /// All constraints, in no order.
    stated: HashSet<TermId>,
    plans: BTreeMap<ProcId, Rc<Plan<'p>>>,
    constraints: Vec<TermId>,
    subjects: Vec<TermId>,
    moments: Vec<usize>,
    properties: Vec<Property>,
    choices: Vec<Choice>,
    /// Facts, with the guard and `ok` of their place, and its moment.
    facts: Vec<(TermId, Rc<Fact<'p>>, usize)>,
    /// Guards, each with the number of the one that runs have passed before; 0 is none.
    guards: Vec<(TermId, u32)>,
    /// No check has failed so far.
    ok: TermId,
    calls: Vec<Loc>,
    active: Vec<ProcId>,
    iterations: Vec<(Loc, u32)>,
    /// Calls of functions, by function.
    applied: BTreeMap<ProcId, Vec<functions::Applied>>,
    /// The same by what they are given, where that is the same terms.
    activations: HashMap<(ProcId, Rc<[TermId]>), functions::Shared>,
    executed: usize,
    complete: bool,
}

/// The bounded formula of an entry, for bounds that grow.
pub struct Unwinder<'p> {
    unroller: Unroller<'p>,
    inputs: Vec<(Place, Slots)>,
    formula: Formula,
}

impl<'p> Unwinder<'p> {
    /// For an entry of a program that is valid and lifted.
    pub fn new(program: &'p Program, entry: ProcId, options: &'p Options) -> Unwinder<'p> {
        let encoder = Encoder::new(program, options);
        let ok = encoder.store.bool(true);
        let mut unroller = Unroller {
            encoder,
            bounds: Bounds::default(),
            region: Region::default(),
            intervals: Intervals::default(),
            names: HashMap::new(),
            ranged: HashMap::new(),
            chosen: HashMap::new(),
            pass: 0,
            path: Vec::new(),
            extents: HashMap::new(),
            stated: [ok].into(),
            plans: BTreeMap::new(),
            constraints: Vec::new(),
            subjects: Vec::new(),
            moments: Vec::new(),
            properties: Vec::new(),
            choices: Vec::new(),
            facts: Vec::new(),
            guards: Vec::new(),
            ok,
            calls: Vec::new(),
            active: Vec::new(),
            iterations: Vec::new(),
            applied: BTreeMap::new(),
            activations: HashMap::new(),
            executed: 0,
            complete: true,
        };
        let plan = unroller.plan(entry);
        let inputs: Vec<(Place, Slots)> = plan
            .interface
            .inputs
            .iter()
            .map(|place| {
                let ty = unroller.place_type(&plan, *place);
                let slots = unroller.fresh(ty);
                let range = unroller.encoder.all_in_range(&mut unroller.region, ty, &slots);
                unroller.state(Store::TRUE, range);
                (*place, slots)
            })
            .collect();
        let of = |place: Place| inputs.iter().find(|(at, _)| *at == place).map(|(_, slots)| slots.to_vec());
        let params = plan.procedure.params().filter_map(|(var, _)| Some((var, of(var.index())?))).collect();
        let globals = plan.places.of_global.iter().filter_map(|(global, place)| Some((*global, of(*place)?))).collect();
        let common_extents = unroller.encoder.layouts.common_extents(&unroller.encoder.store);
        let formula = Formula {
            store: Store::new(),
            vars: Vec::new(),
            ranges: Vec::new(),
            extents: HashMap::new(),
            common_extents,
            constraints: Vec::new(),
            subjects: Vec::new(),
            moments: Vec::new(),
            guards: Vec::new(),
            properties: Vec::new(),
            entry,
            params,
            globals,
            choices: Vec::new(),
            complete: false,
        };
        Unwinder { unroller, inputs, formula }
    }

    /// The formula within these bounds. Terms and constraints of earlier ones stay.
    ///
    /// # Errors
    /// Something has no encoding, or the program is too large within these bounds.
    pub fn unwind(&mut self, bounds: &Bounds) -> Result<&Formula, Unsupported> {
        let Unwinder { unroller, inputs, formula } = self;
        if unroller.pass > 0 {
            std::mem::swap(&mut unroller.encoder.store, &mut formula.store);
        }
        unroller.start(bounds);
        let plan = unroller.plan(formula.entry);
        let start = Point::with(unroller.encoder.store.bool(true));
        let result = unroller.activation(&plan, &start, inputs.clone());
        if result.is_ok() {
            unroller.same_results();
            unroller.instances();
        }
        std::mem::swap(&mut unroller.encoder.store, &mut formula.store);
        result?;
        formula.vars.clone_from(&unroller.region.sorts);
        formula.ranges.clone_from(&unroller.region.ranges);
        formula.constraints.append(&mut unroller.constraints);
        formula.subjects.append(&mut unroller.subjects);
        formula.moments.append(&mut unroller.moments);
        formula.guards = std::mem::take(&mut unroller.guards);
        formula.extents.clone_from(&unroller.extents);
        formula.properties = std::mem::take(&mut unroller.properties);
        formula.choices = std::mem::take(&mut unroller.choices);
        formula.complete = unroller.complete;
        Ok(&self.formula)
    }

    /// The formula of the last bounds.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The same, for adding terms to its store.
    pub fn formula_mut(&mut self) -> &mut Formula {
        &mut self.formula
    }

    /// The formula of the last bounds.
    pub fn finish(self) -> Formula {
        self.formula
    }
}

impl<'p> Unroller<'p> {
    fn plan(&mut self, id: ProcId) -> Rc<Plan<'p>> {
        if let Some(plan) = self.plans.get(&id) {
            return plan.clone();
        }
        let procedure = self.encoder.program.procedure(id);
        let effects = &self.encoder.effects[id.index()];
        let places = Places::new(procedure, effects);
        let interface = Interface::new(procedure, &places, effects);
        let at_exit = interface.at_exit(&places);
        let live = live(procedure, &places, &self.encoder.effects, &at_exit);
        let order = reverse_postorder(procedure);
        let mut position = vec![0; procedure.blocks.len()];
        order.iter().enumerate().for_each(|(at, block)| position[block.index()] = at);
        let bodies = loops(procedure);
        let mut straight = vec![false; procedure.blocks.len()];
        for block in order.iter().rev() {
            let next: Vec<BlockId> = procedure.block(*block).terminator.successors().collect();
            let later = |next: &BlockId| position[next.index()] > position[block.index()] && straight[next.index()];
            straight[block.index()] = !bodies.contains_key(block) && next.iter().all(later);
        }
        let places = Rc::new(places);
        let plan = Rc::new(Plan { id, procedure, places, interface, live, at_exit, straight, position, bodies });
        self.plans.insert(id, plan.clone());
        plan
    }

    fn place_type(&self, plan: &Plan<'p>, place: Place) -> TypeId {
        match plan.procedure.vars.get(place) {
            Some(var) => var.ty,
            None => {
                let global = plan.places.of_global.iter().find(|(_, at)| **at == place).map(|(global, _)| *global);
                global.map_or(TypeId::INT, |global| self.encoder.program.globals[global.index()].ty)
            }
        }
    }

    /// Another pass, with other bounds.
    fn start(&mut self, bounds: &Bounds) {
        self.bounds = bounds.clone();
        self.encoder.cancel.clone_from(&bounds.cancel);
        self.pass += 1;
        self.ok = self.encoder.store.bool(true);
        self.properties.clear();
        self.choices.clear();
        self.facts.clear();
        self.guards = vec![(self.ok, 0)];
        self.calls.clear();
        self.active.clear();
        self.iterations.clear();
        self.path.clear();
        self.applied.clear();
        self.activations.clear();
        self.executed = 0;
        self.complete = true;
    }

    /// Adds a constraint if it is new; it only says something about the variables of `about`. What has none is always
    /// needed: the ranges of inputs and choices, whose values are replayed.
    fn state(&mut self, about: TermId, constraint: TermId) {
        let moment = self.moment();
        self.state_at(about, constraint, moment);
    }

    /// The same, of a place that the run has passed.
    fn state_at(&mut self, about: TermId, constraint: TermId, moment: usize) {
        if self.stated.insert(constraint) {
            self.constraints.push(constraint);
            self.subjects.push(about);
            self.moments.push(moment);
        }
    }

    /// How far the execution is.
    fn moment(&self) -> usize {
        self.stated.len()
    }

    fn fresh(&mut self, ty: TypeId) -> Slots {
        let slots = self.encoder.fresh(&mut self.region, ty);
        self.bounded(ty, &slots);
        slots
    }

    /// Remembers the bounds of variables that are arrays. (Other terms may be the same for arrays with different
    /// bounds.)
    fn bounded(&mut self, ty: TypeId, slots: &[TermId]) {
        let extents = self.encoder.layouts.extents(ty);
        for (slot, extent) in slots.iter().zip(extents) {
            if let Some(extent) = extent.as_ref().filter(|_| self.encoder.store.as_var(*slot).is_some()) {
                let all = self.extents.get(slot).map_or_else(|| extent.clone(), |known| around(known, extent));
                self.extents.insert(*slot, all);
            }
        }
    }

    /// A value that nothing determines. Another pass finds the same variables at the same place; no run comes to a
    /// place twice.
    fn choose(&mut self, site: Site, ty: TypeId, guard: TermId) -> Slots {
        let key = (self.path.clone(), site);
        let mut chosen = self.chosen.remove(&key).unwrap_or_default();
        if chosen.pass != self.pass {
            (chosen.pass, chosen.used) = (self.pass, 0);
        }
        if chosen.used == chosen.slots.len() {
            chosen.slots.push(self.fresh(ty));
        }
        let slots = chosen.slots[chosen.used].clone();
        chosen.used += 1;
        self.chosen.insert(key, chosen);
        let range = self.encoder.all_in_range(&mut self.region, ty, &slots);
        self.state(Store::TRUE, range);
        self.choices.push(Choice { site, guard, slots: slots.to_vec() });
        slots
    }

    /// A short form of a Boolean: long ones get a name.
    fn named(&mut self, term: TermId) -> TermId {
        let long = match self.encoder.store.op(term) {
            Op::And | Op::Or => self.encoder.store.args(term).len() > LONG,
            _ => false,
        };
        if !long {
            return term;
        }
        if let Some(name) = self.names.get(&term) {
            return *name;
        }
        let name = self.encoder.fresh_var(&mut self.region, SortId::BOOL);
        self.names.insert(term, name);
        let definition = self.encoder.store.eq(name, term);
        self.state(name, definition);
        name
    }

    /// One activation of a procedure, up to its returns; nothing if it never returns. `point` is where it is called.
    fn activation(
        &mut self,
        plan: &Rc<Plan<'p>>,
        point: &Point,
        inputs: Vec<(Place, Slots)>,
    ) -> Result<Vec<Point>, Unsupported> {
        let mut values: Vec<Option<Slots>> = vec![None; plan.places.count];
        for (place, slots) in inputs {
            values[place] = Some(slots);
        }
        for (var, entry) in plan.procedure.vars() {
            let arbitrary = matches!(entry.kind, VarKind::Local | VarKind::Result | VarKind::Param(Mode::Out));
            if arbitrary && plan.live[0][var.index()] {
                let site = Site { procedure: plan.id, at: None, var };
                values[var.index()] = Some(self.choose(site, entry.ty, point.guard));
            }
        }
        self.active.push(plan.id);
        let point = Point { values: Rc::new(values), ..point.clone() };
        let mut exits = Vec::new();
        let result = self.run(plan, None, BlockId::ENTRY, vec![point], &mut exits);
        let returned = self.merged(plan, None, exits.into_iter().map(|(_, point)| point).collect());
        self.active.pop();
        result?;
        Ok(returned)
    }

    /// Executes from a block until everything has left the loop of `scope`, or returned.
    fn run(
        &mut self,
        plan: &Rc<Plan<'p>>,
        scope: Option<BlockId>,
        start: BlockId,
        points: Vec<Point>,
        exits: &mut Exits,
    ) -> Result<(), Unsupported> {
        let body = scope.map(|head| &plan.bodies[&head]);
        let mut waiting: BTreeMap<usize, (BlockId, Vec<Point>)> = BTreeMap::new();
        waiting.insert(plan.position[start.index()], (start, points));
        while let Some((_, (id, points))) = waiting.pop_first() {
            let mut next: Exits = Vec::new();
            for point in self.merged(plan, Some(id), points) {
                self.block(plan, scope, id, point, &mut next)?;
            }
            for (target, point) in next {
                match target {
                    Some(target) if Some(target) != scope && body.is_none_or(|body| body[target.index()]) => {
                        let place = waiting.entry(plan.position[target.index()]).or_insert((target, Vec::new()));
                        place.1.push(point);
                    }
                    _ => exits.push((target, point)),
                }
            }
        }
        Ok(())
    }

    /// Executes a block from one state, or the loop that starts there.
    fn block(
        &mut self,
        plan: &Rc<Plan<'p>>,
        scope: Option<BlockId>,
        id: BlockId,
        point: Point,
        next: &mut Exits,
    ) -> Result<(), Unsupported> {
        self.executed += 1;
        let block = plan.procedure.block(id);
        if self.executed > self.bounds.blocks {
            return Err(unsupported(block.loc, "a program of this size within these bounds"));
        }
        if self.encoder.is_over() {
            return Err(unsupported(block.loc, OVER));
        }
        if let Some(info) = block.loop_head.as_ref().filter(|_| Some(id) != scope && plan.bodies.contains_key(&id)) {
            return self.iterate(plan, id, info, point, next);
        }
        let mut points = vec![point];
        for (at, statement) in block.statements.iter().enumerate() {
            let mut behind = Vec::with_capacity(points.len());
            for mut point in points {
                match &statement.kind {
                    StmtKind::Call(call) => behind.extend(self.call(plan, &point, call, (id, at), statement.loc)?),
                    _ => {
                        if self.statement(plan, &mut point, (id, at), statement)? {
                            behind.push(point);
                        }
                    }
                }
            }
            points = behind;
        }
        for point in points {
            self.terminator(plan, scope, point, &block.terminator, block.loc, next)?;
        }
        Ok(())
    }

    /// Unwinds a loop.
    fn iterate(
        &mut self,
        plan: &Rc<Plan<'p>>,
        head: BlockId,
        info: &LoopInfo,
        point: Point,
        next: &mut Exits,
    ) -> Result<(), Unsupported> {
        let by_type = info.max_iterations.and_then(|most| u32::try_from(most).ok());
        let bound = self
            .bounds
            .own(info.loc)
            .unwrap_or_else(|| by_type.map_or(self.bounds.unwind, |most| most.min(self.bounds.unwind)));
        let mut points = vec![point];
        // The bound counts full iterations; after them the test of the loop is executed once more.
        for iteration in 1..=bound.saturating_add(1) {
            self.iterations.push((info.loc, iteration));
            self.path.push((plan.id.0, head.0, iteration));
            let mut exits = Vec::new();
            let result = self.run(plan, Some(head), head, points, &mut exits);
            self.iterations.pop();
            self.path.pop();
            result?;
            let (back, mut out): (Exits, Exits) = exits.into_iter().partition(|(target, _)| *target == Some(head));
            points::leave(&mut out, head, iteration);
            next.extend(out);
            points = self.merged(plan, Some(head), back.into_iter().map(|(_, point)| point).collect());
            if points.is_empty() {
                return Ok(());
            }
        }
        for point in points {
            self.cut_off(About::Unwinding(info.loc), &point, info.loc);
        }
        Ok(())
    }

    /// A run that goes beyond the bounds.
    fn cut_off(&mut self, subject: About, point: &Point, loc: Loc) {
        self.complete = false;
        if self.bounds.assertions {
            let never = self.encoder.store.bool(false);
            self.property(subject, point, never, loc, true);
        }
    }

    /// `ends`: no run goes on behind it where it is violated.
    fn property(&mut self, subject: About, point: &Point, condition: TermId, loc: Loc, ends: bool) {
        let failing = self.encoder.store.not(condition);
        let here = self.encoder.store.and2(point.guard, failing);
        if here == self.encoder.store.bool(false) {
            return;
        }
        let here = self.named(here);
        let violated = self.encoder.store.and2(self.ok, here);
        if ends {
            let holds = self.encoder.store.not(here);
            let ok = self.encoder.store.and2(self.ok, holds);
            self.ok = self.named(ok);
        }
        let (iterations, calls) = (self.iterations.clone(), self.calls.clone());
        let (passed, moment) = (point.passed, self.moment());
        self.properties.push(Property { subject, loc, violated, passed, moment, iterations, calls });
    }

    fn terminator(
        &mut self,
        plan: &Rc<Plan<'p>>,
        scope: Option<BlockId>,
        mut point: Point,
        terminator: &Terminator,
        loc: Loc,
        next: &mut Exits,
    ) -> Result<(), Unsupported> {
        match terminator {
            Terminator::Goto(target) => next.push((Some(*target), point)),
            Terminator::Return => next.push((None, point)),
            Terminator::Stop => {}
            Terminator::Raise(_) => return Err(unsupported(loc, "a raise that was not lifted")),
            Terminator::Branch(condition, yes, no) => {
                let value = self.value(plan, &mut point, *condition)?[0];
                let value = self.look().simplified(&point.known, value);
                let inside = |target: &BlockId| scope.is_none_or(|head| plan.bodies[&head][target.index()]);
                if self.bounds.apart
                    && inside(yes) != inside(no)
                    && let Some(cases) = self.cases(&point, value)
                {
                    for case in cases {
                        self.terminator(plan, scope, case, terminator, loc, next)?;
                    }
                    return Ok(());
                }
                let negated = self.encoder.store.not(value);
                for (target, condition) in [(yes, value), (no, negated)] {
                    let guard = self.encoder.store.and2(point.guard, condition);
                    if guard == self.encoder.store.bool(false) {
                        continue;
                    }
                    let mut there = point.clone();
                    self.pass(&mut there, guard);
                    if self.learn(&mut there, condition) {
                        next.push((Some(*target), there));
                    }
                }
            }
        }
        Ok(())
    }

    /// `false` if nothing goes on.
    fn statement(
        &mut self,
        plan: &Rc<Plan<'p>>,
        point: &mut Point,
        at: (BlockId, usize),
        statement: &Stmt,
    ) -> Result<bool, Unsupported> {
        match &statement.kind {
            StmtKind::Assign(var, value) => {
                let mut slots = self.value(plan, point, *value)?;
                let ty = plan.procedure.var(*var).ty;
                if self.bounds.ranged {
                    slots = self.renamed(ty, &slots, point.guard);
                }
                self.bounded(ty, &slots);
                set(plan, point, *var, slots);
            }
            StmtKind::Havoc(var) => {
                let site = Site { procedure: plan.id, at: Some(at), var: *var };
                let slots = self.choose(site, plan.procedure.var(*var).ty, point.guard);
                set(plan, point, *var, slots);
            }
            StmtKind::Assume(condition) => {
                let condition = self.value(plan, point, *condition)?[0];
                let condition = self.look().simplified(&point.known, condition);
                let guard = self.encoder.store.and2(point.guard, condition);
                if guard == self.encoder.store.bool(false) {
                    return Ok(false);
                }
                self.pass(point, guard);
                return Ok(self.learn(point, condition));
            }
            StmtKind::Check(check, stated) => {
                // In verification conditions a callee is taken by itself.
                let of_callee = self.encoder.options.quantifiers && !self.calls.is_empty();
                if of_callee && self.encoder.program.is_aside(plan.procedure, *check, *stated) {
                    return Ok(true);
                }
                let condition = self.value(plan, point, *stated)?[0];
                let condition = self.look().simplified(&point.known, condition);
                let ends = self.encoder.program.is_believed(plan.procedure, *check, *stated);
                self.property(About::Check(*check), point, condition, statement.loc, ends);
                if !ends {
                    return Ok(true);
                }
                // Behind it only the runs matter in which it holds.
                return Ok(condition != self.encoder.store.bool(false) && self.learn(point, condition));
            }
            StmtKind::Call(_) => {}
        }
        Ok(true)
    }

    /// New names for integers that may be out of range by their intervals; equal to them, and in the range of the type,
    /// where the run comes and no check has failed.
    fn renamed(&mut self, ty: TypeId, slots: &[TermId], guard: TermId) -> Slots {
        // Where the run does not come nothing has been checked: the value may be out of range there.
        let here = self.encoder.store.and2(guard, self.ok);
        let here = self.named(here);
        let ranges = self.encoder.layouts.ranges(ty).to_vec();
        let mut all = Vec::with_capacity(slots.len());
        for (slot, range) in slots.iter().zip(ranges) {
            let integer = self.encoder.store.sort_of(*slot) == SortId::INT;
            let Some(range) = range.filter(|_| integer) else {
                all.push(*slot);
                continue;
            };
            let interval = self.intervals.range(&self.encoder.store, &self.region.ranges, *slot);
            let inside = interval.is_some_and(|inner| range.first <= inner.first && inner.last <= range.last);
            if inside {
                all.push(*slot);
                continue;
            }
            let key = (*slot, here, ty);
            let name = match self.ranged.get(&key) {
                Some(name) => *name,
                None => self.encoder.fresh_in(&mut self.region, SortId::INT, Some(range)),
            };
            self.ranged.insert(key, name);
            let same = self.encoder.store.eq(name, *slot);
            let same = self.encoder.store.implies(here, same);
            self.state(name, same);
            all.push(name);
        }
        all.into()
    }

    fn call(
        &mut self,
        plan: &Rc<Plan<'p>>,
        point: &Point,
        call: &Call,
        at: (BlockId, usize),
        loc: Loc,
    ) -> Result<Vec<Point>, Unsupported> {
        let mut point = point.clone();
        let callee = self.plan(call.callee);
        let nested = self.active.iter().filter(|id| **id == call.callee).count();
        if nested > self.bounds.recursion as usize || self.calls.len() >= MAX_CALLS {
            self.cut_off(About::Recursion(loc), &point, loc);
            return Ok(Vec::new());
        }
        let mut inputs = Vec::new();
        for ((param, mode), arg) in callee.procedure.params().zip(&call.args) {
            match (mode, arg) {
                (Mode::In, Arg::In(value)) => inputs.push((param.index(), self.value(plan, &mut point, *value)?)),
                (Mode::InOut, Arg::InOut(var)) => {
                    let slots = self.place_value(plan, &point, plan.places.var(*var));
                    inputs.push((param.index(), slots));
                }
                _ => {}
            }
        }
        for (global, place) in &callee.places.of_global {
            let slots = self.place_value(plan, &point, plan.places.of_global[global]);
            inputs.push((*place, slots));
        }
        self.calls.push(loc);
        // Iterations count from one, so that calls and loops have different places.
        self.path.push((plan.id.0, at.0.0, 0));
        self.path.push((plan.id.0, at.1 as u32, 0));
        let returned = if self.bounds.functions.shared.contains(&call.callee) {
            self.shared(&callee, &point, inputs)
        } else {
            self.activation(&callee, &point, inputs)
        };
        self.path.truncate(self.path.len() - 2);
        self.calls.pop();
        let params: Vec<(VarId, Mode)> = callee.procedure.params().collect();
        let mut behind = Vec::new();
        for returned in returned? {
            // The values are the caller's, what is known there is new.
            let (values, swept) = (point.values.clone(), point.swept);
            let mut here = Point { values, swept, left: point.left, ..returned.clone() };
            for (global, place) in &callee.places.of_global {
                if let Some(slots) = &returned.values[*place] {
                    Rc::make_mut(&mut here.values)[plan.places.of_global[global]] = Some(slots.clone());
                }
            }
            for ((param, _), arg) in params.iter().zip(&call.args).rev() {
                if let Arg::Out(var) | Arg::InOut(var) = arg {
                    let slots = self.place_value(&callee, &returned, param.index());
                    set(plan, &mut here, *var, slots);
                }
            }
            if let (Some(target), Some(result)) = (call.result, callee.procedure.result()) {
                let slots = self.place_value(&callee, &returned, result.index());
                set(plan, &mut here, target, slots);
            }
            behind.push(here);
        }
        Ok(behind)
    }

    /// The value of a place; an arbitrary one if the run has not given it any.
    fn place_value(&mut self, plan: &Plan<'p>, point: &Point, place: Place) -> Slots {
        match &point.values[place] {
            Some(slots) => slots.clone(),
            None => {
                let ty = self.place_type(plan, place);
                self.fresh(ty)
            }
        }
    }

    /// The value of an expression; what it assumes is asserted where the run comes while `ok`.
    fn value(&mut self, plan: &Plan<'p>, point: &mut Point, id: ExprId) -> Result<Slots, Unsupported> {
        let home = Home { procedure: plan.procedure, places: plan.places.clone(), values: point.values.clone() };
        let mut cx = Context::new(home, std::mem::take(&mut self.region), Vec::new());
        let intervals = std::mem::take(&mut self.intervals);
        cx.certain = Some(Certain { known: point.known.clone(), intervals });
        let result = self.encoder.expr(&mut cx, id);
        let Context { side, facts, region, certain, .. } = cx;
        self.region = region;
        self.intervals = certain.map(|certain| certain.intervals).unwrap_or_default();
        let here = self.encoder.store.and2(self.ok, point.guard);
        for condition in side {
            // Once is enough on a path.
            if point.known.has(condition) {
                continue;
            }
            point.known.note(condition);
            let implied = self.encoder.store.implies(here, condition);
            self.state(condition, implied);
        }
        let moment = self.moment();
        self.facts.extend(facts.into_iter().map(|fact| (here, fact, moment)));
        result
    }

    /// Instances of the quantified facts at the indexes of the whole formula.
    fn instances(&mut self) {
        if self.facts.is_empty() {
            return;
        }
        let mut roots = self.constraints.clone();
        roots.extend(self.properties.iter().map(|property| property.violated));
        let indexes = self.encoder.indexes(&roots);
        for (ok, fact, moment) in std::mem::take(&mut self.facts) {
            // Without some of them there are more runs.
            if self.encoder.is_over() {
                return;
            }
            if self.encoder.options.quantifiers
                && let Some(all) = self.encoder.universal(&mut self.region, &fact)
            {
                let implied = self.encoder.store.implies(ok, all);
                self.state_at(all, implied, moment);
            }
            for instance in self.encoder.instantiate(&mut self.region, &[fact], &indexes) {
                let implied = self.encoder.store.implies(ok, instance);
                self.state_at(instance, implied, moment);
            }
        }
    }
}

fn set(plan: &Plan<'_>, point: &mut Point, var: VarId, slots: Slots) {
    Rc::make_mut(&mut point.values)[plan.places.var(var)] = Some(slots);
}
