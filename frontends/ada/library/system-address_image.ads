--  GNAT RM 12, System.Address_Image: the digits of an address, which is not known.
function System.Address_Image (A : Address) return String with
  Import,
  Post => System.Address_Image'Result'First = 1 and then System.Address_Image'Result'Last = 16,
  Exceptional_Cases => (others => False);
