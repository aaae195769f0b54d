//! `pdkind`: property-directed k-induction for transition systems.
//!
//! What is to be shown is a set of lemmas, each beside the states it is there to exclude, all of which hold for the
//! first n transitions. A round asks of each lemma whether it is k-inductive relative to all of them, k ≤ n + 1. Where
//! it is not, either the states to be excluded follow after k transitions from states that the lemmas allow: then these
//! must be excluded as well, or there is a counterexample. Or the lemma alone fails: then the states from which it does
//! are excluded by a stronger lemma, unless they are reachable, which leaves of the lemma what it was made for. What is
//! reachable within n transitions is the business of frames of lemmas, as in property-directed reachability. When a
//! round changes nothing, all lemmas together are k-inductive. (Jovanović, Dutertre: *Property-directed k-induction*,
//! FMCAD 2016.)
//!
//! The certificate comes from k-induction (`kind`); a counterexample is looked for at the length that is known.

use super::chain::Chain;
use super::formulas::{eliminate, model_of, shift, vanished};
use super::kind;
use super::limits::LIMITS;
use super::system::TransitionSystem;
use crate::engine::Context;
use crate::project::project;
use crate::smt::{Lit, Purpose, SmtSolver};
use crate::system::{Reason, System, Verdict};
use crate::term::{Assignment, TermId, conjuncts};
use std::collections::VecDeque;

/// A lemma and what it is for.
#[derive(Clone, Debug)]
struct Lemma {
    /// Holds for the first n transitions.
    formula: TermId,
    /// States from which a bad one is reached.
    excluded: TermId,
    /// After how many transitions.
    distance: usize,
    /// Whether the formula is just that the excluded states are not reached, since what it was before fails later.
    weak: bool,
}

/// What a round found.
enum Round {
    /// All lemmas together are k-inductive.
    Inductive(usize),
    /// All lemmas hold for so many transitions.
    Valid(usize),
    /// A bad state is reached after at most so many transitions.
    Reached(usize),
}

/// Whether states are reached by at most so many transitions.
enum Answer {
    /// They are, after so many at least.
    After(usize),
    /// They are not; this holds of all that are.
    Excluded(TermId),
}

/// Decides a transition system by property-directed k-induction.
pub(super) fn solve(cx: &mut Context, system: &System, ts: &TransitionSystem) -> Result<Verdict, Reason> {
    let mut search = Search::new(cx, ts)?;
    let result = search.run(system);
    for solver in [&mut search.reach, &mut search.induct].into_iter().chain(&mut search.side) {
        search.cx.statistics.add(&solver.take_statistics());
    }
    result
}

struct Search<'a> {
    cx: &'a mut Context,
    ts: &'a TransitionSystem,
    /// Its first two states are also those of the frames.
    chain: Chain,
    lemmas: Vec<Lemma>,
    /// For each number of transitions what holds of all states that are reached by so many at most.
    frames: Vec<Vec<TermId>>,
    reach: SmtSolver,
    induct: SmtSolver,
    side: [SmtSolver; 2],
    questions: u64,
}

impl<'a> Search<'a> {
    fn new(cx: &'a mut Context, ts: &'a TransitionSystem) -> Result<Search<'a>, Reason> {
        let width = ts.width();
        let bads: Vec<TermId> = ts.bads.iter().map(|rule| rule.formula).collect();
        let bad = cx.store.or(&bads);
        let bad = eliminate(cx, bad, |v| v >= width, LIMITS.kind_projections)?
            .ok_or_else(|| Reason::Incomplete("bad states that take too long to write down".to_string()))?;
        let chain = Chain::new(&mut cx.store, ts);
        let (reach, induct, side) = (cx.solver(), cx.solver(), [cx.solver(), cx.solver()]);
        let property = cx.store.not(bad);
        let lemmas = vec![Lemma { formula: property, excluded: bad, distance: 0, weak: false }];
        let mut search = Search { cx, ts, chain, lemmas, frames: vec![Vec::new()], reach, induct, side, questions: 0 };
        search.chain.extend(&mut search.cx.store, ts, 1);
        Ok(search)
    }

    fn run(&mut self, system: &System) -> Result<Verdict, Reason> {
        let bad = self.lemmas[0].excluded;
        if self.reach(0, &[bad])? {
            return self.chain.counterexample(self.cx, self.ts, system, 0);
        }
        let mut n = 0;
        loop {
            self.cx.check()?;
            self.cx.progress.set_bound(n as u64);
            let k = (n + 1).min(LIMITS.pdkind_depth);
            log::debug!(
                "pdkind: valid for {n} transitions, {k}-induction of {} lemmas, {} questions, {} lemmas of frames",
                self.lemmas.len(),
                self.questions,
                self.frames.iter().map(Vec::len).sum::<usize>()
            );
            match self.round(n, k)? {
                Round::Inductive(k) => {
                    let invariant = self.invariant(k)?;
                    return Ok(Verdict::Sat(self.ts.model(&mut self.cx.store, system, invariant)));
                }
                Round::Reached(length) => return self.chain.counterexample(self.cx, self.ts, system, length),
                Round::Valid(valid) => n = valid,
            }
        }
    }

    /// Tries each lemma with k-induction, all being known to hold for n transitions.
    fn round(&mut self, n: usize, k: usize) -> Result<Round, Reason> {
        self.chain.extend(&mut self.cx.store, self.ts, k);
        let mut valid = n + k;
        for lemma in &mut self.lemmas {
            lemma.weak = false;
        }
        let mut queue: VecDeque<usize> = (0..self.lemmas.len()).collect();
        while let Some(at) = queue.pop_front() {
            let Lemma { formula, excluded, distance, .. } = self.lemmas[at].clone();
            let end = self.chain.states[k].clone();
            let claim = self.cx.store.not(formula);
            let claim = shift(&mut self.cx.store, claim, &end);
            let Some(fails) = self.after(k, claim)? else { continue };
            let target = shift(&mut self.cx.store, excluded, &end);
            if let Some(model) = self.after(k, target)? {
                let cube = self.before(k, target, &model)?;
                match self.reachable(n, &cube)? {
                    Answer::After(steps) => return Ok(Round::Reached(steps + k + distance)),
                    Answer::Excluded(lemma) => {
                        log::trace!("pdkind: new lemma {}", crate::term::show(&self.cx.store, &[lemma]));
                        let excluded = self.cx.store.and(&cube);
                        self.lemmas.push(Lemma { formula: lemma, excluded, distance: distance + k, weak: false });
                        queue.push_back(self.lemmas.len() - 1);
                        queue.push_back(at);
                    }
                }
                continue;
            }
            let cube = self.before(k, claim, &fails)?;
            match self.reachable(n, &cube)? {
                Answer::After(steps) => {
                    // All are relative to this one, which holds until then.
                    let claim = self.cx.store.not(formula);
                    let fails = match valid.min(steps + k) {
                        last if last > n + 1 => self.fewest(n + 1, last - 1, &[claim])?.unwrap_or(last),
                        last => last,
                    };
                    valid = valid.min(fails);
                    self.lemmas[at].formula = self.cx.store.not(excluded);
                    self.lemmas[at].weak = true;
                }
                Answer::Excluded(lemma) => {
                    self.lemmas[at].formula = self.cx.store.and2(formula, lemma);
                    queue.push_back(at);
                }
            }
        }
        if self.lemmas.iter().any(|lemma| lemma.weak) {
            return Ok(Round::Valid(valid));
        }
        Ok(Round::Inductive(k))
    }

    /// A model of k transitions through states that all lemmas allow, with the condition at their end.
    fn after(&mut self, k: usize, end: TermId) -> Result<Option<Assignment>, Reason> {
        self.cx.check()?;
        self.questions += 1;
        self.cx.progress.set_queries(self.questions);
        let mut known: Vec<TermId> = Vec::new();
        for lemma in &self.lemmas {
            known.extend(conjuncts(&self.cx.store, lemma.formula));
        }
        known.sort_unstable();
        known.dedup();
        let mut assumptions = Vec::new();
        for i in 0..k {
            assumptions.push(self.induct.literal_for(&self.cx.store, self.chain.steps[i].formula)?);
            for &formula in &known {
                let here = shift(&mut self.cx.store, formula, &self.chain.states[i]);
                assumptions.push(self.induct.literal_for(&self.cx.store, here)?);
            }
        }
        let mut terms = vec![end];
        terms.extend(self.chain.steps[..k].iter().map(|step| step.formula));
        terms.extend(self.chain.states[..=k].iter().flatten());
        model_of(&self.cx.store, &mut self.induct, Purpose::Consecution, &assumptions, &[end], &terms)
    }

    /// A cube of states from which k transitions lead to the condition, those of the model.
    fn before(&mut self, k: usize, end: TermId, model: &Assignment) -> Result<Vec<TermId>, Reason> {
        let mut formulas = vec![end];
        for step in &self.chain.steps[..k] {
            let taken = step.taken(&self.cx.store, model).ok_or_else(vanished)?;
            formulas.push(step.formulas[taken]);
        }
        self.project(&formulas, model)
    }

    /// The projection of formulas onto the first state.
    fn project(&mut self, formulas: &[TermId], model: &Assignment) -> Result<Vec<TermId>, Reason> {
        let width = self.ts.width();
        let mut gone = crate::term::free_vars(&self.cx.store, formulas);
        gone.retain(|&v| self.cx.store.as_var(v).is_none_or(|v| v >= width));
        project(&mut self.cx.store, formulas, &gone, model)
            .ok_or_else(|| Reason::Incomplete("a formula without projection".to_string()))
    }

    /// Whether a state of the cube is reached by at most n transitions.
    fn reachable(&mut self, n: usize, cube: &[TermId]) -> Result<Answer, Reason> {
        Ok(match self.fewest(0, n, cube)? {
            Some(level) => Answer::After(level),
            None => Answer::Excluded(self.frames[n][self.frames[n].len() - 1]),
        })
    }

    /// After how many transitions, from the first to the last number, a state of the cube is reached.
    fn fewest(&mut self, first: usize, last: usize, cube: &[TermId]) -> Result<Option<usize>, Reason> {
        for level in first..=last {
            if self.reach(level, cube)? {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// Whether a state of the cube is reached by at most so many transitions; if not, the last lemma of the level
    /// excludes it.
    fn reach(&mut self, level: usize, cube: &[TermId]) -> Result<bool, Reason> {
        while self.frames.len() <= level {
            self.frames.push(Vec::new());
        }
        let mut stack = vec![(level, cube.to_vec())];
        while let Some((level, cube)) = stack.last().cloned() {
            self.cx.check()?;
            self.questions += 1;
            let state = self.cx.store.and(&cube);
            let init = self.reach.literal_for(&self.cx.store, self.chain.init.formula)?;
            if model_of(&self.cx.store, &mut self.reach, Purpose::Reachability, &[init], &[state], &[])?.is_some() {
                return Ok(true);
            }
            if level > 0 {
                let assumptions = self.one_step(level - 1)?;
                let after = shift(&mut self.cx.store, state, &self.chain.states[1]);
                let step = self.chain.steps[0].clone();
                let mut terms = vec![after, step.formula, self.chain.init.formula];
                terms.extend(self.chain.states[..2].iter().flatten());
                let found =
                    model_of(&self.cx.store, &mut self.reach, Purpose::Reachability, &assumptions, &[after], &terms)?;
                if let Some(model) = found {
                    let taken = step.taken(&self.cx.store, &model).ok_or_else(vanished)?;
                    let before = self.project(&[step.formulas[taken], after], &model)?;
                    stack.push((level - 1, before));
                    continue;
                }
            }
            self.learn(level, &cube)?;
            stack.pop();
        }
        Ok(false)
    }

    /// The assumptions of a transition from the states that are reached by at most so many.
    fn one_step(&mut self, level: usize) -> Result<Vec<Lit>, Reason> {
        let mut formulas = vec![self.chain.steps[0].formula];
        if level == 0 {
            formulas.push(self.chain.init.formula);
        }
        formulas.extend(self.frames[level..].iter().flatten());
        let mut literals = Vec::with_capacity(formulas.len());
        for formula in formulas {
            literals.push(self.reach.literal_for(&self.cx.store, formula)?);
        }
        Ok(literals)
    }

    /// Adds to a level the lemma that excludes a cube which is not reached.
    fn learn(&mut self, level: usize, cube: &[TermId]) -> Result<(), Reason> {
        let mut needed = self.core(level, cube)?.ok_or_else(vanished)?;
        // One literal after the other is tried without, the last ones first: these come from later states.
        let mut at = needed.len();
        while at > 0 && needed.len() > 1 {
            at -= 1;
            let mut fewer = needed.clone();
            fewer.remove(at);
            if let Some(core) = self.core(level, &fewer)? {
                needed = core;
                at = at.min(needed.len());
            }
        }
        let cube = self.cx.store.and(&needed);
        let lemma = self.cx.store.not(cube);
        self.frames[level].push(lemma);
        Ok(())
    }

    /// Literals of the cube that suffice for it not to be reached by at most so many transitions; `None` if it may be.
    fn core(&mut self, level: usize, cube: &[TermId]) -> Result<Option<Vec<TermId>>, Reason> {
        let mut needed = vec![false; cube.len()];
        for from in 0..=usize::from(level > 0) {
            let base = if from == 0 {
                vec![self.reach.literal_for(&self.cx.store, self.chain.init.formula)?]
            } else {
                self.one_step(level - 1)?
            };
            // What is asked once is gone then, or it would be in the way of later questions.
            self.reach.push();
            let mut literals = Vec::with_capacity(cube.len());
            for &literal in cube {
                let here = shift(&mut self.cx.store, literal, &self.chain.states[from]);
                let named = self.reach.new_literal();
                self.reach.assert_implied(&self.cx.store, named, here)?;
                literals.push(named);
            }
            let assumptions = [base, literals.clone()].concat();
            let holds = self.reach.check(Purpose::Generalize, &assumptions)?.is_unsat();
            if holds {
                for used in self.reach.unsat_core()? {
                    for (i, literal) in literals.iter().enumerate() {
                        needed[i] |= *literal == used;
                    }
                }
            }
            self.reach.pop(1);
            if !holds {
                return Ok(None);
            }
        }
        Ok(Some(cube.iter().zip(needed).filter(|(_, needed)| *needed).map(|(&literal, _)| literal).collect()))
    }

    /// The 1-inductive invariant that the lemmas stand for.
    fn invariant(&mut self, k: usize) -> Result<TermId, Reason> {
        let formulas: Vec<TermId> = self.lemmas.iter().map(|lemma| lemma.formula).collect();
        let all = self.cx.store.and(&formulas);
        log::debug!("pdkind: {} lemmas are {k}-inductive", formulas.len());
        if k == 1 {
            return Ok(all);
        }
        let not = self.cx.store.not(all);
        kind::invariant(self.cx, self.ts, k as u32, &[(not, &[])], all)
    }
}
