//! Places of a program as people see them: file, line and column.

use crate::diagnostic::Source;
use crate::frontend::Lowered;
use crate::ir::{FileId, Loc};

/// The places of a program as file, line and column.
pub struct Places<'a> {
    sources: Vec<Source<'a>>,
}

/// A place as people see it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position<'a> {
    /// The file as the user named it.
    pub file: &'a str,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl<'a> Places<'a> {
    /// The places of what a frontend has read.
    pub fn new(lowered: &'a Lowered) -> Places<'a> {
        let texts = lowered.texts.iter().map(String::as_str).chain(std::iter::repeat(""));
        let sources = lowered.program.files.iter().zip(texts).map(|(name, text)| Source::new(name, text)).collect();
        Places { sources }
    }

    /// A file with its text, if it is one of the program.
    pub fn source(&self, file: FileId) -> Option<&Source<'a>> {
        self.sources.get(file.0 as usize)
    }

    /// File, line and column of the start of a place.
    pub fn position(&self, loc: Loc) -> Position<'a> {
        match self.source(loc.file) {
            Some(source) => {
                let (line, column) = source.position(loc.span.start);
                Position { file: source.name, line, column }
            }
            None => Position { file: "", line: 1, column: 1 },
        }
    }

    /// `file:line:column`.
    pub fn text(&self, loc: Loc) -> String {
        let Position { file, line, column } = self.position(loc);
        format!("{file}:{line}:{column}")
    }

    /// The text of the line in which a place starts, without its end.
    pub fn line(&self, loc: Loc) -> &'a str {
        let Some(source) = self.source(loc.file) else { return "" };
        let (line, _) = source.position(loc.span.start);
        source.text.lines().nth(line - 1).unwrap_or("")
    }

    /// How many characters of its first line a place covers, at least one.
    pub fn width(&self, loc: Loc) -> usize {
        let Some(source) = self.source(loc.file) else { return 1 };
        let covered = source.text.get(loc.span.start as usize..loc.span.end as usize).unwrap_or("");
        covered.lines().next().unwrap_or("").chars().count().max(1)
    }
}

/// The last part of a file's name.
pub fn base_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}
