package body Invariant_In_Pre with SPARK_Mode is
   procedure Bump (C : in out Count) is
   begin
      C.Hi := C.Hi + 1;
   end Bump;
end Invariant_In_Pre;
