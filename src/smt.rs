//! The SMT solver binary, looked for when it is first needed.

use horn_solver::smt::{
    CancelToken, FindRequest, Guards, LogTarget, MIN_Z3, SmtBinary, SmtConfig, SmtError, SolverKind, Spare, Watch,
    candidate, find_watched, tools_dirs,
};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The only argument of this program as the guard of solver processes, see [`horn_solver::smt::guard`].
pub const GUARD: &str = "--guard-solver-processes";

/// What one SMT process may use. A query that needs more is given up, not the machine.
const MEMORY_LIMIT_MB: u32 = 4096;

/// What the GNU C library's allocator is told in a solver process: huge pages, and room for the blocks of 8 MB that Z3
/// begins with. Most of the start of a Z3 is page faults; it takes half the time so (Z3 5.4). Other C libraries ignore
/// it.
const ALLOCATOR: (&str, &str) =
    ("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=67108864:glibc.malloc.top_pad=25165824");

/// The variables that solver processes get; what the user has set stays.
pub fn environment() -> Vec<(String, String)> {
    let (name, value) = ALLOCATOR;
    if std::env::var_os(name).is_some() { Vec::new() } else { vec![(name.to_string(), value.to_string())] }
}

/// Finds the solver once, on demand. Clones share the result.
#[derive(Clone)]
pub struct LazySmt {
    lazy: horn_solver::solve::LazySmt,
    likely: Arc<dyn Fn() -> Option<SmtConfig> + Send + Sync>,
    guards: Arc<Guards>,
    spare: Spare,
}

impl LazySmt {
    /// Nothing is looked for yet. `explicit` is `--smt-solver`; without it environment and folders are searched, until
    /// the token is triggered. `log` is `--smt-log`.
    pub fn new(explicit: Option<OsString>, log: Option<PathBuf>, cancel: &CancelToken) -> LazySmt {
        LazySmt::limited(explicit, log, None, cancel)
    }

    /// The same with so many megabytes for each process instead of the usual limit; 0 for no limit.
    pub fn limited(
        explicit: Option<OsString>,
        log: Option<PathBuf>,
        memory: Option<u32>,
        cancel: &CancelToken,
    ) -> LazySmt {
        let own = std::env::current_exe().ok();
        let guards = Arc::new(own.map_or_else(Guards::default, |own| Guards::new(own, GUARD)));
        let cancel = cancel.clone();
        let spare = Spare::default();
        let own_spare = spare.clone();
        let memory = Some(memory.unwrap_or(MEMORY_LIMIT_MB)).filter(|megabytes| *megabytes > 0);
        let search = Search { explicit, log, guards: Arc::clone(&guards) };
        let own = search.clone();
        let complete =
            move |config: SmtConfig| SmtConfig { memory_limit_mb: memory, spare: own_spare.clone(), ..config };
        let completed = complete.clone();
        LazySmt {
            lazy: horn_solver::solve::LazySmt::new(move || search.find(&cancel).map(&complete)),
            likely: Arc::new(move || own.likely().map(&completed)),
            guards,
            spare,
        }
    }

    /// The configuration of the solver that was found, or the one line about why there is none; [`SmtError::Cancelled`]
    /// if the time was over before it was found.
    pub fn get(&self) -> Result<SmtConfig, SmtError> {
        self.lazy.get()
    }

    /// What [`LazySmt::get`] is going to say, as far as the name of a file tells: no process is asked. For processes
    /// that start meanwhile; those of another solver nobody takes.
    pub fn likely(&self) -> Option<SmtConfig> {
        (self.likely)()
    }

    /// The same for the pipeline.
    pub fn lazy(&self) -> &horn_solver::solve::LazySmt {
        &self.lazy
    }

    /// The processes that nobody uses at the moment.
    pub fn spare(&self) -> &Spare {
        &self.spare
    }

    /// Who ends what the solvers have started if we cannot.
    pub fn guards(&self) -> Arc<Guards> {
        Arc::clone(&self.guards)
    }
}

/// The folders of `PATH`, and behind them the one that this program is in: an environment of Python need not be active,
/// nor a folder with both programs be on `PATH`.
fn searched(path: Option<&OsStr>, own: Option<&Path>) -> Option<OsString> {
    let own = own.and_then(Path::parent).map(Path::to_path_buf);
    let folders = path.into_iter().flat_map(std::env::split_paths).chain(own);
    // A folder with a colon in its name cannot be written down.
    std::env::join_paths(folders).ok().or_else(|| path.map(OsStr::to_os_string))
}

/// Where the solver is looked for.
#[derive(Clone)]
struct Search {
    explicit: Option<OsString>,
    log: Option<PathBuf>,
    guards: Arc<Guards>,
}

impl Search {
    /// Calls a function with the places.
    fn within<T>(&self, look: impl FnOnce(&FindRequest<'_>) -> T) -> T {
        let (variable, path) = (std::env::var_os("HORNSOLVE_SMT"), std::env::var_os("PATH"));
        let own = std::env::current_exe().ok();
        let tools = own.as_deref().map(tools_dirs).unwrap_or_default();
        let path = searched(path.as_deref(), own.as_deref());
        let (explicit, hornsolve_smt) = (self.explicit.as_deref(), variable.as_deref());
        look(&FindRequest { explicit, hornsolve_smt, tools: &tools, path: path.as_deref() })
    }

    /// The solver, asked for its version.
    fn find(&self, cancel: &CancelToken) -> Result<SmtConfig, SmtError> {
        let binary = self.within(|request| find_watched(request, &Watch { cancel, guards: &self.guards }))?;
        log::info!("SMT solver: {} ({})", binary.path.display(), binary.kind);
        Ok(self.config(&binary))
    }

    /// The solver that is going to be asked first, if its name is that of a Z3.
    fn likely(&self) -> Option<SmtConfig> {
        let path = self.within(candidate)?;
        let named = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"z3"));
        named.then(|| self.config(&SmtBinary { path, kind: SolverKind::Z3(MIN_Z3) }))
    }

    fn config(&self, binary: &SmtBinary) -> SmtConfig {
        SmtConfig {
            log: self.log.as_deref().map(LogTarget::new),
            guard: self.guards.of(&binary.path),
            environment: environment(),
            ..SmtConfig::new(binary)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_the_program_is_the_last_one() {
        let text = |path: Option<&str>, own: Option<&str>| {
            searched(path.map(OsStr::new), own.map(Path::new)).map(|path| path.to_string_lossy().into_owned())
        };
        assert_eq!(text(Some("/a:/b"), Some("/own/hornsolve")).as_deref(), Some("/a:/b:/own"));
        assert_eq!(text(None, Some("/own/hornsolve")).as_deref(), Some("/own"));
        assert_eq!(text(Some("/a"), None).as_deref(), Some("/a"));
        assert_eq!(text(Some("/a"), Some("/a:b/hornsolve")).as_deref(), Some("/a"));
    }
}
