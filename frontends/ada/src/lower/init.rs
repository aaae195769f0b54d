//! Variables that may be read before they are written: found by a walk over the statements, then accompanied by a
//! Boolean that is checked at every read.
//!
//! Only scalar objects of the subprogram itself are followed: local variables without an initial value and
//! `out` parameters. [`super::unwritten`] finds the reads of other things that may not have been written.

use super::Refusal;
use super::effects::walk_expr;
use super::procedure::Proc;
use crate::sema::tree::{Body, Expr, ExprKind, LabelId, Mode, ObjId, ObjectKind, Scheme, Stmt, StmtKind, SubpId, Tree};
use horn_frontend::ir::{CheckKind, ExprId, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// Why it is checked at returns.
const OUT: &str = "an out parameter is written on every path to a return";

/// The state of the walk: which objects have certainly been written.
struct Walk<'t> {
    tree: &'t Tree,
    id: SubpId,
    /// The `out` parameters that calls may leave without a value.
    outs: &'t BTreeSet<ObjId>,
    tracked: BTreeSet<ObjId>,
    suspicious: BTreeSet<ObjId>,
    /// What is written at the exits of open loops; `None` for a loop without an exit so far.
    exits: Vec<(crate::sema::tree::LoopId, Option<BTreeSet<ObjId>>)>,
    /// What is written at every `goto` to a label.
    jumps: BTreeMap<LabelId, BTreeSet<ObjId>>,
}

/// `None` where control does not come.
type State = Option<BTreeSet<ObjId>>;

fn meet(a: State, b: State) -> State {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.intersection(&b).copied().collect()),
        (a, b) => a.or(b),
    }
}

impl Walk<'_> {
    fn read(&mut self, expr: &Expr, state: &State) {
        let Some(written) = state else { return };
        let mut found = Vec::new();
        walk_expr(expr, &mut |inner| {
            if let ExprKind::Object(object) = &inner.kind {
                found.push(*object);
            }
        });
        for object in found {
            if self.tracked.contains(&object) && !written.contains(&object) {
                self.suspicious.insert(object);
            }
        }
    }

    fn write(&mut self, target: &Expr, state: &mut State) {
        if let ExprKind::Object(object) = &target.kind {
            if let Some(written) = state {
                written.insert(*object);
            }
            return;
        }
        // The indices of a component are read.
        match &target.kind {
            ExprKind::Index(inner, indices) => {
                for index in indices {
                    self.read(index, state);
                }
                self.write_part(inner, state);
            }
            ExprKind::Slice(inner, low, high) => {
                self.read(low, state);
                self.read(high, state);
                self.write_part(inner, state);
            }
            ExprKind::Field(inner, _) => self.write_part(inner, state),
            ExprKind::Convert(inner) => self.write(inner, state),
            _ => {}
        }
    }

    fn write_part(&mut self, inner: &Expr, state: &mut State) {
        if !matches!(inner.kind, ExprKind::Object(_)) {
            self.write(inner, state);
        }
    }

    fn call(&mut self, callee: SubpId, args: &[Expr], state: &mut State) {
        let params = self.tree.subprogram(callee).params.clone();
        for (param, arg) in params.iter().zip(args) {
            if !matches!(self.tree.object(*param).kind, ObjectKind::Parameter(Mode::Out)) {
                self.read(arg, state);
            }
        }
        for (param, arg) in params.iter().zip(args) {
            match (self.tree.object(*param).kind, &arg.kind, &mut *state) {
                (ObjectKind::Parameter(Mode::Out), ExprKind::Object(object), Some(written))
                    if self.outs.contains(param) =>
                {
                    written.remove(object);
                }
                (ObjectKind::Parameter(Mode::Out | Mode::InOut), ..) => self.write(arg, state),
                _ => {}
            }
        }
    }

    fn body(&mut self, body: &Body, mut state: State) -> State {
        state = self.stmts(&body.declarations, state);
        let start = state.clone();
        state = self.stmts(&body.statements, state);
        for handler in &body.handlers {
            // Nothing of the statements is certain in a handler.
            let after = self.stmts(&handler.statements, start.clone());
            state = meet(state, after);
        }
        state
    }

    fn stmts(&mut self, stmts: &[Stmt], mut state: State) -> State {
        for stmt in stmts {
            state = self.stmt(stmt, state);
        }
        state
    }

    fn stmt(&mut self, stmt: &Stmt, mut state: State) -> State {
        match &stmt.kind {
            StmtKind::Declare(object, value) => {
                let entry = self.tree.object(*object);
                if let Some(value) = value {
                    self.read(value, &state);
                }
                if let Some(written) = &mut state {
                    let defaulted =
                        self.tree.types[entry.ty].default.is_some() || self.tree.types.has_default_value(entry.ty);
                    if value.is_some() || defaulted {
                        written.insert(*object);
                    } else {
                        written.remove(object);
                        let plain = !entry.volatile && !entry.relaxed;
                        if entry.owner == self.id && self.tree.types.is_scalar(entry.ty) && plain {
                            self.tracked.insert(*object);
                        }
                    }
                }
                state
            }
            StmtKind::CheckRange { low, high, .. } => {
                self.read(low, &state);
                self.read(high, &state);
                state
            }
            StmtKind::Assign(target, value) => {
                self.read(value, &state);
                self.write(target, &mut state);
                state
            }
            StmtKind::Call(callee, args) => {
                self.call(*callee, args, &mut state);
                if self.tree.subprogram(*callee).no_return { None } else { state }
            }
            StmtKind::Evaluate(args) => {
                args.iter().for_each(|arg| self.read(arg, &state));
                state
            }
            StmtKind::Free(_) => state,
            StmtKind::Name(name) => {
                let mut at = name;
                loop {
                    match &at.kind {
                        ExprKind::Index(inner, indices) => {
                            indices.iter().for_each(|index| self.read(index, &state));
                            at = inner;
                        }
                        ExprKind::Slice(inner, low, high) => {
                            self.read(low, &state);
                            self.read(high, &state);
                            at = inner;
                        }
                        ExprKind::Field(inner, _) | ExprKind::Qualified(inner) => at = inner,
                        _ => break,
                    }
                }
                state
            }
            StmtKind::If(branches, otherwise) => {
                let mut after: State = None;
                for (condition, body) in branches {
                    self.read(condition, &state);
                    let end = self.stmts(body, state.clone());
                    after = meet(after, end);
                }
                let end = self.stmts(otherwise, state);
                meet(after, end)
            }
            StmtKind::Case(selector, alternatives) => {
                self.read(selector, &state);
                let mut after: State = None;
                for (_, body) in alternatives {
                    let end = self.stmts(body, state.clone());
                    after = meet(after, end);
                }
                after
            }
            StmtKind::Loop(inner) => {
                inner.entry_values.iter().for_each(|(_, value)| self.read(value, &state));
                self.exits.push((inner.id, None));
                let after = match &inner.scheme {
                    Scheme::Forever => {
                        self.stmts(&inner.body, state);
                        None
                    }
                    Scheme::While(condition) => {
                        self.read(condition, &state);
                        self.stmts(&inner.body, state.clone());
                        state
                    }
                    Scheme::For { range, .. } => {
                        self.read(&range.low, &state);
                        self.read(&range.high, &state);
                        let some = match (range.low.as_int(), range.high.as_int()) {
                            (Some(low), Some(high)) => low <= high,
                            _ => false,
                        };
                        let end = self.stmts(&inner.body, state.clone());
                        // A loop that runs at least once has written what its body writes.
                        if some { end } else { state }
                    }
                    Scheme::Of { array, .. } => {
                        self.read(array, &state);
                        self.stmts(&inner.body, state.clone());
                        state
                    }
                };
                let exits = self.exits.pop().and_then(|(_, exits)| exits);
                meet(after, exits)
            }
            StmtKind::Exit(id, condition) => {
                if let Some(condition) = condition {
                    self.read(condition, &state);
                }
                if let Some(entry) = self.exits.iter_mut().find(|(open, _)| open == id) {
                    entry.1 = meet(entry.1.take(), state.clone());
                }
                if condition.is_some() { state } else { None }
            }
            StmtKind::Block(body) => self.body(body, state),
            StmtKind::Return(value) => {
                value.iter().for_each(|value| self.read(value, &state));
                self.at_return(&state);
                None
            }
            StmtKind::ExtendedReturn(_, body) => {
                let end = self.body(body, state);
                self.at_return(&end);
                None
            }
            StmtKind::Raise(_) => None,
            StmtKind::RaiseOf(identity, occurrence) => {
                self.read(identity, &state);
                if *occurrence { state } else { None }
            }
            StmtKind::Assert(_, condition) => {
                self.read(condition, &state);
                state
            }
            StmtKind::LoopVariant(_, measures) => {
                measures.iter().for_each(|(_, measure)| self.read(measure, &state));
                state
            }
            StmtKind::Label(label) => meet(state, self.jumps.get(label).cloned()),
            StmtKind::Goto(label) => {
                if let Some(here) = meet(self.jumps.get(label).cloned(), state) {
                    self.jumps.insert(*label, here);
                }
                None
            }
            StmtKind::Activate(_, args) => {
                args.iter().for_each(|arg| self.read(arg, &state));
                state
            }
            StmtKind::Await(condition) => {
                self.read(condition, &state);
                state
            }
            StmtKind::Rendezvous(none) => state.filter(|_| !none),
            StmtKind::Finalized(scope) => {
                let start = state.clone();
                let end = self.stmts(&scope.statements, state);
                // Nothing of the statements is certain where they are left.
                self.stmts(&scope.finalization, start);
                if scope.only_failing { end } else { self.stmts(&scope.finalization, end) }
            }
            StmtKind::Elaborated(_) | StmtKind::Null | StmtKind::Dropped | StmtKind::Unsupported => state,
        }
    }

    /// Postconditions read `out` parameters, and in SPARK they have values at returns.
    fn at_return(&mut self, state: &State) {
        let tree = self.tree;
        for post in &tree.subprogram(self.id).post {
            self.read(post, state);
        }
        if let (true, Some(written)) = (tree.spark_checks, state) {
            let params = tree.subprogram(self.id).params.iter().copied();
            self.suspicious.extend(params.filter(|param| self.tracked.contains(param) && !written.contains(param)));
        }
    }
}

impl Proc<'_, '_> {
    /// Where a read may find what was never written, nothing says that it is a value of its subtype.
    pub fn check_written(&mut self, expr: &Expr, value: Option<ExprId>) -> Result<(), Refusal> {
        if self.l.unwritten.reads.is_empty() || self.silent() {
            return Ok(());
        }
        let read = super::unwritten::read_of(expr);
        if !self.l.unwritten.reads.contains(&read) {
            return Ok(());
        }
        let known = self.is_written(expr)?;
        let lost = self.is_lost(expr);
        if let (Some(written), None) = (known, lost) {
            return self.check(CheckKind::Initialization, expr.loc, written, "");
        }
        let what = self.source_of(expr);
        let written = self.b.temporary("written", TypeId::BOOL, expr.loc);
        self.b.set_origin_of(written, format!("whether \"{what}\" has been written, which is not followed"));
        if let Some(value) = value.filter(|_| !self.quantifying()) {
            self.b.set_written(written, value);
        }
        match lost {
            // Where the companion does not tell, a run may.
            Some(lost) => {
                let no = self.b.bool(false, expr.loc);
                self.b.assign(written, no, expr.loc);
                self.b.begin_if(lost, expr.loc);
                self.b.havoc(written, expr.loc);
                self.b.end_if();
            }
            None => self.b.havoc(written, expr.loc),
        }
        let mut written = self.b.var(written, expr.loc);
        if let Some(known) = known {
            written = self.b.or(written, known, expr.loc);
        }
        self.check(CheckKind::Initialization, expr.loc, written, "")
    }

    /// In SPARK `out` parameters have been written at every return (SPARK RM 6.1.4 (3)).
    pub fn check_outs_written(&mut self) -> Result<(), Refusal> {
        let tree = self.tree();
        let subp = tree.subprogram(self.id);
        if !tree.spark_checks || self.l.is_own_text(subp.loc) || tree.finalizers.contains(&self.id) || subp.hidden {
            return Ok(());
        }
        for param in &subp.params {
            let object = tree.object(*param);
            if let Some(flag) = self.flags.get(param).copied() {
                if object.kind == ObjectKind::Parameter(Mode::Out) {
                    let set = self.b.var(flag, object.loc);
                    self.check_without_exception(CheckKind::Initialization, object.loc, set, (OUT, &object.name));
                }
                continue;
            }
            let scalar = tree.types.is_scalar(object.ty);
            if self.l.unwritten.outs.contains(param) && (!scalar || self.l.effects.shared.contains(param)) {
                let followed = self.whole_written(*param, object.loc)?;
                let written = followed.unwrap_or_else(|| {
                    let what = format!("whether all parts of \"{}\" have been written", object.name);
                    self.unfollowed("written", format!("{what}, which is not followed"), object.loc)
                });
                self.check_without_exception(CheckKind::Initialization, object.loc, written, (OUT, &object.name));
            }
        }
        Ok(())
    }

    /// Finds the variables that need a companion, and declares these.
    pub fn find_flags(&mut self, body: &Body) {
        let tree = self.tree();
        let subp = tree.subprogram(self.id);
        let none = BTreeSet::new();
        let outs = if tree.spark_checks { &none } else { &self.l.unwritten.outs };
        let mut walk = Walk {
            tree,
            id: self.id,
            outs,
            tracked: BTreeSet::new(),
            suspicious: BTreeSet::new(),
            exits: Vec::new(),
            jumps: BTreeMap::new(),
        };
        for param in &subp.params {
            let object = tree.object(*param);
            if matches!(object.kind, ObjectKind::Parameter(Mode::Out))
                && !object.relaxed
                && tree.types.is_scalar(object.ty)
                && !tree.types.has_default_value(object.ty)
            {
                walk.tracked.insert(*param);
            }
        }
        // Jumps backwards bring news to their labels: again until there are none.
        loop {
            let before = walk.jumps.clone();
            let end = walk.body(body, Some(BTreeSet::new()));
            walk.at_return(&end);
            if walk.jumps == before {
                break;
            }
        }
        let suspicious = walk.suspicious;
        for object in suspicious {
            // What nested subprograms use is not followed.
            if self.l.effects.shared.contains(&object) {
                continue;
            }
            let entry = tree.object(object);
            let flag = self.b.temporary(format!("{}'Initialized", entry.name), TypeId::BOOL, entry.loc);
            let no = self.b.bool(false, entry.loc);
            self.b.assign(flag, no, entry.loc);
            self.flags.insert(object, flag);
        }
    }
}
