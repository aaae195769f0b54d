//! Reads our own functions of the standard library behind a program that names them.

use super::{Preprocessor, predefined};
use crate::lexer::Kind;
use crate::library::FUNCTIONS;
use horn_frontend::ir::LIBRARY;
use std::path::PathBuf;

impl Preprocessor<'_> {
    /// Reads the texts of the functions that the program names, without the program's macros.
    pub(super) fn library(&mut self) {
        let mut used = [false; FUNCTIONS.len()];
        for token in self.out.iter().filter(|token| token.kind == Kind::Name) {
            let name = self.symbols.name(token.symbol);
            let base = match name.strip_prefix("__builtin_").unwrap_or(name) {
                "puts" | "fputs" | "fprintf" => "printf",
                base => base,
            };
            if let Some(at) = FUNCTIONS.iter().position(|(known, _)| *known == base) {
                used[at] = true;
            }
        }
        let texts = FUNCTIONS.iter().zip(used).filter(|(_, used)| *used).map(|((_, text), _)| *text);
        let text: String = texts.collect();
        if text.is_empty() || self.stopped {
            return;
        }
        self.macro_of.iter_mut().for_each(|of| *of = 0);
        let library = self.add_file(LIBRARY.into(), PathBuf::new(), text.as_bytes(), false);
        self.open(library);
        self.names.define_builtins(&mut self.macros, &mut self.macro_of);
        let builtin = predefined(self.options.data_model);
        let builtin = self.add_file("<built-in>".into(), PathBuf::new(), builtin.as_bytes(), true);
        self.open(builtin);
        self.run();
    }
}
