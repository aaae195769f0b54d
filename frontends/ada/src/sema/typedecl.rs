//! Types, subtypes and constraints (RM 3).

use super::fold;
use super::scope::{Entity, ScopeKind};
use super::tree::{Builtin, CONSTRAINT_ERROR, Expr, ExprKind, Stmt, StmtKind, Value};
use super::types::{Bound, Component, Constraint, Kind, Record, Type, TypeId, signed_range};
use super::{Deferred, Sema};
use crate::ast::{self, Association, TypeUse};
use crate::place::Loc;
use horn_frontend::Span;
use horn_solver::num::{Int, Rat};

/// The aspect that is looked at first.
const RELAXED: &str = "relaxed_initialization";

/// Aspects that restrict the values of a subtype (RM 3.2.4, GNAT).
const PREDICATES: [&str; 4] = ["predicate", "static_predicate", "dynamic_predicate", "ghost_predicate"];

/// Aspects and pragmas that make objects volatile: other readers and writers may come between (RM C.6, GNAT).
pub(super) const VOLATILE: [&str; 7] = [
    "volatile",
    "atomic",
    "volatile_components",
    "atomic_components",
    "volatile_full_access",
    "full_access_only",
    "shared",
];

impl<'a> Sema<'a> {
    /// A subtype indication (RM 3.2.2).
    pub fn subtype_indication(&mut self, indication: &'a ast::SubtypeIndication) -> TypeId {
        let mut mark = self.subtype_mark(&indication.mark);
        if indication.not_null {
            mark = self.excluding_null(mark, indication.span);
        }
        let Some(constraint) = &indication.constraint else { return mark };
        if self.tree.types.is_unknown(mark) {
            return mark;
        }
        let span = indication.span;
        match constraint {
            ast::Constraint::Range(range) => {
                if !self.tree.types.is_scalar(mark) {
                    self.error(range.span(), "incorrect constraint for this kind of type");
                    return mark;
                }
                let found = self.range(range, Some(mark));
                self.constrain_scalar(mark, found.low, found.high, span)
            }
            ast::Constraint::Composite(parts) => self.composite_constraint(mark, parts, span),
            ast::Constraint::Digits(digits, range) => self.accuracy(mark, digits, range.as_ref(), true, span),
            ast::Constraint::Delta(delta, range) => self.accuracy(mark, delta, range.as_ref(), false, span),
        }
    }

    /// A subtype with digits or a delta of its own (RM 3.5.9 (18), J.3): what it adds to the range is the bounds of a
    /// decimal subtype without one. More accuracy than that of `mark` raises Constraint_Error.
    fn accuracy(
        &mut self,
        mark: TypeId,
        accuracy: &'a ast::Expr,
        range: Option<&'a ast::Range>,
        digits: bool,
        span: Span,
    ) -> TypeId {
        let wanted = match (digits, self.tree.types.kind(mark)) {
            (true, Kind::Float { digits, .. }) => {
                self.tree.types[mark].accuracy.clone().unwrap_or_else(|| Rat::from(i64::from(*digits)))
            }
            (true, Kind::Fixed { decimal: true, .. }) => match &self.tree.types[mark].accuracy {
                Some(digits) => digits.clone(),
                None => {
                    self.reject(span, "digits constraint of this decimal subtype (RM 3.5.9)");
                    return mark;
                }
            },
            (false, Kind::Fixed { delta, decimal: false, .. }) => {
                self.tree.types[mark].accuracy.clone().unwrap_or_else(|| delta.clone())
            }
            _ => {
                self.error(span, "incorrect constraint for this kind of type");
                return mark;
            }
        };
        let Some(found) = self.static_real(accuracy) else { return mark };
        let incompatible = if digits { found > wanted } else { found < wanted };
        if incompatible && self.trying == 0 {
            let loc = self.loc(span);
            self.sink.push(Stmt { kind: StmtKind::Raise(Some(CONSTRAINT_ERROR)), loc });
        }
        let subtype = match (range, self.tree.types.kind(mark)) {
            (Some(range), _) => {
                let found = self.range(range, Some(mark));
                self.constrain_scalar(mark, found.low, found.high, span)
            }
            (None, Kind::Fixed { decimal: true, delta, .. }) => {
                let delta = delta.clone();
                let count = found.floor();
                let ten = Int::from(10);
                let Some(limit) = fold::power(&ten, &count) else { return mark };
                let limit = &Rat::from(&limit - &Int::from(1)) * &delta;
                let loc = self.loc(span);
                let base = self.tree.types.base(mark);
                let bound = |value: Rat| Expr { kind: ExprKind::Real(value), ty: base, loc };
                let (low, high) = (bound(-&limit), bound(limit));
                self.constrain_scalar(mark, low, high, span)
            }
            _ => {
                let name = self.tree.types[mark].name.clone();
                let loc = self.loc(span);
                self.tree.types.add_subtype(&name, Some(loc), mark, Constraint::None)
            }
        };
        self.tree.types[subtype].accuracy = Some(found);
        subtype
    }

    /// A subtype of a scalar with bounds; the bounds are checked against those of `mark`.
    pub fn constrain_scalar(&mut self, mark: TypeId, low: Expr, high: Expr, span: Span) -> TypeId {
        let null = match (low.as_int(), high.as_int()) {
            (Some(low), Some(high)) => low > high,
            _ => false,
        };
        let fixed = low.value().is_some() && high.value().is_some() || matches!(low.kind, ExprKind::Error);
        let fine = fixed && (null || (self.statically_in(&low, mark) && self.statically_in(&high, mark)));
        let (low, high) = (self.once(low), self.once(high));
        if !fine && self.trying == 0 {
            let loc = self.loc(span);
            let kind = StmtKind::CheckRange { within: mark, low: low.clone(), high: high.clone() };
            self.sink.push(Stmt { kind, loc });
        }
        let name = self.tree.types[mark].name.clone();
        let low = self.bound(low);
        let high = self.bound(high);
        let loc = self.loc(span);
        self.tree.types.add_subtype(&name, Some(loc), mark, Constraint::Range(low, high))
    }

    /// A value that is evaluated here and now, wherever it is used afterwards.
    pub fn once(&mut self, value: Expr) -> Expr {
        if self.trying > 0 || value.value().is_some() || value.as_discriminant().is_some() {
            return value;
        }
        let (ty, loc) = (self.tree.types.base(value.ty), value.loc);
        let bound = self.bound(value.clone());
        match bound {
            Bound::Object(_) => Expr { ty: value.ty, ..Expr::of_bound(&bound, ty, loc) },
            _ => value,
        }
    }

    /// A bound that is evaluated here: static, or kept in a hidden constant.
    pub fn bound(&mut self, value: Expr) -> Bound {
        match &value.kind {
            ExprKind::Int(number) => Bound::Int(number.clone()),
            // A bound of a floating point range is a machine number, as every value is that is compared with it.
            ExprKind::Real(number) => Bound::Real(fold::machine(&self.tree.types, number.clone(), value.ty)),
            ExprKind::Discriminant(at) | ExprKind::Builtin(Builtin::BoundOfComponent(at), _) => {
                Bound::Discriminant(*at)
            }
            ExprKind::Error => Bound::Error,
            ExprKind::Object(object)
                if self.tree.object(*object).kind != super::tree::ObjectKind::Variable
                    && !matches!(
                        self.tree.object(*object).kind,
                        super::tree::ObjectKind::Parameter(super::tree::Mode::Out | super::tree::Mode::InOut)
                    ) =>
            {
                Bound::Object(*object)
            }
            _ => {
                let ty = self.tree.types.base(value.ty);
                Bound::Object(self.hidden_constant("bound", ty, value))
            }
        }
    }

    pub(super) fn composite_constraint(&mut self, mark: TypeId, parts: &'a [Association], span: Span) -> TypeId {
        if self.tree.types.access(mark).is_some() {
            return self.access_constraint(mark, parts, span);
        }
        let loc = self.loc(span);
        let name = self.tree.types[mark].name.clone();
        if let Some(index) = self.tree.types.array(mark).map(|(index, _)| index.to_vec()) {
            if self.tree.types.is_constrained(mark) {
                self.error(span, "array type is already constrained");
                return mark;
            }
            if parts.len() != index.len() {
                self.error(span, "wrong number of index constraints in array subtype");
                return mark;
            }
            let mut bounds = Vec::new();
            for (part, ty) in parts.iter().zip(&index) {
                let Some(range) = self.association_range(part, Some(*ty)) else {
                    self.error(part.span, "discrete range expected in index constraint");
                    return mark;
                };
                let (low, high) = (self.once(range.low), self.once(range.high));
                self.check_index_range(*ty, &low, &high, part.span);
                bounds.push((self.bound(low), self.bound(high)));
            }
            return self.tree.types.add_subtype(&name, Some(loc), mark, Constraint::Index(bounds));
        }
        let record = self.tree.record(mark);
        if record.discriminants == 0 {
            if let Kind::Unsupported(what) = self.tree.types.kind(mark) {
                let what = what.clone();
                self.reject(span, what);
            } else {
                self.error(span, "invalid constraint: type has no discriminant");
            }
            return mark;
        }
        let mut values: Vec<Option<Bound>> = vec![None; record.discriminants];
        let mut checks = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            let Some(expr) = part.expr() else { continue };
            if part.is_positional() {
                if let Some(component) = record.components.get(at).filter(|_| at < record.discriminants) {
                    values[at] = Some(self.discriminant_value(expr, component.ty, &mut checks));
                } else {
                    self.error(part.span, "too many discriminants given in constraint");
                }
                continue;
            }
            for choice in &part.choices {
                let ast::Choice::Expr(choice) = choice else { continue };
                let Some(ident) = choice.as_name().and_then(ast::Name::as_ident) else { continue };
                let wanted = self.names.text(ident.symbol).to_string();
                let found = self.formal_discriminant(mark, &wanted, span).or_else(|| {
                    let mut names = record.components[..record.discriminants].iter().map(|one| one.name.to_lowercase());
                    names.position(|name| name == wanted)
                });
                match found {
                    Some(found) => {
                        values[found] = Some(self.discriminant_value(expr, record.components[found].ty, &mut checks));
                    }
                    None => {
                        let text = format!("\"{}\" is not a discriminant", self.spelling(ident));
                        self.error(ident.span, text);
                    }
                }
            }
        }
        let values: Option<Vec<Bound>> = values.into_iter().collect();
        // One that depends on a discriminant is checked as a whole when an object is made (RM 3.8 (18)).
        if !values.iter().flatten().any(Bound::is_discriminant) {
            self.sink.extend(checks);
        }
        match values {
            Some(values) => self.tree.types.add_subtype(&name, Some(loc), mark, Constraint::Discriminants(values)),
            None => {
                self.error(span, "too few discriminants given in constraint");
                mark
            }
        }
    }

    /// The value of a discriminant in a constraint: it belongs to the subtype of the discriminant (RM 3.7.1 (8)), which
    /// the statements in `checks` say.
    fn discriminant_value(&mut self, expr: &'a ast::Expr, ty: TypeId, checks: &mut Vec<Stmt>) -> Bound {
        let value = self.expr(expr, Some(ty));
        if self.tree.types.excludes_null(ty) && !matches!(value.kind, ExprKind::Discriminant(_) | ExprKind::Error) {
            // The constant is of the subtype: null is noticed where it is elaborated.
            return Bound::Object(self.hidden_constant("discriminant", ty, value));
        }
        if !self.tree.types.is_discrete(ty) || matches!(value.kind, ExprKind::Discriminant(_) | ExprKind::Error) {
            return self.bound(value);
        }
        let value = self.once(value);
        if self.trying == 0 {
            let loc = value.loc;
            let kind = StmtKind::CheckRange { within: ty, low: value.clone(), high: value.clone() };
            checks.push(Stmt { kind, loc });
            if !self.tree.types[ty].predicates.is_empty() {
                let kind = ExprKind::Qualified(Box::new(value.clone()));
                checks.push(Stmt { kind: StmtKind::Evaluate(vec![Expr { kind, ty, loc }]), loc });
            }
        }
        self.bound(value)
    }

    /// A discrete range as a choice: the bounds of a constraint belong to its subtype (RM 3.2.2 (11)).
    pub fn checked_range(&mut self, range: &'a ast::DiscreteRange, base: TypeId) -> super::tree::Range {
        let mut found = self.discrete_range(range, Some(base));
        if matches!(range, ast::DiscreteRange::Subtype(indication) if indication.constraint.is_some()) {
            (found.low, found.high) = (self.once(found.low), self.once(found.high));
            self.check_index_range(found.ty, &found.low, &found.high, range.span());
        }
        found
    }

    /// The bounds of a non-null index range must be in the index subtype.
    fn check_index_range(&mut self, index: TypeId, low: &Expr, high: &Expr, span: Span) {
        let null = matches!((low.as_int(), high.as_int()), (Some(low), Some(high)) if low > high);
        let discriminant = |bound: &Expr| bound.as_discriminant().is_some();
        if discriminant(low) || discriminant(high) {
            return;
        }
        let fixed = low.value().is_some() && high.value().is_some();
        let fine = fixed && (null || (self.statically_in(low, index) && self.statically_in(high, index)));
        if !fine && self.trying == 0 {
            let loc = self.loc(span);
            let kind = StmtKind::CheckRange { within: index, low: low.clone(), high: high.clone() };
            self.sink.push(Stmt { kind, loc });
        }
    }

    /// The type of an object, component, parameter or result.
    pub fn type_use(&mut self, ty: &'a TypeUse) -> TypeId {
        match ty {
            TypeUse::Named(indication) => self.subtype_indication(indication),
            TypeUse::Array(def) => self.array_definition(def, ""),
            TypeUse::Access(def) => self.anonymous_access(def),
            TypeUse::AccessSubprogram(def) => self.anonymous_access_to_subprograms(def),
            TypeUse::Unsupported(what) => {
                let text = format!("{} (RM {})", what.construct, what.section);
                self.tree.types.add("", Kind::Unsupported(text))
            }
        }
    }

    fn array_definition(&mut self, def: &'a ast::ArrayDef, name: &str) -> TypeId {
        let mut index = Vec::new();
        let mut bounds = Vec::new();
        for dimension in &def.indices {
            match dimension {
                ast::ArrayIndex::Unconstrained(mark) => index.push(self.subtype_mark(mark)),
                ast::ArrayIndex::Constrained(range) => {
                    let found = self.discrete_range(range, None);
                    if !found.check {
                        let loc = self.loc(range.span());
                        self.no_bounds(found.ty, "use as index subtype", loc);
                    }
                    let (low, high) = (self.once(found.low), self.once(found.high));
                    if found.check {
                        self.check_index_range(found.ty, &low, &high, range.span());
                    }
                    let (low, high) = (self.bound(low), self.bound(high));
                    // The index subtype has the range (RM 3.6 (9)), unless each object of the type has its own.
                    let own = |bound: &Bound| matches!(bound, Bound::Discriminant(_) | Bound::Error);
                    if own(&low) || own(&high) {
                        index.push(found.ty);
                    } else {
                        let name = self.tree.types[found.ty].name.clone();
                        let range = Constraint::Range(low.clone(), high.clone());
                        let subtype = self.tree.types.add_subtype(&name, None, found.ty, range);
                        index.push(subtype);
                    }
                    bounds.push((low, high));
                }
            }
        }
        let element = self.type_use(&def.component);
        if let Kind::Unsupported(what) = self.tree.types.kind(element) {
            let what = what.clone();
            return self.tree.types.add(name, Kind::Unsupported(what));
        }
        if let Some(what) = self.check_definite(element, def.span) {
            return self.tree.types.add(name, Kind::Unsupported(what.into()));
        }
        let constrained = !bounds.is_empty();
        let ty = self.tree.types.add(name, Kind::Array { index, element, constrained });
        self.tree.types[ty].loc = Some(self.loc(def.span));
        if bounds.is_empty() {
            return ty;
        }
        self.tree.types.add_subtype(name, Some(self.loc(def.span)), ty, Constraint::Index(bounds))
    }

    /// The type of a class that an expression must have where any type of the class will do; `None` if it has just one.
    pub fn only_type(
        &mut self,
        expr: &'a ast::Expr,
        class: impl Fn(&super::types::Types, TypeId) -> bool,
    ) -> Option<TypeId> {
        let types = self.types_of(expr);
        if types.len() < 2 {
            return None;
        }
        let std = self.tree.types.std;
        let fits: Vec<TypeId> = types.into_iter().filter(|ty| class(&self.tree.types, *ty)).collect();
        let universal = |ty: &&TypeId| **ty == std.universal_integer || **ty == std.universal_real;
        fits.iter().find(universal).or(fits.first()).copied()
    }

    fn static_int(&mut self, expr: &'a ast::Expr, what: &str) -> Option<Int> {
        let wanted = self.only_type(expr, |types, ty| types.is_integer(ty));
        let value = self.expr(expr, wanted);
        match value.value() {
            Some(Value::Int(value)) => Some(value),
            _ => {
                if value.kind != ExprKind::Error {
                    self.not_static(&value, expr.span, format!("{what} must be static"));
                }
                None
            }
        }
    }

    /// A type declaration.
    pub fn type_decl(&mut self, decl: &'a ast::TypeDecl) {
        self.fresh();
        self.note_parts(decl);
        let name = self.spelling(&decl.name);
        let loc = self.loc(decl.name.span);
        // The completion of a private or incomplete type keeps the entry.
        let declared = |scope: super::scope::ScopeId| {
            self.scopes[scope].names.get(&decl.name.symbol).and_then(|entries| {
                entries.iter().find_map(|entry| match entry.entity {
                    Entity::Type(ty) => Some(ty),
                    _ => None,
                })
            })
        };
        let mut earlier = declared(self.scope);
        if let ScopeKind::PackageBody(specification) = self.scopes[self.scope].kind {
            // An incomplete type of the private part is completed in the body (RM 3.10.1 (3)).
            let incomplete = |ty: &TypeId| {
                let ty = &self.tree.types[*ty];
                (matches!(ty.kind, Kind::Private) || ty.partial) && !ty.private
            };
            earlier = earlier.or_else(|| declared(specification).filter(incomplete));
        }
        earlier = earlier.filter(|ty| {
            let ty = &self.tree.types[*ty];
            matches!(ty.kind, Kind::Private) || ty.partial
        });
        let (components, tagged) = match &decl.definition {
            ast::TypeDef::Record(def) => (Some(&def.components), def.tagged.then_some(def.abstract_)),
            ast::TypeDef::Extension(def) => (def.record.as_ref().map(|own| &own.components), Some(def.abstract_)),
            _ => (None, None),
        };
        if let (None, Some(components)) = (earlier, components)
            && super::access::designates(components, decl.name.symbol)
        {
            // As if it had been declared as an incomplete type.
            let ty = self.incomplete_type(&decl.name, &name, loc);
            if let Some(abstract_) = tagged {
                self.make_tagged(ty, abstract_, false, Vec::new());
            }
            earlier = Some(ty);
        }
        match &decl.definition {
            ast::TypeDef::Extension(_) | ast::TypeDef::Interface(_) => return self.tagged_decl(decl, earlier),
            ast::TypeDef::Record(def) if def.tagged => return self.tagged_decl(decl, earlier),
            _ => {}
        }
        let incomplete = matches!(decl.definition, ast::TypeDef::Incomplete { .. } | ast::TypeDef::Private { .. });
        if incomplete {
            let private = matches!(decl.definition, ast::TypeDef::Private { .. });
            // Of one that was incomplete before it is the partial view.
            let partial = earlier.filter(|ty| private && !self.tree.types[*ty].private);
            if earlier.is_none() || partial.is_some() {
                let ty = partial.unwrap_or_else(|| self.incomplete_type(&decl.name, &name, loc));
                self.tree.types[ty].private = private;
                if let ast::Discriminants::Known(_) = &decl.discriminants {
                    // The partial view has its discriminants: subtypes may be constrained already.
                    let outer = self.open(ScopeKind::Inner);
                    let record = self.discriminants(decl);
                    self.scope = outer;
                    self.tree.types[ty].kind = Kind::Record(record);
                    self.tree.types[ty].partial = true;
                }
                let tagged = match decl.definition {
                    ast::TypeDef::Private { tagged: true, abstract_, .. } => Some(abstract_),
                    ast::TypeDef::Incomplete { tagged: true } => Some(false),
                    _ => None,
                };
                match (tagged, &mut self.tree.types[ty].tagged) {
                    (Some(abstract_), Some(known)) => known.abstract_ = abstract_,
                    (Some(abstract_), None) => self.make_tagged(ty, abstract_, false, Vec::new()),
                    (None, _) => {}
                }
                self.type_aspects(ty, &decl.aspects);
            }
            return;
        }
        let ty = self.definition(decl, &name);
        self.tree.types[ty].loc = Some(loc);
        let ty = self.first_subtype(ty, &decl.aspects);
        let base = self.tree.types.base(ty);
        let region = self.scope;
        self.homes.entry(base).or_insert(region);
        match earlier {
            Some(private) => {
                let predicates = self.tree.types[private].predicates.clone();
                let invariants = self.tree.types[private].invariants.clone();
                let mut full = self.tree.types[ty].clone();
                full.name = name;
                full.predicates.extend(predicates);
                self.tree.types[ty].invariants = invariants.clone();
                full.invariants = invariants;
                let initial = self.tree.types[private].initial_conditions.clone();
                self.tree.types[ty].initial_conditions = initial.clone();
                full.initial_conditions = initial;
                full.private |= self.tree.types[private].private;
                // Operators and attributes give values of the base type.
                self.tree.types[base].private |= full.private;
                self.tree.types.complete(private, full);
                if self.tree.types.base(private) == private {
                    self.homes.insert(private, region);
                }
                self.drop_overridden();
                self.type_aspects(private, &decl.aspects);
            }
            None => {
                self.declare(&decl.name, Entity::Type(ty));
                self.type_aspects(ty, &decl.aspects);
            }
        }
        match &decl.definition {
            ast::TypeDef::Concurrent(def) => self.declare_unit(decl, def, ty, false),
            // Objects that allocators make depend on the region of the access type (RM 9.3 (2)).
            ast::TypeDef::Access(_) if self.has_task(self.tree.types.designated(ty)) => {
                self.note_tasks(loc, Vec::new())
            }
            _ => {}
        }
    }

    /// The first subtype of a scalar or array type: one of its own where it has predicates, which are none of the base
    /// type (RM 3.5 (15)), as what operators and attributes give is of that one.
    fn first_subtype(&mut self, ty: TypeId, aspects: &[ast::Aspect]) -> TypeId {
        let types = &self.tree.types;
        let own = aspects.iter().any(|aspect| PREDICATES.contains(&self.names.text(aspect.name.symbol)));
        let is_base = types.base(ty) == ty && (types.is_scalar(ty) || types.array(ty).is_some());
        if !is_base || ty == types.std.error || !own && types[ty].predicates.is_empty() {
            return ty;
        }
        let Type { name, loc, .. } = types[ty].clone();
        let first = self.tree.types.add_subtype(&name, loc, ty, Constraint::None);
        self.tree.types[ty].predicates.clear();
        first
    }

    pub(super) fn definition(&mut self, decl: &'a ast::TypeDecl, name: &str) -> TypeId {
        let std = self.tree.types.std;
        let loc = self.loc(decl.name.span);
        match &decl.definition {
            ast::TypeDef::Enumeration(literals) => {
                let texts: Vec<String> = literals.iter().map(|literal| self.spelling(literal)).collect();
                let character = texts.iter().any(|text| text.starts_with('\''));
                let count = u32::try_from(texts.len()).unwrap_or(u32::MAX);
                let ty = self.tree.types.add(name, Kind::Enumeration { literals: texts, count, character });
                for (literal, position) in literals.iter().zip(0..) {
                    if literals[..position as usize].iter().any(|other| other.symbol == literal.symbol) {
                        let text = format!("\"{}\" conflicts with another literal of the type", self.spelling(literal));
                        self.error(literal.span, text);
                    }
                    self.declare(literal, Entity::Literal(ty, position));
                }
                ty
            }
            ast::TypeDef::SignedInteger(range) => {
                let bounds = match range {
                    ast::Range::Bounds(low, high) => {
                        let low = self.static_int(low, "bounds of integer type");
                        let high = self.static_int(high, "bounds of integer type");
                        low.zip(high)
                    }
                    ast::Range::Attribute(_) => {
                        let found = self.range(range, None);
                        found.low.as_int().cloned().zip(found.high.as_int().cloned())
                    }
                };
                let Some((low, high)) = bounds else { return std.error };
                let fits = |bits: u32| {
                    let (first, last) = signed_range(bits);
                    first <= low && high <= last
                };
                let Some(bits) = [8, 16, 32, 64, 128].into_iter().find(|bits| fits(*bits)) else {
                    self.error(range.span(), "integer type definition bounds out of range");
                    return std.error;
                };
                let (first, last) = signed_range(bits);
                let base = self.tree.types.add(name, Kind::Signed { low: first, high: last });
                self.tree.types[base].loc = Some(loc);
                let constraint = Constraint::Range(Bound::Int(low), Bound::Int(high));
                self.tree.types.add_subtype(name, Some(loc), base, constraint)
            }
            ast::TypeDef::Modular(expr) => match self.static_int(expr, "modulus") {
                Some(modulus) if modulus.is_positive() => self.tree.types.add(name, Kind::Modular(modulus)),
                Some(_) => {
                    self.error(expr.span, "modulus must be positive");
                    std.error
                }
                None => std.error,
            },
            ast::TypeDef::Float(digits, range) => {
                let Some(digits) = self.static_int(digits, "digits value") else { return std.error };
                let digits = digits.to_i64().and_then(|digits| u32::try_from(digits).ok()).unwrap_or(99);
                // Those of the machine's type, which is the base type, come first.
                let (machine, bits) = match digits {
                    0..=6 => (6, 32),
                    7..=15 => (15, 64),
                    16..=18 => (18, 80),
                    _ => {
                        self.error(decl.span, "digits value is too large, maximum is 18");
                        return std.error;
                    }
                };
                let base = self.tree.types.add(name, Kind::Float { digits: machine, bits });
                self.tree.types[base].loc = Some(loc);
                let constraint = match range {
                    Some(ast::Range::Bounds(low, high)) => {
                        // Static values of any real types (RM 3.5.7 (5)).
                        let low = self.static_real(low).map_or(Bound::Error, |low| real_bound(low, bits));
                        let high = self.static_real(high).map_or(Bound::Error, |high| real_bound(high, bits));
                        Constraint::Range(low, high)
                    }
                    Some(range) => {
                        let found = self.range(range, Some(base));
                        let (low, high) = (self.bound(found.low), self.bound(found.high));
                        Constraint::Range(low, high)
                    }
                    None if digits == machine => return base,
                    None => Constraint::None,
                };
                let first = self.tree.types.add_subtype(name, Some(loc), base, constraint);
                self.tree.types[first].accuracy = Some(Rat::from(i64::from(digits)));
                first
            }
            ast::TypeDef::OrdinaryFixed(delta, range) => self.fixed_definition(decl, name, delta, None, range.as_ref()),
            ast::TypeDef::DecimalFixed(delta, digits, range) => {
                self.fixed_definition(decl, name, delta, Some(digits), range.as_ref())
            }
            ast::TypeDef::Array(def) => self.array_definition(def, name),
            ast::TypeDef::Access(def) => self.access_type(def, name, loc),
            ast::TypeDef::AccessSubprogram(def) => self.access_to_subprograms(def, name, loc),
            ast::TypeDef::Record(def) => self.record_definition(decl, def, name),
            ast::TypeDef::Concurrent(def) => self.record_definition(decl, &def.components, name),
            ast::TypeDef::Derived(indication) => {
                // Constraints of the parent speak of the new discriminants.
                let known = matches!(decl.discriminants, ast::Discriminants::Known(_));
                let region = self.scope;
                let own = known.then(|| {
                    self.open(ScopeKind::Inner);
                    self.discriminants(decl)
                });
                let parent = self.subtype_indication(indication);
                self.scope = region;
                let discriminants = own.iter().flat_map(|own| &own.components).map(|component| component.ty);
                let discriminants: Vec<TypeId> = discriminants.collect();
                if let Some(what) = discriminants.into_iter().find_map(|ty| self.poisoned_type(ty)) {
                    self.open_scope(&what);
                    return self.tree.types.add(name, Kind::Unsupported(what));
                }
                if let Some(construct) = self.poisoned_type(parent) {
                    // Its inherited operations are not known.
                    self.open_scope(&construct);
                    return self.tree.types.add(name, Kind::Unsupported(construct));
                }
                if self.unit_of(parent).is_some() && self.tree.types.access(parent).is_none() {
                    let what = "type derived from a task or protected type (RM 3.4)";
                    return self.tree.types.add(name, Kind::Unsupported(what.into()));
                }
                if self.tree.types.has_tag(parent) {
                    let what = "type derived from a private type whose full view is tagged (RM 7.3)";
                    self.open_scope(what);
                    return self.tree.types.add(name, Kind::Unsupported(what.into()));
                }
                if self.has_other_operations(parent) {
                    let what = "type derived from a formal type whose actual type has operations of its own (RM 12.3)";
                    self.open_scope(what);
                    return self.tree.types.add(name, Kind::Unsupported(what.into()));
                }
                match own {
                    None => self.derived(parent, name, loc),
                    Some(_) if self.tree.types[parent].partial => {
                        let what = "derived type with discriminants of a private type without a full view (RM 3.7)";
                        self.open_scope(what);
                        self.tree.types.add(name, Kind::Unsupported(what.into()))
                    }
                    Some(own) => match self.renewed(own, parent, loc) {
                        Ok(record) => {
                            let base = self.tree.types.base(parent);
                            let ty = self.tree.types.add(name, Kind::Record(record));
                            let entry = &mut self.tree.types[ty];
                            (entry.loc, entry.parent) = (Some(loc), Some(base));
                            self.inherit(base, ty, loc);
                            ty
                        }
                        Err(what) => {
                            self.open_scope(&what);
                            self.tree.types.add(name, Kind::Unsupported(what))
                        }
                    },
                }
            }
            ast::TypeDef::Unsupported(what) => {
                let text = format!("{} (RM {})", what.construct, what.section);
                if what.construct.ends_with("extension") {
                    // Its inherited operations are not known.
                    self.open_scope(&text);
                }
                self.tree.types.add(name, Kind::Unsupported(text))
            }
            ast::TypeDef::ProofAbstract => {
                self.tree.types.add(name, Kind::Unsupported("abstract proof type (SPARK 2005)".into()))
            }
            ast::TypeDef::Extension(_) | ast::TypeDef::Interface(_) => std.error,
            ast::TypeDef::Incomplete { .. } | ast::TypeDef::Private { .. } | ast::TypeDef::Error => std.error,
        }
    }

    /// A type of which nothing is known but its name.
    fn incomplete_type(&mut self, ident: &ast::Ident, name: &str, loc: Loc) -> TypeId {
        let ty = self.tree.types.add(name, Kind::Private);
        self.tree.types[ty].loc = Some(loc);
        self.declare(ident, Entity::Type(ty));
        self.homes.insert(ty, self.scope);
        ty
    }

    /// What the limited view of a package has of a type: its name. Tagged and concurrent ones are left out.
    pub(super) fn incomplete_view(&mut self, decl: &'a ast::TypeDecl) {
        let untagged = match &decl.definition {
            ast::TypeDef::Record(def) => !def.tagged,
            ast::TypeDef::Private { tagged, .. } => !tagged,
            ast::TypeDef::Enumeration(_)
            | ast::TypeDef::SignedInteger(_)
            | ast::TypeDef::Modular(_)
            | ast::TypeDef::Array(_) => true,
            _ => false,
        };
        if untagged {
            let name = self.spelling(&decl.name);
            self.incomplete_type(&decl.name, &name, self.loc(decl.name.span));
        }
    }

    /// `new Parent`: a copy with a name of its own (RM 3.4).
    pub fn derived(&mut self, parent: TypeId, name: &str, loc: Loc) -> TypeId {
        let old = self.tree.types[parent].clone();
        let mut base_kind = self.tree.types.kind(parent).clone();
        if let Kind::Record(record) = &mut base_kind {
            // Its components are where those of its parent are.
            record.renewed = None;
        }
        let base = self.tree.types.add(name, base_kind.clone());
        self.tree.types[base].loc = Some(loc);
        self.tree.types[base].parent = Some(self.tree.types.base(parent));
        self.tree.types[base].default = old.default.clone();
        self.tree.types[base].codes = self.tree.types[old.base].codes.clone();
        self.tree.types[base].columns_first = self.tree.types[old.base].columns_first;
        self.tree.types[base].volatile = old.volatile || self.tree.types[old.base].volatile;
        if let Kind::Enumeration { literals, character: true, .. } = &base_kind
            && literals.is_empty()
        {
            // Derived from Character or a wide relative of it: all of Latin-1.
            for code in 0u32..256 {
                let symbol = char::from_u32(code).map(|c| self.names.exact(&format!("'{c}'")));
                if let Some(symbol) = symbol {
                    self.scopes.declare(self.scope, symbol, Entity::Literal(base, code), Some(loc));
                }
            }
        }
        if let Kind::Enumeration { literals, .. } = &base_kind {
            for (literal, position) in literals.clone().iter().zip(0u32..) {
                let symbol = self.names.fold(literal);
                self.scopes.declare(self.scope, symbol, Entity::Literal(base, position), Some(loc));
            }
        }
        self.inherit(self.tree.types.base(parent), base, loc);
        if old.constraint == Constraint::None && old.accuracy.is_none() {
            self.tree.types[base].predicates = old.predicates;
            return base;
        }
        let ty = self.tree.types.add_subtype(name, Some(loc), base, old.constraint);
        self.tree.types[ty].accuracy = old.accuracy;
        self.tree.types[ty].predicates = old.predicates;
        ty
    }

    pub(super) fn record_definition(&mut self, decl: &'a ast::TypeDecl, def: &'a ast::RecordDef, name: &str) -> TypeId {
        let old = self.open(ScopeKind::Inner);
        self.declare_current_instance(decl.name.symbol);
        let mut record = self.discriminants(decl);
        record.limited = def.limited;
        let discriminants = record.components.iter().map(|component| component.ty);
        let mut unsupported = discriminants.into_iter().find_map(|ty| self.poisoned_type(ty));
        self.component_list(&def.components, &mut record, &[], &mut unsupported);
        self.scope = old;
        match unsupported {
            Some(what) => self.tree.types.add(name, Kind::Unsupported(what)),
            None => self.tree.types.add(name, Kind::Record(record)),
        }
    }

    /// The discriminants of a type, declared in the current scope.
    pub(super) fn discriminants(&mut self, decl: &'a ast::TypeDecl) -> Record {
        let mut record = Record::default();
        match &decl.discriminants {
            ast::Discriminants::Known(specs) => {
                record.mutable = specs.iter().all(|spec| spec.default.is_some());
                for spec in specs {
                    let ty = self.type_use(&spec.subtype);
                    let default = spec.default.as_ref().map(|default| self.default_expr(default, ty));
                    for ident in &spec.names {
                        let at = record.components.len();
                        let loc = self.loc(ident.span);
                        let component = Component {
                            name: self.spelling(ident),
                            loc,
                            ty,
                            default: default.clone(),
                            guard: Vec::new(),
                            late: false,
                            slot: at,
                        };
                        record.components.push(component);
                        let value = Expr { kind: ExprKind::Discriminant(at), ty, loc };
                        self.declare(ident, Entity::Renamed(std::rc::Rc::new(value)));
                    }
                }
                record.discriminants = record.components.len();
            }
            ast::Discriminants::Unknown => self.reject(decl.span, "unknown discriminants (RM 3.7)"),
            ast::Discriminants::None => {}
        }
        record
    }

    /// Bounds of an array component that are discriminants, where they belong to its index subtype whatever these are.
    fn evident_bounds(&mut self, ty: TypeId, record: &Record, span: Span) {
        let types = &self.tree.types;
        let (Constraint::Index(bounds), Some((index, _))) = (types[ty].constraint.clone(), types.array(ty)) else {
            return;
        };
        let index = index.to_vec();
        for ((low, high), index) in bounds.iter().zip(index) {
            let of = |bound: &Bound, last: bool| match bound {
                Bound::Int(value) => Some(value.clone()),
                Bound::Discriminant(at) => {
                    let range = self.tree.types.static_range(record.components.get(*at)?.ty)?;
                    Some(if last { range.1 } else { range.0 })
                }
                _ => None,
            };
            let (Some(first), Some(last)) = (of(low, false), of(high, true)) else { continue };
            let inside = self.tree.types.static_range(index).is_some_and(|(low, high)| low <= first && last <= high);
            if inside && (low.is_discriminant() || high.is_discriminant()) && self.trying == 0 {
                let loc = self.loc(span);
                let [low, high] = [first, last].map(|bound| Expr::int(bound, self.tree.types.base(index), loc));
                self.sink.push(Stmt { kind: StmtKind::CheckRange { within: index, low, high }, loc });
            }
        }
    }

    pub(super) fn component_list(
        &mut self,
        list: &'a ast::ComponentList,
        record: &mut Record,
        guard: &[(usize, Vec<(Int, Int)>)],
        unsupported: &mut Option<String>,
    ) {
        for decl in &list.components {
            let ty = self.type_use(&decl.subtype);
            if let Kind::Unsupported(what) = self.tree.types.kind(ty) {
                *unsupported = Some(what.clone());
            }
            if let Some(what) = self.check_definite(ty, decl.span) {
                *unsupported = Some(what.into());
            }
            let default = decl.default.as_ref().map(|default| self.default_expr(default, ty));
            for ident in &decl.names {
                self.evident_bounds(ty, record, ident.span);
                let lower = self.names.text(ident.symbol).to_string();
                if record.components.iter().skip(record.inherited).any(|other| other.name.to_lowercase() == lower) {
                    let text = format!("\"{}\" conflicts with another component", self.spelling(ident));
                    self.error(ident.span, text);
                }
                let slot = record.next_slot();
                record.components.push(Component {
                    name: self.spelling(ident),
                    loc: self.loc(ident.span),
                    ty,
                    default: default.clone(),
                    guard: guard.to_vec(),
                    late: false,
                    slot,
                });
            }
        }
        let Some(part) = &list.variants else { return };
        let wanted = self.names.text(part.discriminant.symbol).to_string();
        let found = record.components[..record.discriminants]
            .iter()
            .position(|component| component.name.to_lowercase() == wanted);
        let Some(discriminant) = found else {
            let text = format!("\"{}\" is not a discriminant", self.spelling(&part.discriminant));
            self.error(part.discriminant.span, text);
            return;
        };
        let ty = record.components[discriminant].ty;
        let written: Vec<&[ast::Choice]> = part.variants.iter().map(|variant| variant.choices.as_slice()).collect();
        self.others_last(&written);
        let mut all: Vec<Vec<super::tree::Choice>> = Vec::new();
        let mut covered: Vec<(Int, Int)> = Vec::new();
        for variant in &part.variants {
            let choices = self.case_choices(&variant.choices, ty);
            let mut ranges: Vec<(Int, Int)> = Vec::new();
            for choice in &choices {
                match choice {
                    super::tree::Choice::Value(value) => {
                        ranges.extend(value.as_int().map(|value| (value.clone(), value.clone())));
                    }
                    super::tree::Choice::Range(low, high) => {
                        ranges.extend(low.as_int().cloned().zip(high.as_int().cloned()));
                    }
                    super::tree::Choice::Others => ranges.extend(self.complement(&covered, ty)),
                    super::tree::Choice::Subtype(_) => {}
                }
            }
            covered.extend(ranges.iter().cloned());
            let mut inner = guard.to_vec();
            inner.push((discriminant, ranges));
            self.component_list(&variant.components, record, &inner, unsupported);
            all.push(choices);
        }
        let all: Vec<&[super::tree::Choice]> = all.iter().map(Vec::as_slice).collect();
        let loc = self.loc(part.discriminant.span);
        let selector = Expr { kind: ExprKind::Discriminant(discriminant), ty, loc };
        self.check_coverage(&all, &selector, loc);
    }

    /// The values of a discrete type outside of some ranges.
    fn complement(&self, covered: &[(Int, Int)], ty: TypeId) -> Vec<(Int, Int)> {
        let Some((low, high)) = self.tree.types.base_range(ty) else { return Vec::new() };
        let one = Int::from(1);
        let mut sorted = covered.to_vec();
        sorted.sort();
        let mut found = Vec::new();
        let mut next = low;
        for (first, last) in sorted {
            if next < first {
                found.push((next.clone(), &first - &one));
            }
            next = next.max(&last + &one);
        }
        if next <= high {
            found.push((next, high));
        }
        found
    }

    /// A subtype declaration.
    pub fn subtype_decl(&mut self, decl: &'a ast::SubtypeDecl) {
        self.fresh();
        let of = self.subtype_indication(&decl.indication);
        let name = self.spelling(&decl.name);
        let loc = self.loc(decl.name.span);
        let constraint = self.tree.types[of].constraint.clone();
        let ty = self.tree.types.add_subtype(&name, Some(loc), of, constraint);
        self.note_subtype(decl.name.symbol, &decl.indication);
        self.declare(&decl.name, Entity::Type(ty));
        self.type_aspects(ty, &decl.aspects);
    }

    /// Predicates and defaults.
    pub(super) fn type_aspects(&mut self, ty: TypeId, aspects: &'a [ast::Aspect]) {
        if let Some(aspect) = aspects.iter().find(|aspect| self.names.text(aspect.name.symbol) == RELAXED)
            && self.has_aspect(std::slice::from_ref(aspect), RELAXED)
        {
            // In front of predicates, which speak of such values.
            self.relaxed_type(ty, aspect.span);
        }
        self.contract_of_calls(ty, aspects);
        for aspect in aspects {
            let name = self.names.text(aspect.name.symbol).to_string();
            if VOLATILE.contains(&name.as_str()) && self.has_aspect(std::slice::from_ref(aspect), &name) {
                if !self.only_others_read(aspects) {
                    self.volatile_type(ty);
                }
                continue;
            }
            if super::layout::LAYOUTS.contains(&name.as_str()) {
                self.type_laid_out(ty);
                self.said_of_layout(ty, &name, aspect.value.as_ref());
                continue;
            }
            let Some(value) = &aspect.value else { continue };
            match name.as_str() {
                name if PREDICATES.contains(&name) => self.predicate(ty, value, aspect.span),
                "convention" => self.convention_of_type(ty, value, aspect.span, "aspect Convention"),
                "iterable" => self.iterable_type(ty, value),
                "aggregate" => self.aggregate_aspect(ty, value),
                "annotate" => self.type_annotation(ty, value),
                "default_value" => {
                    let value = self.expr(value, Some(ty));
                    let base = self.tree.types.base(ty);
                    for entry in [ty, base] {
                        self.tree.types[entry].default = Some(Box::new(value.clone()));
                    }
                }
                "default_component_value" => {
                    if let Some((_, element)) = self.tree.types.array(ty) {
                        let value = self.expr(value, Some(element));
                        let base = self.tree.types.base(ty);
                        self.tree.types[base].default = Some(Box::new(value.clone()));
                        self.tree.types[ty].default = Some(Box::new(value));
                    }
                }
                "default_initial_condition" => self.default_initial_condition(ty, value, aspect.span),
                "type_invariant" | "invariant" => {
                    self.type_invariant(ty, value, aspect.span, aspect.class_wide);
                }
                _ => {}
            }
        }
    }

    /// An annotation for GNATprove of a type, as an aspect.
    fn type_annotation(&mut self, ty: TypeId, value: &'a ast::Expr) {
        let ast::ExprKind::Aggregate(aggregate) = &value.kind else { return };
        let mut words = aggregate.items.iter().map(|item| match item {
            ast::AggregateItem::Association(association) if association.choices.is_empty() => association.expr(),
            _ => None,
        });
        if self.is_no_wrap(words.next().flatten(), words.next().flatten()) {
            self.no_wrap_around(ty);
        }
    }

    /// Whether the first two arguments of an annotation are those of `No_Wrap_Around`.
    pub(super) fn is_no_wrap(&self, tool: Option<&ast::Expr>, kind: Option<&ast::Expr>) -> bool {
        let word = |value: Option<&ast::Expr>| Some(self.names.text(value?.as_name()?.as_ident()?.symbol));
        word(tool) == Some("gnatprove") && word(kind) == Some("no_wrap_around")
    }

    /// Operations of a modular type, and of those derived from it, must not wrap around.
    pub(super) fn no_wrap_around(&mut self, ty: TypeId) {
        let base = self.tree.types.base(ty);
        if matches!(self.tree.types[base].kind, Kind::Modular(_)) {
            self.tree.types[base].no_wrap = true;
        }
    }

    /// The convention of a type: that of C makes other Booleans and other bounds of enumerations, lays records out as
    /// it likes, and changes nothing of numbers and access values; that of Fortran has the columns of arrays first
    /// (RM B.1, B.3, B.5).
    pub fn convention_of_type(&mut self, ty: TypeId, convention: &ast::Expr, span: Span, holder: &str) {
        let name = convention.as_name().and_then(ast::Name::as_ident);
        let name = name.map(|name| self.names.text(name.symbol).to_string()).unwrap_or_default();
        if super::deny::OF_ADA.contains(&name.as_str()) {
            return;
        }
        let base = self.tree.types.base(ty);
        match &self.tree.types[base].kind {
            Kind::Array { .. } => self.tree.types[base].columns_first |= name == "fortran",
            Kind::Record(_) => {
                self.type_laid_out(ty);
                self.said_of_layout(ty, "convention", None);
            }
            Kind::Enumeration { .. } => self.reject(span, holder),
            _ => {}
        }
    }

    /// Objects of the type are volatile.
    pub fn volatile_type(&mut self, ty: TypeId) {
        let base = self.tree.types.base(ty);
        for entry in [ty, base] {
            self.tree.types[entry].volatile = true;
        }
    }

    fn predicate(&mut self, ty: TypeId, expr: &'a ast::Expr, span: Span) {
        let subp = self.condition_function(ty, "Predicate", expr, span);
        self.tree.types[ty].predicates.push(subp);
    }

    /// A condition on the values of a type becomes a Boolean function of the value; its expression waits for the end of
    /// the part.
    pub(super) fn condition_function(
        &mut self,
        ty: TypeId,
        what: &str,
        expr: &'a ast::Expr,
        span: Span,
    ) -> super::tree::SubpId {
        let loc = self.loc(span);
        let name = format!("{}'{what}", self.tree.types[ty].name);
        let name = self.qualified(&name);
        let subp = self.new_subprogram(name, loc);
        let old_owner = std::mem::replace(&mut self.owner, subp);
        let old = self.open(ScopeKind::Subprogram(subp));
        // The parameter has the subtype without this predicate: the value is only tested.
        let plain = self.tree.types[ty].constraint.clone();
        let parent = self.tree.types.add_subtype("", None, ty, plain);
        let kind = super::tree::ObjectKind::Parameter(super::tree::Mode::In);
        let param = self.new_object(self.tree.types[ty].name.clone(), loc, parent, kind);
        self.tree.objects[param.0 as usize].wholly_relaxed = true;
        let entry = self.tree.types[ty].name.to_lowercase();
        let symbol = self.names.fold(&entry);
        self.scopes.declare(self.scope, symbol, Entity::Object(param), Some(loc));
        let base = self.tree.types.base(ty);
        if self.tree.types[base].name.eq_ignore_ascii_case(&self.tree.types[ty].name) {
            // The components of a type are directly visible in its aspects (RM 13.1.1 (12)).
            for (at, component) in self.tree.record(ty).components.iter().enumerate() {
                let name = self.names.fold(&component.name.to_lowercase());
                if name != symbol {
                    let whole = Expr { kind: ExprKind::Object(param), ty: parent, loc };
                    let value = Expr { kind: ExprKind::Field(Box::new(whole), at), ty: component.ty, loc };
                    self.scopes.declare(self.scope, name, Entity::Renamed(std::rc::Rc::new(value)), Some(loc));
                }
            }
        }
        let scope = self.scope;
        self.scope = old;
        self.owner = old_owner;
        let boolean = self.tree.types.std.boolean;
        let entry = self.tree.subprogram_mut(subp);
        entry.params = vec![param];
        entry.result = Some(boolean);
        entry.hidden = true;
        entry.expression_function = true;
        self.profiles[subp.0 as usize] =
            super::Profile { names: vec![symbol], defaults: vec![None], ..Default::default() };
        self.defer(Deferred::Predicate { subp, expr, scope });
        subp
    }
}

/// A bound of a floating point type: a machine number.
fn real_bound(value: Rat, bits: u32) -> Bound {
    super::fold::round_to_float(&value, bits).map_or(Bound::Error, Bound::Real)
}
