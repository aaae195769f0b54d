//! Poison: what a declaration outside the subset does to the rest of a program.
//!
//! Whatever goes wrong, names are declared. A statement or declaration that names something outside the
//! subset is *poisoned*: the subprogram around it is not analysed, and messages about the types of its parts
//! are consequences, which are not given. Nothing else is concerned. At library level there is no
//! subprogram: the elaboration goes on behind the poisoned part with any values in the variables.
//!
//! A scope can be *open*: what it declares is not fully known, because a package that it uses is outside
//! the subset, or a type is derived from one that is. A name that is found nowhere, where an open scope was
//! searched, may be declared there: it is poison.

use super::scope::{Entity, ScopeId, ScopeKind};
use super::tree::{ENVIRONMENT, Expr, ExprKind, Stmt, StmtKind, SubpId};
use super::types::{Kind, TypeId};
use super::{Sema, Unsupported};
use crate::ast::{self, Ident};
use crate::place::Loc;
use std::rc::Rc;

/// The construct where the source is wrong; a message says in what way.
pub(crate) const ERRONEOUS: &str = "text with an error";

/// What stands for a unit that nobody finds.
pub(crate) const MISSING_UNIT: &str = "unit that is not there";

/// Why something is poisoned: the place, and the construct.
pub(crate) type Poison = (Loc, String);

impl<'a> Sema<'a> {
    /// Notes that what is under analysis names something outside the subset, even if it is only tried.
    pub fn touch(&mut self, loc: Loc, construct: &str) {
        if self.poison.is_none() {
            self.poison = Some((loc, construct.to_string()));
        }
    }

    /// A value whose type is outside the subset poisons what it stands in.
    pub fn touched(&mut self, value: Expr) -> Expr {
        if let Some(construct) = self.poisoned_type(value.ty) {
            self.touch(value.loc, &construct);
        }
        value
    }

    /// Analyses one declaration or statement: what it touches poisons the subprogram around it and is then forgotten.
    /// Tells whether it was poisoned.
    pub fn apart<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let outer = self.poison.take();
        let outer_wrong = self.wrong.take();
        let result = f(self);
        let inner = self.poison.take();
        let wrong = std::mem::replace(&mut self.wrong, outer_wrong);
        let inner = inner.or(wrong.map(|loc| (loc, ERRONEOUS.to_string())));
        let poisoned = inner.is_some();
        if self.trying > 0 {
            self.poison = outer.or(inner);
            return (result, poisoned);
        }
        if let Some((loc, construct)) = inner {
            self.reject_at(loc, construct);
        }
        self.poison = outer;
        (result, poisoned)
    }

    /// Makes poison of the names that a wrong declaration should declare: whoever uses them uses what nobody knows.
    fn poison_names(&mut self, decl: &'a ast::Decl) {
        let last = |name: &'a ast::Name| name.last_ident().into_iter().collect::<Vec<&'a Ident>>();
        let names: Vec<&'a Ident> = match decl {
            ast::Decl::Object(decl) => decl.names.iter().collect(),
            ast::Decl::Number(decl) => decl.names.iter().collect(),
            ast::Decl::Exception(decl) => decl.names.iter().collect(),
            ast::Decl::Type(decl) => vec![&decl.name],
            ast::Decl::Subtype(decl) => vec![&decl.name],
            ast::Decl::Subprogram(decl) => last(&decl.spec.name),
            ast::Decl::SubprogramBody(body) => last(&body.spec.name),
            ast::Decl::Renaming(decl) => last(&decl.name),
            ast::Decl::Instantiation(decl) => last(&decl.name),
            _ => Vec::new(),
        };
        for ident in names {
            match self.local_entity(ident) {
                None => self.declare_poison(ident, ERRONEOUS),
                Some(Entity::Package(scope)) => self.scopes[scope].open = Some(ERRONEOUS.into()),
                Some(_) => self.replace_by_poison(ident, ERRONEOUS),
            }
        }
        // What else it may declare: literals, inherited operations.
        self.open_scope(ERRONEOUS);
    }

    /// A condition of an assertion, that nothing is concluded from but the condition. What is not supported in it
    /// concerns it alone: it may hold or not, and is never decided.
    pub fn asserted(&mut self, expr: &'a ast::Expr) -> Expr {
        if self.trying > 0 || self.aside.is_some() {
            return self.condition(expr);
        }
        let outer = self.poison.take();
        let known = self.sink.len();
        self.aside = Some(self.owner);
        let condition = self.condition(expr);
        self.aside = None;
        let Some((loc, construct)) = std::mem::replace(&mut self.poison, outer) else { return condition };
        self.sink.truncate(known);
        self.not_decided(loc, construct.clone());
        let loc = self.loc(expr.span);
        Expr { kind: ExprKind::NotAnalysed(construct), ty: self.tree.types.std.boolean, loc }
    }

    /// Notes that a condition is not decided for what it names.
    pub fn not_decided(&mut self, loc: Loc, construct: String) {
        let entry = Unsupported { subprogram: String::new(), loc, construct };
        if self.trying == 0 && !self.unsupported.contains(&entry) {
            self.unsupported.push(entry);
        }
    }

    /// Notes which constructs something that has a name stands for, so that what uses them can be told from where they
    /// stand.
    pub fn note_named_constructs(&mut self) {
        let types = self.tree.types.ids().filter_map(|ty| match self.tree.types.kind(ty) {
            Kind::Unsupported(construct) => Some(construct.clone()),
            _ => None,
        });
        let entries = self.scopes.ids().flat_map(|scope| self.scopes[scope].names.values().flatten());
        let entities = entries.filter_map(|entry| match &entry.entity {
            Entity::Unsupported(construct) => Some(construct.to_string()),
            _ => None,
        });
        let open = self.scopes.ids().filter_map(|scope| self.scopes[scope].open.as_deref().map(str::to_string));
        self.tree.named_constructs = types.chain(entities).chain(open).collect();
    }

    /// One declaration. At library level the variables have any values behind one that is poisoned.
    pub fn declaration(&mut self, decl: &'a ast::Decl) {
        let outer = self.wrong.take();
        let ((), poisoned) = self.apart(|sema| {
            sema.declaration_inside(decl);
            if sema.wrong.is_some() && sema.trying == 0 {
                sema.poison_names(decl);
            }
        });
        self.wrong = outer;
        let owned = matches!(decl, ast::Decl::Subprogram(_) | ast::Decl::SubprogramBody(_) | ast::Decl::Use(_));
        if poisoned && self.owner == ENVIRONMENT && !owned && self.trying == 0 {
            let loc = self.loc(decl.span());
            self.sink.push(Stmt { kind: StmtKind::Dropped, loc });
        }
    }

    /// The construct that makes a type poison.
    pub fn poisoned_type(&self, ty: TypeId) -> Option<String> {
        match self.tree.types.kind(ty) {
            Kind::Unsupported(what) => Some(what.clone()),
            _ => None,
        }
    }

    /// What a subtype mark denotes that names something outside the subset, or nothing: one type for each identifier
    /// and reason.
    pub fn unknown_type(&mut self, name: &ast::Name, construct: Option<String>) -> TypeId {
        let Some(construct) = construct else { return self.tree.types.std.error };
        let text = name.last_ident().map_or_else(|| "an unknown type".to_string(), |ident| self.spelling(ident));
        let key = (self.names.fold(&text), construct.clone());
        if let Some(known) = self.unknown_types.get(&key) {
            return *known;
        }
        let ty = self.tree.types.add(&text, Kind::Unsupported(construct));
        self.unknown_types.insert(key, ty);
        ty
    }

    /// Whether an expression of one of these types may mean something else than its type says. Then it is poison.
    pub fn mismatch_is_poison(&mut self, types: &[TypeId], loc: Loc) -> bool {
        if types.len() > 1 && types.iter().all(|ty| self.tree.types.is_to_subprograms(*ty)) {
            self.touch(loc, "conversion between access-to-subprogram types of different regions (RM 4.6)");
            return true;
        }
        for ty in types {
            let base = self.tree.types.base(*ty);
            let other = self.stand_for_others.contains(&self.tree.types[base].name.to_lowercase());
            let why = self.poisoned_type(*ty);
            if let Some(why) = why.or_else(|| other.then(|| "value that stands for another one (RM 4.1.5)".into())) {
                self.touch(loc, &why);
                return true;
            }
        }
        false
    }

    /// What makes the profile of a subprogram poison.
    pub fn profile_poison(&self, subp: SubpId) -> Option<Poison> {
        let entry = self.tree.subprogram(subp);
        let types = entry.params.iter().map(|param| self.tree.object(*param).ty).chain(entry.result);
        let construct = types.into_iter().find_map(|ty| self.poisoned_type(ty))?;
        Some((entry.loc, construct))
    }

    /// Whether a profile names something outside the subset, also behind access types: another declaration may or may
    /// not have the same.
    pub fn profile_is_unknown(&self, subp: SubpId) -> bool {
        let entry = self.tree.subprogram(subp);
        let mut types = entry.params.iter().map(|param| self.tree.object(*param).ty).chain(entry.result);
        types.any(|ty| [ty, self.tree.types.designated(ty)].iter().any(|ty| self.poisoned_type(*ty).is_some()))
    }

    /// Declares a name that stands for something outside the subset.
    pub fn declare_poison(&mut self, ident: &Ident, construct: &str) {
        self.declare(ident, Entity::Unsupported(construct.into()));
    }

    /// Declares a package of whose declarations nothing is known.
    pub fn declare_open(&mut self, ident: &Ident, construct: &str) {
        let name = self.qualified(&self.spelling(ident));
        let scope = self.scopes.add(Some(self.scope), ScopeKind::Package, format!("{name}."), self.owner);
        self.scopes[scope].open = Some(construct.into());
        self.declare(ident, Entity::Package(scope));
    }

    /// Whether two declarations of one name clash only because one of them is poison: the second one may complete
    /// the first one, or stand for an overloaded name.
    pub fn clash_of_poison(&self, old: &Entity, new: &Entity) -> bool {
        let poison = |entity: &Entity| match entity {
            Entity::Unsupported(_) => true,
            Entity::Type(ty) => matches!(self.tree.types[*ty].kind, Kind::Unsupported(_)),
            _ => false,
        };
        poison(old) || poison(new)
    }

    /// Says that names may be declared in the current scope which are not known.
    pub fn open_scope(&mut self, construct: &str) {
        let scope = self.scope;
        self.scopes[scope].open.get_or_insert_with(|| construct.into());
    }

    /// Why a name that was not found may be declared all the same: the first open scope from here outwards.
    pub fn open_around(&self) -> Option<Rc<str>> {
        self.scopes.outward(self.scope).into_iter().find_map(|id| {
            let scope = &self.scopes[id];
            let used = || scope.uses.iter().find_map(|package| self.open_package(*package));
            scope.open.clone().or_else(used)
        })
    }

    /// Why the declarations of a package are not fully known.
    pub fn open_package(&self, package: ScopeId) -> Option<Rc<str>> {
        self.scopes[package].open.clone()
    }
}
