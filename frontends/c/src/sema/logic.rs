//! What annotations say of the parameters of a function: `requires` with arithmetic and `\separated`.
//!
//! A clause that is not understood is named; the function is then no entry, since nothing would be known of its
//! arguments.

use super::{Entity, Sema};
use crate::tree::{AcslName, BinaryOp, ClauseKind, Contract, ExprId, ExprKind, UnaryOp};
use crate::typed::{Bin, FnId, Logic, ObjId, Requirement};
use horn_solver::num::Int;

/// Formulas nested deeper than this are not understood.
const DEEPEST: u32 = 100;

impl Sema<'_> {
    pub(super) fn contract(&mut self, function: FnId, contract: &Contract) {
        for clause in &contract.clauses {
            let loc = self.loc(clause.place);
            let understood = match &clause.kind {
                ClauseKind::Ignored(_) => Some(Vec::new()),
                ClauseKind::Requires(expr) => self.requirement(*expr),
            };
            match understood {
                Some(all) => self.unit.functions[function.index()].requires.extend(all),
                None => {
                    let text = self.tree.sources.text(loc).trim().to_string();
                    self.unit.functions[function.index()].ignored.push((text, loc));
                }
            }
        }
    }

    fn requirement(&mut self, expr: ExprId) -> Option<Vec<Requirement>> {
        let mut found = Vec::new();
        let mut todo = vec![expr];
        while let Some(expr) = todo.pop() {
            match &self.tree[expr].kind {
                ExprKind::Binary { op: BinaryOp::And, left, right } => todo.extend([*right, *left]),
                ExprKind::AcslCall { name: AcslName::Separated, args } => {
                    let mut ranges = Vec::new();
                    for arg in args {
                        ranges.push(self.cells(*arg)?);
                    }
                    found.push(Requirement::Separated(ranges));
                }
                ExprKind::AcslCall { name: AcslName::Valid | AcslName::ValidRead, args } => {
                    for arg in args {
                        let range = self.cells(*arg)?;
                        found.push(Requirement::Separated(vec![range]));
                    }
                }
                _ => found.push(Requirement::Condition(self.logic(expr, 0)?)),
            }
        }
        Some(found)
    }

    /// `p + (low .. high)`, or `p` alone, which is its first cell.
    fn cells(&mut self, expr: ExprId) -> Option<(ObjId, Logic, Logic)> {
        let (base, range) = match &self.tree[expr].kind {
            ExprKind::Binary { op: BinaryOp::Add, left, right } => (*left, Some(*right)),
            ExprKind::Index { base, index } => (*base, Some(*index)),
            _ => (expr, None),
        };
        let ExprKind::Name { decl: Some(decl), .. } = self.tree[base].kind else { return None };
        let Some(Entity::Object(object)) = self.entity(decl) else { return None };
        self.unit.types.pointee(self.unit.object(object).ty)?;
        let Some(range) = range else { return Some((object, Logic::Int(Int::ZERO), Logic::Int(Int::ZERO))) };
        match self.tree[range].kind {
            ExprKind::AcslRange { low, high } => {
                let low = match low {
                    Some(low) => self.logic(low, 0)?,
                    None => Logic::Int(Int::ZERO),
                };
                Some((object, low, self.logic(high?, 0)?))
            }
            _ => {
                let at = self.logic(range, 0)?;
                Some((object, at.clone(), at))
            }
        }
    }

    fn logic(&mut self, expr: ExprId, depth: u32) -> Option<Logic> {
        if depth > DEEPEST {
            return None;
        }
        let depth = depth + 1;
        Some(match &self.tree[expr].kind {
            ExprKind::Int(literal) => Logic::Int(Int::from_big(literal.value.into())),
            ExprKind::Name { decl: Some(decl), .. } => match self.entity(*decl)? {
                Entity::Object(object) => {
                    self.unit.types.int_kind(self.unit.object(object).ty)?;
                    Logic::Object(object)
                }
                Entity::Constant(value, _) => Logic::Int(value),
                _ => return None,
            },
            ExprKind::Unary { op, operand } => {
                let inner = Box::new(self.logic(*operand, depth)?);
                match op {
                    UnaryOp::Minus => Logic::Neg(inner),
                    UnaryOp::Plus => *inner,
                    UnaryOp::Not => Logic::Not(inner),
                    _ => return None,
                }
            }
            ExprKind::Binary { op, left, right } => {
                let (a, b) = (Box::new(self.logic(*left, depth)?), Box::new(self.logic(*right, depth)?));
                let op = match op {
                    BinaryOp::And => return Some(Logic::And(a, b)),
                    BinaryOp::Or => return Some(Logic::Or(a, b)),
                    BinaryOp::Implies => return Some(Logic::Or(Box::new(Logic::Not(a)), b)),
                    BinaryOp::Add => Bin::Add,
                    BinaryOp::Sub => Bin::Sub,
                    BinaryOp::Mul => Bin::Mul,
                    BinaryOp::Less => Bin::Lt,
                    BinaryOp::LessEqual => Bin::Le,
                    BinaryOp::Greater => Bin::Gt,
                    BinaryOp::GreaterEqual => Bin::Ge,
                    BinaryOp::Equal => Bin::Eq,
                    BinaryOp::NotEqual => Bin::Ne,
                    _ => return None,
                };
                Logic::Binary(op, a, b)
            }
            _ => return None,
        })
    }
}
