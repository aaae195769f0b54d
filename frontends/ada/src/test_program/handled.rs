//! Handlers around a place: a program does not end with an exception that one of them takes.

use crate::ast::{Choice, CompilationUnit, Decl, HandledStatements, Interner, SelectStmt, Stmt, StmtKind};

/// What the checks of a program raise, in small letters.
const RAISED: [&str; 3] = ["constraint_error", "program_error", "assertion_error"];

/// Whether a handler of a unit may take what a check at this place raises; of a raise statement that is anything.
pub(super) fn is_handled(unit: &CompilationUnit, names: &Interner, at: u32, anything: bool) -> bool {
    let mut search = Search { names, at, anything, found: false };
    search.declaration(&unit.item);
    search.found
}

struct Search<'a> {
    names: &'a Interner,
    at: u32,
    anything: bool,
    found: bool,
}

impl Search<'_> {
    fn declarations(&mut self, list: &[Decl]) {
        for decl in list {
            self.declaration(decl);
        }
    }

    fn declaration(&mut self, decl: &Decl) {
        let span = decl.span();
        if !(span.start..span.end).contains(&self.at) {
            return;
        }
        match decl {
            Decl::SubprogramBody(body) => {
                self.declarations(&body.declarations);
                self.handled(&body.body);
            }
            Decl::EntryBody(body) => {
                self.declarations(&body.declarations);
                self.handled(&body.body);
            }
            Decl::ConcurrentBody(body) => {
                self.declarations(&body.declarations);
                self.handled(&body.body);
            }
            Decl::Package(package) => {
                self.declarations(&package.visible);
                self.declarations(package.private.as_deref().unwrap_or_default());
            }
            Decl::PackageBody(body) => {
                self.declarations(&body.declarations);
                if let Some(body) = &body.body {
                    self.handled(body);
                }
            }
            Decl::Generic(generic) => self.declaration(&generic.unit),
            _ => {}
        }
    }

    fn handled(&mut self, body: &HandledStatements) {
        let inside = body.statements.iter().any(|stmt| (stmt.span.start..stmt.span.end).contains(&self.at));
        for handler in &body.handlers {
            let taken = handler.choices.iter().any(|choice| match choice {
                Choice::Expr(name) => {
                    let path = name.as_name().and_then(|name| name.path());
                    let last = path.and_then(|path| path.last().map(|ident| self.names.text(ident.symbol)));
                    self.anything || last.is_none_or(|last| RAISED.contains(&last))
                }
                _ => true,
            });
            self.found |= inside && taken;
            self.statements(&handler.body);
        }
        self.statements(&body.statements);
    }

    fn statements(&mut self, list: &[Stmt]) {
        for stmt in list.iter().filter(|stmt| (stmt.span.start..stmt.span.end).contains(&self.at)).collect::<Vec<_>>() {
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::If(branches) => {
                for (_, body) in &branches.branches {
                    self.statements(body);
                }
                self.statements(branches.otherwise.as_deref().unwrap_or_default());
            }
            StmtKind::Case(case) => case.alternatives.iter().for_each(|one| self.statements(&one.body)),
            StmtKind::Loop(body) => self.statements(&body.body),
            StmtKind::Block(block) => {
                self.declarations(&block.declarations);
                self.handled(&block.body);
            }
            StmtKind::ExtendedReturn(result) => result.body.iter().for_each(|body| self.handled(body)),
            StmtKind::Accept(accept) => accept.body.iter().for_each(|body| self.handled(body)),
            StmtKind::Select(select) => {
                let SelectStmt { alternatives, otherwise, abortable } = &**select;
                alternatives.iter().for_each(|one| self.statements(&one.statements));
                [otherwise, abortable].into_iter().flatten().for_each(|rest| self.statements(rest));
            }
            _ => {}
        }
    }
}
