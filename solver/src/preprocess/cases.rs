//! Program counters: a predicate with an argument of few possible values, which most clauses mention as a constant,
//! becomes one predicate per value. This turns a transition relation into a control-flow graph.
//!
//! That an argument has few values is an invariant of several arguments at once: a value may come from an argument of
//! another predicate. A model is translated back with what the invariant says of these.

use super::inline::clause_size;
use super::simplify::{Simplified, simplify_clause};
use super::{Derivations, EntryId, ModelBack, Pass, PassContext, Transformed};
use crate::system::{Atom, Clause, Model, Pred, PredId, System};
use crate::term::{Op, SortId, Store, TermId};

/// The pass. It takes one argument of one predicate at a time.
pub struct Cases;

/// Most values an argument may have.
const VALUES: usize = 32;
/// Most clauses of a system that grows by this pass.
const CLAUSES: usize = 3_000;

impl Pass for Cases {
    fn name(&self) -> &'static str {
        "cases"
    }

    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        if system.clauses.len() > CLAUSES {
            return None;
        }
        let values = possible_values(cx.store, system);
        let mut candidates: Vec<(usize, PredId, usize)> = Vec::new();
        for pred in system.pred_ids() {
            for (i, set) in values[pred.index()].iter().enumerate() {
                if let Some(set) = set.as_ref().filter(|s| s.len() > 1)
                    && let Some(copies) = cost(cx.store, system, pred, i, set.len())
                {
                    candidates.push((copies, pred, i));
                }
            }
        }
        candidates.sort();
        for (_, pred, i) in candidates.into_iter().take(3) {
            let Some(set) = values[pred.index()][i].as_ref() else { continue };
            if let Some(transformed) = split(cx.store, system, pred, i, set, &values) {
                return Some(transformed);
            }
        }
        None
    }
}

/// A constant that a program counter may be.
fn is_constant(store: &Store, term: TermId) -> bool {
    match store.op(term) {
        Op::Num(_) | Op::Bool(_) | Op::BitVec(_) => true,
        Op::Construct(_) => store.args(term).is_empty(),
        _ => false,
    }
}

/// For each argument of each predicate the constants it can be, `None` if there are too many or others.
fn possible_values(store: &Store, system: &System) -> Vec<Vec<Option<Vec<TermId>>>> {
    let mut values: Vec<Vec<Option<Vec<TermId>>>> =
        system.preds.iter().map(|p| vec![Some(Vec::new()); p.sorts.len()]).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for clause in &system.clauses {
            let Some(head) = &clause.head else { continue };
            for (i, &arg) in head.args.iter().enumerate() {
                if values[head.pred.index()][i].is_none() {
                    continue;
                }
                let new: Option<Vec<TermId>> = if is_constant(store, arg) {
                    Some(vec![arg])
                } else {
                    let body =
                        clause.body.iter().flat_map(|a| a.args.iter().enumerate().map(move |(j, &t)| (a.pred, j, t)));
                    let mut sources = body.filter(|&(_, _, t)| t == arg && store.as_var(t).is_some());
                    sources
                        .find_map(|(p, j, _)| values[p.index()][j].clone())
                        .or_else(|| (store.sort_of(arg) == SortId::BOOL).then(|| vec![Store::FALSE, Store::TRUE]))
                };
                let slot = &mut values[head.pred.index()][i];
                match (new, &mut *slot) {
                    (None, _) => {
                        *slot = None;
                        changed = true;
                    }
                    (Some(new), Some(old)) => {
                        for value in new {
                            if !old.contains(&value) {
                                old.push(value);
                                changed = true;
                            }
                        }
                        if old.len() > VALUES {
                            *slot = None;
                        }
                    }
                    (Some(_), None) => {}
                }
            }
        }
    }
    for set in values.iter_mut().flatten().flatten() {
        set.sort();
    }
    values
}

/// How many clauses take the place of those with the predicate; `None` if the argument is no program counter.
fn cost(store: &Store, system: &System, pred: PredId, i: usize, values: usize) -> Option<usize> {
    let (mut copies, mut clauses, mut constants, mut others) = (0usize, 0usize, 0usize, 0usize);
    for clause in &system.clauses {
        let mut open: Vec<TermId> = Vec::new();
        let mut concerned = false;
        for atom in clause.body.iter().chain(&clause.head).filter(|a| a.pred == pred) {
            concerned = true;
            if is_constant(store, atom.args[i]) {
                constants += 1;
            } else {
                others += 1;
                if !open.contains(&atom.args[i]) {
                    open.push(atom.args[i]);
                }
            }
        }
        if concerned {
            clauses += 1;
            copies += values.checked_pow(open.len() as u32)?;
        }
    }
    (constants > others && copies <= 2 * clauses + 16).then_some(copies)
}

/// What [`possible_values`] says of each argument of each predicate.
type Possible = [Vec<Option<Vec<TermId>>>];

/// The other arguments that the values of one come from, with their values.
fn sources(
    store: &Store,
    system: &System,
    all: &Possible,
    pred: PredId,
    position: usize,
) -> Vec<(PredId, usize, Vec<TermId>)> {
    let mut found = vec![(pred, position)];
    let mut at = 0;
    while let Some(&(pred, position)) = found.get(at) {
        at += 1;
        for clause in &system.clauses {
            let Some(head) = clause.head.as_ref().filter(|head| head.pred == pred) else { continue };
            let arg = head.args[position];
            if is_constant(store, arg) {
                continue;
            }
            let body = clause.body.iter().flat_map(|a| a.args.iter().enumerate().map(move |(j, &t)| (a.pred, j, t)));
            let source = body
                .filter(|&(p, j, t)| t == arg && store.as_var(t).is_some() && all[p.index()][j].is_some())
                .map(|(p, j, _)| (p, j))
                .next();
            found.extend(source.filter(|source| !found.contains(source)));
        }
    }
    let values = |&(p, j): &(PredId, usize)| Some((p, j, all[p.index()][j].clone()?));
    found[1..].iter().filter_map(values).collect()
}

/// One predicate per value.
fn split(
    store: &mut Store,
    system: &System,
    pred: PredId,
    position: usize,
    values: &[TermId],
    all: &Possible,
) -> Option<Transformed> {
    let mut output = System { preds: system.preds.clone(), clauses: Vec::new() };
    let old = system.pred(pred);
    let mut sorts = old.sorts.clone();
    sorts.remove(position);
    // The first value keeps the predicate's number, so that all other predicates keep theirs.
    let made: Vec<PredId> = (0..values.len())
        .map(|k| {
            let new = Pred { name: format!("{}.{k}", old.name), sorts: sorts.clone() };
            if k == 0 {
                output.preds[pred.index()] = new;
                return pred;
            }
            output.preds.push(new);
            PredId(output.preds.len() as u32 - 1)
        })
        .collect();
    let mut derivations = Derivations::new();
    let (mut before, mut after) = (0, 0);
    for (id, clause) in system.clauses() {
        let size = clause_size(store, clause);
        before += size;
        let entry = derivations.input(id);
        let concerned = |a: &&Atom| a.pred == pred;
        if !clause.body.iter().chain(&clause.head).any(|a| concerned(&a)) {
            after += size;
            derivations.conclude(entry);
            output.add_clause(clause.clone());
            continue;
        }
        let mut open: Vec<TermId> = Vec::new();
        for atom in clause.body.iter().chain(&clause.head).filter(concerned) {
            let arg = atom.args[position];
            if !is_constant(store, arg) && !open.contains(&arg) {
                open.push(arg);
            }
        }
        let total = values.len().pow(open.len() as u32);
        for mut number in 0..total {
            let mut copy = clause.clone();
            let mut parts = vec![clause.constraint];
            let mut chosen: Vec<(TermId, TermId)> = Vec::new();
            for &term in &open {
                let value = values[number % values.len()];
                number /= values.len();
                parts.push(store.eq(term, value));
                chosen.push((term, value));
            }
            copy.constraint = store.and(&parts);
            let mut possible = copy.constraint != Store::FALSE;
            for atom in copy.body.iter_mut().chain(&mut copy.head).filter(|a| a.pred == pred) {
                let arg = atom.args.remove(position);
                let value = chosen.iter().find(|(t, _)| *t == arg).map_or(arg, |(_, v)| *v);
                match values.iter().position(|&v| v == value) {
                    Some(k) => atom.pred = made[k],
                    // A body asks for a value that no fact has.
                    None => possible = false,
                }
            }
            if !possible {
                continue;
            }
            let Some((copy, entry)) = simplified(store, &mut derivations, copy, entry) else { continue };
            after += clause_size(store, &copy);
            derivations.conclude(entry);
            output.add_clause(copy);
        }
    }
    if after > before + before / 2 + 100 {
        return None;
    }
    let model = Box::new(Back {
        pred,
        position,
        values: values.to_vec(),
        made,
        sources: sources(store, system, all, pred, position),
    });
    Some(Transformed { system: output, derivations, model })
}

fn simplified(
    store: &mut Store,
    derivations: &mut Derivations,
    clause: Clause,
    entry: EntryId,
) -> Option<(Clause, EntryId)> {
    match simplify_clause(store, &clause) {
        Simplified::Dropped => None,
        Simplified::Same => Some((clause, entry)),
        Simplified::Changed { clause, images, body } => Some((clause, derivations.instance(entry, images, body))),
    }
}

struct Back {
    pred: PredId,
    position: usize,
    values: Vec<TermId>,
    made: Vec<PredId>,
    /// The arguments that the values come from: a model of the output need not know what these can be.
    sources: Vec<(PredId, usize, Vec<TermId>)>,
}

impl ModelBack for Back {
    fn model(&self, cx: &mut PassContext<'_>, input: &System, model: Model) -> Result<Model, String> {
        let sorts = &input.pred(self.pred).sorts;
        let args = cx.store.vars(0, sorts);
        let mut rest = args.clone();
        rest.remove(self.position);
        let mut cases = Vec::with_capacity(self.values.len());
        for (&value, &made) in self.values.iter().zip(&self.made) {
            let here = cx.store.eq(args[self.position], value);
            let definition = model.definition(made);
            let holds = if rest.is_empty() { definition } else { cx.store.instantiate(definition, &rest) };
            cases.push(cx.store.and2(here, holds));
        }
        let mut definitions = model.definitions;
        definitions.truncate(input.preds.len());
        definitions[self.pred.index()] = cx.store.or(&cases);
        for (pred, position, values) in &self.sources {
            let arg = cx.store.var(*position as u32, input.pred(*pred).sorts[*position]);
            let cases: Vec<TermId> = values.iter().map(|&value| cx.store.eq(arg, value)).collect();
            let within = cx.store.or(&cases);
            definitions[pred.index()] = cx.store.and2(definitions[pred.index()], within);
        }
        Ok(Model { definitions })
    }
}
