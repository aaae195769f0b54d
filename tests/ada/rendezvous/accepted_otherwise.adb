--  A call of an entry gives something else than its accept statement says.
procedure Accepted_Otherwise is
   V : Integer := 3;
   W : Integer := 4;
   S : String (1 .. 3) := "abc";
   task T is
      entry E (X : in out Integer);
      entry F (A : Integer; B : out Integer);
      entry G (Z : in out String);
      entry H;
   end T;
   Count : Integer := 0;
   task body T is
      Step : constant Integer := 2;
   begin
      accept E (X : in out Integer) do
         X := X + Step;
      end E;
      accept F (A : Integer; B : out Integer) do
         declare
            L : Integer := A * 2;
         begin
            for I in 1 .. 3 loop
               L := L + I;
            end loop;
            B := L;
         end;
      end F;
      loop
         select
            accept G (Z : in out String) do
               Z (Z'First) := 'x';
            end G;
         or
            accept H do
               Count := Count + 1;
            end H;
         or
            terminate;
         end select;
      end loop;
   end T;
begin
   T.E (V);
   pragma Assert (V = 5);
   T.F (V, W);
   pragma Assert (W = 17);  --  open
   T.G (S);
   pragma Assert (S = "xbc");
   T.H;
   pragma Assert (Count = 1);
   T.G (S (2 .. 3));
   pragma Assert (S = "xxc");
end Accepted_Otherwise;
