//! How many bits values and objects of a type have (RM 13.3), as GNAT has them on x86-64 where nothing is said of how
//! they lie in storage: scalars, arrays, and records without discriminants. Components have places on whole storage
//! elements, in the order of their declarations.

use super::types::{Bound, Component, Constraint, Kind, TypeId, Types};
use horn_solver::num::{Int, Rat};

/// No type of more bits has a size here.
const MOST: u64 = 1 << 40;

/// Nor has one with more parts, counted each time that one has it.
const MOST_PARTS: usize = 10_000;

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
        Some(bits_of_range(&low, &high))
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
    pub(crate) fn laid_out(&self, ty: TypeId) -> bool {
        self.lineage(ty).into_iter().chain([ty]).any(|one| self[one].laid_out)
    }

    /// The sizes of a subtype; `None` where they are not known before the program runs, or not known at all.
    pub(super) fn sizes(&self, ty: TypeId) -> Option<Sizes> {
        self.sizes_within(ty, &mut MOST_PARTS.clone())
    }

    /// The same with at most so many parts.
    fn sizes_within(&self, ty: TypeId, parts: &mut usize) -> Option<Sizes> {
        *parts = parts.checked_sub(1)?;
        if self.laid_out(ty) || self[ty].volatile || self.has_tag(ty) {
            return None;
        }
        match self.kind(ty) {
            Kind::Array { element, .. } => {
                let own = self.sizes_within(*element, parts)?;
                let bits = own.object.checked_mul(self.static_count(ty)?).filter(|bits| *bits <= MOST)?;
                Some(Sizes { value: bits, object: bits, alignment: own.alignment })
            }
            Kind::Record(record) if record.discriminants == 0 && record.inherited == 0 => {
                self.after_components(&record.components, parts)
            }
            _ => {
                let object = self.object_size(ty)?;
                // Two addresses lie like one.
                let alignment = if self.access(ty).is_some() { 64 } else { object };
                Some(Sizes { value: object, object, alignment })
            }
        }
    }

    /// The sizes of a record with these components.
    fn after_components(&self, components: &[Component], parts: &mut usize) -> Option<Sizes> {
        let (mut value, mut end, mut alignment) = (0u64, 0u64, 8);
        for component in components {
            let own = self.sizes_within(component.ty, parts)?;
            let first = end.next_multiple_of(own.alignment);
            // Behind the last component nothing is filled up.
            value = first + own.value;
            end = first + own.object;
            alignment = alignment.max(own.alignment);
        }
        Some(Sizes { value, object: end.next_multiple_of(alignment), alignment }).filter(|sizes| sizes.object <= MOST)
    }

    /// The number of components of an array with static bounds.
    fn static_count(&self, ty: TypeId) -> Option<u64> {
        let Constraint::Index(bounds) = &self[ty].constraint else { return None };
        bounds.iter().try_fold(1u64, |count, bound| {
            let (Bound::Int(low), Bound::Int(high)) = bound else { return None };
            let length = (&(high - low) + &Int::from(1)).max(Int::from(0)).to_i64()?;
            count.checked_mul(u64::try_from(length).ok()?)
        })
    }

    /// From one component of an array to the next, in bits.
    pub(super) fn stride(&self, element: TypeId) -> Option<u64> {
        self.sizes(element).map(|sizes| sizes.object)
    }

    /// The first bit of a component of a record, counted from that of the record.
    pub(super) fn place_of_component(&self, ty: TypeId, at: usize) -> Option<u64> {
        self.sizes(ty)?;
        // With nothing behind it, it ends where its value does.
        let components = &self.record(ty)?.components[..=at];
        let through = self.after_components(components, &mut MOST_PARTS.clone())?;
        Some(through.value - self.sizes(components[at].ty)?.value)
    }

    /// More bits than any object of a type has; `None` where that is not known.
    pub(super) fn bits_at_most(&self, ty: TypeId) -> Option<u64> {
        self.bits_within(ty, &mut MOST_PARTS.clone())
    }

    /// The same with at most so many parts.
    fn bits_within(&self, ty: TypeId, parts: &mut usize) -> Option<u64> {
        *parts = parts.checked_sub(1)?;
        if let Some(sizes) = self.sizes_within(ty, parts) {
            // GNAT says 8 of some objects without bits.
            return Some(sizes.object.max(8));
        }
        if self.laid_out(ty) || self.has_tag(ty) {
            return None;
        }
        // With a little more in front of each part, so that it lies at a multiple of its alignment, alone or in a
        // variant.
        let most = match self.kind(ty) {
            Kind::Array { element, .. } => {
                let each = self.bits_within(*element, parts)? + 256;
                each.checked_mul(self.static_count(ty)?)?.max(8)
            }
            Kind::Record(record) => record
                .components
                .iter()
                .try_fold(128, |sum, component| Some(sum + self.bits_within(component.ty, parts)? + 256))?,
            _ => return None,
        };
        Some(most).filter(|bits| *bits <= MOST)
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

/// The bits that the numbers from the first to the second one need.
pub(super) fn bits_of_range(low: &Int, high: &Int) -> u64 {
    let bits = |value: &Int| match value.is_negative() {
        true => (-(value + &Int::from(1))).to_big().bits(),
        false => value.to_big().bits(),
    };
    match low.is_negative() {
        true => 1 + bits(low).max(bits(high)),
        false => bits(high),
    }
}
