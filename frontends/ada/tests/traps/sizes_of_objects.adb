--  The bits of types, objects and components as GNAT has them: a type with one value needs none, the last component of
--  a record is not filled up in its type but in its objects, and an array with dynamic bounds has those of its length.
procedure Sizes_Of_Objects is
   function Ident (X : Integer) return Integer is (X);
   type One is (Alone);
   type Small is mod 2 ** 5;
   type Lowest is range -128 .. -128;
   type Wide is range -256 .. -256;
   type Minus is range -1 .. -1;
   type To_Zero is range -1 .. 0;
   Laid_Out : Small := 1 with Size => 64;
   type Pair is record
      A : Integer;
      B : Boolean;
   end record;
   type Nested is record
      A : Boolean;
      P : Pair;
   end record;
   type Mixed is record
      A : Small;
      B : Long_Float;
      C : access Integer;
      D : Character;
   end record;
   type Pairs is array (1 .. 3) of Pair;
   type Numbers is array (Integer range <>) of Integer;
   type Item (D : Boolean := True) is record
      case D is
         when True  => N : Integer;
         when False => C : Character;
      end case;
   end record;
   P : Pair;
   N : Nested;
   M : Mixed;
   A : Pairs;
   V : constant Numbers (Ident (2) .. Ident (5)) := (others => 0);
   I : Item;
begin
   pragma Assert (One'Size = 0 and Lowest'Size = 8 and Wide'Size = 9 and Minus'Size = 1);
   pragma Assert (To_Zero'Size = 1);
   pragma Assert (Wide_Wide_Character'Size = 32);
   pragma Assert (Laid_Out'Size >= 0);
   pragma Assert (Pair'Size = 40 and Pair'Object_Size = 64 and P'Size = 64);
   pragma Assert (Nested'Size = 72 and N'Size = 96 and N.P'Size = 64 and N.P'Position = 4);
   pragma Assert (M'Size = 256 and M.D'Position = 24 and M.B'First_Bit = 0 and M.B'Last_Bit = 63);
   pragma Assert (A'Size = 192 and A (2)'Size = 64 and Pairs'Component_Size = 64);
   pragma Assert (V'Size = 128 and V'Size = V'Length * Integer'Size);
   pragma Assert (I.N'Size = 32);
   if Ident (1) = 1 then
      pragma Assert (P'Size = 40);  --  fails: VC_ASSERT
   end if;
end Sizes_Of_Objects;
