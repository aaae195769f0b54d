package Roots is
   procedure Use_It;
private
   Value : Integer := 7;
end Roots;
