package Levels with Abstract_State => State, Initializes => State is
   pragma Preelaborate;
   subtype Percent is Integer range 0 .. 100;
   type Level is (Low, Mid, High) with Size => 8;
   procedure Set (L : Level) with Global => (In_Out => State);
   function Current return Level with Global => (Input => State), Volatile_Function => False;
   function Scale (P : Percent; By : Positive) return Percent with
     Pre => P * By <= 100,
     Post => (Scale'Result = P * By) and (if By = 1 then Scale'Result = P),
     Contract_Cases => (P = 0 => Scale'Result = 0, P > 0 => Scale'Result >= P),
     Test_Case => (Name => "x", Mode => Nominal);
   Max_Level : constant Level := Level'Last;
   type Table is array (Level range Low .. High, Percent) of Boolean with Default_Component_Value => False;
end Levels;
