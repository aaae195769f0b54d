--  Attributes that are functions as actual ones, and renamed (RM 8.5.4, 12.6).
procedure Attributes_As_Functions is
   type Colour is (Red, Green, Blue);
   generic
      type T is (<>);
      with function Next (X : T) return T is T'Succ;  --  fails: VC_RANGE_CHECK
      with function Larger (X, Y : T) return T is T'Max;
      with function Text (X : T) return String is T'Image;
   procedure Try (Low, High : T);
   procedure Try (Low, High : T) is
   begin
      pragma Assert (T'Pos (Next (Low)) = T'Pos (Low) + 1);
      pragma Assert (Larger (Low, High) = High);
      pragma Assert (Text (Low)'Length > 0);
   end Try;
   procedure Colours is new Try (Colour);
   subtype Few is Integer range 1 .. 7;
   procedure Some_Numbers is new Try (Few);
   procedure Numbers is new Try (Integer, Larger => Integer'Max);
   function Least (X, Y : Integer) return Integer renames Integer'Min;
begin
   Colours (Red, Blue);
   Numbers (3, 7);
   Some_Numbers (7, 7);
   pragma Assert (Least (4, 2) = 2);
   Colours (Blue, Blue);
end Attributes_As_Functions;
