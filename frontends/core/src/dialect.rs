//! The command line of another tool for a language, whose place this program takes under the name of that tool: a row
//! for each of its options says what becomes of it here.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The command line of another tool.
pub struct Dialect {
    /// The name of its program: under this name ours takes its arguments.
    pub command: &'static str,
    /// What it is called in texts.
    pub tool: &'static str,
    /// Every option that it has.
    pub options: &'static [ToolOption],
    /// The word behind which all arguments are for somebody else, and what is wrong with one of those: an `Err` says
    /// why nothing can be said of the program that it makes.
    pub rest: (&'static str, fn(&OsStr) -> Result<(), String>),
    /// The arguments that it adds by itself where none names what is to be verified but files, if any: the folder that
    /// it runs in, and whether there are files.
    pub implied: fn(&Path, bool) -> Result<Vec<OsString>, String>,
    /// Where it writes its summary, in the folder for what is made of a project.
    pub summary: &'static str,
}

/// An option of the other tool.
pub struct ToolOption {
    /// How it is written. A value stands behind `=`, or is the next argument.
    pub names: &'static [&'static str],
    /// How its value is called; none if it has no value.
    pub value: Option<&'static str>,
    /// What becomes of it.
    pub does: Does,
    /// What that means: what is the same, why it has no effect, why it is refused.
    pub note: &'static str,
}

/// What becomes of an option of the other tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// This program, or the frontend, has an option of that name.
    Same,
    /// It stands for these options of this program.
    Means(&'static [&'static str]),
    /// It stands for this option of this program, with its value.
    Named(&'static str),
    /// It is accepted, and has no effect on the result; one warning names all such options.
    Ignored,
    /// It is refused: the result would be about another program, or not be what was asked for.
    Refused,
}

impl Does {
    /// The word of the documents.
    pub fn word(self) -> &'static str {
        match self {
            Does::Same | Does::Means(_) | Does::Named(_) => "implemented",
            Does::Ignored => "accepted",
            Does::Refused => "refused",
        }
    }
}

impl ToolOption {
    /// How it is typed: `--level=N`, `-j N`.
    pub fn shown(&self) -> String {
        let shown = |name: &&str| match self.value {
            Some(value) if name.len() == 2 => format!("{name} {value}"),
            Some(value) => format!("{name}={value}"),
            None => (*name).to_string(),
        };
        self.names.iter().map(shown).collect::<Vec<String>>().join(", ")
    }
}

impl Dialect {
    /// The option with this name.
    pub fn find(&self, name: &[u8]) -> Option<&'static ToolOption> {
        self.options.iter().find(|option| option.names.iter().any(|known| known.as_bytes() == name))
    }

    /// The rows of the documents' table, one line each, without its head.
    pub fn rows(&self) -> String {
        let row = |option: &ToolOption| {
            let shown = option.shown().replace(", -", "`, `-").replace('|', "\\|");
            format!("| `{shown}` | {} | {} |\n", option.does.word(), option.note)
        };
        self.options.iter().map(row).collect()
    }
}
