--  SPARK RM 6.10: what is not known to have a value is no less what it is in Ada.
procedure Relaxed_Initialization is
   type Row is array (1 .. 3) of Integer with Relaxed_Initialization;
   type Pair is record
      A : Integer;
      B : Natural;
   end record;
   procedure Fill (R : in out Row; P : in out Pair) with Relaxed_Initialization => (R, P) is
   begin
      R (2) := 4;
      P.B := 2;
   end Fill;
   R : Row;
   P : Pair := (A => 0, B => 0) with Relaxed_Initialization;
   N : Integer;
begin
   Fill (R, P);
   pragma Assert (R (2) + P.B = 6);
   N := 1;
   pragma Assert (N'Initialized);
   pragma Assert (P.B /= 2);  --  fails: VC_ASSERT
end Relaxed_Initialization;
