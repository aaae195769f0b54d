//! Memory that nothing points to any more, or that nobody gives back: what SV-COMP's `valid-memtrack` and
//! `valid-memcleanup` ask about.
//!
//! Memory that is lost stays lost, so it is enough to look where a run cannot help but come by. Where a function
//! returns, what it allocated must be freed: nothing outside can point to it, unless a static object can. Where the
//! program is ended, each object must be freed or a pointer variable must point to it. The same holds where a loop
//! begins its next round, for runs that never end; there it is as good if the loop cannot go on for ever, which a bound
//! on its rounds shows. Behind a call that might not come back nobody looks, so the question is asked in front of it.
//!
//! Only what is lost where a function returns is a failure; at the other places the check says that it is not modelled
//! what becomes of the memory, and no verdict is given where it is not proved.

use super::call::Allocated;
use super::function::Proc;
use super::library::{ends, is_error};
use super::memory::{Binding, Root};
use super::survey::{jumps, label_places};
use super::{Lowering, Res};
use crate::typed::{Ex, FnId, Kind, Label, ObjId, OpKind, ScopeId, Storage, Unit};
use horn_frontend::ir::{BinaryOp, CheckKind, ExprId, Loc, TypeId, VarId};
use horn_solver::num::Int;
use std::collections::{BTreeMap, BTreeSet};

/// What is asked about memory that is not freed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaks {
    /// Whether something must point to it as long as the program runs.
    pub track: bool,
    /// Whether all of it must be freed when the program ends.
    pub cleanup: bool,
}

impl Leaks {
    /// Whether anything is asked.
    pub fn any(self) -> bool {
        self.track || self.cleanup
    }
}

/// The loops of a function, where their rounds are counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rounds {
    places: BTreeMap<Label, usize>,
    counters: BTreeMap<Label, VarId>,
    /// Where each variable begins to exist.
    declared: BTreeMap<ObjId, usize>,
}

/// Loops with more rounds than this do not count as loops that end.
fn most_rounds() -> Int {
    Int::pow2(70)
}

/// The functions that might not come back to their caller.
pub(super) fn may_stay(unit: &Unit) -> BTreeSet<FnId> {
    let mut callers: BTreeMap<FnId, Vec<FnId>> = BTreeMap::new();
    let mut todo = Vec::new();
    for (id, function) in (0..).map(FnId).zip(&unit.functions) {
        let Some(body) = &function.body else {
            if ends(&function.name) || is_error(&function.name) {
                todo.push(id);
            }
            continue;
        };
        let places = label_places(body);
        for (at, op) in body.iter().enumerate() {
            if jumps(&op.kind).iter().any(|label| places.get(label).is_some_and(|place| *place <= at)) {
                todo.push(id);
            }
            let mut exprs = op.kind.roots();
            while let Some(ex) = exprs.pop() {
                match &unit.expr(ex).kind {
                    Kind::Call(callee, _) => callers.entry(*callee).or_default().push(id),
                    Kind::CallThrough(..) | Kind::Assert(..) | Kind::Block(..) | Kind::Unsupported(_) => todo.push(id),
                    _ => {}
                }
                unit.expr(ex).kind.operands(|operand| exprs.push(operand));
            }
        }
    }
    // What calls itself might do so for ever.
    let mut found = BTreeSet::new();
    for start in callers.keys().copied() {
        let (mut seen, mut next) = (BTreeSet::new(), callers[&start].clone());
        while let Some(caller) = next.pop() {
            if seen.insert(caller) {
                next.extend(callers.get(&caller).into_iter().flatten());
            }
        }
        if seen.contains(&start) {
            todo.push(start);
        }
    }
    while let Some(id) = todo.pop() {
        if found.insert(id) {
            todo.extend(callers.get(&id).into_iter().flatten());
        }
    }
    found
}

impl Lowering<'_> {
    /// Whether a call of a function with this name is the error that is asked about. With other questions the function
    /// does what its body says.
    pub fn is_the_error(&self, callee: FnId) -> bool {
        let function = self.unit.function(callee);
        is_error(&function.name) && (function.body.is_none() || !self.options.errors_run)
    }
}

impl Proc<'_, '_> {
    /// Whether memory of this function must not be lost.
    fn watches(&self) -> bool {
        self.l.options.leaks.any() && self.heaps.values().any(|heap| !heap.automatic)
    }

    fn watched(&self) -> Vec<(Ex, Allocated)> {
        let all = self.heaps.iter().filter(|(_, heap)| !heap.automatic);
        all.map(|(call, heap)| (*call, heap.clone())).collect()
    }

    /// Prepares the counters of loops, at the start of a function.
    pub fn count_rounds(&mut self) {
        let code = self.unit.function(self.function).body.as_deref().unwrap_or(&[]);
        if !self.watches() {
            return;
        }
        for (at, op) in code.iter().enumerate() {
            if let OpKind::Declare(object, _) = op.kind {
                self.rounds.declared.entry(object).or_insert(at);
            }
        }
        if !self.l.options.leaks.track {
            return;
        }
        self.rounds.places = label_places(code);
        for (at, op) in code.iter().enumerate() {
            for label in jumps(&op.kind) {
                let back = self.rounds.places.get(&label).is_some_and(|place| *place <= at);
                if back && !self.rounds.counters.contains_key(&label) {
                    let counter = self.b.temporary("rounds", TypeId::INT, op.loc);
                    let zero = self.number(0, op.loc);
                    self.b.assign(counter, zero, op.loc);
                    self.rounds.counters.insert(label, counter);
                }
            }
        }
    }

    /// Whether something is to be done on the way to a label.
    pub fn counts(&self, label: Label) -> bool {
        self.rounds.counters.contains_key(&label)
    }

    /// On the way to a label: a loop begins, or its next round.
    pub fn arrive(&mut self, label: Label, scope: ScopeId, loc: Loc) {
        let Some(counter) = self.rounds.counters.get(&label).copied() else { return };
        if self.rounds.places.get(&label).is_none_or(|place| *place > self.at) {
            return self.begin(label, loc);
        }
        let (old, one) = (self.b.var(counter, loc), self.number(1, loc));
        let next = self.b.binary(BinaryOp::Add, old, one, TypeId::INT, loc);
        self.b.assign(counter, next, loc);
        let now = self.b.var(counter, loc);
        let most = self.number(most_rounds(), loc);
        let ends = self.b.compare(BinaryOp::Le, now, most, loc);
        let kept = self.kept(scope, true, loc);
        let fine = self.b.or(ends, kept, loc);
        self.check(CheckKind::Unsupported, fine, loc, "memory might be lost, and the loop might go on for ever");
    }

    /// A loop is entered from in front of it.
    pub fn begin(&mut self, label: Label, loc: Loc) {
        if let Some(counter) = self.rounds.counters.get(&label).copied() {
            let zero = self.number(0, loc);
            self.b.assign(counter, zero, loc);
        }
    }

    /// Whether no object of an allocation lives.
    fn freed(&mut self, heap: &Allocated, loc: Loc) -> ExprId {
        match (heap.alive, heap.live) {
            (Some(alive), _) => {
                let (alive, zero) = (self.b.var(alive, loc), self.number(0, loc));
                self.b.compare(BinaryOp::Eq, alive, zero, loc)
            }
            (None, Some(live)) => {
                let live = self.b.var(live, loc);
                self.b.not(live, loc)
            }
            (None, None) => self.b.bool(false, loc),
        }
    }

    /// Whether a pointer variable points to the object of an allocation, as far as it is known to.
    fn is_pointed_to(&mut self, call: Ex, heap: &Allocated, by: &[ObjId], loc: Loc) -> ExprId {
        let mut found = self.b.bool(false, loc);
        if heap.pool {
            return found;
        }
        for pointer in by {
            let Some(Binding::Some(all)) = self.pointers.get(pointer).cloned() else { continue };
            let here: Vec<usize> =
                (0..).zip(&all).filter(|(_, region)| region.root == Root::Heap(call)).map(|(at, _)| at).collect();
            if here.is_empty() || all.len() > super::several::MOST {
                continue;
            }
            let Ok(var) = self.pointer_variable(*pointer, loc) else { continue };
            let (offset, zero, count) = (self.b.var(var, loc), self.number(0, loc), self.b.var(heap.count, loc));
            // What was never given a value lies anywhere, so that this is not proved of it.
            let mut inside = self.b.between(offset, zero, count, loc);
            if all.len() > 1 {
                let selector = self.selector(*pointer);
                let mut one = self.b.bool(false, loc);
                for at in here {
                    let which = self.b.var(selector, loc);
                    let is = self.is_number(which, at, all.len(), loc);
                    one = self.b.or(one, is, loc);
                }
                inside = self.b.and(inside, one, loc);
            }
            found = self.b.or(found, inside, loc);
        }
        found
    }

    /// The plain pointer variables that exist in a block and hold their values whatever else runs; also the static
    /// ones of this function alone, if asked for.
    fn keepers(&self, scope: ScopeId, statics: bool) -> Vec<ObjId> {
        let blocks = &self.unit.function(self.function).scopes;
        let around =
            |at: ScopeId| std::iter::successors(Some(at), |at| blocks.get(at.index()).and_then(|block| block.outer));
        let visible: BTreeSet<ScopeId> = around(scope).collect();
        let exists = |object: &ObjId| match self.unit.object(*object).storage {
            Storage::Automatic => {
                // In front of its declaration it may still have the value of the last round.
                self.rounds.declared.get(object).is_none_or(|at| *at <= self.at)
                    && visible.contains(&self.lifetimes.scopes.get(object).copied().unwrap_or(ScopeId::BODY))
            }
            _ => statics && self.pointers.own_statics.contains(object),
        };
        self.pointers.vars.keys().copied().filter(|object| self.pointers.is_plain(*object) && exists(object)).collect()
    }

    /// Whether all memory of this function is freed, or something points to it where that is enough.
    fn kept(&mut self, scope: ScopeId, statics: bool, loc: Loc) -> ExprId {
        let keepers = self.keepers(scope, statics);
        let mut all = self.b.bool(true, loc);
        for (call, heap) in self.watched() {
            let mut fine = self.freed(&heap, loc);
            if !self.l.options.leaks.cleanup {
                let pointed = self.is_pointed_to(call, &heap, &keepers, loc);
                fine = self.b.or(fine, pointed, loc);
            }
            all = self.b.and(all, fine, loc);
        }
        all
    }

    /// The program might end here, unless a condition holds.
    pub fn ends_unless(&mut self, condition: Option<ExprId>, loc: Loc) {
        if !self.watches() {
            return;
        }
        let scope = self.scope;
        let mut fine = self.kept(scope, true, loc);
        if let Some(condition) = condition {
            fine = self.b.or(condition, fine, loc);
        }
        self.check(CheckKind::Unsupported, fine, loc, "memory might be lost where the program ends");
    }

    /// A function is called that might not come back.
    pub fn hands_over(&mut self, callee: FnId, loc: Loc) {
        if self.watches() && self.l.may_stay.contains(&callee) {
            let scope = self.scope;
            let fine = self.kept(scope, false, loc);
            self.check(CheckKind::Unsupported, fine, loc, "memory might be lost where a call does not come back");
        }
    }

    /// Whether a pointer to memory of this function might be kept in a static object.
    fn is_kept_by_statics(&self) -> bool {
        let heap = |binding: &Binding| match binding {
            Binding::Unknown => true,
            Binding::Some(all) => all.iter().any(|region| matches!(region.root, Root::Heap(_))),
        };
        let lasts = |object: ObjId| self.unit.object(object).storage != Storage::Automatic;
        let vars = self.pointers.vars.iter().chain(&self.l.pointers);
        vars.into_iter().any(|(object, binding)| lasts(*object) && heap(binding))
            || self.pointers.cells.iter().any(|(region, binding)| {
                !matches!(region.root, Root::Object(object) if !lasts(object))
                    && !matches!(region.root, Root::Heap(_))
                    && heap(binding)
            })
            || self.unit.statics.iter().any(|object| {
                let holds = self.unit.types.holds_pointers(self.unit.object(*object).ty);
                holds && !self.pointers.own_statics.contains(object)
            })
    }

    /// A function returns: what it allocated is lost if it is not freed.
    pub fn returns(&mut self, loc: Loc) -> Res<()> {
        if !self.watches() {
            return Ok(());
        }
        let main = self.l.runs_once(self.function);
        let leaks = self.l.options.leaks;
        let kept = self.is_kept_by_statics();
        let statics: Vec<ObjId> = match kept && !leaks.cleanup && main {
            true => self.keepers(ScopeId::BODY, true).into_iter().filter(|object| self.l.is_static(*object)).collect(),
            false => Vec::new(),
        };
        // What a callee loses is not yet what the program has not freed when it ends.
        let sure = if leaks.cleanup { main } else { !kept };
        let kind = if sure { CheckKind::Leak } else { CheckKind::Unsupported };
        for (call, heap) in self.watched() {
            let mut fine = self.freed(&heap, loc);
            if !statics.is_empty() {
                let pointed = self.is_pointed_to(call, &heap, &statics, loc);
                fine = self.b.or(fine, pointed, loc);
            }
            let name = match &self.unit.expr(call).kind {
                Kind::Call(callee, _) => self.unit.function(*callee).name.clone(),
                _ => String::new(),
            };
            self.check(kind, fine, loc, &format!("the memory that `{name}` gave must be freed"));
        }
        Ok(())
    }
}

/// Whether the body of a function does nothing but end the program.
pub(super) fn only_ends(unit: &Unit, callee: FnId) -> bool {
    let Some(body) = &unit.function(callee).body else { return false };
    for op in body {
        match &op.kind {
            OpKind::Label(_) => {}
            OpKind::Eval(ex) => {
                let mut at = *ex;
                loop {
                    match &unit.expr(at).kind {
                        Kind::Convert(inner) => at = *inner,
                        // The first operand of `sizeof (…), assert (0)` does nothing.
                        Kind::Comma(first, second) if unit.constant(*first).is_some() => at = *second,
                        Kind::Assert(condition, _) => {
                            return unit.constant(*condition).is_some_and(Int::is_zero);
                        }
                        Kind::Call(callee, args) => {
                            let callee = unit.function(*callee);
                            let plain = args.iter().all(|arg| {
                                unit.constant(*arg).is_some() || super::library::literal(unit, *arg).is_some()
                            });
                            return callee.body.is_none() && (ends(&callee.name) || is_error(&callee.name)) && plain;
                        }
                        _ => return false,
                    }
                }
            }
            _ => return false,
        }
    }
    false
}
