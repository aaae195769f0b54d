//! Working off proof obligations.

use super::Search;
use super::frames::INFINITY;
use super::obligations::ObligationId;
use super::oracle::{Answer, Application};
use super::reach::{body_states, head_state};
use crate::project::project;
use crate::smt::Purpose;
use crate::system::Reason;
use crate::term::{Assignment, Op, Relation, SortId, Store, Substitution, TermId, Value, evaluate};

impl Search<'_> {
    /// Works off all obligations up to the bound. `Some(fact)`: `false` is derivable, by that reach fact.
    pub(super) fn search(&mut self, root: ObligationId) -> Result<Option<usize>, Reason> {
        if self.obligations.get(root).level < self.bound {
            self.obligations.open_at(root, self.bound);
        }
        while let Some(id) = self.obligations.next(self.bound) {
            self.cx.check()?;
            if let Some(fact) = self.expand(id)? {
                return Ok(Some(fact));
            }
        }
        Ok(None)
    }

    /// Blocks an obligation, finds it reached, or adds another one below it. `Some(fact)` if `false` is derived.
    fn expand(&mut self, id: ObligationId) -> Result<Option<usize>, Reason> {
        self.counts.expanded += 1;
        let obligation = self.obligations.get(id).clone();
        let (pred, level) = (obligation.pred, obligation.level);
        if let Some(lemma) = self.blocking_lemma(&obligation.cube, pred, level, obligation.lemma)? {
            self.blocked(id, lemma);
            return Ok(None);
        }
        let mut answer = self.ask(Purpose::Reachability, pred, level, &obligation.cube, &[])?;
        if matches!(answer, Answer::Unknown) {
            answer = self.ask_again(pred, level, &obligation.cube)?;
        }
        match answer {
            Answer::Unknown => Err(Reason::Incomplete("the SMT process could not answer a query of pdr".to_string())),
            Answer::Blocked { cube, level: holds } => {
                let lemma = self.learn(&obligation, cube, holds)?;
                self.blocked(id, lemma);
                Ok(None)
            }
            Answer::Step(application) => self.step(id, application),
        }
    }

    /// Asks the oracle, and remembers an application it finds.
    pub(super) fn ask(
        &mut self,
        purpose: Purpose,
        pred: usize,
        level: u32,
        cube: &[TermId],
        extra: &[crate::smt::Lit],
    ) -> Result<Answer, Reason> {
        let answer = self.oracle.ask(&mut self.cx.store, &self.rules, purpose, pred, level, cube, extra)?;
        if let Answer::Step(application) = &answer {
            self.remember(pred, application);
        }
        Ok(answer)
    }

    /// Keeps an application's states as a counterexample to lemmas.
    pub(super) fn remember(&mut self, pred: usize, application: &Application) {
        let store = &self.cx.store;
        let states = body_states(store, &self.rules, application.rule, &application.values);
        let head = head_state(store, &self.rules, application.rule, &application.values);
        let (Ok(states), Ok(head)) = (states, head) else { return };
        let body = &self.rules.rules[application.rule].body;
        let bodies = body.iter().zip(states).map(|(atom, s)| (atom.pred, Assignment::from_values(s))).collect();
        self.pool.add(store, &self.frames, pred, bodies, Assignment::from_values(head));
    }

    /// A lemma that blocks the cube at the level: a known one, or the one that blocked it below, raised.
    fn blocking_lemma(
        &mut self,
        cube: &[TermId],
        pred: usize,
        level: u32,
        last: Option<usize>,
    ) -> Result<Option<usize>, Reason> {
        if let Some(lemma) = self.frames.subsuming(pred, cube, level) {
            return Ok(Some(lemma));
        }
        if let Some(lemma) = last
            && !self.frames.lemmas[lemma].dead
            && (self.frames.lemmas[lemma].level >= level || self.push(lemma, level)?)
        {
            return Ok(Some(lemma));
        }
        Ok(None)
    }

    /// The obligation is blocked by a lemma; it comes back above the lemma's level.
    fn blocked(&mut self, id: ObligationId, lemma: usize) {
        let level = self.frames.lemmas[lemma].level;
        let obligation = self.obligations.get_mut(id);
        obligation.lemma = Some(lemma);
        obligation.blocked += 1;
        if level == INFINITY {
            self.obligations.close(id);
        } else {
            self.obligations.open_at(id, level + 1);
        }
    }

    /// A rule leads into the obligation: from reach facts, or else through states that become an obligation.
    fn step(&mut self, id: ObligationId, application: Application) -> Result<Option<usize>, Reason> {
        let obligation = self.obligations.get(id).clone();
        let mut premises = self.premises(&application)?;
        let mut application = application;
        if premises.iter().any(Option::is_none) && self.facts_may_reach(obligation.pred) {
            let found = self.oracle.ask_facts(&mut self.cx.store, &self.rules, obligation.pred, &obligation.cube)?;
            if let Some(better) = found {
                let known = self.premises(&better)?;
                // The model satisfies the facts; evaluation may still fail where a term has no defined value.
                if known.iter().all(Option::is_some) {
                    premises = known;
                    application = better;
                }
            }
        }
        if premises.len() > 1 && premises.iter().any(Option::is_none) {
            (application, premises) = self.more_facts(&obligation.cube, obligation.level, application, premises)?;
        }
        let rule = application.rule;
        if let Some(premises) = premises.iter().copied().collect::<Option<Vec<usize>>>() {
            let fact = self.reach(obligation.pred, &application, premises)?;
            self.obligations.close(id);
            return Ok((obligation.pred == self.rules.bottom).then_some(fact));
        }
        // The first atom that is not known to be reached; those before it are bound to their facts.
        let Some(target) = premises.iter().position(Option::is_none) else { return Ok(None) };
        let cube = self.predecessor(&obligation.cube, obligation.level, &application, &premises, target)?;
        let pred = self.rules.rules[rule].body[target].pred;
        self.counts.children += 1;
        self.obligations.add(pred, cube, obligation.level - 1, obligation.depth + 1);
        Ok(None)
    }

    /// Of a nonlinear rule, brings as many body atoms within reach facts as it can, each within the frames still: so
    /// that a state demanded of an open atom is never one that the facts have. Without this the search could find the
    /// same fact again and again.
    fn more_facts(
        &mut self,
        cube: &[TermId],
        level: u32,
        mut application: Application,
        mut premises: Vec<Option<usize>>,
    ) -> Result<(Application, Vec<Option<usize>>), Reason> {
        let rule = application.rule;
        for j in 0..premises.len() {
            let pred = self.rules.rules[rule].body[j].pred;
            if premises[j].is_some() || self.reached.of(pred).is_empty() {
                continue;
            }
            let mut must: Vec<usize> = (0..premises.len()).filter(|&i| premises[i].is_some()).collect();
            must.push(j);
            let found = self.oracle.ask_rule(&mut self.cx.store, &self.rules, rule, level, cube, &must)?;
            if let Some(better) = found {
                let known = self.premises(&better)?;
                if must.iter().all(|&i| known[i].is_some()) {
                    self.remember(self.rules.rules[rule].head, &better);
                    (application, premises) = (better, known);
                }
            }
        }
        Ok((application, premises))
    }

    /// For each body atom a reach fact that its state lies in.
    pub(super) fn premises(&self, application: &Application) -> Result<Vec<Option<usize>>, Reason> {
        let states = body_states(&self.cx.store, &self.rules, application.rule, &application.values)?;
        let body = &self.rules.rules[application.rule].body;
        Ok(body
            .iter()
            .zip(states)
            .map(|(atom, state)| self.reached.covering(&self.cx.store, atom.pred, &Assignment::from_values(state)))
            .collect())
    }

    /// Whether some rule of the predicate has reach facts for all its body atoms.
    fn facts_may_reach(&self, pred: usize) -> bool {
        self.rules.preds[pred].rules.iter().any(|&r| {
            let body = &self.rules.rules[r].body;
            !body.is_empty() && body.iter().all(|atom| !self.reached.of(atom.pred).is_empty())
        })
    }

    /// Adds the reach fact that the application shows.
    pub(super) fn reach(
        &mut self,
        pred: usize,
        application: &Application,
        premises: Vec<usize>,
    ) -> Result<usize, Reason> {
        let rule = &self.rules.rules[application.rule];
        let mut parts = vec![rule.constraint];
        for (atom, &premise) in rule.body.iter().zip(&premises) {
            for &literal in &self.reached.facts[premise].cube {
                parts.push(self.cx.store.instantiate(literal, &atom.args));
            }
        }
        let head_args = rule.head_args.clone();
        let state = head_state(&self.cx.store, &self.rules, application.rule, &application.values)?;
        let cube = self.onto(application, &parts, &head_args, &state);
        log::trace!("pdr: reached {pred} by rule {}: {}", application.rule, self.show(&cube));
        self.oracle.add_fact(&mut self.cx.store, &mut self.rules, pred, &cube)?;
        Ok(self.reached.add(pred, application.rule, cube, premises, application.values.clone(), state))
    }

    /// States of body atom `target` from which the application leads into the cube, the other atoms being within their
    /// premises or, where none is known, their frames.
    fn predecessor(
        &mut self,
        cube: &[TermId],
        level: u32,
        application: &Application,
        premises: &[Option<usize>],
        target: usize,
    ) -> Result<Vec<TermId>, Reason> {
        let store = &mut self.cx.store;
        let rule = &self.rules.rules[application.rule];
        let mut parts = vec![rule.constraint];
        for &literal in cube {
            parts.push(store.instantiate(literal, &rule.head_args));
        }
        for (j, atom) in rule.body.iter().enumerate() {
            if j == target {
                continue;
            }
            match premises[j] {
                Some(fact) => {
                    for &literal in &self.reached.facts[fact].cube {
                        parts.push(store.instantiate(literal, &atom.args));
                    }
                }
                None => {
                    let frame = self.frames.frame(store, atom.pred, level - 1);
                    parts.push(store.instantiate(frame, &atom.args));
                }
            }
        }
        let args = rule.body[target].args.clone();
        let state = body_states(store, &self.rules, application.rule, &application.values)?.swap_remove(target);
        let cube = self.onto(application, &parts, &args, &state);
        let cube = self.convex(cube, &Assignment::from_values(state));
        log::trace!(
            "pdr: obligation {} by rule {}: {}",
            self.rules.rules[application.rule].body[target].pred,
            application.rule,
            self.show(&cube)
        );
        Ok(cube)
    }

    /// Projects formulas over a rule's variables onto an atom's arguments, as literals over `Var(0) …`.
    fn onto(&mut self, application: &Application, parts: &[TermId], args: &[TermId], state: &[Value]) -> Vec<TermId> {
        let store = &mut self.cx.store;
        let rule = &self.rules.rules[application.rule];
        let count = rule.vars.len() as u32;
        let eliminate = store.vars(0, &rule.vars);
        let mut model = application.values.clone();
        let mut parts = parts.to_vec();
        let mut renaming = Vec::with_capacity(args.len());
        for (i, (&arg, value)) in args.iter().zip(state).enumerate() {
            let sort = store.sort_of(arg);
            let var = store.var(count + i as u32, sort);
            model.set(count + i as u32, value.clone());
            parts.push(store.eq(var, arg));
            renaming.push((var, store.var(i as u32, sort)));
        }
        match project(store, &parts, &eliminate, &model) {
            Some(cube) => {
                let mut rename = Substitution::new(renaming);
                cube.into_iter().map(|l| rename.apply(store, l)).filter(|&l| l != Store::TRUE).collect()
            }
            None => {
                // A term without a defined value: the state itself is always a valid projection.
                log::debug!("pdr: projection fell back to a state");
                args.iter()
                    .zip(state)
                    .enumerate()
                    .map(|(i, (&arg, value))| {
                        let sort = store.sort_of(arg);
                        let value = value.to_term(store, sort);
                        let var = store.var(i as u32, sort);
                        store.eq(var, value)
                    })
                    .collect()
            }
        }
    }

    /// Numeric literals as inequalities only. An equality becomes two, of which a core may need one; a disequality
    /// becomes the side that the state is on, so that half-spaces can be found.
    fn convex(&mut self, cube: Vec<TermId>, state: &Assignment) -> Vec<TermId> {
        let store = &mut self.cx.store;
        let mut result = Vec::with_capacity(cube.len());
        for literal in cube {
            let (atom, relation) = match store.as_linear_literal(literal) {
                Some((_, Relation::EqZero)) => (literal, Relation::EqZero),
                Some((_, Relation::NeZero)) => (store.args(literal)[0], Relation::NeZero),
                _ => {
                    result.push(literal);
                    continue;
                }
            };
            let [left, right] = *store.args(atom) else { continue };
            if is_congruence(store, atom) {
                result.push(literal);
                continue;
            }
            if relation == Relation::EqZero {
                result.extend([store.le(left, right), store.ge(left, right)]);
                continue;
            }
            let less = store.lt(left, right);
            let side =
                if evaluate(store, less, state) == Some(Value::Bool(true)) { less } else { store.gt(left, right) };
            result.push(side);
        }
        result
    }
}

fn is_congruence(store: &Store, literal: TermId) -> bool {
    let left = store.args(literal)[0];
    store.sort_of(left) == SortId::INT && *store.op(left) == Op::IntMod
}
