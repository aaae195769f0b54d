--  What is not evaluated has no value, and says nothing: a look into a table, and the neighbour of a number.
procedure Never_Evaluated (X : Float) is
   type Class_Map is array (Character) of Integer;
   Map : constant Class_Map := ('a' | 'c' | 'e' | 'g' | 'i' | 'k' | 'm' | 'o' | 'q' => 1, others => 0);
   Source : constant String := "ac";
   P : Positive := 1;
   B : Boolean;
begin
   while P <= Source'Last and then Map (Source (P)) = 1 loop
      P := P + 1;
   end loop;
   pragma Assert (P = 3);
   B := X = Float'Last or else Float'Succ (X) > X;
   pragma Assert (X /= Float'Last);
end Never_Evaluated;
