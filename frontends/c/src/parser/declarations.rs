//! Declarations at file scope and in blocks (C11 6.7, 6.9).

use super::Parser;
use super::declarators::{Declarator, Naming};
use super::specifiers::Specifiers;
use crate::lexer::Kind;
use crate::tree::{Decl, DeclId, DeclKind, Declaration, Function, Item, StaticAssert, Storage, TypeId, TypeKind};

/// What a declaration turned out to be.
pub(super) enum Declared {
    /// A declaration that ends with `;`.
    Declaration(Declaration),
    /// The definition of a function.
    Function(DeclId),
}

impl Parser {
    /// What stands at file scope.
    pub(super) fn external_declaration(&mut self) {
        match self.kind() {
            Kind::Semicolon => self.advance(),
            Kind::StaticAssert => {
                let assert = self.static_assert();
                self.tree.items.push(Item::StaticAssert(assert));
            }
            Kind::Asm => {
                let first = self.at;
                self.skip_asm();
                let place = self.from(first);
                self.tree.items.push(Item::Asm(place));
            }
            Kind::RightBrace => {
                self.error(self.at, "`}` without `{`");
                self.advance();
            }
            _ => match self.declaration() {
                Declared::Declaration(declaration) => self.tree.items.push(Item::Declaration(declaration)),
                Declared::Function(decl) => self.tree.items.push(Item::Function(decl)),
            },
        }
    }

    /// `asm …;` or `asm (…)` at file scope, or as a statement.
    pub(super) fn skip_asm(&mut self) {
        self.advance();
        while matches!(self.kind(), Kind::Volatile | Kind::Inline | Kind::Goto | Kind::Const) {
            self.advance();
        }
        if self.kind() == Kind::LeftParen {
            self.skip_parentheses();
        }
        if !self.expect(Kind::Semicolon, "behind `asm (…)`") {
            self.recover();
        }
    }

    /// `_Static_assert (…);`
    pub(super) fn static_assert(&mut self) -> StaticAssert {
        let first = self.at;
        self.advance();
        self.expect(Kind::LeftParen, "behind `_Static_assert`");
        let condition = self.assignment_expression();
        let mut message = None;
        if self.accept(Kind::Comma) {
            if self.kind() == Kind::Str {
                message = Some(self.string().text().into());
            } else {
                self.expect(Kind::Str, "behind `,`");
            }
        }
        self.close_parenthesis("behind the operands of `_Static_assert`");
        if !self.expect(Kind::Semicolon, "behind `_Static_assert (…)`") {
            self.recover();
        }
        StaticAssert { condition, message, place: self.from(first) }
    }

    /// A declaration or the definition of a function, with what ends it.
    pub(super) fn declaration(&mut self) -> Declared {
        let contract = self.contract_tokens();
        let first = self.at;
        let errors = self.errors;
        let specifiers = self.specifiers();
        let mut declaration = Declaration { decls: Vec::new(), tags: specifiers.tags.clone() };
        if self.kind() == Kind::Semicolon && self.at > first {
            self.advance();
            return Declared::Declaration(declaration);
        }
        if specifiers.implicit && self.kind() != Kind::Name && self.at == first {
            let found = self.describe();
            self.error(self.at, format!("expected a declaration, not {found}"));
            self.recover();
            return Declared::Declaration(declaration);
        }
        loop {
            let declarator = self.declarator(specifiers.ty, Naming::Always);
            if specifiers.implicit && self.errors == errors {
                self.implicit_int(declarator.at, "the declaration");
            }
            let defines = declaration.decls.is_empty()
                && matches!(self.tree[declarator.ty].kind, TypeKind::Function { .. })
                && (self.kind() == Kind::LeftBrace || self.old_style_follows(declarator.ty));
            if defines {
                let decl = self.function(&specifiers, declarator, contract);
                return Declared::Function(decl);
            }
            if let TypeKind::Function { form: crate::tree::FunctionForm::OldStyle, .. } = self.tree[declarator.ty].kind
            {
                self.error(declarator.at, "parameters without types outside of the definition of a function");
            }
            self.init_declarator(&specifiers, declarator, &contract, &mut declaration);
            if !self.accept(Kind::Comma) {
                break;
            }
            // GNU allows attributes of a single declarator in front of it; `declarator` reads them.
        }
        if !self.expect(Kind::Semicolon, "or `,` behind a declaration") {
            self.recover();
        }
        Declared::Declaration(declaration)
    }

    /// Whether the declarations of the parameters of a definition in the old style follow.
    fn old_style_follows(&self, ty: TypeId) -> bool {
        let TypeKind::Function { form: crate::tree::FunctionForm::OldStyle, .. } = self.tree[ty].kind else {
            return false;
        };
        self.starts_declaration()
    }

    /// A declarator with its initialiser.
    fn init_declarator(
        &mut self,
        specifiers: &Specifiers,
        declarator: Declarator,
        contract: &[usize],
        declaration: &mut Declaration,
    ) {
        let params = declarator.params.clone();
        let Some(decl) = self.declare(specifiers, declarator) else { return };
        if matches!(self.tree[decl].kind, DeclKind::Function(_)) {
            self.attach_contract(decl, contract, params.as_ref());
        }
        if self.accept(Kind::Assign) {
            let errors = self.errors;
            let value = if self.enter() {
                let value = self.initialiser();
                self.leave();
                Some(value)
            } else {
                None
            };
            match &mut self.tree[decl].kind {
                DeclKind::Object { init, .. } => *init = value,
                _ if self.errors == errors => self.error(self.at - 1, "an initialiser of what is no object"),
                _ => {}
            }
        }
        self.tree[decl].extent = self.from(specifiers.first);
        declaration.decls.push(decl);
    }

    /// Declares what a declarator says, and reads the attributes behind it.
    pub(super) fn declare(&mut self, specifiers: &Specifiers, declarator: Declarator) -> Option<DeclId> {
        let name = declarator.name?;
        let mut attributes = specifiers.attributes.clone();
        attributes.extend(declarator.attributes);
        self.attributes(&mut attributes);
        let function = self.is_function(declarator.ty);
        let kind = if specifiers.storage == Storage::Typedef {
            DeclKind::Typedef
        } else if function {
            let marked = attributes.iter().any(|attribute| self.tree.symbols.name(attribute.name) == "noreturn");
            let noreturn = specifiers.noreturn || marked;
            DeclKind::Function(Box::new(Function { inline: specifiers.inline, noreturn, ..Function::default() }))
        } else {
            DeclKind::Object { init: None, thread_local: specifiers.thread_local }
        };
        let file_scope = self.scopes.depth() == 0;
        let object = matches!(kind, DeclKind::Object { .. });
        let linked =
            matches!(kind, DeclKind::Function(_)) || (object && (file_scope || specifiers.storage == Storage::Extern));
        let here = self.scopes.find_here(name);
        let previous = if linked { self.scopes.linked(name).or(here) } else { here };
        if let Some(before) = here
            && std::mem::discriminant(&self.tree[before].kind) != std::mem::discriminant(&kind)
        {
            let text = format!("`{}` is declared again as something else", self.tree.symbols.name(name));
            self.error(declarator.at, text);
        }
        let (place, extent) = (self.place(declarator.at), self.from(specifiers.first));
        let decl = self.decl(Decl {
            name: Some(name),
            place,
            extent,
            ty: declarator.ty,
            kind,
            storage: specifiers.storage,
            file_scope,
            previous,
            attributes,
            alignas: specifiers.alignas.clone(),
        });
        self.scopes.declare(name, decl);
        if linked {
            self.scopes.link(name, decl);
        }
        Some(decl)
    }

    /// Whether a type is that of a function, also by a typedef.
    fn is_function(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        loop {
            ty = match self.tree[ty].kind {
                TypeKind::Function { .. } => return true,
                TypeKind::Typedef(decl) => self.tree[decl].ty,
                TypeKind::TypeofType(ty) => ty,
                TypeKind::TypeofExpr(expr) => match self.tree[expr].kind {
                    crate::tree::ExprKind::Name { decl: Some(decl), .. } => self.tree[decl].ty,
                    _ => return false,
                },
                _ => return false,
            };
        }
    }
}
