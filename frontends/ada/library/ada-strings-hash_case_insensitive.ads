with Ada.Containers;

--  RM A.4.9: which number it is, is open.
function Ada.Strings.Hash_Case_Insensitive (Key : String) return Containers.Hash_Type with
  Import, Exceptional_Cases => (others => False);
