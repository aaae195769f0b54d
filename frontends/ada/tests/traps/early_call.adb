--  A call in front of the body of a subprogram raises Program_Error, also through other subprograms (RM 3.11 (9,
--  10)); a flag is set anew wherever the declarative part is elaborated.
procedure Early_Call is
   Raised, Count : Natural := 0;
   function Late (X : Integer) return Integer;
   procedure Through (X : Integer; Call : Boolean);
   procedure Through (X : Integer; Call : Boolean) is
   begin
      if Call and then Late (X) > 0 then
         Count := Count + 1;
      end if;
   end Through;
   package First is
      procedure Nothing;
   end First;
   package body First is
      procedure Nothing is null;
   begin
      Through (1, False);
      begin
         Through (1, True);
         Count := 100;
      exception
         when Program_Error => Raised := Raised + 1;
      end;
   end First;
   function Late (X : Integer) return Integer is
   begin
      return X;
   exception
      when Program_Error => return 7;
   end Late;
begin
   Through (1, True);
   pragma Assert (Count = 1 and Raised = 1);
   for I in 1 .. 2 loop
      begin
         declare
            function Next return Integer;
            X : constant Integer := (if I = 1 then 3 else Next);
            function Next return Integer is (X + I);
            Got : constant Integer := Next;
         begin
            Count := Count + X + Got;
         end;
      exception
         when Program_Error => Raised := Raised + 10;
      end;
   end loop;
   pragma Assert (Raised = 11);
   pragma Assert (Count = 9);  --  fails: VC_ASSERT
end Early_Call;
