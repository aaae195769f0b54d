//! Simplifying constructors for algebraic datatypes.

use super::{Op, SortId, Store, TermId};
use hashbrown::HashSet;

impl Store {
    /// Constructor number `constructor` of the datatype that is `sort`, applied to its fields.
    pub fn construct(&mut self, sort: SortId, constructor: u32, fields: &[TermId]) -> TermId {
        // match: c (s0 x) … (sn x) where x is known to be built by c is left alone: the test is not at hand here.
        self.intern(Op::Construct(constructor), fields, sort)
    }

    /// Field `field` of constructor `constructor` of a datatype term. On a term built by another constructor the
    /// value is unspecified, as in SMT-LIB.
    pub fn project(&mut self, constructor: u32, field: u32, data: TermId) -> TermId {
        if *self.op(data) == Op::Construct(constructor) {
            return self.args(data)[field as usize];
        }
        let sort = match self.datatype_of(self.sort_of(data)) {
            Some(id) => self.datatype(id).constructors[constructor as usize].fields[field as usize].sort,
            None => unreachable!("selector on a term that is no datatype"),
        };
        self.intern(Op::Project(constructor, field), &[data], sort)
    }

    /// Whether a datatype term is built by constructor `constructor`.
    pub fn test(&mut self, constructor: u32, data: TermId) -> TermId {
        if let Op::Construct(built) = self.op(data) {
            return self.bool(*built == constructor);
        }
        let single = self.datatype_of(self.sort_of(data)).is_some_and(|id| self.datatype(id).constructors.len() == 1);
        if single {
            return Store::TRUE;
        }
        self.intern(Op::Test(constructor), &[data], SortId::BOOL)
    }

    /// match: c s… = c t…      gives: s = t and …      match: c s… = d t…      gives: false
    pub(super) fn eq_data(&mut self, a: TermId, b: TermId) -> TermId {
        let mut parts = Vec::new();
        let mut pending = vec![(a, b)];
        // Two shared graphs have far fewer pairs of nodes than paths.
        let mut seen: HashSet<(TermId, TermId)> = HashSet::new();
        while let Some((a, b)) = pending.pop() {
            if a == b || !seen.insert((a, b)) {
                continue;
            }
            if self.is_value(a) && self.is_value(b) {
                return Store::FALSE;
            }
            match (self.op(a), self.op(b)) {
                (Op::Construct(c), Op::Construct(d)) if c != d => return Store::FALSE,
                (Op::Construct(_), Op::Construct(_)) => {
                    let fields: Vec<_> = self.args(a).iter().copied().zip(self.args(b).iter().copied()).collect();
                    for (x, y) in fields {
                        if self.datatype_of(self.sort_of(x)).is_some() {
                            pending.push((x, y));
                        } else {
                            let eq = self.eq(x, y);
                            if eq == Store::FALSE {
                                return eq;
                            }
                            parts.push(eq);
                        }
                    }
                }
                // match: nullary constructor = t      gives: is-c t, the smaller and more useful literal
                (Op::Construct(c), _) if self.args(a).is_empty() => {
                    let c = *c;
                    parts.push(self.test(c, b));
                }
                (_, Op::Construct(c)) if self.args(b).is_empty() => {
                    let c = *c;
                    parts.push(self.test(c, a));
                }
                _ => parts.push(self.eq_plain(a, b)),
            }
        }
        self.and(&parts)
    }
}
