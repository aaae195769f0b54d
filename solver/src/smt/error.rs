//! The typed failures of the SMT process layer.
//!
//! Nothing in this list is a verdict: a caller that receives an [`SmtError`] knows neither `sat` nor
//! `unsat`, and the process it came from has been killed or is about to be replaced.

use crate::system::Reason;
use std::fmt;
use std::path::PathBuf;

/// Why the SMT process gave no usable answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SmtError {
    /// No usable solver binary. The text is one line and says how to get one.
    NotFound(String),
    /// The binary exists but could not be started.
    Spawn {
        /// The binary that was tried.
        binary: PathBuf,
        /// The operating system's message.
        message: String,
    },
    /// The process ended, or closed its output, before its answer was complete.
    Crashed {
        /// What was seen: the exit status, or the pipe that broke.
        detail: String,
        /// The last few kilobytes the process wrote to its standard error.
        stderr: String,
    },
    /// The deadline passed; the process was killed.
    Timeout,
    /// The [`CancelToken`](super::CancelToken) was triggered; the process was killed.
    Cancelled,
    /// The solver reached its memory limit and stopped.
    OutOfMemory,
    /// The solver answered `(error "…")` to one of the commands of this query.
    Rejected(String),
    /// The answer is not what the protocol allows. Holds the beginning of the text.
    Garbage(String),
    /// The answer is longer than the limit, in bytes.
    TooLarge(usize),
    /// The request needs something that this solver, or this layer, does not do.
    Unsupported(String),
}

impl SmtError {
    /// A [`SmtError::Garbage`] that quotes at most the first 200 characters of `text`.
    pub fn garbage(what: &str, text: &str) -> SmtError {
        let mut quoted: String = text.chars().take(200).collect();
        if quoted.len() < text.len() {
            quoted.push('…');
        }
        SmtError::Garbage(format!("{what}: {quoted:?}"))
    }

    /// True if the cause is the caller's own limit (deadline or cancellation), not a fault.
    pub fn is_interrupt(&self) -> bool {
        matches!(self, SmtError::Timeout | SmtError::Cancelled)
    }
}

impl fmt::Display for SmtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SmtError::NotFound(message) => write!(f, "{message}"),
            SmtError::Spawn { binary, message } => {
                write!(f, "cannot start the SMT solver {}: {message}", binary.display())
            }
            SmtError::Crashed { detail, stderr } => {
                write!(f, "the SMT solver failed: {detail}")?;
                match stderr.lines().rev().find(|line| !line.trim().is_empty()) {
                    Some(line) => write!(f, " (it said: {})", line.trim()),
                    None => Ok(()),
                }
            }
            SmtError::Timeout => write!(f, "timeout"),
            SmtError::Cancelled => write!(f, "cancelled"),
            SmtError::OutOfMemory => write!(f, "out of memory"),
            SmtError::Rejected(message) => write!(f, "the SMT solver rejected a command: {message}"),
            SmtError::Garbage(text) => write!(f, "the SMT solver gave an answer that cannot be read: {text}"),
            SmtError::TooLarge(limit) => write!(f, "the SMT solver's answer exceeds {limit} bytes"),
            SmtError::Unsupported(what) => write!(f, "not supported by the SMT layer: {what}"),
        }
    }
}

impl std::error::Error for SmtError {}

impl From<SmtError> for Reason {
    fn from(error: SmtError) -> Reason {
        match error {
            SmtError::Timeout => Reason::Timeout,
            SmtError::Cancelled => Reason::Cancelled,
            error => Reason::Smt(error.to_string()),
        }
    }
}
