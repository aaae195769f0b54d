--  GNAT RM 12, GNAT.Source_Info: texts about a place in the source, which are not followed.
package GNAT.Source_Info is
   function File return String with
     Import, Post => File'Result'First = 1 and then File'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);
   function Line return Positive with Import, Exceptional_Cases => (others => False);
   function Source_Location return String with
     Import, Post => Source_Location'Result'First = 1 and then Source_Location'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);
   function Enclosing_Entity return String with
     Import, Post => Enclosing_Entity'Result'First = 1 and then Enclosing_Entity'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);
   function Compilation_ISO_Date return String with
     Import, Post => Compilation_ISO_Date'Result'First = 1 and then Compilation_ISO_Date'Result'Last = 10,
     Exceptional_Cases => (others => False);
   function Compilation_Date return String with
     Import, Post => Compilation_Date'Result'First = 1 and then Compilation_Date'Result'Last = 11,
     Exceptional_Cases => (others => False);
   function Compilation_Time return String with
     Import, Post => Compilation_Time'Result'First = 1 and then Compilation_Time'Result'Last = 8,
     Exceptional_Cases => (others => False);
end GNAT.Source_Info;
