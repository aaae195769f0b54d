//! The command line of the comparison runner.

use horn_benchmarks::generate::Size;
use horn_benchmarks::oracle::acats::Form;
use horn_benchmarks::record::seconds_from;
use horn_benchmarks::simulate::Costs;
use lexopt::prelude::*;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The text of `--help`.
pub const HELP: &str = "\
usage: horn-benchmarks compare [options]          run solvers side by side
       horn-benchmarks report [options] FILE...   show runs kept by \"compare --tsv\"
       horn-benchmarks ada|spark|acats|spark2014|svcomp [options]  run hornsolve on programs
       horn-benchmarks terms|finite [options]     compare the solver with oracles on random inputs
       horn-benchmarks generate FOLDER [--size N|--clauses N]  write systems of any size, with a manifest
       horn-benchmarks project FOLDER|FILE.c [--subprograms N]  write an Ada project, or a C program (default 1000
                        subprograms)
       horn-benchmarks simulate RESULT.json... [options]  how long shards on many machines take

compare:
  --list FILE           files to run on: lines of track, file, expected verdict, separated by tabs;
                        may be repeated; default: the systems of this crate
  --solver NAME=COMMAND a solver; {} in the command is the file, {timeout} the time limit in seconds;
                        the command {} alone is hornsolve; may be repeated;
                        default: --solver 'hornsolve={}' --solver 'z3=z3 {}'
  --timeout SECONDS     time limit per run (default 20)
  --jobs N              files at a time (default 1; more disturb the times)
  --track TRACK         only this track; may be repeated
  --skip-track TRACK    not this track; may be repeated
  --filter TEXT         only files whose name contains this; may be repeated
  --limit-per-track N   only the first N files of every track
  --tsv FILE            keep every run in this file, as it ends
  --no-build            do not bring hornsolve up to date first
  -v, --verbose         a line for every run

ada, spark:
  --timeout SECONDS     time limit per program (default 30)
  --solver NAME=COMMAND another command line; it must print the checks as hornsolve --json - does;
                        default: --solver 'hornsolve=hornsolve --frontend ada --json - {}' (or spark)
  --filter TEXT, --tsv FILE, --table FILE, --no-build, -v as above; --category NAME: only these programs
  --mode prove|bmc|all  hornsolve's mode (default prove)

spark:
  --set 1|2             only SPARK-BMC's problem set I or II
  --bounds K,K,...      --mode bmc with each of these bounds: a table of times over bounds (default: set I, whose
                        arrays are made as long as the bound); a problem that is not decided is not tried with a larger bound
  --plot FILE           ... and a plot of them (SVG)

acats, spark2014, svcomp: hornsolve on tests of others, which stay where they are
  --dir FOLDER          the tests (needed)
  --check-timeout SECONDS, --timeout SECONDS  time per check (default 2) and per test (default 15)
  --jobs N, --filter TEXT, --tsv FILE, --table FILE, --no-build, -v as above

acats:
  --form 1|2            as the tests are, or with a Report.Result that fails (default: both, one after the other)
  --gnat                have GNAT compile and run each form, too

svcomp:
  --gcc                 have gcc compile the test of each refutation with its sanitizers, and run it

terms, finite:
  --count N             how many random terms, or systems over finite sorts (default 1000)
  --seed N              the first seed; the others follow it (default 1)
  --z3 PATH             the Z3 that judges (default: the one on PATH, or of .tools/bin)
  --engines NAME,...    finite: these engines are asked too, each by itself
  --checker PATH        finite: a program that gets script and answer as files, and rejects with a nonzero exit code
  --timeout SECONDS     finite: time limit per run (default 10)

compare, report:
  --table FILE          write the table to this file too
  --plot FILE           write a cactus plot (SVG)
  --reference NAME      the solver that times are compared with (default: the last one)
  --colour, --no-colour contradictions in red (default: on a terminal)

steady                  hornsolve --steps on each file twice, once beside busy threads: exit code 1 where what it prints differs
punctual                eld with a time limit beside busy threads: exit code 1 where an answer is more than a second late
  --list FILE           files to run on, clauses or Ada programs: one a line, relative to the list; may be repeated
  --steps N             steady: the steps for each run (default 3000)
  --timeout SECONDS     steady: when a run is ended (default 600)
  --limit SECONDS       punctual: eld's limit (default 10)
  --runs N              punctual: how many runs, the files in turn (default 100)
  --burners N           how many busy threads (default: one for each processor)
  --program PATH        another hornsolve or eld
  --no-build, -v        as above

simulate                the times of subprograms are drawn from results that hornsolve has written (--json)
  --seconds SECONDS     processor time of all these runs together (needed; the times of checks overlap)
  --read, --recall, --merge MICROSECONDS  for each subprogram: reading and lowering, checking what the cache has, putting
                        results together (default 700, 3400, 300)
  --subprograms N,...   sizes of programs (default 10000,100000)
  --workers N,...       numbers of machines (default 100,1000)
  --shards N,...        how many for each machine (default 1,4)
  --lost SHARE          the share of machines that are lost, in every second line (default 0.05)

A second table shows SMT queries, the cost of certificates and the deciding engines for solvers that are started with
hornsolve's --statistics=json. The exit code is 1 if an answer contradicts the expected verdict or another solver.
";

/// What to do.
#[derive(Debug)]
pub enum Task {
    /// Print the help.
    Help,
    /// Run solvers.
    Compare(Compare),
    /// Show kept runs.
    Report(Report),
    /// Run hornsolve on programs.
    Programs(Programs),
    /// Run hornsolve on tests that are not ours.
    Oracle(Oracle),
    /// Compare the solver with oracles on random inputs.
    CrossCheck(CrossCheck),
    /// The same verdicts beside busy processors?
    Steady(Load),
    /// Answers in time beside busy processors?
    Punctual(Load),
    /// How long do shards on many machines take?
    Simulate(Simulate),
    /// Write large systems into a folder.
    Generate(PathBuf, Size),
    /// Write an Ada project with so many subprograms into a folder, or a C program into a file.
    Project(PathBuf, usize),
}

/// Options of `compare`.
#[derive(Debug)]
pub struct Compare {
    /// The lists of files; none means the manifest of this crate.
    pub lists: Vec<PathBuf>,
    /// The solvers as `NAME=COMMAND`.
    pub solvers: Vec<String>,
    /// Time limit per run.
    pub timeout: Duration,
    /// Number of files at a time.
    pub jobs: usize,
    /// The tracks to keep; none means all.
    pub tracks: Vec<String>,
    /// The tracks to leave out.
    pub skipped_tracks: Vec<String>,
    /// Texts that the name of a file must contain.
    pub filters: Vec<String>,
    /// How many files of a track to keep.
    pub limit_per_track: Option<usize>,
    /// Where to keep the runs.
    pub tsv: Option<PathBuf>,
    /// Whether hornsolve is brought up to date first.
    pub build: bool,
    /// Whether every run is shown.
    pub verbose: bool,
    /// How to show the result.
    pub output: Output,
}

/// Options of `terms` and `finite`.
#[derive(Debug)]
pub struct CrossCheck {
    /// Whether the inputs are systems over finite sorts; else terms.
    pub systems: bool,
    /// How many inputs.
    pub count: u64,
    /// The first seed; the others follow it.
    pub seed: u64,
    /// The SMT solver that judges.
    pub z3: String,
    /// The engines asked besides the default schedule.
    pub engines: Vec<String>,
    /// A program that checks answers.
    pub checker: Option<String>,
    /// Time limit per run of hornsolve.
    pub timeout: Duration,
}

/// Options of `ada` and `spark`.
#[derive(Debug)]
pub struct Programs {
    /// The frontend, whose programs are run.
    pub frontend: &'static str,
    /// hornsolve, as `NAME=COMMAND`.
    pub solver: String,
    /// Time limit per program.
    pub timeout: Duration,
    /// The categories to keep; none means all.
    pub categories: Vec<String>,
    /// Texts that the name of a program must contain.
    pub filters: Vec<String>,
    /// Where to keep the runs.
    pub tsv: Option<PathBuf>,
    /// Where to write the table.
    pub table: Option<PathBuf>,
    /// The problem sets to keep; none means all.
    pub sets: Vec<usize>,
    /// hornsolve's mode.
    pub mode: Option<String>,
    /// The bounds of loops, if times over bounds are wanted.
    pub bounds: Vec<u32>,
    /// Where to write the plot of times over bounds.
    pub plot: Option<PathBuf>,
    /// Whether hornsolve is brought up to date first.
    pub build: bool,
    /// Whether every run is shown.
    pub verbose: bool,
}

/// Whose tests are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// The conformity tests of Ada.
    Acats,
    /// Those of GNATprove.
    Spark2014,
    /// C programs in the form of SV-COMP.
    Svcomp,
}

/// Options of `acats`, `spark2014` and `svcomp`.
#[derive(Debug)]
pub struct Oracle {
    /// Whose tests.
    pub suite: Suite,
    /// The folder of the tests.
    pub folder: PathBuf,
    /// The forms of ACATS to run.
    pub forms: Vec<Form>,
    /// Whether the compiler runs the tests, too: GNAT those of ACATS, gcc those that refutations of C programs give.
    pub compiler: bool,
    /// Time per check.
    pub per_check: Duration,
    /// Time per test.
    pub per_test: Duration,
    /// Tests at a time.
    pub jobs: usize,
    /// Texts that the name of a test must contain.
    pub filters: Vec<String>,
    /// Where to keep the runs.
    pub tsv: Option<PathBuf>,
    /// Where to write the table.
    pub table: Option<PathBuf>,
    /// Whether hornsolve is brought up to date first.
    pub build: bool,
    /// Whether every run is shown.
    pub verbose: bool,
}

/// Options of `steady` and `punctual`.
#[derive(Debug)]
pub struct Load {
    /// The lists of files.
    pub lists: Vec<PathBuf>,
    /// The steps for each run.
    pub steps: u64,
    /// When a run with steps is ended.
    pub timeout: Duration,
    /// The limit that a run is told.
    pub limit: Duration,
    /// How many runs.
    pub runs: usize,
    /// How many busy threads.
    pub burners: usize,
    /// Another program than that of this workspace.
    pub program: Option<PathBuf>,
    /// Whether hornsolve is brought up to date first.
    pub build: bool,
    /// Whether every run is shown.
    pub verbose: bool,
}

/// Options of `simulate`.
#[derive(Debug)]
pub struct Simulate {
    /// Results of hornsolve.
    pub results: Vec<PathBuf>,
    /// The processor time of all of them.
    pub seconds: f64,
    /// What everything else costs.
    pub costs: Costs,
    /// Sizes of programs.
    pub subprograms: Vec<usize>,
    /// Numbers of machines.
    pub workers: Vec<usize>,
    /// Numbers of shards for each machine.
    pub shards: Vec<usize>,
    /// The share of machines that are lost.
    pub lost: f64,
}

/// Options of `report`.
#[derive(Debug)]
pub struct Report {
    /// Files of records.
    pub files: Vec<PathBuf>,
    /// How to show the result.
    pub output: Output,
}

/// How to show a result.
#[derive(Debug, Default)]
pub struct Output {
    /// Where to write the table.
    pub table: Option<PathBuf>,
    /// Where to write the plot.
    pub plot: Option<PathBuf>,
    /// The solver that times are compared with.
    pub reference: Option<String>,
    /// Whether contradictions are red; `None`: if they go to a terminal.
    pub colour: Option<bool>,
}

impl Output {
    /// The name of the reference solver among `solvers`: the one asked for, or the last.
    ///
    /// # Errors
    /// The one asked for is not among them.
    pub fn reference<'s>(&self, mut solvers: impl Iterator<Item = &'s str> + Clone) -> Result<String, String> {
        match &self.reference {
            Some(name) if solvers.clone().any(|solver| solver == name) => Ok(name.clone()),
            Some(name) => Err(format!("--reference: no solver has the name \"{name}\"")),
            None => Ok(solvers.by_ref().last().unwrap_or_default().to_string()),
        }
    }
}

/// Reads the arguments, without the name of the program.
///
/// # Errors
/// The arguments are wrong; the message says how.
pub fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Task, String> {
    let mut parser = lexopt::Parser::from_args(arguments);
    let task = match parser.next().map_err(text)? {
        None | Some(Short('h') | Long("help")) => Ok(Task::Help),
        Some(Value(word)) if word == "compare" => compare(&mut parser),
        Some(Value(word)) if word == "report" => report(&mut parser),
        Some(Value(word)) if word == "generate" => generate(&mut parser),
        Some(Value(word)) if word == "project" => project(&mut parser),
        Some(Value(word)) if word == "simulate" => simulate(&mut parser),
        Some(Value(word)) if word == "ada" => programs("ada", &mut parser),
        Some(Value(word)) if word == "spark" => programs("spark", &mut parser),
        Some(Value(word)) if word == "acats" => oracle(Suite::Acats, &mut parser),
        Some(Value(word)) if word == "spark2014" => oracle(Suite::Spark2014, &mut parser),
        Some(Value(word)) if word == "svcomp" => oracle(Suite::Svcomp, &mut parser),
        Some(Value(word)) if word == "terms" => crosscheck(false, &mut parser),
        Some(Value(word)) if word == "finite" => crosscheck(true, &mut parser),
        Some(Value(word)) if word == "steady" => {
            load(&mut parser).map(|options| options.map_or(Task::Help, Task::Steady))
        }
        Some(Value(word)) if word == "punctual" => {
            load(&mut parser).map(|options| options.map_or(Task::Help, Task::Punctual))
        }
        Some(other) => Err(other.unexpected()),
    };
    task.map_err(text)
}

fn text(error: lexopt::Error) -> String {
    error.to_string()
}

fn compare(parser: &mut lexopt::Parser) -> Result<Task, lexopt::Error> {
    let mut options = Compare {
        lists: Vec::new(),
        solvers: Vec::new(),
        timeout: Duration::from_secs(20),
        jobs: 1,
        tracks: Vec::new(),
        skipped_tracks: Vec::new(),
        filters: Vec::new(),
        limit_per_track: None,
        tsv: None,
        build: true,
        verbose: false,
        output: Output::default(),
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("list") => options.lists.push(parser.value()?.into()),
            Long("solver") => options.solvers.push(parser.value()?.string()?),
            Long("timeout") => options.timeout = parser.value()?.parse_with(seconds)?,
            Long("jobs") => options.jobs = parser.value()?.parse_with(positive)?,
            Long("track") => options.tracks.push(parser.value()?.string()?),
            Long("skip-track") => options.skipped_tracks.push(parser.value()?.string()?),
            Long("filter") => options.filters.push(parser.value()?.string()?),
            Long("limit-per-track") => options.limit_per_track = Some(parser.value()?.parse_with(positive)?),
            Long("tsv") => options.tsv = Some(parser.value()?.into()),
            Long("no-build") => options.build = false,
            Short('v') | Long("verbose") => options.verbose = true,
            Short('h') | Long("help") => return Ok(Task::Help),
            Long(_) => output(argument_name(&argument), parser, &mut options.output)?,
            _ => return Err(argument.unexpected()),
        }
    }
    if options.solvers.is_empty() {
        options.solvers = ["hornsolve={}", "z3=z3 {}"].map(String::from).to_vec();
    }
    Ok(Task::Compare(options))
}

fn report(parser: &mut lexopt::Parser) -> Result<Task, lexopt::Error> {
    let mut options = Report { files: Vec::new(), output: Output::default() };
    while let Some(argument) = parser.next()? {
        match argument {
            Value(file) => options.files.push(file.into()),
            Short('h') | Long("help") => return Ok(Task::Help),
            Long(_) => output(argument_name(&argument), parser, &mut options.output)?,
            Short(_) => return Err(argument.unexpected()),
        }
    }
    Ok(Task::Report(options))
}

fn programs(frontend: &'static str, parser: &mut lexopt::Parser) -> Result<Task, lexopt::Error> {
    let mut options = Programs {
        frontend,
        solver: format!("hornsolve=hornsolve --frontend {frontend} --json - {{}}"),
        timeout: Duration::from_secs(30),
        categories: Vec::new(),
        filters: Vec::new(),
        tsv: None,
        table: None,
        sets: Vec::new(),
        mode: None,
        bounds: Vec::new(),
        plot: None,
        build: true,
        verbose: false,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("solver") => options.solver = parser.value()?.string()?,
            Long("timeout") => options.timeout = parser.value()?.parse_with(seconds)?,
            Long("category") => options.categories.push(parser.value()?.string()?),
            Long("filter") => options.filters.push(parser.value()?.string()?),
            Long("tsv") => options.tsv = Some(parser.value()?.into()),
            Long("table") => options.table = Some(parser.value()?.into()),
            Long("mode") => options.mode = Some(parser.value()?.parse_with(mode)?),
            Long("set") if frontend == "spark" => options.sets.push(parser.value()?.parse_with(set)?),
            Long("bounds") if frontend == "spark" => options.bounds = parser.value()?.parse_with(bounds)?,
            Long("plot") if frontend == "spark" => options.plot = Some(parser.value()?.into()),
            Long("no-build") => options.build = false,
            Short('v') | Long("verbose") => options.verbose = true,
            Short('h') | Long("help") => return Ok(Task::Help),
            _ => return Err(argument.unexpected()),
        }
    }
    if options.bounds.is_empty() && options.plot.is_some() {
        return Err(lexopt::Error::Custom("--plot needs --bounds".into()));
    }
    if !options.bounds.is_empty() && options.mode.as_ref().is_some_and(|mode| mode != "bmc") {
        return Err(lexopt::Error::Custom("--bounds means --mode bmc".into()));
    }
    Ok(Task::Programs(options))
}

fn oracle(suite: Suite, parser: &mut lexopt::Parser) -> Result<Task, lexopt::Error> {
    let acats = suite == Suite::Acats;
    let mut options = Oracle {
        suite,
        folder: PathBuf::new(),
        forms: vec![Form::Holds, Form::Fails],
        compiler: false,
        per_check: Duration::from_secs(2),
        per_test: Duration::from_secs(15),
        jobs: 1,
        filters: Vec::new(),
        tsv: None,
        table: None,
        build: true,
        verbose: false,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("dir") => options.folder = parser.value()?.into(),
            Long("form") if acats => options.forms = vec![parser.value()?.parse_with(form)?],
            Long("gnat") if acats => options.compiler = true,
            Long("gcc") if suite == Suite::Svcomp => options.compiler = true,
            Long("check-timeout") => options.per_check = parser.value()?.parse_with(seconds)?,
            Long("timeout") => options.per_test = parser.value()?.parse_with(seconds)?,
            Long("jobs") => options.jobs = parser.value()?.parse_with(positive)?,
            Long("filter") => options.filters.push(parser.value()?.string()?),
            Long("tsv") => options.tsv = Some(parser.value()?.into()),
            Long("table") => options.table = Some(parser.value()?.into()),
            Long("no-build") => options.build = false,
            Short('v') | Long("verbose") => options.verbose = true,
            Short('h') | Long("help") => return Ok(Task::Help),
            _ => return Err(argument.unexpected()),
        }
    }
    if options.folder.as_os_str().is_empty() {
        return Err(lexopt::Error::Custom("--dir FOLDER says where the tests are".into()));
    }
    Ok(Task::Oracle(options))
}

fn form(text: &str) -> Result<Form, String> {
    match text {
        "1" => Ok(Form::Holds),
        "2" => Ok(Form::Fails),
        _ => Err("expected 1 or 2".to_string()),
    }
}

fn crosscheck(systems: bool, parser: &mut lexopt::Parser) -> Result<Task, lexopt::Error> {
    let mut options = CrossCheck {
        systems,
        count: 1_000,
        seed: 1,
        z3: "z3".to_string(),
        engines: Vec::new(),
        checker: None,
        timeout: Duration::from_secs(10),
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("count") => options.count = parser.value()?.parse()?,
            Long("seed") => options.seed = parser.value()?.parse()?,
            Long("z3") => options.z3 = parser.value()?.string()?,
            Long("engines") if systems => {
                options.engines = parser.value()?.string()?.split(',').map(String::from).collect();
            }
            Long("checker") if systems => options.checker = Some(parser.value()?.string()?),
            Long("timeout") if systems => options.timeout = parser.value()?.parse_with(seconds)?,
            Short('h') | Long("help") => return Ok(Task::Help),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Task::CrossCheck(options))
}

/// The options of `steady` and `punctual`; `None` if help is wanted.
fn load(parser: &mut lexopt::Parser) -> Result<Option<Load>, lexopt::Error> {
    let mut options = Load {
        lists: Vec::new(),
        steps: 3_000,
        timeout: Duration::from_secs(600),
        limit: Duration::from_secs(10),
        runs: 100,
        burners: std::thread::available_parallelism().map_or(2, usize::from),
        program: None,
        build: true,
        verbose: false,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("list") => options.lists.push(parser.value()?.into()),
            Long("steps") => options.steps = parser.value()?.parse_with(positive)? as u64,
            Long("timeout") => options.timeout = parser.value()?.parse_with(seconds)?,
            Long("limit") => options.limit = parser.value()?.parse_with(seconds)?,
            Long("runs") => options.runs = parser.value()?.parse_with(positive)?,
            Long("burners") => options.burners = parser.value()?.parse_with(positive)?,
            Long("program") => options.program = Some(parser.value()?.into()),
            Long("no-build") => options.build = false,
            Short('v') | Long("verbose") => options.verbose = true,
            Short('h') | Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(options))
}

fn mode(text: &str) -> Result<String, String> {
    match text {
        "prove" | "bmc" | "all" => Ok(text.to_string()),
        _ => Err("expected prove, bmc or all".to_string()),
    }
}

fn set(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|set| matches!(set, 1 | 2)).ok_or("expected 1 or 2".to_string())
}

/// Bounds that rise, at least one.
fn bounds(text: &str) -> Result<Vec<u32>, String> {
    let bounds: Option<Vec<u32>> = text.split(',').map(|bound| bound.parse().ok().filter(|bound| *bound > 0)).collect();
    let bounds = bounds.filter(|bounds| bounds.is_sorted_by(|a, b| a < b));
    bounds.ok_or("expected rising positive numbers between commas".to_string())
}

fn generate(parser: &mut lexopt::Parser) -> Result<Task, lexopt::Error> {
    let folder = parser.value()?.into();
    let mut size = Size::Own;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("size") => size = Size::Of(parser.value()?.parse_with(positive)?),
            Long("clauses") => size = Size::Clauses(parser.value()?.parse_with(positive)?),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Task::Generate(folder, size))
}

fn project(parser: &mut lexopt::Parser) -> Result<Task, lexopt::Error> {
    let (mut folder, mut subprograms) = (None, 1_000);
    while let Some(argument) = parser.next()? {
        match argument {
            Value(path) if folder.is_none() => folder = Some(path.into()),
            Long("subprograms") => subprograms = parser.value()?.parse_with(positive)?,
            Short('h') | Long("help") => return Ok(Task::Help),
            _ => return Err(argument.unexpected()),
        }
    }
    folder.map(|folder| Task::Project(folder, subprograms)).ok_or_else(|| "project needs a folder".into())
}

fn simulate(parser: &mut lexopt::Parser) -> Result<Task, lexopt::Error> {
    let mut options = Simulate {
        results: Vec::new(),
        seconds: 0.0,
        costs: Costs { read: 700, recall: 3_400, merge: 300 },
        subprograms: vec![10_000, 100_000],
        workers: vec![100, 1_000],
        shards: vec![1, 4],
        lost: 0.05,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Value(path) => options.results.push(path.into()),
            Long("seconds") => options.seconds = parser.value()?.parse_with(seconds)?.as_secs_f64(),
            Long("read") => options.costs.read = parser.value()?.parse()?,
            Long("recall") => options.costs.recall = parser.value()?.parse()?,
            Long("merge") => options.costs.merge = parser.value()?.parse()?,
            Long("subprograms") => options.subprograms = parser.value()?.parse_with(several)?,
            Long("workers") => options.workers = parser.value()?.parse_with(several)?,
            Long("shards") => options.shards = parser.value()?.parse_with(several)?,
            Long("lost") => options.lost = parser.value()?.parse_with(share)?,
            Short('h') | Long("help") => return Ok(Task::Help),
            _ => return Err(argument.unexpected()),
        }
    }
    if options.results.is_empty() || options.seconds <= 0.0 {
        return Err("simulate needs results of hornsolve, and --seconds".into());
    }
    Ok(Task::Simulate(options))
}

/// `100,1000`.
fn several(text: &str) -> Result<Vec<usize>, String> {
    text.split(',').map(positive).collect()
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    number.ok_or_else(|| "expected a number from 0 to 1".to_string())
}

/// The name of a long option, as a text that does not borrow the parser.
fn argument_name(argument: &lexopt::Arg<'_>) -> String {
    match argument {
        Long(name) => (*name).to_string(),
        _ => String::new(),
    }
}

/// The options both commands have.
fn output(name: String, parser: &mut lexopt::Parser, output: &mut Output) -> Result<(), lexopt::Error> {
    match name.as_str() {
        "table" => output.table = Some(parser.value()?.into()),
        "plot" => output.plot = Some(parser.value()?.into()),
        "reference" => output.reference = Some(parser.value()?.string()?),
        "colour" | "color" => output.colour = Some(true),
        "no-colour" | "no-color" => output.colour = Some(false),
        _ => return Err(Long(&name).unexpected()),
    }
    Ok(())
}

fn seconds(text: &str) -> Result<Duration, String> {
    seconds_from(text).filter(|time| !time.is_zero()).ok_or("expected a positive number of seconds".to_string())
}

fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or("expected a positive number".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Task, String> {
        parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn defaults() {
        let Ok(Task::Compare(options)) = parsed("compare") else { panic!("a good command line") };
        assert_eq!((options.timeout, options.jobs, options.build), (Duration::from_secs(20), 1, true));
        assert_eq!(options.solvers, ["hornsolve={}", "z3=z3 {}"]);
        assert!(matches!(parsed(""), Ok(Task::Help)));
    }

    #[test]
    fn options_are_read() {
        let line =
            "compare --list a.tsv --list=b.tsv --timeout 2.5 --jobs 2 --solver x={} --reference x --plot p.svg -v";
        let Ok(Task::Compare(options)) = parsed(line) else { panic!("a good command line") };
        assert_eq!(options.lists, [PathBuf::from("a.tsv"), PathBuf::from("b.tsv")]);
        assert_eq!((options.timeout, options.jobs, options.verbose), (Duration::from_millis(2500), 2, true));
        assert_eq!((options.solvers.len(), options.output.plot), (1, Some(PathBuf::from("p.svg"))));
        let Ok(Task::Report(options)) = parsed("report a b --table t") else { panic!("a good command line") };
        assert_eq!((options.files.len(), options.output.table), (2, Some(PathBuf::from("t"))));
    }

    #[test]
    fn programs_have_a_frontend_and_filters() {
        let line = "spark --category safe --filter lock --timeout 5 --tsv t";
        let Ok(Task::Programs(options)) = parsed(line) else { panic!("a good command line") };
        assert_eq!((options.frontend, options.timeout), ("spark", Duration::from_secs(5)));
        assert!(options.solver.contains("--frontend spark") && options.categories == ["safe"]);
        assert!(parsed("ada x").is_err());
        let line = "spark --set 1 --bounds 5,10 --plot p.svg";
        let Ok(Task::Programs(options)) = parsed(line) else { panic!("a good command line") };
        assert_eq!((options.sets, options.bounds), (vec![1], vec![5, 10]));
        assert_eq!((options.plot, options.mode), (Some(PathBuf::from("p.svg")), None));
        for line in [
            "spark --plot p.svg",
            "spark --bounds 5,5",
            "spark --bounds 0",
            "spark --bounds a",
            "spark --set 3",
            "spark --mode x",
            "spark --mode prove --bounds 5",
            "ada --set 1",
        ] {
            assert!(parsed(line).is_err(), "{line}");
        }
    }

    #[test]
    fn tests_of_others_have_a_folder() {
        let Ok(Task::Oracle(options)) = parsed("acats --dir x --form 2 --gnat --check-timeout 1 --jobs 2") else {
            panic!("a good command line")
        };
        assert!(options.suite == Suite::Acats && options.compiler && options.forms == [Form::Fails]);
        assert_eq!((options.folder, options.per_check, options.jobs), (PathBuf::from("x"), Duration::from_secs(1), 2));
        let Ok(Task::Oracle(options)) = parsed("spark2014 --dir x") else { panic!("a good command line") };
        assert_eq!(options.suite, Suite::Spark2014);
        let Ok(Task::Oracle(options)) = parsed("svcomp --dir x") else { panic!("a good command line") };
        assert_eq!(options.suite, Suite::Svcomp);
        for line in ["acats", "acats --dir x --form 3", "spark2014 --dir x --gnat", "acats x", "acats --dir x --gcc"] {
            assert!(parsed(line).is_err(), "{line}");
        }
    }

    #[test]
    fn mistakes_are_reported() {
        for line in [
            "run",
            "generate",
            "generate a b",
            "compare x",
            "compare --timeout 0",
            "compare --timeout x",
            "compare --jobs 0",
            "report -x",
            "terms --count x",
            "terms --engines pdr",
        ] {
            assert!(parsed(line).is_err(), "{line}");
        }
        assert!(parsed("compare --nonsense").is_err_and(|message| message.contains("--nonsense")));
    }

    #[test]
    fn the_reference_is_checked() {
        let mut output = Output::default();
        assert_eq!(output.reference(["a", "b"].into_iter()), Ok("b".to_string()));
        output.reference = Some("a".to_string());
        assert_eq!(output.reference(["a", "b"].into_iter()), Ok("a".to_string()));
        assert!(output.reference(["b"].into_iter()).is_err());
    }
}
