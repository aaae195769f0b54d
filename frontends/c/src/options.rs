//! What decides how a file is read besides its text: the data model, folders of headers, macros from outside.

use horn_frontend::Message;
use std::path::PathBuf;

/// Sizes of the types of C on Linux for x86: `char` is signed and 8 bits, `short` 16, `int` 32, `long long` 64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// `long` and pointers have 32 bits.
    Ilp32,
    /// `long` and pointers have 64 bits.
    #[default]
    Lp64,
}

impl DataModel {
    /// The number of bits of `long` and of pointers.
    pub fn long_bits(self) -> u32 {
        match self {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }
}

/// How a file is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The data model.
    pub data_model: DataModel,
    /// Folders where `#include` looks besides that of the file (`-I`), in this order.
    pub folders: Vec<PathBuf>,
    /// Macros defined from outside (`-D`): the name, or `name(parameters)`, and the body; `1` if none.
    pub defines: Vec<(String, Option<String>)>,
    /// Whether functions of the standard library that are programs of our own are read behind the file.
    pub library: bool,
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub struct Translation {
    /// The tree. With an error among the messages it should not be analysed.
    pub tree: crate::tree::Tree,
    /// What there is to say; the files are those of [`crate::tree::Sources`].
    pub messages: Vec<Message>,
}

impl Translation {
    /// Whether there is an error.
    pub fn failed(&self) -> bool {
        self.messages.iter().any(|message| message.diagnostic.severity == horn_frontend::Severity::Error)
    }

    /// The messages as they are printed, `file:line:column: error: text`, with the file that line markers name.
    pub fn rendered(&self) -> Vec<String> {
        let sources = &self.tree.sources;
        let render = |message: &Message| {
            let what = &message.diagnostic;
            match message.file {
                Some(file) => {
                    let at = sources.presumed(horn_frontend::ir::Loc::new(file, what.span));
                    format!("{}:{}:{}: {}: {}", at.file, at.line, at.column, what.severity, what.message)
                }
                None => format!("{}: {}", what.severity, what.message),
            }
        };
        self.messages.iter().map(render).collect()
    }
}
