package body Stacks is
   Size : constant := 10;
   Data : array (1 .. Size) of Integer;
   Top  : Natural := 0;

   function Is_Full return Boolean is (Top = Size);
   function Is_Empty return Boolean is (Top = 0);

   procedure Push (X : Integer) is
   begin
      Top := Top + 1;
      Data (Top) := X; --  fails: VC_INDEX_CHECK
   end Push;

   procedure Pop (X : out Integer) is
   begin
      X := Data (Top); --  fails: VC_INDEX_CHECK
      Top := Top - 1;
   end Pop;
end Stacks;
