--  A parameter of a small type, which is copied or not, of a call that raises before or after it is written.
procedure Left_Alone is
   Wrong : exception;
   type Text (Length : Positive) is record
      Image : String (1 .. Length);
   end record;
   subtype Two is Text (2);

   procedure Try (X : in out Two; Fails : Boolean) is
   begin
      if Fails then
         raise Wrong;
      end if;
      X.Image (1) := 'b';
   end Try;

   T : Two := (2, "aa");
begin
   begin
      Try (T, True);
   exception
      when Wrong => null;
   end;
   pragma Assert (T.Image = "aa");
   Try (T, False);
   pragma Assert (T.Image = "aa");  --  fails: VC_ASSERT
end Left_Alone;
