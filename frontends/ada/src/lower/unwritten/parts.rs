//! Parts of objects, and what is known of them at a point: which may never have been written, and which certainly have.

use crate::sema::tree::{Expr, ExprKind, ObjId, ObjectKind, Tree};
use crate::sema::types::{Bound, Component, Constraint, Kind, Record, TypeId as AdaType, Types};
use horn_solver::num::Int;
use std::collections::BTreeSet;

/// The way from a record to a component, by their slots. It ends at a scalar or at an array, which counts as one part.
pub(crate) type Fields = Vec<usize>;

/// A part of an object that may not have been written.
pub(crate) type Part = (ObjId, Fields);

/// Arrays of more components are not followed component by component.
pub(super) const MAX_COUNTED: usize = 256;

/// A program as it is looked through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<'t> {
    pub tree: &'t Tree,
    /// Whether parts count whose every pattern of bits is a value, too.
    pub every: bool,
}

impl std::ops::Deref for Seen<'_> {
    type Target = Tree;

    fn deref(&self) -> &Tree {
        self.tree
    }
}

/// An index of a component that was written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum At {
    /// All of them.
    All,
    /// This one.
    One(Int),
    /// The one that the parameter of a loop around has.
    Parameter(ObjId),
    /// Those that the parameter of a loop around has had in the iterations before.
    Before(ObjId),
}

/// A step into an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Field(usize),
    Index(Vec<At>),
    /// A component or slice that is not known.
    Somewhere,
}

/// The name of a part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name {
    pub root: ObjId,
    pub steps: Vec<Step>,
}

impl Name {
    /// The part that a variable is; `None` for what is no variable.
    pub fn of(tree: &Tree, expr: &Expr) -> Option<Name> {
        match &expr.kind {
            ExprKind::Object(root) => Some(Name { root: *root, steps: Vec::new() }),
            ExprKind::Field(inner, at) => {
                Name::of(tree, inner).map(|name| name.and(Step::Field(tree.types.slot(inner.ty, *at))))
            }
            ExprKind::Index(inner, indices) => {
                let at: Option<Vec<At>> = indices.iter().map(|index| known_index(tree, index)).collect();
                Name::of(tree, inner).map(|name| name.and(at.map_or(Step::Somewhere, Step::Index)))
            }
            ExprKind::Slice(inner, ..) => Name::of(tree, inner).map(|name| name.and(Step::Somewhere)),
            ExprKind::Convert(inner) | ExprKind::Qualified(inner) => Name::of(tree, inner),
            _ => None,
        }
    }

    pub fn and(mut self, step: Step) -> Name {
        self.steps.push(step);
        self
    }

    /// Whether an index depends on the parameter of a loop.
    pub fn depends_on(&self, parameter: ObjId) -> bool {
        let here = |at: &At| matches!(at, At::Parameter(object) | At::Before(object) if *object == parameter);
        self.steps.iter().any(|step| matches!(step, Step::Index(at) if at.iter().any(here)))
    }

    /// For the component of an array that the parameter of a loop has, those of the iterations before.
    pub fn of_iterations_before(&self, parameter: ObjId) -> Option<Name> {
        let (last, steps) = self.steps.split_last()?;
        let at_parameter = *last == Step::Index(vec![At::Parameter(parameter)]);
        let array = Name { root: self.root, steps: steps.to_vec() };
        (at_parameter && !array.depends_on(parameter)).then(|| array.and(Step::Index(vec![At::Before(parameter)])))
    }

    /// The fields up to the first array, and whether the name goes on there.
    pub fn fields(&self) -> (Fields, bool) {
        let mut fields = Vec::new();
        for step in &self.steps {
            match step {
                Step::Field(at) => fields.push(*at),
                _ => return (fields, true),
            }
        }
        (fields, false)
    }
}

fn known_index(tree: &Tree, index: &Expr) -> Option<At> {
    match &index.kind {
        ExprKind::Int(value) => Some(At::One(value.clone())),
        ExprKind::Object(object) if tree.object(*object).kind == ObjectKind::LoopParameter => {
            Some(At::Parameter(*object))
        }
        ExprKind::Convert(inner) | ExprKind::Qualified(inner) => known_index(tree, inner),
        _ => None,
    }
}

/// What is known at a point of a subprogram.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct State {
    /// Parts that may not have been written.
    pub open: BTreeSet<Part>,
    /// What certainly has been written since the subprogram was called.
    pub written: BTreeSet<Name>,
}

/// `None` where control does not come.
pub(super) type Flow = Option<State>;

/// What is known where two ways meet.
pub(super) fn meet(a: Flow, b: Flow) -> Flow {
    match (a, b) {
        (Some(mut a), Some(b)) => {
            a.open.extend(b.open);
            a.written.retain(|name| b.written.contains(name));
            Some(a)
        }
        (a, b) => a.or(b),
    }
}

impl State {
    /// Whether a part was certainly written.
    pub fn covers(&self, name: &Name) -> bool {
        let within = (Name { root: name.root, steps: Vec::new() })..=(Name {
            root: ObjId(name.root.0.saturating_add(1)),
            steps: Vec::new(),
        });
        self.written.range(within).any(|known| {
            known.root == name.root
                && known.steps.len() <= name.steps.len()
                && known.steps.iter().zip(&name.steps).all(|(known, step)| known.includes(step))
        })
    }

    /// A part got a value of which these parts are open. Of an extension a view as its parent may get it, which leaves
    /// the other components as they are: `ty` is the subtype of the view.
    pub fn write(&mut self, tree: Seen<'_>, name: &Name, ty: AdaType, open: &BTreeSet<Fields>) {
        let whole = part_type(&tree, name).is_none_or(|own| tree.types.is_whole_view(own, ty));
        let (fields, inside) = name.fields();
        if inside {
            let part = (name.root, fields);
            if !open.is_empty() {
                self.forget(&part);
                self.open.insert(part);
            } else if whole && !name.steps.contains(&Step::Somewhere) {
                self.written.insert(name.clone());
                self.complete(tree, name);
            }
            return;
        }
        for leaf in leaves(tree, ty, Whose::Any) {
            let part = (name.root, [fields.clone(), leaf.clone()].concat());
            self.forget(&part);
            if open.contains(&leaf) {
                self.open.insert(part);
            } else {
                self.open.remove(&part);
                let steps = part.1.iter().map(|at| Step::Field(*at)).collect();
                self.written.insert(Name { root: part.0, steps });
            }
        }
        // What a class-wide object has beside the components of its root.
        self.open.extend(open.iter().map(|leaf| (name.root, [fields.clone(), leaf.clone()].concat())));
        if open.is_empty() && whole {
            self.written.insert(name.clone());
        }
    }

    /// Nothing is known to be written of this part.
    pub fn forget(&mut self, part: &Part) {
        self.written.retain(|name| {
            let (fields, _) = name.fields();
            let common = fields.iter().zip(&part.1).all(|(a, b)| a == b);
            name.root != part.0 || !common
        });
    }

    /// Where a component of an array was written, perhaps the whole array is now.
    fn complete(&mut self, tree: Seen<'_>, name: &Name) {
        let mut name = name.clone();
        while let Some(last) = name.steps.pop() {
            let ty = part_type(&tree, &name);
            let whole = match (&last, ty) {
                (_, None) => false,
                (Step::Field(_), Some(ty)) => leaves(tree, ty, Whose::Any).into_iter().all(|leaf| {
                    let steps = leaf.into_iter().map(Step::Field);
                    let part = Name { root: name.root, steps: name.steps.iter().cloned().chain(steps).collect() };
                    self.covers(&part)
                }),
                (Step::Index(at), Some(ty)) => {
                    at.iter().all(|at| *at == At::All) || self.counted(&tree, &name, ty, at.len())
                }
                (Step::Somewhere, _) => false,
            };
            if !whole {
                return;
            }
            self.written.insert(name.clone());
            if let (fields, false) = name.fields() {
                self.open.retain(|part| part.0 != name.root || !part.1.starts_with(&fields));
            }
        }
    }

    /// Whether all components of an array were written one by one.
    fn counted(&self, tree: &Tree, array: &Name, ty: AdaType, dimensions: usize) -> bool {
        let Some(bounds) = static_bounds(&tree.types, ty).filter(|bounds| bounds.len() == dimensions) else {
            return false;
        };
        let mut count = 1usize;
        for (low, high) in &bounds {
            let length = (high - low).to_i64().and_then(|length| usize::try_from(length + 1).ok()).unwrap_or(0);
            count = count.saturating_mul(length);
        }
        if count == 0 || count > MAX_COUNTED {
            return false;
        }
        let mut seen = BTreeSet::new();
        for name in &self.written {
            if name.root != array.root
                || name.steps.len() != array.steps.len() + 1
                || !name.steps.starts_with(&array.steps)
            {
                continue;
            }
            if let Some(Step::Index(at)) = name.steps.last() {
                let inside = at.iter().zip(&bounds).all(|(at, (low, high))| match at {
                    At::One(at) => low <= at && at <= high,
                    _ => false,
                });
                if inside {
                    seen.insert(at.clone());
                }
            }
        }
        seen.len() == count
    }

    /// Behind a loop that has run through all indices of an array in one dimension, what was written at its parameter
    /// was written everywhere. `whole` tells whether the loop does so.
    pub fn loop_done(&mut self, tree: Seen<'_>, end: &State, parameter: ObjId, whole: &impl Fn(&Name, usize) -> bool) {
        for name in &end.written {
            let mut found = name.clone();
            let mut all = true;
            for place in 0..name.steps.len() {
                let Step::Index(at) = &name.steps[place] else { continue };
                let array = Name { root: name.root, steps: found.steps[..place].to_vec() };
                let at = at.iter().enumerate().map(|(dimension, at)| match at {
                    At::Parameter(object) if *object == parameter => {
                        all &= whole(&array, dimension);
                        At::All
                    }
                    other => other.clone(),
                });
                found.steps[place] = Step::Index(at.collect());
            }
            if all && found != *name {
                self.written.insert(found.clone());
                self.complete(tree, &found);
            }
        }
    }
}

impl Step {
    fn includes(&self, other: &Step) -> bool {
        match (self, other) {
            (Step::Field(a), Step::Field(b)) => a == b,
            (Step::Index(known), Step::Index(at)) => {
                known.iter().zip(at).all(|(known, at)| *known == At::All || known == at)
            }
            (Step::Index(known), Step::Somewhere) => known.iter().all(|known| *known == At::All),
            _ => false,
        }
    }
}

/// The subtype of a part.
pub(super) fn part_type(tree: &Tree, name: &Name) -> Option<AdaType> {
    let mut ty = tree.object(name.root).ty;
    for step in &name.steps {
        ty = match step {
            Step::Field(at) => tree.types.at_slot(ty, *at)?.ty,
            Step::Index(_) => tree.types.array(ty)?.1,
            Step::Somewhere => return None,
        };
    }
    Some(ty)
}

/// The static bounds of an array subtype.
pub(super) fn static_bounds(types: &Types, ty: AdaType) -> Option<Vec<(Int, Int)>> {
    let Constraint::Index(bounds) = &types[ty].constraint else { return None };
    let known = |bound: &(Bound, Bound)| match bound {
        (Bound::Int(low), Bound::Int(high)) => Some((low.clone(), high.clone())),
        _ => None,
    };
    bounds.iter().map(known).collect()
}

/// Whether an object of a scalar subtype can have a pattern of bits that is no value of it, by its range or by a
/// predicate.
fn has_other_patterns(types: &Types, ty: AdaType) -> bool {
    if types.is_scalar(ty) && !types[ty].predicates.is_empty() {
        return true;
    }
    let whole = |count: &Int| [8u32, 16, 32, 64, 128].iter().any(|bits| *count == Int::pow2(*bits));
    let count = |range: Option<(Int, Int)>| range.map(|(low, high)| &(&high - &low) + &Int::from(1));
    match types.kind(ty) {
        Kind::Signed { low, high } => {
            let own = (low.clone(), high.clone());
            types.static_range(ty) != Some(own.clone()) || !count(Some(own)).is_some_and(|count| whole(&count))
        }
        Kind::Fixed { low, high, .. } => types.static_range(ty) != Some((low.clone(), high.clone())),
        Kind::Modular(modulus) => !whole(modulus) || types[ty].constraint != Constraint::None,
        Kind::Enumeration { .. } => {
            !types[types.base(ty)].codes.is_empty() || !count(types.static_range(ty)).is_some_and(|count| whole(&count))
        }
        Kind::Float { .. } => true,
        _ => false,
    }
}

/// Whose parts are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// Of any object: also parts that a declaration initialises, and those of all variants.
    Any,
    /// Of an object that a declaration or an allocator without a value makes: its discriminants have their defaults.
    New,
    /// Of an `out` parameter: a declaration has initialised the actual one, whose discriminants may have changed since.
    Out,
}

/// Whether a component is in a variant that no such object of a record subtype has, or an array without components, by
/// the constraint of the subtype or by the defaults of its discriminants. Only an assignment to the whole object can
/// bring the component to existence, or make it longer, and gives it a value.
fn is_absent(types: &Types, ty: AdaType, whose: Whose, record: &Record, component: &Component) -> bool {
    has_none(types, component, |at| match &types[ty].constraint {
        Constraint::Discriminants(values) => match values.get(at) {
            Some(Bound::Int(value)) => Some(value),
            _ => None,
        },
        Constraint::None if record.mutable && whose == Whose::New => {
            record.components.get(at).and_then(|discriminant| discriminant.default.as_ref()?.as_int())
        }
        _ => None,
    })
}

/// Whether a component does not exist where discriminants have these values, by their places, or is an array without
/// components then.
pub(super) fn has_none<'v>(types: &'v Types, component: &Component, value: impl Fn(usize) -> Option<&'v Int>) -> bool {
    let known = |bound: &'v Bound| match bound {
        Bound::Int(number) => Some(number),
        Bound::Discriminant(at) => value(*at),
        _ => None,
    };
    let null = |(low, high): &'v (Bound, Bound)| known(low).zip(known(high)).is_some_and(|(low, high)| low > high);
    let Constraint::Index(bounds) = &types[component.ty].constraint else { return component.is_excluded(value) };
    bounds.iter().any(null) || component.is_excluded(value)
}

/// The parts of an object of a subtype that have no value unless they are written.
pub(super) fn leaves(tree: Seen<'_>, ty: AdaType, whose: Whose) -> Vec<Fields> {
    let types = &tree.tree.types;
    let all = whose == Whose::Any;
    let mut found = Vec::new();
    let mut todo = vec![(ty, Vec::new())];
    while let Some((ty, fields)) = todo.pop() {
        if !all && types[ty].default.is_some() || types.is_volatile(ty) {
            continue;
        }
        match types.kind(ty) {
            Kind::Record(record) => {
                for component in record.components.iter().skip(record.discriminants) {
                    if all || component.default.is_none() && !is_absent(types, ty, whose, record, component) {
                        todo.push((component.ty, fields.iter().copied().chain([component.slot]).collect()));
                    }
                }
            }
            Kind::Array { element, .. } if leaves(tree, *element, whose).is_empty() => {}
            Kind::Array { .. } => found.push(fields),
            _ if tree.every && types.is_scalar(ty) || has_other_patterns(types, ty) => found.push(fields),
            _ => {}
        }
    }
    found.sort();
    found
}
