--  A ring buffer with a constant script.
procedure Ring_Script is
   Size : constant := 4;
   type Index is mod Size;
   type Ring is record
      Data : String (1 .. Size);
      Head, Tail : Index := 0;
      Used : Natural := 0;
   end record;
   procedure Put (R : in out Ring; C : Character) with Pre => R.Used < Size is
   begin
      R.Data (Integer (R.Tail) + 1) := C;
      R.Tail := R.Tail + 1;
      R.Used := R.Used + 1;
   end Put;
   procedure Get (R : in out Ring; C : out Character) with Pre => R.Used > 0 is
   begin
      C := R.Data (Integer (R.Head) + 1);
      R.Head := R.Head + 1;
      R.Used := R.Used - 1;
   end Get;
   R : Ring;
   C : Character;
begin
   Put (R, 'a');
   Put (R, 'b');
   Put (R, 'c');
   Get (R, C);
   pragma Assert (C = 'a');
   Put (R, 'd');
   Put (R, 'e');
   Get (R, C);
   Get (R, C);
   Get (R, C);
   pragma Assert (C = 'd');
   pragma Assert (R.Used = 1);
end Ring_Script;
