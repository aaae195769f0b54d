//! Relations that the containers of the tool's library rely on: the formal functions `Equivalent_…` must be
//! equivalences, `"<"` an order, and `Hash` must give the same number for what is equivalent. What a container does
//! with others is open (RM A.18.7, A.18.9), and nothing may be concluded from its text here.
//!
//! They are taken for that where it is evident: both sides compute the same of their own operand, and compare it by a
//! predefined operator. Anything else makes an instance one that is not supported.

use super::Sema;
use super::scope::{Entity, ScopeId};
use super::tree::{BinaryOp, Expr, ExprKind, ObjId, StmtKind, SubpId};
use super::types::{Kind, TypeId};
use super::walk::{each_part, expr_mut};
use crate::place::Loc;

/// Calls nested deeper than this are not looked into.
const DEPTH: u32 = 8;

/// The formal functions of an instance of a generic unit of the library that it relies on.
#[derive(Clone, Debug)]
pub(crate) struct Relations {
    /// What the instance declares.
    pub instance: ScopeId,
    /// The scope of its formals.
    pub formals: ScopeId,
    /// Where the generic unit stands.
    pub loc: Loc,
}

impl Sema<'_> {
    /// Looks at the instances, once all bodies are known.
    pub fn check_relations(&mut self) {
        for relations in std::mem::take(&mut self.relations) {
            if self.relations_hold(relations.formals) {
                continue;
            }
            let scope = &self.scopes[relations.instance];
            let entries = scope.order.iter().filter_map(|symbol| scope.names.get(symbol)).flatten();
            let subprograms = entries.filter_map(|entry| match entry.entity {
                Entity::Subprogram(subp) => Some(subp),
                _ => None,
            });
            let (mut what, loc) = (None, relations.loc);
            for owner in subprograms.collect::<Vec<_>>() {
                // One message for all of them.
                if let Some(what) = &what {
                    self.tree.subprogram_mut(owner).unsupported.get_or_insert((loc, String::clone(what)));
                    continue;
                }
                let why = what.insert("container whose equivalence, order or hash is not evident (RM A.18)".into());
                let (why, outer) = (why.clone(), std::mem::replace(&mut self.owner, owner));
                self.apart(|sema| sema.reject_at(loc, why));
                self.owner = outer;
            }
        }
    }

    /// Whether an instance of a generic unit of the library declares such a name; what is not known of it.
    pub fn open_instance_of(&mut self, name: &str) -> Option<std::rc::Rc<str>> {
        let symbol = self.names.fold(name);
        let instances = self.relations.iter().map(|relations| &self.scopes[relations.instance]);
        instances.filter(|scope| scope.names.contains_key(&symbol)).find_map(|scope| scope.open.clone())
    }

    /// How the names of what instances of units of the library declare begin.
    pub fn library_instances(&self) -> impl Iterator<Item = &str> {
        self.relations.iter().map(|relations| &*self.scopes[relations.instance].prefix)
    }

    /// Whether the text under analysis is an instance of a generic unit of the library.
    pub fn in_library_instance(&self) -> bool {
        self.scopes.generic.as_ref().is_some_and(|inside| {
            let generic = &self.generics[inside.generic.0 as usize];
            generic.library && crate::library::has(&generic.name)
        })
    }

    fn relations_hold(&mut self, formals: ScopeId) -> bool {
        let mut formal = |name: &str| {
            let symbol = self.names.fold(name);
            match self.scopes[formals].names.get(&symbol)?.last()?.entity {
                Entity::Subprogram(subp) => Some(subp),
                _ => None,
            }
        };
        let equivalence = formal("equivalent_elements").or_else(|| formal("equivalent_keys"));
        let (order, hash) = (formal("\"<\""), formal("hash"));
        if order.is_some_and(|order| self.mirrored(order, false).is_none()) {
            return false;
        }
        let Some(equivalence) = equivalence else { return hash.is_none() };
        let Some(parts) = self.mirrored(equivalence, true) else { return false };
        hash.is_none_or(|hash| self.depends_on(hash, &parts))
    }

    /// What a relation computes of its left operand, over an operand that is written as parameter 0: of equalities all
    /// that it compares, of an order the one thing.
    fn mirrored(&self, relation: SubpId, equality: bool) -> Option<Vec<Expr>> {
        let params = self.tree.subprogram(relation).params.clone();
        let [left, right] = params.as_slice() else { return None };
        let mut todo = vec![(self.expanded(self.result_of(relation)?, 0)?, 0)];
        let mut found = Vec::new();
        while let Some((part, nested)) = todo.pop() {
            match part.kind {
                ExprKind::Binary(BinaryOp::And | BinaryOp::AndThen, a, b) if equality => {
                    todo.extend([(*a, nested), (*b, nested)]);
                }
                ExprKind::Qualified(inner) => todo.push((*inner, nested)),
                ExprKind::Binary(BinaryOp::Eq, a, b) if self.tree.types.equality(a.ty).is_some() => {
                    // The equality of the program, which is called without being named.
                    let function = self.tree.types.equality(a.ty).filter(|_| nested < DEPTH)?;
                    let call = Expr { kind: ExprKind::Call(function, vec![*a, *b]), ty: part.ty, loc: part.loc };
                    todo.push((self.expanded(&call, nested)?, nested + 1));
                }
                ExprKind::Binary(op, a, b) => {
                    let fits = match op {
                        BinaryOp::Eq => equality && self.compared_plainly(a.ty),
                        BinaryOp::Lt | BinaryOp::Gt => !equality && self.tree.types.is_scalar(a.ty),
                        _ => false,
                    };
                    let (a, b) = match (only_about(&a, *left), only_about(&b, *right)) {
                        (true, true) => (a, b),
                        _ if only_about(&a, *right) && only_about(&b, *left) => (b, a),
                        _ => return None,
                    };
                    if !fits || !same(&renamed(&a, *left), &renamed(&b, *right)) {
                        return None;
                    }
                    found.push(renamed(&a, *left));
                }
                _ => return None,
            }
        }
        (equality || found.len() == 1).then_some(found)
    }

    /// Whether `=` of a type is predefined and compares values bit by bit.
    fn compared_plainly(&self, ty: TypeId) -> bool {
        let types = &self.tree.types;
        match types.kind(ty) {
            _ if !types.equalities_inside(ty).is_empty() => false,
            Kind::Array { element, .. } => types.is_discrete(*element),
            Kind::Record(record) => {
                !types.has_tag(ty) && record.components.iter().all(|component| types.is_discrete(component.ty))
            }
            _ => types.is_discrete(ty),
        }
    }

    /// Whether a function computes its result from these parts of its parameter alone.
    fn depends_on(&self, function: SubpId, parts: &[Expr]) -> bool {
        let params = self.tree.subprogram(function).params.clone();
        let [param] = params.as_slice() else { return false };
        let entry = self.tree.subprogram(function);
        if entry.imported && entry.name.eq_ignore_ascii_case("Ada.Strings.Unbounded.Hash") {
            // Of the text, which the equality of unbounded strings compares.
            let text = |part: &Expr| match &part.kind {
                ExprKind::Field(content, _) => {
                    matches!(&content.kind, ExprKind::Field(key, _) if key.kind == ExprKind::Result)
                }
                _ => false,
            };
            return parts.iter().any(text);
        }
        let Some(body) = self.result_of(function).and_then(|body| self.expanded(body, 0)) else { return false };
        let body = renamed(&body, *param);
        let mut todo = vec![&body];
        while let Some(part) = todo.pop() {
            if parts.iter().any(|known| same(known, part)) {
                continue;
            }
            match &part.kind {
                ExprKind::Int(_) => {}
                ExprKind::Field(..)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Convert(_)
                | ExprKind::Qualified(_)
                | ExprKind::Builtin(super::tree::Builtin::Pos | super::tree::Builtin::Mod, _) => {
                    each_part(part, &mut |inner| todo.push(inner));
                }
                _ => return false,
            }
        }
        true
    }

    /// The expression that a function gives, if its body is nothing else.
    fn result_of(&self, function: SubpId) -> Option<&Expr> {
        let body = self.tree.subprogram(function).body.as_ref()?;
        match (body.declarations.as_slice(), body.statements.as_slice(), body.handlers.as_slice()) {
            ([], [stmt], []) => match &stmt.kind {
                StmtKind::Return(Some(value)) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// An expression with the bodies of the functions that it calls.
    fn expanded(&self, expr: &Expr, nested: u32) -> Option<Expr> {
        if nested > DEPTH {
            return None;
        }
        let ExprKind::Call(function, arguments) = &expr.kind else {
            let mut result = expr.clone();
            let mut fine = true;
            if let ExprKind::Binary(_, a, b) = &mut result.kind {
                for part in [a, b] {
                    match self.expanded(part, nested + 1) {
                        Some(value) => **part = value,
                        None => fine = false,
                    }
                }
            }
            return fine.then_some(result);
        };
        let params = self.tree.subprogram(*function).params.clone();
        let mut body = self.expanded(self.result_of(*function)?, nested + 1)?;
        if params.len() != arguments.len() {
            return None;
        }
        expr_mut(&mut body, &mut |inner| {
            if let ExprKind::Object(object) = inner.kind
                && let Some(at) = params.iter().position(|param| *param == object)
            {
                inner.kind = arguments[at].kind.clone();
            }
        });
        Some(body)
    }
}

/// The expression about an operand, with the operand as one that is the same for all.
fn renamed(expr: &Expr, operand: ObjId) -> Expr {
    let mut result = expr.clone();
    expr_mut(&mut result, &mut |inner| {
        if inner.kind == ExprKind::Object(operand) {
            inner.kind = ExprKind::Result;
        }
    });
    result
}

/// Whether an expression computes something of an operand, and of nothing else.
fn only_about(expr: &Expr, operand: ObjId) -> bool {
    match &expr.kind {
        ExprKind::Object(object) => *object == operand,
        ExprKind::Field(inner, _) | ExprKind::Convert(inner) | ExprKind::Qualified(inner) => only_about(inner, operand),
        ExprKind::Builtin(super::tree::Builtin::Pos, inner) => inner.iter().all(|inner| only_about(inner, operand)),
        _ => false,
    }
}

/// Whether two expressions about an operand are the same, wherever they stand.
fn same(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Result, ExprKind::Result) => true,
        (ExprKind::Field(a, at), ExprKind::Field(b, other)) => at == other && same(a, b),
        (ExprKind::Convert(inner), ExprKind::Convert(other)) => a.ty == b.ty && same(inner, other),
        // A qualification changes nothing.
        (ExprKind::Qualified(inner), _) => same(inner, b),
        (_, ExprKind::Qualified(inner)) => same(a, inner),
        (ExprKind::Builtin(one, a), ExprKind::Builtin(two, b)) => {
            one == two && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        _ => false,
    }
}
