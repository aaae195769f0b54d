with Journals;
procedure Driver is
   N : Natural;
begin
   Journals.Start;
   for I in 1 .. 3 loop
      Journals.Put (I);
   end loop;
   Journals.Commit;
   Journals.Commit;
   N := Journals.Pending;
end Driver;
