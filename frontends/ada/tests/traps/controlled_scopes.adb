--  Objects are finalized wherever control leaves their region: at its end, by exit, goto, return and exceptions.
with Ada.Finalization;
procedure Controlled_Scopes is
   Open, Closed : Natural := 0;

   package Guards is
      type Guard is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Initialize (G : in out Guard);
      overriding procedure Finalize (G : in out Guard);
   end Guards;

   package body Guards is
      procedure Initialize (G : in out Guard) is
      begin
         Open := Open + 1;
      end Initialize;

      procedure Finalize (G : in out Guard) is
      begin
         Open := Open - 1;
         Closed := Closed + 1;
      end Finalize;
   end Guards;

   Failure : exception;

   function Held (Fail : Boolean) return Natural is
      G : Guards.Guard;
   begin
      if Fail then
         raise Failure;
      end if;
      return Open;
   end Held;

   N : Natural := 0;
begin
   declare
      A, B : Guards.Guard;
   begin
      pragma Assert (Open = 2);
   end;
   pragma Assert (Open = 0 and Closed = 2);

   for I in 1 .. 5 loop
      declare
         A : Guards.Guard;
      begin
         exit when I = 3;
         if I = 2 then
            goto Continue;
         end if;
         N := N + 1;
      end;
      <<Continue>>
   end loop;
   pragma Assert (N = 1 and Open = 0 and Closed = 5);

   pragma Assert (Held (False) = 1);
   pragma Assert (Open = 0 and Closed = 6);

   begin
      N := Held (True);
   exception
      when Failure =>
         pragma Assert (Open = 0);
   end;
   declare
      A : Guards.Guard;
   begin
      raise Failure;
   exception
      when Failure =>
         pragma Assert (Open = 1);  --  not finalized yet
   end;
   pragma Assert (Open = 0 and Closed = 8);
   pragma Assert (Closed = 9);  --  fails: VC_ASSERT
end Controlled_Scopes;
