//! Sizes, alignments, places and addresses (RM 13.3, 13.5.2, 13.7): what GNAT's rules for x86-64 say for sure of scalar
//! types and of arrays of them. Of everything else one number that nothing is known of but that it is not negative: the
//! same for each type, object or component wherever it is asked for.

use super::Sema;
use super::name::Denoted;
use super::tree::{Builtin, ENVIRONMENT, Expr, ExprKind, ObjId, ObjectKind};
use super::types::{Kind, TypeId, Types};
use crate::ast;
use crate::place::Loc;
use horn_frontend::Span;
use horn_solver::num::{Int, Rat};

/// Aspects, pragmas and attributes in clauses that say how values of a type, or an object, lie in storage.
pub(super) const LAYOUTS: [&str; 11] = [
    "alignment",
    "bit_order",
    "component_size",
    "machine_radix",
    "object_size",
    "optimize_alignment",
    "pack",
    "scalar_storage_order",
    "size",
    "stream_size",
    "value_size",
];

/// What an implementation chooses and a program can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Whose {
    /// Of a subtype, or of any object of it.
    Subtype(TypeId),
    /// Of an object.
    Object(ObjId),
    /// Of a component of a record type.
    Component(TypeId, usize),
    /// Of each component of an array type.
    Element(TypeId),
}

impl Types {
    /// The number of bits that the values of a static scalar subtype need (`T'Size`); `None` if the rules don't say.
    pub(super) fn value_size(&self, ty: TypeId) -> Option<u64> {
        if self.laid_out(ty) {
            return None;
        }
        let (low, high) = match self.kind(ty) {
            Kind::Float { bits, .. } => return Some(if *bits == 80 { 128 } else { u64::from(*bits) }),
            Kind::Access(_) => return self.object_size(ty),
            Kind::Enumeration { .. } if !self[self.base(ty)].codes.is_empty() => return None,
            // Of the base type of a derived type whose parent is constrained GNAT says another number.
            Kind::Enumeration { .. } if self[ty].base == ty && self[ty].parent.is_some() => return None,
            Kind::Enumeration { .. } | Kind::Signed { .. } | Kind::Modular(_) => self.static_range(ty)?,
            // The bounds in units of the small; of the base type GNAT says how many bits its objects have.
            Kind::Fixed { small, .. } if self[ty].base != ty => {
                let Some((super::types::Bound::Real(low), super::types::Bound::Real(high))) = self.bounds(ty) else {
                    return None;
                };
                let units = |bound: &Rat| Some(bound / small).filter(Rat::is_integer).map(|units| units.floor());
                let (low, high) = (units(&low)?, units(&high)?);
                // A bound of this kind may have been adjusted to what the bits hold (RM 3.5.9 (13)).
                let power = |value: &Int| value.to_i64().is_none_or(|value| value > 0 && value & (value - 1) == 0);
                if power(&high) {
                    return None;
                }
                (low, high)
            }
            _ => return None,
        };
        if low > high {
            return None;
        }
        let bits = |value: &Int| value.to_big().bits();
        Some(match low.is_negative() {
            true => 1 + bits(&-(&low + &Int::from(1))).max(bits(&high)),
            false => bits(&high).max(u64::from(high.is_zero())),
        })
    }

    /// The bits of an object of a scalar subtype, as of a component of an array that is not packed.
    pub(super) fn object_size(&self, ty: TypeId) -> Option<u64> {
        if self.laid_out(ty) {
            return None;
        }
        let whole = |bits: u64| bits.max(8).next_power_of_two();
        match self.kind(ty) {
            Kind::Float { bits, .. } => Some(if *bits == 80 { 128 } else { u64::from(*bits) }),
            Kind::Enumeration { count, .. } if self[self.base(ty)].codes.is_empty() => {
                Some(whole(Int::from(i64::from(*count) - 1).to_big().bits()))
            }
            Kind::Signed { .. } => Some(u64::from(self.bits(ty))),
            Kind::Modular(modulus) => Some(whole((modulus - &Int::from(1)).to_big().bits())),
            // What designates an array without bounds of its own has another address for these.
            Kind::Access(access) => {
                let bounds = self.array(access.designated).is_some() && !self.is_constrained(access.designated);
                Some(if bounds { 128 } else { 64 })
            }
            _ => None,
        }
    }

    /// The bits of an array subtype with static bounds whose components are scalar.
    fn array_size(&self, ty: TypeId) -> Option<Int> {
        let (_, element) = self.array(ty)?;
        let super::types::Constraint::Index(bounds) = &self[ty].constraint else { return None };
        if self.laid_out(ty) {
            return None;
        }
        let mut size = Int::from(i64::try_from(self.object_size(element)?).ok()?);
        for bound in bounds {
            let (super::types::Bound::Int(low), super::types::Bound::Int(high)) = bound else { return None };
            size = &size * &(&(high - low) + &Int::from(1)).max(Int::from(0));
        }
        Some(size)
    }

    /// Whether something is said of how values of a type lie in storage, also of a type it is derived from.
    fn laid_out(&self, ty: TypeId) -> bool {
        self.lineage(ty).into_iter().chain([ty]).any(|one| self[one].laid_out)
    }
}

impl<'a> Sema<'a> {
    /// Something is said of how the values of a type, or an object, lie in storage.
    pub fn note_layout(&mut self, denoted: Denoted<'a>) {
        match denoted {
            Denoted::Type(ty) => self.type_laid_out(ty),
            Denoted::Value(Expr { kind: ExprKind::Object(object), .. }) => {
                self.laid_out_objects.insert(object);
            }
            _ => {}
        }
    }

    /// See [`Sema::note_layout`].
    pub fn type_laid_out(&mut self, ty: TypeId) {
        let base = self.tree.types.base(ty);
        for entry in [ty, base] {
            self.tree.types[entry].laid_out = true;
        }
    }

    /// `'Size` and its relatives of a subtype; `None` if this is none of them.
    pub fn layout_of_type(&mut self, name: &str, ty: TypeId, span: Span) -> Option<Denoted<'a>> {
        let types = &self.tree.types;
        let known = match name {
            "size" | "value_size" if types.array(ty).is_some() => types.array_size(ty),
            "object_size" if types.array(ty).is_some() => None,
            "size" | "value_size" => types.value_size(ty).map(integer),
            "object_size" => types.object_size(ty).map(integer),
            "component_size" => {
                let (_, element) = types.array(ty)?;
                if types.laid_out(ty) { None } else { types.object_size(element).map(integer) }
            }
            // A derived access type shares the pool of its ancestor (RM 13.11 (2)).
            "storage_size" if types.access(ty).is_some() => {
                let whose = Whose::Subtype(types.root(ty));
                let loc = self.loc(span);
                return Some(Denoted::Value(self.chosen(name, whose, loc)));
            }
            "alignment" | "max_size_in_storage_elements" | "descriptor_size" => None,
            _ => return None,
        };
        let loc = self.loc(span);
        if let Some(value) = known {
            return Some(Denoted::Value(Expr::int(value, self.tree.types.std.universal_integer, loc)));
        }
        if self.tree.types.is_scalar(ty) {
            // It is static, and static expressions need its value.
            let what = format!("attribute {name} of this type");
            self.reject(span, what);
            return Some(Denoted::Value(Expr::error(self.tree.types.std.universal_integer, loc)));
        }
        let whose =
            if name == "component_size" { Whose::Element(self.tree.types.base(ty)) } else { Whose::Subtype(ty) };
        Some(Denoted::Value(self.chosen(name, whose, loc)))
    }

    /// The same of an object or component, and its address; `None` if this is none of these attributes.
    pub fn layout_of_value(&mut self, name: &str, value: &Expr, span: Span) -> Option<Denoted<'a>> {
        let loc = self.loc(span);
        if name == "address" {
            self.escapes();
            return Some(Denoted::Value(self.address_of(value, span)));
        }
        if name == "component_size" {
            return self.layout_of_type(name, value.ty, span);
        }
        let of_object = matches!(name, "size" | "alignment" | "object_size" | "descriptor_size");
        let of_component = matches!(name, "position" | "first_bit" | "last_bit" | "bit_position");
        if !of_object && !of_component {
            return None;
        }
        let whose = match &value.kind {
            ExprKind::Object(object) if of_object => {
                let types = &self.tree.types;
                let plain = !self.laid_out_objects.contains(object) && !self.tree.object(*object).volatile;
                let size = if types.array(value.ty).is_some() {
                    types.array_size(value.ty)
                } else {
                    types.object_size(value.ty).map(integer)
                };
                if let ("size", true, Some(size)) = (name, plain, size) {
                    return Some(Denoted::Value(Expr::int(size, types.std.universal_integer, loc)));
                }
                Whose::Object(*object)
            }
            ExprKind::Field(record, at) => Whose::Component(self.tree.types.base(record.ty), *at),
            ExprKind::Index(array, _) if of_object => Whose::Element(self.tree.types.base(array.ty)),
            ExprKind::Error => return Some(Denoted::Value(value.clone())),
            _ => {
                self.reject(span, format!("attribute {name} of this name"));
                return Some(Denoted::Value(Expr::error(self.tree.types.std.universal_integer, loc)));
            }
        };
        let number = self.chosen(name, whose, loc);
        // The name is evaluated, with its checks.
        let evaluated = super::walk::root(value).is_some() && !matches!(value.kind, ExprKind::Object(_));
        if evaluated && self.is_checked(value) {
            self.reject(span, format!("attribute {name} of a name with checks"));
        }
        Some(Denoted::Value(number))
    }

    /// Whether evaluating a name needs checks, of indices that are not static and of variants.
    fn is_checked(&self, name: &Expr) -> bool {
        match &name.kind {
            ExprKind::Field(inner, at) => {
                let guard = self.tree.types.record(inner.ty).and_then(|record| record.components.get(*at));
                guard.is_none_or(|component| !component.guard.is_empty()) || self.is_checked(inner)
            }
            ExprKind::Index(inner, indices) => {
                let super::types::Constraint::Index(bounds) = &self.tree.types[inner.ty].constraint else {
                    return true;
                };
                let inside = |(index, (low, high)): (&Expr, &(super::types::Bound, super::types::Bound))| match (
                    index.as_int(),
                    low,
                    high,
                ) {
                    (Some(at), super::types::Bound::Int(low), super::types::Bound::Int(high)) => {
                        low <= at && at <= high
                    }
                    _ => false,
                };
                !indices.iter().zip(bounds).all(inside) || self.is_checked(inner)
            }
            ExprKind::Object(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Text(_) => false,
            _ => true,
        }
    }

    /// `X'Address`: nothing is known of it.
    fn address_of(&mut self, value: &Expr, span: Span) -> Expr {
        let loc = self.loc(span);
        let ty = self.address_type();
        if self.is_checked(value) {
            self.reject(span, "address of a name with checks (RM 13.3)");
        }
        Expr { kind: ExprKind::Builtin(Builtin::Unknown, Vec::new()), ty, loc }
    }

    /// A number that the implementation chooses.
    fn chosen(&mut self, name: &str, whose: Whose, loc: Loc) -> Expr {
        let ty = self.tree.types.std.universal_integer;
        let key = (name.to_string(), whose);
        let object = match self.chosen_numbers.get(&key) {
            Some(known) => *known,
            None => {
                let owner = std::mem::replace(&mut self.owner, ENVIRONMENT);
                let object = self.new_object(format!("'{name}"), Loc::NONE, ty, ObjectKind::Constant);
                self.owner = owner;
                let entry = &mut self.tree.objects[object.0 as usize];
                (entry.hidden, entry.private) = (true, true);
                self.tree.chosen.push(object);
                self.chosen_numbers.insert(key, object);
                object
            }
        };
        let value = Expr { kind: ExprKind::Object(object), ty, loc };
        let zero = Expr::int(Int::from(0), ty, loc);
        Expr { kind: ExprKind::Builtin(Builtin::Max, vec![value, zero]), ty, loc }
    }

    /// `Standard'Word_Size` and the like, whatever the prefix.
    pub fn machine_number(&mut self, name: &str, attribute: &'a ast::Attribute, loc: Loc) -> Option<Denoted<'a>> {
        let value = match name {
            "address_size" | "word_size" => 64,
            "storage_unit" => 8,
            "max_integer_size" => 128,
            "maximum_alignment" | "system_allocator_alignment" => 16,
            "wchar_t_size" => 32,
            _ => return None,
        };
        self.denote(&attribute.prefix);
        Some(Denoted::Value(Expr::int(Int::from(value), self.tree.types.std.universal_integer, loc)))
    }
}

fn integer(bits: u64) -> Int {
    Int::from(i64::try_from(bits).unwrap_or(i64::MAX))
}
