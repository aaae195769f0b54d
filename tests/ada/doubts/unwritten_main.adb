--  The main program finds what the elaboration leaves.
with Unwritten_State;
procedure Unwritten_Main is
   X : Natural;
begin
   Unwritten_State.Read (X);
end Unwritten_Main;
