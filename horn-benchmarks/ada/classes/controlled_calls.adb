with Controlling; use Controlling;
procedure Controlled_Calls is
   A : T_Ref := new U;
   B : U_Ref := new U'(N => 2, M => 3);
   C : T_Ref := new V;
   N : T_Ref;
begin
   A.Op (4);
   pragma Assert (Log = 4 and A.N = 2 and Get (A) = 1014);
   Op (B, 1);
   pragma Assert (Log = 44 and B.M = 4 and B.N = 3);
   Both (B, GU'Access);
   pragma Assert (Log = 445 and B.M = 10);
   Log := 0;
   GT.Op (7);
   pragma Assert (GT.N = 8 and Log = 1 and GT.Get = 8);
   Wide (A);
   pragma Assert (Log = 143 and A.N = 100);
   Log := 0;
   Wide (C);
   pragma Assert (Log = 46 and C.N = 200);
   Wide (GV'Access);
   pragma Assert (GV.N = 200 and GV.M = 15);
   Wide_Val (C.all);
   GV.Op (1);
   pragma Assert (GV.M = 16 and GV.N = 201);
   Log := 0;
   begin
      Both (A, C);
      pragma Assert (False);
   exception
      when Constraint_Error => Log := Log + 1;
   end;
   begin
      Op (N, 3);
      pragma Assert (False);
   exception
      when Constraint_Error => Log := Log + 1;
   end;
   begin
      N.Op (3);
      pragma Assert (False);
   exception
      when Constraint_Error => Log := Log + 1;
   end;
   pragma Assert (Log = 3);
   N := GT'Access;
   Both (N, N);
   pragma Assert (Log = 32);
end Controlled_Calls;
