//! Pragmas (RM L, GNAT RM 2). A pragma with the name of an aspect is on the list with what it does, not the aspect's.

use super::Status::{Modelled, NotSupported, WithoutEffect};
use super::{Group, Object, Package, Subprogram, Type};

pub(super) const GROUPS: &[Group] = &[
    Group::new(Modelled, "Assert Assert_And_Cut Assume Check Loop_Invariant Loop_Variant"),
    Group::new(Modelled, "Elaborate Elaborate_All Elaborate_Body"),
    Group::new(Modelled, "Ada_95 Ada_05 Ada_2005 Ada_12 Ada_2012 Ada_2022"),
    Group::on(&[Subprogram], Modelled, "Import Interface No_Return"),
    Group::on(&[Object], Modelled, "Import Interface"),
    Group::on(&[Object, Type], Modelled, "Atomic Atomic_Components Volatile Volatile_Components Volatile_Full_Access"),
    Group::on(
        &[Subprogram, Package],
        NotSupported,
        "Atomic Atomic_Components Volatile Volatile_Components Volatile_Full_Access",
    ),
    Group::on(&[Type, Package], NotSupported, "Import Interface No_Return"),
    Group::on(&[Object], NotSupported, "No_Return"),
    Group::new(Modelled, "SPARK_Mode"),
    // Ghost code is analysed as code.
    Group::new(WithoutEffect, "Ghost"),
    // All assertions are checked, as by GNATprove.
    Group::new(WithoutEffect, "Assertion_Policy Check_Policy Debug_Policy Unevaluated_Use_Of_Old"),
    // Flow contracts, and whether subprograms return.
    Group::new(
        WithoutEffect,
        "Abstract_State Always_Terminates Async_Readers Constant_After_Elaboration Depends Effective_Reads
         Effective_Writes Extensions_Visible Global Initializes No_Caching Part_Of Refined_Depends Refined_Global
         Refined_State Volatile_Function",
    ),
    // Layout.
    Group::new(
        WithoutEffect,
        "Complete_Representation Complex_Representation Component_Alignment Default_Scalar_Storage_Order Memory_Size
         No_Component_Reordering Optimize_Alignment Pack Storage_Size Storage_Unit System_Name",
    ),
    // What a program may not do, and permissions to leave checks out: the checks stay.
    Group::new(
        WithoutEffect,
        "Admission_Policy Assume_No_Invalid_Values Check_Float_Overflow Check_Name Conflict_Check_Policy
         Detect_Blocking Elaboration_Checks Locking_Policy Partition_Elaboration_Policy
         Priority_Specific_Dispatching Profile Profile_Warnings Queuing_Policy Ravenscar Restricted_Run_Time
         Restriction_Warnings Restrictions Suppress Suppress_All Task_Dispatching_Policy Unsuppress Validity_Checks",
    ),
    // Values of variables that were not initialised: reading them stays an error.
    Group::new(WithoutEffect, "Initialize_Scalars Normalize_Scalars"),
    Group::new(
        WithoutEffect,
        "Abort_Defer Aggregate_Individually_Assign All_Calls_Remote Annotate Comment Compile_Time_Error
         Compile_Time_Warning Compiler_Unit Compiler_Unit_Warning CPU Deadline_Floor Default_Storage_Pool
         Disable_Atomic_Synchronization Discard_Names Dispatching_Domain Eliminate Enable_Atomic_Synchronization
         Export_Function Export_Procedure Export_Value Export_Valued_Procedure Extensions_Allowed
         External_Name_Casing Favor_Top_Level GNAT_Annotate Generate_Deadlines Ident Implementation_Defined
         Implemented Independent Independent_Components Inline Inline_Always Inline_Generic Inspection_Point
         Interrupt_State Interrupts_System_By_Default Keep_Names License Link_With Linker_Constructor
         Linker_Destructor Linker_Options Linker_Section List Lock_Free Loop_Optimize Main Main_Storage No_Body
         No_Elaboration_Code_All No_Inline No_Run_Time No_Strict_Aliasing No_Tagged_Streams Obsolescent Optimize
         Ordered Page Passive Polling Preelaborable_Initialization Preelaborate Prefix_Exception_Messages
         Propagate_Exceptions Pure Pure_Function Relative_Deadline Reviewable Secondary_Stack_Size Share_Generic
         Short_Descriptors Side_Effects Source_Reference Static_Elaboration_Desired Style_Checks Subtitle
         Suppress_Debug_Info Suppress_Exception_Locations Task_Info Task_Name Task_Storage Test_Case Time_Slice Title
         Universal_Aliasing Universal_Data Unmodified Unreferenced Unreferenced_Objects Unreserve_All_Interrupts
         Unused Warning_As_Error Warnings",
    ),
    // The analysis looks at the convention.
    Group::new(WithoutEffect, "Convention"),
    Group::on(&[Subprogram, Package, Type], WithoutEffect, "Export"),
    // Others may write a variable that they can name.
    Group::on(&[Object], Modelled, "Export"),
    // With another body in its place, which a linker may prefer, it is another program.
    Group::on(&[Subprogram], WithoutEffect, "Weak_External"),
    Group::on(&[Object, Package, Type], NotSupported, "Weak_External"),
    // Contracts: those that follow what they are about have become aspects before anybody looks here.
    Group::new(
        NotSupported,
        "Assertion_Level Contract_Cases Default_Initial_Condition Exceptional_Cases Exit_Cases Initial_Condition
         Invariant No_Raise Post Post_Class Postcondition Pre Pre_Class Precondition Predicate Predicate_Failure
         Program_Exit Refined_Post Subprogram_Variant Type_Invariant Type_Invariant_Class",
    ),
    // What changes the meaning of the rest of the text.
    Group::new(
        NotSupported,
        "Ada_83 Allow_Integer_Address Attribute_Definition Convention_Identifier Extend_System Fast_Math
         Ignore_Pragma Implicit_Packing Overflow_Mode Overriding_Renamings Rational
         Rename_Pragma Short_Circuit_And_Or Source_File_Name Source_File_Name_Project Unsigned_Base_Range
         User_Aspect_Definition Use_VADS_Size Wide_Character_Encoding",
    ),
    // With assertions GNAT makes the call in it.
    Group::new(Modelled, "Debug"),
    // Functions that nobody declares.
    Group::new(Modelled, "Provide_Shift_Operators"),
    // Storage that others share.
    Group::new(
        NotSupported,
        "Async_Writers Asynchronous C_Pass_By_Copy Common_Object Export_Object External Import_Function
         Import_Object Import_Procedure Import_Valued_Procedure Interface_Name Linker_Alias Machine_Attribute
         Persistent_BSS Psect_Object Shared Shared_Passive Stream_Convert Suppress_Initialization
         Thread_Local_Storage Unchecked_Union",
    ),
    // Handlers of interrupts run beside everything else.
    Group::new(Modelled, "Attach_Handler Interrupt_Handler"),
    // Who runs first, and how many may wait.
    Group::new(
        WithoutEffect,
        "Interrupt_Priority Max_Entry_Queue_Depth Max_Entry_Queue_Length Max_Queue_Length Priority",
    ),
    // Tagged types, finalization, other machines.
    Group::new(
        NotSupported,
        "Controlled CPP_Class CPP_Constructor CPP_Virtual CPP_Vtable CUDA_Device CUDA_Execute
         CUDA_Global Finalize_Storage_Only First_Controlling_Parameter No_Heap_Finalization Remote_Access_Type
         Remote_Call_Interface Remote_Types Simple_Storage_Pool_Type",
    ),
    Group::new(NotSupported, "Simulate_Internal_Error Unimplemented_Unit"),
];
