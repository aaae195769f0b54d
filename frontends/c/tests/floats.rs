//! Floats against gcc, bit for bit: operators, conversions and functions of `<math.h>` on random operands, infinities,
//! NaN, zeros of both signs and the smallest numbers among them.

use horn_c::lower::{LowerOptions, lower};
use horn_c::{DataModel, Options, read_text, sema};
use horn_frontend::interp::{End, Inputs, Limits, Value, run};
use horn_frontend::ir;
use std::fmt::Write;
use std::process::Command;

/// How many functions are tried; `HORNSOLVE_SEEDS` multiplies it.
const FUNCTIONS: usize = 1500;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from((self.next() >> 20) % n as u64).unwrap_or(0)
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    /// A number of a format, as C writes it.
    fn number(&mut self, single: bool) -> String {
        let odd = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "2.5", "-3.5", "0.1", "1e30", "INFINITY", "-INFINITY", "NAN"];
        if self.below(3) == 0 {
            return self.pick(&odd).to_string();
        }
        let value = match (single, self.below(3)) {
            (true, 0) => f64::from(f32::from_bits((self.next() >> 32) as u32)),
            (false, 0) => f64::from_bits(self.next()),
            // Near one, where sums and differences cancel.
            (_, 1) => (self.next() >> 40) as f64 / f64::from(1 << 20) - 8.0,
            (true, _) => f64::from(f32::from_bits((self.next() >> 44) as u32)),
            _ => f64::from_bits(self.next() >> 30),
        };
        if value.is_nan() {
            return "NAN".to_string();
        }
        if value.is_infinite() {
            return "INFINITY".to_string();
        }
        format!("{value:e}{}", if single { "f" } else { "" })
    }
}

/// The body of a function that computes something, and whether the result is of the single format.
fn function(random: &mut Random) -> (String, bool) {
    let single = random.below(2) == 0;
    let (ty, letter) = if single { ("float", "f") } else { ("double", "") };
    let mut text = String::new();
    for name in ["a", "b", "c"] {
        let value = random.number(single);
        let _ = write!(text, "{ty} {name} = {value}; ");
    }
    let unary = ["fabs", "sqrt", "floor", "ceil", "trunc", "round", "rint", "nearbyint"];
    let binary = ["fmod", "fmin", "fmax", "fdim"];
    let classes = ["isnan", "isinf", "isfinite", "isnormal", "fpclassify"];
    let pairs = ["isless", "isgreater", "islessequal", "isgreaterequal", "islessgreater", "isunordered"];
    let result = match random.below(12) {
        0..=3 => {
            let (first, second) = (random.pick(&["+", "-", "*", "/"]), random.pick(&["+", "-", "*", "/"]));
            format!("(a {first} b) {second} c")
        }
        4 => format!("{}{letter}(a {} b)", random.pick(&unary), random.pick(&["+", "*", "/"])),
        5 | 6 => format!("{}{letter}(a, b)", random.pick(&binary)),
        7 => format!("{}(a {} b) + (isinf(c) != 0)", random.pick(&classes), random.pick(&["+", "*", "/"])),
        8 => format!("{}(a, b) + 2 * {}(b, c)", random.pick(&pairs), random.pick(&pairs)),
        9 => format!("a {} b ? a : c", random.pick(&["<", "<=", ">", ">=", "==", "!="])),
        10 => format!("b == b ? copysign{letter}(a, b) : c"),
        _ => format!("({})({})a * b", random.pick(&["float", "double"]), random.pick(&["float", "double"])),
    };
    // Functions leave the sign of a zero open where the operands are zeros of both signs.
    let result =
        if result.starts_with("fmin") || result.starts_with("fmax") { format!("{result} + 0.0f") } else { result };
    let _ = write!(text, "return {result};");
    (text, single)
}

#[test]
fn operations_give_the_bits_that_gcc_gives() {
    let factor = std::env::var("HORNSOLVE_SEEDS").ok().and_then(|v| v.parse::<usize>().ok()).unwrap_or(1);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut source = String::from("#include <math.h>\n");
    let mut kinds = Vec::new();
    for number in 0..FUNCTIONS * factor {
        let (text, single) = function(&mut random);
        let _ = writeln!(source, "{} p{number}(void) {{ {text} }}", if single { "float" } else { "double" });
        kinds.push(single);
    }
    let mut harness = format!("#include <stdio.h>\n#include <string.h>\n{source}int main(void) {{\n");
    for (number, single) in kinds.iter().enumerate() {
        let (ty, bits, form) = if *single { ("float", "unsigned", "%x") } else { ("double", "unsigned long", "%lx") };
        let _ = writeln!(
            harness,
            "{{ {ty} r = p{number}(); {bits} n; memcpy(&n, &r, sizeof n); if (r != r) puts(\"nan\"); else \
             printf(\"{form}\\n\", n); }}"
        );
    }
    harness.push_str("return 0; }\n");
    let folder = tempfile::tempdir().expect("a folder");
    let (file, binary) = (folder.path().join("all.c"), folder.path().join("all"));
    std::fs::write(&file, &harness).expect("a file");
    let mut gcc = Command::new("gcc");
    let built = match gcc.args(["-std=gnu11", "-w", "-O0", "-o"]).args([&binary, &file]).arg("-lm").output() {
        Ok(built) => built,
        Err(error) => {
            eprintln!("skipped: there is no gcc: {error}");
            return;
        }
    };
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let output = Command::new(&binary).output().expect("it runs");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(printed.lines().count(), kinds.len());
    let read = read_text("p.c", &source, &Options::default());
    assert!(!read.failed(), "{:?}", read.rendered());
    let typed = sema::analyse(&read.tree, DataModel::Lp64);
    assert!(typed.messages.is_empty(), "{:?}", typed.messages);
    let entries = (0..kinds.len()).map(|number| format!("p{number}")).collect();
    let mut program = lower(&typed.unit, &LowerOptions { entries, ..LowerOptions::default() }).program;
    program.files.push("p.c".to_string());
    assert_eq!(ir::validate(&program), Vec::new());
    ir::lift(&mut program);
    let limits = Limits { steps: 10_000, cancel: None, trace: false };
    for (number, theirs) in printed.lines().enumerate() {
        let text = source.lines().nth(number + 1).unwrap_or("");
        let name = format!("p{number}");
        let entry = program.procedures().find(|(_, procedure)| procedure.entry && procedure.name == name);
        let entry = entry.unwrap_or_else(|| panic!("{text}")).0;
        let ran = run(&program, entry, &Inputs::default(), &mut (), limits);
        let (End::Returned, Some(Value::Float(value))) = (&ran.end, ran.result) else {
            panic!("{:?}: {text}", ran.end)
        };
        let ours = match kinds[number] {
            _ if value.is_nan() => "nan".to_string(),
            true => format!("{:x}", (value as f32).to_bits()),
            false => format!("{:x}", value.to_bits()),
        };
        assert_eq!(ours, theirs, "{text}");
    }
}
