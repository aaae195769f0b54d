--  RM A.15. Nothing is known of the arguments but that their number stays what it is.
package Ada.Command_Line is
   function Argument_Count return Natural;
   function Argument (Number : Positive) return String;
   function Command_Name return String;

   type Exit_Status is new Integer;
   Success : constant Exit_Status := 0;
   Failure : constant Exit_Status := 1;
   procedure Set_Exit_Status (Code : Exit_Status) is null;
private
   function Given return Natural with Import, Volatile_Function, Exceptional_Cases => (others => False);
   function Text return String with
     Import, Post => Text'Result'First = 1, Exceptional_Cases => (others => False);
   Count : constant Natural := Given;

   function Argument_Count return Natural is (Count);
   function Argument (Number : Positive) return String is
     (if Number <= Count then Text else raise Constraint_Error);
   function Command_Name return String is (Text);
end Ada.Command_Line;
