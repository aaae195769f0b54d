//! The part of TOML that manifests are written in: keys with texts, whole numbers, truth values and lists of texts, and
//! lists of tables (`[[rule]]`, `[[rule.rule]]`). What else there is of it is refused, with its line.

use std::iter::Peekable;
use std::str::Chars;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Toml {
    /// A text.
    Text(String),
    /// A whole number.
    Number(u64),
    /// A truth value.
    Truth(bool),
    /// A list of texts.
    Texts(Vec<String>),
}

/// A table: its keys with their lines, and the lists of tables in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Where it begins, from 1.
    pub line: usize,
    /// Keys, lines, values.
    pub values: Vec<(String, usize, Toml)>,
    /// Tables, by the names of their lists.
    pub inner: Vec<(String, Section)>,
}

/// Reads a text.
///
/// # Errors
/// It is no text of this kind; says where and why.
pub fn read(text: &str) -> Result<Section, (usize, String)> {
    let mut whole = Section { line: 1, ..Section::default() };
    // The names of the lists around what is being read.
    let mut at: Vec<String> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with('[') {
            at = header(line).ok_or_else(|| (number, format!("`{line}` is no list of tables like [[rule]]")))?;
            let (last, outer) = at.split_last().ok_or_else(|| (number, "a table without a name".to_string()))?;
            let around = innermost(&mut whole, outer).ok_or_else(|| (number, format!("`{line}` stands in nothing")))?;
            around.inner.push((last.clone(), Section { line: number, ..Section::default() }));
            continue;
        }
        let (key, value) = entry(line).map_err(|why| (number, why))?;
        let Some(section) = innermost(&mut whole, &at) else { continue };
        if section.values.iter().any(|(known, ..)| *known == key) {
            return Err((number, format!("`{key}` is there twice")));
        }
        section.values.push((key, number, value));
    }
    Ok(whole)
}

/// The last table of each of these lists, one in the other.
fn innermost<'s>(whole: &'s mut Section, names: &[String]) -> Option<&'s mut Section> {
    let mut section = whole;
    for name in names {
        section = section.inner.iter_mut().rev().find(|(known, _)| known == name).map(|(_, inner)| inner)?;
    }
    Some(section)
}

/// The names in `[[a.b]]`.
fn header(line: &str) -> Option<Vec<String>> {
    let rest = line.strip_prefix("[[")?;
    let (names, behind) = rest.split_once("]]")?;
    let names: Vec<String> = names.split('.').map(|name| name.trim().to_string()).collect();
    (names.iter().all(|name| is_key(name)) && is_comment(behind)).then_some(names)
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}

fn is_comment(text: &str) -> bool {
    text.trim_start().is_empty() || text.trim_start().starts_with('#')
}

/// `key = value`.
fn entry(line: &str) -> Result<(String, Toml), String> {
    let (key, rest) = line.split_once('=').ok_or_else(|| format!("`{line}` is not KEY = VALUE"))?;
    let key = key.trim();
    if !is_key(key) {
        return Err(format!("`{key}` is no key"));
    }
    let mut rest = rest.trim().chars().peekable();
    let value = match rest.peek() {
        Some('"' | '\'') => Toml::Text(string(&mut rest)?),
        Some('[') => {
            rest.next();
            Toml::Texts(strings(&mut rest)?)
        }
        _ => {
            let word: String = std::iter::from_fn(|| rest.next_if(|c| !c.is_whitespace() && *c != '#')).collect();
            match word.as_str() {
                "true" => Toml::Truth(true),
                "false" => Toml::Truth(false),
                _ => {
                    let digits = word.strip_prefix('+').unwrap_or(&word).replace('_', "");
                    let number = digits.parse::<u64>().ok().filter(|_| digits.chars().all(|c| c.is_ascii_digit()));
                    Toml::Number(number.ok_or_else(|| format!("`{word}` is no value"))?)
                }
            }
        }
    };
    let behind: String = rest.collect();
    match is_comment(&behind) {
        true => Ok((key.to_string(), value)),
        false => Err(format!("`{}` stands behind the value", behind.trim())),
    }
}

/// The rest of a list of texts.
fn strings(rest: &mut Peekable<Chars<'_>>) -> Result<Vec<String>, String> {
    let mut list = Vec::new();
    loop {
        while rest.next_if(|c| c.is_whitespace()).is_some() {}
        match rest.peek() {
            Some(']') => {
                rest.next();
                return Ok(list);
            }
            Some('"' | '\'') => list.push(string(rest)?),
            _ => return Err("a list has texts, and ends in its line".to_string()),
        }
        while rest.next_if(|c| c.is_whitespace()).is_some() {}
        if rest.next_if_eq(&',').is_none() && rest.peek() != Some(&']') {
            return Err("a comma is missing in a list".to_string());
        }
    }
}

/// A text in quotes.
fn string(rest: &mut Peekable<Chars<'_>>) -> Result<String, String> {
    let unfinished = || "a text has no end in its line".to_string();
    let quote = rest.next().ok_or_else(unfinished)?;
    let mut text = String::new();
    loop {
        let c = rest.next().ok_or_else(unfinished)?;
        if c == quote {
            return Ok(text);
        }
        if c != '\\' || quote == '\'' {
            text.push(c);
            continue;
        }
        text.push(match rest.next().ok_or_else(unfinished)? {
            '"' => '"',
            '\\' => '\\',
            'n' => '\n',
            't' => '\t',
            other => return Err(format!("`\\{other}` is no character")),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_stand_in_lists_and_lists_in_tables() {
        let text = "version = 1 # the only one\n\n[[rule]]\npath = \"A.\\\"x\\\"\"\nsteps = 1_000\n  [[rule.rule]]\n  \
                    hierarchical=false\n[[rule]] # next\nprovers = [ \"z3\" , 'cvc5', ]\n";
        let whole = read(text).expect("good");
        assert_eq!(whole.values, [("version".to_string(), 1, Toml::Number(1))]);
        let [(_, first), (_, second)] = whole.inner.as_slice() else { panic!("two rules: {whole:?}") };
        assert_eq!((first.line, second.line), (3, 8));
        assert_eq!(first.values[0], ("path".to_string(), 4, Toml::Text("A.\"x\"".to_string())));
        assert_eq!(first.values[1].2, Toml::Number(1000));
        assert_eq!(first.inner[0].1.values, [("hierarchical".to_string(), 7, Toml::Truth(false))]);
        assert_eq!(second.values[0].2, Toml::Texts(vec!["z3".to_string(), "cvc5".to_string()]));
    }

    #[test]
    fn what_is_not_of_this_kind_is_refused_with_its_line() {
        for (wrong, line) in [
            ("a", 1),
            ("\n = 1", 2),
            ("a = ", 1),
            ("a = -1", 1),
            ("a = 1.5", 1),
            ("a = \"x", 1),
            ("a = \"\\q\"", 1),
            ("a = [\"x\" \"y\"]", 1),
            ("a = [1]", 1),
            ("a = [\"x\",", 1),
            ("a = 1 2", 1),
            ("a = 1\na = 2", 2),
            ("[a]", 1),
            ("[[a.b]]", 1),
            ("[[]]", 1),
            ("[[a]] b", 1),
            ("a.b = 1", 1),
        ] {
            assert_eq!(read(wrong).map_err(|(at, _)| at), Err(line), "{wrong}");
        }
    }
}
