//! Access-to-subprogram types (RM 3.10): their declaration, `'Access` of subprograms, calls through their values.
//!
//! All subprograms whose `'Access` is taken are known when the program is, so access values are numbers, and a call
//! through one becomes the call of a hidden subprogram with the access value as its first parameter, which calls the
//! one with that number. It is declared where the type is: rules of accessibility (RM 3.10.2 (32)) say that all
//! subprograms that its values designate can be called there. Where the program is not known whole, one more of them is
//! a subprogram of which nothing is known.

use super::Deferred;
use super::Sema;
use super::name::{Callable, Calls, Denoted};
use super::scope::ScopeId;
use super::tree::{
    BinaryOp, Body, ENVIRONMENT, Expr, ExprKind, Mode, ObjId, ObjectKind, PROGRAM_ERROR, Stmt, StmtKind, SubpId,
};
use super::types::{Access, Kind, TypeId};
use super::walk::expr_mut;
use crate::ast::{self, Association};
use crate::place::Loc;
use horn_frontend::{Severity, Span};
use horn_solver::num::Int;

/// What stands for calls through the values of an access type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Indirect {
    /// The access type.
    ty: TypeId,
    /// The subprogram; its first parameter is the access value.
    subp: SubpId,
    /// Where the formal parameters are visible.
    scope: ScopeId,
}

/// Aspects of access-to-subprogram types that are about the calls through their values (RM 6.1.1 (2)).
pub(super) const OF_CALLS: &[&str] = &["pre", "precondition", "post", "postcondition", "global", "depends"];

impl<'a> Sema<'a> {
    /// An access-to-subprogram type with a name.
    pub fn access_to_subprograms(&mut self, def: &'a ast::AccessSubprogramDef, name: &str, loc: Loc) -> TypeId {
        let (subp, scope) = self.new_profile(&def.profile, name);
        self.tree.subprogram_mut(subp).hidden = true;
        self.bodies_done.push(subp);
        if let Some((_, construct)) = self.profile_poison(subp) {
            return self.tree.types.add(name, Kind::Unsupported(construct));
        }
        let base = self.new_access_to_subprograms((subp, scope), name, false);
        self.tree.types[base].loc = Some(loc);
        if def.not_null { self.tree.types.constrain_access(base, true, None) } else { base }
    }

    /// An anonymous access-to-subprogram type. Those with one profile in one region are one type here, as the profiles
    /// of a declaration and its body must be the same.
    pub fn anonymous_access_to_subprograms(&mut self, def: &'a ast::AccessSubprogramDef) -> TypeId {
        // A parameter belongs to its subprogram, but its type is one of the region around that.
        let home = self.scopes[self.scope].owner;
        let owner = std::mem::replace(&mut self.owner, home);
        let (subp, scope) = self.new_profile(&def.profile, "access");
        self.owner = owner;
        self.tree.subprogram_mut(subp).hidden = true;
        self.bodies_done.push(subp);
        if let Some((_, construct)) = self.profile_poison(subp) {
            return self.tree.types.add("", Kind::Unsupported(construct));
        }
        let anonymous = |ty: TypeId| self.tree.types.access(ty).is_some_and(|access| access.anonymous);
        let names = |subp: SubpId| &self.profiles[subp.0 as usize].names;
        let same = |one: &&Indirect| {
            anonymous(one.ty) && names(one.subp)[1..] == names(subp)[..] && self.is_profile_of(subp, one)
        };
        let known = self.indirect.iter().find(same).map(|one| one.ty);
        let base = known.unwrap_or_else(|| {
            let name = if def.profile.result.is_some() { "access function" } else { "access procedure" };
            self.new_access_to_subprograms((subp, scope), name, true)
        });
        if def.not_null { self.tree.types.constrain_access(base, true, None) } else { base }
    }

    /// An access type whose values are called as this hidden subprogram, which gets its first parameter here.
    fn new_access_to_subprograms(&mut self, (subp, scope): (SubpId, ScopeId), name: &str, anonymous: bool) -> TypeId {
        let known = self.indirect.iter().find(|one| self.is_profile_of(subp, one)).map(|one| one.ty);
        let designated = match known {
            Some(known) => self.tree.types.designated(known),
            None => {
                let what = if self.tree.subprogram(subp).result.is_some() { "function" } else { "procedure" };
                self.tree.types.add(what, Kind::Subprogram)
            }
        };
        let level = if anonymous { u32::MAX } else { self.level() };
        let base = self.tree.types.add(name, Kind::Access(Access { designated, constant: false, anonymous, level }));
        let some = self.tree.types.constrain_access(base, true, None);
        let loc = self.tree.subprogram(subp).loc;
        let owner = std::mem::replace(&mut self.owner, subp);
        let value = self.new_object("'subprogram", loc, some, ObjectKind::Parameter(Mode::In));
        self.owner = owner;
        let symbol = self.names.fold("'subprogram");
        self.tree.subprogram_mut(subp).params.insert(0, value);
        let profile = &mut self.profiles[subp.0 as usize];
        profile.names.insert(0, symbol);
        profile.defaults.insert(0, None);
        self.tree.indirect.insert(subp);
        self.indirect.push(Indirect { ty: base, subp, scope });
        base
    }

    /// The contract of a named access-to-subprogram type: that of the calls through its values, beside the contract of
    /// the subprogram that is called.
    pub fn contract_of_calls(&mut self, ty: TypeId, aspects: &'a [ast::Aspect]) {
        let base = self.tree.types.base(ty);
        let Some(one) = self.indirect.iter().find(|one| one.ty == base).copied() else { return };
        for aspect in aspects.chunks(1) {
            let name = aspect.first().map_or("", |aspect| self.names.text(aspect.name.symbol));
            if OF_CALLS.contains(&name) {
                self.defer(Deferred::Contract { subp: one.subp, aspects: aspect, scope: one.scope });
            }
        }
    }

    /// Whether an access type has this profile and is declared in the same region: the same subprogram, or outside of
    /// all. Its values are those of the other access types there with this profile.
    fn is_profile_of(&self, subp: SubpId, one: &Indirect) -> bool {
        self.tree.subprogram(one.subp).parent == self.tree.subprogram(subp).parent && self.conforms(subp, one.subp)
    }

    /// Whether a subprogram has the profile of an access type, whose hidden subprogram this is: types and modes.
    fn conforms(&self, subp: SubpId, hidden: SubpId) -> bool {
        let types = &self.tree.types;
        let formal = |param: &ObjId| {
            let object = self.tree.object(*param);
            (types.base(object.ty), object.kind)
        };
        let (own, wanted) = (self.tree.subprogram(subp), self.tree.subprogram(hidden));
        own.params.iter().map(formal).eq(wanted.params.iter().skip(1).map(formal))
            && own.result.map(|ty| types.base(ty)) == wanted.result.map(|ty| types.base(ty))
    }

    /// The hidden subprogram for calls through values of an access type.
    fn indirect_of(&self, ty: TypeId) -> Option<SubpId> {
        let designated = self.tree.types.access(ty)?.designated;
        let own = self.indirect.iter().find(|one| one.ty == self.tree.types.root(ty));
        let known = own.or_else(|| self.indirect.iter().find(|one| self.tree.types.designated(one.ty) == designated));
        known.map(|one| one.subp)
    }

    /// A call through an access value (RM 4.1 (6), 6.4 (5)).
    pub fn indirect_call(&mut self, value: Expr, arguments: Option<&'a [Association]>, span: Span) -> Denoted<'a> {
        let Some(subp) = self.indirect_of(value.ty) else {
            self.reject(span, "call through an access value of this type (RM 6.4)");
            return Denoted::Value(Expr::error(self.tree.types.std.error, self.loc(span)));
        };
        let candidates = vec![Callable::Subprogram(subp)];
        let name = self.tree.types[value.ty].name.clone();
        // The value as the hidden subprogram wants it: types derived from its own, and those with the same profile.
        let wanted = self.tree.object(self.tree.subprogram(subp).params[0]).ty;
        let (ty, loc) = (self.tree.types.base(wanted), value.loc);
        let value = match self.tree.types.base(value.ty) == ty {
            true => value,
            false => Expr { kind: ExprKind::Convert(Box::new(value)), ty, loc },
        };
        Denoted::Calls(Calls { arguments, ..Calls::of(candidates, Some(Box::new(value)), span, name) })
    }

    /// The access value in front of the arguments in `F (X)`, where F is a function without parameters.
    pub fn designating_result(&mut self, calls: &Calls<'a>, arguments: &'a [Association]) -> Option<Expr> {
        let mut found = Vec::new();
        for candidate in &calls.candidates {
            let Callable::Subprogram(subp) = candidate else { continue };
            let needed = self.profiles[subp.0 as usize].defaults.iter().skip(usize::from(calls.prefix.is_some()));
            let result = self.tree.subprogram(*subp).result;
            if needed.clone().all(Option::is_some) && result.is_some_and(|ty| self.tree.types.is_to_subprograms(ty)) {
                found.push(candidate.clone());
            }
        }
        let [_] = found.as_slice() else { return None };
        let with_arguments = Calls { arguments: Some(arguments), ..calls.clone() };
        if !self.applicable(&with_arguments).is_empty() {
            return None;
        }
        Some(self.resolve_calls(&Calls { candidates: found, ..calls.clone() }, None, None))
    }

    /// `P'Access`, P a subprogram.
    pub fn designating(&mut self, calls: &Calls<'a>, expected: Option<TypeId>, span: Span) -> Expr {
        let loc = self.loc(span);
        let std = self.tree.types.std;
        let Some(ty) = expected else { return Expr { kind: ExprKind::Error, ty: std.any_access, loc } };
        let ty = self.tree.types.base(ty);
        if !self.tree.types.is_to_subprograms(ty) {
            match self.poisoned_type(ty) {
                Some(what) => self.reject(span, what),
                None if ty == std.error => {}
                None => self.error(span, "access type to subprograms expected"),
            }
            return Expr::error(ty, loc);
        }
        let Some(hidden) = self.indirect_of(ty) else { return Expr::error(ty, loc) };
        if self.trying > 0 {
            return Expr { kind: ExprKind::Error, ty, loc };
        }
        if !calls.homographs.is_empty() || !calls.beside_intrinsic.is_empty() {
            self.reject(span, super::told::HOMOGRAPHS);
            return Expr::error(ty, loc);
        }
        if calls.candidates.iter().any(|candidate| self.is_operation(candidate)) {
            self.reject(span, "access value for a protected operation (RM 3.10.2)");
            return Expr::error(ty, loc);
        }
        let mut fitting = Vec::new();
        for candidate in &calls.candidates {
            match candidate {
                Callable::Subprogram(subp) if self.conforms(*subp, hidden) => fitting.push(*subp),
                Callable::Subprogram(_) => {}
                Callable::Literal(..) | Callable::Intrinsic(_) => {
                    self.reject(span, "access value for a predefined operation (RM 3.10.2)");
                    return Expr::error(ty, loc);
                }
            }
        }
        let &[subp] = fitting.as_slice() else {
            let poisoned = calls.candidates.iter().find_map(|candidate| match candidate {
                Callable::Subprogram(subp) => self.profile_poison(*subp),
                _ => None,
            });
            match poisoned {
                Some((_, construct)) => self.reject(span, construct),
                None if fitting.is_empty() => {
                    let text = format!("\"{}\" does not have the profile of the access type", calls.name);
                    self.error(span, text);
                }
                None => self.error(span, format!("ambiguous prefix \"{}\" for \"Access\" attribute", calls.name)),
            }
            return Expr::error(ty, loc);
        };
        if self.abstract_ones.contains(&subp) {
            self.error(span, "prefix of \"Access\" attribute cannot be abstract");
            return Expr::error(ty, loc);
        }
        let parent = self.tree.subprogram(subp).parent;
        if !self.tree.is_inside(self.tree.subprogram(hidden).parent, parent) {
            self.reject(span, "access value for a subprogram declared further in than its type (RM 3.10.2 (32))");
            return Expr::error(ty, loc);
        }
        // Whoever gets the value may call it.
        self.escapes();
        let designated = self.tree.types.designated(ty);
        let targets = self.tree.designated.entry(designated).or_default();
        let at = targets.iter().position(|target| *target == subp).unwrap_or_else(|| {
            targets.push(subp);
            targets.len() - 1
        });
        Expr::int(Int::from(i64::try_from(at).unwrap_or(i64::MAX - 1) + 1), ty, loc)
    }

    /// Gives what stands for calls through access values its bodies.
    pub fn finish_indirect(&mut self) {
        self.designate_unknown();
        for one in self.indirect.clone() {
            let designated = self.tree.types.designated(one.ty);
            let targets = self.tree.designated.get(&designated).cloned().unwrap_or_default();
            let entry = self.tree.subprogram(one.subp).clone();
            let loc = entry.loc;
            let object = |param: &ObjId| Expr { kind: ExprKind::Object(*param), ty: self.tree.object(*param).ty, loc };
            let Some((value, params)) = entry.params.split_first() else { continue };
            let mut branches = Vec::new();
            for (target, number) in targets.iter().zip(1i64..) {
                let arguments = params.iter().map(object).collect();
                let kind = match self.tree.subprogram(*target).result {
                    Some(ty) => {
                        let call = ExprKind::Call(*target, arguments);
                        StmtKind::Return(Some(Expr { kind: call, ty, loc }))
                    }
                    None => StmtKind::Call(*target, arguments),
                };
                let (left, right) = (object(value), Expr::int(Int::from(number), object(value).ty, loc));
                branches.push((self.compared(BinaryOp::Eq, left, right, loc), vec![Stmt { kind, loc }]));
            }
            let raise = Stmt { kind: StmtKind::Raise(Some(PROGRAM_ERROR)), loc };
            let statements = match branches.is_empty() {
                true => vec![raise],
                false => vec![Stmt { kind: StmtKind::If(branches, vec![raise]), loc }],
            };
            self.tree.subprogram_mut(one.subp).body = Some(Body { statements, end: loc, ..Body::default() });
        }
    }

    /// Adds a subprogram of which nothing is known to those that values may designate, where they are not known whole:
    /// without a main program others may come and pass their own, what is not analysed may pass some that it does not
    /// say, and where none is named at all what calls through a value is looked at for any.
    fn designate_unknown(&mut self) {
        let main = self.tree.subprograms.iter().any(|subp| subp.library && subp.body.is_some());
        let whole = self.unsupported.is_empty() && self.messages.iter().all(|one| one.severity != Severity::Error);
        let mut seen = std::collections::BTreeSet::new();
        for one in self.indirect.clone() {
            let designated = self.tree.types.designated(one.ty);
            let local = self.tree.subprogram(one.subp).parent != ENVIRONMENT;
            let named = self.tree.designated.contains_key(&designated);
            if seen.insert(designated) && !(whole && (local || main && named)) {
                let unknown = self.unknown_subprogram(one);
                self.tree.designated.entry(designated).or_default().push(unknown);
            }
        }
    }

    /// A subprogram of which nothing but its profile is known: like one that is not analysed it may change whatever it
    /// can name, and call what is visible to it.
    fn unknown_subprogram(&mut self, one: Indirect) -> SubpId {
        let hidden = self.tree.subprogram(one.subp).clone();
        let name = format!("any subprogram of the profile of {}", self.tree.types[one.ty].name);
        // One that is nested may change what is declared around it: it is not called.
        let formals = self.formals(one.subp).into_iter().skip(1).collect();
        let new = self.hidden_subprogram(name, (hidden.parent, hidden.loc), formals, hidden.result);
        let entry = self.tree.subprogram_mut(new);
        entry.imported = true;
        entry.unsupported = Some((hidden.loc, "subprogram of another unit (RM 3.10)".into()));
        // Whatever it is, it does what the type asks of it.
        let params: Vec<(ObjId, ObjId)> =
            hidden.params.iter().skip(1).copied().zip(entry.params.iter().copied()).collect();
        let mut post = hidden.post;
        for condition in &mut post {
            expr_mut(condition, &mut |part| {
                if let ExprKind::Object(object) = &mut part.kind
                    && let Some((_, own)) = params.iter().find(|(formal, _)| formal == object)
                {
                    *object = *own;
                }
            });
        }
        entry.post = post;
        new
    }
}
