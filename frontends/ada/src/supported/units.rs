//! Library units (RM A.2, GNAT RM 12, SPARK's library). Of a modelled unit single names may still be missing; they are
//! named where they are used.

use super::Group;
use super::Status::{Modelled, NotSupported, WithoutEffect};

pub(super) const GROUPS: &[Group] = &[
    Group::new(
        Modelled,
        "Ada.Assertions Ada.Calendar Ada.Calendar.Arithmetic Ada.Calendar.Formatting Ada.Calendar.Time_Zones
         Ada.Characters.Handling Ada.Characters.Latin_1 Ada.Containers Ada.Exceptions
         Ada.Finalization Ada.Float_Text_IO Ada.IO_Exceptions Ada.Real_Time Ada.Integer_Text_IO Ada.Long_Float_Text_IO
         Ada.Long_Long_Float_Text_IO Ada.Long_Long_Integer_Text_IO Ada.Long_Integer_Text_IO Ada.Numerics
         Ada.Numerics.Discrete_Random Ada.Numerics.Elementary_Functions Ada.Numerics.Float_Random
         Ada.Numerics.Generic_Elementary_Functions Ada.Numerics.Long_Elementary_Functions
         Ada.Numerics.Short_Elementary_Functions Ada.Text_IO Ada.Unchecked_Conversion Ada.Unchecked_Deallocation
         Ada.Command_Line Ada.Strings Ada.Strings.Bounded Ada.Strings.Equal_Case_Insensitive Ada.Strings.Fixed
         Ada.Strings.Hash Ada.Strings.Hash_Case_Insensitive Ada.Strings.Less_Case_Insensitive Ada.Strings.Maps
         Ada.Strings.Maps.Constants Ada.Strings.Unbounded Ada.Strings.Unbounded.Hash Ada.Synchronous_Task_Control
         Ada.Wide_Text_IO Ada.Numerics.Big_Numbers.Big_Integers Ada.Streams GNAT.IO Interfaces Interfaces.C
         Interfaces.C.Strings SPARK.Big_Integers SPARK.Big_Intervals SPARK.Containers.Types Standard System Text_IO
         Unchecked_Conversion Unchecked_Deallocation",
    ),
    // As texts of our own: what an instance does not declare of them is named where it is used.
    Group::new(
        Modelled,
        "Ada.Containers.Doubly_Linked_Lists Ada.Containers.Hashed_Maps Ada.Containers.Hashed_Sets
         Ada.Containers.Ordered_Maps Ada.Containers.Ordered_Sets Ada.Containers.Vectors
         SPARK.Containers.Formal.Doubly_Linked_Lists
         SPARK.Containers.Formal.Hashed_Maps
         SPARK.Containers.Formal.Hashed_Sets
         SPARK.Containers.Formal.Ordered_Maps
         SPARK.Containers.Formal.Ordered_Sets
         SPARK.Containers.Formal.Unbounded_Vectors
         SPARK.Containers.Formal.Vectors
         SPARK.Containers.Functional.Infinite_Sequences
         SPARK.Containers.Functional.Maps
         SPARK.Containers.Functional.Sets
         SPARK.Containers.Functional.Trees
         SPARK.Containers.Functional.Vectors
         SPARK.Containers.Formal.Unbounded_Doubly_Linked_Lists SPARK.Containers.Formal.Unbounded_Hashed_Maps
         SPARK.Containers.Formal.Unbounded_Hashed_Sets SPARK.Containers.Formal.Unbounded_Ordered_Maps
         SPARK.Containers.Formal.Unbounded_Ordered_Sets SPARK.Containers.Functional.Multisets SPARK.Cut_Operations
         SPARK.Heap SPARK.Higher_Order.Reachability SPARK.Lemmas.Arithmetic SPARK.Lemmas.Constrained_Array
         SPARK.Lemmas.Integer_Arithmetic SPARK.Lemmas.Long_Integer_Arithmetic SPARK.Lemmas.Mod32_Arithmetic
         SPARK.Lemmas.Mod64_Arithmetic SPARK.Lemmas.Mod_Arithmetic SPARK.Lemmas.Unconstrained_Array",
    ),
    // The same; of indefinite elements how many there are, but not which ones.
    Group::new(
        Modelled,
        "Ada.Containers.Generic_Array_Sort Ada.Containers.Generic_Constrained_Array_Sort
         Ada.Containers.Indefinite_Doubly_Linked_Lists Ada.Containers.Indefinite_Hashed_Maps
         Ada.Containers.Indefinite_Hashed_Sets Ada.Containers.Indefinite_Holders
         Ada.Containers.Indefinite_Ordered_Maps Ada.Containers.Indefinite_Ordered_Sets
         Ada.Containers.Indefinite_Vectors",
    ),
    // As texts of our own, most of whose subprograms give any results: what the system has of files, processes and
    // times is not followed.
    Group::new(
        Modelled,
        "Ada.Characters.Conversions Ada.Direct_IO Ada.Directories Ada.Environment_Variables
         Ada.Exceptions.Traceback Ada.Sequential_IO Ada.Streams.Stream_IO Ada.Strings.Unbounded.Text_IO
         Ada.Strings.UTF_Encoding Ada.Text_IO.Unbounded_IO GNAT.HTable GNAT.Table Interfaces.C.Pointers
         Ada.Strings.UTF_Encoding.Conversions Ada.Strings.UTF_Encoding.Strings
         Ada.Strings.UTF_Encoding.Wide_Strings Ada.Strings.UTF_Encoding.Wide_Wide_Strings
         Ada.Task_Identification GNAT.Calendar GNAT.Calendar.Time_IO GNAT.Case_Util
         GNAT.Directory_Operations GNAT.OS_Lib GNAT.Regpat GNAT.Source_Info GNAT.Strings GNAT.Traceback
         GNAT.Traceback.Symbolic System.Address_Image System.Storage_Elements",
    ),
    // Packages with nothing in them but their children.
    Group::new(
        WithoutEffect,
        "Ada Ada.Characters Ada.Wide_Characters Ada.Wide_Wide_Characters GNAT SPARK SPARK.Containers
         SPARK.Containers.Formal SPARK.Containers.Functional SPARK.Lemmas SPARK.Tests",
    ),
    Group::new(
        NotSupported,
        "Ada.Asynchronous_Task_Control Ada.Calendar.Conversions Ada.Characters.Latin_9
         Ada.Characters.Wide_Latin_1
         Ada.Characters.Wide_Latin_9 Ada.Characters.Wide_Wide_Latin_1 Ada.Characters.Wide_Wide_Latin_9
         Ada.Command_Line.Environment Ada.Command_Line.Remove Ada.Command_Line.Response_File Ada.Complex_Text_IO
         Ada.Containers.Bounded_Doubly_Linked_Lists Ada.Containers.Bounded_Hashed_Maps
         Ada.Containers.Bounded_Hashed_Sets Ada.Containers.Bounded_Holders Ada.Containers.Bounded_Indefinite_Holders
         Ada.Containers.Bounded_Multiway_Trees Ada.Containers.Bounded_Ordered_Maps Ada.Containers.Bounded_Ordered_Sets
         Ada.Containers.Bounded_Priority_Queues Ada.Containers.Bounded_Synchronized_Queues
         Ada.Containers.Bounded_Vectors Ada.Containers.Formal_Doubly_Linked_Lists
         Ada.Containers.Formal_Hashed_Maps Ada.Containers.Formal_Hashed_Sets Ada.Containers.Formal_Indefinite_Vectors
         Ada.Containers.Formal_Ordered_Maps Ada.Containers.Formal_Ordered_Sets Ada.Containers.Formal_Vectors
         Ada.Containers.Functional_Maps Ada.Containers.Functional_Sets Ada.Containers.Functional_Vectors
         Ada.Containers.Generic_Anonymous_Array_Sort
         Ada.Containers.Generic_Sort


         Ada.Containers.Indefinite_Multiway_Trees
         Ada.Containers.Indefinite_Ordered_Multisets
         Ada.Containers.Multiway_Trees
         Ada.Containers.Ordered_Multisets Ada.Containers.Synchronized_Queue_Interfaces
         Ada.Containers.Unbounded_Priority_Queues Ada.Containers.Unbounded_Synchronized_Queues
         Ada.Decimal Ada.Direct_IO.C_Streams Ada.Directories.Hierarchical_File_Names
         Ada.Directories.Validity Ada.Dispatching Ada.Dispatching.EDF Ada.Dispatching.Non_Preemptive
         Ada.Dispatching.Round_Robin Ada.Dynamic_Priorities Ada.Exceptions.Last_Chance_Handler
         Ada.Execution_Time Ada.Execution_Time.Group_Budgets Ada.Execution_Time.Interrupts
         Ada.Execution_Time.Timers Ada.Float_Wide_Text_IO Ada.Float_Wide_Wide_Text_IO Ada.Integer_Wide_Text_IO
         Ada.Integer_Wide_Wide_Text_IO Ada.Interrupts Ada.Interrupts.Names Ada.Iterator_Interfaces Ada.Locales
         Ada.Long_Complex_Text_IO Ada.Long_Float_Wide_Text_IO Ada.Long_Float_Wide_Wide_Text_IO
         Ada.Long_Integer_Wide_Text_IO Ada.Long_Integer_Wide_Wide_Text_IO Ada.Long_Long_Complex_Text_IO
         Ada.Long_Long_Float_Wide_Text_IO Ada.Long_Long_Float_Wide_Wide_Text_IO Ada.Long_Long_Integer_Wide_Text_IO
         Ada.Long_Long_Integer_Wide_Wide_Text_IO
         Ada.Long_Long_Long_Integer_Text_IO Ada.Long_Long_Long_Integer_Wide_Text_IO
         Ada.Long_Long_Long_Integer_Wide_Wide_Text_IO Ada.Numerics.Big_Numbers
         Ada.Numerics.Big_Numbers.Big_Integers_Ghost Ada.Numerics.Big_Numbers.Big_Reals Ada.Numerics.Complex_Arrays
         Ada.Numerics.Complex_Elementary_Functions Ada.Numerics.Complex_Types
         Ada.Numerics.Generic_Complex_Arrays Ada.Numerics.Generic_Complex_Elementary_Functions
         Ada.Numerics.Generic_Complex_Types Ada.Numerics.Generic_Real_Arrays Ada.Numerics.Long_Complex_Arrays
         Ada.Numerics.Long_Complex_Elementary_Functions Ada.Numerics.Long_Complex_Types
         Ada.Numerics.Long_Long_Complex_Arrays Ada.Numerics.Long_Long_Complex_Elementary_Functions
         Ada.Numerics.Long_Long_Complex_Types Ada.Numerics.Long_Long_Elementary_Functions
         Ada.Numerics.Long_Long_Real_Arrays Ada.Numerics.Long_Real_Arrays Ada.Numerics.Real_Arrays
         Ada.Numerics.Short_Complex_Elementary_Functions Ada.Numerics.Short_Complex_Types Ada.Real_Time.Timing_Events
         Ada.Sequential_IO.C_Streams Ada.Short_Complex_Text_IO Ada.Short_Float_Text_IO
         Ada.Short_Float_Wide_Text_IO Ada.Short_Float_Wide_Wide_Text_IO Ada.Short_Integer_Text_IO
         Ada.Short_Integer_Wide_Text_IO Ada.Short_Integer_Wide_Wide_Text_IO Ada.Short_Short_Integer_Text_IO
         Ada.Short_Short_Integer_Wide_Text_IO Ada.Short_Short_Integer_Wide_Wide_Text_IO Ada.Storage_IO
         Ada.Streams.Storage Ada.Streams.Storage.Bounded Ada.Streams.Storage.Unbounded
         Ada.Streams.Stream_IO.C_Streams Ada.Strings.Bounded.Equal_Case_Insensitive Ada.Strings.Bounded.Hash
         Ada.Strings.Bounded.Hash_Case_Insensitive Ada.Strings.Bounded.Less_Case_Insensitive
         Ada.Strings.Fixed.Equal_Case_Insensitive Ada.Strings.Fixed.Hash Ada.Strings.Fixed.Hash_Case_Insensitive
         Ada.Strings.Fixed.Less_Case_Insensitive Ada.Strings.Text_Buffers Ada.Strings.Text_Buffers.Bounded
         Ada.Strings.Text_Buffers.Unbounded Ada.Strings.Unbounded.Equal_Case_Insensitive
         Ada.Strings.Unbounded.Hash_Case_Insensitive Ada.Strings.Unbounded.Less_Case_Insensitive

         Ada.Strings.Wide_Bounded Ada.Strings.Wide_Bounded.Wide_Hash
         Ada.Strings.Wide_Fixed Ada.Strings.Wide_Fixed.Wide_Hash Ada.Strings.Wide_Hash Ada.Strings.Wide_Maps
         Ada.Strings.Wide_Maps.Wide_Constants Ada.Strings.Wide_Unbounded Ada.Strings.Wide_Unbounded.Wide_Hash
         Ada.Strings.Wide_Unbounded.Wide_Text_IO Ada.Strings.Wide_Wide_Bounded
         Ada.Strings.Wide_Wide_Bounded.Wide_Wide_Hash Ada.Strings.Wide_Wide_Fixed
         Ada.Strings.Wide_Wide_Fixed.Wide_Wide_Hash Ada.Strings.Wide_Wide_Hash Ada.Strings.Wide_Wide_Maps
         Ada.Strings.Wide_Wide_Maps.Wide_Wide_Constants Ada.Strings.Wide_Wide_Unbounded
         Ada.Strings.Wide_Wide_Unbounded.Wide_Wide_Hash Ada.Strings.Wide_Wide_Unbounded.Wide_Wide_Text_IO
         Ada.Synchronous_Barriers Ada.Synchronous_Task_Control.EDF Ada.Tags Ada.Tags.Generic_Dispatching_Constructor
         Ada.Task_Attributes Ada.Task_Initialization Ada.Task_Termination Ada.Text_IO.Bounded_IO
         Ada.Text_IO.C_Streams Ada.Text_IO.Complex_IO Ada.Text_IO.Decimal_IO Ada.Text_IO.Editing
         Ada.Text_IO.Enumeration_IO Ada.Text_IO.Fixed_IO Ada.Text_IO.Float_IO Ada.Text_IO.Integer_IO
         Ada.Text_IO.Modular_IO Ada.Text_IO.Text_Streams Ada.Unchecked_Deallocate_Subpool
         Ada.Wide_Characters.Handling Ada.Wide_Characters.Unicode Ada.Wide_Text_IO.C_Streams Ada.Wide_Text_IO.Complex_IO
         Ada.Wide_Text_IO.Decimal_IO Ada.Wide_Text_IO.Editing Ada.Wide_Text_IO.Enumeration_IO Ada.Wide_Text_IO.Fixed_IO
         Ada.Wide_Text_IO.Float_IO Ada.Wide_Text_IO.Integer_IO Ada.Wide_Text_IO.Modular_IO Ada.Wide_Text_IO.Text_Streams
         Ada.Wide_Text_IO.Wide_Bounded_IO Ada.Wide_Text_IO.Wide_Unbounded_IO Ada.Wide_Wide_Characters.Handling
         Ada.Wide_Wide_Characters.Unicode Ada.Wide_Wide_Text_IO Ada.Wide_Wide_Text_IO.C_Streams
         Ada.Wide_Wide_Text_IO.Complex_IO Ada.Wide_Wide_Text_IO.Decimal_IO Ada.Wide_Wide_Text_IO.Editing
         Ada.Wide_Wide_Text_IO.Enumeration_IO Ada.Wide_Wide_Text_IO.Fixed_IO Ada.Wide_Wide_Text_IO.Float_IO
         Ada.Wide_Wide_Text_IO.Integer_IO Ada.Wide_Wide_Text_IO.Modular_IO Ada.Wide_Wide_Text_IO.Text_Streams
         Ada.Wide_Wide_Text_IO.Wide_Wide_Bounded_IO Ada.Wide_Wide_Text_IO.Wide_Wide_Unbounded_IO",
    ),
    Group::new(
        NotSupported,
        "Calendar Direct_IO Interfaces.C.Extensions
         Interfaces.C_Streams Interfaces.COBOL Interfaces.Fortran Interfaces.Packed_Decimal IO_Exceptions
         Machine_Code Sequential_IO System.Address_To_Access_Conversions System.Atomic_Operations
         System.Atomic_Operations.Exchange System.Atomic_Operations.Integer_Arithmetic
         System.Atomic_Operations.Modular_Arithmetic System.Atomic_Operations.Test_And_Set System.Machine_Code
         System.Multiprocessors System.Multiprocessors.Dispatching_Domains System.RPC
         System.Storage_Pools System.Storage_Pools.Subpools",
    ),
    Group::new(
        NotSupported,
        "GNAT.Altivec GNAT.Altivec.Conversions GNAT.Altivec.Vector_Operations GNAT.Altivec.Vector_Types
         GNAT.Altivec.Vector_Views GNAT.Array_Split GNAT.AWK GNAT.Bind_Environment GNAT.Bounded_Buffers
         GNAT.Bounded_Mailboxes GNAT.Branch_Prediction GNAT.Bubble_Sort GNAT.Bubble_Sort_A GNAT.Bubble_Sort_G
         GNAT.Byte_Order_Mark GNAT.Byte_Swapping GNAT.CGI
         GNAT.CGI.Cookie GNAT.CGI.Debug GNAT.Command_Line GNAT.Compiler_Version GNAT.CPP_Exceptions GNAT.CRC32
         GNAT.Ctrl_C GNAT.Current_Exception GNAT.Debug_Pools GNAT.Debug_Utilities GNAT.Decode_String
         GNAT.Decode_UTF8_String GNAT.Directory_Operations.Iteration
         GNAT.Dynamic_HTables GNAT.Dynamic_Tables GNAT.Encode_String GNAT.Encode_UTF8_String
         GNAT.Exception_Actions GNAT.Exception_Traces GNAT.Exceptions GNAT.Expect GNAT.Expect.TTY
         GNAT.Float_Control GNAT.Formatted_String GNAT.Graphs GNAT.Heap_Sort GNAT.Heap_Sort_A GNAT.Heap_Sort_G
         GNAT.Lists GNAT.Lock_Files GNAT.MBBS_Discrete_Random GNAT.MBBS_Float_Random GNAT.MD5
         GNAT.Memory_Dump GNAT.Most_Recent_Exception GNAT.Perfect_Hash_Generators GNAT.Random_Numbers
         GNAT.Regexp GNAT.Rewrite_Data GNAT.Secondary_Stack_Info GNAT.Secure_Hashes
         GNAT.Secure_Hashes.MD5 GNAT.Secure_Hashes.SHA1 GNAT.Secure_Hashes.SHA2_32 GNAT.Secure_Hashes.SHA2_64
         GNAT.Semaphores GNAT.Serial_Communications GNAT.Sets GNAT.SHA1 GNAT.SHA224 GNAT.SHA256 GNAT.SHA384
         GNAT.SHA512 GNAT.Signals GNAT.Sockets GNAT.Sockets.Poll GNAT.Spelling_Checker
         GNAT.Spelling_Checker_Generic GNAT.Spitbol GNAT.Spitbol.Patterns GNAT.Spitbol.Table_Boolean
         GNAT.Spitbol.Table_Integer GNAT.Spitbol.Table_VString GNAT.SSE GNAT.SSE.Vector_Types GNAT.String_Hash
         GNAT.String_Split GNAT.Task_Lock GNAT.Task_Stack_Usage GNAT.Threads
         GNAT.Time_Stamp GNAT.TTY GNAT.UTF_32 GNAT.UTF_32_Spelling_Checker
         GNAT.Wide_Spelling_Checker GNAT.Wide_String_Split GNAT.Wide_Wide_Spelling_Checker
         GNAT.Wide_Wide_String_Split",
    ),
    Group::new(
        NotSupported,
        "SPARK.Big_Reals SPARK.Containers.Formal.Holders SPARK.Containers.Functional.Maps.Higher_Order
         SPARK.Containers.Functional.Sets.Higher_Order SPARK.Containers.Functional.Vectors.Higher_Order
         SPARK.Containers.Parameter_Checks SPARK.Conversions SPARK.Conversions.Float_Conversions
         SPARK.Conversions.Long_Float_Conversions SPARK.Conversions.Long_Integer_Conversions SPARK.Higher_Order
         SPARK.Higher_Order.Fold SPARK.Lemmas.Fixed_Point_Arithmetic SPARK.Lemmas.Float_Arithmetic
         SPARK.Lemmas.Float_Base SPARK.Lemmas.Floating_Point_Arithmetic SPARK.Lemmas.Long_Float_Arithmetic
         SPARK.Pointers SPARK.Pointers.Abstract_Maps SPARK.Pointers.Abstract_Sets
         SPARK.Pointers.Pointers_With_Aliasing",
    ),
];
