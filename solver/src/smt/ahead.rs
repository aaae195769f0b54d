//! A solver process that is started before anybody has a question, so that nobody waits for its start.

use super::cancel::CancelToken;
use super::config::SmtConfig;
use super::process::{SmtProcess, SpawnSpec};
use std::sync::{Arc, Mutex, PoisonError};

/// A place for one process. Clones share it; the first solver that needs such a process takes it.
#[derive(Clone, Debug, Default)]
pub struct Ahead {
    waiting: Arc<Mutex<Option<(SpawnSpec, SmtProcess)>>>,
}

impl Ahead {
    /// Starts a process for work that ends with `cancel`. It ends with the thread that calls this. An error is no loss:
    /// the first question starts a process of its own, and reports what is wrong. Where queries are logged nothing is
    /// started, as each process has a log, and one that nobody asks would have an empty one.
    pub fn start(&self, config: &SmtConfig, cancel: &CancelToken) {
        if config.log.is_some() {
            return;
        }
        let spec = config.spawn_spec(cancel);
        if let Ok(process) = SmtProcess::spawn(&spec) {
            *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Some((spec, process));
        }
    }

    /// Ends the process, if nobody has taken it.
    pub fn end(&self) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// The process, if it is one that would be started so.
    pub(super) fn take(&self, spec: &SpawnSpec) -> Option<SmtProcess> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.take_if(|(known, _)| known.serves(spec)).map(|(_, process)| process)
    }
}
