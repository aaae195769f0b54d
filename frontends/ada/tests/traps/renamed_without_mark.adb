--  Renamings without a subtype mark, whose type is that of what they rename.
procedure Renamed_Without_Mark is
   type Pair is record
      A, B : Integer := 1;
   end record;
   type Row is array (1 .. 3) of Integer;
   function Grown (X : Integer) return Integer is (X + 1)
     with Post => (declare Y renames X; begin Grown'Result > Y);
   package Inside is
      P : Pair;
      First renames P.A;
   end Inside;
   R : Row := (1, 2, 3);
   I : Integer := 2;
   Second renames R (I);
   Value renames Grown (I);
   Z : Integer := (declare W renames R (3); begin W + 1);
begin
   I := 3;
   Second := 7;
   Inside.First := 5;
   pragma Assert (R (2) = 7 and R (3) = 3 and Value = 3 and Z = 4);
   pragma Assert (Inside.P.A = 5 and Inside.P.B = 1);
   declare
      Other renames Inside.First;
   begin
      Other := Other + 1;
   end;
   pragma Assert (Inside.P.A = 5);  --  fails: VC_ASSERT
end Renamed_Without_Mark;
