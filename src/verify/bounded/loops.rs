//! The loops of a program that have bounds of their own: those that the user names.

use crate::cli::program::UnwindLimit;
use crate::pipeline::Failure;
use horn_frontend::Subject;
use horn_frontend::ir::Loc;
use horn_frontend::places::base_name;

/// The loops that `--unwindset` names, with their bounds.
///
/// # Errors
/// There is no loop at a place that is named.
pub fn unwindset(subject: &Subject<'_>, limits: &[UnwindLimit]) -> Result<Vec<(Loc, u32)>, Failure> {
    let mut found = Vec::new();
    for limit in limits {
        let before = found.len();
        let blocks = subject.program.procedures().flat_map(|(_, procedure)| &procedure.blocks);
        for info in blocks.filter_map(|block| block.loop_head.as_ref()) {
            let position = subject.places.position(info.loc);
            if base_name(position.file) == base_name(&limit.file)
                && position.line == limit.line
                && !found[before..].iter().any(|(loc, _)| *loc == info.loc)
            {
                found.push((info.loc, limit.bound));
            }
        }
        if found.len() == before {
            return Err(Failure::Unreadable(format!("`--unwindset`: there is no loop at {}", limit.text())));
        }
    }
    Ok(found)
}
