//! Trees and messages. Messages are checked with the text they point at, so that the tests read without counting.

use super::*;
use crate::ast::{
    AggregateBase, AggregateItem, AnnotationKind, Association, AssociationValue, Choice, Decl, DiscreteRange, ExprKind,
    IteratorDomain, IteratorSpec, Name, NameKind, Range, StmtKind, TypeDef,
};

fn options() -> ParseOptions {
    ParseOptions { marks: AnnotationMarks { spark: Some('#'), bmc: Some('%') }, ..ParseOptions::default() }
}

/// Every message for a text, each with the text it points at.
fn mistakes(text: &str, entry: Entry) -> Vec<(String, String)> {
    let at = |span: horn_frontend::Span| text[span.start as usize..span.end as usize].to_owned();
    check(text, entry, options()).into_iter().map(|found| (found.message, at(found.span))).collect()
}

fn check_mistakes(text: &str, entry: Entry, expected: &[(&str, &str)]) {
    let found = mistakes(text, entry);
    let found: Vec<(&str, &str)> = found.iter().map(|(message, at)| (message.as_str(), at.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

/// The messages of statements inside a procedure.
fn statement_mistakes(text: &str, expected: &[(&str, &str)]) {
    check_mistakes(text, Entry::Statements, expected);
}

/// Writes an expression with parentheses around everything that is applied, to show how it was read.
struct Show<'n>(&'n Interner);

impl Show<'_> {
    fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Integer(value) => value.to_string(),
            ExprKind::Real(value) => format!("{}/{}", value.numerator, value.denominator),
            ExprKind::String(text) => format!("{text:?}"),
            ExprKind::Null => "null".into(),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Aggregate(aggregate) => {
                let base = match &aggregate.base {
                    AggregateBase::None => String::new(),
                    AggregateBase::NullRecord => "null record".into(),
                    AggregateBase::Delta(base) => format!("{} with delta ", self.expr(base)),
                    AggregateBase::Extension(base) => format!("{} with ", self.expr(base)),
                };
                let items = aggregate.items.iter().map(|item| match item {
                    AggregateItem::Association(item) => self.association(item),
                    AggregateItem::Iterated(item) => {
                        let more: Vec<String> =
                            item.more_choices.iter().map(|choice| format!(" | {}", self.choice(choice))).collect();
                        format!("for {}{} => {}", self.iterator(&item.iterator), more.concat(), self.expr(&item.value))
                    }
                });
                format!("<{base}{}>", items.collect::<Vec<_>>().join(", "))
            }
            ExprKind::Paren(inner) => format!("paren {}", self.expr(inner)),
            ExprKind::Unary(op, operand) => format!("({} {})", op.text(), self.expr(operand)),
            ExprKind::Binary(binary) => {
                format!("({} {} {})", self.expr(&binary.left), binary.op.text(), self.expr(&binary.right))
            }
            ExprKind::Membership(test) => {
                let choices: Vec<String> = test.choices.iter().map(|choice| self.choice(choice)).collect();
                let not = if test.negated { "not in" } else { "in" };
                format!("({} {not} {})", self.expr(&test.operand), choices.join(" | "))
            }
            ExprKind::If(branches) => {
                let mut text: Vec<String> = branches
                    .branches
                    .iter()
                    .map(|(c, v)| format!("if {} then {}", self.expr(c), self.expr(v)))
                    .collect();
                text.extend(branches.otherwise.as_ref().map(|value| format!("else {}", self.expr(value))));
                format!("({})", text.join(" "))
            }
            ExprKind::Case(case) => {
                let parts = case.alternatives.iter().map(|alternative| {
                    let choices: Vec<String> = alternative.choices.iter().map(|choice| self.choice(choice)).collect();
                    format!("when {} => {}", choices.join(" | "), self.expr(&alternative.value))
                });
                format!("(case {} {})", self.expr(&case.selector), parts.collect::<Vec<_>>().join(" "))
            }
            ExprKind::Quantified(quantified) => {
                let word = if quantified.universal { "all" } else { "some" };
                format!("({word} {} => {})", self.iterator(&quantified.iterator), self.expr(&quantified.predicate))
            }
            ExprKind::Declare(declare) => {
                format!("(declare {} in {})", declare.declarations.len(), self.expr(&declare.value))
            }
            ExprKind::Allocator(indication, _) => format!("(new {})", self.name(&indication.mark)),
            ExprKind::Raise(name, _) => format!("(raise {})", self.name(name)),
            ExprKind::Error => "error".into(),
        }
    }

    fn iterator(&self, iterator: &IteratorSpec) -> String {
        let name = self.0.text(iterator.name.spelling);
        let reverse = if iterator.reverse { "reverse " } else { "" };
        match &iterator.domain {
            IteratorDomain::In(range) => format!("{name} in {reverse}{}", self.range(range)),
            IteratorDomain::Of(array) => format!("{name} of {reverse}{}", self.name(array)),
        }
    }

    fn range(&self, range: &DiscreteRange) -> String {
        match range {
            DiscreteRange::Range(Range::Bounds(low, high)) => format!("{} .. {}", self.expr(low), self.expr(high)),
            DiscreteRange::Range(Range::Attribute(name)) => format!("range {}", self.name(name)),
            DiscreteRange::Subtype(indication) => {
                let constrained = if indication.constraint.is_some() { " constrained" } else { "" };
                format!("subtype {}{constrained}", self.name(&indication.mark))
            }
        }
    }

    fn choice(&self, choice: &Choice) -> String {
        match choice {
            Choice::Expr(expr) => self.expr(expr),
            Choice::Range(range) => self.range(range),
            Choice::Others(_) => "others".into(),
        }
    }

    fn association(&self, association: &Association) -> String {
        let choices: Vec<String> = association.choices.iter().map(|choice| self.choice(choice)).collect();
        let value = match &association.value {
            AssociationValue::Expr(expr) => self.expr(expr),
            AssociationValue::Range(range) => self.range(range),
            AssociationValue::Box(_) => "<>".into(),
        };
        if choices.is_empty() { value } else { format!("{} => {value}", choices.join(" | ")) }
    }

    fn arguments(&self, list: &[Association]) -> String {
        list.iter().map(|item| self.association(item)).collect::<Vec<_>>().join(", ")
    }

    fn name(&self, name: &Name) -> String {
        match &name.kind {
            NameKind::Ident(ident) => self.0.text(ident.spelling).to_owned(),
            NameKind::Selected(prefix, selector) => format!("{}.{}", self.name(prefix), self.0.text(selector.spelling)),
            NameKind::Dereference(prefix) => format!("{}.all", self.name(prefix)),
            NameKind::Apply(prefix, list) => format!("{}({})", self.name(prefix), self.arguments(list)),
            NameKind::Attribute(attribute) => {
                let text = format!("{}'{}", self.name(&attribute.prefix), self.0.text(attribute.designator.spelling));
                if attribute.arguments.is_empty() {
                    text
                } else {
                    format!("{text}[{}]", self.arguments(&attribute.arguments))
                }
            }
            NameKind::Qualified(mark, operand) => format!("{}'{}", self.name(mark), self.expr(operand)),
            NameKind::Target => "@".into(),
            NameKind::Value(value) => format!("value {}", self.expr(value)),
            NameKind::OldValue(prefix) => format!("{}~", self.name(prefix)),
            NameKind::LoopEntryValue(prefix) => format!("{}%", self.name(prefix)),
            NameKind::Update(prefix, items) => {
                let items = items.iter().map(|item| {
                    let selectors: Vec<String> = item.selectors.iter().map(|selector| self.expr(selector)).collect();
                    format!("{} => {}", selectors.join(", "), self.expr(&item.value))
                });
                format!("{}[{}]", self.name(prefix), items.collect::<Vec<_>>().join("; "))
            }
        }
    }
}

fn expression(text: &str, expected: &str) {
    let mut names = Interner::new();
    let parsed = parse_expression(text, &mut names, options());
    assert_eq!(parsed.diagnostics, [], "{text}");
    assert_eq!(Show(&names).expr(&parsed.tree), expected, "{text}");
}

#[test]
fn operators_bind_as_the_manual_says() {
    expression("A + B * C - D", "((A + (B * C)) - D)");
    expression("-7 mod 2", "(- (7 mod 2))");
    expression("-A + B", "((- A) + B)");
    expression("2 ** N * 3", "((2 ** N) * 3)");
    expression("A and B and C", "((A and B) and C)");
    expression("A < B or else not C", "((A < B) or else (not C))");
    expression("abs X rem Y", "((abs X) rem Y)");
    expression("A & \"x\" & 'c' = B", "(((A & \"x\") & 'c') = B)");
    expression(
        "X in 1 .. 5 | 7 | T and then Y not in A'Range",
        "((X in 1 .. 5 | 7 | T) and then (Y not in range A'Range))",
    );
    expression("(A and B) or C", "(paren (A and B) or C)");
}

#[test]
fn names_stay_undecided() {
    expression("F (X, Y => 1).G (2)(3)", "F(X, Y => 1).G(2)(3)");
    expression("A (1 .. N)", "A(1 .. N)");
    expression("A (Index range 1 .. 2)", "A(subtype Index constrained)");
    expression("A (B'Range)", "A(range B'Range)");
    expression("A'First (2)", "A'First[2]");
    expression("X'Old (I) + F'Result", "(X'Old(I) + F'Result)");
    expression("T'Base (X)", "T'Base(X)");
    expression("T'(X) + T'(1, 2)'Length", "(T'paren X + T'<1, 2>'Length)");
    expression("P.\"+\" (A, B)", "P.\"+\"(A, B)");
    expression("\"and\" (A, B)", "\"and\"(A, B)");
    expression("P.all.X.all", "P.all.X.all");
    expression("@ + 1", "(@ + 1)");
    expression("[for X of A => X * X]'Reduce (\"+\", 0)", "value <for X of A => (X * X)>'Reduce[\"+\", 0]");
}

#[test]
fn aggregates_and_parentheses() {
    expression("(1)", "paren 1");
    expression("(1, 2)", "<1, 2>");
    expression("(1 | 3 .. 5 => 0, others => <>)", "<1 | 3 .. 5 => 0, others => <>>");
    expression("(null record)", "<null record>");
    expression("(R with delta X => 1, Y => 2)", "<R with delta X => 1, Y => 2>");
    expression("(for I in 1 | 3 .. 4 => I)", "<for I in 1 .. 1 | 3 .. 4 => I>");
    expression("[]", "<>");
    expression("(X => (Y, null), null => +Z)", "<X => <Y, null>, null => (+ Z)>");
}

#[test]
fn conditional_and_quantified_expressions() {
    expression("(if A then B elsif C then D else E)", "paren (if A then B if C then D else E)");
    expression("(case X is when 1 | 2 => A, when others => B)", "paren (case X when 1 | 2 => A when others => B)");
    expression("(for all I in A'Range => A (I) > 0)", "paren (all I in range A'Range => (A(I) > 0))");
    expression("(for some X of reverse A => X = 0)", "paren (some X of reverse A => (X = 0))");
    expression("F (if A then 1 else 2)", "F((if A then 1 else 2))");
    expression("(declare Y : constant Integer := 1; begin Y + 1)", "paren (declare 1 in (Y + 1))");
    expression("(if A then raise E with \"x\" else B)", "paren (if A then (raise E) else B)");
    expression("new T'(1)", "(new T'paren 1)");
}

#[test]
fn mistakes_in_statements() {
    statement_mistakes("if X > 0\n X := 1; end if;", &[("missing \"then\"", "")]);
    statement_mistakes("while X > 0 do null; end loop;", &[("\"do\" should be \"loop\"", "do")]);
    statement_mistakes("for I in 1 .. 3\n null; end loop;", &[("missing \"loop\"", "")]);
    statement_mistakes("for I in 3 loop null; end loop;", &[("missing \"..\"", "")]);
    statement_mistakes("for I := 1 .. 3 loop null; end loop;", &[("\":=\" should be \"in\"", ":=")]);
    statement_mistakes("X = 3;", &[("\"=\" should be \":=\"", "=")]);
    statement_mistakes("X := 3\nY := 4;", &[("missing \";\"", "")]);
    statement_mistakes("X := Y Z;\nA := B C;", &[("binary operator expected", "Z"), ("binary operator expected", "C")]);
    statement_mistakes("X++;\nY += 1;", &[("missing \":=\"", "+"), ("missing \":=\"", "+")]);
    statement_mistakes(
        "if A then null; elseif B then null; end if;",
        &[("incorrect spelling of keyword \"elsif\"", "elseif")],
    );
    statement_mistakes("if A then null; endif;", &[("\"endif\" should be \"end if\"", "endif")]);
    statement_mistakes("if A then\nend if;", &[("statement expected", "end")]);
    statement_mistakes(
        "if A then null; else if B then null; end if;",
        &[("missing \"end if;\" for \"if\" at line 1", "")],
    );
    statement_mistakes(
        "loop\n  if A then\n    null;\nend loop;\nX := ;",
        &[("\"end if;\" expected for \"if\" at line 2", "end"), ("missing operand", ";")],
    );
    statement_mistakes("Y : Integer;\nnull;", &[("declarations must come before \"begin\"", "Y")]);
    statement_mistakes("case X is when 1 : null; when others => null; end case;", &[("\":\" should be \"=>\"", ":")]);
    statement_mistakes(
        "case X is\nend case;",
        &[("\"when\" expected, must have at least one alternative in case", "end")],
    );
    statement_mistakes("exit if X;", &[("\"if\" should be \"when\"", "if")]);
    statement_mistakes("else null;", &[("no \"if\" for this \"else\"", "else")]);
    statement_mistakes("P (A, B;\nnull;", &[("missing \")\"", "")]);
    statement_mistakes("L : loop exit L; end loop M;", &[("\"end loop L;\" expected", "end loop M")]);
    statement_mistakes("null;;", &[("extra \";\" ignored", ";")]);
    statement_mistakes("range := 1;", &[("reserved word \"range\" cannot be used as identifier", "range")]);
}

#[test]
fn mistakes_in_expressions() {
    let check = |text, expected: &[(&str, &str)]| check_mistakes(text, Entry::Expression, expected);
    check("A and B or C", &[("mixed logical operators in expression", "or")]);
    check("A and then B and C", &[("mixed logical operators in expression", "and")]);
    check("X * -1", &[("parentheses required for unary minus", "-")]);
    check("2 ** 3 ** 2", &[("parenthesization required for **", "**")]);
    check("X == 1", &[("== should be =", "==")]);
    check("A && B", &[("&& should be \"and then\"", "&&")]);
    check("B || C", &[("\"||\" should be \"or else\"", "||")]);
    check("X % 2", &[("\"%\" is no operator; use \"mod\" or \"rem\"", "%")]);
    check("1 + if A then 1 else 2", &[("if expression must be parenthesized", "if")]);
    check("(1 + ", &[("missing operand", "")]);
    check("A B", &[("unexpected \"B\"", "B")]);
    check("F (A and B .. C)", &[("this expression must be parenthesized", "A and B")]);
    check("X'not", &[("attribute designator expected", "not")]);
    check("X'", &[("attribute designator expected", "")]);
    check("1E99999999", &[("exponent of numeric literal is too large", "1E99999999")]);
    check("", &[("missing operand", "")]);
}

#[test]
fn mistakes_in_declarations_and_units() {
    let check = |text, expected: &[(&str, &str)]| check_mistakes(text, Entry::Compilation, expected);
    check("", &[("file contains no compilation units", "")]);
    check("procedure P is begin null; end Q;", &[("\"end P;\" expected", "end Q")]);
    check("procedure P is begin null; end P;\nend P;", &[("duplicate end line ignored", "end")]);
    check("X := 1;", &[("compilation unit expected", "X")]);
    check("procedure P is\n X : Integer := 0\n Y : Integer;\nbegin null; end P;", &[("missing \";\"", "")]);
    check("procedure P is\n X Integer;\nbegin null; end P;", &[("missing \":\"", "Integer")]);
    check("procedure P is\n X : Integer = 1;\nbegin null; end P;", &[("\"=\" should be \":=\"", "=")]);
    check("procedure P (A : Integer, B : Integer) is begin null; end P;", &[("\",\" should be \";\"", ",")]);
    check(
        "procedure P is\n  X : Integer;\n  X := 1;\n  for I in 1 .. 2 loop null; end loop;\nend P;",
        &[("missing \"begin\" for procedure \"P\" at line 1", "X")],
    );
    check(
        "procedure P is\n  X : Integer;\nbegin\n  Y : Integer;\n  Z : Integer;\n null; end P;",
        &[("declarations must come before \"begin\"", "Y")],
    );
    check(
        "procedure P () is begin null; end P;",
        &[("\"()\" not allowed; a subprogram without parameters has no parentheses", ")")],
    );
    check("function F is begin return 1; end F;", &[("missing \"return\"", "")]);
    check("procedure P is\n  X : Integer;\nend P;", &[("missing \"begin\" for procedure \"P\" at line 1", "end")]);
    check(
        "procedure P is\n type R is record\n X : Integer;\n end;\nbegin null; end P;",
        &[("\"end record;\" expected for \"record\" at line 2", "end")],
    );
    check("procedure P is\n type A is array (1 .. 3) Integer;\nbegin null; end P;", &[("missing \"of\"", "")]);
    check("procedure P is\nbegin\n null;\n", &[("missing \"end P;\" for \"P\" at line 1", "")]);
    check("with A\nprocedure P is begin null; end P;", &[("missing \";\"", "")]);
    check(
        "package P is\n Range : Integer;\nend P;",
        &[("reserved word \"range\" cannot be used as identifier", "Range")],
    );
    check(
        "package P is\n X : Integer := 1;\n X := 2;\nend P;",
        &[("statement not allowed in declarative part; missing \"begin\"?", "X")],
    );
}

#[test]
fn depth_is_limited_with_one_message() {
    let deep = |open: &str, middle: &str, close: &str, count: usize| {
        format!("{}{middle}{}", open.repeat(count), close.repeat(count))
    };
    let one = |text: &str, entry, message: &str| {
        let found = mistakes(text, entry);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].0.contains(message), "{found:?}");
    };
    one(&deep("(", "1", ")", 100_000), Entry::Expression, "too deep");
    one(&deep("not (", "A", ")", 100_000), Entry::Expression, "too deep");
    one(&deep("F (", "1", ")", 100_000), Entry::Expression, "too deep");
    one(&deep("if A then ", "null;", " end if;", 100_000), Entry::Statements, "too deep");
    one(&deep("procedure P is ", "", "", 100_000), Entry::Compilation, "too deep");
    one(&format!("1{}", " + 1".repeat(100_000)), Entry::Expression, "too long");
    one(&format!("A{}", ".B".repeat(100_000)), Entry::Expression, "too long");
    one(&format!("A{}", " (1)".repeat(100_000)), Entry::Expression, "too long");
    assert_eq!(mistakes(&format!("1{}", " + 1".repeat(300)), Entry::Expression), []);
    let many: Vec<String> = (0..5000).map(|value| format!("{value} + {value}")).collect();
    assert_eq!(mistakes(&format!("({})", many.join(", ")), Entry::Expression), [], "width is no depth");
}

fn single(text: &str) -> (Decl, Interner) {
    let mut names = Interner::new();
    let parsed = parse_file(text, &mut names, ParseOptions::default());
    assert_eq!(parsed.diagnostics, [], "{text}");
    let unit = parsed.tree.units.into_iter().next();
    (unit.map_or(Decl::Error(horn_frontend::Span::new(0, 0)), |unit| unit.item), names)
}

#[test]
fn unsupported_constructs_are_read_and_named() {
    let text = "package P is
        task type T; protected Q is entry E; private X : Integer; end Q;
        type A is access all Integer; type G is tagged record X : Integer; end record;
        type N is new G with null record; type I is synchronized interface; X : access Integer;
        Y : Integer;
    end P;";
    let (Decl::Package(package), _) = single(text) else { panic!("no package") };
    let found: Vec<String> = package
        .visible
        .iter()
        .filter_map(|decl| match decl {
            Decl::Unsupported(node) => Some(node),
            Decl::Type(decl) => match &decl.definition {
                TypeDef::Unsupported(node) => Some(node),
                _ => None,
            },
            _ => None,
        })
        .map(|node| format!("{} (RM {})", node.construct, node.section))
        .collect();
    let expected = ["interface of tasks (RM 3.9.4)"];
    assert_eq!(found, expected);
    assert_eq!(package.visible.len(), 8);
}

#[test]
fn a_body_has_its_parts() {
    let text = "procedure P (A, B : in out Integer; C : out T := 1) with Pre => A > 0, Post'Class => B = A'Old is
        type T is range 1 .. 10;
        X : constant array (1 .. 3) of Integer := (others => 0);
        N : constant := 3;
        function F (I : T) return Integer is (X (I));
    begin
        <<Here>> Outer : for I in reverse T range 1 .. 3 loop
            exit Outer when I = 2;
        end loop Outer;
        return Z : Integer := 1 do null; end return;
    exception
        when E : Constraint_Error | Program_Error => raise;
        when others => null;
    end P;";
    let (Decl::SubprogramBody(body), names) = single(text) else { panic!("no body") };
    assert_eq!(body.spec.parameters.len(), 2);
    assert_eq!(body.spec.parameters[0].names.len(), 2);
    assert_eq!(body.aspects.len(), 2);
    assert!(body.aspects[1].class_wide && !body.aspects[0].class_wide);
    assert_eq!(body.declarations.len(), 4);
    assert!(matches!(&body.declarations[2], Decl::Number(_)));
    assert_eq!(body.body.handlers.len(), 2);
    let StmtKind::Loop(stmt) = &body.body.statements[0].kind else { panic!("no loop") };
    assert_eq!(stmt.name.map(|name| names.text(name.spelling)), Some("Outer"));
    assert_eq!(body.body.statements[0].labels.len(), 1);
    assert_eq!(&text[body.span.start as usize..body.span.end as usize], text);
    let end = body.body.end_span.map(|span| &text[span.start as usize..][..5]);
    assert_eq!(end, Some("end P"));
}

/// An expression inside an annotation.
fn annotated(text: &str, expected: &str) {
    let mut names = Interner::new();
    let whole = format!("--# check {text};");
    let parsed = parse_statements(&whole, &mut names, options());
    assert_eq!(parsed.diagnostics, [], "{text}");
    let StmtKind::Annotation(annotation) = &parsed.tree[0].kind else { panic!("no annotation") };
    let AnnotationKind::Check(expr) = &annotation.kind else { panic!("{annotation:?}") };
    assert_eq!(Show(&names).expr(expr), expected, "{text}");
}

#[test]
fn annotations_have_more_operators() {
    annotated("A and B -> C or D", "((A and B) -> (C or D))");
    annotated("A <-> B -> C", "((A <-> B) -> C)");
    annotated("X~ + Y% = R.F~ (1)", "((X~ + Y%) = R.F~(1))");
    annotated("A = A~ [I => V; J, K => 0] and B", "((A = A~[I => V; J, K => 0]) and B)");
    annotated(
        "for all I in T range 1 .. N => (A (I) > 0) and B",
        "((all I in subtype T constrained => paren (A(I) > 0)) and B)",
    );
    annotated(
        "(for some I in T => (for all J in T => (I <= J)))",
        "paren (some I in subtype T => paren (all J in subtype T => paren (I <= J)))",
    );
    annotated(
        "for all I in T => for all J in T => (I = J)",
        "(all I in subtype T => (all J in subtype T => paren (I = J)))",
    );
}

#[test]
fn annotations_stand_where_they_belong() {
    let text = "with Ada;
--# inherit Ada, B;
package P
--# own State, Other : T; in Sensor;
--# initializes State;
is
   type T is range 1 .. 9;
   --# assert T'Base is Short;
   --# function Sum (X : T) return T;
   --# return S => S > 0;
   procedure Q (X : in out T);
   --# global in State; in out Other;
   --# derives X from *, State & Other from Other &
   --#   null from Sensor;  -- comment
   --# pre X > 1 and
   --#   X < 8;
   --# post X = X~ + 1;
   --# type Set is abstract;
end P;";
    let mut names = Interner::new();
    let parsed = parse_file(text, &mut names, options());
    assert_eq!(parsed.diagnostics, []);
    let unit = &parsed.tree.units[0];
    assert!(matches!(&unit.annotations[0].kind, AnnotationKind::Inherit(names) if names.len() == 2));
    let Decl::Package(package) = &unit.item else { panic!("no package") };
    let AnnotationKind::Own(own) = &package.annotations[0].kind else { panic!("no own") };
    assert_eq!(
        own.iter().map(|variable| names.text(variable.name.spelling)).collect::<Vec<_>>(),
        ["State", "Other", "Sensor"]
    );
    assert!(matches!(&package.annotations[1].kind, AnnotationKind::Initializes(_)));
    let kinds: Vec<&str> = package
        .visible
        .iter()
        .map(|decl| match decl {
            Decl::Type(_) => "type",
            Decl::Subprogram(_) => "subprogram",
            Decl::Annotation(annotation) => match &annotation.kind {
                AnnotationKind::BaseType(..) => "base type",
                AnnotationKind::Proof(decl) => match decl.as_ref() {
                    Decl::Subprogram(function) if function.annotations.len() == 1 => "proof function",
                    _ => "proof type",
                },
                _ => "other",
            },
            _ => "other",
        })
        .collect();
    assert_eq!(kinds, ["type", "base type", "proof function", "subprogram", "proof type"]);
    let Decl::Subprogram(procedure) = &package.visible[3] else { panic!("no procedure") };
    assert_eq!(procedure.annotations.len(), 4);
    let AnnotationKind::Global(groups) = &procedure.annotations[0].kind else { panic!("no global") };
    assert_eq!(groups.len(), 2);
    let AnnotationKind::Derives(clauses) = &procedure.annotations[1].kind else { panic!("no derives") };
    assert_eq!(
        clauses
            .iter()
            .map(|clause| (clause.exports.len(), clause.from_itself, clause.imports.len()))
            .collect::<Vec<_>>(),
        [(1, true, 1), (1, false, 1), (0, false, 1)]
    );
    let pre = procedure.annotations[2].span;
    assert!(text[pre.start as usize..pre.end as usize].starts_with("pre X > 1"));
}

#[test]
fn lists_of_only_annotations_are_statements() {
    let text = "for I in 1 .. 3 loop
        --% assume A (I) >= 0;
        --% notOverflow (+, Integer, X, 1); notOverflow (abs, T, X);
     end loop;
     while X < 3
     --# assert X >= 0;
     loop
        X := X + 1;
        --# accept F, 10, X, \"reason\";
        --# end accept;
     end loop;";
    let mut names = Interner::new();
    let parsed = parse_statements(text, &mut names, options());
    assert_eq!(parsed.diagnostics, []);
    let StmtKind::Loop(first) = &parsed.tree[0].kind else { panic!("no loop") };
    assert_eq!(first.body.len(), 3);
    let StmtKind::Loop(second) = &parsed.tree[1].kind else { panic!("no loop") };
    assert_eq!((second.annotations.len(), second.body.len()), (1, 3));
}

#[test]
fn mistakes_in_annotations() {
    statement_mistakes("null; --# check X > ;", &[("missing operand", ";")]);
    statement_mistakes(
        "--# asert X;\n--# check Y Z;",
        &[("unknown annotation \"asert\"", "asert"), ("binary operator expected", "Z")],
    );
    statement_mistakes("--# check X\n--# check Y;", &[("missing \";\"", "")]);
    statement_mistakes("--# check X\nnull;", &[("missing \";\"", "")]);
    statement_mistakes(
        "--% check X;",
        &[("\"assert\", \"assume\" or \"notOverflow\" expected in annotation", "check")],
    );
    statement_mistakes("--% notOverflow (&, T, X, Y);", &[("arithmetic operator with 2 operands expected", "&")]);
    statement_mistakes("X := \n--# check Y;\n3;", &[("annotation is not allowed here", "--#")]);
    statement_mistakes("--# derives X Y;", &[("missing \"from\"", "Y")]);
    statement_mistakes("--# check A [1 => 2;", &[("missing operand", "")]);
}
