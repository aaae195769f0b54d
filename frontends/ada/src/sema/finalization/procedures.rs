//! Hidden procedures that initialise, adjust or finalize all controlled parts of an object.
//!
//! Components are initialised and adjusted in the order of their declarations, and before the object itself; they are
//! finalized in reverse, behind it (RM 7.6 (11), 7.6.1 (9)). An exception in `Adjust` or `Finalize` becomes
//! `Program_Error` when the other parts are done (RM 7.6.1 (15)); one in `Initialize` goes on when what was initialised
//! before is finalized.

use super::{Operation, Refusal, finalized};
use crate::place::Loc;
use crate::sema::Sema;
use crate::sema::hidden::Formal;
use crate::sema::tree::{
    BinaryOp, Body, Builtin, Choice, ENVIRONMENT, Expr, ExprKind, Handler, Loop, LoopId, Mode, ObjId, ObjectKind,
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
        if !self.is_inside(self.owner, parent) {
            return Err((loc, OUT_OF_REACH.into()));
        }
        let mut place = place.clone();
        place.loc = loc;
        Ok(vec![Stmt { kind: StmtKind::Call(procedure, vec![place]), loc }])
    }

    /// Whether a subprogram is another one or nested in it.
    fn is_inside(&self, id: SubpId, outer: SubpId) -> bool {
        let mut at = id;
        while at != outer && at != ENVIRONMENT {
            at = self.tree.subprogram(at).parent;
        }
        at == outer
    }

    /// The subprogram that both are nested in, the inner one of the two.
    fn inner(&self, a: SubpId, b: SubpId, loc: Loc) -> Result<SubpId, Refusal> {
        match (self.is_inside(a, b), self.is_inside(b, a)) {
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
            return Ok(*known);
        }
        let home = self.home_of(op, base, loc)?;
        let place = self.tree.types[base].loc.unwrap_or(loc);
        let place = self.operation(op, base).map_or(place, |own| self.tree.subprogram(own).loc);
        let name = format!("{}'{}", self.tree.types[base].name, op.name());
        let formals = vec![Formal::new("X", Mode::InOut, base, place)];
        let new = self.hidden_subprogram(name, (home, place), formals, None);
        self.controlled.procedures.insert((op, base), new);
        let param = self.tree.subprogram(new).params[0];
        let object = Expr { kind: ExprKind::Object(param), ty: base, loc: place };
        let outer = std::mem::replace(&mut self.owner, new);
        let made = self.procedure_body(op, base, &object, place);
        self.owner = outer;
        self.tree.subprogram_mut(new).body = Some(made?);
        self.bodies_done.push(new);
        Ok(new)
    }

    fn procedure_body(&mut self, op: Operation, base: TypeId, object: &Expr, loc: Loc) -> Result<Body, Refusal> {
        if self.tree.types.is_class_wide(base) {
            return self.by_tag(op, base, object, loc);
        }
        let mut steps: Vec<Vec<Stmt>> = Vec::new();
        if let Some(record) = self.tree.types.record(base).cloned() {
            let mut undo = Vec::new();
            for (at, component) in record.components.iter().enumerate() {
                if !self.has_finalization(component.ty) {
                    continue;
                }
                let field = ExprKind::Field(Box::new(object.clone()), at);
                let part = Expr { kind: field, ty: component.ty, loc };
                let step = match (&component.default, op) {
                    (Some(default), Operation::Initialize) => self.initialized(&part, default, loc)?,
                    _ => self.operate(op, &part, loc)?,
                };
                steps.push(self.where_it_exists(object, component, step, loc));
                let end = self.operate(Operation::Finalize, &part, loc)?;
                undo.push(self.where_it_exists(object, component, end, loc));
            }
            if op == Operation::Initialize {
                return Ok(self.initialize_in_turn(base, object, steps, undo, loc));
            }
        } else if let Some((index, element)) = self.tree.types.array(base) {
            let index = index.to_vec();
            return self.each_element(op, object, &index, element, loc);
        }
        if let Some(own) = self.operation(op, base) {
            steps.push(vec![Stmt { kind: StmtKind::Call(own, vec![object.clone()]), loc }]);
        }
        steps.retain(|step| !step.is_empty());
        if op == Operation::Finalize {
            steps.reverse();
        }
        Ok(self.all_then_program_error(steps, loc))
    }

    /// Each part in turn; when one fails those before it are finalized.
    fn initialize_in_turn(
        &mut self,
        base: TypeId,
        object: &Expr,
        mut steps: Vec<Vec<Stmt>>,
        mut undo: Vec<Vec<Stmt>>,
        loc: Loc,
    ) -> Body {
        if let Some(own) = self.operation(Operation::Initialize, base) {
            steps.push(vec![Stmt { kind: StmtKind::Call(own, vec![object.clone()]), loc }]);
            undo.push(Vec::new());
        }
        let mut behind: Vec<Stmt> = Vec::new();
        while let (Some(step), Some(undone)) = (steps.pop(), undo.pop()) {
            let mut now = step;
            if !behind.is_empty() {
                now.push(finalized(behind, undone, true, loc));
            }
            behind = now;
        }
        Body { statements: behind, end: loc, ..Body::default() }
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
        body.statements.push(Stmt { kind: StmtKind::If(vec![(failed, vec![raise])], Vec::new()), loc });
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
        let mut body = Body { end: loc, ..Body::default() };
        let all = |sema: &mut Self, op: Operation| -> Result<(Vec<Expr>, Vec<Stmt>, Box<Loop>), Refusal> {
            let (vars, places) = sema.indices(index, loc);
            let part = ExprKind::Index(Box::new(object.clone()), places.clone());
            let step = sema.operate(op, &Expr { kind: part, ty: element, loc }, loc)?;
            let id = LoopId(sema.tree.loops);
            sema.tree.loops += 1;
            let reverse = op == Operation::Finalize;
            let scheme = Scheme::Of { index: vars, array: object.clone(), reverse };
            Ok((places, step, Box::new(Loop { id, scheme, body: Vec::new(), entry_values: Vec::new() })))
        };
        let (places, step, mut around) = all(self, op)?;
        if op == Operation::Initialize {
            // Where it fails those before the element are finalized: behind the first one that has been come to last.
            let (declare, _, note) = self.failure_flag(loc);
            let mut last = Vec::new();
            for place in &places {
                let object = self.held_object("last", place.ty, loc);
                let name = Expr { kind: ExprKind::Object(object), ty: place.ty, loc };
                around.body.push(Stmt { kind: StmtKind::Assign(name.clone(), place.clone()), loc });
                last.push((object, name));
            }
            around.body.extend(step);
            let (behind, undo, mut back) = all(self, Operation::Finalize)?;
            if undo.is_empty() {
                body.statements.push(Stmt { kind: StmtKind::Loop(around), loc });
                return Ok(body);
            }
            let boolean = self.tree.types.std.boolean;
            let StmtKind::Assign(flag, _) = &note.kind else { return Ok(body) };
            let same = behind.into_iter().zip(&last).map(|(place, (_, last))| {
                let kind = ExprKind::Binary(BinaryOp::Eq, Box::new(place), Box::new(last.clone()));
                Expr { kind, ty: boolean, loc }
            });
            let same = same.reduce(|a, b| {
                let kind = ExprKind::Binary(BinaryOp::AndThen, Box::new(a), Box::new(b));
                Expr { kind, ty: boolean, loc }
            });
            back.body.push(Stmt { kind: StmtKind::If(vec![(flag.clone(), undo)], Vec::new()), loc });
            if let Some(same) = same {
                back.body.push(Stmt { kind: StmtKind::If(vec![(same, vec![note])], Vec::new()), loc });
            }
            body.declarations.push(declare);
            for ((variable, name), dimension) in last.into_iter().zip(0..) {
                let first = ExprKind::Builtin(Builtin::First(dimension), vec![object.clone()]);
                let first = Expr { kind: first, ty: name.ty, loc };
                body.declarations.push(Stmt { kind: StmtKind::Declare(variable, Some(first)), loc });
            }
            let around = Stmt { kind: StmtKind::Loop(around), loc };
            let back = Stmt { kind: StmtKind::Loop(back), loc };
            body.statements.push(finalized(vec![around], vec![back], true, loc));
            return Ok(body);
        }
        let (declare, failed, note) = self.failure_flag(loc);
        around.body.push(watched(step, note, loc));
        body.declarations.push(declare);
        body.statements.push(Stmt { kind: StmtKind::Loop(around), loc });
        let raise = Stmt { kind: StmtKind::Raise(Some(PROGRAM_ERROR)), loc };
        body.statements.push(Stmt { kind: StmtKind::If(vec![(failed, vec![raise])], Vec::new()), loc });
        Ok(body)
    }

    /// Parameters of a loop over the components of an array, one for each dimension, and their names.
    pub(super) fn indices(&mut self, index: &[TypeId], loc: Loc) -> (Vec<ObjId>, Vec<Expr>) {
        let mut vars = Vec::new();
        let mut places = Vec::new();
        for ty in index {
            let ty = self.tree.types.base(*ty);
            let var = self.new_object("index", loc, ty, ObjectKind::LoopParameter);
            self.tree.objects[var.0 as usize].hidden = true;
            vars.push(var);
            places.push(Expr { kind: ExprKind::Object(var), ty, loc });
        }
        (vars, places)
    }

    /// An object of a class: its tag decides.
    fn by_tag(&mut self, op: Operation, class: TypeId, object: &Expr, loc: Loc) -> Result<Body, Refusal> {
        let (integer, boolean) = (self.tree.types.std.universal_integer, self.tree.types.std.boolean);
        let mut branches = Vec::new();
        for member in self.tree.types.members(class) {
            let view = Expr { kind: ExprKind::Convert(Box::new(object.clone())), ty: member, loc };
            let step = self.operate(op, &view, loc)?;
            if step.is_empty() {
                continue;
            }
            let tag = Expr { kind: ExprKind::Builtin(Builtin::Tag, vec![object.clone()]), ty: integer, loc };
            let number = Expr::int(Int::from(i64::from(member.0)), integer, loc);
            let kind = ExprKind::Binary(BinaryOp::Eq, Box::new(tag), Box::new(number));
            branches.push((Expr { kind, ty: boolean, loc }, step));
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
            found = vec![Stmt { kind: StmtKind::If(vec![(exists, found)], Vec::new()), loc }];
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
