--  What an inherited function gives has the discriminant of the new type.
procedure Replaced_In_Result is
   package Q is
      type T (D : Natural) is record
         S : String (1 .. D) := (others => 'a');
      end record;
      function Make (X : Natural) return T;
   end Q;
   package body Q is
      function Make (X : Natural) return T is
         R : T (X);
      begin
         return R;
      end Make;
   end Q;
   type TT (F : Natural) is new Q.T (F);
   T1 : TT (3);
begin
   T1 := Make (4);  --  fails: VC_DISCRIMINANT_CHECK
end Replaced_In_Result;
