//! [`Fields`]: the fields of a constructor value, shared.
//!
//! A list is as deep as it is long, and a value whose parts are shared can be a tree of 2^40 nodes. So nothing here
//! recurses with the depth, and no pair of nodes is compared twice.

use super::Value;
use hashbrown::HashSet;
use std::cmp::Ordering;
use std::ops::Deref;
use std::sync::Arc;

/// The fields of a constructor, in order.
#[derive(Clone, Debug)]
pub struct Fields(Arc<[Value]>);

impl Fields {
    /// What tells shared fields from equal ones, as long as they live.
    pub fn address(&self) -> usize {
        self.0.as_ptr() as usize
    }
}

impl Deref for Fields {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl From<Vec<Value>> for Fields {
    fn from(fields: Vec<Value>) -> Fields {
        Fields(fields.into())
    }
}

impl<const N: usize> From<[Value; N]> for Fields {
    fn from(fields: [Value; N]) -> Fields {
        Fields(fields.into())
    }
}

impl PartialEq for Fields {
    fn eq(&self, other: &Fields) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fields {}

impl PartialOrd for Fields {
    fn partial_cmp(&self, other: &Fields) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fields {
    fn cmp(&self, other: &Fields) -> Ordering {
        compare(self, other)
    }
}

/// How many pairs are compared before those that were seen are remembered.
const FEW: usize = 64;

enum Item<'a> {
    Pair(&'a Value, &'a Value),
    Known(Ordering),
}

/// The lexicographic order of two lists of fields.
fn compare(a: &Fields, b: &Fields) -> Ordering {
    if Arc::ptr_eq(&a.0, &b.0) {
        return Ordering::Equal;
    }
    let mut stack: Vec<Item<'_>> = Vec::new();
    push(&mut stack, a, b);
    let mut seen: HashSet<(usize, usize)> = HashSet::new();
    let mut steps = 0;
    while let Some(item) = stack.pop() {
        let (a, b) = match item {
            Item::Known(Ordering::Equal) => continue,
            Item::Known(order) => return order,
            Item::Pair(a, b) => (a, b),
        };
        match (a, b) {
            (Value::Data(c, x), Value::Data(d, y)) => {
                if c != d {
                    return c.cmp(d);
                }
                steps += 1;
                // What was met before was found equal, or the search would have ended there.
                if x.address() != y.address() && (steps < FEW || seen.insert((x.address(), y.address()))) {
                    push(&mut stack, x, y);
                }
            }
            (Value::Array(x), Value::Array(y)) => {
                if Arc::ptr_eq(x, y) {
                    continue;
                }
                stack.push(Item::Known(x.entries.len().cmp(&y.entries.len())));
                for ((i, v), (j, w)) in x.entries.iter().zip(&y.entries).rev() {
                    stack.extend([Item::Pair(v, w), Item::Pair(i, j)]);
                }
                stack.push(Item::Pair(&x.default, &y.default));
            }
            (a, b) => match a.cmp(b) {
                Ordering::Equal => {}
                order => return order,
            },
        }
    }
    Ordering::Equal
}

fn push<'a>(stack: &mut Vec<Item<'a>>, a: &'a [Value], b: &'a [Value]) {
    stack.push(Item::Known(a.len().cmp(&b.len())));
    stack.extend(a.iter().zip(b).rev().map(|(a, b)| Item::Pair(a, b)));
}

impl Drop for Fields {
    fn drop(&mut self) {
        let deep = |value: &Value| matches!(value, Value::Data(_, inner) if !inner.is_empty());
        let mut parts: Vec<Value> = Vec::new();
        let take = |fields: &mut Fields, parts: &mut Vec<Value>| {
            // Where somebody else holds the fields, they stay.
            let Some(fields) = Arc::get_mut(&mut fields.0) else { return };
            for field in fields.iter_mut().filter(|field| deep(field)) {
                parts.push(std::mem::replace(field, Value::Bool(false)));
            }
        };
        take(self, &mut parts);
        while let Some(mut part) = parts.pop() {
            if let Value::Data(_, fields) = &mut part {
                take(fields, &mut parts);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Int;

    fn list(length: i64) -> Value {
        (0..length).fold(Value::Data(0, [].into()), |tail, i| Value::Data(1, [Value::Int(Int::from(i)), tail].into()))
    }

    #[test]
    fn deep_values_are_compared_and_dropped() {
        let (a, b, c) = (list(300_000), list(300_000), list(299_999));
        assert!(a == b && a != c);
        assert_eq!(a.cmp(&c), Ordering::Greater);
    }

    #[test]
    fn shared_values_are_compared_once() {
        let tower = |leaf: i64| {
            let mut value = Value::Int(Int::from(leaf));
            for _ in 0..200 {
                value = Value::Data(0, [value.clone(), value].into());
            }
            value
        };
        let (a, b, c) = (tower(1), tower(1), tower(2));
        assert!(a == b && a < c);
    }
}
