//! Tokens to the syntax tree: a recursive-descent parser whose stacks are its own.
//!
//! Nesting of parentheses, operators, calls, blocks, `else if`, labels, declarators and initialiser lists costs heap
//! and no stack. The parser recurses only where one kind of construct stands in another kind: a type in an
//! expression, a block in an expression, a struct or a parameter list in a type. That depth is bounded
//! (`MAX_NESTING`); beyond it the file is refused with a message.
//!
//! What is wrong is reported once per place, with what was expected. The parser goes on behind the next `;` or
//! before the next `}`, so that one run shows all errors of a file.

mod annotations;
mod attributes;
mod cursor;
mod declarations;
mod declarators;
mod expressions;
mod functions;
mod initialisers;
mod parameters;
mod primary;
mod scopes;
mod specifiers;
mod statements;
mod tags;
#[cfg(test)]
mod tests;

use crate::lexer::{Kind, Token};
use crate::options::Translation;
use crate::preprocess::{AnnotationText, Preprocessed};
use crate::tree::*;
use horn_frontend::{Message, Severity};
use scopes::Scopes;

/// How deep constructs of different kinds may stand in each other, such as blocks in expressions.
pub const MAX_NESTING: usize = 100;
/// How many errors are reported.
const MAX_ERRORS: usize = 100;

/// The tree of a translation unit.
pub fn parse(unit: Preprocessed) -> Translation {
    let Preprocessed { tokens, annotations, symbols, sources, latin, messages } = unit;
    let mut parser = Parser {
        tokens,
        at: 0,
        annotations,
        next_annotation: 0,
        in_annotation: false,
        tree: Tree { symbols, sources, ..Tree::default() },
        latin,
        messages,
        scopes: Scopes::default(),
        last_error: None,
        errors: 0,
        depth: 0,
    };
    parser.unit();
    Translation { tree: parser.tree, messages: parser.messages }
}

struct Parser {
    tokens: Vec<Token>,
    /// Index of the next token.
    at: usize,
    annotations: Vec<AnnotationText>,
    /// The first annotation that was not looked at.
    next_annotation: usize,
    /// The tokens are those of an annotation: ACSL's operators are known, and what is wrong is a warning.
    in_annotation: bool,
    tree: Tree,
    latin: Vec<bool>,
    messages: Vec<Message>,
    scopes: Scopes,
    /// The token at which the last error was reported.
    last_error: Option<usize>,
    errors: usize,
    depth: usize,
}

/// The index of the node that is pushed next.
fn next<T>(nodes: &[T]) -> u32 {
    u32::try_from(nodes.len()).unwrap_or(u32::MAX)
}

impl Parser {
    /// All of the file.
    fn unit(&mut self) {
        while self.kind() != Kind::Eof {
            let before = self.at;
            self.external_declaration();
            if self.at == before {
                self.advance();
            }
        }
        self.skip_annotations(usize::MAX);
    }

    fn expr(&mut self, kind: ExprKind, first: usize, operator: Option<usize>) -> ExprId {
        let place = self.from(first);
        let operator = operator.map_or(place, |at| self.place(at));
        let id = ExprId(next(&self.tree.exprs));
        self.tree.exprs.push(Expr { kind, place, operator });
        id
    }

    fn stmt(&mut self, kind: StmtKind, first: usize) -> StmtId {
        let (place, keyword) = (self.from(first), self.place(first));
        let id = StmtId(next(&self.tree.stmts));
        self.tree.stmts.push(Stmt { kind, place, keyword });
        id
    }

    fn ty(&mut self, kind: TypeKind, qualifiers: Qualifiers, first: usize) -> TypeId {
        let place = self.from(first);
        let id = TypeId(next(&self.tree.types));
        self.tree.types.push(Type { kind, qualifiers, place });
        id
    }

    fn init(&mut self, kind: InitKind, first: usize) -> InitId {
        let place = self.from(first);
        let id = InitId(next(&self.tree.inits));
        self.tree.inits.push(Init { kind, place });
        id
    }

    fn decl(&mut self, decl: Decl) -> DeclId {
        let id = DeclId(next(&self.tree.decls));
        self.tree.decls.push(decl);
        id
    }

    /// Reports something at a token, once per token if it is an error.
    fn report(&mut self, severity: Severity, at: usize, message: impl Into<String>) {
        let severity = if self.in_annotation { severity.min(Severity::Warning) } else { severity };
        let loc = self.tree.sources.user(self.place(at));
        let diagnostic = horn_frontend::Diagnostic { severity, span: loc.span, message: message.into() };
        self.messages.push(Message { file: Some(loc.file), diagnostic });
    }

    fn error(&mut self, at: usize, message: impl Into<String>) {
        self.errors += 1;
        if self.last_error.replace(at) == Some(at) {
            return;
        }
        if self.errors == MAX_ERRORS {
            self.report(Severity::Error, at, "too many errors: the rest of the file is not read");
            self.give_up();
        } else if self.errors < MAX_ERRORS {
            self.report(Severity::Error, at, message);
        }
    }
}
