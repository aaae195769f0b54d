--  Exceptions that a call raises before or behind its body: discriminants of aggregates, bounds of converted arrays, characters of
--  string literals, and procedures that must not return but do.
procedure Exceptions_Of_Calls (X : Integer) is
   type Variant (Kind : Boolean := True) is record
      case Kind is
         when True => A : Integer;
         when False => B : Natural;
      end case;
   end record;
   subtype Yes is Variant (True);
   type Place is range 0 .. 8;
   type Row is array (Place range <>) of Boolean;
   type Wide_Row is array (Integer range <>) of Boolean;
   type Letters is array (Positive range <>) of Character range 'b' .. 'y';
   W : Wide_Row (1 .. 9) := (others => True);
   L : Letters (1 .. 3) := "bcd";
   Raised : Natural := 0;
   procedure Take (V : Yes) is
   begin
      pragma Assert (V.Kind);
   end Take;
   procedure Turn (R : in out Row) is
   begin
      R := (others => False);
   end Turn;
   procedure Never (Y : Integer) with No_Return;
   procedure Never (Y : Integer) is
   begin
      if Y > 0 then
         raise Constraint_Error;
      end if;
   end Never;
   Bumps : Integer := 0;
   function Bump return Integer is
   begin
      Bumps := Bumps + 1;
      return Bumps;
   end Bump;
begin
   begin
      Take ((False, 2));
   exception
      when Constraint_Error => Raised := Raised + 1;
   end;
   begin
      Turn (Row (W));
   exception
      when Constraint_Error => Raised := Raised + 1;
   end;
   begin
      L := "abc";
   exception
      when Constraint_Error => Raised := Raised + 1;
   end;
   begin
      Never (X);
   exception
      when Constraint_Error => Raised := Raised + 10;
      when Program_Error => Raised := Raised + 1;
   end;
   declare
      A, B : Integer range 0 .. Bump := Bump - 2;
   begin
      pragma Assert (A = 0 and B = 2 and Bumps = 4);
   end;
   pragma Assert (Raised = 4 or X > 0);
   pragma Assert (Raised /= 13);
end Exceptions_Of_Calls;
