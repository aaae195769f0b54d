--  Instances for a type that is not known are not analysed; what stands beside them is.
with System.Unsigned_Types;
package body Unknown_Actual is
   generic
      type Word is mod <>;
   procedure Clear (Item : out Word);
   procedure Clear (Item : out Word) is
   begin
      Item := 0;
   end Clear;

   subtype Own_Word is System.Unsigned_Types.Unsigned;
   procedure Clear_Word is new Clear (Own_Word);

   procedure Other (A : Integer; B : out Integer) is
   begin
      B := (if A > 0 then A - 1 else A);
      pragma Assert (B <= A);
   end Other;
end Unknown_Actual;
