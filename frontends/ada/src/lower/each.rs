//! Arrays whose components are made one after the other: an expression that stands for several components is evaluated
//! for each of them (RM 4.3.3 (23)), and so is what initialises a component (RM 3.3.1 (18)). Where one evaluation gives
//! another value than the next one, or does something, no formula says what the array is; a loop does.
//!
//! GNAT makes the components in the order of their indices.

use super::Refusal;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{ArrayAggregate, Expr, ExprKind, NamedComponent};
use crate::sema::types::{Kind, TypeId as AdaType};
use horn_frontend::ir::{self, BinaryOp as Ir, ExprId, TypeId, VarId};

/// What makes the component at an index.
type Make<'m, 'l, 't> = &'m mut dyn FnMut(&mut Proc<'l, 't>, &[ExprId]) -> Result<ExprId, Refusal>;

/// An array under construction.
#[derive(Clone, Copy)]
struct Made {
    var: VarId,
    array: AdaType,
    element: AdaType,
}

impl<'l, 't> Proc<'l, 't> {
    /// An array with these bounds whose components are made by default, each by itself.
    pub fn defaults_one_by_one(
        &mut self,
        ty: AdaType,
        element: AdaType,
        bounds: &[(ExprId, ExprId)],
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let bounds = self.kept_bounds(bounds, loc);
        let made = self.begin_array(ty, element, &bounds, loc)?;
        self.each_index(made, &bounds, &mut Vec::new(), &mut |this, _| this.box_component(ty, element, loc), loc)?;
        self.end_array(made, &bounds, loc)
    }

    /// Whether a part of what a type has by default may be made component by component.
    pub fn is_made_one_by_one(&self, ty: AdaType) -> bool {
        let types = &self.tree().types;
        match types.kind(ty) {
            _ if types[ty].default.is_some() => false,
            Kind::Array { element, .. } => {
                self.has_default(ty) && !self.wholly_default(*element) || self.is_made_one_by_one(*element)
            }
            Kind::Record(record) => {
                record.components.iter().any(|one| one.default.is_none() && self.is_made_one_by_one(one.ty))
            }
            _ => false,
        }
    }

    /// Whether the components of an aggregate of one dimension must be made one by one: there is no short list of those
    /// that an expression stands for which gives something else each time.
    pub fn must_go_one_by_one(
        &self,
        aggregate: &ArrayAggregate,
        (ty, element): (AdaType, AdaType),
        (low, high): (ExprId, ExprId),
    ) -> bool {
        let number = |expr: &Expr| expr.as_int().cloned();
        let ends = [low, high].map(|at| match &self.b.node(at).kind {
            ir::ExprKind::Int(value) => Some(value.clone()),
            _ => None,
        });
        let few = |low: &horn_solver::num::Int, high: &horn_solver::num::Int| {
            (high - low).to_i64().is_some_and(|length| length < super::aggregate::MAX_ITEMS)
        };
        let short = match &ends {
            [Some(low), Some(high)] => few(low, high),
            _ => false,
        };
        let listed = |named: &NamedComponent| match (&named.high, number(&named.low)) {
            _ if named.var.is_some() => false,
            (None, _) => true,
            _ if aggregate.others.is_none() && aggregate.named.len() == 1 => short,
            (Some(high), Some(low)) => number(high).is_some_and(|high| few(&low, &high)),
            _ => false,
        };
        let static_choices = aggregate
            .named
            .iter()
            .all(|named| number(&named.low).is_some() && named.high.as_ref().is_none_or(|high| number(high).is_some()));
        let named =
            aggregate.named.iter().any(|named| !listed(named) && self.varies_in(ty, named.value.as_ref(), element));
        let others = aggregate.others.as_ref().is_some_and(|value| {
            !(short && static_choices && aggregate.named.iter().all(&listed))
                && self.varies_in(ty, value.as_ref(), element)
        });
        named || others
    }

    /// An aggregate whose components are made one by one.
    pub fn aggregate_one_by_one(
        &mut self,
        aggregate: &ArrayAggregate,
        (ty, element): (AdaType, AdaType),
        bounds: &[(ExprId, ExprId)],
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let bounds = self.kept_bounds(bounds, loc);
        let made = self.begin_array(ty, element, &bounds, loc)?;
        self.level_one_by_one(aggregate, made, &bounds, &mut Vec::new(), loc)?;
        self.end_array(made, &bounds, loc)
    }

    /// The array with other components in a range, each by an evaluation of its own (RM 4.3.4 (21)).
    pub fn changed_one_by_one(
        &mut self,
        array: ExprId,
        (first, last): (ExprId, ExprId),
        value: &Expr,
        element: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        self.can_go_one_by_one(loc)?;
        let range = (self.kept(first, loc), self.kept(last, loc));
        let ty = self.b.type_of(array);
        let (low, high) = self.value_bounds(array, 0, loc);
        let bounds = [(self.kept(low, loc), self.kept(high, loc))];
        let var = self.b.temporary("components", ty, loc);
        self.b.assign(var, array, loc);
        let made = Made { var, array: element, element };
        let index = self.begin_each(range, loc);
        let component = self.component(value, element)?;
        self.make_component(made, &[index], component, loc)?;
        self.b.end_loop();
        self.end_array(made, &bounds, loc)
    }

    /// The components of an aggregate, or of the part of one for the first indices.
    fn level_one_by_one(
        &mut self,
        aggregate: &ArrayAggregate,
        made: Made,
        bounds: &[(ExprId, ExprId)],
        at: &mut Vec<ExprId>,
        loc: Loc,
    ) -> Result<(), Refusal> {
        let level = at.len();
        let whole = bounds[level];
        if level > 0 {
            let own = self.aggregate_bounds(aggregate, loc)?;
            self.check_same_bounds(own, whole, loc)?;
        }
        let mut taken = Vec::new();
        let count = i64::try_from(aggregate.positional.len()).unwrap_or(i64::MAX);
        if count > 0 {
            let offset = self.b.int(count - 1, TypeId::INT, loc);
            let last = self.b.binary(Ir::Add, whole.0, offset, TypeId::INT, loc);
            if aggregate.others.is_some() {
                self.check_positions_fit(aggregate.positional.len(), whole, loc)?;
            }
            taken.push((whole.0, last));
        }
        for (value, position) in aggregate.positional.iter().zip(0i64..) {
            let offset = self.b.int(position, TypeId::INT, loc);
            let index = self.b.binary(Ir::Add, whole.0, offset, TypeId::INT, loc);
            at.push(index);
            let done = self.part_one_by_one(Some(value), made, bounds, at, loc);
            at.pop();
            done?;
        }
        for named in &aggregate.named {
            let (first, last) = self.choice_bounds(aggregate, named, whole)?;
            let (first, last) = (self.kept(first, loc), self.kept(last, loc));
            self.check_choice_fits(aggregate, (first, last), whole, named.low.loc)?;
            taken.push((first, last));
            let index = self.begin_each((first, last), loc);
            if let Some(object) = named.var {
                let index_ty = self.tree().object(object).ty;
                let index_ty = self.ty(index_ty, loc)?;
                let value = self.at_index(index, index_ty, loc);
                self.env.insert(object, value);
            }
            at.push(index);
            let done = self.part_one_by_one(named.value.as_ref(), made, bounds, at, loc);
            at.pop();
            if let Some(object) = named.var {
                self.env.remove(&object);
            }
            done?;
            self.b.end_loop();
        }
        if let Some(value) = &aggregate.others {
            let index = self.begin_each(whole, loc);
            let mut left = self.b.bool(true, loc);
            for (first, last) in taken {
                let inside = self.b.between(index, first, last, loc);
                let outside = self.b.not(inside, loc);
                left = self.b.and(left, outside, loc);
            }
            self.b.begin_if(left, loc);
            at.push(index);
            let done = self.part_one_by_one(value.as_ref(), made, bounds, at, loc);
            at.pop();
            done?;
            self.b.end_if();
            self.b.end_loop();
        }
        Ok(())
    }

    /// What stands for an index in the dimensions so far: a component, or all those of the dimensions that are left.
    fn part_one_by_one(
        &mut self,
        value: Option<&Expr>,
        made: Made,
        bounds: &[(ExprId, ExprId)],
        at: &mut Vec<ExprId>,
        loc: Loc,
    ) -> Result<(), Refusal> {
        if let Some(Expr { kind: ExprKind::Array(inner), .. }) = value
            && inner.dimension > 0
        {
            return self.level_one_by_one(inner, made, bounds, at, loc);
        }
        let mut component = |this: &mut Proc<'l, 't>, _: &[ExprId]| match value {
            Some(value) => this.component(value, made.element),
            None => this.box_component(made.array, made.element, loc),
        };
        self.each_index(made, bounds, at, &mut component, loc)
    }

    /// Makes the components for all indices that begin with these.
    fn each_index(
        &mut self,
        made: Made,
        bounds: &[(ExprId, ExprId)],
        at: &mut Vec<ExprId>,
        make: Make<'_, 'l, 't>,
        loc: Loc,
    ) -> Result<(), Refusal> {
        let opened = bounds.len() - at.len();
        for range in &bounds[at.len()..] {
            let index = self.begin_each(*range, loc);
            at.push(index);
        }
        let value = make(self, at)?;
        self.make_component(made, at, value, loc)?;
        for _ in 0..opened {
            self.b.end_loop();
            at.pop();
        }
        Ok(())
    }

    fn make_component(&mut self, made: Made, at: &[ExprId], value: ExprId, loc: Loc) -> Result<(), Refusal> {
        let ty = self.b.var_type(made.var);
        let component = match &self.l.program.ty(ty).kind {
            ir::TypeKind::Array(array) => array.component,
            _ => return Err((loc, "array aggregate".into())),
        };
        let value = self.shape_to(value, component, loc);
        let old = self.b.var(made.var, loc);
        let new = self.b.expr(ir::ExprKind::Update(old, at.to_vec(), value), ty, loc);
        self.b.assign(made.var, new, loc);
        Ok(())
    }

    /// A loop over a range of indices; the index in it.
    fn begin_each(&mut self, (first, last): (ExprId, ExprId), loc: Loc) -> ExprId {
        let counter = self.b.temporary("index", TypeId::INT, loc);
        self.b.begin_for(None, counter, first, last, false, None, loc);
        self.b.var(counter, loc)
    }

    fn kept_bounds(&mut self, bounds: &[(ExprId, ExprId)], loc: Loc) -> Vec<(ExprId, ExprId)> {
        bounds.iter().map(|(low, high)| (self.kept(*low, loc), self.kept(*high, loc))).collect()
    }

    fn can_go_one_by_one(&self, loc: Loc) -> Result<(), Refusal> {
        if self.context.is_empty() {
            return Ok(());
        }
        Err((loc, "components made one by one in a condition that cannot contain that (RM 4.3.3)".into()))
    }

    fn begin_array(
        &mut self,
        array: AdaType,
        element: AdaType,
        bounds: &[(ExprId, ExprId)],
        loc: Loc,
    ) -> Result<Made, Refusal> {
        self.can_go_one_by_one(loc)?;
        let ty = self.aggregate_type(array, bounds, loc)?;
        let unused = self.any_component(element, loc)?;
        let kind = ir::ExprKind::Aggregate { bounds: bounds.to_vec(), others: Some(unused), items: Vec::new() };
        let value = self.b.expr(kind, ty, loc);
        let var = self.b.temporary("components", ty, loc);
        self.b.assign(var, value, loc);
        Ok(Made { var, array, element })
    }

    fn end_array(&mut self, made: Made, bounds: &[(ExprId, ExprId)], loc: Loc) -> Result<ExprId, Refusal> {
        // What is evident here need not be found for the loops.
        for ((low, high), dimension) in bounds.iter().zip(0u32..) {
            let value = self.b.var(made.var, loc);
            let (first, last) = self.value_bounds(value, dimension, loc);
            for (own, wanted) in [(first, *low), (last, *high)] {
                let same = self.b.compare(Ir::Eq, own, wanted, loc);
                self.b.assume(same, loc);
            }
        }
        Ok(self.b.var(made.var, loc))
    }
}
