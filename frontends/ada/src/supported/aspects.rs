//! Aspects (RM K.1, GNAT RM 3, SPARK RM).

use super::Status::{Modelled, NotSupported, WithoutEffect};
use super::{Group, Object, Package, Subprogram, Type};

pub(super) const GROUPS: &[Group] = &[
    // Every read gives any value.
    Group::on(&[Object], Modelled, "Address Import"),
    Group::on(
        &[Object, Type],
        Modelled,
        "Async_Writers Atomic Atomic_Components Volatile Volatile_Components Volatile_Full_Access",
    ),
    Group::on(&[Type], Modelled, "Default_Component_Value Default_Value Dynamic_Predicate Ghost_Predicate Invariant"),
    Group::on(&[Type], Modelled, "Default_Initial_Condition Predicate Small Static_Predicate Type_Invariant"),
    Group::on(&[Subprogram], Modelled, "Contract_Cases Import No_Return Post Postcondition Pre Precondition"),
    Group::on(&[Subprogram], Modelled, "Exceptional_Cases Exit_Cases Refined_Post Subprogram_Variant"),
    Group::on(&[Subprogram, Package, Type], Modelled, "SPARK_Mode"),
    Group::on(&[Package], Modelled, "Initial_Condition"),
    Group::on(&[Object, Type, Subprogram], NotSupported, "Initial_Condition"),
    Group::on(&[Object], WithoutEffect, "SPARK_Mode"),
    // Ghost code is analysed as code.
    Group::new(WithoutEffect, "Ghost"),
    // Flow contracts: their names are resolved, flow is not checked, and nothing is concluded from them.
    Group::new(
        WithoutEffect,
        "Abstract_State Async_Readers Constant_After_Elaboration Depends Effective_Reads Effective_Writes
         Extensions_Visible Global Initializes No_Caching Part_Of Refined_Depends Refined_Global Refined_State
         Volatile_Function",
    ),
    // Whether loops end is checked with the frontend `spark` only.
    Group::new(WithoutEffect, "Always_Terminates Nonblocking"),
    // Layout: attributes and conversions that would tell are not supported.
    Group::new(
        WithoutEffect,
        "Alignment Bit_Order Coding Component_Size Layout Machine_Radix Object_Size Pack Scalar_Storage_Order Size
         Storage_Size Stream_Size Value_Size",
    ),
    Group::new(
        WithoutEffect,
        "All_Calls_Remote Allows_Exit Annotate CPU Default_Storage_Pool Dimension Dimension_System Discard_Names
         Dispatching Dispatching_Domain Elaborate_Body External_Name Favor_Top_Level GNAT_Annotate
         Implementation_Defined Independent Independent_Components Inline Inline_Always Link_Name Linker_Section
         Local_Restrictions Lock_Free No_Controlled_Parts No_Elaboration_Code_All No_Inline No_Tagged_Streams
         No_Task_Parts Obsolescent Parallel_Calls Parallel_Iterator Preelaborable_Initialization Preelaborate Pure
         Pure_Function Relative_Deadline Secondary_Stack_Size Side_Effects Static Suppress_Debug_Info Test_Case
         Unimplemented Universal_Aliasing Unmodified Unreferenced Unreferenced_Objects Use_Formal Warnings Yield",
    ),
    // A permission to leave checks out (RM 11.5(8)): the checks stay.
    Group::new(WithoutEffect, "Suppress Unsuppress"),
    // `Ada`, and where it does not matter `C`, `Intrinsic` and `Stdcall`; the analysis looks at the value.
    Group::new(WithoutEffect, "Convention"),
    Group::on(&[Subprogram, Package, Type], WithoutEffect, "Export"),
    // Others may write a variable that they can name.
    Group::on(&[Object], Modelled, "Export"),
    Group::on(&[Type, Subprogram, Package], NotSupported, "Address"),
    Group::on(
        &[Subprogram, Package],
        NotSupported,
        "Async_Writers Atomic Atomic_Components Volatile Volatile_Components Volatile_Full_Access",
    ),
    Group::on(&[Type, Package], NotSupported, "Import"),
    Group::on(
        &[Object, Subprogram, Package],
        NotSupported,
        "Default_Component_Value Default_Initial_Condition Default_Value Dynamic_Predicate Ghost_Predicate Invariant
         Predicate Small
         Static_Predicate Type_Invariant",
    ),
    Group::on(
        &[Object, Type, Package],
        NotSupported,
        "Contract_Cases Exceptional_Cases Exit_Cases No_Return Post Postcondition Pre Precondition Refined_Post
         Subprogram_Variant",
    ),
    // Contracts.
    Group::new(
        NotSupported,
        "Modifies No_Raise Potentially_Invalid Predicate_Failure Program_Exit
         Stable_Properties",
    ),
    // Objects that may have parts without a value where others have not.
    Group::on(&[Object, Type, Subprogram], Modelled, "Relaxed_Initialization"),
    Group::on(&[Package], NotSupported, "Relaxed_Initialization"),
    // Calls that are not written as calls.
    Group::on(&[Type], Modelled, "Aggregate Iterable"),
    Group::on(&[Object, Subprogram, Package], NotSupported, "Aggregate Iterable"),
    Group::new(
        NotSupported,
        "Constant_Indexing Default_Iterator Implicit_Dereference Integer_Literal Iterator_Element
         Iterator_View Put_Image Real_Literal String_Literal Variable_Indexing",
    ),
    // Storage that others share.
    Group::new(
        NotSupported,
        "Full_Access_Only Persistent_BSS Shared Shared_Passive Suppress_Initialization Thread_Local_Storage
         Unchecked_Union",
    ),
    // Attributes of streams are not supported, and nothing is known of external tags.
    Group::on(&[Type], WithoutEffect, "External_Tag Input Output Read Write"),
    Group::on(&[Object, Subprogram, Package], NotSupported, "External_Tag Input Output Read Write"),
    // Tagged types, finalization, access types and their pools.
    Group::new(
        NotSupported,
        "Constructor Designated_Storage_Model Destructor Disable_Controlled Extended_Access Finalizable
         First_Controlling_Parameter Remote_Access_Type Simple_Storage_Pool Simple_Storage_Pool_Type
         Storage_Model_Type Storage_Pool",
    ),
    // Handlers of interrupts run beside everything else.
    Group::on(&[Subprogram], Modelled, "Attach_Handler Interrupt_Handler"),
    Group::on(&[Object, Type, Package], NotSupported, "Attach_Handler Interrupt_Handler"),
    // Who runs first, and how many may wait.
    Group::new(
        WithoutEffect,
        "Exclusive_Functions Interrupt_Priority Max_Entry_Queue_Depth Max_Entry_Queue_Length Max_Queue_Length Priority",
    ),
    // Other machines.
    Group::new(NotSupported, "Asynchronous CUDA_Device CUDA_Global Remote_Call_Interface Remote_Types Synchronization"),
    Group::new(NotSupported, "External_Initialization Unsigned_Base_Range User_Aspect"),
];
