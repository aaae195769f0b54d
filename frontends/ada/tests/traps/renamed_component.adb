--  A component of a variant is renamed: it must be there.
procedure Renamed_Component is
   procedure Run (N : Natural) is
      type Item (Kind : Natural) is record
         case Kind is
            when 0      => First  : Integer;
            when others => Second : Integer;
         end case;
      end record;
      procedure Look (V : Item) is
         X : Integer renames V.First;  --  fails: VC_DISCRIMINANT_CHECK
      begin
         null;
      end Look;
   begin
      if N = 0 then
         Look ((0, 1));
      else
         Look ((1, 1));
      end if;
   end Run;
begin
   Run (0);
   Run (1);
end Renamed_Component;
