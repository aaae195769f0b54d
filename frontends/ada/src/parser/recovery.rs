//! Where reading goes on after a mistake: the constructs that are open, their ends, and what may begin
//! the next statement or declaration.

use super::{Bail, Parser, Read};
use crate::ast::{Ident, Name, Symbol};
use crate::lexer::{Token, TokenKind};
use horn_frontend::Span;

/// A construct that is closed by `end`.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// What closes it.
    pub ending: Ending,
    /// The word that opened it.
    pub opening: Span,
}

/// What stands behind `end`.
#[derive(Clone, Debug)]
pub(super) enum Ending {
    /// A reserved word: `if`, `case`, `loop` (and its name), `record`, `select`, `return`.
    Word(TokenKind, Option<Ident>),
    /// The name of a unit, which may be left out.
    Unit(Vec<Ident>),
    /// Nothing, or the name of a block.
    Block(Option<Ident>),
}

impl Parser<'_> {
    /// Opens a construct.
    pub(super) fn open(&mut self, ending: Ending, opening: Span) {
        self.scopes.push(Scope { ending, opening });
    }

    /// Reads `end …;` of the innermost construct and closes it.
    pub(super) fn close(&mut self) {
        let Some(scope) = self.scopes.pop() else { return };
        if self.fatal {
            return;
        }
        // `endif` in one word.
        if let Ending::Word(word, _) = &scope.ending {
            let joined = format!("end{}", word.text());
            if self.at_word(&joined) {
                self.error_here(format!("\"{joined}\" should be \"end {}\"", word.text()));
                self.bump();
                self.last_error = None;
                return self.semicolon();
            }
        }
        if self.kind() != TokenKind::End {
            let message = self.missing_end(&scope, false);
            self.error_here(message);
            return;
        }
        match &scope.ending {
            Ending::Word(word, name) => {
                if self.nth(1) != *word {
                    return self.wrong_end(&scope);
                }
                self.at += 2;
                self.end_name(name.as_slice(), &scope);
            }
            Ending::Unit(path) => {
                if !self.end_is_plain() || self.end_belongs_outside(path) {
                    return self.wrong_end(&scope);
                }
                self.at += 1;
                self.end_name(path, &scope);
            }
            Ending::Block(name) => {
                if !self.end_is_plain() || self.end_belongs_outside(name.as_slice()) {
                    return self.wrong_end(&scope);
                }
                self.at += 1;
                self.end_name(name.as_slice(), &scope);
            }
        }
        self.semicolon();
    }

    /// True if no reserved word follows the `end` at the current token.
    fn end_is_plain(&self) -> bool {
        matches!(self.nth(1), TokenKind::Identifier | TokenKind::String | TokenKind::Semicolon | TokenKind::Eof)
            || self.first_on_line(1)
    }

    /// The name behind the `end` at the current token, if it is not the expected one and closes a construct
    /// further outside.
    fn end_belongs_outside(&self, expected: &[Ident]) -> bool {
        if !matches!(self.nth(1), TokenKind::Identifier | TokenKind::String) {
            return false;
        }
        let word = self.text_of(self.tokens[self.at + 1]);
        let Some(symbol) = self.names.find(word).or_else(|| self.names.find(&word.to_lowercase())) else {
            return false;
        };
        let first = |path: &[Ident]| path.first().map(|ident| ident.symbol);
        let same = |wanted: Option<Symbol>| wanted.is_some_and(|wanted| self.names.same(wanted, symbol));
        !same(first(expected)) && self.scopes.iter().any(|scope| same(first(scope.ending.name())))
    }

    /// The optional name behind `end` or `end loop`.
    fn end_name(&mut self, expected: &[Ident], scope: &Scope) {
        let start = self.at;
        if !matches!(self.kind(), TokenKind::Identifier | TokenKind::String) || self.first_on_line(0) {
            return;
        }
        let mut found = Vec::new();
        while let Ok(ident) = self.designator() {
            found.push(ident);
            if !self.eat(TokenKind::Dot) {
                break;
            }
        }
        let same = found.len() == expected.len()
            && found.iter().zip(expected).all(|(left, right)| left.symbol == right.symbol);
        if !same {
            let behind = std::mem::replace(&mut self.at, start);
            let message = match &scope.ending {
                Ending::Unit(_) | Ending::Block(Some(_)) | Ending::Word(_, Some(_)) => {
                    format!("\"{}\" expected", self.end_text(scope))
                }
                _ => self.missing_end(scope, true),
            };
            let end = scope_end(self.tokens, start);
            self.error(Span::new(end, self.tokens[behind - 1].end), message);
            self.at = behind;
        }
    }

    /// An `end` that closes something else: consumed unless it closes a construct further outside.
    fn wrong_end(&mut self, scope: &Scope) {
        let message = self.missing_end(scope, true);
        self.error_here(message);
        let word = self.nth(1);
        let outside = match word {
            TokenKind::If
            | TokenKind::Case
            | TokenKind::Loop
            | TokenKind::Record
            | TokenKind::Select
            | TokenKind::Return => {
                self.scopes.iter().any(|scope| matches!(&scope.ending, Ending::Word(kind, _) if *kind == word))
            }
            TokenKind::Identifier | TokenKind::String if self.end_belongs_outside(&[]) => true,
            // `end;`, or `end Name;` with a wrong name: closes what it is aligned with.
            _ => {
                matches!(scope.ending, Ending::Word(..))
                    && self.indentation(self.start()) != self.indentation(scope.opening.start)
                    && self.scopes.iter().any(|scope| !matches!(scope.ending, Ending::Word(..)))
            }
        };
        if !outside {
            self.bump();
            while !matches!(self.kind(), TokenKind::Semicolon | TokenKind::Eof) && !self.first_on_line(0) {
                self.bump();
            }
            self.eat(TokenKind::Semicolon);
        }
    }

    /// The number of blanks with which the line of an offset begins.
    fn indentation(&self, at: u32) -> usize {
        let before = self.text.as_bytes().get(..at as usize).unwrap_or(&[]);
        let line = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        self.text.as_bytes()[line..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    /// `end if;`
    fn end_text(&self, scope: &Scope) -> String {
        let names: Vec<&str> = scope.ending.name().iter().map(|ident| self.names.text(ident.spelling)).collect();
        let name = names.join(".");
        match &scope.ending {
            Ending::Word(word, _) if name.is_empty() => format!("end {};", word.text()),
            Ending::Word(word, _) => format!("end {} {name};", word.text()),
            _ if name.is_empty() => "end;".to_owned(),
            _ => format!("end {name};"),
        }
    }

    /// What is said where the end of a construct is missing, or is another one than expected.
    fn missing_end(&self, scope: &Scope, expected: bool) -> String {
        let text = self.end_text(scope);
        let line = self.line(scope.opening.start);
        let opener = match &scope.ending {
            Ending::Word(word, _) => word.text().to_owned(),
            Ending::Block(_) => "begin".to_owned(),
            Ending::Unit(path) => path.last().map_or(String::new(), |ident| self.names.text(ident.spelling).to_owned()),
        };
        match expected {
            true => format!("\"{text}\" expected for \"{opener}\" at line {line}"),
            false => format!("missing \"{text}\" for \"{opener}\" at line {line}"),
        }
    }

    /// True if a construct is open that `word` belongs to: `else` to an `if`, `when` to a `case`.
    pub(super) fn belongs_to_open(&self, word: TokenKind) -> bool {
        self.scopes.iter().any(|scope| match (&scope.ending, word) {
            (Ending::Word(TokenKind::If, _), TokenKind::Else | TokenKind::Elsif) => true,
            (
                Ending::Word(TokenKind::Select, _),
                TokenKind::Else | TokenKind::Or | TokenKind::When | TokenKind::Then,
            ) => true,
            (Ending::Word(TokenKind::Case, _), TokenKind::When) => true,
            // Handlers of bodies, blocks, accept statements and extended returns.
            (
                Ending::Unit(_) | Ending::Block(_) | Ending::Word(TokenKind::Return, _),
                TokenKind::When | TokenKind::Exception,
            ) => true,
            _ => false,
        })
    }

    /// Skips to where the next statement may begin: behind the semicolon, or at a word that begins a line and a
    /// statement, or at a word that ends the list.
    pub(super) fn skip_statement(&mut self, from: usize) {
        use TokenKind as K;
        loop {
            match self.kind() {
                K::Eof => return,
                K::Semicolon => {
                    self.bump();
                    return;
                }
                K::End | K::Exception | K::Begin if self.at > from => return,
                K::End | K::Exception => return,
                K::SparkBegin | K::BmcBegin => {
                    self.skip_annotations();
                    continue;
                }
                K::If
                | K::Case
                | K::Loop
                | K::While
                | K::For
                | K::Declare
                | K::Return
                | K::Exit
                | K::Raise
                | K::Goto
                | K::Else
                | K::Elsif
                | K::When
                | K::Null
                | K::Pragma
                    if self.at > from && self.first_on_line(0) =>
                {
                    return;
                }
                K::Identifier
                    if self.at > from
                        && self.first_on_line(0)
                        && matches!(self.nth(1), K::Assign | K::Semicolon | K::Colon) =>
                {
                    return;
                }
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Skips to where the next declaration may begin.
    pub(super) fn skip_declaration(&mut self, from: usize) {
        use TokenKind as K;
        loop {
            match self.kind() {
                K::Eof | K::Begin | K::End => return,
                K::Semicolon => {
                    self.bump();
                    return;
                }
                K::SparkBegin | K::BmcBegin => {
                    self.skip_annotations();
                    continue;
                }
                K::Type
                | K::Subtype
                | K::Procedure
                | K::Function
                | K::Package
                | K::Use
                | K::Pragma
                | K::Generic
                | K::Task
                | K::Protected
                | K::Private
                | K::Overriding
                | K::For
                | K::Exception
                | K::When
                    if self.at > from && self.first_on_line(0) =>
                {
                    return;
                }
                K::Identifier
                    if self.at > from && self.first_on_line(0) && matches!(self.nth(1), K::Colon | K::Comma) =>
                {
                    return;
                }
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Skips a block of annotation lines that stands where none is read.
    pub(super) fn skip_annotations(&mut self) {
        while !matches!(self.kind(), TokenKind::AnnotationEnd | TokenKind::Eof) {
            self.bump();
        }
        self.eat(TokenKind::AnnotationEnd);
    }

    /// Skips behind the parenthesis that closes the one around the current token, or to the end of the
    /// declaration or statement.
    pub(super) fn skip_to(&mut self, wanted: &[TokenKind]) -> Read<()> {
        let mut depth = 0u32;
        loop {
            let kind = self.kind();
            if depth == 0 && wanted.contains(&kind) {
                return Ok(());
            }
            match kind {
                TokenKind::LeftParen => depth += 1,
                TokenKind::RightParen if depth > 0 => depth -= 1,
                TokenKind::Eof | TokenKind::Semicolon | TokenKind::End | TokenKind::Begin | TokenKind::Is => {
                    return Err(Bail);
                }
                _ => {}
            }
            self.bump();
        }
    }
}

/// Where the `end` is whose name is the token at `name`: one or two tokens before.
fn scope_end(tokens: &[Token], name: usize) -> u32 {
    let before = &tokens[..name];
    before
        .iter()
        .rev()
        .take(2)
        .find(|token| token.kind == TokenKind::End)
        .map_or(tokens[name].start, |token| token.start)
}

impl Ending {
    /// The name that may stand behind `end`.
    fn name(&self) -> &[Ident] {
        match self {
            Ending::Word(_, name) | Ending::Block(name) => name.as_slice(),
            Ending::Unit(path) => path,
        }
    }

    /// The end of a unit with this defining name.
    pub(super) fn unit(name: &Name) -> Ending {
        Ending::Unit(name.path().unwrap_or_default())
    }
}
