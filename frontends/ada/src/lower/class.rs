//! Values of tagged types (RM 3.9): all types that have an ancestor in common share one record, with the tag and the
//! components of them all. So a value keeps its tag and what it has beyond a view through every parameter and every
//! conversion of views; an assignment through a view changes the components of the view.

use super::procedure::Proc;
use super::{Lowering, Refusal};
use crate::place::Loc;
use crate::sema::types::{Kind, TypeId as AdaType};
use horn_frontend::ir::{BinaryOp as Ir, CheckKind, ExprId, ExprKind, Field, RecordType, Type, TypeId, TypeKind};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The field of the tag.
const TAG: u32 = 0;

/// The representation of a family of tagged types.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    /// The record.
    pub ty: TypeId,
    /// Where the components of each type are, by the type and the place among its components.
    fields: BTreeMap<(AdaType, usize), u32>,
    /// The types of all fields.
    types: Vec<TypeId>,
}

impl Lowering<'_> {
    /// The family of a type with tags, `None` for others; an error names what of it is outside the subset.
    pub fn family(&mut self, ty: AdaType) -> Result<Option<Rc<Family>>, String> {
        let types = &self.tree.types;
        if !types.has_tag(ty) {
            return Ok(None);
        }
        let specific = types.specific(ty);
        if let Some(known) = self.families.get(&specific) {
            return known.clone().map(Some);
        }
        if types.apart.contains(&specific) {
            return Err("object of the class of all controlled types (RM 7.6)".into());
        }
        let members = types.family(specific);
        for member in &members {
            self.families.insert(*member, Err("component of the class that it is in".into()));
        }
        let made = self.make_family(&members).map(Rc::new);
        for member in &members {
            self.families.insert(*member, made.clone());
        }
        made.map(Some)
    }

    /// An assignment to an object of a class must keep the discriminants that the object's own type has; those that
    /// only extensions have are not followed there.
    pub(super) fn deny_own_discriminants(&self, class: AdaType, loc: Loc) -> Result<(), Refusal> {
        let types = &self.tree.types;
        let root = types.specific(class);
        let count = |ty: AdaType| types.record(ty).map_or(0, |record| record.discriminants);
        let own = |member: &AdaType| {
            let renewed = types.record(*member).is_some_and(|record| record.renewed.is_some());
            types.base(*member) != types.base(root) && (renewed || count(*member) > count(root))
        };
        match types.members(root).iter().any(own) {
            true => {
                Err((loc, "assignment to a class with an extension that has discriminants of its own (RM 5.2)".into()))
            }
            false => Ok(()),
        }
    }

    fn make_family(&mut self, members: &[AdaType]) -> Result<Family, String> {
        let types = &self.tree.types;
        let mut fields = BTreeMap::new();
        let mut all = vec![Field::new("Tag", TypeId::INT)];
        let mut open: Vec<AdaType> = members.to_vec();
        while !open.is_empty() {
            let before = open.len();
            let mut later = Vec::new();
            for member in open {
                let parent = types[member].parent.map(|parent| types.base(parent));
                let parent = parent.filter(|parent| members.contains(parent));
                if parent.is_some_and(|parent| later.contains(&parent) || !fields.contains_key(&(parent, usize::MAX))) {
                    later.push(member);
                    continue;
                }
                let record = match types.kind(member) {
                    Kind::Record(record) if !types[member].partial => record.clone(),
                    Kind::Unsupported(what) => return Err(what.clone()),
                    _ => return Err("private type without a full view (RM 7.3)".into()),
                };
                for (at, component) in record.components.iter().enumerate() {
                    let inherited = types.in_parent(member, at).filter(|(ancestor, _)| parent == Some(*ancestor));
                    let place = match inherited {
                        Some(component) => fields.get(&component).copied().unwrap_or(TAG),
                        None => {
                            let ty = self.ir_type(component.ty)?;
                            all.push(Field::new(component.name.clone(), ty));
                            u32::try_from(all.len() - 1).unwrap_or(u32::MAX)
                        }
                    };
                    fields.insert((member, at), place);
                }
                // It is done.
                fields.insert((member, usize::MAX), TAG);
            }
            if later.len() == before {
                return Err("extension of itself".into());
            }
            open = later;
        }
        let name = types[members[0]].name.clone();
        let own = all.iter().map(|field| field.ty).collect();
        let ty = self.program.add_type(Type { name, kind: TypeKind::Record(RecordType { fields: all }) });
        Ok(Family { ty, fields, types: own })
    }

    /// Whether all tags inside of a value are its own, or those of components that are always there.
    pub fn has_plain_tags(&self, ty: AdaType) -> bool {
        let types = &self.tree.types;
        if types.has_tag(ty) || !types.has_tags(ty) {
            return true;
        }
        types.record(ty).is_some_and(|record| {
            let plain = |one: &crate::sema::types::Component| one.guard.is_empty() && self.has_plain_tags(one.ty);
            record.components.iter().all(|one| !types.has_tags(one.ty) || plain(one))
        })
    }

    /// The field of a component.
    pub fn field_at(&mut self, record: AdaType, at: usize) -> Result<u32, String> {
        let specific = self.tree.types.specific(record);
        Ok(match self.family(record)? {
            Some(family) => {
                let place = family.fields.get(&(specific, at)).copied();
                place.ok_or("component of an unknown type")?
            }
            None => u32::try_from(at).unwrap_or(u32::MAX),
        })
    }
}

impl Lowering<'_> {
    /// Where a call dispatches and what tag a parameter has is said over the types that the units declare. Without a
    /// main program other units may come and extend them: that they do not is an assumption, one for each class that is
    /// used.
    pub fn assume_closed_classes(&mut self) {
        let tree = self.tree;
        if tree.subprograms.iter().any(|subp| subp.library && subp.body.is_some()) {
            return;
        }
        let class_wide = tree.objects.iter().map(|object| object.ty).filter(|ty| tree.types.is_class_wide(*ty));
        // What access values designate is known to be of a class, too.
        let elements = tree.heaps.iter().filter_map(|heap| tree.types.array(tree.object(heap.cells).ty));
        let designated = elements.map(|(_, element)| element).filter(|ty| tree.types.is_class_wide(*ty));
        let of_dispatchers = tree.dispatchers.iter().flat_map(|subp| &tree.subprogram(*subp).params);
        let controlling = of_dispatchers.map(|param| tree.object(*param).ty).filter(|ty| tree.types.has_tag(*ty));
        for ty in class_wide.chain(controlling).chain(designated) {
            let root = &tree.types[tree.types.specific(ty)];
            if let Some(loc) = root.loc {
                self.assumed.insert((loc, format!("no other unit extends \"{}\" (RM 3.9)", root.name)));
            }
        }
    }
}

impl Proc<'_, '_> {
    /// A record value with these components, in the order of its type.
    pub fn record_value(&mut self, ty: AdaType, components: Vec<ExprId>, loc: Loc) -> Result<ExprId, Refusal> {
        let ir_ty = self.ty(ty, loc)?;
        let Some(family) = self.l.family(ty).map_err(|what| (loc, what))? else {
            return Ok(self.b.expr(ExprKind::Record(components), ir_ty, loc));
        };
        let specific = self.tree().types.specific(ty);
        let mut fields = vec![None; family.types.len()];
        let own = self.tree().types.record(specific).map_or(0, |record| record.discriminants);
        let discriminants = components[..own.min(components.len())].to_vec();
        for (at, component) in components.into_iter().enumerate() {
            if let Some(place) = family.fields.get(&(specific, at)) {
                fields[*place as usize] = Some(component);
            }
        }
        for (ancestor, values) in self.replaced_discriminants(specific, discriminants, loc)? {
            for (at, value) in values.into_iter().enumerate() {
                if let Some(place) = family.fields.get(&(ancestor, at)) {
                    fields[*place as usize] = Some(value);
                }
            }
        }
        fields[TAG as usize] = Some(self.tag_of_type(specific, loc));
        let mut values = Vec::new();
        for (field, ty) in fields.into_iter().zip(family.types.clone()) {
            values.push(match field {
                Some(field) => field,
                // What other types of the family have: it is never read.
                None => {
                    let unused = self.b.temporary("unused", ty, loc);
                    self.b.var(unused, loc)
                }
            });
        }
        Ok(self.b.expr(ExprKind::Record(values), ir_ty, loc))
    }

    /// The number of a type as a tag.
    fn tag_of_type(&mut self, ty: AdaType, loc: Loc) -> ExprId {
        self.b.int(i64::from(ty.0), TypeId::INT, loc)
    }

    /// The tag of a value.
    pub fn tag(&mut self, value: ExprId, loc: Loc) -> ExprId {
        self.b.expr(ExprKind::Field(value, TAG), TypeId::INT, loc)
    }

    /// That the tag of a value is that of a specific type, or of a type in a class.
    pub fn tag_in(&mut self, value: ExprId, ty: AdaType, loc: Loc) -> ExprId {
        let types = &self.tree().types;
        let wanted = if types.is_class_wide(ty) { types.members(ty) } else { vec![types.specific(ty)] };
        let tag = self.tag(value, loc);
        let mut found = self.b.bool(false, loc);
        for one in wanted {
            let number = self.tag_of_type(one, loc);
            let same = self.b.compare(Ir::Eq, tag, number, loc);
            found = self.b.or(found, same, loc);
        }
        found
    }

    /// What is known of the tag of a value that is seen with a type: a view of a specific type may be of any that
    /// descends from it.
    pub fn possible_tags(&mut self, value: ExprId, ty: AdaType, loc: Loc) -> ExprId {
        let types = &self.tree().types;
        let class = types[types.specific(ty)].tagged.as_ref().map_or(ty, |tagged| tagged.class);
        self.tag_in(value, class, loc)
    }

    /// That the components of an array have the tags that they can have.
    pub fn tags_of_components(&mut self, array: ExprId, element: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        if !self.l.has_plain_tags(element) {
            return Err((loc, "any array of values with tagged parts (RM 3.9)".into()));
        }
        let ty = self.ty(element, loc)?;
        let (first, last) = self.value_bounds(array, 0, loc);
        let (var, at) = self.b.bound(TypeId::INT, loc);
        let component = self.b.expr(ExprKind::Index(array, vec![at]), ty, loc);
        let body = self.tags_inside(component, element, loc)?;
        Ok(self.b.expr(ExprKind::Quantified { forall: true, var, first, last, body }, TypeId::BOOL, loc))
    }

    /// That a value and its components have the tags that they can have.
    fn tags_inside(&mut self, value: ExprId, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        if self.tree().types.has_tag(ty) {
            return Ok(self.tag_in(value, ty, loc));
        }
        let mut all = self.b.bool(true, loc);
        for (at, component) in self.tree().record(ty).components.iter().enumerate() {
            if self.tree().types.has_tags(component.ty) {
                let part = self.field(value, ty, at, component.ty, loc)?;
                let own = self.tags_inside(part, component.ty, loc)?;
                all = self.b.and(all, own, loc);
            }
        }
        Ok(all)
    }

    /// At the start of an entry variables of the library have the tags that they can have, and behind the elaboration
    /// access values are of objects that exist.
    pub fn assume_tags(&mut self, elaborated: bool) -> Result<(), Refusal> {
        let tree = self.tree();
        let globals: Vec<crate::sema::tree::ObjId> = self.l.globals.keys().copied().collect();
        for object in globals {
            let entry = tree.object(object);
            // Of heaps that is known where their objects are used.
            let accesses = tree.types.has_accesses(entry.ty);
            let told = tree.types.has_tags(entry.ty) || accesses;
            if !told || tree.is_of_heap(object) {
                continue;
            }
            let var = self.variable(object, entry.loc)?;
            if tree.types.has_tag(entry.ty) {
                let value = self.b.var(var, entry.loc);
                let own = self.tag_in(value, entry.ty, entry.loc);
                self.b.assume(own, entry.loc);
            } else if tree.types[entry.ty].predicates.is_empty() && (elaborated || !accesses) {
                // Before, nothing exists that they could designate, and null may be no value of theirs.
                self.assume_of_object(var, object, entry.loc)?;
            }
        }
        Ok(())
    }

    /// A value as an object of its own has it: one of a specific type has the tag of that type.
    pub fn as_own(&mut self, value: ExprId, ty: AdaType, loc: Loc) -> ExprId {
        let types = &self.tree().types;
        if types[types.base(ty)].tagged.is_none() {
            return value;
        }
        let specific = types.specific(ty);
        let tag = self.tag_of_type(specific, loc);
        let own = self.b.type_of(value);
        self.b.expr(ExprKind::WithField(value, TAG, tag), own, loc)
    }

    /// What an object holds after an assignment: through a view of a specific type its components are changed, the tag
    /// and what the object has beyond them stays.
    pub fn overlaid(&mut self, old: ExprId, new: ExprId, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let ir_ty = self.b.type_of(old);
        let components = self.tree().record(ty).components;
        let mut whole = old;
        for (at, component) in components.iter().enumerate() {
            let value = self.field(new, ty, at, component.ty, loc)?;
            let place = self.l.field_at(ty, at).map_err(|what| (loc, what))?;
            whole = self.b.expr(ExprKind::WithField(whole, place, value), ir_ty, loc);
        }
        Ok(whole)
    }

    /// The check of a conversion between types of a family (RM 4.6 (42, 50)): towards an ancestor there is none.
    pub fn check_tag(&mut self, value: ExprId, from: AdaType, target: AdaType, loc: Loc) -> Result<(), Refusal> {
        let types = &self.tree().types;
        // A dispatcher has looked at the tag already.
        if types.descends(from, target) || self.tree().dispatchers.contains(&self.id) {
            return Ok(());
        }
        let inside = self.possible_tags(value, target, loc);
        self.check_of(CheckKind::Tag, loc, inside, "", "")
    }
}
