//! Compatible types and composite types (C11 6.2.7).
//!
//! One translation unit has one struct for each tag, so that structs are compatible if they are the same.

use super::{CType, FunctionType, Length, Ty, Types};

impl Types {
    /// Whether two types are compatible.
    pub fn compatible(&self, a: Ty, b: Ty) -> bool {
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            if a == b {
                continue;
            }
            match (self.get(a), self.get(b)) {
                (CType::Pointer(a), CType::Pointer(b)) => todo.push((*a, *b)),
                (CType::Array(a, la), CType::Array(b, lb)) => {
                    if let (Length::Fixed(la), Length::Fixed(lb)) = (la, lb)
                        && la != lb
                    {
                        return false;
                    }
                    todo.push((*a, *b));
                }
                (CType::Function(a), CType::Function(b)) => {
                    todo.push((a.result, b.result));
                    if let (Some(pa), Some(pb)) = (&a.params, &b.params) {
                        if pa.len() != pb.len() || a.variadic != b.variadic {
                            return false;
                        }
                        todo.extend(pa.iter().copied().zip(pb.iter().copied()));
                    }
                }
                // An enumeration is compatible with its integer type.
                _ => match (self.int_kind(a), self.int_kind(b)) {
                    (Some(a), Some(b)) if a == b => {}
                    _ => return false,
                },
            }
        }
        true
    }

    /// The type that says all that two compatible types say.
    pub fn composite(&mut self, a: Ty, b: Ty) -> Ty {
        match (self.get(a).clone(), self.get(b).clone()) {
            (CType::Array(ea, la), CType::Array(eb, lb)) => {
                let element = self.composite(ea, eb);
                let length = match (la, lb) {
                    (Length::Fixed(_), _) => la,
                    (_, Length::Fixed(_)) => lb,
                    (Length::Unknown, other) | (other, _) => other,
                };
                self.array(element, length)
            }
            (CType::Function(fa), CType::Function(fb)) => {
                let result = self.composite(fa.result, fb.result);
                let (params, variadic) = match (fa.params, fb.params) {
                    (Some(pa), Some(pb)) => {
                        let both = pa.into_iter().zip(pb).map(|(a, b)| self.composite(a, b));
                        (Some(both.collect()), fa.variadic)
                    }
                    (Some(pa), None) => (Some(pa), fa.variadic),
                    (None, other) => (other, fb.variadic),
                };
                self.make(CType::Function(FunctionType { result, params, variadic }))
            }
            (CType::Pointer(ta), CType::Pointer(tb)) => {
                let to = self.composite(ta, tb);
                self.pointer(to)
            }
            _ => a,
        }
    }
}
