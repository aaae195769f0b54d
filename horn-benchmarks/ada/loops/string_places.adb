--  Two texts written behind each other into a buffer. After SV-COMP loop-invgen/string_concat-noarr.
procedure String_Places (First, Second : Natural) with
  Pre => First <= 100 and then Second <= 100
is
   I, J : Natural := 0;
begin
   while I < First loop
      I := I + 1;
   end loop;
   while J < Second loop
      pragma Assert (I < 200);
      I := I + 1;
      J := J + 1;
   end loop;
   pragma Assert (I <= 200 and then J <= 100);
end String_Places;
