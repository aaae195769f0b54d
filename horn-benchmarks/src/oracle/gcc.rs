//! The tests that hornsolve writes for failing checks of C programs (`--emit-test`), compiled by gcc with its
//! sanitizers and run: whether the error function is called, and nothing undefined happens before.

use crate::process::{self, Finished};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long gcc, and a test, may take.
const LIMIT: Duration = Duration::from_secs(60);

/// Switches that all tests are compiled with. What counts is the error function alone: the program's memory need not
/// be freed where it ends.
const SWITCHES: [&str; 7] = [
    "-std=gnu11",
    "-w",
    "-g",
    "-O0",
    "-fsanitize=undefined,address",
    "-fno-sanitize=leak,shift-base",
    "-fno-sanitize-recover=all",
];

/// gcc, and whether it makes programs in which pointers have 4 bytes.
#[derive(Clone, Debug)]
pub struct Gcc {
    path: PathBuf,
    /// Whether tests are compiled with `-m32`.
    pub narrow: bool,
}

impl Gcc {
    /// The gcc in the search path. Without its libraries for programs of 32 bits the tests are of 64.
    ///
    /// # Errors
    /// There is none.
    pub fn find() -> Result<Gcc, String> {
        let path = crate::c::gcc().ok_or("no gcc in the search path")?;
        let mut gcc = Gcc { path, narrow: true };
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let empty = folder.path().join("empty.c");
        fs::write(&empty, "int main(void) { return 0; }\n").map_err(|error| error.to_string())?;
        let binary = folder.path().join("empty.exe");
        let never = AtomicBool::new(false);
        gcc.narrow = gcc.compile(&empty, &binary, &never).is_ok()
            && start(&binary, &never).is_ok_and(|finished| finished.status.success());
        Ok(gcc)
    }

    fn compile(&self, source: &Path, binary: &Path, interrupt: &AtomicBool) -> Result<(), String> {
        let mut words = vec![self.path.display().to_string()];
        words.extend(SWITCHES.iter().map(|switch| (*switch).to_string()));
        words.extend(self.narrow.then(|| "-m32".to_string()));
        words.extend(["-o".to_string(), binary.display().to_string(), source.display().to_string(), "-lm".to_string()]);
        let made = process::run(&words, LIMIT, interrupt).map_err(|error| format!("gcc: {error}"))?;
        match made.status.success() {
            true => Ok(()),
            false => Err(format!("gcc: {}", first_line(&made.stderr))),
        }
    }

    /// Whether a test calls the error function, or an assertion of it fails, with nothing undefined before.
    ///
    /// # Errors
    /// It does not; says what happened.
    pub fn repeats(&self, test: &Path, interrupt: &AtomicBool) -> Result<(), String> {
        let binary = test.with_extension("exe");
        self.compile(test, &binary, interrupt)?;
        let ran = start(&binary, interrupt)?;
        judge(&ran.stdout, &ran.stderr, ran.stopped, ran.status.code())
    }
}

/// Runs a program. Arrays of a million elements may stand on its stack; without any limit of the stack the sanitizer
/// has no place for its own memory where pointers have 4 bytes.
fn start(binary: &Path, interrupt: &AtomicBool) -> Result<Finished, String> {
    let command = "ulimit -s 262144 2>/dev/null; exec \"$0\"";
    let options = "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0";
    let binary = binary.display().to_string();
    let words = ["env", options, "sh", "-c", command, &binary].map(str::to_string);
    process::run(&words, LIMIT, interrupt).map_err(|error| error.to_string())
}

fn judge(stdout: &str, stderr: &str, stopped: bool, code: Option<i32>) -> Result<(), String> {
    let undefined = stderr.lines().find(|line| line.contains("runtime error") || line.contains("AddressSanitizer"));
    let reached = stdout.contains("the error is reached") && code == Some(42);
    let asserted = stderr.contains("Assertion `") && code != Some(0);
    match undefined {
        Some(line) => Err(line.trim().to_string()),
        None if reached || asserted => Ok(()),
        None if stopped => Err(format!("not within {} s", LIMIT.as_secs())),
        None => Err(format!("it ends with {code:?}: {}", first_line(stderr))),
    }
}

fn first_line(text: &str) -> String {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or("").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_error_itself_repeats_a_refutation() {
        assert!(judge("the error is reached\n", "", false, Some(42)).is_ok());
        assert!(judge("", "p: p.c:3: main: Assertion `x' failed.\n", false, None).is_ok());
        assert!(judge("", "", false, Some(0)).is_err_and(|why| why.contains("Some(0)")));
        assert!(judge("", "", true, None).is_err_and(|why| why.contains("not within")));
        let overflow = "p.c:4:3: runtime error: signed integer overflow\n";
        assert!(judge("the error is reached\n", overflow, false, Some(42)).is_err_and(|why| why.contains("overflow")));
    }

    #[test]
    fn a_test_is_compiled_and_run() {
        let Ok(gcc) = Gcc::find() else {
            eprintln!("skipped: there is no gcc");
            return;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let test = folder.path().join("test_1.c");
        let never = AtomicBool::new(false);
        let error = "int main(void) { static int a[2]; int i = VALUE; a[i] = 1; \
                     __builtin_printf(\"the error is reached\"); return 42; }\n";
        for (value, good) in [("1", true), ("2", false)] {
            fs::write(&test, error.replace("VALUE", value)).expect("a file");
            assert_eq!(gcc.repeats(&test, &never).is_ok(), good, "{value}");
        }
    }
}
