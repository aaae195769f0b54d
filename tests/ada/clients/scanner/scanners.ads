package Scanners is
   procedure Load (Length : Natural);
   function At_End return Boolean;
   procedure Skip with Pre => not At_End; --  wrong: procedure Skip;
   procedure Back;
end Scanners;
