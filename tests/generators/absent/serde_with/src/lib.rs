//! Of serde_with, which Debian 12 does not package, what the generated client uses: a member that is left out is
//! `None`, one that is null `Some(None)`.

pub mod rust {
    pub mod double_option {
        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        pub fn serialize<S: Serializer, T: Serialize>(given: &Option<Option<T>>, to: S) -> Result<S::Ok, S::Error> {
            match given {
                Some(Some(value)) => value.serialize(to),
                _ => to.serialize_none(),
            }
        }

        pub fn deserialize<'a, D: Deserializer<'a>, T: Deserialize<'a>>(from: D) -> Result<Option<Option<T>>, D::Error> {
            Option::deserialize(from).map(Some)
        }
    }
}
