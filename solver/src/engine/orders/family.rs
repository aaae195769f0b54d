//! The candidates of one predicate over cells, all those that nothing speaks against at once.
//!
//! A *group* is a property (`a[k₁] ≤ a[k₂]`) with the guards that may restrict it: lower and upper bounds of both
//! indices, places that they are at or not at, values of flags. Its candidates are all conjunctions of one guard from
//! some of the slots: hundreds of thousands, of which only a few are ever written down. *Rows* are arguments of the
//! predicate, cells included, that executions or counterexamples to induction have met: a candidate that is false of
//! one is none. Of those that are left the *frontier* has the ones whose guards are true most often; what it implies,
//! as far as executions show, is left out until the candidate that implies it turns out to be none.

use super::comparison::Comparison;
use super::limits::LIMITS;
use crate::term::{Store, TermId};
use hashbrown::HashSet;

/// Guards of which at most one is chosen, by their numbers.
pub(super) type Slot = Vec<usize>;

/// A property with what may restrict it.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    /// What always restricts it: `k₁ < k₂`.
    pub link: Option<Comparison>,
    /// The property; of several, each of which implies the next, the first for which there is a candidate.
    pub properties: Vec<Comparison>,
    pub slots: Vec<Slot>,
}

/// One candidate.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Over the arguments of the predicate.
    pub term: TermId,
    property: usize,
    guards: Vec<usize>,
}

/// A set of rows or of guards.
type Bits = Vec<u64>;

fn bit(bits: &[u64], at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}

fn set(bits: &mut [u64], at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}

fn within(small: &[u64], large: &[u64]) -> bool {
    small.iter().zip(large).all(|(a, b)| a & !b == 0)
}

/// The rows of which something is true.
fn rows_of(data: &[Vec<i64>], holds: impl Fn(&[i64]) -> bool) -> Bits {
    let mut bits = vec![0; data.len().div_ceil(64)];
    (0..data.len()).filter(|&at| holds(&data[at])).for_each(|at| set(&mut bits, at));
    bits
}

/// What is known of one property of a group: the guards that are true where it is false.
#[derive(Clone, Debug, Default)]
struct Against {
    /// Of each such row the guards that hold of it; none of these sets is within another one.
    rows: Vec<Bits>,
}

impl Against {
    fn add(&mut self, guards: Bits) {
        if self.rows.iter().any(|known| within(&guards, known)) {
            return;
        }
        self.rows.retain(|known| !within(known, &guards));
        self.rows.push(guards);
    }
}

/// The candidates of a predicate.
#[derive(Debug, Default)]
pub(super) struct Family {
    /// The arguments of the predicate over cells.
    args: Vec<TermId>,
    /// Where the arguments of the first and of the second cell begin, if there are cells.
    starts: Option<[usize; 2]>,
    guards: Vec<Comparison>,
    groups: Vec<Group>,
    /// What executions have met.
    data: Vec<Vec<i64>>,
    /// For each guard the rows of the data of which it is true.
    held: Vec<Bits>,
    /// For each group the rows of the data of which its link is true.
    linked: Vec<Bits>,
    /// For each group and slot its guards.
    slots: Vec<Vec<Bits>>,
    /// For each group and property what speaks against it.
    against: Vec<Vec<Against>>,
    /// Candidates that nobody could decide.
    undecided: HashSet<TermId>,
    /// For each group the candidates in use.
    frontiers: Vec<Vec<Candidate>>,
    /// Conjunctions that were looked at since somebody asked.
    work: usize,
}

impl Family {
    /// All candidates that are true of the data.
    pub fn new(
        store: &mut Store,
        args: Vec<TermId>,
        starts: Option<[usize; 2]>,
        guards: Vec<Comparison>,
        groups: Vec<Group>,
        data: Vec<Vec<i64>>,
    ) -> Family {
        let held = guards.iter().map(|guard| rows_of(&data, |row| guard.holds(row))).collect();
        let linked = groups.iter().map(|group| rows_of(&data, |row| group.link.as_ref().is_none_or(|l| l.holds(row))));
        let linked = linked.collect();
        let slots = groups
            .iter()
            .map(|group| {
                group
                    .slots
                    .iter()
                    .map(|slot| {
                        let mut bits: Bits = vec![0; guards.len().div_ceil(64).max(1)];
                        slot.iter().for_each(|&guard| set(&mut bits, guard));
                        bits
                    })
                    .collect()
            })
            .collect();
        let against = groups.iter().map(|group| vec![Against::default(); group.properties.len()]).collect();
        let frontiers = vec![Vec::new(); groups.len()];
        let undecided = HashSet::new();
        let mut family =
            Family { args, starts, guards, groups, data, held, linked, slots, against, undecided, frontiers, work: 0 };
        for at in 0..family.data.len() {
            let row = family.data[at].clone();
            family.weigh(&row);
        }
        for group in 0..family.groups.len() {
            family.refresh(store, group);
        }
        family
    }

    /// The candidates in use.
    pub fn frontier(&self) -> impl Iterator<Item = &Candidate> {
        self.frontiers.iter().flatten()
    }

    /// Those in use that are false of a row.
    pub fn violated(&self, row: &[i64]) -> Vec<TermId> {
        let groups = self.frontiers.iter().enumerate();
        let all = groups.flat_map(|(group, frontier)| frontier.iter().map(move |candidate| (group, candidate)));
        all.filter(|(group, candidate)| self.is_against(*group, candidate, row)).map(|(_, one)| one.term).collect()
    }

    /// Whether all in use are true of a row.
    pub fn respects(&self, row: &[i64]) -> bool {
        let mut groups = self.frontiers.iter().enumerate();
        groups.all(|(group, frontier)| !frontier.iter().any(|candidate| self.is_against(group, candidate, row)))
    }

    /// How many conjunctions were looked at since the last call.
    pub fn take_work(&mut self) -> usize {
        std::mem::take(&mut self.work)
    }

    /// Whether the candidate is false of a row.
    fn is_against(&self, group: usize, candidate: &Candidate, row: &[i64]) -> bool {
        let parts = &self.groups[group];
        parts.link.as_ref().is_none_or(|link| link.holds(row))
            && !parts.properties[candidate.property].holds(row)
            && candidate.guards.iter().all(|&guard| self.guards[guard].holds(row))
    }

    /// Notes what a row speaks against.
    fn weigh(&mut self, row: &[i64]) {
        let mut held: Bits = vec![0; self.guards.len().div_ceil(64).max(1)];
        for (at, guard) in self.guards.iter().enumerate() {
            if guard.holds(row) {
                set(&mut held, at);
            }
        }
        for (group, against) in self.groups.iter().zip(&mut self.against) {
            if group.link.as_ref().is_some_and(|link| !link.holds(row)) {
                continue;
            }
            for (property, against) in group.properties.iter().zip(against) {
                if !property.holds(row) {
                    let mut own: Bits = vec![0; held.len()];
                    for &guard in group.slots.iter().flatten().filter(|&&guard| bit(&held, guard)) {
                        set(&mut own, guard);
                    }
                    against.add(own);
                }
            }
        }
    }

    /// Takes note of arguments that the predicate may have. Returns whether a candidate in use is none any more.
    pub fn add_rows(&mut self, store: &mut Store, mut rows: Vec<Vec<i64>>) -> bool {
        if let Some([first, second]) = self.starts {
            // The two cells of a row are any two.
            for at in 0..rows.len() {
                let [rest, one, two] = [&rows[at][..first], &rows[at][first..second], &rows[at][second..]];
                let turned = [rest, two, one].concat();
                if !rows.contains(&turned) {
                    rows.push(turned);
                }
            }
        }
        for row in &rows {
            self.weigh(row);
        }
        let mut changed = false;
        for group in 0..self.groups.len() {
            let lost = |candidate: &Candidate| rows.iter().any(|row| self.is_against(group, candidate, row));
            if self.frontiers[group].iter().any(lost) {
                self.refresh(store, group);
                changed = true;
            }
        }
        changed
    }

    /// Gives up these candidates.
    pub fn give_up(&mut self, store: &mut Store, terms: &[TermId]) {
        self.undecided.extend(terms);
        for group in 0..self.groups.len() {
            if self.frontiers[group].iter().any(|candidate| terms.contains(&candidate.term)) {
                self.refresh(store, group);
            }
        }
    }

    /// Finds the frontier of a group.
    fn refresh(&mut self, store: &mut Store, number: usize) {
        let mut frontier: Vec<Candidate> = Vec::new();
        for property in 0..self.groups[number].properties.len() {
            let slots = &self.slots[number];
            let rows = &self.against[number][property].rows;
            let mut search = Search { slots, rows, found: Vec::new(), looked: 0 };
            let open: Vec<usize> = (0..rows.len()).collect();
            let mut banned: Bits = vec![0; self.guards.len().div_ceil(64).max(1)];
            search.extend(&open, &mut vec![false; slots.len()], &mut banned, &mut Vec::new());
            self.work += search.looked;
            if search.looked > LIMITS.conjunctions {
                log::debug!("orders: more than {} conjunctions of guards", LIMITS.conjunctions);
            }
            let found = search.found;
            // How often the guards are true, and the fewest guards first.
            let mut weighed: Vec<(usize, Vec<usize>, Bits)> = Vec::with_capacity(found.len());
            for guards in found {
                let mut bits = self.linked[number].clone();
                for &guard in &guards {
                    bits.iter_mut().zip(&self.held[guard]).for_each(|(a, b)| *a &= b);
                }
                let count: u32 = bits.iter().map(|word| word.count_ones()).sum();
                // What is never true, as far as anybody has seen, says nothing.
                if count > 0 {
                    weighed.push((count as usize, guards, bits));
                }
            }
            weighed.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.len().cmp(&b.1.len())).then(a.1.cmp(&b.1)));
            let mut kept: Vec<Bits> = Vec::new();
            for (_, guards, bits) in weighed {
                if frontier.len() >= LIMITS.frontier {
                    break;
                }
                if kept.iter().any(|known| within(&bits, known)) {
                    continue;
                }
                let term = self.term(store, number, property, &guards);
                if term == Store::TRUE || self.undecided.contains(&term) {
                    continue;
                }
                kept.push(bits);
                frontier.push(Candidate { term, property, guards });
            }
            if !frontier.is_empty() {
                break;
            }
        }
        self.frontiers[number] = frontier;
    }

    fn term(&self, store: &mut Store, group: usize, property: usize, guards: &[usize]) -> TermId {
        let parts = &self.groups[group];
        let mut conditions: Vec<TermId> = Vec::with_capacity(guards.len() + 1);
        conditions.extend(parts.link.as_ref().map(|link| link.term(store, &self.args)));
        conditions.extend(guards.iter().map(|&guard| self.guards[guard].term(store, &self.args)));
        let property = parts.properties[property].term(store, &self.args);
        let conditions = store.and(&conditions);
        store.implies(conditions, property)
    }
}

/// The conjunctions of guards that exclude all rows, and no part of which does: a row that few guards exclude is taken,
/// and one of these guards chosen.
struct Search<'a> {
    slots: &'a [Bits],
    rows: &'a [Bits],
    found: Vec<Vec<usize>>,
    looked: usize,
}

impl Search<'_> {
    /// Chooses further guards so that the rows `open` are excluded, from slots that are not `used`, and none that are
    /// `banned`: those have been looked at.
    fn extend(&mut self, open: &[usize], used: &mut Vec<bool>, banned: &mut Bits, chosen: &mut Vec<usize>) {
        self.looked += 1;
        if open.is_empty() {
            let mut guards = chosen.clone();
            guards.sort_unstable();
            self.found.push(guards);
            return;
        }
        if self.looked > LIMITS.conjunctions {
            return;
        }
        // Of two slots with the same guards the first one is taken first.
        let again = |slot: usize| slot > 0 && self.slots[slot - 1] == self.slots[slot] && !used[slot - 1];
        let free: Vec<usize> = (0..self.slots.len()).filter(|&slot| !used[slot] && !again(slot)).collect();
        let excluding = |slot: usize, row: usize| {
            let words = self.slots[slot].iter().zip(&self.rows[row]).zip(banned.iter());
            words.map(|((guards, held), banned)| guards & !held & !banned)
        };
        let count =
            |row: usize| free.iter().map(|&slot| excluding(slot, row).map(u64::count_ones).sum::<u32>()).sum::<u32>();
        let Some(row) = open.iter().copied().take(LIMITS.rows).min_by_key(|&row| count(row)) else { return };
        let mut choices: Vec<(usize, usize)> = Vec::new();
        for &slot in &free {
            for (at, mut word) in excluding(slot, row).enumerate() {
                while word != 0 {
                    choices.push((slot, at * 64 + word.trailing_zeros() as usize));
                    word &= word - 1;
                }
            }
        }
        let before = banned.clone();
        for (slot, guard) in choices {
            let left: Vec<usize> = open.iter().copied().filter(|&row| bit(&self.rows[row], guard)).collect();
            used[slot] = true;
            chosen.push(guard);
            self.extend(&left, used, banned, chosen);
            chosen.pop();
            used[slot] = false;
            set(banned, guard);
        }
        *banned = before;
    }
}

#[cfg(test)]
mod tests {
    use super::super::comparison::Relation;
    use super::*;
    use crate::term::SortId;

    /// Arguments `i`, `k`, `v`: below `i` cells are 0.
    fn family(store: &mut Store) -> Family {
        let args = store.vars(0, &[SortId::INT, SortId::INT, SortId::INT]);
        let form = |at: usize| (vec![(at, 1)], 0);
        let zero = (Vec::new(), 0);
        let guards = vec![
            Comparison::new(&zero, &form(1), 0, Relation::AtMost),
            Comparison::new(&form(1), &form(0), 1, Relation::AtMost),
            Comparison::new(&form(1), &form(0), 0, Relation::AtMost),
        ];
        let property = Comparison::new(&form(2), &zero, 0, Relation::Equal);
        let group = Group { link: None, properties: vec![property], slots: vec![vec![0], vec![1, 2]] };
        let data = (-1..4).map(|k| vec![2, k, if k == 0 || k == 1 { 0 } else { 7 }]).collect();
        Family::new(store, args, None, guards, vec![group], data)
    }

    #[test]
    fn the_frontier_has_the_weakest_guards_that_suffice() {
        let mut store = Store::new();
        let mut family = family(&mut store);
        let terms: Vec<TermId> = family.frontier().map(|candidate| candidate.term).collect();
        assert_eq!(terms.len(), 1);
        assert_eq!(family.frontier().next().map(|candidate| candidate.guards.clone()), Some(vec![0, 1]));
        // A row above says nothing new, one below speaks against all.
        assert!(!family.add_rows(&mut store, vec![vec![3, 3, 9]]));
        assert!(family.add_rows(&mut store, vec![vec![3, 1, 9]]));
        assert_eq!(family.frontier().count(), 0);
    }

    #[test]
    fn what_cannot_be_decided_is_given_up() {
        let mut store = Store::new();
        let mut family = family(&mut store);
        let terms: Vec<TermId> = family.frontier().map(|candidate| candidate.term).collect();
        family.give_up(&mut store, &terms);
        assert_eq!(family.frontier().count(), 0);
        assert!(family.take_work() > 0);
    }
}
