//! The parameters of functions (C11 6.7.6.3), also those of definitions in the old style.

use super::Parser;
use super::declarators::{Naming, Params};
use super::scopes::Closed;
use crate::lexer::Kind;
use crate::tree::{Basic, Decl, DeclId, DeclKind, FunctionForm, Qualifiers, Storage, TypeId, TypeKind};
use horn_frontend::Severity;

impl Parser {
    /// The parameters behind `(`, up to and with `)`.
    pub(super) fn parameters(&mut self) -> Params {
        let empty = |form| Params { decls: Vec::new(), form, closed: Closed::default() };
        if self.accept(Kind::RightParen) {
            return empty(FunctionForm::Unspecified);
        }
        if self.kind() == Kind::Void && self.kind_at(1) == Kind::RightParen {
            self.advance();
            self.advance();
            return empty(FunctionForm::Prototype);
        }
        if !self.enter() {
            return empty(FunctionForm::Prototype);
        }
        self.scopes.open();
        let old_style = self.kind() == Kind::Name
            && !self.starts_type(0)
            && matches!(self.kind_at(1), Kind::Comma | Kind::RightParen);
        let (decls, form) = if old_style { self.names() } else { self.prototype() };
        let closed = self.scopes.close_and_keep();
        self.leave();
        Params { decls, form, closed }
    }

    fn prototype(&mut self) -> (Vec<DeclId>, FunctionForm) {
        let mut decls = Vec::new();
        loop {
            if self.accept(Kind::Ellipsis) {
                self.close_parenthesis("behind `...`");
                return (decls, FunctionForm::Variadic);
            }
            let specifiers = self.specifiers();
            let declarator = self.declarator(specifiers.ty, Naming::Maybe);
            if specifiers.implicit {
                if declarator.name.is_some() && self.at > specifiers.first {
                    self.implicit_int(declarator.at, "the parameter");
                } else {
                    let found = self.describe();
                    self.error(self.at, format!("expected a parameter, not {found}"));
                }
            }
            let mut attributes = [specifiers.attributes, declarator.attributes].concat();
            self.attributes(&mut attributes);
            let extent = self.from(specifiers.first);
            let place = if declarator.name.is_some() { self.place(declarator.at) } else { extent };
            let decl = self.decl(Decl {
                name: declarator.name,
                place,
                extent,
                ty: declarator.ty,
                kind: DeclKind::Parameter,
                storage: specifiers.storage,
                file_scope: false,
                previous: None,
                attributes,
                alignas: specifiers.alignas,
            });
            if let Some(name) = declarator.name {
                if self.scopes.find_here(name).is_some() {
                    let text = format!("two parameters of the name `{}`", self.tree.symbols.name(name));
                    self.error(declarator.at, text);
                }
                self.scopes.declare(name, decl);
            }
            decls.push(decl);
            if !self.accept(Kind::Comma) {
                break;
            }
        }
        self.close_parenthesis("or `,` behind a parameter");
        // `(T)` where `T` is `void` by a typedef.
        if let [only] = decls[..]
            && self.tree[only].name.is_none()
            && self.is_void(self.tree[only].ty)
        {
            decls.clear();
        }
        (decls, FunctionForm::Prototype)
    }

    fn is_void(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        loop {
            ty = match self.tree[ty].kind {
                TypeKind::Basic(Basic::Void) => return true,
                TypeKind::Typedef(decl) => self.tree[decl].ty,
                _ => return false,
            };
        }
    }

    /// The names of a definition in the old style, all of type `int` until they are declared.
    fn names(&mut self) -> (Vec<DeclId>, FunctionForm) {
        let mut decls = Vec::new();
        loop {
            let (at, name) = (self.at, self.token().symbol);
            if !self.expect(Kind::Name, "of a parameter") {
                break;
            }
            let place = self.place(at);
            let ty = self.ty(TypeKind::Basic(Basic::Int), Qualifiers::default(), at);
            let decl = self.decl(Decl {
                name: Some(name),
                place,
                extent: place,
                ty,
                kind: DeclKind::Parameter,
                storage: Storage::None,
                file_scope: false,
                previous: None,
                attributes: Vec::new(),
                alignas: Vec::new(),
            });
            self.scopes.declare(name, decl);
            decls.push(decl);
            if !self.accept(Kind::Comma) {
                break;
            }
        }
        self.close_parenthesis("or `,` behind a parameter");
        (decls, FunctionForm::OldStyle)
    }

    /// The declarations between the declarator and the body of a definition in the old style, where the names of the
    /// parameters are in scope.
    pub(super) fn old_style_declarations(&mut self, params: &[DeclId]) {
        let mut declared = Vec::new();
        while self.kind() != Kind::LeftBrace && self.starts_declaration() {
            let errors = self.errors;
            let specifiers = self.specifiers();
            loop {
                let declarator = self.declarator(specifiers.ty, Naming::Always);
                self.attributes(&mut Vec::new());
                let param = params.iter().find(|param| self.tree[**param].name == declarator.name).copied();
                match (param, declarator.name) {
                    (Some(param), _) => {
                        self.tree[param].ty = declarator.ty;
                        self.tree[param].storage = specifiers.storage;
                        declared.push(param);
                    }
                    (None, Some(name)) => {
                        let text = format!("`{}` is no parameter of this function", self.tree.symbols.name(name));
                        self.error(declarator.at, text);
                    }
                    (None, None) => {}
                }
                if !self.accept(Kind::Comma) {
                    break;
                }
            }
            if !self.expect(Kind::Semicolon, "behind the declaration of a parameter") || self.errors > errors {
                self.recover();
            }
        }
        for param in params.iter().filter(|param| !declared.contains(param)) {
            let loc = self.tree.sources.user(self.tree[*param].place);
            let message = "the parameter has no type: it is taken for `int`".to_string();
            let diagnostic = horn_frontend::Diagnostic { severity: Severity::Warning, span: loc.span, message };
            self.messages.push(horn_frontend::Message { file: Some(loc.file), diagnostic });
        }
    }
}
