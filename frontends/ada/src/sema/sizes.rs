//! How many bits values and objects of a type have (RM 13.3), as GNAT has them on x86-64 where nothing is said of how
//! they lie in storage: scalars, arrays, and records without discriminants. Components have places on whole storage
//! elements, in the order of their declarations.

use super::types::{Bound, Constraint, Kind, TypeId, Types};
use horn_solver::num::{Int, Rat};

/// No type of more bits has a size here.
const MOST: u64 = 1 << 40;

/// The bits of what belongs to a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sizes {
    /// Of a value (`T'Size` of a composite type).
    pub value: u64,
    /// Of an object, or a component of a record or array.
    pub object: u64,
    /// The multiple at which objects begin.
    pub alignment: u64,
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
            _ if ty == self.std.wide_wide_character => return Some(32),
            Kind::Enumeration { .. } if !self[self.base(ty)].codes.is_empty() => return None,
            // Of the base type of a derived type whose parent is constrained GNAT says another number.
            Kind::Enumeration { .. } if self[ty].base == ty && self[ty].parent.is_some() => return None,
            Kind::Enumeration { .. } | Kind::Signed { .. } | Kind::Modular(_) => self.static_range(ty)?,
            // The bounds in units of the small; of the base type GNAT says how many bits its objects have.
            Kind::Fixed { small, .. } if self[ty].base != ty => {
                let Some((Bound::Real(low), Bound::Real(high))) = self.bounds(ty) else {
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
        // GNAT says two bits of -1 .. 0.
        if high.is_zero() && low == Int::from(-1) {
            return None;
        }
        let unsigned = |value: &Int| value.to_big().bits();
        let signed = |value: &Int| match value.is_negative() {
            true => unsigned(&-(value + &Int::from(1))),
            false => unsigned(value),
        };
        Some(match low.is_negative() {
            true => 1 + signed(&low).max(signed(&high)),
            false => unsigned(&high),
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
            // Bits of the base range, where GNAT takes all of them.
            Kind::Fixed { low, high, .. } => {
                let all = |bits: &u32| {
                    let half = Int::pow2(*bits - 1);
                    *low == -&half && *high == &half - &Int::from(1)
                };
                [8, 16, 32, 64].into_iter().find(all).map(u64::from)
            }
            // What designates an array without bounds of its own has another address for these.
            Kind::Access(access) => {
                let bounds = self.array(access.designated).is_some() && !self.is_constrained(access.designated);
                Some(if bounds { 128 } else { 64 })
            }
            _ => None,
        }
    }

    /// Whether something is said of how values of a type lie in storage, also of a type it is derived from.
    pub(super) fn laid_out(&self, ty: TypeId) -> bool {
        self.lineage(ty).into_iter().chain([ty]).any(|one| self[one].laid_out)
    }

    /// The sizes of a subtype; `None` where they are not known before the program runs, or not known at all.
    pub(super) fn sizes(&self, ty: TypeId) -> Option<Sizes> {
        if self.laid_out(ty) || self[ty].volatile || self.has_tag(ty) {
            return None;
        }
        match self.kind(ty) {
            Kind::Array { element, .. } => {
                let Constraint::Index(bounds) = &self[ty].constraint else { return None };
                let mut bits = self.stride(*element)?;
                for bound in bounds {
                    let (Bound::Int(low), Bound::Int(high)) = bound else { return None };
                    let length = (&(high - low) + &Int::from(1)).max(Int::from(0)).to_i64()?;
                    bits = bits.checked_mul(u64::try_from(length).ok()?).filter(|bits| *bits <= MOST)?;
                }
                let alignment = self.sizes(*element)?.alignment;
                Some(Sizes { value: bits, object: bits, alignment })
            }
            Kind::Record(record) if record.discriminants == 0 && record.inherited == 0 => {
                let (mut value, mut end, mut alignment) = (0, 0, 8);
                for component in &record.components {
                    let own = self.sizes(component.ty)?;
                    let first = u64::next_multiple_of(end, own.alignment);
                    // Behind the last component nothing is filled up.
                    value = first + own.value;
                    end = first + own.object;
                    alignment = alignment.max(own.alignment);
                }
                Some(Sizes { value, object: end.next_multiple_of(alignment), alignment })
            }
            _ => {
                let object = self.object_size(ty)?;
                // Two addresses lie like one.
                let alignment = if self.access(ty).is_some() { 64 } else { object };
                Some(Sizes { value: object, object, alignment })
            }
        }
    }

    /// From one component of an array to the next, in bits.
    pub(super) fn stride(&self, element: TypeId) -> Option<u64> {
        self.sizes(element).map(|sizes| sizes.object)
    }

    /// The first bit of a component of a record, counted from that of the record.
    pub(super) fn place_of_component(&self, ty: TypeId, at: usize) -> Option<u64> {
        self.sizes(ty)?;
        let mut end = 0;
        for (number, component) in self.record(ty)?.components.iter().enumerate() {
            let own = self.sizes(component.ty)?;
            let first = u64::next_multiple_of(end, own.alignment);
            if number == at {
                return Some(first);
            }
            end = first + own.object;
        }
        None
    }

    /// More bits than any object of a type has; `None` where that is not known.
    pub(super) fn bits_at_most(&self, ty: TypeId) -> Option<u64> {
        if let Some(sizes) = self.sizes(ty) {
            // GNAT says 8 of some objects without bits.
            return Some(sizes.object.max(8));
        }
        if self.laid_out(ty) || self.has_tag(ty) {
            return None;
        }
        if let Some((_, element)) = self.array(ty) {
            let Constraint::Index(bounds) = &self[ty].constraint else { return None };
            let mut most = Some(self.bits_at_most(element)? + 256);
            for bound in bounds {
                let (Bound::Int(low), Bound::Int(high)) = bound else { return None };
                let length = u64::try_from((&(high - low) + &Int::from(1)).to_i64()?).unwrap_or(0);
                most = most?.checked_mul(length).filter(|bits| *bits <= MOST);
            }
            return most.map(|most| most.max(8));
        }
        let record = self.record(ty)?;
        let mut sum = 128;
        for component in &record.components {
            // With a little more in front, so that it lies at a multiple of its alignment, alone or in a variant.
            sum += self.bits_at_most(component.ty)? + 256;
        }
        Some(sum).filter(|bits| *bits <= MOST)
    }

    /// No value of a record type has fewer bits: those of the components that every value has.
    pub(super) fn bits_at_least(&self, ty: TypeId) -> u64 {
        if self.laid_out(ty) {
            return 0;
        }
        let always = self.record(ty).map(|record| record.components.iter().filter(|one| one.guard.is_empty()));
        let bits = always.into_iter().flatten().filter_map(|component| self.sizes(component.ty));
        bits.map(|sizes| sizes.value).sum()
    }
}
