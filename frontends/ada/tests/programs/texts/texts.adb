with Ada.Text_IO;
procedure Texts (Flag : Boolean; N : Natural) is
   package T_IO renames Ada.Text_IO;
   X, Y, Z : Integer;
   type Buffer is array (Natural range <>) of Character;
   subtype Small is Buffer (0 .. 7);
   B : Small;
   type Access_Count is range 0 .. 2 ** 20;
   type Pair is record A, B : Integer; end record;
   function Img (P : Pair) return String is (Integer'Image (P.A) & "," & P.B'Image);
   function Is_Letter (C : Character) return Boolean is (C in 'a' .. 'z' | 'A' .. 'Z');
   procedure Get (V : out Integer; Ok : out Boolean) is
   begin
      Ok := Flag;
      if Ok then
         V := 3;
      end if;
   end Get;
   Ok : Boolean;
   P : Pair := (others => 0);
   procedure Log (S : String := "none"; Level : Natural := 0) is
   begin
      if Level > 0 then
         T_IO.Put_Line (S & Level'Image);
      end if;
   end Log;
begin
   if Flag then
      X := 1;
   end if;
   Get (Y, Ok);
   if Ok then
      Z := Y;
   end if;
   if Flag then
      Z := X;
   end if;
   for I in B'Range loop
      B (I) := (if I mod 2 = 0 then 'a' else Character'Val (Character'Pos ('A') + I));
   end loop;
   pragma Assert (Is_Letter (B (3)));
   Log ("x", Level => 2);
   Log (Level => 1);
   Log;
   T_IO.Put_Line (Img (P));
   declare
      Name : constant String := "abc" & (1 .. N => 'x');
      procedure Nested is
      begin
         if Name'Length > 3 then
            Z := Name'Length;
         end if;
      end Nested;
   begin
      Nested;
      pragma Assert (Name (1 .. 3) = "abc");
   end;
   Outer : loop
      Inner : while N > X loop
         exit Outer when X > 5;
         exit Inner;
      end loop Inner;
      X := X + 1;
   end loop Outer;
end Texts;
