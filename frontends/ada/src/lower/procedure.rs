//! One procedure under construction: its variables, the context that guards checks, contracts at entry and exit.

use super::call::Passing;
use super::{Lowering, Refusal};
use crate::place::Loc;
use crate::sema::tree::{
    Concurrency, ENVIRONMENT, ExnId, Expr, LabelId, LoopId, Mode, ObjId, ObjectKind, Stmt, SubpId,
};
use crate::sema::types::TypeId as AdaType;
use horn_frontend::ir::{self, BinaryOp, BlockId, BoundId, Builder, CheckKind, ExprId, TypeId, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The lower or the upper bound of a dimension of an array.
type BoundOf = fn(ExprId, u32) -> ir::ExprKind;

/// What must hold for an expression to be evaluated at all, from the outside in.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Context {
    /// Only if this condition holds.
    Guard(ExprId),
    /// For every value of a variable in a range.
    Bound {
        var: BoundId,
        low: ExprId,
        high: ExprId,
        /// That no earlier value has decided the quantified expression (RM 4.5.8 (6)); it speaks of the variable. And
        /// that none decides it.
        undecided: Option<(ExprId, ExprId)>,
    },
}

impl Context {
    /// The condition, if it is one.
    pub fn guard(&self) -> Option<ExprId> {
        match self {
            Context::Guard(guard) => Some(*guard),
            Context::Bound { .. } => None,
        }
    }
}

/// A region whose exceptions are handled in the same procedure.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// Where the number of the exception goes.
    pub exception: VarId,
    /// Where handling starts.
    pub dispatch: BlockId,
    /// The exceptions it handles; empty for all.
    pub handled: Vec<ExnId>,
    /// Whether it takes all exceptions.
    pub others: bool,
    /// It only looks at what leaves the procedure: checks that fail are no part of that.
    pub looks_on: bool,
    /// It finalizes objects and passes every exception on.
    pub finalizes: bool,
}

/// Statements that finalize objects at their end (RM 7.6.1).
#[derive(Clone, Debug)]
pub(crate) struct OpenScope {
    /// What runs where control leaves them.
    pub finalization: std::rc::Rc<Vec<Stmt>>,
    /// It runs only where an exception leaves them.
    pub only_failing: bool,
    /// How many regions are around them.
    pub regions: usize,
}

/// An open loop.
#[derive(Clone, Debug)]
pub(crate) struct OpenLoop {
    pub id: ir::LoopId,
    /// A Boolean expression for "this is the first iteration" and the variable behind it, if it is one.
    pub first: Option<FirstIteration>,
    pub variants: Vec<VarId>,
    /// How many open scopes are around it.
    pub scopes: usize,
}

/// How the first iteration is known.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FirstIteration {
    /// A variable that is reset at the end of the body.
    Flag(VarId),
    /// The counter has its first value.
    Counter(VarId, VarId),
}

/// What an expression may use instead of a variable.
pub(crate) type Environment = BTreeMap<ObjId, ExprId>;

/// The discriminants of a record whose components are made: those that bounds and constraints of its components are
/// said with, and those that expressions name, which in an aggregate are the ones of the record around it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Discriminants {
    pub own: Vec<ExprId>,
    pub named: Vec<ExprId>,
}

impl Discriminants {
    /// Of a record whose default values are evaluated.
    pub fn of(own: Vec<ExprId>) -> Discriminants {
        Discriminants { named: own.clone(), own }
    }
}

pub(crate) struct Proc<'l, 't> {
    pub l: &'l mut Lowering<'t>,
    pub id: SubpId,
    pub b: Builder,
    pub context: Vec<Context>,
    pub env: Environment,
    pub regions: Vec<Region>,
    pub loops: BTreeMap<LoopId, OpenLoop>,
    /// The blocks behind labels.
    pub labels: BTreeMap<LabelId, BlockId>,
    /// Labels that were come to, and where they stand: a later `goto` goes backwards.
    pub placed: BTreeMap<LabelId, Loc>,
    /// Where returns go: to the postconditions.
    pub exit: Option<BlockId>,
    pub result: Option<VarId>,
    /// The result of the inlined function whose postcondition is evaluated.
    pub inlined_result: Option<ExprId>,
    pub olds: Vec<(Expr, VarId)>,
    /// In an exact text when bits are values of their types that were read in it, and where.
    pub bits: Option<Vec<(ExprId, Loc)>>,
    /// What the guards of contract cases and of exit cases were on entry; `None` for others.
    pub case_guards: Vec<Option<VarId>>,
    pub exit_guards: Vec<Option<VarId>>,
    /// Boolean companions of variables that may be read before they are written.
    pub flags: BTreeMap<ObjId, VarId>,
    /// What the variant of the subprogram was on entry, where the body may change it.
    pub measures: Vec<VarId>,
    /// Variables that it has declared without an initial value.
    pub bare: BTreeSet<ObjId>,
    /// Companions of its objects with `Relaxed_Initialization`: which of their parts are written.
    pub followed: BTreeMap<ObjId, VarId>,
    /// For those without `Relaxed_Initialization` a Boolean that is true where a companion no longer tells everything.
    pub lost: BTreeMap<ObjId, VarId>,
    /// How often a companion got any value.
    pub guesses: u32,
    /// What parameters stand for while a contract or a predicate is evaluated for a call.
    pub given: BTreeMap<ObjId, super::followed::Given>,
    pub inlining: Vec<SubpId>,
    /// What follows from the checks of the quantified expression under way, once all of them are made.
    pub behind: Vec<ExprId>,
    /// Failing checks may be handled by a caller.
    pub propagates: bool,
    /// Nesting of loops: declarations inside are elaborated again and again.
    pub depth: u32,
    /// Objects of extended returns, innermost last.
    pub returned: Vec<ObjId>,
    /// The exception being handled, innermost last.
    pub handling: Vec<VarId>,
    /// The discriminants of the records whose components are made or assigned, innermost last: what bounds and
    /// defaults of components speak of (RM 3.8 (12)).
    pub discriminants: Vec<Discriminants>,
    /// Blocks around with tasks of their own.
    pub open_tasks: u32,
    /// Statements around that finalize objects, innermost last.
    pub scopes: Vec<OpenScope>,
    /// How many of them are around the statements that labels stand in front of.
    pub scopes_of_labels: BTreeMap<LabelId, usize>,
}

/// Why invariants are checked where subprograms return.
const INVARIANT: &str = "values of a private type leave its package only if they satisfy its invariant";

impl<'t> Lowering<'t> {}

/// What of the library is elaborated at the start of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elaboration {
    /// What is constant: callers may have changed the variables.
    Constants,
    /// The units that a main program needs.
    Of(SubpId),
    /// All units.
    All,
}

impl<'t> Proc<'_, 't> {
    pub fn tree(&self) -> &'t crate::sema::tree::Tree {
        self.l.tree
    }

    /// The representation of a type, or a refusal at `loc`.
    pub fn ty(&mut self, ty: AdaType, loc: Loc) -> Result<TypeId, Refusal> {
        self.l.ir_type(ty).map_err(|what| (loc, what))
    }

    /// How a variable of the IR is passed. What may be passed by reference keeps what an `out` parameter had before
    /// where nothing is written; callers see to it where that is open.
    pub fn parameter_mode(&self, param: ObjId) -> ir::Mode {
        let object = self.tree().object(param);
        match object.kind {
            ObjectKind::Parameter(Mode::Out)
                if self.l.carries_bounds(object.ty)
                    || self.tree().types.has_tag(object.ty)
                    || self.has_changing_discriminants(object.ty)
                    || self.has_default(object.ty)
                    || self.tree().types.has_default_value(object.ty)
                    || self.passing(param) != Passing::Copy =>
            {
                ir::Mode::InOut
            }
            ObjectKind::Parameter(Mode::Out) => ir::Mode::Out,
            ObjectKind::Parameter(Mode::InOut) => ir::Mode::InOut,
            _ => ir::Mode::In,
        }
    }

    pub(super) fn parameters(&mut self) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(self.id);
        if let Some(param) = self.tree().elementary_by_reference(self.id) {
            return Err((self.tree().object(param).loc, "aliased parameter of an elementary type (RM 6.2 (3))".into()));
        }
        for param in &subp.params {
            let object = self.tree().object(*param);
            let ty = self.ty(object.ty, object.loc)?;
            let mode = self.parameter_mode(*param);
            let var = self.b.param(object.name.clone(), ty, mode, object.loc);
            self.l.vars.insert((self.id, *param), var);
            // Of a plain access value it is said that its object was made before.
            let types = &self.tree().types;
            let parts = types.access(object.ty).is_none() && types.has_accesses(object.ty);
            let own =
                matches!(subp.concurrency, Some(Concurrency::Protected { .. })) && subp.params.first() == Some(param);
            if types.is_private(object.ty) || parts || own {
                let name = &object.name;
                self.b.set_origin_of(var, format!("a value of \"{name}\" that nobody has shown reachable"));
            } else if object.wholly_relaxed && types.has_predicates(object.ty) {
                let name = &object.name;
                self.b.set_origin_of(var, format!("a value of \"{name}\" whose predicate need not hold"));
            }
        }
        self.constrained_parameters();
        if let Some(result) = subp.result {
            let ty = self.ty(result, subp.loc)?;
            let short = subp.name.rsplit('.').next().unwrap_or(&subp.name);
            let var = self.b.result(format!("{short}'Result"), ty, subp.loc);
            self.result = Some(var);
        }
        Ok(())
    }

    /// What holds when the body starts: constraints of parameters that types cannot say, and the precondition. The
    /// checks inside a precondition belong to its callers; where there is none, they are stated here. Those of contract
    /// cases belong to the body: procedures that only stand for it don't state them.
    pub(super) fn assume_entry(&mut self, stated: bool, own: bool) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(self.id);
        for param in &subp.params {
            let object = self.tree().object(*param);
            if matches!(object.kind, ObjectKind::Parameter(Mode::In | Mode::InOut)) {
                let var = self.variable(*param, object.loc)?;
                self.assume_of_object(var, *param, object.loc)?;
                self.assume_value(var, object.ty, object.loc)?;
            } else if self.l.carries_bounds(object.ty) {
                // Nobody checks the predicate on the way in (RM 3.2.4 (31), 6.4.1 (12)).
                let var = self.variable(*param, object.loc)?;
                self.assume_shape(var, object.ty, object.loc)?;
            }
        }
        // Callers get past what a policy may switch off, whatever holds.
        let unchecked = |p: &Self, kind, loc| own && !stated && p.l.made_only_if(kind, loc).is_some();
        // Values that come from outside satisfy the invariants of their types, also where the precondition looks at
        // them; not those that look at variables, which may have changed since they were checked.
        for invariant in subp.invariants.iter().filter(|invariant| invariant.entry) {
            let varies = self.l.effects.varies(&invariant.condition);
            if varies || unchecked(self, CheckKind::TypeInvariant, invariant.condition.loc) {
                continue;
            }
            let value = self.silently(|p| p.value(&invariant.condition))?;
            self.b.believe(value, invariant.condition.loc);
        }
        for pre in &subp.pre {
            if unchecked(self, CheckKind::Precondition, pre.loc) {
                continue;
            }
            if self.changes_something(pre) {
                // It is evaluated once, by the caller.
                if !stated {
                    continue;
                }
                if self.l.effects.called_from_outside(self.id) {
                    return Err((
                        pre.loc,
                        "precondition with effects of a subprogram that is called (RM 6.1.1)".into(),
                    ));
                }
            }
            self.alone(pre, None, |p| {
                let value = if stated { p.value(pre)? } else { p.silently(|p| p.value(pre))? };
                p.b.believe(value, pre.loc);
                Ok(())
            })?;
        }
        if !subp.cases.is_empty() {
            self.case_guards(own)?;
        }
        if !subp.exit_cases.is_empty() {
            self.exit_case_guards(own)?;
        }
        Ok(())
    }

    /// What parameters have that share their places with other objects: nobody knows at the end (RM 13.3 (13)).
    pub(super) fn forget_overlaid(&mut self, end: Loc) -> Result<(), Refusal> {
        let tree = self.tree();
        for param in &tree.subprogram(self.id).params {
            let entry = tree.object(*param);
            if !entry.overlaid || entry.kind == ObjectKind::Parameter(Mode::In) {
                continue;
            }
            if self.propagates {
                // Somebody may look at it behind an exception.
                return Err((entry.loc, "address of a parameter where exceptions are handled (RM 13.3)".into()));
            }
            self.havoc_inside(*param, end)?;
            self.rests_on("what another object at the place of a parameter has", end);
        }
        Ok(())
    }

    /// Postconditions and contract cases, then back to the caller.
    pub(super) fn check_exit(&mut self, end: Loc) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(self.id);
        let outer = std::mem::take(&mut self.regions);
        self.check_outs_written()?;
        for post in &subp.post {
            self.alone(post, Some(CheckKind::Postcondition), |p| p.split_condition(post, CheckKind::Postcondition))?;
        }
        if !subp.cases.is_empty() {
            self.case_consequence_checks()?;
        }
        self.check_exit_cases(None)?;
        for invariant in subp.invariants.iter().filter(|invariant| invariant.exit) {
            let value = self.value(&invariant.condition)?;
            self.check(CheckKind::TypeInvariant, subp.loc, value, INVARIANT)?;
        }
        self.regions = outer;
        self.b.return_(end);
        Ok(())
    }

    /// Believes the postcondition and the contract cases.
    pub(super) fn assume_exit(&mut self, loc: Loc) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(self.id);
        for post in &subp.post {
            self.alone(post, None, |p| {
                let value = p.silently(|p| p.value(post))?;
                p.b.believe(value, loc);
                Ok(())
            })?;
        }
        for invariant in subp.invariants.iter().filter(|invariant| invariant.exit) {
            let value = self.silently(|p| p.value(&invariant.condition))?;
            self.b.believe(value, loc);
        }
        for (condition, consequence, _) in self.case_consequences(loc) {
            let control = self.needs_control(consequence);
            self.only_where(condition, control, loc, |p| {
                let value = p.silently(|p| p.value(consequence))?;
                let holds = p.b.implies(condition, value, loc);
                p.b.believe(holds, loc);
                Ok(())
            })?;
        }
        self.assume_exit_cases(None, loc);
        Ok(())
    }

    /// The variable of an object in this procedure.
    pub fn variable(&mut self, object: ObjId, loc: Loc) -> Result<VarId, Refusal> {
        let entry = self.tree().object(object);
        if let Some(what) = &entry.unsupported {
            return Err((loc, what.clone()));
        }
        let elaborated = self.l.elaboration_locals.contains(&object);
        // What the library declares is a global also where it is elaborated: subprograms that are called there see it.
        let own = entry.owner == self.id && !self.l.globals.contains_key(&object);
        if own || self.inlining.contains(&entry.owner) && entry.owner != ENVIRONMENT || elaborated {
            if let Some(known) = self.l.vars.get(&(self.id, object)) {
                return Ok(*known);
            }
            let ty = self.ty(entry.ty, loc)?;
            let var = if entry.hidden {
                self.b.temporary(entry.name.clone(), ty, entry.loc)
            } else {
                self.b.local(entry.name.clone(), ty, entry.loc)
            };
            self.l.vars.insert((self.id, object), var);
            return Ok(var);
        }
        if let Some(global) = self.l.globals.get(&object) {
            let global = *global;
            if self.tree().is_of_heap(object) {
                return Ok(self.b.hidden_global(&self.l.program, global));
            }
            return Ok(self.b.global(&self.l.program, global));
        }
        let owner = entry.owner;
        let known = self.l.vars.get(&(owner, object)).copied();
        match (known, self.l.procs.get(&owner).copied()) {
            (Some(var), Some(proc)) => {
                let ty = self.ty(entry.ty, loc)?;
                Ok(self.b.outer(proc, var, entry.name.clone(), ty, entry.loc))
            }
            // What makes the owner unsupported makes its users so.
            _ => Err(self
                .l
                .refused
                .get(&owner)
                .cloned()
                .unwrap_or_else(|| (loc, format!("use of \"{}\" from a unit that is not supported", entry.name)))),
        }
    }

    /// Sets an object to any value of its subtype.
    pub fn havoc_object(&mut self, object: ObjId, loc: Loc) -> Result<(), Refusal> {
        let var = self.variable(object, loc)?;
        self.b.havoc(var, loc);
        self.forget(&super::place::Place::Object(object), loc);
        let entry = self.tree().object(object);
        // Components of what is no parameter may have changed without a check of the predicate.
        let checked = matches!(entry.kind, ObjectKind::Parameter(_)) || self.tree().types.is_elementary(entry.ty);
        self.assume_of_subtype(var, entry.ty, checked && !entry.wholly_relaxed, loc)
    }

    /// Any value for an actual parameter; an array keeps its bounds (RM 6.4.1 (13)).
    pub fn havoc_inside(&mut self, object: ObjId, loc: Loc) -> Result<(), Refusal> {
        let var = self.variable(object, loc)?;
        self.forget(&super::place::Place::Object(object), loc);
        let bounds = self.bounds_of_var(var, self.tree().object(object).ty, loc);
        let discriminants = self.kept_discriminants(object, loc)?;
        self.havoc_object(object, loc)?;
        self.assume_kept(object, discriminants, loc)?;
        self.assume_bounds_of_var(var, bounds, loc);
        Ok(())
    }

    /// Any components for a variable of an array or record type without discriminants, which are not known for this
    /// reason. An array keeps its bounds.
    pub fn havoc_components(&mut self, var: VarId, ty: AdaType, origin: String, loc: Loc) -> Result<(), Refusal> {
        let bounds = self.bounds_of_var(var, ty, loc);
        self.b.set_origin_of(var, origin);
        self.b.havoc(var, loc);
        self.assume_shape(var, ty, loc)?;
        self.assume_bounds_of_var(var, bounds, loc);
        Ok(())
    }

    /// Copies of the bounds of an array variable, unless they are static.
    fn bounds_of_var(&mut self, var: VarId, ty: AdaType, loc: Loc) -> Vec<(BoundOf, u32, VarId)> {
        let dimensions = match self.tree().types.array(ty) {
            Some((index, _)) if self.l.static_bounds(ty).is_none() => u32::try_from(index.len()).unwrap_or(0),
            _ => 0,
        };
        let mut kept = Vec::new();
        for dimension in 0..dimensions {
            for kind in [ir::ExprKind::First as BoundOf, ir::ExprKind::Last] {
                let array = self.b.var(var, loc);
                let bound = self.b.expr(kind(array, dimension), TypeId::INT, loc);
                let copy = self.b.temporary("bound", TypeId::INT, loc);
                self.b.assign(copy, bound, loc);
                kept.push((kind, dimension, copy));
            }
        }
        kept
    }

    /// That an array variable has these bounds.
    fn assume_bounds_of_var(&mut self, var: VarId, kept: Vec<(BoundOf, u32, VarId)>, loc: Loc) {
        for (kind, dimension, copy) in kept {
            let (array, before) = (self.b.var(var, loc), self.b.var(copy, loc));
            let bound = self.b.expr(kind(array, dimension), TypeId::INT, loc);
            let same = self.b.compare(BinaryOp::Eq, bound, before, loc);
            self.b.assume(same, loc);
        }
    }
}
