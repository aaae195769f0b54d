//! Units of the language and of its vendors whose declarations are Ada text of our own, inside the tool. They are read
//! like units of the user where these name them, and a unit of the user of the same name stands before them.
//!
//! What such a unit does not declare is not supported: the analysis takes it for a package whose declarations are not
//! all known.

/// The units by their names in lower case.
const UNITS: &[(&str, &str)] = &[
    ("ada.numerics.big_numbers.big_integers", include_str!("../library/ada-numerics-big_numbers-big_integers.ads")),
    ("spark.big_integers", include_str!("../library/spark-big_integers.ads")),
    ("ada.containers", include_str!("../library/ada-containers.ads")),
    ("interfaces.c", include_str!("../library/interfaces-c.ads")),
    ("spark.containers.types", include_str!("../library/spark-containers-types.ads")),
];

/// How the names of their files begin in messages.
const MARK: &str = "<library>/";

/// The file of such a unit, and its text.
pub fn source(unit: &str) -> Option<(String, &'static str)> {
    let (name, text) = UNITS.iter().find(|(name, _)| *name == unit)?;
    Some((format!("{MARK}{}.ads", name.replace('.', "-")), text))
}

/// Whether there is such a unit.
pub fn has(unit: &str) -> bool {
    UNITS.iter().any(|(name, _)| *name == unit)
}

/// Whether a file is one of these.
pub fn is_file(name: &str) -> bool {
    name.starts_with(MARK)
}
