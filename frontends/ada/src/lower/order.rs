//! The order of evaluation (RM 1.1.4 (18)): operands and actual parameters are evaluated in an order that the language
//! leaves open, and GNAT's differs from place to place. Where it makes a difference for two or three of them, each
//! order is a way that a run may take; where that cannot be said the subprogram is not analysed.

use super::Refusal;
use super::effects::{self, Effects, root};
use super::failing::{self, Raised};
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{Expr, ExprKind, ObjId, ObjectKind, Tree};
use horn_frontend::ir::{ExprId, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// What the evaluation of an expression does to variables.
struct Uses {
    /// It names them itself.
    direct: BTreeSet<ObjId>,
    /// Its calls may read or change them.
    called: BTreeSet<ObjId>,
    /// Its calls may change them.
    written: BTreeSet<ObjId>,
}

/// What a run depends on where several orders of evaluation are looked at.
pub(super) const OPEN_ORDER: &str = "the order of evaluation, which the language leaves open";
/// More parts than these have too many orders.
const MOST_PARTS: usize = 3;

impl Proc<'_, '_> {
    /// Refuses parts of which one changes what another one reads or changes. With `textual`, calls are known to come in
    /// the order of the text, and only variables that are named directly count: they are read late.
    pub fn independent(&self, parts: &[&Expr], textual: bool, loc: Loc) -> Result<(), Refusal> {
        if self.dependent(parts, textual).is_empty() { Ok(()) } else { Err(open_order(loc)) }
    }

    /// The parts of which one changes what another one reads or changes, or whose failure a handler sees; see
    /// [`Self::independent`].
    pub fn dependent(&self, parts: &[&Expr], textual: bool) -> BTreeSet<usize> {
        let mut found = self.dependent_by_failure(parts, textual);
        found.extend(self.dependent_by_values(parts, textual));
        found
    }

    /// The parts of which one changes what another one reads or changes.
    pub fn dependent_by_values(&self, parts: &[&Expr], textual: bool) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        if parts.len() < 2 || !parts.iter().any(|part| self.changes_something(part)) {
            return found;
        }
        let uses: Vec<Uses> = parts.iter().map(|part| self.uses(part)).collect();
        for (at, one) in uses.iter().enumerate() {
            for (other_at, other) in uses.iter().enumerate() {
                if at == other_at {
                    continue;
                }
                let direct = !one.written.is_disjoint(&other.direct);
                let called = !textual && !one.written.is_disjoint(&other.called);
                if direct || called {
                    found.extend([at, other_at]);
                }
            }
        }
        found
    }

    /// Parts of which one may raise something that a handler waits for, and another one changes something, which is
    /// seen there if it comes first; or raises another exception, where a handler tells them apart. Calls that come in
    /// the order of the text are in the order of their failures, too.
    pub fn dependent_by_failure(&self, parts: &[&Expr], textual: bool) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let effects = &self.l.effects;
        if parts.len() < 2 || !self.propagates && self.regions.is_empty() {
            return found;
        }
        let apart = self.regions.iter().any(|region| !region.handled.is_empty())
            || self.propagates && effects.told_apart.contains(&self.id);
        // New objects have been seen by nobody.
        let changes: Vec<bool> = parts.iter().map(|part| self.calls_change_something(part)).collect();
        if !apart && !changes.contains(&true) {
            return found;
        }
        let raised: Vec<(Raised, Raised)> =
            parts.iter().map(|part| failing::of_expression(self.tree(), effects, part)).collect();
        for (at, (own, called)) in raised.iter().enumerate() {
            for (other_at, (other_own, other_called)) in raised.iter().enumerate() {
                if at == other_at {
                    continue;
                }
                let seen = changes[other_at] && (own.some() || !textual && called.some());
                let named = !called.named.is_empty() || !own.named.is_empty();
                let others = other_own.checks || !other_own.named.is_empty();
                let different = !textual && !other_called.named.is_empty() && called.named != other_called.named;
                if seen || apart && named && (others || different) {
                    found.extend([at, other_at]);
                }
            }
        }
        found
    }

    /// Whether the calls of an expression raise exceptions that statements name, or what a handler waits for.
    pub fn calls_raise(&self, expr: &Expr) -> bool {
        let called = failing::of_expression(self.tree(), &self.l.effects, expr).1;
        let waits = self.propagates || !self.regions.is_empty();
        !called.named.is_empty() || waits && called.some()
    }

    /// Refuses parts whose values depend on their order.
    pub fn value_in_one_order(&self, parts: &[&Expr], loc: Loc) -> Result<(), Refusal> {
        if self.dependent_by_values(parts, false).is_empty() { Ok(()) } else { Err(open_order(loc)) }
    }

    /// Refuses parts whose failures depend on their order, where calls come in the order of the text.
    pub fn fail_in_one_order(&self, parts: &[&Expr], loc: Loc) -> Result<(), Refusal> {
        if self.dependent_by_failure(parts, true).is_empty() { Ok(()) } else { Err(open_order(loc)) }
    }

    /// Whether an assignment depends on what comes first: the name of the target, or the value.
    pub fn depends_on_order(&self, target: &Expr, value: &Expr) -> bool {
        let mut parts = read_by_name(self.tree(), target);
        parts.push(value);
        !self.dependent_by_values(&parts, false).is_empty()
            || !self.dependent_by_failure(&[target, value], false).is_empty()
    }

    /// Begins what comes first in some runs, and behind something else in others.
    pub fn begin_if_first(&mut self, loc: Loc) {
        let first = self.begin_if_chosen("first", loc);
        self.b.set_origin_of(first, OPEN_ORDER);
    }

    /// Refuses parts that are names whose indices, or prefix, may be evaluated before other parts change the variable,
    /// which is read behind these: GNAT does so with actual parameters.
    pub fn read_at_once(&self, parts: &[&Expr], open: &BTreeSet<usize>, loc: Loc) -> Result<(), Refusal> {
        let uses: Vec<(usize, Uses)> = open.iter().map(|at| (*at, self.uses(parts[*at]))).collect();
        for at in open {
            let Some(variable) = root(parts[*at]).filter(|_| has_indices(parts[*at])) else { continue };
            if uses.iter().any(|(other, uses)| other != at && uses.written.contains(&variable)) {
                return Err(open_order(loc));
            }
        }
        Ok(())
    }

    /// The values of the parts with these numbers, each of which `evaluate` gives, for every order in which they can be
    /// evaluated: which one a run takes is open.
    pub fn in_any_order(
        &mut self,
        parts: &BTreeSet<usize>,
        evaluate: &mut dyn FnMut(&mut Self, usize) -> Result<ExprId, Refusal>,
        loc: Loc,
    ) -> Result<BTreeMap<usize, ExprId>, Refusal> {
        if parts.len() > MOST_PARTS || !self.context.is_empty() {
            return Err(open_order(loc));
        }
        let mut vars = BTreeMap::new();
        self.rest_in_any_order(parts, evaluate, &mut vars, loc)?;
        Ok(vars.into_iter().map(|(at, var)| (at, self.b.var(var, loc))).collect())
    }

    /// Evaluates what is left, each of the parts first.
    fn rest_in_any_order(
        &mut self,
        left: &BTreeSet<usize>,
        evaluate: &mut dyn FnMut(&mut Self, usize) -> Result<ExprId, Refusal>,
        vars: &mut BTreeMap<usize, VarId>,
        loc: Loc,
    ) -> Result<(), Refusal> {
        let mut open = 0;
        for (at, last) in left.iter().map(|at| (*at, Some(at) == left.last())) {
            if !last {
                self.begin_if_first(loc);
            }
            let value = evaluate(self, at)?;
            let var = match vars.get(&at) {
                Some(var) => *var,
                None => {
                    let var = self.b.temporary("part", self.b.type_of(value), loc);
                    vars.insert(at, var);
                    var
                }
            };
            let value = self.shape_to(value, self.b.var_type(var), loc);
            self.b.assign(var, value, loc);
            let mut rest = left.clone();
            rest.remove(&at);
            self.rest_in_any_order(&rest, evaluate, vars, loc)?;
            if !last {
                self.b.begin_else();
                open += 1;
            }
        }
        for _ in 0..open {
            self.b.end_if();
        }
        Ok(())
    }

    fn uses(&self, expr: &Expr) -> Uses {
        let tree = self.tree();
        let mut uses = Uses { direct: BTreeSet::new(), called: BTreeSet::new(), written: BTreeSet::new() };
        let here = &self.inlining;
        effects::walk_expr(expr, &mut |inner| match &inner.kind {
            ExprKind::Object(object) if tree.object(*object).kind != ObjectKind::Constant => {
                uses.direct.insert(*object);
            }
            ExprKind::Call(callee, args) => {
                // Variables of the callees are others at each call.
                let lives = |object: &ObjId| {
                    here.contains(&tree.object(*object).owner)
                        || here.iter().any(|id| Effects::is_around(tree, *object, *id))
                };
                let (named, written) = self.named_and_written(*callee);
                uses.called.extend(named.into_iter().filter(lives));
                uses.written.extend(written.into_iter().filter(lives));
                for (param, arg) in tree.subprogram(*callee).params.iter().zip(args) {
                    if tree.object(*param).kind.is_changing_parameter() {
                        uses.written.extend(root(arg));
                    }
                }
            }
            _ => {}
        });
        uses
    }
}

/// What is read where a name is evaluated whose own value is not: indices, access values among them, and what has the
/// discriminants that a component depends on.
fn read_by_name<'e>(tree: &Tree, name: &'e Expr) -> Vec<&'e Expr> {
    let (mut found, mut at) = (Vec::new(), name);
    loop {
        at = match &at.kind {
            ExprKind::Index(inner, indices) => {
                found.extend(indices);
                inner
            }
            ExprKind::Slice(inner, low, high) => {
                found.extend([&**low, &**high]);
                inner
            }
            ExprKind::Field(inner, _) => {
                if tree.types.record(inner.ty).is_some_and(|record| record.discriminants > 0) {
                    found.push(inner);
                }
                inner
            }
            ExprKind::Convert(inner) | ExprKind::Qualified(inner) => inner,
            _ => return found,
        };
    }
}

/// Whether a name has an index, or designates what an access value does.
fn has_indices(name: &Expr) -> bool {
    match &name.kind {
        ExprKind::Index(..) | ExprKind::Slice(..) | ExprKind::Deref(_) => true,
        ExprKind::Field(inner, _) | ExprKind::Convert(inner) | ExprKind::Qualified(inner) => has_indices(inner),
        _ => false,
    }
}

fn open_order(loc: Loc) -> Refusal {
    (loc, "evaluation whose result depends on its order (RM 1.1.4 (18))".into())
}
