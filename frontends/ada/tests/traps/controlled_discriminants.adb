--  Extensions with discriminants of types without components: constraints, copies, dependent components, and parts.
with Ada.Finalization;
procedure Controlled_Discriminants is
   Trace : Integer := 0;

   package Buffers is
      type Buffer (Size : Natural) is new Ada.Finalization.Controlled with record
         Data : String (1 .. Size) := (others => ' ');
         Last : Natural := 0;
      end record;
      overriding procedure Initialize (B : in out Buffer);
      overriding procedure Adjust (B : in out Buffer);
      overriding procedure Finalize (B : in out Buffer);
      procedure Put (B : in out Buffer; C : Character);

      type Token (Size : Natural) is new Ada.Finalization.Limited_Controlled with private;
      function Length (T : Token) return Natural;
   private
      type Token (Size : Natural) is new Ada.Finalization.Limited_Controlled with record
         B : Buffer (Size);
         Used : Natural := Size / 2;
      end record;
      overriding procedure Finalize (T : in out Token);
   end Buffers;
   use Buffers;

   procedure Note (N : Integer) is
   begin
      Trace := (Trace * 13 + N) mod 1_000_003;
   end Note;

   package body Buffers is
      procedure Initialize (B : in out Buffer) is
      begin
         Note (B.Size);
      end Initialize;

      procedure Adjust (B : in out Buffer) is
      begin
         Note (100 + B.Last);
      end Adjust;

      procedure Finalize (B : in out Buffer) is
      begin
         Note (200 + B.Size);
      end Finalize;

      procedure Put (B : in out Buffer; C : Character) is
      begin
         B.Last := B.Last + 1;
         B.Data (B.Last) := C;  --  fails: VC_INDEX_CHECK
      end Put;

      function Length (T : Token) return Natural is (T.Used + T.B.Last);

      procedure Finalize (T : in out Token) is
      begin
         Note (300 + T.Used);
      end Finalize;
   end Buffers;

   X : Buffer (3);
   Y : Buffer := (Ada.Finalization.Controlled with Size => 2, Data => "ab", Last => 2);
   Caught : Boolean := False;
begin
   Put (X, 'x');
   declare
      Z : Buffer := X;
      T : Token (Z.Last + 4);
   begin
      pragma Assert (Z.Size = 3 and Z.Data (1) = 'x' and Z.Last = 1);
      pragma Assert (T.Length = 2 and T.Size = 5);
      Put (Z, 'z');
      X := Z;
      pragma Assert (X.Last = 2);
   end;
   pragma Assert (Trace = 683559);
   begin
      X := Y;
   exception
      when Constraint_Error =>
         Caught := True;
   end;
   pragma Assert (Caught and X.Last = 2);
   pragma Assert (Trace = 683559);
   Put (Y, 'c');
end Controlled_Discriminants;
