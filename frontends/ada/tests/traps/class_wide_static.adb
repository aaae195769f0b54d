--  In a class-wide condition of an operation that is called without dispatching, calls are those of the type of the
--  operation, whatever the tag (RM 6.1.1 (18)).
procedure Class_Wide_Static is
   package K is
      type T is tagged record
         V : Integer := 0;
      end record;
      function Ok (Q : T; N : Integer) return Boolean is (N > Q.V);
      procedure Op (Q : in out T; N : Integer) with Pre'Class => Ok (Q, N), Post'Class => Ok (Q, N + 1);
      type D is new T with null record;
      overriding function Ok (Q : D; N : Integer) return Boolean is (N /= 4);
      overriding procedure Op (Q : in out D; N : Integer);
   end K;
   package body K is
      procedure Op (Q : in out T; N : Integer) is
      begin
         Q.V := N;
      end Op;
      overriding procedure Op (Q : in out D; N : Integer) is
      begin
         if N > Q.V then
            Op (T (Q), N);
         end if;
      end Op;
   end K;
   B : K.D;
begin
   K.Op (K.T (B), 4);
   K.Op (B, 2);
   K.Op (B, 7);
   K.Op (K.T'Class (B), 9);
   pragma Assert (B.V = 9);
   K.Op (K.T (B), 5);  --  fails: VC_PRECONDITION
end Class_Wide_Static;
