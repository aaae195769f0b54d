--  The expression of others, and default expressions, are evaluated for every component.
procedure Each_Component (V : Integer) is
   N : Integer := 0;
   function Next return Integer is
   begin
      N := N + 1;
      return N;
   end Next;
   type Item is record
      X : Integer := Next;
      Y : Integer := V;
   end record;
   type Row is array (1 .. 3) of Integer;
   type Items is array (1 .. 2) of Item;
   R : Row := (2 => 0, others => Next);
   S : Items;
begin
   pragma Assert (R (1) = 1 and then R (3) = 2);
   pragma Assert (S (1).X = 3 and then S (2).X = 4 and then S (2).Y = V);
   R := (1 .. 2 => Next, 3 => Next);
   pragma Assert (N = 7 and then R (2) > R (1));
   pragma Assert (R (1) = R (2) - 1 or else V = 5);
end Each_Component;
