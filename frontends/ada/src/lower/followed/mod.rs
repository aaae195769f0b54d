//! Which parts of an object have been written: such an object has a companion with a Boolean in the place of each
//! scalar part. Writing a part sets its Boolean, reading one asks for it, and `'Initialized` is that all of them are
//! true.
//!
//! Followed are objects of subprograms: scalars, arrays and records of these, and so on. Of those with
//! `Relaxed_Initialization` (SPARK RM 6.10) what nobody has written yet has any Boolean: nothing says that memory has
//! no value there. What a call leaves in a parameter with the aspect its postcondition says. Of the others only those
//! composite ones are followed of which [`super::unwritten`] finds reads that it cannot decide; these start unwritten.

mod reads;
mod writes;

use super::effects::Effects;
use super::place::Place;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{ENVIRONMENT, Mode, ObjId, ObjectKind};
use crate::sema::types::{Kind, TypeId as AdaType};
use horn_frontend::ir::{self, ExprId, ExprKind as Ir, TypeId, VarId};

/// Bits of the indices of companions, and of the places of their components.
const INDEX_BITS: u32 = 100;
const PLACE_BITS: u32 = 126;
/// Types nest at most this deep.
const DEPTH: u32 = 8;

/// What a parameter stands for while a contract or a predicate is evaluated for a call.
#[derive(Clone, Debug)]
pub(crate) enum Given {
    /// A followed place.
    Place(Place),
    /// A value all parts of which are written.
    Written,
    /// A followed array, or a slice of one, whose components have other indices there: so much is added to the index in
    /// the parameter.
    Moved(Place, ExprId),
    /// A place whose parts have other indices there, and nobody knows which.
    Slid,
}

/// The indices of an array of Booleans that stands for all arrays with so many dimensions.
pub(super) fn index_range(dimensions: usize) -> ir::Range {
    ir::Range::signed(INDEX_BITS.min(PLACE_BITS / u32::try_from(dimensions.max(1)).unwrap_or(u32::MAX)).max(1))
}

/// What a place is a slice of, or the place: the components of a slice have the indices that they have in the whole.
fn not_sliced(mut place: &Place) -> &Place {
    while let Place::Slice(whole, ..) = place {
        place = whole;
    }
    place
}

impl Proc<'_, '_> {
    /// Follows the parameters; of those that come in nobody knows what has been written.
    pub fn follow_parameters(&mut self) {
        let tree = self.tree();
        for param in &tree.subprogram(self.id).params {
            self.follow(*param, tree.object(*param).loc);
        }
    }

    /// Begins to follow an object, if it is one of those, where it has no value that the program gives it.
    pub fn follow(&mut self, object: ObjId, loc: Loc) {
        let entry = self.tree().object(object);
        let own = entry.owner == self.id && self.id != ENVIRONMENT;
        if !own || !entry.relaxed && !self.is_doubtful(object) || entry.volatile || entry.unsupported.is_some() {
            return;
        }
        let Some(ty) = self.companion_type(entry.ty, 0) else { return };
        let companion = match self.followed.get(&object) {
            Some(known) => *known,
            None => {
                let made = self.b.temporary(format!("{}'Initialized", entry.name), ty, loc);
                self.b.set_origin_of(made, format!("whether \"{}\" has been written", entry.name));
                self.followed.insert(object, made);
                self.l.companions.insert(object, made);
                made
            }
        };
        let new = matches!(entry.kind, ObjectKind::Variable | ObjectKind::Constant);
        if entry.relaxed && !new {
            self.b.havoc(companion, loc);
        } else {
            let before = self.guesses;
            let start = self.unwritten_parts(ty, entry.ty, entry.relaxed, loc);
            self.b.assign(companion, start, loc);
            if !entry.relaxed {
                let lost = match self.lost.get(&object) {
                    Some(known) => *known,
                    None => self.b.temporary(format!("{} is lost", entry.name), TypeId::BOOL, loc),
                };
                self.lost.insert(object, lost);
                let value = self.b.bool(self.guesses > before, loc);
                self.b.assign(lost, value, loc);
            }
        }
    }

    /// Whether an object without `Relaxed_Initialization` is one of which it is open whether reads come behind writes.
    fn is_doubtful(&self, object: ObjId) -> bool {
        let tree = self.tree();
        let entry = tree.object(object);
        let comes_out = tree.spark_checks && entry.kind == ObjectKind::Parameter(Mode::Out);
        let elsewhere = entry.overlaid || entry.written_outside || entry.concurrent;
        (entry.kind == ObjectKind::Variable || comes_out)
            && !elsewhere
            && !tree.types.is_scalar(entry.ty)
            && !self.l.effects.shared.contains(&object)
            && (self.l.unwritten.may_be_read(tree, object) || comes_out && self.l.unwritten.outs.contains(&object))
    }

    /// The companion of a new object: what has no default value is not written, or has any Boolean.
    fn unwritten_parts(&mut self, companion: TypeId, ty: AdaType, any: bool, loc: Loc) -> ExprId {
        let tree = self.tree();
        let types = &tree.types;
        if types[types.base(ty)].default.is_some() || types[ty].default.is_some() {
            return self.all_set(companion, loc);
        }
        match self.l.program.ty(companion).kind.clone() {
            ir::TypeKind::Array(_) if any => self.any_written(companion, loc),
            ir::TypeKind::Array(array) => {
                let Some((_, element)) = types.array(ty) else { return self.any_written(companion, loc) };
                let others = self.unwritten_parts(array.component, element, any, loc);
                self.all_indices(companion, array.index.len(), others, loc)
            }
            ir::TypeKind::Record(record) => {
                let Some(of) = types.record(ty) else { return self.any_written(companion, loc) };
                let mut fields = Vec::with_capacity(record.fields.len());
                for (field, component) in record.fields.iter().zip(&of.components) {
                    fields.push(match &component.default {
                        None => self.unwritten_parts(field.ty, component.ty, any, loc),
                        Some(default) if self.is_surely_written(default) => self.all_set(field.ty, loc),
                        Some(_) => self.any_written(field.ty, loc),
                    });
                }
                self.b.expr(Ir::Record(fields), companion, loc)
            }
            _ if any => self.any_written(companion, loc),
            _ => self.b.bool(false, loc),
        }
    }

    /// An array of Booleans that has this everywhere.
    fn all_indices(&mut self, companion: TypeId, dimensions: usize, others: ExprId, loc: Loc) -> ExprId {
        let range = index_range(dimensions);
        let low = self.b.int(range.first.clone(), TypeId::INT, loc);
        let high = self.b.int(range.last.clone(), TypeId::INT, loc);
        let bounds = vec![(low, high); dimensions];
        self.b.expr(Ir::Aggregate { bounds, others: Some(others), items: Vec::new() }, companion, loc)
    }

    /// The companion of an object, if that is followed: here, or by the subprogram around that declares it.
    fn companion_of(&mut self, object: ObjId, loc: Loc) -> Option<VarId> {
        let entry = self.tree().object(object);
        let owner = entry.owner;
        if owner == self.id {
            return self.followed.get(&object).copied();
        }
        let known = *self.l.companions.get(&object)?;
        let ty = self.companion_type(entry.ty, 0)?;
        let around = *self.l.procs.get(&owner)?;
        let name = format!("{}'Initialized", entry.name);
        Effects::is_around(self.tree(), object, self.id).then(|| self.b.outer(around, known, name, ty, loc))
    }

    /// The type of the companions of objects of a type.
    fn companion_type(&mut self, ty: AdaType, depth: u32) -> Option<TypeId> {
        let tree = self.tree();
        let types = &tree.types;
        if types.is_scalar(ty) {
            return Some(TypeId::BOOL);
        }
        if depth > DEPTH {
            return None;
        }
        match types.kind(ty) {
            Kind::Array { element, .. } => {
                let component = self.companion_type(*element, depth + 1)?;
                let index = types.array(ty)?.0.to_vec();
                let all = index_range(index.len());
                let fits = |ty: &AdaType| {
                    types.base_range(*ty).is_some_and(|(low, high)| all.first <= low && high <= all.last)
                };
                if !index.iter().all(fits) {
                    return None;
                }
                let kind = ir::TypeKind::Array(ir::ArrayType {
                    index: vec![TypeId::INT; index.len()],
                    bounds: Some(vec![all; index.len()]),
                    component,
                });
                Some(self.l.same_type(ir::Type { name: "parts that are written".into(), kind }))
            }
            Kind::Record(record) if record.discriminants == 0 && !types.is_class_wide(ty) => {
                let mut fields = Vec::new();
                for component in &record.components {
                    let ty = self.companion_type(component.ty, depth + 1)?;
                    fields.push(ir::Field { name: component.name.clone(), ty, guard: Vec::new() });
                }
                let kind = ir::TypeKind::Record(ir::RecordType { fields });
                Some(self.l.same_type(ir::Type { name: "parts that are written".into(), kind }))
            }
            _ => None,
        }
    }

    /// The companion where all parts are written.
    fn all_set(&mut self, companion: TypeId, loc: Loc) -> ExprId {
        match self.l.program.ty(companion).kind.clone() {
            ir::TypeKind::Array(array) => {
                let others = self.all_set(array.component, loc);
                self.all_indices(companion, array.index.len(), others, loc)
            }
            ir::TypeKind::Record(record) => {
                let fields = record.fields.iter().map(|field| self.all_set(field.ty, loc)).collect();
                self.b.expr(Ir::Record(fields), companion, loc)
            }
            _ => self.b.bool(true, loc),
        }
    }

    /// The part of the companion that belongs to a place; `None` if that is not followed.
    fn companion(&mut self, place: &Place, loc: Loc) -> Option<ExprId> {
        Some(match place {
            Place::Object(object) => {
                let var = self.companion_of(*object, loc)?;
                self.b.var(var, loc)
            }
            Place::Field(inner, at, _) => {
                let record = self.companion(inner, loc)?;
                let ir::TypeKind::Record(of) = &self.l.program.ty(self.b.type_of(record)).kind else { return None };
                let ty = of.fields.get(*at)?.ty;
                self.b.expr(Ir::Field(record, u32::try_from(*at).ok()?), ty, loc)
            }
            Place::Index(inner, indices, _) => {
                let whole = not_sliced(inner);
                let array = self.companion(whole, loc)?;
                let ir::TypeKind::Array(of) = &self.l.program.ty(self.b.type_of(array)).kind else { return None };
                let ty = of.component;
                self.b.expr(Ir::Index(array, indices.clone()), ty, loc)
            }
            Place::Slice(..) | Place::View(..) | Place::Nothing => return None,
        })
    }

    /// Gives the part of the companion that belongs to a place a value.
    fn set_companion(&mut self, place: &Place, value: ExprId, loc: Loc) -> Option<()> {
        match place {
            Place::Object(object) => {
                let var = self.companion_of(*object, loc)?;
                self.b.assign(var, value, loc);
                Some(())
            }
            Place::Field(inner, at, _) => {
                let record = self.companion(inner, loc)?;
                let ty = self.b.type_of(record);
                let new = self.b.expr(Ir::WithField(record, u32::try_from(*at).ok()?, value), ty, loc);
                self.set_companion(inner, new, loc)
            }
            Place::Index(inner, indices, _) => {
                let whole = not_sliced(inner);
                let array = self.companion(whole, loc)?;
                let ty = self.b.type_of(array);
                let new = self.b.expr(Ir::Update(array, indices.clone(), value), ty, loc);
                self.set_companion(whole, new, loc)
            }
            Place::Slice(..) | Place::View(..) | Place::Nothing => None,
        }
    }
}
