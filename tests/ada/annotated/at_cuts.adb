package body At_Cuts with SPARK_Mode is

   function Blanks_From (Text : String; Start : Positive) return Natural is
      Count : Natural := 0;
   begin
      while Start + Count <= Text'Last and then Text (Start + Count) = ' ' loop
         pragma Loop_Invariant (for all Offset in 0 .. Count - 1 => Text (Start + Offset) = ' ');
         Count := Count + 1;
      end loop;
      return Count;
   end Blanks_From;

   function Blanks_Until (Text : String) return Natural is
      Count : Natural := 0;
   begin
      loop
         exit when Count >= Text'Last;
         exit when Text (Count + 1) /= ' ';
         pragma Loop_Invariant (for all Place in 1 .. Count => Text (Place) = ' ');
         Count := Count + 1;
      end loop;
      return Count;
   end Blanks_Until;

   procedure Fill_Behind (Text : in out String; Keep : Positive) is
   begin
      for Place in Keep + 1 .. Text'Last loop
         Text (Place) := '-';
         pragma Loop_Invariant (for all Before in Keep + 1 .. Place => Text (Before) = '-');
      end loop;
   end Fill_Behind;

   procedure Fill_Before (Text : in out String; Keep : Positive) is
   begin
      for Place in reverse 1 .. Keep - 1 loop
         Text (Place) := '-';
         pragma Loop_Invariant (for all Behind in Place .. Keep - 1 => Text (Behind) = '-');
      end loop;
   end Fill_Before;

   function Occurs_At (Text, Part : String) return Natural is
   begin
      for Place in 1 .. Text'Last - Part'Last + 1 loop
         if Text (Place .. Place + Part'Last - 1) = Part then
            return Place;
         end if;
         pragma Loop_Invariant (for all Before in 1 .. Place => Text (Before .. Before + Part'Last - 1) /= Part);
      end loop;
      return 0;
   end Occurs_At;

   function Weight (Letter : Character) return Natural is
      Code : constant Natural := Character'Pos (Letter);
   begin
      if Code > 200 then
         return Code - 100;
      elsif Code > 100 then
         declare
            Half : constant Natural := Code / 2;
         begin
            return Half + 7;
         end;
      end if;
      case Letter is
         when 'A' .. 'C' => return 300;
         when others     => null;
      end case;
      return Code;
   end Weight;

   function All_Light (Text : String; Limit : Natural) return Boolean is
      Result : Boolean := True;
   begin
      for Place in Text'Range loop
         if Weight (Text (Place)) >= Limit then
            Result := False;
         end if;
         pragma Loop_Invariant (Result = (for all Before in Text'First .. Place => Weight (Text (Before)) < Limit));
      end loop;
      return Result;
   end All_Light;

   function Wrapped_Power (Base : Unsigned_32; Times : Natural) return Unsigned_32 is
      Result : Unsigned_32 := 1;
   begin
      for Step in 1 .. Times loop
         Result := Result * Base;
         pragma Loop_Invariant (Result = Base ** Step);
      end loop;
      return Result;
   end Wrapped_Power;

   function Power (Base : Integer; Times : Natural) return Big_Integer is
      Result : Big_Integer := 1;
   begin
      for Step in 1 .. Times loop
         Result := Result * To_Big_Integer (Base);
         pragma Loop_Invariant (Result = To_Big_Integer (Base) ** Step);
      end loop;
      return Result;
   end Power;

   function Least_Divisor (Number : Positive) return Positive is
      Divides : Boolean  := False;
      Result  : Positive := 2;
   begin
      while not Divides and Result < Number loop
         pragma Loop_Invariant (Result > 1);
         pragma Loop_Invariant (for all Less in 2 .. Result - 1 => Number rem Less /= 0);
         if Number rem Result = 0 then
            Divides := True;
         else
            Result := Result + 1;
         end if;
      end loop;
      return Result;
   end Least_Divisor;

end At_Cuts;
