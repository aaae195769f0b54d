//! The text form of a program, for golden tests and for reading. It is not read back.
//!
//! Variables are printed by name; if a procedure has several of one name the later ones get their number, `X.7`.

use super::expr::{BinaryOp, Conversion, ExprId, ExprKind, MAX_DEPTH, Rounding, UnaryOp};
use super::types::{Shape, TypeKind};
use super::{Arg, Block, Call, Mode, Procedure, Program, StmtKind, Terminator, VarId, VarKind};
use std::fmt::{self, Write};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (ty, index) in self.types.iter().zip(0..) {
            if index >= 2 {
                writeln!(f, "type {} = {}", ty.name, self.kind_text(&ty.kind))?;
            }
        }
        for global in &self.globals {
            writeln!(f, "global {} : {}", global.name, self.ty(global.ty).name)?;
        }
        for procedure in &self.procedures {
            writeln!(f)?;
            Printer { program: self, procedure }.procedure(f)?;
        }
        Ok(())
    }
}

impl Program {
    /// One expression of a procedure as text.
    pub fn expr_text(&self, procedure: &Procedure, id: ExprId) -> String {
        Printer { program: self, procedure }.text(id)
    }

    fn kind_text(&self, kind: &TypeKind) -> String {
        match kind {
            TypeKind::Bool => "bool".to_owned(),
            TypeKind::Int(int) => {
                let mut text = match &int.range {
                    Some(range) => format!("int {} .. {}", range.first, range.last),
                    None => "int".to_owned(),
                };
                if let Some(base) = int.base.as_ref().filter(|base| Some(*base) != int.range.as_ref()) {
                    let _ = write!(text, " base {} .. {}", base.first, base.last);
                }
                if let Some(literals) = int.literals.as_ref().filter(|literals| !literals.is_empty()) {
                    let more = if literals.len() > 8 { ", …" } else { "" };
                    let shown = literals.iter().take(8).cloned().collect::<Vec<_>>();
                    let _ = write!(text, " ({}{more})", shown.join(", "));
                }
                text
            }
            TypeKind::Modular(modular) => match &modular.range {
                Some(range) => format!("mod {} range {} .. {}", modular.modulus, range.first, range.last),
                None => format!("mod {}", modular.modulus),
            },
            TypeKind::Float(float) => match float.range {
                Some((first, last)) => format!("{} range {first:?} .. {last:?}", format_text(float.format)),
                None => format_text(float.format).to_owned(),
            },
            TypeKind::Array(array) => {
                let dims: Vec<String> = array
                    .index
                    .iter()
                    .enumerate()
                    .map(|(at, index)| match array.bounds.as_ref().and_then(|bounds| bounds.get(at)) {
                        Some(range) => format!("{} range {} .. {}", self.ty(*index).name, range.first, range.last),
                        None => format!("{} range <>", self.ty(*index).name),
                    })
                    .collect();
                format!("array ({}) of {}", dims.join(", "), self.ty(array.component).name)
            }
            TypeKind::Record(record) => {
                let fields: Vec<String> =
                    record.fields.iter().map(|field| format!("{} : {}", field.name, self.ty(field.ty).name)).collect();
                format!("record ({})", fields.join("; "))
            }
        }
    }
}

fn format_text(format: super::FloatFormat) -> &'static str {
    match format {
        super::FloatFormat::F32 => "binary32",
        super::FloatFormat::F64 => "binary64",
    }
}

/// Prints one procedure.
struct Printer<'p> {
    program: &'p Program,
    procedure: &'p Procedure,
}

impl Printer<'_> {
    fn name(&self, var: VarId) -> String {
        let Some(entry) = self.procedure.vars.get(var.index()) else { return format!("?{}", var.0) };
        let earlier = self.procedure.vars[..var.index()].iter().any(|other| other.name == entry.name);
        if earlier { format!("{}.{}", entry.name, var.0) } else { entry.name.clone() }
    }

    fn procedure(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let procedure = self.procedure;
        let params: Vec<String> = procedure
            .params()
            .map(|(id, mode)| {
                let mode = match mode {
                    Mode::In => "in",
                    Mode::Out => "out",
                    Mode::InOut => "in out",
                };
                format!("{} : {mode} {}", self.name(id), self.type_name(id))
            })
            .collect();
        let entry = if procedure.entry { "entry " } else { "" };
        write!(f, "{entry}procedure {} ({})", procedure.name, params.join("; "))?;
        match procedure.result() {
            Some(result) => writeln!(f, " return {} : {}", self.name(result), self.type_name(result))?,
            None => writeln!(f)?,
        }
        for (id, var) in procedure.vars() {
            match var.kind {
                VarKind::Local => writeln!(f, "  local {} : {}", self.name(id), self.type_name(id))?,
                VarKind::Global(global) => {
                    writeln!(f, "  global {} = {}", self.name(id), self.program.globals[global.index()].name)?;
                }
                VarKind::Outer(owner, _) => {
                    let owner = self.program.procedures.get(owner.index()).map_or("?", |owner| owner.name.as_str());
                    writeln!(f, "  outer {} of {owner}", self.name(id))?;
                }
                VarKind::Param(_) | VarKind::Result => {}
            }
        }
        for (id, block) in procedure.blocks() {
            match &block.loop_head {
                Some(info) => writeln!(f, "b{}: loop {}", id.0, info.name.as_deref().unwrap_or_default())?,
                None => writeln!(f, "b{}:", id.0)?,
            }
            self.block(f, block)?;
        }
        Ok(())
    }

    fn type_name(&self, var: VarId) -> &str {
        &self.program.ty(self.procedure.var(var).ty).name
    }

    fn block(&self, f: &mut fmt::Formatter<'_>, block: &Block) -> fmt::Result {
        for statement in &block.statements {
            match &statement.kind {
                StmtKind::Assign(var, value) => writeln!(f, "  {} := {}", self.name(*var), self.text(*value))?,
                StmtKind::Havoc(var) => writeln!(f, "  havoc {}", self.name(*var))?,
                StmtKind::Assume(condition) => writeln!(f, "  assume {}", self.text(*condition))?,
                StmtKind::Check(check, condition) => {
                    let kind = self.program.checks.get(check.index()).map(|check| check.kind);
                    let kind = kind.map_or("?".to_owned(), |kind| format!("{kind:?}"));
                    writeln!(f, "  check {kind} #{} {}", check.0, self.text(*condition))?;
                }
                StmtKind::Call(call) => self.call(f, call)?,
            }
        }
        match &block.terminator {
            Terminator::Goto(next) => writeln!(f, "  goto b{}", next.0),
            Terminator::Branch(condition, yes, no) => {
                writeln!(f, "  if {} then b{} else b{}", self.text(*condition), yes.0, no.0)
            }
            Terminator::Return => writeln!(f, "  return"),
            Terminator::Raise(exception) => writeln!(f, "  raise {}", self.text(*exception)),
            Terminator::Stop => writeln!(f, "  stop"),
        }
    }

    fn call(&self, f: &mut fmt::Formatter<'_>, call: &Call) -> fmt::Result {
        write!(f, "  ")?;
        if let Some(result) = call.result {
            write!(f, "{} := ", self.name(result))?;
        }
        let args: Vec<String> = call
            .args
            .iter()
            .map(|arg| match arg {
                Arg::In(value) => self.text(*value),
                Arg::Out(var) => format!("out {}", self.name(*var)),
                Arg::InOut(var) => format!("in out {}", self.name(*var)),
            })
            .collect();
        let callee = self.program.procedures.get(call.callee.index()).map_or("?", |callee| callee.name.as_str());
        write!(f, "call {callee} ({})", args.join(", "))?;
        if let Some(exception) = call.exception {
            write!(f, " exception {}", self.name(exception))?;
        }
        writeln!(f)
    }

    fn text(&self, id: ExprId) -> String {
        let mut out = String::new();
        self.expr(&mut out, id, 0);
        out
    }

    /// Writes an expression; operands that are operations get parentheses.
    fn expr(&self, out: &mut String, id: ExprId, level: u32) {
        use ExprKind::*;
        let node = &self.procedure.exprs[id];
        if level > MAX_DEPTH {
            out.push('…');
            return;
        }
        let text = |e: ExprId| {
            let mut inner = String::new();
            self.expr(&mut inner, e, level + 1);
            inner
        };
        let list = |es: &[ExprId]| es.iter().map(|e| text(*e)).collect::<Vec<_>>().join(", ");
        let ranges = |bounds: &[(ExprId, ExprId)]| {
            bounds.iter().map(|(a, b)| format!("{} .. {}", text(*a), text(*b))).collect::<Vec<_>>().join(", ")
        };
        let written = match &node.kind {
            Bool(value) => write!(out, "{value}"),
            Int(value) => match self.program.shape(node.ty) {
                Shape::Modular(_) => write!(out, "{value}m"),
                _ => write!(out, "{value}"),
            },
            Float(value) => write!(out, "{value:?}"),
            Var(var) => write!(out, "{}", self.name(*var)),
            Bound(var) => write!(out, "?{}", var.0),
            Unary(op, a) => write!(out, "{} ({})", unary_text(*op), text(*a)),
            Binary(op @ (BinaryOp::Min | BinaryOp::Max), a, b) => {
                write!(out, "{} ({}, {})", binary_text(*op), text(*a), text(*b))
            }
            Binary(op, a, b) => write!(out, "({} {} {})", text(*a), binary_text(*op), text(*b)),
            And(a, b) => write!(out, "({} and {})", text(*a), text(*b)),
            Or(a, b) => write!(out, "({} or {})", text(*a), text(*b)),
            Implies(a, b) => write!(out, "({} => {})", text(*a), text(*b)),
            Ite(c, a, b) => write!(out, "(if {} then {} else {})", text(*c), text(*a), text(*b)),
            Quantified { forall, var, first, last, body } => {
                let word = if *forall { "all" } else { "some" };
                write!(out, "(for {word} ?{} in {} .. {} : {})", var.0, text(*first), text(*last), text(*body))
            }
            First(a, dim) => write!(out, "{}'first({dim})", text(*a)),
            Last(a, dim) => write!(out, "{}'last({dim})", text(*a)),
            Length(a, dim) => write!(out, "{}'length({dim})", text(*a)),
            Index(a, at) => write!(out, "{}[{}]", text(*a), list(at)),
            Update(a, at, value) => write!(out, "{}[{} -> {}]", text(*a), list(at), text(*value)),
            Slice(a, first, last) => write!(out, "{}[{} .. {}]", text(*a), text(*first), text(*last)),
            SliceUpdate(a, first, last, value) => {
                write!(out, "{}[{} .. {} -> {}]", text(*a), text(*first), text(*last), text(*value))
            }
            Slide(a, None) => write!(out, "slide ({} to {})", text(*a), self.program.ty(node.ty).name),
            Slide(a, Some(bounds)) => write!(out, "slide ({} to {})", text(*a), ranges(bounds)),
            Concat(a, b, first) => write!(out, "({} & {} from {})", text(*a), text(*b), text(*first)),
            Aggregate { bounds, others, items } => {
                let mut parts: Vec<String> =
                    items.iter().map(|(at, value)| format!("{} -> {}", list(at), text(*value))).collect();
                parts.extend(others.map(|others| format!("others -> {}", text(others))));
                write!(out, "[{}: {}]", ranges(bounds), parts.join("; "))
            }
            Comprehension { bounds, vars, body } => {
                let vars: Vec<String> = vars.iter().map(|var| format!("?{}", var.0)).collect();
                write!(out, "[{}: for {} -> {}]", ranges(bounds), vars.join(", "), text(*body))
            }
            Record(fields) => write!(out, "({})", list(fields)),
            Field(a, field) => write!(out, "{}.{}", text(*a), self.field(*a, *field)),
            WithField(a, field, value) => {
                write!(out, "{}[.{} -> {}]", text(*a), self.field(*a, *field), text(*value))
            }
            Convert(conversion, a) => {
                write!(out, "{} ({})", self.conversion(*conversion, node.ty), text(*a))
            }
            Apply(function, args) => write!(out, "{} ({})", self.program.procedure(*function).name, list(args)),
        };
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
    }

    fn field(&self, record: ExprId, field: u32) -> String {
        match &self.program.ty(self.procedure.exprs[record].ty).kind {
            TypeKind::Record(record) => record.fields.get(field as usize).map(|field| field.name.clone()),
            _ => None,
        }
        .unwrap_or_else(|| format!("?{field}"))
    }

    fn conversion(&self, conversion: Conversion, ty: super::TypeId) -> String {
        let target = &self.program.ty(ty).name;
        match conversion {
            Conversion::IntToModularWrap => format!("{target}'mod"),
            Conversion::FloatToInt(rounding) => format!("{target}'{}", rounding_text(rounding)),
            _ => target.clone(),
        }
    }
}

fn rounding_text(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestAway => "rounding",
        Rounding::NearestEven => "unbiased_rounding",
        Rounding::Truncate => "truncation",
        Rounding::Floor => "floor",
        Rounding::Ceiling => "ceiling",
    }
}

fn unary_text(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "not",
        UnaryOp::Neg => "-",
        UnaryOp::Abs => "abs",
        UnaryOp::BitNot => "bitnot",
        UnaryOp::IsFinite => "finite",
        UnaryOp::IsNegative => "negative",
        UnaryOp::FloatRound(rounding) => rounding_text(rounding),
        UnaryOp::Sqrt => "sqrt",
        UnaryOp::Elementary(function) => function.name(),
    }
}

fn binary_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "rem",
        BinaryOp::Mod => "mod",
        BinaryOp::Pow => "**",
        BinaryOp::Min => "min",
        BinaryOp::Max => "max",
        BinaryOp::Eq => "=",
        BinaryOp::Ne => "/=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::BitAnd => "bitand",
        BinaryOp::BitOr => "bitor",
        BinaryOp::BitXor => "bitxor",
        BinaryOp::ShiftLeft => "shl",
        BinaryOp::ShiftRight => "shr",
        BinaryOp::ShiftRightArithmetic => "sar",
        BinaryOp::RotateLeft => "rol",
        BinaryOp::RotateRight => "ror",
    }
}
