--  What is written before it is read in every run is found by the runs, where the text does not show it.
procedure Written_In_Parts is
   subtype Small is Integer range 1 .. 9;
   type Row is array (1 .. 4) of Small;
   type Pair is record
      A, B : Small;
   end record;
   function Id (X : Integer) return Integer is (X);
   R : Row;
   P : Pair;
   I : Integer := 1;
begin
   while I <= 4 loop
      R (I) := Id (5 - I);
      I := I + 1;
   end loop;
   if Id (3) = 3 then
      P.A := 1;
   end if;
   P.B := R (4) + Id (1);
   pragma Assert (R (1) = 4 and R (4) = 1);
   pragma Assert (P = (1, 2));
   pragma Assert (P.A /= P.B);
end Written_In_Parts;
