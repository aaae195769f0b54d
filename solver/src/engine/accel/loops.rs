//! Acceleration of a clause from a predicate to itself: any number of its applications as one clause.
//!
//! A loop that adds constants to its variables reaches `x + k·c` after k rounds. Its guard holds in all k rounds if it
//! holds in the first and the last, provided that each conjunct is a linear inequality, whose value changes by a
//! constant per round; a disequality is one of two inequalities. Variables that the clause chooses freely are chosen
//! once for all rounds. An accelerated clause is thus a consequence of the loop clause, never the other way round.
//! After: Boigelot: Symbolic Methods for Exploring Infinite State Spaces (1998); Hojjat et al.: Accelerating
//! Interpolants (ATVA 2012).

use crate::num::Rat;
use crate::system::{Atom, Clause, ClauseId, System};
use crate::term::{Op, Relation, SortId, Store, Substitution, TermId, conjuncts, free_vars};
use hashbrown::HashMap;

/// Loops with more disequalities in their guards are left alone: each doubles the number of accelerated clauses.
const MAX_DISEQUALITIES: usize = 2;

/// An accelerated clause with what is needed to take it apart again.
#[derive(Clone, Debug)]
pub struct Acceleration {
    /// The loop clause.
    pub origin: ClauseId,
    /// Its accelerated form: the variables of the loop clause, and the number of rounds as the last one.
    pub clause: Clause,
    /// Per variable of the loop clause its value in round j (`Var(n)`, from 0), as a term over the accelerated
    /// clause's variables, where n is the number of rounds' place.
    pub in_round: Vec<TermId>,
}

/// The accelerated forms of a clause; none if it is not a loop of the right kind.
pub fn accelerate(store: &mut Store, system: &System, id: ClauseId) -> Vec<Acceleration> {
    accelerate_clause(store, system.clause(id), id).unwrap_or_default()
}

fn accelerate_clause(store: &mut Store, clause: &Clause, id: ClauseId) -> Option<Vec<Acceleration>> {
    let found = Loop::read(store, clause)?;
    let kinds = found.kinds(store)?;
    Some(found.accelerated(store, clause, id, kinds))
}

/// A clause from a predicate to itself whose arguments grow by constants, are overwritten, or stay.
struct Loop<'a> {
    body: &'a Atom,
    head: &'a Atom,
    /// The clause's variables, those that an equation defines written in terms of the rest.
    images: Vec<TermId>,
    /// The conjuncts of the constraint.
    guard: Vec<TermId>,
    /// The arguments of the head.
    results: Vec<TermId>,
    /// By how much each argument grows per round; `None` if it is overwritten.
    steps: HashMap<TermId, Option<Rat>>,
}

impl Loop<'_> {
    /// The clause as a loop, if it is one of the right kind that changes something.
    fn read<'a>(store: &mut Store, clause: &'a Clause) -> Option<Loop<'a>> {
        let ([body], Some(head)) = (&clause.body[..], &clause.head) else { return None };
        if body.pred != head.pred || store.is_quantified(clause.constraint) {
            return None;
        }
        // Arguments that the clause fixes must stay what they are; the others are to be different variables.
        let mut entry: Vec<u32> = Vec::new();
        for (&argument, &result) in body.args.iter().zip(&head.args) {
            match store.as_var(argument) {
                Some(v) if !entry.contains(&v) => entry.push(v),
                None if store.is_ground(argument) && argument == result => {}
                _ => return None,
            }
        }
        // Every other variable that an equation defines is written in terms of the rest.
        let images = solve_for_others(store, clause, &entry);
        let mut solved = Substitution::by_index(&images);
        let guard = solved.apply(store, clause.constraint);
        let guard = conjuncts(store, guard);
        let results: Vec<TermId> = head.args.iter().map(|&a| solved.apply(store, a)).collect();
        // By how much each argument grows per round; `None` if it is overwritten.
        let mut steps: HashMap<TermId, Option<Rat>> = HashMap::new();
        for (&argument, &result) in body.args.iter().zip(&results).filter(|(a, _)| !store.is_ground(**a)) {
            let sort = store.sort_of(argument);
            let step = if argument == result {
                Some(Rat::ZERO)
            } else if sort.is_arith() {
                let change = store.linear(result).plus(&Rat::from(-1), &store.linear(argument));
                change.is_constant().then_some(change.constant)
            } else {
                None
            };
            steps.insert(argument, step);
        }
        if steps.values().all(|s| s.as_ref().is_some_and(Rat::is_zero)) {
            return None;
        }
        // What is overwritten must not be read.
        let mut read = guard.clone();
        read.extend(&results);
        read.extend(&images);
        let overwritten = |v: &TermId| steps.get(v).is_some_and(Option::is_none);
        let others: Vec<TermId> = read.into_iter().filter(|&t| !overwritten(&t)).collect();
        if free_vars(store, &others).iter().any(overwritten) {
            return None;
        }
        Some(Loop { body, head, images, guard, results, steps })
    }

    /// The guard as conjunctions that hold in all rounds if they hold in the first and the last; one of them holds.
    fn kinds(&self, store: &mut Store) -> Option<Vec<Vec<TermId>>> {
        let Loop { guard, steps, .. } = self;
        let mut kinds = vec![Vec::new()];
        for &literal in guard {
            let moves = |v: &TermId| steps.get(v).is_some_and(|step| step.as_ref().is_some_and(|s| !s.is_zero()));
            let moving = free_vars(store, &[literal]).iter().any(moves);
            let alternatives = if moving { convex(store, literal, steps)? } else { vec![literal] };
            if alternatives.len() > 1 && kinds.len() >= 1 << MAX_DISEQUALITIES {
                return None;
            }
            kinds = kinds
                .into_iter()
                .flat_map(|kind| alternatives.iter().map(move |&a| [kind.clone(), vec![a]].concat()))
                .collect();
        }
        Some(kinds)
    }

    /// The clause for any number of rounds, for each kind of guard that is possible.
    fn accelerated(
        &self,
        store: &mut Store,
        clause: &Clause,
        id: ClauseId,
        kinds: Vec<Vec<TermId>>,
    ) -> Vec<Acceleration> {
        let Loop { body, head, images, results, steps, .. } = self;
        let rounds_at = clause.vars.len() as u32;
        let rounds = store.var(rounds_at, SortId::INT);
        let one = store.int(1);
        let last = store.sub(rounds, one);
        let mut vars = clause.vars.clone();
        vars.push(SortId::INT);
        // The state after some rounds, as a substitution for the entry variables.
        let after = |store: &mut Store, count: TermId| {
            let pairs: Vec<(TermId, TermId)> = body
                .args
                .iter()
                .filter(|&a| steps.contains_key(a))
                .map(|&a| (a, moved(store, a, steps, count)))
                .collect();
            Substitution::new(pairs)
        };
        let mut in_round = Vec::with_capacity(images.len());
        let mut shifted = after(store, rounds);
        for &image in images {
            in_round.push(shifted.apply(store, image));
        }
        let mut at_last = after(store, last);
        let mut results_after = Vec::with_capacity(results.len());
        for (&argument, &result) in body.args.iter().zip(results) {
            results_after.push(match steps.get(&argument) {
                Some(Some(_)) => moved(store, argument, steps, rounds),
                Some(None) => at_last.apply(store, result),
                None => result,
            });
        }
        let mut found = Vec::new();
        for kind in kinds {
            let mut parts = vec![store.ge(rounds, one)];
            for literal in kind {
                parts.push(literal);
                parts.push(at_last.apply(store, literal));
            }
            let constraint = store.and(&parts);
            if constraint == Store::FALSE {
                continue;
            }
            let mut accelerated_head = (*head).clone();
            accelerated_head.args = results_after.iter().copied().collect();
            let clause = Clause {
                vars: vars.clone(),
                body: clause.body.clone(),
                constraint,
                head: Some(accelerated_head),
                origin: clause.origin,
            };
            found.push(Acceleration { origin: id, clause, in_round: in_round.clone() });
        }
        found
    }
}

/// The value of an entry variable after `count` rounds; an overwritten one is left as it is.
fn moved(store: &mut Store, variable: TermId, steps: &HashMap<TermId, Option<Rat>>, count: TermId) -> TermId {
    match &steps[&variable] {
        Some(step) if !step.is_zero() => {
            let count = if store.sort_of(variable) == SortId::REAL { store.to_real(count) } else { count };
            let way = store.scale(step, count);
            store.add(&[variable, way])
        }
        _ => variable,
    }
}

/// A literal that mentions moving variables as one or two linear inequalities (or an equation); `None` if it is nothing
/// of the kind.
fn convex(store: &mut Store, literal: TermId, steps: &HashMap<TermId, Option<Rat>>) -> Option<Vec<TermId>> {
    if let Op::Not = store.op(literal)
        && let Op::Eq = store.op(store.args(literal)[0])
    {
        let [left, right] = *store.args(store.args(literal)[0]) else { return None };
        if !store.sort_of(left).is_arith() {
            return None;
        }
        is_linear(store, literal, steps)?;
        return Some(vec![store.lt(left, right), store.gt(left, right)]);
    }
    match is_linear(store, literal, steps)? {
        Relation::NeZero => None,
        _ => Some(vec![literal]),
    }
}

/// The relation of a literal over sums of variables.
fn is_linear(store: &Store, literal: TermId, steps: &HashMap<TermId, Option<Rat>>) -> Option<Relation> {
    let (form, relation) = store.as_linear_literal(literal)?;
    // A moving variable inside of an atom (a division, say) does not change it by a constant.
    let plain = form.terms.iter().all(|(atom, _)| {
        store.as_var(*atom).is_some() || free_vars(store, &[*atom]).iter().all(|v| !steps.contains_key(v))
    });
    plain.then_some(relation)
}

/// Images of the clause's variables in which those that are not entry variables are replaced as far as equations define
/// them.
fn solve_for_others(store: &mut Store, clause: &Clause, entry: &[u32]) -> Vec<TermId> {
    let mut images = store.vars(0, &clause.vars);
    for literal in conjuncts(store, clause.constraint) {
        if *store.op(literal) != Op::Eq {
            continue;
        }
        let literal = store.instantiate(literal, &images);
        let (variable, value) = if let Some((form, Relation::EqZero)) = store.as_linear_literal(literal) {
            let found = form
                .terms
                .iter()
                .rev()
                .find(|(atom, c)| store.as_var(*atom).is_some_and(|v| !entry.contains(&v)) && c.abs().is_one());
            let Some((atom, c)) = found.cloned() else { continue };
            let mut value = form.clone();
            value.terms.retain(|(a, _)| *a != atom);
            value.scale(&-c);
            let sort = store.sort_of(atom);
            (atom, store.from_linear(&value, sort))
        } else if let (Op::Eq, &[left, right]) = (store.op(literal), store.args(literal)) {
            let free = |store: &Store, t: TermId, other: TermId| {
                store.as_var(t).is_some_and(|v| !entry.contains(&v)) && !free_vars(store, &[other]).contains(&t)
            };
            if free(store, left, right) {
                (left, right)
            } else if free(store, right, left) {
                (right, left)
            } else {
                continue;
            }
        } else {
            continue;
        };
        if free_vars(store, &[value]).contains(&variable) {
            continue;
        }
        let mut step = Substitution::new([(variable, value)]);
        for image in &mut images {
            *image = step.apply(store, *image);
        }
    }
    images
}
