//! Measures of values of recursive datatypes: numbers defined by recursion over the structure, for invariants like "the
//! reversed list is as long as the list".
//!
//! The datatypes that a datatype refers to and that refer back to it are its *family* (one datatype alone in most
//! cases). A constructor with a field of the family is *recursive*. Below, a value's *nodes* are the constructor
//! applications in it that are reached through fields of the family.

use super::{DatatypeId, Op, SortId, Store, TermId, Value};
use crate::num::Int;
use hashbrown::{HashMap, HashSet};

/// A number that belongs to every value of a recursive datatype. The set is closed: what each means is fixed here and
/// nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// How many of the nodes are applications of recursive constructors: the length of a list, the value of a Peano
    /// number.
    Size,
    /// The sum over all nodes of their integer fields, and of the sizes of their fields of other recursive datatypes.
    Sum,
}

/// What a field adds to a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Nothing.
    Nothing,
    /// Itself: it is an integer.
    Itself,
    /// A measure of it.
    Measure(Measure),
}

impl Measure {
    /// All measures.
    pub const ALL: [Measure; 2] = [Measure::Size, Measure::Sum];

    /// The name in printed models.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Size => "size",
            Measure::Sum => "sum",
        }
    }
}

impl Store {
    /// The datatypes that refer to `id` and that it refers to, itself included, by number; `None` if it is not
    /// recursive.
    pub fn family(&self, id: DatatypeId) -> Option<Vec<DatatypeId>> {
        // What it refers to, and who refers to each of these.
        let mut users: HashMap<DatatypeId, Vec<DatatypeId>> = HashMap::new();
        let mut below: HashSet<DatatypeId> = HashSet::from([id]);
        let mut stack = vec![id];
        while let Some(next) = stack.pop() {
            for field in self.datatype(next).constructors.iter().flat_map(|c| &c.fields) {
                let Some(other) = self.datatype_of(field.sort) else { continue };
                users.entry(other).or_default().push(next);
                if below.insert(other) {
                    stack.push(other);
                }
            }
        }
        // Those of them that refer back.
        let mut family: HashSet<DatatypeId> = HashSet::new();
        let mut stack = vec![id];
        while let Some(next) = stack.pop() {
            for &user in users.get(&next).into_iter().flatten() {
                if family.insert(user) {
                    stack.push(user);
                }
            }
        }
        let mut family: Vec<DatatypeId> = family.into_iter().collect();
        family.sort_unstable();
        family.contains(&id).then_some(family)
    }

    /// Whether the sort is a recursive datatype, so that its values have measures.
    pub fn is_recursive(&self, sort: SortId) -> bool {
        self.datatype_of(sort).is_some_and(|id| self.family(id).is_some())
    }

    /// The measures of a sort that say something: none for what is not a recursive datatype, the sum only where there
    /// is something to add.
    pub fn measures(&self, sort: SortId) -> Vec<Measure> {
        let Some(family) = self.datatype_of(sort).and_then(|id| self.family(id)) else { return Vec::new() };
        let counts = |measure: Measure| {
            family.iter().any(|&id| {
                let constructors = 0..self.datatype(id).constructors.len() as u32;
                constructors.into_iter().any(|c| {
                    let (weight, shares) = self.shares(measure, id, c);
                    let adds = |s: &Share| !matches!(s, Share::Nothing) && *s != Share::Measure(measure);
                    weight > 0 || shares.iter().any(adds)
                })
            })
        };
        Measure::ALL.into_iter().filter(|&m| counts(m)).collect()
    }

    /// What an application of a constructor of a recursive datatype measures: a constant, and what each field adds.
    pub fn shares(&self, measure: Measure, id: DatatypeId, constructor: u32) -> (i64, Vec<Share>) {
        let family = self.family(id).unwrap_or_default();
        let fields = &self.datatype(id).constructors[constructor as usize].fields;
        let own = |sort: SortId| self.datatype_of(sort).is_some_and(|other| family.contains(&other));
        let weight = i64::from(measure == Measure::Size && fields.iter().any(|f| own(f.sort)));
        let share = |sort: SortId| {
            if own(sort) {
                return Share::Measure(measure);
            }
            match measure {
                Measure::Size => Share::Nothing,
                Measure::Sum if sort == SortId::INT => Share::Itself,
                Measure::Sum if self.is_recursive(sort) => Share::Measure(Measure::Size),
                Measure::Sum => Share::Nothing,
            }
        };
        (weight, fields.iter().map(|f| share(f.sort)).collect())
    }

    /// Whether two values of the sort with the same size are the same: every node has at most one field, which is of
    /// the family, and there is one constructor of each kind (Peano numbers).
    pub fn is_counter(&self, sort: SortId) -> bool {
        let Some(id) = self.datatype_of(sort) else { return false };
        let constructors = &self.datatype(id).constructors;
        constructors.len() == 2
            && constructors.iter().any(|c| c.fields.is_empty())
            && constructors.iter().any(|c| c.fields.len() == 1 && c.fields[0].sort == sort)
    }

    /// A measure of a term of a recursive datatype.
    pub fn measure(&mut self, measure: Measure, data: TermId) -> TermId {
        // match: m (c s …)      gives: its constant + what the fields add; the constructors on top are few, the stack
        // is explicit all the same
        let mut constant = 0;
        let mut parts = Vec::new();
        let mut pending = vec![(measure, data)];
        while let Some((measure, data)) = pending.pop() {
            let Some(id) = self.datatype_of(self.sort_of(data)) else { continue };
            let Op::Construct(constructor) = *self.op(data) else {
                parts.push(self.intern(Op::Measure(measure), &[data], SortId::INT));
                continue;
            };
            let (weight, shares) = self.shares(measure, id, constructor);
            constant += weight;
            for (share, &field) in shares.iter().zip(self.args(data)) {
                match share {
                    Share::Nothing => {}
                    Share::Itself => parts.push(field),
                    Share::Measure(other) => pending.push((*other, field)),
                }
            }
        }
        parts.push(self.int(constant));
        self.add(&parts)
    }

    /// A measure of a value of the given sort.
    pub fn measure_of(&self, measure: Measure, sort: SortId, value: &Value) -> Option<Int> {
        // Parts that are shared are measured once, and counted as often as they occur.
        let mut known: HashMap<(Measure, SortId, usize, u32), Int> = HashMap::new();
        let mut stack = vec![(measure, sort, value, false)];
        loop {
            let (measure, sort, value, expanded) = stack.pop()?;
            let (Value::Data(constructor, values), Some(id)) = (value, self.datatype_of(sort)) else { return None };
            let key = |measure, sort, value: &Value| match value {
                Value::Data(constructor, fields) => Some((measure, sort, fields.address(), *constructor)),
                _ => None,
            };
            let this = key(measure, sort, value)?;
            let (weight, shares) = self.shares(measure, id, *constructor);
            let fields = &self.datatype(id).constructors[*constructor as usize].fields;
            if !expanded {
                stack.push((measure, sort, value, true));
                for ((share, field), value) in shares.iter().zip(fields).zip(values.iter()) {
                    if let Share::Measure(other) = share
                        && !known.contains_key(&key(*other, field.sort, value)?)
                    {
                        stack.push((*other, field.sort, value, false));
                    }
                }
                continue;
            }
            let mut sum = Int::from(weight);
            for ((share, field), value) in shares.iter().zip(fields).zip(values.iter()) {
                match (share, value) {
                    (Share::Nothing, _) => {}
                    (Share::Itself, Value::Int(number)) => sum = &sum + number,
                    (Share::Itself, _) => return None,
                    (Share::Measure(other), _) => sum = &sum + known.get(&key(*other, field.sort, value)?)?,
                }
            }
            if stack.is_empty() {
                return Some(sum);
            }
            known.insert(this, sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Assignment, Constructor, Field, evaluate};
    use super::*;

    fn field(name: &str, sort: SortId) -> Field {
        Field { name: name.into(), sort }
    }

    fn constructor(name: &str, fields: Vec<Field>) -> Constructor {
        Constructor { name: name.into(), fields }
    }

    /// Peano numbers, lists of them, and trees of integers.
    fn sorts(s: &mut Store) -> (SortId, SortId, SortId) {
        let (id, nat) = s.declare_datatype("Nat");
        s.define_datatype(id, vec![constructor("Z", vec![]), constructor("S", vec![field("p", nat)])]);
        let (id, list) = s.declare_datatype("List");
        s.define_datatype(
            id,
            vec![constructor("nil", vec![]), constructor("cons", vec![field("head", nat), field("tail", list)])],
        );
        let (id, tree) = s.declare_datatype("Tree");
        let fields = vec![field("left", tree), field("label", SortId::INT), field("right", tree)];
        s.define_datatype(id, vec![constructor("leaf", vec![]), constructor("node", fields)]);
        (nat, list, tree)
    }

    #[test]
    fn constructors_are_measured_at_once() {
        let mut s = Store::new();
        let (nat, list, tree) = sorts(&mut s);
        assert_eq!(s.measures(nat), vec![Measure::Size]);
        assert_eq!(s.measures(list), vec![Measure::Size, Measure::Sum]);
        assert_eq!(s.measures(tree), vec![Measure::Size, Measure::Sum]);
        assert!(s.is_counter(nat) && !s.is_counter(list) && !s.is_counter(tree));
        let (x, l) = (s.var(0, nat), s.var(1, list));
        let successor = s.construct(nat, 1, &[x]);
        let longer = s.construct(list, 1, &[successor, l]);
        // |cons (S x) l| = 1 + |l|, and its sum 1 + |x| + sum l.
        let (size, one) = (s.measure(Measure::Size, longer), s.int(1));
        let rest = s.measure(Measure::Size, l);
        assert_eq!(size, s.add(&[one, rest]));
        let sum = s.measure(Measure::Sum, longer);
        let (head, tail) = (s.measure(Measure::Size, x), s.measure(Measure::Sum, l));
        assert_eq!(sum, s.add(&[one, head, tail]));
    }

    #[test]
    fn terms_and_values_agree() {
        let mut s = Store::new();
        let (_, _, tree) = sorts(&mut s);
        let t = s.var(0, tree);
        let (five, two) = (s.int(5), s.int(2));
        let node = s.construct(tree, 1, &[t, five, t]);
        let twice = s.construct(tree, 1, &[node, two, t]);
        let leaf = Value::Data(0, vec![].into());
        let small = Value::Data(1, vec![leaf.clone(), Value::Int(Int::from(7)), leaf].into());
        let at = Assignment::from_values([small]);
        for measure in Measure::ALL {
            let term = s.measure(measure, twice);
            let value = evaluate(&s, twice, &at).expect("a value");
            let direct = s.measure_of(measure, tree, &value).map(Value::Int);
            assert_eq!(evaluate(&s, term, &at), direct);
            let expected = if measure == Measure::Size { 5 } else { 28 };
            assert_eq!(direct, Some(Value::Int(Int::from(expected))));
        }
    }
}
