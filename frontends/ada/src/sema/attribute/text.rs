//! Attributes that are about images of values (RM 3.5, 4.10).

use super::super::Sema;
use super::super::name::Denoted;
use super::super::tree::{BinaryOp, Builtin, Expr, ExprKind};
use super::super::types::{Kind, TypeId};
use super::{Prefix, Reference};
use horn_frontend::Span;
use horn_solver::num::Int;

impl<'a> Sema<'a> {
    /// Images and their lengths, and values from them. The prefix comes back where the attribute is another one.
    pub(super) fn image_attribute(&mut self, r: &Reference<'a, '_>, prefix: Prefix) -> Result<Denoted<'a>, Prefix> {
        let &Reference { attribute, span, loc, .. } = r;
        let std = self.tree.types.std;
        Ok(match (r.name, prefix) {
            ("width" | "wide_width" | "wide_wide_width", Prefix::Type(ty)) => self.width(ty, span),
            ("image" | "img" | "wide_image" | "wide_wide_image", prefix) => {
                let mut arguments = Vec::new();
                // Of a value, what stands behind the attribute is about the text.
                let of_text = matches!(prefix, Prefix::Value(_)) && !attribute.arguments.is_empty();
                match prefix {
                    Prefix::Type(ty) => {
                        let base = self.tree.types.base(ty);
                        let Some(value) = self.attribute_argument(attribute, 0, Some(base), span) else {
                            return Ok(Denoted::Error);
                        };
                        arguments.push(value);
                    }
                    Prefix::Value(value) => arguments.push(value),
                }
                let ty = match r.name {
                    "wide_image" => std.wide_string,
                    "wide_wide_image" => std.wide_wide_string,
                    _ => std.string,
                };
                match self.unknown(arguments, ty, loc) {
                    Denoted::Value(text) if of_text => self.index_or_slice(text, &attribute.arguments, span),
                    denoted => denoted,
                }
            }
            ("value" | "wide_value" | "wide_wide_value", Prefix::Type(ty)) if self.tree.types.is_scalar(ty) => {
                let string = match r.name {
                    "wide_value" => std.wide_string,
                    "wide_wide_value" => std.wide_wide_string,
                    _ => std.string,
                };
                let Some(text) = self.attribute_argument(attribute, 0, Some(string), span) else {
                    return Ok(Denoted::Error);
                };
                let base = self.tree.types.base(ty);
                self.builtin(Builtin::Value, vec![text], base, loc)
            }
            (_, prefix) => return Err(prefix),
        })
    }

    /// `T'Width`: the length of the longest image of a discrete subtype (RM 3.5 (39)).
    fn width(&mut self, ty: TypeId, span: Span) -> Denoted<'a> {
        let loc = self.loc(span);
        let std = self.tree.types.std;
        if !self.tree.types.is_discrete(ty) {
            return self.without_value("Width of a real subtype (RM 3.5)", span);
        }
        let number =
            |value: usize| Expr::int(Int::from(i64::try_from(value).unwrap_or(i64::MAX)), std.universal_integer, loc);
        let lengths = match self.tree.types.kind(ty) {
            Kind::Enumeration { literals, .. } if !literals.is_empty() => {
                Some(literals.iter().map(|name| name.chars().count()).collect::<Vec<usize>>())
            }
            Kind::Enumeration { count: 256, .. } => Some((0..256u32).map(image_length).collect()),
            Kind::Enumeration { .. } => return self.without_value("Width of a wide character type (RM 3.5)", span),
            _ => None,
        };
        let static_range = self.tree.types.static_range(ty);
        if let Some((low, high)) = static_range {
            let place = |bound: &Int| bound.to_i64().and_then(|at| usize::try_from(at).ok());
            let length = match (lengths, place(&low), place(&high)) {
                _ if low > high => Some(0),
                (Some(lengths), Some(first), Some(last)) => {
                    lengths.get(first..=last).and_then(|range| range.iter().copied().max())
                }
                (Some(_), ..) => None,
                (None, ..) => [&low, &high].into_iter().map(digits_of).max(),
            };
            return match length {
                Some(length) => Denoted::Value(number(length)),
                None => self.without_value("Width of this subtype (RM 3.5)", span),
            };
        }
        let Some((low, high)) = self.range_of_subtype(ty, loc) else { return Denoted::Error };
        let boolean = std.boolean;
        let compare = |op, left: &Expr, right: &Expr| Expr {
            kind: ExprKind::Binary(op, Box::new(left.clone()), Box::new(right.clone())),
            ty: boolean,
            loc,
        };
        let choose = |condition: Expr, value: Expr, otherwise: Expr| {
            let ty = std.integer;
            Expr {
                kind: ExprKind::If(vec![(condition, Expr { ty, ..value })], Box::new(Expr { ty, ..otherwise })),
                ty,
                loc,
            }
        };
        let base = self.tree.types.base(ty);
        let at = |value: usize| Expr::int(Int::from(i64::try_from(value).unwrap_or(i64::MAX)), base, loc);
        use BinaryOp::{AndThen, Gt, Le, OrElse};
        let width = match lengths {
            // The lengths from the longest down: the first one that a literal in the range has.
            Some(lengths) if lengths.len() <= 64 => {
                let mut found = number(0);
                let mut all: Vec<usize> = lengths.clone();
                all.sort_unstable();
                all.dedup();
                for length in all {
                    let places = (0..lengths.len()).filter(|place| lengths[*place] == length);
                    let inside = places.map(|place| {
                        let (above, below) = (compare(Le, &low, &at(place)), compare(Le, &at(place), &high));
                        compare(AndThen, &above, &below)
                    });
                    let some = inside.reduce(|left, right| compare(OrElse, &left, &right));
                    if let Some(some) = some {
                        found = choose(some, number(length), found);
                    }
                }
                found
            }
            Some(_) => return self.without_value("Width of a subtype with dynamic bounds (RM 3.5)", span),
            None => {
                let Some((first, last)) = self.tree.types.base_range(ty) else { return Denoted::Error };
                let most = digits_of(&first).max(digits_of(&last));
                // As many digits as a bound needs: the powers of ten it reaches.
                let mut found = number(2);
                let mut power = Int::from(10);
                for length in 3..=most {
                    let mut reached = Vec::new();
                    if power <= last {
                        let limit = Expr::int(power.clone(), base, loc);
                        reached.push(compare(Le, &limit, &high));
                        reached.push(compare(Le, &limit, &low));
                    }
                    if -power.clone() >= first {
                        let limit = Expr::int(-power.clone(), base, loc);
                        reached.push(compare(Le, &low, &limit));
                        reached.push(compare(Le, &high, &limit));
                    }
                    if let Some(some) = reached.into_iter().reduce(|left, right| compare(OrElse, &left, &right)) {
                        found = choose(some, number(length), found);
                    }
                    power = &power * &Int::from(10);
                }
                choose(compare(Gt, &low, &high), number(0), found)
            }
        };
        self.builtin(Builtin::Pos, vec![width], std.universal_integer, loc)
    }
}

/// The length of the image of an integer: a sign or a blank stands before the digits.
fn digits_of(value: &Int) -> usize {
    value.to_string().trim_start_matches('-').len() + 1
}

/// The length of the image of a character of Latin-1.
fn image_length(code: u32) -> usize {
    character_image(code).chars().count()
}

/// Whether a character of Latin-1 is its own image, between apostrophes (RM 3.5 (27.5), A.3.3).
pub(crate) fn is_graphic(code: u32) -> bool {
    matches!(code, 32..=126 | 160..=172 | 174..=255)
}

/// The image of a character of Latin-1: of those that are not graphic the name that GNAT gives them.
pub(crate) fn character_image(code: u32) -> String {
    const FIRST: [&str; 32] = [
        "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI", "DLE",
        "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US",
    ];
    const SECOND: [&str; 33] = [
        "DEL",
        "RESERVED_128",
        "RESERVED_129",
        "BPH",
        "NBH",
        "RESERVED_132",
        "NEL",
        "SSA",
        "ESA",
        "HTS",
        "HTJ",
        "VTS",
        "PLD",
        "PLU",
        "RI",
        "SS2",
        "SS3",
        "DCS",
        "PU1",
        "PU2",
        "STS",
        "CCH",
        "MW",
        "SPA",
        "EPA",
        "SOS",
        "RESERVED_153",
        "SCI",
        "CSI",
        "ST",
        "OSC",
        "PM",
        "APC",
    ];
    let name = match code {
        0..=31 => FIRST[code as usize],
        127..=159 => SECOND[code as usize - 127],
        173 => "SOFT_HYPHEN",
        _ => return format!("'{}'", char::from_u32(code).unwrap_or('?')),
    };
    name.to_string()
}
