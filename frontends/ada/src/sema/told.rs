//! What a generic unit tells apart by formal types, and its instance does not (RM 12.3 (18), (22)): functions whose
//! profiles are the same where formal types have the same actual type, and operators of a formal type beside those of
//! the actual one. An instance is analysed with actual types; which function the unit means is seen from how operands
//! are declared in its text, or is not known.

use super::Sema;
use super::marks::Mark;
use super::name::{Callable, Calls, Denoted};
use super::scope::{Entity, Entry, ScopeId};
use super::tree::{Expr, ExprKind, Stmt, StmtKind, SubpId};
use super::types::TypeId;
use crate::ast::{self, BinaryOp, NameKind, Symbol, UnaryOp};
use horn_frontend::Span;

/// What nobody can tell apart in an instance.
pub(super) const HOMOGRAPHS: &str = "homographs in an instance (RM 12.3 (22))";

/// A generic formal type: the region is that of the formals of an instance.
pub(crate) type FormalType = Mark;

impl<'a> Sema<'a> {
    /// The generic formal type that a subtype mark names, as its simple name.
    pub(super) fn formal_type(&self, mark: &ast::TypeUse) -> Option<FormalType> {
        let ast::TypeUse::Named(indication) = mark else { return None };
        self.formal_named(&indication.mark)
    }

    /// The innermost region that declares a simple name.
    pub(super) fn region_of(&self, symbol: Symbol) -> Option<ScopeId> {
        let regions = self.scopes.outward(self.scope);
        regions.into_iter().find(|region| self.scopes[*region].names.contains_key(&symbol))
    }

    pub(super) fn formal_named(&self, name: &ast::Name) -> Option<FormalType> {
        let symbol = name.as_ident()?.symbol;
        let region = self.region_of(symbol)?;
        let is_type = |entry: &Entry| matches!(entry.entity, Entity::Type(_));
        let known = self.formal_regions.contains(&region) && self.scopes[region].names[&symbol].iter().any(is_type);
        known.then_some((region, symbol))
    }

    /// The generic formal type of an expression, by the text: of an object that is declared with it, or a part of one,
    /// a call of a function with it as result, a qualification or conversion, or an attribute.
    fn formal_of(&self, expr: &ast::Expr) -> Option<FormalType> {
        match &expr.kind {
            ast::ExprKind::Paren(inner) => self.formal_of(inner),
            ast::ExprKind::Name(name) => self.formal_of_name(name).or_else(|| self.formal_by_marks(name)),
            _ => None,
        }
    }

    fn formal_of_name(&self, name: &ast::Name) -> Option<FormalType> {
        match &name.kind {
            NameKind::Ident(ident) => self.formal_of_function(ident.symbol),
            NameKind::Apply(prefix, _) => self.formal_named(prefix).or_else(|| match &prefix.kind {
                NameKind::Attribute(attribute) => self.formal_of_attribute(attribute),
                NameKind::Ident(ident) => self.formal_of_function(ident.symbol),
                _ => None,
            }),
            NameKind::Qualified(mark, _) => self.formal_named(mark),
            NameKind::Attribute(attribute) => self.formal_of_attribute(attribute),
            _ => None,
        }
    }

    /// The formal type of the result of the function that a simple name denotes.
    fn formal_of_function(&self, symbol: Symbol) -> Option<FormalType> {
        match self.scopes[self.region_of(symbol)?].names[&symbol].as_slice() {
            [Entry { entity: Entity::Subprogram(subp), .. }] => self.formal_result(*subp),
            _ => None,
        }
    }

    fn formal_of_attribute(&self, attribute: &ast::Attribute) -> Option<FormalType> {
        let of_type = ["first", "last", "val", "succ", "pred", "min", "max", "value"];
        let name = self.names.text(attribute.designator.symbol);
        self.formal_named(&attribute.prefix).filter(|_| of_type.contains(&name))
    }

    fn formal_result(&self, subp: SubpId) -> Option<FormalType> {
        self.tree.subprogram(subp).result?;
        self.profiles[subp.0 as usize].formal_types.last().copied().flatten()
    }

    /// Whether two subprograms, which have the same profile in an instance, have different ones in the generic unit:
    /// one of them names a formal type where the other one names another type. `both`: for sure, by two formal types.
    pub(super) fn told_apart(&self, one: SubpId, other: SubpId, both: bool) -> bool {
        let of = |subp: SubpId| &self.profiles[subp.0 as usize].formal_types;
        let different = |(one, other): (&Option<_>, &Option<_>)| match both {
            true => one.is_some() && other.is_some() && one != other,
            false => one != other,
        };
        of(one).len() == of(other).len() && of(one).iter().zip(of(other)).any(different)
    }

    /// Which of these subprograms have the profile of another one only in the instance under analysis.
    pub(super) fn homographs_of(&self, candidates: &[Callable], other: &Callable) -> Vec<SubpId> {
        let (Callable::Subprogram(other), true) = (other, self.scopes.generic.is_some()) else { return Vec::new() };
        let apart = candidates.iter().filter_map(|one| match one {
            Callable::Subprogram(one) if self.same_profile(*one, *other) && self.told_apart(*one, *other, false) => {
                Some(*one)
            }
            _ => None,
        });
        apart.collect()
    }

    /// Whether a function is an intrinsic one of the actual type of a formal type around this place: in the generic
    /// unit it may be no homograph of one for the formal type.
    pub(super) fn is_intrinsic_of_formal(&self, callable: &Callable) -> bool {
        let Callable::Intrinsic(intrinsic) = callable else { return false };
        let Some((_, of)) = self.intrinsic_profile(*intrinsic) else { return false };
        let mut regions = self.scopes.outward(self.scope);
        regions.retain(|region| self.formal_regions.contains(region));
        let mut seen = 0;
        while let Some(region) = regions.get(seen).copied() {
            seen += 1;
            for entry in self.scopes[region].names.values().flatten() {
                match entry.entity {
                    Entity::Type(ty) if self.tree.types.base(ty) == self.tree.types.base(of) => return true,
                    // A formal package has formals of its own.
                    Entity::Package(package) if self.is_instance(package) => {
                        let formals = self.scopes[package].parent;
                        regions.extend(formals.filter(|formals| !regions.contains(formals)));
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// The place of a discriminant that a formal type of an instance around this place, or a type derived from it, has
    /// by this name where the actual type has another one (RM 12.5.1 (11)).
    pub(super) fn formal_discriminant(&mut self, ty: TypeId, name: &str, span: Span) -> Option<usize> {
        if self.formal_discriminants.is_empty() {
            return None;
        }
        let lineage = self.tree.types.lineage(ty);
        let regions = self.scopes.outward(self.scope);
        let mut known = regions.iter().flat_map(|region| lineage.iter().map(move |of| (*region, *of)));
        let key = known.find(|key| self.formal_discriminants.contains_key(key))?;
        let at = self.formal_discriminants[&key].iter().position(|own| own == name);
        let other = self.tree.record(ty).place_of(name);
        if other.is_some() && other != at && self.named_outside.contains(&key) {
            // It may be a component of the actual type, which the unit names itself.
            self.reject(span, "component of a formal type or of its actual type (RM 12.5.1)");
        }
        at
    }

    /// An operand of a predefined operator. Where it is a call without parameters its type is that of the other
    /// operand, which may tell which function is called.
    pub(super) fn beside(&mut self, operand: &'a ast::Expr, other: &ast::Expr, op: BinaryOp, ty: TypeId) -> Expr {
        let plain = operand.as_name().is_some_and(|name| name.as_ident().is_some());
        let same = !matches!(op, BinaryOp::Power | BinaryOp::Times | BinaryOp::Divide | BinaryOp::Concat);
        self.wanted_formal = self.formal_of(other).filter(|_| plain && same);
        let value = self.expr(operand, Some(ty));
        self.wanted_formal = None;
        value
    }

    /// Whether a name that is no call denotes a subprogram that has a homograph in the instance.
    pub(super) fn has_homographs(&self, denoted: &Denoted<'a>) -> bool {
        matches!(denoted, Denoted::Calls(calls)
            if !calls.homographs.is_empty() || !calls.beside_intrinsic.is_empty())
    }

    /// The subprogram that a call is of, where one was found that has a homograph in the instance.
    pub(super) fn without_homographs(&mut self, chosen: SubpId, calls: &Calls<'a>) -> SubpId {
        let wanted = self.wanted_formal.take();
        if calls.beside_intrinsic.contains(&chosen)
            && !(self.is_for_formal(chosen, calls) || wanted.is_some() && self.formal_result(chosen) == wanted)
        {
            self.reject(calls.span, HOMOGRAPHS);
        }
        let homographs = calls.homographs.iter().filter(|(one, _)| *one == chosen).map(|(_, other)| *other);
        for other in homographs.collect::<Vec<_>>() {
            let gives = |subp: SubpId| wanted.is_some() && self.formal_result(subp) == wanted;
            let fits = self.fits_for_sure(chosen, other, calls) || gives(chosen) && !gives(other);
            let other_fits = self.fits_for_sure(other, chosen, calls) || gives(other) && !gives(chosen);
            match (fits, other_fits) {
                (true, false) => {}
                (false, true) => return other,
                _ => self.reject(calls.span, HOMOGRAPHS),
            }
        }
        chosen
    }

    /// Whether an actual parameter is of a formal type that this subprogram has there.
    fn is_for_formal(&self, subp: SubpId, calls: &Calls<'a>) -> bool {
        let of = &self.profiles[subp.0 as usize].formal_types;
        let actuals = calls.arguments.unwrap_or_default();
        actuals.iter().take_while(|actual| actual.is_positional()).enumerate().any(|(at, actual)| {
            let formal = actual.expr().and_then(|actual| self.formal_of(actual));
            formal.is_some() && of.get(at) == Some(&formal)
        })
    }

    /// Whether an actual parameter is of a formal type that this subprogram has there, and the other one has not.
    fn fits_for_sure(&self, subp: SubpId, other: SubpId, calls: &Calls<'a>) -> bool {
        let of = |subp: SubpId| &self.profiles[subp.0 as usize].formal_types;
        let actuals = calls.arguments.unwrap_or_default();
        actuals.iter().take_while(|actual| actual.is_positional()).enumerate().any(|(at, actual)| {
            let at = at + usize::from(calls.prefix.is_some());
            let formal = actual.expr().and_then(|actual| self.formal_of(actual));
            formal.is_some() && of(subp).get(at) == Some(&formal) && of(other).get(at) != Some(&formal)
        })
    }

    /// Whether a function that was chosen for an operator in an instance is one of the generic unit for a formal type,
    /// and an operand is of another type by the text: it is the predefined operator of the actual type.
    pub(super) fn is_of_other_type(&self, symbol: &str, function: SubpId, operands: &[&ast::Expr]) -> bool {
        if self.scopes.generic.is_none() {
            return false;
        }
        let symbol = if symbol == "/=" { "=" } else { symbol };
        let found = self.visible_operators(symbol);
        let mut of_unit = found.iter().filter_map(|entry| match entry.entity {
            Entity::Subprogram(one) if !entry.outside => Some(one),
            _ => None,
        });
        if of_unit.next() != Some(function) || of_unit.next().is_some() {
            return false;
        }
        let own = &self.profiles[function.0 as usize].formal_types;
        operands.iter().zip(own).any(|(operand, own)| {
            let Some(own) = own else { return false };
            match self.formal_of(operand) {
                Some(formal) => formal != *own,
                None => self.is_of_no_formal(operand),
            }
        })
    }

    /// Whether an expression is a name of a type from outside of the generic unit, by the text.
    fn is_of_no_formal(&self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            ast::ExprKind::Paren(inner) => self.is_of_no_formal(inner),
            ast::ExprKind::Name(name) => match &name.kind {
                NameKind::Qualified(mark, _) => self.names_outside(mark),
                NameKind::Apply(mark, _) if self.names_outside(mark) => true,
                NameKind::Attribute(attribute) => {
                    let of_type = ["first", "last"].contains(&self.names.text(attribute.designator.symbol));
                    of_type && self.names_outside(&attribute.prefix)
                }
                _ => self.outside_by_marks(name),
            },
            _ => false,
        }
    }

    /// A function was chosen for an operator in an instance. Where it is one of the generic unit, its operands may be
    /// of a formal type or of the actual one, whose operator is another one: where none of them is of a formal type by
    /// the text, nobody can tell if the unit uses the actual type itself (as it does Integer, whether it names it or
    /// not), or if two formal types have the same one.
    pub(super) fn operator_of_unit(
        &mut self,
        symbol: &str,
        function: SubpId,
        operands: &[&ast::Expr],
        bases: &[TypeId],
        span: Span,
    ) {
        let Some(formals) = self.scopes.generic.as_ref().map(|unit| unit.formals) else { return };
        let symbol = if symbol == "/=" { "=" } else { symbol };
        let types = &self.tree.types;
        // What the predefined operator would be of: the base of a power, whose exponent is Natural; of other operators
        // both operands, but of those that join or scale.
        let bases = if symbol == "**" { bases.get(..1).unwrap_or(bases) } else { bases };
        if let [left, right] = bases
            && types.base(*left) != types.base(*right)
            && !["&", "*", "/"].contains(&symbol)
        {
            return;
        }
        let actuals = self.scopes[formals].names.values().flatten().filter_map(|entry| match entry.entity {
            Entity::Type(ty) => Some(types.base(ty)),
            _ => None,
        });
        let actuals: Vec<TypeId> = actuals.collect();
        let used = |ty: TypeId| ty == types.base(types.std.integer) || self.named_outside.contains(&(formals, ty));
        let own = &self.profiles[function.0 as usize].formal_types;
        let of_formal = |(operand, ty): (&&ast::Expr, &TypeId)| {
            let (region, name) = self.formal_of(operand)?;
            let same = |entry: &Entry| matches!(entry.entity, Entity::Type(of) if types.base(of) == types.base(*ty));
            self.scopes[region].names.get(&name)?.iter().any(same).then_some((region, name))
        };
        let formal = operands.iter().zip(bases).find_map(of_formal);
        let open = |at: usize, ty: &TypeId| {
            let ty = types.base(*ty);
            match actuals.iter().filter(|actual| **actual == ty).count() {
                0 => false,
                1 => used(ty) && formal.is_none(),
                _ => formal.is_none() || own.get(at) != Some(&formal),
            }
        };
        if !bases.iter().enumerate().any(|(at, ty)| open(at, ty)) || self.is_predefined_function(symbol, function) {
            return;
        }
        let of_unit =
            |entry: &Entry| !entry.outside && matches!(entry.entity, Entity::Subprogram(one) if one == function);
        if self.visible_operators(symbol).iter().any(of_unit) {
            let text = format!("operator \"{symbol}\" for a type that may be a formal or an actual one (RM 12.3 (18))");
            self.reject(span, text);
        }
    }

    /// Whether a function gives what the predefined operator gives.
    fn is_predefined_function(&self, symbol: &str, function: SubpId) -> bool {
        let Some(body) = &self.tree.subprogram(function).body else { return false };
        let [Stmt { kind: StmtKind::Return(Some(value)), .. }] = body.statements.as_slice() else { return false };
        let same = match &value.kind {
            ExprKind::Binary(op, ..) => BinaryOp::of_symbol(symbol).map(Self::binary_op) == Some(*op),
            ExprKind::Unary(op, _) => UnaryOp::of_symbol(symbol).and_then(Self::unary_op) == Some(*op),
            _ => false,
        };
        same && self.tree.subprogram(function).expression_function && self.tree.subprogram(function).hidden
    }
}
