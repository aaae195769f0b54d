//! SIGINT, SIGTERM and SIGHUP as messages.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::mpsc::Sender;

/// Sends `event(number)` for every such signal from now on.
pub fn forward<E: Send + 'static>(sender: Sender<E>, event: fn(i32) -> E) -> std::io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let forward = move || {
        for signal in signals.forever() {
            if sender.send(event(signal)).is_err() {
                return;
            }
        }
    };
    std::thread::Builder::new().name("signals".to_string()).spawn(forward).map(drop)
}
