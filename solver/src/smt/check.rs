//! Queries: satisfiability under assumptions, in batches, cores, and one-shot formulas.
//!
//! That the query's own limit is reached is an answer ([`SatResult::Unknown`]); so is a memory limit hit by the solver.
//! Cancellation and the token's limits are errors, because the caller has to stop; so is every fault of the process.
//! After any of these, the next query finds a new process with the same assertions.

use super::error::SmtError;
use super::names::Symbol;
use super::sexpr::Sexprs;
use super::solver::{LastAnswer, Lit, SmtSolver};
use super::stats::Purpose;
use super::steps::Steps;
use crate::term::{Store, TermId, Value};
use hashbrown::HashSet;
use std::time::{Duration, Instant};

/// Time allowed for questions about the last answer (cores, values), where the caller sets no limit: a net for a
/// process that hangs.
const DETAIL_LIMIT: Duration = Duration::from_secs(30);
/// At least so much of it.
const DETAIL_LEAST: Duration = Duration::from_secs(1);

/// Why a query has no answer that has cost what it may.
pub const USED_UP: &str = "the steps of the query are used up";

/// The answer to a satisfiability query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SatResult {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
    /// Neither was established; says why (`timeout`, `USED_UP`, or the solver's own reason).
    Unknown(String),
}

impl SatResult {
    /// Whether the answer is [`SatResult::Sat`].
    pub fn is_sat(&self) -> bool {
        *self == SatResult::Sat
    }

    /// Whether the answer is [`SatResult::Unsat`].
    pub fn is_unsat(&self) -> bool {
        *self == SatResult::Unsat
    }
}

impl SmtSolver {
    /// Is the assertion stack satisfiable together with the assumptions? Obeys the configured limit per query.
    pub fn check(&mut self, purpose: Purpose, assumptions: &[Lit]) -> Result<SatResult, SmtError> {
        self.check_within(purpose, assumptions, self.config.query_limit)
    }

    /// [`SmtSolver::check`] with another limit.
    pub fn check_within(
        &mut self,
        purpose: Purpose,
        assumptions: &[Lit],
        limit: Option<Steps>,
    ) -> Result<SatResult, SmtError> {
        let mut answers = self.check_all(purpose, &[assumptions], limit)?;
        let answer = answers.pop().unwrap_or(SatResult::Unknown("no answer".to_string()));
        if let SatResult::Unknown(reason) = &answer
            && reason == "unknown"
            && self.process.is_some()
        {
            return Ok(SatResult::Unknown(self.reason_unknown()));
        }
        Ok(answer)
    }

    /// Many queries in one write. The answers come in the order of the questions; the limit per query applies to each.
    pub fn check_batch(&mut self, purpose: Purpose, queries: &[Vec<Lit>]) -> Result<Vec<SatResult>, SmtError> {
        let queries: Vec<&[Lit]> = queries.iter().map(Vec::as_slice).collect();
        self.check_all(purpose, &queries, self.config.query_limit)
    }

    fn check_all(
        &mut self,
        purpose: Purpose,
        queries: &[&[Lit]],
        limit: Option<Steps>,
    ) -> Result<Vec<SatResult>, SmtError> {
        for &literal in queries.iter().flat_map(|query| query.iter()) {
            self.check_live(literal)?;
        }
        let mut answers: Vec<SatResult> = Vec::with_capacity(queries.len());
        // The query that was not answered because the process broke down, so that it is tried on a new one once.
        let mut retried = None;
        'process: while answers.len() < queries.len() {
            self.last = LastAnswer::None;
            let cancel = self.cancel.clone();
            let mut start = Instant::now();
            let prelude_end = {
                self.ensure_process()?;
                self.prelude.take()
            };
            let (kind, limit) = (self.config.kind, cancel.query_limit(limit));
            let process = self.ensure_process()?;
            let mut markers = Vec::with_capacity(queries.len() - answers.len());
            for query in &queries[answers.len()..] {
                process.send_counted(kind, limit.units, check_command(query).as_bytes());
                markers.push(process.mark());
            }
            if let Some(marker) = prelude_end {
                // The prelude takes as long as the process takes to start; complaints about options are not fatal.
                let output = process.read(marker, limit.time.and_then(|limit| start.checked_add(limit)), &cancel);
                match output {
                    Ok(text) if text.contains("(error") => {
                        log::warn!("the SMT solver about its options: {}", text.trim())
                    }
                    Ok(_) => {}
                    Err(error) => {
                        answers.extend(self.failed(error, answers.len(), &mut retried)?);
                        continue 'process;
                    }
                }
            }
            for marker in markers {
                let deadline = limit.time.and_then(|limit| start.checked_add(limit));
                let Some(process) = &mut self.process else { continue 'process };
                let result = process.read(marker, deadline, &cancel);
                let result = result.and_then(|text| {
                    let (text, used_up) = process.charge(text, &cancel);
                    match parse_answer(&text)? {
                        // What was left was less than the query may cost, and the caller has to stop.
                        SatResult::Unknown(_) if cancel.is_used_up() => Err(SmtError::Cancelled),
                        SatResult::Unknown(_) if used_up => Ok(SatResult::Unknown(USED_UP.to_string())),
                        answer => Ok(answer),
                    }
                });
                let now = Instant::now();
                self.statistics.record(purpose, now - start);
                start = now;
                match result {
                    Ok(answer) => {
                        let over = matches!(&answer, SatResult::Unknown(why) if why == USED_UP);
                        answers.push(answer);
                        if over {
                            self.process = None;
                            self.statistics.kills += 1;
                            continue 'process;
                        }
                    }
                    Err(error) => {
                        answers.extend(self.failed(error, answers.len(), &mut retried)?);
                        continue 'process;
                    }
                }
            }
        }
        self.last = match (answers.last(), queries.last()) {
            (Some(SatResult::Sat), _) => LastAnswer::Sat,
            (Some(SatResult::Unsat), Some(query)) => LastAnswer::Unsat(query.to_vec()),
            _ => LastAnswer::None,
        };
        Ok(answers)
    }

    /// Gives the process up. `Ok(Some)`: the answer to query number `at` all the same; `Ok(None)`: it should be asked
    /// again.
    fn failed(
        &mut self,
        error: SmtError,
        at: usize,
        retried: &mut Option<usize>,
    ) -> Result<Option<SatResult>, SmtError> {
        self.process = None;
        self.prelude = None;
        self.last = LastAnswer::None;
        match error {
            SmtError::Timeout => {
                self.statistics.kills += 1;
                Ok(Some(SatResult::Unknown("timeout".to_string())))
            }
            SmtError::Cancelled => {
                self.statistics.kills += 1;
                Err(error)
            }
            SmtError::OutOfMemory => {
                self.statistics.faults += 1;
                Ok(Some(SatResult::Unknown("out of memory".to_string())))
            }
            SmtError::Crashed { .. } if *retried != Some(at) => {
                self.statistics.faults += 1;
                log::debug!("{error}; trying once more");
                *retried = Some(at);
                Ok(None)
            }
            error => {
                self.statistics.faults += 1;
                Err(error)
            }
        }
    }

    /// After an `unsat`: assumptions of that query that suffice for it (not necessarily a smallest set), in the order
    /// in which they were given.
    pub fn unsat_core(&mut self) -> Result<Vec<Lit>, SmtError> {
        let LastAnswer::Unsat(assumptions) = self.last.clone() else {
            return Err(SmtError::Unsupported("a core without an unsat answer".to_string()));
        };
        if assumptions.is_empty() {
            return Ok(Vec::new());
        }
        let text = self.ask(b"(get-unsat-assumptions)\n")?;
        let core = self.read_core(&text, &assumptions);
        if core.is_err() {
            self.process = None;
            self.last = LastAnswer::None;
        }
        core
    }

    fn read_core(&self, text: &str, assumptions: &[Lit]) -> Result<Vec<Lit>, SmtError> {
        let answer = Sexprs::read(text).map_err(|error| SmtError::garbage(&error.to_string(), text))?;
        let wrong = || SmtError::garbage("an unsat core was expected", text);
        let [list] = answer.top() else { return Err(wrong()) };
        let mut named: HashSet<Lit> = HashSet::new();
        for &item in answer.list(*list).ok_or_else(wrong)? {
            let number =
                answer.symbol(item).and_then(|name| name.strip_prefix("l.")).and_then(|number| number.parse().ok());
            named.insert(Lit(number.ok_or_else(wrong)?));
        }
        let core: Vec<Lit> = assumptions.iter().copied().filter(|literal| named.remove(literal)).collect();
        // A name that is no assumption means that part of the reason is missing from the core.
        if named.is_empty() { Ok(core) } else { Err(wrong()) }
    }

    /// A question about the last answer; any error ends the process.
    pub(super) fn ask(&mut self, commands: &[u8]) -> Result<String, SmtError> {
        let cancel = self.cancel.clone();
        let limit = cancel.query_limit(self.config.query_limit).time.unwrap_or(DETAIL_LIMIT).max(DETAIL_LEAST);
        let deadline = if cancel.is_counted() { None } else { Instant::now().checked_add(limit) };
        let Some(process) = &mut self.process else {
            return Err(SmtError::Unsupported("the solver's answer is no longer at hand".to_string()));
        };
        let result = process.query(commands, deadline, &cancel).and_then(|text| match first_error(&text) {
            Some(message) => Err(SmtError::Rejected(message)),
            None => Ok(text),
        });
        if let Err(error) = &result {
            self.process = None;
            self.last = LastAnswer::None;
            if error.is_interrupt() {
                self.statistics.kills += 1;
            } else {
                self.statistics.faults += 1;
            }
        }
        result
    }

    fn reason_unknown(&mut self) -> String {
        let fallback = "unknown".to_string();
        let Ok(text) = self.ask(b"(get-info :reason-unknown)\n") else { return fallback };
        let Ok(answer) = Sexprs::read(&text) else { return fallback };
        let reason = answer.top().first().and_then(|&top| answer.list(top)).and_then(|list| list.get(1).copied());
        match reason.map(|id| answer.get(id)) {
            // What Z3 says of a query that has reached its limit.
            Some(super::sexpr::Sexpr::Atom("canceled" | "max. resource limit exceeded", _)) => USED_UP.to_string(),
            Some(super::sexpr::Sexpr::Atom(reason, _)) if !reason.is_empty() => reason.to_string(),
            _ => fallback,
        }
    }

    /// Is the formula satisfiable together with the assertion stack? For `Sat`, also the values of `terms` in a model.
    pub fn check_formula(
        &mut self,
        store: &Store,
        purpose: Purpose,
        formula: TermId,
        terms: &[TermId],
    ) -> Result<(SatResult, Vec<Value>), SmtError> {
        if formula == Store::FALSE {
            return Ok((SatResult::Unsat, Vec::new()));
        }
        self.push();
        let result = self.assert(store, formula).and_then(|()| self.check(purpose, &[])).and_then(|answer| {
            let values = if answer.is_sat() && !terms.is_empty() { self.eval(store, terms)? } else { Vec::new() };
            Ok((answer, values))
        });
        self.pop(1);
        result
    }

    /// Does the formula follow from the assertion stack? `None` if the solver does not know.
    pub fn is_valid(&mut self, store: &mut Store, purpose: Purpose, formula: TermId) -> Result<Option<bool>, SmtError> {
        if formula == Store::TRUE {
            return Ok(Some(true));
        }
        let negation = store.not(formula);
        let (answer, _) = self.check_formula(store, purpose, negation, &[])?;
        Ok(match answer {
            SatResult::Unsat => Some(true),
            SatResult::Sat => Some(false),
            SatResult::Unknown(_) => None,
        })
    }
}

fn check_command(assumptions: &[Lit]) -> String {
    if assumptions.is_empty() {
        return "(check-sat)\n".to_string();
    }
    let mut text = String::from("(check-sat-assuming (");
    for (at, literal) in assumptions.iter().enumerate() {
        if at > 0 {
            text.push(' ');
        }
        text += &Symbol::Literal(literal.0).to_string();
    }
    text += "))\n";
    text
}

/// The message of the first `(error …)` in an answer, also if the answer is not well-formed.
pub(super) fn first_error(text: &str) -> Option<String> {
    if !text.contains("(error") {
        return None;
    }
    match Sexprs::read(text) {
        Ok(answer) => answer.top().iter().find_map(|&id| answer.error_message(id)).map(str::to_string),
        Err(_) => text.find("(error").map(|at| text[at..].chars().take(500).collect()),
    }
}

/// Reads the answer to one `check-sat`. Anything but one of the three words alone is an error.
pub(super) fn parse_answer(text: &str) -> Result<SatResult, SmtError> {
    if let Some(message) = first_error(text) {
        let memory = message.contains("out of memory");
        return Err(if memory { SmtError::OutOfMemory } else { SmtError::Rejected(message) });
    }
    match text.trim() {
        "sat" => Ok(SatResult::Sat),
        "unsat" => Ok(SatResult::Unsat),
        "unknown" => Ok(SatResult::Unknown("unknown".to_string())),
        // What Z3 says when its own `-T:` limit passes.
        "timeout" => Ok(SatResult::Unknown("timeout".to_string())),
        other => Err(SmtError::garbage("sat, unsat or unknown was expected", other)),
    }
}
