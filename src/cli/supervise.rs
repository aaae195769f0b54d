//! Work on a thread of its own, with a big stack, that a deadline and signals can end whatever it is doing.
//!
//! The first thread waits for the first of four events: the work has ended, a signal has come, the time is over, more
//! memory is used than allowed. SMT processes die with the threads that started them.

use super::{memory, signals};
use horn_solver::engine::portfolio::panic_text;
use horn_solver::smt::CancelToken;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long after the deadline the work may take to say so by itself.
const OVERTIME: Duration = Duration::from_millis(500);
/// How long the work may take to stop its processes after a signal.
pub const FAREWELL: Duration = Duration::from_millis(200);
/// Reading and simplifying use explicit stacks; the size is a margin.
const STACK_SIZE: usize = 256 << 20;

/// How the work ended.
pub enum End<T> {
    /// By itself.
    Done(T),
    /// It panicked; the message.
    Panic(String),
    /// A signal of that number came; the work was told and had a moment to stop its processes. Its result, if it had
    /// one in that time.
    Signal(i32, Option<T>),
    /// The deadline passed while the work was not looking.
    Late,
    /// The work has used more memory than allowed.
    Full,
    /// There was no thread to be had; says why.
    NoThread(String),
}

enum Event<T> {
    Work(Result<T, String>),
    Signal(i32),
    Memory,
}

/// What work may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// The time on the clock.
    pub timeout: Option<Duration>,
    /// Our own memory in megabytes.
    pub memory: Option<u64>,
}

/// Runs `work` with a token that expires after the timeout. After a signal it has `farewell` to come to an end.
pub fn supervise<T: Send + 'static>(
    bounds: Bounds,
    farewell: Duration,
    work: impl FnOnce(&CancelToken) -> T + Send + 'static,
) -> End<T> {
    supervise_longer(bounds, OVERTIME, farewell, work)
}

/// The same with another time behind the deadline that the work may take to come to an end.
pub fn supervise_longer<T: Send + 'static>(
    Bounds { timeout, memory }: Bounds,
    overtime: Duration,
    farewell: Duration,
    work: impl FnOnce(&CancelToken) -> T + Send + 'static,
) -> End<T> {
    let begin = Instant::now();
    let cancel = timeout.map_or_else(CancelToken::new, CancelToken::with_timeout);
    let (sender, receiver) = channel();
    if let Err(error) = signals::forward(sender.clone(), Event::Signal) {
        log::warn!("signals are not handled: {error}");
    }
    if let Some(megabytes) = memory
        && let Err(error) = memory::forward(megabytes, sender.clone(), Event::Memory)
    {
        return End::NoThread(error.to_string());
    }
    let token = cancel.clone();
    let work = move || {
        let guarded = std::panic::AssertUnwindSafe(|| work(&token));
        let result = std::panic::catch_unwind(guarded).map_err(|panic| panic_text(panic.as_ref()));
        // The receiver is gone if the first thread has given up on us.
        let _ = sender.send(Event::Work(result));
    };
    let thread = std::thread::Builder::new().name("main".to_string()).stack_size(STACK_SIZE);
    if let Err(error) = thread.spawn(work) {
        return End::NoThread(error.to_string());
    }
    let event = match timeout {
        Some(limit) => receiver.recv_timeout(limit.saturating_add(overtime).saturating_sub(begin.elapsed())),
        None => receiver.recv().map_err(RecvTimeoutError::from),
    };
    match event {
        Ok(Event::Work(Ok(result))) => End::Done(result),
        Ok(Event::Work(Err(panic))) => End::Panic(panic),
        Ok(Event::Signal(number)) => {
            cancel.cancel();
            match receiver.recv_timeout(farewell) {
                Ok(Event::Work(Ok(result))) => End::Signal(number, Some(result)),
                _ => End::Signal(number, None),
            }
        }
        Ok(Event::Memory) => End::Full,
        Err(RecvTimeoutError::Timeout) => End::Late,
        Err(RecvTimeoutError::Disconnected) => End::Panic("the work ended without a result".to_string()),
    }
}
