//! Statements (RM 5, 6.5, 11.2, 11.3).

use super::recovery::Ending;
use super::{Bail, Parser, Read};
use crate::ast::{
    Assign, BlockStmt, CaseAlternative, CaseStmt, Choice, Decl, DiscreteRange, Expr, ExprKind, ExtendedReturn,
    HandledStatements, Handler, Ident, IfStmt, IteratorDomain, IteratorSpec, LoopScheme, LoopStmt, Name, Range, Stmt,
    StmtKind, SubtypeIndication,
};
use crate::lexer::TokenKind;
use horn_frontend::Span;

impl Parser<'_> {
    /// RM 5.1: statements up to a word that ends the list. A list may be empty here; who reads it decides whether
    /// that is a mistake.
    pub(super) fn statements(&mut self) -> Vec<Stmt> {
        let outer = std::mem::take(&mut self.told_of_declaration);
        let list = self.statement_list();
        self.told_of_declaration = outer;
        list
    }

    fn statement_list(&mut self) -> Vec<Stmt> {
        let mut list = Vec::new();
        loop {
            let before = self.at;
            if self.extensions && self.at_local_declaration() {
                list.push(self.local_declarations());
                continue;
            }
            match self.kind() {
                TokenKind::End | TokenKind::Eof => break,
                word @ (TokenKind::Else
                | TokenKind::Elsif
                | TokenKind::When
                | TokenKind::Exception
                | TokenKind::Or
                | TokenKind::Then) => {
                    if self.belongs_to_open(word) {
                        break;
                    }
                    self.misplaced(word);
                    continue;
                }
                TokenKind::Identifier if self.ends_in_one_word() || self.at_misspelled_elsif() || self.at_finally() => {
                    break;
                }
                TokenKind::SparkBegin | TokenKind::BmcBegin => {
                    let annotations = self.annotation_block();
                    list.extend(annotations.into_iter().map(|annotation| Stmt {
                        labels: Vec::new(),
                        span: annotation.span,
                        kind: StmtKind::Annotation(Box::new(annotation)),
                    }));
                    continue;
                }
                word if begins_declaration(word) => {
                    self.misplaced_declaration();
                    self.declaration_among_statements(&mut Vec::new());
                    continue;
                }
                _ => {}
            }
            let start = self.start();
            match self.nested(Self::statement) {
                Ok(statement) => list.push(statement),
                Err(Bail) => {
                    self.skip_statement(before);
                    list.push(Stmt { labels: Vec::new(), kind: StmtKind::Error, span: self.span_from(start) });
                }
            }
            if self.at == before {
                self.bump();
            }
        }
        list
    }

    /// `endif`, `endloop`, `endcase` of the innermost construct; [`Parser::close`] reports it.
    fn ends_in_one_word(&self) -> bool {
        matches!(self.nth(1), TokenKind::Semicolon | TokenKind::Identifier)
            && match self.scopes.last().map(|scope| &scope.ending) {
                Some(Ending::Word(word, _)) => self.at_word(&format!("end{}", word.text())),
                _ => false,
            }
    }

    /// True at `elseif` or `elif` with a condition, inside an if statement.
    fn at_misspelled_elsif(&self) -> bool {
        (self.at_word("elseif") || self.at_word("elif"))
            && matches!(self.nth(1), TokenKind::Identifier | TokenKind::LeftParen | TokenKind::Not | TokenKind::Integer)
            && (self.belongs_to_open(TokenKind::Elsif))
    }

    /// `else`, `when` … of nothing that is open.
    fn misplaced(&mut self, word: TokenKind) {
        let message = match word {
            TokenKind::Else | TokenKind::Elsif => format!("no \"if\" for this \"{}\"", word.text()),
            TokenKind::When => "no \"case\" for this \"when\"".to_owned(),
            _ => format!("statement expected, found reserved word \"{}\"", word.text()),
        };
        self.error_here(message);
        let from = self.at;
        self.bump();
        match word {
            TokenKind::Elsif => {
                let found = self.skip_to(&[TokenKind::Then]);
                if found.is_ok() {
                    self.bump();
                }
            }
            TokenKind::When => {
                let found = self.skip_to(&[TokenKind::Arrow]);
                if found.is_ok() {
                    self.bump();
                } else {
                    self.skip_statement(from);
                }
            }
            _ => {}
        }
    }

    /// Says once for each list of statements that declarations do not belong there.
    fn misplaced_declaration(&mut self) {
        if !std::mem::replace(&mut self.told_of_declaration, true) {
            self.error_here("declarations must come before \"begin\"");
        }
    }

    /// A declaration behind `begin`.
    pub(super) fn declaration_among_statements(&mut self, found: &mut Vec<Decl>) {
        let before = self.at;
        if self.nested(|parser| parser.declaration(found)).is_err() {
            self.skip_declaration(before);
        }
        if self.at == before {
            self.bump();
        }
    }

    /// RM 5.1: one statement.
    pub(super) fn statement(&mut self) -> Read<Stmt> {
        let labels = self.labels()?;
        let start = self.start();
        let kind = self.statement_kind(&labels)?;
        Ok(Stmt { labels, kind, span: self.span_from(start) })
    }

    /// RM 5.1: `<<L>>`.
    fn labels(&mut self) -> Read<Vec<Ident>> {
        let mut labels = Vec::new();
        while self.eat(TokenKind::LeftLabel) {
            labels.push(self.identifier()?);
            if !self.eat(TokenKind::RightLabel) {
                return self.fail("missing \">>\"");
            }
        }
        Ok(labels)
    }

    fn statement_kind(&mut self, labels: &[Ident]) -> Read<StmtKind> {
        match self.kind() {
            TokenKind::Null => {
                self.bump();
                self.semicolon();
                Ok(StmtKind::Null)
            }
            TokenKind::Identifier if self.nth(1) == TokenKind::Colon => self.named_statement(),
            TokenKind::Identifier if self.at_continue() => self.continue_statement(),
            TokenKind::Identifier | TokenKind::String | TokenKind::Character | TokenKind::Target => {
                self.simple_statement()
            }
            TokenKind::If => self.if_statement(),
            TokenKind::Case => self.case_statement(),
            TokenKind::Loop | TokenKind::While | TokenKind::For => self.loop_statement(None),
            TokenKind::Declare | TokenKind::Begin => self.block_statement(None),
            TokenKind::Exit => self.exit_statement(),
            TokenKind::Return => self.return_statement(),
            TokenKind::Raise => self.raise_statement(),
            TokenKind::Goto => {
                self.bump();
                // The name of a unit around it may stand before: labels of one body differ (RM 5.1).
                let mut label = self.identifier()?;
                while self.eat(TokenKind::Dot) {
                    label = self.identifier()?;
                }
                self.perhaps_conditional(StmtKind::Goto(label))
            }
            TokenKind::Pragma => Ok(StmtKind::Pragma(Box::new(self.pragma()?))),
            TokenKind::Accept | TokenKind::Select | TokenKind::Delay | TokenKind::Abort | TokenKind::Requeue => {
                self.tasking_statement()
            }
            // Ada 2022: a label may end a list of statements.
            TokenKind::End | TokenKind::Else | TokenKind::Elsif | TokenKind::When | TokenKind::Exception
                if !labels.is_empty() =>
            {
                Ok(StmtKind::Null)
            }
            TokenKind::Semicolon => {
                self.error_here("extra \";\" ignored");
                self.bump();
                Ok(StmtKind::Null)
            }
            kind if kind.is_reserved() && self.nth(1) == TokenKind::Assign => {
                let message = format!("reserved word \"{}\" cannot be used as identifier", kind.text());
                self.fail(message)
            }
            _ => self.fail("statement expected"),
        }
    }

    /// RM 5.5, 5.6: `Name : loop …`, `Name : declare …`. Anything else behind a colon is a declaration.
    fn named_statement(&mut self) -> Read<StmtKind> {
        match self.nth(2) {
            TokenKind::Loop | TokenKind::While | TokenKind::For => {
                let name = self.identifier()?;
                self.bump();
                self.loop_statement(Some(name))
            }
            TokenKind::Declare | TokenKind::Begin => {
                let name = self.identifier()?;
                self.bump();
                self.block_statement(Some(name))
            }
            _ => {
                let before = self.at;
                self.misplaced_declaration();
                let mut dropped = Vec::new();
                if self.declaration(&mut dropped).is_err() {
                    self.skip_declaration(before);
                }
                Ok(StmtKind::Error)
            }
        }
    }

    /// RM 5.2, 6.4: an assignment or a procedure call. RM 13.8: a code statement.
    fn simple_statement(&mut self) -> Read<StmtKind> {
        let start = self.start();
        let name = self.name()?;
        match self.kind() {
            TokenKind::Assign => self.assignment(name),
            TokenKind::Equal => {
                self.error_here("\"=\" should be \":=\"");
                self.assignment(name)
            }
            TokenKind::Plus | TokenKind::Minus | TokenKind::Star | TokenKind::Slash
                if matches!(self.nth(1), TokenKind::Equal | TokenKind::Plus | TokenKind::Minus) =>
            {
                self.fail("missing \":=\"")
            }
            TokenKind::Semicolon => {
                self.bump();
                Ok(self.call(name, start))
            }
            TokenKind::Colon if self.nth(1) == TokenKind::Equal => {
                self.error_here("\": =\" should be \":=\"");
                self.bump();
                self.assignment(name)
            }
            _ => {
                // `foo bar;` on one line cannot be a call with a missing semicolon.
                if !self.first_on_line(0)
                    && matches!(
                        self.kind(),
                        TokenKind::Identifier | TokenKind::Integer | TokenKind::String | TokenKind::LeftParen
                    )
                {
                    return self.fail("missing \":=\"");
                }
                self.semicolon();
                Ok(self.call(name, start))
            }
        }
    }

    fn call(&mut self, name: Name, start: u32) -> StmtKind {
        match &name.kind {
            crate::ast::NameKind::Qualified(..) => {
                StmtKind::Unsupported(self.unsupported("code statement", "13.8", None, start))
            }
            _ => StmtKind::Call(Box::new(name)),
        }
    }

    fn assignment(&mut self, target: Name) -> Read<StmtKind> {
        let op_span = self.bump().span();
        let value = self.expression()?;
        self.semicolon();
        Ok(StmtKind::Assign(Box::new(Assign { target, op_span, value })))
    }

    /// A condition up to `then` or `loop`; what cannot be read is skipped, so that the statement goes on.
    fn condition(&mut self, until: TokenKind) -> Expr {
        let start = self.start();
        match self.expression() {
            Ok(expr) => {
                self.skip_operands(until);
                expr
            }
            Err(Bail) => {
                // Where the word is missing too, one message is enough.
                self.skip_silently(until);
                self.error_expr(start)
            }
        }
    }

    /// Skips to a word of this construct; if it is not there, that is not reported once more.
    fn skip_silently(&mut self, word: TokenKind) {
        let found = self.skip_to(&[word]);
        if found.is_err() {
            self.last_error = Some(self.at);
        }
    }

    /// Behind an expression on the same line: something that looks like a further operand.
    fn skip_operands(&mut self, until: TokenKind) {
        let operand = matches!(
            self.kind(),
            TokenKind::Identifier | TokenKind::Integer | TokenKind::Real | TokenKind::String | TokenKind::LeftParen
        );
        if operand && !self.first_on_line(0) {
            self.error_here("binary operator expected");
            self.skip_silently(until);
        }
    }

    /// RM 5.3: if statement.
    fn if_statement(&mut self) -> Read<StmtKind> {
        let opening = self.bump().span();
        self.open(Ending::Word(TokenKind::If, None), opening);
        let mut branches = Vec::new();
        let condition = self.condition(TokenKind::Then);
        self.expect(TokenKind::Then);
        let body = self.nonempty_statements();
        branches.push((condition, body));
        let mut otherwise = None;
        loop {
            let misspelled = self.at_misspelled_elsif();
            if misspelled {
                self.error_here("incorrect spelling of keyword \"elsif\"");
            }
            match self.kind() {
                TokenKind::Elsif | TokenKind::Identifier if misspelled || self.kind() == TokenKind::Elsif => {
                    self.bump();
                    let condition = self.condition(TokenKind::Then);
                    self.expect(TokenKind::Then);
                    let body = self.nonempty_statements();
                    branches.push((condition, body));
                }
                TokenKind::Else => {
                    self.bump();
                    otherwise = Some(self.nonempty_statements());
                }
                _ => break,
            }
        }
        self.close();
        Ok(StmtKind::If(Box::new(IfStmt { branches, otherwise })))
    }

    /// RM 5.1: statements, at least one; annotations count.
    fn nonempty_statements(&mut self) -> Vec<Stmt> {
        let list = self.statements();
        if list.is_empty() && !self.fatal {
            self.error_here("statement expected");
        }
        list
    }

    /// RM 5.4: case statement.
    fn case_statement(&mut self) -> Read<StmtKind> {
        let opening = self.bump().span();
        self.open(Ending::Word(TokenKind::Case, None), opening);
        let start = self.start();
        let selector = match self.expression() {
            Ok(selector) => selector,
            Err(Bail) => {
                // `is` ends every search.
                self.skip_silently(TokenKind::Is);
                self.error_expr(start)
            }
        };
        self.expect(TokenKind::Is);
        while self.kind() == TokenKind::Pragma {
            self.stray_pragma()?;
        }
        let mut alternatives = Vec::new();
        if self.kind() != TokenKind::When {
            self.error_here("\"when\" expected, must have at least one alternative in case");
        }
        while self.kind() == TokenKind::When {
            let start = self.bump().start;
            let choices = match self.bar_list(Self::choice) {
                Ok(choices) => choices,
                Err(Bail) => {
                    self.skip_silently(TokenKind::Arrow);
                    Vec::new()
                }
            };
            if self.kind() == TokenKind::Colon {
                self.error_here("\":\" should be \"=>\"");
                self.bump();
            } else {
                self.expect(TokenKind::Arrow);
            }
            let body = self.nonempty_statements();
            alternatives.push(CaseAlternative { choices, body, span: self.span_from(start) });
        }
        self.close();
        Ok(StmtKind::Case(Box::new(CaseStmt { selector, alternatives })))
    }

    /// RM 5.5: loop statement, behind its name.
    fn loop_statement(&mut self, name: Option<Ident>) -> Read<StmtKind> {
        let opening = self.token().span();
        self.open(Ending::Word(TokenKind::Loop, name), opening);
        let scheme = match self.kind() {
            TokenKind::While => {
                self.bump();
                LoopScheme::While(self.condition(TokenKind::Loop))
            }
            TokenKind::For => {
                self.bump();
                match self.iterator() {
                    Ok(iterator) => {
                        self.skip_operands(TokenKind::Loop);
                        LoopScheme::For(iterator)
                    }
                    Err(Bail) => {
                        self.skip_silently(TokenKind::Loop);
                        LoopScheme::Forever
                    }
                }
            }
            _ => LoopScheme::Forever,
        };
        let annotations = self.annotation_block();
        let loop_span = self.token().span();
        self.expect(TokenKind::Loop);
        self.continued.push((name.as_ref().map(|name| name.symbol), loop_span, false));
        let mut body = self.nonempty_statements();
        if let Some((_, loop_span, true)) = self.continued.pop() {
            let label = self.continue_label(loop_span);
            body.push(Stmt { labels: vec![label], kind: StmtKind::Null, span: self.token().span() });
        }
        self.close();
        Ok(StmtKind::Loop(Box::new(LoopStmt { name, scheme, annotations, loop_span, body })))
    }

    /// RM 5.5, 5.5.2: `I in [reverse] R`, `X [: T] of [reverse] A`, with a filter.
    pub(super) fn iterator(&mut self) -> Read<IteratorSpec> {
        let start = self.start();
        let name = self.identifier()?;
        let subtype = match self.eat(TokenKind::Colon) {
            true => Some(self.subtype_indication()?),
            false => None,
        };
        let of = self.kind() == TokenKind::Of;
        if !of && self.kind() != TokenKind::In {
            if matches!(self.kind(), TokenKind::Assign | TokenKind::Equal) {
                let message = format!("\"{}\" should be \"in\"", self.kind().text());
                return self.fail(message);
            }
            self.error_behind("missing \"in\"");
            return Err(Bail);
        }
        self.bump();
        let reverse = self.eat(TokenKind::Reverse);
        let domain = match of {
            true => IteratorDomain::Of(Box::new(self.iterable()?)),
            false => IteratorDomain::In(self.iterated_range()?),
        };
        let filter = match self.kind() == TokenKind::When {
            true => {
                self.bump();
                Some(self.expression()?)
            }
            false => None,
        };
        Ok(IteratorSpec { name, subtype, reverse, domain, filter, span: self.span_from(start) })
    }

    /// What `of` ranges over: a name, or in Ada 2022 a value such as an aggregate.
    fn iterable(&mut self) -> Read<Name> {
        let value = self.simple_expression()?;
        Ok(match value.kind {
            ExprKind::Name(name) => *name,
            _ => Name { span: value.span, kind: crate::ast::NameKind::Value(Box::new(value)) },
        })
    }

    /// RM 3.6.1, 4.3.3: a discrete range; of an iterated association also a single value before `|` or `=>`.
    fn iterated_range(&mut self) -> Read<DiscreteRange> {
        let first = self.simple_expression()?;
        let single = matches!(self.kind(), TokenKind::Bar | TokenKind::Arrow);
        match self.range_behind(first)? {
            Choice::Range(range) => Ok(range),
            Choice::Expr(Expr { kind: ExprKind::Name(mark), span }) => {
                Ok(DiscreteRange::Subtype(Box::new(SubtypeIndication {
                    not_null: false,
                    mark: *mark,
                    constraint: None,
                    span,
                })))
            }
            Choice::Expr(value) if single => {
                Ok(DiscreteRange::Range(Range::Bounds(Box::new(value.clone()), Box::new(value))))
            }
            Choice::Expr(_) | Choice::Others(_) => {
                self.error_behind("missing \"..\"");
                Err(Bail)
            }
        }
    }

    /// RM 5.6: block statement, behind its name.
    fn block_statement(&mut self, name: Option<Ident>) -> Read<StmtKind> {
        let opening = self.token().span();
        let declarations = match self.eat(TokenKind::Declare) {
            true => self.declarations_of_body(),
            false => Vec::new(),
        };
        self.open(Ending::Block(name), opening);
        let body = self.body();
        Ok(StmtKind::Block(Box::new(BlockStmt { name, declarations, body })))
    }

    /// RM 11.2: `begin … [exception …] end …;`, whose scope is open.
    pub(super) fn body(&mut self) -> HandledStatements {
        self.expect(TokenKind::Begin);
        let handled = self.handled_statements();
        self.close();
        handled
    }

    /// RM 11.2: statements and handlers up to `end`.
    pub(super) fn handled_statements(&mut self) -> HandledStatements {
        let mut statements = self.nonempty_statements();
        let mut handlers = Vec::new();
        if self.eat(TokenKind::Exception) {
            while self.kind() == TokenKind::Pragma {
                if self.stray_pragma().is_err() {
                    self.skip_statement(self.at);
                }
            }
            if self.kind() != TokenKind::When {
                self.error_here("\"when\" expected, must have at least one exception handler");
            }
            while self.kind() == TokenKind::When {
                let handler = self.handler();
                handlers.push(handler);
            }
        }
        if self.at_finally() {
            let finally = self.finally_part();
            statements.push(finally);
        }
        let end_span: Option<Span> = (self.kind() == TokenKind::End).then(|| self.token().span());
        HandledStatements { statements, handlers, end_span }
    }

    /// RM 11.2: `when [X :] E | F => …`.
    fn handler(&mut self) -> Handler {
        let start = self.bump().start;
        let occurrence = if self.kind() == TokenKind::Identifier && self.nth(1) == TokenKind::Colon {
            let name = self.identifier().ok();
            self.bump();
            name
        } else {
            None
        };
        let choices = match self.bar_list(Self::choice) {
            Ok(choices) => choices,
            Err(Bail) => {
                self.skip_silently(TokenKind::Arrow);
                Vec::new()
            }
        };
        self.expect(TokenKind::Arrow);
        let body = self.nonempty_statements();
        Handler { occurrence, choices, body, span: self.span_from(start) }
    }

    /// RM 5.7: `exit [L] [when C];`
    fn exit_statement(&mut self) -> Read<StmtKind> {
        self.bump();
        let name = match self.kind() {
            TokenKind::Identifier => Some(self.unit_name()?),
            _ => None,
        };
        let condition = match self.kind() {
            TokenKind::When => {
                self.bump();
                Some(self.expression()?)
            }
            TokenKind::If => {
                self.error_here("\"if\" should be \"when\"");
                self.bump();
                Some(self.expression()?)
            }
            _ => None,
        };
        self.semicolon();
        Ok(StmtKind::Exit(name, condition))
    }

    /// RM 6.5: simple and extended return statements.
    fn return_statement(&mut self) -> Read<StmtKind> {
        self.bump();
        if self.eat(TokenKind::Semicolon) {
            return Ok(StmtKind::Return(None));
        }
        if self.kind() == TokenKind::Identifier && self.nth(1) == TokenKind::Colon {
            return self.extended_return();
        }
        if self.kind() == TokenKind::When && !self.first_on_line(0) {
            return self.perhaps_conditional(StmtKind::Return(None));
        }
        // `return` and the end of the line: the semicolon is missing, not the expression.
        if matches!(self.kind(), TokenKind::End | TokenKind::Else | TokenKind::Elsif | TokenKind::When) {
            self.semicolon();
            return Ok(StmtKind::Return(None));
        }
        let value = self.expression()?;
        self.perhaps_conditional(StmtKind::Return(Some(value)))
    }

    fn extended_return(&mut self) -> Read<StmtKind> {
        let opening = self.tokens[self.at - 1].span();
        let object = self.returned_object()?;
        if self.kind() != TokenKind::Do {
            self.semicolon();
            return Ok(StmtKind::ExtendedReturn(Box::new(ExtendedReturn { object, body: None })));
        }
        self.bump();
        self.open(Ending::Word(TokenKind::Return, None), opening);
        let body = self.handled_statements();
        self.close();
        Ok(StmtKind::ExtendedReturn(Box::new(ExtendedReturn { object, body: Some(body) })))
    }

    /// RM 11.3: `raise [E [with "…"]];`
    fn raise_statement(&mut self) -> Read<StmtKind> {
        self.bump();
        if self.eat(TokenKind::Semicolon) {
            return Ok(StmtKind::Raise(None, None));
        }
        // GNAT's run-time sources raise `Standard'Abort_Signal`.
        let exception = self.subtype_mark()?;
        let message = match self.eat(TokenKind::With) {
            true => Some(self.expression()?),
            false => None,
        };
        self.perhaps_conditional(StmtKind::Raise(Some(exception), message))
    }
}

/// Whether a reserved word begins a declaration and no statement.
pub(super) fn begins_declaration(word: TokenKind) -> bool {
    matches!(
        word,
        TokenKind::Type
            | TokenKind::Subtype
            | TokenKind::Procedure
            | TokenKind::Function
            | TokenKind::Package
            | TokenKind::Use
            | TokenKind::Generic
            | TokenKind::Task
            | TokenKind::Overriding
    )
}
