package Journals is
   procedure Start;
   procedure Put (X : Integer);
   procedure Commit;
   function Pending return Natural;
end Journals;
