package body Work is
   --  "><script>alert (1)</script> & 'text'
   function Half (X, Y : Integer) return Integer is
   begin
      return X / Y;
      pragma Annotate (GNATprove, Intentional, "divide by zero", "the caller knows ""><script>alert (2)</script>");
   end Half;

   function Twice (X : Integer) return Integer is
   begin
      return 2 * X;
   end Twice;
   pragma Annotate (GNATprove, Intentional, "*over*flow*", "small numbers only");

   procedure Wrong (X : in out Integer) is
   begin
      X := X + 1;
      pragma Annotate (GNATprove, False_Positive, "overflow", "it never does");
   end Wrong;

   function Sum (N : Natural) return Natural is
      S : Natural := 0;
   begin
      for I in 1 .. N loop
         S := S + I;
      end loop;
      return S;
   end Sum;

   procedure Odd (X : in out Integer) is
   begin
      pragma Assume (X < 10);
      X := X + 1;
      pragma Assert (X /= 5);
   end Odd;

   procedure Left_Out (X : out Integer) is
   begin
      X := Integer (Float'Adjacent (1.0, 2.0));
   end Left_Out;
end Work;
