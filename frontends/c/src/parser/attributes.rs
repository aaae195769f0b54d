//! `__attribute__ ((…))` and the names of the assembler.

use super::Parser;
use crate::lexer::Kind;
use crate::tree::{Attribute, ExprKind, StringLiteral};

impl Parser {
    /// All attributes that come next, and `asm ("…")` behind a declarator, as an attribute `asm`.
    pub(super) fn attributes(&mut self, attributes: &mut Vec<Attribute>) {
        loop {
            match self.kind() {
                Kind::Attribute => self.attribute_list(attributes),
                Kind::Asm => {
                    let at = self.at;
                    self.advance();
                    if !self.expect(Kind::LeftParen, "behind `asm`") {
                        return;
                    }
                    let first = self.at;
                    let literal = if self.kind() == Kind::Str {
                        self.string()
                    } else {
                        StringLiteral { units: Vec::new(), encoding: crate::tree::Encoding::Plain }
                    };
                    let text = self.expr(ExprKind::Str(Box::new(literal)), first, None);
                    self.close_parenthesis("behind the name for the assembler");
                    let name = self.tree.symbols.intern("asm");
                    attributes.push(Attribute { name, args: vec![text], place: self.place(at) });
                }
                _ => return,
            }
        }
    }

    fn attribute_list(&mut self, attributes: &mut Vec<Attribute>) {
        self.advance();
        if !(self.expect(Kind::LeftParen, "behind `__attribute__`")
            && self.expect(Kind::LeftParen, "behind `__attribute__ (`"))
        {
            return;
        }
        loop {
            while self.accept(Kind::Comma) {}
            let token = self.token();
            if token.kind != Kind::Name && !token.kind.is_word() {
                break;
            }
            let at = self.at;
            let bare = self.text(token).trim_matches('_').to_owned();
            let name = self.tree.symbols.intern(&bare);
            self.advance();
            let mut args = Vec::new();
            if self.kind() == Kind::LeftParen {
                if self.starts_type(1) || !self.enter() {
                    self.skip_parentheses();
                } else {
                    self.advance();
                    while self.kind() != Kind::RightParen {
                        args.push(self.assignment_expression());
                        if !self.accept(Kind::Comma) {
                            break;
                        }
                    }
                    self.leave();
                    self.close_parenthesis("behind the arguments of an attribute");
                }
            }
            attributes.push(Attribute { name, args, place: self.place(at) });
            if self.kind() != Kind::Comma {
                break;
            }
        }
        self.close_parenthesis("behind an attribute");
        self.close_parenthesis("behind the attributes");
    }
}
