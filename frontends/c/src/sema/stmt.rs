//! Statements become code: labels, jumps and branches, without recursion over the tree.

use super::Sema;
use crate::ctype::CType;
use crate::tree::{ExprId, StmtId, StmtKind, Symbol};
use crate::typed::{Ex, Kind, Label, LabelInfo, OpKind, Scope, ScopeId};
use horn_frontend::ir::Loc;
use horn_solver::num::Int;
use std::collections::BTreeMap;

/// What is still to be done.
enum Work {
    Stmt(StmtId),
    Label(Label),
    Goto(Label, Loc),
    Step(ExprId),
    /// The test at the end of a `do`: on to the first label, or to the second.
    Test(ExprId, Label, Label),
    /// A loop ends, or a switch.
    Leave,
    /// A block ends; the one around it goes on.
    Close(ScopeId),
}

/// Where `break` and `continue` lead, and what a switch has met.
struct Open {
    exit: Label,
    again: Option<Label>,
    switch: Option<Switch>,
}

/// A switch whose body is being read.
struct Switch {
    /// The place of its operation.
    at: usize,
    value: Ex,
    cases: Vec<(Int, Int, Label)>,
    default: Option<Label>,
}

/// The walk through a body.
struct Walk {
    work: Vec<Work>,
    open: Vec<Open>,
    named: BTreeMap<Symbol, (Label, bool, Loc)>,
}

impl Sema<'_> {
    fn label(&mut self, name: Option<String>) -> Label {
        self.body.labels.push(LabelInfo { loop_loc: None, name });
        Label(u32::try_from(self.body.labels.len() - 1).unwrap_or(u32::MAX))
    }

    /// The code of a body.
    pub(super) fn statements(&mut self, body: StmtId) {
        // The block of the function is one with its parameters.
        let work = match &self.tree[body].kind {
            StmtKind::Block(all) => all.iter().rev().map(|stmt| Work::Stmt(*stmt)).collect(),
            _ => vec![Work::Stmt(body)],
        };
        let mut walk = Walk { work, open: Vec::new(), named: BTreeMap::new() };
        let start = self.loc(self.tree[body].place);
        while let Some(work) = walk.work.pop() {
            match work {
                Work::Stmt(stmt) => self.statement(&mut walk, stmt),
                Work::Label(label) => self.op(OpKind::Label(label), start),
                Work::Goto(label, loc) => self.op(OpKind::Goto(label), loc),
                Work::Step(expr) => self.effect(expr),
                Work::Test(condition, yes, no) => {
                    let loc = self.loc(self.tree[condition].place);
                    self.branch(condition, yes, no, loc);
                }
                Work::Leave => self.leave(&mut walk),
                Work::Close(outer) => self.body.scope = outer,
            }
        }
        for (name, (_, defined, loc)) in walk.named {
            if !defined {
                let name = self.symbol(name);
                self.error(loc, format!("the label \"{name}\" does not exist"));
            }
        }
    }

    /// Evaluates for the effects.
    fn effect(&mut self, expr: ExprId) {
        let ex = self.expr(expr);
        let ex = if matches!(self.unit.types.get(self.unit.ty(ex)), CType::Array(..) | CType::Function(_)) {
            ex
        } else {
            self.rvalue(ex)
        };
        let loc = self.loc(self.tree[expr].place);
        self.stray_lengths(loc);
        self.op(OpKind::Eval(ex), loc);
    }

    /// A type of variable length in the middle of an expression.
    fn stray_lengths(&mut self, loc: Loc) {
        if !self.pending.is_empty() {
            self.pending.clear();
            self.op(OpKind::Unsupported("a type of variable length inside an expression".into()), loc);
        }
    }

    /// The value of a condition.
    fn condition(&mut self, expr: ExprId) -> Ex {
        let value = self.rvalue_of(expr);
        let loc = self.unit.expr(value).loc;
        self.stray_lengths(loc);
        self.scalar(value)
    }

    fn branch(&mut self, condition: ExprId, yes: Label, no: Label, loc: Loc) {
        let value = self.condition(condition);
        match self.decided(value) {
            Some(true) => self.op(OpKind::Goto(yes), loc),
            Some(false) => self.op(OpKind::Goto(no), loc),
            None => self.op(OpKind::Branch(value, yes, no), loc),
        }
    }

    /// A block begins; what is behind it is on the stack already.
    fn open_scope(&mut self, walk: &mut Walk) {
        let outer = self.body.scope;
        walk.work.push(Work::Close(outer));
        self.body.scope = ScopeId(u32::try_from(self.body.scopes.len()).unwrap_or(u32::MAX));
        self.body.scopes.push(Scope { outer: Some(outer), objects: Vec::new() });
    }

    fn head(&mut self, loc: Loc) -> Label {
        let head = self.label(None);
        self.body.labels[head.index()].loop_loc = Some(loc);
        head
    }

    fn statement(&mut self, walk: &mut Walk, id: StmtId) {
        let stmt = &self.tree[id];
        let (loc, keyword) = (self.loc(stmt.place), self.loc(stmt.keyword));
        match &stmt.kind {
            StmtKind::Empty(_) | StmtKind::Annotation | StmtKind::Error => {}
            StmtKind::Expr(expr) => self.effect(*expr),
            StmtKind::Declaration(declaration) => self.block_declaration(declaration, keyword),
            StmtKind::NestedFunction(_) => self.op(OpKind::Unsupported("a nested function".into()), keyword),
            StmtKind::StaticAssert(assert) => self.static_assert(assert),
            StmtKind::Block(all) => {
                self.open_scope(walk);
                walk.work.extend(all.iter().rev().map(|stmt| Work::Stmt(*stmt)));
            }
            StmtKind::If { condition, then, otherwise } => {
                let [yes, no, join] = [self.label(None), self.label(None), self.label(None)];
                self.branch(*condition, yes, no, keyword);
                walk.work.push(Work::Label(join));
                walk.work.extend(otherwise.iter().map(|stmt| Work::Stmt(*stmt)));
                walk.work.extend([Work::Label(no), Work::Goto(join, loc), Work::Stmt(*then), Work::Label(yes)]);
            }
            StmtKind::While { condition, body } => {
                let head = self.head(keyword);
                let [inside, exit] = [self.label(None), self.label(None)];
                self.op(OpKind::Label(head), keyword);
                self.branch(*condition, inside, exit, keyword);
                walk.open.push(Open { exit, again: Some(head), switch: None });
                walk.work.extend([Work::Leave, Work::Goto(head, loc), Work::Stmt(*body), Work::Label(inside)]);
            }
            StmtKind::DoWhile { body, condition } => {
                let head = self.head(keyword);
                let [again, exit] = [self.label(None), self.label(None)];
                self.op(OpKind::Label(head), keyword);
                walk.open.push(Open { exit, again: Some(again), switch: None });
                let test = Work::Test(*condition, head, exit);
                walk.work.extend([Work::Leave, test, Work::Label(again), Work::Stmt(*body)]);
            }
            StmtKind::For { init, condition, step, body } => {
                self.open_scope(walk);
                if let Some(init) = init {
                    // An expression or a declaration: nothing that is left on the stack.
                    self.statement(walk, *init);
                }
                self.for_loop(walk, *condition, *step, *body, keyword, loc);
            }
            StmtKind::Switch { value, body } => self.switch(walk, *value, *body, keyword, loc),
            StmtKind::Case { low, high, body } => {
                let label = self.label(None);
                self.op(OpKind::Label(label), keyword);
                self.case(walk, *low, high.unwrap_or(*low), label, keyword);
                walk.work.push(Work::Stmt(*body));
            }
            StmtKind::Default(body) => {
                let label = self.label(None);
                self.op(OpKind::Label(label), keyword);
                match walk.open.iter_mut().rev().find_map(|open| open.switch.as_mut()) {
                    Some(switch) if switch.default.is_none() => switch.default = Some(label),
                    Some(_) => self.error(keyword, "there are two `default` in one `switch`"),
                    None => self.error(keyword, "`default` stands outside of a `switch`"),
                }
                walk.work.push(Work::Stmt(*body));
            }
            StmtKind::Label { name, body } => {
                let label = self.named(walk, *name, Some(keyword), keyword);
                self.op(OpKind::Label(label), keyword);
                walk.work.push(Work::Stmt(*body));
            }
            StmtKind::LocalLabels(_) => self.op(OpKind::Unsupported("labels of a block".into()), keyword),
            StmtKind::Goto(name) => {
                let label = self.named(walk, *name, None, loc);
                self.op(OpKind::Goto(label), loc);
            }
            StmtKind::ComputedGoto(_) => self.op(OpKind::Unsupported("a computed `goto`".into()), loc),
            StmtKind::Break => match walk.open.last() {
                Some(open) => self.op(OpKind::Goto(open.exit), loc),
                None => self.error(loc, "`break` stands outside of a loop and of a `switch`"),
            },
            StmtKind::Continue => match walk.open.iter().rev().find_map(|open| open.again) {
                Some(again) => self.op(OpKind::Goto(again), loc),
                None => self.error(loc, "`continue` stands outside of a loop"),
            },
            StmtKind::Return(value) => self.return_(*value, loc),
            StmtKind::Asm => self.op(OpKind::Unsupported("inline assembly".into()), loc),
        }
    }

    /// A loop behind its initialization.
    fn for_loop(
        &mut self,
        walk: &mut Walk,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        keyword: Loc,
        loc: Loc,
    ) {
        let head = self.head(keyword);
        let [inside, again, exit] = [self.label(None), self.label(None), self.label(None)];
        self.op(OpKind::Label(head), keyword);
        match condition {
            Some(condition) => self.branch(condition, inside, exit, keyword),
            None => self.op(OpKind::Goto(inside), keyword),
        }
        walk.open.push(Open { exit, again: Some(again), switch: None });
        walk.work.extend([Work::Leave, Work::Goto(head, loc)]);
        walk.work.extend(step.map(Work::Step));
        walk.work.extend([Work::Label(again), Work::Stmt(body), Work::Label(inside)]);
    }

    fn switch(&mut self, walk: &mut Walk, value: ExprId, body: StmtId, keyword: Loc, loc: Loc) {
        let value = self.rvalue_of(value);
        if self.unit.types.int_kind(self.unit.ty(value)).is_none() {
            self.error(loc, "the value of a `switch` is no integer");
        }
        let value = self.promote(value);
        self.stray_lengths(keyword);
        let exit = self.label(None);
        let at = self.body.code.len();
        self.op(OpKind::Switch(value, Vec::new(), exit), keyword);
        let switch = Switch { at, value, cases: Vec::new(), default: None };
        walk.open.push(Open { exit, again: None, switch: Some(switch) });
        walk.work.extend([Work::Leave, Work::Stmt(body)]);
    }

    fn return_(&mut self, value: Option<ExprId>, loc: Loc) {
        let void = self.unit.types.void();
        let result = self.body.result.unwrap_or(void);
        let value = value.map(|value| {
            let value = self.rvalue_of(value);
            self.stray_lengths(loc);
            self.assigned(value, result)
        });
        match value {
            Some(value) if result == void => {
                self.op(OpKind::Eval(value), loc);
                self.op(OpKind::Return(None), loc);
            }
            _ => self.op(OpKind::Return(value), loc),
        }
    }

    /// The label of a name; defined here if a place is given.
    fn named(&mut self, walk: &mut Walk, name: Symbol, defined: Option<Loc>, loc: Loc) -> Label {
        let text = self.symbol(name).to_string();
        let (label, known, first) = match walk.named.get(&name) {
            Some(entry) => *entry,
            None => (self.label(Some(text.clone())), false, loc),
        };
        if known && defined.is_some() {
            self.error(loc, format!("the label \"{text}\" is defined twice"));
        }
        walk.named.insert(name, (label, known || defined.is_some(), first));
        label
    }

    fn case(&mut self, walk: &mut Walk, low: ExprId, high: ExprId, label: Label, loc: Loc) {
        let (low, high) = (self.rvalue_of(low), self.rvalue_of(high));
        let Some(switch) = walk.open.iter_mut().rev().find_map(|open| open.switch.as_mut()) else {
            self.error(loc, "`case` stands outside of a `switch`");
            return;
        };
        let ty = self.unit.ty(switch.value);
        let (low, high) = (self.convert(low, ty), self.convert(high, ty));
        let (Some(low), Some(high)) = (self.unit.constant(low).cloned(), self.unit.constant(high).cloned()) else {
            self.error(loc, "the value of a `case` is no constant");
            return;
        };
        if switch.cases.iter().any(|(first, last, _)| low <= *last && *first <= high) {
            self.error(loc, "there are two `case` with the same value");
        }
        if low <= high {
            switch.cases.push((low, high, label));
        }
    }

    /// The innermost loop or switch ends.
    fn leave(&mut self, walk: &mut Walk) {
        let Some(open) = walk.open.pop() else { return };
        let loc = self.body.code.last().map_or(Loc::NONE, |op| op.loc);
        if let Some(switch) = open.switch {
            let otherwise = switch.default.unwrap_or(open.exit);
            if let Some(op) = self.body.code.get_mut(switch.at) {
                op.kind = OpKind::Switch(switch.value, switch.cases, otherwise);
            }
            if let Kind::Unsupported(what) = &self.unit.expr(switch.value).kind {
                let what = what.clone();
                self.op(OpKind::Unsupported(what), loc);
            }
        }
        self.op(OpKind::Label(open.exit), loc);
    }
}
