--  Which of several functions a prefix calls is decided by the type that the context asks for (RM 8.6 (17)).
procedure Functions_In_Prefixes is
   type Whole is record
      Value : Integer := 1;
   end record;
   type Real is record
      Value : Float := 2.0;
   end record;
   type Row is array (1 .. 3) of Integer;
   type Flags is array (1 .. 3) of Boolean;
   type Number is access Integer;
   type Flag is access Boolean;
   function F return Whole is (Value => 3);
   function F return Real is (Value => 4.0);
   function G return Row is (5, 6, 7);
   function G return Flags is (False, True, False);
   P : constant Number := new Integer'(8);
   B : constant Flag := new Boolean'(True);
   function H return Number is (P);
   function H return Flag is (B);
   X : Integer := F.Value;
   Y : constant Float := F.Value;
   Z : Boolean := G (2);
begin
   pragma Assert (X = 3 and Y = 4.0 and Z);
   X := G (2);
   Z := not G (1);
   pragma Assert (X = 6 and Z);
   H.all := 9;
   H.all := False;
   pragma Assert (P.all = 9 and not B.all);
   if G (2) then
      X := H.all;
   end if;
   pragma Assert (X = 6);  --  fails: VC_ASSERT
end Functions_In_Prefixes;
