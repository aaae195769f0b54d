//! What a check states, as source text: the part of a message behind "cannot prove".
//!
//! Conditions of the program are quoted. What the language asks for is told in GNATprove's words where one bound is
//! known to hold (`upper bound for X + 1`), and as a membership test otherwise.

use super::Lowering;
use super::procedure::Proc;
use crate::place::Loc;
use crate::sema::tree::Expr;
use crate::sema::types::{Bound, TypeId as AdaType};
use horn_frontend::Span;
use horn_solver::num::Int;

/// Longer texts are cut off.
const LONGEST: usize = 160;

impl Lowering<'_> {
    /// The source text of the expression at a place, on one line and without comments; empty if there is none.
    pub fn text(&self, loc: Loc) -> String {
        let span = self.tree.extents.get(&loc).copied().unwrap_or(loc.span);
        let source = self.texts.get(loc.file.0 as usize).copied().unwrap_or("");
        let text = source.get(span.start as usize..span.end as usize).unwrap_or("");
        let lines = text.lines().map(|line| match line.split_once("--") {
            // A string may contain hyphens too.
            Some((before, _)) if !before.contains('"') => before,
            _ => line,
        });
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        let text = words.join(" ");
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{} ...", &text[..end]),
            None => text,
        }
    }

    /// Where a condition is reported that stands at a place: there, or where it begins if that is in another line than
    /// its operator.
    pub fn beginning(&self, loc: Loc) -> Loc {
        let Some(whole) = self.tree.extents.get(&loc).copied() else { return loc };
        let source = self.texts.get(loc.file.0 as usize).copied().unwrap_or("");
        let before = source.get(whole.start as usize..loc.span.start as usize).unwrap_or("");
        let Some((first, _)) = before.split_once('\n') else { return loc };
        let end = whole.start + u32::try_from(first.trim_end().len()).unwrap_or(0);
        Loc { span: Span::new(whole.start, end), ..loc }
    }
}

impl Proc<'_, '_> {
    /// The source text of an expression.
    pub fn source_of(&self, expr: &Expr) -> String {
        self.l.text(expr.loc)
    }

    /// That the expression at a place lies in a range, of which a part may be known from the range that its value is in
    /// for sure.
    pub fn stated_range(&self, loc: Loc, known: Option<&(Int, Int)>, range: &(Int, Int), name: &str) -> String {
        let text = self.l.text(loc);
        match known {
            _ if text.is_empty() => text,
            Some((first, _)) if range.0 <= *first => format!("upper bound for {text}"),
            Some((_, last)) if *last <= range.1 => format!("lower bound for {text}"),
            _ if name.is_empty() => format!("{text} in {} .. {}", range.0, range.1),
            _ => format!("{text} in {name}"),
        }
    }

    /// That the expression at a place belongs to a subtype.
    pub fn stated_member(&self, loc: Loc, subtype: AdaType) -> String {
        let text = self.l.text(loc);
        let types = &self.tree().types;
        match (&types[subtype].name, types.bounds(subtype)) {
            _ if text.is_empty() => text,
            (name, _) if is_name(name) => format!("{text} in {name}"),
            (_, Some((Bound::Int(low), Bound::Int(high)))) => format!("{text} in {low} .. {high}"),
            _ => text,
        }
    }

    /// The name of the base range of a type: predefined types have their own range.
    pub fn base_name(&self, ty: AdaType) -> String {
        let types = &self.tree().types;
        let base = &types[types.base(ty)];
        match base.name.as_str() {
            name if !is_name(name) => String::new(),
            name if types.base(ty).0 <= types.std.duration.0 => name.to_string(),
            name => format!("{name}'Base"),
        }
    }
}

/// Whether the name of a type stands in the source.
fn is_name(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
}
