//! Many queries to one Z3 process, each of its own scope.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// What Z3 says about a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// No interpretation satisfies it.
    Unsat,
    /// Some interpretation satisfies it.
    Sat,
    /// It was not decided within the bound on the effort.
    Unknown,
    /// Z3 does not accept the text; says why.
    Refused(String),
}

/// Asks all queries, each a list of commands before its `check-sat`, after the common commands. `effort` is Z3's
/// `rlimit` for each; it does not depend on the machine.
///
/// # Errors
/// Z3 cannot be started, or gives fewer answers than there are queries.
pub fn ask(z3: &Path, common: &str, queries: &[String], effort: u32) -> Result<Vec<Judgement>, String> {
    let mut text = format!("(set-option :rlimit {effort})\n(set-option :timeout 20000)\n{common}");
    for (number, query) in queries.iter().enumerate() {
        text += &format!("(push 1)\n{query}(check-sat)\n(echo \"end {number}\")\n(pop 1)\n");
    }
    let mut child = Command::new(z3)
        .arg("-in")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{}: {error}", z3.display()))?;
    let stdin = child.stdin.take();
    let writer = thread::spawn(move || {
        if let Some(mut stdin) = stdin {
            // Z3 that ends early is noticed by its missing answers.
            let _ = stdin.write_all(text.as_bytes());
        }
    });
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let _ = writer.join();
    let text = String::from_utf8_lossy(&output.stdout);
    let mut judgements = Vec::with_capacity(queries.len());
    let mut lines = text.lines();
    for (number, query) in queries.iter().enumerate() {
        let end = format!("end {number}");
        let mut judgement = None;
        let mut error = None;
        loop {
            let line = lines.next().ok_or_else(|| format!("no answer to query {number}:\n{query}"))?;
            match line.trim_matches('"') {
                line if line == end => break,
                "unsat" => judgement = Some(Judgement::Unsat),
                "sat" => judgement = Some(Judgement::Sat),
                "unknown" | "timeout" => judgement = Some(Judgement::Unknown),
                line if line.starts_with("(error") && !line.contains("canceled") && !line.contains("resource") => {
                    error = Some(line.to_string());
                }
                _ => {}
            }
        }
        judgements.push(error.map_or(judgement.unwrap_or(Judgement::Unknown), Judgement::Refused));
    }
    Ok(judgements)
}
