//! The help for programs.

use super::super::listing::{self, Row, Value};
use super::super::options::{Options, SPECS, Spec, common, write_row};
use super::table::{NOT_FOR_PROGRAMS, PROGRAM_SPECS};
use super::{dialects, names_of, own};
use crate::report::formats::FORMATS;
use horn_frontend::{Does, Role, Table};

/// The options for programs but those that they share with clauses.
pub fn rows(table: Table) -> Vec<Row> {
    let mut all = listing::rows(PROGRAM_SPECS);
    all.extend(FORMATS.iter().map(|format| Row::new(format.option, Value::Needed("FILE"), format.help)));
    all.extend(common());
    all.push(Row::new("--list-categories", Value::None, "print the kinds of checks"));
    all.push(Row::new("--explain", Value::Needed("CODE"), "print what is known of a kind of check"));
    let supported = "print what is done with each name to which the language gives a meaning";
    all.push(Row::new("--list-supported", Value::None, supported));
    for option in own(table) {
        let of: Vec<&str> = table
            .iter()
            .filter(|frontend| frontend.options().iter().any(|other| other.names == option.names))
            .map(|frontend| frontend.name())
            .collect();
        all.push(Row {
            names: option.names.to_vec(),
            value: option.value.map_or(Value::None, Value::Needed),
            help: format!("{}: {}", of.join(", "), option.help),
        });
    }
    all
}

/// The text of `--help` for programs.
pub fn help(table: Table) -> String {
    let mut text = String::from("Verifies programs: decides for each check whether it can fail.\n\n");
    text += &format!("Usage: hornsolve --frontend {} [options] FILE...\n", names_of(table, "|"));
    for option in own(table).filter(|option| option.role == Role::Input) {
        text += &format!("       hornsolve {} {} [options] [FILE...]\n", option.names[0], option.value.unwrap_or(""));
    }
    text += "\n\
         A check is proved, or fails with a counterexample that an interpreter has confirmed (`high`), or is undecided\n\
         (`medium`). The exit code is 0 also if checks are not proved, unless --checks-as-errors; 1 for bad input or usage;\n\
         2 if something else is broken. Success is reported only if there are checks and nothing was left out.\n";
    for (heading, rows) in listing::grouped(rows(table), |row| &row.names) {
        text += &format!("\n{heading}:\n");
        rows.iter().for_each(|row| write_row(&mut text, &row.shown(), &row.help));
    }
    text += "\nAlso those for clauses, except for what is about models, refutations and statistics:\n";
    let names = |spec: &&Spec<Options>| {
        let own = PROGRAM_SPECS.iter().any(|other| other.names.iter().any(|name| spec.names.contains(name)));
        !own && !NOT_FOR_PROGRAMS.contains(&spec.names[0])
    };
    for spec in SPECS.iter().filter(names).filter(|spec| !spec.help.is_empty()) {
        write_row(&mut text, &spec.names.join(", "), spec.help);
    }
    for dialect in dialects(table) {
        let tool = dialect.tool;
        text += &format!(
            "\nUnder the name `{}` (a link to this program) the options are those of {tool}:\n",
            dialect.command
        );
        for (does, word) in [
            (Does::Means(&[]), "the same"),
            (Does::Named(""), "the same"),
            (Does::Ignored, "without effect"),
            (Does::Refused, "refused"),
        ] {
            let same = |other: Does| std::mem::discriminant(&other) == std::mem::discriminant(&does);
            for option in dialect.options.iter().filter(|option| same(option.does)) {
                write_row(&mut text, &option.shown(), &format!("{word}: {}", option.note));
            }
        }
        write_row(
            &mut text,
            dialect.rest.0,
            "all that follows is for the compiler; what changes the program is refused",
        );
    }
    text += "\nFrontends:\n";
    for frontend in table {
        write_row(
            &mut text,
            frontend.name(),
            &format!("files with the extensions {}", frontend.extensions().join(", ")),
        );
    }
    text
}
