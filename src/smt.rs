//! The SMT solver binary, looked for when it is first needed.

use horn_solver::smt::{FindRequest, LogTarget, SmtConfig, SmtError, find, tools_dirs};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// What one SMT process may use. A query that needs more is given up, not the machine.
const MEMORY_LIMIT_MB: u32 = 4096;

/// Finds the solver once, on demand. Clones share the result.
#[derive(Clone)]
pub struct LazySmt {
    shared: Arc<Shared>,
}

struct Shared {
    /// `--smt-solver`.
    explicit: Option<OsString>,
    /// `--smt-log`.
    log: Option<PathBuf>,
    found: OnceLock<Result<SmtConfig, SmtError>>,
}

impl LazySmt {
    /// Nothing is looked for yet. `explicit` names the solver; else environment and folders are searched.
    pub fn new(explicit: Option<OsString>, log: Option<PathBuf>) -> LazySmt {
        LazySmt { shared: Arc::new(Shared { explicit, log, found: OnceLock::new() }) }
    }

    /// The configuration of the solver that was found, or the one line about why there is none.
    pub fn get(&self) -> Result<SmtConfig, SmtError> {
        self.shared.found.get_or_init(|| self.shared.find()).clone()
    }
}

impl Shared {
    fn find(&self) -> Result<SmtConfig, SmtError> {
        let (variable, path) = (std::env::var_os("HORNSOLVE_SMT"), std::env::var_os("PATH"));
        let tools = std::env::current_exe().map(|exe| tools_dirs(&exe)).unwrap_or_default();
        let request = FindRequest {
            explicit: self.explicit.as_deref(),
            hornsolve_smt: variable.as_deref(),
            tools: &tools,
            path: path.as_deref(),
        };
        let binary = find(&request)?;
        log::info!("SMT solver: {} ({})", binary.path.display(), binary.kind);
        let mut config = SmtConfig::new(&binary);
        config.memory_limit_mb = Some(MEMORY_LIMIT_MB);
        config.log = self.log.as_ref().map(LogTarget::new);
        Ok(config)
    }
}
