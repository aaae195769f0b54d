--  What a variant part brings along is written with the whole object; what is absent need not be.
procedure Variant_Written is
   type Kind is (Circle, Square, Dot);
   subtype Small is Natural range 0 .. 20;
   type Shape (K : Kind := Dot; N : Small := 0) is record
      Name : String (1 .. N) := (others => '-');
      case K is
         when Circle => R : Positive;
         when Square => W, H : Natural;
         when Dot => null;
      end case;
   end record;
   type Shapes is array (1 .. 3) of Shape;

   function Made (N : Small) return Shape is
   begin
      if N < 3 then
         return (Dot, 0, "");
      elsif N < 5 then
         return S : Shape (Circle, 4) do
            S.R := 4;
            S.Name := (others => '.');
         end return;
      end if;
      return (K => Square, N => 2, Name => "ab", W => N, H => N / 2);
   end Made;

   procedure Wide (S : out Shape) is
   begin
      if S.K = Square and not S'Constrained then
         S := (Square, 0, "", W => 4, H => 5);
      end if;
   end Wide;

   A, B : Shape;
   All_Of_Them : Shapes;
begin
   A := Made (4);
   pragma Assert (A.R = 4 and A.Name'Last = 4);
   B := Made (8);
   pragma Assert (B.W = 8 and B.H = 4);
   Wide (B);
   pragma Assert (B.H = 5);
   All_Of_Them (2) := B;
   pragma Assert (All_Of_Them (1).K = Dot and All_Of_Them (2).W = 4);
   pragma Assert (B.W = 5);  --  fails: VC_ASSERT
end Variant_Written;
