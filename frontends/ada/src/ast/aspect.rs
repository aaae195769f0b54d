//! Pragmas (RM 2.8) and aspect specifications (RM 13.1.1).

use super::{Expr, Ident};
use horn_frontend::Span;

/// A pragma (RM 2.8).
#[derive(Clone, Debug, PartialEq)]
pub struct Pragma {
    /// Its name; may be a reserved word (`Interface`).
    pub name: Ident,
    /// Its arguments.
    pub arguments: Vec<PragmaArgument>,
    /// From `pragma` to the semicolon.
    pub span: Span,
}

/// An argument of a pragma.
#[derive(Clone, Debug, PartialEq)]
pub struct PragmaArgument {
    /// What stands before `=>`.
    pub name: Option<Ident>,
    /// The argument.
    pub value: Expr,
}

/// One aspect (RM 13.1.1).
#[derive(Clone, Debug, PartialEq)]
pub struct Aspect {
    /// Its name, `Pre` of `Pre'Class`.
    pub name: Ident,
    /// True with `'Class`.
    pub class_wide: bool,
    /// Its definition; without one a Boolean aspect is True. `Depends => (X => +Y)` is an aggregate, `null` a literal.
    pub value: Option<Expr>,
    /// The whole aspect.
    pub span: Span,
}
