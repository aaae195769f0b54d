//! Annotations in comments: SPARK 2005's `--#` and SPARK-BMC's `--%`.

use super::Parser;
use crate::ast::Annotation;
use crate::lexer::TokenKind;

impl Parser<'_> {
    /// The annotations of the block at the current token; none if there is no block.
    pub(super) fn annotation_block(&mut self) -> Vec<Annotation> {
        if matches!(self.kind(), TokenKind::SparkBegin | TokenKind::BmcBegin) {
            self.skip_annotations();
        }
        Vec::new()
    }

    /// The annotations behind the declaration of a subprogram that belong to it.
    pub(super) fn subprogram_annotations(&mut self) -> Vec<Annotation> {
        self.annotation_block()
    }
}
