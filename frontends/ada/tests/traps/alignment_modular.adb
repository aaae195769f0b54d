--  RM 13.3 (23): sizes and alignments that the implementation chooses, where a modular type is wanted.
procedure Alignment_Modular is
   type U8 is mod 2 ** 8;
   type U64 is mod 2 ** 64;
   type R is record
      A : U8;
      B : U64;
   end record with Alignment => 8;
   type Table is array (1 .. 2) of R;
   Var : aliased U8 := 0;
   Rec : R := (1, 2);
   Many : Table := (others => (1, 2));
   function Index return Integer is (2);
   function Of_Byte return U64 is (Var'Alignment);
   function Of_Record return U64 is (Rec'Size);
   function Of_Component return U64 is (Many (Index).B'Size);
begin
   pragma Assert (Of_Byte >= 0);
   pragma Assert (Rec.A = 2);  --  fails: VC_ASSERT
end Alignment_Modular;
