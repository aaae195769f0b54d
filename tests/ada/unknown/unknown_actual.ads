package Unknown_Actual is
   procedure Other (A : Integer; B : out Integer);
end Unknown_Actual;
