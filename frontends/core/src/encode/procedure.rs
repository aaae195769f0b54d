//! One procedure: its cuts, and the symbolic execution of the paths between them.

use super::expr::Context;
use super::live::{Interface, Place, Places, Set, live};
use super::quant::{Fact, Home};
use super::{Argument, ClauseKind, Encoder, Event, PredInfo, PredKind, Preds, Site, Unsupported, When, layout};
use crate::ir::{
    Arg, BlockId, Call, ExprId, FloatFormat, GlobalId, Loc, Mode, ProcId, Procedure, Range, Stmt, StmtKind, Terminator,
    TypeId, VarId, VarKind, reverse_postorder,
};
use horn_solver::num::Int;
use horn_solver::system::{Atom, PredId};
use horn_solver::term::{SortId, Store, TermId, free_vars};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// The slots of a value.
pub(super) type Slots = Rc<[TermId]>;

/// The values of all places; those that are not live may be missing.
pub(super) type Values = Rc<Vec<Option<Slots>>>;

/// A stretch of paths that start at one cut: they share the variables and the start of a clause.
#[derive(Default)]
pub(super) struct Region {
    /// The sorts of the variables so far.
    pub sorts: Vec<SortId>,
    /// What their types say about their range.
    pub ranges: Vec<Option<Range>>,
    /// The cut.
    root: Option<PredId>,
    /// Its arguments.
    args: Vec<TermId>,
    /// The inputs of the procedure, if its predicates carry them.
    inputs: Vec<TermId>,
    /// The calls on all paths so far; states name those on their own path.
    calls: Vec<Atom>,
    /// Those that stand for what is bound ([`Encoder::indexes_to_bind`]).
    pub to_bind: Vec<TermId>,
    /// Roundings of exact values.
    pub rounded: HashMap<(TermId, FloatFormat), TermId>,
    /// Powers whose base is no constant.
    pub powers: Vec<Power>,
}

/// A power, exact or modulo a number.
#[derive(Clone)]
pub(super) struct Power {
    pub base: TermId,
    pub exponent: TermId,
    pub modulus: Option<Int>,
    /// The variable that stands for it.
    pub value: TermId,
}

impl Region {
    fn new(root: PredId) -> Region {
        Region { root: Some(root), ..Region::default() }
    }

    /// Only the first variables stay.
    pub(super) fn forget(&mut self, store: &Store, names: usize) {
        if self.sorts.len() > names {
            self.sorts.truncate(names);
            self.ranges.truncate(names);
            let kept = |var: TermId| store.as_var(var).is_none_or(|number| (number as usize) < names);
            self.to_bind.retain(|var| kept(*var));
            self.forget_named(store, kept);
        }
    }

    /// Only roundings and powers of what has none but these variables stay, if they are one of these themselves.
    pub(super) fn forget_named(&mut self, store: &Store, kept: impl Fn(TermId) -> bool) {
        let all_kept = |terms: &[TermId]| free_vars(store, terms).into_iter().all(&kept);
        self.rounded.retain(|(exact, _), rounded| all_kept(&[*exact, *rounded]));
        self.powers.retain(|power| all_kept(&[power.base, power.exponent, power.value]));
    }
}

/// What is known in front of a statement.
#[derive(Clone)]
pub(super) struct State<'p> {
    pub region: usize,
    pub values: Values,
    /// The path condition, as a conjunction.
    pub path: Vec<TermId>,
    /// Indexes into [`Region::calls`].
    calls: Vec<usize>,
    events: Vec<Event>,
    /// Quantified facts of the path.
    pub facts: Vec<Rc<Fact<'p>>>,
}

/// A procedure at work.
pub(super) struct Work<'p> {
    pub id: ProcId,
    pub procedure: &'p Procedure,
    pub places: Rc<Places>,
    interface: Interface,
    live: Vec<Set>,
    /// Whether the predicates carry the inputs.
    summary: bool,
    pub regions: Vec<Region>,
    /// States that wait in front of blocks.
    incoming: Vec<Vec<State<'p>>>,
    /// The predicates of the cuts.
    cuts: Vec<Option<PredId>>,
    /// Position of each block in reverse postorder.
    position: Vec<usize>,
}

impl<'p> Work<'p> {
    fn region(&mut self, state: &State<'p>) -> &mut Region {
        &mut self.regions[state.region]
    }
}

impl<'p> Encoder<'p> {
    /// Makes the predicates of the interfaces.
    pub(super) fn declare(&mut self, reached: &BTreeSet<ProcId>, called: &BTreeSet<ProcId>) {
        for (id, procedure) in self.program.procedures() {
            if !reached.contains(&id) {
                self.interfaces.push(None);
                continue;
            }
            let effects = &self.effects[id.index()];
            let places = Places::new(procedure, effects);
            let interface = Interface::new(procedure, &places, effects);
            let inputs = self.arguments(procedure, &places, &interface.inputs, When::Here);
            let name = format!("{}'in", procedure.name);
            let entered = self.pred(id, name, PredKind::Entered, inputs.clone());
            let returned = called.contains(&id).then(|| {
                let mut all = inputs;
                all.extend(self.arguments(procedure, &places, &interface.outputs, When::Return));
                self.pred(id, format!("{}'out", procedure.name), PredKind::Returned, all)
            });
            self.interfaces.push(Some(Preds { entered, returned }));
        }
    }

    fn pred(&mut self, procedure: ProcId, name: String, kind: PredKind, arguments: Vec<(Argument, SortId)>) -> PredId {
        let (arguments, sorts) = arguments.into_iter().unzip();
        self.preds.push(PredInfo { procedure, kind, arguments });
        self.system.add_pred(name, sorts)
    }

    /// What the slots of places are, and their sorts.
    fn arguments(&self, procedure: &Procedure, places: &Places, list: &[Place], when: When) -> Vec<(Argument, SortId)> {
        let mut all = Vec::new();
        for place in list {
            let (name, ty) = self.place_name(procedure, places, *place);
            let slots = self.layouts.slots(ty);
            for (at, sort) in slots.iter().enumerate() {
                let slot = (slots.len() > 1).then_some(at);
                all.push((Argument { name: name.to_string(), ty, slot, when }, *sort));
            }
        }
        all
    }

    fn place_name<'a>(&'a self, procedure: &'a Procedure, places: &Places, place: Place) -> (&'a str, TypeId) {
        match procedure.vars.get(place) {
            Some(var) => (&var.name, var.ty),
            None => {
                let global = places.of_global.iter().find(|(_, at)| **at == place).map(|(global, _)| *global);
                let global = &self.program.globals[global.map_or(0, GlobalId::index)];
                (&global.name, global.ty)
            }
        }
    }

    fn place_type(&self, work: &Work<'_>, place: Place) -> TypeId {
        self.place_name(work.procedure, &work.places, place).1
    }

    /// Encodes a procedure, up to so many terms.
    pub(super) fn procedure(&mut self, id: ProcId, terms: usize) -> Result<(), Unsupported> {
        let procedure = self.program.procedure(id);
        let effects = &self.effects[id.index()];
        let places = Places::new(procedure, effects);
        let interface = Interface::new(procedure, &places, effects);
        let Some(Preds { entered, returned }) = self.interfaces[id.index()].as_ref() else { return Ok(()) };
        let (entered, summary) = (*entered, returned.is_some());
        let at_exit = if summary { interface.at_exit(&places) } else { vec![false; places.count] };
        let live = live(procedure, &places, &self.effects, &at_exit);
        let order = reverse_postorder(procedure);
        let mut position = vec![0; procedure.blocks.len()];
        order.iter().enumerate().for_each(|(at, block)| position[block.index()] = at);
        let blocks = procedure.blocks.len();
        let mut work = Work {
            id,
            procedure,
            places: Rc::new(places),
            interface,
            live,
            summary,
            regions: Vec::new(),
            incoming: vec![Vec::new(); blocks],
            cuts: vec![None; blocks],
            position,
        };
        self.start(&mut work, entered)?;
        for block in order {
            self.block(&mut work, block)?;
            if self.store.asked() > terms || self.is_over() {
                break;
            }
        }
        self.instances.clear();
        Ok(())
    }

    /// The clause of an entry, and the first state.
    fn start(&mut self, work: &mut Work<'p>, entered: PredId) -> Result<(), Unsupported> {
        let mut region = Region::new(entered);
        let mut values = vec![None; work.places.count];
        let mut path = Vec::new();
        for place in work.interface.inputs.clone() {
            let ty = self.place_type(work, place);
            let slots = self.fresh(&mut region, ty);
            path.push(self.in_range(ty, &slots));
            region.args.extend(slots.iter().copied());
            values[place] = Some(slots);
        }
        region.inputs.clone_from(&region.args);
        let mut state = State {
            region: 0,
            values: Rc::new(Vec::new()),
            path,
            calls: Vec::new(),
            events: Vec::new(),
            facts: Vec::new(),
        };
        if work.procedure.entry {
            let head = Atom::new(entered, region.args.iter().copied());
            self.entry_clause(work, &region, &state.path, head);
        }
        let entry_live = work.live[BlockId::ENTRY.index()].clone();
        for (var, entry) in work.procedure.vars() {
            let arbitrary = matches!(entry.kind, VarKind::Local | VarKind::Result | VarKind::Param(Mode::Out));
            if arbitrary && entry_live[var.index()] {
                let slots = self.fresh(&mut region, entry.ty);
                state.path.push(self.in_range(entry.ty, &slots));
                let site = Site { procedure: work.id, at: None, var };
                state.events.push(Event::Chosen { site, guard: self.store.bool(true), slots: slots.to_vec() });
                values[var.index()] = Some(slots);
            }
        }
        state.values = Rc::new(values);
        work.regions.push(region);
        work.incoming[BlockId::ENTRY.index()].push(state);
        Ok(())
    }

    /// Fresh variables for a value.
    pub(super) fn fresh(&mut self, region: &mut Region, ty: TypeId) -> Slots {
        let (sorts, ranges) = (self.layouts.slots(ty).to_vec(), self.layouts.ranges(ty).to_vec());
        sorts.into_iter().zip(ranges).map(|(sort, range)| self.fresh_in(region, sort, range)).collect()
    }

    /// A fresh variable.
    pub(super) fn fresh_var(&mut self, region: &mut Region, sort: SortId) -> TermId {
        self.fresh_in(region, sort, None)
    }

    /// A fresh variable, or an array, of numbers in a range.
    pub(super) fn fresh_in(&mut self, region: &mut Region, sort: SortId, range: Option<Range>) -> TermId {
        let var = self.store.var(region.sorts.len() as u32, sort);
        region.sorts.push(sort);
        region.ranges.push(range);
        var
    }

    pub(super) fn in_range(&mut self, ty: TypeId, slots: &[TermId]) -> TermId {
        layout::in_range(&mut self.store, self.program, &self.layouts, ty, slots)
    }

    fn block(&mut self, work: &mut Work<'p>, id: BlockId) -> Result<(), Unsupported> {
        let incoming = std::mem::take(&mut work.incoming[id.index()]);
        let Some(first) = incoming.first() else { return Ok(()) };
        let block = work.procedure.block(id);
        let same = |a: &State<'p>, b: &State<'p>| a.region == b.region && a.calls == b.calls;
        let cut = block.loop_head.is_some() || incoming.iter().any(|state| !same(state, first));
        let mut state = if cut {
            for state in &incoming {
                self.arrive(work, state, id, block.loc);
            }
            self.resume(work, id)
        } else {
            self.join(work, incoming, id)
        };
        for (at, statement) in block.statements.iter().enumerate() {
            if !self.statement(work, &mut state, (id, at), statement)? {
                return Ok(());
            }
        }
        match &block.terminator {
            Terminator::Goto(next) => self.go(work, state, id, *next, block.loc),
            Terminator::Branch(condition, yes, no) => {
                let mut other = state.clone();
                if self.condition(work, &mut state, *condition, true)? {
                    self.go(work, state, id, *yes, block.loc);
                }
                if self.condition(work, &mut other, *condition, false)? {
                    self.go(work, other, id, *no, block.loc);
                }
            }
            Terminator::Return => self.leave(work, &state, block.loc),
            Terminator::Stop => {}
            Terminator::Raise(_) => return Err(unsupported(block.loc, "a raise that was not lifted")),
        }
        Ok(())
    }

    /// A state goes on to a block: along a back edge to its cut, else it waits there.
    fn go(&mut self, work: &mut Work<'p>, state: State<'p>, from: BlockId, to: BlockId, loc: Loc) {
        if work.position[to.index()] <= work.position[from.index()] {
            self.arrive(work, &state, to, loc);
        } else {
            work.incoming[to.index()].push(state);
        }
    }

    /// Adds to the path; `false` if nothing is left of it.
    pub(super) fn assume(&mut self, state: &mut State<'p>, condition: TermId) -> bool {
        if condition == self.store.bool(false) {
            return false;
        }
        if condition != self.store.bool(true) {
            state.path.push(condition);
        }
        true
    }

    /// The places a cut's predicate has beside the inputs.
    fn cut_places(&self, work: &Work<'_>, id: BlockId) -> Vec<Place> {
        let live = &work.live[id.index()];
        (0..work.places.count)
            .filter(|place| live[*place] && !(work.summary && work.interface.constant[*place]))
            .collect()
    }

    fn cut_pred(&mut self, work: &mut Work<'p>, id: BlockId) -> PredId {
        if let Some(pred) = work.cuts[id.index()] {
            return pred;
        }
        let mut arguments = Vec::new();
        if work.summary {
            let inputs = &work.interface.inputs;
            for place in inputs {
                let when = if work.interface.constant[*place] { When::Here } else { When::Entry };
                arguments.extend(self.arguments(work.procedure, &work.places, &[*place], when));
            }
        }
        let places = self.cut_places(work, id);
        arguments.extend(self.arguments(work.procedure, &work.places, &places, When::Here));
        let name = format!("{}'{}", work.procedure.name, id.0);
        let pred = self.pred(work.id, name, PredKind::Block(id), arguments);
        work.cuts[id.index()] = Some(pred);
        pred
    }

    /// The clause from a state to a cut.
    fn arrive(&mut self, work: &mut Work<'p>, state: &State<'p>, id: BlockId, loc: Loc) {
        let pred = self.cut_pred(work, id);
        let mut args = if work.summary { work.regions[state.region].inputs.clone() } else { Vec::new() };
        for place in self.cut_places(work, id) {
            args.extend(self.value_or_fresh(work, state, place).iter().copied());
        }
        self.emit(work, state, ClauseKind::Path, Some(Atom::new(pred, args)), loc);
    }

    /// The value of a place; an arbitrary one if the path has not given it any.
    fn value_or_fresh(&mut self, work: &mut Work<'p>, state: &State<'p>, place: Place) -> Slots {
        match &state.values[place] {
            Some(slots) => slots.clone(),
            None => {
                let ty = self.place_type(work, place);
                self.fresh(work.region(state), ty)
            }
        }
    }

    /// The state at a cut.
    fn resume(&mut self, work: &mut Work<'p>, id: BlockId) -> State<'p> {
        let pred = self.cut_pred(work, id);
        let mut region = Region::new(pred);
        let mut values = vec![None; work.places.count];
        let mut path = Vec::new();
        if work.summary {
            for place in work.interface.inputs.clone() {
                let ty = self.place_type(work, place);
                let slots = self.fresh(&mut region, ty);
                region.args.extend(slots.iter().copied());
                if work.interface.constant[place] {
                    path.push(self.in_range(ty, &slots));
                    values[place] = Some(slots);
                }
            }
            region.inputs.clone_from(&region.args);
        }
        for place in self.cut_places(work, id) {
            let ty = self.place_type(work, place);
            let slots = self.fresh(&mut region, ty);
            path.push(self.in_range(ty, &slots));
            region.args.extend(slots.iter().copied());
            values[place] = Some(slots);
        }
        path.retain(|condition| *condition != self.store.bool(true));
        work.regions.push(region);
        State {
            region: work.regions.len() - 1,
            values: Rc::new(values),
            path,
            calls: Vec::new(),
            events: Vec::new(),
            facts: Vec::new(),
        }
    }

    /// Joins states of one region with the same calls, in front of a block.
    fn join(&mut self, work: &mut Work<'p>, states: Vec<State<'p>>, id: BlockId) -> State<'p> {
        let mut states = states.into_iter();
        let Some(mut all) = states.next() else { unreachable!("a join of no states") };
        for other in states {
            let common = all.path.iter().zip(&other.path).take_while(|(a, b)| a == b).count();
            let mut mine = self.store.and(&all.path[common..]);
            let mut others = self.store.and(&other.path[common..]);
            let same = all.facts.iter().zip(&other.facts).take_while(|(a, b)| Rc::ptr_eq(a, b)).count();
            // What tells the paths apart: a condition of one whose negation the other has, or else all of them.
            let telling = all.path[common..].iter().copied().find(|part| {
                let negated = self.store.not(*part);
                other.path[common..].contains(&negated)
            });
            if telling.is_none() && all.facts.len().max(other.facts.len()) > same {
                // A path that is told by facts alone has no condition of its own, which the facts would hold under:
                // which of the two a run takes is a choice.
                let first = self.fresh_var(work.region(&all), SortId::BOOL);
                let second = self.store.not(first);
                (mine, others) = (self.store.and2(first, mine), self.store.and2(second, others));
            }
            let test = telling.unwrap_or(mine);
            let live = &work.live[id.index()];
            let values = Rc::make_mut(&mut all.values);
            for (place, value) in values.iter_mut().enumerate() {
                let joined = match (&*value, &other.values[place]) {
                    (Some(a), Some(b)) if a == b => continue,
                    (Some(a), Some(b)) if live[place] => {
                        Some(a.iter().zip(&**b).map(|(a, b)| self.store.ite(test, *a, *b)).collect())
                    }
                    _ => None,
                };
                *value = joined;
            }
            let mut facts = all.facts[..same].to_vec();
            facts.extend(all.facts[same..].iter().map(|fact| Rc::new(fact.guarded(&mut self.store, mine))));
            facts.extend(other.facts[same..].iter().map(|fact| Rc::new(fact.guarded(&mut self.store, others))));
            all.facts = facts;
            let events = all.events.len().min(other.events.len());
            let same = (0..events).take_while(|at| same_event(&all.events[*at], &other.events[*at])).count();
            all.events.extend(other.events.into_iter().skip(same));
            all.path.truncate(common);
            let either = self.disjunction(mine, others);
            if either != self.store.bool(true) {
                all.path.push(either);
            }
        }
        all
    }

    /// `a or b`; `c ∧ p or ¬c ∧ p` becomes `p`, which is what the two sides of most branches give.
    pub(super) fn disjunction(&mut self, a: TermId, b: TermId) -> TermId {
        let (of_a, of_b) = (horn_solver::term::conjuncts(&self.store, a), horn_solver::term::conjuncts(&self.store, b));
        let shared: Vec<TermId> = of_a.iter().copied().filter(|part| of_b.contains(part)).collect();
        let rest =
            |parts: &[TermId]| -> Vec<TermId> { parts.iter().copied().filter(|part| !shared.contains(part)).collect() };
        let (rest_a, rest_b) = (self.store.and(&rest(&of_a)), self.store.and(&rest(&of_b)));
        let either = self.store.or2(rest_a, rest_b);
        let mut all = shared;
        all.push(either);
        self.store.and(&all)
    }

    /// `false` if the path ends here.
    fn statement(
        &mut self,
        work: &mut Work<'p>,
        state: &mut State<'p>,
        at: (BlockId, usize),
        statement: &Stmt,
    ) -> Result<bool, Unsupported> {
        match &statement.kind {
            StmtKind::Assign(var, value) => {
                let slots = self.value(work, state, *value)?;
                self.set(work, state, *var, slots);
                Ok(true)
            }
            StmtKind::Havoc(var) => {
                let ty = work.procedure.var(*var).ty;
                let slots = self.fresh(work.region(state), ty);
                let range = self.in_range(ty, &slots);
                let guard = self.store.and(&state.path);
                let site = Site { procedure: work.id, at: Some(at), var: *var };
                state.events.push(Event::Chosen { site, guard, slots: slots.to_vec() });
                self.set(work, state, *var, slots);
                Ok(self.assume(state, range))
            }
            StmtKind::Assume(condition) => self.condition(work, state, *condition, true),
            StmtKind::Check(check, condition) => {
                let mut failing = state.clone();
                if self.condition(work, &mut failing, *condition, false)? {
                    let query = self.emit(work, &failing, ClauseKind::Query(*check), None, statement.loc);
                    self.queries[check.index()].extend(query);
                }
                if !self.program.is_believed(work.procedure, *check, *condition) {
                    return Ok(true);
                }
                self.condition(work, state, *condition, true)
            }
            StmtKind::Call(call) => self.call(work, state, call, statement.loc),
        }
    }

    fn set(&mut self, work: &Work<'p>, state: &mut State<'p>, var: VarId, slots: Slots) {
        Rc::make_mut(&mut state.values)[work.places.var(var)] = Some(slots);
    }

    fn call(&mut self, work: &mut Work<'p>, state: &mut State<'p>, call: &Call, loc: Loc) -> Result<bool, Unsupported> {
        let callee = self.program.procedure(call.callee);
        let effects = self.effects[call.callee.index()].clone();
        let mut args = Vec::new();
        for arg in &call.args {
            match arg {
                Arg::In(value) => args.extend(self.value(work, state, *value)?.iter().copied()),
                Arg::InOut(var) => {
                    let place = work.places.var(*var);
                    let slots = self.value_or_fresh(work, state, place);
                    args.extend(slots.iter().copied());
                }
                Arg::Out(_) => {}
            }
        }
        for global in effects.keys() {
            let place = work.places.of_global[global];
            args.extend(self.value_or_fresh(work, state, place).iter().copied());
        }
        let Some(Preds { entered, returned: Some(returned) }) = self.interfaces[call.callee.index()].as_ref() else {
            return Err(unsupported(loc, "a call of an unknown procedure"));
        };
        let (entered, returned) = (*entered, *returned);
        self.emit(work, state, ClauseKind::Call(call.callee), Some(Atom::new(entered, args.clone())), loc);
        // The outputs, in the order of the interface: parameters, result, globals.
        let mut targets: Vec<(Option<VarId>, Slots)> = Vec::new();
        for ((param, mode), arg) in callee.params().zip(&call.args) {
            if mode == Mode::In {
                continue;
            }
            let ty = callee.var(param).ty;
            let slots = self.fresh(work.region(state), ty);
            let range = self.in_range(ty, &slots);
            self.assume(state, range);
            let target = match arg {
                Arg::Out(var) | Arg::InOut(var) => Some(*var),
                Arg::In(_) => None,
            };
            args.extend(slots.iter().copied());
            targets.push((target, slots));
        }
        let mut result = None;
        if let Some(var) = callee.result() {
            let ty = callee.var(var).ty;
            let slots = self.fresh(work.region(state), ty);
            let range = self.in_range(ty, &slots);
            self.assume(state, range);
            args.extend(slots.iter().copied());
            result = Some(slots);
        }
        for global in effects.iter().filter(|(_, changed)| **changed).map(|(global, _)| *global) {
            let ty = self.program.globals[global.index()].ty;
            let slots = self.fresh(work.region(state), ty);
            let range = self.in_range(ty, &slots);
            self.assume(state, range);
            args.extend(slots.iter().copied());
            Rc::make_mut(&mut state.values)[work.places.of_global[&global]] = Some(slots);
        }
        for (target, slots) in targets.into_iter().rev() {
            if let Some(target) = target {
                self.set(work, state, target, slots);
            }
        }
        if let (Some(target), Some(slots)) = (call.result, result) {
            self.set(work, state, target, slots);
        }
        let region = work.region(state);
        region.calls.push(Atom::new(returned, args));
        let index = region.calls.len() - 1;
        state.calls.push(index);
        // The root is the first atom of the body.
        state.events.push(Event::Called(state.calls.len()));
        Ok(true)
    }

    /// The clause of a return.
    fn leave(&mut self, work: &mut Work<'p>, state: &State<'p>, loc: Loc) {
        let Some(Preds { returned: Some(returned), .. }) = self.interfaces[work.id.index()].as_ref() else { return };
        let returned = *returned;
        let mut args = work.regions[state.region].inputs.clone();
        for place in work.interface.outputs.clone() {
            args.extend(self.value_or_fresh(work, state, place).iter().copied());
        }
        self.emit(work, state, ClauseKind::Return, Some(Atom::new(returned, args)), loc);
    }

    /// The atoms of a state's clause body.
    pub(super) fn body(&self, work: &Work<'p>, state: &State<'p>) -> Vec<Atom> {
        let region = &work.regions[state.region];
        let calls = state.calls.iter().map(|call| region.calls[*call].clone());
        let root = region.root.map(|pred| Atom::new(pred, region.args.iter().copied()));
        root.into_iter().chain(calls).collect()
    }

    /// The variables of a state's clause and what happened on its path.
    pub(super) fn history<'s>(&self, work: &'s Work<'p>, state: &'s State<'p>) -> (&'s [SortId], &'s [Event]) {
        (&work.regions[state.region].sorts, &state.events)
    }

    /// Adds to the path that a condition has this truth value; `false` if nothing is left of the path.
    fn condition(
        &mut self,
        work: &mut Work<'p>,
        state: &mut State<'p>,
        id: ExprId,
        is: bool,
    ) -> Result<bool, Unsupported> {
        let truth = self.evaluate(work, state, |encoder, cx| encoder.truth(cx, id, is, true))?;
        Ok(self.assume(state, truth))
    }

    /// The value of an expression in a state; what it adds to the path is added.
    fn value(&mut self, work: &mut Work<'p>, state: &mut State<'p>, id: ExprId) -> Result<Slots, Unsupported> {
        self.evaluate(work, state, |encoder, cx| encoder.expr(cx, id))
    }

    /// Evaluates in a state, and adds the side conditions to the path.
    fn evaluate<T>(
        &mut self,
        work: &mut Work<'p>,
        state: &mut State<'p>,
        what: impl FnOnce(&mut Self, &mut Context<'p>) -> Result<T, Unsupported>,
    ) -> Result<T, Unsupported> {
        let path = if self.has_floats { state.path.clone() } else { Vec::new() };
        let home = Home { procedure: work.procedure, places: work.places.clone(), values: state.values.clone() };
        let region = std::mem::take(&mut work.regions[state.region]);
        let mut context = Context::new(home, region, path);
        let result = what(self, &mut context);
        let Context { side, facts, region, .. } = context;
        work.regions[state.region] = region;
        state.facts.extend(facts);
        for condition in side {
            if !state.path.contains(&condition) {
                self.assume(state, condition);
            }
        }
        result
    }
}

fn same_event(a: &Event, b: &Event) -> bool {
    match (a, b) {
        (Event::Chosen { site: a, slots: x, .. }, Event::Chosen { site: b, slots: y, .. }) => a == b && x == y,
        (Event::Called(a), Event::Called(b)) => a == b,
        _ => false,
    }
}

pub(super) fn unsupported(loc: Loc, what: impl Into<String>) -> Unsupported {
    Unsupported { loc, what: what.into() }
}
