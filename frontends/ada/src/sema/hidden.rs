//! Subprograms that no source declares: what stands for a dispatching call, an unequality, an inherited operation, an
//! instance of a predefined generic subprogram. They are not reported.

use super::tree::{Body, Mode, ObjectKind, Stmt, SubpId};
use super::types::TypeId;
use super::{Profile, Sema};
use crate::place::Loc;

/// A parameter of a subprogram that is made here.
pub struct Formal {
    pub name: String,
    pub loc: Loc,
    pub ty: TypeId,
    pub kind: ObjectKind,
}

impl Formal {
    pub fn new(name: &str, mode: Mode, ty: TypeId, loc: Loc) -> Formal {
        Formal { name: name.into(), loc, ty, kind: ObjectKind::Parameter(mode) }
    }
}

impl Sema<'_> {
    /// The parameters of a subprogram, for one like it.
    pub fn formals(&self, subp: SubpId) -> Vec<Formal> {
        let formal = |param: &super::tree::ObjId| {
            let object = self.tree.object(*param);
            Formal { name: object.name.clone(), loc: object.loc, ty: object.ty, kind: object.kind }
        };
        self.tree.subprogram(subp).params.iter().map(formal).collect()
    }

    /// A hidden subprogram of the parent; its profile has the names of the parameters and no default values.
    pub fn hidden_subprogram(
        &mut self,
        name: String,
        (parent, loc): (SubpId, Loc),
        formals: Vec<Formal>,
        result: Option<TypeId>,
    ) -> SubpId {
        let outer = std::mem::replace(&mut self.owner, parent);
        let new = self.new_subprogram(name, loc);
        self.owner = new;
        let names = formals.iter().map(|formal| self.names.fold(&formal.name.to_lowercase())).collect();
        let mut params = Vec::new();
        for formal in formals {
            params.push(self.new_object(formal.name, formal.loc, formal.ty, formal.kind));
        }
        self.owner = outer;
        self.profiles[new.0 as usize] = Profile { defaults: vec![None; params.len()], names, ..Profile::default() };
        let entry = self.tree.subprogram_mut(new);
        (entry.params, entry.result, entry.hidden) = (params, result, true);
        new
    }

    /// One that is called with the names and default values of another one's parameters.
    pub fn called_like(&mut self, new: SubpId, old: SubpId) {
        self.profiles[new.0 as usize] = self.profiles[old.0 as usize].clone();
    }

    /// One more parameter of a hidden subprogram, behind those that it has.
    pub fn hidden_parameter(&mut self, subp: SubpId, formal: Formal) -> super::tree::ObjId {
        let outer = std::mem::replace(&mut self.owner, subp);
        let name = self.names.fold(&formal.name.to_lowercase());
        let param = self.new_object(formal.name, formal.loc, formal.ty, formal.kind);
        self.owner = outer;
        let profile = &mut self.profiles[subp.0 as usize];
        profile.defaults.push(None);
        profile.names.push(name);
        self.tree.subprogram_mut(subp).params.push(param);
        param
    }

    /// The body of a hidden subprogram.
    pub fn give_body(&mut self, subp: SubpId, statements: Vec<Stmt>, loc: Loc) {
        let body = Body { statements, end: loc, ..Body::default() };
        self.tree.subprogram_mut(subp).body = Some(body);
        self.bodies_done.push(subp);
    }
}
