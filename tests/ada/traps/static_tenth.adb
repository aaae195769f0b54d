--  Static expressions are exact apart from their named constants; at run time the product is rounded.
procedure Static_Tenth is
   V : Float := 0.1;
begin
   V := V * 10.0;
   pragma Assert (0.1 * 10.0 = 1.0);
   pragma Assert (V = 1.0);
end Static_Tenth;
