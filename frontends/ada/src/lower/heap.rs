//! Heaps ([`crate::sema`] makes them): access checks, allocators, deallocation, and what holds where an entry starts.
//!
//! A heap is a global array with a counter: an allocator takes the next access value, which nobody has. So each access
//! value is below the counter wherever a program comes to. What a caller passes designates objects that live.

use super::Refusal;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{
    Allocator, Builtin, CONSTRAINT_ERROR, ENVIRONMENT, Expr, ExprKind, Heap, ObjId, PROGRAM_ERROR,
};
use crate::sema::types::{Constraint, TypeId as AdaType};
use horn_frontend::ir::{self, BinaryOp as Ir, CheckKind, ExprId, TypeId};

impl<'t> Proc<'_, 't> {
    /// The heap that an array is.
    pub fn heap_of_array(&self, array: &Expr) -> Option<&'t Heap> {
        match &array.kind {
            ExprKind::Object(object) => self.tree().heap_with(*object),
            _ => None,
        }
    }

    /// The access value of a dereference: it is not null, and its object lives (RM 4.1 (13), 13.11.2 (16)).
    pub fn pointer(&mut self, heap: &'t Heap, pointer: &Expr) -> Result<ExprId, Refusal> {
        let loc = pointer.loc;
        if self.tree().shared_heaps.contains(&heap.cells) {
            return Err((loc, super::expr::SHARED_HEAP.into()));
        }
        let value = self.value(pointer)?;
        if !self.is_never_null(pointer) {
            let null = self.b.int(0, TypeId::INT, loc);
            let some = self.b.compare(Ir::Ne, value, null, loc);
            let text = self.source_of(pointer);
            let stated = if text.is_empty() { text } else { format!("{text} /= null") };
            self.check_of(CheckKind::Dereference, loc, some, "access value must not be null", &stated)?;
        }
        if let Some(dead) = heap.dead {
            let gone = self.heap_component(dead, value, TypeId::BOOL, loc)?;
            let lives = self.b.not(gone, loc);
            self.check_erroneous(loc, lives, "object must not have been deallocated");
        }
        if self.context.is_empty() {
            let below = self.is_known_pointer(heap, value, loc)?;
            self.b.assume(below, loc);
        }
        let types = &self.tree().types;
        if let Some(access) = types.access(pointer.ty).filter(|access| types.has_tag(access.designated)) {
            // Conversions have looked at the tag. What is evaluated for some values of a quantifier only may be null.
            if self.context.is_empty() || !self.silent() {
                let tag = self.null_or_tag(heap, value, access.designated, loc)?;
                let known = self.wrapped(tag, false, loc);
                self.b.assume(known, loc);
            }
        }
        Ok(value)
    }

    /// That the object of an access value, which is not null, is of a type that a view of a tagged type may have.
    fn tag_of_designated(
        &mut self,
        heap: &Heap,
        value: ExprId,
        designated: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let component = self.ty(designated, loc)?;
        let object = self.heap_component(heap.cells, value, component, loc)?;
        Ok(self.possible_tags(object, designated, loc))
    }

    /// The same of an access value that may be null.
    fn null_or_tag(&mut self, heap: &Heap, value: ExprId, designated: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let null = self.b.int(0, TypeId::INT, loc);
        let is_null = self.b.compare(Ir::Eq, value, null, loc);
        let inside = self.tag_of_designated(heap, value, designated, loc)?;
        Ok(self.b.or(is_null, inside, loc))
    }

    /// The check of a conversion to an access type whose values designate objects of a smaller class (RM 4.6 (51)).
    pub fn check_designated_tag(
        &mut self,
        value: ExprId,
        from: AdaType,
        target: AdaType,
        loc: Loc,
    ) -> Result<(), Refusal> {
        let types = &self.tree().types;
        let (Some(source), Some(wanted)) = (types.access(from), types.access(target)) else { return Ok(()) };
        // A dispatcher has looked at the tag already.
        let known = types.descends(source.designated, wanted.designated) || self.tree().dispatchers.contains(&self.id);
        if !types.has_tag(wanted.designated) || known {
            return Ok(());
        }
        let Some(heap) = self.tree().heap_of(target) else {
            return Err((loc, "conversion to this access type (RM 4.6)".into()));
        };
        let fine = self.null_or_tag(heap, value, wanted.designated, loc)?;
        self.check_of(CheckKind::Tag, loc, fine, "", "")
    }

    /// That an access value was given out already, or is null.
    fn is_known_pointer(&mut self, heap: &Heap, value: ExprId, loc: Loc) -> Result<ExprId, Refusal> {
        let next = self.variable(heap.next, loc)?;
        let next = self.b.var(next, loc);
        Ok(self.b.compare(Ir::Lt, value, next, loc))
    }

    /// What holds of every value of an access subtype.
    pub fn access_constraint_of(&mut self, value: ExprId, ty: AdaType, loc: Loc) -> Result<Vec<ExprId>, Refusal> {
        let mut found = Vec::new();
        if let Some(heap) = self.tree().heap_of(ty) {
            found.push(self.is_known_pointer(heap, value, loc)?);
            let types = &self.tree().types;
            if let Some(access) = types.access(ty).filter(|access| types.has_tag(access.designated)) {
                found.push(self.null_or_tag(heap, value, access.designated, loc)?);
            }
        }
        if self.tree().types.excludes_null(ty) {
            let null = self.b.int(0, TypeId::INT, loc);
            found.push(self.b.compare(Ir::Ne, value, null, loc));
        }
        if let Some(designated) = self.designated_constrained(ty) {
            found.push(self.designates(value, ty, designated, loc)?);
        }
        Ok(found)
    }

    /// The subtype with constraints that what values of an access subtype designate are of: by its own constraint, or
    /// by the one of the designated subtype, which a value of another type need not satisfy if it speaks of
    /// discriminants (RM 4.6 (24.17), (50)).
    fn designated_constrained(&self, ty: AdaType) -> Option<AdaType> {
        let types = &self.tree().types;
        if let Constraint::Access(_, Some(designated)) = types[ty].constraint {
            return Some(designated);
        }
        let designated = types.access(ty)?.designated;
        matches!(types[designated].constraint, Constraint::Discriminants(_)).then_some(designated)
    }

    /// That what a value designates satisfies a subtype, or that it is null.
    fn designates(&mut self, value: ExprId, ty: AdaType, designated: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let Some(heap) = self.tree().heap_of(ty) else {
            return Err((loc, "constraint of an access subtype (RM 3.10)".into()));
        };
        let null = self.b.int(0, TypeId::INT, loc);
        let is_null = self.b.compare(Ir::Eq, value, null, loc);
        let base = self.tree().types.base(designated);
        let component = self.ty(base, loc)?;
        let object = self.heap_component(heap.cells, value, component, loc)?;
        let some = self.b.not(is_null, loc);
        self.context.push(super::procedure::Context::Guard(some));
        let holds = self.in_subtype(object, designated, loc);
        self.context.pop();
        Ok(self.b.or(is_null, holds?, loc))
    }

    /// The checks of a conversion to an access subtype (RM 4.6 (51), 3.10 (13.1)).
    pub fn check_access(
        &mut self,
        value: ExprId,
        source: Option<&Expr>,
        from: AdaType,
        target: AdaType,
        loc: Loc,
    ) -> Result<(), Refusal> {
        let types = &self.tree().types;
        let (not_null, known_null) = (types.excludes_null(target), types.excludes_null(from));
        let known = self.designated_constrained(from);
        if let Some(designated) = self.designated_constrained(target)
            && (known != Some(designated) || types.depends_on_discriminants(designated))
        {
            let holds = self.designates(value, target, designated, loc)?;
            let kind = if types.array(designated).is_some() { CheckKind::Range } else { CheckKind::Discriminant };
            self.check(kind, loc, holds, "designated object must satisfy the constraint of the access subtype")?;
        }
        if not_null && !known_null && !source.is_some_and(|source| self.is_never_null(source)) {
            let null = self.b.int(0, TypeId::INT, loc);
            let some = self.b.compare(Ir::Ne, value, null, loc);
            let stated = source.map(|source| self.source_of(source)).filter(|text| !text.is_empty());
            let stated = stated.map_or(String::new(), |text| format!("{text} /= null"));
            self.check_of(CheckKind::NullExclusion, loc, some, "null is excluded by the subtype", &stated)?;
        }
        Ok(())
    }

    /// Whether an expression is never null, as is evident.
    pub fn is_never_null(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Allocate(_) | ExprKind::Builtin(Builtin::Component, _) => true,
            ExprKind::Convert(inner) | ExprKind::Qualified(inner) => {
                self.tree().types.excludes_null(expr.ty) || self.is_never_null(inner)
            }
            // What has not been checked yet is a value of another subtype.
            ExprKind::Object(object) => {
                let object = self.tree().object(*object);
                self.tree().types.excludes_null(object.ty) && object.kind == crate::sema::tree::ObjectKind::Constant
            }
            _ => false,
        }
    }

    /// A component of a hidden array of a heap.
    fn heap_component(&mut self, array: ObjId, at: ExprId, ty: TypeId, loc: Loc) -> Result<ExprId, Refusal> {
        let var = self.variable(array, loc)?;
        let array = self.b.var(var, loc);
        Ok(self.b.expr(ir::ExprKind::Index(array, vec![at]), ty, loc))
    }

    fn set_component(&mut self, array: ObjId, at: ExprId, value: ExprId, loc: Loc) -> Result<(), Refusal> {
        let var = self.variable(array, loc)?;
        let ty = self.b.var_type(var);
        let old = self.b.var(var, loc);
        let new = self.b.expr(ir::ExprKind::Update(old, vec![at], value), ty, loc);
        self.b.assign(var, new, loc);
        Ok(())
    }

    /// An allocator (RM 4.8): the object satisfies its subtype, and the designated subtype of the access type.
    pub fn allocate(&mut self, allocator: &Allocator, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let tree = self.tree();
        let (Some(heap), Some(access)) = (tree.heap_of(ty), tree.types.access(ty)) else {
            return Err((loc, "allocator of this type (RM 4.8)".into()));
        };
        if tree.shared_heaps.contains(&heap.cells) {
            return Err((loc, super::expr::SHARED_HEAP.into()));
        }
        if !self.context.is_empty() {
            return Err((loc, "allocator in a condition that cannot contain one (RM 4.8)".into()));
        }
        let subtype = allocator.subtype;
        let of_class = tree.nested_extensions && tree.types.is_class_wide(subtype);
        if of_class && access.anonymous {
            return Err((loc, "allocator whose object may be of a type that ends before it (RM 4.8 (10.1))".into()));
        }
        let value = match &allocator.value {
            Some(value) => self.converted(value, subtype, value.loc)?,
            None => self.initial_value(subtype, loc)?,
        };
        let value = self.as_own(value, subtype, loc);
        let value = if of_class { self.outlives(value, subtype, access.level, loc)? } else { value };
        // An initial value slides to the bounds of the designated subtype, an object without one has its own.
        if allocator.value.is_none()
            && subtype != access.designated
            && matches!(tree.types[access.designated].constraint, Constraint::Index(_))
        {
            let holds = self.in_subtype(value, access.designated, loc)?;
            self.check(CheckKind::Range, loc, holds, "bounds of the object must be those of the designated subtype")?;
        }
        let value = self.checked(value, None, subtype, access.designated, loc)?;
        let cells = self.variable(heap.cells, loc)?;
        let ir::TypeKind::Array(array) = &self.l.program.ty(self.b.var_type(cells)).kind else {
            return Err((loc, "allocator of this type (RM 4.8)".into()));
        };
        let component = array.component;
        let value = self.shape_to(value, component, loc);
        let next = self.variable(heap.next, loc)?;
        let wanted = self.ty(ty, loc)?;
        let made = self.b.temporary("new object", wanted, loc);
        let number = self.b.var(next, loc);
        let last = self.b.int(crate::sema::LAST_OBJECT, TypeId::INT, loc);
        let room = self.b.compare(Ir::Le, number, last, loc);
        self.b.assume(room, loc);
        self.b.assign(made, number, loc);
        let one = self.b.int(1, TypeId::INT, loc);
        let number = self.b.var(made, loc);
        let after = self.b.binary(Ir::Add, number, one, TypeId::INT, loc);
        self.b.assign(next, after, loc);
        self.set_component(heap.cells, number, value, loc)?;
        if let Some(dead) = heap.dead {
            let no = self.b.bool(false, loc);
            self.set_component(dead, number, no, loc)?;
        }
        Ok(self.b.var(made, loc))
    }

    /// An access value that is the prefix of a call: null may raise Constraint_Error (RM 4.1.3 (9.2)), or be passed, as
    /// GNAT does.
    pub fn prefix(&mut self, pointer: &Expr, loc: Loc) -> Result<ExprId, Refusal> {
        let value = self.value(pointer)?;
        let value = self.kept(value, loc);
        if !self.context.is_empty() {
            return Err((loc, "prefixed call in a condition that cannot contain one (RM 4.1.3)".into()));
        }
        let zero = self.b.int(0, self.b.type_of(value), loc);
        let null = self.b.compare(Ir::Eq, value, zero, loc);
        self.b.begin_if(null, loc);
        let why = "whether a null prefix of a call raises Constraint_Error";
        self.perhaps_raise(CONSTRAINT_ERROR, "a null prefix raises", why, loc)?;
        self.b.end_if();
        Ok(value)
    }

    /// The value of an object of a class, if it is of a type that does not end before the access type of this level;
    /// otherwise Program_Error (RM 4.8 (10.1)).
    fn outlives(&mut self, value: ExprId, class: AdaType, level: u32, loc: Loc) -> Result<ExprId, Refusal> {
        let tree = self.tree();
        let deeper: Vec<AdaType> = tree.types.members(class);
        let deeper = deeper.into_iter().filter(|ty| tree.extension_levels.get(ty).is_some_and(|own| *own > level));
        let value = self.kept(value, loc);
        let mut ends = self.b.bool(false, loc);
        for ty in deeper {
            let this = self.tag_in(value, ty, loc);
            ends = self.b.or(ends, this, loc);
        }
        if !matches!(self.b.node(ends).kind, ir::ExprKind::Bool(false)) {
            self.b.begin_if(ends, loc);
            self.raise(PROGRAM_ERROR, loc)?;
            self.b.end_if();
        }
        Ok(value)
    }

    /// Deallocation (RM 13.11.2): of null it does nothing.
    pub fn free(&mut self, variable: &Expr, loc: Loc) -> Result<(), Refusal> {
        let place = self.place(variable)?;
        let value = self.read(&place, loc)?;
        let value = self.kept(value, loc);
        let null = self.b.int(0, TypeId::INT, loc);
        if let Some(heap) = self.tree().heap_of(variable.ty)
            && let Some(dead) = heap.dead
        {
            let some = self.b.compare(Ir::Ne, value, null, loc);
            self.b.begin_if(some, loc);
            let gone = self.heap_component(dead, value, TypeId::BOOL, loc)?;
            let lives = self.b.not(gone, loc);
            self.check_erroneous(loc, lives, "object must not have been deallocated");
            let yes = self.b.bool(true, loc);
            self.set_component(dead, value, yes, loc)?;
            self.b.end_if();
        }
        self.write(&place, null, loc)
    }

    /// The heaps where an entry starts: empty in front of the elaboration, or as callers left them, who pass nothing
    /// that they have deallocated. Among what they may leave is an empty heap, if the elaboration makes no objects:
    /// runs that begin with it rest on no state that nobody has shown reachable, as how many objects there are that
    /// nothing designates cannot be seen.
    pub fn start_heaps(&mut self, empty: bool) -> Result<(), Refusal> {
        let loc = Loc::NONE;
        let may_be_empty = !empty && !self.l.effects.allocates(ENVIRONMENT);
        for heap in &self.tree().heaps {
            if self.l.ir_type(self.tree().object(heap.cells).ty).is_err() {
                continue;
            }
            let last = self.b.int(crate::sema::LAST_OBJECT, TypeId::INT, loc);
            let first = self.b.int(1, TypeId::INT, loc);
            let whole = vec![(first, last)];
            if may_be_empty {
                self.begin_if_chosen(super::NO_OBJECTS, loc);
            }
            if empty || may_be_empty {
                let next = self.variable(heap.next, loc)?;
                self.b.assign(next, first, loc);
                let cells = self.variable(heap.cells, loc)?;
                let ty = self.b.var_type(cells);
                let kind = ir::ExprKind::Aggregate { bounds: whole.clone(), others: None, items: Vec::new() };
                let nothing = self.b.expr(kind, ty, loc);
                self.b.assign(cells, nothing, loc);
            }
            if may_be_empty {
                self.b.end_if();
            }
            if let Some(dead) = heap.dead {
                let no = self.b.bool(false, loc);
                let dead = self.variable(dead, loc)?;
                let ty = self.b.var_type(dead);
                let kind = ir::ExprKind::Aggregate { bounds: whole, others: Some(no), items: Vec::new() };
                let all = self.b.expr(kind, ty, loc);
                self.b.assign(dead, all, loc);
            }
        }
        Ok(())
    }

    /// Any change of the heaps that somebody makes whose body is not known: what was given out stays so.
    pub fn havoc_heaps(&mut self, loc: Loc) -> Result<(), Refusal> {
        for heap in &self.tree().heaps {
            if self.l.ir_type(self.tree().object(heap.cells).ty).is_err() {
                continue;
            }
            let next = self.variable(heap.next, loc)?;
            let before = self.b.var(next, loc);
            let before = self.kept(before, loc);
            for object in [heap.next, heap.cells].into_iter().chain(heap.dead) {
                let var = self.variable(object, loc)?;
                self.b.havoc(var, loc);
            }
            let after = self.b.var(next, loc);
            let more = self.b.compare(Ir::Le, before, after, loc);
            self.b.assume(more, loc);
        }
        Ok(())
    }
}
