//! Tests of the lexer.

use super::*;

/// The kinds and spellings of a text's tokens, and what is wrong with it.
fn lex(text: &str, annotation: bool) -> (Vec<(Kind, String)>, Vec<&'static str>) {
    let mut symbols = Symbols::default();
    let mut lexer = Lexer::new(0, text);
    lexer.annotation = annotation;
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next(text, &mut symbols);
        if token.kind == Kind::Eof {
            return (tokens, lexer.problems.iter().map(|problem| problem.message).collect());
        }
        let written = token.kind == Kind::Name || token.has(Token::TEXT);
        let spelling =
            if written { symbols.name(token.symbol) } else { &text[token.start as usize..token.end as usize] };
        tokens.push((token.kind, spelling.to_owned()));
    }
}

fn spellings(text: &str) -> Vec<String> {
    let (tokens, problems) = lex(text, false);
    assert_eq!(problems, Vec::<&str>::new(), "{text}");
    tokens.into_iter().map(|(_, spelling)| spelling).collect()
}

#[test]
fn the_longest_token_is_taken() {
    assert_eq!(spellings("a+++b"), ["a", "++", "+", "b"]);
    assert_eq!(spellings("x>>=y<<=z->w...q"), ["x", ">>=", "y", "<<=", "z", "->", "w", "...", "q"]);
    assert_eq!(spellings("a%:%:b%:c<::><%%>"), ["a", "%:%:", "b", "%:", "c", "<:", ":>", "<%", "%>"]);
    assert_eq!(spellings("1e+5 0x1p-3 1+1 .5.6 1..2"), ["1e+5", "0x1p-3", "1", "+", "1", ".5.6", "1..2"]);
    assert_eq!(spellings("L'a' u8\"b\" U\"c\" Lx u9"), ["L'a'", "u8\"b\"", "U\"c\"", "Lx", "u9"]);
}

#[test]
fn digraphs_have_the_kinds_of_what_they_stand_for() {
    let (tokens, _) = lex("<: :> <% %> %: %:%:", false);
    let kinds: Vec<Kind> = tokens.into_iter().map(|(kind, _)| kind).collect();
    use Kind as K;
    assert_eq!(kinds, [K::LeftBracket, K::RightBracket, K::LeftBrace, K::RightBrace, K::Hash, K::HashHash]);
}

#[test]
fn lines_are_joined_inside_of_tokens() {
    assert_eq!(spellings("ab\\\ncd"), ["abcd"]);
    assert_eq!(spellings("a\\  \nb"), ["ab"]);
    assert_eq!(spellings("+\\\n\\\n+ x"), ["++", "x"]);
    assert_eq!(spellings("\"a\\\nb\" c"), ["\"ab\"", "c"]);
    assert_eq!(spellings("1\\\n2\\\n3\\\n4\\\n5;"), ["12345", ";"]);
    assert_eq!(spellings("// a\\\n b\nc"), ["c"]);
    assert_eq!(spellings("/\\\n* x *\\\n/ c"), ["c"]);
    assert_eq!(spellings("a \\\n b"), ["a", "b"]);
}

#[test]
fn comments_are_white_space_and_annotations_tokens() {
    assert_eq!(spellings("a/* b **/c//d\ne"), ["a", "c", "e"]);
    let (tokens, _) = lex("a /*@ requires x; */ b //@ y\nc", false);
    let kinds: Vec<Kind> = tokens.into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, [Kind::Name, Kind::Annotation, Kind::Name, Kind::Annotation, Kind::Name]);
    let (tokens, _) = lex("\\separated(a+(0..N-1))@", true);
    let text: Vec<String> = tokens.into_iter().map(|(_, spelling)| spelling).collect();
    assert_eq!(text, ["\\separated", "(", "a", "+", "(", "0", "..", "N", "-", "1", ")", ")"]);
}

#[test]
fn mistakes_are_reported() {
    for (text, part) in [("/* a", "comment"), ("\"a\nb", "string"), ("'a\n", "character"), ("'", "character")] {
        let (_, problems) = lex(text, false);
        assert!(problems.len() == 1 && problems[0].contains(part), "{text}: {problems:?}");
    }
    // Stray characters are the parser's business, of which ever so many bytes they have.
    assert_eq!(lex("` \u{1}", false).0.len(), 2);
}

#[test]
fn flags_tell_of_white_space_and_lines() {
    let text = "#a b\nc(d /**/ e";
    let (mut symbols, mut lexer) = (Symbols::default(), Lexer::new(0, text));
    let mut flags = Vec::new();
    loop {
        let token = lexer.next(text, &mut symbols);
        if token.kind == Kind::Eof {
            break;
        }
        flags.push(token.flags & (Token::SPACE | Token::FIRST));
    }
    let (first, space) = (Token::FIRST, Token::SPACE);
    assert_eq!(flags, [first, 0, space, first | space, 0, 0, space]);
}
