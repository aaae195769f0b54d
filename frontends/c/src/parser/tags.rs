//! Structs, unions and enumerations (C11 6.7.2.1, 6.7.2.2, 6.7.2.3).

use super::Parser;
use super::declarators::Naming;
use crate::lexer::Kind;
use crate::tree::{
    Basic, Decl, DeclId, DeclKind, Field, Member, Qualifiers, Storage, Tag, TagBody, TagId, TagKind, TypeKind,
};

impl Parser {
    /// A struct, union or enum, and whether this declares it.
    pub(super) fn tag(&mut self) -> (TagId, bool) {
        let first = self.at;
        let kind = match self.kind() {
            Kind::Struct => TagKind::Struct,
            Kind::Union => TagKind::Union,
            _ => TagKind::Enum,
        };
        self.advance();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes);
        let name = (self.kind() == Kind::Name).then(|| self.token().symbol);
        if name.is_some() {
            self.advance();
        }
        let place = self.from(first);
        let defined = self.kind() == Kind::LeftBrace;
        if name.is_none() && !defined {
            let found = self.describe();
            self.error(self.at, format!("expected a name or `{{`, not {found}"));
        }
        let known = name.and_then(|name| {
            let here = defined || self.kind() == Kind::Semicolon;
            if here { self.scopes.find_tag_here(name) } else { self.scopes.find_tag(name) }
        });
        let known = known.filter(|tag| {
            let same = self.tree[*tag].kind == kind;
            let again = defined && self.tree[*tag].body.is_some();
            if !same || again {
                let name = name.map_or("", |name| self.tree.symbols.name(name));
                let text =
                    if same { format!("`{name}` is defined twice") } else { format!("`{name}` is no {}", word(kind)) };
                self.error(first, text);
            }
            same && !again
        });
        let declared = defined || known.is_none();
        let tag = known.unwrap_or_else(|| {
            let id = TagId(super::next(&self.tree.tags));
            self.tree.tags.push(Tag { kind, name, place, body: None, attributes: Vec::new() });
            if let Some(name) = name {
                self.scopes.declare_tag(name, id);
            }
            id
        });
        if defined {
            if self.enter() {
                self.tree[tag].place = place;
                self.advance();
                let body = if kind == TagKind::Enum { self.enumerators(tag) } else { self.members() };
                self.tree[tag].body = Some(body);
                self.leave();
            }
            self.attributes(&mut attributes);
        }
        self.tree[tag].attributes.extend(attributes);
        (tag, declared)
    }

    /// The members behind `{`, up to and with `}`.
    fn members(&mut self) -> TagBody {
        let mut members = Vec::new();
        loop {
            match self.kind() {
                Kind::RightBrace | Kind::Eof => break,
                Kind::Semicolon => {
                    self.advance();
                    continue;
                }
                Kind::StaticAssert => {
                    let assert = self.static_assert();
                    members.push(Member::StaticAssert(assert));
                    continue;
                }
                _ => {}
            }
            let (before, errors) = (self.at, self.errors);
            self.fields(&mut members);
            let ended = self.kind() == Kind::RightBrace || self.expect(Kind::Semicolon, "behind a member");
            if !ended || (self.errors > errors && self.tokens[self.at - 1].kind != Kind::Semicolon) {
                self.recover();
            }
            if self.at == before {
                self.advance();
            }
        }
        self.expect(Kind::RightBrace, "at the end of the members");
        TagBody::Members(members)
    }

    fn fields(&mut self, members: &mut Vec<Member>) {
        let specifiers = self.specifiers();
        if specifiers.implicit {
            let found = self.describe();
            self.error(self.at, format!("expected the type of a member, not {found}"));
        }
        if matches!(self.kind(), Kind::Semicolon | Kind::RightBrace) {
            // Only a struct or union without a name has members here; `struct s;` or `int;` declare nothing.
            if let TypeKind::Tag(tag) = self.tree[specifiers.ty].kind
                && self.tree[tag].kind != TagKind::Enum
            {
                let place = self.tree[specifiers.ty].place;
                let (attributes, alignas) = (specifiers.attributes, specifiers.alignas);
                members.push(Member::Field(Field {
                    name: None,
                    ty: specifiers.ty,
                    width: None,
                    place,
                    attributes,
                    alignas,
                }));
            }
            return;
        }
        loop {
            let (name, at, ty, mut attributes) = if self.kind() == Kind::Colon {
                (None, self.at, specifiers.ty, Vec::new())
            } else {
                let declarator = self.declarator(specifiers.ty, Naming::Always);
                (declarator.name, declarator.at, declarator.ty, declarator.attributes)
            };
            let width = self.accept(Kind::Colon).then(|| self.assignment_expression());
            self.attributes(&mut attributes);
            attributes.extend(specifiers.attributes.iter().cloned());
            let (place, alignas) = (self.place(at), specifiers.alignas.clone());
            members.push(Member::Field(Field { name, ty, width, place, attributes, alignas }));
            if !self.accept(Kind::Comma) {
                return;
            }
        }
    }

    /// The enumerators behind `{`, up to and with `}`.
    fn enumerators(&mut self, tag: TagId) -> TagBody {
        let mut decls: Vec<DeclId> = Vec::new();
        while self.kind() == Kind::Name {
            let (at, name) = (self.at, self.token().symbol);
            self.advance();
            let mut attributes = Vec::new();
            self.attributes(&mut attributes);
            let value = self.accept(Kind::Assign).then(|| self.assignment_expression());
            let ty = self.ty(TypeKind::Basic(Basic::Int), Qualifiers::default(), at);
            let (place, extent) = (self.place(at), self.from(at));
            let previous = self.scopes.find_here(name);
            let before = decls.last().copied();
            let decl = self.decl(Decl {
                name: Some(name),
                place,
                extent,
                ty,
                kind: DeclKind::Enumerator { tag, value, before },
                storage: Storage::None,
                file_scope: self.scopes.depth() == 0,
                previous,
                attributes,
                alignas: Vec::new(),
            });
            self.scopes.declare(name, decl);
            decls.push(decl);
            if !self.accept(Kind::Comma) {
                break;
            }
        }
        if !self.expect(Kind::RightBrace, "or `,` behind an enumerator") {
            self.recover();
            self.accept(Kind::RightBrace);
        }
        TagBody::Enumerators(decls)
    }
}

fn word(kind: TagKind) -> &'static str {
    match kind {
        TagKind::Struct => "struct",
        TagKind::Union => "union",
        TagKind::Enum => "enum",
    }
}
