--  RM 13.9: records of which no clause says anything have their components one behind the other.
with Ada.Unchecked_Conversion;
procedure Unchecked_Plain_Records is
   type U8 is mod 2 ** 8;
   type U16 is mod 2 ** 16;
   type U32 is mod 2 ** 32;
   type U64 is mod 2 ** 64;
   type Halves is record
      Low, High : Short_Integer;
   end record;
   type Bytes is array (1 .. 2) of U8;
   type Nested is record
      A : Bytes;
      B : U16;
      C : Halves;
   end record;
   type Pair is array (Boolean) of Halves;
   function To_Halves is new Ada.Unchecked_Conversion (Integer, Halves);
   function Of_Halves is new Ada.Unchecked_Conversion (Halves, U32);
   function To_Nested is new Ada.Unchecked_Conversion (U64, Nested);
   function To_Pair is new Ada.Unchecked_Conversion (U64, Pair);
   function Of_Nested is new Ada.Unchecked_Conversion (Nested, Pair);
   H : constant Halves := To_Halves (-2);
   N : constant Nested := To_Nested (16#FFFE_0007_0605_0401#);
   P : Pair := To_Pair (16#0004_0003_0002_8001#);
begin
   pragma Assert (H = (Low => -2, High => -1));
   pragma Assert (Of_Halves ((Low => 1, High => -1)) = 16#FFFF_0001#);
   pragma Assert (N.A = (1, 4) and N.B = 16#0605#);
   pragma Assert (N.C = (7, -2));
   pragma Assert (P (False) = (-32767, 2) and P (True) = (3, 4));
   P := Of_Nested (N);
   pragma Assert (P (True) = N.C and P (False).Low = 16#0401# and P (False).High = 16#0605#);
   pragma Assert (To_Halves (65_536).Low = 1);  --  fails: VC_ASSERT
end Unchecked_Plain_Records;
