//! What the initial value of an object asks for, once its bits are there (RM 7.6 (17)): parts that are copies of
//! objects are adjusted, what functions give is copied, adjusted and finalized, and parts without a value are
//! initialised.

use super::{Operation, Refusal, finalized, only_if};
use crate::place::Loc;
use crate::sema::Sema;
use crate::sema::tree::{
    ArrayAggregate, Body, Builtin, Expr, ExprKind, Handler, NamedComponent, ObjId, PROGRAM_ERROR, Stmt, StmtKind,
};
use crate::sema::types::{Component, TypeId};
use horn_solver::num::Int;

/// What is done for a part of an object that gets its initial value.
#[derive(Default)]
pub(super) struct Step {
    /// Gives the part its value, where that is not there from the start.
    first: Vec<Stmt>,
    /// A copy of the result of a function, which is finalized in the end, and the name of the part.
    result: Option<(ObjId, Expr)>,
    /// Initialises or adjusts the part.
    then: Vec<Stmt>,
    /// Finalizes the part.
    undo: Vec<Stmt>,
}

/// What is found out about the parts of an initial value.
#[derive(Default)]
pub(super) struct Parts {
    /// What is done for them, in order.
    steps: Vec<Step>,
    /// What comes now is evaluated behind something that is done before: the initialisation or adjustment of a part, or
    /// the calls of functions that give parts.
    acted: bool,
}

impl Parts {
    fn push(&mut self, step: Step) {
        self.acted |= !step.then.is_empty();
        self.steps.push(step);
    }
}

impl Sema<'_> {
    /// The statements behind the declaration of an object with this initial value, or its default one. What they
    /// evaluate themselves is replaced in the value. Where a part fails, those before it are finalized by the manual,
    /// and not with GNAT 12, and neither are the results of functions.
    pub(super) fn initialized(&mut self, place: &Expr, value: &mut Expr, loc: Loc) -> Result<Vec<Stmt>, Refusal> {
        self.without_predicates(place.ty, loc)?;
        let mut parts = Parts { acted: self.calls_first(value), ..Parts::default() };
        self.initial_parts(place, value, loc, &mut parts)?;
        self.in_turn(parts, false, loc)
    }

    /// The parts of an object, each in its turn. Where one fails those before it are finalized: of an object by default
    /// for sure.
    pub(super) fn in_turn(&mut self, parts: Parts, by_default: bool, loc: Loc) -> Result<Vec<Stmt>, Refusal> {
        let mut behind: Vec<Stmt> = Vec::new();
        for step in parts.steps.into_iter().rev() {
            let mut now = step.then;
            if behind.is_empty() || step.undo.is_empty() {
                now.append(&mut behind);
            } else {
                let undo = if by_default { step.undo } else { vec![self.perhaps(step.undo, loc)] };
                now.push(finalized(behind, undo, true, loc));
            }
            if let Some((copy, place)) = step.result {
                let end = self.object_expr(copy);
                let end = self.operate(Operation::Finalize, &end, loc)?;
                if !end.is_empty() {
                    let failing = self.perhaps(end.clone(), loc);
                    let mut statements = vec![finalized(now, vec![failing], true, loc)];
                    statements.extend(end);
                    let declarations = vec![Stmt { kind: StmtKind::Declare(copy, Some(place)), loc }];
                    let body = Body { declarations, statements, end: loc, ..Body::default() };
                    now = vec![Stmt { kind: StmtKind::Block(Box::new(body)), loc }];
                }
            }
            behind = step.first;
            behind.extend(now);
        }
        Ok(behind)
    }

    /// Whether parts of an aggregate are results of functions, which are called in front of all other parts.
    fn calls_first(&mut self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Call(..) => self.has_finalization(value.ty) && !self.is_limited_inside(value.ty),
            ExprKind::Qualified(inner) | ExprKind::Convert(inner) => self.calls_first(inner),
            ExprKind::Record(values) => {
                let record = self.tree.record(value.ty);
                let parts = values.iter().zip(&record.components);
                let mut given =
                    parts.filter_map(|(value, component)| value.as_ref().filter(|value| !component.is_boxed(value)));
                given.any(|value| self.calls_first(value))
            }
            ExprKind::DeltaRecord(ancestor, changes) => {
                let record = self.tree.record(value.ty);
                self.calls_first(ancestor)
                    || changes
                        .iter()
                        .any(|(at, change)| !record.components[*at].is_boxed(change) && self.calls_first(change))
            }
            ExprKind::Array(aggregate) => {
                let named = aggregate.named.iter().filter_map(|one| one.value.as_ref());
                aggregate.positional.iter().chain(named).any(|value| self.calls_first(value))
            }
            _ => false,
        }
    }

    /// Statements that run, or not: nobody knows.
    pub(super) fn perhaps(&self, statements: Vec<Stmt>, loc: Loc) -> Stmt {
        let boolean = self.tree.types.std.boolean;
        let chosen = Expr { kind: ExprKind::Builtin(Builtin::Unknown, Vec::new()), ty: boolean, loc };
        only_if(chosen, statements, loc)
    }

    /// Perhaps an object is finalized parts of which have no value yet.
    pub(super) fn finalized_unfinished(&mut self, place: &Expr, loc: Loc) -> Result<Vec<Stmt>, Refusal> {
        let mut end = self.operate(Operation::Finalize, place, loc)?;
        if end.is_empty() {
            return Ok(end);
        }
        let any = Expr { kind: ExprKind::Builtin(Builtin::Unknown, Vec::new()), ty: place.ty, loc };
        end.insert(0, Stmt { kind: StmtKind::Assign(place.clone(), any), loc });
        Ok(vec![self.perhaps(end, loc)])
    }

    /// New values of types with finalization and predicates are not modelled: GNAT 12 checks predicates in front of
    /// `Adjust` or behind it, or behind `Finalize`.
    pub(super) fn without_predicates(&mut self, ty: TypeId, loc: Loc) -> Result<(), Refusal> {
        match self.has_finalization(ty) && self.tree.types.has_predicates(ty) {
            true => Err((loc, "initial value with finalization and predicates (RM 3.2.4)".into())),
            false => Ok(()),
        }
    }

    /// What a new copy asks for. An exception in `Adjust` is `Program_Error`; GNAT 12 passes it on, and
    /// finalizes the object unless it is a part of an aggregate.
    pub(super) fn adjusted(&mut self, place: &Expr, loc: Loc) -> Result<Vec<Stmt>, Refusal> {
        let adjust = self.operate(Operation::Adjust, place, loc)?;
        if adjust.is_empty() {
            return Ok(adjust);
        }
        let end = self.operate(Operation::Finalize, place, loc)?;
        let identity = self.exception_id();
        let any = Expr { kind: ExprKind::Builtin(Builtin::Unknown, Vec::new()), ty: identity, loc };
        let passed = vec![self.perhaps(end, loc), Stmt { kind: StmtKind::RaiseOf(any, false), loc }];
        let passed = self.perhaps(passed, loc);
        let statements = vec![passed, Stmt { kind: StmtKind::Raise(Some(PROGRAM_ERROR)), loc }];
        let handlers = vec![Handler { exceptions: Vec::new(), statements }];
        let body = Body { statements: adjust, handlers, end: loc, ..Body::default() };
        Ok(vec![Stmt { kind: StmtKind::Block(Box::new(body)), loc }])
    }

    fn initial_parts(&mut self, place: &Expr, value: &mut Expr, loc: Loc, parts: &mut Parts) -> Result<(), Refusal> {
        if !self.has_finalization(place.ty) {
            let acted = parts.acted && !self.is_evident(value, place.ty);
            let first = self.in_its_turn(place, value, loc, acted)?;
            parts.push(Step { first, ..Step::default() });
            return Ok(());
        }
        if is_copy(value) {
            return self.copied_part(place, value, loc, parts);
        }
        let types = &self.tree.types;
        let base = types.base(value.ty);
        match &mut value.kind {
            ExprKind::Qualified(inner) => self.initial_parts(place, inner, loc, parts),
            ExprKind::Convert(inner) => match &inner.kind {
                ExprKind::Call(..) | ExprKind::Record(_) | ExprKind::DeltaRecord(..) | ExprKind::Array(_)
                    if types.base(inner.ty) != base =>
                {
                    Err((value.loc, "conversion of a new object with finalization (RM 7.6)".into()))
                }
                _ => self.initial_parts(place, inner, loc, parts),
            },
            ExprKind::Call(..) => {
                let undo = self.operate(Operation::Finalize, place, loc)?;
                if self.is_limited_inside(place.ty) {
                    // It is made in place.
                    let first = self.in_its_turn(place, value, loc, parts.acted)?;
                    parts.push(Step { first, undo, ..Step::default() });
                    parts.acted = true;
                    return Ok(());
                }
                // GNAT 12 calls the functions first.
                let copy = self.held_object("result of a function", place.ty, loc);
                let then = self.adjusted(place, loc)?;
                parts.push(Step { result: Some((copy, place.clone())), then, undo, ..Step::default() });
                parts.acted = true;
                Ok(())
            }
            ExprKind::Record(values) => self.parts_of_record(place, values, loc, parts),
            ExprKind::DeltaRecord(ancestor, changes) => {
                if types.base(ancestor.ty) == base {
                    return Err((value.loc, "delta aggregate with finalization (RM 4.3.4)".into()));
                }
                let view = ExprKind::Convert(Box::new(place.clone()));
                let view = Expr { kind: view, ty: types.base(ancestor.ty), loc };
                let record = self.tree.record(value.ty);
                self.initial_parts(&view, ancestor, loc, parts)?;
                for (at, change) in changes {
                    let kind = ExprKind::Field(Box::new(place.clone()), *at);
                    let component = &record.components[*at];
                    let part = Expr { kind, ty: component.ty, loc };
                    self.component_of_aggregate(place, component, &part, change, parts)?;
                }
                Ok(())
            }
            ExprKind::Array(aggregate) => self.parts_of_array(place, aggregate, value.loc, parts),
            ExprKind::Raise(_) => {
                let first = self.in_its_turn(place, value, loc, parts.acted)?;
                parts.push(Step { first, ..Step::default() });
                Ok(())
            }
            ExprKind::If(..) | ExprKind::Case(..) => {
                Err((value.loc, "new object with finalization in a conditional expression (RM 4.5.7)".into()))
            }
            _ => Err((value.loc, "initial value of this kind for an object with finalization (RM 7.6)".into())),
        }
    }

    /// What gives a part its value, where that is evaluated behind something that is done before.
    fn in_its_turn(&mut self, part: &Expr, value: &mut Expr, loc: Loc, acted: bool) -> Result<Vec<Stmt>, Refusal> {
        Ok(if acted { vec![self.assigned_later(part, value, loc)?] } else { Vec::new() })
    }

    /// What is done for a component that an object may have not.
    fn only_where_it_exists(&self, object: &Expr, component: &Component, step: Step, loc: Loc) -> Step {
        let where_it_exists = |statements| self.where_it_exists(object, component, statements, loc);
        Step {
            first: where_it_exists(step.first),
            result: step.result,
            then: where_it_exists(step.then),
            undo: where_it_exists(step.undo),
        }
    }

    /// A part that is a copy of an object.
    fn copied_part(&mut self, place: &Expr, value: &mut Expr, loc: Loc, parts: &mut Parts) -> Result<(), Refusal> {
        let first = self.in_its_turn(place, value, loc, parts.acted)?;
        let then = self.adjusted(place, loc)?;
        let undo = self.operate(Operation::Finalize, place, loc)?;
        parts.push(Step { first, then, undo, ..Step::default() });
        Ok(())
    }

    /// A part for which the aggregate has no value.
    fn default_part(&mut self, place: &Expr, loc: Loc) -> Result<Step, Refusal> {
        let then = self.operate(Operation::Initialize, place, loc)?;
        let undo = self.operate(Operation::Finalize, place, loc)?;
        Ok(Step { then, undo, ..Step::default() })
    }

    /// A component with a value. That of a box is the default value, which is evaluated in its turn, and the results of
    /// functions in it are finalized there.
    fn component_of_aggregate(
        &mut self,
        place: &Expr,
        component: &Component,
        part: &Expr,
        value: &mut Expr,
        parts: &mut Parts,
    ) -> Result<(), Refusal> {
        let loc = part.loc;
        let own = self.has_finalization(part.ty);
        if !component.is_boxed(value) || self.is_evident(value, part.ty) || !(own || parts.acted) {
            return self.initial_parts(part, value, loc, parts);
        }
        let acted = parts.acted;
        if acted {
            self.name_discriminants(value, place);
        }
        let then = if own { self.initialized(part, value, loc)? } else { Vec::new() };
        let first = self.in_its_turn(part, value, loc, acted)?;
        let undo = self.operate(Operation::Finalize, part, loc)?;
        parts.push(Step { first, then, undo, ..Step::default() });
        Ok(())
    }

    /// A component of an object by default: its value, if it is evaluated in its turn, and its own parts. The results
    /// of functions are finalized behind all components.
    pub(super) fn component_in_turn(
        &mut self,
        object: &Expr,
        component: &Component,
        part: &Expr,
        parts: &mut Parts,
    ) -> Result<(), Refusal> {
        let loc = object.loc;
        let (first, value) = match component.late {
            true => self.late_value(object, component, part, loc)?,
            false => (Vec::new(), component.default.clone()),
        };
        let mut own = Parts::default();
        match value {
            None => {
                let step = self.default_part(part, loc)?;
                own.push(Step { first, ..step });
            }
            Some(mut value) => {
                self.without_predicates(part.ty, loc)?;
                self.initial_parts(part, &mut value, loc, &mut own)?;
                if component.late {
                    let at = value.loc;
                    let assign = Stmt { kind: StmtKind::Assign(part.clone(), value), loc: at };
                    match own.steps.first_mut() {
                        Some(step) => step.first.insert(0, assign),
                        None => own.push(Step { first: vec![assign], ..Step::default() }),
                    }
                }
            }
        }
        for mut step in own.steps {
            if !component.guard.is_empty() {
                if step.result.is_some() {
                    return Err((loc, "default value with finalization in a variant (RM 7.6)".into()));
                }
                step = self.only_where_it_exists(object, component, step, loc);
            }
            parts.push(step);
        }
        Ok(())
    }

    fn parts_of_record(
        &mut self,
        place: &Expr,
        values: &mut [Option<Expr>],
        loc: Loc,
        parts: &mut Parts,
    ) -> Result<(), Refusal> {
        let record = self.tree.record(place.ty);
        for (at, component) in record.components.iter().enumerate() {
            let kind = ExprKind::Field(Box::new(place.clone()), at);
            let part = Expr { kind, ty: component.ty, loc };
            match values.get_mut(at).and_then(Option::as_mut) {
                Some(value) => {
                    if at < record.discriminants && parts.acted && !self.is_evident(value, component.ty) {
                        let what = "discriminants behind a component with finalization in an aggregate (RM 7.6)";
                        return Err((value.loc, what.into()));
                    }
                    self.component_of_aggregate(place, component, &part, value, parts)?;
                }
                None => {
                    let mut step = self.default_part(&part, loc)?;
                    if parts.acted && !self.starts_evidently(component.ty, Some(&record)) {
                        step.first = self.started(&part, loc)?;
                    }
                    parts.push(self.only_where_it_exists(place, component, step, loc));
                }
            }
        }
        // The ancestor part of an extension aggregate, by default.
        let own = self.operation(Operation::Initialize, place.ty);
        let then = own.map(|own| Stmt { kind: StmtKind::Call(own, vec![place.clone()]), loc });
        parts.push(Step { then: then.into_iter().collect(), ..Step::default() });
        Ok(())
    }

    fn parts_of_array(
        &mut self,
        place: &Expr,
        aggregate: &mut ArrayAggregate,
        loc: Loc,
        parts: &mut Parts,
    ) -> Result<(), Refusal> {
        let Some((index, element)) = self.tree.types.array(place.ty).map(|(index, element)| (index.to_vec(), element))
        else {
            return Ok(());
        };
        let refusal = || (loc, "array aggregate with finalization of this form (RM 4.3.3)".to_string());
        let [index] = index.as_slice() else { return Err(refusal()) };
        let ty = self.tree.types.base(*index);
        let part = |at: Expr| Expr { kind: ExprKind::Index(Box::new(place.clone()), vec![at]), ty: element, loc };
        let alone = aggregate.positional.is_empty();
        let whole = match (aggregate.named.as_mut_slice(), aggregate.others.as_mut()) {
            ([], others) => others,
            ([one], None) if alone && one.var.is_none() && one.high.is_some() => Some(&mut one.value),
            (several, others) => {
                let single = several.iter().all(|one| one.high.is_none() && one.var.is_none());
                if others.is_some() || !single {
                    return Err(refusal());
                }
                None
            }
        };
        if let Some(value) = whole {
            if !alone {
                return Err(refusal());
            }
            return self.all_elements(place, element, value, loc, parts);
        }
        for (value, at) in aggregate.positional.iter_mut().zip(0i64..) {
            let Some(first) = aggregate.bounds.0.as_int() else { return Err(refusal()) };
            let part = part(Expr::int(first + &Int::from(at), ty, loc));
            self.initial_parts(&part, value, loc, parts)?;
        }
        // In the order of the indices.
        let mut named: Vec<&mut NamedComponent> = aggregate.named.iter_mut().collect();
        if named.len() > 1 && named.iter().any(|one| one.low.as_int().is_none()) {
            return Err(refusal());
        }
        named.sort_by_key(|one| one.low.as_int().cloned());
        for named in named {
            let part = part(named.low.clone());
            match &mut named.value {
                Some(value) => self.initial_parts(&part, value, loc, parts)?,
                None => {
                    let mut step = self.default_part(&part, loc)?;
                    if parts.acted && !self.starts_evidently(element, None) {
                        step.first = self.started(&part, loc)?;
                    }
                    parts.push(step);
                }
            }
        }
        Ok(())
    }

    /// The same value for all elements.
    fn all_elements(
        &mut self,
        place: &Expr,
        element: TypeId,
        value: &Option<Expr>,
        loc: Loc,
        parts: &mut Parts,
    ) -> Result<(), Refusal> {
        let refusal = || (loc, "array aggregate with finalization of this form (RM 4.3.3)".to_string());
        let step = match value {
            Some(value) if !parts.acted && is_name(value) => {
                let then = self.adjusted(place, loc)?;
                let undo = self.operate(Operation::Finalize, place, loc)?;
                if let [Stmt { kind: StmtKind::Call(adjust, args), .. }] =
                    self.operate(Operation::Adjust, place, loc)?.as_slice()
                {
                    // Each element is adjusted before the next one is copied.
                    let ty = self.tree.types.std.boolean;
                    let call = Expr { kind: ExprKind::Call(*adjust, args.clone()), ty, loc };
                    let none = self.held_object("element", element, loc);
                    self.note_order(vec![(none, call)], vec![value.clone()], loc);
                }
                Step { then, undo, ..Step::default() }
            }
            None if !parts.acted || self.starts_evidently(element, None) => self.default_part(place, loc)?,
            _ => return Err(refusal()),
        };
        parts.push(step);
        Ok(())
    }
}

/// Whether a value is a copy of an object, or of one of several.
fn is_copy(expr: &Expr) -> bool {
    let copy = |one: &Expr| is_name(one) || matches!(one.kind, ExprKind::Raise(_));
    match &expr.kind {
        ExprKind::Qualified(inner) | ExprKind::Convert(inner) => is_copy(inner),
        ExprKind::If(branches, otherwise) => copy(otherwise) && branches.iter().all(|(_, branch)| copy(branch)),
        ExprKind::Case(_, alternatives) => alternatives.iter().all(|(_, branch)| copy(branch)),
        _ => is_name(expr),
    }
}

/// Whether an expression names an object, and makes none.
pub(super) fn is_name(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Object(_) => true,
        ExprKind::Field(inner, _)
        | ExprKind::Index(inner, _)
        | ExprKind::Slice(inner, ..)
        | ExprKind::Qualified(inner)
        | ExprKind::Convert(inner) => is_name(inner),
        ExprKind::Deref(_) => true,
        _ => false,
    }
}
