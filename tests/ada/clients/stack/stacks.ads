package Stacks is
   function Is_Full return Boolean;
   function Is_Empty return Boolean;
   procedure Push (X : Integer) with Pre => not Is_Full; --  wrong: procedure Push (X : Integer);
   procedure Pop (X : out Integer) with Pre => not Is_Empty;
end Stacks;
