//! From the typed program to the program representation: every run-time check stated, everything evaluated in
//! Ada's order.
//!
//! Each subprogram becomes a procedure. What it cannot express becomes an [`Unsupported`] entry; calls of such a
//! subprogram set everything it may change to arbitrary values. A subprogram nested in another one that is not
//! supported makes its callers unsupported, because it may change their variables: then the whole lowering is done
//! again with that knowledge, so that nothing depends on the order.

mod actuals;
mod aggregate;
mod alias;
mod arith;
mod array;
mod assertion;
mod bodies;
mod builtin;
mod call;
mod checks;
mod class;
mod clients;
mod components;
mod conditional;
mod constrained;
mod constraints;
mod convert;
mod determined;
mod each;
pub(crate) mod effects;
mod elaboration;
mod ends;
mod equality;
mod exits;
mod expr;
mod failing;
mod finalized;
mod fixed;
mod followed;
mod handler;
mod heap;
mod held;
mod image;
mod init;
mod nested;
mod of_bits;
mod olds;
mod order;
mod place;
mod premature;
mod procedure;
mod record;
mod renewed;
mod sharing;
mod stated;
mod states;
mod stmt;
mod tables;
mod tasks;
mod types;
mod uncalled;
mod unwritten;

pub(crate) use checks::{NO_WRAP, OF_PART};

use crate::place::Loc;
use crate::sema::Unsupported;
use crate::sema::tree::{ENVIRONMENT, ObjId, ObjectKind, Stmt, StmtKind, SubpId, Subprogram, Tree};
use horn_frontend::interp::{self, End, Inputs, Limits};
use horn_frontend::ir::{Check, CheckId, CheckKind, GlobalId, ProcId, Program, TypeId, VarId};
use procedure::Elaboration;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Steps of the interpreter after which an elaboration is taken for one that does not fail.
const ELABORATION_STEPS: u64 = 300_000;

/// Why a subprogram cannot be lowered: the place, and the construct.
pub(crate) type Refusal = (Loc, String);

/// Which procedures are analysed from outside.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    /// Qualified names given by the user; without any, every subprogram without callers.
    pub names: Vec<String>,
    /// Which files are analysed; the others are only used.
    pub files: Vec<bool>,
    /// Whether calls of subprograms with contracts are their contracts.
    pub modular: bool,
}

/// The state of the lowering of a program.
pub(crate) struct Lowering<'t> {
    pub tree: &'t Tree,
    /// The texts of the files.
    pub texts: Vec<&'t str>,
    pub program: Program,
    types: HashMap<crate::sema::types::TypeId, Result<TypeId, String>>,
    families: HashMap<crate::sema::types::TypeId, Result<std::rc::Rc<class::Family>, String>>,
    pub globals: BTreeMap<ObjId, GlobalId>,
    /// The number that stands for abstract states whose constituents nobody sees, where a function reads one.
    pub states: Option<GlobalId>,
    /// Constants of the library that have what variables had when they were elaborated.
    frozen: BTreeSet<ObjId>,
    /// The least and the greatest component of constant tables.
    tables: std::rc::Rc<BTreeMap<ObjId, (crate::sema::tree::Value, crate::sema::tree::Value)>>,
    /// What the statements of library packages declare: blocks and loops there.
    pub elaboration_locals: BTreeSet<ObjId>,
    pub procs: BTreeMap<SubpId, ProcId>,
    pub exceptions: Vec<i64>,
    checks: HashMap<(CheckKind, Loc, String, String), CheckId>,
    /// Variables of finished and current procedures.
    pub vars: BTreeMap<(SubpId, ObjId), VarId>,
    /// For objects with `Relaxed_Initialization` the variable of the body of their subprogram that says which of their
    /// parts are written.
    pub companions: BTreeMap<ObjId, VarId>,
    /// For parameters that may or may not be constrained: whether the actual one is.
    pub constrained: BTreeMap<(SubpId, ObjId), VarId>,
    pub effects: effects::Effects,
    /// Subprograms that cannot be lowered.
    pub refused: BTreeMap<SubpId, Refusal>,
    /// Those of these that nobody can call: what they may do has no representation.
    without_stub: BTreeSet<SubpId>,
    /// Whether what is lowered may be left out by a run.
    pub left_out: bool,
    /// Nested subprograms that nobody calls, and that are entries all the same.
    pub uncalled: BTreeSet<SubpId>,
    /// Subprograms that are entries because what is not analysed calls them.
    pub unknown_callers: BTreeSet<SubpId>,
    /// The subprograms whose loops must end.
    pub terminating: BTreeSet<SubpId>,
    /// What entries reach.
    reached: BTreeSet<SubpId>,
    /// The subprograms that are under a handler which names the exception, in all their runs.
    pub intended: BTreeMap<crate::sema::tree::ExnId, BTreeSet<SubpId>>,
    /// For subprograms where some runs are under such a handler and others are not: the variable that says so.
    pub expected: BTreeMap<crate::sema::tree::ExnId, (horn_frontend::ir::GlobalId, BTreeSet<SubpId>)>,
    /// Conditions that are assumed: where they stand, and their texts.
    pub assumed: BTreeSet<(Loc, String)>,
    /// Conditions that are not decided, for what is not supported in them.
    pub apart: BTreeSet<(Loc, String)>,
    /// Reads of what may never have been written.
    pub unwritten: unwritten::Unwritten,
    /// Modular analysis: what calls of subprograms with contracts call instead.
    pub stand_ins: BTreeMap<SubpId, ProcId>,
    /// The procedures that are entries, by their subprograms.
    pub entry_procs: BTreeMap<SubpId, ProcId>,
    /// While subprograms are lowered once more for clients.
    pub copying: Option<clients::Copying>,
}

/// A subprogram with a body, and whether it was analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Covered {
    /// Where its body ends.
    pub end: Loc,
    /// Whether an entry reaches it, and all of it is supported.
    pub analysed: bool,
}

/// How the names of globals begin that say whether a caller handles an exception. None does at the start of an entry.
pub(crate) const HANDLED: &str = "a handler waits for ";

/// What the choice is called whether a run begins with an empty heap.
pub(crate) const NO_OBJECTS: &str = "no objects";

/// What came of lowering.
pub(crate) struct LoweredTree {
    pub program: Program,
    /// What is not supported.
    pub refused: Vec<Unsupported>,
    /// Names of entries that do not exist.
    pub unknown: Vec<String>,
    /// Conditions that are assumed: where they stand, and their texts.
    pub assumed: Vec<(Loc, String)>,
    /// The subprograms that the user wrote.
    pub covered: Vec<Covered>,
}

/// Whether there is a main program, beside whose calls nobody makes any; else all is a library with clients.
fn has_main(tree: &Tree) -> bool {
    tree.subprograms.iter().any(Subprogram::is_main)
}

/// Lowers a program. A main program behind an elaboration that fails whatever happens is not analysed: no run comes to
/// it.
pub(crate) fn lower(tree: &Tree, files: &[(&str, &str)], entries: &Entries) -> LoweredTree {
    let flagged = premature::with_flags(tree);
    let tree = flagged.as_ref().unwrap_or(tree);
    let effects = effects::Effects::of(tree);
    let named =
        |name: &String| tree.subprograms.iter().any(|subp| subp.is_main() && subp.name.eq_ignore_ascii_case(name));
    let open = !entries.names.iter().all(named) || !has_main(tree);
    let mut refused: BTreeSet<SubpId> = BTreeSet::new();
    let mut sharing = sharing::Sharing::default();
    loop {
        // Nobody knows what is not analysed does, which only turns out on the way.
        sharing = sharing::Sharing::of(tree, &effects, &refused, open).with(&sharing);
        let marked = (!sharing.is_empty()).then(|| sharing.mark(tree));
        let (lowered, more) = lower_marked(marked.as_ref().unwrap_or(tree), files, entries, &effects);
        if more.is_subset(&refused) {
            return lowered;
        }
        refused.extend(more);
        if sharing::Sharing::of(tree, &effects, &refused, open).with(&sharing) == sharing {
            return lowered;
        }
    }
}

/// Lowers a program in which it is marked what tasks share; gives the subprograms that are not analysed, too.
fn lower_marked(
    tree: &Tree,
    files: &[(&str, &str)],
    entries: &Entries,
    effects: &effects::Effects,
) -> (LoweredTree, BTreeSet<SubpId>) {
    let (lowered, mains, refused) = lower_with(tree, files, entries, effects, None);
    for main in mains {
        let (mut other, ..) = lower_with(tree, files, entries, effects, Some(main));
        if let Some(place) = failing_elaboration(&other.program, &tree.subprogram(ENVIRONMENT).name) {
            let construct = "run behind an elaboration of library packages that always fails (RM 10.2)".to_string();
            other.refused.push(Unsupported { subprogram: tree.subprogram(main).name.clone(), loc: place, construct });
            return (other, refused);
        }
    }
    (lowered, refused)
}

/// Where the elaboration of library packages fails, if it does so in its only run.
fn failing_elaboration(program: &Program, name: &str) -> Option<Loc> {
    let mut program = program.clone();
    horn_frontend::ir::lift(&mut program);
    let (entry, _) = program.procedures().find(|(_, one)| one.entry && one.name == name)?;
    let limits = Limits { steps: ELABORATION_STEPS, cancel: None, trace: false };
    let run = interp::run(&program, entry, &Inputs::default(), &mut (), limits);
    (matches!(run.end, End::Failed(_)) && run.choices == 0).then_some(run.loc)
}

/// Lowers a program; `without` is a main program of which only the elaboration is taken. The main programs that need an
/// elaboration come with it, and the subprograms that are not analysed.
fn lower_with(
    tree: &Tree,
    files: &[(&str, &str)],
    entries: &Entries,
    effects: &effects::Effects,
    without: Option<SubpId>,
) -> (LoweredTree, Vec<SubpId>, BTreeSet<SubpId>) {
    let mut refused: BTreeMap<SubpId, Refusal> = BTreeMap::new();
    for (subp, at) in tree.subprograms.iter().zip(0..) {
        if let Some(why) = &subp.unsupported
            && at != 0
        {
            refused.insert(SubpId(at), why.clone());
        }
    }
    let tables = std::rc::Rc::new(tables::tables(tree));
    let mut without_stub = BTreeSet::new();
    loop {
        let before = (refused.len(), without_stub.len());
        let mut lowering = Lowering {
            tree,
            texts: files.iter().map(|(_, text)| *text).collect(),
            program: Program::new(),
            types: HashMap::new(),
            families: HashMap::new(),
            globals: BTreeMap::new(),
            states: None,
            frozen: BTreeSet::new(),
            tables: std::rc::Rc::clone(&tables),
            elaboration_locals: BTreeSet::new(),
            procs: BTreeMap::new(),
            exceptions: Vec::new(),
            checks: HashMap::new(),
            vars: BTreeMap::new(),
            companions: BTreeMap::new(),
            constrained: BTreeMap::new(),
            effects: effects.clone(),
            refused: refused.clone(),
            without_stub: without_stub.clone(),
            left_out: false,
            intended: BTreeMap::new(),
            expected: BTreeMap::new(),
            assumed: BTreeSet::new(),
            apart: BTreeSet::new(),
            unwritten: unwritten::Unwritten::default(),
            stand_ins: BTreeMap::new(),
            entry_procs: BTreeMap::new(),
            copying: None,
            uncalled: BTreeSet::new(),
            unknown_callers: BTreeSet::new(),
            reached: BTreeSet::new(),
            terminating: BTreeSet::new(),
        };
        lowering.terminating = lowering.terminating();
        for (name, _) in files {
            lowering.program.add_file(*name);
        }
        let (unknown, mains) = lowering.all(entries, without);
        if (lowering.refused.len(), lowering.without_stub.len()) == before {
            let mut found = Vec::new();
            for (subp, (loc, construct)) in &lowering.refused {
                let entry = tree.subprogram(*subp);
                if entry.hidden && tree.subprogram(*subp).unsupported.is_some() {
                    continue;
                }
                found.push(Unsupported { subprogram: entry.name.clone(), loc: *loc, construct: construct.clone() });
            }
            for (loc, construct) in std::mem::take(&mut lowering.apart) {
                found.push(Unsupported { subprogram: String::new(), loc, construct });
            }
            let covered = lowering.covered();
            let skipped = lowering.refused.keys().copied().collect();
            if !entries.modular {
                lowering.clients();
            }
            lowering.assume_closed_classes();
            // What the tool's own texts assume is its own business.
            let assumed = lowering.assumed.iter().filter(|(loc, _)| !lowering.is_own_text(*loc)).cloned().collect();
            let lowered = LoweredTree { program: lowering.program, refused: found, unknown, assumed, covered };
            return (lowered, mains, skipped);
        }
        (refused, without_stub) = (lowering.refused, lowering.without_stub);
    }
}

/// Between a call and the construct of the callee for which the call is not analysed.
pub(crate) const CALLED: &str = ", which uses ";

impl<'t> Lowering<'t> {
    fn all(&mut self, entries: &Entries, without: Option<SubpId>) -> (Vec<String>, Vec<SubpId>) {
        for exception in &self.tree.exceptions {
            let number = self.program.add_exception(exception.name.clone());
            self.exceptions.push(number);
        }
        self.add_globals();
        self.add_states();
        let ids: Vec<SubpId> = self.tree.subprogram_ids().collect();
        for id in &ids {
            let subp = self.tree.subprogram(*id);
            if self.is_lowered(*id) {
                let proc = self.program.declare(subp.name.clone(), subp.loc);
                self.procs.insert(*id, proc);
            }
        }
        let (mut entry_subps, unknown) = self.entries(entries);
        entry_subps.retain(|id| Some(*id) != without);
        let stubs = self.refused.keys().copied().collect();
        self.unwritten = unwritten::Unwritten::of(self.tree, &self.effects, stubs, &entry_subps);
        if entries.modular {
            let alone: Vec<SubpId> = ids.iter().copied().filter(|id| self.stands_alone(*id)).collect();
            for id in &alone {
                let subp = self.tree.subprogram(*id);
                // What an expression function gives is known beside its postcondition.
                if subp.expression_function {
                    continue;
                }
                let proc = self.program.declare(format!("{}'Contract", subp.name), subp.loc);
                self.stand_ins.insert(*id, proc);
            }
            if entries.names.is_empty() {
                let own = |id: &&SubpId| {
                    let subp = self.tree.subprogram(**id);
                    let analysed =
                        |file: horn_frontend::ir::FileId| entries.files.get(file.0 as usize).copied().unwrap_or(true);
                    !subp.withheld && subp.body.as_ref().is_some_and(|body| analysed(body.end.file))
                };
                entry_subps.extend(alone.iter().filter(own));
            }
        }
        for exception in [crate::sema::tree::CONSTRAINT_ERROR, crate::sema::tree::ASSERTION_ERROR] {
            // Those that nobody calls start without a handler.
            let starts = entry_subps.union(&self.uncalled).copied().collect();
            let always = self.effects.always_handled(exception, &starts);
            let mut mixed = self.effects.sometimes_handled(exception);
            mixed.retain(|id| self.procs.contains_key(id) && !always.contains(id));
            if !mixed.is_empty() {
                let name = format!("{HANDLED}{}", self.tree.exceptions[exception.0 as usize].name);
                let global = self.program.add_global(name, horn_frontend::ir::TypeId::BOOL, Loc::NONE);
                self.expected.insert(exception, (global, mixed));
            }
            self.intended.insert(exception, always);
        }
        // What has no stub is known before somebody calls it.
        let lowered = ids.iter().filter(|id| self.procs.contains_key(id));
        let (stubs, bodies): (Vec<SubpId>, Vec<SubpId>) = lowered.partition(|id| self.refused.contains_key(id));
        for id in stubs.into_iter().chain(bodies) {
            self.subprogram(id, entry_subps.contains(&id));
        }
        for (id, proc) in self.stand_ins.clone() {
            self.stand_in(id, proc);
        }
        let what = without.map_or(Elaboration::All, Elaboration::Of);
        self.elaboration_entry(what, &entry_subps);
        if !entries.modular {
            self.assume_apart(&entry_subps);
        }
        let mut mains = self.mains(&entry_subps);
        mains.retain(|main| !self.tree.elaboration_of(*main).is_empty());
        (unknown, mains)
    }

    /// Whether calls of a subprogram can be its contract: it has one and a body, which nobody's variables and handlers
    /// depend on.
    fn stands_alone(&self, id: SubpId) -> bool {
        let subp = self.tree.subprogram(id);
        let contract = !subp.pre.is_empty() || !subp.post.is_empty() || !subp.cases.is_empty();
        contract
            && subp.exits.is_empty()
            && subp.exit_cases.is_empty()
            && self.procs.contains_key(&id)
            && subp.body.is_some()
            && subp.parent == ENVIRONMENT
            && !subp.hidden
            && !self.refused.contains_key(&id)
            && !self.effects.handled.contains(&id)
    }

    /// Whether a subprogram becomes a procedure of its own.
    fn is_lowered(&self, id: SubpId) -> bool {
        let subp = self.tree.subprogram(id);
        id != ENVIRONMENT
            && (subp.body.is_some() || self.effects.called.contains(&id) || self.refused.contains_key(&id))
            && !(subp.hidden && subp.imported && subp.body.is_none() && !self.effects.called.contains(&id))
    }

    /// Whether a place is in one of the tool's own texts of library units.
    pub(crate) fn is_own_text(&self, loc: Loc) -> bool {
        self.tree.is_own_text(loc)
    }

    /// Library-level objects that need a variable.
    fn add_globals(&mut self) {
        let Some(body) = &self.tree.subprogram(ENVIRONMENT).body else { return };
        let mut declared: BTreeSet<ObjId> = BTreeSet::new();
        for stmt in &body.declarations {
            if let StmtKind::Declare(object, value) = &stmt.kind {
                declared.insert(*object);
                let constant = self.tree.object(*object).kind == ObjectKind::Constant;
                if constant && value.as_ref().is_some_and(|value| !self.only_constants(value)) {
                    self.frozen.insert(*object);
                }
            }
        }
        let mut inside = |stmt: &Stmt| {
            if let StmtKind::Declare(object, _) = &stmt.kind
                && !declared.contains(object)
            {
                self.elaboration_locals.insert(*object);
            }
        };
        effects::walk_body(body, &mut inside, &mut |_| {});
        for (object, at) in self.tree.objects.iter().zip(0..) {
            if object.owner == ENVIRONMENT && object.kind == ObjectKind::LoopParameter {
                self.elaboration_locals.insert(ObjId(at));
            }
        }
        // Deferred and volatile objects without an elaboration of their own are declared too.
        for (object, at) in self.tree.objects.iter().zip(0..) {
            if object.owner == ENVIRONMENT && object.volatile {
                declared.insert(ObjId(at));
            }
        }
        declared.extend(&self.tree.chosen);
        for heap in &self.tree.heaps {
            declared.extend([heap.cells, heap.next].into_iter().chain(heap.dead));
        }
        for object in declared {
            let entry = self.tree.object(object);
            let scalar_constant = entry.value.is_some() && entry.kind == ObjectKind::Constant;
            if scalar_constant || entry.owner != ENVIRONMENT {
                continue;
            }
            if let Ok(ty) = self.ir_type(entry.ty) {
                let name = entry.name.clone();
                let global = self.program.add_global(name, ty, entry.loc);
                let fixed = entry.kind == ObjectKind::Constant && !entry.written_outside;
                let changes = !fixed || entry.volatile || entry.overlaid;
                self.program.globals[global.0 as usize].constant = !changes;
                // Access values at an entry may be of objects that are only made behind it.
                let types = &self.tree.types;
                let inside = entry.private && !entry.volatile || types.is_private(entry.ty);
                if inside || types.has_accesses(entry.ty) || self.frozen.contains(&object) {
                    self.program.hidden.insert(global);
                }
                self.globals.insert(object, global);
            }
        }
    }

    /// The subprograms to analyse from outside, and names that denote none.
    fn entries(&mut self, entries: &Entries) -> (BTreeSet<SubpId>, Vec<String>) {
        let mut found = BTreeSet::new();
        let mut unknown = Vec::new();
        if !entries.names.is_empty() {
            for name in &entries.names {
                let wanted = name.to_lowercase();
                let matches: Vec<SubpId> = self
                    .procs
                    .keys()
                    .filter(|id| {
                        let subp = self.tree.subprogram(**id);
                        subp.name.to_lowercase() == wanted && !subp.hidden && subp.body.is_some()
                    })
                    .copied()
                    .collect();
                if matches.is_empty() {
                    unknown.push(name.clone());
                }
                found.extend(matches);
            }
            let skipped: BTreeSet<SubpId> = self.refused.keys().copied().collect();
            self.reached = self.effects.reachable_without(found.clone(), &skipped);
            return (found, unknown);
        }
        let own = |id: &SubpId| {
            let subp = self.tree.subprogram(*id);
            let of_file = |file: horn_frontend::ir::FileId| entries.files.get(file.0 as usize).copied().unwrap_or(true);
            let analysed = of_file(subp.loc.file) || subp.body.as_ref().is_some_and(|body| of_file(body.end.file));
            analysed && subp.body.is_some() && !subp.hidden && !subp.withheld && subp.parent == ENVIRONMENT
        };
        found.extend(self.procs.keys().filter(|id| own(id) && !self.effects.called_from_outside(**id)));
        if !has_main(self.tree) {
            // Clients of a library call its visible subprograms as well, with other values than it does itself.
            let public = (0..self.tree.library.len()).filter(|unit| !self.is_in_private_unit(*unit));
            let visible = public.flat_map(|unit| &self.tree.library[unit].operations);
            found.extend(visible.filter(|id| self.procs.contains_key(id) && own(id)));
        }
        let from_outside = found.clone();
        // What only unsupported subprograms call, or those that nobody calls, is analysed for itself.
        let skipped: BTreeSet<SubpId> = self.refused.keys().copied().collect();
        let ids: Vec<SubpId> = self.procs.keys().copied().collect();
        let mut starts = found.clone();
        starts.insert(ENVIRONMENT);
        let mut reached = self.effects.reachable_without(starts, &skipped);
        for id in &ids {
            if own(id) && !reached.contains(id) {
                found.insert(*id);
                reached.extend(self.effects.reachable_without(BTreeSet::from([*id]), &skipped));
            }
        }
        // What is not analysed may pass other values to those that it calls than they get otherwise.
        let called = self.called_by_what_is_left_out();
        let wanted = |id: &SubpId| own(id) && !skipped.contains(id) && !from_outside.contains(id);
        self.unknown_callers = called.into_iter().filter(wanted).collect();
        found.extend(self.unknown_callers.iter().copied());
        // Tasks that are parts of objects, or made by allocators, start in states that nobody has followed.
        let indirect = self.has_indirect_tasks();
        for id in ids.iter().filter(|id| indirect && own(id) && self.is_task_of_type(**id)) {
            found.insert(*id);
        }
        self.find_uncalled(&mut reached, &skipped, &entries.files);
        self.reached = reached;
        (found, unknown)
    }

    /// What subprograms call that are not analysed, because they cannot be or because the sources withhold them.
    pub fn called_by_what_is_left_out(&self) -> BTreeSet<SubpId> {
        let withheld = self.procs.keys().filter(|id| self.tree.subprogram(**id).withheld);
        self.refused.keys().chain(withheld).filter_map(|id| self.effects.calls.get(id)).flatten().copied().collect()
    }

    /// The subprograms that the user wrote, with whether they were analysed.
    fn covered(&self) -> Vec<Covered> {
        let mut covered = Vec::new();
        for (subp, at) in self.tree.subprograms.iter().zip(0..) {
            let id = SubpId(at);
            if id == ENVIRONMENT || subp.hidden {
                continue;
            }
            if let Some(body) = &subp.body {
                let analysed = self.reached.contains(&id) && !self.refused.contains_key(&id) && !subp.withheld;
                covered.push(Covered { end: body.end, analysed });
            }
        }
        covered
    }

    /// The check of this kind at this place: copies of code share it.
    pub fn check_id(&mut self, kind: CheckKind, loc: Loc, reason: &str, condition: &str) -> CheckId {
        let key = (kind, loc, reason.to_string(), condition.to_string());
        if let Some(known) = self.checks.get(&key) {
            return *known;
        }
        let only_if = self.made_only_if(kind, loc);
        let (reason, condition) = (reason.to_string(), condition.to_string());
        let check = Check { reason, condition, only_if, ..Check::new(kind, loc) };
        let id = self.program.add_check(check);
        self.checks.insert(key, id);
        id
    }

    /// What must be so that a run of the program makes the check: no pragma switches it off.
    pub(super) fn made_only_if(&self, kind: CheckKind, loc: Loc) -> Option<String> {
        let assertions = &self.tree.assertions_off;
        let off = match kind {
            _ if self.left_out => true,
            // Statements, and what no run checks.
            CheckKind::Raise
            | CheckKind::Aliasing
            | CheckKind::Initialization
            | CheckKind::Unsupported
            | CheckKind::Unwinding => return None,
            CheckKind::Assertion
            | CheckKind::LoopInvariantInit
            | CheckKind::LoopInvariantPreserved
            | CheckKind::LoopVariant => assertions.may_cover(loc.file),
            // Contracts are under the policy of the declaration, and checked where they are relied on.
            kind if checks::raised_by(kind) == crate::sema::tree::ASSERTION_ERROR => assertions.anywhere(),
            _ if self.tree.checks_off.may_cover(loc.file) => {
                return Some("no pragma Suppress removes the check".to_string());
            }
            _ => return None,
        };
        off.then(|| "no assertion policy switches it off".to_string())
    }
}
