--  What discriminants say about the components of aggregates: bounds of arrays, constraints of records (RM 4.3.1, 3.8).
procedure Parts_By_Discriminants is
   subtype Count is Integer range 0 .. 20;
   type Inner (Low, High : Count) is record
      Text : String (1 .. 2) := "ok";
   end record;
   type Row is array (Positive range <>) of Inner (1, 2);
   type Item (Size, Other : Count := 0) is record
      Text : String (1 .. Size);
      Rest : String (Other .. 5);
      Part : Inner (Size, Other);
      Rows : Row (1 .. Size);
   end record;
   function Three return Natural is
   begin
      return 3;
   end Three;
   One : Inner (1, 2);
   A : Item (Three, 4) := (3, 4, (others => 'x'), "yy", (3, 4, "zz"), (others => One));
   B : Item := (Size => 1, Other => 5, Text => "t", Rest => "r", Part => (1, 5, "pp"), Rows => (1 => One));
begin
   pragma Assert (A.Text = "xxx" and A.Rest'First = 4 and A.Part.Low = 3 and A.Rows'Length = 3);
   pragma Assert (B.Text = "t" and B.Rest'First = 5 and B.Part.High = 5 and B.Rows (1).Text = "ok");
   B := A;
   pragma Assert (B.Text = "xxx" and B.Part.Text = "zz");
   B.Text := (others => 'u');
   pragma Assert (B.Text = "uuu");
   B := (3, 4, "abc", "de", A.Part, A.Rows);
   pragma Assert (B.Part.Low = 3);
   B := (2, 4, "ab", "de", A.Part, (One, One));  --  fails: VC_DISCRIMINANT_CHECK
end Parts_By_Discriminants;
