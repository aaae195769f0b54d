--  Where no task calls them, the operations of a protected object find the state that the calls before have left.
procedure Protected_State is
   protected Counter is
      procedure Step (By : Positive);
      procedure Reset;
      function Value return Natural;
   private
      N : Natural := 2;
      Calls : Natural := 0;
   end Counter;
   protected body Counter is
      procedure Count is
      begin
         Calls := Calls + 1;
      end Count;
      procedure Step (By : Positive) is
      begin
         Count;
         N := N + By;
      end Step;
      procedure Reset is
      begin
         Counter.Step (1);
         N := 0;
      end Reset;
      function Value return Natural is (N + Calls);
   end Counter;
begin
   Counter.Step (3);
   pragma Assert (Counter.Value = 6);
   Counter.Reset;
   pragma Assert (Counter.Value = 2);
   Counter.Step (4);
   pragma Assert (Counter.Value = 6);  --  fails: VC_ASSERT
end Protected_State;
