//! Texts that an editor may insert: loop invariants that were found, preconditions.

use crate::lexer::token::{Token, TokenKind};
use crate::lexer::{AnnotationMarks, tokenize};
use horn_frontend::Insertion;
use std::collections::BTreeSet;

/// How much deeper what is inside of a loop is indented.
const INDENT: usize = 3;
/// Longer lines are broken between conditions.
const WIDTH: usize = 100;
/// Attributes that conditions of a program can have.
const ATTRIBUTES: &[&str] = &["first", "last", "length", "pos", "min", "max"];

/// `pragma Loop_Invariant (…);` as the first statement of the loop that begins `at` this byte, with those of the
/// conditions that are ones of the source: none that names what only the verifier knows.
pub fn invariant(text: &str, at: usize, conditions: &[String]) -> Option<Insertion> {
    let (tokens, _) = tokenize(text, AnnotationMarks::default());
    let names: BTreeSet<String> = names(text, &tokens).collect();
    let of_source = |condition: &&String| {
        let (tokens, problems) = tokenize(condition, AnnotationMarks::default());
        let attributes = tokens.windows(2).filter(|pair| pair[0].kind == TokenKind::Tick);
        let mut attributes = attributes.map(|pair| word(condition, pair[1]));
        problems.is_empty()
            && attributes.all(|name| ATTRIBUTES.contains(&name.as_str()))
            && self::names(condition, &tokens).all(|name| names.contains(&name))
    };
    let conditions: Vec<&str> = conditions.iter().filter(of_source).map(String::as_str).collect();
    let start = tokens.iter().position(|token| token.start as usize >= at)?;
    let head = outermost(&tokens[start..], &[TokenKind::Loop, TokenKind::Semicolon])?;
    if conditions.is_empty() || head.kind != TokenKind::Loop {
        return None;
    }
    let place = head.end as usize;
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let blanks = text[line..].len() - text[line..].trim_start_matches(' ').len() + INDENT;
    let indent = " ".repeat(blanks);
    let pragma = "pragma Loop_Invariant (";
    let long = blanks + pragma.len() + conditions.join(" and ").len() > WIDTH;
    let separator = if long { format!("\n{}and ", " ".repeat(blanks + pragma.len())) } else { " and ".to_string() };
    let inserted = format!("\n{indent}{pragma}{});", conditions.join(&separator));
    (!text[place..].starts_with(&inserted)).then_some(Insertion { at: place, text: inserted })
}

/// `Pre => …` in the declaration of a subprogram that begins `at` this byte. `None` where there is one already, or a
/// declaration that can't have one.
pub fn precondition(text: &str, at: usize, condition: &str) -> Option<Insertion> {
    let (tokens, _) = tokenize(text, AnnotationMarks::default());
    let start = tokens.iter().position(|token| token.start as usize >= at)?;
    let mut rest = &tokens[start..];
    let ends = [TokenKind::Is, TokenKind::With, TokenKind::Semicolon];
    let mut end = outermost(rest, &ends)?;
    if end.kind == TokenKind::Is {
        let behind = rest.iter().position(|token| token.start > end.start)?;
        match rest[behind].kind {
            // An expression function or a null procedure: aspects stand behind (RM 6.8, 6.7).
            TokenKind::LeftParen | TokenKind::Null => {
                rest = &rest[behind..];
                end = outermost(rest, &ends)?;
            }
            TokenKind::Separate | TokenKind::New | TokenKind::Abstract => return None,
            _ => {}
        }
    }
    if end.kind != TokenKind::With {
        let place = end.start as usize;
        let blank = if end.kind == TokenKind::Is { " " } else { "" };
        let before = if text[..place].ends_with([' ', '\n']) { "" } else { " " };
        return Some(Insertion { at: place, text: format!("{before}with Pre => {condition}{blank}") });
    }
    let behind = rest.iter().position(|token| token.start > end.start)?;
    let last = outermost(&rest[behind..], &[TokenKind::Is, TokenKind::Semicolon])?;
    let aspects = rest[behind..].iter().take_while(|token| token.start < last.start);
    let has_one = aspects.clone().any(|token| {
        token.kind == TokenKind::Identifier && matches!(word(text, *token).as_str(), "pre" | "contract_cases")
    });
    (!has_one).then(|| Insertion { at: end.end as usize, text: format!(" Pre => {condition},") })
}

/// The first of these tokens outside of parentheses.
fn outermost(tokens: &[Token], wanted: &[TokenKind]) -> Option<Token> {
    let mut depth = 0usize;
    for token in tokens {
        match token.kind {
            TokenKind::LeftParen | TokenKind::LeftBracket => depth += 1,
            TokenKind::RightParen | TokenKind::RightBracket => depth = depth.saturating_sub(1),
            kind if depth == 0 && wanted.contains(&kind) => return Some(*token),
            _ => {}
        }
    }
    None
}

fn word(text: &str, token: Token) -> String {
    text.get(token.start as usize..token.end as usize).unwrap_or_default().to_lowercase()
}

/// The identifiers of a text that are no attributes.
fn names<'t>(text: &'t str, tokens: &'t [Token]) -> impl Iterator<Item = String> + 't {
    let before = std::iter::once(None).chain(tokens.iter().map(|token| Some(token.kind)));
    let named = tokens
        .iter()
        .zip(before)
        .filter(|(token, before)| token.kind == TokenKind::Identifier && *before != Some(TokenKind::Tick));
    named.map(|(token, _)| word(text, *token))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(text: &str, insertion: Option<Insertion>) -> String {
        let Some(Insertion { at, text: new }) = insertion else { return "nothing".to_string() };
        format!("{}{new}{}", &text[..at], &text[at..])
    }

    #[test]
    fn invariants_stand_first_and_name_what_the_source_names() {
        let text = "   while F (loop_count => 1) < N loop -- loop\n      X := X + 1;\n";
        let parts = ["X >= 0", "X <= N", "I'Limit = 3", "hidden = 1", "X'Old = 0"].map(str::to_string);
        let one = apply(text, invariant(text, 3, &parts));
        let expected =
            "   while F (loop_count => 1) < N loop\n      pragma Loop_Invariant (X >= 0 and X <= N); -- loop\n";
        assert!(one.starts_with(expected), "{one}");
        assert_eq!(invariant(&one, 3, &parts), None);
        assert_eq!(invariant(text, 3, &parts[2..]), None);
        assert_eq!(invariant("X := 1;", 0, &parts), None);
        assert_eq!(invariant("", 9, &parts), None);
        let long: Vec<String> = (0..9).map(|number| format!("X <= {number}0_000_000")).collect();
        assert!(
            apply(text, invariant(text, 3, &long)).contains("\n                             and X <= 80_000_000);")
        );
    }

    #[test]
    fn preconditions_stand_where_the_language_has_them() {
        let cases = [
            ("procedure P (X : T);", "procedure P (X : T) with Pre => X /= 0;"),
            ("procedure P (X : T := (1)) is\nbegin", "procedure P (X : T := (1)) with Pre => X /= 0 is\nbegin"),
            ("function F (X : T) return T\nis\n", "function F (X : T) return T\nwith Pre => X /= 0 is\n"),
            ("function F (X : T) return T is (X);", "function F (X : T) return T is (X) with Pre => X /= 0;"),
            ("procedure P (X : T) is null;", "procedure P (X : T) is null with Pre => X /= 0;"),
            ("procedure P (X : T) with Post => X = 1;", "procedure P (X : T) with Pre => X /= 0, Post => X = 1;"),
            ("procedure P (X : T) with Pre => X = 1;", "nothing"),
            ("procedure P (X : T) is separate;", "nothing"),
            ("procedure P (X : T", "nothing"),
            ("", "nothing"),
        ];
        for (text, expected) in cases {
            assert_eq!(apply(text, precondition(text, 0, "X /= 0")), expected);
        }
    }
}
