//! What a subprogram or an object looks like from another library unit: read from the text that declares it.

use super::unit_of_file;
use crate::ast::{
    Aspect, CompilationUnit, ContextItem, Decl, Interner, Mode, Name, NameKind, PackageDecl, ParameterSpec,
    SubprogramSpec, TypeDef, TypeUse,
};
use crate::parser::{ParseOptions, parse_file};
use horn_frontend::ir::{FileId, Loc, Procedure};
use horn_frontend::{Span, Subject};

/// A subprogram that can be called from outside.
pub(super) struct Declared {
    /// `with` and `use` clauses.
    pub context: Vec<String>,
    /// Use clauses for the declarative part of the caller.
    pub uses: Vec<String>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The subtype of its result.
    pub result: Option<String>,
    /// How it is called.
    pub full_name: String,
    /// Whether it is a library unit.
    pub is_library: bool,
}

/// A parameter.
pub(super) struct Parameter {
    /// Its name.
    pub name: String,
    /// Its mode.
    pub mode: Mode,
    /// Its subtype as the caller names it.
    pub mark: String,
    /// Whether no value of it can be written down, as its type is private.
    pub private: bool,
}

/// An object of a package.
pub(super) struct Object {
    /// How it is named from outside.
    pub full_name: String,
    /// Whether nobody can assign to it.
    pub constant: bool,
}

/// Where a declaration stands.
#[derive(Clone, Default)]
struct Found {
    /// The names of the packages around it, outermost first.
    packages: Vec<String>,
    /// What these declare in front of it, package by package, in lower case.
    names: Vec<Vec<String>>,
    /// Use clauses around it.
    uses: Vec<String>,
    /// Why it cannot be named from outside.
    hidden: Option<&'static str>,
}

/// The declaration of an entry, seen from outside.
pub(super) fn subprogram(subject: &Subject<'_>, entry: &Procedure) -> Result<Declared, String> {
    let cannot = |why: &str| format!("`{}` cannot be called from outside: {why}", entry.name);
    let source = subject.places.source(entry.loc.file).ok_or_else(|| cannot("its text is not there"))?;
    let mut names = Interner::new();
    let parsed = parse_file(source.text, &mut names, ParseOptions::default());
    let at = entry.loc.span;
    for unit in &parsed.tree.units {
        let mut found = None;
        walk(unit, source.text, &names, &mut |decl, place| {
            let spec = match decl {
                Decl::Subprogram(decl) => (&decl.spec, &decl.aspects),
                Decl::SubprogramBody(body) => (&body.spec, &body.aspects),
                _ => return,
            };
            if covers(spec.0.name.span, at) {
                found = Some((spec.0.clone(), spec.1.iter().any(|aspect| is_ghost(aspect, &names)), place.clone()));
            }
        });
        let Some((spec, ghost, place)) = found else { continue };
        if let Some(why) = place.hidden {
            return Err(cannot(why));
        }
        if ghost {
            return Err(cannot("it is ghost code"));
        }
        return outside(subject, source.text, &names, unit, &spec, &place, entry).map_err(|why| cannot(&why));
    }
    Err(cannot("no declaration of it is visible"))
}

/// The object that is declared at a place.
pub(super) fn object(subject: &Subject<'_>, loc: Loc, name: &str) -> Result<Object, String> {
    let cannot = |why: &str| format!("the failure may depend on `{name}`: {why}");
    let source = subject.places.source(loc.file).filter(|_| loc != Loc::NONE);
    let source = source.ok_or_else(|| cannot("it is no variable of the program"))?;
    let mut names = Interner::new();
    let parsed = parse_file(source.text, &mut names, ParseOptions::default());
    for unit in &parsed.tree.units {
        let mut found = None;
        walk(unit, source.text, &names, &mut |decl, place| {
            let Decl::Object(object) = decl else { return };
            let here = |ident: &&crate::ast::Ident| covers(ident.span, loc.span);
            if let Some(ident) = object.names.iter().find(here) {
                let full_name = [&place.packages[..], &[names.text(ident.spelling).to_string()]].concat().join(".");
                let ghost = object.aspects.iter().any(|aspect| is_ghost(aspect, &names));
                found = Some((full_name, object.constant, ghost, place.clone()));
            }
        });
        let Some((full_name, constant, ghost, place)) = found else { continue };
        return match place.hidden {
            Some(why) => Err(cannot(why)),
            None if ghost => Err(cannot("it is ghost code")),
            None => Ok(Object { full_name, constant }),
        };
    }
    Err(cannot("no declaration of it is visible"))
}

/// Whether a file has the library unit of this name, or a body of it.
pub(super) fn is_library_unit(subject: &Subject<'_>, file: FileId, unit: &str) -> Result<(), String> {
    let source = subject.places.source(file).ok_or("the text is not there")?;
    let mut names = Interner::new();
    let parsed = parse_file(source.text, &mut names, ParseOptions::default());
    let named = |one: &CompilationUnit| {
        let generic = matches!(one.item, Decl::Generic(_));
        let name = one.name().map(|name| text_of(source.text, name.span));
        !generic && !one.private && one.separate.is_none() && name.is_some_and(|name| name.eq_ignore_ascii_case(unit))
    };
    match parsed.tree.units.iter().any(named) {
        true => Ok(()),
        false => Err("what fails is no elaboration of a library unit that can be named".to_string()),
    }
}

/// Puts together what a caller needs to name the subprogram and its subtypes.
fn outside(
    subject: &Subject<'_>,
    text: &str,
    names: &Interner,
    unit: &CompilationUnit,
    spec: &SubprogramSpec,
    place: &Found,
    entry: &Procedure,
) -> Result<Declared, String> {
    let own = text_of(text, spec.name.span);
    let full_name = [&place.packages[..], &[own.to_string()]].concat().join(".");
    if !full_name.eq_ignore_ascii_case(&entry.name) {
        return Err("it belongs to an instance or is renamed".to_string());
    }
    let library = unit.name().map(|name| text_of(text, name.span)).unwrap_or(own).to_string();
    let mut context = Vec::new();
    // A child unit sees what its parents see.
    let mut parents = Vec::new();
    let mut name = library.as_str();
    while let Some((parent, _)) = name.rsplit_once('.') {
        parents.push(parent.to_string());
        name = parent;
    }
    let mut scopes = Vec::new();
    for parent in parents.iter().rev() {
        let (clauses, declared) = of_parent(subject, parent)?;
        context.extend(clauses);
        scopes.push((parent.clone(), declared));
    }
    for (at, declared) in place.names.iter().enumerate() {
        scopes.push((place.packages[..=at].join("."), declared.clone()));
    }
    context.extend(context_of(unit, text));
    context.push(format!("with {library};"));
    let mut uses: Vec<String> = parents.iter().rev().map(|parent| format!("use {parent};")).collect();
    let mut around = Vec::new();
    for package in &place.packages {
        around.push(package.clone());
        uses.push(format!("use {};", around.join(".")));
    }
    uses.extend(place.uses.iter().cloned());
    let mut parameters = Vec::new();
    for group in &spec.parameters {
        let mark = mark(text, names, &scopes, &group.subtype)?;
        check_mode(group)?;
        let private = is_private(subject, &mark, &context);
        // Literals and operators of types of other packages.
        let name = mark.split('\'').next().unwrap_or_default();
        let of_package = name.rsplit_once('.').map(|(package, _)| format!("use {package};"));
        uses.extend(of_package.filter(|line| !uses.contains(line)));
        for ident in &group.names {
            let name = names.text(ident.spelling).to_string();
            parameters.push(Parameter { name, mode: group.mode, mark: mark.clone(), private });
        }
    }
    let result = spec.result.as_ref().map(|result| mark(text, names, &scopes, result)).transpose()?;
    let is_library = place.packages.is_empty();
    Ok(Declared { context, uses, parameters, result, full_name, is_library })
}

fn check_mode(group: &ParameterSpec) -> Result<(), String> {
    match group.aliased {
        true => Err("aliased parameters".to_string()),
        false => Ok(()),
    }
}

/// The full name of a package, and the types and subtypes that it declares, in lower case.
type Scope = (String, Vec<String>);

/// How a caller names a subtype: with its package if one around the declaration declares it, since names from use
/// clauses may hide each other.
fn mark(text: &str, names: &Interner, scopes: &[Scope], subtype: &TypeUse) -> Result<String, String> {
    let TypeUse::Named(indication) = subtype else {
        return Err("parameters or results of anonymous types".to_string());
    };
    if indication.not_null || indication.constraint.is_some() {
        return Err("parameters or results with null exclusions or constraints".to_string());
    }
    let whole = text_of(text, indication.mark.span).split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(root) = root_of(&indication.mark, names) else { return Ok(whole) };
    let declaring = scopes.iter().rev().find(|(_, declared)| declared.contains(&root));
    Ok(match declaring {
        Some((package, _)) => format!("{package}.{whole}"),
        None => whole,
    })
}

/// Whether a subtype mark names a private type of a library package, the one in its prefix or one that a use clause
/// names.
fn is_private(subject: &Subject<'_>, mark: &str, context: &[String]) -> bool {
    let of_use = |line: &String| {
        let packages = line.strip_prefix("use ").filter(|rest| !rest.starts_with("type "))?;
        Some(packages.trim_end_matches(';').split(',').map(|one| one.trim().to_string()).collect::<Vec<String>>())
    };
    let (packages, name) = match mark.rsplit_once('.') {
        Some((package, name)) => (vec![package.to_string()], name),
        None => (context.iter().filter_map(of_use).flatten().collect(), mark),
    };
    let files = subject.program.files.iter().zip((0..).map(FileId));
    let of_packages = files.filter(|(file, _)| {
        let unit = unit_of_file(file);
        file.ends_with(".ads") && packages.iter().any(|package| unit.eq_ignore_ascii_case(package))
    });
    let sources = of_packages.filter_map(|(_, id)| subject.places.source(id));
    let declares = |text: &str| {
        let mut names = Interner::new();
        let parsed = parse_file(text, &mut names, ParseOptions::default());
        let is_it = |decl: &Decl| match decl {
            Decl::Type(ty) => {
                matches!(ty.definition, TypeDef::Private { .. })
                    && names.text(ty.name.symbol).eq_ignore_ascii_case(name)
            }
            _ => false,
        };
        parsed.tree.units.iter().any(|unit| match &unit.item {
            Decl::Package(package) => package.visible.iter().any(is_it),
            _ => false,
        })
    };
    sources.into_iter().any(|source| declares(source.text))
}

/// The first identifier of a name, in lower case.
fn root_of(name: &Name, names: &Interner) -> Option<String> {
    let mut name = name;
    loop {
        name = match &name.kind {
            NameKind::Ident(ident) => return Some(names.text(ident.symbol).to_lowercase()),
            NameKind::Selected(prefix, _) => prefix,
            NameKind::Attribute(attribute) => &attribute.prefix,
            _ => return None,
        };
    }
}

/// The clauses of a parent unit, and the types that it declares.
fn of_parent(subject: &Subject<'_>, parent: &str) -> Result<(Vec<String>, Vec<String>), String> {
    let files = subject.program.files.iter().zip((0..).map(FileId));
    for (_, id) in files.filter(|(file, _)| unit_of_file(file).eq_ignore_ascii_case(parent)) {
        let Some(source) = subject.places.source(id) else { continue };
        let mut names = Interner::new();
        let parsed = parse_file(source.text, &mut names, ParseOptions::default());
        for unit in &parsed.tree.units {
            if let Decl::Package(package) = &unit.item {
                let inside = of_package(package, source.text, &names, &Found::default());
                return Ok((context_of(unit, source.text), inside.names.concat()));
            }
        }
    }
    Err(format!("its parent unit `{parent}` is not known"))
}

/// The clauses of a unit that its visible part may use.
fn context_of(unit: &CompilationUnit, text: &str) -> Vec<String> {
    let clauses = unit.context.iter().filter_map(|item| match item {
        ContextItem::With(with) if with.private => None,
        ContextItem::With(with) => {
            let named: Vec<&str> = with.names.iter().map(|name| text_of(text, name.span)).collect();
            Some(format!("with {};", named.join(", ")))
        }
        ContextItem::Use(clause) => Some(text_of(text, clause.span).split_whitespace().collect::<Vec<_>>().join(" ")),
        ContextItem::Pragma(_) => None,
    });
    clauses.collect()
}

/// Shows every declaration of a unit that stands in a package or is the unit, with where it stands. The stack is as
/// deep as packages are nested.
fn walk<'u>(unit: &'u CompilationUnit, text: &str, names: &Interner, show: &mut dyn FnMut(&'u Decl, &Found)) {
    let mut root = Found::default();
    if unit.separate.is_some() {
        root.hidden = Some("it is declared in a body");
    } else if unit.private {
        root.hidden = Some("its library unit is private");
    }
    let mut todo: Vec<(&'u Decl, Found)> = vec![(&unit.item, root)];
    while let Some((decl, place)) = todo.pop() {
        show(decl, &place);
        match decl {
            Decl::Package(package) => {
                let inside = of_package(package, text, names, &place);
                for one in package.private.iter().flatten() {
                    todo.push((one, Found { hidden: Some("it is declared in a private part"), ..inside.clone() }));
                }
                todo.extend(package.visible.iter().map(|one| (one, inside.clone())));
            }
            Decl::PackageBody(body) => {
                let hidden = Found { hidden: Some("it is declared in a body"), ..place };
                todo.extend(body.declarations.iter().map(|one| (one, hidden.clone())));
            }
            Decl::Generic(generic) => {
                todo.push((&generic.unit, Found { hidden: Some("it is declared in a generic unit"), ..place }));
            }
            _ => {}
        }
    }
}

/// Where the visible declarations of a package stand.
fn of_package(package: &PackageDecl, text: &str, names: &Interner, place: &Found) -> Found {
    let mut inside = place.clone();
    inside.packages.push(text_of(text, package.name.span).to_string());
    let mut declared = Vec::new();
    for decl in &package.visible {
        match decl {
            Decl::Type(ty) => declared.push(names.text(ty.name.symbol).to_lowercase()),
            Decl::Subtype(subtype) => declared.push(names.text(subtype.name.symbol).to_lowercase()),
            Decl::Use(clause) => inside.uses.push(text_of(text, clause.span).to_string()),
            _ => {}
        }
    }
    inside.names.push(declared);
    if package.aspects.iter().any(|aspect| is_ghost(aspect, names)) {
        inside.hidden = Some("it is ghost code");
    }
    inside
}

fn is_ghost(aspect: &Aspect, names: &Interner) -> bool {
    names.text(aspect.name.symbol).eq_ignore_ascii_case("ghost")
}

fn covers(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.start < outer.end
}

fn text_of(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or_default()
}
