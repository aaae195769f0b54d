//! The outline of a file: declarations, subsystems, states, and where the labels of transitions begin. Labels are read
//! when all variables and subsystems are known.

use super::lexer::{Cursor, Kind, Token};
use crate::smtlib::Diagnostic;
use crate::term::SortId;
use hashbrown::HashSet;

/// What a variable is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A constant that nobody knows.
    Parameter,
    /// Shared by all subsystems.
    Global,
    /// Set by the caller.
    In,
    /// Given back to the caller.
    Out,
    /// Seen by its subsystem only.
    Local,
}

/// A declared variable.
#[derive(Clone, Copy, Debug)]
pub struct Variable<'a> {
    /// Its name.
    pub name: &'a str,
    /// Int or Bool.
    pub sort: SortId,
    /// What it is for.
    pub role: Role,
    /// Where it is declared.
    pub token: Token,
}

/// A transition; its label is between braces.
#[derive(Clone, Copy, Debug)]
pub struct Transition<'a> {
    /// The state it leaves.
    pub from: &'a str,
    /// The state it enters.
    pub to: &'a str,
    /// Its first token.
    pub token: Token,
    /// The number of the token after `{`.
    pub label: usize,
}

/// A subsystem.
#[derive(Debug)]
pub struct Subsystem<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where the name stands.
    pub token: Token,
    /// Its own variables.
    pub variables: Vec<Variable<'a>>,
    /// States where it begins.
    pub initial: Vec<&'a str>,
    /// States where it returns.
    pub last: Vec<&'a str>,
    /// States that must not be reached.
    pub error: HashSet<&'a str>,
    /// All states, in the order they are met.
    pub states: Vec<&'a str>,
    /// Its transitions.
    pub transitions: Vec<Transition<'a>>,
}

/// A file.
#[derive(Debug, Default)]
pub struct File<'a> {
    /// Parameters and global variables.
    pub globals: Vec<Variable<'a>>,
    /// Where the preconditions of the whole begin.
    pub preconditions: Vec<usize>,
    /// The subsystems.
    pub subsystems: Vec<Subsystem<'a>>,
}

/// Reads `nts name; declarations subsystems`.
pub fn file<'a>(cursor: &mut Cursor<'a>) -> Result<File<'a>, Diagnostic> {
    let mut file = File::default();
    if cursor.at_word("nts") {
        cursor.take();
        cursor.expect(Kind::Name, "the name of the system")?;
        cursor.expect(Kind::Semicolon, "`;`")?;
    } else {
        return Err(cursor.error(cursor.peek(), "expected `nts`"));
    }
    while cursor.peek().kind != Kind::End {
        let token = cursor.peek();
        match (token.kind, cursor.look(1).kind) {
            (Kind::Name, Kind::OpenBrace) => {
                let subsystem = subsystem(cursor)?;
                if file.subsystems.iter().any(|other| other.name == subsystem.name) {
                    return Err(cursor.mistake(token, format!("the subsystem {} is there twice", subsystem.name)));
                }
                file.subsystems.push(subsystem);
            }
            (Kind::Name, _) if cursor.at_word("par") => {
                cursor.take();
                declaration(cursor, Role::Parameter, &mut file.globals)?;
            }
            (Kind::Name, Kind::Comma | Kind::Colon) => declaration(cursor, Role::Global, &mut file.globals)?,
            (Kind::Name, _) if cursor.at_word("init") || cursor.at_word("precondition") => {
                cursor.take();
                file.preconditions.push(cursor.next);
                skip_to(cursor, Kind::Semicolon)?;
            }
            (Kind::Name, _) if cursor.at_word("instances") => instances(cursor)?,
            _ => return Err(cursor.error(token, "expected a declaration or a subsystem")),
        }
    }
    if file.subsystems.is_empty() {
        return Err(cursor.error(cursor.peek(), "expected a subsystem"));
    }
    Ok(file)
}

/// `instances main[1];`: one thread is all there is.
fn instances(cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
    let token = cursor.take();
    let name = cursor.expect(Kind::Name, "the name of a subsystem")?;
    cursor.expect(Kind::OpenBracket, "`[`")?;
    let count = cursor.expect(Kind::Number, "a number")?;
    cursor.expect(Kind::CloseBracket, "`]`")?;
    cursor.expect(Kind::Semicolon, "`;`")?;
    if cursor.word(name) != "main" || cursor.word(count) != "1" {
        return Err(cursor.mistake(token, "parallel instances are not supported"));
    }
    Ok(())
}

/// Passes everything up to a token of that kind, which is passed too.
fn skip_to(cursor: &mut Cursor<'_>, kind: Kind) -> Result<(), Diagnostic> {
    loop {
        let token = cursor.take();
        if token.kind == kind {
            return Ok(());
        }
        if matches!(token.kind, Kind::End | Kind::OpenBrace | Kind::CloseBrace) {
            let what = if kind == Kind::Semicolon { "expected `;`" } else { "expected `}`" };
            return Err(cursor.error(token, what));
        }
    }
}

/// `x, y : int;`, also `x : int, y : bool;`.
fn declaration<'a>(cursor: &mut Cursor<'a>, role: Role, to: &mut Vec<Variable<'a>>) -> Result<(), Diagnostic> {
    let mut first = to.len();
    loop {
        let token = cursor.expect(Kind::Name, "the name of a variable")?;
        let name = cursor.word(token);
        if to.iter().any(|other| other.name == name) {
            return Err(cursor.mistake(token, format!("the variable {name} is declared twice")));
        }
        to.push(Variable { name, sort: SortId::INT, role, token });
        if cursor.peek().kind == Kind::OpenBracket {
            return Err(cursor.mistake(cursor.peek(), "arrays are not supported in transition systems"));
        }
        if cursor.accept(Kind::Comma) {
            continue;
        }
        cursor.expect(Kind::Colon, "`,` or `:`")?;
        let sort = sort(cursor)?;
        for variable in &mut to[first..] {
            variable.sort = sort;
        }
        first = to.len();
        let token = cursor.take();
        match token.kind {
            Kind::Comma => {}
            Kind::Semicolon => return Ok(()),
            _ => return Err(cursor.error(token, "expected `,` or `;`")),
        }
    }
}

/// `int` or `bool`.
pub fn sort(cursor: &mut Cursor<'_>) -> Result<SortId, Diagnostic> {
    let token = cursor.expect(Kind::Name, "a sort")?;
    match cursor.word(token) {
        "int" => Ok(SortId::INT),
        "bool" => Ok(SortId::BOOL),
        other => Err(cursor.mistake(token, format!("the sort {other} is not supported in transition systems"))),
    }
}

/// `name { … }`
fn subsystem<'a>(cursor: &mut Cursor<'a>) -> Result<Subsystem<'a>, Diagnostic> {
    let token = cursor.take();
    cursor.expect(Kind::OpenBrace, "`{`")?;
    let mut subsystem = Subsystem {
        name: cursor.word(token),
        token,
        variables: Vec::new(),
        initial: Vec::new(),
        last: Vec::new(),
        error: HashSet::new(),
        states: Vec::new(),
        transitions: Vec::new(),
    };
    let mut met = HashSet::new();
    while !cursor.accept(Kind::CloseBrace) {
        item(cursor, &mut subsystem, &mut met)?;
    }
    Ok(subsystem)
}

/// A declaration or a transition.
fn item<'a>(
    cursor: &mut Cursor<'a>,
    subsystem: &mut Subsystem<'a>,
    met: &mut HashSet<&'a str>,
) -> Result<(), Diagnostic> {
    let token = cursor.peek();
    if token.kind != Kind::Name {
        return Err(cursor.error(token, "expected a declaration, a transition or `}`"));
    }
    let named = cursor.look(1).kind == Kind::Name;
    match cursor.word(token) {
        "in" if named => {
            cursor.take();
            declaration(cursor, Role::In, &mut subsystem.variables)
        }
        "out" if named => {
            cursor.take();
            declaration(cursor, Role::Out, &mut subsystem.variables)
        }
        word @ ("initial" | "final" | "error") if named => {
            cursor.take();
            loop {
                let token = cursor.expect(Kind::Name, "the name of a state")?;
                let state = cursor.word(token);
                match word {
                    "initial" if !subsystem.initial.contains(&state) => subsystem.initial.push(state),
                    "final" if !subsystem.last.contains(&state) => subsystem.last.push(state),
                    "error" => {
                        subsystem.error.insert(state);
                    }
                    _ => {}
                }
                meet(subsystem, met, state);
                if !cursor.accept(Kind::Comma) {
                    break;
                }
            }
            cursor.expect(Kind::Semicolon, "`,` or `;`").map(|_| ())
        }
        _ if matches!((cursor.look(1).kind, cursor.look(3).kind), (Kind::Colon, Kind::Arrow)) => {
            // The name of the transition.
            cursor.next += 2;
            transition(cursor, subsystem, met)
        }
        _ if cursor.look(1).kind == Kind::Arrow => transition(cursor, subsystem, met),
        _ => declaration(cursor, Role::Local, &mut subsystem.variables),
    }
}

/// `from -> to { … }`
fn transition<'a>(
    cursor: &mut Cursor<'a>,
    subsystem: &mut Subsystem<'a>,
    met: &mut HashSet<&'a str>,
) -> Result<(), Diagnostic> {
    let token = cursor.expect(Kind::Name, "the name of a state")?;
    let from = cursor.word(token);
    cursor.expect(Kind::Arrow, "`->`")?;
    let target = cursor.expect(Kind::Name, "the name of a state")?;
    let to = cursor.word(target);
    cursor.expect(Kind::OpenBrace, "`{`")?;
    let label = cursor.next;
    skip_to(cursor, Kind::CloseBrace)?;
    cursor.accept(Kind::Semicolon);
    meet(subsystem, met, from);
    meet(subsystem, met, to);
    subsystem.transitions.push(Transition { from, to, token, label });
    Ok(())
}

fn meet<'a>(subsystem: &mut Subsystem<'a>, met: &mut HashSet<&'a str>, state: &'a str) {
    if met.insert(state) {
        subsystem.states.push(state);
    }
}
