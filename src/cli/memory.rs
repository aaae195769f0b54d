//! The memory that we hold ourselves, without the solver processes, which have limits of their own: a system that is
//! too large ends with `unknown`, and not with the machine.

use std::fs;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// How many megabytes we may hold if nobody says: with what is asked for until that is noticed, less than four
/// gigabytes.
pub const DEFAULT: u64 = 3_500;
/// How often we look.
const PAUSE: Duration = Duration::from_millis(20);

/// The megabytes that we hold; `None` where the system does not say.
fn held() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes >> 10)
}

/// Sends the event once we hold more than so many megabytes, from a thread of its own; where nobody says what we hold,
/// never.
///
/// # Errors
/// There is no such thread.
pub fn forward<E: Send + 'static>(megabytes: u64, events: Sender<E>, event: E) -> std::io::Result<()> {
    let watch = move || {
        while let Some(held) = held() {
            if held > megabytes {
                // Nobody listens to an event behind the end.
                let _ = events.send(event);
                return;
            }
            std::thread::sleep(PAUSE);
        }
    };
    std::thread::Builder::new().name("memory".to_string()).spawn(watch).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn who_holds_too_much_is_told() {
        let (sender, receiver) = channel();
        forward(1 << 30, sender.clone(), "more").expect("a thread");
        forward(0, sender, "less").expect("a thread");
        assert_eq!(receiver.recv_timeout(Duration::from_secs(60)), Ok("less"));
        assert!(receiver.recv_timeout(PAUSE * 3).is_err());
    }
}
