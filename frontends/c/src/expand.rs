//! Typed trees without calls that the lowering cannot take as calls, and without blocks inside of expressions.
//!
//! Memory layer M0 copies objects in and out of calls, so that pointers that functions return, or that are kept in
//! structs and arrays which functions get, would lose what they point to. Such functions are put in the place of their
//! calls: a call becomes declarations of the parameters, the body with names of its own, and a variable for the result.
//! Functions that call themselves stay, and the lowering refuses what it cannot follow there. Short functions that do
//! nothing but choose between integers (the least, the greatest, one within bounds) are put in place, too: what relates
//! their results to their arguments is then known without a summary.
//!
//! Where a call or a block inside of an expression is taken out, the operands in front of it are evaluated into
//! variables first, and `&&`, `||` and `?:` around it become jumps: the order stays that of the text.

mod graph;
mod inline;
mod order;

use crate::ctype::CType;
use crate::typed::{
    Bin, Ex, Expr, FnId, Init, Kind, Label, LabelInfo, ObjId, Object, Op, OpKind, ScopeId, Storage, Unit,
};
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
        addressed: graph::addressed(unit),
        allocated: graph::allocated(unit),
        reachable: order::reachable(unit),
        expanded: BTreeSet::new(),
        code: Vec::new(),
        labels: Vec::new(),
        scopes: Vec::new(),
        scope: ScopeId::BODY,
    };
    let (order, recursive) = graph::bottom_up(unit);
    for id in order {
        expander.function(id);
        if !recursive.contains(&id) && expander.wants(id, &unknown) {
            expander.wanted.insert(id);
        }
    }
    (expander.unit, expander.expanded)
}

/// The work in progress: the unit, and the code of the function that is being made.
struct Expander {
    unit: Unit,
    /// For each expression whether something in it is to be taken out.
    contains: Vec<bool>,
    /// The functions whose calls are expanded.
    wanted: BTreeSet<FnId>,
    /// The functions whose addresses are taken.
    addressed: BTreeSet<FnId>,
    /// The variables whose addresses are taken.
    reachable: BTreeSet<ObjId>,
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
                Kind::CallThrough(function, ..) => !self.candidates(*function).is_empty(),
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

    /// Whether a value is made of the one that an update changes, which is read at the update.
    fn is_current(&self, ex: Ex) -> bool {
        let mut todo = vec![ex];
        while let Some(ex) = todo.pop() {
            let kind = &self.unit.expr(ex).kind;
            if matches!(kind, Kind::Current) {
                return true;
            }
            // An update inside has a value of its own.
            if !matches!(kind, Kind::Update(..)) {
                kind.operands(|operand| todo.push(operand));
            }
        }
        false
    }

    /// A value in a variable of its own.
    fn spilled(&mut self, ex: Ex) -> Ex {
        let (ty, loc) = (self.unit.ty(ex), self.unit.expr(ex).loc);
        if self.is_address(ex) || self.is_current(ex) {
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
        if !op.kind.roots().iter().any(|ex| self.inside(*ex)) {
            self.code.push(op.clone());
            return;
        }
        let order = order::Order { unit: &self.unit, reachable: &self.reachable };
        if op.kind.roots().iter().any(|ex| self.inside(*ex) && order.is_open(*ex)) {
            let what = "an object that is changed twice, or changed and used, without an order";
            self.push(OpKind::Unsupported(what.into()), loc);
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
            Kind::CallThrough(function, args, done) => {
                let operands: Vec<Ex> = std::iter::once(function).chain(args).collect();
                let made = self.all(&operands);
                let wanted = self.candidates(function);
                if wanted.is_empty() {
                    return self.add(Kind::CallThrough(made[0], made[1..].to_vec(), done), ex);
                }
                self.chosen(ex, &made, &wanted)
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

    /// The functions whose calls are expanded among those that a pointer may point to.
    fn candidates(&self, function: Ex) -> Vec<FnId> {
        let ty = self.unit.types.function_pointee(self.unit.ty(function));
        let fits = |id: &&FnId| {
            self.wanted.contains(id)
                && self.addressed.contains(id)
                && ty.is_some_and(|ty| self.unit.types.compatible(self.unit.function(**id).ty, ty))
        };
        self.wanted.iter().filter(fits).copied().collect()
    }

    /// A call through a pointer: a branch for each of these functions, whose calls are expanded.
    fn chosen(&mut self, call: Ex, made: &[Ex], wanted: &[FnId]) -> Ex {
        let node = self.unit.expr(call).clone();
        let (ty, loc) = (node.ty, node.loc);
        let void = matches!(self.unit.types.get(ty), CType::Void);
        let values: Vec<Ex> = made.iter().map(|value| self.spilled(*value)).collect();
        let result = (!void).then(|| self.variable("result", ty, loc));
        if let Some(result) = result {
            self.push(OpKind::Declare(result, None), loc);
        }
        let (end, int) = (self.label(), self.unit.types.plain_int());
        let pointer = self.unit.ty(values[0]);
        for id in wanted.iter().filter(|id| self.fits(**id, values.len() - 1)).copied().collect::<Vec<_>>() {
            let named = self.make(Kind::Function(id), self.unit.function(id).ty, loc);
            let named = self.make(Kind::AddressOf(named), pointer, loc);
            let here = self.make(Kind::PtrCompare(Bin::Eq, values[0], named), int, loc);
            let [yes, no] = [self.label(), self.label()];
            self.push(OpKind::Branch(here, yes, no), loc);
            self.push(OpKind::Label(yes), loc);
            let value = self.inline(id, &values[1..], ty, loc);
            if let Some(result) = result {
                self.assign(result, value, loc);
            }
            self.push(OpKind::Goto(end), loc);
            self.push(OpKind::Label(no), loc);
        }
        let other = self.make(Kind::CallThrough(values[0], values[1..].to_vec(), wanted.into()), ty, loc);
        match result {
            Some(result) => self.assign(result, other, loc),
            None => self.push(OpKind::Eval(other), loc),
        }
        self.push(OpKind::Label(end), loc);
        match result {
            Some(result) => self.value_of(result, loc),
            None => self.nothing(loc),
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
