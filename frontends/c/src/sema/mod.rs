//! From the untyped tree to the typed one: declarations, types, conversions, constant expressions, code.
//!
//! Everything that breaks a rule of the language is an error with its place; all of a file are reported. What the rules
//! admit and nobody models becomes [`Kind::Unsupported`] at its place, and is a matter of the lowering. Entities are
//! made when they are first asked for, since the tree has resolved all names.

mod block;
mod call;
mod decl;
mod expr;
mod init;
mod library;
mod logic;
mod ops;
mod stmt;
mod types;

use crate::ctype::{CType, FunctionType, TagId, Ty, Types};
use crate::options::DataModel;
use crate::tree::{self, Item, Place, Tree};
use crate::typed::{
    Ex, Expr, FnId, Function, Kind, LabelInfo, ObjId, Object, Op, OpKind, Scope, ScopeId, Storage, Unit,
};
use horn_frontend::ir::Loc;
use horn_frontend::{Diagnostic, Message};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Expressions nested deeper than this are not modelled.
pub const DEEPEST: u32 = 1000;
/// Types, initialisers and annotations nested deeper than this are not modelled.
const DEEPEST_TYPE: u32 = 200;

/// A typed translation unit.
#[derive(Clone, Debug)]
pub struct Analysed {
    /// The unit; not to be lowered if there is an error among the messages.
    pub unit: Unit,
    /// What there is to say, in the order of the files and texts.
    pub messages: Vec<Message>,
}

/// Types a tree whose reading gave no errors.
pub fn analyse(tree: &Tree, model: DataModel) -> Analysed {
    let mut sema = Sema::new(tree, model);
    sema.items();
    let Sema { unit, mut messages, .. } = sema;
    messages.sort_by_key(|message| (message.file, message.diagnostic.span.start));
    messages.dedup();
    Analysed { unit, messages }
}

/// What a declared name stands for.
#[derive(Clone, Debug, PartialEq)]
enum Entity {
    Object(ObjId),
    Function(FnId),
    Typedef(Ty),
    Constant(horn_solver::num::Int, Ty),
}

/// What is known of the function whose body is being typed.
#[derive(Default)]
struct Body {
    code: Vec<Op>,
    labels: Vec<LabelInfo>,
    scopes: Vec<Scope>,
    /// The block that is being read.
    scope: ScopeId,
    result: Option<Ty>,
    name: String,
}

/// The work in progress.
struct Sema<'t> {
    tree: &'t Tree,
    unit: Unit,
    messages: Vec<Message>,
    types: Vec<Option<Ty>>,
    entities: Vec<Option<Entity>>,
    tags: Vec<Option<TagId>>,
    exprs: Vec<Option<Ex>>,
    linked: BTreeMap<String, Entity>,
    /// Lengths of variable length arrays that were named and not evaluated yet.
    pending: Vec<(ObjId, Ex)>,
    body: Body,
    depth: u32,
}

impl<'t> Sema<'t> {
    fn new(tree: &'t Tree, model: DataModel) -> Sema<'t> {
        let unit = Unit {
            types: Types::new(model),
            exprs: Vec::new(),
            objects: Vec::new(),
            functions: Vec::new(),
            lengths: Vec::new(),
            statics: Vec::new(),
        };
        Sema {
            tree,
            unit,
            messages: Vec::new(),
            types: vec![None; tree.types.len()],
            entities: vec![None; tree.decls.len()],
            tags: vec![None; tree.tags.len()],
            exprs: vec![None; tree.exprs.len()],
            linked: BTreeMap::new(),
            pending: Vec::new(),
            body: Body::default(),
            depth: 0,
        }
    }

    fn items(&mut self) {
        for item in &self.tree.items {
            match item {
                Item::Declaration(declaration) => self.file_declaration(declaration),
                Item::Function(decl) => self.definition(*decl),
                Item::StaticAssert(assert) => self.static_assert(assert),
                Item::Asm(place) => {
                    let loc = self.loc(*place);
                    self.warning(loc, "inline assembly at file scope is not modelled");
                }
            }
        }
        for at in 0..self.unit.objects.len() {
            self.complete_tentative(ObjId(u32::try_from(at).unwrap_or(u32::MAX)));
        }
        self.own_functions();
    }

    /// The place that messages show.
    fn loc(&self, place: Place) -> Loc {
        self.tree.sources.user(place)
    }

    fn error(&mut self, loc: Loc, message: impl Into<String>) {
        let diagnostic = Diagnostic::error(loc.span, message);
        self.messages.push(Message { file: Some(loc.file), diagnostic });
    }

    fn warning(&mut self, loc: Loc, message: impl Into<String>) {
        let mut diagnostic = Diagnostic::error(loc.span, message);
        diagnostic.severity = horn_frontend::Severity::Warning;
        self.messages.push(Message { file: Some(loc.file), diagnostic });
    }

    fn symbol(&self, symbol: tree::Symbol) -> &'t str {
        self.tree.symbols.name(symbol)
    }

    /// Adds an expression.
    fn add(&mut self, kind: Kind, ty: Ty, loc: Loc) -> Ex {
        let mut depth = 0;
        kind.operands(|operand| depth = depth.max(self.unit.expr(operand).depth));
        let mut kind = kind;
        if depth >= DEEPEST {
            (kind, depth) = (Kind::Unsupported(format!("an expression nested deeper than {DEEPEST}").into()), 0);
        }
        self.unit.exprs.push(Expr { kind, ty, loc, depth: depth + 1 });
        Ex(u32::try_from(self.unit.exprs.len() - 1).unwrap_or(u32::MAX))
    }

    fn unsupported(&mut self, what: impl Into<Rc<str>>, ty: Ty, loc: Loc) -> Ex {
        self.add(Kind::Unsupported(what.into()), ty, loc)
    }

    fn op(&mut self, kind: OpKind, loc: Loc) {
        self.body.code.push(Op { kind, loc, scope: self.body.scope });
    }

    /// The code that keeps the lengths of variable length arrays that were just named.
    fn flush_lengths(&mut self, loc: Loc) {
        for (object, value) in std::mem::take(&mut self.pending) {
            self.op(OpKind::Length(object, value), loc);
        }
    }

    /// Runs something that nests with types; false if that is too deep.
    fn nested<T>(&mut self, loc: Loc, otherwise: T, run: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= DEEPEST_TYPE {
            self.error(
                loc,
                format!("types or initialisers are nested deeper than {DEEPEST_TYPE}, which is not supported"),
            );
            return otherwise;
        }
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }

    fn add_object(&mut self, name: &str, ty: Ty, storage: Storage, loc: Loc) -> ObjId {
        self.unit.objects.push(Object {
            name: name.to_string(),
            ty,
            loc,
            storage,
            init: None,
            hidden: false,
            constant: false,
            literal: false,
            volatile: false,
            unsupported: None,
        });
        ObjId(u32::try_from(self.unit.objects.len() - 1).unwrap_or(u32::MAX))
    }

    fn add_function(&mut self, name: &str, ty: Ty, loc: Loc) -> FnId {
        self.unit.functions.push(Function {
            name: name.to_string(),
            ty,
            loc,
            params: Vec::new(),
            body: None,
            labels: Vec::new(),
            scopes: Vec::new(),
            noreturn: false,
            implicit: false,
            requires: Vec::new(),
            ignored: Vec::new(),
        });
        FnId(u32::try_from(self.unit.functions.len() - 1).unwrap_or(u32::MAX))
    }

    fn function_type(&self, ty: Ty) -> Option<FunctionType> {
        match self.unit.types.get(ty) {
            CType::Function(function) => Some(function.clone()),
            _ => None,
        }
    }
}
