//! `hornsolve-check FILE ANSWER`: confirms or rejects an answer to a system of Horn clauses.

use horn_checker::{Limits, Options, Rejection, SmtSolver, check};
use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const HELP: &str = "\
Usage: hornsolve-check [options] FILE ANSWER

Checks an answer to the constrained Horn clauses in FILE (SMT-LIB). ANSWER (`-`: standard input) holds what
`hornsolve --model --refutation FILE` prints: `sat` and a model, or `unsat` and a refutation.

  --solver PATH    the SMT solver to ask, Z3 or cvc5; given again: another one that must confirm as well
                   (default: the environment variable HORNSOLVE_SMT, else z3 on PATH)
  --timeout S      stop after S seconds (default: 3600; 0: never)
  --help           this text
  --version        the version

Prints `accepted: …` and exits with 0, or prints `rejected: …` with the reason and exits with 1. The exit code is 2 if a file
cannot be read or an option is wrong.
";

/// How long a check may take where nobody says: a solver that says nothing must not be waited for without end.
const TIME: Duration = Duration::from_secs(3600);

/// How long after the end of the time the work may end by itself.
const GRACE: Duration = Duration::from_millis(300);

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok((text, code)) => {
            // Nobody is left to tell if standard output is closed.
            let _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::from(code)
        }
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "hornsolve-check: error: {message}");
            ExitCode::from(2)
        }
    }
}

/// What is printed, and the exit code.
fn run(args: impl Iterator<Item = String>) -> Result<(String, u8), String> {
    let mut args = args;
    let mut files = Vec::new();
    let mut solvers = Vec::new();
    let mut timeout = Some(TIME);
    while let Some(arg) = args.next() {
        let (name, value) = match arg.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name.to_string(), Some(value.to_string())),
            _ => (arg.clone(), None),
        };
        let mut value = || value.clone().or_else(|| args.next()).ok_or(format!("{name} needs a value"));
        match name.as_str() {
            "--help" | "-h" => return Ok((HELP.to_string(), 0)),
            "--version" => return Ok((format!("hornsolve-check {}\n", env!("CARGO_PKG_VERSION")), 0)),
            "--solver" => solvers.push(SmtSolver::new(&value()?)),
            "--timeout" => {
                let text = value()?;
                let seconds: f64 = text.parse().map_err(|_| format!("--timeout: `{text}` is no number"))?;
                let length = Duration::try_from_secs_f64(seconds).map_err(|error| format!("--timeout: {error}"))?;
                timeout = Some(length).filter(|length| !length.is_zero());
            }
            _ if arg.starts_with('-') && arg != "-" => return Err(format!("unknown option {arg} (see --help)")),
            _ => files.push(arg),
        }
    }
    let [script, answer] = &files[..] else { return Err("expected FILE ANSWER (see --help)".to_string()) };
    if solvers.is_empty() {
        solvers.push(SmtSolver::new(&std::env::var("HORNSOLVE_SMT").unwrap_or_else(|_| "z3".to_string())));
    }
    let deadline = timeout.and_then(|length| Instant::now().checked_add(length));
    if let Some(length) = timeout {
        // Texts can be such that much is done with them before a solver is asked.
        std::thread::spawn(move || {
            std::thread::sleep(length.saturating_add(GRACE));
            let _ = std::io::stdout().write_all(format!("rejected: {}\n", Rejection::Stopped).as_bytes());
            std::process::exit(1);
        });
    }
    let options = Options { solvers, limits: Limits { deadline, ..Limits::default() } };
    Ok(match check(&text_of(script)?, &text_of(answer)?, &options) {
        Ok(accepted) => {
            let (word, parts) = if accepted.sat { ("sat", "assertions") } else { ("unsat", "steps") };
            (format!("accepted: {word} ({} {parts}, {} queries)\n", accepted.parts, accepted.queries), 0)
        }
        Err(rejection) => (format!("rejected: {rejection}\n"), 1),
    })
}

fn text_of(path: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = if path == "-" {
        std::io::stdin().read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    read.map_err(|error| format!("{path}: {error}"))?;
    String::from_utf8(bytes).map_err(|_| format!("{path}: not UTF-8"))
}
