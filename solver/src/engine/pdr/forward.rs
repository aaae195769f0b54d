//! Forward saturation: reach facts from the clauses upwards until `false` is among them, or nothing new is derivable.
//!
//! A fact is a set of states (a cube) found by model-based projection from one application of a rule to known facts, and every next one
//! has to contain a state that is in none so far. Facts are kept once and used by every derivation that needs them, so a derivation that
//! is exponentially large as a tree (recursion like Fibonacci's) costs what it has in different nodes. If no rule leads out of the
//! facts, they are what is derivable, and a model.

use super::Search;
use super::oracle::Application;
use super::rules::Rules;
use crate::engine::{Context, Engine};
use crate::system::{Model, Reason, System, Verdict};

/// After so many new facts from one rule the next one has its turn.
const TURN: usize = 3;

/// The engine.
#[derive(Debug, Default)]
pub struct Forward;

impl Engine for Forward {
    fn name(&self) -> &'static str {
        "forward"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        let mut config = cx.smt.clone();
        config.query_timeout = Some(config.query_timeout.map_or(super::QUERY_LIMIT, |t| t.min(super::QUERY_LIMIT)));
        let rules = Rules::new(&mut cx.store, system);
        let mut search = match Search::new(cx, system, rules, config) {
            Ok(search) => search,
            Err(reason) => return Verdict::Unknown(reason),
        };
        let result = search.saturate();
        search.log_statistics("end");
        let statistics = search.oracle.smt.take_statistics();
        cx.statistics.add(&statistics);
        result.unwrap_or_else(Verdict::Unknown)
    }
}

impl Search<'_> {
    /// Applies rules to facts until there is nothing new.
    fn saturate(&mut self) -> Result<Verdict, Reason> {
        self.oracle.watch_heads(self.rules.preds.len());
        let mut due = vec![true; self.rules.rules.len()];
        let mut open = None;
        let mut last = 0;
        while let Some(rule) = self.next_rule(&due, last) {
            due[rule] = false;
            let head = self.rules.rules[rule].head;
            if head != self.rules.bottom {
                last = rule;
            }
            for turn in 0.. {
                self.cx.check()?;
                if turn == TURN {
                    due[rule] = true;
                    break;
                }
                let application = match self.oracle.ask_new(&mut self.cx.store, &self.rules, rule)? {
                    Ok(Some(application)) => application,
                    Ok(None) => break,
                    Err(why) => {
                        open = Some(why);
                        break;
                    }
                };
                let Some(fact) = self.derive(rule, &application)? else {
                    open = Some("a derived state has no value".to_string());
                    break;
                };
                if head == self.rules.bottom {
                    let refutation =
                        self.reached.refutation(&mut self.cx.store, &self.rules, &mut self.oracle, fact)?;
                    return Ok(Verdict::Unsat(refutation));
                }
                for &(user, _) in &self.rules.preds[head].uses {
                    due[user] = true;
                }
                self.cx.progress.set_bound(self.reached.facts.len() as u64);
            }
        }
        match open {
            Some(why) => Err(Reason::Incomplete(why)),
            None => Ok(Verdict::Sat(self.facts_as_model())),
        }
    }

    /// The rule to apply next: a query that may have become derivable, else the next one after `last` in turn.
    fn next_rule(&self, due: &[bool], last: usize) -> Option<usize> {
        let count = due.len();
        let ready = |&r: &usize| due[r] && !self.misses_facts(r);
        let queries = &self.rules.preds[self.rules.bottom].rules;
        queries.iter().copied().find(ready).or_else(|| (1..=count).map(|i| (last + i) % count).find(ready))
    }

    /// Whether some body atom has no facts, so that the rule cannot be applied.
    fn misses_facts(&self, rule: usize) -> bool {
        self.rules.rules[rule].body.iter().any(|atom| self.reached.of(atom.pred).is_empty())
    }

    /// The fact that an application of the rule to facts gives; `None` where a term has no defined value.
    fn derive(&mut self, rule: usize, application: &Application) -> Result<Option<usize>, Reason> {
        let Some(premises) = self.premises(application)?.into_iter().collect::<Option<Vec<usize>>>() else {
            return Ok(None);
        };
        let head = self.rules.rules[rule].head;
        let fact = self.reach(head, application, premises)?;
        let cube = self.reached.facts[fact].cube.clone();
        self.oracle.exclude_head(&mut self.cx.store, &self.rules, head, &cube)?;
        Ok(Some(fact))
    }

    /// All facts of each predicate.
    fn facts_as_model(&mut self) -> Model {
        let store = &mut self.cx.store;
        let mut definitions = Vec::with_capacity(self.rules.bottom);
        for pred in 0..self.rules.bottom {
            let cubes = self.reached.of(pred).iter().map(|&f| self.reached.facts[f].cube.clone());
            let cubes: Vec<_> = cubes.map(|cube| store.and(&cube)).collect();
            definitions.push(store.or(&cubes));
        }
        Model { definitions }
    }
}
