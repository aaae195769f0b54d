
package body P1 is
   function "=" (L, R : Rec) return Boolean is (L.A = R.A);
   function Make (D : Boolean) return Rec is
   begin
      if D then
         return (True, 1, 2.0);
      else
         return R : Rec (False) do
            R.A := 7;
         end return;
      end if;
   end Make;
   procedure Reset (R : out Rec; C : in out Colour) is
   begin
      R := (D => True, A => 3, B => 1.0);
      C := Colour'Val ((Colour'Pos (C) + 1) mod 3);
      case C is
         when Red .. Green => null;
         when Blue => C := Colour'Pred (C);
      end case;
   end Reset;
   package body Inner is
procedure Q is
   Local : Integer := V;
   function F (N : Integer := 3; M : Integer := 4) return Integer is (N * 10 + M);
   type Arr is array (Integer range <>) of Integer;
   procedure Fill (A : in out Arr; From : Integer) is
   begin
      A (From .. A'Last) := (others => 0);
      A := (A'Range => 1);
      for I in A'Range loop
         A (I) := I;
      end loop;
   end Fill;
   Data : Arr (1 .. Local);
   Copy : Arr := Data;
   function Sum (A : Arr) return Integer is
     (if A'Length = 0 then 0 else A (A'First) + Sum (A (A'First + 1 .. A'Last)))
     with Subprogram_Variant => (Decreases => A'Length);
   B : Boolean := True;
   Str : String := "hello";
   subtype Idx is Integer range Str'Range;
   Two : constant String := (1 .. 3 => 'a') & "bc" & 'd';
begin
   V := F (M => 1) + F + F (5);
   Fill (Data, 2);
   Local := Sum (Data (2 .. 3));
   Copy (1 .. 2) := Data (2 .. 3);
   Copy (3) := Integer (Two'Length) + Str'Last;
   B := B xor (Local > 2 and not (V < 4));
   for I in Idx loop
      Str (I) := Character'Succ (Str (I));
   end loop;
   for C of Str loop
      exit when C = 'm';
      B := not B;
   end loop;
   declare
      Local : Idx := 2;
      type Local_Rec is record
         X, Y : Idx := 1;
      end record;
      L : Local_Rec := (X => Local, others => <>);
      M : array (1 .. 2) of Local_Rec := (others => (1, 2));
   begin
      L.Y := M (1).X;
      M (L.Y).X := L.X;
      pragma Assert (M (1) = (2, 2));
      pragma Assert (L in Local_Rec);
   end;
   pragma Assert (for all I in Data'Range => (for some J in Copy'Range => Data (I) >= Copy (J) or I > J));
exception
   when E : Constraint_Error | Program_Error => V := 1;
   when others => raise;
end Q;
   end Inner;
   function Cyclic (X : E) return E is
   begin
      return (if X = E'Last then E'First else E'Succ (X));
   end Cyclic;
   function Next_Colour is new Cyclic (Colour);
   function Next_Bool is new Cyclic (E => Boolean);
   X : T2 := Next (3);
begin
   Inner.Q;
   pragma Assert (Next_Colour (Blue) = Red);
   if Next_Bool (True) then
      raise Program_Error;
   end if;
   X := Next (X);
end P1;
