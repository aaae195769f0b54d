//! Sums and extrema that clauses compute without naming them: a loop walks over an array and adds what it finds in each
//! cell, or something that it computes from the cell, to a variable; or keeps the least or the greatest cell in one.
//!
//! A clause from a predicate to itself changes such a variable by a term over one cell and its index alone. That term
//! is the cell map of a sum, whose values over the part walked over so far and over the whole become ghosts. A variable
//! that takes over a cell where the cell is less (greater) is a minimum (maximum). The ghosts are true whatever the
//! loop does; what they are good for is found out like that of all others.

use super::family::{Families, Use};
use super::mine::branches;
use super::space::express;
use crate::num::Rat;
use crate::system::{Atom, Clause, System};
use crate::term::{
    Aggregate, AggregateKind, Op, Relation, Store, Substitution, TermId, conjuncts, free_vars, postorder,
};

/// Variables that no clause has: the cell and its index.
const CELL: u32 = 2_000_000;
const INDEX: u32 = CELL + 1;

/// A change of a variable by a cell of an array.
struct Step {
    /// What the loop computes: a sum, a minimum or a maximum.
    kind: AggregateKind,
    /// The position of the variable among the arguments.
    variable: usize,
    /// The position of the array among the arguments.
    array: usize,
    /// The index of the cell, over the clause's variables.
    at: TermId,
    /// What is added, the cell map of a sum; of an extremum the cell itself.
    map: TermId,
}

/// The ghosts of each predicate.
pub fn implied(store: &mut Store, system: &System, families: &mut Families) -> Vec<Vec<Use>> {
    let mut steps: Vec<(&Clause, &Atom, &Atom, Step)> = Vec::new();
    for (clause, atom, head) in system.self_loops() {
        for position in 0..atom.args.len() {
            let step = step(store, atom, head, position).or_else(|| extremum(store, clause, atom, head, position));
            steps.extend(step.map(|step| (clause, atom, head, step)));
        }
    }
    // One extremum alone is a bound on cells, which candidates say; two may be the same.
    for kind in [AggregateKind::Min, AggregateKind::Max] {
        let preds: Vec<_> = steps.iter().filter(|step| step.3.kind == kind).map(|step| step.2.pred).collect();
        if preds.iter().all(|pred| *pred == preds[0]) {
            steps.retain(|step| step.3.kind != kind);
        }
    }
    let mut found: Vec<Vec<Use>> = vec![Vec::new(); system.preds.len()];
    for (clause, atom, head, step) in steps {
        for ghost in ghosts(store, system, families, clause, atom, head, &step) {
            let list = &mut found[atom.pred.index()];
            if !list.contains(&ghost) {
                list.push(ghost);
            }
        }
    }
    found
}

/// How the argument in a position changes, if that is by a cell.
fn step(store: &mut Store, atom: &Atom, head: &Atom, position: usize) -> Option<Step> {
    let (before, after) = (atom.args[position], head.args[position]);
    let sort = store.sort_of(before);
    if before == after || !sort.is_arith() || store.as_var(before).is_none() {
        return None;
    }
    // What is added, in each case.
    let mut added = store.num(Rat::ZERO, sort);
    for (conditions, value) in branches(store, after).into_iter().rev() {
        let difference = store.sub(value, before);
        if free_vars(store, &[difference]).contains(&before) {
            return None;
        }
        let condition = store.and(&conditions);
        added = store.ite(condition, difference, added);
    }
    // One cell, and nothing else.
    let mut cell = None;
    for term in postorder(store, &[added]) {
        if let (Op::Select, &[array, at]) = (store.op(term), store.args(term)) {
            if cell.is_some_and(|known| known != (term, array, at)) {
                return None;
            }
            cell = Some((term, array, at));
        }
    }
    let (term, array, at) = cell?;
    let array = atom.args.iter().position(|&arg| arg == array)?;
    let element = store.sort_of(term);
    if !element.is_arith() || store.as_num(at).is_some() {
        return None;
    }
    let (here, index) = (store.var(CELL, element), store.var(INDEX, store.sort_of(at)));
    let opened = Substitution::new([(term, here), (at, index)]).apply(store, added);
    if free_vars(store, &[opened]).iter().any(|&var| var != here && var != index) {
        return None;
    }
    // A loop that takes away and one that adds are about the same sum.
    let form = store.linear(opened);
    let opened = match form.terms.first() {
        Some((_, factor)) if factor.is_negative() => store.neg(opened),
        _ => opened,
    };
    let parameters = [(here, store.var(0, element)), (index, store.var(1, store.sort_of(at)))];
    let map = Substitution::new(parameters).apply(store, opened);
    Some(Step { kind: AggregateKind::Sum, variable: position, array, at, map })
}

/// How the argument in a position changes, if it takes over a cell that is less than it, or greater.
fn extremum(store: &mut Store, clause: &Clause, atom: &Atom, head: &Atom, position: usize) -> Option<Step> {
    let (before, after) = (atom.args[position], head.args[position]);
    if before == after || !store.sort_of(before).is_arith() || store.as_var(before).is_none() {
        return None;
    }
    let mut taken: Option<(TermId, Vec<TermId>)> = None;
    for (conditions, value) in branches(store, after) {
        if value != before && taken.replace((value, conditions)).is_some() {
            return None;
        }
    }
    let (cell, mut conditions) = taken?;
    let &[array, at] = store.args(cell) else { return None };
    if !matches!(store.op(cell), Op::Select) || store.as_num(at).is_some() {
        return None;
    }
    conditions.extend(conjuncts(store, clause.constraint));
    let array = atom.args.iter().position(|&arg| arg == array)?;
    let kind = conditions.into_iter().find_map(|condition| {
        let (form, Relation::LeZero | Relation::LtZero) = store.as_linear_literal(condition)? else { return None };
        let ([_, _], mine, other) = (&form.terms[..], form.coefficient(before), form.coefficient(cell)) else {
            return None;
        };
        // cell - before <= 0 or the other way round, strictly or not.
        match (mine == -other.clone(), other.is_negative()) {
            (true, false) if !other.is_zero() => Some(AggregateKind::Min),
            (true, true) => Some(AggregateKind::Max),
            _ => None,
        }
    })?;
    let map = store.var(0, store.sort_of(cell));
    Some(Step { kind, variable: position, array, at, map })
}

/// The summaries of what the loop has walked over, and of all that it will walk over.
fn ghosts(
    store: &mut Store,
    system: &System,
    families: &mut Families,
    clause: &Clause,
    atom: &Atom,
    head: &Atom,
    step: &Step,
) -> Vec<Use> {
    let element = store.array_sorts(store.sort_of(atom.args[step.array])).map(|(_, element)| element);
    let Some(element) = element else { return Vec::new() };
    let definition = Aggregate { kind: step.kind.clone(), element, aliens: Vec::new(), cell: step.map };
    let id = store.define_aggregate(definition);
    let family = families.aggregate(store, id);
    let params = vec![store.var(step.array as u32, store.sort_of(atom.args[step.array]))];
    let one = store.int(1);
    let mut result = Vec::new();
    for next in express(store, step.at, atom) {
        let (now, then) = (store.instantiate(next, &atom.args), store.instantiate(next, &head.args));
        let difference = store.sub(then, now);
        let Some(up) = store.as_num(difference).filter(|d| !d.is_zero()).map(|d| !d.is_negative()) else { continue };
        let mut starts = starts(store, system, head, next);
        starts.extend(first_cells(store, system, head, step));
        let ends = ends(store, clause, atom, head, step.at, up);
        // A walk downwards has done what is above its index.
        let edge = if up { next } else { store.add(&[next, one]) };
        let mut add = |store: &mut Store, from: TermId, to: TermId| {
            let (lo, hi) = if up { (from, to) } else { (to, from) };
            if store.le(hi, lo) != Store::TRUE {
                result.push(Use { family, params: params.clone(), lo, hi });
            }
        };
        for &start in &starts {
            let start = if up { start } else { store.add(&[start, one]) };
            add(store, start, edge);
            for &end in &ends {
                add(store, start, end);
            }
        }
    }
    result
}

/// The numbers that an index begins with, where a clause comes from elsewhere.
fn starts(store: &mut Store, system: &System, head: &Atom, index: TermId) -> Vec<TermId> {
    let mut result = Vec::new();
    for clause in &system.clauses {
        let Some(entered) = clause.head.as_ref().filter(|entered| entered.pred == head.pred) else { continue };
        if clause.body.iter().any(|atom| atom.pred == head.pred) {
            continue;
        }
        let start = store.instantiate(index, &entered.args);
        if store.as_num(start).is_some() && !result.contains(&start) {
            result.push(start);
        }
    }
    result
}

/// The indices of cells that a variable begins with, before the loop walks on from the next one: an extremum is of them
/// all.
fn first_cells(store: &Store, system: &System, head: &Atom, step: &Step) -> Vec<TermId> {
    let mut result = Vec::new();
    for entered in system.clauses.iter().filter_map(|clause| clause.head.as_ref()).filter(|a| a.pred == head.pred) {
        if let (Op::Select, &[array, at]) =
            (store.op(entered.args[step.variable]), store.args(entered.args[step.variable]))
            && array == entered.args[step.array]
            && store.as_num(at).is_some()
            && !result.contains(&at)
        {
            result.push(at);
        }
    }
    result
}

/// The limits that the clause has for the index, over what stays as it is: where the interval walked over will end.
fn ends(store: &mut Store, clause: &Clause, atom: &Atom, head: &Atom, at: TermId, up: bool) -> Vec<TermId> {
    let mut result = Vec::new();
    let sort = store.sort_of(at);
    for literal in conjuncts(store, clause.constraint) {
        let Some((form, Relation::LeZero)) = store.as_linear_literal(literal) else { continue };
        // at + rest <= 0 or rest - at <= 0
        let term = store.from_linear(&form, sort);
        let rest = if up { store.sub(term, at) } else { store.add(&[term, at]) };
        let vars = free_vars(store, &[rest]);
        let moves = |var: &TermId| !atom.args.iter().zip(&head.args).any(|(a, b)| a == var && a == b);
        if vars.is_empty() || vars.iter().any(moves) {
            continue;
        }
        // Upwards the index is at most -rest, downwards at least rest.
        let one = store.int(1);
        let end = match up {
            true => store.sub(one, rest),
            false => rest,
        };
        result.extend(express(store, end, atom));
    }
    result.truncate(2);
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::show;

    fn ghosts_of(text: &str) -> Vec<String> {
        let (mut cx, system) = crate::engine::testing::read(text, 10);
        let mut families = Families::default();
        let found = implied(&mut cx.store, &system, &mut families);
        let store = &mut cx.store;
        let text = |ghost: &Use| {
            let index = store.var(1, crate::term::SortId::INT);
            let (map, bounds) = (families.cell(store, ghost.family, &ghost.params, index), [ghost.lo, ghost.hi]);
            format!("{} over {}", show(store, &[map]), show(store, &bounds))
        };
        found.concat().iter().map(text).collect()
    }

    fn loop_over(guard: &str, next: &str, sum: &str) -> String {
        format!(
            "(set-logic HORN) (declare-fun p (Int Int Int (Array Int Int)) Bool)
            (assert (forall ((n Int) (a (Array Int Int))) (p 0 0 n a)))
            (assert (forall ((s Int) (i Int) (n Int) (a (Array Int Int)))
              (=> (and (p s i n a) {guard}) (p {sum} {next} n a))))
            (assert (forall ((s Int) (i Int) (n Int) (a (Array Int Int)))
              (=> (and (p s i n a) (>= i n) (> s 7)) false))) (check-sat)"
        )
    }

    #[test]
    fn sums_of_loops_are_seen() {
        let plain = ghosts_of(&loop_over("(< i n)", "(+ i 1)", "(+ s (select a i))"));
        assert_eq!(plain.len(), 2, "{plain:?}");
        let downwards = ghosts_of(&loop_over("(>= i n)", "(- i 1)", "(+ s (select a i))"));
        assert_eq!(downwards.len(), 2, "{downwards:?}");
        assert_ne!(downwards, plain);
        // What is taken away is the same sum.
        assert_eq!(ghosts_of(&loop_over("(< i n)", "(+ i 1)", "(- s (select a i))")), plain);
        let some = ghosts_of(&loop_over("(< i n)", "(+ i 1)", "(ite (> (select a i) 0) (+ s (* 2 (select a i))) s)"));
        assert_eq!(some.len(), 2, "{some:?}");
        assert_ne!(some, plain);
    }

    #[test]
    fn extrema_of_loops_are_seen_where_two_are() {
        let twice = |last: &str| {
            let one = loop_over("(< i n)", "(+ i 1)", last);
            let other = one.replace("(set-logic HORN)", "").replace("(p ", "(q ").replace("fun p", "fun q");
            ghosts_of(&format!("{} {other}", one.replace("(check-sat)", "")))
        };
        let (least, greatest) = ("(ite (< (select a i) s) (select a i) s)", "(ite (<= (select a i) s) s (select a i))");
        for extremum in [least, greatest] {
            assert_eq!(twice(extremum).len(), 4, "{extremum}");
            assert!(ghosts_of(&loop_over("(< i n)", "(+ i 1)", extremum)).is_empty());
        }
        // A cell that is taken over whatever it is makes no extremum, nor one that is compared with something else.
        for last in ["(select a i)", "(ite (< (select a i) n) (select a i) s)"] {
            assert!(twice(last).is_empty(), "{last}");
        }
    }

    #[test]
    fn other_changes_are_no_sums() {
        for sum in
            ["(+ s 1)", "(* s (select a i))", "(+ s (select a i) (select a 0))", "(+ s n (select a i))", "(select a i)"]
        {
            assert!(ghosts_of(&loop_over("(< i n)", "(+ i 1)", sum)).is_empty(), "{sum}");
        }
        assert!(ghosts_of(&loop_over("(< i n)", "i", "(+ s (select a i))")).is_empty());
    }
}
