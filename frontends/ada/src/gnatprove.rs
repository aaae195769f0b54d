//! GNATprove's command line, row by row: what becomes of each of its options (user's guide, "Command Line Invocation",
//! and the table of switches in its sources).

use crate::target;
use horn_frontend::{Dialect, Does, ToolOption};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use Does::{Ignored, Means, Named, Refused, Same};

/// The command line of GNATprove.
pub(crate) static GNATPROVE: Dialect = Dialect {
    command: "gnatprove",
    tool: "GNATprove",
    options: OPTIONS,
    rest: ("-cargs", compiler_switch),
    implied: project_of_folder,
    summary: "gnatprove/gnatprove.out",
};

const fn row(
    names: &'static [&'static str],
    value: Option<&'static str>,
    does: Does,
    note: &'static str,
) -> ToolOption {
    ToolOption { names, value, does, note }
}

#[rustfmt::skip]
static OPTIONS: &[ToolOption] = &[
    // What is analysed.
    row(&["-P"], Some("PROJECT"), Same, "the project"),
    row(&["-X"], Some("NAME=VALUE"), Same, "an external variable; GPR_TOOL is `gnatprove` where nothing else is said"),
    row(&["-aP"], Some("FOLDER"), Same, "a folder in which projects are looked for"),
    row(&["--subdirs"], Some("FOLDER"), Same, "the folder in the object folder that takes `gnatprove/gnatprove.out` and the cache"),
    row(&["-u"], None, Same, "only the units of the files"),
    row(&["-U"], None, Same, "all units of all projects"),
    row(&["--no-subprojects"], None, Same, "only units of the project itself"),
    row(&["--limit-line"], Some("FILE:LINE[:COLUMN[:KIND]]"), Same, "only the checks there"),
    row(&["--limit-lines"], Some("FILE"), Same, "only the checks at the places that the file lists"),
    row(&["--limit-region"], Some("FILE:FIRST:LAST"), Same, "only the checks in these lines"),
    row(&["--limit-subp"], Some("FILE:LINE"), Same, "only the checks of the subprogram declared there"),
    row(&["--limit-name"], Some("NAME"), Same, "only the checks of the subprograms of this name"),
    // What is done with it.
    row(&["--mode"], Some("MODE"), Same,
        "`prove`, `all`, `silver`, `gold`: proofs; `check`, `check_all`, `stone`: read and stop; \
         `flow`, `bronze`: initialization and aliasing only"),
    row(&["--level"], Some("0..4"), Same, "1, 2, 5, 20, 60 s per check"),
    row(&["--timeout"], Some("SECONDS"), Same, "time per check; 0 for no limit"),
    row(&["--steps"], Some("N"), Same, "the limit as an amount of work; a step is 1,000 units of Z3's `rlimit`"),
    row(&["--memlimit"], Some("MB"), Same, "memory of a solver process; 0 for no limit"),
    row(&["--prover"], Some("NAME,..."), Same, "`z3` and `cvc5`, or `all`; others are named in a warning"),
    row(&["-j", "--jobs"], Some("N"), Same, "checks decided at the same time; 0 for one per core"),
    row(&["--no-inlining"], None, Means(&["--contracts=modular"]), "calls by contract"),
    row(&["-f"], None, Means(&["--cache-read=off"]), "nothing that was kept is used; what is found out is kept"),
    row(&["--clean"], None, Same, "removes what is kept for the project; nothing is analysed"),
    row(&["-k"], None, Means(&[]), "what has errors is left out, and the rest is analysed"),
    row(&["-m"], None, Ignored, "what did not change is not proved again in any case"),
    row(&["--replay"], None, Same, "what is kept is checked again, and nothing else is proved"),
    row(&["--output-msg-only"], None, Means(&["--replay"]), "the same as `--replay`: nothing is believed unchecked"),
    row(&["--memcached-server"], Some("ADDRESS"), Same, "`file:DIR` is `--cache=DIR`; servers are named in a warning"),
    row(&["--proof"], Some("MODE"), Ignored, "how formulas are split: there are no such formulas here"),
    row(&["--no-loop-unrolling"], None, Ignored, "loops need no unrolling"),
    row(&["--function-sandboxing"], Some("on|off"), Ignored, "functions have no axioms here"),
    row(&["--no-global-generation"], None, Ignored, "effects are those of the bodies"),
    row(&["--proof-warnings"], Some("on|off"), Same, "code that no run reaches (`unreachable-code`), assumptions that none satisfies (`assumption-never-true`)"),
    row(&["--proof-warnings-timeout"], Some("SECONDS"), Same, "time for each such proof, 1 s by default"),
    row(&["--counterexamples"], Some("on|off"), Same, "whether they are shown"),
    row(&["--check-counterexamples"], Some("on|off"), Ignored, "counterexamples are always checked, by a run"),
    row(&["--ce-steps"], Some("N"), Ignored, "runs have a limit of their own"),
    row(&["--z3-counterexample"], None, Ignored, "counterexamples are runs"),
    row(&["--gnattest-values"], Some("FILE"), Ignored, "inputs are chosen here"),
    row(&["--proof-manifest-dir"], Some("FOLDER"), Same, "`level`, `timeout` and `steps` by subprogram; `profile` selects none of several overloaded ones, the solver and its memory are those of the run"),
    row(&["--generate-manifest-dir"], Some("FOLDER"), Same, "a rule with the level that is needed for each subprogram that is proved"),
    // The machine.
    row(&["--target"], Some("NAME"), Same, "only x86-64 Linux; others are refused: sizes decide verdicts"),
    row(&["--RTS"], Some("NAME"), Same, "only the native one (`native`, `default`); others are refused"),
    row(&["-gnateT"], Some("FILE"), Same, "a file that describes x86-64 Linux; others are refused with the first difference: sizes decide verdicts"),
    // What is shown.
    row(&["--report"], Some("fail|all|provers|statistics"), Same, "which checks are shown"),
    row(&["--output"], Some("brief|oneline|pretty"), Same, "how"),
    row(&["--cwe"], None, Same, "numbers of the Common Weakness Enumeration"),
    row(&["--checks-as-errors"], Some("on|off"), Same, "exit code 1 if a check is not proved"),
    row(&["--warnings"], Some("off|continue|error"), Same,
        "`error`: exit code 1 if there is a warning; `off` does not hide those that say what is not analysed"),
    row(&["-W"], Some("TAG"), Named("--warn"), "prints a kind of warning, by its tag, or `all`; tags of warnings that are not given here are named in a warning"),
    row(&["-A"], Some("TAG"), Named("--allow"), "hides one; those that say what is not analysed have no tags, by its tag, or `all`; tags of warnings that are not given here are named in a warning"),
    row(&["-D"], Some("TAG"), Named("--deny"), "makes one an error, by its tag, or `all`; tags of warnings that are not given here are named in a warning"),
    row(&["--pedantic"], None, Ignored, "no such warnings"),
    row(&["--info"], None, Ignored, "no such messages"),
    row(&["-q", "--quiet"], None, Same, "no summary, no progress"),
    row(&["-v", "--verbose"], None, Same, "what is decided, on standard error"),
    row(&["-d", "--debug"], None, Means(&["-vv"]), "the same as `-vv`"),
    row(&["--ide-progress-bar"], None, Same, "lines `completed 1 out of 3 (33%)...`"),
    row(&["--output-header"], None, Same, "`gnatprove.out` says how the run was made"),
    row(&["--assumptions"], None, Same, "`gnatprove.out` says of each subprogram what is established, and what that depends on"),
    row(&["--sarif-base-uri"], Some("ID:PATH"), Same, "files in this folder are named by their places in it; the innermost folder counts"),
    row(&["--list-categories"], None, Same, "the kinds of checks"),
    row(&["--explain"], Some("CODE"), Same, "a kind of check"),
    row(&["-h", "--help"], None, Same, ""),
    row(&["--version"], None, Same, ""),
    // GNATprove's own debugging.
    row(&["--why3-conf"], Some("FILE"), Refused, "there is no Why3"),
    row(&["--why3-server"], Some("NAME"), Ignored, "there is no Why3"),
    row(&["--why3-debug"], Some("FLAGS"), Ignored, "there is no Why3"),
    row(&["--why3-logging"], None, Ignored, "there is no Why3"),
    row(&["--flow-debug"], None, Ignored, "for those who develop GNATprove"),
    row(&["--flow-show-gg"], None, Ignored, "for those who develop GNATprove"),
    row(&["--debug-save-vcs"], None, Ignored, "`--dump-smt` writes clauses"),
    row(&["--debug-trivial"], None, Ignored, "for those who develop GNATprove"),
    row(&["--debug-prover-errors"], None, Ignored, "for those who develop GNATprove"),
    row(&["--debug-exec-rac"], None, Ignored, "for those who develop GNATprove"),
    row(&["--dbg-no-sem"], None, Ignored, "for those who develop GNATprove"),
    row(&["--benchmark"], None, Refused, "for those who develop GNATprove"),
    row(&["--print-gpr-registry"], None, Refused, "for those who develop GNATprove"),
];

/// What is wrong with a switch for the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unmodelled {
    /// What it does.
    pub why: Cow<'static, str>,
    /// Whether it makes another program of the source, or of the machine.
    pub other_program: bool,
}

/// What a switch for the compiler changes of the program's meaning, if anything: those that say how it is compiled
/// change nothing.
pub(crate) fn unmodelled(switch: &str) -> Option<Unmodelled> {
    if let Some(file) = switch.strip_prefix("-gnateT=") {
        let why = target::check(Path::new(file)).err()?;
        return Some(Unmodelled { why: Cow::Owned(why), other_program: true });
    }
    let (why, other_program) = match switch.strip_prefix("-gnat")? {
        rest if rest.starts_with("ep") || rest.starts_with("eD") => ("the source is preprocessed", true),
        rest if rest.starts_with("eT") => ("it names no file that describes a target", true),
        rest if rest.starts_with('W') && !matches!(rest, "W8" | "Wb" | "Wn") => {
            ("encodings of characters other than UTF-8 and Latin-1 are not read", true)
        }
        rest if rest.starts_with("ec") => ("files of configuration pragmas are not read", false),
        // `-gnato`, `-gnato0`, `-gnato1`, `-gnato11`: checks by the type; others compute with larger numbers.
        rest if rest.strip_prefix('o').is_some_and(|modes| modes.contains(['2', '3'])) => {
            ("overflow modes other than STRICT are not modelled", false)
        }
        _ => return None,
    };
    Some(Unmodelled { why: Cow::Borrowed(why), other_program })
}

fn compiler_switch(switch: &OsStr) -> Result<(), String> {
    let text = switch.to_string_lossy();
    match unmodelled(&text) {
        Some(Unmodelled { why, .. }) => Err(format!("the compiler's switch `{text}` is refused: {why}")),
        None => Ok(()),
    }
}

/// The only project of a folder, as GNATprove takes it where none is named.
fn project_of_folder(folder: &Path, files: bool) -> Result<Vec<OsString>, String> {
    let is_project = |name: &OsString| name.as_bytes().to_ascii_lowercase().ends_with(b".gpr");
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut found: Vec<OsString> = entries.flatten().map(|entry| entry.file_name()).filter(is_project).collect();
    found.sort();
    match found.as_slice() {
        [project] => Ok(vec![OsString::from("-P"), project.clone()]),
        [] if files => Ok(Vec::new()),
        [] => Err("there is no project file here; `-P` names one (none is written)".to_string()),
        several => {
            let names: Vec<String> = several.iter().map(|name| name.to_string_lossy().into_owned()).collect();
            Err(format!("there are several project files here ({}); `-P` names one", names.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_option_is_there_once_and_says_why() {
        let names: Vec<&str> = OPTIONS.iter().flat_map(|option| option.names).copied().collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        for option in OPTIONS.iter().filter(|option| matches!(option.does, Ignored | Refused)) {
            assert!(!option.note.is_empty(), "{}", option.shown());
        }
    }

    #[test]
    fn switches_that_change_the_program_are_refused() {
        for good in ["-gnatp", "-O2", "-gnata", "-gnato", "-gnato11", "-gnat2022", "-gnatE", "-gnateE", "-gnatws"] {
            assert_eq!(compiler_switch(OsStr::new(good)), Ok(()), "{good}");
        }
        for wrong in ["-gnatep=prep.def", "-gnateDX=1", "-gnateT=t", "-gnatec=c.adc", "-gnato13", "-gnato3", "-gnato22"]
        {
            assert!(compiler_switch(OsStr::new(wrong)).is_err_and(|why| why.contains(wrong)), "{wrong}");
        }
    }

    #[test]
    fn the_only_project_of_a_folder_is_meant() {
        let folder = tempfile::tempdir().expect("a folder");
        let of = |files| project_of_folder(folder.path(), files);
        assert_eq!(of(true), Ok(Vec::new()));
        assert!(of(false).is_err_and(|why| why.contains("-P")));
        std::fs::write(folder.path().join("a.gpr"), "").expect("written");
        assert_eq!(of(false), Ok(vec![OsString::from("-P"), OsString::from("a.gpr")]));
        std::fs::write(folder.path().join("b.gpr"), "").expect("written");
        assert!(of(true).is_err_and(|why| why.contains("a.gpr, b.gpr")));
    }
}
