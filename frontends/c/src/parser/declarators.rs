//! Declarators (C11 6.7.6): pointers, arrays, functions and parentheses around a name, or around nothing.

use super::Parser;
use super::scopes::Closed;
use crate::lexer::Kind;
use crate::tree::{ArraySize, Attribute, DeclId, ExprId, FunctionForm, Qualifiers, Symbol, TypeId, TypeKind};

/// Whether a declarator has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// It must.
    Always,
    /// It may: parameters.
    Maybe,
    /// It must not: type names.
    None,
}

/// What a declarator declares.
#[derive(Debug)]
pub(super) struct Declarator {
    /// The name, and its token.
    pub name: Option<Symbol>,
    /// The token of the name, or where it would be.
    pub at: usize,
    pub ty: TypeId,
    /// If this declares a function: the names of its parameters.
    pub params: Option<Closed>,
    pub attributes: Vec<Attribute>,
}

/// The parameters of a function.
#[derive(Debug)]
pub(super) struct Params {
    pub decls: Vec<DeclId>,
    pub form: FunctionForm,
    pub closed: Closed,
}

/// What stands behind the name.
enum Suffix {
    Array { size: ArraySize, qualifiers: Qualifiers, at_least: bool, first: usize, end: usize },
    Function { params: Params, first: usize, end: usize },
}

/// What is inside of one pair of parentheses.
#[derive(Default)]
struct Level {
    pointers: Vec<(Qualifiers, usize)>,
    suffixes: Vec<Suffix>,
}

impl Parser {
    /// A declarator that makes something of the type `base`.
    pub(super) fn declarator(&mut self, base: TypeId, naming: Naming) -> Declarator {
        let mut levels = vec![Level::default()];
        let mut attributes = Vec::new();
        let (name, at) = loop {
            let current = levels.len() - 1;
            match self.kind() {
                Kind::Star => {
                    let star = self.at;
                    self.advance();
                    let mut qualifiers = Qualifiers::default();
                    loop {
                        if self.kind() == Kind::Attribute {
                            self.attributes(&mut attributes);
                        } else if !self.qualifier(&mut qualifiers) {
                            break;
                        }
                    }
                    levels[current].pointers.push((qualifiers, star));
                }
                Kind::Attribute => self.attributes(&mut attributes),
                Kind::Extension => self.advance(),
                Kind::LeftParen if self.nested_declarator(naming) => {
                    self.advance();
                    levels.push(Level::default());
                }
                Kind::Name if naming != Naming::None => {
                    let named = (Some(self.token().symbol), self.at);
                    self.advance();
                    break named;
                }
                _ => {
                    if naming == Naming::Always {
                        let found = self.describe();
                        self.error(self.at, format!("expected a name to declare, not {found}"));
                    }
                    break (None, self.at);
                }
            }
        };
        self.suffixes(&mut levels);
        let mut ty = base;
        let mut params = None;
        let innermost = levels.len() - 1;
        for (depth, level) in levels.into_iter().enumerate() {
            for (qualifiers, star) in level.pointers {
                let place = self.place(star);
                ty = self.type_at(TypeKind::Pointer(ty), qualifiers, place);
            }
            params = None;
            for (index, suffix) in level.suffixes.into_iter().enumerate().rev() {
                match suffix {
                    Suffix::Array { size, qualifiers, at_least, first, end } => {
                        let place = self.tree.sources.join(self.place(first), self.place(end));
                        ty = self.type_at(TypeKind::Array { element: ty, size, at_least }, qualifiers, place);
                    }
                    Suffix::Function { params: list, first, end } => {
                        let place = self.tree.sources.join(self.place(first), self.place(end));
                        let defines = naming == Naming::Always && depth == innermost && index == 0;
                        if list.form == FunctionForm::OldStyle && !defines {
                            self.error(first + 1, "parameters without types outside of the definition of a function");
                        }
                        let kind = TypeKind::Function { result: ty, params: list.decls, form: list.form };
                        ty = self.type_at(kind, Qualifiers::default(), place);
                        if index == 0 {
                            params = Some(list.closed);
                        }
                    }
                }
            }
        }
        Declarator { name, at, ty, params, attributes }
    }

    fn type_at(&mut self, kind: TypeKind, qualifiers: Qualifiers, place: crate::tree::Place) -> TypeId {
        let id = TypeId(super::next(&self.tree.types));
        self.tree.types.push(crate::tree::Type { kind, qualifiers, place });
        id
    }

    /// At `(`: whether it encloses a declarator; else it opens the parameters of a declarator without a name.
    fn nested_declarator(&self, naming: Naming) -> bool {
        if naming == Naming::Always {
            return true;
        }
        match self.kind_at(1) {
            Kind::RightParen | Kind::Ellipsis => false,
            Kind::Attribute => true,
            Kind::Name if naming == Naming::Maybe => !self.starts_type(1),
            Kind::Register => false,
            _ => !self.starts_type(1),
        }
    }

    /// Arrays and parameters behind the name, and the parentheses that close.
    fn suffixes(&mut self, levels: &mut [Level]) {
        let mut current = levels.len() - 1;
        loop {
            let first = self.at;
            match self.kind() {
                Kind::LeftBracket => {
                    let suffix = self.array(first);
                    levels[current].suffixes.push(suffix);
                }
                Kind::LeftParen => {
                    self.advance();
                    let params = self.parameters();
                    let end = self.at - 1;
                    levels[current].suffixes.push(Suffix::Function { params, first, end });
                }
                Kind::RightParen if current > 0 => {
                    self.advance();
                    current -= 1;
                }
                _ if current > 0 => {
                    self.close_parenthesis("in a declarator");
                    return;
                }
                _ => return,
            }
        }
    }

    fn array(&mut self, first: usize) -> Suffix {
        self.advance();
        let (mut qualifiers, mut at_least) = (Qualifiers::default(), false);
        loop {
            if self.accept(Kind::Static) {
                at_least = true;
            } else if !self.qualifier(&mut qualifiers) {
                break;
            }
        }
        let size = match self.kind() {
            Kind::RightBracket => ArraySize::Unknown,
            Kind::Star if self.kind_at(1) == Kind::RightBracket => {
                self.advance();
                ArraySize::Star
            }
            _ => ArraySize::Expr(self.size()),
        };
        self.expect(Kind::RightBracket, "behind the size of an array");
        Suffix::Array { size, qualifiers, at_least, first, end: self.at - 1 }
    }

    fn size(&mut self) -> ExprId {
        if !self.enter() {
            return self.expr(crate::tree::ExprKind::Error, self.at, None);
        }
        let size = self.assignment_expression();
        self.leave();
        size
    }
}
