//! The program IR: what every frontend lowers to, and what is interpreted, encoded as clauses and checked bounded.
//!
//! # Shape
//!
//! A [`Program`] has tables of types, globals, exceptions, checks and procedures. A [`Procedure`] is a list of
//! variables, an arena of expressions ([`expr`]) and a graph of basic [`Block`]s. Functions are procedures with a
//! result; there is no call inside an expression, so a frontend moves calls into temporaries before the statement, in
//! evaluation order, inside `if`s where a short-circuit form guards them. The [`Builder`] makes the blocks from
//! structured statements.
//!
//! # Rules a frontend keeps ([`validate`] checks what can be checked)
//!
//! * **Checks are explicit.** Expressions never fail. In front of a statement stands a [`StmtKind::Check`] for
//!   everything in it that can go wrong: overflow against the base type, ranges, indexes, division. What a
//!   short-circuit form or quantifier guards is said in the condition: `Implies(x /= 0, …)`, `forall i in lo .. hi: …`.
//!   When a check fails the run stops; behind it the condition holds. Conjunctions are best split.
//! * **A variable, component or field always holds a value in the range of its type.** The frontend guarantees it by a
//!   check in front of every assignment, argument, copy-out and component update that could break it; the encoding uses
//!   it as an invariant that costs nothing, and the interpreter stops with an internal outcome where it is broken. A
//!   value that has not been checked yet (the intermediate result in front of a range check, a copy-out from another
//!   subtype) goes into a temporary of type [`TypeId::INT`] or of the base type. Likewise inputs of entries and havocs
//!   have values in range. What a type cannot say (dynamic bounds, predicates, discriminant-dependent bounds) is
//!   assumed after the havoc, or at the start of an entry.
//! * **Contracts are statements.** A precondition is checked before each call, and *assumed* at the start of the body,
//!   which also makes it hold when the procedure is an entry. A postcondition is checked before each return. A
//!   procedure without a body becomes one whose body havocs its outputs and assumes its postcondition.
//! * **`'Old`, `'Loop_Entry`, `'Result` are variables**: locals assigned at the start, in front of the loop, and the
//!   result variable.
//! * **Parameters.** `In` cannot be assigned. `InOut` is copied in and out. `Out` is copied out and starts with an
//!   arbitrary value of its type; where bounds or discriminants travel in with the actual, use `InOut`. The target of
//!   `Out` and `InOut` is a whole variable; for `P (A (I))` the frontend uses a temporary and an assignment, with their
//!   checks. After a call, targets are assigned from the last parameter to the first, then the result.
//! * **Globals** are named in a procedure by a variable of kind [`VarKind::Global`]; calls change them directly.
//!   Copy-out happens after that.
//! * **Nested subprograms** name the variables of enclosing ones by [`VarKind::Outer`]; `lift` turns these into
//!   parameters, transitively, so that nothing behind it knows about nesting. Recursion is fine.
//! * **Exceptions**: [`Terminator::Raise`] leaves the procedure with an exception, which is an Int: 1 + its index in
//!   [`Program::exceptions`]. A call with `exception: Some(v)` sets `v` to that number, or to 0 after a normal return,
//!   and goes on; the frontend then branches to its handlers. With `None` an exception propagates. A raise with a
//!   handler in the same procedure is a jump. A failed check is never handled. `lift` turns this, too, into ordinary
//!   parameters; in an entry it becomes a check of kind [`CheckKind::Raise`]. After an exception `out` parameters are
//!   copied out as well.
//! * **Entries** are the procedures analysed from outside, with arbitrary inputs and globals of their types. To start
//!   from initial values of globals, make an entry that assigns them and calls the rest.
//! * **Uninitialised variables** start arbitrary within their type: locals behave as if a havoc stood at the start. To
//!   report uninitialised reads, keep a Boolean beside the variable and check it.

mod assume;
mod behind;
mod builder;
mod check;
mod clients;
mod cut;
mod effects;
pub mod expr;
pub mod ieee;
mod justification;
mod lift;
mod loops;
mod print;
mod text;
mod types;
mod validate;

#[cfg(test)]
mod tests;

pub use assume::{RUN_TIME, assume, assumed};
pub use behind::behind;
pub use builder::{Builder, LoopId};
pub use check::{Check, CheckId, CheckKind};
pub use clients::{Client, Operation, instead, judged};
pub use cut::{Calls, Cut, Functions, cut, says_what_loops_keep};
pub use effects::{Effects, changed, effects};
pub use expr::{
    BinaryOp, BoundId, Conversion, Elementary, Expr, ExprId, ExprKind, Exprs, MAX_DEPTH, Rounding, UnaryOp,
};
pub use justification::{Claim, Justification, WITHHELD, Withheld};
pub use lift::lift;
pub use loops::{loops, predecessors, reverse_postorder};
pub use text::{Images, OfText};
pub use types::{
    ArrayType, Field, FloatFormat, FloatType, IntType, ModularType, Range, RecordType, Shape, Type, TypeId, TypeKind,
};

pub use validate::{Problem, validate};

use crate::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The name of the Boolean variable by which invariants of a loop know its first iteration: facts that are said to hold
/// behind that iteration are those where it is false.
pub const FIRST_ITERATION: &str = "first iteration";

/// Index of a source file in [`Program::files`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A place in one of the source files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loc {
    /// The file.
    pub file: FileId,
    /// The bytes in it.
    pub span: Span,
}

impl Loc {
    /// No place in particular: the start of the first file.
    pub const NONE: Loc = Loc { file: FileId(0), span: Span { start: 0, end: 0 } };

    /// A place in a file.
    pub fn new(file: FileId, span: Span) -> Loc {
        Loc { file, span }
    }
}

/// Index of a [`Procedure`] in [`Program::procedures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProcId(pub u32);

/// How the names of files begin that are texts of the tool, in place of units of a language's library.
pub const LIBRARY: &str = "<library>";

/// Index of a [`Global`] in [`Program::globals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// Index of a [`Var`] in [`Procedure::vars`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

/// Index of a [`Block`] in [`Procedure::blocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

impl ProcId {
    /// The position in the table of procedures.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl GlobalId {
    /// The position in the table of globals.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl VarId {
    /// The position in the table of variables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl BlockId {
    /// The block where a procedure starts.
    pub const ENTRY: BlockId = BlockId(0);

    /// The position in the list of blocks.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A whole program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Names of the source files that places refer to.
    pub files: Vec<String>,
    /// All types; the first two are [`TypeId::BOOL`] and [`TypeId::INT`].
    pub types: Vec<Type>,
    /// Variables of packages.
    pub globals: Vec<Global>,
    /// Variables that callers from outside cannot name: the values they have at an entry need not be reachable.
    pub hidden: BTreeSet<GlobalId>,
    /// Names of exceptions.
    pub exceptions: Vec<String>,
    /// All checks.
    pub checks: Vec<Check>,
    /// All procedures; a place is reserved by [`Program::declare`] and filled by [`Builder::finish`].
    pub procedures: Vec<Procedure>,
    /// Procedures that are no entries, and can be in the place of some: what all callers from outside may do.
    pub clients: Vec<Client>,
    /// What the sources say about checks that are not proved, in the order of their ranges' beginnings.
    pub justifications: Vec<Justification>,
    /// The parts whose checks are not to be verified, as the sources say.
    pub withheld: Vec<Withheld>,
}

/// A variable that lives as long as the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Full name as in the source, for instance `Stacks.Top`.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its declaration.
    pub loc: Loc,
    /// Whether it never changes once it has been assigned, and nobody reads it before.
    pub constant: bool,
}

/// How a parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Read only.
    In,
    /// Written, arbitrary at the start.
    Out,
    /// Read and written.
    InOut,
}

/// What a variable of a procedure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VarKind {
    /// The next parameter: parameters are in the order of the table of variables.
    Param(Mode),
    /// The value that is returned; at most one.
    Result,
    /// A variable of this activation.
    Local,
    /// Another name of a global.
    Global(GlobalId),
    /// A variable of an enclosing procedure; gone after `lift`.
    Outer(ProcId, VarId),
}

/// A variable of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Var {
    /// Name as in the source; for variables that the frontend made up a readable text (`X'Old`), see `synthetic`.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// What it is.
    pub kind: VarKind,
    /// Not a variable of the user: left out of counterexamples.
    pub synthetic: bool,
    /// Its declaration.
    pub loc: Loc,
}

/// A procedure or function.
#[derive(Clone, Debug, PartialEq)]
pub struct Procedure {
    /// Full name as in the source, for instance `Stacks.Push`.
    pub name: String,
    /// Its declaration.
    pub loc: Loc,
    /// Whether it is analysed from outside, with arbitrary inputs.
    pub entry: bool,
    /// Whether it stands for a contract: it does whatever the contract admits, which the body may not.
    pub by_contract: bool,
    /// Whether its results depend on nothing but what it is given and the globals it names, whatever is chosen in it:
    /// the language says so of a function whose body is not there.
    pub determined: bool,
    /// Which of its values the program does not compute.
    pub origins: Origins,
    /// Conditions of checks that nothing behind them is proved with: those about all runs of a quantifier inside of
    /// another, which cost more than they give.
    pub unassumed: BTreeSet<ExprId>,
    /// The procedure that it is nested in.
    pub parent: Option<ProcId>,
    /// Parameters, result, locals and the globals it names.
    pub vars: Vec<Var>,
    /// Its expressions.
    pub exprs: Exprs,
    /// Its blocks; it starts at [`BlockId::ENTRY`]. Without blocks it has not been finished.
    pub blocks: Vec<Block>,
}

/// Values of havocs and inputs that stand for something nobody has looked at. What a run does with them may be
/// something that no run of the program does: nothing a failure could be told of for sure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// Where all havocs of the procedure come from, for instance `"Get", which has no body`.
    pub all: Option<String>,
    /// Where the values of single variables come from: their havocs, and those of parameters if the procedure is an
    /// entry.
    pub vars: BTreeMap<VarId, String>,
    /// Variables that say whether the value of an expression has been written: a havoc of one is True where all of the
    /// value is known, as what nobody has written is not.
    pub written: BTreeMap<VarId, ExprId>,
    /// Variables whose havocs give what a text is an image of: a run in which it is known computes that.
    pub texts: BTreeMap<VarId, OfText>,
    /// Conditions of assumptions that the source states, as an assumption or a contract that is believed. No run may
    /// satisfy them; of all others some run of the program does.
    pub believed: BTreeSet<ExprId>,
}

impl Origins {
    /// Where the value of a havoc of this variable comes from, if it is no value of the program.
    pub fn of(&self, var: VarId) -> Option<&str> {
        self.vars.get(&var).or(self.all.as_ref()).map(String::as_str)
    }
}

/// A sequence of statements that is entered at its start and left at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// What is done.
    pub statements: Vec<Stmt>,
    /// Where it goes on.
    pub terminator: Terminator,
    /// The place of the terminator: the condition, the `return`.
    pub loc: Loc,
    /// Set if this is the first block of a loop: every cycle goes through such a block.
    pub loop_head: Option<LoopInfo>,
}

/// What is known about a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopInfo {
    /// The loop statement.
    pub loc: Loc,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The control variable of a for loop.
    pub control: Option<VarId>,
    /// More iterations than these are impossible, by the type of the control variable.
    pub max_iterations: Option<u64>,
}

/// A statement with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What is done.
    pub kind: StmtKind,
    /// The place that a trace shows.
    pub loc: Loc,
}

/// The statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// The variable gets the value.
    Assign(VarId, ExprId),
    /// The variable gets any value of its type; dynamic bounds are any within the index types.
    Havoc(VarId),
    /// Runs where the condition is false do not exist.
    Assume(ExprId),
    /// The run stops with a failure of this check where the condition is false.
    Check(CheckId, ExprId),
    /// A call.
    Call(Call),
}

/// A call of a procedure.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Who is called.
    pub callee: ProcId,
    /// One for each parameter, in order.
    pub args: Vec<Arg>,
    /// Where the result goes; may be absent also for functions.
    pub result: Option<VarId>,
    /// Where the number of an exception goes, 0 if there was none; `None` lets it propagate.
    pub exception: Option<VarId>,
}

/// An actual parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// For `In`: the value.
    In(ExprId),
    /// For `Out`: the target.
    Out(VarId),
    /// For `InOut`: source and target.
    InOut(VarId),
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Terminator {
    /// On to another block.
    Goto(BlockId),
    /// To the first block if the condition is true, else to the second one.
    Branch(ExprId, BlockId, BlockId),
    /// Back to the caller, normally.
    Return,
    /// Back to the caller with an exception: an Int, 1 + the index of the exception.
    Raise(ExprId),
    /// This place is never reached, or not looked at any further (after a check of `False`).
    Stop,
}

impl Default for Program {
    fn default() -> Program {
        Program::new()
    }
}

impl Program {
    /// A program with the two predefined types and nothing else.
    pub fn new() -> Program {
        let types = vec![
            Type { name: "Boolean".to_owned(), kind: TypeKind::Bool },
            Type { name: "universal_integer".to_owned(), kind: TypeKind::Int(IntType::default()) },
        ];
        Program {
            files: Vec::new(),
            types,
            globals: Vec::new(),
            hidden: BTreeSet::new(),
            exceptions: Vec::new(),
            checks: Vec::new(),
            procedures: Vec::new(),
            clients: Vec::new(),
            justifications: Vec::new(),
            withheld: Vec::new(),
        }
    }

    /// Adds a source file's name.
    pub fn add_file(&mut self, name: impl Into<String>) -> FileId {
        self.files.push(name.into());
        FileId(last(self.files.len()))
    }

    /// Adds a type.
    pub fn add_type(&mut self, ty: Type) -> TypeId {
        self.types.push(ty);
        TypeId(last(self.types.len()))
    }

    /// Adds a global variable.
    pub fn add_global(&mut self, name: impl Into<String>, ty: TypeId, loc: Loc) -> GlobalId {
        self.globals.push(Global { name: name.into(), ty, loc, constant: false });
        GlobalId(last(self.globals.len()))
    }

    /// Adds an exception and gives its number, which is 1 + its index.
    pub fn add_exception(&mut self, name: impl Into<String>) -> i64 {
        self.exceptions.push(name.into());
        i64::try_from(self.exceptions.len()).unwrap_or(i64::MAX)
    }

    /// Adds a check.
    pub fn add_check(&mut self, check: Check) -> CheckId {
        self.checks.push(check);
        CheckId(last(self.checks.len()))
    }

    /// The procedures that entries call, directly or not, and the entries.
    pub fn reached(&self) -> BTreeSet<ProcId> {
        self.reached_from(self.procedures().filter(|(_, procedure)| procedure.entry).map(|(id, _)| id))
    }

    /// The procedures that these call, directly or not, and themselves.
    pub fn reached_from(&self, start: impl IntoIterator<Item = ProcId>) -> BTreeSet<ProcId> {
        let mut reached = BTreeSet::new();
        let mut todo: Vec<ProcId> = start.into_iter().collect();
        while let Some(id) = todo.pop() {
            if reached.insert(id) {
                todo.extend(self.procedure(id).calls().map(|call| call.callee));
            }
        }
        reached
    }

    /// Whether a place is in a text of the tool ([`LIBRARY`]).
    pub fn is_of_library(&self, loc: Loc) -> bool {
        self.files.get(loc.file.0 as usize).is_some_and(|name| name.starts_with(LIBRARY))
    }

    /// Whether every run that comes to a check makes it; otherwise a run in which it would fail may go on.
    pub fn is_always_made(&self, check: CheckId) -> bool {
        self.checks[check.index()].only_if.is_none()
    }

    /// Whether all that is proved behind a check of a procedure may use that its condition holds.
    pub fn is_believed(&self, procedure: &Procedure, check: CheckId, condition: ExprId) -> bool {
        !procedure.unassumed.contains(&condition) && self.is_always_made(check)
    }

    /// Whether a check says no more than that a condition about all indices can be evaluated. Where the procedure is
    /// taken as a callee nobody needs that: it is shown with the procedure itself.
    pub fn is_aside(&self, procedure: &Procedure, check: CheckId, condition: ExprId) -> bool {
        self.checks[check.index()].kind.is_of_evaluation() && procedure.has_quantifier(condition)
    }

    /// Reserves a place for a procedure, so that calls can name it before its body is built with a [`Builder`].
    pub fn declare(&mut self, name: impl Into<String>, loc: Loc) -> ProcId {
        self.procedures.push(Procedure {
            name: name.into(),
            loc,
            entry: false,
            by_contract: false,
            determined: false,
            origins: Origins::default(),
            unassumed: BTreeSet::new(),
            parent: None,
            vars: Vec::new(),
            exprs: Exprs::default(),
            blocks: Vec::new(),
        });
        ProcId(last(self.procedures.len()))
    }

    /// The type with this id.
    pub fn ty(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    /// The procedure with this id.
    pub fn procedure(&self, id: ProcId) -> &Procedure {
        &self.procedures[id.index()]
    }

    /// All procedures with their ids.
    pub fn procedures(&self) -> impl Iterator<Item = (ProcId, &Procedure)> {
        self.procedures.iter().zip(0..).map(|(procedure, id)| (ProcId(id), procedure))
    }

    /// The shape of a type. Component and field types have smaller ids than the type, so the recursion ends.
    pub fn shape(&self, id: TypeId) -> Shape {
        match &self.ty(id).kind {
            TypeKind::Bool => Shape::Bool,
            TypeKind::Int(_) => Shape::Int,
            TypeKind::Modular(modular) => Shape::Modular(modular.modulus.clone()),
            TypeKind::Float(float) => Shape::Float(float.format),
            TypeKind::Array(array) => {
                Shape::Array(array.bounds.clone(), array.index.len(), Box::new(self.shape(array.component)))
            }
            TypeKind::Record(record) => Shape::Record(record.fields.iter().map(|field| self.shape(field.ty)).collect()),
        }
    }
}

impl Procedure {
    /// The variable with this id.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    /// All variables with their ids.
    pub fn vars(&self) -> impl Iterator<Item = (VarId, &Var)> {
        self.vars.iter().zip(0..).map(|(var, id)| (VarId(id), var))
    }

    /// The parameters in order, with their modes.
    pub fn params(&self) -> impl Iterator<Item = (VarId, Mode)> {
        self.vars().filter_map(|(id, var)| match var.kind {
            VarKind::Param(mode) => Some((id, mode)),
            _ => None,
        })
    }

    /// The variable of the result.
    pub fn result(&self) -> Option<VarId> {
        self.vars().find(|(_, var)| var.kind == VarKind::Result).map(|(id, _)| id)
    }

    /// The checks stated in the body, in its order, with their conditions. One may be stated at several places.
    pub fn checks(&self) -> impl Iterator<Item = (CheckId, ExprId)> {
        self.blocks.iter().flat_map(|block| &block.statements).filter_map(|statement| match &statement.kind {
            StmtKind::Check(check, condition) => Some((*check, *condition)),
            _ => None,
        })
    }

    /// Whether an expression has a quantified one in it.
    pub fn has_quantifier(&self, root: ExprId) -> bool {
        self.exprs.below(root).any(|(_, node)| matches!(node.kind, ExprKind::Quantified { .. }))
    }

    /// The calls, in the order of the blocks.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.blocks.iter().flat_map(|block| &block.statements).filter_map(|statement| match &statement.kind {
            StmtKind::Call(call) => Some(call),
            _ => None,
        })
    }

    /// The block with this id.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// All blocks with their ids.
    pub fn blocks(&self) -> impl Iterator<Item = (BlockId, &Block)> {
        self.blocks.iter().zip(0..).map(|(block, id)| (BlockId(id), block))
    }
}

impl Terminator {
    /// Where the procedure may go on from here.
    pub fn successors(&self) -> impl Iterator<Item = BlockId> {
        let both = match self {
            Terminator::Goto(next) => [Some(*next), None],
            Terminator::Branch(_, yes, no) => [Some(*yes), Some(*no)],
            Terminator::Return | Terminator::Raise(_) | Terminator::Stop => [None, None],
        };
        both.into_iter().flatten()
    }
}

/// The id of the last element of a table with this many elements.
fn last(len: usize) -> u32 {
    u32::try_from(len - 1).unwrap_or(u32::MAX)
}

/// `n` if the number is 2 to the power `n`.
pub(crate) fn exponent_of_two(modulus: &horn_solver::num::Int) -> Option<u32> {
    let big = modulus.to_big();
    let bits = u32::try_from(big.bits()).ok()?.checked_sub(1)?;
    (horn_solver::num::Int::pow2(bits) == *modulus).then_some(bits)
}
