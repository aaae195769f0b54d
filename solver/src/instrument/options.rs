//! Reading of what the user decides about the instrumentation.

use super::operators;
pub use crate::context::AUTO;
use crate::context::InstrumentOptions;

impl InstrumentOptions {
    /// Reads `auto`, `off`, or names of operators separated by commas. `Err` names the one that does not exist.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        self.enabled = text != "off";
        self.only.clear();
        if matches!(text, "auto" | "off") {
            return Ok(());
        }
        for name in text.split(',') {
            if !names().contains(&name) {
                return Err(format!("no operator is called {name:?} (there are {})", names().join(", ")));
            }
            self.only.push(name.to_string());
        }
        Ok(())
    }

    /// Whether an operator may be used.
    pub fn allows(&self, name: &str) -> bool {
        self.enabled && (self.only.is_empty() || self.only.iter().any(|n| n == name))
    }
}

/// The names of all operators.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = operators::library().iter().map(|o| o.name()).collect();
    names.extend(["monoid", "scalar"]);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_picked_by_name() {
        let mut options = InstrumentOptions::default();
        assert!(options.allows("sum"));
        assert_eq!(options.set("sum,max"), Ok(()));
        assert!(options.allows("max") && !options.allows("min"));
        assert_eq!(options.set("off"), Ok(()));
        assert!(!options.allows("sum"));
        assert!(options.set("average").is_err_and(|e| e.contains("average") && e.contains("sum")));
    }
}
