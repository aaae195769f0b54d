//! Programs about memory (`tests/memory`), each in two versions: with `BAD` defined it violates the part of
//! `valid-memsafety` that its first line names, otherwise none. The interpreter says so after lowering, and so does gcc
//! with its sanitizers for addresses and for leaks. Values of `__VERIFIER_nondet_…` stand in the text behind `in:`.

mod common;

use common::{Given, read_as, run_entry};
use horn_c::Options;
use horn_c::lower::{Leaks, LowerOptions};
use horn_frontend::interp::End;
use horn_frontend::ir::CheckKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn values(text: &str) -> Vec<i64> {
    let given = text.lines().find_map(|line| line.split_once("in:")).map_or("", |(_, given)| given);
    given.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

fn programs() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/memory");
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    all.sort();
    all.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).expect("a text"))).collect()
}

/// What a version violates, as its first line says.
fn expected(text: &str, bad: bool) -> &str {
    let said = text.lines().next().and_then(|line| line.strip_prefix("// BAD: ")).expect("a first line");
    if bad { said.trim() } else { "nothing" }
}

fn lowering(leaks: Leaks) -> LowerOptions {
    LowerOptions { leaks, accesses: true, errors_run: true, ..LowerOptions::default() }
}

/// What our run of a text violates.
fn ours(name: &str, text: &str, bad: bool, leaks: Leaks) -> &'static str {
    let defines = if bad { vec![("BAD".to_string(), None)] } else { Vec::new() };
    let options = Options { defines, library: true, ..Options::default() };
    let read = read_as(name, text, &options, &lowering(leaks)).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    let run = run_entry(&read.program, &mut Given::new(&read.program, values(text)), 1_000_000).expect("an entry");
    match run.end {
        End::Returned | End::Blocked => "nothing",
        End::Failed(check) => match read.program.checks[check.index()].kind {
            CheckKind::Index | CheckKind::Dereference => "valid-deref",
            CheckKind::Free => "valid-free",
            CheckKind::Leak => "valid-memtrack",
            CheckKind::Unsupported | CheckKind::Pointer => "unknown",
            other => panic!("{name}: {other:?}"),
        },
        other => panic!("{name}: {other:?}"),
    }
}

const TRACK: Leaks = Leaks { track: true, cleanup: false };
const CLEANUP: Leaks = Leaks { track: false, cleanup: true };

#[test]
fn runs_violate_what_the_first_line_says() {
    for (path, text) in programs() {
        for bad in [false, true] {
            assert_eq!(ours("p.c", &text, bad, TRACK), expected(&text, bad), "{} (BAD: {bad})", path.display());
        }
    }
}

/// What a run of the compiled version violates; none without gcc.
fn theirs(path: &Path, text: &str, bad: bool, folder: &Path) -> Option<&'static str> {
    let value = values(text).first().copied().unwrap_or(0);
    let rest = folder.join("given.c");
    std::fs::write(&rest, format!("int __VERIFIER_nondet_int(void) {{ return {value}; }}\n")).expect("a file");
    let program = folder.join("program");
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-std=gnu11", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-o"]);
    gcc.arg(&program).arg(path).arg(&rest).stderr(Stdio::piped());
    if bad {
        gcc.arg("-DBAD");
    }
    let made = gcc.output().ok()?;
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let options = "detect_leaks=1:detect_stack_use_after_return=1";
    let run = Command::new(&program).env("ASAN_OPTIONS", options).output().ok()?;
    let said = String::from_utf8_lossy(&run.stderr);
    Some(match () {
        () if said.contains("LeakSanitizer has encountered a fatal error") => return None,
        () if said.contains("LeakSanitizer") => "valid-memtrack",
        () if said.contains("double-free") || said.contains("not malloc()-ed") => "valid-free",
        () if said.contains("AddressSanitizer") || said.contains("runtime error") => "valid-deref",
        () if run.status.success() => "nothing",
        () => panic!("{}: {said}", path.display()),
    })
}

#[test]
fn gcc_agrees() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in programs() {
        for bad in [false, true] {
            let Some(found) = theirs(&path, &text, bad, folder.path()) else {
                eprintln!("SKIPPED: no gcc in PATH, or its sanitizer for leaks does not run here");
                return;
            };
            // What we leave open is a leak.
            let wanted = if expected(&text, bad) == "unknown" { "valid-memtrack" } else { expected(&text, bad) };
            assert_eq!(found, wanted, "{} (BAD: {bad})", path.display());
        }
    }
}

/// What is lost before a loop that never ends, before the program is ended, or where a call does not come back.
#[test]
fn memory_that_is_lost_is_never_overlooked() {
    let of = |body: &str, leaks: Leaks| {
        let head = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n";
        ours("p.c", &format!("{head}{body}"), false, leaks)
    };
    let main = |code: &str| format!("int main(void) {{ int *p = malloc(4); *p = 0; {code} }}");
    assert_eq!(of(&main("p = 0; abort();"), TRACK), "unknown");
    assert_eq!(of(&main("abort();"), TRACK), "nothing");
    assert_eq!(of(&main("abort();"), CLEANUP), "unknown");
    assert_eq!(of(&main("int *q = p; p = 0; exit(0);"), TRACK), "nothing");
    assert_eq!(of(&main("{ int *q = p; p = 0; *q = 1; } exit(0);"), TRACK), "unknown");
    assert_eq!(of(&main("free(p); exit(0);"), CLEANUP), "nothing");
    assert_eq!(of(&main("return 0;"), CLEANUP), "valid-memtrack");
    let stays = "void stay(int *p) { p = 0; if (!p) abort(); }\n";
    assert_eq!(of(&format!("{stays}{}", main("stay(p); free(p);")), TRACK), "nothing");
    assert_eq!(of(&format!("{stays}{}", main("free(p); stay(malloc(sizeof(int)));")), TRACK), "unknown");
    let asserts = "#include <assert.h>\n";
    assert_eq!(of(&format!("{asserts}{}", main("p = 0; assert(0);")), TRACK), "unknown");
    assert_eq!(of(&format!("{asserts}{}", main("assert(*p == 0); free(p);")), TRACK), "nothing");
}

/// The address of a member of a null pointer, or of a freed object, is computed without an access (C11 6.5.3.2).
#[test]
fn addresses_of_members_are_no_accesses() {
    let of = |code: &str| {
        let head = "#include <stdlib.h>\nstruct s { int x, y, a[2]; };\n";
        let main = format!("{head}int main(void) {{ struct s *p = malloc(sizeof *p), *q = 0; {code} return 0; }}");
        ours("p.c", &main, false, TRACK)
    };
    assert_eq!(of("int *y = &p->y; *y = 1; free(p);"), "nothing");
    assert_eq!(of("int *y = &q->y; free(p);"), "unknown");
    assert_eq!(of("free(p); int *y = &p->y;"), "unknown");
    assert_eq!(of("int *y = &q->a[1]; free(p);"), "unknown");
    assert_eq!(of("int *y = &p->y; free(p); *y = 1;"), "valid-deref");
    assert_eq!(of("q->a[1] = 1;"), "valid-deref");
    assert_eq!(of("int *y = &q[0].y; *y = 1; free(p);"), "unknown");
}
