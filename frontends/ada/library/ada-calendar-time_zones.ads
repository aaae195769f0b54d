--  RM 9.6.1: any offset.
package Ada.Calendar.Time_Zones is
   type Time_Offset is range -1_680 .. 1_680;
   Unknown_Zone_Error : exception;

   function Local_Time_Offset (Date : Time := Clock) return Time_Offset;
   function UTC_Time_Offset (Date : Time := Clock) return Time_Offset;
end Ada.Calendar.Time_Zones;
