//! Positions in a source text and the errors that point at them.
//!
//! A [`Span`] is a pair of byte offsets; it costs eight bytes and is carried everywhere. Lines and
//! columns are computed from it only when an error is made, so a good file never pays for them.

use std::fmt;

/// A half-open range of byte offsets into the source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset one past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`.
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The text the span covers; empty if it doesn't lie within `text`.
    pub fn text(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// What sort of mistake a [`Diagnostic`] is about, for those who report some sorts in words of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    /// The text is no sequence of commands.
    Syntax,
    /// A command that is known but not supported.
    Command,
    /// Two predicates are heads of one clause.
    Heads,
    /// A predicate stands where no Horn clause can have it.
    NotHorn,
    /// A function or constant without definition is used.
    Uninterpreted,
    /// Anything else.
    #[default]
    Other,
}

/// An error in an input text: where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What sort of mistake it is.
    pub fault: Fault,
    /// The bytes it is about.
    pub span: Span,
    /// Line of the first byte, counted from 1.
    pub line: u32,
    /// Column of the first byte, counted from 1, in characters (not bytes).
    pub column: u32,
    /// What is wrong: one sentence, no final dot, no position.
    pub message: String,
}

impl Diagnostic {
    /// An error about `span` of `text`.
    pub fn new(text: &str, span: Span, message: impl Into<String>) -> Diagnostic {
        let (line, column) = line_column(text.as_bytes(), span.start as usize);
        Diagnostic { fault: Fault::Other, span, line, column, message: message.into() }
    }

    /// The same error with its sort.
    #[must_use]
    pub fn of(mut self, fault: Fault) -> Diagnostic {
        self.fault = fault;
        self
    }

    /// `file:line:col: error: message`, the form editors understand.
    pub fn render(&self, file: &str) -> String {
        format!("{file}:{self}")
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: error: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// Line and column (both from 1) of a byte offset; an offset past the end means the end.
///
/// Lines end at LF, so CRLF files count the same as LF files. Columns count UTF-8 leading bytes, i.e.
/// characters; a byte order mark at the start of the text counts for nothing.
pub fn line_column(text: &[u8], offset: usize) -> (u32, u32) {
    let before = &text[..offset.min(text.len())];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let line = before[..line_start].iter().filter(|&&byte| byte == b'\n').count();
    let mut current = &before[line_start..];
    if line_start == 0 {
        current = current.strip_prefix(&BOM).unwrap_or(current);
    }
    let column = current.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    (line as u32 + 1, column as u32 + 1)
}

/// The UTF-8 byte order mark.
pub(crate) const BOM: [u8; 3] = [0xEF, 0xBB, 0xBF];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        let text = "ab\r\n\u{e9}x\n\nz";
        let at = |needle: &str| {
            let offset = text.find(needle).expect("needle occurs");
            line_column(text.as_bytes(), offset)
        };
        assert_eq!(at("a"), (1, 1));
        assert_eq!(at("b"), (1, 2));
        assert_eq!(at("x"), (2, 2));
        assert_eq!(at("z"), (4, 1));
        assert_eq!(line_column(text.as_bytes(), 1000), (4, 2));
        assert_eq!(line_column(b"", 0), (1, 1));
        assert_eq!(line_column(b"\xEF\xBB\xBFab", 4), (1, 2));
    }

    #[test]
    fn a_diagnostic_renders_the_way_editors_read_it() {
        let text = "(assert\n  oops)";
        let error = Diagnostic::new(text, Span::new(10, 14), "unknown symbol `oops`");
        assert_eq!(error.span.text(text), "oops");
        assert_eq!(error.render("dir/f.smt2"), "dir/f.smt2:2:3: error: unknown symbol `oops`");
    }
}
