//! Statements (RM 5, 6.5, 11), blocks and handlers.

use super::{
    Annotation, Choice, Decl, DiscreteRange, Expr, Ident, Name, ObjectDecl, Pragma, SubtypeIndication, Unsupported,
};
use horn_frontend::Span;

/// A statement with its labels (RM 5.1).
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// `<<L>>` before it.
    pub labels: Vec<Ident>,
    /// Its form.
    pub kind: StmtKind,
    /// From its first character, labels excluded, to its semicolon.
    pub span: Span,
}

/// The forms of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `null;`
    Null,
    /// `Target := Value;` (RM 5.2)
    Assign(Box<Assign>),
    /// A procedure call: a name, with [`Apply`](super::NameKind::Apply) if it has parameters (RM 6.4).
    Call(Box<Name>),
    /// `if` (RM 5.3).
    If(Box<IfStmt>),
    /// `case` (RM 5.4).
    Case(Box<CaseStmt>),
    /// Any loop (RM 5.5).
    Loop(Box<LoopStmt>),
    /// A block statement (RM 5.6).
    Block(Box<BlockStmt>),
    /// `exit [Loop_Name] [when Condition];` (RM 5.7)
    Exit(Option<Name>, Option<Expr>),
    /// `goto L;` (RM 5.8)
    Goto(Ident),
    /// `return;`, `return E;` (RM 6.5)
    Return(Option<Expr>),
    /// `return X : T := E do … end return;` (RM 6.5)
    ExtendedReturn(Box<ExtendedReturn>),
    /// `raise;`, `raise E;`, `raise E with "…";` (RM 11.3)
    Raise(Option<Name>, Option<Expr>),
    /// A pragma among statements, such as `Assert` and `Loop_Invariant`.
    Pragma(Box<Pragma>),
    /// A `--#` or `--%` annotation: `assert`, `check`, `assume`, `notOverflow`, `accept`, `hide`.
    Annotation(Box<Annotation>),
    /// `accept E …` (RM 9.5.2).
    Accept(Box<super::AcceptStmt>),
    /// `select …` (RM 9.7).
    Select(Box<super::SelectStmt>),
    /// `delay E;`, `delay until E;` (RM 9.6).
    Delay {
        /// True with `until`.
        until: bool,
        /// How long, or until when.
        value: Expr,
    },
    /// `abort T, U;` (RM 9.8)
    Abort(Vec<Name>),
    /// `requeue E [with abort];` (RM 9.5.4)
    Requeue(Box<Name>),
    /// A statement outside the subset: code statements.
    Unsupported(Box<Unsupported>),
    /// Something that could not be parsed.
    Error,
}

/// An assignment (RM 5.2).
#[derive(Clone, Debug, PartialEq)]
pub struct Assign {
    /// The variable.
    pub target: Name,
    /// `:=`.
    pub op_span: Span,
    /// The new value.
    pub value: Expr,
}

/// An if statement (RM 5.3).
#[derive(Clone, Debug, PartialEq)]
pub struct IfStmt {
    /// Condition and statements of `if` and of each `elsif`.
    pub branches: Vec<(Expr, Vec<Stmt>)>,
    /// Statements behind `else`.
    pub otherwise: Option<Vec<Stmt>>,
}

/// A case statement (RM 5.4).
#[derive(Clone, Debug, PartialEq)]
pub struct CaseStmt {
    /// The selecting expression.
    pub selector: Expr,
    /// The alternatives.
    pub alternatives: Vec<CaseAlternative>,
}

/// One alternative of a case statement.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseAlternative {
    /// Its choices.
    pub choices: Vec<Choice>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// From `when` to the end of the last statement.
    pub span: Span,
}

/// A loop statement (RM 5.5).
#[derive(Clone, Debug, PartialEq)]
pub struct LoopStmt {
    /// `Name :` before it.
    pub name: Option<Ident>,
    /// What governs it.
    pub scheme: LoopScheme,
    /// Annotations between the iteration scheme and `loop` (SPARK 2005's `--# assert` before `loop`).
    pub annotations: Vec<Annotation>,
    /// The reserved word `loop` that opens the body.
    pub loop_span: Span,
    /// Its statements.
    pub body: Vec<Stmt>,
}

/// The iteration scheme of a loop (RM 5.5).
#[derive(Clone, Debug, PartialEq)]
pub enum LoopScheme {
    /// None: `loop … end loop`.
    Forever,
    /// `while Condition`.
    While(Expr),
    /// `for I in …`, `for X of …`.
    For(IteratorSpec),
}

/// The parameter of a for loop, of a quantified expression or of an iterated association, and what it ranges
/// over (RM 5.5, 5.5.2).
#[derive(Clone, Debug, PartialEq)]
pub struct IteratorSpec {
    /// The parameter.
    pub name: Ident,
    /// `for X : T of …`.
    pub subtype: Option<SubtypeIndication>,
    /// True with `reverse`.
    pub reverse: bool,
    /// What it ranges over.
    pub domain: IteratorDomain,
    /// `when Filter` (Ada 2022).
    pub filter: Option<Expr>,
    /// From the parameter to the end of the filter.
    pub span: Span,
}

/// What an iterator ranges over.
#[derive(Clone, Debug, PartialEq)]
pub enum IteratorDomain {
    /// `in R`. An iterator object `in Container.Iterate` is a subtype indication whose mark is that name.
    In(DiscreteRange),
    /// `of A`.
    Of(Box<Name>),
}

/// A block statement (RM 5.6).
#[derive(Clone, Debug, PartialEq)]
pub struct BlockStmt {
    /// `Name :` before it.
    pub name: Option<Ident>,
    /// What stands between `declare` and `begin`.
    pub declarations: Vec<Decl>,
    /// Statements and handlers.
    pub body: HandledStatements,
}

/// A sequence of statements with handlers (RM 11.2).
#[derive(Clone, Debug, PartialEq, Default)]
pub struct HandledStatements {
    /// The statements.
    pub statements: Vec<Stmt>,
    /// The handlers behind `exception`.
    pub handlers: Vec<Handler>,
    /// Where the reserved word `end` behind it stands: the position of the end of the body.
    pub end_span: Option<Span>,
}

/// An exception handler (RM 11.2).
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// `when E : …`: the name of the occurrence.
    pub occurrence: Option<Ident>,
    /// The exceptions it handles, or `others`.
    pub choices: Vec<Choice>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// From `when` to the end of the last statement.
    pub span: Span,
}

/// An extended return statement (RM 6.5).
#[derive(Clone, Debug, PartialEq)]
pub struct ExtendedReturn {
    /// The object that is returned; it has exactly one name.
    pub object: ObjectDecl,
    /// What stands between `do` and `end return`, if anything.
    pub body: Option<HandledStatements>,
}
