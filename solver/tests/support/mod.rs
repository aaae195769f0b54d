//! Running engines in tests, with every certificate checked.
#![allow(dead_code)]

pub mod generate;

use horn_solver::certificate::{Rejection, discharge, model_obligations, refutation_obligations};
use horn_solver::engine::Context;
use horn_solver::engine::table::EngineId;
use horn_solver::smt::{CancelToken, FindRequest, SmtConfig, SmtStatistics, find, tools_dirs};
use horn_solver::system::{System, Verdict};
use horn_solver::term::Store;
use std::sync::OnceLock;
use std::time::Duration;

/// The SMT solver the tests run with. Panics if there is none: no test passes because a tool is missing.
pub fn smt() -> SmtConfig {
    static FOUND: OnceLock<SmtConfig> = OnceLock::new();
    let search = || {
        let (variable, path) = (std::env::var_os("HORNSOLVE_SMT"), std::env::var_os("PATH"));
        let tools = tools_dirs(&std::env::current_exe().expect("the test binary has a path"));
        let request =
            FindRequest { explicit: None, hornsolve_smt: variable.as_deref(), tools: &tools, path: path.as_deref() };
        SmtConfig::new(&find(&request).expect("the tests need an SMT solver"))
    };
    FOUND.get_or_init(search).clone()
}

/// An engine's answer whose certificate, if it has one, was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Sat,
    Unsat,
    Unknown,
}

/// Runs an engine on a system. Panics if its certificate is rejected.
pub fn run(engine: EngineId, store: &Store, system: &System, limit: Duration, what: &str) -> Answer {
    let mut cx = Context::new(store.clone(), smt(), CancelToken::with_timeout(limit));
    let verdict = engine.make().solve(&mut cx, system);
    let (answer, obligations) = match &verdict {
        Verdict::Unknown(reason) => {
            assert!(!format!("{reason}").is_empty());
            return Answer::Unknown;
        }
        Verdict::Sat(model) => (Answer::Sat, model_obligations(&mut cx.store, system, model)),
        Verdict::Unsat(refutation) => (Answer::Unsat, refutation_obligations(&mut cx.store, system, refutation)),
    };
    let cancel = CancelToken::with_timeout(Duration::from_secs(10));
    let checked = obligations.and_then(|obligations| {
        discharge(&cx.store, system, &obligations, &smt(), &cancel, &mut SmtStatistics::default())
    });
    match checked {
        Ok(()) => answer,
        // Not decided in time is no defect, but no answer either.
        Err(Rejection::Undecided(_)) => Answer::Unknown,
        Err(Rejection::Smt(error)) if error.is_interrupt() => Answer::Unknown,
        Err(rejection) => panic!("{what}: {}: the certificate for {answer:?} was rejected: {rejection}", engine.name()),
    }
}
