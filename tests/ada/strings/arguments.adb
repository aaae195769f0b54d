with Ada.Command_Line; use Ada.Command_Line;
with Ada.Strings.Hash;
with Ada.Containers; use type Ada.Containers.Hash_Type;
procedure Arguments is
   Verbose : Natural := 0;
begin
   for I in 1 .. Argument_Count loop
      if Argument (I) = "-v" then
         Verbose := (if Verbose < 9 then Verbose + 1 else 9);
      end if;
   end loop;
   Set_Exit_Status (if Verbose > 0 then Failure else Success);
   if Argument_Count > 0 then
      pragma Assert (Argument_Count >= 1 and Argument (1)'First = 1);
      pragma Assert (Argument (1)'Length > 0);  --  open
   end if;
   pragma Assert (Ada.Strings.Hash ("a") /= 7);  --  open
   begin
      if Argument (Argument_Count + 1) = "" then
         pragma Assert (False);
      end if;
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
end Arguments;
