//! The kinds of checks: a line for each, and what is known of one.

use super::super::nearest::nearest;
use horn_frontend::ir::CheckKind;

/// `--list-categories`: the names that the report, `--limit-line` and SARIF have for the kinds, with their messages.
pub(super) fn categories() -> String {
    CheckKind::ALL.iter().map(|kind| format!("{} - {}\n", kind.rule(), kind.might_fail())).collect()
}

/// `--explain`: a kind of check.
pub(super) fn explain(code: &str) -> Result<String, String> {
    let named = |kind: &&CheckKind| kind.rule().eq_ignore_ascii_case(code.trim());
    let Some(kind) = CheckKind::ALL.iter().find(named) else {
        let known = CheckKind::ALL.iter().map(|kind| kind.rule());
        let meant = nearest(&code.to_uppercase(), known).map(|name| format!("; did you mean `{name}`?"));
        let listed = "; `--list-categories` lists them".to_string();
        return Err(format!("there is no kind of check `{code}`{}", meant.unwrap_or(listed)));
    };
    let mut text = format!(
        "{}\n\nwhere it is not proved: {}\nwhere it is proved:     {}\n",
        kind.rule(),
        kind.might_fail(),
        kind.proved()
    );
    if let Some(number) = kind.cwe() {
        text +=
            &format!("weakness:               CWE {number} (https://cwe.mitre.org/data/definitions/{number}.html)\n");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_listed_and_explained() {
        assert_eq!(categories().lines().count(), CheckKind::ALL.len());
        assert!(explain("vc_overflow_check").is_ok_and(|text| text.contains("CWE 190")));
        assert!(explain("VC_OVERFLOW_CHEK").is_err_and(|why| why.contains("did you mean `VC_OVERFLOW_CHECK`")));
        assert!(explain("E0001").is_err_and(|why| why.contains("--list-categories")));
    }
}
