--  Bounds of ordinary fixed point types that are no multiples of the small are the next ones outside, those of decimal
--  types the next ones towards zero.
procedure Fixed_Bounds is
   type Half is delta 1.0 range 0.5 .. 3.0;
   type More is delta 1.0 range -0.6 .. 3.2;
   type Tenths is delta 0.1 range 0.06 .. 0.94 with Small => 0.1;
   type Less is delta 0.1 digits 3 range -0.16 .. 9.95;
   type Machine is delta 1.0 range -128.4 .. 127.9;
   type Wider is delta 1.0 range -129.4 .. 127.9;
begin
   pragma Assert (Half'First = 0.0 and Half'Last = 3.0);
   pragma Assert (More'First = -1.0 and More'Last = 4.0);
   pragma Assert (Tenths'First = 0.0 and Tenths'Last = 1.0);
   pragma Assert (Less'First = -0.1 and Less'Last = 9.9);
   pragma Assert (Machine'First = -128.0 and Machine'Last = 127.0);
   pragma Assert (Wider'First = -130.0 and Wider'Last = 128.0);
   pragma Assert (Half'First = 1.0);  --  fails: VC_ASSERT
end Fixed_Bounds;
