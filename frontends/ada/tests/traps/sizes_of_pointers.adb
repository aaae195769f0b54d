--  GNAT's sizes: access values for arrays without bounds of their own take two words.
procedure Sizes_Of_Pointers is
   type Number is access Integer;
   type Text is access String;
   type Word is access String (1 .. 4);
   type Other is new Number;
   subtype Short is Text (1 .. 2);
   type Texts is array (1 .. 3) of Text;
   type Percent is range 0 .. 100;
   type Part is new Percent range 0 .. 10;
   type Tenth is delta 0.1 range -100.0 .. 100.0;
   type Half is delta 0.5 range 0.0 .. 3.0;
   X : Text;
   S : Short;
begin
   pragma Assert (Number'Size = 64 and Text'Size = 128 and Word'Size = 64 and Other'Size = 64);
   pragma Assert (X'Size = 128 and S'Size = 128 and Texts'Size = 384);
   pragma Assert (Part'Size = 4 and Part'Base'Size = 8 and Tenth'Size = 12 and Half'Size = 3);
   pragma Assert (X = null and S = null);
   pragma Assert (Short'Size = 64);  --  fails: VC_ASSERT
end Sizes_Of_Pointers;
