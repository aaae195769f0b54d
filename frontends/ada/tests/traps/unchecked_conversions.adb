--  RM 13.9: the bits of a value as those of another type, where every bit and every pattern has a meaning.
with Ada.Unchecked_Conversion;
procedure Unchecked_Conversions is
   type U32 is mod 2 ** 32;
   type U16 is mod 2 ** 16;
   type U8 is mod 2 ** 8;
   type U5 is mod 2 ** 5;
   type S16 is range -2 ** 15 .. 2 ** 15 - 1;
   type S3 is range -4 .. 3;
   type S4 is range -8 .. 7 with Size => 8;
   type Way is (North, East, South, West);
   type Flags is array (1 .. 8) of Boolean with Pack;
   type Ways is array (Natural range 2 .. 5) of Way with Pack, Size => 8;
   type Bytes is array (1 .. 4) of U8;
   type Words is array (1 .. 2) of S16;
   type Wide is array (1 .. 2) of S4;
   type Mixed is record
      A : U5;
      B : S3;
      C : Way;
      D : Flags;
      E : U8;
      F : Boolean;
      G : U5;
   end record;
   for Mixed use record
      A at 0 range 0 .. 4;
      B at 0 range 5 .. 7;
      D at 1 range 0 .. 7;
      C at 2 range 0 .. 1;
      E at 2 range 2 .. 9;
      F at 3 range 2 .. 2;
      G at 3 range 3 .. 7;
   end record;
   function To_S is new Ada.Unchecked_Conversion (U16, S16);
   function To_U is new Ada.Unchecked_Conversion (Source => S16, Target => U16);
   function To_Flags is new Ada.Unchecked_Conversion (U8, Flags);
   function To_Ways is new Ada.Unchecked_Conversion (U8, Ways);
   function To_Bytes is new Ada.Unchecked_Conversion (U32, Bytes);
   function To_Words is new Ada.Unchecked_Conversion (U32, Words);
   function To_Mixed is new Ada.Unchecked_Conversion (U32, Mixed);
   function Of_Mixed is new Ada.Unchecked_Conversion (Target => U32, Source => Mixed);
   function Of_Words is new Ada.Unchecked_Conversion (Words, Bytes);
   function Of_Wide is new Ada.Unchecked_Conversion (Wide, U16);
   function Of_Integer is new Ada.Unchecked_Conversion (Integer, U32);
   M : Mixed;
   procedure Show (X : U32) is
      B : constant Bytes := To_Bytes (X);
      W : constant Words := To_Words (X);
   begin
      pragma Assert (U32 (B (1)) + 256 * U32 (B (2)) + 65536 * U32 (B (3)) + 2 ** 24 * U32 (B (4)) = X);
      pragma Assert (To_U (W (1)) = U16 (X mod 65536) and To_U (W (2)) = U16 (X / 65536));
      pragma Assert (Of_Words (W) = B);
      pragma Assert (Of_Mixed (To_Mixed (X)) = X);
   end Show;
begin
   pragma Assert (To_S (65535) = -1 and To_S (32767) = 32767 and To_U (-32768) = 32768);
   pragma Assert (To_Flags (5) = Flags'(1 | 3 => True, others => False));
   pragma Assert (To_Ways (2#11_01_10_00#) = Ways'(North, South, East, West));
   pragma Assert (Of_Wide ((-1, 7)) = 16#07FF# and Of_Integer (-2) = 16#FFFF_FFFE#);
   M := To_Mixed (16#8765_43E1#);
   pragma Assert (M.A = 1 and M.B = -1 and M.D (1) and M.D (7) and not M.D (3) and M.C = East);
   pragma Assert (M.E = 16#D9# and M.F and M.G = 16#10#);
   Show (16#1234_ABCD#);
   Show (16#FEDC_BA98#);
   pragma Assert (M.B = 7);  --  fails: VC_ASSERT
end Unchecked_Conversions;
