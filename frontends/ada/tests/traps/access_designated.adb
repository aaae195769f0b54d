--  An object without an initial value has the bounds that the designated subtype asks for; an initial value slides.
procedure Access_Designated is
   type Row is array (Integer range <>) of Integer;
   type Three is access Row (2 .. 4);
   A : Three;
   N : Integer := 0;
begin
   A := new Row'(5 .. 7 => 1);
   pragma Assert (A'First = 2 and A (4) = 1);
   A := new Row (2 .. 4);
   begin
      A := Three'(new Row (3 .. 5));
      N := 1;
   exception
      when Constraint_Error => N := 2;
   end;
   pragma Assert (N = 2);
   A.all := [1, 2, 3];
   pragma Assert (A (3) = 2);
   A := new Row (3 .. 5);  --  fails: VC_RANGE_CHECK
end Access_Designated;
