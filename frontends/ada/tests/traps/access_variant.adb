--  The components of a variant behind an access value exist for its discriminant only.
procedure Access_Variant is
   type Shape (Round : Boolean) is record
      case Round is
         when True  => Radius : Integer;
         when False => Side : Integer;
      end case;
   end record;
   type Ref is access Shape;
   R : Ref := new Shape'(True, 2);
begin
   pragma Assert (R.Radius = 2);
   R.Radius := 3;
   R := new Shape (False);
   R.Side := 4;
   pragma Assert (R.all.Side = 4);
   R.Side := R.Radius;  --  fails: VC_DISCRIMINANT_CHECK
end Access_Variant;
