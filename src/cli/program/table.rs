//! The table of the options for programs, from which they are parsed and the help is printed. Where GNATprove has an
//! option for the same thing, its name and its meaning are the same.

use super::super::options::{self, Spec, Takes, put, set};
use super::manifest;
use super::places::{self, MOST_ITERATIONS, unwind_limits};
use super::{ProgramOptions, Where, names_of, wants_colours};
use crate::cache::{AUTHORIZATION, Place, Server, is_address};
use crate::report::options::{Layout, Shown};
use crate::verify::options::cores;
use crate::verify::options::{Arrays, Depth, Integers, Limit, Mode, Region};
use crate::verify::shards::Shard;
use crate::verify::tags::{Heed, Tag};
use horn_frontend::{Frontend, Table};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The deepest recursion that can be asked for: calls are inlined, and the nesting of inlined calls is limited.
const MOST_RECURSION: u32 = 50;

pub(super) const PROGRAM_SPECS: &[Spec<ProgramOptions>] = &[
    Spec {
        names: &["--frontend"],
        takes: Takes::Value("NAME"),
        help: "the language of the files (else their extension tells)",
        apply: |o, v| named(o.table, v).map(|frontend| o.named = Some(frontend)),
    },
    Spec {
        names: &["-I"],
        takes: Takes::Value("FOLDER"),
        help: "look for units in this folder too; may be repeated; also -IFOLDER",
        apply: |o, v| push(&mut o.task.folders, PathBuf::from(v)),
    },
    Spec {
        names: &["-u"],
        takes: Takes::Nothing,
        help: "analyse only the given files, not the units they need",
        apply: |o, _| put(&mut o.task.only_files, true),
    },
    Spec {
        names: &["--entry"],
        takes: Takes::Value("NAME"),
        help: "start from this subprogram (Pkg.Sub) instead of all that nobody calls; may be repeated",
        apply: |o, v| push(&mut o.task.entries, v.to_string_lossy().into_owned()),
    },
    Spec {
        names: &["--contracts"],
        takes: Takes::Value("inlined|modular"),
        help: "calls by what bodies do, contracts are checks (default), or by contracts, each body on its own",
        apply: |o, v| choose(v, &[("inlined", false), ("modular", true)]).map(|modular| o.task.modular = modular),
    },
    Spec {
        names: &["--checks"],
        takes: Takes::Value("all|annotations"),
        help: "what is decided: all checks (default), or what the user writes down; the checks of the language are \
               assumed then",
        apply: |o, v| choose(v, &[("all", false), ("annotations", true)]).map(|only| o.annotations_only = only),
    },
    Spec {
        names: &["--report"],
        takes: Takes::Value("fail|all|provers|statistics"),
        help: "which checks are shown (default fail)",
        apply: |o, v| {
            let known = [("fail", Shown::Fail), ("all", Shown::All), ("provers", Shown::Provers)];
            choose(v, &[&known[..], &[("statistics", Shown::Statistics)]].concat()).map(|shown| o.report.shown = shown)
        },
    },
    Spec {
        names: &["--explain-invariants"],
        takes: Takes::Nothing,
        help: "show the invariants that were found, and for each condition what it follows from where the loop begins \
               and what an iteration needs to keep it",
        apply: |o, _| {
            o.report.explains = true;
            put(&mut o.verify.explains, true)
        },
    },
    Spec {
        names: &["--output"],
        takes: Takes::Value("brief|oneline|pretty"),
        help: "how messages look (default pretty)",
        apply: |o, v| {
            let known = [("brief", Layout::Brief), ("oneline", Layout::Oneline), ("pretty", Layout::Pretty)];
            choose(v, &known).map(|layout| o.report.layout = layout)
        },
    },
    Spec {
        names: &["--color"],
        takes: Takes::Value("auto|always|never"),
        help: "colours in pretty messages (default auto: on a terminal, unless the variable NO_COLOR is set)",
        apply: |o, v| {
            let known = [("auto", wants_colours()), ("always", true), ("never", false)];
            choose(v, &known).map(|colour| o.report.colour = colour)
        },
    },
    Spec {
        names: &["--level"],
        takes: Takes::Value("0..4"),
        help: "effort: 1, 2, 5, 20 or 60 seconds per check (default 2)",
        apply: |o, v| {
            choose(v, &[("0", 0), ("1", 1), ("2", 2), ("3", 3), ("4", 4)]).map(|level| o.verify.level = level)
        },
    },
    Spec {
        names: &["-t", "--timeout"],
        takes: Takes::Value("SECONDS"),
        help: "time per check instead of the level's, 0 for no limit",
        apply: |o, v| set(&mut o.timeout, options::seconds(v)),
    },
    Spec {
        names: &["--steps"],
        takes: Takes::Value("N"),
        help: "the limit per check as an amount of work: the same verdicts on every machine; 0 for no limit",
        apply: |o, v| {
            if v == "0" {
                o.solving.steps = None;
                return put(&mut o.timeout, Some(Duration::ZERO));
            }
            set(&mut o.solving.steps, options::steps(v))
        },
    },
    Spec {
        names: &["--proof-manifest-dir"],
        takes: Takes::Value("FOLDER"),
        help: "how much work single subprograms may take, as the manifests (TOML) in this folder say",
        apply: |o, v| manifest::manifests(Path::new(v)).map(|read| o.manifests = read),
    },
    Spec {
        names: &["--generate-manifest-dir"],
        takes: Takes::Value("FOLDER"),
        help: "write manifests: for each subprogram that is proved the level that it needs, a file for each unit",
        apply: |o, v| put(&mut o.manifest_folder, Some(PathBuf::from(v))),
    },
    Spec {
        names: &["-j", "--jobs"],
        takes: Takes::Value("N"),
        help: "checks decided at the same time (default: one per core, 4 at most, and 1 with --steps; 0 for one per core); \
               also -jN",
        apply: |o, v| jobs(v).map(|jobs| o.verify.jobs = Some(jobs)),
    },
    Spec {
        names: &["--limit-line"],
        takes: Takes::Value("FILE:LINE[:COLUMN[:KIND]]"),
        help: "only the checks at this place (of a generic unit: in all its instances)",
        apply: |o, v| places::limit(v).map(|limit| o.verify.limits.lines = vec![limit]),
    },
    Spec {
        names: &["--limit-lines"],
        takes: Takes::Value("LIST"),
        help: "only the checks at the places that this file lists, one a line",
        apply: |o, v| places::listed(Path::new(v)).map(|limits| o.verify.limits.lines = limits),
    },
    Spec {
        names: &["--limit-region"],
        takes: Takes::Value("FILE:FIRST:LAST"),
        help: "only the checks in these lines",
        apply: |o, v| places::region(v).map(|region: Region| o.verify.limits.region = Some(region)),
    },
    Spec {
        names: &["--limit-subp"],
        takes: Takes::Value("FILE:LINE"),
        help: "only the checks of the subprogram declared there",
        apply: |o, v| places::limit(v).map(|limit: Limit| o.verify.limits.subprogram = Some(limit)),
    },
    Spec {
        names: &["--limit-name"],
        takes: Takes::Value("NAME"),
        help: "only the checks of the subprograms of this name",
        apply: |o, v| put(&mut o.verify.limits.name, Some(v.to_string_lossy().to_lowercase())),
    },
    Spec {
        names: &["--shard"],
        takes: Takes::Value("I/N"),
        help: "decide the checks of one part of N, counted from 1; --json takes what `hornsolve merge` puts together",
        apply: |o, v| set(&mut o.verify.shard, Shard::read(&v.to_string_lossy())),
    },
    Spec {
        names: &["--timings"],
        takes: Takes::Value("FILE"),
        help: "divide the work by the times that this JSON result of an earlier run has, the same for all shards",
        apply: |o, v| set(&mut o.timings, places::times(Path::new(v))),
    },
    Spec {
        names: &["--emit-tasks"],
        takes: Takes::Value("FOLDER"),
        help: "decide nothing, and write the clauses of each subprogram as a file of its own that any solver of clauses \
               can decide; `hornsolve cache take` takes the answers",
        apply: |o, v| put(&mut o.task_folder, Some(PathBuf::from(v))),
    },
    Spec {
        names: &["--checks-as-errors"],
        takes: Takes::Optional("on|off"),
        help: "exit code 1 if a check is not proved",
        apply: |o, v| switch(v).map(|on| o.checks_as_errors = on),
    },
    Spec {
        names: &["--counterexamples"],
        takes: Takes::Optional("on|off"),
        help: "show counterexamples (default on)",
        apply: |o, v| switch(v).map(|on| o.report.counterexamples = on),
    },
    Spec {
        names: &["--cwe"],
        takes: Takes::Nothing,
        help: "show numbers of the Common Weakness Enumeration",
        apply: |o, _| put(&mut o.report.cwe, true),
    },
    Spec {
        names: &["--arrays"],
        takes: Takes::Value("smt|cells|auto"),
        help: "arrays of the SMT solver, single cells, or both (default)",
        apply: |o, v| {
            let known = [("smt", Arrays::Smt), ("cells", Arrays::Cells), ("auto", Arrays::Auto)];
            choose(v, &known).map(|arrays| o.verify.arrays = arrays)
        },
    },
    Spec {
        names: &["--debug-contracts"],
        takes: Takes::Optional("on|off"),
        help: "say whether program or annotation is at fault, and which invariants are not inductive (default: as the \
               frontend has it)",
        apply: |o, v| switch(v).map(|on| o.contract_notes = Some(on)),
    },
    Spec {
        names: &["--mode"],
        takes: Takes::Value("MODE"),
        help: "prove (also all, silver, gold): proofs (default); check (check_all, stone): read and stop; flow \
               (bronze): only \
               initialization and aliasing; bmc: the same as --bmc=only",
        apply: |o, v| choose(v, MODES).map(|(depth, mode)| (o.verify.depth, o.mode) = (depth, mode)),
    },
    Spec {
        names: &["--bmc"],
        takes: Takes::Value("off|only|beside"),
        help: "loops unwound up to a bound: not at all, in the place of proofs, or beside them (default: for a \
               moment among them, to their end)",
        apply: |o, v| {
            let known = [("off", Mode::Prove), ("only", Mode::Bmc), ("beside", Mode::All)];
            choose(v, &known).map(|mode| o.bmc = Some(mode))
        },
    },
    Spec {
        names: &["--unwind"],
        takes: Takes::Value("K"),
        help: "bmc: unwind loops up to K full iterations (default: further and further, until that is all, or the \
               time is over)",
        apply: |o, v| {
            o.for_bounds.push("--unwind");
            bound(v, MOST_ITERATIONS).map(|bound| o.verify.bounded.unwind = Some(bound))
        },
    },
    Spec {
        names: &["--unwindset"],
        takes: Takes::Value("FILE:LINE:K[,...]"),
        help: "bmc: other bounds for the loops at these places; may be repeated",
        apply: |o, v| {
            o.for_bounds.push("--unwindset");
            unwind_limits(v).map(|limits| o.verify.bounded.unwindset.extend(limits))
        },
    },
    Spec {
        names: &["--unwinding-assertions"],
        takes: Takes::Optional("on|off"),
        help: "bmc: check that loops need no more iterations (default on); without, nothing is proved",
        apply: |o, v| {
            o.for_bounds.push("--unwinding-assertions");
            switch(v).map(|on| o.verify.bounded.unwinding_assertions = on)
        },
    },
    Spec {
        names: &["--recursion"],
        takes: Takes::Value("K"),
        help: "bmc: a subprogram may call itself, directly or not, K times deep (default 10); checked like loops",
        apply: |o, v| {
            o.for_bounds.push("--recursion");
            bound(v, MOST_RECURSION).map(|bound| o.verify.bounded.recursion = bound)
        },
    },
    Spec {
        names: &["--all-properties"],
        takes: Takes::Nothing,
        help: "bmc: go on behind the first failing check",
        apply: |o, _| {
            o.for_bounds.push("--all-properties");
            put(&mut o.verify.bounded.all_properties, true)
        },
    },
    Spec {
        names: &["--int"],
        takes: Takes::Value("bv|math"),
        help: "bmc: integers as bit-vectors or as mathematical ones (default: both, the first answer counts)",
        apply: |o, v| {
            o.for_bounds.push("--int");
            choose(v, &[("bv", Integers::Bv), ("math", Integers::Math)])
                .map(|integers| o.verify.bounded.integers = integers)
        },
    },
    Spec {
        names: &["--prover"],
        takes: Takes::Value("NAME,..."),
        help: "the solver: z3 (default) or cvc5, looked for on PATH; all: z3",
        apply: provers,
    },
    Spec {
        names: &["--memlimit"],
        takes: Takes::Value("MB"),
        help: "memory of a solver process (default 4096; 0 for no limit)",
        apply: |o, v| {
            let number = v.to_str().and_then(|text| text.parse::<u32>().ok());
            set(&mut o.memory, number.ok_or_else(|| format!("`{}` is no number of megabytes", v.to_string_lossy())))
        },
    },
    Spec {
        names: &["--warnings"],
        takes: Takes::Value("off|continue|error"),
        help: "error: exit code 1 if there is a warning (default continue); off has no effect: they say what is left \
               out",
        apply: |o, v| {
            let known = [("off", false), ("continue", false), ("error", true)];
            choose(v, &known).map(|error| o.warnings_as_errors = error)
        },
    },
    Spec {
        names: &["--warn"],
        takes: Takes::Value("TAG|all"),
        help: "print warnings of this kind: no-check-message-justified, proved-check-justified (default: these), \
               unreachable-code, assumption-never-true",
        apply: |o, v| tagged(o, "--warn", v, Heed::Warned),
    },
    Spec {
        names: &["--allow"],
        takes: Takes::Value("TAG|all"),
        help: "print no warnings of this kind; those that say what is not analysed have none",
        apply: |o, v| tagged(o, "--allow", v, Heed::Allowed),
    },
    Spec {
        names: &["--deny"],
        takes: Takes::Value("TAG|all"),
        help: "warnings of this kind are errors: exit code 1",
        apply: |o, v| tagged(o, "--deny", v, Heed::Denied),
    },
    Spec {
        names: &["--proof-warnings"],
        takes: Takes::Optional("on|off"),
        help: "warn of code that no run reaches, and of assumptions that no run satisfies: unreachable-code and \
               assumption-never-true",
        apply: |o, v| {
            let heed = if switch(v)? { Heed::Warned } else { Heed::Allowed };
            for tag in Tag::PROVED {
                o.tags.set(tag.name(), heed);
            }
            Ok(())
        },
    },
    Spec {
        names: &["--proof-warnings-timeout"],
        takes: Takes::Value("SECONDS"),
        help: "time for each proof that such a warning needs (default 1)",
        apply: |o, v| options::seconds(v).map(|limit| o.warning_limit = limit),
    },
    Spec {
        names: &["--time-limit"],
        takes: Takes::Value("SECONDS"),
        help: "time for the whole run; what is known by then is printed and written",
        apply: |o, v| set(&mut o.time_limit, options::seconds(v)),
    },
    Spec {
        names: &["--output-order"],
        takes: Takes::Value("place|completion"),
        help: "messages in the order of their places (default), or as soon as a check is decided",
        apply: |o, v| choose(v, &[("place", false), ("completion", true)]).map(|given| o.by_completion = given),
    },
    Spec {
        names: &["--json-stream"],
        takes: Takes::Value("FILE"),
        help: "write an event a line as JSON as soon as it is known: run, unit, check, fact, end (`-`: standard \
               output, \
               instead of the messages)",
        apply: |o, v| put(&mut o.json_stream, Some(PathBuf::from(v))),
    },
    Spec {
        names: &["-q", "--quiet"],
        takes: Takes::Nothing,
        help: "no summary, no progress",
        apply: |o, _| put(&mut o.report.quiet, true),
    },
    Spec {
        names: &["--ide-progress-bar"],
        takes: Takes::Nothing,
        help: "lines `completed 1 out of 3 (33%)...` on standard output, for editors",
        apply: |o, _| put(&mut o.progress_lines, true),
    },
    Spec {
        names: &["--baseline"],
        takes: Takes::Value("FILE"),
        help: "an earlier result (JSON): what is open as it was then is not shown, and is no error for \
               --checks-as-errors",
        apply: |o, v| set(&mut o.report.baseline, places::baseline(Path::new(v))),
    },
    Spec {
        names: &["--sarif-content"],
        takes: Takes::Value("problems|all"),
        help: "what SARIF has: checks that are neither proved nor justified (default), or all",
        apply: |o, v| choose(v, &[("problems", false), ("all", true)]).map(|all| o.report.sarif_all = all),
    },
    Spec {
        names: &["--sarif-base-uri"],
        takes: Takes::Value("NAME:FOLDER"),
        help: "SARIF names the files in this folder by their places in it, under this name (default: %SRCROOT%, the \
               folder where the program runs); may be repeated",
        apply: |o, v| places::root(v).map(|root| o.report.sarif_roots.push(root)),
    },
    Spec {
        names: &["--trace"],
        takes: Takes::Nothing,
        help: "show the whole trace of a counterexample, not only its end",
        apply: |o, _| put(&mut o.report.trace, true),
    },
    Spec {
        names: &["--project-summary"],
        takes: Takes::Nothing,
        help: "write the summary where the tool for the language does, in the object folder of the project",
        apply: |o, _| put(&mut o.project_summary, true),
    },
    Spec {
        names: &["--output-header"],
        takes: Takes::Nothing,
        help: "say in the summary when, where and how the run was made",
        apply: |o, _| put(&mut o.report.header, true),
    },
    Spec {
        names: &["--assumptions"],
        takes: Takes::Nothing,
        help: "say in the summary what is established of each subprogram, and what that depends on",
        apply: |o, _| put(&mut o.report.assumptions, true),
    },
    Spec {
        names: &["--dump-smt"],
        takes: Takes::Value("FILE"),
        help: "write the clauses as SMT-LIB; `hornsolve FILE` decides all checks at once (bmc: the formula of the \
               last bound). \
               A folder (`DIR/`) takes all systems that were decided, each with its answer",
        apply: |o, v| dump(o, Path::new(v)),
    },
    Spec {
        names: &["--cache"],
        takes: Takes::Value("FOLDER|http://HOST/PATH|off"),
        help: "keep what is found out in this folder or on this server, and use what is there once it is checked again \
               (default: the folder `hornsolve` in a project's Proof_Dir or Object_Dir, else off)",
        apply: |o, v| kept_at(v).map(|place| o.keeping.place = place),
    },
    Spec {
        names: &["--cache-read"],
        takes: Takes::Optional("on|off"),
        help: "use what is kept (default on); without, all is proved anew, and kept",
        apply: |o, v| switch(v).map(|on| o.keeping.reads = on),
    },
    Spec {
        names: &["--cache-size"],
        takes: Takes::Value("MB"),
        help: "how large the folder may get (default 1024); what was not used for the longest time goes first",
        apply: |o, v| megabytes(v).map(|bytes| o.keeping.size = bytes),
    },
    Spec {
        names: &["--replay"],
        takes: Takes::Nothing,
        help: "check what is kept again, and prove nothing else",
        apply: |o, _| put(&mut o.verify.replays, true),
    },
    Spec {
        names: &["--memcached-server"],
        takes: Takes::Value("file:FOLDER"),
        help: "the same as --cache=FOLDER, as GNATprove has it; other addresses have no effect",
        apply: |o, v| match v.as_bytes().strip_prefix(b"file:") {
            Some(folder) if !folder.is_empty() => {
                put(&mut o.keeping.place, Where::At(Place::Folder(PathBuf::from(OsStr::from_bytes(folder)))))
            }
            _ => push(
                &mut o.ignored,
                format!("--memcached-server={} (use --cache=FOLDER or --cache=http://HOST/PATH)", v.to_string_lossy()),
            ),
        },
    },
    Spec {
        names: &["--clean"],
        takes: Takes::Nothing,
        help: "remove what is kept, and analyse nothing",
        apply: |o, _| put(&mut o.clean, true),
    },
    Spec {
        names: &["--emit-test"],
        takes: Takes::Value("FOLDER"),
        help: "write a main program for each failing check that fails there",
        apply: |o, v| put(&mut o.emit_test, Some(PathBuf::from(v))),
    },
];

/// The values of `--mode`: those of GNATprove, and bounded model checking.
const MODES: &[(&str, (Depth, Mode))] = &[
    ("prove", (Depth::Proof, Mode::Prove)),
    ("all", (Depth::Proof, Mode::Prove)),
    ("silver", (Depth::Proof, Mode::Prove)),
    ("gold", (Depth::Proof, Mode::Prove)),
    ("check", (Depth::Read, Mode::Prove)),
    ("check_all", (Depth::Read, Mode::Prove)),
    ("stone", (Depth::Read, Mode::Prove)),
    ("flow", (Depth::Flow, Mode::Prove)),
    ("bronze", (Depth::Flow, Mode::Prove)),
    ("bmc", (Depth::Proof, Mode::Bmc)),
];

/// What is made of warnings with a tag. Tags of others, which are not given here, have no effect.
fn tagged(options: &mut ProgramOptions, option: &str, tag: &OsStr, heed: Heed) -> Result<(), String> {
    let tag = tag.to_string_lossy();
    if !options.tags.set(&tag, heed) {
        options.ignored.push(format!("{option}={tag}"));
    }
    Ok(())
}

/// `--prover`: the solvers of this list that we have. Z3 is used if it is among them, since it is the one that the
/// engines are tuned for, or if none of ours is; the others are named as without effect.
fn provers(options: &mut ProgramOptions, value: &OsStr) -> Result<(), String> {
    let text = value.to_string_lossy().to_lowercase();
    let names: Vec<&str> = text.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    if names.is_empty() {
        return Err("needs the name of a prover".to_string());
    }
    options.provers = names.iter().map(|name| (*name).to_string()).collect();
    Ok(())
}

/// `--cache`: nowhere, on a server, or in a folder.
pub fn kept_at(value: &OsStr) -> Result<Where, String> {
    let text = value.to_string_lossy();
    if text == "off" {
        return Ok(Where::Nowhere);
    }
    if !is_address(&text) {
        return Ok(Where::At(Place::Folder(PathBuf::from(value))));
    }
    let server = Server::at(&text)?;
    Ok(Where::At(Place::Server(server.authorized(std::env::var(AUTHORIZATION).ok()))))
}

/// `--dump-smt`: a folder takes what was decided, a file all clauses.
fn dump(options: &mut ProgramOptions, path: &Path) -> Result<(), String> {
    if path.is_dir() || path.as_os_str().as_bytes().ends_with(b"/") {
        put(&mut options.solving.certificates.folder, Some(path.to_path_buf()))
    } else {
        put(&mut options.verify.dump_smt, Some(path.to_path_buf()))
    }
}

/// Options of clauses that make no sense for programs.
pub(super) const NOT_FOR_PROGRAMS: &[&str] = &[
    "-ssol",
    "--model",
    "-cex",
    "--refutation",
    "--proof",
    "--statistics",
    "--dump-preprocessed",
    "--cpu-limit",
    "--memory-limit",
];

/// What does for programs what these do for clauses; a slip with the dashes in front is none.
pub(super) const INSTEAD: &[(&[&str], &str)] = &[
    (&["ssol", "model"], "`--report=all` shows what holds at loops"),
    (&["cex", "refutation"], "failing checks show their runs, with `--trace` every step"),
    (&["proof"], "`--report=provers` says what has decided"),
    (&["statistics"], "`--report=statistics` says who has decided, and in what time"),
    (&["dump-preprocessed"], "`--dump-smt FILE` writes the clauses"),
    (&["cpu-limit"], "`--time-limit SECONDS` limits the run, `--timeout` and `--steps` a check"),
    (&["memory-limit"], "the operating system's limits (`ulimit -v`)"),
];

fn named(table: Table, value: &OsStr) -> Result<&'static dyn Frontend, String> {
    let name = value.to_string_lossy();
    let found = table.iter().copied().find(|frontend| frontend.name() == name);
    found.ok_or_else(|| format!("there is no frontend `{name}`; there are {}", names_of(table, ", ")))
}

fn push<T>(list: &mut Vec<T>, value: T) -> Result<(), String> {
    list.push(value);
    Ok(())
}

fn choose<T: Copy>(value: &OsStr, known: &[(&str, T)]) -> Result<T, String> {
    let text = value.to_string_lossy();
    known.iter().find(|(name, _)| *name == text).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        format!("`{text}` is none of {}", names.join(", "))
    })
}

/// So many megabytes, as bytes.
pub fn megabytes(value: &OsStr) -> Result<u64, String> {
    let number = value.to_str().and_then(|text| text.parse::<u32>().ok());
    number
        .map(|number| u64::from(number) << 20)
        .ok_or_else(|| format!("`{}` is no number of megabytes", value.to_string_lossy()))
}

fn switch(value: &OsStr) -> Result<bool, String> {
    choose(value, &[("", true), ("on", true), ("off", false)])
}

fn jobs(value: &OsStr) -> Result<usize, String> {
    if value == "0" {
        return Ok(cores());
    }
    options::jobs(value)
}

pub(super) fn bound(value: &OsStr, most: u32) -> Result<u32, String> {
    let number = value.to_str().and_then(|text| text.parse::<u32>().ok());
    number
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| format!("`{}` is no number from 1 to {most}", value.to_string_lossy()))
}
