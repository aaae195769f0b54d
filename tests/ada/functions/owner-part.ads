--  A private child whose variable is a constituent of its parent's state.
private package Owner.Part with SPARK_Mode is
   V : Integer := 0 with Part_Of => Owner.State;
end Owner.Part;
