//! Changes without an order (C11 6.5p2) in expressions that calls are taken out of: what is taken out gets an order, so
//! that nobody could see it behind that. Nothing is known of pointers here: what is behind one is any object whose
//! address is taken.

use crate::ctype::TagKind;
use crate::typed::{Ex, Kind, ObjId, Unit};
use std::collections::BTreeSet;

/// A part of a variable, or (`None`) any memory that pointers lead to.
type Part = Option<(ObjId, Vec<u32>)>;

/// What an expression reads and writes.
#[derive(Default)]
struct Touched {
    reads: BTreeSet<Part>,
    writes: BTreeSet<Part>,
}

impl Touched {
    fn take(&mut self, other: Touched) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
    }
}

/// The variables whose addresses are taken, arrays among them.
pub(super) fn reachable(unit: &Unit) -> BTreeSet<ObjId> {
    let mut found = BTreeSet::new();
    for expr in &unit.exprs {
        let (Kind::Decay(mut at) | Kind::AddressOf(mut at)) = expr.kind else { continue };
        while let Kind::Member(inner, _) = unit.expr(at).kind {
            at = inner;
        }
        if let Kind::Object(object) = unit.expr(at).kind {
            found.insert(object);
        }
    }
    found
}

/// The order of changes in the expressions of a unit.
pub(super) struct Order<'u> {
    pub unit: &'u Unit,
    pub reachable: &'u BTreeSet<ObjId>,
}

impl Order<'_> {
    /// Whether an object is changed twice, or changed and used, without an order.
    pub fn is_open(&self, ex: Ex) -> bool {
        self.touched(ex).is_none()
    }

    fn overlap(&self, a: &Part, b: &Part) -> bool {
        match (a, b) {
            (None, None) => true,
            (None, Some((object, _))) | (Some((object, _)), None) => self.reachable.contains(object),
            (Some((a, x)), Some((b, y))) => a == b && (x.starts_with(y) || y.starts_with(x)),
        }
    }

    fn meet(&self, a: &BTreeSet<Part>, b: &BTreeSet<Part>) -> bool {
        a.iter().any(|a| b.iter().any(|b| self.overlap(a, b)))
    }

    fn conflict(&self, a: &Touched, b: &Touched) -> bool {
        self.meet(&a.writes, &b.reads) || self.meet(&a.writes, &b.writes) || self.meet(&a.reads, &b.writes)
    }

    /// The part that an lvalue denotes, whatever the indexes.
    fn part(&self, lvalue: Ex) -> Part {
        let (mut path, mut at) = (Vec::new(), lvalue);
        loop {
            match self.unit.expr(at).kind {
                Kind::Object(object) => {
                    path.reverse();
                    return Some((object, path));
                }
                Kind::Member(inner, member) => {
                    path.push(member);
                    let tag = self.unit.types.aggregate(self.unit.ty(inner));
                    if tag.is_some_and(|tag| self.unit.types.tag(tag).kind == TagKind::Union) {
                        // Its members lie on top of each other.
                        path.clear();
                    }
                    at = inner;
                }
                Kind::Deref(mut pointer) => {
                    at = loop {
                        match self.unit.expr(pointer).kind {
                            Kind::PtrAdd(inner, ..) => pointer = inner,
                            Kind::Decay(lvalue) | Kind::AddressOf(lvalue) => break lvalue,
                            _ => return None,
                        }
                    };
                }
                _ => return None,
            }
        }
    }

    /// What the address of an lvalue is computed from.
    fn address(&self, lvalue: Ex) -> Option<Touched> {
        match self.unit.expr(lvalue).kind {
            Kind::Member(inner, _) => self.address(inner),
            Kind::Deref(pointer) => self.touched(pointer),
            Kind::Object(_) => Some(Touched::default()),
            _ => self.touched(lvalue),
        }
    }

    /// What the value that is assigned is computed from, behind a chain of assignments.
    fn behind(&self, assignment: Ex) -> Option<Touched> {
        let mut all = Touched::default();
        let Some((targets, value)) = self.unit.chain(assignment) else { return Some(all) };
        for target in targets {
            all.take(self.address(target)?);
        }
        all.take(self.touched(value)?);
        Some(all)
    }

    /// What an expression touches; `None` without an order.
    fn touched(&self, ex: Ex) -> Option<Touched> {
        let kind = &self.unit.expr(ex).kind;
        let mut all = Touched::default();
        match kind {
            Kind::Load(lvalue) => {
                all = self.address(*lvalue)?;
                all.reads.insert(self.part(*lvalue));
            }
            Kind::Decay(lvalue) | Kind::AddressOf(lvalue) => all = self.address(*lvalue)?,
            Kind::Assign(target, value) | Kind::Update(target, _, value, _) => {
                let (address, value) = (self.address(*target)?, self.touched(*value)?);
                let own = BTreeSet::from([self.part(*target)]);
                let behind = self.behind(ex)?;
                if self.conflict(&address, &value)
                    || self.meet(&own, &address.writes)
                    || self.meet(&own, &behind.writes)
                {
                    return None;
                }
                all.take(address);
                all.take(value);
                all.writes.extend(own);
            }
            Kind::And(..) | Kind::Or(..) | Kind::Comma(..) | Kind::Conditional(..) => {
                for operand in self.operands(kind) {
                    all.take(self.touched(operand)?);
                }
            }
            _ => {
                for operand in self.operands(kind) {
                    let next = self.touched(operand)?;
                    if self.conflict(&all, &next) {
                        return None;
                    }
                    all.take(next);
                }
            }
        }
        Some(all)
    }

    fn operands(&self, kind: &Kind) -> Vec<Ex> {
        let mut operands = Vec::new();
        kind.operands(|operand| operands.push(operand));
        operands
    }
}
