//! Types of the program representation for the types of the source.

use super::Lowering;
use crate::sema::tree::ObjId;
use crate::sema::types::{Bound, Constraint, Kind, TypeId as AdaType};
use horn_frontend::ir::{
    ArrayType, Field, FloatFormat, FloatType, IntType, ModularType, Range, RecordType, Type, TypeId, TypeKind, ieee,
};
use horn_solver::num::{Int, Rat};

/// The double nearest to a fraction; a finite one.
pub(crate) fn to_f64(value: &Rat) -> f64 {
    finite(value, FloatFormat::F64)
}

/// The finite number of a format that is nearest to a fraction.
fn finite(value: &Rat, format: FloatFormat) -> f64 {
    let largest = ieee::largest(format);
    ieee::from_rat(value, format).clamp(-largest, largest)
}

impl Lowering<'_> {
    /// The type of the representation; an error names what is outside the subset.
    pub fn ir_type(&mut self, ty: AdaType) -> Result<TypeId, String> {
        if let Some(known) = self.types.get(&ty) {
            return known.clone();
        }
        let found = self.make_type(ty);
        self.types.insert(ty, found.clone());
        found
    }

    fn make_type(&mut self, ty: AdaType) -> Result<TypeId, String> {
        if let Some(family) = self.family(ty)? {
            return Ok(family.ty);
        }
        let types = &self.tree.types;
        let name = types[ty].name.clone();
        let kind = match types.kind(ty).clone() {
            Kind::Enumeration { .. } if ty == types.std.boolean || types.base(ty) == types.std.boolean => {
                return Ok(TypeId::BOOL);
            }
            Kind::Enumeration { .. } if types.is_boolean(ty) => TypeKind::Bool,
            Kind::Enumeration { literals, count, character } => {
                let range = types.value_range(ty);
                let base = Range::new(0, i64::from(count) - 1);
                let literals = if character && literals.is_empty() && count == 256 {
                    Some((0..256u32).map(char_image).collect::<Vec<String>>().into())
                } else {
                    // None are listed of the large character types.
                    Some(literals.into())
                };
                TypeKind::Int(IntType {
                    range: range.map(|(a, b)| Range::new(a, b)),
                    base: Some(base),
                    literals,
                    small: None,
                })
            }
            Kind::Signed { low, high } => {
                let base = Range::new(low.clone(), high.clone());
                let range = types.value_range(ty).unwrap_or((low, high));
                TypeKind::Int(IntType {
                    range: Some(Range::new(range.0, range.1)),
                    base: Some(base),
                    literals: None,
                    small: None,
                })
            }
            Kind::Modular(modulus) => {
                let all = (Int::from(0), &modulus - &Int::from(1));
                let range = types.value_range(ty).filter(|range| *range != all);
                TypeKind::Modular(ModularType { modulus, range: range.map(|(a, b)| Range::new(a, b)) })
            }
            Kind::UniversalInteger => return Ok(TypeId::INT),
            Kind::Float { bits, .. } => {
                let format = match bits {
                    32 => FloatFormat::F32,
                    64 => FloatFormat::F64,
                    _ => return Err("extended precision floating point type (RM 3.5.7)".into()),
                };
                let range = match &types[ty].constraint {
                    Constraint::Range(Bound::Real(low), Bound::Real(high)) if low <= high => {
                        // No machine number is between a bound and the nearest one; the checks use the exact bounds.
                        Some((finite(low, format), finite(high, format)))
                    }
                    _ => None,
                };
                TypeKind::Float(FloatType { format, range, special: false })
            }
            Kind::UniversalReal => return Err("universal real value that is not static (RM 4.9)".into()),
            Kind::UniversalFixed => return Err("product of fixed point values without a type (RM 4.5.5)".into()),
            Kind::Fixed { small, low, high, .. } => {
                let base = Range::new(low.clone(), high.clone());
                let range = types.value_range(ty).unwrap_or((low, high));
                let range = Some(Range::new(range.0, range.1));
                TypeKind::Int(IntType { range, base: Some(base), literals: None, small: Some(small) })
            }
            Kind::Array { index, element, .. } => {
                let component = self.ir_type(element)?;
                let mut indices = Vec::new();
                for one in index {
                    indices.push(self.ir_type(one)?);
                }
                let bounds = self.static_bounds(ty);
                TypeKind::Array(ArrayType { index: indices, bounds, component })
            }
            Kind::Access(access) if types.is_to_subprograms(ty) => {
                let targets = self.tree.designated.get(&types.base(access.designated)).map_or(&[][..], Vec::as_slice);
                let names = targets.iter().map(|target| format!("{}'Access", self.tree.subprogram(*target).name));
                let literals: Vec<String> = std::iter::once("null".to_string()).chain(names).collect();
                let all = Range::new(0, i64::try_from(targets.len()).unwrap_or(i64::MAX));
                TypeKind::Int(IntType {
                    range: Some(all.clone()),
                    base: Some(all),
                    literals: Some(literals.into()),
                    small: None,
                })
            }
            Kind::Access(_) => TypeKind::Int(IntType {
                range: Some(Range::new(0, crate::sema::LAST_OBJECT)),
                base: Some(Range::new(0, crate::sema::LAST_OBJECT)),
                literals: Some(vec!["null".to_string()].into()),
                small: None,
            }),
            Kind::Record(record) => {
                let mut fields = Vec::new();
                for component in &record.components {
                    let ranges = |ranges: &Vec<(Int, Int)>| {
                        ranges.iter().map(|(low, high)| Range::new(low.clone(), high.clone())).collect()
                    };
                    let guard = component.guard.iter().map(|(at, values)| (*at, ranges(values))).collect();
                    fields.push(Field { name: component.name.clone(), ty: self.ir_type(component.ty)?, guard });
                }
                TypeKind::Record(RecordType { fields })
            }
            Kind::Subprogram => return Err("subprogram as a value (RM 3.10)".into()),
            Kind::Private => return Err("private type without a full view (RM 7.3)".into()),
            Kind::Unsupported(what) => return Err(what),
            Kind::NoValue | Kind::Error => return Err("expression with an error".into()),
        };
        Ok(self.program.add_type(Type { name, kind }))
    }

    /// The bounds of an array subtype when all are static.
    pub fn static_bounds(&self, ty: AdaType) -> Option<Vec<Range>> {
        let Constraint::Index(bounds) = &self.tree.types[ty].constraint else { return None };
        bounds
            .iter()
            .map(|bound| match bound {
                (Bound::Int(low), Bound::Int(high)) => Some(Range::new(low.clone(), high.clone())),
                _ => None,
            })
            .collect()
    }

    /// An array type like `ty` with these static bounds.
    pub fn array_with_bounds(&mut self, ty: AdaType, bounds: Vec<Range>) -> Result<TypeId, String> {
        let dynamic = self.ir_type(ty)?;
        let TypeKind::Array(array) = &self.program.ty(dynamic).kind else {
            return Err("array".into());
        };
        let array = ArrayType { bounds: Some(bounds), ..array.clone() };
        let name = self.program.ty(dynamic).name.clone();
        Ok(self.same_type(Type { name, kind: TypeKind::Array(array) }))
    }

    /// The array type like `ty` whose values carry their bounds.
    pub fn array_with_dynamic_bounds(&mut self, ty: AdaType) -> Result<TypeId, String> {
        let base = self.tree.types.base(ty);
        self.ir_type(base)
    }

    pub fn same_type(&mut self, ty: Type) -> TypeId {
        match self.program.types.iter().position(|other| *other == ty) {
            Some(at) => TypeId(u32::try_from(at).unwrap_or(u32::MAX)),
            None => self.program.add_type(ty),
        }
    }

    /// Whether a value of this type carries bounds or discriminants that travel in with an actual `out` parameter.
    pub fn carries_bounds(&self, ty: AdaType) -> bool {
        let types = &self.tree.types;
        match types.kind(ty) {
            Kind::Array { element, .. } => self.static_bounds(ty).is_none() || self.carries_bounds(*element),
            Kind::Record(record) => {
                record.discriminants > 0 || record.components.iter().any(|component| self.carries_bounds(component.ty))
            }
            _ => false,
        }
    }

    /// Objects whose value bounds this subtype, if it is not static.
    pub fn bound_objects(&self, ty: AdaType) -> Vec<ObjId> {
        let mut found = Vec::new();
        let mut add = |bound: &Bound| {
            if let Bound::Object(object) = bound {
                found.push(*object);
            }
        };
        match &self.tree.types[ty].constraint {
            Constraint::Range(low, high) => {
                add(low);
                add(high);
            }
            Constraint::Index(bounds) => bounds.iter().for_each(|(low, high)| {
                add(low);
                add(high);
            }),
            Constraint::Discriminants(values) => values.iter().for_each(add),
            Constraint::None | Constraint::Access(..) => {}
        }
        found
    }
}

/// A character as Ada writes it.
fn char_image(code: u32) -> String {
    match char::from_u32(code) {
        Some(c) if !c.is_control() => format!("'{c}'"),
        _ => format!("Character'Val ({code})"),
    }
}
