//! What has been written of a name: in a contract of the actual parameter.

use super::super::Refusal;
use super::super::conditional::{put_back, replace};
use super::super::effects::{root, walk_expr};
use super::super::place::Place;
use super::super::procedure::Proc;
use super::{Given, not_sliced};
use crate::place::Loc;
use crate::sema::tree::{BinaryOp, Builtin, Expr, ExprKind, Mode, ObjId, ObjectKind, SubpId};
use crate::sema::types::TypeId as AdaType;
use horn_frontend::ir::{self, CheckKind, ExprId, ExprKind as Ir, TypeId};

impl<'t> Proc<'_, 't> {
    /// The place that a name denotes, if it is followed: in a contract that of the actual parameter.
    pub(super) fn followed_place(&mut self, name: &Expr) -> Result<Option<Place>, Refusal> {
        let Some(root) = root(name) else { return Ok(None) };
        if !self.given.contains_key(&root) && self.companion_of(root, name.loc).is_none() {
            return Ok(None);
        }
        let place = self.silently(|p| p.place(name))?;
        Ok(self.at_actual(place, name.loc))
    }

    /// The place with the actual parameter in the place of the formal one.
    fn at_actual(&mut self, place: Place, loc: Loc) -> Option<Place> {
        Some(match place {
            Place::Object(object) => match self.given.get(&object) {
                Some(Given::Place(actual) | Given::Moved(actual, _)) => actual.clone(),
                Some(Given::Written | Given::Slid) => return None,
                None => place,
            },
            Place::Field(inner, at, ty) => Place::Field(Box::new(self.at_actual(*inner, loc)?), at, ty),
            Place::Index(inner, indices, ty) => {
                let indices = indices.into_iter().map(|index| self.index_in_actual(&inner, index, loc)).collect();
                Place::Index(Box::new(self.at_actual(*inner, loc)?), indices, ty)
            }
            Place::Slice(inner, first, last, ty) => {
                let (first, last) = (self.index_in_actual(&inner, first, loc), self.index_in_actual(&inner, last, loc));
                let whole = self.at_actual(*inner, loc)?;
                Place::Slice(Box::new(not_sliced(&whole).clone()), first, last, ty)
            }
            Place::View(..) | Place::Nothing => return None,
        })
    }

    /// An index of an array as the actual parameter has it.
    fn index_in_actual(&mut self, array: &Place, index: ExprId, loc: Loc) -> ExprId {
        match not_sliced(array) {
            Place::Object(object) => match self.given.get(object) {
                Some(Given::Moved(_, by)) => {
                    let by = *by;
                    let index = self.as_index(index, loc);
                    self.b.binary(ir::BinaryOp::Add, index, by, TypeId::INT, loc)
                }
                _ => index,
            },
            _ => index,
        }
    }

    /// What a followed place is as a value of a subtype.
    fn given_as(&mut self, subtype: AdaType, place: Place, loc: Loc) -> Result<Given, Refusal> {
        if !self.slides(subtype, &place) {
            return Ok(Given::Place(place));
        }
        let bounds = self.l.static_bounds(subtype);
        let first = bounds.and_then(|bounds| bounds.first().map(|range| range.first.clone()));
        Ok(match (first, self.array_of(&place, loc)?) {
            (Some(first), Some((_, (own, _)))) => {
                let first = self.b.int(first, TypeId::INT, loc);
                let own = self.as_index(own, loc);
                let by = self.b.binary(ir::BinaryOp::Sub, own, first, TypeId::INT, loc);
                let by = if self.quantifying() { by } else { self.kept(by, loc) };
                Given::Moved(place, by)
            }
            _ => Given::Slid,
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
            Some(Given::Place(_) | Given::Moved(..)) | None => {}
        }
        let Some(place) = self.followed_place(name)? else { return Ok(None) };
        if let Place::Slice(inner, first, last, ty) = &place {
            let inner = not_sliced(inner);
            let Some(array) = self.companion(inner, loc) else { return Ok(None) };
            let Some((_, element)) = self.tree().types.array(*ty) else { return Ok(None) };
            return self.each(array, inner, vec![(*first, *last)], element, loc).map(Some);
        }
        let Some(part) = self.companion(&place, loc) else { return Ok(None) };
        self.all_of(part, &place, loc).map(Some)
    }

    /// Whether all of an object of this subprogram has been written; `None` if nobody follows it.
    pub fn whole_written(&mut self, object: ObjId, loc: Loc) -> Result<Option<ExprId>, Refusal> {
        let place = Place::Object(object);
        match self.companion(&place, loc) {
            Some(part) => self.all_of(part, &place, loc).map(Some),
            None => Ok(None),
        }
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
                let place = if self.quantifying() { place } else { self.settled(place, arg.loc) };
                found.push((*param, self.given_as(tree.object(*param).ty, place, arg.loc)?));
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

    pub(super) fn same_static_bounds(&self, one: AdaType, other: AdaType) -> bool {
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
            Some(place) => self.given_as(subtype, place, source.loc)?,
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
                ExprKind::Builtin(Builtin::Unknown | Builtin::OfBits | Builtin::Value | Builtin::Valid, _)
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
