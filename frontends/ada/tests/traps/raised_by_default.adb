--  What default values call may raise exceptions, which the handler around the declaration's block takes (RM 3.3.1).
procedure Raised_By_Default is
   Count : Natural := 0;
   Wrong : exception;
   function Next return Natural is
   begin
      Count := Count + 1;
      if Count = 2 then
         raise Wrong;
      end if;
      return Count;
   end Next;
   type Item is record
      Number : Natural := Next;
   end record;
   type Items is array (1 .. 2) of Item;
   Handled : Boolean := False;
begin
   declare
      X : Item;
   begin
      pragma Assert (X.Number = 1);
   end;
   begin
      declare
         X : Items;
      begin
         pragma Assert (X (1).Number = 10);
      end;
   exception
      when Wrong => Handled := True;
   end;
   pragma Assert (Handled);
   pragma Assert (Count = 3);  --  fails: VC_ASSERT
end Raised_By_Default;
