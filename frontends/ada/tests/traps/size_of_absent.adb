--  The name that a size is asked of is evaluated: a component of a variant must exist.
procedure Size_Of_Absent is
   type Item (D : Boolean := True) is record
      case D is
         when True  => N : Integer;
         when False => C : Character;
      end case;
   end record;
   I : Item;
   procedure Change (X : in out Item) is
   begin
      X := (False, 'c');
   end Change;
begin
   pragma Assert (I.N'Size = 32);
   Change (I);
   pragma Assert (I.C'Size = 8);
   pragma Assert (I.N'Last_Bit = 31);  --  fails: VC_DISCRIMINANT_CHECK
end Size_Of_Absent;
