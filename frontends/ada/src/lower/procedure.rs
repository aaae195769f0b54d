//! One procedure under construction: its variables, the context that guards checks, contracts at entry and exit.

use super::{Lowering, Refusal};
use crate::place::Loc;
use crate::sema::tree::{
    CONSTRAINT_ERROR, Concurrency, ENVIRONMENT, ExnId, Expr, ExprKind, LabelId, LoopId, Mode, ObjId, ObjectKind, Stmt,
    StmtKind, SubpId,
};
use crate::sema::types::{Bound, Constraint, Kind, TypeId as AdaType};
use horn_frontend::ir::{self, BinaryOp, BlockId, BoundId, Builder, CheckKind, ExprId, ProcId, TypeId, VarId};
use std::collections::{BTreeMap, BTreeSet};

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
}

/// An open loop.
#[derive(Clone, Debug)]
pub(crate) struct OpenLoop {
    pub id: ir::LoopId,
    /// A Boolean expression for "this is the first iteration" and the variable behind it, if it is one.
    pub first: Option<FirstIteration>,
    pub variants: Vec<VarId>,
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
    pub olds: Vec<(Expr, VarId)>,
    /// Boolean companions of variables that may be read before they are written.
    pub flags: BTreeMap<ObjId, VarId>,
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
    pub discriminants: Vec<Vec<ExprId>>,
    /// Blocks around with tasks of their own.
    pub open_tasks: u32,
}

/// Why invariants are checked where subprograms return.
const INVARIANT: &str = "values of a private type leave its package only if they satisfy its invariant";

impl<'t> Lowering<'t> {
    /// Lowers a subprogram, or makes a stub of it.
    pub fn subprogram(&mut self, id: SubpId, entry: bool) {
        let subp = self.tree.subprogram(id);
        let proc = self.procs[&id];
        let has_body = subp.body.is_some() && !self.refused.contains_key(&id);
        let outer_callers = entry && self.effects.called.contains(&id);
        if has_body {
            match self.try_body(id, proc, entry && !outer_callers) {
                Ok(()) => {
                    if outer_callers {
                        self.entry_wrapper(id);
                    } else if entry {
                        self.entry_procs.insert(id, proc);
                    }
                    return;
                }
                Err(refusal) => {
                    self.refused.insert(id, refusal);
                }
            }
        }
        if let Err(refusal) = self.stub(id, proc) {
            self.refused.entry(id).or_insert(refusal);
            // Nobody can call it: its parameters have no representation.
            let b = Builder::new(subp.name.clone(), subp.loc);
            b.finish(&mut self.program, proc);
        }
    }

    pub(super) fn start(&mut self, id: SubpId) -> Proc<'_, 't> {
        let tree = self.tree;
        let subp = tree.subprogram(id);
        let propagates = self.effects.handled.contains(&id);
        let b = Builder::new(subp.name.clone(), subp.loc);
        if id == ENVIRONMENT {
            // Several procedures do what the environment does, each with variables of its own.
            self.vars.retain(|(owner, _), _| *owner != id);
        }
        Proc {
            l: self,
            id,
            b,
            context: Vec::new(),
            env: Environment::new(),
            regions: Vec::new(),
            loops: BTreeMap::new(),
            labels: BTreeMap::new(),
            placed: BTreeMap::new(),
            exit: None,
            result: None,
            olds: Vec::new(),
            flags: BTreeMap::new(),
            inlining: vec![id],
            behind: Vec::new(),
            propagates,
            depth: 0,
            returned: Vec::new(),
            handling: Vec::new(),
            discriminants: Vec::new(),
            open_tasks: 0,
        }
    }

    pub(super) fn try_body(&mut self, id: SubpId, proc: ProcId, entry: bool) -> Result<(), Refusal> {
        let tree = self.tree;
        let subp = tree.subprogram(id);
        let Some(body) = &subp.body else { return Ok(()) };
        let mut p = self.start(id);
        p.contract_without_state()?;
        p.parameters()?;
        if entry {
            p.task_as_entry();
            let main = subp.library && subp.params.is_empty() && subp.result.is_none();
            p.elaborate_environment(if main { Elaboration::Of(id) } else { Elaboration::Constants })?;
        }
        let uncalled = p.l.uncalled.contains(&id);
        let called_outside = p.l.copying.as_ref().is_some_and(|copying| copying.operations.contains(&id));
        p.assume_entry(entry || uncalled || called_outside, true)?;
        p.save_olds()?;
        p.find_flags(body);
        let exit = p.b.new_block(body.end);
        p.exit = Some(exit);
        p.watch_exits(body.end);
        p.body_with_uncalled(body)?;
        if subp.result.is_some() || subp.no_return {
            // Falling off the end of a function raises Program_Error (RM 6.5 (11)), and so does returning from what
            // must not (RM 6.5.1 (8)).
            p.raise(crate::sema::tree::PROGRAM_ERROR, body.end)?;
        }
        p.b.jump(exit, exit);
        if p.waits_for_tasks(body) {
            p.tasks_ended(body.end);
        }
        p.check_exit(body.end)?;
        p.check_exceptional_exits(entry)?;
        if let Some(place) = p.b.side_entry().filter(|_| !p.placed.is_empty()) {
            return Err((place, "jump into a loop that jumps make (RM 5.8)".into()));
        }
        let mut b = p.b;
        b.set_entry(entry);
        if subp.parent != ENVIRONMENT
            && let Some(parent) = self.procs.get(&subp.parent)
        {
            b.set_parent(*parent);
        }
        b.finish(&mut self.program, proc);
        Ok(())
    }

    /// A procedure that stands for what is not known: outputs become arbitrary, the postcondition is believed for
    /// imported subprograms.
    pub(super) fn stub(&mut self, id: SubpId, proc: ProcId) -> Result<(), Refusal> {
        let tree = self.tree;
        let subp = tree.subprogram(id);
        let refused = self.refused.contains_key(&id);
        let mut p = self.start(id);
        p.parameters()?;
        p.assume_entry(false, true)?;
        p.save_olds()?;
        let loc = subp.loc;
        for param in &subp.params {
            if matches!(tree.object(*param).kind, ObjectKind::Parameter(Mode::Out | Mode::InOut)) {
                p.havoc_inside(*param, loc)?;
            }
        }
        if let (Some(result), Some(ty)) = (p.result, subp.result) {
            p.b.havoc(result, loc);
            p.assume_constraint(result, ty, loc)?;
        }
        if refused {
            let globals: Vec<ObjId> = p.l.globals.keys().copied().collect();
            p.havoc_heaps(loc)?;
            for global in globals.into_iter().filter(|global| !tree.is_of_heap(*global)) {
                if tree.object(global).kind == ObjectKind::Variable {
                    p.havoc_object(global, loc)?;
                }
            }
        } else {
            if subp.loc != Loc::NONE && !subp.input {
                // What its parameters designate may have changed.
                p.havoc_heaps(loc)?;
            }
            p.assume_exit(loc)?;
        }
        // What the library gives without input raises nothing.
        let library = subp.loc == Loc::NONE && !subp.input;
        if p.propagates && !library {
            // Somebody may handle what it raises: whatever that is, one of its own too, which only `others` takes.
            let raises = p.b.temporary("raises", TypeId::BOOL, loc);
            p.b.havoc(raises, loc);
            let raises = p.b.var(raises, loc);
            p.b.begin_if(raises, loc);
            let number = p.b.temporary("exception", TypeId::INT, loc);
            p.b.havoc(number, loc);
            let number = p.b.var(number, loc);
            let (first, last) = (p.b.int(1, TypeId::INT, loc), p.l.exceptions.len() + 1);
            let last = p.b.int(i64::try_from(last).unwrap_or(i64::MAX), TypeId::INT, loc);
            let some = p.b.between(number, first, last, loc);
            p.b.assume(some, loc);
            p.b.raise(number, loc);
            p.b.end_if();
        }
        if !p.propagates && !refused {
            p.raise_expected(loc)?;
        }
        if refused {
            // Nobody knows whether it returns at all, and what its class-wide contract says.
            let origin = format!("what \"{}\" does, which is not analysed", subp.name);
            p.rests_on(&origin, loc);
            p.b.set_origin(origin);
        } else if !subp.input {
            p.b.set_origin(format!("what \"{}\" does, which has no body here", subp.name));
        }
        p.b.return_(loc);
        p.b.finish(&mut self.program, proc);
        Ok(())
    }

    /// A procedure that stands for a part of the elaboration that is not analysed: whatever was there, it may have
    /// changed every variable that existed. Failures behind it are not those of the program for sure.
    fn dropped_part(&mut self, elaborated: &[ObjId], loc: Loc) -> Result<ProcId, Refusal> {
        let name = "what is not analysed of a library package";
        let proc = self.program.declare(name, loc);
        let mut p = self.start(ENVIRONMENT);
        p.havoc_heaps(loc)?;
        for object in elaborated {
            if p.tree().object(*object).kind == ObjectKind::Variable && p.l.globals.contains_key(object) {
                p.havoc_object(*object, loc)?;
            }
        }
        p.rests_on(name, loc);
        p.b.set_origin(name);
        p.b.finish(&mut self.program, proc);
        Ok(proc)
    }

    /// The procedure that calls of a subprogram with a contract go to in modular analysis: whatever the contract
    /// allows.
    pub fn stand_in(&mut self, id: SubpId, proc: ProcId) {
        let tree = self.tree;
        let subp = tree.subprogram(id);
        let written = self.effects.written(id);
        let heaps = self.effects.allocates(id) || written.iter().any(|object| tree.is_of_heap(*object));
        let mut p = self.start(id);
        let made = (|| -> Result<(), Refusal> {
            p.parameters()?;
            p.assume_entry(false, false)?;
            p.save_olds()?;
            let changed = subp
                .params
                .iter()
                .filter(|param| matches!(tree.object(**param).kind, ObjectKind::Parameter(Mode::Out | Mode::InOut)));
            if heaps {
                p.havoc_heaps(subp.loc)?;
            }
            for object in changed.chain(&written).filter(|object| !tree.is_of_heap(**object)) {
                if tree.object(*object).owner == id {
                    p.havoc_inside(*object, subp.loc)?;
                } else if p.l.globals.contains_key(object) {
                    p.havoc_object(*object, subp.loc)?;
                }
            }
            if let (Some(result), Some(ty)) = (p.result, subp.result) {
                p.b.havoc(result, subp.loc);
                p.assume_constraint(result, ty, subp.loc)?;
            }
            p.assume_exit(subp.loc)
        })();
        let mut b = p.b;
        b.set_by_contract();
        b.finish(&mut self.program, proc);
        if let Err(refusal) = made {
            self.refused.entry(id).or_insert(refusal);
        }
        // The variables recorded last are those of the stand-in; they have the same numbers as those of the body only
        // as long as they are parameters.
        for (at, param) in subp.params.iter().enumerate() {
            self.vars.insert((id, *param), VarId(u32::try_from(at).unwrap_or(u32::MAX)));
        }
    }

    /// An entry with the same parameters that calls a procedure which has callers of its own.
    fn entry_wrapper(&mut self, id: SubpId) {
        let tree = self.tree;
        let subp = tree.subprogram(id);
        let callee = self.procs[&id];
        let proc = self.program.declare(subp.name.clone(), subp.loc);
        let mut p = self.start(id);
        let made = (|| -> Result<(), Refusal> {
            p.parameters()?;
            p.task_as_entry();
            p.elaborate_environment(Elaboration::Constants)?;
            p.assume_entry(false, false)?;
            let mut args = Vec::new();
            for param in &subp.params {
                let var = p.variable(*param, subp.loc)?;
                args.push(match p.parameter_mode(*param) {
                    ir::Mode::In => ir::Arg::In(p.b.var(var, subp.loc)),
                    ir::Mode::Out => ir::Arg::Out(var),
                    ir::Mode::InOut => ir::Arg::InOut(var),
                });
            }
            args.extend(p.own_constrained_arguments(subp.loc));
            let (result, exception) = (p.result, p.number_of_expected_exit(id));
            p.b.call(ir::Call { callee, args, result, exception }, subp.loc);
            p.end_if_expected(id, exception)
        })();
        let mut b = p.b;
        b.set_entry(made.is_ok());
        b.finish(&mut self.program, proc);
        if made.is_ok() {
            self.entry_procs.insert(id, proc);
        }
        // The variables recorded last are those of the wrapper; nested subprograms are lowered later and must name
        // those of the body.
        let keys: Vec<ObjId> = subp.params.clone();
        for (at, param) in keys.iter().enumerate() {
            self.vars.insert((id, *param), VarId(u32::try_from(at).unwrap_or(u32::MAX)));
        }
    }

    /// The main programs among the entries: library procedures without parameters.
    pub fn mains(&self, entries: &BTreeSet<SubpId>) -> Vec<SubpId> {
        let main = |id: &&SubpId| {
            let subp = self.tree.subprogram(**id);
            subp.library && subp.params.is_empty() && subp.result.is_none() && !self.refused.contains_key(*id)
        };
        entries.iter().filter(main).copied().collect()
    }

    /// The statements that elaborate the library units a main program needs.
    pub fn elaboration_of(&self, main: SubpId) -> BTreeSet<usize> {
        let tree = self.tree;
        let subp = tree.subprogram(main);
        let file = subp.body.as_ref().map_or(subp.loc.file, |body| body.end.file);
        let mut todo: Vec<usize> =
            (0..tree.library.len()).filter(|at| tree.library[*at].files.contains(&file)).collect();
        let mut seen = BTreeSet::new();
        let mut found = BTreeSet::new();
        while let Some(at) = todo.pop() {
            if seen.insert(at) {
                found.extend(tree.library[at].statements.iter().copied());
                todo.extend(tree.library[at].needs.iter().copied());
            }
        }
        found
    }

    /// An entry for the elaboration of library packages, if no main program contains all of it already.
    pub fn elaboration_entry(&mut self, what: Elaboration, entries: &BTreeSet<SubpId>) {
        let tree = self.tree;
        let Some(body) = &tree.subprogram(ENVIRONMENT).body else { return };
        let mains: Vec<BTreeSet<usize>> =
            self.mains(entries).into_iter().map(|main| self.elaboration_of(main)).collect();
        let interesting = body.declarations.iter().enumerate().any(|(at, stmt)| {
            let covered = mains.iter().any(|statements| statements.contains(&at));
            let checks = match &stmt.kind {
                StmtKind::Declare(object, value) => value.is_some() && tree.object(*object).value.is_none(),
                StmtKind::Elaborated(_) => false,
                _ => true,
            };
            checks && !covered
        });
        if !interesting {
            return;
        }
        let proc = self.program.declare("elaboration of library packages", Loc::NONE);
        let mut p = self.start(ENVIRONMENT);
        let made = p.elaborate_environment(what);
        let mut b = p.b;
        b.set_entry(made.is_ok());
        b.finish(&mut self.program, proc);
        if let Err(refusal) = made {
            self.refused.entry(ENVIRONMENT).or_insert(refusal);
        }
    }

    /// No statement calls a subprogram whose body comes behind it (RM 3.11 (14)).
    pub fn elaborated_in_time(&self, stmts: &[&Stmt]) -> Result<(), Refusal> {
        // A subprogram may have to wait for the bodies of generic units too.
        let mut pending: BTreeMap<SubpId, usize> = BTreeMap::new();
        for stmt in stmts {
            if let StmtKind::Elaborated(subp) = &stmt.kind {
                *pending.entry(*subp).or_default() += 1;
            }
        }
        for stmt in stmts {
            if pending.is_empty() {
                break;
            }
            if let StmtKind::Elaborated(subp) = &stmt.kind {
                let left = pending.get(subp).map_or(0, |count| count - 1);
                match left {
                    0 => pending.remove(subp),
                    left => pending.insert(*subp, left),
                };
                continue;
            }
            let called = self.effects.reachable(super::effects::calls_of(self.tree, stmt));
            if let Some(late) = called.iter().find(|called| pending.contains_key(called)) {
                let name = &self.tree.subprogram(*late).name;
                return Err((stmt.loc, format!("call of \"{name}\" before its body is elaborated (RM 3.11)")));
            }
        }
        Ok(())
    }
}

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

    pub fn parameter_mode(&self, param: ObjId) -> ir::Mode {
        let object = self.tree().object(param);
        match object.kind {
            ObjectKind::Parameter(Mode::Out)
                if self.l.carries_bounds(object.ty)
                    || self.tree().types.has_tag(object.ty)
                    || self.has_changing_discriminants(object.ty)
                    || self.has_default(object.ty)
                    || self.tree().types.has_default_value(object.ty) =>
            {
                ir::Mode::InOut
            }
            ObjectKind::Parameter(Mode::Out) => ir::Mode::Out,
            ObjectKind::Parameter(Mode::InOut) => ir::Mode::InOut,
            _ => ir::Mode::In,
        }
    }

    fn parameters(&mut self) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(self.id);
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
    fn assume_entry(&mut self, stated: bool, own: bool) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(self.id);
        for param in &subp.params {
            let object = self.tree().object(*param);
            if matches!(object.kind, ObjectKind::Parameter(Mode::In | Mode::InOut)) {
                let var = self.variable(*param, object.loc)?;
                self.assume_constraint(var, object.ty, object.loc)?;
                self.assume_value(var, object.ty, object.loc)?;
            } else if self.l.carries_bounds(object.ty) {
                // Nobody checks the predicate on the way in (RM 3.2.4 (31), 6.4.1 (12)).
                let var = self.variable(*param, object.loc)?;
                self.assume_shape(var, object.ty, object.loc)?;
            }
        }
        for pre in &subp.pre {
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
        for invariant in subp.invariants.iter().filter(|invariant| invariant.entry) {
            let value = self.silently(|p| p.value(&invariant.condition))?;
            self.b.believe(value, invariant.condition.loc);
        }
        if !subp.cases.is_empty() {
            self.case_guards(own)?;
        }
        Ok(())
    }

    /// Evaluates without stating the checks: where they hold already, because somebody else stated them.
    pub fn silently<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let loc = self.tree().subprogram(self.id).loc;
        let no = self.b.bool(false, loc);
        self.context.push(Context::Guard(no));
        let result = f(self);
        self.context.pop();
        result
    }

    /// Whether checks are switched off.
    pub fn silent(&self) -> bool {
        self.context.iter().any(|context| match context {
            Context::Guard(guard) => matches!(self.b.node(*guard).kind, ir::ExprKind::Bool(false)),
            Context::Bound { .. } => false,
        })
    }

    /// Postconditions and contract cases, then back to the caller.
    fn check_exit(&mut self, end: Loc) -> Result<(), Refusal> {
        let subp = self.tree().subprogram(self.id);
        let outer = std::mem::take(&mut self.regions);
        for post in &subp.post {
            self.alone(post, Some(CheckKind::Postcondition), |p| p.split_condition(post, CheckKind::Postcondition))?;
        }
        if !subp.cases.is_empty() {
            self.case_consequence_checks()?;
        }
        for invariant in subp.invariants.iter().filter(|invariant| invariant.exit) {
            let value = self.value(&invariant.condition)?;
            self.check(CheckKind::TypeInvariant, subp.loc, value, INVARIANT)?;
        }
        self.regions = outer;
        self.b.return_(end);
        Ok(())
    }

    /// Believes the postcondition and the contract cases.
    fn assume_exit(&mut self, loc: Loc) -> Result<(), Refusal> {
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
        for (condition, consequence) in self.case_consequences(loc) {
            let value = self.silently(|p| p.value(consequence))?;
            let holds = self.b.implies(condition, value, loc);
            self.b.believe(holds, loc);
        }
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
        let entry = self.tree().object(object);
        // Components of what is no parameter may have changed without a check of the predicate.
        let checked = matches!(entry.kind, ObjectKind::Parameter(_)) || self.tree().types.is_elementary(entry.ty);
        self.assume_of_subtype(var, entry.ty, checked, loc)
    }

    /// Any value for an actual parameter; an array keeps its bounds (RM 6.4.1 (13)).
    pub fn havoc_inside(&mut self, object: ObjId, loc: Loc) -> Result<(), Refusal> {
        let var = self.variable(object, loc)?;
        let ty = self.tree().object(object).ty;
        let dimensions = match self.tree().types.array(ty) {
            Some((index, _)) if self.l.static_bounds(ty).is_none() => u32::try_from(index.len()).unwrap_or(0),
            _ => 0,
        };
        let mut kept = Vec::new();
        for dimension in 0..dimensions {
            for kind in [ir::ExprKind::First, ir::ExprKind::Last] {
                let array = self.b.var(var, loc);
                let bound = self.b.expr(kind(array, dimension), TypeId::INT, loc);
                let copy = self.b.temporary("bound", TypeId::INT, loc);
                self.b.assign(copy, bound, loc);
                kept.push((kind, dimension, copy));
            }
        }
        let discriminants = self.kept_discriminants(object, loc)?;
        self.havoc_object(object, loc)?;
        self.assume_kept(object, discriminants, loc)?;
        for (kind, dimension, copy) in kept {
            let (array, before) = (self.b.var(var, loc), self.b.var(copy, loc));
            let bound = self.b.expr(kind(array, dimension), TypeId::INT, loc);
            let same = self.b.compare(BinaryOp::Eq, bound, before, loc);
            self.b.assume(same, loc);
        }
        Ok(())
    }

    /// What a subtype says about a value beyond its type: bounds that are not static, discriminants, predicates. Of a
    /// value that is made only under a condition, as a component of a variant is, it says that under this condition.
    pub fn assume_constraint(&mut self, var: VarId, ty: AdaType, loc: Loc) -> Result<(), Refusal> {
        self.assume_of_subtype(var, ty, true, loc)
    }

    /// The same without predicates: they need not hold of what has not been written, nor of a composite object some of
    /// whose components have changed.
    pub fn assume_shape(&mut self, var: VarId, ty: AdaType, loc: Loc) -> Result<(), Refusal> {
        self.assume_of_subtype(var, ty, false, loc)
    }

    fn assume_of_subtype(&mut self, var: VarId, ty: AdaType, predicates: bool, loc: Loc) -> Result<(), Refusal> {
        let value = self.b.var(var, loc);
        for condition in self.constraint_of(value, ty, predicates, loc)? {
            let condition = self.wrapped(condition, false, loc);
            self.b.assume(condition, loc);
        }
        Ok(())
    }

    /// That a subtype of scalars has a value at all, which the variable holds: it was checked when it got it. What is
    /// declared without a value may be of a subtype that has none.
    fn assume_value(&mut self, var: VarId, ty: AdaType, loc: Loc) -> Result<(), Refusal> {
        let types = &self.tree().types;
        let Constraint::Range(low, high) = &types[ty].constraint else { return Ok(()) };
        let said = types.static_range(ty).is_some_and(|(low, high)| low <= high);
        if said && !types.is_boolean(ty) {
            return Ok(());
        }
        let (first, last) = (self.bound(low, ty, loc)?, self.bound(high, ty, loc)?);
        let value = self.b.var(var, loc);
        let [value, first, last] = [value, first, last].map(|one| self.as_index(one, loc));
        let inside = self.b.between(value, first, last, loc);
        self.b.assume(inside, loc);
        Ok(())
    }

    fn constraint_of(
        &mut self,
        value: ExprId,
        ty: AdaType,
        predicates: bool,
        loc: Loc,
    ) -> Result<Vec<ExprId>, Refusal> {
        let mut found = Vec::new();
        if self.tree().types.has_tag(ty) {
            found.push(self.possible_tags(value, ty, loc));
        }
        let types = &self.tree().types;
        if let Some((index, element)) = types.array(ty)
            && types.has_tags(element)
        {
            if index.len() > 1 {
                return Err((loc, "any array of several dimensions of tagged values (RM 3.9)".into()));
            }
            found.push(self.tags_of_components(value, element, loc)?);
        }
        match (&types[ty].constraint, types.kind(ty)) {
            (Constraint::Range(low, high), kind)
                if types.static_range(ty).is_none()
                    && (types.is_discrete(ty) || matches!(kind, Kind::Fixed { .. })) =>
            {
                let (first, last) = (self.bound(low, ty, loc)?, self.bound(high, ty, loc)?);
                let some = self.b.compare(BinaryOp::Le, first, last, loc);
                let inside = self.b.between(value, first, last, loc);
                found.push(self.b.implies(some, inside, loc));
            }
            (Constraint::Range(low, high), Kind::Float { .. }) => {
                let (first, last) = (self.bound(low, ty, loc)?, self.bound(high, ty, loc)?);
                let some = self.b.compare(BinaryOp::Le, first, last, loc);
                let inside = self.b.between(value, first, last, loc);
                found.push(self.b.implies(some, inside, loc));
            }
            (Constraint::Index(bounds), Kind::Array { .. }) if self.l.static_bounds(ty).is_none() => {
                for ((low, high), dimension) in bounds.iter().zip(0u32..) {
                    let depends = low.is_discriminant() || high.is_discriminant();
                    if depends && self.discriminants.is_empty() {
                        continue;
                    }
                    let index = types.array(ty).map(|(index, _)| index[dimension as usize]);
                    let Some(index) = index else { continue };
                    let low = self.index_bound(low, index, loc)?;
                    let high = self.index_bound(high, index, loc)?;
                    let first = self.b.expr(ir::ExprKind::First(value, dimension), TypeId::INT, loc);
                    let last = self.b.expr(ir::ExprKind::Last(value, dimension), TypeId::INT, loc);
                    found.push(self.b.compare(BinaryOp::Eq, first, low, loc));
                    found.push(self.b.compare(BinaryOp::Eq, last, high, loc));
                }
            }
            (Constraint::None, Kind::Array { index, .. }) => {
                // Bounds of a non-null array are in the index subtype; static ones are already.
                for (one, dimension) in index.clone().iter().zip(0u32..) {
                    if let Some((low, high)) = types.static_range(*one) {
                        let first = self.b.expr(ir::ExprKind::First(value, dimension), TypeId::INT, loc);
                        let last = self.b.expr(ir::ExprKind::Last(value, dimension), TypeId::INT, loc);
                        let low = self.b.int(low, TypeId::INT, loc);
                        let high = self.b.int(high, TypeId::INT, loc);
                        let null = self.b.compare(BinaryOp::Lt, last, first, loc);
                        let above = self.b.compare(BinaryOp::Le, low, first, loc);
                        let below = self.b.compare(BinaryOp::Le, last, high, loc);
                        let inside = self.b.and(above, below, loc);
                        found.push(self.b.or(null, inside, loc));
                    }
                }
            }
            (constraint, Kind::Record(record)) => {
                if let Constraint::Discriminants(values) = constraint {
                    for (at, bound) in values.iter().enumerate() {
                        let component = record.components[at].ty;
                        let wanted = self.bound(bound, component, loc)?;
                        let field = self.field(value, ty, at, component, loc)?;
                        found.push(self.b.compare(BinaryOp::Eq, field, wanted, loc));
                    }
                }
                for (at, component) in record.components.iter().enumerate() {
                    let plain = self.l.bound_objects(component.ty).is_empty()
                        && !self.l.carries_bounds(component.ty)
                        && types.access(component.ty).is_none();
                    if plain && !types.has_tags(component.ty) {
                        continue;
                    }
                    let before = found.len();
                    let field = self.field(value, ty, at, component.ty, loc)?;
                    if types.has_tag(component.ty) && !types.is_class_wide(component.ty) {
                        found.push(self.tag_in(field, component.ty, loc));
                    }
                    let own = self.discriminants_of(value, ty, loc)?;
                    let inner = self.inside_record(own, |p| p.constraint_of(field, component.ty, predicates, loc))?;
                    found.extend(inner);
                    // Nothing is said of a component that does not exist: no value may satisfy its constraint.
                    if let Some(exists) = self.component_exists(value, ty, at, loc)? {
                        for condition in &mut found[before..] {
                            *condition = self.b.implies(exists, *condition, loc);
                        }
                    }
                }
            }
            (_, Kind::Access(_)) => found.extend(self.access_constraint_of(value, ty, loc)?),
            _ => {}
        }
        for predicate in types[ty].predicates.iter().filter(|_| predicates) {
            let condition = self.silently(|p| p.predicate(*predicate, value, loc))?;
            found.push(condition);
        }
        Ok(found)
    }

    /// A component, of this type, of a record of type `of`.
    pub fn field(&mut self, record: ExprId, of: AdaType, at: usize, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let ty = self.ty(ty, loc)?;
        let at = self.l.field_at(of, at).map_err(|what| (loc, what))?;
        Ok(self.b.expr(ir::ExprKind::Field(record, at), ty, loc))
    }

    /// A bound of a subtype as an expression.
    pub fn bound(&mut self, bound: &Bound, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        if let Bound::Discriminant(at) = bound {
            return self.discriminant(*at, loc);
        }
        let base = self.tree().types.base(ty);
        self.value(&Expr::of_bound(bound, base, loc))
    }

    /// The value of a discriminant of the record whose components are made.
    pub fn discriminant(&self, at: usize, loc: Loc) -> Result<ExprId, Refusal> {
        let known = self.discriminants.last().and_then(|values| values.get(at)).copied();
        known.ok_or_else(|| (loc, "discriminant outside of its record (RM 3.8)".into()))
    }

    /// Does something with the discriminants of a record value at hand.
    pub fn inside_record<T>(
        &mut self,
        discriminants: Vec<ExprId>,
        f: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.discriminants.push(discriminants);
        let found = f(self);
        self.discriminants.pop();
        found
    }

    /// The discriminants of a record value.
    pub fn discriminants_of(&mut self, value: ExprId, ty: AdaType, loc: Loc) -> Result<Vec<ExprId>, Refusal> {
        let record = self.tree().record(ty);
        let mut found = Vec::new();
        for (at, component) in record.components.iter().take(record.discriminants).enumerate() {
            found.push(self.field(value, ty, at, component.ty, loc)?);
        }
        Ok(found)
    }

    /// A bound of an array as an Int.
    pub fn index_bound(&mut self, bound: &Bound, index: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let value = self.bound(bound, index, loc)?;
        Ok(self.as_index(value, loc))
    }

    /// Runs that come here go on as they do for a reason that the program does not compute: no failure behind is one of
    /// the program for sure.
    pub fn rests_on(&mut self, origin: &str, loc: Loc) {
        let unknown = self.b.temporary("unknown", TypeId::BOOL, loc);
        self.b.set_origin_of(unknown, origin);
        self.b.havoc(unknown, loc);
        let condition = self.b.var(unknown, loc);
        self.b.begin_if(condition, loc);
        self.b.end_if();
    }

    /// Closes a condition over everything that guards it. Where a quantified expression stops at the first value that
    /// decides it, the condition must hold for the values in front, as what is behind is not evaluated. The second
    /// result is then what follows: some value decides it, or the condition holds for all.
    fn wrap(&mut self, condition: ExprId, loc: Loc) -> (ExprId, Option<ExprId>) {
        let all = self.wrapped(condition, false, loc);
        let whole = self.context.iter().find_map(|context| match context {
            Context::Bound { undecided: Some((_, whole)), .. } => Some(*whole),
            _ => None,
        });
        match whole {
            Some(whole) if !matches!(self.b.node(all).kind, ir::ExprKind::Bool(_)) => {
                let needed = self.wrapped(condition, true, loc);
                let decided = self.b.not(whole, loc);
                (self.b.or(all, needed, loc), Some(self.b.or(all, decided, loc)))
            }
            _ => (all, None),
        }
    }

    fn wrapped(&mut self, mut condition: ExprId, needed: bool, loc: Loc) -> ExprId {
        for context in self.context.clone().into_iter().rev() {
            condition = match context {
                Context::Guard(guard) => self.b.implies(guard, condition, loc),
                Context::Bound { var, low, high, undecided } => {
                    let condition = match undecided.filter(|_| needed) {
                        Some((undecided, _)) => self.b.implies(undecided, condition, loc),
                        None => condition,
                    };
                    let kind = ir::ExprKind::Quantified { forall: true, var, first: low, last: high, body: condition };
                    self.b.expr(kind, TypeId::BOOL, loc)
                }
            };
        }
        condition
    }

    /// States a check whose kind says what it is about.
    pub fn check(&mut self, kind: CheckKind, loc: Loc, condition: ExprId, reason: &str) -> Result<(), Refusal> {
        self.check_of(kind, loc, condition, reason, "")
    }

    /// States a check; `stated` is the condition as people read it.
    pub fn check_of(
        &mut self,
        kind: CheckKind,
        loc: Loc,
        condition: ExprId,
        reason: &str,
        stated: &str,
    ) -> Result<(), Refusal> {
        let exception = raised_by(kind);
        if self.silent() {
            return Ok(());
        }
        if exception == crate::sema::tree::ASSERTION_ERROR {
            self.counts_if_off(false, loc)?;
        }
        let (condition, behind) = self.wrap(condition, loc);
        self.state_check(kind, exception, loc, condition, (reason, stated, behind.is_none()))?;
        self.behind.extend(behind);
        Ok(())
    }

    /// A check behind whose failure execution is erroneous: no exception.
    pub fn check_erroneous(&mut self, loc: Loc, condition: ExprId, reason: &str) {
        if self.silent() {
            return;
        }
        let (condition, _) = self.wrap(condition, loc);
        let id = self.l.check_id(CheckKind::Dereference, loc, reason, "");
        self.b.check(id, condition, loc);
    }

    /// A check for a condition that is closed already. `believed`: what is behind may be proved with it.
    fn state_check(
        &mut self,
        kind: CheckKind,
        exception: ExnId,
        loc: Loc,
        condition: ExprId,
        (reason, stated, believed): (&str, &str, bool),
    ) -> Result<(), Refusal> {
        if kind == CheckKind::Aliasing {
            // No exception: what goes on behind it is another program than the one described here.
            let id = self.l.check_id(kind, loc, reason, stated);
            self.b.check(id, condition, loc);
            return Ok(());
        }
        let known = matches!(self.b.node(condition).kind, ir::ExprKind::Bool(true));
        if !known && self.handled_here(exception) {
            let wrong = self.b.not(condition, loc);
            self.b.begin_if(wrong, loc);
            self.may_be_suppressed((kind, exception), condition, loc, (reason, stated));
            let context = std::mem::take(&mut self.context);
            self.raise(exception, loc)?;
            self.context = context;
            self.b.end_if();
            return Ok(());
        }
        let intended = self.l.intended.get(&exception).is_some_and(|under| under.contains(&self.id));
        if !known && self.propagates && intended {
            // Like a handler of its own: that the exception comes is what the callers expect.
            let wrong = self.b.not(condition, loc);
            self.b.begin_if(wrong, loc);
            self.may_be_suppressed((kind, exception), condition, loc, (reason, stated));
            let number = self.l.exceptions[exception.0 as usize];
            let number = self.b.int(number, TypeId::INT, loc);
            self.b.raise(number, loc);
            self.b.end_if();
            return Ok(());
        }
        let id = self.l.check_id(kind, loc, reason, stated);
        self.l.program.checks[id.index()].believed &= believed;
        if !known && self.propagates {
            // A caller may handle the failure: it is reported, and the run goes on with the exception. Runs in which
            // nothing fails have no choice.
            let wrong = self.b.not(condition, loc);
            self.b.begin_if(wrong, loc);
            let unexpected = self.unexpected(exception, loc);
            if let Some(unexpected) = unexpected {
                self.b.begin_if(unexpected, loc);
            }
            let report = self.b.temporary("reported", TypeId::BOOL, loc);
            self.b.havoc(report, loc);
            let report = self.b.var(report, loc);
            self.b.begin_if(report, loc);
            self.b.check(id, condition, loc);
            self.b.end_if();
            if unexpected.is_some() {
                self.b.end_if();
            }
            let number = self.l.exceptions[exception.0 as usize];
            let number = self.b.int(number, TypeId::INT, loc);
            self.b.raise(number, loc);
            self.b.end_if();
            return Ok(());
        }
        self.b.check(id, condition, loc);
        Ok(())
    }

    /// Where a check fails whose exception somebody waits for: with a pragma Suppress somewhere it may not be made, and
    /// then nobody knows how the run goes on (RM 11.5 (26)). So it is stated, and left open.
    fn may_be_suppressed(
        &mut self,
        (kind, exception): (CheckKind, crate::sema::tree::ExnId),
        condition: ExprId,
        loc: Loc,
        (reason, stated): (&str, &str),
    ) {
        if !self.tree().checks_off.may_cover(loc.file) || exception == crate::sema::tree::ASSERTION_ERROR {
            return;
        }
        let id = self.l.check_id(kind, loc, reason, stated);
        let made = self.b.temporary("suppressed", TypeId::BOOL, loc);
        self.b.set_origin_of(made, "whether a pragma Suppress holds here");
        self.b.havoc(made, loc);
        let made = self.b.var(made, loc);
        self.b.begin_if(made, loc);
        self.b.check(id, condition, loc);
        self.b.end_if();
    }

    /// Elaboration of library packages.
    pub fn elaborate_environment(&mut self, what: Elaboration) -> Result<(), Refusal> {
        self.no_handlers(Loc::NONE);
        self.start_heaps(what != Elaboration::Constants)?;
        self.assume_tags()?;
        let Some(body) = &self.tree().subprogram(ENVIRONMENT).body else { return Ok(()) };
        let all = what != Elaboration::Constants;
        let stmts: Vec<&Stmt> = match what {
            Elaboration::All => body.declarations.iter().collect(),
            Elaboration::Of(main) => {
                let needed = self.l.elaboration_of(main);
                let declarations = body.declarations.iter().enumerate();
                declarations.filter(|(at, _)| needed.contains(at)).map(|(_, stmt)| stmt).collect()
            }
            Elaboration::Constants => {
                let tree = self.tree();
                let constant = |stmt: &&Stmt| match &stmt.kind {
                    StmtKind::Declare(object, Some(value)) => {
                        tree.object(*object).kind == ObjectKind::Constant
                            && tree.object(*object).value.is_none()
                            && self.only_constants(value)
                    }
                    _ => false,
                };
                body.declarations.iter().filter(constant).collect()
            }
        };
        if all {
            self.l.elaborated_in_time(&stmts)?;
        }
        let mut elaborated: Vec<ObjId> = Vec::new();
        for stmt in stmts {
            if let StmtKind::Declare(object, _) = &stmt.kind {
                elaborated.push(*object);
            }
            if matches!(stmt.kind, StmtKind::Dropped) {
                let callee = self.l.dropped_part(&elaborated, stmt.loc)?;
                self.b.call(ir::Call { callee, args: Vec::new(), result: None, exception: None }, stmt.loc);
                continue;
            }
            if !all {
                // Its checks belong to the elaboration.
                let StmtKind::Declare(object, Some(value)) = &stmt.kind else { continue };
                let (object, ty) = (*object, self.tree().object(*object).ty);
                if self.l.globals.contains_key(&object) {
                    let value = self.silently(|p| p.converted(value, ty, stmt.loc))?;
                    let var = self.variable(object, stmt.loc)?;
                    self.b.assign(var, value, stmt.loc);
                }
                continue;
            }
            self.stmt(stmt)?;
        }
        Ok(())
    }

    fn only_constants(&self, value: &Expr) -> bool {
        let mut fine = true;
        super::effects::walk_expr(value, &mut |expr| match &expr.kind {
            ExprKind::Object(object) => {
                let object = self.tree().object(*object);
                fine &= object.kind != ObjectKind::Variable || object.owner != ENVIRONMENT;
            }
            ExprKind::Allocate(_) => fine = false,
            ExprKind::Call(callee, _) => {
                fine &=
                    self.tree().subprogram(*callee).expression_function && !self.l.effects.changing.contains(callee);
            }
            _ => {}
        });
        fine
    }
}

/// What a run raises where a check of this kind fails.
pub(super) fn raised_by(kind: CheckKind) -> ExnId {
    match kind {
        CheckKind::Assertion
        | CheckKind::Precondition
        | CheckKind::Postcondition
        | CheckKind::Predicate
        | CheckKind::TypeInvariant
        | CheckKind::LoopInvariantInit
        | CheckKind::LoopInvariantPreserved
        | CheckKind::LoopVariant
        | CheckKind::SubprogramVariant
        | CheckKind::ContractCase
        | CheckKind::ExceptionalCase
        | CheckKind::CompleteCases
        | CheckKind::DisjointCases => crate::sema::tree::ASSERTION_ERROR,
        _ => CONSTRAINT_ERROR,
    }
}
