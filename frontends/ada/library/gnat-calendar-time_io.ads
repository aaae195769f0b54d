--  GNAT RM 12, GNAT.Calendar.Time_IO: any texts and any dates.
package GNAT.Calendar.Time_IO is
   Picture_Error : exception;
   type Picture_String is new String;

   ISO_Date      : constant Picture_String := "%Y-%m-%d";
   US_Date       : constant Picture_String := "%m/%d/%y";
   European_Date : constant Picture_String := "%d/%m/%y";

   function Image (Date : Ada.Calendar.Time; Picture : Picture_String) return String with
     Import, Post => Image'Result'First = 1 and then Image'Result'Last in 0 .. 100_000;
   function Value (Date : String) return Ada.Calendar.Time with Import;
   procedure Put_Time (Date : Ada.Calendar.Time; Picture : Picture_String) with Import;
end GNAT.Calendar.Time_IO;
