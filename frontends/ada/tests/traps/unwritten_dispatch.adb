--  A call that dispatches looks at the tag of an object, and reads no component: parts that nobody has written matter
--  where they are read alone.
procedure Unwritten_Dispatch is
   package Cameras is
      subtype Speed is Integer range 1 .. 4;
      type Camera is tagged record
         Depth : Speed := 1;
      end record;
      procedure Focus (C : in out Camera; Depth : Speed);
      procedure Test (C : in out Camera'Class);
      type Auto is new Camera with record
         Film : Speed;
      end record;
      overriding procedure Focus (C : in out Auto; Depth : Speed);
   end Cameras;
   package body Cameras is
      procedure Focus (C : in out Camera; Depth : Speed) is
      begin
         C.Depth := Depth;
      end Focus;
      procedure Test (C : in out Camera'Class) is
      begin
         C.Focus (3);
      end Test;
      overriding procedure Focus (C : in out Auto; Depth : Speed) is
      begin
         C.Film := Depth;
         C.Depth := C.Film;
      end Focus;
   end Cameras;
   A : Cameras.Auto;
   C : Cameras.Camera;
begin
   Cameras.Test (A);
   Cameras.Test (C);
   pragma Assert (A.Film = 3 and A.Depth = 3);
   pragma Assert (C.Depth = 4);  --  fails: VC_ASSERT
end Unwritten_Dispatch;
