--  RM A.17: whatever the system has of variables, and other ones at each look.
package Ada.Environment_Variables is
   function Value (Name : String) return String with
     Import, Post => Value'Result'First = 1 and then Value'Result'Last in 0 .. 100_000;
   function Value (Name : String; Default : String) return String;
   function Exists (Name : String) return Boolean with Import, Exceptional_Cases => (others => False);
   procedure Set (Name : String; Value : String) with Import;
   procedure Clear (Name : String) with Import;
   procedure Clear with Import;
private
   function Any_Text return String with
     Import,
     Post => Any_Text'Result'First = 1 and then Any_Text'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);
   function Value (Name : String; Default : String) return String is (if Exists (Name) then Any_Text else Default);
end Ada.Environment_Variables;
