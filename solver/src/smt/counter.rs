//! The work of the solver's process: how much a query may cost, and what it has cost.
//!
//! Z3 takes a limit in units of its counter before each query and tells the count after it; a query that reaches the
//! limit is answered `unknown`. cvc5 takes its limit on the command line and tells nothing; what a query costs is a
//! flat amount then.

use super::cancel::CancelToken;
use super::find::SolverKind;
use super::process::SmtProcess;
use super::steps::{QUERY, QUERY_UNCOUNTED, Steps};

/// What a process knows about its work.
#[derive(Debug, Default)]
pub(super) struct Counter {
    /// The limit it was told last; 0 for none.
    limit: u32,
    /// Its count after the last query.
    count: u64,
}

impl SmtProcess {
    /// Sends a query that may cost so many units (0 for any number) and asks for the count behind it.
    pub(super) fn send_counted(&mut self, kind: SolverKind, units: u32, query: &[u8]) {
        if !kind.is_z3() {
            return self.send(query);
        }
        if self.counter.limit != units {
            self.counter.limit = units;
            self.send(format!("(set-option :rlimit {units})\n").as_bytes());
        }
        self.send(query);
        self.send(b"(get-info :rlimit)\n");
    }

    /// The process was reset, and with it its limit and its count.
    pub(super) fn was_reset(&mut self) {
        self.counter = Counter::default();
    }

    /// Charges what a query has cost, if `text` is its answer, and returns the answer without the count, and whether
    /// the query has used up its limit. A process that gave up in the middle of something is in no state to be asked
    /// anything else: on its way it has picked up what makes later queries harder.
    pub(super) fn charge(&mut self, text: String, cancel: &CancelToken) -> (String, bool) {
        let (answer, count) = split(text);
        let Some(count) = count else {
            cancel.charge(QUERY_UNCOUNTED);
            return (answer, false);
        };
        let cost = count.saturating_sub(self.counter.count);
        cancel.charge(QUERY + Steps::units(cost));
        self.counter.count = count;
        (answer, self.counter.limit > 0 && cost >= u64::from(self.counter.limit))
    }
}

/// An answer, and the count in its last line if there is one.
fn split(mut text: String) -> (String, Option<u64>) {
    let end = text.trim_end().len();
    let start = text[..end].rfind('\n').map_or(0, |at| at + 1);
    let number = text[start..end].trim().strip_prefix("(:rlimit ").and_then(|rest| rest.strip_suffix(')'));
    match number.and_then(|number| number.trim().parse().ok()) {
        Some(count) => {
            text.truncate(start);
            (text, Some(count))
        }
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_the_last_line() {
        let split = |text: &str| split(String::from(text));
        assert_eq!(split("unknown\n(:rlimit 1002124)\n"), ("unknown\n".to_string(), Some(1_002_124)));
        assert_eq!(split("(:rlimit 7)"), (String::new(), Some(7)));
        assert_eq!(split("sat\n"), ("sat\n".to_string(), None));
        assert_eq!(split("(:rlimit x)"), ("(:rlimit x)".to_string(), None));
        assert_eq!(split(""), (String::new(), None));
    }
}
