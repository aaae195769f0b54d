--  What a lemma about an order says holds only of relations that are transitive.
with SPARK.Lemmas.Unconstrained_Array;
procedure Broken_Transitive is
   type Numbers is array (Positive range <>) of Integer;
   function Less (X, Y : Integer) return Boolean is (X /= Y);
   package Orders is new SPARK.Lemmas.Unconstrained_Array (Positive, Integer, Numbers, Less);
   A : constant Numbers := (1, 2, 1);
begin
   Orders.Lemma_Transitive_Order (A);
   pragma Assert (A (1) /= A (3));
end Broken_Transitive;
