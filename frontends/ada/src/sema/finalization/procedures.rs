//! Hidden procedures that initialise, adjust or finalize all controlled parts of an object.
//!
//! Components are initialised and adjusted in the order of their declarations, and before the object itself; they are
//! finalized in reverse, behind it (RM 7.6 (11), 7.6.1 (9)). An exception in `Adjust` or `Finalize` becomes
//! `Program_Error` when the other parts are done (RM 7.6.1 (15)); one in `Initialize` goes on when what was initialised
//! before is finalized.

use super::initial::Parts;
use super::{Operation, Refusal, finalized, only_if};
use crate::place::Loc;
use crate::sema::Sema;
use crate::sema::hidden::Formal;
use crate::sema::tree::{
    AssertKind, BinaryOp, Body, Builtin, Choice, DefaultCheck, ENVIRONMENT, Expr, ExprKind, Handler, Loop, Mode, ObjId,
    PROGRAM_ERROR, Scheme, Stmt, StmtKind, SubpId,
};
use crate::sema::types::{Component, TypeId};
use horn_solver::num::Int;

/// Why a part of the program is not analysed: what is finalized is out of reach.
const OUT_OF_REACH: &str = "finalization of objects of types that end before a caller (RM 7.6.1)";

impl Sema<'_> {
    /// The statements that do an operation for an object and its parts: one call, or none.
    pub(super) fn operate(&mut self, op: Operation, place: &Expr, loc: Loc) -> Result<Vec<Stmt>, Refusal> {
        if !self.acts(op, place.ty) {
            return Ok(Vec::new());
        }
        let procedure = self.procedure_for(op, place.ty, loc)?;
        let parent = self.tree.subprogram(procedure).parent;
        if !self.tree.is_inside(self.owner, parent) {
            return Err((loc, OUT_OF_REACH.into()));
        }
        let mut place = place.clone();
        place.loc = loc;
        Ok(vec![Stmt { kind: StmtKind::Call(procedure, vec![place]), loc }])
    }

    /// The subprogram that both are nested in, the inner one of the two.
    fn inner(&self, a: SubpId, b: SubpId, loc: Loc) -> Result<SubpId, Refusal> {
        match (self.tree.is_inside(a, b), self.tree.is_inside(b, a)) {
            (true, _) => Ok(a),
            (_, true) => Ok(b),
            _ => Err((loc, OUT_OF_REACH.into())),
        }
    }

    /// The subprogram that the procedure for a type is nested in: what it calls is declared there or further out.
    fn home_of(&mut self, op: Operation, ty: TypeId, loc: Loc) -> Result<SubpId, Refusal> {
        let mut found = ENVIRONMENT;
        let parts: Vec<TypeId> = self.tree.types.parts(ty).collect();
        for part in parts {
            let members = match self.tree.types.is_class_wide(part) {
                true => self.tree.types.members(part),
                false => vec![part],
            };
            for member in members {
                let own: Vec<TypeId> = self.tree.types.parts(member).collect();
                for one in own {
                    let ops = [op, Operation::Adjust, Operation::Finalize];
                    for called in ops.into_iter().filter_map(|op| self.operation(op, one)) {
                        found = self.inner(found, self.tree.subprogram(called).parent, loc)?;
                    }
                }
            }
        }
        Ok(found)
    }

    /// The procedure that does an operation for an object of a type and its parts.
    fn procedure_for(&mut self, op: Operation, ty: TypeId, loc: Loc) -> Result<SubpId, Refusal> {
        let base = self.tree.types.base(ty);
        if let Some(known) = self.controlled.procedures.get(&(op, base)) {
            return known.clone();
        }
        let home = self.home_of(op, base, loc)?;
        let place = self.tree.types[base].loc.unwrap_or(loc);
        let place = self.operation(op, base).map_or(place, |own| self.tree.subprogram(own).loc);
        let name = format!("{}'{}", self.tree.types[base].name, op.name());
        let formals = vec![Formal::new("X", Mode::InOut, base, place)];
        let new = self.hidden_subprogram(name, (home, place), formals, None);
        self.tree.finalizers.insert(new);
        self.controlled.procedures.insert((op, base), Ok(new));
        let param = self.tree.subprogram(new).params[0];
        // Nothing is said of its predicates.
        self.tree.objects[param.0 as usize].wholly_relaxed |= self.tree.types.has_predicates(base);
        let object = Expr { kind: ExprKind::Object(param), ty: base, loc: place };
        let outer = std::mem::replace(&mut self.owner, new);
        let made = self.procedure_body(op, base, &object, place);
        self.owner = outer;
        match made {
            Ok(body) => {
                self.tree.subprogram_mut(new).body = Some(body);
                self.bodies_done.push(new);
                Ok(new)
            }
            Err(why) => {
                self.controlled.procedures.insert((op, base), Err(why.clone()));
                Err(why)
            }
        }
    }

    fn procedure_body(&mut self, op: Operation, base: TypeId, object: &Expr, loc: Loc) -> Result<Body, Refusal> {
        if self.tree.types.is_class_wide(base) {
            return self.by_tag(op, base, object, loc);
        }
        let own = self.operation(op, base);
        if own.is_some() && !self.tree.types[base].predicates.is_empty() {
            return Err((loc, "predicate of a controlled type (RM 3.2.4, 7.6)".into()));
        }
        let mut steps: Vec<Vec<Stmt>> = Vec::new();
        if let Some(record) = self.tree.types.record(base).cloned() {
            if op == Operation::Initialize {
                return self.initialize_in_turn(base, object, loc);
            }
            for (at, component) in record.components.iter().enumerate() {
                if !self.has_finalization(component.ty) {
                    continue;
                }
                let field = ExprKind::Field(Box::new(object.clone()), at);
                let part = Expr { kind: field, ty: component.ty, loc };
                let step = self.operate(op, &part, loc)?;
                steps.push(self.where_it_exists(object, component, step, loc));
            }
        } else if let Some((index, element)) = self.tree.types.array(base) {
            let index = index.to_vec();
            return self.each_element(op, object, &index, element, loc);
        }
        if let Some(own) = own {
            steps.push(vec![Stmt { kind: StmtKind::Call(own, vec![object.clone()]), loc }]);
        }
        steps.retain(|step| !step.is_empty());
        if op == Operation::Finalize {
            steps.reverse();
        }
        Ok(self.all_then_program_error(steps, loc))
    }

    /// Each component in turn, then the object itself and its `Default_Initial_Condition`; when something fails what is
    /// there is finalized.
    fn initialize_in_turn(&mut self, base: TypeId, object: &Expr, loc: Loc) -> Result<Body, Refusal> {
        let record = self.tree.record(base);
        let (mut parts, mut undo) = (Parts::default(), Vec::new());
        for (at, component) in record.components.iter().enumerate() {
            if !component.late && !self.has_finalization(component.ty) {
                continue;
            }
            let field = ExprKind::Field(Box::new(object.clone()), at);
            let part = Expr { kind: field, ty: component.ty, loc };
            self.component_in_turn(object, component, &part, &mut parts)?;
            let end = self.operate(Operation::Finalize, &part, loc)?;
            undo.push(self.where_it_exists(object, component, end, loc));
        }
        let mut statements = self.in_turn(parts, true, loc)?;
        let own = self.operation(Operation::Initialize, base);
        let mut behind: Vec<Stmt> =
            own.map(|own| Stmt { kind: StmtKind::Call(own, vec![object.clone()]), loc }).into_iter().collect();
        let conditions = self.tree.types.initial_conditions(base);
        let check = |function| self.checked_by_default(DefaultCheck::InitialCondition, function, object, loc);
        behind.extend(conditions.into_iter().map(check));
        if !behind.is_empty() {
            let undo = undo.into_iter().rev().flatten().collect();
            statements.push(finalized(behind, undo, true, loc));
        }
        Ok(Body { statements, end: loc, ..Body::default() })
    }

    /// A check of an object that has been initialised by default.
    pub(super) fn checked_by_default(&self, check: DefaultCheck, function: SubpId, object: &Expr, loc: Loc) -> Stmt {
        let kind = ExprKind::Call(function, vec![object.clone()]);
        let condition = Expr { kind, ty: self.tree.types.std.boolean, loc };
        Stmt { kind: StmtKind::Assert(AssertKind::ByDefault(check), condition), loc }
    }

    /// All steps, and `Program_Error` behind the last one if one of them fails.
    fn all_then_program_error(&mut self, mut steps: Vec<Vec<Stmt>>, loc: Loc) -> Body {
        let raise = Stmt { kind: StmtKind::Raise(Some(PROGRAM_ERROR)), loc };
        let mut body = Body { end: loc, ..Body::default() };
        if steps.len() <= 1 {
            body.statements = steps.pop().unwrap_or_default();
            body.handlers = vec![Handler { exceptions: Vec::new(), statements: vec![raise] }];
            return body;
        }
        let (declare, failed, note) = self.failure_flag(loc);
        body.declarations.push(declare);
        body.statements = steps.into_iter().map(|step| watched(step, note.clone(), loc)).collect();
        body.statements.push(only_if(failed, vec![raise], loc));
        body
    }

    /// A flag that says whether something has failed: its declaration, its value, and what sets it.
    fn failure_flag(&mut self, loc: Loc) -> (Stmt, Expr, Stmt) {
        let boolean = self.tree.types.std.boolean;
        let flag = self.held_object("failed", boolean, loc);
        let value = Expr { kind: ExprKind::Object(flag), ty: boolean, loc };
        let literal = |number: i64| Expr::int(Int::from(number), boolean, loc);
        let declare = Stmt { kind: StmtKind::Declare(flag, Some(literal(0))), loc };
        let note = Stmt { kind: StmtKind::Assign(value.clone(), literal(1)), loc };
        (declare, value, note)
    }

    /// The elements of an array.
    fn each_element(
        &mut self,
        op: Operation,
        object: &Expr,
        index: &[TypeId],
        element: TypeId,
        loc: Loc,
    ) -> Result<Body, Refusal> {
        if op == Operation::Initialize {
            return self.initialize_elements(object, index, element, loc);
        }
        let (vars, _, step) = self.operate_on_element(op, object, index, element, loc)?;
        let (declare, failed, note) = self.failure_flag(loc);
        let around = self.loop_over(object, vars, op == Operation::Finalize, vec![watched(step, note, loc)], loc);
        let raise = Stmt { kind: StmtKind::Raise(Some(PROGRAM_ERROR)), loc };
        let statements = vec![around, only_if(failed, vec![raise], loc)];
        Ok(Body { declarations: vec![declare], statements, end: loc, ..Body::default() })
    }

    /// The elements of an array in turn. Where one fails those before it are finalized: in reverse, behind the one that
    /// has been come to last. GNAT 12 finalizes none, or all of them too.
    fn initialize_elements(
        &mut self,
        object: &Expr,
        index: &[TypeId],
        element: TypeId,
        loc: Loc,
    ) -> Result<Body, Refusal> {
        let own = self.operation(Operation::Initialize, element).is_some();
        let parts = self.tree.types.record(element).map_or(Vec::new(), |record| record.components.clone());
        let inside = parts.iter().any(|part| self.acts(Operation::Initialize, part.ty) || part.late);
        if own && inside {
            // GNAT 12 calls their own Initialize when the parts of all elements are there.
            return Err((loc, "array of controlled objects with parts that are initialised, too (RM 7.6)".into()));
        }
        let (vars, places, step) = self.operate_on_element(Operation::Initialize, object, index, element, loc)?;
        let (declare, found, note) = self.failure_flag(loc);
        let (mut body, mut declarations, mut lasts) = (Vec::new(), vec![declare], Vec::new());
        for (place, dimension) in places.iter().zip(0..) {
            let last = self.held_object("last", place.ty, loc);
            let first = ExprKind::Builtin(Builtin::First(dimension), vec![object.clone()]);
            let first = Expr { kind: first, ty: place.ty, loc };
            declarations.push(Stmt { kind: StmtKind::Declare(last, Some(first)), loc });
            let last = Expr { kind: ExprKind::Object(last), ty: place.ty, loc };
            body.push(Stmt { kind: StmtKind::Assign(last.clone(), place.clone()), loc });
            lasts.push(last);
        }
        let base = self.tree.types.base(object.ty);
        if self.tree.late_elements.contains(&base) {
            // One element is there when the next one is started.
            let kind = ExprKind::Index(Box::new(object.clone()), places);
            body.extend(self.started(&Expr { kind, ty: element, loc }, loc)?);
        }
        body.extend(step);
        let around = self.loop_over(object, vars, false, body, loc);
        let (vars, places, undo) = self.operate_on_element(Operation::Finalize, object, index, element, loc)?;
        if undo.is_empty() {
            return Ok(Body { statements: vec![around], end: loc, ..Body::default() });
        }
        let same = places.into_iter().zip(lasts).map(|(place, last)| self.compared(BinaryOp::Eq, place, last, loc));
        let same = self.all_of(same.collect());
        let body = vec![only_if(found, undo, loc), only_if(same, vec![note], loc)];
        let back = self.loop_over(object, vars, true, body, loc);
        let mut undo = vec![self.perhaps(vec![back], loc)];
        if self.tree.late_elements.contains(&base) {
            undo.extend(self.finalized_unfinished(object, loc)?);
        } else {
            let all = self.operate(Operation::Finalize, object, loc)?;
            undo.push(self.perhaps(all, loc));
        }
        let statements = vec![finalized(vec![around], undo, true, loc)];
        Ok(Body { declarations, statements, end: loc, ..Body::default() })
    }

    /// What is done for an element of an array, with the parameters of the loop that comes to it and their names.
    fn operate_on_element(
        &mut self,
        op: Operation,
        object: &Expr,
        index: &[TypeId],
        element: TypeId,
        loc: Loc,
    ) -> Result<(Vec<ObjId>, Vec<Expr>, Vec<Stmt>), Refusal> {
        let (vars, places) = self.indices(index, loc);
        let part = ExprKind::Index(Box::new(object.clone()), places.clone());
        let step = self.operate(op, &Expr { kind: part, ty: element, loc }, loc)?;
        Ok((vars, places, step))
    }

    /// A loop over the components of an array.
    pub(super) fn loop_over(
        &mut self,
        array: &Expr,
        index: Vec<ObjId>,
        reverse: bool,
        body: Vec<Stmt>,
        loc: Loc,
    ) -> Stmt {
        let scheme = Scheme::Of { index, array: array.clone(), reverse };
        let inner = Loop { id: self.new_loop(), scheme, body, entry_values: Vec::new() };
        Stmt { kind: StmtKind::Loop(Box::new(inner)), loc }
    }

    /// An object of a class: its tag decides.
    fn by_tag(&mut self, op: Operation, class: TypeId, object: &Expr, loc: Loc) -> Result<Body, Refusal> {
        let mut branches = Vec::new();
        for member in self.tree.types.members(class) {
            let view = Expr { kind: ExprKind::Convert(Box::new(object.clone())), ty: member, loc };
            let step = self.operate(op, &view, loc)?;
            if step.is_empty() {
                continue;
            }
            branches.push((self.is_tagged_as(object, member, loc), step));
        }
        let statements = vec![Stmt { kind: StmtKind::If(branches, Vec::new()), loc }];
        Ok(Body { statements, end: loc, ..Body::default() })
    }

    /// Statements about a component of a record, where the component exists.
    pub(super) fn where_it_exists(
        &self,
        object: &Expr,
        component: &Component,
        statements: Vec<Stmt>,
        loc: Loc,
    ) -> Vec<Stmt> {
        let (boolean, record) = (self.tree.types.std.boolean, self.tree.record(object.ty));
        let mut found = statements;
        for (at, ranges) in component.guard.iter().rev() {
            if found.is_empty() {
                break;
            }
            let ty = record.components[*at].ty;
            let value = Expr { kind: ExprKind::Field(Box::new(object.clone()), *at), ty, loc };
            let base = self.tree.types.base(ty);
            let literal = |bound: &Int| Expr::int(bound.clone(), base, loc);
            let choices = ranges.iter().map(|(low, high)| Choice::Range(literal(low), literal(high))).collect();
            let kind = ExprKind::Member(Box::new(value), choices, false);
            let exists = Expr { kind, ty: boolean, loc };
            found = vec![only_if(exists, found, loc)];
        }
        found
    }
}

/// Statements behind which the run goes on whatever they raise, when that is noted.
fn watched(statements: Vec<Stmt>, note: Stmt, loc: Loc) -> Stmt {
    let handlers = vec![Handler { exceptions: Vec::new(), statements: vec![note] }];
    let body = Body { statements, handlers, end: loc, ..Body::default() };
    Stmt { kind: StmtKind::Block(Box::new(body)), loc }
}
