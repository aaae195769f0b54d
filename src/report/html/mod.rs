//! The result for a program as one page that needs nothing else: no network, no other file, and no script to be read.
//! Where it would be too large for a browser, the sources are pages of their own in a folder beside it.
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
use std::path::{Path, PathBuf};

/// How everything looks.
const STYLE: &str = include_str!("style.css");
/// What is more comfortable with a script: stepping, copying, opening what a link leads to.
const SCRIPT: &str = include_str!("script.js");
/// The digests by which the page's policy knows the two.
const STYLE_DIGEST: &str = "sha256-dpWlxutR/+xjXUKI2SqILnRxhNLK+m1NuWsC2E97G6Y=";
const SCRIPT_DIGEST: &str = "sha256-v8EAMsNhktKEAz0VUPmECwcY9LHKNCgWKMmLx63B10Y=";
/// How many steps of a run are shown: the last ones.
const SHOWN_STEPS: usize = 400;

/// A page with more bytes is divided.
const LARGEST: usize = 5_000_000;

/// The page.
pub fn page(finished: &Finished<'_>) -> String {
    page::page(&Site::new(finished)).into_string()
}

/// The pages in the place of one with this text, if it is too large: the one at `path` without the sources, and a
/// folder of the same name that ends in `.files` with a page for each of these.
pub fn pages(finished: &Finished<'_>, text: &str, path: &Path) -> Vec<(PathBuf, String)> {
    divided(finished, text, path, LARGEST)
}

fn divided(finished: &Finished<'_>, text: &str, path: &Path, largest: usize) -> Vec<(PathBuf, String)> {
    let (Some(name), true) = (path.file_name(), text.len() > largest) else { return Vec::new() };
    let folder = path.with_extension("files");
    let inner = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut site = Site::new(finished);
    site.part = Part::Index(inner);
    let mut pages = vec![(path.to_path_buf(), page::page(&site).into_string())];
    let index = name.to_string_lossy().into_owned();
    for file in site.files() {
        site.part = Part::Source(file, index.clone());
        pages.push((folder.join(page_of(file)), page::source_page(&site, file).into_string()));
    }
    pages
}

/// The name of the page of a file.
fn page_of(file: FileId) -> String {
    format!("{}.html", file.0)
}

/// What is on a page.
enum Part {
    /// Everything.
    Whole,
    /// All but the sources, which are in a folder of this name.
    Index(String),
    /// A source; the page with all else has this name, in the folder around.
    Source(FileId, String),
}

/// The result with what stands at each line.
struct Site<'a> {
    finished: &'a Finished<'a>,
    /// What there is to say at lines of files, by the numbers of both.
    remarks: BTreeMap<(FileId, usize), Vec<Remark>>,
    /// The lines that links lead to.
    targets: BTreeSet<(FileId, usize)>,
    /// What is on the page that is being made.
    part: Part,
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
        let mut site = Site { finished, remarks: BTreeMap::new(), targets: BTreeSet::new(), part: Part::Whole };
        let (report, program) = (finished.report, finished.subject.program);
        for (at, message) in finished.messages().enumerate() {
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
        self.within(file, &anchor(file, line))
    }

    /// Where a link to a check leads, by the number of its finding.
    fn link_to_check(&self, at: usize) -> String {
        let check = self.finished.report.findings[at].check;
        self.within(self.finished.subject.program.checks[check.index()].loc.file, &format!("c{at}"))
    }

    /// Where a link to a name on the page of a file leads.
    fn within(&self, file: FileId, name: &str) -> String {
        match &self.part {
            Part::Index(folder) => format!("{}/{}#{name}", address(folder), page_of(file)),
            Part::Source(here, _) if *here != file => format!("{}#{name}", page_of(file)),
            Part::Whole | Part::Source(..) => format!("#{name}"),
        }
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

/// The name of a file or folder as a part of an address.
fn address(name: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~".contains(byte);
    name.bytes().map(|byte| if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
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
