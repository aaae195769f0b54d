//! Delta aggregates (RM 4.3.4, SPARK RM 4.3.4), `'Update`, and updates of SPARK 2005.

use super::Sema;
use super::name::Denoted;
use super::tree::{Choice2, Expr, ExprKind, ObjId};
use crate::ast::{self, AggregateItem, Association, Choice};
use horn_frontend::Span;

impl<'a> Sema<'a> {
    /// `(Base with delta …)` (RM 4.3.4).
    pub fn delta(&mut self, base: Expr, items: &'a [AggregateItem], span: Span) -> Expr {
        let associations: Vec<&'a Association> = items
            .iter()
            .filter_map(|item| match item {
                AggregateItem::Association(association) => Some(association),
                AggregateItem::Iterated(_) => None,
            })
            .collect();
        if associations.len() != items.len() {
            self.reject(span, "iterated association in a delta aggregate (RM 4.3.4)");
            return Expr::error(base.ty, self.loc(span));
        }
        self.delta_of(base, &associations, span)
    }

    fn delta_of(&mut self, base: Expr, associations: &[&'a Association], span: Span) -> Expr {
        let (ty, loc) = (base.ty, self.loc(span));
        let base = self.checked_base(base);
        if associations.iter().flat_map(|association| &association.choices).any(is_indexed_base) {
            return self.deep_delta(base, associations, span);
        }
        if let Some((index, element)) = self.tree.types.array(ty).map(|(index, element)| (index.to_vec(), element)) {
            let [index] = index.as_slice() else {
                self.reject(span, "delta aggregate of a multi-dimensional array (RM 4.3.4)");
                return Expr::error(ty, loc);
            };
            let index = self.tree.types.base(*index);
            let mut changes: Vec<(Choice2, Expr)> = Vec::new();
            for association in associations {
                for choice in &association.choices {
                    let Some(value) = association.expr() else { continue };
                    let value = self.expr(value, Some(element));
                    match choice {
                        Choice::Expr(expr) => match self.choice_subtype(expr) {
                            Some(subtype) => {
                                let at = self.loc(expr.span);
                                self.no_predicates(subtype, expr.span);
                                if let Some((low, high)) = self.range_of_subtype(subtype, at) {
                                    changes.push(((low, Some(high)), value));
                                }
                            }
                            None => {
                                let at = self.expr(expr, Some(index));
                                changes.push(((at, None), value));
                            }
                        },
                        Choice::Range(range) => {
                            let range = self.discrete_range(range, Some(index));
                            let mut held = None;
                            let (low, high) = self.checked_bounds(range, &mut held);
                            if held.is_some() {
                                let what = "range constraint with calls in a delta aggregate (RM 3.2.2)";
                                self.reject(association.span, what);
                            }
                            changes.push(((low, Some(high)), value));
                        }
                        Choice::Others(at) => self.error(*at, "\"others\" not allowed in delta aggregate"),
                    }
                }
            }
            return Expr { kind: ExprKind::DeltaArray(Box::new(base), changes), ty, loc };
        }
        if associations.iter().flat_map(|association| &association.choices).any(is_part_of_component) {
            return self.deep_delta(base, associations, span);
        }
        let record = self.tree.record(ty);
        let mut changes = Vec::new();
        for association in associations {
            for choice in &association.choices {
                let ident = match choice {
                    Choice::Expr(expr) => expr.as_name().and_then(ast::Name::as_ident),
                    _ => None,
                };
                let Some(ident) = ident else {
                    self.error(choice.span(), "component name expected in delta aggregate");
                    continue;
                };
                let name = self.names.text(ident.symbol).to_string();
                let Some(at) = record.place_of(&name) else {
                    let text = format!("\"{}\" is undefined", self.spelling(ident));
                    self.error(ident.span, text);
                    continue;
                };
                if let Some(value) = association.expr() {
                    changes.push((at, self.expr(value, Some(record.components[at].ty))));
                }
            }
        }
        Expr { kind: ExprKind::DeltaRecord(Box::new(base), changes), ty, loc }
    }

    /// What is changed starts as a copy of the base, and so satisfies the predicate of its subtype.
    fn checked_base(&self, base: Expr) -> Expr {
        let (ty, loc) = (base.ty, base.loc);
        if self.tree.types[ty].predicates.is_empty() {
            return base;
        }
        Expr { kind: ExprKind::Qualified(Box::new(base)), ty, loc }
    }

    /// A delta aggregate that names parts of components (SPARK RM 4.3.4): as if they were assigned one by one to a
    /// copy.
    fn deep_delta(&mut self, base: Expr, associations: &[&'a Association], span: Span) -> Expr {
        let (ty, loc) = (base.ty, self.loc(span));
        let mut values = Vec::new();
        let mut whole = self.bound_value(base, &mut values);
        for association in associations {
            for choice in &association.choices {
                let name = match choice {
                    Choice::Expr(expr) => expr.as_name(),
                    _ => None,
                };
                let Some(steps) = name.and_then(steps_of) else {
                    self.error(choice.span(), "component name expected in delta aggregate");
                    continue;
                };
                let Some(value) = association.expr() else { continue };
                let Some(changed) = self.with_part(&whole, &steps, value, &mut values) else {
                    return Expr::error(ty, loc);
                };
                whole = self.bound_value(changed, &mut values);
            }
        }
        Expr { kind: ExprKind::Let(values, Box::new(whole)), ty, loc }
    }

    /// A constant that holds the value.
    fn bound_value(&mut self, value: Expr, values: &mut Vec<(ObjId, Expr)>) -> Expr {
        let (name, value) = self.held_value("delta", value);
        values.push(value);
        name
    }

    /// `whole` with another value in the part that the steps lead to.
    fn with_part(
        &mut self,
        whole: &Expr,
        steps: &[Step<'a>],
        value: &'a ast::Expr,
        values: &mut Vec<(ObjId, Expr)>,
    ) -> Option<Expr> {
        let Some((step, rest)) = steps.split_first() else { return Some(self.expr(value, Some(whole.ty))) };
        let ty = whole.ty;
        match step {
            Step::Component(ident) => {
                let name = self.names.text(ident.symbol).to_string();
                let loc = self.loc(ident.span);
                let record = self.tree.types.record(ty);
                let found = record.and_then(|record| {
                    let at = record.place_of(&name)?;
                    Some((at, record.components[at].ty, at < record.discriminants))
                });
                let Some((at, part_ty, discriminant)) = found else {
                    let text = format!("\"{}\" is undefined", self.spelling(ident));
                    self.error(ident.span, text);
                    return None;
                };
                if discriminant {
                    self.error(ident.span, "discriminant in delta aggregate");
                    return None;
                }
                let part = Expr { kind: ExprKind::Field(Box::new(whole.clone()), at), ty: part_ty, loc };
                let changed = self.with_part(&part, rest, value, values)?;
                let kind = ExprKind::DeltaRecord(Box::new(whole.clone()), vec![(at, changed)]);
                Some(Expr { kind, ty, loc })
            }
            Step::Index(arguments, span) => {
                let loc = self.loc(*span);
                let (index, element) = match self.tree.types.array(ty) {
                    Some(([index], element)) => (*index, element),
                    Some(_) => {
                        self.reject(*span, "delta aggregate of a multi-dimensional array (RM 4.3.4)");
                        return None;
                    }
                    None => {
                        self.error(*span, "array type required in indexed component");
                        return None;
                    }
                };
                let [argument] = arguments else {
                    self.error(*span, "wrong number of indices");
                    return None;
                };
                let (Some(at), true) = (argument.expr(), argument.is_positional()) else {
                    self.error(*span, "index expected in delta aggregate");
                    return None;
                };
                let at = self.expr(at, Some(self.tree.types.base(index)));
                let at = self.bound_value(at, values);
                let kind = ExprKind::Index(Box::new(whole.clone()), vec![at.clone()]);
                let part = Expr { kind, ty: element, loc };
                let changed = self.with_part(&part, rest, value, values)?;
                let kind = ExprKind::DeltaArray(Box::new(whole.clone()), vec![((at, None), changed)]);
                Some(Expr { kind, ty, loc })
            }
        }
    }

    /// `X'Update (I => V, …)`.
    pub fn update_arguments(&mut self, base: Expr, arguments: &'a [Association], span: Span) -> Denoted<'a> {
        let associations: Vec<&'a Association> = arguments.iter().collect();
        Denoted::Value(self.delta_of(base, &associations, span))
    }

    /// `A [I => V; J => W]` of SPARK 2005.
    pub fn denote_update(&mut self, prefix: &'a ast::Name, items: &'a [ast::UpdateItem], span: Span) -> Denoted<'a> {
        let base = self.name_value(prefix, None);
        let (ty, loc) = (base.ty, self.loc(span));
        let mut value = base;
        for item in items {
            if let Some((index, element)) = self.tree.types.array(ty).map(|(index, element)| (index.to_vec(), element))
            {
                let ([selector], [index]) = (item.selectors.as_slice(), index.as_slice()) else {
                    self.reject(item.span, "update of a multi-dimensional array");
                    return Denoted::Value(Expr::error(ty, loc));
                };
                let at = self.expr(selector, Some(self.tree.types.base(*index)));
                let new = self.expr(&item.value, Some(element));
                value = Expr { kind: ExprKind::DeltaArray(Box::new(value), vec![((at, None), new)]), ty, loc };
                continue;
            }
            let ident = item.selectors.first().and_then(ast::Expr::as_name).and_then(ast::Name::as_ident);
            let name = ident.map(|ident| self.names.text(ident.symbol).to_string()).unwrap_or_default();
            let record = self.tree.record(ty);
            let Some(at) = record.place_of(&name) else {
                self.error(item.span, "component name expected in update");
                return Denoted::Error;
            };
            let new = self.expr(&item.value, Some(record.components[at].ty));
            value = Expr { kind: ExprKind::DeltaRecord(Box::new(value), vec![(at, new)]), ty, loc };
        }
        Denoted::Value(value)
    }
}

/// A step from a whole to a part of it, in a delta aggregate.
enum Step<'a> {
    /// A component of a record.
    Component(&'a ast::Ident),
    /// A component of an array: the indices, and where they stand.
    Index(&'a [Association], Span),
}

/// Whether a choice of a delta aggregate names a part of a component.
fn is_part_of_component(choice: &Choice) -> bool {
    match choice {
        Choice::Expr(expr) => expr
            .as_name()
            .is_some_and(|name| matches!(name.kind, ast::NameKind::Selected(..) | ast::NameKind::Apply(..))),
        _ => false,
    }
}

/// Whether a choice begins with an index of the base.
fn is_indexed_base(choice: &Choice) -> bool {
    let Choice::Expr(expr) = choice else { return false };
    let mut name = expr.as_name();
    while let Some(at) = name {
        name = match &at.kind {
            ast::NameKind::Target => return true,
            ast::NameKind::Selected(prefix, _) | ast::NameKind::Apply(prefix, _) => Some(prefix),
            _ => None,
        };
    }
    false
}

/// The steps of a name like `A.B (I).C`; none for other names.
fn steps_of(name: &ast::Name) -> Option<Vec<Step<'_>>> {
    let mut steps = Vec::new();
    let mut at = name;
    loop {
        match &at.kind {
            ast::NameKind::Ident(ident) => {
                steps.push(Step::Component(ident));
                steps.reverse();
                return Some(steps);
            }
            ast::NameKind::Target => {
                steps.reverse();
                return Some(steps);
            }
            ast::NameKind::Selected(prefix, ident) => {
                steps.push(Step::Component(ident));
                at = prefix;
            }
            ast::NameKind::Apply(prefix, arguments) => {
                steps.push(Step::Index(arguments, at.span));
                at = prefix;
            }
            _ => return None,
        }
    }
}
