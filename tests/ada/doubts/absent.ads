--  A package whose body is not there.
package Absent is
   Value : Integer := 0;
   package Inner is
      procedure Change;
   end Inner;
   procedure Keep with Global => null;
end Absent;
