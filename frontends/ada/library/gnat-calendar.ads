with Ada.Calendar.Formatting;

--  GNAT RM 12, GNAT.Calendar: parts of dates, which are not followed.
package GNAT.Calendar is
   type Day_Name is (Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday);
   subtype Hour_Number         is Natural range 0 .. 23;
   subtype Minute_Number       is Natural range 0 .. 59;
   subtype Second_Number       is Natural range 0 .. 59;
   subtype Second_Duration     is Ada.Calendar.Day_Duration range 0.0 .. 1.0;
   subtype Day_In_Year_Number  is Positive range 1 .. 366;
   subtype Week_In_Year_Number is Positive range 1 .. 53;
   No_Time : constant Ada.Calendar.Time;

   function Hour (Date : Ada.Calendar.Time) return Hour_Number with Import, Exceptional_Cases => (others => False);
   function Minute (Date : Ada.Calendar.Time) return Minute_Number with
     Import, Exceptional_Cases => (others => False);
   function Second (Date : Ada.Calendar.Time) return Second_Number with
     Import, Exceptional_Cases => (others => False);
   function Sub_Second (Date : Ada.Calendar.Time) return Second_Duration with
     Import, Exceptional_Cases => (others => False);
   function Day_Of_Week (Date : Ada.Calendar.Time) return Day_Name with
     Import, Exceptional_Cases => (others => False);
   function Day_In_Year (Date : Ada.Calendar.Time) return Day_In_Year_Number with
     Import, Exceptional_Cases => (others => False);
   function Week_In_Year (Date : Ada.Calendar.Time) return Week_In_Year_Number with
     Import, Exceptional_Cases => (others => False);
   procedure Split
     (Date       : Ada.Calendar.Time;
      Year       : out Ada.Calendar.Year_Number;
      Month      : out Ada.Calendar.Month_Number;
      Day        : out Ada.Calendar.Day_Number;
      Hour       : out Hour_Number;
      Minute     : out Minute_Number;
      Second     : out Second_Number;
      Sub_Second : out Second_Duration)
   with Import, Exceptional_Cases => (others => False);
   function Time_Of
     (Year       : Ada.Calendar.Year_Number;
      Month      : Ada.Calendar.Month_Number;
      Day        : Ada.Calendar.Day_Number;
      Hour       : Hour_Number;
      Minute     : Minute_Number;
      Second     : Second_Number;
      Sub_Second : Second_Duration := 0.0) return Ada.Calendar.Time
   with Import;
private
   function Any_Time return Ada.Calendar.Time with Import, Exceptional_Cases => (others => False);
   No_Time : constant Ada.Calendar.Time := Any_Time;
end GNAT.Calendar;
