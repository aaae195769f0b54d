//! Tokens to syntax trees, by recursive descent: one file per chapter of the reference manual.
//!
//! Every function that reads a construct names its section. A mistake is reported in the words GNAT uses and
//! reading goes on: a token that is only missing is taken for given, anything else makes the function
//! `Bail` out to the nearest list (of statements, declarations, components …), which skips to where its
//! next element may begin. At the same token only one message is given, so that mistakes do not cascade.
//!
//! The parser recurses with the nesting of the text, but never deeper than [`MAX_NESTING`], and what it
//! returns is never higher than [`MAX_DEPTH`]: beyond that it reports the fact and reads no further.

mod aggregates;
mod annotations;
mod aspects;
mod cursor;
mod declarations;
mod expressions;
mod extensions;
mod generics;
mod names;
mod packages;
mod pragmas;
mod recovery;
mod representation;
mod statements;
mod subprograms;
mod tasking;
#[cfg(test)]
mod tests;
mod types;
mod units;

use crate::ast::{Annotation, Aspect, Compilation, Expr, Interner, MAX_DEPTH, Pragma, Stmt};
use crate::lexer::{AnnotationMarks, Token, TokenKind, tokenize};
use horn_frontend::{Diagnostic, Severity, Span};
use recovery::Scope;
use std::collections::VecDeque;

/// How deep constructs may be nested in each other, parentheses and statements counted together.
pub const MAX_NESTING: u32 = 150;

/// What the parser is to accept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParseOptions {
    /// Which comments are annotations; none of them by default.
    pub marks: AnnotationMarks,
    /// Whether each byte of a string literal is a character: so GNAT reads UTF-8 without a byte order mark and without
    /// the switch `-gnatW8`.
    pub bytes: bool,
}

/// What came of parsing a text: as much of the tree as could be read, and what is wrong, in the order of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed<T> {
    /// The tree. It may be analysed further only if no diagnostic is an error.
    pub tree: T,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Parsed<T> {
    /// True if a diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Parses the contents of a file (RM 10.1).
pub fn parse_file(text: &str, names: &mut Interner, options: ParseOptions) -> Parsed<Compilation> {
    parse(text, names, options, |parser| parser.compilation())
}

/// Parses a single expression, for instance of an option or an invariant (RM 4.4).
pub fn parse_expression(text: &str, names: &mut Interner, options: ParseOptions) -> Parsed<Expr> {
    parse(text, names, options, |parser| {
        let start = parser.start();
        let expr = parser.expression_or_conditional();
        parser.expect_end();
        expr.unwrap_or_else(|Bail| parser.error_expr(start))
    })
}

/// Parses a sequence of statements (RM 5.1).
pub fn parse_statements(text: &str, names: &mut Interner, options: ParseOptions) -> Parsed<Vec<Stmt>> {
    parse(text, names, options, |parser| {
        let statements = parser.statements();
        parser.expect_end();
        statements
    })
}

/// What a text is parsed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A whole file.
    Compilation,
    /// An expression.
    Expression,
    /// A sequence of statements.
    Statements,
}

/// What is wrong with a text that is to be of a certain kind.
pub fn check(text: &str, entry: Entry, options: ParseOptions) -> Vec<Diagnostic> {
    let names = &mut Interner::new();
    match entry {
        Entry::Compilation => parse_file(text, names, options).diagnostics,
        Entry::Expression => parse_expression(text, names, options).diagnostics,
        Entry::Statements => parse_statements(text, names, options).diagnostics,
    }
}

fn parse<T>(
    text: &str,
    names: &mut Interner,
    options: ParseOptions,
    read: impl FnOnce(&mut Parser<'_>) -> T,
) -> Parsed<T> {
    let (tokens, diagnostics) = tokenize(text, options.marks);
    let mut parser = Parser {
        text,
        tokens: &tokens,
        at: 0,
        names,
        diagnostics,
        last_error: None,
        fatal: false,
        nesting: 0,
        height: 0,
        scopes: Vec::new(),
        in_annotation: false,
        bytes: options.bytes,
        told_of_declaration: false,
        extensions: false,
        continued: Vec::new(),
        fixed_lower: false,
        pending: VecDeque::new(),
        stray_pragmas: Vec::new(),
        stray_aspects: Vec::new(),
    };
    let tree = read(&mut parser);
    let mut diagnostics = parser.diagnostics;
    // Stable: of two messages at one place the lexer's is the first.
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    Parsed { tree, diagnostics }
}

/// The construct cannot be read; why has been reported.
#[derive(Clone, Copy, Debug)]
struct Bail;

/// The result of reading a construct.
type Read<T> = Result<T, Bail>;

struct Parser<'t> {
    text: &'t str,
    /// The loops around, innermost last: name, where `loop` stands, whether something goes on at the end of its body.
    continued: Vec<(Option<crate::ast::Symbol>, Span, bool)>,
    /// Whether an array definition had an index with a fixed lower bound.
    fixed_lower: bool,
    /// The last one is [`TokenKind::Eof`], which is never consumed.
    tokens: &'t [Token],
    /// Index of the current token.
    at: usize,
    names: &'t mut Interner,
    diagnostics: Vec<Diagnostic>,
    /// The token at which the last message was given.
    last_error: Option<usize>,
    /// True when nothing more is to be reported, because reading was given up.
    fatal: bool,
    /// Constructs around the current token.
    nesting: u32,
    /// Height of the highest tree read since the innermost [`Parser::nested`] began.
    height: u32,
    /// Constructs with an `end`, from the outside in.
    scopes: Vec<Scope>,
    /// True inside a block of annotation lines.
    in_annotation: bool,
    /// As in [`ParseOptions`].
    bytes: bool,
    /// True when this list of statements was found to contain a declaration.
    told_of_declaration: bool,
    /// True behind a pragma that allows GNAT's extensions of the language.
    extensions: bool,
    /// Annotations that were read and stand where the next declaration or statement would.
    pending: VecDeque<Annotation>,
    /// Pragmas of the unit being read that no list has.
    stray_pragmas: Vec<Pragma>,
    /// Aspects of the unit being read that their declarations don't keep.
    stray_aspects: Vec<Aspect>,
}

impl Parser<'_> {
    /// Reads a construct one level deeper, and gives up if that is too deep.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.nesting >= MAX_NESTING {
            return self.give_up("nesting is too deep");
        }
        self.nesting += 1;
        let outer = std::mem::take(&mut self.height);
        let result = read(self);
        self.nesting -= 1;
        let grown = self.grow();
        self.height = self.height.max(outer);
        grown.and(result)
    }

    /// The tree that is being read gets one level higher: an operator or a selector is applied to it.
    fn grow(&mut self) -> Read<()> {
        self.height += 1;
        if self.height > MAX_DEPTH {
            self.give_up("expression or statement is too long or too deeply nested")
        } else {
            Ok(())
        }
    }

    /// Reports a limit and skips the rest of the text.
    fn give_up<T>(&mut self, message: &str) -> Read<T> {
        if !self.fatal {
            self.last_error = None;
            self.error_here(message);
            self.fatal = true;
        }
        self.at = self.tokens.len() - 1;
        Err(Bail)
    }

    /// Behind a fragment nothing may follow.
    fn expect_end(&mut self) {
        if self.kind() != TokenKind::Eof {
            self.error_here(format!("unexpected {}", self.describe()));
        }
    }
}
