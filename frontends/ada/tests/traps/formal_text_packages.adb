--  Formal packages of predefined generic units, whose formal types are named.
with Ada.Text_IO, Ada.Numerics.Generic_Elementary_Functions;
procedure Formal_Text_Packages is
   generic
      with package IO is new Ada.Text_IO.Integer_IO (<>);
   function Shown (X : IO.Num) return IO.Num;
   function Shown (X : IO.Num) return IO.Num is
      use IO;
      Copy : Num := X;
   begin
      IO.Put (Copy, Width => 3);
      Put (Copy);
      return Copy;
   end Shown;
   generic
      with package IO is new Ada.Text_IO.Enumeration_IO (<>);
   procedure Show_Literal (X : IO.Enum);
   procedure Show_Literal (X : IO.Enum) is
   begin
      IO.Put (X);
   end Show_Literal;
   generic
      type Real is digits <>;
      with package IO is new Ada.Text_IO.Float_IO (Real);
      with package Functions is new Ada.Numerics.Generic_Elementary_Functions (<>);
   function Root (X : Functions.Float_Type; Y : Real) return Functions.Float_Type;
   function Root (X : Functions.Float_Type; Y : Real) return Functions.Float_Type is
   begin
      IO.Put (Y, 2, 2, 0);
      return Functions.Sqrt (X);
   end Root;
   subtype Small is Integer range 0 .. 9;
   package Small_IO is new Ada.Text_IO.Integer_IO (Small);
   package Boolean_IO is new Ada.Text_IO.Enumeration_IO (Boolean);
   package Float_IO is new Ada.Text_IO.Float_IO (Float);
   package Functions is new Ada.Numerics.Generic_Elementary_Functions (Long_Float);
   function Shown_Small is new Shown (Small_IO);
   procedure Show_Boolean is new Show_Literal (Boolean_IO);
   function Root_Of is new Root (Float, Float_IO, Functions);
   X : Integer := 9;
begin
   pragma Assert (Shown_Small (X) = 9);
   Show_Boolean (True);
   pragma Assert (Root_Of (4.0, 1.0) >= 0.0);
   X := X + 1;
   pragma Assert (Shown_Small (X) = 10);  --  fails: VC_RANGE_CHECK
end Formal_Text_Packages;
