//! Horn systems given to Z3's own Horn engine (`(set-logic HORN)`).
//!
//! Meant for recursion-free systems, where Z3 acts as an interpolator: the model of such a system is a tree
//! interpolant. Inlining must be off for that, else Z3 eliminates the predicates and the model consists of strongest
//! postconditions.

use super::cancel::{CancelToken, earlier};
use super::check::{SatResult, USED_UP, parse_answer};
use super::config::SmtConfig;
use super::error::SmtError;
use super::names::{Symbol, write_sort};
use super::print::{SmtTerm, datatypes_of, write_datatypes};
use super::process::SmtProcess;
use super::stats::{Purpose, SmtStatistics};
use super::steps::Steps;
use super::terms::read_definitions;
use crate::system::{Atom, Clause, Model, System};
use crate::term::{Op, SortId, Store, TermId, postorder};
use hashbrown::HashMap;
use std::time::{Duration, Instant};

/// What Z3 says about a Horn system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HornAnswer {
    /// Satisfiable, by this model. Not checked.
    Sat(Model),
    /// Unsatisfiable.
    Unsat,
    /// Z3 gave up, ran out of time or gave a model that we cannot read; says which.
    Unknown(String),
}

/// Options that keep Z3 from inlining predicates.
pub const NO_INLINING: [(&str, &str); 3] =
    [("fp.xform.inline_eager", "false"), ("fp.xform.inline_linear", "false"), ("fp.xform.slice", "false")];

/// After this many systems the process is replaced, so that what a reset leaves behind cannot pile up.
const RUNS_PER_PROCESS: u32 = 200;

/// How much longer than its first system's limit a process may live: the last net if we cannot kill it any more.
const NET: Duration = Duration::from_secs(300);

/// Asks Z3 for models of Horn systems, one after the other in one process that is reset in between. Starting a process
/// costs some 10 ms and more in a large parent, a reset next to nothing.
#[derive(Debug)]
pub struct HornProcess {
    config: SmtConfig,
    process: Option<SmtProcess>,
    runs: u32,
    /// When the process will end by itself, see [`NET`].
    expires: Option<Instant>,
}

impl HornProcess {
    /// No process yet; it is started at the first use.
    pub fn new(config: SmtConfig) -> HornProcess {
        HornProcess { config, process: None, runs: 0, expires: None }
    }

    /// How its processes are started.
    pub fn config(&self) -> &SmtConfig {
        &self.config
    }

    /// Asks for a model of a system within `limit`. `options` are Z3 parameters, see [`NO_INLINING`]; they must be the
    /// same in every call, because a reset does not take them back.
    ///
    /// Errors are faults of the process, cancellation, and a solver that is no Z3.
    #[allow(clippy::too_many_arguments)]
    pub fn solve(
        &mut self,
        cancel: &CancelToken,
        statistics: &mut SmtStatistics,
        purpose: Purpose,
        store: &mut Store,
        system: &System,
        options: &[(&str, &str)],
        limit: Option<Steps>,
    ) -> Result<HornAnswer, SmtError> {
        if !self.config.kind.is_z3() {
            return Err(SmtError::Unsupported(format!("Horn systems by {}", self.config.kind)));
        }
        let script = horn_script(store, system, options).map_err(|error| SmtError::Unsupported(error.to_string()))?;
        let start = Instant::now();
        let reused = self.process.is_some();
        let mut answers = self.run(cancel, statistics, &script, limit);
        if reused && matches!(answers, Err(SmtError::Crashed { .. })) {
            statistics.restarts += 1;
            answers = self.run(cancel, statistics, &script, limit);
        }
        statistics.record(purpose, start.elapsed());
        let (verdict, model) = match answers {
            Ok(answers) => answers,
            Err(error @ (SmtError::Timeout | SmtError::OutOfMemory)) => {
                return Ok(HornAnswer::Unknown(error.to_string()));
            }
            Err(error) => return Err(error),
        };
        match verdict {
            SatResult::Unsat => Ok(HornAnswer::Unsat),
            SatResult::Unknown(reason) => Ok(HornAnswer::Unknown(reason)),
            SatResult::Sat => match read_model(store, system, &model) {
                Ok(model) => Ok(HornAnswer::Sat(model)),
                Err(error) => Ok(HornAnswer::Unknown(format!("the model cannot be read: {error}"))),
            },
        }
    }

    /// Runs one script; on any error the process is given up.
    fn run(
        &mut self,
        cancel: &CancelToken,
        statistics: &mut SmtStatistics,
        script: &[u8],
        limit: Option<Steps>,
    ) -> Result<(SatResult, String), SmtError> {
        let result = self.run_in_process(cancel, statistics, script, limit);
        match &result {
            Ok(_) => {}
            Err(error) => {
                self.process = None;
                if error.is_interrupt() {
                    statistics.kills += 1;
                } else {
                    statistics.faults += 1;
                }
            }
        }
        result
    }

    fn run_in_process(
        &mut self,
        cancel: &CancelToken,
        statistics: &mut SmtStatistics,
        script: &[u8],
        limit: Option<Steps>,
    ) -> Result<(SatResult, String), SmtError> {
        if cancel.is_cancelled() {
            return Err(SmtError::Cancelled);
        }
        let limit = cancel.query_limit(limit);
        let deadline = limit.time.and_then(|limit| Instant::now().checked_add(limit));
        let needed = earlier(deadline, cancel.deadline());
        let expires_early = self.expires.is_some_and(|expires| needed.is_none_or(|needed| needed > expires));
        let usable = self.process.as_ref().is_some_and(SmtProcess::is_usable);
        let fresh = !usable || expires_early || self.runs >= RUNS_PER_PROCESS;
        if fresh {
            self.process = None;
            self.expires = needed.and_then(|needed| needed.checked_add(NET));
            let lifetime = CancelToken::new().until(self.expires);
            self.process = Some(SmtProcess::spawn(&self.config.spawn_spec(&lifetime))?);
            statistics.spawns += 1;
            self.runs = 0;
        }
        let Some(process) = &mut self.process else { unreachable!("just started") };
        self.runs += 1;
        if !fresh {
            process.send(b"(reset)\n");
            process.was_reset();
        }
        process.send_counted(self.config.kind, limit.units, script);
        let marker = process.mark();
        let text = process.read(marker, deadline, cancel)?;
        let (text, used_up) = process.charge(text, cancel);
        let verdict = parse_answer(&text)?;
        if matches!(verdict, SatResult::Unknown(_)) {
            if cancel.is_used_up() {
                return Err(SmtError::Cancelled);
            }
            if used_up {
                self.process = None;
                return Ok((SatResult::Unknown(USED_UP.to_string()), String::new()));
            }
        }
        let model = if verdict.is_sat() { process.query(b"(get-model)\n", deadline, cancel)? } else { String::new() };
        Ok((verdict, model))
    }
}

/// Asks Z3 for a model of one system, in a process of its own; see [`HornProcess::solve`].
#[allow(clippy::too_many_arguments)]
pub fn solve_horn(
    config: &SmtConfig,
    cancel: &CancelToken,
    statistics: &mut SmtStatistics,
    purpose: Purpose,
    store: &mut Store,
    system: &System,
    options: &[(&str, &str)],
    limit: Option<Steps>,
) -> Result<HornAnswer, SmtError> {
    HornProcess::new(config.clone()).solve(cancel, statistics, purpose, store, system, options, limit)
}

fn read_model(store: &mut Store, system: &System, text: &str) -> Result<Model, SmtError> {
    let mut by_number: HashMap<u32, TermId> = HashMap::new();
    for definition in read_definitions(store, text)? {
        if let Some(Symbol::Predicate(number)) = Symbol::parse(&definition.name, store)
            && let Some(pred) = system.preds.get(number as usize)
            && pred.sorts == definition.params
            && store.sort_of(definition.body) == SortId::BOOL
        {
            by_number.insert(number, definition.body);
        }
    }
    // Predicates that no clause mentions are not part of Z3's model; nothing constrains them.
    let mut mentioned = vec![false; system.preds.len()];
    for atom in system.clauses.iter().flat_map(|clause| clause.body.iter().chain(&clause.head)) {
        mentioned[atom.pred.index()] = true;
    }
    let definition = |(number, mentioned): (usize, bool)| {
        let given = by_number.get(&(number as u32)).copied();
        if mentioned { given } else { Some(given.unwrap_or(Store::TRUE)) }
    };
    let definitions: Option<Vec<TermId>> = mentioned.into_iter().enumerate().map(definition).collect();
    definitions
        .map(|definitions| Model { definitions })
        .ok_or_else(|| SmtError::Unsupported("a predicate without definition".to_string()))
}

/// The text of a system in the CHC format under generated names, up to and including `(check-sat)`.
pub fn horn_script(store: &Store, system: &System, options: &[(&str, &str)]) -> std::io::Result<Vec<u8>> {
    use std::io::Write;
    let mut w: Vec<u8> = Vec::new();
    for (key, value) in options {
        writeln!(w, "(set-option :{key} {value})")?;
    }
    writeln!(w, "(set-logic HORN)")?;
    let mut sorts: Vec<SortId> = system.preds.iter().flat_map(|pred| pred.sorts.iter().copied()).collect();
    let mut terms: Vec<TermId> = Vec::new();
    for clause in &system.clauses {
        sorts.extend(&clause.vars);
        terms.extend(clause.terms());
    }
    for term in postorder(store, &terms) {
        sorts.push(store.sort_of(term));
        if let Op::Aggregate(_) | Op::Call(_) = store.op(term) {
            return Err(std::io::Error::other("Horn systems with aggregates or recursive functions"));
        }
        if let Op::Forall(vars) | Op::Exists(vars) = store.op(term) {
            sorts.extend(vars.iter().map(|(_, sort)| *sort));
        }
    }
    sorts.sort_unstable();
    sorts.dedup();
    let mut datatypes = Vec::new();
    for sort in sorts {
        datatypes_of(store, sort, &mut datatypes);
    }
    if !datatypes.is_empty() {
        write_datatypes(store, &datatypes, &mut w)?;
    }
    for (number, pred) in system.preds.iter().enumerate() {
        write!(w, "(declare-fun {} (", Symbol::Predicate(number as u32))?;
        for (at, &sort) in pred.sorts.iter().enumerate() {
            w.write_all(if at == 0 { b"" } else { b" " })?;
            write_sort(store, sort, &mut w)?;
        }
        writeln!(w, ") Bool)")?;
    }
    for clause in &system.clauses {
        write_clause(store, clause, &mut w)?;
    }
    writeln!(w, "(check-sat)")?;
    Ok(w)
}

fn write_clause(store: &Store, clause: &Clause, w: &mut Vec<u8>) -> std::io::Result<()> {
    use std::io::Write;
    write!(w, "(assert ")?;
    if !clause.vars.is_empty() {
        write!(w, "(forall (")?;
        for (index, &sort) in clause.vars.iter().enumerate() {
            write!(w, "({} ", Symbol::Var(index as u32, sort))?;
            write_sort(store, sort, w)?;
            write!(w, ")")?;
        }
        write!(w, ") ")?;
    }
    write!(w, "(=> (and true")?;
    for atom in &clause.body {
        write!(w, " ")?;
        write_atom(store, atom, w)?;
    }
    write!(w, " {}) ", SmtTerm(store, clause.constraint).text())?;
    match &clause.head {
        Some(atom) => write_atom(store, atom, w)?,
        None => write!(w, "false")?,
    }
    writeln!(w, "){})", if clause.vars.is_empty() { "" } else { ")" })
}

fn write_atom(store: &Store, atom: &Atom, w: &mut Vec<u8>) -> std::io::Result<()> {
    use std::io::Write;
    let symbol = Symbol::Predicate(atom.pred.0);
    if atom.args.is_empty() {
        return write!(w, "{symbol}");
    }
    write!(w, "({symbol}")?;
    for &arg in &atom.args {
        write!(w, " {}", SmtTerm(store, arg).text())?;
    }
    write!(w, ")")
}
