//! Ada programs run for real: calls of subprograms are compiled with GNAT, all into one program, and each reports
//! whether it came back or which exception it raised on which line.
//!
//! The switches are the ones under which the checks of our frontend exist: assertions and contracts are executed
//! (`-gnata`), integer overflow raises (`-gnato`), and so do infinities (`-gnateF`).

use crate::process;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use std::{env, fs};

/// Switches that all programs are compiled with.
const SWITCHES: &[&str] = &["-q", "-gnat2022", "-gnata", "-gnato", "-gnateF", "-gnatws", "-O0"];
/// The unit that makes the calls.
const DRIVER: &str = "hornsolve_calls";
/// What its lines of output start with, so that they aren't taken for output of the programs.
const MARK: &str = "@call ";

/// A `gnatmake` that was found.
#[derive(Clone, Debug)]
pub struct Gnat {
    make: PathBuf,
}

/// What became of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// It came back; what it gave to `Show`, or nothing.
    Returned(String),
    /// It raised an exception that nobody handled.
    Raised {
        /// The full name in capitals, such as `ADA.ASSERTIONS.ASSERTION_ERROR`.
        exception: String,
        /// The file and the line that GNAT names.
        place: Option<(String, u32)>,
        /// The whole message.
        message: String,
    },
    /// It was not reached, or ran too long.
    Missing,
}

/// Subprograms to be called.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Folders with the sources.
    pub folders: Vec<PathBuf>,
    /// The units that the calls mention; each gets a with clause, and packages a use clause.
    pub units: Vec<Unit>,
    /// The calls as Ada statements. `Sink (X)` takes the result of a function, `Show (X)` reports it.
    pub calls: Vec<String>,
}

/// A library unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unit {
    /// Its name.
    pub name: String,
    /// Whether it is a package, not a subprogram.
    pub package: bool,
}

impl Gnat {
    /// The `gnatmake` in the search path.
    pub fn find() -> Option<Gnat> {
        let path = env::var_os("PATH")?;
        let make = env::split_paths(&path).map(|folder| folder.join("gnatmake")).find(|file| file.is_file())?;
        Some(Gnat { make })
    }

    /// Compiles the batch in `folder` and makes all its calls. The result has one entry for each of them.
    ///
    /// # Errors
    /// The program does not compile or cannot be started; the text says why.
    pub fn run(&self, folder: &Path, batch: &Batch, limit: Duration) -> Result<Vec<Run>, String> {
        let text = driver(batch);
        let file = folder.join(DRIVER).with_extension("adb");
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        self.make(folder, DRIVER, &batch.folders)?;
        let never = AtomicBool::new(false);
        let words = [folder.join(DRIVER).display().to_string()];
        let finished = process::run(&words, limit, &never).map_err(|error| format!("{DRIVER}: {error}"))?;
        let mut runs = vec![Run::Missing; batch.calls.len()];
        for line in finished.stdout.lines() {
            let Some((number, rest)) = line.strip_prefix(MARK).and_then(|line| line.trim().split_once(' ')) else {
                continue;
            };
            let place = number.parse::<usize>().ok().and_then(|number| runs.get_mut(number.checked_sub(1)?));
            if let Some(place) = place {
                *place = outcome(rest);
            }
        }
        Ok(runs)
    }

    /// Compiles and links the main program `unit` in `folder`, with sources from there and from `sources`.
    ///
    /// # Errors
    /// GNAT's messages.
    pub fn make(&self, folder: &Path, unit: &str, sources: &[PathBuf]) -> Result<(), String> {
        // The binder writes into the working folder, and programs are compiled at the same time.
        let mut words: Vec<String> = vec!["env".to_string(), "-C".to_string(), folder.display().to_string()];
        words.push(self.make.display().to_string());
        words.extend(SWITCHES.iter().map(|switch| (*switch).to_string()));
        for source in sources {
            words.push(format!("-I{}", source.display()));
        }
        words.push("-D".to_string());
        words.push(folder.display().to_string());
        words.push("-o".to_string());
        words.push(folder.join(unit).display().to_string());
        words.push(folder.join(unit).with_extension("adb").display().to_string());
        let never = AtomicBool::new(false);
        let limit = Duration::from_secs(300);
        let finished = process::run(&words, limit, &never).map_err(|error| format!("gnatmake: {error}"))?;
        if finished.status.success() { Ok(()) } else { Err(format!("{}{}", finished.stdout, finished.stderr)) }
    }
}

/// The text of the unit that makes the calls. Each is a procedure of its own with a handler.
fn driver(batch: &Batch) -> String {
    let mut text = String::from("with Ada.Exceptions;\nwith Ada.Text_IO;\n");
    for unit in &batch.units {
        // Writing to a string cannot fail.
        let _ = write!(text, "with {};", unit.name);
        text += &if unit.package { format!(" use {};\n", unit.name) } else { "\n".to_string() };
    }
    let _ = writeln!(text, "procedure {DRIVER} is");
    for kind in ["Boolean", "Character", "Integer", "Long_Integer", "Float", "Long_Float"] {
        let _ = writeln!(text, "   procedure Sink (X : {kind}) is null;");
    }
    text += "   Shown : Integer := 0;\n   Is_Shown : Boolean := False;\n   procedure Show (X : Integer) is\n   begin\n      \
             Shown := X;\n      Is_Shown := True;\n   end Show;\n";
    let _ = writeln!(
        text,
        "   procedure Report (Call : Positive; Text : String) is\n   begin\n      \
         Ada.Text_IO.Put_Line (\"{MARK}\" & Positive'Image (Call) & \" \" & Text);\n   end Report;\n   \
         procedure Raised (Call : Positive; E : Ada.Exceptions.Exception_Occurrence) is\n   begin\n      \
         Report (Call, \"raised \" & Ada.Exceptions.Exception_Name (E) & \" \" & Ada.Exceptions.Exception_Message (E));\n   \
         end Raised;"
    );
    for (place, call) in batch.calls.iter().enumerate() {
        let number = place + 1;
        let _ = writeln!(
            text,
            "   procedure Call_{number} is\n   begin\n      Is_Shown := False;\n      {call};\n      \
             Report ({number}, \"returned\" & (if Is_Shown then Integer'Image (Shown) else \"\"));\n   \
             exception\n      when E : others => Raised ({number}, E);\n   end Call_{number};"
        );
    }
    text += "begin\n   null;\n";
    for number in 1..=batch.calls.len() {
        let _ = writeln!(text, "   Call_{number};");
    }
    let _ = writeln!(text, "end {DRIVER};");
    text
}

/// Reads what the driver reports about a call.
fn outcome(text: &str) -> Run {
    let Some(raised) = text.trim().strip_prefix("raised ") else {
        return Run::Returned(text.trim().strip_prefix("returned").unwrap_or_default().trim().to_string());
    };
    let (exception, message) = raised.split_once(' ').unwrap_or((raised, ""));
    Run::Raised {
        exception: exception.to_string(),
        place: message.split_whitespace().find_map(place),
        message: message.trim().to_string(),
    }
}

/// A word `file:line`, with whatever may follow the line.
fn place(word: &str) -> Option<(String, u32)> {
    let (file, rest) = word.split_once(':')?;
    let line = rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
    Some((file.to_string(), line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read() {
        assert_eq!(outcome("returned"), Run::Returned(String::new()));
        assert_eq!(outcome("returned -5"), Run::Returned("-5".to_string()));
        let raised = |exception: &str, place: Option<(&str, u32)>, message: &str| Run::Raised {
            exception: exception.to_string(),
            place: place.map(|(file, line)| (file.to_string(), line)),
            message: message.to_string(),
        };
        assert_eq!(
            outcome("raised CONSTRAINT_ERROR p.adb:12 overflow check failed"),
            raised("CONSTRAINT_ERROR", Some(("p.adb", 12)), "p.adb:12 overflow check failed")
        );
        assert_eq!(
            outcome("raised ADA.ASSERTIONS.ASSERTION_ERROR failed precondition from p.adb:3"),
            raised("ADA.ASSERTIONS.ASSERTION_ERROR", Some(("p.adb", 3)), "failed precondition from p.adb:3")
        );
        assert_eq!(outcome("raised P.OOPS "), raised("P.OOPS", None, ""));
    }

    #[test]
    fn the_driver_has_a_handler_for_every_call() {
        let batch = Batch {
            folders: Vec::new(),
            units: vec![Unit { name: "P".to_string(), package: true }, Unit { name: "Q".to_string(), package: false }],
            calls: vec!["Q (1)".to_string(), "Sink (P.F)".to_string()],
        };
        let text = driver(&batch);
        assert!(text.contains("with P; use P;\nwith Q;\n"), "{text}");
        assert_eq!(text.matches("when E : others").count(), 2);
    }
}
