//! Affine forms: how a float depends on the inputs of a box.
//!
//! Intervals forget that two values come from the same input: of ten additions of X they know as little about the
//! difference from 10 X as about the sum. A form says `center + Σ fᵢ εᵢ + r`, where each input is its own `εᵢ` from -1
//! to 1 and `|r|` is at most an error that takes up the program's roundings and those of the coefficients here. After
//! L. H. de Figueiredo, J. Stolfi, "Affine Arithmetic: Concepts and Applications" (Numerical Algorithms 37, 2004).

use crate::ir::FloatFormat;

/// More than all roundings of one operation here amount to, relative to its result.
const UNIT: f64 = 2.0 * f64::EPSILON;
/// The same absolutely, where results are tiny.
const TINY: f64 = f64::MIN_POSITIVE;
/// What sums of errors lose by their own roundings, relatively.
const SLACK: f64 = 1.0e-11;

/// The number of a form; 0 is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FormId(pub u32);

impl FormId {
    /// None.
    pub const NONE: FormId = FormId(0);
}

/// A value as it depends on the inputs. If the value is finite it is what the form says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Form {
    center: f64,
    /// Factors of the inputs, by their numbers, in order.
    terms: Vec<(u32, f64)>,
    error: f64,
}

impl Form {
    /// The numbers between these, as an input of their own or as an error.
    pub fn between(low: f64, high: f64, input: Option<u32>) -> Form {
        let center = low / 2.0 + high / 2.0;
        let radius = if low == high { 0.0 } else { (high - center).max(center - low).next_up() };
        match input {
            Some(number) => Form { center, terms: vec![(number, radius)], error: 0.0 },
            None => Form { center, terms: Vec::new(), error: radius },
        }
    }

    /// Whether it says more than an interval.
    pub fn depends(&self) -> bool {
        !self.terms.is_empty()
    }

    /// The most that inputs and error change it by.
    fn spread(&self) -> f64 {
        let spread = self.terms.iter().fold(self.error, |sum, (_, factor)| sum + factor.abs());
        spread * (1.0 + SLACK) + TINY
    }

    /// The least number and the greatest one that it may be.
    pub fn range(&self) -> (f64, f64) {
        let spread = self.spread();
        ((self.center - spread).next_down(), (self.center + spread).next_up())
    }

    /// The greatest magnitude.
    fn magnitude(&self) -> f64 {
        (self.center.abs() + self.spread()).next_up()
    }

    pub fn neg(&self) -> Form {
        let terms = self.terms.iter().map(|(input, factor)| (*input, -factor)).collect();
        Form { center: -self.center, terms, error: self.error }
    }

    /// The exact sum.
    pub fn add(&self, other: &Form) -> Form {
        let mut error = self.error + other.error;
        let mut sum = |a: f64, b: f64| {
            let sum = a + b;
            // A sum of floats is exact where it is tiny.
            error += sum.abs() * UNIT;
            sum
        };
        let center = sum(self.center, other.center);
        let mut terms = self.terms.clone();
        for (input, factor) in &other.terms {
            match terms.binary_search_by_key(input, |(known, _)| *known) {
                Ok(at) => terms[at].1 = sum(terms[at].1, *factor),
                Err(at) => terms.insert(at, (*input, *factor)),
            }
        }
        Form { center, terms, error: error * (1.0 + SLACK) }
    }

    /// The exact product with a number.
    pub fn scale(&self, by: f64) -> Form {
        let mut error = self.error * by.abs() + TINY;
        let mut product = |a: f64| {
            let product = a * by;
            error += product.abs() * UNIT + TINY;
            product
        };
        let center = product(self.center);
        let terms = self.terms.iter().map(|(input, factor)| (*input, product(*factor))).collect();
        Form { center, terms, error: error * (1.0 + SLACK) }
    }

    /// The exact product: what is not linear is an error.
    pub fn mul(&self, other: &Form) -> Form {
        let only = |form: &Form| if form.terms.is_empty() && form.error == 0.0 { Some(form.center) } else { None };
        match (only(self), only(other)) {
            (_, Some(factor)) => return self.scale(factor),
            (Some(factor), _) => return other.scale(factor),
            _ => {}
        }
        let linear = |form: &Form| Form { error: 0.0, ..form.clone() };
        let (a, b) = (linear(self).scale(other.center), linear(other).scale(self.center));
        let mut product = a.add(&b);
        // Both parts have the product of the centers.
        let twice = Form { center: -(self.center * other.center), terms: Vec::new(), error: 0.0 };
        let rounded = twice.center.abs() * UNIT + TINY;
        product = product.add(&twice);
        let (own, others) = (self.spread(), other.spread());
        let more = self.center.abs() * other.error + other.center.abs() * self.error + own * others;
        product.error += (more + rounded) * (1.0 + SLACK) + TINY;
        product.error *= 1.0 + SLACK;
        product
    }

    /// The exact inverse; `None` where it may be that of zero. Linear between the ends, with the slope at the end that
    /// is farther from zero.
    pub fn inverse(&self) -> Option<Form> {
        let (low, high) = self.range();
        if low <= 0.0 && high >= 0.0 || !low.is_finite() || !high.is_finite() {
            return None;
        }
        if high < 0.0 {
            return Some(self.neg().inverse()?.neg());
        }
        let slope = -1.0 / (high * high);
        // 1/x - slope · x falls from the lower end to the upper one.
        let (most, least) = (1.0 / low - slope * low, 1.0 / high - slope * high);
        let (middle, radius) = (most / 2.0 + least / 2.0, most / 2.0 - least / 2.0);
        if !slope.is_finite() || !most.is_finite() || slope == 0.0 {
            return None;
        }
        let rest = Form { center: middle, terms: Vec::new(), error: radius.abs() + most.abs() * 8.0 * UNIT + TINY };
        Some(self.scale(slope).add(&rest))
    }

    /// What the format makes of it, where it stays finite. A result that is exact unless it is tiny has no other error.
    pub fn rounded(mut self, format: FloatFormat, exact: bool) -> Form {
        let (unit, tiny) = match format {
            FloatFormat::F32 => (f64::from(f32::EPSILON) / 2.0, f64::from(f32::MIN_POSITIVE) * f64::from(f32::EPSILON)),
            FloatFormat::F64 => (f64::EPSILON / 2.0, TINY),
        };
        let relative = if exact { 0.0 } else { self.magnitude() * unit };
        self.error = (self.error + relative + tiny) * (1.0 + SLACK);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use horn_solver::random::SplitMix;

    /// A number from -1 to 1.
    fn unit(random: &mut SplitMix) -> f64 {
        (random.draw() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    #[test]
    fn what_a_program_computes_is_what_its_form_says() {
        let mut random = SplitMix(7);
        for round in 0..2_000 {
            let format = if round % 2 == 0 { FloatFormat::F32 } else { FloatFormat::F64 };
            let round_to = |x: f64| crate::ir::ieee::nearest(x, format);
            // Two inputs in ranges, and points of these.
            let ends = [unit(&mut random) * 8.0, unit(&mut random) * 8.0].map(round_to);
            let sizes = [unit(&mut random).abs(), unit(&mut random).abs()].map(round_to);
            let points: Vec<[f64; 2]> = (0..8)
                .map(|_| {
                    [0, 1].map(|at| {
                        let part = unit(&mut random).abs();
                        round_to(ends[at] + sizes[at] * part).clamp(ends[at], round_to(ends[at] + sizes[at]))
                    })
                })
                .collect();
            let mut forms: Vec<Form> =
                [0, 1].map(|at| Form::between(ends[at], round_to(ends[at] + sizes[at]), Some(at as u32))).to_vec();
            let mut values: Vec<Vec<f64>> = [0, 1].map(|at| points.iter().map(|point| point[at]).collect()).to_vec();
            for _ in 0..12 {
                let (i, j) = (random.index(forms.len()), random.index(forms.len()));
                let apply = |op: fn(f64, f64) -> f64| -> Vec<f64> {
                    values[i].iter().zip(&values[j]).map(|(a, b)| round_to(op(*a, *b))).collect()
                };
                // In two steps for the single format: the exact result of two such numbers fits twice.
                let (form, results) = match random.index(4) {
                    0 => (Some(forms[i].add(&forms[j])), apply(|a, b| a + b)),
                    1 => (Some(forms[i].add(&forms[j].neg())), apply(|a, b| a - b)),
                    2 => (Some(forms[i].mul(&forms[j])), apply(|a, b| a * b)),
                    _ => (forms[j].inverse().map(|inverse| forms[i].mul(&inverse)), apply(|a, b| a / b)),
                };
                let Some(form) = form else { continue };
                let form = form.rounded(format, false);
                let (low, high) = form.range();
                for result in results.iter().filter(|result| result.is_finite()) {
                    assert!(low <= *result && *result <= high, "{result} in {form:?}");
                }
                if !low.is_finite() || !high.is_finite() {
                    continue;
                }
                forms.push(form);
                values.push(results);
            }
            // The differences, too, which the intervals say nothing of.
            for i in 0..forms.len() {
                for j in 0..forms.len() {
                    let (low, high) = forms[i].add(&forms[j].neg()).range();
                    for (a, b) in values[i].iter().zip(&values[j]) {
                        let room = (a.abs() + b.abs()) * f64::EPSILON;
                        assert!(low - room <= a - b && a - b <= high + room, "{a} - {b} in {low} .. {high}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_comes_from_one_input_cancels() {
        let x = Form::between(0.0, 1.0, Some(0));
        let sum = (0..9).fold(x.clone(), |sum, _| sum.add(&x).rounded(FloatFormat::F32, false));
        let tenfold = x.scale(10.0).rounded(FloatFormat::F32, false);
        let (low, high) = sum.add(&tenfold.neg()).range();
        assert!(-1.0e-5 < low && high < 1.0e-5, "{low} .. {high}");
    }
}
