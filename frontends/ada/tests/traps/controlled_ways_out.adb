--  A result that is made by an extended return statement, which control leaves by exit or goto, is finalized there.
with Ada.Finalization;
procedure Controlled_Ways_Out is
   Ended : Integer := 0;

   package Cells is
      type Cell is new Ada.Finalization.Limited_Controlled with record
         Id : Integer := 0;
      end record;
      overriding procedure Finalize (C : in out Cell);
   end Cells;
   package body Cells is
      procedure Finalize (C : in out Cell) is
      begin
         Ended := Ended + C.Id;
      end Finalize;
   end Cells;
   use Cells;

   function By_Exit (N : Integer) return Cell is
   begin
      loop
         return C : Cell do
            C.Id := 100;
            exit when N = 1;
         end return;
      end loop;
      return C : Cell do
         C.Id := 1000;
      end return;
   end By_Exit;

   function By_Goto (N : Integer) return Cell is
   begin
      return C : Cell do
         C.Id := 10;
         if N = 1 then
            goto Other;
         end if;
      end return;
      <<Other>>
      return C : Cell;
   end By_Goto;
begin
   declare
      X : Cell := By_Exit (1);
      Y : Cell := By_Goto (1);
   begin
      pragma Assert (Ended = 110 and X.Id = 1000 and Y.Id = 0);
   end;
   pragma Assert (Ended = 1110);
   declare
      Y : Cell := By_Goto (2);
   begin
      pragma Assert (Ended = 1110 and Y.Id = 10);
   end;
   pragma Assert (Ended = 1120);
end Controlled_Ways_Out;
