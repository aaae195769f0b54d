//! C programs with known verdicts: whether gcc agrees with what their manifest says.
//!
//! A run is, in the manifest ([`crate::manifest`]), the values that the calls of `__VERIFIER_nondet_…` give, in order;
//! values beyond the last are 0.
//!
//! A program is compiled with the sanitizers for addresses and undefined behaviour, which stop it at the failure and
//! name the line.

use crate::manifest::{self, Program};
use crate::process;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use std::{env, fs};

/// Switches that all programs are compiled with.
const SWITCHES: &[&str] = &[
    "-std=gnu11",
    "-w",
    "-g",
    "-O0",
    "-fno-omit-frame-pointer",
    "-fsanitize=undefined,address",
    "-fno-sanitize-recover=all",
    "-fno-sanitize=leak",
];

/// The nondeterministic functions, which take their values from the environment.
const VALUES: &str = r#"
#include <stdlib.h>
static long long next(void) {
  static const char *at;
  if (!at) { at = getenv("VALUES"); if (!at) at = ""; }
  char *end;
  long long value = strtoll(at, &end, 10);
  at = *end == ',' ? end + 1 : end;
  return value;
}
int __VERIFIER_nondet_int(void) { return (int) next(); }
unsigned int __VERIFIER_nondet_uint(void) { return (unsigned int) next(); }
"#;

/// The folder of our own C programs.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("c")
}

/// Reads `manifest.tsv` of a folder, whose runs are the values that the program chooses.
///
/// # Errors
/// The file cannot be read or a line of it is wrong.
pub fn manifest(folder: &Path) -> Result<Vec<Program>, String> {
    manifest::read(folder, |kind| message(kind).is_some())
}

/// What the message of a failing run contains, one of several texts; `None` if there is no such kind.
pub fn message(kind: &str) -> Option<&'static [&'static str]> {
    Some(match kind {
        "assert" => &["Assertion `"],
        "reach" => &["in reach_error"],
        "overflow" => &["signed integer overflow", "cannot be represented in type"],
        "division" => &["division by zero"],
        "shift" => &["shift exponent", "left shift of"],
        "bounds" => &["out of bounds", "buffer-overflow", "buffer-underflow"],
        "vla" => &["variable length array bound"],
        "null" => &["null pointer"],
        "use-after-free" => &["heap-use-after-free"],
        "double-free" => &["attempting double-free"],
        "bad-free" => &["attempting free on address which was not malloc"],
        "use-after-scope" => &["stack-use-after-scope"],
        "segv" => &["SEGV on unknown address"],
        _ => return None,
    })
}

/// The `gcc` in the search path.
pub fn gcc() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join("gcc")).find(|file| file.is_file())
}

/// Runs a program as the manifest says. The result has a line for everything that is not as expected.
///
/// # Errors
/// gcc cannot be started, or does not compile the program.
pub fn confirm(gcc: &Path, program: &Program, work: &Path) -> Result<Vec<String>, String> {
    let name = program.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (values, binary) = (work.join("values.c"), work.join(&name).with_extension("exe"));
    fs::write(&values, VALUES).map_err(|error| format!("{}: {error}", values.display()))?;
    let mut words = vec![gcc.display().to_string()];
    words.extend(SWITCHES.iter().map(|switch| (*switch).to_string()));
    words.extend([&program.file, &values].map(|file| file.display().to_string()));
    words.extend(["-o".to_string(), binary.display().to_string()]);
    let never = AtomicBool::new(false);
    let start = |words: &[String]| {
        process::run(words, Duration::from_secs(120), &never).map_err(|error| format!("{name}: {error}"))
    };
    let compiled = start(&words)?;
    if !compiled.status.success() {
        return Err(format!("{name}: {}", compiled.stderr));
    }
    let run = |values: &str| {
        let options = "ASAN_OPTIONS=handle_abort=1:detect_leaks=0".to_string();
        let variables = [options, "UBSAN_OPTIONS=print_stacktrace=0".into(), format!("VALUES={values}")];
        start(&[&["env".to_string()], &variables[..], &[binary.display().to_string()]].concat())
    };
    let mut wrong = Vec::new();
    if let Some(failure) = &program.failure
        && let Some(values) = &failure.run
    {
        let finished = run(values)?;
        let place = format!("{name}:{}", failure.line);
        let named = finished
            .stderr
            .match_indices(&place)
            .any(|(at, _)| !finished.stderr[at + place.len()..].starts_with(|next: char| next.is_ascii_digit()));
        let texts = message(&failure.kind).unwrap_or_default();
        if finished.status.success() || !named || !texts.iter().any(|text| finished.stderr.contains(text)) {
            wrong.push(format!("{place}: {} expected with {values}, not\n{}", failure.kind, finished.stderr));
        }
    }
    for values in &program.passing {
        let finished = run(values)?;
        if !finished.status.success() || !finished.stderr.is_empty() {
            wrong.push(format!("{name} should end well with {values}, not\n{}", finished.stderr));
        }
    }
    Ok(wrong)
}
