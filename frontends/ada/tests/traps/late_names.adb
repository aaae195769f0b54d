--  Aspects of a generic subprogram may name what is declared behind it; its body and its expressions may not.
procedure Late_Names is
   package P is
      generic
      function Next (X : Integer) return Integer
      with Pre => X < Limit, Post => Next'Result = X + Step;
      Limit : constant Integer := 10;
      Step  : constant Integer := 2;
   end P;
   package body P is
      function Next (X : Integer) return Integer is (X + 2);
   end P;
   Limit : constant Integer := 100;
   function Own is new P.Next;
begin
   pragma Assert (Own (3) = 5);
   pragma Assert (Own (10) = 12);  --  fails: VC_PRECONDITION
end Late_Names;
