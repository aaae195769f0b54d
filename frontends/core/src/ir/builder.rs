//! Building a procedure from structured statements.
//!
//! A [`Builder`] holds the procedure under construction and the block that statements go to. Structure is given
//! by pairs of calls, which must nest:
//!
//! ```
//! use horn_frontend::ir::{BinaryOp, Builder, Loc, Mode, Program, Range, Type, TypeId};
//! let mut program = Program::new();
//! let integer = program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)));
//! let id = program.declare("Count", Loc::NONE);
//! let mut b = Builder::new("Count", Loc::NONE);
//! let n = b.param("N", integer, Mode::In, Loc::NONE);
//! let i = b.local("I", integer, Loc::NONE);
//! let zero = b.int(0, integer, Loc::NONE);
//! b.assign(i, zero, Loc::NONE);
//! let head = b.begin_loop(None, Loc::NONE);
//! let (vi, vn) = (b.var(i, Loc::NONE), b.var(n, Loc::NONE));
//! let done = b.binary(BinaryOp::Ge, vi, vn, TypeId::BOOL, Loc::NONE);
//! b.exit_when(head, done, Loc::NONE);
//! let one = b.int(1, integer, Loc::NONE);
//! let next = b.binary(BinaryOp::Add, vi, one, integer, Loc::NONE);
//! b.assign(i, next, Loc::NONE);
//! b.end_loop();
//! b.finish(&mut program, id);
//! ```
//!
//! After `exit`, `return`, `raise` or `stop` further statements are unreachable; they go to a block that
//! [`Builder::finish`] drops with all others that no path reaches.

use super::expr::{BinaryOp, BoundId, Conversion, Expr, ExprId, ExprKind, UnaryOp};
use super::types::TypeId;
use super::{
    Block, BlockId, Call, CheckId, Exprs, GlobalId, Loc, LoopInfo, Mode, OfText, ProcId, Procedure, Program, Stmt,
    StmtKind, Terminator, Var, VarId, VarKind,
};
use horn_solver::num::Int;

/// A loop under construction; valid until its `end_loop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopId {
    head: BlockId,
    exit: BlockId,
}

/// A point of a procedure under construction, that [`Builder::back_to`] goes back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    current: BlockId,
    statements: usize,
    blocks: usize,
    open: usize,
    loc: Loc,
}

/// What was begun and not ended.
#[derive(Debug)]
enum Open {
    /// Block of the else part, block behind the whole, whether `begin_else` has been seen.
    If { otherwise: BlockId, join: BlockId, in_else: bool },
    /// Head and exit; for a for loop what its end needs.
    Loop { id: LoopId, counter: Option<Counter> },
}

/// The end of a for loop.
#[derive(Debug)]
struct Counter {
    var: VarId,
    limit: VarId,
    step: i64,
    loc: Loc,
}

/// A procedure under construction.
#[derive(Debug)]
pub struct Builder {
    procedure: Procedure,
    current: BlockId,
    open: Vec<Open>,
    next_bound: u32,
}

impl Builder {
    /// An empty procedure. Parameters are added first, in order.
    pub fn new(name: impl Into<String>, loc: Loc) -> Builder {
        let entry = Block { statements: Vec::new(), terminator: Terminator::Stop, loc, loop_head: None };
        let procedure = Procedure {
            name: name.into(),
            loc,
            entry: false,
            by_contract: false,
            determined: false,
            origins: super::Origins::default(),
            unassumed: Default::default(),
            parent: None,
            vars: Vec::new(),
            exprs: Exprs::default(),
            blocks: vec![entry],
        };
        Builder { procedure, current: BlockId::ENTRY, open: Vec::new(), next_bound: 0 }
    }

    /// The point that has been reached.
    pub fn mark(&self) -> Mark {
        let block = self.procedure.block(self.current);
        Mark {
            current: self.current,
            statements: block.statements.len(),
            blocks: self.procedure.blocks.len(),
            open: self.open.len(),
            loc: block.loc,
        }
    }

    /// Forgets all statements and blocks since then; nothing that was open at that point may have been ended.
    pub fn back_to(&mut self, mark: Mark) {
        self.current = mark.current;
        self.open.truncate(mark.open);
        self.procedure.blocks.truncate(mark.blocks);
        let block = self.block_mut(mark.current);
        block.statements.truncate(mark.statements);
        block.terminator = Terminator::Stop;
        block.loc = mark.loc;
    }

    /// Gives the procedure another name.
    pub fn set_name(&mut self, name: impl Into<String>) {
        self.procedure.name = name.into();
    }

    /// Marks the procedure as analysed from outside.
    pub fn set_entry(&mut self, entry: bool) {
        self.procedure.entry = entry;
    }

    /// All values that the procedure does not compute come from there.
    pub fn set_origin(&mut self, origin: impl Into<String>) {
        self.procedure.origins.all = Some(origin.into());
    }

    /// A variable says whether the value of an expression has been written.
    pub fn set_written(&mut self, var: VarId, value: ExprId) {
        self.procedure.origins.written.insert(var, value);
    }

    /// A variable gets what a text is an image of.
    pub fn set_of_text(&mut self, var: VarId, of: OfText) {
        self.procedure.origins.texts.insert(var, of);
    }

    /// The values that a variable gets without an assignment come from there.
    pub fn set_origin_of(&mut self, var: VarId, origin: impl Into<String>) {
        self.procedure.origins.vars.insert(var, origin.into());
    }

    /// Says that the procedure does whatever a contract admits.
    pub fn set_by_contract(&mut self) {
        self.procedure.by_contract = true;
    }

    /// Says that the same is chosen in it wherever it is given the same.
    pub fn set_determined(&mut self) {
        self.procedure.determined = true;
    }

    /// Says which procedure this one is nested in.
    pub fn set_parent(&mut self, parent: ProcId) {
        self.procedure.parent = Some(parent);
    }

    // Variables

    /// Adds a parameter.
    pub fn param(&mut self, name: impl Into<String>, ty: TypeId, mode: Mode, loc: Loc) -> VarId {
        self.add_var(name.into(), ty, VarKind::Param(mode), false, loc)
    }

    /// Adds a parameter the user does not know, of mode `in`.
    pub fn hidden_param(&mut self, name: impl Into<String>, ty: TypeId, loc: Loc) -> VarId {
        self.add_var(name.into(), ty, VarKind::Param(Mode::In), true, loc)
    }

    /// Adds the variable of the result.
    pub fn result(&mut self, name: impl Into<String>, ty: TypeId, loc: Loc) -> VarId {
        self.add_var(name.into(), ty, VarKind::Result, false, loc)
    }

    /// Adds a variable of the user.
    pub fn local(&mut self, name: impl Into<String>, ty: TypeId, loc: Loc) -> VarId {
        self.add_var(name.into(), ty, VarKind::Local, false, loc)
    }

    /// Adds a variable the user does not know, with a readable name.
    pub fn temporary(&mut self, name: impl Into<String>, ty: TypeId, loc: Loc) -> VarId {
        self.add_var(name.into(), ty, VarKind::Local, true, loc)
    }

    /// The name of a global in this procedure; the same one at each call.
    pub fn global(&mut self, program: &Program, global: GlobalId) -> VarId {
        let kind = VarKind::Global(global);
        if let Some(known) = self.known(kind) {
            return known;
        }
        let entry = &program.globals[global.index()];
        self.add_var(entry.name.clone(), entry.ty, kind, false, entry.loc)
    }

    /// The same for a global that the user does not know.
    pub fn hidden_global(&mut self, program: &Program, global: GlobalId) -> VarId {
        let kind = VarKind::Global(global);
        let entry = &program.globals[global.index()];
        self.known(kind).unwrap_or_else(|| self.add_var(entry.name.clone(), entry.ty, kind, true, entry.loc))
    }

    /// The name of a variable of an enclosing procedure, which may itself still be under construction; the
    /// same one at each call. `name`, `ty` and `loc` are that variable's.
    pub fn outer(&mut self, owner: ProcId, var: VarId, name: impl Into<String>, ty: TypeId, loc: Loc) -> VarId {
        let kind = VarKind::Outer(owner, var);
        self.known(kind).unwrap_or_else(|| self.add_var(name.into(), ty, kind, false, loc))
    }

    fn known(&self, kind: VarKind) -> Option<VarId> {
        self.procedure.vars().find(|(_, var)| var.kind == kind).map(|(id, _)| id)
    }

    fn add_var(&mut self, name: String, ty: TypeId, kind: VarKind, synthetic: bool, loc: Loc) -> VarId {
        self.procedure.vars.push(Var { name, ty, kind, synthetic, loc });
        VarId(super::last(self.procedure.vars.len()))
    }

    /// The type of a variable.
    pub fn var_type(&self, var: VarId) -> TypeId {
        self.procedure.var(var).ty
    }

    // Expressions

    /// Adds any expression; the methods below are for the common ones.
    pub fn expr(&mut self, kind: ExprKind, ty: TypeId, loc: Loc) -> ExprId {
        self.procedure.exprs.add(kind, ty, loc)
    }

    /// Looks an expression up.
    pub fn node(&self, id: ExprId) -> &Expr {
        &self.procedure.exprs[id]
    }

    /// The type of an expression.
    pub fn type_of(&self, id: ExprId) -> TypeId {
        self.node(id).ty
    }

    /// The value of a variable.
    pub fn var(&mut self, var: VarId, loc: Loc) -> ExprId {
        let ty = self.var_type(var);
        self.expr(ExprKind::Var(var), ty, loc)
    }

    /// An integer or modular constant.
    pub fn int(&mut self, value: impl Into<Int>, ty: TypeId, loc: Loc) -> ExprId {
        self.expr(ExprKind::Int(value.into()), ty, loc)
    }

    /// `True` or `False`.
    pub fn bool(&mut self, value: bool, loc: Loc) -> ExprId {
        self.expr(ExprKind::Bool(value), TypeId::BOOL, loc)
    }

    /// A floating point constant.
    pub fn float(&mut self, value: f64, ty: TypeId, loc: Loc) -> ExprId {
        self.expr(ExprKind::Float(value), ty, loc)
    }

    /// An operation on two operands; a comparison has type [`TypeId::BOOL`] or another Boolean type.
    pub fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId, ty: TypeId, loc: Loc) -> ExprId {
        self.expr(ExprKind::Binary(op, left, right), ty, loc)
    }

    /// A comparison.
    pub fn compare(&mut self, op: BinaryOp, left: ExprId, right: ExprId, loc: Loc) -> ExprId {
        self.binary(op, left, right, TypeId::BOOL, loc)
    }

    /// An operation on one operand.
    pub fn unary(&mut self, op: UnaryOp, operand: ExprId, ty: TypeId, loc: Loc) -> ExprId {
        self.expr(ExprKind::Unary(op, operand), ty, loc)
    }

    /// Boolean negation.
    pub fn not(&mut self, operand: ExprId, loc: Loc) -> ExprId {
        self.unary(UnaryOp::Not, operand, TypeId::BOOL, loc)
    }

    /// Short-circuit conjunction.
    pub fn and(&mut self, left: ExprId, right: ExprId, loc: Loc) -> ExprId {
        self.expr(ExprKind::And(left, right), TypeId::BOOL, loc)
    }

    /// Short-circuit disjunction.
    pub fn or(&mut self, left: ExprId, right: ExprId, loc: Loc) -> ExprId {
        self.expr(ExprKind::Or(left, right), TypeId::BOOL, loc)
    }

    /// Implication.
    pub fn implies(&mut self, left: ExprId, right: ExprId, loc: Loc) -> ExprId {
        self.expr(ExprKind::Implies(left, right), TypeId::BOOL, loc)
    }

    /// A conditional expression.
    pub fn ite(&mut self, condition: ExprId, yes: ExprId, no: ExprId, loc: Loc) -> ExprId {
        let ty = self.type_of(yes);
        self.expr(ExprKind::Ite(condition, yes, no), ty, loc)
    }

    /// A conversion.
    pub fn convert(&mut self, conversion: Conversion, operand: ExprId, ty: TypeId, loc: Loc) -> ExprId {
        self.expr(ExprKind::Convert(conversion, operand), ty, loc)
    }

    /// `first <= operand and operand <= last`: the condition of a range or index check.
    pub fn between(&mut self, operand: ExprId, first: ExprId, last: ExprId, loc: Loc) -> ExprId {
        let low = self.compare(BinaryOp::Le, first, operand, loc);
        let high = self.compare(BinaryOp::Le, operand, last, loc);
        self.and(low, high, loc)
    }

    /// A fresh variable for a quantifier or comprehension, and its value.
    pub fn bound(&mut self, ty: TypeId, loc: Loc) -> (BoundId, ExprId) {
        let id = BoundId(self.next_bound);
        self.next_bound += 1;
        (id, self.expr(ExprKind::Bound(id), ty, loc))
    }

    // Statements

    /// Adds any statement.
    pub fn statement(&mut self, kind: StmtKind, loc: Loc) {
        self.block_mut(self.current).statements.push(Stmt { kind, loc });
    }

    /// `var := value`.
    pub fn assign(&mut self, var: VarId, value: ExprId, loc: Loc) {
        self.statement(StmtKind::Assign(var, value), loc);
    }

    /// `var` gets any value of its type.
    pub fn havoc(&mut self, var: VarId, loc: Loc) {
        self.statement(StmtKind::Havoc(var), loc);
    }

    /// Only runs in which the condition holds go on.
    pub fn assume(&mut self, condition: ExprId, loc: Loc) {
        self.statement(StmtKind::Assume(condition), loc);
    }

    /// The same for a condition that the source states: an assumption, or a contract that is believed.
    pub fn believe(&mut self, condition: ExprId, loc: Loc) {
        self.procedure.origins.believed.insert(condition);
        self.assume(condition, loc);
    }

    /// States a check.
    pub fn check(&mut self, check: CheckId, condition: ExprId, loc: Loc) {
        self.statement(StmtKind::Check(check, condition), loc);
    }

    /// A check that nothing behind it is proved with.
    pub fn check_alone(&mut self, check: CheckId, condition: ExprId, loc: Loc) {
        self.procedure.unassumed.insert(condition);
        self.check(check, condition, loc);
    }

    /// A call.
    pub fn call(&mut self, call: Call, loc: Loc) {
        self.statement(StmtKind::Call(call), loc);
    }

    // Control

    /// `if condition then`.
    pub fn begin_if(&mut self, condition: ExprId, loc: Loc) {
        let [then, otherwise, join] = [self.new_block(loc), self.new_block(loc), self.new_block(loc)];
        self.terminate(Terminator::Branch(condition, then, otherwise), loc, then);
        self.open.push(Open::If { otherwise, join, in_else: false });
    }

    /// `else`. For `elsif`, begin another `if` here and end both.
    ///
    /// # Panics
    /// If the innermost construct is no `if`, or has its `else` already.
    pub fn begin_else(&mut self) {
        let Some(Open::If { otherwise, join, in_else: in_else @ false }) = self.open.last_mut() else {
            panic!("else without if");
        };
        *in_else = true;
        let (otherwise, join) = (*otherwise, *join);
        self.jump(join, otherwise);
    }

    /// `end if`.
    ///
    /// # Panics
    /// If the innermost construct is no `if`.
    pub fn end_if(&mut self) {
        let Some(Open::If { otherwise, join, in_else }) = self.open.pop() else { panic!("end if without if") };
        if !in_else {
            self.jump(join, otherwise);
        }
        self.jump(join, join);
    }

    /// `name : loop`. A while loop begins with [`Builder::exit_when`] of the negated condition.
    pub fn begin_loop(&mut self, name: Option<String>, loc: Loc) -> LoopId {
        self.open_loop(LoopInfo { loc, name, control: None, max_iterations: None }, None)
    }

    /// `for var in first .. last loop` or its `reverse`, with bounds evaluated once. `var` must not be assigned in the
    /// body; it is not defined behind the loop. The test precedes the step, so that nothing overflows at the end of a
    /// type. `var` is of shape Int; the bounds of a null range may lie outside its type. `max_iterations` is the size
    /// of the type, if known. Ends with [`Builder::end_loop`].
    #[allow(clippy::too_many_arguments)]
    pub fn begin_for(
        &mut self,
        name: Option<String>,
        var: VarId,
        first: ExprId,
        last: ExprId,
        reverse: bool,
        max_iterations: Option<u64>,
        loc: Loc,
    ) -> LoopId {
        let (start, end, step) = if reverse { (last, first, -1) } else { (first, last, 1) };
        let shown = self.procedure.var(var).name.clone();
        // The bounds of a null range need not be values of the type: they are kept as plain integers.
        let limit = self.temporary(format!("{shown}'Limit"), TypeId::INT, loc);
        self.assign(limit, end, loc);
        let there = self.var(limit, loc);
        let op = if reverse { BinaryOp::Ge } else { BinaryOp::Le };
        let some = self.compare(op, start, there, loc);
        let [inside, exit] = [self.new_block(loc), self.new_block(loc)];
        self.terminate(Terminator::Branch(some, inside, exit), loc, inside);
        self.assign(var, start, loc);
        let info = LoopInfo { loc, name, control: Some(var), max_iterations };
        self.open_loop(info, Some((Counter { var, limit, step, loc }, exit)))
    }

    fn open_loop(&mut self, info: LoopInfo, counter: Option<(Counter, BlockId)>) -> LoopId {
        let loc = info.loc;
        let head = self.new_block(loc);
        let (counter, exit) = match counter {
            Some((counter, exit)) => (Some(counter), exit),
            None => (None, self.new_block(loc)),
        };
        self.block_mut(head).loop_head = Some(info);
        self.jump(head, head);
        let id = LoopId { head, exit };
        self.open.push(Open::Loop { id, counter });
        id
    }

    /// `exit` of an enclosing loop.
    pub fn exit(&mut self, target: LoopId, loc: Loc) {
        let dead = self.new_block(loc);
        self.terminate(Terminator::Goto(target.exit), loc, dead);
    }

    /// `exit when condition` of an enclosing loop.
    pub fn exit_when(&mut self, target: LoopId, condition: ExprId, loc: Loc) {
        let stay = self.new_block(loc);
        self.terminate(Terminator::Branch(condition, target.exit, stay), loc, stay);
    }

    /// `end loop`.
    ///
    /// # Panics
    /// If the innermost construct is no loop.
    pub fn end_loop(&mut self) {
        let Some(Open::Loop { id, counter }) = self.open.pop() else { panic!("end loop without loop") };
        if let Some(Counter { var, limit, step, loc }) = counter {
            let (here, there) = (self.var(var, loc), self.var(limit, loc));
            // An equality would do; engines generalise better from an inequality.
            let op = if step > 0 { BinaryOp::Ge } else { BinaryOp::Le };
            let done = self.compare(op, here, there, loc);
            self.exit_when(id, done, loc);
            let ty = self.var_type(var);
            let step = self.int(step, ty, loc);
            let next = self.binary(BinaryOp::Add, here, step, ty, loc);
            self.assign(var, next, loc);
        }
        self.jump(id.head, id.exit);
    }

    /// Back to the caller; the result variable has been assigned before.
    pub fn return_(&mut self, loc: Loc) {
        let dead = self.new_block(loc);
        self.terminate(Terminator::Return, loc, dead);
    }

    /// Leaves the procedure with an exception, given as its number.
    pub fn raise(&mut self, exception: ExprId, loc: Loc) {
        let dead = self.new_block(loc);
        self.terminate(Terminator::Raise(exception), loc, dead);
    }

    /// This place is not reached, or not looked at any further.
    pub fn stop(&mut self, loc: Loc) {
        let dead = self.new_block(loc);
        self.terminate(Terminator::Stop, loc, dead);
    }

    // Unstructured control, for handlers, `goto` and the like

    /// A new block without a predecessor. Cycles must go through blocks with [`Block::loop_head`].
    pub fn new_block(&mut self, loc: Loc) -> BlockId {
        self.procedure.blocks.push(Block {
            statements: Vec::new(),
            terminator: Terminator::Stop,
            loc,
            loop_head: None,
        });
        BlockId(super::last(self.procedure.blocks.len()))
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.procedure.blocks.len()
    }

    /// The blocks behind the first `known` ones to which nothing has been added, except the current one.
    pub fn untouched(&self, known: usize) -> Vec<BlockId> {
        let untouched = |(at, block): (usize, &Block)| {
            let nothing = block.statements.is_empty() && matches!(block.terminator, Terminator::Stop);
            nothing.then(|| BlockId(super::last(at + 1))).filter(|id| *id != self.current)
        };
        self.procedure.blocks.iter().enumerate().skip(known).filter_map(untouched).collect()
    }

    /// Goes on in another block, and leaves the current one as it is; which one that was.
    pub fn go_on_in(&mut self, block: BlockId) -> BlockId {
        std::mem::replace(&mut self.current, block)
    }

    /// Ends the current block with a jump to `target`, and goes on in `next`.
    pub fn jump(&mut self, target: BlockId, next: BlockId) {
        let loc = self.procedure.block(self.current).loc;
        self.terminate(Terminator::Goto(target), loc, next);
    }

    /// Ends the current block in any way, and goes on in `next`.
    pub fn terminate(&mut self, terminator: Terminator, loc: Loc, next: BlockId) {
        let block = self.block_mut(self.current);
        block.terminator = terminator;
        block.loc = loc;
        self.current = next;
    }

    /// Makes a block the head of a loop: something jumps back to it.
    pub fn mark_loop(&mut self, head: BlockId, loc: Loc) {
        let info = LoopInfo { loc, name: None, control: None, max_iterations: None };
        self.block_mut(head).loop_head.get_or_insert(info);
    }

    /// A place inside of a loop that is jumped to from outside.
    pub fn side_entry(&self) -> Option<Loc> {
        super::loops::side_entry(&self.procedure).map(|block| self.procedure.block(block).loc)
    }

    /// The block that statements go to.
    pub fn current(&self) -> BlockId {
        self.current
    }

    fn block_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.procedure.blocks[id.index()]
    }

    /// Ends the body with a return, drops what cannot be reached, and puts the procedure into its place.
    ///
    /// # Panics
    /// If a construct has not been ended.
    pub fn finish(mut self, program: &mut Program, id: ProcId) {
        assert!(self.open.is_empty(), "a construct of {} has no end", self.procedure.name);
        let loc = self.procedure.block(self.current).loc;
        self.terminate(Terminator::Return, loc, BlockId::ENTRY);
        self.procedure.drop_unreachable();
        program.procedures[id.index()] = self.procedure;
    }
}

impl Procedure {
    /// Drops blocks that no path from the entry reaches, and numbers the others in the order of their creation.
    pub fn drop_unreachable(&mut self) {
        let mut new_id = vec![None; self.blocks.len()];
        let mut todo = vec![BlockId::ENTRY];
        while let Some(block) = todo.pop() {
            if new_id[block.index()].is_none() {
                new_id[block.index()] = Some(BlockId::ENTRY);
                todo.extend(self.block(block).terminator.successors());
            }
        }
        for (id, next) in new_id.iter_mut().flatten().zip(0..) {
            *id = BlockId(next);
        }
        let rename = |id: BlockId| new_id[id.index()].unwrap_or(BlockId::ENTRY);
        for block in &mut self.blocks {
            match &mut block.terminator {
                Terminator::Goto(next) => *next = rename(*next),
                Terminator::Branch(_, yes, no) => (*yes, *no) = (rename(*yes), rename(*no)),
                Terminator::Return | Terminator::Raise(_) | Terminator::Stop => {}
            }
        }
        let mut kept = new_id.iter().map(Option::is_some);
        self.blocks.retain(|_| kept.next().unwrap_or(false));
    }
}
