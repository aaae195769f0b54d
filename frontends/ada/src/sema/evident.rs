//! Relations that the containers of the tool's library rely on: the formal functions `Equivalent_…` must be
//! equivalences, `"<"` an order, and `Hash` must give the same number for what is equivalent. What a container does
//! with others is open (RM A.18.7, A.18.9), and nothing may be concluded from its text here.
//!
//! They are taken for that where it is evident: both sides compute the same of their own operand, and compare it by a
//! predefined operator; of an order more may follow for operands of which that is equal. Anything else makes an
//! instance one that is not supported.

use super::Sema;
use super::scope::{Entity, ScopeId};
use super::tree::{BinaryOp, Expr, ExprKind, ObjId, Stmt, StmtKind, SubpId, UnaryOp};
use super::types::{Kind, TypeId};
use super::walk::{each_part, expr_mut};
use crate::place::Loc;
use horn_solver::num::Int;

/// Calls nested deeper than this are not looked into.
const DEPTH: u32 = 8;

/// The formal functions of an instance of a generic unit of the library that it relies on.
#[derive(Clone, Debug)]
pub(crate) struct Relations {
    /// What the instance declares.
    pub instance: ScopeId,
    /// The scope of its formals.
    pub formals: ScopeId,
    /// Whether the text looks at elements, and not only at how many there are.
    pub matter: bool,
    /// The instance, if it is a subprogram.
    pub subprogram: Option<SubpId>,
    /// That of the formals of the container that declares the generic unit, if one does.
    pub outer: Option<ScopeId>,
    /// Where the generic unit stands.
    pub loc: Loc,
}

impl Relations {
    /// Those of an instance whose text looks at elements.
    pub fn new(instance: ScopeId, formals: ScopeId, loc: Loc) -> Relations {
        Relations { instance, formals, matter: true, subprogram: None, outer: None, loc }
    }
}

impl Sema<'_> {
    /// Looks at the instances, once all bodies are known.
    pub fn check_relations(&mut self) {
        for relations in std::mem::take(&mut self.relations) {
            // What sorts elements has an order of its own.
            let alike = |outer: ScopeId| {
                self.formal_function(relations.formals, "key").is_none()
                    || self.keys_are_in_order(outer, relations.formals).is_some()
            };
            let holds = self.relations_hold(relations.formals) && relations.outer.is_none_or(alike);
            if holds || !relations.matter {
                continue;
            }
            let scope = &self.scopes[relations.instance];
            let entries = scope.order.iter().filter_map(|symbol| scope.names.get(symbol)).flatten();
            let subprograms = entries.filter_map(|entry| match entry.entity {
                Entity::Subprogram(subp) => Some(subp),
                _ => None,
            });
            let (mut what, loc) = (None, relations.loc);
            let own = match relations.subprogram {
                Some(own) => vec![own],
                None => subprograms.collect(),
            };
            for owner in own {
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

    /// A formal function by its name.
    pub(super) fn formal_function(&self, formals: ScopeId, name: &str) -> Option<SubpId> {
        match self.scopes[formals].names.get(&self.names.find(name)?)?.last()?.entity {
            Entity::Subprogram(subp) => Some(subp),
            _ => None,
        }
    }

    /// Whether an order of keys is the order of the elements that have them: nothing if that is not evident.
    fn keys_are_in_order(&self, elements: ScopeId, keys: ScopeId) -> Option<()> {
        let only_comparison = |relation: SubpId| {
            let params = self.tree.subprogram(relation).params.clone();
            let [left, right] = params.as_slice() else { return None };
            self.compared_sides(&self.expanded(&self.result_of(relation)?, 0)?, (*left, *right))
        };
        let (op, by) = only_comparison(self.formal_function(elements, "\"<\"")?)?;
        let (key_op, mut key_by) = only_comparison(self.formal_function(keys, "\"<\"")?)?;
        let key = self.formal_function(keys, "key")?;
        let [element] = self.tree.subprogram(key).params.as_slice() else { return None };
        let key = renamed(&self.expanded(&self.result_of(key)?, 0)?, *element);
        expr_mut(&mut key_by, &mut |inner| {
            if inner.kind == ExprKind::Result {
                inner.kind = key.kind.clone();
            }
        });
        (op == key_op && same(&by, &key_by)).then_some(())
    }

    pub(super) fn relations_hold(&self, formals: ScopeId) -> bool {
        let formal = |name: &str| self.formal_function(formals, name);
        let equivalence = formal("equivalent_elements").or_else(|| formal("equivalent_keys"));
        let (order, hash, less) = (formal("\"<\""), formal("hash"), formal("less"));
        if less.is_some_and(|less| self.is_transitive(less).is_none()) {
            return false;
        }
        if order.is_some_and(|order| self.is_order(order).is_none()) {
            return false;
        }
        let Some(equivalence) = equivalence else { return hash.is_none() };
        if hash.is_none() && self.is_equality_of_order(equivalence).is_some() {
            return true;
        }
        let Some(parts) = self.mirrored(equivalence) else { return false };
        hash.is_none_or(|hash| self.depends_on(hash, &parts))
    }

    /// Whether a function is a strict weak order; nothing if that is not evident.
    fn is_order(&self, relation: SubpId) -> Option<()> {
        let params = self.tree.subprogram(relation).params.clone();
        let [left, right] = params.as_slice() else { return None };
        self.orders(&self.expanded(&self.result_of(relation)?, 0)?, (*left, *right))
    }

    /// Whether a relation is transitive; nothing if that is not evident.
    fn is_transitive(&self, relation: SubpId) -> Option<()> {
        let params = self.tree.subprogram(relation).params.clone();
        let [left, right] = params.as_slice() else { return None };
        match self.expanded(&self.result_of(relation)?, 0)?.kind {
            ExprKind::Binary(BinaryOp::Le | BinaryOp::Ge, a, b) if self.tree.types.is_scalar(a.ty) => {
                mirror(&a, &b, (*left, *right)).map(|_| ())
            }
            _ => self.is_order(relation),
        }
    }

    /// Whether an equivalence says of its operands that none of them is less than the other one.
    fn is_equality_of_order(&self, equivalence: SubpId) -> Option<()> {
        let params = self.tree.subprogram(equivalence).params.clone();
        let [left, right] = params.as_slice() else { return None };
        let value = self.result_of(equivalence)?;
        let ExprKind::Binary(BinaryOp::And | BinaryOp::AndThen, a, b) = value.kind else { return None };
        // What is less, and how: by a function, or by a predefined operator.
        let less = |part: Expr, operands: (ObjId, ObjId)| {
            let ExprKind::Unary(UnaryOp::Not, inner) = part.kind else { return None };
            match &inner.kind {
                ExprKind::Call(order, arguments) => {
                    let [first, second] = arguments.as_slice() else { return None };
                    let of = ExprKind::Object;
                    let fits = first.kind == of(operands.0) && second.kind == of(operands.1);
                    fits.then(|| self.is_order(*order)).flatten().map(|()| Some(*order))
                }
                ExprKind::Binary(BinaryOp::Lt, a, _) if a.kind == ExprKind::Object(operands.0) => {
                    self.orders(&inner, operands).map(|()| None)
                }
                _ => None,
            }
        };
        (less(*a, (*left, *right))? == less(*b, (*right, *left))?).then_some(())
    }

    /// The same of its expression: one thing that is computed of each operand decides, or others where it is equal.
    fn orders(&self, part: &Expr, operands: (ObjId, ObjId)) -> Option<()> {
        let yes = |value: &Expr, wanted: i64| value.as_int() == Some(&Int::from(wanted));
        match &part.kind {
            ExprKind::Qualified(inner) => self.orders(inner, operands),
            ExprKind::Binary(BinaryOp::Lt | BinaryOp::Gt, ..) => self.compared_sides(part, operands).map(|_| ()),
            ExprKind::Binary(BinaryOp::Or | BinaryOp::OrElse, a, b) => {
                // `L.X < R.X or (L.X = R.X and …)`
                let behind = |first: &Expr, rest: &Expr| {
                    let ExprKind::Binary(BinaryOp::And | BinaryOp::AndThen, equal, more) = &rest.kind else {
                        return None;
                    };
                    let (op, by) = self.compared_sides(first, operands)?;
                    let (equal, same_by) = self.compared_sides(equal, operands)?;
                    let fits =
                        matches!(op, BinaryOp::Lt | BinaryOp::Gt) && equal == BinaryOp::Eq && same(&by, &same_by);
                    fits.then(|| self.orders(more, operands)).flatten()
                };
                behind(a, b).or_else(|| behind(b, a))
            }
            ExprKind::If(branches, otherwise) => {
                let ((condition, value), rest) = branches.split_first()?;
                let rest = match rest {
                    [] => (**otherwise).clone(),
                    rest => Expr { kind: ExprKind::If(rest.to_vec(), otherwise.clone()), ..part.clone() },
                };
                let (op, by) = self.compared_sides(condition, operands)?;
                let decides = |value: &Expr| {
                    let (op, other) = self.compared_sides(value, operands)?;
                    (matches!(op, BinaryOp::Lt | BinaryOp::Gt) && same(&by, &other)).then_some(())
                };
                match op {
                    BinaryOp::Ne => decides(value).and_then(|()| self.orders(&rest, operands)),
                    BinaryOp::Eq => decides(&rest).and_then(|()| self.orders(value, operands)),
                    // `if L.X < R.X then True elsif L.X > R.X then False else …`
                    _ => {
                        let ExprKind::If(others, otherwise) = &rest.kind else { return None };
                        let [(opposite, other)] = others.as_slice() else { return None };
                        let (turned, other_by) = self.compared_sides(opposite, operands)?;
                        let turns = turned != op && matches!(turned, BinaryOp::Lt | BinaryOp::Gt);
                        let values = yes(value, 1) && yes(other, 0) || yes(value, 0) && yes(other, 1);
                        (turns && values && same(&by, &other_by)).then(|| self.orders(otherwise, operands)).flatten()
                    }
                }
            }
            _ => None,
        }
    }

    /// How something that is computed of the left operand is compared with the same of the right one, by a predefined
    /// operator of a scalar type or of arrays of discrete values.
    fn compared_sides(&self, part: &Expr, operands: (ObjId, ObjId)) -> Option<(BinaryOp, Expr)> {
        let ExprKind::Binary(op, a, b) = &part.kind else { return None };
        let types = &self.tree.types;
        let fits = match types.kind(a.ty) {
            Kind::Array { element, .. } => types.is_discrete(*element),
            _ => types.is_scalar(a.ty),
        };
        let ordered = matches!(op, BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Eq | BinaryOp::Ne);
        if !fits || !ordered || types.equality(a.ty).is_some() || !types.equalities_inside(a.ty).is_empty() {
            return None;
        }
        let (by, turned) = mirror(a, b, operands)?;
        let op = match op {
            BinaryOp::Lt if turned => BinaryOp::Gt,
            BinaryOp::Gt if turned => BinaryOp::Lt,
            _ => *op,
        };
        Some((op, by))
    }

    /// What an equality computes of its left operand and compares, over an operand that is written as a result.
    pub(super) fn mirrored(&self, relation: SubpId) -> Option<Vec<Expr>> {
        let params = self.tree.subprogram(relation).params.clone();
        let [left, right] = params.as_slice() else { return None };
        let mut todo = vec![(self.expanded(&self.result_of(relation)?, 0)?, 0)];
        let mut found = Vec::new();
        while let Some((part, nested)) = todo.pop() {
            match part.kind {
                ExprKind::Binary(BinaryOp::And | BinaryOp::AndThen, a, b) => {
                    todo.extend([(*a, nested), (*b, nested)]);
                }
                ExprKind::Qualified(inner) => todo.push((*inner, nested)),
                ExprKind::Binary(BinaryOp::Eq, a, b) if self.tree.types.equality(a.ty).is_some() => {
                    // The equality of the program, which is called without being named.
                    let function = self.tree.types.equality(a.ty).filter(|_| nested < DEPTH)?;
                    let call = Expr { kind: ExprKind::Call(function, vec![*a, *b]), ty: part.ty, loc: part.loc };
                    todo.push((self.expanded(&call, nested)?, nested + 1));
                }
                ExprKind::Binary(BinaryOp::Eq, a, b) => {
                    if !self.compared_plainly(a.ty) {
                        return None;
                    }
                    found.push(mirror(&a, &b, (*left, *right))?.0);
                }
                _ => return None,
            }
        }
        Some(found)
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
        if entry.imported && entry.name.eq_ignore_ascii_case("Ada.Strings.Hash") {
            // Of the string, bounds aside, as its equality.
            return parts.iter().any(|part| part.kind == ExprKind::Result);
        }
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
        let Some(body) = self.result_of(function).and_then(|body| self.expanded(&body, 0)) else { return false };
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

    /// The expression that a function gives, if its body does nothing else, on each way through it.
    fn result_of(&self, function: SubpId) -> Option<Expr> {
        let body = self.tree.subprogram(function).body.as_ref()?;
        let plain = body.declarations.is_empty() && body.handlers.is_empty();
        plain.then(|| returned(&body.statements)).flatten()
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
        let mut body = self.expanded(&self.result_of(*function)?, nested + 1)?;
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

/// What statements return that do nothing else.
fn returned(stmts: &[Stmt]) -> Option<Expr> {
    let (first, rest) = stmts.split_first()?;
    match &first.kind {
        StmtKind::Return(value) => value.clone(),
        StmtKind::If(branches, otherwise) => {
            let values: Option<Vec<(Expr, Expr)>> =
                branches.iter().map(|(condition, body)| Some((condition.clone(), returned(body)?))).collect();
            let otherwise = returned(if otherwise.is_empty() { rest } else { otherwise })?;
            let (ty, loc) = (otherwise.ty, first.loc);
            Some(Expr { kind: ExprKind::If(values?, Box::new(otherwise)), ty, loc })
        }
        _ => None,
    }
}

/// What each side of a comparison computes of an operand of its own, if that is the same, and whether the left side is
/// about the right operand.
fn mirror(a: &Expr, b: &Expr, (left, right): (ObjId, ObjId)) -> Option<(Expr, bool)> {
    let turned = !only_about(a, left) || !only_about(b, right);
    let (of_a, of_b) = if turned { (right, left) } else { (left, right) };
    let fits = only_about(a, of_a) && only_about(b, of_b);
    let by = renamed(a, of_a);
    (fits && same(&by, &renamed(b, of_b))).then_some((by, turned))
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
        ExprKind::Builtin(super::tree::Builtin::Pos | super::tree::Builtin::Length(_), inner) => {
            inner.iter().all(|inner| only_about(inner, operand))
        }
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
