--  The invariant of a parameter holds at the call: it holds also where Pre and 'Old are evaluated.
package Invariant_In_Pre with SPARK_Mode is
   type Count is private;
   function Value (C : Count) return Natural;
   procedure Bump (C : in out Count) with Pre => Value (C) < 10, Post => Value (C) = Value (C'Old) + 1;
private
   type Count is record
      Lo, Hi : Natural := 0;
   end record
     with Type_Invariant => Lo <= Hi;
   function Value (C : Count) return Natural is (C.Hi);
end Invariant_In_Pre;
