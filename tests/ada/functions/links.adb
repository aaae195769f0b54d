package body Links with SPARK_Mode is
   procedure Two is
      A : constant Link := Made (1);
      B : constant Link := Made (1);
   begin
      if A /= null and B /= null then
         A.all := 1;
         B.all := 2;
         pragma Assert (A.all = 2);  --  open
      end if;
   end Two;

   --  Objects that access values designate change nothing of it.
   procedure Weigh (X : Integer) is
   begin
      pragma Assert (Valid (X));
   end Weigh;

   procedure Called (X : Integer) is
   begin
      Weigh (X);
   end Called;

   procedure Kept (X : Link) is
   begin
      X.all := 3;
      pragma Assert (Held (X));  --  open
   end Kept;
end Links;
