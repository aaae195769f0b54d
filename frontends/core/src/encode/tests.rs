//! Tests of the encoding.
