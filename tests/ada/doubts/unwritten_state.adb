package body Unwritten_State is
   Kept : Natural;

   procedure Read (X : out Natural) is
   begin
      X := Kept;
   end Read;
end Unwritten_State;
