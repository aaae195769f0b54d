//! Pragmas (RM 2.8) and aspect specifications (RM 13.1.1).

use super::{Parser, Read};
use crate::ast::{Aspect, Pragma, PragmaArgument};
use crate::lexer::TokenKind;

impl Parser<'_> {
    /// RM 2.8: `pragma Name (…);`
    pub(super) fn pragma(&mut self) -> Read<Pragma> {
        let start = self.bump().start;
        // `pragma Interface` and `pragma Synchronized`-like names are reserved words.
        let name = if self.kind().is_reserved() {
            let token = self.bump();
            self.names.ident(self.text_of(token), token.span())
        } else {
            self.identifier()?
        };
        let arguments = match self.kind() {
            TokenKind::LeftParen => self.nested(Self::pragma_arguments)?,
            _ => Vec::new(),
        };
        self.semicolon();
        let pragma = Pragma { name, arguments, span: self.span_from(start) };
        self.note_extensions(&pragma);
        Ok(pragma)
    }

    /// A pragma where no list of declarations or statements has it: the unit does.
    pub(super) fn stray_pragma(&mut self) -> Read<()> {
        let pragma = self.pragma()?;
        self.stray_pragmas.push(pragma);
        Ok(())
    }

    /// Aspects of a declaration that does not keep them: the unit does.
    pub(super) fn stray_aspects(&mut self) -> Read<()> {
        let aspects = self.aspects()?;
        self.stray_aspects.extend(aspects);
        Ok(())
    }

    fn pragma_arguments(&mut self) -> Read<Vec<PragmaArgument>> {
        self.bump();
        let arguments = self.comma_list(|parser| {
            let named = parser.nth(1) == TokenKind::Arrow
                && (parser.kind() == TokenKind::Identifier || parser.kind().is_reserved());
            let class_wide = parser.kind() == TokenKind::Identifier
                && parser.nth(1) == TokenKind::Tick
                && parser.nth(3) == TokenKind::Arrow;
            let name = if named || class_wide {
                let token = parser.bump();
                if class_wide {
                    parser.at += 2;
                }
                parser.bump();
                Some(parser.names.ident(parser.text_of(token), token.span()))
            } else {
                None
            };
            let value = parser.expression_or_conditional()?;
            Ok(PragmaArgument { name, value })
        })?;
        self.close_parenthesis()?;
        Ok(arguments)
    }

    /// RM 13.1.1: `with A => D, B`, or nothing.
    pub(super) fn aspects(&mut self) -> Read<Vec<Aspect>> {
        if !self.eat(TokenKind::With) {
            return Ok(Vec::new());
        }
        let mut list = Vec::new();
        loop {
            // A comma behind the last one, and other mistakes between two aspects.
            if self.kind() == TokenKind::Semicolon {
                self.error_behind("extra \",\" ignored");
                break;
            }
            list.push(self.aspect()?);
            if self.eat(TokenKind::Comma) {
                continue;
            }
            if self.kind() == TokenKind::Identifier && matches!(self.nth(1), TokenKind::Arrow | TokenKind::Comma) {
                self.error_behind("missing \",\"");
                continue;
            }
            break;
        }
        Ok(list)
    }

    fn aspect(&mut self) -> Read<Aspect> {
        let start = self.start();
        let name = self.identifier()?;
        let mut class_wide = false;
        if self.kind() == TokenKind::Tick && self.nth(1) == TokenKind::Identifier {
            self.bump();
            class_wide = self.at_word("class");
            self.bump();
        }
        if !class_wide && self.names.text(name.symbol) == "modifies" && self.kind() == TokenKind::Arrow {
            // It has a grammar of its own; the aspect is not supported.
            self.skip_definition();
            return Ok(Aspect { name, class_wide, value: None, span: self.span_from(start) });
        }
        let value =
            if self.eat(TokenKind::Arrow) || self.confused_arrow() { Some(self.aspect_definition()?) } else { None };
        Ok(Aspect { name, class_wide, value, span: self.span_from(start) })
    }

    /// Up to the end of an aspect, whatever stands there.
    fn skip_definition(&mut self) {
        let mut depth = 0u32;
        loop {
            match self.kind() {
                TokenKind::Eof => return,
                TokenKind::LeftParen => depth += 1,
                TokenKind::RightParen if depth > 0 => depth -= 1,
                TokenKind::Comma | TokenKind::Semicolon | TokenKind::Is | TokenKind::RightParen if depth == 0 => return,
                _ => {}
            }
            self.bump();
        }
    }

    fn confused_arrow(&mut self) -> bool {
        let confused = matches!(self.kind(), TokenKind::Assign | TokenKind::Equal | TokenKind::Colon);
        if confused {
            self.error_here(format!("\"{}\" should be \"=>\"", self.kind().text()));
            self.bump();
        }
        confused
    }

    /// The definition of an aspect: an expression, which may be an aggregate with choices of all sorts, or the
    /// name of an operator.
    fn aspect_definition(&mut self) -> Read<crate::ast::Expr> {
        self.expression()
    }
}
