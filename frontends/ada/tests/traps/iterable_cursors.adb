--  Iteration over a type with aspect Iterable is a loop over cursors: Has_Element is asked before each turn, Next behind
--  it, also behind changes of the container, and not behind an exit.
procedure Iterable_Cursors is
   package Counters is
      type Counter is record
         Last : Natural := 0;
      end record with
        Iterable => (First => Start, Next => Behind, Has_Element => Inside, Element => Item);
      Asked : Natural := 0;
      function Start (C : Counter) return Natural is (1);
      function Behind (C : Counter; Cursor : Natural) return Natural is (Cursor + 2);
      function Inside (C : Counter; Cursor : Natural) return Boolean;
      function Item (C : Counter; Cursor : Natural) return Integer is (Cursor * 10);
   end Counters;

   package body Counters is
      function Inside (C : Counter; Cursor : Natural) return Boolean is
      begin
         Asked := Asked + 1;
         return Cursor <= C.Last;
      end Inside;
   end Counters;
   use Counters;

   C     : Counter := (Last => 5);
   Sum   : Integer := 0;
   Turns : Natural := 0;
begin
   for E of C loop
      Sum := Sum + E;
   end loop;
   pragma Assert (Sum = 90 and Asked = 4);
   for Cursor in C loop
      Turns := Turns + 1;
      if Turns = 2 then
         C.Last := 8;
      end if;
      exit when Cursor = 7;
   end loop;
   pragma Assert (Turns = 4 and Asked = 8);
   C.Last := 0;
   for E of C loop
      Turns := 0;
   end loop;
   pragma Assert (Turns = 4);
   pragma Assert (Asked = 8);  --  fails: VC_ASSERT
end Iterable_Cursors;
