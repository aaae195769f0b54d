//! What a function's code does to its objects: which ones it changes and when last, what it allocates, which code may
//! run more than once.

use super::function::Proc;
use super::memory;
use super::memory::Root;
use crate::ctype::{CType, Length};
use crate::typed::{Ex, Kind, Label, ObjId, Op, OpKind, Storage};
use std::collections::{BTreeMap, BTreeSet};

/// Arrays up to this length whose indexes are all constants become variables, one for each element.
const SPLIT: u64 = 16;

impl Proc<'_, '_> {
    /// Which objects the code changes or gives the address of; arrays with constant indexes are split.
    pub fn survey(&mut self, code: &[Op]) -> BTreeSet<ObjId> {
        let mut changed = BTreeSet::new();
        let mut uses: BTreeMap<ObjId, usize> = BTreeMap::new();
        let mut constant: BTreeMap<ObjId, usize> = BTreeMap::new();
        for (at, op) in code.iter().enumerate() {
            if let OpKind::Declare(object, _) = op.kind {
                let last = self.changes.entry(object).or_default();
                *last = at.max(*last);
            }
            let mut todo = op.kind.roots();
            while let Some(ex) = todo.pop() {
                match &self.unit.expr(ex).kind {
                    Kind::Object(object) => *uses.entry(*object).or_default() += 1,
                    Kind::Assign(target, _) | Kind::Update(target, ..) => {
                        if let Some(object) = self.base(*target) {
                            changed.insert(object);
                            let last = self.changes.entry(object).or_default();
                            *last = at.max(*last);
                        }
                    }
                    Kind::AddressOf(target) | Kind::Decay(target) => {
                        // `&a[1]` is no access to the element.
                        if let (Kind::AddressOf(_), Some((object, _))) =
                            (&self.unit.expr(ex).kind, self.split_access(*target))
                        {
                            *uses.entry(object).or_default() += 1;
                        }
                        if let Some(object) = self.base(*target) {
                            changed.insert(object);
                            self.changes.insert(object, usize::MAX);
                        }
                    }
                    Kind::Deref(_) => {
                        if let Some((object, index)) = self.split_access(ex)
                            && self.splittable(object).is_some_and(|length| index < length)
                        {
                            *constant.entry(object).or_default() += 1;
                        }
                    }
                    Kind::Convert(inner) => {
                        if let (Kind::Call(callee, _), Some(to)) =
                            (&self.unit.expr(*inner).kind, self.unit.types.object_pointee(self.unit.ty(ex)))
                            && self.unit.function(*callee).body.is_none()
                            && crate::library::allocates(&self.unit.function(*callee).name)
                        {
                            let again = self.repeated.get(at).copied().unwrap_or(true);
                            self.announce(*inner, to, again);
                        }
                    }
                    _ => {}
                }
                self.unit.expr(ex).kind.operands(|operand| todo.push(operand));
            }
        }
        // What initialisers point to.
        let unit = self.unit;
        let parts = unit.objects.iter().filter_map(|object| object.init.as_ref()).flat_map(|init| &init.parts);
        let mut todo: Vec<Ex> = parts.map(|(_, value)| *value).collect();
        while let Some(ex) = todo.pop() {
            if let Kind::Object(object) = unit.expr(ex).kind {
                *uses.entry(object).or_default() += 1;
            }
            unit.expr(ex).kind.operands(|operand| todo.push(operand));
        }
        for (object, count) in constant {
            if uses.get(&object) != Some(&count) {
                continue;
            }
            let (Some(length), entry) = (self.splittable(object), self.unit.object(object)) else { continue };
            let (element, _) = self.l.dimensions(entry.ty);
            let Ok(ty) = self.l.ty(element, entry.loc) else { continue };
            for at in 0..length {
                let var = self.b.local(format!("{}[{at}]", entry.name), ty, entry.loc);
                self.split.insert((object, at), var);
            }
        }
        changed
    }

    /// Allocations whose results become pointers to objects of a type only later, by a conversion.
    pub fn infer_elements(&mut self, code: &[Op]) {
        let calls = |ex: Ex| -> Vec<Ex> {
            let (mut found, mut todo) = (Vec::new(), vec![ex]);
            while let Some(ex) = todo.pop() {
                if matches!(&self.unit.expr(ex).kind, Kind::Call(callee, _)
                    if crate::library::allocates(&self.unit.function(*callee).name))
                {
                    found.push(ex);
                }
                self.unit.expr(ex).kind.operands(|operand| todo.push(operand));
            }
            found
        };
        let mut again = BTreeMap::new();
        for (at, op) in code.iter().enumerate() {
            let repeated = self.repeated.get(at).copied().unwrap_or(true);
            again.extend(op.kind.roots().into_iter().flat_map(calls).map(|call| (call, repeated)));
        }
        let mut todo: Vec<Ex> = code.iter().flat_map(|op| op.kind.roots()).collect();
        todo.reverse();
        while let Some(ex) = todo.pop() {
            if let (Kind::Convert(inner), Some(to)) =
                (&self.unit.expr(ex).kind, self.unit.types.object_pointee(self.unit.ty(ex)))
                && !matches!(self.unit.types.get(to), CType::Void)
                && self.unit.types.object_pointee(self.unit.ty(*inner)).is_some()
                && let memory::Binding::Some(all) = memory::regions(self.unit, *inner, &self.pointers)
            {
                for region in all {
                    if let (Root::Heap(call), true) = (region.root, region.path.is_empty()) {
                        self.announce(call, to, again.get(&call).copied().unwrap_or(true));
                    }
                }
            }
            let start = todo.len();
            self.unit.expr(ex).kind.operands(|operand| todo.push(operand));
            todo[start..].reverse();
        }
    }

    /// The variable whose value an expression is, if it keeps that value from here on.
    pub fn settled(&self, ex: Ex) -> Option<ObjId> {
        let Kind::Load(lvalue) = self.unit.expr(ex).kind else { return None };
        let Kind::Object(object) = self.unit.expr(lvalue).kind else { return None };
        let entry = self.unit.object(object);
        let own = !self.l.is_static(object) || self.l.is_local(object, self.function);
        let kept = self.changes.get(&object).is_none_or(|last| *last < self.at);
        let once = !self.repeated.get(self.at).copied().unwrap_or(true);
        let number = self.unit.types.int_kind(entry.ty).is_some_and(|kind| kind != crate::ctype::IntKind::Bool);
        (own && kept && once && number && entry.unsupported.is_none()).then_some(object)
    }

    /// The length of an array that may become variables.
    fn splittable(&self, object: ObjId) -> Option<u64> {
        let entry = self.unit.object(object);
        let own =
            entry.storage == Storage::Automatic || self.l.is_static(object) && self.l.is_local(object, self.function);
        let CType::Array(element, Length::Fixed(length)) = *self.unit.types.get(entry.ty) else { return None };
        let scalar = self.unit.types.is_arithmetic(element) && entry.unsupported.is_none();
        (own && scalar && (1..=SPLIT).contains(&length)).then_some(length)
    }

    fn base(&self, lvalue: Ex) -> Option<ObjId> {
        let mut at = lvalue;
        loop {
            match &self.unit.expr(at).kind {
                Kind::Object(object) => return Some(*object),
                Kind::Member(inner, _) => at = *inner,
                _ => return None,
            }
        }
    }
}

/// The labels that a piece of code may jump to.
pub(super) fn jumps(kind: &OpKind) -> Vec<Label> {
    match kind {
        OpKind::Goto(label) => vec![*label],
        OpKind::Branch(_, yes, no) => vec![*yes, *no],
        OpKind::Switch(_, cases, otherwise) => cases.iter().map(|(_, _, label)| *label).chain([*otherwise]).collect(),
        _ => Vec::new(),
    }
}

/// Whether a run comes from a piece of code to the next one.
pub(super) fn goes_on(kind: &OpKind) -> bool {
    !matches!(
        kind,
        OpKind::Goto(_) | OpKind::Branch(..) | OpKind::Switch(..) | OpKind::Return(_) | OpKind::Unsupported(_)
    )
}

/// Where the labels of a function stand.
pub(super) fn label_places(code: &[Op]) -> BTreeMap<Label, usize> {
    let label = |(at, op): (usize, &Op)| match op.kind {
        OpKind::Label(label) => Some((label, at)),
        _ => None,
    };
    code.iter().enumerate().filter_map(label).collect()
}

/// For each piece of code whether a jump leads back over it.
pub(super) fn repeated(code: &[Op]) -> Vec<bool> {
    let places = label_places(code);
    let mut ends = vec![0i64; code.len() + 1];
    for (at, op) in code.iter().enumerate() {
        for label in jumps(&op.kind) {
            if let Some(target) = places.get(&label).filter(|target| **target <= at) {
                ends[*target] += 1;
                ends[at + 1] -= 1;
            }
        }
    }
    let mut open = 0;
    ends.iter()
        .take(code.len())
        .map(|change| {
            open += change;
            open > 0
        })
        .collect()
}
