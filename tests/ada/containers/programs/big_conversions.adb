--  Modular numbers become numbers without bounds, and do not wrap around any more.
with Interfaces; use Interfaces;
with SPARK.Big_Integers; use SPARK.Big_Integers;
procedure Big_Conversions with SPARK_Mode is
   package Words is new Unsigned_Conversions (Unsigned_32);
   use Words;
   procedure Compare (X, Y : Unsigned_32) is
   begin
      pragma Assert (To_Big_Integer (X) - To_Big_Integer (Y) <= To_Big_Integer (Unsigned_32'Last));
      pragma Assert (if X < Y then To_Big_Integer (X) - To_Big_Integer (Y) < 0);
      if X <= Y then
         pragma Assert (From_Big_Integer (To_Big_Integer (Y) - To_Big_Integer (X)) = Y - X);
      end if;
      if X > Y then
         pragma Assert (To_Big_Integer (X + Y) = To_Big_Integer (X) + To_Big_Integer (Y));  --  fails: VC_ASSERT
      end if;
   end Compare;
begin
   Compare (1, 2);
   Compare (2, 1);
   Compare (Unsigned_32'Last, 1);
end Big_Conversions;
