package Links with SPARK_Mode is
   type Link is access Integer;
   --  A new object each time.
   function Made (X : Integer) return Link with Import, Global => null;
   function Valid (X : Integer) return Boolean with Import, Global => null;
   function Held (X : Link) return Boolean with Import, Global => null;
   procedure Two;
   procedure Weigh (X : Integer) with Pre => Valid (X);
   procedure Called (X : Integer) with Pre => Valid (X);
   procedure Kept (X : Link) with Pre => X /= null and then Held (X);
end Links;
