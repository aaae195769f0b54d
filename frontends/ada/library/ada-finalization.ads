--  Controlled types (RM 7.6). What is called where is said by the analysis.
package Ada.Finalization is
   pragma Preelaborate;

   type Controlled is abstract tagged null record;

   procedure Initialize (Object : in out Controlled) is null;
   procedure Adjust (Object : in out Controlled) is null;
   procedure Finalize (Object : in out Controlled) is null;

   type Limited_Controlled is abstract tagged limited null record;

   procedure Initialize (Object : in out Limited_Controlled) is null;
   procedure Finalize (Object : in out Limited_Controlled) is null;
end Ada.Finalization;
