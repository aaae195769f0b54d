--  RM 1.1.4 (18): where a handler waits it is seen what was done in front of a check that fails, and which of two
--  exceptions came first.
procedure Failing_Operands is
   First, Second : exception;
   type Pair is array (1 .. 2) of Integer;
   V : Pair := (1, 2);
   Count : Integer := 0;
   Who : Integer := 0;
   function Next return Integer is
   begin
      Count := Count + 1;
      return 1;
   end Next;
   function One return Integer is
   begin
      if Count >= 0 then
         raise First;
      end if;
      return 1;
   end One;
   function Two return Integer is
   begin
      if Count >= 0 then
         raise Second;
      end if;
      return 2;
   end Two;
   procedure Store (Place : Integer) is
   begin
      V (Place) := Next;
   exception
      when Constraint_Error => null;
   end Store;
   procedure Divide (By : Integer; R : out Integer) is
   begin
      R := 0;
      R := Next + 10 / By;
   exception
      when Constraint_Error => null;
   end Divide;
   procedure Both is
   begin
      V (One) := Two;
   exception
      when First => Who := 1;
      when Second => Who := 2;
   end Both;
   R : Integer;
begin
   Store (3);
   pragma Assert (Count = 1);
   Count := 0;
   Divide (0, R);
   pragma Assert (Count = 1);
   Both;
   pragma Assert (Who = 2);
   pragma Assert (Who in 1 .. 2);
   Count := 0;
   Store (2);
   pragma Assert (Count = 1);
end Failing_Operands;
