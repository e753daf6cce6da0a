//! The values of the contract, each parsed into a type that can only hold a valid one.
