//! What is kept from one run to the next: for each subprogram what was found out about its checks, under a digest of
//! the clauses that they depend on. Names and places are not part of it, nor is anything else that is said of the
//! program.
//!
//! A proof is a model of these clauses, and is checked as one before it counts; a failure is a run, and is repeated by
//! the interpreter. So whoever writes into a cache can cost time, and nothing else. What is not decided is not kept:
//! how far the work went depends on the machine.

pub mod tasks;
mod text;

use super::checks_of;
use super::decide::Tried;
use super::decider::Decider;
use super::report::{Finding, INTERNAL_ERROR, Outcome};
use super::runs::Runs;
use super::slice::{Clauses, Slice};
use crate::cache::{Cache, Key, Kind};
use crate::independent::Independent;
use crate::pipeline::{Failure, Problem, Request};
use horn_frontend::Counterexample;
use horn_frontend::ir::{CheckId, ProcId, Program};
use horn_solver::certificate::{self, Rejection};
use horn_solver::smt::{SmtError, SmtStatistics};
use horn_solver::smtlib::hints::read_hints;
use horn_solver::smtlib::print::{sort_text, write_term};
use horn_solver::smtlib::script::script_names;
use horn_solver::solve::Confirm;
use horn_solver::system::{Model, System, Verdict};
use horn_solver::term::Store;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use text::{Proof, Record};

/// The checks of a subprogram, and the key of what is known of them.
pub struct Entry {
    procedure: ProcId,
    /// Those that have clauses, in their order.
    checks: Vec<CheckId>,
    key: Key,
}

/// What is kept of a program.
pub struct Kept<'a> {
    cache: &'a Cache,
    entries: Vec<Entry>,
    /// The entry of each check.
    of: BTreeMap<CheckId, usize>,
    runs: Runs<'a>,
    /// What the cache is to say of the entries.
    records: Mutex<BTreeMap<usize, Record>>,
}

/// What an entry has come to.
#[derive(Default)]
pub struct Known {
    /// Proofs that hold.
    pub proofs: Vec<Proved>,
    /// Runs that fail.
    pub runs: Vec<(CheckId, Box<Counterexample>)>,
}

/// A proof that holds.
pub struct Proved {
    /// What is proved.
    pub checks: Vec<CheckId>,
    /// Who found it.
    pub by: Decider,
    /// The terms of the model.
    pub store: Store,
    /// A model of the program's clauses, as far as these checks depend on them.
    pub model: Model,
}

/// Why a proof does not count.
enum Refused {
    /// It is none.
    Wrong(String),
    /// There was no time to look at it.
    Late,
    /// It could not be looked at.
    Broken(Failure),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The entries of the subprograms with these checks.
fn entries(program: &Program, clauses: &Clauses, wanted: &[CheckId]) -> Vec<Entry> {
    let wanted: BTreeSet<CheckId> = wanted.iter().copied().collect();
    // All checks of a subprogram belong together, whichever the options select.
    let mut of_procedure: BTreeMap<ProcId, Vec<CheckId>> = BTreeMap::new();
    for (check, procedure) in checks_of(program, program.reached()) {
        if !clauses.encoded.queries[check.index()].is_empty() {
            of_procedure.entry(procedure).or_default().push(check);
        }
    }
    of_procedure.retain(|_, checks| checks.iter().any(|check| wanted.contains(check)));
    let mut digests = clauses.digests();
    let entry = |(procedure, checks): (ProcId, Vec<CheckId>)| {
        let key = digests.key(&checks);
        Entry { procedure, checks, key }
    };
    of_procedure.into_iter().map(entry).collect()
}

impl<'a> Kept<'a> {
    /// For the subprograms with these checks.
    pub fn new(cache: &'a Cache, program: &'a Program, clauses: &Clauses, wanted: &[CheckId]) -> Kept<'a> {
        let entries = entries(program, clauses, wanted);
        let numbered = entries.iter().enumerate();
        let of = numbered.flat_map(|(at, entry)| entry.checks.iter().map(move |check| (*check, at))).collect();
        Kept { cache, entries, of, runs: Runs::of(program), records: Mutex::default() }
    }

    /// The entries of these checks, in the order of the checks.
    pub fn entries(&self, checks: &[CheckId]) -> Vec<usize> {
        let mut seen = BTreeSet::new();
        checks.iter().filter_map(|check| self.of.get(check)).copied().filter(|at| seen.insert(*at)).collect()
    }

    /// What the cache knows of the open checks of an entry, as far as it is true.
    ///
    /// # Errors
    /// The SMT solver is missing or broken.
    pub fn look_up(
        &self,
        at: usize,
        open: &BTreeSet<CheckId>,
        clauses: &Clauses,
        request: &Request<'_>,
    ) -> Result<Known, Failure> {
        let entry = &self.entries[at];
        let mut known = Known::default();
        let Some(bytes) = self.cache.get(&entry.key, Kind::Checks) else { return Ok(known) };
        let reject = |why: &str| self.cache.reject(&entry.key, Kind::Checks, why);
        let record = match Record::read(&bytes) {
            Ok(record) => record,
            Err(why) => {
                reject(why);
                return Ok(known);
            }
        };
        let mut good = Record::default();
        for proof in record.proofs {
            let checks: Option<Vec<CheckId>> = proof.checks.iter().map(|at| entry.checks.get(*at).copied()).collect();
            let Some(checks) = checks.filter(|checks| !checks.is_empty()) else {
                reject("a proof of other checks");
                return Ok(known);
            };
            if !checks.iter().any(|check| open.contains(check)) {
                good.proofs.push(proof);
                continue;
            }
            match checked(clauses, &checks, &proof.model, request) {
                Ok((store, model)) => {
                    let by = proof.by.parse().ok().filter(|by| *by != Decider::Nobody);
                    let by = by.unwrap_or(Decider::Preprocessing);
                    known.proofs.push(Proved { checks, by, store, model });
                    good.proofs.push(proof);
                }
                Err(Refused::Wrong(why)) => {
                    reject(&format!("what is kept is no proof: {why}"));
                    return Ok(known);
                }
                Err(Refused::Late) => good.proofs.push(proof),
                Err(Refused::Broken(failure)) => return Err(failure),
            }
        }
        for (number, run) in record.runs {
            let Some(check) = entry.checks.get(number).copied() else {
                reject("a run that fails at another check");
                return Ok(known);
            };
            if open.contains(&check) {
                match self.runs.repeated(&run, entry.procedure, check, request.cancel) {
                    Some(example) => known.runs.push((check, example)),
                    None if request.cancel.is_cancelled() => {}
                    None => {
                        reject("what is kept is no run that fails there");
                        return Ok(known);
                    }
                }
            }
            good.runs.push((number, run));
        }
        lock(&self.records).insert(at, good);
        Ok(known)
    }

    /// Keeps what a try has proved.
    pub fn keep(&self, clauses: &Clauses, tried: &Tried) {
        let Some((store, model)) = &tried.model else { return };
        let proved: BTreeMap<CheckId, Decider> = tried
            .settled
            .iter()
            .filter(|(_, outcome, _)| matches!(outcome, Outcome::Proved))
            .map(|(check, _, by)| (*check, *by))
            .collect();
        let all: Vec<CheckId> = proved.keys().copied().collect();
        for at in self.entries(&all) {
            let entry = &self.entries[at];
            let numbers = entry.checks.iter().enumerate().filter(|(_, check)| proved.contains_key(check));
            let (numbers, checks): (Vec<usize>, Vec<CheckId>) = numbers.map(|(at, check)| (at, *check)).unzip();
            let Some(by) = checks.first().and_then(|check| proved.get(check)) else { continue };
            let proof =
                Proof { by: by.to_string(), model: model_text(clauses, &checks, store, model), checks: numbers };
            self.change(at, |record| record.add(proof));
        }
    }

    /// Keeps the runs that fail, and nothing of what they contradict.
    pub fn conclude<'f>(&self, findings: impl Iterator<Item = &'f Finding>) {
        for Finding { check, outcome, .. } in findings {
            let Some(at) = self.of.get(check) else { continue };
            let entry = &self.entries[*at];
            let Some(number) = entry.checks.iter().position(|other| other == check) else { continue };
            let proved = |record: &Record| record.proofs.iter().any(|proof| proof.checks.contains(&number));
            let contradicted = match outcome {
                Outcome::Fails(_) => lock(&self.records).get(at).is_some_and(proved),
                Outcome::Unknown(why) => why.starts_with(INTERNAL_ERROR),
                Outcome::Proved | Outcome::UpTo(_) => false,
            };
            if contradicted {
                lock(&self.records).remove(at);
                self.cache.remove(&entry.key, Kind::Checks);
            } else if let Outcome::Fails(example) = outcome
                && let Some(run) = self.runs.text(entry.procedure, example)
            {
                self.change(*at, |record| {
                    if record.runs.iter().all(|(other, _)| *other != number) {
                        record.runs.push((number, run));
                    }
                });
            }
        }
    }

    /// Writes an entry with a change.
    fn change(&self, at: usize, change: impl FnOnce(&mut Record)) {
        let text = {
            let mut records = lock(&self.records);
            let record = records.entry(at).or_insert_with(|| {
                // Nothing was open there, so that nobody has looked at it. Who believes it will.
                let known = self.cache.get(&self.entries[at].key, Kind::Checks);
                known.and_then(|bytes| Record::read(&bytes).ok()).unwrap_or_default()
            });
            let before = record.clone();
            change(record);
            (*record != before).then(|| record.text())
        };
        if let Some(text) = text {
            self.cache.put(&self.entries[at].key, Kind::Checks, text.as_bytes());
        }
    }
}

/// The definitions of the predicates that these checks depend on.
fn model_text(clauses: &Clauses, checks: &[CheckId], store: &Store, model: &Model) -> String {
    let system = &clauses.encoded.system;
    let preds = clauses.extent(checks).preds;
    let mut names = script_names(store, &System::new());
    names.number_vars(preds.iter().map(|pred| system.pred(*pred).sorts.len()).max().unwrap_or(0));
    let mut text = String::new();
    for pred in preds {
        text.push_str("(initial-predicates p (");
        for (number, sort) in (0..).zip(&system.pred(pred).sorts) {
            text += &format!("({} {})", names.var(number), sort_text(&clauses.encoded.store, *sort, None));
        }
        text.push_str(") ");
        write_term(&mut text, store, model.definition(pred), &names);
        text.push_str(")\n");
    }
    text
}

/// The model of the program's clauses that a text gives for what these checks depend on, if it is one.
fn checked(
    clauses: &Clauses,
    checks: &[CheckId],
    text: &str,
    request: &Request<'_>,
) -> Result<(Store, Model), Refused> {
    let Slice { store, system, clauses: origins, preds } = clauses.slice(checks);
    let (mut store, hints) =
        read_hints(text.as_bytes(), store).map_err(|diagnostic| Refused::Wrong(diagnostic.message))?;
    let fitting = hints.len() == system.preds.len()
        && hints.iter().zip(&system.preds).all(|(hint, pred)| hint.sorts == pred.sorts && hint.initial.len() == 1);
    if !fitting {
        return Err(Refused::Wrong("it is about other predicates".to_string()));
    }
    let model = Model { definitions: hints.iter().map(|hint| hint.initial[0]).collect() };
    let refused = |rejection: Rejection| match rejection {
        Rejection::Smt(error) if error.is_interrupt() => Refused::Late,
        Rejection::Smt(error @ (SmtError::NotFound(_) | SmtError::Spawn { .. })) => {
            Refused::Broken(Failure::Tool(error.to_string()))
        }
        other => Refused::Wrong(other.to_string()),
    };
    let obligations = certificate::model_obligations(&mut store, &system, &model).map_err(refused)?;
    let mut problem = Problem::of_system(store, system.clone());
    let verdict = Verdict::Sat(model);
    let confirmation = Independent::new(request.check, &problem, request.smt);
    if let Some(confirmation) = confirmation.filter(|other| other.reads(&problem.store, &verdict)) {
        confirmation.confirm(&mut problem.store, &system, &verdict, request.cancel).map_err(refused)?;
    } else if !obligations.is_empty() {
        let config = request.smt.get().map_err(|error| refused(Rejection::Smt(error)))?;
        let mut statistics = SmtStatistics::default();
        let store = &problem.store;
        certificate::discharge(store, &system, &obligations, &config, request.cancel, &mut statistics)
            .map_err(refused)?;
    }
    request.certificates.keep(&mut problem, &verdict).map_err(|why| Refused::Broken(Failure::Tool(why)))?;
    let Verdict::Sat(model) = verdict else { return Err(Refused::Late) };
    let slice = Slice { store: Store::new(), system, clauses: origins, preds };
    let model = slice.of_program(&model, clauses);
    Ok((problem.store, model))
}
