//! Representation items (RM 13.1): the attribute in `for X'A use …;`, and the clauses without one as `at`,
//! `enumeration` and `record`.

use super::Group;
use super::Status::{NotSupported, WithoutEffect};

pub(super) const GROUPS: &[Group] = &[
    // Layout: attributes and conversions that would tell are not supported.
    Group::new(
        WithoutEffect,
        "Alignment Bit_Order Component_Size CPU Dispatching_Domain enumeration Machine_Radix Object_Size record
         Scalar_Storage_Order Size Storage_Size Stream_Size Value_Size",
    ),
    // Only overlays of whole objects in which every pattern of bits is a value are modelled.
    Group::new(NotSupported, "Address at"),
    Group::new(
        NotSupported,
        "Constant_Indexing Default_Iterator Implicit_Dereference Interrupt_Priority Iterable Iterator_Element Priority
         Put_Image Simple_Storage_Pool Small Storage_Pool Variable_Indexing",
    ),
    // Attributes of streams are not supported, and nothing is known of external tags.
    Group::new(WithoutEffect, "External_Tag Input Output Read Write"),
];
