package body Find_Some is
   procedure Locate (N : Names; C : Character; Pos : out Natural) is
   begin
      Pos := 0;
      for I in N'Range loop
         if N (I) = C then
            Pos := I;
            exit;
         end if;
      end loop;
   end Locate;
end Find_Some;
