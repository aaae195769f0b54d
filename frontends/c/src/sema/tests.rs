//! Tests of the typed tree.
