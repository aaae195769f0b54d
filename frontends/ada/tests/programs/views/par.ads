package Par is
   type T is private;
   function Value (X : T) return Integer;
private
   type T is record
      V : Integer := 5;
   end record;
   function Value (X : T) return Integer is (X.V);
   Secret : Integer := 3;
end Par;
