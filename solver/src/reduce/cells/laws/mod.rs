//! What is known of products and divisions of scalars: formulas that hold for every value of their parts. The
//! instrumentation proves them (`instrument::verify`), where they are the operators `product` and `division`.

pub mod division;
pub mod product;
