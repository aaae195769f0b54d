//! The lexer: source text to tokens, by the lexicon of the SMT-LIB standard (version 2.6, section 3.1).
//!
//! It is stricter than some solvers only where reading on would mean guessing: an unknown character is an
//! error at that character. It is more lenient in one place: leading zeros of numerals are accepted.

use super::diagnostic::{BOM, Diagnostic, Fault, Span};

/// What a token is. The text is in the token's span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `foo`, `<=`
    Symbol,
    /// `|foo bar|`; the span includes the bars
    Quoted,
    /// `:named`
    Keyword,
    /// `12`
    Numeral,
    /// `1.5`
    Decimal,
    /// `#x1F`
    Hex,
    /// `#b101`
    Binary,
    /// `"text"`; the span includes the quotes
    String,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

/// Checks that bytes are a text that could be SMT-LIB, and gives it as such.
///
/// Refused with a message of its own each: more than 4 GB (offsets are 32 bits), a NUL byte (a binary
/// file), bytes that are not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<&str, Diagnostic> {
    let at = |offset: usize, message: &str| {
        let (line, column) = super::diagnostic::line_column(bytes, offset);
        Diagnostic {
            fault: Fault::Syntax,
            span: Span::new(offset as u32, offset as u32 + 1),
            line,
            column,
            message: message.to_string(),
        }
    };
    if bytes.len() >= u32::MAX as usize {
        return Err(at(0, "the file is larger than 4 GB"));
    }
    let text = std::str::from_utf8(bytes);
    let valid = match &text {
        Ok(_) => bytes.len(),
        Err(error) => error.valid_up_to(),
    };
    if let Some(nul) = bytes[..valid].iter().position(|&byte| byte == 0) {
        return Err(at(nul, "this is a binary file (it contains a NUL byte)"));
    }
    text.map_err(|_| at(valid, "the file is not UTF-8 text"))
}

/// The lexer's state: a text and a position in it.
pub struct Lexer<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of a text (behind a byte order mark, if there is one).
    pub fn new(text: &'a str) -> Lexer<'a> {
        let position = if text.as_bytes().starts_with(&BOM) { BOM.len() } else { 0 };
        Lexer { text, position }
    }

    /// The whole text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The next token, or `None` at the end of the text.
    #[inline]
    pub fn next_token(&mut self) -> Result<Option<Token>, Diagnostic> {
        let bytes = self.text.as_bytes();
        let mut position = self.position;
        loop {
            match bytes.get(position) {
                None => {
                    self.position = position;
                    return Ok(None);
                }
                Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0C) => position += 1,
                Some(b';') => {
                    while !matches!(bytes.get(position), None | Some(b'\n' | b'\r')) {
                        position += 1;
                    }
                }
                Some(_) => break,
            }
        }
        let start = position;
        let kind = match bytes[start] {
            b'(' => {
                position += 1;
                TokenKind::Open
            }
            b')' => {
                position += 1;
                TokenKind::Close
            }
            b'|' => {
                position = self.quoted(start)?;
                TokenKind::Quoted
            }
            b'"' => {
                position = self.string(start)?;
                TokenKind::String
            }
            b'0'..=b'9' => {
                let (kind, end) = self.number(start)?;
                position = end;
                kind
            }
            b'#' => {
                let (kind, end) = self.bit_literal(start)?;
                position = end;
                kind
            }
            b':' => {
                position = self.run(start + 1, is_symbol_byte);
                if position == start + 1 {
                    return Err(self.error(start, position, "a keyword needs a name after `:`"));
                }
                TokenKind::Keyword
            }
            byte if is_symbol_byte(byte) => {
                position = self.run(start + 1, is_symbol_byte);
                TokenKind::Symbol
            }
            _ => return Err(self.unexpected(start)),
        };
        self.position = position;
        Ok(Some(Token { kind, span: Span::new(start as u32, position as u32) }))
    }

    /// The end of the longest run of bytes from `start` that all satisfy `test`.
    fn run(&self, start: usize, test: impl Fn(u8) -> bool) -> usize {
        let rest = &self.text.as_bytes()[start..];
        start + rest.iter().position(|&byte| !test(byte)).unwrap_or(rest.len())
    }

    /// The end of the quoted symbol that opens at `start`.
    fn quoted(&self, start: usize) -> Result<usize, Diagnostic> {
        let end = self.run(start + 1, |byte| byte != b'|');
        if end < self.text.len() {
            Ok(end + 1)
        } else {
            Err(self.error(start, start + 1, "this quoted symbol is never closed"))
        }
    }

    /// The end of the string that opens at `start`; a doubled quote inside stands for one.
    fn string(&self, start: usize) -> Result<usize, Diagnostic> {
        let bytes = self.text.as_bytes();
        let mut position = start + 1;
        loop {
            position = self.run(position, |byte| byte != b'"');
            if position >= bytes.len() {
                return Err(self.error(start, start + 1, "this string is never closed"));
            }
            if bytes.get(position + 1) != Some(&b'"') {
                return Ok(position + 1);
            }
            position += 2;
        }
    }

    /// A numeral or decimal that starts at `start`, and its end.
    fn number(&self, start: usize) -> Result<(TokenKind, usize), Diagnostic> {
        let bytes = self.text.as_bytes();
        let digits = self.run(start, |byte| byte.is_ascii_digit());
        let (kind, end) = if bytes.get(digits) == Some(&b'.') {
            let end = self.run(digits + 1, |byte| byte.is_ascii_digit());
            if end == digits + 1 {
                return Err(self.error(start, end, "a decimal needs digits after the point"));
            }
            (TokenKind::Decimal, end)
        } else {
            (TokenKind::Numeral, digits)
        };
        match bytes.get(end) {
            Some(&byte) if is_symbol_byte(byte) => {
                let end = self.run(end, is_symbol_byte);
                let text = &self.text[start..end];
                Err(self.error(start, end, &format!("malformed number `{text}`")))
            }
            _ => Ok((kind, end)),
        }
    }

    /// A `#x…` or `#b…` literal that starts at `start`, and its end.
    fn bit_literal(&self, start: usize) -> Result<(TokenKind, usize), Diagnostic> {
        let end = self.run(start + 1, is_symbol_byte);
        let text = &self.text.as_bytes()[start + 1..end];
        let kind = match text.split_first() {
            Some((b'x', digits)) if !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit) => TokenKind::Hex,
            Some((b'b', digits)) if !digits.is_empty() && digits.iter().all(|&d| d == b'0' || d == b'1') => {
                TokenKind::Binary
            }
            _ => {
                let message = format!(
                    "malformed literal `{}` (expected `#x` and hexadecimal or `#b` and binary digits)",
                    &self.text[start..end]
                );
                return Err(self.error(start, end, &message));
            }
        };
        Ok((kind, end))
    }

    fn unexpected(&self, start: usize) -> Diagnostic {
        let character = self.text[start..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
        let message = format!("unexpected character {character:?}");
        self.error(start, start + character.len_utf8(), &message)
    }

    fn error(&self, start: usize, end: usize, message: &str) -> Diagnostic {
        Diagnostic::new(self.text, Span::new(start as u32, end as u32), message)
    }
}

/// Whether a byte may occur in a simple symbol.
#[inline]
pub fn is_symbol_byte(byte: u8) -> bool {
    SYMBOL_BYTES[byte as usize]
}

/// The table behind [`is_symbol_byte`].
const SYMBOL_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut index = 0;
    while index < 256 {
        table[index] = (index as u8).is_ascii_alphanumeric();
        index += 1;
    }
    let special = b"~!@$%^&*_-+=<>.?/";
    let mut index = 0;
    while index < special.len() {
        table[special[index] as usize] = true;
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Lexes a text to `kind:text` words, ended by the error if there is one.
    fn check(input: &str, expected: &str) {
        let mut lexer = Lexer::new(input);
        let mut words = Vec::new();
        loop {
            match lexer.next_token() {
                Ok(Some(token)) => words.push(format!("{:?}:{}", token.kind, token.span.text(input))),
                Ok(None) => break,
                Err(error) => {
                    words.push(error.to_string());
                    break;
                }
            }
        }
        assert_eq!(words.join(" "), expected, "input {input:?}");
    }

    #[test]
    fn every_kind_of_token() {
        check(
            "(f <= :k 12 1.50 #xaF #b01)",
            "Open:( Symbol:f Symbol:<= Keyword::k Numeral:12 Decimal:1.50 Hex:#xaF Binary:#b01 Close:)",
        );
        check("|a (b| \"x \"\" y\"z", "Quoted:|a (b| String:\"x \"\" y\" Symbol:z");
        check("~Mut<%Tree>!7", "Symbol:~Mut<%Tree>!7");
        check("-1", "Symbol:-1");
        check("", "");
    }

    #[test]
    fn blanks_comments_line_ends_and_byte_order_mark() {
        check("\u{feff}a;c1\r\nb ; c2 |\"\n\tc", "Symbol:a Symbol:b Symbol:c");
        check("; only a comment", "");
        check("a;x\rb", "Symbol:a Symbol:b");
    }

    #[test]
    fn errors_point_at_the_character() {
        check("a\n {", "Symbol:a 2:2: error: unexpected character '{'");
        check("\u{e9}", "1:1: error: unexpected character 'é'");
        check("12ab", "1:1: error: malformed number `12ab`");
        check("1.", "1:1: error: a decimal needs digits after the point");
        check("1.5.5", "1:1: error: malformed number `1.5.5`");
        check("#q1", "1:1: error: malformed literal `#q1` (expected `#x` and hexadecimal or `#b` and binary digits)");
        check("#b12", "1:1: error: malformed literal `#b12` (expected `#x` and hexadecimal or `#b` and binary digits)");
        check("(\n  |abc", "Open:( 2:3: error: this quoted symbol is never closed");
        check("\"a\"\"", "1:1: error: this string is never closed");
        check(": a", "1:1: error: a keyword needs a name after `:`");
    }

    #[test]
    fn decoding_refuses_what_is_no_text() {
        fn message(bytes: &[u8]) -> Result<&str, String> {
            decode(bytes).map_err(|error| error.to_string())
        }
        assert_eq!(message(b"(exit)"), Ok("(exit)"));
        assert_eq!(
            message(b"\x7fELF\x00\xff"),
            Err("1:5: error: this is a binary file (it contains a NUL byte)".to_string())
        );
        assert_eq!(message(b"(a\n\xff)"), Err("2:1: error: the file is not UTF-8 text".to_string()));
    }
}
