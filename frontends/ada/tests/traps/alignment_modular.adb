--  RM 13.3 (23): an alignment that the implementation chooses, where a modular type is wanted.
procedure Alignment_Modular is
   type U8 is mod 2 ** 8;
   type U64 is mod 2 ** 64;
   Var : aliased U8 := 0;
   function Of_Byte return U64 is (Var'Alignment);
begin
   pragma Assert (Of_Byte >= 0);
   pragma Assert (Var = 2);  --  fails: VC_ASSERT
end Alignment_Modular;
