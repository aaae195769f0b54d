//! What is known of the checks of a subprogram, as an entry of the cache has it: a line for each proof or run that says
//! which checks it is about, by their numbers, and how long the text is that follows.

use std::fmt::Write;

/// What is known of the checks of a subprogram, without any reason to believe it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What was proved.
    pub proofs: Vec<Proof>,
    /// What was seen to fail: the number of the check, and the run.
    pub runs: Vec<(usize, String)>,
}

/// A proof of some of the checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The numbers of the checks, ascending.
    pub checks: Vec<usize>,
    /// Who found it.
    pub by: String,
    /// The definitions of the predicates.
    pub model: String,
}

impl Record {
    /// The contents of the entry.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for Proof { checks, by, model } in &self.proofs {
            let numbers: Vec<String> = checks.iter().map(ToString::to_string).collect();
            // Writing to a string cannot fail.
            let _ = write!(text, "proof {} {} {by}\n{model}\n", numbers.join(","), model.len());
        }
        for (check, run) in &self.runs {
            let _ = write!(text, "run {check} {}\n{run}\n", run.len());
        }
        text
    }

    /// Reads the contents of an entry. An `Err` says what is wrong with them.
    pub fn read(bytes: &[u8]) -> Result<Record, &'static str> {
        let mut rest = std::str::from_utf8(bytes).map_err(|_| "no text")?;
        let mut record = Record::default();
        while !rest.is_empty() {
            let (line, behind) = rest.split_once('\n').ok_or("a line without an end")?;
            let mut words = line.splitn(4, ' ');
            let (word, checks, length) = (words.next(), words.next(), words.next());
            let checks: Option<Vec<usize>> =
                checks.and_then(|list| list.split(',').map(|number| number.parse().ok()).collect());
            let checks = checks.filter(|list| list.is_sorted_by(|a, b| a < b)).ok_or("no numbers of checks")?;
            let length = length.and_then(|length| length.parse::<usize>().ok()).ok_or("no length")?;
            let (text, behind) = behind.split_at_checked(length).ok_or("a text that is too short")?;
            rest = behind.strip_prefix('\n').ok_or("a text that is too long")?;
            match (word, words.next(), checks.as_slice()) {
                (Some("proof"), Some(by), _) => {
                    record.proofs.push(Proof { checks, by: by.to_string(), model: text.to_string() });
                }
                (Some("run"), None, [check]) => record.runs.push((*check, text.to_string())),
                _ => return Err("neither a proof nor a run"),
            }
        }
        Ok(record)
    }

    /// Takes a proof in, unless another one says as much.
    pub fn add(&mut self, proof: Proof) {
        let known = |check: &usize| self.proofs.iter().any(|other| other.checks.contains(check));
        if !proof.checks.iter().all(known) {
            self.proofs.retain(|other| !other.checks.iter().all(|check| proof.checks.contains(check)));
            self.proofs.push(proof);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(checks: &[usize], model: &str) -> Proof {
        Proof { checks: checks.to_vec(), by: "bmc, bound 3, integers".to_string(), model: model.to_string() }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut record = Record::default();
        assert_eq!(Record::read(record.text().as_bytes()), Ok(record.clone()));
        record.add(proof(&[0], "(p)\nproof 1 0 x\n"));
        record.add(proof(&[2, 7], ""));
        record.add(proof(&[0, 2], "(q)"));
        record.add(proof(&[2], "nothing new"));
        record.add(proof(&[0, 1], "more"));
        record.runs = vec![(5, "entry 0\n".to_string()), (6, String::new())];
        assert_eq!(
            record.proofs.iter().map(|proof| proof.checks.as_slice()).collect::<Vec<_>>(),
            [&[2, 7][..], &[0, 1]]
        );
        assert_eq!(Record::read(record.text().as_bytes()), Ok(record));
    }

    #[test]
    fn what_is_no_record_is_refused() {
        let wrong = [
            "x",
            "\n",
            "proof\n",
            "proof 0 1 pdr\n",
            "proof 1,0 0 pdr\n\n",
            "proof 0 3 pdr\nab\n",
            "run 0,1 0\n\n",
            "run 0 0 x\n\n",
            "run 0 1\nä\n",
            "open 0 0 x\n\n",
            "proof 0 99999999999999999999 x\n\n",
            "run -1 0\n\n",
        ];
        for text in wrong {
            assert!(Record::read(text.as_bytes()).is_err(), "{text:?}");
        }
        assert!(Record::read(b"run 0 1\n\xff\n").is_err());
    }
}
