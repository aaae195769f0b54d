//! `hornsolve merge …`: puts the results of shards together, in every format, as one run would have written them.
//!
//! The sources are read again, with the options of the shards: places, texts and the runs of what fails come from them
//! and not from the files. Only results of the same program, divided in the same way, with the same options and by the
//! same version are put together, and all of them, unless `--partial` says otherwise.

use super::known::Known;
use super::program::{ProgramCommand, ProgramOptions, merging, parse};
use super::supervise::{Bounds, End, FAREWELL, supervise};
use super::verify::{Done, Read, fail, finish, read};
use super::{BAD_INPUT, clear_line, complain, print_out, signal_code, start_logger};
use crate::input;
use crate::pipeline::Failure;
use crate::report::sarif::SCHEMA;
use crate::verify::report::Report;
use crate::verify::shards::{self, Handed, Shard, listed};
use horn_frontend::{Subject, Table};
use horn_solver::smt::CancelToken;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: hornsolve merge [options] FILE...

Puts the results of shards together: the files are what `--shard I/N --json FILE` has written. Run it where the shards
ran: the sources are read again. Messages and the closing line are those of one run.

  --partial              some shards may be missing; what they would have decided is not, and it is no success
  -o FILE, --json FILE   and the other formats: --sarif, --html, --summary, --junit, --code-quality
  --report, --output, --color, --cwe, --counterexamples, --trace, --checks-as-errors, --warnings, --emit-test,
  --output-header, --assumptions, --project-summary, --baseline, --sarif-content, -q, -v: as for a run; where they are
  not given, as the shards had them
";

/// Whether the arguments are about shards.
pub fn wanted(arguments: &[OsString]) -> bool {
    arguments.first().is_some_and(|word| word == "merge") && !Path::new("merge").is_file()
}

/// What JSON says of a shard beside its result.
pub fn piece(
    options: &ProgramOptions,
    subject: &Subject<'_>,
    texts: &[String],
    report: &Report,
    shard: &Shard,
) -> Value {
    let arguments: Option<Vec<&str>> = options.arguments().iter().map(|argument| argument.to_str()).collect();
    let mut piece = json!({
        "number": shard.number,
        "of": shard.of,
        "version": env!("CARGO_PKG_VERSION"),
        // Without a program there is no plan, and nothing that could be put together.
        "plan": shards::plan(subject, texts, &options.verify, shard).unwrap_or_default(),
        "options": options.essence(),
        "arguments": arguments,
        "results": shards::handed(subject, report).0,
    });
    piece["digest"] = json!(digest(&piece));
    piece
}

/// The digest of what is said of a shard.
fn digest(piece: &Value) -> String {
    Sha256::digest(piece.to_string().as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The result of a shard.
struct Piece {
    path: PathBuf,
    number: u32,
    of: u32,
    plan: String,
    options: String,
    arguments: Vec<OsString>,
    handed: Handed,
}

impl Piece {
    /// Reads a file.
    fn read(path: &Path) -> Result<Piece, String> {
        let text = input::read_file(path).map_err(|error| error.to_string())?;
        let value: Value = serde_json::from_slice(&text).map_err(|error| format!("this is no JSON: {error}"))?;
        if value["schema"] != SCHEMA {
            return Err(format!("this is no result of the schema `{SCHEMA}`"));
        }
        let version = value["tool"]["version"].as_str().unwrap_or_default();
        if version != env!("CARGO_PKG_VERSION") {
            return Err(format!("it was made by version `{version}`; this is {}", env!("CARGO_PKG_VERSION")));
        }
        let mut piece = value["shard"].clone();
        if piece.is_null() {
            return Err("this is the result of a whole run, not of a shard".to_string());
        }
        let said = piece.as_object_mut().and_then(|fields| fields.remove("digest"));
        if said.is_none_or(|said| said != digest(&piece)) {
            return Err("the result was changed after it was written".to_string());
        }
        let form = || "this is not what a shard writes".to_string();
        let number = |name: &str| piece[name].as_u64().and_then(|number| u32::try_from(number).ok()).ok_or_else(form);
        let text = |name: &str| piece[name].as_str().map(str::to_string).ok_or_else(form);
        let shard = Shard::read(&format!("{}/{}", number("number")?, number("of")?)).map_err(|_| form())?;
        let arguments = piece["arguments"].as_array().ok_or("the arguments of the shard are no text")?;
        let arguments: Option<Vec<OsString>> =
            arguments.iter().map(|one| Some(OsString::from(one.as_str()?))).collect();
        if text("version")? != version {
            return Err(form());
        }
        Ok(Piece {
            path: path.to_path_buf(),
            number: shard.number,
            of: shard.of,
            plan: text("plan")?,
            options: text("options")?,
            arguments: arguments.ok_or_else(form)?,
            handed: Handed(piece["results"].clone()),
        })
    }
}

/// The results, all of the same plan with the same options, and the numbers of those that are missing.
fn pieces(files: &[PathBuf]) -> Result<(Vec<Piece>, Vec<u32>), String> {
    let mut pieces: Vec<Piece> = Vec::new();
    for path in files {
        pieces.push(Piece::read(path).map_err(|what| format!("{}: {what}", path.display()))?);
    }
    let Some(first) = pieces.first() else {
        return Err("no files; `hornsolve merge --help` says how it is used".to_string());
    };
    for other in &pieces[1..] {
        let different = |what: &str| {
            Err(format!("{} and {} are not of the same run: {what}", first.path.display(), other.path.display()))
        };
        let said = |piece: &Piece| {
            let words: Vec<_> = piece.arguments.iter().map(|word| word.to_string_lossy()).collect();
            words.join(" ")
        };
        if first.of != other.of {
            return different(&format!("one is of {} shards, the other of {}", first.of, other.of));
        }
        if first.options != other.options {
            return different(&format!("the options differ (`{}` and `{}`)", said(first), said(other)));
        }
        if first.plan != other.plan {
            return different("the sources differ, or the times by which the work was divided");
        }
    }
    let of = first.of;
    let mut places: BTreeMap<u32, &Path> = BTreeMap::new();
    for piece in &pieces {
        if let Some(before) = places.insert(piece.number, &piece.path) {
            let (before, path) = (before.display(), piece.path.display());
            return Err(format!("shard {} of {of} is there twice: {before} and {path}", piece.number));
        }
    }
    let missing = (1..=of).filter(|number| !places.contains_key(number)).collect();
    Ok((pieces, missing))
}

/// Runs with the arguments behind `merge`.
pub fn main(table: Table, arguments: &[OsString]) -> ExitCode {
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        return print_out(USAGE);
    }
    let refuse = |what: &str| {
        complain(&format!("error: {what}"));
        ExitCode::from(BAD_INPUT)
    };
    let (options, files, partial) = match merging(table, None, arguments) {
        Ok(read) => read,
        Err(what) => return refuse(&format!("{what}; `hornsolve merge --help` says how it is used")),
    };
    start_logger(options.solving.verbosity);
    let (pieces, missing) = match pieces(&files) {
        Ok(pieces) => pieces,
        Err(what) => return refuse(&what),
    };
    let of = pieces.first().map_or(0, |piece| piece.of);
    if !missing.is_empty() {
        let (shards, are) = if missing.len() == 1 { ("shard", "is") } else { ("shards", "are") };
        let what = format!("{shards} {} of {of} {are} missing", listed(&missing));
        if !partial {
            return refuse(&format!("{what}; `--partial` puts together what is there"));
        }
        complain(&format!("warning: {what}"));
    }
    let own = arguments.to_vec();
    let known = Known::new(None);
    match supervise(Bounds::default(), FAREWELL, move |cancel| together(table, pieces, missing, &own, cancel)) {
        End::Done(Ok(Done::Source(lowered))) => {
            known.complain(&lowered.rendered());
            refuse("the sources cannot be read any more")
        }
        End::Done(Ok(Done::Checked(lowered, report, options))) => finish(&known, &options, &lowered, &report, None),
        End::Done(Err(failure)) => fail(&failure),
        End::Panic(what) => fail(&Failure::Tool(format!("internal error: {what}"))),
        End::Signal(number, _) => {
            clear_line();
            ExitCode::from(signal_code(number))
        }
        End::Late | End::Full => fail(&Failure::Tool("the time is over".to_string())),
        End::NoThread(why) => fail(&Failure::Tool(format!("no thread: {why}"))),
    }
}

/// Puts results together that are of the same run.
fn together(
    table: Table,
    pieces: Vec<Piece>,
    missing: Vec<u32>,
    own: &[OsString],
    cancel: &CancelToken,
) -> Result<Done, Failure> {
    let refused = |what: &str| Failure::Unreadable(what.to_string());
    let first = pieces.first().ok_or_else(|| refused("no files"))?;
    let given = match parse(table, &first.arguments) {
        Ok(ProgramCommand::Verify(options)) => *options,
        Ok(_) => return Err(refused("the shards were asked for nothing that could be put together")),
        Err(what) => return Err(refused(&format!("the arguments of the shards mean nothing here: {what}"))),
    };
    let frontend = given.frontend().ok_or_else(|| refused("no frontend for these files"))?;
    let (lowered, options) = match read(frontend, &given)? {
        Read::Wrong(lowered) => return Ok(Done::Source(lowered)),
        Read::Program(lowered, options) => (lowered, *options),
    };
    let shard = options.verify.shard.clone().ok_or_else(|| refused("the arguments of the shards name no shard"))?;
    if options.essence() != first.options {
        return Err(refused("the options of the shards mean something else here: is the project the same?"));
    }
    let report = {
        let places = lowered.places();
        let subject = Subject { program: &lowered.program, places: &places, notation: frontend.notation() };
        if shards::plan(&subject, &lowered.texts, &options.verify, &shard)? != first.plan {
            return Err(refused(
                "the sources here are not those that the shards have seen, or they were divided by other times",
            ));
        }
        let handed = pieces.into_iter().map(|piece| (piece.number, piece.handed)).collect();
        shards::together(&subject, &options.verify, &shard, &handed, cancel)?
    };
    let without_meaning = options.ignored.clone();
    let (mut options, ..) = merging(table, Some(options), own).map_err(Failure::Unreadable)?;
    options.ignored = without_meaning;
    options.verify.shard = None;
    options.merged = Some((shard.of, missing));
    Ok(Done::Checked(lowered, report, Box::new(options)))
}
