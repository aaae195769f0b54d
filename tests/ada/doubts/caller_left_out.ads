package Caller_Left_Out is
   function Analysed return Integer;
   function Left_Out return Integer;
end Caller_Left_Out;
