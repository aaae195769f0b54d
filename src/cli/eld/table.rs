//! The table of `eld`'s options: name, value, one line of help, and what each decides.
//!
//! An option marked [`Group::Ignored`] is accepted because scripts give it; it changes nothing here. docs/eldarica.md
//! says why.

use super::settings::{Format, Method, Print, Settings, Source, Syntax, Templates};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

/// Whether an option has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// No value.
    Nothing,
    /// A value after a colon.
    Attached(&'static str),
    /// The next argument.
    Next(&'static str),
}

/// The parts of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Running, logging, counterexamples.
    General,
    /// Engine, preprocessing, models.
    Horn,
    /// Input formats.
    Formats,
    /// Accepted without effect.
    Ignored,
}

/// One option. `apply` gets the value (empty if there is none) and answers with the message of the error; an empty
/// message means that there is no such option.
pub struct Spec {
    /// With its dash, without its value.
    pub name: &'static str,
    /// Its value.
    pub takes: Takes,
    /// Where the help lists it.
    pub group: Group,
    /// One line.
    pub help: &'static str,
    /// What it does.
    pub apply: fn(&mut Settings, &OsStr) -> Result<(), String>,
}

const fn flag(name: &'static str, group: Group, help: &'static str, apply: Apply) -> Spec {
    Spec { name, takes: Takes::Nothing, group, help, apply }
}

const fn valued(name: &'static str, kind: &'static str, group: Group, help: &'static str, apply: Apply) -> Spec {
    Spec { name, takes: Takes::Attached(kind), group, help, apply }
}

const fn ignored(name: &'static str, help: &'static str) -> Spec {
    flag(name, Group::Ignored, help, |_, _| Ok(()))
}

type Apply = fn(&mut Settings, &OsStr) -> Result<(), String>;

use Group::{Formats, General, Horn, Ignored};

/// All options but `-h`, in the order of the help.
#[rustfmt::skip]
pub const SPECS: &[Spec] = &[
    flag("-in", General, "read from standard input; SMT-LIB unless a format was given before", |s, _| {
        s.source = Some(Source::Stdin);
        s.format = s.format.or(Some(Format::SmtLib));
        Ok(())
    }),
    valued("-t", "SECONDS", General, "answer `unknown` after that time", |s, v| put(&mut s.timeout, seconds(v)?)),
    flag("-cex", General, "after an unsatisfiable verdict, print the counterexample", |s, _| put(&mut s.counterexample, Some(Syntax::Prolog))),
    flag("-scex", General, "the same with atoms in SMT-LIB syntax", |s, _| put(&mut s.counterexample, Some(Syntax::SmtLib))),
    ignored("-cexSimplified", "only the checked counterexample is printed"),
    flag("-dotCEX", General, "write the counterexample as a graph to dag-graph-horn-cex.dot", |s, _| put(&mut s.dot, true)),
    flag("-eogCEX", General, "the same (the graph is not shown)", |s, _| put(&mut s.dot, true)),
    Spec { name: "-dot", takes: Takes::Next("FILE"), group: General, help: "another file for -dotCEX and -eogCEX", apply: |s, v| put(&mut s.dot_file, Some(PathBuf::from(v))) },
    flag("-pngNo", General, "no graph (the default); cancels -dotCEX and -eogCEX", |s, _| put(&mut s.dot, false)),
    flag("-log", General, "the same as -log:2", |s, _| put(&mut s.log, 2)),
    valued("-log", "N", General, "0 nothing, 1 statistics, 2 progress and predicates, 3 counterexamples, on standard error", |s, v| put(&mut s.log, integer(v)?.clamp(0, 3) as u8)),
    flag("-statistics", General, "the same as -log:1", |s, _| put(&mut s.log, 1)),
    valued("-logPreds", "NAMES", General, "log predicates only of relation symbols whose names contain one of these", |s, v| {
        s.log_preds = v.to_string_lossy().split(',').map(str::to_string).collect();
        Ok(())
    }),
    flag("-verifySolutions", General, "verify models and counterexamples (they always are)", |_, _| Ok(())),
    flag("-assert", General, "the same", |_, _| Ok(())),
    valued("-s", "FILE", General, "only parse FILE as Prolog-style clauses", |s, v| put(&mut s.parse_only, Some(PathBuf::from(v)))),

    flag("-p", Horn, "print the clauses as read in Prolog syntax and stop", |s, _| put(&mut s.print, Some(Print::Prolog))),
    flag("-sp", Horn, "print the clauses as read as SMT-LIB and stop", |s, _| put(&mut s.print, Some(Print::SmtLib))),
    flag("-logSimplified", Horn, "print the clauses after preprocessing and stop", |s, _| put(&mut s.print, Some(Print::Simplified))),
    flag("-logSimplifiedSMT", Horn, "print the clauses after preprocessing as SMT-LIB and stop", |s, _| put(&mut s.print, Some(Print::SimplifiedSmtLib))),
    flag("-sol", Horn, "after a satisfiable verdict, print the model as clauses", |s, _| put(&mut s.prolog_model, true)),
    flag("-ssol", Horn, "after a satisfiable verdict, print the model as define-funs", |s, _| put(&mut s.smt_model, true)),
    flag("-portfolio", Horn, "as many engines at once as there are processors", |s, _| { s.abstract_both = false; put(&mut s.portfolio, true) }),
    flag("-abstract", Horn, "interpolation over templates (the default)", |_, _| Ok(())),
    valued("-abstract", "T", Horn, "predicate abstraction with these templates: off manual term oct relEqs relIneqs relEqs2 relIneqs2", |s, v| {
        s.templates = Some(match v.to_str() {
            Some("off") => Templates::Off,
            Some("manual") => Templates::Manual,
            Some("term") => Templates::Term,
            Some("oct") => Templates::Oct,
            Some("relEqs" | "relEqs2") => Templates::RelEqs,
            Some("relIneqs" | "relIneqs2") => Templates::RelIneqs,
            _ => return Err(String::new()),
        });
        put(&mut s.method, Method::PredicateAbstraction)
    }),
    flag("-abstractPO", Horn, "predicate abstraction without and with templates at the same time", |s, _| { s.portfolio = false; put(&mut s.abstract_both, true) }),
    flag("-disj", Horn, "predicate abstraction, refined with all shortest counterexamples at once", |s, _| {
        s.disjunctive = true;
        put(&mut s.method, Method::PredicateAbstraction)
    }),
    flag("-stac", Horn, "accelerate simple loops, then predicate abstraction", |s, _| {
        s.accelerate = true;
        put(&mut s.method, Method::PredicateAbstraction)
    }),
    flag("-sym", Horn, "bounded unrolling alone", |s, _| put(&mut s.method, Method::Symbolic)),
    valued("-sym", "S", Horn, "the same; bfs or dfs", |s, v| {
        if !matches!(v.to_str(), Some("bfs" | "dfs")) {
            s.remarks.push("Unknown argument for -sym:, defaulting to bfs.".to_string());
        }
        put(&mut s.method, Method::Symbolic)
    }),
    valued("-symDepth", "N", Horn, "unroll at most N times, with -sym", |s, v| put(&mut s.depth, u32::try_from(integer(v)?).ok())),
    valued("-hints", "FILE", Horn, "initial predicates and templates for the relation symbols of the input", |s, v| put(&mut s.hints, Some(PathBuf::from(v)))),
    valued("-postHints", "FILE", Horn, "the same for relation symbols as they are after preprocessing", |s, v| put(&mut s.post_hints, Some(PathBuf::from(v)))),
    flag("-pHints", Horn, "print the templates in the syntax of hints files", |s, _| put(&mut s.print_hints, true)),
    valued("-pPredicates", "FILE", Horn, "write the predicates that were used to FILE", |s, v| put(&mut s.predicates_file, Some(PathBuf::from(v)))),
    flag("-lbe", Horn, "no preprocessing", |s, _| put(&mut s.preprocess, false)),
    flag("-noSlicing", Horn, "no removal of unreachable clauses and unused arguments", |s, _| put(&mut s.slicing, false)),
    flag("-noIntervals", Horn, "no abstract interpretation before the engines", |s, _| put(&mut s.intervals, false)),
    valued("-splitClauses", "N", Horn, "0 keeps disjunctions, 1 splits clauses at them, 2 splits more", |s, v| put(&mut s.split, Some(integer(v)?.clamp(0, 2) as u8))),
    valued("-arrayQuans", "N", Horn, "look for quantified invariants over cells of arrays first; off: not first", |s, v| {
        let off = v == "off";
        if !off {
            integer(v)?;
        }
        put(&mut s.cells_first, !off)
    }),

    flag("-hsmt", Formats, "the input is SMT-LIB 2 (.smt2)", |s, _| put(&mut s.format, Some(Format::SmtLib))),
    flag("-hin", Formats, "the input is Prolog-style clauses (.horn)", |s, _| put(&mut s.format, Some(Format::Prolog))),
    flag("-ints", Formats, "the input is an integer NTS (.nts)", |s, _| put(&mut s.format, Some(Format::Nts))),
    flag("-horn", Formats, "solve the clauses; only needed with -ints where the file is not named .nts", |s, _| put(&mut s.horn, true)),

    valued("-m", "FUNC", Ignored, "entry function of removed front ends", |_, _| Ok(())),
    valued("-solutionReconstruction", "M", Ignored, "cegar or wp: models are always translated back pass by pass", |_, v| {
        if v == "cegar" || v == "wp" { Ok(()) } else { Err(String::new()) }
    }),
    valued("-heapSolver", "S", Ignored, "native or array: heaps are always arrays and datatypes", |_, v| {
        if v == "native" || v == "array" { Ok(()) } else { Err(String::new()) }
    }),
    valued("-abstractTO", "SECONDS", Ignored, "time for the search of an abstraction", |_, v| seconds(v).map(drop)),
    ignored("-cloneArrays", "separate theories for separate arrays"),
    ignored("-fairNIASplitting", "fair case splits for nonlinear arithmetic"),
    ignored("-verifyInterpolants", "certificates are always checked, so interpolants need not be"),
    ignored("-pIntermediate", "intermediate clauses"),
    ignored("-minePredicates", "an experiment of Eldarica"),
    ignored("-glb", "an older engine"),
    ignored("-princess", "an older engine"),
    ignored("-f", "an older engine"),
    ignored("-n", "an older engine"),
    ignored("-tem", "an older engine"),
    ignored("-dinq", "an older engine"),
    ignored("-brew", "an older engine"),
    ignored("-dynac", "an older engine"),
    ignored("-unap", "an older engine"),
    ignored("--eld", "behave as eld, whatever the program's name"),
];

fn put<T>(place: &mut T, value: T) -> Result<(), String> {
    *place = value;
    Ok(())
}

/// The message for a text that is no number.
fn no_number(text: &str) -> String {
    format!("For input string: \"{text}\"")
}

/// A decimal integer as Java reads it: a sign, then digits, in 32 bits.
fn integer(value: &OsStr) -> Result<i32, String> {
    let text = value.to_string_lossy();
    text.parse::<i32>().map_err(|_| no_number(&text))
}

/// A number of seconds; none (no limit) for what is no finite time. A negative time is over at once.
fn seconds(value: &OsStr) -> Result<Option<Duration>, String> {
    let text = value.to_string_lossy();
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err("empty String".to_string());
    }
    // Java takes a type suffix.
    let digits = trimmed.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(trimmed);
    let number = digits.parse::<f64>().or_else(|_| trimmed.parse::<f64>()).map_err(|_| no_number(trimmed))?;
    Ok(if number.is_nan() { None } else { Duration::try_from_secs_f64(number.max(0.0)).ok() })
}
