//! The walk over the statements of one subprogram.

use super::parts::{
    At, Fields, Flow, MAX_COUNTED, Name, Part, State, Step, Whose, leaves, meet, part_type, static_bounds,
};
use super::{Search, Summary};
use crate::sema::tree::{
    BinaryOp, Body, Builtin, Expr, ExprKind, LabelId, LoopId, Mode, ObjId, ObjectKind, Range, Scheme, Stmt, StmtKind,
    SubpId, Tree,
};
use crate::sema::types::{Bound, Constraint, Kind, TypeId as AdaType};
use crate::sema::walk::without_conversions;
use horn_solver::num::Int;
use std::collections::{BTreeMap, BTreeSet};

/// The walk.
pub(super) struct Walk<'s, 't> {
    pub search: &'s mut Search<'t>,
    pub id: SubpId,
    /// What is known where the subprogram starts.
    pub start: State,
    /// What of the result may be open.
    pub result: BTreeSet<Fields>,
    /// Parts that got an open value after they were declared.
    pub generated: BTreeSet<Part>,
    /// What is known where the subprogram returns.
    end: Flow,
    /// What is known at the exits of open loops.
    exits: Vec<(LoopId, Flow)>,
    /// What is known at every `goto` to a label.
    jumps: BTreeMap<LabelId, State>,
    /// Objects of extended returns, innermost last.
    returned: Vec<ObjId>,
    /// The values of hidden constants.
    hidden: BTreeMap<ObjId, &'t Expr>,
    /// The `for` loops around, innermost last: parameter, whether downwards, range.
    loops: Vec<(ObjId, bool, &'t Range)>,
}

/// Loops nested more deeply are not walked once more for what their former iterations have written.
const MAX_DEPTH: usize = 4;

impl<'t> Search<'t> {
    /// Looks through a subprogram. Gives what a call does, and what is open at its end.
    pub(super) fn subprogram(&mut self, id: SubpId) -> (Option<Summary>, BTreeSet<Part>) {
        let tree = self.tree.tree;
        let subp = tree.subprogram(id);
        let Some(body) = &subp.body else { return (None, BTreeSet::new()) };
        let start = self.start_of(id);
        let mut walk = Walk {
            search: self,
            id,
            start: start.clone(),
            result: BTreeSet::new(),
            generated: BTreeSet::new(),
            end: None,
            exits: Vec::new(),
            jumps: BTreeMap::new(),
            returned: Vec::new(),
            hidden: BTreeMap::new(),
            loops: Vec::new(),
        };
        loop {
            let before = (walk.jumps.clone(), walk.generated.clone(), walk.result.clone());
            walk.end = None;
            let mut state = Some(start.clone());
            let guards = subp.cases.iter().filter_map(|(guard, _)| guard.as_ref());
            let exit_guards = subp.exit_cases.iter().filter_map(|case| case.guard.as_ref());
            for pre in subp.pre.iter().chain(guards).chain(exit_guards) {
                walk.read(pre, &mut state);
            }
            subp.variant.iter().for_each(|(_, measure)| walk.read(measure, &mut state));
            for invariant in subp.invariants.iter().filter(|invariant| invariant.entry) {
                walk.read(&invariant.condition, &mut state);
            }
            let end = walk.body(body, state);
            walk.at_return(end);
            if before == (walk.jumps.clone(), walk.generated.clone(), walk.result.clone()) {
                break;
            }
        }
        let mut end = walk.end.take();
        for post in subp.post.iter().chain(subp.cases.iter().map(|(_, consequence)| consequence)) {
            walk.read(post, &mut end);
        }
        for invariant in subp.invariants.iter().filter(|invariant| invariant.exit) {
            walk.read(&invariant.condition, &mut end);
        }
        let (result, generated) = (std::mem::take(&mut walk.result), std::mem::take(&mut walk.generated));
        let own = |root: ObjId| tree.object(root).owner == id;
        let opened = generated.into_iter().filter(|part| !own(part.0)).collect();
        walk.search.opened.insert(id, opened);
        let Some(end) = end else { return (None, BTreeSet::new()) };
        let mut params: BTreeMap<ObjId, BTreeSet<Fields>> = BTreeMap::new();
        for part in &end.open {
            let object = tree.object(part.0);
            if subp.params.contains(&part.0) && object.kind != ObjectKind::Parameter(Mode::In) {
                params.entry(part.0).or_default().insert(part.1.clone());
            }
        }
        let plain = |name: &&Name| !own(name.root) && name.steps.iter().all(|step| matches!(step, Step::Field(_)));
        let written = end.written.iter().filter(plain).cloned().collect();
        (Some(Summary { params, result, written }), end.open)
    }
}

impl<'t> Walk<'_, 't> {
    /// A variable gets a value of which these parts are open: as a whole, or in a view of its parent.
    pub fn write(&mut self, target: &Expr, open: &BTreeSet<Fields>, state: &mut Flow) {
        self.write_as(target, target.ty, open, state);
    }

    /// The same through a formal parameter of a subtype.
    pub fn write_as(&mut self, target: &Expr, formal: AdaType, open: &BTreeSet<Fields>, state: &mut Flow) {
        let tree = self.search.tree.tree;
        let (Some(now), Some(name)) = (state, Name::of(tree, target)) else { return };
        if tree.object(name.root).volatile {
            return;
        }
        if !open.is_empty() {
            self.search.taint(target.ty);
            let (fields, inside) = name.fields();
            if inside {
                self.generated.insert((name.root, fields));
            } else {
                let parts = open.iter().map(|leaf| (name.root, [fields.clone(), leaf.clone()].concat()));
                self.generated.extend(parts);
            }
        }
        let own = part_type(tree, &name).unwrap_or(target.ty);
        let ty = if tree.types.has_tag(own) { formal } else { own };
        match components_of_slice(tree, target).filter(|_| open.is_empty()) {
            Some((components, element)) => {
                components.iter().for_each(|name| now.write(self.search.tree, name, element, open));
            }
            None => now.write(self.search.tree, &name, ty, open),
        }
    }

    /// A constant, or a variable with an initial value.
    pub fn define(&mut self, object: ObjId, value: &Expr, state: &mut Flow) {
        let Some(now) = state else { return };
        let open = self.open_copy(value, now);
        if !open.is_empty() {
            self.search.taint(value.ty);
        }
        let name = Name { root: object, steps: Vec::new() };
        now.write(self.search.tree, &name, self.search.tree.object(object).ty, &open);
    }

    fn declare(&mut self, object: ObjId, value: Option<&'t Expr>, state: &mut Flow) {
        let tree = self.search.tree.tree;
        let entry = tree.object(object);
        if let Some(value) = value {
            self.copy(value, state);
            self.define(object, value, state);
            if entry.hidden {
                self.hidden.insert(object, value);
            }
            return;
        }
        let Some(now) = state else { return };
        now.written.retain(|name| name.root != object);
        now.open.retain(|part| part.0 != object);
        if !entry.volatile && entry.unsupported.is_none() && !self.search.is_flagged(object, self.id) {
            now.open.extend(leaves(self.search.tree, entry.ty, Whose::New).into_iter().map(|fields| (object, fields)));
        }
    }

    fn body(&mut self, body: &'t Body, mut state: Flow) -> Flow {
        state = self.stmts(&body.declarations, state);
        let start = state.clone();
        state = self.stmts(&body.statements, state);
        for handler in &body.handlers {
            let before = self.anywhere_behind(&start);
            let after = self.stmts(&handler.statements, before);
            state = meet(state, after);
        }
        state
    }

    /// Where an exception leaves statements that start in this state: nothing of them is certain.
    fn anywhere_behind(&self, start: &Flow) -> Flow {
        let mut before = start.clone();
        if let Some(before) = &mut before {
            for part in self.generated.clone() {
                before.forget(&part);
                before.open.insert(part);
            }
        }
        before
    }

    fn stmts(&mut self, stmts: &'t [Stmt], mut state: Flow) -> Flow {
        for stmt in stmts {
            state = self.stmt(stmt, state);
        }
        state
    }

    fn stmt(&mut self, stmt: &'t Stmt, mut state: Flow) -> Flow {
        match &stmt.kind {
            StmtKind::Declare(object, value) => {
                self.declare(*object, value.as_ref(), &mut state);
                state
            }
            StmtKind::CheckRange { low, high, .. } => {
                self.read_all([low, high], &mut state);
                state
            }
            StmtKind::Assign(target, value) => {
                self.name(target, &mut state);
                self.copy(value, &mut state);
                if let Some(now) = &state {
                    let open = self.open_copy(value, now);
                    self.write(target, &open, &mut state);
                }
                state
            }
            StmtKind::Call(callee, args) => {
                self.call(*callee, args, &mut state, true);
                if self.search.tree.subprogram(*callee).no_return { None } else { state }
            }
            StmtKind::Evaluate(values) => {
                values.iter().for_each(|value| self.copy(value, &mut state));
                state
            }
            StmtKind::Free(name) | StmtKind::Name(name) => {
                self.name(name, &mut state);
                state
            }
            StmtKind::If(branches, otherwise) => {
                let mut after: Flow = None;
                for (condition, body) in branches {
                    self.read(condition, &mut state);
                    let end = self.stmts(body, state.clone());
                    after = meet(after, end);
                }
                let end = self.stmts(otherwise, state);
                meet(after, end)
            }
            StmtKind::Case(selector, alternatives) => {
                self.read(selector, &mut state);
                let mut after: Flow = None;
                for (_, body) in alternatives {
                    let end = self.stmts(body, state.clone());
                    after = meet(after, end);
                }
                after
            }
            StmtKind::Loop(inner) => {
                for (object, value) in &inner.entry_values {
                    self.declare(*object, Some(value), &mut state);
                }
                self.loop_(inner.id, &inner.scheme, &inner.body, state)
            }
            StmtKind::Exit(id, condition) => {
                self.read_all(condition, &mut state);
                if let Some(entry) = self.exits.iter_mut().find(|(open, _)| open == id) {
                    entry.1 = meet(entry.1.take(), state.clone());
                }
                if condition.is_some() { state } else { None }
            }
            StmtKind::Block(body) => self.body(body, state),
            StmtKind::Return(value) => {
                match (value, &mut state) {
                    (Some(value), state) => {
                        self.copy(value, state);
                        if let Some(now) = state {
                            let open = self.open_copy(value, now);
                            self.result.extend(open);
                        }
                    }
                    (None, Some(now)) => self.gives_object(now),
                    (None, None) => {}
                }
                self.at_return(state);
                None
            }
            StmtKind::ExtendedReturn(object, body) => {
                self.returned.push(*object);
                let end = self.body(body, state);
                if let Some(now) = &end {
                    self.gives_object(now);
                }
                self.returned.pop();
                self.at_return(end);
                None
            }
            StmtKind::Raise(_) => None,
            StmtKind::RaiseOf(identity, occurrence) => {
                self.read(identity, &mut state);
                if *occurrence { state } else { None }
            }
            StmtKind::Assert(_, condition) => {
                self.read(condition, &mut state);
                state
            }
            StmtKind::LoopVariant(_, measures) => {
                measures.iter().for_each(|(_, measure)| self.read(measure, &mut state));
                state
            }
            StmtKind::Label(label) => meet(state, self.jumps.get(label).cloned()),
            StmtKind::Goto(label) => {
                if let Some(here) = meet(self.jumps.get(label).cloned(), state) {
                    self.jumps.insert(*label, here);
                }
                None
            }
            StmtKind::Activate(task, args) => {
                // It runs beside the rest.
                if let Some(task) = task {
                    let mut beside = state.clone();
                    self.call(*task, args, &mut beside, true);
                }
                state
            }
            StmtKind::Await(condition) => {
                self.read(condition, &mut state);
                state
            }
            StmtKind::Rendezvous(none) => state.filter(|_| !none),
            StmtKind::Finalized(scope) => {
                let start = self.anywhere_behind(&state);
                let end = self.stmts(&scope.statements, state);
                self.stmts(&scope.finalization, start);
                if scope.only_failing { end } else { self.stmts(&scope.finalization, end) }
            }
            StmtKind::Elaborated(_) | StmtKind::Null | StmtKind::Dropped | StmtKind::Unsupported => state,
        }
    }

    /// The object of an extended return is the result.
    fn gives_object(&mut self, state: &State) {
        if let Some(object) = self.returned.last() {
            let name = Name { root: *object, steps: Vec::new() };
            let open = self.search.open_parts_of(&name, state);
            self.result.extend(open);
        }
    }

    fn at_return(&mut self, state: Flow) {
        self.end = meet(self.end.take(), state);
    }

    fn loop_(&mut self, id: LoopId, scheme: &'t Scheme, body: &'t [Stmt], mut state: Flow) -> Flow {
        match scheme {
            Scheme::For { range, .. } => self.read_all([&range.low, &range.high], &mut state),
            Scheme::Of { array, .. } => self.name(array, &mut state),
            Scheme::Forever | Scheme::While(_) => {}
        }
        let mut head = state;
        let mut filled = BTreeSet::new();
        let found = self.search.found.clone();
        if let Scheme::For { var, reverse, range } = scheme {
            if let Some(head) = &mut head {
                head.written.retain(|name| !name.depends_on(*var));
            }
            self.loops.push((*var, *reverse, range));
            filled = self.filled_by(id, scheme, body, &head);
            if !filled.is_empty() {
                self.search.found = found;
            }
        }
        let after = self.iterations(id, scheme, body, head, &filled);
        if matches!(scheme, Scheme::For { .. }) {
            self.loops.pop();
        }
        after.0
    }

    /// What certainly has been written by the former iterations where an iteration of a `for` loop starts: components
    /// that each iteration writes at the parameter and that stay written.
    fn filled_by(&mut self, id: LoopId, scheme: &'t Scheme, body: &'t [Stmt], head: &Flow) -> BTreeSet<Name> {
        let Scheme::For { var, reverse: false, .. } = scheme else { return BTreeSet::new() };
        if self.loops.len() > MAX_DEPTH {
            return BTreeSet::new();
        }
        let mut filled: Option<BTreeSet<Name>> = None;
        loop {
            let assumed = filled.clone().unwrap_or_default();
            let (_, end) = self.iterations(id, scheme, body, head.clone(), &assumed);
            let Some(end) = end else { return BTreeSet::new() };
            let written: BTreeSet<Name> =
                end.written.iter().filter_map(|name| name.of_iterations_before(*var)).collect();
            let next = match &filled {
                None => written,
                Some(filled) => filled.iter().filter(|name| written.contains(*name)).cloned().collect(),
            };
            let stays = |name: &Name| end.written.contains(name);
            if next.is_empty() || filled.is_some() && next == assumed && next.iter().all(stays) {
                return next;
            }
            filled = Some(if filled.is_some() { next.into_iter().filter(stays).collect() } else { next });
        }
    }

    /// What is known behind a loop, and at the end of its iterations, if `filled` is at the start of each.
    fn iterations(
        &mut self,
        id: LoopId,
        scheme: &'t Scheme,
        body: &'t [Stmt],
        mut head: Flow,
        filled: &BTreeSet<Name>,
    ) -> (Flow, Flow) {
        loop {
            self.exits.push((id, None));
            let mut inside = head.clone();
            if let Some(inside) = &mut inside {
                inside.written.extend(filled.iter().cloned());
            }
            if let Scheme::While(condition) = scheme {
                self.read(condition, &mut inside);
            }
            let tested = inside.clone();
            let end = self.stmts(body, inside);
            let exits = self.exits.pop().and_then(|(_, exits)| exits);
            // What the next iteration starts with.
            let again = meet(head.clone(), end.clone());
            if again != head {
                head = again;
                continue;
            }
            let after = match scheme {
                Scheme::Forever => None,
                Scheme::While(_) => tested,
                Scheme::For { var, range, .. } => {
                    let some = matches!((range.low.as_int(), range.high.as_int()), (Some(a), Some(b)) if a <= b);
                    let mut after = if some { end.clone() } else { head.clone() };
                    if let (Some(after), Some(end)) = (&mut after, &end) {
                        let whole = |array: &Name, dimension: usize| self.runs_through(range, array, dimension, end);
                        after.loop_done(self.search.tree, end, *var, &whole);
                    }
                    after
                }
                Scheme::Of { index, array, .. } => {
                    let mut after = head.clone();
                    let over = Name::of(&self.search.tree, array);
                    if let (Some(after), Some(end)) = (&mut after, &end) {
                        let mut end = end.clone();
                        for (place, parameter) in index.iter().enumerate().rev() {
                            let whole =
                                |array: &Name, dimension: usize| dimension == place && over.as_ref() == Some(array);
                            after.loop_done(self.search.tree, &end, *parameter, &whole);
                            end = after.clone();
                        }
                    }
                    after
                }
            };
            return (meet(after, exits), end);
        }
    }

    /// Whether former iterations of a loop around, and assignments before it, have written a component: `A (I - 1)`, or
    /// `A (J)` where `J` runs from a number to `I - 1`, or to `I` behind the assignment to `A (I)`.
    pub fn is_filled(&self, expr: &Expr, state: &State) -> bool {
        let ExprKind::Index(array, indices) = &expr.kind else { return false };
        let ([index], Some(array)) = (&indices[..], Name::of(&self.search.tree, array)) else { return false };
        let index = self.behind_hidden(index);
        let of = |object: ObjId| self.loops.iter().rev().find(|(parameter, ..)| *parameter == object);
        // What is a parameter, or less: the parameter, where its loop begins, how much less.
        let less = |expr: &Expr| -> Option<(ObjId, Int, Int)> {
            let expr = self.behind_hidden(expr);
            let (left, by) = match &expr.kind {
                ExprKind::Binary(BinaryOp::Sub, left, right) => (without_conversions(left), right.as_int()?.clone()),
                _ => (expr, Int::from(0)),
            };
            let ExprKind::Object(object) = &left.kind else { return None };
            // Arithmetic of modular types wraps around.
            if matches!(self.search.tree.types.kind(left.ty), Kind::Modular(_)) {
                return None;
            }
            let (parameter, reverse, range) = of(*object)?;
            (!reverse && !by.is_negative()).then_some((*parameter, range.low.as_int()?.clone(), by))
        };
        let found = match &index.kind {
            ExprKind::Object(object) => of(*object).and_then(|(_, _, range)| {
                let (parameter, first, by) = less(&range.high)?;
                Some((parameter, first, range.low.as_int()?.clone(), by))
            }),
            _ => less(index).map(|(parameter, first, by)| (parameter, first.clone(), &first - &by, by)),
        };
        let Some((parameter, first, low, by)) = found else { return false };
        let has = |at: At| state.written.contains(&array.clone().and(Step::Index(vec![at])));
        has(At::Before(parameter))
            && (by.is_positive() || has(At::Parameter(parameter)))
            && written_one_by_one(&array, &low, &first, state)
    }

    /// Whether a range has all indices of an array in one dimension, but for those that were written before.
    fn runs_through(&self, range: &Range, array: &Name, dimension: usize, end: &State) -> bool {
        let tree = self.search.tree.tree;
        let Some(ty) = part_type(tree, array) else { return false };
        if let (Some(bounds), Some(low), Some(high)) =
            (static_bounds(&tree.types, ty), range.low.as_int(), range.high.as_int())
        {
            let single = bounds.len() == 1;
            return bounds.get(dimension).is_some_and(|(first, last)| {
                (low <= first || single && written_one_by_one(array, first, low, end)) && last <= high
            });
        }
        let bounds = match &tree.types[ty].constraint {
            Constraint::Index(bounds) => bounds.get(dimension),
            _ => None,
        };
        self.is_bound(&range.low, array, bounds.map(|(low, _)| low), Builtin::First(dimension))
            && self.is_bound(&range.high, array, bounds.map(|(_, high)| high), Builtin::Last(dimension))
    }

    fn is_bound(&self, expr: &Expr, array: &Name, bound: Option<&Bound>, attribute: Builtin) -> bool {
        let expr = without_conversions(expr);
        let own = match (&expr.kind, bound) {
            (ExprKind::Int(value), Some(Bound::Int(bound))) => value == bound,
            (ExprKind::Object(object), Some(Bound::Object(bound))) => object == bound,
            _ => false,
        };
        if own {
            return true;
        }
        let expr = self.behind_hidden(expr);
        match (&expr.kind, bound) {
            (ExprKind::Object(object), Some(Bound::Object(bound))) => {
                let fixed = matches!(
                    self.search.tree.object(*object).kind,
                    ObjectKind::Constant | ObjectKind::Parameter(Mode::In) | ObjectKind::LoopParameter
                );
                let value = self.hidden.get(bound).map(|value| self.behind_hidden(value));
                fixed && (object == bound || value.is_some_and(|value| value.kind == ExprKind::Object(*object)))
            }
            (ExprKind::Builtin(builtin, args), _) if *builtin == attribute => {
                args.first().and_then(|arg| Name::of(&self.search.tree, arg)).as_ref() == Some(array)
            }
            _ => false,
        }
    }

    /// The value of a hidden constant in the place of its name.
    fn behind_hidden<'e>(&'e self, mut expr: &'e Expr) -> &'e Expr {
        loop {
            expr = without_conversions(expr);
            let ExprKind::Object(object) = &expr.kind else { return expr };
            let Some(value) = self.hidden.get(object) else { return expr };
            expr = value;
        }
    }
}

/// Whether the components of an array from an index up to before another were written, each by a constant index.
fn written_one_by_one(array: &Name, from: &Int, before: &Int, state: &State) -> bool {
    let Some(count) = (before - from).to_i64() else { return before <= from };
    let written = |at: i64| {
        let index = from + &Int::from(at);
        state.covers(&array.clone().and(Step::Index(vec![At::One(index)])))
    };
    count <= MAX_COUNTED as i64 && (0..count.max(0)).all(written)
}

/// The components of a slice with static bounds, and their subtype.
fn components_of_slice(tree: &Tree, target: &Expr) -> Option<(Vec<Name>, AdaType)> {
    let ExprKind::Slice(inner, low, high) = &target.kind else { return None };
    let (array, (_, element)) = (Name::of(tree, inner)?, tree.types.array(inner.ty)?);
    let (low, high) = (low.as_int()?, high.as_int()?);
    let count = usize::try_from((high - low).to_i64()?).ok().filter(|count| *count < MAX_COUNTED)?;
    let at = |offset: usize| At::One(low + &Int::from(i64::try_from(offset).unwrap_or(0)));
    Some(((0..=count).map(|offset| array.clone().and(Step::Index(vec![at(offset)]))).collect(), element))
}
