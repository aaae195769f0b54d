//! The calls of a test: one of the entry that fails, or those of a client that lead to the failure.

use super::declared::{self, Declared, Object};
use super::values;
use crate::ast::Mode;
use horn_frontend::Subject;
use horn_frontend::counterexample::{Counterexample, Deed, Given};
use horn_frontend::ir::{Procedure, TypeKind, Var, VarKind};
use std::fmt::Write;

/// Sequences that are longer help nobody.
const LONGEST: usize = 1_000;

/// A main program in parts.
#[derive(Default)]
pub(super) struct Main {
    context: Vec<String>,
    uses: Vec<String>,
    declarations: String,
    /// Its statements.
    pub statements: String,
}

/// What a subprogram looks like from outside, if it can be called with values that can be written down.
pub(super) fn callable(subject: &Subject<'_>, called: &Procedure) -> Result<Declared, String> {
    if called.parent.is_some() {
        return Err(format!("`{}` cannot be called from outside", called.name));
    }
    let tagged = |var: &Var| match &subject.program.ty(var.ty).kind {
        TypeKind::Record(record) => record.fields.first().is_some_and(|one| one.name == "Tag"),
        _ => false,
    };
    if called.vars.iter().filter(|var| matches!(var.kind, VarKind::Param(_) | VarKind::Result)).any(tagged) {
        return Err("values of tagged types cannot be written down".to_string());
    }
    declared::subprogram(subject, called)
}

/// A main program that does what a client does.
pub(super) fn sequence(name: &str, subject: &Subject<'_>, example: &Counterexample) -> Result<String, String> {
    if example.chosen.len() < example.choices || example.deeds.len() > LONGEST {
        return Err("they are too many, or not all of them are known".to_string());
    }
    let mut main = Main::default();
    for (deed, number) in example.deeds.iter().zip(1..) {
        match deed {
            Deed::Called(id, given) => {
                let called = subject.program.procedure(*id);
                main.call(subject, called, &callable(subject, called)?, given, &format!("Arg_{number}"))?;
            }
            Deed::Assigned(given) => {
                let global = subject.program.globals.iter().find(|one| one.name == given.name && one.ty == given.ty);
                let global = global.ok_or_else(|| format!("`{}` is not known", given.name))?;
                let Object { constant: false, full_name } = declared::object(subject, global.loc, &global.name)? else {
                    return Err(format!("`{}` is constant", given.name));
                };
                let value = values::value(subject.program, given.ty, &given.value, None)
                    .map_err(|why| format!("`{full_name}`: {why}"))?;
                let _ = writeln!(main.statements, "   {full_name} := {value};");
            }
        }
    }
    Ok(main.text(name))
}

impl Main {
    /// Adds a call with these values; its objects have names that begin so.
    pub fn call(
        &mut self,
        subject: &Subject<'_>,
        called: &Procedure,
        declared: &Declared,
        given: &[Given],
        prefix: &str,
    ) -> Result<(), String> {
        let program = subject.program;
        let (declarations, statements) = (&mut self.declarations, &mut self.statements);
        let mut actuals = Vec::new();
        for parameter in &declared.parameters {
            let var = format!("{prefix}_{}", parameter.name);
            let of_name =
                |var: &&Var| matches!(var.kind, VarKind::Param(_)) && var.name.eq_ignore_ascii_case(&parameter.name);
            let ty = called.vars.iter().find(of_name).map(|var| var.ty);
            let given = given.iter().find(|given| given.name.eq_ignore_ascii_case(&parameter.name));
            let value =
                given.map(|given| values::value(program, given.ty, &given.value, Some(&parameter.mark))).transpose();
            let value = value.map_err(|why| format!("`{}`: {why}", parameter.name))?;
            if parameter.private && value.is_some() {
                return Err(format!("`{}`: a value of a private type cannot be written down", parameter.name));
            }
            // Writing to a string cannot fail.
            match (parameter.mode, value) {
                (Mode::In, Some(value)) => {
                    let _ = writeln!(declarations, "   {var} : constant {} := {value};", parameter.mark);
                }
                (Mode::In, None) => return Err(format!("the value of `{}` is not known", parameter.name)),
                (_, Some(value)) => {
                    let _ = writeln!(declarations, "   {var} : {} := {value};", parameter.mark);
                }
                (_, None) => {
                    let unconstrained = ty.is_none_or(|ty| match &program.ty(ty).kind {
                        TypeKind::Array(array) => array.bounds.is_none(),
                        _ => false,
                    });
                    if unconstrained {
                        return Err(format!("the bounds of `{}` are not known", parameter.name));
                    }
                    let _ = writeln!(declarations, "   {var} : {};", parameter.mark);
                }
            }
            actuals.push(format!("{} => {var}", parameter.name));
        }
        let arguments = if actuals.is_empty() { String::new() } else { format!(" ({})", actuals.join(", ")) };
        let full_name = &declared.full_name;
        let _ = match &declared.result {
            None => writeln!(statements, "   {full_name}{arguments};"),
            Some(mark) => writeln!(
                statements,
                "   declare\n      Result : constant {mark} := {full_name}{arguments};\n      \
                 pragma Unreferenced (Result);\n   begin\n      null;\n   end;"
            ),
        };
        for (all, more) in [(&mut self.context, &declared.context), (&mut self.uses, &declared.uses)] {
            let new: Vec<String> = more.iter().filter(|line| !all.contains(line)).cloned().collect();
            all.extend(new);
        }
        Ok(())
    }

    /// The whole text.
    pub fn text(&self, name: &str) -> String {
        let Main { context, uses, declarations, statements } = self;
        let context: String = context.iter().map(|line| format!("{line}\n")).collect();
        let uses: String = uses.iter().map(|line| format!("   {line}\n")).collect();
        format!("{context}procedure {name} is\n{uses}{declarations}begin\n{statements}end {name};\n")
    }
}
