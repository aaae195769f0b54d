//! The query log: what each solver process was sent, in files that replay in the solver.
//!
//! Every process has its own file, `PATH.1.smt2`, `PATH.2.smt2`, …: a log that mixed two processes would not
//! replay. Answers are written as comments after the query they belong to. A log that cannot be written is
//! given up with a warning; it never changes an answer.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Where logs go. Clones share the counter that numbers the files.
#[derive(Debug, Clone)]
pub struct LogTarget {
    prefix: PathBuf,
    next: Arc<AtomicUsize>,
}

impl LogTarget {
    /// Logs go to `prefix` extended by `.N.smt2`.
    pub fn new(prefix: impl Into<PathBuf>) -> LogTarget {
        LogTarget { prefix: prefix.into(), next: Arc::new(AtomicUsize::new(1)) }
    }

    /// Whether the first file can be written.
    ///
    /// # Errors
    /// The line that says why not.
    pub fn check(&self) -> Result<(), String> {
        let name = PathBuf::from(self.file(1));
        let made = File::create(&name).and_then(|_| std::fs::remove_file(&name));
        made.map_err(|error| format!("cannot write the SMT log {}: {error}", name.display()))
    }

    fn file(&self, number: usize) -> OsString {
        let mut name = self.prefix.clone().into_os_string();
        name.push(format!(".{number}.smt2"));
        name
    }

    /// Opens the next file; `None`, with a warning, if it cannot be created.
    pub(super) fn open(&self, binary: &Path, args: &[String]) -> Option<QueryLog> {
        let name = self.file(self.next.fetch_add(1, Ordering::Relaxed));
        match File::create(&name) {
            Ok(file) => {
                let mut log = QueryLog { file: Some(BufWriter::new(file)) };
                log.comment(&format!("{} {}", binary.display(), args.join(" ")));
                Some(log)
            }
            Err(error) => {
                log::warn!("cannot write the SMT log {}: {error}", name.display());
                None
            }
        }
    }
}

/// The log of one process.
#[derive(Debug)]
pub(super) struct QueryLog {
    /// `None` after the first write error.
    file: Option<BufWriter<File>>,
}

impl QueryLog {
    /// Writes commands as sent.
    pub(super) fn commands(&mut self, bytes: &[u8]) {
        self.write(|file| file.write_all(bytes));
    }

    /// Writes a text as comment lines and flushes, so that the file is complete if we are killed.
    pub(super) fn comment(&mut self, text: &str) {
        self.write(|file| {
            for line in text.lines() {
                writeln!(file, "; {line}")?;
            }
            file.flush()
        });
    }

    fn write(&mut self, action: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>) {
        if let Some(file) = &mut self.file
            && let Err(error) = action(file)
        {
            log::warn!("the SMT log ends here: {error}");
            self.file = None;
        }
    }
}
