//! `tpa`: transition power abstraction, for counterexamples thousands of steps deep and for loops that are easier to
//! bound than to invent lemmas for.
//!
//! At level n stands a relation that over-approximates what is reachable in at most 2^n steps: level 0 is the
//! transition relation with standing still, and lemmas of level n + 1 are interpolants between two steps of level n and
//! a pair of source and target. A question at level n is one about two steps of level n - 1: if the over-approximation
//! has no path, an interpolant is learnt; if it has, the halves are asked about. Each level that refutes the question
//! doubles the number of steps. (Blicha, Fedyukovich, Hyvärinen, Sharygina: *Transition power abstractions for deep
//! counterexample detection*, TACAS 2022.) Beside the over-approximations there are under-approximations
//! ([`super::powers`]): what was found to be reachable is kept as a cube over both states, so that the two halves of a
//! long loop are one question, and not as many as the loop has rounds.
//!
//! Safety is a level some of whose lemmas are closed under one more step, see [`super::closed`].

use super::closed::invariant;
use super::cubes::{interpolate, interpolate_by_clauses};
use super::formulas::{Choice, choice, choose, model_of, shift, vanished};
use super::limits::LIMITS;
use super::powers::{Power, Powers, Shape};
use super::system::{Path, TransitionSystem};
use crate::engine::Context;
use crate::project::project;
use crate::smt::{Lit, Purpose, SmtSolver};
use crate::system::{Reason, System, Verdict};
use crate::term::{Assignment, Store, TermId, Value, conjuncts};

/// Decides a transition system by transition power abstraction.
pub(super) fn solve(cx: &mut Context, system: &System, ts: &TransitionSystem) -> Result<Verdict, Reason> {
    let mut search = Search::new(cx, ts);
    let result = search.run(system);
    let [one, other] = &mut search.side;
    let statistics = [&mut search.solver, one, other].map(SmtSolver::take_statistics);
    for part in &statistics {
        cx.statistics.add(part);
    }
    result
}

/// The state of a search.
pub(super) struct Search<'a> {
    pub(super) cx: &'a mut Context,
    pub(super) ts: &'a TransitionSystem,
    /// The first, second and third state.
    pub(super) states: [Vec<TermId>; 3],
    /// Initial and bad states, over the first state.
    pub(super) init: Choice,
    pub(super) bad: Choice,
    /// A step or none from the first state to the second, and from the second to the third; the last choice is to stand
    /// still.
    first_step: Choice,
    second_step: Choice,
    /// For each level from 1 its lemmas over the first two states; level 0 is empty here.
    pub(super) lemmas: Vec<Vec<TermId>>,
    powers: Powers,
    pub(super) solver: SmtSolver,
    /// For interpolation and for states on paths.
    side: [SmtSolver; 2],
    next: u32,
    questions: u64,
    /// Set when cubes and half-spaces gave no interpolant several times.
    awkward: u32,
}

impl<'a> Search<'a> {
    fn new(cx: &'a mut Context, ts: &'a TransitionSystem) -> Search<'a> {
        let width = ts.width();
        let states = [0, 1, 2].map(|i| cx.store.vars(i * width, &ts.sorts));
        let mut next = 3 * width;
        let init = choice(&mut cx.store, &ts.inits, &states[0], &[], &mut next);
        let bad = choice(&mut cx.store, &ts.bads, &states[0], &[], &mut next);
        let [first_step, second_step] = [0, 1].map(|from: usize| {
            let step = choice(&mut cx.store, &ts.steps, &states[from], &states[from + 1], &mut next);
            let equations: Vec<TermId> =
                states[from].iter().zip(&states[from + 1]).map(|(&a, &b)| cx.store.eq(a, b)).collect();
            let mut formulas = step.formulas;
            formulas.push(cx.store.and(&equations));
            choose(&mut cx.store, formulas, &mut next)
        });
        let (solver, side) = (cx.solver(), [cx.solver(), cx.solver()]);
        Search {
            cx,
            ts,
            states,
            init,
            bad,
            first_step,
            second_step,
            lemmas: vec![Vec::new()],
            powers: Powers::default(),
            solver,
            side,
            next,
            questions: 0,
            awkward: 0,
        }
    }

    fn run(&mut self, system: &System) -> Result<Verdict, Reason> {
        let (init, bad) = (self.init.formula, self.bad.formula);
        for level in 0.. {
            self.cx.progress.set_bound(level as u64);
            if let Some(power) = self.reach(level, init, bad)? {
                let path = self.path(power)?;
                log::debug!("tpa: a path of {} steps at level {level}", path.steps.len());
                return self.ts.refutation(self.cx, system, &path).map(Verdict::Unsat);
            }
            log::debug!(
                "tpa: level {level} closed; {} lemmas, {} cubes, {} questions",
                self.lemmas.iter().map(Vec::len).sum::<usize>(),
                self.powers.all.len(),
                self.questions
            );
            if level > 0 {
                if let Some(invariant) = invariant(self, level)? {
                    return Ok(Verdict::Sat(self.ts.model(&mut self.cx.store, system, invariant)));
                }
                self.push_lemmas(level)?;
            }
            if level > 60 {
                break;
            }
        }
        Err(Reason::Incomplete("too many levels".to_string()))
    }

    /// Is a state of `target` reachable from one of `source` in at most 2^level steps? If so, the number of a cube with
    /// such states; if not, the lemmas of the level say so. Both are formulas over the first state (and variables of
    /// their own).
    fn reach(&mut self, level: usize, source: TermId, target: TermId) -> Result<Option<usize>, Reason> {
        self.cx.check()?;
        self.questions += 1;
        self.cx.progress.set_queries(self.questions);
        if self.lemmas.len() <= level {
            self.lemmas.push(Vec::new());
        }
        let after = self.at(target, 1);
        if level == 0 {
            let step = self.first_step.clone();
            let Some(model) = self.ask(&[step.formula], &[source, after])? else { return Ok(None) };
            return self.new_step(&step, &model).map(Some);
        }
        if let Some(known) = self.known(level, source, after)? {
            return Ok(Some(known));
        }
        loop {
            self.cx.check()?;
            let relation = self.two_steps(level - 1);
            let end = self.at(target, 2);
            let Some(model) = self.ask(&relation, &[source, end])? else {
                self.learn(level, &relation, source, end)?;
                return Ok(None);
            };
            let mut parts = relation;
            parts.extend([source, end]);
            let middle = self.project(&parts, 1, &model)?;
            let Some(left) = self.reach(level - 1, source, middle)? else { continue };
            // Some states that the first half really reaches.
            let middle = self.at(middle, 1);
            let parts = [source, self.powers.all[left].cube, middle];
            let Some(model) = self.ask(&[], &parts)? else { return Err(vanished()) };
            let reached = self.project(&parts, 1, &model)?;
            let Some(right) = self.reach(level - 1, reached, target)? else { continue };
            return self.compose(level, (left, right), source, end).map(Some);
        }
    }

    /// A cube of the level that connects source and target.
    fn known(&mut self, level: usize, source: TermId, after: TermId) -> Result<Option<usize>, Reason> {
        let known: Vec<usize> = self.powers.of(level).iter().rev().take(LIMITS.tpa_cubes).copied().collect();
        if known.is_empty() {
            return Ok(None);
        }
        let cubes = known.iter().map(|&i| self.powers.all[i].cube).collect();
        let mut next = self.next;
        let choice = choose(&mut self.cx.store, cubes, &mut next);
        let Some(model) = self.ask(&[], &[choice.formula, source, after])? else { return Ok(None) };
        Ok(choice.taken(&self.cx.store, &model).map(|i| known[i]))
    }

    /// The cube of the step that a model takes.
    fn new_step(&mut self, step: &Choice, model: &Assignment) -> Result<usize, Reason> {
        let taken = step.taken(&self.cx.store, model).ok_or_else(vanished)?;
        let formula = step.formulas[taken];
        let cube = self.project_onto(&[formula], &[0, 1], model)?;
        let shape = if taken == self.ts.steps.len() { Shape::Still } else { Shape::Step(taken) };
        Ok(self.powers.add(0, Power { cube, shape }))
    }

    /// The cube of two paths, one after the other, at states that lead from the source to the target.
    fn compose(
        &mut self,
        level: usize,
        (left, right): (usize, usize),
        source: TermId,
        end: TermId,
    ) -> Result<usize, Reason> {
        for (one, other) in [(left, right), (right, left)] {
            if self.powers.all[one].shape == Shape::Still {
                let other = self.powers.all[other];
                return Ok(self.powers.add(level, other));
            }
        }
        let halves = [self.powers.all[left].cube, self.shifted(self.powers.all[right].cube)];
        let Some(model) = self.ask(&[], &[source, halves[0], halves[1], end])? else { return Err(vanished()) };
        let joined = self.project_onto(&halves, &[0, 2], &model)?;
        // Back from the third state to the second.
        let mut images = self.states[0].clone();
        images.extend(self.states[1].clone());
        images.extend(self.states[1].clone());
        let cube = shift(&mut self.cx.store, joined, &images);
        Ok(self.powers.add(level, Power { cube, shape: Shape::Both(left, right) }))
    }

    /// Two steps of a level, from the first state to the third.
    fn two_steps(&mut self, level: usize) -> Vec<TermId> {
        if level == 0 {
            return vec![self.first_step.formula, self.second_step.formula];
        }
        let mut parts = self.lemmas[level].clone();
        for i in 0..parts.len() {
            parts.push(self.shifted(parts[i]));
        }
        parts
    }

    /// Adds the interpolant between two steps of the level below and the question to the level's lemmas.
    fn learn(&mut self, level: usize, relation: &[TermId], source: TermId, end: TermId) -> Result<(), Reason> {
        let first = self.cx.store.and(relation);
        let second = self.cx.store.and2(source, end);
        let width = self.ts.width();
        let shared = move |v: u32| v < width || (2 * width..3 * width).contains(&v);
        let mut found = None;
        if self.awkward < 8 {
            found = interpolate(self.cx, &mut self.side, first, second, &shared)?;
        }
        let interpolant = match found {
            Some(found) => found,
            None => {
                self.awkward += 1;
                interpolate_by_clauses(self.cx, first, second)?
            }
        };
        let mut images = self.states[0].clone();
        images.extend(self.states[1].clone());
        images.extend(self.states[1].clone());
        let lemma = shift(&mut self.cx.store, interpolant, &images);
        log::trace!("tpa: level {level}: {}", crate::term::show(&self.cx.store, &[lemma]));
        for part in conjuncts(&self.cx.store, lemma) {
            if part != Store::TRUE && !self.lemmas[level].contains(&part) {
                self.lemmas[level].push(part);
            }
        }
        Ok(())
    }

    /// Lemmas of a level that hold of two of its steps are lemmas of the next.
    fn push_lemmas(&mut self, level: usize) -> Result<(), Reason> {
        let relation = self.two_steps(level);
        let mut pushed = Vec::new();
        for lemma in self.lemmas[level].clone() {
            let mut images = self.states[0].clone();
            images.extend(self.states[2].clone());
            let over = shift(&mut self.cx.store, lemma, &images);
            let not = self.cx.store.not(over);
            if self.holds_not(&relation, not)? {
                pushed.push(lemma);
            }
        }
        log::debug!("tpa: {} of {} lemmas pushed from level {level}", pushed.len(), self.lemmas[level].len());
        self.lemmas.push(pushed);
        Ok(())
    }

    /// Whether formulas exclude another one.
    fn holds_not(&mut self, formulas: &[TermId], other: TermId) -> Result<bool, Reason> {
        let assumptions = self.literals(formulas)?;
        self.solver.push();
        self.solver.assert(&self.cx.store, other)?;
        let answer = self.solver.check(Purpose::Consecution, &assumptions)?;
        self.solver.pop(1);
        Ok(answer.is_unsat())
    }

    fn literals(&mut self, formulas: &[TermId]) -> Result<Vec<Lit>, Reason> {
        let mut literals = Vec::with_capacity(formulas.len());
        for &formula in formulas {
            literals.push(self.solver.literal_for(&self.cx.store, formula)?);
        }
        Ok(literals)
    }

    /// A model of formulas, those that come again and those that do not.
    pub(super) fn ask(&mut self, lasting: &[TermId], others: &[TermId]) -> Result<Option<Assignment>, Reason> {
        let assumptions = self.literals(lasting)?;
        let mut all = lasting.to_vec();
        all.extend(others);
        all.extend(self.states.iter().flatten());
        model_of(&self.cx.store, &mut self.solver, Purpose::Reachability, &assumptions, others, &all)
    }

    /// A number from which on no variables are in use.
    pub(super) fn fresh(&self) -> u32 {
        self.next
    }

    /// A state formula put to another state.
    pub(super) fn at(&mut self, formula: TermId, state: usize) -> TermId {
        shift(&mut self.cx.store, formula, &self.states[state])
    }

    /// A relation between the first two states put to the last two.
    pub(super) fn shifted(&mut self, relation: TermId) -> TermId {
        let images = [self.states[1].clone(), self.states[2].clone()].concat();
        shift(&mut self.cx.store, relation, &images)
    }

    /// The projection of formulas at a model to one state, as a formula over the first.
    fn project(&mut self, formulas: &[TermId], state: usize, model: &Assignment) -> Result<TermId, Reason> {
        let cube = self.project_onto(formulas, &[state], model)?;
        let images: Vec<TermId> = (0..3).flat_map(|_| self.states[0].clone()).collect();
        Ok(shift(&mut self.cx.store, cube, &images))
    }

    fn project_onto(&mut self, formulas: &[TermId], kept: &[usize], model: &Assignment) -> Result<TermId, Reason> {
        let store = &mut self.cx.store;
        let mut gone = crate::term::free_vars(store, formulas);
        gone.retain(|v| !kept.iter().any(|&state| self.states[state].contains(v)));
        let cube = project(store, formulas, &gone, model)
            .ok_or_else(|| Reason::Incomplete("a formula without projection".to_string()))?;
        Ok(store.and(&cube))
    }

    /// The path of a cube from an initial state to a bad one.
    fn path(&mut self, power: usize) -> Result<Path, Reason> {
        let cube = self.powers.all[power].cube;
        let bad = self.at(self.bad.formula, 1);
        let init = self.init.formula;
        let Some(model) = self.ask(&[], &[init, cube, bad])? else { return Err(vanished()) };
        let store = &self.cx.store;
        let value = |&var: &TermId| -> Result<Value, Reason> {
            let known = store.as_var(var).and_then(|index| model.get(index)).cloned();
            known.or_else(|| Value::default_of(store, store.sort_of(var))).ok_or_else(vanished)
        };
        let from: Vec<Value> = self.states[0].iter().map(value).collect::<Result<_, _>>()?;
        let to: Vec<Value> = self.states[1].iter().map(value).collect::<Result<_, _>>()?;
        let init = self.init.taken(store, &model).ok_or_else(vanished)?;
        let bad = self.bad.taken(store, &model).ok_or_else(vanished)?;
        let (steps, states) = self.powers.path(self.cx, &mut self.side[0], self.ts, power, from, to)?;
        Ok(Path { init, steps, bad, states })
    }
}
