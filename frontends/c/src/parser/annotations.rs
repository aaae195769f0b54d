//! Annotations in comments: the contracts of functions, of which `requires` is read.

use super::Parser;
use super::scopes::Closed;
use crate::lexer::{Kind, Token};
use crate::tree::{Clause, ClauseKind, Contract, DeclId, DeclKind};
use horn_frontend::Severity;

impl Parser {
    /// The annotations in front of the next token, which is the first of a declaration: their indices.
    pub(super) fn contract_tokens(&mut self) -> Vec<usize> {
        if self.in_annotation {
            return Vec::new();
        }
        let mut here = Vec::new();
        self.skip_annotations(self.at);
        while self.annotations.get(self.next_annotation).is_some_and(|annotation| annotation.before == self.at) {
            here.push(self.next_annotation);
            self.next_annotation += 1;
        }
        here
    }

    /// Says of the annotations before a token that they are not read.
    pub(super) fn skip_annotations(&mut self, before: usize) {
        while let Some(annotation) = self.annotations.get(self.next_annotation)
            && annotation.before < before
        {
            self.next_annotation += 1;
            let (place, severity) = (annotation.place, Severity::Warning);
            let message = "the annotation is ignored: only those in front of functions are read".to_string();
            let loc = self.tree.sources.user(place);
            let diagnostic = horn_frontend::Diagnostic { severity, span: loc.span, message };
            self.messages.push(horn_frontend::Message { file: Some(loc.file), diagnostic });
        }
    }

    /// Whether an annotation stands before the next token, which begins a statement; it is skipped.
    pub(super) fn annotation_here(&mut self) -> bool {
        let at = self.at;
        if self.annotations.get(self.next_annotation).is_none_or(|annotation| annotation.before > at) {
            return false;
        }
        self.skip_annotations(at + 1);
        true
    }

    /// Reads annotations, where the parameters are in scope, and attaches them to a function.
    pub(super) fn attach_contract(&mut self, decl: DeclId, annotations: &[usize], params: Option<&Closed>) {
        if annotations.is_empty() {
            return;
        }
        self.scopes.open_again(params.unwrap_or(&Closed::default()));
        let mut contract = Contract::default();
        for index in annotations {
            self.clauses(*index, &mut contract);
        }
        self.scopes.close();
        if let DeclKind::Function(function) = &mut self.tree[decl].kind {
            function.contract = Some(contract);
        }
    }

    fn clauses(&mut self, index: usize, contract: &mut Contract) {
        let mut tokens = std::mem::take(&mut self.annotations[index].tokens);
        let loc = self.annotations[index].place.loc;
        let end = tokens.last().map_or(loc.span.end, |last| last.end);
        let file = u16::try_from(loc.file.0).unwrap_or(0);
        let symbol = crate::tree::Symbol(0);
        tokens.push(Token { kind: Kind::Eof, flags: 0, file, symbol, start: end, end, macro_use: 0 });
        std::mem::swap(&mut tokens, &mut self.tokens);
        let at = std::mem::replace(&mut self.at, 0);
        let (errors, last_error) = (self.errors, self.last_error.take());
        self.in_annotation = true;
        while self.kind() != Kind::Eof {
            let clause = self.clause();
            contract.clauses.push(clause);
        }
        self.in_annotation = false;
        (self.errors, self.last_error) = (errors, last_error);
        self.at = at;
        std::mem::swap(&mut tokens, &mut self.tokens);
    }

    fn clause(&mut self) -> Clause {
        let first = self.at;
        let keyword = self.text(self.token()).to_owned();
        self.advance();
        if keyword == "requires" {
            // `requires name: …`
            if self.kind() == Kind::Name && self.kind_at(1) == Kind::Colon {
                self.advance();
                self.advance();
            }
            let (errors, depth) = (self.errors, self.depth);
            let condition = self.expression();
            if self.expect(Kind::Semicolon, "behind `requires`") && self.errors == errors {
                return Clause { kind: ClauseKind::Requires(condition), place: self.from(first) };
            }
            self.depth = depth;
        } else {
            self.report(Severity::Warning, first, format!("`{keyword}` of ACSL is ignored"));
        }
        while !matches!(self.kind(), Kind::Semicolon | Kind::Eof) {
            self.advance();
        }
        self.accept(Kind::Semicolon);
        Clause { kind: ClauseKind::Ignored(keyword.into()), place: self.from(first) }
    }
}
