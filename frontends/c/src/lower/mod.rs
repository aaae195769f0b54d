//! From the typed tree to the program IR: memory layer M0, in which every object is a variable.
//!
//! A function is lowered once for each way its pointer parameters are bound to objects (`Key`): an object that is a
//! variable of a caller comes as an `in out` parameter, whose copying nobody can notice, since there is no other name
//! for it in the callee; static objects are named directly. A pointer is the number of the element it points to; which
//! object that is belongs to the expression (`memory`), or is a number of its own (`several`, `stored`). Calls through
//! which pointers to pointers pass are expanded before (`crate::expand`). Where no object is known, the
//! access is refused with its place: a check of kind `Unsupported` that fails, and the run ends there. So nothing
//! behind such a place is claimed for runs that come to it.

mod arith;
mod assign;
mod bytes;
mod call;
mod code;
mod effects;
mod entry;
mod expr;
mod flow;
mod function;
mod init;
mod inner;
mod leaks;
mod library;
mod lifetime;
mod math;
mod memory;
mod part;
mod place;
mod pointer;
mod several;
mod stored;
mod survey;
mod types;
mod views;

use crate::ctype::{TagId, Ty};
use crate::typed::{Ex, FnId, Kind, ObjId, Storage, Unit};
use horn_frontend::ir::{GlobalId, Loc, ProcId, Program, TypeId};
use horn_frontend::{Diagnostic, Message, Severity};
pub use leaks::Leaks;
pub(crate) use library::calls_the_error;
use memory::{Globals, Region};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What integers are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integers {
    /// Overflow of signed operations is a check.
    #[default]
    Undefined,
    /// Signed operations wrap, as with `gcc -fwrapv`.
    Wrap,
    /// Mathematical integers: nothing overflows and nothing wraps.
    Math,
}

/// How to lower.
#[derive(Clone, Debug, Default)]
pub struct LowerOptions {
    /// What integers are.
    pub integers: Integers,
    /// The functions to start from; none means `main`, or without one every function that nobody calls.
    pub entries: Vec<String>,
    /// What must become of memory that is allocated.
    pub leaks: Leaks,
    /// Whether accesses to memory are all that is asked: an index beyond an array that is a part of an object is then
    /// no access outside of the object, and no failure.
    pub accesses: bool,
    /// Whether an error function with a body runs on, since nobody asks whether it is called.
    pub errors_run: bool,
    /// Whether an `assert` that fails is no error, but an end of the program like `abort`: where calls of the error
    /// function are asked about, and the program makes some.
    pub asserts_end: bool,
    /// Whether it matters that a left shift gives what its type does not hold.
    pub shifts: bool,
}

/// What came of it.
pub struct Lowered {
    /// The program; its files are to be added.
    pub program: Program,
    /// What is not modelled.
    pub messages: Vec<Message>,
    /// How many functions are not analysed at all, although the program starts there.
    pub left_out: usize,
    /// How many functions with bodies were lowered.
    pub analysed: usize,
}

/// Something that is not modelled: where, and its name.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub loc: Loc,
    pub what: String,
}

pub(crate) type Res<T> = Result<T, Refusal>;

pub(crate) fn refuse<T>(loc: Loc, what: impl Into<String>) -> Res<T> {
    Err(Refusal { loc, what: what.into() })
}

/// What a pointer parameter points to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Bound {
    /// Nothing: it is null or nobody knows.
    Nothing,
    /// Not one known object.
    Unknown,
    /// A part of a static object.
    Static(Region),
    /// An object of the caller: its number among those of the call, the type of its elements, and the lengths of its
    /// dimensions, where they are constants; without dimensions the element is the object. At last whether it is
    /// declared `const`.
    Class(u32, Ty, Vec<Option<u64>>, bool),
}

/// A function with the objects of its pointer parameters; `None` for other parameters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub function: FnId,
    pub params: Vec<Option<Bound>>,
    /// For each parameter whether it is a pointer that may be null.
    pub nullable: Vec<bool>,
}

/// The work in progress.
pub(crate) struct Lowering<'u> {
    pub unit: &'u Unit,
    pub options: &'u LowerOptions,
    pub program: Program,
    types: BTreeMap<Ty, TypeId>,
    arrays: BTreeMap<(Ty, Vec<Option<u64>>), TypeId>,
    modular: BTreeMap<crate::ctype::IntKind, TypeId>,
    pointer_types: BTreeMap<String, TypeId>,
    index: Option<TypeId>,
    globals: BTreeMap<ObjId, GlobalId>,
    instances: BTreeMap<Key, ProcId>,
    waiting: VecDeque<(Key, ProcId, bool)>,
    messages: BTreeSet<(Loc, String)>,
    left_out: BTreeSet<FnId>,
    /// The type of pointers that are kept in other objects.
    pub stored_pointer: Option<TypeId>,
    /// The type of what says which of several objects live.
    live: Option<TypeId>,
    /// The numbers of the objects that such pointers point to.
    pub object_numbers: BTreeMap<Region, i64>,
    /// The record types that are unions.
    pub unions: BTreeMap<TypeId, TagId>,
    /// The modular types of bit-fields, by their width.
    bits: BTreeMap<u32, TypeId>,
    /// What global pointers point to.
    pub pointers: Globals,
    /// For each expression whether evaluating it changes anything or calls something.
    pub effects: Vec<bool>,
    /// Whether a member of a union is named anywhere.
    pub members_of_unions: bool,
    /// The only function that names a static object, if there is only one.
    users: BTreeMap<ObjId, BTreeSet<FnId>>,
    /// The functions that something calls, or may call through a pointer.
    pub called: BTreeSet<FnId>,
    /// The functions whose addresses are taken.
    pub addressed: BTreeSet<FnId>,
    /// The functions that might not come back to their caller.
    pub may_stay: BTreeSet<FnId>,
}

/// Lowers a unit without errors.
pub fn lower(unit: &Unit, options: &LowerOptions) -> Lowered {
    let globals = memory::globals(unit);
    let unknown = |object: ObjId| globals.get(&object).is_some_and(|binding| *binding == memory::Binding::Unknown);
    let (mut unit, expanded) = crate::expand::expand(unit, unknown);
    drop_unreachable(&mut unit, &expanded, options);
    lower_expanded(&unit, expanded, options)
}

/// Functions that nothing calls any more have no code, so that what they name is not theirs.
fn drop_unreachable(unit: &mut Unit, expanded: &BTreeSet<FnId>, options: &LowerOptions) {
    let (mut seen, mut todo) = (BTreeSet::new(), Vec::new());
    let main = unit.functions.iter().any(|function| function.name == "main" && function.body.is_some());
    for (at, function) in (0..).map(FnId).zip(&unit.functions) {
        let start = match options.entries.as_slice() {
            [] if main => function.name == "main",
            [] => !expanded.contains(&at),
            entries => entries.contains(&function.name),
        };
        if start && function.body.is_some() {
            todo.push(at);
        }
    }
    let mut exprs: Vec<Ex> = Vec::new();
    for object in unit.objects.iter().filter_map(|object| object.init.as_ref()) {
        exprs.extend(object.parts.iter().map(|(_, value)| *value));
    }
    loop {
        while let Some(ex) = exprs.pop() {
            if let Kind::Call(named, _) | Kind::Function(named) = &unit.expr(ex).kind {
                todo.push(*named);
            }
            unit.expr(ex).kind.operands(|operand| exprs.push(operand));
        }
        let Some(next) = todo.pop() else { break };
        if seen.insert(next) {
            exprs.extend(unit.function(next).body.iter().flatten().flat_map(|op| op.kind.roots()));
        }
    }
    for (at, function) in (0..).map(FnId).zip(&mut unit.functions) {
        if !seen.contains(&at) {
            function.body = None;
        }
    }
}

fn lower_expanded(unit: &Unit, expanded: BTreeSet<FnId>, options: &LowerOptions) -> Lowered {
    let mut lowering = Lowering {
        unit,
        options,
        program: Program::new(),
        types: BTreeMap::new(),
        arrays: BTreeMap::new(),
        modular: BTreeMap::new(),
        pointer_types: BTreeMap::new(),
        index: None,
        effects: effects::table(unit),
        members_of_unions: effects::names_members_of_unions(unit),
        globals: BTreeMap::new(),
        instances: BTreeMap::new(),
        waiting: VecDeque::new(),
        messages: BTreeSet::new(),
        left_out: BTreeSet::new(),
        stored_pointer: None,
        live: None,
        object_numbers: BTreeMap::new(),
        unions: BTreeMap::new(),
        bits: BTreeMap::new(),
        pointers: Globals::default(),
        users: BTreeMap::new(),
        called: expanded,
        addressed: BTreeSet::new(),
        may_stay: BTreeSet::new(),
    };
    if options.leaks.any() {
        lowering.may_stay = leaks::may_stay(unit);
    }
    lowering.survey();
    lowering.pointers = memory::globals(unit);
    lowering.share();
    lowering.entries();
    let mut lowered = BTreeSet::new();
    while let Some((key, id, entry)) = lowering.waiting.pop_front() {
        lowered.insert(key.function);
        function::lower(&mut lowering, key, id, entry);
    }
    let messages = lowering.messages.into_iter().map(|(loc, text)| {
        let diagnostic = Diagnostic { severity: Severity::Warning, span: loc.span, message: text };
        Message { file: Some(loc.file), diagnostic }
    });
    Lowered {
        messages: messages.collect(),
        left_out: lowering.left_out.len(),
        analysed: lowered.difference(&lowering.left_out).count(),
        program: lowering.program,
    }
}

impl Lowering<'_> {
    /// Who calls whom, and who names which static object.
    fn survey(&mut self) {
        for (at, function) in self.unit.functions.iter().enumerate() {
            let id = FnId(u32::try_from(at).unwrap_or(u32::MAX));
            let Some(body) = &function.body else { continue };
            for op in body {
                for ex in op.kind.roots() {
                    let mut todo = vec![ex];
                    while let Some(ex) = todo.pop() {
                        match &self.unit.expr(ex).kind {
                            Kind::Call(callee, _) => drop(self.called.insert(*callee)),
                            Kind::Function(named) => drop(self.addressed.insert(*named)),
                            Kind::Object(object) => drop(self.users.entry(*object).or_default().insert(id)),
                            _ => {}
                        }
                        let printed = library::prints(self.unit, ex);
                        let text = |ex: Ex| printed && library::literal(self.unit, ex).is_some();
                        self.unit.expr(ex).kind.operands(|operand| {
                            if !text(operand) {
                                todo.push(operand);
                            }
                        });
                    }
                }
            }
        }
        self.survey_initialisers();
        self.called.extend(self.addressed.iter().copied());
    }

    /// What the initialiser of an object names is named by whoever names the object; functions have their addresses
    /// taken.
    fn survey_initialisers(&mut self) {
        let mut pairs: Vec<(ObjId, ObjId)> = Vec::new();
        for (at, object) in (0..).map(ObjId).zip(&self.unit.objects) {
            let parts = object.init.iter().flat_map(|init| &init.parts);
            let mut todo: Vec<Ex> = parts.map(|(_, value)| *value).collect();
            while let Some(ex) = todo.pop() {
                match self.unit.expr(ex).kind {
                    Kind::Object(named) => pairs.push((at, named)),
                    Kind::Function(named) => drop(self.addressed.insert(named)),
                    _ => {}
                }
                self.unit.expr(ex).kind.operands(|operand| todo.push(operand));
            }
        }
        loop {
            let before: usize = self.users.values().map(BTreeSet::len).sum();
            for (holder, named) in &pairs {
                let users = self.users.get(holder).cloned().unwrap_or_default();
                self.users.entry(*named).or_default().extend(users);
            }
            if before == self.users.values().map(BTreeSet::len).sum() {
                return;
            }
        }
    }

    /// What a static pointer points to is named wherever the pointer is.
    fn share(&mut self) {
        for (pointer, binding) in &self.pointers {
            let (Some(users), memory::Binding::Some(all)) = (self.users.get(pointer).cloned(), binding) else {
                continue;
            };
            for region in all {
                if let memory::Root::Object(object) = region.root {
                    self.users.entry(object).or_default().extend(users.iter().copied());
                }
            }
        }
    }

    /// The procedure of a function with these objects; lowered later.
    pub fn instance(&mut self, key: Key, entry: bool) -> ProcId {
        if let Some(known) = self.instances.get(&key) {
            return *known;
        }
        let function = self.unit.function(key.function);
        let id = self.program.declare(function.name.clone(), function.loc);
        self.instances.insert(key.clone(), id);
        self.waiting.push_back((key, id, entry));
        id
    }

    /// Says that a function uses what is not modelled; the check at that place keeps the result honest.
    pub fn leave_out(&mut self, function: FnId, refusal: &Refusal) {
        let name = &self.unit.function(function).name;
        let text = format!("{} is not modelled: runs of \"{name}\" are followed up to here only", refusal.what);
        self.messages.insert((refusal.loc, text));
    }

    /// Says that a function is not analysed at all.
    pub fn not_analysed(&mut self, function: FnId, loc: Loc, what: &str) {
        self.left_out.insert(function);
        let name = &self.unit.function(function).name;
        self.messages.insert((loc, format!("\"{name}\" is not analysed: {what}")));
    }

    /// Whether a static object can be a variable of this function: nobody else names it, and it runs once.
    pub fn is_local(&self, object: ObjId, function: FnId) -> bool {
        self.users.get(&object).is_none_or(|users| users.len() == 1 && users.contains(&function))
            && self.runs_once(function)
    }

    /// The static objects that are as good as variables of a function.
    fn own_statics(&self, function: FnId) -> BTreeSet<ObjId> {
        if !self.runs_once(function) {
            return BTreeSet::new();
        }
        self.unit.statics.iter().copied().filter(|object| self.is_local(*object, function)).collect()
    }

    /// Whether a function is the start of the program and called by nothing.
    pub fn runs_once(&self, function: FnId) -> bool {
        self.unit.function(function).name == "main" && !self.called.contains(&function)
    }

    /// The global of a static object.
    pub fn global(&mut self, object: ObjId) -> Res<GlobalId> {
        if let Some(known) = self.globals.get(&object) {
            return Ok(*known);
        }
        let entry = self.unit.object(object);
        let mut ty = self.object_type(object)?;
        if self.unit.types.object_pointee(entry.ty).is_some() {
            let name = memory::target_name(self.unit, self.pointers.get(&object), |_| None);
            ty = self.pointer_type(&name, true);
        }
        let global = self.program.add_global(entry.name.clone(), ty, entry.loc);
        self.globals.insert(object, global);
        Ok(global)
    }

    /// Whether an object lives as long as the program.
    pub fn is_static(&self, object: ObjId) -> bool {
        matches!(self.unit.object(object).storage, Storage::Static | Storage::Extern)
    }
}
