//! How an [`SmtSolver`](super::SmtSolver) starts and addresses its process, per kind of solver.

use super::cancel::CancelToken;
use super::find::{SmtBinary, SolverKind};
use super::guard::Guard;
use super::log::LogTarget;
use super::process::{MAX_RESPONSE, SpawnSpec};
use super::spare::Spare;
use super::steps::Steps;
use std::path::PathBuf;
use std::time::Duration;

/// Seconds beyond our own deadline after which the solver stops by itself: the last net if we cannot kill it any more.
const NET_SECONDS: u64 = 10;

/// What the caller decides about a solver process.
#[derive(Debug, Clone)]
pub struct SmtConfig {
    /// The binary.
    pub binary: PathBuf,
    /// What it is; see `super::find::probe`.
    pub kind: SolverKind,
    /// Where to log the queries, if at all.
    pub log: Option<LogTarget>,
    /// The work that one query may cost. `None`: only what the cancel token has left.
    pub query_limit: Option<Steps>,
    /// Memory limit of the process in megabytes (enforced by Z3 itself).
    pub memory_limit_mb: Option<u32>,
    /// The logic, where it is not the solver's most general one.
    pub logic: Option<String>,
    /// Whether [`unsat_core`](super::SmtSolver::unsat_core) will be asked for.
    pub cores: bool,
    /// Who ends what a process has started if we cannot.
    pub guard: Option<Guard>,
    /// Variables that the process gets besides those of our own environment.
    pub environment: Vec<(String, String)>,
    /// More `(set-option :KEY VALUE)`s, sent first.
    pub options: Vec<(String, String)>,
    /// Where processes may wait that nobody uses.
    pub spare: Spare,
}

impl SmtConfig {
    /// The defaults for a binary: no limits but the cancel token's, cores on, no log.
    pub fn new(binary: &SmtBinary) -> SmtConfig {
        SmtConfig {
            binary: binary.path.clone(),
            kind: binary.kind,
            log: None,
            query_limit: None,
            memory_limit_mb: None,
            logic: None,
            cores: true,
            guard: None,
            environment: Vec::new(),
            options: Vec::new(),
            spare: Spare::default(),
        }
    }

    /// The same with a limit per query.
    #[must_use]
    pub fn with_query_limit(mut self, limit: Steps) -> SmtConfig {
        self.query_limit = Some(limit);
        self
    }

    /// The command line for a process whose work ends with `cancel`.
    pub(super) fn spawn_spec(&self, cancel: &CancelToken) -> SpawnSpec {
        let seconds = cancel.remaining().map(|left| left.as_secs().saturating_add(NET_SECONDS));
        // A net of more than a month is none, and large numbers overflow in some solvers.
        let seconds = seconds.filter(|&seconds| seconds < 2_000_000);
        let mut args: Vec<String> = Vec::new();
        match self.kind {
            SolverKind::Z3(_) => {
                args.extend(["-in", "-smt2", "-nw"].map(String::from));
                args.extend(seconds.map(|seconds| format!("-T:{seconds}")));
                args.extend(self.memory_limit_mb.map(|megabytes| format!("-memory:{megabytes}")));
            }
            SolverKind::Cvc5(_) => {
                args.extend(["--lang=smt2", "--incremental", "-q"].map(String::from));
                args.extend(seconds.map(|seconds| format!("--tlimit={}", seconds * 1000)));
                if let (true, units @ 1..) = (cancel.is_counted(), cancel.query_limit(self.query_limit).units) {
                    args.push(format!("--rlimit-per={units}"));
                }
            }
            SolverKind::Other => {}
        }
        SpawnSpec {
            binary: self.binary.clone(),
            args,
            max_response: MAX_RESPONSE,
            net: seconds.filter(|_| self.kind != SolverKind::Other).map(Duration::from_secs),
            log: self.log.clone(),
            guard: self.guard.clone(),
            environment: self.environment.clone(),
        }
    }

    /// The commands that every process begins with whose work ends with `cancel`.
    pub(super) fn prelude(&self, cancel: &CancelToken) -> String {
        let mut text = String::from("(set-option :print-success false)\n(set-option :produce-models true)\n");
        if self.kind.is_z3() && cancel.is_counted() && self.logic.is_none() {
            // Some of its tactics for a first query without scopes give up after milliseconds.
            text += "(set-option :combined_solver.ignore_solver1 true)\n";
        }
        if self.cores {
            text += "(set-option :produce-unsat-assumptions true)\n";
        }
        for (key, value) in &self.options {
            text += &format!("(set-option :{key} {value})\n");
        }
        match &self.logic {
            Some(logic) => text += &format!("(set-logic {logic})\n"),
            // Z3 chooses by itself, and better without the name of a logic.
            None if self.kind.is_z3() => {}
            None => text += "(set-logic ALL)\n",
        }
        text
    }
}
