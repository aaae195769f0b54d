package Caller_Withheld is
   function Analysed return Integer;
   function Withheld return Integer with Annotate => (GNATprove, Skip_Proof);
end Caller_Withheld;
