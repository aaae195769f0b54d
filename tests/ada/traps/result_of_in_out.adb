--  What a call does to an in out parameter is not lost. After the first program of the AdaHorn paper, which loses it.
procedure Result_Of_In_Out (Start : Integer) with
  Pre => Start in 0 .. 100
is
   X   : Integer := Start;
   Sum : Integer;

   function Add_Ten (J : in out Integer) return Integer is
   begin
      J := J + 1;
      return J + 10;
   end Add_Ten;
begin
   Sum := Add_Ten (X);
   pragma Assert (X = Start + 1);
   pragma Assert (Sum = Start + 11);
   Sum := Add_Ten (X);
   pragma Assert (Sum = Start + 12 and then X = Start + 2);
end Result_Of_In_Out;
