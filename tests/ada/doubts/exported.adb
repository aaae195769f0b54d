--  Other languages may write exported variables, but no constants.
procedure Exported is
   package P is
      Fixed : constant Integer := 3;
      pragma Export (C, Fixed, "fixed_c");
      Other : constant Integer := 3 with Export, Convention => C, External_Name => "other_c";
      Value : Integer := 3;
      pragma Export (C, Value, "value_c");
      Level : Integer := 3 with Export, Convention => C, External_Name => "level_c";
   end P;
begin
   pragma Assert (P.Fixed = 3 and P.Other = 3);
   pragma Assert (P.Value = 3);
   pragma Assert (P.Level = 3);
end Exported;
