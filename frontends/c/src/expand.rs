//! Typed trees without calls that the lowering cannot take as calls, and without blocks inside of expressions.
//!
//! Memory layer M0 copies objects in and out of calls, so that pointers that functions return, or that are kept in
//! structs and arrays which functions get, would lose what they point to. Such functions are put in the place of their
//! calls: a call becomes declarations of the parameters, the body with names of its own, and a variable for the result.
//! Functions that call themselves stay, and the lowering refuses what it cannot follow there.
//!
//! Where a call or a block inside of an expression is taken out, the operands in front of it are evaluated into
//! variables first, and `&&`, `||` and `?:` around it become jumps: the order stays that of the text.

mod inline;

use crate::ctype::CType;
use crate::lower::{allocates, frees_memory, roots};
use crate::typed::{Ex, Expr, FnId, Init, Kind, Label, LabelInfo, ObjId, Object, Op, OpKind, ScopeId, Storage, Unit};
use horn_frontend::ir::Loc;
use horn_solver::num::Int;
use std::collections::BTreeSet;

/// Functions do not grow beyond so many pieces of code.
const LARGEST: usize = 20_000;

/// The unit with calls expanded, and the functions whose calls were.
pub(crate) fn expand(unit: &Unit, unknown: impl Fn(ObjId) -> bool) -> (Unit, BTreeSet<FnId>) {
    let mut expander = Expander {
        contains: Vec::new(),
        unit: unit.clone(),
        wanted: BTreeSet::new(),
        allocated: allocated(unit),
        expanded: BTreeSet::new(),
        code: Vec::new(),
        labels: Vec::new(),
        scopes: Vec::new(),
        scope: ScopeId::BODY,
    };
    let (order, recursive) = bottom_up(unit);
    for id in order {
        expander.function(id);
        if !recursive.contains(&id) && expander.wants(id, &unknown) {
            expander.wanted.insert(id);
        }
    }
    (expander.unit, expander.expanded)
}

/// The structs that the results of allocations are pointers to.
fn allocated(unit: &Unit) -> BTreeSet<crate::ctype::Ty> {
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
fn bottom_up(unit: &Unit) -> (Vec<FnId>, BTreeSet<FnId>) {
    let callees = |id: FnId| -> Vec<FnId> {
        let mut all = BTreeSet::new();
        for op in unit.function(id).body.iter().flatten() {
            callees_of(unit, op, &mut all);
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

/// The functions that a piece of code calls, or names.
fn callees_of(unit: &Unit, op: &Op, all: &mut BTreeSet<FnId>) {
    let mut ops = vec![op];
    while let Some(op) = ops.pop() {
        let mut todo = roots(&op.kind);
        while let Some(ex) = todo.pop() {
            match &unit.expr(ex).kind {
                Kind::Call(callee, _) | Kind::Function(callee) => drop(all.insert(*callee)),
                Kind::Block(inner, _) => ops.extend(inner.iter()),
                _ => {}
            }
            unit.expr(ex).kind.operands(|operand| todo.push(operand));
        }
    }
}

/// The work in progress: the unit, and the code of the function that is being made.
struct Expander {
    unit: Unit,
    /// For each expression whether something in it is to be taken out.
    contains: Vec<bool>,
    /// The functions whose calls are expanded.
    wanted: BTreeSet<FnId>,
    /// The structs that are allocated somewhere.
    allocated: BTreeSet<crate::ctype::Ty>,
    /// The functions that were called among those whose calls are expanded.
    expanded: BTreeSet<FnId>,
    code: Vec<Op>,
    labels: Vec<LabelInfo>,
    scopes: Vec<crate::typed::Scope>,
    scope: ScopeId,
}

impl Expander {
    /// Whether calls of a function are to be expanded, whose own body has been.
    fn wants(&self, id: FnId, unknown: &impl Fn(ObjId) -> bool) -> bool {
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
        function.params.iter().any(stores) || body.iter().any(|op| self.stores(op, unknown))
    }

    /// Whether code names static objects that hold pointers which nobody can follow, or frees something.
    fn stores(&self, op: &Op, unknown: &impl Fn(ObjId) -> bool) -> bool {
        let unit = &self.unit;
        let mut todo = roots(&op.kind);
        while let Some(ex) = todo.pop() {
            match &unit.expr(ex).kind {
                Kind::Object(object) => {
                    let entry = unit.object(*object);
                    let lasts = matches!(entry.storage, Storage::Static | Storage::Extern);
                    if lasts && (unit.types.holds_pointers(entry.ty) || unknown(*object)) {
                        return true;
                    }
                }
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

    /// Makes the code of a function anew.
    fn function(&mut self, id: FnId) {
        self.mark();
        let Some(body) = self.unit.functions[id.index()].body.take() else { return };
        let entry = &mut self.unit.functions[id.index()];
        (self.labels, self.scopes) = (std::mem::take(&mut entry.labels), std::mem::take(&mut entry.scopes));
        self.code = Vec::with_capacity(body.len());
        for op in &body {
            self.op(op);
        }
        let entry = &mut self.unit.functions[id.index()];
        entry.body = Some(std::mem::take(&mut self.code));
        entry.labels = std::mem::take(&mut self.labels);
        entry.scopes = std::mem::take(&mut self.scopes);
    }

    /// Looks again at what is to be taken out: operands stand in front of what uses them, or were made here.
    fn mark(&mut self) {
        let mut contains = Vec::with_capacity(self.unit.exprs.len());
        for expr in &self.unit.exprs {
            let mut any = match &expr.kind {
                Kind::Block(..) => true,
                Kind::Call(callee, _) => self.wanted.contains(callee),
                _ => false,
            };
            expr.kind.operands(|operand| any |= contains.get(operand.index()).copied().unwrap_or(false));
            contains.push(any);
        }
        self.contains = contains;
    }

    fn inside(&self, ex: Ex) -> bool {
        self.contains.get(ex.index()).copied().unwrap_or(false)
    }

    fn add(&mut self, kind: Kind, like: Ex) -> Ex {
        let (ty, loc) = (self.unit.ty(like), self.unit.expr(like).loc);
        self.make(kind, ty, loc)
    }

    fn make(&mut self, kind: Kind, ty: crate::ctype::Ty, loc: Loc) -> Ex {
        let mut depth = 0;
        kind.operands(|operand| depth = depth.max(self.unit.expr(operand).depth));
        self.unit.exprs.push(Expr { kind, ty, loc, depth: depth + 1 });
        self.contains.push(false);
        Ex(u32::try_from(self.unit.exprs.len() - 1).unwrap_or(u32::MAX))
    }

    fn push(&mut self, kind: OpKind, loc: Loc) {
        self.code.push(Op { kind, loc, scope: self.scope });
    }

    fn label(&mut self) -> Label {
        self.labels.push(LabelInfo { loop_loc: None, name: None });
        Label(u32::try_from(self.labels.len() - 1).unwrap_or(u32::MAX))
    }

    /// A new variable of the block that is being made.
    fn variable(&mut self, name: &str, ty: crate::ctype::Ty, loc: Loc) -> ObjId {
        self.unit.objects.push(Object {
            name: name.to_string(),
            ty,
            loc,
            storage: Storage::Automatic,
            init: None,
            hidden: true,
            constant: false,
            literal: false,
            volatile: false,
            unsupported: None,
        });
        let object = ObjId(u32::try_from(self.unit.objects.len() - 1).unwrap_or(u32::MAX));
        if let Some(scope) = self.scopes.get_mut(self.scope.index()) {
            scope.objects.push(object);
        }
        object
    }

    /// The value of a variable.
    fn value_of(&mut self, object: ObjId, loc: Loc) -> Ex {
        let ty = self.unit.object(object).ty;
        let lvalue = self.make(Kind::Object(object), ty, loc);
        self.make(Kind::Load(lvalue), ty, loc)
    }

    /// Gives a variable a value.
    fn assign(&mut self, object: ObjId, value: Ex, loc: Loc) {
        let ty = self.unit.object(object).ty;
        let lvalue = self.make(Kind::Object(object), ty, loc);
        let change = self.make(Kind::Assign(lvalue, value), ty, loc);
        self.push(OpKind::Eval(change), loc);
    }

    /// Whether an expression is the address of a variable or of a member of it.
    fn is_address(&self, ex: Ex) -> bool {
        let (Kind::Decay(mut at) | Kind::AddressOf(mut at)) = self.unit.expr(ex).kind else { return false };
        loop {
            at = match self.unit.expr(at).kind {
                Kind::Object(_) | Kind::Function(_) => return true,
                Kind::Member(inner, _) => inner,
                _ => return false,
            };
        }
    }

    /// A value in a variable of its own.
    fn spilled(&mut self, ex: Ex) -> Ex {
        let (ty, loc) = (self.unit.ty(ex), self.unit.expr(ex).loc);
        if self.is_address(ex) {
            return ex;
        }
        let scalar = self.unit.types.is_scalar(ty) || self.unit.types.aggregate(ty).is_some();
        if self.unit.constant(ex).is_some() || matches!(self.unit.expr(ex).kind, Kind::Null) || !scalar {
            return ex;
        }
        let object = self.variable("value", ty, loc);
        self.push(OpKind::Declare(object, None), loc);
        self.assign(object, ex, loc);
        self.value_of(object, loc)
    }

    /// Operands that are evaluated one after the other.
    fn all(&mut self, operands: &[Ex]) -> Vec<Ex> {
        let mut made = Vec::new();
        for (at, operand) in operands.iter().enumerate() {
            let later = operands[at + 1..].iter().any(|operand| self.inside(*operand));
            let value = self.hoist(*operand);
            made.push(if later { self.spilled(value) } else { value });
        }
        made
    }

    fn op(&mut self, op: &Op) {
        self.scope = op.scope;
        let loc = op.loc;
        if !roots(&op.kind).iter().any(|ex| self.inside(*ex)) {
            self.code.push(op.clone());
            return;
        }
        let kind = match &op.kind {
            OpKind::Eval(ex) => {
                let value = self.hoist(*ex);
                if matches!(self.unit.expr(value).kind, Kind::Load(_) | Kind::Int(_)) {
                    return;
                }
                OpKind::Eval(value)
            }
            OpKind::Declare(object, Some(init)) => {
                let values: Vec<Ex> = init.parts.iter().map(|(_, value)| *value).collect();
                let values = self.all(&values);
                let parts = init.parts.iter().zip(values).map(|((steps, _), value)| (steps.clone(), value)).collect();
                OpKind::Declare(*object, Some(Init { parts }))
            }
            OpKind::Length(object, ex) => OpKind::Length(*object, self.hoist(*ex)),
            OpKind::Branch(ex, yes, no) => OpKind::Branch(self.hoist(*ex), *yes, *no),
            OpKind::Switch(ex, cases, otherwise) => OpKind::Switch(self.hoist(*ex), cases.clone(), *otherwise),
            OpKind::Return(Some(ex)) => OpKind::Return(Some(self.hoist(*ex))),
            other => other.clone(),
        };
        self.scope = op.scope;
        self.push(kind, loc);
    }

    /// What remains of an expression when calls and blocks in it are put in front.
    fn hoist(&mut self, ex: Ex) -> Ex {
        if !self.inside(ex) {
            return ex;
        }
        let node = self.unit.expr(ex).clone();
        let loc = node.loc;
        match node.kind {
            Kind::Block(ops, value) => {
                let scope = self.scope;
                for op in ops.iter() {
                    self.op(op);
                }
                self.scope = ops.last().map_or(scope, |last| last.scope);
                let lasting = match value {
                    Some(value) if self.lives_on(value) => self.hoist(value),
                    Some(value) => {
                        let value = self.hoist(value);
                        let ty = self.unit.ty(value);
                        if matches!(self.unit.types.get(ty), CType::Void) {
                            self.push(OpKind::Eval(value), loc);
                            self.nothing(loc)
                        } else {
                            let inner = std::mem::replace(&mut self.scope, scope);
                            let result = self.variable("value", ty, loc);
                            self.scope = inner;
                            self.assign(result, value, loc);
                            self.scope = scope;
                            self.value_of(result, loc)
                        }
                    }
                    None => self.nothing(loc),
                };
                self.scope = scope;
                lasting
            }
            Kind::Call(callee, args) => {
                let args = self.all(&args);
                if self.wanted.contains(&callee) && self.fits(callee, args.len()) {
                    return self.inline(callee, &args, node.ty, loc);
                }
                self.add(Kind::Call(callee, args), ex)
            }
            Kind::CallThrough(function, args) => {
                let operands: Vec<Ex> = std::iter::once(function).chain(args).collect();
                let made = self.all(&operands);
                self.add(Kind::CallThrough(made[0], made[1..].to_vec()), ex)
            }
            Kind::And(a, b) | Kind::Or(a, b) => {
                let and = matches!(node.kind, Kind::And(..));
                let result = self.variable("condition", node.ty, loc);
                self.push(OpKind::Declare(result, None), loc);
                let [more, yes, no, end] = [self.label(), self.label(), self.label(), self.label()];
                let a = self.hoist(a);
                let kind = if and { OpKind::Branch(a, more, no) } else { OpKind::Branch(a, yes, more) };
                self.push(kind, loc);
                self.push(OpKind::Label(more), loc);
                let b = self.hoist(b);
                self.push(OpKind::Branch(b, yes, no), loc);
                for (label, value) in [(yes, Int::ONE), (no, Int::ZERO)] {
                    self.push(OpKind::Label(label), loc);
                    let value = self.make(Kind::Int(value), node.ty, loc);
                    self.assign(result, value, loc);
                    self.push(OpKind::Goto(end), loc);
                }
                self.push(OpKind::Label(end), loc);
                self.value_of(result, loc)
            }
            Kind::Conditional(c, Some(a), b) => {
                let void = matches!(self.unit.types.get(node.ty), CType::Void);
                let result = (!void).then(|| self.variable("choice", node.ty, loc));
                if let Some(result) = result {
                    self.push(OpKind::Declare(result, None), loc);
                }
                let [yes, no, end] = [self.label(), self.label(), self.label()];
                let c = self.hoist(c);
                self.push(OpKind::Branch(c, yes, no), loc);
                for (label, value) in [(yes, a), (no, b)] {
                    self.push(OpKind::Label(label), loc);
                    let value = self.hoist(value);
                    match result {
                        Some(result) => self.assign(result, value, loc),
                        None => self.push(OpKind::Eval(value), loc),
                    }
                    self.push(OpKind::Goto(end), loc);
                }
                self.push(OpKind::Label(end), loc);
                match result {
                    Some(result) => self.value_of(result, loc),
                    None => self.nothing(loc),
                }
            }
            Kind::Comma(a, b) => {
                let a = self.hoist(a);
                self.push(OpKind::Eval(a), loc);
                self.hoist(b)
            }
            Kind::Assign(target, value) => {
                // The value first, as in the lowering, unless the target has something to be taken out.
                let target = self.hoist(target);
                let value = self.hoist(value);
                self.add(Kind::Assign(target, value), ex)
            }
            Kind::Update(target, current, value, which) => {
                let target = self.hoist(target);
                let value = self.hoist(value);
                self.add(Kind::Update(target, current, value, which), ex)
            }
            kind => {
                let mut operands = Vec::new();
                kind.operands(|operand| operands.push(operand));
                let made = self.all(&operands);
                let kind = inline::with_operands(&kind, &made);
                self.add(kind, ex)
            }
        }
    }

    /// Whether what a block denotes is an object that outlives it: a compound literal.
    fn lives_on(&self, value: Ex) -> bool {
        matches!(self.unit.expr(value).kind, Kind::Object(_))
    }

    /// A value that nobody looks at.
    fn nothing(&mut self, loc: Loc) -> Ex {
        let int = self.unit.types.plain_int();
        self.make(Kind::Int(Int::ZERO), int, loc)
    }

    /// Whether there is room for a function's code, and it gets what it wants.
    fn fits(&self, callee: FnId, args: usize) -> bool {
        let function = self.unit.function(callee);
        let size = function.body.as_ref().map_or(usize::MAX, Vec::len);
        function.params.len() == args && self.code.len().saturating_add(size) <= LARGEST
    }
}
