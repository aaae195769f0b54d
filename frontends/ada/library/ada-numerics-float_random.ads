--  RM A.5.2: any numbers of the interval; that a state gives the same ones again is not known.
package Ada.Numerics.Float_Random is
   type Generator is limited private;
   subtype Uniformly_Distributed is Float range 0.0 .. 1.0;
   function Random (Gen : Generator) return Uniformly_Distributed with
     Import, Exceptional_Cases => (others => False);
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
end Ada.Numerics.Float_Random;
