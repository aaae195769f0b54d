//! Who calls whom, and whose calls are to be expanded.

use super::{Expander, LARGEST};
use crate::containers::{container, first_member};
use crate::ctype::{CType, Ty};
use crate::library::{allocates, frees_memory};
use crate::typed::{Ex, Expr, FnId, Kind, Label, ObjId, Op, OpKind, Storage, Unit};
use std::collections::BTreeSet;

/// Code of more operations and operands than this is not short.
const SMALL: usize = 60;

/// The functions that are named other than to be called.
pub(super) fn addressed(unit: &Unit) -> BTreeSet<FnId> {
    let named = |expr: &Expr| match expr.kind {
        Kind::Function(id) => Some(id),
        _ => None,
    };
    unit.exprs.iter().filter_map(named).collect()
}

/// The structs that the results of allocations are pointers to.
pub(super) fn allocated(unit: &Unit) -> BTreeSet<Ty> {
    let mut found = BTreeSet::new();
    for expr in &unit.exprs {
        if let (Kind::Convert(inner), Some(to)) = (&expr.kind, unit.types.object_pointee(expr.ty))
            && let Kind::Call(callee, _) = &unit.expr(*inner).kind
            && allocates(&unit.function(*callee).name)
            && unit.types.aggregate(to).is_some()
        {
            found.insert(to);
        }
    }
    found
}

/// The functions with bodies, callees first, and those that may call themselves.
pub(super) fn bottom_up(unit: &Unit) -> (Vec<FnId>, BTreeSet<FnId>) {
    let addressed = addressed(unit);
    let callees = |id: FnId| -> Vec<FnId> {
        let mut all = BTreeSet::new();
        for op in unit.function(id).body.iter().flatten() {
            callees_of(unit, op, &addressed, &mut all);
        }
        all.into_iter().filter(|callee| unit.function(*callee).body.is_some()).collect()
    };
    let graph: Vec<Vec<FnId>> = (0..unit.functions.len()).map(|at| callees(FnId(at as u32))).collect();
    let (mut order, mut done) = (Vec::new(), BTreeSet::new());
    for start in (0..unit.functions.len()).map(|at| FnId(at as u32)) {
        let mut stack = vec![(start, false)];
        while let Some((id, ready)) = stack.pop() {
            if ready {
                order.push(id);
            } else if done.insert(id) {
                stack.push((id, true));
                stack.extend(graph[id.index()].iter().map(|callee| (*callee, false)));
            }
        }
    }
    let mut recursive = BTreeSet::new();
    for id in &order {
        let (mut seen, mut todo) = (BTreeSet::new(), graph[id.index()].clone());
        while let Some(next) = todo.pop() {
            if next == *id {
                recursive.insert(*id);
                break;
            }
            if seen.insert(next) {
                todo.extend(&graph[next.index()]);
            }
        }
    }
    order.retain(|id| unit.function(*id).body.is_some());
    (order, recursive)
}

/// The functions that a piece of code calls, or may call through a pointer.
pub(super) fn callees_of(unit: &Unit, op: &Op, addressed: &BTreeSet<FnId>, all: &mut BTreeSet<FnId>) {
    let mut ops = vec![op];
    while let Some(op) = ops.pop() {
        let mut todo = op.kind.roots();
        while let Some(ex) = todo.pop() {
            match &unit.expr(ex).kind {
                Kind::Call(callee, _) => drop(all.insert(*callee)),
                Kind::CallThrough(function, ..) => {
                    let ty = unit.types.function_pointee(unit.ty(*function));
                    let fits = |id: &&FnId| ty.is_some_and(|ty| unit.types.compatible(unit.function(**id).ty, ty));
                    all.extend(addressed.iter().filter(fits));
                }
                Kind::Block(inner, _) => ops.extend(inner.iter()),
                _ => {}
            }
            unit.expr(ex).kind.operands(|operand| todo.push(operand));
        }
    }
}

impl Expander {
    /// Whether calls of a function are to be expanded, whose own body has been.
    pub(super) fn wants(&self, id: FnId, unknown: &impl Fn(ObjId) -> bool) -> bool {
        let unit = &self.unit;
        let function = unit.function(id);
        let CType::Function(ty) = unit.types.get(function.ty) else { return false };
        let Some(body) = &function.body else { return false };
        let sized = |op: &Op| matches!(op.kind, OpKind::Length(..));
        if ty.variadic || function.name == "main" || body.len() > LARGEST || body.iter().any(sized) {
            return false;
        }
        let types = &unit.types;
        if types.object_pointee(ty.result).is_some() || types.holds_pointers(ty.result) {
            return true;
        }
        let stores = |object: &ObjId| {
            let ty = unit.object(*object).ty;
            types.holds_pointers(ty)
                || types.object_pointee(ty).is_some_and(|to| {
                    matches!(types.get(to), CType::Void)
                        || self.allocated.contains(&to)
                        || types.object_pointee(to).is_some()
                        || types.holds_pointers(to)
                })
        };
        let stores = function.params.iter().any(stores) || body.iter().any(|op| self.stores(op, unknown));
        stores || self.selects(body) || body.iter().any(|op| self.addresses(op, &function.params))
    }

    /// Whether code is short, goes forward, and does no more than to choose between integers: where it is put in the
    /// place of calls there is nothing to check in it, and what it chooses is known where it is used.
    fn selects(&self, body: &[Op]) -> bool {
        let integer = |ex: Ex| {
            let ty = self.unit.ty(ex);
            self.unit.types.int_kind(ty).is_some() || matches!(self.unit.types.get(ty), CType::Void)
        };
        let mut passed: BTreeSet<Label> = BTreeSet::new();
        let mut todo = Vec::new();
        for op in body {
            let forward = match &op.kind {
                OpKind::Label(label) => {
                    passed.insert(*label);
                    true
                }
                OpKind::Goto(label) => !passed.contains(label),
                OpKind::Branch(_, yes, no) => !passed.contains(yes) && !passed.contains(no),
                OpKind::Eval(_) | OpKind::Return(_) | OpKind::Declare(..) => true,
                _ => false,
            };
            if !forward {
                return false;
            }
            todo.extend(op.kind.roots());
        }
        let mut count = body.len();
        while let Some(ex) = todo.pop() {
            let fine = match &self.unit.expr(ex).kind {
                Kind::Object(object) => {
                    let entry = self.unit.object(*object);
                    matches!(entry.storage, Storage::Automatic | Storage::Parameter) && !entry.volatile
                }
                Kind::Binary(op, ..) => op.is_comparison(),
                Kind::Int(_) | Kind::Load(_) | Kind::Convert(_) | Kind::Not(_) | Kind::And(..) | Kind::Or(..) => true,
                Kind::Conditional(..) | Kind::Comma(..) | Kind::Assign(..) => true,
                _ => false,
            };
            count += 1;
            if !fine || !integer(ex) || count > SMALL {
                return false;
            }
            self.unit.expr(ex).kind.operands(|operand| todo.push(operand));
        }
        true
    }

    /// Whether code takes the address of one of these objects that is a pointer.
    fn addresses(&self, op: &Op, objects: &[ObjId]) -> bool {
        let mut todo = op.kind.roots();
        while let Some(ex) = todo.pop() {
            if let Kind::AddressOf(lvalue) = self.unit.expr(ex).kind
                && let Kind::Object(object) = self.unit.expr(lvalue).kind
                && objects.contains(&object)
                && self.unit.types.object_pointee(self.unit.object(object).ty).is_some()
            {
                return true;
            }
            self.unit.expr(ex).kind.operands(|operand| todo.push(operand));
        }
        false
    }

    /// Whether code names static objects that hold pointers which nobody can follow, frees something, or goes from a
    /// member to the struct around it.
    fn stores(&self, op: &Op, unknown: &impl Fn(ObjId) -> bool) -> bool {
        let unit = &self.unit;
        let mut todo = op.kind.roots();
        while let Some(ex) = todo.pop() {
            match &unit.expr(ex).kind {
                Kind::Object(object) => {
                    let entry = unit.object(*object);
                    let lasts = matches!(entry.storage, Storage::Static | Storage::Extern);
                    if lasts && (unit.types.holds_pointers(entry.ty) || unknown(*object)) {
                        return true;
                    }
                }
                Kind::Convert(_) if container(unit, ex).is_some() => return true,
                Kind::Convert(_) if first_member(unit, ex).is_some_and(|(.., to_member)| !to_member) => return true,
                Kind::Call(callee, _) => {
                    let callee = unit.function(*callee);
                    if callee.body.is_none() && frees_memory(&callee.name) {
                        return true;
                    }
                }
                _ => {}
            }
            unit.expr(ex).kind.operands(|operand| todo.push(operand));
        }
        false
    }
}
