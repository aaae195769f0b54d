package body Journals is
   type State is (Idle, Active);
   Size : constant := 8;
   Now  : State := Idle;
   Used : Natural := 0;
   Kept : Natural := 0;
   Page : array (1 .. Size) of Integer := (others => 0);

   procedure Start is
   begin
      if Now = Idle then
         Now := Active;
         Used := Kept;
      end if;
   end Start;

   procedure Put (X : Integer) is
   begin
      if Now = Active and then Used < Size then
         Used := Used + 1;
         Page (Used) := X;
      end if;
   end Put;

   procedure Commit is
   begin
      if Now = Active then
         Kept := Used;
         Now := Idle;
      elsif Kept > 0 then
         Kept := 0; --  wrong: Kept := Kept - 1; Now := Active;
         Used := 0; --  wrong: Used := Kept / 2;
      end if;
   end Commit;

   function Pending return Natural is
   begin
      return Used - Kept; --  fails: VC_RANGE_CHECK
   end Pending;
end Journals;
