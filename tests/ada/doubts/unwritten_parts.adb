--  Parts that nobody has written hold any pattern of bits, which GNAT's validity checks (-gnatVa) find.
with Unwritten_State;
procedure Unwritten_Parts (N : Natural) is
   type Pair is record
      A : Natural;
      B : Boolean;
   end record;
   type Row is array (1 .. 5) of Natural;
   P : Pair;
   R : Row;
   S : Natural := 0;
   Found : Boolean;
   Place : Positive;
   Count : Natural;

   procedure Part (X : out Row) is
   begin
      X (1) := N;
   end Part;

   procedure Find (Ok : out Boolean; At_Place : out Positive) is
   begin
      Ok := N > 5;
      if Ok then
         At_Place := N;
      end if;
   end Find;

   procedure Step is
   begin
      Count := Count / 2;
   end Step;

   function Half return Pair is
      Result : Pair;
   begin
      Result.A := N;
      return Result;
   end Half;
begin
   P := Half;
   if P.A = 3 then
      S := 1;
   end if;
   if P.B then
      S := 2;
   end if;
   Part (R);
   S := R (3);
   Find (Found, Place);
   S := Place;
   Step;
   Unwritten_State.Read (S);
   for I in 1 .. 3 loop
      R (I) := I;
   end loop;
   pragma Assert (for all I in R'Range => R (I) >= 0);
end Unwritten_Parts;
