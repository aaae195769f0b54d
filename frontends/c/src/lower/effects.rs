//! What an expression changes: whether it changes anything at all, and whether it does so without an order that the
//! language fixes (C11 6.5p2), which is refused.

use super::function::Proc;
use super::memory::{Binding, Region, places};
use super::{Res, refuse};
use crate::ctype::TagKind;
use crate::typed::{Ex, Kind, Unit};
use std::collections::BTreeSet;

/// For each expression whether evaluating it changes anything, calls something, or is not modelled.
pub(crate) fn table(unit: &Unit) -> Vec<bool> {
    let mut table = Vec::with_capacity(unit.exprs.len());
    for expr in &unit.exprs {
        // Functions of numbers only give a value.
        let pure = |callee| {
            let function = unit.function(callee);
            function.body.is_none() && !function.implicit && crate::math::is_known(&function.name)
        };
        let own = matches!(
            expr.kind,
            Kind::Assign(..)
                | Kind::Update(..)
                | Kind::Call(..)
                | Kind::CallThrough(..)
                | Kind::Block(..)
                | Kind::Assert(..)
                | Kind::Unsupported(_)
        ) && !matches!(expr.kind, Kind::Call(callee, _) if pure(callee));
        let volatile = matches!(expr.kind, Kind::Object(object) if unit.object(object).volatile);
        let mut any = own || volatile;
        expr.kind.operands(|operand: Ex| any |= table.get(operand.index()).copied().unwrap_or(true));
        table.push(any);
    }
    table
}

/// Whether a member of a union is named anywhere. Headers declare unions that no program uses.
pub(crate) fn names_members_of_unions(unit: &Unit) -> bool {
    unit.exprs.iter().any(|expr| match expr.kind {
        Kind::Member(inner, _) => {
            let tag = unit.types.aggregate(unit.ty(inner));
            tag.is_some_and(|tag| unit.types.tag(tag).kind == TagKind::Union)
        }
        _ => false,
    })
}

/// Objects and members of objects; `None` among them is any memory.
type Objects = BTreeSet<Option<Region>>;

#[derive(Default)]
struct Touched {
    reads: Objects,
    writes: Objects,
}

fn meets(a: &Objects, b: &Objects) -> bool {
    if a.is_empty() || b.is_empty() {
        return false;
    }
    let all = a.contains(&None) || b.contains(&None);
    all || a.iter().flatten().any(|x| b.iter().flatten().any(|y| x.overlaps(y)))
}

impl Touched {
    fn with(mut self, other: Touched) -> Touched {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self
    }

    fn conflicts(&self, other: &Touched) -> bool {
        meets(&self.writes, &other.reads) || meets(&self.writes, &other.writes) || meets(&self.reads, &other.writes)
    }
}

impl Proc<'_, '_> {
    /// Refuses a full expression with two changes of one object, or a change and a use, that are not sequenced.
    pub fn order(&self, ex: Ex) -> Res<()> {
        let mut inside = false;
        self.unit.expr(ex).kind.operands(|operand| inside |= self.l.effects[operand.index()]);
        if inside { self.touched(ex).map(drop) } else { Ok(()) }
    }

    fn object_of(&self, lvalue: Ex) -> Objects {
        // Members of unions lie on top of each other.
        let apart = !self.l.members_of_unions;
        match self.denoted(lvalue) {
            Binding::Unknown => BTreeSet::from([None]),
            Binding::Some(all) => {
                let part = |region: Region| if apart { region } else { Region { path: Vec::new(), ..region } };
                all.into_iter().map(|region| Some(part(region))).collect()
            }
        }
    }

    /// The objects and members that an lvalue denotes, whatever the indexes: an element of an array that is named here
    /// is a part of that array, also where nothing is known of a pointer to it (`p->cells[p->head++]`). What leads out
    /// of the array is a failing check.
    fn denoted(&self, lvalue: Ex) -> Binding {
        let (mut path, mut at) = (Vec::new(), lvalue);
        loop {
            match &self.unit.expr(at).kind {
                Kind::Member(inner, member) => {
                    path.push(*member);
                    at = *inner;
                }
                Kind::Deref(pointer) => match self.element_of(*pointer) {
                    Some(array) => at = array,
                    None => break,
                },
                _ => break,
            }
        }
        match places(self.unit, at, &self.pointers) {
            Binding::Unknown => Binding::Unknown,
            Binding::Some(all) => Binding::Some(
                all.into_iter()
                    .map(|mut region| {
                        region.path.extend(path.iter().rev());
                        region
                    })
                    .collect(),
            ),
        }
    }

    /// The array or object, an lvalue, whose address a pointer is made of by indexes alone.
    fn element_of(&self, pointer: Ex) -> Option<Ex> {
        let mut at = pointer;
        loop {
            match &self.unit.expr(at).kind {
                Kind::PtrAdd(inner, ..) => at = *inner,
                Kind::Decay(lvalue) | Kind::AddressOf(lvalue) => return Some(*lvalue),
                _ => return None,
            }
        }
    }

    /// What the address of an lvalue is computed from.
    fn address(&self, lvalue: Ex) -> Res<Touched> {
        match &self.unit.expr(lvalue).kind {
            Kind::Member(inner, _) => self.address(*inner),
            Kind::Deref(pointer) => self.touched(*pointer),
            Kind::Object(_) => Ok(Touched::default()),
            _ => self.touched(lvalue),
        }
    }

    /// What the value that is assigned is computed from, behind a chain of assignments.
    fn behind(&self, assignment: Ex) -> Res<Touched> {
        let mut all = Touched::default();
        let Some((targets, value)) = self.unit.chain(assignment) else { return Ok(all) };
        for target in targets {
            all = all.with(self.address(target)?);
        }
        Ok(all.with(self.touched(value)?))
    }

    fn touched(&self, ex: Ex) -> Res<Touched> {
        let node = self.unit.expr(ex);
        Ok(match &node.kind {
            Kind::Load(lvalue) => {
                let mut all = self.address(*lvalue)?;
                all.reads.extend(self.object_of(*lvalue));
                all
            }
            Kind::Decay(lvalue) | Kind::AddressOf(lvalue) => self.address(*lvalue)?,
            Kind::Assign(target, value) | Kind::Update(target, _, value, _) => {
                let (address, value) = (self.address(*target)?, self.touched(*value)?);
                let own = self.object_of(*target);
                let behind = self.behind(ex)?;
                if address.conflicts(&value) || meets(&own, &address.writes) || meets(&own, &behind.writes) {
                    return refuse(node.loc, "an object that is changed twice, or changed and used, without an order");
                }
                let mut all = address.with(value);
                all.writes.extend(own);
                all
            }
            Kind::And(a, b) | Kind::Or(a, b) | Kind::Comma(a, b) => self.touched(*a)?.with(self.touched(*b)?),
            Kind::Conditional(c, a, b) => {
                let mut all = self.touched(*c)?;
                for branch in a.iter().chain([b]) {
                    all = all.with(self.touched(*branch)?);
                }
                all
            }
            _ => {
                let mut operands = Vec::new();
                node.kind.operands(|operand| operands.push(operand));
                let mut all = Touched::default();
                for operand in operands {
                    let next = self.touched(operand)?;
                    if all.conflicts(&next) {
                        let what = "an object that is changed twice, or changed and used, without an order";
                        return refuse(node.loc, what);
                    }
                    all = all.with(next);
                }
                all
            }
        })
    }
}
