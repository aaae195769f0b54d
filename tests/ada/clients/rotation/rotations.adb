package body Rotations is
   Most  : constant := 6;
   Names : constant array (1 .. Most) of Integer := (11, 12, 13, 14, 15, 16);
   Here  : Integer := 1;
   Count : Integer := 2;

   procedure Turn is
   begin
      if Here >= Count then --  wrong: if Here > Count then
         Here := 1;
      else
         Here := Here + 1;
      end if;
   end Turn;

   procedure Leave is
   begin
      if Count > 1 then
         Count := Count - 1;
         Here := 1;
      end if;
   end Leave;

   procedure Join is
   begin
      if Count < Most then
         Count := Count + 1;
      end if;
   end Join;

   function Current return Integer is
   begin
      return Names (Here); --  fails: VC_INDEX_CHECK
   end Current;
end Rotations;
