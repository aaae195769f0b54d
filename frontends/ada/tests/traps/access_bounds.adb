--  The bounds of an array belong to the object that is allocated.
procedure Access_Bounds is
   type Text is access String;
   function Make (N : Natural) return Text is
     (new String'(1 .. N => 'x'));
   T : Text := new String'("abc");
   U : Text := Make (5);
   S : constant String := "pqr";
begin
   pragma Assert (T'First = 1 and T'Last = 3 and U.all'Length = 5);
   U (2 .. 3) := "yz";
   pragma Assert (U.all = "xyzxx");
   pragma Assert (T (2 .. 3) & U (1) = "bcx");
   T.all := S;
   pragma Assert (T.all = "pqr");
   T := new String'(4 .. 6 => ' ');
   T.all := U (1 .. 3);
   pragma Assert (T (4) = 'x' and T (6) = 'z');
   for I in T'Range loop
      T (I) := 'a';
   end loop;
   pragma Assert (T.all = "aaa");
   T.all := U.all;  --  fails: VC_LENGTH_CHECK
end Access_Bounds;
