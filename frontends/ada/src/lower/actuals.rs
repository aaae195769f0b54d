//! Actual parameters: what a call gets, and what becomes of its results (RM 6.4.1).

use super::Refusal;
use super::call::Passing;
use super::place::Place;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{Expr, Mode, ObjId, Object, ObjectKind, SubpId};
use crate::sema::types::{Kind, TypeId as AdaType};
use horn_frontend::ir::{self, Arg, CheckKind, ExprId, TypeId, VarId};
use std::collections::BTreeMap;

/// The actual parameters of a call.
#[derive(Default)]
pub struct Actuals {
    /// The arguments of the IR's call, in the order of the parameters.
    pub args: Vec<Arg>,
    /// The parameters' values before the call, for what is said of them.
    pub env: Vec<(ObjId, ExprId)>,
    /// What the call changes.
    pub outs: Vec<Out>,
}

/// An actual parameter that a call changes.
pub struct Out {
    /// Where the value belongs.
    place: Place,
    /// The variable that is passed: that of the place itself, or a copy.
    var: VarId,
    /// The formal parameter.
    pub param: ObjId,
    /// The subtype of the formal parameter.
    pub ty: AdaType,
    /// The formal parameter need not be written by the end.
    relaxed: bool,
    /// It may have no value at the end.
    open: bool,
}

impl Proc<'_, '_> {
    /// The values of actual parameters whose order of evaluation matters (RM 6.4 (10)), by their positions.
    pub fn actuals_in_any_order(
        &mut self,
        callee: SubpId,
        args: &[Expr],
        loc: Loc,
    ) -> Result<BTreeMap<usize, ExprId>, Refusal> {
        let parts: Vec<&Expr> = args.iter().collect();
        let open = self.dependent(&parts, false);
        let params = &self.tree().subprogram(callee).params;
        if open.iter().any(|at| self.parameter_mode(params[*at]) != ir::Mode::In) {
            self.independent(&parts, false, loc)?;
        }
        self.read_at_once(&parts, &open, loc)?;
        let mut value = |p: &mut Self, at: usize| {
            let ty = p.tree().object(params[at]).ty;
            p.converted(&args[at], ty, args[at].loc)
        };
        if open.is_empty() { Ok(BTreeMap::new()) } else { self.in_any_order(&open, &mut value, loc) }
    }

    /// Values and places of the actual parameters, in order; some values are known.
    pub fn actuals(
        &mut self,
        callee: SubpId,
        args: &[Expr],
        mut known: BTreeMap<usize, ExprId>,
        may_raise: bool,
    ) -> Result<Actuals, Refusal> {
        let tree = self.tree();
        let predicates = !tree.finalizers.contains(&callee);
        let mut found = Actuals::default();
        for (at, (param, arg)) in tree.subprogram(callee).params.iter().zip(args).enumerate() {
            if self.parameter_mode(*param) == ir::Mode::In {
                let value = match known.remove(&at) {
                    Some(value) => value,
                    None => self.converted(arg, tree.object(*param).ty, arg.loc)?,
                };
                let keep = args[at + 1..].iter().any(|other| self.needs_control(other));
                let value = if keep { self.kept(value, arg.loc) } else { value };
                found.env.push((*param, value));
                found.args.push(Arg::In(value));
            } else {
                self.changing_actual(*param, arg, (may_raise, predicates), &mut found)?;
            }
        }
        Ok(found)
    }

    /// An actual parameter that the call may change: passed as the variable that it is, or as a copy. Flags say that
    /// the call may raise an exception that somebody handles, and that the predicates of the formal are checked.
    fn changing_actual(
        &mut self,
        param: ObjId,
        arg: &Expr,
        (may_raise, predicates): (bool, bool),
        found: &mut Actuals,
    ) -> Result<(), Refusal> {
        let tree = self.tree();
        let object = tree.object(param);
        let mode = self.parameter_mode(param);
        let incoming = matches!(object.kind, ObjectKind::Parameter(Mode::InOut));
        // The variable is chosen now; the call may change the variables of its indices.
        let place = self.place(arg)?;
        let place = self.settled(place, arg.loc);
        let ty = self.ty(object.ty, arg.loc)?;
        let perhaps_kept = !incoming && self.keeps_perhaps(param, &place);
        let whole = match perhaps_kept {
            true => None,
            false => self.passed_whole(&place, param, ty, may_raise, found, arg.loc)?,
        };
        if incoming && tree.types.is_scalar(object.ty) {
            self.check_written(arg, None)?;
            if let (Place::Object(target), false) = (&place, object.relaxed) {
                self.check_scalar_written(*target, arg.loc)?;
            }
        }
        if incoming
            && let Place::Object(target) = &place
            && let Some(flag) = self.flags.get(target).copied()
        {
            let set = self.b.var(flag, arg.loc);
            self.check(CheckKind::Initialization, arg.loc, set, "")?;
        }
        let var = match whole {
            Some(var) => {
                if predicates && incoming && self.may_have_changed(object.ty) {
                    let value = self.b.var(var, arg.loc);
                    self.check_all_predicates(value, object.ty, arg.loc)?;
                }
                var
            }
            None => {
                let copy = self.b.temporary(object.name.clone(), ty, arg.loc);
                if incoming || mode == ir::Mode::InOut {
                    let value = match predicates {
                        true => self.copied_in(&place, arg, object, incoming)?,
                        false => {
                            let value = self.read(&place, arg.loc)?;
                            self.silently(|p| p.checked(value, None, arg.ty, object.ty, arg.loc))?
                        }
                    };
                    self.b.assign(copy, value, arg.loc);
                    if perhaps_kept {
                        let origin = format!("what \"{}\" has before it is written", object.name);
                        self.havoc_components(copy, object.ty, origin, arg.loc)?;
                    }
                } else if predicates && !tree.types.is_elementary(object.ty) {
                    // The formal is a view of the actual, which is checked in front (RM 6.4.1 (15)).
                    let value = self.read(&place, arg.loc)?;
                    self.constrained(value, None, arg.ty, object.ty, arg.loc)?;
                }
                copy
            }
        };
        let value = self.b.var(var, arg.loc);
        found.env.push((param, value));
        found.args.push(if mode == ir::Mode::InOut { Arg::InOut(var) } else { Arg::Out(var) });
        let open = !tree.spark_checks && self.l.unwritten.outs.contains(&param);
        found.outs.push(Out { place, var, param, ty: object.ty, relaxed: object.relaxed, open });
        Ok(())
    }

    /// Whether it is open what an `out` parameter has before it is written: what the actual one has, if it is passed by
    /// reference, and nothing in particular, if it is a copy. With discriminants or initial values it is as with `in
    /// out` (RM 6.4.1 (14)), and in SPARK everything is written.
    fn keeps_perhaps(&self, param: ObjId, actual: &Place) -> bool {
        let (tree, ty) = (self.tree(), self.tree().object(param).ty);
        let discriminants = tree.types.record(ty).is_some_and(|record| record.discriminants > 0);
        let copied_in = discriminants || self.has_default(ty) || tree.types.has_default_value(ty);
        !tree.spark_checks && !copied_in && self.passing_of(param, actual) == Passing::Open
    }

    /// The variable of an actual parameter that can be passed itself: of the formal's subtype, and seen by nobody else
    /// while the call is under way.
    fn passed_whole(
        &mut self,
        place: &Place,
        param: ObjId,
        ty: TypeId,
        may_raise: bool,
        found: &Actuals,
        loc: Loc,
    ) -> Result<Option<VarId>, Refusal> {
        let Place::Object(target) = place else { return Ok(None) };
        let var = self.variable(*target, loc)?;
        let tree = self.tree();
        let (formal, actual) = (tree.object(param), tree.object(*target));
        let same = actual.ty == formal.ty
            || tree.types[actual.ty].constraint == tree.types[formal.ty].constraint
                && tree.types.base(actual.ty) == tree.types.base(formal.ty);
        let whole = same
            && tree.types[actual.ty].predicates == tree.types[formal.ty].predicates
            && !actual.volatile
            && !found.outs.iter().any(|out| out.var == var)
            && !(may_raise && self.passing(param) != Passing::Reference)
            && self.b.var_type(var) == ty;
        Ok(whole.then_some(var))
    }

    /// Whether a value of a subtype may not satisfy its predicates any more, though it did when it was checked: parts
    /// of it may have changed, or variables that these look at.
    fn may_have_changed(&self, ty: AdaType) -> bool {
        let types = &self.tree().types;
        !types.is_scalar(ty) || types[ty].predicates.iter().any(|one| self.l.effects.varying.contains(one))
    }

    /// The value that a copy gets before the call.
    fn copied_in(&mut self, place: &Place, arg: &Expr, formal: &Object, incoming: bool) -> Result<ExprId, Refusal> {
        let types = &self.tree().types;
        let access = types.access(formal.ty).is_some();
        let value = match !incoming && access {
            true => self.silently(|p| p.read(place, arg.loc))?,
            false => self.read(place, arg.loc)?,
        };
        if incoming {
            return self.checked(value, None, arg.ty, formal.ty, arg.loc);
        }
        if access {
            // Null is passed as it is (RM 6.4.1 (13)).
            return Ok(value);
        }
        if !types.is_scalar(formal.ty) {
            return self.constrained(value, None, arg.ty, formal.ty, arg.loc);
        }
        // It is passed as it is, also if it is no value of the formal's subtype.
        let inside = match (types.value_range(arg.ty), types.static_range(formal.ty)) {
            (Some((low, high)), Some((first, last))) => first <= low && high <= last,
            _ => types[arg.ty].constraint == types[formal.ty].constraint,
        };
        if !inside || types.base(arg.ty) != types.base(formal.ty) {
            let what = "out parameter with a default value and another subtype (RM 6.4.1 (13.1))";
            return Err((arg.loc, what.into()));
        }
        Ok(value)
    }

    /// Whether the variable of the place itself was passed.
    fn is_own(&mut self, out: &Out, loc: Loc) -> bool {
        matches!(out.place, Place::Object(target) if self.variable(target, loc).ok() == Some(out.var))
    }

    /// What a call that ended with an exception has left in parameters that are passed by reference.
    pub fn outs_of_exception(&mut self, outs: &[Out], loc: Loc) -> Result<(), Refusal> {
        for out in outs {
            let passing = self.passing_of(out.param, &out.place);
            if self.is_own(out, loc) || passing == Passing::Copy {
                self.forget(&out.place, loc);
                continue;
            }
            let value = self.b.var(out.var, loc);
            let value = self.silently(|p| p.fit(value, None, out.ty, &out.place, loc))?;
            if passing == Passing::Open {
                // Where the call has changed nothing it makes no difference.
                let changed = match self.is_as_before(&out.place, value, loc)? {
                    Some(same) => self.b.not(same, loc),
                    None => self.b.bool(true, loc),
                };
                self.b.begin_if(changed, loc);
                let by_reference = self.begin_if_chosen("by_reference", loc);
                self.b.set_origin_of(by_reference, "whether an actual parameter is passed by reference");
                self.silently(|p| p.write(&out.place, value, loc))?;
                self.b.end_if();
                self.b.end_if();
                self.forget(&out.place, loc);
            } else {
                self.silently(|p| p.write(&out.place, value, loc))?;
            }
        }
        Ok(())
    }

    /// Whether an actual parameter still has the value that a call has left in its formal one, if equality says so:
    /// other floats may be equal, as 0.0 and -0.0 are.
    fn is_as_before(&mut self, place: &Place, value: ExprId, loc: Loc) -> Result<Option<ExprId>, Refusal> {
        let types = &self.tree().types;
        let float = |part| matches!(types.kind(part), Kind::Float { .. });
        if self.place_type(place).is_none_or(|ty| types.is_class_wide(ty) || types.parts(ty).any(float)) {
            return Ok(None);
        }
        let before = self.silently(|p| p.read(place, loc))?;
        let same_sort = self.b.type_of(before) == self.b.type_of(value);
        Ok(same_sort.then(|| self.b.compare(ir::BinaryOp::Eq, before, value, loc)))
    }

    /// What a call that returned has left in its parameters; a flag says that the predicates of their subtypes are
    /// checked.
    pub fn outs_of_return(&mut self, outs: Vec<Out>, predicates: bool, loc: Loc) -> Result<(), Refusal> {
        let tree = self.tree();
        for out in outs {
            let value = self.b.var(out.var, loc);
            if let Place::Object(target) = &out.place
                && self.is_own(&out, loc)
            {
                if let Some(flag) = self.flags.get(target).copied() {
                    self.set_written(flag, &out, loc);
                }
                self.note_out(&out, loc);
                let own = tree.object(*target).ty;
                if predicates && self.may_have_changed(own) {
                    self.check_all_predicates(value, own, loc)?;
                }
                continue;
            }
            // The discriminants of a constrained object were kept inside of the call.
            let target = self.place_type(&out.place).unwrap_or(out.ty);
            let plain = tree.types[target].predicates.is_empty();
            if predicates && !plain {
                self.copy_back_early(&out, value, loc)?;
            }
            let value = match !predicates || plain && self.has_changing_discriminants(out.ty) {
                true => self.silently(|p| p.fit(value, None, out.ty, &out.place, loc))?,
                false => self.fit(value, None, out.ty, &out.place, loc)?,
            };
            self.note_out(&out, loc);
            self.put(&out.place, value, loc)?;
            if let Place::Object(target) = &out.place
                && let Some(flag) = self.flags.get(target).copied()
            {
                self.set_written(flag, &out, loc);
            }
        }
        Ok(())
    }

    /// What a call has left in an actual parameter whose subtype has predicates is there when these are checked, so
    /// that whoever handles their failure finds it, if it is passed by reference (RM 3.2.4 (32)). What is passed by
    /// copy is checked in front (RM 6.4.1 (17)); for most types the language leaves open which it is, and GNAT copies
    /// all of them back first.
    fn copy_back_early(&mut self, out: &Out, value: ExprId, loc: Loc) -> Result<(), Refusal> {
        if self.regions.is_empty() && !self.l.effects.handled.contains(&self.id) {
            return Ok(());
        }
        let own = self.silently(|p| p.fit(value, None, out.ty, &out.place, loc))?;
        if self.passing_of(out.param, &out.place) == Passing::Reference {
            return self.put(&out.place, own, loc);
        }
        // Where the predicates hold it makes no difference.
        let target = self.place_type(&out.place).unwrap_or(out.ty);
        let mut holds = self.b.bool(true, loc);
        for predicate in self.tree().types[target].predicates.clone() {
            let condition = self.silently(|p| p.predicate(predicate, own, loc))?;
            holds = self.b.and(holds, condition, loc);
        }
        let fails = self.b.not(holds, loc);
        self.b.begin_if(fails, loc);
        self.begin_if_chosen("early", loc);
        self.put(&out.place, own, loc)?;
        self.b.begin_else();
        // The order of the manual, which GNAT does not take.
        self.rests_on("whether an actual parameter is copied back in front of the check of its predicate", loc);
        self.b.end_if();
        self.b.end_if();
        Ok(())
    }

    /// Notes in a companion whether a call has written the actual parameter: the callee may return without.
    fn set_written(&mut self, flag: VarId, out: &Out, loc: Loc) {
        let what = match out.place {
            Place::Object(target) => self.tree().object(target).name.as_str(),
            _ => "",
        };
        let origin = || format!("whether \"{what}\" has been written, which is not followed");
        let written = if out.open { self.unfollowed("written", origin(), loc) } else { self.b.bool(true, loc) };
        self.b.assign(flag, written, loc);
    }

    /// A call has written an actual parameter, or left it as it was.
    fn note_out(&mut self, out: &Out, loc: Loc) {
        let tree = self.tree();
        // What a parent's view leaves out has what it had before, or what an operation that overrides has given it.
        let part = self.place_type(&out.place).is_none_or(|own| !tree.types.is_whole_view(own, out.ty));
        if out.relaxed || out.open || part {
            self.forget(&out.place, loc);
        } else {
            let comes_out = tree.object(out.param).kind == ObjectKind::Parameter(Mode::Out);
            // In SPARK that is checked where the callee returns.
            let checked = tree.spark_checks && comes_out;
            self.note_write(&out.place, checked || !self.l.unwritten.is_tainted(tree, out.ty), loc);
        }
    }
}
