package Outers is
   package Inner is
      procedure Reset (To : Natural);
   end Inner;
   procedure Use_It;
end Outers;
