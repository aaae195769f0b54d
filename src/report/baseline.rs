//! An earlier result that this one is compared with: what was open then is known, and only the rest is news.

use super::ids::Ids;
use super::sarif::SCHEMA;
use crate::verify::report::{Finding, Outcome, Report};
use serde_json::Value;
use std::collections::BTreeMap;

/// What was known of checks, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline(BTreeMap<String, String>);

/// What has become of a check since then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// It was not there.
    New,
    /// The same is known of it.
    Unchanged,
    /// Something else is.
    Updated,
}

impl Since {
    /// The word for it, in SARIF and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Since::New => "new",
            Since::Unchanged => "unchanged",
            Since::Updated => "updated",
        }
    }
}

impl Baseline {
    /// Reads what `--json` has written.
    ///
    /// # Errors
    /// It is something else; says why.
    pub fn read(text: &str) -> Result<Baseline, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| format!("this is no JSON: {error}"))?;
        if value["schema"] != SCHEMA {
            return Err(format!("this is no result of the schema {SCHEMA}, which `--json` writes"));
        }
        let one = |check: &Value| Some((check["id"].as_str()?.to_string(), check["status"].as_str()?.to_string()));
        let checks = value["checks"].as_array().ok_or("the result has no list of checks")?;
        let known = checks.iter().map(one).collect::<Option<BTreeMap<String, String>>>();
        known.map(Baseline).ok_or_else(|| "a check has no name or no status".to_string())
    }

    /// What has become of a check. One that was not decided and fails now is none that was known.
    pub fn since(&self, ids: &Ids, finding: &Finding) -> Since {
        match self.0.get(ids.get(finding.check)) {
            None => Since::New,
            Some(known) if known == finding.outcome.word() => Since::Unchanged,
            Some(_) => Since::Updated,
        }
    }

    /// Whether a check is open as it was then.
    pub fn has(&self, ids: &Ids, finding: &Finding) -> bool {
        !matches!(finding.outcome, Outcome::Proved) && self.since(ids, finding) == Since::Unchanged
    }

    /// How many checks that are neither proved nor justified are known, and how many are not.
    pub fn count(&self, ids: &Ids, report: &Report) -> (usize, usize) {
        let open = |finding: &&Finding| !matches!(finding.outcome, Outcome::Proved) && finding.justified.is_none();
        let open = report.findings.iter().filter(open);
        let (known, new): (Vec<&Finding>, Vec<&Finding>) = open.partition(|finding| self.has(ids, finding));
        (known.len(), new.len())
    }

    /// A line about it.
    pub fn summary(&self, ids: &Ids, report: &Report) -> String {
        let (known, new) = self.count(ids, report);
        format!("Compared with the baseline: {new} new, {known} known before.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_results_are_read() {
        let good = r#"{"schema":"hornsolve/1","checks":[{"id":"a","status":"unknown"}]}"#;
        assert_eq!(Baseline::read(good).map(|known| known.0.len()), Ok(1));
        for wrong in ["", "[]", "{}", r#"{"schema":"hornsolve/2","checks":[]}"#, r#"{"schema":"hornsolve/1"}"#] {
            assert!(Baseline::read(wrong).is_err(), "{wrong}");
        }
        assert!(Baseline::read(&good.replace("id", "name")).is_err());
    }
}
