//! Sizes, alignments and offsets as gcc has them on x86 (System V ABI): i386 aligns no member beyond 4 bytes.

use super::{CType, DataModel, FloatKind, Length, Member, TagId, TagKind, Ty, Types};

/// Arrays and structs larger than this have no size: nothing could hold them.
const LARGEST: u64 = 1 << 48;

impl Types {
    /// The number of bytes of a value of a type. None for incomplete types, functions, variable length arrays, and for
    /// what is not modelled.
    pub fn size(&self, ty: Ty) -> Option<u64> {
        let size = match self.get(ty) {
            CType::Int(kind) => u64::from(kind.size(self.model)),
            CType::Float(FloatKind::Float) => 4,
            CType::Float(FloatKind::Double) => 8,
            CType::Pointer(_) => self.pointer_size(),
            CType::Array(of, Length::Fixed(length)) => self.size(*of)?.checked_mul(*length)?,
            CType::Tag(tag) if self.tag(*tag).kind == TagKind::Enum => u64::from(self.tag(*tag).repr.size(self.model)),
            CType::Tag(tag) => self.layout(*tag)?.0,
            // GNU C: sizes of void and of functions are 1.
            CType::Void | CType::Function(_) => 1,
            CType::Array(..) | CType::Opaque(_) => return None,
        };
        (size <= LARGEST).then_some(size)
    }

    /// The alignment of a member of this type.
    pub fn align(&self, ty: Ty) -> Option<u64> {
        match self.get(ty) {
            CType::Array(of, _) => self.align(*of),
            CType::Tag(tag) if self.tag(*tag).kind != TagKind::Enum => Some(self.layout(*tag)?.1),
            _ => {
                let most = if self.model == DataModel::Ilp32 { 4 } else { 16 };
                Some(self.size(ty)?.min(most))
            }
        }
    }

    /// The number of bytes from the start of a struct or union to a member. None for bit-fields.
    pub fn offset(&self, tag: TagId, member: u32) -> Option<u64> {
        let members = self.tag(tag).members.as_ref()?;
        let wanted = members.get(member as usize).filter(|member| member.bits.is_none())?;
        if self.tag(tag).kind == TagKind::Union {
            return Some(0);
        }
        let before = self.end_of(&members[..member as usize])?;
        before.div_ceil(8).checked_next_multiple_of(self.align(wanted.ty)?)
    }

    /// The number of bits from the start of a struct to a member, which may be a bit-field.
    pub fn first_bit(&self, tag: TagId, member: u32) -> Option<u64> {
        let members = self.tag(tag).members.as_ref()?;
        match members.get(member as usize)?.bits {
            None => self.offset(tag, member)?.checked_mul(8),
            Some(bits) => self.end_of(&members[..=member as usize])?.checked_sub(u64::from(bits)),
        }
    }

    /// Whether objects of this type can be made: its size is known, be it at run time.
    pub fn is_complete(&self, ty: Ty) -> bool {
        match self.get(ty) {
            CType::Void | CType::Function(_) => false,
            CType::Array(_, Length::Unknown) => false,
            CType::Array(of, _) => self.is_complete(*of),
            CType::Tag(tag) => self.tag(*tag).kind == TagKind::Enum || self.tag(*tag).members.is_some(),
            CType::Int(_) | CType::Float(_) | CType::Pointer(_) | CType::Opaque(_) => true,
        }
    }

    /// The number of bytes of a pointer.
    pub fn pointer_size(&self) -> u64 {
        if self.model == DataModel::Ilp32 { 4 } else { 8 }
    }

    /// Size and alignment of a struct or union.
    fn layout(&self, tag: TagId) -> Option<(u64, u64)> {
        let entry = self.tag(tag);
        let members = entry.members.as_ref()?;
        let mut align = 1;
        for member in members.iter().filter(|member| member.bits != Some(0)) {
            align = align.max(self.align(member.ty)?);
        }
        let bits = match entry.kind {
            TagKind::Union => {
                let mut largest = 0;
                for member in members {
                    let bits = member.bits.map(u64::from);
                    largest = largest.max(match bits {
                        Some(bits) => bits,
                        None => self.size(member.ty)?.checked_mul(8)?,
                    });
                }
                largest
            }
            _ => self.end_of(members)?,
        };
        Some((bits.div_ceil(8).checked_next_multiple_of(align)?, align))
    }

    /// The bit behind these members of a struct.
    fn end_of(&self, members: &[Member]) -> Option<u64> {
        let mut at = 0u64;
        for member in members {
            let align = self.align(member.ty)?.checked_mul(8)?;
            match member.bits {
                None => {
                    // A flexible array member has no size.
                    let flexible = matches!(self.get(member.ty), CType::Array(_, Length::Unknown));
                    let size = if flexible { 0 } else { self.size(member.ty)?.checked_mul(8)? };
                    at = at.checked_next_multiple_of(align)?.checked_add(size)?;
                }
                Some(0) => at = at.checked_next_multiple_of(align)?,
                Some(bits) => {
                    // A bit-field does not cross a boundary of its declared type.
                    let (bits, unit) = (u64::from(bits), self.size(member.ty)?.checked_mul(8)?);
                    if at / unit != (at + bits - 1) / unit {
                        at = at.checked_next_multiple_of(align)?;
                    }
                    at = at.checked_add(bits)?;
                }
            }
        }
        Some(at)
    }
}
