//! Which units of a program were analysed, and how much of them.

use crate::ast::{Interner, Name, UnitPart};
use crate::library;
use crate::lower::Covered;
use crate::units::{Loaded, LoadedUnit};
use horn_frontend::Unit;
use std::collections::BTreeMap;

/// The units of a program and of its project, in the order of their names. Specification, body and subunits are one
/// unit; copies of a subprogram in instances are counted once, as analysed if all of them are.
pub(crate) fn units(loaded: &Loaded, names: &Interner, covered: &[Covered]) -> Vec<Unit> {
    let mut found: BTreeMap<String, Unit> = BTreeMap::new();
    let of_user =
        |part: &&LoadedUnit| !loaded.files.get(part.file.0 as usize).is_some_and(|file| library::is_file(&file.name));
    for part in loaded.units.iter().filter(of_user) {
        let key = library_unit(loaded, part);
        let looked_at = loaded.files.get(part.file.0 as usize).is_some_and(|file| file.analysed);
        let unit = found.entry(key.to_string()).or_default();
        unit.looked_at |= looked_at;
        if part.part != UnitPart::Subunit
            && let Some(name) = part.unit.name()
        {
            unit.name = spelled(names, name);
        }
    }
    let mut places: BTreeMap<_, bool> = BTreeMap::new();
    for one in covered {
        *places.entry((one.end.file, one.end.span.start)).or_insert(true) &= one.analysed;
    }
    for ((file, at), analysed) in places {
        let inside = |part: &&LoadedUnit| part.file == file && part.unit.span.start <= at && at < part.unit.span.end;
        let Some(part) = loaded.units.iter().find(inside) else { continue };
        if let Some(unit) = found.get_mut(library_unit(loaded, part)) {
            unit.subprograms += 1;
            unit.analysed += usize::from(analysed);
        }
    }
    for file in &loaded.unread {
        let stem = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem);
        let name = stem.replace('-', ".");
        found.entry(name.to_lowercase()).or_insert_with(|| Unit { name, ..Unit::default() });
    }
    found.into_values().collect()
}

/// The name of the library unit that a part belongs to: a subunit belongs to its ancestor's.
fn library_unit<'l>(loaded: &'l Loaded, part: &'l LoadedUnit) -> &'l str {
    let mut name = part.name.as_str();
    if part.part == UnitPart::Subunit {
        while let Some((parent, _)) = name.rsplit_once('.') {
            name = parent;
            if loaded.unit(name, UnitPart::Body).is_some() {
                break;
            }
        }
    }
    name
}

fn spelled(names: &Interner, name: &Name) -> String {
    let path = name.path().unwrap_or_default();
    path.iter().map(|ident| names.text(ident.spelling)).collect::<Vec<_>>().join(".")
}
