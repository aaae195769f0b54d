--  A heap filled by a script. With a slip.
procedure Priority_Queue_Slip is
   type Heap_Array is array (1 .. 8) of Integer;
   H : Heap_Array;
   Size : Natural := 0;
   procedure Insert (X : Integer) is
      I : Positive;
      T : Integer;
   begin
      Size := Size + 1;
      H (Size) := X;
      I := Size;
      while I > 1 and then H (I / 2) > H (I) loop
         T := H (I);
         H (I) := H (I / 2);
         H (I / 2) := T;
         I := I / 2;
      end loop;
   end Insert;
begin
   Insert (5);
   Insert (3);
   Insert (8);
   Insert (1);
   Insert (9);
   Insert (2);
   pragma Assert (H (1) = 1);
   pragma Assert (for all I in 2 .. Size => H (I - 1) <= H (I));
end Priority_Queue_Slip;
