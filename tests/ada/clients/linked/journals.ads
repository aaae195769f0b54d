package Journals is
   function Is_Full return Boolean;
   procedure Note with Pre => not Is_Full;
   procedure Clear;
end Journals;
