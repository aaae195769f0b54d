//! A C program of any size, from its size alone: a file as somebody writes it, for a verifier that has to be quick on
//! all of it and to say early what it knows.
//!
//! Functions of some twenty-five lines: totals and extrema of arrays, searches, a sort, accounts in structs, digits of
//! numbers, a machine with a switch. Nearly all checks hold; one function in forty has one that fails. Constants differ
//! from function to function, so that no two of them ask the same question.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

const HEAD: &str = "#include <assert.h>
#include <limits.h>

int __VERIFIER_nondet_int(void);

struct account {
    int balance;
    int limit;
};

static int within(int low, int value, int high)
{
    if (value < low)
        return low;
    return value > high ? high : value;
}
";

/// Functions with the beginnings of their names; `@A`, `@B` and `@M` are constants, and `@W` is 1 in one function of
/// forty (0 in others), where it makes a check fail.
const KINDS: [(&str, &str); 8] = [
    (
        "scale",
        "    int x = within(-1000, first, 1000);
    int y = within(-1000, second, 1000);
    int sum = x * @A + y * @B;
    int divisor = y < 0 ? -y : y;
    int result;

    if (sum > @M) {
        sum -= @M;
    } else if (sum < -@M) {
        sum += @M;
    }
    divisor += @B - @W * @B;
    result = sum / divisor;
    if (result > 1000) {
        result = 1000;
    }
    if (result < -1000) {
        result = -1000;
    }
    assert(result + 1000 >= 0);
    return result;
",
    ),
    (
        "total",
        "    int cells[@M];
    int i;
    int sum = @A;
    int low = within(0, first, 100);
    int high = within(low, second, 200);

    for (i = 0; i < @M; i++) {
        cells[i] = within(low, first > @B ? low : high, high);
    }
    for (i = 0; i < @M; i++) {
        if (cells[i] > 150) {
            sum = sum + 150;
        } else {
            sum = sum + cells[i];
        }
    }
    assert(i == @M);
    if (sum > 100000) {
        return 100000;
    }
    return sum / @B + 1;
",
    ),
    (
        "greatest",
        "    int cells[@M];
    int i;
    int best;
    int place = 0;
    int step = within(1, first, 9);

    for (i = 0; i < @M; i++) {
        cells[i] = (second / 2 + 1) % (i + @A) * step;
    }
    best = cells[0];
    for (i = 1; i < @M + @W; i++) {
        if (cells[i] > best) {
            best = cells[i];
            place = i;
        }
    }
    assert(place >= 0);
    assert(place < @M);
    if (cells[place] < best) {
        best = cells[place];
    }
    return within(-@B, best, @B);
",
    ),
    (
        "count",
        "    int n = 0;
    int m = @B;
    int limit = within(0, first, 10000);
    int last = 50 + @A;
    int odd = 0;

    while (m < limit && n < last) {
        n = n + 1;
        m = m + 1;
        if (m % 2 == 1) {
            odd = odd + 1;
        }
    }
    assert(n <= last);
    assert(m >= @B);
    if (second > 0 && n > 0) {
        m = m % n;
    }
    assert(odd >= 0);
    if (n + odd > 2 * last) {
        return 0;
    }
    return n + 10000 - last;
",
    ),
    (
        "pay",
        "    struct account from = { within(0, first, 10000), 100 };
    struct account to = { within(0, second, 10000), 100 };
    int amount = within(0, first / 2, 10000);
    int before = from.balance + to.balance;

    if (amount + @A <= from.balance && to.balance <= 10000 - amount) {
        from.balance = from.balance - amount;
        to.balance = to.balance + amount;
        from.limit = from.balance / @B;
    }
    assert(from.balance + to.balance == before + @W);
    if (from.limit > to.limit) {
        int other = from.limit;
        from.limit = to.limit;
        to.limit = other;
    }
    assert(from.limit <= to.limit);
    if (to.balance > INT_MAX - from.balance) {
        return 0;
    }
    return from.balance + to.balance;
",
    ),
    (
        "find",
        "    int cells[@M];
    int i = 0;
    int wanted = within(-50, first, 50);
    int found = -1;

    for (i = 0; i < @M; i++) {
        cells[i] = within(-100, second > first ? i : @A, 100);
    }
    i = 0;
    while (i < @M) {
        if (cells[i] == wanted + @B) {
            found = i;
            break;
        }
        i = i + 1;
    }
    if (found >= 0) {
        assert(cells[found] == wanted + @B);
        return found;
    }
    assert(i == @M);
    return -1;
",
    ),
    (
        "digits",
        "    unsigned value = (unsigned) first;
    int count = 0;
    int sum = 0;
    int base = 2 + @A % 9;

    while (value > 0 && count < 32) {
        int digit = (int) (value % (unsigned) base);
        assert(digit >= 0);
        if (sum < INT_MAX - 16) {
            sum = sum + digit;
        }
        value = value / (unsigned) base;
        count = count + 1;
    }
    assert(count <= 32);
    assert(sum >= 0);
    if (second < 0 && sum > @B) {
        sum = @B;
    }
    while (count > 0) {
        count = count - 1;
    }
    return sum;
",
    ),
    (
        "machine",
        "    int state = 0;
    int steps = within(0, first, @M);
    int level = @A;
    int i;

    for (i = 0; i < steps; i++) {
        switch (state) {
        case 0:
            state = second > i ? 1 : 2;
            break;
        case 1:
            state = 2;
            level = level < 90 ? level + @B % 9 : 90;
            break;
        default:
            state = 0;
            level = level > 10 ? level - 1 : 10;
            break;
        }
        assert(state <= 2 - @W);
    }
    assert(state >= 0);
    assert(level <= 99);
    return level;
",
    ),
];

/// The kinds that have a place for a mistake.
const WRONG: [usize; 4] = [0, 2, 4, 7];

/// Writes a program with so many functions, which `main` calls with values that nobody knows.
///
/// # Errors
/// The file cannot be written.
pub fn write(file: &Path, functions: usize) -> io::Result<()> {
    fs::write(file, text(functions))
}

fn text(functions: usize) -> String {
    let mut text = HEAD.to_string();
    let mut main = String::from("\nint main(void)\n{\n    int result = 0;\n\n");
    for number in 0..functions {
        let (name, body) = KINDS[number % KINDS.len()];
        let wrong = number % 40 == WRONG[number / 40 % WRONG.len()];
        let body = body
            .replace("@A", &(2 + number % 29).to_string())
            .replace("@B", &(3 + number % 31).to_string())
            .replace("@M", &(10 + number % 7).to_string())
            .replace("@W", if wrong { "1" } else { "0" });
        // Writing to a string cannot fail.
        let _ = write!(text, "\nint {name}_{number}(int first, int second)\n{{\n{body}}}\n");
        let call = format!("{name}_{number}(__VERIFIER_nondet_int(), __VERIFIER_nondet_int())");
        let _ = writeln!(main, "    result = result ^ {call};");
    }
    text + &main + "    return result & 1;\n}\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_has_its_functions_and_some_mistakes() {
        let text = text(200);
        assert!(text.lines().count() >= 5_000, "{}", text.lines().count());
        assert!(text.contains("int machine_199(") && !text.contains("_200(") && !text.contains('@'));
        // Of each forty functions one: a divisor, a bound, a sum, a state.
        for (mistake, count) in [("- 1 * ", 2), ("+ 1; i++)", 1), ("before + 1)", 1), ("state <= 2 - 1)", 1)] {
            assert_eq!(text.matches(mistake).count(), count, "{mistake}");
        }
    }
}
