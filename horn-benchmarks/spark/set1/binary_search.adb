package body Binary_Search is

   procedure Search (A : in Vector; N : in Integer; Key : in Integer; Place : out Integer; Found : out Boolean)
   --# derives Place, Found from A, N, Key;
   is
      Low, High, Mid : Integer;
   begin
      Low := 0;
      High := N - 1;
      Place := 0;
      Found := False;
      while Low <= High and not Found loop
         --% notOverflow (+, Integer, Low, High);
         Mid := (Low + High) / 2;
         if A (Mid) < Key then
            Low := Mid + 1;
         elsif A (Mid) > Key then
            High := Mid - 1;
         else
            Place := Mid;
            Found := True;
         end if;
      end loop;
   end Search;

   procedure Check (A : in Vector; N : in Integer; Key : in Integer) is
      Place : Integer;
      Found : Boolean;
   begin
      --% assume N >= 0 and N <= Size;
      for I in Index range 0 .. N - 2 loop
         --% assume A (I) <= A (I + 1);
      end loop;
      Search (A, N, Key, Place, Found);
      if Found then
         --% assert A (Place) = Key;
      else
         for I in Index range 0 .. N - 1 loop
            --% assert A (I) /= Key;
         end loop;
      end if;
   end Check;

end Binary_Search;
