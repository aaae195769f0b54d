--  The signals that the programs of this folder share.
package Signals is

   subtype Sample is Float range -128.0 .. 128.0;
   subtype Slope is Float range 0.0 .. 16.0;

   subtype Moment is Positive range 1 .. 100;
   type Samples is array (Moment) of Sample;
   type Slopes is array (Moment) of Slope;

end Signals;
