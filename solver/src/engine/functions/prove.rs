//! Claims and whether they hold: the formulas are those that the certificate will be checked by.

use super::limits::LIMITS;
use crate::certificate::{claim_obligations, in_normal_form, with_functions};
use crate::context::Context;
use crate::smt::{Purpose, SatResult, SmtSolver};
use crate::system::Reason;
use crate::term::{Claim, Op, Store, Substitution, TermId, free_vars, postorder};

/// Asks the solver, within limits.
pub struct Prover {
    solver: SmtSolver,
    left: usize,
}

impl Prover {
    /// A prover with an empty solver.
    pub fn new(cx: &Context) -> Prover {
        let mut config = cx.smt.clone();
        config.query_limit = Some(LIMITS.query);
        Prover { solver: SmtSolver::new(config, cx.cancel.clone()), left: LIMITS.queries }
    }

    /// Adds the statistics of the solver to those of the context.
    pub fn finish(&mut self, cx: &mut Context) {
        cx.statistics.add(&self.solver.take_statistics());
    }

    /// Whether the solver says so.
    pub fn is_unsat(&mut self, cx: &Context, formula: TermId) -> Result<bool, Reason> {
        if formula == Store::FALSE {
            return Ok(true);
        }
        if formula == Store::TRUE {
            return Ok(false);
        }
        cx.check()?;
        if self.left == 0 {
            return Err(Reason::Incomplete("too many questions about functions".to_string()));
        }
        self.left -= 1;
        match self.solver.check_formula(&cx.store, Purpose::Consecution, formula, &[]) {
            Ok((answer, _)) => Ok(answer == SatResult::Unsat),
            Err(error) if !cx.cancel.is_cancelled() && error.is_interrupt() => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether the claim holds, given those before it.
    pub fn holds(&mut self, cx: &mut Context, claim: &Claim, before: &[Claim]) -> Result<bool, Reason> {
        let Ok(obligations) = claim_obligations(&mut cx.store, claim, before) else { return Ok(false) };
        // What is large is seldom what fails.
        for formula in obligations {
            if !self.is_unsat(cx, formula)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Tries to refute a formula for all values of its variables: as it is, which needs no claim, or by induction over
    /// one of its variables. The claim that does it.
    pub fn refute(&mut self, cx: &mut Context, formula: TermId, before: &[Claim]) -> Result<Outcome, Reason> {
        let fresh = cx.store.var_bound(formula);
        let direct = with_functions(&mut cx.store, formula, before, fresh);
        if self.is_unsat(cx, direct)? {
            return Ok(Outcome::Direct);
        }
        let claim = denial(&mut cx.store, formula);
        for on in inductive(&cx.store, &claim) {
            let claim = Claim { induction: Some(on), ..claim.clone() };
            if self.holds(cx, &claim, before)? {
                return Ok(Outcome::Claim(claim));
            }
        }
        Ok(Outcome::Open)
    }
}

/// What came of an attempt.
pub enum Outcome {
    /// It is so, by the claims there are.
    Direct,
    /// It is so by this claim.
    Claim(Claim),
    /// Nothing.
    Open,
}

/// The claim that the formula holds for no values.
pub fn denial(store: &mut Store, formula: TermId) -> Claim {
    let fresh = store.var_bound(formula);
    let formula = in_normal_form(store, formula, fresh);
    let denied = store.not(formula);
    closed(store, denied)
}

/// The claim that the formula holds for all values.
pub fn closed(store: &mut Store, formula: TermId) -> Claim {
    let vars = free_vars(store, &[formula]);
    let sorts: Vec<_> = vars.iter().map(|&var| store.sort_of(var)).collect();
    let new = store.vars(0, &sorts);
    let formula = Substitution::new(vars.into_iter().zip(new)).apply(store, formula);
    Claim { vars: sorts, formula, induction: None }
}

/// The variables over which an induction may help: those of datatypes, first those that calls get as they are.
pub fn inductive(store: &Store, claim: &Claim) -> Vec<u32> {
    let mut found: Vec<(usize, u32)> = Vec::new();
    let calls: Vec<TermId> =
        postorder(store, &[claim.formula]).into_iter().filter(|&t| matches!(store.op(t), Op::Call(_))).collect();
    for (number, &sort) in claim.vars.iter().enumerate() {
        if !store.is_recursive(sort) {
            continue;
        }
        let is = |&&arg: &&TermId| store.as_var(arg) == Some(number as u32);
        // Where a call goes down is most often its first datatype.
        let score: usize = calls
            .iter()
            .map(|&call| {
                let mut data = store.args(call).iter().filter(|&&arg| store.is_recursive(store.sort_of(arg)));
                2 * usize::from(data.next().as_ref().is_some_and(is)) + data.filter(is).count()
            })
            .sum();
        if score > 0 {
            found.push((score, number as u32));
        }
    }
    found.sort_by_key(|&(score, number)| (std::cmp::Reverse(score), number));
    found.into_iter().map(|(_, number)| number).collect()
}
