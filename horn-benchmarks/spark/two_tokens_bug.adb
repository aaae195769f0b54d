--  A queue protocol: of two places at most one is full.
--  One mistake is seeded: the annotation does not hold.
procedure Two_Tokens_Bug (Start : in Positive) is
   function Nondet return Boolean with Import, Volatile_Function;
   I : Integer;
   Sb, Eb, Mb : Integer := 0;
begin
   --% assume Start <= 10_000;
   I := Start + 1;
   while Nondet loop
      if Nondet then
         if Sb >= 1 then
            I := I + Sb + Eb + Mb - 1;
            Sb := 0;
            Eb := 1;
            Mb := 0;
         end if;
      elsif Nondet then
         if I >= 1 then
            I := I - 1;
            Sb := Sb + Eb + Mb + 1;
            Eb := 0;
            Mb := 0;
         end if;
      elsif Eb >= 1 then
         Eb := Eb - 1;
         Mb := Mb + 1;
      end if;
   end loop;
   --% assert Eb + Mb <= 1 and I + Sb + Eb + Mb = Start;
end Two_Tokens_Bug;
