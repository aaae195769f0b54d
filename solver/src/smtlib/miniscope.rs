//! Moving a quantifier inwards, to where only what depends on its variables is left under it.
//!
//! A universal quantifier in a body (or an existential one in a head) can't be opened. It does no harm if no predicate
//! is under it, and a formula can often be rewritten so: `∀i. p(x) → φ(i)` is `p(x) → ∀i. φ(i)`.

use super::diagnostic::Span;
use super::formula::{FormulaId, Formulas, Shape, Value};
use crate::term::{Store, TermId};

impl Formulas {
    /// The quantified formula with its quantifier moved one step inwards; `None` if there is no such step.
    ///
    /// The variables of one quantifier may become those of several. Should one of these be opened after all, it gets
    /// fresh variables, as a quantifier does that is opened a second time.
    pub fn miniscope(&mut self, store: &mut Store, formula: FormulaId) -> Option<Value> {
        let Shape::Quant { universal, body } = self.shape(formula) else {
            return None;
        };
        let (vars, span) = (self.vars(formula).to_vec(), self.span(formula));
        match self.shape(body) {
            Shape::Not(inner) => {
                let inner = self.requantify(!universal, &vars, Value::Formula(inner), span);
                Some(self.not(store, inner, span))
            }
            shape @ (Shape::And | Shape::Or) => {
                let members = self.members(body).to_vec();
                if universal == (shape == Shape::And) {
                    // match: ∀x. A ∧ B      gives: (∀x. A) ∧ (∀x. B)      and its dual
                    let parts: Vec<Value> = members
                        .iter()
                        .map(|&part| self.requantify(universal, &vars, Value::Formula(part), span))
                        .collect();
                    return Some(self.connective(store, &parts, span, universal));
                }
                // match: ∀x. A(x) ∨ B      gives: (∀x. A(x)) ∨ B      and its dual
                let (mut inside, mut outside) = (Vec::new(), Vec::new());
                for part in members {
                    let free = self.free_vars(store, part);
                    let list = if vars.iter().any(|var| free.contains(var)) { &mut inside } else { &mut outside };
                    list.push(Value::Formula(part));
                }
                if outside.is_empty() {
                    return None;
                }
                if !inside.is_empty() {
                    let inner = self.connective(store, &inside, span, shape == Shape::And);
                    outside.push(self.requantify(universal, &vars, inner, span));
                }
                Some(self.connective(store, &outside, span, shape == Shape::And))
            }
            Shape::Quant { .. } => {
                let moved = self.miniscope(store, body)?;
                Some(self.requantify(universal, &vars, moved, span))
            }
            Shape::Atom(_) => {
                let free = self.free_vars(store, body);
                (!vars.iter().any(|var| free.contains(var))).then_some(Value::Formula(body))
            }
            _ => None,
        }
    }

    fn requantify(&mut self, universal: bool, vars: &[TermId], body: Value, span: Span) -> Value {
        let value = self.quantify(universal, vars, body, span);
        if let Value::Formula(formula) = value {
            self.open(formula);
        }
        value
    }
}
