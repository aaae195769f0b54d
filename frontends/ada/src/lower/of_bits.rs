//! Bits that may be no value of the type they are read as (RM 13.9.1): what an unchecked conversion gives, and what
//! lies at the place of another object. No run looks at it, and what comes of it is not defined: that they are a value
//! is a check that nothing behind it counts on, and that never fails for sure.

use super::Refusal;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::Expr;
use crate::sema::types::TypeId as AdaType;
use horn_frontend::ir::{CheckKind, ExprId};
use horn_solver::num::Int;

/// What such a failure takes.
const INVALID: &str = "bits that are no value of their type, which no run looks at";

/// Why an object is looked at that lies where another one does.
const SHARED: &str = "one of the objects at this place has bits that are no value of another one's type (RM 13.3)";

impl Proc<'_, '_> {
    /// Evaluates what was made so that no check in it can fail but those of bits.
    pub(super) fn exactly<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let outer = self.bits.replace(Vec::new());
        let result = self.silently(f);
        for (condition, loc) in std::mem::replace(&mut self.bits, outer).into_iter().flatten() {
            self.check_bits(condition, loc, "")?;
        }
        result
    }

    /// The value of a subtype that a number stands for; any value where it stands for none or there is no number.
    pub(super) fn of_bits(&mut self, number: Option<&Expr>, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let number = number.map(|number| self.value(number)).transpose()?;
        let other = self.arbitrary(ty, loc)?;
        self.set_origin_of_value(other, INVALID);
        let range: Option<(Int, Int)> = self.tree().types.static_range(ty);
        let (Some(number), Some((low, high))) = (number, range) else {
            let no = self.b.bool(false, loc);
            self.are_value(no, loc)?;
            return Ok(other);
        };
        let position = self.as_index(number, loc);
        let inside = self.inside(position, &low, &high, loc);
        self.are_value(inside, loc)?;
        let ir_ty = self.ty(ty, loc)?;
        let value = self.at_index(position, ir_ty, loc);
        Ok(self.b.ite(inside, value, other, loc))
    }

    /// States that bits are a value; in an exact text, where nothing is stated, behind it.
    fn are_value(&mut self, condition: ExprId, loc: Loc) -> Result<(), Refusal> {
        match &mut self.bits {
            Some(later) => {
                later.push((condition, loc));
                Ok(())
            }
            None => self.check_bits(condition, loc, ""),
        }
    }

    /// States that what an object gets that shares its place is a value of it, whatever the other one has.
    pub(super) fn check_shared_place(&mut self, loc: Loc) -> Result<(), Refusal> {
        let no = self.b.bool(false, loc);
        self.check_bits(no, loc, SHARED)
    }

    /// States that bits are a value of their type.
    fn check_bits(&mut self, condition: ExprId, loc: Loc, reason: &str) -> Result<(), Refusal> {
        if self.silent() {
            return Ok(());
        }
        let open = self.unknown_answer(loc)?;
        self.set_origin_of_value(open, INVALID);
        let condition = self.b.or(condition, open, loc);
        let (condition, _) = self.wrap(condition, loc);
        let id = self.l.check_id(CheckKind::Bits, loc, reason, "");
        self.b.check_alone(id, condition, loc);
        Ok(())
    }
}
