--  A pragma Assert among the declarations of a declare expression is checked there (RM 11.4.2).
procedure Asserted_In_Declare (N : Integer) is
   Y : constant Integer :=
     (declare
         Half : constant Integer := N / 2;
         pragma Assert (Half < 1_000);
         Twice : constant Integer := 2 * Half;
      begin Twice);
begin
   pragma Assert (Y <= 1_998);
end Asserted_In_Declare;
