--  The parts of an actual parameter have other indices in the callee where its bounds are others (RM 4.6 (37)).
procedure Slid_Parts (Got : out Character) with SPARK_Mode is
   subtype Two is String (1 .. 2);
   procedure Second_Only (Out_Text : out Two) with
     Relaxed_Initialization => Out_Text,
     Post => Out_Text (2)'Initialized;
   procedure Second_Only (Out_Text : out Two) is
   begin
      Out_Text (2) := 'x';
   end Second_Only;
   Moved : String (2 .. 3) with Relaxed_Initialization;
   Kept  : String (1 .. 2) with Relaxed_Initialization;
begin
   Second_Only (Kept);
   pragma Assert (Kept (2)'Initialized);
   Second_Only (Moved);
   pragma Assert (Moved (2)'Initialized);  --  it is not: the second one is Moved (3)
   Got := Kept (2);
end Slid_Parts;
