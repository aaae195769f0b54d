--  RM D.8: spans are numbers of nanoseconds, as GNAT has them, and times are numbers of which little is known but their
--  order. That sums and differences of times and spans are in their ranges is taken for granted.
package Ada.Real_Time is
   type Time is private;
   Time_First : constant Time;
   Time_Last  : constant Time;
   Time_Unit  : constant := 10#1.0#E-9;

   type Time_Span is private;
   Time_Span_First : constant Time_Span;
   Time_Span_Last  : constant Time_Span;
   Time_Span_Zero  : constant Time_Span;
   Time_Span_Unit  : constant Time_Span;
   Tick            : constant Time_Span;

   function Clock return Time;

   function "+" (Left : Time; Right : Time_Span) return Time;
   function "+" (Left : Time_Span; Right : Time) return Time;
   function "-" (Left : Time; Right : Time_Span) return Time;
   function "-" (Left : Time; Right : Time) return Time_Span;

   function "<"  (Left, Right : Time) return Boolean;
   function "<=" (Left, Right : Time) return Boolean;
   function ">"  (Left, Right : Time) return Boolean;
   function ">=" (Left, Right : Time) return Boolean;

   function "+"   (Left, Right : Time_Span) return Time_Span;
   function "-"   (Left, Right : Time_Span) return Time_Span;
   function "-"   (Right : Time_Span) return Time_Span;
   function "*"   (Left : Time_Span; Right : Integer) return Time_Span;
   function "*"   (Left : Integer; Right : Time_Span) return Time_Span;
   function "/"   (Left, Right : Time_Span) return Integer;
   function "/"   (Left : Time_Span; Right : Integer) return Time_Span;
   function "abs" (Right : Time_Span) return Time_Span;

   function "<"  (Left, Right : Time_Span) return Boolean;
   function "<=" (Left, Right : Time_Span) return Boolean;
   function ">"  (Left, Right : Time_Span) return Boolean;
   function ">=" (Left, Right : Time_Span) return Boolean;

   function To_Duration (TS : Time_Span) return Duration;
   function To_Time_Span (D : Duration) return Time_Span;

   function Nanoseconds  (NS : Integer) return Time_Span;
   function Microseconds (US : Integer) return Time_Span;
   function Milliseconds (MS : Integer) return Time_Span;
   function Seconds      (S  : Integer) return Time_Span;
   function Minutes      (M  : Integer) return Time_Span;

   type Seconds_Count is range -(2 ** 63) .. 2 ** 63 - 1;

   procedure Split (T : Time; SC : out Seconds_Count; TS : out Time_Span);
   function Time_Of (SC : Seconds_Count; TS : Time_Span) return Time;
private
   type Number is range -(2 ** 63) .. 2 ** 63 - 1;
   type Time is new Number;
   type Time_Span is new Number;

   Time_First : constant Time := Time'First;
   Time_Last  : constant Time := Time'Last;

   Time_Span_First : constant Time_Span := Time_Span'First;
   Time_Span_Last  : constant Time_Span := Time_Span'Last;
   Time_Span_Zero  : constant Time_Span := 0;
   Time_Span_Unit  : constant Time_Span := 1;
   Tick            : constant Time_Span := 1_000;

   function "<"  (Left, Right : Time) return Boolean is (Number (Left) < Number (Right));
   function "<=" (Left, Right : Time) return Boolean is (Number (Left) <= Number (Right));
   function ">"  (Left, Right : Time) return Boolean is (Number (Left) > Number (Right));
   function ">=" (Left, Right : Time) return Boolean is (Number (Left) >= Number (Right));

   function "<"  (Left, Right : Time_Span) return Boolean is (Number (Left) < Number (Right));
   function "<=" (Left, Right : Time_Span) return Boolean is (Number (Left) <= Number (Right));
   function ">"  (Left, Right : Time_Span) return Boolean is (Number (Left) > Number (Right));
   function ">=" (Left, Right : Time_Span) return Boolean is (Number (Left) >= Number (Right));

   function "-"   (Right : Time_Span) return Time_Span is (Time_Span (-Number (Right)));
   function "abs" (Right : Time_Span) return Time_Span is (Time_Span (abs Number (Right)));
   function "*"   (Left : Time_Span; Right : Integer) return Time_Span is
     (Time_Span (Number (Left) * Number (Right)));
   function "*"   (Left : Integer; Right : Time_Span) return Time_Span is
     (Time_Span (Number (Left) * Number (Right)));
   function "/"   (Left : Time_Span; Right : Integer) return Time_Span is
     (Time_Span (Number (Left) / Number (Right)));
   function "/"   (Left, Right : Time_Span) return Integer is (Integer (Number (Left) / Number (Right)));

   function Nanoseconds  (NS : Integer) return Time_Span is (Time_Span (NS));
   function Microseconds (US : Integer) return Time_Span is (Time_Span (Number (US) * 1_000));
   function Milliseconds (MS : Integer) return Time_Span is (Time_Span (Number (MS) * 1_000_000));
   function Seconds      (S  : Integer) return Time_Span is (Time_Span (Number (S) * 1_000_000_000));
   function Minutes      (M  : Integer) return Time_Span is (Time_Span (Number (M) * 60_000_000_000));
end Ada.Real_Time;
