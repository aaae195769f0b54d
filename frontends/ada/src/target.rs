//! Files that describe a target (`-gnateT=FILE`; GNAT writes that of its own machine with `-gnatet=FILE`): sizes decide
//! verdicts, so a file is taken if it describes the machine whose sizes are modelled, and refused with the first
//! difference else.

use std::path::Path;

/// The machine that is modelled, as x86-64 with Linux has it.
const MODELLED: &[(&str, u32)] = &[
    ("Bits_BE", 0),
    ("Bits_Per_Unit", 8),
    ("Bits_Per_Word", 64),
    ("Bytes_BE", 0),
    ("Char_Size", 8),
    ("Double_Float_Alignment", 0),
    ("Double_Scalar_Alignment", 0),
    ("Double_Size", 64),
    ("Float_Size", 32),
    ("Float_Words_BE", 0),
    ("Int_Size", 32),
    ("Long_Double_Size", 128),
    ("Long_Long_Long_Size", 128),
    ("Long_Long_Size", 64),
    ("Long_Size", 64),
    ("Maximum_Alignment", 16),
    ("Max_Unaligned_Field", 64),
    ("Pointer_Size", 64),
    ("Short_Enums", 0),
    ("Short_Size", 16),
    ("Strict_Alignment", 0),
    ("System_Allocator_Alignment", 16),
    ("Wchar_T_Size", 32),
    ("Words_BE", 0),
];

/// The formats of the predefined types of floats: their digits, how they are represented, their sizes and alignments.
const FLOATS: &[(&str, &str)] = &[("float", "6 I 32 32"), ("double", "15 I 64 64"), ("long double", "18 I 80 128")];

/// Whether a file describes the machine that is modelled.
///
/// # Errors
/// It does not, or cannot be read; says why.
pub(crate) fn check(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    compare(&text).map_err(|why| format!("{}: {why}", path.display()))
}

fn compare(text: &str) -> Result<(), String> {
    let lines = || text.lines().map(|line| line.split("--").next().unwrap_or_default());
    let rows: Vec<Vec<&str>> = lines().map(|line| line.split_whitespace().collect()).collect();
    // Formats that no predefined type has may be others.
    for row in rows.iter().filter(|row| row.len() == 2) {
        let (name, value) = (row[0], row[1]);
        let Some((_, modelled)) = MODELLED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) else {
            return Err(format!("`{name}` is no property of a target"));
        };
        if value.parse() != Ok(*modelled) {
            return Err(format!("{name} is {value}, and only a machine where it is {modelled} is modelled"));
        }
    }
    let has = |name: &str| rows.iter().any(|row| row.len() == 2 && row[0].eq_ignore_ascii_case(name));
    if let Some((missing, _)) = MODELLED.iter().find(|(name, _)| !has(name)) {
        return Err(format!("{missing} is missing: this is no description of a target"));
    }
    for (name, modelled) in FLOATS {
        let of = |row: &Vec<&str>| row.len() > 4 && row[..row.len() - 4].join(" ") == **name;
        let Some(row) = rows.iter().find(|row| of(row)) else {
            return Err(format!("the format of `{name}` is missing"));
        };
        let value = row[row.len() - 4..].join(" ");
        if value != *modelled {
            return Err(format!("the format of `{name}` is {value}, and only {modelled} is modelled"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_modelled_machine_is_taken_and_others_are_refused() {
        let rows: String = MODELLED.iter().map(|(name, value)| format!("{name:28} {value:3}\n")).collect();
        let native = format!(
            "{rows}\nHF             3  I  16  16\nfloat          6  I  32  32\ndouble        15  I  64  64\n\
             long double   18  I  80 128\nTF            33  I 128 128\n"
        );
        assert_eq!(compare(&native), Ok(()));
        for (from, to, why) in [
            ("Int_Size                      32", "Int_Size 16", "Int_Size is 16"),
            ("Bytes_BE                       0", "Bytes_BE 1", "Bytes_BE is 1"),
            ("Short_Size                    16", "", "Short_Size is missing"),
            ("Words_BE                       0", "Words_BE 0\nQuarks 7", "`Quarks` is no property"),
            ("double        15  I  64  64", "double 6 I 32 32", "`double` is 6 I 32 32"),
            ("long double   18  I  80 128", "", "`long double` is missing"),
        ] {
            assert!(native.contains(from), "{from}");
            let error = compare(&native.replace(from, to)).expect_err(to);
            assert!(error.contains(why), "{error}");
        }
        assert!(compare("").is_err());
    }
}
