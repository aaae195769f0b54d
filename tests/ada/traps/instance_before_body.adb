--  An instance in front of the body of its generic unit raises Program_Error (RM 3.11 (13)), one behind it does not.
procedure Instance_Before_Body (X : Integer) is
   Early, Late : Natural := 0;
begin
   begin
      declare
         generic
            Step : Integer;
         function Next (N : Integer) return Integer;
         function Next_Even is new Next (2);
         function Next (N : Integer) return Integer is
         begin
            return N + Step;
         end Next;
      begin
         Early := Next_Even (1);
      end;
   exception
      when Program_Error => Early := 100;
   end;
   begin
      declare
         generic
         package Counter is
            Count : Natural := 5;
            procedure Bump;
         end Counter;
         package body Counter is
            procedure Bump is
            begin
               Count := Count + 1;
            end Bump;
         begin
            Bump;
         end Counter;
         package Mine is new Counter;
      begin
         Late := Mine.Count;
      end;
   exception
      when Program_Error => Late := 100;
   end;
   pragma Assert (Early = 100);
   pragma Assert (Late /= 6 or X /= 0);
end Instance_Before_Body;
