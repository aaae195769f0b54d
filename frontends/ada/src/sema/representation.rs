//! Representation clauses (RM 13): which of them change what a program computes.
//!
//! Codes of enumeration literals are what `'Enum_Rep` and `'Enum_Val` speak of. An address makes an object another name
//! for storage: what it holds, and what the object holds that lies there too, is not followed; where not every pattern
//! of bits is a value, that they are one is a check (RM 13.3 (13), 13.9.1), which stays open.

use super::Sema;
use super::intrinsic::SHIFTS;
use super::name::Denoted;
use super::tree::{Body, Builtin, Choice, Expr, ExprKind, Mode, ObjId, ObjectKind, Stmt, StmtKind, SubpId};
use super::types::{Kind, TypeId};
use crate::ast::{self, NameKind, RepresentationKind};
use crate::place::Loc;
use horn_frontend::Span;
use horn_solver::num::Int;
use std::collections::BTreeSet;

impl<'a> Sema<'a> {
    /// `for … use …;` Tells whether it was one of those that change what the program computes and that are modelled.
    pub fn representation(&mut self, clause: &'a ast::RepresentationClause) -> bool {
        match (&clause.kind, &clause.target.kind) {
            (RepresentationKind::Enumeration(codes), target) if !matches!(target, NameKind::Attribute(_)) => {
                if let Denoted::Type(ty) = self.denote(&clause.target) {
                    self.enumeration_codes(ty, codes);
                }
                true
            }
            (RepresentationKind::At(address), _) => self.placed(&clause.target, address, clause.span),
            (RepresentationKind::Attribute(address), NameKind::Attribute(attribute))
                if self.names.text(attribute.designator.symbol) == "address" =>
            {
                self.placed(&attribute.prefix, address, clause.span)
            }
            (RepresentationKind::Record(clauses), _) => {
                let denoted = self.attempt(|sema| sema.denote(&clause.target));
                if let Denoted::Type(ty) = denoted {
                    self.places_of_components(ty, clauses);
                }
                self.note_layout(denoted);
                false
            }
            (RepresentationKind::Attribute(value), NameKind::Attribute(attribute))
                if self.names.text(attribute.designator.symbol) == "small" =>
            {
                self.has_small(&attribute.prefix, value)
            }
            (RepresentationKind::Attribute(value), NameKind::Attribute(attribute))
                if super::layout::LAYOUTS.contains(&self.names.text(attribute.designator.symbol)) =>
            {
                let denoted = self.attempt(|sema| sema.denote(&attribute.prefix));
                if let Denoted::Type(ty) = denoted {
                    let name = self.names.text(attribute.designator.symbol).to_string();
                    self.said_of_layout(ty, &name, Some(value));
                }
                self.note_layout(denoted);
                false
            }
            _ => false,
        }
    }

    /// RM 13.4: `for T use (A => 1, B => 4);`
    fn enumeration_codes(&mut self, ty: TypeId, codes: &'a ast::Expr) {
        let base = self.tree.types.base(ty);
        let Kind::Enumeration { literals, .. } = self.tree.types.kind(ty) else {
            self.error(codes.span, "enumeration representation clause needs an enumeration type");
            return;
        };
        let count = literals.len();
        let literals: Vec<String> = literals.iter().map(|literal| folded(literal)).collect();
        let ast::ExprKind::Aggregate(aggregate) = &codes.kind else { return };
        let mut found: Vec<Option<Int>> = vec![None; count];
        let mut known = true;
        for (at, item) in aggregate.items.iter().enumerate() {
            let places: Vec<usize> = match item {
                ast::AggregateItem::Association(association) if !association.choices.is_empty() => {
                    let mut places = Vec::new();
                    for choice in &association.choices {
                        let name = match choice {
                            ast::Choice::Expr(choice) => choice.as_name().and_then(ast::Name::last_ident),
                            _ => None,
                        };
                        let text = name.map(|name| self.names.text(name.symbol).to_string());
                        let place = text.and_then(|text| literals.iter().position(|literal| *literal == text));
                        known &= place.is_some();
                        places.extend(place);
                    }
                    places
                }
                _ => vec![at],
            };
            let value = match item {
                ast::AggregateItem::Association(association) => association.expr().map(|value| self.expr(value, None)),
                _ => None,
            };
            let code = value.and_then(|value| value.as_int().cloned());
            known &= code.is_some();
            for place in places {
                match found.get_mut(place) {
                    Some(slot) => *slot = code.clone(),
                    None => known = false,
                }
            }
        }
        let codes_found: Option<Vec<Int>> = found.into_iter().collect();
        match codes_found {
            Some(found) if known => {
                if !found.is_sorted_by(|a, b| a < b) {
                    self.error(codes.span, "enumeration values must be in the order of the literals");
                }
                // Subtypes have their own copies.
                for at in 0..self.tree.types.len() {
                    let at = TypeId(u32::try_from(at).unwrap_or(u32::MAX));
                    if self.tree.types.base(at) == base {
                        self.tree.types[at].codes = found.clone();
                    }
                }
            }
            _ => {
                let what = "codes of enumeration literals that are not known here (RM 13.4)";
                self.tree.types[base].kind = Kind::Unsupported(what.into());
                self.reject(codes.span, what);
            }
        }
    }

    /// An object is placed where another one is.
    fn placed(&mut self, target: &'a ast::Name, address: &'a ast::Expr, span: Span) -> bool {
        let mut names = vec![];
        address_prefixes(address, &mut names);
        if names.is_empty() {
            return false;
        }
        match self.denote(target) {
            Denoted::Value(Expr { kind: ExprKind::Object(object), .. }) => {
                self.overlay(object, address, span);
                true
            }
            _ => false,
        }
    }

    /// An object lies where the address says: at the place of another one, or somewhere in the machine.
    pub fn overlay(&mut self, object: ObjId, address: &'a ast::Expr, span: Span) {
        let mut names = vec![];
        address_prefixes(address, &mut names);
        let mut others = Vec::new();
        for name in names {
            let under = self.attempt(|sema| sema.name_value(name, None));
            // A static constant is its value there.
            match super::walk::root(&under).or_else(|| self.named_object(name)) {
                Some(other) => others.push(other),
                None => self.reject(span, "address of something that is not a variable (RM 13.3)"),
            }
        }
        if others.is_empty()
            && !matches!(address_kind(address), AddressKind::Number)
            && self.tree.object(object).kind != ObjectKind::Constant
        {
            // It may be the one of any object whose address is a value in the program.
            self.addresses.computed.push(object);
        }
        for one in others.iter().copied().chain([object]) {
            self.lies_at_a_place(one, (!others.is_empty()).then_some(object));
            let mode = match self.tree.object(one).kind {
                ObjectKind::Parameter(mode) => Some(mode),
                _ => None,
            };
            // A constant does not change what a caller has.
            let only_read = self.tree.object(object).kind == ObjectKind::Constant;
            if mode == Some(Mode::In) && !only_read {
                self.reject(span, "address of an in parameter (RM 13.3)");
            }
        }
    }

    /// An object lies where the machine has something, or where this other object does.
    fn lies_at_a_place(&mut self, one: ObjId, other: Option<ObjId>) {
        let ty = self.tree.object(one).ty;
        let every_pattern = other.is_none() || self.tree.types.has_every_pattern(ty);
        let made_of_bits = self.tree.types.is_made_of_bits(ty);
        let entry = &mut self.tree.objects[one.0 as usize];
        entry.volatile = true;
        entry.written_outside = true;
        entry.overlaid |= other.is_some();
        entry.value = None;
        if every_pattern {
            return;
        }
        match other.filter(|_| made_of_bits) {
            Some(other) => {
                self.tree.types.note_perhaps_invalid(ty);
                self.tree.objects[other.0 as usize].unsuitable = true;
            }
            None => {
                let what = format!("\"{}\", which shares its storage with another object (RM 13.3)", entry.name);
                entry.unsupported = Some(what);
            }
        }
    }

    /// The address of an object is a value in the program.
    pub fn takes_address(&mut self, of: &Expr) {
        if self.trying > 0 {
            return;
        }
        match super::walk::root(of) {
            Some(root) if self.tree.object(root).kind == ObjectKind::Variable => {
                self.addresses.taken.insert(root);
            }
            Some(root) if self.tree.object(root).kind == ObjectKind::Constant => {}
            // What a parameter stands for has another name.
            _ => self.addresses.unknown = true,
        }
    }

    /// Objects at computed addresses may lie where those do whose addresses are values in the program; else they lie
    /// where no object of the program does.
    pub fn objects_at_addresses(&mut self) {
        let Addresses { taken, computed, unknown } = std::mem::take(&mut self.addresses);
        let in_heap = taken.iter().any(|object| self.designated_objects.contains(object));
        for object in &computed {
            if unknown || in_heap {
                let what = "object at an address that is computed elsewhere (RM 13.3)";
                self.tree.objects[object.0 as usize].unsupported = Some(what.into());
            } else if !taken.is_empty() {
                self.lies_at_a_place(*object, Some(*object));
            }
        }
        let Some(object) = computed.first().filter(|_| !unknown && !in_heap) else { return };
        for one in taken {
            self.lies_at_a_place(one, Some(*object));
        }
    }

    /// `T'Enum_Rep (X)` (RM 13.4): the code of a literal.
    pub fn code_of(&mut self, value: Expr, loc: Loc) -> Denoted<'a> {
        let universal = self.tree.types.std.universal_integer;
        let codes = self.tree.types[self.tree.types.base(value.ty)].codes.clone();
        if codes.is_empty() {
            let folded = super::fold::builtin(&self.tree.types, Builtin::Pos, std::slice::from_ref(&value), universal);
            let kind = folded.unwrap_or_else(|| ExprKind::Builtin(Builtin::Pos, vec![value]));
            return Denoted::Value(Expr { kind, ty: universal, loc });
        }
        if let Some(code) = value.as_int().and_then(Int::to_i64).and_then(|at| codes.get(usize::try_from(at).ok()?)) {
            return Denoted::Value(Expr::int(code.clone(), universal, loc));
        }
        let alternatives = (0i64..)
            .zip(codes)
            .map(|(at, code)| {
                let literal = Expr::int(Int::from(at), value.ty, loc);
                (vec![Choice::Value(literal)], Expr::int(code, self.code_type(), loc))
            })
            .collect();
        let code = Expr { kind: ExprKind::Case(Box::new(value), alternatives), ty: self.code_type(), loc };
        Denoted::Value(Expr { kind: ExprKind::Builtin(Builtin::Pos, vec![code]), ty: universal, loc })
    }

    /// The position of the literal with a code, -1 if there is none: `T'Enum_Val (N)` raises Constraint_Error then.
    pub fn place_of_code(&mut self, code: Expr, ty: TypeId, loc: Loc) -> Expr {
        let codes = self.tree.types[self.tree.types.base(ty)].codes.clone();
        if codes.is_empty() {
            return code;
        }
        let position = |at: i64| Expr::int(Int::from(at), self.code_type(), loc);
        if let Some(number) = code.as_int() {
            let at = codes.iter().position(|code| code == number).and_then(|at| i64::try_from(at).ok());
            return position(at.unwrap_or(-1));
        }
        let mut alternatives: Vec<(Vec<Choice>, Expr)> = (0i64..)
            .zip(codes)
            .map(|(at, known)| (vec![Choice::Value(Expr::int(known, code.ty, loc))], position(at)))
            .collect();
        alternatives.push((vec![Choice::Others], position(-1)));
        Expr { kind: ExprKind::Case(Box::new(code), alternatives), ty: self.code_type(), loc }
    }

    /// A type that holds every code.
    fn code_type(&self) -> TypeId {
        self.tree.types.std.long_long_integer
    }

    /// A shift that the user declares as intrinsic for a modular type is the one of `Interfaces` (RM 6.3.1, GNAT).
    pub fn intrinsic(&mut self, subp: SubpId, convention: &ast::Expr) {
        let named = convention.as_name().and_then(ast::Name::as_ident);
        if named.is_none_or(|name| self.names.text(name.symbol) != "intrinsic") {
            return;
        }
        let entry = self.tree.subprogram(subp);
        let name = entry.name.rsplit('.').next().unwrap_or("").to_lowercase();
        let Some((_, builtin)) = SHIFTS.into_iter().find(|(shift, _)| *shift == name) else { return };
        let (&[value, amount], Some(result), None) = (entry.params.as_slice(), entry.result, &entry.body) else {
            return;
        };
        let ty = self.tree.object(value).ty;
        let modular = matches!(self.tree.types.kind(ty), Kind::Modular(_)) && self.tree.types.has_every_pattern(ty);
        if !modular
            || self.tree.types.base(result) != self.tree.types.base(ty)
            || !self.tree.types.is_integer(self.tree.object(amount).ty)
        {
            return;
        }
        let loc = entry.loc;
        let arguments =
            [value, amount].map(|param| Expr { kind: ExprKind::Object(param), ty: self.tree.object(param).ty, loc });
        let shifted = Expr { kind: ExprKind::Builtin(builtin, arguments.to_vec()), ty: self.tree.types.base(ty), loc };
        let statements = vec![Stmt { kind: StmtKind::Return(Some(shifted)), loc }];
        let entry = self.tree.subprogram_mut(subp);
        entry.body = Some(Body { statements, end: loc, ..Body::default() });
        entry.expression_function = true;
        entry.hidden = true;
    }
}

/// The text of a literal's symbol: character literals keep their case.
fn folded(literal: &str) -> String {
    if literal.starts_with('\'') { literal.to_string() } else { literal.to_lowercase() }
}

/// Objects whose addresses matter.
#[derive(Debug, Default)]
pub struct Addresses {
    /// Variables whose `'Address` is a value in the program.
    pub taken: BTreeSet<ObjId>,
    /// Variables that lie where an address says which the program computes.
    pub computed: Vec<ObjId>,
    /// The address of something that is no variable is a value.
    pub unknown: bool,
}

/// What an address is computed from.
enum AddressKind {
    /// Numbers alone: `System'To_Address (16#8000#)`.
    Number,
    Other,
}

fn address_kind(address: &ast::Expr) -> AddressKind {
    let number = match &address.kind {
        ast::ExprKind::Name(name) => match &name.kind {
            NameKind::Apply(_, arguments) => arguments.iter().all(is_number),
            NameKind::Attribute(attribute) => {
                !attribute.arguments.is_empty() && attribute.arguments.iter().all(is_number)
            }
            _ => false,
        },
        _ => false,
    };
    if number { AddressKind::Number } else { AddressKind::Other }
}

fn is_number(argument: &ast::Association) -> bool {
    matches!(argument.expr().map(|value| &value.kind), Some(ast::ExprKind::Integer(_)))
}

/// The prefixes of `'Address` in an address.
fn address_prefixes<'e>(address: &'e ast::Expr, found: &mut Vec<&'e ast::Name>) {
    let ast::ExprKind::Name(name) = &address.kind else { return };
    match &name.kind {
        NameKind::Attribute(attribute) if attribute.arguments.is_empty() => found.push(&attribute.prefix),
        NameKind::Attribute(attribute) => {
            attribute.arguments.iter().filter_map(ast::Association::expr).for_each(|e| address_prefixes(e, found));
        }
        NameKind::Apply(_, arguments) => {
            arguments.iter().filter_map(ast::Association::expr).for_each(|e| address_prefixes(e, found));
        }
        _ => {}
    }
}
