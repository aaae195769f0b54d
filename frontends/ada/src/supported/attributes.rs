//! Attributes (RM K.2, GNAT RM 4).

use super::Group;
use super::Status::{Modelled, NotSupported};

pub(super) const GROUPS: &[Group] = &[
    // Bounds and values of scalar types and arrays.
    Group::new(Modelled, "Base Copy_Sign First Last Length Max Min Mod Modulus Pos Pred Range Succ Val"),
    // Real types.
    Group::new(
        Modelled,
        "Ceiling Delta Digits Epsilon Floor Machine_Emax Machine_Emin Machine_Mantissa Machine_Radix
         Aft Denorm Fore Machine_Overflows Machine_Rounding Machine_Rounds Model_Epsilon Model_Small Rounding
         Safe_First Safe_Last Signed_Zeros Small Truncation Unbiased_Rounding",
    ),
    // Codes of literals, discriminants that cannot change.
    Group::new(Modelled, "Constrained Enum_Rep Enum_Val"),
    // Assertions and aggregates.
    Group::new(Modelled, "Initialized Loop_Entry Old Reduce Result Update Valid Valid_Scalars"),
    // Access values for whole objects.
    Group::new(Modelled, "Access Unchecked_Access"),
    // Lengths of images.
    Group::new(Modelled, "Wide_Wide_Width Wide_Width Width"),
    // Of integers and enumerations; any text of others.
    Group::new(Modelled, "Image Img Wide_Image Wide_Wide_Image"),
    // Of texts that are known; of others, a check that may fail, and any value.
    Group::new(Modelled, "Value Wide_Value Wide_Wide_Value"),
    // How objects lie in storage: what GNAT's rules say for sure, else a number nothing is known of.
    Group::new(
        Modelled,
        "Address Address_Size Alignment Bit_Position Component_Size Descriptor_Size First_Bit Last_Bit
         Max_Integer_Size Max_Size_In_Storage_Elements Maximum_Alignment Object_Size Position Size Storage_Unit
         Storage_Size System_Allocator_Alignment Value_Size Wchar_T_Size Word_Size",
    ),
    // Constants of types.
    Group::new(
        Modelled,
        "Definite First_Valid Has_Discriminants Last_Valid Machine Model Model_Emin Model_Mantissa Parallel_Reduce
         Range_Length Scale Small_Denominator Small_Numerator",
    ),
    // Tagged types.
    Group::new(Modelled, "Class Tag"),
    // Exceptions.
    Group::new(Modelled, "Identity"),
    // Tasks: any value, as others decide.
    Group::new(Modelled, "Callable Count Terminated"),
    // Objects and how they lie in storage. Any value instead would make failures of checks that hold.
    Group::new(
        NotSupported,
        "Bit Bit_Order Code_Address 
         Default_Bit_Order Default_Scalar_Storage_Order Deref Finalization_Size 
         Has_Access_Values Has_Same_Storage Has_Tagged_Values Machine_Size
         Max_Alignment_For_Allocation Mechanism_Code
         Null_Parameter Overlaps_Storage Passed_By_Reference Pool_Address Ref
         Scalar_Storage_Order Stream_Size 
         Unrestricted_Access VADS_Size ",
    ),
    // Scalar types.
    Group::new(
        NotSupported,
        "Adjacent Atomic_Always_Lock_Free Compose Emax Exponent 
         Fixed_Value Fraction Integer_Value Invalid_Value Large Leading_Part 
         Mantissa     
         Remainder Round Safe_Emax Safe_Large Safe_Small Scaling 
          Unsigned_Base_Range Valid_Value",
    ),
    // Types and objects.
    Group::new(
        NotSupported,
        "At_End External_Tag Library_Level Preelaborable_Initialization Type_Class Type_Key
         Unconstrained_Array",
    ),
    // Streams, pools, finalization.
    Group::new(
        NotSupported,
        "Constructor Destructor From_Any Input Make Output Put_Image Read Simple_Storage_Pool Storage_Pool Stub_Type
         Super To_Any TypeCode Write",
    ),
    // Tasks, partitions, the compiler.
    Group::new(
        NotSupported,
        "Abort_Signal Asm_Input Asm_Output Body_Version Caller Compiler_Version Elab_Body Elab_Spec
         Elab_Subp_Body Elaborated Enabled Fast_Math From_Address Index Lock_Free Partition_Id Priority
         Restriction_Set Target_Name To_Address Universal_Literal_String Version",
    ),
];
