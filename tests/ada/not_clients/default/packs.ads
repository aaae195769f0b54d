package Packs is
   type Ticket is limited private;
   procedure Use_It;
private
   function Next return Integer;
   type Ticket is limited record
      Number : Integer := Next;
   end record;
end Packs;
