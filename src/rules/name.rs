//! The names of rules: what the grid stands on, and what is added to it.

use std::str::FromStr;

use super::{RulesBuilder, Variant};
use crate::names::NameError;

/// What a name says about rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleName {
    /// Boxes.
    Classic,
    /// Regions in place of boxes.
    Jigsaw,
    /// Neither.
    Latin,
    /// Rules beside these.
    Variant(Variant),
}

impl RuleName {
    /// All of them.
    pub fn all() -> impl Iterator<Item = RuleName> {
        [RuleName::Classic, RuleName::Jigsaw, RuleName::Latin]
            .into_iter()
            .chain(Variant::ALL.map(RuleName::Variant))
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            RuleName::Classic => "classic",
            RuleName::Jigsaw => "jigsaw",
            RuleName::Latin => "latin",
            RuleName::Variant(variant) => variant.name(),
        }
    }

    /// What it says, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            RuleName::Classic => "boxes hold each digit once",
            RuleName::Jigsaw => "regions of any shape hold each digit once, in place of boxes",
            RuleName::Latin => "rows and columns only, no boxes",
            RuleName::Variant(variant) => variant.about(),
        }
    }
}

impl FromStr for RuleName {
    type Err = NameError;
    fn from_str(text: &str) -> Result<RuleName, NameError> {
        let found = RuleName::all().find(|rule| rule.name() == text);
        let names: Vec<&str> = RuleName::all().map(RuleName::name).collect();
        found.ok_or_else(|| NameError::new(&names, text))
    }
}

impl RulesBuilder {
    /// What a name adds or takes away. The regions of a jigsaw are to be added to its name.
    pub fn named(self, name: RuleName) -> RulesBuilder {
        match name {
            RuleName::Classic | RuleName::Jigsaw => self,
            RuleName::Latin => self.without_boxes(),
            RuleName::Variant(variant) => self.variant(variant),
        }
    }
}
