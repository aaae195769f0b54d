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
end Links;
