with Ada.Text_IO;
procedure Item_Of_Output is
   type Color is (Red, Green, Blue);
   subtype Warm is Color range Red .. Green;
   package Colors is new Ada.Text_IO.Enumeration_IO (Warm);
   package Numbers is new Ada.Text_IO.Float_IO (Float);
   Shown : Color := Green;
begin
   Colors.Put (Shown, Set => Ada.Text_IO.Lower_Case);
   Numbers.Put (2.5, Aft => 2);
   Shown := Color'Succ (Shown);
   Colors.Put (Shown);  --  fails: VC_RANGE_CHECK
end Item_Of_Output;
