//! Declarations: what names stand for, static objects with their initialisers, definitions of functions.

use super::{Body, Entity, Sema};
use crate::ctype::{CType, IntKind, Length, Ty};
use crate::tree::{self, DeclId, DeclKind, Declaration, FunctionForm, StaticAssert, Storage as Class, TypeKind};
use crate::typed::{FnId, Kind, ObjId, OpKind, Storage};
use horn_frontend::ir::Loc;
use horn_solver::num::Int;

impl Sema<'_> {
    /// What a declaration declares.
    pub(super) fn entity(&mut self, decl: DeclId) -> Option<Entity> {
        if let Some(known) = &self.entities[decl.0 as usize] {
            return Some(known.clone());
        }
        let entry = &self.tree[decl];
        let name = entry.name.map_or("", |name| self.symbol(name)).to_string();
        let loc = self.loc(entry.place);
        let made = match &entry.kind {
            DeclKind::Typedef => Entity::Typedef(self.ty(entry.ty)),
            DeclKind::Enumerator { value, before, .. } => self.enumerator(*value, *before, loc),
            DeclKind::Parameter => {
                let ty = self.parameter_type(decl);
                let object = self.add_object(&name, ty, Storage::Parameter, loc);
                self.limits(object, decl);
                Entity::Object(object)
            }
            DeclKind::Function(function) => {
                let ty = self.ty(entry.ty);
                if self.function_type(ty).is_none() {
                    self.error(loc, format!("\"{name}\" is declared as a function, its type says otherwise"));
                    return None;
                }
                let id = self.linked_function(&name, ty, loc);
                self.unit.functions[id.index()].noreturn |= function.noreturn;
                Entity::Function(id)
            }
            DeclKind::Object { .. } => self.object(decl, &name, loc),
        };
        self.entities[decl.0 as usize] = Some(made.clone());
        Some(made)
    }

    /// The function of a name; all declarations of it are one function.
    pub(super) fn linked_function(&mut self, name: &str, ty: Ty, loc: Loc) -> FnId {
        match self.linked.get(name) {
            Some(Entity::Function(id)) => {
                let (id, old) = (
                    *id,
                    self.unit.functions[match self.linked.get(name) {
                        Some(Entity::Function(id)) => id.index(),
                        _ => 0,
                    }]
                    .ty,
                );
                if self.unit.types.compatible(old, ty) {
                    self.unit.functions[id.index()].ty = self.unit.types.composite(old, ty);
                } else {
                    self.error(loc, format!("\"{name}\" is declared again with another type"));
                }
                id
            }
            Some(_) => {
                self.error(loc, format!("\"{name}\" is declared again as something else"));
                self.add_function(name, ty, loc)
            }
            None => {
                let id = self.add_function(name, ty, loc);
                self.linked.insert(name.to_string(), Entity::Function(id));
                id
            }
        }
    }

    fn object(&mut self, decl: DeclId, name: &str, loc: Loc) -> Entity {
        let entry = &self.tree[decl];
        let ty = self.ty(entry.ty);
        let linked = entry.file_scope || entry.storage == Class::Extern;
        let has_init = matches!(entry.kind, DeclKind::Object { init: Some(_), .. });
        let defined = entry.storage != Class::Extern || has_init;
        if linked && let Some(Entity::Object(known)) = self.linked.get(name) {
            let known = *known;
            let old = self.unit.object(known).ty;
            if self.unit.types.compatible(old, ty) {
                self.unit.objects[known.index()].ty = self.unit.types.composite(old, ty);
            } else {
                self.error(loc, format!("\"{name}\" is declared again with another type"));
            }
            if defined && self.unit.object(known).storage == Storage::Extern {
                self.unit.objects[known.index()].storage = Storage::Static;
                self.unit.statics.push(known);
            }
            self.limits(known, decl);
            return Entity::Object(known);
        }
        let storage = match (linked, entry.storage) {
            (true, _) if defined => Storage::Static,
            (true, _) => Storage::Extern,
            (false, Class::Static) => Storage::Static,
            (false, _) => Storage::Automatic,
        };
        let object = self.add_object(name, ty, storage, loc);
        if storage == Storage::Static {
            self.unit.statics.push(object);
        }
        if linked {
            if self.linked.contains_key(name) {
                self.error(loc, format!("\"{name}\" is declared again as something else"));
            }
            self.linked.insert(name.to_string(), Entity::Object(object));
        }
        self.limits(object, decl);
        Entity::Object(object)
    }

    /// Notes what of an object is not modelled.
    fn limits(&mut self, object: ObjId, decl: DeclId) {
        let entry = &self.tree[decl];
        let attribute = entry.attributes.iter().map(|attribute| self.symbol(attribute.name));
        let odd = attribute.into_iter().find(|name| matches!(*name, "vector_size" | "mode" | "alias" | "cleanup"));
        let scalar = self.unit.types.is_arithmetic(self.unit.object(object).ty);
        let volatile = scalar && self.only_volatile(entry.ty);
        self.unit.objects[object.index()].volatile |= volatile;
        let what = if self.volatile(entry.ty) && !volatile {
            Some("a volatile or atomic object".to_string())
        } else if matches!(entry.kind, DeclKind::Object { thread_local: true, .. }) {
            Some("a thread-local object".to_string())
        } else {
            odd.map(|name| format!("attribute `{name}`"))
        };
        if what.is_some() {
            self.unit.objects[object.index()].unsupported = what;
        }
        if self.unit.object(object).storage != Storage::Parameter {
            let constant = self.constant(entry.ty);
            self.unit.objects[object.index()].constant |= constant;
        }
    }

    fn enumerator(&mut self, value: Option<tree::ExprId>, before: Option<DeclId>, loc: Loc) -> Entity {
        let int = self.unit.types.plain_int();
        let value = match (value, before) {
            (Some(value), _) => {
                let value = self.rvalue_of(value);
                match self.unit.constant(value) {
                    Some(value) => value.clone(),
                    None => {
                        self.error(loc, "the value of an enumerator is no constant");
                        Int::ZERO
                    }
                }
            }
            // Enumerators are asked for in order, so that the one before is known already.
            (None, Some(before)) => match self.nested(loc, None, |sema| sema.entity(before)) {
                Some(Entity::Constant(value, _)) => value + Int::ONE,
                _ => Int::ZERO,
            },
            (None, None) => Int::ZERO,
        };
        let model = self.unit.types.model;
        let kinds = [IntKind::Int, IntKind::UInt, IntKind::Long, IntKind::ULong, IntKind::LongLong];
        let kind = kinds.into_iter().find(|kind| kind.range(model).contains(&value)).unwrap_or(IntKind::ULongLong);
        let ty = if kind == IntKind::Int { int } else { self.unit.types.int(kind) };
        Entity::Constant(value, ty)
    }

    /// A declaration at file scope.
    pub(super) fn file_declaration(&mut self, declaration: &Declaration) {
        for tag in &declaration.tags {
            self.tag(*tag);
        }
        for decl in &declaration.decls {
            self.entity(*decl);
            self.static_initialiser(*decl);
        }
        if !self.pending.is_empty() {
            self.pending.clear();
            let place = declaration.decls.first().map_or(tree::Place::NONE, |decl| self.tree[*decl].place);
            let loc = self.loc(place);
            self.error(loc, "an array of variable length at file scope");
        }
    }

    /// The initialiser of an object of static storage.
    fn static_initialiser(&mut self, decl: DeclId) {
        let DeclKind::Object { init: Some(init), .. } = self.tree[decl].kind else { return };
        let Some(Entity::Object(object)) = self.entity(decl) else { return };
        let loc = self.loc(self.tree[decl].place);
        if self.unit.object(object).init.is_some() {
            let name = &self.unit.object(object).name;
            self.error(loc, format!("\"{name}\" is initialised twice"));
            return;
        }
        let (parts, ty) = self.initialiser(self.unit.object(object).ty, init);
        for (_, value) in &parts.parts {
            if !self.is_constant(*value) {
                let loc = self.unit.expr(*value).loc;
                self.error(loc, "an initialiser of a static object is no constant");
            }
        }
        self.unit.objects[object.index()].ty = ty;
        self.unit.objects[object.index()].init = Some(parts);
    }

    /// Whether a value is known before the program starts: made of constants and addresses of static objects.
    fn is_constant(&self, value: crate::typed::Ex) -> bool {
        let mut todo = vec![value];
        while let Some(ex) = todo.pop() {
            match &self.unit.expr(ex).kind {
                Kind::Load(_) | Kind::Assign(..) | Kind::Update(..) | Kind::Call(..) | Kind::Comma(..) => return false,
                Kind::Object(object) if self.unit.object(*object).storage == Storage::Automatic => return false,
                kind => kind.operands(|operand| todo.push(operand)),
            }
        }
        true
    }

    /// A tentative definition of an array without a length has one element.
    pub(super) fn complete_tentative(&mut self, object: ObjId) {
        let entry = self.unit.object(object);
        let loc = entry.loc;
        if entry.storage != Storage::Static {
            return;
        }
        if let CType::Array(element, Length::Unknown) = *self.unit.types.get(entry.ty) {
            self.unit.objects[object.index()].ty = self.unit.types.array(element, Length::Fixed(1));
        } else if !self.unit.types.is_complete(entry.ty) {
            let name = self.unit.types.name(entry.ty);
            self.error(loc, format!("an object has the incomplete type `{name}`"));
        }
    }

    /// A declaration in a block.
    pub(super) fn block_declaration(&mut self, declaration: &Declaration, loc: Loc) {
        for tag in &declaration.tags {
            self.tag(*tag);
        }
        for decl in &declaration.decls {
            let entity = self.entity(*decl);
            self.flush_lengths(loc);
            let Some(Entity::Object(object)) = entity else { continue };
            let at = self.loc(self.tree[*decl].place);
            match self.unit.object(object).storage {
                Storage::Static | Storage::Extern => self.static_initialiser(*decl),
                Storage::Automatic | Storage::Parameter => {
                    let DeclKind::Object { init, .. } = self.tree[*decl].kind else { continue };
                    let init = init.map(|init| {
                        let (parts, ty) = self.initialiser(self.unit.object(object).ty, init);
                        self.unit.objects[object.index()].ty = ty;
                        parts
                    });
                    let ty = self.unit.object(object).ty;
                    if !self.unit.types.is_complete(ty) {
                        let name = self.unit.types.name(ty);
                        self.error(at, format!("an object has the incomplete type `{name}`"));
                    }
                    self.flush_lengths(loc);
                    let scope = self.body.scope.index();
                    if let Some(scope) = self.body.scopes.get_mut(scope) {
                        scope.objects.push(object);
                    }
                    self.op(OpKind::Declare(object, init), at);
                }
            }
        }
    }

    pub(super) fn static_assert(&mut self, assert: &StaticAssert) {
        let loc = self.loc(assert.place);
        let condition = self.rvalue_of(assert.condition);
        match self.unit.constant(condition) {
            None => self.error(loc, "the condition of `_Static_assert` is no constant"),
            Some(value) if value.is_zero() => {
                let message = assert.message.as_deref().unwrap_or("");
                self.error(loc, format!("the static assertion fails: {message}"));
            }
            Some(_) => {}
        }
    }

    /// A definition of a function.
    pub(super) fn definition(&mut self, decl: DeclId) {
        let Some(Entity::Function(id)) = self.entity(decl) else { return };
        let entry = &self.tree[decl];
        let loc = self.loc(entry.place);
        let DeclKind::Function(function) = &entry.kind else { return };
        let Some(body) = function.body else { return };
        let TypeKind::Function { params, form, .. } = &self.tree[entry.ty].kind else {
            self.error(loc, "a function is defined by a typedef of its type");
            return;
        };
        if self.unit.function(id).body.is_some() {
            let name = &self.unit.function(id).name;
            self.error(loc, format!("\"{name}\" is defined twice"));
            return;
        }
        let mut objects = Vec::new();
        for param in params {
            if let Some(Entity::Object(object)) = self.entity(*param) {
                objects.push(object);
            }
        }
        let mut ty = self.unit.function(id).ty;
        if *form == FunctionForm::Unspecified
            && let Some(mut known) = self.function_type(ty)
            && known.params.is_none()
        {
            // A definition with `()` has no parameters; calls may still give some, which is undefined.
            known.params = Some(Vec::new());
            ty = self.unit.types.make(CType::Function(known));
        }
        let result = self.function_type(ty).map(|function| function.result);
        let entry = &mut self.unit.functions[id.index()];
        entry.loc = loc;
        entry.params = objects;
        let name = entry.name.clone();
        self.body = Body { result, name, scopes: vec![crate::typed::Scope::default()], ..Body::default() };
        self.flush_lengths(loc);
        if let Some(contract) = &function.contract {
            self.contract(id, contract);
        }
        self.statements(body);
        let end = match (self.unit.function(id).name.as_str(), result) {
            ("main", Some(result)) if self.unit.types.int_kind(result).is_some() => {
                Some(self.add(Kind::Int(Int::ZERO), result, loc))
            }
            _ => None,
        };
        self.op(OpKind::Return(end), loc);
        let body = std::mem::take(&mut self.body);
        let entry = &mut self.unit.functions[id.index()];
        entry.body = Some(body.code);
        entry.labels = body.labels;
        entry.scopes = body.scopes;
    }
}
