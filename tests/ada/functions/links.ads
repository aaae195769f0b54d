package Links with SPARK_Mode is
   type Link is access Integer;
   --  A new object each time.
   function Made (X : Integer) return Link with Import, Global => null;
   procedure Two;
end Links;
