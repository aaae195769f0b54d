//! Verification conditions: what the user says of a program is taken as it is, and one question to the SMT solver
//! decides a check.
//!
//! Loops are cut at their invariants ([`ir::cut`]), and the quantifiers of invariants and contracts go to the solver as
//! they are written. So a program that is annotated for a prover is decided as such a prover decides it, where engines
//! that look for invariants of their own have no use for the annotations. A subprogram is taken by itself, with any
//! inputs for which its precondition holds. Nothing is said of what the solver can't show: other inputs or other
//! annotations may be at fault.

use horn_frontend::bounded::{About, Bounds, Unwinder};
use horn_frontend::encode::Options;
use horn_frontend::ir::{CheckId, Cut, ProcId};
use horn_solver::smt::{CancelToken, Purpose, SatResult, SmtConfig, SmtSolver, Steps};
use horn_solver::term::TermId;

use super::bounded::Slice;

/// Ranges up to this size are written out in quantifiers.
const EXPAND: u32 = 12;
/// Indexes at which facts are instantiated that are no quantifiers.
const INSTANCES: usize = 12;
/// Blocks that are executed, also those of callees, beyond which a subprogram is too large.
const BLOCKS: usize = 6_000;
/// Budgets of a check that a subprogram has for all of its checks.
const BUDGETS: u32 = 8;

/// The checks of a subprogram, among these, that hold by their verification conditions. The program is one without
/// loops, made by [`horn_frontend::ir::cut`]. What takes longer than a few of its budgets altogether is left.
pub fn proved(
    cut: &Cut,
    owner: ProcId,
    checks: &[CheckId],
    config: &SmtConfig,
    budget: Steps,
    cancel: &CancelToken,
) -> Vec<CheckId> {
    let cancel = &cancel.limited(budget * BUDGETS);
    let options = Options { expand: EXPAND, instances: INSTANCES, quantifiers: true };
    let mut unwinder = Unwinder::new(&cut.program, owner, &options);
    let bounds = Bounds {
        unwind: 0,
        recursion: 0,
        assertions: false,
        apart: false,
        blocks: BLOCKS,
        cancel: Some(cancel.clone()),
        functions: cut.functions.clone(),
        ..Bounds::default()
    };
    match unwinder.unwind(&bounds) {
        Ok(formula) if formula.complete => {}
        Ok(_) => return Vec::new(),
        Err(unsupported) => {
            log::info!("verification conditions of {}: {}", cut.program.procedure(owner).name, unsupported.what);
            return Vec::new();
        }
    }
    let mut found = Vec::new();
    let config = for_quantifiers(config);
    for check in checks {
        if cancel.is_cancelled() {
            break;
        }
        let formula = unwinder.formula_mut();
        let violated = formula.properties.iter().filter(|property| property.subject == About::Check(*check));
        let violated: Vec<TermId> = violated.map(|property| property.violated).collect();
        let violated = formula.store.or(&violated);
        let formula = unwinder.formula();
        let needed = Slice::default().reach(formula, &[violated]);
        // A process for each: how quantifiers are instantiated depends on all that one has been asked before.
        let mut smt = SmtSolver::new(config.clone(), cancel.clone());
        let mut answer = Ok(());
        for term in needed.into_iter().map(|at| formula.constraints[at]).chain([violated]) {
            answer = answer.and_then(|()| smt.assert(&formula.store, term));
        }
        let answer = answer.and_then(|()| smt.check_within(Purpose::Reachability, &[], Some(budget)));
        match answer {
            Ok(SatResult::Unsat) => found.push(*check),
            Ok(_) => {}
            Err(error) if error.is_interrupt() => {}
            // Others say that the solver is broken, if it is.
            Err(error) => {
                log::warn!("verification conditions of {}: {error}", cut.program.procedure(owner).name);
                break;
            }
        }
    }
    found
}

/// How the solver is asked about quantifiers: by the terms that are there, and no search for models, which is what
/// takes long where there is none.
fn for_quantifiers(config: &SmtConfig) -> SmtConfig {
    let mut config = SmtConfig { cores: false, ..config.clone() };
    if config.kind.is_z3() {
        let options = [("auto_config", "false"), ("smt.mbqi", "false")];
        config.options.extend(options.map(|(name, value)| (name.to_string(), value.to_string())));
    }
    config
}
