//! Reads that may find what nobody has written: of components of records and arrays, of variables of library packages
//! and of those that nested subprograms use.
//!
//! The whole program is looked through until nothing new is found: what may be open when a subprogram is called, what
//! is when it returns, and what it has written by then. Components of records are followed one by one, an array as a
//! whole: it is written by an assignment, by a loop over its indices that writes each component, or by assignments to
//! every component. A copy of what is open is open too, and no read. Parts whose every pattern of bits is a value
//! (`Integer`, `Character`) may have any value and are not followed.
//!
//! Scalar variables of one subprogram alone are followed by [`super::init`], run by run.

mod parts;
mod reads;
mod walk;

use super::effects::Effects;
use crate::place::Loc;
use crate::sema::tree::{ENVIRONMENT, Expr, ExprKind, Mode, ObjId, ObjectKind, SubpId, Tree};
use crate::sema::types::{Kind, TypeId as AdaType};
use parts::{Fields, Name, Part, Seen, State, Whose, leaves, part_type};
use std::collections::{BTreeMap, BTreeSet};

/// A read: the object, the fields up to the first array, the place.
pub(crate) type Read = (ObjId, Fields, Loc);

/// Stands for the object of a value that is none: the result of a call, an aggregate.
const NO_OBJECT: ObjId = ObjId(u32::MAX);

/// What was found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unwritten {
    /// Reads of values that may not be there.
    pub reads: BTreeSet<Read>,
    /// The same for `X'Valid`.
    pub doubtful: BTreeSet<Read>,
    /// Types of values with open parts that were copied or passed.
    tainted: BTreeSet<AdaType>,
    /// `out` parameters of which parts may be open where their subprograms return; with SPARK's checks also parts whose
    /// every pattern of bits is a value.
    pub outs: BTreeSet<ObjId>,
}

/// What a call does with parts that are open.
#[derive(Clone, Debug, Default, PartialEq)]
struct Summary {
    /// What of the parameters may be open at a return.
    params: BTreeMap<ObjId, BTreeSet<Fields>>,
    /// What of the result.
    result: BTreeSet<Fields>,
    /// Parts of other objects that have been written by then.
    written: BTreeSet<Name>,
}

/// The search.
struct Search<'t> {
    tree: Seen<'t>,
    effects: &'t Effects,
    /// Subprograms whose bodies are not looked at.
    stubs: BTreeSet<SubpId>,
    /// What may be open when a subprogram is called.
    entry: BTreeMap<SubpId, BTreeSet<Part>>,
    /// Parts of other objects that may have got an open value when a subprogram ends, also by an exception.
    opened: BTreeMap<SubpId, BTreeSet<Part>>,
    /// Without an entry, a subprogram has not been seen to return.
    summaries: BTreeMap<SubpId, Summary>,
    /// Types of values with open parts that were copied or passed.
    tainted: BTreeSet<AdaType>,
    /// Functions that are called with whole objects without being named: predicates, invariants, initial conditions.
    implied: BTreeSet<SubpId>,
    /// Variables with `Relaxed_Initialization`.
    relaxed: Vec<ObjId>,
    found: Unwritten,
}

/// Whether every part of a new object of a subtype has a value: all parts are initialised by default, or every pattern
/// of bits is one.
pub(super) fn is_written(tree: &Tree, ty: AdaType) -> bool {
    leaves(Seen { tree, every: false }, ty, Whose::New).is_empty()
}

/// The read that the name of a part is, or another composite value.
pub(super) fn read_of(expr: &Expr) -> Read {
    let mut fields = Vec::new();
    let mut at = expr;
    loop {
        at = match &at.kind {
            ExprKind::Object(object) => {
                fields.reverse();
                return (*object, fields, expr.loc);
            }
            ExprKind::Field(inner, number) => {
                fields.push(*number);
                inner
            }
            ExprKind::Index(inner, _) | ExprKind::Slice(inner, ..) => {
                fields.clear();
                inner
            }
            ExprKind::Convert(inner) | ExprKind::Qualified(inner) => inner,
            _ => return (NO_OBJECT, Vec::new(), expr.loc),
        };
    }
}

impl Unwritten {
    /// Whether the initial value of a variable, which nobody gave it, may be read.
    pub fn may_be_read(&self, tree: &Tree, object: ObjId) -> bool {
        self.is_tainted(tree, tree.object(object).ty)
            || self.reads.range((object, Vec::new(), Loc::NONE)..).next().is_some_and(|read| read.0 == object)
    }

    /// Whether values of a type with parts that nobody has written may be copied or passed.
    pub fn is_tainted(&self, tree: &Tree, ty: AdaType) -> bool {
        self.tainted.contains(&tree.types.base(ty))
    }

    /// Looks through the whole program. What `entries` are called with is written, but for main programs: these find
    /// what the elaboration leaves.
    pub fn of(tree: &Tree, effects: &Effects, stubs: BTreeSet<SubpId>, entries: &BTreeSet<SubpId>) -> Unwritten {
        let every = tree.spark_checks;
        let mut unwritten = Unwritten::of_parts(Seen { tree, every: false }, effects, &stubs, entries);
        if every {
            unwritten.outs = Unwritten::of_parts(Seen { tree, every }, effects, &stubs, entries).outs;
        }
        unwritten
    }

    fn of_parts(tree: Seen<'_>, effects: &Effects, stubs: &BTreeSet<SubpId>, entries: &BTreeSet<SubpId>) -> Unwritten {
        let mut implied = BTreeSet::new();
        for ty in tree.types.ids() {
            implied.extend(tree.types[ty].conditions());
        }
        let mut search = Search {
            tree,
            effects,
            stubs: stubs.clone(),
            entry: BTreeMap::new(),
            opened: BTreeMap::new(),
            summaries: BTreeMap::new(),
            tainted: BTreeSet::new(),
            implied,
            relaxed: (0..tree.objects.len())
                .map(|at| ObjId(u32::try_from(at).unwrap_or(u32::MAX)))
                .filter(|at| tree.object(*at).relaxed && tree.object(*at).kind == ObjectKind::Variable)
                .collect(),
            found: Unwritten::default(),
        };
        loop {
            let known = |search: &Search<'_>| {
                (search.entry.clone(), search.opened.clone(), search.summaries.clone(), search.tainted.clone())
            };
            let before = known(&search);
            search.found = Unwritten::default();
            search.pass(entries);
            if before == known(&search) {
                search.found.tainted = search.tainted;
                let params = search.summaries.values().flat_map(|summary| &summary.params);
                let open = params.filter(|(_, open)| !open.is_empty()).map(|(param, _)| *param);
                let out = |param: &ObjId| {
                    let object = tree.object(*param);
                    object.kind == ObjectKind::Parameter(Mode::Out) && !object.relaxed
                };
                search.found.outs = open.filter(out).collect();
                return search.found;
            }
        }
    }
}

impl Search<'_> {
    fn pass(&mut self, entries: &BTreeSet<SubpId>) {
        for id in self.tree.subprogram_ids() {
            let subp = self.tree.subprogram(id);
            if subp.body.is_none() || self.stubs.contains(&id) {
                if id != ENVIRONMENT && !subp.no_return {
                    self.summaries.insert(id, Summary::default());
                }
                continue;
            }
            let (summary, end) = self.subprogram(id);
            if let Some(summary) = summary {
                self.summaries.insert(id, summary);
            }
            if id == ENVIRONMENT {
                for main in entries {
                    let subp = self.tree.subprogram(*main);
                    if subp.library && subp.params.is_empty() && subp.result.is_none() {
                        self.entry.entry(*main).or_default().extend(end.iter().cloned());
                    }
                }
            }
        }
    }

    /// Whether reads of an object are checked run by run.
    fn is_flagged(&self, object: ObjId, id: SubpId) -> bool {
        if object == NO_OBJECT {
            return false;
        }
        let entry = self.tree.object(object);
        entry.owner == id
            && id != ENVIRONMENT
            && self.tree.types.is_scalar(entry.ty)
            && !self.effects.shared.contains(&object)
    }

    /// Values of a type with open parts are about: also of the types of their parts.
    fn taint(&mut self, ty: AdaType) {
        let types = &self.tree.types;
        let mut todo = vec![ty];
        while let Some(ty) = todo.pop() {
            if types.is_scalar(ty) || !self.tainted.insert(types.base(ty)) {
                continue;
            }
            match types.kind(ty) {
                Kind::Record(record) => todo.extend(record.components.iter().map(|component| component.ty)),
                Kind::Array { element, .. } => todo.push(*element),
                _ => {}
            }
        }
    }

    /// What may be open when the body of a subprogram starts.
    fn start_of(&self, id: SubpId) -> State {
        let (tree, types) = (self.tree.tree, &self.tree.tree.types);
        let mut state = State { open: self.entry.get(&id).cloned().unwrap_or_default(), ..State::default() };
        for param in &tree.subprogram(id).params {
            let object = tree.object(*param);
            let out = object.kind == ObjectKind::Parameter(Mode::Out);
            if out || self.implied.contains(&id) && self.tainted.contains(&types.base(object.ty)) {
                state.open.extend(
                    leaves(self.tree, object.ty, if out { Whose::Out } else { Whose::Any })
                        .into_iter()
                        .map(|fields| (*param, fields)),
                );
            } else if object.relaxed {
                state.open.extend(self.relaxed_leaves(*param).into_iter().map(|fields| (*param, fields)));
            }
        }
        // Nobody says that the other ones have been written before.
        for other in self.relaxed.iter().filter(|other| tree.object(**other).owner != id && id != ENVIRONMENT) {
            state.open.extend(self.relaxed_leaves(*other).into_iter().map(|fields| (*other, fields)));
        }
        state
    }

    /// The parts of an object that need no value: all of one with `Relaxed_Initialization`, else those in parts whose
    /// type has the aspect.
    fn relaxed_leaves(&self, object: ObjId) -> Vec<Fields> {
        let types = &self.tree.tree.types;
        let object = self.tree.tree.object(object);
        // Of what a predicate is asked about the type tells.
        let whole = object.wholly_relaxed && !self.implied.contains(&object.owner);
        let mut found = leaves(self.tree, object.ty, Whose::Any);
        found.retain(|fields| {
            let mut ty = object.ty;
            let mut relaxed = whole || types.is_wholly_relaxed(ty);
            for at in fields {
                let component = types.record(ty).and_then(|record| record.components.get(*at));
                let Some(component) = component else { return true };
                ty = component.ty;
                relaxed |= types.is_wholly_relaxed(ty);
            }
            // Of an array nothing is known component by component.
            relaxed || types.is_relaxed(ty)
        });
        found
    }

    /// What of a value may be open: the parts that the fields lead to.
    fn open_parts_of(&self, name: &Name, state: &State) -> BTreeSet<Fields> {
        let (fields, inside) = name.fields();
        if !inside {
            let below = |part: &&Part| part.0 == name.root && part.1.starts_with(&fields);
            return state
                .open
                .iter()
                .filter(below)
                .filter(|part| !self.covered(part, state))
                .map(|part| part.1[fields.len()..].to_vec())
                .collect();
        }
        if !state.open.contains(&(name.root, fields)) || state.covers(name) {
            return BTreeSet::new();
        }
        let Some(ty) = part_type(&self.tree, name) else { return BTreeSet::from([Vec::new()]) };
        leaves(self.tree, ty, Whose::Any)
            .into_iter()
            .filter(|leaf| {
                let steps = leaf.iter().map(|at| parts::Step::Field(*at));
                !state.covers(&Name { root: name.root, steps: name.steps.iter().cloned().chain(steps).collect() })
            })
            .collect()
    }

    fn covered(&self, part: &Part, state: &State) -> bool {
        let steps = part.1.iter().map(|at| parts::Step::Field(*at)).collect();
        state.covers(&Name { root: part.0, steps })
    }
}
