//! Specifiers and qualifiers of declarations (C11 6.7): storage, the type, attributes.

use super::Parser;
use crate::lexer::Kind;
use crate::tree::{Alignas, Attribute, Basic, DeclKind, Qualifiers, Storage, Symbol, TagId, Type, TypeId, TypeKind};
use horn_frontend::Severity;

/// What stands before the declarators.
#[derive(Clone, Debug)]
pub(super) struct Specifiers {
    pub first: usize,
    pub storage: Storage,
    pub thread_local: bool,
    pub inline: bool,
    pub noreturn: bool,
    pub ty: TypeId,
    /// No type was given.
    pub implicit: bool,
    pub attributes: Vec<Attribute>,
    pub alignas: Vec<Alignas>,
    /// Structs, unions and enums that are declared here.
    pub tags: Vec<TagId>,
}

/// The words of a basic type, which may come in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Words {
    base: Option<Kind>,
    signed: bool,
    unsigned: bool,
    short: bool,
    longs: u8,
    complex: bool,
    /// A word occurs too often.
    repeated: bool,
}

impl Words {
    /// Adds a word; false if it is none of a basic type.
    fn add(&mut self, kind: Kind) -> bool {
        let flag = match kind {
            Kind::Signed => &mut self.signed,
            Kind::Unsigned => &mut self.unsigned,
            Kind::Short => &mut self.short,
            Kind::Complex => &mut self.complex,
            Kind::Long => {
                self.repeated |= self.longs == 2;
                self.longs = (self.longs + 1).min(2);
                return true;
            }
            Kind::Void | Kind::Bool | Kind::Char_ | Kind::Int | Kind::Float | Kind::Double | Kind::Int128 => {
                self.repeated |= self.base.is_some();
                self.base = Some(kind);
                return true;
            }
            _ => return false,
        };
        self.repeated |= *flag;
        *flag = true;
        true
    }

    /// The type; none if the words don't fit.
    fn basic(self) -> Option<Basic> {
        if self.repeated || (self.signed && self.unsigned) {
            return None;
        }
        let plain = !self.signed && !self.unsigned && !self.short && self.longs == 0;
        let sign = |signed: Basic, unsigned: Basic| if self.unsigned { unsigned } else { signed };
        let widths = self.short || self.longs > 0;
        Some(match (self.base, self.complex) {
            (Some(Kind::Float), false) if plain => Basic::Float,
            (Some(Kind::Double), false) if plain => Basic::Double,
            (Some(Kind::Double), false) if self.longs == 1 && !self.short && !self.signed && !self.unsigned => {
                Basic::LongDouble
            }
            (Some(Kind::Float), true) if plain => Basic::ComplexFloat,
            (Some(Kind::Double) | None, true) if plain => Basic::ComplexDouble,
            (Some(Kind::Double), true) if self.longs == 1 && !self.short && !self.signed && !self.unsigned => {
                Basic::ComplexLongDouble
            }
            (_, true) => return None,
            (Some(Kind::Void), _) if plain => Basic::Void,
            (Some(Kind::Bool), _) if plain => Basic::Bool,
            (Some(Kind::Char_), _) if plain => Basic::Char,
            (Some(Kind::Char_), _) if !widths => sign(Basic::SignedChar, Basic::UnsignedChar),
            (Some(Kind::Int128), _) if !widths => sign(Basic::Int128, Basic::UnsignedInt128),
            (Some(Kind::Int) | None, _) => match (self.short, self.longs) {
                (true, 0) => sign(Basic::Short, Basic::UnsignedShort),
                (false, 0) => sign(Basic::Int, Basic::UnsignedInt),
                (false, 1) => sign(Basic::Long, Basic::UnsignedLong),
                (false, _) => sign(Basic::LongLong, Basic::UnsignedLongLong),
                _ => return None,
            },
            _ => return None,
        })
    }
}

impl Parser {
    /// Whether a type name starts at the token so many behind the next one.
    pub(super) fn starts_type(&self, ahead: usize) -> bool {
        use Kind as K;
        match self.kind_at(ahead) {
            K::Void | K::Bool | K::Char_ | K::Short | K::Int | K::Long | K::Float | K::Double | K::Signed => true,
            K::Unsigned | K::Complex | K::Int128 | K::Struct | K::Union | K::Enum | K::Typeof | K::Atomic => true,
            K::Const | K::Volatile | K::Restrict | K::AutoType | K::VaListType | K::OddType | K::Attribute => true,
            K::Extension => self.starts_type(ahead + 1),
            K::Name => self.typedef(self.tokens[self.at + ahead].symbol).is_some(),
            _ => false,
        }
    }

    /// Whether a declaration starts at the next token.
    pub(super) fn starts_declaration(&self) -> bool {
        use Kind as K;
        match self.kind() {
            K::Typedef | K::Extern | K::Static | K::Auto | K::Register | K::Inline | K::Noreturn => true,
            K::ThreadLocal | K::Alignas | K::StaticAssert => true,
            K::Extension => {
                let ahead = (1..).find(|ahead| self.kind_at(*ahead) != K::Extension).unwrap_or(1);
                self.starts_type(ahead) || matches!(self.kind_at(ahead), K::Typedef | K::Extern | K::Static)
            }
            // A label may have the name of a type; two names are a declaration with an unknown type.
            K::Name => match self.kind_at(1) {
                K::Colon => false,
                K::Name => true,
                _ => self.starts_type(0),
            },
            _ => self.starts_type(0),
        }
    }

    /// The typedef that a name stands for.
    pub(super) fn typedef(&self, name: Symbol) -> Option<crate::tree::DeclId> {
        self.scopes.find(name).filter(|decl| matches!(self.tree[*decl].kind, DeclKind::Typedef))
    }

    /// The specifiers of a declaration, of a field, of a parameter or of a type name.
    pub(super) fn specifiers(&mut self) -> Specifiers {
        let first = self.at;
        let mut specifiers = Specifiers {
            first,
            storage: Storage::None,
            thread_local: false,
            inline: false,
            noreturn: false,
            ty: TypeId(0),
            implicit: false,
            attributes: Vec::new(),
            alignas: Vec::new(),
            tags: Vec::new(),
        };
        let mut qualifiers = Qualifiers::default();
        let mut words = Words::default();
        let mut kind: Option<TypeKind> = None;
        loop {
            let at = self.at;
            let word = self.kind();
            let named = kind.is_some() || words != Words::default();
            if words.add(word) {
                self.advance();
                if kind.is_some() {
                    self.error(at, "two types in one declaration: a `;` may be missing before this");
                }
                continue;
            }
            if self.plain_specifier(&mut specifiers) || (!self.atomic_type() && self.qualifier(&mut qualifiers)) {
                continue;
            }
            let made = match word {
                Kind::Atomic => {
                    self.advance();
                    self.advance();
                    let ty = self.type_name();
                    self.close_parenthesis("behind the type");
                    TypeKind::Atomic(ty)
                }
                Kind::Struct | Kind::Union | Kind::Enum => {
                    let (tag, declared) = self.tag();
                    if declared {
                        specifiers.tags.push(tag);
                    }
                    TypeKind::Tag(tag)
                }
                Kind::Typeof => self.type_of(),
                Kind::AutoType => {
                    self.advance();
                    TypeKind::Auto
                }
                Kind::VaListType => {
                    self.advance();
                    TypeKind::VaList
                }
                Kind::OddType => {
                    let name = self.token().symbol;
                    self.advance();
                    TypeKind::Unsupported(name)
                }
                Kind::Name if !named => match self.typedef(self.token().symbol) {
                    Some(decl) => {
                        self.advance();
                        TypeKind::Typedef(decl)
                    }
                    None if self.unknown_type() => {
                        let text = format!("unknown type `{}`", self.text(self.token()));
                        self.error(at, text);
                        self.advance();
                        TypeKind::Error
                    }
                    None => break,
                },
                _ => break,
            };
            if named {
                self.error(at, "two types in one declaration: a `;` may be missing before this");
            }
            kind = Some(made);
        }
        specifiers.implicit = kind.is_none() && words == Words::default();
        let kind = kind.unwrap_or_else(|| self.basic(words, first));
        let place = if self.at > first { self.from(first) } else { self.place(first) };
        specifiers.ty = TypeId(super::next(&self.tree.types));
        self.tree.types.push(Type { kind, qualifiers, place });
        specifiers
    }

    /// A specifier that says nothing about the type; false if the next word is none.
    fn plain_specifier(&mut self, specifiers: &mut Specifiers) -> bool {
        match self.kind() {
            Kind::Typedef | Kind::Extern | Kind::Static | Kind::Auto | Kind::Register => {
                self.storage(specifiers);
                return true;
            }
            Kind::Attribute => {
                self.attributes(&mut specifiers.attributes);
                return true;
            }
            Kind::Alignas => {
                self.alignas(&mut specifiers.alignas);
                return true;
            }
            Kind::ThreadLocal => specifiers.thread_local = true,
            Kind::Inline => specifiers.inline = true,
            Kind::Noreturn => specifiers.noreturn = true,
            Kind::Extension => {}
            _ => return false,
        }
        self.advance();
        true
    }

    /// Whether `_Atomic (` comes next, which is a type; without the parenthesis it is a qualifier.
    fn atomic_type(&self) -> bool {
        self.kind() == Kind::Atomic && self.kind_at(1) == Kind::LeftParen
    }

    /// The type that these words make, which stand from the token `first` on; `int` if there are none.
    fn basic(&mut self, words: Words, first: usize) -> TypeKind {
        if words == Words::default() {
            return TypeKind::Basic(Basic::Int);
        }
        match words.basic() {
            Some(basic) => TypeKind::Basic(basic),
            None => {
                let place = self.from(first);
                let text = self.tree.sources.text(place.loc).to_owned();
                self.error(first, format!("these words make no type: `{text}`"));
                TypeKind::Error
            }
        }
    }

    /// Whether the next name, which is no type, stands where one is meant: a declarator follows.
    fn unknown_type(&self) -> bool {
        match self.kind_at(1) {
            Kind::Name => true,
            Kind::Star => {
                let behind = (1..).find(|ahead| self.kind_at(*ahead) != Kind::Star).unwrap_or(1);
                self.kind_at(behind) == Kind::Name
            }
            _ => false,
        }
    }

    fn storage(&mut self, specifiers: &mut Specifiers) {
        let storage = match self.kind() {
            Kind::Typedef => Storage::Typedef,
            Kind::Extern => Storage::Extern,
            Kind::Static => Storage::Static,
            Kind::Auto => Storage::Auto,
            _ => Storage::Register,
        };
        if specifiers.storage != Storage::None {
            self.error(self.at, "two storage classes in one declaration");
        }
        specifiers.storage = storage;
        self.advance();
    }

    /// Reads a qualifier, if one is there.
    pub(super) fn qualifier(&mut self, qualifiers: &mut Qualifiers) -> bool {
        match self.kind() {
            Kind::Const => qualifiers.constant = true,
            Kind::Volatile => qualifiers.volatile = true,
            Kind::Restrict => qualifiers.restrict = true,
            Kind::Atomic => qualifiers.atomic = true,
            _ => return false,
        }
        self.advance();
        true
    }

    fn alignas(&mut self, alignas: &mut Vec<Alignas>) {
        self.advance();
        if !self.expect(Kind::LeftParen, "behind `_Alignas`") {
            return;
        }
        alignas.push(if self.starts_type(0) {
            Alignas::Type(self.type_name())
        } else {
            Alignas::Expr(self.assignment_expression())
        });
        self.close_parenthesis("behind the operand of `_Alignas`");
    }

    fn type_of(&mut self) -> TypeKind {
        self.advance();
        if !self.expect(Kind::LeftParen, "behind `typeof`") || !self.enter() {
            return TypeKind::Error;
        }
        let kind = if self.starts_type(0) {
            TypeKind::TypeofType(self.type_name())
        } else {
            TypeKind::TypeofExpr(self.expression())
        };
        self.leave();
        self.close_parenthesis("behind the operand of `typeof`");
        kind
    }

    /// A type name (C11 6.7.7), as in casts.
    pub(super) fn type_name(&mut self) -> TypeId {
        if !self.enter() {
            return self.ty(TypeKind::Error, Qualifiers::default(), self.at);
        }
        let specifiers = self.specifiers();
        if specifiers.implicit {
            let found = self.describe();
            self.error(self.at, format!("expected a type, not {found}"));
        } else if specifiers.storage != Storage::None {
            self.error(specifiers.first, "a storage class in the name of a type");
        }
        let declarator = self.declarator(specifiers.ty, super::declarators::Naming::None);
        self.leave();
        declarator.ty
    }

    /// Says that a declaration has no type, and is taken for one of `int`.
    pub(super) fn implicit_int(&mut self, at: usize, what: &str) {
        self.report(Severity::Warning, at, format!("{what} has no type: it is taken for `int`"));
    }
}
