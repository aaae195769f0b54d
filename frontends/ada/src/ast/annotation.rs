//! Annotations in comments: SPARK 2005's `--#` (SPARK 2005 language reference manual) and SPARK-BMC's `--%`
//! (Belo Lourenço, Frade, Pinto: "A Bounded Model Checker for SPARK Programs").

use super::{BinaryOp, Decl, Expr, Ident, Mode, Name, UnaryOp};
use horn_frontend::Span;

/// An annotation.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// Which notation it is in.
    pub dialect: Dialect,
    /// What it says.
    pub kind: AnnotationKind,
    /// From its first word to its semicolon; the positions are those in the source, inside the comment.
    pub span: Span,
}

/// The notation of an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `--#`.
    Spark2005,
    /// `--%`.
    Bmc,
}

/// What an annotation says.
#[derive(Clone, Debug, PartialEq)]
pub enum AnnotationKind {
    /// `global in X, Y; in out Z;`: one entry for each group, mode `None` if it has none.
    Global(Vec<(Option<Mode>, Vec<Name>)>),
    /// `derives X from Y, *, Z & …;`
    Derives(Vec<Derivation>),
    /// `pre P;`
    Pre(Expr),
    /// `post P;`
    Post(Expr),
    /// `return E;`, or `return X => P;` with the name of the result.
    Return(Option<Ident>, Expr),
    /// `assert P;` In `--#` a cut point and loop invariant, in `--%` a check.
    Assert(Expr),
    /// `check P;`
    Check(Expr),
    /// `assume P;`
    Assume(Expr),
    /// `notOverflow (Op, Type, E1, E2);` of `--%`.
    NotOverflow(Box<NotOverflow>),
    /// `own …;` of a package specification or body.
    Own(Vec<OwnVariable>),
    /// `initializes X, Y;`
    Initializes(Vec<Name>),
    /// `inherit P, Q;`
    Inherit(Vec<Name>),
    /// `main_program;`
    MainProgram,
    /// `hide P;`: the rest of the part it stands in is not analysed.
    Hide(Name),
    /// `accept …;`: a message of the flow analyser that is expected.
    Accept,
    /// `end accept;`
    EndAccept,
    /// `declare …;` and object rules: read and ignored.
    Ignored,
    /// A type, function or constant that only annotations use.
    Proof(Box<Decl>),
    /// `assert T'Base is U;` behind a type declaration: the name before `'Base`, and the base type.
    BaseType(Name, Name),
    /// Something that could not be parsed.
    Error,
}

/// One clause of `derives` (SPARK 2005).
#[derive(Clone, Debug, PartialEq)]
pub struct Derivation {
    /// The exports; empty for `null from …`.
    pub exports: Vec<Name>,
    /// True with `*`: each export derives from itself too.
    pub from_itself: bool,
    /// The imports.
    pub imports: Vec<Name>,
}

/// `notOverflow` (SPARK-BMC): the exact result of the operation is in `type'First .. type'Last`.
#[derive(Clone, Debug, PartialEq)]
pub struct NotOverflow {
    /// The operator.
    pub op: OverflowOp,
    /// The type or subtype.
    pub subtype: Name,
    /// The operands: two for a binary operator, one for a unary one.
    pub operands: Vec<Expr>,
}

/// The operator of `notOverflow`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverflowOp {
    /// A binary operator.
    Binary(BinaryOp),
    /// A unary one.
    Unary(UnaryOp),
}

/// One own variable (SPARK 2005).
#[derive(Clone, Debug, PartialEq)]
pub struct OwnVariable {
    /// Its mode: `in` or `out` of an external variable.
    pub mode: Option<Mode>,
    /// Its name.
    pub name: Ident,
    /// Its announced type.
    pub subtype: Option<Name>,
    /// The constituents of a refinement, `own S is X, in Y`.
    pub constituents: Vec<(Option<Mode>, Name)>,
}
