//! SIGINT, SIGTERM and SIGHUP as messages. The second one ends the program at once.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

/// The signals that end the work.
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// Sends `event(number)` for the first such signal from now on; another one ends the program, whatever it is doing.
pub fn forward<E: Send + 'static>(sender: Sender<E>, event: fn(i32) -> E) -> std::io::Result<()> {
    let again = Arc::new(AtomicBool::new(false));
    // In this order: a signal first looks whether there was one before, and then is the one before the next.
    for signal in SIGNALS {
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&again))?;
    }
    for signal in SIGNALS {
        flag::register(signal, Arc::clone(&again))?;
    }
    let mut signals = Signals::new(SIGNALS)?;
    let forward = move || {
        for signal in signals.forever() {
            if sender.send(event(signal)).is_err() {
                return;
            }
        }
    };
    std::thread::Builder::new().name("signals".to_string()).spawn(forward).map(drop)
}

/// What a signal is called.
pub fn name(number: i32) -> &'static str {
    signal_hook::low_level::signal_name(number).unwrap_or("unknown signal")
}
