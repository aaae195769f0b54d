//! The order of evaluation (RM 1.1.4 (18)): operands and actual parameters are evaluated in an order that the language
//! leaves open, and GNAT's differs from place to place. Where it makes a difference the subprogram is not analysed.

use super::Refusal;
use super::effects::{self, Effects, root};
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{Expr, ExprKind, Mode, ObjId, ObjectKind};
use std::collections::BTreeSet;

/// What the evaluation of an expression does to variables.
struct Uses {
    /// It names them itself.
    direct: BTreeSet<ObjId>,
    /// Its calls may read or change them.
    called: BTreeSet<ObjId>,
    /// Its calls may change them.
    written: BTreeSet<ObjId>,
}

impl Proc<'_, '_> {
    /// Refuses parts of which one changes what another one reads or changes. With `textual`, calls are known to come in
    /// the order of the text, and only variables that are named directly count: they are read late.
    pub fn independent(&self, parts: &[&Expr], textual: bool, loc: Loc) -> Result<(), Refusal> {
        if parts.len() < 2 || !parts.iter().any(|part| self.changes_something(part)) {
            return Ok(());
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
                    return Err((loc, "evaluation whose result depends on its order (RM 1.1.4 (18))".into()));
                }
            }
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
                    if matches!(tree.object(*param).kind, ObjectKind::Parameter(Mode::Out | Mode::InOut)) {
                        uses.written.extend(root(arg));
                    }
                }
            }
            _ => {}
        });
        uses
    }
}
