//! What an input claims about its folds is checked before it is believed: associativity, unit and inverse of every
//! monoid of the user's.

use super::pipeline::Request;
use super::{Failure, Problem};
use crate::aggregate::{Defect, Law, defect};
use crate::smt::{SmtError, SmtSolver, Steps};
use crate::smtlib::print::term_text;
use crate::smtlib::{Claim, Diagnostic, Names};
use crate::system::Reason;
use crate::term::{Store, Value};

/// What the laws of all folds may cost.
const LIMIT: Steps = Steps::seconds(20);

/// An error if a claim of the problem is wrong, or cannot be shown; why there is no answer if it was not decided in
/// time.
pub(super) fn check(problem: &mut Problem, request: &Request<'_>) -> Result<Option<Reason>, Failure> {
    if problem.claims.is_empty() {
        return Ok(None);
    }
    let broken = |error: SmtError| Failure::Tool(error.to_string());
    let config = request.smt.get().map_err(broken)?;
    let mut solver = SmtSolver::new(config, request.cancel.within(LIMIT));
    for claim in std::mem::take(&mut problem.claims) {
        let found = match defect(&mut problem.store, claim.aggregate, &mut solver) {
            Ok(None) => continue,
            Ok(Some(found)) => found,
            // Time is up, which says nothing about the input.
            Err(error) if error.is_interrupt() && request.cancel.is_cancelled() => {
                return Ok(Some(request.cancel_reason()));
            }
            Err(error) if error.is_interrupt() => {
                let why = format!("the laws of `{}` are not decided within {} steps", claim.name, LIMIT.count());
                return Ok(Some(Reason::Incomplete(why)));
            }
            Err(error) => return Err(broken(error)),
        };
        let message = match found {
            Defect::Fails(law, values) => {
                format!(
                    "it does not obey {} ({}), for example for {}",
                    law.name,
                    law.text,
                    example(problem, &law, &values)
                )
            }
            Defect::Open(law, why) => format!("{} ({}) cannot be shown: {why}", law.name, law.text),
        };
        return Err(refusal(&claim, &message));
    }
    Ok(None)
}

fn refusal(claim: &Claim, what: &str) -> Failure {
    let message = format!("`{}` is no aggregate: {what}", claim.name);
    Failure::Input(Diagnostic { message, ..claim.place.clone() })
}

/// `x = 1, y = 2`.
fn example(problem: &mut Problem, law: &Law, values: &[Value]) -> String {
    let names = Names::user(&problem.store, &problem.system);
    let store: &mut Store = &mut problem.store;
    let mut parts = Vec::new();
    for ((name, &var), value) in ["x", "y", "z"].into_iter().zip(&law.vars).zip(values) {
        let sort = store.sort_of(var);
        let term = value.to_term(store, sort);
        parts.push(format!("{name} = {}", term_text(store, term, &names)));
    }
    parts.join(", ")
}
