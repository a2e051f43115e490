//! Lists of indices, one after another in memory.

/// An index of a candidate ([`Size::candidate_index`](crate::Size::candidate_index)), of a group
/// ([`Rules::group_index`](crate::Rules::group_index)), or of another item that a search numbers.
pub(super) type Index = u32;

/// Several lists, each with an index from 0.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    items: Vec<Index>,
    /// The places where the lists start, and the place where the last list ends.
    starts: Vec<u32>,
}

impl Default for Lists {
    fn default() -> Lists {
        Lists { items: Vec::new(), starts: vec![0] }
    }
}

impl Lists {
    /// How many lists there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn push(&mut self, list: impl IntoIterator<Item = Index>) {
        self.items.extend(list);
        self.starts.push(self.items.len() as u32);
    }

    /// Keeps the items of each list for which `is_kept` is true.
    pub(super) fn retain(&mut self, is_kept: impl Fn(Index, Index) -> bool) {
        let (mut place, mut end) = (0, 0);
        for list in 0..self.len() {
            while place < self.starts[list + 1] as usize {
                self.items[end] = self.items[place];
                end += usize::from(is_kept(list as Index, self.items[place]));
                place += 1;
            }
            self.starts[list + 1] = end as u32;
        }
        self.items.truncate(end);
    }

    #[inline]
    pub(super) fn get(&self, index: Index) -> &[Index] {
        let index = index as usize;
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// For each of `item_count` items, the indices of the lists that contain the item, ascending.
    pub(super) fn inverted(&self, item_count: usize) -> Lists {
        let mut starts = vec![0; item_count + 1];
        self.items.iter().for_each(|&item| starts[item as usize + 1] += 1);
        (1..starts.len()).for_each(|item| starts[item] += starts[item - 1]);
        let mut next = starts.clone();
        let mut items = vec![0; self.items.len()];
        for list in 0..self.len() as Index {
            for &item in self.get(list) {
                items[next[item as usize] as usize] = list;
                next[item as usize] += 1;
            }
        }
        Lists { items, starts }
    }
}

impl<L: IntoIterator<Item = Index>> FromIterator<L> for Lists {
    fn from_iter<I: IntoIterator<Item = L>>(lists: I) -> Lists {
        let mut all = Lists::default();
        lists.into_iter().for_each(|list| all.push(list));
        all
    }
}

/// Whether an item is in a set of bits.
#[inline]
pub(super) fn has(set: &[u64], item: Index) -> bool {
    set[item as usize / 64] >> (item % 64) & 1 == 1
}

/// Adds an item to a set of bits. Returns whether the item is new.
#[inline]
pub(super) fn add(set: &mut [u64], item: Index) -> bool {
    let (word, bit) = (&mut set[item as usize / 64], 1 << (item % 64));
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}
