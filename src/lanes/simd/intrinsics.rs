//! How methods are made of intrinsics.

/// Methods made of intrinsics.
macro_rules! intrinsics {
    ($($(#[$doc:meta])*
        fn $name:ident($($argument:ident $(: $type:ty)?),*) $(-> $result:ty)? { $($body:tt)* })*) => {$(
        $(#[$doc])*
        #[inline(always)]
        #[allow(unused_unsafe)]
        fn $name($($argument $(: $type)?),*) $(-> $result)? {
            // SAFETY: the processor has the instructions (see `processor`); where an array is read
            // or written, it is as long as the vector, and any address will do.
            unsafe { $($body)* }
        }
    )*};
}
pub(super) use intrinsics;
