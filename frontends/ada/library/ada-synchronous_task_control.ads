--  RM D.10: what others do to an object nobody knows, so its state may be anything behind each call.
package Ada.Synchronous_Task_Control is
   type Suspension_Object is limited private;
   procedure Set_True (S : in out Suspension_Object);
   procedure Set_False (S : in out Suspension_Object);
   function Current_State (S : Suspension_Object) return Boolean;
   procedure Suspend_Until_True (S : in out Suspension_Object);
private
   type Suspension_Object is new Boolean with Default_Value => False;
end Ada.Synchronous_Task_Control;
