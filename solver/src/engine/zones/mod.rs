//! `zones`: what is reachable, as difference-bound matrices for each combination of truth values and of what numbers
//! are compared with.
//!
//! Protocols with clocks, and programs with a few modes, have finitely many of these combinations, and in each of them
//! their numbers are bounded by sums and differences of constants: the zones of timed automata (Dill, *Timing
//! assumptions and verification of finite-state concurrent systems*, 1989). The sets of one combination are joined, and
//! widened when they have grown often, so that the search ends; it is abstract interpretation with a partition of the
//! states (Rival, Mauborgne, *The trace partitioning abstract domain*, 2007). Where no query applies to what is
//! reachable the sets are a model. The engine refutes nothing.

mod clause;
mod limits;
mod matrix;
mod set;
#[cfg(test)]
mod tests;

use super::{Context, Engine};
use crate::system::{Model, PredId, Reason, System, Verdict};
use crate::term::TermId;
use clause::{Compiled, Fuel, TooMuch};
use hashbrown::HashMap;
use limits::LIMITS;
use matrix::Matrix;
use set::{Cells, Key, Scale, Set, numbers};
use std::collections::{BTreeMap, VecDeque};

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zones;

impl Engine for Zones {
    fn name(&self) -> &'static str {
        "zones"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        solve(cx, system).unwrap_or_else(Verdict::Unknown)
    }
}

fn solve(cx: &mut Context, system: &System) -> Result<Verdict, Reason> {
    let incomplete = |what: &str| Reason::Incomplete(what.to_string());
    if !system.is_linear() {
        return Err(incomplete("zones need clauses with at most one atom in the body"));
    }
    let scale = Scale::of(&cx.store, system).ok_or_else(|| incomplete("numbers without a common denominator"))?;
    let compiled: Option<Vec<Compiled>> =
        system.clauses.iter().map(|clause| Compiled::new(&cx.store, clause, &scale)).collect();
    let clauses = compiled.ok_or_else(|| incomplete("a clause with too many numbers for zones"))?;
    let mut search = Search::new(system, &clauses, scale, Fuel::new(cx.cancel.clone()));
    search.reach(cx)?;
    let mut narrowed = 0;
    while search.fails(cx)? {
        if narrowed == LIMITS.narrowing {
            return Err(incomplete("the zones do not exclude every query"));
        }
        narrowed += 1;
        search.narrow(cx)?;
    }
    log::debug!("zones: {} sets, {} steps", search.count(), search.fuel.used());
    Ok(Verdict::Sat(search.model(cx)))
}

/// What is reachable of a predicate: bounds for each key, and how often they have grown.
type Reached = BTreeMap<Key, (Matrix, usize)>;

struct Search<'a> {
    system: &'a System,
    clauses: &'a [Compiled],
    scale: Scale,
    /// For each predicate what its numbers are compared with.
    cells: Vec<Cells>,
    thresholds: Vec<i64>,
    reached: Vec<Reached>,
    fuel: Fuel,
}

impl<'a> Search<'a> {
    fn new(system: &'a System, clauses: &'a [Compiled], scale: Scale, fuel: Fuel) -> Search<'a> {
        let mut thresholds: Vec<i64> = clauses.iter().flat_map(Compiled::constants).flat_map(|at| [at, -at]).collect();
        thresholds.sort_unstable();
        thresholds.dedup();
        Search {
            system,
            clauses,
            scale,
            cells: cells(system, clauses),
            thresholds,
            reached: vec![Reached::new(); system.preds.len()],
            fuel,
        }
    }

    /// Everything that is reachable, and more.
    fn reach(&mut self, cx: &Context) -> Result<(), Reason> {
        let mut todo: VecDeque<(PredId, Key)> = VecDeque::new();
        for clause in self.clauses.iter().filter(|clause| clause.body().is_none()) {
            let found = self.apply(cx, clause, None)?;
            self.add(found, &mut todo)?;
        }
        while let Some((pred, key)) = todo.pop_front() {
            let Some(set) = self.set(pred, &key) else { continue };
            let from = move |clause: &&Compiled| clause.body().is_some_and(|atom| atom.pred == pred);
            for clause in self.clauses.iter().filter(from).filter(|clause| clause.head().is_some()) {
                let found = self.apply(cx, clause, Some(&set))?;
                self.add(found, &mut todo)?;
            }
        }
        Ok(())
    }

    /// What is known under a key.
    fn set(&self, pred: PredId, key: &Key) -> Option<Set> {
        let (matrix, _) = self.reached[pred.index()].get(key)?;
        Some(Set { truth: key.0.clone(), matrix: matrix.closed()? })
    }

    /// All that is known of a predicate.
    fn sets(&self, pred: PredId) -> impl Iterator<Item = Set> {
        self.reached[pred.index()].keys().filter_map(move |key| self.set(pred, key))
    }

    /// How many sets there are.
    fn count(&self) -> usize {
        self.reached.iter().map(BTreeMap::len).sum()
    }

    /// The sets that a clause is applied to; nothing, once, if its body has no atom.
    fn bodies(&self, clause: &Compiled) -> Vec<Option<Set>> {
        clause.body().map_or_else(|| vec![None], |atom| self.sets(atom.pred).map(Some).collect())
    }

    /// What a clause derives from a set, in parts with their keys.
    fn apply(
        &mut self,
        cx: &Context,
        clause: &Compiled,
        set: Option<&Set>,
    ) -> Result<Vec<(PredId, Key, Matrix)>, Reason> {
        cx.check()?;
        let Some(head) = clause.head().map(|atom| atom.pred) else { return Ok(Vec::new()) };
        let mut parts: BTreeMap<Key, Matrix> = BTreeMap::new();
        let cells = &self.cells[head.index()];
        clause
            .apply(set, &mut self.fuel, &mut |found: Set| {
                for (key, matrix) in found.parts(cells) {
                    parts.entry(key).and_modify(|known| *known = known.join(&matrix)).or_insert(matrix);
                }
            })
            .map_err(|stop| too_much(cx, stop))?;
        Ok(parts.into_iter().map(|(key, matrix)| (head, key, matrix)).collect())
    }

    /// Adds what was found to what is reachable, and notes what is new.
    fn add(&mut self, found: Vec<(PredId, Key, Matrix)>, todo: &mut VecDeque<(PredId, Key)>) -> Result<(), Reason> {
        for (pred, key, matrix) in found {
            let reached = &mut self.reached[pred.index()];
            match reached.get_mut(&key) {
                None => {
                    reached.insert(key.clone(), (matrix, 0));
                    todo.push_back((pred, key));
                }
                Some((known, _)) if matrix.is_within(known) => {}
                Some((known, growth)) => {
                    let joined = known.join(&matrix);
                    *growth += 1;
                    *known = if *growth > LIMITS.growth { known.widen(&joined, &self.thresholds) } else { joined };
                    let new = (pred, key);
                    if !todo.contains(&new) {
                        todo.push_back(new);
                    }
                }
            }
        }
        if self.count() > LIMITS.sets {
            return Err(Reason::Incomplete("too many zones".to_string()));
        }
        Ok(())
    }

    /// Whether a query applies to what is reachable.
    fn fails(&mut self, cx: &Context) -> Result<bool, Reason> {
        for clause in self.clauses.iter().filter(|clause| clause.head().is_none()) {
            for set in self.bodies(clause) {
                cx.check()?;
                let mut applies = false;
                clause
                    .apply(set.as_ref(), &mut self.fuel, &mut |_| applies = true)
                    .map_err(|stop| too_much(cx, stop))?;
                if applies {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// One step from everything that is known to be reachable: what that leaves out is not.
    fn narrow(&mut self, cx: &Context) -> Result<(), Reason> {
        let mut next = vec![Reached::new(); self.system.preds.len()];
        for clause in self.clauses.iter().filter(|clause| clause.head().is_some()) {
            for set in self.bodies(clause) {
                for (pred, key, matrix) in self.apply(cx, clause, set.as_ref())? {
                    let reached = &mut next[pred.index()];
                    reached.entry(key).and_modify(|(known, _)| *known = known.join(&matrix)).or_insert((matrix, 0));
                }
            }
        }
        self.reached = next;
        Ok(())
    }

    fn model(&self, cx: &mut Context) -> Model {
        let definitions = self.system.pred_ids().map(|pred| {
            let (store, of) = (&mut cx.store, self.system.pred(pred));
            let formulas: Vec<TermId> = self.sets(pred).map(|set| set.formula(store, of, &self.scale)).collect();
            cx.store.or(&formulas)
        });
        Model { definitions: definitions.collect() }
    }
}

/// Why a search has ended.
fn too_much(cx: &Context, TooMuch: TooMuch) -> Reason {
    cx.check().err().unwrap_or_else(|| Reason::Incomplete("the zones take too much work".to_string()))
}

/// For each predicate what its numbers are compared with by equations, also behind clauses that only pass them on.
fn cells(system: &System, clauses: &[Compiled]) -> Vec<Cells> {
    let empty = |pred: PredId| vec![Vec::new(); numbers(system.pred(pred)).len()];
    let mut cells: Vec<Cells> = system.pred_ids().map(empty).collect();
    let positions: Vec<Vec<usize>> = system.pred_ids().map(|pred| numbers(system.pred(pred))).collect();
    let mut links: Vec<[(PredId, usize); 2]> = Vec::new();
    for clause in clauses {
        let mut places: HashMap<u32, (PredId, usize)> = HashMap::new();
        let atoms = [(clause.body(), true), (clause.head(), false)];
        for (atom, tested) in atoms.into_iter().filter_map(|(atom, tested)| Some((atom?, tested))) {
            for (at, &position) in positions[atom.pred.index()].iter().enumerate() {
                let node = atom.args[position];
                if tested {
                    cells[atom.pred.index()][at].extend(clause.compared(node));
                }
                if !clause.is_constant(node)
                    && let Some(other) = places.insert(node, (atom.pred, at))
                {
                    links.push([other, (atom.pred, at)]);
                }
            }
        }
    }
    let tidy = |numbers: &mut Vec<i64>| {
        numbers.sort_unstable();
        numbers.dedup();
    };
    cells.iter_mut().flatten().for_each(tidy);
    loop {
        let mut changed = false;
        for [one, other] in &links {
            for (from, to) in [(one, other), (other, one)] {
                let more = cells[from.0.index()][from.1].clone();
                let known = &mut cells[to.0.index()][to.1];
                let before = known.len();
                known.extend(more);
                tidy(known);
                changed |= known.len() > before;
            }
        }
        if !changed {
            break;
        }
    }
    // An argument that is compared with very many numbers is none that says where a run is.
    cells.iter_mut().flatten().filter(|numbers| numbers.len() > LIMITS.cells).for_each(Vec::clear);
    cells
}
