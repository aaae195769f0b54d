//! Statements and declarations.

use super::Refusal;
use super::procedure::{Context, FirstIteration, OpenLoop, Proc};
use crate::place::Loc;
use crate::sema::tree::{
    AssertKind, Body, Choice, DefaultCheck, Expr, ExprKind, LabelId, Loop, LoopId, Measure, ObjId, Range, Scheme, Stmt,
    StmtKind, SubpId,
};
use crate::sema::types::{Kind, TypeId as AdaType};
use crate::sema::walk::walk_stmts;
use horn_frontend::ir::{self, BinaryOp as Ir, CheckKind, ExprId, FIRST_ITERATION, TypeId, VarId};
use horn_solver::num::Int;

/// Components of larger arrays are not initialised one by one.
const MAX_SEPARATE: i64 = 64;

impl Proc<'_, '_> {
    /// A body: declarations, statements, handlers (which do not cover the declarations, RM 11.4).
    pub fn body(&mut self, body: &Body) -> Result<(), Refusal> {
        let declarations: Vec<&Stmt> = body.declarations.iter().collect();
        self.l.elaborated_in_time(&declarations)?;
        self.stmts(&body.declarations)?;
        let tasks = self.waits_for_tasks(body);
        self.open_tasks += u32::from(tasks);
        let inside = self.handled_statements(&body.statements, &body.handlers, body.end);
        self.open_tasks -= u32::from(tasks);
        inside?;
        if tasks {
            self.tasks_ended(body.end);
        }
        Ok(())
    }

    pub fn stmts(&mut self, stmts: &[Stmt]) -> Result<(), Refusal> {
        for stmt in stmts {
            if let StmtKind::Label(label) = &stmt.kind {
                self.scopes_of_labels.insert(*label, self.scopes.len());
            }
        }
        for stmt in stmts {
            self.stmt(stmt)?;
        }
        Ok(())
    }

    pub fn stmt(&mut self, stmt: &Stmt) -> Result<(), Refusal> {
        let loc = stmt.loc;
        self.elements_stay(stmt)?;
        match &stmt.kind {
            StmtKind::Null | StmtKind::Elaborated(_) => Ok(()),
            StmtKind::Declare(object, value) => self.declare(*object, value.as_ref(), loc),
            StmtKind::CheckRange { within, low, high } => {
                self.fail_in_one_order(&[low, high], loc)?;
                self.check_range_constraint(*within, low, high, loc)
            }
            StmtKind::Assign(target, value) => self.assign(target, value, loc),
            StmtKind::Call(callee, args) => self.call(*callee, args, None, loc),
            StmtKind::Evaluate(values) => {
                for value in values {
                    self.value(value)?;
                }
                Ok(())
            }
            StmtKind::Free(variable) => self.free(variable, loc),
            StmtKind::Activate(task, args) => self.activate(*task, args, loc),
            StmtKind::Await(condition) => self.await_barrier(condition, loc),
            StmtKind::Rendezvous(none) => {
                self.rendezvous(*none, loc);
                Ok(())
            }
            StmtKind::Name(name) => {
                self.place(name)?;
                Ok(())
            }
            StmtKind::If(branches, otherwise) => {
                for (condition, body) in branches {
                    let at = condition.loc;
                    let condition = self.value(condition)?;
                    self.b.begin_if(condition, at);
                    self.stmts(body)?;
                    self.b.begin_else();
                }
                self.stmts(otherwise)?;
                for _ in branches {
                    self.b.end_if();
                }
                Ok(())
            }
            StmtKind::Case(selector, alternatives) => self.case(selector, alternatives, loc),
            StmtKind::Loop(inner) => self.loop_(inner, loc),
            StmtKind::Exit(id, condition) => {
                let condition = match condition {
                    Some(condition) => Some(self.value(condition)?),
                    None => None,
                };
                let Some(open) = self.loops.get(id) else { return Ok(()) };
                let (target, scopes) = (open.id, open.scopes);
                if self.open_tasks > 0 {
                    self.tasks_ended(loc);
                }
                if self.scopes.len() > scopes {
                    let condition = condition.unwrap_or_else(|| self.b.bool(true, loc));
                    self.b.begin_if(condition, loc);
                    self.leave_scopes(scopes)?;
                    self.b.exit(target, loc);
                    self.b.end_if();
                    return Ok(());
                }
                match condition {
                    Some(condition) => self.b.exit_when(target, condition, loc),
                    None => self.b.exit(target, loc),
                }
                Ok(())
            }
            StmtKind::Label(label) => {
                let block = self.label_block(*label, loc);
                self.b.jump(block, block);
                self.placed.insert(*label, loc);
                Ok(())
            }
            StmtKind::Goto(label) => {
                if self.open_tasks > 0 {
                    self.tasks_ended(loc);
                }
                let scopes = self.scopes_of_labels.get(label).copied().unwrap_or(self.scopes.len());
                self.leave_scopes(scopes)?;
                let block = self.label_block(*label, loc);
                if let Some(place) = self.placed.get(label) {
                    // Backwards: a loop.
                    self.b.mark_loop(block, *place);
                }
                let dead = self.b.new_block(loc);
                self.b.jump(block, dead);
                Ok(())
            }
            StmtKind::Block(body) => self.body(body),
            StmtKind::Finalized(scope) => self.finalized(scope, loc),
            StmtKind::Return(value) => match value {
                Some(value) => {
                    let Some(ty) = self.tree().subprogram(self.id).result else { return Ok(()) };
                    let found = self.converted(value, ty, value.loc)?;
                    self.leave(Some(found), loc)
                }
                None => {
                    let value = match self.returned.last().copied() {
                        Some(object) => {
                            let var = self.variable(object, loc)?;
                            Some(self.b.var(var, loc))
                        }
                        None => None,
                    };
                    self.leave(value, loc)
                }
            },
            StmtKind::ExtendedReturn(object, body) => {
                self.returned.push(*object);
                let inside = self.body(body);
                self.returned.pop();
                inside?;
                let Some(ty) = self.tree().subprogram(self.id).result else { return Ok(()) };
                let own = self.tree().object(*object).ty;
                let var = self.variable(*object, loc)?;
                let value = self.b.var(var, loc);
                let value = self.checked(value, None, own, ty, loc)?;
                self.leave(Some(value), loc)
            }
            StmtKind::Raise(exception) => match exception {
                Some(exception) => self.raise(*exception, loc),
                None => match self.handling.last().copied() {
                    Some(var) => self.raise_number(var, loc),
                    None => Ok(()),
                },
            },
            StmtKind::RaiseOf(identity, occurrence) => self.raise_of(identity, *occurrence, loc),
            StmtKind::Assert(kind, condition) => self.assertion(*kind, condition, loc),
            StmtKind::LoopVariant(id, measures) => self.loop_variant(*id, measures, loc),
            StmtKind::Dropped | StmtKind::Unsupported => Err((loc, "statement outside the subset".into())),
        }
    }

    /// The block that a label stands in front of.
    fn label_block(&mut self, label: LabelId, loc: Loc) -> ir::BlockId {
        if let Some(block) = self.labels.get(&label) {
            return *block;
        }
        let block = self.b.new_block(loc);
        self.labels.insert(label, block);
        block
    }

    /// To the exit of the subprogram, with its result.
    fn leave(&mut self, value: Option<ExprId>, loc: Loc) -> Result<(), Refusal> {
        if let (Some(value), Some(result)) = (value, self.result) {
            let wanted = self.b.var_type(result);
            let value = self.shape_to(value, wanted, loc);
            let value = match self.tree().subprogram(self.id).result {
                Some(ty) => self.as_own(value, ty, loc),
                None => value,
            };
            self.b.assign(result, value, loc);
        }
        if self.open_tasks > 0 {
            self.tasks_ended(loc);
        }
        self.leave_scopes_by_return()?;
        let Some(exit) = self.exit else { return Ok(()) };
        let next = self.b.new_block(loc);
        self.b.jump(exit, next);
        Ok(())
    }

    // Declarations

    fn declare(&mut self, object: ObjId, value: Option<&Expr>, loc: Loc) -> Result<(), Refusal> {
        let entry = self.tree().object(object);
        if entry.value.is_some() && entry.kind == crate::sema::tree::ObjectKind::Constant {
            // A static constant; its value was checked when it was folded.
            return Ok(());
        }
        let ty = entry.ty;
        if entry.unsuitable {
            self.check_shared_place(loc)?;
        }
        // In front of its initial value, and behind.
        self.may_lack_storage(object, loc)?;
        self.declare_inside(object, ty, value, loc)?;
        self.may_lack_storage(object, loc)
    }

    fn declare_inside(&mut self, object: ObjId, ty: AdaType, value: Option<&Expr>, loc: Loc) -> Result<(), Refusal> {
        let entry = self.tree().object(object);
        match value {
            Some(value) => {
                let found = self.converted(value, ty, value.loc)?;
                let var = self.variable(object, loc)?;
                let wanted = self.b.var_type(var);
                let found = self.shape_to(found, wanted, loc);
                let found = self.as_own(found, ty, loc);
                self.b.assign(var, found, loc);
                self.follow(object, loc);
                self.note_value(&super::place::Place::Object(object), value, loc)?;
            }
            None => {
                self.bare.insert(object);
                if entry.concurrent && !super::unwritten::is_written(self.tree(), ty) {
                    // Another task may read it before anybody has written it.
                    let written = self.b.temporary("written", TypeId::BOOL, loc);
                    self.b.set_origin_of(written, "whether a variable that tasks share is written before it is read");
                    self.b.havoc(written, loc);
                    let written = self.b.var(written, loc);
                    self.check(CheckKind::Initialization, loc, written, "")?;
                }
                let var = self.variable(object, loc)?;
                if self.has_default(ty) {
                    let value = self.default_value(ty, loc)?;
                    let value = self.constrained(value, None, ty, ty, loc)?;
                    let later = self.is_initialized_later(ty);
                    if !later && self.starts_with_default(ty) {
                        self.check_all_predicates(value, ty, loc)?;
                    }
                    let wanted = self.b.var_type(var);
                    let value = self.shape_to(value, wanted, loc);
                    self.b.assign(var, value, loc);
                    // RM 7.3.2 (10): objects initialised by default.
                    let types = &self.tree().types;
                    let invariants = if later { Vec::new() } else { types[types.base(ty)].invariants.clone() };
                    for function in invariants {
                        let value = self.b.var(var, loc);
                        let holds = self.predicate(function, value, loc)?;
                        self.check(CheckKind::TypeInvariant, loc, holds, "")?;
                    }
                } else {
                    // Arbitrary again each time the declaration is elaborated; the bounds are those of the subtype.
                    if self.l.unwritten.may_be_read(self.tree(), object) {
                        let origin = format!("what \"{}\" has before it is written", entry.name);
                        self.b.set_origin_of(var, origin);
                    }
                    self.b.havoc(var, loc);
                    self.assume_shape(var, ty, loc)?;
                    let value = self.b.var(var, loc);
                    self.initial_conditions(value, ty, loc)?;
                }
                self.follow(object, loc);
                if let Some(flag) = self.flags.get(&object).copied() {
                    let no = self.b.bool(self.has_default(ty), loc);
                    self.b.assign(flag, no, loc);
                }
            }
        }
        Ok(())
    }

    /// The value of a new object without an initial one.
    pub fn initial_value(&mut self, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        if self.has_default(ty) {
            let value = self.default_value(ty, loc)?;
            let value = self.constrained(value, None, ty, ty, loc)?;
            if !self.is_initialized_later(ty)
                && self.starts_with_default(ty)
                && !self.tree().types[ty].predicates.is_empty()
            {
                // GNAT 12 does not check them, and what is read from a heap is taken to satisfy them.
                return Err((loc, "allocator without an initial value of a type with predicates (RM 3.2.4)".into()));
            }
            return Ok(value);
        }
        let ir_ty = self.ty(ty, loc)?;
        let var = self.b.temporary("initial value", ir_ty, loc);
        if !super::unwritten::is_written(self.tree(), ty) {
            self.b.set_origin_of(var, "what an object has before it is written");
        }
        self.b.havoc(var, loc);
        self.assume_shape(var, ty, loc)?;
        let value = self.b.var(var, loc);
        self.initial_conditions(value, ty, loc)?;
        Ok(value)
    }

    /// `Default_Initial_Condition` (GNAT RM 2, SPARK RM 7.3.3): a condition on objects of a private type, and of those
    /// derived from it, where they are initialised by default. In the procedure that stands for such an object of the
    /// type alone the check is about the aspect.
    fn initial_conditions(&mut self, value: ExprId, ty: AdaType, loc: Loc) -> Result<(), Refusal> {
        if self.is_initialized_later(ty) {
            return Ok(());
        }
        for function in self.tree().types.initial_conditions(ty) {
            self.initial_condition(function, value, loc)?;
        }
        Ok(())
    }

    fn initial_condition(&mut self, function: SubpId, value: ExprId, loc: Loc) -> Result<(), Refusal> {
        let tree = self.tree();
        let last = tree.subprogram(function).body.as_ref().and_then(|body| body.statements.last());
        let Some(StmtKind::Return(Some(condition))) = last.map(|stmt| &stmt.kind) else { return Ok(()) };
        let at = if tree.subprogram(self.id).loc == loc { condition.loc } else { loc };
        let kind = CheckKind::DefaultInitialCondition;
        let value = self.kept(value, loc);
        self.alone(condition, Some(kind), |p| {
            let holds = p.predicate(function, value, at)?;
            let stated = p.source_of(condition);
            p.check_of(kind, at, holds, "objects that are initialised by default satisfy it", &stated)
        })
    }

    /// Whether statements behind the declaration of an object by default initialise parts of it.
    fn is_initialized_later(&self, ty: AdaType) -> bool {
        let tree = self.tree();
        !tree.initialized.is_empty() && tree.initialized.contains(&tree.types.base(ty))
    }

    /// What is checked of an object by default, behind the statements that initialise its parts.
    fn by_default(&mut self, check: DefaultCheck, condition: &Expr, loc: Loc) -> Result<(), Refusal> {
        let ExprKind::Call(function, args) = &condition.kind else { return Ok(()) };
        let [object] = args.as_slice() else { return Ok(()) };
        let value = self.value(object)?;
        match check {
            DefaultCheck::Predicate => self.check_predicate(*function, value, object.ty, loc),
            DefaultCheck::InitialCondition => self.initial_condition(*function, value, loc),
            DefaultCheck::Invariant => {
                let holds = self.predicate(*function, value, loc)?;
                self.check(CheckKind::TypeInvariant, loc, holds, "")
            }
        }
    }

    /// Whether a variable of the type has a value without being given one. Whether all objects of this type have the
    /// same initial value: nothing is without one, and no expression gives another one each time.
    pub fn wholly_default(&self, ty: AdaType) -> bool {
        let types = &self.tree().types;
        if types[ty].default.is_some() {
            return true;
        }
        match types.kind(ty) {
            Kind::Record(record) => {
                let given = if matches!(types[ty].constraint, crate::sema::types::Constraint::Discriminants(_)) {
                    record.discriminants
                } else {
                    0
                };
                let mut rest = record.components.iter().skip(given);
                rest.all(|component| match &component.default {
                    Some(default) => !self.varies(Some(default), component.ty),
                    None => self.wholly_default(component.ty),
                })
            }
            Kind::Array { element, .. } => self.wholly_default(*element),
            Kind::Access(_) => true,
            _ => false,
        }
    }

    /// Whether a part of an object of the type is initialised by an expression of a declaration: then the predicates of
    /// the object's subtype are checked (RM 3.2.4 (33)).
    fn starts_with_default(&self, ty: AdaType) -> bool {
        let types = &self.tree().types;
        if types[ty].default.is_some() {
            return true;
        }
        match types.kind(ty) {
            Kind::Record(record) => record
                .components
                .iter()
                .any(|component| component.default.is_some() || self.starts_with_default(component.ty)),
            Kind::Array { element, .. } => self.starts_with_default(*element),
            _ => false,
        }
    }

    pub fn has_default(&self, ty: AdaType) -> bool {
        let types = &self.tree().types;
        // The tag is there from the start.
        if types[ty].default.is_some() || types.has_tag(ty) {
            return true;
        }
        match types.kind(ty) {
            Kind::Record(record) => {
                record.components.iter().any(|component| component.default.is_some() || self.has_default(component.ty))
                    || matches!(types[ty].constraint, crate::sema::types::Constraint::Discriminants(_))
            }
            Kind::Array { element, .. } => self.has_default(*element),
            Kind::Access(_) => true,
            _ => false,
        }
    }

    /// The default initial value of a type, arbitrary where it has none, which its `Default_Initial_Condition` speaks
    /// of.
    pub fn default_value(&mut self, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let value = self.default_inside(ty, loc)?;
        self.initial_conditions(value, ty, loc)?;
        Ok(value)
    }

    fn default_inside(&mut self, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let types = &self.tree().types;
        if let Some(default) = types[ty].default.clone() {
            if types.array(ty).is_none() {
                // Of the predicates, only those of the subtype of the object are checked, where it is declared.
                let value = self.value(&default)?;
                return self.constrained(value, Some(&default), default.ty, ty, loc);
            }
            let element = types.array(ty).map(|(_, element)| element);
            if let (None, Some(element), Some(bounds)) =
                (self.l.static_bounds(ty), element, self.constraint_bounds(ty, loc)?)
            {
                return self.default_of_some(ty, element, bounds, loc);
            }
            if self.l.static_bounds(ty).is_some()
                && let Some(element) = element
            {
                let value = self.converted(&default, element, default.loc)?;
                return self.filled(ty, value, loc);
            }
        }
        if types.access(ty).is_some() {
            let ir_ty = self.ty(ty, loc)?;
            let null = self.b.int(0, ir_ty, loc);
            self.check_access(null, None, types.base(ty), ty, loc)?;
            return Ok(null);
        }
        if let Kind::Record(record) = types.kind(ty).clone() {
            let discriminants = match &types[ty].constraint {
                crate::sema::types::Constraint::Discriminants(values) => Some(values.clone()),
                _ => None,
            };
            let fields = self.default_components(&record, discriminants.as_deref(), loc)?;
            let ir_ty = self.ty(ty, loc)?;
            let value = self.record_value(ty, fields, loc)?;
            if self.l.carries_bounds(ty) && record.discriminants > 0 && !self.quantifying() {
                // Bounds of components follow from the discriminants.
                let var = self.b.temporary("default", ir_ty, loc);
                self.b.assign(var, value, loc);
                self.assume_shape(var, ty, loc)?;
                return Ok(self.b.var(var, loc));
            }
            return Ok(value);
        }
        if self.tree().late_elements.contains(&types.base(ty)) {
            return self.some_value(ty, loc);
        }
        if let (Kind::Array { element, .. }, true) = (types.kind(ty).clone(), self.has_default(ty)) {
            let empty = |range: &ir::Range| range.is_empty();
            let bounds = match self.l.static_bounds(ty) {
                Some(bounds) if bounds.iter().any(empty) => return self.arbitrary(ty, loc),
                Some(_) => None,
                None => self.constraint_bounds(ty, loc)?,
            };
            if let Some(bounds) = bounds {
                return self.default_of_some(ty, element, bounds, loc);
            }
            if self.l.static_bounds(ty).is_none() {
                return self.arbitrary(ty, loc);
            }
            if self.wholly_default(element) {
                let value = self.default_value(element, loc)?;
                return self.filled(ty, value, loc);
            }
            // What has no initial value differs from component to component.
            let bounds = self.l.static_bounds(ty).unwrap_or_default();
            let count = match bounds.as_slice() {
                [range] => (&range.last - &range.first).to_i64().filter(|count| *count < MAX_SEPARATE),
                _ => None,
            };
            let (Some(count), [range]) = (count, bounds.as_slice()) else {
                let ends = bounds
                    .into_iter()
                    .map(|range| (self.b.int(range.first, TypeId::INT, loc), self.b.int(range.last, TypeId::INT, loc)));
                let ends: Vec<(ExprId, ExprId)> = ends.collect();
                return self.defaults_one_by_one(ty, element, &ends, loc);
            };
            let mut items = Vec::new();
            for offset in 0..=count {
                let at = self.b.int(&range.first + &Int::from(offset), TypeId::INT, loc);
                let value = self.default_value(element, loc)?;
                items.push((vec![at], self.kept(value, loc)));
            }
            let first = self.b.int(range.first.clone(), TypeId::INT, loc);
            let last = self.b.int(range.last.clone(), TypeId::INT, loc);
            let ir_ty = self.ty(ty, loc)?;
            return Ok(self.b.expr(
                ir::ExprKind::Aggregate { bounds: vec![(first, last)], others: None, items },
                ir_ty,
                loc,
            ));
        }
        self.arbitrary(ty, loc)
    }

    /// The bounds of an array subtype as values.
    fn constraint_bounds(&mut self, ty: AdaType, loc: Loc) -> Result<Option<Vec<(ExprId, ExprId)>>, Refusal> {
        use crate::sema::types::Constraint;
        let types = &self.tree().types;
        let (Constraint::Index(bounds), Some((index, _))) = (types[ty].constraint.clone(), types.array(ty)) else {
            return Ok(None);
        };
        let index = index.to_vec();
        let mut found = Vec::new();
        for ((low, high), index) in bounds.iter().zip(index) {
            let depends = low.is_discriminant() || high.is_discriminant();
            if depends && self.discriminants.is_empty() {
                return Ok(None);
            }
            found.push((self.index_bound(low, index, loc)?, self.index_bound(high, index, loc)?));
        }
        Ok(Some(found))
    }

    /// The default value of an array that may be empty: only if it is not its components get their values (RM 3.3.1).
    fn default_of_some(
        &mut self,
        ty: AdaType,
        element: AdaType,
        bounds: Vec<(ExprId, ExprId)>,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        if self.quantifying() {
            return Err((loc, "initial values in a quantified expression".into()));
        }
        if !self.wholly_default(element) && self.tree().types[ty].default.is_none() {
            return self.defaults_one_by_one(ty, element, &bounds, loc);
        }
        let ir_element = self.ty(element, loc)?;
        let var = self.b.temporary("component", ir_element, loc);
        self.b.havoc(var, loc);
        let mut some = self.b.bool(true, loc);
        for (low, high) in &bounds {
            let one = self.b.compare(Ir::Le, *low, *high, loc);
            some = self.b.and(some, one, loc);
        }
        self.b.begin_if(some, loc);
        let value = match self.tree().types[ty].default.clone() {
            Some(default) => self.converted(&default, element, default.loc)?,
            None => self.default_value(element, loc)?,
        };
        let value = self.shape_to(value, ir_element, loc);
        self.b.assign(var, value, loc);
        self.b.end_if();
        let value = self.b.var(var, loc);
        let ir_ty = self.ty(ty, loc)?;
        Ok(self.b.expr(ir::ExprKind::Aggregate { bounds, others: Some(value), items: Vec::new() }, ir_ty, loc))
    }

    /// The value of a component for which an aggregate has a box (RM 4.3.3 (23.1)).
    pub fn box_component(&mut self, array: AdaType, element: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        match self.tree().types[array].default.clone() {
            Some(default) => self.converted(&default, element, default.loc),
            None => self.default_value(element, loc),
        }
    }

    pub fn filled(&mut self, ty: AdaType, value: ExprId, loc: Loc) -> Result<ExprId, Refusal> {
        let mut bounds = Vec::new();
        for range in self.l.static_bounds(ty).unwrap_or_default() {
            bounds.push((self.b.int(range.first, TypeId::INT, loc), self.b.int(range.last, TypeId::INT, loc)));
        }
        let ir_ty = self.ty(ty, loc)?;
        Ok(self.b.expr(ir::ExprKind::Aggregate { bounds, others: Some(value), items: Vec::new() }, ir_ty, loc))
    }

    /// The bounds of a range constraint must be in the subtype unless the range is null.
    fn check_range_constraint(&mut self, within: AdaType, low: &Expr, high: &Expr, loc: Loc) -> Result<(), Refusal> {
        let values = self.values(&[low, high])?;
        self.check_range_of(within, (low, values[0]), (high, values[1]), true, loc)
    }

    /// The same for bounds with their values. `stated`: the check is there even if it is evident.
    pub fn check_range_of(
        &mut self,
        within: AdaType,
        (low, first): (&Expr, ExprId),
        (high, last): (&Expr, ExprId),
        stated: bool,
        loc: Loc,
    ) -> Result<(), Refusal> {
        let types = &self.tree().types;
        let inside = |range: Option<(Int, Int)>, (a, b): &(Int, Int)| range.is_some_and(|(x, y)| *a <= x && y <= *b);
        if let Some(range) = types.static_range(within)
            && inside(self.range_of(low), &range)
            && inside(self.range_of(high), &range)
        {
            if stated {
                self.evident(CheckKind::Range, low.loc);
            }
            return Ok(());
        }
        let Some((bottom, top)) = types.bounds(within) else { return Ok(()) };
        let bottom = self.bound(&bottom, within, loc)?;
        let top = self.bound(&top, within, loc)?;
        let null = self.b.compare(Ir::Gt, first, last, loc);
        let above = self.b.compare(Ir::Le, bottom, first, loc);
        let below = self.b.compare(Ir::Le, last, top, loc);
        let both = self.b.and(above, below, loc);
        let fine = self.b.or(null, both, loc);
        self.check(CheckKind::Range, low.loc, fine, "")
    }

    // Assignments

    /// An assignment, with the name of its target in front of the value and behind it where that makes a difference (RM
    /// 5.2 (7)).
    fn assign(&mut self, target: &Expr, value: &Expr, loc: Loc) -> Result<(), Refusal> {
        // GNAT does the calls of the name before those of the value.
        if self.changes_something(target) {
            self.independent(&[target, value], false, loc)?;
        }
        if !self.depends_on_order(target, value) {
            return self.assign_with(target, value, false, loc);
        }
        self.begin_if_first(loc);
        self.assign_with(target, value, true, loc)?;
        self.b.begin_else();
        self.assign_with(target, value, false, loc)?;
        self.b.end_if();
        Ok(())
    }

    fn assign_with(&mut self, target: &Expr, value: &Expr, name_first: bool, loc: Loc) -> Result<(), Refusal> {
        let (place, found) = if name_first {
            let place = self.place(target)?;
            (self.settled(place, target.loc), self.value(value)?)
        } else {
            let found = self.value(value)?;
            let found = if self.needs_control(target) { self.kept(found, value.loc) } else { found };
            (self.place(target)?, found)
        };
        let found = self.fit(found, Some(value), value.ty, &place, value.loc)?;
        let found = match self.place_type(&place).filter(|ty| self.tree().types.has_tag(*ty)) {
            Some(ty) if self.tree().types.is_class_wide(ty) => {
                // RM 5.2 (10).
                self.l.deny_own_discriminants(ty, loc)?;
                let own = self.read(&place, loc)?;
                let (old, new) = (self.tag(own, loc), self.tag(found, loc));
                let same = self.b.compare(Ir::Eq, old, new, loc);
                self.check(CheckKind::Tag, loc, same, "")?;
                found
            }
            Some(ty) => {
                let own = self.read(&place, loc)?;
                self.overlaid(own, found, ty, loc)?
            }
            None => found,
        };
        self.note_value(&place, value, loc)?;
        self.put(&place, found, loc)
    }

    // Control

    fn case(&mut self, selector: &Expr, alternatives: &[(Vec<Choice>, Vec<Stmt>)], loc: Loc) -> Result<(), Refusal> {
        let value = self.value(selector)?;
        let value = self.kept(value, selector.loc);
        let mut open = 0;
        for (at, (choices, body)) in alternatives.iter().enumerate() {
            if at + 1 == alternatives.len() {
                // The choices cover everything.
                self.stmts(body)?;
                break;
            }
            let condition = self.matches(value, selector.ty, choices, loc)?;
            self.b.begin_if(condition, loc);
            self.stmts(body)?;
            self.b.begin_else();
            open += 1;
        }
        for _ in 0..open {
            self.b.end_if();
        }
        Ok(())
    }

    fn loop_(&mut self, inner: &Loop, loc: Loc) -> Result<(), Refusal> {
        // Each has its value before the first iteration begins, and none is evaluated if there is none.
        let (tree, always) = (self.tree(), matches!(inner.scheme, Scheme::Forever));
        self.entry_values(inner, |value| always || is_evident(tree, value), loc)?;
        let (invariants, variants) = annotations(inner);
        self.depth += 1;
        let done = match &inner.scheme {
            Scheme::Forever | Scheme::While(_) => self.general_loop(inner, invariants, variants, loc),
            Scheme::For { var, reverse, range } => self.for_loop(inner, *var, *reverse, range, variants, loc),
            Scheme::Of { index, array, reverse } => self.of_loop(inner, index, array, *reverse, variants, loc),
        };
        self.depth -= 1;
        self.loops.remove(&inner.id);
        done
    }

    /// Gives the constants of `'Loop_Entry` their values: of which prefixes, says `which`.
    fn entry_values(&mut self, inner: &Loop, which: impl Fn(&Expr) -> bool, loc: Loc) -> Result<(), Refusal> {
        for (object, prefix) in inner.entry_values.iter().filter(|(_, prefix)| which(prefix)) {
            // A copy, whose predicate GNAT does not check.
            let value = self.value(prefix)?;
            let var = self.variable(*object, loc)?;
            let wanted = self.b.var_type(var);
            let value = self.shape_to(value, wanted, loc);
            let value = self.as_own(value, prefix.ty, loc);
            self.b.assign(var, value, loc);
        }
        Ok(())
    }

    /// The same in front of a loop over these ranges, of those that are not evident.
    fn entry_values_over(&mut self, inner: &Loop, ranges: &[(ExprId, ExprId)], loc: Loc) -> Result<(), Refusal> {
        let tree = self.tree();
        if inner.entry_values.iter().all(|(_, prefix)| is_evident(tree, prefix)) {
            return Ok(());
        }
        let mut runs = self.b.bool(true, loc);
        for (low, high) in ranges {
            let some = self.b.compare(Ir::Le, *low, *high, loc);
            runs = self.b.and(runs, some, loc);
        }
        self.b.begin_if(runs, loc);
        self.entry_values(inner, |value| !is_evident(tree, value), loc)?;
        self.b.end_if();
        Ok(())
    }

    fn general_loop(&mut self, inner: &Loop, invariants: bool, variants: usize, loc: Loc) -> Result<(), Refusal> {
        let tree = self.tree();
        let later = matches!(inner.scheme, Scheme::While(_))
            && inner.entry_values.iter().any(|(_, prefix)| !is_evident(tree, prefix));
        let first = if invariants || variants > 0 || later {
            let flag = self.b.temporary(FIRST_ITERATION, TypeId::BOOL, loc);
            let yes = self.b.bool(true, loc);
            self.b.assign(flag, yes, loc);
            Some(FirstIteration::Flag(flag))
        } else {
            None
        };
        let of_variants = variants;
        let variants = self.variant_variables(inner, variants, loc)?;
        let id = self.b.begin_loop(None, loc);
        self.loops.insert(inner.id, OpenLoop { id, first, variants, scopes: self.scopes.len() });
        if let Scheme::While(condition) = &inner.scheme {
            let at = condition.loc;
            let condition = self.value(condition)?;
            let done = self.b.not(condition, at);
            self.b.exit_when(id, done, at);
        }
        if let (true, Some(FirstIteration::Flag(flag))) = (later, first) {
            let first = self.b.var(flag, loc);
            self.b.begin_if(first, loc);
            self.entry_values(inner, |value| !is_evident(tree, value), loc)?;
            self.b.end_if();
        }
        let measure = self.watch_loop(inner, of_variants, loc)?;
        self.stmts(&inner.body)?;
        self.end_of_iteration(measure, loc)?;
        if let Some(FirstIteration::Flag(flag)) = first {
            let no = self.b.bool(false, loc);
            self.b.assign(flag, no, loc);
        }
        self.b.end_loop();
        Ok(())
    }

    fn for_loop(
        &mut self,
        inner: &Loop,
        var: ObjId,
        reverse: bool,
        range: &Range,
        variants: usize,
        loc: Loc,
    ) -> Result<(), Refusal> {
        let values = self.values(&[&range.low, &range.high])?;
        if range.check {
            self.check_range_of(range.ty, (&range.low, values[0]), (&range.high, values[1]), range.stated, loc)?;
        }
        let (low, high) = (self.as_index(values[0], loc), self.as_index(values[1], loc));
        self.entry_values_over(inner, &[(low, high)], loc)?;
        let entry = self.tree().object(var);
        let ty = self.ty(entry.ty, loc)?;
        let is_int = matches!(self.l.program.ty(ty).kind, ir::TypeKind::Int(_));
        let counter =
            if is_int { self.variable(var, loc)? } else { self.b.temporary(entry.name.clone(), TypeId::INT, loc) };
        let most = self.tree().types.static_range(entry.ty).and_then(|(low, high)| {
            let count = (&(&high - &low) + &Int::from(1)).to_i64()?;
            u64::try_from(count.max(0)).ok()
        });
        let variants = self.variant_variables(inner, variants, loc)?;
        // The first value, for the first iteration of invariants.
        let start = if reverse { high } else { low };
        let (has_invariants, has_variants) = annotations(inner);
        let needs_start = has_invariants || has_variants > 0;
        let start_var = if needs_start { self.b.temporary("first", TypeId::INT, loc) } else { counter };
        if needs_start {
            self.b.assign(start_var, start, loc);
        }
        let id = self.b.begin_for(None, counter, low, high, reverse, most, loc);
        let first = needs_start.then_some(FirstIteration::Counter(counter, start_var));
        self.loops.insert(inner.id, OpenLoop { id, first, variants, scopes: self.scopes.len() });
        if !is_int {
            let value = self.b.var(counter, loc);
            let value = self.at_index(value, ty, loc);
            let own = self.variable(var, loc)?;
            self.b.assign(own, value, loc);
        }
        self.stmts(&inner.body)?;
        self.b.end_loop();
        Ok(())
    }

    /// `for X of A`: a loop for every dimension; `exit` leaves the outermost.
    fn of_loop(
        &mut self,
        inner: &Loop,
        index: &[ObjId],
        array: &Expr,
        reverse: bool,
        variants: usize,
        loc: Loc,
    ) -> Result<(), Refusal> {
        let value = match &array.kind {
            ExprKind::Object(_) | ExprKind::Field(..) | ExprKind::Index(..) => {
                let place = self.place(array)?;
                self.read(&place, loc)?
            }
            _ => self.value(array)?,
        };
        let ranges: Vec<_> =
            index.iter().zip(0..).map(|(_, dimension)| self.value_bounds(value, dimension, loc)).collect();
        self.entry_values_over(inner, &ranges, loc)?;
        let variants = self.variant_variables(inner, variants, loc)?;
        let (has_invariants, has_variants) = annotations(inner);
        let annotated = has_invariants || has_variants > 0;
        let mut first = None;
        if annotated && index.len() > 1 {
            let flag = self.b.temporary(FIRST_ITERATION, TypeId::BOOL, loc);
            let yes = self.b.bool(true, loc);
            self.b.assign(flag, yes, loc);
            first = Some(FirstIteration::Flag(flag));
        }
        let mut outermost = None;
        let types = &self.tree().types;
        let mut dimensions: Vec<(&ObjId, u32)> = index.iter().zip(0..).collect();
        if types[types.base(array.ty)].columns_first {
            dimensions.reverse();
        }
        for (var, dimension) in dimensions {
            let (low, high) = self.value_bounds(value, dimension, loc);
            let entry = self.tree().object(*var);
            let ty = self.ty(entry.ty, loc)?;
            let is_int = matches!(self.l.program.ty(ty).kind, ir::TypeKind::Int(_));
            let counter = if is_int { self.variable(*var, loc)? } else { self.b.temporary("index", TypeId::INT, loc) };
            if annotated && index.len() == 1 {
                let start_var = self.b.temporary("first", TypeId::INT, loc);
                self.b.assign(start_var, if reverse { high } else { low }, loc);
                first = Some(FirstIteration::Counter(counter, start_var));
            }
            let id = self.b.begin_for(None, counter, low, high, reverse, None, loc);
            outermost.get_or_insert(id);
            if !is_int {
                let value = self.b.var(counter, loc);
                let value = self.at_index(value, ty, loc);
                let own = self.variable(*var, loc)?;
                self.b.assign(own, value, loc);
            }
        }
        if let Some(id) = outermost {
            self.loops.insert(inner.id, OpenLoop { id, first, variants, scopes: self.scopes.len() });
        }
        self.stmts(&inner.body)?;
        if let Some(FirstIteration::Flag(flag)) = first {
            let no = self.b.bool(false, loc);
            self.b.assign(flag, no, loc);
        }
        for _ in index {
            self.b.end_loop();
        }
        Ok(())
    }

    fn variant_variables(&mut self, inner: &Loop, count: usize, loc: Loc) -> Result<Vec<VarId>, Refusal> {
        let _ = inner;
        Ok((0..count).map(|at| self.b.temporary(format!("variant {}", at + 1), TypeId::INT, loc)).collect())
    }

    /// "This is the first iteration", as an expression.
    fn first_iteration(&mut self, id: LoopId, loc: Loc) -> Option<ExprId> {
        match self.loops.get(&id).and_then(|open| open.first)? {
            FirstIteration::Flag(flag) => Some(self.b.var(flag, loc)),
            FirstIteration::Counter(counter, start) => {
                let (counter, start) = (self.b.var(counter, loc), self.b.var(start, loc));
                Some(self.b.compare(Ir::Eq, counter, start, loc))
            }
        }
    }

    // Assertions

    fn assertion(&mut self, kind: AssertKind, condition: &Expr, loc: Loc) -> Result<(), Refusal> {
        match kind {
            AssertKind::Assert | AssertKind::Cut => self
                .alone(condition, Some(CheckKind::Assertion), |p| p.split_condition(condition, CheckKind::Assertion)),
            AssertKind::LeftOut => {
                self.l.left_out = true;
                let stated = self.assertion(AssertKind::Assert, condition, loc);
                self.l.left_out = false;
                stated
            }
            AssertKind::InitialCondition => {
                let kind = CheckKind::InitialCondition;
                self.alone(condition, Some(kind), |p| p.split_condition(condition, kind))
            }
            AssertKind::ByDefault(check) => self.by_default(check, condition, loc),
            AssertKind::NotOverflow => self.split_condition(condition, CheckKind::Overflow),
            AssertKind::Assume => {
                let text = self.source_of(condition);
                self.l.assumed.insert((condition.loc, text));
                let value = self.value(condition)?;
                self.b.believe(value, loc);
                Ok(())
            }
            AssertKind::LoopInvariant(id) => {
                let kind = CheckKind::LoopInvariantPreserved;
                let Some(first) = self.first_iteration(id, loc) else {
                    return self.alone(condition, Some(kind), |p| p.split_condition(condition, kind));
                };
                self.alone(condition, Some(kind), |p| p.loop_invariant(first, condition, loc))
            }
        }
    }

    /// A loop invariant, which is stated in the first iteration and in the others.
    fn loop_invariant(&mut self, first: ExprId, condition: &Expr, loc: Loc) -> Result<(), Refusal> {
        let value = self.value(condition)?;
        let not = self.b.not(first, loc);
        let text = self.source_of(condition);
        for (guard, kind) in [(first, CheckKind::LoopInvariantInit), (not, CheckKind::LoopInvariantPreserved)] {
            self.context.push(Context::Guard(guard));
            let stated = self.check_of(kind, self.l.beginning(condition.loc), value, "", &text);
            self.context.pop();
            stated?;
        }
        Ok(())
    }

    fn loop_variant(&mut self, id: LoopId, measures: &[Measure], loc: Loc) -> Result<(), Refusal> {
        if let (true, Some((variable, fine))) = (measures.is_empty(), self.tree().structural_loops.get(&id)) {
            return self.structural_variant(CheckKind::LoopVariant, *variable, *fine, loc);
        }
        let Some(first) = self.first_iteration(id, loc) else { return Ok(()) };
        let old_vars = self.loops.get(&id).map(|open| open.variants.clone()).unwrap_or_default();
        let mut triples = Vec::new();
        for ((increases, measure), var) in measures.iter().zip(&old_vars) {
            let value = self.value(measure)?;
            let value = self.as_index(value, measure.loc);
            let old = self.b.var(*var, loc);
            triples.push((*increases, old, value));
        }
        let progress = self.lexicographic(&triples, loc);
        let not = self.b.not(first, loc);
        self.context.push(Context::Guard(not));
        let stated = self.check(CheckKind::LoopVariant, loc, progress, "");
        self.context.pop();
        stated?;
        for ((_, _, value), var) in triples.iter().zip(&old_vars) {
            self.b.assign(*var, *value, loc);
        }
        Ok(())
    }
}

/// Whether evaluating an expression is nothing but reading an object.
fn is_evident(tree: &crate::sema::tree::Tree, mut expr: &Expr) -> bool {
    while let ExprKind::Field(record, at) = &expr.kind {
        if !tree.record(record.ty).components[*at].guard.is_empty() {
            return false;
        }
        expr = record;
    }
    matches!(expr.kind, ExprKind::Object(_))
}

/// Whether a loop has invariants, and how many measures its variants have.
fn annotations(inner: &Loop) -> (bool, usize) {
    let (mut invariants, mut measured) = (false, 0);
    let mut look = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Assert(AssertKind::LoopInvariant(of), _) => invariants |= *of == inner.id,
        StmtKind::LoopVariant(of, measures) if *of == inner.id => measured = measured.max(measures.len()),
        _ => {}
    };
    walk_stmts(&inner.body, &mut look, &mut |_| {});
    (invariants, measured)
}
