//! The parser against that of the crate `lang-c`: the trees of both, as text, are the same wherever `lang-c` accepts a
//! file: on the development set if it lies beside the repository, on our own C programs, and on the texts here.

use horn_c::literal;
use horn_c::preprocess::preprocess_file;
use horn_c::tree::StringLiteral;
use horn_c::{Options, read};
use lang_c::ast::*;
use lang_c::driver::{Config, parse_preprocessed};
use lang_c::span::Node;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The C files below a folder, sorted.
fn c_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(extension) if extension == "c" => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

/// Compares the trees of a file; false if `lang-c` rejects it.
fn compare(file: &Path) -> bool {
    let options = Options::default();
    let unit = preprocess_file(file, &options);
    let words: Vec<&str> = unit.tokens.iter().map(|token| unit.spelling(*token)).collect();
    // `lang-c` takes `((` of attributes for one token.
    let words = [words.join(" ").replace("( (", "((").replace(") )", "))")];
    let theirs = match parse_preprocessed(&Config::with_gcc(), words.join(" ")) {
        Ok(theirs) => theirs,
        Err(error) => {
            let behind: String = words.join(" ").chars().skip(error.offset).take(40).collect();
            eprintln!("{}: rejected by lang-c at `{behind}`", file.display());
            return false;
        }
    };
    let mut unit = read(file, &options);
    for decl in &mut unit.tree.decls {
        // Annotations are comments for `lang-c`.
        if let horn_c::tree::DeclKind::Function(function) = &mut decl.kind {
            function.contract = None;
        }
    }
    assert!(!unit.failed(), "{}: {:?}", file.display(), unit.rendered());
    let ours = without_bodiless_tags(&unit.tree.dump());
    let theirs: Vec<String> = theirs.unit.0.iter().map(|item| external(&item.node)).collect();
    for (ours, theirs) in ours.lines().zip(&theirs) {
        assert_eq!(ours, theirs, "{}", file.display());
    }
    assert_eq!(ours.lines().count(), theirs.len(), "{}", file.display());
    true
}

/// `lang-c` does not know whether `struct s` declares something new.
fn without_bodiless_tags(dump: &str) -> String {
    let mut out = String::new();
    for (at, part) in dump.split(" [").enumerate() {
        let tag = ["struct ", "union ", "enum "].iter().find_map(|word| part.strip_prefix(word));
        let rest = tag.and_then(|tag| tag.split_once(']')).filter(|(name, _)| !name.contains(' '));
        match rest {
            Some((_, rest)) => out.push_str(rest),
            None => {
                out.push_str(if at == 0 { "" } else { " [" });
                out.push_str(part);
            }
        }
    }
    out
}

fn external(item: &ExternalDeclaration) -> String {
    match item {
        ExternalDeclaration::Declaration(item) => declaration(&item.node),
        ExternalDeclaration::StaticAssert(assert) => format!("(static-assert {})", expr(&assert.node.expression.node)),
        ExternalDeclaration::FunctionDefinition(item) => {
            let item = &item.node;
            let specifiers = Specifiers::of(&item.specifiers);
            let (name, ty) = declarator(&item.declarator.node, specifiers.ty);
            format!("({}{name} {ty} {})", specifiers.storage, stmt(&item.statement.node))
        }
    }
}

struct Specifiers {
    storage: String,
    ty: String,
    tags: String,
}

impl Specifiers {
    fn of(specifiers: &[Node<DeclarationSpecifier>]) -> Specifiers {
        let (mut storage, mut words, mut qualifiers) = (String::new(), Vec::new(), Vec::new());
        for specifier in specifiers {
            match &specifier.node {
                DeclarationSpecifier::StorageClass(class) => {
                    storage = match class.node {
                        StorageClassSpecifier::Typedef => "typedef ",
                        StorageClassSpecifier::Extern => "extern ",
                        StorageClassSpecifier::Static => "static ",
                        StorageClassSpecifier::Auto => "auto ",
                        StorageClassSpecifier::Register => "register ",
                        StorageClassSpecifier::ThreadLocal => "",
                    }
                    .to_string();
                }
                DeclarationSpecifier::TypeSpecifier(word) => words.push(&word.node),
                DeclarationSpecifier::TypeQualifier(word) => qualifiers.push(&word.node),
                _ => {}
            }
        }
        let (ty, tags) = base(&words, &qualifiers);
        Specifiers { storage, ty, tags }
    }
}

fn specifier_qualifiers(specifiers: &[Node<SpecifierQualifier>]) -> String {
    let (mut words, mut qualifiers) = (Vec::new(), Vec::new());
    for specifier in specifiers {
        match &specifier.node {
            SpecifierQualifier::TypeSpecifier(word) => words.push(&word.node),
            SpecifierQualifier::TypeQualifier(word) => qualifiers.push(&word.node),
            SpecifierQualifier::Extension(_) => {}
        }
    }
    base(&words, &qualifiers).0
}

fn qualified(qualifiers: &[&TypeQualifier]) -> String {
    let has = |wanted: &TypeQualifier| qualifiers.contains(&wanted);
    [
        (TypeQualifier::Const, "const "),
        (TypeQualifier::Volatile, "volatile "),
        (TypeQualifier::Restrict, "restrict "),
        (TypeQualifier::Atomic, "atomic "),
    ]
    .iter()
    .map(|(qualifier, word)| if has(qualifier) { *word } else { "" })
    .collect()
}

/// The type of specifiers, and the tags that they define.
fn base(words: &[&TypeSpecifier], qualifiers: &[&TypeQualifier]) -> (String, String) {
    use TypeSpecifier as T;
    let count = |wanted: &TypeSpecifier| words.iter().filter(|word| **word == wanted).count();
    let mut tags = String::new();
    let special = words.iter().find_map(|word| match word {
        T::Struct(node) => {
            let node = &node.node;
            let kind = if node.kind.node == StructKind::Struct { "struct" } else { "union" };
            let name = node.identifier.as_ref().map_or("-", |name| &name.node.name);
            if let Some(declarations) = &node.declarations {
                tags = format!(
                    " [{kind} {name}{}]",
                    declarations.iter().map(|item| member(&item.node)).collect::<String>()
                );
            }
            Some(format!("{kind} {name}"))
        }
        T::Enum(node) => {
            let node = &node.node;
            let name = node.identifier.as_ref().map_or("-", |name| &name.node.name);
            if !node.enumerators.is_empty() {
                let one = |item: &Node<Enumerator>| {
                    let value = item.node.expression.as_ref().map_or(String::new(), |value| expr(&value.node));
                    format!(" ({} {value})", item.node.identifier.node.name)
                };
                tags = format!(" [enum {name}{}]", node.enumerators.iter().map(one).collect::<String>());
            }
            Some(format!("enum {name}"))
        }
        T::TypedefName(name) => Some(name.node.name.clone()),
        T::Atomic(ty) => Some(format!("(atomic {})", type_name(&ty.node))),
        T::TypeOf(of) => Some(match &of.node {
            TypeOf::Expression(value) => format!("(typeof {})", expr(&value.node)),
            TypeOf::Type(ty) => format!("(typeof-type {})", type_name(&ty.node)),
        }),
        _ => None,
    });
    let unsigned = if count(&T::Unsigned) > 0 { "unsigned " } else { "" };
    let complex = if count(&T::Complex) > 0 { " _Complex" } else { "" };
    let basic = if count(&T::Void) > 0 {
        "void".into()
    } else if count(&T::Bool) > 0 {
        "_Bool".into()
    } else if count(&T::Char) > 0 {
        if count(&T::Signed) > 0 { "signed char".into() } else { format!("{unsigned}char") }
    } else if count(&T::Float) > 0 {
        format!("float{complex}")
    } else if count(&T::Double) > 0 || !complex.is_empty() {
        if count(&T::Long) > 0 { format!("long double{complex}") } else { format!("double{complex}") }
    } else if count(&T::Short) > 0 {
        format!("{unsigned}short")
    } else {
        match count(&T::Long) {
            0 => format!("{unsigned}int"),
            1 => format!("{unsigned}long"),
            _ => format!("{unsigned}long long"),
        }
    };
    (format!("{}{}", qualified(qualifiers), special.unwrap_or(basic)), tags)
}

fn member(item: &StructDeclaration) -> String {
    let StructDeclaration::Field(field) = item else { return String::new() };
    let ty = specifier_qualifiers(&field.node.specifiers);
    if field.node.declarators.is_empty() {
        return format!(" (- {ty})");
    }
    let one = |item: &Node<StructDeclarator>| {
        let (name, ty) = match &item.node.declarator {
            Some(node) => declarator(&node.node, ty.clone()),
            None => ("-".into(), ty.clone()),
        };
        let width = item.node.bit_width.as_ref().map_or(String::new(), |width| format!(" : {}", expr(&width.node)));
        format!(" ({name} {ty}{width})")
    };
    field.node.declarators.iter().map(one).collect()
}

fn type_name(name: &TypeName) -> String {
    let ty = specifier_qualifiers(&name.specifiers);
    name.declarator.as_ref().map_or(ty.clone(), |node| declarator(&node.node, ty).1)
}

fn declarator(node: &Declarator, base: String) -> (String, String) {
    let mut ty = base;
    for derived in &node.derived {
        if let DerivedDeclarator::Pointer(qualifiers) = &derived.node {
            let list: Vec<&TypeQualifier> = qualifiers
                .iter()
                .filter_map(|node| match &node.node {
                    PointerQualifier::TypeQualifier(node) => Some(&node.node),
                    PointerQualifier::Extension(_) => None,
                })
                .collect();
            ty = format!("{}(ptr {ty})", qualified(&list));
        }
    }
    for derived in node.derived.iter().rev() {
        ty = match &derived.node {
            DerivedDeclarator::Array(array) => {
                let qualifiers: Vec<&TypeQualifier> = array.node.qualifiers.iter().map(|node| &node.node).collect();
                let size = match &array.node.size {
                    ArraySize::Unknown => "-".into(),
                    ArraySize::VariableUnknown => "*".into(),
                    ArraySize::VariableExpression(size) => expr(&size.node),
                    ArraySize::StaticExpression(size) => format!("static {}", expr(&size.node)),
                };
                format!("{}(array {size} {ty})", qualified(&qualifiers))
            }
            DerivedDeclarator::Function(function) => {
                let mut params: Vec<String> = function.node.parameters.iter().map(|node| param(&node.node)).collect();
                if params == ["(- void)"] {
                    params.clear();
                }
                let form = if function.node.ellipsis == Ellipsis::Some { "fn-variadic" } else { "fn" };
                format!("({form} ({}) {ty})", params.join(" "))
            }
            DerivedDeclarator::KRFunction(names) if names.is_empty() => format!("(fn-unspecified () {ty})"),
            _ => ty,
        };
    }
    match &node.kind.node {
        DeclaratorKind::Abstract => ("-".into(), ty),
        DeclaratorKind::Identifier(name) => (name.node.name.clone(), ty),
        DeclaratorKind::Declarator(inner) => declarator(&inner.node, ty),
    }
}

fn param(node: &ParameterDeclaration) -> String {
    let specifiers = Specifiers::of(&node.specifiers);
    let (name, ty) = match &node.declarator {
        Some(node) => declarator(&node.node, specifiers.ty),
        None => ("-".into(), specifiers.ty),
    };
    format!("({}{name} {ty})", specifiers.storage)
}

fn declaration(node: &Declaration) -> String {
    let specifiers = Specifiers::of(&node.specifiers);
    let mut out = format!("(declare{}", specifiers.tags);
    for item in &node.declarators {
        let (name, ty) = declarator(&item.node.declarator.node, specifiers.ty.clone());
        let value = item.node.initializer.as_ref().map_or(String::new(), |value| format!(" = {}", init(&value.node)));
        out.push_str(&format!(" ({}{name} {ty}{value})", specifiers.storage));
    }
    out + ")"
}

fn init(node: &Initializer) -> String {
    match node {
        Initializer::Expression(value) => expr(&value.node),
        Initializer::List(items) => list(items),
    }
}

fn list(items: &[Node<InitializerListItem>]) -> String {
    let one = |item: &Node<InitializerListItem>| {
        let step = |step: &Node<Designator>| match &step.node {
            Designator::Index(index) => format!("[{}] ", expr(&index.node)),
            Designator::Member(name) => format!(".{} ", name.node.name),
            Designator::Range(range) => format!("[{} ... {}] ", expr(&range.node.from.node), expr(&range.node.to.node)),
        };
        let path: String = item.node.designation.iter().map(step).collect();
        format!(" {path}{}", init(&item.node.initializer.node))
    };
    format!("{{{} }}", items.iter().map(one).collect::<String>())
}

fn optional(value: &Option<Box<Node<Expression>>>) -> String {
    value.as_ref().map_or("-".into(), |value| expr(&value.node))
}

fn stmt(node: &Statement) -> String {
    match node {
        Statement::Labeled(node) => {
            let body = stmt(&node.node.statement.node);
            match &node.node.label.node {
                Label::Identifier(name) => format!("(label {} {body})", name.node.name),
                Label::Case(value) => format!("(case {} {body})", expr(&value.node)),
                Label::CaseRange(range) => {
                    format!("(case {} ... {} {body})", expr(&range.node.low.node), expr(&range.node.high.node))
                }
                Label::Default => format!("(default {body})"),
            }
        }
        Statement::Compound(items) => {
            let one = |item: &Node<BlockItem>| match &item.node {
                BlockItem::Declaration(node) => format!(" {}", declaration(&node.node)),
                BlockItem::StaticAssert(node) => format!(" (static-assert {})", expr(&node.node.expression.node)),
                BlockItem::Statement(node) => format!(" {}", stmt(&node.node)),
            };
            format!("{{{} }}", items.iter().map(one).collect::<String>())
        }
        Statement::Expression(None) => "(empty)".into(),
        Statement::Expression(Some(value)) => format!("(do {})", expr(&value.node)),
        Statement::If(node) => {
            let node = &node.node;
            let otherwise =
                node.else_statement.as_ref().map_or(String::new(), |body| format!(" else {}", stmt(&body.node)));
            format!("(if {} {}{otherwise})", expr(&node.condition.node), stmt(&node.then_statement.node))
        }
        Statement::Switch(node) => {
            format!("(switch {} {})", expr(&node.node.expression.node), stmt(&node.node.statement.node))
        }
        Statement::While(node) => {
            format!("(while {} {})", expr(&node.node.expression.node), stmt(&node.node.statement.node))
        }
        Statement::DoWhile(node) => {
            format!("(do-while {} {})", stmt(&node.node.statement.node), expr(&node.node.expression.node))
        }
        Statement::For(node) => {
            let node = &node.node;
            let first = match &node.initializer.node {
                ForInitializer::Empty => "-".into(),
                ForInitializer::Expression(value) => format!("(do {})", expr(&value.node)),
                ForInitializer::Declaration(node) => declaration(&node.node),
                ForInitializer::StaticAssert(node) => format!("(static-assert {})", expr(&node.node.expression.node)),
            };
            let (condition, step) = (optional(&node.condition), optional(&node.step));
            format!("(for {first} {condition} {step} {})", stmt(&node.statement.node))
        }
        Statement::Goto(name) => format!("(goto {})", name.node.name),
        Statement::Continue => "(continue)".into(),
        Statement::Break => "(break)".into(),
        Statement::Return(None) => "(return)".into(),
        Statement::Return(Some(value)) => format!("(return {})", expr(&value.node)),
        Statement::Asm(_) => "(asm)".into(),
    }
}

fn number(text: &str) -> String {
    match literal::number(text) {
        Ok(literal::Number::Int(int)) => int.dump(),
        Ok(literal::Number::Float(float)) => float.dump(),
        Err(message) => message,
    }
}

fn expr(node: &Expression) -> String {
    match node {
        Expression::Identifier(name) if name.node.name == "__func__" => "__func__".into(),
        Expression::Identifier(name) => name.node.name.clone(),
        Expression::Constant(constant) => match &constant.node {
            Constant::Integer(int) => {
                let base = match int.base {
                    IntegerBase::Decimal => "",
                    IntegerBase::Octal => "0",
                    IntegerBase::Hexadecimal => "0x",
                    IntegerBase::Binary => "0b",
                };
                let size = ["", "l", "ll"][int.suffix.size as usize];
                let (unsigned, imaginary) =
                    (["", "u"][usize::from(int.suffix.unsigned)], ["", "i"][usize::from(int.suffix.imaginary)]);
                number(&format!("{base}{}{unsigned}{size}{imaginary}", int.number))
            }
            Constant::Float(float) => {
                let base = if float.base == FloatBase::Hexadecimal { "0x" } else { "" };
                let suffix = match float.suffix.format {
                    FloatFormat::Float => "f",
                    FloatFormat::LongDouble => "l",
                    _ => "",
                };
                number(&format!("{base}{}{suffix}", float.number))
            }
            Constant::Character(text) => format!("'{}'", literal::character(text, false).0.value),
        },
        Expression::StringLiteral(parts) => {
            let mut units = Vec::new();
            let encoding = literal::string_encoding(&parts.node[0]);
            parts.node.iter().for_each(|part| drop(literal::string(part, encoding, false, &mut units)));
            StringLiteral { units, encoding }.dump()
        }
        Expression::GenericSelection(node) => {
            let one = |item: &Node<GenericAssociation>| match &item.node {
                GenericAssociation::Type(node) => {
                    format!(" {}: {}", type_name(&node.node.type_name.node), expr(&node.node.expression.node))
                }
                GenericAssociation::Default(value) => format!(" default: {}", expr(&value.node)),
            };
            let items: String = node.node.associations.iter().map(one).collect();
            format!("(generic {}{items})", expr(&node.node.expression.node))
        }
        Expression::Member(node) => {
            let operator = if node.node.operator.node == MemberOperator::Direct { "." } else { "->" };
            format!("({operator}{} {})", node.node.identifier.node.name, expr(&node.node.expression.node))
        }
        Expression::Call(node) => {
            let callee = expr(&node.node.callee.node);
            let args: Vec<String> = node.node.arguments.iter().map(|arg| format!(" {}", expr(&arg.node))).collect();
            match args.as_slice() {
                [_, condition] if callee == "__hornsolve_assert" => format!("(assert{condition})"),
                _ => format!("(call {callee}{})", args.concat()),
            }
        }
        Expression::CompoundLiteral(node) => {
            format!("(literal {} {})", type_name(&node.node.type_name.node), list(&node.node.initializer_list))
        }
        Expression::SizeOfTy(node) => format!("(sizeof-type {})", type_name(&node.node.0.node)),
        Expression::SizeOfVal(node) => format!("(sizeof {})", expr(&node.node.0.node)),
        Expression::AlignOf(node) => format!("(alignof-type {})", type_name(&node.node.0.node)),
        Expression::UnaryOperator(node) => {
            let operator = match node.node.operator.node {
                UnaryOperator::PostIncrement => "_++",
                UnaryOperator::PostDecrement => "_--",
                UnaryOperator::PreIncrement => "++_",
                UnaryOperator::PreDecrement => "--_",
                UnaryOperator::Address => "&",
                UnaryOperator::Indirection => "*",
                UnaryOperator::Plus => "+",
                UnaryOperator::Minus => "-",
                UnaryOperator::Complement => "~",
                UnaryOperator::Negate => "!",
            };
            format!("({operator} {})", expr(&node.node.operand.node))
        }
        Expression::Cast(node) => {
            format!("(cast {} {})", type_name(&node.node.type_name.node), expr(&node.node.expression.node))
        }
        Expression::BinaryOperator(node) => {
            use BinaryOperator as B;
            let operator = match node.node.operator.node {
                B::Index => "[]",
                B::Multiply => "*",
                B::Divide => "/",
                B::Modulo => "%",
                B::Plus => "+",
                B::Minus => "-",
                B::ShiftLeft => "<<",
                B::ShiftRight => ">>",
                B::Less => "<",
                B::Greater => ">",
                B::LessOrEqual => "<=",
                B::GreaterOrEqual => ">=",
                B::Equals => "==",
                B::NotEquals => "!=",
                B::BitwiseAnd => "&",
                B::BitwiseXor => "^",
                B::BitwiseOr => "|",
                B::LogicalAnd => "&&",
                B::LogicalOr => "||",
                B::Assign => "=",
                B::AssignMultiply => "*=",
                B::AssignDivide => "/=",
                B::AssignModulo => "%=",
                B::AssignPlus => "+=",
                B::AssignMinus => "-=",
                B::AssignShiftLeft => "<<=",
                B::AssignShiftRight => ">>=",
                B::AssignBitwiseAnd => "&=",
                B::AssignBitwiseXor => "^=",
                B::AssignBitwiseOr => "|=",
            };
            format!("({operator} {} {})", expr(&node.node.lhs.node), expr(&node.node.rhs.node))
        }
        Expression::Conditional(node) => {
            let node = &node.node;
            let (condition, then) = (expr(&node.condition.node), expr(&node.then_expression.node));
            format!("(? {condition} {then} {})", expr(&node.else_expression.node))
        }
        Expression::Comma(parts) => {
            let mut parts = parts.iter().map(|part| expr(&part.node));
            let first = parts.next().unwrap_or_default();
            parts.fold(first, |left, right| format!("(, {left} {right})"))
        }
        Expression::OffsetOf(node) => {
            let member = |member: &Node<OffsetMember>| match &member.node {
                OffsetMember::Member(name) | OffsetMember::IndirectMember(name) => format!(".{} ", name.node.name),
                OffsetMember::Index(index) => format!("[{}] ", expr(&index.node)),
            };
            let designator = &node.node.designator.node;
            let path: String = designator.members.iter().map(member).collect();
            format!("(offsetof {} .{} {path})", type_name(&node.node.type_name.node), designator.base.node.name)
        }
        Expression::VaArg(node) => {
            format!("(va_arg {} {})", expr(&node.node.va_list.node), type_name(&node.node.type_name.node))
        }
        Expression::Statement(node) => format!("(statement {})", stmt(&node.node)),
    }
}

#[test]
fn the_trees_of_own_programs_are_the_same() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = [c_files(&here.join("tests/programs")), c_files(&here.join("../../horn-benchmarks/c"))].concat();
    assert!(files.len() >= 60);
    let rejected: Vec<&PathBuf> = files.iter().filter(|file| !compare(file)).collect();
    assert!(rejected.is_empty(), "{rejected:?}");
}

#[test]
fn the_trees_of_the_development_set_are_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/svcomp-dev");
    let files = c_files(&folder);
    if files.is_empty() {
        // Past what the test harness keeps to itself.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no programs of SV-COMP in {}", folder.display());
        return;
    }
    let accepted = files.iter().filter(|file| compare(file)).count();
    assert!(accepted + 3 >= files.len(), "{accepted} of {}", files.len());
}
