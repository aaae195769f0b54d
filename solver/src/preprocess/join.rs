//! Joining of clauses that lead from the same predicates to the same predicate into one clause with a disjunction, the
//! large-block encoding of programs. Fewer, larger clauses: fewer queries, and predicates between them can be inlined.
//!
//! The clauses of a group are brought over common variables: one for each argument of each atom, and for the other
//! variables a pool that the disjuncts share. A step of a refutation with the joined clause is one with the first
//! clause whose disjunct holds.

use super::{Derivations, Pass, PassContext, SameModel, Transformed};
use crate::system::{Atom, Clause, ClauseId, PredId, System};
use crate::term::{SortId, Store, Substitution, TermId};
use hashbrown::HashMap;

/// The pass.
#[derive(Clone, Copy, Debug)]
pub struct Join {
    /// Groups of more term nodes than this are left alone.
    pub size: usize,
}

impl Default for Join {
    fn default() -> Join {
        Join { size: 4_000 }
    }
}

impl Pass for Join {
    fn name(&self) -> &'static str {
        "join"
    }

    fn apply(&self, cx: &mut PassContext<'_>, system: &System) -> Option<Transformed> {
        let mut groups: Vec<Vec<ClauseId>> = Vec::new();
        let mut by_preds: HashMap<(Vec<PredId>, Option<PredId>), usize> = HashMap::new();
        for (id, clause) in system.clauses() {
            let body = order(clause).into_iter().map(|i| clause.body[i].pred).collect();
            let key = (body, clause.head.as_ref().map(|h| h.pred));
            let group = *by_preds.entry(key).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].push(id);
        }
        let fits = |store: &Store, group: &[ClauseId]| {
            group.len() > 1
                && group.iter().map(|&c| super::inline::clause_size(store, system.clause(c))).sum::<usize>()
                    <= self.size
        };
        if !groups.iter().any(|g| fits(cx.store, g)) {
            return None;
        }
        let mut output = System { preds: system.preds.clone(), clauses: Vec::new() };
        let mut derivations = Derivations::new();
        for group in &groups {
            if fits(cx.store, group) {
                let clauses: Vec<(ClauseId, &Clause)> = group.iter().map(|&c| (c, system.clause(c))).collect();
                output.add_clause(join(cx.store, &clauses, &mut derivations));
                continue;
            }
            for &id in group {
                let entry = derivations.input(id);
                derivations.conclude(entry);
                output.add_clause(system.clause(id).clone());
            }
        }
        Some(Transformed { system: output, derivations, model: Box::new(SameModel) })
    }
}

/// The body atoms of a clause sorted by predicate, so that the order in which they are written does not matter.
fn order(clause: &Clause) -> Vec<usize> {
    let mut order: Vec<usize> = (0..clause.body.len()).collect();
    order.sort_by_key(|&i| clause.body[i].pred);
    order
}

/// The common variables of a group.
struct Frame {
    vars: Vec<SortId>,
    /// Per sort the variables of the pool.
    pool: HashMap<SortId, Vec<TermId>>,
}

impl Frame {
    fn add(&mut self, store: &mut Store, sort: SortId) -> TermId {
        self.vars.push(sort);
        store.var(self.vars.len() as u32 - 1, sort)
    }
}

/// The clause that is the conjunction of the given ones, which must agree in their predicates.
fn join(store: &mut Store, clauses: &[(ClauseId, &Clause)], derivations: &mut Derivations) -> Clause {
    let (_, first) = clauses[0];
    let mut frame = Frame { vars: Vec::new(), pool: HashMap::new() };
    let common = |store: &mut Store, frame: &mut Frame, atom: &Atom| {
        Atom::new(atom.pred, atom.args.iter().map(|&a| frame.add(store, store.sort_of(a))).collect::<Vec<_>>())
    };
    let body: Vec<Atom> = order(first).into_iter().map(|i| common(store, &mut frame, &first.body[i])).collect();
    let head = first.head.as_ref().map(|h| common(store, &mut frame, h));
    let mut options = Vec::with_capacity(clauses.len());
    for &(id, clause) in clauses {
        let order = order(clause);
        let mut images: Vec<Option<TermId>> = vec![None; clause.vars.len()];
        // Arguments that are not the first occurrence of a variable become equations.
        let mut equations: Vec<(TermId, TermId)> = Vec::new();
        let atoms = order.iter().map(|&i| &clause.body[i]).chain(&clause.head);
        for (atom, target) in atoms.zip(body.iter().chain(&head)) {
            for (&arg, &var) in atom.args.iter().zip(&target.args) {
                match store.as_var(arg) {
                    Some(old) if images[old as usize].is_none() => images[old as usize] = Some(var),
                    _ => equations.push((arg, var)),
                }
            }
        }
        let mut used: HashMap<SortId, usize> = HashMap::new();
        let mut all = Vec::with_capacity(images.len());
        for (image, &sort) in images.into_iter().zip(&clause.vars) {
            all.push(image.unwrap_or_else(|| {
                let next = used.entry(sort).or_insert(0);
                *next += 1;
                if let Some(&var) = frame.pool.get(&sort).and_then(|p| p.get(*next - 1)) {
                    return var;
                }
                let var = frame.add(store, sort);
                frame.pool.entry(sort).or_default().push(var);
                var
            }));
        }
        let mut substitution = Substitution::by_index(&all);
        let apply = |store: &mut Store, substitution: &mut Substitution, term: TermId| {
            if all.is_empty() { term } else { substitution.apply(store, term) }
        };
        let mut parts = vec![apply(store, &mut substitution, clause.constraint)];
        for (arg, var) in equations {
            let arg = apply(store, &mut substitution, arg);
            parts.push(store.eq(var, arg));
        }
        let guard = store.and(&parts);
        // Body atom order[k] of the clause is body atom k of the joined one.
        let mut positions = vec![0u32; order.len()];
        for (k, &i) in order.iter().enumerate() {
            positions[i] = k as u32;
        }
        let input = derivations.input(id);
        let entry = derivations.instance(input, all.into_iter().map(Some).collect(), positions);
        options.push((guard, entry));
    }
    let guards: Vec<TermId> = options.iter().map(|(guard, _)| *guard).collect();
    let entry = derivations.choice(options);
    derivations.conclude(entry);
    Clause { vars: frame.vars, body, constraint: store.or(&guards), head, origin: first.origin }
}
