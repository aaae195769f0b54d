//! `'Image` (RM 3.5 (30), 4.10): the texts of integers, of enumeration literals and of characters, exactly. Those of
//! real numbers are any text. `'Value` (RM 3.5 (52)) of a text that is written there, exactly; of another one, any
//! value, and a check that it is an image, which runs compute.

use super::Refusal;
use super::expr::UNKNOWN_VALUE;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::{Expr, ExprKind};
use crate::sema::types::{Kind, TypeId as AdaType};
use crate::sema::{character_image, is_graphic};
use horn_frontend::ir::{self, BinaryOp as Ir, CheckKind, ExprId, Images, OfText, TypeId, UnaryOp};
use horn_solver::num::Int;

/// Enumerations with more literals have any texts.
const MAX_LITERALS: usize = 64;

/// Why texts are checked.
const NO_IMAGE: &str = "text must be the image of a value of the type (RM 3.5 (55))";

impl Proc<'_, '_> {
    /// The image of the value of a scalar expression.
    pub fn image(&mut self, operand: &Expr, value: ExprId, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        match self.tree().types.kind(operand.ty).clone() {
            Kind::Enumeration { literals, .. } if is_plain(&literals) => self.literal_image(value, &literals, ty, loc),
            Kind::Signed { .. } | Kind::Modular(_) => {
                let range = self.range_of(operand).or_else(|| self.tree().types.base_range(operand.ty));
                match range {
                    Some((low, high)) => self.integer_image(value, low.abs().max(high.abs()), ty, loc),
                    None => self.any_image(ty, loc),
                }
            }
            Kind::Enumeration { count: 256, .. } => self.character_image(value, ty, loc),
            _ => self.any_image(ty, loc),
        }
    }

    /// A graphic character between apostrophes, or the name of another one.
    fn character_image(&mut self, value: ExprId, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let Some((_, element)) = self.tree().types.array(ty) else { return self.any_image(ty, loc) };
        let element = self.ty(element, loc)?;
        let dynamic = self.l.array_with_dynamic_bounds(ty).map_err(|what| (loc, what))?;
        let position = self.as_index(value, loc);
        let position = self.kept(position, loc);
        let (var, at) = self.b.bound(TypeId::INT, loc);
        let [one, two, three] = [1, 2, 3].map(|number| self.b.int(number, TypeId::INT, loc));
        let middle = self.b.compare(Ir::Eq, at, two, loc);
        let apostrophe = self.b.int(i64::from(b'\''), element, loc);
        let letter = self.at_index(position, element, loc);
        let body = self.b.ite(middle, letter, apostrophe, loc);
        let kind = ir::ExprKind::Comprehension { bounds: vec![(one, three)], vars: vec![var], body };
        let quoted = self.b.expr(kind, dynamic, loc);
        let others = (0..256).filter(|code| !is_graphic(*code));
        let names: Vec<(i64, String)> = others.map(|code| (i64::from(code), character_image(code))).collect();
        self.named(position, &names, Some(quoted), ty, loc)
    }

    /// The literal, an identifier in upper case.
    fn literal_image(&mut self, value: ExprId, literals: &[String], ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let position = self.as_index(value, loc);
        let image = |literal: &String| match literal.starts_with('\'') {
            true => literal.clone(),
            false => literal.to_ascii_uppercase(),
        };
        let names: Vec<(i64, String)> = (0..).zip(literals.iter().map(image)).collect();
        self.named(position, &names, None, ty, loc)
    }

    /// The text that belongs to a position, or another one for those without.
    fn named(
        &mut self,
        position: ExprId,
        names: &[(i64, String)],
        other: Option<ExprId>,
        ty: AdaType,
        loc: Loc,
    ) -> Result<ExprId, Refusal> {
        let dynamic = self.l.array_with_dynamic_bounds(ty).map_err(|what| (loc, what))?;
        let mut found = other;
        for (at, name) in names.iter().rev() {
            let letters: Vec<u32> = name.chars().map(u32::from).collect();
            let text = self.text(&letters, ty, loc)?;
            let text = self.shape_to(text, dynamic, loc);
            found = Some(match found {
                None => text,
                Some(others) => {
                    let at = self.b.int(*at, TypeId::INT, loc);
                    let this = self.b.compare(Ir::Eq, position, at, loc);
                    self.b.ite(this, text, others, loc)
                }
            });
        }
        match found {
            Some(found) => Ok(found),
            None => self.any_image(ty, loc),
        }
    }

    /// A minus sign or a blank, and the digits.
    fn integer_image(&mut self, value: ExprId, largest: Int, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let ten = Int::from(10);
        let mut powers = vec![Int::from(1)];
        while let Some(last) = powers.last()
            && largest >= last * &ten
        {
            let next = last * &ten;
            powers.push(next);
        }
        let Some(element) = self.tree().types.array(ty).map(|(_, element)| element) else {
            return Err((loc, "image".into()));
        };
        let element = self.ty(element, loc)?;
        let number = self.as_index(value, loc);
        let number = self.kept(number, loc);
        let magnitude = self.b.unary(UnaryOp::Abs, number, TypeId::INT, loc);
        // One more than the number of digits.
        let mut length = self.b.int(i64::try_from(powers.len()).unwrap_or(i64::MAX) + 1, TypeId::INT, loc);
        for (count, power) in powers.iter().enumerate().skip(1).rev() {
            let power = self.b.int(power.clone(), TypeId::INT, loc);
            let below = self.b.compare(Ir::Lt, magnitude, power, loc);
            let shorter = self.b.int(i64::try_from(count).unwrap_or(i64::MAX) + 1, TypeId::INT, loc);
            length = self.b.ite(below, shorter, length, loc);
        }
        let one = self.b.int(1, TypeId::INT, loc);
        let (var, at) = self.b.bound(TypeId::INT, loc);
        let behind = self.b.binary(Ir::Sub, length, at, TypeId::INT, loc);
        let mut divisor = one;
        for (count, power) in powers.iter().enumerate().skip(1) {
            let (count, power) = (i64::try_from(count).unwrap_or(i64::MAX), power.clone());
            let count = self.b.int(count, TypeId::INT, loc);
            let power = self.b.int(power, TypeId::INT, loc);
            let this = self.b.compare(Ir::Eq, behind, count, loc);
            divisor = self.b.ite(this, power, divisor, loc);
        }
        let ten = self.b.int(10, TypeId::INT, loc);
        let digit = self.b.binary(Ir::Div, magnitude, divisor, TypeId::INT, loc);
        let digit = self.b.binary(Ir::Rem, digit, ten, TypeId::INT, loc);
        let zero_digit = self.b.int(i64::from(b'0'), element, loc);
        let digit = self.b.binary(Ir::Add, zero_digit, digit, element, loc);
        let (minus, blank) = (self.b.int(i64::from(b'-'), element, loc), self.b.int(i64::from(b' '), element, loc));
        let zero = self.b.int(0, TypeId::INT, loc);
        let negative = self.b.compare(Ir::Lt, number, zero, loc);
        let sign = self.b.ite(negative, minus, blank, loc);
        let first = self.b.compare(Ir::Eq, at, one, loc);
        let body = self.b.ite(first, sign, digit, loc);
        let dynamic = self.l.array_with_dynamic_bounds(ty).map_err(|what| (loc, what))?;
        let bounds = vec![(one, length)];
        Ok(self.b.expr(ir::ExprKind::Comprehension { bounds, vars: vec![var], body }, dynamic, loc))
    }

    /// The value that a text is the image of.
    pub fn value_of_text(&mut self, text: &Expr, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        let whole = self.value(text)?;
        let images = self.images(ty);
        let known = match &text.kind {
            ExprKind::Text(letters) => letters.iter().map(|letter| char::from_u32(*letter)).collect::<Option<String>>(),
            _ => None,
        };
        if let (Some(known), Some(images)) = (&known, &images) {
            let found = images.value(known);
            let fine = self.b.bool(found.is_some(), loc);
            self.check(CheckKind::Range, loc, fine, NO_IMAGE)?;
            return match found {
                Some(value) => self.discrete(&value, ty, loc),
                None => self.arbitrary(ty, loc),
            };
        }
        let fine = self.arbitrary(self.tree().types.std.boolean, loc)?;
        self.unknown_value(fine);
        self.computed(fine, whole, &images, true);
        self.check(CheckKind::Range, loc, fine, NO_IMAGE)?;
        let value = self.arbitrary(ty, loc)?;
        self.unknown_value(value);
        self.computed(value, whole, &images, false);
        Ok(value)
    }

    /// A run computes what an unknown value is, from its text.
    fn computed(&mut self, unknown: ExprId, text: ExprId, images: &Option<Images>, valid: bool) {
        if let (ir::ExprKind::Var(var), Some(images)) = (&self.b.node(unknown).kind, images) {
            let var = *var;
            self.b.set_of_text(var, OfText { text, images: images.clone(), valid });
        }
    }

    /// The images of the values of a discrete type.
    fn images(&self, ty: AdaType) -> Option<Images> {
        let types = &self.tree().types;
        match types.kind(ty) {
            Kind::Signed { .. } => {
                let (low, high) = types.base_range(ty)?;
                Some(Images::Integers(low, high))
            }
            Kind::Modular(modulus) => Some(Images::Modular(modulus - &Int::from(1))),
            Kind::Enumeration { literals, .. } if !literals.is_empty() => Some(Images::Literals(literals.clone())),
            Kind::Enumeration { count: 256, .. } => Some(Images::Characters((0..256).map(character_image).collect())),
            _ => None,
        }
    }

    /// Any text that starts at 1 and is no longer than a line of the source (RM 3.5, 2.2).
    fn any_image(&mut self, ty: AdaType, loc: Loc) -> Result<ExprId, Refusal> {
        if self.quantifying() {
            return Err((loc, "value that is not known, in a quantified expression".into()));
        }
        let longest = ir::Range::new(1, 255);
        let whole = self.l.array_with_bounds(ty, vec![longest.clone()]).map_err(|what| (loc, what))?;
        let dynamic = self.l.array_with_dynamic_bounds(ty).map_err(|what| (loc, what))?;
        let text = self.b.temporary("image", whole, loc);
        self.b.havoc(text, loc);
        let length_ty = self.l.same_type(ir::Type::int("", longest.clone(), longest));
        let length = self.b.temporary("length", length_ty, loc);
        self.b.havoc(length, loc);
        for var in [text, length] {
            self.b.set_origin_of(var, UNKNOWN_VALUE);
        }
        let text = self.b.var(text, loc);
        let text = self.shape_to(text, dynamic, loc);
        let one = self.b.int(1, TypeId::INT, loc);
        let length = self.b.var(length, loc);
        Ok(self.b.expr(ir::ExprKind::Slice(text, one, length), dynamic, loc))
    }
}

/// Whether the literals are few, and identifiers of plain letters or characters of Latin-1.
fn is_plain(literals: &[String]) -> bool {
    let identifier = |literal: &String| literal.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let character = |literal: &String| literal.starts_with('\'') && literal.chars().all(|c| u32::from(c) < 256);
    let plain = |literal: &String| identifier(literal) || character(literal);
    !literals.is_empty() && literals.len() <= MAX_LITERALS && literals.iter().all(plain)
}
