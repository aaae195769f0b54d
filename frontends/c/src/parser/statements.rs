//! Statements (C11 6.8), with a stack of those that are open.

use super::Parser;
use super::declarations::Declared;
use crate::lexer::Kind;
use crate::tree::{ExprId, StmtId, StmtKind, Symbol};

/// A statement that waits for one that is part of it. `first` is its first token.
enum Open {
    Block { first: usize, stmts: Vec<StmtId> },
    If { first: usize, condition: ExprId },
    Else { first: usize, condition: ExprId, then: StmtId },
    While { first: usize, condition: ExprId },
    Do { first: usize },
    For { first: usize, init: Option<StmtId>, condition: Option<ExprId>, step: Option<ExprId> },
    Switch { first: usize, value: ExprId },
    Case { first: usize, low: ExprId, high: Option<ExprId> },
    Default { first: usize },
    Label { first: usize, name: Symbol },
}

impl Parser {
    /// A statement with all that is in it.
    pub(super) fn statement(&mut self) -> StmtId {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let before = self.at;
            let mut done = self.begin(&mut open);
            if self.at == before && done.is_some() && self.kind() != Kind::Eof {
                // Something was reported; the token that nothing can be made of must not stop us. A block's end was
                // left to the block on purpose.
                if self.kind() != Kind::RightBrace || open.is_empty() {
                    self.advance();
                }
            }
            while let Some(stmt) = done {
                let Some(outer) = open.pop() else { return stmt };
                done = self.end(&mut open, outer, stmt);
            }
        }
    }

    /// Goes on behind a part of a statement: the whole if that was the last part.
    fn end(&mut self, open: &mut Vec<Open>, outer: Open, stmt: StmtId) -> Option<StmtId> {
        Some(match outer {
            Open::Block { first, mut stmts } => {
                stmts.push(stmt);
                open.push(Open::Block { first, stmts });
                return None;
            }
            Open::If { first, condition } => {
                if self.accept(Kind::Else) {
                    open.push(Open::Else { first, condition, then: stmt });
                    return None;
                }
                self.stmt(StmtKind::If { condition, then: stmt, otherwise: None }, first)
            }
            Open::Else { first, condition, then } => {
                self.stmt(StmtKind::If { condition, then, otherwise: Some(stmt) }, first)
            }
            Open::While { first, condition } => self.stmt(StmtKind::While { condition, body: stmt }, first),
            Open::Do { first } => {
                self.expect(Kind::While, "behind the body of `do`");
                let condition = self.condition("while");
                if !self.expect(Kind::Semicolon, "behind `do … while (…)`") {
                    self.recover();
                }
                self.stmt(StmtKind::DoWhile { body: stmt, condition }, first)
            }
            Open::For { first, init, condition, step } => {
                self.scopes.close();
                self.stmt(StmtKind::For { init, condition, step, body: stmt }, first)
            }
            Open::Switch { first, value } => self.stmt(StmtKind::Switch { value, body: stmt }, first),
            Open::Case { first, low, high } => self.stmt(StmtKind::Case { low, high, body: stmt }, first),
            Open::Default { first } => self.stmt(StmtKind::Default(stmt), first),
            Open::Label { first, name } => self.stmt(StmtKind::Label { name, body: stmt }, first),
        })
    }

    /// Reads a statement without parts, or the beginning of one that has some, which is pushed.
    fn begin(&mut self, open: &mut Vec<Open>) -> Option<StmtId> {
        let first = self.at;
        if self.annotation_here() {
            return Some(self.stmt(StmtKind::Annotation, first));
        }
        match self.kind() {
            Kind::LeftBrace => {
                self.advance();
                self.scopes.open();
                open.push(Open::Block { first, stmts: Vec::new() });
                None
            }
            Kind::RightBrace | Kind::Eof => self.end_of_block(open),
            Kind::If => {
                self.advance();
                let condition = self.condition("if");
                open.push(Open::If { first, condition });
                None
            }
            Kind::While => {
                self.advance();
                let condition = self.condition("while");
                open.push(Open::While { first, condition });
                None
            }
            Kind::Do => {
                self.advance();
                open.push(Open::Do { first });
                None
            }
            Kind::For => {
                let frame = self.for_loop(first);
                open.push(frame);
                None
            }
            Kind::Switch => {
                self.advance();
                let value = self.condition("switch");
                open.push(Open::Switch { first, value });
                None
            }
            Kind::Case => {
                self.advance();
                let low = self.assignment_expression();
                let high = self.accept(Kind::Ellipsis).then(|| self.assignment_expression());
                self.expect(Kind::Colon, "behind `case`");
                open.push(Open::Case { first, low, high });
                None
            }
            Kind::Default => {
                self.advance();
                self.expect(Kind::Colon, "behind `default`");
                open.push(Open::Default { first });
                None
            }
            Kind::Name if self.kind_at(1) == Kind::Colon => {
                let name = self.token().symbol;
                self.advance();
                self.advance();
                if self.kind() == Kind::Attribute && self.label_attribute() {
                    self.attributes(&mut Vec::new());
                }
                open.push(Open::Label { first, name });
                None
            }
            Kind::Else => {
                self.error(first, "`else` without `if`");
                self.advance();
                Some(self.stmt(StmtKind::Error, first))
            }
            _ => Some(self.simple(open)),
        }
    }

    /// At `}` or the end of the file: the block that ends there, or what is missing before it.
    fn end_of_block(&mut self, open: &mut Vec<Open>) -> Option<StmtId> {
        let at = self.at;
        match open.last() {
            Some(Open::Block { .. }) => {
                let Some(Open::Block { first, stmts }) = open.pop() else { return None };
                if !self.accept(Kind::RightBrace) {
                    self.expect(Kind::RightBrace, "at the end of the block");
                    let message = "the block that begins here is not closed";
                    if open.is_empty() {
                        self.report(horn_frontend::Severity::Note, first, message);
                    }
                }
                self.scopes.close();
                Some(self.stmt(StmtKind::Block(stmts), first))
            }
            // GNU and C23 allow labels there.
            Some(Open::Label { .. } | Open::Case { .. } | Open::Default { .. }) => {
                Some(self.stmt(StmtKind::Empty(Vec::new()), at - 1))
            }
            _ => {
                let found = self.describe();
                self.error(at, format!("expected a statement, not {found}"));
                Some(self.stmt(StmtKind::Error, at))
            }
        }
    }

    /// `(condition)` behind a keyword.
    fn condition(&mut self, keyword: &str) -> ExprId {
        let behind = format!("behind `{keyword}`");
        self.expect(Kind::LeftParen, &behind);
        let condition = self.expression();
        self.close_parenthesis(&format!("behind the condition of `{keyword}`"));
        condition
    }

    /// `for (…; …; …)`. Its scope is open.
    fn for_loop(&mut self, first: usize) -> Open {
        self.advance();
        self.scopes.open();
        self.expect(Kind::LeftParen, "behind `for`");
        let at = self.at;
        let init = if self.accept(Kind::Semicolon) {
            None
        } else if self.starts_declaration() {
            match self.declaration() {
                Declared::Declaration(declaration) => Some(self.stmt(StmtKind::Declaration(declaration), at)),
                Declared::Function(decl) => {
                    self.error(at, "a function in the parentheses of `for`");
                    Some(self.stmt(StmtKind::NestedFunction(decl), at))
                }
            }
        } else {
            let value = self.expression();
            self.expect(Kind::Semicolon, "behind the first part of `for`");
            Some(self.stmt(StmtKind::Expr(value), at))
        };
        let condition = (self.kind() != Kind::Semicolon).then(|| self.expression());
        self.expect(Kind::Semicolon, "behind the condition of `for`");
        let step = (self.kind() != Kind::RightParen).then(|| self.expression());
        self.close_parenthesis("behind the parts of `for`");
        Open::For { first, init, condition, step }
    }

    /// Whether the attributes at the next token belong to a label or to `;`: no declaration follows.
    fn label_attribute(&self) -> bool {
        let (mut at, mut depth) = (self.at + 1, 0_usize);
        while let Some(token) = self.tokens.get(at) {
            match token.kind {
                Kind::LeftParen => depth += 1,
                Kind::RightParen => depth = depth.saturating_sub(1),
                Kind::Eof => return false,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                break;
            }
        }
        !self.starts_type(at - self.at)
    }

    /// A statement without parts, with what ends it.
    fn simple(&mut self, open: &[Open]) -> StmtId {
        let first = self.at;
        let kind = match self.kind() {
            Kind::Semicolon => {
                self.advance();
                return self.stmt(StmtKind::Empty(Vec::new()), first);
            }
            Kind::Attribute if self.label_attribute() => {
                let mut attributes = Vec::new();
                self.attributes(&mut attributes);
                StmtKind::Empty(attributes)
            }
            Kind::StaticAssert => {
                let assert = self.static_assert();
                return self.stmt(StmtKind::StaticAssert(assert), first);
            }
            Kind::Asm => {
                self.skip_asm();
                return self.stmt(StmtKind::Asm, first);
            }
            Kind::Label => {
                self.advance();
                let mut names = Vec::new();
                loop {
                    let name = self.token().symbol;
                    if self.expect(Kind::Name, "of a label") {
                        names.push(name);
                    }
                    if !self.accept(Kind::Comma) {
                        break;
                    }
                }
                StmtKind::LocalLabels(names)
            }
            Kind::Goto => {
                self.advance();
                let name = self.token().symbol;
                if self.accept(Kind::Star) {
                    StmtKind::ComputedGoto(self.expression())
                } else if self.expect(Kind::Name, "of a label behind `goto`") {
                    StmtKind::Goto(name)
                } else {
                    StmtKind::Error
                }
            }
            Kind::Break => {
                self.advance();
                StmtKind::Break
            }
            Kind::Continue => {
                self.advance();
                StmtKind::Continue
            }
            Kind::Return => {
                self.advance();
                StmtKind::Return((self.kind() != Kind::Semicolon).then(|| self.expression()))
            }
            _ if self.starts_declaration() => return self.declaration_statement(open),
            _ => StmtKind::Expr(self.expression()),
        };
        if !self.expect(Kind::Semicolon, "behind the statement") {
            self.recover();
        }
        self.stmt(kind, first)
    }

    fn declaration_statement(&mut self, open: &[Open]) -> StmtId {
        let first = self.at;
        let in_block = matches!(
            open.last(),
            None | Some(Open::Block { .. } | Open::Label { .. } | Open::Case { .. } | Open::Default { .. })
        );
        if !in_block {
            self.error(first, "expected a statement, not a declaration: put it in `{ }`");
        }
        if !self.enter() {
            return self.stmt(StmtKind::Error, first);
        }
        let declared = self.declaration();
        self.leave();
        match declared {
            Declared::Declaration(declaration) => self.stmt(StmtKind::Declaration(declaration), first),
            Declared::Function(decl) => self.stmt(StmtKind::NestedFunction(decl), first),
        }
    }
}
