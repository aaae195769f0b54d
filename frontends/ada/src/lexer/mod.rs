//! Text to tokens (RM 2), in one pass over the bytes.
//!
//! * An apostrophe is an attribute tick behind an identifier, `all`, a closing parenthesis or bracket, or a
//!   literal; elsewhere it opens a character literal. `T'(',')` and `Character'('a')` come out right.
//! * A dot belongs to a number only before a digit: `1..2` is three tokens.
//! * Comments are dropped, except that lines `--#` and `--%` are annotations where the options say so. Their
//!   tokens stand between a begin token and [`TokenKind::AnnotationEnd`]; consecutive annotation lines,
//!   with blank lines and ordinary comments between them, make one block.
//! * Mistakes are reported and still give the token that was probably meant, so that the parser goes on.

mod number;
#[cfg(test)]
mod tests;
pub mod token;

pub use number::{integer_value, real_value};
pub use token::{Token, TokenKind, reserved_word};

use horn_frontend::{Diagnostic, Span};
use token::reserved_bytes;

/// Which comments are annotations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnnotationMarks {
    /// The character behind `--` that opens SPARK 2005 annotations, `#`.
    pub spark: Option<char>,
    /// The character behind `--` that opens SPARK-BMC annotations, `%`.
    pub bmc: Option<char>,
}

/// The tokens of a text, the last of which is [`TokenKind::Eof`], and what is wrong with them.
pub fn tokenize(text: &str, marks: AnnotationMarks) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        at: 0,
        tokens: Vec::with_capacity(text.len() / 5 + 8),
        diagnostics: Vec::new(),
        marks,
        block: None,
    };
    lexer.run();
    (lexer.tokens, lexer.diagnostics)
}

/// Whether a file begins with the mark that says that it is in UTF-8.
pub fn has_byte_order_mark(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xEF\xBB\xBF")
}

/// Source bytes as text: UTF-8 with or without a byte order mark, or else Latin-1.
pub fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
    marks: AnnotationMarks,
    /// The annotation block that is open, by its begin token.
    block: Option<TokenKind>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        // On an annotation line tokens end with the line; elsewhere the whole text is one piece.
        let mut in_line = false;
        loop {
            let before = self.at;
            let Some(byte) = self.peek(0) else { break };
            match byte {
                b'\n' | b'\r' => {
                    in_line = false;
                    self.at += 1;
                }
                b' ' | b'\t' | 0x0B | 0x0C => self.at += 1,
                b'-' if self.peek(1) == Some(b'-') => {
                    let mark = if in_line { None } else { self.annotation_mark() };
                    match mark {
                        Some((kind, width)) => {
                            if self.block != Some(kind) {
                                self.close_block();
                                self.push(kind, self.at, self.at + 2 + width);
                                self.block = Some(kind);
                            }
                            self.at += 2 + width;
                            in_line = true;
                        }
                        None => self.skip_line(),
                    }
                }
                _ => {
                    if !in_line {
                        self.close_block();
                    }
                    self.token(byte);
                }
            }
            debug_assert!(self.at > before, "the lexer makes progress");
        }
        self.close_block();
        self.push(TokenKind::Eof, self.bytes.len(), self.bytes.len());
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        self.tokens.push(Token { kind, start: offset(start), end: offset(end) });
    }

    fn error(&mut self, start: usize, end: usize, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(Span::new(offset(start), offset(end)), message));
    }

    fn close_block(&mut self) {
        if self.block.take().is_some() {
            let end = self.tokens.last().map_or(0, |token| token.end as usize);
            self.push(TokenKind::AnnotationEnd, end, end);
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
    }

    /// At `--`: the kind of annotation it opens, and the width in bytes of the character that says so.
    fn annotation_mark(&self) -> Option<(TokenKind, usize)> {
        if self.marks == AnnotationMarks::default() {
            return None;
        }
        let mark = self.text[self.at + 2..].chars().next()?;
        if Some(mark) == self.marks.spark {
            Some((TokenKind::SparkBegin, mark.len_utf8()))
        } else if Some(mark) == self.marks.bmc {
            Some((TokenKind::BmcBegin, mark.len_utf8()))
        } else {
            None
        }
    }

    fn token(&mut self, byte: u8) {
        use TokenKind as K;
        let next = self.peek(1);
        let (kind, width) = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => return self.word(),
            b'0'..=b'9' => return self.number(),
            b'"' => return self.string(),
            b'\'' => return self.apostrophe(),
            b'(' => (K::LeftParen, 1),
            b')' => (K::RightParen, 1),
            b'[' => (K::LeftBracket, 1),
            b']' => (K::RightBracket, 1),
            b',' => (K::Comma, 1),
            b';' => (K::Semicolon, 1),
            b':' if next == Some(b'=') => (K::Assign, 2),
            b':' => (K::Colon, 1),
            b'.' if next == Some(b'.') => (K::DotDot, 2),
            b'.' => (K::Dot, 1),
            b'=' if next == Some(b'>') => (K::Arrow, 2),
            b'=' if next == Some(b'=') => {
                self.error(self.at, self.at + 2, "== should be =");
                (K::Equal, 2)
            }
            b'=' => (K::Equal, 1),
            b'/' if next == Some(b'=') => (K::NotEqual, 2),
            b'/' => (K::Slash, 1),
            b'!' if next == Some(b'=') => {
                self.error(self.at, self.at + 2, "!= should be /=");
                (K::NotEqual, 2)
            }
            // Replacement character of Annex J.
            b'!' => (K::Bar, 1),
            b'<' if self.block.is_some() && next == Some(b'-') && self.peek(2) == Some(b'>') => (K::Iff, 3),
            b'<' => match next {
                Some(b'<') => (K::LeftLabel, 2),
                Some(b'=') => (K::LessEqual, 2),
                Some(b'>') => (K::Box, 2),
                _ => (K::Less, 1),
            },
            b'>' => match next {
                Some(b'>') => (K::RightLabel, 2),
                Some(b'=') => (K::GreaterEqual, 2),
                _ => (K::Greater, 1),
            },
            b'-' if self.block.is_some() && next == Some(b'>') => (K::Implies, 2),
            b'-' => (K::Minus, 1),
            b'+' => (K::Plus, 1),
            b'*' if next == Some(b'*') => (K::StarStar, 2),
            b'*' => (K::Star, 1),
            b'&' if next == Some(b'&') => {
                self.error(self.at, self.at + 2, "&& should be \"and then\"");
                self.push(K::And, self.at, self.at + 2);
                (K::Then, 2)
            }
            b'&' => (K::Ampersand, 1),
            b'|' if next == Some(b'|') => {
                self.error(self.at, self.at + 2, "\"||\" should be \"or else\"");
                self.push(K::Or, self.at, self.at + 2);
                (K::Else, 2)
            }
            b'|' => (K::Bar, 1),
            b'@' => (K::Target, 1),
            b'~' if self.block.is_some() => (K::Tilde, 1),
            b'%' if self.block.is_some() => (K::Percent, 1),
            b'%' => match self.percent_string() {
                Some(length) => (K::String, length),
                None => {
                    self.error(self.at, self.at + 1, "\"%\" is no operator; use \"mod\" or \"rem\"");
                    (K::Mod, 1)
                }
            },
            _ => return self.other(),
        };
        self.push(kind, self.at, self.at + width);
        self.at += width;
    }

    /// A character outside ASCII, or one that no token starts with.
    fn other(&mut self) {
        let Some(character) = self.text[self.at..].chars().next() else { return };
        let width = character.len_utf8();
        if character.is_alphabetic() {
            return self.word();
        }
        // Blanks of Latin-1 and Unicode, and the control character that ends a file on old systems.
        if character.is_whitespace() || character == '\u{1a}' || character == '\u{feff}' {
            self.at += width;
            return;
        }
        let message = if character == '_' { "identifier cannot start with underline" } else { "illegal character" };
        self.error(self.at, self.at + width, message);
        if character == '_' && matches!(self.peek(1), Some(byte) if byte.is_ascii_alphanumeric()) {
            return self.word();
        }
        self.push(TokenKind::Illegal, self.at, self.at + width);
        self.at += width;
    }

    /// Identifier or reserved word (RM 2.3, 2.9).
    fn word(&mut self) {
        let start = self.at;
        let mut lower = [0u8; 12];
        let mut underlines = false;
        while let Some(byte) = self.peek(0) {
            if byte == b'_' {
                underlines = true;
            } else if byte >= 0x80 {
                match self.text[self.at..].chars().next() {
                    Some(character) if character.is_alphanumeric() || is_mark(character) => {
                        self.at += character.len_utf8();
                        continue;
                    }
                    _ => break,
                }
            } else if !byte.is_ascii_alphanumeric() {
                break;
            }
            if let Some(slot) = lower.get_mut(self.at - start) {
                *slot = byte.to_ascii_lowercase();
            }
            self.at += 1;
        }
        let length = self.at - start;
        let mut kind = TokenKind::Identifier;
        if underlines {
            self.check_underlines(start, self.at, "identifier cannot end with underline");
        } else if let Some(word) = lower.get(..length) {
            // Behind a tick a reserved word is the name of an attribute.
            let designator = self.tokens.last().is_some_and(|token| token.kind == TokenKind::Tick);
            if !designator && let Some(reserved) = reserved_bytes(word) {
                kind = reserved;
            }
        }
        self.push(kind, start, self.at);
    }

    fn check_underlines(&mut self, start: usize, end: usize, at_end: &str) {
        let bytes = &self.bytes[start..end];
        if let Some(double) = bytes.windows(2).position(|pair| pair == b"__") {
            self.error(start + double + 1, start + double + 2, "two consecutive underlines not permitted");
        } else if bytes.last() == Some(&b'_') {
            self.error(end - 1, end, at_end);
        }
    }

    /// String literal (RM 2.6).
    fn string(&mut self) {
        let start = self.at;
        self.at += 1;
        loop {
            match self.peek(0) {
                Some(b'"') if self.peek(1) == Some(b'"') => self.at += 2,
                Some(b'"') => {
                    self.at += 1;
                    break;
                }
                None | Some(b'\n' | b'\r') => {
                    return self.unterminated_string(start);
                }
                Some(_) => self.at += 1,
            }
        }
        self.push(TokenKind::String, start, self.at);
    }

    /// At a `%` where an operand is expected: the length of a string between percent signs (RM J.2).
    fn percent_string(&self) -> Option<usize> {
        use TokenKind as K;
        let behind_operand = self.tokens.last().is_some_and(|token| {
            matches!(
                token.kind,
                K::Identifier | K::Integer | K::Real | K::String | K::Character | K::RightParen | K::RightBracket
            )
        });
        if behind_operand {
            return None;
        }
        let mut at = 1;
        loop {
            match (self.peek(at)?, self.peek(at + 1)) {
                (b'%', Some(b'%')) => at += 2,
                (b'%', _) => return Some(at + 1),
                (b'\n' | b'\r' | b'"', _) => return None,
                _ => at += 1,
            }
        }
    }

    /// A string without its closing quotation mark: ends before what probably follows it, the closing
    /// parentheses and the semicolon at the end of the line.
    fn unterminated_string(&mut self, start: usize) {
        let line = &self.bytes[start..self.at];
        let inside = line.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b')' | b';')).unwrap_or(0);
        let end = start + inside + 1;
        self.error(end, end, "missing string quote");
        self.push(TokenKind::String, start, end);
        self.at = end;
    }

    /// Character literal (RM 2.5) or tick (RM 4.1.4).
    fn apostrophe(&mut self) {
        use TokenKind as K;
        let tick = self.tokens.last().is_some_and(|token| {
            matches!(
                token.kind,
                K::Identifier
                    | K::All
                    | K::RightParen
                    | K::RightBracket
                    | K::String
                    | K::Character
                    | K::Target
                    | K::Tilde
                    | K::Percent
            )
        });
        let mut rest = self.text[self.at + 1..].chars();
        let (first, second) = (rest.next(), rest.next());
        // `Character'('a')`: behind an identifier and before a parenthesis it is a tick in any case.
        if let (false, Some(character), Some('\'')) = (tick, first, second)
            && !matches!(character, '\n' | '\r')
        {
            let end = self.at + 2 + character.len_utf8();
            self.push(K::Character, self.at, end);
            self.at = end;
            return;
        }
        if !tick && let Some(length) = self.quoted_by_apostrophes() {
            self.error(self.at, self.at + length, "strings are delimited by double quote character");
            self.push(K::String, self.at, self.at + length);
            self.at += length;
            return;
        }
        self.push(K::Tick, self.at, self.at + 1);
        self.at += 1;
    }

    /// At an apostrophe: the length of `'text'` on this line.
    fn quoted_by_apostrophes(&self) -> Option<usize> {
        let rest = &self.bytes[self.at + 1..];
        let end = rest.iter().position(|byte| matches!(byte, b'\'' | b'\n' | b'\r' | b';'))?;
        (rest[end] == b'\'').then_some(end + 2)
    }
}

/// Combining characters that may stand inside identifiers (RM 2.3): the blocks of combining marks.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
}

/// Texts of 4 GiB and more are refused before they get here.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
