//! Bottom-up reading of SMT-LIB expressions with an explicit stack.
//!
//! Values and terms are read by the same walk, which knows `let`, quantifiers, `lambda`, annotations and nothing else;
//! an [`Algebra`] says what the rest means. Nesting costs memory, never call stack.

use super::error::SmtError;
use super::sexpr::{AtomKind, Sexpr, SexprId, Sexprs};
use hashbrown::HashMap;

/// What expressions mean.
pub(super) trait Algebra {
    /// The meaning of one expression.
    type Item: Clone;

    /// A token that no binder in scope names.
    fn atom(&mut self, text: &str, kind: AtomKind) -> Result<Self::Item, SmtError>;

    /// `(_ …)` or `(as …)` in the place of an expression.
    fn indexed(&mut self, s: &Sexprs<'_>, id: SexprId) -> Result<Self::Item, SmtError>;

    /// `(head args…)`; the head is a symbol or `(_ …)`/`(as …)`.
    fn apply(&mut self, s: &Sexprs<'_>, head: SexprId, args: Vec<Self::Item>) -> Result<Self::Item, SmtError>;

    /// A binder begins: `forall`, `exists` or `lambda` with names and sorts. Returns what the names mean.
    fn enter(&mut self, s: &Sexprs<'_>, binder: &str, vars: &[(&str, SexprId)]) -> Result<Vec<Self::Item>, SmtError>;

    /// The innermost binder ends; `vars` is what [`Algebra::enter`] returned.
    fn leave(&mut self, binder: &str, vars: Vec<Self::Item>, body: Self::Item) -> Result<Self::Item, SmtError>;
}

enum Work<'s, T> {
    Eval(SexprId),
    Apply(SexprId, usize),
    /// Binds the names to the results on top of the stack.
    Bind(Vec<&'s str>),
    Unbind(Vec<&'s str>),
    Leave(&'s str, Vec<&'s str>, Vec<T>),
}

/// Reads one expression.
pub(super) fn fold<A: Algebra>(algebra: &mut A, s: &Sexprs<'_>, root: SexprId) -> Result<A::Item, SmtError> {
    fold_with(algebra, s, root, &[])
}

/// Reads one expression in which the given names have the given meanings.
pub(super) fn fold_with<A: Algebra>(
    algebra: &mut A,
    s: &Sexprs<'_>,
    root: SexprId,
    bound: &[(&str, A::Item)],
) -> Result<A::Item, SmtError> {
    let mut scope: HashMap<&str, Vec<A::Item>> = HashMap::new();
    for (name, item) in bound {
        scope.entry(name).or_default().push(item.clone());
    }
    let mut results: Vec<A::Item> = Vec::new();
    let mut stack = vec![Work::Eval(root)];
    let malformed = |what: &str| SmtError::Garbage(format!("malformed expression: {what}"));
    while let Some(work) = stack.pop() {
        match work {
            Work::Eval(id) => match s.get(id) {
                Sexpr::Atom(text, kind) => {
                    let local =
                        if kind == AtomKind::Text { None } else { scope.get(text).and_then(|items| items.last()) };
                    results.push(match local {
                        Some(item) => item.clone(),
                        None => algebra.atom(text, kind)?,
                    });
                }
                Sexpr::List([]) => return Err(malformed("()")),
                Sexpr::List(list) => match (s.plain(list[0]), &list[1..]) {
                    (Some("let"), [bindings, body]) => {
                        let bindings = s.list(*bindings).ok_or_else(|| malformed("let"))?;
                        let mut names = Vec::with_capacity(bindings.len());
                        let mut values = Vec::with_capacity(bindings.len());
                        for &binding in bindings {
                            let Some([name, value]) = s.list(binding) else { return Err(malformed("let")) };
                            names.push(s.symbol(*name).ok_or_else(|| malformed("let"))?);
                            values.push(*value);
                        }
                        stack.extend([Work::Unbind(names.clone()), Work::Eval(*body), Work::Bind(names)]);
                        stack.extend(values.into_iter().rev().map(Work::Eval));
                    }
                    (Some(binder @ ("forall" | "exists" | "lambda")), [variables, body]) => {
                        let mut vars = Vec::new();
                        for &variable in s.list(*variables).ok_or_else(|| malformed(binder))? {
                            let Some([name, sort]) = s.list(variable) else { return Err(malformed(binder)) };
                            vars.push((s.symbol(*name).ok_or_else(|| malformed(binder))?, *sort));
                        }
                        let items = algebra.enter(s, binder, &vars)?;
                        let names: Vec<&str> = vars.iter().map(|(name, _)| *name).collect();
                        for (name, item) in names.iter().zip(&items) {
                            scope.entry(name).or_default().push(item.clone());
                        }
                        stack.extend([Work::Leave(binder, names, items), Work::Eval(*body)]);
                    }
                    (Some("!"), [body, ..]) => stack.push(Work::Eval(*body)),
                    (Some("_" | "as"), _) => results.push(algebra.indexed(s, id)?),
                    _ => {
                        stack.push(Work::Apply(list[0], list.len() - 1));
                        stack.extend(list[1..].iter().rev().map(|&arg| Work::Eval(arg)));
                    }
                },
            },
            Work::Apply(head, count) => {
                let args = results.split_off(results.len().saturating_sub(count));
                results.push(algebra.apply(s, head, args)?);
            }
            Work::Bind(names) => {
                let items = results.split_off(results.len().saturating_sub(names.len()));
                for (name, item) in names.into_iter().zip(items) {
                    scope.entry(name).or_default().push(item);
                }
            }
            Work::Unbind(names) => unbind(&mut scope, &names),
            Work::Leave(binder, names, items) => {
                unbind(&mut scope, &names);
                let body = results.pop().ok_or_else(|| malformed(binder))?;
                results.push(algebra.leave(binder, items, body)?);
            }
        }
    }
    results.pop().ok_or_else(|| malformed("nothing"))
}

fn unbind<'s, T>(scope: &mut HashMap<&'s str, Vec<T>>, names: &[&'s str]) {
    for name in names {
        if let Some(items) = scope.get_mut(name) {
            items.pop();
        }
    }
}
