//! Units of the language and of its vendors whose declarations are Ada text of our own, inside the tool. They are read
//! like units of the user where these name them, and a unit of the user of the same name stands before them.
//!
//! What such a unit does not declare is not supported: the analysis takes it for a package whose declarations are not
//! all known.

use horn_frontend::ir::LIBRARY;

/// The declarations of the units by their names in lower case.
const UNITS: &[(&str, &str)] = &[
    ("ada.numerics.big_numbers.big_integers", include_str!("../library/ada-numerics-big_numbers-big_integers.ads")),
    ("ada.finalization", include_str!("../library/ada-finalization.ads")),
    ("ada.strings", include_str!("../library/ada-strings.ads")),
    ("ada.strings.fixed", include_str!("../library/ada-strings-fixed.ads")),
    ("ada.strings.unbounded", include_str!("../library/ada-strings-unbounded.ads")),
    ("ada.command_line", include_str!("../library/ada-command_line.ads")),
    ("ada.strings.bounded", include_str!("../library/ada-strings-bounded.ads")),
    ("ada.strings.equal_case_insensitive", include_str!("../library/ada-strings-equal_case_insensitive.ads")),
    ("ada.strings.hash", include_str!("../library/ada-strings-hash.ads")),
    ("ada.strings.hash_case_insensitive", include_str!("../library/ada-strings-hash_case_insensitive.ads")),
    ("ada.strings.less_case_insensitive", include_str!("../library/ada-strings-less_case_insensitive.ads")),
    ("ada.strings.maps", include_str!("../library/ada-strings-maps.ads")),
    ("ada.strings.maps.constants", include_str!("../library/ada-strings-maps-constants.ads")),
    ("ada.strings.unbounded.hash", include_str!("../library/ada-strings-unbounded-hash.ads")),
    ("ada.characters.handling", include_str!("../library/ada-characters-handling.ads")),
    ("ada.synchronous_task_control", include_str!("../library/ada-synchronous_task_control.ads")),
    ("ada.calendar", include_str!("../library/ada-calendar.ads")),
    ("ada.calendar.arithmetic", include_str!("../library/ada-calendar-arithmetic.ads")),
    ("ada.calendar.formatting", include_str!("../library/ada-calendar-formatting.ads")),
    ("ada.calendar.time_zones", include_str!("../library/ada-calendar-time_zones.ads")),
    ("ada.numerics.discrete_random", include_str!("../library/ada-numerics-discrete_random.ads")),
    ("ada.numerics.float_random", include_str!("../library/ada-numerics-float_random.ads")),
    ("ada.real_time", include_str!("../library/ada-real_time.ads")),
    ("ada.containers", include_str!("../library/ada-containers.ads")),
    ("ada.containers.hashed_maps", include_str!("../library/ada-containers-hashed_maps.ads")),
    ("ada.containers.ordered_maps", include_str!("../library/ada-containers-ordered_maps.ads")),
    ("ada.containers.doubly_linked_lists", include_str!("../library/ada-containers-doubly_linked_lists.ads")),
    ("ada.containers.hashed_sets", include_str!("../library/ada-containers-hashed_sets.ads")),
    ("ada.containers.ordered_sets", include_str!("../library/ada-containers-ordered_sets.ads")),
    ("ada.containers.vectors", include_str!("../library/ada-containers-vectors.ads")),
    ("interfaces.c", include_str!("../library/interfaces-c.ads")),
    ("interfaces.c.strings", include_str!("../library/interfaces-c-strings.ads")),
    ("ada.streams", include_str!("../library/ada-streams.ads")),
    ("spark.big_integers", include_str!("../library/spark-big_integers.ads")),
    ("spark.big_intervals", include_str!("../library/spark-big_intervals.ads")),
    (
        "spark.containers.formal.doubly_linked_lists",
        include_str!("../library/spark-containers-formal-doubly_linked_lists.ads"),
    ),
    ("spark.containers.formal.hashed_maps", include_str!("../library/spark-containers-formal-hashed_maps.ads")),
    ("spark.containers.formal.hashed_sets", include_str!("../library/spark-containers-formal-hashed_sets.ads")),
    ("spark.containers.formal.iter_nodes", include_str!("../library/spark-containers-formal-iter_nodes.ads")),
    ("spark.containers.formal.ordered_maps", include_str!("../library/spark-containers-formal-ordered_maps.ads")),
    ("spark.containers.formal.ordered_sets", include_str!("../library/spark-containers-formal-ordered_sets.ads")),
    (
        "spark.containers.formal.unbounded_vectors",
        include_str!("../library/spark-containers-formal-unbounded_vectors.ads"),
    ),
    ("spark.containers.formal.vectors", include_str!("../library/spark-containers-formal-vectors.ads")),
    (
        "spark.containers.functional.infinite_sequences",
        include_str!("../library/spark-containers-functional-infinite_sequences.ads"),
    ),
    ("spark.containers.functional.maps", include_str!("../library/spark-containers-functional-maps.ads")),
    ("spark.containers.functional.sets", include_str!("../library/spark-containers-functional-sets.ads")),
    ("spark.containers.functional.trees", include_str!("../library/spark-containers-functional-trees.ads")),
    ("spark.containers.functional.vectors", include_str!("../library/spark-containers-functional-vectors.ads")),
    ("spark.containers.types", include_str!("../library/spark-containers-types.ads")),
    ("ada.characters.conversions", include_str!("../library/ada-characters-conversions.ads")),
    ("ada.direct_io", include_str!("../library/ada-direct_io.ads")),
    ("ada.directories", include_str!("../library/ada-directories.ads")),
    ("ada.environment_variables", include_str!("../library/ada-environment_variables.ads")),
    ("ada.exceptions.traceback", include_str!("../library/ada-exceptions-traceback.ads")),
    ("ada.sequential_io", include_str!("../library/ada-sequential_io.ads")),
    ("ada.streams.stream_io", include_str!("../library/ada-streams-stream_io.ads")),
    ("ada.strings.utf_encoding", include_str!("../library/ada-strings-utf_encoding.ads")),
    ("ada.strings.utf_encoding.conversions", include_str!("../library/ada-strings-utf_encoding-conversions.ads")),
    ("ada.strings.utf_encoding.strings", include_str!("../library/ada-strings-utf_encoding-strings.ads")),
    ("ada.strings.utf_encoding.wide_strings", include_str!("../library/ada-strings-utf_encoding-wide_strings.ads")),
    (
        "ada.strings.utf_encoding.wide_wide_strings",
        include_str!("../library/ada-strings-utf_encoding-wide_wide_strings.ads"),
    ),
    ("ada.task_identification", include_str!("../library/ada-task_identification.ads")),
    ("gnat.calendar", include_str!("../library/gnat-calendar.ads")),
    ("gnat.calendar.time_io", include_str!("../library/gnat-calendar-time_io.ads")),
    ("gnat.case_util", include_str!("../library/gnat-case_util.ads")),
    ("gnat.directory_operations", include_str!("../library/gnat-directory_operations.ads")),
    ("gnat.os_lib", include_str!("../library/gnat-os_lib.ads")),
    ("gnat.regpat", include_str!("../library/gnat-regpat.ads")),
    ("gnat.source_info", include_str!("../library/gnat-source_info.ads")),
    ("gnat.strings", include_str!("../library/gnat-strings.ads")),
    ("gnat.traceback", include_str!("../library/gnat-traceback.ads")),
    ("gnat.traceback.symbolic", include_str!("../library/gnat-traceback-symbolic.ads")),
    ("system.address_image", include_str!("../library/system-address_image.ads")),
    ("system.storage_elements", include_str!("../library/system-storage_elements.ads")),
    (
        "ada.containers.indefinite_doubly_linked_lists",
        include_str!("../library/ada-containers-indefinite_doubly_linked_lists.ads"),
    ),
    ("ada.containers.indefinite_hashed_maps", include_str!("../library/ada-containers-indefinite_hashed_maps.ads")),
    ("ada.containers.indefinite_hashed_sets", include_str!("../library/ada-containers-indefinite_hashed_sets.ads")),
    ("ada.containers.indefinite_holders", include_str!("../library/ada-containers-indefinite_holders.ads")),
    ("ada.containers.indefinite_ordered_maps", include_str!("../library/ada-containers-indefinite_ordered_maps.ads")),
    ("ada.containers.indefinite_ordered_sets", include_str!("../library/ada-containers-indefinite_ordered_sets.ads")),
    ("ada.containers.indefinite_vectors", include_str!("../library/ada-containers-indefinite_vectors.ads")),
    ("ada.containers.generic_array_sort", include_str!("../library/ada-containers-generic_array_sort.ads")),
    (
        "ada.containers.generic_constrained_array_sort",
        include_str!("../library/ada-containers-generic_constrained_array_sort.ads"),
    ),
    ("ada.strings.unbounded.text_io", include_str!("../library/ada-strings-unbounded-text_io.ads")),
    ("ada.text_io.unbounded_io", include_str!("../library/ada-text_io-unbounded_io.ads")),
    ("gnat.htable", include_str!("../library/gnat-htable.ads")),
    ("gnat.table", include_str!("../library/gnat-table.ads")),
    ("interfaces.c.pointers", include_str!("../library/interfaces-c-pointers.ads")),
];

/// The bodies of those that have one.
const BODIES: &[(&str, &str)] = &[
    ("interfaces.c", include_str!("../library/interfaces-c.adb")),
    ("interfaces.c.strings", include_str!("../library/interfaces-c-strings.adb")),
    ("ada.containers.hashed_maps", include_str!("../library/ada-containers-hashed_maps.adb")),
    ("ada.containers.ordered_maps", include_str!("../library/ada-containers-ordered_maps.adb")),
    ("ada.containers.doubly_linked_lists", include_str!("../library/ada-containers-doubly_linked_lists.adb")),
    ("ada.containers.hashed_sets", include_str!("../library/ada-containers-hashed_sets.adb")),
    ("ada.containers.ordered_sets", include_str!("../library/ada-containers-ordered_sets.adb")),
    ("ada.containers.vectors", include_str!("../library/ada-containers-vectors.adb")),
    ("ada.characters.handling", include_str!("../library/ada-characters-handling.adb")),
    ("ada.strings.bounded", include_str!("../library/ada-strings-bounded.adb")),
    ("ada.strings.equal_case_insensitive", include_str!("../library/ada-strings-equal_case_insensitive.adb")),
    ("ada.strings.less_case_insensitive", include_str!("../library/ada-strings-less_case_insensitive.adb")),
    ("ada.strings.maps", include_str!("../library/ada-strings-maps.adb")),
    ("ada.strings.fixed", include_str!("../library/ada-strings-fixed.adb")),
    ("ada.strings.unbounded", include_str!("../library/ada-strings-unbounded.adb")),
    (
        "spark.containers.formal.doubly_linked_lists",
        include_str!("../library/spark-containers-formal-doubly_linked_lists.adb"),
    ),
    ("spark.containers.formal.hashed_maps", include_str!("../library/spark-containers-formal-hashed_maps.adb")),
    ("spark.containers.formal.hashed_sets", include_str!("../library/spark-containers-formal-hashed_sets.adb")),
    ("spark.containers.formal.iter_nodes", include_str!("../library/spark-containers-formal-iter_nodes.adb")),
    ("spark.containers.formal.ordered_maps", include_str!("../library/spark-containers-formal-ordered_maps.adb")),
    ("spark.containers.formal.ordered_sets", include_str!("../library/spark-containers-formal-ordered_sets.adb")),
    (
        "spark.containers.formal.unbounded_vectors",
        include_str!("../library/spark-containers-formal-unbounded_vectors.adb"),
    ),
    ("spark.containers.formal.vectors", include_str!("../library/spark-containers-formal-vectors.adb")),
    ("spark.containers.functional.maps", include_str!("../library/spark-containers-functional-maps.adb")),
    ("spark.containers.functional.sets", include_str!("../library/spark-containers-functional-sets.adb")),
    ("spark.containers.functional.trees", include_str!("../library/spark-containers-functional-trees.adb")),
    ("ada.characters.conversions", include_str!("../library/ada-characters-conversions.adb")),
    ("gnat.case_util", include_str!("../library/gnat-case_util.adb")),
    ("gnat.os_lib", include_str!("../library/gnat-os_lib.adb")),
    ("gnat.strings", include_str!("../library/gnat-strings.adb")),
    (
        "ada.containers.indefinite_doubly_linked_lists",
        include_str!("../library/ada-containers-indefinite_doubly_linked_lists.adb"),
    ),
    ("ada.containers.indefinite_hashed_maps", include_str!("../library/ada-containers-indefinite_hashed_maps.adb")),
    ("ada.containers.indefinite_hashed_sets", include_str!("../library/ada-containers-indefinite_hashed_sets.adb")),
    ("ada.containers.indefinite_holders", include_str!("../library/ada-containers-indefinite_holders.adb")),
    ("ada.containers.indefinite_ordered_maps", include_str!("../library/ada-containers-indefinite_ordered_maps.adb")),
    ("ada.containers.indefinite_ordered_sets", include_str!("../library/ada-containers-indefinite_ordered_sets.adb")),
    ("ada.containers.indefinite_vectors", include_str!("../library/ada-containers-indefinite_vectors.adb")),
    ("ada.containers.generic_array_sort", include_str!("../library/ada-containers-generic_array_sort.adb")),
    (
        "ada.containers.generic_constrained_array_sort",
        include_str!("../library/ada-containers-generic_constrained_array_sort.adb"),
    ),
    ("gnat.table", include_str!("../library/gnat-table.adb")),
];

/// The file of the declaration or of the body of such a unit, and its text.
pub fn source(unit: &str, body: bool) -> Option<(String, String)> {
    let text = if body { BODIES.iter().find(|(name, _)| *name == unit)?.1 } else { text(unit)? };
    let ending = if body { "adb" } else { "ads" };
    Some((format!("{LIBRARY}/{}.{ending}", unit.replace('.', "-")), text.to_string()))
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
    name.starts_with(LIBRARY)
}
