//! Statements and expressions over arrays with slices, records with variants, exceptions, and the helpers that every
//! package has.

use super::{Function, Ty};

/// Declarations that every body starts with. What they raise, they raise on lines of their own.
pub const HELPERS: &str = "
   generic
      Limit : Integer;
   function Clamp (N : Integer) return Integer;

   function Clamp (N : Integer) return Integer is
   begin
      if N > Limit then
         return Limit;
      end if;
      return N;
   end Clamp;

   function Clamp_50 is new Clamp (50);
   function Clamp_Low is new Clamp (Limit => -3);

   generic
      type Number is range <>;
   procedure Exchange (Left, Right : in out Number);

   procedure Exchange (Left, Right : in out Number) is
      Old : constant Number := Left;
   begin
      Left := Right;
      Right := Old;
   end Exchange;

   procedure Swap is new Exchange (Integer);

   function Total (V : Vector) return Integer is
      Sum : Integer := 0;
   begin
      for I in V'Range loop
         Sum := Sum + V (I);
      end loop;
      return Sum;
   end Total;

   function Largest (V : Vector) return Integer is
      Best : Integer := V (V'First);
   begin
      for Item of V loop
         if Item > Best then
            Best := Item;
         end if;
      end loop;
      return Best;
   end Largest;

   function Reversed (V : Vector) return Vector is
      Result : Vector (V'Range) := V;
   begin
      for I in V'Range loop
         Result (V'Last - (I - V'First)) := V (I);
      end loop;
      return Result;
   end Reversed;

   procedure Find (V : in Vector; Wanted : Integer; Found : out Boolean; Where : out Integer) is
   begin
      Found := False;
      Where := V'First;
      for I in reverse V'Range loop
         if V (I) = Wanted then
            Found := True;
            Where := I;
            return;
         end if;
      end loop;
   end Find;

   function Steps (N : Integer) return Integer is
     (if N <= 1 then 0 elsif N mod 2 = 0 then 1 + Steps (N / 2) else 1 + Steps (N - 3));

   function Half (N : Integer) return Integer
     with Pre => N >= 0, Post => Half'Result <= N and then 2 * (N / 2) <= N;

   function Half (N : Integer) return Integer is
   begin
      return N / 2;
   end Half;
";

impl Function<'_> {
    /// A statement over composite objects, or with handlers.
    pub(super) fn composite_statement(&mut self, nested: bool, depth: usize) {
        match self.random.below(18) {
            0 => {
                let (low, length, from) =
                    (self.random.within(1, 4), self.random.within(0, 3), self.random.within(1, 4));
                let other = length + i64::from(self.random.one_in(6));
                self.line(&format!("R ({low} .. {}) := R ({from} .. {});", low + length - 1, from + other - 1));
            }
            1 => {
                let low = self.index();
                let value = self.random.within(-9, 9);
                self.line(&format!("R ({low} .. B mod 7) := (others => {value});"));
            }
            2 => {
                let value = self.expression(Ty::Integer, 1);
                let text = *self.random.pick(&[
                    "(1 => X, 3 => B, others => @)",
                    "(X, B, @, 0, 1)",
                    "(1 .. 3 => @, others => X)",
                ]);
                self.line(&format!("R := {};", text.replace('@', &value)));
            }
            3 => {
                let value = self.expression(Ty::Integer, 1);
                let text = *self.random.pick(&[
                    "R (2 .. 4) & R (1 .. 1) & @",
                    "R (2 .. 5) & @",
                    "@ & R (1 .. B mod 6)",
                    "Reversed (R (1 .. 3)) & Vector'(X, @)",
                    "Reversed (R)",
                    "(for K in Place => R (6 - K) / 2 + K)",
                ]);
                self.line(&format!("R := {};", text.replace('@', &value)));
            }
            4 => {
                let value = self.expression(Ty::Integer, 1);
                let colour = self.literal(Ty::Colour);
                let text = match colour.as_str() {
                    "Red" => format!("S := (Kind => Red, Side => {value});"),
                    "White" => "S := (Kind => White);".to_string(),
                    other => format!("S := (Kind => {other}, Radius => B, Turned => X > 3);"),
                };
                self.line(&text);
            }
            5 => {
                let value = self.expression(Ty::Integer, 1);
                let text = *self.random.pick(&["S.Side := @;", "S.Radius := X;", "X := S.Side;", "X := S.Radius;"]);
                self.line(&text.replace('@', &value));
            }
            6 => {
                let value = self.expression(Ty::Integer, 1);
                let colour = self.operand(Ty::Colour);
                let text = *self.random.pick(&[
                    "G (2, C) := @ mod 90;",
                    "G (B mod 4, C) := 7;",
                    "X := G (1, C);",
                    "X := G (B mod 3 + 1, C);",
                ]);
                self.line(&text.replace('@', &value).replace("C)", &format!("{colour})")));
            }
            7 => {
                let value = self.expression(Ty::Integer, 1);
                self.line(&format!("E := {value};"));
            }
            8 => self.one_line(&["Swap (X, R (2));", "Swap (R (B mod 3 + 4), R (3));"]),
            9 => {
                let value = self.operand(Ty::Integer);
                self.line(&format!("Find (R, {value}, Flag, X);"));
            }
            10 if depth > 0 => self.handled(nested, depth),
            11 if depth > 0 => self.declared(nested, depth),
            12 if depth > 0 => self.named_loops(),
            13 if depth > 0 => {
                let condition = self.condition(1);
                let name = *self.random.pick(&["Failed", "Constraint_Error", "Program_Error"]);
                self.line(&format!("if {condition} then"));
                self.indent += 3;
                self.line(&format!("raise {name};"));
                self.indent -= 3;
                self.line("end if;");
            }
            14 if depth > 0 => {
                let (condition, value) = (self.condition(1), self.expression(Ty::Integer, 1));
                self.line(&format!("if {condition} then"));
                self.indent += 3;
                self.line(&format!("return {value};"));
                self.indent -= 3;
                self.line("end if;");
            }
            15 if depth > 0 => {
                self.line("for Item of R loop");
                self.indent += 3;
                let value = self.operand(Ty::Integer);
                let text = *self.random.pick(&[
                    "Item := Item + @;",
                    "X := X + Item;",
                    "Item := Item mod 7;",
                    "Flag := Item > @;",
                ]);
                self.line(&text.replace('@', &value));
                self.indent -= 3;
                self.line("end loop;");
            }
            16 if depth > 0 => {
                self.line("for C in reverse Colour range Red .. Blue loop");
                self.indent += 3;
                self.line("G (Colour'Pos (C) + 1, C) := Colour'Pos (Colour'Succ (C));");
                self.one_line(&["X := X + G (1, C);", "exit when G (2, C) = 1;", "G (1, C) := G (1, C) + B;"]);
                self.indent -= 3;
                self.line("end loop;");
            }
            _ => {
                let value = self.expression(Ty::Integer, 1);
                let text = *self.random.pick(&[
                    "X := Integer (Long'(Long (X) * Long (A)) / 3);",
                    "X := Integer (Float'Rounding (Float (A) / 2.0));",
                    "X := Integer (Float'Truncation (Float (B) / 3.0));",
                    "X := Integer (Float'Floor (Float (A) / 4.0));",
                    "X := Integer (Float (A mod 1000) / 2.0);",
                    "W := Shift_Left (W, B mod 11);",
                    "W := Shift_Right (W, 1) xor Unsigned_16 (B);",
                    "W := not W;",
                    "X := Integer (W) - @;",
                    "P := (P with delta Left => @);",
                    "P := (Right => B, Left => @);",
                ]);
                self.line(&text.replace('@', &value));
            }
        }
    }

    /// One of these statements.
    fn one_line(&mut self, list: &[&str]) {
        let text = *self.random.pick(list);
        self.line(text);
    }

    /// A block whose statements may raise, with handlers.
    fn handled(&mut self, nested: bool, depth: usize) {
        self.line("begin");
        self.block(nested, depth - 1);
        self.line("exception");
        self.indent += 3;
        match self.random.below(3) {
            0 => self.line("when Constraint_Error =>"),
            1 => self.line("when Failed | Constraint_Error =>"),
            _ => {
                self.line("when Failed =>");
                self.indent += 3;
                self.line("X := -1;");
                self.indent -= 3;
                self.line("when others =>");
            }
        }
        self.block(nested, 0);
        self.indent -= 3;
        self.line("end;");
    }

    /// A block with declarations of its own, whose sizes are not static.
    fn declared(&mut self, nested: bool, depth: usize) {
        let value = self.expression(Ty::Integer, 1);
        self.line("declare");
        self.indent += 3;
        self.line("D : Vector (1 .. B mod 4) := (others => X);");
        self.line(&format!("K : constant Integer := {value};"));
        self.indent -= 3;
        self.line("begin");
        self.indent += 3;
        self.one_line(&["D (B mod 5) := K;", "D (D'Last) := K;", "D := R (2 .. D'Last + 1);", "X := K + D'Length;"]);
        self.one_line(&[
            "R (1 .. D'Last) := D;",
            "X := Total (D);",
            "Flag := D = R (1 .. 2);",
            "R := D & R (D'Last + 1 .. 5);",
        ]);
        self.indent -= 3;
        self.block(nested, depth - 1);
        self.line("end;");
    }

    /// Loops in each other, left by name.
    fn named_loops(&mut self) {
        self.labels += 1;
        let name = format!("Outer_{}", self.labels);
        let (limit, condition) = (self.random.within(1, 6), self.condition(1));
        self.line(&format!("{name} : for I in 1 .. {limit} loop"));
        self.indent += 3;
        self.line("for J in reverse I .. 5 loop");
        self.indent += 3;
        self.one_line(&["X := X + I * J;", "R (J) := R (I) + J;", "Flag := R (J) > X;"]);
        self.line(&format!("exit {name} when {condition};"));
        self.one_line(&["exit when Flag;", "exit when I = J;", "null;"]);
        self.indent -= 3;
        self.line("end loop;");
        self.indent -= 3;
        self.line(&format!("end loop {name};"));
    }

    /// An integer from composite objects and helpers.
    pub(super) fn composite_integer(&mut self) -> String {
        let name = self.operand(Ty::Integer);
        let text = *self.random.pick(&[
            "Clamp_50 (@)",
            "Clamp_Low (@)",
            "Total (R (2 .. B mod 6))",
            "Largest (R (1 .. B mod 6))",
            "Total (Reversed (R) & @)",
            "Steps (B)",
            "Half (B)",
            "Half (abs (@ mod 100))",
            "(case B is when 0 .. 9 => @, when 50 | 60 => R (B mod 5), when others => X)",
            "(case Colour'Val (B mod 4) is when Red | White => @, when others => B)",
            "Vector'(R (1 .. 3) & X)'Length",
            "R'Length",
            "E",
            "Colour'Pos (S.Kind)",
            "Boolean'Pos (Flag)",
            "(if S.Kind = Red then S.Side else @)",
            "Integer'Succ (@)",
            "Integer'Pred (@)",
        ]);
        text.replace('@', &name)
    }

    /// A condition over composite objects.
    pub(super) fn composite_condition(&mut self) -> String {
        let name = self.operand(Ty::Integer);
        let text = *self.random.pick(&[
            "R (1 .. 2) = R (3 .. 4)",
            "R (1 .. B mod 3) = R (2 .. 2)",
            "@ in Even",
            "@ not in Percent",
            "S.Kind in Red | Blue",
            "(S.Kind = Red and then S.Side > @)",
            "P = (Left => @, Right => B)",
            "(for some C in Colour => G (1, C) > 3)",
            "(for all I in 1 .. B mod 6 => R (I) <= @)",
            "(for all Item of R => Item >= @)",
            "W > Unsigned_16 (B)",
        ]);
        text.replace('@', &name)
    }
}
