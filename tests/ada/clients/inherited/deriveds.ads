with Bases;
package Deriveds is
   type Own is new Bases.Handle;
end Deriveds;
