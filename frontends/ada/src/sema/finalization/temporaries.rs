//! Objects that expressions make: results of functions, aggregates, and what allocators make.
//!
//! A result that is not the initial value of something is held in a hidden object, which is declared in front of the
//! statement and finalized behind it (RM 7.6.1 (3)). So it is evaluated before the rest of the statement, which the
//! language leaves open: where it changes what the rest uses the statement is not analysed.

use super::{Operation, Refusal, finalized};
use crate::place::Loc;
use crate::sema::Sema;
use crate::sema::hidden::Formal;
use crate::sema::tree::{
    Allocator, BinaryOp, Body, ENVIRONMENT, Expr, ExprKind, Mode, ObjId, ObjectKind, Stmt, StmtKind, SubpId,
};
use crate::sema::types::Constraint;
use crate::sema::walk::{each_part, each_part_mut, each_part_of_choice, root, walk_body, walk_expr};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Objects that are held while a statement runs.
#[derive(Default)]
pub(super) struct Held {
    /// What makes each of them, and what finalizes it, in the order of evaluation.
    items: Vec<(Vec<Stmt>, Vec<Stmt>)>,
    /// The hidden objects, with the calls whose results they are.
    calls: Vec<(ObjId, Expr)>,
}

/// A statement that evaluates calls in front of its other parts.
#[derive(Clone, Debug)]
pub(super) struct Order {
    owner: SubpId,
    loc: Loc,
    calls: Vec<(ObjId, Expr)>,
    rest: Vec<Expr>,
}

/// What is read and written, and whether that is so of what access values designate.
#[derive(Clone, Debug, Default)]
struct Touched {
    reads: BTreeSet<ObjId>,
    writes: BTreeSet<ObjId>,
    reads_heap: bool,
    writes_heap: bool,
    calls: BTreeSet<SubpId>,
}

/// What becomes of the value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Becomes {
    /// An operand: what is new is an object of its own.
    Operand,
    /// A part of an aggregate that is an object of its own: aggregates are made in place, results are copied.
    Part,
    /// The initial value of an object, or a part of it.
    Initial,
}

impl Becomes {
    /// What becomes of the components of an aggregate that becomes this.
    fn of_parts(self) -> Becomes {
        if self == Becomes::Initial { self } else { Becomes::Part }
    }
}

impl Held {
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

impl Sema<'_> {
    /// A statement inside of what makes and finalizes the objects that its expressions make.
    pub(super) fn held_around(&mut self, held: Held, rest: Vec<Expr>, inside: Vec<Stmt>, loc: Loc) -> Vec<Stmt> {
        if held.calls.len() > 1 || !held.calls.is_empty() && !rest.is_empty() {
            self.note_order(held.calls, rest, loc);
        }
        let mut statements = inside;
        for (mut make, end) in held.items.into_iter().rev() {
            if end.is_empty() {
                make.append(&mut statements);
            } else {
                make.push(finalized(statements, end, false, loc));
            }
            statements = make;
        }
        statements
    }

    /// Calls are made in front of other things, which must not matter.
    pub(super) fn note_order(&mut self, calls: Vec<(ObjId, Expr)>, rest: Vec<Expr>, loc: Loc) {
        self.controlled.orders.push(Order { owner: self.owner, loc, calls, rest });
    }

    /// Replaces what an expression makes by hidden objects.
    pub(super) fn hold(&mut self, expr: &mut Expr, becomes: Becomes, held: &mut Held) -> Result<(), Refusal> {
        if !self.creates(expr) {
            return Ok(());
        }
        let loc = expr.loc;
        match &mut expr.kind {
            ExprKind::Call(callee, args) => {
                let changed = self.tree.subprogram(*callee).params.clone();
                for (arg, param) in args.iter_mut().zip(&changed) {
                    if becomes != Becomes::Initial
                        && !matches!(self.tree.object(*param).kind, ObjectKind::Parameter(Mode::In))
                    {
                        return Err((loc, "function with finalization that changes its parameters (RM 7.6)".into()));
                    }
                    self.hold(arg, Becomes::Operand, held)?;
                }
                // What is limited is made in place.
                let copied =
                    becomes == Becomes::Operand || becomes == Becomes::Part && !self.is_limited_inside(expr.ty);
                if copied && self.has_finalization(expr.ty) {
                    self.hold_call(expr, held)?;
                }
                Ok(())
            }
            ExprKind::Record(values) => {
                let record = self.tree.record(expr.ty);
                for (value, component) in values.iter_mut().zip(&record.components) {
                    let Some(value) = value else { continue };
                    let part = if component.is_boxed(value) { Becomes::Initial } else { becomes };
                    let part = self.part(value, part);
                    self.hold(value, part, held)?;
                }
                self.hold_aggregate(expr, becomes, held)
            }
            ExprKind::DeltaRecord(ancestor, changes) => {
                self.hold(ancestor, becomes.of_parts(), held)?;
                let record = self.tree.record(expr.ty);
                for (at, change) in changes.iter_mut() {
                    let boxed = record.components.get(*at).is_some_and(|component| component.is_boxed(change));
                    let part = self.part(change, if boxed { Becomes::Initial } else { becomes });
                    self.hold(change, part, held)?;
                }
                self.hold_aggregate(expr, becomes, held)
            }
            ExprKind::Array(aggregate) => {
                for value in &mut aggregate.positional {
                    let part = self.part(value, becomes);
                    self.hold(value, part, held)?;
                }
                for named in &mut aggregate.named {
                    let Some(value) = &mut named.value else { continue };
                    if named.high.is_some() || named.var.is_some() {
                        self.makes_nothing(value)?;
                        continue;
                    }
                    let part = self.part(value, becomes);
                    self.hold(value, part, held)?;
                }
                if let Some(Some(value)) = &aggregate.others {
                    self.makes_nothing(value)?;
                }
                self.hold_aggregate(expr, becomes, held)
            }
            ExprKind::Qualified(inner) => self.hold(inner, becomes, held),
            ExprKind::Convert(inner) => {
                let same = self.tree.types.base(inner.ty) == self.tree.types.base(expr.ty);
                self.hold(inner, if same { becomes } else { Becomes::Operand }, held)
            }
            ExprKind::Binary(BinaryOp::AndThen | BinaryOp::OrElse, left, right) => {
                self.hold(left, Becomes::Operand, held)?;
                self.makes_nothing(right)
            }
            ExprKind::Field(..)
            | ExprKind::Unary(..)
            | ExprKind::Deref(_)
            | ExprKind::Reference(..)
            | ExprKind::Index(..)
            | ExprKind::Slice(..)
            | ExprKind::Builtin(..)
            | ExprKind::Binary(..)
            | ExprKind::Concat(..) => {
                let mut operands = Vec::new();
                each_part_mut(expr, &mut |part| operands.push(part));
                operands.into_iter().try_for_each(|operand| self.hold(operand, Becomes::Operand, held))
            }
            ExprKind::Member(operand, choices, _) => {
                let mut inside = Vec::new();
                choices.iter().for_each(|choice| each_part_of_choice(choice, &mut |part| inside.push(part)));
                if let Some(part) = inside.into_iter().find(|part| self.creates(part)) {
                    return Err(not_always(part.loc));
                }
                self.hold(operand, Becomes::Operand, held)
            }
            ExprKind::Allocate(_) => self.hold_allocated(expr, held),
            _ => Err(not_always(loc)),
        }
    }

    /// What becomes of a component of an aggregate.
    fn part(&mut self, value: &Expr, becomes: Becomes) -> Becomes {
        if self.has_finalization(value.ty) { becomes.of_parts() } else { Becomes::Operand }
    }

    /// An expression that may not be evaluated, or more than once, makes no objects with finalization.
    fn makes_nothing(&mut self, expr: &Expr) -> Result<(), Refusal> {
        if self.creates(expr) { Err(not_always(expr.loc)) } else { Ok(()) }
    }

    fn hold_call(&mut self, expr: &mut Expr, held: &mut Held) -> Result<(), Refusal> {
        let (ty, loc) = (expr.ty, expr.loc);
        self.without_predicates(ty, loc)?;
        let object = self.held_object("result of a function", ty, loc);
        let name = self.object_expr(object);
        let call = std::mem::replace(expr, Expr { loc, ..name.clone() });
        let make = vec![Stmt { kind: StmtKind::Declare(object, Some(call.clone())), loc }];
        let end = self.operate(Operation::Finalize, &name, loc)?;
        held.items.push((make, end));
        held.calls.push((object, call));
        Ok(())
    }

    /// An aggregate that is no part of another object.
    fn hold_aggregate(&mut self, expr: &mut Expr, becomes: Becomes, held: &mut Held) -> Result<(), Refusal> {
        if becomes != Becomes::Operand || !self.has_finalization(expr.ty) {
            return Ok(());
        }
        let (ty, loc) = (expr.ty, expr.loc);
        let object = self.held_object("aggregate", ty, loc);
        let name = self.object_expr(object);
        let mut value = std::mem::replace(expr, Expr { loc, ..name.clone() });
        let behind = self.initialized(&name, &mut value, loc)?;
        let mut make = vec![Stmt { kind: StmtKind::Declare(object, Some(value)), loc }];
        make.extend(behind);
        let end = self.operate(Operation::Finalize, &name, loc)?;
        held.items.push((make, end));
        Ok(())
    }

    /// An allocator becomes the call of a hidden function, which initialises or adjusts what it has made.
    fn hold_allocated(&mut self, expr: &mut Expr, held: &mut Held) -> Result<(), Refusal> {
        let (ty, loc) = (expr.ty, expr.loc);
        let ExprKind::Allocate(allocator) = &mut expr.kind else { return Ok(()) };
        let subtype = allocator.subtype;
        if allocator.value.is_none() {
            self.no_objects_by_default(subtype, loc)?;
        }
        if !self.has_finalization(subtype) {
            return allocator.value.as_mut().map_or(Ok(()), |value| self.hold(value, Becomes::Operand, held));
        }
        let Some(access) = self.tree.types.access(ty).copied() else {
            return Err((loc, "allocator of an object with finalization (RM 7.6.1)".into()));
        };
        if access.anonymous || access.level > 0 {
            return Err((loc, "allocator of objects that end with their access type (RM 7.6.1 (11))".into()));
        }
        if self.acts(Operation::Finalize, subtype) {
            self.controlled.allocated.get_or_insert(loc);
        }
        // An aggregate is the object itself, where it is made in place.
        let mut made = false;
        if let Some(value) = &mut allocator.value {
            let mut whole: &Expr = value;
            while let ExprKind::Qualified(inner) = &whole.kind {
                whole = inner;
            }
            let call = matches!(whole.kind, ExprKind::Call(..));
            // GNAT 12 copies aggregates of arrays.
            let limited = self.is_limited_inside(subtype);
            let array = matches!(whole.kind, ExprKind::Array(_)) && !limited;
            made = matches!(whole.kind, ExprKind::Record(_) | ExprKind::DeltaRecord(..)) || call && limited;
            if !made && !call && !array && !super::initial::is_name(whole) {
                return Err((loc, "initial value of this kind for an allocated object with finalization".into()));
            }
            let before = held.items.len();
            self.hold(value, Becomes::Operand, held)?;
            if made && let Some(item) = held.items.get_mut(before..).and_then(<[_]>::last_mut) {
                item.1.clear();
            }
        }
        // Of what access values designate the bits are taken before the new object is there.
        if let Some(value) = &mut allocator.value {
            let mut designated = false;
            walk_expr(value, &mut |part| designated |= matches!(part.kind, ExprKind::Deref(_)));
            if designated {
                let object = self.held_object("initial value", value.ty, loc);
                let name = self.object_expr(object);
                let value = std::mem::replace(value, Expr { loc, ..name });
                held.items.push((vec![Stmt { kind: StmtKind::Declare(object, Some(value)), loc }], Vec::new()));
            }
        }
        let allocator = std::mem::replace(&mut **allocator, Allocator { subtype, value: None });
        let constrained = self.tree.types[subtype].constraint != Constraint::None;
        if allocator.value.is_none() && constrained && self.owner == ENVIRONMENT {
            return Err((loc, "allocator of an object with finalization and a constraint (RM 7.6.1)".into()));
        }
        let formals = match &allocator.value {
            Some(value) => vec![Formal::new("Value", Mode::In, value.ty, loc)],
            None => Vec::new(),
        };
        let new = self.hidden_subprogram("new".into(), (self.owner, loc), formals, Some(ty));
        let outer = std::mem::replace(&mut self.owner, new);
        let param = self.tree.subprogram(new).params.first().map(|param| self.object_expr(*param));
        let inner = Allocator { subtype, value: param.clone() };
        let value = Expr { kind: ExprKind::Allocate(Box::new(inner)), ty, loc };
        let pointer = self.held_object("new object", ty, loc);
        let name = self.object_expr(pointer);
        let designated = if self.tree.types.is_class_wide(access.designated) && !self.tree.types.is_class_wide(subtype)
        {
            let cell = Expr { kind: ExprKind::Deref(Box::new(name.clone())), ty: access.designated, loc };
            Expr { kind: ExprKind::Convert(Box::new(cell)), ty: subtype, loc }
        } else {
            Expr { kind: ExprKind::Deref(Box::new(name.clone())), ty: access.designated, loc }
        };
        let mut statements = match param {
            _ if made => Vec::new(),
            Some(_) => {
                self.without_predicates(subtype, loc)?;
                self.adjusted(&designated, loc)?
            }
            None => {
                if !self.checks_of_default(&Expr { ty: subtype, ..designated.clone() }, loc)?.is_empty() {
                    // GNAT 12 does not always make these checks.
                    let what = "allocator without an initial value of a type with predicates (RM 3.2.4)";
                    return Err((loc, what.into()));
                }
                self.operate(Operation::Initialize, &designated, loc)?
            }
        };
        statements.push(Stmt { kind: StmtKind::Return(Some(name)), loc });
        let declarations = vec![Stmt { kind: StmtKind::Declare(pointer, Some(value)), loc }];
        self.owner = outer;
        self.tree.subprogram_mut(new).body = Some(Body { declarations, statements, end: loc, ..Body::default() });
        self.bodies_done.push(new);
        *expr = Expr { kind: ExprKind::Call(new, allocator.value.into_iter().collect()), ty, loc };
        Ok(())
    }

    // The order of evaluation

    /// Refuses statements where it matters that results which are held are evaluated first.
    pub(super) fn check_orders(&mut self) {
        let mut known = BTreeMap::new();
        for order in std::mem::take(&mut self.controlled.orders) {
            let mut matters = false;
            for (at, (object, call)) in order.calls.iter().enumerate() {
                let mut first = self.touched_by_expr(call);
                self.close(&mut first, &mut known);
                let mut others = Vec::new();
                let later = order.calls[at + 1..].iter().map(|(_, call)| call);
                later.chain(&order.rest).for_each(|expr| parts_without(expr, *object, &mut others));
                for other in others {
                    let mut second = self.touched_by_expr(other);
                    self.close(&mut second, &mut known);
                    matters |= conflict(&first, &second);
                }
            }
            if matters {
                let outer = std::mem::replace(&mut self.owner, order.owner);
                let what = "operands with finalization of which one changes what another one uses (RM 1.1.4)";
                self.refuse_finalization((order.loc, what.into()));
                self.owner = outer;
            }
        }
    }

    fn touched_by_expr(&self, expr: &Expr) -> Touched {
        let mut touched = Touched::default();
        walk_expr(expr, &mut |part| self.touch_part(part, &mut touched));
        touched
    }

    fn touch_part(&self, part: &Expr, touched: &mut Touched) {
        match &part.kind {
            ExprKind::Object(object) if self.tree.object(*object).kind != ObjectKind::Constant => {
                touched.reads.insert(*object);
            }
            ExprKind::Deref(_) => touched.reads_heap = true,
            ExprKind::Allocate(_) => touched.writes_heap = true,
            ExprKind::Call(callee, args) => {
                touched.calls.insert(*callee);
                self.touch_arguments(*callee, args, touched);
            }
            _ => {}
        }
    }

    fn touch_arguments(&self, callee: SubpId, args: &[Expr], touched: &mut Touched) {
        for (param, arg) in self.tree.subprogram(callee).params.iter().zip(args) {
            if !matches!(self.tree.object(*param).kind, ObjectKind::Parameter(Mode::In)) {
                self.touch_target(arg, touched);
            }
        }
    }

    fn touch_target(&self, target: &Expr, touched: &mut Touched) {
        match root(target) {
            Some(object) => {
                touched.writes.insert(object);
                touched.writes_heap |= self.designated_objects.contains(&object);
            }
            None => touched.writes_heap = true,
        }
    }

    /// Adds what the called subprograms touch that is not their own.
    fn close(&self, touched: &mut Touched, known: &mut BTreeMap<SubpId, Touched>) {
        let mut todo: Vec<SubpId> = touched.calls.iter().copied().collect();
        let mut seen = BTreeSet::new();
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            let own = known.entry(id).or_insert_with(|| self.touched_by_body(id));
            todo.extend(own.calls.iter().copied());
            touched.reads.extend(&own.reads);
            touched.writes.extend(&own.writes);
            touched.reads_heap |= own.reads_heap;
            touched.writes_heap |= own.writes_heap;
        }
        let heap = |objects: &BTreeSet<ObjId>| objects.iter().any(|object| self.designated_objects.contains(object));
        touched.reads_heap |= heap(&touched.reads);
    }

    fn touched_by_body(&self, id: SubpId) -> Touched {
        let touched = RefCell::new(Touched::default());
        let subp = self.tree.subprogram(id);
        let Some(body) = &subp.body else {
            return Touched { reads_heap: true, writes_heap: true, ..Touched::default() };
        };
        walk_body(
            body,
            &mut |stmt| match &stmt.kind {
                StmtKind::Assign(target, _) => self.touch_target(target, &mut touched.borrow_mut()),
                StmtKind::Free(_) => touched.borrow_mut().writes_heap = true,
                StmtKind::Call(callee, args) => {
                    touched.borrow_mut().calls.insert(*callee);
                    self.touch_arguments(*callee, args, &mut touched.borrow_mut());
                }
                _ => {}
            },
            &mut |part| self.touch_part(part, &mut touched.borrow_mut()),
        );
        let mut touched = touched.into_inner();
        touched.reads.retain(|object| self.tree.object(*object).owner != id);
        touched.writes.retain(|object| self.tree.object(*object).owner != id);
        touched
    }
}

/// Whether it matters which of two parts comes first.
fn conflict(a: &Touched, b: &Touched) -> bool {
    !a.writes.is_disjoint(&b.reads)
        || !a.writes.is_disjoint(&b.writes)
        || !b.writes.is_disjoint(&a.reads)
        || a.writes_heap && (b.reads_heap || b.writes_heap)
        || b.writes_heap && a.reads_heap
}

fn not_always(loc: Loc) -> Refusal {
    (loc, "object with finalization in an expression that is not always evaluated (RM 7.6.1 (3))".into())
}

/// The greatest parts of an expression that do not name an object: the others are evaluated behind it in any case.
fn parts_without<'e>(expr: &'e Expr, object: ObjId, found: &mut Vec<&'e Expr>) {
    let mut named = false;
    walk_expr(expr, &mut |part| named |= part.kind == ExprKind::Object(object));
    if named {
        each_part(expr, &mut |part| parts_without(part, object, found));
    } else {
        found.push(expr);
    }
}
