--  RM A.5.2: any values of the subtype; that a state gives the same ones again is not known.
generic
   type Result_Subtype is (<>);
package Ada.Numerics.Discrete_Random is
   type Generator is limited private;
   function Random (Gen : Generator) return Result_Subtype with
     Import, Exceptional_Cases => (others => False);
   function Random (Gen : Generator; First, Last : Result_Subtype) return Result_Subtype;
   procedure Reset (Gen : Generator; Initiator : Integer) is null;
   procedure Reset (Gen : Generator) is null;

   type State is private;
   procedure Save (Gen : Generator; To_State : out State) with Import, Exceptional_Cases => (others => False);
   procedure Reset (Gen : Generator; From_State : State) is null;
   function Image (Of_State : State) return String with
     Import, Post => Image'Result'First = 1, Exceptional_Cases => (others => False);
private
   type Generator is limited null record;
   type State is mod 2 ** 64;

   function Between (First, Last : Result_Subtype) return Result_Subtype with
     Import, Post => Between'Result in First .. Last, Exceptional_Cases => (others => False);
   function Random (Gen : Generator; First, Last : Result_Subtype) return Result_Subtype is
     (if First <= Last then Between (First, Last) else raise Constraint_Error);
end Ada.Numerics.Discrete_Random;
