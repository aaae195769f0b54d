//! States that can really be reached, found by random walks while the search goes on.
//!
//! A lemma of a low frame may hold for no other reason than that few steps were taken: `x ≤ 3` within three iterations.
//! Such lemmas come back, slightly weaker, in every frame. A lemma that excludes a state which *some* derivation
//! reaches, however long, can never become an invariant, so it is not worth learning where a weaker one does the job.
//! The walks are symbolic: a walk strings rules together, at random but satisfiable as a whole, and one model at its
//! end gives concrete states for all its steps, so that inputs are chosen such that the walk gets far. Other body atoms
//! of a nonlinear rule take states that earlier walks have found.

use super::Search;
use super::limits::LIMITS;
use super::rules::Rules;
use crate::engine::accel::accelerate;
use crate::smt::{CancelToken, Lit, Purpose, SatResult, SmtConfig, SmtError, SmtSolver, Steps};
use crate::system::Reason;
use crate::term::{Assignment, SortId, Store, Substitution, TermId, Value, evaluate};

/// Reachable states per predicate.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    of_pred: Vec<Vec<Assignment>>,
}

impl Samples {
    /// Whether a known state lies in the cube.
    pub(super) fn refutes(&self, store: &Store, pred: usize, cube: TermId) -> bool {
        self.of(pred).any(|state| evaluate(store, cube, state) == Some(Value::Bool(true)))
    }

    /// Adds literals of the cube to its core until no known state lies in the core, as far as the cube excludes them:
    /// the one that excludes most of those left comes first.
    pub(super) fn repair(&self, store: &Store, pred: usize, cube: &[TermId], core: Vec<TermId>) -> Vec<TermId> {
        let within = |state: &&Assignment, literals: &[TermId]| {
            literals.iter().all(|&l| evaluate(store, l, state) == Some(Value::Bool(true)))
        };
        let mut core = core;
        let mut left: Vec<&Assignment> =
            self.of(pred).filter(|state| within(state, &core) && !within(state, cube)).collect();
        while !left.is_empty() {
            let excluded = |l: TermId| left.iter().filter(|s| evaluate(store, l, s) != Some(Value::Bool(true))).count();
            let Some(best) = cube.iter().copied().filter(|l| !core.contains(l)).max_by_key(|&l| excluded(l)) else {
                break;
            };
            left.retain(|state| evaluate(store, best, state) == Some(Value::Bool(true)));
            core.push(best);
        }
        core
    }

    /// The known states of a predicate.
    pub(super) fn of(&self, pred: usize) -> impl Iterator<Item = &Assignment> {
        self.of_pred.get(pred).into_iter().flatten()
    }

    /// The number of states.
    fn count(&self) -> usize {
        self.of_pred.iter().map(Vec::len).sum()
    }

    fn add(&mut self, pred: usize, state: Vec<Value>) {
        let state = Assignment::from_values(state);
        let known = &mut self.of_pred[pred];
        if known.len() < LIMITS.samples_kept && !known.contains(&state) {
            known.push(state);
        }
    }
}

/// The walks of a search, which go on as the search does.
#[derive(Default)]
pub(super) struct Walks {
    /// Who walks, along the rules with loops that are taken many rounds at once; `None` before the first walk.
    walker: Option<(Walker, Rules)>,
    /// How many walks were made.
    made: usize,
    /// How many in a row found no new state.
    fruitless: usize,
    /// What they have cost.
    used: Steps,
}

impl Search<'_> {
    /// Makes the walks that are due. Together they may cost as much as the rest of the search has, so that they are
    /// made where lemmas are expensive and not where the search is about to end. What goes wrong in the process of the
    /// walks only makes the sample smaller.
    pub(super) fn sample(&mut self) -> Result<(), Reason> {
        loop {
            let spent = self.cx.cancel.used().saturating_sub(self.begin).saturating_sub(self.walks.used);
            let allowed = spent.min(LIMITS.samples_limit).saturating_sub(self.walks.used);
            let Some(&steps) = LIMITS.samples_walks.get(self.walks.made) else { return Ok(()) };
            if self.walks.fruitless == LIMITS.samples_fruitless
                || spent < LIMITS.samples_begin
                || allowed == Steps::default()
            {
                return Ok(());
            }
            self.cx.check()?;
            let begin = self.cx.cancel.used();
            let patience = self.cx.cancel.within(allowed);
            let (mut walker, rules) = self.walks.walker.take().unwrap_or_else(|| self.walker());
            let before = walker.samples.count();
            let walked = walker.walk(&mut self.cx.store, &rules, steps, &patience);
            let after = walker.samples.count();
            self.samples = walker.samples.clone();
            self.walks.made += 1;
            self.walks.fruitless = if after > before { 0 } else { self.walks.fruitless + 1 };
            let statistics = walker.smt.take_statistics();
            self.cx.statistics.add(&statistics);
            if let Err(error) = walked {
                log::debug!("pdr: a walk ended early: {error}");
                self.walks.fruitless = LIMITS.samples_fruitless;
            }
            self.walks.walker = Some((walker, rules));
            let used = self.cx.cancel.used().saturating_sub(begin);
            self.walks.used = self.walks.used + used;
            log::debug!("pdr: {after} states sampled, the last in {} steps", used.count());
        }
    }

    /// A walker on the rules of the system, with loops taken many rounds at once: so a walk gets through a loop of a
    /// hundred thousand rounds.
    fn walker(&mut self) -> (Walker, Rules) {
        let mut extended = self.system.clone();
        for (id, _) in self.system.clauses() {
            for acceleration in accelerate(&mut self.cx.store, self.system, id) {
                extended.add_clause(acceleration.clause);
            }
        }
        let rules = Rules::new(&mut self.cx.store, &extended);
        (Walker::new(&rules, self.cx.smt.clone(), &self.cx.cancel), rules)
    }
}

/// One step of a walk: the rule and the variables that stand for its own.
struct Taken {
    rule: usize,
    vars: Vec<TermId>,
    literal: Lit,
}

struct Walker {
    smt: SmtSolver,
    samples: Samples,
    next_var: u32,
    random: u64,
}

impl Walker {
    fn new(rules: &Rules, config: SmtConfig, cancel: &CancelToken) -> Walker {
        Walker {
            smt: SmtSolver::new(config, cancel.clone()),
            samples: Samples { of_pred: vec![Vec::new(); rules.preds.len()] },
            next_var: 0,
            random: 0x9E37_79B9_7F4A_7C15,
        }
    }

    fn random(&mut self, below: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as usize % below.max(1)
    }

    /// Takes up to that many steps, and keeps the states of a few models.
    fn walk(&mut self, store: &mut Store, rules: &Rules, steps: usize, patience: &CancelToken) -> Result<(), SmtError> {
        let mut path: Vec<Taken> = Vec::new();
        let mut ended = false;
        while path.len() < steps && !ended {
            ended = patience.is_cancelled() || !self.step(store, rules, &mut path, patience)?;
        }
        let assumptions: Vec<Lit> = path.iter().map(|taken| taken.literal).collect();
        let mut variant = None;
        // Behind a step that led on its model is still at hand.
        let mut at_hand = !ended;
        for _ in 0..=LIMITS.samples_variants {
            let assumed: Vec<Lit> = assumptions.iter().copied().chain(variant).collect();
            if path.is_empty() || !(std::mem::take(&mut at_hand) || self.ask(&assumed, patience)?.is_sat()) {
                break;
            }
            let different = self.keep(store, rules, &path)?;
            if let Some(last) = variant.take() {
                self.smt.retire(last);
            }
            if let Some(different) = different {
                let literal = self.smt.new_literal();
                self.smt.assert_implied(store, literal, different)?;
                variant = Some(literal);
            }
        }
        for literal in assumptions.into_iter().chain(variant) {
            self.smt.retire(literal);
        }
        Ok(())
    }

    /// One question, which may cost no more than what the walk has left.
    fn ask(&mut self, assumptions: &[Lit], patience: &CancelToken) -> Result<SatResult, SmtError> {
        let limit = LIMITS.samples_limit / 4;
        let limit = patience.left().map_or(limit, |left| left.min(limit));
        if limit == Steps::default() {
            return Ok(SatResult::Unknown("the walk is over".to_string()));
        }
        self.smt.check_within(Purpose::Reachability, assumptions, Some(limit))
    }

    /// Appends a rule that leads on from the end of the path; `false` if none was found.
    fn step(
        &mut self,
        store: &mut Store,
        rules: &Rules,
        path: &mut Vec<Taken>,
        patience: &CancelToken,
    ) -> Result<bool, SmtError> {
        let at = path.last().map(|taken| rules.rules[taken.rule].head);
        // Rules with the body atom that the path leads to.
        let mut options: Vec<(usize, Option<usize>)> = match at {
            None => (0..rules.rules.len())
                .filter(|&r| rules.rules[r].head != rules.bottom && rules.rules[r].body.is_empty())
                .map(|r| (r, None))
                .collect(),
            Some(pred) => rules.preds[pred]
                .uses
                .iter()
                .filter(|(r, _)| rules.rules[*r].head != rules.bottom)
                .map(|&(r, j)| (r, Some(j)))
                .collect(),
        };
        for _ in 0..LIMITS.samples_trials {
            if options.is_empty() {
                return Ok(false);
            }
            // Staying in a loop is three times as likely as leaving it.
            let loops: Vec<usize> =
                (0..options.len()).filter(|&o| Some(rules.rules[options[o].0].head) == at).collect();
            let chosen = if !loops.is_empty() && self.random(4) > 0 {
                loops[self.random(loops.len())]
            } else {
                self.random(options.len())
            };
            let (rule, position) = options.swap_remove(chosen);
            let Some(taken) = self.instance(store, rules, rule, position, path.last())? else { continue };
            let literal = taken.literal;
            path.push(taken);
            let assumptions: Vec<Lit> = path.iter().map(|taken| taken.literal).collect();
            if self.ask(&assumptions, patience)?.is_sat() {
                return Ok(true);
            }
            path.pop();
            self.smt.retire(literal);
        }
        Ok(false)
    }

    /// A copy of the rule whose body atom at `position` is the head of the step before.
    fn instance(
        &mut self,
        store: &mut Store,
        rules: &Rules,
        number: usize,
        position: Option<usize>,
        before: Option<&Taken>,
    ) -> Result<Option<Taken>, SmtError> {
        let rule = &rules.rules[number];
        let vars = store.vars(self.next_var, &rule.vars);
        self.next_var += rule.vars.len() as u32;
        let mut rename = Substitution::by_index(&vars);
        let mut parts = vec![rename.apply(store, rule.constraint)];
        for (j, atom) in rule.body.iter().enumerate() {
            let args: Vec<TermId> = atom.args.iter().map(|&arg| rename.apply(store, arg)).collect();
            if Some(j) == position {
                let Some(before) = before else { return Ok(None) };
                let mut earlier = Substitution::by_index(&before.vars);
                let heads = rules.rules[before.rule].head_args.clone();
                for (arg, head) in args.into_iter().zip(heads) {
                    let value = earlier.apply(store, head);
                    parts.push(store.eq(arg, value));
                }
                continue;
            }
            let states: Vec<Assignment> = {
                let known = &self.samples.of_pred[atom.pred];
                let from = if known.is_empty() { 0 } else { self.random as usize % known.len() };
                known.iter().cycle().skip(from).take(LIMITS.samples_choices.min(known.len())).cloned().collect()
            };
            let mut choices = Vec::new();
            for state in &states {
                let mut equal = Vec::new();
                for (i, &arg) in args.iter().enumerate() {
                    let Some(value) = state.get(i as u32) else { continue };
                    let sort = store.sort_of(arg);
                    let value = value.to_term(store, sort);
                    equal.push(store.eq(arg, value));
                }
                choices.push(store.and(&equal));
            }
            parts.push(store.or(&choices));
        }
        let formula = store.and(&parts);
        if formula == Store::FALSE {
            return Ok(None);
        }
        let literal = self.smt.new_literal();
        self.smt.assert_implied(store, literal, formula)?;
        Ok(Some(Taken { rule: number, vars, literal }))
    }

    /// Keeps the states of the model at hand. Returns a condition under which another model is different in
    /// a way that matters: some variable of the last step, chosen at random, has another value.
    fn keep(&mut self, store: &mut Store, rules: &Rules, path: &[Taken]) -> Result<Option<TermId>, SmtError> {
        let all: Vec<TermId> = path.iter().flat_map(|taken| taken.vars.iter().copied()).collect();
        let values = if all.is_empty() { Vec::new() } else { self.smt.eval(store, &all)? };
        let mut from = 0;
        for taken in path {
            let rule = &rules.rules[taken.rule];
            let model = Assignment::from_values(values[from..from + taken.vars.len()].iter().cloned());
            from += taken.vars.len();
            let state: Option<Vec<Value>> = rule.head_args.iter().map(|&arg| evaluate(store, arg, &model)).collect();
            if let Some(state) = state {
                self.samples.add(rule.head, state);
            }
        }
        if all.is_empty() {
            return Ok(None);
        }
        let mut changed = Vec::new();
        for _ in 0..3 {
            let chosen = self.random(all.len());
            let sort = store.sort_of(all[chosen]);
            let value = values[chosen].to_term(store, sort);
            let difference = if sort == SortId::INT {
                let by = store.int(1 + self.random(LIMITS.samples_stride) as i64);
                if self.random(2) == 0 {
                    let bound = store.add(&[value, by]);
                    store.ge(all[chosen], bound)
                } else {
                    let bound = store.sub(value, by);
                    store.le(all[chosen], bound)
                }
            } else {
                let same = store.eq(all[chosen], value);
                store.not(same)
            };
            changed.push(difference);
        }
        Ok(Some(store.or(&changed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Int;

    #[test]
    fn a_core_is_repaired_with_literals_that_exclude_the_known_states() {
        let mut store = Store::new();
        let [x, y] = [0, 1].map(|number| store.var(number, SortId::INT));
        let [zero, five] = [0, 5].map(|value| store.int(value));
        let cube = [store.ge(x, five), store.le(y, zero), store.ge(y, zero)];
        let mut samples = Samples { of_pred: vec![Vec::new()] };
        for (x, y) in [(7, 3), (9, 4), (2, -1)] {
            samples.add(0, [x, y].map(|value| Value::Int(Int::from(value))).to_vec());
        }
        assert_eq!(samples.repair(&store, 0, &cube, vec![cube[0]]), [cube[0], cube[1]]);
        // A state within the cube itself cannot be excluded.
        samples.add(0, [8, 0].map(|value| Value::Int(Int::from(value))).to_vec());
        assert!(samples.refutes(&store, 0, cube[0]));
        assert_eq!(samples.repair(&store, 0, &cube, vec![cube[0]]), [cube[0], cube[1]]);
    }
}
