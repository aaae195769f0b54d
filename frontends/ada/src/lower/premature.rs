//! Calls before elaboration (RM 3.11 (9-14)): a subprogram that a declarative part may call in front of its body has a
//! flag that says whether the body was elaborated, and raises Program_Error until then. Before tasks are activated the
//! flags of their bodies are looked at, and if one is not set none of them starts (RM 3.11 (11)). What is declared in a
//! library unit has no flag: it is not analysed, as a client may come at any time.

use super::effects::{Effects, calls_of};
use crate::place::Loc;
use crate::sema::tree::{
    Body, Expr, ExprKind, ObjId, Object, ObjectKind, PROGRAM_ERROR, Stmt, StmtKind, SubpId, Tree, UnaryOp,
};
use crate::sema::walk::{stmts_mut, walk_body};
use std::collections::{BTreeMap, BTreeSet};

/// A statement with a call of a subprogram whose body comes behind it.
pub(super) struct Premature {
    pub loc: Loc,
    pub callee: SubpId,
}

/// The calls in declarative parts of subprograms whose bodies come later; those with flags are none.
pub(super) fn premature(tree: &Tree, effects: &Effects, stmts: &[&Stmt]) -> Vec<Premature> {
    // A subprogram may have to wait for the bodies of generic units too.
    let mut pending: BTreeMap<SubpId, usize> = BTreeMap::new();
    for stmt in stmts {
        if let StmtKind::Elaborated(subp) = &stmt.kind
            && !tree.elaborated.contains_key(subp)
        {
            *pending.entry(*subp).or_default() += 1;
        }
    }
    let mut found = Vec::new();
    for stmt in stmts {
        if pending.is_empty() {
            break;
        }
        if let StmtKind::Elaborated(subp) = &stmt.kind {
            let left = pending.get(subp).map_or(0, |count| count - 1);
            match left {
                0 => pending.remove(subp),
                left => pending.insert(*subp, left),
            };
            continue;
        }
        let called = effects.reachable(calls_of(tree, stmt));
        let late = called.into_iter().filter(|called| pending.contains_key(called));
        found.extend(late.map(|callee| Premature { loc: stmt.loc, callee }));
    }
    found
}

/// A body with flags, and these by the subprograms that they are for.
struct Flagged {
    owner: SubpId,
    body: Body,
    flags: BTreeMap<SubpId, ObjId>,
}

/// The tree with flags for the subprograms that need them; `None` if none does.
pub(super) fn with_flags(tree: &Tree) -> Option<Tree> {
    let mut effects = None;
    let mut next = tree.objects.len();
    let mut bodies = Vec::new();
    for (at, subp) in tree.subprograms.iter().enumerate().skip(1) {
        let Some(body) = &subp.body else { continue };
        let mut elaborates = false;
        walk_body(body, &mut |stmt| elaborates |= matches!(stmt.kind, StmtKind::Elaborated(_)), &mut |_| {});
        if !elaborates {
            continue;
        }
        let owner = SubpId(u32::try_from(at).unwrap_or(u32::MAX));
        let (mut body, mut flags) = (body.clone(), BTreeMap::new());
        each_list(&mut body, &mut |list| add_flags(tree, &mut effects, list, &mut flags, next));
        next += flags.len();
        if !flags.is_empty() {
            bodies.push(Flagged { owner, body, flags });
        }
    }
    if bodies.is_empty() {
        return None;
    }
    let mut flagged = tree.clone();
    for Flagged { owner, body, flags } in bodies {
        flagged.subprograms[owner.0 as usize].body = Some(body);
        for (callee, flag) in flags {
            let subp = tree.subprogram(callee);
            let name = format!("body of {} elaborated", subp.name);
            let plain = Object::new(name, subp.loc, tree.types.std.boolean, ObjectKind::Variable, owner);
            flagged.objects.push(Object { hidden: true, private: true, ..plain });
            flagged.elaborated.insert(callee, flag);
        }
    }
    for at in 0..flagged.subprograms.len() {
        let id = SubpId(u32::try_from(at).unwrap_or(u32::MAX));
        let Some(mut body) = flagged.subprograms[at].body.take() else { continue };
        each_list(&mut body, &mut |list| before_activations(&flagged, list));
        if let Some(flag) = flagged.elaborated.get(&id).filter(|_| !is_task(&flagged, id)) {
            body.declarations.insert(0, check(&flagged, *flag, flagged.subprograms[at].loc));
        }
        flagged.subprograms[at].body = Some(body);
    }
    Some(flagged)
}

/// Does something to all lists of statements in a body.
fn each_list(body: &mut Body, list: &mut dyn FnMut(&mut Vec<Stmt>)) {
    stmts_mut(&mut body.statements, list, &mut |_| {});
    body.handlers.iter_mut().for_each(|handler| stmts_mut(&mut handler.statements, list, &mut |_| {}));
    stmts_mut(&mut body.declarations, list, &mut |_| {});
}

/// Adds the flags of the bodies in a list that statements in front of them call, with numbers from `next` on.
fn add_flags(
    tree: &Tree,
    effects: &mut Option<Effects>,
    list: &mut Vec<Stmt>,
    flags: &mut BTreeMap<SubpId, ObjId>,
    next: usize,
) {
    let elaborates = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Elaborated(_));
    // Most bodies stand in front of what calls them.
    let last = list.iter().rposition(elaborates);
    if !last.is_some_and(|last| list[..last].iter().any(|stmt| !elaborates(stmt))) {
        return;
    }
    let effects = effects.get_or_insert_with(|| Effects::of(tree));
    let early = premature(tree, effects, &list.iter().collect::<Vec<&Stmt>>());
    let late: BTreeSet<SubpId> = early.into_iter().map(|one| one.callee).collect();
    for callee in late {
        let flag = ObjId(u32::try_from(next + flags.len()).unwrap_or(u32::MAX));
        flags.insert(callee, flag);
        let boolean = tree.types.std.boolean;
        let last = list.iter().rposition(|stmt| matches!(stmt.kind, StmtKind::Elaborated(id) if id == callee));
        let Some(last) = last else { continue };
        let loc = list[last].loc;
        let literal = |value: i64| Expr::int(value.into(), boolean, loc);
        let target = Expr { kind: ExprKind::Object(flag), ty: boolean, loc };
        list.insert(last, Stmt { kind: StmtKind::Assign(target, literal(1)), loc });
        list.insert(0, Stmt { kind: StmtKind::Declare(flag, Some(literal(0))), loc });
    }
}

fn is_task(tree: &Tree, id: SubpId) -> bool {
    matches!(tree.subprogram(id).concurrency, Some(crate::sema::tree::Concurrency::Task { .. }))
}

/// Checks the flags of all bodies of tasks that are activated together, in front of the first one.
fn before_activations(tree: &Tree, list: &mut Vec<Stmt>) {
    let activated = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Activate(task, _) => Some(*task),
        _ => None,
    };
    let mut at = 0;
    while at < list.len() {
        let count = list[at..].iter().take_while(|stmt| activated(stmt).is_some()).count();
        let tasks = list[at..at + count].iter().filter_map(|stmt| Some((activated(stmt)??, stmt.loc)));
        let flags = tasks.filter_map(|(task, loc)| Some(check(tree, *tree.elaborated.get(&task)?, loc)));
        let checks: Vec<Stmt> = flags.collect();
        let made = checks.len();
        list.splice(at..at, checks);
        at += made + count.max(1);
    }
}

/// Program_Error unless the flag is set.
fn check(tree: &Tree, flag: ObjId, loc: Loc) -> Stmt {
    let boolean = tree.types.std.boolean;
    let set = Expr { kind: ExprKind::Object(flag), ty: boolean, loc };
    let not = Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(set)), ty: boolean, loc };
    let raise = Stmt { kind: StmtKind::Raise(Some(PROGRAM_ERROR)), loc };
    Stmt { kind: StmtKind::If(vec![(not, vec![raise])], Vec::new()), loc }
}

impl super::Lowering<'_> {
    /// No statement calls a subprogram whose body comes behind it, unless a flag tells so.
    pub fn elaborated_in_time(&self, stmts: &[&Stmt]) -> Result<(), super::Refusal> {
        match premature(self.tree, &self.effects, stmts).first() {
            None => Ok(()),
            Some(Premature { loc, callee }) => {
                let name = &self.tree.subprogram(*callee).name;
                Err((*loc, format!("call of \"{name}\" before its body is elaborated (RM 3.11)")))
            }
        }
    }

    /// Whether an object is the flag of a body. It has been set wherever the subprograms around are entered.
    pub fn is_flag(&self, object: ObjId) -> bool {
        self.tree.elaborated.values().any(|flag| *flag == object)
    }
}
