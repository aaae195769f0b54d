use super::*;
use TokenKind as K;

fn lex(text: &str) -> Vec<(K, String)> {
    let (tokens, diagnostics) = tokenize(text, AnnotationMarks::default());
    assert_eq!(diagnostics, [], "{text}");
    tokens.iter().map(|token| (token.kind, text[token.start as usize..token.end as usize].to_owned())).collect()
}

fn texts(text: &str) -> Vec<String> {
    lex(text).into_iter().filter(|(kind, _)| *kind != K::Eof).map(|(_, text)| text).collect()
}

/// The one message for `text`, with the text it points at.
fn mistake(text: &str) -> (String, String) {
    let (_, diagnostics) = tokenize(text, AnnotationMarks::default());
    assert_eq!(diagnostics.len(), 1, "{text}: {diagnostics:?}");
    let span = diagnostics[0].span;
    (diagnostics[0].message.clone(), text[span.start as usize..span.end as usize].to_owned())
}

#[test]
fn ticks_and_character_literals() {
    assert_eq!(texts("T'(',')"), ["T", "'", "(", "','", ")"]);
    assert_eq!(texts("Character'('a')"), ["Character", "'", "(", "'a'", ")"]);
    assert_eq!(texts("X'Range'First & '''"), ["X", "'", "Range", "'", "First", "&", "'''"]);
    assert_eq!(texts("\"ab\"'Length"), ["\"ab\"", "'", "Length"]);
    assert_eq!(texts("('ä', ' ')"), ["(", "'ä'", ",", "' '", ")"]);
}

#[test]
fn a_reserved_word_behind_a_tick_is_an_identifier() {
    assert_eq!(lex("A'Range")[2].0, K::Identifier);
    assert_eq!(lex("A Range")[1].0, K::Range);
    assert_eq!(lex("RETURN")[0].0, K::Return);
}

#[test]
fn numbers() {
    assert_eq!(texts("1..2"), ["1", "..", "2"]);
    assert_eq!(texts("1.5E-3+2"), ["1.5E-3", "+", "2"]);
    assert_eq!(texts("16#FF#E2 2#1.1#"), ["16#FF#E2", "2#1.1#"]);
    assert_eq!(texts("16:FF: x:=1"), ["16:FF:", "x", ":=", "1"]);
    assert_eq!(lex("1_000")[0].0, K::Integer);
    assert_eq!(lex("2#1.1#")[0].0, K::Real);
}

#[test]
fn values_are_exact() {
    let integer = |text| integer_value(text).map(|value| value.to_string());
    assert_eq!(integer("1_000").as_deref(), Some("1000"));
    assert_eq!(integer("16#FF#E2").as_deref(), Some("65280"));
    assert_eq!(integer("1E3").as_deref(), Some("1000"));
    assert_eq!(integer("16:ff:").as_deref(), Some("255"));
    assert_eq!(integer("1E999999999"), None);
    let real = |text| real_value(text).map(|value| (value.numerator.to_string(), value.denominator.to_string()));
    assert_eq!(real("0.25"), Some(("25".into(), "100".into())));
    assert_eq!(real("2#1.1#E-1"), Some(("3".into(), "4".into())));
    assert_eq!(real("1.5E2"), Some(("150".into(), "1".into())));
}

#[test]
fn mistakes_point_at_their_text() {
    let check = |text, message: &str, at: &str| assert_eq!(mistake(text), (message.into(), at.into()));
    check("X__Y", "two consecutive underlines not permitted", "_");
    check("Z_ ", "identifier cannot end with underline", "_");
    check("17#1#", "base not 2-16", "17");
    check("16#FG#", "extended digit expected", "G");
    check("2#12#", "digit '2' >= base", "2");
    check("1E-3", "negative exponent not allowed for integer literal", "-");
    check("3abc;", "identifier may not start with digit", "3");
    check("X == Y", "== should be =", "==");
    check("X != Y", "!= should be /=", "!=");
    check("X && Y", "&& should be \"and then\"", "&&");
    check("('ab')", "strings are delimited by double quote character", "'ab'");
    check("?", "illegal character", "?");
    check("S := \"abc;\nX", "missing string quote", "");
    check("1.;", "real literal cannot end with point", ".");
}

#[test]
fn an_unterminated_string_leaves_the_semicolon() {
    let (tokens, _) = tokenize("P (\"abc);\nQ;", AnnotationMarks::default());
    let kinds: Vec<K> = tokens.iter().map(|token| token.kind).collect();
    assert_eq!(
        kinds,
        [K::Identifier, K::LeftParen, K::String, K::RightParen, K::Semicolon, K::Identifier, K::Semicolon, K::Eof]
    );
}

#[test]
fn annotation_lines_make_blocks() {
    let text = "P; --# global in A, -- comment\n  --#    B;\n\n  -- other\n--%assert A -> B;\nX % --# no";
    let (tokens, _) = tokenize(text, AnnotationMarks { spark: Some('#'), bmc: Some('%') });
    let kinds: Vec<K> = tokens.iter().map(|token| token.kind).collect();
    let expected = [
        K::Identifier,
        K::Semicolon,
        K::SparkBegin,
        K::Identifier,
        K::In,
        K::Identifier,
        K::Comma,
        K::Identifier,
        K::Semicolon,
        K::AnnotationEnd,
        K::BmcBegin,
        K::Identifier,
        K::Identifier,
        K::Implies,
        K::Identifier,
        K::Semicolon,
        K::AnnotationEnd,
        K::Identifier,
        K::Mod,
        K::SparkBegin,
        K::Identifier,
        K::AnnotationEnd,
        K::Eof,
    ];
    assert_eq!(kinds, expected);
    let (tokens, _) = tokenize("--# x", AnnotationMarks::default());
    assert_eq!(tokens.len(), 1, "without the options annotations are comments");
}

#[test]
fn encodings_and_line_ends() {
    assert_eq!(decode(b"\xEF\xBB\xBFx\xC3\xA4"), "xä");
    assert_eq!(decode(b"x\xE4"), "xä");
    assert_eq!(texts("a -- x\r\nb\rc\u{c}d\u{1a}"), ["a", "b", "c", "d"]);
    assert_eq!(texts("Größe"), ["Größe"]);
    assert_eq!(lex("").len(), 1);
}
