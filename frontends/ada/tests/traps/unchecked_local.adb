--  An access value of a type that lives longer than an object designates it, as long as nothing that holds such values
--  lives longer (RM 13.10).
procedure Unchecked_Local is
   package Things is
      type Thing is tagged record
         Data : Integer := 1;
      end record;
      type Link is access all Thing;
      procedure Clear (X : access Thing'Class);
      function Size (X : access constant Thing) return Integer;
   end Things;
   package body Things is
      procedure Clear (X : access Thing'Class) is
      begin
         if X /= null then
            X.Data := 0;
         end if;
      end Clear;
      function Size (X : access constant Thing) return Integer is (X.Data);
   end Things;
begin
   declare
      T : aliased Things.Thing;
      L : Things.Link := T'Unchecked_Access;
      Null_Link : Things.Link;
   begin
      L.Clear;
      pragma Assert (T.Data = 0 and L.Size = 0);
      Things.Clear (Null_Link);
      pragma Assert (T.Size = 1);  --  fails: VC_ASSERT
   end;
end Unchecked_Local;
