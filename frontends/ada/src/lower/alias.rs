//! Two names for one object (RM 6.2 (12), SPARK RM 6.4.2): parameters are values here, copied in and out, which is what
//! GNAT does with scalars. Others are passed by reference: a change through one name is seen through the others at
//! once. That two names never meet in a call is a check of its own.
//!
//! An actual parameter meets a variable that the callee names, itself or by its calls, if one of the two is changed;
//! and it meets another parameter, if one of them is changed. Of two parameters that are changed it matters for scalars
//! too: the order in which they are copied back is not said.

use super::place::Place;
use super::procedure::Proc;
use super::{Lowering, Refusal, has_main};
use crate::place::Loc;
use crate::sema::tree::{ENVIRONMENT, Expr, ExprKind, Mode, ObjId, ObjectKind, SubpId};
use horn_frontend::ir::{BinaryOp as Ir, CheckKind, ExprId};
use std::collections::BTreeSet;

/// An object that a parameter may be a name of.
struct Name {
    /// The whole object.
    root: ObjId,
    /// Which part of it, if that is known.
    part: Option<Place>,
}

/// That two parameters passed by copy are not the same object.
pub struct Apart {
    place: Loc,
    apart: ExprId,
    stated: String,
}

/// A step from an object to a part of it.
enum Step {
    Field(usize),
    Index(Vec<ExprId>),
    Slice(ExprId, ExprId),
}

/// An actual parameter that may be another name of something.
struct Actual {
    at: usize,
    changed: bool,
    by_reference: bool,
    names: Vec<Name>,
}

impl Lowering<'_> {
    /// What entries take for granted of callers outside of the program, whose calls nobody checks: that no object has
    /// two names there, of which one is changed.
    pub fn assume_apart(&mut self, entries: &BTreeSet<SubpId>) {
        let tree = self.tree;
        if has_main(tree) {
            return;
        }
        let meets = |a: ObjId, b: ObjId| {
            let types = &tree.types;
            let [a, b] = [a, b].map(|object| tree.object(object).ty);
            !types.is_elementary(a) && !types.is_elementary(b) && (types.has_part(a, b) || types.has_part(b, a))
        };
        for id in entries.iter().filter(|id| self.procs.contains_key(id) && !self.refused.contains_key(id)) {
            let params = &tree.subprogram(*id).params;
            let written = self.effects.written(*id);
            let changed = |object: ObjId| match tree.object(object).kind {
                ObjectKind::Parameter(mode) => mode != Mode::In,
                _ => written.contains(&object),
            };
            let visible = |object: &ObjId| {
                let entry = tree.object(*object);
                entry.kind == ObjectKind::Variable && !entry.private && !tree.is_of_heap(*object)
            };
            let named: Vec<ObjId> = self.effects.named(*id).into_iter().filter(visible).collect();
            for (at, param) in params.iter().enumerate() {
                let others = params[at + 1..].iter().chain(&named);
                let met = others.copied().find(|other| meets(*param, *other) && (changed(*param) || changed(*other)));
                let Some(met) = met else { continue };
                let [one, other] = [*param, met].map(|object| &tree.object(object).name);
                let text = match params.contains(&met) {
                    true => format!("no caller passes one object as \"{one}\" and as \"{other}\" (RM 6.2)"),
                    false => format!("no caller passes \"{other}\", or a part of it, as \"{one}\" (RM 6.2)"),
                };
                self.assumed.insert((tree.object(*param).loc, text));
            }
        }
    }
}

impl Proc<'_, '_> {
    /// States that no two names of a call meet. Where both parameters are passed by copy that matters only when they
    /// are copied back: the result has what is to be stated then.
    pub fn check_aliases(&mut self, callee: SubpId, args: &[Expr], loc: Loc) -> Result<Vec<Apart>, Refusal> {
        let tree = self.tree();
        let params = tree.subprogram(callee).params.clone();
        let mut actuals: Vec<Actual> = Vec::new();
        for (at, (param, arg)) in params.iter().zip(args).enumerate() {
            let object = tree.object(*param);
            let changed = object.kind.is_changing_parameter();
            let by_reference = !tree.types.is_elementary(object.ty);
            // Nothing of a task changes but by what it does.
            if !changed && !by_reference || tree.tasks.contains(&tree.types.base(object.ty)) {
                continue;
            }
            let names = self.names_of(arg)?;
            if !names.is_empty() {
                actuals.push(Actual { at, changed, by_reference, names });
            }
        }
        let mut later = Vec::new();
        if actuals.is_empty() {
            return Ok(later);
        }
        for actual in actuals.iter().filter(|actual| actual.by_reference) {
            // What is passed by reference another task may change during the call; the operations of a protected object
            // have it for themselves, and others look at it once more for each of these.
            let of_unit = tree.protected.contains(&tree.types.base(tree.object(params[actual.at]).ty));
            if let Some(name) = actual.names.iter().find(|name| tree.object(name.root).concurrent && !of_unit) {
                let place = args[actual.at].loc;
                let no = self.b.bool(false, place);
                let (formal, shared) = (tree.object(params[actual.at]).name.clone(), &tree.object(name.root).name);
                let stated = format!("formal parameter \"{formal}\" is not \"{shared}\", which tasks share");
                self.check_of(CheckKind::Aliasing, place, no, "see SPARK RM 6.4.2", &stated)?;
            }
        }
        let short = |at: usize| tree.object(params[at]).name.clone();
        let mut named: Option<(BTreeSet<ObjId>, BTreeSet<ObjId>)> = None;
        for actual in actuals.iter().filter(|actual| actual.by_reference) {
            let (names, written) = named.get_or_insert_with(|| self.named_and_written(callee));
            let met = |name: &&Name| {
                tree.object(name.root).owner != callee
                    && if actual.changed { names.contains(&name.root) } else { written.contains(&name.root) }
            };
            if let Some(name) = actual.names.iter().find(met) {
                let place = args[actual.at].loc;
                let no = match tree.heap_with(name.root) {
                    // Perhaps another object of the heap.
                    Some(_) => {
                        let apart = self.b.temporary("apart", horn_frontend::ir::TypeId::BOOL, place);
                        self.b.set_origin_of(apart, "whether two access values designate one object");
                        self.b.havoc(apart, place);
                        self.b.var(apart, place)
                    }
                    None => self.b.bool(false, place),
                };
                let (formal, global) = (short(actual.at), &tree.object(name.root).name);
                let stated = format!("formal parameter \"{formal}\" and global \"{global}\" are not aliased");
                self.check_of(CheckKind::Aliasing, place, no, "see SPARK RM 6.4.2", &stated)?;
            }
        }
        for (place, first) in actuals.iter().enumerate() {
            for second in &actuals[place + 1..] {
                let both = first.changed && second.changed;
                if !both && !((first.changed || second.changed) && first.by_reference && second.by_reference) {
                    continue;
                }
                let mut apart = self.b.bool(true, loc);
                for a in &first.names {
                    for b in second.names.iter().filter(|b| b.root == a.root) {
                        let one = self.apart(a, b, loc);
                        apart = self.b.and(apart, one, loc);
                    }
                }
                let known = matches!(self.b.node(apart).kind, horn_frontend::ir::ExprKind::Bool(true));
                if !known {
                    let place = args[second.at].loc;
                    let (x, y) = (short(first.at), short(second.at));
                    let stated = format!("formal parameters \"{x}\" and \"{y}\" are not aliased");
                    if first.by_reference || second.by_reference {
                        self.check_of(CheckKind::Aliasing, place, apart, "see SPARK RM 6.4.2", &stated)?;
                    } else {
                        let apart = self.kept(apart, place);
                        later.push(Apart { place, apart, stated });
                    }
                }
            }
        }
        Ok(later)
    }

    /// States what parameters that are passed by copy need, when they are copied back.
    pub fn check_copied_back(&mut self, later: Vec<Apart>) -> Result<(), Refusal> {
        for Apart { place, apart, stated } in later {
            self.check_of(CheckKind::Aliasing, place, apart, "see SPARK RM 6.4.2", &stated)?;
        }
        Ok(())
    }

    /// What a subprogram may name, and what it may change, of others; what is not analysed may do so with all it sees.
    pub fn named_and_written(&self, callee: SubpId) -> (BTreeSet<ObjId>, BTreeSet<ObjId>) {
        let (mut names, mut written) = (self.l.effects.named(callee), self.l.effects.written(callee));
        let tree = self.tree();
        for id in self.l.effects.reachable(BTreeSet::from([callee])) {
            if !self.l.refused.contains_key(&id) {
                continue;
            }
            let mut around = vec![ENVIRONMENT];
            let mut at = tree.subprogram(id).parent;
            while at != ENVIRONMENT {
                around.push(at);
                at = tree.subprogram(at).parent;
            }
            for (object, at) in tree.objects.iter().zip(0u32..) {
                if object.kind == ObjectKind::Variable && around.contains(&object.owner) {
                    names.insert(ObjId(at));
                    written.insert(ObjId(at));
                }
            }
        }
        (names, written)
    }

    /// The objects that an actual parameter may be a name of: that of a variable, or of the branches of a conditional
    /// expression.
    fn names_of(&mut self, arg: &Expr) -> Result<Vec<Name>, Refusal> {
        let mut names = Vec::new();
        let mut todo = vec![(arg, true)];
        while let Some((expr, whole)) = todo.pop() {
            match &expr.kind {
                ExprKind::If(branches, otherwise) => {
                    todo.extend(branches.iter().map(|(_, value)| (value, false)).chain([(&**otherwise, false)]));
                }
                ExprKind::Case(_, alternatives) => todo.extend(alternatives.iter().map(|(_, value)| (value, false))),
                ExprKind::Let(_, value) | ExprKind::Asserted(_, value) => todo.push((value, false)),
                ExprKind::Qualified(inner) | ExprKind::Convert(inner) if !whole => todo.push((inner, false)),
                _ => {
                    let Some(root) = super::effects::root(expr) else { continue };
                    let object = self.tree().object(root);
                    // A constant does not change under another name.
                    if object.kind == ObjectKind::Constant && !object.volatile {
                        continue;
                    }
                    // What only computes something can be evaluated once more.
                    let again = !self.needs_control(expr) || !self.changes_something(expr) && !self.gives_unknown(expr);
                    let known = whole && again && !self.quantifying();
                    let part = if known { Some(self.silently(|p| p.place(expr))?) } else { None };
                    names.push(Name { root, part });
                }
            }
        }
        Ok(names)
    }

    /// Whether two parts of one object have nothing in common.
    fn apart(&mut self, a: &Name, b: &Name, loc: Loc) -> ExprId {
        let no = self.b.bool(false, loc);
        let (Some(a), Some(b)) = (&a.part, &b.part) else { return no };
        let (a, b) = (steps(self, a), steps(self, b));
        let mut apart = no;
        for (a, b) in a.into_iter().zip(b) {
            let (first, second) = match (a, b) {
                (Step::Field(a), Step::Field(b)) if a == b => continue,
                (Step::Field(_), Step::Field(_)) => return self.b.bool(true, loc),
                (Step::Index(a), Step::Index(b)) => {
                    for (a, b) in a.into_iter().zip(b) {
                        let differ = self.b.compare(Ir::Ne, a, b, loc);
                        apart = self.b.or(apart, differ, loc);
                    }
                    continue;
                }
                (Step::Slice(low, high), Step::Index(at)) | (Step::Index(at), Step::Slice(low, high)) => {
                    match at.as_slice() {
                        [at] => ((low, high), (*at, *at)),
                        _ => return apart,
                    }
                }
                (Step::Slice(a, b), Step::Slice(c, d)) => ((a, b), (c, d)),
                _ => return apart,
            };
            // Behind a slice the parts are not compared any further.
            for (from, to) in [(first, second), (second, first)] {
                let before = self.b.compare(Ir::Lt, from.1, to.0, loc);
                let none = self.b.compare(Ir::Lt, from.1, from.0, loc);
                let either = self.b.or(before, none, loc);
                apart = self.b.or(apart, either, loc);
            }
            return apart;
        }
        apart
    }
}

/// The way from the object to the part. A slice of a slice is one of the array itself, as indices stay what they are
/// (RM 4.1.2 (5)). A conversion gives an array other ones (RM 4.6 (37, 38)): the way is not known any further.
fn steps(proc: &Proc<'_, '_>, place: &Place) -> Vec<Step> {
    let tree = proc.tree();
    let mut steps = Vec::new();
    let mut at = place;
    loop {
        at = match at {
            Place::Field(inner, field, _) => {
                let slot = proc.place_type(inner).map_or(*field, |of| tree.types.slot(of, *field));
                steps.push(Step::Field(slot));
                inner
            }
            Place::Index(inner, indices, _) => {
                steps.push(Step::Index(indices.clone()));
                inner
            }
            Place::Slice(inner, low, high, _) => {
                if !matches!(steps.last(), Some(Step::Index(_) | Step::Slice(..))) {
                    steps.push(Step::Slice(*low, *high));
                }
                inner
            }
            Place::View(inner, from, _) => {
                if tree.types.array(*from).is_some() {
                    steps.clear();
                }
                inner
            }
            Place::Object(_) | Place::Nothing => break,
        };
    }
    steps.reverse();
    steps
}
