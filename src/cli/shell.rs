//! What shells need to complete the options, and the manual page: made of the list of all options.

use super::listing::{COMMANDS, Row, Value, all, for_clauses, grouped};
use super::program;
use horn_frontend::Table;
use std::fmt::Write;

/// The names that the program is called by.
const NAMES: &[&str] = &["hornsolve"];

/// The text for a shell; `None` if it is not known.
pub fn completions(table: Table, shell: &str) -> Option<String> {
    match shell {
        "bash" => Some(bash(&all(table))),
        "zsh" => Some(zsh(&all(table))),
        "fish" => Some(fish(&all(table))),
        _ => None,
    }
}

/// Every way to write options that a shell completes.
fn spelled(rows: &[Row]) -> Vec<String> {
    let mut words = Vec::new();
    for row in rows {
        for name in &row.names {
            words.push((*name).to_string());
            words.extend(row.words().iter().filter(|_| name.starts_with("--")).map(|word| format!("{name}={word}")));
        }
    }
    words
}

fn bash(rows: &[Row]) -> String {
    let commands: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    let mut text =
        String::from("# Completion of hornsolve for bash: source it, or put it where bash-completion looks.\n");
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "_hornsolve() {{\n    local word=\"${{COMP_LINE:0:COMP_POINT}}\"\n    word=\"${{word##* }}\"\n    \
         local cut=\"${{COMP_WORDS[COMP_CWORD]}}\" found=()\n    \
         case \"$word\" in\n    -*)\n        mapfile -t found < <(compgen -W '{}' -- \"$word\")\n        \
         # Behind a `=` bash wants the rest alone.\n        \
         if [[ \"$word\" == *=* ]]; then found=(\"${{found[@]#*=}}\"); fi\n        ;;\n    \
         *)\n        mapfile -t found < <(compgen -f -- \"$cut\")\n        \
         if [[ $COMP_CWORD -eq 1 ]]; then\n            \
         local more=()\n            mapfile -t more < <(compgen -W '{}' -- \"$cut\")\n            \
         found+=(\"${{more[@]}}\")\n        fi\n        ;;\n    esac\n    COMPREPLY=(\"${{found[@]}}\")\n}}\n\
         complete -o filenames -F _hornsolve {}\n",
        spelled(rows).join(" "),
        commands.join(" "),
        NAMES.join(" "),
    );
    text
}

/// A text in single quotes.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn zsh(rows: &[Row]) -> String {
    let mut text = format!(
        "#compdef {}\n# Completion of hornsolve for zsh: a file `_hornsolve` in a folder of fpath.\n_arguments -S \\\n",
        NAMES.join(" ")
    );
    let plain = |text: &str| {
        text.chars()
            .flat_map(|c| ['\\'].into_iter().filter(move |_| "[]:\\".contains(c)).chain([c]))
            .collect::<String>()
    };
    for row in rows {
        let words = row.words();
        let action = if words.is_empty() { "_files".to_string() } else { format!("({})", words.join(" ")) };
        for name in &row.names {
            let help = plain(&row.help);
            let value = |kind: &str| format!(":{}:{action}", plain(kind));
            let spec = match row.value {
                Value::None => format!("{name}[{help}]"),
                Value::Needed(kind) if name.starts_with("--") => format!("{name}=[{help}]{}", value(kind)),
                Value::Needed(kind) => format!("{name}+[{help}]{}", value(kind)),
                Value::Optional(kind) => format!("{name}=-[{help}]:{}", value(kind)),
            };
            let _ = writeln!(text, "    {} \\", quoted(&format!("*{spec}")));
        }
    }
    let commands: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    let _ = writeln!(
        text,
        "    {}",
        quoted(&format!("*:file:{{_files; [[ $CURRENT -eq 2 ]] && compadd {}}}", commands.join(" ")))
    );
    text
}

fn fish(rows: &[Row]) -> String {
    let mut text = String::from("# Completion of hornsolve for fish: a file of ~/.config/fish/completions.\n");
    for name in NAMES {
        for (command, help) in COMMANDS {
            let _ = writeln!(text, "complete -c {name} -n __fish_use_subcommand -a {command} -d {}", escaped(help));
        }
        for row in rows {
            let kinds = row.names.iter().map(|option| match option.strip_prefix("--") {
                Some(long) => format!(" -l {long}"),
                None if option.len() == 2 => format!(" -s {}", &option[1..]),
                None => format!(" -o {}", &option[1..]),
            });
            let words = row.words();
            let value = match row.value {
                Value::None => String::new(),
                Value::Needed(_) | Value::Optional(_) if !words.is_empty() => {
                    format!(" -x -a {}", escaped(&words.join(" ")))
                }
                Value::Needed(_) => " -r".to_string(),
                Value::Optional(_) => String::new(),
            };
            let kinds: String = kinds.collect();
            let _ = writeln!(text, "complete -c {name}{kinds}{value} -d {}", escaped(&row.help));
        }
    }
    text
}

/// A text in single quotes, as fish has them.
fn escaped(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// The manual page, in roff.
pub fn manual(table: Table) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut page = format!(".TH HORNSOLVE 1 \"\" \"hornsolve {version}\" \"User Commands\"\n");
    let text = |page: &mut String, text: &str| page.push_str(&(roff(text) + "\n"));
    page += ".SH NAME\nhornsolve \\- decides constrained Horn clauses, and the checks of programs\n.SH SYNOPSIS\n";
    for line in ["hornsolve [OPTION]... FILE", "hornsolve [OPTION]... PROGRAM..."] {
        page += &format!(".B {}\n.br\n", roff(line));
    }
    for (command, _) in COMMANDS {
        page += &format!(".B hornsolve {command}\n[ARGUMENT]...\n.br\n");
    }
    page += ".SH DESCRIPTION\n";
    text(
        &mut page,
        "For clauses (SMT-LIB, Prolog-style clauses, transition systems) it prints `sat`, `unsat` or `unknown`; every \
         answer has been checked against the clauses as read. For programs it decides every check: it is proved, or it \
         fails in a run that an interpreter has confirmed, or it is not decided. The extension of a file tells which; \
         `--frontend NAME` names the language.",
    );
    let list = |page: &mut String, rows: Vec<Row>| {
        for (heading, rows) in grouped(rows, |row| &row.names) {
            *page += &format!(".SS {heading}\n");
            for row in rows {
                *page += &format!(".TP\n.B {}\n{}\n", roff(&row.shown()), roff(&row.help));
            }
        }
    };
    page += ".SH COMMANDS\n";
    for (command, help) in COMMANDS {
        page += &format!(".TP\n.B {command}\n{}; see\n.B hornsolve {command} \\-\\-help\n", roff(help));
    }
    page += ".SH OPTIONS FOR PROGRAMS\n";
    list(&mut page, program::rows(table));
    page += ".SH OPTIONS FOR CLAUSES\n";
    list(&mut page, for_clauses());
    page += ".SH EXIT STATUS\n";
    for (code, meaning) in [
        ("0", "the work was done, whatever the verdicts are"),
        ("1", "bad input or usage; with --checks-as-errors a check that is not proved"),
        ("2", "something else is broken"),
        ("128+N", "signal N ended it; what is known by then was written"),
    ] {
        page += &format!(".TP\n.B {code}\n{}\n", roff(meaning));
    }
    page += ".SH ENVIRONMENT\n.TP\n.B HORNSOLVE_SMT\n";
    text(&mut page, "the SMT solver, where --smt-solver names none");
    page
}

/// A text in which roff sees nothing of its own.
fn roff(text: &str) -> String {
    let escaped = text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq").replace('`', "\\(ga");
    let hides = escaped.starts_with('.');
    format!("{}{escaped}", if hides { "\\&" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_in_every_text() {
        let rows = all(&[]);
        assert!(rows.len() > 60);
        let texts = ["bash", "zsh", "fish"].map(|shell| completions(&[], shell).expect("a text"));
        let page = manual(&[]);
        for name in rows.iter().flat_map(|row| &row.names) {
            let [bash, zsh, fish] = &texts;
            assert!(bash.split([' ', '\'']).any(|word| word == *name), "{name}");
            assert!(zsh.contains(&format!("'*{name}")), "{name}");
            let fishy = [
                name.strip_prefix("--").map(|n| format!("-l {n}")),
                Some(format!("-s {}", &name[1..])),
                Some(format!("-o {}", &name[1..])),
            ];
            assert!(fishy.iter().flatten().any(|word| fish.contains(word.as_str())), "{name}");
            assert!(page.contains(&roff(name)), "{name}");
        }
        assert_eq!(completions(&[], "tcsh"), None);
        let level = Row::new("--x", Value::Needed("a|b|N"), "");
        assert_eq!((level.words(), level.shown()), (vec!["a", "b"], "--x a|b|N".to_string()));
    }

    #[test]
    fn texts_hide_nothing_of_the_shell() {
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(escaped("it's \\"), "'it\\'s \\\\'");
        assert_eq!(roff(".a 'b' -c\\"), "\\&.a \\(aqb\\(aq \\-c\\e");
    }
}
