--  By the manual the predicate of an actual parameter is checked, and then the value is copied back; with GNAT it is
--  there when the check fails.
procedure Copied_Early is
   type Span is record
      Low, High : Integer := 0;
   end record
   with Dynamic_Predicate => Span.Low <= Span.High;
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;

   Whole : Span;
   Count : Even := 0;

   procedure Shrink (Item : in out Span) is
   begin
      Item.High := Item.High - 4;
   end Shrink;

   procedure Step (Item : in out Integer) is
   begin
      Item := Item + 1;
   end Step;
begin
   begin
      Shrink (Whole);
   exception
      when others => null;
   end;
   pragma Assert (Whole.High = -4);
   begin
      Step (Count);
   exception
      when others => null;
   end;
   pragma Assert (Count = 1);
end Copied_Early;
