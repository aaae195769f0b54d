//! Units of the language and of its vendors whose declarations are Ada text of our own, inside the tool. They are read
//! like units of the user where these name them, and a unit of the user of the same name stands before them.
//!
//! What such a unit does not declare is not supported: the analysis takes it for a package whose declarations are not
//! all known.

/// The units by their names in lower case.
const UNITS: &[(&str, &str)] = &[
    ("ada.numerics.big_numbers.big_integers", include_str!("../library/ada-numerics-big_numbers-big_integers.ads")),
    ("ada.strings", include_str!("../library/ada-strings.ads")),
    ("ada.characters.handling", include_str!("../library/ada-characters-handling.ads")),
    ("ada.synchronous_task_control", include_str!("../library/ada-synchronous_task_control.ads")),
    ("ada.calendar", include_str!("../library/ada-calendar.ads")),
    ("ada.real_time", include_str!("../library/ada-real_time.ads")),
    ("ada.containers", include_str!("../library/ada-containers.ads")),
    ("interfaces.c", include_str!("../library/interfaces-c.ads")),
    ("spark.big_integers", include_str!("../library/spark-big_integers.ads")),
    ("spark.containers.types", include_str!("../library/spark-containers-types.ads")),
];

/// How the names of their files begin in messages.
const MARK: &str = "<library>/";

/// The file of such a unit, and its text.
pub fn source(unit: &str) -> Option<(String, String)> {
    let text = text(unit)?.to_string();
    Some((format!("{MARK}{}.ads", unit.replace('.', "-")), text))
}

fn text(unit: &str) -> Option<&'static str> {
    UNITS.iter().find(|(name, _)| *name == unit).map(|(_, text)| *text)
}

/// Whether there is such a unit.
pub fn has(unit: &str) -> bool {
    text(unit).is_some()
}

/// Whether a file is one of these.
pub fn is_file(name: &str) -> bool {
    name.starts_with(MARK)
}
