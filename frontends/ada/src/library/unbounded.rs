//! The unbounded formal containers of SPARK's library. Each is the bounded one without capacity, and both are one text:
//! lines that end in `--  bounded` are the bounded container's alone, those that begin with `--  unbounded: ` the other
//! one's. What the text says of a capacity holds there of the largest number of elements that can be counted.

/// What the names of unbounded containers begin with, and of bounded ones.
const UNBOUNDED: &str = "spark.containers.formal.unbounded_";
const BOUNDED: &str = "spark.containers.formal.";

/// The bounded container's unit of an unbounded one.
pub fn bounded(unit: &str) -> Option<String> {
    unit.strip_prefix(UNBOUNDED).map(|kind| format!("{BOUNDED}{kind}"))
}

/// The text of the unbounded container, line by line that of the bounded one.
pub fn text(bounded: &str) -> String {
    let line = |line: &str| match line.trim_start().strip_prefix("--  unbounded: ") {
        Some(own) => own.to_string(),
        None if line.ends_with("--  bounded") => String::new(),
        None => line.replace("SPARK.Containers.Formal.", "SPARK.Containers.Formal.Unbounded_"),
    };
    let text = bounded.lines().map(|each| line(each) + "\n").collect::<String>();
    // Units that are no containers.
    let text = text.replace("Formal.Unbounded_Iter_Nodes", "Formal.Iter_Nodes");
    let most = if text.contains("Last_Count : constant") { "Last_Count" } else { "Count_Type'Last" };
    let text = ["Container", "Target", "Source"]
        .into_iter()
        .fold(text, |text, object| text.replace(&format!("{object}.Capacity"), most));
    // Their elements and keys may be of types without definite subtypes.
    ["Element_Type", "Key_Type"].into_iter().fold(text, |text, ty| {
        text.replace(&format!("   type {ty} is private"), &format!("   type {ty} (<>) is private"))
    })
}
