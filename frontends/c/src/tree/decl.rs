//! Declarations, their initialisers and attributes.

use super::{Contract, DeclId, Designator, ExprId, InitId, Place, StmtId, Symbol, TagId, TypeId};

/// A declaration of any number of names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declaration {
    /// The declared objects, functions and typedefs, in order.
    pub decls: Vec<DeclId>,
    /// Structs, unions and enums that the specifiers define or declare (`struct s;`).
    pub tags: Vec<TagId>,
}

/// One declared name.
#[derive(Clone, Debug, PartialEq)]
pub struct Decl {
    /// The name; none only for parameters.
    pub name: Option<Symbol>,
    /// Place of the name, or where it would stand.
    pub place: Place,
    /// Specifiers, declarator and initialiser or body.
    pub extent: Place,
    /// The type.
    pub ty: TypeId,
    /// What is declared.
    pub kind: DeclKind,
    /// The storage class as written.
    pub storage: Storage,
    /// Whether it stands at file scope; implied by linkage neither way (`extern` in a block).
    pub file_scope: bool,
    /// The declaration of the same thing before this one: the same name in the same scope, or with linkage in an
    /// outer one. Chains go on to the first.
    pub previous: Option<DeclId>,
    /// `__attribute__ ((…))`.
    pub attributes: Vec<Attribute>,
    /// `_Alignas (…)`.
    pub alignas: Vec<Alignas>,
}

/// What a declaration declares.
#[derive(Clone, Debug, PartialEq)]
pub enum DeclKind {
    /// An object.
    Object {
        /// Its initialiser.
        init: Option<InitId>,
        /// `_Thread_local` or `__thread`.
        thread_local: bool,
    },
    /// A function.
    Function(Box<Function>),
    /// A typedef.
    Typedef,
    /// A parameter of a function or of a function type.
    Parameter,
    /// A constant of an enumeration; its type is `int`, or what its enumeration makes of it.
    Enumerator {
        /// The enumeration.
        tag: TagId,
        /// The value as written; none is one more than the enumerator before.
        value: Option<ExprId>,
        /// The enumerator before it.
        before: Option<DeclId>,
    },
}

/// What is special to functions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Function {
    /// `inline`.
    pub inline: bool,
    /// `_Noreturn`, or the attribute `noreturn`, of this declaration.
    pub noreturn: bool,
    /// The body, a block, if this is the definition. Its parameters are those of the function type of the `Decl`, which
    /// is then no typedef.
    pub body: Option<StmtId>,
    /// ACSL contracts in front of the declaration.
    pub contract: Option<Contract>,
}

/// Storage classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// None.
    #[default]
    None,
    /// `extern`
    Extern,
    /// `static`
    Static,
    /// `auto`
    Auto,
    /// `register`
    Register,
    /// `typedef`
    Typedef,
}

/// `__attribute__ ((name (args)))`.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// The name without underscores at its ends.
    pub name: Symbol,
    /// The arguments that can be read as expressions; identifiers among them are mostly unresolved.
    pub args: Vec<ExprId>,
    /// Place of the name.
    pub place: Place,
}

/// The operand of `_Alignas`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Alignas {
    /// Aligned as that type is.
    Type(TypeId),
    /// Aligned to that many bytes.
    Expr(ExprId),
}

/// `_Static_assert (condition, message)`.
#[derive(Clone, Debug, PartialEq)]
pub struct StaticAssert {
    /// What must hold.
    pub condition: ExprId,
    /// The message.
    pub message: Option<Box<str>>,
    /// The whole text.
    pub place: Place,
}

/// An initialiser.
#[derive(Clone, Debug, PartialEq)]
pub struct Init {
    /// What it is.
    pub kind: InitKind,
    /// Its text.
    pub place: Place,
}

/// The kinds of initialisers.
#[derive(Clone, Debug, PartialEq)]
pub enum InitKind {
    /// A value.
    Expr(ExprId),
    /// `{ … }`, perhaps empty (GNU and C23).
    List(Vec<InitItem>),
}

/// An element of an initialiser list. Which element it initialises, and where braces are left out, is decided by
/// the types.
#[derive(Clone, Debug, PartialEq)]
pub struct InitItem {
    /// The designator; empty means the next element.
    pub designators: Vec<Designator>,
    /// The value.
    pub value: InitId,
}
