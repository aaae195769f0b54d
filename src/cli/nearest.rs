//! The option that somebody may have meant.

/// Words that are further away are no misspellings.
const FAR: usize = 3;

/// The name that is nearest to a misspelt one, if one is near enough: at most a third of its characters are others.
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let limit = FAR.min(word.chars().count() / 3);
    let near = names.into_iter().map(|name| (strsim::damerau_levenshtein(word, name), name));
    near.filter(|(distance, _)| *distance <= limit).min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspellings_are_near_and_other_words_are_not() {
        let names = ["--level", "--timeout", "--report", "-u", "-U"];
        assert_eq!(nearest("--tiemout", names), Some("--timeout"));
        assert_eq!(nearest("--levels", names), Some("--level"));
        assert_eq!(nearest("--reprot", names), Some("--report"));
        assert_eq!(nearest("--nonsense", names), None);
        assert_eq!(nearest("-x", names), None);
        assert_eq!(nearest("", names), None);
    }
}
