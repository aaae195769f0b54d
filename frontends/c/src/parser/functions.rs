//! Definitions of functions (C11 6.9.1).

use super::Parser;
use super::declarators::Declarator;
use super::specifiers::Specifiers;
use crate::lexer::Kind;
use crate::tree::{DeclId, DeclKind, FunctionForm, StmtKind, TypeKind};

impl Parser {
    /// The definition of a function, behind its declarator: in front of the body, or of the declarations of its
    /// parameters in the old style.
    pub(super) fn function(&mut self, specifiers: &Specifiers, declarator: Declarator, contract: Vec<usize>) -> DeclId {
        let params = declarator.params.clone().unwrap_or_default();
        let ty = declarator.ty;
        let first = specifiers.first;
        let at = declarator.at;
        let Some(decl) = self.declare(specifiers, declarator) else {
            // A function without a name: an error was reported. Its body is read for further errors.
            let name = self.tree.symbols.intern("");
            let nameless = Declarator { name: Some(name), at, ty, params: None, attributes: Vec::new() };
            let decl = self.declare(specifiers, nameless).unwrap_or(DeclId(0));
            self.statement();
            return decl;
        };
        self.attach_contract(decl, &contract, Some(&params));
        self.scopes.open_again(&params);
        let (list, form) = match &self.tree[ty].kind {
            TypeKind::Function { params, form, .. } => (params.clone(), *form),
            _ => (Vec::new(), FunctionForm::Unspecified),
        };
        if form == FunctionForm::OldStyle {
            self.old_style_declarations(&list);
        }
        let body = if self.enter() {
            let body = self.body();
            self.leave();
            body
        } else {
            self.stmt(StmtKind::Error, self.at)
        };
        self.scopes.close();
        if let DeclKind::Function(function) = &mut self.tree[decl].kind {
            function.body = Some(body);
        }
        self.tree[decl].extent = self.from(first);
        decl
    }

    fn body(&mut self) -> crate::tree::StmtId {
        if self.kind() != Kind::LeftBrace {
            self.expect(Kind::LeftBrace, "for the body of the function");
            self.recover();
            return self.stmt(StmtKind::Error, self.at);
        }
        self.statement()
    }
}
