//! Which parts of an object with `Relaxed_Initialization` have been written (SPARK RM 6.10): such an object has a
//! companion with a Boolean in the place of each scalar part. Writing a part sets its Boolean, reading one asks for it,
//! and `'Initialized` is that all of them are true. What nobody has written yet has any: nothing says that memory has
//! no value there.
//!
//! Followed are objects of subprograms: scalars, arrays and records of these, and so on. What a call leaves in a
//! parameter with the aspect its postcondition says.

use super::Refusal;
use super::conditional::{put_back, replace};
use super::effects::{Effects, root, walk_expr};
use super::place::Place;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{BinaryOp, Builtin, ENVIRONMENT, Expr, ExprKind, Mode, ObjId, ObjectKind, SubpId};
use crate::sema::types::{Kind, TypeId as AdaType};
use horn_frontend::ir::{self, CheckKind, ExprId, ExprKind as Ir, TypeId, VarId};

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
    /// A place whose parts have other indices there: nobody knows which of them are written.
    Slid,
}

/// The indices of an array of Booleans that stands for all arrays with so many dimensions.
pub(super) fn index_range(dimensions: usize) -> ir::Range {
    ir::Range::signed(INDEX_BITS.min(PLACE_BITS / u32::try_from(dimensions.max(1)).unwrap_or(u32::MAX)).max(1))
}

impl<'t> Proc<'_, 't> {
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
        let own = entry.relaxed && entry.owner == self.id && self.id != ENVIRONMENT;
        if !own || entry.volatile || entry.unsupported.is_some() {
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
        self.b.havoc(companion, loc);
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
                let range = index_range(array.index.len());
                let low = self.b.int(range.first.clone(), TypeId::INT, loc);
                let high = self.b.int(range.last.clone(), TypeId::INT, loc);
                let bounds = vec![(low, high); array.index.len()];
                self.b.expr(Ir::Aggregate { bounds, others: Some(others), items: Vec::new() }, companion, loc)
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
                // The components of a slice have the indices that they have in the whole.
                let whole = match &**inner {
                    Place::Slice(whole, ..) => whole,
                    _ => inner,
                };
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
                let array = self.companion(inner, loc)?;
                let ty = self.b.type_of(array);
                let new = self.b.expr(Ir::Update(array, indices.clone(), value), ty, loc);
                self.set_companion(inner, new, loc)
            }
            Place::Slice(..) | Place::View(..) | Place::Nothing => None,
        }
    }

    /// A place is written with the value of an expression: a copy has what the other object has.
    pub fn note_value(&mut self, place: &Place, value: &Expr, loc: Loc) -> Result<(), Refusal> {
        if let Some(own) = self.companion(place, loc)
            && let Some(other) = self.followed_place(value)?
            && let Some(copied) = self.companion(&other, loc)
            && let (Some(to), Some(from)) = (self.place_type(place), self.place_type(&other))
            && self.b.type_of(own) == self.b.type_of(copied)
        {
            // Indices do not slide.
            let types = &self.tree().types;
            if types.array(to).is_none() || self.same_static_bounds(to, from) {
                self.set_companion(place, copied, loc);
                return Ok(());
            }
        }
        self.note_write(place, self.is_surely_written(value), loc);
        Ok(())
    }

    /// A place is written: with scalars, which have a value, or with what is `certain` to have all of them. Of all else
    /// nobody knows.
    pub fn note_write(&mut self, place: &Place, certain: bool, loc: Loc) {
        match place {
            // A parent's view is a part of it.
            Place::View(inner, from, _) => {
                let whole = !self.tree().types.has_tag(*from);
                self.note_write(inner, certain && whole, loc);
            }
            Place::Slice(inner, first, last, _) if certain => {
                self.note_slice(inner, (*first, *last), loc, |p, component, dynamic| {
                    let others = Some(p.all_set(component, loc));
                    let all = Ir::Aggregate { bounds: vec![(*first, *last)], others, items: Vec::new() };
                    p.b.expr(all, dynamic, loc)
                });
            }
            Place::Slice(..) => self.forget(place, loc),
            _ => {
                let Some(part) = self.companion(place, loc) else { return };
                let ty = self.b.type_of(part);
                if certain || ty == TypeId::BOOL {
                    let all = self.all_set(ty, loc);
                    self.set_companion(place, all, loc);
                } else {
                    self.forget(place, loc);
                }
            }
        }
    }

    /// What of a slice is written: an array of Booleans with its bounds, of the type that is given behind the type of
    /// these Booleans.
    fn note_slice(
        &mut self,
        inner: &Place,
        (first, last): (ExprId, ExprId),
        loc: Loc,
        written: impl FnOnce(&mut Self, TypeId, TypeId) -> ExprId,
    ) {
        let Some(array) = self.companion(inner, loc) else { return };
        let own = self.b.type_of(array);
        let ir::TypeKind::Array(of) = self.l.program.ty(own).kind.clone() else { return };
        let component = of.component;
        let kind = ir::TypeKind::Array(ir::ArrayType { bounds: None, ..of });
        let dynamic = self.l.same_type(ir::Type { name: "parts that are written".into(), kind });
        let written = written(self, component, dynamic);
        let whole = self.shape_to(array, dynamic, loc);
        let new = self.b.expr(Ir::SliceUpdate(whole, first, last, written), dynamic, loc);
        let new = self.shape_to(new, own, loc);
        self.set_companion(inner, new, loc);
    }

    /// Nobody knows any more what of a place is written.
    pub fn forget(&mut self, place: &Place, loc: Loc) {
        match place {
            Place::View(inner, ..) => self.forget(inner, loc),
            Place::Slice(inner, first, last, _) => {
                let Some(array) = self.companion(inner, loc) else { return };
                let any = self.any_written(self.b.type_of(array), loc);
                self.note_slice(inner, (*first, *last), loc, |p, _, dynamic| {
                    let any = p.shape_to(any, dynamic, loc);
                    p.b.expr(Ir::Slice(any, *first, *last), dynamic, loc)
                });
            }
            _ => {
                let Some(part) = self.companion(place, loc) else { return };
                let any = self.any_written(self.b.type_of(part), loc);
                self.set_companion(place, any, loc);
            }
        }
    }

    fn any_written(&mut self, ty: TypeId, loc: Loc) -> ExprId {
        let any = self.b.temporary("written", ty, loc);
        self.b.set_origin_of(any, "what a call or a copy leaves unwritten");
        self.b.havoc(any, loc);
        self.b.var(any, loc)
    }

    /// Whether each part of a composite value has been written for sure, wherever it is computed: an aggregate of
    /// scalars, which are read, is.
    pub fn is_surely_written(&self, expr: &Expr) -> bool {
        let tree = self.tree();
        if tree.types.is_scalar(expr.ty) {
            return true;
        }
        match &expr.kind {
            ExprKind::Text(_) => true,
            ExprKind::Qualified(inner) | ExprKind::Convert(inner) => self.is_surely_written(inner),
            ExprKind::Record(fields) => {
                fields.iter().all(|field| field.as_ref().is_some_and(|field| self.is_surely_written(field)))
            }
            ExprKind::Array(array) => {
                let named = array.named.iter().map(|named| named.value.as_ref());
                let others = array.others.iter().map(|others| others.as_ref());
                array.positional.iter().map(Some).chain(named).chain(others).all(|value| match value {
                    Some(value) => self.is_surely_written(value),
                    None => false,
                })
            }
            _ => false,
        }
    }

    /// The place that a name denotes, if it is followed: in a contract that of the actual parameter.
    fn followed_place(&mut self, name: &Expr) -> Result<Option<Place>, Refusal> {
        let Some(root) = root(name) else { return Ok(None) };
        if !self.given.contains_key(&root) && self.companion_of(root, name.loc).is_none() {
            return Ok(None);
        }
        let place = self.silently(|p| p.place(name))?;
        Ok(self.at_actual(place))
    }

    /// The place with the actual parameter in the place of the formal one.
    fn at_actual(&self, place: Place) -> Option<Place> {
        Some(match place {
            Place::Object(object) => match self.given.get(&object) {
                Some(Given::Place(actual)) => actual.clone(),
                Some(Given::Written | Given::Slid) => return None,
                None => place,
            },
            Place::Field(inner, at, ty) => Place::Field(Box::new(self.at_actual(*inner)?), at, ty),
            Place::Index(inner, indices, ty) => Place::Index(Box::new(self.at_actual(*inner)?), indices, ty),
            Place::Slice(inner, first, last, ty) => Place::Slice(Box::new(self.at_actual(*inner)?), first, last, ty),
            Place::View(..) | Place::Nothing => return None,
        })
    }

    /// A scalar with the aspect is read: it has been written.
    pub fn check_scalar_written(&mut self, object: ObjId, loc: Loc) -> Result<(), Refusal> {
        let entry = self.tree().object(object);
        if !entry.relaxed || !self.tree().types.is_scalar(entry.ty) || self.silent() {
            return Ok(());
        }
        match self.companion(&Place::Object(object), loc) {
            Some(written) => self.check(CheckKind::Initialization, loc, written, ""),
            None => Ok(()),
        }
    }

    /// Whether all of what a name denotes has been written; `None` if nobody follows it.
    pub fn is_written(&mut self, name: &Expr) -> Result<Option<ExprId>, Refusal> {
        let loc = name.loc;
        match root(name).and_then(|root| self.given.get(&root)) {
            Some(Given::Written) => return Ok(Some(self.b.bool(true, loc))),
            Some(Given::Slid) => return Ok(Some(self.any_written(TypeId::BOOL, loc))),
            Some(Given::Place(_)) | None => {}
        }
        let Some(place) = self.followed_place(name)? else { return Ok(None) };
        if let Place::Slice(inner, first, last, ty) = &place {
            let Some(array) = self.companion(inner, loc) else { return Ok(None) };
            let Some((_, element)) = self.tree().types.array(*ty) else { return Ok(None) };
            return self.each(array, inner, vec![(*first, *last)], element, loc).map(Some);
        }
        let Some(part) = self.companion(&place, loc) else { return Ok(None) };
        self.all_of(part, &place, loc).map(Some)
    }

    /// Whether all parts are written of a place, whose companion this is.
    fn all_of(&mut self, part: ExprId, place: &Place, loc: Loc) -> Result<ExprId, Refusal> {
        let Some(ty) = self.place_type(place) else { return Ok(part) };
        let tree = self.tree();
        if let Some((index, element)) = tree.types.array(ty) {
            let dimensions = u32::try_from(index.len()).unwrap_or(0);
            let value = self.silently(|p| p.read(place, loc))?;
            let bounds = (0..dimensions).map(|dimension| self.value_bounds(value, dimension, loc)).collect();
            return self.each(part, place, bounds, element, loc);
        }
        let Some(record) = tree.types.record(ty) else { return Ok(part) };
        let mut all = self.b.bool(true, loc);
        for (at, component) in record.components.iter().enumerate() {
            let field = Place::Field(Box::new(place.clone()), at, component.ty);
            if let Some(part) = self.companion(&field, loc) {
                let one = self.all_of(part, &field, loc)?;
                all = self.b.and(all, one, loc);
            }
        }
        Ok(all)
    }

    /// Whether all elements of an array at a place are written, from first to last indices; its companion is given.
    fn each(
        &mut self,
        array: ExprId,
        place: &Place,
        bounds: Vec<(ExprId, ExprId)>,
        element: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let vars: Vec<(ir::BoundId, ExprId)> = bounds.iter().map(|_| self.b.bound(TypeId::INT, loc)).collect();
        let indices: Vec<ExprId> = vars.iter().map(|(_, index)| *index).collect();
        let at = Place::Index(Box::new(place.clone()), indices.clone(), element);
        let ir::TypeKind::Array(of) = &self.l.program.ty(self.b.type_of(array)).kind else { return Ok(array) };
        let ty = of.component;
        let part = self.b.expr(Ir::Index(array, indices), ty, loc);
        let mut all = self.all_of(part, &at, loc)?;
        for ((var, _), (first, last)) in vars.into_iter().zip(bounds).rev() {
            let (first, last) = (self.as_index(first, loc), self.as_index(last, loc));
            all = self.b.expr(Ir::Quantified { forall: true, var, first, last, body: all }, TypeId::BOOL, loc);
        }
        Ok(all)
    }

    /// What parameters with the aspect are given, for what is said of them in contracts: followed places, and what is
    /// written as a whole.
    pub fn followed_actuals(&mut self, callee: SubpId, args: &[Expr]) -> Result<Vec<(ObjId, Given)>, Refusal> {
        let tree = self.tree();
        let mut found = Vec::new();
        for (param, arg) in tree.subprogram(callee).params.iter().zip(args) {
            if !tree.object(*param).relaxed {
                continue;
            }
            if let Some(place) = self.followed_place(arg)? {
                if self.slides(tree.object(*param).ty, &place) {
                    found.push((*param, Given::Slid));
                    continue;
                }
                let place = if self.quantifying() { place } else { self.settled(place, arg.loc) };
                found.push((*param, Given::Place(place)));
            } else if self.is_surely_written(arg) || self.has_a_value(arg) {
                found.push((*param, Given::Written));
            }
        }
        Ok(found)
    }

    /// Whether what a place has gets other bounds, or may get some, as a value of a subtype (RM 4.6 (37)).
    fn slides(&self, subtype: AdaType, place: &Place) -> bool {
        let types = &self.tree().types;
        let same = || match (place, self.place_type(place)) {
            (Place::Slice(..), _) | (_, None) => false,
            (_, Some(own)) => own == subtype || self.same_static_bounds(own, subtype),
        };
        types.array(subtype).is_some() && types.is_constrained(subtype) && !same()
    }

    fn same_static_bounds(&self, one: AdaType, other: AdaType) -> bool {
        let bounds = self.l.static_bounds(one);
        bounds.is_some() && bounds == self.l.static_bounds(other)
    }

    /// Whether a name is one of an object that nobody reads, copies or passes before all of it is written.
    fn has_a_value(&self, name: &Expr) -> bool {
        let tree = self.tree();
        root(name).is_some_and(|root| {
            let entry = tree.object(root);
            let comes_out = matches!(entry.kind, ObjectKind::Parameter(Mode::Out));
            !entry.relaxed && !entry.volatile && !comes_out && !self.l.unwritten.may_be_read(tree, root)
        })
    }

    /// Does something where the parameters of a callee are given this.
    pub fn with_actuals<T>(&mut self, actuals: &[(ObjId, Given)], act: impl FnOnce(&mut Self) -> T) -> T {
        let before = replace(&mut self.given, actuals);
        let done = act(self);
        put_back(&mut self.given, before);
        done
    }

    /// Does something that asks the predicates of a subtype about the value of an expression, of which it is known what
    /// has been written.
    pub fn of_value(
        &mut self,
        subtype: AdaType,
        source: Option<&Expr>,
        ask: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let tree = self.tree();
        let asked = tree.types[subtype].predicates.iter();
        let params: Vec<ObjId> =
            asked.filter_map(|function| tree.subprogram(*function).params.first().copied()).collect();
        let Some(source) = source.filter(|_| !params.is_empty()) else { return ask(self) };
        let given = match self.followed_place(source)? {
            Some(place) if self.slides(subtype, &place) => Given::Slid,
            Some(place) => Given::Place(place),
            None if self.is_surely_written(source) => Given::Written,
            None => return ask(self),
        };
        let given: Vec<(ObjId, Given)> = params.into_iter().map(|param| (param, given.clone())).collect();
        self.with_actuals(&given, ask)
    }

    /// What postconditions say of the parts that a callee has written, in what speaks of parameters as they are behind
    /// the call alone. Callees leave only what satisfies them, if no pragma switches them off.
    pub fn posts_about_parts(&self, callee: SubpId) -> Vec<&'t Expr> {
        let tree = self.tree();
        let mut found = Vec::new();
        let mut todo: Vec<&'t Expr> = tree.subprogram(callee).post.iter().collect();
        while let Some(post) = todo.pop() {
            if let ExprKind::Binary(BinaryOp::And | BinaryOp::AndThen, left, right) = &post.kind {
                todo.extend([&**left, &**right]);
                continue;
            }
            let (mut asked, mut plain) = (false, true);
            walk_expr(post, &mut |e| match &e.kind {
                ExprKind::Builtin(Builtin::Initialized, _) => asked = true,
                ExprKind::Builtin(Builtin::Unknown | Builtin::Value | Builtin::Valid, _)
                | ExprKind::Old(_)
                | ExprKind::Result
                | ExprKind::Call(..)
                | ExprKind::Let(..)
                | ExprKind::Asserted(..)
                | ExprKind::NotAnalysed(_)
                | ExprKind::Allocate(_) => plain = false,
                ExprKind::Object(object) => {
                    let entry = tree.object(*object);
                    let stays = matches!(entry.kind, ObjectKind::LoopParameter | ObjectKind::Constant);
                    plain &= entry.owner == callee || stays && !entry.volatile;
                }
                _ => {}
            });
            if asked && plain && self.l.made_only_if(CheckKind::Postcondition, post.loc).is_none() {
                found.push(post);
            }
        }
        found
    }

    /// Takes for granted what these postconditions say of a call that has returned; `env` has the values of the
    /// parameters.
    pub fn assume_parts(&mut self, posts: &[&Expr], callee: SubpId, env: &[(ObjId, ExprId)], loc: Loc) {
        self.in_callee(callee, env, |p| {
            for post in posts {
                if let Ok(holds) = p.silently(|p| p.value(post)) {
                    p.b.assume(holds, loc);
                }
            }
        });
    }
}
