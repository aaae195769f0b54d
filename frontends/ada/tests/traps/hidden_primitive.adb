--  An operation that is not visible where a type is derived is inherited all the same, and nothing there overrides it.
procedure Hidden_Primitive is
   package Root is
      type Camera is tagged private;
      procedure Test (C : in out Camera'Class);
      function Value (C : Camera) return Integer;
   private
      type Camera is tagged record
         N : Integer := 0;
      end record;
      procedure Set (C : in out Camera; To : Integer);
   end Root;
   package body Root is
      procedure Set (C : in out Camera; To : Integer) is
      begin
         C.N := To;
      end Set;
      procedure Test (C : in out Camera'Class) is
      begin
         Set (C, 5);
      end Test;
      function Value (C : Camera) return Integer is (C.N);
   end Root;
   Called : Integer := 0;
   package Zoom is
      type Zoomed is new Root.Camera with null record;
      not overriding procedure Set (C : in out Zoomed; To : Integer);
   end Zoom;
   package body Zoom is
      procedure Set (C : in out Zoomed; To : Integer) is
      begin
         Called := To;
      end Set;
   end Zoom;
   Z : Zoom.Zoomed;
begin
   Root.Test (Root.Camera'Class (Z));
   pragma Assert (Zoom.Value (Z) = 5 and Called = 0);
   Zoom.Set (Z, 3);
   pragma Assert (Called = 3);
   pragma Assert (Zoom.Value (Z) /= 5);  --  fails: VC_ASSERT
end Hidden_Primitive;
