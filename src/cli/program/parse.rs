//! Arguments to options. Options are those of the table, those that a frontend has of its own, those of the tool whose
//! place this program takes, and those for clauses.

use super::super::nearest::nearest;
use super::super::options::{SPECS, Takes, cut, split, take, value_of};
use super::categories::{categories, explain};
use super::table::{INSTEAD, NOT_FOR_PROGRAMS, PROGRAM_SPECS};
use super::{EFFORTS, ProgramCommand, ProgramOptions, dialects, own};
use crate::report::formats::FORMATS;
use crate::verify::options::Mode;
use horn_frontend::{Does, Frontend, Table};
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// What is wrong with a command line that names nothing to verify.
pub(super) const NO_INPUT: &str = "no input file";

/// Parses the arguments after the program's name. `Err` is one line about what is wrong.
pub fn parse(table: Table, arguments: &[OsString]) -> Result<ProgramCommand, String> {
    let mut options = ProgramOptions::new(table);
    let words: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    options.report.command_line = std::iter::once("hornsolve".into()).chain(words).collect::<Vec<_>>().join(" ");
    options.arguments = arguments.to_vec();
    let mut rest: VecDeque<OsString> = arguments.iter().cloned().collect();
    let mut only_files = false;
    while let Some(argument) = rest.pop_front() {
        let bytes = argument.as_bytes();
        if only_files || !bytes.starts_with(b"-") {
            options.task.files.push(PathBuf::from(argument));
            continue;
        }
        match bytes {
            b"-" => return Err("programs are not read from standard input".to_string()),
            b"--" => {
                only_files = true;
                continue;
            }
            b"-h" | b"-help" | b"--help" => return Ok(ProgramCommand::Help),
            b"-version" | b"--version" => return Ok(ProgramCommand::Version),
            b"--list-supported" => {
                let listing = options.frontend().and_then(|frontend| frontend.supported());
                return listing.map(ProgramCommand::Print).ok_or("this frontend has no lists".to_string());
            }
            b"--list-categories" => return Ok(ProgramCommand::Print(categories())),
            _ => {}
        }
        if split(bytes).0 == b"--explain" {
            let mut following = std::iter::from_fn(|| rest.pop_front());
            let code = value_of(&Takes::Value("CODE"), "--explain", split(bytes).1, &mut following)?;
            return explain(&code.to_string_lossy()).map(ProgramCommand::Print);
        }
        if let Some((_, check)) = dialects(table).map(|dialect| dialect.rest).find(|(word, _)| word.as_bytes() == bytes)
        {
            rest.drain(..).try_for_each(|argument| check(&argument))?;
            continue;
        }
        take_one(table, &mut options, &argument, &mut rest)?;
    }
    if let (Mode::Prove, Some(name)) = (options.bmc.unwrap_or(options.mode), options.for_bounds.first()) {
        return Err(format!("option `{name}` needs `--mode=bmc` or `--bmc=beside`"));
    }
    if options.solving.steps.is_some() && options.timeout.is_some_and(|limit| !limit.is_zero()) {
        // Both limit a check, and only one can: work is counted, and time is not.
        options.timeout = None;
        options.ignored.push("--timeout (beside --steps)".to_string());
    }
    let is_effort = |spoken: &OsString| EFFORTS.iter().any(|name| name.as_bytes() == split(spoken.as_bytes()).0);
    options.effort_given = arguments.iter().take_while(|one| *one != "--").any(is_effort);
    options.verify.limits.check()?;
    let mut places: Vec<&PathBuf> = options.outputs.values().chain(&options.json_stream).collect();
    places.sort();
    if let Some(twice) = places.windows(2).find(|two| two[0] == two[1]) {
        let place = if twice[0].as_os_str() == "-" { "standard output".into() } else { twice[0].to_string_lossy() };
        return Err(format!("two results cannot go to {place}: name another file for one of them"));
    }
    if options.verify.shard.is_some() {
        let json = FORMATS.iter().position(|format| format.option == "--json");
        if !json.is_some_and(|at| options.outputs.contains_key(&at)) {
            return Err("`--shard` needs `--json FILE`, which takes what `hornsolve merge` puts together".to_string());
        }
        if options.bmc.unwrap_or(options.mode) == Mode::Bmc && !options.verify.bounded.all_properties {
            return Err("`--shard` needs `--all-properties` beside `--bmc=only`: no shard knows where another one \
                        stops"
                .to_string());
        }
    } else if options.timings.is_some() {
        return Err("`--timings` says how the work is divided: it needs `--shard`".to_string());
    }
    if options.verify.replays && !options.keeping.reads {
        return Err(
            "`--replay` uses what is kept, and `--cache-read=off` (`-f`) does not: one of them has to go".to_string()
        );
    }
    if options.task.files.is_empty() && !own(table).any(|option| options.is_input(option)) {
        return Err(NO_INPUT.to_string());
    }
    let Some(frontend) = options.frontend() else {
        let file = options.task.files.first().map(|file| file.display().to_string()).unwrap_or_default();
        return Err(format!("no frontend for `{file}`; `--frontend NAME` names one"));
    };
    let known = |name: &str| frontend.options().iter().any(|option| option.names[0] == name);
    let stranger = options.task.own.iter().map(|(name, _)| *name).find(|name| !known(name));
    let of_other = options
        .foreign
        .as_ref()
        .filter(|(command, _)| frontend.dialect().is_none_or(|dialect| dialect.command != *command));
    if let Some(name) = stranger.or(of_other.map(|(_, name)| name.as_str())) {
        return Err(format!("option `{name}` is not for the frontend `{}`", frontend.name()));
    }
    options.settle(frontend);
    Ok(ProgramCommand::Verify(Box::new(options)))
}

/// The options of `hornsolve merge` that say how results are shown. `-o` is `--json`, and `--partial` is its own.
const OF_MERGE: &[&str] = &[
    "--report",
    "--output",
    "--color",
    "--cwe",
    "--counterexamples",
    "--trace",
    "--checks-as-errors",
    "--warnings",
    "--emit-test",
    "--output-header",
    "--assumptions",
    "--project-summary",
    "--baseline",
    "--sarif-content",
    "--sarif-base-uri",
    "-q",
    "--quiet",
    "-v",
    "--verbose",
    "-vv",
    "-vvv",
];

/// The options of a shard (of none: those without a meaning) with those of `hornsolve merge`, which say where results
/// go; the files that are to be put together; and whether some of them may be missing.
///
/// # Errors
/// One line about what is wrong.
pub fn merging(
    table: Table,
    shard: Option<ProgramOptions>,
    arguments: &[OsString],
) -> Result<(ProgramOptions, Vec<PathBuf>, bool), String> {
    let mut options = shard.unwrap_or_else(|| ProgramOptions::new(table));
    options.outputs.clear();
    (options.json_stream, options.emit_test, options.project_summary) = (None, None, false);
    options.ignored.clear();
    let words: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    let words = ["hornsolve".into(), "merge".into()].into_iter().chain(words);
    options.report.command_line = words.collect::<Vec<_>>().join(" ");
    let (mut files, mut partial) = (Vec::new(), false);
    let mut rest: VecDeque<OsString> = arguments.iter().cloned().collect();
    while let Some(argument) = rest.pop_front() {
        let bytes = argument.as_bytes();
        match bytes {
            b"--" => {
                files.extend(rest.drain(..).map(PathBuf::from));
                continue;
            }
            b"--partial" => {
                partial = true;
                continue;
            }
            b"-o" => {
                let file = rest.pop_front().ok_or("option `-o` needs a value: FILE")?;
                rest.push_front(file);
                rest.push_front(OsString::from("--json"));
                continue;
            }
            _ if !bytes.starts_with(b"-") => {
                files.push(PathBuf::from(argument));
                continue;
            }
            _ => {}
        }
        let name = split(bytes).0;
        let formats = FORMATS.iter().map(|format| format.option);
        if !OF_MERGE.iter().copied().chain(formats).any(|known| known.as_bytes() == name) {
            let shown = argument.to_string_lossy();
            return Err(format!(
                "option `{shown}` is none of `hornsolve merge`: what was verified, and how, is that of the shards"
            ));
        }
        take_one(table, &mut options, &argument, &mut rest)?;
    }
    Ok((options, files, partial))
}

/// Takes one option, with its value if that is the next argument.
fn take_one(
    table: Table,
    options: &mut ProgramOptions,
    argument: &OsString,
    rest: &mut VecDeque<OsString>,
) -> Result<(), String> {
    let bytes = argument.as_bytes();
    if let Some(taken) = take_foreign(table, options, argument, rest) {
        return taken;
    }
    let mut following = std::iter::from_fn(|| rest.pop_front());
    if let Some((name, value)) = attached(table, bytes) {
        let value = &mut std::iter::once(value.to_os_string());
        return take_own(options, OsStr::new(name), value)
            .or_else(|| take(PROGRAM_SPECS, options, OsStr::new(name), value))
            .unwrap_or(Ok(()));
    }
    let taken = take_own(options, argument, &mut following)
        .or_else(|| take_format(options, argument, &mut following))
        .or_else(|| take(PROGRAM_SPECS, options, argument, &mut following));
    if let Some(taken) = taken {
        return taken;
    }
    let name = String::from_utf8_lossy(split(bytes).0).into_owned();
    let bare = name.trim_start_matches('-');
    let instead = INSTEAD.iter().find(|(names, _)| names.contains(&bare));
    if NOT_FOR_PROGRAMS.contains(&name.as_str()) || instead.is_some() {
        let hint = instead.map_or_else(String::new, |(_, hint)| format!("; {hint}"));
        return Err(format!("option `{}` is for clauses, not for programs{hint}", argument.to_string_lossy()));
    }
    take(SPECS, &mut options.solving, argument, &mut following).unwrap_or_else(|| Err(unknown(table, argument)))
}

/// Takes an option of the tool whose place this program takes, unless this program or the frontend has one of that
/// name. Where no frontend was named, options of frontends come first.
fn take_foreign(
    table: Table,
    options: &mut ProgramOptions,
    argument: &OsString,
    rest: &mut VecDeque<OsString>,
) -> Option<Result<(), String>> {
    let bytes = argument.as_bytes();
    let (name, value) = cut(bytes, b'=');
    let known = |frontend: &'static dyn Frontend| {
        frontend.options().iter().any(|option| option.names.iter().any(|own| own.as_bytes() == name))
    };
    let (dialect, option) = match options.named {
        Some(frontend) if known(frontend) => return None,
        Some(frontend) => frontend.dialect().and_then(|dialect| Some((dialect, dialect.find(name)?)))?,
        None if table.iter().any(|frontend| known(*frontend)) => return None,
        None => dialects(table).find_map(|dialect| Some((dialect, dialect.find(name)?)))?,
    };
    let shown = argument.to_string_lossy().into_owned();
    match option.does {
        Does::Same => return None,
        Does::Refused => {
            return Some(Err(format!("option `{shown}` of {} is refused: {}", dialect.tool, option.note)));
        }
        Does::Ignored | Does::Means(_) | Does::Named(_) => {}
    }
    options.foreign.get_or_insert((dialect.command, shown.clone()));
    let takes = option.value.map_or(Takes::Nothing, Takes::Value);
    let mut following = std::iter::from_fn(|| rest.pop_front());
    let value = match value_of(&takes, option.names[0], value, &mut following) {
        Ok(value) => value,
        Err(what) => return Some(Err(what)),
    };
    match option.does {
        Does::Named(ours) => {
            rest.push_front(value);
            rest.push_front(OsString::from(ours));
        }
        Does::Means(ours) => ours.iter().rev().for_each(|one| rest.push_front(OsString::from(one))),
        _ => options.ignored.push(shown),
    }
    Some(Ok(()))
}

/// The message about an option that there is not.
fn unknown(table: Table, argument: &OsStr) -> String {
    let shown = argument.to_string_lossy();
    let name = String::from_utf8_lossy(split(argument.as_bytes()).0).into_owned();
    let ours = PROGRAM_SPECS.iter().flat_map(|spec| spec.names);
    let solving = SPECS.iter().filter(|spec| !NOT_FOR_PROGRAMS.contains(&spec.names[0])).flat_map(|spec| spec.names);
    let of_frontends = own(table).flat_map(|option| option.names);
    let of_tools = dialects(table).flat_map(|dialect| dialect.options).filter(|option| option.does != Does::Refused);
    let of_tools = of_tools.flat_map(|option| option.names);
    let formats = FORMATS.iter().map(|format| &format.option);
    let others = ["--help", "--version", "--list-supported"];
    let all = ours.chain(solving).chain(of_frontends).chain(of_tools).chain(formats).chain(&others).copied();
    match nearest(&name, all) {
        Some(meant) => format!("unknown option `{shown}`; did you mean `{meant}`?"),
        None => format!("unknown option `{shown}`"),
    }
}

/// Takes an option that a frontend has of its own, whose value may be the next argument, if there is one of that name.
fn take_own(
    options: &mut ProgramOptions,
    argument: &OsStr,
    rest: &mut dyn Iterator<Item = OsString>,
) -> Option<Result<(), String>> {
    let (name, attached) = split(argument.as_bytes());
    let option = own(options.table).find(|option| option.names.iter().any(|n| n.as_bytes() == name))?;
    let takes = option.value.map_or(Takes::Nothing, Takes::Value);
    let shown = String::from_utf8_lossy(name);
    let value = match value_of(&takes, &shown, attached, rest) {
        Ok(value) => value,
        Err(what) => return Some(Err(what)),
    };
    if let Err(what) = (option.check)(&value) {
        return Some(Err(format!("option `{shown}`: {what}")));
    }
    options.task.own.push((option.names[0], value));
    Some(Ok(()))
}

/// Takes the file that a format of the result is written to, if the option is that of a format.
fn take_format(
    options: &mut ProgramOptions,
    argument: &OsStr,
    rest: &mut dyn Iterator<Item = OsString>,
) -> Option<Result<(), String>> {
    let (name, attached) = split(argument.as_bytes());
    let (at, format) = FORMATS.iter().enumerate().find(|(_, format)| format.option.as_bytes() == name)?;
    let value = value_of(&Takes::Value("FILE"), format.option, attached, rest);
    Some(value.map(|value| drop(options.outputs.insert(at, PathBuf::from(value)))))
}

/// A short option whose value is attached, and the value: `-Ifolder`, `-j4`, `-aP=folder`.
fn attached(table: Table, argument: &[u8]) -> Option<(&'static str, &OsStr)> {
    let own = own(table).filter(|option| option.value.is_some()).flat_map(|option| option.names);
    let mut known = own.copied().filter(|name| !name.starts_with("--")).chain(["-I", "-j"]);
    let name = known.find(|name| argument.len() > name.len() && argument.starts_with(name.as_bytes()))?;
    let value = &argument[name.len()..];
    let value = if name.len() > 2 { value.strip_prefix(b"=").unwrap_or(value) } else { value };
    Some((name, OsStr::from_bytes(value)))
}
