//! Statements of GNAT's language extensions (GNAT RM, "GNAT language extensions"): `return`, `raise` and `goto` with
//! `when`, `continue`, and `finally`.

use super::statements::begins_declaration;
use super::{Parser, Read};
use crate::ast::{BlockStmt, Expr, HandledStatements, Ident, IfStmt, Name, Pragma, Stmt, StmtKind};
use crate::lexer::TokenKind;
use horn_frontend::Span;

impl Parser<'_> {
    /// The end of a statement that may have a condition: `return X when C;` is `if C then return X; end if;`.
    pub(super) fn perhaps_conditional(&mut self, kind: StmtKind) -> Read<StmtKind> {
        // On a line of its own it may be the next alternative behind a missing semicolon.
        if self.kind() != TokenKind::When || self.first_on_line(0) && self.belongs_to_open(TokenKind::When) {
            self.semicolon();
            return Ok(kind);
        }
        self.bump();
        let condition = self.expression()?;
        let span = Span::new(condition.span.start, condition.span.end);
        self.semicolon();
        Ok(only_if(condition, kind, span))
    }

    /// Whether `continue` starts a statement here; it is no reserved word.
    pub(super) fn at_continue(&self) -> bool {
        self.at_word("continue")
            && match self.nth(1) {
                TokenKind::When => true,
                TokenKind::Identifier => matches!(self.nth(2), TokenKind::When | TokenKind::Semicolon),
                _ => false,
            }
    }

    /// `continue [L] [when C];`: to the end of the body of the loop.
    pub(super) fn continue_statement(&mut self) -> Read<StmtKind> {
        let word = self.bump().span();
        let name = match self.kind() {
            TokenKind::Identifier => Some(self.identifier()?),
            _ => None,
        };
        let wanted = name.as_ref().map(|name| name.symbol);
        let open = self.continued.iter_mut().rev().find(|open| wanted.is_none() || open.0 == wanted);
        let Some(open) = open else {
            self.error(word, "cannot continue outside of a loop");
            return self.perhaps_conditional(StmtKind::Error);
        };
        open.2 = true;
        let place = open.1;
        let label = self.continue_label(place);
        self.perhaps_conditional(StmtKind::Goto(label))
    }

    /// The label at the end of the body of the loop whose `loop` stands there.
    pub(super) fn continue_label(&mut self, place: Span) -> Ident {
        let symbol = self.names.fold(&format!("continue at {}", place.start));
        Ident { symbol, spelling: symbol, span: place }
    }

    /// Notes `pragma Extensions_Allowed`.
    pub(super) fn note_extensions(&mut self, pragma: &Pragma) {
        if self.names.text(pragma.name.symbol) != "extensions_allowed" {
            return;
        }
        let argument = pragma.arguments.first().and_then(|argument| argument.value.as_name()).and_then(Name::as_ident);
        let text = argument.map(|ident| self.names.text(ident.symbol).to_string());
        self.extensions = text.is_some_and(|text| ["on", "all", "all_extensions"].contains(&text.as_str()));
    }

    /// Whether a declaration stands among statements.
    pub(super) fn at_local_declaration(&self) -> bool {
        match self.kind() {
            TokenKind::Identifier => match self.nth(1) {
                TokenKind::Comma => true,
                TokenKind::Colon => !matches!(
                    self.nth(2),
                    TokenKind::Loop | TokenKind::While | TokenKind::For | TokenKind::Declare | TokenKind::Begin
                ),
                _ => false,
            },
            word => begins_declaration(word),
        }
    }

    /// Declarations among statements, with the statements behind them: a block.
    pub(super) fn local_declarations(&mut self) -> Stmt {
        let start = self.start();
        let mut declarations = Vec::new();
        while self.at_local_declaration() {
            self.declaration_among_statements(&mut declarations);
        }
        let statements = self.nested(|parser| Ok(parser.statements())).unwrap_or_default();
        let body = HandledStatements { statements, handlers: Vec::new(), end_span: None };
        let block = BlockStmt { name: None, declarations, body };
        Stmt { labels: Vec::new(), kind: StmtKind::Block(Box::new(block)), span: self.span_from(start) }
    }

    /// Whether the part begins here that is executed however statements are left.
    pub(super) fn at_finally(&self) -> bool {
        let used = matches!(
            self.nth(1),
            TokenKind::Semicolon
                | TokenKind::LeftParen
                | TokenKind::Assign
                | TokenKind::Equal
                | TokenKind::Dot
                | TokenKind::Colon
                | TokenKind::Tick
        );
        self.at_word("finally") && !used
    }

    /// `finally …`: read, and not supported.
    pub(super) fn finally_part(&mut self) -> Stmt {
        let word = self.bump().span();
        let dropped = self.statements();
        if dropped.is_empty() {
            self.error_here("statement expected");
        }
        let what = self.unsupported("finally part (GNAT extension)", "7.6.1", None, word.start);
        Stmt { labels: Vec::new(), kind: StmtKind::Unsupported(what), span: word }
    }
}

fn only_if(condition: Expr, kind: StmtKind, span: Span) -> StmtKind {
    let body = vec![Stmt { labels: Vec::new(), kind, span }];
    StmtKind::If(Box::new(IfStmt { branches: vec![(condition, body)], otherwise: None }))
}
