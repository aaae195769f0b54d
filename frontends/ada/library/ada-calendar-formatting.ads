with Ada.Calendar.Time_Zones;

--  RM 9.6.1: which day of the week a date is, and how its parts look elsewhere, is not known.
package Ada.Calendar.Formatting is
   type Day_Name is (Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday);
   function Day_Of_Week (Date : Time) return Day_Name with
     Import, Exceptional_Cases => (others => False);

   subtype Hour_Number     is Natural range 0 .. 23;
   subtype Minute_Number   is Natural range 0 .. 59;
   subtype Second_Number   is Natural range 0 .. 59;
   subtype Second_Duration is Day_Duration range 0.0 .. 1.0;

   function Year (Date : Time; Time_Zone : Time_Zones.Time_Offset := 0) return Year_Number with
     Import, Exceptional_Cases => (others => False);
   function Month (Date : Time; Time_Zone : Time_Zones.Time_Offset := 0) return Month_Number with
     Import, Exceptional_Cases => (others => False);
   function Day (Date : Time; Time_Zone : Time_Zones.Time_Offset := 0) return Day_Number with
     Import, Exceptional_Cases => (others => False);
   function Hour (Date : Time; Time_Zone : Time_Zones.Time_Offset := 0) return Hour_Number with
     Import, Exceptional_Cases => (others => False);
   function Minute (Date : Time; Time_Zone : Time_Zones.Time_Offset := 0) return Minute_Number with
     Import, Exceptional_Cases => (others => False);
   function Second (Date : Time) return Second_Number with
     Import, Exceptional_Cases => (others => False);
   function Sub_Second (Date : Time) return Second_Duration with
     Import, Exceptional_Cases => (others => False);

   function Time_Of
     (Year        : Year_Number;
      Month       : Month_Number;
      Day         : Day_Number;
      Hour        : Hour_Number;
      Minute      : Minute_Number;
      Second      : Second_Number;
      Sub_Second  : Second_Duration        := 0.0;
      Leap_Second : Boolean                := False;
      Time_Zone   : Time_Zones.Time_Offset := 0) return Time;
   function Time_Of
     (Year        : Year_Number;
      Month       : Month_Number;
      Day         : Day_Number;
      Seconds     : Day_Duration           := 0.0;
      Leap_Second : Boolean                := False;
      Time_Zone   : Time_Zones.Time_Offset := 0) return Time;

   procedure Split
     (Seconds    : Day_Duration;
      Hour       : out Hour_Number;
      Minute     : out Minute_Number;
      Second     : out Second_Number;
      Sub_Second : out Second_Duration)
   with Import, Exceptional_Cases => (others => False);
   procedure Split
     (Date       : Time;
      Year       : out Year_Number;
      Month      : out Month_Number;
      Day        : out Day_Number;
      Hour       : out Hour_Number;
      Minute     : out Minute_Number;
      Second     : out Second_Number;
      Sub_Second : out Second_Duration;
      Time_Zone  : Time_Zones.Time_Offset := 0)
   with Import, Exceptional_Cases => (others => False);

   function Image
     (Date : Time; Include_Time_Fraction : Boolean := False; Time_Zone : Time_Zones.Time_Offset := 0) return String with
     Import,
     Post => Image'Result'First = 1 and Image'Result'Last in 8 .. 30,
     Exceptional_Cases => (others => False);
   function Image (Elapsed_Time : Duration; Include_Time_Fraction : Boolean := False) return String with
     Import,
     Post => Image'Result'First = 1 and Image'Result'Last in 8 .. 30,
     Exceptional_Cases => (others => False);
private
   function Of_Parts (Year : Year_Number; Month : Month_Number; Day : Day_Number) return Time with
     Import, Exceptional_Cases => (others => False);
   function Time_Of
     (Year        : Year_Number;
      Month       : Month_Number;
      Day         : Day_Number;
      Hour        : Hour_Number;
      Minute      : Minute_Number;
      Second      : Second_Number;
      Sub_Second  : Second_Duration        := 0.0;
      Leap_Second : Boolean                := False;
      Time_Zone   : Time_Zones.Time_Offset := 0) return Time is
     (if Day <= Days (Year, Month) then Of_Parts (Year, Month, Day) else raise Time_Error);
   function Time_Of
     (Year        : Year_Number;
      Month       : Month_Number;
      Day         : Day_Number;
      Seconds     : Day_Duration           := 0.0;
      Leap_Second : Boolean                := False;
      Time_Zone   : Time_Zones.Time_Offset := 0) return Time is
     (if Day <= Days (Year, Month) then Of_Parts (Year, Month, Day) else raise Time_Error);
end Ada.Calendar.Formatting;
