--  RM 9.6: times are numbers of which nothing is known but their order; that sums of times and durations are dates is
--  taken for granted.
package Ada.Calendar is
   type Time is private;

   subtype Year_Number  is Integer range 1901 .. 2399;
   subtype Month_Number is Integer range 1 .. 12;
   subtype Day_Number   is Integer range 1 .. 31;
   subtype Day_Duration is Duration range 0.0 .. 86_400.0;

   function Clock return Time;

   function Year    (Date : Time) return Year_Number;
   function Month   (Date : Time) return Month_Number;
   function Day     (Date : Time) return Day_Number;
   function Seconds (Date : Time) return Day_Duration;

   procedure Split
     (Date : Time; Year : out Year_Number; Month : out Month_Number; Day : out Day_Number; Seconds : out Day_Duration)
   with Post => Day <= Days (Year, Month);

   function Time_Of
     (Year : Year_Number; Month : Month_Number; Day : Day_Number; Seconds : Day_Duration := 0.0) return Time;

   function "+" (Left : Time; Right : Duration) return Time;
   function "+" (Left : Duration; Right : Time) return Time;
   function "-" (Left : Time; Right : Duration) return Time;
   function "-" (Left : Time; Right : Time) return Duration;

   function "<"  (Left, Right : Time) return Boolean;
   function "<=" (Left, Right : Time) return Boolean;
   function ">"  (Left, Right : Time) return Boolean;
   function ">=" (Left, Right : Time) return Boolean;

   Time_Error : exception;
private
   type Number is range -(2 ** 63) .. 2 ** 63 - 1;
   type Time is new Number;

   function Days (Year : Year_Number; Month : Month_Number) return Day_Number is
     (case Month is
        when 2              =>
          (if Year mod 4 = 0 and then (Year mod 100 /= 0 or else Year mod 400 = 0) then 29 else 28),
        when 4 | 6 | 9 | 11 => 30,
        when others         => 31);

   function Of_Date
     (Year : Year_Number; Month : Month_Number; Day : Day_Number; Seconds : Day_Duration) return Time;
   function Time_Of
     (Year : Year_Number; Month : Month_Number; Day : Day_Number; Seconds : Day_Duration := 0.0) return Time is
     (if Day <= Days (Year, Month) then Of_Date (Year, Month, Day, Seconds) else raise Time_Error);

   function "<"  (Left, Right : Time) return Boolean is (Number (Left) < Number (Right));
   function "<=" (Left, Right : Time) return Boolean is (Number (Left) <= Number (Right));
   function ">"  (Left, Right : Time) return Boolean is (Number (Left) > Number (Right));
   function ">=" (Left, Right : Time) return Boolean is (Number (Left) >= Number (Right));
end Ada.Calendar;
