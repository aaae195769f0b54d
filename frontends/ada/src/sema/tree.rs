//! The typed program: what the analysis hands to the lowering.
//!
//! Names are resolved to entities, operators to the predefined ones (calls of user-defined operators
//! are calls), implicit conversions are explicit where they can fail, static expressions are folded,
//! generics are expanded. Declarations have become statements in their order of elaboration.

use super::types::{Bound, Record, TypeId, Types};
use crate::place::Loc;
use horn_frontend::Span;
use horn_frontend::ir::FileId;
use horn_solver::num::{Int, Rat};
use std::collections::HashMap;

/// An object: variable, constant, parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjId(pub u32);

/// A subprogram. Number 0 is the environment: library packages and their elaboration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SubpId(pub u32);

/// An exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExnId(pub u32);

impl ExnId {
    /// Its identity (RM 11.4.1): the number that the lowering gives it, from one.
    pub fn number(self) -> i64 {
        i64::from(self.0) + 1
    }

    /// The exception with this identity; none for the null one.
    pub fn with_number(number: &Int) -> Option<ExnId> {
        number.to_i64().and_then(|number| u32::try_from(number - 1).ok()).map(ExnId)
    }
}

/// A loop, numbered through the whole program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub u32);

/// A label that statements can be continued at, numbered through the whole program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

/// The environment of library packages.
pub const ENVIRONMENT: SubpId = SubpId(0);

/// The exceptions every program has, in this order from 0.
pub const PREDEFINED_EXCEPTIONS: [&str; 5] =
    ["Constraint_Error", "Program_Error", "Storage_Error", "Tasking_Error", "Assertion_Error"];
/// `Constraint_Error`.
pub const CONSTRAINT_ERROR: ExnId = ExnId(0);
/// `Program_Error`.
pub const PROGRAM_ERROR: ExnId = ExnId(1);
/// `Tasking_Error`.
pub const TASKING_ERROR: ExnId = ExnId(3);
/// `Storage_Error`.
pub const STORAGE_ERROR: ExnId = ExnId(2);
/// `Ada.Assertions.Assertion_Error`.
pub const ASSERTION_ERROR: ExnId = ExnId(4);

/// The mode of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `in`: a constant.
    In,
    /// `out`.
    Out,
    /// `in out`.
    InOut,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// A declared variable.
    Variable,
    /// A declared constant, also hidden ones for bounds.
    Constant,
    /// A formal parameter.
    Parameter(Mode),
    /// A loop or quantifier parameter.
    LoopParameter,
}

impl ObjectKind {
    /// Whether a call may change what it stands for.
    pub fn is_changing_parameter(self) -> bool {
        matches!(self, ObjectKind::Parameter(Mode::Out | Mode::InOut))
    }

    /// Whether a declaration makes it.
    pub fn is_declared(self) -> bool {
        matches!(self, ObjectKind::Variable | ObjectKind::Constant)
    }
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Name as declared; hidden constants have a descriptive one.
    pub name: String,
    /// Where it is declared.
    pub loc: Loc,
    /// Nominal subtype. For an unconstrained array subtype the bounds come from the initial value.
    pub ty: TypeId,
    /// What it is.
    pub kind: ObjectKind,
    /// The subprogram whose activation it belongs to, [`ENVIRONMENT`] for library-level ones.
    pub owner: SubpId,
    /// The value of a static constant.
    pub value: Option<Value>,
    /// Made by the analysis; not shown to users.
    pub hidden: bool,
    /// Declared where only its package sees it: in a body or a private part.
    pub private: bool,
    /// Imported or volatile: every read may give another value.
    pub volatile: bool,
    /// Imported, at an address, or said to have other writers.
    pub written_outside: bool,
    /// Another object may lie at its place, or a variable of another language be the same: it has what that one got
    /// last.
    pub overlaid: bool,
    /// It lies where another object does, and bits of one of them may be no value of the other one.
    pub unsuitable: bool,
    /// `Relaxed_Initialization`: parts of it may have no value.
    pub relaxed: bool,
    /// The aspect is its own or that of its type, not only of a part: predicates of its subtype need not hold.
    pub wholly_relaxed: bool,
    /// How many regions that end before the program are around the declaration: subprograms and blocks.
    pub level: u32,
    /// Other tasks may change it at any time.
    pub concurrent: bool,
    /// Why nothing is known about it, not even that it has a value of its subtype: what uses it is not analysed.
    pub unsupported: Option<String>,
}

impl Object {
    /// An object of which nothing else is said.
    pub fn new(name: String, loc: Loc, ty: TypeId, kind: ObjectKind, owner: SubpId) -> Object {
        Object {
            name,
            loc,
            ty,
            kind,
            owner,
            value: None,
            hidden: false,
            private: false,
            volatile: false,
            written_outside: false,
            overlaid: false,
            unsuitable: false,
            relaxed: false,
            wholly_relaxed: false,
            level: 0,
            concurrent: false,
            unsupported: None,
        }
    }
}

/// A static value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Of a discrete type: number or position.
    Int(Int),
    /// Of a real type, exact.
    Real(Rat),
    /// Of a string type: positions of the characters.
    Text(Vec<u32>),
}

/// What a subprogram reads besides its parameters, as its contract says.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    /// Variables.
    pub objects: Vec<ObjId>,
    /// Whether abstract states are among it.
    pub states: bool,
}

/// A subprogram.
#[derive(Clone, Debug)]
pub struct Subprogram {
    /// Qualified name, `Pkg.Sub`.
    pub name: String,
    /// Where its name is declared (body if there is no separate declaration).
    pub loc: Loc,
    /// Formal parameters.
    pub params: Vec<ObjId>,
    /// Result subtype of a function.
    pub result: Option<TypeId>,
    /// The subprogram it is nested in.
    pub parent: SubpId,
    /// Preconditions, checked by the caller.
    pub pre: Vec<Expr>,
    /// Postconditions, checked at every normal return.
    pub post: Vec<Expr>,
    /// Contract cases: guard (`None` for others) and consequence.
    pub cases: Vec<(Option<Expr>, Expr)>,
    /// Where the aspect Contract_Cases stands.
    pub cases_loc: Option<Loc>,
    /// Where each of the cases begins: its guard, or `others`.
    pub case_starts: Vec<Loc>,
    /// Exceptional cases: what must hold where the subprogram ends with an exception.
    pub exits: Vec<ExceptionalCase>,
    /// Exit cases: how the subprogram ends, by what holds when it begins.
    pub exit_cases: Vec<ExitCase>,
    /// Where the aspect Exit_Cases stands.
    pub exit_cases_loc: Option<Loc>,
    /// Subprogram variant: increasing or decreasing expressions.
    pub variant: Vec<(bool, Expr)>,
    /// The parameter that a structural variant names (SPARK RM 6.1.8).
    pub structural: Option<ObjId>,
    /// Type invariants at the boundary of a package.
    pub invariants: Vec<Invariant>,
    /// The body, if there is one in the subset.
    pub body: Option<Body>,
    /// Imported, or abstract: no body is expected.
    pub imported: bool,
    /// The variables of others that `Global` or `Depends` says it changes; `None` where neither is said.
    pub changes: Option<Vec<ObjId>>,
    /// What `Global` says it reads of others; `None` where it says nothing, or names what is not known.
    pub reads: Option<Reads>,
    /// It says that it changes abstract states.
    pub changes_states: bool,
    /// An unchecked conversion whose result is not followed.
    pub bits: bool,
    /// The package body that has its body is not there.
    pub absent: bool,
    /// Nothing says which variables it changes, as it has no body here: that it changes none is assumed.
    pub unstated: bool,
    /// What makes the body or profile unsupported.
    pub unsupported: Option<(Loc, String)>,
    /// `No_Return`.
    pub no_return: bool,
    /// `Always_Terminates` without a condition.
    pub terminates: bool,
    /// `Relaxed_Initialization` of the result of a function.
    pub relaxed_result: bool,
    /// A parameterless library procedure.
    pub library: bool,
    /// The source says that it is not to be verified: it is analysed for the sake of its callers alone.
    pub withheld: bool,
    /// Made by the analysis (predicates, default expressions): never an entry point.
    pub hidden: bool,
    /// An expression function.
    pub expression_function: bool,
    /// What a function gives whose body only chooses among expressions.
    pub value: Option<Expr>,
    /// Its body was made so that no check in it can fail, but those of bits.
    pub exact: bool,
    /// Reads what comes from outside of the program, which may be anything: `Get` of `Ada.Text_IO`, imported volatile
    /// functions.
    pub input: bool,
    /// Is about a file: what it gives, and what it raises where somebody waits for it, depends on what nobody follows.
    pub file: bool,
    /// What a subprogram of the language's library raises, if somebody waits for it.
    pub ends_with: Vec<ExnId>,
    /// What it raises only if a device fails, or the program has done something with files before.
    pub might_end_with: Vec<ExnId>,
    /// What is taken for granted where nobody waits for what it raises.
    pub granted: Option<&'static str>,
    /// What it is of a task or protected unit.
    pub concurrency: Option<Concurrency>,
}

impl Subprogram {
    /// Whether it can be a main program: a library procedure without parameters.
    pub fn is_main(&self) -> bool {
        self.library && self.params.is_empty() && self.result.is_none() && self.body.is_some()
    }

    /// Everything that the contract evaluates, but for the variant.
    pub fn conditions(&self) -> impl Iterator<Item = &Expr> {
        let cases = self.cases.iter().flat_map(|(guard, value)| guard.iter().chain([value]));
        let exit_guards = self.exit_cases.iter().filter_map(|case| case.guard.as_ref());
        let exits = self.exits.iter().filter_map(|exit| exit.condition.as_ref());
        self.pre.iter().chain(&self.post).chain(cases).chain(exits).chain(exit_guards)
    }
}

/// One of the `Exceptional_Cases` (SPARK RM 6.1.9).
#[derive(Clone, Debug)]
pub struct ExceptionalCase {
    /// The exceptions; empty for `others`.
    pub exceptions: Vec<ExnId>,
    /// What holds then, if anything is said: not where only exit cases name the exceptions.
    pub condition: Option<Expr>,
}

/// One of the `Exit_Cases` (SPARK RM 6.1.10).
#[derive(Clone, Debug)]
pub struct ExitCase {
    /// What holds when the subprogram begins; `None` for others.
    pub guard: Option<Expr>,
    /// How it ends then, if it ends.
    pub ends: Exit,
    /// Where the case begins.
    pub start: Loc,
}

/// How a subprogram ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It returns.
    Return,
    /// It raises this exception, or any.
    Raise(Option<ExnId>),
    /// It ends the program.
    Program,
}

/// What a subprogram is of a task or protected unit (RM 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concurrency {
    /// The body of a task.
    Task {
        /// The only task of its type in the region around it.
        single: bool,
    },
    /// An entry of a task; its first parameter is the task.
    TaskEntry,
    /// An operation of a protected unit; its first parameter is the object.
    Protected {
        /// An entry.
        entry: bool,
        /// It handles interrupts.
        interrupt: bool,
    },
}

/// The invariant of a type, for a parameter or the result of a subprogram at the boundary of its package.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// A call of the function that decides it.
    pub condition: Expr,
    /// It holds where the subprogram is called.
    pub entry: bool,
    /// It is checked where the subprogram returns.
    pub exit: bool,
}

/// A body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Elaboration of the declarative part.
    pub declarations: Vec<Stmt>,
    /// The statements.
    pub statements: Vec<Stmt>,
    /// Exception handlers of the body.
    pub handlers: Vec<Handler>,
    /// Where its `end` or last token is.
    pub end: Loc,
}

impl Default for Body {
    fn default() -> Body {
        Body { declarations: Vec::new(), statements: Vec::new(), handlers: Vec::new(), end: Loc::NONE }
    }
}

/// An exception handler.
#[derive(Clone, Debug)]
pub struct Handler {
    /// The exceptions; empty for `others`.
    pub exceptions: Vec<ExnId>,
    /// Its statements.
    pub statements: Vec<Stmt>,
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands.
    pub loc: Loc,
}

/// A loop variant or termination measure part: increasing, or decreasing.
pub type Measure = (bool, Expr);

/// What is checked of objects that are initialised by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultCheck {
    /// A predicate of the subtype (RM 3.2.4 (31)).
    Predicate,
    /// `Default_Initial_Condition` of the type.
    InitialCondition,
    /// `Type_Invariant` of the type (RM 7.3.2 (10)).
    Invariant,
}

/// What an assertion pragma is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssertKind {
    /// `Assert`, and `Check`.
    Assert,
    /// `Check` of a kind that is not checked somewhere.
    LeftOut,
    /// `Initial_Condition` of a package.
    InitialCondition,
    /// What is checked of an object that has been initialised by default: the condition is the call of this function.
    ByDefault(DefaultCheck),
    /// `Assume`: believed.
    Assume,
    /// `Assert_And_Cut`.
    Cut,
    /// `notOverflow` of SPARK-BMC: a result that is computed exactly is in a range.
    NotOverflow,
    /// `Loop_Invariant` of this loop.
    LoopInvariant(LoopId),
}

/// Kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Elaboration of an object declaration. Without a value: default initialisation.
    Declare(ObjId, Option<Expr>),
    /// Elaboration of a range constraint: the bounds must be in the range of the subtype unless the
    /// range is null.
    CheckRange {
        /// The subtype whose range contains the new one.
        within: TypeId,
        /// Lower bound.
        low: Expr,
        /// Upper bound.
        high: Expr,
    },
    /// Assignment.
    Assign(Expr, Expr),
    /// Procedure call.
    Call(SubpId, Vec<Expr>),
    /// Expressions are evaluated, with their checks, and dropped.
    Evaluate(Vec<Expr>),
    /// The name of an object is evaluated, with the checks of its indices and components; its value is not read.
    Name(Expr),
    /// `if`, with its `elsif` parts.
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    /// `case`.
    Case(Expr, Vec<(Vec<Choice>, Vec<Stmt>)>),
    /// A loop.
    Loop(Box<Loop>),
    /// `exit`, to behind this loop.
    Exit(LoopId, Option<Expr>),
    /// A block.
    Block(Box<Body>),
    /// A label.
    Label(LabelId),
    /// `goto`, to a label of this or an enclosing sequence of statements.
    Goto(LabelId),
    /// `return`.
    Return(Option<Expr>),
    /// Extended return: the object, its block. `return` inside gives the object.
    ExtendedReturn(ObjId, Box<Body>),
    /// `raise E`; `None` re-raises.
    Raise(Option<ExnId>),
    /// The exception with this identity is raised, or that of this occurrence (RM 11.4.1 (10)). The flag says that it
    /// is an occurrence: the null one raises nothing, and the null identity Constraint_Error.
    RaiseOf(Expr, bool),
    /// Assertion pragmas.
    Assert(AssertKind, Expr),
    /// `pragma Loop_Variant` of this loop.
    LoopVariant(LoopId, Vec<Measure>),
    /// `null`, ignored pragmas, calls without effect.
    Null,
    /// Deallocation of what a variable designates, which is null then (RM 13.11.2).
    Free(Expr),
    /// A task starts, whose body is this subprogram; `None` for tasks that are parts of objects or made by allocators.
    /// The region around the statement does not end before its tasks (RM 9.2, 9.3).
    Activate(Option<SubpId>, Vec<Expr>),
    /// The barrier of an entry: the run goes on only if the condition holds.
    Await(Expr),
    /// What others do decides whether a run goes on here, and how (RM 9.5.2, 9.6, 9.7). The flag says that none does.
    Rendezvous(bool),
    /// A part of the elaboration of library packages that is not supported: behind it variables have any values.
    Dropped,
    /// The body of a subprogram is elaborated: it can be called from here on (RM 3.11 (9)).
    Elaborated(SubpId),
    /// Statements whose end, however it comes, finalizes objects (RM 7.6.1).
    Finalized(Box<Finalized>),
    /// Something outside the subset, kept to keep positions; the subprogram is unsupported.
    Unsupported,
}

/// Statements, and what runs behind them: where they complete, are left by a transfer of control, or by an exception.
#[derive(Clone, Debug)]
pub struct Finalized {
    /// The statements.
    pub statements: Vec<Stmt>,
    /// What runs in the end.
    pub finalization: Vec<Stmt>,
    /// It runs only where an exception leaves the statements.
    pub only_failing: bool,
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Its number.
    pub id: LoopId,
    /// Its iteration scheme.
    pub scheme: Scheme,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// Prefixes of `'Loop_Entry`: evaluated before the loop into these objects.
    pub entry_values: Vec<(ObjId, Expr)>,
}

/// Iteration schemes.
#[derive(Clone, Debug)]
pub enum Scheme {
    /// `loop`.
    Forever,
    /// `while`.
    While(Expr),
    /// `for I in [reverse] range`.
    For {
        /// The parameter.
        var: ObjId,
        /// Downwards.
        reverse: bool,
        /// The range.
        range: Range,
    },
    /// `for X of A`: the element is `A (I)` in the body, with hidden index parameters.
    Of {
        /// Index parameters, one for every dimension.
        index: Vec<ObjId>,
        /// The array.
        array: Expr,
        /// Downwards.
        reverse: bool,
    },
}

/// A discrete range.
#[derive(Clone, Debug)]
pub struct Range {
    /// Subtype in which both bounds must lie unless the range is null.
    pub ty: TypeId,
    /// Lower bound.
    pub low: Expr,
    /// Upper bound.
    pub high: Expr,
    /// Whether the bounds must be checked against `ty`.
    pub check: bool,
    /// A range constraint stands there: the check is stated even if it is evident.
    pub stated: bool,
}

impl Range {
    /// One that needs no check.
    pub fn unchecked(ty: TypeId, low: Expr, high: Expr) -> Range {
        Range { ty, low, high, check: false, stated: false }
    }

    /// What stands where an error was reported.
    pub fn error(ty: TypeId, loc: Loc) -> Range {
        Range::unchecked(ty, Expr::error(ty, loc), Expr::error(ty, loc))
    }
}

/// A choice of a case or a membership test.
#[derive(Clone, Debug)]
pub enum Choice {
    /// One value.
    Value(Expr),
    /// A range of values, inclusive.
    Range(Expr, Expr),
    /// The values of a subtype (membership, with its predicates).
    Subtype(TypeId),
    /// Everything else.
    Others,
}

impl Choice {
    /// What is evaluated for it.
    pub fn values(&self) -> impl Iterator<Item = &Expr> {
        let (one, other) = match self {
            Choice::Value(value) => (Some(value), None),
            Choice::Range(low, high) => (Some(low), Some(high)),
            Choice::Subtype(_) | Choice::Others => (None, None),
        };
        one.into_iter().chain(other)
    }
}

/// A typed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its subtype.
    pub ty: TypeId,
    /// Where its checks are reported: the operator, the name.
    pub loc: Loc,
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum UnaryOp {
    Neg,
    Abs,
    Not,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Rem,
    Pow,
    And,
    Or,
    Xor,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    AndThen,
    OrElse,
}

/// Functions of the language that are neither operators nor calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the attributes'")]
pub enum Builtin {
    /// An access value that is the prefix of a call. GNAT does not look whether it is null.
    Prefix,
    /// The access value of a component of an array whose components lie in a heap: the first operand is that of the
    /// first one, the second one names the component of the array.
    Component,
    /// The identity of the exception that is handled here.
    Handled,
    /// Of an array value, dimension from 0.
    First(usize),
    Last(usize),
    Length(usize),
    /// Number of values from the first to the second operand.
    RangeLength,
    /// `S'Pos`, `S'Val`, `S'Succ`, `S'Pred`: the type is that of the expression or its operand.
    Pos,
    Val,
    Succ,
    Pred,
    Min,
    Max,
    /// Modular reduction `S'Mod (X)`.
    Mod,
    Floor,
    Ceiling,
    Rounding,
    UnbiasedRounding,
    Truncation,
    /// `Shift_Left` … of Interfaces, for modular types.
    ShiftLeft,
    ShiftRight,
    ShiftRightArithmetic,
    RotateLeft,
    RotateRight,
    /// `S'Value (Text)`.
    Value,
    /// The predefined equality of a record type, whatever equality is declared for it.
    PredefinedEqual,
    /// The tag of a value: the number of its type.
    Tag,
    /// The value of the type of the expression whose bits are those of a number from 0 or, of a signed type, of its
    /// value; without an operand some value. That the bits are a value is a check behind which runs go on (RM 13.9.1).
    OfBits,
    /// `X'Valid`.
    Valid,
    /// `X'Initialized` (SPARK RM 6.10).
    Initialized,
    /// `X'Constrained`.
    Constrained,
    /// Some value, which a statement behind it replaces before anybody reads it.
    Replaced,
    /// The second operand, where the first one is evaluated as a name, with its checks, and not read.
    Evaluated,
    /// Square root (RM A.5.1).
    Sqrt,
    /// Other elementary functions of one operand (RM A.5.1).
    Elementary(horn_frontend::ir::Elementary),
    /// A value nothing is known about, of the type of the expression: `'Image`, `'Size` of objects, `Clock` …
    Unknown,
    /// The discriminant at this place, as a bound of the subtype that an aggregate for a component gets: one of the
    /// record whose component it is, also where the aggregate stands inside of the declaration of another record.
    BoundOfComponent(usize),
}

impl Builtin {
    /// Whether it gives a value that nothing, or not all, is known of.
    pub fn is_open(self) -> bool {
        matches!(self, Builtin::Unknown | Builtin::OfBits | Builtin::Valid | Builtin::Initialized | Builtin::Value)
    }
}

/// Kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number of a discrete type, or position.
    Int(Int),
    /// A real number.
    Real(Rat),
    /// A string literal.
    Text(Vec<u32>),
    /// An object.
    Object(ObjId),
    /// A record component.
    Field(Box<Expr>, usize),
    /// An array component.
    Index(Box<Expr>, Vec<Expr>),
    /// A slice.
    Slice(Box<Expr>, Box<Expr>, Box<Expr>),
    /// What an access value designates, until `heap.rs` makes the heaps: then it is a component of one.
    Deref(Box<Expr>),
    /// An access value for an object, until the heaps are made; the flag says that nobody checks how long it lives.
    Reference(Box<Expr>, bool),
    /// An allocator.
    Allocate(Box<Allocator>),
    /// A predefined unary operator.
    Unary(UnaryOp, Box<Expr>),
    /// A predefined binary operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Concatenation; a flag says that the operand is a component rather than an array.
    Concat(Box<(Expr, bool)>, Box<(Expr, bool)>),
    /// `X in …`, or negated.
    Member(Box<Expr>, Vec<Choice>, bool),
    /// Conversion to the type of the expression.
    Convert(Box<Expr>),
    /// Qualification by the type of the expression: its constraint is checked, nothing changes.
    Qualified(Box<Expr>),
    /// Call of a function.
    Call(SubpId, Vec<Expr>),
    /// An attribute function.
    Builtin(Builtin, Vec<Expr>),
    /// `(if … then … elsif … else …)`; the last condition is `True` when there is an else part.
    If(Vec<(Expr, Expr)>, Box<Expr>),
    /// `(case … is …)`.
    Case(Box<Expr>, Vec<(Vec<Choice>, Expr)>),
    /// `(for all|some …)`.
    Quantified {
        /// `for all`.
        all: bool,
        /// The parameter.
        var: ObjId,
        /// The range of the parameter.
        low: Box<Expr>,
        /// Upper bound.
        high: Box<Expr>,
        /// The predicate.
        body: Box<Expr>,
        /// The last value comes first.
        reverse: bool,
    },
    /// An array aggregate. Bounds are those of the type, or of the parts.
    Array(Box<ArrayAggregate>),
    /// A record aggregate: every component's value, absent for those of other variants and for boxes
    /// without a default.
    Record(Vec<Option<Expr>>),
    /// `(X with delta …)` of a record.
    DeltaRecord(Box<Expr>, Vec<(usize, Expr)>),
    /// `(X with delta I => V, …)` of an array, and `'Update`.
    DeltaArray(Box<Expr>, Vec<(Choice2, Expr)>),
    /// The first bound of a range that is not null only inside of a subtype, with its second bound; that is checked
    /// where the first one is evaluated.
    CheckedRange(TypeId, Box<Expr>, Box<Expr>),
    /// `X'Old`: the value on entry.
    Old(Box<Expr>),
    /// `F'Result`.
    Result,
    /// `(declare … begin …)`: constants and the value.
    Let(Vec<(ObjId, Expr)>, Box<Expr>),
    /// A condition that is asserted where the value behind it is computed: `pragma Assert` in a declare expression.
    Asserted(Box<Expr>, Box<Expr>),
    /// A condition that names something outside the subset: it may hold or not, which is never decided.
    NotAnalysed(String),
    /// A raise expression.
    Raise(ExnId),
    /// `A'Reduce ("+", Init)` over `for Var in low .. high => body`.
    Reduce(Box<Reduce>),
    /// A discriminant, inside the definition of its record type.
    Discriminant(usize),
    /// A value of the type about which nothing is known, after an error.
    Error,
}

/// An allocator (RM 4.8).
#[derive(Clone, Debug, PartialEq)]
pub struct Allocator {
    /// The subtype of the object.
    pub subtype: TypeId,
    /// Its initial value; without one it is initialised by default.
    pub value: Option<Expr>,
}

/// All objects of a type that are made by allocators, or whose `'Access` is taken: an array whose indices are the
/// access values. 0 is null.
#[derive(Clone, Debug)]
pub struct Heap {
    /// What it is found by: the designated type, and the constraint that all designated subtypes have.
    pub key: (TypeId, super::types::Constraint),
    /// The objects.
    pub cells: ObjId,
    /// The next access value.
    pub next: ObjId,
    /// For each access value whether its object was deallocated; only where some are.
    pub dead: Option<ObjId>,
}

/// An index choice of a delta aggregate: a value or a range.
pub type Choice2 = (Expr, Option<Expr>);

/// A reduction over a range of index values.
#[derive(Clone, Debug, PartialEq)]
pub struct Reduce {
    /// The index or parameter.
    pub var: ObjId,
    /// Range.
    pub low: Expr,
    /// Range.
    pub high: Expr,
    /// The last value comes first.
    pub reverse: bool,
    /// The values combined.
    pub body: Expr,
    /// The accumulator.
    pub accumulator: ObjId,
    /// The initial value.
    pub init: Expr,
    /// The combination of accumulator and value, in terms of `accumulator` and `body`.
    pub combine: Expr,
}

/// An array aggregate. One of several dimensions has aggregates of the next dimension as components.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayAggregate {
    /// Which dimension of the type it gives, from 0.
    pub dimension: usize,
    /// Bounds: of the applicable index constraint, the least and greatest choice, or the first index for
    /// positional components without `others` (then the upper one follows from their number).
    pub bounds: (Expr, Option<Expr>),
    /// Positional components.
    pub positional: Vec<Expr>,
    /// Named components, in order.
    pub named: Vec<NamedComponent>,
    /// `others`; `None` inside for the box.
    pub others: Option<Option<Expr>>,
}

/// A named component association of an array aggregate.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedComponent {
    /// First index.
    pub low: Expr,
    /// Last index, for a range.
    pub high: Option<Expr>,
    /// The index as a parameter: `for I in low .. high => value`.
    pub var: Option<ObjId>,
    /// The value; `None` for the box.
    pub value: Option<Expr>,
}

impl PartialEq for Choice {
    fn eq(&self, other: &Choice) -> bool {
        match (self, other) {
            (Choice::Value(a), Choice::Value(b)) => a == b,
            (Choice::Range(a, b), Choice::Range(c, d)) => a == c && b == d,
            (Choice::Subtype(a), Choice::Subtype(b)) => a == b,
            (Choice::Others, Choice::Others) => true,
            _ => false,
        }
    }
}

/// An exception.
#[derive(Clone, Debug)]
pub struct Exception {
    /// Its name.
    pub name: String,
}

/// A library unit, as far as its elaboration goes (RM 10.2).
#[derive(Clone, Debug, Default)]
pub struct LibraryUnit {
    /// The files of its parts.
    pub files: Vec<horn_frontend::ir::FileId>,
    /// The units that its context clauses name, and its parent: numbers in the list.
    pub needs: Vec<usize>,
    /// The statements of the environment that elaborate it: places in its declarations.
    pub statements: Vec<usize>,
    /// Its name in lower case.
    pub name: String,
    /// The unit that it is a child of.
    pub parent: Option<usize>,
    /// The subprograms that clients can call: of its visible part, and of visible packages and instances in there.
    pub operations: std::collections::BTreeSet<SubpId>,
    /// The variables there, which clients can assign.
    pub variables: std::collections::BTreeSet<ObjId>,
    /// Whether only the units below its parent name it.
    pub private: bool,
    /// Why clients may do more with it than that.
    pub unknown: Option<String>,
}

/// Where pragmas switch checks off. The region of a pragma is at most the file that it stands in, with the subunits
/// and the instances of generic units in it (RM 11.4.2 (10), 11.5 (7)), but that of one in a package specification, to
/// which bodies and children belong.
#[derive(Clone, Debug, Default)]
pub struct Unmade {
    everywhere: bool,
    files: std::collections::BTreeSet<FileId>,
}

impl Unmade {
    /// Notes a pragma in this file; `in_spec`: among the declarations of a package specification.
    pub fn note(&mut self, file: FileId, in_spec: bool) {
        self.everywhere |= in_spec;
        self.files.insert(file);
    }

    /// Notes that pragmas which nobody reads may apply to all.
    pub fn note_unread(&mut self) {
        self.everywhere = true;
    }

    /// Notes that what stands in the second file of a pair is part of the first: the pragmas there apply to it.
    pub fn spread(&mut self, parts: &std::collections::BTreeSet<(FileId, FileId)>) {
        let mut todo: Vec<FileId> = self.files.iter().copied().collect();
        while let Some(whole) = todo.pop() {
            let of = |(file, part): &(FileId, FileId)| (*file == whole).then_some(*part);
            todo.extend(parts.iter().filter_map(of).filter(|part| self.files.insert(*part)).collect::<Vec<FileId>>());
        }
    }

    /// Whether there is such a pragma.
    pub fn anywhere(&self) -> bool {
        self.everywhere || !self.files.is_empty()
    }

    /// Whether such a pragma may apply to what stands in this file.
    pub fn may_cover(&self, file: FileId) -> bool {
        self.everywhere || self.files.contains(&file)
    }
}

/// The whole program after analysis.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// Types and subtypes.
    pub types: Types,
    /// Objects.
    pub objects: Vec<Object>,
    /// Subprograms; number 0 elaborates the library packages.
    pub subprograms: Vec<Subprogram>,
    /// Exceptions, the predefined ones first.
    pub exceptions: Vec<Exception>,
    /// Which files, by their numbers, are texts of the tool's own library.
    pub library_files: Vec<bool>,
    /// Number of loops.
    pub loops: u32,
    /// Number of labels.
    pub labels: u32,
    /// The library units, for the elaboration of those that a main program needs.
    pub library: Vec<LibraryUnit>,
    /// Formal parameters that are declared `aliased`: they are passed by reference (RM 6.2 (3)).
    pub aliased_parameters: std::collections::BTreeSet<ObjId>,
    /// The constructs outside of the subset that types, objects and units with names stand for.
    pub named_constructs: std::collections::BTreeSet<String>,
    /// Whether what SPARK asks for beyond Ada is checked: predicates of what is assigned part by part, `out` parameters
    /// that are written on every path, loops that end.
    pub spark_checks: bool,
    /// Where a pragma says that assertions are not evaluated (RM 11.4.2).
    pub assertions_off: Unmade,
    /// Kinds of pragma `Check` that are not checked somewhere, in lower case.
    pub check_kinds_off: std::collections::BTreeSet<String>,
    /// Where a pragma says that ghost code is not there (SPARK RM 6.9).
    pub ghost_off: Unmade,
    /// Where a pragma says that checks of the language need not be made (RM 11.5).
    pub checks_off: Unmade,
    /// Constants that the implementation chooses: sizes and places.
    pub chosen: Vec<ObjId>,
    /// The subprograms that stand for calls that dispatch.
    pub dispatchers: std::collections::BTreeSet<SubpId>,
    /// Whether a tagged type is derived in another subprogram than its parent (RM 3.9.1 (4)): what is not known may
    /// call subprograms that are nested in its callers.
    pub nested_extensions: bool,
    /// The functions that give texts of exceptions and occurrences: Constraint_Error for the null ones (RM 11.4.1
    /// (10.6)).
    pub exception_texts: std::collections::BTreeSet<SubpId>,
    /// The choice parameters of handlers (RM 11.2 (8)), which are no null occurrences.
    pub choice_parameters: std::collections::BTreeSet<ObjId>,
    /// Flags that say whether the bodies of subprograms were elaborated that may be called in front of them.
    pub elaborated: std::collections::BTreeMap<SubpId, ObjId>,
    /// How many regions that end before the program are around the declarations of extensions.
    pub extension_levels: std::collections::BTreeMap<TypeId, u32>,
    /// Heaps, by their cells, whose objects several tasks reach.
    pub shared_heaps: std::collections::BTreeSet<ObjId>,
    /// The types of tasks.
    pub tasks: std::collections::BTreeSet<TypeId>,
    /// The types of protected objects.
    pub protected: std::collections::BTreeSet<TypeId>,
    /// `System.Address`, if the program names it.
    pub address: Option<TypeId>,
    /// Containers of the language's library of which somebody names elements as `V (I)` or iterates over them.
    pub slotted: std::collections::BTreeSet<TypeId>,
    /// The hidden indices of loops over the cursors of such containers.
    pub cursor_loops: std::collections::BTreeSet<ObjId>,
    /// The types, by their bases, of whose objects parts are initialised by statements behind the declaration: what is
    /// checked of objects that are initialised by default is checked behind these.
    pub initialized: std::collections::BTreeSet<TypeId>,
    /// Array types, by their bases, whose elements get their values one by one, each with what initialises its parts.
    pub late_elements: std::collections::BTreeSet<TypeId>,
    /// Hidden procedures that initialise, adjust and finalize controlled objects, whatever their subtypes ask for.
    pub finalizers: std::collections::BTreeSet<SubpId>,
    /// What access values designate, by type.
    pub heaps: Vec<Heap>,
    /// For each specific tagged type the one that stands for all that share a heap with it, once there are heaps.
    pub families: std::collections::BTreeMap<TypeId, TypeId>,
    /// The subprograms whose `'Access` is taken, by designated profile: the values of its access types from 1 on.
    pub designated: std::collections::BTreeMap<TypeId, Vec<SubpId>>,
    /// The subprograms that stand for calls through access values.
    pub indirect: std::collections::BTreeSet<SubpId>,
    /// Files with something that may be called from outside of the program, or that is not fully known.
    pub escapes: std::collections::BTreeSet<horn_frontend::ir::FileId>,
    /// For each call under a structural variant, by caller and place, whether it is given a strict part.
    pub structural_calls: std::collections::BTreeMap<(SubpId, Loc), bool>,
    /// Loops with a structural variant: the variable, and whether each iteration leaves a strict part in it.
    pub structural_loops: std::collections::BTreeMap<LoopId, (ObjId, bool)>,
    /// The whole text of expressions that are told by the place of a part, such as an operator.
    pub extents: HashMap<Loc, Span>,
}

impl Tree {
    /// Whether a place is in a text of the tool's own library.
    pub fn is_own_text(&self, loc: Loc) -> bool {
        self.library_files.get(loc.file.0 as usize).is_some_and(|own| *own)
    }

    /// The container of the language's library whose array of elements a name is.
    pub fn container_of<'e>(&self, elements: &'e Expr) -> Option<&'e Expr> {
        let ExprKind::Field(content, _) = &elements.kind else { return None };
        let ExprKind::Field(container, _) = &content.kind else { return None };
        self.slotted.contains(&self.types.base(container.ty)).then_some(container)
    }

    /// An object.
    pub fn object(&self, id: ObjId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// A subprogram.
    pub fn subprogram(&self, id: SubpId) -> &Subprogram {
        &self.subprograms[id.0 as usize]
    }

    /// A subprogram, to complete it.
    pub fn subprogram_mut(&mut self, id: SubpId) -> &mut Subprogram {
        &mut self.subprograms[id.0 as usize]
    }

    /// All subprograms, the environment first.
    pub fn subprogram_ids(&self) -> impl Iterator<Item = SubpId> + use<> {
        (0..u32::try_from(self.subprograms.len()).unwrap_or(u32::MAX)).map(SubpId)
    }

    /// Whether a subprogram is another one, or nested in it.
    pub fn is_inside(&self, id: SubpId, outer: SubpId) -> bool {
        let mut at = id;
        while at != outer && at != ENVIRONMENT {
            at = self.subprogram(at).parent;
        }
        at == outer
    }

    /// A parameter of an elementary type that is passed by reference all the same, as it is aliased.
    pub fn elementary_by_reference(&self, id: SubpId) -> Option<ObjId> {
        let by_reference =
            |param: &ObjId| self.aliased_parameters.contains(param) && self.types.is_elementary(self.object(*param).ty);
        self.subprogram(id).params.iter().copied().find(by_reference)
    }

    /// The statements of the environment that elaborate the library units a main program needs: places in its
    /// declarations.
    pub fn elaboration_of(&self, main: SubpId) -> std::collections::BTreeSet<usize> {
        self.units_of(main).into_iter().flat_map(|at| self.library[at].statements.iter().copied()).collect()
    }

    /// The library units that a main program needs, itself among them: places in the list.
    pub fn units_of(&self, main: SubpId) -> std::collections::BTreeSet<usize> {
        let subp = self.subprogram(main);
        let file = subp.body.as_ref().map_or(subp.loc.file, |body| body.end.file);
        let mut todo: Vec<usize> =
            (0..self.library.len()).filter(|at| self.library[*at].files.contains(&file)).collect();
        let mut seen = std::collections::BTreeSet::new();
        while let Some(at) = todo.pop() {
            if seen.insert(at) {
                todo.extend(self.library[at].needs.iter().copied());
            }
        }
        seen
    }

    /// The components of a record type; empty for others.
    pub fn record(&self, ty: TypeId) -> Record {
        self.types.record(ty).cloned().unwrap_or_default()
    }
}

impl Expr {
    /// A static discrete value.
    pub fn int(value: Int, ty: TypeId, loc: Loc) -> Expr {
        Expr { kind: ExprKind::Int(value), ty, loc }
    }

    /// The expression where a name is evaluated in front of it, with its checks, and not read.
    pub fn behind(self, name: Expr) -> Expr {
        let (ty, loc) = (self.ty, self.loc);
        Expr { kind: ExprKind::Builtin(Builtin::Evaluated, vec![name, self]), ty, loc }
    }

    /// What stands where an error was reported.
    pub fn error(ty: TypeId, loc: Loc) -> Expr {
        Expr { kind: ExprKind::Error, ty, loc }
    }

    /// The static value, if it was folded.
    pub fn value(&self) -> Option<Value> {
        match &self.kind {
            ExprKind::Int(value) => Some(Value::Int(value.clone())),
            ExprKind::Real(value) => Some(Value::Real(value.clone())),
            ExprKind::Text(value) => Some(Value::Text(value.clone())),
            _ => None,
        }
    }

    /// The static discrete value, if it was folded.
    pub fn as_int(&self) -> Option<&Int> {
        match &self.kind {
            ExprKind::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The discriminant that it is, if it is one of the record around.
    pub fn as_discriminant(&self) -> Option<usize> {
        match &self.kind {
            ExprKind::Discriminant(at) | ExprKind::Builtin(Builtin::BoundOfComponent(at), _) => Some(*at),
            _ => None,
        }
    }

    /// A bound of a subtype as an expression.
    pub fn of_bound(bound: &Bound, ty: TypeId, loc: Loc) -> Expr {
        let kind = match bound {
            Bound::Int(value) => ExprKind::Int(value.clone()),
            Bound::Real(value) => ExprKind::Real(value.clone()),
            Bound::Object(object) => ExprKind::Object(*object),
            Bound::Discriminant(_) | Bound::Error => ExprKind::Error,
        };
        Expr { kind, ty, loc }
    }
}
