--  GNAT RM 12, GNAT.HTable: what tables have is not followed.
package GNAT.HTable is
   generic
      type Header_Num is range <>;
      type Element is private;
      No_Element : Element;
      type Key is private;
      with function Hash (F : Key) return Header_Num;
      with function Equal (F1, F2 : Key) return Boolean;
   package Simple_HTable is
      procedure Set (K : Key; E : Element) with Import, Exceptional_Cases => (others => False);
      procedure Reset with Import, Exceptional_Cases => (others => False);
      function Get (K : Key) return Element with Import, Exceptional_Cases => (others => False);
      procedure Remove (K : Key) with Import, Exceptional_Cases => (others => False);
      function Get_First return Element with Import, Exceptional_Cases => (others => False);
      procedure Get_First (K : in out Key; E : out Element) with Import, Exceptional_Cases => (others => False);
      function Get_Next return Element with Import, Exceptional_Cases => (others => False);
      procedure Get_Next (K : in out Key; E : out Element) with Import, Exceptional_Cases => (others => False);
   end Simple_HTable;

   generic
      type Header_Num is range <>;
   function Hash (Key : String) return Header_Num with Import, Exceptional_Cases => (others => False);
end GNAT.HTable;
