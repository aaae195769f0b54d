//! Building, printing and validating small programs.

use super::*;

/// `Count (N : in Integer)`: a loop with a check, and a call of itself.
fn sample() -> Program {
    let mut program = Program::new();
    let integer = program.add_type(Type::int("Integer", Range::signed(32), Range::signed(32)));
    let row = program.add_type(Type::array("Row", vec![integer], Some(vec![Range::new(1, 3)]), integer));
    let check = program.add_check(Check::new(CheckKind::Overflow, Loc::NONE));
    let id = program.declare("Count", Loc::NONE);
    let mut b = Builder::new("Count", Loc::NONE);
    let n = b.param("N", integer, Mode::In, Loc::NONE);
    let out = b.param("R", row, Mode::InOut, Loc::NONE);
    let i = b.local("I", integer, Loc::NONE);
    let (one, limit) = (b.int(1, integer, Loc::NONE), b.int(i64::from(i32::MAX), integer, Loc::NONE));
    let vn = b.var(n, Loc::NONE);
    let id_loop = b.begin_for(None, i, one, vn, false, None, Loc::NONE);
    let vi = b.var(i, Loc::NONE);
    let small = b.compare(BinaryOp::Lt, vi, limit, Loc::NONE);
    b.check(check, small, Loc::NONE);
    b.begin_if(small, Loc::NONE);
    b.exit(id_loop, Loc::NONE);
    b.begin_else();
    let va = b.var(out, Loc::NONE);
    let changed = b.expr(ExprKind::Update(va, vec![one], vi), row, Loc::NONE);
    b.assign(out, changed, Loc::NONE);
    b.end_if();
    b.end_loop();
    let args = vec![Arg::In(vn), Arg::InOut(out)];
    b.call(Call { callee: id, args, result: None, exception: None }, Loc::NONE);
    b.finish(&mut program, id);
    program
}

#[test]
fn the_text_form_shows_everything() {
    let expected = "\
type Integer = int -2147483648 .. 2147483647
type Row = array (Integer range 1 .. 3) of Integer

procedure Count (N : in Integer; R : in out Row)
  local I : Integer
  local I'Limit : universal_integer
b0:
  I'Limit := N
  if (1 <= I'Limit) then b1 else b2
b1:
  I := 1
  goto b3
b2:
  call Count (N, in out R)
  return
b3: loop \n  check Overflow #0 (I < 2147483647)
  if (I < 2147483647) then b4 else b5
b4:
  goto b2
b5:
  R := R[1 -> I]
  goto b6
b6:
  if (I >= I'Limit) then b2 else b7
b7:
  I := (I + 1)
  goto b3
";
    let program = sample();
    assert_eq!(validate(&program), Vec::new());
    assert_eq!(program.to_string(), expected);
}

/// The messages for the sample after a change.
fn messages(change: impl FnOnce(&mut Program)) -> Vec<String> {
    let mut program = sample();
    change(&mut program);
    validate(&program).into_iter().map(|problem| problem.message).collect()
}

#[test]
fn the_validator_names_what_is_wrong() {
    let bad_mode = messages(|program| program.procedures[0].blocks[0].statements[0].kind = StmtKind::Havoc(VarId(0)));
    assert_eq!(bad_mode, ["parameter N is read only and assigned"]);
    let bad_shape = messages(|program| {
        program.procedures[0].blocks[0].statements[0].kind = StmtKind::Assign(VarId(1), ExprId(0));
    });
    assert_eq!(bad_shape, ["1, a integer, is used as a array"]);
    let bad_cycle = messages(|program| program.procedures[0].blocks[3].loop_head = None);
    assert_eq!(bad_cycle, ["a cycle of blocks has no loop head"]);
    let unbuilt = messages(|program| {
        program.declare("Later", Loc::NONE);
    });
    assert_eq!(unbuilt, ["the procedure was declared and never built"]);
    let nested = messages(|program| {
        let exprs = &mut program.procedures[0].exprs;
        let mut sum = ExprId(0);
        for _ in 0..MAX_DEPTH {
            sum = exprs.add(ExprKind::Unary(UnaryOp::Neg, sum), TypeId(2), Loc::NONE);
        }
    });
    assert_eq!(nested, [format!("the expression is nested deeper than {MAX_DEPTH}")]);
    let mixed = messages(|program| {
        let exprs = &mut program.procedures[0].exprs;
        exprs.add(ExprKind::Unary(UnaryOp::Not, ExprId(0)), TypeId::BOOL, Loc::NONE);
    });
    assert_eq!(mixed, ["shapes do not fit in not (1), a Boolean,"]);
    let between = messages(|program| {
        let range = Some((0.0, 0.1));
        let kind = TypeKind::Float(FloatType { format: FloatFormat::F32, range, special: false });
        program.types.push(Type { name: "Share".into(), kind });
    });
    assert_eq!(between, ["floating point type Share has a bound that is no number of its format"]);
}

#[test]
fn a_chain_of_else_branches_joins_once() {
    let mut program = Program::new();
    let id = program.declare("P", Loc::NONE);
    let mut b = Builder::new("P", Loc::NONE);
    let x = b.local("X", TypeId::INT, Loc::NONE);
    let c = b.bool(true, Loc::NONE);
    b.begin_if(c, Loc::NONE);
    b.return_(Loc::NONE);
    b.havoc(x, Loc::NONE);
    b.begin_else();
    b.begin_if(c, Loc::NONE);
    b.stop(Loc::NONE);
    b.end_if();
    b.end_if();
    b.finish(&mut program, id);
    assert_eq!(validate(&program), Vec::new());
    let text = program.to_string();
    assert!(!text.contains("havoc"), "unreachable statements are dropped: {text}");
    assert_eq!(text.matches("return").count(), 2, "{text}");
}

#[test]
fn lifting_passes_outer_variables_and_exceptions_along() {
    let mut program = Program::new();
    let error = program.add_exception("Error");
    let [main, inner, leaf] = ["Main", "Inner", "Leaf"].map(|name| program.declare(name, Loc::NONE));
    let mut b = Builder::new("Main", Loc::NONE);
    b.set_entry(true);
    let x = b.local("X", TypeId::INT, Loc::NONE);
    let y = b.local("Y", TypeId::INT, Loc::NONE);
    let call = |callee, exception| Call { callee, args: Vec::new(), result: None, exception };
    b.call(call(inner, None), Loc::NONE);
    b.finish(&mut program, main);
    let mut b = Builder::new("Inner", Loc::NONE);
    let number = b.local("E", TypeId::INT, Loc::NONE);
    b.call(call(leaf, Some(number)), Loc::NONE);
    b.call(call(leaf, None), Loc::NONE);
    b.finish(&mut program, inner);
    let mut b = Builder::new("Leaf", Loc::NONE);
    let outer_x = b.outer(main, x, "X", TypeId::INT, Loc::NONE);
    let outer_y = b.outer(main, y, "Y", TypeId::INT, Loc::NONE);
    let value = b.var(outer_y, Loc::NONE);
    b.assign(outer_x, value, Loc::NONE);
    let number = b.int(error, TypeId::INT, Loc::NONE);
    b.raise(number, Loc::NONE);
    b.finish(&mut program, leaf);
    assert_eq!(validate(&program), Vec::new());
    lift(&mut program);
    assert_eq!(validate(&program), Vec::new());
    let expected = "
entry procedure Main ()
  local X : universal_integer
  local Y : universal_integer
  local exception : universal_integer
b0:
  call Inner (out exception, in out X, Y)
  if (exception = 0) then b1 else b2
b1:
  return
b2:
  check Raise #0 false
  stop

procedure Inner (exception : out universal_integer; X : in out universal_integer; Y : in universal_integer)
  local E : universal_integer
  local exception.2 : universal_integer
b0:
  exception := 0
  call Leaf (in out X, Y, out E)
  call Leaf (in out X, Y, out exception.2)
  if (exception.2 = 0) then b1 else b2
b1:
  return
b2:
  exception := exception.2
  return

procedure Leaf (X : in out universal_integer; Y : in universal_integer; exception : out universal_integer)
b0:
  exception := 0
  X := Y
  exception := 1
  return
";
    assert_eq!(program.to_string(), expected);
}
