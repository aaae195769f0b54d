//! Names (RM 4.1): what a name denotes, as far as that can be said without knowing the wanted type.

use super::Sema;
use super::scope::{Entity, Entry, Intrinsic, ScopeId, ScopeKind, With};
use super::tree::{Expr, ExprKind, LoopId, Mode, ObjId, ObjectKind, SubpId};
use super::types::{Kind, TypeId};
use crate::ast::{self, Association, AssociationValue, Ident, NameKind, Symbol};
use horn_frontend::Span;

/// What can be called.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Callable {
    Subprogram(SubpId),
    Literal(TypeId, u32),
    Intrinsic(Intrinsic),
}

/// A call whose subprogram is still open.
#[derive(Clone, Debug)]
pub(crate) struct Calls<'a> {
    /// The candidates, innermost declaration first.
    pub candidates: Vec<Callable>,
    /// What stands in front of the point in `X.Operation`: the first parameter (RM 4.1.3 (9.2)).
    pub prefix: Option<Box<Expr>>,
    /// The prefix is not written: it is the object that the enclosing operation of a protected unit was called for.
    pub implicit: bool,
    /// The index of an entry of a family.
    pub family: Option<&'a ast::Expr>,
    /// Parameters, if there is an actual parameter part.
    pub arguments: Option<&'a [Association]>,
    /// The name of the subprogram.
    pub span: Span,
    /// Its text for messages.
    pub name: String,
    /// The package, other than Standard, that the expanded name says it is declared in.
    pub package: Option<ScopeId>,
    /// Candidates that have the profile of another subprogram in an instance, and not in its generic unit.
    pub homographs: Vec<(SubpId, SubpId)>,
    /// Candidates that have the profile of an intrinsic function in an instance, and may have another one in its
    /// generic unit.
    pub beside_intrinsic: Vec<SubpId>,
}

impl Calls<'_> {
    /// A call whose actual parameters, if there are any, are not known yet.
    pub fn of(candidates: Vec<Callable>, prefix: Option<Box<Expr>>, span: Span, name: String) -> Self {
        Calls {
            candidates,
            prefix,
            implicit: false,
            family: None,
            arguments: None,
            span,
            name,
            package: None,
            homographs: Vec::new(),
            beside_intrinsic: Vec::new(),
        }
    }
}

/// What a name denotes.
#[derive(Clone, Debug)]
pub(crate) enum Denoted<'a> {
    /// A value or object with one type.
    Value(Expr),
    /// A type or subtype.
    Type(TypeId),
    /// A package, or the inside of a subprogram, as a prefix.
    Package(ScopeId),
    /// A call, to be resolved.
    Calls(Calls<'a>),
    /// An exception.
    Exception(super::tree::ExnId),
    /// A generic unit.
    Generic(super::scope::GenericId),
    /// A loop.
    Loop(LoopId),
    /// Nothing usable; reported.
    Error,
}

impl<'a> Sema<'a> {
    /// The object that a direct name denotes: of a static constant its value stands for the name.
    pub(super) fn named_object(&mut self, name: &ast::Name) -> Option<ObjId> {
        self.find(name.as_ident()?).into_iter().find_map(|entry| match entry.entity {
            Entity::Object(object) => Some(object),
            _ => None,
        })
    }

    /// All visible declarations of a direct name; reports if there are none.
    pub fn find(&mut self, ident: &Ident) -> Vec<Entry> {
        self.wide_literal(ident);
        let units = self.unit_scopes();
        let from = if self.in_context { self.library } else { self.scope };
        let (found, clash) = self.scopes.lookup(from, ident.symbol, |package| {
            units.is_empty()
                || units.iter().any(|unit| {
                    let named = |with: &With| with.unit == package || self.scopes.inside(with.unit, package);
                    let seen = |with: &With| !with.private || !self.scopes.is_in_visible_part(from, *unit);
                    self.scopes.inside(*unit, package)
                        || self.scopes[*unit].withs.iter().any(|with| named(with) && seen(with))
                })
        });
        if clash {
            let text = format!("multiple use clauses cause hiding of \"{}\"", self.spelling(ident));
            self.error(ident.span, text);
        }
        for entry in found.iter().filter(|entry| entry.outside) {
            self.note_outside(&entry.entity);
        }
        if found.is_empty() && self.visible_state(ident.symbol).is_some() {
            let name = self.spelling(ident);
            self.reject(ident.span, format!("own variable \"{name}\" in a predicate outside of the body (SPARK 2005)"));
        } else if found.is_empty()
            && !self.names.text(ident.symbol).starts_with('"')
            && let Some(why) = self.open_around()
        {
            self.reject(ident.span, &*why);
        } else if found.is_empty() {
            let name = self.spelling(ident);
            let text = self.names.text(ident.symbol);
            if text.starts_with('"') {
                // A predefined operator: the caller knows.
            } else if self.units.missing {
                self.reject(ident.span, "name that a missing unit may declare");
            } else if text.starts_with('\'') {
                self.error(ident.span, format!("{name} is undefined"));
            } else {
                self.error(ident.span, format!("\"{name}\" is undefined"));
            }
        }
        found
    }

    /// Declares a character beyond Latin-1 when it is named first: there are too many to declare them all.
    fn wide_literal(&mut self, ident: &Ident) {
        let mut text = self.names.text(ident.symbol).chars();
        let (Some('\''), Some(character), Some('\'')) = (text.next(), text.next(), text.next()) else { return };
        let code = u32::from(character);
        if code < 256 || self.scopes[self.standard].names.contains_key(&ident.symbol) {
            return;
        }
        let std = self.tree.types.std;
        let types = [Some(std.wide_wide_character), (code < 65_536).then_some(std.wide_character)];
        for ty in types.into_iter().flatten() {
            self.scopes.declare(self.standard, ident.symbol, Entity::Literal(ty, code), None);
        }
    }

    /// The scopes with context clauses around the current one: of the unit, of its specification, of its parents.
    fn unit_scopes(&self) -> Vec<ScopeId> {
        let around = self.scopes.outward(self.scope);
        around.into_iter().filter(|scope| !self.scopes[*scope].withs.is_empty()).collect()
    }

    /// What declarations denote as a name.
    fn denote_entries(&mut self, found: &[Entry], ident: &Ident, span: Span) -> Denoted<'a> {
        let Some(first) = found.first() else {
            if self.names.text(ident.symbol).starts_with('"') {
                let name = self.spelling(ident);
                let candidates = match self.names.text(ident.symbol) == "\"/=\"" {
                    true => {
                        let equal = self.names.fold("\"=\"");
                        let found = self.find(&Ident { symbol: equal, spelling: equal, span: ident.span });
                        self.implicit_unequal(&found)
                    }
                    false => Vec::new(),
                };
                return Denoted::Calls(Calls::of(candidates, None, span, name));
            }
            return Denoted::Error;
        };
        match &first.entity {
            Entity::Object(object) => {
                let object = *object;
                self.object_value(object, span)
            }
            Entity::Renamed(expr) => {
                let mut expr = (**expr).clone();
                if let Some(what) = self.poisoned_type(expr.ty) {
                    self.reject(span, what);
                }
                if super::walk::root(&expr).is_some_and(|object| self.has_references(object)) {
                    self.reject(span, super::element::BORROWED);
                }
                expr.loc = self.loc(span);
                Denoted::Value(expr)
            }
            Entity::Number(value) => {
                let (kind, ty) = match value.clone() {
                    super::tree::Value::Int(value) => (ExprKind::Int(value), self.tree.types.std.universal_integer),
                    super::tree::Value::Real(value) => (ExprKind::Real(value), self.tree.types.std.universal_real),
                    super::tree::Value::Text(value) => (ExprKind::Text(value), self.tree.types.std.string),
                };
                Denoted::Value(Expr { kind, ty, loc: self.loc(span) })
            }
            Entity::Type(ty) => Denoted::Type(*ty),
            Entity::Package(scope) => Denoted::Package(*scope),
            Entity::Exception(exception) => Denoted::Exception(*exception),
            Entity::Generic(generic) => Denoted::Generic(*generic),
            Entity::Loop(id) => Denoted::Loop(*id),
            Entity::Block => Denoted::Error,
            Entity::Unsupported(what) => {
                let what = what.to_string();
                self.reject(span, what);
                let error = self.tree.types.std.error;
                Denoted::Value(Expr::error(error, self.loc(span)))
            }
            Entity::Subprogram(_) | Entity::Literal(..) | Entity::Intrinsic(_) => {
                let mut candidates: Vec<Callable> = Vec::new();
                // Those that are directly visible hide others; those of several use clauses do not hide each other (RM
                // 8.4 (10)).
                let mut places: Vec<Option<ScopeId>> = Vec::new();
                let mut homographs = Vec::new();
                let mut beside_intrinsic = Vec::new();
                for entry in found {
                    let callable = match &entry.entity {
                        Entity::Subprogram(subp) => Callable::Subprogram(*subp),
                        Entity::Literal(ty, position) => Callable::Literal(*ty, *position),
                        Entity::Intrinsic(intrinsic) => Callable::Intrinsic(*intrinsic),
                        _ => continue,
                    };
                    let above =
                        candidates.iter().zip(&places).filter(|(_, place)| place.is_none() || **place == entry.used);
                    let hiding: Vec<Callable> = above.map(|(candidate, _)| candidate.clone()).collect();
                    if candidates.contains(&callable) {
                        continue;
                    }
                    if let Callable::Subprogram(other) = callable {
                        let apart = self.homographs_of(&candidates, &callable);
                        homographs.extend(apart.into_iter().map(|one| (one, other)));
                    }
                    let hidden = self.hidden_by(&hiding, &callable);
                    // What is declared overrides an inherited intrinsic one also where that comes behind it, with the
                    // full view of the type.
                    let overridden = |at: usize| {
                        let from_use = places[at].is_some() && places[at] != entry.used;
                        let intrinsic = matches!(candidates[at], Callable::Intrinsic(_));
                        intrinsic && !from_use && self.hidden_by(std::slice::from_ref(&callable), &candidates[at])
                    };
                    let overridden: Vec<usize> = (0..candidates.len()).rev().filter(|at| overridden(*at)).collect();
                    if hidden && entry.outside && self.is_intrinsic_of_formal(&callable) {
                        beside_intrinsic.extend(hiding.iter().filter_map(|one| match one {
                            Callable::Subprogram(subp) if self.hidden_by(std::slice::from_ref(one), &callable) => {
                                Some(*subp)
                            }
                            _ => None,
                        }));
                    }
                    if entry.outside && overridden.iter().any(|at| self.is_intrinsic_of_formal(&candidates[*at])) {
                        self.reject(span, super::told::HOMOGRAPHS);
                        let error = self.tree.types.std.error;
                        return Denoted::Value(Expr::error(error, self.loc(span)));
                    }
                    for at in overridden {
                        candidates.remove(at);
                        places.remove(at);
                    }
                    if !hidden {
                        candidates.push(callable);
                        places.push(entry.used);
                    }
                }
                // Those of tagged types can be called by calls that dispatch.
                let callable = |candidate: &Callable| match candidate {
                    Callable::Subprogram(subp) => !self.abstract_ones.contains(subp) || self.is_primitive(*subp),
                    _ => true,
                };
                if candidates.iter().any(callable) {
                    candidates.retain(callable);
                }
                let name = self.spelling(ident);
                // An operation of the unit around is called for the same object (RM 9.5 (3)).
                let unit = candidates.iter().find_map(|candidate| match candidate {
                    Callable::Subprogram(subp) => self.operations.get(subp).map(|operation| operation.unit),
                    _ => None,
                });
                let prefix = unit.and_then(|unit| self.current_instance(unit, span)).map(Box::new);
                let implicit = prefix.is_some();
                let calls = Calls::of(candidates, prefix, span, name);
                Denoted::Calls(Calls { implicit, homographs, beside_intrinsic, ..calls })
            }
        }
    }

    /// Whether an inner declaration has the same profile (RM 8.3 (8–10)).
    pub fn hidden_by(&self, inner: &[Callable], outer: &Callable) -> bool {
        inner.iter().any(|inner| match (inner, outer) {
            (Callable::Subprogram(inner), Callable::Subprogram(outer)) => self.same_profile(*inner, *outer),
            // A literal is a function without parameters (RM 3.5.1 (6)).
            (Callable::Subprogram(function), Callable::Literal(ty, _))
            | (Callable::Literal(ty, _), Callable::Subprogram(function)) => {
                let function = self.tree.subprogram(*function);
                let base = |ty: TypeId| self.tree.types.base(ty);
                function.params.is_empty() && function.result.map(base) == Some(base(*ty))
            }
            (Callable::Subprogram(function), Callable::Intrinsic(intrinsic)) => {
                self.has_intrinsic_profile(*function, *intrinsic)
            }
            (Callable::Literal(inner, _), Callable::Literal(outer, _)) => {
                self.tree.types.base(*inner) == self.tree.types.base(*outer)
            }
            _ => false,
        })
    }

    /// Same types of parameters and result.
    pub fn same_profile(&self, a: SubpId, b: SubpId) -> bool {
        let types = &self.tree.types;
        let (a, b) = (self.tree.subprogram(a), self.tree.subprogram(b));
        let base = |object: &super::tree::ObjId| types.base(self.tree.object(*object).ty);
        let results = match (a.result, b.result) {
            (Some(a), Some(b)) => types.same(types.base(a), types.base(b)),
            (a, b) => a == b,
        };
        results
            && a.params.len() == b.params.len()
            && a.params.iter().zip(&b.params).all(|(x, y)| types.same(base(x), base(y)))
    }

    fn object_value(&mut self, object: super::tree::ObjId, span: Span) -> Denoted<'a> {
        if self.has_references(object) {
            self.reject(span, super::element::BORROWED);
        }
        let loc = self.loc(span);
        let entry = self.tree.object(object);
        let ty = entry.ty;
        let kind = match &entry.value {
            Some(super::tree::Value::Int(value)) => ExprKind::Int(value.clone()),
            Some(super::tree::Value::Real(value)) => ExprKind::Real(value.clone()),
            _ => ExprKind::Object(object),
        };
        if let Kind::Unsupported(what) = self.tree.types.kind(ty) {
            let what = what.clone();
            self.reject(span, what);
        }
        Denoted::Value(Expr { kind, ty, loc })
    }

    /// What a name denotes.
    pub fn denote(&mut self, name: &'a ast::Name) -> Denoted<'a> {
        match &name.kind {
            NameKind::Ident(ident) => {
                let found = self.find(ident);
                self.denote_entries(&found, ident, name.span)
            }
            NameKind::Selected(prefix, selector) => self.denote_selected(prefix, selector, name.span),
            NameKind::Apply(prefix, arguments) => match self.element_by_reference(name, name.span) {
                Some(element) => Denoted::Value(element),
                None => self.denote_apply(prefix, arguments, name.span),
            },
            NameKind::Attribute(attribute) => self.denote_attribute(attribute, name.span, None),
            NameKind::Qualified(mark, operand) => {
                let ty = self.subtype_mark(mark);
                let operand = self.expr(operand, Some(ty));
                let loc = self.loc(name.span);
                if operand.value().is_some() && self.statically_in(&operand, ty) {
                    return Denoted::Value(Expr { ty, loc, ..operand });
                }
                Denoted::Value(Expr { kind: ExprKind::Qualified(Box::new(operand)), ty, loc })
            }
            NameKind::Target => match self.target.clone() {
                Some(target) => {
                    self.target_named = true;
                    Denoted::Value(Expr { loc: self.loc(name.span), ..target })
                }
                None => {
                    self.error(name.span, "target name can only be used in the expression of an assignment");
                    Denoted::Error
                }
            },
            NameKind::Dereference(prefix) => {
                let found = self.referenced_element(prefix);
                if let Some(element) = found.or_else(|| self.element_of_reference(prefix, name.span)) {
                    return Denoted::Value(element);
                }
                let of_reference = match &prefix.kind {
                    NameKind::Selected(_, discriminant) => self.names.text(discriminant.symbol) == "element",
                    _ => false,
                };
                let pointer = match self.denote(prefix) {
                    Denoted::Value(value) if of_reference && self.is_element_without(&value, "element") => {
                        return Denoted::Value(value);
                    }
                    Denoted::Value(value) => value,
                    Denoted::Calls(calls) => self.dereferenced_call(&calls),
                    Denoted::Error => return Denoted::Error,
                    _ => {
                        self.error(prefix.span, "invalid prefix in explicit dereference");
                        return Denoted::Error;
                    }
                };
                if pointer.kind == ExprKind::Error && pointer.ty == self.tree.types.std.error {
                    return Denoted::Value(pointer);
                }
                if self.tree.types.is_to_subprograms(pointer.ty) {
                    return self.indirect_call(pointer, None, name.span);
                }
                Denoted::Value(self.dereferenced(pointer, name.span))
            }
            NameKind::Value(expr) => {
                let value = self.expr(expr, None);
                Denoted::Value(value)
            }
            NameKind::OldValue(prefix) => {
                let inner = self.name_value(prefix, None);
                self.old_value(inner, name.span)
            }
            NameKind::LoopEntryValue(prefix) => {
                let inner = self.name_value(prefix, None);
                self.loop_entry_value(inner, None, name.span)
            }
            NameKind::Update(prefix, items) => self.denote_update(prefix, items, name.span),
        }
    }

    fn denote_selected(&mut self, prefix: &'a ast::Name, selector: &'a Ident, span: Span) -> Denoted<'a> {
        // Inside a generic subprogram its name is that of the instance, and a prefix for what is declared in it.
        if let (NameKind::Ident(ident), Some(unit)) = (&prefix.kind, &self.scopes.generic)
            && let ast::Decl::Subprogram(own) = &self.generics[unit.generic.0 as usize].decl.unit
            && own.spec.name.last_ident().is_some_and(|name| name.symbol == ident.symbol)
        {
            let regions: Vec<ScopeId> = self.scopes.outward(self.scope);
            let count = regions.iter().position(|region| *region == unit.formals).map_or(0, |at| at + 1);
            for region in regions[..count].iter().rev() {
                let found = self.scopes[*region].names.get(&selector.symbol).cloned().unwrap_or_default();
                if !found.is_empty() {
                    return self.denote_entries(&found, selector, span);
                }
            }
        }
        // An accept statement that encloses this place as prefix (RM 4.1.3 (9)).
        if let NameKind::Ident(ident) = &prefix.kind
            && let Some((_, scope)) = self.accept_regions.iter().rev().find(|(name, _)| *name == ident.symbol)
        {
            let found = self.scopes[*scope].names.get(&selector.symbol).cloned().unwrap_or_default();
            if !found.is_empty() {
                return self.denote_entries(&found, selector, span);
            }
        }
        // A subprogram or block that encloses this place as prefix of an expanded name (RM 4.1.3 (9)).
        if let NameKind::Ident(ident) = &prefix.kind
            && let Some(scope) = self.enclosing_region(ident.symbol)
        {
            let found = self.scopes[scope].names.get(&selector.symbol).cloned().unwrap_or_default();
            if !found.is_empty() {
                return self.denote_entries(&found, selector, span);
            }
        }
        match self.denote(prefix) {
            Denoted::Package(package) => {
                let mut found = self.scopes.select(package, selector.symbol, self.scope);
                let formals = self.scopes[package].parent.filter(|around| self.formals_of(*around, package));
                if found.is_empty()
                    && let Some(formals) = formals
                    && (self.scopes.inside(self.scope, package) || self.formals_seen(package).is_some())
                {
                    found = self.scopes.select(formals, selector.symbol, self.scope);
                }
                if found.is_empty() && package == self.standard {
                    // Library units are declared in the region of Standard (RM 10.1.1).
                    found = self.scopes.select(self.library, selector.symbol, self.scope);
                }
                if found.is_empty() {
                    if let Some(found) = self.predefined_operator(package, selector, span) {
                        return self.declared_in(package, found);
                    }
                    self.not_in_package(package, formals.is_some(), selector, span);
                    return Denoted::Error;
                }
                if self.scopes.generic.as_ref().is_some_and(|unit| !self.scopes.inside(package, unit.formals)) {
                    found.iter().for_each(|entry| self.note_outside(&entry.entity));
                }
                let denoted = self.denote_entries(&found, selector, span);
                self.declared_in(package, denoted)
            }
            Denoted::Value(value) => self.component_or_operation(value, selector, span),
            Denoted::Calls(calls) => {
                let value = self.resolve_calls(&calls, None, Some(selector.symbol));
                self.component_or_operation(value, selector, span)
            }
            Denoted::Error => Denoted::Error,
            Denoted::Generic(_) => {
                self.reject(selector.span, "expanded name in a generic unit (RM 4.1.3, 12.3 (15))");
                Denoted::Error
            }
            Denoted::Loop(id) => {
                // Of a loop around this place: its parameter.
                let region = self.loops.iter().find(|open| open.id == id).map(|open| open.scope);
                let found = region.and_then(|scope| self.scopes[scope].names.get(&selector.symbol).cloned());
                match found {
                    Some(found) => self.denote_entries(&found, selector, span),
                    None => {
                        self.reject(selector.span, "expanded name in a loop (RM 4.1.3)");
                        Denoted::Error
                    }
                }
            }
            Denoted::Type(_) | Denoted::Exception(_) => {
                self.error(selector.span, "invalid prefix in selected component");
                Denoted::Error
            }
        }
    }

    /// Says why a package has no such declaration: the program is wrong, or not all of the package is known.
    fn not_in_package(&mut self, package: ScopeId, instance: bool, selector: &Ident, span: Span) {
        if let Some(why) = self.open_package(package) {
            return self.reject(span, &*why);
        }
        // Predefined packages are known in part only.
        let predefined = self.units.predefined.values().any(|scope| *scope == package);
        let name = self.scopes[package].prefix.trim_end_matches('.').to_string();
        let package = if package == self.standard { "Standard".to_string() } else { name };
        let child = format!("{package}.{}", self.names.text(selector.symbol)).to_lowercase();
        let unit = self.units.specs.contains_key(&child) || self.units.body_units.contains_key(&child);
        if instance && (unit || self.is_generic_child(selector)) {
            self.reject(span, "child of an instance (RM 10.1.1 (19))");
        } else if unit {
            self.reject(span, format!("child unit {} here (RM 10.1.1)", self.spelling(selector)));
        } else if predefined {
            self.reject(span, format!("{} of the predefined unit {package}", self.spelling(selector)));
        } else {
            let text = format!("\"{}\" not declared in \"{package}\"", self.spelling(selector));
            self.error(selector.span, text);
        }
    }

    /// The formals of a formal package of the instance under analysis: they can be named too (RM 12.7 (10)).
    pub fn formals_seen(&self, package: ScopeId) -> Option<ScopeId> {
        let unit = self.scopes.generic.as_ref()?;
        let same = |entry: &Entry| matches!(entry.entity, Entity::Package(other) if other == package);
        // Formal packages of generic units around this one are seen as well.
        let around = self.scopes.outward(unit.formals);
        let mut regions = around.iter().filter(|region| self.scopes[**region].kind == ScopeKind::Inner);
        let formal = regions.any(|region| self.scopes[*region].names.values().flatten().any(same));
        self.scopes[package].parent.filter(|around| formal && self.formals_of(*around, package))
    }

    /// Whether a generic child unit has this name.
    fn is_generic_child(&self, ident: &Ident) -> bool {
        let end = format!(".{}", self.names.text(ident.symbol));
        self.generics.iter().any(|generic| generic.name.to_lowercase().ends_with(&end))
    }

    /// Whether a package is an instance whose formals are known.
    pub(super) fn is_instance(&self, package: ScopeId) -> bool {
        self.scopes[package].parent.is_some_and(|around| self.formals_of(around, package))
    }

    /// Whether a region is that of the formals of an instance.
    fn formals_of(&self, region: ScopeId, instance: ScopeId) -> bool {
        let own = |entry: &Entry| matches!(entry.entity, Entity::Package(package) if package == instance);
        self.scopes[region].kind == ScopeKind::Inner && self.scopes[region].names.values().flatten().any(own)
    }

    /// What an expanded name with this prefix denotes.
    fn declared_in(&self, package: ScopeId, denoted: Denoted<'a>) -> Denoted<'a> {
        match denoted {
            Denoted::Calls(calls) if package != self.standard => {
                Denoted::Calls(Calls { package: Some(package), ..calls })
            }
            other => other,
        }
    }

    /// `Standard."+"` and the like: not an overload we keep, so a call of the operator itself.
    fn predefined_operator(&mut self, package: ScopeId, selector: &Ident, span: Span) -> Option<Denoted<'a>> {
        if !self.names.text(selector.symbol).starts_with('"') {
            return None;
        }
        let name = self.spelling(selector);
        let candidates = match self.names.text(selector.symbol) == "\"/=\"" {
            true => {
                let equal = self.names.fold("\"=\"");
                let found = self.scopes.select(package, equal, self.scope);
                self.implicit_unequal(&found)
            }
            false => Vec::new(),
        };
        Some(Denoted::Calls(Calls::of(candidates, None, span, name)))
    }

    /// The operators `/=` that come with functions `=` whose result is Boolean (RM 6.6 (6)), those of inner
    /// declarations in front of others that they hide.
    fn implicit_unequal(&mut self, equal: &[Entry]) -> Vec<Callable> {
        let boolean = self.tree.types.std.boolean;
        let mut hiding: Vec<Callable> = Vec::new();
        for entry in equal {
            let Entity::Subprogram(subp) = entry.entity else { continue };
            let callable = Callable::Subprogram(subp);
            let result = self.tree.subprogram(subp).result.map(|ty| self.tree.types.base(ty));
            if result == Some(boolean) && !hiding.contains(&callable) && !self.hidden_by(&hiding, &callable) {
                hiding.push(callable);
            }
        }
        let unequal = |callable| match callable {
            Callable::Subprogram(subp) => Callable::Subprogram(self.unequal_of(subp)),
            other => other,
        };
        hiding.into_iter().map(unequal).collect()
    }

    fn enclosing_region(&self, name: Symbol) -> Option<ScopeId> {
        let text = self.names.text(name).to_string();
        for id in self.scopes.outward(self.scope) {
            if let ScopeKind::Subprogram(subp) = self.scopes[id].kind {
                let qualified = &self.tree.subprogram(subp).name;
                let last = qualified.rsplit('.').next().unwrap_or(qualified);
                if last.to_lowercase() == text {
                    return Some(id);
                }
            }
        }
        None
    }

    /// `X.Name`: a component, or an operation of a tagged type.
    fn component_or_operation(&mut self, value: Expr, selector: &Ident, span: Span) -> Denoted<'a> {
        if let Some(found) = self.operation_of(&value, selector, span) {
            return found;
        }
        let tagged = self.tree.types.access(value.ty).is_some_and(|access| self.tree.types.has_tag(access.designated));
        let value = if tagged { self.through(value) } else { value };
        if self.tree.types.has_tag(value.ty) {
            let wanted = self.names.text(selector.symbol).to_string();
            let record = self.tree.record(value.ty);
            // A component that is not visible hides no operation (RM 4.1.3 (9.2)).
            if record.place_of(&wanted).is_none_or(|at| !self.sees_component(value.ty, at)) {
                let candidates = self.prefixed(&value, selector.symbol);
                if !candidates.is_empty() {
                    let name = self.spelling(selector);
                    let prefix = Some(Box::new(value));
                    return Denoted::Calls(Calls::of(candidates, prefix, span, name));
                }
            }
        }
        // GNAT has this notation for untagged types, too, as an extension.
        let base = self.tree.types.base(value.ty);
        if self.tree.types[base].private && !self.sees(base) && self.tree.types.access(value.ty).is_none() {
            let candidates = self.prefixed(&value, selector.symbol);
            if !candidates.is_empty() {
                let name = self.spelling(selector);
                return Denoted::Calls(Calls::of(candidates, Some(Box::new(value)), span, name));
            }
        }
        self.component(value, selector, span)
    }

    /// A component of a record value.
    fn component(&mut self, value: Expr, selector: &Ident, span: Span) -> Denoted<'a> {
        let wanted = self.names.text(selector.symbol).to_string();
        if wanted == "element" && self.is_element_without(&value, &wanted) {
            // The discriminant of the reference, which is dereferenced where a component or an attribute follows.
            return Denoted::Value(value);
        }
        let value = self.through(value);
        if value.ty == self.tree.types.std.error {
            return Denoted::Error;
        }
        let value = self.as_ancestor_with(value, &wanted);
        let of_formal = self.formal_discriminant(value.ty, &wanted, span);
        let found = self
            .tree
            .types
            .record(value.ty)
            .map(|record| of_formal.or_else(|| record.place_of(&wanted)).map(|at| (at, record.components[at].ty)));
        let loc = self.loc(selector.span);
        match found {
            Some(Some((at, ty))) => {
                self.check_component(value.ty, at, &self.spelling(selector), span);
                Denoted::Value(Expr { kind: ExprKind::Field(Box::new(value), at), ty, loc })
            }
            Some(None) if self.mismatch_is_poison(&[value.ty], loc) => {
                Denoted::Value(Expr::error(self.tree.types.std.error, loc))
            }
            Some(None) if self.open_container(value.ty).is_some() => {
                let what = self.open_container(value.ty).unwrap_or_default().to_string();
                self.reject(selector.span, what);
                Denoted::Value(Expr::error(self.tree.types.std.error, loc))
            }
            Some(None) => {
                let text =
                    format!("no selector \"{}\" for {}", self.spelling(selector), self.tree.types.describe(value.ty));
                self.error(selector.span, text);
                Denoted::Error
            }
            None => {
                if let Kind::Unsupported(what) = self.tree.types.kind(value.ty) {
                    let what = what.clone();
                    self.reject(selector.span, what);
                    return Denoted::Value(Expr::error(self.tree.types.std.error, loc));
                }
                let text = format!("invalid prefix in selected component \"{}\"", self.spelling(selector));
                self.error(selector.span, text);
                Denoted::Error
            }
        }
    }

    fn denote_apply(&mut self, prefix: &'a ast::Name, arguments: &'a [Association], span: Span) -> Denoted<'a> {
        if let Some(value) = self.entry_value_of_named(prefix, arguments, span) {
            return value;
        }
        match self.denote(prefix) {
            Denoted::Type(ty) => self.conversion(ty, arguments, span),
            Denoted::Calls(mut calls) if calls.arguments.is_none() => {
                if calls.family.is_none() && self.is_family(&calls) {
                    calls.family = arguments.first().and_then(Association::expr);
                    return Denoted::Calls(calls);
                }
                if let Some(value) = self.designating_result(&calls, arguments) {
                    return self.indirect_call(value, Some(arguments), span);
                }
                // `F (I)` where F takes no parameters and gives an array: an index of its result.
                let mut candidates = self.indexed_without_parameters(&calls, arguments);
                let with_parameters = Calls { arguments: Some(arguments), ..calls.clone() };
                let called = if candidates.is_empty() { Vec::new() } else { self.applicable(&with_parameters) };
                if !candidates.is_empty() && !called.is_empty() && self.awaits_choices() {
                    // A call with these parameters, or an index of what a call without them gives.
                    let choices = candidates.iter().map(|one| (calls.span, one.clone()));
                    let choices = choices.chain(called.iter().map(|one| (span, one.clone()))).collect();
                    match self.narrowed_choice(choices) {
                        Some((at, chosen)) if at == span => {
                            return Denoted::Calls(Calls { candidates: vec![chosen], ..with_parameters });
                        }
                        Some((_, chosen)) => candidates = vec![chosen],
                        None => return Denoted::Value(Expr::error(self.tree.types.std.error, self.loc(span))),
                    }
                } else if !called.is_empty() {
                    candidates.clear();
                }
                if !candidates.is_empty() {
                    return self.index_of_call(Calls { candidates, ..calls }, arguments, span);
                }
                calls.arguments = Some(arguments);
                Denoted::Calls(calls)
            }
            Denoted::Calls(calls) => {
                let mut candidates = self.applicable(&calls);
                if candidates.len() > 1 {
                    candidates.retain(|candidate| {
                        let result = self.result_type(candidate, &calls);
                        result.is_some_and(|ty| self.tree.types.is_to_subprograms(ty))
                            || self.gives_indexed(candidate, &calls, arguments)
                    });
                    if !candidates.is_empty() {
                        return self.index_of_call(Calls { candidates, ..calls }, arguments, span);
                    }
                }
                let value = self.resolve_calls(&calls, None, None);
                self.applied(value, arguments, span)
            }
            Denoted::Value(value) => self.applied(value, arguments, span),
            Denoted::Error => {
                // Their own mistakes are worth reporting, types are not known.
                Denoted::Error
            }
            Denoted::Package(unit) if self.open_package(unit).is_some() => {
                // A subprogram of the library, of which only the name is known.
                let why = self.open_package(unit).unwrap_or_default();
                self.reject(prefix.span, &*why);
                Denoted::Error
            }
            Denoted::Package(_) | Denoted::Exception(_) | Denoted::Generic(_) | Denoted::Loop(_) => {
                self.error(prefix.span, "invalid prefix in call or indexed component");
                Denoted::Error
            }
        }
    }

    /// A value with arguments: a call through an access value, an indexed component or a slice.
    fn applied(&mut self, value: Expr, arguments: &'a [Association], span: Span) -> Denoted<'a> {
        match self.tree.types.is_to_subprograms(value.ty) {
            true => self.indirect_call(value, Some(arguments), span),
            false => match self.indexed_container(&value, arguments, span) {
                Some(element) => Denoted::Value(element),
                None => self.index_or_slice(value, arguments, span),
            },
        }
    }

    /// Whether a call is one of an entry of a family.
    fn is_family(&self, calls: &Calls<'a>) -> bool {
        let family = |subp: &SubpId| self.operations.get(subp).is_some_and(|operation| operation.family);
        calls.candidates.iter().any(|one| matches!(one, Callable::Subprogram(subp) if family(subp)))
    }

    /// What stands in front of the parameters of a subprogram in a call: the object, and the index of a family. `None`
    /// if it is not one that can stand there.
    pub fn leading<'c>(&self, calls: &'c Calls<'a>, subp: SubpId) -> Option<(Option<&'c Expr>, Option<&'a ast::Expr>)> {
        let operation = self.operations.get(&subp);
        let prefix = calls.prefix.as_deref().filter(|_| !calls.implicit || operation.is_some());
        let family = operation.is_some_and(|operation| operation.family);
        (family == calls.family.is_some()).then_some((prefix, calls.family))
    }

    /// An index, or a slice, of what one of these functions gives.
    fn index_of_call(&mut self, mut calls: Calls<'a>, arguments: &'a [Association], span: Span) -> Denoted<'a> {
        if calls.candidates.len() > 1 {
            match self.narrowed(calls.span, &calls.candidates) {
                Some(chosen) => calls.candidates = vec![chosen],
                None => {
                    self.reject_ambiguous(span, "component of the result of overloaded functions (RM 8.6)");
                    return Denoted::Value(Expr::error(self.tree.types.std.error, self.loc(span)));
                }
            }
        }
        let value = self.resolve_calls(&calls, None, None);
        self.applied(value, arguments, span)
    }

    /// The functions that can be called without parameters and give what has such indices.
    fn indexed_without_parameters(&mut self, calls: &Calls<'a>, arguments: &'a [Association]) -> Vec<Callable> {
        let mut found = Vec::new();
        for candidate in &calls.candidates {
            let Callable::Subprogram(subp) = candidate else { continue };
            let needed = self.profiles[subp.0 as usize].defaults.iter().any(Option::is_none);
            if !needed && self.gives_indexed(candidate, calls, arguments) {
                found.push(candidate.clone());
            }
        }
        found
    }

    /// Whether the result of a function has such indices.
    fn gives_indexed(&mut self, candidate: &Callable, calls: &Calls<'a>, arguments: &'a [Association]) -> bool {
        let Some(result) = self.result_type(candidate, calls) else { return false };
        let result = self.tree.types.designated(result);
        match self.tree.types.array(result).map(|(index, _)| index.to_vec()) {
            Some(index) => self.fits_index(&index, arguments),
            None => self.poisoned_type(result).is_some(),
        }
    }

    /// Whether indices or a slice of an array type may be meant.
    fn fits_index(&mut self, index: &[TypeId], arguments: &'a [Association]) -> bool {
        if arguments.len() != index.len() || arguments.iter().any(|argument| !argument.is_positional()) {
            return false;
        }
        arguments.iter().zip(index).all(|(argument, ty)| match (&argument.value, index.len()) {
            (AssociationValue::Expr(expr), _) => match self.choice_subtype(expr) {
                Some(subtype) => index.len() == 1 && self.tree.types.compatible(subtype, *ty),
                None => {
                    let types = self.types_of(expr);
                    types.iter().any(|found| self.tree.types.compatible(*found, *ty))
                }
            },
            (AssociationValue::Range(range), 1) => {
                let types = self.types_of_range(range);
                types.iter().any(|found| self.tree.types.compatible(*found, *ty))
            }
            _ => false,
        })
    }

    fn conversion(&mut self, ty: TypeId, arguments: &'a [Association], span: Span) -> Denoted<'a> {
        let [Association { choices, value: AssociationValue::Expr(operand), .. }] = arguments else {
            self.error(span, "illegal conversion");
            return Denoted::Error;
        };
        if !choices.is_empty() {
            self.error(span, "named association not allowed in type conversion");
            return Denoted::Error;
        }
        let value = self.convert(operand, ty, span);
        Denoted::Value(value)
    }

    /// An indexed component or a slice.
    pub(super) fn index_or_slice(&mut self, value: Expr, arguments: &'a [Association], span: Span) -> Denoted<'a> {
        let value = self.through(value);
        if value.ty == self.tree.types.std.error {
            return Denoted::Error;
        }
        let loc = self.loc(span);
        let Some((index, element)) = self.tree.types.array(value.ty).map(|(index, element)| (index.to_vec(), element))
        else {
            if let Kind::Unsupported(what) = self.tree.types.kind(value.ty) {
                let what = what.clone();
                self.reject(span, what);
                return Denoted::Value(Expr::error(self.tree.types.std.error, loc));
            }
            if self.mismatch_is_poison(&[value.ty], loc) {
                return Denoted::Value(Expr::error(self.tree.types.std.error, loc));
            }
            self.error(span, "array type required in indexed component");
            return Denoted::Error;
        };
        if let [argument] = arguments
            && argument.choices.is_empty()
            && let Some((low, high)) = self.slice_range(argument, index[0])
        {
            let base = self.tree.types.base(value.ty);
            let kind = ExprKind::Slice(Box::new(value), Box::new(low), Box::new(high));
            return Denoted::Value(Expr { kind, ty: base, loc });
        }
        if arguments.len() != index.len() {
            let text = if arguments.len() < index.len() {
                "too few subscripts in array reference"
            } else {
                "too many subscripts in array reference"
            };
            self.error(span, text);
            return Denoted::Error;
        }
        let mut indices = Vec::new();
        for (argument, ty) in arguments.iter().zip(&index) {
            let base = self.tree.types.base(*ty);
            match argument.expr() {
                Some(expr) if argument.choices.is_empty() => indices.push(self.expr(expr, Some(base))),
                _ => {
                    self.error(argument.span, "invalid index in indexed component");
                    return Denoted::Error;
                }
            }
        }
        Denoted::Value(Expr { kind: ExprKind::Index(Box::new(value), indices), ty: element, loc })
    }

    /// The bounds when the argument is a discrete range rather than an index.
    fn slice_range(&mut self, argument: &'a Association, index: TypeId) -> Option<(Expr, Expr)> {
        match &argument.value {
            AssociationValue::Range(range) => {
                let range = self.checked_range(range, index);
                Some((range.low, range.high))
            }
            AssociationValue::Expr(expr) => {
                let name = expr.as_name()?;
                if !matches!(name.kind, NameKind::Ident(_) | NameKind::Selected(..)) {
                    return None;
                }
                match self.attempt(|sema| sema.denote(name)) {
                    Denoted::Type(ty) => {
                        let loc = self.loc(name.span);
                        self.range_of_subtype(ty, loc)
                    }
                    _ => None,
                }
            }
            AssociationValue::Box(_) => None,
        }
    }

    /// The bounds of a scalar subtype as expressions.
    pub fn range_of_subtype(&mut self, ty: TypeId, loc: crate::place::Loc) -> Option<(Expr, Expr)> {
        let (low, high) = self.tree.types.bounds(ty)?;
        Some((Expr::of_bound(&low, ty, loc), Expr::of_bound(&high, ty, loc)))
    }

    /// A name as a value, wanted with a type or without one.
    pub fn name_value(&mut self, name: &'a ast::Name, expected: Option<TypeId>) -> Expr {
        if matches!(name.kind, NameKind::Selected(..) | NameKind::Apply(..) | NameKind::Dereference(_)) {
            return self.name_in_context(
                name,
                &|sema, ty| expected.is_none_or(|expected| sema.tree.types.compatible(ty, expected)),
                expected,
            );
        }
        self.plain_name_value(name, expected)
    }

    /// The value of a name of which everything is known that its resolution needs.
    pub fn plain_name_value(&mut self, name: &'a ast::Name, expected: Option<TypeId>) -> Expr {
        let denoted = match &name.kind {
            NameKind::Attribute(attribute) => self.denote_attribute(attribute, name.span, expected),
            _ => self.denote(name),
        };
        let error = Expr::error(self.tree.types.std.error, self.loc(name.span));
        match denoted {
            Denoted::Value(value) => self.touched(value),
            Denoted::Calls(calls) => {
                let value = self.resolve_calls(&calls, expected, None);
                self.touched(value)
            }
            Denoted::Error => error,
            Denoted::Type(_) => {
                self.error(name.span, "invalid use of subtype mark in expression or call");
                error
            }
            Denoted::Package(_) => {
                self.error(name.span, "package name cannot be used as a value");
                error
            }
            Denoted::Exception(_) | Denoted::Generic(_) | Denoted::Loop(_) => {
                self.error(name.span, "invalid use of name in expression");
                error
            }
        }
    }

    /// A name that must denote a subtype (RM 3.2.2).
    pub fn subtype_mark(&mut self, name: &'a ast::Name) -> TypeId {
        let outer = self.poison.take();
        let denoted = self.denote(name);
        let inner = self.poison.take();
        let construct = inner.as_ref().map(|(_, construct)| construct.clone());
        self.poison = outer.or(inner);
        match denoted {
            Denoted::Type(ty) => ty,
            Denoted::Error => self.unknown_type(name, construct),
            Denoted::Value(value) if value.kind == ExprKind::Error => self.unknown_type(name, construct),
            _ => {
                self.error(name.span, "subtype mark required in this context");
                self.tree.types.std.error
            }
        }
    }

    /// Whether a name can be assigned to; reports why not.
    pub fn check_variable(&mut self, target: &Expr, span: Span, assignment: bool) {
        if self.mismatch_is_poison(&[target.ty], target.loc) {
            return;
        }
        self.check_discriminant(target, span);
        let not_a_variable = if assignment {
            "left hand of assignment must be a variable"
        } else {
            "actual for \"out\" or \"in out\" parameter must be a variable"
        };
        let mut at = target;
        loop {
            match &at.kind {
                ExprKind::Field(inner, _) | ExprKind::Index(inner, _) | ExprKind::Slice(inner, ..) => at = inner,
                ExprKind::Convert(inner) if !assignment || self.tree.types.has_tag(at.ty) => at = inner,
                ExprKind::Deref(pointer) => {
                    if self.tree.types.access(pointer.ty).is_some_and(|access| access.constant) {
                        self.error(span, not_a_variable);
                    }
                    return;
                }
                ExprKind::Object(object) => {
                    let object = self.tree.object(*object);
                    let name = object.name.clone();
                    let text = match object.kind {
                        ObjectKind::Variable | ObjectKind::Parameter(Mode::Out | Mode::InOut) => return,
                        ObjectKind::Parameter(Mode::In) if assignment => {
                            "assignment to \"in\" mode parameter not allowed".to_string()
                        }
                        ObjectKind::LoopParameter if assignment => {
                            "assignment to loop parameter not allowed".to_string()
                        }
                        ObjectKind::Constant if assignment => not_a_variable.to_string(),
                        _ => format!("actual for \"{name}\" must be a variable"),
                    };
                    self.error(span, text);
                    return;
                }
                ExprKind::Error => return,
                _ if self.is_open_element(at) => {
                    return self.reject(span, "change of an element of a container of indefinite elements (RM 4.1.6)");
                }
                // A static constant was folded.
                _ => return self.error(span, not_a_variable),
            }
        }
    }
}
