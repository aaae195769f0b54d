procedure Generics is
   generic
      type Item is private;
      type Index is range <>;
      type Items is array (Index range <>) of Item;
      with function "<" (L, R : Item) return Boolean;
   function Greatest (A : Items) return Item;
   function Greatest (A : Items) return Item is
      Best : Item := A (A'First);
   begin
      for I in A'Range loop
         if Best < A (I) then
            Best := A (I);
         end if;
      end loop;
      return Best;
   end Greatest;
   generic
      Size : Positive;
   package Stacks is
      procedure Push (N : Integer);
      function Top return Integer;
      function Full return Boolean;
   end Stacks;
   package body Stacks is
      Data  : array (1 .. Size) of Integer := (others => 0);
      Count : Natural := 0;
      procedure Push (N : Integer) is
      begin
         Count := Count + 1;
         Data (Count) := N;  --  fails: VC_INDEX_CHECK
      end Push;
      function Top return Integer is (Data (Count));
      function Full return Boolean is (Count = Size);
   end Stacks;
   type Numbers is array (Integer range <>) of Integer;
   function Max is new Greatest (Integer, Integer, Numbers, "<");
   function Min is new Greatest (Integer, Integer, Numbers, ">");
   package Two is new Stacks (2);
   package Five is new Stacks (Size => 5);
begin
   pragma Assert (Max ((3, 9, 2)) = 9 and Min ((3, 9, 2)) = 2);
   Five.Push (1);
   Two.Push (7);
   Two.Push (8);
   pragma Assert (Two.Top = 8 and Two.Full and not Five.Full and Five.Top = 1);
   Two.Push (9);
end Generics;
