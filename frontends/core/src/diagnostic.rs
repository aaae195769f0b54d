//! Positions and messages: where in a source text something is wrong, and how that is said.
//!
//! The printed form is the one compilers use, `file:line:column: error: text`, so that editors and
//! build tools find the place. Lines and columns start at 1; a column counts characters, not bytes.

use std::fmt;

/// A half-open range of byte offsets into one source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just behind the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to, but not including, `end`.
    pub fn new(start: u32, end: u32) -> Span {
        debug_assert!(start <= end, "a span ends before it starts");
        Span { start, end }
    }
}

/// How serious a [`Diagnostic`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Additional information about an earlier message.
    Note,
    /// Suspicious, but the text can be used.
    Warning,
    /// The text cannot be used.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// One message about one place in a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How serious it is.
    pub severity: Severity,
    /// The place.
    pub span: Span,
    /// What is wrong and what was expected: one line, no final full stop.
    pub message: String,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, span, message: message.into() }
    }

    /// The message as it is printed, with the position looked up in `source`.
    pub fn render(&self, source: &Source<'_>) -> String {
        let (line, column) = source.position(self.span.start);
        format!("{}:{line}:{column}: {}: {}", source.name, self.severity, self.message)
    }
}

/// A source text with its name and the table of its lines.
#[derive(Clone, Debug)]
pub struct Source<'t> {
    /// The name as the user gave it; it opens every message.
    pub name: &'t str,
    /// The whole text.
    pub text: &'t str,
    /// Byte offset of the start of every line; the first is 0.
    line_starts: Vec<u32>,
}

impl<'t> Source<'t> {
    /// A source text. Its lines end at `\n`; a `\r` before it belongs to the line it ends.
    pub fn new(name: &'t str, text: &'t str) -> Source<'t> {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(ends.map(|(at, _)| offset(at + 1))).collect();
        Source { name, text, line_starts }
    }

    /// Line and column, both from 1, of a byte offset. An offset behind the end of the text, or
    /// inside a character, gives the position of the nearest character boundary before it.
    pub fn position(&self, at: u32) -> (usize, usize) {
        let line = self.line_starts.partition_point(|start| *start <= at);
        let start = self.line_starts[line - 1] as usize;
        let column = self.text[start..]
            .char_indices()
            .take_while(|(inside, c)| start + inside + c.len_utf8() <= at as usize)
            .count();
        (line, column + 1)
    }
}

/// Source texts of 4 GiB and more get positions at their end only.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters() {
        let source = Source::new("a.src", "ab\nçd\r\n\nx");
        let expected = [(0, (1, 1)), (2, (1, 3)), (3, (2, 1)), (5, (2, 2)), (8, (3, 1)), (9, (4, 1)), (99, (4, 2))];
        for (at, position) in expected {
            assert_eq!(source.position(at), position, "offset {at}");
        }
    }

    #[test]
    fn a_diagnostic_names_file_line_and_column() {
        let source = Source::new("p.src", "begin\n  X = 1;\n");
        let message = Diagnostic::error(Span::new(10, 11), "\"=\" should be \":=\"");
        assert_eq!(message.render(&source), "p.src:2:5: error: \"=\" should be \":=\"");
    }
}
