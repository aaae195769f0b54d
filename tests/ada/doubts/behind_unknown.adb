package body Behind_Unknown is
   Bad : exception;
   function Level return Integer
     with Import, Convention => C, External_Name => "level";

   procedure In_Range (N : Integer; X : Float) is
      L : Integer range 1 .. 5;
   begin
      L := X'Image'Length;
      pragma Assert (N /= 7);
   end In_Range;

   procedure Assumed (N : Integer; X : Float) is
   begin
      pragma Assume (X'Image'Length <= 5);
      pragma Assert (N /= 7);
   end Assumed;

   function Short (X : Float) return Integer is (if X'Image'Length > 5 then raise Bad else 1);

   procedure Raised (N : Integer; X : Float) is
      L : constant Integer := Short (X);
   begin
      pragma Assert (N /= L);
   end Raised;

   procedure Looped (N : Integer; X : Float) is
      S : Natural := 0;
   begin
      while S < X'Image'Length loop
         S := S + 1;
      end loop;
      pragma Assert (N /= 7);
   end Looped;

   procedure Any_Length (N : Integer; X : Float) is
      L : Positive range 1 .. 256;
   begin
      L := X'Image'Length + 1;
      pragma Assert (N /= 7);
   end Any_Length;

   procedure Any_Level (N : Integer) is
      A : array (0 .. 9) of Integer := (others => 0);
      I : constant Integer := Level mod 10;
   begin
      A (I) := A (I) / 2 + I;
      pragma Assert (N /= 7);
   end Any_Level;
end Behind_Unknown;
