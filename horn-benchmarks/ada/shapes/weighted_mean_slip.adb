--  A weighted mean is between the ends. With a slip.
procedure Weighted_Mean_Slip (Lo, Hi : Integer) with Pre => Lo in 0 .. 100 and Hi in Lo .. 100 is
   type Weights is array (1 .. 6) of Positive;
   W : constant Weights := (1, 2, 3, 3, 2, 1);
   Sum, Total : Natural := 0;
   X : Integer := Lo;
begin
   for I in W'Range loop
      Sum := Sum + W (I) * X;
      Total := Total + W (I);
      if X < Hi then
         X := X + 1;
      end if;
   end loop;
   pragma Assert (Total = 12);
   pragma Assert (Sum >= Total * Lo);
   pragma Assert (Sum <= Total * Hi);
   pragma Assert (Sum / Total in Lo .. Hi - 1);
end Weighted_Mean_Slip;
