--  Components whose subtypes name a discriminant of their record: each record has its own (RM 3.8 (12)).
procedure Own_Discriminants is
   type Inner (Size : Natural) is record
      Text : String (1 .. Size) := (others => '-');
   end record;
   type Outer (Length : Natural) is record
      Part : Inner (Length);
      Half : Natural := Length / 2;
   end record;
   X : Outer (3);
   Y : Outer (4);
   Z : Outer (3);
begin
   pragma Assert (X.Part.Text = "---" and X.Half = 1 and Y.Half = 2);
   Z.Part.Text := "abc";
   X.Part := Z.Part;
   pragma Assert (X.Part.Text = "abc");
   X.Part := Y.Part;  --  fails: VC_DISCRIMINANT_CHECK
end Own_Discriminants;
