procedure Strings is
   function Image (N : Natural) return String is
   begin
      if N < 10 then
         return (1 => Character'Val (48 + N));
      end if;
      return Image (N / 10) & Character'Val (48 + N mod 10);
   end Image;
   S : constant String := Image (407);
   T : String (5 .. 8) := "wxyz";
   procedure Fill (X : out String; C : Character) is
   begin
      for I in X'Range loop
         X (I) := C;
      end loop;
   end Fill;
begin
   pragma Assert (S = "407" and S'First = 1 and S'Last = 3);
   Fill (T (6 .. 7), '-');
   pragma Assert (T = "w--z");
   T := S & "!";
   pragma Assert (T (5) = '4' and T (8) = '!');
   T := T (6 .. 8) & T (5);
   pragma Assert (T = "07!4");
   T := S;  --  fails: VC_LENGTH_CHECK
end Strings;
