//! What an editor is told of a program, as data without the program: marks, invariants and counts, file by file.

use crate::report::Options;
use crate::report::fixes::precondition;
use crate::report::gnatprove::{Message, justification};
use crate::report::view::{Verdict, visible};
use crate::verify::report::{FactKind, Finding, Outcome, Report};
use horn_frontend::ir::{CheckId, Loc, ProcId};
use horn_frontend::{Failing, Frontend, Insertion, Lowered, Severity, Subject, TestProgram};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How many steps of a run are told.
const STEPS: usize = 100;

/// How loud a mark is: the numbers of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// It fails.
    Error = 1,
    /// It is not decided.
    Warning = 2,
    /// It holds up to a bound, or something is worth knowing.
    Information = 3,
    /// The source justifies it.
    Hint = 4,
}

/// A place in some file with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The file.
    pub path: PathBuf,
    /// The bytes.
    pub span: (usize, usize),
    /// The text.
    pub text: String,
}

/// What is known of a check, or said of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The bytes that it is about.
    pub span: (usize, usize),
    /// How loud it is; none if there is nothing to tell unasked.
    pub level: Option<Level>,
    /// The kind of check.
    pub rule: String,
    /// Where the weakness is described.
    pub weakness: Option<u32>,
    /// One line.
    pub message: String,
    /// What is told who asks, as Markdown.
    pub hover: String,
    /// The run in which it fails.
    pub steps: Vec<Remark>,
    /// A program that fails there, and the file for it.
    pub test: Option<TestProgram>,
    /// A precondition that excludes the failure: the condition, and where it belongs.
    pub precondition: Option<(String, PathBuf, Insertion)>,
    /// Whether more time may help.
    pub open: bool,
    /// What the source can say of it, if somebody knows why it is right so.
    pub excuse: Option<Excuse>,
}

/// What a justification is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excuse {
    /// The message of the check.
    pub message: String,
    /// Whether it fails.
    pub fails: bool,
}

/// An invariant that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The loop, or the place of the package.
    pub span: (usize, usize),
    /// The text.
    pub text: String,
    /// How it is stated.
    pub insertion: Option<Insertion>,
}

/// The counts of a subprogram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Where it is declared.
    pub at: usize,
    /// `7/9 proved`.
    pub text: String,
}

/// All of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The text that was analysed.
    pub text: String,
    /// In the order of their places.
    pub marks: Vec<Mark>,
    /// In the order of their places.
    pub found: Vec<Found>,
    /// In the order of their places.
    pub counts: Vec<Counts>,
}

/// All of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// The files, by their absolute names.
    pub files: BTreeMap<PathBuf, File>,
    /// The closing line, or what the source is that cannot be analysed.
    pub summary: String,
}

/// The absolute name of a file, without links if it is there.
pub fn absolute(path: &Path) -> PathBuf {
    let whole = || std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    std::fs::canonicalize(path).unwrap_or_else(|_| whole())
}

fn span(loc: Loc) -> (usize, usize) {
    (loc.span.start as usize, loc.span.end as usize)
}

/// Makes marks of findings.
pub struct Marker<'a> {
    /// The program.
    pub subject: Subject<'a>,
    /// Its language.
    pub frontend: &'a dyn Frontend,
    /// The texts of its files.
    pub texts: &'a [String],
    /// How messages look.
    pub options: &'a Options,
}

impl Marker<'_> {
    /// The file that a place is in.
    pub fn path(&self, loc: Loc) -> PathBuf {
        absolute(Path::new(self.subject.places.position(loc).file))
    }

    /// The text of the file that a check is in.
    pub fn text_at(&self, check: CheckId) -> &str {
        self.text(self.subject.program.checks[check.index()].loc)
    }

    fn text(&self, loc: Loc) -> &str {
        self.texts.get(loc.file.0 as usize).map_or("", String::as_str)
    }

    /// What is known of a check, with its file.
    pub fn mark(&self, finding: &Finding, number: usize, note: Option<&str>) -> (PathBuf, Mark) {
        let Marker { subject, options, .. } = self;
        let check = &subject.program.checks[finding.check.index()];
        let verdict = Verdict::of(finding);
        let what = check.kind.proved().trim_end_matches(" proved");
        let mut hover = format!("**{}** {} {}", what, verdict.symbol(), verdict.word());
        let mut message = String::new();
        let level = match verdict {
            Verdict::Proved => {
                hover += &format!(" ({})", finding.by);
                if finding.by_clients {
                    hover += ", for all sequences of visible calls";
                }
                None
            }
            Verdict::Justified => Some(Level::Hint),
            Verdict::Bounded => Some(Level::Information),
            Verdict::Undecided => Some(Level::Warning),
            Verdict::Fails => Some(Level::Error),
        };
        if let Some(why) = justification(subject, finding) {
            message = format!("{what} justified [{why}]");
            hover += &format!("\n\n{}", visible(&why));
        } else if let Outcome::UpTo(bound) = finding.outcome {
            message = format!("no violation up to bound {bound}: {}", check.kind.might_fail());
        } else if verdict.is_open() {
            message = Message::new(options, subject, check, finding).one_line();
            hover += &format!("\n\n{}", visible(&message));
        }
        if verdict == Verdict::Proved && !check.reason.is_empty() {
            hover += &format!("\n\nreason for check: {}", visible(&check.reason));
        }
        if !check.condition.is_empty() {
            hover += &format!("\n\n```\n{}\n```", visible(&check.condition));
        }
        if let Some(note) = note {
            hover += &format!("\n\n{}", visible(note));
        }
        let mut mark = Mark {
            span: span(check.loc),
            level,
            rule: check.kind.rule().to_string(),
            weakness: check.kind.cwe(),
            message: visible(&message),
            hover,
            steps: Vec::new(),
            test: None,
            precondition: None,
            open: matches!(verdict, Verdict::Undecided | Verdict::Bounded),
            excuse: verdict.is_open().then(|| Excuse { message: check.message(), fails: verdict == Verdict::Fails }),
        };
        if let (Outcome::Fails(example), Verdict::Fails) = (&finding.outcome, verdict) {
            let call = subject.call(example);
            let entry = subject.program.procedure(example.entry).loc;
            mark.steps.push(Remark {
                path: self.path(entry),
                span: span(entry),
                text: visible(&format!("called: {call}")),
            });
            let shown = &example.steps[example.steps.len().saturating_sub(STEPS)..];
            mark.steps.extend(shown.iter().map(|step| Remark {
                path: self.path(step.loc),
                span: span(step.loc),
                text: visible(&subject.step(step)),
            }));
            let failing = Failing { subject: *subject, check: finding.check, example, number };
            mark.test = self.frontend.test_program(&failing).ok();
            mark.precondition = self.precondition(finding.check, finding.procedure, example.entry);
        }
        (self.path(check.loc), mark)
    }

    fn precondition(&self, check: CheckId, procedure: ProcId, entry: ProcId) -> Option<(String, PathBuf, Insertion)> {
        let found = precondition(&self.subject, self.frontend, self.texts, check, procedure, entry)?;
        Some((found.condition, self.path(found.declared), found.insertion))
    }
}

impl Analysis {
    /// All that is to be told of a report.
    pub fn of(marker: &Marker<'_>, lowered: &Lowered, report: &Report, summary: String) -> Analysis {
        let mut analysis = Analysis::said(lowered, summary);
        let subject = &marker.subject;
        let mut counts: BTreeMap<ProcId, (usize, usize)> = BTreeMap::new();
        for (finding, number) in report.findings.iter().zip(1..) {
            let (path, mark) = marker.mark(finding, number, report.note(finding.check));
            let known = counts.entry(finding.procedure).or_default();
            known.0 += usize::from(matches!(finding.outcome, Outcome::Proved));
            known.1 += 1;
            if let Some(file) = analysis.files.get_mut(&path) {
                file.marks.push(mark);
            }
        }
        for (procedure, (proved, all)) in counts {
            let text = format!("{proved}/{all} proved");
            let declared = subject.program.procedure(procedure).loc;
            // Where the body is in another file than the declaration, its first statement or check is told, too.
            let inside = report.findings.iter().filter(|finding| finding.procedure == procedure);
            let inside = inside.map(|finding| subject.program.checks[finding.check.index()].loc);
            let first = inside.filter(|loc| loc.file != declared.file).min();
            for loc in [Some(declared), first].into_iter().flatten() {
                if let Some(file) = analysis.files.get_mut(&marker.path(loc)) {
                    file.counts.push(Counts { at: span(loc).0, text: text.clone() });
                }
            }
        }
        for fact in &report.facts {
            let is_loop = fact.kind == FactKind::Loop;
            let at = fact.loc.span.start as usize;
            let insertion = marker.frontend.invariant(marker.text(fact.loc), at, &fact.parts).filter(|_| is_loop);
            if let Some(file) = analysis.files.get_mut(&marker.path(fact.loc)) {
                file.found.push(Found { span: span(fact.loc), text: visible(&fact.text(subject.notation)), insertion });
            }
        }
        for file in analysis.files.values_mut() {
            file.marks.sort_by_key(|mark| mark.span);
            file.counts.sort_by_key(|counts| counts.at);
        }
        analysis
    }

    /// What is said of the sources alone.
    pub fn said(lowered: &Lowered, summary: String) -> Analysis {
        let names = lowered.program.files.iter().map(|name| absolute(Path::new(name)));
        let texts = lowered.texts.iter().cloned().chain(std::iter::repeat(String::new()));
        let mut files: BTreeMap<PathBuf, File> =
            names.zip(texts).map(|(name, text)| (name, File { text, ..File::default() })).collect();
        for message in &lowered.messages {
            let (level, rule) = match message.diagnostic.severity {
                Severity::Error => (Level::Error, "ERROR"),
                Severity::Warning => (Level::Warning, "WARNING"),
                Severity::Note => (Level::Information, "NOTE"),
            };
            let name = message.file.and_then(|file| lowered.program.files.get(file.0 as usize));
            let Some(file) = name.and_then(|name| files.get_mut(&absolute(Path::new(name)))) else { continue };
            let text = visible(&message.diagnostic.message);
            let span = (message.diagnostic.span.start as usize, message.diagnostic.span.end as usize);
            file.marks.push(Mark {
                span,
                level: Some(level),
                rule: rule.to_string(),
                weakness: None,
                hover: text.clone(),
                message: text,
                steps: Vec::new(),
                test: None,
                precondition: None,
                open: false,
                excuse: None,
            });
        }
        Analysis { files, summary }
    }
}
