package Relaxed_Parts is
   type Pair is record
      A : Integer;
      B : Natural;
   end record;
   type Loose is new Pair with Relaxed_Initialization;
   Kept : Loose;
   procedure Read (P : in Pair; X : out Natural) with Relaxed_Initialization => P;
   procedure Get (X : out Natural);
end Relaxed_Parts;
