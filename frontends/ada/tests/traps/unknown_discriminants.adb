--  Private extensions with unknown discriminants.
procedure Unknown_Discriminants is
   package Q is
      type T (<>) is tagged private;
      function Mk (N : Natural) return T;
      function Val (X : T) return Natural;
      type U (<>) is new T with private;
      function Mk (N : Natural) return U;
      function Ext (X : U) return Natural;
   private
      type T (N : Natural) is tagged record
         V : Natural := N;
      end record;
      type U (M : Natural) is new T (M) with record
         W : Natural := M + 1;
      end record;
   end Q;
   package body Q is
      function Mk (N : Natural) return T is
         R : T (N);
      begin
         return R;
      end Mk;
      function Val (X : T) return Natural is (X.V);
      function Mk (N : Natural) return U is
         R : U (N);
      begin
         R.V := 2 * N;
         return R;
      end Mk;
      function Ext (X : U) return Natural is (X.W);
   end Q;
   use Q;
   A : T := Mk (3);
   B : U := Mk (5);
begin
   pragma Assert (Val (A) = 3 and Val (B) = 10 and Ext (B) = 6);
end Unknown_Discriminants;
