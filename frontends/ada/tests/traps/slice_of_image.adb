procedure Slice_Of_Image is
   Number : constant Integer := 7;
   Last   : Integer := 2;
   procedure Show (Text : String) is
   begin
      pragma Assert (Text'Length = Last - 1);
   end Show;
begin
   Show (Number'Image (2 .. Last));
   Last := 200;
   Show (Number'Image (2 .. Last));  --  fails: VC_RANGE_CHECK
end Slice_Of_Image;
