--  A default value in an aggregate names the discriminants of the record around the aggregate (RM 3.8 (12)).
procedure Discriminants_In_Aggregates is
   type In_R (N : Integer) is record V : Integer; end record;
   type Out_R (D : Integer) is record
      C : In_R (1) := (N => 1, V => D);
   end record;
   X : Out_R (3);
begin
   pragma Assert (X.C.V = 3);
end Discriminants_In_Aggregates;
