package body Cells is
   Data  : array (1 .. Last) of Item := (others => Item'First);
   Count : Natural := 0;

   procedure Put (X : Item) is
   begin
      if Count < Last then --  wrong: if Count <= Last then
         Count := Count + 1;
         Data (Count) := X; --  fails: VC_INDEX_CHECK
      end if;
   end Put;

   procedure Get (X : out Item) is
   begin
      X := Item'First;
      if Count > 0 then
         X := Data (Count); --  fails: VC_INDEX_CHECK
         Count := Count - 1;
      end if;
   end Get;
end Cells;
