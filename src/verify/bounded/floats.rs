//! Entries with floating point numbers: their paths as formulas of the SMT theory FloatingPoint, bit for bit, beside
//! the formula over the reals.
//!
//! The real formula admits every run, so what it excludes holds; what it admits is only a candidate. Paths say exactly
//! what IEEE arithmetic does, and are many. Both are tried at the same time, and each check gets the better answer. A
//! model of a path is replayed by the interpreter like any other.

use super::entry::{Known, Result, conclusion};
use super::{Conclusion, Unfinished, schedule};
use crate::verify::boxes::replay;
use crate::verify::floating::{Values, ask};
use crate::verify::options::Options;
use crate::verify::{Numbers, workers};
use horn_frontend::Subject;
use horn_frontend::bounded::Bounds;
use horn_frontend::boxes;
use horn_frontend::interp::End;
use horn_frontend::ir::{CheckId, ProcId, Program, TypeKind};
use horn_solver::smt::{CancelToken, SmtConfig};
use std::collections::{BTreeMap, BTreeSet};

/// Whether something that an entry leads to computes with floating point numbers.
pub fn used(program: &Program, entry: ProcId) -> bool {
    program.reached_from([entry]).into_iter().any(|id| {
        let mut nodes = program.procedure(id).exprs.iter();
        nodes.any(|(_, node)| matches!(program.ty(node.ty).kind, TypeKind::Float(_)))
    })
}

/// The work on an entry's paths.
pub struct Paths<'a> {
    pub subject: &'a Subject<'a>,
    pub entry: ProcId,
    pub options: &'a Options,
    pub config: &'a SmtConfig,
    pub cancel: CancelToken,
}

impl Paths<'_> {
    /// Goes from bound to bound.
    pub fn run(&self, checks: &BTreeSet<CheckId>, bounds: &Bounds) -> Result {
        let program = self.subject.program;
        let mut known: BTreeMap<CheckId, Known> = BTreeMap::new();
        let mut open = checks.clone();
        // Scripts without a model: those of shorter paths come again.
        let mut empty: BTreeSet<String> = BTreeSet::new();
        let mut unfinished = BTreeSet::new();
        let (mut held, mut complete, mut finished) = (None, false, true);
        let mut why = "the loops were not unwound".to_string();
        for bound in schedule(bounds.unwind) {
            let bounds = Bounds { unwind: bound, ..bounds.clone() };
            let Some(paths) = boxes::paths(program, self.entry, &open, &bounds, &self.cancel) else {
                why = "its paths are too many".to_string();
                finished = !self.cancel.is_cancelled();
                break;
            };
            let mut unsure: BTreeMap<CheckId, String> = BTreeMap::new();
            for question in &paths.questions {
                let check = question.check;
                if !open.contains(&check) || unsure.contains_key(&check) || empty.contains(&question.script) {
                    continue;
                }
                match self.ask(&question.script, &question.values) {
                    Values::None => {
                        empty.insert(question.script.clone());
                    }
                    Values::Unknown(why) => {
                        unsure.insert(check, why);
                    }
                    Values::Some(values) => {
                        if let Some((failing, example)) = boxes::answered(program, self.entry, question, &values)
                            .and_then(|point| replay(program, self.entry, &point, &self.cancel))
                            && open.remove(&failing)
                        {
                            known.insert(failing, Known::Fails(example));
                        }
                        if open.contains(&check) {
                            unsure.insert(check, End::Returned.no_failure());
                        }
                    }
                }
            }
            for (check, why) in unsure {
                if open.remove(&check) {
                    known.insert(check, held.map_or(Known::Open(why), Known::UpTo));
                }
            }
            if self.cancel.is_cancelled() {
                (finished, why) = (false, "the time is over".to_string());
                break;
            }
            let failed = known.values().any(|known| matches!(known, Known::Fails(_)));
            if failed && !self.options.bounded.all_properties {
                why = "not looked at behind a failing check; `--all-properties` goes on".to_string();
                break;
            }
            unfinished.clear();
            for cut in &paths.cuts {
                let possible = !bounds.assertions || !matches!(self.ask(&cut.script, ""), Values::None);
                if possible {
                    let bound = bounds.limit(cut.loc, cut.recursion);
                    unfinished.insert(Unfinished { loc: cut.loc, recursion: cut.recursion, bound });
                    // One is enough to go on; the others matter where they are reported.
                    if bound < self.options.bounded.unwind.unwrap_or(u32::MAX) {
                        break;
                    }
                }
            }
            complete = unfinished.is_empty();
            if complete {
                for check in std::mem::take(&mut open) {
                    known.insert(check, Known::Holds);
                }
            }
            held = Some(bound);
            if open.is_empty() {
                break;
            }
        }
        for check in open {
            known.insert(check, held.map_or(Known::Open(why.clone()), Known::UpTo));
        }
        let bound = held.unwrap_or(0);
        let conclusion = conclusion(program, &known, complete, bound);
        let finished = finished && conclusion != Conclusion::Unknown;
        let unfinished = if complete { BTreeSet::new() } else { unfinished };
        Result {
            checks: known,
            unfinished,
            conclusion,
            script: String::new(),
            broken: None,
            finished,
            numbers: Numbers::FloatingPoint,
            bound,
        }
    }

    fn ask(&self, script: &str, values: &str) -> Values {
        ask(self.config, &self.cancel, script, values)
    }
}

/// How much is known: failures and proofs, then the bound.
fn rank(known: &Known) -> (u32, u32) {
    match known {
        Known::Fails(_) => (3, 0),
        Known::Holds => (2, 0),
        Known::UpTo(bound) => (1, *bound),
        Known::Open(_) => (0, 0),
    }
}

fn all_decided(result: &Result) -> bool {
    result.checks.values().all(|known| rank(known).0 >= 2)
}

/// Reals and paths at the same time, each check with the better answer of both.
pub fn both(
    program: &Program,
    cancel: &CancelToken,
    reals: &(dyn Fn(&CancelToken) -> Result + Sync),
    paths: &(dyn Fn(&CancelToken) -> Result + Sync),
) -> Result {
    let tokens = [cancel.fork(), cancel.fork()];
    let run = |work: &(dyn Fn(&CancelToken) -> Result + Sync), own: &CancelToken, other: &CancelToken| {
        let result = work(own);
        let failed = result.checks.values().any(|known| matches!(known, Known::Fails(_)));
        // Where work is counted, who comes first is a matter of the clock and has no say.
        if !cancel.is_counted() && (all_decided(&result) || failed && result.finished) {
            other.cancel();
        }
        result
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("floats".to_string()).stack_size(workers::STACK_SIZE);
        let beside = thread.spawn_scoped(scope, || run(paths, &tokens[1], &tokens[0]));
        let reals = run(reals, &tokens[0], &tokens[1]);
        match beside.ok().and_then(|thread| thread.join().ok()) {
            Some(paths) => merged(program, reals, paths),
            None => reals,
        }
    })
}

fn merged(program: &Program, mut reals: Result, paths: Result) -> Result {
    let all = |known: &Result| known.checks.values().map(rank).min();
    if all(&paths) > all(&reals) {
        reals.unfinished = paths.unfinished;
    }
    for (check, other) in paths.checks {
        let own = reals.checks.entry(check).or_insert_with(|| Known::Open(String::new()));
        if rank(&other) > rank(own) {
            *own = other;
        }
    }
    reals.bound = reals.bound.max(paths.bound);
    // A check that holds does so whichever of the two has found it.
    reals.conclusion = conclusion(program, &reals.checks, true, reals.bound);
    reals.finished = reals.conclusion != Conclusion::Unknown && (reals.finished || paths.finished);
    reals.numbers = Numbers::RealsAndFloatingPoint;
    if reals.checks.values().all(|known| matches!(known, Known::Holds)) {
        reals.unfinished.clear();
    }
    reals
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(known: Known, bound: u32, numbers: Numbers) -> Result {
        let checks = BTreeMap::from([(CheckId(0), known)]);
        let conclusion = conclusion(&Program::new(), &checks, true, bound);
        Result {
            checks,
            unfinished: BTreeSet::new(),
            conclusion,
            script: String::new(),
            broken: None,
            finished: true,
            numbers,
            bound,
        }
    }

    #[test]
    fn each_check_gets_the_better_answer() {
        let program = Program::new();
        let open = || result(Known::Open("time".into()), 0, Numbers::Integers);
        let proved = merged(&program, open(), result(Known::Holds, 3, Numbers::FloatingPoint));
        assert_eq!(proved.conclusion, Conclusion::Successful);
        let bounded = merged(
            &program,
            result(Known::UpTo(2), 2, Numbers::Integers),
            result(Known::UpTo(4), 4, Numbers::FloatingPoint),
        );
        assert_eq!(bounded.conclusion, Conclusion::UpTo(4));
        let unknown = merged(&program, open(), result(Known::Open("paths".into()), 0, Numbers::FloatingPoint));
        assert_eq!(unknown.conclusion, Conclusion::Unknown);
        assert!(!unknown.finished);
    }
}
