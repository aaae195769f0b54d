//! The SMT solver, looked for when it is first needed.

use crate::smt::{CancelToken, FindRequest, Guards, SmtConfig, SmtError, Watch, find_watched, tools_dirs};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// What one process may use that nobody has configured. A query that needs more is given up, not the machine.
const MEMORY_LIMIT_MB: u32 = 4096;

type Find = dyn Fn() -> Result<SmtConfig, SmtError> + Send + Sync;

/// Finds the solver once, on demand. Clones share the result.
#[derive(Clone)]
pub struct LazySmt {
    shared: Arc<Shared>,
}

struct Shared {
    find: Box<Find>,
    found: OnceLock<Result<SmtConfig, SmtError>>,
}

impl fmt::Debug for LazySmt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LazySmt").field(&self.shared.found.get()).finish()
    }
}

impl LazySmt {
    /// The solver that `find` finds; it is called at most once.
    pub fn new(find: impl Fn() -> Result<SmtConfig, SmtError> + Send + Sync + 'static) -> LazySmt {
        LazySmt { shared: Arc::new(Shared { find: Box::new(find), found: OnceLock::new() }) }
    }

    /// A solver that needs no search.
    pub fn known(config: SmtConfig) -> LazySmt {
        LazySmt::new(move || Ok(config.clone()))
    }

    /// The solver that the environment names: `HORNSOLVE_SMT`, folders `.tools/bin` above the running program and
    /// above `tools`, `PATH`. The search ends with the token.
    pub fn of_environment(tools: Option<PathBuf>, cancel: &CancelToken) -> LazySmt {
        let cancel = cancel.clone();
        LazySmt::new(move || {
            let (variable, path) = (std::env::var_os("HORNSOLVE_SMT"), std::env::var_os("PATH"));
            let own = std::env::current_exe().ok();
            let tools: Vec<PathBuf> = own.iter().chain(&tools).flat_map(|path| tools_dirs(path)).collect();
            let request = FindRequest {
                explicit: None,
                hornsolve_smt: variable.as_deref(),
                tools: &tools,
                path: path.as_deref(),
            };
            let binary = find_watched(&request, &Watch { cancel: &cancel, guards: &Guards::default() })?;
            log::info!("SMT solver: {} ({})", binary.path.display(), binary.kind);
            Ok(SmtConfig { memory_limit_mb: Some(MEMORY_LIMIT_MB), ..SmtConfig::new(&binary) })
        })
    }

    /// The configuration of the solver that was found, or the one line about why there is none; [`SmtError::Cancelled`]
    /// if the time was over before it was found.
    pub fn get(&self) -> Result<SmtConfig, SmtError> {
        self.shared.found.get_or_init(|| (self.shared.find)()).clone()
    }
}
