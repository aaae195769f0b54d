--  A call that is given a slice leaves what is outside of it as it was, and the slice as its postcondition says.
procedure Slices_Of_Parts (Full : Positive; Got : out Character) with SPARK_Mode, Pre => Full <= 9 is
   subtype Line is String (1 .. 10);
   procedure Begin_With (Rest : out String) with
     Relaxed_Initialization => Rest,
     Pre => Rest'Length > 0, Post => Rest (Rest'First)'Initialized;
   procedure Begin_With (Rest : out String) is
   begin
      Rest (Rest'First) := '#';
   end Begin_With;
   Text : Line with Relaxed_Initialization;
begin
   for Place in 1 .. Full loop
      Text (Place) := '=';
      pragma Loop_Invariant (for all Before in 1 .. Place => Text (Before)'Initialized);
   end loop;
   Begin_With (Text (Full + 1 .. 10));
   pragma Assert (for all Place in 1 .. Full + 1 => Text (Place)'Initialized);
   Got := Text (Full);
end Slices_Of_Parts;
