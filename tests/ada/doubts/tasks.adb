--  What other tasks do: nothing that depends on it is proved, and no run of the program shows that it fails.
procedure Tasks is
   X : Integer := 1;
   Y : Integer := 1;
   protected Cell is
      procedure Set (V : Integer);
      function Get return Integer;
      entry Wait;
   private
      Value : Integer := 0;
   end Cell;
   protected body Cell is
      procedure Set (V : Integer) is
      begin
         Value := V;
      end Set;
      function Get return Integer is (Value);
      entry Wait when Value > 0 is
      begin
         null;
      end Wait;
   end Cell;
   task Server is
      entry Add (N : in out Integer);
   end Server;
   task body Server is
   begin
      X := 2;
      pragma Assert (X = 2);
      Cell.Set (X);
      accept Add (N : in out Integer) do
         pragma Assert (N < 10);
         N := N + 1;
      end Add;
      Y := 3;
   end Server;
begin
   pragma Assert (X = 1);
   pragma Assert (Y = 1);
   Cell.Set (5);
   pragma Assert (Cell.Get = 5);
   Cell.Wait;
   pragma Assert (False);
end Tasks;
