//! A program divided among machines: which checks are whose, and the report that their reports make together.
//!
//! A shard takes whole subprograms: those with its number by a hash of their names, so that an edit moves none of the
//! others, or, where it is known how long they took, so that all shards take about the same time. What a shard hands
//! over (`text`) is about the program of one *plan*, a digest of everything that the verdicts are about; it is read
//! with the same program at hand, and a check fails only if its run, repeated, fails.

mod text;

pub use text::{Handed, handed};

use super::report::{Finding, Outcome, Report};
use super::state::State;
use super::{Decider, Options, facts, select};
use crate::pipeline::Failure;
use horn_frontend::Subject;
use horn_frontend::ir::{CheckId, ProcId};
use horn_solver::smt::CancelToken;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// More shards than this are a mistake.
pub const MOST: u32 = 100_000;

/// A part of the work.
#[derive(Clone, Debug, PartialEq)]
pub struct Shard {
    /// Its number, from 1.
    pub number: u32,
    /// How many there are.
    pub of: u32,
    /// How many seconds subprograms took before, by their full names; others are not among them.
    pub times: Arc<BTreeMap<String, f64>>,
}

impl Shard {
    /// Reads `2/8`.
    ///
    /// # Errors
    /// It is none; says what is expected.
    pub fn read(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=MOST).contains(&of) && (1..=of).contains(&number) => {
                Ok(Shard { number, of, times: Arc::default() })
            }
            _ => Err(format!("`{text}` is no shard: I/N is one of N, counted from 1 (at most {MOST})")),
        }
    }

    /// The number of the shard that each of these subprograms is in.
    fn share<'n>(&self, names: &BTreeSet<&'n str>) -> BTreeMap<&'n str, u32> {
        let mut timed: Vec<(&str, f64)> =
            names.iter().filter_map(|name| Some((*name, *self.times.get(*name)?))).collect();
        timed.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        let mut shares = BTreeMap::new();
        // The longest first, each to who has the least so far.
        let mut loads = BTreeSet::from_iter((1..=self.of).map(|number| (0u64, number)));
        for (name, seconds) in timed {
            let Some((load, number)) = loads.pop_first() else { break };
            // Also what took no time at all is some work.
            loads.insert((load.saturating_add(1 + Duration::from_secs_f64(seconds).as_micros() as u64), number));
            shares.insert(name, number);
        }
        for name in names {
            shares.entry(name).or_insert_with(|| {
                let digest = Sha256::digest(name.as_bytes());
                let start = digest.iter().take(8).fold(0u64, |all, byte| all << 8 | u64::from(*byte));
                1 + u32::try_from(start % u64::from(self.of)).unwrap_or(0)
            });
        }
        shares
    }

    /// The number of the shard of each check.
    pub(super) fn shares(&self, subject: &Subject<'_>, checks: &[(CheckId, ProcId)]) -> Vec<u32> {
        let name = |procedure: &ProcId| subject.program.procedure(*procedure).name.as_str();
        let shares = self.share(&checks.iter().map(|(_, procedure)| name(procedure)).collect());
        checks.iter().map(|(_, procedure)| shares[name(procedure)]).collect()
    }
}

/// Numbers as they are told: `1 to 3, 7`.
pub fn listed(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let text = |run: &[u32]| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    };
    runs.map(text).collect::<Vec<String>>().join(", ")
}

/// Takes a text into a digest.
struct Digesting(Sha256);

impl fmt::Write for Digesting {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

/// All checks that the options select, in the order of their places, with the numbers of their shards.
fn divided(subject: &Subject<'_>, options: &Options, shard: &Shard) -> Result<Vec<(CheckId, ProcId, u32)>, Failure> {
    let all = select(subject, &Options { shard: None, ..options.clone() })?.wanted;
    let shares = shard.shares(subject, &all);
    Ok(all.into_iter().zip(shares).map(|((check, procedure), share)| (check, procedure, share)).collect())
}

/// The digest of all that verdicts are about: the program with its sources, and what is whose. The options are not
/// among it.
///
/// # Errors
/// The options select no check.
pub fn plan(subject: &Subject<'_>, texts: &[String], options: &Options, shard: &Shard) -> Result<String, Failure> {
    let mut digest = Digesting(Sha256::new());
    // Writing to a digest cannot fail.
    let _ = write!(digest, "{} {} {:?}", env!("CARGO_PKG_VERSION"), shard.of, subject.program);
    for text in texts {
        let _ = write!(digest, "{} {text}", text.len());
    }
    let _ = write!(digest, "{:?}", divided(subject, options, shard)?);
    Ok(digest.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The report that the reports of shards make together: what each hands over, by its number. What a shard would have
/// decided that is not there is not reached.
///
/// # Errors
/// One of them does not hand over what is its own; says what is wrong with it.
pub fn together(
    subject: &Subject<'_>,
    options: &Options,
    shard: &Shard,
    handed: &BTreeMap<u32, Handed>,
    cancel: &CancelToken,
) -> Result<Report, Failure> {
    let divided = divided(subject, options, shard)?;
    let mut reports: BTreeMap<u32, Report> = BTreeMap::new();
    for (number, handed) in handed {
        let own = divided.iter().filter(|(.., share)| share == number);
        let own: BTreeMap<CheckId, ProcId> = own.map(|(check, procedure, _)| (*check, *procedure)).collect();
        let read = handed.report(subject, &own, cancel);
        let wrong = |what| Failure::Unreadable(format!("shard {number} of {}: {what}", shard.of));
        reports.insert(*number, read.map_err(wrong)?);
    }
    let missing = |number: u32| format!("not reached: shard {number} of {} is missing", shard.of);
    let mut state = State::new(divided.iter().map(|(check, procedure, _)| (*check, *procedure)).collect());
    let mut by_clients = BTreeSet::new();
    for Finding { check, outcome, by, time, by_clients: clients, .. } in
        reports.values_mut().flat_map(|report| std::mem::take(&mut report.findings))
    {
        state.settle(check, outcome, by, time);
        by_clients.extend(clients.then_some(check));
    }
    for (check, _, number) in divided.iter().filter(|(.., number)| !reports.contains_key(number)) {
        state.settle(*check, Outcome::Unknown(missing(*number)), Decider::Nobody, Duration::ZERO);
    }
    let cut_short = reports.len() < shard.of as usize || reports.values().any(|report| report.cut_short);
    let mut report = state.report(subject, cut_short);
    for finding in &mut report.findings {
        finding.by_clients = by_clients.contains(&finding.check) && matches!(finding.outcome, Outcome::Proved);
    }
    let all = |of: fn(&mut Report) -> Vec<super::report::Fact>, reports: &mut BTreeMap<u32, Report>| {
        reports.values_mut().flat_map(of).collect::<Vec<_>>()
    };
    report.facts = facts::together(all(|report| std::mem::take(&mut report.facts), &mut reports));
    report.facts.sort_by_key(|fact| {
        let position = subject.places.position(fact.loc);
        (fact.loc.file, position.line, position.column)
    });
    let order: BTreeMap<CheckId, usize> = divided.iter().map(|(check, ..)| *check).zip(0..).collect();
    report.notes = reports.values_mut().flat_map(|report| std::mem::take(&mut report.notes)).collect();
    report.notes.sort_by_key(|(check, _)| order.get(check).copied());
    report.steps = reports.values().map(|report| report.steps).max().unwrap_or(0);
    let unfinished: BTreeSet<_> = reports.values().flat_map(|report| report.unfinished.iter().cloned()).collect();
    report.unfinished = unfinished.into_iter().collect();
    let mut conclusions = BTreeMap::new();
    for (entry, conclusion) in reports.into_values().flat_map(|report| report.conclusions) {
        conclusions
            .entry(entry)
            .and_modify(|known: &mut super::bounded::Conclusion| *known = known.and(&conclusion))
            .or_insert(conclusion);
    }
    report.conclusions = conclusions.into_iter().collect();
    report.justify(subject);
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(of: u32, times: &[(&str, f64)]) -> Shard {
        let times = times.iter().map(|(name, seconds)| ((*name).to_string(), *seconds)).collect();
        Shard { number: 1, of, times: Arc::new(times) }
    }

    #[test]
    fn shards_are_counted_from_one() {
        let read = |text: &str| Shard::read(text).ok().map(|shard| (shard.number, shard.of));
        assert_eq!([read("1/1"), read("8/8")], [Some((1, 1)), Some((8, 8))]);
        for wrong in ["", "1", "0/3", "4/3", "-1/3", "1/0", "1/100001", "a/b", "1/2/3", "1 / 2"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn others_stay_where_they_are_when_one_comes() {
        let names = ["P.A", "P.B", "P.C", "Q.D", "Q.E"];
        let all = shard(3, &[]).share(&names.into());
        let fewer = shard(3, &[]).share(&names[1..].iter().copied().collect());
        assert!(all.values().all(|number| (1..=3).contains(number)));
        assert!(fewer.iter().all(|(name, number)| all[name] == *number));
    }

    #[test]
    fn numbers_in_a_row_are_told_together() {
        assert_eq!(listed(&[1, 2, 3, 7, 9, 10]), "1 to 3, 7, 9 to 10");
        assert_eq!(listed(&[]), "");
    }

    #[test]
    fn what_took_long_is_spread() {
        let shard = shard(2, &[("long", 9.0), ("b", 4.0), ("c", 3.0), ("d", 2.0), ("gone", 50.0)]);
        let shares = shard.share(&["b", "c", "d", "long"].into());
        assert_eq!(shares, BTreeMap::from([("long", 1), ("b", 2), ("c", 2), ("d", 2)]));
    }
}
