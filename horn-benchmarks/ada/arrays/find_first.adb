--  What is found is the key. After SV-COMP array-lopstr16 and sanfoundry_27.
package body Find_First is

   function Find (A : Vector; Key : Integer) return Natural is
   begin
      for I in A'Range loop
         if A (I) = Key then
            return I;
         end if;
      end loop;
      return 0;
   end Find;

end Find_First;
