//! Donald Knuth's Algorithm X with dancing links (*Dancing Links*, 2000,
//! <https://arxiv.org/abs/cs/0011047>; *The Art of Computer Programming* 4B, 7.2.2.1): each cell,
//! and each digit in each unit, is an item that must be covered exactly once. Each candidate is an
//! option that covers its cell, and its digit in each unit of the cell. The search always covers an
//! item with the fewest options left (the MRV heuristic).
//!
//! This solver differs in three points: the givens are covered before the search; the links of a
//! set of rules are built once and copied for each puzzle; and the search stops at a deadline. The
//! levels of the search are in a list and not on the call stack, which would overflow for 36x36
//! grids.

use std::sync::Arc;

use super::{Answered, Contender};
use satdoku::solve::Statistics;
use satdoku::{Answer, Candidate, Limits, Puzzle, Rules};

/// The contender `exact-cover`.
#[derive(Debug, Default)]
pub struct ExactCover {
    rules: Option<Arc<Rules>>,
    /// The links before the search.
    links: Links,
}

impl Contender for ExactCover {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits, _: &mut Statistics) -> Answered {
        let rules = puzzle.rules();
        if self.rules.as_ref() != Some(rules) {
            self.rules = Some(Arc::clone(rules));
            self.links = Links::new(rules);
        }
        Ok(self.links.clone().search(puzzle, limits))
    }
}

/// A node of the matrix. Node 0 is the root of the list of items, nodes 1 to `item_count` are the
/// items, and the others belong to the options: first all nodes of the first option, then those of
/// the next, and so on.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The neighbours in the list of uncovered items. Used only for the root and items.
    left: u32,
    right: u32,
    /// The neighbours among the nodes of the item's options.
    up: u32,
    down: u32,
    /// The item of the node (for an item, the node itself).
    item: u32,
    /// The option of the node: the index of its candidate. Used only for nodes of options.
    option: u32,
}

#[derive(Clone, Debug, Default)]
struct Links {
    nodes: Vec<Node>,
    /// For each item: the number of options left.
    lengths: Vec<u32>,
    /// For each option: its first node. One more entry is the end of the last option.
    starts: Vec<u32>,
}

impl Links {
    fn new(rules: &Rules) -> Links {
        let size = rules.size();
        let item_count = rules.exact_group_count() as u32;
        let ring = item_count + 1;
        let mut links = Links {
            nodes: (0..ring)
                .map(|item| Node {
                    left: (item + ring - 1) % ring,
                    right: (item + 1) % ring,
                    up: item,
                    down: item,
                    item,
                    option: u32::MAX,
                })
                .collect(),
            lengths: vec![0; ring as usize],
            starts: Vec::new(),
        };
        for (option, candidate) in (0..).zip(size.candidates()) {
            links.starts.push(links.nodes.len() as u32);
            for group in rules.groups_of(candidate) {
                links.append(1 + rules.group_index(group) as u32, option);
            }
        }
        links.starts.push(links.nodes.len() as u32);
        links
    }

    /// Adds a node of an option at the end of an item's list of options.
    fn append(&mut self, item: u32, option: u32) {
        let node = self.nodes.len() as u32;
        let up = self.nodes[item as usize].up;
        self.nodes.push(Node { left: 0, right: 0, up, down: item, item, option });
        self.nodes[up as usize].down = node;
        self.nodes[item as usize].up = node;
        self.lengths[item as usize] += 1;
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits) -> Answer {
        let mut answer = Answer { guesses: Some(0), ..Answer::default() };
        let size = puzzle.size();
        for given in puzzle.givens().filled() {
            let option = size.candidate_index(given);
            let first = self.starts[option];
            if (first..self.starts[option + 1]).any(|node| self.is_covered(node)) {
                // An earlier given already covers the item, so there is no solution.
                answer.complete = true;
                return answer;
            }
            self.cover(self.nodes[first as usize].item);
            self.cover_others(first);
        }
        // The chosen items, each with the node of its currently chosen option.
        let mut levels: Vec<(u32, u32)> = Vec::new();
        while !limits.deadline.is_over() {
            // Choose the item with the fewest options, or store a solution if all items are
            // covered.
            if let Some(item) = self.smallest_item() {
                self.cover(item);
                levels.push((item, item));
            } else {
                let mut grid = puzzle.givens().clone();
                for (_, node) in &levels {
                    let option = self.nodes[*node as usize].option;
                    let Candidate { cell, digit } = size.candidate(option as usize);
                    grid.set(cell, Some(digit));
                }
                answer.solutions.push(grid);
                if answer.solutions.len() >= limits.solutions {
                    return answer;
                }
            }
            // Undo options until there is another option to try.
            loop {
                let Some((item, node)) = levels.pop() else {
                    answer.complete = true;
                    return answer;
                };
                if node != item {
                    self.uncover_others(node);
                }
                let next = self.nodes[node as usize].down;
                if next != item {
                    if self.lengths[item as usize] > 1 {
                        answer.guesses = answer.guesses.map(|guesses| guesses + 1);
                    }
                    self.cover_others(next);
                    levels.push((item, next));
                    break;
                }
                self.uncover(item);
            }
        }
        answer
    }

    /// Whether the item of a node is covered, which means that it is not in the list.
    fn is_covered(&self, node: u32) -> bool {
        let item = self.nodes[node as usize].item;
        let left = self.nodes[item as usize].left;
        self.nodes[left as usize].right != item
    }

    /// The first item with the fewest options; `None` if every item is covered.
    fn smallest_item(&self) -> Option<u32> {
        let (mut item, mut smallest, mut length) = (self.nodes[0].right, None, u32::MAX);
        while item != 0 && length > 0 {
            if self.lengths[item as usize] < length {
                (smallest, length) = (Some(item), self.lengths[item as usize]);
            }
            item = self.nodes[item as usize].right;
        }
        smallest
    }

    /// The other nodes of a node's option, in circular order, from the next node on.
    fn others(&self, node: u32) -> impl DoubleEndedIterator<Item = u32> + use<> {
        let option = self.nodes[node as usize].option as usize;
        (node + 1..self.starts[option + 1]).chain(self.starts[option]..node)
    }

    fn cover_others(&mut self, node: u32) {
        for other in self.others(node) {
            self.cover(self.nodes[other as usize].item);
        }
    }

    fn uncover_others(&mut self, node: u32) {
        for other in self.others(node).rev() {
            self.uncover(self.nodes[other as usize].item);
        }
    }

    /// Removes an item from the list, and its options from all other items.
    fn cover(&mut self, item: u32) {
        let Node { left, right, .. } = self.nodes[item as usize];
        self.nodes[left as usize].right = right;
        self.nodes[right as usize].left = left;
        let mut node = self.nodes[item as usize].down;
        while node != item {
            for other in self.others(node) {
                let Node { up, down, item, .. } = self.nodes[other as usize];
                self.nodes[up as usize].down = down;
                self.nodes[down as usize].up = up;
                self.lengths[item as usize] -= 1;
            }
            node = self.nodes[node as usize].down;
        }
    }

    /// Undoes [`Links::cover`]. Items must be uncovered in reverse order.
    fn uncover(&mut self, item: u32) {
        let mut node = self.nodes[item as usize].up;
        while node != item {
            for other in self.others(node).rev() {
                let Node { up, down, item, .. } = self.nodes[other as usize];
                self.nodes[up as usize].down = other;
                self.nodes[down as usize].up = other;
                self.lengths[item as usize] += 1;
            }
            node = self.nodes[node as usize].up;
        }
        let Node { left, right, .. } = self.nodes[item as usize];
        self.nodes[left as usize].right = item;
        self.nodes[right as usize].left = item;
    }
}
