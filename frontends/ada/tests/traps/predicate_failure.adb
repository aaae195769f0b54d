--  A text as Predicate_Failure changes what the message says and nothing else.
procedure Predicate_Failure is
   subtype Even is Integer with
     Dynamic_Predicate => Even mod 2 = 0, Predicate_Failure => "no " & "even number";
   subtype Third is Integer with Dynamic_Predicate => Third mod 3 = 0;
   pragma Predicate_Failure (Third, "no third");
   function Id (X : Integer) return Integer is (X);
   E : Even := 2;
   T : Third := 3;
   Met : Integer := 0;
begin
   pragma Assert (Id (3) not in Even and Id (6) in Third);
   begin
      E := Id (5);
   exception
      when others => Met := 1;
   end;
   pragma Assert (E = 2 and Met = 1);
   T := Id (6);
   T := Id (7);  --  fails: VC_PREDICATE_CHECK
end Predicate_Failure;
