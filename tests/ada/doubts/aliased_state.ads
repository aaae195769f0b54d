--  Variables of a library that access values designate exist from the elaboration on.
package Aliased_State is
   type Place is access all Integer;
   Count : aliased Integer := 1;
   Known : constant not null Place := Count'Access;
   procedure Step;
end Aliased_State;
