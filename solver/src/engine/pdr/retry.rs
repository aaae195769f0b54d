//! A second attempt where the SMT process had no answer: rule by rule, each in a fresh process with nothing else in it.
//!
//! A process that has seen many questions may be slow or lost where a new one, which also may use what does not work
//! incrementally, is not. Only when that fails as well does the search give up.

use super::Search;
use super::limits::LIMITS;
use super::oracle::{Answer, Application};
use crate::smt::{Purpose, SatResult, SmtSolver};
use crate::system::Reason;
use crate::term::Assignment;

impl Search<'_> {
    /// Does some rule of `pred` lead into the cube from bodies within frame `level - 1`?
    pub(super) fn ask_again(
        &mut self,
        pred: usize,
        level: u32,
        cube: &[crate::term::TermId],
    ) -> Result<Answer, Reason> {
        for rule in self.rules.preds[pred].rules.clone() {
            let store = &mut self.cx.store;
            let info = &self.rules.rules[rule];
            if level == 1 && !info.body.is_empty() {
                continue;
            }
            let mut parts = vec![info.constraint];
            for &literal in cube {
                parts.push(store.instantiate(literal, &info.head_args));
            }
            for atom in &info.body {
                let frame = self.frames.frame(store, atom.pred, level - 1);
                parts.push(store.instantiate(frame, &atom.args));
            }
            let formula = store.and(&parts);
            let vars = store.vars(0, &info.vars);
            let mut config = self.cx.smt.clone();
            config.query_limit = Some(LIMITS.query);
            let mut smt = SmtSolver::new(config, self.cx.cancel.clone());
            smt.assert(&self.cx.store, formula)?;
            let answer = smt.check(Purpose::Reachability, &[]);
            let found = match answer {
                Ok(SatResult::Sat) if vars.is_empty() => Some(Vec::new()),
                Ok(SatResult::Sat) => Some(smt.eval(&self.cx.store, &vars)?),
                _ => None,
            };
            self.cx.statistics.add(&smt.take_statistics());
            match (answer?, found) {
                (SatResult::Unsat, _) => {}
                (SatResult::Sat, Some(values)) => {
                    return Ok(Answer::Step(Application { rule, values: Assignment::from_values(values) }));
                }
                _ => return Ok(Answer::Unknown),
            }
        }
        Ok(Answer::Blocked { cube: cube.to_vec(), level })
    }
}
