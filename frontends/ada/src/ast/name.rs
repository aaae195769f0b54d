//! Names (RM 4.1): everything that may denote an entity, a value, a call, a range or a subtype.

use super::{Association, Expr, Ident};
use horn_frontend::Span;

/// A name (RM 4.1).
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// Its form.
    pub kind: NameKind,
    /// From the first character of the prefix to the last of the name.
    pub span: Span,
}

/// The forms of names.
#[derive(Clone, Debug, PartialEq)]
pub enum NameKind {
    /// A direct name: identifier, operator symbol such as `"+"`, or character literal (RM 4.1).
    Ident(Ident),
    /// `Prefix.Selector`: an expanded name or a component; the selector may be an operator symbol or a
    /// character literal (RM 4.1.3).
    Selected(Box<Name>, Ident),
    /// `Prefix.all` (RM 4.1).
    Dereference(Box<Name>),
    /// `Prefix (…)`: indexed component, slice, call or conversion (RM 4.1.1, 4.1.2, 6.4, 4.6).
    Apply(Box<Name>, Vec<Association>),
    /// `Prefix'Designator` (RM 4.1.4).
    Attribute(Box<Attribute>),
    /// `Mark'(…)` (RM 4.7). The operand is a [`Paren`](super::ExprKind::Paren) or an
    /// [`Aggregate`](super::ExprKind::Aggregate).
    Qualified(Box<Name>, Box<Expr>),
    /// `@`, the target of the assignment it stands in (RM 5.2.1).
    Target,
    /// An aggregate, a string literal or an expression in parentheses, as the prefix of an attribute:
    /// `[for X of A => X]'Reduce ("+", 0)` (RM 4.5.10).
    Value(Box<Expr>),
    /// `X~`, the value on entry of the subprogram: only in `--#` annotations (SPARK 2005).
    OldValue(Box<Name>),
    /// `X%`, the value on entry of the enclosing loop: only in `--#` annotations (SPARK 2005).
    LoopEntryValue(Box<Name>),
    /// `A [I => V]`, `A [I, J => V; K => W]`, `R [F => V]`: the prefix with some components replaced, only in
    /// `--#` annotations (SPARK 2005).
    Update(Box<Name>, Vec<UpdateItem>),
}

/// An attribute reference (RM 4.1.4).
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// What it is an attribute of.
    pub prefix: Name,
    /// Its designator, without `'`; may be a reserved word such as `Range`.
    pub designator: Ident,
    /// What follows in parentheses. Attributes that denote an object or a subtype never have any
    /// (`Old`, `Result`, `Loop_Entry`, `Base`, `Class` and the access attributes): there the parentheses make
    /// an [`NameKind::Apply`] around the attribute.
    pub arguments: Vec<Association>,
}

/// One replacement of an update.
#[derive(Clone, Debug, PartialEq)]
pub struct UpdateItem {
    /// The indices, one for each dimension, or the name of one record component.
    pub selectors: Vec<Expr>,
    /// The new value.
    pub value: Expr,
    /// The whole replacement.
    pub span: Span,
}

impl Name {
    /// A direct name.
    pub fn direct(ident: Ident) -> Name {
        Name { kind: NameKind::Ident(ident), span: ident.span }
    }

    /// The identifier, if this is a direct name.
    pub fn as_ident(&self) -> Option<&Ident> {
        match &self.kind {
            NameKind::Ident(ident) => Some(ident),
            _ => None,
        }
    }

    /// The last identifier of a direct or expanded name: `C` of `A.B.C`.
    pub fn last_ident(&self) -> Option<&Ident> {
        match &self.kind {
            NameKind::Ident(ident) | NameKind::Selected(_, ident) => Some(ident),
            _ => None,
        }
    }

    /// The identifiers of a direct or expanded name from left to right: `A`, `B`, `C` of `A.B.C`.
    /// Nothing for other names.
    pub fn path(&self) -> Option<Vec<Ident>> {
        let mut path = Vec::new();
        let mut name = self;
        loop {
            match &name.kind {
                NameKind::Ident(ident) => {
                    path.push(*ident);
                    path.reverse();
                    return Some(path);
                }
                NameKind::Selected(prefix, ident) => {
                    path.push(*ident);
                    name = prefix;
                }
                _ => return None,
            }
        }
    }
}
