//! The whole way of a program: syntax trees to the program representation, with all messages.

use crate::ast::{CompilationUnit, Interner};
use crate::lower::{self, CALLED, Covered, Entries};
use crate::policy::Policies;
use crate::sema::{self, Unsupported};
use hashbrown::HashMap;
use horn_frontend::ir::{FileId, Program, Withheld};
use horn_frontend::{Diagnostic, Message, Severity, Source, Span};
use std::collections::BTreeSet;

/// Stack of the analysis: trees may be [`MAX_DEPTH`](crate::ast::MAX_DEPTH) levels high.
const STACK: usize = 512 << 20;

/// A source file. The number of a file is its position in the list.
#[derive(Clone, Copy, Debug)]
pub struct File<'t> {
    /// Name in messages.
    pub name: &'t str,
    /// Its text.
    pub text: &'t str,
    /// Whether its subprograms are entries; else it is only there because others need it.
    pub analysed: bool,
}

/// A lowered program.
#[derive(Clone, Debug, Default)]
pub struct Lowering {
    /// The program; empty after an error.
    pub program: Program,
    /// Errors and warnings, and what is not supported (as warnings), in the order of the files and texts.
    pub messages: Vec<Message>,
    /// What is not supported.
    pub unsupported: Vec<Unsupported>,
    /// How many conditions are assumed; the messages name them.
    pub assumptions: usize,
    /// The subprograms, with whether they were analysed.
    pub covered: Vec<Covered>,
}

/// How a program is lowered.
#[derive(Clone, Copy, Debug)]
pub struct Switches<'t> {
    /// Whether calls of subprograms with contracts are their contracts.
    pub modular: bool,
    /// Whether what SPARK asks for beyond Ada is checked as well.
    pub spark: bool,
    /// The policies of files of configuration pragmas.
    pub policies: &'t Policies,
}

/// Analyses units as one program and lowers it; their order does not matter, and none of them may have a syntax error.
/// `entries` are the qualified names of the subprograms to analyse from outside; none means every one that nobody
/// calls. What is `withheld` is analysed only where others call it.
pub fn lower(
    files: &[File<'_>],
    units: &[(FileId, &CompilationUnit)],
    names: &mut Interner,
    entries: &[String],
    switches: Switches<'_>,
    withheld: &[Withheld],
) -> Lowering {
    let work = || lower_here(files, units, names, entries, switches, withheld);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("ada".into()).stack_size(STACK).spawn_scoped(scope, work);
        match thread.map(|handle| handle.join()) {
            Ok(Ok(lowering)) => lowering,
            _ => {
                let diagnostic = Diagnostic::error(Span::new(0, 0), "the Ada frontend failed");
                Lowering { messages: vec![Message { file: None, diagnostic }], ..Lowering::default() }
            }
        }
    })
}

fn lower_here(
    files: &[File<'_>],
    units: &[(FileId, &CompilationUnit)],
    names: &mut Interner,
    entries: &[String],
    switches: Switches<'_>,
    withheld: &[Withheld],
) -> Lowering {
    let Switches { modular, spark, policies } = switches;
    let (mut tree, messages, mut unsupported) = sema::analyze(units, names, policies);
    tree.library_files = files.iter().map(|file| crate::library::is_file(file.name)).collect();
    tree.spark_checks = spark;
    for subp in &mut tree.subprograms {
        let place = subp.body.as_ref().map_or(subp.loc, |body| body.end);
        subp.withheld = withheld.iter().any(|said| said.covers(place));
    }
    let sources: Vec<Source<'_>> = files.iter().map(|file| Source::new(file.name, file.text)).collect();
    let mut found: Vec<Message> = messages
        .into_iter()
        .map(|message| {
            let text = with_lines(&message.text, message.loc.file, &sources);
            let diagnostic = Diagnostic { severity: message.severity, span: message.loc.span, message: text };
            Message { file: Some(message.loc.file), diagnostic }
        })
        .collect();
    let failed = found.iter().any(|message| message.diagnostic.severity == Severity::Error);
    let mut program = Program::new();
    let mut covered = Vec::new();
    let mut assumptions = 0;
    let texts: Vec<(&str, &str)> = files.iter().map(|file| (file.name, file.text)).collect();
    let entries = Entries { names: entries.to_vec(), files: files.iter().map(|file| file.analysed).collect(), modular };
    let lower = || lower::lower(&tree, &texts, &entries);
    // Of a program with errors the wrong parts are left out like those that are not supported. Nothing is expected of
    // the rest of such a tree.
    let result = match failed {
        false => Some(lower()),
        true => std::panic::catch_unwind(std::panic::AssertUnwindSafe(lower)).ok(),
    };
    if let Some(result) = result {
        program = result.program;
        covered = result.covered;
        assumptions = result.assumed.len();
        for (loc, text) in result.assumed {
            let message = format!("assumed, not proved: {text}");
            let diagnostic = Diagnostic { severity: Severity::Note, span: loc.span, message };
            found.push(Message { file: Some(loc.file), diagnostic });
        }
        for one in result.refused {
            if !unsupported.iter().any(|other| other.loc == one.loc && other.construct == one.construct) {
                unsupported.push(one);
            }
        }
        for name in result.unknown {
            let text = format!("no subprogram \"{name}\" with a body");
            found.push(Message { file: None, diagnostic: Diagnostic::error(Span::new(0, 0), text) });
        }
        let problems = horn_frontend::ir::validate(&program);
        for problem in &problems {
            let text = format!("internal error in the lowering of {}: {}", problem.procedure, problem.message);
            let diagnostic = Diagnostic::error(problem.loc.span, text);
            found.push(Message { file: Some(problem.loc.file), diagnostic });
        }
        if !problems.is_empty() {
            program = Program::new();
        }
    }
    for one in unsupported.iter().filter(|one| !one.subprogram.is_empty()) {
        if let Some(file) = sources.get(one.loc.file.0 as usize) {
            let (line, column) = file.position(one.loc.span.start);
            log::info!("{}:{line}:{column}: \"{}\" is not analysed: {}", file.name, one.subprogram, one.construct);
        }
    }
    found.extend(not_supported(&unsupported, &tree.named_constructs));
    found.sort_by_key(|message| (message.file, message.diagnostic.span.start));
    Lowering { program, messages: found, unsupported, assumptions, covered }
}

/// A warning for each construct that is not supported, where it stands or is used first, with what it costs.
fn not_supported(unsupported: &[Unsupported], named: &BTreeSet<String>) -> Vec<Message> {
    let mut roots: Vec<(&Unsupported, Vec<&str>)> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    // What an error costs is in the summary; the error has its message.
    let mut entries: Vec<&Unsupported> =
        unsupported.iter().filter(|one| !one.construct.ends_with(sema::ERRONEOUS)).collect();
    let outside = |one: &Unsupported| {
        one.construct.starts_with(sema::standard::LIBRARY_UNIT) || one.construct == sema::MISSING_UNIT
    };
    let used = |one: &Unsupported| named.contains(&one.construct) && (!one.subprogram.is_empty() || outside(one));
    entries.sort_by_key(|one| (used(one), one.loc.file, one.loc.span.start));
    for one in entries {
        // A call of what uses a construct uses it, too.
        let construct = one.construct.rsplit_once(CALLED).map_or(one.construct.as_str(), |(_, construct)| construct);
        let at = match known.get(construct) {
            Some(at) if used(one) || construct.len() < one.construct.len() => *at,
            _ => {
                roots.push((one, Vec::new()));
                known.entry(construct).or_insert(roots.len() - 1);
                roots.len() - 1
            }
        };
        let costs = &mut roots[at].1;
        if !one.subprogram.is_empty() && !costs.contains(&one.subprogram.as_str()) {
            costs.push(&one.subprogram);
        }
    }
    let message = |(root, costs): (&Unsupported, Vec<&str>)| {
        let cost = match costs.as_slice() {
            [] => String::new(),
            [name] => format!("; \"{name}\" is not analysed"),
            [name, other] => format!("; \"{name}\" and \"{other}\" are not analysed"),
            [name, others @ ..] => format!("; \"{name}\" and {} other subprograms are not analysed", others.len()),
        };
        let text = format!("not supported: {}{cost}", root.construct);
        let diagnostic = Diagnostic { severity: Severity::Warning, span: root.loc.span, message: text };
        Message { file: Some(root.loc.file), diagnostic }
    };
    roots.into_iter().map(message).collect()
}

/// Replaces the marks of places by line numbers, with the file's name if it is another one.
fn with_lines(text: &str, here: FileId, sources: &[Source<'_>]) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, tail)) = rest.split_once('\u{1}') {
        result.push_str(before);
        let Some((mark, tail)) = tail.split_once('\u{2}') else { break };
        rest = tail;
        let Some((file, offset)) = mark.split_once(':') else { continue };
        let (Ok(file), Ok(offset)) = (file.parse::<u32>(), offset.parse::<u32>()) else { continue };
        if let Some(source) = sources.get(file as usize) {
            let line = source.position(offset).0;
            if here.0 == file {
                result.push_str(&line.to_string());
            } else {
                result.push_str(&format!("{line} of {}", source.name));
            }
        }
    }
    result.push_str(rest);
    result
}
