//! Forward saturation: reach facts from the clauses upwards until `false` is among them, or nothing new is derivable.
//!
//! A fact is a set of states (a cube) found by model-based projection from one application of a rule to known facts,
//! and every next one has to contain a state that is in none so far. Facts are kept once and used by every derivation
//! that needs them, so a derivation that is exponentially large as a tree (recursion like Fibonacci's) costs what it
//! has in different nodes. If no rule leads out of the facts, they are what is derivable, and a model.

use super::Search;
use super::limits::LIMITS;
use super::oracle::{Application, Oracle};
use super::rules::Rules;
use crate::engine::{Context, Engine};
use crate::smt::SmtConfig;
use crate::system::{Clause, Model, Reason, System, Verdict};

/// The engine.
#[derive(Debug, Default)]
pub struct Forward;

impl Engine for Forward {
    fn name(&self) -> &'static str {
        "forward"
    }

    fn solve(&mut self, cx: &mut Context, system: &System) -> Verdict {
        let mut config = cx.smt.clone();
        config.query_limit = Some(config.query_limit.map_or(LIMITS.query, |t| t.min(LIMITS.query)));
        let rules = Rules::new(&mut cx.store, system);
        let search = match Search::new(cx, system, rules, config.clone()) {
            Ok(search) => search,
            Err(reason) => return Verdict::Unknown(reason),
        };
        let count = search.rules.rules.len().min(LIMITS.forward_processes);
        let mut forward = Saturation { search, groups: (0..count).map(|_| None).collect(), config };
        let result = forward.run();
        forward.search.log_statistics("end");
        let mut statistics = forward.search.oracle.smt.take_statistics();
        for group in forward.groups.iter_mut().flatten() {
            statistics.add(&group.oracle.smt.take_statistics());
        }
        forward.search.cx.statistics.add(&statistics);
        result.unwrap_or_else(Verdict::Unknown)
    }
}

/// Some of the rules, with a process that knows no others.
struct Group {
    rules: Rules,
    oracle: Oracle,
}

struct Saturation<'a> {
    /// Rules and reach facts; its process is asked when a refutation is made ground.
    search: Search<'a>,
    /// Rule `r` is number `r / groups.len()` of group `r % groups.len()`. Made when first needed.
    groups: Vec<Option<Group>>,
    config: SmtConfig,
}

impl Saturation<'_> {
    /// Applies rules to facts until there is nothing new.
    fn run(&mut self) -> Result<Verdict, Reason> {
        let mut due = vec![true; self.search.rules.rules.len()];
        let mut open = None;
        let mut last = 0;
        while let Some(rule) = self.next_rule(&due, last) {
            due[rule] = false;
            let head = self.search.rules.rules[rule].head;
            if head != self.search.rules.bottom {
                last = rule;
            }
            for turn in 0.. {
                self.search.cx.check()?;
                if turn == LIMITS.forward_turn {
                    due[rule] = true;
                    break;
                }
                let application = match self.ask(rule)? {
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
                if head == self.search.rules.bottom {
                    let Search { cx, rules, oracle, reached, .. } = &mut self.search;
                    return reached.refutation(&mut cx.store, rules, oracle, fact).map(Verdict::Unsat);
                }
                for &(user, _) in &self.search.rules.preds[head].uses {
                    due[user] = true;
                }
                self.search.cx.progress.set_bound(self.search.reached.facts.len() as u64);
            }
        }
        match open {
            Some(why) => Err(Reason::Incomplete(why)),
            None => Ok(Verdict::Sat(self.facts_as_model())),
        }
    }

    /// The group of a rule, with all facts known so far if it has to be made.
    fn group(&mut self, rule: usize) -> Result<&mut Group, Reason> {
        let (count, at) = (self.groups.len(), rule % self.groups.len());
        if self.groups[at].is_none() {
            let Search { cx, rules: all, reached, system, .. } = &mut self.search;
            let clauses: Vec<Clause> =
                all.rules.iter().skip(at).step_by(count).map(|r| system.clause(r.clause).clone()).collect();
            let part = System { preds: system.preds.clone(), clauses };
            let mut rules = Rules::new(&mut cx.store, &part);
            let mut oracle = Oracle::new(&mut cx.store, &mut rules, self.config.clone(), cx.cancel.clone())?;
            oracle.watch_heads(rules.preds.len());
            for pred in 0..rules.preds.len() {
                for &fact in reached.of(pred) {
                    let cube = &reached.facts[fact].cube;
                    oracle.add_fact(&mut cx.store, &mut rules, pred, cube)?;
                    oracle.exclude_head(&mut cx.store, &rules, pred, cube)?;
                }
            }
            self.groups[at] = Some(Group { rules, oracle });
        }
        self.groups[at].as_mut().ok_or_else(|| Reason::Incomplete("no process for a rule".to_string()))
    }

    /// An application of the rule to facts that leads outside of them. The inner `Err` says why that is not known.
    fn ask(&mut self, rule: usize) -> Result<Result<Option<Application>, String>, Reason> {
        let number = rule / self.groups.len();
        self.group(rule)?;
        let at = rule % self.groups.len();
        let Some(group) = &mut self.groups[at] else { return Ok(Err("no process for a rule".to_string())) };
        let answer = group.oracle.ask_new(&mut self.search.cx.store, &group.rules, number)?;
        Ok(answer.map(|found| found.map(|application| Application { rule, ..application })))
    }

    /// The fact that an application of the rule to facts gives; `None` where a term has no defined value.
    fn derive(&mut self, rule: usize, application: &Application) -> Result<Option<usize>, Reason> {
        let Some(premises) = self.search.premises(application)?.into_iter().collect::<Option<Vec<usize>>>() else {
            return Ok(None);
        };
        let head = self.search.rules.rules[rule].head;
        let fact = self.search.reach(head, application, premises)?;
        let cube = self.search.reached.facts[fact].cube.clone();
        let store = &mut self.search.cx.store;
        for group in self.groups.iter_mut().flatten() {
            group.oracle.add_fact(store, &mut group.rules, head, &cube)?;
            if !group.rules.preds[head].rules.is_empty() {
                group.oracle.exclude_head(store, &group.rules, head, &cube)?;
            }
        }
        Ok(Some(fact))
    }

    /// The rule to apply next: a query that may have become derivable, else the next one after `last` in turn.
    fn next_rule(&self, due: &[bool], last: usize) -> Option<usize> {
        let count = due.len();
        let ready = |&r: &usize| due[r] && !self.misses_facts(r);
        let rules = &self.search.rules;
        let queries = &rules.preds[rules.bottom].rules;
        queries.iter().copied().find(ready).or_else(|| (1..=count).map(|i| (last + i) % count).find(ready))
    }

    /// Whether some body atom has no facts, so that the rule cannot be applied.
    fn misses_facts(&self, rule: usize) -> bool {
        self.search.rules.rules[rule].body.iter().any(|atom| self.search.reached.of(atom.pred).is_empty())
    }

    /// All facts of each predicate.
    fn facts_as_model(&mut self) -> Model {
        let Search { cx, rules, reached, .. } = &mut self.search;
        let mut definitions = Vec::with_capacity(rules.bottom);
        for pred in 0..rules.bottom {
            let cubes = reached.of(pred).iter().map(|&f| reached.facts[f].cube.clone());
            let cubes: Vec<_> = cubes.map(|cube| cx.store.and(&cube)).collect();
            definitions.push(cx.store.or(&cubes));
        }
        Model { definitions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{decide, systems};

    #[test]
    fn derivations_share_what_they_have_in_common() {
        // As a tree the derivation has over 10^10 nodes.
        let text = "(set-logic HORN)(declare-fun F (Int Int) Bool)
            (assert (forall ((n Int)) (=> (<= n 1) (F n 1))))
            (assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 1) (F (- n 1) a) (F (- n 2) b)) (F n (+ a b)))))
            (assert (forall ((n Int) (r Int)) (=> (and (F n r) (= n 50) (> r 1000)) false)))(check-sat)";
        let (word, steps) = decide(&mut Forward, text, 30);
        assert_eq!(word, "unsat");
        assert!(steps < 60, "{steps}");
        assert_eq!(decide(&mut Forward, systems::NONLINEAR_UNSAFE, 30).0, "unsat");
    }

    #[test]
    fn what_is_finite_is_decided() {
        let text = "(set-logic HORN)(declare-fun P (Int Bool) Bool)
            (assert (P 0 false))
            (assert (forall ((x Int) (b Bool)) (=> (and (P x b) (< x 5)) (P (+ x 1) (not b)))))
            (assert (forall ((x Int)) (=> (and (P x true) (= x 4)) false)))(check-sat)";
        assert_eq!(decide(&mut Forward, text, 30).0, "sat");
        // Facts are sets of states: no bound on x and y is needed.
        let text = "(set-logic HORN)(declare-fun P (Int Int) Bool)
            (assert (forall ((x Int)) (P x x)))
            (assert (forall ((x Int) (y Int)) (=> (P x y) (P y x))))
            (assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x y)) false)))(check-sat)";
        assert_eq!(decide(&mut Forward, text, 30).0, "sat");
    }
}
