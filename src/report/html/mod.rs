//! The result for a program as one page that needs nothing else: no network, no other file, and no script to be read.
//!
//! What the page says is put together by `maud`, which escapes whatever comes from outside; what such a text hides is
//! made visible before. A policy in the page forbids every request, and every script and style but ours.

mod check;
mod page;
mod source;

use super::formats::Finished;
use super::view;
use horn_frontend::ir::{FileId, Loc};
use std::collections::{BTreeMap, BTreeSet};

/// How everything looks.
const STYLE: &str = include_str!("style.css");
/// What is more comfortable with a script: stepping, copying, opening what a link leads to.
const SCRIPT: &str = include_str!("script.js");
/// The digests by which the page's policy knows the two.
const STYLE_DIGEST: &str = "sha256-dpWlxutR/+xjXUKI2SqILnRxhNLK+m1NuWsC2E97G6Y=";
const SCRIPT_DIGEST: &str = "sha256-v8EAMsNhktKEAz0VUPmECwcY9LHKNCgWKMmLx63B10Y=";
/// How many steps of a run are shown: the last ones.
const SHOWN_STEPS: usize = 400;

/// The page.
pub fn page(finished: &Finished<'_>) -> String {
    page::page(&Site::new(finished)).into_string()
}

/// The result with what stands at each line.
struct Site<'a> {
    finished: &'a Finished<'a>,
    /// What there is to say at lines of files, by the numbers of both.
    remarks: BTreeMap<(FileId, usize), Vec<Remark>>,
    /// The lines that links lead to.
    targets: BTreeSet<(FileId, usize)>,
}

/// What stands at a line, by its number in the list that it comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Remark {
    Message(usize),
    Fact(usize),
    Finding(usize),
}

impl<'a> Site<'a> {
    fn new(finished: &'a Finished<'a>) -> Site<'a> {
        let mut site = Site { finished, remarks: BTreeMap::new(), targets: BTreeSet::new() };
        let (report, program) = (finished.report, finished.subject.program);
        for (at, message) in finished.lowered.messages.iter().enumerate() {
            if let Some(file) = message.file {
                site.say(Loc::new(file, message.diagnostic.span), Remark::Message(at));
            }
        }
        for (at, fact) in report.facts.iter().enumerate() {
            site.say(fact.loc, Remark::Fact(at));
        }
        for (at, finding) in report.findings.iter().enumerate() {
            site.say(program.checks[finding.check.index()].loc, Remark::Finding(at));
            let begin = site.at(program.procedure(finding.procedure).loc);
            site.targets.insert(begin);
            for step in check::shown_steps(finding) {
                let place = site.at(step.loc);
                site.targets.insert(place);
            }
        }
        for said in &program.justifications {
            let place = site.at(said.loc);
            site.targets.insert(place);
        }
        site
    }

    fn say(&mut self, loc: Loc, remark: Remark) {
        let place = self.at(loc);
        self.remarks.entry(place).or_default().push(remark);
        self.targets.insert(place);
    }

    /// File and line of a place.
    fn at(&self, loc: Loc) -> (FileId, usize) {
        (loc.file, self.finished.subject.places.position(loc).line)
    }

    /// Where a link to the line of a place leads.
    fn link(&self, loc: Loc) -> String {
        let (file, line) = self.at(loc);
        format!("#{}", anchor(file, line))
    }

    /// `file:line`, as it is shown.
    fn place(&self, loc: Loc) -> String {
        let position = self.finished.subject.places.position(loc);
        view::visible(&format!("{}:{}", position.file, position.line))
    }

    /// The files that something is said of.
    fn files(&self) -> BTreeSet<FileId> {
        self.targets.iter().map(|(file, _)| *file).collect()
    }
}

/// The name of a line within the page.
fn anchor(file: FileId, line: usize) -> String {
    format!("f{}l{line}", file.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use sha2::{Digest, Sha256};

    #[test]
    fn the_policy_knows_style_and_script() {
        let digest =
            |text: &str| format!("sha256-{}", base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text)));
        assert_eq!((STYLE_DIGEST, SCRIPT_DIGEST), (digest(STYLE).as_str(), digest(SCRIPT).as_str()));
        for text in [STYLE, SCRIPT] {
            assert!(!text.contains("</") && !text.contains("<!--") && text.len() < 15_000);
        }
    }
}
