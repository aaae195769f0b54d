//! Parts of the sources that are not to be verified, as these say themselves: `SPARK_Mode => Off` as aspect or pragma,
//! `pragma Annotate (GNATprove, Skip_Proof, Name)`, `Skip_Flow_And_Proof`, and the aspect (user's guide of SPARK,
//! "Using SPARK_Mode in Code", "Skipping Verification"). All that stands inside is meant, and so is the body of what is
//! declared there. What was switched off is never on again.

use super::{Finder, aspects, defining_ident, extent};
use crate::ast::{Aspect, CompilationUnit, ContextItem, Decl, Expr, HandledStatements, Pragma, StmtKind};
use horn_frontend::ir::{Loc, Withheld};
use horn_frontend::{Diagnostic, Message, Span};

/// The words for `SPARK_Mode`.
const MODE: &str = "SPARK_Mode => Off";
const PROOF: &str = "annotation Skip_Proof";
const ALL: &str = "annotation Skip_Flow_And_Proof";

/// The words for an annotation that switches the verification off.
pub(super) fn skipping(kind: &str) -> Option<&'static str> {
    match kind {
        "skip_proof" => Some(PROOF),
        "skip_flow_and_proof" => Some(ALL),
        _ => None,
    }
}

/// What a list of declarations stands in.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    /// Where the whole begins.
    pub start: u32,
    /// What it is; none for blocks.
    pub decl: Option<&'a Decl>,
    /// What a pragma in front of the list is about.
    pub part: Span,
}

impl<'a> Around<'a> {
    /// The list is one of this declaration.
    pub fn whole(decl: &'a Decl) -> Around<'a> {
        Around { start: decl.span().start, decl: Some(decl), part: decl.span() }
    }
}

impl<'a> Finder<'a> {
    fn withhold(&mut self, what: String, why: &'static str, said: Span, ranges: Vec<Loc>) {
        let loc = self.loc(said);
        self.found.withheld.push(Withheld { what, why, loc, ranges });
    }

    /// What a declaration is called, for people.
    fn called(&self, decl: &Decl) -> String {
        let name = defining_ident(decl).map(|ident| self.names.text(ident.spelling));
        name.map_or_else(|| "a part of the sources".to_string(), |name| format!("\"{name}\""))
    }

    /// Configuration pragmas in front of a unit.
    pub(super) fn context(&mut self, unit: &'a CompilationUnit) {
        let pragmas = unit.context.iter().filter_map(|item| match item {
            ContextItem::Pragma(pragma) => Some(pragma),
            _ => None,
        });
        let pragmas: Vec<&Pragma> = pragmas.chain(&unit.stray_pragmas).collect();
        for pragma in pragmas {
            if self.switches_off(pragma) {
                let ranges = self.ranges(&unit.item);
                self.withhold(self.called(&unit.item), MODE, pragma.span, ranges);
            } else {
                self.skipped_by_name(pragma, &[], Some(&unit.item));
            }
        }
    }

    /// Whether a pragma says `SPARK_Mode (Off)`.
    fn switches_off(&self, pragma: &Pragma) -> bool {
        self.names.text(pragma.name.symbol) == "spark_mode"
            && self.word(pragma.arguments.first().map(|argument| &argument.value)) == Some("off")
    }

    /// What the pragmas of a list of declarations say.
    pub(super) fn marks(&mut self, list: &'a [Decl], around: Around<'a>) {
        for (at, decl) in list.iter().enumerate() {
            let Decl::Pragma(pragma) = decl else { continue };
            if self.switches_off(pragma) {
                let before = list[..at].iter().rev().find(|decl| !matches!(decl, Decl::Pragma(_)));
                let ranges = match before {
                    Some(decl) => self.ranges(decl),
                    None => vec![self.loc(around.part)],
                };
                let what = before.or(around.decl).map(|decl| self.called(decl));
                self.withhold(what.unwrap_or_else(|| "a block".to_string()), MODE, pragma.span, ranges);
            } else {
                self.skipped_by_name(pragma, &list[..at], around.decl);
            }
        }
    }

    /// What a pragma in front of the statements of a package body says.
    pub(super) fn statement_marks(&mut self, body: &'a HandledStatements, around: &'a Decl) {
        for stmt in &body.statements {
            let StmtKind::Pragma(pragma) = &stmt.kind else { break };
            if self.switches_off(pragma) {
                let range = self.loc(Span::new(pragma.span.start, around.span().end));
                self.withhold(format!("the statements of {}", self.called(around)), MODE, pragma.span, vec![range]);
            }
        }
    }

    /// `pragma Annotate (GNATprove, Skip_Proof, Name)`: the name is that of what is declared in front, or around.
    fn skipped_by_name(&mut self, pragma: &'a Pragma, before: &'a [Decl], around: Option<&'a Decl>) {
        let value = |at: usize| pragma.arguments.get(at).map(|argument| &argument.value);
        let Some(why) = self.word(value(1)).and_then(skipping).filter(|_| self.is_ours(pragma)) else { return };
        let named = value(2).and_then(|value| value.as_name()?.path()?.last().copied());
        let wanted = named.filter(|_| pragma.arguments.len() == 3).map(|ident| ident.symbol);
        let is_meant = |decl: &&Decl| wanted.is_some() && defining_ident(decl).map(|ident| ident.symbol) == wanted;
        let meant: Vec<&'a Decl> = before.iter().filter(is_meant).chain(around.filter(|decl| is_meant(decl))).collect();
        if meant.is_empty() {
            let text = format!("{why} needs a third argument, the name of what is declared here; nothing is skipped");
            let diagnostic = Diagnostic::error(pragma.span, text);
            self.found.wrong.push(Message { file: Some(self.file), diagnostic });
        }
        for decl in meant {
            let ranges = self.ranges(decl);
            self.withhold(self.called(decl), why, pragma.span, ranges);
        }
    }

    /// `Skip_Proof` among statements: it is about what is declared, so there is nothing that it could be about.
    pub(super) fn skipped_among_statements(&mut self, pragma: &Pragma) {
        let Some(why) = self.word(pragma.arguments.get(1).map(|argument| &argument.value)).and_then(skipping) else {
            return;
        };
        let text =
            format!("{why} belongs behind the declaration that it names, not among statements; nothing is skipped");
        let diagnostic = Diagnostic::error(pragma.span, text);
        self.found.wrong.push(Message { file: Some(self.file), diagnostic });
    }

    /// What the aspects of a declaration say.
    pub(super) fn aspect_marks(&mut self, decl: &'a Decl) {
        for aspect in aspects(decl) {
            if let Some(why) = self.off_by_aspect(aspect) {
                let ranges = self.ranges(decl);
                self.withhold(self.called(decl), why, aspect.span, ranges);
            }
        }
    }

    fn off_by_aspect(&self, aspect: &Aspect) -> Option<&'static str> {
        let name = self.names.text(aspect.name.symbol);
        if name == "spark_mode" && self.word(aspect.value.as_ref()) == Some("off") {
            return Some(MODE);
        }
        let values: Vec<Option<&Expr>> = if name == "annotate" { super::values(aspect)? } else { return None };
        let word = |at: usize| self.word(values.get(at).copied().flatten());
        (word(0) == Some("gnatprove")).then(|| word(1)).flatten().and_then(skipping)
    }

    /// A body whose declaration is not to be verified is not either.
    pub(super) fn inherit(&mut self, decl: &'a Decl) {
        let own = self.loc(extent(decl));
        let declared = match decl {
            Decl::SubprogramBody(body) => self.declaration(&body.spec),
            Decl::EntryBody(body) => self.declaration(&body.spec),
            // The end, too: the private part may be off alone.
            Decl::PackageBody(body) => self
                .specification(body)
                .map(|(file, spec)| Loc::new(file, Span::new(spec.span.end.saturating_sub(1), spec.span.end))),
            Decl::ConcurrentBody(_) => self.concurrent(decl).map(|(file, ty)| Loc::new(file, ty.span())),
            _ => None,
        };
        if let Some(declared) = declared {
            self.follows(declared, own);
        }
    }

    /// A subunit is where its stub is.
    pub(super) fn subunit(&mut self, unit: &'a CompilationUnit) {
        let Some(parent) = unit.separate.as_ref().and_then(|name| name.path()) else { return };
        let Some(own) = defining_ident(&unit.item) else { return };
        let last = parent.last().map(|ident| ident.symbol);
        let of_parent = |unit: &&(horn_frontend::ir::FileId, &CompilationUnit)| {
            let name = defining_ident(&unit.1.item).map(|ident| ident.symbol);
            unit.1.part() != crate::ast::UnitPart::Spec && name == last
        };
        let stub = self.units.iter().filter(of_parent).find_map(|(file, unit)| {
            let declarations = match &unit.item {
                Decl::SubprogramBody(body) => &body.declarations,
                Decl::PackageBody(body) => &body.declarations,
                Decl::ConcurrentBody(body) => &body.declarations,
                _ => return None,
            };
            let is_it = |decl: &&Decl| {
                matches!(decl, Decl::Stub(_)) && defining_ident(decl).map(|one| one.symbol) == Some(own.symbol)
            };
            declarations.iter().find(is_it).map(|stub| Loc::new(*file, stub.span()))
        });
        if let Some(stub) = stub {
            let whole = self.loc(unit.item.span());
            self.follows(stub, whole);
        }
    }

    fn follows(&mut self, declared: Loc, own: Loc) {
        if let Some(said) = self.found.withheld.iter_mut().find(|said| said.covers(declared))
            && !said.ranges.contains(&own)
        {
            said.ranges.push(own);
        }
    }
}
