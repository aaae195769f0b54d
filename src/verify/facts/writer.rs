//! Terms as conditions in the notation of a language: with its names, its operators, and numbers that go together.

use horn_frontend::ir::{Program, TypeId, TypeKind};
use horn_frontend::{Notation, Operator};
use horn_solver::num::{Int, Rat};
use horn_solver::term::{Op, Store, TermId, conjuncts, free_vars, postorder};

/// Conditions nested deeper than this are left out.
const DEPTH: usize = 12;
/// Conjuncts longer than this are left out: nobody reads them.
const LENGTH: usize = 120;

/// What the source calls a variable.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// The name.
    pub text: String,
    /// Its type.
    pub ty: TypeId,
}

/// Which numbers go together in one condition of a language that does not convert them by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Family {
    /// Integers that the machine calculates with in this range; none: in any.
    Integers(Option<(Int, Int)>),
    /// Calculation begins again at 0 from here on, which is not what is meant.
    Modular(Int),
    /// What is written as a number of its own in any case, or is none.
    Any,
}

/// The family of the numbers of a type, for arrays of their components.
fn family(program: &Program, ty: TypeId) -> Family {
    match &program.ty(ty).kind {
        TypeKind::Int(int) if int.literals.is_some() || int.small.is_some() => Family::Any,
        TypeKind::Int(int) => Family::Integers(int.base.as_ref().map(|base| (base.first.clone(), base.last.clone()))),
        TypeKind::Modular(modular) => Family::Modular(modular.modulus.clone()),
        TypeKind::Array(array) => family(program, array.component),
        _ => Family::Any,
    }
}

/// Writes terms in the notation of a language.
pub(super) struct Writer<'a> {
    /// The terms.
    pub store: &'a Store,
    /// The program, with its types.
    pub program: &'a Program,
    /// The notation.
    pub notation: &'a dyn Notation,
    /// What the variables of the terms are called.
    pub names: Vec<Option<Name>>,
    /// Variables are written as numbers that go together with all others.
    pub numbers: bool,
}

impl Writer<'_> {
    /// The conjuncts that have a text, and say something.
    pub fn parts(&self, definition: TermId) -> Vec<String> {
        conjuncts(self.store, definition).into_iter().filter_map(|part| self.part(part)).collect()
    }

    pub fn part(&self, part: TermId) -> Option<String> {
        let names = self.names.clone();
        let writer = Writer { names, numbers: self.is_mixed(part)?, ..*self };
        let text = writer.condition(part, DEPTH)?;
        (text.len() <= LENGTH && text != self.notation.truth(true)).then_some(text)
    }

    /// Whether a condition is about numbers of different types, or calculates with those that begin again at 0; `None`
    /// if there are components of arrays among these, which have no other names.
    fn is_mixed(&self, part: TermId) -> Option<bool> {
        let terms = postorder(self.store, &[part]);
        let mut families: Vec<Family> = Vec::new();
        let mut arrays = false;
        for var in free_vars(self.store, &[part]) {
            let name = self.store.as_var(var).and_then(|at| self.names.get(at as usize)?.as_ref());
            let Some(name) = name else { continue };
            arrays |= matches!(self.program.ty(name.ty).kind, TypeKind::Array(_));
            let family = family(self.program, name.ty);
            if family != Family::Any && !families.contains(&family) {
                families.push(family);
            }
        }
        let calculates = self.calculates(&terms);
        let wraps = families.iter().any(|family| matches!(family, Family::Modular(_)));
        let mixed = families.len() > 1 || (wraps && calculates);
        (!mixed || !arrays).then_some(mixed)
    }

    /// Whether something is added or multiplied when these terms are written; a comparison of two values as their
    /// difference with 0 is written as one of the values.
    fn calculates(&self, terms: &[TermId]) -> bool {
        let compares = |term: &&TermId| matches!(self.store.op(**term), Op::Le | Op::Eq);
        let mut compared: Vec<TermId> =
            terms.iter().filter(compares).flat_map(|term| self.store.args(*term)).copied().collect();
        for at in 0..compared.len() {
            if *self.store.op(compared[at]) == Op::Add {
                compared.extend_from_slice(self.store.args(compared[at]));
            }
        }
        let sums = |term: &TermId| {
            let mut counts = [0; 2];
            for (side, arg) in self.store.args(*term).iter().enumerate() {
                for (factor, rest) in sum(self.store, *arg).into_iter().filter(|(factor, _)| !factor.is_zero()) {
                    counts[if factor < Rat::ZERO { 1 - side } else { side }] += 1;
                    if rest.is_some() && factor.abs() != Rat::ONE {
                        return true;
                    }
                }
            }
            counts.iter().any(|count| *count > 1)
        };
        let inside = |term: &&TermId| matches!(self.store.op(**term), Op::Add | Op::Mul) && !compared.contains(*term);
        terms.iter().any(|term| compares(&term) && sums(term)) || terms.iter().any(|term| inside(&term))
    }

    /// What a variable is called in a condition.
    fn name(&self, at: u32) -> Option<String> {
        let Name { text, ty } = self.names.get(at as usize)?.as_ref()?;
        let Writer { program, notation, .. } = self;
        if self.numbers { notation.as_number(program, *ty, text) } else { notation.in_conditions(program, *ty, text) }
    }

    /// The index of a component: a variable under its own name, whatever its type.
    fn index(&self, term: TermId, depth: usize) -> Option<String> {
        match self.store.op(term) {
            Op::Var(at) => Some(self.names.get(*at as usize)?.as_ref()?.text.clone()),
            _ => self.value(term, depth),
        }
    }

    /// A condition, if it has a text.
    fn condition(&self, term: TermId, depth: usize) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        let args = self.store.args(term);
        Some(match self.store.op(term) {
            Op::Bool(value) => self.notation.truth(*value).to_string(),
            Op::Var(_) => self.value(term, depth)?,
            Op::Not => match self.store.op(args[0]) {
                Op::Le => self.comparison(args[0], depth, Operator::Greater)?,
                Op::Eq => self.comparison(args[0], depth, Operator::Unequal)?,
                _ => self.notation.not(&self.grouped(args[0], depth)?),
            },
            op @ (Op::And | Op::Or) => {
                let operator = if *op == Op::And { Operator::And } else { Operator::Or };
                let word = self.notation.operator(operator)?;
                let parts: Option<Vec<String>> = args.iter().map(|arg| self.grouped(*arg, depth)).collect();
                parts?.join(&format!(" {word} "))
            }
            Op::Le => self.comparison(term, depth, Operator::AtMost)?,
            Op::Eq => self.comparison(term, depth, Operator::Equal)?,
            _ => return None,
        })
    }

    fn grouped(&self, term: TermId, depth: usize) -> Option<String> {
        let text = self.condition(term, depth)?;
        let simple = matches!(self.store.op(term), Op::Var(_) | Op::Bool(_) | Op::Le | Op::Eq);
        Some(if simple { text } else { format!("({text})") })
    }

    /// `left op right`, with the negative monomials of the left side moved to the right.
    fn comparison(&self, term: TermId, depth: usize, op: Operator) -> Option<String> {
        let &[left, right] = self.store.args(term) else { return None };
        let mut sides: [Vec<String>; 2] = [Vec::new(), Vec::new()];
        for (monomials, here) in [(left, 0), (right, 1)] {
            for (factor, rest) in sum(self.store, monomials) {
                let side = if factor < Rat::ZERO { 1 - here } else { here };
                let factor = factor.abs();
                if factor.is_zero() && (rest.is_some() || !sides[side].is_empty()) {
                    continue;
                }
                sides[side].push(self.monomial(&factor, rest, depth)?);
            }
        }
        let plus = format!(" {} ", self.notation.operator(Operator::Plus)?);
        let mut texts = sides.iter().map(|side| if side.is_empty() { "0".to_string() } else { side.join(&plus) });
        let (left, right) = (texts.next()?, texts.next()?);
        // A number alone on the left is unusual: turn the comparison round.
        if left.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '_') {
            let turned = match op {
                Operator::AtMost => Operator::AtLeast,
                Operator::Greater => Operator::Less,
                other => other,
            };
            return self.notation.infix(&right, turned, &left);
        }
        self.notation.infix(&left, op, &right)
    }

    /// A factor that is not negative, and the rest unless it is a number.
    fn monomial(&self, factor: &Rat, rest: Option<TermId>, depth: usize) -> Option<String> {
        let number = self.notation.number(factor);
        let Some(rest) = rest else { return Some(number) };
        let rest = self.value(rest, depth)?;
        if *factor == Rat::ONE { Some(rest) } else { self.notation.infix(&number, Operator::Times, &rest) }
    }

    /// A value, if it has a text.
    fn value(&self, term: TermId, depth: usize) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        let args = self.store.args(term);
        match self.store.op(term) {
            Op::Var(at) => self.name(*at),
            Op::Num(rat) => Some(self.notation.number(rat)),
            Op::Bool(truth) => Some(self.notation.truth(*truth).to_string()),
            Op::Select => {
                let index = self.index(args[1], depth)?;
                Some(self.notation.component(&self.value(args[0], depth)?, &[index]))
            }
            Op::Add => {
                let minus = self.notation.operator(Operator::Minus)?;
                let plus = self.notation.operator(Operator::Plus)?;
                let mut text = String::new();
                for (factor, rest) in sum(self.store, term) {
                    text += &match (factor < Rat::ZERO, text.is_empty()) {
                        (true, true) => minus.to_string(),
                        (true, false) => format!(" {minus} "),
                        (false, true) => String::new(),
                        (false, false) => format!(" {plus} "),
                    };
                    text += &self.monomial(&factor.abs(), rest, depth)?;
                }
                Some(text)
            }
            Op::Mul => {
                let parts: Option<Vec<String>> = args.iter().map(|arg| self.factor(*arg, depth)).collect();
                Some(parts?.join(&format!(" {} ", self.notation.operator(Operator::Times)?)))
            }
            Op::ToReal => self.value(args[0], depth),
            Op::IntMod => {
                let divisor = self.value(args[1], depth).filter(|text| text.bytes().all(|c| c.is_ascii_digit()))?;
                self.notation.infix(&self.factor(args[0], depth)?, Operator::Modulo, &divisor)
            }
            _ => None,
        }
    }

    /// A value as an operand of a product or a division.
    fn factor(&self, term: TermId, depth: usize) -> Option<String> {
        let text = self.value(term, depth)?;
        Some(if *self.store.op(term) == Op::Add { format!("({text})") } else { text })
    }
}

/// The monomials of a term: factor, and the rest unless it is a number.
pub(super) fn sum(store: &Store, term: TermId) -> Vec<(Rat, Option<TermId>)> {
    let monomials = if *store.op(term) == Op::Add { store.args(term) } else { std::slice::from_ref(&term) };
    let monomial = |term: &TermId| match (store.op(*term), store.args(*term)) {
        (Op::Num(number), _) => (number.clone(), None),
        (Op::Mul, &[factor, rest]) => match store.op(factor) {
            Op::Num(number) => (number.clone(), Some(rest)),
            _ => (Rat::ONE, Some(*term)),
        },
        _ => (Rat::ONE, Some(*term)),
    };
    monomials.iter().map(monomial).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::report::{Fact, FactKind};
    use horn_frontend::interp::Value;
    use horn_frontend::ir::{IntType, Loc, ModularType, Range, Type};
    use horn_solver::term::SortId;

    /// Mathematics.
    struct Signs;

    impl Notation for Signs {
        fn value(&self, _: &Program, _: TypeId, _: &Value) -> String {
            String::new()
        }

        fn truth(&self, value: bool) -> &'static str {
            if value { "⊤" } else { "⊥" }
        }

        fn operator(&self, operator: Operator) -> Option<&'static str> {
            Some(match operator {
                Operator::And => "∧",
                Operator::Or => "∨",
                Operator::Equal => "is",
                Operator::Unequal => "isn't",
                Operator::Less => "<",
                Operator::AtMost => "≤",
                Operator::Greater => ">",
                Operator::AtLeast => "≥",
                Operator::Plus => "+",
                Operator::Minus => "−",
                Operator::Times => "·",
                Operator::Modulo => "rem",
            })
        }

        fn not(&self, condition: &str) -> String {
            format!("¬{condition}")
        }

        fn component(&self, array: &str, index: &[String]) -> String {
            format!("{array}{index:?}")
        }

        fn on_entry(&self, _: &str) -> Option<String> {
            None
        }

        fn assignment(&self, target: &str, value: &str) -> String {
            format!("{target}:{value}")
        }

        fn call(&self, callee: &str, _: &[(String, String)]) -> String {
            callee.to_string()
        }

        fn as_number(&self, _: &Program, _: TypeId, name: &str) -> Option<String> {
            Some(format!("#{name}"))
        }
    }

    #[test]
    fn conditions_read_like_the_language() {
        let mut store = Store::new();
        let (x, y) = (store.var(0, SortId::INT), store.var(1, SortId::INT));
        let mut program = Program::default();
        let ty = program.add_type(Type { name: "T".to_string(), kind: TypeKind::Int(IntType::default()) });
        let name = |text: &str| Some(Name { text: text.to_string(), ty }).filter(|name| name.text != "$3");
        let text = |store: &Store, term, second: &str| {
            let names = vec![name("X"), name(second)];
            let writer = Writer { store, program: &program, notation: &Signs, names, numbers: false };
            writer.part(term)
        };
        let zero = store.int(0);
        let two = store.int(2);
        let rest = store.int_mod(x, two);
        let even = store.eq(rest, zero);
        assert_eq!(text(&store, even, "Y").as_deref(), Some("X rem 2 is 0"));
        let difference = store.sub(x, y);
        let at_most = store.le(difference, zero);
        let equal = store.eq(x, y);
        let unequal = store.not(equal);
        let greater = store.not(at_most);
        let both = store.or(&[at_most, greater]);
        assert_eq!(text(&store, at_most, "Y").as_deref(), Some("X ≤ Y"));
        assert_eq!(text(&store, equal, "Y").as_deref(), Some("X is Y"));
        assert_eq!(text(&store, unequal, "Y").as_deref(), Some("X isn't Y"));
        let sum = store.add(&[x, two]);
        let large = store.le(two, sum);
        assert_eq!(text(&store, large, "Y").as_deref(), Some("X ≥ 0"));
        // What always holds says nothing.
        assert_eq!(text(&store, both, "Y"), None);
        assert_eq!(text(&store, at_most, "$3"), None);
        let parts = ["X >= 0", "Y = 1"].map(str::to_string).to_vec();
        let fact = Fact { kind: FactKind::Loop, loc: Loc::NONE, parts, why: Vec::new() };
        assert_eq!(fact.text(&Signs), "loop invariant found: X >= 0 ∧ Y = 1");
    }

    /// Numbers of different types go together as positions, and so do those that begin again at 0 in sums; components
    /// of arrays have no such names.
    #[test]
    fn numbers_of_different_types_are_made_comparable() {
        let mut store = Store::new();
        let (x, y) = (store.var(0, SortId::INT), store.var(1, SortId::INT));
        let mut program = Program::default();
        let int = |last: i64| {
            let base = Some(Range { first: Int::from(-last), last: Int::from(last) });
            TypeKind::Int(IntType { base, ..IntType::default() })
        };
        let modular = TypeKind::Modular(ModularType { modulus: Int::from(8), range: None });
        let [small, large, wrapping] = [int(9), int(99), modular].map(|kind| {
            let name = "T".to_string();
            program.add_type(Type { name, kind })
        });
        let text = |store: &Store, term, types: [TypeId; 2]| {
            let names = types.iter().zip(["X", "Y"]).map(|(ty, text)| Some(Name { text: text.to_string(), ty: *ty }));
            let names = names.collect();
            let writer = Writer { store, program: &program, notation: &Signs, names, numbers: false };
            writer.part(term).expect("a text")
        };
        let (at_most, two) = (store.le(x, y), store.int(2));
        assert_eq!(text(&store, at_most, [small, small]), "X ≤ Y");
        assert_eq!(text(&store, at_most, [small, large]), "#X ≤ #Y");
        assert_eq!(text(&store, at_most, [wrapping, wrapping]), "X ≤ Y");
        let sum = store.add(&[x, y]);
        let bounded = store.le(sum, two);
        assert_eq!(text(&store, bounded, [large, large]), "X + Y ≤ 2");
        assert_eq!(text(&store, bounded, [wrapping, wrapping]), "#X + #Y ≤ 2");
    }
}
