--  Names inside of a generic unit denote what they denote there, not what was declared between it and its instance; and its own
--  name hides no other subprograms of that name (RM 12.3 (13), 8.3).
procedure Names_In_Generics (N : Integer) is
   Step  : constant Integer := 5;
   Total : Integer := 0;
   procedure Add (X : Integer) is
   begin
      if X < 100 then
         Total := Total + X;
      end if;
   end Add;
begin
   declare
      generic
         First : Integer := Step;
      procedure Add;
      Step : constant Integer := 6;
      procedure Add is
      begin
         Add (First * 10 + Step);
      end Add;
   begin
      declare
         Step : constant Integer := 7;
         procedure Run is new Add;
      begin
         Run;
         pragma Assert (Step = 7);
      end;
   end;
   pragma Assert (Total = 56);
   if N > 56 then
      Add (N);
   end if;
   pragma Assert (Total < 155);
end Names_In_Generics;
