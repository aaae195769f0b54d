//! What is asked of the verification, as plain data: who asks makes it, and nothing here knows of a command line.

use super::shards::Shard;
use crate::cache::Cache;
use crate::certificates::Certificates;
use crate::independent::Check;
use horn_frontend::Position;
use horn_frontend::ir::CheckKind;
use horn_frontend::places::base_name;
use horn_solver::engine::table::EngineId;
use horn_solver::instrument::Options as Instrument;
use horn_solver::smt::Steps;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// How arrays are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrays {
    /// As arrays of the SMT solver.
    Smt,
    /// By single cells.
    Cells,
    /// Both.
    #[default]
    Auto,
}

/// How the checks are decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// By a proof for all runs, or a counterexample.
    #[default]
    Prove,
    /// By unwinding loops up to a bound.
    Bmc,
    /// Both at the same time.
    All,
}

/// What integers are in bounded formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integers {
    /// Both, one beside the other: the first that is through counts.
    #[default]
    Both,
    /// Bit-vectors, as wide as their values need.
    Bv,
    /// Mathematical integers with ranges.
    Math,
}

/// A loop with a bound of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnwindLimit {
    /// The file, by the last part of its name.
    pub file: String,
    /// The line of the loop.
    pub line: usize,
    /// Full iterations.
    pub bound: u32,
}

/// How loops are unwound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounded {
    /// Full iterations of loops; `None`: as many as it takes.
    pub unwind: Option<u32>,
    /// Loops with other bounds.
    pub unwindset: Vec<UnwindLimit>,
    /// Activations of a recursive subprogram within others of it.
    pub recursion: u32,
    /// Whether runs beyond the bounds are looked for. Without, nothing is proved.
    pub unwinding_assertions: bool,
    /// Whether the search goes on behind the first failing check.
    pub all_properties: bool,
    /// What integers are.
    pub integers: Integers,
}

impl Default for Bounded {
    fn default() -> Bounded {
        Bounded {
            unwind: None,
            unwindset: Vec::new(),
            recursion: 10,
            unwinding_assertions: true,
            all_properties: false,
            integers: Integers::default(),
        }
    }
}

/// How far a program is analysed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// It is read, and nothing is decided.
    Read,
    /// Only what is about the flow of data: whether variables are written before they are read, and aliasing.
    Flow,
    /// All checks.
    #[default]
    Proof,
}

/// A place that the analysis is restricted to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The file, by the last part of its name.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: Option<usize>,
    /// The rule name of the kind of check.
    pub kind: Option<String>,
}

/// Lines that the analysis is restricted to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The file, by the last part of its name.
    pub file: String,
    /// The first line.
    pub first: usize,
    /// The last line.
    pub last: usize,
}

/// What the analysis is restricted to, if anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Checks at one of these places; none for all.
    pub lines: Vec<Limit>,
    /// Checks in these lines.
    pub region: Option<Region>,
    /// Checks of the subprogram declared at this place.
    pub subprogram: Option<Limit>,
    /// Checks of the subprograms with this name, in lower case, with or without those of what they are in.
    pub name: Option<String>,
}

impl Limits {
    /// Whether there are any.
    pub fn is_set(&self) -> bool {
        *self != Limits::default()
    }

    /// Whether they go together.
    ///
    /// # Errors
    /// Two of them do not.
    pub fn check(&self) -> Result<(), String> {
        let kinds = [!self.lines.is_empty(), self.region.is_some(), self.name.is_some()];
        if kinds.iter().filter(|given| **given).count() > 1 || (self.name.is_some() && self.subprogram.is_some()) {
            return Err("only one of the options --limit-line, --limit-lines, --limit-region and --limit-name can be \
                        given, and --limit-subp with one of the first three"
                .to_string());
        }
        Ok(())
    }

    /// Whether a check at a position, of a kind, in a subprogram of this name declared at that position, is meant.
    pub fn admit(&self, check: &Position<'_>, rule: &str, name: &str, subprogram: &Position<'_>) -> bool {
        let here = |limit: &Limit, position: &Position<'_>| {
            base_name(position.file) == base_name(&limit.file)
                && position.line == limit.line
                && limit.column.is_none_or(|column| column == position.column)
        };
        let line = |limit: &Limit| here(limit, check) && limit.kind.as_deref().is_none_or(|kind| kind == rule);
        let inside = |region: &Region| {
            base_name(check.file) == base_name(&region.file) && (region.first..=region.last).contains(&check.line)
        };
        let called = |wanted: &String| {
            let name = name.to_lowercase();
            name == *wanted || name.strip_suffix(wanted.as_str()).is_some_and(|outer| outer.ends_with('.'))
        };
        (self.lines.is_empty() || self.lines.iter().any(line))
            && self.region.as_ref().is_none_or(inside)
            && self.subprogram.as_ref().is_none_or(|limit| here(limit, subprogram))
            && self.name.as_ref().is_none_or(called)
    }
}

/// Checks decided at the same time where nothing is said of it, at most.
const MOST_JOBS: usize = 4;

/// The processors that this program may use.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How systems of clauses are solved.
#[derive(Clone)]
pub struct Solving {
    /// The engines picked by name; empty for the default schedule.
    pub engines: Vec<EngineId>,
    /// How many engines may run at the same time.
    pub jobs: usize,
    /// Whether certificates are checked.
    pub certify: bool,
    /// Who else has to confirm an answer.
    pub check: Check,
    /// Whether systems are preprocessed.
    pub preprocess: bool,
    /// What the instrumentation may do.
    pub instrument: Instrument,
    /// What becomes of answers besides.
    pub certificates: Certificates,
}

/// Seconds per check for each level of effort.
const LEVELS: [u64; 5] = [1, 2, 5, 20, 60];

/// How much work a check may take: what was asked for, zero for any amount, else that of a level.
fn budget(limit: Option<Steps>, level: usize) -> Option<Steps> {
    match limit {
        Some(limit) => Some(limit).filter(|limit| *limit != Steps::default()),
        None => Some(Steps::seconds(LEVELS[level.min(LEVELS.len() - 1)])),
    }
}

/// How much work a check may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The limit that was asked for; zero for none.
    pub limit: Option<Steps>,
    /// The level, which counts where no limit was asked for.
    pub level: usize,
}

/// How much work the checks of some subprograms may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The full name of a subprogram, or of what it is in, in lower case.
    pub path: String,
    /// Whether what is in it is meant, too.
    pub inside: bool,
    /// How much; none if that is not what the rule is about.
    pub effort: Option<Effort>,
}

impl Rule {
    /// Whether a subprogram with this full name in lower case is meant.
    pub fn admits(&self, name: &str) -> bool {
        match name.strip_prefix(self.path.as_str()) {
            Some("") => true,
            Some(rest) => self.inside && rest.starts_with('.'),
            None => false,
        }
    }
}

/// Everything that is asked of the verification.
#[derive(Clone)]
pub struct Options {
    /// How systems of clauses are solved.
    pub solving: Solving,
    /// The limit per check that was asked for; zero for none.
    pub limit: Option<Steps>,
    /// Effort, 0 to 4: the limit per check where none was asked for.
    pub level: usize,
    /// The limit and the level of the checks of single files, by the last parts of their names without extensions, in
    /// lower case.
    pub efforts: BTreeMap<String, (Option<Steps>, usize)>,
    /// Those of the checks of single subprograms, which count before those of files; of several that are about a
    /// subprogram the one with the longest name, and of these the last.
    pub rules: Vec<Rule>,
    /// Checks decided at the same time, if that was said ([`Options::jobs`]).
    pub jobs: Option<usize>,
    /// How far the program is analysed.
    pub depth: Depth,
    /// Only some of the checks.
    pub limits: Limits,
    /// Only those of a shard.
    pub shard: Option<Shard>,
    /// How arrays are treated.
    pub arrays: Arrays,
    /// Whether contracts are debugged.
    pub debug_contracts: bool,
    /// How the checks are decided.
    pub mode: Mode,
    /// How loops are unwound.
    pub bounded: Bounded,
    /// Where to write the clauses, or the formula of the last bound.
    pub dump_smt: Option<PathBuf>,
    /// What is kept from one run to the next, if anything.
    pub cache: Option<Arc<Cache>>,
    /// What is kept is checked again, and nothing else is proved.
    pub replays: bool,
    /// Somebody will read what is found out about loops: it says no more than it has to.
    pub invariants: bool,
    /// It is said why these hold.
    pub explains: bool,
    /// A run in which a check of one of these kinds fails answers all that is asked.
    pub one_failure: Vec<CheckKind>,
    /// Code that no run reaches is looked for, with so much work for each place.
    pub reach: Option<Steps>,
    /// Loops that end are unwound for a short time among the proofs.
    pub unwinds: bool,
}

impl Options {
    /// Checks decided at the same time where nothing was said: one for each core, as each has a solver process, and one
    /// where work is counted, which is the same on every machine.
    pub fn jobs(&self, counted: bool) -> usize {
        self.jobs.unwrap_or_else(|| if counted { 1 } else { cores().min(MOST_JOBS) })
    }

    /// Defaults, with this way of solving.
    pub fn new(solving: Solving) -> Options {
        Options {
            solving,
            limit: None,
            level: 2,
            efforts: BTreeMap::new(),
            rules: Vec::new(),
            jobs: None,
            depth: Depth::default(),
            limits: Limits::default(),
            shard: None,
            arrays: Arrays::default(),
            debug_contracts: false,
            mode: Mode::default(),
            bounded: Bounded::default(),
            dump_smt: None,
            cache: None,
            replays: false,
            invariants: false,
            explains: false,
            one_failure: Vec::new(),
            reach: None,
            unwinds: true,
        }
    }

    /// The budget per check; none if it is unlimited.
    pub fn budget(&self) -> Option<Steps> {
        budget(self.limit, self.level)
    }

    /// The budget of a check in a file, within a subprogram with this full name.
    pub fn budget_in(&self, file: &str, subprogram: &str) -> Option<Steps> {
        let name = subprogram.to_lowercase();
        let rules = self.rules.iter().filter(|rule| rule.admits(&name)).filter_map(|rule| Some((rule, rule.effort?)));
        if let Some((_, Effort { limit, level })) = rules.max_by_key(|(rule, _)| rule.path.len()) {
            return budget(limit, level);
        }
        let (limit, level) = self.efforts.get(&stem(file)).copied().unwrap_or((self.limit, self.level));
        budget(limit, level)
    }
}

/// The least level that gives a check at least this many seconds.
pub fn level_for(seconds: f64) -> Option<usize> {
    LEVELS.iter().position(|level| *level as f64 >= seconds)
}

/// The last part of a file's name without its extension, in lower case: specification and body of a unit share it.
pub fn stem(file: &str) -> String {
    let name = base_name(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase()
}
