//! Conversions between pointers to a struct and to its members: to the first member (C11 6.7.2.1p15), and from a member
//! back to the struct around it, which the macros called `container_of` compute in bytes.

use crate::ctype::{TagKind, Ty};
use crate::typed::{Ex, Kind, Sign, Unit};

/// The steps from a struct to the member of a type at a byte in it.
fn member_at(unit: &Unit, around: Ty, byte: u64, wanted: Ty) -> Option<Vec<u32>> {
    let (mut ty, mut rest, mut path) = (around, byte, Vec::new());
    while rest > 0 || path.is_empty() || !unit.types.compatible(ty, wanted) {
        let tag = unit.types.aggregate(ty).filter(|tag| unit.types.tag(*tag).kind == TagKind::Struct)?;
        let members = unit.types.tag(tag).members.as_ref()?;
        let (at, start) = (0..)
            .zip(members)
            .filter(|(_, member)| member.bits.is_none())
            .filter_map(|(at, _)| Some((at, unit.types.offset(tag, at)?)))
            .take_while(|(_, start)| *start <= rest)
            .last()?;
        rest -= start;
        path.push(at);
        ty = members.get(at as usize)?.ty;
    }
    Some(path)
}

/// A number of bytes: a constant, or `&((struct s *)0)->m` as a number.
fn bytes(unit: &Unit, mut ex: Ex) -> Option<u64> {
    loop {
        match &unit.expr(ex).kind {
            Kind::Int(value) => return value.to_i64().and_then(|value| u64::try_from(value).ok()),
            Kind::Convert(inner) => ex = *inner,
            Kind::AddressOf(lvalue) => {
                let (mut at, mut sum) = (*lvalue, 0);
                while let Kind::Member(inner, member) = unit.expr(at).kind {
                    sum += unit.types.offset(unit.types.aggregate(unit.ty(inner))?, member)?;
                    at = inner;
                }
                let Kind::Deref(mut pointer) = unit.expr(at).kind else { return None };
                while let Kind::Convert(inner) = unit.expr(pointer).kind {
                    pointer = inner;
                }
                return matches!(unit.expr(pointer).kind, Kind::Null).then_some(sum);
            }
            _ => return None,
        }
    }
}

/// The pointer to a member from which a conversion gets one to the struct around it, and the way to the member:
/// `(struct s *)((char *)p - offsetof (struct s, m))`.
pub(crate) fn container(unit: &Unit, conversion: Ex) -> Option<(Ex, Vec<u32>)> {
    let Kind::Convert(inner) = unit.expr(conversion).kind else { return None };
    let around = unit.types.object_pointee(unit.ty(conversion))?;
    unit.types.aggregate(around)?;
    let unconverted = |mut ex: Ex| {
        while let Kind::Convert(inner) = unit.expr(ex).kind {
            ex = inner;
        }
        ex
    };
    let sum = unconverted(inner);
    let Kind::PtrAdd(base, index, Sign::Minus) = unit.expr(sum).kind else { return None };
    let by_bytes = |ex: Ex| unit.types.object_pointee(unit.ty(ex)).is_some_and(|to| unit.types.size(to) == Some(1));
    if !by_bytes(sum) {
        return None;
    }
    let pointer = unconverted(base);
    let member = unit.types.object_pointee(unit.ty(pointer))?;
    let path = member_at(unit, around, bytes(unit, index)?, member)?;
    Some((pointer, path))
}

/// The struct or the member that a conversion of a pointer to a struct leads to, if one of them is the first member of
/// the other (C11 6.7.2.1p15): the pointer, the way to the member, and whether it is the member.
pub(crate) fn first_member(unit: &Unit, conversion: Ex) -> Option<(Ex, Vec<u32>, bool)> {
    let Kind::Convert(inner) = unit.expr(conversion).kind else { return None };
    let [from, to] = [inner, conversion].map(|ex| unit.types.object_pointee(unit.ty(ex)));
    let (from, to) = (from?, to?);
    if unit.types.compatible(from, to) || [from, to].iter().any(|ty| unit.types.aggregate(*ty).is_none()) {
        return None;
    }
    let down = member_at(unit, from, 0, to).map(|way| (inner, way, true));
    down.or_else(|| member_at(unit, to, 0, from).map(|way| (inner, way, false)))
}
