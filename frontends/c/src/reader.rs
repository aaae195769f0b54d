//! From a file to its tree: preprocessor and parser in a row.

use crate::options::{Options, Translation};
use crate::parser::parse;
use crate::preprocess::{preprocess_file, preprocess_text};
use std::path::Path;

/// Reads a file and what it includes. Everything that is wrong is among the messages, a file that is missing too.
pub fn read(path: &Path, options: &Options) -> Translation {
    parse(preprocess_file(path, options))
}

/// Reads a text as if it were the file `name`.
pub fn read_text(name: &str, text: &str, options: &Options) -> Translation {
    parse(preprocess_text(name, text, options))
}
