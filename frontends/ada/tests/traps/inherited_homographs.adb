--  Of operations with one profile that are inherited from several ancestors, one with a body counts.
procedure Inherited_Homographs is
   package I is
      type I1 is interface;
      procedure Do_It (O : in out I1) is null;
      function F (O : I1) return Integer is abstract;
      type I2 is interface;
      procedure Do_It (O : in out I2) is abstract;
      type I3 is interface and I1 and I2;
      type P is tagged record
         C : Integer := 0;
      end record;
      procedure Do_It (O : in out P);
      function F (O : P) return Integer is (O.C + 100);
      type Q is new P and I3 with null record;
   end I;
   package body I is
      procedure Do_It (O : in out P) is
      begin
         O.C := O.C + 5;
      end Do_It;
   end I;
   X : I.Q;
begin
   X.Do_It;
   pragma Assert (X.C = 5 and X.F = 105);
   I.I1'Class (X).Do_It;
   pragma Assert (X.C = 10);
   I.I2'Class (X).Do_It;
   pragma Assert (X.C = 15);
   I.I3'Class (X).Do_It;
   pragma Assert (X.C = 20 and I.I1'Class (X).F = 120);
   I.Do_It (I.P'Class (X));
   pragma Assert (X.C = 20);  --  fails: VC_ASSERT
end Inherited_Homographs;
