--  Sizes as GNAT has them on x86-64 (RM 13.3): of scalar subtypes, their objects, and arrays of them.
procedure Sizes is
   type Small is range 1 .. 10;
   type Signed is range -3 .. 7;
   type Zero is range 0 .. 0;
   type Bits is mod 2 ** 12;
   type Colour is (Red, Green, Blue);
   subtype Part is Integer range 5 .. 9;
   type Row is array (1 .. 5) of Small;
   type Grid is array (1 .. 2, Colour) of Integer;
   type Own is range 1 .. 10;
   for Own'Size use 16;
   S : Small := 1;
   C : Colour := Red;
   P : Part := 5;
   B : Bits := 1;
   R : Row := (others => 1);
   G : Grid := (others => (others => 0));
   F : Boolean := True;
   L : Long_Float := 0.0;
   T : String := "abc";
begin
   pragma Assert (Small'Size = 4 and Signed'Size = 4 and Bits'Size = 12 and Colour'Size = 2);
   pragma Assert (Integer'Size = 32 and Natural'Size = 31 and Part'Size = 4 and Boolean'Size = 1);
   pragma Assert (Character'Size = 8 and Float'Size = 32 and Long_Float'Size = 64 and Long_Long_Integer'Size = 64);
   pragma Assert (S'Size = 8 and C'Size = 8 and P'Size = 32 and B'Size = 16 and F'Size = 8 and L'Size = 64);
   pragma Assert (R'Size = 40 and Row'Size = 40 and G'Size = 192 and T'Size = 24 and Row'Component_Size = 8);
   pragma Assert (Small'Object_Size = 8 and Integer'Object_Size = 32 and Colour'Object_Size = 8);
   pragma Assert (Zero'Object_Size = 8 and Standard'Word_Size = 64);
   pragma Assert (S'Size = 4);  --  fails: VC_ASSERT
end Sizes;
