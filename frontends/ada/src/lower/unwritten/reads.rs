//! Expressions: what they read, what they only copy, and the calls in them.

use super::parts::{Fields, Flow, Name, Part, State, Whose, has_none, leaves, part_type};
use super::read_of;
use super::walk::Walk;
use crate::sema::tree::{Allocator, BinaryOp, Builtin, Choice, Expr, ExprKind, Mode, ObjectKind, SubpId};
use crate::sema::types::TypeId as AdaType;
use std::collections::BTreeSet;

impl Walk<'_, '_> {
    /// The expression is evaluated and its value used.
    pub fn read(&mut self, expr: &Expr, state: &mut Flow) {
        self.copy(expr, state);
        let Some(now) = state else { return };
        if self.search.tree.types.is_scalar(expr.ty) {
            // Its parts were read when it was evaluated.
            return;
        }
        let open = self.open_of(expr, now);
        if !open.is_empty() {
            for part in parts_of(expr) {
                if !self.open_of(part, now).is_empty() {
                    self.search.found.reads.insert(read_of(part));
                }
            }
        }
    }

    pub fn read_all<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>, state: &mut Flow) {
        exprs.into_iter().for_each(|expr| self.read(expr, state));
    }

    /// The expression is evaluated; a composite value goes somewhere else as it is.
    pub fn copy(&mut self, expr: &Expr, state: &mut Flow) {
        match &expr.kind {
            ExprKind::Object(_) | ExprKind::Field(..) | ExprKind::Index(..) | ExprKind::Slice(..) => {
                self.name(expr, state);
                self.note(expr, state, false);
            }
            ExprKind::Binary(op, left, right) => {
                self.read(left, state);
                if matches!(op, BinaryOp::AndThen | BinaryOp::OrElse) {
                    self.perhaps(state, |walk, state| walk.read(right, state));
                } else {
                    self.read(right, state);
                }
                self.implied(expr, state);
            }
            ExprKind::Unary(_, inner) => self.read(inner, state),
            ExprKind::Concat(left, right) => {
                self.copy(&left.0, state);
                self.copy(&right.0, state);
            }
            ExprKind::Member(inner, choices, _) => {
                self.read(inner, state);
                self.perhaps(state, |walk, state| walk.choices(choices, state));
                self.implied(expr, state);
            }
            // The components are checked against another subtype.
            ExprKind::Convert(inner) if self.converts_components(inner.ty, expr.ty) => self.read(inner, state),
            ExprKind::Convert(inner) | ExprKind::Qualified(inner) => self.copy(inner, state),
            ExprKind::Old(inner) => {
                let mut start = Some(self.start.clone());
                self.copy(inner, &mut start);
            }
            ExprKind::Call(callee, args) => self.call(*callee, args, state, false),
            ExprKind::Builtin(
                Builtin::First(_)
                | Builtin::Last(_)
                | Builtin::Length(_)
                | Builtin::Constrained
                | Builtin::Tag
                | Builtin::Unknown
                | Builtin::BoundOfComponent(_)
                | Builtin::Valid
                | Builtin::Initialized,
                args,
            ) => {
                for arg in args {
                    if Name::of(&self.search.tree, arg).is_none() {
                        self.copy(arg, state);
                        continue;
                    }
                    self.name(arg, state);
                    if matches!(expr.kind, ExprKind::Builtin(Builtin::Valid | Builtin::Initialized, _)) {
                        self.note(arg, state, true);
                    } else if matches!(expr.kind, ExprKind::Builtin(Builtin::Unknown, _)) {
                        self.note(arg, state, false);
                    }
                }
            }
            ExprKind::Builtin(Builtin::Evaluated, args) => {
                self.name(&args[0], state);
                self.read(&args[1], state);
            }
            ExprKind::Builtin(_, args) => self.read_all(args, state),
            ExprKind::If(branches, otherwise) => {
                for (condition, value) in branches {
                    self.perhaps(state, |walk, state| {
                        walk.read(condition, state);
                        walk.copy(value, state);
                    });
                }
                self.perhaps(state, |walk, state| walk.copy(otherwise, state));
            }
            ExprKind::Case(selector, alternatives) => {
                self.read(selector, state);
                for (choices, value) in alternatives {
                    self.perhaps(state, |walk, state| {
                        walk.choices(choices, state);
                        walk.copy(value, state);
                    });
                }
            }
            ExprKind::Quantified { low, high, body, .. } => {
                self.read(low, state);
                self.read(high, state);
                self.perhaps(state, |walk, state| walk.read(body, state));
            }
            ExprKind::Array(aggregate) => {
                self.read(&aggregate.bounds.0, state);
                self.read_all(&aggregate.bounds.1, state);
                for value in &aggregate.positional {
                    self.copy(value, state);
                }
                for named in &aggregate.named {
                    self.read(&named.low, state);
                    self.read_all(&named.high, state);
                    self.perhaps(state, |walk, state| named.value.iter().for_each(|value| walk.copy(value, state)));
                }
                self.perhaps(state, |walk, state| {
                    aggregate.others.iter().flatten().for_each(|value| walk.copy(value, state));
                });
            }
            ExprKind::Record(values) => values.iter().flatten().for_each(|value| self.copy(value, state)),
            ExprKind::DeltaRecord(base, changes) => {
                self.copy(base, state);
                changes.iter().for_each(|(_, value)| self.copy(value, state));
            }
            ExprKind::DeltaArray(base, changes) => {
                self.copy(base, state);
                for ((low, high), value) in changes {
                    self.read(low, state);
                    self.read_all(high, state);
                    self.copy(value, state);
                }
            }
            ExprKind::Let(values, value) => {
                for (object, init) in values {
                    self.copy(init, state);
                    self.define(*object, init, state);
                }
                self.copy(value, state);
            }
            ExprKind::Asserted(condition, value) => {
                self.read(condition, state);
                self.copy(value, state);
            }
            ExprKind::CheckedRange(_, low, high) => self.read_all([low, high].map(|bound| &**bound), state),
            ExprKind::Reduce(reduce) => {
                self.read_all([&reduce.low, &reduce.high, &reduce.init], state);
                self.perhaps(state, |walk, state| walk.read_all([&reduce.body, &reduce.combine], state));
            }
            ExprKind::Allocate(allocator) => {
                allocator.value.iter().for_each(|value| self.copy(value, state));
                self.allocated(allocator, expr.ty, state);
            }
            ExprKind::Deref(inner) | ExprKind::Reference(inner, _) => self.name(inner, state),
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Text(_)
            | ExprKind::Result
            | ExprKind::Raise(_)
            | ExprKind::Discriminant(_)
            | ExprKind::NotAnalysed(_)
            | ExprKind::Error => {}
        }
    }

    /// A new object in a heap, which is followed as a whole.
    fn allocated(&mut self, allocator: &Allocator, ty: AdaType, state: &mut Flow) {
        let tree = self.search.tree.tree;
        let (Some(now), Some(heap)) = (state, tree.heap_of(ty)) else { return };
        let open = match &allocator.value {
            Some(value) => !self.open_of(value, now).is_empty(),
            None => !leaves(self.search.tree, allocator.subtype, Whose::New).is_empty(),
        };
        if open {
            self.search.taint(allocator.subtype);
            let part = (heap.cells, Vec::new());
            now.forget(&part);
            now.open.insert(part.clone());
            self.generated.insert(part);
        }
    }

    fn converts_components(&self, from: AdaType, to: AdaType) -> bool {
        let types = &self.search.tree.tree.types;
        match (types.array(from), types.array(to)) {
            (Some((_, from)), Some((_, to))) => from != to && types.static_range(from) != types.static_range(to),
            _ => false,
        }
    }

    /// What is evaluated only in some runs: nothing of it is certain behind it.
    fn perhaps(&mut self, state: &mut Flow, then: impl FnOnce(&mut Self, &mut Flow)) {
        let mut inside = state.clone();
        then(self, &mut inside);
        if let (Some(state), Some(inside)) = (state, inside) {
            state.open.extend(inside.open);
        }
    }

    fn choices(&mut self, choices: &[Choice], state: &mut Flow) {
        for choice in choices {
            match choice {
                Choice::Value(value) => self.read(value, state),
                Choice::Range(low, high) => self.read_all([low, high], state),
                Choice::Subtype(_) | Choice::Others => {}
            }
        }
    }

    /// The indices of a name are read.
    pub fn name(&mut self, expr: &Expr, state: &mut Flow) {
        let mut at = expr;
        loop {
            at = match &at.kind {
                ExprKind::Index(inner, indices) => {
                    self.read_all(indices, state);
                    inner
                }
                ExprKind::Slice(inner, low, high) => {
                    self.read_all([&**low, &**high], state);
                    inner
                }
                ExprKind::Field(inner, _) | ExprKind::Convert(inner) | ExprKind::Qualified(inner) => inner,
                ExprKind::Object(_) => return,
                _ => return self.copy(at, state),
            };
        }
    }

    /// A scalar name is read. Behind the check it has been written.
    fn note(&mut self, expr: &Expr, state: &mut Flow, valid: bool) {
        let Some(now) = state else { return };
        let tree = self.search.tree.tree;
        if !tree.types.is_scalar(expr.ty) && !valid || self.open_of(expr, now).is_empty() {
            return;
        }
        let read = read_of(expr);
        let own = self.search.is_flagged(read.0, self.id) && !self.generated.contains(&(read.0, Vec::new()));
        if own {
            return;
        }
        if valid {
            self.search.found.doubtful.insert(read);
            return;
        }
        self.search.found.reads.insert(read);
        if let Some(name) = Name::of(tree, expr) {
            let ty = part_type(tree, &name).unwrap_or(expr.ty);
            now.write(self.search.tree, &name, ty, &BTreeSet::new());
        }
    }

    /// What of a value may be open that goes somewhere else: a scalar was read before, which has a check where it may
    /// be open.
    pub fn open_copy(&self, expr: &Expr, state: &State) -> BTreeSet<Fields> {
        match self.search.tree.types.is_scalar(expr.ty) {
            true => BTreeSet::new(),
            false => self.open_of(expr, state),
        }
    }

    /// What of the value of an expression may be open.
    pub fn open_of(&self, expr: &Expr, state: &State) -> BTreeSet<Fields> {
        let search = &*self.search;
        let types = &search.tree.tree.types;
        let whole = |open: bool| if open { BTreeSet::from([Vec::new()]) } else { BTreeSet::new() };
        let below = |at: usize, open: BTreeSet<Fields>| {
            open.into_iter().map(move |fields| [vec![at], fields].concat()).collect::<BTreeSet<Fields>>()
        };
        // Every pattern of bits is a value.
        if leaves(search.tree, expr.ty, Whose::Any).is_empty() || self.is_filled(expr, state) {
            return BTreeSet::new();
        }
        match &expr.kind {
            ExprKind::Object(_) | ExprKind::Field(..) | ExprKind::Index(..) | ExprKind::Slice(..) => {
                match Name::of(&search.tree, expr) {
                    Some(name) => search.open_parts_of(&name, state),
                    // A part of the result of a function, of an aggregate, ….
                    None => match &expr.kind {
                        ExprKind::Field(inner, at) => {
                            let open = self.open_of(inner, state).into_iter();
                            let slot = types.slot(inner.ty, *at);
                            open.filter(|fields| fields.first() == Some(&slot))
                                .map(|fields| fields[1..].to_vec())
                                .collect()
                        }
                        ExprKind::Index(inner, _) | ExprKind::Slice(inner, ..)
                            if !self.open_of(inner, state).is_empty() =>
                        {
                            leaves(search.tree, expr.ty, Whose::Any).into_iter().collect()
                        }
                        _ => BTreeSet::new(),
                    },
                }
            }
            ExprKind::Convert(inner) | ExprKind::Qualified(inner) => self.open_of(inner, state),
            ExprKind::Old(inner) => self.open_of(inner, &self.start),
            ExprKind::Result => self.result.clone(),
            ExprKind::Call(callee, _) => match search.summaries.get(callee) {
                Some(summary) => summary.result.clone(),
                None => BTreeSet::new(),
            },
            ExprKind::If(branches, otherwise) => {
                let values = branches.iter().map(|(_, value)| value).chain([&**otherwise]);
                values.flat_map(|value| self.open_of(value, state)).collect()
            }
            ExprKind::Case(_, alternatives) => {
                alternatives.iter().flat_map(|(_, value)| self.open_of(value, state)).collect()
            }
            ExprKind::Let(_, value) | ExprKind::Asserted(_, value) => self.open_of(value, state),
            ExprKind::Concat(left, right) => {
                whole([left, right].into_iter().any(|part| !self.open_of(&part.0, state).is_empty()))
            }
            ExprKind::Record(values) => {
                let record = search.tree.tree.record(expr.ty);
                let mut open = BTreeSet::new();
                for (component, value) in record.components.iter().zip(values) {
                    open.extend(below(
                        component.slot,
                        match value {
                            Some(value) => self.open_of(value, state),
                            // The discriminants that decide about variants are static (RM 4.3.1 (17)).
                            None if has_none(types, component, |at| values.get(at)?.as_ref()?.as_int()) => {
                                BTreeSet::new()
                            }
                            None => leaves(search.tree, component.ty, Whose::New).into_iter().collect(),
                        },
                    ));
                }
                open
            }
            ExprKind::Array(aggregate) => {
                let element = types.array(expr.ty).map(|(_, element)| element);
                let boxed = element.is_some_and(|element| {
                    types[types.base(expr.ty)].default.is_none() && !leaves(search.tree, element, Whose::New).is_empty()
                });
                let value = |value: &Option<Expr>| match value {
                    Some(value) => !self.open_of(value, state).is_empty(),
                    None => boxed,
                };
                let named = aggregate.named.iter().any(|named| value(&named.value));
                let others = aggregate.others.as_ref().is_some_and(value);
                let positional = aggregate.positional.iter().any(|value| !self.open_of(value, state).is_empty());
                whole(named || others || positional)
            }
            ExprKind::DeltaRecord(base, changes) => {
                let mut open = self.open_of(base, state);
                let slot = |at: &usize| types.slot(expr.ty, *at);
                open.retain(|fields| changes.iter().all(|(at, _)| fields.first() != Some(&slot(at))));
                for (at, value) in changes {
                    open.extend(below(slot(at), self.open_of(value, state)));
                }
                open
            }
            ExprKind::DeltaArray(base, changes) => {
                let changed = changes.iter().any(|(_, value)| !self.open_of(value, state).is_empty());
                whole(changed || !self.open_of(base, state).is_empty())
            }
            _ => BTreeSet::new(),
        }
    }

    /// The equality functions that an operator calls get whole values, which were read before.
    fn implied(&mut self, expr: &Expr, state: &mut Flow) {
        for callee in super::super::effects::implied_calls(self.search.tree.tree, expr) {
            self.enter(callee, state);
        }
    }

    /// What is open around a subprogram when it is called.
    fn enter(&mut self, callee: SubpId, state: &Flow) {
        let Some(now) = state else { return };
        let search = &mut *self.search;
        let visible: Vec<Part> = now
            .open
            .iter()
            .filter(|part| search.effects.shared.contains(&part.0) && search.tree.object(part.0).owner != callee)
            .filter(|part| !search.covered(part, now))
            .cloned()
            .collect();
        if !visible.is_empty() {
            search.entry.entry(callee).or_default().extend(visible);
        }
    }

    /// A call. Behind one that stands in an expression, what it has written is forgotten.
    pub fn call(&mut self, callee: SubpId, args: &[Expr], state: &mut Flow, statement: bool) {
        let tree = self.search.tree.tree;
        let params = tree.subprogram(callee).params.clone();
        for (param, arg) in params.iter().zip(args) {
            let object = tree.object(*param);
            let incoming = match object.kind {
                ObjectKind::Parameter(Mode::Out) => {
                    self.name(arg, state);
                    false
                }
                ObjectKind::Parameter(Mode::InOut) => {
                    self.name(arg, state);
                    self.note(arg, state, false);
                    true
                }
                _ => {
                    self.copy(arg, state);
                    true
                }
            };
            let Some(now) = state else { return };
            if incoming && !tree.types.is_scalar(object.ty) {
                let open = self.open_of(arg, now);
                if !open.is_empty() {
                    self.search.taint(arg.ty);
                    let parts = open.into_iter().map(|fields| (*param, fields));
                    self.search.entry.entry(callee).or_default().extend(parts);
                }
            }
        }
        self.enter(callee, state);
        let opened = self.search.opened.get(&callee).cloned().unwrap_or_default();
        self.generated.extend(opened.iter().cloned());
        let Some(summary) = self.search.summaries.get(&callee).cloned() else {
            *state = None;
            return;
        };
        for (param, arg) in params.iter().zip(args) {
            if tree.object(*param).kind.is_changing_parameter() {
                let mut open = summary.params.get(param).cloned().unwrap_or_default();
                if self.search.tree.every && tree.object(*param).kind == ObjectKind::Parameter(Mode::Out) {
                    // That is checked where the callee returns.
                    open.clear();
                }
                self.write_as(arg, tree.object(*param).ty, &open, state);
            }
        }
        let Some(now) = state else { return };
        if statement {
            for name in &summary.written {
                now.written.insert(name.clone());
                let (fields, _) = name.fields();
                now.open.retain(|part| part.0 != name.root || !part.1.starts_with(&fields));
            }
        }
        for part in opened {
            now.forget(&part);
            now.open.insert(part);
        }
    }
}

/// The variables, and results of calls, that a value is made of.
fn parts_of(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut todo = vec![expr];
    while let Some(expr) = todo.pop() {
        match &expr.kind {
            ExprKind::Convert(inner) | ExprKind::Qualified(inner) => todo.push(inner),
            ExprKind::If(branches, otherwise) => {
                todo.extend(branches.iter().map(|(_, value)| value).chain([&**otherwise]));
            }
            ExprKind::Case(_, alternatives) => todo.extend(alternatives.iter().map(|(_, value)| value)),
            ExprKind::Let(_, value) | ExprKind::Asserted(_, value) => todo.push(value),
            ExprKind::Concat(left, right) => todo.extend([&left.0, &right.0]),
            _ => found.push(expr),
        }
    }
    found
}
