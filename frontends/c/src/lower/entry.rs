//! Where the program starts, and what is known of the arguments there.

use super::function::Proc;
use super::{Bound, Key, Lowering, Res, refuse};
use crate::ctype::CType;
use crate::typed::{Bin, FnId, Logic, ObjId, Requirement};
use horn_frontend::ir::{BinaryOp, ExprId, Loc, TypeId, UnaryOp};

impl Lowering<'_> {
    /// Chooses the entries and asks for their procedures.
    pub fn entries(&mut self) {
        let all = (0..).map(FnId).zip(&self.unit.functions).filter(|(_, function)| function.body.is_some());
        let all: Vec<FnId> = all.map(|(id, _)| id).collect();
        let named = |name: &str| all.iter().copied().find(|id| self.unit.function(*id).name == name);
        let chosen: Vec<FnId> = if !self.options.entries.is_empty() {
            self.options.entries.iter().filter_map(|name| named(name)).collect()
        } else if let Some(main) = named("main") {
            vec![main]
        } else {
            all.iter().copied().filter(|id| !self.called.contains(id)).collect()
        };
        for id in chosen {
            let function = self.unit.function(id);
            if let Some((text, loc)) = function.ignored.first() {
                self.not_analysed(id, *loc, &format!("`{text}` is not understood"));
                continue;
            }
            if function.name == "main" && self.called.contains(&id) {
                self.not_analysed(id, function.loc, "`main` is called by the program");
                continue;
            }
            match self.entry_key(id) {
                Ok(key) => drop(self.instance(key, true)),
                Err(refusal) => self.not_analysed(id, refusal.loc, &refusal.what),
            }
        }
    }

    /// Each pointer parameter points to an object of its own.
    fn entry_key(&self, id: FnId) -> Res<Key> {
        let function = self.unit.function(id);
        let mut params = Vec::new();
        let mut objects: Vec<ObjId> = Vec::new();
        for param in &function.params {
            let entry = self.unit.object(*param);
            let Some(to) = self.unit.types.object_pointee(entry.ty) else {
                params.push(None);
                continue;
            };
            let (element, lengths) = self.dimensions(to);
            let plain =
                lengths.is_empty() && (self.unit.types.is_arithmetic(to) || self.unit.types.aggregate(to).is_some());
            // What points to pointers or to nothing known cannot be followed; it may well stay unused.
            if !plain || matches!(self.unit.types.get(to), CType::Void) {
                params.push(Some(Bound::Unknown));
                continue;
            }
            for other in &objects {
                if !self.separated(id, *other, *param) {
                    let (a, b) = (&self.unit.object(*other).name, &entry.name);
                    return refuse(entry.loc, format!("the parameters `{a}` and `{b}` might overlap"));
                }
            }
            let class = u32::try_from(objects.len()).unwrap_or(0);
            params.push(Some(Bound::Class(class, element, vec![None], false)));
            objects.push(*param);
        }
        let nullable = vec![false; params.len()];
        Ok(Key { function: id, params, nullable })
    }

    /// Whether an annotation says that two pointers have no cell in common.
    fn separated(&self, id: FnId, a: ObjId, b: ObjId) -> bool {
        self.unit.function(id).requires.iter().any(|requirement| match requirement {
            Requirement::Separated(all) => {
                all.iter().any(|(object, ..)| *object == a) && all.iter().any(|(object, ..)| *object == b)
            }
            Requirement::Condition(_) => false,
        })
    }

    /// Whether any code names an object.
    pub fn is_used(&self, object: ObjId) -> bool {
        self.users.contains_key(&object)
    }

    /// Whether anything is freed.
    pub fn frees(&self) -> bool {
        let frees = |id: &FnId| {
            let name = self.unit.function(*id).name.as_str();
            crate::library::frees_memory(name)
        };
        self.called.iter().any(frees)
    }
}

impl Proc<'_, '_> {
    /// What holds at the start of an entry.
    pub fn requirements(&mut self, key: &Key) -> Res<()> {
        let function = self.unit.function(self.function);
        let loc = function.loc;
        for (param, bound) in function.params.iter().zip(&key.params) {
            if let Some(Bound::Class(class, ..)) = bound
                && let Some(class) = self.classes.get(class).cloned()
            {
                // The array has some length, and the pointer points to its first element.
                let zero = self.number(0, loc);
                for count in class.counts.into_iter().flatten() {
                    let count = self.b.var(count, loc);
                    let some = self.b.compare(BinaryOp::Ge, count, zero, loc);
                    self.b.assume(some, loc);
                }
                let offset = self.pointer_variable(*param, loc)?;
                let offset = self.b.var(offset, loc);
                let first = self.b.compare(BinaryOp::Eq, offset, zero, loc);
                self.b.assume(first, loc);
            }
        }
        for requirement in &function.requires {
            match requirement {
                Requirement::Condition(logic) => {
                    let condition = self.formula(logic, loc)?;
                    self.b.believe(condition, loc);
                }
                Requirement::Separated(all) => {
                    for (object, low, high) in all {
                        self.exists(key, *object, low, high, loc)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The cells that an annotation speaks of exist.
    fn exists(&mut self, key: &Key, object: ObjId, low: &Logic, high: &Logic, loc: Loc) -> Res<()> {
        let function = self.unit.function(self.function);
        let bound = function.params.iter().zip(&key.params).find(|(param, _)| **param == object);
        let Some((_, Some(Bound::Class(class, ..)))) = bound else { return Ok(()) };
        let class = self.classes.get(class).cloned();
        let Some(Some(count)) = class.and_then(|class| class.counts.first().copied()) else { return Ok(()) };
        let (low, high) = (self.term(low, loc)?, self.term(high, loc)?);
        let (count, zero) = (self.b.var(count, loc), self.number(0, loc));
        let from = self.b.compare(BinaryOp::Ge, low, zero, loc);
        let to = self.b.compare(BinaryOp::Lt, high, count, loc);
        let inside = self.b.and(from, to, loc);
        let empty = self.b.compare(BinaryOp::Gt, low, high, loc);
        let condition = self.b.or(empty, inside, loc);
        self.b.believe(condition, loc);
        Ok(())
    }

    fn term(&mut self, logic: &Logic, loc: Loc) -> Res<ExprId> {
        Ok(match logic {
            Logic::Int(value) => self.number(value.clone(), loc),
            Logic::Object(object) => {
                let ty = self.unit.object(*object).ty;
                let rep = self.l.rep(ty, loc)?;
                let var = self.variable(*object, loc)?;
                let e = self.b.var(var, loc);
                if rep == super::types::Rep::Truth {
                    return Ok(self.b.convert(horn_frontend::ir::Conversion::BoolToInt, e, TypeId::INT, loc));
                }
                self.exact(e, rep, loc)
            }
            Logic::Neg(a) => {
                let a = self.term(a, loc)?;
                self.b.unary(UnaryOp::Neg, a, TypeId::INT, loc)
            }
            Logic::Binary(op, a, b) => {
                let op = match op {
                    Bin::Add => BinaryOp::Add,
                    Bin::Sub => BinaryOp::Sub,
                    Bin::Mul => BinaryOp::Mul,
                    _ => return refuse(loc, "this annotation"),
                };
                let (a, b) = (self.term(a, loc)?, self.term(b, loc)?);
                self.b.binary(op, a, b, TypeId::INT, loc)
            }
            Logic::Not(_) | Logic::And(..) | Logic::Or(..) => return refuse(loc, "this annotation"),
        })
    }

    fn formula(&mut self, logic: &Logic, loc: Loc) -> Res<ExprId> {
        Ok(match logic {
            Logic::Not(a) => {
                let a = self.formula(a, loc)?;
                self.b.not(a, loc)
            }
            Logic::And(a, b) => {
                let (a, b) = (self.formula(a, loc)?, self.formula(b, loc)?);
                self.b.and(a, b, loc)
            }
            Logic::Or(a, b) => {
                let (a, b) = (self.formula(a, loc)?, self.formula(b, loc)?);
                self.b.or(a, b, loc)
            }
            Logic::Binary(op, a, b) if op.is_comparison() => {
                let Some(op) = super::arith::comparison(*op) else { return refuse(loc, "this annotation") };
                let (a, b) = (self.term(a, loc)?, self.term(b, loc)?);
                self.b.compare(op, a, b, loc)
            }
            _ => {
                let (e, zero) = (self.term(logic, loc)?, self.number(0, loc));
                self.b.compare(BinaryOp::Ne, e, zero, loc)
            }
        })
    }
}
