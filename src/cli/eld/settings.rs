//! What an `eld` command line decides, as values.

/// The format of the input: `-hsmt`, `-hin` and `-ints`, or the file's extension.
pub use crate::pipeline::Language as Format;
pub use crate::report::eld::Syntax;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Where the clauses come from. A file is opened as soon as its name is met, and read later.
#[derive(Clone, Debug)]
pub enum Source {
    /// An open file and its name.
    File(PathBuf, Arc<File>),
    /// Standard input.
    Stdin,
}

/// What is printed instead of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Print {
    /// `-p`: the clauses as read, in Prolog syntax.
    Prolog,
    /// `-sp`: the clauses as read, as SMT-LIB.
    SmtLib,
    /// `-logSimplified`: the clauses after preprocessing.
    Simplified,
    /// `-logSimplifiedSMT`: the same as SMT-LIB.
    SimplifiedSmtLib,
}

/// Which templates steer interpolation (`-abstract:T`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Templates {
    /// None.
    Off,
    /// Those of the hints file.
    Manual,
    /// Single arguments.
    Term,
    /// Arguments, differences and sums of two.
    Oct,
    /// Linear sums that loops keep, as terms.
    RelEqs,
    /// Linear sums that loops keep, as inequalities.
    RelIneqs,
}

/// Which engine the command line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The default schedule.
    Schedule,
    /// Predicate abstraction, because an option about it was given.
    PredicateAbstraction,
    /// `-sym`: bounded unrolling.
    Symbolic,
}

/// Everything the command line decides.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What to read; the last file named, or standard input.
    pub source: Option<Source>,
    /// `-hsmt`, `-hin`, `-ints`; else the file's extension says.
    pub format: Option<Format>,
    /// `-horn`, which `-ints` needs.
    pub horn: bool,
    /// `-t:`
    pub timeout: Option<Duration>,
    /// `-p`, `-sp`, `-logSimplified`, `-logSimplifiedSMT`
    pub print: Option<Print>,
    /// `-sol`
    pub prolog_model: bool,
    /// `-ssol`
    pub smt_model: bool,
    /// `-cex`, `-scex`; the last one wins.
    pub counterexample: Option<Syntax>,
    /// `-dotCEX`
    pub dot: bool,
    /// `-dot FILE`
    pub dot_file: Option<PathBuf>,
    /// `-log:n`
    pub log: u8,
    /// `-logPreds:a,b`
    pub log_preds: Vec<String>,
    /// `-pHints`
    pub print_hints: bool,
    /// `-pPredicates:FILE`
    pub predicates_file: Option<PathBuf>,
    /// `-hints:FILE`
    pub hints: Option<PathBuf>,
    /// `-postHints:FILE`
    pub post_hints: Option<PathBuf>,
    /// The engine asked for.
    pub method: Method,
    /// `-abstract:T`
    pub templates: Option<Templates>,
    /// `-disj`: disjunctive interpolation.
    pub disjunctive: bool,
    /// `-abstractPO`
    pub abstract_both: bool,
    /// `-stac`
    pub accelerate: bool,
    /// `-portfolio`
    pub portfolio: bool,
    /// `-symDepth:n`
    pub depth: Option<u32>,
    /// `-lbe`
    pub preprocess: bool,
    /// `-noSlicing`
    pub slicing: bool,
    /// `-noIntervals`
    pub intervals: bool,
    /// `-splitClauses:n`; none if it was not given.
    pub split: Option<u8>,
    /// Start with predicates over cells of arrays.
    pub cells_first: bool,
    /// `-s:FILE`: only parse this file.
    pub parse_only: Option<PathBuf>,
    /// Lines that parsing the options prints on standard output before anything else.
    pub remarks: Vec<String>,
}

impl Settings {
    /// The defaults.
    pub fn new() -> Settings {
        Settings {
            source: None,
            format: None,
            horn: false,
            timeout: None,
            print: None,
            prolog_model: false,
            smt_model: false,
            counterexample: None,
            dot: false,
            dot_file: None,
            log: 0,
            log_preds: Vec::new(),
            print_hints: false,
            predicates_file: None,
            hints: None,
            post_hints: None,
            method: Method::Schedule,
            templates: None,
            disjunctive: false,
            abstract_both: false,
            accelerate: false,
            portfolio: false,
            depth: None,
            preprocess: true,
            slicing: true,
            intervals: true,
            split: None,
            cells_first: false,
            parse_only: None,
            remarks: Vec::new(),
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::new()
    }
}
