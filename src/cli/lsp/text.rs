//! Positions as editors count them (lines from 0, and characters as units of UTF-16 or UTF-8), addresses of files, and
//! changes of texts. Whatever an editor sends is a position: what is behind the end is the end, and what is inside of a
//! character is its beginning.

use serde_json::{Value, json};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// In what characters of a line are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16.
    #[default]
    Utf16,
}

impl Encoding {
    /// How long a character is.
    fn length(self, c: char) -> u64 {
        match self {
            Encoding::Utf8 => c.len_utf8() as u64,
            Encoding::Utf16 => c.len_utf16() as u64,
        }
    }

    /// The byte of a position.
    pub fn offset(self, text: &str, line: u64, character: u64) -> usize {
        let mut start = 0;
        for _ in 0..line {
            let Some(end) = line_end(&text[start..]).1 else { return text.len() };
            start += end;
        }
        let (end, _) = line_end(&text[start..]);
        let mut units = 0;
        for (at, c) in text[start..start + end].char_indices() {
            units += self.length(c);
            if units > character {
                return start + at;
            }
        }
        start + end
    }

    /// The position of a byte, with what stands in front of it in its line.
    pub fn position(self, text: &str, offset: usize) -> Value {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let (mut line, mut start) = (0u64, 0);
        while let Some(end) = line_end(&text[start..]).1.filter(|end| start + end <= offset) {
            start += end;
            line += 1;
        }
        let units: u64 = text[start..offset].chars().map(|c| self.length(c)).sum();
        json!({ "line": line, "character": units })
    }

    /// The range of some bytes.
    pub fn range(self, text: &str, start: usize, end: usize) -> Value {
        json!({ "start": self.position(text, start), "end": self.position(text, end.max(start)) })
    }

    /// The bytes of a range; `None` if this is none.
    pub fn bytes(self, text: &str, range: &Value) -> Option<(usize, usize)> {
        let of = |name: &str| {
            let position = range.get(name)?;
            Some(self.offset(text, position["line"].as_u64()?, position["character"].as_u64()?))
        };
        let (start, end) = (of("start")?, of("end")?);
        Some((start.min(end), start.max(end)))
    }

    /// The text after a change; `None` if this is none.
    pub fn changed(self, text: &str, change: &Value) -> Option<String> {
        let new = change["text"].as_str()?;
        if change["range"].is_null() {
            return Some(new.to_string());
        }
        let (start, end) = self.bytes(text, &change["range"])?;
        Some(format!("{}{new}{}", &text[..start], &text[end..]))
    }
}

/// Where the first line ends, and where the next one begins, if there is one.
fn line_end(text: &str) -> (usize, Option<usize>) {
    match text.find(['\n', '\r']) {
        Some(end) if text[end..].starts_with("\r\n") => (end, Some(end + 2)),
        Some(end) => (end, Some(end + 1)),
        None => (text.len(), None),
    }
}

/// The file of an address; `None` if it is none of a file.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let mut bytes = Vec::new();
    let mut left = rest.as_bytes();
    while let Some((first, behind)) = left.split_first() {
        let digits = behind.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match (first, digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                left = &behind[2..];
            }
            _ => {
                bytes.push(*first);
                left = behind;
            }
        }
    }
    let path = PathBuf::from(OsStr::from_bytes(&bytes));
    (path.is_absolute() && !bytes.contains(&0)).then_some(path)
}

/// The address of a file.
pub fn uri_of(path: &Path) -> String {
    let mut text = String::from("file://");
    for byte in path.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(byte) {
            text.push(char::from(*byte));
        } else {
            text += &format!("%{byte:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "aé\u{1F600}b\r\n\nx\ry";

    #[test]
    fn positions_and_bytes_are_each_others_inverse() {
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (at, _) in TEXT.char_indices().chain([(TEXT.len(), ' ')]) {
                if TEXT[..at].ends_with('\r') && TEXT[at..].starts_with('\n') {
                    continue;
                }
                let position = encoding.position(TEXT, at);
                let (line, character) = (position["line"].as_u64(), position["character"].as_u64());
                assert_eq!(encoding.offset(TEXT, line.unwrap_or(9), character.unwrap_or(9)), at, "{position}");
            }
        }
        assert_eq!(Encoding::Utf16.position(TEXT, 7), json!({ "line": 0, "character": 4 }));
        assert_eq!(Encoding::Utf8.position(TEXT, 7), json!({ "line": 0, "character": 7 }));
        assert_eq!(Encoding::Utf16.position(TEXT, TEXT.len()), json!({ "line": 3, "character": 1 }));
    }

    #[test]
    fn broken_positions_are_some() {
        let of = |line, character| Encoding::Utf16.offset(TEXT, line, character);
        // Inside of a pair, behind the line, behind the text.
        assert_eq!((of(0, 3), of(0, 99), of(1, 5), of(77, 0)), (3, 8, 10, TEXT.len()));
        assert_eq!(Encoding::Utf16.position(TEXT, 4), json!({ "line": 0, "character": 2 }), "inside of a character");
        let range = |line: u64, character: u64| json!({ "line": line, "character": character });
        let turned = json!({ "text": "-", "range": { "start": range(9, 9), "end": range(0, 1) } });
        assert_eq!(Encoding::Utf16.changed(TEXT, &turned).as_deref(), Some("a-"));
        for wrong in [json!({}), json!({ "text": 1 }), json!({ "text": "x", "range": { "start": range(0, 0) } })] {
            assert_eq!(Encoding::Utf16.changed(TEXT, &wrong), None);
        }
        let negative = json!({ "text": "x", "range": { "start": { "line": -1, "character": 0 }, "end": range(0, 0) } });
        assert_eq!(Encoding::Utf16.changed(TEXT, &negative), None);
        assert_eq!(Encoding::Utf16.changed(TEXT, &json!({ "text": "all" })).as_deref(), Some("all"));
    }

    #[test]
    fn addresses_are_those_of_files() {
        for path in ["/a b/é%.txt", "/x"] {
            assert_eq!(path_of(&uri_of(Path::new(path))), Some(PathBuf::from(path)));
        }
        assert_eq!(path_of("file://localhost/a%2"), Some(PathBuf::from("/a%2")));
        assert_eq!([path_of("untitled:1"), path_of("file://a"), path_of("file:///a%00")], [None, None, None]);
    }
}
