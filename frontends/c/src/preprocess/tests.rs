//! Tests of the preprocessor. What gcc makes of the same texts is compared in `tests/preprocessor.rs`.

use super::*;

fn preprocess(text: &str) -> (String, Vec<String>) {
    let unit = preprocess_text("t.c", text, &Options::default());
    let words: Vec<&str> = unit.tokens[..unit.tokens.len() - 1].iter().map(|token| unit.spelling(*token)).collect();
    let messages = unit.messages.iter().map(|message| message.diagnostic.message.clone()).collect();
    (words.join(" "), messages)
}

/// The tokens of a text that is right.
fn good(text: &str) -> String {
    let (tokens, messages) = preprocess(text);
    assert_eq!(messages, Vec::<String>::new(), "{text}");
    tokens
}

/// The one message about a text.
fn wrong(text: &str) -> String {
    let (_, messages) = preprocess(text);
    assert_eq!(messages.len(), 1, "{text}: {messages:?}");
    messages[0].clone()
}

#[test]
fn macros_are_replaced() {
    assert_eq!(good("#define A B\n#define B 1\nA B C"), "1 1 C");
    assert_eq!(good("#define A A + B\n#define B A\nA"), "A + A");
    assert_eq!(good("#define f(x, y) x + y\nf(1, (2, 3)) f f (a, )"), "1 + ( 2 , 3 ) f a +");
    assert_eq!(good("#define f(x) [x]\nf(f(f(1)))"), "[ [ [ 1 ] ] ]");
    assert_eq!(good("#define f(x) x\n#define g f\ng\n(\n1\n)"), "1");
    assert_eq!(good("#define A 1\n#undef A\nA"), "A");
    assert_eq!(good("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)"), "2 * 9 * g");
    assert_eq!(good("#define e() 5\ne() e( )"), "5 5");
}

#[test]
fn the_example_of_the_standard() {
    let text = "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n\
        #define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n\
        #define str(x) # x\nf(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\ng(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n\
        p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\nchar c[2][6] = { str(hello), str() };\n";
    assert_eq!(
        good(text),
        "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ; \
         f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ; \
         int i [ ] = { 1 , 23 , 4 , 5 , } ; char c [ 2 ] [ 6 ] = { \"hello\" , \"\" } ;"
    );
}

#[test]
fn arguments_become_text_and_parts_of_tokens() {
    assert_eq!(good("#define s(x) #x\ns( a  +\n\"b\\n\" 'c' ) s()"), "\"a + \\\"b\\\\n\\\" 'c'\" \"\"");
    assert_eq!(good("#define c(a, b) a ## b\nc(x, 1) c(, y) c(+, +) c(1, e2)"), "x1 y ++ 1e2");
    assert_eq!(good("#define hash_hash # ## #\nhash_hash"), "##");
    assert_eq!(good("#define v(f, ...) p(f, ## __VA_ARGS__)\nv(1) v(1, 2, 3)"), "p ( 1 ) p ( 1 , 2 , 3 )");
    assert_eq!(good("#define v(a...) [a]\nv() v(1,2)"), "[ ] [ 1 , 2 ]");
    assert_eq!(good("#define x a\n#define s(e) #e\n#define t(e) s(e)\ns(x) t(x)"), "\"x\" \"a\"");
}

#[test]
fn conditions_select_lines() {
    for (condition, holds) in [
        ("1 + 2 * 3 == 7", true),
        ("-1 > 0u", true),
        ("(2 || 1/0) && !(0 && 1/0)", true),
        ("1 ? 2 : 1/0", true),
        ("0 ? 1 : 0 ? 1 : 0", false),
        ("defined A && defined(B) && !defined C", true),
        ("UNKNOWN", false),
        ("'a' == 97 && '\\377' < 0", true),
        ("~0u == 0xffffffffffffffff", true),
        ("A == 3 && B", true),
        ("-8 >> 1 == -4", true),
        ("(1 , 0)", false),
        ("9223372036854775807 + 1 < 0", true),
        ("__has_include(<stdlib.h>) && !__has_include(\"nowhere.h\")", true),
    ] {
        let text = format!("#define A 3\n#define B 1\n#if {condition}\nyes\n#else\nno\n#endif\n");
        assert_eq!(good(&text), if holds { "yes" } else { "no" }, "{condition}");
    }
    let groups = |value: u32| {
        good(&format!("#define V {value}\n#if V == 1\na\n#elif V == 2\nb\n#elif V == 3\nc\n#else\nd\n#endif"))
    };
    assert_eq!([groups(1), groups(2), groups(3), groups(4)], ["a", "b", "c", "d"]);
    assert_eq!(good("#if 0\n#if 1\n'\n#else\n#endif\n#bad\n#elif 1\nx\n#elif 1/0\n#endif"), "x");
    assert_eq!(good("#ifdef A\na\n#else\nb\n#endif\n#ifndef A\nc\n#endif"), "b c");
}

#[test]
fn what_is_wrong_is_said() {
    for (text, part) in [
        ("#if 1\nx", "without `#endif`"),
        ("#endif", "without `#if`"),
        ("#else", "without `#if`"),
        ("#if 0\n#else\n#else\n#endif", "behind `#else`"),
        ("#if 1/0\n#endif", "division by zero"),
        ("#if 1 +\n#endif", "expected a value"),
        ("#if (1\n#endif", "without `)`"),
        ("#if 1 2\n#endif", "expected an operator"),
        ("#if 1.0\n#endif", "a floating number"),
        ("#include \"nowhere.h\"", "cannot find the file"),
        ("#include <nowhere.h>", "is not known"),
        ("#include x", "expected \"file\" or <file>"),
        ("#error this \"is\" wrong", "#error this \"is\" wrong"),
        ("#define", "without the name"),
        ("#define 1", "cannot be the name"),
        ("#define f(x", "expected `,` or `)`"),
        ("#define f(x, x) 1", "occurs twice"),
        ("#define f(x) #y", "expected a parameter"),
        ("#define f ## x", "at an end"),
        ("#define f(x) x\nf(1, 2)", "takes 1 arguments, not 2"),
        ("#define f(x) x\nf(1", "not closed"),
        ("#define f(a, b) a ## b\nf(+, 1)", "makes no token"),
        ("#define A 1\n#define A 2", "defined again"),
        ("#unknown", "unknown directive"),
        ("#pragma pack(1)", "is not supported"),
        ("#pragma weird things here", "`#pragma weird things` is ignored"),
        ("_Pragma(\"pack(1)\") x", "is not supported"),
        ("#define f(x) __VA_OPT__(x)", "`__VA_OPT__` is not supported"),
        ("/* open", "not closed"),
    ] {
        let message = wrong(text);
        assert!(message.contains(part), "{text}: {message}");
    }
    assert_eq!(
        good("#pragma STDC FP_CONTRACT OFF\n#pragma GCC diagnostic ignored \"-Wall\"\n#\n_Pragma(\"omp x\") y"),
        "y"
    );
    assert_eq!(good("#define A 1 + 2\n#define A 1  +  2 /* x */\nA"), "1 + 2");
}

#[test]
fn arguments_that_nest_too_deep_are_refused() {
    assert!(wrong(&format!("#define f(x) x\n{}1{}", "f(".repeat(3000), ")".repeat(3000))).contains("levels deep"));
}

#[test]
fn platforms_differ_in_their_macros() {
    let text = "#include <stddef.h>\n#include <limits.h>\n__SIZE_TYPE__ LONG_MAX __SIZEOF_POINTER__";
    for (data_model, expected) in [
        (crate::DataModel::Lp64, "long unsigned int 0x7fffffffffffffffL 8"),
        (crate::DataModel::Ilp32, "unsigned int 0x7fffffffL 4"),
    ] {
        let unit = preprocess_text("t.c", text, &Options { data_model, ..Options::default() });
        let words: Vec<&str> = unit.tokens.iter().map(|token| unit.spelling(*token)).collect();
        assert!(words.join(" ").contains(expected), "{words:?}");
    }
}

#[test]
fn files_include_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    };
    write("a.c", "#include \"sub/b.h\"\n#include <c.h>\n#include \"once.h\"\n#include \"once.h\"\na __LINE__ D");
    write("sub/b.h", "#include \"d.h\"\nb");
    write("sub/d.h", "d");
    write("lib/c.h", "c __FILE__");
    write("once.h", "#pragma once\nonce");
    write("loop.c", "#include \"loop.c\"\n");
    let options = Options {
        folders: vec![folder.path().join("lib")],
        defines: vec![("D".into(), None), ("E(x)".into(), Some("x".into()))],
        ..Options::default()
    };
    let unit = preprocess_file(&folder.path().join("a.c"), &options);
    let words: Vec<&str> = unit.tokens.iter().map(|token| unit.spelling(*token)).collect();
    let file = format!("\"{}\"", folder.path().join("lib/c.h").display());
    assert_eq!(words[..8], ["d", "b", "c", file.as_str(), "once", "a", "5", "1"]);
    let unit = preprocess_file(&folder.path().join("loop.c"), &options);
    assert!(unit.messages[0].diagnostic.message.contains("levels deep"));
    let unit = preprocess_file(&folder.path().join("none.c"), &options);
    assert!(unit.messages[0].diagnostic.message.contains("cannot read"));
}

#[test]
fn places_are_found_through_macros_and_line_markers() {
    let text = "#define add(a, b) ((a) + (b))\nx = add(1, y);\n# 70 \"other.h\"\nz\n#line 5\nlast";
    let unit = preprocess_text("t.c", text, &Options::default());
    let find = |name: &str| *unit.tokens.iter().find(|token| unit.spelling(**token) == name).expect(name);
    let at = |name: &str| {
        let position = unit.sources.presumed(unit.sources.user(find(name).place()));
        (position.file.to_owned(), position.line, position.column)
    };
    assert_eq!(at("x"), ("t.c".into(), 2, 1));
    assert_eq!(at("y"), ("t.c".into(), 2, 12));
    assert_eq!(at("+"), ("t.c".into(), 2, 5), "a token of the body is where the macro is used");
    assert_eq!(unit.sources.physical(find("+").place().loc).line, 1);
    let used = find("+").place().macro_use.map(|id| unit.sources.macro_use(id).place.loc);
    assert_eq!(used.map(|loc| unit.sources.text(loc)), Some("add(1, y)"));
    assert_eq!(at("z"), ("other.h".into(), 70, 1));
    assert_eq!(at("last"), ("other.h".into(), 5, 1));
    assert_eq!(unit.sources.physical(find("last").place().loc).line, 6);
}
