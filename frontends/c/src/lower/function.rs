//! A function with the objects of its pointer parameters: variables and code.

use super::call::Allocated;
use super::expr::Val;
use super::leaks::Rounds;
use super::lifetime::Lifetimes;
use super::memory::Pointers;
use super::survey::{goes_on, jumps, label_places, repeated};
use super::{Bound, Key, Lowering, Refusal, Res, memory, refuse};
use crate::ctype::{CType, Length, Ty};
use crate::typed::{Ex, FnId, Label, ObjId, Op, OpKind, ScopeId, Unit};
use horn_frontend::ir::{BinaryOp, BlockId, Builder, CheckKind, ExprId, Loc, Mode, ProcId, Terminator, TypeId, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// An object of a caller.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    pub var: VarId,
    pub element: Ty,
    pub lengths: Vec<Length>,
    /// For each dimension whose length is no constant the variable that holds it.
    pub counts: Vec<Option<VarId>>,
    /// Whether it is declared `const`.
    pub constant: bool,
}

/// A function under construction.
pub(crate) struct Proc<'l, 'u> {
    pub l: &'l mut Lowering<'u>,
    pub unit: &'u Unit,
    pub b: Builder,
    pub function: FnId,
    /// What its pointer variables point to.
    pub pointers: Pointers,
    /// The variables of its objects.
    pub vars: BTreeMap<ObjId, VarId>,
    /// The objects of callers.
    pub classes: BTreeMap<u32, Class>,
    /// What messages call the objects of callers.
    class_names: BTreeMap<u32, String>,
    /// The objects that it allocates.
    pub heaps: BTreeMap<Ex, Allocated>,
    /// The elements of arrays that are variables of their own.
    pub split: BTreeMap<(ObjId, u64), VarId>,
    /// The variables with the objects of pointers to one of several.
    pub selectors: BTreeMap<ObjId, VarId>,
    /// Its pointer variables that may be null.
    pub nullable: BTreeSet<ObjId>,
    /// How long its objects live.
    pub lifetimes: Lifetimes,
    /// What guards the expression that is being lowered.
    pub guards: Vec<ExprId>,
    /// The old values of updates under way.
    pub current: Vec<Val>,
    /// Whether the place that is being lowered is not accessed: only its address is computed.
    pub only_address: bool,
    /// For each piece of code whether it may run more than once.
    pub repeated: Vec<bool>,
    /// The last piece of code that changes an object; beyond all of it if something points to the object.
    pub changes: BTreeMap<ObjId, usize>,
    /// The piece of code that is being lowered.
    pub at: usize,
    /// The block that it stands in.
    pub scope: ScopeId,
    /// The loops whose rounds are counted.
    pub rounds: Rounds,
    result: Option<VarId>,
    labels: Vec<BlockId>,
}

/// Lowers a function into its place in the program.
pub(crate) fn lower(l: &mut Lowering<'_>, key: Key, id: ProcId, entry: bool) {
    let unit = l.unit;
    let function = unit.function(key.function);
    let pointers = memory::pointers(unit, &key, &l.pointers, l.own_statics(key.function));
    let boxed = pointers.boxed.clone();
    let l_pointers = l.pointers.clone();
    let mut b = Builder::new(function.name.clone(), function.loc);
    b.set_entry(entry);
    let mut proc = Proc {
        l,
        unit,
        b,
        function: key.function,
        pointers,
        vars: BTreeMap::new(),
        classes: BTreeMap::new(),
        class_names: BTreeMap::new(),
        heaps: BTreeMap::new(),
        split: BTreeMap::new(),
        selectors: BTreeMap::new(),
        nullable: memory::nullable(unit, &key, &l_pointers, &boxed),
        lifetimes: Lifetimes::default(),
        guards: Vec::new(),
        current: Vec::new(),
        only_address: false,
        repeated: Vec::new(),
        changes: BTreeMap::new(),
        at: 0,
        scope: ScopeId::BODY,
        rounds: Rounds::default(),
        result: None,
        labels: Vec::new(),
    };
    let code: &[Op] = function.body.as_deref().unwrap_or(&[]);
    proc.attempt(|proc| proc.start(&key, entry, code));
    proc.code(code);
    proc.attempt(|proc| proc.returns(function.loc));
    if let Some(loc) = proc.b.side_entry() {
        // Its parameters stay: calls name them.
        let refusal = Refusal { loc, what: "a jump into a loop".to_string() };
        proc.l.leave_out(key.function, &refusal);
        let mut b = Builder::new(function.name.clone(), function.loc);
        b.set_entry(entry);
        proc.b = b;
        (proc.vars, proc.classes, proc.split) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let _ = proc.parameters(&key, &BTreeSet::new(), entry);
        proc.never(loc, "a jump into a loop");
    }
    let Proc { b, l, .. } = proc;
    b.finish(&mut l.program, id);
}

impl Proc<'_, '_> {
    /// Lowers something. Where it is refused nothing behind it is modelled: neither what a run comes to from here, nor
    /// the blocks that were made for it and have no code yet, so that no run ends there unnoticed.
    pub fn attempt<T>(&mut self, act: impl FnOnce(&mut Self) -> Res<T>) -> Option<T> {
        let (blocks, guards, current) = (self.b.blocks(), self.guards.len(), self.current.len());
        let refusal = match act(self) {
            Ok(value) => return Some(value),
            Err(refusal) => refusal,
        };
        self.guards.truncate(guards);
        self.current.truncate(current);
        self.l.leave_out(self.function, &refusal);
        self.never(refusal.loc, &refusal.what);
        for block in self.b.untouched(blocks) {
            let behind = self.b.go_on_in(block);
            self.never(refusal.loc, &refusal.what);
            self.b.go_on_in(behind);
        }
        None
    }

    pub fn never(&mut self, loc: Loc, what: &str) {
        // It depends on something that nobody has looked at, so that no failure is told of for sure.
        let modelled = self.b.temporary("modelled", TypeId::BOOL, loc);
        let what = what.trim_end_matches(',');
        self.b.set_origin_of(modelled, format!("{what}, which is not modelled"));
        self.b.havoc(modelled, loc);
        let condition = self.b.var(modelled, loc);
        let check = self.l.program.add_check(horn_frontend::ir::Check::new(CheckKind::Unsupported, loc));
        self.b.check(check, condition, loc);
        self.b.stop(loc);
    }

    /// Parameters, what they must be, and static objects.
    fn start(&mut self, key: &Key, entry: bool, code: &[Op]) -> Res<()> {
        self.repeated = repeated(code);
        self.lifetimes(code);
        let changed = self.survey(code);
        self.infer_elements(code);
        self.parameters(key, &changed, entry)?;
        self.count_rounds();
        let function = self.unit.function(self.function);
        self.labels = (0..function.labels.len()).map(|_| self.b.new_block(function.loc)).collect();
        let places = label_places(code);
        for (at, op) in code.iter().enumerate() {
            let back = |label: Label, proc: &mut Self| {
                if places.get(&label).is_some_and(|target| *target <= at) {
                    let info = &function.labels[label.index()];
                    let loc = info.loop_loc.unwrap_or(op.loc);
                    proc.b.mark_loop(proc.labels[label.index()], loc);
                }
            };
            for label in jumps(&op.kind) {
                back(label, self);
            }
        }
        if entry {
            self.requirements(key)?;
            if self.l.runs_once(self.function) {
                self.statics();
            }
        }
        Ok(())
    }

    fn parameters(&mut self, key: &Key, changed: &BTreeSet<ObjId>, entry: bool) -> Res<()> {
        let function = self.unit.function(self.function);
        let mut copies = Vec::new();
        for (param, bound) in function.params.iter().zip(&key.params) {
            if let Some(Bound::Class(class, _, dimensions, _)) = bound {
                let name = &self.unit.object(*param).name;
                let name = if dimensions.is_empty() { name.clone() } else { format!("{name}[]") };
                self.class_names.entry(*class).or_insert(name);
            }
        }
        for (param, bound) in function.params.iter().zip(&key.params) {
            let entry_of = self.unit.object(*param);
            let ty = if bound.is_some() { self.pointer_type(*param) } else { self.l.object_type(*param)? };
            let var = if bound.is_some() && entry {
                // At an entry a pointer points to the first element.
                self.b.hidden_param(format!("{} offset", entry_of.name), ty, entry_of.loc)
            } else {
                self.b.param(entry_of.name.clone(), ty, Mode::In, entry_of.loc)
            };
            if changed.contains(param) {
                copies.push((*param, var, ty));
            } else {
                self.vars.insert(*param, var);
            }
        }
        type Given = (Ty, Vec<Option<u64>>, bool, ObjId);
        let mut classes: BTreeMap<u32, Given> = BTreeMap::new();
        for (param, bound) in function.params.iter().zip(&key.params) {
            if let Some(Bound::Class(class, element, dimensions, constant)) = bound {
                classes.entry(*class).or_insert((*element, dimensions.clone(), *constant, *param));
            }
        }
        for (class, (element, dimensions, constant, param)) in classes {
            let entry_of = self.unit.object(param);
            let lengths: Vec<Length> =
                dimensions.iter().map(|size| size.map_or(Length::Unknown, Length::Fixed)).collect();
            let ty = match lengths.is_empty() {
                true => self.l.ty(element, entry_of.loc)?,
                false => self.l.array_type(element, &lengths, entry_of.loc)?,
            };
            let var = self.b.param(entry_of.name.clone(), ty, Mode::InOut, entry_of.loc);
            let mut counts = Vec::new();
            for size in &dimensions {
                counts.push(match size {
                    Some(_) => None,
                    None => {
                        Some(self.b.param(format!("{} length", entry_of.name), TypeId::INT, Mode::In, entry_of.loc))
                    }
                });
            }
            self.classes.insert(class, Class { var, element, lengths, counts, constant });
        }
        let void = CType::Void;
        if let CType::Function(kind) = self.unit.types.get(function.ty)
            && *self.unit.types.get(kind.result) != void
        {
            let ty = self.l.ty(kind.result, function.loc)?;
            self.result = Some(self.b.result("result", ty, function.loc));
        }
        for (param, var, ty) in copies {
            let entry_of = self.unit.object(param);
            let own = self.b.local(entry_of.name.clone(), ty, entry_of.loc);
            let value = self.b.var(var, entry_of.loc);
            self.b.assign(own, value, entry_of.loc);
            self.vars.insert(param, own);
        }
        for (param, bound) in function.params.iter().zip(&key.params) {
            if let Some(bound) = bound {
                self.start_object(*param, bound, self.unit.object(*param).loc);
            }
        }
        Ok(())
    }

    /// The variable of an object.
    pub fn variable(&mut self, object: ObjId, loc: Loc) -> Res<VarId> {
        if let Some(known) = self.vars.get(&object) {
            return Ok(*known);
        }
        let entry = self.unit.object(object);
        if let Some(what) = &entry.unsupported {
            return refuse(loc, what.clone());
        }
        let ty = match self.unit.types.object_pointee(entry.ty) {
            Some(_) if self.pointers.is_plain(object) => self.pointer_type(object),
            _ => self.l.object_type(object).map_err(|refusal| Refusal { loc, what: refusal.what })?,
        };
        let var = if self.l.is_static(object) && !self.l.is_local(object, self.function) {
            let global = self.l.global(object)?;
            self.b.global(&self.l.program, global)
        } else if entry.hidden {
            self.b.temporary(entry.name.clone(), ty, entry.loc)
        } else {
            self.b.local(entry.name.clone(), ty, entry.loc)
        };
        self.vars.insert(object, var);
        Ok(var)
    }

    /// The type of a pointer variable.
    fn pointer_type(&mut self, object: ObjId) -> TypeId {
        let class = |number: u32| self.class_names.get(&number).cloned();
        let name = memory::target_name(self.unit, self.pointers.get(&object), class);
        self.l.pointer_type(&name, self.may_point_to_nothing(object))
    }

    /// The variable with the number of the element that a pointer variable points to.
    pub fn pointer_variable(&mut self, object: ObjId, loc: Loc) -> Res<VarId> {
        self.variable(object, loc)
    }

    fn code(&mut self, code: &[Op]) {
        for (at, op) in code.iter().enumerate() {
            (self.at, self.scope) = (at, op.scope);
            if let Some(before) = at.checked_sub(1).and_then(|at| code.get(at)).filter(|before| goes_on(&before.kind)) {
                self.leave_scopes(before.scope, op.scope, op.loc);
            }
            self.attempt(|proc| proc.op(op));
        }
    }

    pub fn block(&self, label: Label) -> BlockId {
        self.labels.get(label.index()).copied().unwrap_or(BlockId::ENTRY)
    }

    fn leave(&mut self, terminator: Terminator, loc: Loc) {
        let dead = self.b.new_block(loc);
        self.b.terminate(terminator, loc, dead);
    }

    fn op(&mut self, op: &Op) -> Res<()> {
        let loc = op.loc;
        for ex in op.kind.roots() {
            self.order(ex)?;
        }
        match &op.kind {
            OpKind::Eval(ex) => self.effect(*ex)?,
            OpKind::Declare(object, init) => self.declare(*object, init.as_ref(), loc)?,
            OpKind::Length(object, ex) => {
                let ty = self.unit.ty(*ex);
                let e = match self.settled(*ex) {
                    // What does not change any more needs no copy.
                    Some(settled) => {
                        let var = self.variable(settled, loc)?;
                        self.vars.insert(*object, var);
                        self.b.var(var, loc)
                    }
                    None => {
                        let value = self.value(*ex)?;
                        let e = self.num(value, ty, loc)?;
                        let e = self.frozen(e, loc);
                        let var = self.variable(*object, loc)?;
                        self.b.assign(var, e, loc);
                        e
                    }
                };
                let count = self.count(Val::Num(e), ty, loc)?;
                let zero = self.number(0, loc);
                let some = self.b.compare(BinaryOp::Gt, count, zero, loc);
                self.check(CheckKind::ArraySize, some, loc, "an array has at least one element");
            }
            OpKind::Label(label) => {
                let block = self.block(*label);
                self.begin(*label, loc);
                self.b.jump(block, block);
            }
            OpKind::Goto(label) => {
                self.arrive(*label, op.scope, loc);
                self.leave_scopes(op.scope, self.scope_of(*label, op.scope), loc);
                self.leave(Terminator::Goto(self.block(*label)), loc);
            }
            OpKind::Branch(condition, yes, no) => {
                let condition = self.condition(*condition)?;
                let edges = [*yes, *no].map(|label| self.edge(op.scope, label, loc));
                self.leave(Terminator::Branch(condition, edges[0].here, edges[1].here), loc);
                self.edges(op.scope, &edges, loc);
            }
            OpKind::Switch(value, cases, otherwise) => {
                let ty = self.unit.ty(*value);
                let value = self.value(*value)?;
                let e = self.num(value, ty, loc)?;
                let e = self.frozen(e, loc);
                let ir = self.l.ty(ty, loc)?;
                let mut edges = Vec::new();
                for (low, high, label) in cases {
                    let (first, last) = (self.b.int(low.clone(), ir, loc), self.b.int(high.clone(), ir, loc));
                    let here = if low == high {
                        self.b.compare(BinaryOp::Eq, e, first, loc)
                    } else {
                        self.b.between(e, first, last, loc)
                    };
                    let next = self.b.new_block(loc);
                    let edge = self.edge(op.scope, *label, loc);
                    self.b.terminate(Terminator::Branch(here, edge.here, next), loc, next);
                    edges.push(edge);
                }
                let edge = self.edge(op.scope, *otherwise, loc);
                self.leave(Terminator::Goto(edge.here), loc);
                edges.push(edge);
                self.edges(op.scope, &edges, loc);
            }
            OpKind::Return(value) => {
                if let (Some(value), Some(result)) = (value, self.result) {
                    let ty = self.unit.ty(*value);
                    let e = match self.value(*value)? {
                        Val::Agg(e) => e,
                        Val::Ptr(_) => return refuse(loc, "a function that returns a pointer"),
                        value => self.num(value, ty, loc)?,
                    };
                    self.b.assign(result, e, loc);
                }
                self.returns(loc)?;
                self.leave(Terminator::Return, loc);
            }
            OpKind::Unsupported(what) => return refuse(loc, what.to_string()),
        }
        Ok(())
    }
}
