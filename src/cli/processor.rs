//! The processor time that we have used with all threads, and the solver processes that we have started: what
//! `--cpu-limit` is about, and what competitions and queues of clusters count.

use horn_solver::smt::CancelToken;
use std::fs;
use std::time::Duration;

/// The kernel shows times in hundredths of a second to every program, whatever it uses inside.
const TICK: Duration = Duration::from_millis(10);
/// How often the time is looked at.
const PAUSE: Duration = Duration::from_millis(100);

/// What a process and those of its children that have ended have used, from its line in `/proc`.
fn of_line(line: &str) -> Option<Duration> {
    // The name of the program, in parentheses, may have anything in it.
    let (_, rest) = line.rsplit_once(')')?;
    let times = rest.split_whitespace().skip(11).take(4).map(|word| word.parse::<u32>().ok());
    let ticks: Vec<u32> = times.collect::<Option<_>>()?;
    (ticks.len() == 4).then(|| TICK * ticks.into_iter().fold(0, u32::saturating_add))
}

/// What a process has used, with its children and theirs; `None` if it is gone.
fn of(process: &str) -> Option<Duration> {
    let folder = format!("/proc/{process}");
    let mut used = of_line(&fs::read_to_string(format!("{folder}/stat")).ok()?)?;
    for task in fs::read_dir(format!("{folder}/task")).into_iter().flatten().flatten() {
        // A thread that is gone has no children; who has ended since is in the time of who waited for it.
        let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        used += children.split_whitespace().filter_map(of).sum::<Duration>();
    }
    Some(used)
}

/// What we have used; `None` where the system does not say.
pub fn used() -> Option<Duration> {
    of("self")
}

/// Triggers the token once so much processor time is used, from a thread of its own.
///
/// # Errors
/// Nobody can tell how much is used.
pub fn limit(limit: Duration, cancel: &CancelToken) -> Result<(), String> {
    used().ok_or("--cpu-limit: the system does not say how much processor time is used")?;
    let cancel = cancel.clone();
    let watch = move || {
        while !cancel.is_cancelled() {
            if used().is_none_or(|used| used >= limit) {
                cancel.cancel();
            }
            std::thread::sleep(PAUSE);
        }
    };
    let thread = std::thread::Builder::new().name("processor time".to_string()).spawn(watch);
    thread.map(drop).map_err(|error| format!("no thread: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn lines_are_read_whatever_the_program_is_called() {
        let line = "12 (a ) b) S 1 12 12 0 -1 4194304 100 0 0 0 150 25 10 5 20 0 1 0 100 1000 100";
        assert_eq!(of_line(line), Some(Duration::from_millis(1900)));
        assert_eq!(of_line("12 (short) S 1 12"), None);
        assert_eq!(of_line(""), None);
    }

    #[test]
    fn children_count_while_they_run_and_when_they_are_gone() {
        let before = used().expect("Linux");
        let mut child = Command::new("sh").args(["-c", "while :; do :; done"]).spawn().expect("a shell");
        let end = std::time::Instant::now() + Duration::from_secs(60);
        let grown = || used().expect("Linux") >= before + Duration::from_millis(200);
        while !grown() && std::time::Instant::now() < end {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(grown());
        child.kill().expect("ours");
        child.wait().expect("ours");
        assert!(grown());
    }

    #[test]
    fn who_has_used_it_up_is_told() {
        let cancel = CancelToken::new();
        limit(Duration::ZERO, &cancel).expect("Linux");
        let end = std::time::Instant::now() + Duration::from_secs(60);
        while !cancel.is_cancelled() && std::time::Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(cancel.is_cancelled());
    }
}
