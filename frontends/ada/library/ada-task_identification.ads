--  RM C.7.1: tasks are numbers; which one runs, and what becomes of the others, is open.
package Ada.Task_Identification is
   type Task_Id is private;
   Null_Task_Id : constant Task_Id;

   function Image (T : Task_Id) return String with
     Import, Post => Image'Result'First = 1 and then Image'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);
   function Current_Task return Task_Id with
     Import, Post => Current_Task'Result /= Null_Task_Id, Exceptional_Cases => (others => False);
   function Environment_Task return Task_Id with
     Import, Post => Environment_Task'Result /= Null_Task_Id, Exceptional_Cases => (others => False);
   function Is_Terminated (T : Task_Id) return Boolean;
   function Is_Callable (T : Task_Id) return Boolean;
   function Activation_Is_Complete (T : Task_Id) return Boolean;
private
   type Task_Id is mod 2 ** 64 with Default_Value => 0;
   Null_Task_Id : constant Task_Id := 0;

   function Any_State return Boolean with Import, Exceptional_Cases => (others => False);
   function Is_Terminated (T : Task_Id) return Boolean is
     (if T = Null_Task_Id then raise Program_Error else Any_State);
   function Is_Callable (T : Task_Id) return Boolean is
     (if T = Null_Task_Id then raise Program_Error else Any_State);
   function Activation_Is_Complete (T : Task_Id) return Boolean is
     (if T = Null_Task_Id then raise Program_Error else Any_State);
end Ada.Task_Identification;
