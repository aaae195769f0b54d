//! Orders of cells: what sorting, partitioning, reversing and finding a minimum keep.
//!
//! The invariants of such loops are about two cells: `k₁ < k₂ < i → a[k₁] ≤ a[k₂]` (a part is sorted), `k₁ < i ≤ k₂ →
//! a[k₁] ≤ a[k₂]` (no cell of one part is greater than one of another), `i ≤ k < j → a[m] ≤ a[k]` (a cell, or a
//! variable, bounds a part), `k₁ + k₂ = n - 1 → a[k₁] = b[k₂]` (backwards), with what two counters come to together
//! (`i + j = n - 1`). Over pairs of cells (`reduce::cells`) they are clauses without quantifiers, and the question is
//! which guards restrict a comparison: bounds of the two indices by counters, single places left out, values of flags.
//! `family` has all combinations, `mod` finds the largest set of them that is inductive: executions say what is false,
//! and every counterexample to induction does, with others near it, as in [`crate::houdini`], but that a candidate
//! which is lost is replaced by those that have one guard more or another one.

mod build;
mod columns;
mod comparison;
mod family;
mod limits;

use super::{Context, Engine};
use crate::execute::execute;
use crate::houdini::{bottom_up, houdini};
use crate::instrument::apply::Ghosts;
use crate::num::Int;
use crate::preprocess::strengthened;
use crate::random::SplitMix;
use crate::rates::changing;
use crate::reduce::cells::{Cells, Extension, Reads, Role, Shape, Unsupported, has_arrays, transform};
use crate::smt::steps::ROUND;
use crate::smt::{Lit, Purpose, SatResult, SmtConfig, SmtSolver};
use crate::system::{Atom, Clause, PredId, Reason, System, Verdict};
use crate::term::{Assignment, Evaluator, SortId, Store, TermId, Value};
use build::{Plan, Wanted, number, numerals};
use columns::{Uses, uses};
use family::Family;
use hashbrown::HashMap;
use limits::LIMITS;

/// Where the values of these executions start.
const SEED: u64 = 0x0DDB_1A5E;

/// The engine. It refutes only what an execution happens to refute.
#[derive(Clone, Copy, Debug, Default)]
pub struct Orders;

/// What the instrumentation knows of quantifiers in clauses, without ghosts, and with as many instances as pairs need.
#[derive(Default)]
struct Pairs {
    summaries: Ghosts,
}

impl Extension for Pairs {
    fn ghosts(&self, _: PredId) -> &[TermId] {
        &[]
    }

    fn linearise(&self) -> bool {
        true
    }

    fn instances(&self) -> usize {
        LIMITS.instances
    }

    fn lemmas(&mut self, store: &mut Store, reads: &mut Reads) -> Result<Vec<TermId>, Unsupported> {
        self.summaries.lemmas(store, reads)
    }

    fn facts(&mut self, store: &mut Store, reads: &mut Reads) -> Result<Vec<TermId>, Unsupported> {
        self.summaries.facts(store, reads)
    }
}

fn incomplete(why: &str) -> Verdict {
    Verdict::Unknown(Reason::Incomplete(why.into()))
}

impl Engine for Orders {
    fn name(&self) -> &'static str {
        "orders"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        if !has_arrays(&cx.store, system) || system.clauses.len() > LIMITS.clauses {
            return incomplete("no arrays, or too many clauses");
        }
        let whole = cx.cancel.clone();
        cx.cancel = whole.within(LIMITS.whole);
        let verdict = decide(cx, system);
        cx.cancel = whole;
        verdict
    }
}

/// What the engine does within its limit.
fn decide(cx: &mut Context, system: &System) -> Verdict {
    // What abstract interpretation knows compares everything with everything.
    let uses = uses(&cx.store, system);
    if !uses.compared {
        return incomplete("no cells are compared");
    }
    let (stronger, invariants) = strengthened(&mut cx.store, system, &cx.cancel);
    if let Err(stop) = cx.check() {
        return Verdict::Unknown(stop);
    }
    match search(cx, &stronger, &uses) {
        Verdict::Sat(model) if invariants.complete => {
            Verdict::Sat(invariants.model(&mut cx.store, system, Some(&model)))
        }
        // Only constraints were added, so the same steps with the same values refute the original.
        verdict => verdict,
    }
}

/// The search, over a system that says what abstract interpretation knows.
fn search(cx: &mut Context, system: &System, uses: &Uses) -> Verdict {
    let shape = Shape { shared_index: true, cells: 2 };
    let cells = match transform(&mut cx.store, system, shape, &mut Pairs::default()) {
        Ok(cells) => cells,
        Err(unsupported) => return incomplete(unsupported.0),
    };
    let work = cx.cancel.within(LIMITS.execution_work);
    let executions = execute(&mut cx.store, system, LIMITS.executions, SEED, &work);
    if let Some(refutation) = executions.refutation {
        return Verdict::Unsat(refutation);
    }
    let roles = cells.roles();
    let plan = Plan {
        original: system,
        cells: &cells.system,
        roles: &roles,
        uses,
        changing: &changing(system),
        numerals: &numerals(&cx.store, system, uses),
        wanted: Wanted::by_queries(&cx.store, system),
    };
    let mut families = Vec::with_capacity(system.preds.len());
    for (pred, facts) in system.pred_ids().zip(&executions.facts) {
        let Some(mut family) = plan.family(&mut cx.store, pred, facts) else {
            return incomplete("arrays that are not over integers");
        };
        let starts = starts(&cx.store, &cells.system, pred);
        family.add_rows(&mut cx.store, starts);
        cx.cancel.charge(ROUND * u32::try_from(family.take_work() / 16).unwrap_or(u32::MAX));
        if let Err(stop) = cx.check() {
            return Verdict::Unknown(stop);
        }
        families.push(family);
    }
    let mut run = match Run::new(cx, &cells.system, &roles, families) {
        Ok(run) => run,
        Err(reason) => return Verdict::Unknown(reason),
    };
    let result = run.fixpoint(cx);
    for slot in &mut run.slots {
        cx.statistics.add(&slot.solver.take_statistics());
    }
    cx.details = vec![("counterexamples", run.counterexamples as u64), ("queries", run.queries as u64)];
    match result {
        Ok(true) => proved(cx, system, &cells, run.candidates()),
        Ok(false) => incomplete("no set of orders suffices"),
        Err(reason) => Verdict::Unknown(reason),
    }
}

/// Arguments over cells that a predicate starts with: values at random, where the constraints hold of them.
fn starts(store: &Store, system: &System, pred: PredId) -> Vec<Vec<i64>> {
    let mut rows = Vec::new();
    let mut random = SplitMix(SEED);
    for clause in system.clauses.iter().filter(|clause| clause.body.is_empty()) {
        let Some(head) = clause.head.as_ref().filter(|head| head.pred == pred) else { continue };
        for _ in 0..LIMITS.starts {
            let value = |sort: &SortId| match *sort {
                SortId::BOOL => Some(Value::Bool(random.below(2) == 1)),
                SortId::INT => Some(Value::Int(random.within(-2, 5).into())),
                _ => None,
            };
            let Some(values) = clause.vars.iter().map(value).collect::<Option<Vec<Value>>>() else { break };
            if holds(store, clause.constraint, &values) {
                rows.extend(row(store, head, &values));
            }
        }
    }
    rows
}

/// What the proof needs of an inductive set, as a model.
fn proved(cx: &mut Context, system: &System, cells: &Cells, candidates: Vec<Vec<TermId>>) -> Verdict {
    match houdini(cx, &cells.system, &candidates) {
        Ok(outcome) => match outcome.model {
            Some(model) => Verdict::Sat(cells.model_back(&mut cx.store, system, &model)),
            None => incomplete("a query could not be decided twice"),
        },
        Err(reason) => Verdict::Unknown(reason),
    }
}

/// A clause with its process.
struct Slot<'a> {
    clause: &'a Clause,
    solver: SmtSolver,
    /// For each predicate and candidate its instances that the process knows, each with the literal that says that it
    /// holds. They are those that a model did not respect: most say nothing that others don't.
    given: HashMap<(usize, TermId), HashMap<TermId, Lit>>,
    /// For each candidate of the head the variable that is true where it holds.
    asked: HashMap<TermId, TermId>,
}

impl Slot<'_> {
    /// Whether the clause can be so, and violate the candidates of its head if that is asked, where those of its body
    /// hold. The model, if there is one, is left with the process, and the question with it.
    fn check(
        &mut self,
        cx: &mut Context,
        families: &[Family],
        question: TermId,
        queries: &mut usize,
    ) -> Result<SatResult, Reason> {
        loop {
            cx.check()?;
            let assumptions = self.assumptions(families);
            self.solver.push();
            self.solver.assert(&cx.store, question)?;
            *queries += 1;
            let answer = self.solver.check(Purpose::Consecution, &assumptions)?;
            if answer != SatResult::Sat || !self.learn(cx, families)? {
                return Ok(answer);
            }
        }
    }

    /// The literals for the candidates of the body.
    fn assumptions(&self, families: &[Family]) -> Vec<Lit> {
        let mut preds: Vec<usize> = self.clause.body.iter().map(|atom| atom.pred.index()).collect();
        preds.sort_unstable();
        preds.dedup();
        let all = preds.into_iter().flat_map(|pred| families[pred].frontier().map(move |one| (pred, one.term)));
        let known = all.filter_map(|candidate| self.given.get(&candidate));
        let mut literals: Vec<(TermId, Lit)> =
            known.flatten().map(|(instance, literal)| (*instance, *literal)).collect();
        literals.sort_unstable_by_key(|(instance, _)| *instance);
        literals.into_iter().map(|(_, literal)| literal).collect()
    }

    /// Tells the process of the instances that its model does not respect. Whether there are any; the question is taken
    /// back then.
    fn learn(&mut self, cx: &mut Context, families: &[Family]) -> Result<bool, Reason> {
        let vars = self.clause.var_terms(&mut cx.store);
        let values = self.solver.model(&cx.store, &vars)?;
        let mut missing: Vec<(usize, TermId, TermId)> = Vec::new();
        for atom in &self.clause.body {
            let pred = atom.pred.index();
            let violated = match row(&cx.store, atom, &values) {
                Some(row) => families[pred].violated(&row),
                // Numbers that are too large: all of them.
                None => families[pred].frontier().map(|candidate| candidate.term).collect(),
            };
            for candidate in violated {
                let instance = cx.store.instantiate(candidate, &atom.args);
                let known = self.given.get(&(pred, candidate)).is_some_and(|known| known.contains_key(&instance));
                if !known && !missing.contains(&(pred, candidate, instance)) {
                    missing.push((pred, candidate, instance));
                }
            }
        }
        if missing.is_empty() {
            return Ok(false);
        }
        self.solver.pop(1);
        for (pred, candidate, instance) in missing {
            let literal = self.solver.new_literal();
            self.solver.assert_implied(&cx.store, literal, instance)?;
            self.given.entry((pred, candidate)).or_default().insert(instance, literal);
        }
        Ok(true)
    }

    /// The variables that say which candidates of the head hold.
    fn flags(&mut self, store: &mut Store, terms: &[TermId]) -> Result<Vec<TermId>, Reason> {
        let Some(head) = &self.clause.head else { return Ok(Vec::new()) };
        let mut flags = Vec::with_capacity(terms.len());
        for &term in terms {
            if let Some(&known) = self.asked.get(&term) {
                flags.push(known);
                continue;
            }
            let instance = store.instantiate(term, &head.args);
            let flag = store.var((self.clause.vars.len() + self.asked.len()) as u32, SortId::BOOL);
            let same = store.eq(flag, instance);
            self.solver.assert(store, same)?;
            self.asked.insert(term, flag);
            flags.push(flag);
        }
        Ok(flags)
    }
}

/// The way to the largest inductive set.
struct Run<'a> {
    system: &'a System,
    /// What the arguments of each predicate are.
    roles: &'a [Vec<Role>],
    families: Vec<Family>,
    slots: Vec<Slot<'a>>,
    random: SplitMix,
    counterexamples: usize,
    queries: usize,
}

/// What a clause said about the candidates of its head.
enum Step {
    /// All hold.
    Kept,
    /// The predicate may have these arguments, the first of which speak against a candidate.
    Rows(Vec<Vec<i64>>),
    /// These don't hold, or nobody knows.
    Lost(Vec<TermId>),
}

impl<'a> Run<'a> {
    fn new(
        cx: &mut Context,
        system: &'a System,
        roles: &'a [Vec<Role>],
        families: Vec<Family>,
    ) -> Result<Run<'a>, Reason> {
        let config = SmtConfig { query_limit: Some(LIMITS.query), ..cx.smt.clone() };
        let mut slots = Vec::with_capacity(system.clauses.len());
        for clause in &system.clauses {
            let mut solver = SmtSolver::new(config.clone(), cx.cancel.clone());
            solver.assert(&cx.store, clause.constraint)?;
            slots.push(Slot { clause, solver, given: HashMap::new(), asked: HashMap::new() });
        }
        Ok(Run { system, roles, families, slots, random: SplitMix(SEED), counterexamples: 0, queries: 0 })
    }

    fn candidates(&self) -> Vec<Vec<TermId>> {
        self.families.iter().map(|family| family.frontier().map(|candidate| candidate.term).collect()).collect()
    }

    /// Drops what is not inductive. Whether the rest refutes the queries; it gives up once it is clear that it won't,
    /// for what comes later says less.
    fn fixpoint(&mut self, cx: &mut Context) -> Result<bool, Reason> {
        let mut dirty = vec![true; self.slots.len()];
        let order = bottom_up(self.system);
        let queries: Vec<usize> = (0..self.slots.len()).filter(|&at| self.slots[at].clause.is_query()).collect();
        loop {
            for &at in &queries {
                if std::mem::take(&mut dirty[at]) && !self.refutes(cx, at)? {
                    log::debug!("orders: query {at} is open after {} counterexamples", self.counterexamples);
                    for (pred, family) in self.families.iter().enumerate() {
                        let terms: Vec<TermId> = family.frontier().map(|candidate| candidate.term).collect();
                        log::trace!("orders: left: {pred}: {}", crate::term::show(&cx.store, &terms));
                    }
                    return Ok(false);
                }
            }
            let Some(at) = order.iter().copied().find(|&at| dirty[at]) else { return Ok(true) };
            dirty[at] = false;
            let Some(head) = self.slots[at].clause.head.as_ref().map(|head| head.pred.index()) else { continue };
            let mut lost = false;
            loop {
                match self.step(cx, at, head)? {
                    Step::Kept => break,
                    Step::Rows(rows) => {
                        if !self.families[head].add_rows(&mut cx.store, rows) {
                            return Err(Reason::Incomplete("a counterexample that is none".into()));
                        }
                    }
                    Step::Lost(terms) => self.families[head].give_up(&mut cx.store, &terms),
                }
                let work = self.families[head].take_work();
                cx.cancel.charge(ROUND * u32::try_from(work / 16).unwrap_or(u32::MAX));
                lost = true;
                self.counterexamples += 1;
                if self.counterexamples > LIMITS.counterexamples {
                    return Err(Reason::Incomplete("too many candidate orders".into()));
                }
            }
            if lost {
                for (other, slot) in self.slots.iter().enumerate() {
                    let mentions = |pred: usize| pred == head;
                    let body = slot.clause.body.iter().any(|atom| mentions(atom.pred.index()));
                    let again = other != at && slot.clause.head.as_ref().is_some_and(|a| mentions(a.pred.index()));
                    dirty[other] |= body || again;
                }
            }
        }
    }

    /// Whether the candidates refute a query.
    fn refutes(&mut self, cx: &mut Context, at: usize) -> Result<bool, Reason> {
        let slot = &mut self.slots[at];
        let answer = slot.check(cx, &self.families, Store::TRUE, &mut self.queries)?;
        slot.solver.pop(1);
        Ok(answer.is_unsat())
    }

    /// One counterexample to induction by a clause, or none.
    fn step(&mut self, cx: &mut Context, at: usize, head: usize) -> Result<Step, Reason> {
        cx.check()?;
        let terms: Vec<TermId> = self.families[head].frontier().map(|candidate| candidate.term).collect();
        if terms.is_empty() {
            return Ok(Step::Kept);
        }
        let slot = &mut self.slots[at];
        let flags = slot.flags(&mut cx.store, &terms)?;
        let all = cx.store.and(&flags);
        let violated = cx.store.not(all);
        let step = match slot.check(cx, &self.families, violated, &mut self.queries)? {
            SatResult::Unsat => Step::Kept,
            SatResult::Sat => match head_rows(cx, slot, self.roles, &self.families, &mut self.random)? {
                Some(rows) => Step::Rows(rows),
                None => {
                    let values = slot.solver.model(&cx.store, &flags)?;
                    let pairs = terms.iter().zip(values);
                    Step::Lost(pairs.filter(|(_, v)| *v != Value::Bool(true)).map(|(&term, _)| term).collect())
                }
            },
            // The last, most special ones go.
            SatResult::Unknown(_) => Step::Lost(terms[terms.len() / 2..].to_vec()),
        };
        slot.solver.pop(1);
        log::trace!(
            "orders: clause {at}, {} asked: {}",
            terms.len(),
            match &step {
                Step::Kept => "all hold".to_string(),
                Step::Rows(rows) => format!("{} rows, {:?}", rows.len(), rows[0]),
                Step::Lost(lost) => format!("{} lost", lost.len()),
            }
        );
        Ok(step)
    }
}

/// Whether a constraint is true under an assignment.
fn holds(store: &Store, constraint: TermId, values: &[Value]) -> bool {
    let assignment = Assignment::from_values(values.iter().cloned());
    Evaluator::new(store, &assignment).holds(constraint)
}

/// The arguments of an atom under an assignment; `None` if they are no small numbers.
fn row(store: &Store, atom: &Atom, values: &[Value]) -> Option<Vec<i64>> {
    let assignment = Assignment::from_values(values.iter().cloned());
    let mut evaluator = Evaluator::new(store, &assignment);
    atom.args.iter().map(|&arg| evaluator.eval(arg).as_ref().and_then(number)).collect()
}

/// Arguments that the head may have: those of the solver's model, and of other values near that model for which the
/// clause is as true; `None` if these are no small numbers.
fn head_rows(
    cx: &mut Context,
    slot: &mut Slot<'_>,
    roles: &[Vec<Role>],
    families: &[Family],
    random: &mut SplitMix,
) -> Result<Option<Vec<Vec<i64>>>, Reason> {
    let Some(head) = &slot.clause.head else { return Ok(None) };
    let vars = slot.clause.var_terms(&mut cx.store);
    let mut values = slot.solver.model(&cx.store, &vars)?;
    let store = &cx.store;
    if row(store, head, &values).is_none() {
        return Ok(None);
    }
    let mut rows = rows_near(store, slot.clause, head, roles, &values);
    // Without variables there is nothing near it.
    let moves = if values.is_empty() { 0 } else { LIMITS.moves };
    for _ in 0..moves {
        let mut moved = values.clone();
        for _ in 0..=random.below(2) {
            let at = random.index(moved.len());
            let other = random.index(moved.len());
            moved[at] = match &moved[at] {
                Value::Bool(truth) => Value::Bool(!truth),
                Value::Int(_) if random.one_in(2) && matches!(moved[other], Value::Int(_)) => moved[other].clone(),
                Value::Int(number) => Value::Int(number + &Int::from(random.within(-1, 1))),
                other => other.clone(),
            };
        }
        let possible = holds(store, slot.clause.constraint, &moved)
            && slot
                .clause
                .body
                .iter()
                .all(|atom| row(store, atom, &moved).is_some_and(|row| families[atom.pred.index()].respects(&row)));
        if possible {
            values = moved;
            for row in rows_near(store, slot.clause, head, roles, &values) {
                if !rows.contains(&row) && !families[head.pred.index()].respects(&row) {
                    rows.push(row);
                }
            }
        }
    }
    Ok(Some(rows))
}

/// The arguments of the head, and what they are at the other cells that the clause looks at.
fn rows_near(store: &Store, clause: &Clause, head: &Atom, roles: &[Vec<Role>], values: &[Value]) -> Vec<Vec<i64>> {
    let mut rows: Vec<Vec<i64>> = row(store, head, values).into_iter().collect();
    // The cells that body atoms are about: the terms of the index and of the contents, and their values.
    let mut cells: Vec<(PredId, &[TermId], Vec<Value>)> = Vec::new();
    let assignment = Assignment::from_values(values.iter().cloned());
    let mut evaluator = Evaluator::new(store, &assignment);
    for atom in &clause.body {
        let is_index = |at: &usize| roles[atom.pred.index()][*at] == Role::Index;
        let starts: Vec<usize> = (0..atom.args.len()).filter(is_index).collect();
        for (number, &start) in starts.iter().enumerate() {
            let end = starts.get(number + 1).copied().unwrap_or(atom.args.len());
            let terms = &atom.args[start..end];
            let values: Option<Vec<Value>> = terms.iter().map(|&term| evaluator.eval(term)).collect();
            if let Some(values) = values
                && !cells.iter().any(|cell| (cell.0, cell.1) == (atom.pred, terms))
            {
                cells.push((atom.pred, terms, values));
            }
        }
    }
    // The variables of the head's own two cells stand for any other two.
    let of_head = |at: &usize| roles[head.pred.index()][*at] == Role::Index;
    let own: Vec<(PredId, Vec<usize>)> = (0..head.args.len())
        .filter(of_head)
        .filter_map(|place| {
            let (pred, terms, _) = cells.iter().find(|cell| cell.1[0] == head.args[place])?;
            let vars = terms.iter().map(|&term| store.as_var(term).map(|var| var as usize));
            Some((*pred, vars.collect::<Option<Vec<usize>>>()?))
        })
        .collect();
    let [one, two] = &own[..] else { return rows };
    for first in cells.iter().filter(|cell| cell.0 == one.0) {
        for second in cells.iter().filter(|cell| cell.0 == two.0 && cell.2[0] != first.2[0]) {
            let mut moved = values.to_vec();
            for (own, other) in [(one, first), (two, second)] {
                own.1.iter().zip(&other.2).for_each(|(&to, value)| moved[to] = value.clone());
            }
            rows.extend(row(store, head, &moved).filter(|row| !rows.contains(row)));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::decide;

    /// Neighbours are exchanged until a round changes nothing.
    const BUBBLE: &str = "(set-logic HORN) (declare-fun p ((Array Int Int) Int Int Int) Bool)
            (assert (forall ((a (Array Int Int)) (n Int)) (p a n 0 1)))
            (assert (forall ((a (Array Int Int)) (n Int) (s Int) (j Int))
              (=> (and (p a n s j) (< j n) (> (select a (- j 1)) (select a j)))
                (p (store (store a j (select a (- j 1))) (- j 1) (select a j)) n 1 (+ j 1)))))
            (assert (forall ((a (Array Int Int)) (n Int) (s Int) (j Int))
              (=> (and (p a n s j) (< j n) (<= (select a (- j 1)) (select a j))) (p a n s (+ j 1)))))
            (assert (forall ((a (Array Int Int)) (n Int) (s Int) (j Int))
              (=> (and (p a n s j) (>= j n) (= s 1)) (p a n 0 1))))
            (assert (forall ((a (Array Int Int)) (n Int) (s Int) (j Int) (k Int) (m Int))
              (=> (and (p a n s j) (>= j n) (= s 0) (<= 0 k) (< k m) (< m n) (> (select a k) (select a m))) false)))";

    #[test]
    fn what_is_sorted_is_proved() {
        assert_eq!(decide(&mut Orders, BUBBLE, 60).0, "sat");
    }

    #[test]
    fn a_quantified_claim_is_proved() {
        let all = "(not (forall ((k Int)) (=> (and (<= 0 k) (< k (- n 1))) (<= (select a k) (select a (+ k 1))))))";
        let text = BUBBLE.replace("(<= 0 k) (< k m) (< m n) (> (select a k) (select a m))", all);
        assert_eq!(decide(&mut Orders, &text, 60).0, "sat");
    }

    #[test]
    fn what_is_not_sorted_is_not_proved() {
        // The flag is forgotten in the middle of a round.
        let text = BUBBLE.replace("(p a n s (+ j 1))", "(p a n 0 (+ j 1))");
        assert_ne!(decide(&mut Orders, &text, 60).0, "sat");
    }

    #[test]
    fn a_cell_bounds_others_and_parts_are_turned_round() {
        let least = "(set-logic HORN) (declare-fun p ((Array Int Int) Int Int Int) Bool)
            (assert (forall ((a (Array Int Int)) (n Int)) (p a n 0 1)))
            (assert (forall ((a (Array Int Int)) (n Int) (m Int) (i Int))
              (=> (and (p a n m i) (< i n)) (p a n (ite (< (select a i) (select a m)) i m) (+ i 1)))))
            (assert (forall ((a (Array Int Int)) (n Int) (m Int) (i Int) (k Int))
              (=> (and (p a n m i) (>= i n) (<= 0 k) (< k n) (< (select a k) (select a m))) false)))";
        assert_eq!(decide(&mut Orders, least, 60).0, "sat");
        let turned = "(set-logic HORN) (declare-fun p ((Array Int Int) (Array Int Int) Int Int) Bool)
            (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (n Int)) (p a b n 0)))
            (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (n Int) (i Int))
              (=> (and (p a b n i) (< i n)) (p a (store b i (select a (- (- n 1) i))) n (+ i 1)))))
            (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (n Int) (i Int) (k Int))
              (=> (and (p a b n i) (>= i n) (<= 0 k) (< k n) (not (= (select b k) (select a (- (- n 1) k))))) false)))";
        assert_eq!(decide(&mut Orders, turned, 60).0, "sat");
    }

    /// Two counters go against each other, until two cells differ; at the end what was compared is asked for.
    const TWO_WAYS: &str = "(set-logic HORN) (declare-fun p ((Array Int Int) Int Int Int Int) Bool)
            (assert (forall ((a (Array Int Int)) (n Int)) (=> (<= 1 n) (p a 0 (- n 1) 0 n))))
            (assert (forall ((a (Array Int Int)) (i Int) (j Int) (f Int) (n Int))
              (=> (and (p a i j f n) (< i j) (= f 0) (= (select a i) (select a j))) (p a (+ i 1) (- j 1) f n))))
            (assert (forall ((a (Array Int Int)) (i Int) (j Int) (f Int) (n Int))
              (=> (and (p a i j f n) (< i j) (= f 0) (distinct (select a i) (select a j))) (p a (+ i 1) j 1 n))))
            (assert (forall ((a (Array Int Int)) (i Int) (j Int) (f Int) (n Int) (k Int))
              (=> (and (p a i j f n) (>= i j) (= f 0) (<= 0 k) (< k n)
                       (distinct (select a k) (select a (- (- n 1) k)))) false)))";

    #[test]
    fn one_array_backwards_is_found_by_two_counters() {
        assert_eq!(decide(&mut Orders, TWO_WAYS, 120).0, "sat");
        // The first counter leaves out every other cell.
        let text = TWO_WAYS.replace("(p a (+ i 1) (- j 1) f n)", "(p a (+ i 2) (- j 1) f n)");
        assert_ne!(decide(&mut Orders, &text, 120).0, "sat");
    }

    #[test]
    fn other_systems_are_left_at_once() {
        for text in [
            "(set-logic HORN) (declare-fun p (Int) Bool) (assert (p 0)) (assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))
            (assert (forall ((x Int)) (=> (and (p x) (< x 0)) false)))",
            "(set-logic HORN) (declare-fun p ((Array Int Int)) Bool) (assert (forall ((a (Array Int Int))) (p a)))
            (assert (forall ((a (Array Int Int))) (=> (and (p a) (< (select a 0) 0)) false)))",
        ] {
            assert!(decide(&mut Orders, text, 60).0.starts_with("unknown"));
        }
    }
}
