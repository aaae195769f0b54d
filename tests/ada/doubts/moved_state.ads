--  Each constant whose access value is taken takes two statements of the elaboration.
package Moved_State is
   type Constants is access constant Integer;
   First  : aliased constant Integer := 3;
   Second : aliased constant Integer := 4;
   Third  : aliased constant Integer := 5;
   All_Of : array (1 .. 3) of Constants := (First'Access, Second'Access, Third'Access);
   Value  : Integer := 5;
   procedure Set;
end Moved_State;
