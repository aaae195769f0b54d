--  Which of several entries of one name is accepted its profile says.
procedure Overloaded is
   task Keeper is
      entry Put (X : Integer);
      entry Put (X : Boolean);
      entry Get (X : out Integer);
   end Keeper;

   task body Keeper is
   begin
      accept Put (X : Boolean) do
         pragma Assert (X);
      end Put;
      accept Put (X : Integer) do
         pragma Assert (X = 3);
      end Put;
      accept Get (X : out Integer) do
         X := 7;
      end Get;
   end Keeper;

   Y : Integer := 0;
begin
   Keeper.Put (True);
   Keeper.Put (3);
   Keeper.Get (Y);
   pragma Assert (Y = 7);
end Overloaded;
