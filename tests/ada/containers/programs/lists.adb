with Ada.Containers.Doubly_Linked_Lists; use Ada.Containers;
with Ada.Containers.Ordered_Sets;
procedure Lists (N : Integer) is
   package Ordered is new Ada.Containers.Ordered_Sets (Integer);
   package Numbers is new Ada.Containers.Doubly_Linked_Lists (Integer);
   use type Ordered.Set;
   O   : Ordered.Set;
   L   : Numbers.List;
   Sum : Integer := 0;
begin
   O := Ordered.To_Set (3) or Ordered.To_Set (1);
   O.Insert (2);
   pragma Assert (O.First_Element = 1 and O.Last_Element = 3 and O.Length = 3);
   for E of O loop
      pragma Assert (E > Sum);
      Sum := E;
   end loop;
   O.Delete_First;
   pragma Assert (Sum = 3 and O.First_Element = 2);
   L.Append (1);
   L.Prepend (0);
   L.Append (2);
   pragma Assert (L.Length = 3 and L.First_Element = 0 and L.Last_Element = 2 and L.Contains (1));
   for E of L loop
      E := E + 1;
   end loop;
   L.Delete_First (2);
   pragma Assert (L.First_Element = 3);
   L.Delete_Last;
   begin
      Sum := L.First_Element;
      pragma Assert (False);
   exception
      when Constraint_Error =>
         pragma Assert (N < 9);  --  fails: VC_ASSERT
   end;
end Lists;
