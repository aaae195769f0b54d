//! Text to tokens of the preprocessor, in one pass over the bytes.
//!
//! * A backslash at the end of a line joins it with the next, inside tokens too; such tokens have a cleaned spelling.
//! * Comments are white space, except that `/*@ … */` and `//@ …` are annotation tokens.
//! * Trigraphs are not replaced, as in GNU C.
//! * Inside a directive the end of the line is a token.
//! * Reserved words are names here; [`Words`] tells them apart when the preprocessor is done.

mod scan;
#[cfg(test)]
mod tests;
mod token;

pub use scan::{Scan, scan, splice};
pub use token::{Kind, Token, Words};

use crate::tree::{Symbol, Symbols};

/// What is wrong with the text of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
    /// The message.
    pub message: &'static str,
}

/// The position in a text, from where tokens are taken.
#[derive(Clone, Debug)]
pub struct Lexer {
    /// The file, an index that goes into the tokens.
    pub file: u16,
    /// Offset of the next byte.
    pub at: usize,
    /// Whether the end of a line is a token.
    pub in_directive: bool,
    /// Whether this is the text of an annotation: `\valid` is a name, `0..n` three tokens, `@` white space.
    pub annotation: bool,
    /// What was wrong since this was emptied.
    pub problems: Vec<Problem>,
    /// Whether no token was seen in the current line.
    first: bool,
    has_splices: bool,
}

impl Lexer {
    /// A lexer at the start of a text.
    pub fn new(file: u16, text: &str) -> Lexer {
        let has_splices = text
            .as_bytes()
            .iter()
            .enumerate()
            .any(|(at, byte)| *byte == b'\\' && splice(text.as_bytes(), at).is_some());
        Lexer { file, at: 0, in_directive: false, annotation: false, problems: Vec::new(), first: true, has_splices }
    }

    /// The next token of `text`, which must be the same text in each call.
    pub fn next(&mut self, text: &str, symbols: &mut Symbols) -> Token {
        let bytes = text.as_bytes();
        let mut flags = 0;
        loop {
            match bytes.get(self.at) {
                None => return self.finish(Kind::Eof, flags, bytes.len()),
                Some(b'\n') => {
                    if self.in_directive {
                        return self.finish(Kind::EndOfLine, flags, self.at);
                    }
                    self.at += 1;
                    self.first = true;
                    flags |= Token::SPACE;
                }
                Some(b' ' | b'\t' | b'\r' | 0x0B | 0x0C) => {
                    self.at += 1;
                    flags |= Token::SPACE;
                }
                Some(b'/') if matches!(self.second(bytes), Some((b'*' | b'/', _))) => {
                    if let Some(token) = self.comment(bytes, flags) {
                        return token;
                    }
                    flags |= Token::SPACE;
                }
                Some(b'@') if self.annotation => {
                    self.at += 1;
                    flags |= Token::SPACE;
                }
                Some(b'\\') if self.has_splices && splice(bytes, self.at).is_some() => {
                    self.at = splice(bytes, self.at).unwrap_or(self.at + 1);
                }
                Some(_) => return self.token(text, flags, symbols),
            }
        }
    }

    /// The byte behind the one at the position, with joined lines skipped, and its offset.
    fn second(&self, bytes: &[u8]) -> Option<(u8, usize)> {
        let mut at = self.at + 1;
        while let Some(behind) = splice(bytes, at) {
            at = behind;
        }
        bytes.get(at).map(|byte| (*byte, at))
    }

    fn finish(&mut self, kind: Kind, flags: u8, end: usize) -> Token {
        let start = offset(self.at);
        self.at = end;
        let flags = if std::mem::take(&mut self.first) { flags | Token::FIRST } else { flags };
        // The end of a line leaves the next token the first one.
        self.first = matches!(kind, Kind::EndOfLine | Kind::Annotation) && flags & Token::FIRST != 0;
        Token { kind, flags, file: self.file, symbol: Symbol(0), start, end: offset(end), macro_use: 0 }
    }

    /// At a comment: skips it, or gives the annotation that it is.
    fn comment(&mut self, bytes: &[u8], flags: u8) -> Option<Token> {
        let start = self.at;
        let (second, at) = self.second(bytes)?;
        let annotation = bytes.get(at + 1) == Some(&b'@') && !self.annotation && !self.in_directive;
        let mut end = at + 1;
        if second == b'/' {
            loop {
                match bytes[end..].iter().position(|byte| *byte == b'\n') {
                    None => {
                        end = bytes.len();
                        break;
                    }
                    Some(more) => {
                        end += more;
                        let joined = bytes[..end].trim_ascii_end().last() == Some(&b'\\')
                            && (start..end).rev().find(|at| bytes[*at] == b'\\').and_then(|at| splice(bytes, at))
                                == Some(end + 1);
                        if !joined {
                            break;
                        }
                        end += 1;
                    }
                }
            }
        } else {
            loop {
                match bytes[end..].iter().position(|byte| *byte == b'*') {
                    None => {
                        let message = "a comment is not closed: expected `*/`";
                        self.problems.push(Problem { start: offset(start), end: offset(start + 2), message });
                        end = bytes.len();
                        break;
                    }
                    Some(more) => {
                        end += more + 1;
                        let mut behind = end;
                        while let Some(next) = splice(bytes, behind) {
                            behind = next;
                        }
                        if bytes.get(behind) == Some(&b'/') {
                            end = behind + 1;
                            break;
                        }
                    }
                }
            }
        }
        if annotation {
            return Some(self.finish(Kind::Annotation, flags, end));
        }
        self.at = end;
        None
    }

    fn token(&mut self, text: &str, flags: u8, symbols: &mut Symbols) -> Token {
        let bytes = text.as_bytes();
        let start = self.at;
        let Scan { kind, mut end, problem } = scan(bytes, start, self.annotation);
        let broken =
            self.has_splices && (splice(bytes, end).is_some() || (start..end).any(|at| splice(bytes, at).is_some()));
        if broken {
            return self.broken(text, flags, symbols);
        }
        // A stray character may have several bytes.
        while !text.is_char_boundary(end) {
            end += 1;
        }
        if let Some(message) = problem {
            self.problems.push(Problem { start: offset(start), end: offset(end), message });
        }
        let mut token = self.finish(kind, flags, end);
        if kind == Kind::Name {
            token.symbol = symbols.intern(&text[start..end]);
        }
        token
    }

    /// A token with, or just before, a joined line: its text is cleaned as far as is needed to see its end.
    fn broken(&mut self, text: &str, flags: u8, symbols: &mut Symbols) -> Token {
        let bytes = text.as_bytes();
        let start = self.at;
        let mut joints = 1;
        loop {
            // The bytes of the token without the joints, and where each comes from.
            let (mut clean, mut from) = (Vec::new(), Vec::new());
            let (mut at, mut left) = (start, joints);
            while at < bytes.len() && bytes[at] != b'\n' {
                match splice(bytes, at) {
                    Some(_) if left == 0 => break,
                    Some(behind) => {
                        left -= 1;
                        at = behind;
                    }
                    None => {
                        clean.push(bytes[at]);
                        from.push(at);
                        at += 1;
                    }
                }
            }
            let whole = at >= bytes.len() || bytes[at] == b'\n';
            let Scan { kind, mut end, problem } = scan(&clean, 0, self.annotation);
            if end >= clean.len() && !whole {
                joints *= 2;
                continue;
            }
            while clean.get(end).is_some_and(|byte| byte & 0xC0 == 0x80) {
                end += 1;
            }
            let last = from[end - 1] + 1;
            if let Some(message) = problem {
                self.problems.push(Problem { start: offset(start), end: offset(last), message });
            }
            let mut token = self.finish(kind, flags, last);
            token.symbol = symbols.intern(&String::from_utf8_lossy(&clean[..end]));
            if kind != Kind::Name {
                token.flags |= Token::TEXT;
            }
            return token;
        }
    }
}

/// Texts of 4 GiB and more get positions at their end only.
pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
