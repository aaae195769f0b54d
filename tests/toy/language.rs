//! The frontend of a while-language: one file, one procedure, integers of 32 bits.
//!
//! ```text
//! program = { "input" name "in" number ".." number ";" } { statement } .
//! statement = name ":=" sum ";" | "havoc" name ";" | "assert" condition ";"
//!           | "while" condition "do" { statement } "od" | "if" condition "then" { statement } [ "else" … ] "fi" .
//! condition = sum ("=" | "<>" | "<" | "<=") sum .       sum = term { ("+" | "-") term } .
//! term = factor { ("*" | "div") factor } .              factor = ["~"] number | name .
//! ```

use crate::notation::ToyNotation;
use horn_frontend::ir::{
    self, BinaryOp, Builder, Check, CheckKind, ExprId, FileId, Loc, LoopId, Mode, Range, Type, TypeId, VarId,
};
use horn_frontend::{
    Closing, Diagnostic, Failing, Frontend, Lowered, Message, Notation, OwnOption, Results, Role, Span, Status, Task,
    TestProgram,
};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The while-language.
pub struct Toy;

static OPTIONS: [OwnOption; 2] = [
    OwnOption {
        names: &["--property"],
        value: Some("assert|overflow"),
        help: "decide only checks of this kind, for runs that pass the others",
        role: Role::What,
        check: |value| kinds_besides(&value.to_string_lossy()).map(|_| ()).ok_or("no such property".to_string()),
    },
    OwnOption {
        names: &["--witness"],
        value: Some("FILE"),
        help: "write what was found",
        role: Role::How,
        check: |_| Ok(()),
    },
];

/// What is taken for granted where only this property is asked about.
fn kinds_besides(property: &str) -> Option<&'static [CheckKind]> {
    match property {
        "assert" => Some(&[CheckKind::Overflow, CheckKind::Division]),
        "overflow" => Some(&[CheckKind::Assertion, CheckKind::Division]),
        _ => None,
    }
}

impl Frontend for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["toy"]
    }

    fn lower(&self, task: &Task) -> Lowered {
        let mut lowered = Lowered::default();
        for path in &task.files {
            let file = lowered.program.add_file(path.display().to_string());
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            if let Err((span, what)) = Reader::new(&text, file).program(&mut lowered.program, &name) {
                lowered.messages.push(Message { file: Some(file), diagnostic: Diagnostic::error(span, what) });
            }
            lowered.texts.push(text);
        }
        if let Some(property) = task.value("--property") {
            ir::assume(&mut lowered.program, kinds_besides(&property.to_string_lossy()).unwrap_or_default());
        }
        lowered
    }

    fn notation(&self) -> &dyn Notation {
        &ToyNotation
    }

    fn options(&self) -> &'static [OwnOption] {
        &OPTIONS
    }

    fn tells_of_loops(&self, task: &Task) -> bool {
        task.value("--witness").is_some()
    }

    /// The program with its inputs assigned.
    fn test_program(&self, failing: &Failing<'_>) -> Result<TestProgram, String> {
        if failing.example.choices > 0 {
            return Err("the failure depends on what `havoc` gives".to_string());
        }
        let loc = failing.subject.program.procedure(failing.example.entry).loc;
        let source = failing.subject.places.source(loc.file).ok_or("its file is unknown")?;
        let given = failing.subject.pairs(&failing.example.inputs);
        let mut text: String = given.iter().map(|(name, value)| format!("{name} := {value};\n")).collect();
        text.extend(source.text.lines().filter(|line| !line.starts_with("input")).map(|line| format!("{line}\n")));
        Ok(TestProgram { name: format!("test_{}.toy", failing.number), text })
    }

    fn conclude(&self, task: &Task, results: &Results<'_>) -> Closing {
        let fails = results.checks.iter().any(|(_, status)| matches!(status, Status::Fails(_)));
        let proved = results.checks.iter().all(|(_, status)| matches!(status, Status::Proved));
        let property = task.value("--property").map(|property| property.to_string_lossy());
        let line = match property {
            None => None,
            Some(property) if fails => Some(format!("FALSE({property})")),
            Some(_) if proved && results.whole => Some("TRUE".to_string()),
            Some(_) => Some("UNKNOWN".to_string()),
        };
        let parts = results.invariants.iter().flat_map(|(_, parts)| parts.iter());
        let witness: String = parts.map(|part| format!("invariant {part}\n")).collect();
        let files = task.value("--witness").map(|path| (PathBuf::from(path), witness));
        Closing { line, files: files.into_iter().collect() }
    }
}

type Wrong = (Span, String);

/// Reads a program and builds it at the same time.
struct Reader<'t> {
    text: &'t str,
    file: FileId,
    tokens: Vec<(Span, &'t str)>,
    at: usize,
    int: TypeId,
    names: BTreeMap<&'t str, VarId>,
    /// The checks of the expressions that were read since the last statement.
    checks: Vec<(Check, ExprId)>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, file: FileId) -> Reader<'t> {
        let mut tokens = Vec::new();
        let mut rest = 0;
        let word = |c: char| c.is_alphanumeric() || c == '_';
        while let Some(start) = text[rest..].find(|c: char| !c.is_whitespace()).map(|at| rest + at) {
            let same = if text[start..].starts_with(word) { word } else { |c: char| ":=.<>".contains(c) };
            let length = text[start..].find(|c| !same(c)).unwrap_or(text.len() - start);
            let first = text[start..].chars().next().map_or(1, char::len_utf8);
            rest = start + length.max(first);
            tokens.push((span(start, rest), &text[start..rest]));
        }
        let (int, names, checks) = (TypeId::INT, BTreeMap::new(), Vec::new());
        Reader { text, file, tokens, at: 0, int, names, checks }
    }

    fn peek(&self) -> &'t str {
        self.tokens.get(self.at).map_or("", |(_, token)| token)
    }

    fn span(&self) -> Span {
        let end = span(self.text.len(), self.text.len());
        self.tokens.get(self.at).map_or(end, |(span, _)| *span)
    }

    fn loc(&self) -> Loc {
        Loc::new(self.file, self.span())
    }

    fn next(&mut self) -> &'t str {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn wrong<T>(&self, expected: &str) -> Result<T, Wrong> {
        Err((self.span(), format!("expected {expected}")))
    }

    fn expect(&mut self, token: &str) -> Result<(), Wrong> {
        if self.peek() != token {
            return self.wrong(&format!("`{token}`"));
        }
        self.at += 1;
        Ok(())
    }

    fn number(&mut self) -> Result<i64, Wrong> {
        let negative = self.peek() == "~";
        self.at += usize::from(negative);
        match self.peek().parse::<u32>() {
            Ok(number) if number <= i32::MAX as u32 => {
                self.at += 1;
                Ok(if negative { -i64::from(number) } else { i64::from(number) })
            }
            _ => self.wrong("a number"),
        }
    }

    fn program(&mut self, program: &mut ir::Program, name: &str) -> Result<(), Wrong> {
        self.int = program.add_type(Type::int("int", Range::signed(32), Range::signed(32)));
        let start = self.loc();
        let id = program.declare(name, start);
        let mut b = Builder::new(name, start);
        b.set_entry(true);
        while self.peek() == "input" {
            self.at += 1;
            let loc = self.loc();
            let input = self.next();
            self.expect("in")?;
            let first = self.number()?;
            self.expect("..")?;
            let range = Range::new(first, self.number()?);
            self.expect(";")?;
            let ty = program.add_type(Type::int(input, range, Range::signed(32)));
            // Inputs are values; the variable of the same name can be assigned.
            let given = b.param(input, ty, Mode::In, loc);
            let var = b.local(input, self.int, loc);
            let value = b.var(given, loc);
            b.assign(var, value, loc);
            self.names.insert(input, var);
        }
        // Where `while` and `if` wait for their end.
        let mut open: Vec<Option<LoopId>> = Vec::new();
        while self.at < self.tokens.len() {
            self.statement(program, &mut b, &mut open)?;
        }
        if !open.is_empty() {
            return self.wrong("`od` or `fi`");
        }
        let end = self.loc();
        b.return_(end);
        b.finish(program, id);
        Ok(())
    }

    fn statement(
        &mut self,
        program: &mut ir::Program,
        b: &mut Builder,
        open: &mut Vec<Option<LoopId>>,
    ) -> Result<(), Wrong> {
        let loc = self.loc();
        match self.next() {
            "assert" => {
                let (from, condition) = (self.span(), self.condition(b)?);
                let text = self.text[from.start as usize..self.span().start as usize].trim_end().to_string();
                self.flush(program, b);
                let place = Loc::new(self.file, from);
                let check = Check { condition: text, ..Check::new(CheckKind::Assertion, place) };
                let check = program.add_check(check);
                b.check(check, condition, loc);
            }
            "havoc" => {
                let var = self.variable(b);
                b.havoc(var, loc);
            }
            "while" => {
                let head = b.begin_loop(None, loc);
                let condition = self.condition(b)?;
                self.flush(program, b);
                let over = b.not(condition, loc);
                b.exit_when(head, over, loc);
                open.push(Some(head));
                return self.expect("do");
            }
            "if" => {
                let condition = self.condition(b)?;
                self.flush(program, b);
                b.begin_if(condition, loc);
                open.push(None);
                return self.expect("then");
            }
            "else" if open.last() == Some(&None) => {
                b.begin_else();
                return Ok(());
            }
            "fi" if open.last() == Some(&None) => {
                open.pop();
                b.end_if();
                return Ok(());
            }
            "od" if open.last().is_some_and(Option::is_some) => {
                open.pop();
                b.end_loop();
                return Ok(());
            }
            name if name.starts_with(char::is_alphabetic) => {
                self.at -= 1;
                let var = self.variable(b);
                self.expect(":=")?;
                let value = self.sum(b)?;
                self.flush(program, b);
                b.assign(var, value, loc);
            }
            _ => {
                self.at -= 1;
                return self.wrong("a statement");
            }
        }
        self.expect(";")
    }

    /// The variable of the next name; a new one if there is none yet.
    fn variable(&mut self, b: &mut Builder) -> VarId {
        let (loc, int) = (self.loc(), self.int);
        let name = self.next();
        *self.names.entry(name).or_insert_with(|| b.local(name, int, loc))
    }

    /// States the checks of what was read.
    fn flush(&mut self, program: &mut ir::Program, b: &mut Builder) {
        for (check, condition) in std::mem::take(&mut self.checks) {
            let loc = check.loc;
            let check = program.add_check(check);
            b.check(check, condition, loc);
        }
    }

    fn condition(&mut self, b: &mut Builder) -> Result<ExprId, Wrong> {
        let left = self.sum(b)?;
        let loc = self.loc();
        let op = match self.peek() {
            "=" => BinaryOp::Eq,
            "<>" => BinaryOp::Ne,
            "<" => BinaryOp::Lt,
            "<=" => BinaryOp::Le,
            _ => return self.wrong("a comparison"),
        };
        self.at += 1;
        let right = self.sum(b)?;
        Ok(b.compare(op, left, right, loc))
    }

    fn sum(&mut self, b: &mut Builder) -> Result<ExprId, Wrong> {
        let mut left = self.term(b)?;
        while let Some(op) = [("+", BinaryOp::Add), ("-", BinaryOp::Sub)].into_iter().find(|op| op.0 == self.peek()) {
            left = self.operation(b, op.1, left, Reader::term)?;
        }
        Ok(left)
    }

    fn term(&mut self, b: &mut Builder) -> Result<ExprId, Wrong> {
        let mut left = self.factor(b)?;
        while let Some(op) = [("*", BinaryOp::Mul), ("div", BinaryOp::Div)].into_iter().find(|op| op.0 == self.peek()) {
            left = self.operation(b, op.1, left, Reader::factor)?;
        }
        Ok(left)
    }

    fn operation(
        &mut self,
        b: &mut Builder,
        op: BinaryOp,
        left: ExprId,
        right: fn(&mut Self, &mut Builder) -> Result<ExprId, Wrong>,
    ) -> Result<ExprId, Wrong> {
        let loc = self.loc();
        self.at += 1;
        let right = right(self, b)?;
        if op == BinaryOp::Div {
            let zero = b.int(0, self.int, loc);
            let nonzero = b.compare(BinaryOp::Ne, right, zero, loc);
            self.checks.push((Check::new(CheckKind::Division, loc), nonzero));
        }
        let value = b.binary(op, left, right, TypeId::INT, loc);
        let (first, last) =
            (b.int(i64::from(i32::MIN), TypeId::INT, loc), b.int(i64::from(i32::MAX), TypeId::INT, loc));
        let fits = b.between(value, first, last, loc);
        self.checks.push((Check::new(CheckKind::Overflow, loc), fits));
        Ok(value)
    }

    fn factor(&mut self, b: &mut Builder) -> Result<ExprId, Wrong> {
        let loc = self.loc();
        if self.peek().starts_with(char::is_alphabetic) {
            let var = self.variable(b);
            return Ok(b.var(var, loc));
        }
        let number = self.number()?;
        Ok(b.int(number, self.int, loc))
    }
}

fn span(start: usize, end: usize) -> Span {
    Span::new(u32::try_from(start).unwrap_or(u32::MAX), u32::try_from(end).unwrap_or(u32::MAX))
}
