//! Pointers to functions: a function's number, counted from 1, so that 0 is null. They are numbers wherever they are
//! kept; a call is a branch for each function of that type whose address the program takes.

use super::expr::Val;
use super::function::Proc;
use super::{Res, refuse};
use crate::ctype::{CType, Ty};
use crate::typed::{Ex, FnId};
use horn_frontend::ir::{BinaryOp, CheckKind, ExprId, Loc, Terminator};

impl Proc<'_, '_> {
    /// The number of a function.
    pub fn code_of(&mut self, function: FnId, loc: Loc) -> ExprId {
        self.number(i64::from(function.0) + 1, loc)
    }

    /// A call of the function that a pointer points to.
    pub fn call_through(&mut self, function: Ex, (args, done): (&[Ex], &[FnId]), ty: Ty, loc: Loc) -> Res<Val> {
        let pointer = self.unit.ty(function);
        let Some(called) = self.unit.types.function_pointee(pointer) else { return refuse(loc, "this call") };
        if self.unit.types.object_pointee(ty).is_some() {
            return refuse(loc, "a function that returns a pointer");
        }
        let Val::Num(code) = self.value(function)? else { return refuse(loc, "a call of what is no function") };
        let code = self.frozen(code, loc);
        let mut values = Vec::new();
        for arg in args {
            let value = self.value(*arg)?;
            values.push(self.frozen_value(value, loc));
        }
        let null = self.number(0, loc);
        let some = self.b.compare(BinaryOp::Ne, code, null, loc);
        self.check(CheckKind::Pointer, some, loc, "a null pointer points to no function");
        let result = match matches!(self.unit.types.get(ty), CType::Void) {
            true => None,
            false => {
                let ir = self.l.ty(ty, loc)?;
                Some(self.b.temporary("result", ir, loc))
            }
        };
        let fits = |id: &FnId| !done.contains(id) && self.unit.types.compatible(self.unit.function(*id).ty, called);
        let candidates: Vec<FnId> = self.l.addressed.iter().copied().filter(fits).collect();
        let join = self.b.new_block(loc);
        for id in candidates {
            let [inside, next] = [self.b.new_block(loc), self.b.new_block(loc)];
            let number = self.code_of(id, loc);
            let here = self.b.compare(BinaryOp::Eq, code, number, loc);
            self.b.terminate(Terminator::Branch(here, inside, next), loc, inside);
            let values = values.clone();
            self.attempt(|proc| {
                let value = proc.call_one(id, args, values, ty, loc)?;
                if let Some(result) = result {
                    let e = match value {
                        Val::Agg(e) => e,
                        value => proc.num(value, ty, loc)?,
                    };
                    proc.b.assign(result, e, loc);
                }
                Ok(())
            });
            self.b.jump(join, next);
        }
        // A function that nobody knows of, or one of another type.
        self.never(loc, "a pointer to a function that is not known");
        self.b.jump(join, join);
        match result {
            None => Ok(Val::Void),
            Some(result) => {
                let e = self.b.var(result, loc);
                self.wrapped_up(e, ty, loc)
            }
        }
    }

    /// A call of a function that a pointer points to, with arguments whose values are known.
    fn call_one(&mut self, callee: FnId, args: &[Ex], values: Vec<Val>, ty: Ty, loc: Loc) -> Res<Val> {
        let function = self.unit.function(callee);
        if function.body.is_none() || self.l.is_the_error(callee) {
            return refuse(loc, format!("a call of `{}` through a pointer", function.name));
        }
        self.call_with(callee, args, values, ty, loc)
    }
}
