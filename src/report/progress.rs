//! The one line on standard error that shows what a long run is doing. Only on a terminal.

use horn_solver::engine::portfolio::Running;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Runs shorter than this show nothing.
const PATIENCE: Duration = Duration::from_millis(800);

/// The sequence that empties the current line of a terminal.
pub const CLEAR: &str = "\r\x1b[K";

/// The line; it is emptied when dropped.
pub struct ProgressLine {
    enabled: bool,
    begin: Instant,
    shown: bool,
}

impl ProgressLine {
    /// A line that stays empty unless standard error is a terminal.
    pub fn new() -> ProgressLine {
        ProgressLine { enabled: std::io::stderr().is_terminal(), begin: Instant::now(), shown: false }
    }

    /// A line that stays empty.
    pub fn off() -> ProgressLine {
        let mut line = ProgressLine::new();
        line.enabled = false;
        line
    }

    /// Shows the engines that run.
    pub fn show(&mut self, running: &[Running]) {
        let text = line(self.begin.elapsed(), running);
        self.show_text(&text);
    }

    /// Shows how many checks are decided.
    pub fn show_checks(&mut self, decided: usize, all: usize, stage: &str) {
        let text = format!("{:.0} s | {decided}/{all} checks | {stage}", self.begin.elapsed().as_secs_f64());
        self.show_text(&text);
    }

    fn show_text(&mut self, text: &str) {
        if self.enabled && self.begin.elapsed() >= PATIENCE {
            self.shown = true;
            // A terminal that went away is no reason to stop.
            let _ = write!(std::io::stderr(), "{CLEAR}{text}");
        }
    }

    /// Empties the line.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(std::io::stderr(), "{CLEAR}");
        }
    }
}

impl Default for ProgressLine {
    fn default() -> ProgressLine {
        ProgressLine::new()
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}

/// The text of the line, short enough for a terminal of 100 columns with three engines.
fn line(time: Duration, running: &[Running]) -> String {
    let mut text = format!("{:.0} s", time.as_secs_f64());
    for engine in running {
        let (bound, queries) = (engine.progress.bound(), engine.progress.queries());
        text += &format!(" | {} bound {bound}", engine.name);
        if queries > 0 {
            text += &format!(", {queries} queries");
        }
    }
    text.chars().take(99).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use horn_solver::engine::Progress;

    #[test]
    fn the_line_names_engine_bound_queries_and_seconds() {
        let progress = Progress::new();
        progress.set_bound(7);
        progress.set_queries(120);
        let running = [Running { name: "bmc", time: Duration::from_secs(3), progress }];
        assert_eq!(line(Duration::from_secs(3), &running), "3 s | bmc bound 7, 120 queries");
    }
}
