//! `pragma Annotate (GNATprove, False_Positive, "text", "reason")`, `Intentional`, and the aspect of that name: which
//! lines they are about (user's guide of SPARK, "Justifying Check Messages").
//!
//! In a list an annotation is about the item in front of it, and annotations in a row are about the same one. Behind a
//! body, or as its aspect, it is about the declaration of the subprogram as well. With nothing in front it is about
//! what it stands in, from there to the annotation.
//!
//! `Skip_Proof` and `SPARK_Mode`, which say that a part is not to be verified at all, are in `withhold`.

mod withhold;

use withhold::{Around, skipping};

use crate::ast::{
    AggregateItem, Aspect, BinaryOp, CompilationUnit, Decl, Expr, ExprKind, HandledStatements, Ident, Interner, Name,
    PackageBody, PackageDecl, Pragma, SelectStmt, Stmt, StmtKind, StubKind, SubprogramForm, SubprogramSpec, TypeDef,
    UnitPart,
};
use horn_frontend::ir::{Claim, FileId, Justification, Loc, Withheld};
use horn_frontend::{Diagnostic, Message, Span};

/// What is wrong with an annotation.
const WRONG: &str = "needs four arguments: GNATprove, the kind, and two string literals, the text of the message and \
                     the reason; it justifies nothing";

/// What is wrong with one of another kind.
const UNKNOWN: &str = "is no kind of annotation for GNATprove: there are False_Positive, Intentional, Skip_Proof and \
                       Skip_Flow_And_Proof, and those that are about something else than checks";

/// Kinds of annotations that are not about checks, in small letters: they change nothing here.
const OTHERS: &[&str] = &[
    "always_return",
    "at_end_borrow",
    "automatic_instantiation",
    "container_aggregates",
    "external_axiomatization",
    "handler",
    "hide_info",
    "higher_order_specialization",
    "init_by_proof",
    "inline_for_proof",
    "iterable_for_proof",
    "logical_equal",
    "might_not_return",
    "mutable_in_parameters",
    "no_bitwise_operations",
    "no_wrap_around",
    "ownership",
    "predefined_equality",
    "terminating",
    "unhide_info",
];

/// What units say about their own checks.
#[derive(Default)]
pub(crate) struct Remarks {
    /// In the order of the places that they are about.
    pub justifications: Vec<Justification>,
    /// What is not to be verified.
    pub withheld: Vec<Withheld>,
    /// What is wrong with others.
    pub wrong: Vec<Message>,
}

/// What these units say about their own checks.
pub(crate) fn remarks(units: &[(FileId, &CompilationUnit)], names: &Interner) -> Remarks {
    let mut finder = Finder { units, names, file: FileId(0), lists: Vec::new(), found: Remarks::default() };
    // What a declaration says counts for its body.
    let mut ordered: Vec<&(FileId, &CompilationUnit)> = units.iter().collect();
    ordered.sort_by_key(|(_, unit)| match unit.part() {
        UnitPart::Spec => 0,
        UnitPart::Body => 1,
        UnitPart::Subunit => 2 + unit.separate.as_ref().and_then(Name::path).map_or(0, |path| path.len()),
    });
    for (file, unit) in ordered {
        finder.file = *file;
        finder.unit(unit);
    }
    let mut found = finder.found;
    let begin = |one: &Justification| one.ranges.iter().map(|range| (range.file, range.span.start)).min();
    found.justifications.sort_by_key(|one| (begin(one), one.loc.span.start));
    found.withheld.sort_by_key(|one| (one.loc.file, one.loc.span.start));
    found
}

struct Finder<'a> {
    units: &'a [(FileId, &'a CompilationUnit)],
    names: &'a Interner,
    file: FileId,
    /// The lists of declarations around, and those of the packages whose bodies are around, innermost last.
    lists: Vec<(FileId, &'a [Decl])>,
    found: Remarks,
}

impl<'a> Finder<'a> {
    fn unit(&mut self, unit: &'a CompilationUnit) {
        self.context(unit);
        self.subunit(unit);
        self.item(&unit.item);
        for pragma in &unit.stray_pragmas {
            let behind = pragma.span.start >= unit.item.span().end;
            let ranges = if behind { self.ranges(&unit.item) } else { vec![self.loc(unit.item.span())] };
            self.annotation(pragma, ranges);
        }
    }

    fn loc(&self, span: Span) -> Loc {
        Loc::new(self.file, span)
    }

    /// A list of declarations.
    fn declarations(&mut self, list: &'a [Decl], around: Around<'a>) {
        self.lists.push((self.file, list));
        self.marks(list, around);
        let pragma = |decl: &'a Decl| if let Decl::Pragma(pragma) = decl { Some(&**pragma) } else { None };
        self.items(list, around.start, pragma, Self::item, Self::ranges, |_, _| {});
        self.lists.pop();
    }

    /// A list of statements of something that starts there.
    fn statements(&mut self, list: &'a [Stmt], start: u32) {
        let pragma = |stmt: &'a Stmt| if let StmtKind::Pragma(pragma) = &stmt.kind { Some(&**pragma) } else { None };
        let range = |this: &Self, stmt: &Stmt| vec![this.loc(stmt.span)];
        self.items(list, start, pragma, Self::statement, range, Self::skipped_among_statements);
    }

    /// A list: an annotation is about what stands in front of it, at the start about what has the list.
    fn items<T>(
        &mut self,
        list: &'a [T],
        start: u32,
        pragma: impl Fn(&'a T) -> Option<&'a Pragma>,
        look_into: impl Fn(&mut Self, &'a T),
        ranges: impl Fn(&Self, &'a T) -> Vec<Loc>,
        among: impl Fn(&mut Self, &'a Pragma),
    ) {
        let mut in_front: Option<Vec<Loc>> = None;
        for item in list {
            if let Some(pragma) = pragma(item)
                && self.is_ours(pragma)
            {
                let whole = || vec![self.loc(Span::new(start, pragma.span.end))];
                let ranges = in_front.clone().unwrap_or_else(whole);
                self.annotation(pragma, ranges);
                among(self, pragma);
                continue;
            }
            look_into(self, item);
            in_front = Some(ranges(self, item));
        }
    }

    fn handled(&mut self, body: &'a HandledStatements, start: u32) {
        self.statements(&body.statements, start);
        for handler in &body.handlers {
            self.statements(&handler.body, handler.span.start);
        }
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        let start = stmt.span.start;
        match &stmt.kind {
            StmtKind::If(branches) => {
                for (_, body) in &branches.branches {
                    self.statements(body, start);
                }
                self.statements(branches.otherwise.as_deref().unwrap_or_default(), start);
            }
            StmtKind::Case(case) => {
                for alternative in &case.alternatives {
                    self.statements(&alternative.body, alternative.span.start);
                }
            }
            StmtKind::Loop(body) => self.statements(&body.body, start),
            StmtKind::Block(block) => {
                self.declarations(&block.declarations, Around { start, decl: None, part: stmt.span });
                self.handled(&block.body, start);
            }
            StmtKind::ExtendedReturn(result) => {
                if let Some(body) = &result.body {
                    self.handled(body, start);
                }
            }
            StmtKind::Accept(accept) => {
                if let Some(body) = &accept.body {
                    self.handled(body, start);
                }
            }
            StmtKind::Select(select) => {
                let SelectStmt { alternatives, otherwise, abortable } = &**select;
                for alternative in alternatives {
                    self.statements(&alternative.statements, alternative.span.start);
                }
                for rest in [otherwise, abortable].into_iter().flatten() {
                    self.statements(rest, start);
                }
            }
            _ => {}
        }
    }

    /// What a declaration has inside, and its aspects.
    fn item(&mut self, decl: &'a Decl) {
        let start = decl.span().start;
        let around = Around::whole(decl);
        self.inherit(decl);
        self.aspect_marks(decl);
        for aspect in aspects(decl) {
            if self.names.text(aspect.name.symbol) == "annotate"
                && let Some(values) = values(aspect)
            {
                let ranges = self.ranges(decl);
                self.arguments(&values, aspect.span, ranges);
            }
        }
        match decl {
            Decl::SubprogramBody(body) => {
                self.declarations(&body.declarations, around);
                self.handled(&body.body, start);
            }
            Decl::EntryBody(body) => {
                self.declarations(&body.declarations, around);
                self.handled(&body.body, start);
            }
            Decl::ConcurrentBody(body) => {
                let depth = self.lists.len();
                if let Some((file, Decl::Type(ty) | Decl::Single(ty))) = self.concurrent(decl)
                    && let TypeDef::Concurrent(concurrent) = &ty.definition
                {
                    self.lists.push((file, &concurrent.visible));
                    self.lists.push((file, &concurrent.private));
                }
                self.declarations(&body.declarations, around);
                self.lists.truncate(depth);
                self.handled(&body.body, start);
            }
            Decl::Package(package) => {
                self.declarations(&package.visible, around);
                let private = package.private.as_deref().unwrap_or_default();
                let begin = private.first().map_or(package.span.end, |first| first.span().start);
                self.declarations(private, Around { part: Span::new(begin, package.span.end), ..around });
            }
            Decl::PackageBody(body) => {
                let depth = self.lists.len();
                if let Some((file, package)) = self.specification(body) {
                    self.lists.push((file, &package.visible));
                    self.lists.push((file, package.private.as_deref().unwrap_or_default()));
                }
                self.declarations(&body.declarations, around);
                self.lists.truncate(depth);
                if let Some(body) = &body.body {
                    self.statement_marks(body, decl);
                    self.handled(body, start);
                }
            }
            Decl::Generic(generic) => self.item(&generic.unit),
            Decl::Type(ty) | Decl::Single(ty) => {
                if let TypeDef::Concurrent(concurrent) = &ty.definition {
                    self.declarations(&concurrent.visible, around);
                    self.declarations(&concurrent.private, around);
                }
            }
            _ => {}
        }
    }

    /// The places that an annotation of a declaration is about.
    fn ranges(&self, decl: &'a Decl) -> Vec<Loc> {
        let mut ranges = vec![Loc::new(self.file, extent(decl))];
        let spec = match decl {
            Decl::SubprogramBody(body) => Some(&body.spec),
            Decl::Subprogram(subp) if !matches!(subp.form, SubprogramForm::Declaration) => Some(&subp.spec),
            _ => None,
        };
        ranges.extend(spec.and_then(|spec| self.declaration(spec)).filter(|found| *found != ranges[0]));
        ranges
    }

    /// The declarations around, the innermost list first, with their files; of a library unit the other ones.
    fn around(&self) -> impl Iterator<Item = (FileId, &'a Decl)> {
        let lists = self.lists.iter().rev().flat_map(|(file, list)| list.iter().map(move |decl| (*file, decl)));
        let units = self.units.iter().filter(|_| self.lists.is_empty()).map(|(file, unit)| (*file, &unit.item));
        lists.chain(units)
    }

    /// The declaration of the subprogram of a body.
    fn declaration(&self, body: &SubprogramSpec) -> Option<Loc> {
        self.around().find_map(|(file, decl)| match without_generic(decl) {
            Decl::Subprogram(subp) if same(&subp.spec, body) => Some(Loc::new(file, extent(decl))),
            Decl::Entry(entry) if same(&entry.spec, body) => Some(Loc::new(file, extent(decl))),
            _ => None,
        })
    }

    /// The declaration of the task or protected unit of a body.
    fn concurrent(&self, body: &Decl) -> Option<(FileId, &'a Decl)> {
        let own = defining_ident(body)?.symbol;
        let is_it = |decl: &Decl| match decl {
            Decl::Type(ty) | Decl::Single(ty) => {
                ty.name.symbol == own && matches!(ty.definition, TypeDef::Concurrent(_))
            }
            _ => false,
        };
        self.around().find(|(_, decl)| is_it(decl))
    }

    /// The specification of the package of a body.
    fn specification(&self, body: &PackageBody) -> Option<(FileId, &'a PackageDecl)> {
        self.around().find_map(|(file, decl)| match without_generic(decl) {
            Decl::Package(package) if same_name(&package.name, &body.name) => Some((file, &**package)),
            _ => None,
        })
    }

    /// Whether a pragma is an annotation for GNATprove.
    fn is_ours(&self, pragma: &Pragma) -> bool {
        self.names.text(pragma.name.symbol) == "annotate"
            && self.word(pragma.arguments.first().map(|argument| &argument.value)) == Some("gnatprove")
    }

    /// An identifier.
    fn word(&self, value: Option<&Expr>) -> Option<&'a str> {
        let ident = value?.as_name()?.as_ident()?;
        Some(self.names.text(ident.symbol))
    }

    fn annotation(&mut self, pragma: &Pragma, ranges: Vec<Loc>) {
        if self.is_ours(pragma) {
            let values: Vec<Option<&Expr>> = pragma.arguments.iter().map(|argument| Some(&argument.value)).collect();
            self.arguments(&values, pragma.span, ranges);
        }
    }

    /// Takes the arguments of an annotation.
    fn arguments(&mut self, values: &[Option<&Expr>], span: Span, ranges: Vec<Loc>) {
        let value = |at: usize| values.get(at).copied().flatten();
        if self.word(value(0)) != Some("gnatprove") {
            return;
        }
        let (claim, kind) = match self.word(value(1)) {
            Some("false_positive") => (Claim::FalsePositive, "False_Positive"),
            Some("intentional") => (Claim::Intentional, "Intentional"),
            Some(kind) if skipping(kind).is_some() || OTHERS.contains(&kind) => return,
            kind => {
                let kind = kind.map_or_else(String::new, |kind| format!(" \"{kind}\""));
                let diagnostic = Diagnostic::error(span, format!("annotation{kind} {UNKNOWN}"));
                self.found.wrong.push(Message { file: Some(self.file), diagnostic });
                return;
            }
        };
        let text = |at: usize| value(at).and_then(|value| literal(self.names, value));
        match (values.len(), text(2), text(3)) {
            (4, Some(pattern), Some(reason)) => {
                let loc = self.loc(span);
                self.found.justifications.push(Justification { claim, pattern, reason, loc, ranges });
            }
            _ => {
                let diagnostic = Diagnostic::error(span, format!("annotation \"{kind}\" {WRONG}"));
                self.found.wrong.push(Message { file: Some(self.file), diagnostic });
            }
        }
    }
}

/// The values of the aspect `Annotate`.
fn values(aspect: &Aspect) -> Option<Vec<Option<&Expr>>> {
    let Some(ExprKind::Aggregate(aggregate)) = aspect.value.as_ref().map(|value| &value.kind) else { return None };
    let values = aggregate.items.iter().map(|item| match item {
        AggregateItem::Association(association) if association.choices.is_empty() => association.expr(),
        _ => None,
    });
    Some(values.collect())
}

/// The name that something declares, without those in front of it.
fn defining_ident(decl: &Decl) -> Option<Ident> {
    let name = match decl {
        Decl::Type(ty) | Decl::Single(ty) => return Some(ty.name),
        Decl::Stub(stub) => match &stub.kind {
            StubKind::Subprogram(spec) => &spec.name,
            StubKind::Package(ident) | StubKind::Concurrent(_, ident) => return Some(*ident),
        },
        Decl::Subprogram(subp) => &subp.spec.name,
        Decl::SubprogramBody(body) => &body.spec.name,
        Decl::Package(package) => &package.name,
        Decl::PackageBody(body) => &body.name,
        Decl::ConcurrentBody(body) => &body.name,
        Decl::Entry(entry) => &entry.spec.name,
        Decl::EntryBody(body) => &body.spec.name,
        Decl::Instantiation(instance) => &instance.name,
        Decl::Generic(generic) => return defining_ident(&generic.unit),
        _ => return None,
    };
    name.path()?.last().copied()
}

/// The text of a string literal, of an operator symbol, or of several of these put together.
fn literal(names: &Interner, value: &Expr) -> Option<String> {
    let mut text = String::new();
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        match &value.kind {
            ExprKind::String(part) => text += part,
            ExprKind::Name(name) => {
                let symbol = names.text(name.as_ident()?.spelling);
                text += symbol.strip_prefix('"')?.strip_suffix('"')?;
            }
            ExprKind::Paren(inner) => todo.push(inner),
            ExprKind::Binary(binary) if binary.op == BinaryOp::Concat => todo.extend([&binary.right, &binary.left]),
            _ => return None,
        }
    }
    Some(text)
}

/// Whether two profiles are those of one subprogram: a body repeats the names of the parameters (RM 6.3.1).
fn same(declared: &SubprogramSpec, body: &SubprogramSpec) -> bool {
    let parameters = |spec: &SubprogramSpec| -> Vec<_> {
        spec.parameters.iter().flat_map(|one| one.names.iter().map(|name| name.symbol)).collect()
    };
    same_name(&declared.name, &body.name)
        && declared.result.is_some() == body.result.is_some()
        && parameters(declared) == parameters(body)
}

fn same_name(left: &Name, right: &Name) -> bool {
    let symbols = |name: &Name| Some(name.path()?.iter().map(|ident| ident.symbol).collect::<Vec<_>>());
    symbols(left).is_some() && symbols(left) == symbols(right)
}

/// A declaration with its aspects, which of a generic unit are those of the unit.
fn extent(decl: &Decl) -> Span {
    let aspects = aspects(decl).iter().chain(aspects(without_generic(decl)));
    Span::new(decl.span().start, aspects.map(|aspect| aspect.span.end).fold(decl.span().end, u32::max))
}

/// The unit of a generic declaration; others are themselves.
fn without_generic(decl: &Decl) -> &Decl {
    match decl {
        Decl::Generic(generic) => &generic.unit,
        other => other,
    }
}

/// The aspects of a declaration.
fn aspects(decl: &Decl) -> &[Aspect] {
    match decl {
        Decl::Object(decl) => &decl.aspects,
        Decl::Type(decl) | Decl::Single(decl) => &decl.aspects,
        Decl::Subtype(decl) => &decl.aspects,
        Decl::Subprogram(decl) => &decl.aspects,
        Decl::SubprogramBody(decl) => &decl.aspects,
        Decl::Package(decl) => &decl.aspects,
        Decl::PackageBody(decl) => &decl.aspects,
        Decl::Renaming(decl) => &decl.aspects,
        Decl::Exception(decl) => &decl.aspects,
        Decl::Instantiation(decl) => &decl.aspects,
        Decl::Stub(decl) => &decl.aspects,
        Decl::ConcurrentBody(decl) => &decl.aspects,
        Decl::Entry(decl) => &decl.aspects,
        Decl::EntryBody(decl) => &decl.aspects,
        Decl::Generic(decl) => aspects(&decl.unit),
        _ => &[],
    }
}
