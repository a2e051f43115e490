//! Enums whose values have names, which the command line uses too; numbers with nouns; text that is
//! safe to print.

/// The error for a text that is not the name of any value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct NameError {
    expected: String,
    found: String,
}

impl NameError {
    pub(crate) fn new(expected: &[&str], found: &str) -> NameError {
        NameError { expected: expected.join(", "), found: found.to_owned() }
    }
}

/// A number of things: `1 puzzle`, `2 puzzles`.
pub fn counted(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The known name that is most similar to a text, if any is similar enough: `killer` for `kiler`.
pub fn nearest<'a>(text: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The measure of similarity and its threshold are those that clap uses for options.
    let likeness = |name: &str| strsim::jaro(text, name);
    let alike = known.into_iter().filter(|name| likeness(name) > 0.7);
    alike.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}

/// A text that is safe for a terminal: characters that control a terminal or are invisible are
/// escaped, except the characters in `kept`.
pub fn printable(text: &str, kept: &str) -> String {
    let shown = |symbol: char| match "'\"\\".contains(symbol) || kept.contains(symbol) {
        true => symbol.to_string(),
        false => symbol.escape_debug().to_string(),
    };
    text.chars().map(shown).collect()
}

/// An enum without fields whose values have names: `ALL`, `name`, `Display`, `FromStr`.
macro_rules! names {
    (
        $(#[$about:meta])*
        pub enum $type:ident { $($(#[$about_value:meta])* $value:ident = $name:literal),+ $(,)? }
    ) => {
        $(#[$about])*
        pub enum $type {
            $($(#[$about_value])* $value),+
        }

        impl $type {
            /// All values, in order.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$value),+];

            /// The name of the value, as on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name),+
                }
            }
        }

        /// Writes the name of the value.
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = crate::names::NameError;

            fn from_str(text: &str) -> Result<$type, crate::names::NameError> {
                let found = $type::ALL.into_iter().find(|value| value.name() == text);
                found.ok_or_else(|| crate::names::NameError::new(&$type::ALL.map($type::name), text))
            }
        }
    };
}
