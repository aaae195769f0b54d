--  An exception in Finalize or Adjust is Program_Error, once all other parts are done; one in Initialize goes on.
with Ada.Finalization;
procedure Controlled_Failures is
   Bad_Init, Bad_Adjust, Bad_Final, Ended : Integer := 0;
   Failure : exception;

   package Cells is
      type Cell is new Ada.Finalization.Controlled with record
         Id : Integer := 0;
      end record;
      overriding procedure Initialize (C : in out Cell);
      overriding procedure Adjust (C : in out Cell);
      overriding procedure Finalize (C : in out Cell);
      type Three is record
         A, B, C : Cell;
      end record;
   end Cells;
   use Cells;

   Next : Integer := 0;

   package body Cells is
      procedure Initialize (C : in out Cell) is
      begin
         Next := Next + 1;
         C.Id := Next;
         if Next = Bad_Init then
            raise Failure;
         end if;
      end Initialize;

      procedure Adjust (C : in out Cell) is
      begin
         if C.Id = Bad_Adjust then
            raise Failure;
         end if;
      end Adjust;

      procedure Finalize (C : in out Cell) is
      begin
         Ended := Ended + 1;
         if C.Id = Bad_Final then
            raise Failure;
         end if;
      end Finalize;
   end Cells;

   Caught : Integer := 0;
begin
   begin
      declare
         A, B, C : Cell;
      begin
         Bad_Final := B.Id;
      end;
   exception
      when Program_Error =>
         Caught := 1;
   end;
   pragma Assert (Caught = 1 and Ended = 3);
   Bad_Final := 0;
   Bad_Init := Next + 2;
   begin
      declare
         T : Three;
      begin
         Caught := 9;
      end;
   exception
      when Failure =>
         Caught := 2;
   end;
   pragma Assert (Caught = 2 and Ended = 4);
   Bad_Init := 0;
   declare
      T, U : Three;
   begin
      Bad_Adjust := U.B.Id;
      T := U;
   exception
      when Program_Error =>
         Caught := 3;
         pragma Assert (T.B.Id = U.B.Id and Ended = 7);
         Bad_Adjust := 0;
   end;
   pragma Assert (Caught = 3 and Ended = 13);
   begin
      declare
         A : Cell;
      begin
         Bad_Final := A.Id;
         raise Failure;
      exception
         when Failure =>
            Caught := 4;
      end;
   exception
      when Program_Error =>
         pragma Assert (Caught = 4);
         Caught := 5;
   end;
   pragma Assert (Caught = 5);
end Controlled_Failures;
