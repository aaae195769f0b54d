//! Calls before elaboration (RM 3.11 (9–14)): a subprogram that a declarative part may call in front of its body has a
//! flag that says whether the body was elaborated, and raises Program_Error until then. Before tasks are activated the
//! flags of their bodies are looked at, and if one is not set none of them starts (RM 3.11 (11)). What is declared in a
//! library unit has no flag: it is not analysed, as a client may come at any time.

use super::effects::{Effects, calls_of};
use crate::place::Loc;
use crate::sema::tree::{
    Expr, ExprKind, ObjId, Object, ObjectKind, PROGRAM_ERROR, Stmt, StmtKind, SubpId, Tree, UnaryOp,
};
use crate::sema::walk::stmts_mut;
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

/// The tree with flags for the subprograms that need them; `None` if none does.
pub(super) fn with_flags(tree: &Tree) -> Option<Tree> {
    let elaborates = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Elaborated(_));
    let mut effects = None;
    let mut flagged = tree.clone();
    for at in 1..flagged.subprograms.len() {
        let owner = SubpId(u32::try_from(at).unwrap_or(u32::MAX));
        let Some(mut body) = flagged.subprograms[at].body.take() else { continue };
        let mut wanted = BTreeMap::new();
        let next = flagged.objects.len();
        let mut list = |list: &mut Vec<Stmt>| {
            // Most bodies stand in front of what calls them.
            let last = list.iter().rposition(elaborates);
            if !last.is_some_and(|last| list[..last].iter().any(|stmt| !elaborates(stmt))) {
                return;
            }
            let effects = effects.get_or_insert_with(|| Effects::of(tree));
            let early = premature(tree, effects, &list.iter().collect::<Vec<&Stmt>>());
            let late: BTreeSet<SubpId> = early.into_iter().map(|one| one.callee).collect();
            for callee in late {
                let flag = ObjId(u32::try_from(next + wanted.len()).unwrap_or(u32::MAX));
                wanted.insert(callee, flag);
                let boolean = tree.types.std.boolean;
                let last = list.iter().rposition(|stmt| matches!(stmt.kind, StmtKind::Elaborated(id) if id == callee));
                let Some(last) = last else { continue };
                let loc = list[last].loc;
                let literal = |value: i64| Expr::int(value.into(), boolean, loc);
                let target = Expr { kind: ExprKind::Object(flag), ty: boolean, loc };
                list.insert(last, Stmt { kind: StmtKind::Assign(target, literal(1)), loc });
                list.insert(0, Stmt { kind: StmtKind::Declare(flag, Some(literal(0))), loc });
            }
        };
        stmts_mut(&mut body.statements, &mut list, &mut |_| {});
        body.handlers.iter_mut().for_each(|handler| stmts_mut(&mut handler.statements, &mut list, &mut |_| {}));
        stmts_mut(&mut body.declarations, &mut list, &mut |_| {});
        flagged.subprograms[at].body = Some(body);
        for (callee, flag) in wanted {
            let subp = tree.subprogram(callee);
            flagged.objects.push(Object {
                name: format!("body of {} elaborated", subp.name),
                loc: subp.loc,
                ty: tree.types.std.boolean,
                kind: ObjectKind::Variable,
                owner,
                value: None,
                hidden: true,
                private: true,
                volatile: false,
                written_outside: false,
                relaxed: false,
                level: 0,
                concurrent: false,
                unsupported: None,
            });
            flagged.elaborated.insert(callee, flag);
        }
    }
    if flagged.elaborated.is_empty() {
        return None;
    }
    for at in 0..flagged.subprograms.len() {
        let id = SubpId(u32::try_from(at).unwrap_or(u32::MAX));
        let Some(mut body) = flagged.subprograms[at].body.take() else { continue };
        let mut list = |list: &mut Vec<Stmt>| before_activations(&flagged, list);
        stmts_mut(&mut body.statements, &mut list, &mut |_| {});
        body.handlers.iter_mut().for_each(|handler| stmts_mut(&mut handler.statements, &mut list, &mut |_| {}));
        stmts_mut(&mut body.declarations, &mut list, &mut |_| {});
        if let Some(flag) = flagged.elaborated.get(&id).filter(|_| !is_task(&flagged, id)) {
            body.declarations.insert(0, check(&flagged, *flag, flagged.subprograms[at].loc));
        }
        flagged.subprograms[at].body = Some(body);
    }
    Some(flagged)
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
