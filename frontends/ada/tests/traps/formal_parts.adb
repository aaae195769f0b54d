--  Operators for components, and for what access values designate, are those of the formal type by which they are
--  declared, also where the actual type has another one that the generic unit uses itself.
procedure Formal_Parts is
   generic
      type Item is private;
      type Table is array (Positive range <>) of Item;
      with function "<" (Left, Right : Item) return Boolean is <>;
   package Orders is
      type Pair is record
         Key   : Item;
         Count : Natural := 0;
      end record;
      type Link is not null access Pair;
      subtype Value is Item;
      type Row is array (1 .. 2) of Value;
      procedure Sort (T : in out Table);
      function In_Order (L, R : Pair) return Boolean is (L.Key < R.Key);
      function First (L, R : Link) return Boolean is (L.Key < R.all.Key);
      function Rising (R : Row) return Boolean is (R (1) < R (2));
   end Orders;

   package body Orders is
      procedure Sort (T : in out Table) is
         Kept : Item;
      begin
         for I in T'First .. T'Last - 1 loop
            for J in I + 1 .. T'Last loop
               if T (J) < T (I) then
                  Kept := T (I);
                  T (I) := T (J);
                  T (J) := Kept;
               end if;
            end loop;
         end loop;
      end Sort;
   end Orders;

   type Numbers is array (Positive range <>) of Integer;
   package Down is new Orders (Integer, Numbers, ">");
   package Up is new Orders (Integer, Numbers);
   X : Numbers := (3, 1, 2);
begin
   Down.Sort (X);
   pragma Assert (X = (3, 2, 1));
   Up.Sort (X);
   pragma Assert (X = (1, 2, 3));
   pragma Assert (Down.In_Order ((4, 0), (2, 0)) and not Up.In_Order ((4, 0), (2, 0)));
   pragma Assert (Down.Rising ((2, 1)) and Up.Rising ((1, 2)));
   pragma Assert (Down.First (new Down.Pair'(2, 0), new Down.Pair'(1, 0)));
   pragma Assert (Down.Rising ((1, 2)));  --  fails: VC_ASSERT
end Formal_Parts;
