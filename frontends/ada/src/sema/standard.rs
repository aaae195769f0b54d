//! Package Standard and the predefined library units that programs of the subset use (RM A).

use super::Sema;
use super::intrinsic::SHIFTS;
use super::scope::{Entity, Intrinsic, ScopeId, ScopeKind};
use super::tree::{Builtin, ENVIRONMENT, ExnId, Value};
use super::types::{Bound, Constraint, Kind, signed_range};
use horn_solver::num::{Int, Rat};

impl<'a> Sema<'a> {
    /// Fills package Standard.
    pub fn standard_package(&mut self) {
        let s = self.tree.types.std;
        let types = [
            ("boolean", s.boolean),
            ("character", s.character),
            ("wide_character", s.wide_character),
            ("wide_wide_character", s.wide_wide_character),
            ("integer", s.integer),
            ("natural", s.natural),
            ("positive", s.positive),
            ("short_short_integer", s.short_short_integer),
            ("short_integer", s.short_integer),
            ("long_integer", s.long_integer),
            ("long_long_integer", s.long_long_integer),
            ("long_long_long_integer", s.long_long_long_integer),
            ("short_float", s.short_float),
            ("float", s.float),
            ("long_float", s.long_float),
            ("long_long_float", s.long_long_float),
            ("string", s.string),
            ("wide_string", s.wide_string),
            ("wide_wide_string", s.wide_wide_string),
            ("duration", s.duration),
        ];
        let standard = self.standard;
        for (name, ty) in types {
            self.predefine(standard, name, Entity::Type(ty));
        }
        // Integers without bounds, for the text of Big_Integers.
        let big = self.tree.types.add("Big_Integer", Kind::UniversalInteger);
        self.predefine(standard, "hornsolve_big_integer", Entity::Type(big));
        self.predefine(standard, "false", Entity::Literal(s.boolean, 0));
        self.predefine(standard, "true", Entity::Literal(s.boolean, 1));
        // Character literals stand in the sources only as they are used: all of Latin-1 is declared.
        for code in 0u32..256 {
            if let Some(c) = char::from_u32(code) {
                for ty in [s.wide_wide_character, s.wide_character, s.character] {
                    self.predefine(standard, &format!("'{c}'"), Entity::Literal(ty, code));
                }
            }
        }
        for (name, id) in super::tree::PREDEFINED_EXCEPTIONS.iter().zip(0u32..) {
            let exception = self.new_exception((*name).to_string());
            debug_assert_eq!(exception, ExnId(id));
            if id < 4 {
                self.predefine(standard, &name.to_lowercase(), Entity::Exception(exception));
            }
            // Obsolescent, and the same (RM J.6).
            if *name == "Constraint_Error" {
                self.predefine(standard, "numeric_error", Entity::Exception(exception));
            }
        }
        self.predefine(standard, "standard", Entity::Package(standard));
        let ascii = self.scopes.add(Some(standard), ScopeKind::Package, "ASCII.".into(), ENVIRONMENT);
        self.control_characters(ascii);
        let printable = [
            ("exclam", '!'),
            ("quotation", '"'),
            ("sharp", '#'),
            ("dollar", '$'),
            ("percent", '%'),
            ("ampersand", '&'),
            ("colon", ':'),
            ("semicolon", ';'),
            ("query", '?'),
            ("at_sign", '@'),
            ("l_bracket", '['),
            ("back_slash", '\\'),
            ("r_bracket", ']'),
            ("circumflex", '^'),
            ("underline", '_'),
            ("grave", '`'),
            ("l_brace", '{'),
            ("bar", '|'),
            ("r_brace", '}'),
            ("tilde", '~'),
        ];
        for (name, c) in printable {
            self.character_constant(ascii, name, u32::from(c));
        }
        for c in 'a'..='z' {
            self.character_constant(ascii, &format!("lc_{c}"), u32::from(c));
        }
        self.predefine(standard, "ascii", Entity::Package(ascii));
    }

    /// The control characters of ASCII, as `ASCII` and `Ada.Characters.Latin_1` name them (RM A.3.3, J.5).
    fn control_characters(&mut self, scope: ScopeId) {
        let names = [
            "nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "lf", "vt", "ff", "cr", "so", "si",
            "dle", "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc", "fs", "gs", "rs", "us",
        ];
        for (name, code) in names.iter().zip(0u32..) {
            self.character_constant(scope, name, code);
        }
        self.character_constant(scope, "del", 127);
    }

    fn character_constant(&mut self, scope: ScopeId, name: &str, code: u32) {
        let character = self.tree.types.std.character;
        self.predefine(scope, name, Entity::Literal(character, code));
    }

    fn predefine(&mut self, scope: ScopeId, name: &str, entity: Entity) {
        let symbol = if name.starts_with('\'') { self.names.exact(name) } else { self.names.fold(name) };
        self.scopes.declare(scope, symbol, entity, None);
    }

    /// A predefined library unit by its name in lower case; `None` if there is no such unit in Ada.
    pub fn predefined_unit(&mut self, name: &str) -> Option<ScopeId> {
        if let Some(known) = self.units.predefined.get(name) {
            return Some(*known);
        }
        if self.units.specs.contains_key(name) {
            // One whose declaration is a text.
            self.unit_spec(name, None);
            return self.unit_scope(name);
        }
        let root = name.split('.').next().unwrap_or(name);
        if ![
            "ada",
            "interfaces",
            "system",
            "gnat",
            "spark",
            "text_io",
            "unchecked_conversion",
            "unchecked_deallocation",
            "calendar",
        ]
        .contains(&root)
        {
            return None;
        }
        let parent = match name.rsplit_once('.') {
            Some((parent, _)) => self.predefined_unit(parent)?,
            None => self.library,
        };
        let short = name.rsplit('.').next().unwrap_or(name);
        let scope = self.scopes.add(Some(parent), ScopeKind::Package, format!("{name}."), ENVIRONMENT);
        self.units.predefined.insert(name.to_string(), scope);
        let generic = match name {
            "ada.unchecked_conversion" | "unchecked_conversion" => Some("unchecked conversion (RM 13.9)"),
            "ada.unchecked_deallocation" | "unchecked_deallocation" => Some("unchecked deallocation (RM 13.11.2)"),
            _ => None,
        };
        let entity = generic.map_or(Entity::Package(scope), |what| Entity::Unsupported(what.into()));
        let symbol = self.names.fold(short);
        self.declare_child((parent, Some(scope)), symbol, (entity, None), false);
        self.fill(name, scope);
        Some(scope)
    }

    fn fill(&mut self, name: &str, scope: ScopeId) {
        let s = self.tree.types.std;
        match name {
            "interfaces" => self.interfaces(scope),
            "ada.text_io"
            | "text_io"
            | "gnat.io"
            | "ada.integer_text_io"
            | "ada.float_text_io"
            | "ada.long_integer_text_io"
            | "ada.long_float_text_io"
            | "ada.long_long_integer_text_io"
            | "ada.long_long_float_text_io"
            | "ada.wide_text_io" => {
                let own = match name {
                    "ada.integer_text_io" => Some(s.integer),
                    "ada.float_text_io" => Some(s.float),
                    "ada.long_integer_text_io" => Some(s.long_integer),
                    "ada.long_float_text_io" => Some(s.long_float),
                    "ada.long_long_integer_text_io" => Some(s.long_long_integer),
                    "ada.long_long_float_text_io" => Some(s.long_long_float),
                    _ => None,
                };
                // Before names are declared that programs may not have.
                self.output_may_raise();
                match own {
                    Some(own) => self.text_output(scope, own),
                    None => {
                        for procedure in ["put", "put_line", "flush", "new_page"] {
                            self.predefine(scope, procedure, Entity::Intrinsic(Intrinsic::Output));
                        }
                        self.io_exceptions(scope);
                        self.text_layout(scope);
                        self.text_types(scope);
                    }
                }
                // Its state in flow contracts.
                let state = self.names.fold("file_system");
                self.states.insert((scope, state));
                if name == "ada.text_io" {
                    let file = self.text_file();
                    self.homes.insert(file, scope);
                }
                if name != "ada.wide_text_io" {
                    self.text_input(scope, own);
                }
                for other in [
                    "unbounded",
                    "file_access",
                    "in_file",
                    "out_file",
                    "append_file",
                    "create",
                    "open",
                    "close",
                    "delete",
                    "reset",
                    "mode",
                    "name",
                    "form",
                    "is_open",
                    "set_input",
                    "set_output",
                    "set_error",
                    "standard_input",
                    "standard_output",
                    "standard_error",
                    "current_input",
                    "current_output",
                    "current_error",
                    "set_line_length",
                    "set_page_length",
                    "line_length",
                    "page_length",
                    "skip_page",
                    "set_line",
                    "col",
                    "line",
                    "page",
                    "look_ahead",
                    "get_immediate",
                ] {
                    let symbol = self.names.fold(other);
                    if !self.scopes[scope].names.contains_key(&symbol) {
                        self.predefine(scope, other, Entity::Unsupported("files of text (RM A.10)".into()));
                    }
                }
                for other in ["integer_io", "float_io", "modular_io", "enumeration_io", "fixed_io", "decimal_io"] {
                    self.predefine(scope, other, Entity::Unsupported("input and output of this kind (RM A.10)".into()));
                }
            }
            "ada.io_exceptions" => self.io_exceptions(scope),
            "ada.numerics" => {
                // RM A.5: the values of the manual.
                let pi = decimal("3.14159265358979323846264338327950288419716939937511");
                let e = decimal("2.71828182845904523536028747135266249775724709369996");
                self.predefine(scope, "pi", Entity::Number(Value::Real(pi)));
                self.predefine(scope, "e", Entity::Number(Value::Real(e)));
                let error = self.new_exception("Ada.Numerics.Argument_Error".into());
                self.predefine(scope, "argument_error", Entity::Exception(error));
            }
            "ada.numerics.elementary_functions" => self.elementary_functions(scope, s.float),
            "ada.numerics.long_elementary_functions" => self.elementary_functions(scope, s.long_float),
            "ada.numerics.short_elementary_functions" => self.elementary_functions(scope, s.short_float),
            "ada.assertions" => {
                self.predefine(scope, "assertion_error", Entity::Exception(super::tree::ASSERTION_ERROR));
                self.assert_procedures(scope);
            }
            "ada.exceptions" => self.exceptions_package(scope),
            "ada.tags" => self.tags_package(scope),
            "system" => {
                // As GNAT 12 has it for machines of 64 bits.
                let (low, high) = signed_range(128);
                let integers = [
                    ("min_int", low),
                    ("max_int", high),
                    ("max_binary_modulus", Int::pow2(128)),
                    ("max_nonbinary_modulus", &Int::pow2(32) - &Int::from(1)),
                    ("max_base_digits", Int::from(18)),
                    ("max_digits", Int::from(18)),
                    ("max_mantissa", Int::from(127)),
                    ("storage_unit", Int::from(8)),
                    ("word_size", Int::from(64)),
                    ("memory_size", Int::pow2(64)),
                ];
                for (name, value) in integers {
                    self.predefine(scope, name, Entity::Number(Value::Int(value)));
                }
                let fine = Rat::new(Int::from(1), Int::pow2(127));
                self.predefine(scope, "fine_delta", Entity::Number(Value::Real(fine)));
                self.predefine(scope, "tick", Entity::Number(Value::Real(decimal("0.000001"))));
                let address = self.address_type();
                self.predefine(scope, "address", Entity::Type(address));
                self.predefine(scope, "null_address", Entity::Literal(address, 0));
                let enumeration = |literals: &[&str]| Kind::Enumeration {
                    literals: literals.iter().map(ToString::to_string).collect(),
                    count: u32::try_from(literals.len()).unwrap_or(u32::MAX),
                    character: false,
                };
                let system = self.tree.types.add("Name", enumeration(&["SYSTEM_NAME_GNAT"]));
                self.predefine(scope, "name", Entity::Type(system));
                self.predefine(scope, "system_name_gnat", Entity::Literal(system, 0));
                self.predefine(scope, "system_name", Entity::Literal(system, 0));
                let order = self.tree.types.add("Bit_Order", enumeration(&["High_Order_First", "Low_Order_First"]));
                self.predefine(scope, "bit_order", Entity::Type(order));
                for (name, at) in [("high_order_first", 0), ("low_order_first", 1), ("default_bit_order", 1)] {
                    self.predefine(scope, name, Entity::Literal(order, at));
                }
                for (name, low, high) in [("Any_Priority", 0, 98), ("Priority", 0, 97), ("Interrupt_Priority", 98, 98)]
                {
                    let range = Constraint::Range(Bound::Int(Int::from(low)), Bound::Int(Int::from(high)));
                    let subtype = self.tree.types.add_subtype(name, None, s.integer, range);
                    self.predefine(scope, &name.to_lowercase(), Entity::Type(subtype));
                }
                self.predefine(scope, "default_priority", Entity::Unsupported("priorities (RM D.1)".into()));
            }
            "ada.characters.latin_1" => {
                self.control_characters(scope);
                for (name, code) in LATIN_1 {
                    self.character_constant(scope, name, *code);
                }
                for c in 'a'..='z' {
                    self.character_constant(scope, &format!("lc_{c}"), u32::from(c));
                }
            }
            // Roots of the hierarchy that declare next to nothing.
            "ada" | "ada.characters" | "gnat" | "spark" => {}
            _ => self.scopes[scope].open = Some(format!("{LIBRARY_UNIT}{}", unit_spelling(name)).into()),
        }
    }

    /// The functions of RM A.5.1 for a type.
    pub fn elementary_functions(&mut self, scope: ScopeId, ty: super::types::TypeId) {
        let ty = self.tree.types.base(ty);
        self.predefine(scope, "sqrt", Entity::Intrinsic(Intrinsic::Elementary(Builtin::Sqrt, ty)));
        for function in horn_frontend::ir::Elementary::ALL {
            let builtin = Builtin::Elementary(function);
            let name = function.name().to_lowercase();
            self.predefine(scope, &name, Entity::Intrinsic(Intrinsic::Elementary(builtin, ty)));
        }
        for (name, formals) in ANY_VALUE {
            self.function_of_any_value(scope, name, formals, ty);
        }
    }

    fn interfaces(&mut self, scope: ScopeId) {
        for bits in [8u32, 16, 32, 64, 128] {
            let (low, high) = signed_range(bits);
            let name = format!("Integer_{bits}");
            let base = self.tree.types.add(&name, Kind::Signed { low: low.clone(), high: high.clone() });
            let constraint = Constraint::Range(Bound::Int(low), Bound::Int(high));
            let ty = self.tree.types.add_subtype(&name, None, base, constraint);
            self.predefine(scope, &name.to_lowercase(), Entity::Type(ty));
            let name = format!("Unsigned_{bits}");
            let ty = self.tree.types.add(&name, Kind::Modular(Int::pow2(bits)));
            self.homes.insert(ty, scope);
            self.predefine(scope, &name.to_lowercase(), Entity::Type(ty));
            for (name, builtin) in SHIFTS {
                self.predefine(scope, name, Entity::Intrinsic(Intrinsic::Shift(builtin, ty)));
            }
        }
        for (name, ty) in
            [("ieee_float_32", self.tree.types.std.float), ("ieee_float_64", self.tree.types.std.long_float)]
        {
            let kind = self.tree.types[ty].kind.clone();
            let ty = self.tree.types.add(if name.ends_with("32") { "IEEE_Float_32" } else { "IEEE_Float_64" }, kind);
            self.predefine(scope, name, Entity::Type(ty));
        }
    }
}

/// What messages about units of the language's library begin with that are not modelled.
pub(crate) const LIBRARY_UNIT: &str = "library unit ";

/// Elementary functions that give any value, with their parameters: those with a base, a cycle, or a second side of the
/// angle besides the one that all have, and the hyperbolic ones (RM A.5.1 (4–7)).
const ANY_VALUE: &[(&str, &[&str])] = &[
    ("\"**\"", &["Left", "Right"]),
    ("Log", &["X", "Base"]),
    ("Sin", &["X", "Cycle"]),
    ("Cos", &["X", "Cycle"]),
    ("Tan", &["X", "Cycle"]),
    ("Cot", &["X"]),
    ("Cot", &["X", "Cycle"]),
    ("Arcsin", &["X", "Cycle"]),
    ("Arccos", &["X", "Cycle"]),
    ("Arctan", &["Y", "X"]),
    ("Arctan", &["Y", "X", "Cycle"]),
    ("Arccot", &["X"]),
    ("Arccot", &["X", "Y"]),
    ("Arccot", &["X", "Y", "Cycle"]),
    ("Sinh", &["X"]),
    ("Cosh", &["X"]),
    ("Tanh", &["X"]),
    ("Coth", &["X"]),
    ("Arcsinh", &["X"]),
    ("Arccosh", &["X"]),
    ("Arctanh", &["X"]),
    ("Arccoth", &["X"]),
];

/// What `Ada.Characters.Latin_1` names besides control characters of ASCII and small letters (RM A.3.3).
#[rustfmt::skip]
const LATIN_1: &[(&str, u32)] = &[
    ("space", 32), ("exclamation", 33), ("quotation", 34), ("number_sign", 35), ("dollar_sign", 36),
    ("percent_sign", 37), ("ampersand", 38), ("apostrophe", 39), ("left_parenthesis", 40), ("right_parenthesis", 41),
    ("asterisk", 42), ("plus_sign", 43), ("comma", 44), ("hyphen", 45), ("full_stop", 46), ("solidus", 47),
    ("minus_sign", 45), ("colon", 58), ("semicolon", 59), ("less_than_sign", 60), ("equals_sign", 61),
    ("greater_than_sign", 62), ("question", 63), ("commercial_at", 64), ("left_square_bracket", 91),
    ("reverse_solidus", 92), ("right_square_bracket", 93), ("circumflex", 94), ("low_line", 95), ("grave", 96),
    ("left_curly_bracket", 123), ("vertical_line", 124), ("right_curly_bracket", 125), ("tilde", 126), ("is4", 28),
    ("is3", 29), ("is2", 30), ("is1", 31), ("reserved_128", 128), ("reserved_129", 129), ("bph", 130), ("nbh", 131),
    ("reserved_132", 132), ("nel", 133), ("ssa", 134), ("esa", 135), ("hts", 136), ("htj", 137), ("vts", 138),
    ("pld", 139), ("plu", 140), ("ri", 141), ("ss2", 142), ("ss3", 143), ("dcs", 144), ("pu1", 145), ("pu2", 146),
    ("sts", 147), ("cch", 148), ("mw", 149), ("spa", 150), ("epa", 151), ("sos", 152), ("reserved_153", 153),
    ("sci", 154), ("csi", 155), ("st", 156), ("osc", 157), ("pm", 158), ("apc", 159), ("no_break_space", 160),
    ("inverted_exclamation", 161), ("cent_sign", 162), ("pound_sign", 163), ("currency_sign", 164), ("yen_sign", 165),
    ("broken_bar", 166), ("section_sign", 167), ("diaeresis", 168), ("copyright_sign", 169),
    ("feminine_ordinal_indicator", 170), ("left_angle_quotation", 171), ("not_sign", 172), ("soft_hyphen", 173),
    ("registered_trade_mark_sign", 174), ("macron", 175), ("degree_sign", 176), ("plus_minus_sign", 177),
    ("superscript_two", 178), ("superscript_three", 179), ("acute", 180), ("micro_sign", 181), ("pilcrow_sign", 182),
    ("middle_dot", 183), ("cedilla", 184), ("superscript_one", 185), ("masculine_ordinal_indicator", 186),
    ("right_angle_quotation", 187), ("fraction_one_quarter", 188), ("fraction_one_half", 189),
    ("fraction_three_quarters", 190), ("inverted_question", 191), ("uc_a_grave", 192), ("uc_a_acute", 193),
    ("uc_a_circumflex", 194), ("uc_a_tilde", 195), ("uc_a_diaeresis", 196), ("uc_a_ring", 197),
    ("uc_ae_diphthong", 198), ("uc_c_cedilla", 199), ("uc_e_grave", 200), ("uc_e_acute", 201), ("uc_e_circumflex", 202),
    ("uc_e_diaeresis", 203), ("uc_i_grave", 204), ("uc_i_acute", 205), ("uc_i_circumflex", 206),
    ("uc_i_diaeresis", 207), ("uc_icelandic_eth", 208), ("uc_n_tilde", 209), ("uc_o_grave", 210), ("uc_o_acute", 211),
    ("uc_o_circumflex", 212), ("uc_o_tilde", 213), ("uc_o_diaeresis", 214), ("multiplication_sign", 215),
    ("uc_o_oblique_stroke", 216), ("uc_u_grave", 217), ("uc_u_acute", 218), ("uc_u_circumflex", 219),
    ("uc_u_diaeresis", 220), ("uc_y_acute", 221), ("uc_icelandic_thorn", 222), ("lc_german_sharp_s", 223),
    ("lc_a_grave", 224), ("lc_a_acute", 225), ("lc_a_circumflex", 226), ("lc_a_tilde", 227), ("lc_a_diaeresis", 228),
    ("lc_a_ring", 229), ("lc_ae_diphthong", 230), ("lc_c_cedilla", 231), ("lc_e_grave", 232), ("lc_e_acute", 233),
    ("lc_e_circumflex", 234), ("lc_e_diaeresis", 235), ("lc_i_grave", 236), ("lc_i_acute", 237),
    ("lc_i_circumflex", 238), ("lc_i_diaeresis", 239), ("lc_icelandic_eth", 240), ("lc_n_tilde", 241),
    ("lc_o_grave", 242), ("lc_o_acute", 243), ("lc_o_circumflex", 244), ("lc_o_tilde", 245), ("lc_o_diaeresis", 246),
    ("division_sign", 247), ("lc_o_oblique_stroke", 248), ("lc_u_grave", 249), ("lc_u_acute", 250),
    ("lc_u_circumflex", 251), ("lc_u_diaeresis", 252), ("lc_y_acute", 253), ("lc_icelandic_thorn", 254),
    ("lc_y_diaeresis", 255), ("nbsp", 160), ("ring_above", 176), ("paragraph_sign", 182),
];

/// A unit name as the manual writes it.
pub(super) fn unit_spelling(name: &str) -> String {
    let mut start = true;
    let letter = |c: char| {
        let shown = if start { c.to_ascii_uppercase() } else { c };
        start = c == '_' || c == '.';
        shown
    };
    let spelled: String = name.chars().map(letter).collect();
    // Names that are short for something.
    let short = |part: &str| match part {
        "Gnat" | "Spark" => part.to_uppercase(),
        _ => part.to_string(),
    };
    spelled.split('.').map(short).collect::<Vec<_>>().join(".")
}

/// A decimal fraction.
fn decimal(text: &str) -> Rat {
    let mut numerator = Int::from(0);
    let mut denominator = Int::from(1);
    let mut fraction = false;
    for c in text.chars() {
        match c.to_digit(10) {
            Some(digit) => {
                numerator = &(&numerator * &Int::from(10)) + &Int::from(i64::from(digit));
                if fraction {
                    denominator = &denominator * &Int::from(10);
                }
            }
            None => fraction = true,
        }
    }
    Rat::new(numerator, denominator)
}
