--  What the former iterations of a loop have written is written: each component from those before it, and reads of all
--  components before the parameter's, leave no check of initialization open (RM 13.9.1).
procedure Written_Before (N : Positive) is
   type Vector is array (1 .. 10) of Natural;
   F, G, H : Vector;
   Sum : Natural := 0;
begin
   F (1) := 1;
   F (2) := 1;
   for I in 3 .. 10 loop
      F (I) := Natural'Max (F (I - 1), F (I - 2));
   end loop;
   for I in Vector'Range loop
      G (I) := N mod 7;
      for J in 1 .. I - 1 loop
         if G (J) > G (I) then
            G (I) := G (J);
         end if;
      end loop;
      H (I) := I;
      for J in 1 .. I loop
         Sum := Integer'Max (Sum, H (J));
      end loop;
   end loop;
   for I in 1 .. 10 loop
      Sum := Integer'Max (Sum, F (I));
      Sum := Integer'Max (Sum, G (I));
      Sum := Integer'Max (Sum, H (I));
   end loop;
   pragma Assert (Sum >= 0);
end Written_Before;
