//! Fault injection: processes that hang, crash, flood and lie, each answered within its deadline.

use super::process::{MAX_RESPONSE, SmtProcess, SpawnSpec};
use super::{CancelToken, LogTarget, SmtError, testing};
use std::path::Path;
use std::time::{Duration, Instant};

/// Answers every `(echo "x")` line by `x` after running `$1` for the lines before it.
const ECHO: &str = r#"case "$line" in '(echo "'*) m=${line#'(echo "'}; echo "${m%'")'}";; esac"#;

fn spec(binary: &Path) -> SpawnSpec {
    SpawnSpec {
        net: None,
        binary: binary.to_path_buf(),
        args: Vec::new(),
        max_response: MAX_RESPONSE,
        log: None,
        guard: None,
        environment: Vec::new(),
    }
}

fn z3() -> SpawnSpec {
    let binary = testing::binary();
    let args = if binary.kind.is_z3() {
        vec!["-in".to_string(), "-smt2".to_string()]
    } else {
        vec!["--lang=smt2".to_string(), "--incremental".to_string(), "-q".to_string()]
    };
    SpawnSpec { args, ..spec(&binary.path) }
}

/// Runs one query against a script and checks that the answer comes in time.
fn ask(body: &str, commands: &str, limit: Duration) -> Result<String, SmtError> {
    let dir = tempfile::tempdir().unwrap();
    let path = testing::script(dir.path(), "solver", body);
    let start = Instant::now();
    let mut process = SmtProcess::spawn(&spec(&path)).unwrap();
    let result = process.query(commands.as_bytes(), Some(start + limit), &CancelToken::new());
    assert!(start.elapsed() < limit + Duration::from_secs(1), "took {:?}", start.elapsed());
    assert_eq!(process.is_usable(), result.is_ok());
    if result.is_err() {
        let again = process.query(b"(check-sat)\n", Some(Instant::now() + limit), &CancelToken::new());
        assert!(matches!(again, Err(SmtError::Crashed { .. })), "{again:?}");
    }
    result
}

const SHORT: Duration = Duration::from_millis(300);
const LONG: Duration = Duration::from_secs(20);

#[test]
fn an_honest_script() {
    let body = format!("while read -r line; do {ECHO}; case \"$line\" in '(check-sat)') echo sat;; esac; done");
    assert_eq!(ask(&body, "(check-sat)\n", LONG), Ok("sat\n".to_string()));
}

#[test]
fn a_hang_is_a_timeout() {
    assert_eq!(ask("sleep 60", "(check-sat)\n", SHORT), Err(SmtError::Timeout));
    assert_eq!(ask("cat > /dev/null; sleep 60", "(check-sat)\n", SHORT), Err(SmtError::Timeout));
}

#[test]
fn a_late_answer_is_a_timeout() {
    assert_eq!(ask("sleep 1; echo sat; echo 'hs!1'; sleep 60", "(check-sat)\n", SHORT), Err(SmtError::Timeout));
}

#[test]
fn a_crash_in_the_middle_of_an_answer() {
    let result = ask("echo unsat; echo 'segfault' >&2; printf 'hs!'; exit 139", "(check-sat)\n", LONG);
    let Err(SmtError::Crashed { detail, stderr }) = result else { panic!("{result:?}") };
    assert!(detail.contains("139") && stderr.contains("segfault"), "{detail} {stderr}");
    let result = ask("echo unsat; kill -9 $$", "(check-sat)\n", LONG);
    assert!(matches!(&result, Err(SmtError::Crashed { detail, .. }) if detail.contains("signal 9")), "{result:?}");
}

#[test]
fn a_closed_output_is_a_crash_even_if_the_process_lives() {
    let result = ask("exec >&-; sleep 60", "(check-sat)\n", LONG);
    assert!(matches!(&result, Err(SmtError::Crashed { detail, .. }) if detail.contains("closed")), "{result:?}");
}

#[test]
fn a_flood_on_stderr_does_not_block() {
    let flood = "head -c 4000000 /dev/zero | tr '\\0' 'e' >&2";
    assert_eq!(ask(&format!("{flood}; echo unsat; echo 'hs!1'; sleep 60"), "", LONG), Ok("unsat\n".to_string()));
    // A flood that never ends does not hold up the deadline.
    assert_eq!(ask("yes >&2", "(check-sat)\n", SHORT), Err(SmtError::Timeout));
}

#[test]
fn a_flood_on_stdout_is_bounded() {
    assert_eq!(ask("yes sat", "(check-sat)\n", SHORT), Err(SmtError::Timeout));
    let dir = tempfile::tempdir().unwrap();
    let path = testing::script(dir.path(), "solver", "yes sat");
    let mut process = SmtProcess::spawn(&SpawnSpec { max_response: 1 << 16, ..spec(&path) }).unwrap();
    let result = process.query(b"", Some(Instant::now() + LONG), &CancelToken::new());
    assert_eq!(result, Err(SmtError::TooLarge(1 << 16)));
}

#[test]
fn a_solver_that_stops_reading() {
    let many = "(assert true)\n".repeat(200_000);
    assert_eq!(ask("read -r line; sleep 60", &many, SHORT), Err(SmtError::Timeout));
    // Unread input is no obstacle to an answer that comes all the same.
    assert_eq!(ask("exec <&-; echo unknown; echo 'hs!1'; sleep 60", &many, LONG), Ok("unknown\n".to_string()));
}

#[test]
fn a_missing_binary_and_a_directory() {
    for path in ["/nonexistent/z3", "/tmp"] {
        assert!(matches!(SmtProcess::spawn(&spec(Path::new(path))), Err(SmtError::Spawn { .. })));
    }
}

#[test]
fn garbage_stays_in_its_own_segment() {
    let result =
        ask("printf 'hs!2\\n\"hs!1\\nhs!1x\\n\\377)) (error \"a ( b\\n'; echo '\"hs!1\"'; sleep 60", "", LONG).unwrap();
    assert!(result.starts_with("hs!2\n") && result.contains("(error") && result.ends_with("b\n"), "{result}");
}

#[test]
fn cancellation_kills_within_milliseconds() {
    let dir = tempfile::tempdir().unwrap();
    let path = testing::script(dir.path(), "solver", "sleep 60");
    let mut process = SmtProcess::spawn(&spec(&path)).unwrap();
    let cancel = CancelToken::new();
    let trigger = cancel.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        trigger.cancel();
        Instant::now()
    });
    assert_eq!(process.query(b"(check-sat)\n", None, &cancel), Err(SmtError::Cancelled));
    assert!(thread.join().unwrap().elapsed() < Duration::from_millis(500));
}

#[test]
fn a_wrapper_and_its_children_die_with_the_process() {
    let dir = tempfile::tempdir().unwrap();
    let pid_file = dir.path().join("pid");
    let body = format!("sleep 300 & echo $! > {}; echo 'hs!1'; wait", pid_file.display());
    let path = testing::script(dir.path(), "solver", &body);
    let mut process = SmtProcess::spawn(&spec(&path)).unwrap();
    process.query(b"", Some(Instant::now() + LONG), &CancelToken::new()).unwrap();
    let pid = std::fs::read_to_string(&pid_file).unwrap();
    let status = format!("/proc/{}/stat", pid.trim());
    // A zombie that its new parent has not reaped yet is dead all the same.
    let alive = || std::fs::read_to_string(&status).is_ok_and(|stat| !stat.contains(") Z "));
    assert!(alive());
    drop(process);
    let end = Instant::now() + Duration::from_secs(5);
    while alive() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!alive());
}

#[test]
fn a_real_solver_keeps_errors_in_their_queries() {
    let mut process = SmtProcess::spawn(&z3()).unwrap();
    let mut ask = |commands: &str| process.query(commands.as_bytes(), Some(Instant::now() + LONG), &CancelToken::new());
    assert_eq!(
        ask("(set-option :print-success false)(set-logic ALL)(declare-const x Int)(assert (> x 2))(check-sat)\n")
            .unwrap()
            .trim(),
        "sat"
    );
    if testing::binary().kind.is_z3() {
        let error = ask("(assert (> x undeclared))\n").unwrap();
        assert!(error.contains("(error"), "{error}");
        assert_eq!(ask("(check-sat)\n").unwrap().trim(), "sat");
    }
    assert_eq!(ask("(assert (< x 2))(check-sat)\n").unwrap().trim(), "unsat");
}

#[test]
fn round_trips_are_fast() {
    let mut process = SmtProcess::spawn(&z3()).unwrap();
    let cancel = CancelToken::new();
    process.query(b"(declare-const p Bool)(declare-const q Bool)(assert (or p q))\n", None, &cancel).unwrap();
    let rounds = 200;
    let start = Instant::now();
    for _ in 0..rounds {
        let answer = process.query(b"(check-sat-assuming ((not p)))\n", Some(Instant::now() + LONG), &cancel).unwrap();
        assert_eq!(answer.trim(), "sat");
    }
    let each = start.elapsed() / rounds;
    // About 100 µs on an idle machine; the bound only catches a layer that sleeps.
    assert!(each < Duration::from_millis(4), "{each:?} per query");
}

#[test]
fn the_log_replays() {
    let dir = tempfile::tempdir().unwrap();
    let target = LogTarget::new(dir.path().join("log"));
    let mut spec = z3();
    spec.log = Some(target);
    let mut answers = String::new();
    {
        let mut process = SmtProcess::spawn(&spec).unwrap();
        let script = [
            "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n",
            "(push 1)(assert (< x 3))\n(check-sat)\n",
            "(pop 1)(check-sat)\n",
        ];
        for commands in script {
            answers += &process.query(commands.as_bytes(), Some(Instant::now() + LONG), &CancelToken::new()).unwrap();
        }
    }
    assert_eq!(answers, "sat\nunsat\nsat\n");
    let log = dir.path().join("log.1.smt2");
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.contains("; hs!2: unsat"), "{text}");
    let mut args: Vec<String> = spec.args.into_iter().filter(|arg| arg != "-in").collect();
    args.push(log.to_str().unwrap().to_string());
    let mut replay = SmtProcess::spawn(&SpawnSpec { args, log: None, ..spec }).unwrap();
    let printed = replay.read_to_end(Some(Instant::now() + LONG), &CancelToken::new()).unwrap();
    let replayed: Vec<&str> = printed.lines().filter(|line| !line.contains("hs!")).collect();
    assert_eq!(replayed.join("\n") + "\n", answers);
}
