--  The predicate of an object that is initialised by default (RM 3.2.4 (33)); not those of its components.
procedure Default_Predicate is
   procedure Run (N : Integer) is
      type Part is record
         A : Integer := N;
      end record with
        Dynamic_Predicate => Part.A > 0;
      type Whole is record
         P : Part;
         B : Integer := 1;
      end record with
        Dynamic_Predicate => Whole.B = 1;
      W : Whole;
      P : Part;  --  fails: VC_PREDICATE_CHECK
   begin
      pragma Assert (W.B = 1);
   end Run;
begin
   Run (1);
   Run (0);
end Default_Predicate;
