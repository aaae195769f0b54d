--  The bounds of an aggregate belong to the index subtype (RM 4.3.3 (28)), those of a null one need not.
procedure Index_Of_Aggregate is
   procedure Run (N : Integer) is
      subtype Index is Integer range 1 .. 10;
      type List is array (Index range <>) of Integer;
      Null_One : constant List := (17 .. 16 => 1);
      Three    : constant List := (1, 2, 3);
      One      : constant List := (N => 1);  --  fails: VC_RANGE_CHECK
   begin
      pragma Assert (Null_One'Length = 0 and Three'Last = 3 and One'Length = 1);
   end Run;
begin
   Run (1);
   Run (10);
   Run (11);
end Index_Of_Aggregate;
