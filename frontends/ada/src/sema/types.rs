//! The types of a program: an arena of types and subtypes, and what can be asked about them.
//!
//! Every subtype mark denotes an entry of the arena. A *type* is its own base (`base` is the entry
//! itself); a *subtype* names its base and a constraint. Two expressions are type-compatible when
//! their entries have the same base (RM 3.2, 8.6). `type T is range 1 .. 10` makes two entries: the
//! anonymous base type with the machine range, and its first subtype `T` (RM 3.5.4 (9)).

use super::tree::{ObjId, SubpId};
use crate::place::Loc;
use horn_solver::num::{Int, Rat};
use std::collections::{BTreeMap, BTreeSet};

/// An entry of [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// A bound of a scalar or index range.
#[derive(Clone, Debug, PartialEq)]
pub enum Bound {
    /// A static value of a discrete type: the number, or the position of the enumeration literal.
    Int(Int),
    /// A static value of a real type.
    Real(Rat),
    /// The value of a (possibly hidden) constant, computed when the subtype was elaborated.
    Object(ObjId),
    /// The value of the n-th discriminant of the enclosing record.
    Discriminant(usize),
    /// Could not be evaluated; a message was given.
    Error,
}

impl Bound {
    /// Whether it is a discriminant of the record around.
    pub fn is_discriminant(&self) -> bool {
        matches!(self, Bound::Discriminant(_))
    }
}

/// What a type is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// An enumeration type; also `Boolean` and the character types.
    Enumeration {
        /// The literals as written, in order of position. Empty for `Character` and its wide relatives.
        literals: Vec<String>,
        /// Number of values.
        count: u32,
        /// `Character`, `Wide_Character` …, or has character literals.
        character: bool,
    },
    /// A signed integer type with the range of its base type.
    Signed {
        /// Smallest value of the base range.
        low: Int,
        /// Largest value of the base range.
        high: Int,
    },
    /// A modular type.
    Modular(Int),
    /// `universal_integer`, the type of integer literals and named numbers.
    UniversalInteger,
    /// `universal_real`.
    UniversalReal,
    /// `universal_fixed`, the type of products and quotients of fixed point values until the context says more.
    UniversalFixed,
    /// A binary floating point type: 32, 64 or 80 bits.
    Float {
        /// Decimal digits of the declaration.
        digits: u32,
        /// 32, 64 or 80.
        bits: u32,
    },
    /// A fixed point type, with its small.
    Fixed {
        /// Values are integer multiples of this.
        small: Rat,
        /// The delta of the declaration.
        delta: Rat,
        /// Whether it is a decimal type.
        decimal: bool,
        /// Smallest multiple of the base range.
        low: Int,
        /// Largest multiple.
        high: Int,
    },
    /// An array type.
    Array {
        /// Subtypes of the indices.
        index: Vec<TypeId>,
        /// Subtype of the components.
        element: TypeId,
        /// Whether the type, or the one it is ultimately derived from, is defined with constrained indices.
        constrained: bool,
    },
    /// A record type.
    Record(Record),
    /// An access type.
    Access(Access),
    /// A profile: what the values of access-to-subprogram types designate.
    Subprogram,
    /// A private or incomplete type whose full declaration was not met (yet).
    Private,
    /// A type outside the subset, with what it is for the message.
    Unsupported(String),
    /// The type of an exception name, a package, … : nothing is compatible with it.
    NoValue,
    /// The type of something that was already reported; compatible with everything.
    Error,
}

/// The components of a record type. Discriminants come first.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Record {
    /// All components, those of all variants too.
    pub components: Vec<Component>,
    /// How many of them are discriminants.
    pub discriminants: usize,
    /// How many of them an extension has from its parent: its own may have names that are not visible there.
    pub inherited: usize,
    /// Whether the discriminants have defaults, so that unconstrained variables exist.
    pub mutable: bool,
    /// Declared with the word `limited`: parameters are passed by reference (RM 6.2 (7)).
    pub limited: bool,
    /// Of a type with discriminants of its own that is derived from another one: where it has what that one has.
    pub renewed: Option<Box<super::renewed::Renewed>>,
}

impl Record {
    /// The place of a component by its name in lower case. An extension may have one of the same name as a component
    /// of its parent that is not visible where it is declared: its own counts.
    pub fn place_of(&self, name: &str) -> Option<usize> {
        let named = |component: &Component| component.name.to_lowercase() == name;
        let last = self.components.iter().rposition(named)?;
        let first = self.components[..self.discriminants].iter().position(named);
        Some(if last < self.inherited && self.renewed.is_some() { first.unwrap_or(last) } else { last })
    }

    /// The number of a component that is declared behind these.
    pub fn next_slot(&self) -> usize {
        self.components.iter().map(|component| component.slot + 1).max().unwrap_or(0)
    }
}

/// A component of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// Name as declared.
    pub name: String,
    /// Where it is declared.
    pub loc: Loc,
    /// Its subtype.
    pub ty: TypeId,
    /// Default value.
    pub default: Option<super::tree::Expr>,
    /// For a component in variant parts: it exists when for all of these the discriminant (its
    /// index) has a value in one of the ranges of positions.
    pub guard: Vec<(usize, Vec<(Int, Int)>)>,
    /// Components in front of it are initialised by statements: so is this one, behind those.
    pub late: bool,
    /// Its number in all types of the derivation that have it; its place, unless types have other discriminants than
    /// their parents.
    pub slot: usize,
}

impl Component {
    /// Whether a value in an aggregate is the default one, which a box stands for.
    pub fn is_boxed(&self, value: &super::tree::Expr) -> bool {
        self.default.as_ref() == Some(value)
    }

    /// Whether it is in a variant that does not exist with these values of discriminants, by their places.
    pub fn is_excluded<'v>(&self, value: impl Fn(usize) -> Option<&'v Int>) -> bool {
        let outside =
            |ranges: &[(Int, Int)], value: &Int| !ranges.iter().any(|(low, high)| low <= value && value <= high);
        self.guard.iter().any(|(at, ranges)| value(*at).is_some_and(|value| outside(ranges, value)))
    }
}

/// What makes a type tagged (RM 3.9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tagged {
    /// No object has it as its own type (RM 3.9.3).
    pub abstract_: bool,
    /// An interface (RM 3.9.4).
    pub interface: bool,
    /// The interfaces it is derived from by name.
    pub interfaces: Vec<TypeId>,
    /// `T'Class`.
    pub class: TypeId,
}

/// What an access type says about its values (RM 3.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The designated subtype.
    pub designated: TypeId,
    /// Access-to-constant.
    pub constant: bool,
    /// An anonymous type: values of other types with the same designated subtype are converted to it.
    pub anonymous: bool,
    /// How many regions that end before the program are around the declaration: subprograms and blocks.
    pub level: u32,
}

/// The constraint of a subtype.
#[derive(Clone, Debug, PartialEq)]
pub enum Constraint {
    /// Of an access subtype: whether null is excluded, and the constrained subtype of what its values designate.
    Access(bool, Option<TypeId>),
    /// None beyond those of the base type.
    None,
    /// A scalar range, inclusive; null when the first exceeds the second.
    Range(Bound, Bound),
    /// Bounds of every dimension of an array.
    Index(Vec<(Bound, Bound)>),
    /// Values of the discriminants.
    Discriminants(Vec<Bound>),
}

/// A type or subtype.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// Name for messages.
    pub name: String,
    /// Where it is declared; `None` for predefined and anonymous ones.
    pub loc: Option<Loc>,
    /// The type itself, or the type this is a subtype of.
    pub base: TypeId,
    /// The parent type of a derived type (its base).
    pub parent: Option<TypeId>,
    /// Of the base; subtypes carry a copy of the cheap kinds and look records and arrays up in the base.
    pub kind: Kind,
    /// The constraint.
    pub constraint: Constraint,
    /// Subprograms that decide the predicates of the subtype (own and inherited): Boolean functions
    /// of one parameter.
    pub predicates: Vec<SubpId>,
    /// Subprograms that decide the invariants of a private type, like those of predicates.
    pub invariants: Vec<SubpId>,
    /// Subprograms that decide its `Default_Initial_Condition`, like those of predicates.
    pub initial_conditions: Vec<SubpId>,
    /// Something is said of how its values lie in storage.
    pub laid_out: bool,
    /// What is said of it, of a type itself.
    pub storage: super::bits::Storage,
    /// `Relaxed_Initialization`: parts of its objects may have no value.
    pub relaxed: bool,
    /// Of a tagged type itself, not of its subtypes and its class-wide type.
    pub tagged: Option<Tagged>,
    /// Of a class-wide type: the root of its class.
    pub class_of: Option<TypeId>,
    /// Digits of a floating point or decimal subtype, delta of an ordinary fixed point subtype, where they are others
    /// than those of its type (RM J.3, 3.5.9 (18)); for a decimal type also its own digits.
    pub accuracy: Option<Rat>,
    /// The value of aspect `Default_Value` or `Default_Component_Value`.
    pub default: Option<Box<super::tree::Expr>>,
    /// A private type whose full declaration was not met yet, with the discriminants of its partial view.
    pub partial: bool,
    /// The internal codes of an enumeration type in the order of its positions (RM 13.4); empty where they are the
    /// positions.
    pub codes: Vec<Int>,
    /// Of a scalar type itself: bits that are no value of it may become one of its objects (RM 13.9.1).
    pub perhaps_invalid: bool,
    /// Objects of the type, or parts of them, are volatile (RM C.6): every read may give another value.
    pub volatile: bool,
    /// An array with convention Fortran: loops over its elements run through the first dimension fastest (RM 5.5.2
    /// (12)).
    pub columns_first: bool,
    /// Annotated with `No_Wrap_Around` (user's guide of SPARK): arithmetic of the modular type is checked as that of
    /// integer types is.
    pub no_wrap: bool,
    /// Declared limited private or private in a package: name of the package for messages.
    pub private: bool,
}

impl Type {
    /// Functions that are called with values of the type where nothing names them: predicates, invariants, conditions
    /// on new objects.
    pub fn conditions(&self) -> impl Iterator<Item = SubpId> {
        self.predicates.iter().chain(&self.invariants).chain(&self.initial_conditions).copied()
    }
}

/// The arena.
#[derive(Clone, Debug, Default)]
pub struct Types {
    entries: Vec<Type>,
    /// User-defined primitive equality: the type as it was declared, and the function; the last one of a type counts.
    pub equalities: Vec<(TypeId, SubpId)>,
    /// Tagged types of the library without components whose descendants are not related by them: nothing is said of
    /// objects of their classes.
    pub apart: Vec<TypeId>,
    /// Well-known entries.
    pub std: Std,
}

/// The predefined types.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names are those of package Standard")]
pub struct Std {
    pub error: TypeId,
    pub no_value: TypeId,
    pub universal_integer: TypeId,
    pub universal_real: TypeId,
    pub universal_fixed: TypeId,
    pub boolean: TypeId,
    pub character: TypeId,
    pub wide_character: TypeId,
    pub wide_wide_character: TypeId,
    pub integer: TypeId,
    pub natural: TypeId,
    pub positive: TypeId,
    pub short_short_integer: TypeId,
    pub short_integer: TypeId,
    pub long_integer: TypeId,
    pub long_long_integer: TypeId,
    pub long_long_long_integer: TypeId,
    pub short_float: TypeId,
    pub float: TypeId,
    pub long_float: TypeId,
    pub long_long_float: TypeId,
    pub string: TypeId,
    pub wide_string: TypeId,
    pub wide_wide_string: TypeId,
    pub duration: TypeId,
    /// Stands for every string type while types are collected.
    pub any_string: TypeId,
    /// Stands for every array and record type: aggregates.
    pub any_composite: TypeId,
    /// An aggregate in brackets, as one of a container.
    pub any_container: TypeId,
    /// Stands for every access type: `null`, allocators, `'Access`.
    pub any_access: TypeId,
}

impl Default for Std {
    fn default() -> Std {
        let t = TypeId(0);
        Std {
            error: t,
            no_value: t,
            universal_integer: t,
            universal_real: t,
            universal_fixed: t,
            boolean: t,
            character: t,
            wide_character: t,
            wide_wide_character: t,
            integer: t,
            natural: t,
            positive: t,
            short_short_integer: t,
            short_integer: t,
            long_integer: t,
            long_long_integer: t,
            long_long_long_integer: t,
            short_float: t,
            float: t,
            long_float: t,
            long_long_float: t,
            string: t,
            wide_string: t,
            wide_wide_string: t,
            duration: t,
            any_string: t,
            any_composite: t,
            any_container: t,
            any_access: t,
        }
    }
}

/// The range of the two's complement numbers of a width.
pub fn signed_range(bits: u32) -> (Int, Int) {
    let half = Int::pow2(bits - 1);
    (-&half, &half - &Int::from(1))
}

impl std::ops::Index<TypeId> for Types {
    type Output = Type;
    fn index(&self, id: TypeId) -> &Type {
        &self.entries[id.0 as usize]
    }
}

impl std::ops::IndexMut<TypeId> for Types {
    fn index_mut(&mut self, id: TypeId) -> &mut Type {
        &mut self.entries[id.0 as usize]
    }
}

impl Types {
    /// The arena with package `Standard` in it.
    pub fn new() -> Types {
        let mut t = Types::default();
        let mut s = Std { error: t.add("any type", Kind::Error), ..Std::default() };
        s.no_value = t.add("no value", Kind::NoValue);
        s.universal_integer = t.add("universal integer", Kind::UniversalInteger);
        s.universal_real = t.add("universal real", Kind::UniversalReal);
        s.universal_fixed = t.add("universal fixed", Kind::UniversalFixed);
        let literals = vec!["False".to_string(), "True".to_string()];
        s.boolean = t.add("Boolean", Kind::Enumeration { literals, count: 2, character: false });
        let character = |count| Kind::Enumeration { literals: Vec::new(), count, character: true };
        s.character = t.add("Character", character(256));
        s.wide_character = t.add("Wide_Character", character(65_536));
        s.wide_wide_character = t.add("Wide_Wide_Character", character(1 << 31));
        let mut signed = |name: &str, bits| {
            let (low, high) = signed_range(bits);
            t.add(name, Kind::Signed { low, high })
        };
        s.short_short_integer = signed("Short_Short_Integer", 8);
        s.short_integer = signed("Short_Integer", 16);
        s.integer = signed("Integer", 32);
        s.long_integer = signed("Long_Integer", 64);
        s.long_long_integer = signed("Long_Long_Integer", 64);
        s.long_long_long_integer = signed("Long_Long_Long_Integer", 128);
        s.short_float = t.add("Short_Float", Kind::Float { digits: 6, bits: 32 });
        s.float = t.add("Float", Kind::Float { digits: 6, bits: 32 });
        s.long_float = t.add("Long_Float", Kind::Float { digits: 15, bits: 64 });
        s.long_long_float = t.add("Long_Long_Float", Kind::Float { digits: 18, bits: 80 });
        let (low, high) = signed_range(64);
        let small = Rat::new(Int::from(1), Int::from(1_000_000_000));
        s.duration = t.add("Duration", Kind::Fixed { delta: small.clone(), small, decimal: false, low, high });
        let top = Bound::Int(signed_range(32).1);
        let range = |low: i64| Constraint::Range(Bound::Int(Int::from(low)), top.clone());
        s.natural = t.add_subtype("Natural", None, s.integer, range(0));
        s.positive = t.add_subtype("Positive", None, s.integer, range(1));
        let mut string =
            |name: &str, element| t.add(name, Kind::Array { index: vec![s.positive], element, constrained: false });
        s.string = string("String", s.character);
        s.wide_string = string("Wide_String", s.wide_character);
        s.wide_wide_string = string("Wide_Wide_String", s.wide_wide_character);
        s.any_string = t.add("any string type", Kind::NoValue);
        s.any_composite = t.add("any composite type", Kind::NoValue);
        s.any_container = t.add("any container", Kind::NoValue);
        s.any_access = t.add("any access type", Kind::NoValue);
        t.std = s;
        t
    }

    /// Adds a type that is its own base.
    pub fn add(&mut self, name: &str, kind: Kind) -> TypeId {
        let id = TypeId(u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
        self.entries.push(Type {
            name: name.to_string(),
            loc: None,
            base: id,
            parent: None,
            kind,
            constraint: Constraint::None,
            predicates: Vec::new(),
            invariants: Vec::new(),
            initial_conditions: Vec::new(),
            laid_out: false,
            storage: super::bits::Storage::default(),
            relaxed: false,
            tagged: None,
            class_of: None,
            accuracy: None,
            default: None,
            partial: false,
            codes: Vec::new(),
            perhaps_invalid: false,
            volatile: false,
            columns_first: false,
            no_wrap: false,
            private: false,
        });
        id
    }

    /// Adds a subtype of `of` with a constraint. [`Constraint::None`] keeps the constraint of `of`.
    pub fn add_subtype(&mut self, name: &str, loc: Option<Loc>, of: TypeId, constraint: Constraint) -> TypeId {
        let parent = self[of].clone();
        let id = TypeId(u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
        let constraint = if constraint == Constraint::None { parent.constraint.clone() } else { constraint };
        self.entries.push(Type { name: name.to_string(), loc, constraint, tagged: None, ..parent });
        id
    }

    /// What makes a specific type, or a subtype of it, tagged.
    pub fn tagged(&self, id: TypeId) -> Option<&Tagged> {
        self[self.base(id)].tagged.as_ref()
    }

    /// Whether values of a type have tags: specific tagged types and class-wide ones.
    pub fn has_tag(&self, id: TypeId) -> bool {
        let base = &self[self.base(id)];
        base.tagged.is_some() || base.class_of.is_some()
    }

    /// Whether a view of an object of a type has all of its parts: one of an extension as its parent has not, and a
    /// class-wide one may not.
    pub fn is_whole_view(&self, own: TypeId, view: TypeId) -> bool {
        let class_wide = self.is_class_wide(own) || self.is_class_wide(view);
        !self.has_tag(own) || !class_wide && self.base(own) == self.base(view)
    }

    /// Whether a type is class-wide.
    pub fn is_class_wide(&self, id: TypeId) -> bool {
        self[self.base(id)].class_of.is_some()
    }

    /// The type itself, or the root of a class-wide type.
    pub fn specific(&self, id: TypeId) -> TypeId {
        let base = self.base(id);
        self[base].class_of.map_or(base, |root| self.base(root))
    }

    /// Whether a tagged type is another one or derived from it, also through interfaces.
    pub fn descends(&self, id: TypeId, from: TypeId) -> bool {
        let wanted = self.specific(from);
        let mut todo = vec![self.specific(id)];
        let mut seen = Vec::new();
        while let Some(at) = todo.pop() {
            if at == wanted {
                return true;
            }
            if seen.contains(&at) {
                continue;
            }
            seen.push(at);
            if let Some(tagged) = &self[at].tagged {
                todo.extend(self[at].parent.iter().chain(&tagged.interfaces).map(|one| self.base(*one)));
            }
        }
        false
    }

    /// The types that a type is derived from, its parent first.
    pub fn ancestors(&self, id: TypeId) -> Vec<TypeId> {
        self.lineage(self.specific(id)).split_off(1)
    }

    /// The base type, and the types that it is derived from. Illegal declarations may be derived from themselves.
    pub fn lineage(&self, id: TypeId) -> Vec<TypeId> {
        let mut found = vec![self.base(id)];
        while let Some(parent) = self[found[found.len() - 1]].parent.map(|parent| self.base(parent)) {
            if found.contains(&parent) {
                break;
            }
            found.push(parent);
        }
        found
    }

    /// The types that objects of a class have as their own: its members that are not abstract, in the order of their
    /// declarations.
    pub fn members(&self, class: TypeId) -> Vec<TypeId> {
        let concrete = |id: &TypeId| {
            let entry = &self[*id];
            entry.base == *id && entry.tagged.as_ref().is_some_and(|tagged| !tagged.abstract_ && !tagged.interface)
        };
        self.ids().filter(concrete).filter(|id| self.descends(*id, class)).collect()
    }

    /// All tagged types that share their representation with one: its ancestors and what descends from these.
    pub fn family(&self, id: TypeId) -> Vec<TypeId> {
        let all: Vec<TypeId> = self.ids().filter(|id| self[*id].base == *id && self[*id].tagged.is_some()).collect();
        let related = |a: TypeId| -> Vec<TypeId> {
            let own = self[a].tagged.iter().flat_map(|tagged| tagged.interfaces.clone()).chain(self[a].parent);
            let near = own.map(|one| self.base(one)).filter(|one| self[*one].tagged.is_some());
            near.filter(|one| !self.apart.contains(one) && !self.apart.contains(&a)).collect()
        };
        let mut found = vec![self.specific(id)];
        loop {
            let before = found.len();
            for one in &all {
                let near = related(*one);
                if found.contains(one) {
                    for ancestor in near {
                        if !found.contains(&ancestor) {
                            found.push(ancestor);
                        }
                    }
                } else if near.iter().any(|ancestor| found.contains(ancestor)) {
                    found.push(*one);
                }
            }
            if found.len() == before {
                break;
            }
        }
        found.sort();
        found
    }

    /// Gives a private type its full view, also where subtypes of it were made before.
    pub fn complete(&mut self, private: TypeId, full: Type) {
        for entry in self.entries.iter_mut().filter(|entry| entry.base == private) {
            entry.base = full.base;
            entry.kind = full.kind.clone();
            if entry.constraint == Constraint::None {
                entry.constraint = full.constraint.clone();
            }
        }
        self[private] = full;
    }

    /// The user-defined primitive equality of a record type: it is the equality of components and of membership tests,
    /// and in instances of generics (RM 4.5.2 (9.8, 24, 28.1)). Of other types the predefined one counts there.
    pub fn equality(&self, ty: TypeId) -> Option<SubpId> {
        let base = self.base(ty);
        if !matches!(self.kind(ty), Kind::Record(_)) {
            return None;
        }
        self.equalities.iter().rev().find(|(of, _)| self.base(*of) == base).map(|(_, function)| *function)
    }

    /// A type and the types of all its parts: components of records and elements of arrays, and theirs. Every subtype
    /// comes once; beneath one for which `leaf` holds nothing is looked at.
    fn parts_down_to(&self, ty: TypeId, leaf: impl Fn(TypeId) -> bool) -> impl Iterator<Item = TypeId> {
        let (mut todo, mut seen) = (vec![ty], BTreeSet::from([ty]));
        std::iter::from_fn(move || {
            let part = todo.pop()?;
            if !leaf(part) {
                match self.kind(part) {
                    Kind::Record(record) => {
                        todo.extend(record.components.iter().map(|one| one.ty).filter(|ty| seen.insert(*ty)));
                    }
                    Kind::Array { element, .. } => todo.extend(seen.insert(*element).then_some(*element)),
                    _ => {}
                }
            }
            Some(part)
        })
    }

    /// A type and the types of all its parts.
    pub fn parts(&self, ty: TypeId) -> impl Iterator<Item = TypeId> {
        self.parts_down_to(ty, |_| false)
    }

    /// The user-defined equalities that the predefined one of a type is made of, or its own.
    pub fn equalities_inside(&self, ty: TypeId) -> BTreeSet<SubpId> {
        if self.equalities.is_empty() {
            return BTreeSet::new();
        }
        self.parts_down_to(ty, |part| self.equality(part).is_some()).filter_map(|part| self.equality(part)).collect()
    }

    /// Whether values of a type are of another one, or have parts that are.
    pub fn has_part(&self, ty: TypeId, wanted: TypeId) -> bool {
        let wanted = self.base(wanted);
        self.parts(ty).any(|part| self.base(part) == wanted)
    }

    /// Whether a type, one it is derived from, or the type of a part of it has `Relaxed_Initialization`.
    pub fn is_relaxed(&self, ty: TypeId) -> bool {
        self.parts(ty).any(|part| self.is_wholly_relaxed(part))
    }

    /// Whether a type or one it is derived from has `Relaxed_Initialization`: predicates of its subtypes need not hold.
    pub fn is_wholly_relaxed(&self, ty: TypeId) -> bool {
        self.lineage(ty).iter().any(|&one| self[one].relaxed)
    }

    /// The conditions on objects of a type that are initialised by default: its own, or of an untagged type inherited
    /// ones.
    pub fn initial_conditions(&self, ty: TypeId) -> Vec<SubpId> {
        let tagged = self.tagged(ty).is_some();
        let lineage = self.lineage(ty).into_iter().take(if tagged { 1 } else { usize::MAX });
        lineage.flat_map(|one| self[one].initial_conditions.iter().copied()).collect()
    }

    /// Whether arithmetic of a modular type must not wrap around: its annotation, or that of a type it is derived from.
    pub fn wraps_around(&self, ty: TypeId) -> bool {
        !self.lineage(ty).into_iter().any(|one| self[one].no_wrap)
    }

    /// Whether a type or a part of it has predicates.
    pub fn has_predicates(&self, ty: TypeId) -> bool {
        self.parts(ty).any(|part| !self[part].predicates.is_empty())
    }

    /// Whether values of a type have tags, or parts with tags.
    pub fn has_tags(&self, ty: TypeId) -> bool {
        self.parts(ty).any(|part| self.has_tag(part))
    }

    /// Whether values of a type have components that exist for some discriminants only.
    pub fn has_variants(&self, ty: TypeId) -> bool {
        let varies = |record: &Record| record.components.iter().any(|component| !component.guard.is_empty());
        self.parts(ty).any(|part| self.record(part).is_some_and(varies))
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// All entries.
    pub fn ids(&self) -> impl Iterator<Item = TypeId> {
        (0..u32::try_from(self.entries.len()).unwrap_or(u32::MAX)).map(TypeId)
    }

    /// Whether there are no entries; never the case after [`Types::new`].
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The base type.
    pub fn base(&self, id: TypeId) -> TypeId {
        self[id].base
    }

    /// What the type is made of.
    pub fn kind(&self, id: TypeId) -> &Kind {
        &self[self[id].base].kind
    }

    /// Integer, modular or enumeration.
    pub fn is_discrete(&self, id: TypeId) -> bool {
        matches!(
            self.kind(id),
            Kind::Enumeration { .. } | Kind::Signed { .. } | Kind::Modular(_) | Kind::UniversalInteger | Kind::Error
        )
    }

    /// Signed, modular, or universal integer.
    pub fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.kind(id), Kind::Signed { .. } | Kind::Modular(_) | Kind::UniversalInteger | Kind::Error)
    }

    /// Floating or fixed point, or universal real.
    pub fn is_real(&self, id: TypeId) -> bool {
        matches!(
            self.kind(id),
            Kind::Float { .. } | Kind::Fixed { .. } | Kind::UniversalReal | Kind::UniversalFixed | Kind::Error
        )
    }

    /// Floating point or universal real.
    pub fn is_float(&self, id: TypeId) -> bool {
        matches!(self.kind(id), Kind::Float { .. } | Kind::UniversalReal | Kind::Error)
    }

    /// Integer or real.
    pub fn is_numeric(&self, id: TypeId) -> bool {
        self.is_integer(id) || self.is_real(id)
    }

    /// Discrete or real.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        self.is_discrete(id) || self.is_real(id)
    }

    /// `Boolean` or derived from it.
    pub fn is_boolean(&self, id: TypeId) -> bool {
        let mut at = self.base(id);
        loop {
            if at == self.std.boolean || at == self.std.error {
                return true;
            }
            match self[at].parent {
                Some(parent) => at = self.base(parent),
                None => return false,
            }
        }
    }

    /// The index subtypes and the component subtype of an array type.
    pub fn array(&self, id: TypeId) -> Option<(&[TypeId], TypeId)> {
        match self.kind(id) {
            Kind::Array { index, element, .. } => Some((index, *element)),
            _ => None,
        }
    }

    /// Whether a scalar type has aspect `Default_Value`: `out` parameters of it begin with the value of the actual one
    /// (RM 6.4.1 (13.1)).
    pub fn has_default_value(&self, id: TypeId) -> bool {
        self.is_scalar(id) && (self[id].default.is_some() || self[self.base(id)].default.is_some())
    }

    /// Whether objects of a type are volatile, wholly or in part (RM C.6).
    pub fn is_volatile(&self, id: TypeId) -> bool {
        self.parts(id).any(|part| self[part].volatile || self[self.base(part)].volatile)
    }

    /// Whether parameters of a type are passed by reference for sure (RM 6.2 (4-9), C.6 (18)).
    pub fn is_by_reference(&self, id: TypeId) -> bool {
        let limited = |part: TypeId| self.record(part).is_some_and(|record| record.limited);
        let composite = matches!(self.kind(id), Kind::Array { .. } | Kind::Record(_));
        composite && (self.is_volatile(id) || self.parts(id).any(|part| limited(part) || self.has_tag(part)))
    }

    /// Whether values of a type are made by one package alone, wholly or in part.
    pub fn is_private(&self, id: TypeId) -> bool {
        self.parts(id).any(|part| self[part].private || self[self.base(part)].private)
    }

    /// The components of a record type.
    pub fn record(&self, id: TypeId) -> Option<&Record> {
        match self.kind(id) {
            Kind::Record(record) => Some(record),
            _ => None,
        }
    }

    /// A one-dimensional array of characters.
    pub fn is_string(&self, id: TypeId) -> bool {
        match self.array(id) {
            Some((index, element)) => {
                index.len() == 1 && matches!(self.kind(element), Kind::Enumeration { character: true, .. })
            }
            None => id == self.std.error,
        }
    }

    /// An array subtype with its bounds, or a type that is not an array.
    pub fn is_constrained(&self, id: TypeId) -> bool {
        match self.kind(id) {
            Kind::Array { .. } => matches!(self[id].constraint, Constraint::Index(_)),
            Kind::Record(record) => {
                record.discriminants == 0 || matches!(self[id].constraint, Constraint::Discriminants(_))
            }
            _ => true,
        }
    }

    /// The range of the base type of a discrete type: what machine arithmetic can hold.
    pub fn base_range(&self, id: TypeId) -> Option<(Int, Int)> {
        match self.kind(id) {
            Kind::Enumeration { count, .. } => Some((Int::from(0), Int::from(i64::from(*count) - 1))),
            Kind::Signed { low, high } | Kind::Fixed { low, high, .. } => Some((low.clone(), high.clone())),
            Kind::Modular(modulus) => Some((Int::from(0), modulus - &Int::from(1))),
            _ => None,
        }
    }

    /// The bounds of a scalar subtype.
    pub fn bounds(&self, id: TypeId) -> Option<(Bound, Bound)> {
        if let Constraint::Range(low, high) = &self[id].constraint {
            return Some((low.clone(), high.clone()));
        }
        match self.kind(id) {
            Kind::Float { bits, .. } => {
                let last = float_last(*bits);
                Some((Bound::Real(-&last), Bound::Real(last)))
            }
            Kind::Fixed { small, low, high, .. } => {
                let of = |n: &Int| Bound::Real(&Rat::from(n.clone()) * small);
                Some((of(low), of(high)))
            }
            _ => self.base_range(id).map(|(low, high)| (Bound::Int(low), Bound::Int(high))),
        }
    }

    /// Whether every pattern of bits of an object is a value of its subtype.
    pub fn has_every_pattern(&self, id: TypeId) -> bool {
        const SIZES: [u32; 5] = [8, 16, 32, 64, 128];
        let is_whole = || self.static_range(id) == self.base_range(id);
        match self.kind(id) {
            Kind::Modular(modulus) => SIZES.iter().any(|bits| *modulus == Int::pow2(*bits)) && is_whole(),
            Kind::Signed { .. } => {
                SIZES.iter().any(|bits| self.base_range(id) == Some(signed_range(*bits))) && is_whole()
            }
            Kind::Array { element, .. } => self.has_every_pattern(*element),
            Kind::Record(record) => {
                record.discriminants == 0
                    && record.components.iter().all(|component| self.has_every_pattern(component.ty))
            }
            _ => false,
        }
    }

    /// Whether nothing but bits makes a value of a type: scalars, and arrays and records of them that all have the same
    /// parts. What some bits are no value of has values all the same.
    pub fn is_made_of_bits(&self, id: TypeId) -> bool {
        let plain = |part: TypeId| match self.kind(part) {
            Kind::Enumeration { .. }
            | Kind::Signed { .. }
            | Kind::Modular(_)
            | Kind::Float { .. }
            | Kind::Fixed { .. }
            | Kind::Array { .. } => true,
            Kind::Record(record) => record.discriminants == 0 && !self.has_tag(part),
            _ => false,
        };
        let stated = |part: TypeId| !self[part].predicates.is_empty() || !self[self.base(part)].invariants.is_empty();
        self.is_constrained(id) && self.parts(id).all(|part| plain(part) && !stated(part))
    }

    /// Notes of the scalar parts of a type that bits may come into their objects which are no values of them.
    pub fn note_perhaps_invalid(&mut self, id: TypeId) {
        let scalars: Vec<TypeId> = self.parts(id).filter(|part| self.is_scalar(*part)).collect();
        for part in scalars {
            let base = self.base(part);
            self[base].perhaps_invalid = true;
        }
    }

    /// Whether the bits of an object of a type may be no value of it.
    pub fn may_be_invalid(&self, id: TypeId) -> bool {
        self.parts(id).any(|part| self[self.base(part)].perhaps_invalid && !self.has_every_pattern(part))
    }

    /// The bounds of a discrete subtype when they are static; those of a fixed point subtype as multiples of its small.
    pub fn static_range(&self, id: TypeId) -> Option<(Int, Int)> {
        if let (Kind::Fixed { small, .. }, Some((Bound::Real(low), Bound::Real(high)))) =
            (self.kind(id), self.bounds(id))
        {
            return Some((super::fixed::truncated(&low, small), super::fixed::truncated(&high, small)));
        }
        match self.bounds(id)? {
            (Bound::Int(low), Bound::Int(high)) => Some((low, high)),
            _ => None,
        }
    }

    /// The numbers that an object of a discrete or fixed point subtype may hold: those of a static range. A subtype
    /// that has no values has objects too, which hold some value of the base type without being given one.
    pub fn value_range(&self, id: TypeId) -> Option<(Int, Int)> {
        let own = self.static_range(id).filter(|(low, high)| low <= high);
        own.or_else(|| self.base_range(id))
    }

    /// Whether an expression of type `actual` can stand where `expected` is wanted: same base type,
    /// or a universal number for a numeric type (RM 8.6 (20–25)).
    pub fn compatible(&self, actual: TypeId, expected: TypeId) -> bool {
        let (a, e) = (self.base(actual), self.base(expected));
        let s = &self.std;
        a == e
            || self.is_unknown(a)
            || self.is_unknown(e)
            || (a == s.universal_integer && self.is_integer(e))
            || (a == s.universal_real && self.is_real(e))
            || (a == s.universal_fixed && matches!(self.kind(e), Kind::Fixed { .. }))
            || (a == s.any_string && self.is_string(e))
            || (a == s.any_composite && (self.array(e).is_some() || self.record(e).is_some()))
            || (self[e].class_of.is_some() && self.has_tag(a) && self.descends(a, e))
            || (a == s.any_access && self.access(e).is_some())
            || self.is_implicitly_converted(a, e)
    }

    /// Whether two base types are one, as far as is known.
    pub fn same(&self, a: TypeId, b: TypeId) -> bool {
        a == b || self.is_unknown(a) && self.is_unknown(b) && self[a].name.eq_ignore_ascii_case(&self[b].name)
    }

    /// Whether nothing is known of the type: what is wrong with it, or outside the subset, is said elsewhere.
    pub fn is_unknown(&self, ty: TypeId) -> bool {
        ty == self.std.error || matches!(self[ty].kind, Kind::Unsupported(_))
    }

    /// Whether values of one access type become those of another one without being told: where one of the two is
    /// anonymous (RM 4.6 (24.7), 8.6 (25)).
    fn is_implicitly_converted(&self, from: TypeId, to: TypeId) -> bool {
        let (Some(from), Some(to)) = (self.access(from), self.access(to)) else { return false };
        (from.anonymous || to.anonymous)
            && (self.base(from.designated) == self.base(to.designated) || self.covers(to.designated, from.designated))
            && (to.constant || !from.constant)
    }

    /// Whether a type is the class-wide one of a class that another type is in (RM 3.4.1 (5)).
    pub fn covers(&self, class: TypeId, ty: TypeId) -> bool {
        self.is_class_wide(class) && self.has_tag(ty) && self.descends(ty, class)
    }

    /// The specific tagged type whose calls a parameter or result of a type controls (RM 3.9.2 (2)).
    pub fn controlled(&self, ty: TypeId) -> Option<TypeId> {
        let of = match self.access(ty) {
            Some(access) if access.anonymous => access.designated,
            Some(_) => return None,
            None => ty,
        };
        let base = self.base(of);
        self[base].tagged.is_some().then_some(base)
    }

    /// For each specific tagged type the first of those that are related to it by ancestors, which stands for them all.
    pub fn families(&self) -> BTreeMap<TypeId, TypeId> {
        let mut first = BTreeMap::new();
        for id in self.ids().filter(|id| self[*id].base == *id && self[*id].tagged.is_some()) {
            if !first.contains_key(&id) {
                first.extend(self.family(id).into_iter().map(|member| (member, id)));
            }
        }
        first
    }

    /// The class-wide type that has all objects of types that are related to a tagged one by ancestors; `None` if
    /// their classes have no ancestor in common.
    pub fn class_of_family(&self, ty: TypeId) -> Option<TypeId> {
        let family = self.family(self.specific(ty));
        let tagged = |id: &TypeId| self[*id].tagged.as_ref();
        let concrete: Vec<TypeId> = family
            .iter()
            .copied()
            .filter(|id| tagged(id).is_some_and(|tagged| !tagged.abstract_ && !tagged.interface))
            .collect();
        let root = family.iter().find(|root| concrete.iter().all(|one| self.descends(*one, **root)))?;
        tagged(root).map(|tagged| tagged.class)
    }

    /// What an access type says about its values.
    pub fn access(&self, id: TypeId) -> Option<&Access> {
        match self.kind(id) {
            Kind::Access(access) => Some(access),
            _ => None,
        }
    }

    /// Whether values of an access type designate subprograms.
    pub fn is_to_subprograms(&self, id: TypeId) -> bool {
        self.access(id).is_some_and(|access| matches!(self.kind(access.designated), Kind::Subprogram))
    }

    /// Scalar or access: always passed by copy (RM 6.2 (3)).
    pub fn is_elementary(&self, id: TypeId) -> bool {
        self.is_scalar(id) || self.access(id).is_some()
    }

    /// Whether a value of a type is an access value, or has parts that are.
    pub fn has_accesses(&self, id: TypeId) -> bool {
        self.parts(id).any(|part| self.access(part).is_some())
    }

    /// Whether null is no value of an access subtype.
    pub fn excludes_null(&self, id: TypeId) -> bool {
        matches!(self[id].constraint, Constraint::Access(true, _))
    }

    /// Whether two types have a common ancestor by derivation.
    pub fn related(&self, a: TypeId, b: TypeId) -> bool {
        self.root(a) == self.root(b)
    }

    /// Whether the codes of the literals of an enumeration type are not numbers in a row.
    pub fn codes_leave_gaps(&self, id: TypeId) -> bool {
        self[self.base(id)].codes.windows(2).any(|two| two[1] != &two[0] + &Int::from(1))
    }

    /// The ultimate ancestor of a type.
    pub fn root(&self, id: TypeId) -> TypeId {
        let mut at = self.base(id);
        while let Some(parent) = self[at].parent {
            at = self.base(parent);
        }
        at
    }

    /// The name as GNAT would print it in `expected type "…"`.
    pub fn describe(&self, id: TypeId) -> String {
        let base = &self[self.base(id)];
        match &base.kind {
            Kind::UniversalInteger => "type universal integer".to_string(),
            Kind::UniversalReal => "type universal real".to_string(),
            Kind::UniversalFixed => "type universal fixed".to_string(),
            _ if id.0 <= self.std.duration.0 || self[id].loc.is_none() && !base.name.is_empty() && id == base.base => {
                format!("type \"{}\"", self.qualified(base.name.as_str(), base.base))
            }
            _ => format!("type \"{}\"", base.name),
        }
    }

    fn qualified(&self, name: &str, id: TypeId) -> String {
        if id.0 <= self.std.duration.0 || id == self.std.string { format!("Standard.{name}") } else { name.to_string() }
    }

    /// Size of the base type in bits, for messages: `32` for `Integer`.
    pub fn bits(&self, id: TypeId) -> u32 {
        let Some((low, high)) = self.base_range(id) else { return 0 };
        [8, 16, 32, 64]
            .into_iter()
            .find(|bits| {
                let (first, last) = signed_range(*bits);
                first <= low && high <= last
            })
            .unwrap_or(128)
    }
}

/// The largest finite number of a binary floating point format, exactly.
pub fn float_last(bits: u32) -> Rat {
    let (precision, exponent) = match bits {
        32 => (24, 128),
        64 => (53, 1024),
        _ => (64, 16_384),
    };
    Rat::from(&Int::pow2(exponent) - &Int::pow2(exponent - precision))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_has_the_ranges_of_gnat() {
        let t = Types::new();
        assert_eq!(t.static_range(t.std.integer), Some((Int::from(-2_147_483_648), Int::from(2_147_483_647))));
        assert_eq!(t.static_range(t.std.natural), Some((Int::from(0), Int::from(2_147_483_647))));
        assert_eq!(t.base_range(t.std.positive), t.static_range(t.std.integer));
        assert_eq!(t.bits(t.std.natural), 32);
        assert_eq!(t.static_range(t.std.boolean), Some((Int::from(0), Int::from(1))));
    }

    #[test]
    fn universal_numbers_fit_their_class_only() {
        let t = Types::new();
        assert!(t.compatible(t.std.universal_integer, t.std.natural));
        assert!(!t.compatible(t.std.universal_integer, t.std.float));
        assert!(t.compatible(t.std.universal_real, t.std.float));
        assert!(!t.compatible(t.std.integer, t.std.long_integer));
        assert!(t.compatible(t.std.integer, t.std.positive));
    }

    #[test]
    fn the_largest_float_is_exact() {
        assert_eq!(
            float_last(32).to_int().map(|i| i.to_string()).as_deref(),
            Some("340282346638528859811704183484516925440")
        );
    }
}
