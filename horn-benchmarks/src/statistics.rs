//! What hornsolve says about its own work when it is started with `--statistics=json`: SMT queries, the cost
//! of certificates, and the engine that decided. A rise in these shows before it shows in the times.

use serde_json::Value;

/// Figures of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// SMT queries of all engines and of the certificate check.
    pub queries: u64,
    /// Seconds spent on checking certificates.
    pub certificate: f64,
    /// What found the answer; empty if nothing did.
    pub decided_by: String,
}

impl Statistics {
    /// Finds the line with the figures on standard error.
    pub fn find(stderr: &str) -> Option<Statistics> {
        stderr.lines().filter(|line| is_statistics(line)).find_map(|line| {
            let all: Value = serde_json::from_str(line).ok()?;
            Some(Statistics {
                queries: all.pointer("/smt/queries")?.as_u64()?,
                certificate: all.pointer("/seconds/certificate")?.as_f64()?,
                decided_by: all.get("decided_by").and_then(Value::as_str).unwrap_or_default().to_string(),
            })
        })
    }
}

/// Whether a line of standard error is no message but statistics.
pub fn is_statistics(line: &str) -> bool {
    line.starts_with('{')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statistics(queries: u64, certificate: f64, decided_by: &str) -> Statistics {
        Statistics { queries, certificate, decided_by: decided_by.into() }
    }

    #[test]
    fn the_line_is_found() {
        let line = r#"{"decided_by":"pdr","seconds":{"certificate":0.25,"total":1.0},"smt":{"queries":42}}"#;
        let found = Statistics::find(&format!("a message\n{line}\n"));
        assert_eq!(found, Some(statistics(42, 0.25, "pdr")));
        let undecided = line.replace("\"pdr\"", "null");
        assert_eq!(Statistics::find(&undecided), Some(statistics(42, 0.25, "")));
        assert_eq!(Statistics::find("a message\n{not JSON\n"), None);
    }
}
