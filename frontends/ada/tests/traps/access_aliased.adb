--  An aliased variable changes under both of its names.
procedure Access_Aliased is
   type Ref is access all Integer;
   type Fixed is access constant Integer;
   X : aliased Integer := 1;
   C : aliased constant Integer := 8;
   P : Ref := X'Access;
   F : Fixed := X'Access;
   procedure Change is
   begin
      P.all := P.all + 1;
   end Change;
begin
   X := 2;
   pragma Assert (P.all = 2 and F.all = 2);
   Change;
   pragma Assert (X = 3 and F.all = 3);
   P := new Integer'(10);
   Change;
   pragma Assert (X = 3 and P.all = 11);
   F := C'Access;
   pragma Assert (F.all = 8 and C = 8);
   F := X'Access;
   for I in 1 .. 2 loop
      declare
         Y : aliased Integer := I;
         type Inner is access all Integer;
         Q : constant Inner := Y'Access;
      begin
         Q.all := Q.all + X;
         pragma Assert (Y = I + 3);
      end;
   end loop;
   X := 0;
   pragma Assert (12 / F.all > 0);  --  fails: VC_DIVISION_CHECK
end Access_Aliased;
