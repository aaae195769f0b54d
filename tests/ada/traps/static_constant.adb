--  A constant of type Float is rounded, and the product with it is static and exact.
procedure Static_Constant is
   C     : constant Float := 0.1;
   Equal : Boolean;
begin
   Equal := C * 10.0 = 1.0;
   pragma Assert (not Equal);
end Static_Constant;
