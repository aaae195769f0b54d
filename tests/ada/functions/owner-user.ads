private package Owner.User with SPARK_Mode is
   procedure Through_Child with Global => (In_Out => State);
   procedure Lost with Global => (In_Out => State);
end Owner.User;
