//! Calls: parameters in and out, preconditions, variants, inlined expression functions.

use super::actuals::Actuals;
use super::place::Place;
use super::procedure::Proc;
use super::{CALLED, Refusal};
use crate::place::Loc;
use crate::sema::tree::{BinaryOp, Concurrency, Expr, ExprKind, Mode, ObjId, ObjectKind, StmtKind, SubpId};
use crate::sema::types::{Kind, TypeId as AdaType};
use horn_frontend::ir::{self, BinaryOp as Ir, CheckKind, ExprId, TypeId, VarId};
use horn_solver::num::Int;

/// Inlined functions nest at most this deep.
const MAX_INLINE: usize = 24;
/// Expressions deeper than this are put into a variable before they become part of a greater one.
pub(super) const MAX_EXPR_DEPTH: u32 = 120;

/// How a parameter is passed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    Copy,
    Reference,
    /// One or the other.
    Open,
}

impl<'t> Proc<'_, 't> {
    /// An expression function whose calls are replaced by its expression: what it computes is then visible to the
    /// solver without a summary, also inside quantified expressions.
    pub fn inlinable(&self, callee: SubpId) -> bool {
        let subp = self.tree().subprogram(callee);
        subp.expression_function && subp.post.is_empty() && self.has_visible_value(callee)
    }

    /// The same where a variable is bound: the postcondition of the function is then stated there, too, and the body
    /// may choose among expressions.
    pub fn inlinable_here(&self, callee: SubpId) -> bool {
        self.inlinable(callee) || self.quantifying() && self.has_visible_value(callee)
    }

    /// Whether the expression of a function, or what its body chooses, can stand for its calls, but for its
    /// postcondition.
    pub(super) fn has_visible_value(&self, callee: SubpId) -> bool {
        let subp = self.tree().subprogram(callee);
        (subp.expression_function || subp.value.is_some())
            && subp.cases.is_empty()
            && subp.exits.is_empty()
            && subp.exit_cases.is_empty()
            && subp.variant.is_empty()
            && subp.structural.is_none()
            && !subp.invariants.iter().any(|invariant| invariant.exit)
            && !self.l.effects.recursive.contains(&callee)
            && !self.l.effects.changing.contains(&callee)
            && !self.l.refused.contains_key(&callee)
            && self.inline_body(callee).is_some()
    }

    fn inline_body(&self, callee: SubpId) -> Option<&'t Expr> {
        let subp = self.tree().subprogram(callee);
        if subp.value.is_some() {
            return subp.value.as_ref();
        }
        let body = subp.body.as_ref()?;
        match body.statements.as_slice() {
            [stmt] if body.declarations.is_empty() => match &stmt.kind {
                StmtKind::Return(Some(value)) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// The expression of a function with values for its parameters. Its checks are stated here.
    pub fn inline_with(&mut self, callee: SubpId, values: &[(ObjId, ExprId)], loc: Loc) -> Result<ExprId, Refusal> {
        let tree = self.tree();
        let subp = tree.subprogram(callee);
        if self.inlining.len() >= MAX_INLINE || self.inlining.contains(&callee) {
            return Err((
                loc,
                format!("recursive call of \"{}\" in an expression that cannot contain calls", subp.name),
            ));
        }
        let Some(value) = self.inline_body(callee) else {
            return Err((
                loc,
                format!("call of \"{}\", which is not an expression function, in a quantified expression", subp.name),
            ));
        };
        let found = self.in_callee(callee, values, |p| {
            let mut result = Ok(());
            for pre in &subp.pre {
                let changes = p.changes_something(pre);
                result = result.and_then(|()| p.counts_if_off(changes, loc)).and(p.precondition(pre, loc));
            }
            result = result.and(p.invariants_of_call(callee, loc));
            let outer_result = p.result.take();
            let found = result.and_then(|()| match subp.result {
                Some(ty) if subp.exact => p.exactly(|p| p.converted(value, ty, value.loc)),
                Some(ty) => p.converted(value, ty, value.loc),
                None => p.value(value),
            });
            let found = found.and_then(|found| p.postcondition_here(callee, found).map(|()| found));
            p.result = outer_result;
            found
        })?;
        Ok(if self.b.node(found).depth > MAX_EXPR_DEPTH { self.kept(found, loc) } else { found })
    }

    /// The postcondition of a function whose expression stands for its call. It changes nothing: old values are those
    /// of now.
    fn postcondition_here(&mut self, callee: SubpId, result: ExprId) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(callee);
        let outer = (self.inlined_result.replace(result), std::mem::take(&mut self.olds));
        let stated = |p: &mut Self, post| p.split_condition(post, CheckKind::Postcondition);
        let done = subp.post.iter().try_for_each(|post| stated(self, post));
        (self.inlined_result, self.olds) = outer;
        done
    }

    /// The invariants of types for what a subprogram at the boundary of a package gets.
    fn invariants_of_call(&mut self, callee: SubpId, loc: Loc) -> Result<(), Refusal> {
        for invariant in self.tree().subprogram(callee).invariants.iter().filter(|invariant| invariant.entry) {
            // No run checks it in front of a call: it holds since it was checked, unless it looks at variables.
            if self.l.effects.varies(&invariant.condition) {
                continue;
            }
            let condition = self.value(&invariant.condition)?;
            self.check(CheckKind::TypeInvariant, loc, condition, "")?;
        }
        Ok(())
    }

    /// A contract of the library, which stands at the first place and matters at the second one: what its failure
    /// raises, if anything, depends on the compiler, so nobody may wait for it.
    pub fn contract_of_library(&self, stands: Loc, loc: Loc) -> Result<(), Refusal> {
        match self.l.is_own_text(stands) && (self.propagates || !self.regions.is_empty()) {
            true => Err((loc, "exception that the failure of a contract of the library raises (RM A.5.6)".into())),
            false => Ok(()),
        }
    }

    /// A precondition, conjunct by conjunct, reported at the call.
    fn precondition(&mut self, pre: &Expr, loc: Loc) -> Result<(), Refusal> {
        let condition = self.value(pre)?;
        let text = self.source_of(pre);
        self.contract_of_library(pre.loc, loc)?;
        self.check_of(CheckKind::Precondition, loc, condition, "", &text)
    }

    /// A call as a value.
    pub fn call_value(&mut self, callee: SubpId, args: &[Expr], ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        if self.inlinable_here(callee) && self.inlining.len() < MAX_INLINE && !self.inlining.contains(&callee) {
            let params = self.tree().subprogram(callee).params.clone();
            let exprs: Vec<&Expr> = args.iter().collect();
            let mut values = Vec::new();
            let found = self.values(&exprs)?;
            for ((param, arg), value) in params.iter().zip(args).zip(found) {
                let param_ty = self.tree().object(*param).ty;
                let mut value = self.checked(value, Some(arg), arg.ty, param_ty, arg.loc)?;
                if self.b.node(value).depth > MAX_EXPR_DEPTH {
                    value = self.kept(value, arg.loc);
                }
                values.push((*param, value));
            }
            let places = self.followed_actuals(callee, args)?;
            return self.with_actuals(&places, |p| p.inline_with(callee, &values, loc));
        }
        if self.quantifying() {
            let name = &self.tree().subprogram(callee).name;
            return Err((
                loc,
                format!("call of \"{name}\", which is not an expression function, in a quantified expression"),
            ));
        }
        let ir_ty = self.ty(ty, loc)?;
        let result = self.b.temporary("result", ir_ty, loc);
        self.call(callee, args, Some(result), loc)?;
        Ok(self.b.var(result, loc))
    }

    /// The procedure of the IR that a call reaches, unless the call cannot be analysed.
    fn called(&mut self, callee: SubpId, loc: Loc) -> Result<ir::ProcId, Refusal> {
        let tree = self.tree();
        let subp = tree.subprogram(callee);
        let nested = subp.parent != crate::sema::tree::ENVIRONMENT;
        if let Some((_, construct)) = self.l.refused.get(&callee).cloned()
            && (nested || !self.l.procs.contains_key(&callee) || self.l.without_stub.contains(&callee))
        {
            return Err((loc, format!("call of \"{}\"{CALLED}{construct}", subp.name)));
        }
        if tree.nested_extensions && self.l.refused.contains_key(&callee) {
            // It may dispatch to a subprogram that is nested in one around here.
            return Err((
                loc,
                format!("call of \"{}\", which is not analysed, beside types in subprograms", subp.name),
            ));
        }
        if self.gets_address(callee) {
            return Err((loc, format!("call of \"{}\" with an address (RM 13.3)", subp.name)));
        }
        let stand_in = self.l.stand_ins.get(&callee);
        let found = stand_in.or_else(|| self.l.procs.get(&callee)).copied();
        found.ok_or_else(|| (loc, format!("call of \"{}\", which has no body", subp.name)))
    }

    /// A call with all its checks and copies.
    pub fn call(&mut self, callee: SubpId, args: &[Expr], result: Option<VarId>, loc: Loc) -> Result<(), Refusal> {
        let proc = self.called(callee, loc)?;
        let known = self.actuals_in_any_order(callee, args, loc)?;
        // Parameters by copy are copied back by a normal return alone (RM 6.4.1 (17)). It makes no difference where
        // nobody handles exceptions.
        let may_raise = self.l.effects.handled.contains(&callee);
        let Actuals { args: mut actuals, mut env, outs } = self.actuals(callee, args, known, may_raise)?;
        let places = self.followed_actuals(callee, args)?;
        let about_parts = if places.is_empty() { Vec::new() } else { self.posts_about_parts(callee) };
        if !about_parts.is_empty() {
            // The call may change what the values are computed from.
            for (param, value) in &mut env {
                if self.parameter_mode(*param) == ir::Mode::In {
                    *value = self.kept(*value, loc);
                }
            }
        }
        actuals.extend(self.constrained_arguments(callee, args)?);
        if self.tree().exception_texts.contains(&callee) {
            self.text_of_exception(&args[0], &env, loc)?;
        }
        self.with_actuals(&places, |p| p.contract_of_call(callee, &env, loc))?;
        let copied_back = self.check_aliases(callee, args, loc)?;
        let composite = may_raise && outs.iter().any(|out| self.passing(out.param) != Passing::Copy);
        let handled = !self.regions.is_empty() || composite;
        let exception = if handled { Some(self.b.temporary("exception", TypeId::INT, loc)) } else { None };
        self.may_wait(callee, args, loc)?;
        self.granted_of_library(callee, loc);
        let noted = self.announce_handlers(callee, loc);
        self.b.call(ir::Call { callee: proc, args: actuals, result, exception }, loc);
        self.forget_handlers(noted, loc);
        if let Some(exception) = exception {
            self.begin_if_raised(exception, loc);
            self.outs_of_exception(&outs, loc)?;
            self.raise_number(exception, loc)?;
            self.b.end_if();
        }
        let subp = self.tree().subprogram(callee);
        if subp.no_return {
            if subp.body.is_some() {
                // One that returns raises Program_Error (RM 6.5.1 (8)).
                self.raise(crate::sema::tree::PROGRAM_ERROR, loc)?;
            } else {
                self.b.stop(loc);
            }
            return Ok(());
        }
        self.check_copied_back(copied_back)?;
        self.outs_of_return(outs, !self.tree().finalizers.contains(&callee), loc)?;
        self.with_actuals(&places, |p| p.assume_parts(&about_parts, callee, &env, loc));
        Ok(())
    }

    /// Begins what happens if a call has left an exception's number in a variable.
    pub fn begin_if_raised(&mut self, exception: VarId, loc: Loc) {
        let number = self.b.var(exception, loc);
        let zero = self.b.int(0, TypeId::INT, loc);
        let raised = self.b.compare(Ir::Ne, number, zero, loc);
        self.b.begin_if(raised, loc);
    }

    /// How a parameter is passed: scalars and access values by copy, unless it is aliased (RM 6.2 (3), (10)). For most
    /// other types the language leaves it open; GNAT copies what fits into two registers of 64 bits, if it knows the
    /// size, but not to entries. What it knows of bounds and discriminants is more than static ones.
    pub fn passing(&self, param: ObjId) -> Passing {
        let tree = self.tree();
        let (types, ty) = (&tree.types, tree.object(param).ty);
        if types.is_by_reference(ty) || tree.aliased_parameters.contains(&param) {
            return Passing::Reference;
        }
        if types.is_elementary(ty) {
            return Passing::Copy;
        }
        let concurrency = tree.subprogram(tree.object(param).owner).concurrency;
        let entry = matches!(concurrency, Some(Concurrency::TaskEntry | Concurrency::Protected { entry: true, .. }));
        match self.layout(ty, 0) {
            Some((size, _)) if size <= 16 && !entry => Passing::Copy,
            Some((size, _)) if size > 16 => Passing::Reference,
            None if !types.laid_out(ty) && !types.is_constrained(ty) && !self.is_of_fixed_size(ty, 0) => {
                Passing::Reference
            }
            _ => Passing::Open,
        }
    }

    /// The same of a parameter for this actual: what lies in an object whose layout is said may begin inside of a byte,
    /// and then it is copied.
    pub fn passing_of(&self, param: ObjId, actual: &Place) -> Passing {
        let types = &self.tree().types;
        let (mut place, mut inside) = (actual, false);
        while let Place::Field(inner, ..) | Place::Index(inner, ..) | Place::Slice(inner, ..) | Place::View(inner, ..) =
            place
        {
            inside |= self.place_type(inner).is_some_and(|ty| types.laid_out(ty));
            place = inner;
        }
        let passing = self.passing(param);
        let open = inside && passing == Passing::Reference && !types.is_by_reference(self.tree().object(param).ty);
        if open { Passing::Open } else { passing }
    }

    /// Whether all objects of a type have the same size, known before the program runs.
    fn is_of_fixed_size(&self, ty: AdaType, nested: u32) -> bool {
        match self.tree().types.kind(ty) {
            _ if nested > 8 => false,
            Kind::Array { element, .. } => {
                self.l.static_bounds(ty).is_some() && self.is_of_fixed_size(*element, nested + 1)
            }
            Kind::Record(record) => {
                record.components.iter().all(|component| self.is_of_fixed_size(component.ty, nested + 1))
            }
            _ => true,
        }
    }

    /// Size and alignment of the objects of a type, in bytes as on x86-64, if it is fixed and small enough to matter,
    /// and nothing is said of how they lie in storage.
    fn layout(&self, ty: AdaType, nested: u32) -> Option<(i64, i64)> {
        let types = &self.tree().types;
        let whole = |bits: u32| i64::from(bits.div_ceil(8).max(1).next_power_of_two());
        match types.kind(ty) {
            _ if nested > 8 || types.laid_out(ty) && !types.is_elementary(ty) => None,
            Kind::Float { bits, .. } => Some((whole(*bits), whole(*bits))),
            Kind::Modular(modulus) => {
                let bytes = whole(u32::try_from((modulus - &Int::from(1)).to_big().bits()).unwrap_or(u32::MAX));
                Some((bytes, bytes))
            }
            _ if types.is_scalar(ty) => {
                let bytes = whole(types.bits(ty));
                Some((bytes, bytes))
            }
            // Those to unconstrained arrays have the bounds beside the address.
            Kind::Access(access) => {
                let fat = types.array(access.designated).is_some() && !types.is_constrained(access.designated);
                Some((if fat { 16 } else { 8 }, 8))
            }
            Kind::Array { element, .. } => {
                let (size, alignment) = self.layout(*element, nested + 1)?;
                let mut total = size;
                for range in self.l.static_bounds(ty)? {
                    let length = (&(&range.last - &range.first) + &Int::from(1)).to_i64()?.max(0);
                    total = total.checked_mul(length)?;
                }
                Some((total, alignment))
            }
            Kind::Record(record) if record.discriminants == 0 => {
                let (mut end, mut alignment) = (0i64, 1);
                for component in &record.components {
                    let (size, own) = self.layout(component.ty, nested + 1)?;
                    end = (end + own - 1) / own * own + size;
                    alignment = alignment.max(own);
                }
                Some(((end + alignment - 1) / alignment * alignment, alignment))
            }
            _ => None,
        }
    }

    /// Whether a subprogram gets an address that is written in another language, or not known: it may change what lies
    /// there.
    fn gets_address(&self, callee: SubpId) -> bool {
        let Some(address) = self.tree().address else { return false };
        let tree = self.tree();
        let subp = tree.subprogram(callee);
        // What stands in the tool's library looks at nothing there.
        let known = subp.body.is_some() && !self.l.refused.contains_key(&callee) || tree.is_own_text(subp.loc);
        !known && subp.params.iter().any(|param| tree.types.has_part(tree.object(*param).ty, address))
    }

    /// Keeps what the variant is on entry, where the body may change what it is made of.
    pub(super) fn keep_measures(&mut self) -> Result<(), Refusal> {
        let tree = self.tree();
        let subp = tree.subprogram(self.id);
        let changes = |object: &ObjId| tree.object(*object).kind != ObjectKind::Parameter(Mode::In);
        let plain = subp.variant.iter().all(|(_, measure)| !objects_of(measure).iter().any(changes));
        if plain || !self.l.effects.recursive.contains(&self.id) {
            return Ok(());
        }
        for (_, measure) in &subp.variant {
            let value = self.silently(|p| p.value(measure))?;
            let ty = self.b.type_of(value);
            let kept = self.b.temporary("variant", ty, measure.loc);
            self.b.assign(kept, value, measure.loc);
            self.measures.push(kept);
        }
        Ok(())
    }

    /// Precondition, and variant of a recursive call.
    pub fn contract_of_call(&mut self, callee: SubpId, env: &[(ObjId, ExprId)], loc: Loc) -> Result<(), Refusal> {
        let tree = self.tree();
        let subp = tree.subprogram(callee);
        let recursive = callee == self.id && !subp.variant.is_empty();
        if let Some(formal) = subp.structural {
            let known = tree.structural_calls.get(&(self.id, loc)).copied();
            // In its contract, say, which the text does not decide.
            if let Some(fine) = known.or((callee == self.id).then_some(false)) {
                self.structural_variant(CheckKind::SubprogramVariant, formal, fine, loc)?;
            }
        }
        if subp.pre.is_empty() && subp.invariants.is_empty() && !recursive {
            return Ok(());
        }
        let mut now = Vec::new();
        if recursive {
            for at in 0..subp.variant.len() {
                now.push(match self.measures.get(at) {
                    Some(var) => self.b.var(*var, loc),
                    None => self.silently(|p| p.value(&subp.variant[at].1))?,
                });
            }
        }
        // The parameters of a recursive call hide those of the caller.
        let later = self.in_callee(callee, env, |p| {
            let mut result = Ok(());
            for pre in &subp.pre {
                result = result.and(p.precondition(pre, loc));
            }
            result.and(p.invariants_of_call(callee, loc))?;
            let measures = subp.variant.iter().filter(|_| recursive);
            Ok(measures
                .map(|(increases, measure)| p.value(measure).map(|value| (*increases, value)))
                .collect::<Vec<_>>())
        })?;
        if recursive {
            // The measure on entry: parameters of mode in are unchanged.
            let mut pairs = Vec::new();
            for (old, new) in now.into_iter().zip(later) {
                let (increases, new) = new?;
                pairs.push((increases, old, new));
            }
            let progress = self.lexicographic(&pairs, loc);
            self.check(CheckKind::SubprogramVariant, loc, progress, "")?;
        }
        Ok(())
    }

    /// The check of a structural variant, which the text decides: what it does not show is left open.
    pub fn structural_variant(
        &mut self,
        kind: CheckKind,
        variable: ObjId,
        fine: bool,
        loc: Loc,
    ) -> Result<(), Refusal> {
        let tree = self.tree();
        let object = tree.object(variable);
        let holds = if fine { self.b.bool(true, loc) } else { self.unknown_answer(loc)? };
        if fine && tree.types.has_accesses(object.ty) {
            let text = format!("no object that \"{}\" designates is part of itself (SPARK RM 3.10)", object.name);
            self.l.assumed.insert((object.loc, text));
        }
        self.check(kind, loc, holds, "a strict part of the structural variant is passed on")
    }

    /// Whether the measures make progress: the first that changes goes into its direction. Triples of direction,
    /// old and new value.
    pub fn lexicographic(&mut self, measures: &[(bool, ExprId, ExprId)], loc: Loc) -> ExprId {
        let mut progress = self.b.bool(false, loc);
        for (increases, old, new) in measures.iter().rev() {
            let op = if *increases { Ir::Gt } else { Ir::Lt };
            let better = self.b.compare(op, *new, *old, loc);
            let same = self.b.compare(Ir::Eq, *new, *old, loc);
            let rest = self.b.and(same, progress, loc);
            progress = self.b.or(better, rest, loc);
        }
        progress
    }

    /// A condition stated conjunct by conjunct (GNATprove's convention): behind `and then` the left side is known.
    pub fn split_condition(&mut self, condition: &Expr, kind: CheckKind) -> Result<(), Refusal> {
        let mut conjuncts = Vec::new();
        split(condition, &mut conjuncts);
        // The operands of a plain `and` are all evaluated before any is used.
        let mut group: Vec<(&Expr, ExprId)> = Vec::new();
        for (conjunct, flush) in conjuncts {
            if flush {
                for (expr, value) in std::mem::take(&mut group) {
                    self.state(expr, value, kind)?;
                }
            }
            let value = self.value(conjunct)?;
            group.push((conjunct, value));
        }
        for (expr, value) in group {
            self.state(expr, value, kind)?;
        }
        Ok(())
    }

    fn state(&mut self, expr: &Expr, value: ExprId, kind: CheckKind) -> Result<(), Refusal> {
        let text = self.source_of(expr);
        self.check_of(kind, self.l.beginning(expr.loc), value, "", &text)
    }

    /// The guards of contract cases, evaluated on entry. They must be disjoint and complete, which is stated unless
    /// this procedure only stands for the body.
    pub fn case_guards(&mut self, stated: bool) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(self.id);
        let loc = subp.cases_loc.unwrap_or(subp.loc);
        let guards = subp.cases.iter().map(|(guard, consequence)| (guard.as_ref(), consequence.loc));
        let (vars, disjoint, some) = self.guards("case", guards, loc)?;
        self.case_guards = vars;
        let complete = subp.cases.iter().all(|(guard, _)| guard.is_some());
        if !stated {
            self.b.believe(disjoint, loc);
            if complete {
                self.b.believe(some, loc);
            }
            return Ok(());
        }
        self.check(CheckKind::DisjointCases, loc, disjoint, "")?;
        if complete {
            self.check(CheckKind::CompleteCases, loc, some, "")?;
        }
        Ok(())
    }

    /// Variables for what guards are on entry, `None` for others; that at most one of them holds, and that one does.
    pub(super) fn guards<'e>(
        &mut self,
        name: &str,
        guards: impl Iterator<Item = (Option<&'e Expr>, Loc)>,
        loc: Loc,
    ) -> Result<(Vec<Option<VarId>>, ExprId, ExprId), Refusal> {
        let mut vars = Vec::new();
        let mut disjoint = self.b.bool(true, loc);
        let mut some = self.b.bool(false, loc);
        for (at, (guard, start)) in guards.enumerate() {
            let Some(guard) = guard else {
                vars.push(None);
                continue;
            };
            let value = self.value(guard)?;
            let var = self.b.temporary(format!("{name} {}", at + 1), TypeId::BOOL, start);
            self.b.assign(var, value, guard.loc);
            vars.push(Some(var));
            let value = self.b.var(var, guard.loc);
            let both = self.b.and(some, value, loc);
            let not = self.b.not(both, loc);
            disjoint = self.b.and(disjoint, not, loc);
            some = self.b.or(some, value, loc);
        }
        Ok((vars, disjoint, some))
    }

    /// The conditions under which cases apply, by the variables of their guards.
    pub(super) fn applying(&mut self, guards: &[Option<VarId>], loc: Loc) -> Vec<ExprId> {
        let mut found = Vec::new();
        let mut none = self.b.bool(true, loc);
        for guard in guards {
            found.push(match guard {
                Some(var) => {
                    let value = self.b.var(*var, loc);
                    let not = self.b.not(value, loc);
                    none = self.b.and(none, not, loc);
                    value
                }
                None => none,
            });
        }
        found
    }

    /// The consequences of contract cases, each with the condition under which it must hold and where the case begins.
    pub fn case_consequences(&mut self, loc: Loc) -> Vec<(ExprId, &'t Expr, Loc)> {
        let subp = self.tree().subprogram(self.id);
        let conditions = self.applying(&self.case_guards.clone(), loc);
        let cases = conditions.into_iter().zip(&subp.cases).zip(&subp.case_starts);
        cases.map(|((condition, (_, consequence)), start)| (condition, consequence, *start)).collect()
    }

    /// States the consequences of contract cases.
    pub fn case_consequence_checks(&mut self) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(self.id);
        let loc = subp.cases_loc.unwrap_or(subp.loc);
        for (condition, consequence, start) in self.case_consequences(loc) {
            let control = self.needs_control(consequence);
            self.only_where(condition, control, loc, |p| {
                let value = p.value(consequence)?;
                let text = p.source_of(consequence);
                p.check_of(CheckKind::ContractCase, start, value, "", &text)
            })?;
        }
        Ok(())
    }
}

/// The conjuncts of a condition; the flag says that those before it are known when it is evaluated.
fn split<'e>(condition: &'e Expr, found: &mut Vec<(&'e Expr, bool)>) {
    match &condition.kind {
        ExprKind::Binary(BinaryOp::AndThen, left, right) => {
            split(left, found);
            let start = found.len();
            split(right, found);
            if let Some(first) = found.get_mut(start) {
                first.1 = true;
            }
        }
        ExprKind::Binary(BinaryOp::And, left, right) => {
            let short = |e: &Expr| matches!(e.kind, ExprKind::Binary(BinaryOp::AndThen, ..));
            if short(left) || short(right) {
                found.push((condition, false));
                return;
            }
            split(left, found);
            split(right, found);
        }
        _ => found.push((condition, false)),
    }
}

/// The objects that an expression reads.
fn objects_of(expr: &Expr) -> Vec<ObjId> {
    let mut found = Vec::new();
    super::effects::walk_expr(expr, &mut |part| {
        if let ExprKind::Object(object) = &part.kind {
            found.push(*object);
        }
    });
    found
}
