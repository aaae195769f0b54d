--  A large array is passed by reference: what was done before the exception is there; a small record is not.
procedure By_Reference (V : Integer) is
   type Row is array (1 .. 100) of Integer;
   type Pair is record
      X, Y : Integer;
   end record;
   A : Row := (others => 1);
   P : Pair := (1, 2);
   procedure Change (R : in out Row; Q : in out Pair) is
   begin
      R (1) := 7;
      Q.X := 7;
      if V > 0 then
         raise Program_Error;
      end if;
      R (2) := 8;
   end Change;
begin
   Change (A, P);
   pragma Assert (A (1) = 7 and then A (2) = 8 and then P.X = 7);
exception
   when Program_Error =>
      pragma Assert (A (1) = 7 and then A (2) = 1 and then P.X = 1);
end By_Reference;
