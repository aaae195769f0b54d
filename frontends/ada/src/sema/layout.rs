//! Sizes, alignments, places and addresses (RM 13.3, 13.5.2, 13.7): what GNAT's rules for x86-64 say for sure
//! (`sizes.rs`). Of everything else one number of which nothing is known but that it is not negative, and at most what
//! all components together can need: the same for each type, object or component wherever it is asked for.

use super::Sema;
use super::name::Denoted;
use super::tree::{BinaryOp, Builtin, ENVIRONMENT, Expr, ExprKind, ObjId, ObjectKind};
use super::types::{Bound, Constraint, TypeId};
use crate::ast;
use crate::place::Loc;
use horn_frontend::Span;
use horn_solver::num::Int;

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
    /// Of each variable of a record type.
    Variables(TypeId),
    /// Of a component of a record type.
    Component(TypeId, usize),
    /// Of each component of an array type.
    Element(TypeId),
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
        let scalar = types.is_scalar(ty);
        let loc = self.loc(span);
        let known = match name {
            "size" | "value_size" if scalar => types.value_size(ty),
            "size" | "value_size" => types.sizes(ty).map(|sizes| sizes.value),
            "object_size" => types.sizes(ty).map(|sizes| sizes.object),
            "component_size" => {
                let (_, element) = types.array(ty)?;
                if types.laid_out(ty) { None } else { types.stride(element) }
            }
            // A derived access type shares the pool of its ancestor (RM 13.11 (2)).
            "storage_size" if types.access(ty).is_some() => {
                let whose = Whose::Subtype(types.root(ty));
                return Some(Denoted::Value(self.chosen(name, Some(whose), (0, None), loc)));
            }
            "alignment" | "max_size_in_storage_elements" | "descriptor_size" => None,
            _ => return None,
        };
        if let Some(bits) = known {
            return Some(Denoted::Value(self.bits(bits, loc)));
        }
        let types = &self.tree.types;
        if scalar && let (true, Some(most)) = (name != "alignment", types.object_size(ty)) {
            // It is at most what an object has, and no bits are enough where there is one value only.
            let several = types.is_discrete(ty)
                && (types.base(ty) == ty || types.static_range(ty).is_none())
                && types.base_range(ty).is_some_and(|(low, high)| low < high);
            let whose = Whose::Subtype(ty);
            return Some(Denoted::Value(self.chosen(name, Some(whose), (u64::from(several), Some(most)), loc)));
        }
        if matches!(name, "size" | "value_size")
            && self.tree.types.is_constrained(ty)
            && let Some(size) = self.size_of_array(&Expr::error(ty, loc), loc)
        {
            return Some(Denoted::Value(size));
        }
        let whose =
            if name == "component_size" { Whose::Element(self.tree.types.base(ty)) } else { Whose::Subtype(ty) };
        let types = &self.tree.types;
        let bounds = match name {
            "size" | "value_size" => (types.bits_at_least(ty), types.bits_at_most(ty)),
            _ => (0, None),
        };
        Some(Denoted::Value(self.chosen(name, Some(whose), bounds, loc)))
    }

    /// The size of an array whose bounds are known when the program runs. For a subtype it is told by an erroneous
    /// value of it.
    fn size_of_array(&mut self, array: &Expr, loc: Loc) -> Option<Expr> {
        let types = &self.tree.types;
        let (index, element) = types.array(array.ty)?;
        if types.laid_out(array.ty) || types[array.ty].volatile {
            return None;
        }
        let dimensions = index.len();
        let mut size = self.bits(types.stride(element)?, loc);
        for dimension in 0..dimensions {
            let length = self.array_length(array, dimension, loc);
            let ty = self.tree.types.std.universal_integer;
            let kind = ExprKind::Binary(BinaryOp::Mul, Box::new(size), Box::new(length));
            size = Expr { kind, ty, loc };
        }
        Some(size)
    }

    /// The same of an object or component, and its address; `None` if this is none of these attributes.
    pub fn layout_of_value(&mut self, name: &str, value: &Expr, span: Span) -> Option<Denoted<'a>> {
        let loc = self.loc(span);
        if name == "address" {
            self.escapes();
            self.takes_address(value);
            return Some(Denoted::Value(self.address_of(value, loc)));
        }
        if name == "component_size" {
            return self.layout_of_type(name, value.ty, span);
        }
        let of_object = matches!(name, "size" | "alignment" | "object_size" | "descriptor_size");
        let of_component = matches!(name, "position" | "first_bit" | "last_bit" | "bit_position");
        if !of_object && !of_component {
            return None;
        }
        if value.kind == ExprKind::Error {
            return Some(Denoted::Value(value.clone()));
        }
        let number = match self.known_layout(name, value, loc) {
            Some(number) => number,
            None => {
                let types = &self.tree.types;
                let whose = match &value.kind {
                    ExprKind::Object(object) if of_object => Some(self.whose(*object)),
                    ExprKind::Field(record, at) => Some(Whose::Component(types.base(record.ty), *at)),
                    ExprKind::Index(array, _) if of_object => Some(Whose::Element(types.base(array.ty))),
                    _ => None,
                };
                let most = match &value.kind {
                    ExprKind::Field(record, _) => types.bits_at_most(record.ty),
                    ExprKind::Index(array, _) if types.laid_out(array.ty) => None,
                    ExprKind::Object(object) if self.is_laid_out(*object) => None,
                    // An object by itself may be one with a layout of its own.
                    ExprKind::Object(_) | ExprKind::Index(..) => types.bits_at_most(value.ty),
                    _ => None,
                };
                let number = self.chosen(name, whose, (0, most), loc);
                match whose {
                    // A variable holds any value of its subtype.
                    Some(Whose::Variables(_)) if name == "size" => self.at_least_of_type(number, value.ty, span),
                    _ => number,
                }
            }
        };
        Some(Denoted::Value(self.after_checks(value, number)))
    }

    /// Whether the storage of an object need not be that of its subtype. An aliased array whose nominal subtype is
    /// unconstrained has its bounds beside it.
    fn is_laid_out(&self, object: ObjId) -> bool {
        let entry = self.tree.object(object);
        let said = self.laid_out_objects.contains(&object) || entry.volatile;
        said || self.aliased.contains(&object) && self.tree.types.array(entry.ty).is_some()
    }

    /// A number that is not less than `T'Size`.
    fn at_least_of_type(&mut self, number: Expr, ty: TypeId, span: Span) -> Expr {
        let Some(Denoted::Value(least)) = self.layout_of_type("size", ty, span) else { return number };
        let (of, loc) = (number.ty, number.loc);
        Expr { kind: ExprKind::Builtin(Builtin::Max, vec![number, least]), ty: of, loc }
    }

    /// A size or place that follows from the types.
    fn known_layout(&mut self, name: &str, value: &Expr, loc: Loc) -> Option<Expr> {
        let types = &self.tree.types;
        let sizes = types.sizes(value.ty);
        // A component has the bits of its subtype where nothing is said of the type that has it.
        let plain = |whole: &Expr| !types.laid_out(whole.ty) && !types[whole.ty].volatile;
        let bits = match (&value.kind, name) {
            (ExprKind::Object(object), "size") => {
                if self.is_laid_out(*object) {
                    return None;
                }
                let Some(sizes) = sizes else {
                    let size = self.size_of_array(value, loc)?;
                    // GNAT says 0 or 8 of an object without bits.
                    let least = self.chosen(name, Some(Whose::Object(*object)), (0, Some(8)), loc);
                    let kind = ExprKind::Builtin(Builtin::Max, vec![size, least]);
                    return Some(Expr { kind, ty: self.tree.types.std.universal_integer, loc });
                };
                Some(sizes.object).filter(|bits| *bits > 0)?
            }
            (ExprKind::Index(array, _), "size") if plain(array) => sizes?.object,
            (ExprKind::Field(record, _), "size") if plain(record) => sizes?.object,
            (ExprKind::Field(record, _), "first_bit") if plain(record) && sizes.is_some() => 0,
            (ExprKind::Field(record, _), "last_bit") if plain(record) => {
                // To small parts that would fill no register GNAT may give the bits behind them, too.
                let whole = |bits: u64| types.is_scalar(value.ty) || bits.is_power_of_two() || bits > 128;
                sizes.map(|sizes| sizes.object).filter(|bits| *bits > 0 && whole(*bits))? - 1
            }
            (ExprKind::Field(record, at), "position") => types.place_of_component(record.ty, *at)? / 8,
            (ExprKind::Field(record, at), "bit_position") => types.place_of_component(record.ty, *at)?,
            _ => return None,
        };
        Some(self.bits(bits, loc))
    }

    /// A number of the implementation, behind the checks that evaluate the name it is asked of.
    fn after_checks(&mut self, name: &Expr, number: Expr) -> Expr {
        if let ExprKind::Qualified(inner) | ExprKind::Convert(inner) = &name.kind
            && matches!(inner.kind, ExprKind::Call(..))
        {
            // A value, which is evaluated with its checks.
            let (ty, loc) = (number.ty, number.loc);
            let (_, held) = self.held_value("prefix", name.clone());
            return Expr { kind: ExprKind::Let(vec![held], Box::new(number)), ty, loc };
        }
        let evaluated = super::walk::root(name).is_some() && !matches!(name.kind, ExprKind::Object(_));
        if !evaluated || !self.is_checked(name) {
            return number;
        }
        number.behind(name.clone())
    }

    /// A number of bits, at most [`i64::MAX`].
    fn bits(&self, bits: u64, loc: Loc) -> Expr {
        Expr::int(Int::from(i64::try_from(bits).unwrap_or(i64::MAX)), self.tree.types.std.universal_integer, loc)
    }

    /// Whether evaluating a name needs checks, of indices that are not static and of variants.
    pub(super) fn is_checked(&self, name: &Expr) -> bool {
        match &name.kind {
            ExprKind::Field(inner, at) => {
                let guard = self.tree.types.record(inner.ty).and_then(|record| record.components.get(*at));
                guard.is_none_or(|component| !component.guard.is_empty()) || self.is_checked(inner)
            }
            ExprKind::Index(inner, indices) => {
                let Constraint::Index(bounds) = &self.tree.types[inner.ty].constraint else {
                    return true;
                };
                let inside = |(index, (low, high)): (&Expr, &(Bound, Bound))| match (index.as_int(), low, high) {
                    (Some(at), Bound::Int(low), Bound::Int(high)) => low <= at && at <= high,
                    _ => false,
                };
                !indices.iter().zip(bounds).all(inside) || self.is_checked(inner)
            }
            ExprKind::Object(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Text(_) => false,
            _ => true,
        }
    }

    /// `X'Address`: nothing is known of it.
    fn address_of(&mut self, value: &Expr, loc: Loc) -> Expr {
        let ty = self.address_type();
        self.after_checks(value, Expr { kind: ExprKind::Builtin(Builtin::Unknown, Vec::new()), ty, loc })
    }

    /// Whose number is asked for: those of variables of a record type are the same.
    fn whose(&self, object: ObjId) -> Whose {
        let (entry, types) = (self.tree.object(object), &self.tree.types);
        match entry.kind {
            ObjectKind::Variable if !self.is_laid_out(object) && types.record(entry.ty).is_some() => {
                let plain = types[entry.ty].constraint == Constraint::None;
                Whose::Variables(if plain { types.base(entry.ty) } else { entry.ty })
            }
            _ => Whose::Object(object),
        }
    }

    /// A number that the implementation chooses, from the first bound to the second one, the same wherever it is asked
    /// for if something is named whose it is.
    fn chosen(&mut self, name: &str, whose: Option<Whose>, (least, most): (u64, Option<u64>), loc: Loc) -> Expr {
        let ty = self.tree.types.std.universal_integer;
        let kind = match whose {
            Some(whose) => ExprKind::Object(self.chosen_number(name, whose)),
            None => ExprKind::Builtin(Builtin::Unknown, Vec::new()),
        };
        let value = Expr { kind, ty, loc };
        let number = Expr { kind: ExprKind::Builtin(Builtin::Max, vec![value, self.bits(least, loc)]), ty, loc };
        match most {
            Some(most) => Expr { kind: ExprKind::Builtin(Builtin::Min, vec![number, self.bits(most, loc)]), ty, loc },
            None => number,
        }
    }

    /// The constant that stands for such a number.
    fn chosen_number(&mut self, name: &str, whose: Whose) -> ObjId {
        let key = (name.to_string(), whose);
        if let Some(known) = self.chosen_numbers.get(&key) {
            return *known;
        }
        let owner = std::mem::replace(&mut self.owner, ENVIRONMENT);
        let ty = self.tree.types.std.universal_integer;
        let object = self.new_object(format!("'{name}"), Loc::NONE, ty, ObjectKind::Constant);
        self.owner = owner;
        let entry = &mut self.tree.objects[object.0 as usize];
        (entry.hidden, entry.private) = (true, true);
        self.tree.chosen.push(object);
        self.chosen_numbers.insert(key, object);
        object
    }

    /// Reports an expression that must be static and is not. It may well be where the implementation chooses a number
    /// in it.
    pub fn not_static(&mut self, value: &Expr, span: Span, text: impl Into<String>) {
        let (mut open, mut variable, mut attribute) = (false, false, false);
        super::walk::walk_expr(value, &mut |part| match &part.kind {
            ExprKind::Object(object) if self.tree.chosen.contains(object) => open = true,
            ExprKind::Object(object) => variable |= self.tree.object(*object).kind != ObjectKind::Constant,
            // A static function, a string, an attribute that nobody computes here.
            ExprKind::Call(..) | ExprKind::Builtin(..) | ExprKind::Text(_) | ExprKind::Case(..) => attribute = true,
            _ => {}
        });
        match (open, attribute && !variable) {
            (true, _) => self.reject(span, "static expression with a size that is not known here (RM 13.3)"),
            (false, true) => self.reject(span, "static expression of this form (RM 4.9)"),
            (false, false) => self.error(span, text),
        }
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
