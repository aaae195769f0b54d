//! Conversions, implicit and explicit: ranges, lengths, sliding, predicates.

use super::Refusal;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{Expr, ExprKind, SubpId};
use crate::sema::types::{Bound, Constraint, Kind, TypeId as AdaType};
use horn_frontend::ir::{self, BinaryOp as Ir, CheckKind, Conversion, ExprId, Rounding, TypeId, UnaryOp as IrUnary};
use horn_solver::num::Int;

/// Why the range check of a conversion fails.
pub const NOT_CONVERTIBLE: &str = "value must be convertible to the target type of the conversion";

impl Proc<'_, '_> {
    /// An expression as a value of a subtype: what an assignment, a parameter or a return does.
    pub fn converted(&mut self, expr: &Expr, target: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let value = self.value(expr)?;
        self.checked(value, Some(expr), expr.ty, target, loc)
    }

    /// A value of the same base type, checked against a subtype and in the shape of its type.
    pub fn checked(
        &mut self,
        value: ExprId,
        source: Option<&Expr>,
        from: AdaType,
        target: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let value = self.constrained(value, source, from, target, loc)?;
        self.of_value(target, source, |p| p.check_predicates(value, from, target, loc))?;
        Ok(value)
    }

    /// The same without the predicates of the subtype.
    pub fn constrained(
        &mut self,
        value: ExprId,
        source: Option<&Expr>,
        from: AdaType,
        target: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        self.check_range(value, source, from, target, loc)?;
        self.check_access(value, source, from, target, loc)?;
        let value = self.check_lengths(value, target, loc)?;
        self.check_discriminants(value, from, target, loc)?;
        let wanted = self.ty(target, loc)?;
        Ok(self.shape_to(value, wanted, loc))
    }

    /// A value qualified by a subtype (RM 4.7): it must satisfy the constraint as it is, bounds of arrays don't slide.
    pub fn qualified(&mut self, value: ExprId, operand: &Expr, target: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let types = &self.tree().types;
        let (from, is_array) = (operand.ty, types.array(target).is_some());
        if let (Constraint::Index(bounds), true) = (types[target].constraint.clone(), is_array)
            && (from != target
                || !matches!(operand.kind, ExprKind::Object(_) | ExprKind::Field(..) | ExprKind::Index(..)))
        {
            for ((low, high), dimension) in bounds.iter().zip(0u32..) {
                let Some(index) = types.array(target).map(|(index, _)| index[dimension as usize]) else { continue };
                let low = self.index_bound(low, index, loc)?;
                let high = self.index_bound(high, index, loc)?;
                let (first, last) = self.value_bounds(value, dimension, loc);
                let first = self.same_number(first, low, loc);
                let last = self.same_number(last, high, loc);
                let same = self.b.and(first, last, loc);
                self.check(CheckKind::Range, loc, same, "bounds of the array must be those of the subtype")?;
            }
        }
        self.checked(value, Some(operand), from, target, loc)
    }

    /// `a = b` for two numbers, decided if both are constants.
    fn same_number(&mut self, a: ExprId, b: ExprId, loc: Loc) -> ExprId {
        match (&self.b.node(a).kind, &self.b.node(b).kind) {
            (ir::ExprKind::Int(a), ir::ExprKind::Int(b)) => {
                let same = a == b;
                self.b.bool(same, loc)
            }
            _ => self.b.compare(Ir::Eq, a, b, loc),
        }
    }

    /// The range check of a scalar subtype.
    pub fn check_range(
        &mut self,
        value: ExprId,
        source: Option<&Expr>,
        from: AdaType,
        target: AdaType,
        loc: Loc,
    ) -> Result<(), Refusal> {
        let types = &self.tree().types;
        let Constraint::Range(low, high) = types[target].constraint.clone() else { return Ok(()) };
        if from == target
            || types[from].constraint == types[target].constraint && types.base(from) == types.base(target)
        {
            return Ok(());
        }
        if let Some((first, last)) = types.static_range(target) {
            let range = match source {
                Some(source) => self.range_of(source),
                None => types.value_range(from),
            };
            if range.is_some_and(|(a, b)| first <= a && b <= last) {
                return Ok(());
            }
        }
        if let (Bound::Real(first), Bound::Real(last), Some(ExprKind::Real(number))) =
            (&low, &high, source.map(|source| &source.kind))
            && let number = crate::sema::machine(types, number.clone(), target)
            && *first <= number
            && number <= *last
        {
            return Ok(());
        }
        let low = self.bound(&low, target, loc)?;
        let high = self.bound(&high, target, loc)?;
        let inside = self.b.between(value, low, high, loc);
        let stated = self.stated_member(loc, target);
        let reason = "value must fit in the target type of the assignment";
        self.check_of(CheckKind::Range, loc, inside, reason, &stated)
    }

    /// Whether a value satisfies a subtype's constraint and predicates.
    pub fn in_subtype(&mut self, value: ExprId, subtype: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let types = &self.tree().types;
        let mut condition = self.b.bool(true, loc);
        if types.has_tag(subtype) {
            condition = self.tag_in(value, subtype, loc);
        }
        match types[subtype].constraint.clone() {
            Constraint::Range(low, high) => {
                let low = self.bound(&low, subtype, loc)?;
                let high = self.bound(&high, subtype, loc)?;
                condition = self.b.between(value, low, high, loc);
            }
            Constraint::Index(bounds) => {
                for ((low, high), dimension) in bounds.iter().zip(0u32..) {
                    let Some(index) = types.array(subtype).map(|(index, _)| index[dimension as usize]) else {
                        continue;
                    };
                    let low = self.index_bound(low, index, loc)?;
                    let high = self.index_bound(high, index, loc)?;
                    let first = self.b.expr(ir::ExprKind::First(value, dimension), TypeId::INT, loc);
                    let last = self.b.expr(ir::ExprKind::Last(value, dimension), TypeId::INT, loc);
                    let same_first = self.b.compare(Ir::Eq, first, low, loc);
                    let same_last = self.b.compare(Ir::Eq, last, high, loc);
                    let both = self.b.and(same_first, same_last, loc);
                    condition = self.b.and(condition, both, loc);
                }
            }
            Constraint::Discriminants(values) => {
                let record = self.tree().record(subtype);
                for (at, bound) in values.iter().enumerate() {
                    let ty = record.components[at].ty;
                    let wanted = self.bound(bound, ty, loc)?;
                    let field = self.field(value, subtype, at, ty, loc)?;
                    let same = self.b.compare(Ir::Eq, field, wanted, loc);
                    condition = self.b.and(condition, same, loc);
                }
            }
            Constraint::Access(..) => {
                for one in self.access_constraint_of(value, subtype, loc)? {
                    condition = self.b.and(condition, one, loc);
                }
            }
            Constraint::None => {}
        }
        for predicate in self.tree().types[subtype].predicates.clone() {
            // What it calls is called only where the value is one of the range.
            let control = !self.quantifying() && self.inline_needs_control(predicate);
            condition = self.joined(true, condition, control, loc, |p| p.predicate(predicate, value, loc))?;
        }
        Ok(condition)
    }

    /// The predicate function applied to a value.
    pub fn predicate(&mut self, predicate: SubpId, value: ExprId, loc: Loc) -> Result<ExprId, Refusal> {
        let subp = self.tree().subprogram(predicate);
        let Some(param) = subp.params.first().copied() else { return Err((loc, "predicate".into())) };
        self.inline_with(predicate, &[(param, value)], loc)
    }

    /// The predicates of a subtype where a value is converted to it (RM 3.2.4 (31)). A scalar of a subtype satisfies
    /// those of the subtype, unless they look at variables; the components of an array or a record may have changed
    /// since the last check.
    fn check_predicates(&mut self, value: ExprId, from: AdaType, target: AdaType, loc: Loc) -> Result<(), Refusal> {
        let types = &self.tree().types;
        let mut known = if types.is_elementary(target) { types[from].predicates.clone() } else { Vec::new() };
        known.retain(|predicate| !self.l.effects.varying.contains(predicate));
        self.check_predicates_but(&known, value, target, loc)
    }

    /// All predicates of a subtype.
    pub fn check_all_predicates(&mut self, value: ExprId, target: AdaType, loc: Loc) -> Result<(), Refusal> {
        self.check_predicates_but(&[], value, target, loc)
    }

    fn check_predicates_but(
        &mut self,
        known: &[SubpId],
        value: ExprId,
        target: AdaType,
        loc: Loc,
    ) -> Result<(), Refusal> {
        for predicate in self.tree().types[target].predicates.clone() {
            if !known.contains(&predicate) {
                self.check_predicate(predicate, value, target, loc)?;
            }
        }
        Ok(())
    }

    /// One predicate of a subtype.
    pub fn check_predicate(
        &mut self,
        predicate: SubpId,
        value: ExprId,
        target: AdaType,
        loc: Loc,
    ) -> Result<(), Refusal> {
        self.counts_if_off(self.l.effects.changing.contains(&predicate), loc)?;
        let holds = self.predicate(predicate, value, loc)?;
        let stated = self.stated_member(loc, target);
        self.contract_of_library(self.tree().subprogram(predicate).loc, loc)?;
        self.check_of(CheckKind::Predicate, loc, holds, "", &stated)
    }

    /// Lengths of arrays must match (RM 4.6, 5.2); bounds slide when the shape is adapted.
    fn check_lengths(&mut self, value: ExprId, target: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let types = &self.tree().types;
        let Constraint::Index(bounds) = types[target].constraint.clone() else { return Ok(value) };
        if types.array(target).is_none() {
            return Ok(value);
        }
        let mut wanted_bounds = Vec::new();
        for ((low, high), dimension) in bounds.iter().zip(0u32..) {
            let Some(index) = types.array(target).map(|(index, _)| index[dimension as usize]) else { continue };
            if low.is_discriminant() || high.is_discriminant() {
                return Ok(value);
            }
            let low = self.index_bound(low, index, loc)?;
            let high = self.index_bound(high, index, loc)?;
            wanted_bounds.push((low, high));
            let length = self.length_of(low, high, loc);
            self.check_length(value, dimension, length, loc)?;
        }
        let wanted = self.ty(target, loc)?;
        if self.static_shape(wanted) {
            return Ok(value);
        }
        // Dynamic bounds of the target.
        let dynamic = self.l.array_with_dynamic_bounds(target).map_err(|what| (loc, what))?;
        Ok(self.b.expr(ir::ExprKind::Slide(value, Some(wanted_bounds)), dynamic, loc))
    }

    /// The length of a range.
    pub fn length_of(&mut self, low: ExprId, high: ExprId, loc: Loc) -> ExprId {
        if let (ir::ExprKind::Int(low), ir::ExprKind::Int(high)) = (&self.b.node(low).kind, &self.b.node(high).kind) {
            let length = (&(high - low) + &Int::from(1)).max(Int::from(0));
            return self.b.int(length, TypeId::INT, loc);
        }
        let one = self.b.int(1, TypeId::INT, loc);
        let zero = self.b.int(0, TypeId::INT, loc);
        let length = self.b.binary(Ir::Sub, high, low, TypeId::INT, loc);
        let length = self.b.binary(Ir::Add, length, one, TypeId::INT, loc);
        self.b.binary(Ir::Max, length, zero, TypeId::INT, loc)
    }

    /// The array has this length in a dimension.
    pub fn check_length(&mut self, array: ExprId, dimension: u32, length: ExprId, loc: Loc) -> Result<(), Refusal> {
        let ty = self.b.type_of(array);
        if let ir::TypeKind::Array(ir::ArrayType { bounds: Some(bounds), .. }) = &self.l.program.ty(ty).kind {
            let own = bounds[dimension as usize].len();
            if let ir::ExprKind::Int(wanted) = &self.b.node(length).kind
                && *wanted == own
            {
                return Ok(());
            }
        }
        let own = self.b.expr(ir::ExprKind::Length(array, dimension), TypeId::INT, loc);
        let same = self.b.compare(Ir::Eq, own, length, loc);
        self.check(CheckKind::Length, loc, same, "array must be of the appropriate length")
    }

    fn static_shape(&self, ty: TypeId) -> bool {
        matches!(&self.l.program.ty(ty).kind, ir::TypeKind::Array(array) if array.bounds.is_some())
    }

    fn check_discriminants(&mut self, value: ExprId, from: AdaType, target: AdaType, loc: Loc) -> Result<(), Refusal> {
        let types = &self.tree().types;
        let Constraint::Discriminants(values) = &types[target].constraint else { return Ok(()) };
        // Where they are those of the record around, each record has its own.
        let own = values.iter().any(Bound::is_discriminant);
        if !own && types[from].constraint == types[target].constraint {
            return Ok(());
        }
        self.check_stated(value, target, target, loc)
    }

    /// The same value in the shape of another type: arrays with static and with dynamic bounds.
    pub fn shape_to(&mut self, value: ExprId, wanted: TypeId, loc: Loc) -> ExprId {
        let own = self.b.type_of(value);
        if own == wanted {
            return value;
        }
        let array = |ty: TypeId| match &self.l.program.ty(ty).kind {
            ir::TypeKind::Array(array) => Some(array.bounds.clone()),
            _ => None,
        };
        match (array(own), array(wanted)) {
            (Some(a), Some(b)) if a != b => self.b.expr(ir::ExprKind::Slide(value, None), wanted, loc),
            _ => value,
        }
    }

    /// An explicit conversion (RM 4.6).
    pub fn conversion(&mut self, operand: &Expr, target: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        if let Some(number) = self.integer_of_fixed_product(operand, target, loc)? {
            return Ok(number);
        }
        let value = self.value(operand)?;
        self.convert_value(value, Some(operand), operand.ty, target, loc)
    }

    /// The conversion of a value from one type to another.
    pub fn convert_value(
        &mut self,
        value: ExprId,
        source: Option<&Expr>,
        from: AdaType,
        target: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let types = &self.tree().types;
        let (from_kind, to_kind) = (types.kind(from).clone(), types.kind(target).clone());
        let wanted = self.ty(target, loc)?;
        if types.has_tag(target) {
            self.check_tag(value, from, target, loc)?;
            let from = if types.moves_components(from, target) { types.base(target) } else { from };
            return self.checked(value, source, from, target, loc);
        }
        if types.record(target).is_some() && types.moves_components(from, target) {
            let (value, base) = (self.moved(value, from, target, loc)?, types.base(target));
            return self.checked(value, None, base, target, loc);
        }
        self.check_designated_tag(value, from, target, loc)?;
        match (&from_kind, &to_kind) {
            (
                Kind::Signed { .. } | Kind::Modular(_) | Kind::UniversalInteger,
                Kind::Signed { .. } | Kind::Modular(_),
            ) => {
                let number = self.as_index(value, loc);
                let range = match source {
                    Some(source) => self.range_of(source),
                    None => types.value_range(from),
                };
                self.number_in(number, range, target, loc)?;
                if let Kind::Modular(modulus) = &to_kind {
                    if let Kind::Modular(own) = &from_kind
                        && own == modulus
                    {
                        return self.with_predicates(value, from, target, loc);
                    }
                    let value = self.b.convert(Conversion::IntToModular, number, wanted, loc);
                    return self.with_predicates(value, from, target, loc);
                }
                self.with_predicates(number, from, target, loc)
            }
            (Kind::Modular(_), Kind::UniversalInteger) => {
                let number = self.as_index(value, loc);
                self.with_predicates(number, from, target, loc)
            }
            (Kind::Signed { .. } | Kind::Modular(_) | Kind::UniversalInteger, Kind::Float { .. }) => {
                let number = self.as_index(value, loc);
                if source.is_some_and(|source| source.as_int().is_none()) {
                    self.evident(CheckKind::Range, loc);
                }
                let value = self.b.convert(Conversion::IntToFloat, number, wanted, loc);
                let base = self.tree().types.base(target);
                self.check_range(value, None, base, target, loc)?;
                self.with_predicates(value, from, target, loc)
            }
            (Kind::Float { .. }, Kind::Signed { .. } | Kind::Modular(_)) => {
                let rounding = Conversion::FloatToInt(Rounding::NearestAway);
                let number = self.b.convert(rounding, value, TypeId::INT, loc);
                self.number_in(number, None, target, loc)?;
                let value = self.at_index(number, wanted, loc);
                self.with_predicates(value, from, target, loc)
            }
            (Kind::Float { bits: a, .. }, Kind::Float { bits: b, .. }) => {
                let mut converted = value;
                if a != b {
                    converted = self.b.convert(Conversion::FloatToFloat, value, wanted, loc);
                    if a > b {
                        let finite = self.b.unary(IrUnary::IsFinite, converted, TypeId::BOOL, loc);
                        self.check(CheckKind::FloatOverflow, loc, finite, "")?;
                    }
                }
                self.check_range(converted, source, from, target, loc)?;
                self.with_predicates(converted, from, target, loc)
            }
            (Kind::Fixed { .. }, _) | (_, Kind::Fixed { .. })
                if self.tree().types.base(from) != self.tree().types.base(target) =>
            {
                self.convert_fixed(value, source, from, target, loc)
            }
            (Kind::Array { .. }, Kind::Array { .. })
                if types.base(from) != types.base(target)
                    && !matches!(types[target].constraint, Constraint::Index(_)) =>
            {
                // The bounds stay, and must be in the index subtype of the target (RM 4.6 (38)).
                let dimensions = types.array(target).map_or(0, |(index, _)| index.len());
                for dimension in 0..dimensions {
                    let bounds = self.value_bounds(value, u32::try_from(dimension).unwrap_or(u32::MAX), loc);
                    self.check_converted_bounds(target, dimension, bounds, loc)?;
                }
                self.checked(value, source, from, target, loc)
            }
            _ => {
                let value = self.checked(value, source, from, target, loc)?;
                Ok(value)
            }
        }
    }

    pub fn with_predicates(
        &mut self,
        value: ExprId,
        from: AdaType,
        target: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        self.check_predicates(value, from, target, loc)?;
        Ok(value)
    }

    /// An Int must be in the range of a discrete subtype.
    pub fn number_in(
        &mut self,
        number: ExprId,
        known: Option<(Int, Int)>,
        target: AdaType,
        loc: Loc,
    ) -> Result<(), Refusal> {
        let types = &self.tree().types;
        if let Some((low, high)) = types.static_range(target) {
            if known.as_ref().is_some_and(|(a, b)| low <= *a && *b <= high) {
                return Ok(());
            }
            let inside = self.inside(number, &low, &high, loc);
            let stated = self.stated_range(loc, known.as_ref(), &(low, high), "");
            return self.check_of(CheckKind::Range, loc, inside, NOT_CONVERTIBLE, &stated);
        }
        let Some((low, high)) = types.bounds(target) else { return Ok(()) };
        let low = self.bound(&low, target, loc)?;
        let high = self.bound(&high, target, loc)?;
        let (low, high) = (self.as_index(low, loc), self.as_index(high, loc));
        let inside = self.b.between(number, low, high, loc);
        let stated = self.stated_member(loc, target);
        self.check_of(CheckKind::Range, loc, inside, NOT_CONVERTIBLE, &stated)
    }
}
