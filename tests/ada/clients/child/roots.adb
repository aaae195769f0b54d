package body Roots is
   procedure Use_It is
   begin
      pragma Assert (Value > 0); --  fails: VC_ASSERT
      Value := (if Value > 1_000 then 1 else Value + 1);
   end Use_It;
end Roots;
