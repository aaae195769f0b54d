//! Macros that are defined before the text begins: those of GNU C 12 for Linux on x86 that describe the platform.
//!
//! They say what gcc says without options, except that floating expressions are evaluated in their own types under
//! both data models, that `wchar_t` is `int` under both, and that nothing tells about the processor's vector
//! instructions, about decimal or other odd floating types, and about the code that gcc generates.

use crate::options::DataModel;

/// The definitions, as text for the preprocessor.
pub fn predefined(model: DataModel) -> String {
    let own = match model {
        DataModel::Lp64 => include_str!("predefined/lp64.h"),
        DataModel::Ilp32 => include_str!("predefined/ilp32.h"),
    };
    format!("{}{own}", include_str!("predefined/common.h"))
}
