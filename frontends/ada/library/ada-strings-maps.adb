package body Ada.Strings.Maps is
   function To_Ranges (Set : Character_Set) return Character_Ranges is
      Result : Character_Ranges (1 .. 128) := [others => (Low | High => Character'First)];
      Last   : Natural := 0;
   begin
      for C in Character loop
         if Set (C) then
            if C = Character'First or else not Set (Character'Pred (C)) then
               Last := Last + 1;
               Result (Last).Low := C;
            end if;
            Result (Last).High := C;
         end if;
      end loop;
      return Result (1 .. Last);
   end To_Ranges;

   function To_Sequence (Set : Character_Set) return Character_Sequence is
      Result : String (1 .. 256) := [others => ' '];
      Last   : Natural := 0;
   begin
      for C in Character loop
         if Set (C) then
            Last := Last + 1;
            Result (Last) := C;
         end if;
      end loop;
      return Result (1 .. Last);
   end To_Sequence;

   function To_Mapping (From, To : Character_Sequence) return Character_Mapping is
      Result : Character_Mapping := Identity;
      Known  : Character_Set := Null_Set;
   begin
      if From'Length /= To'Length then
         raise Translation_Error;
      end if;
      for I in From'Range loop
         if Known (From (I)) then
            raise Translation_Error;
         end if;
         Known (From (I)) := True;
         Result (From (I)) := Shift (From (I), To (To'First + (I - From'First)));
      end loop;
      return Result;
   end To_Mapping;

   function To_Domain (Map : Character_Mapping) return Character_Sequence is
     (To_Sequence ([for C in Character => Map (C) /= 0]));

   function To_Range (Map : Character_Mapping) return Character_Sequence is
      Domain : constant Character_Sequence := To_Domain (Map);
   begin
      return [for I in 1 .. Domain'Last => Value (Map, Domain (I))];
   end To_Range;
end Ada.Strings.Maps;
