//! The last thing between an answer and the user: the answer as it is printed goes, with the script, to the independent
//! checker.
//!
//! The text checked against is the user's own where it is SMT-LIB that the checker reads; for Prolog-style clauses,
//! transition systems, scripts with heaps, Eldarica's dialect and programs it is the system as `--dump-smt` prints it.
//! Folds over arrays are no SMT-LIB: answers about them are left to the check inside (`horn_solver::certificate`).

use crate::answer::text;
use crate::smt::LazySmt;
use horn_checker::{Keeper, Lender, Limits, Options, SmtSolver, Spare};
use horn_solver::certificate::Rejection;
use horn_solver::smt::{CancelToken, Guards, Lent, SmtConfig, SmtError, SolverKind, Steps};
use horn_solver::smtlib::VariableNames;
use horn_solver::solve::{Confirm, Problem};
use horn_solver::system::{PredId, System, Verdict};
use horn_solver::term::Store;
use std::ffi::OsString;
use std::process::Command;
use std::sync::{Arc, OnceLock};

/// Which SMT solvers must confirm an answer before it is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Check {
    /// None: the check inside is all there is.
    Off,
    /// The one that the engines use.
    #[default]
    One,
    /// This one as well (`None`: cvc5 or z3, whichever the engines do not use, on `PATH`).
    Two(Option<OsString>),
}

/// The guards of the engines' solver processes keep the checker's, too.
struct Guarded(Arc<Guards>);

impl Keeper for Guarded {
    fn prepare(&self, command: &mut Command) {
        command.envs(crate::smt::environment());
        self.0.watch_over(command);
    }

    fn ended(&self, group: u32) {
        self.0.leave(group);
    }
}

/// Processes of the engines' solver that no engine uses any more.
struct Processes {
    smt: LazySmt,
    cancel: CancelToken,
}

impl Lender for Processes {
    fn lend(&self, solver: &SmtSolver) -> Option<Spare> {
        let config = self.smt.get().ok().filter(|config| solver_of(config) == *solver)?;
        let Lent { stdin, stdout, process } = self.smt.spare().lend(&config, &self.cancel)?;
        Some(Spare { stdin, stdout, process: Box::new(process) })
    }
}

/// The independent check of the answers to one problem.
pub struct Independent {
    check: Check,
    /// The user's text; `None` for the dump.
    script: Option<Arc<str>>,
    dump: OnceLock<String>,
    auxiliary: Vec<PredId>,
    variables: Option<VariableNames>,
    smt: LazySmt,
}

impl Independent {
    /// The check for a problem; `None` if there is none: it is off, or the system has folds.
    pub fn new(check: &Check, problem: &Problem, smt: &LazySmt) -> Option<Independent> {
        if *check == Check::Off || !problem.claims.is_empty() || has_folds(problem) {
            return None;
        }
        let script = problem.text.clone().filter(|_| problem.variables.is_some());
        // What is said about a dump uses the names of the dump.
        let variables = problem.variables.clone().filter(|_| script.is_some());
        let auxiliary = problem.auxiliary.clone();
        let (check, smt) = (check.clone(), smt.clone());
        Some(Independent { check, script, dump: OnceLock::new(), auxiliary, variables, smt })
    }

    fn solvers(&self) -> Result<Vec<SmtSolver>, Rejection> {
        let first = first_solver(&self.smt).map_err(Rejection::Smt)?;
        let second = match &self.check {
            Check::Off | Check::One => return Ok(vec![first]),
            Check::Two(Some(path)) => SmtSolver::new(&path.to_string_lossy()),
            Check::Two(None) if first.is_z3() => SmtSolver::cvc5("cvc5"),
            Check::Two(None) => SmtSolver::z3("z3"),
        };
        Ok(vec![first, second])
    }
}

impl Confirm for Independent {
    fn reads(&self, store: &Store, verdict: &Verdict) -> bool {
        match verdict {
            Verdict::Sat(model) => !store.has_aggregate(&model.definitions),
            _ => true,
        }
    }

    fn confirm(
        &self,
        store: &mut Store,
        system: &System,
        verdict: &Verdict,
        cancel: &CancelToken,
    ) -> Result<(), Rejection> {
        let solvers = self.solvers()?;
        let mut problem = Problem {
            auxiliary: self.auxiliary.clone(),
            variables: self.variables.clone(),
            ..Problem::of_system(std::mem::take(store), system.clone())
        };
        let answer = text(&mut problem, verdict);
        let script = match &self.script {
            Some(script) => script,
            None => self.dump.get_or_init(|| problem.script()).as_str(),
        };
        *store = problem.store;
        let stop = {
            let cancel = cancel.clone();
            move || cancel.is_cancelled()
        };
        // Where work is counted, a question may cost what the run may still do; what others have found by now must not
        // matter.
        let steps = cancel.before_limit().filter(|_| cancel.is_counted()).map(Steps::in_units);
        let limits = Limits {
            deadline: cancel.deadline(),
            steps,
            stop: Some(Arc::new(stop)),
            keeper: Some(keeper(&self.smt)),
            lender: Some(Arc::new(Processes { smt: self.smt.clone(), cancel: cancel.clone() })),
        };
        match horn_checker::check(script, &answer, &Options { solvers, limits }) {
            Ok(accepted) => {
                log::info!("the independent checker accepts the answer: {accepted:?}");
                Ok(())
            }
            Err(rejection) => Err(translated(rejection, cancel)),
        }
    }
}

/// The solver of the engines, for the checker.
fn first_solver(smt: &LazySmt) -> Result<SmtSolver, SmtError> {
    smt.get().map(|config| solver_of(&config))
}

fn solver_of(config: &SmtConfig) -> SmtSolver {
    let own = config.binary.to_string_lossy();
    if matches!(config.kind, SolverKind::Z3(_)) { SmtSolver::z3(&own) } else { SmtSolver::cvc5(&own) }
}

fn keeper(smt: &LazySmt) -> Arc<dyn Keeper> {
    Arc::new(Guarded(smt.guards()))
}

fn has_folds(problem: &Problem) -> bool {
    problem.system.clauses.iter().any(|clause| problem.store.has_aggregate(&clause.terms()))
}

/// The rejection in the words of the check inside.
fn translated(rejection: horn_checker::Rejection, cancel: &CancelToken) -> Rejection {
    let said = format!("independent check: {rejection}");
    match rejection {
        horn_checker::Rejection::Stopped if cancel.remaining().is_some_and(|left| left.is_zero()) => {
            Rejection::Smt(SmtError::Timeout)
        }
        horn_checker::Rejection::Stopped => Rejection::Smt(SmtError::Cancelled),
        horn_checker::Rejection::Solver(what) => Rejection::Smt(SmtError::Rejected(what)),
        horn_checker::Rejection::Wrong(_) => Rejection::Violated(said),
        horn_checker::Rejection::Undecided(_) => Rejection::Undecided(said),
        horn_checker::Rejection::Unreadable(_) | horn_checker::Rejection::Malformed(_) => Rejection::Malformed(said),
    }
}
