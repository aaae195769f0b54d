//! The tree as text, for tests and for looking at it: one expression in parentheses for each node.
//!
//! Types are words from the outside in: `int *a[3]` is `(array 3 (ptr int))`. The walk has its own stack.

use super::*;
use std::fmt::Write;

/// What is still to be printed, the next on top.
enum Work {
    Text(String),
    Expr(ExprId),
    Stmt(StmtId),
    Type(TypeId),
    Init(InitId),
    Decl(DeclId),
}

use Work as W;

impl Tree {
    /// All items, one a line.
    pub fn dump(&self) -> String {
        let mut lines = String::new();
        for item in &self.items {
            let parts = match item {
                Item::Declaration(declaration) => self.declaration_parts(declaration),
                Item::Function(decl) => vec![W::Decl(*decl)],
                Item::StaticAssert(assert) => {
                    vec![W::Text("(static-assert ".into()), W::Expr(assert.condition), text(")")]
                }
                Item::Asm(_) => vec![text("(asm)")],
            };
            self.print(parts, &mut lines);
            lines.push('\n');
        }
        lines
    }

    /// An expression.
    pub fn dump_expr(&self, expr: ExprId) -> String {
        let mut text = String::new();
        self.print(vec![W::Expr(expr)], &mut text);
        text
    }

    fn print(&self, mut parts: Vec<Work>, out: &mut String) {
        parts.reverse();
        while let Some(work) = parts.pop() {
            let mut more = match work {
                W::Text(text) => {
                    out.push_str(&text);
                    continue;
                }
                W::Expr(id) => self.expr_parts(id),
                W::Stmt(id) => self.stmt_parts(id),
                W::Type(id) => self.type_parts(id),
                W::Decl(id) => self.decl_parts(id),
                W::Init(id) => match &self[id].kind {
                    InitKind::Expr(expr) => vec![W::Expr(*expr)],
                    InitKind::List(items) => {
                        let mut parts = vec![text("{")];
                        for item in items {
                            parts.push(text(" "));
                            self.designators(&item.designators, &mut parts);
                            parts.push(W::Init(item.value));
                        }
                        parts.push(text(" }"));
                        parts
                    }
                },
            };
            more.reverse();
            parts.append(&mut more);
        }
    }

    fn name(&self, name: Symbol) -> &str {
        self.symbols.name(name)
    }

    fn designators(&self, path: &[Designator], parts: &mut Vec<Work>) {
        for step in path {
            match step {
                Designator::Field(name, _) => parts.push(W::Text(format!(".{} ", self.name(*name)))),
                Designator::Index(index) => parts.extend([text("["), W::Expr(*index), text("] ")]),
                Designator::Range(low, high) => {
                    parts.extend([text("["), W::Expr(*low), text(" ... "), W::Expr(*high), text("] ")]);
                }
            }
        }
    }

    fn expr_parts(&self, id: ExprId) -> Vec<Work> {
        let list = |head: &str, args: &[ExprId]| {
            let mut parts = vec![W::Text(format!("({head}"))];
            args.iter().for_each(|arg| parts.extend([text(" "), W::Expr(*arg)]));
            parts.push(text(")"));
            parts
        };
        match &self[id].kind {
            ExprKind::Name { name, .. } => vec![W::Text(self.name(*name).into())],
            ExprKind::Int(int) => vec![W::Text(int.dump())],
            ExprKind::Float(float) => vec![W::Text(float.dump())],
            ExprKind::Char(c) => vec![W::Text(format!("'{}'", c.value))],
            ExprKind::Str(string) => vec![W::Text(string.dump())],
            ExprKind::FunctionName => vec![text("__func__")],
            ExprKind::Unary { op, operand } => list(unary(*op), &[*operand]),
            ExprKind::Binary { op, left, right } => list(binary(*op), &[*left, *right]),
            ExprKind::Assign { op, target, value } => list(&format!("{}=", op.map_or("", binary)), &[*target, *value]),
            ExprKind::Conditional { condition, then: Some(then), otherwise } => {
                list("?", &[*condition, *then, *otherwise])
            }
            ExprKind::Conditional { condition, then: None, otherwise } => list("?:", &[*condition, *otherwise]),
            ExprKind::Cast { ty, operand } => {
                vec![text("(cast "), W::Type(*ty), text(" "), W::Expr(*operand), text(")")]
            }
            ExprKind::CompoundLiteral { ty, init } => {
                vec![text("(literal "), W::Type(*ty), text(" "), W::Init(*init), text(")")]
            }
            ExprKind::SizeofExpr(operand) => list("sizeof", &[*operand]),
            ExprKind::SizeofType(ty) => vec![text("(sizeof-type "), W::Type(*ty), text(")")],
            ExprKind::AlignofExpr(operand) => list("alignof", &[*operand]),
            ExprKind::AlignofType(ty) => vec![text("(alignof-type "), W::Type(*ty), text(")")],
            ExprKind::Index { base, index } => list("[]", &[*base, *index]),
            ExprKind::Call { function, args } => list("call", &[&[*function], &args[..]].concat()),
            ExprKind::Member { base, field, arrow } => {
                let head = format!("{}{}", if *arrow { "->" } else { "." }, self.name(*field));
                list(&head, &[*base])
            }
            ExprKind::Statement(block) => vec![text("(statement "), W::Stmt(*block), text(")")],
            ExprKind::Generic { control, associations } => {
                let mut parts = vec![text("(generic "), W::Expr(*control)];
                for (ty, value) in associations {
                    parts.push(text(" "));
                    parts.push(ty.map_or(text("default"), W::Type));
                    parts.extend([text(": "), W::Expr(*value)]);
                }
                parts.push(text(")"));
                parts
            }
            ExprKind::LabelAddress(name) => vec![W::Text(format!("(&& {})", self.name(*name)))],
            ExprKind::Offsetof { ty, path } => {
                let mut parts = vec![text("(offsetof "), W::Type(*ty), text(" ")];
                self.designators(path, &mut parts);
                parts.push(text(")"));
                parts
            }
            ExprKind::VaArg { list, ty } => {
                vec![text("(va_arg "), W::Expr(*list), text(" "), W::Type(*ty), text(")")]
            }
            ExprKind::TypesCompatible(left, right) => {
                vec![text("(compatible "), W::Type(*left), text(" "), W::Type(*right), text(")")]
            }
            ExprKind::Choose { condition, then, otherwise } => list("choose", &[*condition, *then, *otherwise]),
            ExprKind::Assert { condition, .. } => list("assert", &[*condition]),
            ExprKind::AcslCall { name, args } => list(&format!("{name:?}"), args),
            ExprKind::AcslRange { low, high } => list("..", &[*low, *high].into_iter().flatten().collect::<Vec<_>>()),
            ExprKind::Error => vec![text("error")],
        }
    }

    fn stmt_parts(&self, id: StmtId) -> Vec<Work> {
        let word = |word: &str, name: Symbol| vec![W::Text(format!("({word} {})", self.name(name)))];
        match &self[id].kind {
            StmtKind::Empty(_) => vec![text("(empty)")],
            StmtKind::Expr(expr) => vec![text("(do "), W::Expr(*expr), text(")")],
            StmtKind::Declaration(declaration) => self.declaration_parts(declaration),
            StmtKind::NestedFunction(decl) => vec![W::Decl(*decl)],
            StmtKind::StaticAssert(assert) => vec![text("(static-assert "), W::Expr(assert.condition), text(")")],
            StmtKind::Block(stmts) => {
                let mut parts = vec![text("{")];
                stmts.iter().for_each(|stmt| parts.extend([text(" "), W::Stmt(*stmt)]));
                parts.push(text(" }"));
                parts
            }
            StmtKind::If { condition, then, otherwise } => {
                let mut parts = vec![text("(if "), W::Expr(*condition), text(" "), W::Stmt(*then)];
                otherwise.iter().for_each(|stmt| parts.extend([text(" else "), W::Stmt(*stmt)]));
                parts.push(text(")"));
                parts
            }
            StmtKind::While { condition, body } => {
                vec![text("(while "), W::Expr(*condition), text(" "), W::Stmt(*body), text(")")]
            }
            StmtKind::DoWhile { body, condition } => {
                vec![text("(do-while "), W::Stmt(*body), text(" "), W::Expr(*condition), text(")")]
            }
            StmtKind::For { init, condition, step, body } => {
                let none = || text("-");
                let mut parts = vec![text("(for "), init.map_or_else(none, W::Stmt), text(" ")];
                parts.extend([condition.map_or_else(none, W::Expr), text(" "), step.map_or_else(none, W::Expr)]);
                parts.extend([text(" "), W::Stmt(*body), text(")")]);
                parts
            }
            StmtKind::Switch { value, body } => {
                vec![text("(switch "), W::Expr(*value), text(" "), W::Stmt(*body), text(")")]
            }
            StmtKind::Case { low, high, body } => {
                let mut parts = vec![text("(case "), W::Expr(*low)];
                high.iter().for_each(|high| parts.extend([text(" ... "), W::Expr(*high)]));
                parts.extend([text(" "), W::Stmt(*body), text(")")]);
                parts
            }
            StmtKind::Default(body) => vec![text("(default "), W::Stmt(*body), text(")")],
            StmtKind::Label { name, body } => {
                vec![W::Text(format!("(label {} ", self.name(*name))), W::Stmt(*body), text(")")]
            }
            StmtKind::LocalLabels(names) => {
                let names: Vec<&str> = names.iter().map(|name| self.name(*name)).collect();
                vec![W::Text(format!("(labels {})", names.join(" ")))]
            }
            StmtKind::Goto(name) => word("goto", *name),
            StmtKind::ComputedGoto(expr) => vec![text("(goto* "), W::Expr(*expr), text(")")],
            StmtKind::Break => vec![text("(break)")],
            StmtKind::Continue => vec![text("(continue)")],
            StmtKind::Return(None) => vec![text("(return)")],
            StmtKind::Return(Some(expr)) => vec![text("(return "), W::Expr(*expr), text(")")],
            StmtKind::Asm => vec![text("(asm)")],
            StmtKind::Annotation => vec![text("(annotation)")],
            StmtKind::Error => vec![text("error")],
        }
    }

    fn type_parts(&self, id: TypeId) -> Vec<Work> {
        let ty = &self[id];
        let mut words = String::new();
        let qualifiers = ty.qualifiers;
        for (there, word) in [
            (qualifiers.constant, "const "),
            (qualifiers.volatile, "volatile "),
            (qualifiers.restrict, "restrict "),
            (qualifiers.atomic, "atomic "),
        ] {
            words.push_str(if there { word } else { "" });
        }
        let mut parts = vec![W::Text(words)];
        match &ty.kind {
            TypeKind::Basic(basic) => parts.push(text(basic_name(*basic))),
            TypeKind::Pointer(to) => parts.extend([text("(ptr "), W::Type(*to), text(")")]),
            TypeKind::Array { element, size, at_least } => {
                parts.push(text(if *at_least { "(array static " } else { "(array " }));
                parts.push(match size {
                    ArraySize::Unknown => text("-"),
                    ArraySize::Star => text("*"),
                    ArraySize::Expr(size) => W::Expr(*size),
                });
                parts.extend([text(" "), W::Type(*element), text(")")]);
            }
            TypeKind::Function { result, params, form } => {
                parts.push(text(match form {
                    FunctionForm::Prototype => "(fn (",
                    FunctionForm::Variadic => "(fn-variadic (",
                    FunctionForm::Unspecified => "(fn-unspecified (",
                    FunctionForm::OldStyle => "(fn-old (",
                }));
                for (at, param) in params.iter().enumerate() {
                    parts.extend([text(if at == 0 { "" } else { " " }), W::Decl(*param)]);
                }
                parts.extend([text(") "), W::Type(*result), text(")")]);
            }
            TypeKind::Tag(tag) => parts.push(W::Text(self.tag_name(*tag))),
            TypeKind::Typedef(decl) => {
                parts.push(W::Text(self[*decl].name.map_or(String::new(), |name| self.name(name).to_owned())));
            }
            TypeKind::TypeofExpr(expr) => parts.extend([text("(typeof "), W::Expr(*expr), text(")")]),
            TypeKind::TypeofType(ty) => parts.extend([text("(typeof-type "), W::Type(*ty), text(")")]),
            TypeKind::Atomic(ty) => parts.extend([text("(atomic "), W::Type(*ty), text(")")]),
            TypeKind::Auto => parts.push(text("__auto_type")),
            TypeKind::VaList => parts.push(text("__builtin_va_list")),
            TypeKind::Unsupported(name) => parts.push(W::Text(self.name(*name).into())),
            TypeKind::Error => parts.push(text("error")),
        }
        parts
    }

    /// `struct s`, or `struct -` without a name.
    fn tag_name(&self, tag: TagId) -> String {
        let word = match self[tag].kind {
            TagKind::Struct => "struct",
            TagKind::Union => "union",
            TagKind::Enum => "enum",
        };
        format!("{word} {}", self[tag].name.map_or("-", |name| self.name(name)))
    }

    fn declaration_parts(&self, declaration: &Declaration) -> Vec<Work> {
        let mut parts = vec![text("(declare")];
        for tag in &declaration.tags {
            parts.push(W::Text(format!(" [{}", self.tag_name(*tag))));
            match &self[*tag].body {
                None => {}
                Some(TagBody::Enumerators(decls)) => {
                    decls.iter().for_each(|decl| parts.extend([text(" "), W::Decl(*decl)]));
                }
                Some(TagBody::Members(members)) => {
                    for member in members {
                        let Member::Field(field) = member else { continue };
                        let name = field.name.map_or("-", |name| self.name(name));
                        parts.extend([W::Text(format!(" ({name} ")), W::Type(field.ty)]);
                        field.width.iter().for_each(|width| parts.extend([text(" : "), W::Expr(*width)]));
                        parts.push(text(")"));
                    }
                }
            }
            parts.push(text("]"));
        }
        declaration.decls.iter().for_each(|decl| parts.extend([text(" "), W::Decl(*decl)]));
        parts.push(text(")"));
        parts
    }

    fn decl_parts(&self, id: DeclId) -> Vec<Work> {
        let decl = &self[id];
        let name = decl.name.map_or("-", |name| self.name(name));
        let storage = match decl.storage {
            Storage::None => "",
            Storage::Extern => "extern ",
            Storage::Static => "static ",
            Storage::Auto => "auto ",
            Storage::Register => "register ",
            Storage::Typedef => "typedef ",
        };
        let mut parts = vec![W::Text(format!("({storage}{name} ")), W::Type(decl.ty)];
        match &decl.kind {
            DeclKind::Object { init: Some(init), .. } => parts.extend([text(" = "), W::Init(*init)]),
            DeclKind::Enumerator { value, .. } => {
                parts.pop();
                parts.extend(value.map(W::Expr));
            }
            DeclKind::Function(function) => {
                if let Some(contract) = &function.contract {
                    for clause in &contract.clauses {
                        match &clause.kind {
                            ClauseKind::Requires(expr) => {
                                parts.extend([text(" (requires "), W::Expr(*expr), text(")")])
                            }
                            ClauseKind::Ignored(name) => parts.push(W::Text(format!(" (ignored {name})"))),
                        }
                    }
                }
                function.body.iter().for_each(|body| parts.extend([text(" "), W::Stmt(*body)]));
            }
            _ => {}
        }
        parts.push(text(")"));
        parts
    }
}

fn text(text: &str) -> Work {
    W::Text(text.to_owned())
}

impl IntLiteral {
    /// The value with the suffix.
    pub fn dump(&self) -> String {
        let suffix = ["", "l", "ll"][usize::from(self.longs.min(2))];
        let (sign, imaginary) = (if self.unsigned { "u" } else { "" }, if self.imaginary { "i" } else { "" });
        format!("{}{sign}{suffix}{imaginary}", self.value)
    }
}

impl FloatLiteral {
    /// Mantissa, radix, exponent and suffix.
    pub fn dump(&self) -> String {
        let suffix = match self.suffix {
            FloatSuffix::Double => "",
            FloatSuffix::Float => "f",
            FloatSuffix::LongDouble => "l",
            FloatSuffix::Other => "?",
        };
        format!("{}*{}^{}{suffix}", self.mantissa, self.radix, self.exponent)
    }
}

impl StringLiteral {
    /// The units, printable ones as characters.
    pub fn dump(&self) -> String {
        let mut out = String::from("\"");
        for unit in &self.units {
            match char::from_u32(*unit) {
                Some(c) if (' '..='~').contains(&c) => out.push(c),
                _ => {
                    let _ = write!(out, "\\{unit};");
                }
            }
        }
        out.push('"');
        out
    }
}

/// How an operator is dumped.
pub fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
        UnaryOp::Deref => "*",
        UnaryOp::AddressOf => "&",
        UnaryOp::PreIncrement => "++_",
        UnaryOp::PreDecrement => "--_",
        UnaryOp::PostIncrement => "_++",
        UnaryOp::PostDecrement => "_--",
        UnaryOp::Real => "real",
        UnaryOp::Imag => "imag",
    }
}

/// The spelling of an operator.
pub fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Less => "<",
        BinaryOp::Greater => ">",
        BinaryOp::LessEqual => "<=",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Comma => ",",
        BinaryOp::Implies => "==>",
        BinaryOp::Equivalent => "<==>",
    }
}

/// The name of a basic type in the language.
pub fn basic_name(basic: Basic) -> &'static str {
    match basic {
        Basic::Void => "void",
        Basic::Bool => "_Bool",
        Basic::Char => "char",
        Basic::SignedChar => "signed char",
        Basic::UnsignedChar => "unsigned char",
        Basic::Short => "short",
        Basic::UnsignedShort => "unsigned short",
        Basic::Int => "int",
        Basic::UnsignedInt => "unsigned int",
        Basic::Long => "long",
        Basic::UnsignedLong => "unsigned long",
        Basic::LongLong => "long long",
        Basic::UnsignedLongLong => "unsigned long long",
        Basic::Int128 => "__int128",
        Basic::UnsignedInt128 => "unsigned __int128",
        Basic::Float => "float",
        Basic::Double => "double",
        Basic::LongDouble => "long double",
        Basic::ComplexFloat => "float _Complex",
        Basic::ComplexDouble => "double _Complex",
        Basic::ComplexLongDouble => "long double _Complex",
    }
}
