//! Operands: prefix operators, parentheses, casts, literals, names, and what looks like a call but has types inside.

use super::Parser;
use super::expressions::{Frame, Prefix};
use crate::lexer::Kind;
use crate::literal;
use crate::tree::{AcslName, Designator, Encoding, ExprId, ExprKind, StringLiteral, TypeId, UnaryOp};

fn unary_op(kind: Kind) -> Option<UnaryOp> {
    Some(match kind {
        Kind::Plus => UnaryOp::Plus,
        Kind::Minus => UnaryOp::Minus,
        Kind::Tilde => UnaryOp::BitNot,
        Kind::Bang => UnaryOp::Not,
        Kind::Star => UnaryOp::Deref,
        Kind::Amp => UnaryOp::AddressOf,
        Kind::PlusPlus => UnaryOp::PreIncrement,
        Kind::MinusMinus => UnaryOp::PreDecrement,
        Kind::Real => UnaryOp::Real,
        Kind::Imag => UnaryOp::Imag,
        _ => return None,
    })
}

impl Parser {
    /// An operand with its first token; none if something was pushed that needs an operand first.
    pub(super) fn operand(&mut self, stack: &mut Vec<Frame>) -> Option<(ExprId, usize)> {
        while self.accept(Kind::Extension) {}
        let first = self.at;
        let kind = self.kind();
        if let Some(op) = unary_op(kind) {
            self.advance();
            stack.push(Frame::Prefix { op: Prefix::Op(op), first });
            return None;
        }
        let value = match kind {
            Kind::LeftParen if self.kind_at(1) == Kind::LeftBrace => {
                self.advance();
                if !self.enter() {
                    return Some((self.wrong(first), first));
                }
                let block = self.statement();
                self.leave();
                self.close_parenthesis("behind a block in an expression");
                self.expr(ExprKind::Statement(block), first, None)
            }
            Kind::LeftParen if self.starts_type(1) => {
                self.advance();
                let ty = self.type_name();
                self.close_parenthesis("behind the type of a cast");
                if self.kind() != Kind::LeftBrace {
                    stack.push(Frame::Prefix { op: Prefix::Cast(ty), first });
                    return None;
                }
                self.compound_literal(ty, first)
            }
            Kind::LeftParen => {
                self.advance();
                stack.push(Frame::Paren { first });
                return None;
            }
            Kind::Sizeof | Kind::Alignof => return self.sizeof(kind == Kind::Sizeof, stack),
            Kind::AmpAmp if self.kind_at(1) == Kind::Name => {
                self.advance();
                let label = self.token().symbol;
                self.advance();
                self.expr(ExprKind::LabelAddress(label), first, None)
            }
            Kind::Name => self.name(),
            Kind::Number => self.number(),
            Kind::Char => {
                let token = self.token();
                let (value, messages) = literal::character(self.text(token), self.latin[usize::from(token.file)]);
                for message in messages {
                    self.error(first, message);
                }
                self.advance();
                self.expr(ExprKind::Char(value), first, None)
            }
            Kind::Str => {
                let literal = self.string();
                self.expr(ExprKind::Str(Box::new(literal)), first, None)
            }
            Kind::FunctionName => {
                self.advance();
                self.expr(ExprKind::FunctionName, first, None)
            }
            Kind::Generic | Kind::Offsetof | Kind::VaArg | Kind::TypesCompatible | Kind::ChooseExpr | Kind::Assert => {
                if !self.enter() {
                    return Some((self.wrong(first), first));
                }
                let made = self.special(kind);
                self.leave();
                self.expr(made, first, None)
            }
            _ => {
                let found = self.describe();
                self.error(first, format!("expected an expression, not {found}"));
                self.wrong(first)
            }
        };
        Some((value, first))
    }

    /// A node for what could not be read.
    fn wrong(&mut self, first: usize) -> ExprId {
        self.expr(ExprKind::Error, first, None)
    }

    fn sizeof(&mut self, size: bool, stack: &mut Vec<Frame>) -> Option<(ExprId, usize)> {
        let first = self.at;
        self.advance();
        let op = if size { Prefix::Sizeof } else { Prefix::Alignof };
        if self.kind() != Kind::LeftParen || !self.starts_type(1) {
            stack.push(Frame::Prefix { op, first });
            return None;
        }
        let open = self.at;
        self.advance();
        let ty = self.type_name();
        self.close_parenthesis("behind the type");
        if self.kind() == Kind::LeftBrace {
            stack.push(Frame::Prefix { op, first });
            return Some((self.compound_literal(ty, open), open));
        }
        let kind = if size { ExprKind::SizeofType(ty) } else { ExprKind::AlignofType(ty) };
        Some((self.expr(kind, first, Some(first)), first))
    }

    fn compound_literal(&mut self, ty: TypeId, first: usize) -> ExprId {
        if !self.enter() {
            return self.wrong(first);
        }
        let init = self.initialiser();
        self.leave();
        self.expr(ExprKind::CompoundLiteral { ty, init }, first, None)
    }

    fn name(&mut self) -> ExprId {
        let first = self.at;
        let name = self.token().symbol;
        self.advance();
        if self.in_annotation && self.tree.symbols.name(name).starts_with('\\') {
            return self.acsl_call(first);
        }
        let decl = self.scopes.find(name);
        if decl.is_some_and(|decl| matches!(self.tree[decl].kind, crate::tree::DeclKind::Typedef)) {
            let text = format!("expected an expression, not the type `{}`", self.tree.symbols.name(name));
            self.error(first, text);
        }
        self.expr(ExprKind::Name { name, decl }, first, None)
    }

    fn number(&mut self) -> ExprId {
        let first = self.at;
        let token = self.token();
        let kind = match literal::number(self.text(token)) {
            Ok(literal::Number::Int(int)) => ExprKind::Int(int),
            Ok(literal::Number::Float(float)) => ExprKind::Float(Box::new(float)),
            Err(message) => {
                self.error(first, message);
                ExprKind::Error
            }
        };
        self.advance();
        self.expr(kind, first, None)
    }

    /// String literals that stand side by side.
    pub(super) fn string(&mut self) -> StringLiteral {
        let first = self.at;
        let mut encoding = Encoding::Plain;
        while self.kind() == Kind::Str {
            let own = literal::string_encoding(self.text(self.token()));
            if encoding == Encoding::Plain {
                encoding = own;
            } else if own != Encoding::Plain && own != encoding {
                self.error(self.at, "string literals of different character types stand side by side");
            }
            self.advance();
        }
        let mut units = Vec::new();
        for at in first..self.at {
            let token = self.tokens[at];
            let latin = self.latin[usize::from(token.file)];
            for message in literal::string(self.text(token), encoding, latin, &mut units) {
                self.error(at, message);
            }
        }
        StringLiteral { units, encoding }
    }

    /// Forms with types or names among their arguments.
    fn special(&mut self, kind: Kind) -> ExprKind {
        let name = self.describe();
        self.advance();
        if !self.expect(Kind::LeftParen, &format!("behind {name}")) {
            return ExprKind::Error;
        }
        let made = match kind {
            Kind::Generic => self.generic(),
            Kind::Offsetof => {
                let ty = self.type_name();
                self.expect(Kind::Comma, "behind the type");
                let field = self.token();
                let place = self.place(self.at);
                let mut path = Vec::new();
                if self.expect(Kind::Name, "of a member") {
                    path.push(Designator::Field(field.symbol, place));
                    self.designators(&mut path);
                }
                ExprKind::Offsetof { ty, path }
            }
            Kind::VaArg => {
                let list = self.assignment_expression();
                self.expect(Kind::Comma, "behind the list");
                ExprKind::VaArg { list, ty: self.type_name() }
            }
            Kind::TypesCompatible => {
                let left = self.type_name();
                self.expect(Kind::Comma, "behind the type");
                ExprKind::TypesCompatible(left, self.type_name())
            }
            Kind::ChooseExpr => {
                let condition = self.assignment_expression();
                self.expect(Kind::Comma, "behind the condition");
                let then = self.assignment_expression();
                self.expect(Kind::Comma, "behind the first value");
                ExprKind::Choose { condition, then, otherwise: self.assignment_expression() }
            }
            _ => {
                let text = if self.kind() == Kind::Str { self.string().text() } else { String::new() };
                self.expect(Kind::Comma, "behind the text");
                ExprKind::Assert { condition: self.assignment_expression(), text: text.into() }
            }
        };
        self.close_parenthesis(&format!("behind the arguments of {name}"));
        made
    }

    fn generic(&mut self) -> ExprKind {
        let control = self.assignment_expression();
        let mut associations = Vec::new();
        while self.accept(Kind::Comma) {
            let ty = if self.accept(Kind::Default) { None } else { Some(self.type_name()) };
            self.expect(Kind::Colon, "behind the type");
            associations.push((ty, self.assignment_expression()));
        }
        if associations.is_empty() {
            self.error(self.at, "expected `,` and a type behind the first argument of `_Generic`");
        }
        ExprKind::Generic { control, associations }
    }

    /// ACSL's functions, behind their names.
    fn acsl_call(&mut self, first: usize) -> ExprId {
        let text = self.text(self.tokens[first]).to_owned();
        let name = match text.as_str() {
            "\\separated" => AcslName::Separated,
            "\\valid" => AcslName::Valid,
            "\\valid_read" => AcslName::ValidRead,
            _ => {
                self.error(first, format!("`{text}` of ACSL is not supported"));
                return self.wrong(first);
            }
        };
        if !self.expect(Kind::LeftParen, &format!("behind `{text}`")) || !self.enter() {
            return self.wrong(first);
        }
        let mut args = vec![self.assignment_expression()];
        while self.accept(Kind::Comma) {
            args.push(self.assignment_expression());
        }
        self.leave();
        self.close_parenthesis(&format!("behind the arguments of `{text}`"));
        self.expr(ExprKind::AcslCall { name, args }, first, None)
    }
}
