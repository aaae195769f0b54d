//! Subprograms of predefined units that have no counterpart in the tree: they are declared with their profiles and
//! without bodies, so that a call gives any values of the types of its results (RM 11.4.1, A.10).

use super::scope::{Entity, Intrinsic, ScopeId};
use super::tree::{
    Allocator, BinaryOp, Body, Builtin, CONSTRAINT_ERROR, ENVIRONMENT, ExnId, Expr, ExprKind, Mode, ObjId, ObjectKind,
    Stmt, StmtKind, SubpId,
};
use super::types::{Access, Bound, Constraint, Kind, TypeId};
use super::units::Units;
use super::{Profile, Sema};
use crate::place::Loc;
use horn_solver::num::Int;

/// The literals of `Ada.Text_IO.Type_Set`.
const LETTERS: [&str; 2] = ["Lower_Case", "Upper_Case"];

/// The exceptions of input and output.
const IO_EXCEPTIONS: [&str; 8] = [
    "Status_Error",
    "Mode_Error",
    "Name_Error",
    "Use_Error",
    "Device_Error",
    "End_Error",
    "Data_Error",
    "Layout_Error",
];

/// What may be asked about the standard input where it ends.
const QUESTIONS: [&str; 4] = ["End_Of_File", "End_Of_Line", "End_Of_Page", "Look_Ahead"];

/// The length of the longest line or message.
const LONGEST: i64 = 100_000;

/// A parameter: name, mode, subtype, and the default value if there is one.
type Formal<'n> = (&'n str, Mode, TypeId, Option<i64>);

impl Sema<'_> {
    /// Declares a subprogram without a body.
    fn library_subprogram(
        &mut self,
        scope: ScopeId,
        name: &str,
        formals: &[Formal<'_>],
        result: Option<TypeId>,
    ) -> SubpId {
        let owner = std::mem::replace(&mut self.owner, ENVIRONMENT);
        let full = format!("{}{name}", self.scopes[scope].prefix);
        let subp = self.new_subprogram(full, Loc::NONE);
        self.owner = subp;
        let mut profile = Profile::default();
        let mut params = Vec::new();
        for (formal, mode, ty, default) in formals {
            params.push(self.new_object(*formal, Loc::NONE, *ty, ObjectKind::Parameter(*mode)));
            profile.names.push(self.names.fold(formal));
            profile.defaults.push(default.map(|value| Expr::int(Int::from(value), *ty, Loc::NONE)));
        }
        self.owner = owner;
        let file = formals.iter().any(|(_, _, ty, _)| Some(*ty) == self.units.text_file);
        let entry = self.tree.subprogram_mut(subp);
        entry.params = params;
        entry.result = result;
        entry.imported = true;
        entry.hidden = true;
        self.profiles[subp.0 as usize] = profile;
        if file {
            self.about_files(subp);
        }
        let symbol = self.names.fold(name);
        self.scopes.declare(scope, symbol, Entity::Subprogram(subp), None);
        subp
    }

    /// A type of which nothing is known, made when it is first asked for; values need no initialisation.
    fn opaque_type(&mut self, name: &str, known: for<'u> fn(&'u mut Units<'_>) -> &'u mut Option<TypeId>) -> TypeId {
        if let Some(ty) = *known(&mut self.units) {
            return ty;
        }
        let kind = Kind::Enumeration { literals: Vec::new(), count: 1, character: false };
        let ty = self.tree.types.add(name, kind);
        let value = Expr::int(Int::from(0), ty, Loc::NONE);
        self.tree.types[ty].default = Some(Box::new(value));
        *known(&mut self.units) = Some(ty);
        ty
    }

    /// `System.Address`: a private type of which nothing is known but that there is a null address.
    pub fn address_type(&mut self) -> TypeId {
        if let Some(known) = self.tree.address {
            return known;
        }
        let kind = Kind::Enumeration { literals: Vec::new(), count: u32::MAX, character: false };
        let ty = self.tree.types.add("Address", kind);
        // The number of its values is none of its bits.
        self.tree.types[ty].laid_out = true;
        self.tree.address = Some(ty);
        ty
    }

    /// `Ada.Tags.Tag`.
    pub fn tag_type(&mut self) -> TypeId {
        self.many_values("Tag", |units| &mut units.tag)
    }

    /// A type of many values of which nothing else is known.
    fn many_values(&mut self, name: &str, known: for<'u> fn(&'u mut Units<'_>) -> &'u mut Option<TypeId>) -> TypeId {
        if let Some(ty) = *known(&mut self.units) {
            return ty;
        }
        let ty =
            self.tree.types.add(name, Kind::Enumeration { literals: Vec::new(), count: u32::MAX, character: false });
        *known(&mut self.units) = Some(ty);
        ty
    }

    /// `Ada.Tags` (RM 3.9): tags, and any texts for their names.
    pub fn tags_package(&mut self, scope: ScopeId) {
        let s = self.tree.types.std;
        let tag = self.tag_type();
        let symbol = self.names.fold("tag");
        self.scopes.declare(scope, symbol, Entity::Type(tag), None);
        let symbol = self.names.fold("no_tag");
        self.scopes.declare(scope, symbol, Entity::Literal(tag, 0), None);
        let error = self.new_exception("Ada.Tags.Tag_Error".into());
        let symbol = self.names.fold("tag_error");
        self.scopes.declare(scope, symbol, Entity::Exception(error), None);
        for name in ["Expanded_Name", "External_Tag"] {
            let text = self.library_subprogram(scope, name, &[("T", Mode::In, tag, None)], Some(s.string));
            self.starts_at_one(text);
        }
        self.scopes[scope].open = Some("an operation on tags (RM 3.9)".into());
    }

    /// The procedures of `Ada.Assertions` (RM 11.4.2 (15-19)).
    pub fn assert_procedures(&mut self, scope: ScopeId) {
        let s = self.tree.types.std;
        let (check, message) = (("Check", Mode::In, s.boolean, None), ("Message", Mode::In, s.string, None));
        for formals in [&[check][..], &[check, message]] {
            let subp = self.library_subprogram(scope, "Assert", formals, None);
            let check =
                Expr { kind: ExprKind::Object(self.tree.subprogram(subp).params[0]), ty: s.boolean, loc: Loc::NONE };
            // For calls that are made for others, as by a renaming.
            self.tree.subprogram_mut(subp).pre.push(check);
            self.units.assert_procedures.push(subp);
        }
    }

    /// Input of Ada.Text_IO and its relatives: what is read is arbitrary. Operations on files do nothing.
    pub fn text_input(&mut self, scope: ScopeId, own: Option<TypeId>) {
        let first = self.tree.subprograms.len();
        self.text_input_subprograms(scope, own);
        let [status, mode, _, _, device, end, data, _] = self.io_exception_ids()[..] else { return };
        let raised = if own.is_some() { vec![end, data] } else { vec![end] };
        // Another input that is set may be closed meanwhile, or be no input.
        let unlikely = if self.names.find("set_input").is_some() { vec![device, status, mode] } else { vec![device] };
        for subp in self.tree.subprograms[first..].iter_mut().filter(|subp| !subp.file) {
            subp.input = true;
            subp.might_end_with.clone_from(&unlikely);
            if !QUESTIONS.iter().any(|name| subp.name.ends_with(name)) {
                subp.ends_with.clone_from(&raised);
                subp.granted = Some("that there is more input, of the form that is asked for (RM A.10)");
            }
        }
        if own.is_none() {
            let input: Formal<'_> = ("File", Mode::In, self.text_file(), None);
            let open = self.library_subprogram(scope, "Is_Open", &[input], Some(self.tree.types.std.boolean));
            // Whatever it gives, it raises nothing.
            let open = self.tree.subprogram_mut(open);
            (open.file, open.granted) = (false, None);
            open.ends_with.clear();
        }
    }

    fn text_input_subprograms(&mut self, scope: ScopeId, own: Option<TypeId>) {
        let s = self.tree.types.std;
        let file = self.text_file();
        for procedure in ["open", "close", "create", "reset", "delete", "set_input", "set_output", "set_error"] {
            let symbol = self.names.fold(procedure);
            self.scopes.declare(scope, symbol, Entity::Intrinsic(Intrinsic::Files), None);
        }
        let input: Formal<'_> = ("File", Mode::In, file, None);
        for item in own.map_or(vec![s.character, s.string], |own| vec![own]) {
            let width: &[Formal<'_>] = if own.is_some() { &[("Width", Mode::In, s.natural, Some(0))] } else { &[] };
            let value: Formal<'_> = ("Item", Mode::Out, item, None);
            self.library_subprogram(scope, "Get", &[&[value], width].concat(), None);
            self.library_subprogram(scope, "Get", &[&[input, value], width].concat(), None);
        }
        if let Some(own) = own {
            self.values_in_strings(scope, own);
            return;
        }
        let positive = self.text_type("Positive_Count");
        let spacing: Formal<'_> = ("Spacing", Mode::In, positive, Some(1));
        for with_file in [Vec::new(), vec![input]] {
            self.library_subprogram(scope, "Skip_Line", &[with_file.as_slice(), &[spacing]].concat(), None);
        }
        let symbol = self.names.fold("file_type");
        self.scopes.declare(scope, symbol, Entity::Type(file), None);
        let modes = ["In_File", "Inout_File", "Out_File", "Append_File"];
        let literals = modes.iter().map(ToString::to_string).collect();
        let mode = self.tree.types.add("File_Mode", Kind::Enumeration { literals, count: 4, character: false });
        let symbol = self.names.fold("file_mode");
        self.scopes.declare(scope, symbol, Entity::Type(mode), None);
        for (literal, at) in modes.iter().zip(0..) {
            let symbol = self.names.fold(literal);
            self.scopes.declare(scope, symbol, Entity::Literal(mode, at), None);
        }
        for standard in ["standard_input", "standard_output", "standard_error", "current_input", "current_output"] {
            let symbol = self.names.fold(standard);
            self.scopes.declare(scope, symbol, Entity::Literal(file, 0), None);
        }
        let input: Formal<'_> = ("File", Mode::In, file, None);
        for with_file in [Vec::new(), vec![input]] {
            for name in ["End_Of_File", "End_Of_Line", "End_Of_Page"] {
                self.library_subprogram(scope, name, &with_file, Some(s.boolean));
            }
            for name in ["Col", "Line", "Page"] {
                let place = self.library_subprogram(scope, name, &with_file, Some(positive));
                // Output has changed it, also in the file that is set.
                self.about_files(place);
            }
            let line = self.library_subprogram(scope, "Get_Line", &with_file, Some(s.string));
            self.starts_at_one(line);
            let one: Formal<'_> = ("Item", Mode::Out, s.character, None);
            self.library_subprogram(scope, "Get_Immediate", &[with_file.as_slice(), &[one]].concat(), None);
            let available: [Formal<'_>; 2] = [one, ("Available", Mode::Out, s.boolean, None)];
            self.library_subprogram(scope, "Get_Immediate", &[with_file.as_slice(), &available].concat(), None);
            let end: Formal<'_> = ("End_Of_Line", Mode::Out, s.boolean, None);
            self.library_subprogram(scope, "Look_Ahead", &[with_file.as_slice(), &[one, end]].concat(), None);
            let (item, last) = (("Item", Mode::Out, s.string, None), ("Last", Mode::Out, s.natural, None));
            let line =
                self.library_subprogram(scope, "Get_Line", &[with_file.as_slice(), &[item, last]].concat(), None);
            self.last_of_line(line);
        }
    }

    /// `Get` from strings and `Put` to strings of numbers and enumeration values: what they raise nobody waits for, and
    /// what strings are written is not modelled (RM A.10.8).
    fn values_in_strings(&mut self, scope: ScopeId, own: TypeId) {
        let s = self.tree.types.std;
        let (from, last) = (("From", Mode::In, s.string, None), ("Last", Mode::Out, s.positive, None));
        let get = self.library_subprogram(scope, "Get", &[from, ("Item", Mode::Out, own, None), last], None);
        let to: Formal<'_> = ("To", Mode::Out, s.string, None);
        let to = [&[to, ("Item", Mode::In, own, None)], self.format_of_strings(own).as_slice()].concat();
        let put = self.library_subprogram(scope, "Put", &to, None);
        self.units.text_in_strings.extend([get, put]);
    }

    /// The last parameters of `Put` to a string.
    fn format_of_strings(&mut self, own: TypeId) -> Vec<Formal<'static>> {
        let (field, base) = (self.text_type("Field"), self.text_type("Number_Base"));
        let field = |name: &'static str, value: i64| (name, Mode::In, field, Some(value));
        if self.tree.types.is_real(own) {
            vec![field("Aft", 2), field("Exp", 3)]
        } else if self.tree.types.is_integer(own) {
            vec![("Base", Mode::In, base, Some(10))]
        } else {
            vec![("Set", Mode::In, self.text_type("Type_Set"), Some(1))]
        }
    }

    /// Output of numbers and enumeration values, which does nothing but to check its parameters (RM A.10.8 - A.10.10).
    pub fn text_output(&mut self, scope: ScopeId, own: TypeId) {
        let first = self.tree.subprograms.len();
        let field = self.text_type("Field");
        let file: Formal<'_> = ("File", Mode::In, self.text_file(), None);
        let width = if self.tree.types.is_real(own) { "Fore" } else { "Width" };
        let values: [Formal<'_>; 2] = [("Item", Mode::In, own, None), (width, Mode::In, field, Some(0))];
        let own = [values.as_slice(), &self.format_of_strings(own)].concat();
        self.library_subprogram(scope, "Put", &own, None);
        self.library_subprogram(scope, "Put", &[&[file], own.as_slice()].concat(), None);
        self.raise_at_ends(first);
    }

    /// Output to the file that is set raises nothing, unless the program says how long lines are, or sets another one.
    fn raise_at_ends(&mut self, first: usize) {
        if self.output_may_raise() {
            (first..self.tree.subprograms.len()).for_each(|at| self.about_files(SubpId(at as u32)));
        }
    }

    /// Whether output to the file that is set may raise an exception: what it depends on is named in the program.
    pub fn output_may_raise(&mut self) -> bool {
        let names = &self.names;
        let named =
            || ["set_line_length", "set_page_length", "set_output"].iter().any(|name| names.find(name).is_some());
        *self.units.output_may_raise.get_or_insert_with(named)
    }

    /// Output of lines and pages.
    pub fn text_layout(&mut self, scope: ScopeId) {
        let first = self.tree.subprograms.len();
        let (count, positive) = (self.text_type("Count"), self.text_type("Positive_Count"));
        let file: Formal<'_> = ("File", Mode::In, self.text_file(), None);
        let procedures: [(&str, &[Formal<'_>]); 5] = [
            ("New_Line", &[("Spacing", Mode::In, positive, Some(1))]),
            ("Set_Col", &[("To", Mode::In, positive, None)]),
            ("Set_Line", &[("To", Mode::In, positive, None)]),
            ("Set_Line_Length", &[("To", Mode::In, count, None)]),
            ("Set_Page_Length", &[("To", Mode::In, count, None)]),
        ];
        for (name, formals) in procedures {
            self.library_subprogram(scope, name, formals, None);
            self.library_subprogram(scope, name, &[&[file], formals].concat(), None);
        }
        self.raise_at_ends(first);
    }

    /// A type or subtype of `Ada.Text_IO`, as GNAT has it; the same one for all units.
    fn text_type(&mut self, name: &'static str) -> TypeId {
        if let Some(known) = self.units.text_types.get(name) {
            return *known;
        }
        let (low, high) = super::types::signed_range(32);
        let range = |low: i64, high: Int| Constraint::Range(Bound::Int(Int::from(low)), Bound::Int(high));
        let (of, constraint) = match name {
            "Type_Set" => {
                let literals = LETTERS.map(str::to_string).to_vec();
                let kind = Kind::Enumeration { literals, count: 2, character: false };
                (self.tree.types.add(name, kind), Constraint::None)
            }
            "Count" => (self.tree.types.add(name, Kind::Signed { low, high: high.clone() }), range(0, high)),
            "Positive_Count" => (self.text_type("Count"), range(1, high)),
            "Number_Base" => (self.tree.types.std.integer, range(2, Int::from(16))),
            _ => (self.tree.types.std.integer, range(0, Int::from(255))),
        };
        let ty = match constraint {
            Constraint::None => of,
            constraint => self.tree.types.add_subtype(name, None, of, constraint),
        };
        self.units.text_types.insert(name, ty);
        ty
    }

    /// The types of `Ada.Text_IO` that are about the layout of text.
    pub fn text_types(&mut self, scope: ScopeId) {
        for name in ["Count", "Positive_Count", "Field", "Number_Base", "Type_Set"] {
            let (symbol, ty) = (self.names.fold(name), self.text_type(name));
            self.scopes.declare(scope, symbol, Entity::Type(ty), None);
        }
        let set = self.text_type("Type_Set");
        for (literal, at) in LETTERS.into_iter().zip(0..) {
            let symbol = self.names.fold(literal);
            self.scopes.declare(scope, symbol, Entity::Literal(set, at), None);
        }
    }

    /// A function of numbers that gives any value of their type, if it gives one.
    pub fn function_of_any_value(&mut self, scope: ScopeId, name: &str, formals: &[&'static str], ty: TypeId) {
        let formals: Vec<Formal<'_>> = formals.iter().map(|formal| (*formal, Mode::In, ty, None)).collect();
        let subp = self.library_subprogram(scope, name, &formals, Some(ty));
        let error = self.tree.exceptions.iter().position(|known| known.name == "Ada.Numerics.Argument_Error");
        let error = error.and_then(|at| u32::try_from(at).ok()).map(ExnId);
        let entry = self.tree.subprogram_mut(subp);
        entry.ends_with = error.into_iter().chain([CONSTRAINT_ERROR]).collect();
        entry.granted = Some("that the function has a value there, and its type has it (RM A.5.1)");
    }

    /// What stands for an operation on a file: it does nothing, or raises an exception.
    pub fn file_operation(&mut self) -> SubpId {
        if let Some(known) = self.units.file_operation {
            return known;
        }
        let subp = self.library_subprogram(self.library, "an operation on a file", &[], None);
        self.about_files(subp);
        self.units.file_operation = Some(subp);
        subp
    }

    /// A subprogram is about a file: what becomes of files is not followed.
    fn about_files(&mut self, subp: SubpId) {
        let raised = self.io_exception_ids();
        let entry = self.tree.subprogram_mut(subp);
        entry.file = true;
        entry.ends_with = raised;
        entry.granted = Some("that the operation on a file raises nothing (RM A.8.2, A.10.2)");
    }

    /// The exceptions of `Ada.IO_Exceptions`, in the order of their names there.
    fn io_exception_ids(&mut self) -> Vec<ExnId> {
        if self.units.io_exceptions.is_empty() {
            let names = IO_EXCEPTIONS.map(|name| format!("Ada.IO_Exceptions.{name}"));
            self.units.io_exceptions = names.into_iter().map(|name| self.new_exception(name)).collect();
        }
        self.units.io_exceptions.clone()
    }

    /// The exceptions of `Ada.IO_Exceptions`, which other units rename (RM A.13).
    pub fn io_exceptions(&mut self, scope: ScopeId) {
        let exceptions = self.io_exception_ids();
        for (name, at) in IO_EXCEPTIONS.into_iter().zip(0..) {
            let symbol = self.names.fold(name);
            self.scopes.declare(scope, symbol, Entity::Exception(exceptions[at]), None);
        }
    }

    /// The file type, the same for all units.
    pub(super) fn text_file(&mut self) -> TypeId {
        self.opaque_type("File_Type", |units| &mut units.text_file)
    }

    /// The lower bound of the text that a function returns is 1, and it is no longer than any line or message in
    /// practice.
    fn starts_at_one(&mut self, subp: SubpId) {
        let s = self.tree.types.std;
        let result = Expr { kind: ExprKind::Result, ty: s.string, loc: Loc::NONE };
        let number = |value: i64| Expr::int(Int::from(value), s.integer, Loc::NONE);
        let first = attribute(Builtin::First(0), result.clone(), s.integer);
        let last = attribute(Builtin::Last(0), result, s.integer);
        let post = &mut self.tree.subprogram_mut(subp).post;
        post.push(compare(BinaryOp::Eq, first, number(1), s.boolean));
        post.push(compare(BinaryOp::Ge, last.clone(), number(0), s.boolean));
        post.push(compare(BinaryOp::Le, last, number(LONGEST), s.boolean));
    }

    /// `Get_Line (Item, Last)`: `Last` is an index of `Item`, or the one in front of the first (RM A.10.7 (17–18)).
    fn last_of_line(&mut self, subp: SubpId) {
        let s = self.tree.types.std;
        let object = |id: ObjId, ty| Expr { kind: ExprKind::Object(id), ty, loc: Loc::NONE };
        let params = self.tree.subprogram(subp).params.clone();
        let [.., item, last] = params.as_slice() else { return };
        let item = object(*item, s.string);
        let last = object(*last, s.integer);
        let first = attribute(Builtin::First(0), item.clone(), s.integer);
        let one = Expr::int(Int::from(1), s.integer, Loc::NONE);
        let before = Expr {
            kind: ExprKind::Binary(BinaryOp::Sub, Box::new(first), Box::new(one)),
            ty: s.integer,
            loc: Loc::NONE,
        };
        let none = compare(BinaryOp::Eq, last.clone(), before.clone(), s.boolean);
        let some = compare(BinaryOp::Le, last.clone(), attribute(Builtin::Last(0), item, s.integer), s.boolean);
        let either = compare(BinaryOp::Or, some, none, s.boolean);
        let post = &mut self.tree.subprogram_mut(subp).post;
        post.push(compare(BinaryOp::Ge, last, before, s.boolean));
        post.push(either);
    }

    /// `Ada.Exceptions` (RM 11.4.1): identities and occurrences are numbers of exceptions, zero for the null ones;
    /// texts are arbitrary.
    pub fn exceptions_package(&mut self, scope: ScopeId) {
        let s = self.tree.types.std;
        let (occurrence, id) = (self.exception_occurrence(), self.exception_id());
        for (name, ty) in [("exception_occurrence", occurrence), ("exception_id", id)] {
            self.homes.insert(ty, scope);
            let symbol = self.names.fold(name);
            self.scopes.declare(scope, symbol, Entity::Type(ty), None);
        }
        for (name, ty) in [("null_occurrence", occurrence), ("null_id", id)] {
            let symbol = self.names.fold(name);
            self.scopes.declare(scope, symbol, Entity::Literal(ty, 0), None);
        }
        let text = self.library_subprogram(scope, "Exception_Name", &[("Id", Mode::In, id, None)], Some(s.string));
        self.starts_at_one(text);
        self.tree.exception_texts.insert(text);
        let found =
            self.library_subprogram(scope, "Exception_Identity", &[("X", Mode::In, occurrence, None)], Some(id));
        self.with_body(found, |params| {
            let kind = ExprKind::Convert(Box::new(params[0].clone()));
            StmtKind::Return(Some(Expr { kind, ty: id, loc: Loc::NONE }))
        });
        if self.names.find("save_occurrence").is_some() || self.names.find("exception_occurrence_access").is_some() {
            self.saved_on_a_heap(scope, occurrence);
        }
        let (target, source) = (("Target", Mode::Out, occurrence, None), ("Source", Mode::In, occurrence, None));
        let saved = self.library_subprogram(scope, "Save_Occurrence", &[target, source], None);
        self.with_body(saved, |params| StmtKind::Assign(params[0].clone(), params[1].clone()));
        for name in ["Exception_Name", "Exception_Message", "Exception_Information"] {
            let text = self.library_subprogram(scope, name, &[("X", Mode::In, occurrence, None)], Some(s.string));
            self.starts_at_one(text);
            self.tree.exception_texts.insert(text);
        }
        for (name, intrinsic) in [("raise_exception", Intrinsic::Raise), ("reraise_occurrence", Intrinsic::Reraise)] {
            let symbol = self.names.fold(name);
            self.scopes.declare(scope, symbol, Entity::Intrinsic(intrinsic), None);
        }
        for name in ["wide_exception_name", "wide_wide_exception_name"] {
            let symbol = self.names.fold(name);
            let what = Entity::Unsupported("this part of Ada.Exceptions (RM 11.4.1)".into());
            self.scopes.declare(scope, symbol, what, None);
        }
    }

    /// `Exception_Occurrence_Access`, and the function `Save_Occurrence`.
    fn saved_on_a_heap(&mut self, scope: ScopeId, occurrence: TypeId) {
        let access = Access { designated: occurrence, constant: false, anonymous: false, level: 0 };
        let access = self.tree.types.add("Exception_Occurrence_Access", Kind::Access(access));
        let symbol = self.names.fold("exception_occurrence_access");
        self.scopes.declare(scope, symbol, Entity::Type(access), None);
        let source = ("Source", Mode::In, occurrence, None);
        let saved = self.library_subprogram(scope, "Save_Occurrence", &[source], Some(access));
        self.with_body(saved, |params| {
            let allocator = Allocator { subtype: occurrence, value: Some(params[0].clone()) };
            let kind = ExprKind::Allocate(Box::new(allocator));
            StmtKind::Return(Some(Expr { kind, ty: access, loc: Loc::NONE }))
        });
    }

    /// `Exception_Occurrence`, the same for the package and for choice parameters.
    pub fn exception_occurrence(&mut self) -> TypeId {
        self.numbers_of_exceptions("Exception_Occurrence", |units| &mut units.exception_occurrence)
    }

    /// `Exception_Id`.
    pub fn exception_id(&mut self) -> TypeId {
        self.numbers_of_exceptions("Exception_Id", |units| &mut units.exception_id)
    }

    /// A type whose values are numbers of exceptions; zero is the default.
    fn numbers_of_exceptions(
        &mut self,
        name: &str,
        known: for<'u> fn(&'u mut Units<'_>) -> &'u mut Option<TypeId>,
    ) -> TypeId {
        let ty = self.many_values(name, known);
        let none = Expr::int(Int::from(0), ty, Loc::NONE);
        self.tree.types[ty].default.get_or_insert_with(|| Box::new(none));
        ty
    }

    /// Gives a subprogram of the library a body of one statement, made of its parameters.
    fn with_body(&mut self, subp: SubpId, statement: impl FnOnce(&[Expr]) -> StmtKind) {
        let objects = self.tree.subprogram(subp).params.clone();
        let param = |id: &ObjId| {
            let object = self.tree.object(*id);
            Expr { kind: ExprKind::Object(*id), ty: object.ty, loc: Loc::NONE }
        };
        let params: Vec<Expr> = objects.iter().map(param).collect();
        let statements = vec![Stmt { kind: statement(&params), loc: Loc::NONE }];
        let entry = self.tree.subprogram_mut(subp);
        entry.imported = false;
        entry.exact = true;
        entry.body = Some(Body { statements, ..Body::default() });
    }
}

fn attribute(builtin: Builtin, of: Expr, ty: TypeId) -> Expr {
    Expr { kind: ExprKind::Builtin(builtin, vec![of]), ty, loc: Loc::NONE }
}

fn compare(op: BinaryOp, left: Expr, right: Expr, boolean: TypeId) -> Expr {
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty: boolean, loc: Loc::NONE }
}
