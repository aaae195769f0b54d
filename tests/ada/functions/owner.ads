package Owner with SPARK_Mode, Abstract_State => State is
   function Get return Integer with Import, Global => State;
   procedure Put with Import, Global => (In_Out => State), Always_Terminates;
end Owner;
