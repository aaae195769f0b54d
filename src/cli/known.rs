//! What is known of a program while it is being verified: told as soon as it is final, and kept where the thread that
//! ends the work finds it, whatever the others are doing.
//!
//! Checks are shown in the order of their places, each as soon as all before it are; `--output-order=completion` does
//! not wait. Of a large program what is hard is shown behind the rest. What runs take back later (they fail, or
//! contradict what is known of their entry, where a check was proved) is shown again at the end. The stream of events
//! has them in the order in which they are decided. Nothing is told of a check as long as parameters may be aliased
//! anywhere (what was proved may then be taken back), and no texts are shown early where contracts are debugged, which
//! may add to them.

use super::program::ProgramOptions;
use super::{complain, print_out};
use crate::report::formats::Signal;
use crate::report::ids::Ids;
use crate::report::progress::ProgressLine;
use crate::report::{gnatprove, sarif};
use crate::verify::report::{Coverage, Finding, Outcome, Report};
use crate::verify::{Audience, Decider, as_reported, report_of};
use horn_frontend::ir::{CheckId, CheckKind, ProcId};
use horn_frontend::{Lowered, Subject};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What is known, and what was told of it. Who writes holds none of the locks that say what is known: a reader that
/// keeps him waiting keeps nobody from writing it elsewhere. Standard output and events are locked before `data`, never
/// behind it.
#[derive(Default)]
pub struct Known {
    silent: bool,
    data: Mutex<Data>,
    /// Held by who writes messages to standard output, so that they come in their order.
    messages: Mutex<()>,
    /// How many lines of standard error were written.
    complaints: Mutex<usize>,
    events: Mutex<Events>,
}

/// What is known.
#[derive(Default)]
struct Data {
    program: Option<(Arc<Lowered>, Box<ProgramOptions>)>,
    /// What is wanted, in the order of places, and all that is looked at.
    checks: Vec<(CheckId, ProcId)>,
    wanted: BTreeSet<CheckId>,
    all: Vec<(CheckId, ProcId)>,
    procedures: BTreeMap<CheckId, ProcId>,
    findings: BTreeMap<CheckId, Finding>,
    /// Those that only runs beside the steps may still decide.
    given_up: BTreeMap<CheckId, Finding>,
    runs_over: bool,
    /// How many checks about aliases are not proved.
    aliases: usize,
    /// What became final and has no event yet, and what is shown as it becomes final.
    fresh: [Vec<CheckId>; 2],
    /// The checks that were shown, with the words for what was said of them.
    shown: BTreeMap<CheckId, &'static str>,
    /// How many checks are shown in the order of their places, or wait behind all others.
    next: usize,
    /// What waits until all of a large program was looked at, and those of it whose places were passed.
    postponed: BTreeSet<CheckId>,
    passed: Vec<CheckId>,
    /// The checks that have events.
    streamed: BTreeMap<CheckId, &'static str>,
}

/// Where events go.
#[derive(Default)]
struct Events {
    stream: Option<Box<dyn Write + Send>>,
    /// Why an event could not be written.
    broken: Option<String>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Data {
    /// What is known for good of a check.
    fn last_word(&self, check: CheckId) -> Option<&Finding> {
        let known = |check: CheckId| {
            let given_up = || self.given_up.get(&check).filter(|_| self.runs_over);
            self.findings.get(&check).or_else(given_up)
        };
        // A run that gets past checks fails if these hold.
        let is_final = |finding: &&Finding| match &finding.outcome {
            Outcome::Fails(example) => {
                let decided = |check: CheckId| known(check).is_some() || !self.procedures.contains_key(&check);
                example.passed.iter().all(|(check, _)| decided(*check))
            }
            _ => true,
        };
        known(check).filter(|_| self.aliases == 0).filter(is_final)
    }

    /// Whether a check is proved.
    fn is_proved(&self, check: CheckId) -> bool {
        self.findings.get(&check).is_some_and(|finding| matches!(finding.outcome, Outcome::Proved))
    }

    /// What is final in the order of places. What waits until all was looked at keeps nothing behind it from being
    /// shown.
    fn in_order(&mut self) -> Vec<CheckId> {
        let mut found = Vec::new();
        while let Some((check, _)) = self.checks.get(self.next) {
            let check = *check;
            if self.last_word(check).is_some() {
                found.push(check);
            } else if self.postponed.contains(&check) {
                self.passed.push(check);
            } else {
                break;
            }
            self.next += 1;
        }
        let passed = std::mem::take(&mut self.passed);
        let (known, rest): (Vec<CheckId>, Vec<CheckId>) =
            passed.into_iter().partition(|check| self.last_word(*check).is_some());
        self.passed = rest;
        found.extend(known);
        found
    }

    /// What has become final of these and was not told so, with the words for it.
    fn news(&mut self, of: News, subject: &Subject<'_>) -> Vec<Finding> {
        let checks: Vec<CheckId> = match of {
            _ if self.aliases > 0 => Vec::new(),
            News::Events => std::mem::take(&mut self.fresh[0]),
            News::Completed => std::mem::take(&mut self.fresh[1]),
            News::InOrder => self.in_order(),
        };
        let mut found = Vec::new();
        for check in checks.into_iter().filter(|check| self.wanted.contains(check)).collect::<Vec<CheckId>>() {
            let Some(known) = self.last_word(check) else {
                let waits = self.findings.contains_key(&check);
                match of {
                    News::Events if waits => self.fresh[0].push(check),
                    News::Completed if waits => self.fresh[1].push(check),
                    _ => {}
                }
                continue;
            };
            let finding = as_reported(subject, known, &|check| self.is_proved(check));
            let told = if of == News::Events { &mut self.streamed } else { &mut self.shown };
            if told.insert(check, finding.outcome.word()) != Some(finding.outcome.word()) {
                found.push(finding);
            }
        }
        found
    }
}

/// Who wants to know what is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum News {
    /// The stream of events.
    Events,
    /// Messages as checks become final.
    Completed,
    /// Messages in the order of places.
    InOrder,
}

impl Known {
    /// Nothing is known; events go there.
    pub fn new(stream: Option<Box<dyn Write + Send>>) -> Known {
        Known { events: Mutex::new(Events { stream, broken: None }), ..Known::default() }
    }

    /// Nobody is told anything.
    pub fn silent() -> Known {
        Known { silent: true, complaints: Mutex::new(usize::MAX), ..Known::default() }
    }

    /// The program is read, and these are the options of the command line and the project. Says what there is to say
    /// of it, unless it is not to be told early.
    pub fn read(&self, lowered: &Arc<Lowered>, options: &ProgramOptions) {
        lock(&self.data).program = Some((Arc::clone(lowered), Box::new(options.clone())));
        let mut events = lock(&self.events);
        events.write(&json!({
            "event": "run",
            "schema": sarif::SCHEMA,
            "version": env!("CARGO_PKG_VERSION"),
            "commandLine": options.report.command_line,
        }));
        for unit in &lowered.units {
            events.write(&with_event("unit", sarif::unit(unit)));
        }
    }

    /// Says what there is to say of the sources, once.
    pub fn complain(&self, complaints: &[String]) {
        let mut written = lock(&self.complaints);
        for line in complaints.iter().skip(*written) {
            complain(line);
        }
        *written = (*written).max(complaints.len());
    }

    /// The program and the options, once there are any.
    pub fn program(&self) -> Option<(Arc<Lowered>, Box<ProgramOptions>)> {
        lock(&self.data).program.clone()
    }

    /// What is known of the checks by now.
    pub fn report(&self, subject: &Subject<'_>) -> Report {
        let data = lock(&self.data);
        let given_up = data.given_up.values().filter(|finding| !data.findings.contains_key(&finding.check));
        report_of(subject, &data.wanted, &data.all, data.findings.values().chain(given_up).cloned())
    }

    /// The checks that were shown.
    pub fn shown(&self) -> BTreeMap<CheckId, &'static str> {
        lock(&self.data).shown.clone()
    }

    /// The rest of the events. An `Err` says why not all of them could be written.
    pub fn end(
        &self,
        options: &ProgramOptions,
        subject: &Subject<'_>,
        report: &Report,
        coverage: &Coverage<'_>,
        signal: Option<Signal>,
    ) -> Result<(), String> {
        let mut events = lock(&self.events);
        let streamed = lock(&self.data).streamed.clone();
        let ids = Ids::of(subject);
        for finding in &report.findings {
            let note = report.note(finding.check);
            if streamed.get(&finding.check) != Some(&finding.outcome.word()) || note.is_some() {
                events.write(&with_event("check", sarif::check(&options.report, subject, &ids, finding, note)));
            }
        }
        for fact in &report.facts {
            events.write(&with_event("fact", sarif::fact(subject, fact)));
        }
        events.write(&json!({
            "event": "end",
            "complete": report.complete(),
            "signal": signal.map(|signal| signal.name),
            "summary": sarif::summary(report, coverage),
        }));
        events.broken.take().map_or(Ok(()), Err)
    }
}

impl Events {
    /// Writes an event as one line, and sends it on at once.
    fn write(&mut self, event: &Value) {
        let Some(stream) = &mut self.stream else { return };
        let line = format!("{event}\n");
        if let Err(error) = stream.write_all(line.as_bytes()).and_then(|()| stream.flush()) {
            self.broken = Some(error.to_string());
            self.stream = None;
        }
    }
}

fn with_event(name: &str, mut value: Value) -> Value {
    value["event"] = json!(name);
    value
}

/// Tells of a program while it is being verified.
pub struct Telling<'a> {
    known: &'a Known,
    subject: Subject<'a>,
    options: &'a ProgramOptions,
    ids: Ids,
    line: Mutex<(ProgressLine, Option<usize>)>,
}

impl<'a> Telling<'a> {
    /// Tells of this program what gets known.
    pub fn new(known: &'a Known, subject: Subject<'a>, options: &'a ProgramOptions) -> Telling<'a> {
        let line = if options.report.quiet { ProgressLine::off() } else { ProgressLine::new() };
        Telling { known, subject, options, ids: Ids::of(&subject), line: Mutex::new((line, None)) }
    }

    /// Whether texts go to standard output now.
    fn shows(&self) -> bool {
        !self.known.silent && self.options.shows_early()
    }

    /// Tells what has become final.
    fn tell(&self) {
        let Telling { known, subject, options, ids, .. } = self;
        {
            let mut events = lock(&known.events);
            if events.stream.is_some() {
                for finding in lock(&known.data).news(News::Events, subject) {
                    let value = sarif::check(&options.report, subject, ids, &finding, None);
                    events.write(&with_event("check", value));
                }
            }
        }
        if !self.shows() {
            return;
        }
        let _writing = lock(&known.messages);
        let news = if options.by_completion { News::Completed } else { News::InOrder };
        let found = lock(&known.data).news(news, subject);
        let known = |finding: &&Finding| options.report.baseline.as_ref().is_some_and(|known| known.has(ids, finding));
        let found = found.iter().filter(|finding| !known(finding));
        let messages = found.map(|finding| gnatprove::message(&options.report, subject, finding, None));
        let text: String = messages.collect();
        if !text.is_empty() {
            lock(&self.line).0.clear();
            print_out(&text);
        }
    }

    fn is_alias(&self, check: CheckId) -> bool {
        self.subject.program.checks[check.index()].kind == CheckKind::Aliasing
    }

    fn finding(&self, data: &Data, check: CheckId, outcome: Outcome, by: Decider, time: Duration) -> Option<Finding> {
        let procedure = data.procedures.get(&check)?;
        Some(Finding::new(check, *procedure, outcome, by, time))
    }
}

impl Audience for Telling<'_> {
    fn progress(&self, decided: usize, all: usize, step: &str) {
        let mut line = lock(&self.line);
        line.0.show_checks(decided, all, step);
        let part = decided * 100 / all.max(1);
        let lines = self.options.progress_lines && self.options.prints_messages() && !self.known.silent;
        if lines && line.1.replace(part) != Some(part) {
            print_out(&format!("completed {decided} out of {all} ({part}%)...\n"));
        }
    }

    fn selected(&self, wanted: &[(CheckId, ProcId)], all: &[(CheckId, ProcId)]) {
        let mut data = lock(&self.known.data);
        data.checks = wanted.to_vec();
        data.wanted = wanted.iter().map(|(check, _)| *check).collect();
        data.all = all.to_vec();
        data.procedures = all.iter().copied().collect();
        data.aliases = all.iter().filter(|(check, _)| self.is_alias(*check)).count();
    }

    fn settled(&self, check: CheckId, outcome: &Outcome, by: Decider, time: Duration) {
        {
            let mut data = lock(&self.known.data);
            let counts = data.findings.get(&check).is_none_or(|known| outcome.overrides(&known.outcome));
            let Some(finding) = self.finding(&data, check, outcome.clone(), by, time).filter(|_| counts) else {
                return;
            };
            if self.is_alias(check) && matches!(outcome, Outcome::Proved) {
                data.aliases = data.aliases.saturating_sub(1);
            }
            data.findings.insert(check, finding);
            data.fresh.iter_mut().for_each(|fresh| fresh.push(check));
        }
        self.tell();
    }

    fn given_up(&self, check: CheckId, why: &str, time: Duration) {
        {
            let mut data = lock(&self.known.data);
            let outcome = Outcome::Unknown(why.to_string());
            let Some(finding) = self.finding(&data, check, outcome, Decider::Nobody, time) else { return };
            data.given_up.insert(check, finding);
            data.fresh.iter_mut().for_each(|fresh| fresh.push(check));
        }
        self.tell();
    }

    fn postponed(&self, checks: &[CheckId]) {
        lock(&self.known.data).postponed.extend(checks);
        self.tell();
    }

    fn runs_over(&self) {
        {
            let mut data = lock(&self.known.data);
            data.runs_over = true;
            let again: BTreeSet<CheckId> = data.given_up.keys().copied().collect();
            data.fresh.iter_mut().for_each(|fresh| fresh.extend(again.iter().copied()));
        }
        self.tell();
    }
}
