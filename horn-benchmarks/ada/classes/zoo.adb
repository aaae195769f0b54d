package body Zoo is
   procedure Grow (A : in out Animal) is
   begin
      A.Age := A.Age + 1;
   end Grow;
   overriding procedure Grow (A : in out Dog) is
   begin
      Grow (Animal (A));
      A.Tricks := A.Tricks + 1;
   end Grow;
   function Sum (First : access Animal'Class) return Integer is
      R : Integer := First.Noise;
   begin
      if First.Next /= null then
         R := R + Sum (First.Next);
      end if;
      return R;
   end Sum;
   procedure Add (A : access Animal'Class; N : Natural) is
   begin
      A.Age := A.Age + N;
   end Add;
end Zoo;
