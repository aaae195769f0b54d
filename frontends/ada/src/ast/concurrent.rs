//! Tasks and protected units (RM 9): their declarations, bodies and statements.

use super::{
    Aspect, Decl, DiscreteRange, Expr, HandledStatements, Ident, IteratorSpec, Name, ParameterSpec, RecordDef, Stmt,
    SubprogramSpec,
};
use horn_frontend::Span;

/// What a task or protected declaration declares, beside its discriminants (RM 9.1, 9.4).
#[derive(Clone, Debug, PartialEq)]
pub struct ConcurrentDef {
    /// A task, or a protected unit.
    pub task: bool,
    /// Entries, subprograms, pragmas and representation clauses of the visible part.
    pub visible: Vec<Decl>,
    /// The same of the private part.
    pub private: Vec<Decl>,
    /// The components of a protected unit.
    pub components: RecordDef,
    /// From `is` or the name to the semicolon.
    pub span: Span,
}

/// The declaration of an entry (RM 9.5.2).
#[derive(Clone, Debug, PartialEq)]
pub struct EntryDecl {
    /// Name and parameters.
    pub spec: SubprogramSpec,
    /// The index subtype of a family.
    pub family: Option<DiscreteRange>,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
    /// From `entry` to the semicolon.
    pub span: Span,
}

/// The body of an entry of a protected unit (RM 9.5.2).
#[derive(Clone, Debug, PartialEq)]
pub struct EntryBody {
    /// Name and parameters.
    pub spec: SubprogramSpec,
    /// The index of a family.
    pub family: Option<IteratorSpec>,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
    /// The condition behind `when`.
    pub barrier: Expr,
    /// What stands between `is` and `begin`.
    pub declarations: Vec<Decl>,
    /// Statements and handlers.
    pub body: HandledStatements,
    /// The whole body with its semicolon.
    pub span: Span,
}

/// The body of a task or protected unit (RM 9.1, 9.4).
#[derive(Clone, Debug, PartialEq)]
pub struct ConcurrentBody {
    /// A task, or a protected unit.
    pub task: bool,
    /// Its name.
    pub name: Name,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
    /// The declarations of a task body, the bodies and declarations of a protected one.
    pub declarations: Vec<Decl>,
    /// Statements and handlers of a task.
    pub body: HandledStatements,
    /// The whole body with its semicolon.
    pub span: Span,
}

/// An accept statement (RM 9.5.2).
#[derive(Clone, Debug, PartialEq)]
pub struct AcceptStmt {
    /// The entry.
    pub entry: Ident,
    /// The index of a family.
    pub index: Option<Expr>,
    /// The parameters of the entry.
    pub parameters: Vec<ParameterSpec>,
    /// What stands behind `do`.
    pub body: Option<HandledStatements>,
}

/// A select statement of any form (RM 9.7).
#[derive(Clone, Debug, PartialEq)]
pub struct SelectStmt {
    /// The alternatives, separated by `or`.
    pub alternatives: Vec<SelectAlternative>,
    /// Statements behind `else`.
    pub otherwise: Option<Vec<Stmt>>,
    /// Statements behind `then abort` (RM 9.7.4).
    pub abortable: Option<Vec<Stmt>>,
}

/// An alternative of a select statement.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectAlternative {
    /// The condition behind `when`.
    pub guard: Option<Expr>,
    /// True for `terminate`.
    pub terminate: bool,
    /// Its statements; the first one is an accept statement, a call or a delay statement.
    pub statements: Vec<Stmt>,
    /// The whole alternative.
    pub span: Span,
}
