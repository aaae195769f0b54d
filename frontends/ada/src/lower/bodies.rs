//! Procedures for subprograms: bodies, stubs of those that are not analysed, wrappers of entries.

use super::procedure::{Elaboration, Environment, Proc};
use super::{Lowering, Refusal};
use crate::place::Loc;
use crate::sema::tree::{ENVIRONMENT, ObjId, ObjectKind, SubpId};
use horn_frontend::ir::{self, Builder, ProcId, VarId};
use std::collections::{BTreeMap, BTreeSet};

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
            self.leave_out(id, proc, refusal);
            self.without_stub.insert(id);
        }
    }

    /// Notes why a procedure could not be lowered to its end, and leaves it without statements: its constructs may be
    /// open.
    pub(super) fn leave_out(&mut self, id: SubpId, proc: ProcId, refusal: Refusal) {
        self.refused.entry(id).or_insert(refusal);
        let declared = &self.program.procedures[proc.index()];
        Builder::new(declared.name.clone(), declared.loc).finish(&mut self.program, proc);
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
            inlined_result: None,
            olds: Vec::new(),
            bits: None,
            case_guards: Vec::new(),
            exit_guards: Vec::new(),
            flags: BTreeMap::new(),
            measures: Vec::new(),
            bare: BTreeSet::new(),
            followed: BTreeMap::new(),
            lost: BTreeMap::new(),
            guesses: 0,
            given: BTreeMap::new(),
            inlining: vec![id],
            behind: Vec::new(),
            propagates,
            depth: 0,
            returned: Vec::new(),
            handling: Vec::new(),
            discriminants: Vec::new(),
            open_tasks: 0,
            scopes: Vec::new(),
            scopes_of_labels: BTreeMap::new(),
        }
    }

    pub(super) fn try_body(&mut self, id: SubpId, proc: ProcId, entry: bool) -> Result<(), Refusal> {
        let tree = self.tree;
        let subp = tree.subprogram(id);
        let Some(body) = &subp.body else { return Ok(()) };
        let mut p = self.start(id);
        p.contract_without_state()?;
        p.parameters()?;
        p.follow_parameters();
        if entry {
            p.task_as_entry();
            let main = subp.library && subp.params.is_empty() && subp.result.is_none();
            p.elaborate_environment(if main { Elaboration::Of(id) } else { Elaboration::Constants })?;
        }
        let uncalled = p.l.uncalled.contains(&id);
        let called_outside = p.l.copying.as_ref().is_some_and(|copying| copying.operations.contains(&id));
        p.assume_entry(entry || uncalled || called_outside, true)?;
        if entry {
            p.note_unknown_callers();
        }
        p.save_olds()?;
        p.keep_measures()?;
        p.find_flags(body);
        p.watch_recursion();
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
        p.forget_overlaid(body.end)?;
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

    /// Whether values that a subprogram is passed, or gives, are not known even by their types.
    fn has_unknown_values(&self, id: SubpId) -> bool {
        let (tree, subp) = (self.tree, self.tree.subprogram(id));
        let types = subp.params.iter().map(|param| tree.object(*param).ty).chain(subp.result);
        let tagged = |part| tree.types.array(part).is_some_and(|(_, element)| !self.has_plain_tags(element));
        subp.params.iter().any(|param| tree.object(*param).unsupported.is_some())
            || types.into_iter().any(|ty| tree.types.parts(ty).any(tagged))
    }

    /// A procedure that stands for what is not known: outputs become arbitrary, the postcondition is believed for
    /// imported subprograms and for those whose bodies the source leaves out.
    pub(super) fn stub(&mut self, id: SubpId, proc: ProcId) -> Result<(), Refusal> {
        let tree = self.tree;
        let subp = tree.subprogram(id);
        let refused = self.refused.contains_key(&id);
        if refused && self.has_unknown_values(id) {
            return Err((subp.loc, "parameters of unknown types".into()));
        }
        let mut p = self.start(id);
        p.parameters()?;
        p.assume_entry(false, true)?;
        p.save_olds()?;
        let loc = subp.loc;
        for param in &subp.params {
            if tree.object(*param).kind.is_changing_parameter() {
                p.havoc_inside(*param, loc)?;
            }
        }
        if let (Some(result), Some(ty)) = (p.result, subp.result) {
            p.b.havoc(result, loc);
            p.assume_of_subtype(result, ty, !subp.relaxed_result, loc)?;
        }
        let determined = p.determined_by_contract(id)?;
        if !determined && p.l.may_change_states(id) {
            p.change_states(loc);
        }
        // Its contract says what it raises.
        let told = !refused && !subp.exits.is_empty();
        if refused {
            let globals: Vec<ObjId> = p.l.globals.keys().copied().collect();
            p.havoc_heaps(loc)?;
            for global in globals.into_iter().filter(|global| !tree.is_of_heap(*global)) {
                if tree.object(global).kind == ObjectKind::Variable {
                    p.havoc_object(global, loc)?;
                }
            }
        } else {
            let function = super::determined::is_function(tree, id);
            if subp.loc != Loc::NONE && !subp.input && !function && !p.l.is_own_text(loc) {
                // What its parameters designate may have changed.
                p.havoc_heaps(loc)?;
            }
            for object in subp.changes.iter().flatten().filter(|object| tree.object(**object).owner != id) {
                if p.l.globals.contains_key(object) {
                    p.havoc_object(*object, loc)?;
                } else {
                    return Err((loc, "change of a variable of a subprogram around what has no body".into()));
                }
            }
        }
        // What holds behind a return need not hold behind an exception.
        if p.propagates && subp.loc == Loc::NONE {
            p.raise_of_library(loc);
        } else if p.propagates && !told {
            // Somebody may handle what it raises: whatever that is, one of its own too, which only `others` takes.
            p.begin_if_chosen("raises", loc);
            let number = p.any_exception(loc);
            p.b.raise(number, loc);
            p.b.end_if();
        }
        if told || (!p.propagates && !refused) {
            p.raise_expected(loc)?;
        }
        if refused {
            if subp.hidden && !subp.post.is_empty() {
                p.assume_exit(loc)?;
                let text = format!("the postcondition of the access type of \"{}\"", subp.name);
                p.l.assumed.insert((loc, text));
            }
            if subp.withheld && !subp.post.is_empty() {
                // Who leaves a body out on purpose means its contract.
                p.assume_exit(loc)?;
                let text = format!("the postcondition of \"{}\", whose body is not verified", subp.name);
                p.l.assumed.insert((loc, text));
            }
        } else {
            p.assume_exit(loc)?;
            if subp.unstated && !subp.input && !p.l.is_own_text(loc) && p.l.effects.called.contains(&id) {
                let why = if subp.absent { "whose body is not there" } else { "which is imported" };
                let text = format!("\"{}\", {why}, changes no variable of the program", subp.name);
                p.l.assumed.insert((loc, text));
            }
        }
        if refused {
            // Nobody knows whether it returns at all, and what its class-wide contract says.
            let origin = format!("what \"{}\" does, which is not analysed", subp.name);
            p.rests_on(&origin, loc);
            p.b.set_origin(origin);
        } else if subp.file {
            p.b.set_origin("what a file has, or becomes of it, which is not followed");
        } else if subp.bits {
            p.b.set_origin(format!("the bits that \"{}\" gives, which are not followed", subp.name));
        } else if !subp.ends_with.is_empty() && !subp.input {
            p.b.set_origin(format!("what \"{}\" gives, which is not followed", subp.name));
        } else if !subp.input {
            p.b.set_origin(format!("what \"{}\" does, which has no body here", subp.name));
        }
        p.b.return_(loc);
        p.b.finish(&mut self.program, proc);
        Ok(())
    }

    /// A procedure that stands for a part of the elaboration that is not analysed: whatever was there, it may have
    /// changed every variable that existed. Failures behind it are not those of the program for sure.
    pub(super) fn dropped_part(&mut self, elaborated: &[ObjId], loc: Loc) -> Result<ProcId, Refusal> {
        let name = "what is not analysed of a library package";
        let mut p = self.start(ENVIRONMENT);
        p.havoc_heaps(loc)?;
        for object in elaborated {
            if p.tree().object(*object).kind == ObjectKind::Variable && p.l.globals.contains_key(object) {
                p.havoc_object(*object, loc)?;
            }
        }
        p.rests_on(name, loc);
        p.b.set_name(name.to_string());
        p.b.set_origin(name);
        let Proc { l, b, .. } = p;
        let proc = l.program.declare(name, loc);
        b.finish(&mut l.program, proc);
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
            let changed = subp.params.iter().filter(|param| tree.object(**param).kind.is_changing_parameter());
            if heaps {
                p.havoc_heaps(subp.loc)?;
            }
            if p.l.reaches_states(id) {
                p.change_states(subp.loc);
            }
            for param in changed.filter(|param| !tree.is_of_heap(**param)) {
                p.havoc_inside(*param, subp.loc)?;
            }
            // Its own variables are those of the body, which nested subprograms may write.
            for object in written.iter().filter(|object| !tree.is_of_heap(**object)) {
                if p.l.globals.contains_key(object) {
                    p.havoc_object(*object, subp.loc)?;
                }
            }
            if let (Some(result), Some(ty)) = (p.result, subp.result) {
                p.b.havoc(result, subp.loc);
                p.assume_of_subtype(result, ty, !subp.relaxed_result, subp.loc)?;
            }
            p.assume_exit(subp.loc)
        })();
        let mut b = p.b;
        match made {
            Ok(()) => {
                b.set_by_contract();
                b.finish(&mut self.program, proc);
            }
            Err(refusal) => {
                self.leave_out(id, proc, refusal);
                self.without_stub.insert(id);
            }
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
            p.note_unknown_callers();
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
        match made {
            Ok(()) => {
                b.set_entry(true);
                b.finish(&mut self.program, proc);
                self.entry_procs.insert(id, proc);
            }
            Err(refusal) => self.leave_out(id, proc, refusal),
        }
        // The variables recorded last are those of the wrapper; nested subprograms are lowered later and must name
        // those of the body.
        let keys: Vec<ObjId> = subp.params.clone();
        for (at, param) in keys.iter().enumerate() {
            self.vars.insert((id, *param), VarId(u32::try_from(at).unwrap_or(u32::MAX)));
        }
    }
}
