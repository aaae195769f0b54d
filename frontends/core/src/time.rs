//! The time of the day, for what is written.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, in seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Seconds since 1970 as `2026-11-23` and `10:15:29` (UTC), by the days of the civil calendar (Hinnant).
pub fn timestamp(seconds: u64) -> (String, String) {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let day = days + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    let date = format!("{year}-{month:02}-{day:02}");
    (date, format!("{:02}:{:02}:{:02}", rest / 3_600, rest / 60 % 60, rest % 60))
}

/// Seconds since 1970 as `2026-11-23T10:15:29Z` (RFC 3339).
pub fn rfc3339(seconds: u64) -> String {
    let (date, time) = timestamp(seconds);
    format!("{date}T{time}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_dates() {
        let of = |seconds: u64| timestamp(seconds);
        let at = |date: &str, time: &str| (date.to_string(), time.to_string());
        assert_eq!(of(0), at("1970-01-01", "00:00:00"));
        assert_eq!(of(951_827_696), at("2000-02-29", "12:34:56"));
        assert_eq!(of(1_795_428_929), at("2026-11-23", "10:15:29"));
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00Z");
        assert_eq!(rfc3339(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(rfc3339(1_795_392_000), "2026-11-23T00:00:00Z");
    }
}
