package Others_Of is
   procedure Act;
end Others_Of;
