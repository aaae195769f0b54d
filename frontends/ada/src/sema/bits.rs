//! Where the bits of a value lie (RM 13.3, 13.5.1), as GNAT has them on x86-64: of discrete types, of arrays of them,
//! and of records whose clause gives every component its place, or of which nothing is said and whose components leave
//! no gaps. Of other types nothing is said.

use super::Sema;
use super::types::{Bound, Constraint, Kind, TypeId, Types};
use crate::ast;
use horn_solver::num::Int;

/// Values with more parts are not taken apart.
const MAX_PARTS: usize = 512;

/// What aspects, pragmas and clauses say of how the values of a type lie in storage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Storage {
    /// `Size`.
    pub size: Option<u64>,
    /// `Object_Size`.
    pub object: Option<u64>,
    /// `Component_Size`.
    pub component: Option<u64>,
    /// `Pack`.
    pub packed: bool,
    /// For each component of a record its place: first bit and number of bits.
    pub places: Vec<Option<(u64, u64)>>,
    /// Something else, or something that is not known.
    pub other: bool,
}

/// A step to a part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A component of a record, by number.
    Field(usize),
    /// A component of an array with one dimension, counted from 0.
    Element(usize),
}

/// A part without parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The way to it.
    pub way: Vec<Step>,
    /// Its subtype.
    pub ty: TypeId,
    /// The first of its bits.
    pub first: u64,
    /// How many there are.
    pub bits: u64,
}

/// The number of bits of a type's values, and their parts in order; every bit belongs to a part.
pub(super) struct Layout {
    pub bits: u64,
    pub parts: Vec<Part>,
}

impl Types {
    /// What is said of the storage of a type, or of the one it is derived from.
    fn storage(&self, ty: TypeId) -> Option<&Storage> {
        let one = self.lineage(ty).into_iter().find(|&one| self[one].laid_out)?;
        Some(&self[one].storage)
    }

    /// How the values of a subtype lie in storage; `None` where that is not known, or not all bits are theirs.
    pub(super) fn bits_of(&self, ty: TypeId) -> Option<Layout> {
        let none = Storage::default();
        let said = self.storage(ty).unwrap_or(&none);
        if said.other || self[ty].laid_out && ty != self.base(ty) && self[ty].storage.other {
            return None;
        }
        match self.kind(ty) {
            Kind::Enumeration { .. } | Kind::Signed { .. } | Kind::Modular(_) => {
                let bits = self.bits_of_discrete(ty)?;
                Some(Layout { bits, parts: vec![Part { way: Vec::new(), ty, first: 0, bits }] })
            }
            Kind::Array { index, element, .. } if index.len() == 1 => {
                let Constraint::Index(bounds) = &self[ty].constraint else { return None };
                let [(Bound::Int(low), Bound::Int(high))] = bounds.as_slice() else { return None };
                let count = usize::try_from((&(high - low) + &Int::from(1)).to_i64()?).ok()?;
                let inner = self.bits_of(*element)?;
                let scalar = self.is_scalar(*element);
                let whole = [8, 16, 32, 64].contains(&inner.bits);
                let stride = match (said.component, said.packed) {
                    (Some(bits), _) => bits,
                    (None, true) => inner.bits,
                    (None, false) if scalar => self.object_bits(*element)?,
                    (None, false) => inner.bits,
                };
                // Components that are no scalars lie on whole storage elements.
                if stride < inner.bits || !scalar && (stride != inner.bits || !whole) {
                    return None;
                }
                let mut parts = Vec::new();
                for at in 0..count {
                    let first = stride.checked_mul(u64::try_from(at).ok()?)?;
                    for part in &inner.parts {
                        let way = std::iter::once(Step::Element(at)).chain(part.way.iter().copied()).collect();
                        let bits = if scalar { stride } else { part.bits };
                        parts.push(Part { way, first: first + part.first, bits, ty: part.ty });
                    }
                    if parts.len() > MAX_PARTS {
                        return None;
                    }
                }
                let bits = stride.checked_mul(u64::try_from(count).ok()?)?;
                let fits = [said.size, said.object].into_iter().flatten().all(|size| size == bits);
                fits.then_some(Layout { bits, parts })
            }
            Kind::Record(record) if record.discriminants == 0 && !self.has_tag(ty) => {
                // A single component lies where the record does.
                let alone = said.places.is_empty() && record.components.len() == 1;
                // Where nothing is said of it, nor of its parts, they lie one behind the other.
                let sizes = if alone || !said.places.is_empty() { None } else { self.sizes(ty) };
                let plain = sizes.is_some() && !self.laid_out(ty);
                if !alone && !plain && said.places.len() != record.components.len() || said.packed {
                    return None;
                }
                let mut parts = Vec::new();
                for (at, component) in record.components.iter().enumerate() {
                    let inner = self.bits_of(component.ty)?;
                    let (first, bits) = match alone {
                        true => (0, said.size.unwrap_or(inner.bits)),
                        false if plain => (self.place_of_component(ty, at)?, self.sizes(component.ty)?.object),
                        false => said.places[at]?,
                    };
                    let scalar = self.is_scalar(component.ty);
                    if !component.guard.is_empty() || bits < inner.bits || !scalar && bits != inner.bits {
                        return None;
                    }
                    for part in inner.parts {
                        let way = std::iter::once(Step::Field(at)).chain(part.way.iter().copied()).collect();
                        let bits = if scalar { bits } else { part.bits };
                        parts.push(Part { way, first: first + part.first, bits, ty: part.ty });
                    }
                }
                parts.sort_by_key(|part| part.first);
                // No bit between the parts, and none behind them.
                let mut end = 0;
                for part in &parts {
                    if part.first != end {
                        return None;
                    }
                    end += part.bits;
                }
                let whole = said.size.map_or(end % 8 == 0, |size| size == end);
                let whole = whole && said.object.is_none_or(|size| size == end);
                let whole = whole && sizes.is_none_or(|sizes| sizes.object == end);
                (whole && parts.len() <= MAX_PARTS).then_some(Layout { bits: end, parts })
            }
            _ => None,
        }
    }

    /// The bits of a discrete subtype's values where they stand alone.
    fn bits_of_discrete(&self, ty: TypeId) -> Option<u64> {
        if !self[self.base(ty)].codes.is_empty() {
            return None;
        }
        let (low, high) = self.static_range(ty).filter(|(low, high)| low <= high)?;
        let needed = super::sizes::bits_of_range(&low, &high).max(1);
        match self.storage(ty) {
            // With fewer bits than the numbers need they are counted from the first one.
            Some(said) => said.size.filter(|size| *size >= needed),
            None => self.value_size(ty).filter(|size| *size == needed),
        }
    }

    /// The bits of an object of a discrete subtype.
    fn object_bits(&self, ty: TypeId) -> Option<u64> {
        match self.storage(ty) {
            Some(said) => said.object.or(said.size.map(|size| size.max(8).next_power_of_two())),
            None => self.object_size(ty),
        }
    }
}

impl<'a> Sema<'a> {
    /// An aspect, pragma or attribute clause about the storage of a type.
    pub fn said_of_layout(&mut self, ty: TypeId, name: &str, value: Option<&'a ast::Expr>) {
        let number = |sema: &mut Self, value: Option<&'a ast::Expr>| {
            let number = sema.attempt(|sema| value.map(|value| sema.expr(value, None)));
            number.and_then(|number| number.as_int().and_then(Int::to_i64)).and_then(|bits| u64::try_from(bits).ok())
        };
        let mut storage = self.tree.types[self.tree.types.base(ty)].storage.clone();
        match name {
            "size" | "value_size" => {
                storage.size = number(self, value);
                storage.other |= storage.size.is_none();
            }
            "object_size" => {
                storage.object = number(self, value);
                storage.other |= storage.object.is_none();
            }
            "component_size" => {
                storage.component = number(self, value);
                storage.other |= storage.component.is_none();
            }
            "pack" => {
                let off = value.and_then(ast::Expr::as_name).and_then(ast::Name::as_ident);
                match (value, off) {
                    (None, _) => storage.packed = true,
                    (Some(_), Some(word)) if self.names.text(word.symbol) == "true" => storage.packed = true,
                    (Some(_), Some(word)) if self.names.text(word.symbol) == "false" => {}
                    _ => storage.other = true,
                }
            }
            // It says where objects may begin.
            "alignment" => {}
            _ => storage.other = true,
        }
        let base = self.tree.types.base(ty);
        self.tree.types[base].storage = storage;
    }

    /// A record representation clause.
    pub fn places_of_components(&mut self, ty: TypeId, clauses: &'a [ast::ComponentClause]) {
        let base = self.tree.types.base(ty);
        let Some(record) = self.tree.types.record(base) else { return };
        let names: Vec<String> = record.components.iter().map(|component| component.name.to_lowercase()).collect();
        let mut places = vec![None; names.len()];
        let mut known = true;
        for clause in clauses {
            let place = clause.name.as_ident().map(|ident| self.names.text(ident.symbol).to_string());
            let place = place.and_then(|name| names.iter().position(|own| *own == name));
            let ast::Range::Bounds(low, high) = &clause.bits else {
                known = false;
                continue;
            };
            let (low, high): (&'a ast::Expr, &'a ast::Expr) = (low, high);
            let mut number = |value: &'a ast::Expr| {
                let value = self.attempt(|sema| sema.expr(value, None));
                value.as_int().and_then(Int::to_i64).and_then(|number| u64::try_from(number).ok())
            };
            match (place, number(&clause.position), number(low), number(high)) {
                (Some(place), Some(at), Some(low), Some(high)) if low <= high => {
                    places[place] = Some((8 * at + low, high - low + 1));
                }
                _ => known = false,
            }
        }
        let storage = &mut self.tree.types[base].storage;
        storage.places = places;
        storage.other |= !known;
    }
}
