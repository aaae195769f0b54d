package body Rings is
   Size  : constant := 8;
   Data  : array (0 .. Size - 1) of Integer := (others => 0);
   First : Natural := 0;
   Count : Natural := 0;

   procedure Put (X : Integer) is
   begin
      if Count < Size then --  wrong: if Count <= Size then
         Data ((First + Count) mod Size) := X;
         Count := Count + 1;
      end if;
      pragma Assert (Count <= Size); --  fails: VC_ASSERT
   end Put;

   procedure Get (X : out Integer) is
   begin
      X := 0;
      if Count > 0 then
         X := Data (First);
         First := (First + 1) mod Size;
         Count := Count - 1;
      end if;
   end Get;
end Rings;
