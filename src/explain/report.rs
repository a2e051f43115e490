//! Steps as JSON.

use serde::Serialize;

use super::step::Conclusion;
use super::story::Story;
use super::words::Words;
use crate::evidence::Minimality;
use crate::grid::Candidate;
use crate::rules::Group;

/// A step in words, part by part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StepReport {
    /// The name of the technique.
    pub technique: String,
    /// The names of other techniques: those of steps with the same size and the same conclusion.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The whole step as a sentence.
    pub sentence: String,
    /// The story of the step, if its sentence is a story: for a forcing chain or net, and for a
    /// step without a name that has a short story.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub story: Option<Story>,
    /// The conclusions: `A1=5`, `A1<>5`; none for a contradiction.
    pub conclusions: Vec<String>,
    /// The truths.
    pub truths: Vec<String>,
    /// The links.
    pub links: Vec<String>,
    /// For each truth, its remaining candidates.
    pub truth_candidates: Vec<Vec<String>>,
    /// For each link, its remaining candidates that belong to a truth or to the conclusions.
    pub link_candidates: Vec<Vec<String>>,
    /// The statements that the step uses, in words: parts of clues, and sums by the rule of 45.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub statements: Vec<String>,
    /// The assumptions in addition to the rules, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<String>,
    /// Candidates of the truths that were removed before.
    pub facts: Vec<String>,
    /// `smallest` if it is known that no step has fewer truths, else `minimal`.
    pub minimality: &'static str,
    /// The chain in Eureka notation, if the step is a chain. Several chains, each for some of the
    /// conclusions, are separated by semicolons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eureka: Option<String>,
}

impl StepReport {
    /// The report of a step in words.
    pub fn of(words: &Words<'_>) -> StepReport {
        let Words { state, step, .. } = *words;
        let not = |gone: &Candidate| words.candidate(*gone, "<>");
        let groups = |groups: &[Group]| groups.iter().map(|&g| words.group(g)).collect();
        let places = |groups: &[Group], is_part: &dyn Fn(&Candidate) -> bool| {
            let of_group = |&group: &Group| {
                let open = state.open(group).filter(is_part);
                open.map(|held| words.candidate(held, "=")).collect()
            };
            groups.iter().map(of_group).collect()
        };
        let of_truths: Vec<Candidate> = words.members().collect();
        let takes_part =
            |c: &Candidate| of_truths.contains(c) || step.conclusion.candidates().contains(c);
        StepReport {
            statements: step.statements.iter().map(|stated| words.statement(stated)).collect(),
            technique: step.technique.to_string(),
            also: step.also.iter().map(ToString::to_string).collect(),
            sentence: words.sentence(),
            story: words.story_told(),
            conclusions: match &step.conclusion {
                Conclusion::Placement(placed) => vec![words.candidate(*placed, "=")],
                other => other.eliminated().iter().map(not).collect(),
            },
            truths: groups(&step.truths),
            links: groups(&step.links),
            truth_candidates: places(&step.truths, &|_| true),
            link_candidates: places(&step.links, &takes_part),
            assumed: step.assumed.iter().map(|deadly| words.assumption(deadly)).collect(),
            facts: step.facts(state).iter().map(not).collect(),
            minimality: match step.minimality {
                Minimality::Smallest => "smallest",
                _ => "minimal",
            },
            eureka: words.eureka(),
        }
    }
}
