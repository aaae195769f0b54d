//! A function with the objects of its pointer parameters: variables, code, initialisers.

use super::call::Allocated;
use super::expr::{Pointer, Val};
use super::lifetime::{self, Lifetimes};
use super::memory::{Pointers, Root};
use super::place::Place;
use super::{Bound, Key, Lowering, Refusal, Res, memory, refuse};
use crate::ctype::{CType, Length, Ty};
use crate::typed::{self, Ex, FnId, Init, Kind, Label, ObjId, Op, OpKind, Storage, Unit};
use horn_frontend::ir::{
    BinaryOp, BlockId, Builder, CheckKind, ExprId, ExprKind, Loc, Mode, ProcId, Terminator, TypeId, TypeKind, VarId,
};
use std::collections::{BTreeMap, BTreeSet};

/// Arrays up to this length whose indexes are all constants become variables, one for each element.
const SPLIT: u64 = 16;

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
    /// For each piece of code whether it may run more than once.
    pub repeated: Vec<bool>,
    /// The last piece of code that changes an object; beyond all of it if something points to the object.
    changes: BTreeMap<ObjId, usize>,
    /// The piece of code that is being lowered.
    pub at: usize,
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
        repeated: Vec::new(),
        changes: BTreeMap::new(),
        at: 0,
        result: None,
        labels: Vec::new(),
    };
    let code: &[Op] = function.body.as_deref().unwrap_or(&[]);
    if let Err(refusal) = proc.start(&key, entry, code) {
        proc.refused(&refusal);
    }
    proc.code(code);
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
    /// A place behind which nothing is modelled.
    pub fn refused(&mut self, refusal: &Refusal) {
        self.l.leave_out(self.function, refusal);
        self.guards.clear();
        self.current.clear();
        self.never(refusal.loc, &refusal.what);
    }

    pub fn never(&mut self, loc: Loc, what: &str) {
        // It depends on something that nobody has looked at, so that no failure is told of for sure.
        let modelled = self.b.temporary("modelled", TypeId::BOOL, loc);
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
        let function = self.unit.function(self.function);
        self.labels = (0..function.labels.len()).map(|_| self.b.new_block(function.loc)).collect();
        for (at, op) in code.iter().enumerate() {
            let back = |label: Label, proc: &mut Self| {
                let target = code.iter().position(|op| op.kind == OpKind::Label(label));
                if target.is_some_and(|target| target <= at) {
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

    /// Which objects the code changes or gives the address of; arrays with constant indexes are split.
    fn survey(&mut self, code: &[Op]) -> BTreeSet<ObjId> {
        let mut changed = BTreeSet::new();
        let mut uses: BTreeMap<ObjId, usize> = BTreeMap::new();
        let mut constant: BTreeMap<ObjId, usize> = BTreeMap::new();
        for (at, op) in code.iter().enumerate() {
            if let OpKind::Declare(object, _) = op.kind {
                let last = self.changes.entry(object).or_default();
                *last = at.max(*last);
            }
            let mut todo = op.kind.roots();
            while let Some(ex) = todo.pop() {
                match &self.unit.expr(ex).kind {
                    Kind::Object(object) => *uses.entry(*object).or_default() += 1,
                    Kind::Assign(target, _) | Kind::Update(target, ..) => {
                        if let Some(object) = self.base(*target) {
                            changed.insert(object);
                            let last = self.changes.entry(object).or_default();
                            *last = at.max(*last);
                        }
                    }
                    Kind::AddressOf(target) | Kind::Decay(target) => {
                        // `&a[1]` is no access to the element.
                        if let (Kind::AddressOf(_), Some((object, _))) =
                            (&self.unit.expr(ex).kind, self.split_access(*target))
                        {
                            *uses.entry(object).or_default() += 1;
                        }
                        if let Some(object) = self.base(*target) {
                            changed.insert(object);
                            self.changes.insert(object, usize::MAX);
                        }
                    }
                    Kind::Deref(_) => {
                        if let Some((object, index)) = self.split_access(ex)
                            && self.splittable(object).is_some_and(|length| index < length)
                        {
                            *constant.entry(object).or_default() += 1;
                        }
                    }
                    Kind::Convert(inner) => {
                        if let (Kind::Call(callee, _), Some(to)) =
                            (&self.unit.expr(*inner).kind, self.unit.types.object_pointee(self.unit.ty(ex)))
                            && self.unit.function(*callee).body.is_none()
                            && crate::library::allocates(&self.unit.function(*callee).name)
                        {
                            let again = self.repeated.get(at).copied().unwrap_or(true);
                            self.announce(*inner, to, again);
                        }
                    }
                    _ => {}
                }
                self.unit.expr(ex).kind.operands(|operand| todo.push(operand));
            }
        }
        for (object, count) in constant {
            if uses.get(&object) != Some(&count) {
                continue;
            }
            let (Some(length), entry) = (self.splittable(object), self.unit.object(object)) else { continue };
            let (element, _) = self.l.dimensions(entry.ty);
            let Ok(ty) = self.l.ty(element, entry.loc) else { continue };
            for at in 0..length {
                let var = self.b.local(format!("{}[{at}]", entry.name), ty, entry.loc);
                self.split.insert((object, at), var);
            }
        }
        changed
    }

    /// Allocations whose results become pointers to objects of a type only later, by a conversion.
    fn infer_elements(&mut self, code: &[Op]) {
        let calls = |ex: Ex| -> Vec<Ex> {
            let (mut found, mut todo) = (Vec::new(), vec![ex]);
            while let Some(ex) = todo.pop() {
                if matches!(&self.unit.expr(ex).kind, Kind::Call(callee, _)
                    if crate::library::allocates(&self.unit.function(*callee).name))
                {
                    found.push(ex);
                }
                self.unit.expr(ex).kind.operands(|operand| todo.push(operand));
            }
            found
        };
        let mut again = BTreeMap::new();
        for (at, op) in code.iter().enumerate() {
            let repeated = self.repeated.get(at).copied().unwrap_or(true);
            again.extend(op.kind.roots().into_iter().flat_map(calls).map(|call| (call, repeated)));
        }
        let mut todo: Vec<Ex> = code.iter().flat_map(|op| op.kind.roots()).collect();
        todo.reverse();
        while let Some(ex) = todo.pop() {
            if let (Kind::Convert(inner), Some(to)) =
                (&self.unit.expr(ex).kind, self.unit.types.object_pointee(self.unit.ty(ex)))
                && !matches!(self.unit.types.get(to), CType::Void)
                && self.unit.types.object_pointee(self.unit.ty(*inner)).is_some()
                && let memory::Binding::Some(all) = memory::regions(self.unit, *inner, &self.pointers)
            {
                for region in all {
                    if let (Root::Heap(call), true) = (region.root, region.path.is_empty()) {
                        self.announce(call, to, again.get(&call).copied().unwrap_or(true));
                    }
                }
            }
            let start = todo.len();
            self.unit.expr(ex).kind.operands(|operand| todo.push(operand));
            todo[start..].reverse();
        }
    }

    /// The variable whose value an expression is, if it keeps that value from here on.
    fn settled(&self, ex: Ex) -> Option<ObjId> {
        let Kind::Load(lvalue) = self.unit.expr(ex).kind else { return None };
        let Kind::Object(object) = self.unit.expr(lvalue).kind else { return None };
        let entry = self.unit.object(object);
        let own = !self.l.is_static(object) || self.l.is_local(object, self.function);
        let kept = self.changes.get(&object).is_none_or(|last| *last < self.at);
        let once = !self.repeated.get(self.at).copied().unwrap_or(true);
        let number = self.unit.types.int_kind(entry.ty).is_some_and(|kind| kind != crate::ctype::IntKind::Bool);
        (own && kept && once && number && entry.unsupported.is_none()).then_some(object)
    }

    /// The length of an array that may become variables.
    fn splittable(&self, object: ObjId) -> Option<u64> {
        let entry = self.unit.object(object);
        let own =
            entry.storage == Storage::Automatic || self.l.is_static(object) && self.l.is_local(object, self.function);
        let CType::Array(element, Length::Fixed(length)) = *self.unit.types.get(entry.ty) else { return None };
        let scalar = self.unit.types.is_arithmetic(element) && entry.unsupported.is_none();
        (own && scalar && (1..=SPLIT).contains(&length)).then_some(length)
    }

    fn base(&self, lvalue: Ex) -> Option<ObjId> {
        let mut at = lvalue;
        loop {
            match &self.unit.expr(at).kind {
                Kind::Object(object) => return Some(*object),
                Kind::Member(inner, _) => at = *inner,
                _ => return None,
            }
        }
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
            self.at = at;
            if let Some(before) = at.checked_sub(1).and_then(|at| code.get(at)).filter(|before| goes_on(&before.kind)) {
                self.leave_scopes(before.scope, op.scope, op.loc);
            }
            if let Err(refusal) = self.op(op) {
                self.refused(&refusal);
            }
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
                self.b.jump(block, block);
            }
            OpKind::Goto(label) => {
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
                self.leave(Terminator::Return, loc);
            }
            OpKind::Unsupported(what) => return refuse(loc, what.to_string()),
        }
        Ok(())
    }

    fn declare(&mut self, object: ObjId, init: Option<&Init>, loc: Loc) -> Res<()> {
        let again = self.repeated.get(self.at).copied().unwrap_or(true);
        if again && lifetime::has_variable_length(self.unit, object) {
            // It ends also where a run goes back in front of its declaration.
            self.end(object, &[], loc);
        }
        if let Some(init) = init {
            return self.initialise(object, init, loc);
        }
        let split: Vec<VarId> =
            self.split.range((object, 0)..=(object, u64::MAX)).map(|(_, element)| *element).collect();
        if !split.is_empty() {
            if again {
                split.into_iter().for_each(|element| self.b.havoc(element, loc));
            }
            return Ok(());
        }
        // What is not used has no variable; refusing an unused object would cut off everything behind it.
        match self.variable(object, loc) {
            Ok(var) if again => self.b.havoc(var, loc),
            Ok(_) => {}
            Err(_) => return Ok(()),
        }
        if self.unit.types.aggregate(self.unit.object(object).ty).is_some() {
            let place = self.region_place(&memory::Region { root: Root::Object(object), path: Vec::new() }, loc)?;
            self.fresh_unions(&place, loc)?;
        }
        Ok(())
    }

    /// The value of a type with all bits zero.
    pub fn zero(&mut self, ty: TypeId, loc: Loc) -> Res<ExprId> {
        if self.l.stored_pointer == Some(ty) {
            return Ok(self.null_stored(ty, loc));
        }
        Ok(match self.l.program.ty(ty).kind.clone() {
            TypeKind::Bool => self.b.bool(false, loc),
            TypeKind::Int(_) | TypeKind::Modular(_) => self.b.int(0, ty, loc),
            TypeKind::Float(_) => self.b.float(0.0, ty, loc),
            TypeKind::Array(array) => {
                let Some(ranges) = array.bounds else {
                    return refuse(loc, "an initialiser of an array of variable length");
                };
                let component = self.zero_of(array.component, loc)?;
                let mut bounds = Vec::new();
                for range in ranges {
                    bounds.push((self.number(range.first, loc), self.number(range.last, loc)));
                }
                self.b.expr(ExprKind::Aggregate { bounds, others: Some(component), items: Vec::new() }, ty, loc)
            }
            TypeKind::Record(record) => {
                let mut fields = Vec::new();
                for field in &record.fields {
                    fields.push(self.zero_of(field.ty, loc)?);
                }
                self.b.expr(ExprKind::Record(fields), ty, loc)
            }
        })
    }

    /// Types nest as deeply as the typed tree lets them.
    fn zero_of(&mut self, ty: TypeId, loc: Loc) -> Res<ExprId> {
        self.zero(ty, loc)
    }

    /// Gives an object its initial value.
    fn initialise(&mut self, object: ObjId, init: &Init, loc: Loc) -> Res<()> {
        let entry = self.unit.object(object);
        let ty = entry.ty;
        if self.split.contains_key(&(object, 0)) {
            let elements: Vec<(u64, VarId)> =
                self.split.range((object, 0)..=(object, u64::MAX)).map(|((_, at), var)| (*at, *var)).collect();
            for (_, var) in &elements {
                let ir = self.b.var_type(*var);
                let zero = self.zero(ir, loc)?;
                self.b.assign(*var, zero, loc);
            }
            for (steps, value) in &init.parts {
                let [typed::Step::Index(at)] = steps.as_slice() else { return refuse(loc, "this initialiser") };
                let Some((_, var)) = elements.iter().find(|(index, _)| index == at) else { continue };
                let e = self.value(*value)?;
                let e = self.num(e, self.unit.ty(*value), loc)?;
                self.b.assign(*var, e, loc);
            }
            return Ok(());
        }
        if self.unit.types.object_pointee(ty).is_some() && self.pointers.is_plain(object) {
            for (_, value) in &init.parts {
                let Val::Ptr(pointer) = self.value(*value)? else { return refuse(loc, "this pointer") };
                self.keep(object, pointer, loc)?;
            }
            return if init.parts.is_empty() { self.null_pointer(object, loc) } else { Ok(()) };
        }
        let root = memory::Region { root: Root::Object(object), path: Vec::new() };
        let whole = matches!(init.parts.as_slice(), [(steps, _)] if steps.is_empty());
        if !whole {
            let var = self.variable(object, loc)?;
            let ir = self.b.var_type(var);
            let zero = self.zero(ir, loc)?;
            self.b.assign(var, zero, loc);
        }
        for (steps, value) in &init.parts {
            let e = self.value(*value)?;
            let mut place = self.region_place(&root, loc)?;
            for step in steps {
                self.enter_part(&mut place, *step, loc)?;
            }
            let ty = self.unit.ty(*value);
            if let Val::Ptr(pointer) = e {
                self.put(&vec![(None, place)], &memory::Binding::of(root.clone()), &pointer, loc)?;
                continue;
            }
            self.store(&place, e, ty, false, loc)?;
        }
        Ok(())
    }

    fn null_pointer(&mut self, object: ObjId, loc: Loc) -> Res<()> {
        let offset = self.null(loc);
        self.keep(object, Pointer { base: None, several: None, offset, nullable: true, stored: false }, loc).map(drop)
    }

    fn enter_part(&mut self, place: &mut Place, step: typed::Step, loc: Loc) -> Res<()> {
        match step {
            typed::Step::Index(at) => {
                let at = self.number(i64::try_from(at).unwrap_or(i64::MAX), loc);
                place.index(at);
            }
            typed::Step::Member(member) => {
                let tag = self.unit.types.aggregate(place.element);
                let members = tag.and_then(|tag| self.unit.types.tag(tag).members.as_ref());
                let Some(entry) = members.and_then(|all| all.get(member as usize)) else {
                    return refuse(loc, "this initialiser");
                };
                *place = self.member(place.clone(), member, entry.ty, loc)?;
            }
        }
        Ok(())
    }

    /// The static objects get their values before the program starts.
    fn statics(&mut self) {
        for object in self.unit.statics.clone() {
            if !self.l.is_used(object) {
                continue;
            }
            let loc = self.unit.object(object).loc;
            let none = Init { parts: Vec::new() };
            let init = self.unit.object(object).init.clone().unwrap_or(none);
            let usable = self.split.contains_key(&(object, 0)) || self.variable(object, loc).is_ok();
            if usable && let Err(refusal) = self.initialise(object, &init, loc) {
                self.refused(&refusal);
            }
        }
    }
}

/// The labels that a piece of code may jump to.
pub(crate) fn jumps(kind: &OpKind) -> Vec<Label> {
    match kind {
        OpKind::Goto(label) => vec![*label],
        OpKind::Branch(_, yes, no) => vec![*yes, *no],
        OpKind::Switch(_, cases, otherwise) => cases.iter().map(|(_, _, label)| *label).chain([*otherwise]).collect(),
        _ => Vec::new(),
    }
}

/// Whether a run comes from a piece of code to the next one.
fn goes_on(kind: &OpKind) -> bool {
    !matches!(
        kind,
        OpKind::Goto(_) | OpKind::Branch(..) | OpKind::Switch(..) | OpKind::Return(_) | OpKind::Unsupported(_)
    )
}

/// For each piece of code whether a jump leads back over it.
fn repeated(code: &[Op]) -> Vec<bool> {
    let mut places = BTreeMap::new();
    for (at, op) in code.iter().enumerate() {
        if let OpKind::Label(label) = op.kind {
            places.insert(label, at);
        }
    }
    let mut ends = vec![0i64; code.len() + 1];
    for (at, op) in code.iter().enumerate() {
        for label in jumps(&op.kind) {
            if let Some(target) = places.get(&label).filter(|target| **target <= at) {
                ends[*target] += 1;
                ends[at + 1] -= 1;
            }
        }
    }
    let mut open = 0;
    ends.iter()
        .take(code.len())
        .map(|change| {
            open += change;
            open > 0
        })
        .collect()
}
