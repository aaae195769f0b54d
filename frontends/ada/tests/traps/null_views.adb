--  The bounds of a null array need not belong to the index subtype of the type that it is converted to.
procedure Null_Views is
   type Counted is array (Positive range <>) of Integer;
   type Free is array (Integer range <>) of Integer;
   function Count (X : Counted) return Natural is (X'Length);
   Low  : Integer := 5;
   None : Free (Low .. Low - 5) := (others => 0);
   One  : Free (Low - 5 .. Low - 5) := (others => 0);
begin
   pragma Assert (Counted (None)'Last = 0);
   pragma Assert (Count (Counted (None)) = 0);
   pragma Assert (Count (Counted (One)) = 1);  --  fails: VC_RANGE_CHECK
end Null_Views;
