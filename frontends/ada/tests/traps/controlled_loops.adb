--  What a loop says of itself stands in a block with an object that is finalized: the first variant decreases, of the
--  second nothing does.
with Ada.Finalization;
procedure Controlled_Loops is
   package Guards is
      type Guard is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Finalize (G : in out Guard);
      Closed : Natural := 0;
   end Guards;

   package body Guards is
      procedure Finalize (G : in out Guard) is
      begin
         Closed := Closed + 1;
      end Finalize;
   end Guards;
   use Guards;

   I : Natural := 3;
begin
   while I > 0 loop
      declare
         G : Guard;
      begin
         pragma Loop_Invariant (Closed + I = 3);
         pragma Loop_Variant (Decreases => I);
      end;
      I := I - 1;
   end loop;
   pragma Assert (I = 0 and Closed = 3);

   I := 3;
   while I > 0 loop
      declare
         G : Guard;
      begin
         pragma Loop_Variant (Decreases => I);  --  fails: VC_LOOP_VARIANT
      end;
      exit when Closed = 6;
   end loop;
end Controlled_Loops;
