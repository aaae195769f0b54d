//! Calls of functions of the standard library go to those of our own (`library`), where the program neither
//! defines them nor declares them with another type.

use super::{Entity, Sema};
use crate::ctype::CType;
use crate::library::own_name;
use crate::typed::{Ex, FnId, Kind};

impl Sema<'_> {
    pub(super) fn own_functions(&mut self) {
        for at in 0..self.unit.exprs.len() {
            let Kind::Call(callee, args) = &self.unit.exprs[at].kind else { continue };
            let Some(own) = self.own(*callee) else { continue };
            let (args, old) = (args.clone(), self.unit.exprs[at].clone());
            let void = matches!(&self.function_type(self.unit.function(own).ty), Some(ty)
                if matches!(self.unit.types.get(ty.result), CType::Void));
            let Some(first) = args.first().copied().filter(|_| void) else {
                self.unit.exprs[at].kind = Kind::Call(own, args);
                continue;
            };
            if !self.is_plain(first) {
                continue;
            }
            // The value is the first argument.
            let ty = self.unit.types.void();
            let call = self.add(Kind::Call(own, args), ty, old.loc);
            self.unit.exprs[at].kind = Kind::Comma(call, first);
        }
    }

    /// Our function for one of the library.
    fn own(&self, callee: FnId) -> Option<FnId> {
        let function = self.unit.function(callee);
        if function.body.is_some() {
            return None;
        }
        let Some(Entity::Function(own)) = self.linked.get(&own_name(&function.name)?) else { return None };
        let (theirs, ours) = (self.function_type(function.ty)?, self.function_type(self.unit.function(*own).ty)?);
        let (given, wanted) = (theirs.params?, ours.params?);
        let pairs = given.iter().zip(&wanted).all(|(a, b)| self.unit.types.compatible(*a, *b));
        let void = matches!(self.unit.types.get(ours.result), CType::Void);
        let result = void || self.unit.types.compatible(theirs.result, ours.result);
        (pairs && result && given.len() == wanted.len()).then_some(*own)
    }

    /// Whether evaluating an expression twice is as good as once.
    fn is_plain(&self, ex: Ex) -> bool {
        let mut todo = vec![ex];
        while let Some(ex) = todo.pop() {
            let kind = &self.unit.expr(ex).kind;
            let changes = matches!(kind, Kind::Block(..))
                || matches!(kind, Kind::Assign(..) | Kind::Update(..) | Kind::Call(..) | Kind::CallThrough(..));
            if changes || matches!(kind, Kind::Assert(..) | Kind::Unsupported(_)) {
                return false;
            }
            kind.operands(|operand| todo.push(operand));
        }
        true
    }
}
