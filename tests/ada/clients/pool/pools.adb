package body Pools is
   Used : array (Place) of Boolean := (others => False);
   Free : Integer := 4;

   procedure Take (P : out Place; Done : out Boolean) is
   begin
      P := 1;
      Done := False;
      if Free = 0 then
         return;
      end if;
      for I in Place loop
         if not Used (I) then
            Used (I) := True;
            Free := Free - 1;
            P := I;
            Done := True;
            return;
         end if;
      end loop;
   end Take;

   procedure Give (P : Place) is
   begin
      if Used (P) then --  wrong: if Free <= 4 then
         Used (P) := False;
         if Free < 4 then --  wrong: if Free < 5 then
            Free := Free + 1;
         end if;
      end if;
      pragma Assert (Free <= 4); --  fails: VC_ASSERT
   end Give;
end Pools;
