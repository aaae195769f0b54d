//! A function's body in the place of a call: with objects, labels and blocks of its own, each time anew.

use super::Expander;
use crate::ctype::Ty;
use crate::typed::{Ex, FnId, Init, Kind, Label, ObjId, Op, OpKind, Scope, ScopeId, Storage};
use horn_frontend::ir::Loc;
use std::collections::BTreeMap;

/// What stands for the function's own names.
struct Names {
    objects: BTreeMap<ObjId, ObjId>,
    exprs: BTreeMap<Ex, Ex>,
    /// The first of the new labels and blocks.
    label: u32,
    scope: u32,
    /// Where a `return` leads to.
    end: Label,
    result: Option<ObjId>,
}

impl Expander {
    /// Puts a body here; the value of the call.
    pub(super) fn inline(&mut self, callee: FnId, args: &[Ex], ty: Ty, loc: Loc) -> Ex {
        self.expanded.insert(callee);
        let function = self.unit.function(callee).clone();
        let void = matches!(self.unit.types.get(ty), crate::ctype::CType::Void);
        let result = (!void).then(|| self.variable(&format!("{} result", function.name), ty, loc));
        if let Some(result) = result {
            self.push(OpKind::Declare(result, None), loc);
        }
        let outer = self.scope;
        let scope = u32::try_from(self.scopes.len()).unwrap_or(u32::MAX);
        let end = self.label();
        let label = u32::try_from(self.labels.len()).unwrap_or(u32::MAX);
        self.labels.extend(function.labels.iter().cloned());
        let mut names = Names { objects: BTreeMap::new(), exprs: BTreeMap::new(), label, scope, end, result };
        for inner in &function.scopes {
            let around = inner.outer.map_or(outer, |at| ScopeId(at.0 + scope));
            self.scopes.push(Scope { outer: Some(around), objects: Vec::new() });
        }
        for (at, inner) in function.scopes.iter().enumerate() {
            let objects = inner.objects.iter().map(|object| self.own(&mut names, *object)).collect();
            self.scopes[scope as usize + at].objects = objects;
        }
        self.scope = ScopeId(scope);
        for (param, arg) in function.params.iter().zip(args) {
            let own = self.own(&mut names, *param);
            if let Some(scope) = self.scopes.get_mut(scope as usize) {
                scope.objects.push(own);
            }
            self.push(OpKind::Declare(own, Some(Init { parts: vec![(Vec::new(), *arg)] })), loc);
        }
        for op in function.body.iter().flatten() {
            self.copy(&mut names, op);
        }
        self.scope = outer;
        self.push(OpKind::Label(end), loc);
        match result {
            Some(result) => self.value_of(result, loc),
            None => self.nothing(loc),
        }
    }

    fn own(&mut self, names: &mut Names, object: ObjId) -> ObjId {
        let entry = self.unit.object(object);
        if matches!(entry.storage, Storage::Static | Storage::Extern) {
            return object;
        }
        if let Some(known) = names.objects.get(&object) {
            return *known;
        }
        let mut entry = entry.clone();
        entry.storage = Storage::Automatic;
        self.unit.objects.push(entry);
        let own = ObjId(u32::try_from(self.unit.objects.len() - 1).unwrap_or(u32::MAX));
        names.objects.insert(object, own);
        own
    }

    fn copy(&mut self, names: &mut Names, op: &Op) {
        let to = |label: &Label| Label(label.0 + names.label);
        self.scope = ScopeId(op.scope.0 + names.scope);
        let loc = op.loc;
        let kind = match &op.kind {
            OpKind::Label(label) => OpKind::Label(to(label)),
            OpKind::Goto(label) => OpKind::Goto(to(label)),
            OpKind::Branch(ex, yes, no) => {
                let (yes, no) = (to(yes), to(no));
                OpKind::Branch(self.again(names, *ex), yes, no)
            }
            OpKind::Switch(ex, cases, otherwise) => {
                let cases = cases.iter().map(|(low, high, label)| (low.clone(), high.clone(), to(label))).collect();
                let otherwise = to(otherwise);
                OpKind::Switch(self.again(names, *ex), cases, otherwise)
            }
            OpKind::Eval(ex) => OpKind::Eval(self.again(names, *ex)),
            OpKind::Length(object, ex) => OpKind::Length(*object, *ex),
            OpKind::Declare(object, init) => {
                let init = init.as_ref().map(|init| Init {
                    parts: init.parts.iter().map(|(steps, value)| (steps.clone(), self.again(names, *value))).collect(),
                });
                OpKind::Declare(self.own(names, *object), init)
            }
            OpKind::Return(value) => {
                if let (Some(value), Some(result)) = (value, names.result) {
                    let value = self.again(names, *value);
                    self.assign(result, value, loc);
                }
                OpKind::Goto(names.end)
            }
            OpKind::Unsupported(what) => OpKind::Unsupported(what.clone()),
        };
        self.push(kind, loc);
    }

    /// An expression with the names of this call.
    fn again(&mut self, names: &mut Names, ex: Ex) -> Ex {
        let mut stack = vec![(ex, false)];
        while let Some((at, ready)) = stack.pop() {
            if names.exprs.contains_key(&at) {
                continue;
            }
            let mut operands = Vec::new();
            self.unit.expr(at).kind.operands(|operand| operands.push(operand));
            if !ready {
                stack.push((at, true));
                stack.extend(operands.into_iter().map(|operand| (operand, false)));
                continue;
            }
            let made: Vec<Ex> = operands.iter().map(|operand| names.exprs[operand]).collect();
            let kind = match self.unit.expr(at).kind.clone() {
                Kind::Object(object) => Kind::Object(self.own(names, object)),
                kind => with_operands(&kind, &made),
            };
            let copy = self.add(kind, at);
            names.exprs.insert(at, copy);
        }
        names.exprs[&ex]
    }
}

/// A kind with other operands, in the order of [`Kind::operands`].
pub(super) fn with_operands(kind: &Kind, made: &[Ex]) -> Kind {
    use Kind::*;
    match (kind, made) {
        (Deref(_), [a]) => Deref(*a),
        (Member(_, member), [a]) => Member(*a, *member),
        (Load(_), [a]) => Load(*a),
        (Decay(_), [a]) => Decay(*a),
        (AddressOf(_), [a]) => AddressOf(*a),
        (Convert(_), [a]) => Convert(*a),
        (Neg(_), [a]) => Neg(*a),
        (BitNot(_), [a]) => BitNot(*a),
        (Not(_), [a]) => Not(*a),
        (Assert(_, text), [a]) => Assert(*a, text.clone()),
        (Binary(op, ..), [a, b]) => Binary(*op, *a, *b),
        (PtrAdd(_, _, sign), [a, b]) => PtrAdd(*a, *b, *sign),
        (PtrDiff(..), [a, b]) => PtrDiff(*a, *b),
        (PtrCompare(op, ..), [a, b]) => PtrCompare(*op, *a, *b),
        (And(..), [a, b]) => And(*a, *b),
        (Or(..), [a, b]) => Or(*a, *b),
        (Comma(..), [a, b]) => Comma(*a, *b),
        (Assign(..), [a, b]) => Assign(*a, *b),
        (Conditional(_, Some(_), _), [c, a, b]) => Conditional(*c, Some(*a), *b),
        (Conditional(_, None, _), [c, b]) => Conditional(*c, None, *b),
        (Update(_, _, _, which), [target, current, value]) => Update(*target, *current, *value, *which),
        (Call(callee, _), made) => Call(*callee, made.to_vec()),
        (CallThrough(_, _, done), [function, args @ ..]) => CallThrough(*function, args.to_vec(), done.clone()),
        _ => kind.clone(),
    }
}
