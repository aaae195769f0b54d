//! Terms for the log.

use super::{Op, Store, TermId};

/// Literals for the log: linear ones as sums over `x0 …`, others by their structure.
pub(crate) fn show(store: &Store, literals: &[TermId]) -> String {
    let mut text = String::new();
    for (at, &literal) in literals.iter().enumerate() {
        if at > 0 {
            text += " & ";
        }
        let mut stack: Vec<Result<TermId, &str>> = vec![Ok(literal)];
        let mut size = 0;
        while let Some(item) = stack.pop() {
            size += 1;
            match item {
                Err(word) => text += word,
                Ok(_) if size > 400 => {
                    text += "…";
                    break;
                }
                Ok(term) => match store.op(term) {
                    Op::Var(i) => text += &format!("x{i}"),
                    Op::Num(value) => text += &value.to_string(),
                    op => {
                        text += &format!("({op:?}");
                        stack.push(Err(")"));
                        for &arg in store.args(term).iter().rev() {
                            stack.extend([Ok(arg), Err(" ")]);
                        }
                    }
                },
            }
        }
    }
    text
}
