package Pools is
   subtype Place is Integer range 1 .. 4;
   procedure Take (P : out Place; Done : out Boolean);
   procedure Give (P : Place);
end Pools;
