//! Project files to trees. The tokens are Ada's; the words that only project files have are identifiers.

use crate::lexer::{AnnotationMarks, Token, TokenKind, tokenize};
use horn_frontend::{Diagnostic, Span};

/// A project file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ProjectFile {
    /// The projects of its with clauses, as written.
    /// The projects it imports, and whether they may import it in turn: `limited with`.
    pub withs: Vec<(Text, bool)>,
    /// `aggregate`, `library` … before `project`, in lower case.
    pub qualifiers: Vec<String>,
    /// The project it extends.
    pub extends: Option<Text>,
    /// It also stands for the extended project, and what that one extends, in all other projects.
    pub extends_all: bool,
    /// What it declares.
    pub items: Vec<Item>,
}

/// A text with its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Text {
    pub text: String,
    pub span: Span,
}

/// A declaration. Names are in lower case.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    /// `type T is ("a", "b");`
    Type(Text, Vec<Text>),
    /// `X [: T] := E;`
    Variable(Text, Option<Text>, Expr),
    /// `for A [("index")] use E;`
    Attribute(Text, Option<String>, Expr),
    /// `case X is when "a" | "b" => … end case;`; no choices is `others`.
    Case(Expr, Vec<(Vec<Text>, Vec<Item>)>),
    /// `package P [renames|extends Q.P] is … end P;`
    Package(Text, Option<Vec<Text>>, Vec<Item>),
}

/// An expression: terms joined by `&`.
pub(super) type Expr = Vec<Term>;

/// A term.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Term {
    /// `"text"`.
    Text(Text),
    /// `("a", B)`.
    List(Vec<Expr>),
    /// `external ("N", E)`.
    External(Text, Option<Expr>),
    /// `external_as_list ("N", "separator")`.
    ExternalList(Text, Text),
    /// `A.B.C`, perhaps with an attribute and its index.
    Name(Vec<Text>, Option<(Text, Option<String>)>),
}

/// Parses a project file; the first mistake ends it.
pub(super) fn parse(text: &str) -> Result<ProjectFile, Diagnostic> {
    let (tokens, mistakes) = tokenize(text, AnnotationMarks::default());
    if let Some(mistake) = mistakes.into_iter().next() {
        return Err(mistake);
    }
    Parser { text, tokens, at: 0, depth: 0 }.file()
}

/// How deep case constructions, packages and lists may be nested.
const MAX_DEPTH: u32 = 50;

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
}

type Read<T> = Result<T, Diagnostic>;

impl Parser<'_> {
    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn kind(&self) -> TokenKind {
        self.token().kind
    }

    fn nth(&self, ahead: usize) -> TokenKind {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].kind
    }

    fn source(&self, token: Token) -> &str {
        &self.text[token.start as usize..token.end as usize]
    }

    fn bump(&mut self) -> Token {
        let token = self.token();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    fn at_word(&self, word: &str) -> bool {
        self.kind() == TokenKind::Identifier && self.source(self.token()).eq_ignore_ascii_case(word)
    }

    fn fail<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(Diagnostic::error(self.token().span(), message))
    }

    fn expect(&mut self, kind: TokenKind) -> Read<()> {
        if self.eat(kind) {
            return Ok(());
        }
        let end = if self.at == 0 { 0 } else { self.tokens[self.at - 1].end };
        Err(Diagnostic::error(Span::new(end, end), format!("missing \"{}\"", kind.text())))
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_DEPTH {
            return self.fail("nesting is too deep");
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// An identifier, or a reserved word of Ada that names an attribute; in lower case.
    fn word(&mut self) -> Read<Text> {
        if self.kind() != TokenKind::Identifier && !self.kind().is_reserved() {
            return self.fail("identifier expected");
        }
        let token = self.bump();
        Ok(Text { text: self.source(token).to_lowercase(), span: token.span() })
    }

    fn string(&mut self) -> Read<Text> {
        if self.kind() != TokenKind::String {
            return self.fail("literal string expected");
        }
        let token = self.bump();
        let inside = self.source(token).trim_start_matches('"');
        let inside = inside.strip_suffix('"').unwrap_or(inside);
        Ok(Text { text: inside.replace("\"\"", "\""), span: token.span() })
    }

    fn path(&mut self) -> Read<Vec<Text>> {
        let mut path = vec![self.word()?];
        while self.eat(TokenKind::Dot) {
            path.push(self.word()?);
        }
        Ok(path)
    }

    fn file(&mut self) -> Read<ProjectFile> {
        let mut file = ProjectFile::default();
        while matches!(self.kind(), TokenKind::With | TokenKind::Limited) {
            let limited = self.eat(TokenKind::Limited);
            self.expect(TokenKind::With)?;
            file.withs.push((self.string()?, limited));
            while self.eat(TokenKind::Comma) {
                file.withs.push((self.string()?, limited));
            }
            self.expect(TokenKind::Semicolon)?;
        }
        while !self.at_word("project") {
            let known = self.kind() == TokenKind::Abstract
                || ["standard", "library", "aggregate", "configuration"].iter().any(|word| self.at_word(word));
            if !known {
                return self.fail("\"project\" expected");
            }
            file.qualifiers.push(self.word()?.text);
        }
        self.bump();
        let name = self.path()?;
        if self.at_word("extends") {
            self.bump();
            file.extends_all = self.eat(TokenKind::All);
            file.extends = Some(self.string()?);
        }
        self.expect(TokenKind::Is)?;
        file.items = self.items()?;
        self.end(&name)?;
        if self.kind() != TokenKind::Eof {
            return self.fail("end of file expected");
        }
        Ok(file)
    }

    fn end(&mut self, name: &[Text]) -> Read<()> {
        self.expect(TokenKind::End)?;
        let at = self.token().span();
        let found = self.path()?;
        let joined = |path: &[Text]| path.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(".");
        if joined(&found) != joined(name) {
            return Err(Diagnostic::error(at, format!("\"end {};\" expected", joined(name))));
        }
        self.expect(TokenKind::Semicolon)
    }

    /// Declarations up to `end` or `when`.
    fn items(&mut self) -> Read<Vec<Item>> {
        let mut items = Vec::new();
        while !matches!(self.kind(), TokenKind::End | TokenKind::When) {
            if self.eat(TokenKind::Null) {
                self.expect(TokenKind::Semicolon)?;
            } else {
                items.push(self.deeper(Self::item)?);
            }
        }
        Ok(items)
    }

    fn item(&mut self) -> Read<Item> {
        match self.kind() {
            TokenKind::Type => {
                self.bump();
                let name = self.word()?;
                self.expect(TokenKind::Is)?;
                self.expect(TokenKind::LeftParen)?;
                let mut values = vec![self.string()?];
                while self.eat(TokenKind::Comma) {
                    values.push(self.string()?);
                }
                self.expect(TokenKind::RightParen)?;
                self.expect(TokenKind::Semicolon)?;
                Ok(Item::Type(name, values))
            }
            TokenKind::For => {
                self.bump();
                let name = self.word()?;
                let index = self.index()?;
                self.expect(TokenKind::Use)?;
                let value = self.expression()?;
                // `use "file" at 2`: the position in a file with several units.
                if self.eat(TokenKind::At) {
                    self.bump();
                }
                self.expect(TokenKind::Semicolon)?;
                Ok(Item::Attribute(name, index, value))
            }
            TokenKind::Case => self.case(),
            TokenKind::Package => self.package(),
            TokenKind::Identifier => {
                let name = self.word()?;
                let mut of = None;
                if self.eat(TokenKind::Colon) {
                    // The type may be another project's.
                    of = self.path()?.pop();
                }
                self.expect(TokenKind::Assign)?;
                let value = self.expression()?;
                self.expect(TokenKind::Semicolon)?;
                Ok(Item::Variable(name, of, value))
            }
            TokenKind::Eof => self.fail("missing \"end\""),
            _ => self.fail("declaration expected"),
        }
    }

    /// `("index")`, in lower case, or nothing; `others` is an index too.
    fn index(&mut self) -> Read<Option<String>> {
        if !self.eat(TokenKind::LeftParen) {
            return Ok(None);
        }
        let index = match self.kind() {
            TokenKind::Others => self.word()?,
            _ => self.string()?,
        };
        self.expect(TokenKind::RightParen)?;
        Ok(Some(index.text.to_lowercase()))
    }

    fn case(&mut self) -> Read<Item> {
        self.bump();
        let selector = vec![self.term()?];
        self.expect(TokenKind::Is)?;
        let mut alternatives = Vec::new();
        while self.eat(TokenKind::When) {
            let mut choices = Vec::new();
            if !self.eat(TokenKind::Others) {
                choices.push(self.string()?);
                while self.eat(TokenKind::Bar) {
                    choices.push(self.string()?);
                }
            }
            self.expect(TokenKind::Arrow)?;
            alternatives.push((choices, self.items()?));
        }
        self.expect(TokenKind::End)?;
        self.expect(TokenKind::Case)?;
        self.expect(TokenKind::Semicolon)?;
        Ok(Item::Case(selector, alternatives))
    }

    fn package(&mut self) -> Read<Item> {
        self.bump();
        let name = self.word()?;
        if self.eat(TokenKind::Renames) {
            let origin = self.path()?;
            self.expect(TokenKind::Semicolon)?;
            return Ok(Item::Package(name, Some(origin), Vec::new()));
        }
        let mut origin = None;
        if self.at_word("extends") {
            self.bump();
            origin = Some(self.path()?);
        }
        self.expect(TokenKind::Is)?;
        let items = self.items()?;
        self.end(std::slice::from_ref(&name))?;
        Ok(Item::Package(name, origin, items))
    }

    fn expression(&mut self) -> Read<Expr> {
        let mut terms = vec![self.term()?];
        while self.eat(TokenKind::Ampersand) {
            terms.push(self.term()?);
        }
        Ok(terms)
    }

    fn term(&mut self) -> Read<Term> {
        match self.kind() {
            TokenKind::String => Ok(Term::Text(self.string()?)),
            TokenKind::LeftParen => self.deeper(|parser| {
                parser.bump();
                let mut list = Vec::new();
                if parser.kind() != TokenKind::RightParen {
                    list.push(parser.expression()?);
                    while parser.eat(TokenKind::Comma) {
                        list.push(parser.expression()?);
                    }
                }
                parser.expect(TokenKind::RightParen)?;
                Ok(Term::List(list))
            }),
            _ if self.nth(1) == TokenKind::LeftParen
                && (self.at_word("external") || self.at_word("external_as_list")) =>
            {
                self.deeper(Self::external)
            }
            TokenKind::Identifier => {
                let path = self.path()?;
                let mut attribute = None;
                if self.eat(TokenKind::Tick) {
                    let name = self.word()?;
                    attribute = Some((name, self.index()?));
                }
                Ok(Term::Name(path, attribute))
            }
            _ => self.fail("expression expected"),
        }
    }

    fn external(&mut self) -> Read<Term> {
        let list = self.at_word("external_as_list");
        self.bump();
        self.bump();
        let name = self.string()?;
        let term = if list {
            self.expect(TokenKind::Comma)?;
            Term::ExternalList(name, self.string()?)
        } else {
            let default = match self.eat(TokenKind::Comma) {
                true => Some(self.expression()?),
                false => None,
            };
            Term::External(name, default)
        };
        self.expect(TokenKind::RightParen)?;
        Ok(term)
    }
}
