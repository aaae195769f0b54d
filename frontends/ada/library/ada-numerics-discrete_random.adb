package body Ada.Numerics.Discrete_Random is
   function Current return State with Import, Exceptional_Cases => (others => False);

   procedure Save (Gen : Generator; To_State : out State) is
   begin
      To_State := Current;
   end Save;
end Ada.Numerics.Discrete_Random;
