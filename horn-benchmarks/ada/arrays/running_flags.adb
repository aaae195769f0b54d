--  A flag for each sign; zero was forgotten. After SV-COMP standard_running_false.
with Vectors; use Vectors;

procedure Running_Flags (A : Vector; N : Index) is
   type Flags is array (Index) of Boolean;
   Is_Positive : Flags   := (others => False);
   Agree       : Boolean := True;
begin
   for I in 1 .. N loop
      Is_Positive (I) := A (I) > 0;
   end loop;

   for I in 1 .. N loop
      if A (I) >= 0 and then not Is_Positive (I) then
         Agree := False;
      end if;
   end loop;
   pragma Assert (Agree);
end Running_Flags;
