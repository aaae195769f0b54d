//! The SMT process of the search: all clauses, lemmas and reach facts asserted once, questions by assumptions.
//!
//! * A rule's guard implies its constraint and that the head variables of its predicate are the head's arguments.
//! * `query(p)` implies that some rule of `p` is applied.
//! * `level(i)` implies the guards of the lemmas of level `i`; a question about level `n` assumes the levels
//!   `n-1, n, …`, so that the core of an `unsat` tells which frames were really needed. Level 0 excludes every rule
//!   with a body.
//! * `facts(r, j)` implies that atom `j` of rule `r` is within the reach facts known so far; the disjunction grows by a
//!   chain of Boolean variables, whose end is denied by an assumption.

use super::rules::Rules;
use crate::smt::{Lit, Purpose, SatResult, SmtConfig, SmtError, SmtSolver};
use crate::system::Reason;
use crate::term::{Assignment, Store, Substitution, TermId, Value};
use hashbrown::HashMap;

/// One application of a rule, found as a model.
#[derive(Clone, Debug)]
pub(super) struct Application {
    pub(super) rule: usize,
    /// Values of the rule's local variables.
    pub(super) values: Assignment,
}

/// The answer to a question about a set of head states.
#[derive(Debug)]
pub(super) enum Answer {
    /// No rule leads there. `cube`: the literals of the question that were needed; `level`: the lemma holds up to this
    /// level.
    Blocked { cube: Vec<TermId>, level: u32 },
    /// A rule leads there from the frames below.
    Step(Application),
    /// The process gave no answer.
    Unknown,
}

/// The chain of reach facts of one body atom.
#[derive(Debug)]
struct Chain {
    start: Lit,
    /// The variable at the end of the chain: there is one more fact, unknown yet.
    end: TermId,
    end_denied: Lit,
}

#[derive(Debug)]
pub(super) struct Oracle {
    pub(super) smt: SmtSolver,
    query: Vec<Lit>,
    /// For each rule a literal that implies its guard.
    applied: Vec<Lit>,
    levels: Vec<Lit>,
    /// Literals over head variables, per predicate.
    heads: HashMap<(usize, TermId), Lit>,
    chains: HashMap<(usize, usize), Chain>,
    /// Per predicate a literal that implies that the head is outside of all facts; only for forward saturation.
    outside: Vec<Lit>,
}

impl Oracle {
    /// Starts a process and asserts the rules.
    pub(super) fn new(
        store: &mut Store,
        rules: &mut Rules,
        config: SmtConfig,
        cancel: crate::smt::CancelToken,
    ) -> Result<Oracle, SmtError> {
        let mut smt = SmtSolver::new(config, cancel);
        let base = smt.new_literal();
        let mut query = Vec::new();
        for rule in &rules.rules {
            let mut parts = vec![rule.global_constraint];
            for (&var, &arg) in rules.preds[rule.head].head_vars.iter().zip(&rule.global_head_args) {
                parts.push(store.eq(var, arg));
            }
            let body = store.and(&parts);
            let guarded = store.implies(rule.guard, body);
            smt.assert(store, guarded)?;
            if !rule.body.is_empty() {
                let off = store.not(rule.guard);
                smt.assert_implied(store, base, off)?;
            }
        }
        for pred in &rules.preds {
            let guards: Vec<TermId> = pred.rules.iter().map(|&r| rules.rules[r].guard).collect();
            let some = store.or(&guards);
            let literal = smt.new_literal();
            smt.assert_implied(store, literal, some)?;
            query.push(literal);
        }
        let mut applied = Vec::new();
        for rule in &rules.rules {
            let literal = smt.new_literal();
            smt.assert_implied(store, literal, rule.guard)?;
            applied.push(literal);
        }
        let mut oracle = Oracle {
            smt,
            query,
            applied,
            levels: vec![base],
            heads: HashMap::new(),
            chains: HashMap::new(),
            outside: Vec::new(),
        };
        for r in 0..rules.rules.len() {
            for j in 0..rules.rules[r].body.len() {
                let (first, end) = (rules.fresh_bool(store), oracle.smt.new_literal());
                let start = oracle.smt.new_literal();
                let implied = store.implies(rules.rules[r].guard, first);
                oracle.smt.assert_implied(store, start, implied)?;
                let denied = store.not(first);
                oracle.smt.assert_implied(store, end, denied)?;
                oracle.chains.insert((r, j), Chain { start, end: first, end_denied: end });
            }
        }
        Ok(oracle)
    }

    /// The literal of a level, and of all below it.
    fn level(&mut self, level: u32) -> Lit {
        while self.levels.len() <= level as usize {
            let literal = self.smt.new_literal();
            self.levels.push(literal);
        }
        self.levels[level as usize]
    }

    /// Asserts that a lemma guard implies the lemma wherever the predicate occurs in a body of one of the rules.
    pub(super) fn define_lemma(
        &mut self,
        store: &mut Store,
        rules: &Rules,
        uses: &[(usize, usize)],
        guard: TermId,
        formula: TermId,
    ) -> Result<(), SmtError> {
        for &(r, j) in uses {
            let rule = &rules.rules[r];
            let instance = store.instantiate(formula, &rule.body[j].global_args);
            let (not_guard, not_rule) = (store.not(guard), store.not(rule.guard));
            let clause = store.or(&[not_guard, not_rule, instance]);
            if clause != Store::TRUE {
                self.smt.assert(store, clause)?;
            }
        }
        Ok(())
    }

    /// Makes a lemma guard part of a level; `None` is the level of invariants.
    pub(super) fn enable_lemma(
        &mut self,
        store: &mut Store,
        guard: TermId,
        level: Option<u32>,
    ) -> Result<(), SmtError> {
        match level {
            Some(level) => {
                let literal = self.level(level);
                self.smt.assert_implied(store, literal, guard)
            }
            None => self.smt.assert(store, guard),
        }
    }

    /// Appends a reach fact (literals over the predicate's arguments) to the chains of the predicate's uses.
    pub(super) fn add_fact(
        &mut self,
        store: &mut Store,
        rules: &mut Rules,
        pred: usize,
        cube: &[TermId],
    ) -> Result<(), SmtError> {
        let fact = store.and(cube);
        for (r, j) in rules.preds[pred].uses.clone() {
            let instance = store.instantiate(fact, &rules.rules[r].body[j].global_args);
            let next = rules.fresh_bool(store);
            let denied = store.not(next);
            let end_denied = self.smt.new_literal();
            self.smt.assert_implied(store, end_denied, denied)?;
            let Some(chain) = self.chains.get_mut(&(r, j)) else { continue };
            let not_rule = store.not(rules.rules[r].guard);
            let not_here = store.not(chain.end);
            let link = store.or(&[not_rule, not_here, instance, next]);
            chain.end = next;
            let old = std::mem::replace(&mut chain.end_denied, end_denied);
            self.smt.retire(old);
            self.smt.assert(store, link)?;
        }
        Ok(())
    }

    /// The assumption for a literal over the arguments of a predicate, about the head of its rules.
    fn head_literal(
        &mut self,
        store: &mut Store,
        rules: &Rules,
        pred: usize,
        literal: TermId,
    ) -> Result<Lit, SmtError> {
        if let Some(&known) = self.heads.get(&(pred, literal)) {
            return Ok(known);
        }
        let global = store.instantiate(literal, &rules.preds[pred].head_vars);
        let assumption = self.smt.new_literal();
        self.smt.assert_implied(store, assumption, global)?;
        self.heads.insert((pred, literal), assumption);
        Ok(assumption)
    }

    /// Does some rule of `pred` lead into the cube from bodies within frame `level - 1`? `extra` is assumed besides.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn ask(
        &mut self,
        store: &mut Store,
        rules: &Rules,
        purpose: Purpose,
        pred: usize,
        level: u32,
        cube: &[TermId],
        extra: &[Lit],
    ) -> Result<Answer, Reason> {
        let mut assumptions = Vec::with_capacity(cube.len() + self.levels.len() + 1 + extra.len());
        for &literal in cube {
            assumptions.push(self.head_literal(store, rules, pred, literal)?);
        }
        let literals = assumptions.len();
        if level != super::frames::INFINITY {
            self.level(level - 1);
            assumptions.extend_from_slice(&self.levels[level as usize - 1..]);
        }
        assumptions.push(self.query[pred]);
        assumptions.extend_from_slice(extra);
        match self.smt.check(purpose, &assumptions)? {
            SatResult::Unsat => {
                let core = self.smt.unsat_core()?;
                let needed = (0..literals).filter(|&i| core.contains(&assumptions[i])).map(|i| cube[i]).collect();
                let lowest = self.levels.iter().position(|l| core.contains(l));
                let level = lowest.map_or(super::frames::INFINITY, |l| l as u32 + 1);
                Ok(Answer::Blocked { cube: needed, level })
            }
            SatResult::Sat => self.read_step(store, rules, pred).map(Answer::Step),
            SatResult::Unknown(why) => {
                log::debug!("pdr: the process does not know: {why}");
                Ok(Answer::Unknown)
            }
        }
    }

    /// Prepares questions about states outside of the facts.
    pub(super) fn watch_heads(&mut self, preds: usize) {
        self.outside = (0..preds).map(|_| self.smt.new_literal()).collect();
    }

    /// Excludes a fact from the answers of [`Oracle::ask_new`].
    pub(super) fn exclude_head(
        &mut self,
        store: &mut Store,
        rules: &Rules,
        pred: usize,
        cube: &[TermId],
    ) -> Result<(), SmtError> {
        let fact = store.and(cube);
        let at_head = store.instantiate(fact, &rules.preds[pred].head_vars);
        let outside = store.not(at_head);
        self.smt.assert_implied(store, self.outside[pred], outside)
    }

    /// Does the rule lead from facts to a state outside of them? The inner `Err` says why the process does not know.
    pub(super) fn ask_new(
        &mut self,
        store: &mut Store,
        rules: &Rules,
        rule: usize,
    ) -> Result<Result<Option<Application>, String>, Reason> {
        let mut assumptions = vec![self.applied[rule], self.outside[rules.rules[rule].head]];
        for j in 0..rules.rules[rule].body.len() {
            if let Some(chain) = self.chains.get(&(rule, j)) {
                assumptions.extend([chain.start, chain.end_denied]);
            }
        }
        match self.smt.check(Purpose::Reachability, &assumptions)? {
            SatResult::Unsat => Ok(Ok(None)),
            SatResult::Unknown(why) => Ok(Err(why)),
            SatResult::Sat => {
                let vars = &rules.rules[rule].global_vars;
                let values = if vars.is_empty() { Vec::new() } else { self.smt.eval(store, vars)? };
                Ok(Ok(Some(Application { rule, values: Assignment::from_values(values) })))
            }
        }
    }

    /// Is the cube reached by a rule of `pred` with all bodies within the reach facts?
    pub(super) fn ask_facts(
        &mut self,
        store: &mut Store,
        rules: &Rules,
        pred: usize,
        cube: &[TermId],
    ) -> Result<Option<Application>, Reason> {
        let mut assumptions = Vec::new();
        for &literal in cube {
            assumptions.push(self.head_literal(store, rules, pred, literal)?);
        }
        assumptions.push(self.query[pred]);
        for &r in &rules.preds[pred].rules {
            for j in 0..rules.rules[r].body.len() {
                if let Some(chain) = self.chains.get(&(r, j)) {
                    assumptions.extend([chain.start, chain.end_denied]);
                }
            }
        }
        match self.smt.check(Purpose::Reachability, &assumptions)? {
            SatResult::Sat => self.read_step(store, rules, pred).map(Some),
            _ => Ok(None),
        }
    }

    /// Does a rule lead into the cube from frame `level - 1`, with the body atoms at the positions `must` within the
    /// reach facts?
    #[allow(clippy::too_many_arguments)]
    pub(super) fn ask_rule(
        &mut self,
        store: &mut Store,
        rules: &Rules,
        rule: usize,
        level: u32,
        cube: &[TermId],
        must: &[usize],
    ) -> Result<Option<Application>, Reason> {
        let pred = rules.rules[rule].head;
        let mut assumptions = Vec::new();
        for &literal in cube {
            assumptions.push(self.head_literal(store, rules, pred, literal)?);
        }
        self.level(level - 1);
        assumptions.extend_from_slice(&self.levels[level as usize - 1..]);
        assumptions.push(self.applied[rule]);
        for &j in must {
            if let Some(chain) = self.chains.get(&(rule, j)) {
                assumptions.extend([chain.start, chain.end_denied]);
            }
        }
        if !self.smt.check(Purpose::Reachability, &assumptions)?.is_sat() {
            return Ok(None);
        }
        let vars = &rules.rules[rule].global_vars;
        let values = if vars.is_empty() { Vec::new() } else { self.smt.eval(store, vars)? };
        Ok(Some(Application { rule, values: Assignment::from_values(values) }))
    }

    /// The rule and values of the last model.
    fn read_step(&mut self, store: &mut Store, rules: &Rules, pred: usize) -> Result<Application, Reason> {
        let candidates = &rules.preds[pred].rules;
        let guards: Vec<TermId> = candidates.iter().map(|&r| rules.rules[r].guard).collect();
        let total: usize = candidates.iter().map(|&r| rules.rules[r].vars.len()).sum();
        let mut terms = guards.clone();
        // One round trip where that is not much to print, two else.
        let at_once = total <= 40;
        if at_once {
            terms.extend(candidates.iter().flat_map(|&r| rules.rules[r].global_vars.iter().copied()));
        }
        let values = self.smt.eval(store, &terms)?;
        let chosen = values.iter().take(guards.len()).position(|v| *v == Value::Bool(true));
        let Some(chosen) = chosen else {
            return Err(Reason::Smt("a model that applies no rule".to_string()));
        };
        let rule = candidates[chosen];
        let values = if at_once {
            let before: usize = candidates[..chosen].iter().map(|&r| rules.rules[r].vars.len()).sum();
            let from = guards.len() + before;
            values[from..from + rules.rules[rule].vars.len()].to_vec()
        } else if rules.rules[rule].vars.is_empty() {
            Vec::new()
        } else {
            self.smt.eval(store, &rules.rules[rule].global_vars)?
        };
        Ok(Application { rule, values: Assignment::from_values(values) })
    }

    /// Values of a rule's variables for which its constraint and a further condition (over its local variables) hold.
    pub(super) fn instance(
        &mut self,
        store: &mut Store,
        rules: &Rules,
        rule: usize,
        condition: TermId,
    ) -> Result<Option<Assignment>, Reason> {
        let rule = &rules.rules[rule];
        let global = Substitution::by_index(&rule.global_vars).apply(store, condition);
        let guarded = store.and2(rule.guard, global);
        let literal = self.smt.new_literal();
        self.smt.assert_implied(store, literal, guarded)?;
        let answer = self.smt.check(Purpose::Reachability, &[literal])?;
        let values = match answer {
            SatResult::Sat if rule.vars.is_empty() => Some(Assignment::default()),
            SatResult::Sat => Some(Assignment::from_values(self.smt.eval(store, &rule.global_vars)?)),
            _ => None,
        };
        self.smt.retire(literal);
        Ok(values)
    }
}
