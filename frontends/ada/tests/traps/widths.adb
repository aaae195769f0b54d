--  The length of the longest image, also of subtypes with bounds known at run time, and of characters (RM 3.5 (39)).
procedure Widths is
   type Colour is (Red, Green, Ultramarine, Blue);
   function One return Integer is
   begin
      return 1;
   end One;
   type Count is range 0 .. 100_000;
   N : constant Integer := One;
   subtype Few is Colour range Red .. Colour'Val (N);
   subtype None is Colour range Blue .. Colour'Val (N);
   subtype Numbers is Integer range -99 * N .. 7 * N;
   subtype Large is Integer range -5 * N .. 1000 * N;
   subtype Empty is Count range Count (9 * N) .. Count (N);
   subtype Tiny is Count range Count (N) .. 9;
   subtype Control is Character range Character'Val (0) .. Character'Val (31);
begin
   pragma Assert (Colour'Width = 11 and Few'Width = 5 and None'Width = 0);
   pragma Assert (Numbers'Width = 3 and Large'Width = 5 and Empty'Width = 0 and Tiny'Width = 2);
   pragma Assert (Count'Width = 7 and Integer'Width = 11);
   pragma Assert (Control'Width = 3 and Character'Width = 12);
   pragma Assert (Numbers'Width = Large'Width);  --  fails: VC_ASSERT
end Widths;
