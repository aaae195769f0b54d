//! Tasks and protected units (RM 9): declarations, bodies and statements.

use super::recovery::Ending;
use super::{Parser, Read};
use crate::ast::{
    AcceptStmt, BodyStub, ComponentDecl, ComponentList, ConcurrentBody, ConcurrentDef, Decl, EntryBody, EntryDecl,
    HandledStatements, Name, RecordDef, SelectAlternative, SelectStmt, StmtKind, StubKind, SubprogramSpec, TypeDecl,
    TypeDef,
};
use crate::lexer::TokenKind;

impl Parser<'_> {
    /// RM 9.1: task types, single tasks and task bodies.
    pub(super) fn task(&mut self) -> Read<Decl> {
        self.concurrent()
    }

    /// RM 9.4: protected types, objects and bodies.
    pub(super) fn protected(&mut self) -> Read<Decl> {
        self.concurrent()
    }

    fn concurrent(&mut self) -> Read<Decl> {
        let task = self.kind() == TokenKind::Task;
        let opening = self.bump().span();
        let start = opening.start;
        if self.eat(TokenKind::Body) {
            return self.concurrent_body(task, opening);
        }
        let is_type = self.eat(TokenKind::Type);
        let name = self.identifier()?;
        let discriminants = self.discriminant_part()?;
        let aspects = self.aspects()?;
        let mut parts = [Vec::new(), Vec::new()];
        let mut derived = false;
        if self.eat(TokenKind::Is) {
            if self.eat(TokenKind::New) {
                derived = true;
                loop {
                    self.subtype_mark()?;
                    if !self.eat(TokenKind::And) {
                        break;
                    }
                }
                self.expect(TokenKind::With);
            }
            self.open(Ending::Unit(vec![name]), opening);
            parts[0] = self.concurrent_items();
            if self.eat(TokenKind::Private) {
                parts[1] = self.concurrent_items();
            }
            self.close();
        } else {
            self.semicolon();
        }
        let span = self.span_from(start);
        let definition = match derived {
            true => {
                let what = if task { "task derived from interfaces" } else { "protected unit derived from interfaces" };
                TypeDef::Unsupported(self.unsupported(what, "9.1", Some(name), start))
            }
            false => {
                let [visible, private] = parts;
                let (visible, mut components) = without_components(visible);
                let (private, more) = without_components(private);
                components.extend(more);
                let components = RecordDef {
                    limited: true,
                    tagged: false,
                    abstract_: false,
                    components: ComponentList { components, ..ComponentList::default() },
                    span,
                };
                TypeDef::Concurrent(Box::new(ConcurrentDef { task, visible, private, components, span }))
            }
        };
        let decl = Box::new(TypeDecl { name, discriminants, definition, aspects, span });
        Ok(if is_type { Decl::Type(decl) } else { Decl::Single(decl) })
    }

    /// Behind `task body` or `protected body`.
    fn concurrent_body(&mut self, task: bool, opening: horn_frontend::Span) -> Read<Decl> {
        let start = opening.start;
        let name = self.identifier()?;
        let mut aspects = self.aspects()?;
        self.expect(TokenKind::Is);
        if self.eat(TokenKind::Separate) {
            aspects.extend(self.aspects()?);
            self.semicolon();
            let span = self.span_from(start);
            return Ok(Decl::Stub(Box::new(BodyStub { kind: StubKind::Concurrent(task, name), aspects, span })));
        }
        let ending = Ending::Unit(vec![name]);
        let (declarations, body) = match task {
            true => self.declarations_and_body(ending, opening),
            false => {
                self.open(ending, opening);
                let items = self.concurrent_items();
                self.close();
                (items, HandledStatements::default())
            }
        };
        let (name, span) = (Name::direct(name), self.span_from(start));
        Ok(Decl::ConcurrentBody(Box::new(ConcurrentBody { task, name, aspects, declarations, body, span })))
    }

    /// RM 9.1, 9.4, 9.5.2: entries, operations, components and bodies.
    fn concurrent_items(&mut self) -> Vec<Decl> {
        let mut items = Vec::new();
        loop {
            let before = self.at;
            if matches!(self.kind(), TokenKind::Private | TokenKind::End | TokenKind::Eof | TokenKind::Begin) {
                break;
            }
            let overriding = matches!(self.kind(), TokenKind::Overriding | TokenKind::Not);
            let entry = self.kind() == TokenKind::Entry
                || overriding && matches!(self.nth(1), TokenKind::Entry | TokenKind::Overriding) && {
                    self.nth(1) == TokenKind::Entry || self.nth(2) == TokenKind::Entry
                };
            let read = if entry {
                while self.kind() != TokenKind::Entry {
                    self.bump();
                }
                self.nested(Self::entry_declaration).map(|decl| items.push(decl))
            } else {
                self.nested(|parser| parser.declaration(&mut items))
            };
            if read.is_err() {
                self.skip_declaration(before);
            }
            if self.at == before {
                self.bump();
            }
        }
        self.pending.clear();
        self.attach_pragmas(items)
    }

    /// RM 9.5.2: entry declarations and entry bodies.
    pub(super) fn entry_declaration(&mut self) -> Read<Decl> {
        let opening = self.bump().span();
        let start = opening.start;
        let name = self.identifier()?;
        // A family `(I in T)` or `(T)` before the parameters.
        let (mut family, mut index) = (None, None);
        if self.kind() == TokenKind::LeftParen && !self.looks_like_parameters() {
            self.bump();
            if self.eat(TokenKind::For) || self.nth(1) == TokenKind::In {
                index = Some(self.iterator()?);
            } else {
                family = Some(self.discrete_range()?);
            }
            self.close_parenthesis()?;
        }
        let parameters = self.parameters()?;
        let spec = SubprogramSpec { name: Name::direct(name), parameters, result: None, span: self.span_from(start) };
        let mut aspects = self.aspects()?;
        if self.eat(TokenKind::When) {
            let barrier = self.expression()?;
            self.expect(TokenKind::Is);
            let (mut declarations, body) = self.declarations_and_body(Ending::Unit(vec![name]), opening);
            self.pragmas_of_body(&mut declarations, &mut aspects);
            let span = self.span_from(start);
            let body = EntryBody { spec, family: index, aspects, barrier, declarations, body, span };
            return Ok(Decl::EntryBody(Box::new(body)));
        }
        self.semicolon();
        Ok(Decl::Entry(Box::new(EntryDecl { spec, family, aspects, span: self.span_from(start) })))
    }

    /// True at the `(` of parameters: identifiers up to a colon.
    fn looks_like_parameters(&self) -> bool {
        let mut ahead = 1;
        while matches!(self.nth(ahead), TokenKind::Identifier | TokenKind::Comma) {
            ahead += 1;
        }
        self.nth(ahead) == TokenKind::Colon
    }

    /// RM 9.5.2, 9.6, 9.7, 9.8, 9.5.4: statements of tasks.
    pub(super) fn tasking_statement(&mut self) -> Read<StmtKind> {
        match self.kind() {
            TokenKind::Accept => self.accept_statement(),
            TokenKind::Select => self.select_statement(),
            TokenKind::Delay => {
                self.bump();
                let until = self.eat(TokenKind::Until);
                let value = self.expression()?;
                self.semicolon();
                Ok(StmtKind::Delay { until, value })
            }
            TokenKind::Abort => {
                self.bump();
                let names = self.comma_list(Self::name)?;
                self.semicolon();
                Ok(StmtKind::Abort(names))
            }
            _ => {
                self.bump();
                let entry = self.name()?;
                if self.eat(TokenKind::With) {
                    self.expect(TokenKind::Abort);
                }
                self.semicolon();
                Ok(StmtKind::Requeue(Box::new(entry)))
            }
        }
    }

    fn accept_statement(&mut self) -> Read<StmtKind> {
        let opening = self.bump().span();
        let entry = self.identifier()?;
        let mut index = None;
        if self.kind() == TokenKind::LeftParen && !self.looks_like_parameters() {
            self.bump();
            index = Some(self.expression()?);
            self.close_parenthesis()?;
        }
        let parameters = self.parameters()?;
        let body = match self.eat(TokenKind::Do) {
            true => {
                self.open(Ending::Unit(vec![entry]), opening);
                let body = self.handled_statements();
                self.close();
                Some(body)
            }
            false => {
                self.semicolon();
                None
            }
        };
        Ok(StmtKind::Accept(Box::new(AcceptStmt { entry, index, parameters, body })))
    }

    /// RM 9.7: all forms of select statements.
    fn select_statement(&mut self) -> Read<StmtKind> {
        let opening = self.bump().span();
        self.open(Ending::Word(TokenKind::Select, None), opening);
        let mut alternatives = Vec::new();
        let (mut otherwise, mut abortable) = (None, None);
        loop {
            let start = self.start();
            let mut guard = None;
            if self.eat(TokenKind::When) {
                guard = Some(self.expression()?);
                self.expect(TokenKind::Arrow);
            }
            let terminate = self.kind() == TokenKind::Terminate;
            if terminate {
                self.bump();
                self.semicolon();
            }
            let statements = self.statements();
            alternatives.push(SelectAlternative { guard, terminate, statements, span: self.span_from(start) });
            if !self.eat(TokenKind::Or) {
                break;
            }
        }
        match self.kind() {
            TokenKind::Else => {
                self.bump();
                otherwise = Some(self.statements());
            }
            TokenKind::Then if self.nth(1) == TokenKind::Abort => {
                self.at += 2;
                abortable = Some(self.statements());
            }
            _ => {}
        }
        self.close();
        Ok(StmtKind::Select(Box::new(SelectStmt { alternatives, otherwise, abortable })))
    }
}

/// The components among the declarations of a protected unit, and the others.
fn without_components(items: Vec<Decl>) -> (Vec<Decl>, Vec<ComponentDecl>) {
    let mut rest = Vec::new();
    let mut components = Vec::new();
    for item in items {
        match item {
            Decl::Object(object) if !object.constant => {
                let crate::ast::ObjectDecl { names, aliased, subtype, init, aspects, span, .. } = *object;
                components.push(ComponentDecl { names, aliased, subtype, default: init, aspects, span });
            }
            other => rest.push(other),
        }
    }
    (rest, components)
}
