//! An Ada project of any size, from its size alone: what a team's code looks like to a verifier that has to be quick on
//! the whole of it.
//!
//! Packages of twenty subprograms each: arithmetic in ranges, loops over arrays, searches, records, calls of a helper
//! in the same package. Nearly all checks hold; one subprogram in forty has one that fails. Constants differ from
//! subprogram to subprogram, so that no two of them ask the same question.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

/// Subprograms of a package.
const EACH: usize = 20;
/// How many kinds of subprograms there are.
const KINDS: usize = 8;

/// Writes the project `project.gpr` with its sources in `src` and the object folder `obj`. Of so many subprograms each
/// has four checks or more.
///
/// # Errors
/// A file cannot be written.
pub fn write(folder: &Path, subprograms: usize) -> io::Result<()> {
    fs::create_dir_all(folder.join("src"))?;
    fs::create_dir_all(folder.join("obj"))?;
    let text = "project Project is\n   for Source_Dirs use (\"src\");\n   for Object_Dir use \"obj\";\nend Project;\n";
    fs::write(folder.join("project.gpr"), text)?;
    for (package, first) in (0..subprograms).step_by(EACH).enumerate() {
        let [spec, body] = texts(package, first..subprograms.min(first + EACH));
        fs::write(folder.join(format!("src/unit_{package:03}.ads")), spec)?;
        fs::write(folder.join(format!("src/unit_{package:03}.adb")), body)?;
    }
    Ok(())
}

/// The specification and the body of a package with these subprograms.
fn texts(package: usize, subprograms: std::ops::Range<usize>) -> [String; 2] {
    let mut spec = format!("package Unit_{package:03} is\n{}\n", types(package));
    let mut body = format!("package body Unit_{package:03} is\n");
    for number in subprograms {
        let (profile, text) = subprogram(number);
        // Writing to a string cannot fail.
        let _ = write!(spec, "   {profile};\n\n");
        let _ = write!(body, "\n   {profile} is\n{text}");
    }
    let _ = writeln!(spec, "end Unit_{package:03};");
    let _ = writeln!(body, "\nend Unit_{package:03};");
    [spec, body]
}

fn types(package: usize) -> String {
    let length = 10 + package % 7;
    format!(
        "   subtype Small is Integer range -1_000 .. 1_000;\n   subtype Count is Integer range 0 .. 10_000;\n   \
         subtype Place is Integer range 1 .. {length};\n   type Row is array (Place) of Small;\n   type Account is \
         record\n      Balance : Count := 0;\n      Limit   : Count := 100;\n   end record;\n"
    )
}

/// The profile of a subprogram and what follows `is`.
fn subprogram(number: usize) -> (String, String) {
    let (a, b) = (2 + number % 29, 3 + number % 31);
    let end = |name: &str| format!("   end {name};\n");
    match number % KINDS {
        0 => {
            let name = format!("Scale_{number}");
            let text = format!(
                "      Sum : constant Integer := X * {a} + Y * {b};\n   begin\n      return Sum / (abs Y + {b}) - X;\n{}",
                end(&name)
            );
            (format!("function {name} (X, Y : Small) return Integer"), text)
        }
        1 => {
            let name = format!("Total_{number}");
            let text = format!(
                "      Sum : Integer := {a};\n   begin\n      for I in Place loop\n         Sum := Sum + A (I);\n         \
                 pragma Loop_Invariant (Sum in {a} - 1_000 * I .. {a} + 1_000 * I);\n      end loop;\n      return Sum / \
                 {b} + 1;\n{}",
                end(&name)
            );
            (format!("function {name} (A : Row) return Integer"), text)
        }
        2 => {
            let name = format!("Swap_{number}");
            let text = format!(
                "      Old : constant Small := A (I);\n   begin\n      A (I) := A (J) / {a};\n      A (J) := Old / {b};\n      \
                 if I < J then\n         A (I + 1) := Small'Max (A (I), {a});\n      end if;\n{}",
                end(&name)
            );
            (format!("procedure {name} (A : in out Row; I, J : Place)"), text)
        }
        3 => {
            let name = format!("Count_{number}");
            let last = 50 + a;
            // One in forty counts further than the range of its result.
            let rest = 10_000 - last + usize::from(number % 40 == 3);
            let text = format!(
                "      N : Count := 0;\n      M : Integer := {b};\n   begin\n      while M < Limit and then N < {last} \
                 loop\n         N := N + 1;\n         M := M + 1;\n      end loop;\n      pragma Assert (M >= {b});\n      \
                 return N + {rest};\n{}",
                end(&name)
            );
            (format!("function {name} (Limit : Count) return Count"), text)
        }
        4 => {
            let name = format!("Pay_{number}");
            let text = format!(
                "   begin\n      if Amount + {a} <= From.Balance and then To.Balance <= 10_000 - Amount then\n         \
                 From.Balance := From.Balance - Amount;\n         To.Balance := To.Balance + Amount;\n         From.Limit \
                 := From.Balance / {b};\n      end if;\n{}",
                end(&name)
            );
            (format!("procedure {name} (From, To : in out Account; Amount : Count)"), text)
        }
        5 => {
            let name = format!("Find_{number}");
            let text = format!(
                "      I : Integer := Place'First;\n   begin\n      while I <= Place'Last loop\n         if A (I) = X + {a} \
                 then\n            return I;\n         end if;\n         I := I + 1;\n      end loop;\n      return \
                 Place'First + {} mod {b};\n{}",
                number % 3,
                end(&name)
            );
            (format!("function {name} (A : Row; X : Small) return Place"), text)
        }
        6 => {
            let name = format!("Mean_{number}");
            let text = format!(
                "      function Half (Z : Integer) return Integer is (Z / 2 + {a});\n      T : constant Integer := Half \
                 (X) + Half (Y);\n   begin\n      return Small (T / {b});\n{}",
                end(&name)
            );
            (format!("function {name} (X, Y : Small) return Small"), text)
        }
        _ => {
            let name = format!("Largest_{number}");
            // One in forty states what is known of all components.
            let first = if number % 40 == 7 { "A (Place'First)" } else { "Small'First" };
            let text = format!(
                "      Best : Small := A (Place'First);\n   begin\n      for I in Place'First + 1 .. Place'Last loop\n         \
                 if A (I) > Best then\n            Best := A (I);\n         end if;\n      end loop;\n      pragma Assert \
                 (Best >= {first});\n      return Small'Min (Best, 1_000 - {a}) + {a};\n{}",
                end(&name)
            );
            (format!("function {name} (A : Row) return Small"), text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_has_its_packages_and_says_the_same_each_time() {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), 45).expect("written");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
        assert!(read("project.gpr").contains("Object_Dir use \"obj\""));
        let last = read("src/unit_002.adb");
        assert!(last.contains("Scale_40 ") && last.contains("Pay_44 ") && !last.contains("_45 "));
        assert_eq!(texts(2, 40..45), [read("src/unit_002.ads"), last]);
        assert!(!folder.path().join("src/unit_003.ads").exists());
    }
}
