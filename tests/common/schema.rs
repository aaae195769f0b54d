//! JSON against `docs/schema/hornsolve-1.json`: the words of JSON Schema that it uses, and no others.
#![allow(dead_code)]

use serde_json::Value;

const SCHEMA: &str = include_str!("../../docs/schema/hornsolve-1.json");

/// The value of a text that `--json` wrote. Panics with what is wrong with it.
pub fn result(text: &str) -> Value {
    read(text, "#/definitions/result")
}

/// The value of a text that `--json` wrote for clauses.
pub fn answer(text: &str) -> Value {
    read(text, "#/definitions/answer")
}

/// The value of a line that `--json-stream` wrote.
pub fn event(text: &str) -> Value {
    read(text, "#/definitions/event")
}

fn read(text: &str, definition: &str) -> Value {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("no JSON: {error}: {text}"));
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    if let Err(why) = check(&schema, &serde_json::json!({ "$ref": definition }), &value, "") {
        panic!("{why}: {text}");
    }
    value
}

/// Whether a value is as a schema says; else where it is not. An unknown word in a schema is an error as well.
pub fn check(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{at}: {what}"));
    for (word, argument) in schema.as_object().expect("a schema is an object") {
        match word.as_str() {
            "description" | "definitions" | "properties" => {}
            "$ref" => {
                let path = argument.as_str().and_then(|path| path.strip_prefix('#')).expect("a place in the schema");
                check(root, root.pointer(path).expect("it is defined"), value, at)?;
            }
            "type" => {
                let is = |name: &Value| match name.as_str().expect("a name") {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "number" => value.is_number(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    other => panic!("type {other}"),
                };
                let fits = argument.as_array().map_or_else(|| is(argument), |names| names.iter().any(is));
                if !fits {
                    return wrong(&format!("is no {argument}"));
                }
            }
            "const" if value != argument => return wrong(&format!("is not {argument}")),
            "enum" if !argument.as_array().expect("a list").contains(value) => {
                return wrong(&format!("is none of {argument}"));
            }
            "minimum" if value.as_f64() < argument.as_f64() => return wrong("is too small"),
            "const" | "enum" | "minimum" => {}
            // What is no object has no members to be there.
            "required" if !value.is_object() => {}
            "required" => {
                for name in argument.as_array().expect("a list") {
                    if value.get(name.as_str().expect("a name")).is_none() {
                        return wrong(&format!("has no {name}"));
                    }
                }
            }
            "additionalProperties" => {
                assert_eq!(argument, &Value::Bool(false));
                for (name, inner) in value.as_object().into_iter().flatten() {
                    match schema["properties"].get(name) {
                        Some(schema) => check(root, schema, inner, &format!("{at}/{name}"))?,
                        None => return wrong(&format!("has the unknown field {name}")),
                    }
                }
            }
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, argument, item, &format!("{at}/{number}"))?;
                }
            }
            "allOf" => {
                for part in argument.as_array().expect("a list") {
                    check(root, part, value, at)?;
                }
            }
            "anyOf" => {
                let parts = argument.as_array().expect("a list").iter();
                let reasons: Vec<String> = parts.filter_map(|part| check(root, part, value, at).err()).collect();
                if reasons.len() == argument.as_array().map_or(0, Vec::len) {
                    return wrong(&format!("is none of: {}", reasons.join("; ")));
                }
            }
            other => panic!("the schema says {other}, which is not checked"),
        }
    }
    Ok(())
}
