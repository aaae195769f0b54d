//! Units of the language and of its vendors whose declarations are Ada text of our own, inside the tool. They are read
//! like units of the user where these name them, and a unit of the user of the same name stands before them.
//!
//! What such a unit does not declare is not supported: the analysis takes it for a package whose declarations are not
//! all known.

mod unbounded;

use horn_frontend::ir::LIBRARY;

/// Files of the folder `library` with their texts.
macro_rules! texts {
    ($($file:literal),* $(,)?) => {
        &[$(($file, include_str!(concat!("../../library/", $file)))),*]
    };
}

/// The declarations and bodies of all units.
const TEXTS: &[(&str, &str)] = texts![
    "ada-calendar-arithmetic.ads",
    "ada-calendar-formatting.ads",
    "ada-calendar-time_zones.ads",
    "ada-calendar.ads",
    "ada-characters-conversions.adb",
    "ada-characters-conversions.ads",
    "ada-characters-handling.adb",
    "ada-characters-handling.ads",
    "ada-command_line.ads",
    "ada-containers-doubly_linked_lists.adb",
    "ada-containers-doubly_linked_lists.ads",
    "ada-containers-generic_array_sort.adb",
    "ada-containers-generic_array_sort.ads",
    "ada-containers-generic_constrained_array_sort.adb",
    "ada-containers-generic_constrained_array_sort.ads",
    "ada-containers-hashed_maps.adb",
    "ada-containers-hashed_maps.ads",
    "ada-containers-hashed_sets.adb",
    "ada-containers-hashed_sets.ads",
    "ada-containers-indefinite_doubly_linked_lists.adb",
    "ada-containers-indefinite_doubly_linked_lists.ads",
    "ada-containers-indefinite_hashed_maps.adb",
    "ada-containers-indefinite_hashed_maps.ads",
    "ada-containers-indefinite_hashed_sets.adb",
    "ada-containers-indefinite_hashed_sets.ads",
    "ada-containers-indefinite_holders.adb",
    "ada-containers-indefinite_holders.ads",
    "ada-containers-indefinite_ordered_maps.adb",
    "ada-containers-indefinite_ordered_maps.ads",
    "ada-containers-indefinite_ordered_sets.adb",
    "ada-containers-indefinite_ordered_sets.ads",
    "ada-containers-indefinite_vectors.adb",
    "ada-containers-indefinite_vectors.ads",
    "ada-containers-ordered_maps.adb",
    "ada-containers-ordered_maps.ads",
    "ada-containers-ordered_sets.adb",
    "ada-containers-ordered_sets.ads",
    "ada-containers-vectors.adb",
    "ada-containers-vectors.ads",
    "ada-containers.ads",
    "ada-direct_io.ads",
    "ada-directories.ads",
    "ada-environment_variables.ads",
    "ada-exceptions-traceback.ads",
    "ada-finalization.ads",
    "ada-numerics-big_numbers-big_integers.ads",
    "ada-numerics-discrete_random.ads",
    "ada-numerics-float_random.ads",
    "ada-real_time.ads",
    "ada-sequential_io.ads",
    "ada-streams-stream_io.ads",
    "ada-streams.ads",
    "ada-strings-bounded.adb",
    "ada-strings-bounded.ads",
    "ada-strings-equal_case_insensitive.adb",
    "ada-strings-equal_case_insensitive.ads",
    "ada-strings-fixed.adb",
    "ada-strings-fixed.ads",
    "ada-strings-hash.ads",
    "ada-strings-hash_case_insensitive.ads",
    "ada-strings-less_case_insensitive.adb",
    "ada-strings-less_case_insensitive.ads",
    "ada-strings-maps-constants.ads",
    "ada-strings-maps.adb",
    "ada-strings-maps.ads",
    "ada-strings-unbounded-hash.ads",
    "ada-strings-unbounded-text_io.ads",
    "ada-strings-unbounded.adb",
    "ada-strings-unbounded.ads",
    "ada-strings-utf_encoding-conversions.ads",
    "ada-strings-utf_encoding-strings.ads",
    "ada-strings-utf_encoding-wide_strings.ads",
    "ada-strings-utf_encoding-wide_wide_strings.ads",
    "ada-strings-utf_encoding.ads",
    "ada-strings.ads",
    "ada-synchronous_task_control.ads",
    "ada-task_identification.ads",
    "ada-text_io-unbounded_io.ads",
    "gnat-calendar-time_io.ads",
    "gnat-calendar.ads",
    "gnat-case_util.adb",
    "gnat-case_util.ads",
    "gnat-directory_operations.ads",
    "gnat-htable.ads",
    "gnat-os_lib.adb",
    "gnat-os_lib.ads",
    "gnat-regpat.ads",
    "gnat-source_info.ads",
    "gnat-strings.adb",
    "gnat-strings.ads",
    "gnat-table.adb",
    "gnat-table.ads",
    "gnat-traceback-symbolic.ads",
    "gnat-traceback.ads",
    "interfaces-c-pointers.ads",
    "interfaces-c-strings.adb",
    "interfaces-c-strings.ads",
    "interfaces-c.adb",
    "interfaces-c.ads",
    "spark-big_integers.ads",
    "spark-big_intervals.ads",
    "spark-containers-formal-doubly_linked_lists.adb",
    "spark-containers-formal-doubly_linked_lists.ads",
    "spark-containers-formal-hashed_maps.adb",
    "spark-containers-formal-hashed_maps.ads",
    "spark-containers-formal-hashed_sets.adb",
    "spark-containers-formal-hashed_sets.ads",
    "spark-containers-formal-iter_nodes.adb",
    "spark-containers-formal-iter_nodes.ads",
    "spark-containers-formal-ordered_maps.adb",
    "spark-containers-formal-ordered_maps.ads",
    "spark-containers-formal-ordered_sets.adb",
    "spark-containers-formal-ordered_sets.ads",
    "spark-containers-formal-vectors.adb",
    "spark-containers-formal-vectors.ads",
    "spark-containers-functional-discrete_maps.adb",
    "spark-containers-functional-discrete_maps.ads",
    "spark-containers-functional-discrete_sets.adb",
    "spark-containers-functional-discrete_sets.ads",
    "spark-containers-functional-infinite_sequences.ads",
    "spark-containers-functional-maps.adb",
    "spark-containers-functional-maps.ads",
    "spark-containers-functional-multisets.adb",
    "spark-containers-functional-multisets.ads",
    "spark-containers-functional-sets.adb",
    "spark-containers-functional-sets.ads",
    "spark-containers-functional-trees.adb",
    "spark-containers-functional-trees.ads",
    "spark-containers-functional-vectors.ads",
    "spark-containers-types.ads",
    "spark-cut_operations.ads",
    "spark-heap.ads",
    "spark-higher_order-reachability.adb",
    "spark-higher_order-reachability.ads",
    "spark-lemmas-arithmetic.ads",
    "spark-lemmas-constrained_array.ads",
    "spark-lemmas-integer_arithmetic.ads",
    "spark-lemmas-long_integer_arithmetic.ads",
    "spark-lemmas-mod32_arithmetic.ads",
    "spark-lemmas-mod64_arithmetic.ads",
    "spark-lemmas-mod_arithmetic.ads",
    "spark-lemmas-unconstrained_array.ads",
    "system-address_image.ads",
    "system-storage_elements.ads",
];

/// The name of the file of a unit.
fn file_name(unit: &str, body: bool) -> String {
    format!("{}.{}", unit.replace('.', "-"), if body { "adb" } else { "ads" })
}

/// A generic unit that has another text where a formal type is discrete and a formal function its predefined equality.
pub struct Variant {
    /// The unit with that text; its formal parameters have the same names.
    pub unit: &'static str,
    /// The formal type.
    pub type_formal: &'static str,
    /// The formal function.
    pub equivalence: &'static str,
}

/// That of a unit for a discrete type of its elements or keys.
pub fn discrete_variant(unit: &str) -> Option<Variant> {
    match unit {
        "spark.containers.functional.sets" => Some(Variant {
            unit: "spark.containers.functional.discrete_sets",
            type_formal: "element_type",
            equivalence: "equivalent_elements",
        }),
        "spark.containers.functional.maps" => Some(Variant {
            unit: "spark.containers.functional.discrete_maps",
            type_formal: "key_type",
            equivalence: "equivalent_keys",
        }),
        _ => None,
    }
}

/// The unit with the text for elements and keys that a component of an array may hold. `arrays` says whether one of
/// them is an array: what an order of arrays says of three of them no proof finds.
pub fn definite_variant(unit: &str, arrays: bool) -> Option<String> {
    const UNITS: [&str; 4] = ["doubly_linked_lists", "hashed_maps", "hashed_sets", "vectors"];
    const ORDERED: [&str; 2] = ["ordered_maps", "ordered_sets"];
    let kind = unit.strip_prefix("ada.containers.indefinite_")?;
    let followed = UNITS.contains(&kind) || ORDERED.contains(&kind) && !arrays;
    followed.then(|| format!("ada.containers.{kind}"))
}

/// The file of the declaration or of the body of such a unit, and its text.
pub fn source(unit: &str, body: bool) -> Option<(String, String)> {
    let name = file_name(unit, body);
    let text = match text(&name) {
        Some(text) => text.to_string(),
        None => unbounded::text(text(&file_name(&unbounded::bounded(unit)?, body))?),
    };
    Some((format!("{LIBRARY}/{name}"), text))
}

fn text(file: &str) -> Option<&'static str> {
    TEXTS.iter().find(|(name, _)| *name == file).map(|(_, text)| *text)
}

/// Whether there is such a unit.
pub fn has(unit: &str) -> bool {
    let known = |unit: &str| text(&file_name(unit, false)).is_some();
    known(unit) || unbounded::bounded(unit).is_some_and(|bounded| known(&bounded))
}

/// Whether a file is one of these.
pub fn is_file(name: &str) -> bool {
    name.starts_with(LIBRARY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn all_files_are_texts() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("library");
        let mut files: Vec<String> = fs::read_dir(folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        files.sort();
        assert_eq!(files, TEXTS.iter().map(|(name, _)| (*name).to_string()).collect::<Vec<_>>());
    }
}
