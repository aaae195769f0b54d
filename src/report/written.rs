//! JSON that is written while it is made: of a long list only one element is there at a time, so that a result with
//! many thousand checks takes no more memory, and hardly more time, than its text.

use serde::ser::{Error, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// A value, parts of which are made as they are written.
pub enum Member<'a> {
    /// An object, with further members.
    Object(Value, Vec<(&'static str, Member<'a>)>),
    /// A list of elements; each is handed over as it is made.
    List(&'a dyn Fn(&mut dyn FnMut(Value))),
    /// A list of one element.
    One(&'a Member<'a>),
}

/// The text, indented, with a newline at its end. The members of objects are in the order of their names, as
/// everywhere.
pub fn written(value: &Member<'_>) -> String {
    // Strings are keys, and writing to memory cannot fail.
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    text + "\n"
}

impl Serialize for Member<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Member::Object(known, more) => {
                let Value::Object(known) = known else { return Err(S::Error::custom("this is no object")) };
                let mut names: Vec<&str> = known.keys().map(String::as_str).collect();
                names.extend(more.iter().map(|(name, _)| *name));
                names.sort_unstable();
                let mut map = serializer.serialize_map(Some(names.len()))?;
                for name in names {
                    match more.iter().find(|(other, _)| *other == name) {
                        Some((_, member)) => map.serialize_entry(name, member)?,
                        None => map.serialize_entry(name, &known[name])?,
                    }
                }
                map.end()
            }
            Member::List(each) => {
                let mut list = serializer.serialize_seq(None)?;
                let mut written = Ok(());
                each(&mut |value| {
                    if written.is_ok() {
                        written = list.serialize_element(&value);
                    }
                });
                written.and_then(|()| list.end())
            }
            Member::One(element) => serializer.collect_seq([element]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn it_is_what_would_have_been_written_at_once() {
        let elements = |write: &mut dyn FnMut(Value)| (0..3).for_each(|number| write(json!({ "n": number })));
        let nothing = |_: &mut dyn FnMut(Value)| {};
        let inner = Member::Object(json!({ "z": [1, {}] }), vec![("list", Member::List(&elements))]);
        let more = vec![("m", Member::One(&inner)), ("b", Member::List(&nothing))];
        let whole = json!({
            "a": 1,
            "b": [],
            "m": [{ "list": [{ "n": 0 }, { "n": 1 }, { "n": 2 }], "z": [1, {}] }],
            "x": null,
        });
        let value = Member::Object(json!({ "x": null, "a": 1 }), more);
        assert_eq!(written(&value), format!("{whole:#}\n"));
    }
}
