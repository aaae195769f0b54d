//! Constructor splitting: an argument that is built by the same constructor in every derivable fact becomes the fields
//! of that constructor. Records (datatypes with one constructor) are the common case.
//!
//! Which arguments have a known constructor is a greatest fixpoint over the clauses' heads, as for constants in
//! `propagate`.

use super::{Derivations, ModelBack, Pass, PassContext, Transformed};
use crate::system::{Atom, Model, Pred, System};
use crate::term::{Op, SortId, Store};
use hashbrown::HashMap;

/// The most parts that a value of a record is taken into. Records of records can have more parts than a machine has
/// memory: a tower of 60 pairs has 2^60.
const MAX_PARTS: usize = 500;

/// The most arguments that a predicate gets by splitting, for the same reason.
const MAX_ARITY: usize = 1_000;

/// The pass.
pub struct Flatten;

/// What is known of the constructor of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Built {
    /// No fact yet.
    Nothing,
    /// Every fact has this constructor there.
    By(u32),
    /// Different constructors, or no datatype.
    Any,
}

impl Pass for Flatten {
    fn name(&self) -> &'static str {
        "flatten"
    }

    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        let built = constructors(cx.store, system);
        if !built.iter().flatten().any(|b| matches!(b, Built::By(_))) {
            return None;
        }
        let mut output = System::new();
        for (pred, built) in system.preds.iter().zip(&built) {
            let mut sorts = Vec::new();
            for (&sort, &built) in pred.sorts.iter().zip(built) {
                match built {
                    Built::By(c) => sorts.extend(field_sorts(cx.store, sort, c)),
                    _ => sorts.push(sort),
                }
            }
            output.preds.push(Pred { name: pred.name.clone(), sorts });
        }
        let mut derivations = Derivations::new();
        for (id, clause) in system.clauses() {
            let mut new = clause.clone();
            let mut parts = vec![clause.constraint];
            for (atom, old) in new.body.iter_mut().zip(&clause.body) {
                atom.args.clear();
                for (&arg, &built) in old.args.iter().zip(&built[old.pred.index()]) {
                    let Built::By(c) = built else {
                        atom.args.push(arg);
                        continue;
                    };
                    let sort = cx.store.sort_of(arg);
                    let sorts = field_sorts(cx.store, sort, c);
                    let fields = cx.store.vars(new.vars.len() as u32, &sorts);
                    new.vars.extend(sorts);
                    let whole = cx.store.construct(sort, c, &fields);
                    parts.push(cx.store.eq(arg, whole));
                    atom.args.extend(fields);
                }
            }
            if let Some(old) = &clause.head {
                new.head = Some(split_atom(cx.store, old, &built[old.pred.index()]));
            }
            new.constraint = cx.store.and(&parts);
            let images = clause.var_terms(cx.store).into_iter().map(Some).collect();
            let input = derivations.input(id);
            let entry = derivations.instance(input, images, (0..clause.body.len() as u32).collect());
            derivations.conclude(entry);
            output.add_clause(new);
        }
        Some(Transformed { system: output, derivations, model: Box::new(Back(built)) })
    }
}

struct Back(Vec<Vec<Built>>);

impl ModelBack for Back {
    fn model(&self, cx: &mut PassContext<'_>, input: &System, model: Model) -> Result<Model, String> {
        let mut definitions = Vec::with_capacity(input.preds.len());
        for pred in input.pred_ids() {
            let built = &self.0[pred.index()];
            let args = cx.store.vars(0, &input.pred(pred).sorts);
            let mut parts = Vec::new();
            for (&arg, &built) in args.iter().zip(built) {
                match built {
                    Built::By(c) => parts.push(cx.store.test(c, arg)),
                    // A predicate without facts was not looked at.
                    Built::Nothing => parts.push(Store::FALSE),
                    Built::Any => {}
                }
            }
            let split = split_atom(cx.store, &Atom::new(pred, args), built);
            parts.push(cx.store.instantiate(model.definition(pred), &split.args));
            definitions.push(cx.store.and(&parts));
        }
        Ok(Model { definitions })
    }
}

/// The sorts of a constructor's fields.
fn field_sorts(store: &Store, sort: SortId, constructor: u32) -> Vec<SortId> {
    store.datatype_of(sort).map_or(Vec::new(), |id| {
        store.datatype(id).constructors[constructor as usize].fields.iter().map(|f| f.sort).collect()
    })
}

/// The atom with the fields of its arguments as arguments.
fn split_atom(store: &mut Store, atom: &Atom, built: &[Built]) -> Atom {
    let mut args = Vec::new();
    for (&arg, &built) in atom.args.iter().zip(built) {
        let Built::By(c) = built else {
            args.push(arg);
            continue;
        };
        let count = field_sorts(store, store.sort_of(arg), c).len() as u32;
        args.extend((0..count).map(|field| store.project(c, field, arg)));
    }
    Atom::new(atom.pred, args)
}

/// Whether every value of the sort has the same constructor, and taking values apart comes to an end: no field is,
/// directly or through other records, of the sort itself, and there are at most [`MAX_PARTS`] fields that are no
/// records themselves.
pub(super) fn is_record(store: &Store, sort: SortId) -> bool {
    let single = |sort| store.datatype_of(sort).filter(|&id| store.datatype(id).constructors.len() == 1);
    if single(sort).is_none() {
        return false;
    }
    // `None`: a record that is being looked into.
    let mut parts: HashMap<SortId, Option<usize>> = HashMap::new();
    let mut pending = vec![(sort, false)];
    while let Some((next, looked_into)) = pending.pop() {
        let Some(id) = single(next) else {
            parts.insert(next, Some(1));
            continue;
        };
        let fields = &store.datatype(id).constructors[0].fields;
        if looked_into {
            let sum = fields.iter().map(|f| parts.get(&f.sort).copied().flatten().unwrap_or(0));
            parts.insert(next, Some(sum.fold(0, usize::saturating_add)));
        } else if !parts.contains_key(&next) {
            parts.insert(next, None);
            pending.push((next, true));
            for field in fields {
                match parts.get(&field.sort) {
                    Some(None) => return false,
                    Some(Some(_)) => {}
                    None => pending.push((field.sort, false)),
                }
            }
        }
    }
    parts.get(&sort).copied().flatten().is_some_and(|count| count <= MAX_PARTS)
}

/// For each argument of each predicate the constructor that it is split by. A predicate that would get more than
/// [`MAX_ARITY`] arguments keeps its own; what follows for other predicates is then looked at anew, as a head's
/// constructor may be known from a split argument of the body only.
fn constructors(store: &Store, system: &System) -> Vec<Vec<Built>> {
    let mut whole = vec![false; system.preds.len()];
    loop {
        let built = known_constructors(store, system, &whole);
        let mut changed = false;
        for (pred, whole) in whole.iter_mut().enumerate() {
            let arity: usize = system.preds[pred]
                .sorts
                .iter()
                .zip(&built[pred])
                .map(|(&sort, built)| match built {
                    Built::By(c) => field_sorts(store, sort, *c).len(),
                    _ => 1,
                })
                .sum();
            if arity > MAX_ARITY.max(system.preds[pred].sorts.len()) && !*whole {
                *whole = true;
                changed = true;
            }
        }
        if !changed {
            return built;
        }
    }
}

/// For each argument of each predicate what is known of its constructor; nothing of a predicate that is to stay whole.
fn known_constructors(store: &Store, system: &System, whole: &[bool]) -> Vec<Vec<Built>> {
    let mut built: Vec<Vec<Built>> = system
        .preds
        .iter()
        .zip(whole)
        .map(|(p, &whole)| {
            let start = |&sort: &SortId| match store.datatype_of(sort) {
                _ if whole => Built::Any,
                Some(_) if is_record(store, sort) => Built::By(0),
                Some(_) => Built::Nothing,
                None => Built::Any,
            };
            p.sorts.iter().map(start).collect()
        })
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for clause in &system.clauses {
            let Some(head) = &clause.head else { continue };
            for (i, &arg) in head.args.iter().enumerate() {
                let old = built[head.pred.index()][i];
                if old == Built::Any || is_record(store, store.sort_of(arg)) {
                    continue;
                }
                let seen = match store.op(arg) {
                    Op::Construct(c) => Built::By(*c),
                    // A variable has what the facts of the body have; of several, any that is known.
                    Op::Var(_) => {
                        let mut known = Built::Any;
                        for atom in &clause.body {
                            for (&other, &b) in atom.args.iter().zip(&built[atom.pred.index()]) {
                                if other == arg && b != Built::Any {
                                    known = if known == Built::Nothing { known } else { b };
                                }
                            }
                        }
                        known
                    }
                    _ => Built::Any,
                };
                let joined = match (old, seen) {
                    (old, Built::Nothing) => old,
                    (Built::Nothing, seen) => seen,
                    (Built::By(a), Built::By(b)) if a == b => old,
                    _ => Built::Any,
                };
                if joined != old {
                    built[head.pred.index()][i] = joined;
                    changed = true;
                }
            }
        }
    }
    built
}
