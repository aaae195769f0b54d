//! `pragma Annotate (GNATprove, …)` that an editor may insert: behind the item of the source that has a check in it, so
//! that the annotation is about this check by the rules of `justify`.

use crate::ast::{CompilationUnit, Interner};
use crate::justify;
use crate::lexer::token::TokenKind;
use crate::lexer::tokenize;
use crate::parser::{ParseOptions, parse_file};
use horn_frontend::ir::{FileId, Loc};
use horn_frontend::{Insertion, Span};

/// How many ends of statements and declarations are tried.
const MOST: usize = 40;
/// Longer lines are broken in front of the reason.
const WIDTH: usize = 100;

/// The annotation for the check `at` this byte with this message, with a reason: intended where it is known to fail,
/// else a false alarm. `None` where no place is about the check.
pub fn justification(
    text: &str,
    at: usize,
    message: &str,
    fails: bool,
    reason: &str,
    options: ParseOptions,
) -> Option<Insertion> {
    let (tokens, _) = tokenize(text, options.marks);
    let ends = tokens.iter().filter(|token| token.kind == TokenKind::Semicolon && token.start as usize >= at);
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let kind = if fails { "Intentional" } else { "False_Positive" };
    let opening = format!("pragma Annotate (GNATprove, {kind}, ");
    let (pattern, reason) = (quoted(message), quoted(reason));
    for end in ends.take(MOST).map(|token| token.end as usize) {
        let tried = format!("{} {opening}{pattern}, {reason});{}", &text[..end], &text[end..]);
        let Some(start) = item(&tried, end + 1, at, options) else { continue };
        let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let blanks = text[line..].len() - text[line..].trim_start_matches(' ').len();
        let indent = " ".repeat(blanks);
        let long = blanks + opening.len() + pattern.len() + reason.len() + 4 > WIDTH;
        let between =
            if long { format!("\n{indent}{}", " ".repeat("pragma Annotate (".len())) } else { " ".to_string() };
        return Some(Insertion { at: end, text: format!("\n{indent}{opening}{pattern},{between}{reason});") });
    }
    None
}

/// Where the item begins that the annotation at this byte is about, if that has the check in it.
fn item(text: &str, annotation: usize, check: usize, options: ParseOptions) -> Option<usize> {
    let mut names = Interner::new();
    let parsed = parse_file(text, &mut names, options);
    if parsed.has_errors() {
        return None;
    }
    let units: Vec<(FileId, &CompilationUnit)> = parsed.tree.units.iter().map(|unit| (FileId(0), unit)).collect();
    let remarks = justify::remarks(&units, &names);
    let own = remarks.justifications.iter().find(|one| one.loc.span.start as usize == annotation)?;
    let check = u32::try_from(check).ok()?;
    Some(own.covers(Loc::new(FileId(0), Span::new(check, check)))? as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn annotated(text: &str, check: &str, fails: bool) -> String {
        let at = text.find(check).expect("a place");
        let insertion = justification(text, at, "divide by zero might fail", fails, "why", ParseOptions::default());
        let Some(Insertion { at, text: new }) = insertion else { return "nothing".to_string() };
        format!("{}{new}{}", &text[..at], &text[at..])
    }

    #[test]
    fn annotations_stand_behind_what_has_the_check() {
        let pragma = "pragma Annotate (GNATprove, False_Positive, \"divide by zero might fail\", \"why\");";
        let text = "procedure P (X : in out Integer) is\n   Y : Integer := 1 / X;\nbegin\n   if 2 / X = 1 then\n      \
                    X := 3 / X;\n   end if;\nend P;\n";
        let behind = |line: &str, blanks: &str| text.replacen(line, &format!("{line}\n{blanks}{pragma}"), 1);
        assert_eq!(annotated(text, "1 / X", false), behind("Y : Integer := 1 / X;", "   "));
        // The condition is one of the whole statement.
        assert_eq!(annotated(text, "2 / X", false), behind("end if;", "   "));
        assert_eq!(annotated(text, "3 / X", false), behind("X := 3 / X;", "      "));
        assert!(annotated(text, "3 / X", true).contains("(GNATprove, Intentional, "));
        let spec = "package P is\n   function F (X : Integer) return Integer\n     with Pre => 4 / X = 1;\nend P;\n";
        assert_eq!(annotated(spec, "4 / X", false), spec.replacen("= 1;", &format!("= 1;\n   {pragma}"), 1));
        let whole = "function F (X : Integer) return Integer is (5 / X);\n";
        assert_eq!(annotated(whole, "5 / X", false), whole.replacen(";", &format!(";\n{pragma}"), 1));
        assert_eq!(annotated("procedure P is begin X := 6 / X end P;", "6 / X", false), "nothing");
    }

    #[test]
    fn texts_are_literals_and_long_lines_are_broken() {
        let text = "procedure P is\nbegin\n   X := A / B;\nend P;\n";
        let long = "precondition might fail, cannot prove \"A\" is not \"B\" and all of the rest is as it should be";
        let insertion =
            justification(text, text.find("A / B").expect("there"), long, false, "w", ParseOptions::default());
        let insertion = insertion.expect("a place").text;
        assert!(insertion.contains("prove \"\"A\"\" is"), "{insertion}");
        assert!(insertion.ends_with(",\n                    \"w\");"), "{insertion}");
    }
}
